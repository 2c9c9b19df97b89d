"""Builds what is published into ``dist/``: the wheel, the source, and a folder that runs without Python, packed.

``python .ci/package`` installs from locks alone into ``out/package``. Where the source, the locks and the system are
the same, so are all files that it writes. ``python .ci/package wheel`` makes only the wheel and the source. After the
files of the folder were signed, ``python .ci/package pack`` packs it again. On Linux ``python .ci/package appimage``
makes an AppImage of it.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from archive import pack, pack_zip, write_sums
from icu import cut
from source import export, version

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DIST, WORK = ROOT / "dist", ROOT / "out" / "package"
PROGRAM = "quatre-vents"
LOCKS = (ROOT / "requirements.lock", HERE / "requirements.lock")
INSTALLATION = ("install", "README.txt")
"""What the archive for Linux has besides the program, to install it and to remove it again."""
_SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}


def run(*words: str | Path, folder: Path = ROOT, **variables: str) -> None:
    """Run a program in ``folder``; the build ends where it fails."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # it is to find the wheel alone
    subprocess.run([str(each) for each in words], cwd=folder, check=True, env=own | variables)


def moment() -> int:
    """How old everything is to be: SOURCE_DATE_EPOCH, or the time of the last commit."""
    asked = os.environ.get("SOURCE_DATE_EPOCH")
    if asked:
        return int(asked)
    said = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True)
    return int(said.stdout)


def environment() -> Path:
    """Make the environment in which it is built, with what the locks name; the answer is its Python."""
    venv = WORK / "venv"
    uv = Path(sys.executable).with_name("uv")
    run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, venv)
    python = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    locks = [word for lock in LOCKS for word in ("-r", str(lock))]
    run(uv, "pip", "install", "--no-config", "--quiet", "--python", python, "--require-hashes", "--no-build", *locks)
    return python


def fixed(epoch: int) -> dict[str, str]:
    """The variables with which two builds are the same."""
    return {"SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


def build_wheel(python: Path, epoch: int) -> Path:
    """Make the wheel and the source in ``dist/``; the answer is the wheel."""
    source = WORK / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    export(source)
    run(python, "-m", "hatchling", "build", "-d", DIST, folder=source, **fixed(epoch))
    (wheel,) = DIST.glob("*.whl")
    return wheel


def build_folder(python: Path, wheel: Path, epoch: int) -> Path:
    """Make the folder that runs without Python; the answer is the folder."""
    run(Path(sys.executable).with_name("uv"), "pip", "install", "--quiet", "--python", python, "--no-deps", wheel)
    # Python looks first into the folder in which it runs: it is to find the program as the wheel installed it.
    run(python, "-m", "PyInstaller", "--log-level", "ERROR", "--noconfirm", "--distpath", DIST,
        "--workpath", WORK / "work", HERE / f"{PROGRAM}.spec", folder=WORK,
        **fixed(epoch), PYINSTALLER_CONFIG_DIR=str(WORK / "cache"))  # fmt: skip
    folder = DIST / PROGRAM
    for data in folder.rglob("libicudata.so.*"):  # Linux: elsewhere Qt asks the system
        cut(data, WORK / "work")
    return folder


def add_licences(folder: Path) -> None:
    """Put the licences into the folder: of the program, of its libraries, and of those of Debian and PyInstaller."""
    texts = folder / "licences"
    texts.mkdir()
    shutil.copy(ROOT / "LICENSE", texts / "quatre-vents.txt")
    shutil.copy(ROOT / "assets" / "notices.md", texts / "libraries.md")
    shutil.copy(next((WORK / "venv").rglob("pyinstaller-*.dist-info/**/COPYING.txt")), texts / "pyinstaller.txt")
    if sys.platform == "linux":
        for library in sorted((folder / "_internal").glob("lib*.so*")):
            package = debian_package(library.name)
            shutil.copy(Path("/usr/share/doc") / package / "copyright", texts / f"{package}.txt")


def debian_package(library: str) -> str:
    """The package of Debian with a shared library."""
    said = subprocess.run(["dpkg", "-S", f"*/{library}"], check=True, capture_output=True, text=True).stdout
    return said.partition(":")[0]


def pack_folder(folder: Path, epoch: int) -> None:
    """Pack the folder that runs without Python as this system expects it."""
    name = f"{PROGRAM}-{version()}-{_SYSTEMS[sys.platform]}-{platform.machine().replace('AMD64', 'x86_64')}"
    if sys.platform == "win32":
        command = folder / f"{PROGRAM}.com"  # as the installer has it
        shutil.copy2(folder / f"{PROGRAM}-cli.exe", command)
        pack_zip(folder, DIST / f"{name}.zip", epoch)
        command.unlink()
    else:
        pack(DIST / "Quatre Vents.app" if sys.platform == "darwin" else folder, DIST / f"{name}.tar.xz", epoch)


def main() -> None:
    """Build everything, and say how large it became."""
    if sys.argv[1:] == ["pack"]:
        pack_folder(DIST / PROGRAM, moment())
        return
    if sys.argv[1:] == ["appimage"]:
        from appimage import build_appimage

        print(build_appimage(DIST / PROGRAM, DIST, version(), moment(), INSTALLATION).relative_to(ROOT))
        write_sums(DIST)
        return
    for old in (DIST, WORK / "work", WORK / "cache"):
        shutil.rmtree(old, ignore_errors=True)
    DIST.mkdir()
    epoch = moment()
    if sys.argv[1:] == ["wheel"]:
        build_wheel(Path(sys.executable), epoch)
        print("\n".join(sorted(each.name for each in DIST.iterdir())))
        return
    python = environment()
    folder = build_folder(python, build_wheel(python, epoch), epoch)
    add_licences(folder)
    if sys.platform == "linux" and shutil.which("dpkg-deb") is not None:
        from debian import build_deb  # it draws icons with Qt

        build_deb(folder, DIST, version(), epoch)
    if sys.platform == "linux":  # what no package of Debian needs
        for name in INSTALLATION:
            shutil.copy(HERE / "linux" / name, folder)
    pack_folder(folder, epoch)
    print(f"{sum(each.lstat().st_size for each in folder.rglob('*')) / 1e6:.1f} MB  {folder.relative_to(ROOT)}")
    for each in sorted(each for each in DIST.iterdir() if each.is_file()):
        print(f"{each.stat().st_size / 1e6:.1f} MB  {each.relative_to(ROOT)}")
    print(write_sums(DIST).read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
