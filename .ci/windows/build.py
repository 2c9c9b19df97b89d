"""Makes a CPython for Windows with the locked wheels, from Debian and PyPI alone.

There is no package of CPython for Windows on PyPI, but panda3d's wheel holds its library and its compiled modules; the
rest of the standard library is that of the Python that runs this, which has to be of the same version.
"""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from packaging.markers import Marker
from wine import Wine, as_windows

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEVELOPMENT = ROOT / ".ci" / "development.lock"
PYTHON = "panda3d==1.10.16 --hash=sha256:37acfb92655c4226879f95c988e2ef1449a53c54486d6c1ebc00e2772429af82"
PIP = "pip==26.3 --hash=sha256:f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"
"""That of PyPI: Debian's has none of the programs that start a command on Windows."""
DEBIAN = {"wine": "wine64 wine", "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "Xvfb": "xvfb"}
"""Programs that are needed, and the packages that have them."""
TARGET = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64",
          "python_version": "3.11", "python_full_version": "3.11.9", "implementation_name": "cpython",
          "platform_python_implementation": "CPython", "extra": ""}  # fmt: skip
LEFT_OUT = frozenset({"ast-serialize", "grimp", "import-linter", "librt", "mypy", "rich", "ruff", "uv"})
"""Tools that look at the code: what they say is the same on every system."""
NOT_LIBRARY = ("site-packages", "dist-packages", "lib-dynload", "test", "idlelib", "turtledemo", "config-3*",
               "__pycache__", "sitecustomize.py", "EXTERNALLY-MANAGED", "_sysconfigdata*")  # fmt: skip
_OF_CLASS = "    def invalidate_caches(cls)"
GCC = "x86_64-w64-mingw32-gcc"
MATH, OUR_MATH = "api-ms-win-crt-math-l1-1-0.dll", "our-ms-win-crt-math-l1-1-0.dll"
"""Wine lets nobody replace the first; numpy is told to load the second, whose name is as long."""


def install_debian(more: dict[str, str] | None = None) -> None:
    """Install what is missing of :data:`DEBIAN` and of ``more``; needs to be root for it."""
    needed = DEBIAN | (more or {})
    missing = [name for program, names in needed.items() if shutil.which(program) is None for name in names.split()]
    if missing:
        subprocess.run(["apt-get", "update", "-q"], check=True)
        subprocess.run(["apt-get", "install", "-qy", "--no-install-recommends", *missing], check=True)


def build(folder: Path, wine: Wine, *locks: Path) -> Path:
    """Make it in ``folder``, with what ``locks`` name or else the lock of development; the answer is ``python.exe``."""
    program = folder / "python"
    site = program / "Lib" / "site-packages"
    requirements = [PIP, *(line for lock in locks or (DEVELOPMENT,) for line in _requirements(lock))]
    locked = "\n".join((PYTHON, *requirements))
    whole = program / "whole.txt"
    if not whole.exists() or whole.read_text(encoding="utf-8") != locked:
        shutil.rmtree(program, ignore_errors=True)
        site.mkdir(parents=True)
        _install(site, sorted(set(requirements)))
        _install_python(program)
        _compile(program, site)
        shutil.copy(HERE / "sitecustomize.py", site)
        whole.write_text(locked, encoding="utf-8")
    shutil.copy(program / "bcryptprimitives.dll", wine.drive / "windows" / "system32")
    return program / "python.exe"


def _install(site: Path, requirements: list[str]) -> None:
    """Install wheels for Windows into ``site``, each of them the one whose hash is given."""
    locked = site.with_suffix(".txt")
    locked.write_text("".join(f"{line}\n" for line in requirements), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-compile",
         "--only-binary", ":all:", "--platform", "win_amd64", "--python-version", "3.11", "--implementation", "cp",
         "--abi", "cp311", "--abi", "abi3", "--abi", "none", "--require-hashes", "--target", str(site),
         "--requirement", str(locked)],
        check=True,
    )  # fmt: skip


def _requirements(lock: Path) -> Iterator[str]:
    """What a lock asks for on Windows; its markers are judged here, as pip would take this machine."""
    found: dict[str, str] = {}
    for entry in re.findall(r"^[a-zA-Z](?:.*\\\n)*.*$", lock.read_text(encoding="utf-8"), re.MULTILINE):
        name, version, marker, hashes = re.fullmatch(
            r"([\w.-]+)(?:\[[^]]*\])?==(\S+)(?: ; (.*?))?((?: *\\\n +--hash=\S+)+)", entry
        ).groups()
        if name not in LEFT_OUT and (marker is None or Marker(marker).evaluate(TARGET)):
            found[name] = f"{name}=={version} {' '.join(hashes.replace(chr(92), ' ').split())}"
    yield from found.values()


