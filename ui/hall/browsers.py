"""The screens of the hall in browsers: where they are served, and which browsers show them.

The program that serves the screens stores this beside the state of the hall; the window of the desk reads it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tournament.files.typed_json import decode
from tournament.files.writing import delete, write_whole
from tournament.language import Text, listed, mark, mark_count, verbatim
from ui.hall.hall_folder import hall_folder

KEPT_EVERY = 2.0
"""Seconds: if a browser has reported something, the file is written again after this time."""
KEPT_AT_LEAST = 10.0
"""Seconds: the file is written again after this time even if no browser has reported, as a sign of life."""
_SERVED = 25.0
"""Seconds: if the file was not written for this time, the program that serves the screens has ended."""
LOST_AFTER = 7.0
"""Seconds after which a silent browser counts as lost. Browsers report every two seconds."""


@dataclass(frozen=True, slots=True)
class SeenBrowser:
    """A browser that shows a screen, or showed one before it was lost."""

    screen: str
    number: int
    """Counted from 1, in the order in which the browsers connected."""
    seen: float
    """When it last reported, in seconds since 1970 by the clock of this computer."""
    sound: bool = False
    """Whether it plays the sounds of warnings and gongs."""


@dataclass(frozen=True, slots=True)
class ServedScreens:
    """Where the screens of an event are served, and which browsers show them."""

    event: str
    address: str
    """The address of the server, such as ``http://192.168.1.7:8080``; empty if it is not known."""
    kept: float
    """When this was written to the file, in seconds since 1970."""
    browsers: tuple[SeenBrowser, ...] = ()

    def is_served(self, now: float) -> bool:
        """Whether the screens are still served."""
        return now - self.kept < _SERVED

    def showing(self, screen: str, now: float) -> tuple[SeenBrowser, ...]:
        """The browsers that show ``screen``."""
        return tuple(each for each in self.browsers if each.screen == screen and now - each.seen < LOST_AFTER)

    def lost(self, screen: str, now: float) -> tuple[SeenBrowser, ...]:
        """The browsers that showed ``screen`` and are lost, the latest first."""
        found = (each for each in self.browsers if each.screen == screen and now - each.seen >= LOST_AFTER)
        return tuple(sorted(found, key=lambda each: -each.seen))


def browsers_text(served: ServedScreens, screen: str, now: float) -> Text | None:
    """“In 2 browsers, seen 2 s ago”, “Browser lost at 14:02:10 (40 s ago)”; None if no browser has shown ``screen``."""
    showing, lost = served.showing(screen, now), served.lost(screen, now)
    parts: list[Text] = []
    if showing:
        ago = _ago(now, min(each.seen for each in showing))
        parts.append(mark_count("In {count} browser, seen {ago} ago", "In {count} browsers, seen {ago} ago",
                                len(showing), ago=ago))  # fmt: skip
    if showing and any(each.sound for each in showing):
        parts.append(mark("with sound"))
    if len(lost) == 1 and not showing:
        parts.append(mark("Browser lost at {time} ({ago} ago)", time=_time(lost[0]), ago=_ago(now, lost[0].seen)))
    elif lost:
        numbers = listed(str(each.number) for each in reversed(lost))
        parts.append(mark_count("browser {numbers} lost at {time}", "browsers {numbers} lost, the last at {time}",
                                len(lost), numbers=numbers, time=_time(lost[0])))  # fmt: skip
    return listed(parts) if parts else None


def kept_browsers(event: str) -> ServedScreens | None:
    """Read what was stored for the event with this id; None if there is nothing readable."""
    from msgspec import DecodeError

    try:
        return decode(_file(event).read_bytes(), ServedScreens)
    except (OSError, DecodeError, RecursionError):
        return None


def keep_browsers(served: ServedScreens) -> None:
    """Store ``served``, completely or not at all. Raises OSError."""
    from msgspec.json import encode

    write_whole(_file(served.event), encode(served).decode())


def forget_browsers(event: str) -> None:
    """Remove what is stored: the screens of this event are no longer served. Raises OSError."""
    delete(_file(event))


def _file(event: str) -> Path:
    return hall_folder(event) / "browsers.json"


def _ago(now: float, seen: float) -> Text:
    seconds = max(round(now - seen), 0)
    return mark("{seconds} s", seconds=seconds) if seconds < 120 else mark("{minutes} min", minutes=seconds // 60)


def _time(browser: SeenBrowser) -> Text:
    return verbatim(f"{datetime.fromtimestamp(browser.seen, UTC).astimezone():%H:%M:%S}")
