"""Cancelling, restoring and adding sessions: what would change, then the reason, then one entry."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from tournament.catalogue import DEFAULT
from tournament.event.problem import Problem, Refused
from tournament.event.role import Act
from tournament.event.timetable import PlannedSession, minima_remarks, planned_sessions
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.facts import PlanFact, SessionsAdded, SessionsCancelled
from tournament.ledger.session import SessionState
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import View
from tournament.use_cases.carrying_out import tried
from tournament.use_cases.commands import CancelSessions, PlanCommand, PlanSessions, RestoreSession
from tournament.use_cases.papers import NotedPaper, noted_papers
from tournament.use_cases.results_state import event_is_over
from tournament.use_cases.session_plan import early_end, plan_of, plan_remarks
from tournament.use_cases.sessions import not_verified
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import EVENT_CONFLICT, attempt
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.session_words import step_text
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row
from ui.entry.change_words import UNSAID, outdated_text
from ui.entry.form import reason_problem

_NOT_BEGUN = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)


@dataclass(frozen=True, slots=True)
class _PlanEffect:
    """The event as a command would leave it, and what changes, in words."""

    after: View
    lines: tuple[Text, ...]
    to_draw: int
    """The first session that is new and has no tables, or 0."""


def _plan_effect(view: View, command: PlanCommand) -> _PlanEffect | None:
    """Return what ``command``, which has a reason, would change; None if nothing. Raise Refused if it is refused."""
    fact = plan_of(view, command)
    if fact is None:
        return None
    found = tried(view, (command,))
    assert found is not None, "it was planned"
    after, _ = found
    new = fact.added if isinstance(fact, SessionsAdded) else 0
    return _PlanEffect(after, tuple(_lines(view, after, fact)), view.full_state.settings.sessions + 1 if new else 0)


def _lines(view: View, after: View, fact: PlanFact) -> Iterator[Text]:
    yield from _changed(view, fact)
    yield _left(after)
    yield from (remark.text for remark in plan_remarks(view, fact))
    yield _results(after)
    if isinstance(fact, SessionsCancelled) and event_is_over(after):
        yield mark("Certificates, prizes and the ceremony can then follow.")
    if isinstance(fact, SessionsAdded):
        yield from _times(view, after)
    yield from _federation(view, after)


def _changed(view: View, fact: PlanFact) -> Iterator[Text]:
    match fact:
        case SessionsCancelled():
            yield mark_count(
                "Session {sessions} is cancelled and counts nowhere.",
                "Sessions {sessions} are cancelled and count nowhere.",
                len(fact.sessions),
                sessions=listed(map(str, fact.sessions)),
            )
        case SessionsAdded():
            if fact.restored:
                yield mark_count(
                    "Session {sessions} is restored and counts as before.",
                    "Sessions {sessions} are restored and count as before.",
                    len(fact.restored),
                    sessions=listed(map(str, fact.restored)),
                )
            if fact.added:
                first = view.full_state.settings.sessions + 1
                numbers = [str(first + each) for each in range(fact.added)]
                yield mark_count(
                    "Session {sessions} is added after the last one.",
                    "Sessions {sessions} are added after the last one.",
                    fact.added,
                    sessions=listed(numbers),
                )
        case _:
            assert_never(fact)


def _left(after: View) -> Text:
    numbers = after.session_numbers
    return mark_count(
        "The event then has {count} session: {sessions}.",
        "The event then has {count} sessions: {sessions}.",
        len(numbers),
        sessions=listed(map(str, numbers)),
    )


def _results(after: View) -> Text:
    """The text that says whether the results are final afterwards, or what is missing for that."""
    if event_is_over(after):
        return mark("The results are then final: those after session {session}.", session=after.sessions)
    still_open = list(_open(after))
    return mark("Still open before the results are final: {what}.", what=listed(still_open))


def _open(after: View) -> Iterator[Text]:
    for session in after.session_numbers:
        if after.session_state(session) in _NOT_BEGUN:
            yield mark("session {session} to play", session=session)
            continue
        tables = not_verified(after, session)
        if tables:
            yield mark_count(
                "session {session} to verify (table {tables})",
                "session {session} to verify (tables {tables})",
                len(tables),
                session=session,
                tables=", ".join(map(str, tables)),
            )
        elif session in after.state.reopened - after.state.closed:
            yield mark("session {session} to close again", session=session)


def _times(view: View, after: View) -> Iterator[Text]:
    """A remark for each new session without a time, if others have one."""
    timetable = after.settings.timetable
    if any(each.start is not None for each in timetable.sessions):
        for session in after.session_numbers:
            if session not in view.session_numbers and timetable.of(session).start is None:
                yield mark("Session {session} has no time in the timetable yet.", session=session)


def _federation(view: View, after: View) -> Iterator[Text]:
    """Remarks if the change brings the event below a minimum of EMA. There are none if it was below one before."""
    if after.settings.rules != DEFAULT.id or _below_minima(view):
        return
    for text in _below_minima(after):
        yield mark("{text} The federation decides whether the event counts.", text=text)


def _below_minima(view: View) -> list[Text]:
    planned, settings = _planned(view), view.settings
    days = len({each.day for each in planned if each.day is not None})
    if any(each.day is None for each in planned):
        starts, ends = settings.first_day, settings.last_day
        days = (ends - starts).days + 1 if starts is not None and ends is not None else 0
    return [each.text for each in minima_remarks(planned, days)] if days > 0 else []


def _planned(view: View) -> list[PlannedSession]:
    return list(planned_sessions(view.settings.timetable, view.session_numbers, view.settings.minutes))


END, ADD = "Ctrl+Shift+B", "Ctrl+Shift+A"
END_TEXT, ADD_TEXT = mark("End the tournament here"), mark("Add a session")
COUNT, CANCEL = "count", "cancel"
"""The choices for a session in play: count it as it is, or cancel it."""
_MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class _PlanQuestion:
    """A question about one change of the sessions."""

    title: Text
    answer: Text
    """The label of the button that carries it out."""
    command: Callable[[View, str, bool], PlanCommand | None]
    """Returns the command for an event, a reason, and whether the session in play is cancelled too.

    None if the event has changed so that there is nothing to ask.
    """
    needs_reason: bool = True
    in_play: int = 0
    """The session in play, which is either counted as it is or cancelled too; 0 for none."""


class PlanForm(QWidget):
    """The form for a question about the sessions, hidden until one is asked.

    It shows the effect on the event as it is now, also when the event changes meanwhile.
    """

    written = Signal(int)
    """The change was recorded; carries the number of the session that must be drawn now, or 0."""
    opened = Signal()
    """A question is shown: other questions should close."""
    left = Signal()
    """The user closed the question without an answer."""
    withdrawal_wanted = Signal(int)
    """Show the question that withdraws the results of this session."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._asked: _PlanQuestion | None = None
        self._writing = False
        """Whether the change is being recorded, so that the event changes."""
        self._refused = 0
        """The session whose public results prevent the change; 0 for none."""
        self._looking = CurrentWork(self)
        self._looked_at: View | None = None
        """The changed copy of the event for which out-of-date papers are being searched."""
        self._to_draw = 0
        """The session that must be drawn after the change; 0 for none."""
        self.question = Question()
        self.choice = Switch(mark("The session in play"))
        self._lines = [TextLabel(wrap=True) for _ in range(_MOST_LINES)]
        self.papers = TextLabel(wrap=True)
        self.reason = ReasonField("", usual=False)
        self.answer, self.leave = OutlineButton(""), OutlineButton(mark("Leave it as it is"))
        self.withdraw = OutlineButton(mark("Withdraw results"))
        effect = column(*self._lines, self.papers, spacing=4, margins=(12, 0))
        buttons = row(self.answer, self.withdraw, self.leave, None)
        column(self.question, row(self.choice, None), effect, self.reason, buttons, spacing=10, on=self)
        self.hide()
        self._connect()

    def _connect(self) -> None:
        self.choice.chosen.connect(lambda _key: self._show_effect())
        self.reason.confirmed.connect(self._confirm)
        self.reason.typed.connect(lambda _text: self.reason.show_problem(""))
        self.answer.clicked.connect(self._confirm)
        self.leave.clicked.connect(self.give_up)
        self.withdraw.clicked.connect(self._withdraw)
        self._looking.done.connect(self._show_papers)
        for widget in (self.choice, self.reason.line, self.answer, self.leave, self.withdraw):
            answer_keys(widget, {ESCAPE: self.give_up})

    @property
    def asks(self) -> bool:
        """Whether a question is shown."""
        return self._asked is not None

    def effect(self) -> str:
        """What the change would do, in the current language."""
        shown = [label.text() for label in (*self._lines, self.papers) if self.asks and not label.isHidden()]
        return " ".join(shown)

    def ask(self, question: _PlanQuestion) -> None:
        """Show ``question``. If it is shown already, what was typed stays."""
        if self._asked is None or self._asked.title != question.title:
            self.reason.set_text("")
            self.reason.show_problem("")
        self._asked = question
        self.opened.emit()
        number = question.in_play
        self.choice.set_segments(
            [
                Segment(COUNT, mark("Count session {session} as it is", session=number)),
                Segment(CANCEL, mark("Cancel session {session} too", session=number)),
            ]
        )
        self.choice.set_current(COUNT)
        self.choice.setVisible(bool(number))
        self.reason.set_label(mark("Reason") if question.needs_reason else mark("Reason (optional)"))
        self.answer.set_text(question.answer)
        self.show()
        self._show_effect()
        self._focus()

    def look_again(self) -> None:
        """Show the effect on the event as it is now, or that another person made the same change meanwhile."""
        if self._asked is not None and not self._writing and not self._show_effect():
            self._close()
            self._controller.messages.shown.emit(EVENT_CONFLICT)

    def forget(self) -> None:
        """Close the question."""
        self._close()

    def give_up(self) -> None:
        """Close the question, and emit :attr:`left`."""
        self._close()
        self.left.emit()

    def _close(self) -> None:
        self._asked, self._looked_at = None, None
        self._looking.forget()
        self.reason.set_text("")
        self.reason.show_problem("")
        self.hide()

    def _focus(self) -> None:
        targets = (self.withdraw, self.leave) if self._refused else (self.choice, self.reason.line)
        next(each for each in targets if not each.isHidden()).setFocus()

    def _command(self, reason: str) -> PlanCommand | None:
        view = self._controller.view
        if self._asked is None or view is None or not self._controller.may(Act.PLAN):
            return None
        also = bool(self._asked.in_play) and self.choice.current == CANCEL
        return self._asked.command(view, reason, also)

    def _show_effect(self) -> bool:
        """Show what would change, or why that is not possible. Return False if the question no longer applies."""
        view, asked, command = self._controller.view, self._asked, self._command(UNSAID)
        if view is None or asked is None or command is None:
            return False
        self._refused = 0
        try:
            effect = _plan_effect(view, command)
        except Refused as refused:
            self._show_refusal(view, command, refused.problems[0])
            return True
        if effect is None:
            return False
        self.question.show_notice(NoticeKind.WARN, asked.title)
        self._show_lines(effect.lines)
        self._to_draw = effect.to_draw
        for part, shown in ((self.reason, True), (self.answer, True), (self.withdraw, False)):
            part.setVisible(shown)
        self._look_for_papers(view, effect)
        return True

    def _show_refusal(self, view: View, command: PlanCommand, problem: Problem) -> None:
        """Show why the change is not possible, and the button that makes it possible if there is one."""
        self._show_lines(())
        self._looking.forget()
        self.papers.hide()
        self.question.show_notice(NoticeKind.DANGER, problem.text)
        if problem.code == "results-public" and isinstance(command, CancelSessions):
            self._refused = min(command.sessions)
        for part, shown in ((self.reason, False), (self.answer, False), (self.withdraw, bool(self._refused))):
            part.setVisible(shown)
        self.withdraw.setEnabled(self._controller.may(Act.RESULTS))

    def _show_lines(self, lines: Sequence[Text]) -> None:
        for number, label in enumerate(self._lines):
            label.set_text(lines[number] if number < len(lines) else "")
            label.setVisible(number < len(lines))
        announce(self.question, self.effect)
        QTimer.singleShot(0, self, self._bring_into_view)  # when the form is laid out

    def _bring_into_view(self) -> None:
        """Scroll so that the buttons are in view, and the question as well if there is space for both."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if isinstance(around, QScrollArea) and self.isVisible():
            for part in (self.leave, self.question):
                around.ensureWidgetVisible(part, 0, 12)

    def _look_for_papers(self, view: View, effect: _PlanEffect) -> None:
        """Search off the GUI thread for printed and saved papers that would be out of date."""
        if self._looked_at is not None and self._looked_at.fingerprint == effect.after.fingerprint:
            return
        self._looked_at = effect.after
        self.papers.hide()
        if not noted_papers(view):
            return
        before, after = View(view.journal.fork()), View(effect.after.journal.fork())

        def task(step: Step) -> Sequence[NotedPaper]:
            from reports.papers import outdated_by

            step(0, 0)
            return outdated_by(before, after)

        self._looking.start(Work(task))

    def _show_papers(self, papers: Sequence[NotedPaper]) -> None:
        text = outdated_text(papers)
        self.papers.set_text(text)
        self.papers.setVisible(bool(text) and self.asks)
        announce(self.papers, text)
        QTimer.singleShot(0, self, self._bring_into_view)

    def _withdraw(self) -> None:
        session = self._refused
        self._close()
        self.withdrawal_wanted.emit(session)

    def _refuse(self, text: Text) -> None:
        self.reason.show_problem(text)
        self.reason.line.setFocus()
        QTimer.singleShot(0, self, self._bring_into_view)

    def _confirm(self) -> None:
        asked, reason = self._asked, self.reason.text().strip()
        if asked is None or self.answer.isHidden():
            return
        wrong = reason_problem(reason, usual=False) if asked.needs_reason or reason else None
        if wrong is not None:
            self._refuse(wrong)
            return
        command = self._command(reason)
        self._writing = True
        problems = attempt(self._controller, command) if command is not None else ()
        self._writing = False
        if problems:
            self._refuse(problems[0].text)
        elif command is not None:
            self._close()
            self.written.emit(self._to_draw)


def cancel_question(view: View, session: int) -> _PlanQuestion:
    """The question that cancels one session."""
    return _PlanQuestion(
        mark("Cancel session {session}?", session=session),
        step_text(view, session, SessionStep.CANCELLED),
        lambda now, reason, _also: CancelSessions((session,), reason) if session in now.session_numbers else None,
    )


def restore_question(view: View, session: int) -> _PlanQuestion:
    """The question that restores one session."""
    return _PlanQuestion(
        mark("Restore session {session}?", session=session),
        step_text(view, session, SessionStep.RESTORED),
        lambda now, reason, _also: RestoreSession(session, reason) if session in now.state.cancelled else None,
        needs_reason=False,
    )


def _end_question(view: View) -> _PlanQuestion | None:
    """The question that ends the tournament; None if every session has begun, or none."""
    end = early_end(view)
    if end is None:
        return None

    def command(now: View, reason: str, also: bool) -> PlanCommand | None:
        found = early_end(now)
        if found is None or found.sessions != end.sessions:
            return None
        sessions = (*end.sessions, end.in_play) if also else end.sessions
        return CancelSessions(sessions, reason)

    return _PlanQuestion(mark("End the tournament here?"), END_TEXT, command, in_play=end.in_play)


def _add_question(view: View) -> _PlanQuestion:
    """The question that adds a session at the end."""
    count = len(view.session_numbers)
    return _PlanQuestion(
        mark("Add a session?"),
        ADD_TEXT,
        lambda now, reason, _also: PlanSessions(count + 1, reason) if len(now.session_numbers) == count else None,
        needs_reason=False,
    )


class PlanPart(QWidget):
    """The buttons for the sessions of the event, and the form that they open."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.end = OutlineButton(END_TEXT, shortcut=END)
        self.add = OutlineButton(ADD_TEXT, shortcut=ADD)
        self.form = PlanForm(controller)
        column(row(self.end, self.add, None), self.form, spacing=10, on=self)
        self.end.clicked.connect(self._ask_end)
        self.add.clicked.connect(self._ask_add)
        self.form.written.connect(self._offer_draw)

    def show_view(self, view: View) -> None:
        """Enable what is possible now."""
        self.setVisible(view.settings.format.is_drawn)
        may = self._controller.may(Act.PLAN)
        self.end.setEnabled(may and early_end(view) is not None)
        self.add.setEnabled(may)
        self.form.look_again()

    def _ask_end(self) -> None:
        view = self._controller.view
        question = _end_question(view) if view is not None else None
        if question is not None:
            self.form.ask(question)

    def _ask_add(self) -> None:
        view = self._controller.view
        if view is not None:
            self.form.ask(_add_question(view))

    def _offer_draw(self, session: int) -> None:
        """Offer to go to the draw if an added session has no tables."""
        if session:
            text = mark(
                "Session {session} has no tables yet: draw it, or seat it by the standings.",
                session=session,
            )
            self._controller.messages.action_offered.emit(text, mark("To the draw"), partial(self._go_to_draw, session))

    def _go_to_draw(self, session: int) -> None:
        view = self._controller.view
        if view is not None and session in view.drawn_sessions:
            self._controller.choose_session(session)
        self._controller.navigation.page_wanted.emit("draw")
