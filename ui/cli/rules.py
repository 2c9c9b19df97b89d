"""``rules list``: the rule sets; ``rules faults``: their faults; ``rules options``: the options of an event; ``rules
presets``: rule sets with options of other federations."""

import click

from tournament.catalogue import DEFAULT, IDS, NAMES, rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.rules.ruleset import RuleSet
from ui.cli.commands import command, json_option, option
from ui.cli.context import CliContext
from ui.cli.rule_options import option_rows, preset, shipped
from ui.cli.streams import json_line, print_columns, print_json


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
        _print_presets(as_json=as_json)
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
        _print_faults(context, found, as_json=as_json)


def _print_list(context: CliContext, *, as_json: bool) -> None:
    if as_json:
        print_json([{"id": id, "name": context.translate(name)} for id, name in NAMES.items()])
        return
    print_columns([[id, context.translate(name)] for id, name in NAMES.items()])


def _print_presets(*, as_json: bool) -> None:
    rows = [(name, called, preset(name)) for name, called in shipped().items()]
    if as_json:
        print_json([{"preset": name, "name": called, "rules": found.rules, "options": dict(found.options)}
                    for name, called, found in rows])  # fmt: skip
        return
    print_columns([[name, called, found.rules, json_line(dict(found.options))] for name, called, found in rows])


def _print_options(context: CliContext, rules: RuleSet, *, as_json: bool) -> None:
    rows = option_rows(rules, context)
    if as_json:
        print_json(rows)
        return
    print_columns([[str(row["name"]), json_line(row["default"]), str(row["text"]), str(row["source"])] for row in rows])


def _print_faults(context: CliContext, found: RuleSet, *, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "slug": fault.slug,
                    "number": fault.number,
                    "name": context.translate(fault.name),
                    "sanction": context.translate(fault.sanction),
                    "points": fault.points,
                    "measure": fault.measure.value,
                    "receiver": fault.receiver.value,
                    "no_hu": fault.no_hu,
                    "closes_hand": fault.closes_hand,
                }
                for fault in found.faults
            ]
        )
        return
    print_columns(
        [
            [fault.number, fault.slug, context.translate(fault.name), context.translate(fault.sanction)]
            for fault in found.faults
        ]
    )
