"""The window: rail, top bar, pages and status bar, and the parts that follow the open event."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QBoxLayout, QMainWindow, QSizePolicy, QStackedWidget, QWidget

from tournament.language import Text, listed, mark
from ui.desktop.appearance_switches import AppearanceSwitches
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_opening import EventOpener
from ui.desktop.dialogs.event_requests import ListCopies, OpenReadOnly, OtherFile, RecoverEvent
from ui.desktop.keys import KEYS_SHOWN
from ui.desktop.kit.widths import HELP_BESIDE_FROM, WIDE_FROM
from ui.desktop.listening import listen
from ui.desktop.message_bar import MessageBar
from ui.desktop.pages.catalogue import PAGES, START, PageInfo
from ui.desktop.rail import Rail
from ui.desktop.read_only_bar import ReadOnlyBar
from ui.desktop.rehearsal_bar import RehearsalBar
from ui.desktop.theme import Room, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import accessible
from ui.desktop.widgets.announcing import announce
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.notice import NoticeKind
from ui.desktop.widgets.question import guard_enter
from ui.desktop.widgets.status_bar import StatusBar
from ui.desktop.widgets.tab_order import set_tab_order
from ui.desktop.widgets.top_bar import TopBar
from ui.desktop.window_place import LEAST, USUAL, keep_place

if TYPE_CHECKING:  # imported with the first event or the first call for help, so that the window opens sooner
    from tournament.use_cases import Changes
    from ui.desktop.clock_follower import ClockFollower
    from ui.desktop.display.gong_keeper import GongKeeper
    from ui.desktop.display.hall_controller import HallController
    from ui.desktop.help import HelpPanel
    from ui.desktop.sign_in_line import SignInLine
    from ui.desktop.window_bars import WindowBars

HOME = "tables"
"""The page shown when an event is opened that has a draw."""
BEFORE_DRAW = "event"
DISPLAY = "display"
"""The page with its own controls of the clock, marked on the rail while a screen of the hall has a trouble."""
HISTORY = "history"
"""The page that the status bar opens."""
_FRENCH_DIGITS = dict(zip("123456789", "&É\"'(-È_Ç", strict=True))
"""The characters of the digit keys on a French keyboard, where digits need Shift: Alt and the key alone must do."""
_LIST_KEYS = (KEYS_SHOWN, "Ctrl+Shift+?", "Ctrl+Shift+/")
"""The shortcuts for the list of keys. On most keyboards the question mark needs Shift, with different keys."""
LOCK = "Ctrl+Shift+K"
"""Signs out, and asks who comes next."""
CLOCK_LINE = "F12"
"""Shows or hides the line of the clock."""
_TITLE = "Quatre Vents"


class Window(QMainWindow):
    """The main window. It creates a page when the page is first shown.

    Closing the window is always safe: everything recorded is committed.
    """

    page_shown = Signal(str)
    """The page with this id is shown now."""

    def __init__(self, controller: EventController, pages: Sequence[PageInfo] = PAGES, start: PageInfo = START) -> None:
        super().__init__()
        accessible.install()
        self.controller = controller
        self._pages = {page.id: page for page in (start, *pages)}
        self.made_pages: dict[str, QWidget] = {}
        """Pages by id, those that were shown or prepared."""
        self._start = start.id
        self._current = ""
        self._drawn = True
        """Whether the sessions of the open event are drawn: it is a tournament."""
        self._keeps_place = True
        self._bars: WindowBars | None = None
        self._help: HelpPanel | None = None
        self.top = TopBar()
        self.rail = Rail([page for page in self._pages.values() if page.on_rail])
        self.status = StatusBar()
        self.messages = MessageBar()
        self.clock: ClockFollower | None = None
        self.gongs: GongKeeper | None = None
        self.hall: HallController | None = None
        self.sign_in: SignInLine | None = None
        """Created when first needed; events without PINs need none."""
        self._opener = EventOpener(controller, self)
        self._stack = _PageStack()
        self._clock = QTimer(self, interval=5000)
        guard_enter()
        self._apply_theme()
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
        self._middle = row(self.rail, stretched(self._stack), spacing=0, centred=False)
        bars = (RehearsalBar(self.controller), ReadOnlyBar(self.controller), self.messages, self._opener.bar)
        self.setCentralWidget(boxed(column(self.top, *bars, stretched(self._middle), self.status, spacing=0)))

    def _connect(self) -> None:
        controller = self.controller
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        controller.navigation.page_wanted.connect(self.show_page)
        listen(controller.navigation.table_wanted, self, lambda _session, _table: self._show_tables())
        controller.navigation.help_wanted.connect(self._toggle_help)
        listen(controller.messages.shown, self, self.messages.show_message)
        listen(controller.messages.noted, self, lambda text: self.messages.show_message(text, NoticeKind.INFO))
        listen(controller.messages.action_offered, self, self.messages.offer)
        controller.messages.reading_offered.connect(self._offer_reading)
        controller.messages.rescue_offered.connect(self._offer_rescue)
        controller.messages.file_changed.connect(self._offer_saving)
        theme.changed.connect(self._apply_theme)
        translator.follow(self._name_pages)
        self.rail.chosen.connect(self.show_page)
        self.top.help_asked.connect(self._toggle_help)
        self.top.session_chosen.connect(self._choose_session)
        self.status.history_asked.connect(partial(self.show_page, HISTORY))
        self._clock.timeout.connect(self._show_clock)
        for shortcut, id in {page.shortcut: page.id for page in self._pages.values() if page.shortcut}.items():
            self._add_shortcut(_keys(shortcut), partial(self.show_page, id))
        self.top.clock_asked.connect(self._toggle_clock)
        self._add_shortcut([QKeySequence("F1")], self._toggle_help)
        self._add_shortcut([QKeySequence(CLOCK_LINE)], self._toggle_clock)
        self.top.role_asked.connect(self._lock_or_ask)
        controller.role_changed.connect(self._show_role)
        self._add_shortcut([QKeySequence(LOCK)], self._lock_or_ask)
        self._add_shortcut([QKeySequence("Ctrl+P")], self._print_view)
        self._add_shortcut([QKeySequence("Shift+F10"), QKeySequence("Menu")], self._show_menu)
        self._add_shortcut([QKeySequence(keys) for keys in _LIST_KEYS], partial(self._toggle_help, lists_keys=True))

    def _add_shortcut(self, keys: list[QKeySequence], act: Callable[[], None]) -> None:
        shortcut = QShortcut(self)
        shortcut.setKeys(keys)
        shortcut.activated.connect(act)
        shortcut.activatedAmbiguously.connect(act)  # on some layouts one key press matches two of its sequences

    @property
    def current(self) -> str:
        """Id of the current page, empty before the first."""
        return self._current

    def page(self, id: str) -> QWidget:
        """The page with ``id``, created if necessary. Raises KeyError for an unknown id."""
        self.make_page(id)
        page = self.made_pages[id]
        if page.parent() is None:
            self._stack.addWidget(page)
            self._name_pages()
        return page

    def make_page(self, id: str) -> None:
        """Create the page with ``id`` without adding it to the window.

        :meth:`page` adds it, which styles all its parts.
        """
        if id not in self.made_pages:
            self.made_pages[id] = self._pages[id].make(self.controller)

    def show_page(self, id: str) -> None:
        """Show a page and give it the focus, or the start page if it needs an event and none is open.

        Of pages with the same key it shows the one that fits the format of the open event.
        """
        has_event = self.controller.view is not None
        id = self._fitting(id)
        if not has_event and self._pages[id].needs_event:
            id = self._start
        self.set_frame_shown(has_event or self._pages[id].needs_event)
        page = self.page(id)
        self._stack.setCurrentWidget(page)
        if self.clock is not None and id == DISPLAY:
            self.clock.line.hide()  # the page has the same controls
        if self._help is not None and self._stack.isHidden():
            self._help.close_help()
        self.rail.set_current(id)
        self.status.set_history_open(id == HISTORY)
        set_tab_order(self.top, self.rail, page, self.status)
        if id != self._current:
            announce(page, self._pages[id].title)
        self._current = id
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.page_shown.emit(id)

    def _fitting(self, id: str) -> str:
        page = self._pages[id]
        if page.fits(self._drawn):
            return id
        return next(other.id for other in self._pages.values() if other.shortcut == page.shortcut and other is not page)

    def _changed(self, _changes: "Changes") -> None:
        self.messages.show_message(None)
        self._show_role()
        self._follow_format()

    def _follow_format(self) -> None:
        """Show on the rail the pages that fit the format of the open event."""
        view = self.controller.view
        drawn = view is None or view.settings.format.is_drawn
        if drawn is not self._drawn:
            self._drawn = drawn
            self._show_rail()

    def _show_rail(self) -> None:
        self.rail.show_pages([page.id for page in self._pages.values() if page.fits(self._drawn)])

    def set_frame_shown(self, shown: bool) -> None:
        """Show or hide rail, top bar and status bar, which have nothing to show without an event."""
        for part in (self.rail, self.top, self.status):
            part.setVisible(shown)

    def set_event_name(self, name: str) -> None:
        """Show the event's name in the top bar and the window title, or no name if it is empty."""
        self.top.set_event_name(name)
        self.setWindowTitle(f"{name} – {_TITLE}" if name else _TITLE)

    def half_typed(self) -> str:
        """What the user typed and did not record yet, for a crash report."""
        from ui.desktop.kit.page import Page

        return "; ".join(
            filter(None, (page.half_typed() for page in self.made_pages.values() if isinstance(page, Page)))
        )

    def close_quietly(self) -> None:
        """Close the window without saving its position, and delete it."""
        self._keeps_place = False
        self.close()
        self.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the bars lower in a low window, and place the help."""
        super().resizeEvent(event)
        density = Room(self.width(), self.height()).density
        self.top.set_density(density)
        self.status.set_density(density)
        self._fit_help()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the position of the window and close the event."""
        if self._keeps_place:
            keep_place(self)
        self._clock.stop()
        self.controller.opened.disconnect(self._opened)
        self.controller.close()
        super().closeEvent(event)

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
        self._follow_format()
        if view is None:
            self.set_event_name("")
            self.show_page(self._start)
            return
        if self._bars is None:
            from ui.desktop.window_bars import WindowBars

            self._bars = WindowBars(self.controller, self.top, self.status)
            self._bars.event_named.connect(self.set_event_name)
            self._bars.sheet_touched.connect(self._follow_undo)
            self.clock = self._made_clock()
            self.gongs = self._made_gongs()
            self.hall = self._made_hall()
        self._bars.show_event(view)
        for problem in self.controller.book.damage[:1]:
            self._offer_rescue(Path(self.controller.book.place), problem.text, recoverable=True)
        self.show_page(HOME if view.seating is not None else BEFORE_DRAW)
        self._show_role()
        if not self.controller.acts and not self.controller.read_only:
            QTimer.singleShot(0, self._asked_sign_in().ask)  # after the pages, which take the focus

    def _offer_reading(self, path: Path, reason: Text) -> None:
        self.messages.offer(
            reason, mark("Open read-only"), lambda: self.controller.navigation.event_wanted.emit(OpenReadOnly(path))
        )

    def _offer_rescue(self, path: Path, reason: Text, recoverable: bool) -> None:
        """Offer the copies of a missing or damaged file, and to recover its valid entries if there are any."""
        wanted = self.controller.navigation.event_wanted
        self.messages.offer(reason, mark("Copies of the event…"), lambda: wanted.emit(ListCopies(path, recoverable)))
        if recoverable:
            self.messages.offer_other(mark("Recover valid entries…"), lambda: wanted.emit(RecoverEvent(path)))

    def _offer_saving(self, reason: Text) -> None:
        """Offer to save the event as a new file, or to read the file that replaced its own."""
        wanted = self.controller.navigation.event_wanted
        self.messages.offer(reason, mark("Save as a new file"), lambda: wanted.emit(OtherFile.SAVED_BESIDE))
        self.messages.offer_other(mark("Read the file again"), lambda: wanted.emit(OtherFile.READ_ANEW))

    def _follow_undo(self, session: int, table: int) -> None:
        """If the page Tables is shown, show the sheet that undo or redo changed."""
        if self.current == HOME:
            self.controller.navigation.table_wanted.emit(session, table)

    def _toggle_help(self, *, lists_keys: bool = False) -> None:
        """Show the help for the current page, or the list of all keys; hide it if that is shown already."""
        help = self._made_help()
        if help.isVisible() and help.lists_keys == lists_keys:
            help.close_help()
            return
        show = help.show_keys if lists_keys else help.show_help
        show(self._current)
        self._fit_help()

    def _show_menu(self) -> None:
        """Send a request for the context menu to the widget with the focus, which passes it up to its parents."""
        from ui.desktop.kit.menu import keyboard_place

        widget = QApplication.focusWidget()
        if widget is not None:
            place = keyboard_place(widget)
            reason = QContextMenuEvent.Reason.Keyboard
            QApplication.sendEvent(widget, QContextMenuEvent(reason, widget.mapFromGlobal(place), place))

    def _print_view(self) -> None:
        from ui.desktop.kit.page import NOT_PRINTED, Page

        page = self.page(self._current)
        if isinstance(page, Page):
            page.print_view()
        else:
            self.messages.show_message(NOT_PRINTED)

    def _key_rows(self, page: str) -> str:
        """The keys for the questions of the event's rules, on the page where hands are entered."""
        view = self.controller.view
        if page != "tables" or view is None:
            return ""
        from ui.desktop.pages.tables.question_text import key_rows

        return key_rows(view.rules, translator.language)

    def _made_help(self) -> "HelpPanel":
        if self._help is None:
            from ui.desktop.help import HelpPanel

            self._help = HelpPanel(tuple(self._pages), self._key_rows)
            self._middle.addWidget(self._help)
            self._help.closed.connect(self._fit_help)
            self._help.page_wanted.connect(lambda: self.page(self._current).setFocus())
            self.page_shown.connect(self._help.follow)
        return self._help

    def _fit_help(self) -> None:
        """Put the help beside the page if there is space for both, otherwise in its place."""
        if self._help is None:
            return
        open, beside = not self._help.isHidden(), self.width() >= HELP_BESIDE_FROM
        self._help.set_beside(beside, wide=self.width() >= WIDE_FROM)
        self._stack.setVisible(beside or not open)

    def _show_tables(self) -> None:
        if self.current != HOME:
            self.show_page(HOME)

    def _choose_session(self, key: str) -> None:
        self.controller.choose_session(int(key))
        self._focus_page()

    def _focus_page(self) -> None:
        if self.current:
            self.page(self.current).setFocus()

    def _made_clock(self) -> "ClockFollower":
        from ui.desktop.clock_follower import ClockFollower

        clock = ClockFollower(self.controller, self.top)
        self._insert_line(clock.line)
        clock.line.left.connect(self._focus_page)
        return clock

    def _made_gongs(self) -> "GongKeeper":
        from ui.desktop.display.gong_keeper import GongKeeper
        from ui.desktop.display.sounds import hall_sounds

        return GongKeeper(self.controller, hall_sounds(), self)

    def _made_hall(self) -> "HallController":
        from ui.desktop.display.hall_controller import HallController

        hall = HallController(self.controller, self)
        hall.changed.connect(lambda: self.rail.show_trouble(DISPLAY, hall.trouble_text))
        self.rail.show_trouble(DISPLAY, hall.trouble_text)
        return hall

    def _show_role(self) -> None:
        """Show in the top bar who is signed in, or nothing if the event has no PIN."""
        controller, view = self.controller, self.controller.view
        if view is None or not controller.book.view.state.pins:
            self.top.set_role(None)
            if self.sign_in is not None:
                self.sign_in.hide()
            return
        if controller.signed_in:
            self.top.set_role(listed((controller.by.author, controller.role.label)), LOCK)
        else:
            self.top.set_role(mark("Sign in ({role})", role=controller.role.label), LOCK)

    def _lock_or_ask(self) -> None:
        """Sign out, and ask who comes next."""
        if self.controller.view is None or not self.controller.book.view.state.pins:
            self.messages.show_message(mark("This event has no PINs: everybody has all rights."), NoticeKind.INFO)
            return
        self.controller.lock()
        self._asked_sign_in().ask()

    def _asked_sign_in(self) -> "SignInLine":
        if self.sign_in is None:
            from ui.desktop.idle_lock import IdleLock
            from ui.desktop.sign_in_line import SignInLine

            self.sign_in = SignInLine(self.controller)
            self._insert_line(self.sign_in)
            self.sign_in.left.connect(self._focus_page)
            self._idle_lock = IdleLock(self.controller, self)
        return self.sign_in

    def _insert_line(self, line: QWidget) -> None:
        """Insert ``line`` below the messages."""
        middle = self.centralWidget()
        frame = middle.layout() if middle is not None else None
        assert isinstance(frame, QBoxLayout)
        frame.insertWidget(frame.indexOf(self.messages) + 1, line)

    def _toggle_clock(self) -> None:
        """Show the line of the clock or hide it, or go to the page's own controls; without a clock, say so."""
        if self.clock is None or not self.clock.shows_a_clock:
            self.messages.show_message(mark("The session shown has no clock."), NoticeKind.INFO)
        elif self.current == DISPLAY:
            self.controller.navigation.clock_wanted.emit()
        elif self.clock.line.isVisible():
            self.clock.line.leave()
        else:
            self.clock.line.ask()

    def _name_pages(self) -> None:
        for id, page in self.made_pages.items():
            page.setAccessibleName(translator.translate(self._pages[id].title))

    def _apply_theme(self) -> None:
        self.setStyleSheet(theme.style_sheet)
        self.setWindowIcon(icons.window_icon(theme.tokens.accent))

    def _show_clock(self) -> None:
        self.top.set_now(f"{datetime.now().astimezone():%H:%M}")


class _PageStack(QStackedWidget):
    """Takes the remaining space.

    It ignores the size hints of its pages, which Qt would measure again with every letter.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        return False


def _keys(shortcut: str) -> list[QKeySequence]:
    keys = [QKeySequence(shortcut)]
    digit = shortcut.removeprefix("Alt+")
    if shortcut.startswith("Alt+") and digit in _FRENCH_DIGITS:
        keys.append(QKeySequence(f"Alt+{_FRENCH_DIGITS[digit]}"))
    return keys
