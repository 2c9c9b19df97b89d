"""The live draw by keys in the real window, and what the screens of the hall show after each."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.slide_words import words_of
from tests.ui.desktop.conftest import FIRST, LAST, Keyboard, shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.language import ENGLISH
from tournament.ledger.facts import LotDrawn, PlayerChanged
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.display.draw_part import DrawPart
from ui.desktop.pages.display.page import DisplayPage
from ui.desktop.window import Window
from ui.hall import hall_store
from ui.hall.hall_state import HallScreen, LiveDraw, ScreenContent
from ui.hall.slide_builder import slides_of
from ui.hall.slides import BlankSlide, Slide

pytestmark = pytest.mark.usefixtures("own_preferences")

NAMES = [f"{first} {last}" for first, last in zip(FIRST, LAST, strict=True)]
Said = Callable[[QWidget], str]


@pytest.fixture
def panel(window: Window) -> DrawPart:
    return panel_of(window)


def panel_of(window: Window) -> DrawPart:
    window.show_page("display")
    QApplication.processEvents()
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    page.show_part("draw")
    QApplication.processEvents()
    panel = page.part
    assert isinstance(panel, DrawPart)
    panel.focus_target().setFocus()
    return panel


def begin(panel: DrawPart, kind: int) -> LiveDraw:
    """Choose the kind of draw with the arrows, and begin with the key."""
    press(*["Right"] * kind, "Ctrl+Return")
    draw = panel.hall.state.draw
    assert draw is not None
    assert focused() is panel.pad
    return draw


def on_screen(panel: DrawPart) -> tuple[Slide, ...]:
    """Return what a screen of the hall shows now, from the stored state, as another program sees it too."""
    view, state = panel.controller.book.view, hall_store.load_hall(panel.hall.state.event).state
    return slides_of(view, HallScreen("Hall", (ScreenContent.DRAW,)), state, panel.controller.book.clock())


def seen(panel: DrawPart) -> set[str]:
    """Return the players whose names are on the screens."""
    words = seen_words(panel)
    return {name for name in NAMES if name in words}


def seen_words(panel: DrawPart) -> str:
    return " | ".join(words_of(on_screen(panel), ENGLISH))


def told(draw: LiveDraw, count: int) -> set[str]:
    return {NAMES[entry.player - 1] for entry in draw.order[:count]}


def test_each_press_tells_one_more_or_one_less_and_a_held_key_no_more(panel: DrawPart, said: Said) -> None:
    draw = begin(panel, 0)
    assert seen(panel) == set()
    for count, key in enumerate(("Space", "Right", "Return", "PgDown"), start=1):
        press(key)
        assert seen(panel) == told(draw, count)
    press("Left", "PgUp")
    assert seen(panel) == told(draw, 2)
    press("B")
    assert on_screen(panel) == (BlankSlide(),)
    press("Space")
    assert seen(panel) == told(draw, 2)  # it shows what was told, and no more
    press("Home")
    assert seen(panel) == set()
    press("End")
    assert seen(panel) == told(draw, 4)  # what was told before, and no more
    for repeated in (False, True, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", repeated)
        QApplication.sendEvent(panel.pad, event)
    assert seen(panel) == told(draw, 5)
    words = said(panel)
    assert {name for name in NAMES if name in words} == told(draw, 5)  # who sits at the desk knows no more


def test_numbers_are_written_by_one_entry_and_undone_by_one(panel: DrawPart, said: Said) -> None:
    draw = begin(panel, 0)
    press(*["Space"] * 7, "Ctrl+Return")
    assert not panel.controller.book.view.state.lots  # one is not told yet
    press("Space", "Ctrl+Return")
    view = panel.controller.book.view
    assert dict(view.state.lots) == {entry.player: entry.lot for entry in draw.order}
    (fact,) = (entry.fact for entry in view.journal if isinstance(entry.fact, LotDrawn))
    assert fact.draw is not None
    assert fact.draw.seed == draw.seed
    assert "It is saved in the event" in said(panel)
    press("Ctrl+Z")
    assert not panel.controller.book.view.state.lots
    assert "It is saved in the event" not in said(panel)


def test_teams_are_drawn_with_names_of_their_own_unless_the_draw_cannot_be_kept(
    panel: DrawPart, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: object, _text: object) -> None:
        raise OSError(28, "No space left on device")

    press("Right")
    panel.names.setFocus()
    type_words("Dragons,  Four Winds, Three")
    press("Ctrl+Return")
    assert panel.hall.state.draw is None
    assert "2 teams: each needs a different name." in said(panel)
    press(*["Backspace"] * len(", Three"))
    with monkeypatch.context() as patched:
        patched.setattr(hall_store, "write_whole", full)
        press("Ctrl+Return")
    assert panel.hall.state.draw is None
    assert "cannot be saved" in said(panel)
    press("Ctrl+Return", *["Space"] * 9)
    assert seen(panel) == set(NAMES)
    press("Ctrl+Return")
    players = panel.controller.book.view.players.values()
    assert Counter(player.team for player in players) == {"Dragons": 4, "Four Winds": 4}
    assert sum(isinstance(entry.fact, PlayerChanged) for entry in panel.controller.book.view.journal) == 1


def test_seats_are_only_told_and_names_that_are_given_up_are_counted(
    panel: DrawPart, said: Said, keyboard: Keyboard
) -> None:
    begin(panel, 3)
    press("Space")
    assert seen(panel) == set(NAMES[:4])
    assert not panel.write.isVisible()
    press("Ctrl+E")
    assert panel.hall.state.draw is None  # nothing was drawn that could be drawn again
    press("Left")
    panel.names.setFocus()
    type_words("Cup, Book")
    keyboard.type("Ctrl+Enter Space")
    press("Left", "Ctrl+E")
    assert "End the draw without saving it?" in said(panel)
    press("Esc")
    assert "0 of 2 drawn" in seen_words(panel)
    press("Ctrl+E")
    keyboard.type("Enter")
    assert panel.hall.state.draw is None
    keyboard.type("Ctrl+Enter Space Space")
    words = seen_words(panel)
    assert "Cup" in words
    assert "Book" in words
    assert "draw no. 2" in words


@pytest.fixture
def again(dressed: QApplication, event_file: Path) -> Iterator[Callable[[], DrawPart]]:
    """Restart the program with the event, as often as it is called."""
    open_now: list[AbstractContextManager[Window]] = []

    def start() -> DrawPart:
        if open_now:
            open_now.pop().__exit__(None, None, None)
        controller: EventController = bootstrap.make_controller("Referee")
        controller.open(event_file)
        opened = shown(Window(controller), dressed)
        open_now.append(opened)
        return panel_of(opened.__enter__())

    yield start
    open_now.pop().__exit__(None, None, None)


def test_a_restart_goes_on_with_the_same_draw(again: Callable[[], DrawPart]) -> None:
    panel = again()
    draw = begin(panel, 1)
    press("Space", "Space", "Space")
    panel = again()
    assert panel.hall.state.draw is not None
    assert panel.hall.state.draw.order == draw.order
    assert focused() is panel.pad
    assert seen(panel) == told(draw, 3)
    press("Space")
    assert seen(panel) == told(draw, 4)
