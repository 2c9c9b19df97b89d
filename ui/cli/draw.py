"""``draw FILE``: draws who sits where and publishes it, changes what is published, or shows it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from tournament import use_cases
from tournament.event.player import SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS, Final, Seating, SeatingWishes, Seats, final_of, final_tables
from tournament.event.settings import PROPOSED_SIT_OUT, SIT_OUT_POINTS, sit_out_text
from tournament.language import Text, listed, mark, mark_count
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, REASON_NOT_STORED, changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.games import show_games
from ui.cli.seating import fields_of, print_quality, print_unmet, seating_json
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.ledger.facts import SessionSeated, SessionsRedrawn
    from tournament.use_cases import Book, By, Changes, MeasuredSeating, View


_WAYS = ("straight", "swiss")
_WAYS_BESIDE = (*_WAYS, "lot")
_OWN = "none"
_SEATS = len(LETTERS)
_CASES = (*(case.value for case in SubstituteCase), _OWN)
"""The reasons why a substitute plays, and “none” for a newcomer who takes over the seats."""


@dataclass(frozen=True, slots=True)
class _DrawOptions:
    """The options of the command."""

    method: str | None = None
    seed: int | None = None
    avoid: str | None = None
    apart: str | None = None
    no_repeats: bool = False
    reserves: str | None = None
    sit_out: bool = False
    seats: Path | None = None
    """A file with a seating."""
    session: int | None = None
    by_ranking: str | None = None
    final: int | None = None
    from_nothing: bool = False
    others: str | None = None
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
        """Whether no option is given, so that the draw is only shown."""
        return self == _DrawOptions()

    @property
    def changes(self) -> tuple[str, ...]:
        """The options given that change a published draw."""
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


def _change_draw(book: "Book", options: _DrawOptions, *, by: "By") -> "Changes":
    """Carry out the options. Raises Refused, DrawProblem or UnreadableTable."""
    from reports.readers.seating import read_seating_file
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PublishDraw

    if len(options.changes) > 1:
        raise _refused(
            "too-much", mark("Use only one of these at a time: {options}.", options=", ".join(options.changes))
        )
    if options.sit_out and set(options.changes) - {"--by-ranking", "--redraw", "--import"}:
        raise _refused("sit-out-alone", mark("--sit-out says how to draw: it does not go with {option}.",
                                             option=options.changes[0]))  # fmt: skip
    if options.seats is not None:
        wishes, view = _wishes(options, book.view), book.view
        found = read_seating_file(options.seats, players=view.players, sessions=view.settings.sessions, wishes=wishes)
        _choose_rule(book, found.seating.sit_out, by)
        return replace(carry_out(book, PublishDraw(found.seating), by=by), remarks=found.remarks)
    if not options.changes:
        return _draw_all(book, options, by)
    if options.session is None:
        raise _refused("session-missing", mark("{option} needs --session.", option=options.changes[0]))
    try:
        return _change(book, options, options.session, by)
    except Refused as refused:
        raise Refused(*(_with_command(book, options.session, each) for each in refused.problems)) from refused


def _draw_all(book: "Book", options: _DrawOptions, by: "By") -> "Changes":
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PublishDraw

    wishes = _wishes(options, book.view)
    seating = use_cases.plan_seating(book.view, seed=options.seed, method=options.method or "auto", wishes=wishes)
    remarks = use_cases.wish_problems(book.view, wishes)
    _choose_rule(book, seating.sit_out, by)
    changes = carry_out(book, PublishDraw(seating), by=by)
    return replace(changes, remarks=(*remarks, *changes.remarks))


def _choose_rule(book: "Book", sit_out: Iterable[Iterable[int]], by: "By") -> None:
    """Choose what those who sit out get, as the window proposes, if somebody does and nothing is chosen yet."""
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ChangeSettings

    settings = book.view.settings
    if settings.sit_out_points is None and any(map(tuple, sit_out)):
        carry_out(book, ChangeSettings(replace(settings, sit_out_points=PROPOSED_SIT_OUT)), by=by)


def _change(book: "Book", options: _DrawOptions, session: int, by: "By") -> "Changes":
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import AddTable, LeaveTableOut, RedrawSessions, ReplacePlayer, SwapPlayers

    view = book.view
    if options.by_ranking:
        ranked = use_cases.plan_by_ranking(
            view, session, way=options.by_ranking, final=options.final, carried=not options.from_nothing,
            beside=options.others, sit_out=options.sit_out or None, seed=options.seed,
        )  # fmt: skip
        if options.sit_out:
            _choose_rule(book, (ranked.sit_out,), by)
        return replace(carry_out(book, ranked.command, by=by), remarks=ranked.remarks)
    if options.redraw:
        drawn = use_cases.plan_rest(view, session, seed=options.seed, sit_out=options.sit_out or None)
        if options.sit_out:
            _choose_rule(book, drawn.sit_out, by)
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
        case = None if options.case == _OWN else SubstituteCase(options.case)
    return carry_out(book, ReplacePlayer(number, newcomer, session, options.until, case), by=by)


def _with_command(book: "Book", first: int, problem: Problem) -> Problem:
    """``problem``, completed by the command that names a substitute if one would fill a table."""
    from tournament.use_cases.drawing import PART_OF_A_TABLE, seat_to_fill

    seat = seat_to_fill(book.view, first) if problem.code == PART_OF_A_TABLE else None
    if seat is None:
        return problem
    text = mark(
        "{problem} “draw FILE --session {session} --replace {number} --by NAME” names a substitute; with --sit-out, "
        "players sit out instead.",
        problem=problem.text,
        session=seat[0],
        number=seat[1],
    )
    return replace(problem, text=text)


def _four(written: str) -> Seats:
    """The four numbers of ``17,18,19,20``, East first."""
    parts = [part.strip() for part in written.split(",")]
    if len(parts) != _SEATS or not all(part.isascii() and part.isdecimal() and len(part) <= 7 for part in parts):
        text = mark("--add-table takes four numbers such as 17,18,19,20, East first, not “{found}”.", found=written)
        raise _refused("table-form", text)
    east, south, west, north = map(int, parts)
    return east, south, west, north


def _wishes(options: _DrawOptions, view: "View") -> SeatingWishes:
    from tournament.use_cases.typed_wishes import read_pairs, read_players

    return SeatingWishes(
        apart=fields_of(options.avoid),
        pairs=read_pairs(view.players, options.apart or ""),
        no_repeats=options.no_repeats,
        reserves=read_players(view.players, options.reserves or ""),
        sit_out=options.sit_out,
    )


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text, "draw"))


@command("draw")
@changed_file_argument
@option("--method", metavar="NAME", help_text=mark("How to draw; auto chooses a method."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help_text=mark("The same seed gives the same draw."))
@option(
    "--avoid",
    metavar="FIELDS",
    help_text=mark("Keep players apart who share a field: club,country:2,team with weights."),
)
@option(
    "--apart",
    metavar="PAIRS",
    help_text=mark("Keep these players apart: 3-17,4-9:2 by number or name, with weights."),
)
@option("--no-repeats", is_flag=True, help_text=mark("Fail rather than let two players meet twice."))
@option("--reserves", metavar="PLAYERS", help_text=mark("Keep these players as reserves: 17,18 by number or name."))
@option(
    "--sit-out",
    is_flag=True,
    help_text=mark("Let people sit out in turn if the players do not fill the tables; also with --redraw."),
)
@option(
    "--import", "seats", type=ANY_PATH, metavar="SEATING",
    help_text=mark("Publish a seating from CSV or Excel."),
)  # fmt: skip
@option(
    "--session", type=int, metavar="SESSION", help_text=mark("The session to change, or the first of those to change.")
)
@option("--by-ranking", type=click.Choice(_WAYS), help_text=mark("Seat --session by the standings."))
@option("--final", type=int, metavar="PLAYERS", help_text=mark("With --by-ranking: a final of 4, 8, 16 or 32."))
@option("--from-nothing", is_flag=True, help_text=mark("With --final: points so far do not count in the final."))
@option(
    "--others",
    type=click.Choice(_WAYS_BESIDE),
    help_text=mark("With --final, or while one goes on: the others play on at other tables, seated in this way."),
)
@option("--redraw", is_flag=True, help_text=mark("Draw the sessions from --session on again."))
@option(
    "--add-table",
    metavar="NUMBERS",
    help_text=mark("Seat four players without a seat in --session at one more table: 17,18,19,20, East first."),
)
@option(
    "--leave-out", type=int, metavar="TABLE", help_text=mark("Do not play this table of --session; the others stay.")
)
@option("--swap", metavar="ONE-OTHER", help_text=mark("Swap two players in --session, by number."))
@option("--onwards", is_flag=True, help_text=mark("With --swap: in the later sessions too."))
@option(
    "--replace", type=int, metavar="NUMBER", help_text=mark("From --session on, someone else plays for this player.")
)
@option("--by", "newcomer", metavar="NAME", help_text=mark("With --replace: first and last name, or a number."))
@option("--until", type=int, metavar="SESSION", help_text=mark("With --replace: only up to this session."))
@option(
    "--case",
    type=click.Choice(_CASES),
    help_text=mark("With --replace: why a substitute plays; none: the newcomer takes over the seats and is ranked."),
)
@option(
    "--reason", metavar="TEXT", help_text=mark("With --swap: the reason, kept in the log. With --replace: not stored.")
)
@json_option
@click.pass_obj
def draw(context: CliContext, /, *, file: Path, as_json: bool, **values: Any) -> None:
    """Draw and publish, change what is published, or show it."""
    from tournament.event.role import Act
    from tournament.ledger.state import sitting_out
    from tournament.use_cases import measure_seating, seated_until
    from tournament.use_cases.seating_quality import seated_players

    options = _DrawOptions(**values)
    with event_for_reading(file) as book:
        drawn = book.view.settings.format.is_drawn
    if not drawn:
        _draw_games(context, file, options, as_json=as_json)
        return
    view = _published(file) if as_json and options.is_nothing else None
    if view is None:
        one_seat = options.swap is not None or options.replace is not None or options.leave_out is not None
        acts = (Act.SEATS,) if one_seat else (Act.DRAW, Act.SETTINGS) if options.sit_out else (Act.DRAW,)
        with event_for_writing(file, *acts) as book:
            before, chosen = book.view.seating, book.view.settings.sit_out_points
            changes = _change_draw(book, options, by=author_of(context))
            view = book.view
        if view.settings.sit_out_points is not chosen:
            text = mark(
                "{option}: {answer}, since nothing was chosen. “settings FILE --option sit_out_points=nothing”, "
                "average or fixed changes it.",
                option=SIT_OUT_POINTS,
                answer=sit_out_text(view.settings),
            )
            context.print_remark(text)
        for remark in changes.remarks:
            context.print_remark(remark.text)
        if options.replace is not None and (options.reason or "").strip():
            context.print_remark(REASON_NOT_STORED)
        _print_outdated(context, view, before)
    seating = view.seating
    if seating is None:
        raise Refused(Problem("no-draw", mark("No draw is published yet: make one first."), "draw"))
    if as_json:
        measured = measure_seating(view, seating, until=seated_until(view))
        shown = seating_json(
            players=len(seated_players(seating)),
            sessions=seating.sessions,
            quality=measured.quality,
            seed=seating.seed,
            method=seating.method,
            unmet=measured.unmet,
        )
        shown["quality"] = {**shown["quality"], **_turns_json(measured)}
        print_json(
            shown
            | {
                "counted": list(measured.sessions),
                "versions": [view.seat_versions.of(session, 1) for session in view.drawn_sessions],
                "sit_out": [sorted(sitting_out(view.state, session)) for session in seating.session_numbers],
                "left_out": sorted(map(list, view.state.taken_back)),
                "finals": [_final_json(final) for final in view.state.finals],
                "final_tables": [
                    list(final_tables(seating, view.state.finals, session)) for session in seating.session_numbers
                ],
                "changes": [_change_json(fact) for fact in _drawn_since(view)],
            }
        )
    else:
        _print(context, view, seating)


def _final_json(final: Final) -> dict[str, object]:
    """A final: who plays in it from which session on, and whether the others play on beside it."""
    return {"session": final.session, "players": list(final.players), "carried": final.carried,
            "beside": final.beside}  # fmt: skip


def _turns_json(measured: "MeasuredSeating") -> dict[str, object]:
    """How evenly players sit out, and how often somebody is not at their fixed table."""
    times = Counter(number for out in measured.sit_out for number in out)
    counts = [times[number] for number in frozenset[int]().union(*measured.turns.fields)]
    return {
        "sat_out": {"fewest": min(counts, default=0), "most": max(counts, default=0),
                    "early": measured.turns.unfair(measured.sit_out)},
        "away_from_fixed_table": measured.away,
    }  # fmt: skip


def _print_outdated(context: CliContext, view: "View", before: Seating | None) -> None:
    """Print which papers no longer name the right players, if an earlier draw was published."""
    from tournament.use_cases.papers import noted_papers

    if before is None or view.seating is None or not noted_papers(view):
        return
    from reports.papers import seats_outdated_text

    text = seats_outdated_text(view, before, view.seating)
    if text is not None:
        context.print_remark(text)


def _draw_games(context: CliContext, file: Path, options: _DrawOptions, *, as_json: bool) -> None:
    """Open games for the players who are free, by lot; with --json alone, show existing games without opening any."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out_all, games_by_lot
    from tournament.use_cases.draw_checks import refuse_without_draw
    from tournament.use_cases.drawing import SEEDS

    with event_for_reading(file) as book:
        view = book.view
    if not (as_json and options.is_nothing and any(view.sheets(session) for session in view.drawn_sessions)):
        with event_for_writing(file, Act.GAMES) as book:
            if options != _DrawOptions(seed=options.seed):
                refuse_without_draw(book.view)
            seed = randbelow(SEEDS) if options.seed is None else options.seed
            carry_out_all(book, games_by_lot(book.view, seed=seed), by=author_of(context))
            view = book.view
    show_games(context, view, as_json=as_json)


