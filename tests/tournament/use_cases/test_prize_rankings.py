"""Who is ranked in each category of prizes, and what is said of prizes that nobody wins and ties that need lots."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, Prizes, PrizeTies
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Command, RecordHand, RecordTotals, Refused, SeatGame, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePrizes,
    CreateEvent,
    DecideTie,
    PublishDraw,
    RemovePrize,
    SetPrize,
)
from tournament.use_cases.prizes import UNDECIDED, categories_of, prize_list, prizes_remarks, ranking, undecided_ties

TOTALS, OTHERS = (60, 20, -20, -60), (50, 30, -30, -50)
COUNTRIES = ("FR", "FR", "DE", "", "FR", "DE", "DE", "IT")
CLUBS = ("Lyon", "", " lyon ", "", "", "", "", "Paris  Est")
TEAMS = ("Red", "Red", "Blue", "Blue", "Red", "Red", "Blue", "Blue")
PLAYERS, OF_TEAMS, OF_COUNTRIES = (
    PrizeCategory(kind) for kind in (CategoryKind.PLAYERS, CategoryKind.TEAMS, CategoryKind.COUNTRIES)
)
COUNTRY, CLUB = PrizeCategory(CategoryKind.COUNTRY), PrizeCategory(CategoryKind.CLUB)
BEST, WON = PrizeCategory(CategoryKind.BEST_HAND), PrizeCategory(CategoryKind.HANDS_WON)


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


@pytest.fixture
def book() -> Book:
    """Eight players of countries, clubs and teams, drawn."""
    rows = zip(players(8), COUNTRIES, CLUBS, TEAMS, strict=True)
    people = tuple(replace(each, country=country, club=club, team=team) for each, country, club, team in rows)
    return do(created(), AddPlayers(people), PublishDraw(SEATING))


@pytest.fixture
def played(book: Book) -> Book:
    """After one session: 1 and 5 have 4 points, 2 and 6 have 2, 3 and 7 have 1, 4 and 8 none; 1 is ahead of 5."""
    return do(book, RecordTotals(1, 1, TOTALS), RecordTotals(1, 2, OTHERS))


def ranked(book: Book, category: PrizeCategory, after: int | None = None) -> list[tuple[str, int, str]]:
    return [(each.group, each.rank, each.key) for each in ranking(book.view, category, after)]


def test_before_the_first_result_nobody_is_ranked(book: Book):
    for category in (PLAYERS, OF_TEAMS, OF_COUNTRIES, COUNTRY, CLUB, BEST, WON):
        assert ranked(book, category) == []


def test_players_are_ranked_by_the_standings(played: Book):
    rows = played.view.standings(1).rows
    assert ranked(played, PLAYERS) == [("", row.rank, str(row.player.number)) for row in rows]


def test_players_of_a_country_or_a_club_are_ranked_among_themselves(played: Book):
    assert ranked(played, COUNTRY) == [
        ("DE", 1, "6"), ("DE", 2, "3"), ("DE", 3, "7"), ("FR", 1, "1"), ("FR", 2, "5"), ("FR", 3, "2"), ("IT", 1, "8"),
    ]  # fmt: skip
    assert ranked(played, PrizeCategory(CategoryKind.COUNTRY, "DE")) == [
        ("DE", 1, "6"), ("DE", 2, "3"), ("DE", 3, "7"),
    ]  # fmt: skip
    assert [each[2] for each in ranked(played, PrizeCategory(CategoryKind.CLUB, "LYON"))] == ["1", "3"]
    assert ranked(played, PrizeCategory(CategoryKind.CLUB, "Nantes")) == []


def test_teams_and_countries_are_ranked_in_tournaments_alone(played: Book):
    assert [(rank, key) for _, rank, key in ranked(played, OF_TEAMS)] == [(1, "Red"), (2, "Blue")]
    assert {key for _, _, key in ranked(played, OF_COUNTRIES)} >= {"DE", "FR"}
    league = Book(FakeStore())
    do(league, CreateEvent(Settings("Friday", sessions=1, format=EventFormat.CLUB)))
    people = tuple(replace(each, country="FR", team="Red") for each in players(6))
    do(league, AddPlayers(people))
    kinds = [category.kind for category in categories_of(league.view)]
    assert CategoryKind.TEAMS not in kinds
    assert CategoryKind.COUNTRIES not in kinds
    assert [each for each in categories_of(league.view) if each.kind is CategoryKind.COUNTRY] == [
        COUNTRY,
        PrizeCategory(CategoryKind.COUNTRY, "FR"),
    ]
    do(league, SeatGame(1, (1, 2, 3, 4)), RecordTotals(1, 1, TOTALS))
    assert [key for _, _, key in ranked(league, PLAYERS)] == ["1", "2", "3", "4"], "5 and 6 have not played"
    for category in (OF_TEAMS, OF_COUNTRIES):
        assert ranked(league, category) == []
        with pytest.raises(Refused):
            carry_out(league, ChangePrizes(Prizes((Prize(category, what="Cup"),))), by=BY)


def test_the_categories_offered_are_those_of_the_players(book: Book):
    offered = categories_of(book.view)
    assert offered[:3] == (PLAYERS, OF_TEAMS, OF_COUNTRIES)
    assert [each.of for each in offered if each.kind is CategoryKind.COUNTRY] == ["", "DE", "FR", "IT"]
    assert [each.of for each in offered if each.kind is CategoryKind.CLUB] == ["", "Lyon", "lyon", "Paris Est"]
    assert offered[-2:] == (BEST, WON)
    plain = do(created(), AddPlayers(tuple(players(4))))
    assert categories_of(plain.view) == (PLAYERS, BEST, WON)


def test_hands_are_counted_up_to_the_session_asked_for(book: Book):
    for hand, (winner, points) in enumerate(((0, 24), (0, 8), (1, 24), (2, 40)), start=1):
        do(book, RecordHand(1, 1, hand, Outcome(winner, None, points)))
    do(book, RecordHand(2, 1, 1, Outcome(3, None, 48)))  # 4 sits there in column 3
    assert ranked(book, BEST, 1) == [("", 1, "3"), ("", 2, "1"), ("", 2, "2")]
    assert ranked(book, BEST) == [("", 1, "4"), ("", 2, "3"), ("", 3, "1"), ("", 3, "2")]
    assert sorted(ranked(book, WON)) == [("", 1, "1"), ("", 2, "2"), ("", 2, "3"), ("", 2, "4")]
    assert [int(each.worth) for each in ranking(book.view, BEST, None)] == [48, 40, 24, 24]


def test_of_many_tied_players_eight_are_named(book: Book):
    prize = ChangePrizes(Prizes((Prize(what="Cup"),), PrizeTies.SPLIT))
    do(book, prize, RecordTotals(1, 1, (0, 0, 0, 0)), RecordTotals(1, 2, (0, 0, 0, 0)))
    (remark,) = prizes_remarks(book.view)
    text = ENGLISH.render(remark.text)
    assert remark.code == UNDECIDED
    assert text.count("(no. ") == 8
    assert "…" not in text
    ((_, tied),) = undecided_ties(book.view)
    assert {award.entrant.key for award in tied} == set("12345678")
    more = do(created(), AddPlayers(tuple(players(12))))
    seats = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    do(more, PublishDraw(replace(SEATING, sessions=(seats, seats))), prize)
    do(more, *(RecordTotals(1, table, (0, 0, 0, 0)) for table in (1, 2, 3)))
    (remark,) = prizes_remarks(more.view)
    text = ENGLISH.render(remark.text)
    assert text.count("(no. ") == 8
    assert "…" in text
    do(more, ChangePrizes(Prizes((Prize(what="Cup"),), PrizeTies.SHARED)))
    assert prizes_remarks(more.view) == ()


def test_lots_order_exactly_those_who_share_a_place(book: Book):
    do(book, ChangePrizes(Prizes((Prize(OF_COUNTRIES, what="Cup"), Prize(what="Bowl")), PrizeTies.SPLIT)))
    do(book, RecordTotals(1, 1, (0, 0, 0, 0)), RecordTotals(1, 2, (0, 0, 0, 0)))
    every = tuple("12345678")
    for wrong, told in (
        (("9", *every), "9 is not in its ranking"),
        (every[:7], "1, 2, 3, 4, 5, 6, 7, 8"),
        ((*every, "1"), "1, 2, 3, 4, 5, 6, 7, 8"),
        ((), "must order exactly"),
    ):
        with pytest.raises(Refused) as refused:
            carry_out(book, DecideTie(PLAYERS, wrong), by=BY)
        assert codes(refused) == ["prize-lot"]
        assert told in ENGLISH.render(refused.value.problems[0].text)
    do(book, DecideTie(PLAYERS, tuple(reversed(every))))
    (awarded,) = (each for each in prize_list(book.view, None) if each.category == PLAYERS)
    assert [(award.place, award.entrant.key) for award in awarded.awards] == [(1, "8")]


def test_countries_that_share_a_place_may_be_named_in_any_way(book: Book):
    do(book, ChangePrizes(Prizes((Prize(OF_COUNTRIES, what="Cup"),), PrizeTies.SPLIT)))
    do(book, RecordTotals(1, 1, (0, 0, 0, 0)), RecordTotals(1, 2, (0, 0, 0, 0)))
    tied = [key for _, _, key in ranked(book, OF_COUNTRIES)]
    assert sorted(tied) == ["DE", "FR", "IT"]
    with pytest.raises(Refused) as refused:
        carry_out(book, DecideTie(OF_COUNTRIES, ("Italy", "Germany", "Atlantis")), by=BY)
    assert "Atlantis is not in its ranking" in ENGLISH.render(refused.value.problems[0].text)
    do(book, DecideTie(OF_COUNTRIES, ("Italy", "de", "FR")))
    (awarded,) = prize_list(book.view, None)
    assert [(award.place, award.entrant.key) for award in awarded.awards] == [(1, "IT")]


def test_a_prize_is_removed_by_any_of_its_places(played: Book):
    do(played, SetPrize(Prize(place=2, last=3, what="Pen")))
    for place in (1, 4):
        with pytest.raises(Refused) as refused:
            carry_out(played, RemovePrize(PLAYERS, place), by=BY)
        assert codes(refused) == ["prize-missing"]
    do(played, RemovePrize(PLAYERS, 3))
    assert played.view.settings.prizes.lines == ()


@pytest.fixture
def tied(book: Book) -> Book:
    """The same totals at both tables: 1 and 5 share the first place, 2 and 6 the third, 3 and 7, 4 and 8 the others."""
    return do(book, RecordTotals(1, 1, TOTALS), RecordTotals(1, 2, TOTALS))


@pytest.mark.parametrize(
    ("order", "those"), [(("1", "2"), "1, 5"), (("6", "1"), "2, 6"), (("3", "7", "1"), "3, 7"), (("8",), "4, 8")]
)
def test_those_who_share_the_place_of_the_first_one_given_are_named(tied: Book, order: tuple[str, ...], those: str):
    with pytest.raises(Refused) as refused:
        carry_out(tied, DecideTie(PLAYERS, order), by=BY)
    told = f"The drawing of lots must order exactly those who share the place: {those}."
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [told]


def test_two_who_share_a_place_draw_lots(tied: Book):
    do(tied, DecideTie(PLAYERS, ("5", "1")))
    assert [lot.order for lot in tied.view.settings.prizes.lots] == [("5", "1")]


def test_who_is_alone_on_a_place_draws_no_lots(played: Book):
    with pytest.raises(Refused) as refused:
        carry_out(played, DecideTie(PLAYERS, ("1",)), by=BY)
    assert "must order exactly those who share the place: 1." in ENGLISH.render(refused.value.problems[0].text)


def test_the_places_that_tied_players_draw_lots_for_are_told(tied: Book):
    prizes = (Prize(what="Cup"), Prize(place=2, last=2, what="Bowl"), Prize(place=3, last=6, what="Pen"))
    do(tied, ChangePrizes(Prizes(prizes, PrizeTies.SPLIT)))
    assert [ENGLISH.render(remark.text) for remark in prizes_remarks(tied.view)] == [
        "Players: draw lots for places 1 to 2 among First1 Sample1 (no. 1), First5 Sample5 (no. 5).",
    ]


def test_prizes_that_nobody_can_win_are_told_by_who_can_be_ranked(book: Book):
    """There are eight players, two teams, three countries, and before play no hands."""
    for category, last in ((PLAYERS, 8), (OF_TEAMS, 2), (OF_COUNTRIES, 3), (BEST, 8), (WON, 8)):
        for place in (last, last + 1):
            do(book, ChangePrizes(Prizes((Prize(category, place, place, what="Cup"),))))
            remarks = [(remark.code, ENGLISH.render(remark.text)) for remark in prizes_remarks(book.view)]
            text = f"{ENGLISH.render(category.label)}: no one is eligible for the prize for place {place}."
            assert remarks == ([("prize-unclaimed", text)] if place > last else [])
