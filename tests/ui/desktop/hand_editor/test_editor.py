"""The editor in the hands of a referee: keys, mouse, the verdict beside it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.hand_editor.conftest import read_rows, shown_scorer
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Language, language_of
from tournament.tiles.names import flower_name, tile_name
from tournament.tiles.tile import TILES
from tournament.tiles.wind import Wind
from ui.desktop import __main__ as start
from ui.desktop.controller import EventController
from ui.desktop.hand_editor.editor import HandEditor
from ui.desktop.hand_editor.hand_state import WINNING, RackItem, RackPart
from ui.desktop.hand_editor.verdict_panel import VerdictPanel
from ui.desktop.scorer import Scorer
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled
from ui.desktop.window import Window
from ui.entry.arrangement import FLOWERS
from ui.entry.verdict import HandContext

PICTURE = "[234p,1]234m23456s88p7s|NE0000|a"


@pytest.fixture
def scorer(dressed: QApplication) -> Iterator[Scorer]:
    """The stand-alone scorer, shown."""
    with shown_scorer(dressed, 1352, 816) as made:
        yield made


@pytest.fixture
def editor(scorer: Scorer) -> HandEditor:
    return scorer.editor


@pytest.fixture
def panel(scorer: Scorer) -> VerdictPanel:
    return scorer.panel


class PaintedRegions(QObject):
    """Notes what is painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.regions: list[QRegion] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the region of each painting."""
        if watched is self.parent() and isinstance(event, QPaintEvent):
            self.regions.append(event.region())
        return False


def click(editor: HandEditor, face: str) -> None:
    QTest.mouseClick(editor.picker, Qt.MouseButton.LeftButton, pos=editor.picker.rect_of(face).center().toPoint())


def test_typing_a_hand_gives_its_verdict(editor: HandEditor, panel: VerdictPanel, keyboard: Keyboard) -> None:
    keyboard.type(PICTURE)
    assert editor.state.verdict.points == 14
    assert [(row.number, row.points) for row in panel.counted.rows] == [
        (41, "8"), (63, "2"), (68, "2"), (71, "1"), (81, "1"),
    ]  # fmt: skip
    assert editor.problem() == ""


def test_the_loose_form_is_read_too(editor: HandEditor, keyboard: Keyboard) -> None:
    keyboard.words("234m 23456s 88p !7s (234p) 1f|NE0000")
    assert editor.state.verdict.points == 14


def test_a_pasted_hand_is_judged(editor: HandEditor, dressed: QApplication, keyboard: Keyboard) -> None:
    dressed.clipboard().setText(PICTURE)
    keyboard.type("Ctrl+V")
    assert editor.state.verdict.points == 14


def test_tab_takes_over_what_is_proposed(editor: HandEditor, keyboard: Keyboard) -> None:
    keyboard.type("[234p Tab 234m23456s88p7s Tab |a")
    assert editor.state.typed == "[234p,1]234m23456s88p7s|EE0000|a"
    keyboard.type("Tab")
    assert not editor.line.hasFocus()


def test_the_situation_is_proposed_in_words(editor: HandEditor, keyboard: Keyboard) -> None:
    keyboard.type("[234p,1]234m23456s88p")
    assert editor.line.completion_words() == ""
    keyboard.type("7s")
    assert editor.line.completion_words() == "Tab also adds the winds: East, East"
    translator.set_language(language_of("fr"))
    assert editor.line.completion_words() == "Tab ajoute aussi les vents\u00a0: Est, Est"
    keyboard.type("|")
    assert editor.line.completion_words() == ""
    assert editor.line.completion == "EE0000"


def test_clicks_in_the_picker_write_the_line(editor: HandEditor) -> None:
    for face in ("2m", "3m", "4m", "2s", "3s", "4s", "5s", "6s", "8p", "8p", "2p", "3p", "4p", "7s", "a"):
        click(editor, face)
    assert editor.state.typed == "234m23456s88234p7s|EE0000|a"
    assert editor.state.verdict.arrangement.winning is not None
    assert editor.picker.left("8p") == 2
    assert editor.picker.left("a") == 0
    click(editor, "a")
    assert editor.state.verdict.arrangement.flowers == ""


def test_a_spent_kind_is_refused(editor: HandEditor) -> None:
    for _ in range(5):
        click(editor, "E")
    assert editor.state.typed == "EEEE"


def test_a_key_paints_only_the_kinds_that_it_changes(editor: HandEditor, dressed: QApplication) -> None:
    editor.set_typed("12m")
    dressed.processEvents()
    painted = PaintedRegions(editor.picker)
    editor.set_typed("123m")
    dressed.processEvents()
    (region,) = painted.regions
    assert region.contains(editor.picker.rect_of("3m").toAlignedRect())
    assert not region.contains(editor.picker.rect_of("1m").center().toPoint())
    assert not region.contains(editor.picker.rect_of("P").center().toPoint())


def test_the_picker_works_by_keys(editor: HandEditor, keyboard: Keyboard) -> None:
    editor.picker.setFocus()
    QTest.keyClick(editor.picker, Qt.Key.Key_Space)
    QTest.keyClick(editor.picker, Qt.Key.Key_Right)
    QTest.keyClick(editor.picker, Qt.Key.Key_Space)
    QTest.keyClick(editor.picker, Qt.Key.Key_Down)
    QTest.keyClick(editor.picker, Qt.Key.Key_Space)
    assert editor.state.typed == "12m2p"
    assert "2 of dots" in editor.picker.accessibleDescription()
    keyboard.type("Backspace")
    assert editor.state.typed == "12m"


def test_a_click_on_tiles_leaves_the_keyboard_to_the_line(editor: HandEditor, keyboard: Keyboard) -> None:
    for tiles, where in ((editor.picker, lambda: editor.picker.rect_of("5m")),
                         (editor.rack, lambda: editor.rack.tile_layout().tiles[0].rect)):  # fmt: skip
        editor.set_typed("1m2m")
        editor.line.setFocus()
        QTest.mouseClick(tiles, Qt.MouseButton.LeftButton, pos=where().center().toPoint())
        before = editor.state.typed
        keyboard.type("9s")
        assert editor.state.typed == before + "9s"


def test_what_is_typed_on_the_tiles_goes_into_the_line(editor: HandEditor, keyboard: Keyboard) -> None:
    editor.picker.setFocus()
    keyboard.type("123m")
    assert editor.state.typed == "123m"
    assert editor.line.hasFocus()


def test_a_click_that_adds_no_tile_says_why(editor: HandEditor, keyboard: Keyboard) -> None:
    def click(face: str) -> None:
        point = editor.picker.rect_of(face).center().toPoint()
        QTest.mouseClick(editor.picker, Qt.MouseButton.LeftButton, pos=point)

    editor.set_typed("234pEEE234m88s567s")
    click("1m")
    assert "already has 14 tiles: remove one first" in editor.problem()
    keyboard.type("Backspace")
    assert "already has 14 tiles" not in editor.problem()
    editor.set_typed("1111m")
    click("1m")
    assert "No tile is left of 1 of characters" in editor.problem()
    editor.set_typed("123m")
    assert not editor.problem()


def test_a_key_on_the_rack_that_changes_nothing_says_why(editor: HandEditor) -> None:
    editor.set_typed("234pEEE234m88s567s")
    rack = editor.rack
    rack.setFocus()
    QTest.keyClick(rack, Qt.Key.Key_K)
    assert "A kong needs four concealed tiles" in editor.problem()
    for key in (Qt.Key.Key_C, Qt.Key.Key_K, Qt.Key.Key_Space):
        for _ in rack.items:
            QTest.keyClick(rack, Qt.Key.Key_Right)
            before = editor.state.typed
            editor.set_typed(before)
            QTest.keyClick(rack, key)
            assert editor.state.typed != before or editor.problem()


def test_dragging_a_tile_to_the_right_claims_its_set(editor: HandEditor) -> None:
    editor.set_typed("234p234m")
    rack = editor.rack
    start = next(spot for spot in rack.tile_layout().tiles if spot.face == "3p").rect.center().toPoint()
    end = QPoint(rack.width() - 20, start.y())
    QTest.mousePress(rack, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(rack, (start + end) / 2)
    QTest.mouseMove(rack, end)
    QTest.mouseRelease(rack, Qt.MouseButton.LeftButton, pos=end)
    assert editor.state.typed == "[234p,2]234m"


def test_the_rack_works_by_keys(editor: HandEditor) -> None:
    editor.set_typed("234pEEE234m88s567s")
    rack = editor.rack
    rack.setFocus()
    at = next(
        i
        for i, p in enumerate(rack.items)
        if p.part is RackPart.CONCEALED and editor.state.verdict.arrangement.tiles[p.index].text == "E"
    )
    for _ in range(at):
        QTest.keyClick(rack, Qt.Key.Key_Right)
    assert rack.accessibleDescription() == "East wind"
    QTest.keyClick(rack, Qt.Key.Key_C)
    assert editor.state.typed.startswith("[EEE,1]")
    for _ in range(20):
        QTest.keyClick(rack, Qt.Key.Key_Right)
        if rack.accessibleDescription().startswith("Pung"):
            break
    QTest.keyClick(rack, Qt.Key.Key_Space)
    assert editor.state.typed.startswith("[EEE,2]")
    QTest.keyClick(rack, Qt.Key.Key_K)
    assert editor.state.typed.startswith("[EEEE,6]")
    QTest.keyClick(rack, Qt.Key.Key_Delete)
    assert "E" not in editor.state.typed.partition("|")[0]


def test_looking_at_a_fan_lights_its_sets(editor: HandEditor, panel: VerdictPanel) -> None:
    editor.set_typed(PICTURE)
    panel.counted.setFocus()
    arrangement = editor.state.verdict.arrangement
    lit = {arrangement.tiles[item.index].text for item in editor.rack.highlighted if item.part is RackPart.CONCEALED}
    assert lit == {"2m", "3m", "4m", "2s", "3s", "4s"}
    assert RackItem(RackPart.MELD, 0) in editor.rack.highlighted
    assert WINNING not in editor.rack.highlighted
    for _ in range(3):
        QTest.keyClick(panel.counted, Qt.Key.Key_Down)
    assert WINNING in editor.rack.highlighted
    editor.line.setFocus()
    assert editor.rack.highlighted == frozenset()


def test_how_it_was_won_writes_the_situation(editor: HandEditor) -> None:
    editor.set_typed("[4444p]234m23456s88s7s")
    editor.situation.way.setFocus()
    QTest.keyClick(editor.situation.way, Qt.Key.Key_Right)
    assert editor.state.verdict.arrangement.situation == Situation(self_drawn=True)
    QTest.keyClick(editor.situation.way, Qt.Key.Key_Right)
    assert editor.state.typed.endswith("|EE1001")
    editor.situation.last_of_wall.click()
    assert editor.state.typed.endswith("|EE1011")


def test_what_cannot_be_is_off_and_says_why(editor: HandEditor) -> None:
    editor.set_typed("234p234m23456s8p8p7s")
    editor.situation.way.setFocus()
    QTest.keyClick(editor.situation.way, Qt.Key.Key_Right)
    QTest.keyClick(editor.situation.way, Qt.Key.Key_Right)
    assert editor.state.verdict.arrangement.situation.robbed, (
        "passed over: the replacement for a kong that is not there"
    )
    assert "needs a kong" in editor.situation.reasons
    editor.set_typed("234p234m234s88p777s")
    assert not editor.situation.last_of_kind.isEnabled()
    assert "It is not the last 7s" in editor.situation.reasons


def test_what_is_struck_out_is_explained_when_one_goes_there(editor: HandEditor) -> None:
    def shown() -> list[str]:
        return [label.text() for label in editor.situation.findChildren(TextLabel) if "The sheet says" in label.text()]

    editor.begin(HandContext(Situation(Wind.NORTH, Wind.WEST, self_drawn=True), fixed=True), "234p234m23456s88p7s")
    editor.setFocus()
    assert shown() == []
    assert "The sheet says self-draw" in editor.situation.accessibleDescription()
    editor.situation.way.setFocus()
    assert shown() != []
    editor.setFocus()
    assert shown() == []


def test_the_sheet_fixes_winds_and_self_draw(editor: HandEditor) -> None:
    editor.begin(HandContext(Situation(Wind.NORTH, Wind.WEST, self_drawn=True), fixed=True), "234p234m23456s88p7s")
    assert not editor.situation.prevalent.isVisible()
    assert "Discard, Robbed kong: The sheet says self-draw." in editor.situation.reasons
    editor.situation.way.setFocus()
    QTest.keyClick(editor.situation.way, Qt.Key.Key_Left)
    assert editor.state.verdict.arrangement.situation.self_drawn
    editor.set_typed("234p234m23456s88p7s|EE0000")
    assert editor.state.verdict.arrangement.situation.seat is Wind.WEST
    assert "The sheet counts." in editor.situation.reasons
    editor.set_typed("234p234m23456s88p7s|NW1000")
    assert "The sheet counts." not in editor.situation.reasons


@pytest.mark.sampled(1)
@pytest.mark.parametrize("width", [912, 1180, 1352])
def test_nothing_is_cut_in_a_narrow_window(scorer: Scorer, dressed: QApplication, width: int) -> None:
    scorer.resize(width, 600)
    scorer.editor.set_typed("[1111s,2][CCCC,7][4444p][EEE,3]9m9m|EE1001|abcdefgh")
    dressed.processEvents()
    editor = scorer.editor
    assert editor.width() <= width - scorer.panel.width()
    spots = editor.rack.tile_layout().tiles
    assert len(spots) == 17
    assert all(editor.rack.rect().contains(spot.rect.toAlignedRect()) for spot in spots)
    assert editor.picker.rect().contains(editor.picker.rect_of("P").center().toPoint())


def test_widgets_take_a_language_twice_as_long(scorer: Scorer, echo: Language, dressed: QApplication) -> None:
    scorer.editor.set_typed(PICTURE)
    translator.set_language(echo)
    dressed.processEvents()
    assert scorer.editor.situation.way.width() >= scorer.editor.situation.way.sizeHint().width()
    assert scorer.panel.counted.height() >= scorer.panel.counted.sizeHint().height()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("11111m", "There are only four 1m. Column 5."),
        ("123456789m1234567s", "it needs"),
        ("12mz", "“z” is not a tile."),
    ],
)
def test_a_fault_is_told_under_the_line(editor: HandEditor, typed: str, words: str) -> None:
    editor.set_typed(typed)
    assert words in editor.problem()
    editor.set_typed("123m")
    assert editor.problem() == ""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("[234p,1][567p,1]99m234m567s|EE0000", "below 8"),
        ("1479m258p369sESWE", "Not a winning hand"),
        ("123456789m1234s", "Ready: 2 kinds"),
        ("1479m258p369sESW", "Not ready"),
    ],
)
def test_what_is_no_win_is_told_in_words(editor: HandEditor, panel: VerdictPanel, typed: str, words: str) -> None:
    editor.set_typed(typed)
    assert words in panel.notice.text()


def test_every_tile_has_a_name_of_its_own_in_every_language() -> None:
    for code in ("en", "fr", "zh"):
        translator.set_language(language_of(code))
        names = [translator.translate(tile_name(tile)) for tile in TILES] + [
            translator.translate(flower_name(each)) for each in FLOWERS
        ]
        assert len(set(names)) == 42


def test_names_of_fan_come_in_the_chosen_language(editor: HandEditor, panel: VerdictPanel) -> None:
    editor.set_typed(PICTURE)
    assert read_rows(panel.counted)[0] == "Mixed Triple Chow 三色三同顺, 8"
    panel.language.setFocus()
    QTest.keyClick(panel.language, Qt.Key.Key_Right)
    assert "Mixed Triple Chow" not in " ".join(read_rows(panel.counted))
    QTest.keyClick(panel.language, Qt.Key.Key_Right)
    assert read_rows(panel.counted)[0] == "三色三同顺, 8"


@pytest.mark.thorough
def test_the_verdict_has_a_scroll_bar_only_where_it_does_not_fit(scorer: Scorer, dressed: QApplication) -> None:
    scorer.editor.set_typed("[234p,1]234m23456s88p7s")
    (scrolled,) = scorer.panel.findChildren(Scrolled)
    seen = set()
    for high in (*range(500, 900, 20), *range(900, 500, -20)):
        scorer.resize(1352, high)
        dressed.processEvents()
        inside, room = scrolled.widget(), scrolled.maximumViewportSize()
        assert inside is not None
        shown = scrolled.verticalScrollBar().isVisible()
        assert shown is (inside.heightForWidth(room.width()) > room.height())
        seen.add(shown)
    assert seen == {True, False}


def test_the_quiz_hides_the_verdict_until_it_is_counted(scorer: Scorer, said: Callable[[QWidget], str]) -> None:
    scorer.ask()
    counted = scorer.editor.state.verdict.points
    assert counted is not None
    assert counted >= 8
    assert not scorer.panel.isVisible()
    QTest.keyClicks(scorer.quiz.lines[0], f"{counted}\r")
    assert scorer.panel.isVisible()
    assert f"Correct: {counted}" in scorer.quiz.result.text()
    assert "1 of 1 correct" in said(scorer.quiz)
    QTest.keyClick(scorer.quiz.lines[0], Qt.Key.Key_Return)  # the next hand
    assert scorer.quiz.lines[0].text() == ""
    QTest.keyClicks(scorer.quiz.lines[0], "x\r")
    assert not scorer.panel.isVisible()
    QTest.keyClicks(scorer.quiz.lines[0], "\b7\r")
    assert "you entered 7" in scorer.quiz.result.text()
    QTest.keyClick(scorer.quiz, Qt.Key.Key_Escape)
    assert not scorer.quiz.isVisible()
    assert scorer.editor.state.typed == ""
    assert scorer.editor.state.context.situation == EAST_BY_DISCARD
    assert not scorer.editor.situation.last_of_wall.isChecked()


def test_the_scorer_opens_without_an_event_and_is_left_for_the_start(
    controller: EventController, dressed: QApplication
) -> None:
    controller.close()
    window = Window(controller)
    window.show()
    dressed.processEvents()
    controller.navigation.page_wanted.emit("scorer")
    scorer = window.page("scorer")
    assert isinstance(scorer, Scorer)
    assert window.current == "scorer"
    QTest.keyClick(scorer, Qt.Key.Key_Escape)
    assert window.current == "start"
    window.close_quietly()


def test_the_command_line_asks_for_the_scorer() -> None:
    assert start._asked(["desktop", "--score"]).score


def test_the_command_line_takes_the_file_anywhere() -> None:
    for words in (["a.qv", "--lang", "fr"], ["desktop", "--lang", "fr", "a.qv"]):
        asked = start._asked(words)
        assert (asked.file, asked.lang) == (Path("a.qv"), "fr")


def test_a_wait_that_does_not_count_names_the_other_tiles(scorer: Scorer) -> None:
    scorer.editor.set_typed("123m456m12345s55p3s")
    (row,) = (row for row in scorer.panel.left_out.rows if row.name.en == "Edge Wait")
    assert row.reason is not None
    assert translator.translate(row.reason) == "6s would complete it too"
    assert not scorer.panel.next_best.isVisible(), "only the set of the winning tile would be another"
    scorer.editor.set_typed("11223344556677s")
    assert scorer.panel.next_best.text() == "Next best reading: 31, as 123s 123s 456s 456s 77s"
    assert scorer.panel.next_best.isVisible()


def test_no_reason_is_cut(scorer: Scorer) -> None:
    scorer.editor.set_typed("[567m,2][123s,1][123s,2]1344p2p|WN0010|1")
    rows = scorer.panel.left_out
    twice = next(row for row in rows.rows if row.name.en == "Mixed Double Chow")
    assert twice.reason is not None
    delegate, width = rows._delegate, rows.width()
    assert len(delegate.reason_lines(twice, width)) == 2
    assert " ".join(delegate.reason_lines(twice, width)) == translator.translate(twice.reason)
    once = next(row for row in rows.rows if row is not twice)
    assert delegate.height_of(twice, width) > delegate.height_of(once, width)


def test_a_name_that_is_too_long_for_its_line_goes_on_below(scorer: Scorer) -> None:
    scorer.editor.set_typed("[567m,2][123s,1][123s,2]1344p2p|WN0010|1")
    rows = scorer.panel.counted
    row = max(rows.rows, key=lambda each: len(each.label("en")))
    delegate, low, whole = rows._delegate, rows._delegate.height_of(row, rows.width()), rows.sizeHint().height()
    rows.setFixedWidth(150)
    lines = delegate.name_lines(row, rows.width())
    assert len(lines) > 1
    assert " ".join(lines) == row.label("en")
    assert delegate.height_of(row, rows.width()) >= low + (len(lines) - 1) * Type.NAME.size
    assert rows.sizeHint().height() > whole


def test_twelve_tiles_say_what_the_next_one_brings(
    editor: HandEditor, panel: VerdictPanel, qtbot: QtBot, said: Callable[[QWidget], str]
) -> None:
    editor.set_typed("234m234p2345s88p")
    assert panel.next_tiles.rows == 0
    qtbot.waitUntil(lambda: panel.next_tiles.rows > 0, timeout=20_000)
    assert panel.next_tiles.isVisible()
    assert said(panel.next_tiles).startswith("7 of bamboos | 16 · Mixed Triple Chow | 6 of bamboos | 6 of bamboos | 15")
    editor.set_typed("234m234p23457s88p")
    assert panel.next_tiles.rows == 0
    assert not panel.next_tiles.isVisible()


def test_a_key_typed_meanwhile_drops_what_was_being_computed(
    editor: HandEditor, panel: VerdictPanel, qtbot: QtBot
) -> None:
    editor.set_typed("234m234p2345s88p")
    editor.set_typed("234m234p2345s8p")
    qtbot.wait(400)
    assert panel.next_tiles.rows == 0


def test_twelve_tiles_that_are_far_name_the_shapes(
    editor: HandEditor, panel: VerdictPanel, qtbot: QtBot, said: Callable[[QWidget], str]
) -> None:
    editor.set_typed("147m258p36sEESW")
    qtbot.waitUntil(lambda: panel.next_tiles.rows > 0, timeout=20_000)
    assert "to exchange" in said(panel.next_tiles)
