"""Every table in the second count: its sheet, its scores and its table points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from tournament.ledger.audit.accounts import AuditedTable
from tournament.ledger.audit.entries import AuditedFact, Unaudited
from tournament.ledger.audit.event import AuditedEvent, without_points
from tournament.ledger.audit.tariffs import Game, Options, TableMoves, TableSticks, Tariff, tariff_of

NOT_KNOWN: tuple[int | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class End:
    """How a sheet ends: totals and signature."""

    closed: bool = False
    typed: tuple[int | None, ...] = NOT_KNOWN
    """The totals of the paper, for comparison."""
    counted: tuple[int | None, ...] = NOT_KNOWN
    """The totals of the paper that count instead of the scores."""
    accepted: bool = False


@dataclass(slots=True)
class AuditedSheet:
    """The content of one sheet."""

    hands: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """The hands by number."""
    penalties: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The penalties that are not cancelled, by id of their entry."""
    end: End = End()

    @property
    def blank(self) -> bool:
        """Whether there is no hand, no penalty, no total of the paper and no signature."""
        return not (self.hands or self.penalties or self.end.closed) and self.end.typed == NOT_KNOWN


def follow_sheet(sheet: AuditedSheet, fact: AuditedFact, *, as_signed: bool) -> None:
    """Follow one more entry of the sheet; ``as_signed`` says whether the totals of a signed paper count."""
    match fact.kind:
        case "hand-recorded" | "hand-corrected":
            sheet.hands[fact.content["hand"]] = fact.content
        case "hand-inserted" | "hand-deleted" | "hand-moved":
            sheet.hands = _rows_after(sheet.hands, fact)
            sheet.penalties = {id: _moved_with_row(penalty, fact) for id, penalty in sheet.penalties.items()}
        case "columns-exchanged":
            sheet.hands = {hand: _exchanged(content, fact, hand) for hand, content in sheet.hands.items()}
            sheet.penalties = {id: _exchanged(each, fact, each["hand"]) for id, each in sheet.penalties.items()}
            sheet.end = _end_exchanged(sheet.end, fact)
        case "penalty-given":
            sheet.penalties[fact.id] = fact.content
        case "penalty-cancelled":
            del sheet.penalties[fact.content["entry"]]
        case _:
            sheet.end = _ended(sheet.end, fact, as_signed=as_signed)


def _ended(end: End, fact: AuditedFact, *, as_signed: bool) -> End:
    match fact.kind:
        case "totals-typed":
            return End(end.closed, tuple(fact.content["totals"]), end.counted, end.accepted)
        case "totals-recorded":
            totals = tuple(fact.content["totals"])
            return End(True, NOT_KNOWN, totals, bool(fact.content["accept_difference"]))
        case "sheet-closed":
            typed = tuple(fact.content["totals"] or end.typed)
            return End(True, typed, typed if as_signed else NOT_KNOWN, bool(fact.content["accept_difference"]))
        case "sheet-confirmed":
            return end
        case "sheet-reopened" | "sheet-rejected":
            return End(False, end.typed)
        case kind:
            raise Unaudited(f"kind “{kind}”")


def _end_exchanged(end: End, fact: AuditedFact) -> End:
    """The totals of the paper after two columns were swapped; they only move if the whole columns were."""
    if fact.content["hands"] is not None:
        return end
    typed, counted = (tuple(totals[_partner(fact, seat)] for seat in range(4)) for totals in (end.typed, end.counted))
    return End(end.closed, typed, counted, end.accepted)


def _rows_after(hands: Mapping[int, Mapping[str, Any]], fact: AuditedFact) -> dict[int, Mapping[str, Any]]:
    """The rows after one was inserted, deleted or moved, as a list in which rows not played are gaps."""
    rows = [hands.get(hand) for hand in range(1, max((*hands, fact.content["hand"], fact.content.get("to", 1))) + 1)]
    place = fact.content["hand"] - 1
    if fact.kind == "hand-inserted":
        rows.insert(place, fact.content)
    else:
        row = rows.pop(place)
        if fact.kind == "hand-moved":
            rows.insert(fact.content["to"] - 1, row)
    return {hand: row for hand, row in enumerate(rows, start=1) if row is not None}


