"""Upload the page by SFTP: beside the old page, which it replaces when it is complete.

The key of the host is compared before anything is sent, then the user is logged in. Nothing is waited for longer than
:data:`PATIENCE`, and an upload can be cancelled at any moment.
"""

import errno
import hashlib
import hmac
import os
import platform
import secrets
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, ENOENT
from fnmatch import fnmatchcase
from pathlib import Path
from select import select
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple, cast

from cryptography.exceptions import UnsupportedAlgorithm
from paramiko import Agent, AuthenticationException, HostKeys, PKey, SFTPClient, SFTPFile, SSHException, Transport
from paramiko.hostkeys import HostKeyEntry, InvalidHostKey

from reports.writers.atomic_file import Progress
from tournament.files.user_folders import data_folder
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from ui.web_host.failures import ChangedHost, LoginRefused, SiteNotWritten, UnknownHost
from ui.web_host.place import SFTP_PORT, Login, SftpPlace

PATIENCE = 20.0
"""Seconds that a host may take for each answer."""
_BEAT = 0.1
"""Seconds between two checks whether the upload was cancelled."""
_OWN_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")
_MOST_KEYS = 5
"""Hosts disconnect after six attempts to log in."""
_UNDER_WAY = (errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EALREADY, 10035)
"""The codes of a connection that is still being made; the last is that of Windows."""
_ALGORITHMS = {"ssh-rsa": ("rsa-sha2-512", "rsa-sha2-256")}
"""The algorithms by which a host proves that it has a key of a kind, if their names differ."""
_PIECE = 32 * 1024
"""Bytes that every host accepts in one request."""
_UNFINISHED, _PART = ".quatre-vents-", ".part"
_PERMISSIONS = 0o644
"""The permissions of a new page: the web server must be able to read it."""


