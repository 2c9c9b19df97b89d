"""The texts that the program marks and its catalogues, read once for all tests, which change neither."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import assets

ROOT = Path(__file__).parents[3]
KEYWORDS = {"mark": None, "mark_count": (1, 2), "mark_in": ((1, "c"), 2)}


class Marked(NamedTuple):
    """A text where it is marked."""

    file: str
    """Its path in the repository."""
    message: str | tuple[str, ...]
    """The text; one and many where it is counted."""
    context: str | None


@cache
def marked_texts() -> tuple[Marked, ...]:
    return tuple(
        Marked(path.relative_to(ROOT).as_posix(), message, context)
        for folder in ("tournament", "reports", "ui")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if any(f"{keyword}(" in path.read_text(encoding="utf-8") for keyword in KEYWORDS)
        for _line, message, _comments, context in extract_from_file("python", path, keywords=KEYWORDS)
    )


@cache
def catalogue_of(code: str, domain: str = "quatre-vents") -> Catalog:
    with assets.path("locale", code, "LC_MESSAGES", f"{domain}.po").open("rb") as file:
        return read_po(file, locale=code)


def first(id: object) -> str:
    """The text itself, or the one of the two that is said of one."""
    return str(id[0]) if isinstance(id, (list, tuple)) else str(id)
