"""The steps in the life of a session.

They are apart from the facts because the command line offers them before it loads anything else.
"""

from enum import Enum


class SessionStep(Enum):
    """A step in the life of a session; the value is its name in files and on the command line."""

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
"""The steps that somebody takes deliberately; the others follow from the sheets of the session."""
