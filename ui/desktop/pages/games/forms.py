"""The forms of the page Games: the next evening of a league, and the players of a game."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.format import TABLE_NAME_LENGTH
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import Seats
from tournament.language import Text, mark, mark_in
from tournament.tiles.wind import Wind
from ui.desktop.dates import now
from ui.desktop.kit.form import Form, NotRead, date_field, text_field
from ui.desktop.pages.games.rows import GameRow, SeatNotRead, read_seats, seat_text
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.theme import Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

DAY, PLACE = "day", "place"


class EveningForm(QWidget):
    """The date and the place of the next evening, with today as the proposed date."""

    submitted = Signal()
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = Form([date_field(DAY, mark("Day")), text_field(PLACE, mark("Place"))])
        self._first = False
        self._title = TextLabel(mark("New evening"), kind=Type.PANEL_TITLE, wrap=True)
        self.question = Question()
        self.question.hide()
        self.submit = PrimaryButton(mark("Open the evening"))
        self.leave = LinkButton(mark("Back to the games"))
        column(self._title, *self.form.labelled.values(), self.question, row(stretched(self.submit)),
               row(self.leave, None), None, spacing=8, on=self)  # fmt: skip
        self.submit.clicked.connect(self.submitted)
        self.leave.clicked.connect(self.left)
        self.form.line(DAY).returnPressed.connect(self._go_to_place)
        self.form.line(PLACE).returnPressed.connect(self.submitted)
        for name in (DAY, PLACE):
            self.form.line(name).textChanged.connect(lambda _typed: self.clear_refusals())
            answer_keys(self.form.line(name), {ESCAPE: self.left.emit})

    @property
    def is_first(self) -> bool:
        """Whether it asks for the first evening, before which there are no games to return to."""
        return self._first

    def set_first(self, why: Text | None) -> None:
        """Show ``why`` the first evening is needed; None for a later evening."""
        self._first = why is not None
        self._title.set_text(why or mark("New evening"))
        self.leave.setVisible(why is None)

    def propose(self, place: str) -> None:
        """Ask for an evening at ``place``, with today as the date."""
        self.form.show({DAY: now().date(), PLACE: place})
        self.clear_refusals()

    def focus_day(self) -> None:
        """Move the cursor to the date."""
        self.form.line(DAY).setFocus()
        self.form.line(DAY).selectAll()

    def read(self) -> dict[str, object] | None:
        """Return date and place, or None if one is refused, which is shown at its field."""
        read: dict[str, object] = {}
        for name in (DAY, PLACE):
            try:
                read[name] = self.form.value(name)
            except NotRead as error:
                self.form.refuse(name, error.text)
                self.form.line(name).setFocus()
                return None
        return read

    def refuse(self, problem: Problem) -> None:
        """Show the problem at its field, or as a question."""
        if problem.gravity is Gravity.ASKS:
            self.question.show_notice(NoticeKind.WARN, problem.text, mark("If this is correct, press Enter again."))
            self.question.show()
        else:
            self.form.refuse(problem.field if problem.field in self.form.fields else DAY, problem.text)

    @property
    def asks(self) -> bool:
        """Whether a question waits for another Enter."""
        return self.question.isVisible()

    def clear_refusals(self) -> None:
        """Remove problems and questions."""
        self.form.clear_refusals()
        self.question.hide()

    def _go_to_place(self) -> None:
        self.form.line(PLACE).setFocus()
        self.form.line(PLACE).selectAll()


_SLACK = 20
"""Characters that a line accepts beyond its maximum, so that the form can report that the text is too long."""


class GameForm(QWidget):
    """The fields of a game: four seats, the name of its table, and a reason if there is something on its sheet.

    Enter goes from seat to seat; after the last field it does what the button says.
    """

    submitted = Signal()
    fill_wanted = Signal()
    """Fill the empty seats with the players who waited longest."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changed: GameRow | None = None
        self._title = TextLabel(mark("New game"), kind=Type.PANEL_TITLE)
        self.seats = tuple(PlayerField(mark("number or name")) for _wind in Wind)
        self.table_name = TextField(placeholder=mark("in the room; optional"))
        self.table_name.setMaxLength(TABLE_NAME_LENGTH + _SLACK)
        self.reason = ReasonField(mark("Reason"), usual=False)
        self._labelled = tuple(LabeledField(wind.label, line) for wind, line in zip(Wind, self.seats, strict=True))
        self._table = LabeledField(mark_in("room", "Table"), self.table_name)
        self.question = Question()
        self.question.hide()
        self.fill = OutlineButton(mark("Seat those waiting longest"), shortcut="Ctrl+R")
        self.submit = PrimaryButton(mark("Open the game"), shortcut="Ctrl+Return")
        self.leave = LinkButton(mark("Keep the game unchanged"))
        fields = (*self._labelled, self._table, self.reason)
        buttons = (row(stretched(self.submit)), row(stretched(self.fill)), row(self.leave, None))
        column(self._title, *fields, self.question, *buttons, spacing=8, on=self)
        following: tuple[QWidget, ...] = (*self.seats[1:], self.table_name)
        for seat, behind in zip(self.seats, following, strict=True):
            seat.entered.connect(seat.take_only_match)
            seat.entered.connect(behind.setFocus)
        self.table_name.returnPressed.connect(self._behind_table)
        self.reason.confirmed.connect(self.submitted)
        self.submit.clicked.connect(self.submitted)
        self.fill.clicked.connect(self.fill_wanted)
        self.leave.clicked.connect(self.left)
        for line in (*self.seats, self.table_name, self.reason.line):
            line.textChanged.connect(lambda _typed: self.clear_refusals())
            answer_keys(line, {ESCAPE: self.left.emit})
        self.show_game(None)

    @property
    def changed_game(self) -> GameRow | None:
        """The game whose players are changed; None while a new game is seated."""
        return self._changed

    @property
    def empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(line.text().strip() for line in (*self.seats, self.table_name, self.reason.line))

    def show_game(self, game: GameRow | None) -> None:
        """Show the players of ``game`` to be changed; with None, show empty lines for a new game."""
        self._changed = game
        written = tuple(seat_text(player) for player in game.players) if game is not None else ("",) * len(self.seats)
        for line, text in zip(self.seats, written, strict=True):
            line.setText(text)
        self.table_name.setText(game.table_name if game is not None else "")
        self.reason.set_text("")
        self.clear_refusals()
        new, change = mark("Open the game"), mark("Change the game")
        self._title.set_text(mark("New game") if game is None else mark("Table {table}", table=game.sheet.table))
        self.submit.set_text(new if game is None else change)
        self.reason.setVisible(game is not None and game.begun)
        self.fill.setVisible(game is None)
        self.leave.setVisible(game is not None)

    def offer(self, players: Sequence[Player]) -> None:
        """Offer these players in every seat."""
        for line in self.seats:
            line.offer(players)

    def seat(self, player: Player) -> None:
        """Enter ``player`` for the first empty seat."""
        free = next((line for line in self.seats if not line.text().strip()), None)
        if free is not None:
            free.setText(seat_text(player))

    def named(self) -> frozenset[str]:
        """The texts in the lines of the seats."""
        return frozenset(line.written() for line in self.seats if line.text().strip())

    def read(self, players: Mapping[int, Player]) -> Seats | None:
        """Return the four players, or None if a seat is refused.

        The problem is shown there and the cursor moves to it.
        """
        found = read_seats(players, [line.written() for line in self.seats])
        if not isinstance(found, SeatNotRead):
            return found
        self._labelled[found.seat].set_problem(found.text)
        self.seats[found.seat].setFocus()
        return None

    def refuse(self, problem: Problem, players: Seats | None = None) -> None:
        """Show the problem at its field, or as a question; ``players`` are those that were read."""
        if problem.gravity is Gravity.ASKS:
            self.question.show_notice(NoticeKind.WARN, problem.text, mark("If this is correct, press Enter again."))
            self.question.show()
            return
        field = {"table_name": self._table, "reason": self.reason}.get(problem.field)
        if field is None:
            field = self._labelled[self._refused_seat(problem.text)]
        field.set_problem(problem.text)
        field.editor.setFocus()

    def refuses_reason(self) -> bool:
        """Whether what is typed as the reason is none, which is then shown. Whether one is needed, the change says."""
        return self._changed is not None and bool(self.reason.text().strip()) and self.reason.refuses()

    @property
    def asks(self) -> bool:
        """Whether a question waits for another Enter."""
        return self.question.isVisible()

    def clear_refusals(self) -> None:
        """Remove problems and questions."""
        for field in (*self._labelled, self._table, self.reason):
            field.clear_problem()
        self.question.hide()

    def _refused_seat(self, text: Text) -> int:
        """The seat of the player that ``text`` names, otherwise the first."""
        name = dict(text.values).get("player")
        lines = (line.written().partition(" ")[2] for line in self.seats)
        return next((seat for seat, written in enumerate(lines) if written and written == name), 0)

    def _behind_table(self) -> None:
        if self._changed is not None and self._changed.begun and not self.reason.text().strip():
            self.reason.line.setFocus()
        else:
            self.submitted.emit()
