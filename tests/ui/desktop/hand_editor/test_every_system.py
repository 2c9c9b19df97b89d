"""The page that counts a hand, by every system: chosen, typed, asked and explained with keys alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.hand_editor.conftest import read_rows
from tests.ui.entry.test_verdict import GOLD, gold_lines
from tournament.catalogue import COUNT_PLAYERS, SCORERS, rule_set
from tournament.event.settings import Settings
from tournament.language import language_of
from tournament.rules.ruleset import RuleSet
from ui.desktop.bootstrap import make_controller
from ui.desktop.hand_editor.hand_state import WINNING, RackPart
from ui.desktop.hand_editor.situation_form import NEXT_QUESTION
from ui.desktop.scorer import Scorer
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, TextField
from ui.desktop.widgets.labels import TextLabel

FRENCH = "[NNN,1][111m,2]CCC222mSS|-N0000|dh"


def choose(scorer: Scorer, id: str, qtbot: QtBot) -> None:
    """Choose rules with the keys of the list, and go back to the line."""
    scorer.rules.setFocus()
    QTest.keyClick(scorer.rules, Qt.Key.Key_Home)
    for _ in range(scorer.rules.findData(id)):
        QTest.keyClick(scorer.rules, Qt.Key.Key_Down)
    assert scorer.rules.currentData() == id

    def counts() -> bool:
        rules = counting_rules(scorer)
        return (rules.id if rules is not None else "mcr") == id

    qtbot.waitUntil(counts, timeout=20_000)
    scorer.editor.setFocus()


def counting_rules(scorer: Scorer) -> RuleSet | None:
    """The rules by which anybody's tiles are counted now."""
    player = scorer.editor.state.context.player
    return None if player is None else player.rules


def lit(scorer: Scorer) -> set[str]:
    arrangement = scorer.editor.state.arrangement
    return {arrangement.tiles[item.index].text for item in scorer.editor.rack.highlighted
            if item.part is RackPart.CONCEALED}  # fmt: skip


def test_every_system_that_counts_tiles_can_be_chosen(scorer: Scorer) -> None:
    offered = [scorer.rules.itemData(index) for index in range(scorer.rules.count())]
    assert offered == ["mcr", *COUNT_PLAYERS, "guobiao"], "what few events are played by comes last"
    assert set(offered) == {*SCORERS, *COUNT_PLAYERS}


