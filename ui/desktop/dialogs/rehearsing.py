"""The dialog of a rehearsal: starting one, filling it with hands, emptying it, and setting up problems to solve."""

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from reports.column import Emphasis
from reports.vocabulary import STATE
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import BeginRehearsal
from ui.desktop.kit.actions import attempt_all
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.rehearsal import (
    RehearsalSituation,
    WaitingSituation,
    free_tables,
    pulled_text,
    set_up,
    table_filled,
    waiting,
    way_out,
)

_WIDE, _HIGH, _ROUND = 880, 560, 60
"""Preferred size of the dialog, and the margin in which the window below stays visible, in pixels."""
_PULLED = ".pulled-out"
"""Appended to the name of the event file while a removed USB stick is simulated."""


def pulled_path(place: Path) -> Path:
    """The path to which the event file is renamed while a removed USB stick is simulated."""
    return place.with_name(f".{place.name}{_PULLED}")


class RehearsalDialog(Dialog):
    """Starts, fills and empties a rehearsal, and sets up situations that the user then solves at the tables."""

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller = controller
        self._to_fill: list[int] = []
        self._filled = 0
        self.title = TextLabel(mark("Rehearsal"), kind=Type.PANEL_TITLE)
        self.about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        columns = [
            TableColumn(mark("Situation"), lambda each: each.title, emphasis=Emphasis.NAME),
            TableColumn(mark("Where"), self._place, width=210),
            TableColumn.showing(STATE, self._state, width=170, style=self._state_style),
        ]
        self.table: TableView[RehearsalSituation] = TableView(mark("Situations"), columns, key=lambda each: each)
        self.out = Notice(NoticeKind.INFO, boxed=True)
        self.message = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.begin = PrimaryButton(mark("Start a rehearsal"), shortcut="Ctrl+Return")
        self.fill = OutlineButton(mark("Fill this session"), shortcut="Ctrl+F")
        self.empty = OutlineButton(mark("Empty the rehearsal"), shortcut="Ctrl+E")
        self.arrange = OutlineButton(mark("Set up"), hint="Return")
        self.go = OutlineButton(mark("Go to it"), shortcut="Ctrl+G")
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self._waiting: dict[RehearsalSituation, WaitingSituation] = {}
        buttons = row(self.leave, None, self.empty, self.fill, self.go, self.arrange, self.begin, spacing=10)
        column(
            self.title,
            self.about,
            stretched(self.table),
            self.out,
            self.message,
            buttons,
            spacing=12,
            margins=(16, 14),
            on=self,
        )
        self._listen()
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.setWindowTitle(translator.translate(mark("Rehearsal")))
        self.message.hide()
        self.table.show_rows(tuple(RehearsalSituation))
        self._show()
        self.table.select_line(0)
        (self.table if self._rehearses else self.begin).setFocus()

    def _listen(self) -> None:
        self.begin.clicked.connect(self._begin)
        self.fill.clicked.connect(self._fill)
        self.empty.clicked.connect(self._begin)
        self.arrange.clicked.connect(lambda: self._set_up(self.table.current_row))
        self.go.clicked.connect(self._go)
        self.leave.clicked.connect(self.reject)
        self.table.row_chosen.connect(self._set_up)
        self.table.row_changed.connect(lambda _row: self._show_way_out())

    @property
    def _rehearses(self) -> bool:
        view = self._controller.view
        return view is not None and view.settings.rehearsal

    @property
    def busy(self) -> bool:
        """Whether tables are being filled."""
        return bool(self._to_fill)

    def _show(self) -> None:
        view, rehearses = self._controller.view, self._rehearses
        self.about.set_text(
            mark(
                "Nothing here counts, and every screen and paper says so. Practise the "
                "day: fill sheets with hands, set up problems, and solve them as you would in the "
                "hall."
            )
            if rehearses
            else mark(
                "A rehearsal copies the settings, players and seats of this event to a separate "
                "file. Try anything there: one key fills it with hands, another empties it. This "
                "event does not change."
            )
        )
        self.begin.setVisible(not rehearses)
        for part in (self.table, self.fill, self.empty, self.arrange, self.go):
            part.setVisible(rehearses)
        self._waiting = {}
        if view is not None and rehearses:
            for each in reversed(waiting(view)):
                self._waiting[each.situation] = each
        writes = self._controller.writes
        tables = len(free_tables(view, self._controller.session)) if view is not None and self._session_is_drawn else 0
        self.fill.setEnabled(writes and tables > 0 and not self.busy)
        self.empty.setEnabled(not self.busy)
        self.table.show_rows(tuple(RehearsalSituation))
        self._show_way_out()

    @property
    def _session_is_drawn(self) -> bool:
        view = self._controller.view
        return view is not None and self._controller.session in view.drawn_sessions

    def _place(self, situation: RehearsalSituation) -> Text | str:
        found = self._waiting.get(situation)
        if found is None:
            return ""
        return mark("session {session}, table {table}", session=found.session, table=found.table)

    def _state(self, situation: RehearsalSituation) -> Text:
        if situation is RehearsalSituation.PULLED:
            return mark("unsolved") if self._pulled else mark("not set up")
        found = self._waiting.get(situation)
        return mark("not set up") if found is None else mark("solved") if found.solved else mark("unsolved")

    def _state_style(self, situation: RehearsalSituation) -> CellStyle:
        found = self._waiting.get(situation)
        if found is not None and found.solved:
            return CellStyle(sign=StatusIcon.DONE)
        return CellStyle(sign=StatusIcon.ASKS if found is not None or self._is_out(situation) else StatusIcon.EMPTY)

    @property
    def _pulled(self) -> bool:
        return pulled_path(Path(self._controller.book.place)).exists()

    def _is_out(self, situation: RehearsalSituation) -> bool:
        return situation is RehearsalSituation.PULLED and self._pulled

    def _show_way_out(self) -> None:
        situation, view = self.table.current_row, self._controller.view
        found = None if situation is None else self._waiting.get(situation)
        waits = found is not None and not found.solved
        self.go.setEnabled(found is not None)
        back = situation is not None and self._is_out(situation)
        self.arrange.set_text(mark("Restore the file") if back else mark("Set up"))
        self.arrange.setEnabled(not waits and self._controller.writes and situation is not None and not self.busy)
        self.out.setVisible(self._rehearses and situation is not None)
        if situation is None or view is None:
            return
        if situation is RehearsalSituation.PULLED:
            self.out.show_notice(NoticeKind.INFO, situation.title, pulled_text())
        elif found is None:
            self.out.show_notice(NoticeKind.INFO, situation.title, _before(situation))
        elif found.solved:
            self.out.show_notice(NoticeKind.OK, mark("Solved"), mark("It can be set up again at another table."))
        else:
            self.out.show_notice(NoticeKind.INFO, mark("How to solve it"), way_out(view, found))

    def _set_up(self, situation: RehearsalSituation | None) -> None:
        if situation is None or not self.arrange.isEnabled():
            return
        if situation is RehearsalSituation.PULLED:
            self._pull_or_put_back()
        else:
            try:
                found = set_up(self._controller.book.view, situation, self._controller.session)
                self._show_problems(attempt_all(self._controller, found.commands, author=found.author))
            except Refused as refused:
                self._show_problems(refused.problems)
        self._show()

    def _pull_or_put_back(self) -> None:
        place = Path(self._controller.book.place)
        pulled = pulled_path(place)
        try:
            if not pulled.exists():
                place.rename(pulled)
            elif place.exists():
                self.message.set_text(mark("Another file now has its name. It was not replaced."))
                self.message.show()
            else:
                pulled.rename(place)
        except OSError as error:
            self.message.set_text(
                mark(
                    "This system does not allow an open file to be removed ({reason}). Remove a USB stick instead.",
                    reason=error.strerror or str(error),
                )
            )
            self.message.show()

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        self.message.setVisible(bool(problems))
        if problems:
            self.message.set_text(problems[0].text)

    def _fill(self) -> None:
        """Fill the unused tables of the current session one after another, so that the window stays responsive."""
        view = self._controller.view
        if view is None or self.busy:
            return
        self._to_fill, self._filled = list(free_tables(view, self._controller.session)), 0
        self.message.show()
        self._fill_next()

    def _fill_next(self) -> None:
        session = self._controller.session
        if not self._to_fill or not self._rehearses:
            self._to_fill = []
            self._show()
            return
        table = self._to_fill.pop(0)
        problems = attempt_all(self._controller, table_filled(self._controller.book.view, session, table))
        if problems:
            self._to_fill = []
            self._show_problems(problems)
            self._show()
            return
        self._filled += 1
        self.message.set_text(mark_count("{count} table filled", "{count} tables filled", self._filled))
        QTimer.singleShot(0, self, self._fill_next)

    def _begin(self) -> None:
        self.accept()
        self._controller.navigation.event_wanted.emit(BeginRehearsal())

    def _go(self) -> None:
        found = self._waiting.get(self.table.current_row) if self.table.current_row is not None else None
        if found is not None:
            self.accept()
            self._controller.choose_session(found.session)
            self._controller.navigation.table_wanted.emit(found.session, found.table)

    def reject(self) -> None:
        """Close the dialog. Tables that were not filled yet stay empty."""
        self._to_fill = []
        super().reject()


def _before(situation: RehearsalSituation) -> Text:
    """The text that says what setting up ``situation`` does."""
    match situation:
        case RehearsalSituation.LATE:
            return mark(
                "At an unused table of the session shown, half of the hands are recorded and "
                "the gong is one minute away."
            )
        case RehearsalSituation.DIFFERS:
            return mark("An unused table of the session shown gets totals that differ from its hands.")
        case RehearsalSituation.SWAPPED:
            return mark("An unused table of the session shown is entered with the wrong names.")
        case RehearsalSituation.PULLED:
            return pulled_text()
