"""The panel of the page Members: what the directory knows of one person."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.event.country import country_code
from tournament.event.player import PublicName
from tournament.event.problem import Problem
from tournament.event.registration import TEXT_LENGTH
from tournament.event.roster import field_label, most_characters
from tournament.language import Text, mark
from tournament.members.member import EMA, DirectoryMember, FederationNumber, member_problems, numbers_with
from ui.desktop.kit.form import Form, FormField, NotRead, choice_field, text_field
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched

NOBODY = DirectoryMember(0, "", "")
"""The person who is being entered, before anything is typed."""
_ROWS = (
    ("first_name", "last_name"),
    ("country", "club"),
    ("ema_number", "others"),
    ("nickname", "public"),
    ("latin_first_name",),
    ("latin_last_name",),
    ("former_names",),
    ("notes",),
)
"""The fields from top to bottom, in the order in which Tab reaches them."""
_SEPARATOR = "; "
_LONG = 2000
"""Characters of the notes, and of all former names together."""


def _read_numbers(typed: str) -> tuple[FederationNumber, ...]:
    """Read numbers as they are shown: ``FFMJ 1234; ABC 5``."""
    found: tuple[FederationNumber, ...] = ()
    for written in filter(None, map(str.strip, typed.replace(",", ";").split(";"))):
        federation, _, number = written.partition(" ")
        after = numbers_with(found, federation, number) if number.strip() else None
        if after is None:
            raise NotRead(mark("“{written}” is not a federation and a number, such as FFMJ 1234.", written=written))
        found = after
    return found


def _numbers_text(value: object) -> str:
    if not isinstance(value, tuple):
        return ""
    return _SEPARATOR.join(f"{each.federation} {each.number}" for each in value)


def _read_names(typed: str) -> tuple[str, ...]:
    return tuple(filter(None, (" ".join(each.split()) for each in typed.split(";"))))


def _names_text(value: object) -> str:
    return _SEPARATOR.join(value) if isinstance(value, tuple) else ""


def _fields() -> list[FormField]:
    return [
        *(
            text_field(name, field_label(name), longest=most_characters(name))
            for name in ("first_name", "last_name", "country", "club", "ema_number")
        ),
        FormField("others", mark("Other numbers"), _read_numbers, _numbers_text, placeholder="FFMJ 1234; ABC 5",
                  longest=TEXT_LENGTH),
        text_field("nickname", field_label("nickname"), longest=most_characters("nickname")),
        choice_field("public", mark("In public"), [(each.value, each.label) for each in PublicName], read=PublicName),
        text_field("latin_first_name", field_label("latin_first_name"), longest=most_characters("latin_first_name")),
        text_field("latin_last_name", field_label("latin_last_name"), longest=most_characters("latin_last_name")),
        FormField("former_names", mark("Former names"), _read_names, _names_text,
                  placeholder=mark("Ada Winter; A. Bamboo"), longest=_LONG),
        FormField("notes", mark("Notes"), str.strip, longest=_LONG, lines=3),
    ]  # fmt: skip


class MemberForm(SidePanel):
    """The fields of one person, who may be new. Enter saves, Esc leaves."""

    submitted = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.form = Form(_fields())
        self.member = NOBODY
        """Whom it shows, as they were read."""
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.notice = Notice(NoticeKind.DANGER)
        self.notice.hide()
        self.save = PrimaryButton(mark("Save"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        lines = [row(*(stretched(self.form.labelled[name]) for name in names), spacing=10) for names in _ROWS]
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(column(*lines, None, spacing=8, margins=(2, 0, 8, 0)))), 1)
        self.body.addWidget(self.notice)
        add(self.body, row(stretched(self.save)))
        add(self.body, row(leave, None))
        self.save.clicked.connect(self.submitted)
        leave.clicked.connect(self.left)
        enters: dict[Any, Callable[[], object]] = dict.fromkeys(ENTER, self.submitted.emit)
        answer_keys(self.form.choice("public"), {**enters, ESCAPE: self.left.emit})
        for name in self.form.fields:
            if name == "public":
                continue
            editor = self.form.typed_in(name)
            answer_keys(editor, {ESCAPE: self.left.emit})
            if isinstance(editor, QLineEdit):
                editor.returnPressed.connect(self.submitted)
        self.show_member(NOBODY)

    @property
    def unsaved(self) -> bool:
        """Whether something was typed and not saved."""
        return bool(self.form.unsaved)

    def show_member(self, member: DirectoryMember) -> None:
        """Show ``member``, whatever was typed before."""
        self.member = member
        others = tuple(each for each in member.numbers if each.federation != EMA)
        values = {name: getattr(member, name) for name in self.form.fields if name != "others"}
        self.form.accept_all()
        self.form.show({**values, "public": member.public.value, "others": others})
        self.who.set_text(f"{member.number} {member.name}" if member.number else mark("New person"))
        self.notice.hide()

    def read(self) -> DirectoryMember | None:
        """Return what is typed; None if something cannot be read or is wrong, which is then shown at its field."""
        self.form.clear_refusals()
        self.notice.hide()
        values = self.form.values(list(self.form.fields))
        if len(values) < len(self.form.fields):
            return None
        values["country"] = country_code(values["country"]) or values["country"]
        others, number = values.pop("others"), values.pop("ema_number")
        numbers = numbers_with(others, EMA, number) if number else others
        after = replace(self.member, numbers=numbers or (), **values)
        problems = member_problems(after)
        for problem in problems:
            self.refuse(problem)
        return None if problems else after

    def refuse(self, problem: Problem) -> None:
        """Show why it cannot be saved: at its field, or below all of them."""
        if problem.field in self.form.fields:
            self.form.refuse(problem.field, problem.text)
        else:
            self.tell(problem.text)

    def tell(self, text: Text) -> None:
        """Show a problem below the fields."""
        self.notice.show_notice(NoticeKind.DANGER, text)
        self.notice.show()

    def first_line(self) -> QWidget:
        """The field in which typing begins."""
        return self.form.line("first_name")
