"""What every command knows: who speaks to it, and in which language it answers."""

import platform
from dataclasses import dataclass

import click

from tournament.language import Language, Text

AUTHOR = "command line"
"""Who acts when nobody is named."""


@dataclass(frozen=True, slots=True)
class CliContext:
    """The language and the author of one call."""

    language: Language
    author: str = AUTHOR
    chosen: bool = False
    """The language was asked for; otherwise it is the system's."""

    @property
    def desk(self) -> str:
        """The computer at which this happens."""
        return platform.node()

    def words(self, text: Text | str) -> str:
        """Say ``text`` in this language."""
        return self.language.render(text)

    def say(self, text: Text | str) -> None:
        """Print one line to standard output."""
        click.echo(self.words(text))

    def remark(self, text: Text | str, where: Text | str = "") -> None:
        """Print ``remark: …`` to standard error: told, stops nothing."""
        self._aside("remark", text, where)

    def error(self, text: Text | str, where: Text | str = "") -> None:
        """Print ``error: …`` to standard error; the first word is the same in every language."""
        self._aside("error", text, where)

    def say_aside(self, text: Text | str) -> None:
        """Print to standard error, without a word before it."""
        click.echo(self.words(text), err=True)

    def _aside(self, kind: str, text: Text | str, where: Text | str) -> None:
        place = f"{self.words(where)}: " if where else ""
        click.echo(f"{kind}: {place}{self.words(text)}", err=True)
