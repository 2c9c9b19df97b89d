"""The federation's list that is kept on this computer, to complete names and numbers from while they are typed."""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from reports.federations.known import own_folder
from tournament.event.player import Player
from tournament.event.register import COMPARED, Register

MOST_BYTES = 4_000_000


def register_path() -> Path:
    """Where it lies: beside the data files of federations, in this user's folder alone."""
    return own_folder() / "register.json"


def keep_register(players: Sequence[Player]) -> None:
    """Keep ``players`` in the place of those of before. Raises OSError."""
    path = register_path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    rows = [[getattr(player, field) for field in COMPARED] for player in players]
    unfinished = path.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    unfinished.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    unfinished.replace(path)


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
