"""The window's ground for each test; the real window on a real event file; a keyboard that types where the focus is."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListView, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker
from shiboken6 import isValid

from tests.ui.desktop.echo import ECHO
from tests.ui.desktop.fake_player import FakePlayer
from tests.waiting import PATIENCE
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Language
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap, preferences
from ui.desktop import window as window_module
from ui.desktop.controller import EventController
from ui.desktop.display import sounds
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.help import HelpPanel
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import flash as flash_module
from ui.desktop.widgets.cards import Question
from ui.desktop.widgets.key_router import key_router, reason_unread
from ui.desktop.window import HOME, Window
from ui.entry.hand_draft import HandDraft

FIRST = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana")
LAST = ("Anything", "Beispiel", "Chimera", "Dummy", "Ejemplo", "Fiktiv", "Greekless", "Hypothese")
SEATING = Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8))), "by hand", 1)
BY = By("Referee", "test desk")
_SECONDS = count()
_PATIENCE = int(1000 * PATIENCE)
"""Milliseconds that a test waits at least for what it expects, before it fails: a machine may be busy."""
_FOR_EVER = 3_600_000
"""Milliseconds, longer than any test."""
_BETWEEN_LOOKS = 10
"""Milliseconds, in pytest-qt."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS = {
    "Enter": Qt.Key.Key_Return,
    "Esc": Qt.Key.Key_Escape,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
    "Backspace": Qt.Key.Key_Backspace,
    "Space": Qt.Key.Key_Space,
    "Tab": Qt.Key.Key_Tab,
    "F5": Qt.Key.Key_F5,
    "F6": Qt.Key.Key_F6,
    "F4": Qt.Key.Key_F4,
    "F8": Qt.Key.Key_F8,
    "F9": Qt.Key.Key_F9,
    "F10": Qt.Key.Key_F10,
}


class Keyboard:
    """Presses keys, one after the other, and counts them."""

    def __init__(self) -> None:
        self.pressed = 0

    def type(self, keys: str) -> None:
        """Press ``keys``, parted by spaces: a name such as ``Enter``, ``Ctrl+Z``, or characters."""
        for key in keys.split():
            name = key.removeprefix("Ctrl+")
            held = Qt.KeyboardModifier.ControlModifier if key != name else Qt.KeyboardModifier.NoModifier
            if name in _KEYS:
                self._press(_KEYS[name], held)
            elif held:
                self._press(Qt.Key(ord(name)), held)
            else:
                for character in key:
                    self._press(character, held)

    def words(self, text: str) -> None:
        """Type a sentence, spaces too."""
        for character in text:
            self._press(character, Qt.KeyboardModifier.NoModifier)

    def _press(self, key: Qt.Key | str, held: Qt.KeyboardModifier) -> None:
        if key in _ENTER and (any(question.asks for question in tuple(Question.in_view)) or reason_unread()):
            QApplication.processEvents()  # what asks is painted, as it is for a person
        target = QApplication.focusWidget()
        assert target is not None, "nothing has the focus"
        if isinstance(key, str):
            QTest.keyClicks(target, key, held)
        else:
            QTest.keyPress(target, key, held)
            QTest.keyRelease(QApplication.focusWidget() or target, key, held)  # which the press may have moved
        self.pressed += 1


