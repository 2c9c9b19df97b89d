"""What was drawn in the hall becomes part of the event: numbers of a plan, or teams; one entry, so one undo."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.event.roster import player_problems
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import LotDrawn, PlayerChanged
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import GiveLots, GiveTeams
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_checks import check_known, refuse_without_draw
from tournament.use_cases.seating import refuse_begun
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.view import View


def lots_problem(view: View, players: Sequence[int]) -> Problem | None:
    """Why ``players`` cannot be given the numbers of the plan; Refused where play has begun or nothing is drawn."""
    refuse_begun(view)
    everybody = drawn_players(view)
    if sorted(players) != sorted(everybody) or not players:
        text = mark("The list of players has changed: draw again.")
        return Problem("hall-draw-old", text, "players")
    if len(players) % 4:
        text = mark(
            "{players} players do not fill the tables: add or remove some, or draw numbers on the "
            "page Draw, where you can name reserves.",
            players=len(players),
        )
        return Problem("hall-draw-tables", text, "players")
    return None


def give_lots(draft: Draft, command: GiveLots) -> Remarks:
    """Earlier numbers go. Refused where others play by now."""
    problem = lots_problem(draft.view, [player for player, _lot in command.lots])
    if problem is not None:
        raise Refused(problem)
    (player, lot), *others = command.lots
    draft.add(EVENT_STREAM, LotDrawn(player, lot, tuple(others), command.draw))
    return ()


def players_with_teams(view: View, teams: Sequence[tuple[int, str]]) -> tuple[Player, ...]:
    """The players as they are written with these teams; Refused where that cannot be."""
    refuse_without_draw(view)
    for number, _team in teams:
        check_known(view, number)
    if not teams:
        raise Refused(Problem("players-missing", mark("There are no players to draw."), "players"))
    drawn = {number: replace(view.players[number], team=team) for number, team in teams}
    problems = player_problems(drawn.get(number, player) for number, player in view.players.items())
    if problems:
        raise Refused(*problems)
    return tuple(drawn.values())


def give_teams(draft: Draft, command: GiveTeams) -> Remarks:
    """Write the teams that were drawn for the players."""
    first, *others = players_with_teams(draft.view, command.teams)
    draft.add(EVENT_STREAM, PlayerChanged(first, tuple(others), command.draw))
    return ()
