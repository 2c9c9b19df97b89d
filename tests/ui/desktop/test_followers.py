"""Who follows a change of the event: the table of the architecture page, and what is connected."""

import importlib
import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from tests.ui.desktop.test_connections import ROOT, everywhere
from tournament.use_cases import Changes
from ui.desktop.controller import EventController
from ui.desktop.window import Window

PAGE = ROOT / "docs" / "architecture.md"
_ROW = re.compile(r"^\| `(ui\.desktop\.[\w.]+)` \|", re.MULTILINE)
_SHOWN_LATER = "ui.desktop.display.screen_window.ScreenWindow"
"""The part that exists only while the hall has a screen."""


def listed() -> list[str]:
    """The parts in the table, in order."""
    section = PAGE.read_text("utf-8").partition("### Who follows a change")[2].partition("`tests/ui/desktop/")[0]
    return _ROW.findall(section)


def connected() -> set[str]:
    """The classes below ``ui/desktop`` that connect a method to the controller's ``changed``."""
    found = set()
    for each in everywhere():
        if each.sender in {("controller", "changed"), ("self", "_controller", "changed")}:
            module = ".".join(Path(each.file).relative_to(ROOT).with_suffix("").parts)
            found.add(f"{module}.{each.owner}")
    return found


def called(controller: EventController) -> list[str]:
    """The classes whose methods a change calls directly, each once, in order."""
    found: list[str] = []
    here = sys._getframe()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_back is here:
            owner = frame.f_code.co_qualname.rpartition(".")[0]
            found.append(f"{frame.f_globals['__name__']}.{owner}")

    nothing_new = Changes(())
    sys.setprofile(note)
    controller.changed.emit(nothing_new)
    sys.setprofile(None)
    return list(dict.fromkeys(found))


@pytest.mark.thorough
def test_the_table_names_every_part_that_is_connected() -> None:
    assert sorted(listed()) == sorted(connected())


def test_each_part_of_the_table_exists() -> None:
    for name in listed():
        module, _, part = name.rpartition(".")
        assert hasattr(importlib.import_module(module), part)


def test_the_parts_are_called_in_the_order_of_the_table(window: Window, controller: EventController) -> None:
    window.show_page("draw")  # the page that has the window of the lots
    assert called(controller) == [name for name in listed() if name != _SHOWN_LATER]
