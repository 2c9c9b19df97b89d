"""Questions before a session starts: a draft of its draw is not published, or a seat has no player."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout

from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count
from tournament.use_cases import OpenSeat, View
from tournament.use_cases.draft_fit import draft_title, unfit_text
from tournament.use_cases.people import vacant_seats, vacant_seats_text
from tournament.use_cases.sessions import sitting_out_if_redrawn, tables_to_leave_out
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from ui.desktop.theme import Room
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, NoticeKind, Question
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.layouts import add, row


class StartAnswer(Enum):
    """The answers of a user."""

    PUBLISH = "publish"
    """Publish the draft, and start."""
    PUBLISHED_SEATS = "published-seats"
    """Start with the published seats."""
    LOOK = "look"
    """Look at the draw first."""
    SUBSTITUTE = "substitute"
    """Name a substitute first."""
    SIT_OUT = "sit-out"
    """Draw again from this session on, with those who are here, so that nobody's table lacks a player."""
    LEAVE_OUT = "leave-out"
    """Exclude the tables that lack a player, and start."""
    START = "start"
    """Start although a seat has no player."""


def _leave_out_text(tables: int) -> Text:
    return mark_count("Leave the table out and start", "Leave the tables out and start", tables)


def _sit_out_text(players: int) -> Text:
    if not players:
        return mark("Draw again without them")
    return mark_count("Draw again, {count} player sits out", "Draw again, {count} players sit out", players)


_TEXTS = {
    StartAnswer.PUBLISH: mark("Publish it and start"),
    StartAnswer.PUBLISHED_SEATS: mark("Start with the published seats"),
    StartAnswer.LOOK: mark("Show the draw"),
    StartAnswer.SUBSTITUTE: mark("Name a substitute"),
    StartAnswer.SIT_OUT: _sit_out_text(0),
    StartAnswer.LEAVE_OUT: _leave_out_text(1),
    StartAnswer.START: mark("Start anyway"),
}


@dataclass(frozen=True, slots=True)
class AskedStart:
    """A question about the start of ``session``."""

    session: int
    title: Text
    body: Text
    answers: tuple[StartAnswer, ...]
    draft: UnpublishedDraw | None = None
    """The draft of the draw that the question is about, or None."""
    seats: tuple[OpenSeat, ...] = ()
    """The seats without a player that the question is about."""
    sit_out: int | None = None
    """How many players would sit out if the others filled tables; None if these sessions cannot be drawn again."""

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables of these seats."""
        return tuple(sorted({seat.table for seat in self.seats}))


def asked_at_start(view: View, session: int, *, published_seats: bool, anyway: bool) -> AskedStart | None:
    """Return what to ask before ``session`` starts, or None.

    The answers given so far: with ``published_seats`` the user chose those instead of the draft, with ``anyway`` they
    accepted seats without a player.
    """
    draft = view.unpublished_draw
    if draft is not None and session in draft.tables and not published_seats:
        unfit = unfit_text(view, draft)
        starts = mark("Session {session} starts with the published seats, unless you publish the draft.",
                      session=session)  # fmt: skip
        if unfit is not None:
            starts = mark("{reason} Session {session} starts with the published seats.", reason=unfit, session=session)
        publish = (StartAnswer.PUBLISH,) if unfit is None else ()
        answers = (*publish, StartAnswer.PUBLISHED_SEATS, StartAnswer.LOOK)
        return AskedStart(session, draft_title(view, draft), starts, answers, draft=draft)
    seats = vacant_seats(view, session)
    if seats and not anyway:
        title = mark("Start session {session} with empty seats?", session=session)
        asked = AskedStart(session, title, vacant_seats_text(seats), (StartAnswer.SUBSTITUTE,), seats=seats,
                           sit_out=sitting_out_if_redrawn(view, session))  # fmt: skip
        sit_out = (StartAnswer.SIT_OUT,) if asked.sit_out is not None else ()
        leave_out = (StartAnswer.LEAVE_OUT,) if tables_to_leave_out(view, session, seats) else ()
        return replace(asked, answers=(*asked.answers, *sit_out, *leave_out, StartAnswer.START))
    return None


class StartQuestion(Card):
    """Shows a question about a start. Esc gives up starting."""

    answered = Signal(object)
    """The user answered with this :class:`StartAnswer`."""
    left = Signal()
    """The user closed the question without an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: AskedStart | None = None
        """The question that waits for an answer."""
        self.question = Question()
        self.buttons = {answer: OutlineButton(text) for answer, text in _TEXTS.items()}
        self._row = row(*self.buttons.values(), None)
        add(self.body, self.question)
        add(self.body, self._row)
        for answer, button in self.buttons.items():
            button.clicked.connect(partial(self._answer, answer))
            answer_keys(button, {ESCAPE: self._leave})
        self.hide()

    def ask(self, asked: AskedStart) -> None:
        """Show a question, with the cursor on its first answer."""
        self.asked = asked
        self.question.show_notice(NoticeKind.WARN, asked.title, asked.body)
        for answer, button in self.buttons.items():
            button.setVisible(answer in asked.answers)
        self.buttons[StartAnswer.SIT_OUT].set_text(_sit_out_text(asked.sit_out or 0))
        self.buttons[StartAnswer.LEAVE_OUT].set_text(_leave_out_text(len(asked.tables)))
        self.show()
        self.buttons[asked.answers[0]].setFocus()

    def refuse(self, problem: Problem) -> None:
        """Show why the answer could not be carried out; the question stays."""
        if self.asked is not None:
            self.question.show_notice(NoticeKind.WARN, self.asked.title, problem.text)

    def forget(self) -> None:
        """Close the question without an answer."""
        self.asked = None
        self.hide()

    def fit(self, room: Room) -> None:
        """Put the answers below one another in a narrow window."""
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if room.compact else QBoxLayout.Direction.LeftToRight)

    def _answer(self, answer: StartAnswer) -> None:
        self.answered.emit(answer)

    def _leave(self) -> None:
        self.forget()
        self.left.emit()
