"""The messages between a desk and the host of a shared event: frozen values, and their JSON.

There is one question and one answer. A desk sends how far its replica goes, the orders of its user, and which sheet it
shows (`Sync`). The host carries out the orders and answers with their results and the entries that the replica lacks
(`News`). Each question can be repeated: for an order that was already carried out, only the answer is repeated.
"""

from functools import cache
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import Encoder

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.language import Text, mark, mark_count, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.codec import json_fault
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.statements import Signed
from tournament.sharing.tickets import KnownTickets
from tournament.use_cases.changes import Order
from tournament.use_cases.command_json import decode_command, encode_command
from tournament.use_cases.ports import CopyFate, PrivateRow

PROTOCOL = 2
"""The version of these messages. A host refuses desks with another one, and says which of the two is older."""
_MOST_OF_A_NAME = 24
"""Characters of the name of a host on a button."""
MOST_ORDERS = 100
"""Maximum number of orders in one question."""
MOST_BYTES = 2_000_000
"""Maximum number of bytes of commands in one question. A larger order is sent alone."""
MOST_ENTRIES = 2000
"""Maximum number of entries in one answer."""


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class SentOrder(_Message, frozen=True):
    """An order, with each command as its own JSON."""

    ids: tuple[str, ...]
    commands: tuple[Raw, ...]
    together: bool
    confirmed: bool
    seen: int | None
    author: str


class Sync(_Message, frozen=True):
    """A question of a desk: how far its replica goes, its orders, and which sheet it shows."""

    protocol: int
    have: Fingerprint
    """The end of its replica, as it is on its disk."""
    orders: tuple[SentOrder, ...] = ()
    """At most `MOST_ORDERS`, oldest first."""
    sheet: tuple[int, int] | None = None
    """Session and table of the sheet on screen; None if there is none."""
    language: str = "en"
    """The language in which refusals are worded."""
    known: bytes = b""
    """The digest of the statements that the desk knows; empty: it knows none."""
    statements: tuple[Signed, ...] = ()
    """These statements, if the host may not know them."""
    serves_at: str = ""
    """Where the desk would serve the event now, if the host knows another address; empty: the host knows it."""
    private: bytes = b""
    """The digest of the data of people that it keeps as a deputy; empty: it has none."""


class WordedProblem(_Message, frozen=True, tag="Told"):
    """A problem as the host words it in the language of the desk."""

    code: str
    text: str
    field: str = ""
    line: int = 0
    """The index (from 0) of the command that it is about, within its order."""

    @property
    def problem(self) -> Problem:
        """The problem as the other parts of the program use it."""
        return Problem(self.code, verbatim(harmless_line(self.text)), self.field)


class Done(_Message, frozen=True):
    """The order was carried out, and its entries are safe."""

    id: str
    position: int
    """The position of its last entry in the journal, from 1; 0 if it wrote nothing."""
    remarks: tuple[WordedProblem, ...] = ()


class Unconfirmed(_Message, frozen=True):
    """The order was carried out, but no second desk has its entries on its disk yet, so the desk must ask again."""

    id: str
    position: int


class Declined(_Message, frozen=True):
    """The order was refused. Nothing has changed."""

    id: str
    problems: tuple[WordedProblem, ...]


class Overtaken(_Message, frozen=True):
    """Somebody else wrote to the same sheet or to the event since the desk saw it, so nothing has changed."""

    id: str
    stream: str
    number: int
    """The number that is now taken."""


Answer = Done | Unconfirmed | Declined | Overtaken


class SignedIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who signed in at a desk."""

    author: str
    role: EventRole | None
    """The role in which they signed in; None without a PIN."""


class DeskSeen(_Message, frozen=True):
    """A desk that has joined, as the host knows it, with everything that another desk needs to take over."""

    name: str
    id: str
    """Hexadecimal."""
    author: str
    role: EventRole | None
    """The role in which somebody signed in there; None if nobody has."""
    last_word: str
    """When it was last heard, as ISO 8601 in UTC; empty if never. A host that took over counts from then on."""
    sheet: tuple[int, int] | None
    have: int
    """Number of entries of its replica; 0 if it has not been heard since the host started."""
    address: str
    """Where it would serve the event, as ``host:port``; empty if it cannot."""
    deputy: int
    """Its place among the deputies of the host, from 1; 0 if it is none."""
    certificate: bytes = b""
    """Its certificate in DER, by which a host that takes over recognises it; only deputies are told it."""
    key: EventRole = EventRole.ORGANISER
    """The role of its key, beyond which nobody acts there."""
    earlier: tuple[SignedIn, ...] = ()
    """Who signed in there before ``author``, the last first; only deputies and the desk itself are told."""
    reached: bool | None = None
    """Whether the host reaches a deputy at `address`; None if it has not tried."""
    here: bool = True
    """Whether it is connected; otherwise it has been away since ``last_word``."""
    at_host: bool = False
    """Whether it is on the computer of the host, so that whoever works there can decide about desks."""


def signed_in_at(desk: DeskSeen) -> tuple[str, ...]:
    """Return the names of who signed in at ``desk``, the last first."""
    return (desk.author, *(each.author for each in desk.earlier))


class Rival(_Message, frozen=True):
    """The host that has replaced the one which sends this, as it says of itself, for the people who choose."""

    name: str
    address: str
    desks: int
    """How many desks are connected to it, as it says."""
    entries: int
    """How many entries it has written since it took over, as it says."""
    own_desks: int
    """How many desks are connected to the host that sends this."""
    own_entries: int
    """How many entries that host has which the other one did not have when it took over, as it says."""

    @property
    def figures(self) -> Text:
        """What both have, for the people who choose."""
        theirs = mark(
            "“{name}” at {address} says: {desks}, {entries} since it took over.",
            name=harmless_line(self.name),
            address=harmless_line(self.address),
            desks=_desks(self.desks),
            entries=_entries(self.entries),
        )
        ours = mark("Here: {desks}, {entries} since then.", desks=_desks(self.own_desks),
                    entries=_entries(self.own_entries))  # fmt: skip
        return mark("{one} {other}", one=theirs, other=ours)

    @property
    def follow(self) -> Text:
        """The answer that the other host is to be followed."""
        name = harmless_line(self.name)
        return mark(
            "Follow {name}: {desks}, {entries} since",
            name=name if len(name) <= _MOST_OF_A_NAME else name[: _MOST_OF_A_NAME - 1] + "…",
            desks=_desks(self.desks),
            entries=_entries(self.entries),
        )

    @property
    def stay(self) -> Text:
        """The answer that the host which sends this remains the host."""
        return mark("Stay the host: {desks}, {entries} since", desks=_desks(self.own_desks),
                    entries=_entries(self.own_entries))  # fmt: skip


def _desks(count: int) -> Text:
    return mark_count("{count} desk connected", "{count} desks connected", count)


def _entries(count: int) -> Text:
    return mark_count("{count} entry", "{count} entries", count)


class HandedOn(_Message, frozen=True):
    """How a host serves people beside the desks, so that a deputy which takes over goes on in the same way."""

    announced: bool = False
    """Whether the event is announced in the local network."""
    public_port: int = 0
    """The port of the public pages; 0 if they are not served."""
    public_secret: bytes = b""
    """What proves to a page that a computer has replaced its host."""
    hall: str = ""
    """The screens of the hall, as the computer of the host keeps them; empty if there are none."""


class PrivateCopy(_Message, frozen=True):
    """The data of people beside the journal, as the host has them, for a deputy."""

    digest: bytes
    """Of ``rows``; empty: the desk is no deputy any more, and must not keep them."""
    rows: tuple[PrivateRow, ...] = ()


class PrivateQuestion(_Message, frozen=True):
    """A question about the data of people: reads them all, after writing ``rows`` or erasing copies."""

    rows: tuple[PrivateRow, ...] = ()
    """To be written all or none, each with the version after the one that was read."""
    copies_of: tuple[str, ...] = ()
    """The ids of erased rows that are to be erased in the copies of the host too."""


class ErasedCopy(_Message, frozen=True):
    """What became of a copy at the host (:class:`~tournament.use_cases.ports.CopyErasure`)."""

    path: str
    fate: CopyFate
    problem: str = ""


class PrivateAnswer(_Message, frozen=True):
    """The data of people as the host has them now."""

    rows: tuple[PrivateRow, ...]
    conflicts: tuple[PrivateRow, ...] = ()
    """Those that somebody else has changed, so that nothing was written."""
    copies: tuple[ErasedCopy, ...] = ()


class News(_Message, frozen=True):
    """An answer of the host."""

    answers: tuple[Answer, ...]
    entries: tuple[Record, ...]
    """The entries that the desk lacks, at most `MOST_ENTRIES`."""
    end: Fingerprint
    """The end of the host's journal."""
    now: str
    """The time of the host: UTC, ISO 8601."""
    confirm_on_two: bool
    desks: tuple[DeskSeen, ...]
    known: bytes = b""
    """The digest of the statements that the host knows."""
    statements: tuple[Signed, ...] = ()
    """These statements, if the desk does not know the same."""
    closing: Signed | None = None
    """The end of ``entries``, signed by the host."""
    waits: bool = False
    """Whether the host writes nothing, because another computer replaced it or is to do so."""
    successor: str = ""
    """The id of the deputy to which the host hands over, hexadecimal; empty: to none."""
    rival: Rival | None = None
    """The host that has replaced this one while it waits, if that answers."""
    copy: str = ""
    """Where another computer, which is no host of the event, announces a copy of it; empty: nowhere."""
    tickets: KnownTickets | None = None
    """Those with which desks can join; only deputies are told."""
    handed_on: HandedOn | None = None
    """Only deputies are told."""
    private: PrivateCopy | None = None
    """The data of people, if the desk is a deputy and does not know the same, or was one and still has them."""


