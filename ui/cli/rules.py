"""``rules faults``: the faults with their sanctions; ``rules options``: what an event may choose."""

import click

from tournament.catalogue import CALCULATED, DEFAULT, calculated
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.rules.ruleset import RuleSet
from ui.cli.context import CliContext
from ui.cli.output import json_line, print_columns, print_json
from ui.cli.rule_options import option_rows
from ui.cli.translated_commands import command, json_option, option


@command(
    "rules", mark("“rules faults” lists the faults with their sanctions, “rules options” what an event may choose.")
)
@click.argument("topic", type=click.Choice(["faults", "options"]))
@option("--rules", "id", default=DEFAULT.id, help_text=mark("Rule set: {rules}.", rules=", ".join(CALCULATED)))
@json_option
@click.pass_obj
def rules(context: CliContext, *, topic: str, id: str, as_json: bool) -> None:
    """Print the ``topic`` of a rule set."""
    found = calculated(id)
    if found is None:
        known = ", ".join(CALCULATED)
        text = mark("There are no rules “{rules}”; there are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, topic))
    if topic == "options":
        _print_options(context, found, as_json=as_json)
    else:
        _print_faults(context, found, as_json=as_json)


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
