"""What is wished of a draw besides few repeats: who shall not meet, with weights; nobody twice at all."""

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.seating import APART, SeatingWishes
from tournament.language import Text, mark
from ui.desktop.pages.draw.figures import FIELD_NAMES
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.layouts import row

WEIGHTS = ("1", "2", "3", "5", "10")
PAIR_WEIGHT = 5
"""What a pair that was named counts beside two of one club."""
_PAIR = re.compile(r"(\d{1,4})\s*[-–/]\s*(\d{1,4})(?:\s*:\s*(\d{1,4}))?")


class WishesForm(QWidget):
    """The choices; nothing is drawn here."""

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
        self._lay_out()
        for line in (self.pairs, self.reserves):
            line.returnPressed.connect(self.submitted)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for field in APART:
            weight = self.weights[field]
            weight.set_choices([(each, mark("weight {weight}", weight=each)) for each in WEIGHTS])
            weight.setEnabled(False)
            self.fields[field].toggled.connect(weight.setEnabled)
            column.addLayout(row(self.fields[field], None, weight))
        column.addWidget(self.no_repeats)
        column.addSpacing(4)
        column.addWidget(self._pairs)
        column.addWidget(self._reserves)

    def show_wishes(self, wishes: SeatingWishes) -> None:
        """Show the wishes of a draw that is there, so that drawing again keeps them."""
        apart = dict(wishes.apart)
        for field in APART:
            self.fields[field].setChecked(field in apart)
            at = self.weights[field].findData(str(apart.get(field, WEIGHTS[0])))
            self.weights[field].setCurrentIndex(max(at, 0))
        self.no_repeats.setChecked(wishes.no_repeats)
        self.pairs.setText(", ".join(_written(*pair) for pair in wishes.pairs))
        self.reserves.setText(", ".join(map(str, wishes.reserves)))

    def wishes(self) -> SeatingWishes | None:
        """What is wished; None when the pairs cannot be read, and then it is said at the field."""
        self._pairs.clear_problem()
        reserves = self.reserves_typed()
        if reserves is None:
            return None
        pairs = []
        for part in filter(None, (each.strip() for each in re.split(r"[,;\s]+(?=\d)", self.pairs.text().strip()))):
            found = _PAIR.fullmatch(part.rstrip(",; "))
            if found is None:
                self._refuse(mark("“{pair}” is no pair: write two numbers such as 3-17.", pair=part))
                return None
            pairs.append((int(found[1]), int(found[2]), int(found[3] or PAIR_WEIGHT)))
        return SeatingWishes(
            apart=tuple(
                (field, int(self.weights[field].currentData())) for field in APART if self.fields[field].isChecked()
            ),
            pairs=tuple(pairs),
            no_repeats=self.no_repeats.isChecked(),
            reserves=reserves,
        )

    def reserves_typed(self) -> tuple[int, ...] | None:
        """Who is left out; None when that cannot be read, and then it is said at the field."""
        self._reserves.clear_problem()
        parts = self.reserves.text().replace(",", " ").replace(";", " ").split()
        wrong = next((part for part in parts if not (part.isascii() and part.isdigit() and len(part) <= 4)), None)
        if wrong is not None:
            self._reserves.set_problem(mark("“{part}” is no number: write numbers such as 17, 18.", part=wrong))
            self.reserves.setFocus()
            return None
        return tuple(sorted({int(part) for part in parts}))

    def offer(self, present: frozenset[str]) -> None:
        """Offer only the wishes for which the players have something written."""
        for field in APART:
            self.fields[field].setEnabled(field in present)
            if field not in present:
                self.fields[field].setChecked(False)

    def _refuse(self, text: Text) -> None:
        self._pairs.set_problem(text)
        self.pairs.setFocus()


def _written(one: int, other: int, weight: int) -> str:
    """A pair as it is typed; its weight only where it is not the usual one."""
    return f"{one}-{other}" if weight == PAIR_WEIGHT else f"{one}-{other}:{weight}"