class _AtStep(Exception):
    """The host refused a step; the text says which one and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


def upload(page: Path, place: SftpPlace, login: Login, progress: Progress | None = None) -> None:
    """Upload ``page`` to ``place``.

    Raise SiteNotWritten, or what ``progress`` raises; the old page is then unchanged.
    """
    data = page.read_bytes()
    with _Watch(progress, len(data)) as watch:
        try:
            with _connected(place, login, watch) as sftp:
                _Upload(sftp, place, watch).put(data)
            watch.check()
        except SiteNotWritten:
            watch.check()
            raise
        except _AtStep as error:
            watch.check()
            raise SiteNotWritten(error.text) from error
        except (OSError, EOFError, SSHException) as error:
            watch.check()
            raise SiteNotWritten(_broken(error, place)) from error


class _Watch:
    """Report the progress of an upload ten times a second; if the callback raises, cut the connection at once."""

    def __init__(self, progress: Progress | None, steps: int) -> None:
        self.done = 0
        self.steps = steps
        self.stopped: BaseException | None = None
        """The exception that the callback raised."""
        self._progress = progress
        self._socket: socket.socket | None = None
        self._ended = Event()
        self._thread = Thread(target=self._beat, name="site upload", daemon=True)

    def __enter__(self) -> "_Watch":
        if self._progress is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._progress is not None:
            self._thread.join()

    def check(self) -> None:
        """Raise the exception that the callback raised, if any."""
        if self.stopped is not None:
            raise self.stopped

    def hold(self, connection: socket.socket) -> None:
        """Cut ``connection`` when the upload is cancelled."""
        self._socket = connection
        self.check()

    def _beat(self) -> None:
        assert self._progress is not None, "the thread only runs with a callback"
        while not self._ended.wait(_BEAT):
            try:
                self._progress(self.done, self.steps)
            except BaseException as raised:  # noqa: BLE001  # raised again in the thread that uploads
                self.stopped = raised
                if self._socket is not None:
                    _cut(self._socket)
                return


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # already cut
        return


class _Upload:
    """The upload of one page in an SFTP session."""

    def __init__(self, sftp: SFTPClient, place: SftpPlace, watch: _Watch) -> None:
        self._sftp, self._place, self._watch = sftp, place, watch
        folder = place.remote_folder
        self._folder = folder if folder.endswith("/") else f"{folder}/"
        self._final = self._folder + place.name
        self._own = f"{_UNFINISHED}{hashlib.sha256(platform.node().encode()).hexdigest()[:8]}-"
        """The beginning of the names of unfinished files of this computer."""
        self._old = f"{self._folder}{_UNFINISHED}old-{place.name}"

    def put(self, data: bytes) -> None:
        """Write ``data`` under another name, then rename it."""
        self._refuse_link()
        self._tidy()
        unfinished = f"{self._folder}{self._own}{secrets.token_hex(4)}{_PART}"
        try:
            self._write(unfinished, data)
            self._take_place(unfinished)
        except BaseException:
            self._remove(unfinished)
            raise

    def _refuse_link(self) -> None:
        """Refuse a symbolic link: a renamed file would replace the link, and the page it points to would not change."""
        try:
            mode = self._sftp.lstat(self._final).st_mode
        except OSError:  # no page yet, or a host that does not say: writing the page shows what is wrong
            return
        if mode is not None and stat.S_ISLNK(mode):
            text = mark(
                "“{path}” on {host} is a symbolic link: give the address of the file it points to. Nothing was sent.",
                path=self._final,
                host=self._place.host,
            )
            raise _AtStep(text)

    def _tidy(self) -> None:
        """Remove unfinished files of this computer, and restore a page that an interrupted upload left renamed."""
        try:
            names = self._sftp.listdir(self._folder)
        except OSError as error:
            if error.errno == EACCES:  # a folder in which files may be written but not listed
                return
            raise self._refused(error, self._folder) from error
        for name in names:
            if name.startswith(self._own) and name.endswith(_PART):
                self._remove(self._folder + name)
        if f"{_UNFINISHED}old-{self._place.name}" in names:
            if self._place.name in names:
                self._remove(self._old)
            else:
                self._sftp.rename(self._old, self._final)

    def _write(self, path: str, data: bytes) -> None:
        try:
            # “x” creates the file, and fails if it exists: nobody else's file is overwritten.
            with self._sftp.open(path, "wx") as file:
                self._fill(file, data)
            size = self._sftp.stat(path).st_size
        except TimeoutError:
            raise
        except OSError as error:
            self._watch.check()
            raise self._refused(error, path) from error
        if size != len(data):
            text = mark(
                "{host} received {there} of {all} bytes of the page: its disk may be full. "
                "The old page is still there.",
                host=self._place.host,
                there=size or 0,
                all=len(data),
            )
            raise _AtStep(text)
        with suppress(OSError):  # a host without permissions does not need them
            self._sftp.chmod(path, self._permissions())

    def _fill(self, file: SFTPFile, data: bytes) -> None:
        try:
            for start in range(0, len(data), _PIECE):
                self._watch.check()
                file.write(data[start : start + _PIECE])
                self._watch.done = min(start + _PIECE, len(data))
        except TimeoutError:  # closing and removing the file would each wait as long again
            self._sftp.close()
            raise

    def _permissions(self) -> int:
        try:
            mode = self._sftp.stat(self._final).st_mode
        except OSError:
            return _PERMISSIONS
        return _PERMISSIONS if mode is None else mode & 0o777

    def _take_place(self, unfinished: str) -> None:
        self._watch.check()
        try:
            # The plain rename of SFTP fails if the target exists; this extension of OpenSSH replaces it in one step.
            self._sftp.posix_rename(unfinished, self._final)
        except OSError:
            self._watch.check()
            try:
                self._exchange(unfinished)
            except OSError as error:
                raise self._refused(error, self._final) from error

    def _exchange(self, unfinished: str) -> None:
        """Replace the page on a host that does not rename over files: the old page is renamed first."""
        try:
            self._sftp.rename(unfinished, self._final)
        except OSError:
            self._sftp.rename(self._final, self._old)
            try:
                self._sftp.rename(unfinished, self._final)
            except OSError:
                self._sftp.rename(self._old, self._final)
                raise
            self._remove(self._old)

    def _remove(self, path: str) -> None:
        """Remove a file that is no longer needed; if that fails, the next upload does it."""
        with suppress(OSError, EOFError, SSHException):
            self._sftp.remove(path)

    def _refused(self, error: OSError, path: str) -> Exception:
        """The answer of the host in words; ``error`` itself if the connection is broken."""
        channel = self._sftp.get_channel()
        if error.errno not in (None, ENOENT, EACCES) or channel is None or channel.closed:
            return error
        host, folder = self._place.host, self._place.folder
        if error.errno == ENOENT:
            return _AtStep(mark("There is no folder {folder} on {host}: create it there, or correct " "the address.",
                                folder=folder, host=host))  # fmt: skip
        if error.errno == EACCES:
            text = mark(
                "{user} may not write to {folder} on {host}: choose another folder, or ask "
                "the web host for permission.",
                user=self._place.user,
                folder=folder,
                host=host,
            )
            return _AtStep(text)
        text = mark(
            "{host} does not accept {path}: it says “{reason}”. Its disk may be full. The old page is still there.",
            host=host,
            path=path,
            reason=str(error),
        )
        return _AtStep(text)


def _broken(error: Exception, place: SftpPlace) -> Text:
    """The reason why there is no connection, or why it was lost."""
    host, port = place.host, place.port
    match error:
        case socket.gaierror():
            return mark(
                "The web host {host} was not found, or there is no network: check the address and the connection.",
                host=host,
            )
        case ConnectionRefusedError():
            return mark(
                "{host} does not offer SFTP on port {port}: check the address, or ask the web host for its port.",
                host=host,
                port=port,
            )
        case TimeoutError():
            return mark("{host} does not respond. The old page is still there: try again.", host=host)
        case _:
            return mark(
                "The connection to {host} was lost ({reason}). The old page is still there: try again.",
                host=host,
                reason=str(error) or type(error).__name__,
            )


@contextmanager
def _connected(place: SftpPlace, login: Login, watch: _Watch) -> Iterator[SFTPClient]:
    """An SFTP session with the host of ``place``. Raise SiteNotWritten, or what a broken connection raises."""
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


def _reach(place: SftpPlace, watch: _Watch) -> socket.socket:
    """A connection to the first address of the host that accepts one."""
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


def _addresses(place: SftpPlace, watch: _Watch) -> list[Any]:
    """The addresses of the host, looked up in another thread: the system may take longer than :data:`PATIENCE`."""
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


def _connect(connection: socket.socket, address: Any, watch: _Watch) -> None:
    """Connect; ten times a second, check whether the upload was cancelled."""
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
    # Otherwise each piece waits until the one before it is confirmed.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _compare_key(transport: Transport, place: SftpPlace, login: Login) -> None:
    """Compare the key of the host before anything is sent. Raise UnknownHost or ChangedHost."""
    known = known_keys(place)
    options = transport.get_security_options()
    kinds = [kind for key in known.keys for kind in _ALGORITHMS.get(key.get_name(), (key.get_name(),))]
    offered = list(options.key_types)
    # The kinds of keys known here come first: a host with several would otherwise present one that looks changed.
    options.key_types = sorted(offered, key=lambda kind: kinds.index(kind) if kind in kinds else len(kinds))
    transport.start_client(timeout=PATIENCE)
    key = transport.get_remote_server_key()
    if login.accepted and _has_fingerprint(key, login.accepted) and key not in known.revoked:
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


def _log_in(transport: Transport, place: SftpPlace, login: Login) -> None:
    """Log in by password or key. Raise LoginRefused."""
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


def _log_in_by_key(transport: Transport, place: SftpPlace, login: Login) -> list[str]:
    """Try the key of ``login``, or else those of the agent and of this user.

    Return what else the host asks for; empty if the user is logged in.
    """
    keys = [_key_of(login.key, login.password)] if login.key is not None else _own_keys()
    for key in keys:
        try:
            return list(transport.auth_publickey(place.user, key))
        except AuthenticationException as error:
            _refuse_hung_up(transport, place, error)
    if login.key is not None:
        raise LoginRefused(_not_let_in(place, mark("with the key {file}", file=str(login.key))))
    raise LoginRefused(_not_let_in(place, mark("with the keys of this user (no password is known)")))


def _refuse_hung_up(transport: Transport, place: SftpPlace, error: Exception) -> None:
    """Raise SiteNotWritten if the host disconnected: then the password may be correct."""
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


def _key_of(path: Path, password: str) -> PKey:
    """The private key in the file at ``path``. Raise LoginRefused."""
    try:
        try:
            return PKey.from_path(path)
        except TypeError:  # it has a password
            if not password:
                raise LoginRefused(mark("The key {file} has its own password: enter it.", file=str(path))) from None
            return PKey.from_path(path, cast(Any, password.encode()))  # typed as text, read as bytes
    except OSError as error:
        text = mark("The key {file} cannot be read: {reason}.", file=str(path), reason=error.strerror or str(error))
        raise LoginRefused(text) from error
    except (SSHException, ValueError, UnsupportedAlgorithm) as error:
        text = mark("{file} is not a private key, or it has a different password.", file=str(path))
        raise LoginRefused(text) from error


def _own_keys() -> list[PKey]:
    """The keys of the agent, then the usual ones of this user that have no password."""
    keys = list[PKey]()
    try:
        keys += Agent().get_keys()
    except (SSHException, OSError):  # an agent that does not answer is ignored
        keys.clear()
    for name in _OWN_KEYS:
        path = Path.home() / ".ssh" / name
        if path.exists():
            try:
                keys.append(_key_of(path, ""))
            except LoginRefused:  # it has a password: --key names it
                continue
    return keys[:_MOST_KEYS]


class _KnownKeys(NamedTuple):
    """What is known of a host."""

    keys: tuple[PKey, ...]
    """Empty if this computer has not connected to it before."""
    revoked: tuple[PKey, ...] = ()
    """Keys that must not be accepted."""


def accepted_file() -> Path:
    """The file with the keys that were accepted here, in the format of ``known_hosts``.

    The user's own ``known_hosts`` is only read. Keys accepted here take precedence, since the user compared them with
    what the owner of the host publishes.
    """
    return data_folder() / "known_hosts"


def users_file() -> Path:
    """The file in which OpenSSH keeps the keys of hosts for this user."""
    return Path.home() / ".ssh" / "known_hosts"


def known_keys(place: SftpPlace) -> _KnownKeys:
    """What is known of the host of ``place``: from the keys accepted here, else from OpenSSH. Raise OSError."""
    name, revoked = _host_name(place), list[PKey]()
    for path in (accepted_file(), users_file()):
        keys = list[PKey]()
        for marker, entry in _entries(path):
            if _names(entry, name):
                (revoked if marker == "@revoked" else keys).append(entry.key)
        if keys:
            return _KnownKeys(tuple(keys), tuple(revoked))
    return _KnownKeys((), tuple(revoked))


def accept(place: SftpPlace, key: PKey) -> None:
    """Store ``key`` as the only key of the host of ``place``. Raise OSError."""
    path, name = accepted_file(), _host_name(place)
    others = [] if not path.exists() else path.read_text(encoding="utf-8", errors="replace").splitlines()
    kept = [line for line in others if line.split(" ", 1)[0] != name]
    write_whole(path, "".join(f"{line}\n" for line in (*kept, f"{name} {key.get_name()} {key.get_base64()}")))


def _host_name(place: SftpPlace) -> str:
    return place.host if place.port == SFTP_PORT else f"[{place.host}]:{place.port}"


def _entries(path: Path) -> Iterator[tuple[str, HostKeyEntry]]:
    """The marker and the entry of each valid line; other lines are skipped, as OpenSSH does.

    ``paramiko.HostKeys.load`` would read the file at once, but it takes a marker for a name, and looks up one key only
    for each host and kind.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return
    for line in text.splitlines():
        fields = line.split()
        marker = fields.pop(0) if fields and fields[0].startswith("@") else ""
        if not fields or fields[0].startswith("#") or marker not in ("", "@revoked"):
            continue
        try:
            entry = HostKeyEntry.from_line(" ".join(fields))
        except (SSHException, InvalidHostKey, ValueError):
            continue
        if entry is not None:
            yield marker, entry


