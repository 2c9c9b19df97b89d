"""Ruling slips: a hand whose tiles were entered, with its fan and the decision, for players who ask."""

from collections.abc import Iterator, Mapping
from typing import Any

from reports.document import Document, RulingSlip, SlipFan
from reports.sheets.options import ReportOptions
from reports.sheets.score_sheets import answer_text
from tournament.event.problem import Problem, Refused
from tournament.hand.hand import Hand
from tournament.hand.notation import HandProblems, parse
from tournament.hand.player_hand import PlayerHand
from tournament.hand.situation import Situation
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.entry import Entry
from tournament.ledger.facts import HandCorrected, HandInserted, HandRecorded, RowRepair
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.explanation import Explanation, LeftOut, Reason
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import CountedItem, HandCount, worth_text
from tournament.rules.pattern import Pattern
from tournament.rules.payment import Answer, Outcome
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Chosen, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from tournament.rules.table_hands import answers_of, value_of_hands, worth_of
from tournament.use_cases.view import View


def _counted_slips(
    view: View, sheet: Sheet, line: HandLine, outcome: Outcome, recorded: tuple[Text, ...]
) -> Iterator[RulingSlip]:
    """The slip of each player whose tiles are known; none if they are invalid under these rules."""
    rules, names = view.rules, [view.player_at(sheet, column).name for column in range(4)]
    worth = value_of_hands(rules, line.tiles, line.state, outcome)
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    otherwise = _counted_otherwise(rules, line, outcome, dict(worth.counts))
    for (column, count), (hand, answers) in zip(worth.counts, worth.hands, strict=True):
        written = worth_of(outcome, column)
        yield RulingSlip(
            session=sheet.session,
            table=sheet.table,
            hand=line.hand,
            player=names[column],
            source=_source(outcome, column, names),
            tiles=hand,
            how=tuple(_how(rules, hand, answers, outcome)),
            counted=tuple(_counted(each) for each in count.counted),
            left_out=tuple(SlipFan(each.item.number, each.item.name, 1, 0, by=each.by.name) for each in count.replaced),
            points=count.points,
            claimed=written,
            decision=_decision(line, count, written, _written(rules, outcome, column), same=column not in otherwise),
            recorded=recorded,
            players=(names[0], names[1], names[2], names[3]),
            sum=_sum(rules.counter, count),
        )


def _source(outcome: Outcome, column: int, names: list[str]) -> Text:
    if column not in outcome.winners:
        return mark("did not win")
    giver = outcome.discarder
    return mark("self-draw") if giver is None else mark("from {player}", player=names[giver])


def _how(rules: RuleSet, hand: PlayerHand, answers: Chosen, outcome: Outcome) -> Iterator[Text]:
    own = hand.own.label
    if hand.prevalent is None:
        yield mark("Own wind {own}", own=own)
    else:
        yield mark("Prevalent wind {prevalent}, own wind {own}", prevalent=hand.prevalent.label, own=own)
    if hand.last_of_wall:
        yield mark("Last tile of the wall")
    if hand.last_of_kind:
        yield mark("Last tile of its kind")
    if hand.kong:
        yield mark("Replacement tile") if hand.self_drawn else mark("Robbed kong")
    of_tiles = rules.counter.questions if rules.counter is not None else ()
    given: dict[RuleQuestion, Answer] = {}
    for questions, found in ((rules.questions, outcome.answers), (of_tiles, answers)):
        asked = {question.name: question for question in questions}
        given |= {asked[name]: answer for name, answer in found if name in asked and not asked[name].of_win}
    for question, answer in given.items():
        text = answer_text(question, answer)
        if text is not None:
            yield mark("{question}: {answer}", question=question.short, answer=text)


def _counted(each: CountedItem) -> SlipFan:
    return SlipFan(each.item.number, each.item.name, each.repeated, worth_text(each.item.unit, each.worth))


def _sum(counter: PlayerCounter, count: HandCount) -> Text | None:
    """How the value is computed, if it is more than a sum."""
    plain = count.times == 1 and count.limit is None and count.base == count.points
    return None if plain else counter.sum_text(count)


def _written(rules: RuleSet, outcome: Outcome, column: int) -> Text | int:
    """The recorded value of a player, as players write it."""
    if rules.written_name is None:
        return worth_of(outcome, column)
    return next(win.value for win in rules.written_wins(outcome) if win.winner == column)


def _counted_otherwise(
    rules: RuleSet, line: HandLine, outcome: Outcome, counts: Mapping[int, HandCount]
) -> frozenset[int | None]:
    """The winners whose recorded hand has more than a value (in riichi the fu), where the tiles give another one."""
    if rules.written_name is None:
        return frozenset()
    defaults = {question.name: question.default for question in rules.questions}
    found = answers_of(rules, line.state, outcome.winners, counts)
    return frozenset(winner for winner, name, answer in found
                     if answer != (outcome.answer(name) or defaults.get(name)))  # fmt: skip


def _decision(line: HandLine, count: HandCount, worth: int, written: Text | int, *, same: bool) -> Text:
    if line.overrule:
        return mark("{written} stands by decision of the referee: {reason}", written=written, reason=line.overrule)
    if worth == count.points and not same:
        return mark("{written} is recorded, and the tiles are worth something else: a referee must decide.",
                    written=written)  # fmt: skip
    if worth == count.points:
        return mark("The recorded value of {written} is what the tiles are worth.", written=written)
    if worth > count.points:
        return mark("{written} is recorded, more than the tiles are worth: a referee must decide.", written=written)
    return mark("The recorded value of {written} stands: each player counts their own hand.", written=written)


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
        yield from _counted_slips(view, sheet, line, outcome, recorded(line))
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
        how=_slip_how(hand),
        counted=tuple(_slip_counted(found)),
        left_out=tuple(_left_out(found)),
        points=found.score.points,
        claimed=outcome.points,
        decision=_slip_decision(line, found, outcome.points),
        recorded=recorded(line),
        players=(names[0], names[1], names[2], names[3]),
    )


def _slip_how(hand: Hand) -> tuple[Text, ...]:
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


def _slip_counted(found: Explanation) -> Iterator[SlipFan]:
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
        reason = first.reason_text if by is None else None
        yield SlipFan(_number(first.pattern), first.pattern.name, len(group), 0, reason, by)


def _number(pattern: Pattern[Any]) -> str:
    return "" if pattern.number is None else str(pattern.number)


_WRITING = HandRecorded | HandCorrected | HandInserted
"""The facts that say how a hand ended, and why a referee accepted its points."""


def _slip_decision(line: HandLine, found: Explanation, claimed: int) -> Text:
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
