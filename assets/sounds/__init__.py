"""The sounds of the hall: bells and gongs made by :mod:`assets.sounds.build`, each a WAVE file beside this one.

They are the project's own, and given to everybody: CC0 1.0, see README.md.
"""

from pathlib import Path

NAMES = ("gong", "tower-bell", "singing-bowl", "two-tones", "three-pings", "hand-bell")
"""Names of the files, without their ending."""
REFUSED = "refused-key"
"""The short sound at the desk when a key is refused."""


def path_of(name: str) -> Path:
    """The file of the sound of this name."""
    return Path(__file__).with_name(f"{name}.wav")
