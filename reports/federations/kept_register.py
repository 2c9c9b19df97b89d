"""The federation's list stored on this computer, to complete names and numbers while typing."""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from reports.federations.known import own_folder
from tournament.event.player import Player
from tournament.event.register import COMPARED, Register
from tournament.files.writing import write_whole

MOST_BYTES = 4_000_000


def register_path() -> Path:
    """Where it is stored: beside the data files of federations, only in this user's folder."""
    return own_folder() / "register.json"


def keep_register(players: Sequence[Player]) -> None:
    """Store ``players`` instead of the earlier list. Raises OSError."""
    rows = [[getattr(player, field) for field in COMPARED] for player in players]
    write_whole(register_path(), json.dumps(rows, ensure_ascii=False))


def kept_register() -> Register:
    """The stored list; empty if there is none, or if the file is not a list."""
    path = register_path()
    try:
        found = path.stat()
    except OSError:
        return Register(())
    return _read(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=1)
def _read(path: Path, _changed: int, size: int) -> Register:
    try:
        rows = json.loads(path.read_text(encoding="utf-8")) if size <= MOST_BYTES else []
        return Register([_player(list(map(str, row[: len(COMPARED)]))) for row in rows])
    except (OSError, ValueError, TypeError):  # only a help while typing: everything can be typed without it
        return Register(())


def _player(cells: Sequence[Any]) -> Player:
    return Player(0, *cells)
