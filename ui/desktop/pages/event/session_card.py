"""The current session: its state, who did what and when, and a button for its next step."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut

from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.language import Text, listed, mark
from tournament.ledger.session import STATE_TEXTS, STEP_TEXTS, SessionState, StepTaken
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import SessionLife, View, session_life
from tournament.use_cases.sessions import closing_problems
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.pages.event.plan_form import PlanForm, cancel_question, restore_question
from ui.desktop.session_words import NEXT_STEP, STATE_CHIPS, step_text
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import LineField
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row
from ui.desktop.widgets.signs import Chip

CANCEL_SESSION = "Ctrl+Shift+X"


class SessionCard(Card):
    """Visible as soon as the session has tables, or the evening exists. Some steps ask for a reason."""

    wanted = Signal(object, str)
    """The step (:class:`SessionStep`) and its reason, empty if none was asked for."""
    sheets_wanted = Signal(int)
    """Show the sheets of this cancelled session as they were."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._title = TextLabel(kind=Type.PANEL_TITLE)
        self.state = Chip("")
        self._steps = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.left_open = Notice(NoticeKind.WARN)
        self.reason = LineField("")
        self.step = OutlineButton("", hint=NEXT_STEP)
        self.cancel = LinkButton("", shortcut=CANCEL_SESSION, tone=Tone.TEXT2)
        self.sheets = LinkButton(mark("Look at its sheets"))
        self.plan = PlanForm(controller)
        self._life: SessionLife | None = None
        self._asks = False
        self._view: View | None = None
        add(self.body, row(self._title, 4, self.state, None, self.step))
        for part in (self._steps, self.left_open, self.reason, row(self.cancel, self.sheets, None), self.plan):
            add(self.body, part)
        self.cancel.clicked.connect(self._ask_cancel)
        self.sheets.clicked.connect(lambda: self.sheets_wanted.emit(self.session))
        for ended in (self.plan.written, self.plan.left):
            listen(ended, self, lambda *_carried: self._focus_step())
        self.step.clicked.connect(self._ask_or_go)
        shortcut = QShortcut(QKeySequence(NEXT_STEP), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._key_pressed)
        self.reason.confirmed.connect(self._confirm)
        answer_keys(self.reason.line, {ESCAPE: self.give_up})
        self._show_question()

    @property
    def session(self) -> int:
        """The session shown; 0 for none."""
        return self._life.session if self._life is not None else 0

    @property
    def next_step(self) -> SessionStep | None:
        """The step of the button, or None. Cancelling has a button of its own."""
        moves = self._life.moves if self._life is not None else ()
        return next((each for each in moves if each is not SessionStep.CANCELLED), None)

    def show_session(self, view: View, session: int, *, writes: bool, offered_beside: int | None = None) -> None:
        """Show the state of ``session`` of ``view``; 0 for none.

        Starting or closing the session ``offered_beside`` is offered by the page, and not again here.
        """
        known = session in view.session_numbers or session in view.state.cancelled
        life = session_life(view, session) if known and view.seating is not None else None
        shown = life is not None and bool(life.moves)
        self.setVisible(shown)
        if life is None or not shown:
            self._life, self._asks = None, False
            self.plan.forget()
            return
        if self._life is None or (self._life.session, self._life.state) != (life.session, life.state):
            self._asks = False
            self.reason.set_text("")
        if self._life is not None and self._life.session != life.session:
            self.plan.forget()
        self._life, self._view = life, view
        self._title.set_text(_title(view, session))
        icon, tone = STATE_CHIPS[life.state]
        self.state.set_chip(STATE_TEXTS[life.state], icon=icon, tone=tone)
        self._steps.set_text(_steps_text(view, life))
        self._show_step(view, life, writes=writes, offered_beside=offered_beside)
        self._show_plan(view, life)
        self._show_question()

    def _show_step(self, view: View, life: SessionLife, *, writes: bool, offered_beside: int | None) -> None:
        step = self.next_step
        if step is None:
            self.step.hide()
            return
        self.step.set_text(step_text(view, life.session, step))
        self.step.setEnabled(self._controller.may(Act.PLAN) if step is SessionStep.RESTORED else writes)
        beside = life.session == offered_beside and step in (SessionStep.PLAYING, SessionStep.CLOSED)
        self.step.setVisible(not beside or self._asks)

    def _show_plan(self, view: View, life: SessionLife) -> None:
        """Offer to cancel the session, or to look at the sheets of one that is cancelled."""
        cancelled = life.state is SessionState.CANCELLED
        self.cancel.set_text(step_text(view, life.session, SessionStep.CANCELLED))
        self.cancel.setVisible(SessionStep.CANCELLED in life.moves)
        self.cancel.setEnabled(self._controller.may(Act.PLAN))
        seating = view.full_state.seating
        has_tables = cancelled and seating is not None and bool(seating.tables(life.session))
        self.sheets.setVisible(has_tables and self._controller.past is None)
        self.plan.look_again()

    def refuse(self, problem: Problem) -> None:
        """Show why the step was refused."""
        self._asks = True
        self._show_question()
        self.reason.show_problem(problem.text)
        self.reason.line.setFocus()

    def give_up(self) -> None:
        """Dismiss the question."""
        self._asks = False
        self.reason.set_text("")
        self._show_question()
        self.step.setFocus()

    def _key_pressed(self) -> None:
        """The key closes a session even while the page offers that. Starting it moves to another page: not here."""
        if self.step.isEnabled() and (not self.step.isHidden() or self.next_step is SessionStep.CLOSED):
            self._ask_or_go()

    def _ask_or_go(self) -> None:
        life, view, step = self._life, self._view, self.next_step
        if life is None or view is None or step is None:
            return
        if self._asks:
            self._confirm()
        elif step is SessionStep.RESTORED:
            self.plan.ask(restore_question(view, life.session))
        elif step is SessionStep.REOPENED or (step is SessionStep.CLOSED and closing_problems(view, life.session, "")):
            self._asks = True
            self._show_question()
            self.reason.line.setFocus()
        else:
            self.wanted.emit(step, "")

    def forget_questions(self) -> None:
        """Drop every question: another is asked."""
        self.plan.forget()
        if self._asks:
            self._asks = False
            self.reason.set_text("")
            self._show_question()

    def _ask_cancel(self) -> None:
        if self._life is not None and self._view is not None:
            self.forget_questions()
            self.plan.ask(cancel_question(self._view, self._life.session))

    def _focus_step(self) -> None:
        usable = (self.step, self.cancel)
        target = next((each for each in usable if each.isEnabled() and not each.isHidden()), None)
        if target is not None:
            target.setFocus()

    def _confirm(self) -> None:
        if not self.reason.text().strip():
            self.reason.show_problem(mark("Enter a short reason."))
        elif self.next_step is not None:
            self.wanted.emit(self.next_step, self.reason.text())

    def _show_question(self) -> None:
        life, view = self._life, self._view
        closing = self._asks and self.next_step is SessionStep.CLOSED
        self.reason.setVisible(self._asks)
        self.reason.show_problem("")
        self.reason.set_label(mark("Why close it anyway") if closing else mark("Why reopen it"))
        self.left_open.setVisible(closing)
        if closing and life is not None and view is not None:
            (problem,) = closing_problems(view, life.session, "") or (None,)
            self.left_open.show_notice(NoticeKind.WARN, problem.text if problem is not None else "")


