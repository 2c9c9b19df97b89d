"""The panel of the registration desk: what is noted about one person."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.country import country_code
from tournament.event.problem import Problem
from tournament.event.registration import (
    LINE_LENGTH,
    TEXT_LENGTH,
    Registration,
    RegistrationState,
    price_problem,
    read_meals,
    read_price,
    registration_label,
    registration_problems,
)
from tournament.event.roster import FIELDS, most_characters
from tournament.language import Text, mark, verbatim
from tournament.use_cases.private_data import Person, price_text, shown
from ui.desktop.kit.form import Form, FormField, NotRead, choice_field, date_field, text_field
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched

_CHOSEN = (RegistrationState.REGISTERED, RegistrationState.WAITING)
"""The states that the form itself sets; for the others the list of players changes too."""
_NAMES = ("first_name", "last_name", "country", "club", "team", "ema_number")
_ROWS = (
    ("first_name", "last_name"),
    ("state",),
    ("due", "paid"),
    ("paid_how", "paid_on"),
    ("meals",),
    ("email",),
    ("phone",),
    ("country", "club"),
    ("team", "ema_number"),
    ("remark",),
    ("reason",),
)
"""The fields from top to bottom, in the order in which Tab reaches them."""


def _amount_field(name: str) -> FormField:
    def read(typed: str) -> object:
        if not typed.strip():
            return 0
        amount = read_price(typed)
        if amount is None:
            raise NotRead(price_problem(typed, name).text)
        return amount

    def write(value: object) -> str:
        return price_text(value) if isinstance(value, int) and value else ""

    return FormField(name, registration_label(name), read, write, placeholder="0.00", longest=40)


def _line_field(name: str) -> FormField:
    longest = most_characters(name) if name in FIELDS else TEXT_LENGTH if name in ("remark", "reason") else LINE_LENGTH
    return text_field(name, registration_label(name), longest=longest)


def _meals_text(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else ""


_SPECIAL = {
    "state": choice_field(
        "state", registration_label("state"), [(each.value, each.label) for each in _CHOSEN], read=RegistrationState
    ),
    "due": _amount_field("due"),
    "paid": _amount_field("paid"),
    "paid_on": date_field("paid_on", registration_label("paid_on")),
    "meals": FormField("meals", registration_label("meals"), read_meals, _meals_text, longest=TEXT_LENGTH,
                       placeholder=mark("Saturday lunch, Sunday lunch")),
}  # fmt: skip
_NAME_FROM_LIST = mark("on the page Players")


class PersonForm(SidePanel):
    """The fields of one person, who may be new. Enter saves, Esc leaves."""

    submitted = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        names = [name for names in _ROWS for name in names]
        self.form = Form([_SPECIAL.get(name) or _line_field(name) for name in names])
        self.person = Person(Registration())
        """Whom it shows, as they were read."""
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.own = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.notice = Notice(NoticeKind.WARN)
        self.notice.hide()
        self.save = PrimaryButton(mark("Save"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        lines = [row(*(stretched(self.form.labelled[name]) for name in names), spacing=10) for names in _ROWS]
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(column(*lines, self.own, None, spacing=8, margins=(2, 0, 8, 0)))), 1)
        self.body.addWidget(self.notice)
        add(self.body, row(stretched(self.save)))
        add(self.body, row(leave, None))
        self.save.clicked.connect(self.submitted)
        leave.clicked.connect(self.left)
        for name in names:
            if self.form.fields[name].choices:
                keys = {**dict.fromkeys(ENTER, self.submitted.emit), ESCAPE: self.left.emit}
                answer_keys(self.form.choice(name), keys)
            else:
                self.form.line(name).returnPressed.connect(self.submitted)
                answer_keys(self.form.line(name), {ESCAPE: self.left.emit})
        self.show_person(self.person)

    @property
    def unsaved(self) -> bool:
        """Whether something was typed and not saved."""
        return bool(self.form.unsaved)

    def show_person(self, person: Person) -> None:
        """Show ``person``, whatever was typed before."""
        self.person, noted = person, person.registration
        self.form.accept_all()
        self.form.show({name: getattr(noted, name) for name in self.form.fields})
        for name in _NAMES:
            self.form.set_enabled(name, _NAME_FROM_LIST if person.number else None)
        self.form.labelled["state"].setVisible(not person.number)
        self.who.set_text(_title(person))
        self.own.set_text(mark("{field}: {value}", field=registration_label("columns"), value=shown(noted, "columns")))
        self.own.setVisible(bool(noted.columns))
        self.notice.hide()

    def show_ema_number(self, shown: bool) -> None:
        """Show or hide the EMA number, which only some events need."""
        self.form.labelled["ema_number"].setVisible(shown)

    def stand_on(self, person: Person) -> None:
        """Note that ``person`` is what is stored by now, and keep what was typed: saving replaces it."""
        self.person = person

    def read(self) -> Registration | None:
        """Return what is typed; None if something cannot be read or is wrong, which is then shown at its field."""
        self.form.clear_refusals()
        before = self.person.registration
        names = [name for name in self.form.fields if not (self.person.number and name in (*_NAMES, "state"))]
        values: dict[str, Any] = self.form.values(names)
        if len(values) < len(names):
            return None
        if "country" in values:
            values["country"] = country_code(values["country"]) or values["country"]
        if "state" in values and before.state is RegistrationState.CANCELLED and "state" not in self.form.unsaved:
            del values["state"]
        if values["paid"] != before.paid and values["paid_on"] is None and values["paid"]:
            values["paid_on"] = datetime.now().astimezone().date()
        after = replace(before, **values)
        problems = registration_problems(after)
        for problem in problems:
            self.refuse(problem)
        return None if problems else after

    def refuse(self, problem: Problem) -> None:
        """Show why it cannot be saved: at its field, or below all of them."""
        if problem.field in self.form.fields:
            self.form.refuse(problem.field, problem.text)
        else:
            self.tell(NoticeKind.DANGER, problem.text)

    def tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        """Show a notice below the fields."""
        self.notice.show_notice(kind, title, body)
        self.notice.show()

    def first_line(self) -> QWidget:
        """The field in which typing begins."""
        return self.form.line("paid" if self.person.number else "first_name")


def _title(person: Person) -> Text:
    noted = person.registration
    if not noted.name:
        return mark("New registration")
    if person.number:
        return mark("{number} {name}: {state}", number=person.number, name=noted.name, state=noted.state.label)
    return mark("{name}: {state}", name=verbatim(noted.name), state=noted.state.label)
