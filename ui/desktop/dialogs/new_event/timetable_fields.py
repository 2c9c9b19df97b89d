"""The timetable of a new event. The start of each session is typed; its day, its end and the breaks follow."""

from datetime import date, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.event.timetable import (
    PlannedSession,
    SessionTime,
    Timetable,
    clock_text,
    planned_sessions,
    read_clock,
    timetable_remarks,
)
from tournament.language import Text, mark, verbatim
from ui.desktop.dates import weekday_text
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.fields import ChoiceBox, TextField, refuse
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled

_SCROLLED = 190
"""Minimum height of the list."""
_MOST_DAYS = 14
_LINES = 2
"""Grid lines for each session: its fields, and its problem."""


class SessionLine(QWidget):
    """The fields of one session; the caller lays them out."""

    edited = Signal()

    def __init__(self, number: int, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self.number = number
        self.chosen: date | None = None
        """The chosen day; None if it follows from earlier lines."""
        self.label = TextLabel(str(number), kind=Type.TOTAL, figures=True)
        self.day = ChoiceBox(mark("Day of session {session}", session=number))
        self.start = TextField(name=mark("Session {session} begins at", session=number), placeholder=verbatim("09:00"))
        self.start.setFixedWidth(84)
        self.end = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, figures=True)
        self.pause = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, figures=True)
        self.problem = Notice(NoticeKind.DANGER, boxed=False)
        self.problem.hide()
        self.start.textEdited.connect(lambda _typed: self.edited.emit())
        self.day.activated.connect(lambda _index: self._choose())

    def parts(self) -> tuple[QWidget, ...]:
        """The widgets of its line, column by column."""
        return self.label, self.day, self.start, self.end, self.pause

    def _choose(self) -> None:
        self.chosen = date.fromisoformat(str(self.day.currentData()))
        self.edited.emit()

    def show_problem(self, text: Text | None) -> None:
        """Show a problem with the start of the session; None removes it."""
        if text is not None:
            self.problem.show_notice(NoticeKind.DANGER, text)
        self.problem.setVisible(text is not None)
        refuse(self.start, text is not None)
        self.start.setAccessibleDescription("" if text is None else translator.translate(text))


