"""Writes docs/cli/reference.md from what the commands declare: ``python -m tests.docs.command_reference FILE``.

The site of the documents has the same page in every language.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from tournament.language import ENGLISH, Language, language_of
from ui.cli.__main__ import PROGRAM, program
from ui.cli.commands import COMMANDS
from ui.cli.context import CliContext

_COMMON = ("--lang", "--as", "--json", "--queue", "--dry-run")
"""Options of many commands, which are explained once."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the page says in one language beside the commands' own texts."""

    head: str
    several: str
    option: str
    also: str
    """With ``{options}`` for the options that several commands have."""
    comma: str = ", "
    last: str = " and "


WORDS = {
    "en": Words(
        f"# Reference\n\nEvery command with every option, as `{PROGRAM} COMMAND --help` shows them in your language.\n"
        "[The command line](../cli.md) leads to the pages that explain them.\n",
        "Options of several commands:", "option", "Also {options}.",
    ),
    "fr": Words(
        f"# Référence\n\nToutes les commandes avec toutes leurs options, comme les affiche "
        f"`{PROGRAM} COMMANDE --help`.\n",
        "Options de plusieurs commandes\u202f:", "option", "Aussi {options}.", last=" et ",
    ),
    "zh": Words(
        f"# 命令参考\n\n所有命令及其全部选项，与 `{PROGRAM} 命令 --help` 显示的相同。\n",
        "多个命令共有的选项：", "选项", "另有 {options}。", "、", " 和 ",
    ),
}  # fmt: skip


def text(language: Language = ENGLISH) -> str:
    """Return the whole page."""
    return "\n".join(_lines(language, WORDS[language.code]))


def _lines(language: Language, words: Words) -> Iterator[str]:
    context = click.Context(program, info_name=PROGRAM, obj=CliContext(language))
    commands = [(name, program.get_command(context, name)) for name in COMMANDS]
    known = [(name, command) for name, command in commands if command is not None]
    common = {record[0].split()[0]: record for _, command in known for record in _options(context, command)}
    yield from (words.head, words.several, "", *_table([_row(common[name]) for name in _COMMON], words))
    for name, command in known:
        yield from _section(context, name, command, language, words)


def _section(
    parent: click.Context, name: str, command: click.Command, language: Language, words: Words
) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent)
    options = _options(context, command)
    shared = [f"`{option.split()[0]}`" for option, _ in options if option.split()[0] in _COMMON[2:]]
    own = [_row(record) for record in options if record[0].split()[0] not in _COMMON]
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield from (f"## {name}", "", f"    {usage}", "", language.render(COMMANDS[name]))
    if shared:
        yield from ("", words.also.format(options=words.last.join(words.comma.join(shared).rsplit(words.comma, 1))))
    yield ""
    if own:
        yield from _table(own, words)


def _options(parent: click.Context, command: click.Command) -> list[tuple[str, str]]:
    """Name and help of each option of ``command`` but ``--help``."""
    context = click.Context(command, info_name=command.name, parent=parent)
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    records = [option.get_help_record(context) for option in options if "--help" not in option.opts]
    return [record for record in records if record is not None]


def _row(record: tuple[str, str]) -> str:
    option, help_text = (" ".join(each.split()).replace("|", "\\|") for each in record)
    return f"| `{option}` | {help_text} |"


def _table(rows: list[str], words: Words) -> Iterator[str]:
    yield from (f"| {words.option} | |", "|---|---|", *rows, "")


if __name__ == "__main__":
    code = sys.argv[2] if len(sys.argv) > 2 else ENGLISH.code
    Path(sys.argv[1]).write_text(text(language_of(code)), encoding="utf-8")
