"""Why a phone does not reach the event, or not all of it: the likely cause, from what the desk and its user see.

`likely_cause` is a pure function of an `Observed`; a `Cause` has the words.
"""

from dataclasses import dataclass, replace
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface
from typing import assert_never

from tournament.language import Text, mark
from tournament.language.text import LabelledEnum
from tournament.sharing.invitation import split_address
from ui.hall.phones_seen import PhoneSeen

PATIENCE = 15.0
"""Seconds after which something that has not come counts as missing."""


class BrowserSays(LabelledEnum):
    """What the browser says on a phone that does not show the page."""

    NOTHING = "nothing", mark("nothing chosen")
    REFUSED = "refused", mark("“refused” or “cannot connect”, at once")
    WAITS = "waits", mark("it loads for long and gives up")
    UNREACHABLE = "unreachable", mark("“unreachable”, after some seconds")
    NO_NETWORK = "no-network", mark("“offline” or “unreachable”, at once")
    OTHER_PAGE = "other-page", mark("another page, such as a login")
    NOT_SECURE = "not-secure", mark("a warning or an error about security")


@dataclass(frozen=True, slots=True)
class HostSeen:
    """What this computer, which shares the event, sees of itself."""

    address: str
    """Where phones look for it, as ``host:port``."""
    networks: tuple[str, ...]
    """Its addresses with the lengths of their networks, such as ``192.168.1.7/24``."""
    reached: bool
    """Whether it reaches the public port at that address itself."""
    public_profile: bool = False
    """Whether Windows treats one of its networks as public, in which its firewall refuses others."""
    firewall_by_program: bool = False
    """Whether a firewall allows programs, as on Windows and macOS, so that what reaches the port of desks reaches the
    one of phones; on Linux it allows ports."""

    def is_near(self, address: str) -> bool:
        """Whether ``address`` is in one of its networks."""
        near = _ip(address)
        return near is not None and any(near in ip_interface(each).network for each in self.networks)

    def is_beside(self, address: str) -> bool:
        """Whether ``address`` is in the network of the address where phones look for it."""
        near, at = _ip(address), _ip(split_address(self.address)[0])
        networks = (ip_interface(each).network for each in self.networks)
        return near is not None and at is not None and any(near in each and at in each for each in networks)

    def is_own(self, address: str) -> bool:
        """Whether ``address`` is of this computer."""
        own = _ip(address)
        return own is not None and (own.is_loopback or any(own == ip_interface(each).ip for each in self.networks))


@dataclass(frozen=True, slots=True)
class Observed:
    """Everything that is known when a cause is wanted: of ``phone``, or of one from which nothing came (None)."""

    host: HostSeen
    seconds: float
    """Since the phone fetched the page; or since its code was shown."""
    phone: PhoneSeen | None = None
    says: BrowserSays = BrowserSays.NOTHING
    """What the browser of the phone says from which nothing came."""
    phone_address: str = ""
    """The address of that phone in its network, if its user has looked it up; empty: not known."""
    others_came: bool = False
    """Whether the page came to another phone, which is not this computer, at the same address."""
    desks: int = 0
    """How many desks of other computers are connected."""
    untried: bool = False
    """Whether this computer has another address that was not tried."""


