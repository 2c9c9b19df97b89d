"""Signatures over fingerprints: what is signed, how a key is shown, and which signatures of a journal are valid.

They are signatures of Ed25519 (RFC 8032), verified by the library cryptography, which is loaded when there is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import hash_of
from tournament.ledger.facts import FingerprintSigned, SigningKeyRemoved, SigningKeySet
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal

_PURPOSE = "quatre-vents fingerprint v1"
"""The beginning of each text that is signed, so that the signature cannot be used for anything else."""


def text_to_sign(event: str, fingerprint: Fingerprint) -> bytes:
    """Return the text to sign for the event whose first entry has the id ``event``, up to ``fingerprint`` with its full
    hash."""
    return f"{_PURPOSE}\nevent {event}\nentries {fingerprint.entries}\nhash {fingerprint.hash}\n".encode()


def short_key(key: bytes) -> str:
    """Return a public key as people compare it: 16 digits of its SHA-256 in groups of four, ``3f2a 91c0 77de 0b14``."""
    digits = sha256(key).hexdigest()[:16]
    return " ".join(digits[start : start + 4] for start in range(0, 16, 4))


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether ``signature`` (64 bytes) over ``text`` was made with the secret key of ``key`` (32 bytes)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):  # ValueError: of another length
        return False
    return True


@dataclass(frozen=True, slots=True)
class VerifiedSignature:
    """One signature of a journal, and whether it is valid."""

    position: int
    """The position of its entry, from 1."""
    fact: FingerprintSigned
    time: str
    """When it was made, in UTC as ISO 8601."""
    session: Text
    """The session, or evening, that it was made for."""
    fault: Text | None
    """Why it is not valid; None if it is."""

    @property
    def holder(self) -> str:
        """The holder of the key according to the entry, fit for one line."""
        return harmless_line(self.fact.holder)


def verified_signatures(journal: Journal) -> Iterator[VerifiedSignature]:
    """Yield every signature in ``journal``, oldest first.

    A signature is valid if the event named its key and holder before it, if the entries before it are those that were
    signed, and if it was made with the key. Whether the key really belongs to its holder can only be found out by
    comparing it outside the event.
    """
    if not any(isinstance(entry.fact, FingerprintSigned) for entry in journal):
        return
    event, end, intact = journal[0].id, NO_ENTRIES, True
    named: SigningKeySet | None = None
    for entry in journal:
        fact, record = entry.fact, entry.record
        if isinstance(fact, SigningKeySet):
            named = fact
        elif isinstance(fact, SigningKeyRemoved):
            named = None
        elif isinstance(fact, FingerprintSigned):
            signed = Fingerprint(fact.entries, fact.hash)
            fault = None
            if not intact or signed != end:
                fault = mark("the entries before it are not those that were signed")
            elif named is None or (named.key, named.holder) != (fact.key, fact.holder):
                fault = mark("the event does not have this key at that point")
            elif not is_signed(fact.key, fact.signature, text_to_sign(event, signed)):
                fault = mark("it was not made with this key")
            yield VerifiedSignature(
                end.entries + 1, fact, record.time, mark("session {session}", session=fact.session), fault
            )
        intact = intact and record.hash == hash_of(record) and record.before in ("", end.hash)
        end = end.with_entry(record)
