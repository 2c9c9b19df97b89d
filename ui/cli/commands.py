"""The sub-commands: their names, and the modules that hold them, imported only when called."""

from importlib import import_module

import click

from tournament.language import mark
from ui.cli.translated_commands import TranslatedCommand, translate

COMMANDS = (
    "new",
    "settings",
    "players",
    "draw",
    "games",
    "timetable",
    "prizes",
    "clock",
    "session",
    "pin",
    "record",
    "sheet",
    "standings",
    "season",
    "publish",
    "unpublish",
    "display",
    "site",
    "export",
    "federations",
    "check",
    "copies",
    "restore",
    "recover",
    "convert",
    "log",
    "undo",
    "redo",
    "score",
    "waits",
    "settle",
    "seating",
    "rules",
    "demo",
    "desktop",
)
"""Each is found in the module of ``ui.cli`` of its name, under its name."""


class Commands(TranslatedCommand, click.Group):
    """The program itself: imports a sub-command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 – click's own name and shape
        """Name the sub-commands, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 – the same
        """Import the sub-command called ``cmd_name``; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"ui.cli.{cmd_name}"), cmd_name)
        return found

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the sub-commands."""
        TranslatedCommand.format_options(self, ctx, formatter)
        rows = [
            (name, command.get_short_help_str())
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) is not None
        ]
        with formatter.section(translate(ctx, mark("Commands"))):
            formatter.write_dl(rows)
