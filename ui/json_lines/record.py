"""The lines of ``record``: hands, penalties, corrections, closed sheets, totals."""

from collections.abc import Callable

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import NO_NET, Outcome
from tournament.use_cases import (
    CancelPenalty,
    CloseSheet,
    Command,
    CorrectHand,
    GivePenalty,
    RecordHand,
    RecordTotals,
    ReopenSheet,
)
from ui.json_lines.strict import Members, read_members


def read_command(line: bytes) -> Command:
    """Read one line; Refused with all that is wrong with it. Players are their letters A–D at that table."""
    members = read_members(line)
    kind = members.take("type")
    if kind == "substitute":
        raise Refused(Problem("later", mark("Substitutes come with a later version: nothing was written."), "type"))
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        text = mark("“type” must be one of {types}.", types=", ".join(_READERS))
        raise Refused(Problem("type-unknown", text, "type"))
    command = reader(members)
    members.finish()
    return command


def _hand(members: Members) -> RecordHand:
    session, table = _place(members)
    return RecordHand(session, table, members.integer("hand"), _outcome(members), *_tiles(members))


def _correct(members: Members) -> CorrectHand:
    session, table = _place(members)
    hand, outcome = members.integer("hand"), _outcome(members)
    return CorrectHand(session, table, hand, outcome, members.text("reason", required=True), *_tiles(members))


def _penalty(members: Members) -> GivePenalty:
    session, table = _place(members)
    charge = Charge(
        player=members.letter("player"),
        fault=members.text("fault"),
        hand=members.integer_or_none("hand"),
        points=members.integer_or_none("points"),
        to=members.letters("to"),
        reason=members.text("reason"),
        minutes=members.integer_or_none("minutes"),
        no_hu=members.flag("no_hu"),
    )
    return GivePenalty(session, table, charge)


def _cancel_penalty(members: Members) -> CancelPenalty:
    return CancelPenalty(members.text("entry", required=True), members.text("reason", required=True))


def _close(members: Members) -> CloseSheet:
    session, table = _place(members)
    return CloseSheet(session, table, members.totals("totals", required=False), members.text("accept_difference"))


def _totals(members: Members) -> RecordTotals:
    session, table = _place(members)
    totals = members.totals("totals", required=True)
    return RecordTotals(session, table, totals or NO_NET, members.text("accept_difference"))


def _reopen(members: Members) -> ReopenSheet:
    session, table = _place(members)
    return ReopenSheet(session, table, members.text("reason", required=True))


def _place(members: Members) -> tuple[int, int]:
    return members.integer("session"), members.integer("table")


def _outcome(members: Members) -> Outcome:
    winner = members.letter_or_null("winner", required=True)
    discarder = members.letter_or_null("discarder", required=False)
    points = members.integer_or_none("points") if winner is None else members.integer("points")
    return Outcome(winner, discarder, points or 0)


def _tiles(members: Members) -> tuple[str, str]:
    return members.text("hand_tiles"), members.text("overrule")


_READERS: dict[str, Callable[[Members], Command]] = {
    "hand": _hand,
    "penalty": _penalty,
    "correct": _correct,
    "cancel_penalty": _cancel_penalty,
    "close": _close,
    "totals": _totals,
    "reopen": _reopen,
}
