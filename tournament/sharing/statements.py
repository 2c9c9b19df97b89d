"""Signed statements of the hosts of an event: which computers may replace each, and so who hosts the event.

The first host names deputies in a statement that it signs. A deputy that takes over signs a statement of its own, which
names its deputies, and so on. A desk that knows the id of the first host checks the whole chain, whoever hands it the
statements. Each naming is a random number, so a host ends everything that followed from it by naming anew.

`Statements` is what one computer knows. All computers exchange what they know, in any order and as often as they like.
Malformed or forged statements are ignored, since one of them must not make others unusable.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from threading import Lock
from typing import Annotated, Any, Protocol, Self

from msgspec import Meta, Struct
from msgspec.json import Encoder

from tournament.event.problem import Problem, Refused
from tournament.files.typed_json import decode
from tournament.language import mark
from tournament.sharing.keys import id_of, is_certificate, is_signed

NAMING_BYTES = 16
MOST_STATEMENTS = 64
"""Maximum number of statements that a computer keeps, and reads at once."""
MOST_CHANGES = 16
"""Maximum number of successors in a path."""
MOST_DEPUTIES = 8
"""Maximum number of deputies of one host."""
MOST_NUMBER = 2**53 - 1
MOST_STATEMENT_BYTES = 36 * 1024
"""More than a statement has with as many of the largest certificates as it can contain."""
_MOST_FORGED = 4
"""Maximum number of forged statements that are verified at once: each takes as long as a genuine one."""
MOST_REMEMBERED = 1024
"""Maximum number of genuine statements that a computer recognises without verifying them again."""
_VERSION = 2
_PURPOSE = b"quatre-vents/statement/2\0"
_SIGNATURE_BYTES = 128
"""More than any signature has in DER."""


class HostKey(Protocol):
    """The key with which a host signs."""

    @property
    def certificate(self) -> bytes:
        """The certificate in DER that shows the key."""

    @property
    def id(self) -> bytes:
        """The id of the computer."""

    def sign(self, content: bytes) -> bytes:
        """Return the signature of ``content``."""


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """Bytes and their signature, as they are sent."""

    content: bytes
    """JSON. The signature is over a prefix, which says what they are, and exactly these bytes."""
    signature: bytes


def signed(key: HostKey, purpose: bytes, content: Struct) -> Signed:
    """Return ``content`` as JSON, signed with ``key`` for this ``purpose``."""
    written = Encoder().encode(content)
    return Signed(written, key.sign(purpose + written))


def has_signed(certificate: bytes, purpose: bytes, content: Signed) -> bool:
    """Return whether the computer with this ``certificate`` signed ``content`` for this ``purpose``."""
    fits = len(content.signature) <= _SIGNATURE_BYTES
    return fits and is_signed(certificate, purpose + content.content, content.signature)


@dataclass(frozen=True, slots=True)
class Deputy:
    """A computer that a host names to replace it."""

    certificate: bytes
    """In DER."""
    naming: bytes
    """16 random bytes, drawn when it was named."""

    @property
    def id(self) -> bytes:
        """The id of the computer."""
        return id_of(self.certificate)


@dataclass(frozen=True, slots=True)
class HostPath:
    """A host of the event: the first host and the deputies that replaced one another up to this one."""

    first: bytes
    """The id of the first host."""
    successors: tuple[Deputy, ...] = ()

    @property
    def host(self) -> bytes:
        """The id of the host to which the path leads."""
        return self.successors[-1].id if self.successors else self.first

    @property
    def hosts(self) -> tuple[bytes, ...]:
        """The ids of all hosts of the path, from the first on."""
        return self.first, *(each.id for each in self.successors)

    def followed_by(self, deputy: Deputy) -> "HostPath":
        """Return the path of ``deputy`` after it replaced the host of this one."""
        return HostPath(self.first, (*self.successors, deputy))

    def extends(self, other: "HostPath") -> bool:
        """Whether the host of ``other``, or a successor of it, was replaced on this path."""
        count = len(other.successors)
        return (
            self.first == other.first and len(self.successors) > count and self.successors[:count] == other.successors
        )


@dataclass(frozen=True, slots=True)
class Statement:
    """What a host said about itself and its deputies. Only `made_statement` and `read_statement` make one."""

    event: str
    certificate: bytes
    """Of the first host, in DER."""
    path: HostPath
    number: int
    """From 1. Of the statements of one path, the one with the highest number counts."""
    deputies: tuple[Deputy, ...]
    """The first of them that has made a statement for this naming replaces the host."""
    signed: Signed = field(compare=False)
    """Not compared, since anybody can give a signature another form. `rank` depends on the signed bytes."""
    rank: tuple[int, bytes]
    """Number and SHA-256 of the signed bytes; of two statements of one path, the one with the higher rank counts."""


class WrittenDeputy(Struct, frozen=True, forbid_unknown_fields=True):
    """A deputy as it is written."""

    cert: bytes
    naming: Annotated[bytes, Meta(min_length=NAMING_BYTES, max_length=NAMING_BYTES)]


WrittenPath = Annotated[tuple[bytes | WrittenDeputy, ...], Meta(min_length=1, max_length=1 + MOST_CHANGES)]
"""The certificate of the first host, then each successor."""


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    v: int
    event: str
    path: WrittenPath
    number: Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
    deputies: Annotated[tuple[WrittenDeputy, ...], Meta(max_length=MOST_DEPUTIES)]


def written_path(certificate: bytes, path: HostPath) -> WrittenPath:
    """Return ``path`` as it is written; ``certificate`` is that of the first host."""
    return certificate, *map(_written_deputy, path.successors)


def read_path(path: WrittenPath) -> tuple[bytes, HostPath] | None:
    """Return the certificate of the first host and the path; None if the parts are not in order."""
    certificate, *successors = path
    deputies = tuple(_deputy(each) for each in successors if isinstance(each, WrittenDeputy))
    if not isinstance(certificate, bytes) or len(deputies) < len(successors):
        return None
    return certificate, HostPath(id_of(certificate), deputies)


def signer_of(certificate: bytes, path: HostPath) -> bytes:
    """Return the certificate of the host of ``path``; ``certificate`` is that of the first host."""
    return path.successors[-1].certificate if path.successors else certificate


def decoded(content: bytes, kind: Any) -> Any:
    """Return the value of the type ``kind`` in the JSON ``content``; None if it is malformed or too large."""
    if len(content) > MOST_STATEMENT_BYTES:
        return None
    try:
        return decode(content, kind)
    except (ValueError, RecursionError):
        return None


def read_statement(content: Signed) -> Statement | None:
    """Return the statement in ``content``; None if it is malformed or not signed by the host of its path."""
    found = _claimed(content)
    return found if found is not None and _is_genuine(found) else None


def _claimed(content: Signed) -> Statement | None:
    """Return the statement in ``content`` before its certificates and its signature are verified."""
    written: _Written | None = decoded(content.content, _Written)
    if written is None or written.v != _VERSION or (found := read_path(written.path)) is None:
        return None
    certificate, path = found
    deputies = tuple(map(_deputy, written.deputies))
    others = {each.certificate for each in deputies} - {signer_of(certificate, path)}
    if len(others) < len(deputies):  # one is named twice, or names itself
        return None
    rank = written.number, sha256(content.content).digest()
    return Statement(written.event, certificate, path, written.number, deputies, content, rank)


class _Genuine:
    """The statements that were found genuine last, by their hash. Any thread may use it.

    To verify one takes milliseconds, and others repeat what they know. Forged ones are not among them: they would crowd
    out the genuine ones.
    """

    def __init__(self) -> None:
        self._hashes = OrderedDict[bytes, None]()
        """Those that were sent last come last."""
        self._lock = Lock()

    def has(self, statement: Signed) -> bool:
        """Whether ``statement`` is among them."""
        found = _hash_of(statement)
        with self._lock:
            if found not in self._hashes:
                return False
            self._hashes.move_to_end(found)
            return True

    def add(self, statement: Signed) -> None:
        """Remember ``statement``."""
        with self._lock:
            self._hashes[_hash_of(statement)] = None
            if len(self._hashes) > MOST_REMEMBERED:
                self._hashes.popitem(last=False)


_genuine = _Genuine()


def _hash_of(statement: Signed) -> bytes:
    return sha256(sha256(statement.content).digest() + statement.signature).digest()


def _is_genuine(claimed: Statement) -> bool:
    if _genuine.has(claimed.signed):
        return True
    named = (*claimed.path.successors, *claimed.deputies)
    # The signature comes first: who cannot sign must not make this computer read 24 certificates.
    found = has_signed(signer_of(claimed.certificate, claimed.path), _PURPOSE, claimed.signed) and all(
        is_certificate(each.certificate) for each in named
    )
    if found:
        _genuine.add(claimed.signed)
    return found


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements that one computer knows, all verified: the newest of each host that is named by another one."""

    event: str
    first: bytes
    """The id of the first host."""
    newest: Mapping[HostPath, Statement] = field(default_factory=dict, hash=False)
    """At most `MOST_STATEMENTS`. Those that decide who hosts come first, and each follows the one that names it."""

    @property
    def host(self) -> HostPath:
        """The host of the event, as far as it is known here."""
        *_, last = _hosts(self.first, self.newest)
        return last

    @property
    def signed(self) -> tuple[Signed, ...]:
        """The statements as they are sent."""
        return tuple(each.signed for each in self.newest.values())

    @property
    def digest(self) -> bytes:
        """A hash over the statements, which is equal where the same are known: then none need be sent."""
        return sha256(b"".join(each.rank[1] for each in self.newest.values())).digest()

    def deputies(self, path: HostPath) -> tuple[Deputy, ...]:
        """Return the deputies that the host of ``path`` names in its newest statement."""
        statement = self.newest.get(path)
        return statement.deputies if statement is not None else ()

    def merge(self, others: Iterable[Statement]) -> Self:
        """Return these statements with ``others``, which are verified; itself if nothing new is among them.

        Of each path the statement with the highest number remains, and what no remaining statement names is dropped.
        The order in which statements are merged makes no difference, unless there are too many of them or a host uses
        a naming again. Even then computers that repeat what they know come to know the same.
        """
        newest = dict(self.newest)
        for each in others:
            if self._concerns(each) and _is_newer(newest, each):
                newest[each.path] = each
        if newest == self.newest:
            return self
        kept = dict(_kept(self.first, newest))
        return self if kept == self.newest else type(self)(self.event, self.first, kept)

    def receive(self, contents: Iterable[Signed]) -> Self:
        """Return these statements with those of ``contents`` that are genuine, of which `MOST_STATEMENTS` are read.

        Only the signatures of named hosts are verified, and nothing more once `_MOST_FORGED` were forged, so that a
        flood takes little time. Whoever sends those has forged them, since everybody else ignores them.
        """
        known = {each.signed.content for each in self.newest.values()}
        found = (_claimed(each) for each in islice(contents, MOST_STATEMENTS) if each.content not in known)
        claims = [each for each in found if each is not None and self._concerns(each)]
        claims.sort(
            key=lambda each: (-len(each.path.successors), each.rank), reverse=True
        )  # who names, then who is named
        verified, genuine, forged = dict(self.newest), list[Statement](), 0
        for each in claims:
            if not _is_named(verified, each.path) or not _is_newer(verified, each):
                continue
            if _is_genuine(each):
                verified[each.path] = each
                genuine.append(each)
            elif (forged := forged + 1) == _MOST_FORGED:
                break
        return self.merge(genuine)

    def _concerns(self, statement: Statement) -> bool:
        return statement.event == self.event and statement.path.first == self.first


