"""The Display page in the real window: everything by keys, with monitors that are plugged in and unplugged."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import time

import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.monitors import DESK, NORTH, SOUTH, plug_in, plugged_in
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.fake_player import FakePlayer
from tests.ui.desktop.pages.display.open_window import hall_of, on_show, page_of, preparation_of, view_of, write_event
from tests.ui.desktop.pressing import press
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.use_cases.commands import RemovePin, SetPin
from tournament.use_cases.pins import planned_pin
from ui.desktop import bootstrap
from ui.desktop.display import sounds
from ui.desktop.display.hall_controller import ScreenCondition
from ui.desktop.display.screen_window import HallScreenView
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.pages.display import preparation_view
from ui.desktop.pages.display.screens_view import COPY
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.window import Window
from ui.hall.browsers import SeenBrowser, ServedScreens, forget_browsers, keep_browsers
from ui.hall.hall_state import HallState, Scheme, ScreenContent
from ui.hall.hall_store import load_hall
from ui.hall.slide_builder import HallSlides


@pytest.fixture(scope="module")
def shared_window(styled: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One window for all tests, with an event and a folder for the user's data of its own."""
    folder = tmp_path_factory.mktemp("display")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("QUATRE_VENTS_HOME", str(folder / "home"))
        hall_sounds.cache_clear()
        patched.setattr(sounds, "_sound_player", FakePlayer().of)
        with plugged_in(DESK, NORTH, SOUTH):
            controller = bootstrap.make_controller("Referee")
            controller.open(write_event(folder / "Open.qv"))
            with shown(Window(controller), styled) as made:
                yield made


@pytest.fixture
def hall_window(shared_window: Window) -> Iterator[Window]:
    """The window on the page Display without a screen, with two projectors connected."""
    hall = shared_window.hall
    assert hall is not None
    plug_in(DESK, NORTH, SOUTH)
    hall.change(HallState(hall.state.event))
    shared_window.activateWindow()
    shared_window.show_page("event")
    page_of(shared_window).show_part("screens")
    press("Alt+8")
    yield shared_window
    hall.change(HallState(hall.state.event))


def words(window: Window, name: str) -> str:
    """Return the text of the card of a screen, as a screen reader reads it."""
    items = {item.name: item.description for item in view_of(window).cards.accessible_items()}
    return items[name]


def type_line(text: str) -> None:
    focused = QApplication.focusWidget()
    assert isinstance(focused, QWidget)
    QTest.keyClicks(focused, text)


def test_two_projectors_are_shown_by_four_keys(hall_window: Window) -> None:
    press("Ins", "Return", "Ins")
    press("Return")
    assert on_show() == {"Screen 1": NORTH.name, "Screen 2": SOUTH.name}
    assert "On show" in words(hall_window, "Screen 1")
    assert QApplication.activeWindow() is hall_window
    press("Up", "Return")
    assert on_show() == {"Screen 2": SOUTH.name}
    assert "Closed" in words(hall_window, "Screen 1")
    assert "Not visible" in words(hall_window, "Screen 1")


def test_a_card_shows_what_its_screen_shows(hall_window: Window) -> None:
    press("Ins", "Return")
    view = view_of(hall_window)
    view.show_now()
    picture = view.cards.picture_of("Screen 1")
    assert picture is not None
    shown = hall_of(hall_window).picture("Screen 1")
    assert shown is not None
    assert middle_grey(picture) == pytest.approx(middle_grey(shown), abs=12)
    press("Tab")
    view.panel.scheme.setFocus()
    press("Right")
    assert hall_of(hall_window).state.screens[0].scheme is Scheme.LIGHT
    view.show_now()
    lighter = view.cards.picture_of("Screen 1")
    assert lighter is not None
    assert middle_grey(lighter) > middle_grey(picture) + 100


def in_browser(window: Window, *names: str) -> None:
    """Browsers show the screens of these names now."""
    seen = tuple(SeenBrowser(name, number, time()) for number, name in enumerate(names, 1))
    keep_browsers(ServedScreens(hall_of(window).state.event, "http://192.168.1.7:8080", time(), seen))


