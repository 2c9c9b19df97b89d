"""The commands of ``quatre-vents``: their names and help, and the parts of which commands are made.

A command is imported when it is called, so that the list of commands is shown without importing any.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tournament.language import ENGLISH, LANGUAGES, Text, mark
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


NEW_PIN_VARIABLE = "QUATRE_VENTS_NEW_PIN"
"""The environment variable with a PIN to be set: an argument could be read by every program."""

COMMANDS = {
    "new": mark("Creates an event file; never overwrites an existing one."),
    "settings": mark("Shows the details of the event, such as name, place and dates; options change them."),
    "players": mark(
        "“players FILE import LIST” adds the players of a CSV or Excel file; “players FILE list” "
        "lists them; “players FILE set NUMBER” changes one; “players FILE merge NUMBER NUMBER” "
        "merges two; “players FILE register LIST” compares them with a federation's list."
    ),
    "registration": mark(
        "Lists who registered, with what they paid and eat; add, set, confirm and cancel change it, “registration FILE "
        "erase PERSON” erases it, “registration FILE export PERSON” writes all that is known about one person."
    ),
    "draw": mark("Draws the seats and publishes them, or changes the draw; with --json alone, shows it."),
    "games": mark("Lists the evenings of a club or a league, and their games by number."),
    "timetable": mark(
        "Shows when the sessions are played; “timetable FILE set SESSION --date … --start … --minutes …” changes it."
    ),
    "prizes": mark("Shows the prizes and who wins them; set, remove, ties and lot change them."),
    "clock": mark("Shows the time left in a session; starts, pauses and stops the clock, and adds minutes."),
    "session": mark("Shows the state of each session; with --to, publishes, starts, closes or cancels one."),
    "sessions": mark("Sets how many sessions the event has: cancels the last ones, or adds some."),
    "pin": mark(
        "Shows the roles and which of them have a PIN; “pin FILE set ROLE” reads a new PIN from {variable}.",
        variable=NEW_PIN_VARIABLE,
    ),
    "signature": mark(
        "Shows the key that signs fingerprints, and the signatures; create, import, sign, export-public, "
        "export-secret and remove change them."
    ),
    "replay": mark("Records a game of riichi that was played online, hand by hand, from its log."),
    "record": mark(
        "Records hands, penalties, corrections and closed sheets from a file of lines: all of them or none."
    ),
    "scan": mark("Reads photographed or scanned score sheets; with --record, records those without a doubt."),
    "phones": mark(
        "Shows whether players type at the table, the codes of their tables, what they propose and who calls a "
        "referee; options allow it, end it and make new codes."
    ),
    "sheet": mark("Shows the sheet of one table: every hand, every penalty and the totals."),
    "standings": mark("Shows the ranking: by table points, then by score."),
    "season": mark("Shows how the evenings of a league are combined into one ranking; options change it."),
    "publish": mark("Makes the results up to a session public: screens, posters and pages show them."),
    "unpublish": mark("Withdraws the public results from a session on."),
    "display": mark("Shows a screen of the hall on a projector, such as clock, standings or seats; follows FILE."),
    "site": mark("Writes the web page with the public results into a folder or, by SFTP, to a web host."),
    "export": mark("Writes a report; “--what list” lists the reports and their formats."),
    "results": mark(
        "Writes everything to send or publish after the event: papers, workbooks, federation files, web page, mail."
    ),
    "federations": mark("Lists the federations and their reports; “federations FILE.toml” checks a data file."),
    "ranking": mark("Ranks the players of many events, by the rules of a federation or a league."),
    "rating": mark("Rates the players over all games of many events: Elo for four players, or Plackett–Luce."),
    "members": mark(
        "The directory of people, over all events: “members list”, “members import FILE”, “members set NUMBER”, "
        "“members merge NUMBER NUMBER”, “members export NUMBER”, “members erase NUMBER”."
    ),
    "check": mark("Reads everything again, recomputes it and verifies the journal; reports what is wrong."),
    "serve": mark("Shares the event with the desks of other computers until it is stopped; shows how they join."),
    "desks": mark("Lists the desks of a shared event; options invite desks, let them join, and end them."),
    "copies": mark("Lists the copies of an event, even of a lost one, and what each contains."),
    "restore": mark("Replaces an event with a copy; the file that is replaced is kept beside it."),
    "recover": mark("Writes the valid entries of a damaged file to a new file; lists what is missing."),
    "convert": mark("Shows an event from another program, and imports it: its workbook, or its database scripts."),
    "shared": mark(
        "“shared put FILE URL” puts an event into a PostgreSQL database; “shared list URL” lists its events; "
        "“shared get URL/EVENT FILE” writes one to a file; “shared prepare URL” creates the tables."
    ),
    "log": mark("Shows the audit trail: who did what and when, and what was there before."),
    "undo": mark("Undoes the last entry and names it."),
    "redo": mark("Redoes the entry that was undone last and names it."),
    "queue": mark("Shared event: lists the commands that its host does not have yet; sends or drops them."),
    "score": mark("Shows what hands are worth, and why."),
    "waits": mark("Shows what thirteen tiles wait for, and what each tile is worth."),
    "settle": mark("Computes the payments of a hand: JSON lines in, JSON lines out."),
    "seating": mark("Draws a seating without an event."),
    "rules": mark(
        "“rules list” lists the rule sets, “rules faults” the faults with their sanctions, “rules "
        "options” the options that an event can set."
    ),
    "demo": mark(
        "Plays the sample event to its end, and writes its file, exports and pictures of the window to a folder."
    ),
    "desktop": mark("Opens the window, with FILE if it is given."),
}
"""The help of each command, in the order of use. A command is a function of the same name in the module
``ui.cli.NAME``."""


_Function = TypeVar("_Function", bound=Callable[..., Any])

ANY_PATH = click.Path(path_type=Path, readable=False)
"""A path, existing or not: the code that reads it reports what is wrong in its own words."""
_LINES_PATH = click.Path(path_type=Path, readable=False, allow_dash=True)
LANGUAGE_FLAG = "--lang"
AUTHOR_FLAG = "--as"
_AUTHOR_LENGTH = 60
"""The longest name of an author, in characters."""
_REQUIRED = mark("required")
REASON_NOT_STORED = mark("The reason was not stored: why a player leaves or is replaced is private.")
"""Scripts of earlier versions may still give a reason for these actions."""
NO_LINES = mark("No lines are given: name the file that contains them, or add --jsonl to read standard input.")
"""The message if neither a file of lines nor ``--jsonl`` is given."""


def translate(context: click.Context, text: Text | str) -> str:
    """``text`` in the language of this call."""
    ours = context.find_object(CliContext)
    return (ours.language if ours else ENGLISH).render(text)


class TranslatedOption(click.Option):
    """An option whose help is a marked message; of its choices, capital and small letters are the same."""

    def __init__(self, *arguments: Any, help_text: Text, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        if isinstance(self.type, click.Choice):
            self.type.case_sensitive = False
        self.help_text = help_text

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Give name and help, in the language of the call."""
        self.help = translate(ctx, self.help_text)
        if self.required:
            self.help += f" [{translate(ctx, _REQUIRED)}]"
        return super().get_help_record(ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return nothing instead of click's English additions; the help text states them."""
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


def not_taken(context: CliContext, options: Iterable[str], action: str) -> click.UsageError:
    """Return the error that ``action``, such as ``prizes remove``, does not take ``options``.

    They are named as they are written (``--out``) or as parameters of the command (``out``).
    """
    parameters = {each.name: each.opts[0] for each in click.get_current_context().command.params}
    named = ", ".join(sorted(parameters.get(each, each) for each in options))
    text = mark("Omit {options}: “{action}” does not take them.", options=named, action=action)
    return click.UsageError(context.translate(text))


def command(name: str) -> Callable[[Callable[..., Any]], TranslatedCommand]:
    """Make a function the sub-command ``name`` of :data:`COMMANDS`."""
    return click.command(name, cls=TranslatedCommand, help_text=COMMANDS[name])


def option(*names: str, help_text: Text, **attributes: Any) -> Callable[[_Function], _Function]:
    """Add an option with ``help_text`` as its help."""
    return click.option(*names, cls=TranslatedOption, help_text=help_text, **attributes)


def choice_option(name: str, default: Enum, help_text: Text) -> Callable[[_Function], _Function]:
    """An option that takes any value of the kind of ``default``."""
    values = [each.value for each in type(default)]
    return option(name, type=click.Choice(values), default=default.value, help_text=help_text)


def file_argument(function: _Function) -> _Function:
    """Add the argument FILE: an event file, or an invitation to a shared event."""
    return click.argument("file", type=ANY_PATH)(function)


def changed_file_argument(function: _Function) -> _Function:
    """Add the argument FILE and the option ``--queue``, for a command that may change the event."""
    text = mark("Shared event: if its host is away, keeps what cannot be sent, and sends it later.")
    queue = option("--queue", is_flag=True, expose_value=False, callback=_queue, help_text=text)
    return queue(file_argument(function))


def lines_argument(function: _Function) -> _Function:
    """Add the argument LINES: a file of lines, ``-`` for standard input; None where it is left out."""
    return click.argument("source", metavar="[LINES]", required=False, type=_LINES_PATH)(function)


def key_file_option(function: _Function) -> _Function:
    """Add ``--key-file``: a file with a secret key, in case the keyring does not have it."""
    text = mark("A file with the secret key; its passphrase is read from QUATRE_VENTS_KEY_PASSPHRASE.")
    return option("--key-file", metavar="PATH", type=ANY_PATH, help_text=text)(function)


def json_option(function: _Function) -> _Function:
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
    if not name or len(name) > _AUTHOR_LENGTH or not name.isprintable():
        text = mark("--as needs a name of 1 to {most} characters.", most=_AUTHOR_LENGTH)
        raise click.UsageError(translate(context, text), context)
    ours = context.find_object(CliContext)
    if ours is not None:
        context.obj = replace(ours, author=name)


_OPENED = (".qv", ".qv-invitation")
"""The endings of files that open in the window."""


class Commands(TranslatedCommand, click.Group):
    """The group of all sub-commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 – click's own name and shape
        """Name the sub-commands, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 – the same
        """Import the sub-command called ``cmd_name``; None if there is none."""
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
