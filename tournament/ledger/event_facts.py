"""Facts about the event itself: its settings, the PINs of its roles, and the papers made of it."""

from typing import ClassVar

from tournament.event.prizes import PrizeCategory
from tournament.event.role import EventRole
from tournament.event.settings import Settings
from tournament.language import Text, mark
from tournament.ledger.fact import Category, FactStruct


class EventCreated(FactStruct, frozen=True):
    """The event begins."""

    kind: ClassVar = "event-created"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Event created")
    settings: Settings


class SettingsChanged(FactStruct, frozen=True):
    """The settings are now these."""

    kind: ClassVar = "settings-changed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Settings changed")
    settings: Settings


class LogoChanged(FactStruct, frozen=True):
    """The event has this picture on its papers from now on, or none any more."""

    kind: ClassVar = "logo-changed"
    category: ClassVar = Category.EVENT
    image: bytes = b""
    """PNG or JPEG, of a size that every paper takes; empty: taken away."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Logo changed") if self.image else mark("Logo removed")


PRINTED = "print"
"""The format of a report that went to a printer."""


class PaperNoted(FactStruct, frozen=True):
    """A report left the program: what is written later may put it out of date."""

    kind: ClassVar = "paper-noted"
    category: ClassVar = Category.EVENT
    report: str
    """Its name on the command line."""
    title: str
    """What stands at its head, in the language in which it was written."""
    format: str
    """``print``, or the kind of file."""
    entries: int
    """How many entries the event had that it shows."""
    session: int | None = None
    table: int | None = None
    hand: int | None = None
    prize_category: PrizeCategory | None = None
    """Of certificates and prizes: the one that was asked for."""
    first_places: int | None = None
    """Of the same: how many places."""
    public: bool = False
    """Made of what was public alone."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Report printed") if self.format == PRINTED else mark("Report saved")


class RolePinSet(FactStruct, frozen=True):
    """A role is held by a PIN from now on, of which only a salted hash is kept."""

    kind: ClassVar = "role-pin-set"
    category: ClassVar = Category.EVENT
    role: EventRole
    salt: str
    hash: str
    cost: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN set: {role}", role=self.role.label)


class RolePinRemoved(FactStruct, frozen=True):
    """A role needs no PIN any more."""

    kind: ClassVar = "role-pin-removed"
    category: ClassVar = Category.EVENT
    role: EventRole

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN removed: {role}", role=self.role.label)


PinFact = RolePinSet | RolePinRemoved
"""How the roles are held. Nothing takes it back: a PIN is set anew, or removed."""
