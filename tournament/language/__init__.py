"""Marking and translating strings; number and date formats.

The domain marks messages (:func:`mark`); windows, reports and the command line render them (:meth:`Language.render`).
One gettext catalogue serves all of them; the source language is English.
"""

from tournament.language.languages import (
    BETWEEN_LANGUAGES,
    ENGLISH,
    FRACTION_SLASH,
    LANGUAGES,
    MINUS,
    Average,
    Language,
    amount_text,
    apart_parts,
    average_text,
    bilingual,
    common_parts,
    exact_text,
    fraction_parts,
    fraction_text,
    integer_text,
    isolated,
    joined,
    language_of,
    signed_text,
    system_language,
    without_isolates,
)
from tournament.language.search import Search, folded
from tournament.language.text import Days, Text, listed, listed_first, mark, mark_count, mark_in, verbatim

__all__ = [
    "BETWEEN_LANGUAGES",
    "ENGLISH",
    "FRACTION_SLASH",
    "LANGUAGES",
    "MINUS",
    "Average",
    "Days",
    "Language",
    "Search",
    "Text",
    "amount_text",
    "apart_parts",
    "average_text",
    "bilingual",
    "common_parts",
    "exact_text",
    "folded",
    "fraction_parts",
    "fraction_text",
    "integer_text",
    "isolated",
    "joined",
    "language_of",
    "listed",
    "listed_first",
    "mark",
    "mark_count",
    "mark_in",
    "signed_text",
    "system_language",
    "verbatim",
    "without_isolates",
]
