"""Asks computers which event they host, before this computer knows any of them. Calls block.

Nothing that they answer is believed: when this computer joins at one of them, digits prove that it is the host.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from tournament.event.problem import Problem, Refused
from tournament.language import listed, mark
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


def seen_host(addresses: Sequence[str], event: UUID | None = None) -> SeenHost:
    """Return the host at one of ``addresses``, all of which are asked at once; of this ``event`` if one is given.

    Raise ServerAway or CertificateChanged if nobody answers, and Refused if what answers is no host, or if there are
    several.
    """
    answers = at_once(partial(_asked, event), addresses)
    found = {each.id: each for each in reversed(answers) if isinstance(each, SeenHost)}
    if not found:
        raise min((each for each in answers if not isinstance(each, SeenHost)), key=_says_little)
    if len(found) > 1:
        text = mark(
            "Several events are shared there. Type the address with its port: {places}.",
            places=listed(mark("{address} for “{event}”", address=each.address, event=each.name)
                          for each in reversed(found.values())),
        )  # fmt: skip
        raise Refused(Problem("hosts-several", text, "place"))
    return next(iter(found.values()))


def _asked(event: UUID | None, address: str) -> SeenHost | Refused | ServerAway | CertificateChanged:
    try:
        id = id_of(shown_certificate(address, REACHED_WITHIN))
        seen = _host(address, id, ask((address,), id).hello)
        if event is not None:
            refuse_other_event(event, seen.event)
    except StoreUnavailable as error:
        return Refused(Problem("host-busy", error.text, "place"))
    except Refused as error:
        return _not_a_host(address) if error.problems[0].code in _NO_HOST else error
    except (ServerAway, CertificateChanged) as error:
        return error
    return seen


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
