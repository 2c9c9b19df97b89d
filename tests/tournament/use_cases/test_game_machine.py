"""Every action of a club evening and of a league in any order: the same promises as those of a tournament."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.slide_words import words_of
from tests.tournament.use_cases.as_sent import carry_out, carry_out_all
from tests.tournament.use_cases.events import BY, codes, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_event_machine import (
    COMMANDS,
    EVERYTHING,
    OUTCOMES,
    REASONS,
    REPAIRS,
    UNKNOWN,
    in_words,
    refused_in_closed,
    seen,
)
from tournament.draw import DrawProblem
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.language import ENGLISH
from tournament.ledger.facts import HeadsChained, SessionClosed, SessionReopened
from tournament.ledger.session_step import MOVES, SessionStep
from tournament.use_cases import (
    Book,
    ChangeEvening,
    Changes,
    CloseSheet,
    Command,
    GameCommand,
    LinesRefused,
    OpenEvening,
    RecordHand,
    RecordTotals,
    Refused,
    ReseatGame,
    SeatGame,
    TakeBackGame,
    free_players,
    game_of,
    is_ended,
    plan_by_ranking,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangeSettings,
    CreateEvent,
    DrawLot,
    NoteAttendance,
    PublishDraw,
    Redo,
    RemovePlayer,
    ReplacePlayer,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.sessions import session_move
from ui.hall.hall_state import HallState
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import BlankSlide

NUMBERS = st.integers(1, 11)
FOUR = st.lists(NUMBERS, min_size=4, max_size=4, unique=True).map(lambda four: (four[0], four[1], four[2], four[3]))
ANY_FOUR = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
EVENINGS = st.integers(0, 4)
GAMES = st.integers(0, 4)
NAMES = st.sampled_from(("", "Table 1", " Table 1 ", "by the window", "x" * 41, "tab\there"))
DAYS = st.none() | st.sampled_from((date(2026, 6, 13), date(2026, 6, 20)))
PLACES = st.sampled_from(("", "Club"))
GAME_COMMANDS: st.SearchStrategy[GameCommand] = st.one_of(
    st.builds(OpenEvening, DAYS, PLACES),
    st.builds(ChangeEvening, EVENINGS, DAYS, PLACES),
    st.builds(SeatGame, st.none() | EVENINGS, FOUR | ANY_FOUR, NAMES, st.none() | GAMES),
    st.builds(ReseatGame, EVENINGS, GAMES, FOUR | ANY_FOUR, NAMES, REASONS),
    st.builds(TakeBackGame, EVENINGS, GAMES),
)
RULES = st.builds(SeasonRules, st.none() | st.integers(0, 3), st.sampled_from(SeasonCount), st.integers(0, 3),
                  st.integers(0, 3))  # fmt: skip


PLAYED = ("mcr", "mcr", "hong-kong", "french-classical-simple")
"""Rules of a fixed and of an open number of hands, of one value and of four."""


class GameMachine(RuleBasedStateMachine):
    """One club evening or league of nine players and more."""

    @initialize(
        format=st.sampled_from((EventFormat.CLUB, EventFormat.LEAGUE)),
        rules=RULES,
        game=st.sampled_from(PLAYED),
        second=st.sampled_from(SecondReading),
        begun=st.booleans(),
    )
    def begin(self, format: EventFormat, rules: SeasonRules, game: str, second: SecondReading, begun: bool) -> None:
        self.store = FakeStore()
        self.book = Book(self.store, clock=noon)
        self.past: list[object] = []
        self.future: list[object] = []
        season = rules if rules.best != 0 and rules.least else SeasonRules()
        settings = Settings("Club", rules=game, format=format, season=season, second_reading=second)
        carry_out(self.book, CreateEvent(settings), by=BY)
        self.act(lambda: carry_out(self.book, AddPlayers(tuple(players(9))), by=BY))
        if format is EventFormat.LEAGUE:
            self.act(lambda: carry_out(self.book, OpenEvening(date(2026, 6, 6)), by=BY))
        if begun:
            self.act(lambda: carry_out_all(self.book, [SeatGame(1, (1, 2, 3, 4)), SeatGame(1, (5, 6, 7, 8))], by=BY))

    def act(self, action: Callable[[], Changes]) -> None:
        """Do it; what is refused must leave everything as it was."""
        before, records = self.book.view, list(self.store.records)
        try:
            changes = action()
        except (Refused, LinesRefused, DrawProblem):
            assert self.store.records == records
            assert self.book.view is before
            return
        assert self.store.records[: len(records)] == records
        for position, entry in enumerate(changes.entries, start=len(records)):
            in_words(self.book.view.journal, entry)
            if isinstance(entry.fact, SessionClosed | SessionReopened):
                self.past = [UNKNOWN] * len(self.past)  # no undo takes it back
                self.future = [UNKNOWN] * len(self.future)
            elif not isinstance(entry.fact, HeadsChained):
                self.past.append(seen(self.book.view.at(position)))
                self.future.clear()

    @rule(command=GAME_COMMANDS, confirmed=st.booleans())
    def open_and_change(self, command: GameCommand, confirmed: bool) -> None:
        self.act(lambda: carry_out(self.book, command, by=BY, confirmed=confirmed))

    @rule(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        """Four who are free."""
        view = self.book.view
        evening = len(view.drawn_sessions)
        free = [number for number in view.players if evening and game_of(view, evening, number) is None]
        if len(free) < 4 or evening in view.state.closed:
            return
        a, b, c, d = data.draw(st.permutations(free))[:4]
        carried = len(self.store.records)
        self.act(lambda: carry_out(self.book, SeatGame(None, (a, b, c, d)), by=BY))
        assert len(self.store.records) == carried + 1
        assert not {a, b, c, d} & {player.number for player in free_players(self.book.view, evening)}
        assert {a, b, c, d} <= self.book.view.state.present

    @rule(outcome=OUTCOMES, data=st.data(), sign=st.booleans())
    def play(self, outcome: object, data: st.DataObject, sign: bool) -> None:
        view = self.book.view
        sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session) if not is_ended(sheet)]
        if not sheets:
            return
        sheet = sheets[data.draw(st.integers(0, len(sheets) - 1))]
        place = sheet.session, sheet.table
        command: Command = RecordHand(*place, sheet.next_hand or 1, outcome)  # type: ignore[arg-type] # of OUTCOMES
        self.act(lambda: carry_out(self.book, command, by=BY, confirmed=True))
        if sign:
            self.act(lambda: carry_out(self.book, CloseSheet(*place), by=BY))

    @rule(session=EVENINGS, table=GAMES, totals=st.permutations((60, 20, -20, -60)))
    def by_totals(self, session: int, table: int, totals: list[int]) -> None:
        a, b, c, d = totals
        self.act(lambda: carry_out(self.book, RecordTotals(session, table, (a, b, c, d)), by=BY))

    @rule(command=COMMANDS | REPAIRS, confirmed=st.booleans())
    def at_a_table(self, command: Command, confirmed: bool) -> None:
        self.act(lambda: carry_out(self.book, command, by=BY, confirmed=confirmed))

    @rule(commands=st.lists(COMMANDS | REPAIRS | GAME_COMMANDS, min_size=2, max_size=4))
    def several_at_once(self, commands: list[Command | GameCommand]) -> None:
        self.act(lambda: carry_out_all(self.book, commands, by=BY))

    @rule(count=st.integers(1, 2))
    def come(self, count: int) -> None:
        first = self.book.view.state.last_number + 1
        self.act(lambda: carry_out(self.book, AddPlayers(tuple(players(count, first))), by=BY))

    @rule(numbers=st.sets(NUMBERS, min_size=1, max_size=4), present=st.booleans())
    def report(self, numbers: set[int], present: bool) -> None:
        self.act(lambda: carry_out(self.book, NoteAttendance(tuple(sorted(numbers)), present), by=BY))

    @rule(number=NUMBERS, away=st.booleans())
    def change_the_list(self, number: int, away: bool) -> None:
        if away:
            self.act(lambda: carry_out(self.book, RemovePlayer(number), by=BY))
        else:
            self.act(lambda: carry_out(self.book, ChangePlayer(Player(number, f"New{number}", "Sample")), by=BY))

    @rule(season=RULES, format=st.sampled_from(EventFormat))
    def change_the_settings(self, season: SeasonRules, format: EventFormat) -> None:
        if format.is_drawn:  # where the other machine goes on
            return
        changed = replace(self.book.view.settings, season=season, format=format)
        self.act(lambda: carry_out(self.book, ChangeSettings(changed), by=BY))

    @rule(which=st.integers(0, 4))
    def what_belongs_to_a_draw(self, which: int) -> None:
        book, records = self.book, list(self.store.records)
        actions: tuple[Callable[[], Changes], ...] = (
            lambda: carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),))), by=BY),
            lambda: carry_out(book, SwapPlayers(1, 5, (1,)), by=BY),
            lambda: carry_out(book, ReplacePlayer(1, 9, 1), by=BY),
            lambda: carry_out(book, DrawLot(1, 1), by=BY),
            lambda: carry_out(book, plan_by_ranking(book.view, 1).command, by=BY),
        )
        with pytest.raises(Refused) as refused:
            actions[which]()
        assert codes(refused) == ["format-not-drawn"]
        assert self.store.records == records

    @rule(session=EVENINGS, step=st.sampled_from(MOVES), reason=REASONS)
    def move_an_evening(self, session: int, step: SessionStep, reason: str) -> None:
        self.act(lambda: carry_out(self.book, session_move(session, step, reason=reason), by=BY))

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

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, len(self.store.records)))
        then = Book(FakeStore(self.store.records[:count]), clock=noon)
        assert then.damage == ()
        assert seen(self.book.view.at(count)) == seen(then.view)
        assert check_records(self.store.records[:count]).problems == ()

    @invariant()
    def both_accounts_agree(self) -> None:
        assert check_records(self.store.records).problems == ()

    @invariant()
    def every_screen_of_the_hall_can_be_shown(self) -> None:
        slides = HallSlides(self.book.view).slides(EVERYTHING, HallState("event"), noon())
        assert all(list(words_of(slide, ENGLISH)) or slide == BlankSlide() for slide in slides)

    @invariant()
    def the_ranking_is_that_of_the_sheets(self) -> None:
        """Counted by hand: every sheet of every player, evening by evening."""
        view = self.book.view
        evenings: dict[int, dict[int, list[int]]] = {}
        for session in view.drawn_sessions:
            for sheet in view.sheets(session):
                assert set(sheet.players) <= set(view.players)
                if sheet.played or sheet.closed is not None:
                    for number, score in zip(sheet.players, sheet.scores, strict=True):
                        evenings.setdefault(number, {}).setdefault(session, []).append(score)
        rules, season = view.settings.season, view.season()
        worth: dict[int, Fraction] = {}
        for number, own in evenings.items():
            row = season.row(number)
            assert row is not None
            assert row.games == sum(map(len, own.values()))
            assert row.score == sum(map(sum, own.values()))
            best = sorted((sum(scores) for scores in own.values()), reverse=True)[: rules.best]
            count = 1 if rules.count is SeasonCount.SUM else len(best)
            assert row.worth == Fraction(sum(best), count)
            assert row.missing == max(0, rules.least - len(own))
            assert row.missing_games == max(0, rules.least_games - row.games)
            if not row.missing and not row.missing_games:
                worth[number] = row.worth
        assert {row.player.number: row.rank for row in season.rows} == {
            number: 1 + sum(other > own for other in worth.values()) for number, own in worth.items()
        }
        assert len(season.rows) + len(season.waiting) == len(evenings)


TestGames = GameMachine.TestCase
TestGames.settings = hypothesis_settings(stateful_step_count=30, deadline=None)
