"""The keyring of the system, which stores passwords and secret keys; loaded when it is first used."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Quatre Vents"
"""The name under which the program stores its passwords and keys."""


def system_keyring() -> "KeyringBackend | None":
    """The keyring of the system; None if there is none, or if it is turned off."""
    import keyring
    from keyring.backends import fail, null

    found = keyring.get_keyring()
    return None if isinstance(found, fail.Keyring | null.Keyring) else found
