"""What was typed and cannot stand, or has to be confirmed: shown at its field. No Qt in here."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from tournament.event.problem import Gravity, Problem

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