def test_every_screen_has_a_picture_and_one_that_nobody_sees_is_faint(hall_window: Window, qtbot: QtBot) -> None:
    press("Ins", "Ins", "Return", "Ins")
    hall, view = hall_of(hall_window), view_of(hall_window)
    hall.change_screen(replace(hall.state.screens[2], scheme=Scheme.LIGHT, contents=(ScreenContent.MESSAGE,)))
    assert on_show().keys() == {"Screen 2"}
    in_browser(hall_window, "Screen 3")
    view.show_now()
    qtbot.waitUntil(lambda: all(view.cards.picture_of(f"Screen {number}") is not None for number in (1, 2, 3)))
    qtbot.waitUntil(lambda: [row.visible for row in view.cards.rows] == [False, True, True])

    def greys() -> list[float]:
        pictures = (view.cards.picture_of("Screen 1"), view.cards.picture_of("Screen 3"))
        return [middle_grey(picture) for picture in pictures if picture is not None]

    # Another thread computes what closed screens show: a picture of the state before the change may come first.
    qtbot.waitUntil(lambda: greys()[1] > greys()[0] + 100)
    assert "Not visible" in words(hall_window, "Screen 1")
    assert "Not visible" not in words(hall_window, "Screen 3")
    assert [words(hall_window, f"Screen {number}").split(",")[0] for number in (1, 2, 3)] == [
        "Closed", "On show", "In a browser",
    ]  # fmt: skip
    assert ENGLISH.render(view.cards.rows[2].shown or "") in words(hall_window, "Screen 3")
    card = view.cards.grab().toImage()
    grey = [card.pixelColor(40, 144 * row + 40).lightness() for row in range(2)]
    surface = QColor(theme.tokens.surface).lightness()
    assert abs(grey[0] - surface) < abs(grey[1] - surface) / 2, "faint"
    forget_browsers(hall.state.event)


def test_a_picture_follows_what_its_screen_shows_in_the_browser(hall_window: Window, qtbot: QtBot) -> None:
    press("Ins")
    hall, view = hall_of(hall_window), view_of(hall_window)
    in_browser(hall_window, "Screen 1")
    for text in ("Lunch", "The doors close at six"):
        hall.change(hall.state.with_message(text, frozenset({"Screen 1"})))
        view.show_now()
        qtbot.waitUntil(lambda: text in words(hall_window, "Screen 1"))  # noqa: B023
        shown = HallScreenView()
        shown.resize(640, 360)
        slides = HallSlides(hall_window.controller.book.view)
        slide = slides.shown(hall.state.screens[0], hall.state, hall.now).slide
        shown.show_slide(slide, slides.frame(hall.now))
        expected, picture = shown.picture(352), view.previews.picture("Screen 1", 352)
        assert picture is not None
        points = [(x, y) for x in range(0, 352, 8) for y in range(40, 198, 6)]
        far = [abs(expected.pixelColor(*each).lightness() - picture.pixelColor(*each).lightness()) for each in points]
        assert sum(far) / len(far) < 2
    forget_browsers(hall.state.event)


