"""The ports at which a server listens, and the addresses by which others reach them."""

import errno
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address

from tournament.language import Text, mark
from tournament.sharing.invitation import joined_address, split_address
from ui.joining import places
from ui.joining.finding import own_interfaces
from ui.server.failures import CannotListen
from ui.server.listener import LimitedListener

LOOPBACK = "127.0.0.1"
HERE = (LOOPBACK, "::1")
"""The addresses that only this computer can reach."""
_MOST = 400
"""The most connections of desks at once."""
_MOST_OF_AN_ADDRESS = 200
"""The most of one address whose computers have shown no certificate."""
_MOST_OF_THE_PUBLIC = 6000
"""The most public connections at once: two for each phone, and some to spare."""
_MOST_ON_WINDOWS = 500
"""The most connections of a process on Windows, where ``select`` takes at most 512 sockets."""
_FILES_BESIDE = 600
"""The number of files that the process has open besides connections."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_PATIENCE = 15.0
"""Seconds in which a computer must acknowledge data."""
_MOST_ADDRESSES = 4
"""The most addresses of an invitation."""


class Ports:
    """The port of desks, and the one of the public if it is served; both listen from the beginning."""

    def __init__(
        self,
        host: str,
        port: int | None,
        public_port: int | None,
        *,
        last: int = 0,
        last_public: int = 0,
        proxy: str = "",
    ) -> None:
        """``port`` is as in `listening_at`, ``public_port`` as in `public_socket`; None: the public is not served.

        ``proxy`` is the ``host:port`` at which a proxy passes the connections of desks through. Raises CannotListen.
        """
        self.desks = listening_at(host, port, last)
        self.desks.one_address = bool(proxy)
        self.public: LimitedListener | None = None
        if public_port is not None:
            try:
                self.public = public_socket(host, public_port, last_public)
            except BaseException:
                self.desks.close()  # so that the next attempt finds its port free
                raise
        self._host, self._proxy = host, proxy
        self._name((split_address(proxy)[0],) if proxy else hosts_at(host))
        self._networks: object = None
        """The networks of this computer when its addresses were looked up last; None: not since the beginning."""

    def _name(self, hosts: tuple[str, ...]) -> None:
        self.hosts = hosts
        """The names or addresses of this computer, the likeliest first."""
        self.addresses = (self._proxy,) if self._proxy else self._at(self.desks)
        """The addresses of desks as ``host:port``."""
        self.public_addresses = self._at(self.public) if self.public is not None else ()
        """Those of the public, the likeliest first; empty if it is not served."""

    def look(self) -> bool:
        """Look up the addresses of this computer if its networks have changed; return whether they are others.

        Without any network it keeps the last ones. May wait for a server of names.
        """
        networks = own_interfaces(), _usual_address()
        if self._proxy or networks == self._networks:
            return False
        self._networks = networks
        found = hosts_at(self._host)
        if found in ((LOOPBACK,), self.hosts):
            return False
        self._name(found)
        return True

    def _at(self, listener: LimitedListener) -> tuple[str, ...]:
        return tuple(joined_address(host, listener.port) for host in self.hosts)

    def close(self) -> None:
        """Close both ports."""
        self.desks.close()
        if self.public is not None:
            self.public.close()
            self.public.close_rest()


def listening_at(host: str, port: int | None, last: int) -> LimitedListener:
    """A socket at ``host`` and ``port``. Raises CannotListen.

    Port 0 means ``last`` if that is free, else any; None: ``last``, else the first of `places.DESK_PORTS` that is free,
    else any.
    """
    text = mark("Desks cannot be served at {address}: {reason}. Choose another --host or --port.")
    bound = _bound_again(host, port or 0, (last, *(places.DESK_PORTS if port is None else ())), text)
    return LimitedListener(bound, _MOST, _MOST_OF_AN_ADDRESS, patience=_PATIENCE)


def public_socket(host: str, port: int, last: int = 0) -> LimitedListener:
    """The socket of the public. Raises CannotListen.

    Port 0 means ``last`` if that is free, else the first of `places.PUBLIC_PORTS` that is, else any.
    """
    most = max(1, min(_MOST_OF_THE_PUBLIC, _allowed_files(_MOST_OF_THE_PUBLIC + _FILES_BESIDE) - _FILES_BESIDE))
    text = mark("Nobody can be served at {address}: {reason}. Choose another --public-port.")
    bound = _bound_again(host, port, (last, *places.PUBLIC_PORTS), text)
    return LimitedListener(bound, most, most, patience=_PATIENCE, last_word=_FULL)  # a hall may have one address


def _allowed_files(wanted: int) -> int:
    """The number of connections and files that this process may have; tries to raise it to ``wanted``."""
    try:
        import resource
    except ImportError:  # on Windows desks may have theirs, and what is left is for others
        return _MOST_ON_WINDOWS - _MOST + _FILES_BESIDE
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != resource.RLIM_INFINITY and now < wanted:
        more = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(OSError, ValueError):  # the system has a limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
            now = more
    return wanted if now == resource.RLIM_INFINITY else now


def _bound_again(host: str, port: int, rather: Iterable[int], why_not: Text) -> socket.socket:
    """A socket at ``port``; port 0 means the first of ``rather`` that is free, else any. Raises CannotListen."""
    for each in rather if not port else ():
        if each:
            with suppress(OSError):
                return _bound(host, each)
    try:
        return _bound(host, port)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        values = (("address", joined_address(host, port)), ("reason", reason))
        raise CannotListen(replace(why_not, values=values)) from error


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError as error:  # a part of the name is empty or too long
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from error
    # On systems with both protocols, “::” stands for the addresses of IPv4 as well.
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(address, family=family, dualstack_ipv6=both)


def hosts_at(host: str) -> tuple[str, ...]:
    """The names or addresses by which desks reach a server that listens at ``host``, the likeliest first."""
    if host not in ("0.0.0.0", "::"):  # it is what the user asks for
        return (host,)
    try:
        _, _, named = socket.gethostbyname_ex(socket.gethostname())
    except OSError:
        named = []
    others = (each for each in named if not ip_address(each).is_loopback)
    found = (*_usual_address(), *others) or tuple(str(each.ip) for each in own_interfaces())
    return tuple(dict.fromkeys(found))[:_MOST_ADDRESSES] or (LOOPBACK,)


def _usual_address() -> tuple[str, ...]:
    """The address of this computer towards others; empty if its network leads to no other. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # of documentation: any that is not here will do
        except OSError:
            return ()
        return (found.getsockname()[0],)


def is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
