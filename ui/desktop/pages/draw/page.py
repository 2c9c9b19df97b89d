"""The page Draw: the seating at the left; method, quality and the two buttons at the right."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtWidgets import QWidget

from reports.readers import UnreadableTable
from tournament.draw import DrawProblem
from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.event.seating import SeatingWishes
from tournament.language import Text, mark
from tournament.use_cases import Command, Refused, View, seated_until
from tournament.use_cases.commands import AddTable, ChangePlayer, ChangeSettings
from tournament.use_cases.draft_fit import is_published, unfit_text
from tournament.use_cases.drawing import PART_OF_A_TABLE, seat_to_fill
from tournament.use_cases.seating_wishes import sharing_problems
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_table, folder_of
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.form import NotRead
from ui.desktop.kit.menu import MenuEntry, entries_of
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import FULL_PANEL_FROM
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.pages.draw.change_form import REDRAW
from ui.desktop.pages.draw.draw_form import one_after_the_other
from ui.desktop.pages.draw.lots import Lots
from ui.desktop.pages.draw.panel import NARROW_WIDTH, WIDTH, DrawPanel, papers_text
from ui.desktop.pages.draw.proposal import (
    Progress,
    Seat,
    SeatingProposal,
    measure,
    propose_draft,
    propose_draw,
    propose_from_file,
    propose_redraw,
    propose_swap,
    still_fits,
)
from ui.desktop.pages.draw.replacement import TypedReplacement, replacement_command
from ui.desktop.pages.draw.seats_view import SeatsView
from ui.desktop.pages.draw.state import (
    BY_TABLE,
    DrawState,
    clear_choice,
    refused_reason,
    with_event,
    with_proposal,
    with_reach,
    with_reason,
    with_seat,
    with_swap,
)
from ui.desktop.pages.report_dialogs import show_report, show_table
from ui.desktop.theme import Room
from ui.desktop.widgets.flash import flash


class _SeatingSearch(Work):
    """A search for a seating in a thread of its own. It reports its result even if it was cancelled."""

    def __init__(self, find: Callable[[Progress], SeatingProposal]) -> None:
        super().__init__(self._search)
        self._find = find
        self._enough = Event()

    def cancel(self) -> None:
        """End the search soon, with the best seating found so far."""
        self._enough.set()

    def _search(self, step: Step) -> SeatingProposal:
        def progress(done: float) -> bool:
            step(round(done * 100), 100)
            return not self._enough.is_set()

        found = self._find(progress)
        return replace(found, stopped=self._enough.is_set())


class DrawPage(Page):
    """Shows the published draw, or the draft of a draw."""

    reads_ahead = False

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.state = DrawState()
        self.searches = CurrentWork(self)
        self._to_replace = 0, 0
        """Session and number of a player to be replaced as soon as the published draw is shown; 0 for nobody."""
        self._next: Callable[[], None] | None = None
        """Starts the search that waits until the published draw is shown; None if none does."""
        self.seats = SeatsView()
        self.panel = DrawPanel()
        self.lots = Lots(controller, self.panel.form, self)
        self.lay_out(self.seats, panel=self.panel, sides=(mark("Seating"), mark("Method and quality")))
        self._listen()
        self.forget()

    def _listen(self) -> None:
        seats, swap, panel, changes = self.seats, self.seats.swap, self.panel, self.panel.changes
        self.searches.started.connect(self._show_search)
        self.searches.done.connect(self._proposed)
        self.searches.failed.connect(self._refused)
        self.searches.cancelled.connect(self._end_search)
        seats.arrangement.chosen.connect(lambda key: self._update(replace(self.state, arrangement=key)))
        seats.session.chosen.connect(self.show_session)
        self.controller.session_changed.connect(self._follow_session)
        for wanted in (seats.empty.activated, panel.draw_wanted):
            wanted.connect(self.draw)
        panel.publish_wanted.connect(self.publish)
        panel.leave.clicked.connect(self.leave)
        panel.substitute.clicked.connect(self._choose_substitute)
        panel.wait.clicked.connect(lambda: self._update(replace(self.state, refusal=None)))
        panel.lots.clicked.connect(self.lots.begin)
        panel.read.clicked.connect(self._choose_file)
        panel.save.clicked.connect(lambda: self.controller.navigation.page_wanted.emit("reports"))
        self.lots.search_wanted.connect(self.search)
        self.controller.navigation.replacement_wanted.connect(self._ask_replacement)
        self.controller.navigation.redraw_wanted.connect(self._ask_redraw)
        changes.search_wanted.connect(self.search)
        changes.replacement.submitted.connect(self._replace)
        changes.table_wanted.connect(self._add_table)
        seats.by_table.seat_chosen.connect(lambda seat: self._choose(with_seat(self.state, seat)))
        for let in (seats.by_table.escaped, swap.left):
            # First, because the change below makes the page read the event, with other players in the chosen seats.
            let.connect(lambda: self._update(clear_choice(self.state)))
        for wanted in (seats.by_table.swap_wanted, swap.swap_wanted):
            wanted.connect(self._swap)
        swap.reach_chosen.connect(lambda onwards: self._choose(with_reach(self.state, onwards)))
        swap.reason_given.connect(lambda reason: self._choose(with_reason(self.state, reason)))
        swap.replacement_wanted.connect(self._show_replacement)

    @property
    def closed(self) -> bool:
        """Whether a new draw is impossible, because play has begun or the event cannot be changed."""
        return self.view is None or self.view.begun or not self.controller.may(Act.DRAW)

    def draw(self) -> None:
        """Draw off the GUI thread."""
        form = self.panel.form
        if not self.closed and not self.state.searching:
            self._update(replace(self.state, refusal=None))  # the typed fields may be refused for another reason now
            with suppress(NotRead):  # the problem is shown at its field
                seed, wishes = form.read_seed(), self.panel.read_wishes()
                find = partial(propose_draw, method=form.chosen_method, seed=seed, wishes=wishes)
                if self._keep_players():
                    self.search(find)

    def publish(self) -> None:
        """Publish the proposal. Ask first if it replaces a published draw."""
        proposal, session = self.state.proposal, self.state.session
        if proposal is None or proposal.publish is None or self.panel.again.unread:
            return
        if self.view is not None and self.view.seating is not None and not self.state.asked:
            self._update(replace(self.state, asked=True))  # the second call publishes
            return
        try:
            problems = self._chosen_rule(proposal) or self._carry_out(proposal.publish)
        except NotRead:  # the problem is shown at its field
            return
        if problems:
            self._update(replace(self.state, refusal=problems[0].text, asked=False))
        else:
            self.controller.choose_session(session)

    def leave(self) -> None:
        """Discard the draft of the draw."""
        self.state = replace(clear_choice(self.state), proposal=None)
        self.controller.keep_draft(None)

    def read(self, path: Path) -> None:
        """Propose the seating in a file."""
        if not self.closed:
            with suppress(NotRead):  # the problem is shown at its field
                self.search(partial(propose_from_file, path=path, wishes=self.panel.read_wishes()))

    def _keep_players(self) -> bool:
        """Write the fixed tables and wishes to sit out that were typed, and return whether that was possible.

        Before players are kept at one table, ask.
        """
        players = self.panel.form.changed_players()
        asking = sharing_problems(self.controller.book.view, players)
        if asking and (players != self.state.sharing or self.panel.again.unread):
            question = one_after_the_other(problem.text for problem in asking)
            self._update(replace(self.state, sharing=players, question=question, refusal=None, asked=False))
            self.show_side_of(self.panel)
            return False
        problems = attempt_all(self.controller, [ChangePlayer(player) for player in players]) if players else ()
        if problems:
            self._update(replace(self.state, refusal=problems[0].text))
        return not problems

    def _chosen_rule(self, proposal: SeatingProposal) -> tuple[Problem, ...]:
        """Write what those who sit out get, if somebody does and the event does not say it yet. Raise NotRead."""
        settings = self.controller.book.view.settings
        if not any(proposal.seating.sit_out) or settings.sit_out_points is not None:
            return ()
        return attempt(self.controller, ChangeSettings(self.panel.sit_out.with_rule(settings)))

    def show_session(self, session: int) -> None:
        """Show this session by table."""
        self._update(replace(self.state, session=session))

    def _follow_session(self, session: int) -> None:
        proposal = self.state.proposal
        if proposal is None or 0 < session <= len(proposal.seating.sessions):
            self.show_session(session)

    def search(self, find: Callable[[View, Progress], SeatingProposal]) -> None:
        """Run the search ``find`` in another thread and show its result, even if it was stopped early.

        Do nothing while another search runs. After a change of the event, wait until the published draw is measured.
        """
        if self.view is None or self.state.searching:
            return
        if self.state.working:
            self._next = partial(self.search, find)
        else:
            self.searches.start(_SeatingSearch(partial(find, self.view)))

    def forget(self) -> None:
        """Drop everything that belonged to the previous event."""
        self.searches.forget()
        self._to_replace, self._next = (0, 0), None
        self.state = DrawState()
        seating = self.view.seating if self.view is not None else None
        self.panel.form.show_wishes(seating.wishes if seating is not None else SeatingWishes())
        self.panel.sit_out.allowed.setChecked(seating is not None and seating.lets_sit_out)
        self.panel.changes.forget()
        self.seats.forget()

    def refresh(self) -> None:
        """Show the draft of the draw if there is one that can be published, otherwise the published draw."""
        view = self.view
        seating = view.seating if view is not None else None
        self.searches.cancel()  # its result would be for the event before the change
        state = replace(self.state, session=self.controller.session or self.state.session)
        self.state = with_event(state, view)
        draft = view.unpublished_draw if view is not None else None
        none_yet = seating is not None and not seating.sessions  # of a league before its first evening
        if self.state.proposal is None and view is not None and draft is not None and unfit_text(view, draft) is None:
            self.searches.start(Work(lambda _step: propose_draft(view, draft)))
        elif self.state.proposal is None and view is not None and seating is not None and not none_yet:
            self.searches.start(Work(lambda _step: measure(view, seating, until=seated_until(view))))
        else:
            self._render()

    def fit(self, room: Room) -> None:
        """Make the panel narrower in a small window."""
        self.panel.set_width(WIDTH if room.width >= FULL_PANEL_FROM else NARROW_WIDTH)

    def print_view(self) -> None:
        """Print the seating by session or by player: the published one, or the proposal."""
        view, proposal, state = self.view, self.state.proposal, self.state
        by_table = state.arrangement == BY_TABLE
        if view is None or proposal is None:
            self.controller.messages.noted.emit(mark("There is no draw yet."))
        elif proposal.published:
            name = "seating-by-table" if by_table else "seating-by-player"
            show_report(self.controller, view, name, self, session=state.session if by_table else None)
        elif by_table:
            title = mark("Proposed seating, session {session}", session=state.session)
            show_table(self.controller, view, title, self.seats.by_table, self)
        else:
            show_table(self.controller, view, mark("Proposed seating"), self.seats.by_player, self)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current seat and for the draw."""
        buttons = entries_of(self.panel.draw, self.panel.publish, self.panel.lots)
        writes = self.controller.may(Act.SEATS)
        return [self.seats.seat_entries(writes=writes), buttons, self.seats.list_entries()]

    def focus_target(self) -> QWidget | None:
        """The seats, or the button if there are none."""
        return self.seats.current

    def _update(self, state: DrawState) -> None:
        if state != self.state:
            self.state = state
            self._render()
            if self.view is not None and self.view.seating is not None:  # the same session on every page
                session = min(state.session, len(self.view.seating.sessions))
                if session not in self.view.state.cancelled:
                    self.controller.choose_session(session)

    def _show_search(self, work: Work) -> None:
        self.panel.show_work(work)
        self.state = replace(self.state, working=True, searching=isinstance(work, _SeatingSearch), refusal=None)
        self._render()

    def _proposed(self, proposal: SeatingProposal) -> None:
        if proposal.published or still_fits(proposal, self.view):
            self._update(with_proposal(self.state, proposal))
            if proposal.draft is not None and self.view is not None:  # the published draw may have been drawn again
                self.controller.keep_draft(None if is_published(self.view, proposal.draft) else proposal.draft)
        else:
            self._end_search()
        self.seats.focus_seats()
        if proposal.published:
            self._show_player_to_replace()
        self._start_next()

    def _refused(self, error: BaseException) -> None:
        self._next = None
        vacant = _vacant_seat(self.view, self.panel.changes.first, error)
        self._update(replace(self.state, working=False, searching=False, refusal=_refusal_text(error), vacant=vacant))
        self.seats.focus_seats()

    def _end_search(self) -> None:
        self._next = None
        self._update(replace(self.state, working=False, searching=False))

    def _choose_file(self) -> None:
        folder = folder_of(self.controller.book.place)
        path = choose_table(self, folder, mark("Import a seating"), mark("Seatings"))
        if path is not None:
            self.read(path)

    def _carry_out(self, command: Command) -> tuple[Problem, ...]:
        """Change the published draw, and report which papers become out of date."""
        before = self.view.seating if self.view is not None else None
        problems = attempt(self.controller, command)
        view = self.view
        if not problems and before is not None and view is not None and view.seating is not None:
            text = papers_text(view, before, view.seating)
            if text is not None:
                self.controller.messages.noted.emit(text)
        return problems

    def _replace(self, typed: TypedReplacement) -> None:
        try:
            problems = self._carry_out(replacement_command(self.controller.book.view, typed))
        except Refused as refused:
            problems = refused.problems
        if problems:
            self.panel.changes.replacement.refuse(problems[0].text)

    def _ask_replacement(self, session: int, number: int) -> None:
        self._to_replace = session, number
        if self.state.proposal is not None and self.state.proposal.published:
            self._show_player_to_replace()

    def _ask_redraw(self, session: int) -> None:
        """Draw again from ``session`` on with those who are here, as soon as the draw is shown."""

        def redraw() -> None:
            self.panel.sit_out.allowed.setChecked(True)
            self.panel.changes.choose(REDRAW)
            self.search(partial(propose_redraw, first=session, sit_out=True))

        self._next = redraw
        if self.state.proposal is not None:
            self._start_next()

    def _start_next(self) -> None:
        """Start the search that waits, if one does."""
        start, self._next = self._next, None
        if start is not None:
            start()

    def _show_player_to_replace(self) -> None:
        """Choose the seat of the player to be replaced, and move the cursor to the fields of the replacement."""
        (session, number), self._to_replace = self._to_replace, (0, 0)
        proposal = self.state.proposal
        place = proposal.seating.place_of(number, session) if proposal is not None and number else None
        if place is not None:
            state = replace(self.state, arrangement=BY_TABLE, session=session, refusal=None)
            self._choose(with_seat(clear_choice(state), Seat(session, *place)))
            self._show_replacement()

    def _choose_substitute(self) -> None:
        """Go to the fields for replacing the player whose seat a substitute could take."""
        vacant = self.state.vacant
        if vacant is not None:
            self._update(replace(self.state, refusal=None))
            self._ask_replacement(*vacant)

    def _add_table(self, command: AddTable) -> None:
        problems = self._carry_out(command)
        if problems:
            self.panel.changes.refuse_table(problems[0].text)

    def _show_replacement(self) -> None:
        self.show_side_of(self.panel.changes)
        self.panel.show_replacement()

    def _choose(self, state: DrawState) -> None:
        """Show ``state``, and compute in another thread what swapping the two chosen players would do."""
        if not self.controller.may(Act.SEATS):
            return
        self._update(state)
        asked, view, proposal = self.state, self.view, self.state.proposal
        if view is None or proposal is None or len(asked.chosen) != 2:
            return
        one, other = asked.chosen
        work = Work(lambda _step: propose_swap(view, proposal, one, other, onwards=asked.onwards, reason=asked.reason))
        listen(work.done, self, lambda after: self._update(with_swap(self.state, asked, after)))
        listen(work.failed, self, lambda error: self._update(with_swap(self.state, asked, _refusal_text(error))))
        work.start()

    def _swap(self) -> None:
        before, after = self.state.proposal, self.state.swap
        if before is None or not isinstance(after, SeatingProposal) or refused_reason(self.state) is not None:
            flash(self.seats.swap.reason.line)
            return
        if before.published and after.publish is not None:
            self._update(clear_choice(self.state))
            for problem in self._carry_out(after.publish)[:1]:
                self.controller.messages.shown.emit(problem.text)
        else:
            self._proposed(after)
        self.seats.focus_seats()

    def _render(self) -> None:
        state, view, closed = self.state, self.view, self.closed
        self.seats.show_state(state, view, writes=self.controller.may(Act.SEATS))
        self.panel.show_state(state, view, closed=closed)
        self.lots.set_refused(_no_lots_text(closed=closed) if self.panel.lots.isHidden() and view is not None else None)


def _no_lots_text(*, closed: bool) -> Text:
    """Why lots cannot be drawn now. ``closed`` is whether no draw is possible any more."""
    if closed:
        return mark("Play has begun: lots can no longer be drawn.")
    return mark("The draw is already published. To draw lots, undo the publication first.")


def _vacant_seat(view: View | None, first: int, error: BaseException) -> tuple[int, int] | None:
    """Return a session and a player whose seat in it a substitute could take, so that the draw becomes possible.

    The sessions from ``first`` on can then be drawn. None if ``error`` has another cause.
    """
    partial_table = isinstance(error, Refused) and error.problems[0].code == PART_OF_A_TABLE
    return seat_to_fill(view, first) if partial_table and view is not None else None


def _refusal_text(error: BaseException) -> Text:
    """Why drawing is not possible. Raise an unexpected ``error`` again, for the crash reporter."""
    match error:
        case DrawProblem():
            return error.message
        case UnreadableTable():
            return error.text
        case Refused():
            return error.problems[0].text
        case _:
            raise error
