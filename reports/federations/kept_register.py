"""The federation's list that is kept on this computer, to complete names and numbers from while they are typed."""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from reports.federations.known import own_folder
from tournament.event.player import Player
from tournament.event.register import COMPARED, Register
from tournament.files.whole_file import write_whole

MOST_BYTES = 4_000_000


def register_path() -> Path:
    """Where it lies: beside the data files of federations, in this user's folder alone."""
    return own_folder() / "register.json"


def keep_register(players: Sequence[Player]) -> None:
    """Keep ``players`` in the place of those of before. Raises OSError."""
    rows = [[getattr(player, field) for field in COMPARED] for player in players]
    write_whole(register_path(), json.dumps(rows, ensure_ascii=False))


def kept_register() -> Register:
    """The list that is kept; an empty one where there is none, or what is there is no list."""
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
        return Register([Player(0, *(str(cell) for cell in row[: len(COMPARED)])) for row in rows])
    except (OSError, ValueError, TypeError):  # a hint while typing: without it everything can be typed
        return Register(())
