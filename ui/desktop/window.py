"""The main window: rail, top bar, pages and status bar; and its position on the screens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QBoxLayout, QMainWindow, QWidget

from tournament.language import mark
from ui.desktop import preferences
from ui.desktop.appearance_switches import AppearanceSwitches
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_opening import EventOpener
from ui.desktop.listening import listen
from ui.desktop.message_bars import MessageBar, ReadOnlyBar, RehearsalBar, follow_offers
from ui.desktop.page_area import PageArea, Rail
from ui.desktop.pages.catalogue import PAGES, START, PageInfo
from ui.desktop.recent import keep_left, keep_open, left_open, recent_file
from ui.desktop.theme import Room, icons, theme
from ui.desktop.widgets import accessible
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.bars import StatusBar, TopBar
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.focus import set_tab_order
from ui.desktop.widgets.key_router import key_router
from ui.desktop.widgets.keys import ABOUT, FIND, KEYS_SHOWN, LOCK, QUIT, typed_character
from ui.desktop.widgets.layouts import boxed, column, row, stretched

if TYPE_CHECKING:  # imported with the first event, so that the window opens sooner
    from tournament.use_cases import Changes
    from ui.desktop.clock import ClockFollower, ClockLine
    from ui.desktop.display.gong_keeper import GongKeeper
    from ui.desktop.display.hall_controller import HallController
    from ui.desktop.followers import CallFollower, Followers
    from ui.desktop.sign_in import SignIn
    from ui.entry.finding import Findable

USUAL = QSize(1440, 900)
"""Size at the first start. On a smaller screen the window opens maximised."""
LEAST = QSize(760, 350)
"""Minimum size of the window: a screen of 1366 × 768 at 175 % has 780 × 438, less task bar and title."""
_LOW = 600
"""Below this height there is no space for a message and the top bar: a full HD screen at 200 % has 540."""
_TITLE_BAR = 32
"""Height of the system's title bar above the window, in pixels at 100 % scale."""


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """The position and size of the window while it is not maximised, and whether it is maximised."""

    rect: QRect
    maximised: bool = False


def opening_place(last: WindowPlace | None, screens: Sequence[QRect]) -> WindowPlace:
    """Where to open the window, given its ``last`` place and the free areas of the ``screens``, the main one first.

    The window opens on the screen that contains most of its last place, or on the main one if there is none.
    """
    screen = screens[0] if last is None else max(screens, key=lambda each: _shared_area(each, last.rect))
    if screen.width() < USUAL.width() or screen.height() < USUAL.height():
        return WindowPlace(_inside(screen, QRect(screen.topLeft(), USUAL)), maximised=True)
    if last is None:
        centred = QRect(screen.topLeft(), USUAL)
        centred.moveCenter(screen.center())
        return WindowPlace(_inside(screen, centred))
    return WindowPlace(_inside(screen, last.rect), last.maximised)


def open_window(window: QWidget) -> None:
    """Show ``window`` where it was last time."""
    screens = [QGuiApplication.primaryScreen(), *QGuiApplication.screens()]
    place = opening_place(_place_in(preferences.place()), [each.availableGeometry() for each in screens])
    window.setGeometry(place.rect)
    if place.maximised:
        window.showMaximized()
    else:
        window.show()


def keep_place(window: QWidget) -> None:
    """Save the place of ``window`` for the next time."""
    rect, state = window.normalGeometry(), "maximised" if window.isMaximized() else "free"
    preferences.keep_place(f"{rect.x()} {rect.y()} {rect.width()} {rect.height()} {state}")


def _place_in(kept: str) -> WindowPlace | None:
    numbers, _, state = kept.rpartition(" ")
    try:
        x, y, width, height = map(int, numbers.split())
    except ValueError:  # nothing was saved, or the settings file was edited
        return None
    return WindowPlace(QRect(x, y, width, height), state == "maximised") if width > 0 and height > 0 else None


def _inside(screen: QRect, wanted: QRect) -> QRect:
    """``wanted``, moved and shrunk as little as needed to be on ``screen`` with its title bar."""
    free = screen.adjusted(0, _TITLE_BAR, 0, 0)
    rect = QRect(wanted.topLeft(), wanted.size().expandedTo(LEAST).boundedTo(free.size()))
    rect.moveLeft(max(min(rect.left(), free.right() + 1 - rect.width()), free.left()))
    rect.moveTop(max(min(rect.top(), free.bottom() + 1 - rect.height()), free.top()))
    return rect


