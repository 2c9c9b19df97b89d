"""The sheet as lines to show: bands, hands and penalties in the order of the paper; no Qt in here."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tournament.language import Text, integer_text, mark, signed_text, verbatim
from tournament.ledger.facts import HandCorrected
from tournament.ledger.sheet import HandLine, Penalty, Sheet
from tournament.rules.payment import NO_NET, Net, Outcome, add, net_of
from tournament.rules.rotation import HANDS_IN_ROUND
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from ui.desktop.sheet.names import Named, plain

Sayer = Callable[[Text | str], str]
"""Says a message in the current language."""
NOTHING = verbatim("")
"""By prevalent wind."""


class Kind(Enum):
    """What a line of the sheet is."""

    BAND = "band"
    HAND = "hand"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one player's column."""

    wind: Wind | None = None
    """Own wind in a hand; in a band the seat taken."""
    left: Wind | None = None
    """In a band: the seat left, when it changed."""
    change: str = ""
    total: str = ""
    winner: bool = False
    offender: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet."""

    kind: Kind
    hand: int | None
    result: Text
    points: str = ""
    cells: tuple[Cell, ...] = ()
    current: bool = False
    """Typed now, or looked at."""
    waiting: bool = False
    """``result`` says what to press, not what happened."""
    corrected: str = ""
    """Why it was corrected last, or nothing."""
    penalty: Penalty | None = None
    void: bool = False
    """Not played on a verified sheet: nothing can be typed here."""

    @property
    def stop(self) -> "Stop | None":
        """Where the cursor stands on this line; a band and a void hand are passed over."""
        if self.kind is Kind.BAND or self.void:
            return None
        return Stop(self.hand, self.penalty.entry.id if self.penalty is not None else "")


@dataclass(frozen=True, slots=True)
class Stop:
    """A line that the cursor can stand on."""

    hand: int | None
    penalty: str = ""
    """Id of the entry that gave the penalty, or nothing for the hand itself."""


@dataclass(frozen=True, slots=True)
class Typing:
    """The hand being typed, as far as it is known."""

    hand: int
    result: Text
    outcome: Outcome | None = None
    """None while it cannot be settled."""


def result_of(outcome: Outcome, names: Sequence[str]) -> Text:
    """Say an outcome without its points, winner first."""
    if outcome.winner is None:
        return mark("Drawn hand")
    winner = Named(names[outcome.winner], winner=True)
    if outcome.discarder is None:
        return mark("{winner} · self-draw", winner=winner)
    return mark("{winner} from {discarder}", winner=winner, discarder=Named(names[outcome.discarder]))


def effect_of(sheet: Sheet, rules: RuleSet, typing: Typing | None) -> Net:
    """What recording ``typing`` adds to the four totals; a correction gives back what the old value moved."""
    if typing is None or typing.outcome is None:
        return NO_NET
    a, b, c, d = sheet.hands[typing.hand - 1].settlement
    return add(net_of(rules.settle(typing.outcome)), (-a, -b, -c, -d))


def lines_of(
    sheet: Sheet, rules: RuleSet, names: Sequence[str], *, stop: Stop | None = None, typing: Typing | None = None
) -> tuple[Line, ...]:
    """All lines of ``sheet``, the one at ``stop`` current, ``typing`` already in its row."""
    return tuple(_all_lines(sheet, rules, names, stop, typing))


def spoken(line: Line, names: Sequence[str], say: Sayer) -> str:
    """The line for ears: everything it shows, with names and signs in words."""
    if line.kind is Kind.BAND:
        seats = "; ".join(_seat_words(name, cell, say) for name, cell in zip(names, line.cells, strict=True))
        return f"{say(line.result)}. {seats}"
    parts = [plain(say(line.result))]
    if line.hand is not None:
        parts.insert(0, say(mark("Hand {hand}", hand=line.hand)))
    if line.points and line.kind is Kind.HAND:
        parts.append(say(mark("{points} points", points=line.points)))
    parts += [
        say(mark("{player} {change}, total {total}", player=name, change=cell.change, total=cell.total))
        for name, cell in zip(names, line.cells, strict=True)
        if cell.change
    ]
    if line.corrected:
        parts.append(say(mark("corrected: {reason}", reason=line.corrected)))
    return "; ".join(parts)


def _all_lines(
    sheet: Sheet, rules: RuleSet, names: Sequence[str], stop: Stop | None, typing: Typing | None
) -> Iterator[Line]:
    shift, effect = NO_NET, effect_of(sheet, rules, typing)
    for line in sheet.hands:
        if line.hand % HANDS_IN_ROUND == 1:
            yield _band(rules, line.hand)
        if typing is not None and typing.hand == line.hand:
            shift = effect
        yield _hand(sheet, rules, line, names, shift, stop, typing)
        running = add(_minus_penalties(line), shift)
        for penalty in line.penalties:
            running = add(running, penalty.net)
            yield _penalty(rules, penalty, running, stop)
    running = add(sheet.hands[-1].totals, shift)
    for penalty in sheet.session_penalties:
        running = add(running, penalty.net)
        yield _penalty(rules, penalty, running, stop)


def _band(rules: RuleSet, hand: int) -> Line:
    rotation = rules.rotation
    cells = tuple(
        Cell(
            wind=rotation.first_seat(column, hand),
            left=rotation.first_seat(column, hand - 1) if hand > 1 else None,
        )
        for column in range(4)
    )
    return Line(Kind.BAND, hand, rotation.round_text(hand), rotation.prevalent(hand).letter, cells)


def _hand(
    sheet: Sheet,
    rules: RuleSet,
    line: HandLine,
    names: Sequence[str],
    shift: Net,
    stop: Stop | None,
    typing: Typing | None,
) -> Line:
    typed = typing if typing is not None and typing.hand == line.hand else None
    outcome = typed.outcome if typed is not None else line.outcome
    winds = rules.rotation.winds(line.hand)
    totals = add(_minus_penalties(line), shift)
    moved = net_of(rules.settle(outcome)) if outcome is not None else NO_NET
    shown = outcome is not None
    cells = tuple(
        Cell(
            wind=winds[column],
            change=signed_text(moved[column]) if shown else "",
            total=integer_text(totals[column]) if shown else "",
            winner=outcome is not None and outcome.winner == column,
        )
        for column in range(4)
    )
    result = _void(sheet) if outcome is None else result_of(outcome, names)
    result = typed.result if typed is not None else result
    return Line(
        Kind.HAND,
        line.hand,
        result,
        "" if outcome is None else integer_text(outcome.points) if outcome.winner is not None else "–",
        cells,
        current=stop == Stop(line.hand),
        waiting=typed is not None and typed.outcome is None,
        corrected=_reason(line),
        void=outcome is None and sheet.closed is not None,
    )


def _void(sheet: Sheet) -> Text:
    return mark("not played") if sheet.closed is not None and not sheet.totals_only else NOTHING


def _penalty(rules: RuleSet, penalty: Penalty, totals: Net, stop: Stop | None) -> Line:
    given, net = penalty.given, penalty.net
    cells = tuple(
        Cell(
            change=signed_text(net[column]) if net[column] or column == given.player else "",
            total=integer_text(totals[column]) if net[column] or column == given.player else "",
            offender=column == given.player,
        )
        for column in range(4)
    )
    line = Line(Kind.PENALTY, given.hand, penalty_words(rules, penalty), cells=cells, penalty=penalty)
    return Line(Kind.PENALTY, given.hand, line.result, "", cells, line.stop == stop, penalty=penalty)


def penalty_words(rules: RuleSet, penalty: Penalty) -> Text:
    """“P6 Changed a claim · to nobody”."""
    given = penalty.given
    fault = rules.fault(given.fault)
    what = (
        mark("{number} {fault}", number=fault.number, fault=fault.name) if fault is not None else verbatim(given.reason)
    )
    if not given.points:
        return mark("{what} · no points", what=what)
    if not given.to:
        return mark("{what} · to nobody", what=what)
    return mark("{what} · {points} to each", what=what, points=given.points) if len(given.to) > 1 else what


def _minus_penalties(line: HandLine) -> Net:
    totals = line.totals
    for penalty in line.penalties:
        a, b, c, d = penalty.net
        totals = add(totals, (-a, -b, -c, -d))
    return totals


def _reason(line: HandLine) -> str:
    last = line.entries[-1].fact if line.entries else None
    return last.reason if isinstance(last, HandCorrected) else ""


def _seat_words(name: str, cell: Cell, say: Sayer) -> str:
    seat = say(cell.wind.label) if cell.wind is not None else ""
    if cell.left is None or cell.left is cell.wind:
        return f"{name} {seat}"
    return say(mark("{player} from {old} to {new}", player=name, old=cell.left.label, new=seat))
