"""Who hosts a shared event."""

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import HostTakenOver
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import TakeOver
from tournament.use_cases.draft import Draft


def write_hosting(draft: Draft, command: TakeOver) -> Remarks:
    """Say which desk took over, and from which entry on it writes; Refused when it has no name."""
    desk = command.desk.strip()
    if not desk:
        raise Refused(Problem("desk-missing", mark("Give the name of the desk."), "desk"))
    entries = len(draft.view.journal)
    draft.add(EVENT_STREAM, HostTakenOver(desk, command.address.strip(), entries, command.missing))
    return ()
