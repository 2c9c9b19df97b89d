"""``players FILE register LIST``: what a federation's list says otherwise of the players, and writing it."""

from pathlib import Path
from typing import assert_never

from tournament.event.player import Player
from tournament.event.player_import import TableText, read_roster
from tournament.event.problem import Problem, Refused
from tournament.event.register import Difference, RegisterComparison, Unmatched, compare_with_register
from tournament.event.roster import field_label
from tournament.language import Text, listed, mark, mark_count
from tournament.use_cases.register import apply_register
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.output import print_json


def compare(context: CliContext, file: Path, table: TableText, *, apply: bool, keep: bool, as_json: bool) -> None:
    """Show the differences; with ``apply`` write all of them, or none; with ``keep`` keep the list on this computer."""
    register = _read(table)
    with event_for_writing(file) if apply else event_for_reading(file) as book:
        comparison = compare_with_register(book.view.players.values(), register)
        written = apply and bool(comparison.differences)
        if written:
            apply_register(book, register, comparison, by=author_of(context))
    if keep:
        from reports.federations.kept_register import keep_register

        keep_register(register)
    if as_json:
        print_json(_as_json(comparison, written=written))
    else:
        _print(context, comparison, written=written)


def _read(table: TableText) -> tuple[Player, ...]:
    """Who is on the list, namesakes too; Refused where it has no headings or nobody."""
    roster = read_roster(table, ())
    found = tuple(line.player for line in roster.lines if line.taken and line.player.name)
    if not found:
        nobody = Problem("register-empty", mark("Nobody is on this list: put headings over its names."), "what")
        raise Refused(*(roster.problems or (nobody,)))
    return found


def _as_json(comparison: RegisterComparison, *, written: bool) -> dict[str, object]:
    return {
        "written": written,
        "same": comparison.same,
        "differences": [
            {"player": each.player.number,
             "fields": {field: {"event": getattr(each.player, field), "register": getattr(each.completed, field)}
                        for field in each.fields}}
            for each in comparison.differences
        ],
        "unmatched": [{"player": player.number, "reason": reason.value} for player, reason in comparison.unmatched],
    }  # fmt: skip


def _print(context: CliContext, comparison: RegisterComparison, *, written: bool) -> None:
    for each in comparison.differences:
        context.print_line(difference_text(each))
    for player, reason in comparison.unmatched:
        context.print_line(
            mark("{number} {player}: {what}", number=player.number, player=player.name, what=unmatched_text(reason))
        )
    count = len(comparison.differences)
    if written:
        context.print_line(mark_count("{count} player written anew.", "{count} players written anew.", count))
    elif count:
        context.print_line(
            mark_count("{count} player differs; none was written.", "{count} players differ; none was written.", count)
        )
    else:
        context.print_line(mark("Nothing differs from the list."))


def difference_text(difference: Difference) -> Text:
    """``3 Anna Lindqvist: Country: FR → SE, EMA number: – → 09990001``."""
    parts = [
        mark(
            "{field}: {old} → {new}",
            field=field_label(field),
            old=getattr(difference.player, field) or "–",
            new=getattr(difference.completed, field),
        )
        for field in difference.fields
    ]
    player = difference.player
    return mark("{number} {player}: {what}", number=player.number, player=player.name, what=listed(parts))


def unmatched_text(reason: Unmatched) -> Text:
    """Why a player was not compared."""
    match reason:
        case Unmatched.UNKNOWN:
            return mark("not on the list")
        case Unmatched.SEVERAL:
            return mark("several of this name are on the list: write the number")
        case Unmatched.OTHER_NUMBER:
            return mark("on the list under another number: compare both")
        case _:
            assert_never(reason)