def _published(file: Path) -> "View | None":
    with event_for_reading(file) as book:
        return book.view if book.view.seating is not None else None


def _print(context: CliContext, view: "View", seating: Seating) -> None:
    from tournament.ledger.state import sitting_out
    from tournament.use_cases import measure_seating, seated_until
    from tournament.use_cases.seating_quality import seated_players

    measured = measure_seating(view, seating, until=seated_until(view))
    text = mark(
        "Published: {players} players, {sessions} sessions; method {method}, seed {seed}.",
        players=len(seated_players(seating)),
        sessions=len(seating.sessions),
        method=seating.method,
        seed=str(seating.seed),
    )
    context.print_line(text)
    for fact in _drawn_since(view):
        context.print_line(_drawn_text(fact))
    print_quality(context, measured.quality)
    if not measured.counts_all:
        text = mark("Counted: sessions {sessions}. The others still have an earlier draw.", sessions=measured.sessions)
        context.print_line(text)
    print_unmet(context, measured.unmet, lambda number: view.players[number].name)
    _print_turns(context, view, measured)
    for session in seating.session_numbers:
        context.print_line("")
        version = view.seat_versions.of(session, 1)
        context.print_line(mark("Session {session}, version {version}", session=session, version=version))
        if tables := seating.played(session):
            context.print_table(list(_table_columns(view, session)), tables)
        left_out = [table for each, table in sorted(view.state.taken_back) if each == session]
        if left_out:
            context.print_line(mark_count("Left out: table {tables}.", "Left out: tables {tables}.", len(left_out),
                                          tables=", ".join(map(str, left_out))))  # fmt: skip
        out = sorted(sitting_out(view.state, session))
        if out:
            names = listed(f"{number} {view.players[number].name}" for number in out)
            context.print_line(mark_count("Sits out: {players}.", "Sit out: {players}.", len(out), players=names))


