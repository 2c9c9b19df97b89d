"""The progress of the event, a row for each session, and the publication of the results of the current one."""

from functools import partial
from typing import assert_never

from PySide6.QtCore import Signal

from reports.column import Emphasis, Kind
from reports.vocabulary import SESSION, STATE
from tournament.event.role import Act
from tournament.language import Text, integer_text, listed, mark, mark_count, mark_in
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.use_cases import View
from tournament.use_cases.commands import PublicationCommand, PublishResults, WithdrawResults
from tournament.use_cases.progress import Publicity, SessionProgress, open_count_text, overview
from tournament.use_cases.publication import public_text, publication_remarks
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.pages.event.plan_form import PlanPart
from ui.desktop.pages.report_dialogs import show_report
from ui.desktop.theme import Room, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, NoticeKind, Question
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row
from ui.desktop.widgets.signs import StatusIcon

_MOST_ROWS = 16
_BRIEF_BELOW, _BRIEF_BESIDE_BELOW = 1000, 1200
"""Below this width of the window there is no space for the time at which results became public: where the side panel
has the place of the page, and beside it."""
_MARKED_FROM = 1360
"""From this width of the window the marked sheets have a column; in a narrower one the verified ones show a sign."""
_STATE_SIGNS = {
    SessionState.NOT_DRAWN: StatusIcon.EMPTY,
    SessionState.DRAWN: StatusIcon.EMPTY,
    SessionState.PUBLISHED: StatusIcon.EMPTY,
    SessionState.PLAYING: StatusIcon.PLAYING,
    SessionState.ENTERED: StatusIcon.PLAYING,
    SessionState.VERIFIED: StatusIcon.DONE,
    SessionState.CLOSED: StatusIcon.DONE,
    SessionState.CANCELLED: StatusIcon.CANCELLED,
}
_RESULT_SIGNS = {
    Publicity.NO_RESULT: None,
    Publicity.WITHHELD: StatusIcon.EMPTY,
    Publicity.HELD: StatusIcon.PLAYING,
    Publicity.PUBLIC: StatusIcon.DONE,
}


_RESULT_WORDS: dict[Publicity, Text | str] = {
    Publicity.NO_RESULT: "–",
    Publicity.WITHHELD: mark_in("results", "not yet"),
    Publicity.HELD: mark_in("results", "held"),
    Publicity.PUBLIC: mark_in("results", "public"),
}


def _columns(*, narrow: bool, brief: bool, wide: bool, most: int) -> tuple[TableColumn[SessionProgress], ...]:
    """Return the columns of the table.

    A ``narrow`` window omits the state, which the counts show too, and says less about differences. With ``brief`` the
    results are a single word. Only a ``wide`` one has a column for marked sheets. The tooltips of the cells have the
    rest. No session has more than ``most`` tables.
    """
    count = (100 if brief else 108) if most >= 100 else 92
    session: TableColumn[SessionProgress] = TableColumn.showing(
        SESSION,
        lambda row: integer_text(row.session),
        kind=Kind.TEXT,
        emphasis=Emphasis.PLAIN,
        style=_number_style,
        width=72,
    )
    state: TableColumn[SessionProgress] = TableColumn.showing(
        STATE,
        lambda row: STATE_TEXTS[row.state],
        style=lambda row: CellStyle(sign=_STATE_SIGNS[row.state], tone=Tone.TEXT2 if _is_cancelled(row) else None),
    )
    typed: TableColumn[SessionProgress] = TableColumn(
        mark("Typed"),
        lambda row: _share(row, row.typed),
        style=lambda row: CellStyle(sign=_sign(row, row.typed)),
        width=count,
    )
    compared: TableColumn[SessionProgress] = TableColumn(
        mark("Compared"),
        (lambda row: _share(row, row.compared)) if narrow else _compared,
        style=_compared_style,
        width=count if narrow else 0,
    )
    verified: TableColumn[SessionProgress] = TableColumn(
        mark("Verified"),
        lambda row: _share(row, row.verified),
        style=(lambda row: CellStyle(sign=_sign(row, row.verified))) if wide else _verified_style,
        width=count,
    )
    marked: TableColumn[SessionProgress] = TableColumn(mark("Marked"), _marked, style=_marked_style, width=92)
    results: TableColumn[SessionProgress] = TableColumn(
        mark("Results"), _results_in_a_word if brief else _results, style=_results_style
    )
    return session, *(() if narrow else (state,)), typed, compared, verified, *((marked,) if wide else ()), results


