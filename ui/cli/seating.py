"""``seating``: a draw without an event; also reads, prints and writes seatings for other commands."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.player_import import FileRow
from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, listed, mark, mark_count
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.draw import ApartGroup, AvoidedPair, Plan, Quality, Table
    from tournament.use_cases import UnmetWish


_MOST_PLAYERS, _MOST_SESSIONS = 1000, 100
"""Larger draws take minutes, and nobody plays them."""


@command("seating")
@option(
    "--players",
    type=int,
    required=True,
    help_text=mark("Number of players: a multiple of four, or any with --sit-out."),
)
@option("--sessions", type=int, required=True, help_text=mark("Number of sessions."))
@option("--method", default="auto", metavar="NAME", help_text=mark("How to draw; auto chooses a method."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help_text=mark("The same seed gives the same draw."))
@option(
    "--groups", type=ANY_PATH, metavar="FILE",
    help_text=mark("Players to keep apart: columns player, group and optionally weight; CSV or Excel."),
)  # fmt: skip
@option("--apart", metavar="PAIRS", help_text=mark("Keep these players apart: 3-17,4-9:2 by number, with weights."))
@option("--no-repeats", is_flag=True, help_text=mark("Fail rather than let two players meet twice."))
@option("--sit-out", is_flag=True, help_text=mark("Let people sit out in turn if the players do not fill the tables."))
@json_option
@click.pass_obj
def seating(
    context: CliContext,
    *,
    players: int,
    sessions: int,
    method: str,
    seed: int | None,
    groups: Path | None,
    apart: str | None,
    no_repeats: bool,
    sit_out: bool,
    as_json: bool,
) -> None:
    """Draw and print a seating of the players 1 … N."""
    from tournament.draw import SittingOut, Wishes, make_plan
    from tournament.use_cases import unmet_wishes, unreachable

    _refuse_size(players, sessions, sit_out=sit_out)
    wishes = Wishes(_read_groups(groups, players=players), _pairs(apart), no_repeats)
    problems = unreachable(wishes, players=players, sessions=sessions)
    refused = [problem for problem in problems if problem.gravity is Gravity.BLOCKS]
    if refused:
        raise Refused(*refused)
    sitting_out = SittingOut() if sit_out else None
    plan = make_plan(players=players, sessions=sessions, seed=seed, method=method, wishes=wishes,
                     sitting_out=sitting_out)  # fmt: skip
    for remark in (*_repeats_needed(plan), *(problem.text for problem in problems)):
        context.print_remark(remark)
    unmet = unmet_wishes(dict(enumerate(plan.sessions, start=1)), range(1, plan.players + 1), wishes)
    if as_json:
        drawn = seating_json(
            players=plan.players,
            sessions=plan.sessions,
            quality=plan.quality,
            seed=plan.seed,
            method=plan.method,
            unmet=unmet,
        )
        print_json({**drawn, "sit_out": [list(out) for out in _sitting_out(plan)]})
    else:
        _print(context, plan, unmet)


def _print(context: CliContext, plan: "Plan", unmet: "tuple[UnmetWish, ...]") -> None:
    from reports.column import Kind
    from reports.vocabulary import TABLE, by_seat

    seats = (replace(column, kind=Kind.INTEGER) for column in by_seat(lambda row, wind: row[1][wind]))
    columns = (TABLE.of(lambda row: row[0]), *seats)
    context.print_line(mark("Method {method}, seed {seed}.", method=plan.method, seed=str(plan.seed)))
    print_quality(context, plan.quality)
    print_unmet(context, unmet, str)
    for session, tables in enumerate(plan.sessions, start=1):
        context.print_line("")
        context.print_line(mark("Session {session}", session=session))
        context.print_table(columns, enumerate(tables, start=1))
        out = _sitting_out(plan)[session - 1]
        if out:
            names = listed(map(str, out))
            context.print_line(mark_count("Sits out: {players}.", "Sit out: {players}.", len(out), players=names))


def _sitting_out(plan: "Plan") -> tuple[tuple[int, ...], ...]:
    """Who sits out in each session."""
    return plan.sit_out or ((),) * len(plan.sessions)


def _pairs(written: str | None) -> "tuple[AvoidedPair, ...]":
    from tournament.draw import AvoidedPair, DrawProblem

    pairs = _pairs_of(written)
    seen: set[frozenset[int]] = set()
    for one, other, _ in pairs:
        if frozenset((one, other)) in seen:
            raise DrawProblem(mark("The pair {one} and {other} is given twice: give it once.", one=one, other=other))
        seen.add(frozenset((one, other)))
    return tuple(AvoidedPair(one, other, weight) for one, other, weight in pairs)


def _refuse_size(players: int, sessions: int, *, sit_out: bool) -> None:
    from tournament.draw import DrawProblem

    if not 4 <= players <= _MOST_PLAYERS:
        raise DrawProblem(
            mark("{players} players: choose a multiple of four from 4 to {most}.", players=players, most=_MOST_PLAYERS)
        )
    over = players % 4
    if over and not (sit_out and players > 4):
        raise DrawProblem(
            mark(
                "{players} players do not fill the last table. The nearest numbers are {fewer}, or "
                "{more} with substitutes; with --sit-out, some sit out in each session.",
                players=players,
                fewer=max(players - over, 4),
                more=players - over + 4,
            )
        )
    if not 1 <= sessions <= _MOST_SESSIONS:
        raise DrawProblem(mark("{sessions} sessions: choose 1 to {most}.", sessions=sessions, most=_MOST_SESSIONS))


def _repeats_needed(plan: "Plan") -> Iterator[Text]:
    """Remarks that there are more sessions than opponents: the sessions are drawn all the same."""
    from tournament.draw.bounds import most_sessions_without_repeats

    sessions, most = len(plan.sessions), most_sessions_without_repeats(plan.players)
    if sessions > most and not any(plan.sit_out):
        yield mark(
            "{players} players can play at most {most} sessions without repeats: in {sessions} at least {fewest} "
            "meetings are repeated, and this draw has {found}.",
            players=plan.players,
            most=most,
            sessions=sessions,
            fewest=plan.quality.fewest_repeats,
            found=plan.quality.repeats,
        )


_PAIR = re.compile(r"(\d{1,4})-(\d{1,4})(?::(\d{1,4}))?")
_FIELD = re.compile(r"([a-z]+)(?::(\d{1,4}))?")


def fields_of(written: str | None) -> tuple[tuple[str, int], ...]:
    """``club,country:2``: fields with their weights, 1 unless written."""
    parts = _split(written, _FIELD, mark("--avoid takes fields such as club,country:2"))
    return tuple((field, int(weight or 1)) for field, weight in parts)


def _pairs_of(written: str | None) -> tuple[tuple[int, int, int], ...]:
    """``3-17,4-9:2``: two numbers and a weight, 1 unless written."""
    parts = _split(written, _PAIR, mark("--apart takes pairs such as 3-17,4-9:2"))
    return tuple((int(one), int(other), int(weight or 1)) for one, other, weight in parts)


def _split(written: str | None, form: re.Pattern[str], how: Text) -> list[tuple[str, ...]]:
    found = []
    for part in filter(None, (part.strip() for part in (written or "").split(","))):
        match = form.fullmatch(part)
        if match is None:
            raise Refused(Problem("wish-form", mark("{how}, not “{part}”.", how=how, part=part), "draw"))
        found.append(match.groups())
    return found


_HEADS = (["player", "group"], ["player", "group", "weight"])
_MOST_WEIGHT = 9999


@dataclass(slots=True)
class _ReadGroups:
    """What the lines that were read so far contain."""

    members: dict[str, dict[int, int]] = field(default_factory=dict)
    """The players of each group, with the lines that name them."""
    weights: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The weight of each group, and the line that states it."""


