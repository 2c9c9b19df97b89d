"""The faults of a hand, each with its place."""

from dataclasses import dataclass, replace
from enum import Enum

from tournament.language import Text


class HandPart(Enum):
    """The part of a hand in which a fault is."""

    TEXT = "text"
    """In the notation; ``index`` is the offset of the character, from 0."""
    MELD = "meld"
    CONCEALED = "concealed"
    """``index`` is that of a concealed tile in the given order. The winning tile comes after them."""
    SITUATION = "situation"
    """``index`` 0 and 1 are the winds, 2 to 5 the four flags."""
    FLOWERS = "flowers"
    ANSWERS = "answers"
    """The answers to the questions that a game asks besides the tiles."""


@dataclass(frozen=True, slots=True)
class HandProblem:
    """One fault of a hand."""

    code: str
    """A stable name in lower case with hyphens."""
    message: Text
    part: HandPart
    index: int = 0
    column: int = 0
    """The column in the text that was read, from 1; 0 when no text was read."""

    def placed(self, column: int) -> "HandProblem":
        """Return the same fault with its column."""
        return replace(self, column=column)


class HandProblems(ValueError):
    """Raised for an impossible hand; ``problems`` contains every fault, in order of place."""

    def __init__(self, problems: tuple[HandProblem, ...]) -> None:
        super().__init__(
            "; ".join(problem.message.message.format_map(dict(problem.message.values)) for problem in problems)
        )
        self.problems = problems
