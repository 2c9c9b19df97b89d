"""The sheet, the entry with its button, the totals and the tiles are in view at every size of the window."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QWidget

from tests.ui.desktop.conftest import BY, SEATING, Keyboard, shown
from tests.ui.desktop.elision import cut_texts, inside_window
from tournament import use_cases
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.theme import Room
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.layouts import FittedScroll
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

WHOLE = ((1366, 700), (1366, 768), (1024, 768), (1440, 900), (1920, 1080), (2560, 1440))
"""Sizes at which nothing is scrolled."""
SMALLEST = ((960, 600), (960, 540))
"""Sizes at which the sheet may be scrolled; the second is a full HD screen at 200 %."""
NAMES = (
    ("Maximilienne-Apolline", "de la Très-Longue-Démonstration"),
    ("Maximilienne-Apolline", "Featherstonehaugh-Beispiel"),
    ("Jo", "Van den Voorbeeldenbergh"),
    ("Zoë", "Ng"),
)
NAME_PARTS = {part for name in NAMES for part in name if len(part) > 10} | {"Maximilienne", "Featherstonehaugh"}
"""What may be cut: long names at the head of the sheet and in an answered field, where their number stands too."""
MAY_BE_CUT = NAME_PARTS | {"Undo: ", "Annuler\u00a0: ", "撤销："}
"""And what undo takes back, in the status bar: it names the whole entry."""
EVERYWHERE = tuple(product(("en", "fr", "zh"), (*WHOLE, *SMALLEST)))
"""Each language at each size."""


def spread(turn: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """French, whose words are longest, at each size; each other language at every fourth, over four turns at all."""
    for index, (language, size) in enumerate(EVERYWHERE):
        if language == "fr" or (index + 2 * (language == "zh") + turn) % 4 == 0:
            yield language, size


@pytest.fixture
def long_names(tmp_path: Path) -> Path:
    """Sixteen hands but one at table 1, whose players have long names and two of them one first name."""
    path = tmp_path / "long.qv"
    book = bootstrap.new_book(path)
    settings = Settings("Open de la Démonstration", sessions=2, starts=date(2026, 6, 12), ends=date(2026, 6, 12))
    carry_out(book, CreateEvent(settings), by=BY)
    names = [*NAMES, *((f"Ada {number}", "Anything") for number in range(4))]
    carry_out(book, AddPlayers(tuple(Player(0, *name) for name in names)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    for hand in range(1, 16):
        outcome = Outcome(hand % 4, None if hand % 5 == 0 else (hand + 1) % 4, 8 + 11 * hand)
        use_cases.carry_out(book, RecordHand(1, 1, hand, outcome), by=BY, confirmed=True)
    book.close()
    return path


@pytest.fixture
def sized(dressed: QApplication, long_names: Path) -> Iterator[Window]:
    """It paints only when it is looked at, not after each change of its size."""
    controller = bootstrap.make_controller("Referee")
    controller.open(long_names)
    with shown(Window(controller), dressed) as made:
        made.setUpdatesEnabled(False)
        yield made


def resized(window: Window, size: tuple[int, int]) -> TablesPage:
    window.resize(*size)
    for _ in range(4):
        QApplication.processEvents()
    assert (window.width(), window.height()) == size
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def brought(window: Window, where: tuple[str, tuple[int, int]]) -> TablesPage:
    language, size = where
    translator.set_language(language_of(language))
    return resized(window, size)


def bottom(part: QWidget, window: QWidget) -> int:
    return part.mapTo(window, QPoint(0, part.height())).y()


@pytest.mark.parametrize(("turn", "keys"), list(enumerate(("", "1 2 1 4", "1 2 7 Enter", "1 2 9 9 Enter", "1 1"))))
def test_sheet_entry_and_totals_are_in_view(sized: Window, keyboard: Keyboard, turn: int, keys: str) -> None:
    keyboard.type(keys)
    for where in spread(turn):
        page, size = brought(sized, where), where[1]
        sheet, record = page.score_sheet, page.panel.hand.record
        assert inside_window(sheet.head)
        assert inside_window(sheet.totals)
        assert inside_window(record)
        assert bottom(record, sized) < sized.height() - Room(*size).density.status_bar
        assert inside_window(page.panel.signing.sign)
        if size in WHOLE:
            assert sheet.view.verticalScrollBar().maximum() == 0, where
            assert sheet.model.rowCount() == 20
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], where


def test_a_question_about_the_totals_leaves_its_field_and_the_buttons_in_view(
    sized: Window, keyboard: Keyboard
) -> None:
    keyboard.type("1 2 1 4 Enter 1 2 Tab 3 4 Tab 5 6 Tab 7 8 Ctrl+Enter")
    for where in EVERYWHERE:
        page = brought(sized, where)
        signing = page.panel.signing
        for part in (signing.question, signing.reason, signing.sign, page.score_sheet.totals):
            assert inside_window(part), (where, part)
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], where


def test_a_penalty_keeps_its_button_in_view(sized: Window, keyboard: Keyboard) -> None:
    keyboard.type("P 3")
    for where in EVERYWHERE:
        page = brought(sized, where)
        assert inside_window(page.panel.penalty.give)
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], where


DIFFERING = "F6 2 4 Enter - 8 Enter - 8 Enter - 9 Enter"


@pytest.mark.parametrize("keys", [
    f"1 2 9 9 {DIFFERING} P 3 P 9 Enter",
    f"{DIFFERING} Up 1 2 9 9 Enter",
    "P 2 P 1 0 Enter Enter P 2 P 1 0 Enter Enter",
    "P 2 P 1 0 Enter Enter Down",
    f"P 2 P 1 0 Enter Enter {DIFFERING} Up",
], ids=["penalty", "doubtful hand", "penalty again", "given penalty", "given penalty, totals that differ"])  # fmt: skip
def test_a_form_beside_totals_that_differ_is_whole(sized: Window, keyboard: Keyboard, keys: str) -> None:
    resized(sized, SMALLEST[-1])
    keyboard.type(keys)
    for language in ("en", "fr", "zh"):
        panel = brought(sized, (language, SMALLEST[-1])).panel
        scrolls = [each for each in panel.findChildren(FittedScroll) if each.isVisible()]
        assert {each.verticalScrollBar().maximum() for each in scrolls} == {0}, language
        insides = [each.widget() for each in scrolls]
        assert [each.width() for each in insides if each] == [each.viewport().width() for each in scrolls], language
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], language


def test_a_burst_of_digits_makes_no_part_wider_than_the_window(sized: Window, keyboard: Keyboard) -> None:
    keyboard.type("1 2 " + "8 1 2 " * 15 + "Enter")
    for where in EVERYWHERE:
        page = brought(sized, where)
        assert page.panel.hand.points.line.text() == "812"
        assert inside_window(page.panel.hand.record)
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], where


def test_rack_line_tiles_and_verdict_are_in_view_together(sized: Window, keyboard: Keyboard) -> None:
    keyboard.type("1 2 1 2 T [234p,1]234m23456s88p7s")
    for where in EVERYWHERE:
        tiles, size = brought(sized, where).tiles.of_winner, where[1]
        assert tiles is not None
        editor = tiles.editor
        whole = (
            (editor.rack, editor.line, editor.situation, editor.picker) if size in WHOLE else (editor.rack, editor.line)
        )
        for part in (*whole, tiles.record, tiles.points, tiles.back):
            assert inside_window(part), (where, part)
        assert cut_texts(sized, allowed=MAY_BE_CUT) == [], where


def painted_rows(page: TablesPage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts in the column of results of the first four hands."""
    written: list[str] = []
    view, model = page.score_sheet.view, page.score_sheet.model
    rows = []
    with monkeypatch.context() as patch:
        patch.setattr(painting, "words", lambda _painter, _rect, text, **_how: written.append(text))
        for row in range(1, 5):
            written.clear()
            option = QStyleOptionViewItem()
            option.rect = QRect(0, 0, view.columnWidth(sheet_table.RESULT), view.rowHeight(row))
            image = QImage(600, 40, QImage.Format.Format_RGB32)
            with QPainter(image) as painter:
                view.itemDelegate().paint(painter, option, model.index(row, sheet_table.RESULT))
            rows.append("".join(written))
    return rows


