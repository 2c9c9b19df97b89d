"""The steps in the life of a session. Apart from the facts, since commands offer them before anything is loaded."""

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
"""The steps that somebody decides; the others follow from the sheets of the session."""
