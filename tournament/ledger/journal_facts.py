"""Facts about the journal itself: undo and redo, where it stood, who signed or hosts it, and how it was recovered."""

from typing import ClassVar

from msgspec import Struct

from tournament.language import Text, mark
from tournament.ledger.fact import Category, FactStruct


class Undone(FactStruct, frozen=True):
    """The entry of this id counts no more."""

    kind: ClassVar = "undone"
    category: ClassVar = Category.UNDO
    what: ClassVar = mark("Undo")
    entry: str


class Redone(FactStruct, frozen=True):
    """The undone entry of this id counts again."""

    kind: ClassVar = "redone"
    category: ClassVar = Category.REDO
    what: ClassVar = mark("Redo")
    entry: str


class Head(Struct, frozen=True):
    """Where one stream stood: its number and the hash of its last entry."""

    stream: str
    number: int
    hash: str


class HeadsChained(FactStruct, frozen=True):
    """A session began or ended, and all streams stood here: a cut stream is found by this."""

    kind: ClassVar = "heads-chained"
    category: ClassVar = Category.SESSION
    session: int
    moment: str
    """``start`` or ``end``."""
    heads: tuple[Head, ...]

    @property
    def what(self) -> Text:
        """What was done."""
        if self.moment == "start":
            return mark("Session {session} started", session=self.session)
        return mark("Session {session} verified", session=self.session)


class SigningKeySet(FactStruct, frozen=True):
    """From now on the fingerprint of each closed session is signed with this key, where its secret key is."""

    kind: ClassVar = "signing-key-set"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key set")
    key: bytes
    """The public key: the 32 bytes of Ed25519."""
    holder: str
    """Who has the secret key."""


class SigningKeyRemoved(FactStruct, frozen=True):
    """Fingerprints are no longer signed; the signatures that are there stay."""

    kind: ClassVar = "signing-key-removed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key removed")


class FingerprintSigned(FactStruct, frozen=True):
    """The holder of the key signed the fingerprint of everything before this entry."""

    kind: ClassVar = "fingerprint-signed"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Fingerprint signed")
    session: int
    """The closed session that it was signed for."""
    entries: int
    """How many entries the fingerprint counts: those before this one."""
    hash: str
    """What they amount to, in full."""
    key: bytes
    holder: str
    signature: bytes
    """64 bytes of Ed25519 over :func:`tournament.ledger.signature.text_to_sign`."""


class EventRecovered(FactStruct, frozen=True):
    """What stands before it was recovered from a damaged file, and is not all that was written."""

    kind: ClassVar = "event-recovered"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Recovered from a damaged file")
    kept: int
    """How many entries were recovered."""
    lost: int
    """How many are known to be lost or left out."""


class EventRestored(FactStruct, frozen=True):
    """What stands before it is a copy that was put in the place of the event file."""

    kind: ClassVar = "event-restored"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Restored from a copy")
    copy: str
    """The name of its file."""
    replaced: int | None
    """How many entries the replaced file had; None where it could not be read."""
    fingerprint: str
    """Of the replaced file; nothing where it could not be read."""
    lost: int | None
    """How many of its entries are not in the copy; None where it could not be read."""


class HostTakenOver(FactStruct, frozen=True):
    """Another computer became the host of the shared event: from here on it writes."""

    kind: ClassVar = "host-taken-over"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("New host")
    desk: str
    """The name of the desk that took over."""
    address: str
    """Where it serves the event, as ``host:port``; nothing: nowhere."""
    entries: int
    """How many entries the event had then."""
    missing: tuple[str, ...]
    """The names of the desks that could not be asked what they had."""


SigningFact = SigningKeySet | SigningKeyRemoved | FingerprintSigned
"""Who signs fingerprints, and what was signed. Nothing takes it back."""
