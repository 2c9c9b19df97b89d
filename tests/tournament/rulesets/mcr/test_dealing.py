"""Hands by chance are legal, reach the minimum, are varied and come again from the same seed."""

from collections import Counter
from random import Random

import pytest

from tests.second_counter.text import read
from tournament.hand.hand import Hand
from tournament.hand.meld import MeldKind, sources_of
from tournament.hand.notation import format_hand, parse
from tournament.rulesets.mcr.dealing import random_win
from tournament.rulesets.mcr.scoring import score
from tournament.tiles.tile import KINDS, TILES, Suit, Tile
from tournament.tiles.wind import Wind

MANY = 1500
Fans = frozenset[str]


@pytest.fixture(scope="module")
def wins() -> list[tuple[Hand, Fans]]:
    """Many hands by chance, each with the slugs of its fans."""
    chance = Random(1)
    hands = [random_win(chance) for _ in range(MANY)]
    return [(hand, frozenset(fan.pattern.slug for fan in score(hand).fans)) for hand in hands]


def _share(wins: list[tuple[Hand, Fans]], *slugs: str) -> float:
    """The part of the hands that have one of these fans."""
    return sum(not fans.isdisjoint(slugs) for _, fans in wins) / len(wins)


def _kinds(hand: Hand) -> set[Tile]:
    """The kinds of tile in a hand."""
    return {*hand.concealed, hand.winning, *(tile for meld in hand.melds for tile in meld.tiles)}


def test_hands_by_chance_win() -> None:
    chance = Random(1)
    points = []
    for _ in range(60):
        hand = random_win(chance)
        assert parse(format_hand(hand)) == hand
        assert read(format_hand(hand)) is not None
        found = score(hand)
        assert found.minimum_met
        points.append(found.points)
    assert min(points) < 16
    assert max(points) > 40


def test_the_same_chance_gives_the_same_hand() -> None:
    assert [random_win(Random(7)) for _ in range(2)] == [random_win(Random(7))] * 2


def test_every_tile_and_every_pair_of_winds_occurs(wins: list[tuple[Hand, Fans]]) -> None:
    winning = Counter(hand.winning for hand, _ in wins)
    assert set(winning) == set(TILES)
    assert min(winning.values()) > MANY / KINDS / 3
    winds = Counter((hand.situation.prevalent, hand.situation.seat) for hand, _ in wins)
    assert set(winds) == {(prevalent, seat) for prevalent in Wind for seat in Wind}
    assert min(winds.values()) > MANY / 16 / 2, "no wind is rare"


def test_sets_are_claimed_from_everybody(wins: list[tuple[Hand, Fans]]) -> None:
    for kind in MeldKind:
        sources = Counter(meld.source for hand, _ in wins for meld in hand.melds if meld.kind is kind)
        assert set(sources) == set(sources_of(kind))
        assert min(sources.values()) > sum(sources.values()) / len(sources) / 2, "none is rare"


def test_every_chow_occurs_where_nothing_asks_for_others(wins: list[tuple[Hand, Fans]]) -> None:
    """A hand that wants 1 and 9 everywhere has two chows of a suit, one of a single suit has those of its suit."""
    others = {"outside-hand", "half-flush", "full-flush"}
    plain = [hand for hand, fans in wins if fans.isdisjoint(others)]
    chows = Counter(meld.tile for hand in plain for meld in hand.melds if meld.kind is MeldKind.CHOW)
    assert len(chows) == 3 * 7
    assert min(chows.values()) > sum(chows.values()) / 21 / 4
    outer = [hand for hand, fans in wins if "outside-hand" in fans]
    ends = Counter(meld.tile for hand in outer for meld in hand.melds if meld.kind is MeldKind.CHOW)
    assert {tile.rank for tile in ends} == {1, 7}
    assert len(ends) == 3 * 2
    assert min(ends.values()) > sum(ends.values()) / 6 / 4


