"""``rating``: event files and their exports, as one rating."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call, hand, lines


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two events of sixteen players and two sessions; the second event is not finished."""
    from tests.ui.cli.conftest import call_program as call

    folder = tmp_path_factory.mktemp("season")
    players = folder / "players.txt"
    players.write_text(PLAYERS, encoding="utf-8")
    for number, (name, begun) in enumerate((("Harbour Open", "2026-05-09"), ("Bridge Open", "2026-07-04")), 1):
        path = folder / f"{number}.qv"
        assert call("new", path, "--name", name, "--sessions", 2, "--starts", begun).code == 0
        assert call("players", path, "import", players).code == 0
        assert call("draw", path, "--seed", number).code == 0
        totals: list[dict[str, object]] = [
            {"type": "totals", "session": session, "table": table,
             "totals": {"A": 30 + table, "B": 5 + table, "C": -10 - table, "D": -25 - table}}
            for session in (1, 2)[: 3 - number]
            for table in (1, 2, 3, 4)
        ]  # fmt: skip
        assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0
    players.unlink()
    return folder


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", ["elo", "plackett-luce"])
def test_the_games_of_a_folder_are_rated(rules: str, season: Path, tmp_path: Path, call: Call):
    answer = call("rating", season, "--rules", rules, "--json")
    assert (answer.code, answer.err) == (0, "")
    rows = answer.json
    assert set(rows[0]) == {"rank", "name", "country", "ema_number", "value", "game", "games", "steps"}
    assert {row["games"] for row in rows} == {3}  # two of the first event, one of the second
    assert {row["rank"] for row in rows} == {None}  # four games are needed
    values = [float(row["value"]) for row in rows]
    assert values == sorted(values, reverse=True)
    assert all(row["steps"][-1]["value"] == row["value"] for row in rows)
    assert [each["date"] for each in rows[0]["steps"]] == ["2026-05-09", "2026-05-09", "2026-07-04"]
    ours = tmp_path / "ours.toml"
    asked = Path("assets/ratings", f"{rules}.toml").read_text(encoding="utf-8").replace("least_games = 4", "")
    ours.write_text(asked, encoding="utf-8")
    ranks = [row["rank"] for row in call("rating", season, "--rules", ours, "--json").json]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    if rules == "elo":
        assert sum(values) == pytest.approx(16 * 1500)


