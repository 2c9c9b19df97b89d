"""How many players a country and a team need to be ranked: entered, shown, exported and refused.

The list has eleven players from France, three from Germany, and two from Denmark, who win every game.
"""

import csv
import io
from pathlib import Path

import openpyxl
import pytest

from tests.ui.cli.conftest import Call, lines

COUNTRIES = ("DK",) * 2 + ("DE",) * 3 + ("FR",) * 11
TEAMS = ("Red",) * 4 + ("Blue",) * 4 + ("Green",) * 5 + ("Pink",) * 3


@pytest.fixture
def played(tmp_path: Path, call: Call) -> Path:
    path, listed = tmp_path / "cup.qv", tmp_path / "list.csv"
    people = zip(COUNTRIES, TEAMS, strict=True)
    rows = [f"First{n},Sample{n},{country},-,{team}\n" for n, (country, team) in enumerate(people, start=1)]
    listed.write_text("first_name,last_name,country,ema_number,team\n" + "".join(rows), encoding="utf-8")
    assert call("new", path, "--name", "Cup", "--sessions", 1).code == 0
    assert call("players", path, "import", listed).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    tables = call("draw", path, "--json").json["sessions"][0]
    totals = [
        {"type": "totals", "session": 1, "table": table, "totals": dict(zip("ABCD", scores_of(seats), strict=True))}
        for table, seats in enumerate(tables, start=1)
    ]
    assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0
    return path


def scores_of(seats: list[int]) -> list[int]:
    """A lower number has a higher score; the four scores sum to nothing."""
    order = sorted(seats)
    return [(90, 30, -30, -90)[order.index(number)] for number in seats]


def exported(path: Path, call: Call, what: str) -> list[dict[str, str]]:
    """The ranking at the top of a CSV file."""
    file = path.with_suffix(".csv")
    assert call("export", path, "--what", what, "--to", "csv", "--out", file).code == 0
    found = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig")))
    return [row for row in found if row["Part"] == "ranking"]


def winners(path: Path, call: Call) -> list[tuple[list[str], str]]:
    """What is won, and the name of the winner."""
    return [(each["what"], each["name"]) for each in call("prizes", path, "--json").json["winners"]]


def test_a_new_event_asks_for_three_players_of_a_country(played: Path, call: Call) -> None:
    said = call("settings", played, "--json").json
    assert (said["country_size"], said["team_size"]) == (3, 0)
    assert "Players of a country required for ranking: 3" in call("settings", played).out
    changed = call("settings", played, "--option", "country_size=1", "--option", "team_size=4")
    assert "Players of a country required for ranking: 1, before 3" in changed.out
    assert "Players of a team required for ranking: 4, before 0" in changed.out
    said = call("settings", played, "--json").json
    assert (said["country_size"], said["team_size"]) == (1, 4)
    club = played.with_name("other.qv")
    options = ("--option", "country_size=2", "--option", "team_size=4")
    assert call("new", club, "--name", "Other", "--sessions", 1, *options).code == 0
    said = call("settings", club, "--json").json
    assert (said["country_size"], said["team_size"]) == (2, 4)


@pytest.mark.parametrize(
    "wrong", ["country_size=0", "country_size=101", "country_size=x", "country_size=", "team_size=-1", "team_size=٤"]
)
def test_an_impossible_number_is_refused_and_changes_nothing(event: Path, call: Call, wrong: str) -> None:
    before = call("settings", event, "--json").out
    answer = call("settings", event, "--option", wrong)
    assert answer.code == 1
    assert "to be ranked: enter a number" in answer.err
    assert call("settings", event, "--json").out == before


def test_a_country_that_is_too_small_is_listed_last_and_wins_nothing(played: Path, call: Call, tmp_path: Path) -> None:
    assert call("prizes", played, "set", "--category", "countries", "--place", 1, "--what", "Cup").code == 0
    assert call("prizes", played, "set", "--category", "countries", "--place", 3, "--what", "Pen").code == 0
    ranked = [(row["Rank"], row["Country"]) for row in exported(played, call, "standings-countries")]
    assert ranked == [("1", "Germany"), ("2", "France"), ("", "Denmark")]
    assert [row["Not ranked"] for row in exported(played, call, "standings-countries")] == [
        "", "", "fewer than 3 players",
    ]  # fmt: skip
    assert winners(played, call) == [(["Cup"], "DE")]
    shown = call("prizes", played)
    assert "Countries: no one is eligible for the prize for place 3." in shown.out + shown.err
    out = tmp_path / "book.xlsx"
    assert call("export", played, "--what", "workbook", "--to", "xlsx", "--out", out).code == 0
    sheet = openpyxl.load_workbook(out)["Countries"]
    [last] = [[cell.value for cell in row] for row in sheet.iter_rows() if "Denmark" in [cell.value for cell in row]]
    assert "fewer than 3 players" in last
    assert not {1, 2, 3} & {last[0]}

    assert call("settings", played, "--option", "country_size=1").code == 0
    rows = exported(played, call, "standings-countries")
    assert [(row["Rank"], row["Country"]) for row in rows] == [("1", "Denmark"), ("2", "Germany"), ("3", "France")]
    assert "Not ranked" not in rows[0]
    assert winners(played, call) == [(["Cup"], "DK"), (["Pen"], "FR")]


def test_a_team_needs_players_only_if_the_event_says_so(played: Path, call: Call) -> None:
    assert {row["Rank"] for row in exported(played, call, "standings-teams")} == {"1", "2", "3", "4"}
    assert call("settings", played, "--option", "team_size=4").code == 0
    rows = exported(played, call, "standings-teams")
    assert [row["Rank"] for row in rows] == ["1", "2", "3", ""]
    assert (rows[-1]["Team"], rows[-1]["Not ranked"]) == ("Pink", "fewer than 4 players")
