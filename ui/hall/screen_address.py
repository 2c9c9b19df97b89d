"""Where a browser finds a screen of the hall."""

from urllib.parse import quote

from ui.hall.hall_state import HallScreen, HallState

SCREENS = "/screen"


def screen_address(state: HallState, screen: HallScreen) -> str:
    """The path of ``screen``: with its name, or with its number if no address can have the name."""
    name = screen.name
    if name in (".", "..", ""):
        name = str(state.shown_screens.index(screen) + 1)
    return f"{SCREENS}/{quote(name, safe='')}"
