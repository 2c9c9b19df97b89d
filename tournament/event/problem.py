"""What is wrong with something that was entered: a value, so that all problems can be shown at once."""

from dataclasses import dataclass
from enum import Enum

from tournament.language import Text


class Gravity(Enum):
    """What a problem does to the action."""

    BLOCKS = "blocks"
    """It is refused."""
    ASKS = "asks"
    """It is improbable: it is accepted once it is confirmed."""
    REMARK = "remark"
    """It is only reported."""


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
