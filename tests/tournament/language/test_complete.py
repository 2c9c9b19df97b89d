"""Every marked text is translated: texts are extracted from the code and compared with the catalogues."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import assets
from tests.tournament.language.marked_texts import ROOT, catalogue_of, first, marked_texts
from tournament.language import ENGLISH, LANGUAGES

NAME = re.compile(r"\{(\w*)\}")
IN_A_STRING = re.compile(r"\bf([\"']).*\{[^}]*\bmark(_count|_in)?\(.*\1")
"""What Babel does not look into."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")

SAME_AS_ENGLISH = {"fr": "same-in-french.txt", "zh": "same-in-chinese.txt"}
"""Where the texts stand that a language really writes as English does."""


@pytest.fixture(scope="module")
def marked() -> Catalog:
    catalog = Catalog()
    for text in marked_texts():
        catalog.add(text.message, context=text.context)
    return catalog


@pytest.fixture(scope="module", params=sorted(SAME_AS_ENGLISH))
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return catalogue_of(request.param)


def test_every_language_is_looked_at():
    assert set(SAME_AS_ENGLISH) == {language.code for language in LANGUAGES} - {ENGLISH.code}


def test_something_is_marked(marked):
    assert len(marked) > 100


def test_nothing_is_marked_where_it_is_not_found() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("tournament", "reports", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if IN_A_STRING.search(line)
    ]
    assert hidden == []


def test_every_marked_text_is_translated(marked, catalogue):
    missing = [
        message.id
        for message in marked
        if message.id and not _translated(catalogue.get(first(message.id), message.context))
    ]
    assert missing == []


def test_the_catalogue_holds_nothing_else(marked, catalogue):
    stale = [m.id for m in catalogue if m.id and marked.get(first(m.id), m.context) is None]
    assert stale == []


def test_names_in_braces_are_kept(catalogue):
    wrong = [
        message.id
        for message in catalogue
        if message.id
        for form in _forms(message.string)
        if not set(NAME.findall(form)) <= {name for form in _forms(message.id) for name in NAME.findall(form)}
    ]
    assert wrong == []


def test_no_value_is_lost_on_the_way(catalogue):
    lost = [
        m.id
        for m in catalogue
        if m.string and isinstance(m.id, str) and set(NAME.findall(m.id)) != set(NAME.findall(str(m.string)))
    ]
    assert lost == []


def test_no_text_is_left_in_english(catalogue):
    english = {m.id for m in catalogue if isinstance(m.id, str) and m.id and m.string == m.id}
    assert english - _listed(catalogue.locale.language) == set()


def test_chinese_is_written_in_chinese(catalogue):
    """A text without one Chinese character is none, but for keys, commands and bare values in braces."""
    if catalogue.locale.language == "zh":
        listed = _listed("zh")
        foreign = [
            m.id
            for m in catalogue
            if all(_forms(m.string))
            and first(m.id) not in listed
            and re.search(r"[^\W\d_]", NAME.sub("", first(m.id)))
            and not all(CHINESE.search(form) for form in _forms(m.string))
        ]
        assert foreign == []


def test_the_compiled_catalogue_is_the_one_in_use(catalogue):
    made = io.BytesIO()
    write_mo(made, catalogue)
    assert assets.path(*_po(catalogue.locale.language).with_suffix(".mo").parts).read_bytes() == made.getvalue()


def _po(code: str) -> Path:
    return Path("locale", code, "LC_MESSAGES", "quatre-vents.po")


def _listed(code: str) -> set[str]:
    return set(assets.path("locale", SAME_AS_ENGLISH[code]).read_text(encoding="utf-8").splitlines())


def _forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, (list, tuple)) else [str(text)]


def _translated(message: object) -> bool:
    return message is not None and all(_forms(message.string)) and "fuzzy" not in message.flags  # type: ignore[attr-defined]
