"""What signs fingerprints: whoever opens an event gives it, as only the interfaces reach the keyring of a system."""

from typing import Protocol

from tournament.language import Text, mark


class KeyUnavailable(Exception):
    """A secret key cannot be kept, found or used, so nothing was signed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.message)
        self.reason = reason
        """Why, for the middle of a sentence."""

    @property
    def text(self) -> Text:
        """The same as a sentence."""
        return mark("The key cannot be used: {reason}.", reason=self.reason)


class HostSigns:
    """In the place of a signer at a desk of a shared event: the host signs when it carries the command out."""


class Signer(Protocol):
    """Has secret keys, or knows where they are."""

    def sign(self, key: bytes, text: bytes) -> bytes:
        """Sign ``text`` with the secret key of the public ``key``: 64 bytes of Ed25519. Raises KeyUnavailable."""