def test_hands_of_one_suit_have_every_suit_and_every_tile_of_it(wins: list[tuple[Hand, Fans]]) -> None:
    for slug, honours in (("half-flush", 7), ("full-flush", 0)):
        hands = [hand for hand, fans in wins if slug in fans]
        assert 0.05 < len(hands) / MANY < 0.25
        for suit in Suit:
            own = [hand for hand in hands if any(tile.suit is suit for tile in _kinds(hand))]
            assert len(own) > len(hands) / 6, "no suit is rare"
            assert len({tile for hand in own for tile in _kinds(hand)}) == 9 + honours
            chows = {meld.tile for hand in own for meld in hand.melds if meld.kind is MeldKind.CHOW}
            assert chows <= set(TILES[9 * suit : 9 * suit + 7])
    lows = {meld.tile for hand, fans in wins if "half-flush" in fans for meld in hand.melds if not meld.kind}
    assert len(lows) == 3 * 7


def test_every_terminal_and_every_honour_occurs_where_only_they_do(wins: list[tuple[Hand, Fans]]) -> None:
    hands = [hand for hand, fans in wins if "all-terminals-and-honors" in fans]
    assert 0.05 < len(hands) / MANY < 0.2
    tiles = Counter(tile for hand in hands for tile in _kinds(hand))
    assert len(tiles) == 13
    assert min(tiles.values()) > len(hands) / 4


def test_dear_hands_are_as_frequent_as_cheap_ones(wins: list[tuple[Hand, Fans]]) -> None:
    points = sorted(score(hand).points for hand, _ in wins)
    assert points[MANY // 4] < 15, "what mostly is won with"
    assert 13 < points[MANY // 2] < 28
    assert 24 < points[MANY * 3 // 4] < 48
    assert 0.05 < _share(wins, "all-chows") < 0.2
    assert 0.1 < _share(wins, "all-pungs") < 0.25
    assert 0.15 < _share(wins, "seven-pairs") < 0.35
    assert 0.1 < _share(wins, "outside-hand") < 0.3
    assert 0.03 < _share(wins, "pure-shifted-chows", "mixed-shifted-chows", "mixed-triple-chow") < 0.15
    assert _share(wins, "no-honors", "all-chows", "all-simples", "full-flush") > 0.25
    pairs = [hand for hand, fans in wins if "seven-pairs" in fans]
    suited = [hand for hand in pairs if all(tile.suit is not None for tile in _kinds(hand))]
    assert {tuple(sorted({tile.suit for tile in _kinds(hand) if tile.suit is not None})) for hand in suited} >= {
        tuple(Suit), (Suit.BAMBOOS, Suit.DOTS), (Suit.DOTS,),
    }  # fmt: skip
    assert len({tile for hand in pairs for tile in _kinds(hand)}) == KINDS


def test_a_hand_is_won_in_the_usual_ways(wins: list[tuple[Hand, Fans]]) -> None:
    hands = [hand for hand, _ in wins]
    assert 0.3 < sum(hand.situation.self_drawn for hand in hands) / MANY < 0.5
    assert 0.02 < _share(wins, "last-tile-draw") < 0.06
    assert 0.02 < _share(wins, "last-tile-claim") < 0.08
    assert 0.005 < _share(wins, "out-with-replacement-tile") < 0.04
    assert 0.03 < _share(wins, "melded-kong", "two-melded-kongs", "mixed-kongs") < 0.15
    assert 0.03 < _share(wins, "concealed-kong", "two-concealed-kongs", "mixed-kongs") < 0.15
    melds = Counter(len(hand.melds) for hand in hands)
    assert set(melds) == {0, 1, 2, 3, 4}
    assert melds[1] + melds[2] > melds[3] + melds[4] > 0
    assert 0.25 < melds[0] / MANY < 0.5
    flowers = Counter(hand.flowers for hand in hands)
    assert set(flowers) == {0, 1, 2, 3}
    assert flowers[0] < MANY / 2, "most hands have a flower"
    assert flowers[0] > flowers[1] > max(flowers[2], flowers[3]), "the more of them, the rarer"
