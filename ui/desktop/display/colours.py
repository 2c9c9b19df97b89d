"""The colours of a screen of the hall."""

from dataclasses import dataclass
from typing import assert_never

from ui.hall.hall_state import Scheme


@dataclass(frozen=True, slots=True)
class HallColours:
    """The colours of a screen by their use, as “#RRGGBB”."""

    ground: str
    text: str
    second: str
    rules: str
    accent: str
    warning: str


DARK = HallColours("#0F1416", "#F6F4EF", "#B9BEBF", "#2C3538", "#6CC3D5", "#F2BE5C")
LIGHT = HallColours("#FAF9F6", "#1D1C1A", "#565249", "#D8D3C9", "#0E6073", "#8A5200")


def colours_of(scheme: Scheme) -> HallColours:
    """The colours of ``scheme``."""
    match scheme:
        case Scheme.DARK:
            return DARK
        case Scheme.LIGHT:
            return LIGHT
        case _:
            assert_never(scheme)
