"""Changes to a published draw: draw sessions again, seat one by the standings, replace a player."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.draw.ranking import FINALS
from tournament.event.player import SubstituteCase
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.use_cases import View, unseated
from tournament.use_cases.commands import AddTable
from tournament.use_cases.final_beside import final_going_on
from tournament.use_cases.people import players_without_seat
from tournament.use_cases.progress import SEATS
from ui.desktop.pages.draw.draw_form import SitOutChoice
from ui.desktop.pages.draw.proposal import propose_by_ranking, propose_redraw
from ui.desktop.pages.draw.replacement import (
    NEW_PLAYER_FIELDS,
    OWN,
    TypedReplacement,
    answer_replacement,
    nobody_replaceable,
    replaceable_sessions,
)
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

_CASES = (
    ("", mark("default")),
    *((case.value, mark("substitute: {case}", case=case.label)) for case in SubstituteCase),
    (OWN, mark("themselves, ranked")),
)


class ReplacementForm(QWidget):
    """The fields of a replacement. Its effect is shown after every key."""

    submitted = Signal(object)
    """Replace the player as this :class:`TypedReplacement` says."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._number = 0
        self.who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.by = PlayerField(mark("number, or first and last name"))
        self.first = ChoiceBox(mark("From session"))
        self.last = ChoiceBox(mark("Until session"))
        placeholders = (mark("Country"), mark("Club"), mark("EMA number"))
        self.new = {
            field: TextField(placeholder=text) for field, text in zip(NEW_PLAYER_FIELDS, placeholders, strict=True)
        }
        self.case = ChoiceBox(mark("Plays as"))
        self.case.set_choices(list(_CASES))
        self.answer = Question(NoticeKind.INFO)
        self.replace = OutlineButton(mark("Replace"))
        self._by = LabeledField(mark("Replaced by"), self.by)
        more = TextLabel(mark("New player (optional):"), kind=Type.DENSE, tone=Tone.TEXT2)
        country, club, number = self.new.values()
        details = row(stretched(country, 3), stretched(club, 3), stretched(number, 4), spacing=6)
        self._new = boxed(column(more, details, spacing=6))
        sessions = row(stretched(self.first), stretched(self.last))
        self._fields = boxed(column(self._by, sessions, self.case, self._new))
        self.foot = boxed(column(self.answer, self.replace))
        """The effect and the button; always visible."""
        column(self.who, self._fields, on=self)
        for line in (self.by, *self.new.values()):
            line.textChanged.connect(lambda _typed: self._answer())
        for line in self.new.values():
            line.returnPressed.connect(self._submit)
        for box in (self.first, self.last, self.case):
            box.currentIndexChanged.connect(lambda _index: self._answer())
        self.by.entered.connect(self._submit)
        self.replace.clicked.connect(self._submit)

    def show_player(self, view: View, number: int, session: int) -> None:
        """Ask who replaces player ``number`` from ``session`` on; 0 if no player is chosen yet."""
        other = number != self._number
        if other:
            self.clear()
        self._view, self._number = view, number
        free = replaceable_sessions(view, number) if number else ()
        self._fields.setVisible(bool(free))
        if not free:
            self.answer.hide()
            self.replace.setEnabled(False)
        self.who.set_text(_who_text(view, number, free))
        self.first.set_choices([(str(each), mark("from session {session}", session=each)) for each in free])
        until = [(str(each), mark("until session {session}", session=each)) for each in free[:-1]]
        self.last.set_choices([("0", mark("to the end")), *until])
        if other and session in free:
            self.first.setCurrentIndex(free.index(session))
        self._answer()

    def clear(self) -> None:
        """Empty the fields."""
        self._number = 0
        self.case.setCurrentIndex(0)
        for line in (self.by, *self.new.values()):
            line.clear()

    def refuse(self, text: Text, *, new: bool = False) -> None:
        """Show why the replacement is not possible."""
        self._new.setVisible(new)
        self.answer.hide()
        self.replace.setEnabled(False)
        self._by.set_problem(text)

    def typed(self) -> TypedReplacement:
        """The contents of the fields."""
        return TypedReplacement(
            number=self._number,
            substitute=self.by.written(),
            first=int(self.first.currentData() or 0),
            last=int(self.last.currentData() or 0) or None,
            details=tuple((field, line.text()) for field, line in self.new.items()),
            case=str(self.case.currentData() or ""),
        )

    def _submit(self) -> None:
        typed = self.typed()
        if typed.number and typed.first and typed.substitute:
            self.submitted.emit(typed)

    def _answer(self) -> None:
        view, typed = self._view, self.typed()
        if view is None or not typed.number or not typed.first:
            return
        sessions = replaceable_sessions(view, typed.number)
        taken = [each for each in sessions if typed.first <= each <= (typed.last or each)]
        self.by.offer(unseated(view, taken or (typed.first,)))
        answer = answer_replacement(view, typed) if typed.complete else None
        if answer is not None and answer.refused:
            self.refuse(answer.title, new=answer.new)
            return
        self._by.clear_problem()
        self._new.setVisible(answer is not None and answer.new)
        self.answer.setVisible(answer is not None)
        self.replace.setEnabled(answer is not None)
        if answer is not None:
            self.answer.show_notice(NoticeKind.WARN if answer.asks else NoticeKind.INFO, answer.title, answer.body)


