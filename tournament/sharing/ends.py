"""The signed end of a host's journal: how far the entries go that the host wrote.

The host closes the entries of each answer with one, and each desk keeps the newest. After a host is lost, its successor
accepts the entries that desks offer only up to such an end, so that nobody can offer entries that no host wrote.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.statements import (
    HostKey,
    HostPath,
    Signed,
    Statements,
    WrittenPath,
    decoded,
    first_certificate,
    has_signed,
    read_path,
    signed,
    signer_of,
    written_path,
)

_VERSION = 2
_PURPOSE = b"quatre-vents/end/2\0"
_MOST_ENTRIES = 2**53 - 1


@dataclass(frozen=True, slots=True)
class SignedEnd:
    """How far the journal of a host went when it signed. Only `made_end` and `read_end` make one."""

    event: str
    path: HostPath
    """The host that signed."""
    end: Fingerprint
    signed: Signed = field(compare=False)


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    v: int
    event: str
    path: WrittenPath
    entries: Annotated[int, Meta(ge=0, le=_MOST_ENTRIES)]
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


def made_end(known: Statements, path: HostPath, key: HostKey, end: Fingerprint) -> SignedEnd:
    """Return ``end``, the end of the entries in an answer, signed with the ``key`` of the host of ``path``."""
    assert key.id == path.host, "nobody signs for another host"
    written = _Written(_VERSION, known.event, written_path(first_certificate(known, key), path), end.entries, end.hash)
    return SignedEnd(known.event, path, end, signed(key, _PURPOSE, written))


def read_end(content: Signed, event: str) -> SignedEnd | None:
    """Return the end in ``content``; None if it is malformed, of another event, or not signed by the host of its path.

    Whether that host was ever named is not verified: compare the path with one of `Statements`.
    """
    written: _Written | None = decoded(content.content, _Written)
    if written is None or (written.v, written.event) != (_VERSION, event):
        return None
    if (found := read_path(written.path)) is None:
        return None
    certificate, path = found
    if not has_signed(signer_of(certificate, path), _PURPOSE, content):
        return None
    return SignedEnd(event, path, Fingerprint(written.entries, written.hash), content)


def kept_end(kept: SignedEnd | None, received: SignedEnd, followed: HostPath) -> SignedEnd | None:
    """Return the end that a desk keeps after an answer of the host that it follows: the newest of that host.

    A desk that begins a new replica forgets the end of the one before.
    """
    if received.path != followed:
        return kept
    is_older = kept is not None and kept.path == followed and received.end.entries < kept.end.entries
    return kept if is_older else received


def best_end(offered: Iterable[SignedEnd], replaced: HostPath, own: SignedEnd | None) -> SignedEnd | None:
    """Return the end up to which a successor of the host ``replaced`` accepts entries; None if nothing is acceptable.

    It is signed by that host. If that host answered no desk before it was lost, the one that it replaced counts, and so
    on, but none before the host that signed ``own``, the end that the successor kept as a desk.
    """
    ends = [each for each in offered if each.path == replaced or replaced.extends(each.path)]
    if own is not None:
        ends = [each for each in (*ends, own) if each.path == own.path or each.path.extends(own.path)]
    return max(ends, key=lambda each: (len(each.path.successors), each.end.entries, each.end.hash), default=None)


def end_of(have: Fingerprint, records: Iterable[Record]) -> Fingerprint | None:
    """Return the end of the journal with the fingerprint ``have`` after ``records``; None if they do not fit."""
    for record in records:
        follows = record.position == have.entries + 1 and record.before in ("", have.hash)
        if not follows or record.hash != hash_of(record):
            return None
        have = have.with_entry(record)
    return have


def leads_to(have: Fingerprint, records: Sequence[Record], end: Fingerprint) -> bool:
    """Return whether ``records`` continue a journal with the fingerprint ``have`` exactly up to ``end``."""
    return end_of(have, records) == end
