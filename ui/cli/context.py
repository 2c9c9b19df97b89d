"""What every command knows: the caller, the language of the answer, and the exit codes."""

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tournament.language import Language, Text, bilingual, language_of
from ui.cli.streams import print_columns, print_json, write_answer, write_message

if TYPE_CHECKING:
    from reports.column import Column, Value
    from tournament.rules.ruleset import RuleSet
    from tournament.use_cases import Book

Row = TypeVar("Row")
"""What a row of a table is about."""

DONE = 0
REFUSED = 1
"""The input or the file has problems."""
USAGE = 2
ENVIRONMENT = 3
"""Disk, permissions, lock, standard streams."""
SAVED_NOT_TOLD = 4
"""The event is changed, but the answer could not be written; or a host received the change and did not answer."""


AUTHOR = "command line"
"""The author if none is given."""
PIN_VARIABLE = "QUATRE_VENTS_PIN"
"""The environment variable with the PIN of a role, which opens that role for this call."""


@dataclass(frozen=True, slots=True)
class CliContext:
    """The language and the author of one call."""

    spoken: Language
    """The language of ``--lang``, or else of the system."""
    author: str = AUTHOR
    chosen: bool = False
    """Whether ``--lang`` was given."""
    queue: bool = False
    """Whether commands that cannot be sent to the host of a shared event are kept and sent later."""
    saved: list[Path | str] = field(default_factory=list, compare=False)
    """The event files, addresses of events and names of shared events that this call has written to."""
    opened: "list[Book]" = field(default_factory=list, compare=False)
    """The events that it has read."""
    counting: "list[RuleSet]" = field(default_factory=list, compare=False)
    """The rule set with which the call counts hands, if it has no event."""

    @property
    def language(self) -> Language:
        """The language with the words of the game: of the last event read, otherwise of that rule set."""
        if self.opened:
            return self.spoken.with_words(self.opened[-1].view.words)
        return self.spoken.with_words(self.counting[-1].words) if self.counting else self.spoken

    @property
    def desk(self) -> str:
        """The name of this computer."""
        return platform.node()

    def language_of_pages(self, event: str, second: str | None) -> Language:
        """The selected language, otherwise that of the ``event``, with the ``second`` one beside it; both are codes."""
        language = self.language if self.chosen else language_of(event)
        return language if second is None else bilingual(language, language_of(second))

    def translate(self, text: Text | str) -> str:
        """``text`` in this language."""
        return self.language.render(text)

    def print_line(self, text: Text | str) -> None:
        """Print one line to standard output."""
        write_answer(self.translate(text))

    def print_remark(self, text: Text | str, where: Text | str = "") -> None:
        """Print ``remark: …`` to standard error; the command continues."""
        self._print_prefixed("remark", text, where)

    def print_error(self, text: Text | str, where: Text | str = "") -> None:
        """Print ``error: …`` to standard error; the first word is the same in every language."""
        self._print_prefixed("error", text, where)

    def print_to_stderr(self, text: Text | str) -> None:
        """Print ``text`` to standard error without a prefix."""
        write_message(self.translate(text))

    def _print_prefixed(self, kind: str, text: Text | str, where: Text | str) -> None:
        place = f"{self.translate(where)}: " if where else ""
        write_message(f"{kind}: {place}{self.translate(text)}")

    def record(self, columns: "Sequence[Column[Row]]", row: Row) -> dict[str, object]:
        """What JSON has of ``row``: the value of each column that has a name for programs."""
        return {column.name: self._plain(column.value(row)) for column in columns if column.name}

    def print_listed(self, columns: "Sequence[Column[Row]]", rows: Iterable[Row], *, as_json: bool) -> None:
        """Print ``rows`` as JSON, or as a table of the columns that have a heading."""
        if as_json:
            print_json([self.record(columns, row) for row in rows])
        else:
            self.print_table([column for column in columns if column.heading.message], rows)

    def _plain(self, value: "Value") -> object:
        from fractions import Fraction

        from tournament.language import exact_text

        if isinstance(value, Text):
            return self.translate(value)
        if isinstance(value, Fraction):
            return exact_text(value)
        return value.isoformat() if isinstance(value, datetime) else value

    def print_table(self, columns: "Sequence[Column[Row]]", rows: Iterable[Row]) -> None:
        """Print ``rows`` in ``columns`` under their headings; numbers are right-aligned."""
        from reports.writers.wording import cell_text

        lines = [[self.translate(column.heading) for column in columns]]
        lines += [[cell_text(column.cell(row), column.kind, self.language) for column in columns] for row in rows]
        print_columns(lines, right=frozenset(place for place, column in enumerate(columns) if column.kind.is_number))
