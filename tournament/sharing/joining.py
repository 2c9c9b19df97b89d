"""What the ways to join a shared event have in common: the desk that asks, and what the host tells one that it admits.

A desk joins by six digits that the host shows (``six_digits``), or by digits that people at both compare
(``approval``).
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from msgspec import Struct
from msgspec.json import encode

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.language import mark
from tournament.language.harmless import steers_a_line
from tournament.sharing.keys import id_of, is_certificate, is_signed
from tournament.sharing.messages import decode_as, refuse_other_protocol
from tournament.sharing.statements import Signed

RandomBytes = Callable[[int], bytes]
"""Returns as many random bytes as it is asked for: ``secrets.token_bytes`` outside of tests."""
Sign = Callable[[bytes], bytes]
"""Returns the signature of a content: `ComputerKey.sign`."""
MOST_NAME = 60
"""Characters of the name of a desk, and of its author."""
MOST_ADDRESS = 300
"""Characters of an address at which a desk would serve the event."""
DIGITS = 6
_SHOWN_OF_ID = 8


@dataclass(frozen=True, slots=True)
class JoiningDesk:
    """A desk that asks to join; `joining_desk` makes it."""

    certificate: bytes
    """In DER."""
    name: str
    """The name that it asks for."""
    author: str
    """The person who works there."""
    serves_at: str = ""
    """Where it would serve the event if it took over, as ``host:port``; empty if it cannot."""

    @property
    def id(self) -> bytes:
        """The id of its certificate."""
        return id_of(self.certificate)

    @property
    def first_digits(self) -> str:
        """The first digits of its id, by which people distinguish two desks with one name."""
        return self.id.hex()[:_SHOWN_OF_ID]


class JoiningMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message between the host and a desk that joins; its JSON names its type."""


class SignedRequest(JoiningMessage, frozen=True):
    """The first message of a desk, which shows that it has the key of its certificate."""

    request: bytes
    """The JSON of the request: exactly what was signed."""
    signature: bytes


class _AnyRequest(Struct, frozen=True):
    """What every version of the protocol says in a request to join."""

    protocol: int


Asked = TypeVar("Asked", bound=JoiningMessage)


class Welcome(JoiningMessage, frozen=True):
    """What a desk learns when it is admitted."""

    desk: str
    """The name that it has from now on."""
    role: EventRole
    """The role of its key."""
    first_host: bytes
    """The certificate of the first host of the event, in DER."""
    statements: tuple[Signed, ...] = ()
    """Those that the host knows, from which a desk finds out who hosts the event."""


def joining_desk(certificate: bytes, name: str, author: str, serves_at: str = "") -> JoiningDesk:
    """Return the desk with these. Raise Refused if a name or the certificate is unfit."""
    if not is_certificate(certificate):
        text = mark("The certificate of this desk is damaged: remove this desk here, and join again.")
        raise Refused(Problem("desk-certificate", text))
    return JoiningDesk(certificate, joined_name(name, "desk"), joined_name(author, "author"), serves_at)


def signed_request(request: JoiningMessage, host: bytes, sign: Sign) -> tuple[bytes, bytes]:
    """Return ``request`` as JSON, and that signed for the computer with the id ``host`` alone."""
    content = encode_message(request)
    return content, encode_message(SignedRequest(content, sign(_to_be_signed(host, content))))


def read_signed(content: bytes) -> SignedRequest:
    """Return the signed request in ``content``.

    Raise Refused if it is not one; if a desk of another version of the protocol sent it, with that reason.
    """
    found: SignedRequest = _of_this_version(content, SignedRequest)
    return found


def read_asked(found: SignedRequest, kind: type[Asked]) -> Asked:
    """Return the request that was signed, whose type is ``kind``. Raise Refused as `read_signed` does."""
    return _of_this_version(found.request, kind)


def _of_this_version(content: bytes, kind: type[Asked]) -> Asked:
    try:
        found: Asked = decode_as(content, kind)
    except Refused:
        with suppress(ValueError, RecursionError):
            refuse_other_protocol(decode(content, _AnyRequest).protocol)
        raise
    return found


def refuse_unsigned(found: SignedRequest, desk: JoiningDesk, host: bytes) -> None:
    """Raise Refused unless ``desk`` has signed the request for the computer with the id ``host``.

    Otherwise a desk could join with the certificate of another one, and change what the host knows of that.
    """
    if not is_signed(desk.certificate, _to_be_signed(host, found.request), found.signature):
        text = mark("This computer has not proven who it is: try to join again, with the newest program.")
        raise Refused(Problem("join-unproven", text))


def encode_message(message: JoiningMessage) -> bytes:
    """Return the JSON of ``message``."""
    return encode(message)


def decode_welcome(content: bytes) -> Welcome:
    """Return the welcome in ``content``. Raise Refused if it is not one."""
    found: Welcome = decode_as(content, Welcome)
    return found


def refuse_other_event(asked: UUID, event: UUID) -> None:
    """Raise Refused if a desk ``asked`` for another event than ``event``."""
    if asked != event:
        raise Refused(Problem("event-other", mark("This computer does not share the event that the desk asks for.")))


def bound(purpose: str, *parts: bytes) -> bytes:
    """Return the SHA-256 of ``parts`` for one ``purpose``; no other parts and no other purpose have the same."""
    found = hashlib.sha256(f"quatre-vents/{purpose}/2\0".encode())
    for part in parts:
        found.update(len(part).to_bytes(4))
        found.update(part)
    return found.digest()


def digits_from(content: bytes) -> str:
    """Return six digits that follow from ``content``, which is random or a hash, of at least 16 bytes."""
    return f"{int.from_bytes(content) % 10**DIGITS:0{DIGITS}}"


def shown_digits(digits: str) -> str:
    """Return ``digits`` as people read them: in two groups."""
    return f"{digits[: DIGITS // 2]} {digits[DIGITS // 2 :]}"


def typed_digits(text: str) -> str:
    """Return the six digits in ``text``, as somebody typed them. Raise Refused if there are more, or others."""
    found = "".join(character for character in unicodedata.normalize("NFKC", text) if character.isalnum())
    if re.fullmatch(rf"[0-9]{{{DIGITS}}}", found) is None:
        raise Refused(Problem("digits", mark("Type the six digits that the host shows."), "digits"))
    return found


def joined_name(text: str, field: str) -> str:
    """Return the name ``text`` of a desk or a person, without spaces around it. Raise Refused if it is unfit."""
    name = text.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable() or steers_a_line(name):
        what = mark("A name has 1 to {most} characters that can be printed.", most=MOST_NAME)
        raise Refused(Problem("name-unfit", what, field))
    return name


def _to_be_signed(host: bytes, request: bytes) -> bytes:
    return b"quatre-vents/joining/2\0" + host + request