def _who_text(view: View, number: int, free: Sequence[int]) -> Text:
    player = view.players.get(number)
    if not free and nobody_replaceable(view):
        return mark("No player can be replaced: every sheet is signed.")
    if player is None:
        return mark("To replace a player, choose their seat in the grid.")
    if not free:
        return mark("{player} has no remaining seat that another player can take.", player=player.name)
    return mark("{player} leaves. Another player takes these seats.", player=player.name)


_EVERYBODY, _NO_MORE = "0", ""
_OTHERS = (
    ("straight", mark("The others play on, by rank")),
    ("swiss", mark("The others play on, no repeat meetings")),
    ("lot", mark("The others play on, by lot")),
)
"""How the others are seated beside a final."""
ALL, REDRAW, RANKING, REPLACE, ADD_TABLE = "all", "redraw", "ranking", "replace", "add-table"
_CHANGES = {
    REPLACE: mark("Replace a player"),
    REDRAW: mark("Redraw sessions"),
    RANKING: mark("Seat a session by the standings"),
    ADD_TABLE: mark("Add a table"),
    ALL: mark("Redraw all sessions"),
}


class ChangeDrawForm(QWidget):
    """The changes to a published draw, one at a time. Each is proposed and shown before it is made."""

    search_wanted = Signal(object)
    """Start this search in the event: a function of the view and a progress function."""
    change_chosen = Signal(str)
    table_wanted = Signal(object)
    """Carry out this AddTable."""

    def __init__(self, sit_out: SitOutChoice, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sit_out = sit_out
        self.change = ChoiceBox(mark("Change the draw"))
        self.session = ChoiceBox(mark("From session"))
        self.redraw = OutlineButton(mark("Redraw these sessions"), hint="Ctrl+Shift+R")
        self.way = ChoiceBox(mark("Seating method"))
        self.way.set_choices(
            [
                ("straight", mark("Ranks 1–4 at one table, and so on")),
                ("swiss", mark("Closest in rank, no repeat meetings")),
            ]
        )
        self.final = ChoiceBox(mark("Players"))
        self.carried = CheckBox(mark("Carry points over"))
        self.carried.setChecked(True)
        self.others = ChoiceBox(mark("The other players"))
        self.others.set_choices([(_NO_MORE, mark("The others do not play on")), *_OTHERS])
        self.ranks = _remark(verbatim(""))
        """How the others will be ranked, by the rule of the event."""
        self.seat = OutlineButton(mark("Seat by the standings"), hint="Ctrl+T")
        self.replacement = ReplacementForm()
        self.new_table = OutlineButton(mark("Add a table"), hint="Ctrl+Shift+A")
        self._unseated = _remark(verbatim(""))
        self._new_table: AddTable | None = None
        """The command that seats four players without a seat; None while fewer than four have none."""
        self.nothing_left = _remark(
            mark("Every session has begun. No session can be redrawn or seated by the standings.")
        )
        self._not_played = _remark(mark("Seating by the standings requires at least one session that has been played."))
        self._finalists = LabeledField(mark("Players"), self.final)
        self._from = boxed(row(stretched(LabeledField(mark("From session"), self.session)), stretched(self._finalists)))
        self._ranking = boxed(column(self.way, self.others, self.carried, self.ranks, self._not_played))
        what = LabeledField(mark("Change the draw"), self.change)
        column(what, self.nothing_left, self._from, self._ranking, self.replacement, self._unseated, on=self)
        self.foot = boxed(column(self.replacement.foot, self.redraw, self.seat, self.new_table))
        """The button of the chosen change; always visible."""
        self._free, self._players, self._goes_on = False, 0, False
        self.redraw.clicked.connect(self._redraw)
        self.seat.clicked.connect(self._seat_by_ranking)
        self.final.currentIndexChanged.connect(self._final_chosen)
        self.others.currentIndexChanged.connect(self._final_chosen)
        self.change.currentIndexChanged.connect(self._change_chosen)
        self.new_table.clicked.connect(self._add_table)
        self.session.currentIndexChanged.connect(self._session_chosen)
        self._view: View | None = None
        for key, act in (
            ("Ctrl+Shift+R", self._redraw),
            ("Ctrl+T", self._seat_by_ranking),
            ("Ctrl+Shift+A", self._add_table),
        ):
            QShortcut(QKeySequence(key), self).activated.connect(act)

    @property
    def first(self) -> int:
        """The first session that changes; 0 if no session is left."""
        return int(self.session.currentData() or 0)

    @property
    def final_size(self) -> int | None:
        """Number of players in the final, or None without a cut."""
        return int(self.final.currentData() or 0) or None

    @property
    def beside(self) -> str | None:
        """How the others are seated beside a final; None if they do not play on, or without a final."""
        return str(self.others.currentData() or _NO_MORE) or None if self._is_final else None

    def show_event(self, view: View) -> None:
        """Offer the changes that are possible now."""
        seating = view.seating
        begun = max((session for session in view.drawn_sessions if view.touched(session)), default=0)
        free = [session for session in view.drawn_sessions if session > begun]
        self.change.set_choices([(key, text) for key, text in _CHANGES.items() if key != ALL or not view.begun])
        self.session.set_choices([(str(session), mark("Session {session}", session=session)) for session in free])
        self._players = len(seating.drawn(begun)) if seating is not None and begun else 0
        self._free, self._view = bool(free), view
        self.seat.setEnabled(begun > 0)
        self._not_played.setVisible(not begun)
        self._session_chosen()
        self._show_chosen()

    def forget(self) -> None:
        """Drop what was chosen for the previous event."""
        self.carried.setChecked(True)
        for box in (self.session, self.way, self.final, self.others):
            box.setCurrentIndex(0)

    def choose(self, change: str) -> None:
        """Show the fields of this change."""
        self.change.setCurrentIndex(max(self.change.findData(change), 0))

    @property
    def chosen(self) -> str:
        """The change whose fields are shown."""
        return str(self.change.currentData() or REPLACE)

    def _change_chosen(self) -> None:
        self._show_chosen()
        self.change_chosen.emit(self.chosen)

    def _show_chosen(self) -> None:
        chosen = self.chosen
        of_sessions = chosen in (REDRAW, RANKING, ADD_TABLE)
        self.nothing_left.setVisible(not self._free)
        self._from.setVisible(of_sessions and self._free)
        self.redraw.setVisible(chosen == REDRAW and self._free)
        for part in (self._ranking, self._finalists, self.seat):
            part.setVisible(chosen == RANKING and self._free)
        for part in (self.replacement, self.replacement.foot):
            part.setVisible(chosen == REPLACE)
        for part in (self._unseated, self.new_table):
            part.setVisible(chosen == ADD_TABLE and self._free)

    def _redraw(self) -> None:
        self.choose(REDRAW)
        if self.first and self.isVisible():
            self.search_wanted.emit(partial(propose_redraw, first=self.first, sit_out=self._sit_out.may_sit_out))

    def _seat_by_ranking(self) -> None:
        self.choose(RANKING)
        if self.first and self.isVisible() and self.seat.isEnabled():
            way, final, carried = str(self.way.currentData()), self.final_size, self.carried.isChecked()
            find = partial(propose_by_ranking, session=self.first, way=way, final=final, carried=carried,
                           beside=self.beside, sit_out=self._sit_out.may_sit_out)  # fmt: skip
            self.search_wanted.emit(find)

    def _show_unseated(self) -> None:
        """Show who would sit at an additional table of the chosen session, or why nobody would."""
        if self._view is None or not self.first:
            return
        session, without = self.first, players_without_seat(self._view, self.first)
        self._new_table = None
        if len(without) >= SEATS:
            east, south, west, north = (player.number for player in without[:SEATS])
            self._new_table = AddTable(session, (east, south, west, north))
            names = listed(player.name for player in without[:SEATS])
            text = mark("Table {table}: {players}. Nobody else moves.", table=len(self._view.sheets(session)) + 1,
                        players=names)  # fmt: skip
        else:
            text = mark_count(
                "{count} player has no seat in session {session}: a table needs four.",
                "{count} players have no seat in session {session}: a table needs four.",
                len(without),
                session=session,
            )
        self._unseated.set_text(text)
        self.new_table.setEnabled(self._new_table is not None)

    def _add_table(self) -> None:
        self.choose(ADD_TABLE)
        if self._new_table is not None and self.isVisible():
            self.table_wanted.emit(self._new_table)

    def refuse_table(self, text: Text) -> None:
        """Show why no table was added."""
        self._unseated.set_text(text)

    def _session_chosen(self, _index: int = 0) -> None:
        """Offer the finals of the chosen session, and say who would sit at an additional table."""
        view = self._view
        if view is None:
            return
        going_on = final_going_on(view, self.first) if self.first else None
        # Also the final that a few players are missing for: choosing it says so, and others may join for it. One of all
        # who play would be no final.
        sizes = [size for size in FINALS if size < self._players + SEATS and size != self._players]
        finals = [(str(size), mark("Final of {size}", size=size)) for size in sizes]
        everybody = mark("All players") if going_on is None else mark("The final goes on")
        self.final.set_choices([(_EVERYBODY, everybody), *finals])
        if self._goes_on is not (going_on is not None):
            self._goes_on = going_on is not None
            as_before = mark("The others play on, as before")
            no_more = as_before if self._goes_on else mark("The others do not play on")
            self.others.set_choices([(_NO_MORE, no_more), *_OTHERS])
            self.final.setCurrentIndex(0)
            self.others.setCurrentIndex(0)
        self._final_chosen()
        self._show_unseated()

    @property
    def _is_final(self) -> bool:
        """Whether the chosen session is a final: one that begins or, unless another begins, one that goes on."""
        return self.final_size is not None or self._goes_on

    def _final_chosen(self, _index: int = 0) -> None:
        self.carried.setEnabled(self.final_size is not None)
        self.others.setVisible(self._is_final)
        beside = self.beside is not None or (self._goes_on and self.final_size is None)
        ranks = self._view.settings.final_ranks if self._view is not None and beside else None
        self.ranks.setVisible(ranks is not None)
        if ranks is not None:
            self.ranks.set_text(mark("Ranks: {answer} (page Event).", answer=ranks.label))


def _remark(text: Text) -> TextLabel:
    return TextLabel(text, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