def _table_columns(view: "View", session: int) -> "Iterator[Column[tuple[int, Seats]]]":
    """The columns of the tables of a session: number, players East first, and “Final” if a final is played in it."""
    from reports.vocabulary import NAME, TABLE, by_seat
    from tournament.ledger.state import final_name

    yield TABLE.of(lambda row: row[0])
    yield from by_seat(lambda row, wind: f"{row[1][wind]} {view.players[row[1][wind]].name}")
    if final_of(view.state.finals, session) is not None:
        yield NAME.of(lambda row: final_name(view.state, session, row[0]) or "")


def _print_turns(context: CliContext, view: "View", measured: "MeasuredSeating") -> None:
    """Print how evenly players sit out, and whether everybody is at their fixed table."""
    from tournament.use_cases.seating_quality import fixed_measures, turn_measures

    for measure in (*turn_measures(measured), *fixed_measures(view, measured)):
        values = {"name": measure.name, "found": measure.found, "detail": measure.detail}
        if measure.target is None:
            context.print_line(mark("{name}: {found} ({detail}).", **values))
        else:
            context.print_line(mark("{name}: {found} (target {target}; {detail}).", target=measure.target, **values))


def _drawn_since(view: "View") -> "list[SessionsRedrawn | SessionSeated]":
    """The facts that changed the tables of sessions since the draw was first published, in order."""
    from tournament.ledger.entry import EVENT_STREAM
    from tournament.ledger.facts import DrawPublished, SessionSeated, SessionsRedrawn

    found: list[SessionsRedrawn | SessionSeated] = []
    for entry in view.journal.standing(EVENT_STREAM):
        if isinstance(entry.fact, DrawPublished):
            found.clear()
        elif isinstance(entry.fact, SessionsRedrawn | SessionSeated):
            found.append(entry.fact)
    return found


