"""Interfaces write only by commands: they neither make nor commit drafts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
WRITES = frozenset(("draft", "commit"))
MAY_WRITE = re.compile(rf"\b(?:{'|'.join(sorted(WRITES))})\s*\(")


def calls_of(path: Path) -> Iterator[str]:
    """The names of the methods that are called, of a file in which one of those that write may be."""
    text = path.read_text(encoding="utf-8")
    if not MAY_WRITE.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr


def test_the_search_finds_where_a_draft_is_made_and_committed() -> None:
    assert set(calls_of(ROOT / "tournament" / "use_cases" / "carrying_out.py")) >= WRITES


@pytest.mark.parametrize("part", ["ui", "reports"])
def test_no_interface_makes_a_draft_or_commits_one(part: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix(): sorted(WRITES & set(calls_of(path)))
        for path in (ROOT / part).rglob("*.py")
        if WRITES & set(calls_of(path))
    }
    of_pillow = {"reports/photos/pictures.py": ["draft"]}  # Image.draft prepares the reading of a JPEG
    assert found == (of_pillow if part == "reports" else {})
