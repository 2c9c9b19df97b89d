"""The keyring of the system, where passwords and secret keys are kept. It is loaded when something is asked of it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Quatre Vents"
"""Under which name the program keeps what is its own."""


def system_keyring() -> "KeyringBackend | None":
    """The system's; None where there is none, or where it is turned off."""
    import keyring
    from keyring.backends import fail, null

    found = keyring.get_keyring()
    return None if isinstance(found, fail.Keyring | null.Keyring) else found
