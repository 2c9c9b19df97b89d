"""Counts of hands: who won, who gave, how dear. Expected values are counted by hand from the facts below."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.test_ranking import sheet, totals
from tournament.ledger.facts import HandRecorded
from tournament.ledger.sheet import Sheet
from tournament.rulesets.mcr.ruleset import MCR
from tournament.standings.statistics import Played, RunningStatistics, Statistics, best_hands, statistics, won_by
from tournament.standings.tally import Tally

HANDS = (
    HandRecorded(1, 0, 2, 8),  # player 1 from player 3
    HandRecorded(2, 0, None, 16),  # player 1, self-draw
    HandRecorded(3, None),  # drawn
    HandRecorded(4, 1, 0, 88),  # player 2 from player 1
    HandRecorded(6, 3, 0, 12),  # player 4 from player 1
)
FIRST = sheet(1, 1, (1, 2, 3, 4), *HANDS)
SECOND = sheet(2, 1, (4, 3, 2, 1), HandRecorded(1, 0, None, 88), HandRecorded(2, 3, 1, 11))


def test_what_each_player_did() -> None:
    counted = statistics([FIRST]).players
    assert counted[1] == Played(hands=5, wins=2, self_draws=1, deal_ins=2, points=24, best=16)
    assert counted[2] == Played(hands=5, wins=1, self_draws=0, deal_ins=0, points=88, best=88)
    assert counted[3] == Played(hands=5, wins=0, self_draws=0, deal_ins=1, points=0, best=0)
    assert counted[1].average == 12
    assert counted[3].average is None


def test_what_all_hands_say() -> None:
    counted = statistics([FIRST, SECOND])
    assert (counted.hands, counted.by_discard, counted.self_draws, counted.drawn) == (7, 4, 2, 1)
    assert counted.average == Fraction(8 + 16 + 88 + 12 + 88 + 11, 6)
    assert MCR.value_bands == (8, 12, 16, 24, 32, 64)
    assert counted.in_bands(MCR.value_bands) == (2, 1, 1, 0, 0, 2)


def test_sessions_add_up_to_the_same_as_all_at_once() -> None:
    assert statistics([FIRST]) + statistics([SECOND]) == statistics([FIRST, SECOND])


def test_the_dearest_hands_equal_ones_in_order_of_play() -> None:
    counted = statistics([FIRST, SECOND])
    best = best_hands(counted, 3)
    assert [(hand.points, hand.winner, hand.discarder, hand.session, hand.hand) for hand in best] == [
        (88, 2, 1, 1, 4),
        (88, 4, None, 2, 1),
        (16, 1, None, 1, 2),
    ]
    assert len(best_hands(counted, 100)) == 6


def test_tables_known_by_totals_alone_have_no_hands() -> None:
    counted = statistics([totals(1, 1, (1, 2, 3, 4), (50, 20, 20, -90))])
    assert counted.hands == 0
    assert counted.average is None
    assert counted.in_bands(MCR.value_bands) == (0, 0, 0, 0, 0, 0)


def test_the_hands_of_some_players() -> None:
    mine = won_by(statistics([FIRST, SECOND]), {4})
    assert [hand.points for hand in best_hands(mine, 10)] == [88, 12]
    assert mine.values == {88: 1, 12: 1}


def _tally(session: int) -> Tally:
    return Tally(session, {}, 1, 1, 5, final=False)


def test_a_session_is_counted_again_only_when_its_tally_changed() -> None:
    asked: list[int] = []
    shown = {1: FIRST, 2: SECOND}

    def sheets(session: int) -> list[Sheet]:
        asked.append(session)
        return [shown[session]]

    running, one, two = RunningStatistics(), _tally(1), _tally(2)
    assert running.of([one, two], sheets) == statistics([FIRST, SECOND])
    assert running.of([one, two], sheets) == statistics([FIRST, SECOND])
    assert running.of([one], sheets) == statistics([FIRST])
    assert asked == [1, 2]
    shown[1] = SECOND
    assert running.of([_tally(1)], sheets) == statistics([SECOND])
    assert asked == [1, 2, 1]
    assert running.of([running._sessions[0].tally, two], sheets) == statistics([SECOND, SECOND])
    assert asked == [1, 2, 1]
    assert running.of([], sheets) == statistics([])


def _line(hand: int, winner: int | None, discarder: int | None, points: int) -> HandRecorded:
    won = winner is not None
    return HandRecorded(hand, winner, discarder if won and discarder != winner else None, points if won else 0)


_LINES = st.lists(
    st.tuples(st.none() | st.integers(0, 3), st.none() | st.integers(0, 3), st.integers(8, 100)), max_size=8
)


@given(st.lists(st.tuples(st.permutations(range(1, 9)), _LINES), max_size=4))
def test_every_figure_is_what_counting_line_by_line_gives(tables: list) -> None:
    """Every player, at every table: hands counted one after the other, without adding any counts up."""
    sheets, lines = [], []
    for table, (order, hands) in enumerate(tables, start=1):
        seats = tuple(order[:4])
        facts = [_line(number, *hand) for number, hand in enumerate(hands, start=1)]
        sheets.append(sheet(1, table, seats, *facts))
        lines += [(seats, fact) for fact in facts]
    counted = statistics(sheets)
    assert set(counted.players) == {number for seats, _ in lines for number in seats}
    for number, played in counted.players.items():
        own = [fact for seats, fact in lines if fact.winner is not None and seats[fact.winner] == number]
        given = [fact for seats, fact in lines if fact.discarder is not None and seats[fact.discarder] == number]
        assert played == Played(
            hands=sum(number in seats for seats, _ in lines),
            wins=len(own),
            self_draws=len([fact for fact in own if fact.discarder is None]),
            deal_ins=len(given),
            points=sum(fact.points for fact in own),
            best=max([fact.points for fact in own], default=0),
        )
    won = [fact for _, fact in lines if fact.winner is not None]
    assert (counted.hands, counted.self_draws) == (len(lines), sum(fact.discarder is None for fact in won))
    assert sorted(hand.points for hand in counted.won) == sorted(fact.points for fact in won)
    firsts = (8, 20, 64)
    ends = (19, 63, 1000)
    assert list(counted.in_bands(firsts)) == [
        sum(low <= fact.points <= high for fact in won) for low, high in zip(firsts, ends, strict=True)
    ]
    dear = best_hands(counted, 3)
    assert [hand.points for hand in dear] == sorted((fact.points for fact in won), reverse=True)[:3]


def test_nothing_counted_is_nothing() -> None:
    assert statistics([]) == Statistics({}, hands=0, self_draws=0, values={}, won=())
    assert Statistics() == statistics([])
    assert Played() == Played(hands=0, wins=0, self_draws=0, deal_ins=0, points=0, best=0)


def test_what_is_below_the_bands_counts_in_the_first() -> None:
    assert Statistics(values={1: 2, 8: 1, 64: 4}).in_bands((8, 12, 64)) == (3, 0, 4)


def test_a_table_without_hands_stops_nothing() -> None:
    empty = sheet(1, 2, (5, 6, 7, 8))
    assert statistics([empty, FIRST, empty]) == statistics([FIRST])
