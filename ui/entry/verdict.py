"""Evaluates a typed line of tiles: the value, the waits, the distance from a ready hand, and useful next tiles."""

from dataclasses import dataclass, replace
from functools import lru_cache

from tournament.catalogue import DEFAULT_SCORER
from tournament.hand.hand import Hand, Waiting
from tournament.hand.legality import situation_problems
from tournament.hand.player_hand import WAITING, PlayerHand
from tournament.hand.problem import HandProblem, HandProblems
from tournament.hand.shanten import Distance, distances
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Text, mark
from tournament.rules.explanation import Explanation
from tournament.rules.hand_answers import answers_text
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import CountedWait, HandCount
from tournament.rules.score import NotComplete, Score
from tournament.rules.wait import Wait
from tournament.tiles.bonus import BonusTile
from tournament.tiles.tile import TILES, Tile
from ui.entry.arrangement import FLOWERS, HAND_SIZE, Arrangement, PlayerContext, column_of, parse_line

Sources = tuple[Text | str, Text | str, Text | str]
"""Names of the previous player, the one opposite, and the next one."""


@dataclass(frozen=True, slots=True)
class HandContext:
    """What is known of a hand before its first tile is typed."""

    situation: Situation = EAST_BY_DISCARD
    fixed: bool = False
    """Whether winds and self-draw come from a sheet, so that the line cannot change them."""
    scorer: HandScorer = DEFAULT_SCORER
    sources: Sources = (mark("the left"), mark("opposite"), mark("the right"))
    """The players from whom a tile can come; directions if their names are not known."""
    player: PlayerContext | None = None
    """For rules that count the tiles of any player. None if the scorer counts the winner's fan."""

    @property
    def round_wind(self) -> bool:
        """Whether there is a prevalent wind in this round."""
        return self.player is None or self.player.round_wind


@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluation of a typed line."""

    arrangement: Arrangement
    scorer: HandScorer
    faults: tuple[HandProblem, ...] = ()
    restated: bool = False
    """Whether the line names other winds or another way of winning than the sheet. The sheet's count."""
    hand: Hand | None = None
    """The fourteen tiles; None if they are incomplete or illegal."""
    explanation: Explanation | None = None
    """Their value with its reasons; None if they are not a winning hand."""
    waits: tuple[Wait, ...] = ()
    """The waits of the thirteen tiles without the winning one."""
    distances: tuple[Distance, ...] = ()
    """The distances of the thirteen tiles from each shape, the nearest first; empty if the hand is ready."""
    player: PlayerContext | None = None
    """For rules that count the tiles of any player. The fields below then replace ``hand`` and ``explanation``."""
    player_hand: PlayerHand | None = None
    """The tiles; None if they are incomplete or illegal."""
    count: HandCount | None = None
    """Their value with its reasons; None if a winner's tiles make no hand."""
    counted_waits: tuple[CountedWait, ...] = ()
    """The waits of the winner's thirteen tiles without the winning one."""

    @property
    def points(self) -> int | None:
        """The value including flowers; None if the hand has none."""
        if self.player is not None:
            return self.count.points if self.count is not None else None
        return self.explanation.score.points if self.explanation is not None else None


def judge(typed: str, context: HandContext) -> Verdict:
    """Evaluate the ``typed`` line."""
    if context.player is not None:
        return _judge_player(typed, context, context.player)
    line, scorer = parse_line(typed, context.situation, fixed=context.fixed), context.scorer
    found = line.arrangement
    if line.faults or len(found.tiles) + 3 * len(found.melds) < HAND_SIZE - 1:
        return Verdict(found, scorer, line.faults, line.restated)
    waiting = Waiting(found.melds, found.tiles, found.situation, len(found.flowers))
    waits = scorer.waits(waiting)
    far = () if waits else tuple(sorted(distances(waiting), key=lambda distance: distance.shanten))
    hand = explanation = None
    if found.winning is not None:
        hand = Hand(found.melds, found.tiles, found.winning, found.situation, len(found.flowers))
        explanation = _explained(hand, scorer)
    return Verdict(found, scorer, (), line.restated, hand, explanation, waits, far)


def _explained(hand: Hand, scorer: HandScorer) -> Explanation | None:
    try:
        return scorer.explain(hand)
    except NotComplete:
        return None


def _judge_player(typed: str, context: HandContext, player: PlayerContext) -> Verdict:
    line = parse_line(typed, context.situation, fixed=context.fixed, player=player)
    found = line.arrangement
    verdict = Verdict(found, context.scorer, line.faults, line.restated, player=player)
    answers = player.answers(found.answers)
    named = player.counter.named(answers) if found.won else None
    if not (line.faults or found.count):
        return replace(verdict, count=named)
    counted = found.complete or (found.any_size and found.count > 0)
    waiting = found.won and len(found.tiles) + 3 * len(found.melds) == WAITING and named is None
    if line.faults or not (counted or waiting):
        return verdict
    hand = _player_hand_of(found)
    try:
        if waiting:
            waits = player.counter.waits(replace(hand, winning=None, kong=False), answers)
            verdict = replace(verdict, counted_waits=waits)
        if counted:
            verdict = replace(verdict, player_hand=hand, count=player.counter.count(hand, answers))
    except HandProblems as error:
        placed = tuple(each.placed(column_of(each, typed, player)) for each in error.problems)
        return replace(verdict, player_hand=None, faults=placed)
    except NotComplete:
        return replace(verdict, player_hand=hand)
    return verdict