class PatientBot(QtBot):
    """Waits as long as a busy machine may need, whatever a test says; what comes at once costs no time."""

    _pause = 1
    """Milliseconds to the next look, twice as many each time up to those of pytest-qt."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = _PATIENCE) -> None:
        self._pause = 1
        super().waitUntil(callback, timeout=max(timeout, _PATIENCE))

    def wait(self, ms: int) -> None:
        """Wait; between the first looks of `waitUntil` less than its pause, most of which would be in vain."""
        loop = QEventLoop()
        if ms == _BETWEEN_LOOKS:
            ms, self._pause = self._pause, min(2 * self._pause, ms)
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def waitSignal(
        self, signal: Any, *, timeout: int = _PATIENCE, raising: bool | None = None, **how: Any
    ) -> SignalBlocker:
        """With ``raising`` False, as where no signal is expected, not longer than the test says."""
        longest = timeout if raising is False else max(timeout, _PATIENCE)
        return super().waitSignal(signal, timeout=longest, raising=raising, **how)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """The robot of pytest-qt, with patience."""
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def styled(qapp: QApplication) -> Iterator[QApplication]:
    """The application with the shipped fonts and its style, before any window that several tests share is made.

    Offscreen, Qt keeps what was copied until after Python has ended, and then crashes.
    """
    theme.install(qapp, Appearance.LIGHT)
    yield qapp
    qapp.clipboard().clear()


@pytest.fixture(autouse=True)
def dressed(styled: QApplication) -> Iterator[QApplication]:
    """The application in light colours and English, before and after each test; no window outlives its test."""
    theme.set_choice(Appearance.LIGHT)
    translator.set_language(ENGLISH)
    before = windows(styled)
    yield styled
    delete_closed(styled)
    translator.set_words(())
    translator.set_language(ENGLISH)
    theme.set_choice(Appearance.LIGHT)
    if ModuleWindow.kept:  # what is not visible may be part of it
        before |= {each for each in windows(styled) if not each.isVisible()}
    close_left(styled, before)


def close_left(app: QApplication, before: set[QWidget]) -> None:
    """Fail if there is a window now that was not there before, and close it."""
    left = windows(app) - before
    if left:  # what only Python still holds goes now
        gc.collect()
        left = windows(app) - before
    names = sorted(type(each).__name__ for each in left)
    for each in left:  # the tests that follow have done nothing
        each.close()
        each.deleteLater()
    delete_closed(app)
    assert names == [], "every test that follows would draw, translate and style them"


def windows(app: QApplication) -> set[QWidget]:
    """Every widget that stands by itself."""
    return {each for each in app.topLevelWidgets() if each.parentWidget() is None}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second lies between whatever is shown and pressed: tests of haste have a clock of their own.

    A flash stays until the test ends, because on a busy machine it would end before a test sees it.
    """
    monkeypatch.setattr(Question, "clock", _SECONDS.__next__)
    monkeypatch.setattr(flash_module, "_FLASH", _FOR_EVER)
    guard = QApplication.instance() and key_router()
    if guard:
        guard.count_again()  # a test before this one may have ended with a refused key, at another time
        for each in QApplication.topLevelWidgets():
            for flash in each.findChildren(flash_module.Flash):
                flash.hide()


