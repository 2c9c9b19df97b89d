"""Keys without cryptography, so that thousands of statements are signed and verified in a second."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import pytest

from tournament.sharing import statements
from tournament.sharing.keys import id_of

_CERTIFICATE = b"certificate of "


@dataclass(frozen=True)
class FakeKey:
    """The key of the computer of this name. Whoever does not have this value is expected not to sign with it."""

    name: str

    @property
    def certificate(self) -> bytes:
        return _CERTIFICATE + self.name.encode()

    @property
    def id(self) -> bytes:
        return id_of(self.certificate)

    def sign(self, content: bytes) -> bytes:
        return _signature(self.certificate, content)


def _signature(certificate: bytes, content: bytes) -> bytes:
    return sha256(len(certificate).to_bytes(4) + certificate + content).digest()


def _is_signed(certificate: bytes, content: bytes, signature: bytes) -> bool:
    return _is_certificate(certificate) and signature == _signature(certificate, content)


def _is_certificate(certificate: bytes) -> bool:
    return certificate.startswith(_CERTIFICATE)


@contextmanager
def keys_faked() -> Iterator[None]:
    """Statements and ends are signed with fake keys meanwhile, and what was read of the same bytes is read once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournament.sharing.statements._claimed", lru_cache(4096)(statements._claimed))
        patch.setattr("tournament.sharing.statements.is_signed", _is_signed)
        patch.setattr("tournament.sharing.statements.is_certificate", _is_certificate)
        yield