class Cause(Enum):
    """What is probably wrong, or that nothing is: as a title, and as advice."""

    WAITING = (
        mark("Waiting for a phone."),
        mark("Scan the code with a phone. If its browser does not show the page, choose below what it says."),
    )
    NOBODY_CAME = (
        mark("Nothing came yet."),
        mark("Choose below what the browser of the phone says: the cause follows from it."),
    )
    WORKS = (
        mark("Everything works."),
        mark("This phone shows results, gets updates, and can type. Try it again at the farthest table."),
    )
    WORKS_THROUGH_ROUTER = (
        mark("Everything works, through a router or a proxy."),
        mark("The phone is in another network than this computer. Try it again at the farthest table."),
    )
    THIS_COMPUTER = (
        mark("This is a browser of this computer."),
        mark("It needs no network to reach the event, so it says nothing about phones: use a phone."),
    )
    # of this computer
    IN_NO_NETWORK = (
        mark("This computer is in no network."),
        mark("Connect it to the Wi-Fi or by cable. The code then changes by itself."),
    )
    LOOPBACK_ONLY = (
        mark("Only this computer can reach {address}.", address="{address}"),
        mark("Stop sharing, and share the event again for all computers of the network."),
    )
    ADDRESS_GONE = (
        mark("This computer does not have the address {address} any more.", address="{address}"),
        mark("It has {own}. Scan the code again when it has changed. If the router gives this computer a fixed "
             "address, this cannot happen.", own="{own}"),
    )  # fmt: skip
    NOT_SERVED = (
        mark("Nothing answers at {address}, port {port}.", address="{address}", port="{port}"),
        mark("The program that serves phones does not listen there. Stop sharing, and share the event again."),
    )
    # of the way
    OTHER_ADDRESS = (
        mark("This computer is in several networks, and the phone is probably in another one."),
        mark("Choose another address of this computer above, and scan the code again. Turn off a VPN here."),
    )
    PUBLIC_PROFILE = (
        mark("The firewall of this computer keeps others out, because Windows treats the network as public."),
        mark("In the settings of Windows, open the properties of the network and choose “Private”. If Windows asks, "
             "allow Quatre Vents."),
    )  # fmt: skip
    FIREWALL = (
        mark("The firewall of this computer keeps others out."),
        mark("Let it accept connections to this program, at port {port}. If another computer in the same Wi-Fi shows "
             "the page, the Wi-Fi keeps the phone apart instead.", port="{port}"),
    )  # fmt: skip
    ISOLATION = (
        mark("The Wi-Fi keeps its devices apart (client isolation), as guest networks do."),
        mark("Ask for a network without isolation, or use your own router or a hotspot. A cable from this computer to "
             "the same router may be enough."),
    )  # fmt: skip
    OTHER_NETWORK = (
        mark("The phone is in another network."),
        mark("On the phone, turn off mobile data and VPN, and choose the Wi-Fi of this computer, not one for guests. "
             "The address of the phone then begins like {address}.", address="{address}"),
    )  # fmt: skip
    PHONE_OFFLINE = (
        mark("The phone is in no network that leads to this computer."),
        mark("Turn on Wi-Fi, choose the Wi-Fi of the hall, and stay in it even if the phone says that it has no "
             "internet."),
    )  # fmt: skip
    LOGIN_PAGE = (
        mark("The Wi-Fi asks everybody to log in first."),
        mark("Log in on each phone, then open the code again; or use a network without a login page."),
    )
    HTTPS = (
        mark("The browser asks for an encrypted page."),
        mark("Continue in spite of the warning, or type the address with “http://” in front. This page has no "
             "certificate."),
    )  # fmt: skip
    # of a page that came
    PAGE_ALONE = (
        mark("The page came, and nothing else."),
        mark("The page was closed, the phone sleeps, or its browser runs no scripts. Open it again in the usual "
             "browser of the phone."),
    )  # fmt: skip
    CONNECTION_LOST = (
        mark("The connection was lost after the page."),
        mark("The Wi-Fi is weak there, or the phone changed to mobile data because the Wi-Fi has no internet. Turn off "
             "mobile data, and test again closer to the router."),
    )  # fmt: skip
    PUSH_HELD = (
        mark("Updates do not reach the phone."),
        mark("A proxy, a VPN or a data saver stops it. Turn these off on the phone; where that is not possible, people "
             "must reload the page."),
    )  # fmt: skip
    PUSH_LATE = (
        mark("Updates reach the phone late, or only once."),
        mark("The phone saves energy, or a proxy collects what is sent. Turn off the energy saver and the VPN of the "
             "phone, and test again."),
    )  # fmt: skip
    TYPING_HELD = (
        mark("What is typed on the phone does not arrive."),
        mark("A filter or a proxy stops forms. Turn off VPN and content filters on the phone, or use another network. "
             "Until then players write on paper."),
    )  # fmt: skip

    def __init__(self, title: Text, advice: Text) -> None:
        self._title, self._advice = title, advice

    def texts(self, host: HostSeen) -> tuple[Text, Text]:
        """What is wrong, and what to do, for the computer ``host``."""
        at, port = split_address(host.address)
        own = tuple(each.partition("/")[0] for each in host.networks)
        values = {"address": at, "port": str(port), "own": own}

        def filled(text: Text) -> Text:
            return replace(text, values=tuple((name, values[name]) for name, _ in text.values))

        return filled(self._title), filled(self._advice)


