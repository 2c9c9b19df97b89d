"""The program itself: a sub-command is imported when it is called, not to be listed."""

from importlib import import_module
from typing import TYPE_CHECKING

import click

from tournament.language import mark
from ui.cli.command_list import COMMANDS
from ui.cli.translated_commands import TranslatedCommand, translate

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_OPENED = (".qv", ".qv-invitation")
"""The endings of files that open in the window."""


class Commands(TranslatedCommand, click.Group):
    """The group of all sub-commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 – click's own name and shape
        """Name the sub-commands, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 – the same
        """Import the sub-command called ``cmd_name``; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"ui.cli.{cmd_name}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Open the window with an event file, which file managers name without a command."""
        if args[0] not in COMMANDS and args[0].casefold().endswith(_OPENED):
            return super().resolve_command(ctx, ["desktop", *args])
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Complete an option, or a sub-command without importing any."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [
            CompletionItem(name, help=translate(ctx, help_text))
            for name, help_text in COMMANDS.items()
            if name.startswith(incomplete)
        ]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the sub-commands."""
        TranslatedCommand.format_options(self, ctx, formatter)
        rows = [(name, translate(ctx, help_text)) for name, help_text in COMMANDS.items()]
        with formatter.section(translate(ctx, mark("Commands"))):
            formatter.write_dl(rows)
