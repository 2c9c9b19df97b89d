"""What all forms of the entry share: the result of a key, refusals at a field, usual reasons."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from msgspec import structs

from tournament.event.problem import Gravity, Problem
from tournament.language import Language, Text, mark
from tournament.ledger.checks import in_words
from tournament.use_cases import TableCommand

State = TypeVar("State")
Place = TypeVar("Place")


class KeyStep(NamedTuple, Generic[State, Place]):
    """The next state, and what it asks of the page."""

    state: State
    focus: Place | None = None
    """Where typing goes on; None: where it is."""
    command: TableCommand | None = None
    """To be carried out."""
    confirmed: bool = False
    """What is improbable in the command was confirmed."""
    message: Text | None = None
    """What belongs to no field."""
    quiet: bool = False
    """The message refuses nothing."""


Field = TypeVar("Field")


@dataclass(frozen=True, slots=True)
class FieldRefusal(Generic[Field]):
    """A problem at the field of a form that holds it."""

    field: Field
    problem: Problem
    player: int | None = None
    """The column of the player whom it concerns, where it is not the one that is typed."""

    @property
    def asks(self) -> bool:
        """It is a question: Enter confirms, Esc goes back."""
        return self.problem.gravity is Gravity.ASKS


USUAL_REASONS = {"1": mark("misread"), "2": mark("paper wrong"), "3": mark("players agreed")}
"""What a digit alone means where a reason is asked."""
_MEMBERS = ("reason", "accept_difference", "overrule")


def is_reason(typed: str) -> bool:
    """Whether ``typed`` is enough: words, or the digit of a usual reason."""
    return in_words(typed) or typed.strip() in USUAL_REASONS


def reason_in_words(typed: str, language: Language) -> str:
    """The reason that was typed, or that a digit stands for."""
    text = typed.strip()
    return language.render(USUAL_REASONS[text]) if text in USUAL_REASONS else text


def said(command: TableCommand, language: Language) -> TableCommand:
    """``command`` with the words for a reason that was typed as a digit."""
    typed = {name: getattr(command, name, "").strip() for name in _MEMBERS}
    words = {name: reason_in_words(text, language) for name, text in typed.items() if text in USUAL_REASONS}
    return structs.replace(command, **words) if words else command
