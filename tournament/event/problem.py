"""A problem with something that was entered. Problems are values, so that all of them can be shown at once."""

from dataclasses import dataclass
from enum import Enum

from tournament.language import Text


class Gravity(Enum):
    """The effect of a problem on the action."""

    BLOCKS = "blocks"
    """The action is refused."""
    ASKS = "asks"
    """The action is improbable, and carried out once the user confirms it."""
    REMARK = "remark"
    """The problem is only reported."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with what to do about it."""

    code: str
    """A stable name for scripts, such as ``points-below-minimum``."""
    text: Text
    """What is wrong, where, and what to do next."""
    field: str = ""
    """The field or column that it is about, such as ``points``; empty if none."""
    gravity: Gravity = Gravity.BLOCKS


class Refused(Exception):
    """An action that was not carried out; nothing was changed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.code for problem in problems))
        self.problems = problems