@pytest.fixture(autouse=True)
def keys_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of a sheet stay listed under its form, however many sheets the tests before this one signed."""
    monkeypatch.setattr(preferences, "count_signed_sheet", lambda: None)


@pytest.fixture(autouse=True)
def fake_player(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePlayer]:
    """A loudspeaker that only notes what it is given: no test makes a noise, or asks the machine for a device."""
    made = FakePlayer()
    hall_sounds.cache_clear()
    monkeypatch.setattr(sounds, "_sound_player", made.of)
    yield made
    hall_sounds.cache_clear()


@pytest.fixture
def own_preferences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give this test its own settings, copies, sample events, directory of people, and documents."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def echo() -> Language:
    """A language twice as long as English."""
    return ECHO


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """Eight players, two sessions, drawn, nothing played."""
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    settings = Settings("Open of Nowhere", sessions=2, starts=date(2026, 6, 12), ends=date(2026, 6, 12))
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    book.close()
    return path


class ModuleWindow:
    """A window that the tests of a module use one after the other, each with an event of its own.

    Opening an event in a window that is there takes a third of the time of a new one. Whatever a test left in it goes
    when the next event is opened, as it does for a user. After a test that failed, the next one has a new window.
    """

    kept: ClassVar[set[Window]] = set()
    """Those that wait for the next test."""

    def __init__(self) -> None:
        self.controller: EventController | None = None
        self.window: Window | None = None
        self._home = ""

    def open(self, path: Path) -> EventController:
        """Open an event where the window is, if there is one and its preferences are those of this test."""
        home = os.environ["QUATRE_VENTS_HOME"]
        if self._home != home:
            self.discard()
        if self.controller is None:
            self.controller, self._home = bootstrap.make_controller("Referee"), home
        self.controller.open(path)
        return self.controller

    @contextmanager
    def shown(
        self, app: QApplication, request: pytest.FixtureRequest, make: Callable[[EventController], Window] = Window
    ) -> Iterator[Window]:
        """Show the window with the event that is open, and make it active; hide it afterwards and close the event."""
        assert self.controller is not None, "no test opened an event"
        if self.window is None:
            with beginning_at(request.getfixturevalue("first_page")):
                self.window = make(self.controller)
        self.kept.add(self.window)
        failed = request.session.testsfailed
        show(self.window, app)
        yield self.window
        if request.session.testsfailed == failed:
            self._put_away()
        else:
            self.discard()
        delete_closed(app)
        app.processEvents()

    def _put_away(self) -> None:
        made = self.window
        if made is None or not isValid(made) or any(made.findChild(kind) for kind in (QDialog, HelpPanel)):
            self.discard()
            return
        made.hide()
        made.windowHandle().destroy()  # offscreen, Qt would think it active still, and never make it so again
        made.controller.close()

    def discard(self) -> None:
        """Close the window."""
        if self.window is not None:
            self.kept.discard(self.window)
        if self.window is not None and isValid(self.window):
            self.window.hide()  # a page in view would show that there is no event any more
            self.window.close()
            self.window.deleteLater()
        elif self.controller is not None:
            self.controller.close()
        self.window = self.controller = None


@pytest.fixture(scope="module")
def module_window(styled: QApplication) -> Iterator[ModuleWindow]:
    """The window of the tests of a module; `new_window` gives each of them a new one."""
    before, made = windows(styled), ModuleWindow()
    yield made
    made.discard()
    delete_closed(styled)
    styled.processEvents()
    close_left(styled, before)


@pytest.fixture
def new_window(module_window: ModuleWindow) -> Iterator[None]:
    """Nothing that a test before left in the window, and nothing for the next."""
    module_window.discard()
    yield
    module_window.discard()


@pytest.fixture
def controller(event_file: Path, first_page: str, request: pytest.FixtureRequest) -> Iterator[EventController]:
    """A desk with the event open: the one of the window that the tests of a module share, if a test asks for that."""
    if "module_window" in request.fixturenames:
        shared: ModuleWindow = request.getfixturevalue("module_window")
        with beginning_at(first_page):
            opened = shared.open(event_file)
        yield opened
        return
    made = bootstrap.make_controller("Referee")
    made.open(event_file)
    yield made
    made.close()


def show(made: Window, app: QApplication) -> None:
    """Show a window and make it active."""
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    app.processEvents()


@contextmanager
def shown(made: Window, app: QApplication) -> Iterator[Window]:
    """Show a window and make it active; let it go afterwards."""
    show(made, app)
    yield made
    made.hide()  # a page in view would show that there is no event any more
    made.close()
    made.deleteLater()
    delete_closed(app)
    app.processEvents()


Opened = Callable[[], AbstractContextManager[Window]]


@pytest.fixture
def empty_window(own_preferences: None, dressed: QApplication) -> Iterator[Window]:
    """The window without an event, with settings of this test alone."""
    with shown(Window(bootstrap.make_controller("Organiser")), dressed) as made:
        yield made


@pytest.fixture
def opened(event_file: Path, dressed: QApplication) -> Opened:
    """Opens the window on the event, once more each time."""

    def open_it() -> AbstractContextManager[Window]:
        controller = bootstrap.make_controller("Referee")
        controller.open(event_file)
        return shown(Window(controller), dressed)

    return open_it


def delete_closed(app: QApplication) -> None:
    """Delete now what is to be deleted later: ``processEvents`` leaves it for a running loop."""
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def first_page(request: pytest.FixtureRequest) -> str:
    """The page with which the window begins: for the tests of a page that page, so that no other is made for them."""
    folder = request.path.parent
    return folder.name if folder.parent.name == "pages" else HOME


@contextmanager
def beginning_at(page: str) -> Iterator[None]:
    """A window that is made now begins with this page, whether its event is drawn or not; the next event as usual."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "BEFORE_DRAW"):
            patch.setattr(window_module, name, page)
        yield


@pytest.fixture
def window(
    dressed: QApplication, module_window: ModuleWindow, controller: EventController, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The window, shown and active."""
    with module_window.shown(dressed, request) as made:
        yield made


@pytest.fixture
def page(window: Window) -> TablesPage:
    """The Tables page, in view."""
    shown = window.page("tables")
    assert isinstance(shown, TablesPage)
    return shown


def typed_hand(page: TablesPage) -> HandDraft:
    """The hand at the cursor as far as it is typed."""
    assert page.state.hand is not None
    return page.state.hand.draft


@pytest.fixture
def keyboard() -> Keyboard:
    """A keyboard that counts."""
    return Keyboard()


@pytest.fixture
def said() -> Callable[[QWidget], str]:
    """All words that a reader sees or a screen reader says in a widget now."""

    def collect(widget: QWidget) -> str:
        parts = [child for child in (widget, *widget.findChildren(QWidget)) if child.isVisible()]
        words = (
            (p.accessibleName() or getattr(p, "text", str)(), getattr(p, "accessible_value", str)()) for p in parts
        )
        rows = (_row_texts(part) for part in parts if isinstance(part, QListView))
        return " | ".join(filter(None, chain(chain.from_iterable(words), chain.from_iterable(rows))))

    return collect


def _row_texts(view: QListView) -> Iterator[str]:
    """What a screen reader says of each row."""
    model = view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        yield str(index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data() or "")