def test_only_verified_games_of_a_tournament_count(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "2.qv"
    path.write_bytes((season / "2.qv").read_bytes())
    expected = call("rating", path, "--json").json
    assert {row["games"] for row in expected} == {1}
    assert call("record", path, "--jsonl", stdin=lines(hand(1, "A", "C", 12, session=2, table=1))).code == 0
    assert call("rating", path, "--json").json == expected


def test_an_export_gives_the_same_rating(season: Path, tmp_path: Path, call: Call):
    for number in (1, 2):
        out = tmp_path / f"{3 - number}.json"
        assert call("export", season / f"{number}.qv", "--what", "event", "--to", "json", "--out", out).code == 0
    (tmp_path / "results.csv").write_text("a list has places, not games", encoding="utf-8")
    assert call("rating", tmp_path, "--json").json == call("rating", season, "--json").json


def test_one_event_twice_is_refused(season: Path, tmp_path: Path, call: Call):
    for name in ("a.qv", "b.qv"):
        (tmp_path / name).write_bytes((season / "1.qv").read_bytes())
    answer = call("rating", tmp_path)
    assert (answer.code, answer.errors) == (1, ["error: b.qv and a.qv have the same event: remove one of them."])


def test_a_list_of_results_has_no_games(tmp_path: Path, call: Call):
    (tmp_path / "results.csv").write_text("Place\n1\n", encoding="utf-8")
    assert call("rating", tmp_path).errors == [f"error: {tmp_path} has no events: files that end in .json, .qv."]


def test_an_event_without_days_is_refused(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "undated.qv"
    players = tmp_path / "players.txt"
    players.write_text(PLAYERS, encoding="utf-8")
    assert call("new", path, "--name", "Harbour Open", "--sessions", 1).code == 0
    assert call("players", path, "import", players).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    assert call("rating", path, "--json").json == []
    totals = {"type": "totals", "session": 1, "table": 1, "totals": {"A": 30, "B": 10, "C": -10, "D": -30}}
    assert call("record", path, "--jsonl", stdin=lines(totals)).code == 0
    assert call("rating", path).errors == [
        "error: undated.qv: the event has no days: enter them on the page Event."
    ]  # fmt: skip


def test_two_players_who_cannot_be_told_apart_are_refused(tmp_path: Path, call: Call):
    path, players = tmp_path / "club.qv", tmp_path / "players.csv"
    players.write_text(
        "First name,Last name,EMA number\n"  # the first two are guests, whose numbers change from event to event
        "Ada,Bamboo,24000001\nAda,Bamboo,24000002\nBen,Circle,\nCleo,Dragon,\n",
        encoding="utf-8",
    )
    assert call("new", path, "--name", "Harbour Open", "--sessions", 1, "--starts", "2026-05-09").code == 0
    assert call("players", path, "import", players).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    assert call("rating", path).errors == [
        "error: club.qv: two players are Ada Bamboo: enter their EMA numbers or countries, so that they are told apart."
    ]


def test_without_json_it_is_a_table(season: Path, call: Call):
    heads, first = (line.split() for line in call("rating", season).out.splitlines()[:2])
    assert (heads[0], heads[-2:]) == ("Rank", ["Rating", "Games"])
    assert first[-1] == "3"


def test_a_rating_is_explained(season: Path, call: Call):
    first = call("rating", season, "--json").json[0]
    answer = call("rating", season, "--why", first["ema_number"] or first["name"])
    told = answer.out.splitlines()
    assert told[0] == f"{first['name']} has 3 games that count and is not ranked: 4 are needed."
    assert len(told) == 1 + 3 * 4
    assert told[1].startswith("Harbour Open (9 May 2026), session 1, table ")
    assert call("rating", season, "--why", "Nobody").errors == [
        "error: “Nobody” is not in the rating: give a number or the whole name."
    ]


def test_unknown_rules_and_games_are_named(season: Path, call: Call):
    assert call("rating", season, "--rules", "mers").errors == [
        "error: There are no rules “mers”; there are: average-place, elo, plackett-luce."
    ]
    assert call("rating", season, "--game", "riichi").errors == [
        "error: No event of riichi is among them; there are: mcr."
    ]


def test_a_career_is_shown_and_written(season: Path, tmp_path: Path, call: Call):
    first = call("rating", season, "--json").json[0]
    answer = call("rating", season, "--career", first["ema_number"], "--json")
    assert (answer.code, answer.err) == (0, "")
    (career,) = answer.json
    assert set(career) == {"career", "events", "opponents", "hands", "fan"}
    (row,) = career["career"]
    assert (row["name"], row["game"], row["events"], row["games"]) == (first["name"], "mcr", 2, 3)
    assert row["rating"] == first["value"].rstrip("0").rstrip(".")
    assert sum(row[f"places_{place}"] for place in (1, 2, 3, 4)) == 3
    assert [(each["event"], each["rank"] is None) for each in career["events"]] == [
        ("Harbour Open", False),
        ("Bridge Open", True),  # is not over
    ]
    assert sum(each["games"] for each in career["opponents"]) == 9
    assert call("rating", season, "--career", first["name"].upper(), "--json").json == answer.json
    heads = call("rating", season, "--career", first["name"]).out.splitlines()[0].split()
    assert heads[:4] == ["Player", "Rules", "Events", "Games"]
    for ending in ("pdf", "html", "xlsx", "csv"):
        out = tmp_path / f"career.{ending}"
        assert call("rating", season, "--career", first["name"], "--out", out).out == f"Written: {out}\n"
        assert out.stat().st_size > 300


def test_a_career_needs_a_player_and_a_format(season: Path, tmp_path: Path, call: Call):
    assert call("rating", season, "--career", "Nobody").errors == [
        "error: “Nobody” is not in the rating: give a number or the whole name."
    ]
    assert call("rating", season, "--career", "Nobody", "--out", tmp_path / "career.doc").errors == [
        "error: --out ends in .pdf, .html, .xlsx or .csv."
    ]
    assert call("rating", season, "--out", tmp_path / "career.pdf").errors == [
        "error: --out writes a career: add --career NAME."
    ]
