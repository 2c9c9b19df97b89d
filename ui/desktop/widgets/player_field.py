"""A line for a player: the number or the name is typed, and who it may be drops down."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QListView, QWidget

from tournament.event.player import Player
from tournament.language import Search, Text
from ui.desktop.theme import Type, typeface
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.key_answers import ENTER

_MOST_OFFERED = 12
"""Names in the list that drops down."""


class PlayerField(TextField):
    """A number or a name; offers players whatever part of the name is typed."""

    entered = Signal()
    """Enter, but for the one that takes a name from the list that has dropped down."""

    def __init__(self, placeholder: Text | str = "", *, name: Text | str = "", parent: QWidget | None = None) -> None:
        super().__init__(placeholder=placeholder, name=name, parent=parent)
        self._offered: tuple[str, ...] = ()
        self._walked = False
        """An arrow chose in the list that has dropped down: Enter takes that."""
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._popup = QListView()
        self._popup.setFont(typeface(Type.BODY, figures=False))
        self._popup.setSpacing(3)
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._popup.setTextElideMode(Qt.TextElideMode.ElideRight)
        completer.setPopup(self._popup)
        self._popup.installEventFilter(self)  # before the completer's own, which takes whatever begins alike
        self.setCompleter(completer)
        self.textEdited.connect(lambda _typed: self._type())
        self.returnPressed.connect(self._enter)

    def offer(self, players: Sequence[Player]) -> None:
        """Offer these players from now on."""
        offered = tuple(
            " · ".join(filter(None, (f"{each.number} {each.name}", each.country, each.club))) for each in players
        )
        if offered != self._offered:  # a list that is walked through keeps its place
            self._offered = offered
            self._filter()

    def offered(self) -> tuple[str, ...]:
        """What the list that drops down would show now."""
        return tuple(self._model.stringList())

    def written(self) -> str:
        """What was typed or chosen, without country and club."""
        return self.text().partition(" · ")[0].strip()

    def take_only_match(self) -> None:
        """Write the one player out whom a part of a name finds; a number means itself."""
        matches = self.offered()
        if len(matches) == 1 and self.text().strip() and not self.text().strip().isdigit():
            self.setText(matches[0].partition(" · ")[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with the arrow."""
        if event.key() == Qt.Key.Key_Down and not self._popup.isVisible():
            self._filter()
            self._walked = True
            self.completer().complete()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the list that has dropped down: Enter takes what an arrow chose, and nothing else."""
        if watched is self._popup and event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._walked = True
            elif event.key() in ENTER and not self._walked:
                self._popup.hide()
                self.entered.emit()
                return True
        return super().eventFilter(watched, event)

    def _enter(self) -> None:
        if not (self._walked and self._popup.isVisible() and self._popup.currentIndex().isValid()):
            self._popup.hide()
            self.entered.emit()

    def _type(self) -> None:
        self._walked = False
        self._filter()

    def _filter(self) -> None:
        search = Search(self.text())
        self._model.setStringList([each for each in self._offered if search.finds(each)][:_MOST_OFFERED])
