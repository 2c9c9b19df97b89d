"""The way to a host: its key compared before anything is told, the login, an end to all waiting."""

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from tournament.language import Text, mark
from ui.web_host.failures import ChangedHost, LoginRefused, SiteNotWritten, UnknownHost
from ui.web_host.host_keys import HostKey, accept, known_keys
from ui.web_host.login import Login
from ui.web_host.place import SftpPlace
from ui.web_host.progress import Progress

if TYPE_CHECKING:
    from paramiko import PKey, SFTPClient, Transport

PATIENCE = 20.0
"""Seconds in which a host answers each question."""
_BEAT = 0.1
"""Seconds between two chances to cancel."""
_OWN_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")
_MOST_KEYS = 5
"""Hosts hang up after six tries."""
_UNDER_WAY = (errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EALREADY, 10035)
"""What a connection that is not made yet says; the last is Windows'."""
_ALGORITHMS = {"ssh-rsa": ("rsa-sha2-512", "rsa-sha2-256")}
"""How a host proves that it has a key of a kind, where that has another name."""


class Watch:
    """Tells how far an upload is, ten times a second; where that raises, it cuts the connection at once."""

    def __init__(self, progress: Progress | None, steps: int) -> None:
        self.done = 0
        self.steps = steps
        self.stopped: BaseException | None = None
        """What the progress raised."""
        self._progress = progress
        self._socket: socket.socket | None = None
        self._ended = Event()
        self._thread = Thread(target=self._beat, name="site upload", daemon=True)

    def __enter__(self) -> "Watch":
        if self._progress is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._progress is not None:
            self._thread.join()

    def check(self) -> None:
        """Raise what the progress raised."""
        if self.stopped is not None:
            raise self.stopped

    def hold(self, connection: socket.socket) -> None:
        """From now on ``connection`` is what is cut."""
        self._socket = connection
        self.check()

    def _beat(self) -> None:
        assert self._progress is not None, "started for it alone"
        while not self._ended.wait(_BEAT):
            try:
                self._progress(self.done, self.steps)
            except BaseException as raised:  # noqa: BLE001  # handed to who uploads, whose it is
                self.stopped = raised
                if self._socket is not None:
                    _cut(self._socket)
                return


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # it was cut already
        return


@contextmanager
def connected(place: SftpPlace, login: Login, watch: Watch) -> Iterator["SFTPClient"]:
    """An SFTP session at the host of ``place``. Raises SiteNotWritten, and what a broken connection raises."""
    from paramiko import SFTPClient, Transport

    connection = _reach(place, watch)
    try:
        watch.hold(connection)
        transport = Transport(connection)
        transport.banner_timeout = transport.handshake_timeout = PATIENCE
        transport.auth_timeout = transport.channel_timeout = PATIENCE
        try:
            _compare_key(transport, place, login)
            _log_in(transport, place, login)
            session = SFTPClient.from_transport(transport)
            assert session is not None, "the transport is there"
            channel = session.get_channel()
            assert channel is not None, "the session has one"
            channel.settimeout(PATIENCE)
            yield session
        finally:
            transport.close()
    finally:
        connection.close()


def _reach(place: SftpPlace, watch: Watch) -> socket.socket:
    """A connection to the first address of the host that takes one."""
    last: OSError | None = None
    for family, kind, protocol, _, address in _addresses(place, watch):
        connection = socket.socket(family, kind, protocol)
        try:
            _connect(connection, address, watch)
        except OSError as error:
            connection.close()
            last = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise last or OSError("no address")


def _addresses(place: SftpPlace, watch: Watch) -> list[Any]:
    """What the host's name stands for; the system asks for it as long as it likes, so nobody waits for it here."""
    found, failed = list[Any](), list[OSError]()

    def ask() -> None:
        try:
            found.extend(socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM))
        except OSError as error:
            failed.append(error)

    asking = Thread(target=ask, name="host name", daemon=True)
    asking.start()
    until = monotonic() + PATIENCE
    while asking.is_alive() and monotonic() < until:
        watch.check()
        asking.join(_BEAT)
    if asking.is_alive():
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    if failed:
        raise failed[0]
    return found


def _connect(connection: socket.socket, address: Any, watch: Watch) -> None:
    """Connect, with a chance to cancel ten times a second."""
    connection.setblocking(False)
    refused = connection.connect_ex(address)
    until = monotonic() + PATIENCE
    while refused in _UNDER_WAY:
        watch.check()
        _, ready, failed = select([], [connection], [connection], _BEAT)
        if ready or failed:
            refused = connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            break
        if monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    if refused:
        raise OSError(refused, os.strerror(refused))
    connection.setblocking(True)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a piece waits until the last is confirmed


