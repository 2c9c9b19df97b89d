"""The use cases: one short function each, named by a verb. The desktop and the command line change events only here.

A :class:`Book` is an open event. Actions take it with a command and who acts
(:class:`By`), and return :class:`Changes`; they raise :class:`Refused` (what was entered is wrong),
:class:`LinesRefused` (some of several), :class:`Conflict` (somebody else wrote meanwhile) or
:class:`StoreUnavailable` (the surroundings failed), and then nothing has changed.
"""

from tournament.event.problem import Gravity, Problem, Refused
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.commands import (
    CancelPenalty,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    Repair,
    TypeTotals,
)
from tournament.use_cases.draw_changes import (
    RankedSession,
    plan_by_ranking,
    plan_rest,
    ranked_seating,
    redraw_sessions,
    seat_by_ranking,
    swap_players,
    swapped,
)
from tournament.use_cases.draw_checks import sessions_from
from tournament.use_cases.event_setup import (
    add_players,
    change_player,
    change_settings,
    create_event,
    note_attendance,
    numbered_players,
    remove_player,
    settings_refusals,
)
from tournament.use_cases.history import redo, undo, view_at
from tournament.use_cases.replacement import (
    Replacement,
    free_sessions,
    named_player,
    plan_replacement,
    replace_player,
    unseated,
)
from tournament.use_cases.seating import (
    LOTS,
    draw_lot,
    free_lots,
    plan_seating,
    publish_draw,
    seating_by_lots,
)
from tournament.use_cases.seating_quality import MeasuredSeating, UnmetWish, measure_seating, unmet_wishes
from tournament.use_cases.seating_wishes import drawn_players, members_by, unreachable, wish_problems
from tournament.use_cases.sheet_actions import LinesRefused, carry_out, carry_out_all, problems_of, record_hand
from tournament.use_cases.store import Conflict, Store, StoreDamaged, StoreUnavailable
from tournament.use_cases.view import View

__all__ = [
    "LOTS",
    "Book",
    "By",
    "CancelPenalty",
    "Changes",
    "CloseSheet",
    "Command",
    "ConfirmSheet",
    "Conflict",
    "CorrectHand",
    "DeleteHand",
    "ExchangeColumns",
    "GivePenalty",
    "Gravity",
    "InsertHand",
    "LinesRefused",
    "MeasuredSeating",
    "MoveHand",
    "MoveSheet",
    "Problem",
    "RankedSession",
    "RecordHand",
    "RecordTotals",
    "Refused",
    "RejectSheet",
    "ReopenSheet",
    "Repair",
    "Replacement",
    "Store",
    "StoreDamaged",
    "StoreUnavailable",
    "TypeTotals",
    "UnmetWish",
    "View",
    "add_players",
    "carry_out",
    "carry_out_all",
    "change_player",
    "change_settings",
    "create_event",
    "draw_lot",
    "drawn_players",
    "free_lots",
    "free_sessions",
    "measure_seating",
    "members_by",
    "named_player",
    "note_attendance",
    "numbered_players",
    "plan_by_ranking",
    "plan_replacement",
    "plan_rest",
    "plan_seating",
    "problems_of",
    "publish_draw",
    "ranked_seating",
    "record_hand",
    "redo",
    "redraw_sessions",
    "remove_player",
    "replace_player",
    "seat_by_ranking",
    "seating_by_lots",
    "sessions_from",
    "settings_refusals",
    "swap_players",
    "swapped",
    "undo",
    "unmet_wishes",
    "unreachable",
    "unseated",
    "view_at",
    "wish_problems",
]
