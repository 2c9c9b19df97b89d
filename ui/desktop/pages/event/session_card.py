"""The current session: its state, who did what and when, and a button for its next step."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut

from tournament.event.problem import Problem
from tournament.language import Text, listed, mark
from tournament.ledger.session import STATE_TEXTS, STEP_TEXTS, SessionState, StepTaken
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import SessionLife, View, session_life
from tournament.use_cases.sessions import closing_problems
from ui.desktop.session_words import NEXT_STEP, STATE_CHIPS, step_text
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.fields import LineField
from ui.desktop.widgets.key_answers import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row
from ui.desktop.widgets.notice import Notice, NoticeKind


class SessionCard(Card):
    """Visible as soon as the session has tables, or the evening exists. Some steps ask for a reason."""

    wanted = Signal(object, str)
    """The step (:class:`SessionStep`) and its reason, empty if none was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._title = TextLabel(kind=Type.PANEL_TITLE)
        self.state = Chip("")
        self._steps = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.left_open = Notice(NoticeKind.WARN)
        self.reason = LineField("")
        self.step = OutlineButton("", hint=NEXT_STEP)
        self._life: SessionLife | None = None
        self._asks = False
        self._view: View | None = None
        add(self.body, row(self._title, 4, self.state, None, self.step))
        for part in (self._steps, self.left_open, self.reason):
            add(self.body, part)
        self.step.clicked.connect(self._ask_or_go)
        shortcut = QShortcut(QKeySequence(NEXT_STEP), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._key_pressed)
        self.reason.confirmed.connect(self._confirm)
        answer_keys(self.reason.line, {ESCAPE: self.give_up})
        self._show_question()

    @property
    def next_step(self) -> SessionStep | None:
        """The step of the button, or None."""
        return self._life.moves[0] if self._life is not None and self._life.moves else None

    def show_session(self, view: View, session: int, *, writes: bool, offered_beside: int | None = None) -> None:
        """Show the state of ``session`` of ``view``; 0 for none.

        Starting or closing the session ``offered_beside`` is offered by the page, and not again here.
        """
        known = session in range(1, view.sessions + 1)
        life = session_life(view, session) if known else None
        shown = life is not None and life.state is not SessionState.NOT_DRAWN
        self.setVisible(shown)
        if life is None or not shown:
            self._life, self._asks = None, False
            return
        if self._life is None or (self._life.session, self._life.state) != (life.session, life.state):
            self._asks = False
            self.reason.set_text("")
        self._life, self._view = life, view
        self._title.set_text(_title(view, session))
        icon, tone = STATE_CHIPS[life.state]
        self.state.set_chip(STATE_TEXTS[life.state], icon=icon, tone=tone)
        self._steps.set_text(_steps_text(view, life))
        step = self.next_step
        if step is not None:
            self.step.set_text(step_text(view, life.session, step))
        self.step.setEnabled(writes and step is not None)
        beside = session == offered_beside and step in (SessionStep.PLAYING, SessionStep.CLOSED)
        self.step.setVisible(step is not None and (not beside or self._asks))
        self._show_question()

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
        elif step is SessionStep.REOPENED or (step is SessionStep.CLOSED and closing_problems(view, life.session, "")):
            self._asks = True
            self._show_question()
            self.reason.line.setFocus()
        else:
            self.wanted.emit(step, "")

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
    if reason and taken.step in (SessionStep.CLOSED, SessionStep.REOPENED):
        return mark("{step} {time}, {author} ({reason})", reason=reason, **values)
    return mark("{step} {time}, {author}", **values)
