"""Makes the Debian package of the packed program, with what a desktop, a shell and a reader of manuals look for."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from click.shell_completion import get_completion_class
from manual import manual

import assets
from tournament.language import LANGUAGES
from ui import WEBSITE
from ui.cli.__main__ import COMPLETION_VARIABLE, PROGRAM, program
from ui.desktop.theme.tokens import LIGHT

ROOT = Path(__file__).resolve().parents[2]
LINUX = Path(__file__).resolve().parent / "linux"
EVENT_TYPE, INVITATION_TYPE = "application/x-quatre-vents", "application/x-quatre-vents-invitation"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
"""Widths of the icons in pixels, for desktops that do not draw SVG."""
COMPLETIONS = {
    "bash": f"usr/share/bash-completion/completions/{PROGRAM}",
    "fish": f"usr/share/fish/vendor_completions.d/{PROGRAM}.fish",
    "zsh": f"usr/share/zsh/vendor-completions/_{PROGRAM}",
}
MANUALS = {"en": "man1", "fr": "fr/man1", "zh": "zh_CN/man1"}
MAINTAINER = "Quatre Vents contributors"
"""No address of them is known, and none is invented."""
OPTIONAL = re.compile(
    r"/plugins/(multimedia|printsupport|wayland-|egldeviceintegrations|platformthemes/|platforms/libqwayland)"
)
"""Parts of Qt without which the window opens all the same: sound, printers, Wayland beside X11, looks of desktops."""
RECOMMENDED = ("shared-mime-info", "xdg-utils")
"""The first knows the files by their type, the second opens folders and web pages."""
PICTURES = {
    "tables-light-en.png": {"en": "The sheet of a table, with the hand that is being entered",
                            "fr": "La feuille d’une table et la main en cours de saisie",
                            "zh": "一桌的记分表和正在录入的一盘"},
    "standings-light-en.png": {"en": "The standings", "fr": "Le classement", "zh": "排名"},
    "draw-light-en.png": {"en": "The draw", "fr": "Le tirage au sort", "zh": "抽签"},
    "display-light-en.png": {"en": "The screens of the hall", "fr": "Les écrans de la salle", "zh": "赛场的屏幕"},
}  # fmt: skip
"""The pictures that shops of programs show, of docs/pictures, with what is under them."""
DESCRIPTION = """\
runs mahjong tournaments, club evenings and leagues
 Quatre Vents draws the tables, records hands and penalties as referees
 write them, ranks the players with exact table points, and prints
 everything a hall needs: under the Mahjong Competition Rules, riichi as
 the EMA plays it, and five other games. Several computers can share an
 event; players check in, enter hands and follow the results on their
 phones; screens of the hall show clock, seats and standings. It writes
 the files that federations ask for.
 .
 It has a window and a command line, in English, French and Chinese. An
 event is one file, and no network is needed.
 .
 The package brings its own Python and Qt."""


def build_deb(folder: Path, out: Path, version: str, epoch: int) -> Path:
    """Make the package of the packed program in ``folder``, into the folder ``out``, dated ``epoch``."""
    version = debian_version(version)
    architecture = _said("dpkg", "--print-architecture").strip()
    package = out / f"{PROGRAM}_{version.replace('~', '.')}_{architecture}.deb"  # GitHub changes a ~ in names
    with TemporaryDirectory() as made:
        tree = Path(made) / "tree"
        home = tree / "usr" / "lib" / PROGRAM
        shutil.copytree(folder, home, symlinks=True, ignore=shutil.ignore_patterns("licences"))
        for place, content in shared_files(version, epoch).items():
            _write(tree / place, content)
        _write(tree / f"usr/share/doc/{PROGRAM}/copyright", copyright_text(folder / "licences"))
        (tree / "usr" / "bin").mkdir()
        (tree / "usr" / "bin" / PROGRAM).symlink_to(f"../lib/{PROGRAM}/{PROGRAM}")
        settle_modes(tree)
        depends, recommends = needed_packages(home)
        size = sum(path.lstat().st_size for path in tree.rglob("*")) // 1024
        _write(tree / "DEBIAN" / "control", control(version, architecture, size, depends, recommends).encode())
        _write(tree / "DEBIAN" / "md5sums", _checksums(tree))
        _write(tree / "DEBIAN" / "postrm", (LINUX / "postrm").read_bytes())
        (tree / "DEBIAN" / "postrm").chmod(0o755)
        for path in (*tree.rglob("*"), tree):
            os.utime(path, (epoch, epoch), follow_symlinks=False)
        out.mkdir(parents=True, exist_ok=True)
        _said("dpkg-deb", "--root-owner-group", "--build", str(tree), str(package), SOURCE_DATE_EPOCH=str(epoch))
    return package


def debian_version(version: str) -> str:
    """The version as Debian orders it: a release candidate, and a build before the tag, come before the release."""
    return f"{re.sub(r'rc|[+]', lambda found: '~' + found[0].strip('+'), version)}-1"


def shared_files(version: str, epoch: int) -> dict[str, bytes]:
    """What is installed beside the program, by its place below ``/``."""
    date = datetime.fromtimestamp(epoch, UTC)
    metainfo = Template((LINUX / f"{PROGRAM}.metainfo.xml").read_text(encoding="utf-8"))
    stamp = date.strftime("%a, %d %b %Y %H:%M:%S +0000")
    entry = f"{PROGRAM} ({version}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- {MAINTAINER}  {stamp}\n"
    files = {
        f"usr/share/applications/{PROGRAM}.desktop": assets.path("linux", f"{PROGRAM}.desktop").read_bytes(),
        f"usr/share/mime/packages/{PROGRAM}.xml": assets.path("linux", f"{PROGRAM}.xml").read_bytes(),
        f"usr/share/metainfo/{PROGRAM}.metainfo.xml": metainfo.substitute(
            version=version, date=date.date(), addresses=addresses(WEBSITE, version)
        ).encode(),
        f"usr/share/doc/{PROGRAM}/changelog.Debian.gz": _gzip(entry.encode()),
        f"usr/share/doc/{PROGRAM}/changelog.gz": _gzip((ROOT / "CHANGELOG.md").read_bytes()),
        f"usr/share/lintian/overrides/{PROGRAM}": (LINUX / "lintian-overrides").read_bytes(),
        **dict(_icons()),
    }
    for shell, place in COMPLETIONS.items():
        found = get_completion_class(shell)
        assert found is not None, shell
        completion = found(program, {}, PROGRAM, COMPLETION_VARIABLE)
        files[place] = (completion.source_template % completion.source_vars()).encode()
    for language in LANGUAGES:
        page = manual(language, version, epoch)
        files[f"usr/share/man/{MANUALS[language.code]}/{PROGRAM}.1.gz"] = _gzip(page.encode())
    return files


def addresses(website: str, version: str) -> str:
    """The elements of the metainfo with addresses, in XML: the website, and pictures of the tag of the version.

    Nothing if there is no ``website``: shops show only pictures that they can fetch.
    """
    if not website:
        return ""
    lines = [f'<url type="homepage">{escape(website)}</url>', "<screenshots>"]
    for place, (name, captions) in enumerate(PICTURES.items()):
        lines.append('  <screenshot type="default">' if place == 0 else "  <screenshot>")
        for code, caption in captions.items():
            language = "" if code == "en" else f' xml:lang="{code}"'
            lines.append(f"    <caption{language}>{escape(caption)}</caption>")
        lines.append(f"    <image>{escape(website)}/raw/v{version}/docs/pictures/{name}</image>")
        lines.append("  </screenshot>")
    return "".join(f"  {line}\n" for line in [*lines, "</screenshots>"])


def _icons() -> Iterator[tuple[str, bytes]]:
    """The icons of the program and of its files, as drawn and in :data:`SIZES`."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    program = Path(assets.path("icons", "program.svg")).read_text(encoding="utf-8")
    sheet = assets.path("linux", f"{EVENT_TYPE.replace('/', '-')}.svg").read_text(encoding="utf-8")
    drawings = {f"apps/{PROGRAM}": program.replace("currentColor", LIGHT.accent)}
    drawings |= {f"mimetypes/{kind.replace('/', '-')}": sheet for kind in (EVENT_TYPE, INVITATION_TYPE)}
    for name, drawing in drawings.items():
        yield f"usr/share/icons/hicolor/scalable/{name}.svg", drawing.encode()
        renderer = QSvgRenderer(QByteArray(drawing.encode()))
        for size in SIZES:
            picture = QImage(size, size, QImage.Format.Format_ARGB32)
            picture.fill(0)
            painter = QPainter(picture)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            buffer = QBuffer()
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            picture.save(buffer, "PNG")
            yield f"usr/share/icons/hicolor/{size}x{size}/{name}.png", bytes(buffer.data().data())


