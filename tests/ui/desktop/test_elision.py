"""The helper finds what cannot be read, and nothing else."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.elision import cut_texts, inside_window
from tournament.language import verbatim
from ui.desktop.theme import theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel

WORDS = "Maximilienne-Apolline"


class Painted(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        place = QRectF(self.rect() & event.rect())
        painting.words(painting.begin(self), place, WORDS, colour=theme.tokens.text)


def button() -> OutlineButton:
    return OutlineButton(verbatim(WORDS))


@pytest.mark.parametrize(
    "make", [lambda: ElidedLabel(verbatim(WORDS)), lambda: TextLabel(verbatim(WORDS)), Painted, button]
)
@pytest.mark.parametrize(("width", "whole"), [(60, False), (300, True)])
def test_words_without_room_are_found(qtbot: QtBot, make: type[QWidget], width: int, whole: bool) -> None:
    holder, part = QWidget(), make()
    qtbot.addWidget(holder)
    part.setParent(holder)
    holder.resize(400, 60)
    part.setGeometry(0, 0, width, 40)
    holder.show()
    found = cut_texts(holder)
    assert (found == []) is whole, found
    assert all(WORDS in text for text in found)
    assert not cut_texts(holder, allowed={WORDS})


def test_a_paragraph_needs_its_height(qtbot: QtBot) -> None:
    holder, part = QWidget(), TextLabel(verbatim(f"{WORDS} {WORDS}"), wrap=True)
    qtbot.addWidget(holder)
    part.setParent(holder)
    holder.resize(400, 100)
    part.setGeometry(0, 0, 200, 20)
    holder.show()
    assert len(cut_texts(holder)) == 1
    part.setGeometry(0, 0, 200, 60)
    assert cut_texts(holder) == []


def test_a_part_outside_is_found(qtbot: QtBot) -> None:
    holder, part = QWidget(), QLabel("seen")
    qtbot.addWidget(holder)
    part.setParent(holder)
    holder.resize(200, 60)
    part.setGeometry(150, 0, 100, 20)
    holder.show()
    assert cut_texts(holder) == ["QLabel: seen (stands outside: 50 of 100)"]
    assert not inside_window(part)
    part.setGeometry(50, 0, 100, 20)
    assert cut_texts(holder) == []
    assert inside_window(part)