def _names(entry: HostKeyEntry, name: str) -> bool:
    """Whether ``entry`` is about the host ``name``: by its plain or hashed name, or by a pattern.

    paramiko compares only hashed names; it takes patterns with ``*``, ``?`` and ``!`` for plain names.
    """
    if entry.hostnames[0].startswith("|1|"):
        try:
            return HostKeys.hash_host(name, entry.hostnames[0]) == entry.hostnames[0]
        except (AssertionError, ValueError):  # paramiko asserts the length of the salt
            return False
    patterns = [each.lower() for each in entry.hostnames]
    if any(each.startswith("!") and fnmatchcase(name, _pattern(each[1:])) for each in patterns):
        return False
    return any(fnmatchcase(name, _pattern(each)) for each in patterns)


def _pattern(written: str) -> str:
    """A pattern of OpenSSH as one of fnmatch, to which brackets around a host with a port mean something else."""
    return written.replace("[", "[[]")


def _has_fingerprint(key: PKey, typed: str) -> bool:
    """Whether ``typed`` is the fingerprint of ``key``; spaces around it, ``SHA256:`` and ``=`` do not matter."""
    plain = typed.strip().removeprefix("SHA256:").rstrip("=")
    return hmac.compare_digest(plain.encode(), key.fingerprint.removeprefix("SHA256:").encode())
