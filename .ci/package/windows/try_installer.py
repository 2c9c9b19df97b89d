"""``make package-windows``: packs the program for Windows under Wine, makes the installer, and tries it as a user does.

``python .ci/package/windows/try_installer.py FOLDER [PACKED]``. Needs Debian, PyPI and 4 GB in FOLDER; as root it
installs what is missing of Debian. With PACKED, a folder that was packed before, only the rest is done. What is right
or wrong is printed, and pictures of what a user sees are kept in ``FOLDER/pictures``.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / ".ci"), str(ROOT / ".ci" / "package"), str(ROOT / ".ci" / "windows")]

from build import build, install_debian  # noqa: E402
from installer import make_installer  # noqa: E402
from screen import screen  # noqa: E402
from source import export, version  # noqa: E402
from wine import Wine, as_windows  # noqa: E402

TOOLS = {"makensis": "nsis", "xdotool": "xdotool", "import": "imagemagick", "openbox": "openbox",
         "osslsigncode": "osslsigncode", "openssl": "openssl"}  # fmt: skip
OF_WINDOWS = ("icuuc.dll", "bcryptprimitives.dll")
"""Libraries of Windows 10 that Wine has not: they are put into Windows, not into the program."""
OLDER = "0.0.9"
ONLY_IN_OLDER = "_internal/only in 0.0.9.txt"
LONG = "Tournoi d’été à Orléans 麻将 " * 6 + "cup"
"""The name of a folder. With it the path of an event has more than 200 letters, with accents and Chinese."""
UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\QuatreVents"
PUBLISHER = "Quatre Vents contributors"
ENVIRONMENT = r"HKCU\Environment"
CLASSES = r"HKCU\Software\Classes"
PLAYERS = "".join(f"Player {number},Club\n" for number in range(1, 17))


def main() -> int:
    """Pack it, make the installer, try it; and say what is wrong."""
    folder = Path(sys.argv[1]).resolve()
    install_debian(TOOLS)
    for old in ("windows", "events", "pictures", "dist"):
        shutil.rmtree(folder / old, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    with screen("1366x768") as display, _window_manager(display), Wine(folder / "windows", DISPLAY=display) as wine:
        os.environ["DISPLAY"] = display
        wine.run("winecfg", "-v", "win10")  # to programs that ask, Wine is Windows 7 otherwise
        python = build(folder, wine, ROOT / "requirements.lock", HERE.parent / "requirements.lock")
        for library in OF_WINDOWS:
            shutil.copy(python.with_name(library), wine.drive / "windows" / "system32")
        packed = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else pack(folder, wine, python)
        older = folder / "dist" / OLDER
        shutil.copytree(packed, older)
        (older / ONLY_IN_OLDER).write_text("older", encoding="utf-8")
        begun = time.monotonic()
        unsigned = folder / "uninstall.exe"
        make_installer(packed, folder / "dist", version(), unsigned=unsigned)
        signed = sign(folder, unsigned)
        installer = make_installer(packed, folder / "dist", version(), signed=signed)
        print(f"{installer.name}: {installer.stat().st_size / 1e6:.1f} MB in {time.monotonic() - begun:.0f} s, of "
              f"{sum(path.stat().st_size for path in packed.rglob('*')) / 1e6:.1f} MB", flush=True)  # fmt: skip
        tried = Trial(wine, folder, packed, installer, signed.read_bytes())
        tried.all(make_installer(older, folder / "dist", OLDER, quickly=True), older)
        again = make_installer(packed, folder / "again", version(), signed=signed)
        tried.expect("the installer is the same when it is made again", again.read_bytes() == installer.read_bytes())
    print(f"{tried.right} right, {len(tried.wrong)} wrong", *tried.wrong, sep="\n")
    return 1 if tried.wrong else 0


def pack(folder: Path, wine: Wine, python: Path) -> Path:
    """Make the folder that runs without Python, as ``python .ci/package`` does on Windows."""
    source, wheels, made = folder / "source", folder / "wheels", folder / "packed"
    for old in (source, wheels, made):
        shutil.rmtree(old, ignore_errors=True)
    source.mkdir()
    export(source)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)], cwd=source, check=True
    )
    (wheel,) = wheels.iterdir()
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps",
                    "--no-compile", "--upgrade", "--target", str(python.parent / "Lib" / "site-packages"), str(wheel)],
                   check=True)  # fmt: skip
    code, said = wine.run(
        python, "-m", "PyInstaller", "--log-level", "WARN", "--noconfirm", "--distpath", as_windows(made),
        "--workpath", as_windows(folder / "work"), as_windows(HERE.parent / "quatre-vents.spec"),
        cwd=folder, PYTHONHASHSEED="0", PYINSTALLER_CONFIG_DIR=as_windows(folder / "cache"),
    )  # fmt: skip
    if code:
        raise SystemExit(said.decode(errors="replace"))
    for library in OF_WINDOWS:
        (made / "quatre-vents" / "_internal" / library).unlink()
    return made / "quatre-vents"


def sign(folder: Path, program: Path) -> Path:
    """Sign ``program`` with a certificate that is made for it, as the release does with one that Windows believes."""
    key, certificate, signed = folder / "key.pem", folder / "certificate.pem", folder / "signed.exe"
    signed.unlink(missing_ok=True)
    for words in (
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
         "-subj", "/CN=Trial", "-days", "2", "-addext", "extendedKeyUsage=codeSigning"],
        ["osslsigncode", "sign", "-certs", certificate, "-key", key, "-in", program, "-out", signed],
    ):  # fmt: skip
        subprocess.run([str(each) for each in words], check=True, capture_output=True)
    return signed


@contextmanager
def _window_manager(display: str) -> Iterator[None]:
    """What gives windows the keyboard."""
    manager = subprocess.Popen(["openbox"], env=os.environ | {"DISPLAY": display}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        manager.terminate()
        manager.wait()


def contents(folder: Path) -> dict[str, str]:
    """The files of a folder, each with a checksum."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file()}  # fmt: skip


