"""A real PostgreSQL server on loopback, for the tests of one process.

Where it is not installed the tests are left out and say so; with POSTGRESQL=required they fail.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import PATIENCE

_WITHOUT_RIGHTS = "daemon"
"""As whom root starts it."""
ASKED = "asked"
"""The account that has to give its password, once it is created."""
_numbers = count(1)


@dataclass
class PostgresServer:
    """A server that believes whoever says their name, but for one account, and trusts the computer not to fail."""

    programs: Path
    root: Path
    port: int
    as_user: dict[str, Any]
    process: subprocess.Popen | None = field(default=None, repr=False)

    def url(self, database: str = "postgres", user: str = "owner") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self, options: str = "") -> str:
        """The URL of an empty database."""
        name = f"event_{next(_numbers)}"
        self.run(f"CREATE DATABASE {name} {options}")
        return self.url(name)

    def run(self, *statements: str, url: str = "") -> None:
        """Carry out SQL as the owner of the server, or as who is named in ``url``."""
        import psycopg

        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            for each in statements:
                connection.execute(each)

    def make(self) -> None:
        """Lay out its files."""
        options = ("-A", "trust", "-U", "owner", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
        command: list[str | Path] = [self.programs / "initdb", "-D", self.root / "data", *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60, cwd="/", **self.as_user)
        rules = self.root / "data" / "pg_hba.conf"
        rules.write_text(f"host all {ASKED} 127.0.0.1/32 scram-sha-256\n" + rules.read_text())

    def start(self) -> None:
        """Begin to listen."""
        options = ("fsync=off", "full_page_writes=off", "autovacuum=off", "shared_buffers=16MB", "max_connections=50")
        with (self.root / "log").open("a") as log:
            self.process = subprocess.Popen(
                [
                    *(self.programs / "postgres", "-D", self.root / "data", "-k", self.root),
                    *("-h", "127.0.0.1", "-p", str(self.port)),
                    *(word for option in options for word in ("-c", option)),
                ],
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **self.as_user,
            )
        until = time.monotonic() + PATIENCE
        while subprocess.run(
            [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False
        ).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                pytest.fail("PostgreSQL does not start: " + (self.root / "log").read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """End it at once and all that it serves, as ``pg_ctl stop -m immediate`` does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
            self.process = None


def _programs() -> Path:
    found = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None, key=lambda path: path.parts)
    found = found or (Path(path) if (path := shutil.which("initdb")) else None)
    if found is None or sys.platform == "win32":
        missing = "the server of PostgreSQL is not installed here: apt-get install postgresql"
        if os.environ.get("POSTGRESQL") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return found.resolve().parent


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A new server, gone afterwards."""
    programs = _programs()
    root = Path(tempfile.mkdtemp(prefix="quatre-vents-postgres-"))
    as_root = os.getuid() == 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    as_user = {"user": _WITHOUT_RIGHTS, "group": _WITHOUT_RIGHTS, "extra_groups": []} if as_root else {}
    server = PostgresServer(programs, root, port, as_user)
    try:
        if as_root:
            shutil.chown(root, _WITHOUT_RIGHTS)
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(root)
