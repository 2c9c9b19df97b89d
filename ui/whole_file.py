"""Small files of the user's own: written whole or not at all; one that is damaged gets another name."""

from itertools import count
from pathlib import Path

_BEFORE_IT_IS_WHOLE = ".part"


def write_whole(path: Path, text: str) -> None:
    """Write ``text``, whole or not at all, whenever the program is killed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}{_BEFORE_IT_IS_WHOLE}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def set_aside(path: Path) -> Path:
    """Give the file a name that no other has; the answer is that. Raises OSError."""
    names = (path.with_suffix(f".damaged-{number}" if number > 1 else ".damaged") for number in count(1))
    return path.rename(next(name for name in names if not name.exists()))