def until(condition: Callable[[], object], seconds: float) -> bool:
    """Wait for a condition; whether it came true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.3)
    return True


def windows(name: str) -> list[str]:
    """The windows on the screen whose title matches."""
    said = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", name], capture_output=True, check=False)
    return said.stdout.decode().split()


def press(*keys: str) -> None:
    """Press keys, one after the other."""
    subprocess.run(["xdotool", "key", "--delay", "120", *keys], check=True)


class Trial:
    """One user of the installer, from an older version to nothing; what is not as it must be is kept in ``wrong``."""

    def __init__(self, wine: Wine, folder: Path, packed: Path, installer: Path, uninstaller: bytes) -> None:
        self._wine, self._folder, self._packed, self._installer = wine, folder, packed, installer
        self._uninstaller = uninstaller
        self._user = wine.drive / "users" / getuser()
        self._home = self._user / "AppData" / "Local" / "Programs" / "Quatre Vents"
        self._program = self._home / "program"
        self._link = self._user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Quatre Vents.lnk"
        self.right = 0
        self.wrong: list[str] = []

    def expect(self, what: str, right: object) -> None:
        """Count it as right, or keep it as wrong."""
        print("right" if right else "WRONG", what, flush=True)
        self.right += bool(right)
        self.wrong += [] if right else [what]

    def all(self, older: Path, older_files: Path) -> None:
        """Everything, in the order in which a user meets it."""
        self._install_silently(older, older_files, "the older version, silently")
        self.expect("its entry names the older version", self._registry(UNINSTALL, "DisplayVersion") == OLDER)
        self._use_command_line()
        self._add_command()
        self._open_from_start_menu()
        event = self._make_event()
        self._open_event(event)
        self._replace_by_window()
        self._run_while_silent()
        self._interrupt()
        self._install_silently(self._installer, self._packed, "the same version again, silently")
        installed = (self._program / "uninstall.exe").read_bytes()
        self.expect("the uninstaller is the one that was signed", installed == self._uninstaller)
        self._uninstall(event)

    def _setup(self, *words: str) -> "subprocess.Popen[bytes]":
        return self._wine.start(self._installer, *words)

    def _install_silently(self, installer: Path, files: Path, what: str) -> None:
        begun = time.monotonic()
        code, _ = self._wine.run(installer, "/S")
        print(f"{what}: {time.monotonic() - begun:.0f} s", flush=True)
        self.expect(f"{what}: ends with 0", code == 0)
        self._expect_installed(files, what)

    def _expect_installed(self, files: Path, what: str) -> None:
        found, packed = contents(self._program), contents(files)
        own = {found.pop("files.txt", None), found.pop("uninstall.exe", None)}
        command = found.pop("quatre-vents.com", None)
        self.expect(f"{what}: terminals have a command", command == packed["quatre-vents-cli.exe"])
        self.expect(f"{what}: the program is what was packed, and nothing else", found == packed and None not in own)
        self.expect(f"{what}: nothing is left beside it", [path.name for path in self._home.iterdir()] == ["program"])
        self.expect(f"{what}: the Start menu has it", self._link.exists())
        exe = self._inside(self._program / "quatre-vents.exe")
        for ending in (".qv", ".qv-invitation"):
            kind = self._registry(rf"{CLASSES}\{ending}")
            command = self._registry(rf"{CLASSES}\{kind}\shell\open\command")
            self.expect(f"{what}: {ending} opens with it", command == f'"{exe}" desktop "%1"')
            icon = self._registry(rf"{CLASSES}\{kind}\DefaultIcon")
            self.expect(f"{what}: {ending} has its icon", icon == f'"{exe}",0')
        size = sum((files / name).stat().st_size for name in packed) // 1024
        told = self._registry(UNINSTALL, "EstimatedSize"), self._registry(UNINSTALL, "Publisher")
        self.expect(f"{what}: the list of programs has its size and publisher", told == (hex(size), PUBLISHER))

    def _inside(self, path: Path) -> str:
        """A path on the drive C:."""
        return "C:\\" + str(path.relative_to(self._wine.drive)).replace("/", "\\")

    def _registry(self, key: str, name: str = "") -> str:
        """A value of the registry, or nothing."""
        _, said = self._wine.run("reg", "query", key, *(["/v", name] if name else ["/ve"]))
        found = re.search(r"REG_\w+ +(.*?)\r?$", said.decode(errors="replace"), re.MULTILINE)
        return found[1] if found else ""

    def _picture(self, name: str) -> None:
        subprocess.run(["import", "-window", "root", str(self._folder / "pictures" / f"{name}.png")], check=True)

    def _use_command_line(self) -> None:
        code, said = self._wine.run(self._program / "quatre-vents-cli.exe", "--version")
        right = code == 0 and said.split()[:2] == [b"quatre-vents", version().encode()]
        self.expect("the command line says its version", right)

    def _add_command(self) -> None:
        """What the second box of the last page and ``/PATH`` do."""
        self._wine.run(self._program / "quatre-vents-cli.exe", "desktop", "--add-to-path")
        added = (self._registry(ENVIRONMENT, "Path") or "").endswith(self._inside(self._program))
        self.expect("the folder of the command is in the PATH of the user", added)
        code, said = self._wine.run("cmd", "/c", "quatre-vents --version")
        right = code == 0 and said.split()[:2] == [b"quatre-vents", version().encode()]
        self.expect("a new terminal finds the command line, not the window", right)

    def _open_from_start_menu(self) -> None:
        begun = time.monotonic()
        self._wine.start("start", "/unix", self._link)
        self.expect("the Start menu opens the window", until(lambda: windows("Quatre Vents"), 120))
        print(f"the window: {time.monotonic() - begun:.1f} s", flush=True)
        time.sleep(3)
        self._picture("start-menu")
        self._close()

    def _close(self) -> None:
        self._wine.run("taskkill", "/IM", "quatre-vents.exe")
        self.expect("the window closes", until(lambda: not windows("Quatre Vents"), 30))
        time.sleep(2)

    def _make_event(self) -> Path:
        """An event that is drawn, made by this system, where its path is long."""
        folder = self._folder / "events" / LONG
        folder.mkdir(parents=True)
        event, players = folder / "Été 麻将.qv", folder / "players.csv"
        players.write_text("name,club\n" + PLAYERS, encoding="utf-8")
        self._here("new", str(event), "--name", "Été", "--sessions", "2")
        self._here("players", str(event), "import", str(players))
        self._here("draw", str(event), "--seed", "1")
        assert 200 < len(as_windows(event)) < 260, len(as_windows(event))
        return event

    def _here(self, *words: str) -> str:
        """Call the program of this system."""
        call = [sys.executable, "-m", "ui.cli", *words]
        return subprocess.run(call, check=True, capture_output=True, text=True).stdout

    def _hand(self, event: Path) -> object:
        """The first hand of table 1, as this system reads it."""
        hand = json.loads(self._here("sheet", str(event), "--session", "1", "--table", "1", "--json"))["hands"][0]
        return hand["winner"], hand["discarder"], hand["points"]

    def _open_event(self, event: Path) -> None:
        """Open it by the command of a double click, and type a hand."""
        # Wine 8 finds only what is registered for all users
        self._wine.run("reg", "copy", CLASSES, CLASSES.replace("HKCU", "HKLM"), "/s", "/f")
        self._wine.start("start", "/unix", event)
        self.expect("a double click opens the event", until(lambda: windows("Été"), 120))
        time.sleep(3)
        press("alt+4")
        time.sleep(1)
        press("g", "1", "Return", "2", "4", "2", "8")
        self._picture("hand-typed")
        press("Return")
        self.expect("the typed hand is saved", until(lambda: self._hand(event) == ("B", "D", 28), 20))
        self._here("check", str(event))
        self._picture("hand-saved")

    def _replace_by_window(self) -> None:
        """Install while the program runs, by the window of the installer: it closes the program when it is told to."""
        setup = self._setup()
        self.expect("the installer opens", until(lambda: windows("Setup"), 30))
        time.sleep(1)
        self._picture("installer-welcome")
        press("Return")
        self.expect("it says that the program runs", until(lambda: len(windows("Setup")) > 1, 30))
        time.sleep(1)
        self._picture("installer-running")
        self.expect("nothing is changed until it is answered", ONLY_IN_OLDER in contents(self._program))
        press("Return")
        done = until(lambda: self._registry(UNINSTALL, "DisplayVersion") == version(), 180)
        self.expect("it closes the program and installs the new version", done)
        time.sleep(2)
        self._picture("installer-finished")
        self._expect_installed(self._packed, "by its window, over the older version")
        press("Return")
        started = until(lambda: not windows("Setup") and windows("Quatre Vents"), 120)
        self.expect("its last page starts the program", started)
        setup.wait(30)

    def _run_while_silent(self) -> None:
        """Install silently while the program runs: it waits for its end, and gives up after a minute."""
        before = contents(self._home)
        code, _ = self._wine.run(self._installer, "/S")
        given_up = code == 2 and contents(self._home) == before
        self.expect("silently while the program runs: it gives up, and nothing is changed", given_up)
        setup = self._setup("/S")
        time.sleep(5)
        self._close()
        self.expect("silently while the program closes: it waits, and installs", setup.wait(120) == 0)
        self._expect_installed(self._packed, "silently, after the program was closed")

    def _interrupt(self) -> None:
        """End the installer in its midst: the version that was there is still whole."""
        before = contents(self._program)
        setup = self._setup("/S")
        self.expect("it unpacks beside the program", until((self._home / "program.new" / "_internal").exists, 60))
        self._wine.run("taskkill", "/F", "/IM", self._installer.name)
        setup.wait(30)
        self.expect("interrupted: the version that was there is whole", contents(self._program) == before)

    def _uninstall(self, event: Path) -> None:
        """Remove it: only what belongs to the user stays."""
        folder = self._user / "AppData" / "Local" / "quatre-vents"
        settings = contents(folder)
        kept = {"notes.txt", "program/_internal/notes.txt"}
        for name in kept:
            (self._home / name).write_text("mine", encoding="utf-8")
        events = contents(event.parent)
        self._wine.start(self._program / "uninstall.exe")
        self.expect("the uninstaller opens", until(lambda: windows("Uninstall"), 30))
        time.sleep(1)
        self._picture("uninstaller")
        press("Return")
        self.expect("it removes itself from the list of programs",
                    until(lambda: not self._registry(UNINSTALL, "DisplayName"), 60))  # fmt: skip
        in_path = self._inside(self._program) in (self._registry(ENVIRONMENT, "Path") or "")
        self.expect("its folder is not in the PATH any more", not in_path)
        time.sleep(1)
        self._picture("uninstaller-finished")
        press("Return")
        self.expect("the user's own files stay in the folder, and nothing else", set(contents(self._home)) == kept)
        self.expect("settings stay", settings and contents(folder) == settings)
        self.expect("events stay", contents(event.parent) == events)
        self.expect("the Start menu does not have it", not self._link.exists())
        _, classes = self._wine.run("reg", "query", CLASSES, "/s")
        self.expect("no file opens with it", b"QuatreVents" not in classes and b".qv" not in classes)


if __name__ == "__main__":
    sys.exit(main())
