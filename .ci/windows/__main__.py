"""``make windows``: makes a CPython for Windows under Wine, and tries the program on it.

``python .ci/windows FOLDER [TESTS…]``. Needs Debian, PyPI, 3 GB in FOLDER and a CPython 3.11; as root it installs what
is missing of Debian. Without TESTS the tests that a system matters to are run, and what all came to is kept for
``docs/reliability.md``. The next run in the same FOLDER takes less: the CPython stays as long as the locks do, and the
results of tests that passed stay as long as the program and these tests do.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from build import ROOT, build, install_debian, install_program
from portions import try_tests
from trial import CommandLine, result_of, try_window
from wine import Wine

sys.path.insert(0, str(ROOT / ".ci"))

from screen import screen

DESKTOP = ("dialogs", "display", "pages/reports", "pages/settings", "pages/start", "pages/tables", "sharing",
           "test_changed_file.py", "test_half_typed.py", "test_print_view.py", "test_single_window.py",
           "test_where_left.py", "test_window.py")  # fmt: skip
HALL = ("event_time", "gongs", "hall_state", "hall_store", "sound_samples")
TESTS = [
    *(f"tests/ui/{name}" for name in ("cli", "joining", "server", "web_host", "test_sample.py", "test_user_home.py")),
    *(f"tests/ui/hall/test_{name}.py" for name in HALL),
    *(f"tests/ui/desktop/{name}" for name in DESKTOP),
    *(f"tests/reports/{name}" for name in ("federations", "readers", "writers", "test_event_json.py")),
    *(f"tests/tournament/{name}" for name in ("files", "storage", "language/test_languages.py")),
    "tests/test_setup.py",
]
"""What a system matters to: files, streams, settings, languages, networks, windows, papers.

Rules, the draw, standings and the words of each language are computed the same way everywhere. So are the agreements
of the computers that share an event, which are tested without a network.
"""
CLI = ("console", "demo", "joining", "left_reader", "loaded_modules", "serve", "shared_event", "short_path", "streams",
       "take_over", "transcripts")  # fmt: skip
PROGRAMS = [
    *(f"tests/ui/cli/test_{name}.py" for name in CLI),
    *(f"tests/ui/server/test_{name}.py" for name in ("idle_connections", "serving")),
    *(f"tests/ui/desktop/sharing/test_{name}.py" for name in ("joining_by_keys", "two_windows")),
    "tests/ui/web_host/test_sftp.py",
    "tests/reports/writers/test_parquet.py",
    "tests/tournament/storage",
]
"""Thorough tests that start programs. The other thorough tests repeat one check for more languages, sizes and games."""
KEPT = ROOT / "tests" / "proof" / "results" / "windows.json"
WRITE_DOCUMENT = """
import json, sys
from pathlib import Path
from tests.proof.catalogue import PARTS
from tests.proof.covered import PROGRAM, contents
from tests.proof.reliability import write_pages
kept, app = map(Path, sys.argv[1:])
result = json.loads(kept.read_text(encoding="utf-8")) | {"covered": contents(PROGRAM, app)}
kept.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\\n", encoding="utf-8")
write_pages(PARTS)
"""


def main() -> int:
    """Make it, try it, and say what is wrong."""
    if sys.version_info[:2] != (3, 11):
        raise SystemExit("The library of CPython 3.11 is needed: call this with a Python 3.11.")
    folder, tests = Path(sys.argv[1]).resolve(), sys.argv[2:]
    work, app, picture = folder / "work", folder / "app", folder / "window.png"
    install_debian()
    for old in (work, app, folder / "windows", folder / "desk"):
        shutil.rmtree(old, ignore_errors=True)
    work.mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(app)], check=True)
    with screen("1366x768") as display, Wine(folder / "windows", DISPLAY=display) as wine:
        python = build(folder, wine)
        install_program(python, app, wine)
        line = CommandLine(wine, python.parent / "Scripts" / "quatre-vents.exe", work, app / "docs" / "samples")
        line.try_all()
        line.compare(work / "cup.qv")
        line.share(work / "cup.qv", folder / "desk")
        print(f"command line: {line.calls} calls, {len(line.wrong)} wrong", *line.wrong, sep="\n", flush=True)
        window = try_window(wine, python, work / "cup.qv", picture)
        print(f"window: {window or f'its picture is {picture}'}", flush=True)
        users = sorted((wine.drive / "users").rglob("quatre-vents"))
        for kept in users:
            shutil.rmtree(kept)
        results = folder / "tests"
        tried = try_tests(
            wine, python, app, {"": tests} if tests else {"not thorough": TESTS, "thorough": PROGRAMS}, results
        )
        print(f"tests: {dict(tried.counts)}; their output is in {results}", *tried.failed, sep="\n", flush=True)
        if left := sorted((wine.drive / "users").rglob("quatre-vents")):
            line.wrong.append(f"the tests wrote into the user's own folders: {left}")
        result = result_of(app, wine, python, line, window, tried)
    if not tests and tried.counts["passed"]:
        KEPT.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        subprocess.run([sys.executable, "-c", WRITE_DOCUMENT, str(KEPT), str(app)], cwd=ROOT, check=True)
    return 1 if line.wrong or window or tried.failed or not tried.counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
