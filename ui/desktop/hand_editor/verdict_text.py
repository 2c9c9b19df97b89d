"""The texts of a verdict: notices, the rows of what counts, and how claimed points compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from tournament.language import Text, integer_text, mark, mark_count, verbatim
from tournament.rules.explanation import Explanation, Instance, LeftOut, Present, Reason
from tournament.rules.fault import FalseWin
from tournament.rules.item import CountedItem, HandCount, ReplacedItem, Unit, worth_text
from tournament.rules.pattern import Names, Pattern
from ui.desktop.widgets.cards import NoticeKind
from ui.entry.arrangement import Arrangement, PlayerContext
from ui.entry.verdict import Verdict

_MOST_FORGOTTEN = 2
"""Maximum number of fan in a combination that may have been forgotten."""


class NoticeText(NamedTuple):
    """The contents of a notice."""

    kind: NoticeKind
    title: Text
    body: Text | str = ""


@dataclass(frozen=True, slots=True)
class ListedFan:
    """One line of a list of fan."""

    number: int | str | None
    name: Names
    points: Text | str
    times: int = 1
    instances: tuple[Instance, ...] = ()
    """The groups that are highlighted while it is the current row."""
    reason: Text | None = None
    """Why it does not count, in a few words."""
    flowers: bool = False
    """Whether the flowers are highlighted, which belong to no group."""
    description: Names | None = None
    """A description, if the rules have a short one."""

    def label(self, language: str) -> str:
        """Return the name, with the number of times that it counts."""
        name = self.name.of(language)
        return f"{self.times} × {name}" if self.times > 1 else name


def tile_count(arrangement: Arrangement) -> Text:
    """Return a text such as ``14 tiles and 1 flower``."""
    tiles = mark_count("{count} tile", "{count} tiles", arrangement.count)
    if arrangement.count < arrangement.whole:
        tiles = mark("{held} of {whole} tiles", held=arrangement.count, whole=arrangement.whole)
    if not arrangement.flowers:
        return tiles
    flowers = mark_count("{count} flower", "{count} flowers", len(arrangement.flowers))
    return mark("{tiles} and {flowers}", tiles=tiles, flowers=flowers)


def false_win_of(verdict: Verdict) -> FalseWin | None:
    """Return the penalty for declaring a win with these tiles; None if they win or are incomplete."""
    if verdict.hand is None:
        return None
    if verdict.explanation is None:
        return verdict.scorer.no_win
    return None if verdict.explanation.score.minimum_met else verdict.scorer.below_minimum


def notice_of(verdict: Verdict) -> NoticeText | None:
    """Return the notice about the tiles, without any claim; None if the figures show everything."""
    if verdict.player is not None:
        return _player_notice(verdict, verdict.player)
    false_win = false_win_of(verdict)
    if false_win is not None:
        if verdict.explanation is None:
            body = mark("{far} {penalty}", far=_distance(verdict), penalty=false_win.warning)
            return NoticeText(NoticeKind.DANGER, mark("Not a winning hand"), body)
        title = mark("{points} without flowers: below {minimum}", points=verdict.explanation.score.basic,
                     minimum=verdict.scorer.minimum)  # fmt: skip
        return NoticeText(NoticeKind.WARN, title, false_win.warning)
    if verdict.arrangement.winning is not None or verdict.faults:
        return None
    if verdict.waits:
        return _ready(len(verdict.waits))
    if verdict.distances:
        return NoticeText(NoticeKind.INFO, mark("Not ready"), _distance(verdict))
    return None


def _ready(kinds: int) -> NoticeText:
    waits = mark_count("Ready: {count} kind of tile completes it", "Ready: {count} kinds of tiles complete it", kinds)
    return NoticeText(NoticeKind.INFO, waits)


def _player_notice(verdict: Verdict, player: PlayerContext) -> NoticeText | None:
    """Return the notice under rules that count the tiles of any player."""
    count, arrangement = verdict.count, verdict.arrangement
    if count is None and verdict.player_hand is not None:
        return NoticeText(NoticeKind.DANGER, mark("Not a winning hand"))
    if count is not None and not count.minimum_met:
        least = player.rules.minimum
        return NoticeText(NoticeKind.WARN, mark("{points}: below {minimum}", points=count.points, minimum=least))
    if count is not None and count.limit_loser:
        return NoticeText(NoticeKind.INFO, mark("The other losers pay the limit to this hand"))
    if count is not None and arrangement.count and not arrangement.complete:
        held, whole = arrangement.count, arrangement.whole
        title = mark("{held} tiles instead of {whole}: counted anyway", held=held, whole=whole)
        return NoticeText(NoticeKind.INFO, title)
    if arrangement.winning is not None or verdict.faults or not arrangement.won:
        return None
    if verdict.counted_waits:
        return _ready(len(verdict.counted_waits))
    return NoticeText(NoticeKind.INFO, mark("Not ready")) if arrangement.count == arrangement.whole - 1 else None


def _distance(verdict: Verdict) -> Text:
    if verdict.waits:
        return mark("Another tile completes it: see the waits.")
    nearest = verdict.distances[0]
    return mark_count(
        "{count} tile to exchange before it is ready, towards: {shape}.",
        "{count} tiles to exchange before it is ready, towards: {shape}.",
        max(nearest.shanten, 0),
        shape=nearest.shape.label,
    )


def _minimum_text(found: Explanation, minimum: int) -> Text:
    """Return the line below the list: the points without flowers, and the minimum."""
    score = found.score
    flowers = score.points - score.basic
    if not flowers:
        return mark("{points}, minimum {minimum}", points=score.basic, minimum=minimum)
    return mark_count(
        "{points} without the flower, minimum {minimum}", "{points} without the flowers, minimum {minimum}", flowers,
        points=score.basic, minimum=minimum,
    )  # fmt: skip


def _compare_claim(found: Explanation, claimed: int, language: str) -> NoticeText:
    """Return the notice that compares claimed and counted points, and what may have been forgotten or added."""
    difference = claimed - found.score.points
    if not difference:
        return NoticeText(NoticeKind.OK, mark("Claim matches the count"))
    if difference > 0:
        title = mark("{points} more than counted", points=difference)
        fan = _fan_worth([left.pattern for left in found.left_out], difference, language)
        body = mark("Correct the points or the tiles, or accept the points with a reason.")
        if fan is not None:
            body = mark(
                "Perhaps counted: {fan}. Correct the points or the tiles, or accept the points with a reason.", fan=fan
            )
        return NoticeText(NoticeKind.DANGER, title, body)
    title = mark("{points} less than counted: permitted", points=-difference)
    counted = [present.pattern for present in found.counted for _ in present.instances]
    fan = _fan_worth(counted, -difference, language)
    body = mark("Winners count their own hands.")
    if fan is not None:
        body = mark("Winners count their own hands. Not claimed: {fan}.", fan=fan)
    return NoticeText(NoticeKind.WARN, title, body)


def _fan_worth(patterns: Sequence[Pattern[Any]], points: int, language: str) -> Text | None:
    """Return the names of the fewest patterns that together are worth exactly ``points``, or None.

    Patterns at the end of the list are tried first, because small fan are forgotten most often.
    """
    for size in range(1, _MOST_FORGOTTEN + 1):
        for chosen in combinations(reversed(patterns), size):
            if sum(pattern.points for pattern in chosen) == points:
                names = (f"{pattern.name.of(language)}, {pattern.points}" for pattern in chosen)
                return verbatim("; ".join(names))
    return None


def rows_of(verdict: Verdict) -> list[ListedFan]:
    """Return the rows of what counts, for any rules."""
    if verdict.count is not None:
        return [_counted_item(each) for each in verdict.count.counted]
    return counted_rows(verdict.explanation) if verdict.explanation is not None else []


def rows_left_out(verdict: Verdict, language: str) -> list[ListedFan]:
    """Return the rows of what was found and does not count, each with its reason."""
    if verdict.count is not None:
        return [_replaced_item(each, language) for each in verdict.count.replaced]
    return _left_out_rows(verdict.explanation, language) if verdict.explanation is not None else []


def _counted_item(counted: CountedItem) -> ListedFan:
    item = counted.item
    worth = f"×{counted.worth}" if item.unit is Unit.TIMES else worth_text(item.unit, counted.worth)
    instances = tuple((group,) for group in counted.groups)
    shown = worth if isinstance(worth, Text) else str(worth)
    return ListedFan(item.number or None, item.name, shown, counted.repeated, instances, description=item.description)


def _replaced_item(replaced: ReplacedItem, language: str) -> ListedFan:
    item = replaced.item
    reason = mark("replaced by {combination}", combination=replaced.by.name.of(language))
    return ListedFan(item.number or None, item.name, "–", reason=reason, description=item.description)


def rules_name(verdict: Verdict) -> Text:
    """Return the name of the rules by which the tiles are counted."""
    return verdict.player.rules.name if verdict.player is not None else verdict.scorer.name


def worth_figure(count: HandCount | None, points: int) -> str:
    """Return what the winner receives if that depends on more than the value ``points``, otherwise ``points``."""
    return str(points) if count is None or count.paid is None else integer_text(count.paid)


def sum_line(verdict: Verdict) -> Text | str:
    """Return the line below the list, which says how the value was computed."""
    if verdict.player is not None and verdict.count is not None:
        return verdict.player.counter.sum_text(verdict.count)
    return _minimum_text(verdict.explanation, verdict.scorer.minimum) if verdict.explanation is not None else ""


def reaches_minimum(verdict: Verdict) -> bool:
    """Return whether the hand reaches the minimum for winning; False if its rules have no minimum."""
    if verdict.player is not None:
        return verdict.count is not None and verdict.count.minimum_met and verdict.player.rules.minimum > 0
    return verdict.explanation is not None and verdict.explanation.score.minimum_met


def claim_notice(verdict: Verdict, claimed: int, language: str) -> NoticeText | None:
    """Return the notice that compares claimed and counted points; None if nothing was counted."""
    if verdict.count is not None:
        return _compare_count(verdict.count, claimed)
    return _compare_claim(verdict.explanation, claimed, language) if verdict.explanation is not None else None


def _compare_count(count: HandCount, claimed: int) -> NoticeText:
    difference = claimed - count.points
    if not difference:
        return NoticeText(NoticeKind.OK, mark("Claim matches the count"))
    if difference > 0:
        return NoticeText(NoticeKind.DANGER, mark("{points} more than counted", points=difference))
    return NoticeText(NoticeKind.WARN, mark("{points} less than counted", points=-difference))


def counted_rows(found: Explanation) -> list[ListedFan]:
    """Return the rows of what counts."""
    return [_counted(present) for present in found.counted]


def _counted(present: Present) -> ListedFan:
    pattern, times = present.pattern, max(len(present.instances), 1)
    points = str(pattern.points * times)
    flowers = pattern.slug == "flower-tiles"
    return ListedFan(pattern.number, pattern.name, points, times, present.instances, flowers=flowers)


def _left_out_rows(found: Explanation, language: str) -> list[ListedFan]:
    """Return the rows of what was found and does not count, each with its reason; equal ones are combined."""
    rows: dict[tuple[str, str], list[LeftOut]] = {}
    for left in found.left_out:
        by = left.by.slug if left.by is not None else left.reason.value
        rows.setdefault((left.pattern.slug, by), []).append(left)
    return [_left_out(group, language) for group in rows.values()]


def _left_out(group: list[LeftOut], language: str) -> ListedFan:
    first = group[0]
    reason = first.reason_text
    if first.by is not None and first.reason is Reason.IMPLIED:
        reason = mark("contained in {combination}", combination=first.by.name.of(language))
    instances = tuple(left.instance for left in group)
    return ListedFan(first.pattern.number, first.pattern.name, "–", len(group), instances, reason)
