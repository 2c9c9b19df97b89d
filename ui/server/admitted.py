"""The desks that were admitted to a shared event: each is recognised by its certificate."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from threading import Lock

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.role import EventRole, PinHash
from tournament.files.typed_json import decode
from tournament.files.writing import set_aside, write_whole
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import RolePinSet
from tournament.sharing.host import Member
from tournament.sharing.invitation import split_address
from tournament.sharing.keys import id_of, is_certificate
from tournament.sharing.messages import DeskSeen, SignedIn
from tournament.use_cases import By, View
from ui.server.desk_names import name_like

IDLE_DAYS = 30
"""Days without a request after which a desk must join again."""
MOST_DESKS = 100
MOST_NAME = 60
"""Characters of the name of a desk."""
MOST_EARLIER = 16
"""How many people who signed in at a desk before are known there."""


@dataclass(frozen=True, slots=True)
class EarlierSignIn:
    """Somebody who signed in at a desk before the one who is signed in now."""

    author: str
    role: EventRole | None
    """The role that their PIN opened; None without a PIN, or if it has changed since."""
    pin: str = field(default="", repr=False)
    """The hash that the event stores of the PIN which opened the role; empty if there was none."""


@dataclass(frozen=True, slots=True)
class AdmittedDesk:
    """A desk that may send orders."""

    name: str
    """Unique, and unlike those of the desks that joined before it."""
    author: str
    """The person who works there."""
    role: EventRole | None
    """The role in which somebody signed in there; None if nobody has."""
    joined: datetime
    last_word: datetime
    address: str
    """The address of its last request."""
    certificate: bytes = field(repr=False)
    """Its certificate in DER."""
    key: EventRole
    """The role of its key, beyond which nobody acts there."""
    serves_at: str = ""
    """Where it would serve the event if it took over, as ``host:port``."""
    pin: str = field(default="", repr=False)
    """The hash that the event stores of the PIN which opened the role; empty if there was none, or if an earlier
    version of the program noted none."""
    earlier: tuple[EarlierSignIn, ...] = ()
    """Who signed in there before, the last first. Orders that they gave may still wait there to be sent."""

    @property
    def id(self) -> str:
        """Its id in hexadecimal digits."""
        return id_of(self.certificate).hex()

    @property
    def member(self) -> Member:
        """The desk as the host knows it."""
        by = By(self.author, self.name, self.role, key=self.key)
        last_word = self.last_word.astimezone(UTC).isoformat(timespec="milliseconds")
        earlier = tuple(SignedIn(each.author, each.role) for each in self.earlier)
        return Member(self.name, by, self.certificate, self.serves_at, last_word, earlier)

    def signed_in(self, author: str, role: EventRole | None, pin: str) -> "AdmittedDesk":
        """The desk after ``author`` signed in there."""
        # Who was approved was signed in until the program closed, which this sign-in may have followed.
        held = self.role if self.pin else None
        before = (EarlierSignIn(self.author, held, self.pin), *self.earlier)
        earlier = tuple(each for each in before if each.author != author)[:MOST_EARLIER]
        return replace(self, author=author, role=role, pin=pin, earlier=earlier)


_TOKEN = b'"token_hash"'
"""What the file of version 1.0.0 says of each desk."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The content of the file."""

    desks: tuple[AdmittedDesk, ...]