def _moved_with_row(penalty: Mapping[str, Any], fact: AuditedFact) -> Mapping[str, Any]:
    """A penalty of a hand, with the number that its row has now."""
    hand = penalty["hand"]
    if hand is None:
        return penalty
    row: dict[str, Any] = {}
    moved = _rows_after({hand: row}, fact)
    return {**penalty, "hand": next((number for number, other in moved.items() if other is row), hand)}


def _partner(fact: AuditedFact, seat: int) -> int:
    one, other = int(fact.content["one"]), int(fact.content["other"])
    return {one: other, other: one}.get(seat, seat)


def _exchanged(content: Mapping[str, Any], fact: AuditedFact, hand: int | None) -> Mapping[str, Any]:
    """A hand or a penalty with two columns swapped, if the swap includes it."""
    span = fact.content["hands"]
    if span is not None and (hand is None or not span[0] <= hand <= span[1]):
        return content
    seats = {name: content[name] for name in ("winner", "discarder", "player") if content.get(name) is not None}
    changed: dict[str, Any] = {name: _partner(fact, seat) for name, seat in seats.items()}
    if "to" in content and "player" in content:
        changed["to"] = [_partner(fact, seat) for seat in content["to"]]
    if content.get("details"):
        changed["details"] = _details_exchanged(content["details"], fact)
    return {**content, **changed}


def _details_exchanged(details: Mapping[str, Any], fact: AuditedFact) -> Mapping[str, Any]:
    """The details of a hand with two columns swapped: values, who pays for others, and answers that name players."""
    values, liable = details.get("values"), details.get("liable")
    return {
        "values": None if values is None else [values[_partner(fact, seat)] for seat in range(4)],
        "liable": None if liable is None else _partner(fact, liable),
        "answers": [[name, _answer_exchanged(name, answer, fact)] for name, answer in details.get("answers") or ()],
    }


_NAMES_ONE = ("second", "third", "second_liable", "third_liable")
"""The questions whose answer names one player."""


def _answer_exchanged(name: str, answer: Any, fact: AuditedFact) -> Any:
    if isinstance(answer, list):
        return [_partner(fact, seat) for seat in answer]
    return _partner(fact, answer) if name in _NAMES_ONE and answer is not None else answer


def tariff_for(rules: str) -> Tariff:
    """Return the tariff of the rule set with this id. Raise Unaudited if there is none."""
    found = tariff_of(rules)
    if found is None:
        raise Unaudited(f"rules “{rules}”")
    return found


def tables_of(
    standing: Iterable[AuditedFact], event: AuditedEvent, tariff: Tariff
) -> Iterable[tuple[tuple[int, int], AuditedTable]]:
    """Yield every table with an entry that counts, by session and table."""
    streams: dict[tuple[int, int], list[AuditedFact]] = {}
    for fact in standing:
        place = fact.place
        if place is not None and fact.kind == "sheet-moved":
            there = fact.content["to_session"], fact.content["to_table"]
            streams.setdefault(there, []).extend(streams.pop(place))
        elif place is not None:
            streams.setdefault(place, []).append(fact)
    for (session, table), facts in streams.items():
        if not (1 <= session <= len(event.seating) and 1 <= table <= len(event.seating[session - 1])):
            raise Unaudited(f"session {session}, table {table} is not in the draw")
        counted = _table(session, table, facts, tariff, event)
        if counted is not None and (session, table) in event.taken_back:
            raise Unaudited(f"session {session}, table {table} was taken back")
        if counted is not None:
            yield (session, table), counted


