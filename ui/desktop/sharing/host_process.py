"""The server of an event that this computer shares. It is a separate process, so neither ends with the other."""

import os
import subprocess
import tempfile
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING

from msgspec import DecodeError, Struct

from tournament.event.problem import Refused
from tournament.files.typed_json import decode
from tournament.language import mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop import bootstrap
from ui.desktop.sharing.joined_event import HostedHere
from ui.desktop.this_program import command_line
from ui.desktop.translation import translator
from ui.joining.failures import CertificateChanged, ServerAway

if TYPE_CHECKING:
    from ui.joining.hosts import FoundHost
    from ui.server.host_folder import HostFolder

ALL_ADDRESSES = "0.0.0.0"
_ENDS_WITHIN = 15.0
"""Seconds that the server has to answer its last requests and close the file, before it is killed."""
PIN_VARIABLE = "QUATRE_VENTS_PIN"
_PAUSE = 0.1
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Ready(Struct, frozen=True):
    """The line of JSON that the server prints when desks can join."""

    desks: str
    invitation: str
    until: datetime
    """When the invitation expires."""
    fingerprint: str
    public: str | None = None


class HostProcess:
    """Starts the server of an event file that is not open, and waits until it is ready."""

    def __init__(self, path: Path, *options: str, host: str = ALL_ADDRESSES, pin: str = "") -> None:
        """Start the server of the file ``path``. Blocks. Raises StoreUnavailable if it does not start.

        ``options`` are those of the command ``serve``. ``pin`` is that of a role which may share the event; empty if
        everybody may.
        """
        language = translator.language.code
        words = [*command_line(), "--lang", language, "serve", str(path), "--host", host, "--json", *options]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the server, in stop
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env={**os.environ, PIN_VARIABLE: pin},
                start_new_session=True,
                creationflags=_NO_WINDOW,
            )
        except OSError as error:
            self._errors.close()
            raise StoreUnavailable(mark("The event cannot be shared: {reason}.", reason=str(error))) from error
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        # It prints more whenever its address changes, and would wait if nobody read it.
        Thread(target=_drain, args=(self._process.stdout,), name="host output", daemon=True).start()
        try:
            self.ready = decode(line, Ready)
        except DecodeError as error:
            self._process.wait(_ENDS_WITHIN)
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip().splitlines() or [""]
            self.stop()
            reason = harmless_line(said[-1]).removeprefix("error: ")
            text = mark("The event cannot be shared. {reason}", reason=verbatim(reason))
            raise StoreUnavailable(text) from error

    @property
    def running(self) -> bool:
        """Whether the server still runs."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop the server, and return when it has closed the file. A second call does nothing."""
        self._process.terminate()
        try:
            self._process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for each in (self._process.stdout, self._errors):
            if each is not None:
                each.close()


def _drain(stream: IO[bytes]) -> None:
    with suppress(OSError, ValueError):  # ValueError: it was closed
        while stream.read1(4096):  # type: ignore[attr-defined]  # of a buffered stream
            pass


def hosted_here(path: Path, host: HostProcess) -> HostedHere:
    """How ``host`` shares the event in the file ``path``."""
    return HostedHere(path, host.ready.invitation, host, host.ready.public or "", host.ready.until)


def with_newest_invitation(hosting: HostedHere, event: str) -> HostedHere:
    """Return ``hosting`` with the invitation that is valid now: ``desks FILE --end-all`` renews it at a running server.

    ``event`` is the id of its first entry.
    """
    from ui.server.host_folder import HostFolder

    folder = HostFolder(event, hosting.file)
    try:
        code, until = folder.invitation, folder.expires
    except OSError:  # the one with which it was started is the best that is known
        return hosting
    return replace(hosting, invitation=code, until=until) if code else hosting


class FoundProcess:
    """The process that shares the event file ``path``, started by another window."""

    def __init__(self, path: Path, folder: "HostFolder") -> None:
        self._path, self._folder = path, folder

    @property
    def running(self) -> bool:
        """Whether the server has the file open."""
        return bootstrap.is_open(self._path)

    def stop(self) -> None:
        """Ask the server to stop, and return when it has closed the file. Raises StoreUnavailable if it does not."""
        try:
            self._folder.ask_to_stop()
        except OSError as error:
            raise StoreUnavailable(mark("Sharing cannot be stopped: {reason}.", reason=str(error))) from error
        deadline = monotonic() + _ENDS_WITHIN
        while self.running:
            if monotonic() > deadline:
                raise StoreUnavailable(mark("The server has not ended yet: try again."))
            sleep(_PAUSE)


def host_elsewhere(path: Path, event: str) -> "FoundHost | None":
    """The computer that now hosts the event in ``path`` of this computer; None if none answers. Blocks.

    ``event`` is the id of its first entry.
    """
    from ui.joining.hosts import host_now
    from ui.joining.key_file import kept_key
    from ui.server.host_folder import HostFolder
    from ui.server.takeover import signing_of

    try:
        folder, now = HostFolder(event, path), datetime.now(UTC)
        desks = folder.admitted().all(now)
        if not desks:  # it was never shared
            return None
        signing = signing_of(folder, event, kept_key(folder.path, now).key)
    except (OSError, Refused):
        return None
    return host_now(signing.known, signing.own_path, ((each.serves_at, bytes.fromhex(each.id)) for each in desks))


def shared_here(path: Path, language: str) -> HostedHere | None:
    """How this computer shares the event in the locked file ``path``; None if it does not. Blocks."""
    from tournament.sharing.invitation import decode as read
    from ui.joining.connection import Connection, way_to
    from ui.server.host_folder import HostFolder

    try:
        with closing(bootstrap.look_at_book(path)) as book:
            folder = HostFolder(book.view.journal[0].id, path)
        code = folder.invitation
        if not code:
            return None
        invitation = read(code)
        reach = way_to(invitation.addresses, invitation.first_host)
        with closing(Connection(reach, language)) as connection:
            connection.hello()
    except (StoreUnavailable, StoreDamaged, Refused, ServerAway, CertificateChanged, IndexError):
        return None
    public = next((f"http://{each}" for each in folder.public), "")
    return HostedHere(path, code, FoundProcess(path, folder), public, folder.expires)
