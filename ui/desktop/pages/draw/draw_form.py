"""The settings for drawing all sessions: method, who must not meet, who is a reserve, the draw number."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.draw import METHODS
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.event.seating import APART, SeatingWishes
from tournament.event.settings import (
    PROPOSED_SIT_OUT,
    SIT_OUT_POINTS,
    GrantedPoints,
    Settings,
    granted_problem,
    read_fixed_points,
)
from tournament.language import Text, mark
from tournament.use_cases import View
from tournament.use_cases.seating_quality import FIELD_NAMES
from tournament.use_cases.seating_wishes import impossible_tables
from tournament.use_cases.typed_wishes import (
    read_fixed_tables,
    read_pairs,
    read_players,
    read_turns,
    typed_sessions,
    with_wishes,
)
from ui.desktop.kit.form import Form, FormField, NotRead
from ui.desktop.theme import Type
from ui.desktop.widgets.cards import Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row

WEIGHTS = ("1", "2", "3", "5", "10")
PAIR_WEIGHT = 5
"""Weight of a named pair, compared with two players of one club."""
_MOST_DIGITS = 9


def one_after_the_other(texts: Iterable[Text]) -> Text:
    """Return ``texts``, of which there is one at least, as one text."""
    return reduce(lambda one, other: mark("{one} {other}", one=one, other=other), texts)


class DrawForm(QWidget):
    """The fields for a draw. Drawing itself happens elsewhere.

    The reading methods raise :class:`NotRead`. They also show the problem at its field and give it the focus.
    """

    submitted = Signal()
    """The user pressed Enter in a field, which starts the draw."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.method = ChoiceBox(mark("Method"))
        choices: list[tuple[str, Text | str]] = [("auto", mark("Best for this number of players"))]
        self.method.set_choices(choices + [(method.id, method.label) for method in METHODS])
        self.fields = {field: CheckBox(FIELD_NAMES[field]) for field in APART}
        self.weights = {field: ChoiceBox(mark("Weight of {wish}", wish=FIELD_NAMES[field])) for field in APART}
        self.no_repeats = CheckBox(mark("No two players may meet twice"))
        self._players: Mapping[int, Player] = {}
        self._view: View | None = None
        self.form = Form(self._fields())
        names = ("pairs", "reserves", "tables", "sit_out", "seed")
        self.pairs, self.reserves, self.tables, self.turns, self.seed = map(self.form.line, names)
        title, lines = TextLabel(mark("Method"), kind=Type.PANEL_TITLE), self.form.labelled
        apart = (row(self.fields[field], None, self.weights[field]) for field in APART)
        by_name = (lines[name] for name in names[:-1])
        wishes, seed = column(*apart, self.no_repeats, 4, *by_name, spacing=6), lines["seed"]
        column(title, self.method, wishes, seed, Rule(), margins=(0, 0, 0, 4), on=self)
        for field, weight in self.weights.items():
            weight.set_choices([(each, mark("weight {weight}", weight=each)) for each in WEIGHTS])
            weight.setEnabled(False)
            self.fields[field].toggled.connect(weight.setEnabled)
        for line in (self.pairs, self.reserves, self.tables, self.turns):
            line.returnPressed.connect(self.submitted)
        for line in (self.reserves, self.tables):
            line.textChanged.connect(lambda _typed: self._warn_of_tables())
        self.seed.textEdited.connect(lambda _typed: self.form.clear_refusals("seed"))

    def _fields(self) -> tuple[FormField, ...]:
        """The fields that are typed; players by number or by name."""
        return (
            FormField(
                "pairs", mark("Pairs to keep apart"),
                self._typed(lambda typed: read_pairs(self._players, typed, weight=PAIR_WEIGHT)), _pairs_text,
                placeholder=mark("3-17, or names with a hyphen"),
            ),
            FormField(
                "reserves", mark("Reserves without a seat"),
                self._typed(lambda typed: read_players(self._players, typed)), _numbers_text,
                placeholder=mark("numbers or names"),
            ),
            FormField(
                "tables", mark("Fixed tables"),
                self._typed(lambda typed: read_fixed_tables(self._players, typed)), _tables_text,
                placeholder=mark("5: 1, or a name and a table"),
            ),
            FormField(
                "sit_out", mark("Wishes to sit out"),
                self._typed(lambda typed: read_turns(self._players, typed)), _turns_text,
                placeholder=mark("5: 2, 3; or a name: all"),
            ),
            FormField("seed", mark("Draw number"), _read_seed, placeholder=mark("random")),
        )  # fmt: skip

    def _typed(self, read: Callable[[str], Any]) -> Callable[[str], Any]:
        """Return ``read`` with its refusal as the problem of a field."""

        def read_field(typed: str) -> Any:
            try:
                return read(typed)
            except Refused as refused:
                raise NotRead(refused.problems[0].text) from refused

        return read_field

    def show_event(self, view: View) -> None:
        """Show the fixed tables and wishes of the players, unless they are the same as before."""
        self._view = view
        if view.players != self._players:
            self._players = view.players
            self.form.clear_refusals("tables", "sit_out")
            listed = tuple(view.players.values())
            self.form.show({"tables": listed, "sit_out": listed})
        self._warn_of_tables()

    def _warn_of_tables(self) -> None:
        """Show below the fixed tables, while they are typed, which of them the draw would refuse."""
        texts: list[Text] = []
        if self._view is not None:
            with suppress(NotRead):  # shown at its field when the draw starts
                texts = impossible_tables(self._view, self.form.value("tables"), self.form.value("reserves"))
        self.form.labelled["tables"].set_warning(one_after_the_other(texts) if texts else None)

    def changed_players(self) -> tuple[Player, ...]:
        """Return the players whose fixed table or wish to sit out was typed, as they are to be."""
        return with_wishes(self._players, self._read("tables"), self._read("sit_out"))

    def show_wishes(self, wishes: SeatingWishes) -> None:
        """Show the wishes of an existing draw, so that drawing again keeps them, and no others that were typed."""
        self._players = {}  # those of another event may be the same
        apart = dict(wishes.apart)
        for field in APART:
            self.fields[field].setChecked(field in apart)
            weight = self.weights[field].findData(str(apart.get(field, WEIGHTS[0])))
            self.weights[field].setCurrentIndex(max(weight, 0))
        self.no_repeats.setChecked(wishes.no_repeats)
        self.form.clear_refusals()
        self.form.show({"pairs": wishes.pairs, "reserves": wishes.reserves})
        self.seed.clear()

    def offer(self, present: frozenset[str]) -> None:
        """Offer only the wishes for which the players have data: ``present`` contains the fields that are filled."""
        for field in APART:
            self.fields[field].setEnabled(field in present)
            if field not in present:
                self.fields[field].setChecked(False)

    @property
    def chosen_method(self) -> str:
        """Id of the method, or ``auto``."""
        return str(self.method.currentData())

    def read_seed(self) -> int | None:
        """The typed draw number, or None for a random one."""
        seed: int | None = self._read("seed")
        return seed

    def read_reserves(self) -> tuple[int, ...]:
        """The reserves, who get no seat."""
        reserves: tuple[int, ...] = self._read("reserves")
        return reserves

    def read_wishes(self) -> SeatingWishes:
        """The wishes that were entered."""
        reserves = self.read_reserves()
        chosen = (field for field in APART if self.fields[field].isChecked())
        return SeatingWishes(
            apart=tuple((field, int(self.weights[field].currentData())) for field in chosen),
            pairs=self._read("pairs"),
            no_repeats=self.no_repeats.isChecked(),
            reserves=reserves,
        )

    def _read(self, name: str) -> Any:
        self.form.clear_refusals(name)
        try:
            return self.form.value(name)
        except NotRead as error:
            self.form.refuse(name, error.text)
            self.form.line(name).setFocus()
            raise


