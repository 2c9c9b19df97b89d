"""Small cards of the part Setup: the logo, the roles and their PINs, and the timetable."""

from collections.abc import Collection
from datetime import time

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from reports.readers.logo import ReadLogo, read_logo
from reports.readers.refusal import UnreadableTable
from tournament.event.logo import logo_picture
from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole, PinHash
from tournament.event.settings import settings_remarks
from tournament.event.timetable import PlannedSession, SessionTime, clock_text, planned_sessions, read_clock
from tournament.language import Text, listed, mark, verbatim
from tournament.use_cases import View
from tournament.use_cases.commands import ChangeLogo, RemovePin, SetPin, SetSessionTime
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.rights import open_role
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_picture, folder_of
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import Form, FormField, NotRead, date_field, read_whole_number
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched

_SHOWN = QSize(228, 72)
"""Size of the white area on which the logo is shown, in pixels."""
_EDGE = 8


class LogoCard(Card):
    """The logo on white paper, its description, and two buttons."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._record)
        self._reading.failed.connect(self._refused)
        self._shown = b""
        self.picture = QLabel()
        self.picture.setFixedSize(_SHOWN)
        self.choose = OutlineButton("")
        self.remove = OutlineButton(mark("Remove the logo"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.problem = MessageLabel()
        title = TextLabel(mark("Logo on papers"), kind=Type.PANEL_TITLE)
        buttons = row(self.choose, self.remove, None, spacing=10)
        words = column(row(title, None), self._state, buttons, spacing=8)
        add(self.body, row(self.picture, stretched(words), spacing=16))
        add(self.body, self.problem)
        self.choose.clicked.connect(lambda _checked: self._choose())
        self.remove.clicked.connect(lambda _checked: self._put(b""))
        translator.follow(self._name)

    def show_view(self, view: View) -> None:
        """Show the current logo, with buttons enabled if the user may change it."""
        image, may = view.state.logo, self._controller.may(Act.SETTINGS)
        picture = logo_picture(image)
        self.choose.setEnabled(may and not self._reading.busy)
        self.choose.set_text(mark("Choose a picture …") if picture is None else mark("Choose another …"))
        self.remove.setEnabled(may)
        self.remove.setVisible(picture is not None)
        self.picture.setVisible(picture is not None)
        if image != self._shown:
            self._shown = image
            self.picture.setPixmap(_on_paper(image, self.devicePixelRatioF()))
        if self._reading.busy:
            self._state.set_text(mark("Reading the picture …"))
        elif picture is None:
            self._state.set_text(mark("A picture at the head of every paper: PNG, JPEG, GIF, WebP, BMP or TIFF."))
        else:
            told = mark("At the head of every paper. {kind}, {wide} × {high} pixels.", kind=picture.kind.upper(),
                        wide=picture.wide, high=picture.high)  # fmt: skip
            self._state.set_text(told)

    def forget(self) -> None:
        """Drop a picture that is being read: it belongs to the previous event."""
        self._reading.forget()
        self.problem.show_message(None)

    def _name(self) -> None:
        self.picture.setAccessibleName(translator.translate(mark("Logo of the event")))

    def _choose(self) -> None:
        view = self._controller.view
        if view is None or self._reading.busy:
            return
        path = choose_picture(self, folder_of(self._controller.book.place))
        if path is None:
            return
        self.problem.show_message(None)
        self._reading.start(Work(lambda _step: read_logo(path)))
        self.show_view(view)

    def _record(self, read: ReadLogo) -> None:
        self._put(read.image)
        if read.remarks and not self.problem.message():
            self.problem.show_message(listed(read.remarks), tone=Tone.WARN)

    def _put(self, image: bytes) -> None:
        """Record the logo, and move the focus to a button that is visible then."""
        problems = attempt(self._controller, ChangeLogo(image))
        self.problem.show_message(problems[0].text if problems else None)
        if self._controller.view is not None:
            self.show_view(self._controller.view)
        self.choose.setFocus()

    def _refused(self, error: BaseException) -> None:
        if self._controller.view is not None:
            self.show_view(self._controller.view)
        if not isinstance(error, UnreadableTable):
            raise error
        self.problem.show_message(error.text)
        self.choose.setFocus()


def _on_paper(image: bytes, ratio: float) -> QPixmap:
    """Return the picture on white, as large as it fits, in every theme."""
    paper = QPixmap(_SHOWN * ratio)
    paper.setDevicePixelRatio(ratio)
    paper.fill(QColor("white"))
    found = QImage.fromData(image)
    if found.isNull():
        return paper
    size = found.size().scaled(_SHOWN - QSize(2 * _EDGE, 2 * _EDGE), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRect((_SHOWN.width() - size.width()) // 2, (_SHOWN.height() - size.height()) // 2, *size.toTuple())
    painter = QPainter(paper)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, found)
    painter.end()
    return paper


class RolesCard(Card):
    """A choice of a role, a field for its new PIN, and two buttons; below, which roles have a PIN."""

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
        """Show which roles have a PIN. The fields are enabled if the user may set PINs."""
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
        listen(work.done, self, lambda hashed: self._record(role, hashed, pin))
        work.failed.connect(self._refused)
        work.ended.connect(self._ended)
        work.start()

    def _ended(self) -> None:
        self._work = None

    def _record(self, role: EventRole, hashed: PinHash, pin: str) -> None:
        self.pin.clear()
        user = self._controller.user
        author, signed_in = user.by.author, user.signed_in
        problems = attempt(self._controller, SetPin(role, hashed))
        self._show_problem(problems[0].text if problems else None)
        if not problems and role is EventRole.ORGANISER and not signed_in:
            # Whoever sets the first PIN goes on with the others: without a PIN they could not any more.
            user.sign_in(role, author, pin)
            joined_event_of(self._controller).sign_in(author, pin)

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


_FIELDS = ("day", "start", "minutes")


class TimetableCard(QWidget):
    """Date, start and duration of one session at a time.

    Each field is saved when it is left. What EMA requires beyond that is a remark and refuses nothing.
    """

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
