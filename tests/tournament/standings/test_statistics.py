"""Counts of hands: who won, who gave, how dear. Expected values are counted by hand from the facts below."""

from fractions import Fraction

from tests.tournament.standings.test_ranking import sheet, totals
from tournament.ledger.facts import HandRecorded
from tournament.standings.statistics import BANDS, Played, best_hands, statistics

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
    assert [band[0] for band in BANDS] == [8, 12, 16, 24, 32, 64]
    assert counted.bands == (2, 1, 1, 0, 0, 2)


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
    assert counted.bands == (0, 0, 0, 0, 0, 0)
