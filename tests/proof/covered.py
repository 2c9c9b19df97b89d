"""Tells from contents whether the code that a result rests on has changed since.

Commits would not do: a rebase renames them, a shallow clone lacks them, and most of them change other code.
"""

import ast
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ("reports", "tournament", "ui")
"""The folders of the whole program."""
EVENT = (
    *("tournament/event", "tournament/hand", "tournament/ledger", "tournament/rules", "tournament/rulesets"),
    *("tournament/standings", "tournament/tiles", "tournament/use_cases"),
)
"""What an event is, how it is counted and ranked, and what can be done with it."""
FILE = (*EVENT, "tournament/files", "tournament/storage")
"""The same, kept in a file."""
COMMAND_LINE = ("reports", "tournament", "ui/cli", "ui/hall", "ui/json_lines")
"""The program without window and servers."""
DESKTOP = ("reports", "tournament", "ui/desktop", "ui/entry", "ui/hall")
"""The window."""
SHARED = (*FILE, "tournament/sharing")
"""An event that several computers share, without networks."""
SHARED_PROGRAM = (*SHARED, "ui/joining", "ui/server")
"""The same, with programs that serve and join."""
_DIGITS = 12
"""Of a hash: enough, as nobody searches for a collision here."""


def contents(covers: Iterable[str], root: Path = ROOT) -> dict[str, str]:
    """Return a hash of the code in each folder under the prefixes ``covers``, by its path from ``root``.

    Comments, docstrings and layout do not matter. A folder is hashed without the folders in it.
    """
    sources = {path for prefix in covers for path in (root / prefix).rglob("*.py")}
    folders = sorted({path.parent for path in sources})
    return {folder.relative_to(root).as_posix(): _hash(folder) for folder in folders}


def changed(kept: Mapping[str, str], covers: Iterable[str], now: Mapping[str, str]) -> list[str]:
    """Return the folders under ``covers`` that differ between ``kept`` and ``now``, both made by :func:`contents`."""
    prefixes = tuple(covers)
    folders = {folder for folder in now.keys() | kept.keys() if any(map(Path(folder).is_relative_to, prefixes))}
    return sorted(folder for folder in folders if now.get(folder) != kept.get(folder))


def _hash(folder: Path) -> str:
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py")))
    return sha256(repr([(name, _meaning(ast.parse(text))) for name, text in texts]).encode()).hexdigest()[:_DIGITS]


def _meaning(value: object) -> object:
    """A syntax tree as a value that is the same in every version of Python: without positions and empty fields."""
    if isinstance(value, list):
        return [_meaning(each) for each in value if not _is_docstring(each)]
    if not isinstance(value, ast.AST):
        return value
    fields = [(name, _meaning(field)) for name, field in ast.iter_fields(value) if field is not None and field != []]
    return type(value).__name__, fields


def _is_docstring(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
