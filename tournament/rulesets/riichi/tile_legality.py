"""What cannot be in this game, although the tiles can: each fault at its place."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournament.hand.game_problems import begun_problems, no_bonus_problems
from tournament.hand.notation import parse_tiles
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblem
from tournament.language import Text, mark
from tournament.rules.player_counter import TableHand
from tournament.rules.question import answered
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.situation import DOUBLE, RiichiSituation
from tournament.tiles.tile import TILES, Suit, Tile
from tournament.tiles.wind import Wind

_FIVE = 4
"""The place of a five in its suit, from 0."""
_MOST_RED_OF_SUITS = {3: (1, 1, 1), 4: (1, 1, 2)}
"""Red fives of characters, bamboos, dots, by how many are played with; of other numbers one or two of each."""


def hand_problems(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> Iterator[HandProblem]:
    """Every fault of a hand, won or waiting."""
    if hand.prevalent is None:
        text = mark("The wind of the round is missing; it is needed because its triplet counts.")
        yield HandProblem("round-wind-missing", text, HandPart.SITUATION, 0)
    yield from no_bonus_problems(hand)
    yield from _riichi_problems(hand, situation)
    yield from _indicator_problems(hand, situation)
    yield from _red_problems(hand, situation, options)
    if situation.first:
        yield from _first_problems(hand, situation)


def _fault(code: str, text: Text) -> HandProblem:
    return HandProblem(code, text, HandPart.ANSWERS)


def _riichi_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    if situation.riichi is not None and hand.exposed:
        text = mark("A hand with a claimed set cannot have declared riichi.")
        yield HandProblem("riichi-open", text, HandPart.MELD, next(_claimed(hand)))
    if situation.ippatsu and situation.riichi is None:
        yield _fault("ippatsu-without-riichi", mark("Ippatsu needs a riichi."))
    if situation.ippatsu and hand.replacement:
        text = mark("A kan ends ippatsu, so it cannot be won on a replacement tile.")
        yield HandProblem("ippatsu-replacement", text, HandPart.SITUATION, 5)
    if situation.ippatsu and situation.riichi == DOUBLE and hand.last_of_wall:
        text = mark("After a double riichi, ippatsu is over long before the last tile of the wall.")
        yield HandProblem("ippatsu-last-of-wall", text, HandPart.SITUATION, 4)


def _claimed(hand: PlayerHand) -> Iterator[int]:
    return (place for place, meld in enumerate(hand.melds) if meld.claimed)


def _indicator_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    """Faults of dora and ura indicators, and of tiles that there would be five of."""
    dora, ura = indicators(situation.dora), indicators(situation.ura)
    if ura and situation.riichi is None:
        yield _fault("ura-without-riichi", mark("Ura-dora count only after riichi."))
    elif ura and len(ura) != len(dora):
        text = mark("There are as many ura-dora indicators as dora indicators: {dora}, not {ura}.", dora=len(dora),
                    ura=len(ura))  # fmt: skip
        yield _fault("ura-number", text)
    held = hand.tiles
    for tile in sorted({*dora, *ura}):
        if held.count(tile) + dora.count(tile) + ura.count(tile) > 4:
            yield _fault("fifth-copy-indicator", _too_many(tile))


def _red_problems(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> Iterator[HandProblem]:
    most = most_red(hand.tiles, options)
    if situation.red > most:
        yield _fault("too-many-red", mark("The hand can have at most {most} red fives.", most=most))


def _first_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    """A win in the first turn: by the tiles dealt, the first draw, or a discard before it."""
    yield from begun_problems(hand)
    if situation.riichi is not None:
        text = mark("Who wins in the first turn has not declared riichi.")
        yield _fault("first-riichi", text)
    if hand.won and not hand.self_drawn and hand.own is Wind.EAST:
        text = mark("East has the first turn, so East wins in it by self-draw only.")
        yield HandProblem("first-discard-of-east", text, HandPart.SITUATION, 1)


def most_red(tiles: Sequence[Tile], options: RiichiOptions) -> int:
    """How many of the fives among ``tiles`` can be red."""
    played = _MOST_RED_OF_SUITS.get(options.red_fives, (options.red_fives,) * len(Suit))
    return sum(min(played[suit], tiles.count(Tile(9 * suit + _FIVE))) for suit in Suit)


def shared_problems(hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
    """Faults of the indicators of several winners: all see those of one wall."""
    said = [(place, answered(RiichiSituation, dict(answers))) for place, (_, answers) in enumerate(hands)]
    dora = [(place, indicators(each.dora)) for place, each in said]
    ura = [(place, indicators(each.ura)) for place, each in said if each.riichi is not None]
    copies: Counter[Tile] = Counter()
    for seen in (dora, ura):
        for place, tiles in seen[1:]:
            if sorted(tiles) != sorted(seen[0][1]):
                yield place, _fault("indicators-differ", mark("All winners have the same indicators: compare them."))
        copies.update(seen[0][1] if seen else ())
    lying = sorted(copies)
    for place, (hand, _) in enumerate(hands):
        copies.update(hand.tiles)
        if place and hand.winning is not None:
            copies[hand.winning] -= 1  # it is that of the winner before
        too_many = next((tile for tile in lying if copies[tile] > 4), None)
        if too_many is not None:
            yield place, _fault("fifth-copy-indicator", _too_many(too_many))
            return


def _too_many(tile: Tile) -> Text:
    return mark("There are only four {tile}, and hand and indicators have more.", tile=TILES[tile].key)


def indicators(text: str | None) -> tuple[Tile, ...]:
    """The tiles of an answer; none where there is none."""
    return () if text is None else parse_tiles(text)
