"""Programs for Windows, run by Wine."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

SERVER = "/usr/lib/wine/wineserver64"
TAKEN = ("QT_", "TEMP", "TMP")
"""The beginnings of variables that Wine takes out of the environment; ``sitecustomize.py`` puts them back."""


def as_windows(path: Path) -> str:
    """``path`` as programs for Windows name it."""
    return "Z:" + str(path).replace("/", "\\")


def _kept(environment: dict[str, str]) -> dict[str, str]:
    return {f"KEPT_{name}" if name.startswith(TAKEN) else name: value for name, value in environment.items()}


class Wine:
    """A Windows of its own in ``folder``. Use it as a context: at its end no program of it runs any more."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_"))},
            **_kept(environment),
            "WINEPREFIX": str(folder),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }
        self.drive = folder / "drive_c"

    def __enter__(self) -> "Wine":
        """Start it. What serves it outlives each program, so that none of them leaves its streams to it."""
        self.drive.parent.mkdir(parents=True, exist_ok=True)  # the server does not make it, and then does not start
        self._quietly([SERVER, "-p"])
        self._quietly(["wineboot", "--init"])
        self._quietly(["wine", "reg", "add", r"HKCU\Software\Wine\WineDbg", "/v", "ShowCrashDialog", "/t", "REG_DWORD",
                       "/d", "0", "/f"])  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        """End all of it."""
        self._quietly([SERVER, "-k"])

    def _quietly(self, words: Sequence[str]) -> None:
        subprocess.run(words, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)  # fmt: skip

    def start(self, *words: str | Path, cwd: Path | None = None, **environment: str) -> "subprocess.Popen[bytes]":
        """Start a program. Its streams are pipes: of a file or a terminal, CPython finds no handle under Wine 8."""
        return subprocess.Popen(
            ["wine", *map(str, words)], env=self._environment | _kept(environment), cwd=cwd, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(
        self, *words: str | Path, typed: bytes = b"", cwd: Path | None = None, **environment: str
    ) -> tuple[int, bytes]:
        """Run a program to its end: its exit code, and what it wrote."""
        process = self.start(*words, cwd=cwd, **environment)
        written, _ = process.communicate(typed)
        return process.returncode, written