def test_names_without_room_give_way_to_the_numbers_of_their_columns(
    sized: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert painted_rows(resized(sized, (960, 600)), monkeypatch) == ["2 from 3", "Jo from Zoë", "4 from 1", "1 from 2"]
    assert painted_rows(resized(sized, (2560, 1440)), monkeypatch) == [
        "Maximilienne-Apolline F. from Jo",
        "Jo from Zoë",
        "Zoë from Maximilienne-Apolline d.",
        "Maximilienne-Apolline d. from Maximilienne-Apolline F.",
    ]


def test_the_window_asks_for_no_more_than_a_full_hd_screen_at_two_hundred_per_cent(sized: Window) -> None:
    for name in ("tables", "scorer"):
        sized.show_page(name)
        QApplication.processEvents()
        least = sized.minimumSize().expandedTo(sized.minimumSizeHint())
        assert least.width() <= 960
        assert least.height() <= 540


SCALED = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from tests.ui.desktop.elision import inside_window
from ui.desktop import bootstrap
from ui.desktop.pictures import application
from ui.desktop.window import Window
app = application()
controller = bootstrap.make_controller("Referee")
controller.open(Path(sys.argv[1]))
window = Window(controller)
window.resize(960, 540)
window.show()
for _ in range(4):
    app.processEvents()
page = window.page("tables")
assert window.devicePixelRatio() == 2
assert (window.width(), window.height()) == (960, 540)
assert inside_window(page.panel.hand.record)
assert inside_window(page.score_sheet.totals)
window.close_quietly()
print("in view")
"""


def test_it_is_usable_at_scale_factor_two(long_names: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "QUATRE_VENTS_HOME": str(tmp_path / "home"),
        "QT_SCALE_FACTOR": "2",
        "QT_QPA_PLATFORM": "offscreen",
    }
    run = subprocess.run(
        [sys.executable, "-c", SCALED, str(long_names)],
        env=environment,
        cwd=Path(__file__).parents[5],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout == "in view\n", run.stderr
