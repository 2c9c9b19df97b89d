"""Keys in sentences, notices, chips, marks, signs, cards."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import Language, Text, mark, verbatim
from tournament.tiles.wind import Wind
from ui.desktop.pages.tables.table_cards import COMPACT_WIDTH, TableCard
from ui.desktop.theme import Tone, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import Card, EmptyState, Notice, NoticeKind
from ui.desktop.widgets.keys import Key, KeyHint, KeyText, key_width
from ui.desktop.widgets.signs import SIDE, Chip, PlayerBadge, StatusIcon, StatusSign, draw_wind


def drawn(qtbot: QtBot, widget: QWidget) -> QImage:
    qtbot.addWidget(widget)
    widget.setStyleSheet(theme.style_sheet)
    widget.resize(widget.sizeHint())
    widget.show()
    return widget.grab().toImage()


def inked(image: QImage, colour: str) -> int:
    """Count the points of about this colour: thin lines are mixed with their ground."""
    wanted = QColor(colour)

    def near(seen: QColor) -> bool:
        off = (seen.red() - wanted.red(), seen.green() - wanted.green(), seen.blue() - wanted.blue())
        return max(map(abs, off)) <= 12

    return sum(near(image.pixelColor(x, y)) for x in range(image.width()) for y in range(image.height()))


def test_keys_in_a_sentence_are_read_out(qtbot: QtBot) -> None:
    text = KeyText(mark("Press {key} if it was drawn.", key=Key("X")))
    qtbot.addWidget(text)
    assert text.text() == text.accessibleName() == "Press X if it was drawn."


def test_a_full_stop_never_begins_a_line(qtbot: QtBot) -> None:
    text = KeyText(mark("No hands yet: press {key}.", key=Key("Ctrl+Return")), wrap=True)
    qtbot.addWidget(text)
    for width in range(60, 400):
        assert all(piece != "." or left > 0 for _, left, piece in text._flow(width))


def test_a_sentence_with_keys_wraps(qtbot: QtBot) -> None:
    text = KeyText(mark("No hands yet. Press {key} for the winner of hand 1.", key=Key("1")), wrap=True)
    qtbot.addWidget(text)
    assert text.heightForWidth(120) > text.heightForWidth(1000)


def test_a_key_is_drawn_in_its_box(qtbot: QtBot) -> None:
    assert inked(drawn(qtbot, KeyHint("Ctrl+Z")), theme.tokens.line) > 20


@pytest.mark.parametrize("kind", NoticeKind)
def test_a_notice_has_sign_and_words(qtbot: QtBot, kind: NoticeKind) -> None:
    notice = Notice(kind, mark("Two totals differ by {points}", points=8), mark("Look at hand {hand}.", hand=4))
    image = drawn(qtbot, notice)
    assert notice.text() == "Two totals differ by 8 Look at hand 4."
    assert inked(image, kind.sign.tone.of(theme.tokens)) > 5


def test_a_notice_has_no_line_for_a_text_that_says_nothing(qtbot: QtBot) -> None:
    alone, silent = Notice(NoticeKind.WARN, mark("Players")), Notice(NoticeKind.WARN, mark("Players"), verbatim(""))
    for notice in (alone, silent):
        qtbot.addWidget(notice)
    assert silent.sizeHint() == alone.sizeHint()


def test_a_chip_is_said_again(qtbot: QtBot, echo: Language) -> None:
    chip = Chip(mark("Not published"), icon="pen", tone=Tone.WARN)
    qtbot.addWidget(chip)
    before = chip.sizeHint().width()
    translator.set_language(echo)
    assert chip.text() == "Not published Not published"
    assert chip.sizeHint().width() > before


@pytest.mark.parametrize("wind", Wind)
def test_only_east_has_a_filled_ground(dressed: QApplication, wind: Wind) -> None:
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.tokens.paper))
    painter = QPainter(image)
    draw_wind(painter, QRectF(0, 0, SIDE, SIDE), wind)
    painter.end()
    assert (inked(image, theme.tokens.paper_rule) > 100) is (wind is Wind.EAST)
    assert inked(image, theme.tokens.ink) > 5


def test_a_player_is_named_by_number(qtbot: QtBot) -> None:
    player = PlayerBadge(3)
    drawn(qtbot, player)
    player.set_number(4)
    assert player.text() == "4"


def test_a_sign_tells_its_meaning(qtbot: QtBot) -> None:
    sign = StatusSign(StatusIcon.DIFFERS, mark("Totals differ"))
    image = drawn(qtbot, sign)
    assert inked(image, theme.tokens.danger) > 10
    sign.set_status(StatusIcon.DONE, mark("Verified"))
    assert sign.accessibleName() == "Verified"


@pytest.mark.parametrize("number", [7, 100])
def test_a_table_card_says_its_state_in_sign_and_words(qtbot: QtBot, number: int) -> None:
    card = TableCard(number)
    card.set_state(StatusIcon.PLAYING, mark("{n} of {of}", n=7, of=16), played=7)
    first = drawn(qtbot, card)
    assert card.accessibleName() == f"Table {number}: 7 of 16"
    card.set_state(StatusIcon.PLAYING, mark("{n} of {of}", n=8, of=16), played=8)
    assert card.grab().toImage() != first
    with qtbot.waitSignal(card.clicked):
        qtbot.mouseClick(card, Qt.MouseButton.LeftButton)


def test_a_compact_card_keeps_its_words_as_tooltip(qtbot: QtBot) -> None:
    card = TableCard(12)
    card.set_state(StatusIcon.TO_VERIFY, mark("To verify"), played=16)
    qtbot.addWidget(card)
    card.set_compact(True)
    assert card.sizeHint().width() == COMPACT_WIDTH
    assert card.toolTip() == "To verify"


def test_selecting_a_card_moves_nothing(qtbot: QtBot) -> None:
    card = Card()
    card.body.addWidget(KeyHint("G"))
    before = drawn(qtbot, card)
    place = card.body.geometry()
    card.set_selected(True)
    assert card.grab().toImage() != before
    assert card.body.geometry() == place


def test_an_empty_state_has_one_way_out(qtbot: QtBot) -> None:
    empty = EmptyState(mark("No draw yet."), mark("Draw the tables"), shortcut="Ctrl+R")
    qtbot.addWidget(empty)
    with qtbot.waitActive(empty):
        empty.show()
    with qtbot.waitSignal(empty.activated):
        qtbot.keyClick(empty, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("text", ["Enter ici : encore un mot", "{key} : encore « un » mot", "Est-ce sûr ? Oui ; non !"])
def test_no_line_begins_with_a_french_mark(dressed: QApplication, text: str) -> None:
    shown = KeyText(Text(text, (("key", Key("F6")),)), wrap=True)
    for width in range(20, 260, 3):
        rows: dict[int, str] = {}
        for row, _left, piece in shown._flow(width):
            rows[row] = rows.get(row, "") + piece
        assert not any(line.lstrip().startswith((":", ";", "?", "!", "»")) for line in rows.values())
        assert not any(line.rstrip().endswith("«") for line in rows.values())


@pytest.mark.parametrize(
    "text",
    [
        "按 {key} 或输入数字到纸上总分：全部一致时，在第四个按 {key} 即签字（Ada 先）。",
        "以签字的总分为准。{key} 确认。",
    ],
)
def test_a_chinese_line_is_filled_and_begins_with_no_mark(dressed: QApplication, text: str) -> None:
    shown = KeyText(Text(text, (("key", Key("F6")),)), wrap=True)
    one = shown._width("签")
    for width in range(90, 260, 3):
        rows: dict[int, list[str]] = {}
        for row, _left, piece in shown._flow(width):
            rows.setdefault(row, []).append(piece)
        lines = ["".join(pieces).strip(" \n") for pieces in rows.values()]
        assert not any(line.startswith(tuple("，。：；？！）”、")) for line in lines)
        used = [sum(shown._width(piece) for piece in pieces if piece.strip()) for pieces in rows.values()]
        room = max(key_width("F6") + 2 * one, shown._width("（Ada"), 2 * one)
        assert [
            (line, each) for line, each in zip(lines[:-1], used, strict=False) if not width - room <= each <= width
        ] == []
