"""What is wrong with something entered: a value, so that all of it can be shown at once."""

from dataclasses import dataclass
from enum import Enum

from tournament.language import Text


class Gravity(Enum):
    """What a problem does to the action."""

    BLOCKS = "blocks"
    """Refused."""
    ASKS = "asks"
    """Improbable: accepted once it is confirmed."""
    REMARK = "remark"
    """Told, stops nothing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with what to do about it."""

    code: str
    """A stable name for scripts, such as ``points-below-minimum``."""
    text: Text
    """What is wrong, where, and what to do."""
    field: str = ""
    """The field or column that holds it, such as ``points``."""
    gravity: Gravity = Gravity.BLOCKS


class Refused(Exception):
    """An action that was not carried out; nothing was changed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.code for problem in problems))
        self.problems = problems
