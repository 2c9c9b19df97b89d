"""The tables whose play is streamed: everybody may see their scores while they play."""

from tournament.event.problem import Problem
from tournament.language import mark

LAST_TABLE = 1000


def read_tables(typed: str) -> tuple[int, ...] | None:
    """The tables of ``1, 4 12`` in ascending order, each once; None if ``typed`` is something else."""
    parts = typed.replace(",", " ").replace(";", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    return tuple(sorted(set(map(int, parts))))


def typed_tables(tables: object) -> str:
    """How they are typed."""
    return ", ".join(map(str, tables)) if isinstance(tables, tuple) else ""


def streamed_problem(tables: tuple[int, ...]) -> Problem | None:
    """What is wrong with the tables that are streamed."""
    if list(tables) == sorted(set(tables)) and all(1 <= table <= LAST_TABLE for table in tables):
        return None
    return unreadable_tables(typed_tables(tables))


def unreadable_tables(typed: str) -> Problem:
    """What was ``typed`` names no tables."""
    text = mark("“{tables}” does not name tables: enter their numbers from 1 to {last}, such as 1, 4.", tables=typed,
                last=LAST_TABLE)  # fmt: skip
    return Problem("streamed-tables", text, "streamed")
