"""The head of the page: what is ranked, after which session, and the field for finding a player."""

from enum import Enum
from functools import reduce

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark, mark_in
from tournament.use_cases.results_state import ResultsState
from ui.desktop.kit.results import show_results_state
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import Chip

NOW = "now"
_SEARCH = 88
"""Minimum width of the field, in pixels, before the header uses a second line."""


STATISTICS = "statistics"
"""Key of the segment that stands for all of ``FIGURES``."""


class ListKind(Enum):
    """The lists of the page. The value is the key of the switch that chooses it."""

    PLAYERS = "players"
    TEAMS = "teams"
    COUNTRIES = "countries"
    HANDS = "hands"
    COUNTS = "counts"
    CHARTS = "charts"
    FANS = "fans"


_LISTS = (
    Segment(ListKind.PLAYERS.value, mark("Players")),
    Segment(ListKind.TEAMS.value, mark("Teams")),
    Segment(ListKind.COUNTRIES.value, mark("Countries")),
    Segment(ListKind.HANDS.value, mark("Best hands")),
    Segment(STATISTICS, mark("Statistics")),
)
_FIGURES = (
    Segment(ListKind.COUNTS.value, mark_in("statistics", "Overview")),
    Segment(ListKind.CHARTS.value, mark("Charts")),
    Segment(ListKind.FANS.value, mark_in("list", "Fan")),
)
FIGURES = (ListKind.COUNTS, ListKind.CHARTS, ListKind.FANS)
"""The lists that a second switch offers beside “Statistics”."""


class StandingsHeader(QWidget):
    """The head: one line, or two if the standings are provisional or the window is narrow."""

    list_chosen = Signal(str)
    """The user chose the list of this value of :class:`ListKind`."""
    after_chosen = Signal()
    searched = Signal(str)
    """The typed text, emitted after each letter."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(mark("Standings"), kind=Type.PAGE_TITLE)
        self.lists = Switch(mark("Shown"), _LISTS)
        self.figures = Switch(mark("Statistics shown"), _FIGURES)
        self.figures.hide()
        self.after = ChoiceBox(mark("Standings after"))
        self.after.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.search = SearchField(mark("Find a player"), key="Ctrl+F")
        self.search.setMinimumWidth(_SEARCH)
        self.search.setMaximumWidth(270)
        self.chip = Chip("")
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._first = row(self._title, self.lists, self.figures, None, spacing=12)
        self._second = row(self.chip, stretched(self.state), spacing=12)
        column(self._first, self._second, spacing=10, on=self)
        self._narrow: bool | None = None
        self._room = self.width()
        self._arrange(narrow=False)
        self.lists.chosen.connect(self._choose)
        self.figures.chosen.connect(self._choose)
        self.after.currentIndexChanged.connect(self.after_chosen)
        self.search.textChanged.connect(self.searched)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WindowShortcut)
        find.activated.connect(self.find_player)
        translator.changed.connect(self._fit_again)

    def offer_lists(self, *, fans: bool) -> None:
        """Set the lists that can be chosen, with or without ``fans``.

        If a list that is no longer available was chosen, the first of the statistics is chosen.
        """
        self.figures.set_segments(_FIGURES if fans else _FIGURES[:-1])

    @property
    def kind(self) -> ListKind:
        """The chosen list."""
        return ListKind(self.figures.current if self.lists.current == STATISTICS else self.lists.current)

    def _choose(self, _key: str) -> None:
        self.figures.setVisible(self.lists.current == STATISTICS)
        self._fit_again()
        self.list_chosen.emit(self.kind.value)

    def show_state(self, state: ResultsState, provisional: Text | None, *beside: Text | None) -> None:
        """Show how final the standings are, then the remarks ``beside``, and why the standings are ``provisional``."""
        show_results_state(self.chip, state)
        sentences = [each for each in (*beside, provisional) if each is not None]
        self.state.setVisible(state.text is not None)  # empty, it keeps the chip at the left
        self.state.set_text(reduce(_followed, sentences) if sentences else "")

    def set_after(self, choices: list[tuple[str, Text | str]], chosen: str) -> None:
        """Set the sessions after which the standings can be shown."""
        self.after.set_choices(choices)
        self.after.blockSignals(True)
        self.after.setCurrentIndex(max(self.after.findData(chosen), 0))
        self.after.blockSignals(False)
        self._fit_again()

    @property
    def chosen_after(self) -> str:
        """Key of the chosen session."""
        return str(self.after.currentData() or NOW)

    @property
    def list_name(self) -> Text | str:
        """The name of the chosen list."""
        return next(each.text for each in _LISTS if each.key == self.lists.current)

    def fit(self, width: int) -> None:
        """Use one line if everything fits into ``width`` pixels, otherwise two.

        The title is hidden if the lists need its space.
        """
        self._room = width
        lists, title = self.lists.sizeHint().width(), self._title.sizeHint().width()
        if not self.figures.isHidden():
            lists += self.figures.sizeHint().width() + 12
        self._title.setVisible(title + 12 + lists <= width)
        needed = title + lists + self.after.sizeHint().width()
        self._arrange(narrow=needed + _SEARCH + 40 > width)

    def _fit_again(self) -> None:
        """Lay out again after a change of language."""
        self.fit(self._room)

    def _arrange(self, *, narrow: bool) -> None:
        if narrow != self._narrow:
            self._narrow = narrow
            line = self._second if narrow else self._first
            line.addWidget(self.after)
            line.addWidget(self.search)

    def find_player(self) -> None:
        """Move the cursor to the field for finding a player."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()


def _followed(before: Text, sentence: Text) -> Text:
    return mark("{final} {state}", final=before, state=sentence)
