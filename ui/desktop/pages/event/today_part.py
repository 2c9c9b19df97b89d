"""The part Today: how far the event is, the current session, what is published, and what is open."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from tournament.event.role import Act
from tournament.language import mark
from tournament.use_cases import View
from tournament.use_cases.progress import NextStep, NextStepKind, open_points
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.pages.event.checklist import Checklist
from ui.desktop.pages.event.overview_card import OverviewCard
from ui.desktop.pages.event.session_card import SessionCard
from ui.desktop.pages.event.sharing_line import SharingLine
from ui.desktop.pages.event.site_line import SiteLine
from ui.desktop.pages.event.start_question import StartQuestion
from ui.desktop.theme import Room, Size, Tone
from ui.desktop.widgets.bars import COPIES
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.layouts import Scrolled, boxed, column, row, stretched

_WIDEST = 1360


class TodayPart(QWidget):
    """Cards at the left, and the checklist at the right."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self.controller = controller
        self.overview = OverviewCard(controller)
        self.start = StartQuestion()
        self.session = SessionCard(controller)
        self.site = SiteLine(controller)
        self.sharing = SharingLine(controller)
        self.checklist = Checklist()
        self.copies = LinkButton(mark("Copies"), hint=COPIES, tone=Tone.TEXT2)
        self.copies.clicked.connect(controller.navigation.copies_wanted)
        side = Size.PAGE_MARGIN
        cards = boxed(
            column(
                *(self.start, self.overview, self.session, self.site, self.sharing, row(self.copies, None), None),
                spacing=14,
                margins=(side, 0, side, side),
            )
        )
        cards.setMaximumWidth(_WIDEST)
        row(stretched(Scrolled(cards)), self.checklist, spacing=0, centred=False, on=self)
        self.overview.tables_wanted.connect(lambda _session: controller.navigation.page_wanted.emit("tables"))
        self.overview.session_looked_at.connect(lambda _session: self._show_session())
        self.session.plan.withdrawal_wanted.connect(self.overview.ask_withdraw)
        self.session.plan.opened.connect(self.overview.forget_questions)
        self.overview.plan.form.opened.connect(self.session.forget_questions)
        self._offered: int | None = None
        """The session that a button of the page starts or closes."""

    def show_view(self, view: View, step: NextStep) -> None:
        """Show ``view``. The card of the session does not offer ``step`` again: a button of the page does."""
        points = open_points(view)
        self.overview.show_view(view, self.controller.session, len(points))
        self._offered = step.session if step.kind in (NextStepKind.START, NextStepKind.CLOSE) else None
        self._show_session()
        self.site.show_state()
        self.checklist.show_view(view)

    def _show_session(self) -> None:
        """Show the card of the selected session."""
        controller = self.controller
        if controller.view is not None:
            self.session.show_session(
                controller.view,
                self.overview.looked_at or controller.session,
                writes=controller.may(Act.SESSIONS),
                offered_beside=self._offered,
            )

    def forget(self) -> None:
        """Drop a question about the previous event."""
        self.overview.forget_event()
        self.start.forget()
        self.session.plan.forget()

    def fit(self, room: Room) -> None:
        """Make the checklist narrower first."""
        self.checklist.fit(room)
        self.overview.fit(room)
        self.start.fit(room)

    def focus_target(self) -> QWidget | None:
        """The list of sessions, or the next step of the session."""
        usable = (self.overview.table, self.session.step)
        return next((each for each in usable if each.isEnabled() and each.isVisibleTo(self)), None)

    def menu_groups(self) -> Sequence[Sequence[MenuEntry]]:
        """The publication of results, the step of the session, and what every table offers."""
        overview = self.overview
        results = entries_of(overview.publish, overview.hold, overview.withdraw, overview.posters)
        listed = [] if overview.isHidden() else [results, table_entries(overview.table)]
        session, plan = self.session, overview.plan
        return [entries_of(session.step, session.cancel, session.sheets), *listed, entries_of(plan.end, plan.add)]