class _OverviewTable(TableView[SessionProgress]):
    """A table with a row for each session, as high as its rows, up to sixteen."""

    def __init__(self) -> None:
        self._most = 0
        self._narrow = self._brief = False
        self._wide = True
        columns = _columns(narrow=False, brief=False, wide=True, most=0)
        super().__init__(mark_in("list", "Sessions"), columns, key=lambda row: row.session)
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def show_progress(self, rows: tuple[SessionProgress, ...]) -> None:
        """Show the progress of each session."""
        most = max((row.tables for row in rows), default=0)
        if most != self._most:
            self._most = most
            self._arrange()
        self.show_rows(rows)
        self.fit_height(min(len(rows), _MOST_ROWS))

    def fit(self, room: Room) -> None:
        """Show the columns that fit."""
        narrow, wide = room.compact, room.width >= _MARKED_FROM
        brief = room.width < (_BRIEF_BELOW if narrow else _BRIEF_BESIDE_BELOW)
        if (narrow, brief, wide) != (self._narrow, self._brief, self._wide):
            self._narrow, self._brief, self._wide = narrow, brief, wide
            self._arrange()

    def _arrange(self) -> None:
        self.set_columns(_columns(narrow=self._narrow, brief=self._brief, wide=self._wide, most=self._most))


def _is_cancelled(row: SessionProgress) -> bool:
    return row.state is SessionState.CANCELLED


def _number_style(row: SessionProgress) -> CellStyle:
    """The style of the number: struck through for a cancelled session, which a narrow table does not show otherwise."""
    if not _is_cancelled(row):
        return CellStyle()
    said = mark("{session}, cancelled", session=row.session)
    return CellStyle(struck=True, tone=Tone.TEXT2, tooltip=said, accessible_text=said)


def _share(row: SessionProgress, done: int) -> str:
    return f"{done}/{row.tables}" if row.tables else "–"


def _sign(row: SessionProgress, done: int) -> StatusIcon | None:
    if not row.tables:
        return None
    return StatusIcon.DONE if done == row.tables else StatusIcon.PLAYING if done else StatusIcon.EMPTY


def _compared(row: SessionProgress) -> Text | str:
    share, differ = _share(row, row.compared), len(row.differing)
    return mark_count("{share}, {count} differs", "{share}, {count} differ", differ, share=share) if differ else share


def _compared_style(row: SessionProgress) -> CellStyle:
    if not row.differing:
        left = row.verified < row.tables  # afterwards nobody compares what was signed without comparing
        return CellStyle(sign=_sign(row, row.compared) if left or row.compared == row.tables else None)
    tables = mark_count(
        "table {tables} differs", "tables {tables} differ", len(row.differing), tables=listed(row.differing)
    )
    return CellStyle(sign=StatusIcon.DIFFERS, tooltip=tables)


def _marked(row: SessionProgress) -> str:
    tables = {table for _, tables in row.marked for table in tables}
    return integer_text(len(tables)) if tables else "–"


def _verified_style(row: SessionProgress) -> CellStyle:
    return _marked_style(row) if row.marked else CellStyle(sign=_sign(row, row.verified))


def _marked_style(row: SessionProgress) -> CellStyle:
    """The style of the number of marked sheets; its tooltip lists the tables of each mark."""
    if not row.marked:
        return CellStyle()
    told = [mark("{mark}: {tables}", mark=each.heading, tables=listed(tables)) for each, tables in row.marked]
    first, *others = told
    for each in others:
        first = mark("{before}; {text}", before=first, text=each)
    return CellStyle(sign=StatusIcon.ASKS, tooltip=first, accessible_text=first)


def _results(row: SessionProgress) -> Text | str:
    if _is_cancelled(row):
        return mark("does not count")
    match row.publicity:
        case Publicity.PUBLIC:
            time = f"{row.decided.time.astimezone():%H:%M}" if row.decided is not None else ""
            return mark("public, {time}", time=time)
        case Publicity.HELD:
            return mark("for the ceremony")  # with a time it does not fit beside the state; the tooltip has the time
        case Publicity.WITHHELD:
            return mark("not public")
        case Publicity.NO_RESULT:
            return "–"
        case _:
            assert_never(row.publicity)


def _results_in_a_word(row: SessionProgress) -> Text | str:
    if _is_cancelled(row):
        return STATE_TEXTS[row.state]
    return _RESULT_WORDS[row.publicity]


def _results_style(row: SessionProgress) -> CellStyle:
    sign = _RESULT_SIGNS[row.publicity]
    if row.decided is None:
        return CellStyle(sign=sign)
    moment = row.decided.time.astimezone()
    values = {"day": moment.date(), "time": f"{moment:%H:%M}", "author": row.decided.author}
    if row.publicity is Publicity.HELD:
        told = mark("held for the ceremony since {day}, {time}, {author}", **values)
    else:
        told = mark("public since {day}, {time}, {author}", **values)
    return CellStyle(sign=sign, tooltip=told, accessible_text=told)


