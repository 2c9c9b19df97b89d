"""No key of a page is swallowed by a field of the page: neither by the one with the focus nor by another."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from tests.ui.desktop.pressing import press
from tests.ui.desktop.test_every_page_fits import opened, settle
from tests.ui.desktop.test_focus_in_forms import before_the_draw, club, with_a_sheet_to_read_again
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

OWN = frozenset({"Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+A", "Up", "Down", "Home",
                 "End", "Left", "Right", "Backspace", "Del", "Esc", "Return", "Enter", "Space"})  # fmt: skip
"""Keys that mean in a field what they mean in every program."""


def shortcuts(window: Window) -> Iterator[str]:
    """The keys that work on the page in view, but for letters and digits, which fields take."""
    for shortcut in window.findChildren(QShortcut):
        parent = shortcut.parent()
        if shortcut.isEnabled() and isinstance(parent, QWidget) and parent.isVisible():
            sequences = shortcut.keys()
            for keys in sequences:
                name = keys.toString(QKeySequence.SequenceFormat.PortableText)
                if len(name) > 1 and name not in OWN:
                    yield name


def swallowed(field: QWidget, name: str) -> bool:
    """Whether ``field`` takes the key before the page."""
    pressed = QKeySequence(name)[0]  # type: ignore[index]  # the stubs do not know that it can be indexed
    event = QKeyEvent(QEvent.Type.ShortcutOverride, pressed.key(), pressed.keyboardModifiers())
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


@pytest.mark.parametrize("write", [club, with_a_sheet_to_read_again, before_the_draw])
@pytest.mark.usefixtures("own_preferences")
def test_no_field_swallows_a_key_of_its_page(
    write: Callable[[Path], Path], tmp_path: Path, dressed: QApplication
) -> None:
    window = opened(dressed, write(tmp_path / "Open.qv"))
    found, tried = set[str](), 0
    try:
        for page in PAGES:
            if not page.fits(window.controller.book.view.settings.format.is_drawn):
                continue
            window.show_page(page.id)
            for part in range(2):
                if part:
                    press("F3")
                settle(dressed)
                keys = sorted(set(shortcuts(window)))
                for field in window.page(page.id).findChildren(QWidget):
                    if isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit) and field.isVisible():
                        tried += len(keys)
                        named = f"{page.id}, {field.accessibleName()}"
                        found |= {f"{named}: {key}" for key in keys if swallowed(field, key)}
    finally:
        window.close_quietly()
    assert tried > 100
    assert found == set()
