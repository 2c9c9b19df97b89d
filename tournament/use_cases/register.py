"""The players of an event beside a federation's list: compared first, then written together in one entry."""

from tournament.event.problem import Problem, Refused
from tournament.event.roster import player_problems
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerChanged
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import ApplyRegister
from tournament.use_cases.draft import Draft


def apply_register(draft: Draft, command: ApplyRegister) -> Remarks:
    """Write all differences, or none; Refused when a player is not as they were compared any more.

    One entry: one undo takes all of it back.
    """
    players = draft.view.players
    if any(players.get(before.number) != before or after.number != before.number for before, after in command.changes):
        text = mark("The players have changed in the meantime: compare again.")
        raise Refused(Problem("comparison-stale", text, "players"))
    if not command.changes:
        raise Refused(Problem("nothing-differs", mark("There are no differences from the list."), "players"))
    changed = {after.number: after for _before, after in command.changes}
    problems = player_problems(changed.get(number, player) for number, player in players.items())
    if problems:
        raise Refused(*problems)
    first, *others = changed.values()
    draft.add(EVENT_STREAM, PlayerChanged(first, tuple(others)))
    return ()