def _compare_key(transport: "Transport", place: SftpPlace, login: Login) -> None:
    """Look who answers, before anything is told to him. Raises UnknownHost and ChangedHost."""
    known = known_keys(place)
    options = transport.get_security_options()
    kinds = [kind for key in known.keys for kind in _ALGORITHMS.get(key.kind, (key.kind,))]
    offered = list(options.key_types)
    options.key_types = sorted(offered, key=lambda kind: kinds.index(kind) if kind in kinds else len(kinds))
    transport.start_client(timeout=PATIENCE)
    shown = transport.get_remote_server_key()
    key = HostKey(shown.get_name(), shown.get_base64())
    if login.accepted and key.has_fingerprint(login.accepted) and key not in known.revoked:
        accept(place, key)
    elif login.accepted:
        text = mark(
            "{host} presented a different key from the one that was accepted: {fingerprint}. "
            "Nothing was sent. Ask the web host for its fingerprint.",
            host=place.host,
            fingerprint=key.fingerprint,
        )
        raise ChangedHost(text, place.host, key.fingerprint)
    elif key in known.revoked or (known.keys and key not in known.keys):
        text = mark(
            "The key of {host} has changed; it is now {fingerprint}. Someone else may be answering "
            "in its place, or the web host has a new computer. Nothing was sent. Get the new "
            "fingerprint from the web host by another way (its control panel, its help pages, a "
            "call), and accept this key only if every character matches.",
            host=place.host,
            fingerprint=key.fingerprint,
        )
        raise ChangedHost(text, place.host, key.fingerprint)
    elif not known.keys:
        text = mark(
            "This computer has not connected to {host} before. The key of the web host is "
            "{fingerprint}: compare it with the fingerprint that the web host publishes, and accept "
            "it if they match. Nothing was sent.",
            host=place.host,
            fingerprint=key.fingerprint,
        )
        raise UnknownHost(text, place.host, key.fingerprint)


def _log_in(transport: "Transport", place: SftpPlace, login: Login) -> None:
    """Raises LoginRefused."""
    from paramiko import AuthenticationException

    if login.key is None and login.password:
        try:
            further = transport.auth_password(place.user, login.password)
        except AuthenticationException as error:
            _refuse_hung_up(transport, place, error)
            raise LoginRefused(_not_let_in(place, mark("with this password"))) from error
    else:
        further = _log_in_by_key(transport, place, login)
    if further:
        text = mark(
            "{host} requires more than a password or a key ({what}): ask the web host for access without it.",
            host=place.host,
            what=", ".join(further),
        )
        raise LoginRefused(text)


def _log_in_by_key(transport: "Transport", place: SftpPlace, login: Login) -> list[str]:
    """Try the key that was named, else those of the agent and of this user; give what the host asks for besides."""
    from paramiko import AuthenticationException

    keys = [_key_of(login.key, login.password)] if login.key is not None else _own_keys()
    for key in keys:
        try:
            return list(transport.auth_publickey(place.user, key))
        except AuthenticationException as error:
            _refuse_hung_up(transport, place, error)
    if login.key is not None:
        raise LoginRefused(_not_let_in(place, mark("with the key {file}", file=str(login.key))))
    raise LoginRefused(_not_let_in(place, mark("with the keys of this user (no password is known)")))


def _refuse_hung_up(transport: "Transport", place: SftpPlace, error: Exception) -> None:
    """A line that is cut at the login is no wrong password. Raises SiteNotWritten."""
    if not transport.is_active() or "timeout" in str(error):
        text = mark(
            "{host} disconnected during the login. The old page is still there: try again. "
            "If this happens every time, check the user and the password.",
            host=place.host,
        )
        raise SiteNotWritten(text) from error


def _not_let_in(place: SftpPlace, how: Text) -> Text:
    return mark(
        "{host} refused the login of {user} {how}. Check the user, and give the password or a key.",
        host=place.host,
        user=place.user,
        how=how,
    )


def _key_of(path: Path, password: str) -> "PKey":
    """The private key in the file at ``path``. Raises LoginRefused."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from paramiko import PKey, SSHException

    try:
        try:
            return PKey.from_path(path)
        except TypeError:  # it has a password
            if not password:
                raise LoginRefused(mark("The key {file} has its own password: enter it.", file=str(path))) from None
            return PKey.from_path(path, cast(Any, password.encode()))  # what its types call text is read as bytes
    except OSError as error:
        text = mark("The key {file} cannot be read: {reason}.", file=str(path), reason=error.strerror or str(error))
        raise LoginRefused(text) from error
    except (SSHException, ValueError, UnsupportedAlgorithm) as error:
        text = mark("{file} is not a private key, or it has a different password.", file=str(path))
        raise LoginRefused(text) from error


def _own_keys() -> "list[PKey]":
    """Those of the agent, then the usual ones of this user that have no password."""
    from paramiko import Agent, SSHException

    keys = list["PKey"]()
    try:
        keys += Agent().get_keys()
    except (SSHException, OSError):  # no agent that answers: as if there were none
        keys.clear()
    for name in _OWN_KEYS:
        path = Path.home() / ".ssh" / name
        if path.exists():
            try:
                keys.append(_key_of(path, ""))
            except LoginRefused:  # it has a password: --key names it
                continue
    return keys[:_MOST_KEYS]
