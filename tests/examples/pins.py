"""PINs whose hash takes no time, for events of tests."""

import hashlib

from tournament.event.role import EventRole, PinHash

PINS = {EventRole.REFEREE: "1111", EventRole.HEAD_REFEREE: "2222", EventRole.ORGANISER: "3333"}


def cheap_pin(pin: str) -> PinHash:
    """What is kept of ``pin``, by the cheapest hash that a file may have."""
    key = hashlib.scrypt(pin.encode(), salt=b"salt", n=2, r=8, p=1, dklen=32)
    return PinHash("salt", key.hex(), 2)
