"""The facts of check-in on players' own phones, which :data:`tournament.ledger.facts.Fact` has like all others."""

from typing import ClassVar

from tournament.event.role import Act
from tournament.language import Text, listed, mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.fact import Category, FactOfEvent, NameOf, Reference, ToPlayers


class CheckedInByPhone(FactOfEvent, frozen=True):
    """A player reported from their own phone, by their personal link. A desk can undo the check-in; undo cannot."""

    kind: ClassVar = "checked-in-by-phone"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Check-in by phone")
    act: ClassVar = Act.ATTENDANCE
    player: int

    @property
    def concerned(self) -> tuple[int, ...]:
        """The player by their number."""
        return (self.player,)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The player."""
        return (ToPlayers((self.player,)),)

    def log_text(self, name: NameOf) -> Text:
        """Who it was."""
        return verbatim(name(self.player))


class PhoneCheckInSet(FactOfEvent, frozen=True):
    """Whether players may check in on their phones, by their personal links. Another key makes all earlier links
    invalid; so does a renewal those of the players whom it names."""

    kind: ClassVar = "phone-check-in-set"
    category: ClassVar = Category.EVENT
    act: ClassVar = Act.SETTINGS
    allowed: bool
    address: str
    """The address at which phones find the host, such as ``http://192.168.1.20:8080``, without a slash at its end."""
    key: bytes
    """32 random bytes, with which the links are signed."""
    renewed: tuple[int, ...] = ()
    """The players whose links are replaced by new ones, by their numbers."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players whose links are replaced."""
        return self.renewed

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players whose links are replaced."""
        return (ToPlayers(self.renewed),) if self.renewed else ()

    @property
    def what(self) -> Text:
        """What was done."""
        if self.renewed:
            return mark("New personal link")
        return mark("Check-in by phone allowed") if self.allowed else mark("Check-in by phone ended")

    def log_text(self, name: NameOf) -> Text:
        """Whose links are replaced, or else the address."""
        return listed(map(name, self.renewed)) if self.renewed else verbatim(harmless_line(self.address))


PhoneCheckInFact = CheckedInByPhone | PhoneCheckInSet
"""Check-in on players' own phones. These facts cannot be undone, so that no undo at a desk meets them."""
