"""``pin FILE``: shows the roles of an event, and sets or removes their PINs."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.role import EventRole
from tournament.language import Text, mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import NEW_PIN_VARIABLE, changed_file_argument, command, json_option
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from tournament.use_cases import View

_HELD = tuple(role.value for role in EventRole if role is not EventRole.VIEWER)


@command("pin")
@changed_file_argument
@click.argument("action", required=False, type=click.Choice(["set", "remove"]))
@click.argument("role", required=False, type=click.Choice(_HELD))
@json_option
@click.pass_obj
def pin(context: CliContext, *, file: Path, action: str | None, role: str | None, as_json: bool) -> None:
    """Show the roles, or set or remove the PIN of one."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import RemovePin, SetPin
    from tournament.use_cases.pins import planned_pin

    if (action is None) != (role is None):
        text = mark("Name the role: {roles}.", roles=", ".join(_HELD))
        raise click.UsageError(context.translate(text))
    if role is None:
        with event_for_reading(file) as book:
            _show(context, book.view, as_json=as_json)
        return
    with event_for_writing(file, Act.PINS) as book:
        if action == "set":
            new = os.environ.get(NEW_PIN_VARIABLE, "")
            if not new:
                text = mark("{variable} is empty: set it to the new PIN.", variable=NEW_PIN_VARIABLE)
                raise click.UsageError(context.translate(text))
            hashed = planned_pin(book.view.state.pins, EventRole(role), new)
            carry_out(book, SetPin(EventRole(role), hashed), by=author_of(context))
        else:
            carry_out(book, RemovePin(EventRole(role)), by=author_of(context))
        _show(context, book.view, as_json=as_json)


def _show(context: CliContext, view: "View", *, as_json: bool) -> None:
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING, ROLE, WHO
    from tournament.use_cases.rights import open_role

    pins = view.state.pins
    everybody = open_role(pins)

    def held(role: EventRole) -> Text:
        if role in pins:
            return mark("with its PIN")
        return mark("everybody") if everybody.includes(role) else mark("nobody: it has no PIN")

    columns: tuple[Column[EventRole], ...] = (
        ROLE.of(lambda role: role.value, kind=Kind.CHOICE, labels={role.value: role.label for role in EventRole}),
        Column(NO_HEADING, lambda role: role in pins, Kind.YES_NO, name="pin"),
        Column(NO_HEADING, everybody.includes, Kind.YES_NO, name="open"),
        WHO.of(held, name=""),
    )
    context.print_listed(columns, EventRole, as_json=as_json)