def control(version: str, architecture: str, size: int, depends: str, recommends: str) -> str:
    """The fields of the package; ``size`` in KiB."""
    fields = {
        "Package": PROGRAM, "Version": version, "Architecture": architecture, "Maintainer": MAINTAINER,
        "Installed-Size": str(size), "Depends": depends, "Recommends": recommends, "Section": "misc",
        "Priority": "optional", "Description": DESCRIPTION,
    }  # fmt: skip
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def needed_packages(home: Path) -> tuple[str, str]:
    """Depends and Recommends: the packages with the libraries that ``home`` asks for and does not bring."""
    read = _said("objdump", "-p", *(str(path) for path in sorted(home.rglob("*")) if _is_program(path)))
    brought = {path.name for path in home.rglob("*")}
    always, plugins = set[str](), list[set[str]]()
    for table in re.split(r"^(?=\S+: +file format)", read, flags=re.MULTILINE):
        names = set(re.findall(r"^ +NEEDED +(\S+)$", table, re.MULTILINE)) - brought
        if OPTIONAL.search(table.partition(":")[0]):
            plugins.append(names)
        else:
            always |= names
    newest = max((int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", read))
    packages = packages_of(always.union(*plugins))
    if missing := always - packages.keys():
        raise SystemExit(f"No package here has {', '.join(sorted(missing))}: run make system.")
    depends = {packages[name] for name in always} - {"libc6"}
    optional = set[str]().union(*(names for names in plugins if names <= packages.keys()))
    recommends = {packages[name] for name in optional} - depends - {"libc6"} | set(RECOMMENDED)
    libc = f"libc6 (>= {newest[0]}.{newest[1]})"
    return ", ".join([libc, *sorted(depends)]), ", ".join(sorted(recommends))


def packages_of(libraries: set[str]) -> dict[str, str]:
    """The package of Debian with each of the libraries, of those that are installed here."""
    words = ["dpkg", "-S", *(f"*/{name}" for name in sorted(libraries))]
    said = subprocess.run(words, check=False, capture_output=True, text=True).stdout
    lines = re.findall(r"^([^:,\s]+)(?::\w+)?: (\S+)$", said, re.MULTILINE)
    return {Path(path).name: package for package, path in lines}


def _is_program(path: Path) -> bool:
    """Whether the loader of the system reads ``path``: a program or a library."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def copyright_text(licences: Path) -> bytes:
    """The licences of everything that travels, from the folder that ``python .ci/package`` fills with them."""
    fonts = [path for name in ("fonts", "tiles") for path in sorted(ROOT.glob(f"assets/{name}/*.txt"))]
    texts = ((path.stem, path.read_bytes()) for path in (*fonts, *sorted(licences.iterdir())))
    parts = (f"{'=' * 78}\n{name}\n{'=' * 78}\n\n".encode() + text for name, text in texts)
    return b"\n".join([(LINUX / "copyright").read_bytes(), *parts])


def settle_modes(tree: Path) -> None:
    """Everybody reads; what may be started is what the folder lets start and the loader does not only load."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            starts = path.is_dir() or (path.stat().st_mode & 0o100 and ".so" not in path.name)
            path.chmod(0o755 if starts else 0o644)


def _checksums(tree: Path) -> bytes:
    """``DEBIAN/md5sums``, which ``dpkg --verify`` reads."""
    files = sorted(path for path in (tree / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    sums = (
        (hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest(), path.relative_to(tree)) for path in files
    )
    return "".join(f"{checksum}  {place}\n" for checksum, place in sums).encode()


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _said(*words: str, cwd: Path | None = None, **environment: str) -> str:
    """What a program of Debian prints; it has to succeed."""
    return subprocess.run(
        words, check=True, stdout=subprocess.PIPE, text=True, cwd=cwd, env=os.environ | {"LC_ALL": "C"} | environment
    ).stdout
