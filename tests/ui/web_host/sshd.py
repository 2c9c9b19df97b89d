"""A real OpenSSH server on loopback, without any right, and ways to disturb what it serves.

Where it is not installed the tests are left out and say so; with SSHD=required they fail.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from paramiko import PKey

from tests.waiting import PATIENCE
from ui.web_host.place import SftpPlace

_WITHOUT_RIGHTS = "daemon"
"""As whom root starts it."""


def server_program() -> str:
    """Where OpenSSH's server is; leaves the test out where it is not."""
    if sys.platform == "win32":
        pytest.skip("a server of OpenSSH without rights is started on POSIX alone")
    found = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin{os.pathsep}/usr/local/sbin")
    if found is None:
        missing = "OpenSSH's server is not installed here: apt-get install openssh-server"
        if os.environ.get("SSHD") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@dataclass
class Sshd:
    """A server that lets one user in, by a key, to a folder of its own."""

    root: Path
    port: int
    user: str
    uid: int
    home: Path
    """Where a login of the user begins."""
    options: tuple[str, ...] = ()
    """Further lines of its configuration."""
    largest_file: int | None = None
    """Bytes after which its disk is full, so to speak."""
    process: subprocess.Popen | None = field(default=None, repr=False)

    @property
    def folder(self) -> Path:
        """What the web host shows."""
        return self.root / "www"

    @property
    def page(self) -> Path:
        return self.folder / "index.html"

    @property
    def key(self) -> Path:
        """The user's private key."""
        return self.root / "user"

    @property
    def place(self) -> SftpPlace:
        return self.place_in(self.folder)

    def place_in(self, folder: Path, *, port: int | None = None) -> SftpPlace:
        return SftpPlace(self.user, "127.0.0.1", port or self.port, f"{folder}/")

    @property
    def host_key(self) -> PKey:
        kind, key = (self.root / "host.pub").read_text().split()[:2]
        return PKey.from_type_string(kind, b64decode(key))

    def make_host_key(self) -> None:
        """Give it another key than it had."""
        for name in ("host", "host.pub"):
            (self.root / name).unlink(missing_ok=True)
        _make_key(self.root / "host")
        os.chown(self.root / "host", self.uid, -1)

    def start(self) -> None:
        """Begin to listen."""
        lines = (
            f"Port {self.port}",
            "ListenAddress 127.0.0.1",
            f"HostKey {self.root / 'host'}",
            "PidFile none",
            f"AuthorizedKeysFile {self.root / 'user.pub'}",
            "StrictModes no",
            "UsePAM no",
            "UseDNS no",
            "LoginGraceTime 20",
            "MaxStartups 100",
            *self.options,
            *(() if any(each.startswith("Subsystem") for each in self.options) else ("Subsystem sftp internal-sftp",)),
        )
        config = self.root / "sshd_config"
        config.write_text("\n".join(lines) + "\n")
        import resource  # POSIX alone has it, as what is left out elsewhere

        limit = self.largest_file

        def limited() -> None:
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        as_user: dict[str, Any] = {"user": self.uid, "extra_groups": []} if os.getuid() == 0 else {}
        with (self.root / "log").open("a") as log:
            self.process = subprocess.Popen(
                [server_program(), "-D", "-e", "-f", str(config)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                start_new_session=True,
                preexec_fn=limited,  # noqa: PLW1509  # it calls nothing that a thread may hold
                **as_user,
            )
        until = time.monotonic() + PATIENCE
        while not _answers(self.port):
            if self.process.poll() is not None or time.monotonic() > until:
                pytest.fail("sshd does not start: " + (self.root / "log").read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """End it and all that it serves, in the middle of whatever it does."""
        if self.process is None:
            return
        for child in _descendants(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process = None


@contextmanager
def running_sshd(*options: str, largest_file: int | None = None) -> Iterator[Sshd]:
    """A server with a new key and an empty folder, gone afterwards."""
    server_program()
    import pwd

    root = Path(tempfile.mkdtemp(prefix="quatre-vents-sshd-"))
    user = pwd.getpwnam(_WITHOUT_RIGHTS) if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    server = Sshd(root, _free_port(), user.pw_name, user.pw_uid, Path(user.pw_dir), options, largest_file)
    uid = user.pw_uid
    try:
        root.chmod(0o755)
        server.folder.mkdir()
        server.make_host_key()
        _make_key(server.key)
        for path in (root, server.folder):
            os.chown(path, uid, -1)
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(root)


def _make_key(path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True, timeout=PATIENCE)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            return connection.recv(4) == b"SSH-"
    except OSError:
        return False


def _descendants(parent: int) -> list[int]:
    """The processes that ``parent`` began, and those that they did."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    parents = {int(line.split()[0]): int(line.split()[1]) for line in listed.stdout.splitlines()}
    found = [parent]
    for each in found:
        found += [child for child, of in parents.items() if of == each]
    return found[1:]


class Proxy:
    """A proxy in front of a server that, after so many bytes from the client, cuts the connection or falls silent."""

    def __init__(self, port: int, *, passes: int, cuts: bool) -> None:
        self._port, self._left, self._cuts = port, passes, cuts
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open = list[socket.socket]()
        self.port = int(self._listening.getsockname()[1])
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Cut all lines."""
        for each in (self._listening, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._port))
            self._open += [client, server]
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Thread(target=self._pass, args=(server, client), daemon=True).start()
            Thread(target=self._pass_counted, args=(client, server), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(65536):
                target.sendall(piece)

    def _pass_counted(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while piece := client.recv(4096):
                self._left -= len(piece)
                if self._left >= 0:
                    server.sendall(piece)
                elif self._cuts:
                    self.close()
                    return
