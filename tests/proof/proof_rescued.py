"""Files with a damaged draw, settings or list of players: every other entry is saved, or listed and recorded again."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.proof.calling import Answer, call, own_home
from tests.proof.covered import FILE
from tests.proof.event_file import Row, make_event, rows_of
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.recovered_entries import never_entered, rebuilt_rows, whole_rows
from tournament.catalogue import IDS
from tournament.ledger.codec import decode_fact
from tournament.ledger.facts import DrawPublished
from tournament.storage import open_for_writing
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import PublishDraw
from ui.cli.bootstrap import make_sample

DAMAGED = {"draw": "draw-published", "settings": "event-created", "players": "players-added"}
EXTENTS = (1, 3, 20, 60, 10_000)
"""How many bytes are damaged: a byte, a few, a part of the entry, all of it."""
BASES = 6
_DRAWN_RULES = ("mcr", *(each for each in IDS if each not in ("mcr", "blank")))


@lru_cache(maxsize=BASES)
def _base(number: int) -> tuple[bytes, tuple[Row, ...], str]:
    """An event with a draw, its rows, and its standings: the sample event, or a random one."""
    with temporary_folder() as folder:
        path = Path(folder) / "event.qv"
        if number == 0:
            make_sample(path)
        else:
            for attempt in range(50):
                path.unlink(missing_ok=True)
                rules = _DRAWN_RULES[number % len(_DRAWN_RULES)]
                make_event(path, f"rescued/{number}/{attempt}", steps=40, players=8, rules=rules)
                if DAMAGED["draw"] in {row["kind"] for row in rows_of(path)} and len(rows_of(path)) > 40:
                    break
        return path.read_bytes(), tuple(rows_of(path)), call("standings", path, "--json").out


@own_home()
def run(seed: int) -> Outcome:
    """Damage one entry on which others depend, recover the file, and record the lines of the list."""
    outcome, chance = Outcome(), Random(f"rescued/{seed}")
    name = list(DAMAGED)[seed % len(DAMAGED)]
    extent = EXTENTS[seed // len(DAMAGED) % len(EXTENTS)]
    content, rows, standings = _base(chance.randrange(BASES))
    lost = next(row for row in rows if row["kind"] == DAMAGED[name])
    damaged = _with_damage(content, lost, extent, chance)
    outcome.count(f"files with a damaged {name}")
    what = f"seed {seed}: {name}, {extent} bytes"
    with temporary_folder() as folder:
        path, new = Path(folder) / "damaged" / "event.qv", Path(folder) / "new.qv"
        path.parent.mkdir()
        path.write_bytes(damaged)
        answer = call("recover", path, "--to", new, "--json")
        if not outcome.expect(not answer.escaped and new.exists(), f"{what}: {answer.escaped or answer.err[:200]}"):
            return outcome
        found = json.loads(answer.out)
        whole = whole_rows(damaged, rows)
        corrected = found["intact"] - len(whole)
        outcome.expect(corrected in (0, 1), f"{what}: {found['intact']} entries are said to be whole, {len(whole)} are")
        outcome.expect(
            found["kept"] + found["listed"] == found["intact"],
            f"{what}: {found['kept']} and {found['listed']} of {found['intact']}",
        )
        strange = never_entered(rows_of(new), rows, damaged)
        outcome.expect(not strange, f"{what}: wrote what was never entered: {strange[:3]}")
        outcome.count(f"{name}: entries rebuilt", len(rebuilt_rows(rows_of(new), rows)))
        outcome.expect(call("check", new).code == 0, f"{what}: what was recovered does not check")
        outcome.count(f"{name}: whole entries", found["intact"])
        outcome.count(f"{name}: in the event", found["kept"])
        outcome.count(f"{name}: in the list", found["listed"])
        outcome.count(f"{name}: files recovered whole", int(answer.code == 0))
        same = _ranking(call("standings", new, "--json").out) == _ranking(standings)
        outcome.count(f"{name}: files with the same standings", int(same))
        if name != "settings" and not found["listed"]:
            outcome.expect(same, f"{what}: nothing is in the list, and the standings differ")
        if name == "draw" and found["lines"] and found["kept"] < lost["position"]:
            _record_again(what, new, lost, found, standings, outcome)
    return outcome


def _with_damage(content: bytes, lost: Row, extent: int, chance: Random) -> bytes:
    """The file with other bytes somewhere in what the entry says."""
    said = lost["content"].encode()
    begin = content.index(lost["time"].encode(), content.index(f"{lost['id']}{lost['stream']}".encode()))
    begin += len(lost["time"])
    kept = next(size for size in range(len(said), 0, -1) if content.startswith(said[:size], begin))
    extent = min(extent, kept)
    place = begin + chance.randrange(kept - extent + 1)
    noise = bytes(byte ^ chance.randrange(1, 256) for byte in content[place : place + extent])
    noise = chance.choice((bytes(extent), noise))
    return content[:place] + noise + content[place + extent :]


def _ranking(standings: str) -> Sequence[Mapping[str, object]]:
    """Who has which place, table points and score: by number, since names may be lost."""
    rows = json.loads(standings) if standings else []
    return [
        {name: value for name, value in row.items() if name in ("rank", "number", "table_points", "score")}
        for row in (rows if isinstance(rows, list) else rows.get("rows", []))
    ]


def _record_again(
    what: str, new: Path, lost: Row, found: Mapping[str, object], standings: str, outcome: Outcome
) -> None:
    """Publish the lost draw from a paper, as people would, and record the lines of the list."""
    fact = decode_fact(lost["kind"], lost["content"])
    assert isinstance(fact, DrawPublished)
    store = open_for_writing(new)
    try:
        carry_out(Book(store), PublishDraw(fact.seating), by=By("Organiser"), confirmed=True)
    finally:
        store.close()
    recorded: Answer = call("record", new, str(found["lines"]))
    outcome.count("lists recorded after the draw was published again")
    outcome.count("of which every line was accepted", int(recorded.code == 0))
    outcome.expect(not recorded.escaped, f"{what}: record: {recorded.escaped}")
    if recorded.code == 0:
        same = _ranking(call("standings", new, "--json").out) == _ranking(standings)
        outcome.count("of which the standings are the same", int(same))
    else:
        outcome.remarks[f"refused: {recorded.err[:160]}"] += 1


PART = Part(
    name="rescued",
    title="Files with a damaged draw, settings or list of players",
    brief="Of a file with a damaged draw, settings or players every other entry is saved or listed.",
    covers=(*FILE, "ui/cli", "ui/json_lines"),
    promise="A byte, several, or all of the entry of a draw, of the settings or of a list of players are damaged. "
    "`recover` saves every whole entry in an event that passes `check`, or in the list beside it, and writes nothing "
    "that was never entered. Where nothing is in the list, the standings are those of the whole event.",
    cases=40,
    short=6,
    run=run,
    counted="damaged files",
)
