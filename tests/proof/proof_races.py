"""Two writers at once on one file: one wins, the other gets a message; copies and reads meanwhile are whole."""

import json
import os
import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from time import monotonic, sleep

from tests.proof.calling import Answer, call
from tests.proof.covered import FILE
from tests.proof.event_file import rows_of
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.rules.payment import Outcome as HandOutcome
from tournament.storage import open_for_writing
from tournament.storage.copies import take_copies
from tournament.use_cases import (
    Book,
    By,
    Conflict,
    RecordHand,
    Refused,
    StoreDamaged,
    StoreUnavailable,
    carry_out,
)

TOLD = (Conflict, Refused, StoreUnavailable, StoreDamaged)


@lru_cache(maxsize=1)
def _drawn() -> bytes:
    """An event of eight players and three sessions, drawn and not begun."""
    with temporary_folder() as folder:
        path, names = Path(folder) / "event.qv", Path(folder) / "players.csv"
        names.write_text("first_name,last_name\n" + "".join(f"F{n},Sample{n}\n" for n in range(8)), encoding="utf-8")
        for words in (
            ("new", path, "--name", "Cup", "--sessions", 3),
            ("players", path, "import", names),
            ("draw", path),
        ):
            answer = call(*words)
            assert answer.code == 0, answer
        return path.read_bytes()


def hand(table: int, number: int, points: int) -> bytes:
    """A line of ``record``."""
    line = {"type": "hand", "session": 1, "table": table, "hand": number, "winner": "A", "points": points}
    return json.dumps(line).encode() + b"\n"


def _recording(path: Path, text: bytes) -> Callable[[], Answer]:
    return partial(call, "record", path, "--jsonl", stdin=text)


