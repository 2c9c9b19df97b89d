"""An event by the smallest rule set, from a new file to every report: no word of another game is written."""

import html
import itertools
import re
import shutil
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from PIL import Image
from pypdf import PdfReader

from reports.catalogue import REPORTS, reports_under
from tests.examples.words_of_mcr import WORDS_OF_MCR
from tests.ui.cli.conftest import PLAYERS, Call, call_program, hand, lines
from tournament.rulesets.blank import BLANK

LANGUAGES = ("fr", "zh")
ALL = tuple(
    (f"{report.name}.{report.formats[(place + turn) % len(report.formats)].value}", language)
    for place, report in enumerate(REPORTS)
    for turn, language in enumerate(LANGUAGES)
)
"""Every report in the languages into which its English words are translated, each time in another format: all formats
hold the same words, and a word of another game in English has another game's translation."""
NOT_HERE = {report.name for report in REPORTS} - {report.name for report in reports_under(BLANK)}
"""What is made of tiles, which nobody counts here, of cards, of four values, of evenings, and of money."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen players in four teams, two sessions; three hands and a penalty at table 1."""
    folder = tmp_path_factory.mktemp("blank")
    path, players = folder / "cup.qv", folder / "players.csv"
    head, *people = PLAYERS.splitlines()
    teams = [f"{line}Team {index % 4}" for index, line in enumerate(people)]
    players.write_text("\n".join((head, *teams)), encoding="utf-8")
    penalty = {"type": "penalty", "session": 1, "table": 1, "player": "D", "points": 10, "reason": "late"}
    steps: tuple[tuple[str | Path | int, ...], ...] = (
        ("new", path, "--name", "Cup", "--rules", "blank", "--sessions", 2, "--starts", "2026-05-09"),
        ("players", path, "import", players),
        ("draw", path, "--seed", 7),
        ("record", path, "--jsonl"),
    )
    for step in steps:
        typed = lines(hand(1, "A", "C", 1), hand(2, None), hand(3, "B", None, 100), penalty)
        answer = call_program(*step, stdin=typed if "record" in step else "")
        assert (answer.code, answer.err) == (0, "")
    return path


@pytest.fixture
def event(tmp_path: Path, played: Path) -> Path:
    """A copy of that event."""
    return Path(shutil.copy(played, tmp_path))


def words_in(path: Path) -> str:
    """All text of a file."""
    if path.suffix == ".pdf":
        return "\n".join(page.extract_text() for page in PdfReader(path).pages)
    if path.suffix == ".xlsx":
        book = openpyxl.load_workbook(path)
        cells = itertools.chain.from_iterable(sheet.iter_rows(values_only=True) for sheet in book.worksheets)
        return "\n".join(str(value) for row in cells for value in row if value is not None)
    if path.suffix == ".png":
        with Image.open(path) as image:
            return "\n".join(str(text) for text in image.info.values())
    if path.suffix == ".parquet":
        return str(pd.read_parquet(path).to_csv())
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix in (".html", ".svg"):  # what is read, not the names of its parts
        return html.unescape(re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", "", text, flags=re.DOTALL))
    return text


def test_hands_and_penalties_are_counted(event: Path, call: Call) -> None:
    table = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert table["totals"] == {"A": 1 - 100, "B": 300, "C": -1 - 100, "D": -100 - 10}


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "language"), ALL)
def test_every_report_in_every_language(event: Path, tmp_path: Path, call: Call, name: str, language: str) -> None:
    what, format = name.rsplit(".", 1)
    out = tmp_path / name
    answer = call("--lang", language, "export", event, "--what", what, "--to", format, "--out", out)
    if what in NOT_HERE:
        assert (answer.code, out.exists()) == (1, False)
        assert answer.err != ""
        return
    assert (answer.code, answer.err) == (0, "")
    words = words_in(out)
    assert len(words.encode()) > 50
    assert [found[0] for found in WORDS_OF_MCR.finditer(words)] == []


def test_commands_speak_of_no_other_game(event: Path, call: Call) -> None:
    for words in (
        ("standings", event),
        ("sheet", event, "--session", 1, "--table", 1),
        ("check", event),
        ("log", event),
        ("rules", "faults", "--rules", "blank"),
    ):
        answer = call(*words)
        assert (answer.code, answer.err) == (0, "")
        assert WORDS_OF_MCR.search(answer.out) is None


def test_tiles_are_refused(event: Path, call: Call) -> None:
    tiles = hand(4, "A", "B", 8, hand_tiles="[234p,1]234m23456s88p7s|ES0000|1")
    answer = call("record", event, "--jsonl", stdin=lines(tiles))
    assert answer.code == 1
    assert "cannot count tiles" in answer.err
