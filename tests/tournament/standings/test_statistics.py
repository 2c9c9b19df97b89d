"""Counts of hands: who won, who gave, how dear. Expected values are counted by hand from the facts below."""

from fractions import Fraction

from tests.tournament.standings.test_ranking import sheet, totals
from tournament.ledger.facts import HandRecorded
from tournament.ledger.sheet import Sheet
from tournament.rulesets.mcr.ruleset import MCR
from tournament.standings.statistics import Played, RunningStatistics, best_hands, statistics, won_by
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
