"""``make package-test``: tries the Debian package in a fresh Debian that has no Python.

``python .ci/package/debian_trial.py``. Needs to be root on Debian, 2 GB in ``out/package-test``, and the packages of
that system. It makes the package first where ``dist/`` has none.
"""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))

from apt_repository import make_repository  # noqa: E402
from screen import screen  # noqa: E402

DIST, WORK = ROOT / "dist", ROOT / "out" / "package-test"
SYSTEM = WORK / "root"
PROGRAM = "quatre-vents"
HERE_NEEDED = {"mmdebstrap": "mmdebstrap", "Xvfb": "xvfb", "xdotool": "xdotool", "lintian": "lintian",
               "appstreamcli": "appstream", "desktop-file-validate": "desktop-file-utils", "mandoc": "mandoc",
               "objcopy": "binutils", "apt-ftparchive": "apt-utils", "gpg": "gpg"}  # fmt: skip
"""Programs that the trial needs here, and the packages that have them."""
THERE = ("bash-completion", "desktop-file-utils", "libglib2.0-bin", "man-db", "shared-mime-info", "zsh")
"""What a desktop of Debian has, for the trial: GLib opens files as file managers do."""
USER, NUMBER = "referee", 1000
HOME = f"/home/{USER}"
IGNORED = re.compile(r"^/(dev|proc|sys|run|tmp|home|root|var/(cache|log|lib/(apt|dpkg)))(/|$)")
"""What running programs and the package manager write, and what belongs to the user."""
LARGEST = 240
"""How many MB the program may take."""
LONG = f"{'é' * 10}{'a' * 213}.qv"
"""236 bytes: as long as the name of an event may be, for files beside it have longer ones."""


