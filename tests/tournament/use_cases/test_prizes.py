"""Prizes said and taken back, and the rankings behind them as hands come and go."""

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.event.player import PlayerState
from tournament.event.prizes import OVERALL, CategoryKind, Prize, PrizeCategory, Prizes, PrizeTies
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, Refused, carry_out
from tournament.use_cases.commands import (
    ChangePlayerState,
    ChangePrizes,
    CloseSession,
    DecideTie,
    RemovePrize,
    SetPrize,
    Undo,
)
from tournament.use_cases.prizes import (
    categories_of,
    prize_list,
    prizes_remarks,
    ranking,
    undecided_ties,
)

WINS, BEST = PrizeCategory(CategoryKind.HANDS_WON), PrizeCategory(CategoryKind.BEST_HAND)


@pytest.fixture
def book() -> Book:
    return drawn()


def record(book: Book, session: int, hand: int, winner: int, points: int) -> None:
    carry_out(book, RecordHand(session, 1, hand, Outcome(winner, None, points)), by=BY)


def ranked(book: Book, category: PrizeCategory) -> list[tuple[int, int | object]]:
    return [(each.rank, each.worth) for each in ranking(book.view, category, None)]


def test_figures_follow_what_is_recorded_and_undone(book: Book) -> None:
    assert ranked(book, WINS) == []
    record(book, 1, 1, 0, 24)
    record(book, 1, 2, 0, 8)
    record(book, 1, 3, 1, 24)
    assert ranked(book, WINS) == [(1, 2), (2, 1)]
    assert ranked(book, BEST) == [(1, 24), (1, 24)]
    carry_out(book, Undo(), by=BY)
    assert ranked(book, WINS) == [(1, 2)]
    assert ranked(book, BEST) == [(1, 24)]


def test_who_is_out_wins_nothing(book: Book) -> None:
    record(book, 1, 1, 0, 24)
    (best,) = ranking(book.view, BEST, None)
    carry_out(book, ChangePlayerState(int(best.key), PlayerState.DISQUALIFIED), by=BY)
    assert ranked(book, BEST) == []
    assert best.key not in {each.key for each in ranking(book.view, OVERALL, None)}


def test_a_prize_is_said_changed_and_taken_back(book: Book) -> None:
    cup, bowl = Prize(what="Cup"), Prize(place=1, last=2, what="Bowl")
    carry_out(book, SetPrize(cup), by=BY)
    with pytest.raises(Refused):
        carry_out(book, SetPrize(bowl), by=BY)
    carry_out(book, SetPrize(bowl, cup), by=BY)
    assert list(book.view.settings.prizes.lines) == [bowl]
    carry_out(book, RemovePrize(OVERALL, 2), by=BY)
    assert not book.view.settings.prizes.lines
    with pytest.raises(Refused) as refused:
        carry_out(book, RemovePrize(OVERALL, 2), by=BY)
    assert [problem.code for problem in refused.value.problems] == ["prize-missing"]


def test_before_play_nobody_wins_and_places_beyond_the_players_are_told(book: Book) -> None:
    carry_out(book, SetPrize(Prize(place=8, last=9, what="Pen")), by=BY)
    carry_out(book, SetPrize(Prize(WINS, 30, 30, what="Pen")), by=BY)
    assert [each.awards for each in prize_list(book.view, None)] == [(), ()]
    assert [remark.code for remark in prizes_remarks(book.view)] == ["prize-unclaimed", "prize-unclaimed"]


def test_a_tie_is_decided_by_all_who_are_in_it(book: Book) -> None:
    carry_out(book, ChangePrizes(Prizes((Prize(place=2, last=2, what="Cup"),), PrizeTies.SPLIT)), by=BY)
    assert undecided_ties(book.view) == ()
    record(book, 1, 1, 0, 24)
    ((_category, tied),) = undecided_ties(book.view)
    keys = [award.entrant.key for award in tied]
    for wrong in (keys[:2], [*keys, keys[0]], [], ["99", *keys[1:]], ["nobody"]):
        with pytest.raises(Refused):
            carry_out(book, DecideTie(OVERALL, tuple(wrong)), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, DecideTie(OVERALL, ("4", "2")), by=BY)
    told = "The drawing of lots must order exactly those who share the place: 2, 3, 4."
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [told]
    carry_out(book, DecideTie(OVERALL, tuple(keys)), by=BY)
    assert undecided_ties(book.view) == ()
    assert [(each.entrant.key, each.place) for each in prize_list(book.view, None)[0].awards] == [(keys[0], 2)]


def test_prizes_may_be_said_after_a_session_is_closed(book: Book) -> None:
    record(book, 1, 1, 0, 24)
    carry_out(book, CloseSession(1, "the hall closes"), by=BY)
    carry_out(book, SetPrize(Prize(what="Cup")), by=BY)
    assert book.view.settings.prizes.lines == (Prize(what="Cup"),)


def test_only_categories_in_which_somebody_may_be_ranked_are_offered(book: Book) -> None:
    kinds = {category.kind for category in categories_of(book.view)}
    assert {CategoryKind.PLAYERS, CategoryKind.BEST_HAND, CategoryKind.HANDS_WON} <= kinds
    assert (CategoryKind.TEAMS in kinds) == any(player.team for player in book.view.players.values())
