"""The entry of the program in the menus of Linux desktops, with the types and icons of its files.

Packages of a system bring it themselves. Whoever installs the program with pipx, or unpacks it, adds it with ``desktop
--add-to-menu`` or in the settings of the window.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import assets
from tournament.files.packed import is_packed
from tournament.files.writing import replace

PROGRAM = "quatre-vents"
_EVERYBODY = Path("/usr/local/share")
_KINDS = ("application-x-quatre-vents", "application-x-quatre-vents-invitation")
"""The types of its files, as icons are named after them."""
_PATIENCE = 30
"""Seconds that a program of the desktop may take to read its folders again."""


def has_menus() -> bool:
    """Whether the menus of this system are made of such entries."""
    return sys.platform.startswith("linux")


def entry_found() -> Path | None:
    """The entry that the menus show: this user's, or the system's; None if there is none."""
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [_own_folder(), *map(Path, filter(None, shared.split(":")))]
    return next((path for folder in folders if (path := folder / _entry()).is_file()), None)


def menu_folder() -> Path:
    """The folder for the entry: this user's, or for the administrator that of everybody."""
    return _EVERYBODY if os.geteuid() == 0 else _own_folder()


def program_command() -> tuple[str, ...]:
    """The program and first arguments of the entry, by the name that stays after an update if there is one."""
    image, mounted = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    if image and mounted and Path(sys.executable).is_relative_to(mounted):  # else they are of what started this
        return (image,)
    own = Path(sys.executable) if is_packed() else Path(sys.executable).with_name(PROGRAM)
    if not own.exists():
        return (sys.executable, "-m", "ui.cli")
    known = shutil.which(PROGRAM)
    return (known if known is not None and Path(known).resolve() == own.resolve() else str(own),)


def add_entry(folder: Path, command: tuple[str, ...]) -> Path:
    """Write the entry that starts ``command``, with types and icons, into ``folder``, and return it. Raises OSError."""
    for place, content in _files(command).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.part")
        beside.write_bytes(content)
        replace(beside, path)
    _read_again(folder)
    return folder / _entry()


def remove_entry(folder: Path) -> bool:
    """Remove what :func:`add_entry` wrote into ``folder``. Return whether there was an entry. Raises OSError."""
    was_there = (folder / _entry()).exists()
    for place in _files(()):
        (folder / place).unlink(missing_ok=True)
    if was_there:
        _read_again(folder)
    return was_there


def _own_folder() -> Path:
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if named.startswith("/") else Path.home() / ".local" / "share"


def _entry() -> str:
    return f"applications/{PROGRAM}.desktop"


def _files(command: tuple[str, ...]) -> dict[str, bytes]:
    """What is written, by its place in the folder."""
    entry = assets.path("linux", f"{PROGRAM}.desktop").read_text(encoding="utf-8")
    words = " ".join(map(_in_exec, command))
    entry = re.sub(rf"^Exec={PROGRAM}\b", lambda _found: f"Exec={words}", entry, flags=re.MULTILINE)
    program = "".join(command[:1]).replace("\\", "\\\\")
    entry = re.sub(rf"^TryExec={PROGRAM}$", lambda _found: f"TryExec={program}", entry, flags=re.MULTILINE)
    icons, sheet = "icons/hicolor/scalable", assets.path("linux", f"{_KINDS[0]}.svg").read_bytes()
    return {
        f"mime/packages/{PROGRAM}.xml": assets.path("linux", f"{PROGRAM}.xml").read_bytes(),
        f"{icons}/apps/{PROGRAM}.svg": assets.path("icons", "program.svg").read_bytes(),
        **{f"{icons}/mimetypes/{kind}.svg": sheet for kind in _KINDS},
        _entry(): entry.encode(),
    }


def _in_exec(word: str) -> str:
    """A word of a command as the Desktop Entry Specification quotes it, then escaped as a value of the file."""
    word = word.replace("%", "%%")
    if not re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII):
        word = '"' + re.sub(r'(["`$\\])', r"\\\1", word) + '"'
    return word.replace("\\", "\\\\")


def _read_again(folder: Path) -> None:
    """Let the desktop read what changed in ``folder``. Desktops without these programs notice it by themselves."""
    for words in (("update-desktop-database", "-q", "applications"), ("update-mime-database", "mime")):
        program = shutil.which(words[0])
        if program is not None:
            subprocess.run([program, *words[1:]], cwd=folder, check=False, timeout=_PATIENCE,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