def in_processes(actions: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Run each action in a process of its own, all started at the same moment."""
    ready, go = os.pipe(), os.pipe()
    children, ends = [], []
    for action in actions:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                os.write(ready[1], b".")
                os.read(go[0], 1)
                answer = action()
                os.write(write, json.dumps([answer.code, answer.out, answer.err, answer.escaped]).encode())
                code = 0
            except BaseException:  # noqa: BLE001 – a child says what happened, and ends here
                os.write(write, json.dumps([-1, "", "", traceback.format_exc()]).encode())
            finally:
                os._exit(code)
        os.close(write)
        children.append(child)
        ends.append(read)
    for _ in actions:
        os.read(ready[0], 1)
    os.write(go[1], b"." * len(actions))
    answers = []
    for child, read in zip(children, ends, strict=True):
        with os.fdopen(read, "rb") as file:
            text = file.read()
        os.waitpid(child, 0)
        answers.append(Answer(*json.loads(text)) if text else Answer(-1, "", "", "the process died"))
    for end in (*ready, *go):
        os.close(end)
    return answers


def in_threads(actions: Sequence[Callable[[], bool]]) -> list[bool | str]:
    """Run each action in a thread of its own, all started at the same moment: True if done, False if refused with a
    message, otherwise what escaped."""
    barrier, answers = threading.Barrier(len(actions)), [False] * len(actions)
    results: list[bool | str] = list(answers)

    def act(index: int) -> None:
        barrier.wait()
        try:
            results[index] = actions[index]()
        except TOLD:
            results[index] = False
        except Exception as error:  # noqa: BLE001 – what else comes is what is looked for
            results[index] = "".join(traceback.format_exception(error)[-2:])

    threads = [threading.Thread(target=act, args=(index,)) for index in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def _told(answers: Sequence[Answer], outcome: Outcome, seed: int) -> int:
    """The number of winners; everybody else must have got a message in words."""
    for answer in answers:
        outcome.expect(not answer.escaped, f"seed {seed}: {answer.escaped}")
        told = answer.code in (1, 3) and answer.err.startswith("error: ")
        outcome.expect(answer.code == 0 or told, f"seed {seed}: ended with {answer.code}: {answer.err[:200]!r}")
    won = sum(answer.code == 0 for answer in answers)
    outcome.count("won", won)
    outcome.count("told", len(answers) - won)
    return won


def _hands(path: Path) -> list[tuple[str, str]]:
    return [(row["stream"], row["content"]) for row in rows_of(path) if row["kind"] == "hand-recorded"]


def _whole(path: Path, outcome: Outcome, seed: int, what: str) -> None:
    answer = call("check", path)
    outcome.expect(answer.code == 0, f"seed {seed}: {what} does not check: {answer.err[:200]!r}")


def _same_hand(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    points = chance.sample(range(8, 88), 2)
    answers = in_processes([_recording(path, hand(1, 1, worth)) for worth in points])
    won = _told(answers, outcome, seed)
    outcome.expect(won == 1, f"seed {seed}: {won} of two wrote the same hand")
    kept = [json.loads(content)["points"] for _, content in _hands(path)]
    winners = [worth for worth, answer in zip(points, answers, strict=True) if answer.code == 0]
    outcome.expect(kept == winners, f"seed {seed}: {winners} were acknowledged and {kept} are there")


def _other_tables(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    lines = [hand(1, 1, 8) + hand(1, 2, 9), hand(2, 1, 10) + hand(2, 2, 11)]
    answers = in_processes([_recording(path, line) for line in lines])
    won = _told(answers, outcome, seed)
    outcome.expect(won >= 1, f"seed {seed}: nobody could write")
    outcome.expect(
        len(_hands(path)) == 2 * won, f"seed {seed}: {won} wrote two hands each, {len(_hands(path))} are there"
    )


def _same_name(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    new = path.with_name("new.qv")
    answers = in_processes([partial(call, "new", new, "--name", name, "--sessions", 2) for name in ("One", "Other")])
    won = _told(answers, outcome, seed)
    outcome.expect(won == 1, f"seed {seed}: {won} of two made the same event")
    outcome.expect(len(rows_of(new)) == 1, f"seed {seed}: the new event has {len(rows_of(new))} entries")
    _whole(new, outcome, seed, "the new event")


def _same_export(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    out = path.with_name("standings.csv")
    call("record", path, "--jsonl", stdin=hand(1, 1, 8))
    words = ("export", path, "--what", "standings", "--to", "csv", "--out", out)
    answers = in_processes([lambda: call(*words), lambda: call(*words)])
    won = _told(answers, outcome, seed)
    outcome.expect(won >= 1, f"seed {seed}: nobody could export")
    alone = path.with_name("alone.csv")
    call("export", path, "--what", "standings", "--to", "csv", "--out", alone)
    outcome.expect(out.read_bytes() == alone.read_bytes(), f"seed {seed}: two exports made another file than one")
    left = sorted(each.name for each in path.parent.iterdir() if each.suffix not in (".qv", ".csv"))
    outcome.expect(not left, f"seed {seed}: left behind: {left}")


def _undone_twice(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    """Two undo at once: each undoes another entry, or gets a message."""
    call("record", path, "--jsonl", stdin=hand(1, 1, 8) + hand(1, 2, 9) + hand(1, 3, 10))
    before = len(rows_of(path))
    answers = in_processes([lambda: call("undo", path), lambda: call("undo", path)])
    won = _told(answers, outcome, seed)
    undone = [json.loads(row["content"])["entry"] for row in rows_of(path)[before:]]
    outcome.expect(len(undone) == len(set(undone)) == won, f"seed {seed}: {won} took back, {len(set(undone))} are")


def _write(path: Path, number: int) -> bool:
    store = open_for_writing(path)
    try:
        carry_out(Book(store), RecordHand(1, 1, number, HandOutcome(0, None, 8)), by=By("Thread"), confirmed=True)
    finally:
        store.close()
    return True


def _threads_open(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    results = in_threads([lambda: _write(path, 1), lambda: _write(path, 1)])
    _threads_told(path, results, 1, seed, outcome)


def _threads_one_store(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    """Two books on one store, as in two windows: the second writer did not see the first entry, and gets a message."""
    store = open_for_writing(path)
    try:
        books = [Book(store), Book(store)]

        def write(book: Book) -> bool:
            carry_out(book, RecordHand(1, 1, 1, HandOutcome(0, None, 8)), by=By("Thread"), confirmed=True)
            return True

        results = in_threads([partial(write, book) for book in books])
    finally:
        store.close()
    _threads_told(path, results, 1, seed, outcome)


def _threads_told(path: Path, results: Sequence[bool | str], most: int, seed: int, outcome: Outcome) -> None:
    won = sum(result is True for result in results)
    outcome.count("won", won)
    outcome.count("told", len(results) - won)
    outcome.failures.extend(f"seed {seed}: {result}" for result in results if isinstance(result, str))
    outcome.expect(won == most, f"seed {seed}: {won} of two threads wrote the same hand")
    outcome.expect(len(_hands(path)) == won, f"seed {seed}: {won} were acknowledged, {len(_hands(path))} are there")


def _copied(path: Path, chance: Random, seed: int, outcome: Outcome) -> None:
    """Copies and readings while somebody enters hand after hand: each is a whole beginning of what came to be."""
    writer = os.fork()
    if writer == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            store = open_for_writing(path)
            book = Book(store)
            for number in range(1, 17):
                carry_out(book, RecordHand(1, 1, number, HandOutcome(0, None, 8)), by=By("Writer"), confirmed=True)
                sleep(chance.random() / 200)
            store.close()
        finally:
            os._exit(0)
    copies, deadline = [], monotonic() + 30
    first = rows_of(path)[0]["id"]
    home = path.parent / "copies"
    while os.waitpid(writer, os.WNOHANG) == (0, 0) and monotonic() < deadline:
        (copied,) = take_copies(path, event=first, name="Cup", entries=0, last="", home=home, now=datetime.now(UTC))
        outcome.count("copies taken while somebody wrote")
        failure = str(copied.problem)
        if outcome.expect(copied.copy is not None, f"seed {seed}: no copy while somebody wrote: {failure}"):
            assert copied.copy is not None
            copies.append(copied.copy.path)
        read = call("check", path)
        outcome.count("read while somebody wrote")
        outcome.expect(read.code == 0, f"seed {seed}: read while somebody wrote: {read.err[:200]!r}")
    rows = rows_of(path)
    outcome.expect(len(_hands(path)) == 16, f"seed {seed}: {len(_hands(path))} of sixteen hands were written")
    for copy in {each for each in copies if each.exists()}:
        kept = rows_of(copy)
        outcome.expect(kept == rows[: len(kept)], f"seed {seed}: a copy is no beginning of the event")
        _whole(copy, outcome, seed, "a copy")


RACES = (
    ("two processes enter the same hand", _same_hand),
    ("two processes enter at two tables", _other_tables),
    ("two processes make the same event", _same_name),
    ("two processes export to the same file", _same_export),
    ("two processes take back", _undone_twice),
    ("two threads open the same event", _threads_open),
    ("two threads write by the same store", _threads_one_store),
    ("copied and read while somebody writes", _copied),
)  # fmt: skip


def run(seed: int) -> Outcome:
    """One race on a new event."""
    outcome, chance = Outcome(), Random(f"races/{seed}")
    name, race = RACES[seed % len(RACES)]
    with temporary_folder() as folder:
        path = Path(folder) / "event.qv"
        path.write_bytes(_drawn())
        race(path, chance, seed, outcome)
        outcome.count(name)
        _whole(path, outcome, seed, "the event after the race")
    return outcome


PART = Part(
    name="races",
    title="Two at once",
    brief="Two programs that write at once lose nothing.",
    covers=(*FILE, "ui/cli"),
    promise="Two processes, or two threads, use one file at the same moment. If both cannot have it, one wins and "
    "the other is told so; nothing acknowledged is missing and nothing is there twice. What is copied or "
    "read while someone writes is a complete beginning of the event.",
    cases=1000,
    short=150,
    run=run,
    counted="races",
)
