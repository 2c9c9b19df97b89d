"""Tries the packed program without Python: ``python .ci/package/trial.py [FOLDER]``, on Linux with Xvfb and xdotool.

It plays the README's lines, fetches a page of a shared event, opens the window, and compares the times to start with
those of ``.venv``. The table of docs/building-packages.md is what it prints.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / ".ci"))

from screen import screen  # noqa: E402

_STARTS, _WINDOWS = 15, 9
_LINES = """\
new cup.qv --name "Spring Cup" --sessions 4
players cup.qv import players.csv
draw cup.qv
record cup.qv hands.jsonl
standings cup.qv
--lang fr standings cup.qv
--lang zh standings cup.qv
export cup.qv --what standings --to pdf --out standings.pdf
export cup.qv --what workbook --to xlsx --out cup.xlsx
export cup.qv --what hands --to csv --csv-for programs --out hands.csv
export cup.qv --what event --to json --out cup.json
--lang zh export cup.qv --what standings --to pdf --out standings-zh.pdf
check cup.qv
members import cup.qv
members list --duplicates
demo --out demo"""


def bare(home: Path) -> dict[str, str]:
    """What a session has: no Python, and no other program either."""
    return {"HOME": str(home), "PATH": str(home / "bin"), "LANG": "C.UTF-8", "DISPLAY": os.environ["DISPLAY"]}


def play(program: Path, home: Path) -> None:
    """The README's lines, and what they wrote. The trial ends where one fails."""
    for line in _LINES.splitlines():
        began = perf_counter()
        said = subprocess.run([program, *shlex.split(line)], check=False, cwd=home, capture_output=True, text=True,
                              env={**bare(home), "QT_QPA_PLATFORM": "offscreen"})  # fmt: skip
        if said.returncode:
            sys.exit(f"{line}: exit {said.returncode}\n{said.stdout}{said.stderr}")
        print(f"{perf_counter() - began:5.2f} s  {line}")
    written = [each for each in home.rglob("*") if each.suffix in (".pdf", ".xlsx", ".csv", ".json", ".png")]
    print(f"{len(written)} files, of which none is empty: {all(each.stat().st_size for each in written)}")


def fetch(program: Path, home: Path) -> None:
    """A page of the event that it serves."""
    words = [program, "serve", "cup.qv", "--host", "127.0.0.1", "--port", "0", "--public-port", "0", "--json"]
    server = subprocess.Popen(words, cwd=home, env=bare(home), stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        ready = json.loads(server.stdout.readline())
        with urlopen(ready["public"]) as page:
            print(f"serve: {page.status} {ready['public']} {len(page.read())} bytes")
    finally:
        server.terminate()
        print("serve ended with", server.wait(30))


def start(*words: str | Path, **variables: str) -> float:
    """Seconds until it ends."""
    began = perf_counter()
    subprocess.run(words, env=variables, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def window(*words: str | Path, **variables: str) -> float:
    """Seconds until its window is shown."""
    began = perf_counter()
    program = subprocess.Popen(words, env=variables)
    try:
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "Quatre Vents"], check=True,
                       stdout=subprocess.DEVNULL, timeout=60)  # fmt: skip
        return perf_counter() - began
    finally:
        program.kill()
        program.wait()


def main() -> None:
    """Try it, and print the table."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist" / "quatre-vents").resolve()
    program, ours = folder / "quatre-vents", ROOT / ".venv" / "bin" / "quatre-vents"
    with screen() as display, tempfile.TemporaryDirectory() as name:
        os.environ["DISPLAY"], home = display, Path(name)
        for file in ("players.csv", "hands.jsonl"):
            shutil.copy(ROOT / "docs" / "samples" / file, home)
        play(program, home)
        fetch(program, home)
        for what, measured, words, times in (
            ("`--version`", start, ["--version"], _STARTS),
            ("its window with an event", window, ["desktop", str(home / "cup.qv")], _WINDOWS),
        ):
            pairs = [[measured(each, *words, **bare(home)) for each in (program, ours)] for _ in range(times)]
            packed, installed = (median(column) for column in zip(*pairs, strict=True))
            print(f"| {what} | {packed:.2f} s | {installed:.2f} s | {packed / installed:.2f} |")


if __name__ == "__main__":
    main()
