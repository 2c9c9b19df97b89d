"""An event of another program becomes one of ours, or is refused with all that is wrong with it."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, players
from tournament.event.foreign import ForeignEvent, ForeignHand, ForeignPenalty, ForeignTable
from tournament.event.settings import Settings
from tournament.language import ENGLISH, verbatim
from tournament.use_cases import Refused
from tournament.use_cases.check import check_records
from tournament.use_cases.conversion import convert

PEOPLE = tuple(replace(each, number=number) for number, each in enumerate(players(8), start=1))
SETTINGS = Settings("Cup", sessions=2)
WON = ForeignHand(1, 0, 1, 8)
"""8 points and 8 of each: 32 for the winner, by the rules of 2006."""


def event(*tables: ForeignTable) -> ForeignEvent:
    return ForeignEvent(verbatim("Another program"), SETTINGS, PEOPLE, SEATING, tables)


def test_hands_penalties_and_totals_are_entered_and_signed():
    whole = ForeignTable(1, 1, (WON,), (ForeignPenalty(3, 10),), (32, -16, -8, -18), finished=True)
    alone = ForeignTable(1, 2, totals=(50, 20, 20, -90), finished=True)
    done = convert(event(whole, alone), by=BY)
    assert [done.view.sheet(1, table).scores for table in (1, 2)] == [(32, -16, -8, -18), (50, 20, 20, -90)]
    assert [done.view.sheet(1, table).closed is not None for table in (1, 2)] == [True, True]
    assert (done.differing, done.open) == ((), ())
    assert check_records(done.records).problems == ()


def test_a_table_whose_totals_are_others_or_that_goes_on_is_left_unsigned_and_told():
    differs = ForeignTable(1, 1, (WON,), totals=(40, -24, -8, -8), finished=True)
    goes_on = ForeignTable(1, 2, (WON,), totals=(32, -16, -8, -8))
    unknown = ForeignTable(2, 1, (WON,))
    done = convert(event(differs, goes_on, unknown), by=BY)
    assert done.differing == ((1, 1),)
    assert done.open == ((1, 2), (2, 1))
    assert [done.view.sheet(*place).closed for place in ((1, 1), (1, 2), (2, 1))] == [None] * 3


def test_totals_that_do_not_balance_are_taken_and_told():
    done = convert(event(ForeignTable(1, 1, totals=(50, 20, 20, -80), finished=True)), by=BY)
    assert done.differing == ((1, 1),)
    assert done.view.sheet(1, 1).scores == (50, 20, 20, -80)


@pytest.mark.parametrize("count", [1, 19, 20])
def test_what_is_wrong_is_listed_with_its_place(count: int):
    wrong = tuple(ForeignHand(number, 0, 1, 7) for number in range(1, 11))
    tables = (ForeignTable(1, 1, wrong[:count]), ForeignTable(1, 2, wrong[: max(count - 10, 0)]))
    with pytest.raises(Refused) as refused:
        convert(event(*tables), by=BY)
    said = [ENGLISH.render(problem.text) for problem in refused.value.problems]
    assert len(said) == count
    assert said[0].startswith("Round 1, table 1: ")
    assert "foreign-more" not in codes(refused)


def test_of_many_problems_twenty_are_listed_and_the_others_counted():
    wrong = tuple(ForeignHand(number, 0, 1, 7) for number in range(1, 12))
    with pytest.raises(Refused) as refused:
        convert(event(ForeignTable(1, 1, wrong), ForeignTable(1, 2, wrong)), by=BY)
    *_, last = refused.value.problems
    assert len(refused.value.problems) == 21
    assert ENGLISH.render(last.text) == "There are 2 more problems."


def test_an_event_without_players_and_draw_is_taken_as_it_is():
    done = convert(ForeignEvent(verbatim("Another program"), SETTINGS, (), None), by=BY)
    assert len(done.records) == 1
    assert done.view.seating is None
    drawn = convert(event(), by=BY)
    assert drawn.view.seating is not None
    assert drawn.view.seating.sessions == SEATING.sessions
