"""How to reach a shared event: a code of letters for an e-mail, a QR code or a file.

It is ``qv2-`` and Crockford's Base32 (without I, L, O, U) of length, number of addresses, event, id of the first host,
ticket, addresses, name and a CRC-32. The CRC finds every error within 32 neighbouring bits, so every wrong character
and every swap of neighbours. The ticket lets anybody who has it ask to join, so the code is secret. What the ticket is
good for, and until when, only the host knows (``tickets``). Codes of version 1 (``qv1-``) are refused with the reason.
"""

import re
import unicodedata
from base64 import b32hexdecode, b32hexencode
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID
from zlib import crc32

from tournament.event.problem import Problem, Refused
from tournament.files.encoding import is_utf_16
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.sharing.keys import ID_BYTES

if TYPE_CHECKING:
    from tournament.language import Language

SUFFIX = ".qv-invitation"
TICKET_BYTES = 16
NO_TICKET = bytes(TICKET_BYTES)
"""The ticket of an invitation that only leads to the event, as a desk keeps it that joined without one."""
_VERSION = 2
_BEGIN = re.compile(r"[^\w./\\]*qv(\d{1,3})\s*[-‐-―−](.*)", re.DOTALL)
_OF_A_PATH = re.compile(r"[./\\]\w")
_FROM_CROCKFORD = str.maketrans("abcdefghjkmnpqrstvwxyzoilu", "ABCDEFGHIJKLMNOPQRSTUV011!")
_TO_CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUV", "abcdefghjkmnpqrstvwxyz")
_NAME_BYTES = 16
"""With this limit a code with one IPv4 address has at most 160 characters."""
_MOST_ADDRESSES = 15
_IPV4, _IPV6, _NAMES = 0, 1, 2
"""The kind of an address; a name of n characters has the kind 1 + n."""
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,150}[a-z0-9_.])?")
_MOST_BYTES = 16 * 1024
"""More bytes than any invitation file has."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How to reach a shared event: its addresses, its first host, and the ticket to join it."""

    addresses: tuple[str, ...]
    """``host:port`` each, the most likely first: ``192.168.1.20:8470``, ``[fe80::1]:8470``, ``hall.local:8470``."""
    event: UUID
    """The id of its first entry."""
    name: str
    """The name of the event, for people; in a code it is shortened to 16 bytes."""
    first_host: bytes
    """The id of the first host of the event, from which the statements of all its hosts follow."""
    ticket: bytes = field(repr=False)
    """16 random bytes with which desks may ask to join."""


def is_invitation(text: str) -> bool:
    """Return whether ``text`` is an invitation, perhaps damaged, rather than the path of a file."""
    found = _BEGIN.match(_plain(text))
    return found is not None and _OF_A_PATH.search(found[2]) is None


def encode(invitation: Invitation) -> str:
    """Return the code of ``invitation`` in lower case; QR codes are smaller in upper case.

    Raise Refused for an invalid address, and for more addresses than fit into a code.
    """
    assert len(invitation.first_host) == ID_BYTES, "the id of a certificate"
    assert len(invitation.ticket) == TICKET_BYTES, "made by the server"
    addresses = b"".join(map(_packed, invitation.addresses))
    count = len(invitation.addresses)
    fixed = invitation.event.bytes + invitation.first_host + invitation.ticket
    content = fixed + addresses + short_name(invitation.name).encode()
    length = len(content) + 6
    if not 1 <= count <= _MOST_ADDRESSES or length > 255:
        raise _refused("addresses", mark("An invitation has one address or a few: list fewer, or shorter ones."))
    payload = bytes((length, count)) + content
    return f"qv{_VERSION}-{_spelled(payload + crc32(payload).to_bytes(4, 'little'))}"


def decode(text: str) -> Invitation:
    """Return the invitation of the code ``text``.

    Case, white space, dashes, quotes and full-width letters do not matter. Raise Refused with one of the codes
    ``invitation-unknown``, ``-old``, ``-newer``, ``-cut``, ``-mistyped`` or ``-addresses``.
    """
    found = _BEGIN.match(_plain(text))
    if found is None:
        raise _refused("unknown", mark("This is not an invitation: it does not begin with “qv2-”."))
    if int(found[1]) < _VERSION:
        text_old = mark(
            "This invitation was made by an earlier version of the program, and is not valid any more: ask the host "
            "for a new one."
        )
        raise _refused("old", text_old)
    if int(found[1]) > _VERSION:
        raise _refused("newer", mark("This invitation was made by another version of the program: install the newest."))
    typed = "".join(filter(str.isalnum, found[2]))
    needed = _characters(_bytes(typed[:2])[0]) if len(typed) > 1 else len(typed) + 1
    if len(typed) < needed:
        text_cut = mark(
            "The invitation is incomplete: {count} of {needed} characters arrived. Copy all of it.",
            count=len(typed),
            needed=needed,
        )
        raise _refused("cut", text_cut)
    whole = _bytes(typed) if len(typed) == needed else b""
    if len(whole) < 7 or crc32(whole[:-4]).to_bytes(4, "little") != whole[-4:]:
        raise _mistyped()
    try:
        return _read(whole[1:-4])
    except (IndexError, ValueError) as error:  # this program writes no such code
        raise _mistyped() from error