def test_what_pictures_show_is_computed_in_another_thread(
    hall_window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, compute = list[Thread](), HallSlides.shown

    def computed(self: HallSlides, *how: object) -> object:
        threads.append(current_thread())
        return compute(self, *how)  # type: ignore[arg-type]

    press("Ins")
    view = view_of(hall_window)
    qtbot.waitUntil(lambda: view.cards.picture_of("Screen 1") is not None)
    monkeypatch.setattr(HallSlides, "shown", computed)
    threads.clear()
    view.show_now()
    qtbot.waitUntil(lambda: bool(threads))
    assert main_thread() not in threads


def test_the_picture_of_a_screen_that_is_removed_is_forgotten(hall_window: Window, qtbot: QtBot) -> None:
    press("Ins")
    view = view_of(hall_window)
    qtbot.waitUntil(lambda: view.previews.picture("Screen 1", 352) is not None)
    press("Return")
    view.show_now()
    assert view.previews.picture("Screen 1", 352) is None, "its window shows it"
    qtbot.waitUntil(lambda: not view.findChildren(HallScreenView))
    press("Return")
    view.show_now()
    qtbot.waitUntil(lambda: view.previews.picture("Screen 1", 352) is not None)
    hall_of(hall_window).change(hall_of(hall_window).state.without_screen("Screen 1"))
    view.show_now()
    assert view.cards.picture_of("Screen 1") is None
    qtbot.waitUntil(lambda: not view.findChildren(HallScreenView))


def middle_grey(picture: QImage) -> float:
    small = picture.scaled(16, 9)
    points = [small.pixelColor(x, y).lightness() for x in range(16) for y in range(9)]
    return sum(points) / len(points)


def test_a_name_is_typed_and_one_that_is_taken_is_refused(hall_window: Window) -> None:
    press("Ins", "Ins", "F2")
    press("Ctrl+A")
    type_line("Gallery")
    press("Return")
    assert [each.name for each in hall_of(hall_window).state.screens] == ["Screen 1", "Gallery"]
    press("Ctrl+A")
    type_line("Screen 1")
    press("Return")
    assert [each.name for each in hall_of(hall_window).state.screens] == ["Screen 1", "Gallery"]
    field = view_of(hall_window).panel.name.parentWidget()
    assert isinstance(field, LabeledField)
    assert field.problem() == "Another screen already has this name."


def test_removing_asks_and_esc_keeps(hall_window: Window) -> None:
    press("Ins", "Return", "Del")
    assert view_of(hall_window).question.isVisible()
    press("Esc")
    assert on_show() == {"Screen 1": NORTH.name}
    press("Del", "Return")
    assert on_show() == {}
    assert hall_of(hall_window).state.screens == ()
    assert QApplication.focusWidget() is view_of(hall_window).add


def test_a_message_stands_until_it_is_taken_away(hall_window: Window) -> None:
    press("Ins", "Return", "Ins", "Return", "Ctrl+M")
    type_line("Lunch at one")
    press("Return")
    windows = [hall_of(hall_window).window_of(f"Screen {number}") for number in (1, 2)]
    assert [translator.translate(each.shown_text()) for each in windows if each] == ["Lunch at one", "Lunch at one"]
    view_of(hall_window).message.take_away.setFocus()
    press("Space")
    assert all(not each.message for each in hall_of(hall_window).state.screens)
    assert all("Lunch" not in translator.translate(each.shown_text()) for each in windows if each)


def test_a_message_for_one_screen(hall_window: Window) -> None:
    press("Ins", "Ins", "Ctrl+M")
    type_line("Table 3")
    press("Tab", "Down")
    view_of(hall_window).message.line.setFocus()
    press("Return")
    assert [each.message for each in hall_of(hall_window).state.screens] == ["", "Table 3"]
    assert hall_of(hall_window).state.message == ""


def test_everything_blank_and_to_the_clock_at_one_key(hall_window: Window) -> None:
    press("Ins", "Return", "Ins", "Return", "Ctrl+0")
    assert {each.contents for each in hall_of(hall_window).state.screens} == {(ScreenContent.BLANK,)}
    press("Ctrl+T")
    assert {each.contents for each in hall_of(hall_window).state.screens} == {(ScreenContent.CLOCK,)}


def test_contents_are_ticked_and_never_nothing(hall_window: Window) -> None:
    press("Ins")
    boxes = view_of(hall_window).panel.contents
    boxes[ScreenContent.STANDINGS].setFocus()
    press("Space")
    assert hall_of(hall_window).state.screens[0].contents == (ScreenContent.CLOCK, ScreenContent.STANDINGS)
    for content in (ScreenContent.CLOCK, ScreenContent.STANDINGS):
        boxes[content].setFocus()
        press("Space")
    assert hall_of(hall_window).state.screens[0].contents == (ScreenContent.BLANK,)
    assert boxes[ScreenContent.BLANK].isChecked()
    boxes[ScreenContent.SEATING].setFocus()
    press("Space")
    assert hall_of(hall_window).state.screens[0].contents == (ScreenContent.SEATING,)
    assert not boxes[ScreenContent.BLANK].isChecked()


def test_pages_are_turned_and_held(hall_window: Window) -> None:
    press("Ins", "PgDown", "PgDown", "PgUp")
    screen = hall_of(hall_window).state.screens[0]
    assert screen.turned == 1
    press("Space")
    held = hall_of(hall_window).state.screens[0]
    assert held.held is not None
    assert "page on hold" in words(hall_window, "Screen 1")
    press("Space")
    assert hall_of(hall_window).state.screens[0].held is None


def test_an_arrangement_is_kept_and_says_what_it_changes(hall_window: Window) -> None:
    press("Ins", "Return")
    card = preparation_of(hall_window).arrangements
    card.name.setFocus()
    type_line("Play")
    press("Return")
    assert card.changes() == "The screens are already arranged like this."
    page_of(hall_window).show_part("screens")
    view_of(hall_window).cards.setFocus()
    press("Return", "Ctrl+0")
    preparation_of(hall_window)
    assert card.changes() == "It changes: Screen 1 opens, Screen 1 shows Clock."
    card.apply.setFocus()
    press("Space")
    assert on_show() == {"Screen 1": NORTH.name}
    assert hall_of(hall_window).state.screens[0].contents == (ScreenContent.CLOCK,)


def test_a_sponsor_is_added_moved_and_removed(
    hall_window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    card, hall = preparation_of(hall_window).sponsors, hall_of(hall_window)
    for name in ("Tea", "Ink"):
        path = tmp_path / f"{name}.png"
        Image.new("RGB", (64, 48), "red").save(path)
        monkeypatch.setattr(preparation_view, "choose_picture", lambda *_arguments, path=path: path)
        card.add.setFocus()
        press("Return")
        qtbot.waitUntil(lambda name=name: any(each.startswith(name) for each in hall.state.sponsors))  # type: ignore[misc]
    assert list(hall.state.sponsors) == ["Tea.png", "Ink.png"]
    card.earlier.setFocus()
    press("Space")
    assert list(hall.state.sponsors) == ["Ink.png", "Tea.png"]
    card.remove.setFocus()
    press("Space")
    assert list(hall.state.sponsors) == ["Tea.png"]
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"no picture")
    monkeypatch.setattr(preparation_view, "choose_picture", lambda *_arguments: bad)
    card.add.setFocus()
    press("Return")
    qtbot.waitUntil(lambda: bool(card.problem.message()))
    assert "bad" in card.problem.message()
    assert list(hall.state.sponsors) == ["Tea.png"]


def test_unplugged_it_is_told_in_the_bar_and_on_its_card(hall_window: Window) -> None:
    press("Ins", "Return")
    plug_in(DESK)
    assert on_show() == {}
    assert "Waiting for its monitor" in words(hall_window, "Screen 1")
    assert f"{NORTH.name}, disconnected" in words(hall_window, "Screen 1")
    assert hall_window.messages.isVisible()
    assert rail_names(hall_window)[-2] == "Display, not on show: Screen 1"
    plug_in(DESK, NORTH)
    assert on_show() == {"Screen 1": NORTH.name}
    assert rail_names(hall_window)[-2] == "Display"


def rail_names(window: Window) -> list[str]:
    """Return the pages on the rail as a screen reader reads them."""
    return [each.accessibleName() for each in window.rail.findChildren(QAbstractButton) if each.isVisible()]


def test_closed_where_it_stands_it_comes_back_at_a_key(hall_window: Window) -> None:
    press("Ins", "Return")
    window = hall_of(hall_window).window_of("Screen 1")
    assert window is not None
    window.close()
    assert hall_of(hall_window).condition("Screen 1") is ScreenCondition.LOST
    hall_window.activateWindow()
    press("Ctrl+R")
    assert on_show() == {"Screen 1": NORTH.name}


def test_closing_the_event_closes_the_screens_and_opening_it_brings_them_back(hall_window: Window) -> None:
    controller = hall_window.controller
    press("Ins", "Return")
    path = Path(controller.book.place)
    controller.close()
    assert on_show() == {}
    controller.open(path)
    assert on_show() == {"Screen 1": NORTH.name}


def test_who_may_not_move_the_clock_changes_nothing(hall_window: Window) -> None:
    press("Ins")
    controller = hall_window.controller
    hashed = planned_pin(controller.book.view.state.pins, EventRole.ORGANISER, "471147")
    controller.act(SetPin(EventRole.ORGANISER, hashed))
    head = planned_pin(controller.book.view.state.pins, EventRole.HEAD_REFEREE, "471247")
    controller.user.sign_in(EventRole.ORGANISER, "O")
    controller.act(SetPin(EventRole.HEAD_REFEREE, head))
    controller.user.lock()
    view_of(hall_window).cards.setFocus()
    press("Return", "Ctrl+0", "PgDown", "Ins", "Del")
    (screen,) = hall_of(hall_window).state.screens
    controller.user.sign_in(EventRole.ORGANISER, "O")
    for role in (EventRole.HEAD_REFEREE, EventRole.ORGANISER):
        controller.act(RemovePin(role))
    assert (screen.open, screen.contents, screen.turned) == (False, (ScreenContent.CLOCK,), 0)
    assert not view_of(hall_window).question.isVisible()


def test_the_countdown_is_governed_from_the_page_and_only_what_can_be_done_is_shown(hall_window: Window) -> None:
    controls = view_of(hall_window).countdown.controls
    assert (controls.run.label(), controls.gong.isVisible(), controls.minutes.isVisible()) == ("Start", False, False)
    page_of(hall_window).show_part("sound")
    press("F12")
    assert page_of(hall_window).parts.current == "screens"
    assert QApplication.focusWidget() is controls.run
    assert hall_window.clock is not None
    assert hall_window.clock.line.isHidden()
    press("Return")
    assert (controls.run.label(), controls.gong.isVisible(), controls.minutes.isVisible()) == ("Pause", True, True)
    assert view_of(hall_window).countdown.left.text().startswith(("1:59", "2:00"))
    press("F12")
    assert QApplication.focusWidget() is controls.minutes
    type_line("5")
    press("Return")
    assert hall_window.controller.book.view.state.clocks[1].added == 5
    press("Ctrl+F12")
    assert controls.run.label() == "Resume"
    controls.gong.setFocus()
    press("Space")
    assert (controls.run.label(), controls.gong.isVisible()) == ("Restart", False)


def test_the_line_of_the_clock_gives_way_to_the_countdown_of_the_page(hall_window: Window) -> None:
    clock = hall_window.clock
    assert clock is not None
    press("Alt+4", "F12")
    assert clock.line.isVisible()
    press("Alt+8")
    assert clock.line.isHidden()


def test_without_a_screen_nothing_is_offered_that_needs_one(hall_window: Window) -> None:
    view = view_of(hall_window)
    idle = [view.identify, view.blank, view.clock, view.back, view.message]
    assert not any(part.isVisible() for part in idle)
    press("Ins")
    assert [part.isVisible() for part in idle] == [False, True, True, False, True]


def test_the_parts_are_turned_by_a_key(hall_window: Window) -> None:
    seen = []
    for _ in page_of(hall_window).parts.accessible_items():
        seen.append(page_of(hall_window).parts.current)
        press("F3")
    assert seen[0] == "screens"
    assert seen[-1] == "sound"
    assert page_of(hall_window).parts.current == "screens"


def test_browsers_that_show_a_screen_are_seen_at_the_desk(hall_window: Window, qtbot: QtBot) -> None:
    press("Ins")
    view, event = view_of(hall_window), hall_of(hall_window).state.event
    assert "without a cable" in view.browsers.state.text()
    assert view.browsers.copy.isHidden()
    now = time()
    seen = (SeenBrowser("Screen 1", 1, now - 2, sound=True), SeenBrowser("Screen 1", 2, now - 3))

    def kept(browsers: tuple[SeenBrowser, ...], *, at: float = now) -> None:
        keep_browsers(ServedScreens(event, "http://192.168.1.7:8080", at, browsers))
        view.show_now()

    kept(seen)
    qtbot.waitUntil(lambda: "In 2 browsers" in words(hall_window, "Screen 1"))
    assert "s ago, with sound" in words(hall_window, "Screen 1")
    qtbot.waitUntil(lambda: not view.browsers.copy.isHidden())
    assert view.browsers.address.text() == "http://192.168.1.7:8080/screen/Screen%201"
    assert not view.browsers.code.pixmap().isNull()
    press(COPY)
    assert QApplication.clipboard().text() == view.browsers.address.text()
    press("Ctrl+I")
    assert load_hall(event).state.named == pytest.approx(now, abs=5), "browsers tell their names too"
    kept((replace(seen[0], seen=now - 40),))
    qtbot.waitUntil(lambda: "Browser lost at" in words(hall_window, "Screen 1"))
    kept((), at=now - 60)
    qtbot.waitUntil(lambda: "without a cable" in view.browsers.state.text())
    qtbot.waitUntil(lambda: "rowser" not in words(hall_window, "Screen 1"))
    forget_browsers(event)