def _shared_area(screen: QRect, rect: QRect) -> int:
    both = screen.intersected(rect)
    return both.width() * both.height() if both.isValid() else 0


HOME = "tables"
"""The page shown when an event is opened that has a draw."""
BEFORE_DRAW = "event"
"""The page shown when an event without a draw is opened."""
CHECKLIST = "event"
"""The page marked on the rail with the number of its open points."""
DISPLAY = "display"
"""The page with the controls of the clock, marked on the rail while a screen of the hall has a problem."""
DESKS = "desks"
"""The page with the desks of a shared event, marked on the rail with the number of those that wait to join."""
HISTORY = "history"
"""The page that the status bar opens."""
_FRENCH_DIGITS = dict(zip("1234567890", "&É\"'(-È_ÇÀ", strict=True))
"""What the digit keys of a French keyboard type without Shift, so that shortcuts with Alt work without Shift too."""
_LIST_KEYS = (KEYS_SHOWN, "Ctrl+Shift+?", "Ctrl+Shift+/")
"""The shortcuts for the list of keys. On most keyboards the question mark needs Shift, with different keys."""
CLOCK_LINE = "F12"
"""Shows or hides the line of the clock."""
_TITLE = "Quatre Vents"
_LEFT_AFTER = 1000
"""Milliseconds after the user went elsewhere before that is remembered for the next start."""


