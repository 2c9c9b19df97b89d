"""``rules list``: the rule sets; ``rules faults``: their faults; ``rules options``: the options of an event; ``rules
presets``: rule sets with options of other federations."""

from typing import TYPE_CHECKING, Any, cast

import click

from tournament.catalogue import DEFAULT, IDS, NAMES, rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.rules.fault import Fault
from tournament.rules.ruleset import RuleSet
from ui.cli.commands import command, json_option, option
from ui.cli.context import CliContext
from ui.cli.rule_options import option_rows
from ui.cli.streams import json_line, print_json
from ui.rule_presets import Preset, own, preset, shipped

if TYPE_CHECKING:
    from reports.column import Column


@command("rules")
@click.argument("topic", type=click.Choice(["list", "faults", "options", "presets"]))
@option("--rules", "id", default=DEFAULT.id, help_text=mark("Rule set: {rules}.", rules=", ".join(IDS)))
@json_option
@click.pass_obj
def rules(context: CliContext, *, topic: str, id: str, as_json: bool) -> None:
    """Print the rule sets, or the ``topic`` of one."""
    if topic == "list":
        _print_list(context, as_json=as_json)
        return
    if topic == "presets":
        _print_presets(context, as_json=as_json)
        return
    found = rule_set(id)
    if found is None:
        known = ", ".join(IDS)
        text = mark("There are no rules called “{rules}”. The rules are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, topic))
    context.counting.append(found)
    if topic == "options":
        _print_options(context, found, as_json=as_json)
    else:
        context.print_listed(_fault_columns(), found.faults, as_json=as_json)


def _print_list(context: CliContext, *, as_json: bool) -> None:
    from reports.column import Column
    from reports.vocabulary import NAME

    columns: tuple[Column[tuple[str, Text]], ...] = (
        Column(mark("Rules"), lambda row: row[0], name="id"),
        NAME.of(lambda row: row[1], name="name"),
    )
    context.print_listed(columns, NAMES.items(), as_json=as_json)


def _print_presets(context: CliContext, *, as_json: bool) -> None:
    from reports.column import Column
    from reports.vocabulary import ID, NAME, NO_HEADING

    columns: tuple[Column[tuple[str, str, Preset]], ...] = (
        Column(ID.heading, lambda row: row[0], name="preset"),
        NAME.of(lambda row: row[1], name="name"),
        Column(mark("Rules"), lambda row: row[2].rules, name="rules"),
        Column(NO_HEADING, lambda row: cast("Any", dict(row[2].options)), name="options"),
        Column(mark("Options"), lambda row: json_line(dict(row[2].options))),
    )
    rows = [(name, called, preset(name)) for name, called in shipped().items()]
    mine = ((path.stem, preset(str(path))) for path in own())
    rows += [(name, found.name, found) for name, found in mine]
    context.print_listed(columns, rows, as_json=as_json)


def _print_options(context: CliContext, rules: RuleSet, *, as_json: bool) -> None:
    rows = option_rows(rules, context)
    if as_json:
        print_json(rows)
        return
    from reports.column import Column
    from reports.vocabulary import WHAT

    columns: tuple[Column[dict[str, object]], ...] = (
        Column(mark("Option"), lambda row: str(row["name"])),
        Column(mark("Default"), lambda row: json_line(row["default"])),
        WHAT.of(lambda row: str(row["text"])),
        Column(mark("Where the default comes from"), lambda row: str(row["source"])),
    )
    if rows:
        context.print_table(columns, rows)


def _fault_columns() -> "tuple[Column[Fault], ...]":
    """What the command says of a fault."""
    from reports.column import Column, Kind
    from reports.vocabulary import ENTRY_NUMBER, FAULT, ID, NO_HEADING, SANCTION

    return (
        Column(NO_HEADING, lambda fault: fault.slug, name="slug"),
        ENTRY_NUMBER.of(lambda fault: fault.number, kind=Kind.CODE, name="number"),
        Column(ID.heading, lambda fault: fault.slug),
        FAULT.of(lambda fault: fault.name, name="name"),
        SANCTION.of(lambda fault: fault.sanction, name="sanction"),
        Column(NO_HEADING, lambda fault: fault.points, Kind.INTEGER, name="points"),
        Column(NO_HEADING, lambda fault: fault.measure.value, name="measure"),
        Column(NO_HEADING, lambda fault: fault.receiver.value, name="receiver"),
        Column(NO_HEADING, lambda fault: fault.no_hu, Kind.YES_NO, name="no_hu"),
        Column(NO_HEADING, lambda fault: fault.closes_hand, Kind.YES_NO, name="closes_hand"),
    )
