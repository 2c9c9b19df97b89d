"""The state of a hall as JSON; what is read from outside is checked."""

from dataclasses import replace

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


class HallFileDamaged(Exception):
    """The text is no state of a hall; the message says what is wrong with it."""


def written(state: HallState) -> str:
    """``state`` as text; :func:`read` reads it back."""
    from msgspec import json  # here: the window opens without it

    return json.format(json.encode(state), indent=1).decode()


def read(text: str) -> HallState:
    """The state that was written; a file of an older program has the usual values for what it lacks.

    Raises HallFileDamaged.
    """
    from msgspec import DecodeError
    from msgspec.json import decode

    try:
        state = decode(text, type=HallState)
    except (DecodeError, RecursionError) as error:  # a value of a wrong kind as well
        raise HallFileDamaged(str(error)) from error
    for screens in (state.screens, *(each.screens for each in state.arrangements)):
        if len({each.name for each in screens}) < len(screens):
            raise HallFileDamaged("two screens of one name")
    if state.draw is not None and not _may_be_shown(state.draw):
        raise HallFileDamaged("a draw that cannot be")
    arrangements = tuple(replace(each, screens=_checked(each.screens)) for each in state.arrangements)
    return replace(state, screens=_checked(state.screens), arrangements=arrangements)


def _checked(screens: tuple[HallScreen, ...]) -> tuple[HallScreen, ...]:
    """With values that a screen can show."""
    return tuple(
        replace(
            each,
            contents=each.contents or (ScreenContent.BLANK,),
            seconds=each.seconds if LEAST_SECONDS <= each.seconds <= MOST_SECONDS else USUAL_SECONDS,
        )
        for each in screens
    )


def _may_be_shown(draw: LiveDraw) -> bool:
    """Whether everybody in it drew something that there is, once."""
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