class Window(QMainWindow):
    """The main window. It creates a page when the page is first shown.

    Closing the window is always safe: everything recorded is committed.
    """

    def __init__(self, controller: EventController, pages: Sequence[PageInfo] = PAGES, start: PageInfo = START) -> None:
        super().__init__()
        accessible.install()
        self.controller = controller
        self._pages = {page.id: page for page in (start, *pages)}
        self._start = start.id
        self._drawn, self._shared = True, False
        """Whether the open event is a tournament, whose sessions are drawn (True if no event is open), and whether it
        is shared."""
        self._keeps_place = True
        self._followers: Followers | None = None
        self.top = TopBar()
        self.rail = Rail([page for page in self._pages.values() if page.on_rail])
        self.status = StatusBar()
        self.messages = MessageBar()
        self.clock: ClockFollower | None = None
        self.calls: CallFollower | None = None
        self.gongs: GongKeeper | None = None
        self.hall: HallController | None = None
        self.area = PageArea(controller, self._pages)
        self._opener = EventOpener(controller, self, at_start=lambda: self.area.current == self._start)
        self._clock = QTimer(self, interval=5000)
        self._restored = ""
        """The place of the open event in which the window went to where it was left; empty if none is open."""
        self._last_sheet = (0, 0)
        """Session and table of the sheet that was shown last; zeros before the first."""
        self._left = QTimer(self, interval=_LEFT_AFTER, singleShot=True)
        key_router()
        self._apply_theme()
        QTimer.singleShot(0, self, self._show_icon)  # drawn in seven sizes, after the first paint
        self._lay_out()
        self._show_rail()
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(LEAST)
        self.resize(USUAL)
        self._show_clock()
        self._clock.start()
        self._opened()

    def _lay_out(self) -> None:
        top = self.top.layout()
        assert top is not None
        top.addWidget(AppearanceSwitches())
        middle = row(self.rail, stretched(self.area), spacing=0, centred=False)
        bars = (RehearsalBar(self.controller), ReadOnlyBar(self.controller), self.messages, self._opener.bar)
        self.setCentralWidget(boxed(column(self.top, *bars, stretched(middle), self.status, spacing=0)))

    def _connect(self) -> None:
        controller = self.controller
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        controller.navigation.page_wanted.connect(self.show_page)
        listen(controller.navigation.table_wanted, self, self._show_table)
        listen(controller.navigation.help_wanted, self.area, self.area.toggle_help)
        controller.navigation.about_wanted.connect(self._show_about)
        listen(controller.messages.shown, self, self.messages.show_message)
        self.messages.shown_or_hidden.connect(self._cover_top)
        listen(controller.messages.noted, self, lambda text: self.messages.show_message(text, NoticeKind.INFO))
        listen(controller.messages.action_offered, self, self.messages.offer)
        listen(controller.messages.next_offered, self, partial(self.messages.offer, kind=NoticeKind.INFO))
        follow_offers(controller, self.messages)
        theme.changed.connect(self._apply_theme)
        self.area.page_wanted.connect(self._focus_page)
        self.rail.chosen.connect(self.show_page)
        self.top.help_asked.connect(self.area.toggle_help)
        self.top.session_chosen.connect(self._choose_session)
        self.status.history_asked.connect(partial(self.show_page, HISTORY))
        self._clock.timeout.connect(self._show_clock)
        self._left.timeout.connect(self._keep_left)
        controller.leaving.connect(self._keep_left)
        controller.sheet_changed.connect(self._note_sheet)
        controller.session_changed.connect(self._note_sheet)
        # Two pages may share a shortcut: `show_page` chooses the one for the format of the event.
        for shortcut, id in {page.shortcut: page.id for page in self._pages.values() if page.shortcut}.items():
            _add_shortcut(self, _keys(shortcut), partial(self.show_page, id))
        self.top.clock_asked.connect(self._toggle_clock)
        _add_shortcut(self, [QKeySequence("F1")], self.area.toggle_help)
        _add_shortcut(self, [QKeySequence(ABOUT)], self._show_about)
        _add_shortcut(self, [QKeySequence(CLOCK_LINE)], self._toggle_clock)
        _add_shortcut(self, [QKeySequence(LOCK)], self._lock_or_ask)
        _add_shortcut(self, [QKeySequence(FIND)], self._find)
        _add_shortcut(self, [QKeySequence("Ctrl+P")], self._print_view)
        _add_shortcut(self, [QKeySequence(QUIT)], self.close)
        _add_shortcut(self, [QKeySequence("Shift+F10"), QKeySequence("Menu")], self._ask_for_menu)
        _add_shortcut(
            self, [QKeySequence(keys) for keys in _LIST_KEYS], partial(self.area.toggle_help, lists_keys=True)
        )

    @property
    def current(self) -> str:
        """Id of the current page, empty before the first."""
        return self.area.current

    def page(self, id: str) -> QWidget:
        """The page with ``id``, created if necessary. Raises KeyError for an unknown id."""
        return self.area.page(id)

    def show_page(self, id: str) -> None:
        """Show the page with ``id`` and focus it; show the start page instead if it needs an event and none is open.

        Of two pages with the same shortcut it shows the one for the format of the open event.
        """
        has_event = self.controller.view is not None
        id = self._fitting(id)
        if not has_event and self._pages[id].needs_event:
            id = self._start
        self.set_frame_shown(has_event or self._pages[id].needs_event)
        before, page = self.area.current, self.area.show_page(id)
        if self.clock is not None and id == DISPLAY:
            self.clock.hide_line()  # the page has the same controls
        self.rail.set_current(id)
        self.status.set_history_open(id == HISTORY)
        set_tab_order(self.top, self.rail, page, self.status)
        if id != before:
            announce(page, self._pages[id].title)
            self._left.start()
        page.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Say that a letter or digit was not entered: nothing took it."""
        if typed := typed_character(event):
            lost = mark("“{key}” was not entered: the cursor is in no field.", key=typed)
            self.controller.messages.noted.emit(lost)
        super().keyPressEvent(event)

    def _fitting(self, id: str) -> str:
        page = self._pages[id]
        if page.fits(self._drawn):
            return id
        return next(other.id for other in self._pages.values() if other.shortcut == page.shortcut and other is not page)

    def _changed(self, changes: "Changes") -> None:
        if not changes.received:
            self.messages.show_message(None)
        self.sign_in.show_role()
        self._follow_event()

    def _follow_event(self) -> None:
        """Show on the rail the pages for the format of the open event, and those of a shared event if it is shared."""
        view = self.controller.view
        drawn, shared = view is None or view.settings.format.is_drawn, self.controller.shared_book is not None
        if (drawn, shared) != (self._drawn, self._shared):
            self._drawn, self._shared = drawn, shared
            self._show_rail()

    def _show_rail(self) -> None:
        shown = (page for page in self._pages.values() if page.fits(self._drawn))
        self.rail.show_pages([page.id for page in shown if self._shared or not page.only_shared])

    def set_frame_shown(self, shown: bool) -> None:
        """Show or hide the rail, the top bar and the status bar, which are empty without an event."""
        for part in (self.rail, self.top, self.status):
            part.setVisible(shown)

    def set_event_name(self, name: str) -> None:
        """Show the event's name in the top bar and the window title, or no name if it is empty."""
        self.top.set_event_name(name)
        self.setWindowTitle(f"{name} – {_TITLE}" if name else _TITLE)

    def come_to_front(self) -> None:
        """Show the window above others, even if it was minimised, and focus it if the system allows it."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def close_quietly(self) -> None:
        """Close and delete the window without saving its position or asking anything."""
        self._keeps_place = False
        self.close()
        self.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the bars lower in a low window."""
        super().resizeEvent(event)
        density = Room(self.width(), self.height()).density
        self.top.set_density(density)
        self.status.set_density(density)
        self._cover_top()

    def _cover_top(self) -> None:
        """In a low window a message takes the place of the top bar, so that the form below keeps its height."""
        self.top.set_covered(self.height() < _LOW and not self.messages.isHidden())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the position of the window and close the event. For a shared event, ask first."""
        if self._asks_before_closing():
            event.ignore()
            return
        if self._keeps_place:
            keep_place(self)
        self._clock.stop()
        open_now = left_open() if self._keeps_place else None
        # Otherwise closing the event would show the start page in the closing window.
        self.controller.opened.disconnect(self._opened)
        self.controller.close()
        if open_now is not None:
            keep_open(open_now)  # closing the window is not closing its event: the next start shows it again
        super().closeEvent(event)

    def _asks_before_closing(self) -> bool:
        if self.controller.shared_book is None or not self._keeps_place:
            return False
        from ui.desktop.sharing.dialogs import asks_before_closing

        return asks_before_closing(self.controller, self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file."""
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        self.controller.navigation.event_wanted.emit(Path(event.mimeData().urls()[0].toLocalFile()))

    def _opened(self) -> None:
        view = self.controller.view
        self.messages.show_message(None)
        self._follow_event()
        if view is None:
            self._restored, self._last_sheet = "", (0, 0)
            self.set_event_name("")
            self.show_page(self._start)
            return
        if self._followers is None:
            self._followers = self._follow_events()
        self._followers.bars.show_event(view)
        for problem in self.controller.book.damage[:1]:
            place = Path(self.controller.book.place)
            self.controller.messages.rescue_offered.emit(place, problem.text, True)
        if not self._went_where_left():
            self.show_page(HOME if view.seating is not None else BEFORE_DRAW)
        self.sign_in.show_role()
        if not self.controller.user.acts and not self.controller.read_only:
            QTimer.singleShot(0, self.sign_in.ask)  # after the pages, which take the focus

    def _went_where_left(self) -> bool:
        """Go to the page, session and table at which this event was left, once after it is opened.

        Return False if that was done, or if there is no such place any more.
        """
        controller, place = self.controller, self.controller.book.place
        view, before = controller.view, self._restored
        self._restored = place
        left = recent_file(Path(place)) if place != before else None
        if left is None or view is None or left.page not in self._pages or not self._pages[left.page].needs_event:
            return False
        if left.session in view.drawn_sessions and left.session not in view.state.closed:
            controller.choose_session(left.session)
            if left.page == HOME and left.table in (sheet.table for sheet in view.sheets(left.session)):
                self._show_table(left.session, left.table)
                return True
        self.show_page(left.page)
        return True

    def _note_sheet(self, _session: int = 0) -> None:
        """Note the sheet that is shown, which also counts while another page is."""
        self._last_sheet = self.controller.sheet or self._last_sheet
        self._left.start()

    def _keep_left(self) -> None:
        """Remember the page, session and table that are shown, for the next time that this event is opened."""
        self._left.stop()
        controller = self.controller
        if self._restored and controller.view is not None and self._keeps_place and self.area.current in self._pages:
            session, table = self._last_sheet
            table = table if session == controller.session else 0
            keep_left(Path(controller.book.place), self.area.current, controller.session, table)

    def _follow_events(self) -> "Followers":
        """Create the parts that follow the open event; called when the first event is opened."""
        from ui.desktop.followers import Followers

        followers = Followers(self.controller, self.top, self.status, self, self.area.clear_typed)
        followers.bars.event_named.connect(self.set_event_name)
        followers.bars.sheet_touched.connect(self._follow_undo)
        followers.bars.open_counted.connect(partial(self.rail.show_open, CHECKLIST))
        followers.clock.line_made.connect(self._insert_clock_line)
        self._insert_line(followers.calls.bar)
        followers.waiting.counted.connect(partial(self.rail.show_open, DESKS))
        self._insert_line(followers.waiting)
        hall = followers.hall
        hall.changed.connect(lambda: self.rail.show_trouble(DISPLAY, hall.trouble_text))
        self.rail.show_trouble(DISPLAY, hall.trouble_text)
        self.clock, self.calls, self.gongs, self.hall = followers.clock, followers.calls, followers.gongs, hall
        return followers

    @cached_property
    def sign_in(self) -> "SignIn":
        """The part that shows who is signed in, created when it is first needed."""
        from ui.desktop.sign_in import SignIn

        sign_in = SignIn(self.controller, self.top, self.messages)
        sign_in.line_made.connect(self._insert_line)
        sign_in.left.connect(self._focus_page)
        return sign_in

    def _find(self) -> None:
        """Open the field that finds players, tables, pages, reports and actions."""
        from ui.desktop.finder import FinderDialog, carry_out

        has_event = self.controller.view is not None
        pages = (page for page in self._pages.values() if page.fits(self._drawn) and page.id != self._start)
        reached = [page for page in pages if has_event or not page.needs_event]

        def page_of(id: str) -> QWidget:
            self.show_page(id)
            return self.page(id)

        def go(item: "Findable") -> None:
            carry_out(item, self.controller, self, page_of)

        FinderDialog(self.controller, reached, self.current, go, parent=self).open()

    def _ask_for_menu(self) -> None:
        from ui.desktop.kit.menu import ask_for_menu

        ask_for_menu()

    def _lock_or_ask(self) -> None:
        self.sign_in.lock_or_ask()

    def _follow_undo(self, session: int, table: int) -> None:
        """If the page Tables is shown, show the sheet that undo or redo changed."""
        if self.current == HOME:
            self.controller.navigation.table_wanted.emit(session, table)

    def _print_view(self) -> None:
        from ui.desktop.kit.page import NOT_PRINTED, Page

        page = self.page(self.current)
        if isinstance(page, Page):
            page.print_view()
        else:
            self.messages.show_message(NOT_PRINTED)

    def _show_table(self, session: int, table: int) -> None:
        is_new = HOME not in self.area.made
        if self.current != HOME:
            self.show_page(HOME)
        if is_new:  # the page did not exist yet when the table was asked for
            self.controller.navigation.table_wanted.emit(session, table)

    def _choose_session(self, key: str) -> None:
        self.controller.choose_session(int(key))
        self._focus_page()

    def _focus_page(self) -> None:
        if self.current:
            self.page(self.current).setFocus()

    def _insert_clock_line(self, line: "ClockLine") -> None:
        self._insert_line(line)
        line.left.connect(self._focus_page)

    def _insert_line(self, line: QWidget) -> None:
        """Insert ``line`` below the messages."""
        middle = self.centralWidget()
        frame = middle.layout() if middle is not None else None
        assert isinstance(frame, QBoxLayout)
        frame.insertWidget(frame.indexOf(self.messages) + 1, line)

    def _toggle_clock(self) -> None:
        """Show or hide the line of the clock. The page Display gets the focus in its own controls instead."""
        if self.clock is None or not self.clock.shows_a_clock:
            self.messages.show_message(mark("The session shown has no clock."), NoticeKind.INFO)
        elif self.current == DISPLAY:
            self.controller.navigation.clock_wanted.emit()
        elif self.clock.line.isVisible():
            self.clock.line.leave()
        else:
            self.clock.line.ask()

    def _show_about(self) -> None:
        from ui.desktop.dialogs.about import AboutDialog

        about = AboutDialog(parent=self)
        about.guides_wanted.connect(partial(self.area.toggle_help, chapter="organiser"))
        about.open()

    def _apply_theme(self) -> None:
        self.setStyleSheet(theme.style_sheet)

    def _show_icon(self) -> None:
        self.setWindowIcon(icons.window_icon())

    def _show_clock(self) -> None:
        self.top.set_now(f"{datetime.now().astimezone():%H:%M}")


def _add_shortcut(window: QWidget, keys: list[QKeySequence], act: Callable[[], object]) -> None:
    shortcut = QShortcut(window)
    shortcut.setKeys(keys)
    shortcut.activated.connect(act)
    shortcut.activatedAmbiguously.connect(act)  # on some layouts one key press matches two of its sequences


def _keys(shortcut: str) -> list[QKeySequence]:
    keys = [QKeySequence(shortcut)]
    digit = shortcut.removeprefix("Alt+")
    if shortcut.startswith("Alt+") and digit in _FRENCH_DIGITS:
        keys.append(QKeySequence(f"Alt+{_FRENCH_DIGITS[digit]}"))
    return keys
