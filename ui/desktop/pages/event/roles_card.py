"""The roles of the event and their PINs: set, removed, and which role everybody has without a PIN."""

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.event.role import Act, EventRole, PinHash
from tournament.language import Text, listed, mark
from tournament.use_cases import View
from tournament.use_cases.commands import RemovePin, SetPin
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.rights import open_role
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.long_work import Work
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row, stretched


class RolesCard(Card):
    """A role, its new PIN, and two buttons; below, whether each role has a PIN."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._work: Work | None = None
        self.role = ChoiceBox(mark("Role"))
        held = [role for role in reversed(EventRole) if role is not EventRole.VIEWER]
        self.role.set_choices([(role.value, role.label) for role in held])
        self.pin = TextField(name=mark("New PIN of the role"), placeholder=mark("New PIN"))
        self.pin.setEchoMode(TextField.EchoMode.Password)
        self.set = OutlineButton(mark("Set the PIN"))
        self.remove = OutlineButton(mark("Remove"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._problem = TextLabel(kind=Type.DENSE, tone=Tone.DANGER, wrap=True)
        title = TextLabel(mark("Roles and PINs"), kind=Type.PANEL_TITLE)
        add(self.body, row(title, 6, self.role, stretched(self.pin), spacing=10))
        add(self.body, row(self.set, self.remove, None, spacing=10))
        add(self.body, self._state)
        add(self.body, self._problem)
        self._problem.hide()
        self.set.clicked.connect(lambda _checked: self._set())
        self.remove.clicked.connect(lambda _checked: self._remove())
        answer_keys(self.pin, dict.fromkeys(ENTER, self._set))

    def show_view(self, view: View) -> None:
        """Show whether each role has a PIN, with the fields enabled if the user may set PINs."""
        may = self._controller.may(Act.PINS)
        for part in (self.role, self.pin, self.set):
            part.setEnabled(may)
        self.remove.setEnabled(may and bool(view.state.pins))
        self._state.set_text(_held_text(view))

    def problem(self) -> str:
        """The problem that is shown, or an empty string."""
        return "" if self._problem.isHidden() else self._problem.text()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.pin.clear()
        self._problem.hide()

    def _set(self) -> None:
        view = self._controller.view
        if view is None or self._work is not None:
            return
        pins, role, pin = view.state.pins, EventRole(self.role.currentData()), self.pin.text()
        self._work = work = Work(lambda _step: planned_pin(pins, role, pin))
        listen(work.done, self, lambda hashed: self._keep(role, hashed))
        work.failed.connect(self._refused)
        work.ended.connect(self._ended)
        work.start()

    def _ended(self) -> None:
        self._work = None

    def _keep(self, role: EventRole, hashed: PinHash) -> None:
        self.pin.clear()
        problems = attempt(self._controller, SetPin(role, hashed))
        self._show_problem(problems[0].text if problems else None)

    def _remove(self) -> None:
        role = EventRole(self.role.currentData())
        problems = attempt(self._controller, RemovePin(role))
        self._show_problem(problems[0].text if problems else None)

    def _refused(self, error: BaseException) -> None:
        if not isinstance(error, Refused):
            raise error
        self._show_problem(error.problems[0].text)

    def _show_problem(self, text: Text | None) -> None:
        if text is not None:
            self._problem.set_text(text)
        self._problem.setVisible(text is not None)


def _held_text(view: View) -> Text:
    pins = view.state.pins
    if not pins:
        return mark(
            "No PIN is set: everybody can do everything. Roles prevent mistakes between "
            "honest people, no more than that."
        )
    with_pin = listed(role.label for role in EventRole if role in pins)
    return mark("With a PIN: {roles}. Without one, everybody is: {role}.", roles=with_pin, role=open_role(pins).label)