class Trial:
    """Calls in the fresh system; what is not as it must be is kept in ``wrong``."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.done = 0

    def expect(self, what: str, good: object, said: str = "") -> None:
        """Print what was tried, and keep it if it went wrong."""
        self.done += 1
        print(f"{'ok   ' if good else 'WRONG'} {what}{'' if good else f': {said[-600:]}'}", flush=True)
        if not good:
            self.wrong.append(what)


def there(*words: str, user: int | None = None, cwd: str = "/", stdin: str = "", **environment: str) -> tuple[int, str]:
    """Run a program in the fresh system; its exit code, and what it wrote. As root unless ``user`` is given."""
    done = subprocess.run(_inside(words, user, cwd, environment), input=stdin, capture_output=True, check=False,
                          text=True, errors="replace", timeout=300)  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def started(*words: str, user: int | None = NUMBER, cwd: str = HOME, **environment: str) -> "subprocess.Popen[bytes]":
    """Start a program of the user in the fresh system, and let it run."""
    said = (WORK / "window.txt").open("ab")
    return subprocess.Popen(_inside(words, user, cwd, {"HOME": HOME} | environment), stdout=said, stderr=said,
                            start_new_session=True)  # fmt: skip


def _inside(words: tuple[str, ...], user: int | None, cwd: str, environment: dict[str, str]) -> list[str]:
    as_user = [] if user is None else [f"--userspec={user}:{user}", "--groups="]
    variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"} | environment
    return ["chroot", *as_user, str(SYSTEM), "env", "-i", f"--chdir={cwd}",
            *(f"{name}={value}" for name, value in variables.items() if value != "unset"), *words]  # fmt: skip


def user(*words: str, cwd: str = HOME, stdin: str = "", **environment: str) -> tuple[int, str]:
    """Run a program in the fresh system as its user."""
    return there(*words, user=NUMBER, cwd=cwd, stdin=stdin, **{"HOME": HOME, **environment})


def make_system() -> None:
    """A fresh system in :data:`SYSTEM`; what was fetched for it stays for the next run."""
    packed = WORK / "root.tar"
    if not packed.exists():
        suite = re.search(
            r"^VERSION_CODENAME=(\w+)$", Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE
        )
        assert suite is not None
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(THERE)}", suite[1],
                        str(packed)], check=True)  # fmt: skip
    shutil.rmtree(SYSTEM, ignore_errors=True)
    SYSTEM.mkdir()
    subprocess.run(["tar", "-C", str(SYSTEM), "-xf", str(packed)], check=True)
    for kind in ("proc", "sys", "dev"):
        subprocess.run(["mount", "--rbind", f"/{kind}", str(SYSTEM / kind)], check=True)
    shutil.copy("/etc/resolv.conf", SYSTEM / "etc")
    there("apt-get", "update", "-q")
    there("useradd", "--create-home", "--uid", str(NUMBER), "--shell", "/bin/bash", USER)


def listing() -> dict[str, str]:
    """Every file of the fresh system with its kind, size and target, but what :data:`IGNORED` names."""
    found = {}
    for folder, folders, files in os.walk(SYSTEM):
        place = "/" + str(Path(folder).relative_to(SYSTEM)).removeprefix(".")
        folders[:] = [name for name in folders if not IGNORED.match(str(Path(place) / name))]
        for name in (*files, *folders):
            path = Path(folder) / name
            inside = str(Path(place) / name)
            if not IGNORED.match(inside):
                found[inside] = (
                    f"link to {path.readlink()}" if path.is_symlink() else "folder" if path.is_dir() else "file"
                )
    return found


def install(deb: Path) -> tuple[int, str]:
    """Install a package file with apt, and what it depends on."""
    shutil.copy(deb, SYSTEM / "tmp" / deb.name)
    return there("apt-get", "install", "-qy", "--no-install-recommends", "--reinstall", "--allow-downgrades",
                 f"/tmp/{deb.name}", DEBIAN_FRONTEND="noninteractive")  # fmt: skip


def newer(deb: Path) -> Path:
    """The same package as version 9, in whose program everything has moved."""
    tree, made = WORK / "newer", WORK / f"{PROGRAM}_9_newer.deb"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--raw-extract", str(deb), str(tree)], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 9", control.read_text(encoding="utf-8"), flags=re.MULTILINE))
    (tree / "DEBIAN" / "md5sums").unlink()
    program, modules = tree / "usr" / "lib" / PROGRAM / PROGRAM, WORK / "modules"
    subprocess.run(["objcopy", "--dump-section", f"pydata={modules}", str(program)], check=True)
    modules.write_bytes(bytes(4096) + modules.read_bytes())
    subprocess.run(["objcopy", "--update-section", f"pydata={modules}", str(program)], check=True)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(made)], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return made


def try_texts(trial: Trial, deb: Path) -> None:
    """What Debian's own tools say of the package and what it installs beside the program."""
    share = SYSTEM / "usr" / "share"
    said = subprocess.run(["lintian", "--fail-on", "error", "--tag-display-limit", "0", str(deb)], check=False,
                          capture_output=True, text=True)  # fmt: skip
    trial.expect(f"lintian: {len(said.stdout.splitlines())} other remarks, no error", said.returncode == 0, said.stdout)
    checks = {
        "desktop file": ["desktop-file-validate", str(share / f"applications/{PROGRAM}.desktop")],
        # a reverse domain name is asked for, and the project has no domain
        "metainfo": ["appstreamcli", "validate", "--no-net", "--pedantic", "--override=cid-desktopapp-is-not-rdns=info",
                     str(share / f"metainfo/{PROGRAM}.metainfo.xml")],
    }  # fmt: skip
    for place in ("man1", "fr/man1", "zh_CN/man1"):
        page = share / "man" / place / f"{PROGRAM}.1.gz"
        checks[f"manual in {place}"] = ["mandoc", "-T", "lint", "-W", "warning", str(page)]
    for what, words in checks.items():
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        trial.expect(what, done.returncode == 0 and (what == "metainfo" or not done.stdout), done.stdout + done.stderr)
    code, said_there = there("man", "--warnings=w", PROGRAM, MANPAGER="cat")
    trial.expect("man quatre-vents", code == 0 and "settle" in said_there, said_there)


def try_folder(trial: Trial) -> None:
    """The size of the program, and whether the loader accepts each library. Stripping, for example, may damage one."""
    folder = SYSTEM / "usr" / "lib" / PROGRAM
    size = sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6
    trial.expect(f"the program takes {size:.1f} MB, at most {LARGEST}", size <= LARGEST)
    loader = "/lib64/ld-linux-x86-64.so.2"
    found = ("find", f"/usr/lib/{PROGRAM}", "-name", "*.so*", "-type", "f")
    _, names = there(*found)
    _, said = there(*found, "-exec", loader, "--list", "{}", ";", LD_LIBRARY_PATH=f"/usr/lib/{PROGRAM}/_internal")
    absent = "No such file or directory"  # what the package only recommends, such as the libraries of printers
    refused = [line for line in said.splitlines() if "error while loading" in line and absent not in line]
    trial.expect(f"{len(names.splitlines())} libraries load", names and not refused, "\n".join(refused))


