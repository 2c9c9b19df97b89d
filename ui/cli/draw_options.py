"""The options of ``draw``, and carrying out what they ask for."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tournament import use_cases
from tournament.event.player import SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS, SeatingWishes, Seats
from tournament.language import Text, mark
from ui.cli.wish_options import fields_of, pairs_of, reserves_of

if TYPE_CHECKING:
    from tournament.use_cases import Book, By, Changes

WAYS = ("straight", "swiss")
OWN = "none"
SEATS = len(LETTERS)
CASES = (*(case.value for case in SubstituteCase), OWN)
"""Why a substitute plays; or the seats are the other's own from now on."""


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The options of the command."""

    method: str | None = None
    seed: int | None = None
    avoid: str | None = None
    apart: str | None = None
    no_repeats: bool = False
    reserves: str | None = None
    seats: Path | None = None
    """A file with a seating."""
    session: int | None = None
    by_ranking: str | None = None
    final: int | None = None
    from_nothing: bool = False
    redraw: bool = False
    add_table: str | None = None
    leave_out: int | None = None
    swap: str | None = None
    onwards: bool = False
    replace: int | None = None
    newcomer: str | None = None
    until: int | None = None
    case: str | None = None
    reason: str | None = None

    @property
    def is_nothing(self) -> bool:
        """Nothing is asked for: the draw is shown as it is."""
        return self == DrawOptions()

    @property
    def changes(self) -> tuple[str, ...]:
        """Which changes of a published draw are asked for, by option."""
        given = {
            "--by-ranking": self.by_ranking,
            "--redraw": self.redraw,
            "--add-table": self.add_table is not None,
            "--leave-out": self.leave_out is not None,
            "--swap": self.swap,
            "--replace": self.replace,
            "--import": self.seats,
        }
        return tuple(name for name, value in given.items() if value)


def change_draw(book: "Book", options: DrawOptions, *, by: "By") -> "Changes":
    """Do what is asked for; Refused, DrawProblem or UnreadableTable when that cannot be."""
    from reports.readers.seating import read_seating_file
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PublishDraw

    if len(options.changes) > 1:
        raise _refused(
            "too-much", mark("Use only one of these at a time: {options}.", options=", ".join(options.changes))
        )
    if options.seats is not None:
        wishes, view = _wishes(options), book.view
        found = read_seating_file(options.seats, players=view.players, sessions=view.settings.sessions, wishes=wishes)
        return replace(carry_out(book, PublishDraw(found.seating), by=by), remarks=found.remarks)
    if not options.changes:
        return _draw(book, options, by)
    if options.session is None:
        raise _refused("session-missing", mark("{option} needs --session.", option=options.changes[0]))
    try:
        return _change(book, options, options.session, by)
    except Refused as refused:
        raise Refused(*(_with_command(book, options.session, each) for each in refused.problems)) from refused


def _draw(book: "Book", options: DrawOptions, by: "By") -> "Changes":
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PublishDraw

    wishes = _wishes(options)
    seating = use_cases.plan_seating(book.view, seed=options.seed, method=options.method or "auto", wishes=wishes)
    remarks = use_cases.wish_problems(book.view, wishes)
    return replace(carry_out(book, PublishDraw(seating), by=by), remarks=remarks)


def _change(book: "Book", options: DrawOptions, session: int, by: "By") -> "Changes":
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import AddTable, LeaveTableOut, RedrawSessions, ReplacePlayer, SwapPlayers

    view = book.view
    if options.by_ranking:
        ranked = use_cases.plan_by_ranking(
            view, session, way=options.by_ranking, final=options.final, carried=not options.from_nothing
        )
        return replace(carry_out(book, ranked.command, by=by), remarks=ranked.remarks)
    if options.redraw:
        drawn = use_cases.plan_rest(view, session, seed=options.seed)
        return carry_out(book, RedrawSessions(drawn, session), by=by)
    if options.add_table is not None:
        return carry_out(book, AddTable(session, _four(options.add_table)), by=by)
    if options.leave_out is not None:
        return carry_out(book, LeaveTableOut(session, options.leave_out), by=by)
    if options.swap:
        found = re.fullmatch(r"(\d{1,4})-(\d{1,4})", options.swap.strip())
        if found is None:
            raise _refused(
                "swap-form", mark("--swap takes two numbers such as 3-17, not “{found}”.", found=options.swap)
            )
        one, other = int(found[1]), int(found[2])
        sessions: tuple[int, ...] = (session,)
        if options.onwards:
            both = (frozenset(use_cases.sessions_from(view, session, number)) for number in (one, other))
            sessions = tuple(sorted(frozenset.intersection(*both)))
        return carry_out(book, SwapPlayers(one, other, sessions, options.reason or ""), by=by)
    if not options.newcomer or not options.newcomer.strip():
        raise _refused("newcomer-missing", mark("--replace needs --by with a name or a number."))
    number, newcomer = options.replace or 0, use_cases.named_player(view.players, options.newcomer)
    case = use_cases.usual_case(view, number, newcomer, first=session, last=options.until)
    if options.case is not None:
        case = None if options.case == OWN else SubstituteCase(options.case)
    return carry_out(book, ReplacePlayer(number, newcomer, session, options.until, case), by=by)


def _with_command(book: "Book", first: int, problem: Problem) -> Problem:
    """``problem``, with the command that names a substitute if one would fill a table."""
    from tournament.use_cases.draw_changes import PART_OF_A_TABLE, seat_to_fill

    seat = seat_to_fill(book.view, first) if problem.code == PART_OF_A_TABLE else None
    if seat is None:
        return problem
    text = mark(
        "{problem} “draw FILE --session {session} --replace {number} --by NAME” names a substitute.",
        problem=problem.text,
        session=seat[0],
        number=seat[1],
    )
    return replace(problem, text=text)


def _four(written: str) -> Seats:
    """The four numbers of ``17,18,19,20``, East first."""
    parts = [part.strip() for part in written.split(",")]
    if len(parts) != SEATS or not all(part.isascii() and part.isdecimal() and len(part) <= 7 for part in parts):
        text = mark("--add-table takes four numbers such as 17,18,19,20, East first, not “{found}”.", found=written)
        raise _refused("table-form", text)
    east, south, west, north = map(int, parts)
    return east, south, west, north


def _wishes(options: DrawOptions) -> SeatingWishes:
    return SeatingWishes(
        apart=fields_of(options.avoid),
        pairs=pairs_of(options.apart),
        no_repeats=options.no_repeats,
        reserves=reserves_of(options.reserves),
    )


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text, "draw"))