GOOD = frozenset({Cause.WORKS, Cause.WORKS_THROUGH_ROUTER})
"""Nothing is wrong."""
UNDECIDED = frozenset({Cause.WAITING, Cause.NOBODY_CAME, Cause.THIS_COMPUTER})
"""Nothing is known to be wrong yet."""


def likely_cause(seen: Observed) -> Cause:
    """What is probably wrong."""
    if seen.phone is not None:
        return _of_phone(seen, seen.phone)
    return _of_host(seen.host) or _of_way(seen)


def _of_host(host: HostSeen) -> Cause | None:
    """What is wrong at this computer itself; None if it sees nothing."""
    name, _ = split_address(host.address)
    at = _ip(name)
    if not host.networks:
        return Cause.IN_NO_NETWORK
    if name == "localhost" or (at is not None and at.is_loopback):
        return Cause.LOOPBACK_ONLY
    if at is not None and not host.is_own(name):
        return Cause.ADDRESS_GONE
    return None if host.reached else Cause.NOT_SERVED


def _of_way(seen: Observed) -> Cause:
    """Why nothing comes from a phone although this computer serves the page."""
    host, address = seen.host, seen.phone_address
    known = _ip(address) is not None  # it may be half typed
    elsewhere = not host.is_near(address) if known else seen.others_came
    other_address = not host.is_beside(address) and (seen.untried or (known and not elsewhere))
    match seen.says:
        case BrowserSays.NOTHING:
            return Cause.NOBODY_CAME if seen.seconds >= PATIENCE and not seen.others_came else Cause.WAITING
        case BrowserSays.OTHER_PAGE:
            return Cause.LOGIN_PAGE
        case BrowserSays.NOT_SECURE:
            return Cause.HTTPS
        case BrowserSays.NO_NETWORK:
            return Cause.PHONE_OFFLINE
        case BrowserSays.REFUSED:
            # the computer that refuses is this one, or the one that has the same address in another network
            return Cause.OTHER_NETWORK if elsewhere or seen.others_came else _firewall(host)
        case BrowserSays.WAITS | BrowserSays.UNREACHABLE if elsewhere:
            return Cause.OTHER_NETWORK
        case BrowserSays.WAITS if host.public_profile and not seen.others_came:
            return Cause.PUBLIC_PROFILE
        case BrowserSays.WAITS | BrowserSays.UNREACHABLE if other_address:
            return Cause.OTHER_ADDRESS
        case BrowserSays.WAITS:
            passes = seen.others_came or (seen.desks > 0 and host.firewall_by_program)
            return Cause.ISOLATION if passes else _firewall(host)
        case BrowserSays.UNREACHABLE:
            # Nothing in the network of the phone has this address; a firewall does not hide that it is there.
            return Cause.ISOLATION
        case _:
            assert_never(seen.says)


def _firewall(host: HostSeen) -> Cause:
    return Cause.PUBLIC_PROFILE if host.public_profile else Cause.FIREWALL


def _of_phone(seen: Observed, phone: PhoneSeen) -> Cause:
    """What is wrong with a phone to which the page came."""
    if phone.pushed is not None and phone.again is not None and phone.typed is not None and not phone.late:
        if seen.host.is_own(phone.address):
            return Cause.THIS_COMPUTER
        return Cause.WORKS if seen.host.is_near(phone.address) else Cause.WORKS_THROUGH_ROUTER
    if phone.late:
        return Cause.PUSH_LATE
    if seen.seconds < PATIENCE:
        return Cause.WAITING
    if phone.typed is None:
        if phone.pushed is not None:
            return Cause.TYPING_HELD
        return Cause.PAGE_ALONE if phone.listened is None else Cause.CONNECTION_LOST
    return Cause.PUSH_HELD if phone.pushed is None else Cause.PUSH_LATE


def _ip(address: str) -> IPv4Address | IPv6Address | None:
    """``address`` if it is one; None for a name."""
    try:
        return ip_address(address)
    except ValueError:
        return None
