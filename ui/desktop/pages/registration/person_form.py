"""The panel of the registration desk: what is noted about one person."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.event.country import country_code
from tournament.event.player import Player
from tournament.event.problem import Problem
from tournament.event.registration import (
    LINE_LENGTH,
    TEXT_LENGTH,
    OwnColumn,
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
from tournament.use_cases.private_data import Person
from ui.desktop.kit.form import Form, FormField, NotRead, choice_field, date_field, text_field
from ui.desktop.pages.registration.rows import amount_written
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

_CHOSEN = (RegistrationState.REGISTERED, RegistrationState.WAITING)
"""The states that the form itself sets; for the others the list of players changes too."""


def _choices(state: RegistrationState) -> list[tuple[str, Text | str]]:
    """Return the states from which one is chosen for a person with ``state`` who is not on the list of players."""
    return [(each.value, each.label) for each in ((state, *_CHOSEN) if state not in _CHOSEN else _CHOSEN)]


_NAMES = ("first_name", "last_name", "country", "club", "team", "ema_number")
_OFFERING = ("first_name", "last_name")
"""The fields that offer people of the directory while a new registration is typed."""
_FROM_DIRECTORY = ("first_name", "last_name", "country", "club", "ema_number")
_ROWS = (
    ("first_name", "last_name"),
    ("state",),
    ("due", "paid"),
    ("paid_on",),
    ("paid_how",),
    ("meals",),
    ("email",),
    ("phone",),
    ("country", "club"),
    ("team", "ema_number"),
    ("remark",),
    ("reason",),
)
"""The fields from top to bottom, in the order in which Tab reaches them."""


_AMOUNT = mark("0.00")
"""What an empty field for an amount shows, with the decimal sign of the language."""


def _amount_field(name: str) -> FormField:
    def read(typed: str) -> object:
        if not typed.strip():
            return 0
        amount = read_price(typed)
        if amount is None:
            raise NotRead(price_problem(typed, name).text)
        return amount

    def write(value: object) -> str:
        return amount_written(value) if isinstance(value, int) and value else ""

    return FormField(name, registration_label(name), read, write, placeholder=_AMOUNT, longest=40)


def _line_field(name: str) -> FormField:
    """A field for a line of text; that of a name offers people of the directory."""
    longest = most_characters(name) if name in FIELDS else TEXT_LENGTH if name in ("remark", "reason") else LINE_LENGTH
    return replace(text_field(name, registration_label(name), longest=longest), people=name in _OFFERING)


def _meals_text(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else ""


_SPECIAL = {
    "state": choice_field(
        "state", registration_label("state"), _choices(RegistrationState.REGISTERED), read=RegistrationState
    ),
    "due": _amount_field("due"),
    "paid": _amount_field("paid"),
    "paid_on": date_field("paid_on", registration_label("paid_on")),
    "meals": FormField("meals", registration_label("meals"), read_meals, _meals_text, longest=TEXT_LENGTH,
                       placeholder=mark("Saturday lunch, Sunday lunch")),
}  # fmt: skip
_NAME_FROM_LIST = mark("on the page Players")


_Key = tuple[str, int]
"""The heading of an own column, and which one with this heading it is, from 0."""
_HEADING, _VALUE = "new-heading", "new-value"


def _keys_of(headings: Iterable[str]) -> tuple[_Key, ...]:
    seen = Counter[str]()
    found = []
    for heading in headings:
        found.append((heading, seen[heading]))
        seen[heading] += 1
    return tuple(found)


def _column_keys(columns: Sequence[OwnColumn]) -> tuple[_Key, ...]:
    return _keys_of(each.heading for each in columns)


def own_headings(people: Sequence[Person]) -> tuple[_Key, ...]:
    """Return the own columns that any of ``people`` has, in the order in which they appear."""
    different = dict.fromkeys(tuple([each.heading for each in person.registration.columns]) for person in people)
    return tuple(dict.fromkeys(key for headings in different for key in _keys_of(headings)))


def _line_name(key: _Key) -> str:
    return f"own {key[1]} {key[0]}"


def _heading_text(key: _Key) -> Text:
    return verbatim(key[0] if not key[1] else f"{key[0]} ({key[1] + 1})")


class _OwnColumns(QWidget):
    """A field for each own column of the event, and two for a new one."""

    def __init__(self, answers: Callable[[QLineEdit], None], *, parent: QWidget | None = None) -> None:
        """``answers`` connects a new line with Enter and Esc."""
        super().__init__(parent)
        self._answers = answers
        self._columns = tuple[OwnColumn, ...]()
        self._body = column(spacing=8, on=self)
        self._parts: list[QWidget] = []
        """What is in the body."""
        self._keys = tuple[_Key, ...]()
        self._make(())

    @property
    def unsaved(self) -> bool:
        """Whether something was typed and not saved."""
        return bool(self.form.unsaved)

    @property
    def lines(self) -> list[QLineEdit]:
        """The fields, in the order in which Tab reaches them."""
        return [self.form.line(name) for name in self.form.fields]

    def show_columns(self, columns: tuple[OwnColumn, ...], headings: Sequence[_Key]) -> bool:
        """Show the ``columns`` of a person, with the ``headings`` of everybody. Return whether there are other lines
        than before."""
        keys = tuple(dict.fromkeys((*headings, *_column_keys(columns))))
        made = keys != self._keys
        if made:
            self._make(keys)
        self._columns = columns
        values = dict(zip(_column_keys(columns), (each.value for each in columns), strict=True))
        self.form.accept_all()
        self.form.show({_line_name(key): values.get(key, "") for key in keys} | {_HEADING: "", _VALUE: ""})
        return made

    def read(self) -> tuple[OwnColumn, ...]:
        """Return the columns with what was typed; an empty value removes a column. What was not changed stays as it is,
        also where a line cannot show it."""
        typed = {name: self.form.value(name) for name in self.form.unsaved}
        values = dict(zip(_column_keys(self._columns), (each.value for each in self._columns), strict=True))
        order = [*values, *(key for key in self._keys if key not in values)]
        found = [(heading, typed.get(_line_name((heading, place)), values.get((heading, place), "")))
                 for heading, place in order]  # fmt: skip
        new = self.form.value(_HEADING)
        return tuple(OwnColumn(heading, value) for heading, value in (*found, (new, self.form.value(_VALUE)))
                     if heading and value)  # fmt: skip

    def problem(self) -> Text | None:
        """Return why what was typed cannot be read; None if it can."""
        if self.form.value(_VALUE) and not self.form.value(_HEADING):
            return mark("Name the new column.")
        return None

    def accept_all(self) -> None:
        """Treat what is typed as shown."""
        self.form.accept_all()

    def _make(self, keys: tuple[_Key, ...]) -> None:
        for part in self._parts:
            self._body.removeWidget(part)
            part.deleteLater()
        self._keys = keys
        fields = [text_field(_line_name(key), _heading_text(key), longest=TEXT_LENGTH) for key in keys]
        new = [
            text_field(_HEADING, mark("New column"), longest=LINE_LENGTH),
            text_field(_VALUE, mark("Its value"), longest=TEXT_LENGTH),
        ]
        self.form = Form([*fields, *new])
        last = boxed(row(*(stretched(self.form.labelled[each.name]) for each in new), spacing=10))
        self._parts = [*(self.form.labelled[each.name] for each in fields), last]
        for part in self._parts:
            add(self._body, part)
        for line in self.lines:
            self._answers(line)


class PersonForm(SidePanel):
    """The fields of one person, who may be new. Enter saves, Esc leaves."""

    submitted = Signal()
    left = Signal()

    def __init__(self, left: Callable[[Person], Text | str] = lambda _: "", *, parent: QWidget | None = None) -> None:
        """``left`` returns since when, and why, a person does not come; empty for others."""
        super().__init__(parent=parent)
        self._left = left
        names = [name for names in _ROWS for name in names]
        self.form = Form([_SPECIAL.get(name) or _line_field(name) for name in names])
        self.person = Person(Registration())
        """Whom it shows, as they were read."""
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.left_since = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.own = _OwnColumns(self._answer)
        self._known: Sequence[Player] = ()
        """The people of the directory."""
        for name in _OFFERING:
            line = self._offering(name)
            line.chosen.connect(self._fill_in)
            line.editingFinished.connect(lambda line=line: self._fill_in(line.player()))
        self._headings: Sequence[_Key] = ()
        self.notice = Notice(NoticeKind.WARN)
        self.notice.hide()
        self.save = PrimaryButton(mark("Save"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        lines = [row(*(stretched(self.form.labelled[name]) for name in names), spacing=10) for names in _ROWS]
        self.body.addWidget(self.who)
        self.body.addWidget(self.left_since)
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
                self._answer(self.form.line(name))
        self._order_lines()
        self.show_person(self.person)

    def offer(self, players: Sequence[Player]) -> None:
        """Offer ``players`` while the name in a new registration is typed."""
        self._known = players
        self._offer()

    def _offer(self) -> None:
        new = not (self.person.id or self.person.number)
        for name in _OFFERING:
            self._offering(name).offer(self._known if new else ())

    def _offering(self, name: str) -> PlayerField:
        line = self.form.line(name)
        assert isinstance(line, PlayerField)
        return line

    def _fill_in(self, player: Player | None) -> None:
        """Show what the directory has about somebody, as if it had been typed."""
        if player is None:
            return
        for name in _FROM_DIRECTORY:
            line = self.form.line(name)
            line.setText(getattr(player, name))
            line.setModified(True)
        self.form.line("last_name").setFocus()

    def _answer(self, line: QLineEdit) -> None:
        entered = line.entered if isinstance(line, PlayerField) else line.returnPressed
        entered.connect(self.submitted)
        answer_keys(line, {ESCAPE: self.left.emit})

    def _order_lines(self) -> None:
        """Let Tab reach the own columns after the other fields."""
        for before, after in pairwise((self.form.line("reason"), *self.own.lines, self.save)):
            QWidget.setTabOrder(before, after)

    @property
    def unsaved(self) -> bool:
        """Whether something was typed and not saved."""
        return bool(self.form.unsaved) or self.own.unsaved

    def show_headings(self, headings: Sequence[_Key]) -> None:
        """Offer the own columns that others have for the next person who is shown."""
        self._headings = headings

    def show_person(self, person: Person) -> None:
        """Show ``person``, whatever was typed before."""
        self.person, noted = person, person.registration
        self.form.accept_all()
        self.form.choice("state").set_choices(_choices(noted.state))
        self.form.show({name: getattr(noted, name) for name in self.form.fields})
        for name in _NAMES:
            self.form.set_enabled(name, _NAME_FROM_LIST if person.number else None)
        self._offer()
        self.form.labelled["state"].setVisible(not person.number)
        self.who.set_text(_title(person))
        left = self._left(person)
        self.left_since.set_text(left)
        self.left_since.setVisible(bool(left))
        if self.own.show_columns(noted.columns, self._headings):
            self._order_lines()
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
        self.own.form.clear_refusals()
        before = self.person.registration
        names = [name for name in self.form.fields if not (self.person.number and name in (*_NAMES, "state"))]
        values: dict[str, Any] = self.form.values(names)
        if len(values) < len(names):
            return None
        if "country" in values:
            values["country"] = country_code(values["country"]) or values["country"]
        if values["paid"] != before.paid and values["paid_on"] is None and values["paid"]:
            values["paid_on"] = datetime.now().astimezone().date()
        unnamed = self.own.problem()
        if unnamed is not None:
            self.own.form.refuse(_HEADING, unnamed)
            return None
        after = replace(before, **values, columns=self.own.read())
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
