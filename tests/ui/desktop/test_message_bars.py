"""The line for messages: its colour is that of what it says now."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop.message_bars import MessageBar
from ui.desktop.theme import theme
from ui.desktop.widgets.cards import NoticeKind


class Paints(QObject):
    """How much of a widget was painted last."""

    whole = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and isinstance(watched, MessageBar):
            self.whole |= event.rect() == watched.rect()
        return False


def test_a_message_of_another_kind_paints_the_whole_bar(qtbot: QtBot) -> None:
    bar, paints = MessageBar(), Paints()
    qtbot.addWidget(bar)
    bar.setStyleSheet(theme.style_sheet)
    bar.resize(900, 40)
    with qtbot.waitExposed(bar):
        bar.show_message(mark("Sharing has ended by itself."))
    bar.installEventFilter(paints)
    qtbot.wait(50)
    paints.whole = False
    bar.show_message(mark("Sharing has ended by itself."), NoticeKind.INFO)
    qtbot.waitUntil(lambda: paints.whole)
