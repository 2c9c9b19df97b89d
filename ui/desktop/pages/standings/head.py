"""The head of the page: what is ranked, after which session, and the field that finds a player."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_in
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.switch import Segment, Switch

PLAYERS, TEAMS, COUNTRIES, HANDS, COUNTS, FANS = "players", "teams", "countries", "hands", "counts", "fans"
_KINDS = (
    Segment(PLAYERS, mark("Players")),
    Segment(TEAMS, mark("Teams")),
    Segment(COUNTRIES, mark("Countries")),
    Segment(HANDS, mark("Best hands")),
    Segment(COUNTS, mark("Statistics")),
    Segment(FANS, mark_in("list", "Fan")),
)
NOW = "now"
_SEARCH = 88
"""Pixels that the field keeps before the head takes a second line."""


class Head(QWidget):
    """One line; a second one when the standings are provisional, or when the window is narrow."""

    kind_chosen = Signal(str)
    after_chosen = Signal()
    searched = Signal(str)
    """The words typed, at each letter."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(mark("Standings"), kind=Type.PAGE_TITLE)
        self.kinds = Switch(mark("Shown"), _KINDS)
        self.after = ChoiceBox(mark("Standings after"))
        self.search = SearchField(mark("Find a player"), key="Ctrl+F")
        self.search.setMinimumWidth(_SEARCH)
        self.search.setMaximumWidth(200)
        self.chip = Chip(mark("Provisional"), icon="half", tone=Tone.WARN)
        self.state = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        self._narrow: bool | None = None
        self._lay_out()
        self.kinds.chosen.connect(self.kind_chosen)
        self.after.currentIndexChanged.connect(self.after_chosen)
        self.search.textChanged.connect(self.searched)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WindowShortcut)
        find.activated.connect(self._find)

    def _lay_out(self) -> None:
        for line in (self._first, self._second):
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(12)
        self._first.addWidget(self._title)
        self._first.addWidget(self.kinds)
        self._first.addStretch(1)
        self._second.addWidget(self.chip)
        self._second.addWidget(self.state, 1)
        self._second.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self._first)
        column.addLayout(self._second)
        self._arrange(False)

    def offer_kinds(self, *, fans: bool) -> None:
        """Offer the lists, with or without that of the ``fans``; where that was chosen the first is."""
        self.kinds.set_segments(_KINDS if fans else [kind for kind in _KINDS if kind.key != FANS])

    def show_state(self, words: Text | None, final: Text | None = None) -> None:
        """Say why the standings are provisional, None when they are not; and how a final counts, if there is one."""
        self.chip.setVisible(words is not None)
        said = [each for each in (final, words) if each is not None]
        self.state.setVisible(bool(said))
        if said:
            self.state.set_text(mark("{final} {state}", final=said[0], state=said[1]) if len(said) > 1 else said[0])

    def set_after(self, choices: list[tuple[str, Text | str]], chosen: str) -> None:
        """Offer the moments of which the standings can be shown."""
        self.after.set_choices(choices)
        self.after.setMinimumWidth(self.after.sizeHint().width())
        at = max(self.after.findData(chosen), 0)
        if at != self.after.currentIndex():
            self.after.blockSignals(True)
            self.after.setCurrentIndex(at)
            self.after.blockSignals(False)
        self.fit(self.width())

    @property
    def chosen_after(self) -> str:
        """Key of the moment chosen."""
        return str(self.after.currentData() or NOW)

    def fit(self, wide: int) -> None:
        """Take one line if everything fits into ``wide`` pixels, else two."""
        needs = self._title.sizeHint().width() + self.kinds.sizeHint().width() + self.after.sizeHint().width()
        self._arrange(needs + _SEARCH + 40 > wide)

    def _arrange(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        line = self._second if narrow else self._first
        line.addWidget(self.after)
        line.addWidget(self.search)

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()
