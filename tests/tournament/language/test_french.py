"""French as it is printed: its marks stand apart by spaces at which no line breaks."""

import re

import pytest
from babel.messages.catalog import Catalog

from tests.tournament.language.marked_texts import ROOT, catalogue_of
from tests.tournament.language.test_words import VOCABULARIES

CATALOGUES = ["quatre-vents", *(f"quatre-vents-{name}" for code, name in VOCABULARIES if code == "fr")]
NO_BREAK, NARROW = "\u00a0", "\u202f"
SHAPES = {
    "a colon after a no-break space": re.compile(rf"(?<=[^\s:])[ {NARROW}]:(?=\s|$)|(?<=[\w»)}}]):(?=\s|$)"),
    "a semicolon, a question or an exclamation after a narrow one": re.compile(
        rf"(?<=\S)[ {NO_BREAK}][;?!](?=[\s).»]|$)|(?<=[\w»)}}])[;?!](?=\s|$)"
    ),
    "quotation marks with no-break spaces inside": re.compile(rf"«(?!{NO_BREAK})|(?<!{NO_BREAK})»"),
    "its own quotation marks": re.compile("[“”]"),
    "its own apostrophe": re.compile(r"(?<=[a-zà-ÿ])'(?=[a-zà-ÿ])", re.IGNORECASE),
}
TYPED = ("Ada Bamboo:", "nom:", "5:", "2:")
"""What a person types, as they type it."""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("domain", CATALOGUES)
def test_marks_stand_apart_as_french_prints_them(domain, shape):
    wrong = [text for text in _texts(catalogue_of("fr", domain)) if SHAPES[shape].search(text)]
    assert [text for text in wrong if not any(typed in text for typed in TYPED)] == []


def test_readers_are_addressed_politely():
    familiar = re.compile(r"\b(tu|toi|ton|ta|tes|tien)\b", re.IGNORECASE)
    texts = [text for domain in CATALOGUES for text in _texts(catalogue_of("fr", domain))]
    helped = [path.read_text(encoding="utf-8") for path in (ROOT / "assets" / "help" / "fr").glob("*.md")]
    assert [text for text in texts + helped if familiar.search(text)] == []


def _texts(catalogue: Catalog) -> list[str]:
    found = [each.string if isinstance(each.string, (list, tuple)) else (each.string,) for each in catalogue if each.id]
    return [str(text) for forms in found for text in forms]
