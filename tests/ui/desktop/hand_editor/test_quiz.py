"""The quiz of the page that counts a hand, by riichi: asked, answered and compared with keys alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.hand_editor.conftest import read_rows, shown_scorer
from tests.ui.desktop.hand_editor.test_every_system import choose
from tournament.catalogue import rule_set
from tournament.hand.notation import parse_player_hand
from tournament.language import language_of
from tournament.rules.quiz import RandomWin
from ui.desktop.scorer import Scorer
from ui.desktop.translation import translator
from ui.entry.arrangement import PlayerContext

RIICHI = "riichi-ema-2025"
PINFU = RandomWin(parse_player_hand("234m345678p67s22s8s|ES0000"), (("dora", "1m"), ("riichi", "riichi")))
"""Pinfu, tanyao, riichi and a dora: 4 han, 30 fu, which is a mangan: 8000."""
SELF_DRAWN = RandomWin(parse_player_hand("[555m,1]234m67s22s345p8s|SW1000"), (("dora", "1p"),))
"""Tanyao alone: 1 han, 30 fu, 300 from two and 500 from East."""
HANEMAN = RandomWin(
    parse_player_hand("234m345678p67s22s8s|EE1000"), (("dora", "1m"), ("ippatsu", True), ("riichi", "riichi"))
)
ORPHANS = RandomWin(parse_player_hand("19m19s19pESWNCFP9p|ES0000"), ())


@pytest.fixture
def scorer(own_preferences: None, dressed: QApplication) -> Iterator[Scorer]:
    """The page with chance that is always the same."""
    with shown_scorer(dressed, chance=Random(1)) as made:
        yield made


def ask(scorer: Scorer, *wins: RandomWin) -> None:
    """Start the quiz of riichi by its key, with these hands."""
    rules, coming = rule_set(RIICHI), iter(wins)
    assert rules is not None
    assert rules.counter is not None
    counter = replace(rules.counter, random_win=lambda _chance: next(coming))
    scorer.rules.setCurrentIndex(scorer.rules.findData(RIICHI))
    scorer._count_by(RIICHI, replace(rules, counter=counter))
    scorer._player = PlayerContext(replace(rules, counter=counter))
    QTest.keyClick(scorer, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert scorer.quiz.isVisible()


def result(scorer: Scorer) -> str:
    return scorer.quiz.result.text() if scorer.quiz.result.isVisible() else ""


def test_han_fu_and_payment_are_typed_one_after_the_other(
    scorer: Scorer, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    ask(scorer, PINFU, SELF_DRAWN)
    han, fu, payment = scorer.quiz.lines
    assert [line.accessibleName() for line in scorer.quiz.lines] == ["Han (13: yakuman)", "Fu", "The discarder pays"]
    assert han.hasFocus()
    keyboard.type("4 Enter")
    assert fu.hasFocus()
    keyboard.type("3 Enter")
    assert payment.hasFocus()
    keyboard.type("8000 Enter")
    assert result(scorer) == "Correct: 4 han, 30 fu: mangan, 8000"
    assert fu.text() == "30"
    assert "1 of 1 correct" in said(scorer.quiz)
    assert scorer.panel.isVisible()
    assert "Pinfu" in " ".join(read_rows(scorer.panel.counted))
    keyboard.type("7")
    assert payment.text() == "8000", "the answer is given"
    keyboard.type("Enter")
    assert [line.accessibleName() for line in scorer.quiz.lines][2:] == ["Others each pay", "East pays"]
    assert scorer.quiz.lines[0].hasFocus()
    assert {line.text() for line in scorer.quiz.lines} == {""}
    assert not scorer.panel.isVisible()
    assert result(scorer) == ""


def test_what_is_wrong_is_said_of_each_field(scorer: Scorer, keyboard: Keyboard) -> None:
    ask(scorer, SELF_DRAWN, SELF_DRAWN)
    keyboard.type("2 Enter 40 Enter 400 Enter 500 Enter")
    assert result(scorer) == (
        "Han: 1 (you entered 2), Fu: 30 (you entered 40), Others each pay: 300 (you entered 400) "
        "1 han, 30 fu: 1100. The list on the right shows why."
    )
    keyboard.type("Enter 1 Enter 30 Enter Enter 600 Enter")
    assert result(scorer) == (
        "East pays: 500 (you entered 600) 1 han, 30 fu: 1100 (Others each pay: 300). The list on the right shows why."
    )


def test_payments_may_be_left_out_and_are_said(scorer: Scorer, keyboard: Keyboard) -> None:
    ask(scorer, SELF_DRAWN)
    keyboard.type("1 Enter 3 Enter Enter Enter")
    assert result(scorer) == "Correct: 1 han, 30 fu: 1100 (Others each pay: 300, East pays: 500)"


def test_fu_are_passed_over_from_five_han_on(scorer: Scorer, keyboard: Keyboard) -> None:
    ask(scorer, HANEMAN, HANEMAN, PINFU, ORPHANS)
    keyboard.type("7 Enter")
    assert scorer.quiz.lines[2].hasFocus()
    keyboard.type("6000 Enter")
    assert result(scorer) == "Han: 6 (you entered 7) 6 han, 20 fu: haneman, 18000. The list on the right shows why."
    keyboard.type("Enter 6 Enter")
    scorer.quiz.lines[1].setFocus()
    keyboard.type("99 Enter 6000 Enter")
    assert result(scorer) == "Correct: 6 han, 20 fu: haneman, 18000"
    keyboard.type("Enter 5 Enter 8000 Enter")
    assert result(scorer).startswith("Han: 4 (you entered 5), Fu: 30 (you left it empty) ")
    keyboard.type("Enter 13 Enter 32000 Enter")
    assert result(scorer) == "Correct: 1 yakuman: 32000"


def test_an_answer_that_is_missing_or_no_number_is_refused_at_its_field(scorer: Scorer, keyboard: Keyboard) -> None:
    ask(scorer, PINFU)
    han, fu, payment = scorer.quiz.lines
    keyboard.type("Enter")
    assert result(scorer) == "Han: type a number."
    assert han.hasFocus()
    keyboard.type("4 Enter")
    assert result(scorer) == ""
    payment.setFocus()
    keyboard.type("8000 Enter")
    assert result(scorer) == "Fu: type a number."
    assert fu.hasFocus()
    keyboard.type("x Enter")
    assert not scorer.panel.isVisible()
    keyboard.type("Backspace 30 Enter Enter")
    assert result(scorer).startswith("Correct")


def test_what_is_given_is_shown_and_nothing_of_what_follows(
    scorer: Scorer, said: Callable[[QWidget], str], keyboard: Keyboard
) -> None:
    win = RandomWin(
        parse_player_hand("112233m112233s9p9p|SS1010"), (("dora", "1p8pE"), ("riichi", "double"), ("ura", "CFP"))
    )
    ask(scorer, win)
    words = said(scorer)
    dora, ura = "Dora indicators | 1 of dots, 8 of dots, East wind", "Ura-dora indicators | Red dragon"
    for given in ("Wind of the round | South", "Own wind | South", "Self-draw", "Last tile of the wall",
                  "Double riichi", dora, ura):  # fmt: skip
        assert given in words
    for hidden in ("Ryanpeikou", "Haitei", "Chanta", "Junchan", "Verdict"):
        assert hidden not in words
    tiles = scorer.editor.state.arrangement.tiles
    shown = [tiles[item.index] for item in scorer.editor.rack.items[:-1]]
    assert shown == sorted(tiles), "by kind, not by the sets that were read"
    assert not scorer.editor.line.isVisible()
    keyboard.type("9 Enter Enter Enter")
    assert [tiles[item.index].text for item in scorer.editor.rack.items[:3]] == ["1m", "2m", "3m"]


def test_whatever_would_change_the_hand_waits_for_the_end_of_the_quiz(scorer: Scorer, qtbot: QtBot) -> None:
    def press(key: Qt.Key) -> None:
        QTest.keyClick(scorer, key, Qt.KeyboardModifier.ControlModifier)

    scorer.editor.set_typed("123m")
    scorer.hide()
    scorer.show()
    choose(scorer, RIICHI, qtbot)
    assert scorer.last.isVisible()
    assert scorer.options.isVisible()
    press(Qt.Key.Key_Return)
    asked = scorer.editor.state.typed
    assert asked != ""
    assert not scorer.last.isVisible()
    assert not scorer.options.isVisible()
    press(Qt.Key.Key_L)
    assert scorer.editor.state.typed == asked
    press(Qt.Key.Key_Return)
    assert scorer.editor.state.typed != asked, "the key of the quiz asks for another hand"
    QTest.keyClick(scorer, Qt.Key.Key_Escape)
    assert scorer.last.isVisible()
    assert scorer.options.isVisible()
    assert scorer.editor.state.typed == ""


def test_after_the_quiz_a_hand_can_be_typed(scorer: Scorer, keyboard: Keyboard) -> None:
    ask(scorer, PINFU)
    QTest.keyClick(scorer.quiz.lines[0], Qt.Key.Key_F2)
    assert scorer.quiz.lines[0].hasFocus(), "there is nothing else to answer"
    keyboard.type("Esc")
    assert scorer.editor.line.hasFocus()
    assert scorer.editor.situation.isVisible()
    assert not scorer.editor.given.isVisible()
    keyboard.words("234m345678p67s22s8s|ES0000")
    assert scorer.editor.state.verdict.points == 2


def test_an_option_that_is_being_typed_counts_in_the_quiz(scorer: Scorer, qtbot: QtBot, keyboard: Keyboard) -> None:
    choose(scorer, RIICHI, qtbot)
    QTest.keyClick(scorer.editor.line, Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "red_fives" in scorer.options.rows, timeout=20_000)
    red = scorer.options.rows["red_fives"].editor
    red.setFocus()
    QTest.keyClick(red, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keyboard.type("3 Ctrl+Enter")
    player = scorer.editor.state.context.player
    assert player is not None
    assert "red" in {question.name for question in player.questions}
    assert scorer.quiz.lines[0].hasFocus()
    assert scorer.editor.state.verdict.count is not None


def test_other_rules_end_the_quiz_and_have_their_own(scorer: Scorer, qtbot: QtBot, keyboard: Keyboard) -> None:
    ask(scorer, PINFU)
    choose(scorer, "hong-kong", qtbot)
    assert not scorer.quiz.isVisible()
    assert not scorer.asks.isVisible()
    assert scorer.panel.isVisible()
    assert scorer.editor.state.typed == ""
    scorer.rules.setCurrentIndex(scorer.rules.findData("riichi-ema-2016"))
    scorer.choose("riichi-ema-2016")
    keyboard.type("Ctrl+Enter")
    assert not scorer.quiz.isVisible(), "its rules are not loaded yet"
    choose(scorer, "mcr", qtbot)
    keyboard.type("Ctrl+Enter")
    assert [line.accessibleName() for line in scorer.quiz.lines] == ["Your count, flowers included"]
    scorer.rules.setCurrentIndex(scorer.rules.findData(RIICHI))
    scorer.choose(RIICHI)
    assert not scorer.quiz.isVisible()
    qtbot.waitUntil(scorer.asks.isEnabled, timeout=20_000)
    keyboard.type("Ctrl+Enter")
    assert len(scorer.quiz.lines) > 2


def test_leaving_the_page_ends_the_quiz(scorer: Scorer, said: Callable[[QWidget], str], keyboard: Keyboard) -> None:
    ask(scorer, PINFU, PINFU)
    keyboard.type("4 Enter 30 Enter Enter")
    scorer.hide()
    scorer.show()
    assert not scorer.quiz.isVisible()
    assert scorer.editor.state.typed == ""
    QTest.keyClick(scorer, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "0 of 0 correct" in said(scorer.quiz)


def test_it_speaks_the_language_that_is_chosen_meanwhile_and_fits(
    scorer: Scorer, said: Callable[[QWidget], str], keyboard: Keyboard, dressed: QApplication
) -> None:
    scorer.resize(960, 540)
    ask(scorer, SELF_DRAWN)
    keyboard.type("2 Enter 30 Enter Enter")
    for code, words in (("fr", "Chacun des autres paie"), ("zh", "庄家付"), ("en", "Dora indicators | 1 of dots")):
        translator.set_language(language_of(code))
        dressed.processEvents()
        assert words in said(scorer)
        assert scorer.quiz.lines[3].hasFocus()
    keyboard.type("Enter")
    assert result(scorer).startswith("Han: 1 (you entered 2)")
    for code, words in (("fr", "vous avez saisi 2"), ("zh", "您填 2")):
        translator.set_language(language_of(code))
        dressed.processEvents()
        assert words in result(scorer)
        room = scorer.width() - scorer.panel.width()
        assert scorer.quiz.mapTo(scorer, scorer.quiz.rect().topRight()).x() < room
        for line in scorer.quiz.lines:
            assert scorer.quiz.rect().contains(line.mapTo(scorer.quiz, line.rect().bottomRight()))
