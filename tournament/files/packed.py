"""Whether the program runs from the folder that ``make package`` makes, without an installed Python."""

import sys


def is_packed() -> bool:
    """Whether it does. Nothing can be installed into that folder."""
    return getattr(sys, "frozen", False)
