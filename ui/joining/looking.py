"""Asks computers which event they host, before this computer knows any of them. Calls block.

Nothing that they answer is believed: when this computer joins at one of them, digits prove that it is the host.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.sharing.joining import refuse_other_event
from tournament.sharing.keys import id_of
from tournament.sharing.messages import PROTOCOL, refuse_other_protocol
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import REACHED_WITHIN, Hello
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.hosts import ask, at_once
from ui.joining.pinned import shown_certificate

_MOST_NAME = 100
"""The most characters of a name that are shown."""
_MOST_EVENTS = 200
"""The most events of one server that are shown."""
_NO_HOST = ("answer-unreadable", "status-unknown")
"""Codes of the problems with what answers like another program."""


@dataclass(frozen=True, slots=True)
class SeenHost:
    """A computer that says that it hosts an event."""

    address: str
    id: bytes
    """The id of the certificate that this computer sees there."""
    event: UUID
    name: str
    """The name of the event."""
    computer: str
    """The name of the desk or of the computer that hosts it."""


class SeveralEvents(Refused):
    """Several events are shared there, and somebody must choose."""

    def __init__(self, hosts: tuple[SeenHost, ...]) -> None:
        super().__init__(Problem("events-several", mark("Several events are shared there: choose one in the list."),
                                 "place"))  # fmt: skip
        self.hosts = hosts


def seen_host(addresses: Sequence[str], event: UUID | None = None) -> SeenHost:
    """Return the host at one of ``addresses``, all of which are asked at once; of this ``event`` if one is given.

    Raise ServerAway or CertificateChanged if nobody answers, Refused if what answers is no host, and SeveralEvents.
    """
    answers = at_once(partial(_asked, event), addresses)
    seen = tuple(each for answer in answers if isinstance(answer, tuple) for each in answer)
    found = {(each.id, each.event): each for each in reversed(seen)}
    if not found:
        raise min((each for each in answers if not isinstance(each, tuple)), key=_says_little)
    if len(found) > 1:
        raise SeveralEvents(tuple(reversed(found.values())))
    return next(iter(found.values()))


def _asked(event: UUID | None, address: str) -> tuple[SeenHost, ...] | Refused | ServerAway | CertificateChanged:
    try:
        id = id_of(shown_certificate(address, REACHED_WITHIN))
        hello = ask((address,), id, event=str(event or "")).hello
        seen = _host(address, id, hello)
        if event is not None:
            refuse_other_event(event, seen.event)
        elif len(hello.events) > 1:
            named = (replace(hello, event=each.event, name=each.name) for each in hello.events[:_MOST_EVENTS])
            return tuple(_host(address, id, each) for each in named)
    except StoreUnavailable as error:
        return Refused(Problem("host-busy", error.text, "place"))
    except Refused as error:
        return _not_a_host(address) if error.problems[0].code in _NO_HOST else error
    except (ServerAway, CertificateChanged) as error:
        return error
    return (seen,)


def _host(address: str, id: bytes, hello: Hello) -> SeenHost:
    refuse_other_protocol(PROTOCOL, hello.protocol)
    name = harmless_line(hello.name)[:_MOST_NAME]
    try:
        event = UUID(hello.event)
    except ValueError as error:
        raise _not_a_host(address) from error
    if not hello.hosting:
        text = mark("The computer at {address} does not host “{event}” now.", address=address, event=name)
        raise Refused(Problem("host-not", text, "place"))
    return SeenHost(address, id, event, name, harmless_line(hello.desk or hello.host)[:_MOST_NAME])


def _not_a_host(address: str) -> Refused:
    text = mark("What answers at {address} is not a server of Quatre Vents. Check the address.", address=address)
    return Refused(Problem("host-unknown", text, "place"))


def _says_little(error: Refused | ServerAway | CertificateChanged) -> bool:
    return not isinstance(error, Refused)
