"""What a screen reader gets: the tree of Qt's accessible interfaces, and the announcements."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

from ui.desktop.widgets.accessible import Announcement, announcer

Text, Role = QAccessible.Text, QAccessible.Role


class Read(NamedTuple):
    """One thing as it is read out."""

    role: QAccessible.Role
    name: str
    value: str
    description: str
    state: QAccessible.State


def interface(of: QWidget) -> QAccessibleInterface:
    """What a screen reader asks about ``of``."""
    found = QAccessible.queryAccessibleInterface(of)
    assert found is not None
    return found


def read(of: QWidget | QAccessibleInterface) -> Read:
    """All that is read of ``of``."""
    asked = interface(of) if isinstance(of, QWidget) else of
    return Read(
        asked.role(), asked.text(Text.Name), asked.text(Text.Value), asked.text(Text.Description), asked.state()
    )


def children(of: QWidget | QAccessibleInterface) -> list[QAccessibleInterface]:
    """What lies in it, in reading order."""
    asked = interface(of) if isinstance(of, QWidget) else of
    return [asked.child(index) for index in range(asked.childCount())]


@contextmanager
def announcements() -> Iterator[list[Announcement]]:
    """Everything announced meanwhile: nothing from before, and also what still waits at the end."""
    _settle()
    made: list[Announcement] = []
    announcer.made.connect(made.append)
    try:
        yield made
        _settle()
    finally:
        announcer.made.disconnect(made.append)


def _settle() -> None:
    """Let everything be said that waits: a notice waits for its words, and then for its turn."""
    for _ in range(3):
        QApplication.processEvents()
