"""Hong Kong old style: who deals, which round it is, when the game is over."""

from tournament.rules.payment import NO_NET, Outcome
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.ruleset import FAULTS, advance, start
from tournament.tiles.wind import Wind

EAST_WINS, SOUTH_WINS, DRAWN = Outcome(0, 1, 3), Outcome(1, 0, 3), Outcome(None)


def test_east_stays_after_a_win_and_after_a_drawn_hand() -> None:
    state = start(Options())
    for hand, outcome in enumerate((EAST_WINS, DRAWN, None), 2):
        state = advance(state, outcome, NO_NET, Options())
        assert (state.hand, state.dealer, state.prevalent, state.opens) == (hand, 0, Wind.EAST, False)


def test_another_winner_makes_south_east() -> None:
    state = advance(start(Options()), SOUTH_WINS, NO_NET, Options())
    assert state.winds == (Wind.NORTH, Wind.EAST, Wind.SOUTH, Wind.WEST)
    assert advance(state, SOUTH_WINS, NO_NET, Options()).dealer == 1


def test_the_round_changes_when_the_first_east_is_east_again_and_four_rounds_are_a_game() -> None:
    state = start(Options())
    rounds = []
    while not state.over:
        rounds.append((state.prevalent, state.dealer, state.opens))
        state = advance(state, Outcome((state.dealer + 1) % 4, None, 3), NO_NET, Options())
    assert rounds == [(wind, dealer, dealer == 0) for wind in Wind for dealer in range(4)]


def test_a_game_is_as_long_as_its_easts_win() -> None:
    state = start(Options())
    for _ in range(40):
        state = advance(state, Outcome(state.dealer, None, 3), NO_NET, Options())
    assert (state.hand, state.passed, state.over) == (41, 0, False)


def test_the_game_ends_when_a_player_has_nothing_left() -> None:
    broke, nearly = (-300, 100, 100, 100), (-299, 99, 100, 100)
    assert advance(start(Options()), EAST_WINS, broke, Options()).over
    assert not advance(start(Options()), EAST_WINS, nearly, Options()).over
    assert not advance(start(Options()), EAST_WINS, broke, Options(bankruptcy=False)).over
    assert not advance(start(Options()), EAST_WINS, broke, Options(starting_points=None)).over
    assert advance(start(Options()), EAST_WINS, (-200, 0, 0, 200), Options(starting_points=200)).over


def test_every_fault_annuls_the_hand_and_costs_128_to_each() -> None:
    assert [(fault.points, fault.closes_hand) for fault in FAULTS] == [(128, True)] * 3
