"""Every action of an event in any order: nothing refused leaves a trace, nothing undone stays, both accounts agree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import time, timedelta

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from reports.catalogue import ReportOptions, build, reports_under
from tests.examples.every_fact import OneKey
from tests.examples.logos import plain
from tests.slide_words import words_of
from tests.tournament.draw import recount
from tests.tournament.use_cases.as_sent import carry_out, carry_out_all
from tests.tournament.use_cases.events import BY, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import IDS
from tournament.draw import DrawProblem
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, PrizeTies
from tournament.event.seating import Seating, SeatingWishes, Seats
from tournament.event.settings import (
    AfterGong,
    CountedTotals,
    FederationLevel,
    PaperTotals,
    SecondReading,
    Settings,
)
from tournament.event.timetable import SessionTime
from tournament.language import LANGUAGES
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import Entry, table_stream
from tournament.ledger.facts import (
    ClockFact,
    ClockStarted,
    HallDraw,
    HeadsChained,
    PaperReading,
    PenaltyGiven,
    PublicationFact,
    Redone,
    SessionClosed,
    SessionReopened,
    SheetMoved,
    SigningFact,
    Undone,
)
from tournament.ledger.journal import Journal
from tournament.ledger.sanctions import Charge
from tournament.ledger.second_reading import first_points, first_totals
from tournament.ledger.session_step import MOVES, SessionStep
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome, PartialNet
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_points import TablePointsKind
from tournament.use_cases import (
    Book,
    CancelPenalty,
    Changes,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    LinesRefused,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    Refused,
    RejectSheet,
    ReopenSheet,
    StoreUnavailable,
    TypeTotals,
    View,
    measure_seating,
    open_seats,
    plan_by_ranking,
    plan_rest,
    problems_of,
    session_life,
)
from tournament.use_cases.book import content_mark
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    ChangeLogo,
    ChangePlayer,
    ChangePlayerState,
    ChangePrizes,
    ChangeSettings,
    CreateEvent,
    DecideTie,
    DrawLot,
    GiveLots,
    GiveTeams,
    LeaveToSubstitute,
    MergePlayers,
    NoteAttendance,
    PauseClock,
    PublishDraw,
    PublishResults,
    Redo,
    RedrawSessions,
    RemovePlayer,
    RemovePrize,
    RemoveSigningKey,
    ReplacePlayer,
    ResumeClock,
    SetPrize,
    SetSigningKey,
    SignFingerprint,
    StartClock,
    StopClock,
    SwapPlayers,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.prizes import (
    prize_list,
    undecided_ties,
)
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.sessions import moves_of, session_move
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import BlankSlide

SESSIONS = st.integers(1, 3)
NUMBERS = st.integers(1, 11)
COLUMNS = st.integers(0, 3)
CATEGORIES = st.builds(PrizeCategory, st.sampled_from(CategoryKind)) | st.sampled_from(
    (PrizeCategory(), PrizeCategory(CategoryKind.COUNTRY, "FR"), PrizeCategory(CategoryKind.CLUB, "Les Quatre Vents"))
)
PRIZE_CHANGES: st.SearchStrategy[Prize | PrizeTies | int] = st.builds(
    lambda category, place, more, what, amount: Prize(category, place, place + more, what, amount),
    CATEGORIES,
    st.integers(0, 4),
    st.sampled_from((0, 0, 1, 20)),
    st.sampled_from(("Cup", "")),
    st.sampled_from((None, 100, 10001)),
) | st.sampled_from((*PrizeTies, 1, 2))
EVERYTHING = HallScreen("Hall", tuple(ScreenContent))
HALL = HallState("event", message="Lunch", sponsors=("Tea House.png",))
HANDS = st.integers(1, 3)
"""Few hands, so that they meet: recorded twice, corrected, punished."""
REASONS = st.sampled_from(("a reason", "  "))
POINTS = st.sampled_from((8, 12, 88, 89))
OUTCOMES = st.one_of(
    st.just(Outcome(None)),
    st.builds(Outcome, COLUMNS, st.none(), POINTS),
    st.builds(
        lambda winner, step, points: Outcome(winner, (winner + step) % 4, points), COLUMNS, st.integers(0, 3), POINTS
    ),
)
TOTALS = st.sampled_from(((60, 20, -20, -60), (0, 0, 0, 0), (32, -16, -8, -8), (10, 0, 0, 0), (0, 0, -20, 0)))
PARTS: st.SearchStrategy[PartialNet] = st.sampled_from(((60, None, -20, None), (None, None, None, None)))
CHARGES = st.builds(
    Charge,
    player=COLUMNS,
    fault=st.sampled_from(("", "", "late", "false-hu-short", "wall-broken", "claim-changed")),
    hand=st.none() | HANDS,
    points=st.none() | st.sampled_from((0, 5, 20)),
    to=st.none() | st.just(()) | COLUMNS.map(lambda column: (column,)),
    no_hu=st.booleans(),
    reason=st.sampled_from(("", "a reason")),
    minutes=st.none() | st.integers(1, 16),
)
TABLES = st.integers(1, 2)
CLOCK_ACTIONS = st.sampled_from((None, StartClock, PauseClock, ResumeClock, StopClock))
"""None: extra minutes."""
READINGS = st.builds(PaperReading, TOTALS) | st.just(PaperReading(points=(8, *[None] * 15)))
READERS = st.sampled_from(("", "Second Reader"))
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(RecordHand, SESSIONS, TABLES, HANDS, OUTCOMES),
    st.builds(CorrectHand, SESSIONS, TABLES, HANDS, OUTCOMES, REASONS),
    st.builds(GivePenalty, SESSIONS, TABLES, CHARGES),
    st.builds(TypeTotals, SESSIONS, TABLES, TOTALS),
    st.builds(RecordTotals, SESSIONS, TABLES, TOTALS, REASONS),
    st.builds(CloseSheet, SESSIONS, TABLES, st.none() | TOTALS | PARTS, st.sampled_from(("", "a reason"))),
    st.builds(ReopenSheet, SESSIONS, TABLES, REASONS),
    st.builds(ConfirmSheet, SESSIONS, TABLES, READINGS, READERS),
    st.builds(RejectSheet, SESSIONS, TABLES, READINGS, READERS, REASONS),
)
ROWS = st.sampled_from((0, 1, 2, 3, 4, 16, 17))
SPANS = st.none() | st.tuples(ROWS, ROWS) | st.just((1, 16))
TILES = st.sampled_from(("", "[234p,1]234m23456s88p7s", "111z222z33345m66p6p"))
"""Tiles that winds change, and tiles that they do not."""
REPAIRS: st.SearchStrategy[Command] = st.one_of(
    st.builds(InsertHand, SESSIONS, TABLES, ROWS, OUTCOMES, REASONS, TILES),
    st.builds(DeleteHand, SESSIONS, TABLES, ROWS, REASONS),
    st.builds(MoveHand, SESSIONS, TABLES, ROWS, ROWS, REASONS),
    st.builds(ExchangeColumns, SESSIONS, TABLES, st.tuples(COLUMNS, COLUMNS), SPANS, REASONS),
    st.builds(MoveSheet, SESSIONS, TABLES, SESSIONS, TABLES, REASONS),
)


def by_the_rules(command: Command, rules: RuleSet) -> Command:
    """The same in the shape that ``rules`` ask of: four values, fan, what else is asked, faults of their own."""
    if isinstance(command, GivePenalty):
        slugs = ["", *(fault.slug for fault in rules.faults)]
        known = command.charge.fault in slugs
        fault = command.charge.fault if known else slugs[len(command.charge.fault) % len(slugs)]
        return GivePenalty(command.session, command.table, structs.replace(command.charge, fault=fault))
    if isinstance(command, RecordHand | CorrectHand | InsertHand) and rules.asks_more:
        return structs.replace(command, outcome=outcome_by(command.outcome, rules), tiles="")
    return command


def outcome_by(plain: Outcome, rules: RuleSet) -> Outcome:
    """An outcome of MCR as ``rules`` know one: 8 and 12 are usual, 88 is dear, 89 cannot be."""
    if plain.winner is None:
        return plain
    usual, more, dear, wrong = (20, 36, 500, 7) if rules.four_values else (rules.minimum + 3, 7, 10, rules.most + 1)
    worth = {8: usual, 12: more, 88: dear, 89: wrong}[plain.points]
    if rules.four_values:
        a, b, c, d = (worth if column == plain.winner else 4 * column for column in range(4))
        return replace(plain, points=0, values=(a, b, c, d))
    liable = plain.discarder if rules.liable is not None and worth == more else None
    return replace(plain, points=worth, liable=liable)


def seen(view: View) -> object:
    """All that somebody can look at, but for the entries that tell of undoing itself."""
    state = view.state
    sheets = [sheet for session in range(1, view.sessions + 1) for sheet in view.sheets(session)]
    return (
        state.settings, state.logo, dict(state.players), state.present, state.seating, state.finals, dict(state.lots),
        dict(state.statuses), dict(state.substitutions),
        state.evenings, state.taken_back, dict(state.table_names), state.published, state.called, state.closed,
        state.publication,
        [view.session_state(session) for session in range(1, view.sessions + 1)],
        [replace(sheet, number=0) for sheet in sheets],
        view.standings() if view.players else None,
    )  # fmt: skip


def tables_of(order: Sequence[int]) -> tuple[Seats, ...]:
    """Four and four of ``order``; who is over has no seat."""
    whole = len(order) // 4 * 4
    return tuple((order[n], order[n + 1], order[n + 2], order[n + 3]) for n in range(0, whole, 4))


def by_hand(sessions: tuple[tuple[Seats, ...], ...], view: View) -> Seating:
    """A draw of these tables; who has no seat is a reserve."""
    seated = {number for tables in sessions for seats in tables for number in seats}
    reserves = tuple(number for number in view.players if number not in seated)
    return Seating(sessions, "by hand", 0, SeatingWishes(reserves=reserves))


def in_words(journal: Journal, entry: Entry) -> list[str]:
    """What the history says of ``entry``, in every language."""
    story, name = describe(journal, entry), name_of(journal, entry)
    told = [
        language.render(text)
        for language in LANGUAGES
        for text in (story.what, name, story.where, story.old, story.new)
    ]
    assert all(told[::5])
    assert all(told[1::5])
    assert not any("{" in text for text in told)
    return [*told, story.reason]


def _where_it_was(entry: Entry, kept: list[Entry]) -> bool:
    """Whether nothing is missing before ``entry`` in its stream: a journal finds by number what a sheet took along."""
    return [other for other in kept if other.stream == entry.stream].index(entry) == entry.number - 1


def refused_in_closed(book: Book, action: Callable[[], Changes]) -> bool:
    """Whether ``action`` was refused since a session is closed; then nothing has changed."""
    view, told = book.view, set[str]()
    try:
        action()
    except Refused as refused:
        told = {problem.code for problem in refused.problems}
    if not told:
        return False
    assert told == {"session-closed"}
    assert view.state.closed
    assert book.view is view
    return True


def closed_content(view: View) -> object:
    """What stands in the sessions that are closed."""
    return {session: ([replace(each, number=0) for each in view.sheets(session)], content_mark(view, session))
            for session in view.state.closed}  # fmt: skip


UNKNOWN = object()
"""What cannot be said of the moments before, once an entry between others was taken back, or a session closed."""


class EventMachine(RuleBasedStateMachine):
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
        self.store = FakeStore()
        self.book = Book(self.store, clock=noon)
        self.book.signer = OneKey()
        rule_of_event = Settings("Cup", rules=rules, sessions=3, counted_totals=counted, second_reading=second)
        carry_out(self.book, CreateEvent(rule_of_event), by=BY)
        self.past: list[object] = []
        self.future: list[object] = []
        self.told: list[list[str]] = []
        self.measured: Seating | None = None
        self.shown = 0
        """The entries of which the hall's screens were shown."""
        self.act(lambda: carry_out(self.book, AddPlayers(tuple(players(9))), by=BY))
        sessions = (tables_of(range(1, 9)), tables_of((5, 2, 7, 4, 1, 6, 3, 8)), tables_of((8, 7, 6, 5, 4, 3, 2, 1)))
        if stage >= 1:
            self.act(lambda: carry_out(self.book, PublishDraw(by_hand(sessions, self.book.view)), by=BY))
        if stage == 2:
            hands = [RecordHand(1, 1, hand, Outcome(hand % 4, None, 8)) for hand in (1, 2, 3)]
            self.act(lambda: carry_out_all(self.book, [self.written(hand) for hand in hands], by=BY))
        if stage >= 3:
            totals = [RecordTotals(1, table, (60, 20, -20, -60)) for table in (1, 2)]
            self.act(lambda: carry_out_all(self.book, totals, by=BY))
        if stage == 4:
            self.seat_by_the_standings(2, "straight", final, carried)

    def written(self, command: Command) -> Command:
        """As the rules of this event have it."""
        return by_the_rules(command, self.book.view.rules)

    def act(self, action: Callable[[], Changes]) -> None:
        """Do it; what is refused must leave everything as it was."""
        before, records = self.book.view, list(self.store.records)
        closed = closed_content(before)
        try:
            changes = action()
        except (Refused, LinesRefused, DrawProblem):
            assert self.store.records == records
            assert self.book.view is before
            return
        assert self.store.records[: len(records)] == records
        if self.book.view.state.closed == before.state.closed and self.book.view.settings == before.settings:
            assert closed_content(self.book.view) == closed
        for position, entry in enumerate(changes.entries, start=len(records)):
            if isinstance(entry.fact, SessionClosed | SessionReopened | PublicationFact | ClockStarted):
                self.past = [UNKNOWN] * len(self.past)  # no undo takes it back; whose clock runs is played
                self.future = [UNKNOWN] * len(self.future)
            elif not isinstance(entry.fact, HeadsChained | ClockFact | SigningFact):
                self.past.append(seen(self.book.view.at(position)))
                self.future.clear()

    @property
    def early(self) -> bool:
        """Whether to try what belongs before the draw: afterwards now and then, to see it refused."""
        return self.book.view.seating is None or len(self.store.records) % 4 == 0

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
            self.book.view.settings,
            place=place,
            sessions=sessions,
            rules=rules,
            counted_totals=counted,
            paper_totals=paper,
            second_reading=second,
        )
        self.act(lambda: carry_out(self.book, ChangeSettings(changed), by=BY))

    @rule(
        session=SESSIONS,
        start=st.none() | st.times(),
        minutes=st.none() | st.sampled_from((0, 45, 120)),
        city=st.sampled_from(("", "Lyon")),
        host_country=st.sampled_from(("FR", "", "Atlantis")),
        level=st.sampled_from(FederationLevel),
        after_gong=st.sampled_from(AfterGong),
        web_address=st.sampled_from(
            ("", "https://example.org/open/", "javascript:alert(1)", "https://a:b@example.org/")
        ),
        streamed=st.sampled_from(((), (1,), (1, 2), (2, 1), (0,))),
    )
    def say_when_where_and_for_whom_it_is_played(
        self,
        session: int,
        start: time | None,
        minutes: int | None,
        city: str,
        host_country: str,
        level: FederationLevel,
        after_gong: AfterGong,
        web_address: str,
        streamed: tuple[int, ...],
    ) -> None:
        settings = self.book.view.settings
        timetable = settings.timetable.with_time(SessionTime(session, None, start, minutes))
        changed = replace(
            settings,
            timetable=timetable,
            city=city,
            host_country=host_country,
            level=level,
            after_gong=after_gong,
            web_address=web_address,
            streamed=streamed,
        )
        self.act(lambda: carry_out(self.book, ChangeSettings(changed), by=BY))

    @rule(change=PRIZE_CHANGES, data=st.data())
    def change_the_prizes(self, change: Prize | PrizeTies | int, data: st.DataObject) -> None:
        """A line said or taken back, what a tie does; where one waits for lots they are drawn."""
        book, said = self.book, self.book.view.settings.prizes
        ties = undecided_ties(book.view)
        if isinstance(change, Prize):
            self.act(lambda: carry_out(book, SetPrize(change), by=BY))
        elif isinstance(change, PrizeTies):
            currency = data.draw(st.sampled_from(("EUR", "JPY", "a bottle of wine")))
            self.act(lambda: carry_out(book, ChangePrizes(replace(said, ties=change, currency=currency)), by=BY))
        elif ties:
            category, tied = data.draw(st.sampled_from(ties))
            order = data.draw(st.permutations([award.entrant.key for award in tied]))
            self.act(lambda: carry_out(book, DecideTie(category, tuple(order)), by=BY))
            assert (category, tied) not in undecided_ties(book.view)
        else:
            category = said.categories[0] if said.categories else PrizeCategory()
            self.act(lambda: carry_out(book, RemovePrize(category, change), by=BY))

    @invariant()
    def what_is_won_is_what_there_is_to_win(self) -> None:
        view = self.book.view
        for each in prize_list(view, None):
            assert all(award.prizes for award in each.awards)
            waiting = [award for award in each.awards if award.undecided]
            assert not waiting or view.settings.prizes.ties is PrizeTies.SPLIT
            assert all(award.amount is None for award in waiting)
            out = {row.player.number for row in view.standings().unranked}
            if each.category.kind not in (CategoryKind.TEAMS, CategoryKind.COUNTRIES):
                assert not out & {int(award.entrant.key) for award in each.awards}

    @rule(image=st.sampled_from((b"", b"no picture", plain(), plain(80, 20))))
    def change_the_logo(self, image: bytes) -> None:
        self.act(lambda: carry_out(self.book, ChangeLogo(image), by=BY))

    @precondition(lambda self: self.early)
    @rule(count=st.integers(0, 2))
    def add(self, count: int) -> None:
        first = self.book.view.state.last_number + 1
        self.act(lambda: carry_out(self.book, AddPlayers(tuple(players(count, first))), by=BY))

    @precondition(lambda self: self.early)
    @rule(number=NUMBERS, club=st.sampled_from(("", "Les Quatre Vents")), country=st.sampled_from(("", "FR", "NL")))
    def write_a_player_anew(self, number: int, club: str, country: str) -> None:
        player = Player(number, f"New{number}", "Sample", country, club=club, team=country and f"Team {country}")
        self.act(lambda: carry_out(self.book, ChangePlayer(player), by=BY))

    @precondition(lambda self: self.early)
    @rule(number=NUMBERS)
    def remove(self, number: int) -> None:
        self.act(lambda: carry_out(self.book, RemovePlayer(number), by=BY))

    @rule(session=SESSIONS, action=CLOCK_ACTIONS, minutes=st.integers(-3, 5), table=st.none() | TABLES)
    def at_the_clock(
        self, session: int, action: Callable[[int], Command] | None, minutes: int, table: int | None
    ) -> None:
        if action is not None:
            self.act(lambda: carry_out(self.book, action(session), by=BY))
            return
        tables = () if table is None else (table,)
        self.act(lambda: carry_out(self.book, AddMinutes(session, minutes, tuple(tables), "wall rebuilt"), by=BY))

    @rule(numbers=st.sets(NUMBERS, min_size=1, max_size=4), present=st.booleans())
    def note_who_is_there(self, numbers: set[int], present: bool) -> None:
        self.act(lambda: carry_out(self.book, NoteAttendance(tuple(sorted(numbers)), present), by=BY))

    @precondition(lambda self: self.early)
    @rule(player=NUMBERS, lot=st.integers(0, 9))
    def draw_a_lot(self, player: int, lot: int) -> None:
        self.act(lambda: carry_out(self.book, DrawLot(player, lot), by=BY))

    @precondition(lambda self: self.early)
    @rule(seed=st.integers(0, 99), attempt=st.integers(1, 3), teams=st.booleans())
    def draw_in_the_hall(self, seed: int, attempt: int, teams: bool) -> None:
        numbers, draw = drawn_players(self.book.view), HallDraw(seed, attempt)
        if teams:
            named = [(number, f"Team {number % 3}") for number in numbers]
            self.act(lambda: carry_out(self.book, GiveTeams(tuple(named), draw), by=BY))
        else:
            lots = [(number, len(numbers) - index) for index, number in enumerate(numbers)]
            self.act(lambda: carry_out(self.book, GiveLots(tuple(lots), draw), by=BY))

    @precondition(lambda self: self.early)
    @rule(data=st.data())
    def publish(self, data: st.DataObject) -> None:
        view = self.book.view
        numbers = list(view.players)
        playing = numbers[: len(numbers) // 4 * 4]
        sessions = tuple(tables_of(data.draw(st.permutations(playing))) for _ in range(view.settings.sessions))
        self.act(lambda: carry_out(self.book, PublishDraw(by_hand(sessions, self.book.view)), by=BY))

    @rule(one=NUMBERS, other=NUMBERS, sessions=st.sets(SESSIONS), reason=st.sampled_from(("", "each other's seat")))
    def swap(self, one: int, other: int, sessions: set[int], reason: str) -> None:
        self.act(lambda: carry_out(self.book, SwapPlayers(one, other, tuple(sorted(sessions)), reason), by=BY))

    @rule(
        number=NUMBERS,
        coming=st.none() | NUMBERS,
        first=SESSIONS,
        last=st.none() | SESSIONS,
        reason=REASONS,
        case=st.none() | st.sampled_from(SubstituteCase),
    )
    def replace_somebody(
        self, number: int, coming: int | None, first: int, last: int | None, reason: str, case: SubstituteCase | None
    ) -> None:
        substitute = Player(0, "Sub", f"Stitute{len(self.store.records)}") if coming is None else coming
        self.act(lambda: carry_out(self.book, ReplacePlayer(number, substitute, first, last, reason, case), by=BY))

    @rule(
        number=NUMBERS,
        state=st.sampled_from(PlayerState),
        coming=st.none() | NUMBERS,
        first=st.none() | SESSIONS,
        reason=REASONS,
    )
    def leave_the_seats_to_a_substitute(
        self, number: int, state: PlayerState, coming: int | None, first: int | None, reason: str
    ) -> None:
        substitute = Player(0, "Sub", f"Stitute{len(self.store.records)}") if coming is None else coming
        self.act(lambda: carry_out(self.book, LeaveToSubstitute(number, state, substitute, first, reason), by=BY))

    @rule(number=NUMBERS, state=st.sampled_from(PlayerState), first=st.none() | SESSIONS, reason=REASONS)
    def change_the_state_of_somebody(self, number: int, state: PlayerState, first: int | None, reason: str) -> None:
        self.act(lambda: carry_out(self.book, ChangePlayerState(number, state, first, reason), by=BY))

    @rule(number=NUMBERS, other=NUMBERS)
    def merge_two(self, number: int, other: int) -> None:
        self.act(lambda: carry_out(self.book, MergePlayers(number, other, "registered twice"), by=BY))

    @precondition(lambda self: len(self.store.records) % 4 == 0)
    @rule(first=SESSIONS, seed=st.integers(0, 3))
    def draw_what_is_left_again(self, first: int, seed: int) -> None:
        """By a search that somebody ends early: whole it takes seconds, and what it finds is asked elsewhere."""

        def planned() -> Seating:
            return plan_rest(self.book.view, first, seed=seed, progress=lambda part: part < 0.05)

        self.act(lambda: carry_out(self.book, RedrawSessions(planned(), first), by=BY))

    @rule(first=SESSIONS, data=st.data())
    def draw_the_rest_again(self, first: int, data: st.DataObject) -> None:
        seating = self.book.view.seating
        if seating is None:
            return
        sessions = tuple(
            tables_of(data.draw(st.permutations(sorted(seating.seated(session))))) if session >= first else tables
            for session, tables in enumerate(seating.sessions, start=1)
        )
        drawn = replace(seating, sessions=sessions, method="redrawn", seed=1)
        self.act(lambda: carry_out(self.book, RedrawSessions(drawn, first), by=BY))

    @rule(
        session=SESSIONS,
        way=st.sampled_from(("straight", "swiss")),
        final=st.sampled_from((None, 4, 8)),
        carried=st.booleans(),
    )
    def seat_by_the_standings(self, session: int, way: str, final: int | None, carried: bool) -> None:
        self.act(
            lambda: carry_out(
                self.book,
                plan_by_ranking(self.book.view, session, way=way, final=final, carried=carried).command,
                by=BY,
            )
        )

    @rule(session=SESSIONS, totals=TOTALS)
    def play_a_session(self, session: int, totals: tuple[int, int, int, int]) -> None:
        """So that finals are reached more often than by single sheets."""
        if self.book.view.seating is not None and session <= len(self.book.view.seating.sessions):
            count = len(self.book.view.seating.tables(session))
            commands = [RecordTotals(session, table, totals, "a reason") for table in range(1, count + 1)]
            self.act(lambda: carry_out_all(self.book, commands, by=BY))

    @rule(session=SESSIONS, table=TABLES, outcome=OUTCOMES)
    def record_the_next_hand(self, session: int, table: int, outcome: Outcome) -> None:
        seating = self.book.view.seating
        if seating is not None and seating.seats(session, table) is not None:
            hand = self.book.view.sheet(session, table).next_hand or 1
            command = self.written(RecordHand(session, table, hand, outcome))
            self.act(lambda: carry_out(self.book, command, by=BY, confirmed=True))

    @rule(command=COMMANDS, confirmed=st.booleans())
    def at_a_table(self, command: Command, confirmed: bool) -> None:
        self.act(lambda: carry_out(self.book, self.written(command), by=BY, confirmed=confirmed))

    @rule(session=SESSIONS, table=TABLES, totals=st.booleans(), reader=READERS)
    def read_again_what_was_signed(self, session: int, table: int, totals: bool, reader: str) -> None:
        seating = self.book.view.seating
        if seating is not None and seating.seats(session, table) is not None:
            sheet = self.book.view.sheet(session, table)
            a, b, c, d = first_totals(sheet)
            reading = PaperReading((a, b, c, d)) if totals else PaperReading(points=first_points(sheet))
            self.act(lambda: carry_out(self.book, ConfirmSheet(session, table, reading, reader), by=BY))

    @rule(command=REPAIRS, confirmed=st.booleans())
    def repair(self, command: Command, confirmed: bool) -> None:
        self.act(lambda: carry_out(self.book, self.written(command), by=BY, confirmed=confirmed))

    @rule(session=SESSIONS, table=TABLES, data=st.data())
    def repair_a_sheet_that_has_something(self, session: int, table: int, data: st.DataObject) -> None:
        seating = self.book.view.seating
        if seating is None or seating.seats(session, table) is None:
            return
        rows = [line.hand for line in self.book.view.sheet(session, table).hands if line.outcome is not None]
        if not rows:
            return
        row = data.draw(st.sampled_from(rows))
        place = session, table
        command: Command = data.draw(
            st.one_of(
                st.builds(InsertHand, st.just(session), st.just(table), st.just(row), OUTCOMES, st.just("left out")),
                st.just(DeleteHand(*place, row, "typed twice")),
                st.builds(MoveHand, st.just(session), st.just(table), st.just(row), HANDS, st.just("out of order")),
                st.just(ExchangeColumns(*place, (0, 1), (1, row), "each other's seat")),
                st.just(ExchangeColumns(*place, (2, 3), None, "each other's column")),
                st.builds(MoveSheet, st.just(session), st.just(table), SESSIONS, TABLES, st.just("wrong table")),
            )
        )
        self.act(lambda: carry_out(self.book, self.written(command), by=BY, confirmed=True))

    @rule(commands=st.lists(COMMANDS | REPAIRS, min_size=2, max_size=4))
    def at_several_tables_at_once(self, commands: list[Command]) -> None:
        self.act(lambda: carry_out_all(self.book, [self.written(each) for each in commands], by=BY))

    @precondition(lambda self: any(isinstance(entry.fact, PenaltyGiven) for entry in self.book.view.journal))
    @rule(data=st.data(), reason=REASONS)
    def cancel_a_penalty(self, data: st.DataObject, reason: str) -> None:
        given = [entry.id for entry in self.book.view.journal if isinstance(entry.fact, PenaltyGiven)]
        entry = given[data.draw(st.integers(0, len(given) - 1))]
        self.act(lambda: carry_out(self.book, CancelPenalty(entry, reason), by=BY))

    @rule()
    def take_back(self) -> None:
        if not self.past:
            return
        now = seen(self.book.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Undo(), by=BY)):
            return
        before = self.past.pop()
        assert before is UNKNOWN or seen(self.book.view) == before
        self.future.append(now)

    @rule(command=st.sampled_from((SetSigningKey(OneKey().key, "Ada"), RemoveSigningKey(), SignFingerprint())))
    def sign(self, command: Command) -> None:
        """What is signed holds, whatever comes before and after it."""
        self.act(lambda: carry_out(self.book, command, by=BY))

    @rule(session=SESSIONS, step=st.sampled_from(MOVES), reason=REASONS)
    def move_a_session(self, session: int, step: SessionStep, reason: str) -> None:
        view = self.book.view
        fits = 1 <= session <= view.sessions and step in moves_of(view, session)
        written = len(self.store.records)
        self.act(lambda: carry_out(self.book, session_move(session, step, reason=reason), by=BY))
        if not fits:
            assert len(self.store.records) == written
        elif reason.strip() or step in (SessionStep.PUBLISHED, SessionStep.PLAYING):
            assert session_life(self.book.view, session).steps[-1].step is step

    @rule(session=SESSIONS, hold_last=st.booleans())
    def publish_the_results(self, session: int, hold_last: bool) -> None:
        self.act(lambda: carry_out(self.book, PublishResults(session, hold_last=hold_last), by=BY))

    @rule(session=SESSIONS)
    def withdraw_the_results(self, session: int) -> None:
        self.act(lambda: carry_out(self.book, WithdrawResults(session), by=BY))
        assert self.book.view.state.publication.session < session or session > self.book.view.sessions

    @rule(session=SESSIONS, table=TABLES, totals=TOTALS)
    def a_closed_session_takes_nothing(self, session: int, table: int, totals: PartialNet) -> None:
        closed = self.book.view.state.closed
        if session not in closed:
            return
        reopening = ReopenSheet(session, table, "a reason")
        for command in (reopening, RecordTotals(session, table, totals, "a reason")):  # type: ignore[arg-type]
            assert {each.code for each in problems_of(self.book.view, command)} <= {"session-closed", "table-unknown"}
            self.act(lambda command=command: carry_out(self.book, command, by=BY, confirmed=True))  # type: ignore[misc]
        assert self.book.view.state.closed == closed

    @rule(session=SESSIONS, table=TABLES)
    def take_back_on_one_sheet(self, session: int, table: int) -> None:
        """What others wrote since on other sheets stays: the event is as if the entry had never been written."""
        journal = self.book.view.journal
        stream = table_stream(session, table)
        target = journal.last_of_sheet(stream)
        if target is None:
            return
        assert stream in journal.sheets_of(target)
        if journal.written_since(target) is not None:
            self.act(lambda: carry_out(self.book, Undo(target.id), by=BY))
            assert journal.counts(target)
            return
        now = seen(self.book.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Undo(target.id), by=BY)):
            return
        assert self.book.view.journal.undo_order.to_redo is target
        kept = [entry for entry in journal if not isinstance(entry.fact, Undone | Redone) and journal.counts(entry)]
        kept.remove(target)
        if all(_where_it_was(entry, kept) for entry in kept if isinstance(entry.fact, SheetMoved)):
            assert seen(self.book.view) == seen(View(Journal(kept)))
        self.past = [UNKNOWN] * (len(self.past) - 1)
        self.future.append(now)

    @rule()
    def bring_back(self) -> None:
        if not self.future:
            self.act(lambda: carry_out(self.book, Redo(), by=BY))
            return
        before = seen(self.book.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Redo(), by=BY)):
            return
        self.past.append(before)
        after = self.future.pop()
        assert after is UNKNOWN or seen(self.book.view) == after

    @rule(command=COMMANDS)
    def a_full_disk(self, command: Command) -> None:
        before, records = self.book.view, list(self.store.records)
        self.store.failing = True
        try:
            carry_out(self.book, self.written(command), by=BY, confirmed=True)
        except (Refused, StoreUnavailable):
            assert self.store.records == records
            assert self.book.view is before
        else:
            raise AssertionError("written to a full disk")
        finally:
            self.store.failing = False

    @rule()
    def open_again(self) -> None:
        again = Book(FakeStore(self.store.records), clock=noon)
        assert again.damage == ()
        assert again.view.state == self.book.view.state
        assert seen(again.view) == seen(self.book.view)

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        """A restored moment is what a program that was opened then would have shown."""
        count = data.draw(st.integers(1, len(self.store.records)))
        then = Book(FakeStore(self.store.records[:count]), clock=noon)
        assert then.damage == ()
        assert seen(self.book.view.at(count)) == seen(then.view)
        assert check_records(self.store.records[:count]).problems == ()

    @rule(options=st.builds(ReportOptions, printed=st.just(noon()), session=st.none() | SESSIONS))
    def print_everything(self, options: ReportOptions) -> None:
        for report in reports_under(self.book.view.rules):
            try:
                document = build(report, self.book.view, options)
            except Refused:
                seating = self.book.view.seating
                fixed = self.book.view.rules.table.rotation is not None
                no_tables = seating is None or not seating.tables(options.session or 1)
                assert no_tables or (report.name == "table-rotation" and not fixed)
            else:
                assert document.event == self.book.view.settings.name

    @rule(reason=st.just("was in time"))
    def every_penalty_that_stands_can_be_cancelled(self, reason: str) -> None:
        for sheet in self.sheets():
            for penalty in sheet.penalties:
                problems = problems_of(self.book.view, CancelPenalty(penalty.entry.id, reason))
                assert [problem.code for problem in problems] == (["totals-only"] if sheet.totals_only else [])

    def sheets(self) -> Iterator[Sheet]:
        view = self.book.view
        return (sheet for session in range(1, view.settings.sessions + 1) for sheet in view.sheets(session))

    def teardown(self) -> None:
        """What was told of an entry when it was written is told of it ever after."""
        if hasattr(self, "book"):
            journal = self.book.view.journal
            for entry, told in zip(journal, self.told, strict=False):
                assert in_words(journal, entry) == told

    @invariant()
    def scores_are_what_was_won_and_lost(self) -> None:
        signed_counts = self.book.view.settings.counted_totals is CountedTotals.AS_SIGNED
        for sheet in self.sheets():
            worth = self.book.view.rules.table_points
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
        standings = self.book.view.standings()
        ranked = [row.player.number for row in standings.rows]
        apart = {row.player.number: row for row in standings.unranked}
        assert not apart.keys() & set(ranked)
        assert {row.rank for row in standings.rows} <= set(range(1, len(ranked) + 1))
        for number, row in apart.items():
            assert row.status.state is not PlayerState.PLAYING
            assert row.status.state is not PlayerState.DISQUALIFIED or not (row.table_points or row.score)
            assert self.book.view.status(number).state is row.status.state
        for seat in open_seats(self.book.view):
            assert seat.player.number in apart or standings.after + 1 < self.book.view.status(seat.player.number).first

    @invariant()
    def the_public_sees_what_is_published_and_no_more(self) -> None:
        view, public = self.book.view, PublicView(self.book.view)
        last = view.state.publication.session
        for session in range(1, view.sessions + 1):
            if session <= last:
                assert public.sheets(session) == view.sheets(session)
                assert public.touched(session) == view.touched(session)
                assert public.standings(session) == view.standings(session)
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
        assert public.standings() == view.standings(public.last_session)

    @invariant()
    def every_screen_of_the_hall_can_be_shown(self) -> None:
        entries = len(self.book.view.journal)
        if entries == self.shown:
            return
        self.shown = entries
        slides = HallSlides(self.book.view).slides(EVERYTHING, HALL, noon() + timedelta(minutes=entries))
        assert slides
        language = LANGUAGES[entries % len(LANGUAGES)]
        assert all(list(words_of(slide, language)) or slide == BlankSlide() for slide in slides)

    @invariant()
    def no_draw_beats_its_bound(self) -> None:
        view = self.book.view
        if view.seating is None or not view.settings.format.is_drawn or view.seating == self.measured:
            return
        self.measured = view.seating
        quality = measure_seating(view, view.seating).quality
        sessions = view.seating.sessions
        assert recount.repeats(sessions) == quality.repeats >= quality.fewest_repeats
        assert recount.revisits(sessions) == quality.table_revisits >= quality.fewest_table_revisits
        assert quality.strangers >= quality.fewest_strangers
        assert all(group.meetings >= group.fewest for group in quality.groups)

    @invariant()
    def the_version_in_force_is_who_sits_there(self) -> None:
        view = self.book.view
        for sheet in self.sheets():
            version = view.seat_versions.of(sheet.session, sheet.table)
            assert view.seat_versions.seats(sheet.session, sheet.table, version) == sheet.players

    @invariant()
    def every_new_entry_can_be_told_and_both_accounts_agree(self) -> None:
        journal = self.book.view.journal
        if len(journal) == len(self.told):
            return
        self.told.extend(in_words(journal, journal[position]) for position in range(len(self.told), len(journal)))
        assert check_records(self.store.records).problems == ()
        lasting = isinstance(journal[len(journal) - 1].fact, Undone | Redone | PublicationFact)
        assert lasting or journal.undo_order.to_undo is not None or len(journal) == 1


TestEventMachine = EventMachine.TestCase
TestEventMachine.settings = hypothesis_settings(max_examples=40, stateful_step_count=40)
