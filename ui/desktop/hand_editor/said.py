"""What the verdict says in words, beside its figures: how far the tiles are, and what a Hu with them would cost."""

from tournament.hand.shanten import Distance
from tournament.language import Text, mark, mark_count
from tournament.rules.explanation import Explanation, LeftOut, Present, Reason
from tournament.rules.fault import Fault
from tournament.rules.score import Score
from ui.desktop.hand_editor.fan_list import FanRow
from ui.desktop.hand_editor.laid import WHOLE, Laid
from ui.desktop.hand_editor.verdict import Verdict
from ui.desktop.widgets.notice import NoticeKind

Words = tuple[NoticeKind, Text, Text | str]


def held_words(laid: Laid) -> Text:
    """``14 tiles and 1 flower``."""
    tiles = mark_count("{count} tile", "{count} tiles", laid.held)
    if laid.held < WHOLE:
        tiles = mark("{held} of {whole} tiles", held=laid.held, whole=WHOLE)
    if not laid.flowers:
        return tiles
    flowers = mark_count("{count} flower", "{count} flowers", len(laid.flowers))
    return mark("{tiles} and {flowers}", tiles=tiles, flowers=flowers)


def false_hu_of(verdict: Verdict) -> Fault | None:
    """The fault of somebody who said Hu with these tiles; None when they win or are not all there."""
    if verdict.hand is None:
        return None
    if verdict.explanation is None:
        return verdict.scorer.no_win
    return None if verdict.explanation.score.minimum_met else verdict.scorer.below_minimum


def words_of(verdict: Verdict) -> Words | None:
    """What is to be said of the tiles alone; None when the figures say it."""
    fault = false_hu_of(verdict)
    if fault is not None:
        penalty = mark("Said all the same it is a false Hu: {points} to each opponent, no Hu in this hand.",
                       points=fault.points)  # fmt: skip
        if verdict.explanation is None:
            return NoticeKind.DANGER, mark("No winning hand"), mark("{far} {penalty}", far=_far(verdict),
                                                                    penalty=penalty)  # fmt: skip
        title = mark("{points} without flowers: below {minimum}", points=verdict.explanation.score.basic,
                     minimum=verdict.scorer.minimum)  # fmt: skip
        return NoticeKind.WARN, title, penalty
    if verdict.laid.winning is not None or verdict.faults:
        return None
    if verdict.waits:
        waits = mark_count("Ready: {count} kind of tile completes it", "Ready: {count} kinds of tile complete it",
                           len(verdict.waits))  # fmt: skip
        return NoticeKind.INFO, waits, ""
    if verdict.distances:
        return NoticeKind.INFO, mark("Not ready"), _far(verdict)
    return None


def _far(verdict: Verdict) -> Text:
    if verdict.waits:
        return mark("Another tile completes it: see the waits.")
    nearest: Distance = verdict.distances[0]
    return mark_count(
        "{count} tile to exchange before it is ready, towards: {shape}.",
        "{count} tiles to exchange before it is ready, towards: {shape}.",
        max(nearest.shanten, 0),
        shape=nearest.shape.label,
    )


def minimum_words(score: Score, minimum: int) -> Text:
    """The line under the list."""
    flowers = score.points - score.basic
    if not flowers:
        return mark("{points}, minimum {minimum}", points=score.basic, minimum=minimum)
    return mark_count(
        "{points} without the flower, minimum {minimum}", "{points} without the flowers, minimum {minimum}", flowers,
        points=score.basic, minimum=minimum,
    )  # fmt: skip


def counted_rows(found: Explanation) -> list[FanRow]:
    """The list of what counts."""
    return [_counted(present) for present in found.counted]


def _counted(present: Present) -> FanRow:
    pattern, times = present.pattern, max(len(present.instances), 1)
    return FanRow(
        pattern.number,
        pattern.name,
        str(pattern.points * times),
        times,
        present.instances,
        flowers=pattern.slug == "flower-tiles",
    )


def left_out_rows(found: Explanation, language: str) -> list[FanRow]:
    """What is there and does not count, equal ones together, each with its reason."""
    rows: dict[tuple[str, str], list[LeftOut]] = {}
    for left in found.left_out:
        by = left.by.slug if left.by is not None else left.reason.value
        rows.setdefault((left.pattern.slug, by), []).append(left)
    return [_left_out(group, language) for group in rows.values()]


def _left_out(group: list[LeftOut], language: str) -> FanRow:
    first = group[0]
    reason = first.reason.label
    if first.by is not None and first.reason is Reason.IMPLIED:
        reason = mark("contained in {combination}", combination=first.by.name.of(language))
    instances = tuple(left.instance for left in group)
    return FanRow(first.pattern.number, first.pattern.name, "–", len(group), instances, reason)
