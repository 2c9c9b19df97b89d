"""Faults of the memo: each annuls the hand and costs 128 to each opponent; the same East deals again."""

from tournament.language import Text, mark
from tournament.rules.fault import Fault, Measure, Receiver

FINE = 128
"""What the offender pays to each opponent."""


def _fault(slug: str, number: str, name: Text) -> Fault:
    return Fault(slug, number, name, mark("128 to each"), Measure.FIXED, Receiver.OPPONENTS, FINE, closes_hand=True)


FALSE_MAH_JONG = _fault("false-mah-jong", "HK1", mark("False Mah-Jong, or fewer fan than the minimum"))
FAULTS: tuple[Fault, ...] = (
    FALSE_MAH_JONG,
    _fault("wrong-tile-count", "HK2", mark("Hand with twelve or fourteen tiles")),
    _fault("undue-claim", "HK3", mark("Undue chow, pung or kong, noticed afterwards")),
)
