"""What becomes of a session, step by step."""

from enum import Enum


class SessionStep(Enum):
    """What becomes of a session; the value is its name in files and on the command line."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    PLAYING = "playing"
    ENTERED = "entered"
    VERIFIED = "verified"
    CLOSED = "closed"
    REOPENED = "reopened"
    CANCELLED = "cancelled"
    RESTORED = "restored"


MOVES = (
    SessionStep.PUBLISHED,
    SessionStep.PLAYING,
    SessionStep.CLOSED,
    SessionStep.REOPENED,
    SessionStep.CANCELLED,
    SessionStep.RESTORED,
)
"""What somebody decides about a session; the other steps follow from its sheets."""
