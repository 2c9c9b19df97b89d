"""What stands on a sheet in the second count: its rows, its penalties and its end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.ledger.audit.entries import AuditedFact, Unaudited

NOT_KNOWN: tuple[int | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class End:
    """How far the end of a sheet is."""

    closed: bool = False
    typed: tuple[int | None, ...] = NOT_KNOWN
    """Totals of the paper, to compare."""
    counted: tuple[int | None, ...] = NOT_KNOWN
    """Those of them that count in place of the scores."""
    accepted: bool = False


@dataclass(slots=True)
class AuditedSheet:
    """What stands on one sheet."""

    hands: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """By their number."""
    penalties: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Those that are not cancelled, by their id."""
    end: End = End()

    @property
    def blank(self) -> bool:
        """Whether there is no hand, no penalty, no total of the paper and no signature."""
        return not (self.hands or self.penalties or self.end.closed) and self.end.typed == NOT_KNOWN


def follow_sheet(sheet: AuditedSheet, fact: AuditedFact, *, as_signed: bool) -> None:
    """Take one more entry of the sheet into account; ``as_signed``: the totals of a signed paper count."""
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
    """The totals on paper were typed under each other's column too, when the whole columns are exchanged."""
    if fact.content["hands"] is not None:
        return end
    typed, counted = (tuple(totals[_partner(fact, seat)] for seat in range(4)) for totals in (end.typed, end.counted))
    return End(end.closed, typed, counted, end.accepted)


def _rows_after(hands: Mapping[int, Mapping[str, Any]], fact: AuditedFact) -> dict[int, Mapping[str, Any]]:
    """The rows once one was put in, taken out, or put elsewhere: a list with gaps, edited as such."""
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
    """A penalty of a hand, at the number that its row has now."""
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
    """A hand or a penalty with two columns exchanged, if the exchange is about it."""
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
    """Values, who pays for others, and answers that name several players."""
    values, liable = details.get("values"), details.get("liable")
    return {
        "values": None if values is None else [values[_partner(fact, seat)] for seat in range(4)],
        "liable": None if liable is None else _partner(fact, liable),
        "answers": [[name, _answer_exchanged(name, answer, fact)] for name, answer in details.get("answers") or ()],
    }


_NAMES_ONE = ("second", "third", "second_liable", "third_liable")
"""Answers that name one player."""


def _answer_exchanged(name: str, answer: Any, fact: AuditedFact) -> Any:
    if isinstance(answer, list):
        return [_partner(fact, seat) for seat in answer]
    return _partner(fact, answer) if name in _NAMES_ONE and answer is not None else answer