def _is_newer(newest: Mapping[HostPath, Statement], statement: Statement) -> bool:
    known = newest.get(statement.path)
    return known is None or known.rank < statement.rank


def _is_named(newest: Mapping[HostPath, Statement], path: HostPath) -> bool:
    """Return whether each successor of ``path`` is a deputy of the one before it."""
    before = HostPath(path.first)
    for successor in path.successors:
        statement = newest.get(before)
        if statement is None or successor not in statement.deputies:
            return False
        before = before.followed_by(successor)
    return True


def _successors(newest: Mapping[HostPath, Statement], path: HostPath) -> Iterator[HostPath]:
    """Yield the paths of the deputies of the host of ``path`` that have made a statement, in order."""
    if path in newest:
        yield from filter(newest.__contains__, map(path.followed_by, newest[path].deputies))


def _hosts(first: bytes, newest: Mapping[HostPath, Statement]) -> Iterator[HostPath]:
    """Yield the first host, the one that replaced it, and so on up to the one that hosts the event."""
    path: HostPath | None = HostPath(first)
    while path is not None:
        yield path
        path = next(_successors(newest, path), None)


def _kept(first: bytes, newest: Mapping[HostPath, Statement]) -> Iterator[tuple[HostPath, Statement]]:
    """Yield the statements that are kept: of those that decide who hosts all, then the nearest to the first host.

    If the nearest came first, a deputy could name so many others that the statement of the host has no place left.
    """
    deciding = [path for path in _hosts(first, newest) if path in newest]
    paths, level = dict.fromkeys(deciding), [HostPath(first)]
    while level and len(paths) < MOST_STATEMENTS:
        paths.update(dict.fromkeys(path for path in level if path in newest))
        level = [successor for path in level for successor in _successors(newest, path)]
    yield from ((path, newest[path]) for path in islice(paths, MOST_STATEMENTS))