def _pairs_text(pairs: Any) -> str:
    """Return pairs as the user types them, with their weight only if it is not the default."""
    return ", ".join(f"{one}-{other}" + (f":{weight}" if weight != PAIR_WEIGHT else "") for one, other, weight in pairs)


def _numbers_text(numbers: Any) -> str:
    return ", ".join(map(str, numbers))


def _tables_text(players: Any) -> str:
    """Return the fixed tables of ``players`` as the user types them."""
    return ", ".join(f"{player.number} {player.name}: {player.table}" for player in players if player.table)


def _turns_text(players: Any) -> str:
    """Return the wishes of ``players`` to sit out as the user types them."""
    wishes = (each for each in players if each.sit_out)
    return "; ".join(f"{player.number} {player.name}: {typed_sessions(player.sit_out)}" for player in wishes)


def _read_seed(typed: str) -> int | None:
    typed = typed.strip()
    if typed and not (typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS):
        text = mark(
            "“{typed}” is not a draw number: type up to {most} digits, or leave it blank.",
            typed=typed,
            most=_MOST_DIGITS,
        )
        raise NotRead(text)
    return int(typed) if typed else None


class SitOutChoice(QWidget):
    """Whether players may sit out and, until the event says it, what they get for it."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.allowed = CheckBox(mark("Let players sit out in turn"))
        self.rule = ChoiceBox(SIT_OUT_POINTS)
        self.rule.set_choices([(each.value, each.label) for each in GrantedPoints])
        self.rule.setCurrentIndex(self.rule.findData(PROPOSED_SIT_OUT.value))
        self.fixed = TextField(placeholder="3/2, 0")
        self._rule = LabeledField(SIT_OUT_POINTS, self.rule)
        self._fixed = LabeledField(mark("Table points, score"), self.fixed)
        self._chosen = False
        """Whether the event says already what those who sit out get."""
        column(self.allowed, self._rule, self._fixed, spacing=6, on=self)
        self.allowed.toggled.connect(self._show_parts)
        self.rule.currentIndexChanged.connect(self._show_parts)
        self._show_parts()

    @property
    def may_sit_out(self) -> bool:
        """Whether players may sit out."""
        return self.allowed.isChecked()

    def show_event(self, settings: Settings) -> None:
        """Ask for the rule until the event has one."""
        self._chosen = settings.sit_out_points is not None
        self._show_parts()

    def with_rule(self, settings: Settings) -> Settings:
        """Return ``settings`` with the chosen rule, unless they have one. Raise NotRead for impossible points."""
        if settings.sit_out_points is not None:
            return settings
        rule = GrantedPoints(self.rule.currentData())
        fixed = read_fixed_points(self.fixed.text()) if rule is GrantedPoints.FIXED else settings.sit_out_fixed
        if fixed is None:
            text = granted_problem(self.fixed.text().strip(), "sit_out_fixed").text
            self._fixed.set_problem(text)
            self.fixed.setFocus()
            raise NotRead(text)
        self._fixed.clear_problem()
        return replace(settings, sit_out_points=rule, sit_out_fixed=fixed)

    def _show_parts(self, _changed: object = None) -> None:
        asks = self.may_sit_out and not self._chosen
        self._rule.setVisible(asks)
        self._fixed.setVisible(asks and self.rule.currentData() == GrantedPoints.FIXED.value)
