"""Where the page of one event goes from this computer, and what was last written there.

The setting is stored beside the hall of the event, since it belongs to this computer and not to the event. It never
contains a password.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournament.files.typed_json import decode
from tournament.files.writing import replace as replace_file
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from ui.hall.hall_folder import hall_folder

_NAME = "web-page.json"
_ASIDE = "web-page-damaged.json"


@dataclass(frozen=True, slots=True)
class SiteSetting:
    """The setting for the web page of one event on this computer."""

    event: str
    to: str = ""
    """Its place as typed; empty if none was given."""
    automatic: bool = False
    """Whether it is written each time the public results change."""
    written: str = ""
    """The state that the written page shows, by :func:`ui.web_host.publishing.public_state`; empty if there is none."""
    moment: str = ""
    """When it was written, as ISO 8601."""


class ReadSetting(NamedTuple):
    """A setting as it was read."""

    setting: SiteSetting
    problem: Text | None = None
    """Why it could not be read."""


def load_setting(event: str) -> ReadSetting:
    """The setting of the event with this id; an empty one if none is stored or it cannot be read."""
    from msgspec import DecodeError

    path = hall_folder(event) / _NAME
    try:
        setting = decode(path.read_bytes(), SiteSetting)
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
    """Store ``setting``, completely or not at all. Raise OSError."""
    from msgspec.json import encode

    write_whole(hall_folder(setting.event) / _NAME, encode(setting).decode())
