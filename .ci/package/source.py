"""Exports the source of the last commit, with a version that names one build."""

import io
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_VERSION = re.compile(r'(?<=^__version__ = ")[^"+]+(?="$)', re.MULTILINE)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def version() -> str:
    """The version of a build from the last commit."""
    number = _number_in(_git("show", "HEAD:ui/__init__.py"))
    return build_version(number, tags=_git("tag", "--points-at", "HEAD").split(), commit=_git("rev-parse", "HEAD"))


def export(folder: Path) -> None:
    """Write the source of the last commit into ``folder``, with the version of this build in it."""
    if _git("status", "--porcelain", "--untracked-files=no"):
        print("The packages are built from the last commit, without the changes made since.", file=sys.stderr)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    delivered = project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    words = ["git", "archive", "--format=zip", "HEAD", "LICENSE", "pyproject.toml", *delivered]
    packed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder)
    module = folder / "ui" / "__init__.py"
    module.write_text(_VERSION.sub(version(), module.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def build_version(number: str, *, tags: list[str], commit: str) -> str:
    """The version of a build from ``commit``, which has these tags.

    That is ``number`` if the commit has its tag, such as ``v1.0.0``, and otherwise that with the commit, such as
    ``1.0.0+g1234abc``: no two builds of different commits have the same.
    """
    return number if f"v{number}" in tags else f"{number}+g{commit[:7]}"


def numbers_of(version: str) -> tuple[int, int, int, int]:
    """The version as four numbers, which Windows and macOS keep: 1.1.0rc2 is 1.1.0.2, and 1.0.0+g1234abc is 1.0.0.0."""
    first, second, third, fourth = [*map(int, re.findall(r"\d+", version.partition("+")[0])), 0, 0, 0, 0][:4]
    return first, second, third, fourth


def _number_in(module: str) -> str:
    (number,) = _VERSION.findall(module)
    return str(number)
