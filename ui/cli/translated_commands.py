"""Commands and options of click, with help texts that can be translated and two options for all."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tournament.language import ENGLISH, LANGUAGES, Text, mark
from ui.cli.command_list import COMMANDS
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = TypeVar("Function", bound=Callable[..., Any])

ANY_PATH = click.Path(path_type=Path, readable=False)
"""A path, whatever is there: what cannot be read is told by whoever reads it, in words."""
LINES_PATH = click.Path(path_type=Path, readable=False, allow_dash=True)
LANGUAGE_FLAG = "--lang"
AUTHOR_FLAG = "--as"
AUTHOR_LENGTH = 60
"""The longest name of an author, in characters."""
_REQUIRED = mark("required")
REASON_NOT_STORED = mark("The reason was not stored: why a player leaves or is replaced is private.")
"""Scripts may still give one with these acts."""
NO_LINES = mark("No lines are given: name the file that contains them, or add --jsonl to read standard input.")
"""For who names neither a file of lines nor ``--jsonl``."""


def translate(context: click.Context, text: Text | str) -> str:
    """``text`` in the language of this call."""
    ours = context.find_object(CliContext)
    return (ours.language if ours else ENGLISH).render(text)


class TranslatedOption(click.Option):
    """An option whose help is a marked message."""

    def __init__(self, *arguments: Any, help_text: Text, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.help_text = help_text

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Give name and help, in the language of the call."""
        self.help = translate(ctx, self.help_text)
        if self.required:
            self.help += f" [{translate(ctx, _REQUIRED)}]"
        return super().get_help_record(ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Leave out what click writes in English; the help has it."""
        extra = super().get_help_extra(ctx)
        extra.pop("required", None)
        return extra


class TranslatedCommand(click.Command):
    """A command whose help is a marked message; takes ``--lang`` and ``--as`` like every other."""

    def __init__(self, *arguments: Any, help_text: Text, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.help_text = help_text
        self.params.extend(_common_options())

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write ``Usage: …``."""
        prefix = translate(ctx, mark("Usage:")) + " "
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(translate(ctx, self.help_text))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, one a line."""
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        records = [record for option in options if (record := option.get_help_record(ctx)) is not None]
        with formatter.section(translate(ctx, mark("Options"))):
            formatter.write_dl(records)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Complete options and values; a shell that shows help gets it in the language of the call."""
        for param in self.get_params(ctx):
            if isinstance(param, TranslatedOption):
                param.help = translate(ctx, param.help_text)
        return super().shell_complete(ctx, incomplete)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Make ``--help``."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = translate(ctx, mark("Shows this text."))
        return found


def command(name: str) -> Callable[[Callable[..., Any]], TranslatedCommand]:
    """Make a function the sub-command ``name`` of :data:`ui.cli.command_list.COMMANDS`."""
    return click.command(name, cls=TranslatedCommand, help_text=COMMANDS[name])


def option(*names: str, help_text: Text, **attributes: Any) -> Callable[[Function], Function]:
    """Add an option with ``help_text`` as its help."""
    return click.option(*names, cls=TranslatedOption, help_text=help_text, **attributes)


def choice_option(name: str, default: Enum, help_text: Text) -> Callable[[Function], Function]:
    """An option that takes any value of the kind of ``default``."""
    values = [each.value for each in type(default)]
    return option(name, type=click.Choice(values), default=default.value, help_text=help_text)


def file_argument(function: Function) -> Function:
    """Add the argument FILE: an event file, or an invitation to a shared event."""
    return click.argument("file", type=ANY_PATH)(function)


def changed_file_argument(function: Function) -> Function:
    """The same for a command that may change the event, with ``--queue``."""
    text = mark("Shared event: if its host is away, keeps what cannot be sent, and sends it later.")
    queue = option("--queue", is_flag=True, expose_value=False, callback=_queue, help_text=text)
    return queue(file_argument(function))


def lines_argument(function: Function) -> Function:
    """Add the argument LINES: a file of lines, ``-`` for standard input; None where it is left out."""
    return click.argument("source", metavar="[LINES]", required=False, type=LINES_PATH)(function)


def key_file_option(function: Function) -> Function:
    """Add ``--key-file``: a file with a secret key, where the keyring does not have it."""
    text = mark("A file with the secret key; its passphrase is read from QUATRE_VENTS_KEY_PASSPHRASE.")
    return option("--key-file", metavar="PATH", type=ANY_PATH, help_text=text)(function)


def json_option(function: Function) -> Function:
    """Add the flag ``--json``."""
    return option("--json", "as_json", is_flag=True, help_text=mark("One JSON document instead of text."))(function)


def _common_options() -> Sequence[click.Option]:
    return (
        TranslatedOption(
            [LANGUAGE_FLAG, "chosen_language"],
            type=click.Choice([language.code for language in LANGUAGES]),
            expose_value=False,
            help_text=mark("Language of the output; by default the system's."),
        ),
        TranslatedOption(
            [AUTHOR_FLAG, "author"],
            metavar="NAME",
            callback=_author,
            expose_value=False,
            help_text=mark("The person who acts, for the log."),
        ),
    )


def _queue(context: click.Context, _option: click.Parameter, value: bool) -> None:
    ours = context.find_object(CliContext)
    if ours is not None and value:
        context.obj = replace(ours, queue=True)


def _author(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    name = value.strip()
    if not name or len(name) > AUTHOR_LENGTH or not name.isprintable():
        text = mark("--as needs a name of 1 to {most} characters.", most=AUTHOR_LENGTH)
        raise click.UsageError(translate(context, text), context)
    ours = context.find_object(CliContext)
    if ours is not None:
        context.obj = replace(ours, author=name)
