"""The keys that a text of the help names."""

import re


def keys_in(text: str) -> list[str]:
    """What stands between backticks: keys in Qt's portable form."""
    return re.findall(r"`([^`]+)`", text)
