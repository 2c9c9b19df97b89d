"""Writes whose work is installed with the program, and under which licence: assets/notices.md and docs/licences.md.

``python .ci/notices.py [FOLDER]``: what is not installed here, such as a package for another system, is read in FOLDER,
where its wheel was unpacked; without it what was written before stays, if the lock still has that version.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTICES = ROOT / "assets" / "notices.md"
LICENCE = ROOT / "LICENSE"
TOOLS = ROOT / "docs" / "licences.md"
USERS_LOCK, DEVELOPERS_LOCK = ROOT / "requirements.lock", ROOT / ".ci" / "development.lock"
_LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)==([\w.]+)", re.MULTILINE)
_TEXTS = re.compile(r"licen[sc]e|copying|notice|authors", re.IGNORECASE)
_NOTICES_HEAD = """\
# Notices

Quatre Vents is under the MIT licence. It is installed with the packages below, each under its own
licence. This file names what each states of itself, and repeats the texts that it is delivered
with. A package for another system or an older Python is not installed everywhere. Fonts and tiles
have their licences beside them, in `assets/fonts` and `assets/tiles`. Qt is delivered without the
text of the LGPL, which is in `assets/licence_texts`. `make lock` writes this file.

## Libraries under the LGPL

Qt (in pyside6-essentials and pyside6-addons, with shiboken6), paramiko, python-bidi and zeroconf are
under the GNU Lesser General Public License, and so is psycopg, which only the extra `postgresql`
installs. FFmpeg, which pyside6-addons contains, is too. Quatre Vents uses them as their makers publish them,
unchanged, as libraries of their own: nothing of them is in its source, and it may be changed and
examined as its licence says. You may replace each of them by a version that you have changed:

- **Installed by pip, pipx or uv**: install your version over it, as in `pipx runpip quatre-vents
  install ./paramiko`.
- **In the folder, the installer or the package of a system**: Qt is a set of shared libraries in
  `_internal/PySide6`, which the program loads when it starts. Put yours in the place of a file; a
  version with the same interface works at once. paramiko, python-bidi, zeroconf and the Python
  part of PySide6 are modules: name your version in `requirements.lock`, or a file with its path, and run `make
  package` in the source of Quatre Vents, which makes the same folder with it.

Nothing is locked: no signature of the program is checked when it starts. On macOS, sign the
changed application again for yourself (`codesign --force --deep --sign - "Quatre Vents.app"`).

The sources, in the versions of the table below:

| library | source |
|---|---|
| Qt | <https://download.qt.io/official_releases/qt/> |
| PySide6 and shiboken6 | <https://download.qt.io/official_releases/QtForPython/> |
| FFmpeg | <https://ffmpeg.org/releases/> |
| paramiko | <https://github.com/paramiko/paramiko> |
| python-bidi | <https://github.com/MeirKriheli/python-bidi> |
| zeroconf | <https://github.com/python-zeroconf/python-zeroconf> |
| psycopg | <https://github.com/psycopg/psycopg> |

The page of each release of Quatre Vents names the source of the program itself. If one of these
sources has disappeared, write to the maintainers, who give you a copy for as long as they publish
the version that contains it. What Qt itself contains of others is listed at
<https://doc.qt.io/qt-6/licenses-used-in-qt.html>.

## Packages

| package | version | licence |
|---|---|---|
"""
_TOOLS_HEAD = """\
# Licences

