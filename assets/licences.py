"""What travels with the program: each work with its licence and the text of that."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import assets

_SAME = re.compile(r"^`(.+)` is the same as `(.+)` of (.+)\.$", re.MULTILINE)
_FILE = re.compile(r"^`([^`\n]+)`:$", re.MULTILINE)
_PROJECT = re.compile(r"^Project: <(.+)>$", re.MULTILINE)
_ROW = re.compile(r"^\| (\S+) \| (\S+) \| (.+) \|$", re.MULTILINE)
_OURS = (
    ("Inter", "4.1", "SIL OFL 1.1", ("fonts", "OFL-Inter.txt")),
    ("Noto Sans SC", "5.3.0", "SIL OFL 1.1", ("fonts", "OFL-NotoSansSC.txt")),
    ("Droid Sans Fallback", "", "Apache-2.0", ("fonts", "Apache-2.0-DroidSansFallback.txt")),
    ("Hangul Square", "", "SIL OFL 1.1", ("fonts", "OFL-Nanum.txt")),
    ("Noto", "", "SIL OFL 1.1", ("fonts", "OFL-Noto.txt")),
    ("Mahjong tiles", "", "SIL OFL 1.1", ("tiles", "OFL-Noto-CJK-and-Inter.txt")),
    ("Sounds", "", "CC0-1.0", ("sounds", "README.md")),
)
"""Fonts, tiles and sounds, with the files of their licences."""
LGPL_SOURCES = {
    "pyside6-addons": "https://code.qt.io/cgit/pyside/pyside-setup.git, https://code.qt.io/cgit/qt",
    "pyside6-essentials": "https://code.qt.io/cgit/pyside/pyside-setup.git, https://code.qt.io/cgit/qt",
    "shiboken6": "https://code.qt.io/cgit/pyside/pyside-setup.git",
    "paramiko": "https://github.com/paramiko/paramiko",
    "python-bidi": "https://github.com/MeirKriheli/python-bidi",
    "zeroconf": "https://github.com/python-zeroconf/python-zeroconf",
}
"""Where the source code of the libraries under the LGPL is."""
_LGPL_3 = ("LGPL-3.0.txt", "GPL-3.0.txt")
"""The GNU Lesser General Public License 3 is an addition to the General Public License."""
_MODULES = {"pyside6-addons": "PySide6", "pyside6-essentials": "PySide6"}
"""The modules of packages that are called otherwise."""


@dataclass(frozen=True, slots=True)
class Work:
    """One work of somebody that is delivered with the program."""

    name: str
    version: str
    licence: str
    text: str
    """What it states itself: where it is from, and the text of its licence."""

    @property
    def source(self) -> str:
        """Where the source code of a library under the LGPL is, which its users may change and replace; or empty."""
        return LGPL_SOURCES.get(self.name, "")

    @property
    def module(self) -> str:
        """The name by which Python imports it."""
        return _MODULES.get(self.name, self.name)


def works() -> tuple[Work, ...]:
    """The program itself, then every other work, by name."""
    notices = assets.path("notices.md").read_text(encoding="utf-8")
    own, *packages = _sections(notices[notices.index("## Quatre Vents itself\n") :])
    others = [*_packages(notices, packages), *_beside()]
    return own, *sorted(others, key=lambda work: work.name.casefold())


def _sections(notices: str) -> Iterator[Work]:
    """The sections of the notices: that of the program, then one for each package."""
    parts = re.split(r"^## (.+)\n", notices, flags=re.MULTILINE)
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        text = re.sub(r"^    ", "", body, flags=re.MULTILINE).strip()
        name, _, version = title.rpartition(" ")
        yield Work(name, version, "", text) if name.islower() else Work(title, "", "MIT", text)


def _packages(notices: str, packages: list[Work]) -> Iterator[Work]:
    """``packages`` with their licences, and the texts that they share with another one."""
    licences = {name: licence for name, _, licence in _ROW.findall(notices)}
    texts = {(work.name, file): text for work in packages for file, text in _texts(work.text)}
    for work in packages:
        text = _SAME.sub(lambda same: f"`{same[1]}`:\n\n{texts[same[3], same[2]]}", work.text)
        if "LGPL-3.0" in licences[work.name]:  # Qt is delivered without the text of its licence
            added = (assets.path("licence_texts", file).read_text(encoding="utf-8") for file in _LGPL_3)
            text = "\n\n".join([text.removesuffix("It is delivered without the text of its licence.").rstrip(), *added])
        yield Work(work.name, work.version, licences[work.name], text)


def _texts(section: str) -> Iterator[tuple[str, str]]:
    parts = _FILE.split(section)
    yield from zip(parts[1::2], (each.strip() for each in parts[2::2]), strict=True)


def _beside() -> Iterator[Work]:
    for name, version, licence, place in _OURS:
        yield Work(name, version, licence, assets.path(*place).read_text(encoding="utf-8"))
