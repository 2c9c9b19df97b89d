"""Events to report on: people who come and go, an event that is over, leagues, and games of other rules."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import count
from typing import Any

from tests.examples.events import LedgerWriter, begun, league_begun, play, sample_league, some_hand, write_table
from tests.examples.full_event import KONGS, PICTURE
from tests.examples.games import club_evening, play_game
from tests.examples.logos import plain
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import SeasonCount, SeasonRules
from tournament.event.money import ClubMoney, Stake
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, PrizeLot, Prizes, PrizeTies
from tournament.event.seating import Seating
from tournament.event.settings import AfterGong, CountedTotals, GrantedPoints, SecondReading, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    EveningOpened,
    GameSeated,
    HandRecorded,
    PaperReading,
    PenaltyCancelled,
    PenaltyGiven,
    PlayerStateChanged,
    ResultsPublished,
    SessionClosed,
    SessionReopened,
    SettingsChanged,
    SheetClosed,
    SheetConfirmed,
    SheetRejected,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
)
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome, OutcomeDetails
from tournament.use_cases import Book, By, Command, GivePenalty, RecordHand, RecordTotals, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    AllowTableEntry,
    ChangeLogo,
    ChangePlayerState,
    ChangeSettings,
    CreateEvent,
    LeaveTableOut,
    NoteAttendance,
    PublishDraw,
    ReplacePlayer,
    StartClock,
    StartSession,
    SwapPlayers,
)
from tournament.use_cases.view import View
from ui.json_lines.game import GameLine

MONEY = ClubMoney(Stake(1), fee=250, currency="EUR")
_BY = By("Referee Example", "desk 1")
_DAYS = date(2026, 6, 13), date(2026, 6, 14)
_CLUBS = ("Club A", "Club B", "Club C", "")
_COUNTRIES = ("FR", "NL", "FR", "", "DK")
COUNTRY, CLUB = PrizeCategory(CategoryKind.COUNTRY), PrizeCategory(CategoryKind.CLUB)
CLUB_A, FRENCH = PrizeCategory(CategoryKind.CLUB, "Club A"), PrizeCategory(CategoryKind.COUNTRY, "FR")
BEST_HAND, HANDS_WON = PrizeCategory(CategoryKind.BEST_HAND), PrizeCategory(CategoryKind.HANDS_WON)
PLAYERS, TEAMS, COUNTRIES = (
    PrizeCategory(kind) for kind in (CategoryKind.PLAYERS, CategoryKind.TEAMS, CategoryKind.COUNTRIES)
)


def _prizes(*lines: Prize, ties: PrizeTies = PrizeTies.SHARED, currency: str = "EUR") -> Prizes:
    made = Prizes((), ties, currency)
    for line in lines:
        made = made.with_prize(line)
    return made


@cache
def people_event() -> View:
    """Sixteen players: substitutes, players who leave, are late, or join, a table left out, prizes drawn by lot."""
    minutes = count()
    book = Book(FakeStore(), clock=lambda: datetime(2026, 6, 13, 8, tzinfo=UTC) + timedelta(minutes=next(minutes)))
    settings = Settings(
        "Coupe d’Exemple",
        sessions=4,
        starts=_DAYS[0],
        ends=_DAYS[1],
        place="Salle des fêtes",
        city="Exempleville",
        organiser="Club Exemple",
        after_gong=AfterGong.ONE_MORE,
        late_points=GrantedPoints.AVERAGE,
        timetable=Timetable((
            SessionTime(1, _DAYS[0], time(9, 30)),
            SessionTime(2, _DAYS[0], time(14), 90),
            SessionTime(3, _DAYS[1], time(9)),
        )),
        prizes=_prizes(
            *(Prize(PLAYERS, place, place, what=f"Cup {place}", amount=9_000 // place) for place in (1, 2, 3)),
            *(Prize(category, 1, 2, what="Book") for category in (COUNTRY, CLUB, HANDS_WON)),
            Prize(BEST_HAND, amount=2_500),
            Prize(COUNTRIES, 3, 9, what="Flag"),
            ties=PrizeTies.SPLIT,
        ),
    )  # fmt: skip

    def do(*commands: Command) -> None:
        for command in commands:
            carry_out(book, command, by=_BY, confirmed=True)

    players = tuple(
        Player(0, f"First{number}", f"Sample{number}", _COUNTRIES[number % 5],
               f"0400{number:04}" if number % 3 else "-", club=_CLUBS[number % 4],
               team=f"Team {number % 3}" if number < 14 else "")
        for number in range(1, 17)
    )  # fmt: skip
    shifted = tuple(
        tuple(tuple(1 + column * 4 + (table + column * session) % 4 for column in range(4)) for table in range(4))
        for session in range(4)
    )
    seats = tuple(tuple((a, b, c, d) for a, b, c, d in tables) for tables in shifted)
    do(
        CreateEvent(settings),
        ChangeLogo(plain(80, 20)),
        AddPlayers(players),
        NoteAttendance((1, 2, 5)),
        PublishDraw(Seating(seats, "by hand", 1)),
        AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))),
        ReplacePlayer(1, Player(0, "Nova", "Newcomer"), 1, 1, case=SubstituteCase.ABSENT),
        ReplacePlayer(6, 17, 2, 2, case=SubstituteCase.ILL),
        SwapPlayers(3, 4, (1,)),
        StartSession(1),
        StartClock(1),
    )
    chance = random.Random(3)
    for table in (1, 2, 3):
        for hand in range(1, 7):
            fact = some_hand(chance, hand)
            do(RecordHand(1, table, hand, Outcome(fact.winner, fact.discarder, fact.points)))
    do(
        RecordHand(1, 1, 7, Outcome(1, 3, 13), PICTURE.replace("|1", "|0")),
        RecordHand(1, 1, 8, Outcome(1, None, 100), KONGS, "the referee counted again"),
        GivePenalty(1, 1, Charge(0, "late", minutes=12)),
        GivePenalty(1, 2, Charge(3, "late", minutes=1)),
        GivePenalty(1, 2, Charge(2, points=10, to=(0, 1, 3), reason="spoke of the hand in play")),
        RecordTotals(1, 4, (40, 20, -20, -40)),
        ChangePlayerState(10, PlayerState.WITHDRAWN, 2),
        ChangePlayerState(12, PlayerState.DISQUALIFIED, 2),
        AddPlayers(tuple(Player(0, name, "Late", "NL", team="Team 1") for name in ("Kai", "Lea", "Mia", "Nox")), "", 3),
        AddTable(3, (18, 19, 20, 21)),
        LeaveTableOut(3, 2),
        RecordTotals(2, 1, (40, 20, -20, -40)),
        RecordTotals(2, 2, (40, 20, -20, -45), "5 points nobody finds"),
        RecordHand(2, 3, 1, Outcome(2, 3, 24)),
        RecordTotals(2, 4, (40, 20, -20, -40)),
        ChangeSettings(replace(book.view.settings, counted_totals=CountedTotals.AS_SIGNED)),
    )
    return book.view


@cache
def over_event() -> View:
    """Eight players, all signed and closed, with prizes that are won for good, some of them by lot."""
    ledger = begun(8, 2)
    tied = tuple(Prize(HANDS_WON, place, place, what=f"Book {place}", amount=1_001) for place in (1, 2, 3, 4))
    lines = (*tied, Prize(PLAYERS, what="Cup", amount=10_000), Prize(PLAYERS, 2, 3, amount=5_001),
             Prize(CLUB_A, what="Pin"), Prize(FRENCH, what="Pin"), Prize(TEAMS, 9, 9, what="Medal"))  # fmt: skip
    settings = replace(ledger.view.settings, prizes=_prizes(*lines, currency="JPY"), organiser="Club Exemple",
                       ends=_DAYS[1], options=(), after_gong=AfterGong.FINISHED)  # fmt: skip
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    play(ledger, [1], hands=6)
    play(ledger, [2], seed=3, hands=4)
    lot = PrizeLot(HANDS_WON, tuple(str(number) for number in ledger.view.players))
    ledger.write(EVENT_STREAM, SettingsChanged(replace(settings, prizes=settings.prizes.with_lot(lot))))
    for session in (1, 2):
        ledger.write(EVENT_STREAM, SessionClosed(session))
    ledger.write(EVENT_STREAM, ResultsPublished(1))
    ledger.write(EVENT_STREAM, SessionReopened(1, "a paper was found"))
    ledger.write(EVENT_STREAM, SessionClosed(1))
    return ledger.view


@cache
def level_event() -> View:
    """Eight players whose tables ended alike: every place is shared, and lots have not been drawn.

    No country has as many players as are required, and some teams have not.
    """
    ledger = begun(8, 1)
    lines = tuple(Prize(PLAYERS, place, place, what=f"Cup {place}", amount=1_000) for place in (1, 2, 3, 4))
    settings = replace(ledger.view.settings, prizes=_prizes(*lines, ties=PrizeTies.SPLIT, currency=""),
                       country_size=2, team_size=2)  # fmt: skip
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    for table in (1, 2):
        ledger.write(table_stream(1, table), TotalsRecorded((30, 10, -10, -30)))
    ledger.write(EVENT_STREAM, PlayerStateChanged(3, PlayerState.DISQUALIFIED, 1))
    return ledger.view


@cache
def money_league() -> View:
    """A league in which the average counts, money is at stake, and some have not played enough."""
    ledger = LedgerWriter(sample_league(MONEY).journal.fork())
    season = SeasonRules(best=2, count=SeasonCount.AVERAGE, least=2, least_games=3)
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, season=season)))
    ledger.write(EVENT_STREAM, PlayerStateChanged(8, PlayerState.WITHDRAWN, 1))
    return ledger.view


@cache
def riichi_club() -> View:
    """A club evening of riichi with money."""
    ledger = LedgerWriter(club_evening("riichi-ema-2025").journal.fork())
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, money=replace(MONEY, round_to=50))))
    ledger.write(table_stream(1, 1), SheetClosed())
    return ledger.view


def _with_tiles(rules: str, *hands: tuple[Outcome, str, str]) -> LedgerWriter:
    """Hands with their tiles, each the first of its table, and one more table without."""
    ledger = begun(4 * len(hands) + 4, 1, rules=rules)
    for table, (ended, tiles, overrule) in enumerate(hands, start=1):
        fact = HandRecorded(1, ended.winner, ended.discarder, ended.points, tiles, overrule, ended.details)
        write_table(ledger, 1, table, [fact])
    play_game(ledger, ledger.view.rules, len(hands) + 1, 6, random.Random(4))
    return ledger


@cache
def classical_event() -> View:
    """French classical rules: the tiles of two players who are paid, right, too much, and by decision."""
    tiles = "[SSS,1]444sEE123m45p6p|-N0000 444m777s999pEEPF|-E0000"
    details = OutcomeDetails((18, 0, 0, 56), answers=(("dominant", "S"),))
    right = Outcome(3, 2, 0, details.values, None, details.answers)
    return _with_tiles(
        "french-classical-simple",
        (right, tiles, ""),
        (replace(right, values=(20, 0, 0, 900)), tiles, ""),
        (replace(right, values=(2, 0, 0, 60)), tiles, "the referee counted again"),
        (Outcome(0, None, 0, (500, 8, 4, 0), None, (("own_hand", 35), ("dominant", "E"))), "", ""),
    ).view


@cache
def hong_kong_event() -> View:
    """Hong Kong rules with the tiles of hands that are right, too dear, too cheap, and decided."""
    tiles = "[123m,1]456p78s234sEE9s|ES0000|b"
    ledger = _with_tiles(
        "hong-kong", *((Outcome(1, 2, points), tiles, why) for points, why in ((1, ""), (3, ""), (8, "seen")))
    )
    ledger.write(table_stream(1, 2), PenaltyGiven(2, 2, "", 128, (0, 1, 3), closes_hand=True, reason="false win"))
    return ledger.view


@cache
def riichi_event() -> View:
    """Two winners of one hand with their tiles, one of them with the wrong fu, self-draws, and faults."""
    ledger, own = begun(4, 1, rules="riichi-ema-2025"), "234456m678p4455s4s"
    lines: tuple[tuple[dict[str, Any], str], ...] = (
        ({"winners": [{"player": "B", "han": 1, "fu": 40}, {"player": "C", "han": 1, "fu": 40}], "discarder": "A"},
         f"{own}|ES0000 [CCC,1]56s123m789pEE4s|EW0000"),
        ({"winners": [{"player": "C", "han": 3, "fu": 30}], "riichi": ["C", "D"]}, f"{own}|ES1100"),
        ({"winners": [{"player": "A", "han": 2, "fu": 30}], "discarder": "B"}, f"{own}|ES0001"),
        ({"winners": [{"player": "D", "han": 6}]}, ""),
        ({"winners": [], "tenpai": ["A", "D"]}, ""),
    )  # fmt: skip
    for hand, (line, tiles) in enumerate(lines, start=1):
        place = {"type": "hand", "session": 1, "table": 1, "hand": hand}
        ended = GameLine(place | line, ledger.view.rules).outcome()
        fact = HandRecorded(hand, ended.winner, ended.discarder, ended.points, tiles, details=ended.details)
        write_table(ledger, 1, 1, [fact])
    spoke = PenaltyGiven(3, 3, "", 1_000, reason="spoke of the hand in play")
    write_table(ledger, 1, 1, [PenaltyGiven(1, 2, "chombo", 20_000), spoke])
    return ledger.view


@cache
def disputed_event() -> View:
    """Seven tables whose sheets are in all states, with every kind of penalty and of signature."""
    ledger = begun(28, 1, name="Cup")
    read_again = replace(ledger.view.settings, second_reading=SecondReading.BY_ANOTHER, minutes=100)
    ledger.write(EVENT_STREAM, SettingsChanged(read_again))
    play(ledger, [1], hands=4, close=False)
    won, sums = HandRecorded(5, 1, 2, 20), {table: ledger.view.sheet(1, table).scores for table in range(1, 8)}
    a, b, c, d = sums[1]
    faults = write_table(ledger, 1, 1, [
        PenaltyGiven(0, 1, "wall-broken", 30, (1, 2, 3), closes_hand=True),
        PenaltyGiven(1, 2, "tile-knocked", 20, (3,), reason="twice"),
        PenaltyGiven(2, None, "late", 0, minutes=1),
        PenaltyGiven(2, None, "late", 20, minutes=11),
        PenaltyGiven(3, None, "", 5),
        PenaltyGiven(3, 3, "", 0, reason="spoke of the hand in play"),
        PenaltyGiven(3, 4, "helping", 0, no_hu=True, reason="showed a tile"),
    ])  # fmt: skip
    write_table(ledger, 1, 1, [PenaltyCancelled(faults[5].id, "nobody heard it"), SheetClosed((a, b + 10, c, d))])
    write_table(ledger, 1, 2, [TotalsTyped(sums[2]), SheetClosed()])
    write_table(ledger, 1, 3, [SheetClosed(sums[3]), SheetConfirmed("Reader Example", PaperReading(sums[3]))])
    wrong = PaperReading((1, -1, 0, 0))
    write_table(ledger, 1, 4, [SheetClosed(sums[4]), SheetRejected("Reader Example", wrong, "read 1 and −1")])
    write_table(ledger, 1, 5, [TotalsTyped((1, -1, 0, 0)), won])
    write_table(ledger, 1, 6, [TotalsTyped(sums[6])])
    write_table(ledger, 1, 7, [won, SheetClosed((None, None, None, 7), "added up wrongly"),
                               SheetReopened("a hand was missing")])  # fmt: skip
    return ledger.view


@cache
def long_league() -> View:
    """Fourteen evenings, more than a page has columns; a place without a day, and an evening without a game."""
    ledger, chance = league_begun(), random.Random(5)
    for session in range(1, 15):
        ledger.write(EVENT_STREAM, EveningOpened(session, None, "Club" if session % 2 else ""))
        one = session % 9 + 1
        seats = (one, one % 9 + 1, (one + 1) % 9 + 1, (one + 3) % 9 + 1)
        if session != 6:
            ledger.write(EVENT_STREAM, GameSeated(session, 1, seats))
            write_table(ledger, session, 1, [*(some_hand(chance, hand) for hand in (1, 2, 3)), SheetClosed()])
    return ledger.view


def empty_event() -> View:
    """An event without players."""
    book = Book(FakeStore(), clock=lambda: datetime(2026, 6, 13, 8, tzinfo=UTC))
    carry_out(book, CreateEvent(Settings("Cup", sessions=2)), by=_BY)
    return book.view
