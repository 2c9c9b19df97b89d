"""What twelve tiles can still become: for each kind that may come next, what is waited for then, and its worth."""

from dataclasses import dataclass, replace

from tournament.hand.hand import Hand, Waiting
from tournament.hand.problem import HandProblems
from tournament.hand.shanten import Distance, distances
from tournament.rules.explanation import Explanation
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import CountedWait, HandCount
from tournament.rules.score import NotComplete, Score
from tournament.rules.wait import Wait
from tournament.tiles.tile import TILES, Tile
from ui.entry.arrangement import HAND_SIZE, Arrangement
from ui.entry.player_context import PlayerContext
from ui.entry.verdict import player_hand_of


@dataclass(frozen=True, slots=True)
class NextTile:
    """One kind as the thirteenth tile."""

    tile: Tile
    waits: tuple[Wait | CountedWait, ...] = ()
    """What is waited for then; nothing while the hand is not ready."""
    points: int = 0
    """The most that one of them brings, won as the hand says."""
    best: Explanation | None = None
    """Why it is worth that."""
    nearest: Distance | None = None
    """Not ready: the shape that is nearest then; nothing by rules that count anybody's tiles."""
    count: HandCount | None = None
    """In place of ``best`` by rules that count anybody's tiles."""


def next_kinds(arrangement: Arrangement) -> tuple[Tile, ...]:
    """The kinds that may come next, when exactly the thirteenth tile is missing; else none."""
    if not arrangement.won or arrangement.winning is not None or arrangement.count != HAND_SIZE - 2:
        return ()
    return tuple(tile for tile in TILES if arrangement.left(tile) > 0)


def with_next(arrangement: Arrangement, tile: Tile, scorer: HandScorer) -> NextTile:
    """Look at ``tile`` as the thirteenth."""
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
    """The same by rules that count anybody's tiles."""
    hand = player_hand_of(replace(arrangement, tiles=(*arrangement.tiles, tile)))
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
    """Those that make the hand ready, the dearest first; if none does, those that bring it nearest."""
    ready = sorted((each for each in found if each.waits), key=lambda each: (-each.points, each.tile))
    if ready:
        return tuple(ready)
    near = [each for each in found if each.nearest is not None]
    least = min((each.nearest.shanten for each in near if each.nearest is not None), default=0)
    return tuple(each for each in near if each.nearest is not None and each.nearest.shanten == least)


def _score(wait: Wait, arrangement: Arrangement) -> Score | None:
    return wait.by_self_draw if arrangement.situation.self_drawn else wait.by_discard
