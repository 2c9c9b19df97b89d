"""What is asked of a referee, described so that screens, lines of scripts and checks come from one list."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.payment import Answer

Answers = Mapping[str, Answer]
"""By the name of the question."""


class QuestionKind(Enum):
    """How a question is answered."""

    TICK = "tick"
    """Yes or no."""
    NUMBER = "number"
    """A whole number within its bounds; None too where that is the default."""
    CHOICE = "choice"
    """One of several; None too where that is the default."""


class Choice(NamedTuple):
    """One of several answers."""

    key: str
    """Its name in files and in lines of scripts."""
    text: Text


class RuleQuestion(NamedTuple):
    """One question."""

    name: str
    """The member of a line that answers it."""
    text: Text
    kind: QuestionKind = QuestionKind.TICK
    default: Answer = False
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0


class OutcomeProblem(NamedTuple):
    """Why a hand cannot have ended so."""

    code: str
    """A stable name in lower case with hyphens."""
    text: Text
    field: str
    """Where it lies: ``winner``, ``discarder``, ``points``, ``values``, ``liable`` or the name of a question."""


class Option(NamedTuple):
    """A question that the rules leave to an event, answered before play."""

    question: RuleQuestion
    source: Text
    """Where the default comes from: the document and its place, or that it is our proposal."""
