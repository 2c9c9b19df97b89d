"""The public keys that were made or imported on this computer: a signature made with another one is compared first."""

from pathlib import Path

from tournament.files.user_folders import data_folder
from tournament.files.whole_file import write_whole


def known_keys() -> frozenset[bytes]:
    """The public keys, 32 bytes each. Raises OSError."""
    return frozenset(map(bytes.fromhex, _lines()))


def know_key(key: bytes) -> None:
    """Remember ``key``. Raises OSError."""
    lines = _lines()
    if key.hex() not in lines:
        write_whole(_path(), "".join(f"{line}\n" for line in (*lines, key.hex())))


def _lines() -> list[str]:
    """A line that is not the 64 digits of a key is as good as none: nothing else in the file depends on it."""
    try:
        text = _path().read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return []
    return [line for line in text.split() if len(line) == 64 and set(line) <= set("0123456789abcdef")]


def _path() -> Path:
    return data_folder() / "signing-keys.txt"
