"""The proposals of players on the page Tables: a view below the hand, made when the first one comes, and its keys."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.event.role import Act
from tournament.language import mark
from tournament.ledger.table_phones import Proposal
from tournament.use_cases.commands import DismissProposal
from tournament.use_cases.table_entry import recorded
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.page import StatePage
from ui.desktop.listening import listen
from ui.desktop.pages.tables.entry_panel import EntryPanel
from ui.desktop.pages.tables.proposals_view import ACCEPT, ACCEPT_ALL, CHOOSE, ProposalsView
from ui.desktop.translation import translator
from ui.entry import cursor, proposal_keys
from ui.entry.form import reason_in_words
from ui.entry.proposal_keys import WaitingProposals
from ui.entry.tables_state import Focus, TablesState, TablesStep


class ProposalsPart:
    """Accepts, corrects and dismisses what players proposed for the sheet of a page."""

    def __init__(self, page: StatePage[TablesState, Focus], panel: EntryPanel, content: QWidget) -> None:
        self._page, self._panel = page, panel
        self.view: ProposalsView | None = None
        for key, act in ((ACCEPT, self.accept), (ACCEPT_ALL, self.accept_all), (CHOOSE, self.choose)):
            shortcut = QShortcut(QKeySequence(key), content)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(act)

    def show(self, state: TablesState, *, hidden: bool) -> None:
        """Show what waits for the sheet in view, if that may be shown."""
        waiting = proposal_keys.waiting_at(state.table) if state.table is not None and not hidden else None
        if waiting is not None and self.view is None:
            self.view = self._make()
        if self.view is not None:
            self.view.show_proposals(waiting, writes=self._writes)
            self._panel.set_proposals_shown(waiting is not None)

    @property
    def _writes(self) -> bool:
        return self._page.controller.may(Act.HANDS)

    @property
    def _waiting(self) -> WaitingProposals | None:
        """What waits here, if who is here may accept it."""
        table = self._page.state.table
        return proposal_keys.waiting_at(table) if table is not None and self._writes else None

    @property
    def _unread(self) -> bool:
        """Whether what waits changed a moment ago, so that nobody can have read it."""
        return self.view is not None and self.view.unread

    def accept(self) -> None:
        """Record what the table says of its next hand; choose where players contradict one another. Where nothing
        waits, go to the next table where something does."""
        waiting, page = self._waiting, self._page
        if waiting is None:
            self._go_on()
        elif waiting.chosen is None:
            self.choose()
        elif not self._unread:
            page.apply(proposal_keys.accepted(page.state, waiting.chosen))

    def accept_all(self) -> None:
        """Record all confirmed proposals that follow the hands on the sheet: the first with its questions, the others
        together; if one of those asks something, one after the other."""
        page, table = self._page, self._page.state.table
        if self._waiting is None or table is None:
            self._go_on()
            return
        if self._unread:
            return
        first = proposal_keys.acceptable(table)[:1]
        if not first:
            page.controller.messages.noted.emit(mark("No proposal is confirmed that could be the next hand."))
            return
        page.apply(proposal_keys.accepted(page.state, first[0]))
        if page.state.refusal is not None or page.state.table is None:
            return
        rest = [recorded(*table.place, each) for each in proposal_keys.acceptable(page.state.table)]
        if rest and attempt_all(page.controller, rest):
            self._one_by_one()
        elif rest:
            page.apply(cursor.next_hand(page.state))

    def _one_by_one(self) -> None:
        page = self._page
        while page.state.refusal is None and page.state.table is not None:
            following = proposal_keys.acceptable(page.state.table)[:1]
            if not following:
                return
            page.apply(proposal_keys.accepted(page.state, following[0]))

    def choose(self) -> None:
        """Look at the proposals one by one."""
        if self._waiting is None:
            self._go_on()
        elif self.view is not None:
            self.view.choose()

    def _go_on(self) -> None:
        page, place = self._page, proposal_keys.next_table(self._page.state)
        if place is None or page.view is None:
            page.controller.messages.noted.emit(mark("Players have proposed no hand that waits."))
        else:
            page.controller.navigation.table_wanted.emit(*place)

    def _dismiss(self, proposal: Proposal, reason: str) -> None:
        page, table = self._page, self._page.state.table
        if table is None:
            return
        reason = reason_in_words(reason, translator.language)
        problems = attempt(page.controller, DismissProposal(*table.place, proposal.id, reason))
        if problems:
            page.controller.messages.shown.emit(problems[0].text)
        page.apply(proposal_keys.left(page.state))

    def _do(self, step: TablesStep) -> None:
        """Apply ``step``, which leaves the view also where it is refused."""
        self._page.apply(step if step.focus is not None else step._replace(focus=self._page.state.typing_place))

    def _make(self) -> ProposalsView:
        made, page = self._panel.proposals, self._page
        made.accept_wanted.connect(lambda proposal: self._do(proposal_keys.accepted(page.state, proposal)))
        made.correct_wanted.connect(lambda proposal: self._do(proposal_keys.corrected(page.state, proposal)))
        listen(made.dismiss_wanted, page, self._dismiss)
        page.on(made.left, proposal_keys.left)
        made.accept.clicked.connect(lambda _checked: self.accept())
        made.accept_all.clicked.connect(lambda _checked: self.accept_all())
        made.choose_one.clicked.connect(lambda _checked: self.choose())
        return made