def _read_groups(path: Path | None, *, players: int) -> "tuple[ApartGroup, ...]":
    """The groups of the CSV or Excel file ``path``, none without one; Refused with every line that cannot be used."""
    from reports.readers import read_table
    from tournament.draw import ApartGroup

    if path is None:
        return ()
    rows = [row for row in read_table(path).rows if not row.is_blank]
    if not rows or [cell.strip().casefold() for cell in rows[0].cells if cell.strip()] not in _HEADS:
        text = mark("“{path}”: the first line must be “player,group”.", path=str(path))
        raise Refused(Problem("groups-head", text, "groups"))
    if len(rows) == 1:
        text = mark("“{path}” lists no players: write a line for each player, or omit --groups.", path=str(path))
        raise Refused(Problem("groups-empty", text, "groups"))
    found = _ReadGroups()
    wrong = [each for row in rows[1:] if (each := _read_row(row, found, players)) is not None]
    if wrong:
        raise Refused(*(Problem("groups-line", each, "groups") for each in wrong))
    return tuple(
        ApartGroup(name, tuple(numbers), found.weights.get(name, (1, 0))[0]) for name, numbers in found.members.items()
    )


def _read_row(row: FileRow, found: _ReadGroups, players: int) -> Text | None:
    """Add a line to ``found``; return what is wrong with it, or None."""
    cells = [*(cell.strip() for cell in row.cells), "", "", ""]
    written, group, weight = cells[:3]
    if not written or not group or any(cells[3:]):
        return mark("Groups, line {line}: write a player number, a comma and a group.", line=row.line)
    number = _whole_number(written)
    if number is None:
        return mark("Groups, line {line}: “{found}” is not a player number.", line=row.line, found=written)
    if not 1 <= number <= players:
        return mark("Groups, line {line}: there is no player {number}; the players are 1 to {players}.",
                    line=row.line, number=number, players=players)  # fmt: skip
    first = found.members.setdefault(group, {}).setdefault(number, row.line)
    if first != row.line:
        return mark(
            "Groups, line {line}: player {number} is already in {group} (line {first}): remove one of the two lines.",
            line=row.line,
            number=number,
            group=group,
            first=first,
        )
    return _weigh(row.line, group, weight, found)