def _table(
    session: int, table: int, facts: Iterable[AuditedFact], tariff: Tariff, event: AuditedEvent
) -> AuditedTable | None:
    """Return one table; None if it has no hand, no totals and no signature."""
    sheet, away_when_signed, options = AuditedSheet(), 0, event.options
    for fact in facts:
        follow_sheet(sheet, fact, as_signed=event.as_signed)
        if fact.kind in ("sheet-closed", "totals-recorded") and sheet.end.counted != NOT_KNOWN:
            then = played(sheet, tariff, options)
            counted = _filled(sheet.end.counted, then.scores)
            sheet.end, away_when_signed = replace(sheet.end, counted=counted), then.given_away
    end = sheet.end
    if not (sheet.hands or end.closed):
        return None
    scores, over, given_away, fines = played(sheet, tariff, options)
    final = tuple(scores)
    if end.counted != NOT_KNOWN and (end.typed == NOT_KNOWN or _filled(end.typed, scores) != final):
        final, given_away = _filled(end.counted, scores), away_when_signed
    out = without_points(event, session, table)
    points = _less(_points_of_others(final, tariff, options, out), sheet, tariff, options, out)
    without_penalties = tuple(score - moved for score, moved in zip(final, fines, strict=True))
    return AuditedTable(
        session, table, final, points, len(sheet.hands), given_away, end.accepted, over, without_penalties
    )


def _filled(totals: tuple[int | None, ...], scores: list[int]) -> tuple[int, ...]:
    """The ``totals``, with the score instead of one that is not known."""
    return tuple(score if total is None else total for score, total in zip(scores, totals, strict=True))


class PlayedSheet(NamedTuple):
    """A counted sheet."""

    scores: list[int]
    """The scores if the game ended now."""
    over: bool | None
    """Whether the game has ended; None if a session has a fixed number of hands."""
    given_away: int
    """The points that penalties took and nobody received, and sticks that nobody got."""
    fines: list[int]
    """What penalties added to and took from the scores."""


def _less(
    points: tuple[Fraction, ...], sheet: AuditedSheet, tariff: Tariff, options: Options, out: set[int]
) -> tuple[Fraction, ...]:
    """The table points, with what the rules take from them: penalties, and points of players who won no hand."""
    found = list(points)
    for penalty in sheet.penalties.values():
        if _is_taken_afterwards(penalty, tariff, options) and penalty["player"] not in out:
            found[penalty["player"]] -= penalty["points"]
    hands = sheet.hands.values()
    if tariff.on_table is not None and hands:
        won = [any(seat in _who_won(hand) for hand in hands) for seat in range(4)]
        for seat, points_of_seat in enumerate(tariff.on_table.unwon(won, options)):
            found[seat] += 0 if seat in out else points_of_seat
    return tuple(found)


def _who_won(hand: Mapping[str, Any]) -> set[int | None]:
    """The columns of those who won a hand, among others None."""
    said = dict((hand.get("details") or {}).get("answers") or ())
    return {hand["winner"], said.get("second"), said.get("third")}


def _is_taken_afterwards(penalty: Mapping[str, Any], tariff: Tariff, options: Options) -> bool:
    return tariff.on_table is not None and penalty.get("fault") in tariff.on_table.afterwards(options)