class TimetableFields(QWidget):
    """A link that unfolds a line for each session. Filling them in is optional."""

    unfolded = Signal(bool)
    """The lines were shown or hidden."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._days: tuple[date, ...] = ()
        self._sessions, self._minutes = 0, 0
        self._open = False
        self.lines: list[SessionLine] = []
        self.fold = LinkButton(mark("Timetable (optional)"), shortcut="Alt+T", icon="chevron-right")
        self.fold.clicked.connect(lambda _checked: self.set_open(not self._open))
        self._summary = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._remarks = TextLabel(kind=Type.DENSE, tone=Tone.WARN, wrap=True)
        self._undated = TextLabel(
            mark("Without dates, sessions have no day. You can set them later on the Event page."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 10, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        heads = (mark("Session"), mark("Day"), mark("Begins at"), mark("Ends at"), mark("Break before"))
        for place, head in enumerate(heads):
            self._grid.addWidget(TextLabel(head, kind=Type.HEAD, tone=Tone.TEXT3), 0, place)
        scrolled = Scrolled(boxed(column(self._grid, None)))
        scrolled.setMinimumHeight(_SCROLLED)
        self._box = boxed(column(self._undated, scrolled, self._remarks, spacing=6))
        self._box.hide()
        column(row(self.fold, self._summary, None), self._box, spacing=4, on=self)
        translator.changed.connect(self._follow)

    @property
    def is_open(self) -> bool:
        """Whether the lines are shown."""
        return self._open

    def set_open(self, open: bool) -> None:
        """Show or hide the lines; what was typed stays."""
        self._open = open
        self.fold.set_icon("chevron-down" if open else "chevron-right")
        self._box.setVisible(open)
        self.unfolded.emit(open)

    def focus_target(self) -> QWidget:
        """The field with a problem, otherwise the first."""
        wrong = next((line for line in self.lines if not line.problem.isHidden()), None)
        return (wrong or self.lines[0]).start if self.lines else self.fold

    def forget(self) -> None:
        """Clear everything."""
        for line in self.lines:
            line.chosen = None
            line.start.clear()
            line.show_problem(None)
        self.set_open(False)

    def show_event(self, sessions: int, minutes: int, first: date | None, last: date | None) -> None:
        """Show a line for each session on these days; what was typed stays."""
        self._sessions, self._minutes = sessions, minutes
        days = 0 if first is None else 1 if last is None else max(1, (last - first).days + 1)
        self._days = tuple(first + timedelta(n) for n in range(min(days, _MOST_DAYS))) if first is not None else ()
        while len(self.lines) < sessions:
            self._add_line()
        for line in self.lines:
            here = line.number <= sessions
            for part in line.parts():
                part.setVisible(here)
            if not here:
                line.problem.hide()
            line.day.setVisible(here and bool(self._days))
            if line.chosen is not None and line.chosen not in self._days:
                line.chosen = None
        self._undated.setVisible(not self._days)
        self._follow()

    def _add_line(self) -> None:
        line = SessionLine(len(self.lines) + 1, parent=self)
        place = 1 + _LINES * len(self.lines)
        for position, part in enumerate(line.parts()):
            self._grid.addWidget(part, place, position, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(line.problem, place + 1, 0, 1, -1)
        line.edited.connect(self._edited)
        self.lines.append(line)

    @property
    def _shown(self) -> list[SessionLine]:
        return self.lines[: self._sessions]

    def timetable(self) -> Timetable:
        """The timetable; lines without a time are omitted."""
        said = []
        for line, day in zip(self._shown, self._days_of_lines(), strict=True):
            start = read_clock(line.start.text().strip())
            if start is not None:
                said.append(SessionTime(line.number, day, start))
        return Timetable(tuple(said))

    def _days_of_lines(self) -> list[date | None]:
        """A session is on the day of the previous one, or on the next day if it starts at the same time or earlier."""
        found: list[date | None] = []
        before = None
        day = self._days[0] if self._days else None
        for line in self._shown:
            start = read_clock(line.start.text().strip())
            if line.chosen is not None:
                day, before = line.chosen, start if line.chosen != day else before
            elif day is not None and start is not None and before is not None and start <= before:
                day = min(day + timedelta(1), self._days[-1])
            before = start if start is not None else before
            found.append(day)
        return found

    def _planned(self) -> tuple[PlannedSession, ...]:
        return planned_sessions(self.timetable(), self._sessions, self._minutes)

    def _edited(self) -> None:
        for line in self.lines:
            line.show_problem(None)
        self._follow()

    def _follow(self) -> None:
        """Update days, ends and breaks from what is typed."""
        planned = self._planned()
        choices: list[tuple[str, Text | str]] = [(day.isoformat(), verbatim(weekday_text(day))) for day in self._days]
        before: PlannedSession | None = None
        for line, day, session in zip(self._shown, self._days_of_lines(), planned, strict=True):
            if choices:
                line.day.set_choices(choices)
                line.day.setCurrentIndex(max(line.day.findData(day.isoformat() if day is not None else ""), 0))
            line.day.setEnabled(len(choices) > 1)
            line.end.set_text("" if session.end is None else clock_text(session.end))
            line.pause.set_text(_pause_text(before, session))
            before = session if session.start is not None else before
        typed = sum(session.start is not None for session in planned)
        self._summary.set_text(mark("{count} of {all} entered", count=typed, all=len(planned)) if typed else "")
        remarks = [each for each in timetable_remarks(planned, ema=False) if each.code == "short-break"]
        self._remarks.set_text(remarks[0].text if remarks else "")
        self._remarks.setVisible(bool(remarks))

    def check(self) -> bool:
        """Whether every time can be read and no session starts before the previous one ends.

        Problems are shown at their fields.
        """
        problems: dict[int, Text] = {}
        for line in self._shown:
            typed = line.start.text().strip()
            if typed and read_clock(typed) is None:
                problems[line.number] = mark("“{typed}” is not a time of day: type a time such as 14:00.", typed=typed)
        for remark in () if problems else timetable_remarks(self._planned(), ema=False):
            if remark.code in ("timetable-overlap", "timetable-order"):
                problems.setdefault(int(dict(remark.text.values)["session"]), remark.text)  # type: ignore[call-overload]
        for line in self._shown:
            line.show_problem(problems.get(line.number))
        return not problems


def _pause_text(before: PlannedSession | None, session: PlannedSession) -> Text | str:
    if before is None or session.start is None:
        return ""
    if session.pause is not None and session.pause >= 0:
        return mark("{minutes} min", minutes=session.pause)
    if before.day is not None and session.day is not None and before.day < session.day:
        return mark("overnight")
    return ""
