"""Ruling slips: a hand whose tiles were entered, with its fan and the decision, for players who ask."""

from collections.abc import Iterator
from typing import Any

from reports.document import Document, RulingSlip, SlipFan
from reports.sheets.counted_slip import counted_slips
from reports.sheets.options import ReportOptions
from tournament.event.problem import Problem, Refused
from tournament.hand.hand import Hand
from tournament.hand.notation import HandProblems, parse
from tournament.hand.situation import Situation
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.entry import Entry
from tournament.ledger.facts import HandCorrected, HandInserted, HandRecorded, RowRepair
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.explanation import Explanation, LeftOut, Reason
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.pattern import Pattern
from tournament.rules.payment import Outcome
from tournament.rules.score import NotComplete
from tournament.use_cases.view import View


def ruling_slips(view: View, options: ReportOptions) -> Document:
    """A slip for each hand with tiles: of the selected session, table and hand, or of all.

    Raises Refused if one hand is selected and has no slip.
    """
    slips = tuple(_slips(view, options))
    if options.hand is not None and not slips:
        sheets = (sheet for session in options.sessions_of(view) for sheet in view.sheets(session))
        raise Refused(_no_slip(options.hand, max((len(sheet.hands) for sheet in sheets), default=0)))
    return Document(
        event=view.settings.name,
        title=_title(slips[0]) if options.hand is not None and len(slips) == 1 else mark("Ruling slips"),
        state=mark_count("{count} hand with its tiles", "{count} hands with their tiles", len(slips)),
        printed=options.printed,
        note=None if slips else mark("No hand has recorded tiles. To enter them, press T on the Tables page."),
        slips=slips,
    )


def _no_slip(hand: int, last: int) -> Problem:
    if 1 <= hand <= last:
        text = mark("Hand {hand} has no tiles, so it has no slip: tiles are entered at the tables, with T.",
                    hand=hand)  # fmt: skip
    else:
        text = mark("There is no hand {hand}: the sheet has hands 1 to {last}.", hand=hand, last=last)
    return Problem("no-tiles", text, "hand")


def _title(slip: RulingSlip) -> Text:
    """For a single slip: where the hand was played."""
    return mark("Ruling slip: session {session}, table {table}, hand {hand}", session=slip.session, table=slip.table,
                hand=slip.hand)  # fmt: skip


def _slips(view: View, options: ReportOptions) -> Iterator[RulingSlip]:
    for sheet in options.sheets_of(view):
        for line in sheet.hands:
            if line.tiles and line.outcome is not None and options.hand in (None, line.hand):
                yield from hand_slips(view, sheet, line, line.outcome)


def hand_slips(view: View, sheet: Sheet, line: HandLine, outcome: Outcome) -> Iterator[RulingSlip]:
    """The slip of the winner; if all players' tiles count, of each player whose tiles are known."""
    if view.rules.counter is not None:
        yield from counted_slips(view, sheet, line, outcome, recorded(line))
    elif view.rules.scorer is not None:
        slip = _slip(view, sheet, line, outcome, view.rules.scorer)
        if slip is not None:
            yield slip


def _slip(view: View, sheet: Sheet, line: HandLine, outcome: Outcome, scorer: HandScorer) -> RulingSlip | None:
    """The slip of one hand; None if the tiles are not a win under these rules."""
    assert outcome.winner is not None
    try:
        hand = parse(line.tiles)
        found = scorer.explain(hand)
    except (HandProblems, NotComplete):
        return None
    names = [view.player_at(sheet, column).name for column in range(4)]
    giver = outcome.discarder
    return RulingSlip(
        session=sheet.session,
        table=sheet.table,
        hand=line.hand,
        player=names[outcome.winner],
        source=mark("self-draw") if giver is None else mark("from {player}", player=names[giver]),
        tiles=hand,
        how=_how(hand),
        counted=tuple(_counted(found)),
        left_out=tuple(_left_out(found)),
        points=found.score.points,
        claimed=outcome.points,
        decision=_decision(line, found, outcome.points),
        recorded=recorded(line),
        players=(names[0], names[1], names[2], names[3]),
    )


def _how(hand: Hand) -> tuple[Text, ...]:
    now: Situation = hand.situation
    winds = mark("Prevalent wind {prevalent}, own wind {own}", prevalent=now.prevalent.label, own=now.seat.label)
    parts = [winds]
    if now.last_of_wall:
        parts.append(mark("Last tile of the wall"))
    if now.last_of_kind:
        parts.append(mark("Last tile of its kind"))
    if now.replacement:
        parts.append(mark("Replacement tile of a kong"))
    if now.robbed:
        parts.append(mark("Robbed kong"))
    if hand.flowers:
        parts.append(mark_count("{count} flower", "{count} flowers", hand.flowers))
    return tuple(parts)


def _counted(found: Explanation) -> Iterator[SlipFan]:
    for fan in found.score.fans:
        yield SlipFan(_number(fan.pattern), fan.pattern.name, fan.times, fan.points)


def _left_out(found: Explanation) -> Iterator[SlipFan]:
    """Fan that are not counted; equal ones only once."""
    groups: dict[tuple[str, str], list[LeftOut]] = {}
    for left in found.left_out:
        why = left.by.slug if left.by is not None else left.reason.value
        groups.setdefault((left.pattern.slug, why), []).append(left)
    for group in groups.values():
        first = group[0]
        by = first.by.name if first.by is not None and first.reason is Reason.IMPLIED else None
        reason = first.reason.label if by is None else None
        yield SlipFan(_number(first.pattern), first.pattern.name, len(group), 0, reason, by)


def _number(pattern: Pattern[Any]) -> str:
    return "" if pattern.number is None else str(pattern.number)


_WRITING = HandRecorded | HandCorrected | HandInserted
"""The facts that say how a hand ended, and why a referee accepted its points."""


def _decision(line: HandLine, found: Explanation, claimed: int) -> Text:
    counted = found.score.points
    if line.overrule:
        author = next(entry.author for entry in reversed(line.entries) if isinstance(entry.fact, _WRITING))
        return mark("{claimed} points stand by decision of {author}: {reason}", claimed=claimed, author=author,
                    reason=line.overrule)  # fmt: skip
    if claimed == counted:
        return mark("The claim of {claimed} points is right.", claimed=claimed)
    if claimed > counted:
        return mark("{claimed} points are recorded, more than counted: a referee must decide.", claimed=claimed)
    return mark("The {claimed} points claimed stand: the winner counts their own hand.", claimed=claimed)


def recorded(line: HandLine) -> tuple[Text, ...]:
    """Who entered and corrected a hand, and when."""
    return tuple(_recorded(entry) for entry in line.entries)


def _recorded(entry: Entry) -> Text:
    fact, when = entry.fact, entry.time
    if isinstance(fact, HandCorrected):
        return mark("Corrected by {author}, {when}: {reason}", author=entry.author, when=when,
                    reason=verbatim(fact.reason))  # fmt: skip
    if isinstance(fact, RowRepair):
        return mark("{what} by {author}, {when}: {reason}", what=fact.what, author=entry.author, when=when,
                    reason=verbatim(fact.reason))  # fmt: skip
    return mark("Recorded by {author}, {when}", author=entry.author, when=when)
