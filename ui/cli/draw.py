"""``draw FILE``: who sits where, drawn and published, or shown."""

from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating
from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.draw_options import CASES, WAYS, DrawOptions, change_draw
from ui.cli.games import show_games
from ui.cli.output import print_columns, print_json
from ui.cli.seating_output import print_quality, print_unmet, seating_json
from ui.cli.translated_commands import (
    ANY_PATH,
    REASON_NOT_STORED,
    changed_file_argument,
    command,
    json_option,
    option,
)

if TYPE_CHECKING:
    from tournament.ledger.facts import SessionSeated, SessionsRedrawn
    from tournament.use_cases import View


@command("draw")
@changed_file_argument
@option("--method", metavar="NAME", help_text=mark("How to draw; auto chooses a method."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help_text=mark("The same seed gives the same draw."))
@option(
    "--avoid",
    metavar="FIELDS",
    help_text=mark("Keep players apart who share a field: club,country:2,team with weights."),
)
@option("--apart", metavar="PAIRS", help_text=mark("Keep these players apart: 3-17,4-9:2 by number, with weights."))
@option("--no-repeats", is_flag=True, help_text=mark("Fail rather than let two players meet twice."))
@option("--reserves", metavar="NUMBERS", help_text=mark("Keep these players as reserves: 17,18 by number."))
@option(
    "--import", "seats", type=ANY_PATH, metavar="SEATING",
    help_text=mark("Publish a seating from CSV or Excel."),
)  # fmt: skip
@option(
    "--session", type=int, metavar="SESSION", help_text=mark("The session to change, or the first of those to change.")
)
@option("--by-ranking", type=click.Choice(WAYS), help_text=mark("Seat --session by the standings."))
@option("--final", type=int, metavar="PLAYERS", help_text=mark("With --by-ranking: a final of 4, 8, 16 or 32."))
@option("--from-nothing", is_flag=True, help_text=mark("With --final: points so far do not count in the final."))
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
    type=click.Choice(CASES),
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
    from tournament.use_cases import measure_seating, seated_until
    from tournament.use_cases.seating_quality import seated_players

    options = DrawOptions(**values)
    with event_for_reading(file) as book:
        drawn = book.view.settings.format.is_drawn
    if not drawn:
        _draw_games(context, file, options, as_json=as_json)
        return
    view = _published(file) if as_json and options.is_nothing else None
    if view is None:
        one_seat = options.swap is not None or options.replace is not None or options.leave_out is not None
        with event_for_writing(file, Act.SEATS if one_seat else Act.DRAW) as book:
            before = book.view.seating
            changes = change_draw(book, options, by=author_of(context))
            view = book.view
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
        print_json(
            seating_json(
                players=len(seated_players(seating)),
                sessions=seating.sessions,
                quality=measured.quality,
                seed=seating.seed,
                method=seating.method,
                unmet=measured.unmet,
            )
            | {
                "counted": list(measured.sessions),
                "versions": [view.seat_versions.of(session, 1) for session in view.drawn_sessions],
                "left_out": sorted(map(list, view.state.taken_back)),
                "changes": [_change_json(fact) for fact in _drawn_since(view)],
            }
        )
    else:
        _print(context, view, seating)


def _print_outdated(context: CliContext, view: "View", before: Seating | None) -> None:
    """Which papers name others than sit there now, where a draw was published before."""
    from tournament.use_cases.papers import noted_papers

    if before is None or view.seating is None or not noted_papers(view):
        return
    from reports.papers import seats_outdated_text

    text = seats_outdated_text(view, before, view.seating)
    if text is not None:
        context.print_remark(text)


def _draw_games(context: CliContext, file: Path, options: DrawOptions, *, as_json: bool) -> None:
    """Open games for who is free, by lot; with --json alone the games are shown as they are, if there are any."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out_all, games_by_lot
    from tournament.use_cases.draw_changes import SEEDS
    from tournament.use_cases.draw_checks import refuse_without_draw

    with event_for_reading(file) as book:
        view = book.view
    if not (as_json and options.is_nothing and any(view.sheets(session) for session in view.drawn_sessions)):
        with event_for_writing(file, Act.GAMES) as book:
            if options != DrawOptions(seed=options.seed):
                refuse_without_draw(book.view)
            seed = randbelow(SEEDS) if options.seed is None else options.seed
            carry_out_all(book, games_by_lot(book.view, seed=seed), by=author_of(context))
            view = book.view
    show_games(context, view, as_json=as_json)


def _published(file: Path) -> "View | None":
    with event_for_reading(file) as book:
        return book.view if book.view.seating is not None else None


def _print(context: CliContext, view: "View", seating: Seating) -> None:
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
    for session in range(1, len(seating.sessions) + 1):
        context.print_line("")
        version = view.seat_versions.of(session, 1)
        context.print_line(mark("Session {session}, version {version}", session=session, version=version))
        print_columns(
            [[str(table), *(f"{n} {view.players[n].name}" for n in seats)] for table, seats in seating.played(session)],
            right=frozenset((0,)),
        )
        left_out = [table for each, table in sorted(view.state.taken_back) if each == session]
        if left_out:
            context.print_line(mark_count("Left out: table {tables}.", "Left out: tables {tables}.", len(left_out),
                                          tables=", ".join(map(str, left_out))))  # fmt: skip


def _drawn_since(view: "View") -> "list[SessionsRedrawn | SessionSeated]":
    """What gave sessions other tables than the draw as it was first published, in order."""
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
        return {"sessions": [fact.session], "method": fact.way, "seed": None}
    sessions = list(range(fact.first, fact.first + len(fact.sessions)))
    return {"sessions": sessions, "method": fact.method, "seed": fact.seed}
