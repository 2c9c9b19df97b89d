"""One upload: the page goes beside the old one under another name, and takes its place when it is whole."""

import hashlib
import platform
import secrets
import socket
import stat
from contextlib import suppress
from errno import EACCES, ENOENT
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.language import Text, mark
from ui.web_host.connection import Watch, connected
from ui.web_host.failures import SiteNotWritten
from ui.web_host.login import Login
from ui.web_host.place import SftpPlace
from ui.web_host.progress import Progress

if TYPE_CHECKING:
    from paramiko import SFTPClient, SFTPFile

_PIECE = 32 * 1024
"""What every host takes in one request."""
_UNFINISHED, _PART = ".quatre-vents-", ".part"
_PERMISSIONS = 0o644
"""Of a page that is new: the web host's program has to read it."""


class _AtStep(Exception):
    """What the host refused, and at what."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


def upload(page: Path, place: SftpPlace, login: Login, progress: Progress | None = None) -> None:
    """Bring ``page`` to ``place``. Raises SiteNotWritten, and what ``progress`` raises: then the old page is whole."""
    from paramiko import SSHException

    data = page.read_bytes()
    with Watch(progress, len(data)) as watch:
        try:
            with connected(place, login, watch) as sftp:
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


class _Upload:
    """The page on its way, over a session that is there."""

    def __init__(self, sftp: "SFTPClient", place: SftpPlace, watch: Watch) -> None:
        self._sftp, self._place, self._watch = sftp, place, watch
        folder = place.remote_folder
        self._folder = folder if folder.endswith("/") else f"{folder}/"
        self._final = self._folder + place.name
        self._own = f"{_UNFINISHED}{hashlib.sha256(platform.node().encode()).hexdigest()[:8]}-"
        """How the names of what this computer left unfinished begin."""
        self._old = f"{self._folder}{_UNFINISHED}old-{place.name}"

    def put(self, data: bytes) -> None:
        """Write ``data`` and give it its name."""
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
        """A renamed file would replace the link itself, and the page it points to would stay as it was."""
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
        """Look into the folder: clear what was cut here, and bring back a page that a cut left under another name."""
        try:
            names = self._sftp.listdir(self._folder)
        except OSError as error:
            if error.errno == EACCES:  # a folder that may be written, but not looked into
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
        with suppress(OSError):  # a host that has no permissions has no need of them
            self._sftp.chmod(path, self._permissions())

    def _fill(self, file: "SFTPFile", data: bytes) -> None:
        try:
            for start in range(0, len(data), _PIECE):
                self._watch.check()
                file.write(data[start : start + _PIECE])
                self._watch.done = min(start + _PIECE, len(data))
        except TimeoutError:  # to close and to remove the file would be waited for as long again, each
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
            self._sftp.posix_rename(unfinished, self._final)
        except OSError:
            self._watch.check()
            try:
                self._exchange(unfinished)
            except OSError as error:
                raise self._refused(error, self._final) from error

    def _exchange(self, unfinished: str) -> None:
        """Take the place on a host that replaces nothing: the old page gets another name first."""
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
        """Remove what is of no use any more; where that fails, the next upload does it."""
        from paramiko import SSHException

        with suppress(OSError, EOFError, SSHException):
            self._sftp.remove(path)

    def _refused(self, error: OSError, path: str) -> Exception:
        """What the host answered, in words; a connection that broke stays what it is."""
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
    """Why there is no connection, or none any more."""
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