class AdmittedDesks:
    """The desks in the file ``path``; each change is in the file when its call returns.

    The times at which desks were last seen are only written with the next change or by `keep`, so that a request does
    not cost a write. Any thread may call it.
    """

    def __init__(self, path: Path, *, idle_days: int = IDLE_DAYS) -> None:
        """Read the file, if there is one. Raises OSError. A damaged file is renamed (see `remarks`)."""
        self.remarks: tuple[Problem, ...] = ()
        self._path = path
        self._idle = timedelta(days=idle_days)
        self._lock = Lock()
        self._desks = self._read()

    def admit(
        self,
        name: str,
        author: str,
        role: EventRole | None,
        address: str,
        now: datetime,
        *,
        key: EventRole,
        certificate: bytes,
        serves_at: str = "",
        pin: str = "",
    ) -> AdmittedDesk:
        """Let the computer with this ``certificate`` send orders, and return it as a desk whose key has the role
        ``key``.

        A computer that was admitted before keeps its name. If another desk has the name, the new one is called “NAME
        (2)”. Raises Refused for a blank name, for one that only looks like that of another desk, or if there are
        already `MOST_DESKS` desks, and OSError if the desk could not be stored.
        """
        with self._changing():
            desks = {desk.id: desk for desk in self._desks if not self._is_over(desk, now)}
            id = id_of(certificate).hex()
            if (known := desks.get(id)) is not None:
                changed = replace(known, last_word=now, address=address, key=key, serves_at=serves_at)
                desk = changed.signed_in(author, role, pin)
            else:
                _refuse_too_many(len(desks))
                name = _free_name(name, desks.values())
                desk = AdmittedDesk(name, author, role, now, now, address, certificate, key, serves_at, pin)
            desks[id] = desk
            self._write(tuple(desks.values()))
        return desk

    def refuse_unfit(self, name: str, id: str, now: datetime) -> None:
        """Raise Refused if `admit` would refuse a computer with this ``id`` that asks for this ``name``."""
        desks = {desk.id: desk for desk in self.latest(now)}
        if id not in desks:
            _refuse_too_many(len(desks))
            _free_name(name, desks.values())

    def adopt(self, desks: Iterable[DeskSeen], pins: Mapping[EventRole, PinHash], now: datetime) -> None:
        """Admit the ``desks`` of a lost host, as far as this computer knows their certificates. Raises OSError.

        ``pins`` are the PINs with which they had signed in.
        """

        def hash_of(role: EventRole | None) -> str:
            return pins[role].hash if role is not None and role in pins else ""

        with self._lock:
            self._write(tuple(
                AdmittedDesk(
                    each.name, each.author, each.role, now, now, "", each.certificate, each.key, each.address,
                    hash_of(each.role),
                    earlier=tuple(EarlierSignIn(one.author, one.role, hash_of(one.role)) for one in each.earlier),
                )
                for each in desks
                if is_certificate(each.certificate)
            ))  # fmt: skip

    def find(self, id: str, address: str, now: datetime) -> AdmittedDesk | None:
        """The desk with this ``id``, which was seen ``now``; None if there is none, or none any more."""
        found = self._desk(id, now)
        if found is None:
            return None
        heard = replace(found, last_word=max(now, found.last_word), address=address)
        if self._lock.acquire(blocking=False):  # no request waits while a change is written
            self._desks = tuple(heard if desk is found else desk for desk in self._desks)
            self._lock.release()
        return heard

    def hear(self, names: Collection[str], now: datetime) -> None:
        """Note that the desks with these names are connected ``now``."""
        if self._lock.acquire(blocking=False):  # it is said again in a second
            self._desks = tuple(
                replace(desk, last_word=max(now, desk.last_word)) if desk.name in names else desk
                for desk in self._desks
            )
            self._lock.release()

    def sign_in(
        self, id: str, author: str, role: EventRole | None, now: datetime, *, pin: str = ""
    ) -> AdmittedDesk | None:
        """Note that ``author`` now works at the desk with this ``id``; None if there is no such desk. Raises
        OSError."""
        with self._changing():
            found = self._desk(id, now)
            if found is None:
                return None
            signed = found.signed_in(author, role, pin)
            self._write(tuple(signed if desk is found else desk for desk in self._desks))
        return signed

    def serve_at(self, id: str, address: str) -> bool:
        """Note where the desk with this ``id`` would serve the event now; return whether that is new. Raises OSError.

        What is not an address is ignored.
        """
        try:
            split_address(address)
        except Refused:
            return False
        with self._changing():
            found = next((desk for desk in self._desks if desk.id == id), None)
            if found is None or found.serves_at == address:
                return False
            moved = replace(found, serves_at=address)
            self._write(tuple(moved if desk is found else desk for desk in self._desks))
        return True

    def follow_pins(self, view: View) -> bool:
        """Sign out desks whose PIN is no longer that of their role in ``view``; return whether there were any. Raises
        OSError.

        The desk that set the new PIN stays signed in.
        """
        if all(_with_pins(desk, view) is desk for desk in self._desks):
            return False
        with self._changing():
            self._write(tuple(_with_pins(desk, view) for desk in self._desks))
        return True

    def end(self, name: str) -> bool:
        """Forget the desk ``name``; False if none has that name. Raises OSError; then it is still admitted."""
        with self._changing():
            desks = tuple(desk for desk in self._desks if compared_name(desk.name) != compared_name(name))
            if len(desks) == len(self._desks):
                return False
            self._write(desks)
        return True

    def all(self, now: datetime) -> tuple[AdmittedDesk, ...]:
        """The desks that are admitted, in the order in which they joined."""
        return tuple(desk for desk in self._desks if not self._is_over(desk, now))

    def latest(self, now: datetime) -> tuple[AdmittedDesk, ...]:
        """The same, including changes that other workers have just made."""
        return self.all(now)

    def keep(self) -> None:
        """Store when desks were last seen: from time to time, and when the server ends. Raises OSError."""
        with self._lock:
            self._write(self._desks)

    def _desk(self, id: str, now: datetime) -> AdmittedDesk | None:
        return next((desk for desk in self._desks if desk.id == id and not self._is_over(desk, now)), None)

    def _is_over(self, desk: AdmittedDesk, now: datetime) -> bool:
        return now - desk.last_word > self._idle

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Lock the desks against other changes."""
        with self._lock:
            yield

    def _write(self, desks: tuple[AdmittedDesk, ...]) -> None:
        from msgspec import json

        write_whole(self._path, json.format(json.encode(_Kept(desks)), indent=1).decode())
        self._desks = desks

    def _read(self) -> tuple[AdmittedDesk, ...]:
        from msgspec import DecodeError

        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return ()
        with suppress(DecodeError, RecursionError):
            desks = decode(content, _Kept).desks
            if all(each.joined.tzinfo and each.last_word.tzinfo and is_certificate(each.certificate) for each in desks):
                return desks
        if _TOKEN in content:
            text = mark("Desks joined this event with an earlier version of the program: every desk must join again.")
            set_aside(self._path)
            self.remarks = (Problem("desks-earlier", text, "desks", Gravity.REMARK),)
            return ()
        text = mark(
            "The list of desks was damaged: it is now “{file}”. Every desk must join again.",
            file=str(set_aside(self._path)),
        )
        self.remarks = (Problem("desks-damaged", text, "desks", Gravity.REMARK),)
        return ()


def _with_pins(desk: AdmittedDesk, view: View) -> AdmittedDesk:
    """``desk`` with the roles that the PINs of who signed in there open now; ``desk`` itself if they are the same."""
    if _is_valid(desk.role, desk.pin, view) and all(_is_valid(each.role, each.pin, view) for each in desk.earlier):
        return desk
    facts = ((entry.fact, entry.record.desk) for entry in view.journal.everything(EVENT_STREAM))
    set_by = {fact.hash: name for fact, name in facts if isinstance(fact, RolePinSet)}

    def is_over(role: EventRole | None, pin: str) -> bool:
        # A PIN that was never set is one that another worker has written, and that this one has not read yet.
        return not _is_valid(role, pin, view) and pin in set_by

    earlier = tuple(replace(each, role=None, pin="") if is_over(each.role, each.pin) else each for each in desk.earlier)
    found = desk if earlier == desk.earlier else replace(desk, earlier=earlier)
    if not is_over(desk.role, desk.pin):
        return found
    held = view.state.pins.get(desk.role) if desk.role is not None else None
    if held is not None and set_by[held.hash] == desk.name:
        return replace(found, pin=held.hash)
    return replace(found, role=None, pin="")


def _is_valid(role: EventRole | None, pin: str, view: View) -> bool:
    """Whether ``pin``, the hash of a PIN, is that of ``role``, or nobody entered one."""
    held = view.state.pins.get(role) if role is not None else None
    return not pin or (held is not None and held.hash == pin)


def desk_named(desks: Iterable[AdmittedDesk], name: str) -> AdmittedDesk:
    """The desk with this name. Raises Refused."""
    for desk in desks:
        if compared_name(desk.name) == compared_name(name):
            return desk
    text = mark("There is no desk “{name}”: “desks FILE” lists those that have joined.", name=name)
    raise Refused(Problem("desk-unknown", text, "end"))


def compared_name(name: str) -> str:
    """A form of ``name`` that is equal for names which people take for the same."""
    return " ".join(name.split()).casefold()


def _refuse_too_many(desks: int) -> None:
    if desks >= MOST_DESKS:
        text = mark("{count} desks have joined, which is the most: end some that are not used any more.", count=desks)
        raise Refused(Problem("desks-too-many", text))


def _free_name(name: str, desks: Iterable[AdmittedDesk]) -> str:
    """The name that a new desk gets which asks for ``name``."""
    taken = {desk.name for desk in desks}
    wanted = harmless_line(" ".join(name.split()))[:MOST_NAME].rstrip()
    if not wanted:
        raise Refused(Problem("desk-name", mark("Give this desk a name, such as “Tables 1–8”."), "desk"))
    if wanted not in taken and (other := name_like(wanted, taken)) is not None:
        text = mark(
            "This name looks like that of the desk “{other}”, which has joined: choose one that nobody takes for it. "
            "If that desk is not used any more, end it.",
            other=other,
        )
        raise Refused(Problem("desk-name-alike", text, "desk"))
    numbered = (f"{wanted} ({number})" for number in count(2))
    return next(each for each in chain([wanted], numbered) if name_like(each, taken) is None)
