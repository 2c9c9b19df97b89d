"""Reads and writes the hall of an event: a JSON file on this computer. A damaged file is renamed, never overwritten."""

from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from tournament.files.typed_json import decode
from tournament.files.writing import make_private_folder, set_aside, write_whole
from tournament.language import Text, mark
from ui.hall.hall_folder import hall_folder, sponsors_folder
from ui.hall.hall_state import (
    LEAST_SECONDS,
    MOST_SECONDS,
    USUAL_SECONDS,
    DrawKind,
    HallScreen,
    HallState,
    LiveDraw,
    ScreenContent,
)

_NAME = "hall.json"
_MOST_HANDED_ON = 200_000
"""The most characters of a hall that a host hands on."""


class ReadHall(NamedTuple):
    """The hall that was read from its file."""

    state: HallState
    problem: Text | None = None
    """What to report if the file could not be read; None if it was read."""
    still_there: bool = False
    """Whether the unreadable file is still in place: call :func:`keep_hall_aside` before saving."""


def load_hall(event: str) -> ReadHall:
    """Read the hall of the event with this id. It is empty if none was saved, or if the file cannot be read."""
    path = hall_folder(event) / _NAME
    try:
        state = read_hall(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ReadHall(HallState(event))
    except (HallFileDamaged, UnicodeDecodeError):
        try:
            aside = keep_hall_aside(event)
        except OSError as error:
            return ReadHall(HallState(event), _not_read(error), still_there=True)
        text = mark("The screens of this event could not be read: set them up again. The old file is " "“{path}”.",
                    path=str(aside))  # fmt: skip
        return ReadHall(HallState(event), text)
    except OSError as error:
        return ReadHall(HallState(event), _not_read(error), still_there=True)
    return ReadHall(replace(state, event=event))


def keep_hall_aside(event: str) -> Path:
    """Rename the stored file of this event to an unused name. Raises OSError."""
    return set_aside(hall_folder(event) / _NAME)


def _not_read(error: OSError) -> Text:
    return mark("The screens of this event could not be read ({reason}).", reason=error.strerror or str(error))


def save_hall(state: HallState) -> None:
    """Save ``state``, completely or not at all. Raises OSError."""
    write_whole(hall_folder(state.event) / _NAME, written_hall(state))


def hall_signature(event: str) -> object:
    """A value that changes whenever the file is written; None if there is no file."""
    try:
        found = (hall_folder(event) / _NAME).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def kept_hall(event: str) -> str:
    """The stored file of this event as it is, for a computer that takes over; empty if it is none or too large."""
    try:
        text = (hall_folder(event) / _NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return text if len(text) <= _MOST_HANDED_ON else ""


def adopt_hall(event: str, told: str) -> None:
    """Take over the screens of a lost host, ``told`` as `kept_hall` returned them there. Raises OSError.

    They are shown in browsers and open no window here. What this computer shows on screens of its own stays; the
    pictures of sponsors are not here.
    """
    try:
        theirs = read_hall(told)
    except HallFileDamaged:
        return
    own = load_hall(event).state
    screens = own.screens
    for each in theirs.screens:
        if own.screen(each.name) is None:
            screens += (replace(each, open=False, monitor="", monitor_serial="", monitor_area=""),)
    arrangements = tuple(each for each in theirs.arrangements if own.arrangement(each.name) is None)
    save_hall(
        replace(
            own,
            screens=screens,
            arrangements=own.arrangements + arrangements,
            message=own.message or theirs.message,
            draw=own.draw or theirs.draw,
            given_up=own.given_up or theirs.given_up,
            ceremony=own.ceremony or theirs.ceremony,
            prospects=own.prospects or theirs.prospects,
            sounds=own.sounds or theirs.sounds,
        )
    )


def carry_hall(before: str, after: str) -> None:
    """Give the event ``after`` the screens of the event ``before``, with saved arrangements, sounds, and sponsors.

    They open no window by themselves. Messages, draws and ceremonies stay with the event before. Nothing is carried if
    that has no screens, or if its file cannot be read. Raises OSError if the files cannot be written.
    """
    try:
        state = read_hall((hall_folder(before) / _NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, HallFileDamaged):
        return
    pictures, folder = sponsors_folder(before), sponsors_folder(after)
    sponsors = tuple(name for name in state.sponsors if (pictures / Path(name).name).is_file())
    if sponsors:
        make_private_folder(folder)
    for name in sponsors:
        copyfile(pictures / Path(name).name, folder / Path(name).name)
    screens = tuple(replace(each, open=False, message="", turned=0, held=None) for each in state.screens)
    carried = HallState(after, screens, state.arrangements, sponsors=sponsors, sounds=state.sounds)
    if carried != HallState(after):
        save_hall(carried)


class HallFileDamaged(Exception):
    """The text is not the state of a hall; the message says what is wrong with it."""


def written_hall(state: HallState) -> str:
    """Return ``state`` as JSON; :func:`read_hall` reads it back."""
    from msgspec import json  # imported here so that the window opens faster

    return json.format(json.encode(state), indent=1).decode()


def read_hall(text: str) -> HallState:
    """Return the state that :func:`written_hall` wrote; members that an older file lacks get their defaults.

    Raises HallFileDamaged.
    """
    from msgspec import DecodeError

    try:
        state = decode(text, HallState)
    except (DecodeError, RecursionError) as error:  # a value of a wrong type is a DecodeError too
        raise HallFileDamaged(str(error)) from error
    for screens in (state.screens, *(each.screens for each in state.arrangements)):
        if len({each.name for each in screens}) < len(screens):
            raise HallFileDamaged("two screens of one name")
    if state.draw is not None and not _may_be_shown(state.draw):
        raise HallFileDamaged("a draw that cannot be")
    arrangements = tuple(replace(each, screens=_checked(each.screens)) for each in state.arrangements)
    return replace(state, screens=_checked(state.screens), arrangements=arrangements)


def _checked(screens: tuple[HallScreen, ...]) -> tuple[HallScreen, ...]:
    """``screens`` with defaults in place of contents and seconds that a screen cannot show."""
    return tuple(
        replace(
            each,
            contents=each.contents or (ScreenContent.BLANK,),
            seconds=each.seconds if LEAST_SECONDS <= each.seconds <= MOST_SECONDS else USUAL_SECONDS,
        )
        for each in screens
    )


def _may_be_shown(draw: LiveDraw) -> bool:
    """Whether ``draw`` is possible: each player drew once, and only lots that exist."""
    lots = [entry.lot for entry in draw.order]
    players = [entry.player for entry in draw.order if entry.player]
    whole = range(1, len(lots) + 1)
    if draw.kind is DrawKind.TEAMS:
        drawn = set(lots) <= set(range(1, len(draw.teams) + 1))
    else:
        drawn = sorted(lots) == list(whole)
    with_players = draw.kind in (DrawKind.LOTS, DrawKind.TEAMS)
    everybody = len(set(players)) == len(lots) if with_players else not players
    return bool(lots) and drawn and everybody and 0 <= draw.shown <= len(lots) + 1
