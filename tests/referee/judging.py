"""What became of a sheet: its file beside its paper."""

from collections.abc import Sequence
from enum import Enum

from tests.referee.paper import Paper
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.rules.payment import NO_NET, Net, Outcome, add, net_of

Hands = Sequence[tuple[Outcome, Net]]
"""The hands of a game in order, each with what it paid."""


class Result(Enum):
    """What became of a sheet."""

    RIGHT = "verified, and every row as on the paper"
    OPEN = "not verified"
    VOID = "verified with hands not played"
    STOPPED = "verified as stopped after another number of hands"
    PAID_THE_SAME = "verified, with other numbers that pay the same"
    ACCEPTED = "verified, the difference accepted with a reason"
    NOT_COMPARED = "verified, marked as not compared"
    TOTALS_ONLY = "verified, marked as known by its totals only"
    WRONG = "verified, wrong and not marked"


def outcome_of(sheet: Sheet, paper: Paper) -> Result:
    """Judge a sheet of the file beside its paper."""
    if sheet.state is not SheetState.VERIFIED:
        return Result.OPEN
    recorded = tuple(line.outcome for line in sheet.hands if line.outcome is not None)
    given = [(each.given.hand, each.given.player, each.given.fault) for each in sheet.penalties]
    wanted = [] if paper.penalty is None else [(paper.penalty.hand, paper.penalty.player, paper.penalty.slug)]
    if (recorded, given) == (paper.hands, wanted):
        return Result.RIGHT
    if SheetMark.DIFFERENCE_ACCEPTED in sheet.marks:
        return Result.ACCEPTED
    if SheetMark.NOT_COMPARED in sheet.marks:
        return Result.NOT_COMPARED
    if SheetMark.TOTALS_ONLY in sheet.marks:
        return Result.TOTALS_ONLY
    if sheet.not_played:
        return Result.VOID
    if given != wanted:
        return Result.WRONG
    if sheet.goes_on and differs_in_unpaid_hands(sheet, paper):
        return Result.STOPPED
    return Result.PAID_THE_SAME if pays_the_same(sheet, paper) else Result.WRONG


def differs_in_unpaid_hands(sheet: Sheet, paper: Paper) -> bool:
    """Whether ``sheet`` only lacks hands of ``paper`` that paid nobody, or only has some too many, in the same order.

    The window asks whether the game ended with the last hand recorded, and names its number. No total can contradict
    the answer.
    """
    recorded = [(line.outcome, line.settlement) for line in sheet.hands if line.outcome is not None]
    played: list[tuple[Outcome, Net]] = []
    state, totals = paper.rules.table.start, NO_NET
    for outcome in paper.hands:
        paid = net_of(paper.rules.settle(outcome, state.stakes))
        played.append((outcome, paid))
        totals = add(totals, paid)
        state = paper.rules.table.advance(state, outcome, totals)
    return _adds_only_unpaid(recorded, played) or _adds_only_unpaid(played, recorded)


def _adds_only_unpaid(fewer: Hands, more: Hands) -> bool:
    """Whether ``more`` are the hands ``fewer``, in order, and others that paid nobody."""
    left = list(fewer)
    for hand in more:
        if left[:1] == [hand]:
            del left[0]
        elif any(hand[1]):
            return False
    return not left


def pays_the_same(sheet: Sheet, paper: Paper) -> bool:
    """Whether no total of any hand can show how ``sheet`` differs from ``paper``.

    It has as many hands, each with the same winners and the same dealer, and each pays every player the same.
    """
    if sheet.played != len(paper.hands):
        return False
    state, totals = paper.rules.table.start, NO_NET
    for line, theirs in zip(sheet.hands, paper.hands, strict=False):
        paid = net_of(paper.rules.settle(theirs, state.stakes))
        if line.outcome is None or line.outcome.winners != theirs.winners:
            return False
        if (line.settlement, line.state.stakes) != (paid, state.stakes):
            return False
        totals = add(totals, paid)
        state = paper.rules.table.advance(state, theirs, totals)
    return True