def test_the_page_opens_empty_and_one_key_brings_the_last_hand_back(scorer: Scorer) -> None:
    assert not scorer.last.isVisible()
    scorer.editor.begin(scorer.editor.state.context, "111222333m11199p")
    scorer.hide()
    scorer.show()
    assert scorer.editor.state.typed == ""
    scorer.editor.setFocus()
    QTest.keyClick(scorer, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert scorer.editor.state.typed == "111222333m11199p"
    assert not scorer.last.isVisible()


@pytest.mark.thorough
@pytest.mark.parametrize("id", GOLD)
def test_a_gold_hand_that_is_typed_shows_its_gold_value(
    id: str, scorer: Scorer, qtbot: QtBot, keyboard: Keyboard
) -> None:
    choose(scorer, id, qtbot)
    rules = scorer.editor.state.context.player
    assert rules is not None
    lines = [row for row in gold_lines(id) if row[2].player is not None and row[2].player.rules is rules.rules]
    for name, typed, context, points in [row for row in lines if row[2].player is not None and row[2].player.won][::40]:
        scorer.editor.set_typed("")
        keyboard.words(typed)
        shown = {label.text() for label in scorer.panel.findChildren(TextLabel) if label.isVisible()}
        assert str(points) in shown, name
        assert context.player is not None


def test_the_questions_of_the_rules_are_asked_and_answered_with_keys(
    scorer: Scorer, qtbot: QtBot, keyboard: Keyboard
) -> None:
    choose(scorer, "french-classical-simple", qtbot)
    keyboard.words(FRENCH)
    editor, form = scorer.editor, scorer.editor.situation.questions
    assert list(form.controls) == ["dominant", "ready", "first"]
    assert editor.problem() == "The dominant wind is missing: East's dice choose it."
    assert scorer.editor.state.verdict.points is None
    QTest.keyClick(editor.line, Qt.Key(Qt.Key.Key_F2))
    dominant, ready = form.controls["dominant"], form.controls["ready"]
    assert isinstance(dominant, Switch)
    assert isinstance(ready, ChoiceBox)
    assert dominant.hasFocus()
    for _ in range(2):
        QTest.keyClick(dominant, Qt.Key.Key_Right)
    assert editor.state.typed.endswith("|dh|dominant=S")
    assert editor.state.verdict.points == 1000
    QTest.keyClick(dominant, Qt.Key.Key_F2)
    assert ready.hasFocus()
    QTest.keyClick(ready, Qt.Key.Key_Down)
    assert editor.state.typed.endswith("|dominant=S,ready=ready")
    total = next(row for row in scorer.panel.counted.rows if row.name.en == "Mah-Jong with a ready hand")
    assert total.points == "×2"
    assert NEXT_QUESTION == "F2"


def test_only_what_counts_is_asked(scorer: Scorer, qtbot: QtBot) -> None:
    choose(scorer, "zung-jung", qtbot)
    situation = scorer.editor.situation
    assert list(situation.questions.controls) == ["first", "mixed"]
    assert isinstance(situation.questions.controls["mixed"], CheckBox)
    assert situation.last_of_wall.isVisible()
    assert not situation.last_of_kind.isVisible()
    assert not situation.prevalent.isVisible()
    assert situation.own.isVisible()
    assert not scorer.whose.isVisible()
    choose(scorer, "hong-kong", qtbot)
    assert list(situation.questions.controls) == ["first"]
    assert situation.prevalent.isVisible()
    choose(scorer, "mcr", qtbot)
    assert not situation.questions.isVisible()
    assert situation.last_of_kind.isVisible()
    assert scorer.asks.isVisible()


def test_a_hand_that_did_not_win_has_no_winning_tile(scorer: Scorer, qtbot: QtBot, keyboard: Keyboard) -> None:
    choose(scorer, "french-classical-simple", qtbot)
    scorer.whose.setFocus()
    QTest.keyClick(scorer.whose, Qt.Key.Key_Right)
    scorer.editor.setFocus()
    keyboard.words("[111m,1]13m2s44s59pCC|-W0000||dominant=N")
    editor = scorer.editor
    assert editor.state.verdict.points == 6
    assert "12 tiles instead of 13" in scorer.panel.notice.text()
    assert WINNING not in editor.rack.items
    assert list(editor.situation.questions.controls) == ["dominant", "ready", "void"]
    assert not editor.situation.way.isVisible()


def test_what_is_looked_at_lights_its_sets_and_says_what_it_is(scorer: Scorer, qtbot: QtBot) -> None:
    choose(scorer, "french-classical-simple", qtbot)
    scorer.editor.set_typed(f"{FRENCH}|dominant=S")
    rows = scorer.panel.counted
    rows.setFocus()
    assert rows.rows[0].name.en == "Pair of the dominant wind"
    assert lit(scorer) == {"S"}
    assert WINNING in scorer.editor.rack.highlighted
    QTest.keyClick(rows, Qt.Key.Key_Down)
    assert {item.part for item in scorer.editor.rack.highlighted} == {RackPart.MELD}
    assert rows.currentIndex().data() == (
        "2 × Exposed pung (1, 9 or winds), 8 (Three equal tiles, exposed: 1, 9 or winds)"
    )


def test_what_stands_in_the_place_of_another_is_told(scorer: Scorer, qtbot: QtBot) -> None:
    choose(scorer, "zung-jung", qtbot)
    scorer.editor.set_typed("111222333m44455m|-S0000")
    reasons = [translator.translate(row.reason) for row in scorer.panel.left_out.rows if row.reason is not None]
    assert reasons
    assert all(reason.startswith("replaced by") for reason in reasons)
    translator.set_language(language_of("fr"))
    assert all(", remplacé par" in text for text in read_rows(scorer.panel.left_out))
    translator.set_language(language_of("zh"))
    assert "清一色" in " ".join(read_rows(scorer.panel.counted))


def test_options_of_the_rules_can_be_changed(scorer: Scorer, qtbot: QtBot, keyboard: Keyboard) -> None:
    choose(scorer, "french-classical-simple", qtbot)
    scorer.editor.set_typed(f"{FRENCH}|dominant=S,ready=ready")
    assert scorer.editor.state.verdict.points == 1000
    QTest.keyClick(scorer.editor.line, Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "limit" in scorer.options.rows, timeout=20_000)
    limit = scorer.options.rows["limit"].editor
    limit.setFocus()
    QTest.keyClick(limit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keyboard.words("2000\r")
    assert scorer.editor.state.verdict.points == 2000
    QTest.keyClick(limit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keyboard.words("x\r")
    assert scorer.options.rows["limit"].problem()
    assert scorer.editor.state.verdict.points == 2000


def test_flowers_are_offered_where_they_are_played_with(scorer: Scorer, qtbot: QtBot) -> None:
    choose(scorer, "quebec-classical", qtbot)
    assert "a" not in {face for faces in scorer.editor.picker.rows for face in faces}
    choose(scorer, "hong-kong", qtbot)
    assert "a" in {face for faces in scorer.editor.picker.rows for face in faces}


def test_the_rules_chosen_last_are_those_of_the_next_time(scorer: Scorer, qtbot: QtBot) -> None:
    choose(scorer, "hong-kong", qtbot)
    scorer.editor.set_typed("123m")
    again = Scorer(make_controller("Referee"))
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: again.editor.state.context.player is not None, timeout=20_000)
    assert again.rules.currentData() == "hong-kong"
    assert scorer.editor.state.typed == "123m"


def test_hands_are_counted_by_the_rules_of_an_event_from_its_opening_on(
    scorer: Scorer, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(scorer, "hong-kong", qtbot)
    scorer.hide()
    controller = scorer._controller
    controller.create(tmp_path / "cup.qv", Settings("Cup", rules="quebec-classical", options=(("limit", 1500),)))
    scorer.show()
    event_rules = rule_set("quebec-classical", (("limit", 1500),))
    qtbot.waitUntil(lambda: counting_rules(scorer) is event_rules, timeout=20_000)
    choose(scorer, "hong-kong", qtbot)
    scorer.hide()
    scorer.show()
    assert scorer.rules.currentData() == "hong-kong"
    controller.create(tmp_path / "own.qv", Settings("Own", rules="blank"))
    scorer.hide()
    scorer.show()
    assert scorer.rules.currentData() == "hong-kong"
    controller.close()


def test_the_next_tile_is_told_its_value(scorer: Scorer, qtbot: QtBot, said: Callable[[QWidget], str]) -> None:
    choose(scorer, "zung-jung", qtbot)
    scorer.editor.set_typed("123456789m112p")
    qtbot.waitUntil(lambda: scorer.panel.next_tiles.rows > 0, timeout=20_000)
    assert "50 · Nine-Tile Straight" in said(scorer.panel.next_tiles)


def test_riichi_asks_for_dora_as_tiles_and_shows_han_and_fu(scorer: Scorer, qtbot: QtBot, keyboard: Keyboard) -> None:
    choose(scorer, "riichi-ema-2025", qtbot)
    keyboard.words("234456m678p23s55s4s|SW0000")
    editor, form = scorer.editor, scorer.editor.situation.questions
    assert list(form.controls) == ["riichi", "ippatsu", "first", "dora", "ura"]
    assert editor.state.verdict.points == 2
    dora = form.controls["dora"]
    assert isinstance(dora, TextField)
    dora.setFocus()
    keyboard.words("7")
    assert dora.property("refused"), "the suit is missing"
    keyboard.words("p")
    assert not dora.property("refused")
    assert editor.state.typed.endswith("||dora=7p")
    assert editor.state.verdict.points == 3
    keyboard.words(" 4s")
    assert dora.text() == "7p 4s", "what is typed stays as it is typed"
    assert editor.state.typed.endswith("||dora=4s7p")
    shown = {row.name.en: translator.translate(row.points) for row in scorer.panel.counted.rows}
    assert shown == {"Pinfu": "1 han", "Tanyao": "1 han", "Dora": "3 han", "Winning": "20 fu",
                     "Concealed, on a discard": "10 fu"}  # fmt: skip
    assert "5 han, 30 fu: mangan, 8000" in {label.text() for label in scorer.panel.findChildren(TextLabel)}
    assert "3 han" in " ".join(read_rows(scorer.panel.counted))
