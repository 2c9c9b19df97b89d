"""What is heard in the hall, and how it usually sounds."""

from enum import StrEnum


class SoundKind(StrEnum):
    """What is heard; the value is its name in settings."""

    GONG = "gong"
    """The time of everybody is over."""
    TABLE_GONG = "table-gong"
    """That of one table is, which had minutes of its own."""
    WARNING = "warning"


USUAL_SOUNDS = {SoundKind.GONG: "gong", SoundKind.TABLE_GONG: "hand-bell", SoundKind.WARNING: "two-tones"}
"""By file name of ``assets.sounds``."""
