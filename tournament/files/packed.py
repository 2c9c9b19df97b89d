"""Whether the program runs without Python, from the folder that ``make package`` makes."""

import sys


def is_packed() -> bool:
    """Whether it does: nothing can be installed into that folder."""
    return getattr(sys, "frozen", False)
