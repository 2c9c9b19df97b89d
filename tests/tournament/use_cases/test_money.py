"""Who owes whom after the games of a club: after a bankruptcy too, and after evenings that do not count."""

from datetime import date

import pytest

from tests.tournament.use_cases.events import BY, codes, created, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.money import ClubMoney, Stake
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.ledger.codec import decode_fact, encode
from tournament.ledger.facts import SettingsChanged
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.standings.money import CLUB, ClubPayment
from tournament.use_cases import Book, OpenEvening, RecordTotals, SeatGame, carry_out
from tournament.use_cases.club import money_of
from tournament.use_cases.commands import AddPlayers, CreateEvent, GivePenalty, RecordHand
from tournament.use_cases.new_event import next_season

CENTS = ClubMoney(Stake(1), currency="EUR")


def league(money: ClubMoney, *, rules: str = "mcr") -> Book:
    """Eight players; the best evening of each counts."""
    book = Book(FakeStore(), clock=noon)
    settings = Settings("Club", rules=rules, format=EventFormat.LEAGUE, season=SeasonRules(best=1), money=money)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    for day in (1, 2):
        carry_out(book, OpenEvening(date(2026, 6, day), ""), by=BY)
    return book


def balances(book: Book, *sessions: int) -> dict[int, int]:
    return {each.player: each.amount for each in money_of(book.view, sessions).balances}


def test_a_bankrupt_player_pays_the_whole_debt() -> None:
    """docs/rules.md, H6: debts are paid in full, so money follows the score and not what was left of 300."""
    book = league(CENTS, rules="hong-kong")
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    for hand in (1, 2, 3):
        carry_out(book, RecordHand(1, 1, hand, Outcome(0, 1, 10)), by=BY, confirmed=True)
    sheet = book.view.sheet(1, 1)
    assert sheet.over
    assert sheet.scores == (768, -384, -192, -192)
    assert balances(book, 1) == {1: 768, 2: -384, 3: -192, 4: -192}
    assert money_of(book.view, [1]).payments == (ClubPayment(2, 1, 384), ClubPayment(3, 1, 192), ClubPayment(4, 1, 192))


def test_every_evening_counts_and_the_season_is_rounded_once() -> None:
    """A third of a hundredth a point: each evening alone is rounded, the season from what they are exactly."""
    book = league(ClubMoney(Stake(1, 3), fee=200))
    for session in (1, 2):
        carry_out(book, SeatGame(session, (1, 2, 3, 4)), by=BY)
        carry_out(book, RecordTotals(session, 1, (11, 1, -5, -7)), by=BY, confirmed=True)
    assert balances(book, 1) == {1: -196, 2: -200, 3: -202, 4: -202, CLUB: 800}
    assert balances(book, 1, 2) == {1: -393, 2: -399, 3: -403, 4: -405, CLUB: 1600}


def test_points_that_a_penalty_takes_go_to_the_club() -> None:
    book = league(CENTS)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, RecordHand(1, 1, 1, Outcome(None)), by=BY)
    carry_out(book, GivePenalty(1, 1, Charge(0, points=30, reason="late")), by=BY)
    assert balances(book, 1) == {1: -30, 2: 0, 3: 0, 4: 0, CLUB: 30}
    assert money_of(book.view, [1]).payments == (ClubPayment(1, CLUB, 30),)


def test_a_game_that_is_opened_and_not_played_costs_nothing() -> None:
    book = league(ClubMoney(fee=500))
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    assert balances(book, 1) == {}
    carry_out(book, RecordTotals(1, 1, (8, 0, 0, -8)), by=BY, confirmed=True)
    assert balances(book, 1) == {1: -500, 2: -500, 3: -500, 4: -500, CLUB: 2000}


@pytest.mark.parametrize("book", [created(), league(ClubMoney())], ids=["tournament", "money off"])
def test_where_no_money_is_counted_none_is_shown(book: Book) -> None:
    with pytest.raises(Refused) as refused:
        money_of(book.view, [])
    assert codes(refused) == ["money-off"]


def test_what_a_club_plays_for_is_read_back_as_it_was_written() -> None:
    fact = SettingsChanged(Settings("Club", money=ClubMoney(Stake(50, 100), 250, "€", 5)))
    assert decode_fact(fact.kind, encode(fact)) == fact


def test_the_next_season_is_played_for_the_same() -> None:
    book = league(CENTS)
    assert next_season(book.view.settings).money == CENTS
