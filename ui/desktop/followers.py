"""The parts of the window that follow the open event, and what they show of it in the top bar and the status bar.

The window creates them with the first event, so that it opens sooner.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import assert_never

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from tournament.event.format import EventFormat
from tournament.event.role import Act
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.description import name_of, name_on_sheet, where_of
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.session import STATE_TEXTS
from tournament.ledger.table_phones import RefereeCall
from tournament.use_cases import Changes, Conflict, Refused, StoreUnavailable, View
from tournament.use_cases.commands import AnswerCall
from tournament.use_cases.progress import EventCounts, open_count_text, open_points, open_points_text
from tournament.use_cases.table_entry import open_calls
from ui.desktop import preferences
from ui.desktop.clock import ClockFollower
from ui.desktop.controller import EventController
from ui.desktop.copying import Copying, copying_of
from ui.desktop.display.gong_keeper import GongKeeper
from ui.desktop.display.hall_controller import HallController
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.half_typed_keeper import keeper_of
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.message_bars import CallBar
from ui.desktop.pages.desks.waiting_bar import WaitingDesksBar
from ui.desktop.sharing.joined_event import DESKS, PhonesAddress, joined_event_of
from ui.desktop.signing_keeper import signing_keeper_of
from ui.desktop.site_publisher import publisher_of
from ui.desktop.theme import Tone
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.bars import StatusBar, TopBar
from ui.desktop.widgets.choices import Segment
from ui.desktop.widgets.key_router import key_router
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.change_words import author_at, saved_words
from ui.entry.proposal_keys import answered_calls, tables_text


class Followers(QObject):
    """Creates and keeps the parts that follow the open event on every page.

    Each connects itself to the controller when it is created. So the order here is the order in which they receive a
    change (``docs/architecture.md`` lists all that do).
    """

    def __init__(
        self,
        controller: EventController,
        top: TopBar,
        status: StatusBar,
        window: QWidget,
        clear_typed: Callable[[], bool],
    ) -> None:
        """``clear_typed`` clears what is typed on the current page, and returns whether there was anything."""
        super().__init__(window)
        copying_of(controller).follow_event()
        publisher_of(controller).follow_event()
        signing_keeper_of(controller).follow_event()
        joined_event_of(controller)
        self.bars = WindowBars(controller, top, status, clear_typed)
        PhonesAddress(controller, self)
        self.waiting = WaitingDesksBar(controller, parent=window)
        self.clock = ClockFollower(controller, top)
        self.calls = CallFollower(controller, top)
        self.gongs = GongKeeper(controller, hall_sounds(), window)
        self.hall = HallController(controller, window)
        guard = key_router()
        if guard is not None:
            listen(guard.refused, self, partial(_sound_refusal, window))


class WindowBars(QObject):
    """Fills the top bar and the status bar."""

    event_named = Signal(str)
    """The name of the event, emitted whenever the event is shown or changes."""
    open_counted = Signal(int, object)
    """The number of open points, and the same in words (a :class:`Text`)."""
    sheet_touched = Signal(int, int)
    """Undo or redo changed the sheet of this session and table."""

    def __init__(
        self, controller: EventController, top: TopBar, status: StatusBar, clear_typed: Callable[[], bool]
    ) -> None:
        super().__init__(top)
        self._controller, self._top, self._status = controller, top, status
        self._clear_typed = clear_typed
        self._counts = EventCounts()
        self._copying = copying_of(controller)
        self._copies_loud = False
        self._marked = 0, 0
        """The session and table of the marked sheet that F8 showed last; (0, 0) for none."""
        self._copying.changed.connect(self._show_copies)
        controller.leaving.connect(self._forget)
        controller.changed.connect(self._changed)
        controller.session_changed.connect(self._session_chosen)
        controller.sheet_changed.connect(self._show_undo)
        controller.user.role_changed.connect(self._show_undo)
        status.undo_asked.connect(self._undo)
        status.clear_asked.connect(self._clear_typed)
        status.redo_asked.connect(self._redo)
        status.open_asked.connect(self._go_to_open)
        listen(status.copies_asked, self, controller.navigation.copies_wanted.emit)
        controller.navigation.copies_wanted.connect(self._open_copies)
        self._joined = joined_event_of(controller)
        self._joined.changed.connect(self._show_desks)
        controller.opened.connect(self._show_desks)  # a copy of a shared event is not shared
        self._joined.refused.connect(self._offer_orders)
        self._joined.decision_wanted.connect(self._decide)
        self._joined.entered.connect(self._offer_left)
        listen(status.desks_asked, self, partial(controller.navigation.page_wanted.emit, DESKS))
        self._show_copies()

    def _show_desks(self) -> None:
        """Show in the status bar whether the host has received everything that was entered at this desk."""
        joined, status = self._joined, self._status
        unsent = joined.unsent
        status.set_host(self._host_text())
        if joined.book is None:
            status.set_desks(None, StatusIcon.DONE)
        elif joined.to_decide:
            text = mark_count("{count} entry was refused", "{count} entries were refused", joined.to_decide)
            status.set_desks(text, StatusIcon.DIFFERS)
        elif joined.away is not None and unsent:
            text = mark_count("Host away: {count} entry not sent", "Host away: {count} entries not sent", unsent)
            status.set_desks(text, StatusIcon.ASKS)
        elif joined.away is not None:
            status.set_desks(mark("Host away"), StatusIcon.ASKS)
        elif unsent:
            text = mark_count("{count} entry not sent", "{count} entries not sent", unsent)
            status.set_desks(text, StatusIcon.INFO)
        elif joined.arrived and self._controller.view is not None:
            status.set_desks(_arrived_text(self._controller.view, joined.arrived), StatusIcon.DONE)
        else:
            status.set_desks(mark_count("{count} desk", "{count} desks", joined.other_desks + 1), StatusIcon.DONE)

    def _host_text(self) -> Text | None:
        """Who hosts the event, or who can take over while the host is away; None at the host itself."""
        joined = self._joined
        if joined.book is None or joined.hosting is not None or joined.ended:
            return None
        if joined.away is not None:
            return joined.who_takes_over
        return joined.who_hosts or mark("This desk is joined to {host}.", host=verbatim(joined.host))

    def _offer_orders(self) -> None:
        """Show both versions of the entries that the host refused; only offer to while the user may be typing."""
        joined = self._joined
        text = mark_count(
            "The host did not write {count} entry of this desk. It is kept until you have looked at it.",
            "The host did not write {count} entries of this desk. They are kept until you have looked at them.",
            joined.to_decide,
        )
        show = partial(self._decide, joined.undecided[0].id)
        if QApplication.activeModalWidget() is None and not _takes_text(QApplication.focusWidget()):
            show()
        else:
            self._controller.messages.action_offered.emit(text, mark("Compare"), show)

    def _offer_left(self) -> None:
        """Offer to send what other desks of this computer have left."""
        from ui.desktop.pages.desks.left_orders import offer_left_orders

        offer_left_orders(self._controller, self._status.window())

    def _decide(self, id: str) -> None:
        from ui.desktop.pages.desks.conflict import ConflictDialog

        window = self._status.window()
        if self._joined.undecided and not any(each.isVisible() for each in window.findChildren(ConflictDialog)):
            ConflictDialog(self._controller, id, parent=window).open()

    def show_event(self, view: View) -> None:
        """Show ``view``, which is another event, or the same event at another moment."""
        keeper_of(self._controller).follow_event()
        self._show(view)

    def _forget(self) -> None:
        """Forget the counted sheets, which would otherwise stay in memory while the next event is read."""
        self._counts = EventCounts()

    def _changed(self, changes: Changes) -> None:
        view = self._controller.view
        if view is not None:
            self._show(view)
            if changes.entries and not changes.received:
                announce(self._status, partial(saved_words, view, changes.entries[-1], translator.translate))

    def _show(self, view: View) -> None:
        status = self._status
        self._counts.count(view)
        self.event_named.emit(view.settings.name)
        self._show_sessions(view)
        entries = len(view.journal)
        if entries:
            status.set_saved(f"{view.journal[entries - 1].time.astimezone():%H:%M:%S}")
        self._show_undo()
        self._show_open(view)

    def _show_open(self, view: View) -> None:
        """Show how many points are open, counted as on the page Event, and how many sheets have a mark."""
        points, marks = open_points(view), self._counts.marks()
        self.open_counted.emit(len(points), open_count_text(len(points)))
        if view.damaged:
            self._status.set_open(mark("From a damaged file"), StatusIcon.DIFFERS)
            return
        differ = any(point.differs for point in points)
        sign = StatusIcon.DIFFERS if differ else StatusIcon.EMPTY if points else StatusIcon.DONE
        text = open_points_text(points, self._controller.session)
        if marks is not None:
            sign = sign if differ else StatusIcon.ASKS
            text = mark("{problems} · {marks}", problems=text, marks=marks)
        self._status.set_open(text, sign)

    def _session_chosen(self) -> None:
        if self._controller.view is not None:
            self._show_sessions(self._controller.view)
            self._show_open(self._controller.view)

    def _show_sessions(self, view: View) -> None:
        """Show the sessions of the event, and which one is current."""
        top, drawn, format = self._top, view.drawn_sessions, view.settings.format
        verified = self._counts.verified
        closed = view.state.closed
        segments = [
            Segment(str(number), str(number), ticked=number in verified, closed=number in closed) for number in drawn
        ]
        session = self._controller.session
        shown = session or min(view.sessions, 1)
        club = format is EventFormat.CLUB
        top.set_state(STATE_TEXTS[view.session_state(shown)] if shown and not club else None)
        current = str(session) if session in drawn else ""
        match format:
            case EventFormat.TOURNAMENT | EventFormat.LEAGUE:
                top.set_sessions(segments, current)
            case EventFormat.CLUB:
                top.set_sessions(())
            case _:
                assert_never(format)

    def _show_copies(self) -> None:
        """Show when the last copy was made, with a warning if it failed or is too old."""
        text, sign = copies_text(self._copying)
        loud = sign in (StatusIcon.DIFFERS, StatusIcon.ASKS)
        if loud and not self._copies_loud:
            announce(self._status, partial(translator.translate, text))
        self._copies_loud = loud
        self._status.set_copies(text, sign, loud=loud)

    def _open_copies(self) -> None:
        if self._controller.view is not None:
            from ui.desktop.dialogs.copies import CopiesDialog

            CopiesDialog(self._controller, parent=self._status.window()).open()

    def _show_undo(self) -> None:
        """Show what undo and redo would change, on the current sheet or elsewhere."""
        view, choice = self._controller.view, self._controller.next_undo
        if choice is not None and not self._controller.may_undo(choice.entry):
            choice = None
        self._status.set_undo(self._named(view, choice.entry) if view is not None and choice is not None else None)
        self._status.set_redo(self._named(view, view.journal.undo_order.to_redo) if view is not None else None)

    def _redo(self) -> None:
        self._attempt(self._controller.redo)

    def _undo(self) -> None:
        """Clear what is typed; if nothing is, undo the entry that the status bar names.

        Ask first if it is not on the current sheet, was made at another desk, or changes a printed paper.
        """
        if self._clear_typed():
            return
        view, choice = self._controller.view, self._controller.next_undo
        if view is None or choice is None:
            return
        undo_entry = partial(self._attempt, partial(self._controller.undo, choice.entry))
        known = _changes_known(view, choice.entry)
        if not choice.asks and known is None:
            undo_entry()
            return
        asked = (
            _beyond(view, choice.entry, self._controller.user.by.desk) if choice.asks else _of_paper(view, choice.entry)
        )
        if known is not None:
            asked = mark("{question} {effect}", question=asked, effect=known)
        self._controller.messages.action_offered.emit(asked, mark("Undo"), undo_entry)

    def _named(self, view: View, entry: Entry | None) -> Text | None:
        if entry is None or not self._controller.writes:
            return None
        place = table_of(entry.stream)
        if place is not None and place[0] in view.state.closed:  # undo would be refused
            return None
        on_sheet = place is not None and place == self._controller.sheet
        return (name_on_sheet if on_sheet else name_of)(view.journal, entry)

    def _go_to_open(self) -> None:
        if self._controller.damaged:
            self._controller.messages.shown.emit(self._controller.book.damage[0].text)
        elif self._counts.differing:
            self._controller.navigation.table_wanted.emit(*self._counts.differing[0])
        elif self._counts.marked:
            marked = self._counts.marked
            # Pressed again, the key goes to the next marked sheet.
            self._marked = next((place for place in marked if place > self._marked), marked[0])
            self._controller.navigation.table_wanted.emit(*self._marked)
        else:
            self._controller.navigation.page_wanted.emit("event")
            self._controller.navigation.checklist_wanted.emit()

    def _attempt(self, action: Callable[[], Changes]) -> None:
        """Call ``action``, which undoes or redoes an entry; if it fails, show the reason in the message bar."""
        try:
            changes = action()
        except Refused as refused:
            self._controller.messages.shown.emit(refused.problems[0].text)
        except StoreUnavailable as error:
            self._controller.show_failure(error)
        except Conflict as conflict:
            text = mark("Another person changed {sheet}. Check it and try again.", sheet=conflict.stream)
            self._controller.messages.shown.emit(text)
        else:
            place = table_of(changes.entries[-1].stream) if changes.entries else None
            if place is not None:
                self.sheet_touched.emit(*place)


def _takes_text(widget: QWidget | None) -> bool:
    # Qt sets the attribute on every widget that takes text. Without a focus the user may be typing elsewhere.
    return widget is None or widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)


def _arrived_text(view: View, entries: Sequence[Entry]) -> Text:
    """A text like “Ben at north: session 1, table 4, hand 5” about the last of ``entries``, and how many more."""
    entries = [each for each in entries if table_of(each.stream) is not None] or entries
    last = entries[-1]
    where = where_of(view.journal, last)
    what = where if where.message else name_of(view.journal, last)
    text = mark("{who}: {what}", who=author_at(last), what=what)
    return text if len(entries) == 1 else mark("{text} (+{count})", text=text, count=len(entries) - 1)


def _beyond(view: View, entry: Entry, desk: str) -> Text:
    """The question before undo changes something outside the current sheet or undoes an entry of another desk."""
    what = name_of(view.journal, entry)
    if entry.record.desk != desk:
        return mark(
            "This would undo “{what}”, entered by {author} at {desk}. Undo it?",
            what=what,
            author=entry.author,
            desk=entry.record.desk or mark("another workstation"),
        )
    return mark("This would undo “{what}”, which is not on this sheet. Undo it?", what=what)


def _changes_known(view: View, entry: Entry) -> Text | None:
    """How undoing ``entry`` changes the standings and the papers; None if no printed or saved paper changes."""
    from tournament.use_cases.carrying_out import effect_of_undo
    from ui.entry.change_words import is_on_paper, papers_text, standings_text

    if not view.state.papers:
        return None
    effect = effect_of_undo(view, entry)
    if effect is None or not is_on_paper(view, entry, effect):
        return None
    return mark("{standings} · {papers}", standings=standings_text(view, effect), papers=papers_text(view, effect))


def _of_paper(view: View, entry: Entry) -> Text:
    """The question before undo changes something that a paper shows."""
    return mark("This would undo “{what}”, which is already on paper. Undo it?", what=name_of(view.journal, entry))


def copies_text(copying: Copying) -> tuple[Text, StatusIcon]:
    """The text of the status bar about copies, and its sign."""
    state, now = copying.state, datetime.now().astimezone()
    if not copying.event_id:
        return mark("Copies"), StatusIcon.EMPTY
    if state.failed is not None:
        return mark("Copy failed"), StatusIcon.DIFFERS
    if state.late(monotonic()) and state.changed is not None:
        since = now - timedelta(seconds=monotonic() - state.changed)
        return mark("Not copied since {time}", time=_time_text(since, now)), StatusIcon.DIFFERS
    if state.second_failed is not None:
        return mark("Second copy failed"), StatusIcon.ASKS
    if state.last is None:
        return mark("No copy yet"), StatusIcon.ASKS if copying.of_finished_event else StatusIcon.EMPTY
    time = _time_text(state.last.astimezone(), now)
    if state.second_away:
        return mark("Copied {time}; second place not available", time=time), StatusIcon.INFO
    return mark("Copied {time}", time=time), StatusIcon.DONE


def _time_text(time: datetime, now: datetime) -> str:
    return f"{time:%H:%M}" if time.date() == now.date() else f"{time:%Y-%m-%d %H:%M}"


GO = "Ctrl+Shift+G"
"""The shortcut with which a referee answers the oldest call."""
_LOOK = 10_000
"""Milliseconds between two updates of how long tables wait."""
_SHOWN = 60.0
"""Seconds for which the name of the referee who went is shown."""


class CallFollower(QObject):
    """Shows the calls of a referee in the top bar and in a bar of their own, and sounds a new one.

    Calls and answers are entries of the event, so every desk shows a call until somebody answers it at any of them.
    The timer runs only while there is something to show.
    """

    def __init__(self, controller: EventController, top: TopBar) -> None:
        super().__init__(top)
        self._controller, self._top = controller, top
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self.show_now)
        self._go = QShortcut(QKeySequence(GO), top)
        self._go.setAutoRepeat(False)
        self._go.activated.connect(self._answer)
        top.calls.clicked.connect(self._answer)
        self.bar = CallBar()
        self.bar.going.connect(self._answer_shown)
        self.bar.dismissed.connect(self._dismiss)
        self._calls: Sequence[RefereeCall] = ()
        self._dismissed = frozenset[str]()
        """The ids of the calls for which the bar was dismissed here."""
        self._known = frozenset[str]()
        """The ids of the calls that were answered before the last change."""
        self._went: tuple[float, RefereeCall] | None = None
        """The call that was answered last, and since when that is shown, on the monotonic clock; or None."""
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        listen(controller.user.role_changed, self, self.show_now)
        self._opened()

    @property
    def ticking(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    @property
    def _view(self) -> View | None:
        """The event as it is now, even while the user looks at an earlier moment; None if none is open."""
        return self._controller.book.view if self._controller.view is not None else None

    def _opened(self) -> None:
        """Read the calls of the event that was opened. Only later calls and answers are announced."""
        view = self._view
        self._went, self._calls = None, open_calls(view) if view is not None else ()
        self._dismissed = frozenset()
        self._known = frozenset(each.id for each in answered_calls(view)) if view is not None else frozenset()
        self.show_now()
        if view is not None and view.state.table_entry is not None and preferences.sounds_calls():
            QTimer.singleShot(0, self, hall_sounds().prepare_call)

    def _changed(self, _changes: object) -> None:
        view = self._view
        before, self._calls = {each.id for each in self._calls}, open_calls(view) if view is not None else ()
        answered = answered_calls(view) if view is not None else ()
        for call in answered:
            if call.id not in self._known:
                self._went = monotonic(), call
        self._known = frozenset(each.id for each in answered)
        self.show_now()
        if any(each.id not in before for each in self._calls):
            announce(self._top, self._top.calls.label(), assertive=True)
            if preferences.sounds_calls():
                QTimer.singleShot(0, self, _sound_call)  # after the bar is shown

    def show_now(self) -> None:
        """Show which tables wait and for how long, or else who answered the last call."""
        view, top = self._view, self._top
        may = bool(self._calls) and self._controller.may(Act.HANDS)
        if self._went is not None and monotonic() - self._went[0] > _SHOWN:
            self._went = None
        self._go.setEnabled(may)
        if view is not None and self._calls:
            top.set_calls(waiting_text(self._calls, self._controller.book.now), Tone.WARN, GO if may else "")
        elif view is not None and self._went is not None:
            top.set_calls(went_text(self._went[1]), Tone.TEXT2)
        else:
            top.set_calls(None)
        shown = self._shown
        text = calls_text(shown, self._controller.book.now) if view is not None and shown else None
        self.bar.show_calls(text, GO if may else "")
        if bool(self._calls or self._went) is not self._timer.isActive():
            self._timer.start() if self._calls or self._went else self._timer.stop()

    @property
    def _shown(self) -> tuple[RefereeCall, ...]:
        """The calls that the bar shows, the oldest first."""
        return tuple(each for each in self._calls if each.id not in self._dismissed)

    def _dismiss(self) -> None:
        """Hide the bar at this desk until another table calls. The top bar still shows who waits."""
        self._dismissed = frozenset(each.id for each in self._calls)
        self.show_now()

    def _answer(self) -> None:
        self._go_to(self._calls)

    def _answer_shown(self) -> None:
        self._go_to(self._shown)

    def _go_to(self, calls: Sequence[RefereeCall]) -> None:
        """Record that the current user answers the first of ``calls``, which has waited longest."""
        if not calls or not self._controller.may(Act.HANDS):
            return
        call = calls[0]
        problems = attempt(self._controller, AnswerCall(call.session, call.table, call.id))
        if problems:
            self._controller.messages.shown.emit(problems[0].text)


def minutes_waited(call: RefereeCall, now: datetime) -> int:
    """The whole minutes from ``call`` to ``now``, at least 0."""
    return max(int((now - call.entry.time).total_seconds() // 60), 0)


def waiting_text(calls: Sequence[RefereeCall], now: datetime) -> Text:
    """A text like “Table 7 calls · 3 min · I go”. ``calls`` are not empty, and the oldest is the first."""
    minutes = minutes_waited(calls[0], now)
    tables = tables_text(calls)
    return mark_count("{tables} calls · {minutes} min · I go", "{tables} call · {minutes} min · I go to the first",
                      len(calls), tables=tables, minutes=minutes)  # fmt: skip


def calls_text(calls: Sequence[RefereeCall], now: datetime) -> Text:
    """A text like “Table 7 calls a referee · 3 min”. ``calls`` are not empty, and the oldest is the first."""
    return mark_count("{tables} calls a referee · {minutes} min",
                      "{tables} call a referee · the first for {minutes} min",
                      len(calls), tables=tables_text(calls), minutes=minutes_waited(calls[0], now))  # fmt: skip


def _sound_refusal(window: QWidget) -> None:
    """Play a short sound when ``window`` refuses a key, if the user wants it; if it cannot be played, the system's."""
    if window.isActiveWindow() and preferences.sounds_refusals() and hall_sounds().refuse() is not None:
        QApplication.beep()


def _sound_call() -> None:
    """Sound a call; if that is not possible, as the system beeps."""
    if hall_sounds().call() is not None:
        QApplication.beep()


def went_text(call: RefereeCall) -> Text:
    """A text that names the table of ``call`` and the referee who answered it."""
    who = call.answered.author if call.answered is not None else ""
    return mark("{tables}: {referee} went", tables=tables_text([call]), referee=who)
