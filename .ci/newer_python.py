"""Print the path of the newest Python that the project supports, if it is newer than the one that runs this."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLASSIFIER = "Programming Language :: Python :: 3."
PROBE = """
import ensurepip, pathlib, sqlite3, ssl, sys, sysconfig, venv
assert pathlib.Path(sysconfig.get_path("include"), "Python.h").exists()
print("%d.%d" % sys.version_info[:2])
"""
"""Prints the version of a Python that has what an environment and the engines need."""


def installed(version: str) -> list[str]:
    """The commands that may be this version: the one on ``PATH`` and, as that of pyenv runs only when its version is
    selected, those of pyenv.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    on_path = shutil.which(f"python{version}")
    return [*([on_path] if on_path else []), *map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python3")))]


def is_version(python: str, version: str) -> bool:
    """Whether this command runs, is this version, and can run the tests."""
    try:
        run = subprocess.run([python, "-c", PROBE], check=False, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0 and run.stdout.strip() == version


def newest(after: int) -> str | None:
    """The command of the newest supported Python 3 whose minor version is higher than ``after``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minors = [int(each.removeprefix(CLASSIFIER)) for each in project["classifiers"] if each.startswith(CLASSIFIER)]
    for minor in sorted(minors, reverse=True):
        version = f"3.{minor}"
        if minor > after and (found := [each for each in installed(version) if is_version(each, version)]):
            return found[0]
    return None


if __name__ == "__main__":
    print(newest(sys.version_info.minor) or "")
