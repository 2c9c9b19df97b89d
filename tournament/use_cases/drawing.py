"""What writes who sits where."""

from typing import assert_never

from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    AddTable,
    DrawCommand,
    DrawLot,
    GiveLots,
    GiveTeams,
    LeaveTableOut,
    PublishDraw,
    RedrawSessions,
    SeatSession,
    SwapPlayers,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_changes import add_table, leave_table_out, redraw_sessions, seat_session, swap_players
from tournament.use_cases.hall_draw import give_lots, give_teams
from tournament.use_cases.seating import draw_lot, publish_draw


def write_draw(draft: Draft, command: DrawCommand) -> Remarks:
    """Write a draw, or a change of one."""
    match command:
        case PublishDraw():
            return publish_draw(draft, command)
        case DrawLot():
            return draw_lot(draft, command)
        case GiveLots():
            return give_lots(draft, command)
        case GiveTeams():
            return give_teams(draft, command)
        case SwapPlayers():
            return swap_players(draft, command)
        case RedrawSessions():
            return redraw_sessions(draft, command)
        case SeatSession():
            return seat_session(draft, command)
        case AddTable():
            return add_table(draft, command)
        case LeaveTableOut():
            return leave_table_out(draft, command)
        case _:
            assert_never(command)
