"""Makes the installer for Windows from the packed program, with NSIS 3 (``makensis``), on Windows or Linux."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from PIL import Image

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from icons import write_icon  # noqa: E402
from source import numbers_of  # noqa: E402

import assets  # noqa: E402
from ui.desktop.theme.tokens import LIGHT  # noqa: E402

CONSOLE, COMMAND = "quatre-vents-cli.exe", "quatre-vents.com"
"""The command line as it is packed, and under the name that terminals look for before the ``.exe`` of the window."""


def make_installer(
    folder: Path,
    out: Path,
    version: str,
    *,
    quickly: bool = False,
    unsigned: Path | None = None,
    signed: Path | None = None,
) -> Path:
    """Make the installer of the program in ``folder`` into the folder ``out``; ``quickly`` makes it larger.

    The same folder gives the same bytes. NSIS makes the uninstaller and packs it at once, so signing it takes two
    calls: the first writes it to ``unsigned``, and the second packs the file ``signed`` in its place.
    """
    installer = out / f"quatre-vents-{version}-windows-x86_64-setup.exe"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        listed, include = Path(made, "files.txt"), Path(made, "files.nsh")
        removed = "".join(f"{line}\r\n" for line in removal_of([*names, COMMAND, "uninstall.exe"]))
        listed.write_bytes(removed.encode("utf-16-le"))
        lines = [*additions(folder, names), f'File "/oname={COMMAND}" "{folder / CONSOLE}"', _file(listed)]
        lines += [_copied_uninstaller("%1", str(unsigned.resolve()))] if unsigned is not None else []
        lines += [_copied_uninstaller(str(signed.resolve()), "%1")] if signed is not None else []
        include.write_text("\n".join(lines) + "\n", encoding="utf-8")
        icon, side = (
            write_icon(Path(assets.path("icons", "program.svg")), Path(made, "icon.ico")),
            Path(made, "side.bmp"),
        )
        _side_of(icon).save(side)
        defines = {
            "VERSION": version,
            "NUMBERS": ".".join(map(str, numbers_of(version))),
            "KILOBYTES": sum((folder / name).stat().st_size for name in names) // 1024,
            "OUTPUT": installer.resolve(),
            "ICON": icon,
            "SIDE": side,
            "FILES": include,
        }
        words = [f"-D{name}={value}" for name, value in defines.items()]
        words += ["-DQUICKLY"] if quickly else []
        script = HERE / "installer.nsi"
        subprocess.run(["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(script)], check=True)
    return installer


def _copied_uninstaller(source: str, target: str) -> str:
    """The line of NSIS that copies the uninstaller, which is the file ``%1`` once it is made and not yet packed."""
    return f'!uninstfinalize \'{"copy /y" if sys.platform == "win32" else "cp"} "{source}" "{target}"\''


def _side_of(icon: Path) -> Image.Image:
    """The picture beside the first and the last page, at 200 %: the logo in white on the colour of the program."""
    side = Image.new("RGB", (328, 628), LIGHT.accent)
    with Image.open(icon) as drawn:
        logo = drawn.convert("RGBA")
    side.paste(logo, (36, 90), logo)
    return side


def removal_of(names: Iterable[str]) -> Iterator[str]:
    """What to remove for these files, as files.txt lists it: each of them, then their folders, the inner ones first."""
    files = [PurePosixPath(name) for name in names]
    folders = {parent for file in files for parent in file.parents if parent.name}
    yield from (_as_windows(file) for file in files)
    yield from (f"{_as_windows(each)}\\" for each in sorted(folders, reverse=True))


def additions(folder: Path, names: Iterable[str]) -> Iterator[str]:
    """The lines of NSIS that unpack these files of ``folder``, ending in the folder ``program.new`` itself."""
    current = None
    for name in [*names, ""]:
        parent = _as_windows(PurePosixPath(name).parent)
        if parent != current:
            below = "" if parent == "." else f"\\{parent}"
            yield f'SetOutPath "$INSTDIR\\program.new{below}"'
            current = parent
        if name:
            yield _file(folder / name)


def _as_windows(path: PurePosixPath) -> str:
    return str(path).replace("/", "\\")


def _file(path: Path) -> str:
    return f'File "{path}"'
