"""Writes docs/cli/reference.md from what the commands declare: ``python -m tests.docs.command_reference FILE``."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from tournament.language import ENGLISH
from ui.cli.__main__ import PROGRAM, program
from ui.cli.commands import COMMANDS
from ui.cli.context import CliContext

_HEAD = f"""\
# Reference

Every command with every option, as `{PROGRAM} COMMAND --help` shows them in your language.
[The command line](../cli.md) leads to the pages that explain them.
"""
_COMMON = ("--lang", "--as", "--json", "--queue", "--dry-run")
"""Options of many commands, which are explained once."""


def text() -> str:
    """Return the whole page."""
    context = click.Context(program, info_name=PROGRAM, obj=CliContext(ENGLISH))
    commands = [(name, program.get_command(context, name)) for name in COMMANDS]
    known = [(name, command) for name, command in commands if command is not None]
    common = {record[0].split()[0]: record for _, command in known for record in _options(context, command)}
    rows = [_row(common[name]) for name in _COMMON]
    sections = (line for name, command in known for line in _section(context, name, command))
    return "\n".join([_HEAD, "Options of several commands:", "", *_table(rows), *sections])


def _section(parent: click.Context, name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent)
    options = _options(context, command)
    shared = [f"`{option.split()[0]}`" for option, _ in options if option.split()[0] in _COMMON[2:]]
    own = [_row(record) for record in options if record[0].split()[0] not in _COMMON]
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield from (f"## {name}", "", f"    {usage}", "", ENGLISH.render(COMMANDS[name]))
    if shared:
        yield from ("", f"Also {' and '.join(', '.join(shared).rsplit(', ', 1))}.")
    yield ""
    if own:
        yield from _table(own)


def _options(parent: click.Context, command: click.Command) -> list[tuple[str, str]]:
    """Name and help of each option of ``command`` but ``--help``."""
    context = click.Context(command, info_name=command.name, parent=parent)
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    records = [option.get_help_record(context) for option in options if "--help" not in option.opts]
    return [record for record in records if record is not None]


def _row(record: tuple[str, str]) -> str:
    option, help_text = (" ".join(each.split()).replace("|", "\\|") for each in record)
    return f"| `{option}` | {help_text} |"


def _table(rows: list[str]) -> Iterator[str]:
    yield from ("| option | |", "|---|---|", *rows, "")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