def write_text(path: Path, invitation: Invitation, language: "Language", until: datetime | None = None) -> None:
    """Write ``invitation`` to ``path``: the code, and for people what it is and how long it is valid.

    ``until`` is shown in its own time zone; None if it is not known, or there is no end. Where files have modes, the
    file is readable by its owner alone. Raise OSError or Refused.
    """
    words = [
        mark("Invitation to “{event}”", event=harmless_line(invitation.name)),
        mark(
            "Open this file with Quatre Vents, or paste its first line, to work on the event at {addresses}.",
            addresses=invitation.addresses,
        ),
        mark("Whoever has this code can ask to join: do not publish it."),
    ]
    if until is not None:
        words.append(mark("It is valid until {end} ({zone}).", end=until, zone=until.tzname() or ""))
    lines = (encode(invitation), "", *map(language.render, words))
    write_whole(path, "".join(f"{line}\n" for line in lines))


def read(path: Path) -> Invitation:
    """Return the invitation in the file ``path``, whose code ends at the first empty line.

    Raise OSError if it cannot be read, Refused if it is a folder, and as :func:`decode` does.
    """
    if path.is_dir():
        folder = mark("“{name}” is a folder: choose a file.", name=str(path))
        raise Refused(Problem("invitation-folder", folder, "invitation"))
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    text = data.decode("utf-16" if is_utf_16(data) else "utf-8-sig", errors="replace").strip()
    return decode(re.split(r"\r?\n\s*\n", text, maxsplit=1)[0])


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of ``host:port``, the host in its usual form and without brackets. Raise Refused."""
    from ipaddress import ip_address

    host, _, port = address.strip().lower().rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        host = str(ip_address(host))
    except ValueError:
        if _HOST.fullmatch(host) is None:
            raise _no_address(address) from None
    is_port = port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536
    if "%" in host or not is_port:  # A zone of an address only means something on one computer.
        raise _no_address(address)
    return host, int(port)


def joined_address(host: str, port: int) -> str:
    """Return ``host:port``, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def short_name(name: str) -> str:
    """Return ``name`` as a code contains it: in one line, and in 16 bytes of UTF-8."""
    plain = harmless_line(name).strip()
    if len(plain.encode()) <= _NAME_BYTES:
        return plain
    return plain.encode()[: _NAME_BYTES - 3].decode(errors="ignore").rstrip() + "…"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def _spelled(data: bytes) -> str:
    return b32hexencode(data).decode().rstrip("=").translate(_TO_CROCKFORD)


def _characters(length: int) -> int:
    """Return how many letters are needed for ``length`` bytes."""
    return -(-8 * length // 5)


def _bytes(typed: str) -> bytes:
    """Return the bytes that the letters ``typed`` stand for. Raise Refused if other characters are among them."""
    spelled = typed.translate(_FROM_CROCKFORD)
    try:
        data = b32hexdecode(spelled + "=" * (-len(spelled) % 8))
    except ValueError as error:
        raise _mistyped() from error
    # The bits of the last character that are not needed must be 0.
    if len(typed) > 2 and b32hexencode(data).decode().rstrip("=") != spelled:
        raise _mistyped()
    return data


def _packed(address: str) -> bytes:
    from ipaddress import ip_address

    host, port = split_address(address)
    try:
        number = ip_address(host)
    except ValueError:
        return bytes((len(host) + 1,)) + host.encode() + port.to_bytes(2)
    return bytes((_IPV4 if number.version == 4 else _IPV6,)) + number.packed + port.to_bytes(2)


def _read(content: bytes) -> Invitation:
    """Return the invitation in ``content``.

    Raise ValueError or IndexError for what `encode` does not write, and Refused for a bad address.
    """
    from ipaddress import ip_address

    place = 1

    def take(count: int) -> bytes:
        nonlocal place
        place += count
        if place > len(content):
            raise IndexError(place)
        return content[place - count : place]

    event, first_host, ticket = UUID(bytes=take(16)), take(ID_BYTES), take(TICKET_BYTES)
    addresses = list[str]()
    for _ in range(content[0]):
        kind = take(1)[0]
        host = take(kind - 1).decode("ascii") if kind >= _NAMES else str(ip_address(take(4 if kind == _IPV4 else 16)))
        addresses.append(joined_address(*split_address(joined_address(host, int.from_bytes(take(2))))))
    if not 1 <= len(addresses) <= _MOST_ADDRESSES:
        raise ValueError(len(addresses))
    return Invitation(tuple(addresses), event, short_name(content[place:].decode()), first_host, ticket)


def _mistyped() -> Refused:
    return _refused("mistyped", mark("The invitation has a wrong character: copy it again, all of it."))


def _no_address(address: str) -> Refused:
    text = mark("“{address}” is not an address: write host:port, such as 192.168.1.20:8470.", address=address)
    return _refused("addresses", text)


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(f"invitation-{code}", text, "invitation"))
