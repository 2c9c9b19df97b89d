"""The window of a projector: its monitor, what it shows of the event, and how it says that this is out of date."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from PIL import Image
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.monitors import DESK, Plugged, plugged_in
from tests.systems import moves_open_files
from tests.ui.desktop.conftest import BY
from tournament.event.problem import Problem, Refused
from tournament.language import language_of, mark
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.commands import ChangeSettings, PublishResults, StartClock
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.display import screen_window
from ui.desktop.display.alone import EventFollower
from ui.desktop.display.canvas import Canvas
from ui.desktop.display.colours import colours_of
from ui.desktop.display.painter import paint_slide
from ui.desktop.display.screen_window import HallScreenView, ScreenWindow
from ui.desktop.display.sponsors import missing_sponsors, store_sponsor
from ui.desktop.translation import translator
from ui.hall.hall_state import HallScreen, HallState, Scheme, ScreenContent
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import BlankSlide, CountdownSlide, ListSlide, MessageSlide, PictureSlide, Slide

START = datetime(2026, 6, 13, 12, 0, 0, 300_000, tzinfo=UTC)


class Moment:
    """A clock for the event that shows the time to which the test sets it."""

    now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def moment(controller: EventController, monkeypatch: pytest.MonkeyPatch) -> Moment:
    made = Moment()
    monkeypatch.setattr(controller.book, "_clock", made)
    return made


def opened(
    controller: EventController, *contents: ScreenContent, state: HallState | None = None, **how: object
) -> ScreenWindow:
    """Show this screen in a separate window and return the window."""
    screen = HallScreen("North", contents or (ScreenContent.CLOCK,), **how)  # type: ignore[arg-type]
    made = ScreenWindow(controller, screen, state or HallState("e", (screen,)))
    made.place_on(None)
    return made


@pytest.fixture(autouse=True)
def closed_after(qapp: QApplication) -> Iterator[None]:
    yield
    for window in qapp.topLevelWidgets():
        if isinstance(window, ScreenWindow):
            window.close()
            window.deleteLater()


def said(window: ScreenWindow) -> str:
    return translator.translate(window.shown_text())


def old_news(window: ScreenWindow) -> str:
    text = window.view.frame.old_news
    return "" if text is None else translator.translate(text)


def test_the_time_goes_by_the_clock_of_the_event(controller: EventController, moment: Moment) -> None:
    window = opened(controller)
    assert said(window) == "Session 1: 2:00:00"
    controller.act(StartClock(1))
    assert said(window) == "Session 1: 2:00:00"
    for passed, left in ((0.999, "2:00:00"), (1.0, "1:59:59"), (3600, "1:00:00"), (3601, "59:59")):
        moment.now = START + timedelta(seconds=passed)
        window.show_now()
        assert said(window) == f"Session 1: {left}"
    assert window.accessibleName() == "Session 1: 59:59"


def test_it_wakes_when_a_second_of_the_time_ends(controller: EventController, moment: Moment, qtbot: QtBot) -> None:
    """The clock began 0.3 s after a full second, and the digits change with it, not with the computer's clock."""
    controller.act(StartClock(1))
    window = opened(controller)
    waits = []
    for passed in (0.0, 0.25, 0.7, 0.95):
        moment.now = START + timedelta(seconds=passed)
        window.show_now()
        waits.append(window.wakes_in)
    assert waits == [701, 451, 301, 51]