PUBLISH, HOLD, WITHDRAW, POSTERS = "Ctrl+U", "Ctrl+Shift+U", "Ctrl+T", "Ctrl+P"
_WALL = ("posters", "standings", "evening", "standings-teams", "sessions")
"""Reports that can be put on the wall for the current session, in order."""


class OverviewCard(Card):
    """The progress of the sessions, and buttons to publish or withdraw their results after a question.

    It is visible as soon as there is a draw.
    """

    tables_wanted = Signal(int)
    """Show the tables of this session."""
    session_selected = Signal(int)
    """The user selected this session, which pages cannot show if it is not drawn or is cancelled."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._showing = False
        self._asked: PublicationCommand | None = None
        """The command that waits for the answer to the question."""
        self._public = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.table = _OverviewTable()
        self.publish = OutlineButton(mark("Publish results"), shortcut=PUBLISH)
        self.hold = OutlineButton(mark("Hold for the ceremony"), shortcut=HOLD)
        self.withdraw = OutlineButton(mark("Withdraw results"), shortcut=WITHDRAW)
        self.posters = OutlineButton(mark("Posters"), hint=POSTERS)
        self.question = Question()
        self.answer = OutlineButton("")
        self.leave = OutlineButton(mark("Leave it as it is"))
        self._question = boxed(column(self.question, row(self.answer, self.leave, None), spacing=10))
        self._question.hide()
        self.plan = PlanPart(controller)
        self._selected_session = 0
        """The selected session if pages cannot show it (not drawn, or cancelled); 0 for the current one."""
        self._open = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        head = row(TextLabel(mark("How far we are"), kind=Type.PANEL_TITLE), 4, self._open, None, self.posters)
        results = row(self.publish, self.hold, self.withdraw, None)
        for part in (head, 8, self.table, 10, self._public, 8, results, self._question, 8, self.plan):
            add(self.body, part)
        self.table.row_chosen.connect(self._go_to)
        self.table.row_changed.connect(self._choose)
        self.publish.clicked.connect(self._ask_publish)
        self.hold.clicked.connect(self._ask_hold)
        self.withdraw.clicked.connect(self._ask_withdraw)
        self.posters.clicked.connect(self.offer_posters)
        self.answer.clicked.connect(self._answer)
        self.leave.clicked.connect(self.give_up)
        for ended in (self.plan.form.written, self.plan.form.left):
            listen(ended, self, lambda *_carried: self.table.setFocus())
        self.plan.form.withdrawal_wanted.connect(self.ask_withdraw)
        self.plan.form.opened.connect(self.forget)
        controller.session_changed.connect(self._forget_looked_at)
        for button in (self.answer, self.leave):
            answer_keys(button, {ESCAPE: self.give_up})

    def show_view(self, view: View, session: int, open_count: int) -> None:
        """Show the progress of ``view``, with the cursor on ``session`` or on the one selected here; 0 for none."""
        self._open.set_text(open_count_text(open_count))
        rows = overview(view)
        self.setVisible(any(each.tables or each.state is SessionState.DRAWN for each in rows))
        selected = self.progress
        if selected is not None and selected.session in view.state.cancelled:
            self._selected_session = selected.session  # the cursor stays on a session that was cancelled
        self._showing = True
        self.table.show_progress(rows)
        listed = [each.session for each in rows]
        if self._selected_session in view.drawn_sessions or self._selected_session not in listed:
            self._selected_session = 0
        self.table.select(self._selected_session or session)
        self._showing = False
        self._public.set_text(public_text(view))
        self._show_buttons(self.progress)
        self.plan.show_view(view)

    @property
    def selected_session(self) -> int:
        """The selected session if pages cannot show it (not drawn, or cancelled); 0 for the current one."""
        return self._selected_session

    def fit(self, room: Room) -> None:
        """Hide first the columns whose content is also shown elsewhere."""
        self.table.fit(room)

    @property
    def progress(self) -> SessionProgress | None:
        """The progress of the current session."""
        return self.table.current_row

    def forget(self) -> None:
        """Drop a question about the previous event."""
        self._asked = None
        self._question.hide()

    def forget_event(self) -> None:
        """Drop what belonged to the previous event."""
        self._selected_session = 0
        self.forget_questions()

    def forget_questions(self) -> None:
        """Remove every question, because another one is asked."""
        self.plan.form.forget()
        self.forget()

    def _forget_looked_at(self) -> None:
        self._selected_session = 0

    def offer_posters(self) -> None:
        """Offer the papers of the current session that go on the wall.

        In an event that publishes results, those of an unpublished session are not offered.
        """
        from reports.catalogue import ReportGroup, is_for_walls, offered_reports

        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        reports = {report.name: report for report in offered_reports(view.rules, view.settings.format)}
        entries = []
        for report in (reports[name] for name in _WALL if name in reports):
            public = is_for_walls(report, view)
            hidden = (Publicity.WITHHELD, Publicity.HELD) if public else ()
            if report.group is ReportGroup.BEFORE or progress.publicity not in (Publicity.NO_RESULT, *hidden):
                show = partial(self._show_report, report.name, progress.session, public=public)
                entries.append(MenuEntry(report.title, show))
        if entries:
            drop_menu(self.posters, entries)

    def give_up(self) -> None:
        """Close the question without doing anything."""
        self.forget()
        self.table.setFocus()

    def _show_report(self, name: str, session: int, *, public: bool) -> None:
        if self._controller.view is not None:
            show_report(self._controller, self._controller.view, name, self, session=session, public=public)

    def _show_buttons(self, progress: SessionProgress | None) -> None:
        publicity = progress.publicity if progress is not None else Publicity.NO_RESULT
        may = self._controller.may(Act.RESULTS)
        there = publicity is not Publicity.NO_RESULT
        shown = {
            self.publish: publicity is not Publicity.PUBLIC,
            self.hold: publicity in (Publicity.NO_RESULT, Publicity.WITHHELD),
            self.withdraw: publicity in (Publicity.PUBLIC, Publicity.HELD),
        }
        for button, is_shown in shown.items():
            button.setVisible(is_shown)
            button.setEnabled(may and there)

    def _choose(self, progress: SessionProgress | None) -> None:
        if self._showing or progress is None:
            return
        self.forget()
        view = self._controller.view
        if view is not None and progress.session in view.drawn_sessions:
            self._selected_session = 0
            self._controller.choose_session(progress.session)
        else:
            self._selected_session = progress.session
        self.session_selected.emit(progress.session)
        self._show_buttons(progress)

    def _go_to(self, progress: SessionProgress | None) -> None:
        if progress is not None and progress.tables:
            self._choose(progress)
            self.tables_wanted.emit(progress.session)

    def ask_publish(self, session: int) -> None:
        """Ask whether to publish the results up to ``session``."""
        self.table.select(session)
        self._ask_publish()

    def ask_hold(self, session: int) -> None:
        """Ask whether to hold the results of ``session`` for the ceremony."""
        self.table.select(session)
        self._ask_hold()

    def ask_withdraw(self, session: int) -> None:
        """Ask whether to withdraw the results from ``session`` on."""
        self.table.select(session)
        self._ask_withdraw()

    def _ask_publish(self) -> None:
        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        session = progress.session
        title = mark("Publish the results up to session {session}?", session=session)
        self._ask(view, session, title, mark("Publish results"), PublishResults(session))

    def _ask_hold(self) -> None:
        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        session = progress.session
        if session == view.state.publication.session + 1:
            title = mark("Hold the results of session {session} for the ceremony?", session=session)
        else:
            title = mark(
                "Publish the results before session {session}, and hold its own for the ceremony?", session=session
            )
        self._ask(
            view,
            session,
            title,
            mark("Hold for the ceremony"),
            PublishResults(session, hold_last=True),
        )

    def _ask_withdraw(self) -> None:
        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        session = progress.session
        title = mark("Withdraw the results from session {session} on?", session=session)
        self._asked = WithdrawResults(session)
        self._show_question(title, mark("Papers on the walls stay there: remove them."), mark("Withdraw results"))

    def _ask(self, view: View, session: int, title: Text, answer: Text, command: PublicationCommand) -> None:
        """Ask once, with a text that says what the answer does."""
        remarks = publication_remarks(view, session)
        told = listed(remark.text for remark in remarks)
        self._asked = command
        self._show_question(
            title, told if remarks else mark("Undo does not revert this: withdraw the results instead."), answer
        )

    def _show_question(self, title: Text, body: Text, answer: Text) -> None:
        self.plan.form.forget()
        self.question.show_notice(NoticeKind.WARN, title, body)
        self.answer.set_text(answer)
        self._question.show()
        self.answer.setFocus()

    def _answer(self) -> None:
        command = self._asked
        if command is None:
            return
        self.give_up()
        for problem in attempt(self._controller, command):
            self._controller.messages.shown.emit(problem.text)
            return
        if self._controller.view is not None:
            self._controller.messages.noted.emit(public_text(self._controller.view))
