"""The test of the hall: a code that phones open for half an hour, and what came from each of them.

The window stores the code beside the state of the hall. The program that serves the public pages reads it there, and
stores what it saw of each phone, which the window reads.
"""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tournament.files.typed_json import decode
from tournament.files.writing import delete, write_whole
from tournament.language import Text, mark
from ui.hall.hall_folder import hall_folder

VALID = 1800.0
"""Seconds for which phones can open a code."""
IN_TIME = 3.0
"""Seconds within which a message of a stream must have arrived: something that collects messages sends them later."""
_CODE = re.compile(r"[0-9]{6}", re.ASCII)
_KINDS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "Mac",
          "Linux": "Linux"}  # fmt: skip
"""What a browser says that it runs on, the first that it names."""

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class HallTest:
    """A code that phones open."""

    code: str
    """Six digits."""
    until: float
    """When it ends, in seconds since 1970."""

    @property
    def path(self) -> str:
        """Its path on the server."""
        return f"/test/{self.code}"


@dataclass(frozen=True, slots=True)
class PhoneSeen:
    """A phone that opened the code, and when each thing came from it, in seconds since 1970; None: it did not come."""

    number: int
    """Counted from 1, in the order in which they came."""
    address: str
    page: float
    """When it fetched the page last, from which the test of this phone began."""
    kind: str = ""
    """What it runs on, as its browser says; empty if that is not known."""
    listened: float | None = None
    """When it began to listen for messages."""
    pushed: float | None = None
    """When it had the first message."""
    again: float | None = None
    """When it had another one."""
    late: bool = False
    """Whether one of them took longer than `IN_TIME`."""
    typed: float | None = None
    """When something that it sent came."""

    @property
    def name(self) -> Text:
        """Its number, and what it runs on."""
        if not self.kind:
            return mark("Phone {number}", number=self.number)
        return mark("Phone {number} ({kind})", number=self.number, kind=self.kind)


@dataclass(frozen=True, slots=True)
class _PhonesOfTest:
    code: str
    phones: tuple[PhoneSeen, ...]


def new_hall_test(now: float) -> HallTest:
    """A test with a code of its own, which begins ``now``."""
    return HallTest(f"{secrets.randbelow(1_000_000):06}", now + VALID)


def kind_of(user_agent: str) -> str:
    """What the browser that sends this ``User-Agent`` runs on; empty if it does not say."""
    return next((kind for name, kind in _KINDS.items() if name in user_agent), "")


def kept_hall_test(event: str) -> HallTest | None:
    """The test of the event with this id; None if there is none. Raises OSError if it cannot be read."""
    found = _read(_test_file(event), HallTest)
    return found if found is not None and _CODE.fullmatch(found.code) else None


def keep_hall_test(event: str, test: HallTest) -> None:
    """Let phones open ``test``. Raises OSError."""
    _write(_test_file(event), test)


def end_hall_test(event: str) -> None:
    """Let phones open it no more. Raises OSError."""
    delete(_test_file(event))  # the server reads both
    delete(_phones_file(event))


def kept_phones(event: str, test: HallTest) -> tuple[PhoneSeen, ...]:
    """What came from the phones that opened ``test``, in order. Raises OSError if it cannot be read."""
    found = _read(_phones_file(event), _PhonesOfTest)
    return found.phones if found is not None and found.code == test.code else ()


def keep_phones(event: str, test: HallTest, phones: tuple[PhoneSeen, ...]) -> None:
    """Store what came from the phones that opened ``test``. Raises OSError."""
    _write(_phones_file(event), _PhonesOfTest(test.code, phones))


def _read(path: Path, kind: type[_Kept]) -> _Kept | None:
    from msgspec import DecodeError

    try:
        return decode(path.read_bytes(), kind)
    except (FileNotFoundError, DecodeError, RecursionError):
        return None


def _write(path: Path, content: object) -> None:
    from msgspec.json import encode

    write_whole(path, encode(content).decode())


def _test_file(event: str) -> Path:
    return hall_folder(event) / "test.json"


def _phones_file(event: str) -> Path:
    return hall_folder(event) / "test-phones.json"
