"""Random winning hands for the quiz. They resemble real hands, but interesting ones are more frequent."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tournament.hand.elements import CHOW, CHOWS, first_tile, tiles_of
from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.hand.notation import format_tiles
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblems
from tournament.rules.hand_answers import kept_answers
from tournament.rules.payment import Answer
from tournament.rules.question import answered
from tournament.rules.quiz import RandomWin
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.scoring import count, most_red
from tournament.rulesets.riichi.settlement import yakuman_of
from tournament.rulesets.riichi.situation import DOUBLE, RIICHI, RiichiSituation, situation_questions
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS, TILES, Tile
from tournament.tiles.wind import Wind

_TRIES = 10_000
_HONOURS = tuple(range(FIRST_WIND, KINDS))
_NUMBERS = tuple(range(FIRST_WIND))
_SIMPLES = tuple(tile for tile in _NUMBERS if 0 < tile % 9 < 8)
_OUTER = tuple(tile for tile in _NUMBERS if tile not in _SIMPLES)
_ORPHANS = (*_OUTER, *_HONOURS)


class _Plan(NamedTuple):
    """A kind of hand, by which its sets and its pair are chosen at random."""

    kinds: Sequence[int]
    """The tiles from which triplets and the pair are chosen."""
    runs: Sequence[int] = CHOWS
    """The chows to choose from, as elements."""
    chows: float = 0.75
    """How often a set is a chow, from 0 to 1."""
    open: float = 0.3
    """How often such a hand has claimed sets, from 0 to 1."""
    fixed: tuple[int, ...] = ()
    """Elements that the hand always contains."""


_PLANS = {
    "any": 5,
    "chows": 5,
    "simples": 4,
    "value": 5,
    "seven pairs": 2,
    "one suit": 2,
    "outer": 2,
    "triplets": 2,
    "three suits": 1,
    "straight": 1,
    "twins": 1,
    "three triplets": 1,
    "dragons": 1,
}
"""The kinds of hands, each with its relative frequency."""


def random_win(chance: Random, options: RiichiOptions) -> RandomWin:
    """Return a legal hand with a yaku. The same state of ``chance`` gives the same hand.

    Yakuman are made less frequent than the kinds of hands would make them.
    """
    for _ in range(_TRIES):
        try:
            hand = _hand(chance)
            found = RandomWin(hand, kept_answers(_answers(chance, hand, options), situation_questions(options)))
            counted = count(hand, answered(RiichiSituation, dict(found.answers)), options)
        except HandProblems:  # sets are chosen independently, so a tile may occur five times
            continue
        if counted.minimum_met and (not yakuman_of(counted, options) or chance.random() < 0.3):
            return found
    raise RuntimeError(f"{_TRIES} tries gave no winning hand")


def _hand(chance: Random) -> PlayerHand:
    own, prevalent = Wind(chance.randrange(4)), chance.choice((Wind.EAST, Wind.SOUTH))
    name = chance.choices(tuple(_PLANS), tuple(_PLANS.values()))[0]
    melds: tuple[Meld, ...] = ()
    if name == "seven pairs":
        kinds = chance.choice((range(KINDS), range(KINDS), _SIMPLES, _ORPHANS, _one_suit(chance)))
        tiles = [TILES[kind] for kind in chance.sample(kinds, 7)] * 2
    else:
        melds, tiles = _sets(chance, _plan(chance, name, own, prevalent))
    chance.shuffle(tiles)
    *concealed, winning = tiles
    drawn = chance.random() < 0.4
    replacement = drawn and any(meld.kong for meld in melds) and chance.random() < 0.25
    robbed = not drawn and winning not in concealed and chance.random() < 0.03
    return PlayerHand(
        melds,
        tuple(concealed),
        winning,
        own,
        prevalent,
        self_drawn=drawn,
        last_of_wall=not (replacement or robbed) and chance.random() < 0.04,
        kong=replacement or robbed,
    )


def _plan(chance: Random, name: str, own: Wind, prevalent: Wind) -> _Plan:
    suit, rank, dragons = 9 * chance.randrange(3), chance.randrange(7), _HONOURS[FIRST_DRAGON - FIRST_WIND :]
    match name:
        case "chows":
            return _Plan(range(KINDS), chows=1, open=0)
        case "simples":
            return _Plan(_SIMPLES, [run for run in CHOWS if 0 < (run - CHOW) % 9 < 6], open=0.5)
        case "value":
            value = chance.choice((*dragons, FIRST_WIND + own, FIRST_WIND + prevalent))
            return _Plan(range(KINDS), open=0.5, fixed=(value,))
        case "one suit":
            runs = [run for run in CHOWS if 9 * ((run - CHOW) // 9) == suit]
            return _Plan(_one_suit(chance, suit), runs, chows=0.65, open=0.5)
        case "outer":
            runs = [run for run in CHOWS if (run - CHOW) % 9 in (0, 6)]
            return _Plan(chance.choice((_OUTER, _ORPHANS, _ORPHANS)), runs, chows=chance.choice((0.75, 0.75, 0)))
        case "triplets":
            return _Plan(range(KINDS), chows=chance.choice((0, 0.25)), open=0.6)
        case "three suits":
            return _Plan(range(KINDS), open=0.4, fixed=tuple(CHOW + each + rank for each in (0, 9, 18)))
        case "straight":
            return _Plan(range(KINDS), open=0.4, fixed=tuple(CHOW + suit + low for low in (0, 3, 6)))
        case "twins":
            return _Plan(range(KINDS), chows=0.9, open=0, fixed=(CHOW + suit + rank,) * 2)
        case "three triplets":
            return _Plan(range(KINDS), open=0.5, fixed=tuple(each + rank for each in (0, 9, 18)))
        case "dragons":
            return _Plan(dragons, chows=0.9, open=0.6, fixed=tuple(chance.sample(dragons, 2)))
        case _:
            return _Plan(range(KINDS))


def _one_suit(chance: Random, suit: int | None = None) -> Sequence[int]:
    """Return the tiles of a suit, often with the honours."""
    first = 9 * chance.randrange(3) if suit is None else suit
    return (*range(first, first + 9), *(_HONOURS if chance.random() < 0.75 else ()))


def _sets(chance: Random, plan: _Plan) -> tuple[tuple[Meld, ...], list[Tile]]:
    """Return the declared sets, and the other tiles including the winning one."""
    elements = list(plan.fixed)
    while len(elements) < 4:
        elements.append(chance.choice(plan.runs if chance.random() < plan.chows else plan.kinds))
    chance.shuffle(elements)
    claimed = chance.choice((1, 1, 2, 2, 3)) if chance.random() < plan.open else 0
    melds: list[Meld] = []
    tiles = [TILES[chance.choice(plan.kinds)]] * 2
    for place, element in enumerate(elements):
        kong = element < CHOW and chance.random() < 0.15
        if place < claimed:
            kind = MeldKind.CHOW if element >= CHOW else MeldKind.KONG if kong else MeldKind.PUNG
            melds.append(Meld(kind, TILES[first_tile(element)], chance.choice(sources_of(kind))))
        elif kong:
            melds.append(Meld(MeldKind.CONCEALED_KONG, TILES[element], 0))
        else:
            tiles += tiles_of(element)
    return tuple(melds), tiles


def _answers(chance: Random, hand: PlayerHand, options: RiichiOptions) -> dict[str, Answer]:
    """Return random answers to the questions about ``hand``: riichi, the indicators in the wall, red fives.

    There is one indicator more for each kan of the hand, if the event plays kan dora.
    """
    kans = sum(meld.kong for meld in hand.melds)
    riichi = None
    if not hand.exposed and chance.random() < 0.6:
        riichi = DOUBLE if not kans and chance.random() < 0.05 else RIICHI
    left = [tile for tile in TILES for _ in range(4 - hand.tiles.count(tile))]
    if hand.robbed:  # the other three are in the kan that was robbed
        left = [tile for tile in left if tile != hand.winning]
    shown = 1 + kans * options.kan_dora
    drawn = chance.sample(left, 2 * shown)
    answers: dict[str, Answer] = {"riichi": riichi, "dora": format_tiles(tuple(drawn[:shown]))}
    if riichi and options.ura_dora:
        answers["ura"] = format_tiles(tuple(drawn[shown:]))
    if riichi and options.ippatsu_counts and not (kans or hand.last_of_wall):
        answers["ippatsu"] = chance.random() < 0.15
    if options.red_fives:
        most = min(most_red(hand.tiles, options), options.red_fives)
        answers["red"] = sum(chance.random() < 0.3 for _ in range(most))
    return answers