class Replaced(_Message, frozen=True):
    """The answer of a computer that does not host the event any more: ``statements`` show who does."""

    statements: tuple[Signed, ...]


class Forked(_Message, frozen=True):
    """The replica of the desk is not part of the host's journal: each may have entries that the other lacks."""

    end: Fingerprint


class Behind(_Message, frozen=True):
    """The answer of a host that is taking over and lacks entries of this desk: send those after ``end``."""

    end: Fingerprint


class Offer(_Message, frozen=True):
    """Entries that a desk has and the host that is taking over lacks."""

    entries: tuple[Record, ...]
    end: Signed | None = None
    """The newest end of the host that is lost, which signed it; entries after it are not accepted."""


Reply = News | Forked | Behind
Said = Reply | Replaced
"""What a server answers to a question."""


def sent(order: Order) -> SentOrder:
    """Return ``order`` in the form in which it is sent."""
    commands = tuple(Raw(encode_command(command).encode()) for command in order.commands)
    return SentOrder(order.ids, commands, order.together, order.confirmed, order.seen, order.author)


def arrived(order: SentOrder) -> Order:
    """Return an order that was received.

    Raise Refused if it is malformed, or if one of its commands is not known to this program.
    """
    count = len(order.commands)
    if not count or not len(order.ids) == len(set(order.ids)) == count or not (order.together or count == 1):
        text = mark("This order has no commands, or not one id of its own for each.")
        raise Refused(Problem("order-malformed", text))
    commands = tuple(decode_command(bytes(command)) for command in order.commands)
    return Order(order.ids, commands, order.together, order.confirmed, order.seen, order.author)


def refuse_other_protocol(desk: int, host: int = PROTOCOL) -> None:
    """Raise Refused if a desk and its host use different versions of the protocol."""
    if desk != host:
        if desk < host:
            text = mark("The program of this desk is older than that of the host: update it to join.")
        else:
            text = mark("The program of this desk is newer than that of the host: update the host to join.")
        raise Refused(Problem("protocol-other", text))


def encode(message: Sync | Offer | Said | SentOrder | PrivateQuestion | PrivateAnswer) -> bytes:
    """Return the JSON of ``message``."""
    return _encoder().encode(message)


def decode_sync(content: bytes) -> Sync:
    """Return the question in ``content``. Raise Refused if it is not one."""
    found: Sync = decode_as(content, Sync)
    return found


def decode_offer(content: bytes) -> Offer:
    """Return the offered entries in ``content``. Raise Refused if it contains none."""
    found: Offer = decode_as(content, Offer)
    return found


def decode_reply(content: bytes) -> Said:
    """Return the answer in ``content``. Raise Refused if it is not one."""
    found: Said = decode_as(content, Said)
    return found


def decode_as(content: bytes, kind: Any) -> Any:
    """Return the value of the type ``kind`` in ``content``. Raise Refused if ``content`` is none."""
    try:
        return decode(content, kind)
    except (ValueError, RecursionError) as error:
        text = mark("This message cannot be read: {what}.", what=json_fault(error))
        raise Refused(Problem("message-unreadable", text)) from error


@cache
def _encoder() -> Encoder:
    return Encoder()