def try_command_line(trial: Trial) -> None:
    """An event from its beginning to its papers."""
    samples = SYSTEM / HOME[1:] / "samples"
    shutil.copytree(ROOT / "docs" / "samples", samples)
    shutil.chown(samples, NUMBER, NUMBER)
    calls = (
        ("new", "cup.qv", "--name", "Cup", "--sessions", "4"), ("players", "cup.qv", "import", "samples/players.csv"),
        ("draw", "cup.qv", "--seed", "1"), ("record", "cup.qv", "samples/hands.jsonl"), ("standings", "cup.qv"),
        ("export", "cup.qv", "--what", "standings", "--to", "pdf", "--out", "standings.pdf"),
        ("export", "cup.qv", "--what", "standings", "--to", "xlsx", "--out", "standings.xlsx"), ("check", "cup.qv"),
    )  # fmt: skip
    for words in calls:
        code, said = user(PROGRAM, *words)
        trial.expect(" ".join((PROGRAM, *words[:2])), code == 0, said)
    for name, begins in (("standings.pdf", b"%PDF-"), ("standings.xlsx", b"PK")):
        path = SYSTEM / HOME[1:] / name
        trial.expect(f"{name} is one", path.exists() and path.read_bytes().startswith(begins))


def try_surroundings(trial: Trial) -> None:
    """What a computer may be like."""
    elsewhere = {"PYTHONHOME": "/nowhere", "PYTHONPATH": "/tmp/other", "PATH": "/tmp/other:/usr/bin:/bin"}
    cases: dict[str, dict[str, str]] = {
        "without HOME": {"HOME": "unset"},
        "with LANG=xx_YY.UTF-8": {"LANG": "xx_YY.UTF-8"},
        "without LANG": {"LANG": "unset"},
        "with LC_ALL=C": {"LC_ALL": "C"},
        "with another Python and its libraries": elsewhere,
    }
    other = SYSTEM / "tmp" / "other"
    other.mkdir()
    for name in ("python", "python3", "objdump", "ldconfig"):
        (other / name).write_text("#!/bin/sh\necho called >>/tmp/called\nexit 1\n", encoding="utf-8")
        (other / name).chmod(0o755)
    for name in ("sitecustomize", "click", "json"):
        (other / f"{name}.py").write_text("raise SystemExit('the wrong one')\n", encoding="utf-8")
    for what, environment in cases.items():
        code, said = user(PROGRAM, "check", "cup.qv", **environment)
        trial.expect(f"check {what}", code == 0, said)
    trial.expect("no other Python was called", not (SYSTEM / "tmp" / "called").exists())
    code, said = there(PROGRAM, "new", "/tmp/cup.qv", "--name", "Cup", "--sessions", "1", user=4711, HOME="unset")
    trial.expect("a user that the system does not know creates an event", code == 0, said)
    code, said = user(PROGRAM, "--help", LANG="fr_FR.UTF-8")
    trial.expect("French without a French locale", code == 0 and "tournois" in said, said)
    folder = f"{HOME}/Événements d’été 麻将"
    user("mkdir", folder)
    code, said = user(PROGRAM, "new", f"{'a' * 250}.qv", "--name", "Cup", "--sessions", "1", cwd=folder)
    trial.expect("a name of 250 letters is refused", code == 1 and "cannot be the name" in said, said)
    new = ("new", LONG, "--name", "Long Cup", "--sessions", "1")
    players = ("players", LONG, "import", "../samples/players.csv")
    for words in (new, players, ("draw", LONG), ("check", LONG)):
        code, said = user(PROGRAM, *words, cwd=folder)
        trial.expect(f"{words[0]} with a name of {len(LONG.encode())} bytes in a folder with accents", code == 0, said)
    with read_only():
        code, said = there(PROGRAM, "check", f"{HOME}/cup.qv", HOME="/root")
        trial.expect("root, where the program cannot be written", code == 0, said)


