"""How badges and certificates look: choices of the organiser that no entry of the event contains."""

from dataclasses import dataclass
from enum import Enum

_MILLIMETRE = 72 / 25.4


class BadgeSize(Enum):
    """The size of a badge; the value is its name on the command line."""

    A6 = "a6"
    A7 = "a7"
    CARD = "85x55"
    """The size of a bank card, for usual card holders."""

    @property
    def points(self) -> tuple[float, float]:
        """Width and height in points."""
        wide, high = {BadgeSize.A6: (105, 148), BadgeSize.A7: (105, 74), BadgeSize.CARD: (85, 55)}[self]
        return wide * _MILLIMETRE, high * _MILLIMETRE

    @property
    def text(self) -> str:
        """Its name with its size."""
        return {BadgeSize.A6: "A6", BadgeSize.A7: "A7", BadgeSize.CARD: "85 × 55"}[self]


@dataclass(frozen=True, slots=True)
class PaperDesign:
    """How badges and certificates look."""

    badge: BadgeSize = BadgeSize.A7
    schedule_on_back: bool = False
    """Badges are printed on both sides: the back shows where the player sits."""
    portrait: bool = False
    """Certificates are upright instead of wide."""
    words: str = ""
    """Words on every certificate; empty for those of the settings of the event."""
    signatures: tuple[str, ...] = ()
    """Who signs the certificates, from left to right; empty for those of the settings of the event."""


USUAL_DESIGN = PaperDesign()
