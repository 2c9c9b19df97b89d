"""``players FILE register LIST``: what a federation's list says otherwise of the players, and writing it."""

from pathlib import Path

from tournament.event.player_import import TableText, read_roster
from tournament.event.register import RegisterComparison, compare_with_register, listed_players
from tournament.event.role import Act
from tournament.language import mark, mark_count
from tournament.use_cases import carry_out
from tournament.use_cases.commands import ApplyRegister
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.output import print_json


def compare(context: CliContext, file: Path, table: TableText, *, apply: bool, keep: bool, as_json: bool) -> None:
    """Show the differences; with ``apply`` write all of them, or none; with ``keep`` keep the list on this computer."""
    register = listed_players(read_roster(table, ()))
    with event_for_writing(file, Act.PLAYERS) if apply else event_for_reading(file) as book:
        comparison = compare_with_register(book.view.players.values(), register)
        written = apply and bool(comparison.differences)
        if written:
            carry_out(book, ApplyRegister(comparison.changes), by=author_of(context))
    if keep:
        from reports.federations.kept_register import keep_register

        keep_register(register)
    if as_json:
        print_json(_as_json(comparison, written=written))
    else:
        _print(context, comparison, written=written)


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
    told = [(each.player, each.text) for each in comparison.differences]
    told += [(player, reason.label) for player, reason in comparison.unmatched]
    for player, what in told:
        context.print_line(mark("{number} {player}: {what}", number=player.number, player=player.name, what=what))
    count = len(comparison.differences)
    if written:
        context.print_line(mark_count("{count} player updated.", "{count} players updated.", count))
    elif count:
        context.print_line(
            mark_count(
                "{count} player differs; nothing was written.", "{count} players differ; nothing was written.", count
            )
        )
    else:
        context.print_line(mark("There are no differences from the list."))
