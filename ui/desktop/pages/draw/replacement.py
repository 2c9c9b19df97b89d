"""Replacing a player: by whom, in which sessions, why; what it does is said before it is done."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QListView, QVBoxLayout, QWidget

from tournament.event.player import Player
from tournament.language import Text, folded, mark
from ui.desktop.pages.players.typed import with_typed
from ui.desktop.theme import Tone, Type, typeface
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind

MOST_OFFERED = 12
"""Names in the list that drops down."""
NEW_FIELDS = ("country", "club", "ema_number")


class SubstituteField(TextField):
    """A number or a name; offers who on the list has no seat, whatever part of the name is typed."""

    entered = Signal()
    """Enter, but for the one that takes a name from the list that has dropped down."""

    def __init__(self) -> None:
        super().__init__(placeholder=mark("number, or first and last name"))
        self._offered: tuple[str, ...] = ()
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._popup = QListView()
        self._popup.setFont(typeface(Type.BODY, figures=False))
        self._popup.setSpacing(3)
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._popup.setTextElideMode(Qt.TextElideMode.ElideRight)
        completer.setPopup(self._popup)
        self.setCompleter(completer)
        self.textEdited.connect(lambda _typed: self._filter())
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with the arrow."""
        if event.key() == Qt.Key.Key_Down and not self._popup.isVisible():
            self._filter()
            self.completer().complete()
            return
        super().keyPressEvent(event)

    def _enter(self) -> None:
        if not (self._popup.isVisible() and self._popup.currentIndex().isValid()):
            self.entered.emit()

    def _filter(self) -> None:
        words = folded(self.text()).split()
        fitting = [each for each in self._offered if _has(folded(each).split(), words)]
        self._model.setStringList(fitting[:MOST_OFFERED])


def _has(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each of ``words`` begins one of ``parts``."""
    return all(any(part.startswith(word) for part in parts) for word in words)


class ReplacementForm(QWidget):
    """The fields; what they mean is asked of the office elsewhere."""

    edited = Signal()
    submitted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.by = SubstituteField()
        self.first = ChoiceBox(mark("From session"))
        self.last = ChoiceBox(mark("Until session"))
        self.new = {
            "country": TextField(placeholder=mark("Country")),
            "club": TextField(placeholder=mark("Club")),
            "ema_number": TextField(placeholder=mark("EMA number")),
        }
        self.reason = TextField(placeholder=mark("why, for the log; may stay empty"), name=mark("Reason"))
        self.told = Notice(NoticeKind.INFO)
        self.replace = OutlineButton(mark("Replace"))
        self._by = LabeledField(mark("Who plays instead"), self.by)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(TextLabel(mark("Replace a player"), kind=Type.PANEL_TITLE))
        column.addWidget(self.who)
        self._fields = QWidget()
        inside = QVBoxLayout(self._fields)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self._by)
        sessions = row(spacing=8)
        sessions.addWidget(self.first, 1)
        sessions.addWidget(self.last, 1)
        inside.addLayout(sessions)
        self._new = QWidget()
        whole = QVBoxLayout(self._new)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addWidget(TextLabel(mark("A new player; these may stay empty:"), kind=Type.DENSE, tone=Tone.TEXT2))
        for field in NEW_FIELDS:
            whole.addWidget(self.new[field])
        inside.addWidget(self._new)
        inside.addWidget(self.reason)
        inside.addWidget(self.told)
        inside.addLayout(row(self.replace, None))
        column.addWidget(self._fields)

    def _listen(self) -> None:
        for line in (self.by, *self.new.values(), self.reason):
            line.textChanged.connect(lambda _typed: self.edited.emit())
        for line in (*self.new.values(), self.reason):
            line.returnPressed.connect(self.submitted)
        self.by.entered.connect(self.submitted)
        for box in (self.first, self.last):
            box.currentIndexChanged.connect(lambda _at: self.edited.emit())
        self.replace.clicked.connect(self.submitted)

    def begin_at(self, session: int) -> None:
        """Begin with ``session`` if it can be chosen."""
        at = self.first.findData(str(session))
        if at >= 0:
            self.first.setCurrentIndex(at)

    def show_player(self, player: Player | None, free: Sequence[int], *, why: Text | None = None) -> None:
        """Ask for who replaces ``player`` in some of the sessions ``free``; ``why`` says why nobody can be replaced."""
        self._fields.setVisible(player is not None and bool(free))
        if player is None:
            self.who.set_text(why or mark("To replace a player, choose his seat in the grid."))
        elif not free:
            self.who.set_text(why or mark("{player} has no seat left that can be given away.", player=player.name))
        else:
            self.who.set_text(mark("{player} leaves, somebody else takes the seats.", player=player.name))
        self.first.set_choices([(str(each), mark("from session {session}", session=each)) for each in free])
        until = [(str(each), mark("until session {session}", session=each)) for each in free[:-1]]
        self.last.set_choices([("0", mark("to the end")), *until])

    @property
    def sessions(self) -> tuple[int, int | None]:
        """The first and the last session, None for the end."""
        return int(self.first.currentData() or 0), int(self.last.currentData() or 0) or None

    def newcomer(self, player: Player) -> Player:
        """A new ``player`` with what was typed of him besides his name."""
        for field, line in self.new.items():
            if line.text().strip():
                player = with_typed(player, field, line.text())
        return player

    def show_plan(self, told: tuple[Text, Text] | None, *, asks: bool = False, new: bool = False) -> None:
        """Say what it does: a line and what follows from it; None while nobody is named. ``new``: ask for more."""
        self._new.setVisible(new)
        self._by.clear_problem()
        self.told.setVisible(told is not None)
        self.replace.setEnabled(told is not None)
        if told is not None:
            self.told.show_notice(NoticeKind.WARN if asks else NoticeKind.INFO, *told)

    def refuse(self, text: Text, *, new: bool = False) -> None:
        """Say why that cannot be."""
        self._new.setVisible(new)
        self.told.hide()
        self.replace.setEnabled(False)
        self._by.set_problem(text)

    def forget(self) -> None:
        """Empty the fields."""
        for line in (self.by, self.reason, *self.new.values()):
            line.clear()