def played(sheet: AuditedSheet, tariff: Tariff, options: Options) -> PlayedSheet:
    """Follow the rows, the penalties and the end of the game."""
    scores, east, deals, over, on_table = [0, 0, 0, 0], 0, 0, False, TableSticks()
    fines = [0, 0, 0, 0]
    penalties = [penalty for penalty in sheet.penalties.values() if not _is_taken_afterwards(penalty, tariff, options)]
    of_hands = [penalty["hand"] for penalty in sheet.penalties.values() if penalty.get("hand") is not None]
    last = max((*sheet.hands, *of_hands), default=0)
    for number in range(1, last + 1):
        hand = sheet.hands.get(number)
        if hand is not None:
            _move(scores, _paid(hand, east, on_table, tariff, options))
        for penalty in penalties:
            if penalty.get("hand") == number:
                _punish(scores, penalty, east)
                _punish(fines, penalty, east)
        dealt, stayed = east, tariff.keeps is not None and tariff.keeps(hand, east, options)
        if not stayed:
            east, deals = (east + tariff.step(options)) % 4, deals + 1
        if tariff.on_table is not None:
            on_table = tariff.on_table.after(hand, stayed, on_table)
        if tariff.over is not None and number <= max(sheet.hands, default=0):
            over = over or tariff.over(Game(number, deals, tuple(scores), dealt, stayed, hand), options)
    for penalty in penalties:
        if penalty.get("hand") is None:
            _punish(scores, penalty, None)
            _punish(fines, penalty, None)
    given_away = sum(penalty["points"] for penalty in penalties if not penalty["to"])
    if tariff.on_table is not None:
        left = list(tariff.on_table.left(scores, on_table, options))
        _move(scores, left)
        given_away += 1000 * on_table.sticks - sum(points for _, _, points in left)
    return PlayedSheet(scores, None if tariff.over is None else over, given_away, fines)


def _paid(hand: Mapping[str, Any], east: int, on_table: TableSticks, tariff: Tariff, options: Options) -> TableMoves:
    if tariff.on_table is None:
        return tariff.pay(hand, east, options)
    return tariff.on_table.pay(hand, east, on_table, options)


def _move(scores: list[int], moves: Iterable[tuple[int | None, int | None, int]]) -> None:
    for payer, receiver, points in moves:
        if payer is not None:
            scores[payer] -= points
        if receiver is not None:
            scores[receiver] += points


def _punish(scores: list[int], penalty: Mapping[str, Any], east: int | None) -> None:
    """Apply a penalty. Where East pays and receives twice, East is whoever deals that hand on this sheet."""
    offender, points = penalty["player"], penalty["points"]
    if not penalty["to"]:
        scores[offender] -= points
    for receiver in penalty["to"]:
        twice = penalty.get("twice") is not None and east in (offender, receiver)
        scores[offender] -= 2 * points if twice else points
        scores[receiver] += 2 * points if twice else points


def _worth(tariff: Tariff, options: Mapping[str, Any]) -> str:
    """How scores become table points, by choice of the event or else by the rules.

    It is ``match``, ``score``, or what each place is worth.
    """
    chosen: str = options.get("table_points", tariff.points)
    places: str = options.get("place_points", "4-2-1-0")
    return chosen if chosen in ("match", "score") else places


def _table_points(scores: tuple[int, ...], worth: str) -> tuple[Fraction, ...]:
    """The table points of ``scores``.

    They are the mean of the places that equal scores share, the root of the score to two decimals, or the score itself.
    """
    if worth == "score":
        return tuple(Fraction(score) for score in scores)
    if worth == "match":
        roots = (Decimal(abs(score)).sqrt().quantize(Decimal("0.01"), ROUND_HALF_UP) for score in scores)
        return tuple(Fraction(root.copy_sign(score)) for root, score in zip(roots, scores, strict=True))
    places = [int(place) for place in worth.split("-")]
    shares = []
    for score in scores:
        better = sum(other > score for other in scores)
        equal = scores.count(score)
        shares.append(Fraction(sum(places[better : better + equal]), equal))
    return tuple(shares)


def _points_of_others(scores: tuple[int, ...], tariff: Tariff, options: Options, out: set[int]) -> tuple[Fraction, ...]:
    """The table points of the players who are not ``out``; the others have none."""
    others = tuple(score for seat, score in enumerate(scores) if seat not in out)
    final = None if tariff.on_table is None else tariff.on_table.final(others, scores, options)
    shares = iter(_table_points(others, _worth(tariff, options)) if final is None else final)
    return tuple(Fraction(0) if seat in out else next(shares) for seat in range(len(scores)))
