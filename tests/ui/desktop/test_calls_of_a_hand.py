"""The drawing of the calls of one hand in docs/architecture.md, compared with a hand that is typed."""

import re
from typing import NamedTuple

import pytest
from PySide6.QtWidgets import QApplication

from tests.call_trace import ROOT, CallTrace, traced
from tests.ui.desktop.conftest import Keyboard
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage


class Line(NamedTuple):
    """One function of the drawing."""

    depth: int
    name: str


def drawing() -> list[Line]:
    """Return the lines of the code block that follows “Calls of one hand”: functions, indented below their caller."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = re.search(r"^### Calls of one hand$.*?^```text\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert block is not None
    lines = [line for line in block[1].splitlines() if line.strip()]
    return [Line((len(line) - len(line.lstrip())) // 2, line.split()[0]) for line in lines]


def first_untrue(lines: list[Line], trace: CallTrace) -> str:
    """Return what the trace does not confirm: each function is called below its caller, after the line before it."""
    found: list[int] = []
    last = -1
    for line in lines:
        del found[line.depth :]
        if line.depth != len(found):
            return f"{line.name} is indented too far"
        fits = (
            index
            for index in trace.called(line.name)
            if index > last and (not found or found[-1] in trace.callers(index))
        )
        last = next(fits, -1)
        if last < 0:
            return line.name
        found.append(last)
    return ""


@pytest.fixture
def trace(page: TablesPage, controller: EventController, keyboard: Keyboard) -> CallTrace:
    """The calls from Enter to the repainted window."""
    keyboard.type("1 2 2 5")
    QApplication.processEvents()
    with traced() as calls:
        keyboard.type("Enter")
        QApplication.processEvents()
    assert controller.book.view.sheet(1, 1).played == 1
    return calls


def test_the_drawing_is_true(trace: CallTrace) -> None:
    assert first_untrue(drawing(), trace) == ""


def test_another_order_is_not(trace: CallTrace) -> None:
    lines = drawing()
    assert first_untrue([lines[-1], *lines[:-1]], trace) != ""


def test_another_caller_is_not(trace: CallTrace) -> None:
    lines = drawing()
    names = [line.name.rpartition(".")[2] for line in lines]
    checks, commit = lines[names.index("hand_problems")], names.index("commit")
    moved = [*lines[: commit + 1], Line(lines[commit].depth + 1, checks.name)]
    assert first_untrue(moved, trace) == checks.name


def test_a_hand_passes_few_files(trace: CallTrace) -> None:
    of_a_timer = {"ui/desktop/garbage.py"}  # on a slow machine it is due meanwhile
    assert len(trace.files - of_a_timer) <= 100
    assert trace.crossings <= 1_100
