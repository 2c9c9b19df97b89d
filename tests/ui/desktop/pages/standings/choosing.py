"""Choosing a list of the page Standings as a user does."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ui.desktop.pages.standings.header import FIGURES, STATISTICS, ListKind, StandingsHeader
from ui.desktop.widgets.choices import Switch


def choose_list(header: StandingsHeader, kind: ListKind) -> None:
    """Go to the list of ``kind`` with the arrows, and for one of the statistics with those of the second switch."""
    if kind in FIGURES:
        _go_to(header.lists, STATISTICS)
        _go_to(header.figures, kind.value)
    else:
        _go_to(header.lists, kind.value)
    assert header.kind is kind


def _go_to(switch: Switch, key: str) -> None:
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Home)
    for _ in range(10):
        if switch.current == key:
            return
        QTest.keyClick(switch, Qt.Key.Key_Right)
    raise AssertionError(key)
