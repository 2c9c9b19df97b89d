"""Messages to the screens of the hall."""

from PySide6.QtWidgets import QWidget

from tournament.language import Text, listed, mark
from ui.desktop.display.hall_controller import HallController
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row, stretched

MESSAGE_LENGTH = 300
_ALL, _CHOSEN = "all", "chosen"


class MessageCard(Card):
    """A line for the message, a choice of screens, and two buttons; below, which messages are on which screens."""

    def __init__(self, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._hall = hall
        self._screen = ""
        self.line = TextField(name=mark("Message to the hall"), placeholder=mark("Message to players"))
        self.line.setMaxLength(MESSAGE_LENGTH)
        self.to = ChoiceBox(mark("To which screens"))
        self.send = OutlineButton(mark("Send"), hint="Return")
        self.take_away = OutlineButton(mark("Remove"), name=mark("Remove the message"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        add(self.body, TextLabel(mark("Message"), kind=Type.LABEL))
        add(self.body, row(stretched(self.line), spacing=8))
        add(self.body, row(stretched(self.to), self.send, self.take_away, spacing=8))
        add(self.body, self._state)
        self.send.clicked.connect(lambda _checked: self._send())
        self.take_away.clicked.connect(lambda _checked: self._take_away())
        answer_keys(self.line, dict.fromkeys(ENTER, self._send))

    def show_hall(self, chosen: str) -> None:
        """Show the current messages; ``chosen`` is the chosen screen."""
        self._screen, state = chosen, self._hall.state
        choices: list[tuple[str, Text | str]] = [(_ALL, mark("to all screens"))]
        if chosen:
            choices.append((_CHOSEN, mark("to “{screen}” only", screen=chosen)))
        self.to.set_choices(choices)
        having = [each.name for each in state.screens if each.message]
        self.to.setVisible(len(state.screens) > 1)
        self.take_away.setVisible(bool(having or state.message))
        self._state.setVisible(bool(having))
        if having:
            text = next(each.message for each in state.screens if each.message)
            self._state.set_text(mark("“{message}” is on: {screens}.", message=text, screens=listed(having)))

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.line.clear()

    def _send(self) -> None:
        text = " ".join(self.line.text().split())
        if not text or not self._hall.may_change:
            return
        state = self._hall.state
        to_all = self.to.currentData() != _CHOSEN
        names = frozenset(each.name for each in state.screens) if to_all else frozenset((self._screen,))
        self._hall.change(state.with_message(text, names))
        self.line.selectAll()

    def _take_away(self) -> None:
        self._hall.change(self._hall.state.without_messages())
