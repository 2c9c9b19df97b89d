"""Where the page of one event goes from this computer, and what lies there: kept beside what belongs to its hall.

It belongs to a computer and its web host, never to the event; no password is in it.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournament.files.replacing import replace as replace_file
from tournament.files.whole_file import write_whole
from tournament.language import Text, mark
from ui.hall.hall_folder import hall_folder

_NAME = "web-page.json"
_ASIDE = "web-page-damaged.json"


@dataclass(frozen=True, slots=True)
class SiteSetting:
    """The web page of the event of this id on this computer."""

    event: str
    to: str = ""
    """Its place as it was typed; nothing: none."""
    automatic: bool = False
    """It is written each time that what is public changes."""
    written: str = ""
    """The state that the page at its place shows; nothing: none was written there."""
    moment: str = ""
    """When that was written, as ISO 8601."""


class ReadSetting(NamedTuple):
    """The setting as it is kept."""

    setting: SiteSetting
    problem: Text | None = None
    """Why it is not as it was left."""


def load_setting(event: str) -> ReadSetting:
    """The setting of the event of this id; that of none where nothing is kept, or what is kept cannot be read."""
    from msgspec import DecodeError
    from msgspec.json import decode

    path = hall_folder(event) / _NAME
    try:
        setting = decode(path.read_bytes(), type=SiteSetting)
    except FileNotFoundError:
        return ReadSetting(SiteSetting(event))
    except (DecodeError, RecursionError):
        with suppress(OSError):
            replace_file(path, path.with_name(_ASIDE))
        text = mark(
            "The address for the web page of this event could not be read: enter it again. "
            "The old setting was kept in “{path}”.",
            path=str(path.with_name(_ASIDE)),
        )
        return ReadSetting(SiteSetting(event), text)
    except OSError as error:
        text = mark("The address for the web page of this event could not be read ({reason}).",
                    reason=error.strerror or str(error))  # fmt: skip
        return ReadSetting(SiteSetting(event), text)
    return ReadSetting(replace(setting, event=event))


def save_setting(setting: SiteSetting) -> None:
    """Keep ``setting``, whole or not at all. Raises OSError."""
    from msgspec.json import encode

    write_whole(hall_folder(setting.event) / _NAME, encode(setting).decode())
