"""The progress of the event, a row per session, and the publication of the results of the current session."""

from functools import partial

from PySide6.QtCore import Signal

from tournament.event.role import Act
from tournament.language import Text, listed, mark
from tournament.ledger.session import SessionState
from tournament.use_cases import View
from tournament.use_cases.commands import PublicationCommand, PublishResults, WithdrawResults
from tournament.use_cases.progress import Publicity, SessionProgress, open_count_text, overview
from tournament.use_cases.publication import public_text, publication_remarks
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.listening import listen
from ui.desktop.pages.event.overview_table import OverviewTable
from ui.desktop.pages.event.plan_form import PlanPart
from ui.desktop.pages.report_dialogs import show_report
from ui.desktop.theme import Room, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, NoticeKind, Question
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row

PUBLISH, HOLD, WITHDRAW, POSTERS = "Ctrl+U", "Ctrl+K", "Ctrl+T", "Ctrl+P"
_WALL = ("posters", "standings", "evening", "standings-teams", "sessions")
"""Reports to put on the wall for the current session, in order, as far as the event has them."""


class OverviewCard(Card):
    """Visible as soon as there is a draw. Publishing results, or withdrawing them, asks once."""

    tables_wanted = Signal(int)
    """Show the tables of this session."""
    session_looked_at = Signal(int)
    """The user selected this session; pages cannot show it if it is not drawn or is cancelled."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._showing = False
        self._asked: PublicationCommand | None = None
        """The command that waits for an answer."""
        self._public = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.table = OverviewTable()
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
        self._looked_at = 0
        """The selected session, if pages cannot show it; 0 for the current one."""
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
        """Show the progress of ``view``, with the cursor on ``session`` or the one looked at; 0 for none."""
        self._open.set_text(open_count_text(open_count))
        rows = overview(view)
        self.setVisible(any(each.tables or each.state is SessionState.DRAWN for each in rows))
        selected = self.progress
        if selected is not None and selected.session in view.state.cancelled:
            self._looked_at = selected.session  # the cursor stays on a session that was cancelled
        self._showing = True
        self.table.show_progress(rows, view.settings.format)
        if self._looked_at in view.drawn_sessions or self._looked_at not in [each.session for each in rows]:
            self._looked_at = 0
        self.table.select(self._looked_at or session)
        self._showing = False
        self._public.set_text(public_text(view))
        self._show_buttons(self.progress)
        self.plan.show_view(view)

    @property
    def looked_at(self) -> int:
        """The selected session that pages cannot show, as it is not drawn or is cancelled; 0 for the current one."""
        return self._looked_at

    def fit(self, room: Room) -> None:
        """Hide the columns first whose content is also shown elsewhere."""
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
        self._looked_at = 0
        self.forget_questions()

    def forget_questions(self) -> None:
        """Drop every question: another is asked."""
        self.plan.form.forget()
        self.forget()

    def _forget_looked_at(self) -> None:
        self._looked_at = 0

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
        """Dismiss the question without doing anything."""
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
            self._looked_at = 0
            self._controller.choose_session(progress.session)
        else:
            self._looked_at = progress.session
        self.session_looked_at.emit(progress.session)
        self._show_buttons(progress)

    def _go_to(self, progress: SessionProgress | None) -> None:
        if progress is not None and progress.tables:
            self._choose(progress)
            self.tables_wanted.emit(progress.session)

    def ask_publish(self, session: int) -> None:
        """Ask whether the results up to ``session`` are to be published."""
        self.table.select(session)
        self._ask_publish()

    def ask_hold(self, session: int) -> None:
        """Ask whether the results of ``session`` are to be held for the ceremony."""
        self.table.select(session)
        self._ask_hold()

    def ask_withdraw(self, session: int) -> None:
        """Ask whether the results from ``session`` on are to be withdrawn."""
        self.table.select(session)
        self._ask_withdraw()

    def _ask_publish(self) -> None:
        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        session = progress.session
        title = (
            mark("Publish the results up to session {session}?", session=session)
            if view.settings.format.is_drawn
            else mark("Publish the results up to evening {evening}?", evening=session)
        )
        self._ask(view, session, title, mark("Publish results"), PublishResults(session))

    def _ask_hold(self) -> None:
        view, progress = self._controller.view, self.progress
        if view is None or progress is None:
            return
        session, drawn = progress.session, view.settings.format.is_drawn
        if session == view.state.publication.session + 1 and drawn:
            title = mark("Hold the results of session {session} for the ceremony?", session=session)
        elif session == view.state.publication.session + 1:
            title = mark("Hold the results of evening {evening} for the ceremony?", evening=session)
        elif drawn:
            title = mark(
                "Publish the results before session {session}, and hold its own for the ceremony?", session=session
            )
        else:
            title = mark(
                "Publish the results before evening {evening}, and hold its own for the ceremony?", evening=session
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
        title = (
            mark("Withdraw the results from session {session} on?", session=session)
            if view.settings.format.is_drawn
            else mark("Withdraw the results from evening {evening} on?", evening=session)
        )
        self._asked = WithdrawResults(session)
        self._show_question(title, mark("Papers on the walls stay there: remove them."), mark("Withdraw results"))

    def _ask(self, view: View, session: int, title: Text, answer: Text, command: PublicationCommand) -> None:
        """Ask once, with what the user should know before answering."""
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
