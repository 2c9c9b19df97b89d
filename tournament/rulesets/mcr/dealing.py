"""Random winning hands for the quiz."""

from random import Random

from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.hand.problem import HandProblems
from tournament.hand.situation import Situation
from tournament.rulesets.mcr.profiles import Profile
from tournament.rulesets.mcr.scoring import score
from tournament.tiles.tile import FIRST_WIND, TILES, Tile
from tournament.tiles.wind import Wind

_TRIES = 10_000
_HONOURS = TILES[FIRST_WIND:]
_HONOURS_OR_OUTER = tuple(tile for tile in TILES if tile.rank in (1, 9, None))
_WINDS = tuple(Wind)
_PLANS = ("any", "chows", "pungs", "one suit", "outer", "pairs")
"""Kinds of hands, one of which is chosen at random. Without them, valuable hands would be rare."""


def random_win(chance: Random, *, profile: Profile | str = "mcr") -> Hand:
    """Return a legal hand that reaches the minimum. The same state of ``chance`` gives the same hand."""
    for _ in range(_TRIES):
        try:
            hand = _pairs(chance) if (plan := chance.choice(_PLANS)) == "pairs" else _sets(chance, plan)
        except HandProblems:  # sets are chosen independently, so a tile may occur five times
            continue
        if score(hand, profile=profile).minimum_met:
            return hand
    raise RuntimeError(f"{_TRIES} tries gave no winning hand")


def _sets(chance: Random, plan: str) -> Hand:
    suit = chance.randrange(3)
    sets = [_set(chance, plan, suit) for _ in range(4)]
    declared = [meld for meld in sets if chance.random() < 0.4 or meld.kong]
    tiles = [tile for meld in sets if meld not in declared for tile in meld.tiles]
    tiles += [_tile(chance, plan, suit)] * 2
    melds = tuple(_sourced(chance, meld) for meld in sets if meld in declared)
    return _won(chance, melds, tiles)


def _set(chance: Random, plan: str, suit: int) -> Meld:
    chow_share = {"chows": 0.95, "pungs": 0.05, "outer": 0.4}.get(plan, 0.6)
    if chance.random() < chow_share:
        if plan == "one suit":
            low = 9 * suit + chance.randrange(7)
        else:
            low = 9 * chance.randrange(3) + chance.choice((0, 6) if plan == "outer" else range(7))
        return Meld(MeldKind.CHOW, TILES[low])
    kind = MeldKind.PUNG
    if chance.random() < 0.12:
        kind = chance.choice((MeldKind.KONG, MeldKind.CONCEALED_KONG))
    return Meld(kind, _tile(chance, plan, suit))


def _tile(chance: Random, plan: str, suit: int) -> Tile:
    if plan == "one suit":
        return chance.choice(_suit(suit) if chance.random() < 0.75 else _HONOURS)
    return chance.choice(_HONOURS_OR_OUTER if plan == "outer" else TILES)


def _suit(suit: int) -> tuple[Tile, ...]:
    return TILES[9 * suit : 9 * suit + 9]


def _sourced(chance: Random, meld: Meld) -> Meld:
    if meld.kind is MeldKind.CONCEALED_KONG:
        return meld._replace(source=0)
    return meld._replace(source=chance.choice(sources_of(meld.kind)))


def _pairs(chance: Random) -> Hand:
    kinds = chance.choice((TILES, TILES[9 * chance.randrange(3) : FIRST_WIND], _HONOURS_OR_OUTER))
    return _won(chance, (), [tile for tile in chance.sample(kinds, 7) for _ in range(2)])


def _won(chance: Random, melds: tuple[Meld, ...], tiles: list[Tile]) -> Hand:
    chance.shuffle(tiles)
    *concealed, winning = tiles
    drawn = chance.random() < 0.4
    last_of_wall = chance.random() < 0.05
    kong = drawn and any(meld.kong for meld in melds) and chance.random() < 0.2
    situation = Situation(
        prevalent=chance.choice(_WINDS),
        seat=chance.choice(_WINDS),
        self_drawn=drawn,
        last_of_wall=last_of_wall,
        kong=kong,
    )
    return Hand(melds, tuple(concealed), winning, situation, chance.choice((0, 0, 0, 1, 1, 2, 3)))