What is installed with the program, with the texts of its licences, is in
[assets/notices.md](../assets/notices.md). It also says how [libraries under the
LGPL](../assets/notices.md#libraries-under-the-lgpl) are used, where their sources are, and how you
can replace them. The file is part of the wheel and of every package of a system.

The packages below are only installed for developers, by `make install`, and are not delivered. What
`make engines`, `make mutants`, `make audit`, `make docs`, `make package`, `make sbom` and `make
workflows` install states its licence itself. `make lock` writes this page.

| package | version | licence |
|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a lock: its row of the table, and its section with the texts."""

    row: str
    section: str = ""


def locked(lock: Path) -> dict[str, str]:
    """The version of each package of a lock."""
    return dict(_LOCKED.findall(lock.read_text(encoding="utf-8")))


def found(name: str, version: str, folder: Path | None) -> Distribution | None:
    """The package as it is installed, or unpacked in ``folder``; None where it is neither."""
    beside = distributions(name=name, path=[str(folder)]) if folder is not None else ()
    try:
        candidates = [distribution(name), *beside]
    except PackageNotFoundError:
        candidates = list(beside)
    return next((each for each in candidates if each.version == version), None)


def licence_of(package: Distribution) -> str:
    """What the metadata states: an expression, the first line of a text, or the classifiers."""
    stated = package.metadata
    text = (stated.get("License-Expression") or stated.get("License") or "").strip()
    if not text:
        classifiers = [each for each in stated.get_all("Classifier") or () if each.startswith("License ::")]
        text = ", ".join(each.rpartition(" :: ")[2] for each in classifiers)
    return text.splitlines()[0] if text else "not stated"


def project_of(package: Distribution) -> str:
    """Where the project is at home."""
    links = dict(each.split(", ", 1) for each in package.metadata.get_all("Project-URL") or ())
    named = {label.casefold(): link for label, link in links.items()}
    first = next((named[label] for label in ("homepage", "source", "documentation", "docs") if label in named), "")
    return first or package.metadata.get("Home-page") or next(iter(links.values()), "")


def texts_of(package: Distribution) -> Iterator[tuple[str, str]]:
    """The texts of licences that are delivered with the package, each with its name."""
    for file in sorted(package.files or (), key=str):
        inside = any(part.endswith(".dist-info") for part in file.parts)
        if inside and _TEXTS.search(str(file.relative_to(file.parts[0]))) and file.suffix not in (".py", ".pyc"):
            path = Path(str(package.locate_file(file)))
            name = re.sub(r"^licenses/", "", file.relative_to(file.parts[0]).as_posix())
            yield name, path.read_text(encoding="utf-8", errors="replace")


def _lines(text: str) -> Iterator[str]:
    """A text as a block of the document, with its blanks at the ends of lines left out."""
    for line in text.strip("\n\f").replace("\f", "\n").expandtabs(4).splitlines():
        yield f"    {line}".rstrip()


def _row(name: str, version: str, licence: str) -> str:
    return f"| {name} | {version} | {licence.replace('|', '/')} |"


def _section(name: str, version: str, package: Distribution, seen: dict[str, str]) -> str:
    """The texts of one package; of one that was written before only where."""
    lines = [f"## {name} {version}", "", f"Licence: {licence_of(package)}.", ""]
    if project_of(package):
        lines += [f"Project: <{project_of(package)}>", ""]
    texts = list(texts_of(package))
    if not texts:
        lines += ["It is delivered without the text of its licence.", ""]
    for file, text in texts:
        same = " ".join(text.split())
        if same in seen:
            lines += [f"`{file}` is the same as {seen[same]}.", ""]
        else:
            seen[same] = f"`{file}` of {name}"
            lines += [f"`{file}`:", "", *_lines(text), ""]
    return "\n".join(lines)


def _earlier(document: Path) -> dict[str, Package]:
    """What the document says of each package and version."""
    if not document.exists():
        return {}
    text = document.read_text(encoding="utf-8")
    rows = {f"{row[1]} {row[2]}": row[0] for row in re.finditer(r"^\| (\S+) \| (\S+) \| .* \|$", text, re.MULTILINE)}
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    sections = {
        name: f"## {name}\n{body}".rstrip("\n") + "\n" for name, body in zip(parts[1::2], parts[2::2], strict=True)
    }
    return {name: Package(row, sections.get(name, "")) for name, row in rows.items()}


def packages(names: dict[str, str], document: Path, folder: Path | None = None) -> list[Package]:
    """What the document is to say of each package. Raises SystemExit for one of which nothing can be known here."""
    earlier, seen, told = _earlier(document), dict[str, str](), list[Package]()
    for name, version in sorted(names.items()):
        package = found(name, version, folder)
        if package is not None:
            row = _row(name, version, licence_of(package))
            told.append(Package(row, _section(name, version, package, seen).rstrip("\n") + "\n"))
        elif f"{name} {version}" in earlier:
            told.append(earlier[f"{name} {version}"])
        else:
            sys.exit(f"{name} {version} is not installed here: name a folder where its wheel was unpacked.")
    return told


def notices(folder: Path | None = None) -> str:
    """assets/notices.md as it must be."""
    told = packages(locked(USERS_LOCK), NOTICES, folder)
    own = "\n".join(["## Quatre Vents itself", "", *_lines(LICENCE.read_text(encoding="utf-8")), ""])
    return _NOTICES_HEAD + "\n".join([*(each.row for each in told), "", own, *(each.section for each in told)])


def tools(folder: Path | None = None) -> str:
    """docs/licences.md as it must be."""
    of_users = locked(USERS_LOCK)
    names = {name: version for name, version in locked(DEVELOPERS_LOCK).items() if name not in of_users}
    return _TOOLS_HEAD + "".join(f"{each.row}\n" for each in packages(names, TOOLS, folder))


def main(arguments: Sequence[str]) -> None:
    """Write both."""
    folder = Path(arguments[0]) if arguments else None
    NOTICES.write_text(notices(folder), encoding="utf-8")
    TOOLS.write_text(tools(folder), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
