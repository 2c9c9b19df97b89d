"""Which pictures the documents show, and what makes a picture the same each time that it is taken."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from random import Random
from unittest.mock import patch
from uuid import UUID

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
MOMENT = datetime(2026, 6, 14, 13, 20, tzinfo=UTC)
"""When the pictures of the window are taken: during the last session of the sample event."""
_READERS = ("ui.desktop.window", "ui.desktop.dates", "ui.desktop.pages.start.files", "tournament.use_cases.book")
"""The modules whose time of day is in pictures."""
_NAMING = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", ".ci/package/debian.py")
_NAME = re.compile(r"[\w-]+\.png")


def unused_pictures() -> set[Path]:
    """The pictures of docs/pictures that no document shows and no package names."""
    named = {
        name
        for pattern in _NAMING
        for path in ROOT.glob(pattern)
        for name in _NAME.findall(path.read_text(encoding="utf-8"))
    }
    return {path for path in PICTURES.rglob("*.png") if path.name not in named}


@contextmanager
def repeatable() -> Iterator[None]:
    """Meanwhile, the ids of entries follow each other, and it is :data:`MOMENT` on the clocks of the window."""
    numbers = Random(1)
    with ExitStack() as stack:
        stack.enter_context(patch("tournament.use_cases.changes.uuid4", lambda: UUID(int=numbers.getrandbits(128))))
        for module in _READERS:
            stack.enter_context(patch(f"{module}.datetime", _Stopped))
        yield


class _Stopped(datetime):
    """``datetime`` of a moment that does not pass."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # no instance of it is needed
        return MOMENT.astimezone(tz) if tz is not None else MOMENT.astimezone().replace(tzinfo=None)
