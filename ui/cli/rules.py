"""``rules faults``: the faults with their sanctions."""

import click

from tournament.catalogue import DEFAULT, RULE_SETS, rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.context import CliContext
from ui.cli.output import print_columns, print_json
from ui.cli.translated_commands import command, json_option, option


@command("rules", mark("“rules faults” lists the faults with their sanctions."))
@click.argument("topic", type=click.Choice(["faults"]))
@option(
    "--rules", "id", default=DEFAULT.id, help_text=mark("Rule set: {rules}.", rules=", ".join(r.id for r in RULE_SETS))
)
@json_option
@click.pass_obj
def rules(context: CliContext, *, topic: str, id: str, as_json: bool) -> None:
    """Print the ``topic`` of a rule set: there is one, the faults."""
    found = rule_set(id)
    if found is None:
        known = ", ".join(rules.id for rules in RULE_SETS)
        text = mark("There are no rules “{rules}”; there are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, topic))
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
