"""Every action of a drawn event in any order: what is counted, shown, published and drawn is always right."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule, run_state_machine_as_test

from reports.catalogue import ReportOptions, build, reports_under
from tests.examples.every_fact import OneKey
from tests.tournament.draw import recount
from tests.tournament.use_cases.any_commands import COMMANDS, REPAIRS, SESSIONS, TABLES, TOTALS
from tests.tournament.use_cases.as_sent import carry_out
from tests.tournament.use_cases.events import BY, noon
from tests.tournament.use_cases.machine import RANDOMS, UNKNOWN, Machine, in_words, refused_in_closed, seen, some_of
from tests.tournament.use_cases.random_commands import (
    ABOUT_SEATS,
    PREPARING,
    Action,
    by_hand,
    publish_draw,
    tables_of,
)
from tournament.catalogue import IDS
from tournament.event.player import PlayerState, public_players
from tournament.event.prizes import CategoryKind, PrizeTies
from tournament.event.seating import Seating
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading, Settings
from tournament.ledger.entry import Entry, table_stream
from tournament.ledger.facts import Redone, SheetMoved, Undone
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome, PartialNet
from tournament.rules.table_points import TablePointsKind
from tournament.standings.ranking import Standings
from tournament.use_cases import (
    CancelPenalty,
    Command,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    View,
    measure_seating,
    open_seats,
    plan_by_ranking,
    plan_rest,
    problems_of,
)
from tournament.use_cases.commands import (
    ChangeSettings,
    PublishDraw,
    RedrawSessions,
    RemoveSigningKey,
    SetSigningKey,
    SignFingerprint,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.prizes import prize_list
from tournament.use_cases.public_view import PublicView


def _where_it_was(entry: Entry, kept: list[Entry]) -> bool:
    """Whether nothing is missing before ``entry`` in its stream: a journal finds by number what a sheet took along."""
    return [other for other in kept if other.stream == entry.stream].index(entry) == entry.number - 1


def _as_ranked(standings: Standings) -> tuple[object, ...]:
    """Everything in ``standings`` but names, which also decide the order of equals."""
    rows = {row.player.number: (row.rank, row.table_points, row.score, row.results, row.moved)
            for row in standings.rows}  # fmt: skip
    unranked = {row.player.number: (row.status, row.table_points, row.score, row.results) for row in standings.unranked}
    return rows, unranked, replace(standings, rows=(), unranked=())


class EventMachine(Machine):
    """One event of eight players and more, from its settings to its final."""

    @initialize(
        rules=st.sampled_from(("mcr", "mcr", *IDS)),
        stage=st.integers(0, 4),
        final=st.sampled_from((None, 4, 8)),
        carried=st.booleans(),
        counted=st.sampled_from(CountedTotals),
        second=st.sampled_from(SecondReading),
    )
    def begin(
        self, rules: str, stage: int, final: int | None, carried: bool, counted: CountedTotals, second: SecondReading
    ) -> None:
        """Somewhere in the event: players, a draw, hands, a session played, the next one seated by the standings."""
        self.create(Settings("Cup", rules=rules, sessions=3, counted_totals=counted, second_reading=second))
        self.measured: Seating | None = None
        sessions = (tables_of(range(1, 9)), tables_of((5, 2, 7, 4, 1, 6, 3, 8)), tables_of((8, 7, 6, 5, 4, 3, 2, 1)))
        if stage >= 1:
            self.do(PublishDraw(by_hand(sessions, self.view)))
        if stage == 2:
            self.do(*(RecordHand(1, 1, hand, Outcome(hand % 4, None, 8)) for hand in (1, 2, 3)))
        if stage >= 3:
            self.do(*(RecordTotals(1, table, (60, 20, -20, -60)) for table in (1, 2)))
        if stage == 4:
            self.act(
                lambda: carry_out(
                    self.book,
                    plan_by_ranking(self.view, 2, way="straight", final=final, carried=carried).command,
                    by=BY,
                )
            )

    @property
    def early(self) -> bool:
        """Whether to try what belongs before the draw: afterwards now and then, to see it refused."""
        return self.view.seating is None or len(self.store.records) % 4 == 0

    @precondition(lambda self: self.early)
    @rule(actions=some_of(*PREPARING, publish_draw), chance=RANDOMS)
    def prepare(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @rule(actions=some_of(*ABOUT_SEATS), chance=RANDOMS)
    def change_seats(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @precondition(lambda self: self.early)
    @rule(
        place=st.sampled_from(("Paris", "Lyon")),
        sessions=SESSIONS,
        rules=st.sampled_from(("mcr", "mcr", "blank")),
        counted=st.sampled_from(CountedTotals),
        paper=st.sampled_from(PaperTotals),
        second=st.sampled_from(SecondReading),
    )
    def change_the_settings(
        self,
        place: str,
        sessions: int,
        rules: str,
        counted: CountedTotals,
        paper: PaperTotals,
        second: SecondReading,
    ) -> None:
        changed = replace(
            self.view.settings,
            place=place,
            sessions=sessions,
            rules=rules,
            counted_totals=counted,
            paper_totals=paper,
            second_reading=second,
        )
        self.do(ChangeSettings(changed))

    @precondition(lambda self: len(self.store.records) % 4 == 0)
    @rule(first=SESSIONS, seed=st.integers(0, 3))
    def draw_what_is_left_again(self, first: int, seed: int) -> None:
        """By a search that somebody ends early: whole it takes seconds, and what it finds is asked elsewhere."""

        def planned() -> Seating:
            return plan_rest(self.view, first, seed=seed, progress=lambda part: part < 0.05)

        self.act(lambda: carry_out(self.book, RedrawSessions(planned(), first), by=BY))

    @rule(commands=st.lists(COMMANDS | REPAIRS, min_size=2, max_size=4))
    def at_several_tables_at_once(self, commands: list[Command]) -> None:
        self.do(*commands)

    @rule(command=st.sampled_from((SetSigningKey(OneKey().key, "Ada"), RemoveSigningKey(), SignFingerprint())))
    def sign(self, command: Command) -> None:
        """What is signed holds, whatever comes before and after it."""
        self.do(command)

    @rule(session=SESSIONS)
    def withdraw_the_results(self, session: int) -> None:
        self.do(WithdrawResults(session))
        assert self.view.state.publication.session < session or session > self.view.sessions

    @rule(session=SESSIONS, table=TABLES, totals=TOTALS)
    def a_closed_session_takes_nothing(self, session: int, table: int, totals: PartialNet) -> None:
        closed = self.view.state.closed
        if session not in closed:
            return
        reopening = ReopenSheet(session, table, "a reason")
        for command in (reopening, RecordTotals(session, table, totals, "a reason")):  # type: ignore[arg-type]
            assert {each.code for each in problems_of(self.view, command)} <= {"session-closed", "table-unknown"}
            self.do(command, confirmed=True)
        assert self.view.state.closed == closed

    @rule(session=SESSIONS, table=TABLES)
    def take_back_on_one_sheet(self, session: int, table: int) -> None:
        """What others wrote since on other sheets stays: the event is as if the entry had never been written."""
        journal = self.view.journal
        stream = table_stream(session, table)
        target = journal.last_of_sheet(stream)
        if target is None:
            return
        assert stream in journal.sheets_of(target)
        if journal.written_since(target) is not None:
            self.do(Undo(target.id))
            assert journal.counts(target)
            return
        now = seen(self.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Undo(target.id), by=BY)):
            return
        assert self.view.journal.undo_order.to_redo is target
        kept = [entry for entry in journal if not isinstance(entry.fact, Undone | Redone) and journal.counts(entry)]
        kept.remove(target)
        if all(_where_it_was(entry, kept) for entry in kept if isinstance(entry.fact, SheetMoved)):
            assert seen(self.view) == seen(View(Journal(kept)))
        self.past = [UNKNOWN] * (len(self.past) - 1)
        self.future.append(now)

    @rule(options=st.builds(ReportOptions, printed=st.just(noon()), session=st.none() | SESSIONS))
    def print_everything(self, options: ReportOptions) -> None:
        for report in reports_under(self.view.rules):
            try:
                document = build(report, self.view, options)
            except Refused:
                seating = self.view.seating
                fixed = self.view.rules.table.rotation is not None
                no_tables = seating is None or not seating.tables(options.session or 1)
                assert no_tables or (report.name == "table-rotation" and not fixed)
            else:
                assert document.event == self.view.settings.name

    @rule(reason=st.just("was in time"))
    def every_penalty_that_stands_can_be_cancelled(self, reason: str) -> None:
        for sheet in self.sheets():
            for penalty in sheet.penalties:
                problems = problems_of(self.view, CancelPenalty(penalty.entry.id, reason))
                over = sheet.session in self.view.state.closed
                expected = ["session-closed"] if over else ["totals-only"] if sheet.totals_only else []
                assert [problem.code for problem in problems] == expected

    def teardown(self) -> None:
        """An entry is described ever after as it was when it was written."""
        if hasattr(self, "book"):
            journal = self.view.journal
            for entry, told in zip(journal, self.told, strict=False):
                assert in_words(journal, entry) == told

    @invariant()
    def what_is_won_is_what_there_is_to_win(self) -> None:
        view = self.view
        for each in prize_list(view, None):
            assert all(award.prizes for award in each.awards)
            waiting = [award for award in each.awards if award.undecided]
            assert not waiting or view.settings.prizes.ties is PrizeTies.SPLIT
            assert all(award.amount is None for award in waiting)
            out = {row.player.number for row in view.standings().unranked}
            if each.category.kind not in (CategoryKind.TEAMS, CategoryKind.COUNTRIES):
                assert not out & {int(award.entrant.key) for award in each.awards}

    @invariant()
    def scores_are_what_was_won_and_lost(self) -> None:
        signed_counts = self.view.settings.counted_totals is CountedTotals.AS_SIGNED
        for sheet in self.sheets():
            worth = self.view.rules.table_points
            placed = worth.places[: 4 - len(sheet.unplaced)]
            assert worth.kind is not TablePointsKind.PLACES or sum(sheet.table_points) == sum(placed)
            assert not any(sheet.table_points[column] for column in sheet.unplaced)
            on_paper = sheet.closed is not None and (signed_counts or sheet.totals_only)
            by_hands = [sum(line.net[column] for line in sheet.hands) for column in range(4)]
            for penalty in sheet.session_penalties:
                by_hands = [total + step for total, step in zip(by_hands, penalty.net, strict=True)]
            assert sum(by_hands) == -sheet.lost
            pairs = list(zip(sheet.paper, by_hands, strict=True))
            if not on_paper or all(paper in (None, ours) for paper, ours in pairs):
                assert list(sheet.scores) == by_hands
            assert not on_paper or all(
                paper in (None, score) for paper, score in zip(sheet.paper, sheet.scores, strict=True)
            )
            assert sheet.balance in (None, sum(sheet.scores))
            if sheet.state is SheetState.VERIFIED:
                assert sheet.closed is not None
                differs = any(paper not in (None, ours) for paper, ours in zip(sheet.paper, by_hands, strict=True))
                assert not differs or sheet.accepted or sheet.totals_only

    @invariant()
    def who_is_not_ranked_takes_no_place(self) -> None:
        standings = self.view.standings()
        ranked = [row.player.number for row in standings.rows]
        apart = {row.player.number: row for row in standings.unranked}
        assert not apart.keys() & set(ranked)
        assert {row.rank for row in standings.rows} <= set(range(1, len(ranked) + 1))
        for number, row in apart.items():
            assert row.status.state is not PlayerState.PLAYING
            assert row.status.state is not PlayerState.DISQUALIFIED or not (row.table_points or row.score)
            assert self.view.status(number).state is row.status.state
        for seat in open_seats(self.view):
            assert seat.player.number in apart or standings.after + 1 < self.view.status(seat.player.number).first

    @invariant()
    def the_public_sees_what_is_published_and_no_more(self) -> None:
        view, public = self.view, PublicView(self.view)
        last = view.state.publication.session
        for session in range(1, view.sessions + 1):
            if session <= last:
                assert public.sheets(session) == view.sheets(session)
                assert public.touched(session) == view.touched(session)
                assert _as_ranked(public.standings(session)) == _as_ranked(view.standings(session))
            else:
                for sheet in public.sheets(session):
                    assert (sheet.number, sheet.penalties, sheet.closed, set(sheet.scores)) == (0, (), None, {0})
                assert not public.touched(session)
                with pytest.raises(Refused, match="results-withheld"):
                    public.standings(session)
        for table in (1, 2, 3):
            shown = public.streamed_sheet(table)
            assert shown is None or table in view.settings.streamed
            if shown is not None:
                withheld = shown.session == view.state.publication.held
                assert shown.scores == ((0, 0, 0, 0) if withheld else view.sheet(shown.session, table).scores)
        assert public.last_session <= last
        standings, names = public.standings(), public_players(view.players)
        assert _as_ranked(standings) == _as_ranked(view.standings(public.last_session))
        assert all(row.player == names[row.player.number] for row in standings.rows)
        assert all(row.player == names[row.player.number] for row in standings.unranked)

    @invariant()
    def no_draw_beats_its_bound(self) -> None:
        view = self.view
        if view.seating is None or not view.settings.format.is_drawn or view.seating == self.measured:
            return
        self.measured = view.seating
        quality = measure_seating(view, view.seating).quality
        sessions = [view.seating.table_by_table(each) for each in range(1, len(view.seating.sessions) + 1)]
        assert recount.repeats(sessions) == quality.repeats >= quality.fewest_repeats
        assert recount.revisits(sessions) == quality.table_revisits >= quality.fewest_table_revisits
        assert quality.strangers >= quality.fewest_strangers
        assert all(group.meetings >= group.fewest for group in quality.groups)

    @invariant()
    def the_version_in_force_is_who_sits_there(self) -> None:
        view = self.view
        for sheet in self.sheets():
            version = view.seat_versions.of(sheet.session, sheet.table)
            assert view.seat_versions.seats(sheet.session, sheet.table, version) == sheet.players


TestEventMachine = EventMachine.TestCase
TestEventMachine.settings = hypothesis_settings(max_examples=20, stateful_step_count=40)


@pytest.mark.thorough
def test_more_events() -> None:
    run_state_machine_as_test(EventMachine, settings=hypothesis_settings(max_examples=60, stateful_step_count=40))
