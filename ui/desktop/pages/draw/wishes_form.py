"""What is wished of a draw besides few repeats: who shall not meet, with weights; nobody twice at all."""

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.seating import APART, SeatingWishes
from tournament.language import mark
from ui.desktop.kit.form import NotRead
from ui.desktop.pages.draw.quality import FIELD_NAMES
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.layouts import column, row

WEIGHTS = ("1", "2", "3", "5", "10")
PAIR_WEIGHT = 5
"""What a pair that was named counts beside two of one club."""
_PAIR = re.compile(r"(\d{1,4})\s*[-–/]\s*(\d{1,4})(?:\s*:\s*(\d{1,4}))?")


class SeatingWishesForm(QWidget):
    """The wishes; nothing is drawn here."""

    submitted = Signal()
    """Enter in a field: draw."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = {field: CheckBox(FIELD_NAMES[field]) for field in APART}
        self.weights = {field: ChoiceBox(mark("Weight of {wish}", wish=FIELD_NAMES[field])) for field in APART}
        self.no_repeats = CheckBox(mark("Nobody may meet twice"))
        self.pairs = TextField(placeholder=mark("such as 3-17, 4-9"))
        self._pairs = LabeledField(mark("Pairs to keep apart, by number"), self.pairs)
        self.reserves = TextField(placeholder=mark("such as 17, 18"))
        self._reserves = LabeledField(mark("Reserves without a seat, by number"), self.reserves)
        lines = (row(self.fields[field], None, self.weights[field]) for field in APART)
        column(*lines, self.no_repeats, 4, self._pairs, self._reserves, spacing=6, on=self)
        for field, weight in self.weights.items():
            weight.set_choices([(each, mark("weight {weight}", weight=each)) for each in WEIGHTS])
            weight.setEnabled(False)
            self.fields[field].toggled.connect(weight.setEnabled)
        for line in (self.pairs, self.reserves):
            line.returnPressed.connect(self.submitted)

    def show_wishes(self, wishes: SeatingWishes) -> None:
        """Show the wishes of a draw that is there, so that drawing again keeps them."""
        apart = dict(wishes.apart)
        for field in APART:
            self.fields[field].setChecked(field in apart)
            weight = self.weights[field].findData(str(apart.get(field, WEIGHTS[0])))
            self.weights[field].setCurrentIndex(max(weight, 0))
        self.no_repeats.setChecked(wishes.no_repeats)
        self.pairs.setText(", ".join(_pair_text(*pair) for pair in wishes.pairs))
        self.reserves.setText(", ".join(map(str, wishes.reserves)))

    def wishes(self) -> SeatingWishes:
        """What is wished. Raises :class:`NotRead`; then it is said at the field too, which has the focus."""
        reserves = self.reserve_numbers()
        self._pairs.clear_problem()
        try:
            pairs = _read_pairs(self.pairs.text())
        except NotRead as error:
            self._refuse(self._pairs, error)
            raise
        chosen = (field for field in APART if self.fields[field].isChecked())
        return SeatingWishes(
            apart=tuple((field, int(self.weights[field].currentData())) for field in chosen),
            pairs=pairs,
            no_repeats=self.no_repeats.isChecked(),
            reserves=reserves,
        )

    def reserve_numbers(self) -> tuple[int, ...]:
        """Who is left out. Raises :class:`NotRead` as :meth:`wishes` does."""
        self._reserves.clear_problem()
        try:
            return _read_numbers(self.reserves.text())
        except NotRead as error:
            self._refuse(self._reserves, error)
            raise

    def offer(self, present: frozenset[str]) -> None:
        """Offer only the wishes for which the players have something written."""
        for field in APART:
            self.fields[field].setEnabled(field in present)
            if field not in present:
                self.fields[field].setChecked(False)

    @staticmethod
    def _refuse(field: LabeledField, error: NotRead) -> None:
        field.set_problem(error.text)
        field.editor.setFocus()


def _read_pairs(typed: str) -> tuple[tuple[int, int, int], ...]:
    pairs = []
    for part in filter(None, (each.strip() for each in re.split(r"[,;\s]+(?=\d)", typed.strip()))):
        found = _PAIR.fullmatch(part.rstrip(",; "))
        if found is None:
            raise NotRead(mark("“{pair}” is no pair: write two numbers such as 3-17.", pair=part))
        pairs.append((int(found[1]), int(found[2]), int(found[3] or PAIR_WEIGHT)))
    return tuple(pairs)


def _read_numbers(typed: str) -> tuple[int, ...]:
    parts = typed.replace(",", " ").replace(";", " ").split()
    wrong = next((part for part in parts if not (part.isascii() and part.isdigit() and len(part) <= 4)), None)
    if wrong is not None:
        raise NotRead(mark("“{part}” is no number: write numbers such as 17, 18.", part=wrong))
    return tuple(sorted({int(part) for part in parts}))


def _pair_text(one: int, other: int, weight: int) -> str:
    """A pair as it is typed; its weight only where it is not the usual one."""
    return f"{one}-{other}" if weight == PAIR_WEIGHT else f"{one}-{other}:{weight}"
