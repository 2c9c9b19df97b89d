"""Garbage for every command: no traceback, no hang, nothing changed after a refusal, exit codes as documented."""

import json
import os
import subprocess
import sys
from functools import lru_cache, partial
from pathlib import Path
from random import Random

import click

from tests.hostile_lines import LINES as HOSTILE_LINES
from tests.hostile_lines import NAMES, line_with
from tests.hostile_lines import VALUES as HOSTILE_VALUES
from tests.proof.calling import Answer, call
from tests.proof.covered import COMMAND_LINE
from tests.proof.part import Outcome, Part, temporary_folder
from tests.random_hands import hand
from ui.cli.__main__ import program
from ui.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
CALLS = 20
"""Of a case."""
_AS_PROCESSES = 100
"""One case of so many is called as real processes."""
PATIENCE = 20.0
"""Seconds of processor time that a call may take: by the clock, a call is slow whenever other programs compute."""
_LONGEST_WAIT = 200.0
"""Seconds after which a call that does not end hangs, whatever it waits for."""
CODES = (0, 1, 2, 3, 4)
OWN_WORDS = (
    "recursion depth",
    "Exceeds the limit",
    "codec can't",
    "invalid literal",
    "KeyError",
    "TypeError",
    "ValueError",
    "Expected `",
    "(at line ",
    "surrogates not",
    "set_int_max",
    "Object missing",
)
"""Python's, which no user may see."""
SEEN = "home/state/seen/"
"""Where `check` notes the last entry that it read, even when an export then differs from the event."""
WINDOWS = ("desktop", "demo", "display")
"""Commands that open windows."""
LINES = (
    {"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "discarder": "C", "points": 12},
    {"type": "hand", "session": 1, "table": 2, "hand": 1, "winner": None},
    {"type": "penalty", "session": 1, "table": 1, "hand": 5, "player": "B", "fault": "false-hu-short"},
    {"type": "penalty", "session": 1, "table": 1, "player": "B", "points": 10, "to": ["A", "C"], "reason": "why"},
    {"type": "correct", "session": 1, "table": 1, "hand": 1, "winner": "A", "points": 9, "reason": "why"},
    {"type": "insert", "session": 1, "table": 1, "hand": 1, "winner": "A", "points": 9, "reason": "why"},
    {"type": "delete", "session": 1, "table": 1, "hand": 1, "reason": "why"},
    {"type": "move", "session": 1, "table": 1, "hand": 1, "to": 2, "reason": "why"},
    {"type": "exchange", "session": 1, "table": 1, "players": ["A", "C"], "hands": [1, 6], "reason": "why"},
    {"type": "move_sheet", "session": 1, "table": 1, "to_session": 1, "to_table": 2, "reason": "why"},
    {"type": "cancel_penalty", "entry": "none", "reason": "why"},
    {"type": "close", "session": 1, "table": 1, "totals": {"A": 20, "B": -4, "C": -16, "D": 0}},
    {"type": "totals", "session": 1, "table": 1, "totals": {"A": 20, "B": -4, "C": -16, "D": 0}},
    {"type": "reopen", "session": 1, "table": 1, "reason": "why"},
    {"type": "confirm", "session": 1, "table": 1, "totals": {"A": 20, "B": -4, "C": -16, "D": 0}, "reader": "Name"},
    {"type": "substitute", "session": 2, "player": 1, "by": "name", "case": "absent", "until": 4},
    {"type": "game", "players": [3, 7, 1, 5], "table_name": "Window"},
    {"type": "evening", "date": "2026-11-20", "place": "Library"},
)
VALUES: tuple[object, ...] = (
    None, True, -1, 0, 17, 10**30, 12.5, 1e308, "", " ", "A", "Z", "E", "'; DROP TABLE journal; --", "\0",
    "\u202e", "名" * 300, "1" * 5000, [], {}, [[[[1]]]], {"A": 1}, ["A", "A"], "2026-13-45",
)  # fmt: skip
BYTES = (
    b"",
    b"\n\n",
    b"{",
    b"[" * 3000,
    b"\xff\xfe\x00",
    b"null\n",
    b"{}\n",
    b"[]\n",
    b'"a"\n',
    b"\x00" * 100,
    b"1e999\n",
    b"NaN\n",
)
WORDS = (
    "", " ", "-", "--", "-1", "0", "1", "2", "3", "17", "99", "1.5", "1e9", str(10**30), "NaN", "true", "all",
    "auto", "list", "--json", "--jsonl", "--help", "--no-such", "--lang", "xx", "--as", "\u202ename", "na\nme",
    "名前", "x" * 3000, "1-2", "1-1", "3-17,4-9:2", "club,country:2", "mcr", "blank", "hong-kong", "straight",
    "swiss", "standings", "sessions", "csv", "xlsx", "pdf", "html", "tournament", "league", "2026-11-20",
    "12345-deadbeef", "withdrawn", "playing", "../..", "/dev/null", "/", "EVENT", "LIST", "NONE", "FOLDER", "OUT",
    "NEW", "PICTURE", "[234p,1]234m23456s88p7s", "111z222z33345m66p6p", "|||", "EE0000",
)  # fmt: skip
PATHS = {
    "EVENT": "cup.qv", "LIST": "players.csv", "NONE": "none.qv", "FOLDER": "folder", "OUT": "out.csv", "NEW": "new.qv",
    "PICTURE": "picture.png",
}  # fmt: skip
GOOD: tuple[tuple[str, ...], ...] = (
    ("new", "NEW", "--name", "Cup", "--sessions", "3"),
    ("players", "EVENT", "import", "LIST"),
    ("players", "EVENT", "list", "--json"),
    ("players", "EVENT", "set", "1", "--state", "withdrawn"),
    ("draw", "EVENT", "--json"),
    ("draw", "EVENT", "--session", "2", "--swap", "1-2", "--onwards"),
    ("draw", "EVENT", "--session", "2", "--replace", "1", "--by", "New Name"),
    ("draw", "EVENT", "--session", "2", "--by-ranking", "swiss", "--final", "4"),
    ("draw", "EVENT", "--session", "2", "--redraw", "--seed", "1"),
    ("games", "EVENT", "--json"),
    ("record", "EVENT", "--jsonl"),
    ("record", "EVENT", "--jsonl", "--dry-run"),
    ("sheet", "EVENT", "--session", "1", "--table", "1", "--json"),
    ("standings", "EVENT", "--after", "1", "--json"),
    ("standings", "EVENT", "--why", "1"),
    ("season", "EVENT", "--best", "2", "--json"),
    ("export", "EVENT", "--what", "standings", "--to", "csv", "--out", "OUT"),
    ("export", "EVENT", "--what", "ruling-slips", "--to", "pdf", "--out", "OUT", "--session", "1", "--table", "1"),
    ("check", "EVENT", "--json"),
    ("log", "EVENT", "--json"),
    ("undo", "EVENT"),
    ("redo", "EVENT"),
    ("score", "--jsonl"),
    ("score", "[234p,1]234m23456s88p7s|EE1000|2"),
    ("waits", "[234p,1]234m23456s88p"),
    ("settle", "--jsonl"),
    ("seating", "--players", "16", "--sessions", "3", "--json"),
    ("rules", "faults"),
    ("rules", "options", "--rules", "mcr", "--json"),
    ("copies", "EVENT", "--json"),
    ("restore", "EVENT", "--to", "NEW"),
    ("recover", "EVENT", "--to", "NEW"),
    ("session", "EVENT", "1", "--to", "playing"),
)
"""Calls that mean something; garbage is put into them."""


@lru_cache(maxsize=1)
def _files() -> dict[str, bytes]:
    """What lies in the folder of a call: an event that is drawn and begun, a list, a picture."""
    with temporary_folder() as folder:
        path, names = Path(folder) / "cup.qv", Path(folder) / "players.csv"
        rows = "".join(f"F{n},Sample{n},FR,04{n:06},Club,\n" for n in range(8))
        names.write_text("first_name,last_name,country,ema_number,club,team\n" + rows, encoding="utf-8")
        hands = b'{"type": "hand", "session": 1, "table": 1, "hand": 1, "winner": "A", "points": 8}\n'
        steps = (("new", path, "--name", "Cup", "--sessions", 3), ("players", path, "import", names), ("draw", path))
        for words in (*steps, ("record", path, "--jsonl")):
            answer = call(*words, stdin=hands)
            assert answer.code == 0, answer
        return {
            "cup.qv": path.read_bytes(),
            "players.csv": names.read_bytes(),
            "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
        }


_ALPHABETS = (
    "0123456789-+.,:;/\\=|[]{}()%$#@!?*~'\"`<>& \t",
    "٠١٢٣४५६７８⑨ⅧⅫ½²³१๒〇一二三四",  # digits, by one or another of Python's tests
    "\u202a\u202e\u2066\u2069\u200b\u200d\u200e\ufeff\u00ad\u2028\u2029\x85\x1b\x7f\n\r",
    "ı İ ſ ß ﬁ ǆ ά ς K Å é e\u0301 \u0300 ק ع ش 국 名 あ 🀄 🀀 🇫🇷 👨\u200d👩 𝟘 \U0010ffff \ue000 \uffff",
    "\udc80\udcff\udcc3",  # bytes of a word that are no UTF-8, as the system hands them over
)


def _word(chance: Random) -> str:
    """A word that means something, or any characters."""
    if chance.random() < 0.6:
        return chance.choice(WORDS)
    length = chance.choice((1, 1, 2, 5, 12, 40))
    if chance.random() < 0.3:
        points = (chance.choice((0x80, 0x250, 0x3000, 0x11000, 0x110000)) for _ in range(length))
        return "".join(
            chr(code if not 0xD800 <= code <= 0xDFFF else 0xFFFD) for code in map(partial(chance.randrange, 1), points)
        )
    alphabets = chance.sample(_ALPHABETS, 2)
    return "".join(chance.choice(chance.choice(alphabets)) for _ in range(length))


def garbage_call(chance: Random) -> list[str]:
    """The words of one call."""
    good = [words for words in GOOD if words[0] in COMMANDS]
    words = list(chance.choice(good)) if chance.random() < 0.75 else _any_options(chance)
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        place = chance.randrange(1, len(words) + 1)
        match chance.randrange(4):
            case 0 if len(words) > 1:
                del words[min(place, len(words) - 1)]
            case 1:
                words.insert(place, _word(chance))
            case 2 if place < len(words):
                words[place : place + 2] = reversed(words[place : place + 2])
            case _ if place < len(words):
                words[place] = _word(chance)
    if words[0] == "serve":  # with an event it goes on until it is stopped
        words = [word for word in words if word not in PATHS]
    return words


def _any_options(chance: Random) -> list[str]:
    """Some command with some of its own options, with any values."""
    name = chance.choice([command for command in COMMANDS if command not in WINDOWS])
    assert isinstance(program, click.Group)
    command = program.get_command(click.Context(program), name)
    assert command is not None
    words = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            if chance.random() < 0.3:
                words.append(parameter.opts[0])
                words += [] if parameter.is_flag else [_word(chance)]
        elif chance.random() < 0.9:
            words.append("EVENT" if chance.random() < 0.3 else _word(chance))
    return words


def garbage_lines(chance: Random) -> bytes:
    """What a call reads: lines that mean something, with garbage in them."""
    lines = []
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        if chance.random() < 0.15:
            lines.append(chance.choice((*BYTES, *(line + b"\n" for line in HOSTILE_LINES))))
            continue
        if chance.random() < 0.25:
            base = json.dumps(chance.choice(LINES)).encode()
            lines.append(line_with(base, chance.choice(NAMES), chance.choice(HOSTILE_VALUES)) + b"\n")
            continue
        line: dict[str, object] = dict(chance.choice(LINES))
        if chance.random() < 0.3:
            line = {"hand": hand(chance), "rules": chance.choice(("mcr", "hong-kong", "zung-jung", "none"))}
        for _ in range(chance.choice((0, 1, 1, 2))):
            member = chance.choice((*line, "reason", "unknown"))
            if chance.random() < 0.3:
                line.pop(member, None)
            else:
                line[member] = chance.choice(VALUES)
        lines.append(json.dumps(line, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass") + b"\n")
    text = b"".join(lines)
    if text and chance.random() < 0.1:
        place = chance.randrange(len(text))
        text = text[:place] + chance.randbytes(3) + text[place + 1 :]
    return text


def run(seed: int) -> Outcome:
    """A number of calls, each on files as they were."""
    outcome, chance = Outcome(), Random(f"garbage/{seed}")
    as_process = seed % _AS_PROCESSES == 0
    for number in range(CALLS):
        words, text = garbage_call(chance), garbage_lines(chance)
        with temporary_folder() as folder:
            _one(f"seed {seed}, call {number}", words, text, Path(folder), outcome, as_process=as_process)
    return outcome


def _one(name: str, words: list[str], text: bytes, folder: Path, outcome: Outcome, *, as_process: bool) -> None:
    for file, content in _files().items():
        (folder / file).write_bytes(content)
    (folder / "folder").mkdir()
    environment = {"QUATRE_VENTS_HOME": str(folder / "home"), "HOME": str(folder), "TMPDIR": str(folder)}
    said = [str(folder / PATHS[word]) if word in PATHS else word for word in words]
    before = _contents(folder)
    started = _processor_seconds()
    answer = _as_process(said, text, environment, folder) if as_process else _here(said, text, environment, folder)
    seconds = _processor_seconds() - started
    shown = f"{name}: {' '.join(words)!a} < {text[:300]!a}"
    outcome.count("calls")
    outcome.count("calls as processes", int(as_process))
    outcome.count(f"ended with code {answer.code}" if answer.code in CODES else "ended otherwise")
    outcome.expect(
        not answer.escaped and "Traceback" not in answer.err, f"{shown}: {answer.escaped or answer.err[-300:]}"
    )
    outcome.expect(answer.code in CODES, f"{shown}: ended with {answer.code}")
    own = next((words for words in OWN_WORDS if words in answer.err or words in answer.out), "")
    outcome.expect(not own, f"{shown}: says “{own}”, in Python’s words")
    outcome.expect(seconds < PATIENCE, f"{shown}: took {seconds:.0f} s")
    if answer.code in (1, 2, 3):
        in_words = "error: " in answer.err or '"error"' in answer.out or '"problems"' in answer.out
        outcome.expect(in_words, f"{shown}: ended with {answer.code} and said nothing")
        after = _contents(folder)
        changed = sorted(
            file
            for file in before.keys() | after.keys()
            if before.get(file) != after.get(file) and not file.startswith(SEEN)
        )
        outcome.expect(not changed, f"{shown}: refused with {answer.code}, and changed {changed}")
    else:
        checked = call("check", folder / "cup.qv")
        outcome.expect(checked.code == 0, f"{shown}: done, and the event does not check: {checked.err[:200]!r}")


def _processor_seconds() -> float:
    """What this process and those that it started have taken so far."""
    return sum(os.times()[:4])


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _here(words: list[str], text: bytes, environment: dict[str, str], folder: Path) -> Answer:
    kept, place = dict(os.environ), Path.cwd()
    os.environ.update(environment)
    os.chdir(folder)
    try:
        return call(*words, stdin=text)
    finally:
        os.chdir(place)
        os.environ.clear()
        os.environ.update(kept)


def _as_process(words: list[str], text: bytes, environment: dict[str, str], folder: Path) -> Answer:
    program = [sys.executable, "-m", "ui.cli", *words]
    if any("\0" in word for word in words):
        return call(*words, stdin=text)  # no system takes such a word
    try:
        done = subprocess.run(
            program,
            input=text,
            capture_output=True,
            timeout=_LONGEST_WAIT,
            check=False,
            cwd=folder,
            env=os.environ | environment | {"PYTHONPATH": str(ROOT)},
        )
    except subprocess.TimeoutExpired:
        return Answer(-1, "", "", "does not end")
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


PART = Part(
    name="garbage",
    title="Garbage",
    brief="Any wrong input is refused in words.",
    covers=COMMAND_LINE,
    promise="Every command that opens no window is called with words, numbers, paths, any characters and lines that "
    "mean nothing, or almost something. There is no traceback, no word of Python and no hang; the exit code is as "
    "documented, a refusal is in words, and after a refusal every file is as it was and none is new. An event that "
    "was written to passes `check`.",
    cases=1000,
    short=60,
    run=run,
    limit=600,
    counted="series of calls",
)