@contextmanager
def read_only() -> Iterator[None]:
    """Let nobody write into the folder of the program, root neither."""
    place = str(SYSTEM / "usr" / "lib" / PROGRAM)
    subprocess.run(["mount", "--bind", place, place], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


SHELLS = {
    "bash": (["bash", "--norc", "-i"], "source /usr/share/bash-completion/bash_completion"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u"),
}
"""How each is started, and the line that makes it complete."""
COMPLETED = {
    "stan": "standings ", "export --wha": "export --what ", "check cu": "check cup.qv ",
    "export cup.qv --second-lang z": "export cup.qv --second-lang zh ",
}  # fmt: skip
"""What is typed behind the name of the program before Tab, and what is there afterwards."""


def try_shells(trial: Trial) -> None:
    """Tab in three shells. The last is installed for it: it brings a Python."""
    for name, (shell, first) in SHELLS.items():
        for typed, wanted in COMPLETED.items():
            said, took = _tab(shell, first, f"{PROGRAM} {typed}", f"{PROGRAM} {wanted}")
            trial.expect(f"{name}: {typed} + Tab, {took:.1f} s", f"{PROGRAM} {wanted}" in said, repr(said))
    there("apt-get", "install", "-qy", "--no-install-recommends", "fish", DEBIAN_FRONTEND="noninteractive")
    for typed, wanted in COMPLETED.items():
        code, said = user("fish", "-c", f"complete -C '{PROGRAM} {typed}'")
        good = code == 0 and said.split("\t")[0].strip() == wanted.split()[-1]
        trial.expect(f"fish: {typed} + Tab", good, said)


def _tab(shell: list[str], first: str, typed: str, wanted: str) -> tuple[str, float]:
    """Type a line and Tab into a shell; what it shows, without its colours, and how long that took."""
    ours, its = pty.openpty()
    process = subprocess.Popen(_inside(tuple(shell), NUMBER, HOME, {"HOME": HOME, "TERM": "xterm", "PS1": "$ "}),
                               stdin=its, stdout=its, stderr=its, start_new_session=True)  # fmt: skip
    os.close(its)
    try:
        os.write(ours, f"{first}; echo rea''dy\n".encode())
        _read(ours, lambda said: "ready" in said, 20)
        _read(ours, lambda _: False, 0.3)
        os.write(ours, f"{typed}\t".encode())
        begun = time.monotonic()
        said = _read(ours, lambda said: wanted in said, 8)
        return said, time.monotonic() - begun
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _read(terminal: int, enough: Callable[[str], bool], seconds: float) -> str:
    said, end = "", time.monotonic() + seconds
    while not enough(said) and (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            said += re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", os.read(terminal, 65536).decode(errors="replace"))
    return said


class Window:
    """The window of a running program."""

    def __init__(self, display: str, title: str) -> None:
        self._display, self._title = display, title

    def _said(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], check=False, capture_output=True, text=True,
                              env=os.environ | {"DISPLAY": self._display})  # fmt: skip
        return done.stdout

    def appears(self, seconds: float = 60) -> bool:
        """Wait until it is shown, and give it the keyboard."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self._said("search", "--onlyvisible", "--name", self._title).split():
                time.sleep(3)
                self._said("windowfocus", "--sync", found[-1])
                return True
            time.sleep(0.5)
        return False

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self._said("key", "--clearmodifiers", key)
            time.sleep(0.3)

    def type(self, text: str) -> None:
        """Type a text."""
        self._said("type", "--delay", "30", text)
        time.sleep(0.5)


def entries(event: str) -> list[dict[str, Any]]:
    """The journal of an event of the user."""
    code, said = user(PROGRAM, "log", event, "--json")
    found: list[dict[str, Any]] = json.loads(said) if code == 0 else []
    return found


def try_window(trial: Trial, deb: Path, display: str) -> None:
    """The sample event by its keys alone, and what happens to an event while the program is upgraded."""
    started(PROGRAM, "desktop", "--sample", DISPLAY=display)
    sample = f"{HOME}/.local/share/{PROGRAM}/Sample Cup.qv"
    window = Window(display, "Sample Cup")
    trial.expect("the window opens on the sample event", window.appears(), _said_of_window())
    before = entries(sample)
    _enter_hand(window, "2", "4", "2", "8")
    trial.expect("a hand is saved", _recorded(sample, before) == 1)
    window.press("alt+7")
    time.sleep(10)
    for key, name, begins in (("ctrl+s", "window.pdf", b"%PDF-"), ("ctrl+e", "window.xlsx", b"PK")):
        window.press(key)
        _save_as(window, f"{HOME}/{name}")
        trial.expect(f"the window saves {name}", _begins_with(name, begins))
    code, said = install(newer(deb))
    trial.expect("version 9 is installed while the window is open", code == 0, said)
    code, said = user(PROGRAM, "--version")
    trial.expect("the new program runs", code == 0, said)
    before = entries(sample)
    _enter_hand(window, "3", "1", "1", "5")
    trial.expect("the window that is open saves a hand", _recorded(sample, before) == 1, _said_of_window())
    window.press("alt+7")
    time.sleep(5)
    window.press("ctrl+l")
    _save_as(window, f"{HOME}/window.html")
    trial.expect(
        "and a report with parts that it had not loaded", _begins_with("window.html", b"<!"), _said_of_window()
    )
    window.press("ctrl+w")
    time.sleep(3)
    code, said = user(PROGRAM, "settings", sample, "--place", "Hall")
    trial.expect("Ctrl+W closes the event", code == 0, said)
    end_programs()
    code, said = user(PROGRAM, "check", sample)
    trial.expect("check of the sample event", code == 0, said)
    _expect_no_crash(trial)


def _expect_no_crash(trial: Trial) -> None:
    logs = list((SYSTEM / HOME[1:]).glob(f".local/state/{PROGRAM}/log/*"))
    trial.expect("no report of a crash", not logs, "".join(path.read_text(encoding="utf-8") for path in logs))


def _enter_hand(window: Window, *keys: str) -> None:
    """On the first table of the sample event: who won, from whom, the points."""
    window.press("alt+4")
    time.sleep(2)
    window.press("g", "1", "Return")
    time.sleep(2)
    window.press(*keys, "Return")
    time.sleep(3)


def _recorded(event: str, before: list[dict[str, Any]]) -> int:
    """How many hands were added."""
    return sum(each["kind"] == "hand-recorded" for each in entries(event)[len(before) :])


def _save_as(window: Window, path: str) -> None:
    time.sleep(3)
    window.press("ctrl+a")
    window.type(path)
    window.press("Return")
    time.sleep(5)
    window.appears()  # without a window manager nobody gives it the keyboard again


def _begins_with(name: str, begins: bytes) -> bool:
    path = SYSTEM / HOME[1:] / name
    return path.exists() and path.read_bytes().lstrip().startswith(begins)


def end_programs() -> None:
    """End what still runs in the fresh system."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is not ours
            if (process / "root").readlink() == SYSTEM:
                os.kill(int(process.name), signal.SIGTERM)
    time.sleep(3)


def _said_of_window() -> str:
    return (WORK / "window.txt").read_text(encoding="utf-8", errors="replace")


def try_double_click(trial: Trial, display: str) -> None:
    """What a file manager does with an event."""
    event = f"{HOME}/Événements d’été 麻将/{LONG}"
    for content, name in ((event, LONG), (f"{HOME}/renamed", "renamed")):
        if name == "renamed":
            user("cp", event, content)
        _, said = user("gio", "info", "-a", "standard::content-type", content)
        trial.expect(f"{name[:12]} is an event by its {'content' if name == 'renamed' else 'name'}",
                     "application/x-quatre-vents\n" in said, said)  # fmt: skip
    _, said = user("gio", "mime", "application/x-quatre-vents")
    trial.expect("the program opens events", f"{PROGRAM}.desktop" in said, said)
    for action in ("--start", "--stop"):  # the gong is due, and there is nothing that could sound
        code, said = user(PROGRAM, "clock", event, action)
        trial.expect(f"clock {action}", code == 0, said)
    started("gio", "open", event, DISPLAY=display)
    window = Window(display, "Long Cup")
    trial.expect("a double click opens the window", window.appears(), _said_of_window())
    code, locked = user(PROGRAM, "settings", event, "--place", "Hall")
    trial.expect("with that event", code == 3 and "open" in locked, locked)
    code, said = user(PROGRAM, "lost.qv", DISPLAY=display)
    trial.expect("a call for an event that is not there says so, too", code == 1 and "lost.qv" in said, said)
    end_programs()
    events = (event, f"{HOME}/cup.qv")
    started("gio", "launch", f"/usr/share/applications/{PROGRAM}.desktop", *events, DISPLAY=display)
    both = all(Window(display, title).appears() for title in ("Long Cup", "^Cup"))
    trial.expect("two events at once open two windows", both, _said_of_window())
    codes = [user(PROGRAM, "settings", each, "--place", "Hall")[0] for each in events]
    trial.expect("each with its event", codes == [3, 3], str(codes))
    end_programs()
    code, said = user(PROGRAM, "check", event)
    trial.expect("check of that event", code == 0, said)
    _expect_no_crash(trial)


def try_removal(trial: Trial, before: dict[str, str]) -> None:
    """Nothing is left but what belongs to the user."""
    code, said = there("dpkg", "--purge", PROGRAM)
    after = listing()
    left = sorted(place for place in after if before.get(place) != after[place])
    lost = sorted(before.keys() - after.keys())
    good = code == 0 and not left and not lost
    trial.expect(f"dpkg --purge leaves the {len(before)} files that were there", good, f"{said} {left[:9]} {lost[:9]}")
    kept = [path for path in (SYSTEM / HOME[1:]).rglob("*") if path.suffix == ".qv"]
    trial.expect(f"{len(kept)} events of the user are still there", len(kept) >= 3)
    trial.expect("and their settings", (SYSTEM / HOME[1:] / ".config" / PROGRAM).is_dir())


def try_repository(trial: Trial, deb: Path) -> None:
    """Installing and updating from a repository as a release has it. apt believes only what is signed."""
    folder = WORK / "repository"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(deb, folder)
    key = new_key()
    with served(folder) as address:
        shutil.copy(make_repository(folder, address, key), SYSTEM / "etc" / "apt" / "sources.list.d")
        said = _updated()
        trial.expect("apt believes the repository", not re.search("^[EW]:", said, re.MULTILINE), said)
        install_named = ("apt-get", "install", "-qy", "--no-install-recommends", PROGRAM)
        code, said = there(*install_named, DEBIAN_FRONTEND="noninteractive")
        good = code == 0 and f" {address} " in said and "cannot be authenticated" not in said
        trial.expect("apt installs the program from it", good, said)
        code, said = user(PROGRAM, "--version")
        trial.expect("and it starts", code == 0, said)
        shutil.copy(newer(deb), folder)
        make_repository(folder, address, key)
        _updated()
        code, said = there("apt-get", "upgrade", "-qy", DEBIAN_FRONTEND="noninteractive")
        trial.expect("apt upgrades it", code == 0 and f"{PROGRAM} (9)" in said, said)
        make_repository(folder, address, new_key())
        said = _updated()
        trial.expect("apt refuses another key", "is not signed" in said or "NO_PUBKEY" in said, said)
        make_repository(folder, address, key)
        for name in ("Packages", "Packages.xz"):
            (folder / name).write_bytes(b"Package: other\n")
        said = _updated()
        trial.expect("apt refuses a list that is not the signed one", re.search("mismatch|unexpected size", said), said)


def _updated() -> str:
    """What apt says when it reads the lists of its repositories, with nothing kept of an earlier reading."""
    shutil.rmtree(SYSTEM / "var" / "lib" / "apt" / "lists", ignore_errors=True)
    return there("apt-get", "update", "-q")[1]


def try_appimage(trial: Trial, display: str) -> None:
    """The AppImage, without what mounts it and with it. Nothing of it is left at the end."""
    found = list(DIST.glob("*.AppImage"))
    if not found:
        print("There is no AppImage to try: make appimage")
        return
    name = f"{HOME}/{found[0].name}"
    shutil.copy(found[0], SYSTEM / name[1:])
    code, said = user(name, "check", "cup.qv")
    trial.expect("the AppImage runs where nothing mounts it", code == 0 and not _is_mounted(), said)
    codes = [user(program, "check", "nothing.qv")[0] for program in (name, PROGRAM)]
    trial.expect("it ends as the program does", codes[0] == codes[1] != 0 and not _is_mounted(), str(codes))
    there("apt-get", "install", "-qy", "--no-install-recommends", "fuse3", DEBIAN_FRONTEND="noninteractive")
    process = started(name, "desktop", "cup.qv", user=None, HOME="/root", DISPLAY=display)
    trial.expect("with fuse3 its window opens", Window(display, "^Cup").appears(), _said_of_window())
    mounted = "fuse.squashfuse" in Path("/proc/self/mounts").read_text(encoding="utf-8")
    trial.expect("of the program in the file", mounted)
    process.terminate()
    process.wait(30)
    end = time.monotonic() + 30
    while _is_mounted() and time.monotonic() < end:
        time.sleep(0.5)
    trial.expect("and it is unmounted when the window is closed", not _is_mounted())


def _is_mounted() -> bool:
    """Whether something of the AppImage is left, mounted or unpacked."""
    return bool(list((SYSTEM / "tmp").glob(".mount_*")))


def new_key() -> str:
    """A secret key that signs, as the maintainers of a repository have one."""
    home = WORK / "gnupg"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(mode=0o700)
    gpg = ["gpg", "--homedir", str(home), "--batch", "--quiet"]
    subprocess.run([*gpg, "--passphrase", "", "--quick-generate-key", "Trial", "ed25519", "sign", "never"], check=True)
    exported = subprocess.run([*gpg, "--armor", "--export-secret-keys"], check=True, capture_output=True, text=True)
    subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "gpg-agent"], check=True)
    return exported.stdout


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without naming each request."""

    def log_message(self, format: str, *args: object) -> None:
        """Do not write anything."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder to this computer; the value is their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def the_package() -> Path:
    """The package in ``dist/``; it is made where there is none."""
    if not list(DIST.glob("*.deb")):
        subprocess.run([sys.executable, str(Path(__file__).parent)], check=True)
    return max(DIST.glob("*.deb"), key=lambda path: path.stat().st_mtime)


