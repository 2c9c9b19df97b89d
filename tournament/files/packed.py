"""Whether the program is a package of ``make package``, which runs without an installed Python."""

import sys


def is_packed() -> bool:
    """Whether this program is such a package. Nothing can be installed into it."""
    return getattr(sys, "frozen", False)