def _drawn_text(fact: "SessionsRedrawn | SessionSeated") -> Text:
    from tournament.ledger.facts import SessionSeated

    if isinstance(fact, SessionSeated) and (fact.final is not None or fact.beside):
        return mark("Session {session} is seated by the standings: {how}.", session=fact.session, how=fact.way_text)
    if isinstance(fact, SessionSeated):
        return mark("Session {session} is seated by the standings: method {method}.", session=fact.session,
                    method=fact.way)  # fmt: skip
    return mark_count(
        "Session {first} drawn again: method {method}, seed {seed}.",
        "Sessions {first} to {last} drawn again: method {method}, seed {seed}.",
        len(fact.sessions),
        first=fact.first,
        last=fact.first + len(fact.sessions) - 1,
        method=fact.method,
        seed=str(fact.seed),
    )


def _change_json(fact: "SessionsRedrawn | SessionSeated") -> dict[str, object]:
    from tournament.ledger.facts import SessionSeated

    if isinstance(fact, SessionSeated):
        final = None if fact.final is None else len(fact.final.players)
        return {"sessions": [fact.session], "method": fact.way, "seed": None, "final": final,
                "others": fact.beside or None}  # fmt: skip
    sessions = list(range(fact.first, fact.first + len(fact.sessions)))
    return {"sessions": sessions, "method": fact.method, "seed": fact.seed}
