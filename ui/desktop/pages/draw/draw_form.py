"""The settings for drawing all sessions: method, who must not meet, who is a reserve, the draw number."""

import re
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.draw import METHODS
from tournament.event.seating import APART, SeatingWishes
from tournament.language import Text, mark
from tournament.use_cases.seating_quality import FIELD_NAMES
from ui.desktop.kit.form import Form, FormField, NotRead
from ui.desktop.theme import Type
from ui.desktop.widgets.cards import Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row

WEIGHTS = ("1", "2", "3", "5", "10")
PAIR_WEIGHT = 5
"""Weight of a named pair, compared with two players of one club."""
_PAIR = re.compile(r"(\d{1,4})\s*[-–/]\s*(\d{1,4})(?:\s*:\s*(\d{1,4}))?")
_MOST_DIGITS = 9


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
        self.form = Form(_FIELDS)
        self.pairs, self.reserves, self.seed = (self.form.line(field.name) for field in _FIELDS)
        title, (pairs, reserves, seed) = TextLabel(mark("Method"), kind=Type.PANEL_TITLE), self.form.labelled.values()
        apart = (row(self.fields[field], None, self.weights[field]) for field in APART)
        wishes = column(*apart, self.no_repeats, 4, pairs, reserves, spacing=6)
        column(title, self.method, wishes, seed, Rule(), margins=(0, 0, 0, 4), on=self)
        for field, weight in self.weights.items():
            weight.set_choices([(each, mark("weight {weight}", weight=each)) for each in WEIGHTS])
            weight.setEnabled(False)
            self.fields[field].toggled.connect(weight.setEnabled)
        for line in (self.pairs, self.reserves):
            line.returnPressed.connect(self.submitted)
        self.seed.textEdited.connect(lambda _typed: self.form.clear_refusals("seed"))

    def show_wishes(self, wishes: SeatingWishes) -> None:
        """Show the wishes of an existing draw, so that drawing again keeps them."""
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


def _read_pairs(typed: str) -> tuple[tuple[int, int, int], ...]:
    pairs = []
    for part in filter(None, (each.strip() for each in re.split(r"[,;\s]+(?=\d)", typed.strip()))):
        found = _PAIR.fullmatch(part.rstrip(",; "))
        if found is None:
            raise NotRead(mark("“{pair}” is not a pair: type two numbers such as 3-17.", pair=part))
        pairs.append((int(found[1]), int(found[2]), int(found[3] or PAIR_WEIGHT)))
    return tuple(pairs)


def _pairs_text(pairs: Any) -> str:
    """Return pairs as the user types them, with their weight only if it is not the default."""
    return ", ".join(f"{one}-{other}" + (f":{weight}" if weight != PAIR_WEIGHT else "") for one, other, weight in pairs)


def _read_reserves(typed: str) -> tuple[int, ...]:
    parts = typed.replace(",", " ").replace(";", " ").split()
    wrong = next((part for part in parts if not (part.isascii() and part.isdigit() and len(part) <= 4)), None)
    if wrong is not None:
        raise NotRead(mark("“{part}” is not a number: type numbers such as 17, 18.", part=wrong))
    return tuple(sorted({int(part) for part in parts}))


def _reserves_text(numbers: Any) -> str:
    return ", ".join(map(str, numbers))


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


_FIELDS = (
    FormField(
        "pairs", mark("Pairs to keep apart, by number"), _read_pairs, _pairs_text,
        placeholder=mark("such as 3-17, 4-9"),
    ),
    FormField(
        "reserves", mark("Reserves without a seat, by number"), _read_reserves, _reserves_text,
        placeholder=mark("such as 17, 18"),
    ),
    FormField("seed", mark("Draw number"), _read_seed, placeholder=mark("random")),
)  # fmt: skip