def _weigh(line: int, group: str, written: str, found: _ReadGroups) -> Text | None:
    if not written:
        return None
    weight = _whole_number(written)
    if weight is None or not 1 <= weight <= _MOST_WEIGHT:
        return mark("Groups, line {line}: the weight must be a number from 1 to {most}, not “{found}”.",
                    line=line, most=_MOST_WEIGHT, found=written)  # fmt: skip
    known, first = found.weights.setdefault(group, (weight, line))
    if known != weight:
        return mark("Groups, line {line}: {group} has weight {known} in line {first}: give it a " "single weight.",
                    line=line, group=group, known=known, first=first)  # fmt: skip
    return None


def _whole_number(written: str) -> int | None:
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 6 else None


_MOST_PRINTED = 10
"""Unmet wishes that are printed one by one."""


def seating_json(
    *,
    players: int,
    sessions: "Sequence[Sequence[Table]]",
    quality: "Quality",
    seed: int,
    method: str,
    unmet: "Sequence[UnmetWish]",
) -> dict[str, Any]:
    """Tables list their players by starting seat, East first."""
    return {
        "players": players,
        "sessions": [[list(table) for table in tables] for tables in sessions],
        "quality": _quality_json(quality),
        "wishes_not_met": [
            {"session": each.session, "table": each.table, "players": list(each.players)} for each in unmet
        ],
        "seed": seed,
        "method": method,
    }


def _quality_json(quality: "Quality") -> dict[str, object]:
    """Every measure of a draw, each beside the best that any draw could reach."""
    return {
        "repeats": quality.repeats,
        "fewest_repeats": quality.fewest_repeats,
        "table_revisits": quality.table_revisits,
        "fewest_table_revisits": quality.fewest_table_revisits,
        "table_revisits_aimed_at": quality.table_revisits_aimed_at,
        "most_visits": quality.most_visits,
        "wind_imbalance": quality.wind_imbalance,
        "strangers": quality.strangers,
        "fewest_strangers": quality.fewest_strangers,
        "groups": [
            {"name": group.name, "meetings": group.meetings, "fewest": group.fewest} for group in quality.groups
        ],
    }


def print_quality(context: CliContext, quality: "Quality") -> None:
    """Print every measure of a draw, each beside the best that any draw could reach."""
    repeats, revisits = quality.repeats, quality.table_revisits
    context.print_line(
        mark("Repeated meetings: {found} (at least {fewest}).", found=repeats, fewest=quality.fewest_repeats)
    )
    fewest, aimed = quality.fewest_table_revisits, quality.table_revisits_aimed_at
    if fewest == aimed:
        context.print_line(mark("Returns to a table: {found} (at least {fewest}).", found=revisits, fewest=fewest))
    else:
        text = mark(
            "Returns to a table: {found} (at least {fewest}; target when nobody meets twice: {aimed}).",
            found=revisits,
            fewest=fewest,
            aimed=aimed,
        )
        context.print_line(text)
    context.print_line(
        mark(
            "Strangers, pairs with no common opponent: {found} (at least {fewest}).",
            found=quality.strangers,
            fewest=quality.fewest_strangers,
        )
    )
    for group in quality.groups:
        text = mark(
            "{group}: {found} meetings inside it (at least {fewest}).",
            group=group.name,
            found=group.meetings,
            fewest=group.fewest,
        )
        context.print_line(text)


def print_unmet(context: CliContext, unmet: "Sequence[UnmetWish]", names: Callable[[int], str]) -> None:
    """Print who meets against a wish, and where; of many only the first ones."""
    for each in unmet[:_MOST_PRINTED]:
        one, other = (names(number) for number in each.players)
        text = mark(
            "Wish not met: {one} and {other} meet in session {session}, table {table}.",
            one=one,
            other=other,
            session=each.session,
            table=each.table,
        )
        context.print_line(text)
    left = len(unmet) - _MOST_PRINTED
    if left > 0:
        context.print_line(mark_count("… and {count} more.", "… and {count} more.", left))
