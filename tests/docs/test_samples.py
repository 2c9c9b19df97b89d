"""The samples: what the script writes, and each read by the program as the guides and the README say."""

from itertools import chain, combinations
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PIL import Image

from reports.readers.seating import read_seating_file
from tests.docs import samples
from tests.docs.follow import ROOT
from tests.ui.cli.conftest import call_program
from tournament.event.player import Player

SAMPLES = ROOT / "docs" / "samples"


def test_the_files_are_those_that_the_script_writes(tmp_path: Path) -> None:
    written = list(samples.write(tmp_path))
    assert {path.name for path in written} == {path.name for path in SAMPLES.iterdir()}
    texts = [path for path in written if path.suffix not in {".xlsx", ".png"}]
    other = [path.name for path in texts if path.read_bytes() != (SAMPLES / path.name).read_bytes()]
    assert other == [], "python -m tests.docs.samples docs/samples"
    assert Image.open(tmp_path / "logo.png").tobytes() == Image.open(SAMPLES / "logo.png").tobytes()
    assert cells(tmp_path / "players.xlsx") == cells(SAMPLES / "players.xlsx")


def cells(path: Path) -> list[tuple[object, ...]]:
    return list(load_workbook(path)["Players"].values)


@pytest.mark.parametrize("name", ["players.csv", "players.xlsx"])
def test_the_list_has_what_the_guide_shows_of_a_list(name: str, tmp_path: Path) -> None:
    event = tmp_path / "cup.qv"
    assert call_program("new", event, "--name", "Cup", "--sessions", 4).code == 0
    answer = call_program("--lang", "en", "players", event, "import", SAMPLES / name)
    assert answer.code == 0
    assert "Line 10 · Country recognised: Netherlands → NL" in answer.out, "adjusted: a country as a word"
    assert "Line 10 · EMA number cleaned: 08.990.009 → 08990009" in answer.out, "adjusted: a number with dots"
    assert "Line 13 · No EMA number" in answer.out, "a remark"
    assert len(call_program("players", event, "list", "--json").json) == 16


def test_the_list_of_members_has_one_of_each_difference(tmp_path: Path) -> None:
    event = tmp_path / "cup.qv"
    call_program("new", event, "--name", "Cup", "--sessions", 4)
    call_program("players", event, "import", SAMPLES / "players.csv")
    compared = call_program("players", event, "register", SAMPLES / "members.csv", "--json").json
    assert {each["player"]: each["fields"] for each in compared["differences"]} == {
        12: {"ema_number": {"event": "", "register": "03990012"}},
        15: {"first_name": {"event": "Oskar", "register": "Oscar"}},
    }
    assert [(each["player"], each["reason"]) for each in compared["unmatched"]] == [(16, "unknown")]


def test_nobody_meets_twice_in_the_seating() -> None:
    players = {number: Player(number, first, last) for number, (first, last, *_) in enumerate(samples.PLAYERS, 1)}
    seating, remarks = read_seating_file(SAMPLES / "seating.csv", players=players, sessions=4)
    met = [pair for four in chain.from_iterable(seating.sessions) for pair in combinations(sorted(four), 2)]
    assert remarks == ()
    assert (len(met), len(set(met))) == (96, 96)


def test_the_event_is_read_back_and_in_order(tmp_path: Path) -> None:
    event = tmp_path / "again.qv"
    assert call_program("new", event, "--from", SAMPLES / "cup.json").code == 0
    checked = call_program("--lang", "en", "check", event)
    assert (checked.code, checked.out.splitlines()[0]) == (0, "ok: 1 event, 16 players, 64 hands, 73 entries")
    states = [each["state"] for each in call_program("session", event, "--json").json["sessions"]]
    assert states == ["verified", "published", "published", "published"]
