"""The page Event: how far it is and what comes next, and its settings, behind one switch."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import assert_never

from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import View, anybody_seated, session_life
from tournament.use_cases.commands import LeaveTableOut, StartClock
from tournament.use_cases.drawing import left_without_seat_text
from tournament.use_cases.progress import ChecklistPoint, NextStep, NextStepKind, PointPlace, is_finished, next_step
from tournament.use_cases.sessions import moves_of, session_move, start_remarks
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.menu import MenuEntry, entries_of
from ui.desktop.kit.page import Page
from ui.desktop.listening import listen
from ui.desktop.pages.event.setup_part import SetupPart
from ui.desktop.pages.event.start_question import AskedStart, StartAnswer, asked_at_start
from ui.desktop.pages.event.today_part import TodayPart
from ui.desktop.pages.report_dialogs import show_results_package
from ui.desktop.session_words import closing_text, step_text
from ui.desktop.theme import Room, Size, Tone, Type, room_of
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import Chip

_RIGHTS = {
    NextStepKind.START: Act.SESSIONS,
    NextStepKind.CLOSE: Act.SESSIONS,
    NextStepKind.PUBLISH_RESULTS: Act.RESULTS,
    NextStepKind.HOLD_RESULTS: Act.RESULTS,
}


def _allowed_step(step: NextStep, may: Callable[[Act], bool]) -> NextStep:
    """Return ``step``, or a look at the tables of its session if the user may not take the step."""
    right = _RIGHTS.get(step.kind)
    return step if right is None or may(right) else NextStep(NextStepKind.TABLES, step.session)


_TEXTS = {
    NextStepKind.ADD_PLAYERS: mark("Add the players"),
    NextStepKind.DRAW: mark("Draw the seating"),
    NextStepKind.PUBLISH_DRAW: mark("Publish the draw"),
    NextStepKind.OPEN_GAME: mark("Open a game"),
    NextStepKind.PUBLISH_RESULTS: mark("Publish the last results"),
    NextStepKind.HOLD_RESULTS: mark("Hold the last results for the ceremony"),
    NextStepKind.CEREMONY: mark("To the ceremony"),
    NextStepKind.REPORTS: mark("Results package"),
}


def _next_step_text(view: View, step: NextStep) -> Text:
    """The label of the button that takes ``step``."""
    match step.kind:
        case NextStepKind.START:
            return step_text(view, step.session, SessionStep.PLAYING)
        case NextStepKind.CLOSE:
            return closing_text(view, step.session)
        case NextStepKind.TABLES:
            return mark("To the tables of session {session}", session=step.session)
        case NextStepKind.TABLE:
            return mark("To table {table}", table=step.table)
        case NextStepKind.READ_AGAIN:
            return mark("Read table {table} again", table=step.table)
        case _:
            return _TEXTS[step.kind]


_TURN = "F3"
"""The key that switches to the other part."""
TODAY, SETUP = "today", "setup"


class EventPage(Page):
    """Has two parts, Setup and Today, with a button for the next step above both.

    Before the draw is published it opens with Setup, afterwards with Today.
    """

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.today = TodayPart(controller)
        self.parts = Switch(mark("Section of the page"), [Segment(TODAY, mark("Today")), Segment(SETUP, mark("Setup"))])
        self.state = Chip("")
        self.next_step = PrimaryButton("", shortcut="Ctrl+Return")
        self._step = NextStep(NextStepKind.ADD_PLAYERS)
        self._with_clock = False
        """Whether the question is about starting the clock, and not only the session."""
        self._opening = ""
        """The part with which the event opened; empty before it did."""
        self._shown = QStackedWidget()
        self._shown.addWidget(self.today)
        title = TextLabel(mark("Event"), kind=Type.PAGE_TITLE)
        margins = (Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, 0)
        head = row(title, self.parts, KeyHint(_TURN), self.state, None, self.next_step, spacing=12, margins=margins)
        self.lay_out(boxed(column(head, stretched(self._shown), spacing=12)))
        self._listen()

    def _listen(self) -> None:
        controller = self.controller
        self.parts.chosen.connect(lambda _key: self._show_part())
        QShortcut(QKeySequence(_TURN), self).activated.connect(self._turn)
        self.next_step.clicked.connect(self._take_next_step)
        self.today.checklist.point_chosen.connect(self._settle)
        self.today.session.wanted.connect(self._take_step)
        self.today.start.answered.connect(self._answer_start)
        self.today.start.left.connect(self._focus_part)
        self.today.session.sheets_wanted.connect(self._look_at_sheets)
        self.today.site.setup_wanted.connect(lambda: self._show_setting("web_address"))
        controller.navigation.setting_wanted.connect(self._show_setting)
        controller.navigation.clock_start_wanted.connect(self._start_clock)
        controller.navigation.checklist_wanted.connect(self._show_checklist)
        translator.changed.connect(self.invalidate)

    @cached_property
    def setup(self) -> SetupPart:
        """The settings, created when they are first shown."""
        part = SetupPart(self.controller)
        listen(self.controller.leaving, part, part.save_all)
        self._shown.addWidget(part)
        part.fit(room_of(self))
        return part

    @property
    def _has_setup(self) -> bool:
        return "setup" in vars(self)

    @property
    def part(self) -> TodayPart | SetupPart:
        """The current part."""
        return self.today if self.parts.current == TODAY else self.setup

    def show_part(self, key: str) -> None:
        """Show :data:`TODAY` or :data:`SETUP`."""
        self.parts.set_current(key)
        self._show_part()

    def go_to_part(self, key: str) -> None:
        """Show this part and move the cursor there."""
        self.show_part(key)
        self._focus_part()

    def focus_target(self) -> QWidget | None:
        """The focus target of the current part, or the button for the next step."""
        return self.part.focus_target() or (self.next_step if self.next_step.isEnabled() else self.parts)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The next step, and the actions of the part."""
        return [entries_of(self.next_step), *(self.today.menu_groups() if self.part is self.today else ())]

    def print_view(self) -> None:
        """Offer the papers of the current session."""
        if self.today.overview.isHidden():
            super().print_view()
        else:
            self.show_part(TODAY)
            self.today.overview.offer_posters()

    def fit(self, room: Room) -> None:
        """Lay out both parts."""
        self.state.setHidden(room.compact)
        self.today.fit(room)
        if self._has_setup:
            self.setup.fit(room)

    def forget(self) -> None:
        """Drop refusals and questions about the previous event."""
        self._opening = ""
        self.today.forget()
        if self._has_setup:
            self.setup.forget()

    def showEvent(self, event: QShowEvent) -> None:
        """Open with the part that is needed now."""
        self._choose_opening()
        super().showEvent(event)

    def refresh(self) -> None:
        """Show the current part."""
        view = self.view
        if view is None or not len(view.journal):
            return
        if not self._opening:
            self._choose_opening()
        self._show_state(view)
        self._step = _allowed_step(next_step(view), self.controller.may)
        self.next_step.set_text(_next_step_text(view, self._step))
        self._look_at_question(view)
        if self.part is self.today:
            self.today.show_view(view, self._step)
        else:
            self.setup.show_view(view)

    def _choose_opening(self) -> None:
        """Show Setup while there are no tables, otherwise Today. A choice by the user stays until that changes."""
        view = self.view
        if view is not None:
            opening = TODAY if anybody_seated(view) else SETUP
            if opening != self._opening:
                self._opening = opening
                self.show_part(opening)

    def _show_part(self) -> None:
        self._shown.setCurrentWidget(self.part)
        self.invalidate()

    def _turn(self) -> None:
        self.go_to_part(SETUP if self.part is self.today else TODAY)

    def _show_state(self, view: View) -> None:
        if is_finished(view):
            self.state.set_chip(mark("Finished"), icon="tick", tone=Tone.OK)
        elif view.state.started:
            self.state.set_chip(mark("In play"), icon="half", tone=Tone.ACCENT)
        else:
            self.state.set_chip(mark("In preparation"), icon="pen")

    def _show_checklist(self) -> None:
        self.go_to_part(TODAY)

    def _show_setting(self, field: str) -> None:
        self.show_part(SETUP)
        self.setup.show_setting(field)

    def _settle(self, point: ChecklistPoint) -> None:
        """Go to the place where ``point`` of the checklist is settled."""
        navigation = self.controller.navigation
        if point.place is PointPlace.SETTINGS:
            self._show_setting(point.setting)
        elif point.table:
            navigation.table_wanted.emit(point.session, point.table)
        else:
            navigation.page_wanted.emit(point.place.value)

    def _take_next_step(self) -> None:
        """Take the next step, or go to the page on which it is taken."""
        navigation, step = self.controller.navigation, self._step
        match step.kind:
            case NextStepKind.ADD_PLAYERS:
                navigation.page_wanted.emit("players")
            case NextStepKind.DRAW | NextStepKind.PUBLISH_DRAW:
                navigation.page_wanted.emit("draw")
            case NextStepKind.OPEN_GAME:
                navigation.page_wanted.emit("games")
            case NextStepKind.START:
                self._go_to_start(step.session)
            case NextStepKind.TABLES:
                self.controller.choose_session(step.session)
                navigation.page_wanted.emit("tables")
            case NextStepKind.TABLE | NextStepKind.READ_AGAIN:
                navigation.table_wanted.emit(step.session, step.table)
            case NextStepKind.CLOSE:
                self.show_part(TODAY)
                self.controller.choose_session(step.session)
                self._take_step(SessionStep.CLOSED, "")
            case NextStepKind.PUBLISH_RESULTS:
                self.show_part(TODAY)
                self.today.overview.ask_publish(step.session)
            case NextStepKind.HOLD_RESULTS:
                self.show_part(TODAY)
                self.today.overview.ask_hold(step.session)
            case NextStepKind.CEREMONY:
                navigation.page_wanted.emit("display")
                navigation.ceremony_wanted.emit()
            case NextStepKind.REPORTS:
                show_results_package(self.controller)
            case unknown:
                assert_never(unknown)

    def _take_step(self, step: SessionStep, reason: str) -> None:
        """Take a step of the current session. Before the session starts, ask the questions that must be answered."""
        if step is SessionStep.PLAYING:
            self._with_clock = False
            self._ask_or_start()
            return
        problems = attempt(self.controller, session_move(self.controller.session, step, reason))
        if problems:
            self.today.session.refuse(problems[0])
            return
        self._focus_part()

    def _focus_part(self) -> None:
        (self.focus_target() or self.parts).setFocus()

    def _look_at_sheets(self, session: int) -> None:
        """Show the event as it was before ``session`` was cancelled, read-only, at the first table of that session."""
        view = self.view
        taken = session_life(view, session).steps if view is not None else ()
        cancelled = [each.entry for each in taken if each.step is SessionStep.CANCELLED]
        if view is not None and cancelled:
            self.controller.look_at(view.at(view.journal.position_of(cancelled[-1])))
            self.controller.navigation.table_wanted.emit(session, 1)

    def _go_to_start(self, session: int) -> None:
        """Start ``session`` and go to its tables; if it has begun already, only go there."""
        view = self.view
        self._with_clock = False
        self.controller.choose_session(session)
        if view is not None and SessionStep.PLAYING in moves_of(view, session):
            self._ask_or_start()
        else:
            self.controller.navigation.page_wanted.emit("tables")

    def _start_clock(self, session: int) -> None:
        self._with_clock = True
        self.controller.choose_session(session)
        self._ask_or_start()

    def _ask_or_start(self, *, published_seats: bool = False, anyway: bool = False) -> None:
        """Start the current session or its clock and go to its tables, unless there is a question first."""
        session, view = self.controller.session, self.controller.book.view
        asked = asked_at_start(view, session, published_seats=published_seats, anyway=anyway)
        if asked is not None:
            self.show_part(TODAY)
            self.today.start.ask(asked)
            return
        remarks = start_remarks(view, session)
        command = StartClock(session) if self._with_clock else session_move(session, SessionStep.PLAYING)
        problems = attempt(self.controller, command)
        if problems:
            self.controller.messages.shown.emit(problems[0].text)
            return
        for remark in remarks:
            self.controller.messages.noted.emit(remark.text)
        self.controller.navigation.page_wanted.emit("tables")

    def _look_at_question(self, view: View) -> None:
        """Close the question about a start if it no longer applies, or was answered at another desk."""
        asked = self.today.start.asked
        if asked is None:
            return
        startable = SessionStep.PLAYING in moves_of(view, asked.session)
        now = asked_at_start(view, asked.session, published_seats=asked.draft is None, anyway=False)
        if not startable or now != asked:
            self.today.start.forget()

    def _answer_start(self, answer: StartAnswer) -> None:
        start, navigation = self.today.start, self.controller.navigation
        asked = start.asked
        if asked is None:
            return
        match answer:
            case StartAnswer.PUBLISH:
                assert asked.draft is not None, "only a draft is published"
                problems = attempt(self.controller, asked.draft.publish)
                if problems:
                    start.refuse(problems[0])
                    return
                start.forget()
                self.controller.choose_session(asked.session)
                self._ask_or_start()
            case StartAnswer.PUBLISHED_SEATS:
                start.forget()
                self._ask_or_start(published_seats=True)
            case StartAnswer.LEAVE_OUT:
                self._leave_out(asked)
            case StartAnswer.START:
                start.forget()
                self._ask_or_start(published_seats=True, anyway=True)
            case StartAnswer.LOOK:
                start.forget()
                navigation.page_wanted.emit("draw")
            case StartAnswer.SUBSTITUTE:
                start.forget()
                navigation.page_wanted.emit("draw")
                navigation.replacement_wanted.emit(asked.session, asked.seats[0].player.number)
            case StartAnswer.SIT_OUT:
                start.forget()
                navigation.page_wanted.emit("draw")
                navigation.redraw_wanted.emit(asked.session)
            case _:
                assert_never(answer)

    def _leave_out(self, asked: AskedStart) -> None:
        """Exclude the tables that lack a player, report who has no seat now, and start."""
        commands = [LeaveTableOut(asked.session, table) for table in asked.tables]
        # Before the tables are excluded, while the event still has their players.
        text = left_without_seat_text(self.controller.book.view, asked.session, *asked.tables)
        problems = attempt_all(self.controller, commands)
        if problems:
            self.today.start.refuse(problems[0])
            return
        self.today.start.forget()
        self._ask_or_start(published_seats=True)
        if text is not None:
            self.controller.messages.noted.emit(text)
