"""Every marked text is translated: extracted anew from the code, compared with the catalogues."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import assets

ROOT = Path(__file__).parents[3]
KEYWORDS = {"mark": None, "mark_count": (1, 2), "mark_in": ((1, "c"), 2)}
PO = Path("locale", "fr", "LC_MESSAGES", "quatre-vents.po")
NAME = re.compile(r"\{(\w*)\}")

SAME_IN_FRENCH = frozenset(
    line for line in assets.path("locale", "same-in-french.txt").read_text(encoding="utf-8").splitlines() if line
)
"""Texts that French really writes as English does."""


@pytest.fixture(scope="module")
def marked() -> Catalog:
    catalog = Catalog()
    for folder in ("tournament", "reports", "ui"):
        for _file, _line, message, _comments, context in extract_from_dir(ROOT / folder, keywords=KEYWORDS):
            catalog.add(message, context=context)
    return catalog


@pytest.fixture(scope="module")
def french() -> Catalog:
    with assets.path(*PO.parts).open("rb") as file:
        return read_po(file, locale="fr")


def test_something_is_marked(marked):
    assert len(marked) > 100


def test_every_marked_text_has_its_french(marked, french):
    missing = [
        message.id for message in marked if message.id and not _said(french.get(_first(message.id), message.context))
    ]
    assert missing == []


def test_the_catalogue_holds_nothing_else(marked, french):
    stale = [m.id for m in french if m.id and marked.get(_first(m.id), m.context) is None]
    assert stale == []


def test_names_in_braces_are_kept(french):
    wrong = [
        message.id
        for message in french
        if message.id
        for form in _forms(message.string)
        if not set(NAME.findall(form)) <= {name for form in _forms(message.id) for name in NAME.findall(form)}
    ]
    assert wrong == []


def test_no_value_is_lost_on_the_way(french):
    lost = [
        m.id
        for m in french
        if m.id and isinstance(m.id, str) and set(NAME.findall(m.id)) != set(NAME.findall(str(m.string)))
    ]
    assert lost == []


def test_french_is_french(french):
    english = [
        m.id for m in french if isinstance(m.id, str) and m.id and m.string == m.id and m.id not in SAME_IN_FRENCH
    ]
    assert english == []


def test_the_compiled_catalogue_is_the_one_in_use(french):
    made = io.BytesIO()
    write_mo(made, french)
    assert assets.path(*PO.with_suffix(".mo").parts).read_bytes() == made.getvalue()


def _first(id: object) -> str:
    return str(id[0]) if isinstance(id, (list, tuple)) else str(id)


def _forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, (list, tuple)) else [str(text)]


def _said(message: object) -> bool:
    return message is not None and all(_forms(message.string)) and "fuzzy" not in message.flags  # type: ignore[attr-defined]