def _install_python(program: Path) -> None:
    """CPython's library and its modules from the wheel that brings them, the rest of it from this Python."""
    brought = program / "brought"
    _install(brought, [PYTHON])
    for path in (brought / "deploy_libs").iterdir():
        shutil.copy(path, program)
    shutil.rmtree(brought)
    shutil.copytree(sysconfig.get_path("stdlib"), program / "Lib", dirs_exist_ok=True, ignore=_ignored)
    metadata = program / "Lib" / "importlib" / "metadata" / "__init__.py"
    text = metadata.read_text(encoding="utf-8")
    if f"@classmethod\n{_OF_CLASS}" not in text:  # as the library of 3.11.9 calls it
        metadata.write_text(text.replace(_OF_CLASS, f"    @classmethod\n{_OF_CLASS}"), encoding="utf-8")


def _ignored(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if any(fnmatch(name, pattern) for pattern in NOT_LIBRARY)}


def _compile(program: Path, site: Path) -> None:
    """The programs and libraries that are missing: CPython's own, and what Wine 8 has not."""
    _gcc("-municode", "-o", program / "python.exe", HERE / "launcher.c")
    # wheels for every version of Python ask python3.dll for what the library of this version has
    names = [name for name in _exported(program / "python311.dll") if name.lstrip("_").startswith("Py")]
    _library(program / "python3.dll", {name: f"python311.{name}" for name in names})
    # numpy asks for complex numbers
    ours = re.findall(r"(?:COMPLEX|REAL)\((\w+)", (HERE / "complex_numbers.c").read_text(encoding="utf-8"))
    complex_names = {f"{name}{kind}" for name in {*ours, "cpow"} - {"name"} for kind in ("", "f", "l")}
    names = {*_exported(program / MATH), *complex_names}
    where = {name: f"our_{name}" if name in complex_names else f"ucrtbase.{name}" for name in sorted(names)}
    _library(program / OUR_MATH, where, "-static-libgcc", HERE / "complex_numbers.c")
    for folder in (site / "numpy", site / "numpy.libs"):
        for path in (*folder.rglob("*.pyd"), *folder.rglob("*.dll")):
            content = path.read_bytes()
            if MATH.encode() in content:
                path.write_bytes(content.replace(MATH.encode(), OUR_MATH.encode()))
    # Qt asks icuuc.dll of Windows 10 for rare encodings: it is told that there are none
    names = _imported(site / "PySide6" / "Qt6Core.dll", "icuuc.dll")
    none = program / "none.c"
    none.write_text("".join(f"void *{name}(const char *name, int *error) {{ if (error) *error = 4; return 0; }}\n"
                            if name == "ucnv_open" else f"void *{name}(void) {{ return 0; }}\n" for name in names),
                    encoding="utf-8")  # fmt: skip
    _library(program / "icuuc.dll", {name: name for name in names}, none)
    _gcc("-shared", "-static-libgcc", "-o", program / "bcryptprimitives.dll", HERE / "random_bytes.c", "-ladvapi32")


def _gcc(*words: str | Path) -> None:
    subprocess.run([GCC, "-O1", "-w", *map(str, words)], check=True)


def _library(path: Path, exports: dict[str, str], *words: str | Path) -> None:
    """A library that exports these names, of another library or of the sources among ``words``."""
    definition = path.with_suffix(".def")
    lines = (f"  {name} = {where}\n" if name != where else f"  {name}\n" for name, where in exports.items())
    definition.write_text(f"LIBRARY {path.name}\nEXPORTS\n" + "".join(lines), encoding="utf-8")
    entry = path.with_suffix(".entry.c")
    entry.write_text("int __stdcall DllMain(void *a, unsigned b, void *c) { return 1; }\n", encoding="utf-8")
    _gcc("-shared", "-o", path, entry, *words, definition)


def _tables(library: Path) -> str:
    return subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", str(library)], check=True, capture_output=True, text=True
    ).stdout


def _exported(library: Path) -> list[str]:
    table = _tables(library).partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    return re.findall(r"^\s*\[ *\d+\].*?(\S+)$", table, re.MULTILINE)


def _imported(library: Path, of: str) -> list[str]:
    table = _tables(library).partition(f"DLL Name: {of}")[2].partition("DLL Name:")[0]
    return sorted(set(re.findall(r"^\s+[0-9a-f]+\s+\d+\s+(\w+)$", table, re.MULTILINE)))


def install_program(python: Path, app: Path, wine: Wine) -> None:
    """Install the program from ``app`` as README says for Windows."""
    code, said = wine.run(
        python, "-m", "pip", "install", "--quiet", "--no-warn-script-location", "--no-deps", "--no-build-isolation",
        "--editable", as_windows(app),
    )  # fmt: skip
    if code:
        raise SystemExit(said.decode(errors="replace"))