def _player_hand_of(found: Arrangement) -> PlayerHand:
    """The hand that a line without faults describes."""
    situation = found.situation
    return PlayerHand(
        found.melds,
        found.tiles,
        found.winning,
        situation.seat,
        situation.prevalent if found.round_wind else None,
        self_drawn=found.won and situation.self_drawn,
        last_of_kind=found.won and situation.last_of_kind,
        last_of_wall=found.won and situation.last_of_wall,
        kong=found.won and situation.kong,
        bonus=frozenset(BonusTile(FLOWERS.index(letter)) for letter in found.flowers),
    )


@lru_cache
def warm_up_player(player: PlayerContext) -> None:
    """Like :func:`warm_up`, for rules that count the tiles of any player, with each answer that may be needed."""
    chosen = (answers_text(((each.name, each.choices[0].key),)) for each in player.questions if each.choices)
    for answers in ("", *chosen):
        for typed in ("1122m3344p5566sEE", "123456789m11223p"):
            judge(f"{typed}|||{answers}", HandContext(player=player))


@lru_cache
def warm_up(scorer: HandScorer) -> None:
    """Load and compute in advance what :func:`judge` needs, so that the first key does not wait for it."""
    for typed in ("1479m258p369sESW", "1379m258p47sESWN"):
        judge(typed, HandContext(scorer=scorer))


def why_impossible(arrangement: Arrangement, situation: Situation) -> Text | None:
    """The problem with these tiles as a win in this ``situation``; None if there is none."""
    winning = -1 if arrangement.winning is None else int(arrangement.winning)
    problems = situation_problems(arrangement.melds, arrangement.tiles, winning, situation)
    return next((each.message for each in problems), None)


@dataclass(frozen=True, slots=True)
class NextTile:
    """A kind of tile as the thirteenth tile of a hand."""

    tile: Tile
    waits: tuple[Wait | CountedWait, ...] = ()
    """The waits of the hand with this tile; empty if it is not ready."""
    points: int = 0
    """The highest value of a win on one of the waits, in the given situation."""
    best: Explanation | None = None
    """The explanation of that value."""
    nearest: Distance | None = None
    """If it is not ready, the nearest shape; None for rules that count the tiles of any player."""
    count: HandCount | None = None
    """In place of ``best``, for rules that count the tiles of any player."""


def next_kinds(arrangement: Arrangement) -> tuple[Tile, ...]:
    """The kinds that may come next if exactly the thirteenth tile is missing; otherwise none."""
    if not arrangement.won or arrangement.winning is not None or arrangement.count != HAND_SIZE - 2:
        return ()
    return tuple(tile for tile in TILES if arrangement.left(tile) > 0)


def with_next(arrangement: Arrangement, tile: Tile, scorer: HandScorer) -> NextTile:
    """The hand with ``tile`` as its thirteenth tile: waits and value, or distance."""
    tiles, flowers = (*arrangement.tiles, tile), len(arrangement.flowers)
    waiting = Waiting(arrangement.melds, tiles, arrangement.situation, flowers)
    waits = scorer.waits(waiting)
    worth = {wait.tile: score.points for wait in waits if (score := _score(wait, arrangement)) is not None}
    if not worth:
        return NextTile(tile, nearest=min(distances(waiting), key=lambda distance: distance.shanten))
    dearest = max(worth, key=worth.__getitem__)
    hand = Hand(arrangement.melds, tiles, dearest, arrangement.situation, flowers)
    try:
        best = scorer.explain(hand)
    except NotComplete:
        best = None
    return NextTile(tile, tuple(wait for wait in waits if wait.tile in worth), worth[dearest], best)


def with_next_of(arrangement: Arrangement, tile: Tile, player: PlayerContext) -> NextTile:
    """Like :func:`with_next`, for rules that count the tiles of any player."""
    hand = _player_hand_of(replace(arrangement, tiles=(*arrangement.tiles, tile)))
    try:
        waits = player.counter.waits(replace(hand, kong=False), player.answers(arrangement.answers))
    except HandProblems:
        return NextTile(tile)
    self_drawn = arrangement.situation.self_drawn
    worth = [(wait, wait.by_self_draw if self_drawn else wait.by_discard) for wait in waits]
    counts = [(wait, count) for wait, count in worth if count is not None]
    if not counts:
        return NextTile(tile)
    dearest = max((count for _, count in counts), key=lambda count: count.points)
    return NextTile(tile, tuple(wait for wait, _ in counts), dearest.points, count=dearest)


def most_promising(found: tuple[NextTile, ...]) -> tuple[NextTile, ...]:
    """The tiles that make the hand ready, the most valuable first; if none does, those that bring it nearest."""
    ready = sorted((each for each in found if each.waits), key=lambda each: (-each.points, each.tile))
    if ready:
        return tuple(ready)
    near = [each for each in found if each.nearest is not None]
    least = min((each.nearest.shanten for each in near if each.nearest is not None), default=0)
    return tuple(each for each in near if each.nearest is not None and each.nearest.shanten == least)


def _score(wait: Wait, arrangement: Arrangement) -> Score | None:
    return wait.by_self_draw if arrangement.situation.self_drawn else wait.by_discard
