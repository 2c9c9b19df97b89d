"""The timetable: date, start and duration of one session at a time, and remarks about them."""

from collections.abc import Collection
from datetime import time

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.event.settings import settings_remarks
from tournament.event.timetable import PlannedSession, SessionTime, clock_text, planned_sessions, read_clock
from tournament.language import Text, listed, mark, verbatim
from tournament.use_cases import View
from tournament.use_cases.commands import SetSessionTime
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import Form, FormField, NotRead, date_field, read_whole_number
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import ChoiceBox, LabeledField
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched

_FIELDS = ("day", "start", "minutes")


class TimetableCard(QWidget):
    """Each field is saved when it is left. What EMA asks for beyond that is a remark and refuses nothing."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = column(spacing=12, on=self)
        self._controller = controller
        self.session = ChoiceBox(mark("Session"))
        self.form = Form(
            (
                date_field("day", mark("Day")),
                FormField("start", mark("Begins at"), _read_start, _start_text, placeholder=verbatim("14:00")),
                FormField(
                    "minutes",
                    mark("Length in minutes"),
                    lambda typed: read_whole_number(typed) if typed.strip() else None,
                    lambda minutes: "" if minutes is None else str(minutes),
                    digits=True,
                ),
            )
        )
        self._planned = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True, figures=True)
        self.remarks = MessageLabel(Tone.WARN)
        day, start, minutes = (stretched(self.form.labelled[name]) for name in _FIELDS)
        session = LabeledField(mark("Session"), self.session)
        add(self.body, row(session, day, start, minutes, spacing=16, centred=False))
        add(self.body, self._planned)
        add(self.body, self.remarks)
        self.session.activated.connect(lambda _index: self._turn())
        self.form.on_finished(self._save)

    def show_view(self, view: View) -> None:
        """Show the sessions of a drawn event; other events have a date for each evening instead."""
        self.setVisible(view.settings.format.is_drawn)
        numbers = [str(number) for number in view.session_numbers]
        if [self.session.itemData(index) for index in range(self.session.count())] != numbers:
            self.session.set_choices([(number, number) for number in numbers])
        settings = view.settings
        planned = planned_sessions(settings.timetable, view.session_numbers, settings.minutes)
        told = [_planned_text(each) for each in planned if each.day is not None or each.start is not None]
        self._planned.set_text(listed(told))
        self._planned.setVisible(bool(told))
        remarks = settings_remarks(settings, view.session_numbers)
        self.remarks.show_message(listed(remark.text for remark in remarks) if remarks else None)
        may = self._controller.may(Act.SETTINGS)
        for name in _FIELDS:
            self.form.set_enabled(name, None if may else mark("for the organiser"))
        self._show(self.form.unsaved)

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.form.accept_all()
        self.session.setCurrentIndex(0)

    @property
    def _number(self) -> int:
        return int(self.session.currentData() or 1)

    def _turn(self) -> None:
        """Show another session, without the problems of the previous one."""
        self.form.clear_refusals()
        self._show()

    def _show(self, kept: Collection[str] = ()) -> None:
        view = self._controller.view
        if view is not None:
            said = view.settings.timetable.of(self._number)
            values = {"day": said.day, "start": said.start, "minutes": said.minutes}
            self.form.show(values, kept=kept)

    def _save(self, name: str) -> None:
        view = self._controller.view
        if view is None or name not in self.form.unsaved:
            return
        try:
            value = self.form.value(name)
        except NotRead as error:
            self.form.refuse(name, error.text)
            return
        self.form.clear_refusals(name)
        said = view.settings.timetable.of(self._number)
        times = {"day": said.day, "start": said.start, "minutes": said.minutes, name: value}
        session = SessionTime(self._number, times["day"], times["start"], times["minutes"])
        problems: tuple[Problem, ...] = ()
        if session != said:
            problems = attempt(self._controller, SetSessionTime(session))
        if problems:
            self.form.refuse(name, problems[0].text)
        else:
            self._show([field for field in self.form.unsaved if field != name])


def _read_start(typed: str) -> time | None:
    if not typed.strip():
        return None
    start = read_clock(typed.strip())
    if start is None:
        raise NotRead(mark("“{typed}” is not a time of day: type a time such as 14:00.", typed=typed.strip()))
    return start


def _start_text(value: object) -> str:
    return clock_text(value) if isinstance(value, time) else ""


def _planned_text(planned: PlannedSession) -> Text:
    """A text like “1: 13 June 2026, 10:00–12:00”."""
    hours = ""
    if planned.start is not None and planned.end is not None:
        hours = f"{clock_text(planned.start)}–{clock_text(planned.end)}"
    when = listed(part for part in (planned.day, hours) if part)
    return mark("session {session}: {when}", session=planned.session, when=when)
