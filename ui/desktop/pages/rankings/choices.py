"""The fields above a ranking: game, rules, day, day since which movement is counted, and seats of a championship."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.data_file import DataFileUnreadable
from reports.ranking_rules import RANKINGS, RATINGS
from reports.rankings.events import game_name
from tournament.language import mark, verbatim
from tournament.rankings import RankingRules
from tournament.rankings.rating import RatingRules
from ui.desktop.dates import InvalidDate, now, read_day
from ui.desktop.dialogs.files import choose_rules
from ui.desktop.pages.rankings.season_work import AskedRanking
from ui.desktop.preferences import keep_value, value
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField, take_digits
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.layouts import WrappedRow, column

_KEPT, _OWN, _USUAL = "rankings-rules", "own", "mers"
_USUAL_RATING = "elo"
_USUAL_SEATS = 100
_MOST_DIGITS = 5


class RankingChoices(QWidget):
    """Says what is asked of a season."""

    changed = Signal()
    rating_changed = Signal()
    left = Signal()
    """The user pressed Esc in a field."""
    refused = Signal(object)
    """Why the rules in a file cannot be used, a Text."""

    def __init__(self, beginning: Callable[[], Path], *, parent: QWidget | None = None) -> None:
        """``beginning`` returns the folder in which a dialog begins."""
        super().__init__(parent)
        self._beginning = beginning
        self._own: dict[str, RankingRules] = {}
        """The rules of files, by their paths."""
        self.game, self.rules = ChoiceBox(mark("What is played")), ChoiceBox(mark("Rules"))
        self.day, self.since, self.seats = TextField(), TextField(placeholder="2026-06-13"), TextField()
        self.day.setText(now().date().isoformat())
        self.seats.setText(str(_USUAL_SEATS))
        self.seats.setMaxLength(_MOST_DIGITS)
        take_digits(self.seats)
        self._game = LabeledField(mark("What is played"), self.game)
        self._days = LabeledField(mark("On"), self.day), LabeledField(mark("Moved since"), self.since)
        self._seats = LabeledField(mark("Seats of a championship"), self.seats)
        self.rating = ChoiceBox(mark("Rating"))
        self.rating.set_choices([(each, verbatim(RATINGS.called(each).name)) for each in RATINGS.names()])
        self.rating.setCurrentIndex(self.rating.findData(_USUAL_RATING))
        self._rating = LabeledField(mark("Rating"), self.rating)
        self._rules = LabeledField(mark("Rules"), self.rules)
        self.named = CheckBox(mark("Names as in the directory"))
        self.named.toggled.connect(lambda _on: self.changed.emit())
        line = WrappedRow()
        line.set_parts([self._game, self._rules, *self._days, self._seats, self._rating, self.named])
        column(line, on=self)
        kept = value(_KEPT)
        self._last = kept if kept in RANKINGS.names() else _USUAL
        self._offer_rules()
        self.show_games(())
        self.show_for(seats=False, rating=False)
        self.game.activated.connect(lambda _index: self.changed.emit())
        self.rating.activated.connect(lambda _index: self.rating_changed.emit())
        self.rules.activated.connect(lambda _index: self._choose_rules())
        for field in (self.day, self.since, self.seats):
            field.editingFinished.connect(self.changed)
            answer_keys(field, {ESCAPE: self.left.emit})

    def show_games(self, games: Sequence[str]) -> None:
        """Offer ``games``, if there are several."""
        self.game.set_choices([(each, game_name(each)) for each in games])
        self._game.setVisible(len(games) > 1)

    def show_for(self, *, seats: bool, rating: bool) -> None:
        """Show what concerns the seats of a championship, a rating, or else a ranking."""
        self._seats.setVisible(seats)
        self._rating.setVisible(rating)
        for field in (self._rules, *self._days, self.named):
            field.setVisible(not rating)

    @property
    def rating_rules(self) -> RatingRules:
        """The rules of the rating."""
        return RATINGS.called(str(self.rating.currentData()))

    def asked(self) -> AskedRanking | None:
        """Return what the fields say; None if one cannot be read, which it then says, or if there is no game."""
        days = []
        for labelled, field in zip(self._days, (self.day, self.since), strict=True):
            labelled.clear_problem()
            try:
                days.append(read_day(field.text()))
            except InvalidDate as error:
                labelled.set_problem(error.text)
                return None
        game = self.game.currentData()
        if not game:
            return None
        rules = self._own.get(self._last) or RANKINGS.called(self._last)
        return AskedRanking(str(game), rules, days[0] or now().date(), days[1], int(self.seats.text() or 0),
                            self.named.isChecked())  # fmt: skip

    def _offer_rules(self) -> None:
        names = {each: RANKINGS.called(each).name for each in RANKINGS.names()}
        names |= {path: rules.name for path, rules in self._own.items()}
        self.rules.set_choices([*((key, verbatim(name)) for key, name in names.items()), (_OWN, mark("Another file…"))])
        self.rules.setCurrentIndex(self.rules.findData(self._last))

    def _choose_rules(self) -> None:
        chosen = str(self.rules.currentData())
        if chosen == _OWN:
            path = choose_rules(self, self._beginning())
            if path is not None:
                self.use_rules(path)
            self._offer_rules()
        else:
            self._last = chosen
            if chosen in RANKINGS.names():
                keep_value(_KEPT, chosen)
        self.changed.emit()

    def use_rules(self, path: Path) -> None:
        """Use the rules in a file; if it is faulty, say where, and keep those that were chosen."""
        try:
            self._own[str(path)] = RANKINGS.read(path.read_bytes())
        except DataFileUnreadable as error:
            self.refused.emit(mark("{file}: {fault}", file=path.name, fault=error.faults[0].located))
        except OSError as error:
            text = mark("{file}: the file cannot be read: {reason}.", file=path.name, reason=error.strerror or "?")
            self.refused.emit(text)
        else:
            self._last = str(path)
            self._offer_rules()
