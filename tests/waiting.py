"""Waiting for what another thread or another process does."""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds that a test waits at most for others: a machine may be very busy, and what comes at once costs no time."""


def wait_until(condition: Callable[[], object], said: Callable[[], object] = lambda: "") -> None:
    """Wait until ``condition`` is true, looking a hundred times a second.

    Fails after :data:`PATIENCE`, with what ``said`` then returns as the message.
    """
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, said()
        time.sleep(0.01)