def test_nothing_is_painted_while_nothing_moves(
    controller: EventController, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(controller, ScreenContent.SEATING)
    changes: list[None] = []
    window.shown_changed.connect(lambda: changes.append(None))
    for second in range(50):
        moment.now = START + timedelta(seconds=second)
        window.show_now()
    assert changes == []
    moment.now = START + timedelta(seconds=60)
    window.show_now()
    assert len(changes) == 1, "the hour in the corner"


def test_what_is_entered_shows_only_when_it_is_published(controller: EventController, moment: Moment) -> None:
    window = opened(controller, ScreenContent.STANDINGS)
    shown = [said(window)]
    for table in (1, 2):
        controller.act(RecordTotals(1, table, (60, 20, -20, -60)), confirmed=True)
        shown.append(said(window))
    assert set(shown) == {"The results appear here as soon as they are published."}
    controller.act(PublishResults(1))
    assert isinstance(window.slide, ListSlide)
    assert said(window) == "Standings"


def test_while_the_desk_looks_at_the_past_the_screen_shows_now(controller: EventController, moment: Moment) -> None:
    controller.act(StartClock(1))
    window = opened(controller)
    controller.look_at(controller.book.view.at(1))
    moment.now += timedelta(seconds=10)
    window.show_now()
    assert (said(window), old_news(window)) == ("Session 1: 1:59:50", "")


def test_it_says_since_when_it_may_be_old(controller: EventController, moment: Moment, event_file: Path) -> None:
    window = opened(controller)
    hour = f"{START.astimezone():%H:%M}"
    controller.messages.file_changed.emit(mark("Paused"))
    assert old_news(window) == f"As of {hour}: another program changed the event file, see the desk"
    moment.now += timedelta(minutes=5)
    window.show_now()
    assert old_news(window).startswith(f"As of {hour}: "), "since when, not now"
    controller.replace_event(None)
    assert old_news(window).endswith(": the event is not open at the desk")
    assert isinstance(window.slide, CountdownSlide), "it goes on with what it knew"
    controller.open(event_file)
    assert old_news(window) == ""
    controller.close()
    controller.replace_event(controller.event_files.open_for_reading(event_file), read_only=True)
    assert old_news(window).endswith(": entries from other desks do not appear here")


def test_an_event_that_cannot_be_computed_leaves_what_was_there(
    controller: EventController, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(controller, ScreenContent.SEATING)
    before = window.slide

    def refused(*_: object) -> None:
        raise Refused(Problem("rules-unknown", mark("Paused")))

    with monkeypatch.context() as patch:
        patch.setattr(HallSlides, "shown", refused)
        window.show_now()
        window.show_now()
        assert window.slide == before
        assert old_news(window).endswith("the event cannot be computed, see the desk")
    window.show_now()
    window.show_now()
    assert old_news(window) == ""


def test_a_screen_has_its_own_language_and_colours(controller: EventController, moment: Moment) -> None:
    window = opened(controller, language="fr", scheme=Scheme.LIGHT)
    window.resize(960, 540)
    light = window.picture()
    assert light.pixelColor(3, 3).lightness() > 200
    screen = HallScreen("North", language="fr")
    window.show_state(HallState("e", (screen,)))
    assert window.picture().pixelColor(3, 3).lightness() < 60
    english = window.picture()
    window.show_state(HallState("e", (replace(screen, language="en"),)))
    assert window.picture() != english
    window.show_state(HallState("e", (replace(screen, language=""),)))
    assert window.picture() != english
    translator.set_language(language_of("fr"))
    assert window.picture() == english


def test_the_address_of_the_page_stands_there_when_its_code_is_made(
    controller: EventController, moment: Moment, qtbot: QtBot
) -> None:
    window = opened(controller, ScreenContent.MESSAGE)
    address = "https://example.org/open-of-nowhere"
    settings = replace(controller.book.view.settings, web_address=address)
    controller.act(ChangeSettings(settings))

    def stands() -> bool:
        window.show_now()
        return window.view.frame.address == address

    qtbot.waitUntil(stands, timeout=5000)


def test_esc_closes_nothing_and_says_what_does(controller: EventController, moment: Moment, qtbot: QtBot) -> None:
    window = opened(controller)
    closed: list[None] = []
    window.closed.connect(lambda: closed.append(None))
    QTest.keyPress(window, Qt.Key.Key_Escape)
    assert window.isVisible()
    hint = window.view.frame.hint
    assert hint is not None
    assert "Ctrl W" in translator.translate(hint)
    QTest.keyPress(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
    assert closed == [None]


def test_pages_change_by_a_cross_fade_and_figures_do_not(
    controller: EventController, moment: Moment, qtbot: QtBot
) -> None:
    state = HallState("e", (HallScreen("North", (ScreenContent.MESSAGE, ScreenContent.SEATING), 4),), message="Lunch")
    window = opened(controller, ScreenContent.MESSAGE, ScreenContent.SEATING, state=state, seconds=4)
    moment.now = datetime.fromtimestamp(8 * (START.timestamp() // 8), UTC)
    window.show_now()
    window.view.continue_fade()
    QApplication.processEvents()
    before = window.slide
    moment.now += timedelta(seconds=4)
    window.show_now()
    assert {type(before), type(window.slide)} == {MessageSlide, ListSlide}
    assert window.view.fading
    qtbot.waitUntil(lambda: not window.view.fading, timeout=3000)
    clock = opened(controller)
    QApplication.processEvents()
    controller.act(StartClock(1))
    QApplication.processEvents()
    moment.now += timedelta(seconds=1)
    clock.show_now()
    assert not clock.view.fading


def test_a_picture_that_is_gone_is_told_and_the_others_go_on(
    controller: EventController, moment: Moment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    names = []
    for colour in ("red", "blue"):
        Image.new("RGB", (64, 48), colour).save(tmp_path / f"{colour}.png")
        names.append(store_sponsor("e", tmp_path / f"{colour}.png").name)
    screen = HallScreen("North", (ScreenContent.SPONSORS,))
    state = HallState("e", (screen,), sponsors=(*names, "gone.png"))
    assert missing_sponsors(state) == ("gone.png",)
    window = ScreenWindow(controller, screen, state)
    told: list[tuple[str, ...]] = []
    window.sponsors_missing.connect(told.append)
    window.show_state(state)
    window.place_on(None)
    shown = set()
    for page in range(4):
        moment.now = START + timedelta(seconds=12 * page)
        window.show_now()
        assert isinstance(window.slide, PictureSlide)
        shown.add(window.slide.name)
        assert window.picture().pixelColor(window.width() // 2, window.height() // 2).name() in (
            "#fe0000",
            "#ff0000",
            "#0000ff",
            "#0000fe",
        )
    assert (shown, told) == ({"red", "blue"}, [("gone.png",)])


_SCREENS = """
import sys
from PySide6.QtWidgets import QApplication
from ui.desktop.bootstrap import make_controller
from ui.desktop.display.alone import monitor_of
from ui.desktop.display.screen_window import ScreenWindow
from ui.hall.hall_state import HallScreen, HallState
from pathlib import Path
app = QApplication([])
controller = make_controller("Referee")
controller.open(Path(sys.argv[1]))
for screen in (HallScreen("A", monitor="Other"), HallScreen("B"), HallScreen("C", monitor="Gone")):
    window = ScreenWindow(controller, screen, HallState("e"))
    window.place_on(monitor_of(screen))
    app.processEvents()
    frameless = bool(window.windowFlags() & window.windowFlags().FramelessWindowHint)
    where = window.geometry()
    primary = window.screen() == app.primaryScreen()
    print(screen.name, window.screen().name() if screen.monitor == "Other" else primary, where.width(), where.height(),
          frameless, window.cursor().shape().name, window.isFullScreen())
    window.close()
"""


def test_it_fills_the_monitor_of_its_name_else_a_second_one(event_file: Path, tmp_path: Path) -> None:
    """This runs in a process of its own, because Qt reads its monitors when it starts."""
    monitors = [
        {"name": name, "x": x, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "dpr": 1.0}
        for name, x in (("Desk", 0), ("Other", 1920), ("Beamer", 3840))
    ]
    layout = tmp_path / "screens.json"
    layout.write_text(json.dumps({"screens": monitors}))
    given = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={layout.name}"}
    found = subprocess.run(
        [sys.executable, "-c", _SCREENS, str(event_file)], env=given, cwd=tmp_path, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert found.stdout.splitlines() == [
        "A Other 1920 1080 True BlankCursor True",
        "B False 1920 1080 True BlankCursor True",
        "C True 960 540 False ArrowCursor False",
    ]


@moves_open_files
def test_the_window_follows_a_file_that_others_write(
    event_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    reader = bootstrap.make_controller("Screen")
    reader.replace_event(reader.event_files.open_for_reading(event_file), read_only=True)
    screen = HallScreen("North")
    window = ScreenWindow(reader, screen, HallState("e", (screen,)), followed=True)
    window.place_on(None)
    follower = EventFollower(reader, event_file, every=30)
    follower.trouble.connect(window.show_outdated)
    assert (said(window), old_news(window)) == ("Session 1: 2:00:00", "")
    writer = bootstrap.open_book(event_file)
    carry_out(writer, StartClock(1), by=BY)
    writer.close()
    qtbot.waitUntil(lambda: reader.book.view.state.clocks != {}, timeout=5000)
    gone = event_file.rename(event_file.with_name("away.qv"))
    qtbot.waitUntil(lambda: old_news(window).endswith("the event file cannot be read"), timeout=5000)
    assert isinstance(window.slide, CountdownSlide)
    assert window.slide.remaining.startswith(("1:59", "2:00"))
    gone.rename(event_file)
    qtbot.waitUntil(lambda: old_news(window) == "", timeout=5000)
    follower.stop()
    window.close()
    reader.close()


def test_a_page_of_a_large_screen_is_painted_in_another_thread(
    controller: EventController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 4K that takes more than a tenth of a second, for which the desk would stand still."""
    threads = list[bool]()

    def noted(canvas: Canvas, slide: Slide, *given: object) -> None:
        threads.append(isinstance(slide, BlankSlide) or current_thread() is not main_thread())
        paint_slide(canvas, slide, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(screen_window, "paint_slide", noted)
    with plugged_in(DESK, Plugged("HDMI-4K", 1440, 3840, 2160)):
        screen = HallScreen("North", (ScreenContent.MESSAGE, ScreenContent.CLOCK))
        shown = ScreenWindow(controller, screen, HallState("e", (screen,), message="Lunch"))
        qtbot.addWidget(shown)
        shown.place_on(next(each for each in QApplication.screens() if each.name() == "HDMI-4K"))
        pictures = list[QImage]()
        for page in range(3):
            with qtbot.waitSignal(shown.view.page_painted, timeout=30_000):
                shown.show_state(HallState("e", (screen.turned_on(page),), message=f"Lunch {page}"))
            pictures.append(shown.picture())
            assert pictures[-1].size() == QSize(3840, 2160)
        assert len(threads) > 3
        assert all(threads)
        alone = HallScreenView()
        qtbot.addWidget(alone)
        alone.resize(3840, 2160)
        colours = colours_of(screen.scheme)
        alone.show_slide(shown.slide, shown.view.frame, language=shown.view._language, colours=colours)
        assert alone.picture() == pictures[-1], "it is the same picture that this thread would paint"
        assert pictures[0] != pictures[1]
        shown.close()


def test_a_smaller_screen_shows_a_page_at_once(controller: EventController) -> None:
    shown = opened(controller, ScreenContent.MESSAGE, state=HallState("e", message="Lunch"))
    before = shown.picture()
    shown.show_state(replace(HallState("e", (HallScreen("North", (ScreenContent.MESSAGE,)),)), message="Tea"))
    assert shown.picture() != before
    shown.close()
