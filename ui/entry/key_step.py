"""What a key makes of the state of a page; no Qt in here."""

from typing import Generic, NamedTuple, TypeVar

from tournament.language import Text
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