def main() -> int:
    """Try everything, and say what is wrong."""
    if os.geteuid() != 0 or shutil.which("dpkg") is None:
        raise SystemExit("This needs to be root on Debian, or one of its kin.")
    if "TRIAL" not in os.environ:  # what is mounted disappears with this process
        os.environ["TRIAL"] = "here"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    missing = [package for program, package in HERE_NEEDED.items() if shutil.which(program) is None]
    if missing:
        subprocess.run(["apt-get", "install", "-qy", "--no-install-recommends", *missing], check=True)
    begun, trial, deb = time.monotonic(), Trial(), the_package()
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "window.txt").write_bytes(b"")
    make_system()
    depends = subprocess.run(
        ["dpkg-deb", "-f", str(deb), "Depends", "Recommends"], check=True, capture_output=True, text=True
    ).stdout
    packages = [each.split()[0] for line in depends.splitlines() for each in line.partition(":")[2].split(",")]
    there("apt-get", "install", "-qy", "--no-install-recommends", *packages, DEBIAN_FRONTEND="noninteractive")
    if "bookworm" in Path("/etc/os-release").read_text(encoding="utf-8"):  # on which releases are built
        trial.expect("it needs glibc 2.35, which Ubuntu 22.04 has", "libc6 (>= 2.35)" in depends, depends)
    before = listing()
    pythons = [place for place in before if re.search(r"/bin/python[.0-9]*$", place)]
    trial.expect("there is no Python", not pythons, str(pythons))
    for time_of in ("once", "twice"):
        code, said = install(deb)
        trial.expect(f"{deb.name} is installed {time_of}", code == 0, said)
    trial.expect("there is still no Python", not shutil.which("python3", path=str(SYSTEM / "usr" / "bin")))
    try_texts(trial, deb)
    try_folder(trial)
    try_command_line(trial)
    try_surroundings(trial)
    with screen() as display:
        try_window(trial, deb, display)
        try_double_click(trial, display)
    try_removal(trial, before)
    try_repository(trial, deb)
    with screen() as display:
        try_appimage(trial, display)
    try_shells(trial)
    print(f"{trial.done} trials in {time.monotonic() - begun:.0f} s, {len(trial.wrong)} wrong", *trial.wrong, sep="\n")
    return 1 if trial.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
