"""How badges and certificates look: choices of the organiser that no entry of the event contains."""

import re
from dataclasses import dataclass
from enum import Enum

MOST_WORDS, MOST_SIGNATURES, LONGEST_SIGNATURE = 600, 3, 60
"""Characters of the words, signatures of a certificate, and characters of one of them."""
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
    """The organiser's own words on every certificate; line breaks are kept."""
    signatures: tuple[str, ...] = ()
    """Who signs the certificates, from left to right; empty for the organiser and the head referee."""


USUAL_DESIGN = PaperDesign()


def read_signatures(typed: str) -> tuple[str, ...]:
    """The signatures in ``typed``, which are separated by semicolons or line breaks; at most as many as there is room
    for."""
    found = (part.strip()[:LONGEST_SIGNATURE] for part in re.split(r"[;；\n]", typed))
    return tuple(filter(None, found))[:MOST_SIGNATURES]
