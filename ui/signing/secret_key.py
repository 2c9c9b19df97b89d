"""A secret key of Ed25519 (RFC 8032)."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class SecretKey:
    """One that nobody but its holder has."""

    seed: bytes = field(repr=False)
    """32 bytes, from which all else follows."""

    @classmethod
    def new(cls) -> "SecretKey":
        """Make one by the random numbers of the system."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @cached_property
    def public(self) -> bytes:
        """Its public key, 32 bytes."""
        return self.whole.public_key().public_bytes_raw()

    @cached_property
    def whole(self) -> "Ed25519PrivateKey":
        """The key as the library has it."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def sign(self, text: bytes) -> bytes:
        """The signature over ``text``, 64 bytes."""
        return self.whole.sign(text)
