# ruff: noqa: I001
"""The use cases. The desktop and the command line change events only here.

A :class:`Book` is an open event. A command, one of the closed set in :mod:`tournament.use_cases.commands`, says what to
do. :func:`carry_out` takes it together with the person who acts (:class:`By`), and returns :class:`Changes`. It raises
:class:`Refused` (what was entered is wrong), :class:`LinesRefused` (some of several commands are refused),
:class:`Conflict` (somebody else wrote meanwhile) or :class:`StoreUnavailable` (the surroundings failed), and then
nothing has changed.

Each name is imported when it is first used, so that a short call of the command line loads no more than it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament.event.problem import Gravity as Gravity, Problem as Problem, Refused as Refused
    from tournament.use_cases.book import Book as Book
    from tournament.use_cases.carrying_out import (
        CommandMaker as CommandMaker,
        LinesRefused as LinesRefused,
        carry_out as carry_out,
        carry_out_all as carry_out_all,
        problems_of as problems_of,
    )
    from tournament.use_cases.changes import By as By, Changes as Changes
    from tournament.use_cases.club import (
        free_players as free_players,
        game_of as game_of,
        games_by_lot as games_by_lot,
        games_in_play as games_in_play,
        is_ended as is_ended,
        next_game as next_game,
    )
    from tournament.use_cases.commands import (
        CancelPenalty as CancelPenalty,
        ChangeEvening as ChangeEvening,
        CloseSheet as CloseSheet,
        Command as Command,
        ConfirmSheet as ConfirmSheet,
        CorrectHand as CorrectHand,
        DeleteHand as DeleteHand,
        ExchangeColumns as ExchangeColumns,
        GameCommand as GameCommand,
        GivePenalty as GivePenalty,
        InsertHand as InsertHand,
        MoveHand as MoveHand,
        MoveSheet as MoveSheet,
        OpenEvening as OpenEvening,
        RecordHand as RecordHand,
        RecordTotals as RecordTotals,
        RejectSheet as RejectSheet,
        ReopenSheet as ReopenSheet,
        Repair as Repair,
        ReseatGame as ReseatGame,
        SeatGame as SeatGame,
        SubstitutePlayer as SubstitutePlayer,
        TableCommand as TableCommand,
        TakeBackGame as TakeBackGame,
        TypeTotals as TypeTotals,
    )
    from tournament.use_cases.draw_checks import sessions_from as sessions_from
    from tournament.use_cases.drawing import (
        LOTS as LOTS,
        RankedSession as RankedSession,
        free_lots as free_lots,
        plan_by_ranking as plan_by_ranking,
        plan_rest as plan_rest,
        plan_seating as plan_seating,
        ranked_seating as ranked_seating,
        seating_by_lots as seating_by_lots,
        swapped as swapped,
    )
    from tournament.use_cases.event_setup import (
        anybody_seated as anybody_seated,
        numbered_players as numbered_players,
        settings_refusals as settings_refusals,
        sheets_to_read_again as sheets_to_read_again,
    )
    from tournament.use_cases.people import (
        OpenSeat as OpenSeat,
        PlannedState as PlannedState,
        Replacement as Replacement,
        free_sessions as free_sessions,
        merge_effect as merge_effect,
        missing_players as missing_players,
        named_player as named_player,
        open_seats as open_seats,
        plan_merge as plan_merge,
        plan_replacement as plan_replacement,
        plan_state as plan_state,
        unseated as unseated,
        usual_case as usual_case,
    )
    from tournament.use_cases.ports import (
        Conflict as Conflict,
        Store as Store,
        StoreBroken as StoreBroken,
        StoreChanged as StoreChanged,
        StoreDamaged as StoreDamaged,
        StoreMissing as StoreMissing,
        StoreUnavailable as StoreUnavailable,
    )
    from tournament.use_cases.seating_quality import (
        MeasuredSeating as MeasuredSeating,
        UnmetWish as UnmetWish,
        measure_seating as measure_seating,
        seated_until as seated_until,
        unmet_wishes as unmet_wishes,
    )
    from tournament.use_cases.seating_wishes import (
        drawn_players as drawn_players,
        members_by as members_by,
        unreachable as unreachable,
        wish_problems as wish_problems,
    )
    from tournament.use_cases.sessions import SessionLife as SessionLife, session_life as session_life
    from tournament.use_cases.view import View as View

_HOMES = {
    "tournament.event.problem": "Gravity Problem Refused",
    "tournament.use_cases.book": "Book",
    "tournament.use_cases.carrying_out": "CommandMaker LinesRefused carry_out carry_out_all problems_of",
    "tournament.use_cases.changes": "By Changes",
    "tournament.use_cases.commands": (
        "CancelPenalty ChangeEvening CloseSheet Command ConfirmSheet CorrectHand DeleteHand ExchangeColumns "
        "GameCommand GivePenalty InsertHand MoveHand MoveSheet OpenEvening RecordHand RecordTotals RejectSheet "
        "ReopenSheet Repair ReseatGame SeatGame SubstitutePlayer TableCommand TakeBackGame TypeTotals"
    ),
    "tournament.use_cases.drawing": (
        "LOTS RankedSession free_lots plan_by_ranking plan_rest plan_seating ranked_seating seating_by_lots swapped"
    ),
    "tournament.use_cases.draw_checks": "sessions_from",
    "tournament.use_cases.event_setup": "anybody_seated numbered_players settings_refusals sheets_to_read_again",
    "tournament.use_cases.club": "free_players game_of games_by_lot games_in_play is_ended next_game",
    "tournament.use_cases.people": (
        "OpenSeat PlannedState Replacement free_sessions merge_effect missing_players named_player open_seats "
        "plan_merge plan_replacement plan_state unseated usual_case"
    ),
    "tournament.use_cases.seating_quality": "MeasuredSeating UnmetWish measure_seating seated_until unmet_wishes",
    "tournament.use_cases.seating_wishes": "drawn_players members_by unreachable wish_problems",
    "tournament.use_cases.sessions": "SessionLife session_life",
    "tournament.use_cases.ports": "Conflict Store StoreBroken StoreChanged StoreDamaged StoreMissing StoreUnavailable",
    "tournament.use_cases.view": "View",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found
