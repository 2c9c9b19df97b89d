"""Why no window can open."""


class WindowUnavailable(Exception):
    """Qt cannot be loaded here: a system library is missing."""


class NoDisplay(Exception):
    """There is no desktop here on which a window could open."""
