"""A line for a player, with a drop-down list of those whose number or name matches the typed text."""

from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QListView, QWidget

from tournament.event.player import Player
from tournament.language import Search, Text, folded
from ui.desktop.theme import Type, typeface
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.keys import ENTER

LEAST_LETTERS = 3
"""That are typed before people are offered where most names are new."""
_MOST_OFFERED = 12
"""Maximum number of names in the drop-down list."""


class PlayerField(TextField):
    """A line for the number or name of a player. It lists players with the typed words anywhere in their entry."""

    entered = Signal()
    """The user pressed Enter, but not to choose a name from the drop-down list."""
    entered_in_list = Signal()
    """The same, while the drop-down list was open; ``entered`` follows."""
    chosen = Signal(object)
    """The user chose this player from the drop-down list."""

    def __init__(
        self, placeholder: Text | str = "", *, name: Text | str = "", least: int = 0, parent: QWidget | None = None
    ) -> None:
        """The list opens with ``least`` letters, or with the first character of a name that is not in Latin letters."""
        super().__init__(placeholder=placeholder, name=name, parent=parent)
        self._least = least
        self._offered: dict[str, tuple[str, Player]] = {}
        """The entries, folded, with the player of each."""
        self._walked = False
        """Whether the user moved through the drop-down list with the arrows, so that Enter chooses the current name."""
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._popup = QListView()
        self._popup.setFont(typeface(Type.BODY, figures=False))
        self._popup.setSpacing(3)
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._popup.setTextElideMode(Qt.TextElideMode.ElideRight)
        completer.setPopup(self._popup)
        self._popup.installEventFilter(self)  # called before the completer's own filter, which handles Enter
        self.setCompleter(completer)
        # Queued, because the line itself takes the text when the completer emits the signal.
        completer.activated.connect(self._choose, Qt.ConnectionType.QueuedConnection)
        self.textEdited.connect(lambda _typed: self._type())
        self.returnPressed.connect(self._enter)

    def offer(self, players: Sequence[Player]) -> None:
        """Set the players that the list offers."""
        texts = [" · ".join(filter(None, (f"{each.number} {each.name}", each.country, each.club))) for each in players]
        offered = {text: (folded(text), player) for text, player in zip(texts, players, strict=True)}
        if offered != self._offered:  # the user may be moving through the list
            self._offered = offered
            self._filter()

    def offered(self) -> tuple[str, ...]:
        """The entries that the drop-down list would show now."""
        return tuple(self._model.stringList())

    def player(self) -> Player | None:
        """The player whose entry in the list is the text of the line; None if something else is typed."""
        return self._offered[self.text()][1] if self.text() in self._offered else None

    def written(self) -> str:
        """The typed or chosen text, without country and club."""
        return self.text().partition(" · ")[0].strip()

    def take_only_match(self) -> None:
        """Complete the name if exactly one player has this number, or matches what is typed."""
        matches = self.offered()
        if not self._take_number() and len(matches) == 1 and self.text().strip():
            self.setText(matches[0].partition(" · ")[0])

    def _take_number(self) -> bool:
        """Complete a typed number with the name of the listed player. Return whether a number was typed."""
        typed = self.text().strip()
        if self._least or not typed.isdigit():
            return False
        found = next((each for each in self._offered if each.startswith(f"{typed} ")), None)
        if found is not None:
            self.setText(found.partition(" · ")[0])
        return True

    def focusNextPrevChild(self, next: bool) -> bool:
        """Close the list before Tab moves the focus: an open completer hides from the line that it loses the focus."""
        self._popup.hide()
        return super().focusNextPrevChild(next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Complete a typed number with the name of the player."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._take_number()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on Down."""
        if event.key() == Qt.Key.Key_Down and not self._popup.isVisible():
            self._filter()
            self._walked = True
            self.completer().complete()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the drop-down list, let Enter choose a name only after the user moved to it with an arrow."""
        if watched is self._popup and event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._walked = True
            elif event.key() in ENTER and not self._walked:
                self._popup.hide()
                self.entered_in_list.emit()
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
        typed = self.text()
        if len(typed.strip()) < self._least and folded(typed).isascii():
            self._model.setStringList([])
            return
        search = Search(typed)
        found = (text for text, (known, _) in self._offered.items() if search.finds_folded(known))
        self._model.setStringList(list(islice(found, _MOST_OFFERED)))

    def _choose(self, text: str) -> None:
        if text in self._offered:
            self.chosen.emit(self._offered[text][1])