_WITH_REASON = (SessionStep.CLOSED, SessionStep.REOPENED, SessionStep.CANCELLED, SessionStep.RESTORED)


def _title(view: View, session: int) -> Text:
    if view.settings.format.is_drawn:
        return mark("Session {session}", session=session)
    return mark("Evening {evening}", evening=session)


def _steps_text(view: View, life: SessionLife) -> Text:
    parts: list[Text] = [_taken_text(taken) for taken in life.steps]
    if life.absent:
        names = listed(view.players[number].name for number in life.absent if number in view.players)
        parts.append(mark("absent at the start: {players}", players=names))
    text = parts[0] if parts else mark("nothing yet")
    for part in parts[1:]:
        text = mark("{before} · {text}", before=text, text=part)
    return text


def _taken_text(taken: StepTaken) -> Text:
    """A text like “closed 16:20, Ben”, with the reason if there is one."""
    entry = taken.entry
    values = {"step": STEP_TEXTS[taken.step], "time": f"{entry.time.astimezone():%H:%M}", "author": entry.author}
    reason = "; ".join(filter(None, entry.fact.reasons))
    if reason and taken.step in _WITH_REASON:
        return mark("{step} {time}, {author} ({reason})", reason=reason, **values)
    return mark("{step} {time}, {author}", **values)