def made_statement(
    known: Statements,
    path: HostPath,
    key: HostKey,
    deputies: Sequence[bytes],
    naming: Callable[[], bytes],
    *,
    afresh: bool = False,
) -> Statement:
    """Return the next statement of the host of ``path``, whose ``key`` signs it. It is not yet among ``known``.

    ``deputies`` are their certificates, the first one first. Those that were deputies remain so by their naming, and
    with it what followed from that; ``afresh``, each is named anew and nothing that followed remains. ``naming`` draws
    16 random bytes. Raise Refused if there are too many deputies or the host has changed too often.
    """
    assert key.id == path.host, "nobody signs for another host"
    assert len({*deputies} - {key.certificate}) == len(deputies), "the others, once each"
    if len(deputies) > MOST_DEPUTIES:
        text = mark("A host has at most {most} deputies; these are {count}.", most=MOST_DEPUTIES, count=len(deputies))
        raise Refused(Problem("deputies-too-many", text))
    before = known.newest.get(path)
    number = before.number + 1 if before is not None else 1
    if len(path.successors) > MOST_CHANGES or number > MOST_NUMBER:
        raise Refused(Problem("hosts-too-many", mark("The host of this event has changed too often: share it anew.")))
    namings = {} if before is None or afresh else {each.certificate: each.naming for each in before.deputies}
    named = tuple(Deputy(each, namings.get(each) or naming()) for each in deputies)
    way = written_path(first_certificate(known, key), path)
    written = _Written(_VERSION, known.event, way, number, tuple(map(_written_deputy, named)))
    made = _claimed(signed(key, _PURPOSE, written))
    assert made is not None, "as it was written"
    return made


def first_certificate(known: Statements, key: HostKey) -> bytes:
    """Return the certificate of the first host, for the host that signs with ``key``."""
    first = known.newest.get(HostPath(known.first))
    certificate = first.certificate if first is not None else key.certificate
    assert id_of(certificate) == known.first, "a successor knows the statement that names it"
    return certificate


def _written_deputy(deputy: Deputy) -> WrittenDeputy:
    return WrittenDeputy(deputy.certificate, deputy.naming)


def _deputy(written: WrittenDeputy) -> Deputy:
    return Deputy(written.cert, written.naming)
