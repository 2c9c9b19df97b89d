"""``ranking``: event files and lists of results, as one ranking."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call, lines
from tournament.files.user_folders import VARIABLE


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two finished events of sixteen players: in the second, the seats are drawn otherwise."""
    from tests.ui.cli.conftest import call_program as call

    folder = tmp_path_factory.mktemp("season")
    players = folder / "players.txt"
    players.write_text(PLAYERS, encoding="utf-8")
    for number, (name, begun) in enumerate((("Harbour Open", "2026-05-09"), ("Bridge Open", "2026-07-04")), 1):
        path = folder / f"{number}.qv"
        assert call("new", path, "--name", name, "--sessions", 1, "--starts", begun, "--city", "Utrecht",
                    "--host-country", "NL").code == 0  # fmt: skip
        assert call("players", path, "import", players).code == 0
        assert call("draw", path, "--seed", number).code == 0
        totals: list[dict[str, object]] = [
            {"type": "totals", "session": 1, "table": table,
             "totals": {"A": 30 + table, "B": 5 + table, "C": -10 - table, "D": -25 - table}}
            for table in (1, 2, 3, 4)
        ]  # fmt: skip
        assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0
    players.unlink()
    return folder


def test_the_events_of_a_folder_are_ranked(season: Path, call: Call):
    answer = call("ranking", season, "--on", "2026-11-30", "--json")
    assert (answer.code, answer.err) == (0, "")
    rows = answer.json
    assert {row["ema_number"] for row in rows} == {f"04{number:06}" for number in range(1, 17)}
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    values = [float(row["value"]) for row in rows]
    assert values == sorted(values, reverse=True)
    first = rows[0]
    assert set(first) == {"rank", "ema_number", "name", "country", "value", "game", "results"}
    assert {(each["weight"], each["age_factor"]) for row in rows for each in row["results"]} == {("1.00", "1.00")}
    ranks = sorted((int(float(each["base_rank"])) for each in first["results"]), reverse=True)
    assert float(first["value"]) == pytest.approx(sum(ranks) * (1 / 5 + 1 / 4) / 2, abs=0.006)


def test_lists_that_the_events_export_give_the_same_ranking(season: Path, tmp_path: Path, call: Call):
    listed = tmp_path / "lists"
    listed.mkdir()
    for number in (1, 2):
        out = listed / f"{number}.xlsx"
        assert call("export", season / f"{number}.qv", "--what", "ema-results", "--out", out).code == 0
    expected = call("ranking", season, "--on", "2026-11-30", "--json").json
    answer = call("ranking", listed, "--on", "2026-11-30", "--json")
    assert (answer.code, answer.err) == (0, "")
    by_number = {row["ema_number"]: (row["rank"], row["value"], row["results"]) for row in answer.json}
    assert by_number == {row["ema_number"]: (row["rank"], row["value"], row["results"]) for row in expected}


def test_events_exported_as_json_give_the_same_ranking(season: Path, tmp_path: Path, call: Call):
    for number in (1, 2):
        out = tmp_path / f"{number}.json"
        assert call("export", season / f"{number}.qv", "--what", "event", "--to", "json", "--out", out).code == 0
    answer = call("ranking", tmp_path, "--on", "2026-11-30", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json == call("ranking", season, "--on", "2026-11-30", "--json").json


def test_an_event_file_and_its_export_are_one_event(season: Path, tmp_path: Path, call: Call):
    (tmp_path / "1.qv").write_bytes((season / "1.qv").read_bytes())
    assert call("export", season / "1.qv", "--what", "event", "--to", "json", "--out", tmp_path / "1.json").code == 0
    assert call("ranking", tmp_path).errors == ["error: 1.qv and 1.json have the same event: remove one of them."]


def test_a_damaged_export_is_refused_with_its_name(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "1.json"
    assert call("export", season / "1.qv", "--what", "event", "--to", "json", "--out", path).code == 0
    path.write_text(path.read_text(encoding="utf-8").replace("Harbour", "Bridge"), encoding="utf-8")
    answer = call("ranking", path)
    assert answer.code == 1
    assert answer.errors[0].startswith("error: 1.json: The checksum does not match")
    path.write_text("{}", encoding="utf-8")
    assert call("ranking", path).errors[0].startswith("error: 1.json: This is not an event as JSON")


def test_a_list_names_files_relative_to_itself(season: Path, tmp_path: Path, call: Call):
    named = season / "season.txt"
    named.write_text("# this season\n1.qv\n\n2.qv\n", encoding="utf-8")
    try:
        assert call("ranking", named, "--json").json == call("ranking", season, "--json").json
    finally:
        named.unlink()


def test_results_age(season: Path, call: Call):
    rows = call("ranking", season, "--on", "2027-06-01", "--json").json
    assert sorted({(each["event"], each["age_factor"]) for row in rows for each in row["results"]}) == [
        ("Bridge Open", "1.00"),
        ("Harbour Open", "0.50"),
    ]
    assert call("ranking", season, "--on", "2030-01-01", "--json").json == []


def test_own_rules(season: Path, tmp_path: Path, call: Call):
    rows = call("ranking", season, "--rules", "league", "--json").json
    assert float(rows[0]["value"]) <= 50
    rules = tmp_path / "ours.toml"
    rules.write_text('id = "Ours"\n', encoding="utf-8")
    answer = call("ranking", season, "--rules", rules)
    assert answer.code == 1
    assert f"error: {rules}: name: is missing" in answer.errors
    assert call("ranking", season, "--rules", "none").errors == [
        "error: There are no rules “none”; there are: league, mers, mers-2017."
    ]


def test_without_json_it_is_a_table(season: Path, call: Call):
    answer = call("ranking", season, "--on", "2026-11-30")
    heads, first = (line.split() for line in answer.out.splitlines()[:2])
    assert (heads[0], heads[-1]) == ("Rank", "Results")
    assert first[0] == "1"
    assert first[-1] == "2"


def test_countries_are_ranked_by_their_best_three(season: Path, call: Call):
    (row,) = call("ranking", season, "--countries", "--json").json
    best = [float(each["value"]) for each in call("ranking", season, "--json").json[:3]]
    assert (row["rank"], row["country"], len(row["players"])) == (1, "FR", 3)
    assert float(row["value"]) == pytest.approx(sum(best) / 3, abs=0.011)
    assert call("ranking", season, "--countries").out.splitlines()[1].split()[:2] == ["1", "FR"]


def test_a_value_is_explained(season: Path, call: Call):
    first = call("ranking", season, "--on", "2026-11-30", "--json").json[0]
    answer = call("ranking", season, "--on", "2026-11-30", "--why", first["ema_number"])
    assert answer.out.splitlines()[0] == f"{first['name']}, rank 1: {first['value']}"
    assert call("ranking", season, "--on", "2026-11-30", "--why", first["name"].upper()).out == answer.out
    assert call("ranking", season, "--why", "Nobody").errors == [
        "error: “Nobody” is not in the ranking: give a number or the whole name."
    ]


def test_one_event_twice_is_refused(season: Path, tmp_path: Path, call: Call):
    for name in ("a.qv", "b.qv"):
        (tmp_path / name).write_bytes((season / "1.qv").read_bytes())
    answer = call("ranking", tmp_path)
    assert (answer.code, answer.errors) == (1, ["error: b.qv and a.qv have the same event: remove one of them."])


def test_an_event_that_is_not_finished_is_refused(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "open.qv"
    path.write_bytes((season / "1.qv").read_bytes())
    assert call("undo", path).code == 0
    assert call("ranking", path).errors == ["error: open.qv: the event is not finished, so it cannot count yet."]


def test_a_folder_without_events_is_refused(tmp_path: Path, call: Call):
    answer = call("ranking", tmp_path)
    assert answer.code == 1
    assert answer.errors == [
        f"error: {tmp_path} has no events: files that end in .csv, .json, .ods, .qv, .xlsm, .xlsx."
    ]


@pytest.mark.parametrize("words", [("--on", "30.11.2026"), ("--on", "")])
def test_a_wrong_day_is_refused(season: Path, call: Call, words: tuple[str, ...]):
    assert call("ranking", season, *words).code == 2


def test_a_game_that_is_not_there_is_refused(season: Path, call: Call):
    answer = call("ranking", season, "--game", "riichi")
    assert (answer.code, answer.errors) == (1, ["error: No event of riichi is among them; there are: mcr."])


@pytest.mark.parametrize("content", [b"\0\0\0", b"\xff\xfe\x00", b"SQLite format 3\0"])
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, call: Call, content: bytes):
    named = tmp_path / "season.bin"
    named.write_bytes(content)
    answer = call("ranking", named)
    assert answer.code == 1
    assert answer.errors == ["error: season.bin is no list of files: write their names into a text file, one a line."]


def test_a_missing_file_is_refused(season: Path, tmp_path: Path, call: Call):
    named = tmp_path / "season.txt"
    named.write_text("nowhere.qv\n", encoding="utf-8")
    answer = call("ranking", named)
    assert answer.code == 1
    assert answer.errors
    assert call("ranking", tmp_path / "nothing").code == 1


def test_the_seats_of_a_championship_are_divided(season: Path, call: Call):
    (row,) = call("ranking", season, "--on", "2026-11-30", "--quota", 6, "--json").json
    assert (row["country"], row["place"], row["players"], row["share"]) == ("FR", 1, 16, "1")
    assert row["seats"] == min(row["limit"], 6)
    assert [each["reason"] for each in row["given"][:2]] == ["member", "best"]
    answer = call("ranking", season, "--on", "2026-11-30", "--quota", 99)
    head, line = (each.split() for each in answer.out.splitlines())
    assert head == ["Rank", "Country", "Seats", "Players", "At", "most", "Given", "back"]
    assert line[:5] == ["1", "FR", str(row["limit"]), "16", str(row["limit"])]
    assert answer.err == f"remark: {99 - row['limit']} seats are left: every country has reached its limit.\n"
    told = call("ranking", season, "--on", "2026-11-30", "--quota", 6, "--why", "FRA").out.splitlines()
    assert told[:2] == [f"FR: {row['seats']} seats of 6", "1. each member country has one"]


def test_quotas_that_cannot_be_made_are_refused(season: Path, call: Call):
    assert call("ranking", season, "--quota", 0).code == 2
    assert call("ranking", season, "--quota", 6, "--rules", "league").errors == [
        "error: The rules “League” have no quotas."
    ]
    assert call("ranking", season, "--quota", 6, "--why", "Sweden").errors == [
        "error: “Sweden” is no member country with a quota."
    ]


def test_the_seats_of_a_country_are_explained_in_the_games_that_it_plays(season: Path, tmp_path: Path, call: Call):
    players, listed = tmp_path / "players.txt", tmp_path / "season.txt"
    players.write_text(PLAYERS.replace(",FR,04", ",SE,05"), encoding="utf-8")
    totals: list[dict[str, object]] = [
        {"type": "totals", "session": 1, "table": table, "totals": {"A": 15000, "B": 5000, "C": -5000, "D": -15000}}
        for table in (1, 2, 3, 4)
    ]
    events = [season / "1.qv", season / "2.qv"]
    for number in (3, 4):
        event = tmp_path / f"{number}.qv"
        assert call("new", event, "--name", "Riichi Open", "--sessions", 1, "--starts", f"2026-0{number + 5}-05",
                    "--city", "Utrecht", "--host-country", "NL", "--rules", "riichi-ema-2025").code == 0  # fmt: skip
        assert call("players", event, "import", players).code == 0
        assert call("draw", event, "--seed", number).code == 0
        assert call("record", event, "--jsonl", stdin=lines(*totals)).code == 0
        events.append(event)
    listed.write_text("".join(f"{event}\n" for event in events), encoding="utf-8")
    for country, game in (("FR", "mcr"), ("SE", "riichi")):
        answer = call("ranking", listed, "--on", "2026-11-30", "--quota", 6, "--why", country)
        assert (answer.code, answer.err) == (0, "")
        assert [line for line in answer.out.splitlines() if line in ("mcr", "riichi")] == [game]
    assert call("ranking", listed, "--on", "2026-11-30", "--quota", 6, "--why", "Norway").out == ""


def test_a_list_of_results_is_checked(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "list.csv"
    assert (
        call("export", season / "1.qv", "--what", "ema-results", "--to", "xlsx", "--out", tmp_path / "1.xlsx").code == 0
    )
    answer = call("ranking", "--check", tmp_path / "1.xlsx")
    assert (answer.code, answer.out, answer.err) == (0, "ok: 1.xlsx: mcr, 16 players\n", "")
    assert call("ranking", tmp_path / "1.xlsx", "--check", "--json").json == []
    assert call("export", season / "1.qv", "--what", "ema-results", "--to", "csv", "--out", path).code == 0
    path.write_text(path.read_text(encoding="utf-8").replace('"FRA"', '"Atlantis"', 1), encoding="utf-8")
    answer = call("ranking", "--check", path)
    assert (answer.code, answer.out) == (1, "")
    assert answer.errors == ["error: list.csv: H2: “Atlantis” is no country."]
    (fault,) = call("ranking", "--check", tmp_path, "--json").json
    assert fault == {"file": "list.csv", "cell": "H2", "code": "country-unknown", "text": "“Atlantis” is no country.",
                     "gravity": "blocks"}  # fmt: skip


def test_a_list_that_cannot_be_read_is_wrong(tmp_path: Path, call: Call):
    (tmp_path / "list.xlsx").write_bytes(b"%PDF-1.7")
    answer = call("ranking", "--check", tmp_path)
    assert answer.code == 1
    assert answer.errors[0].startswith("error: list.xlsx: “list.xlsx” cannot be imported. It is a PDF document")
    (tmp_path / "list.xlsx").unlink()
    assert call("ranking", "--check", tmp_path).errors == [
        f"error: {tmp_path} has no lists of results: files that end in .xlsx, .ods or .csv."
    ]


def test_people_are_those_of_the_directory(season: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    assert call("members", "set", "new", "--first-name", "Ada", "--last-name", "Bamboo", "--country", "SE",
                "--federation-number", "EMA=04000001", "--former-name", "First1 Sample1").code == 0  # fmt: skip
    rows = call("ranking", season, "--on", "2026-11-30", "--members", "--json").json
    (ada,) = [row for row in rows if row["ema_number"] == "04000001"]
    assert (ada["name"], ada["country"], len(ada["results"])) == ("Ada Bamboo", "SE", 2)
    people = call("ranking", season, "--members", "--people", "--json").json
    assert {row["name"]: row["member"] for row in people if row["member"]} == {
        "First1 Sample1": {"number": 1, "name": "Ada Bamboo", "reason": "number"}
    }
    assert {row["events"] for row in people} == {2}
    assert "1 Ada Bamboo (the same number)" in call("ranking", season, "--members", "--people").out
    assert [row for row in call("ranking", season, "--json").json if row["name"] == "Ada Bamboo"] == []
    assert "or 1 Ada Bamboo" not in call("ranking", season, "--people").out


def test_who_may_be_one_person_is_shown_without_a_directory(season: Path, tmp_path: Path, call: Call):
    head = "Place,Player's first name,Player's last name,EMA number,Country,Date,NbDays\n"
    for number, name in enumerate(("Ada,Bamboo", "Adda,Bamboo"), 1):
        (tmp_path / f"{number}.csv").write_text(f"{head}1,{name},,SE,{number}/5/2026,1\n", encoding="utf-8")
    people = call("ranking", tmp_path, "--people", "--json").json
    assert [(row["name"], [each["name"] for each in row["others"]]) for row in people] == [
        ("Ada Bamboo", ["Adda Bamboo"]), ("Adda Bamboo", ["Ada Bamboo"]),
    ]  # fmt: skip
    assert "or Adda Bamboo (a slip in the name)?" in call("ranking", tmp_path, "--people").out


def test_two_versions_of_an_event_are_refused(season: Path, tmp_path: Path, call: Call):
    for name in ("old.qv", "new.qv"):
        (tmp_path / name).write_bytes((season / "1.qv").read_bytes())
    assert call("settings", tmp_path / "new.qv", "--city", "Delft").code == 0
    answer = call("ranking", tmp_path)
    assert (answer.code, answer.errors) == (1, ["error: old.qv and new.qv have the same event: remove one of them."])


def test_an_event_that_was_reopened_after_it_counted_counts_no_more(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "1.qv"
    path.write_bytes((season / "1.qv").read_bytes())
    assert call("ranking", tmp_path).code == 0
    reopened = lines({"type": "reopen", "session": 1, "table": 2, "reason": "misread"})
    assert call("record", path, "--jsonl", stdin=reopened).code == 0
    assert call("ranking", tmp_path).errors == ["error: 1.qv: the event is not finished, so it cannot count yet."]


def test_a_cancelled_session_does_not_keep_an_event_from_counting(season: Path, tmp_path: Path, call: Call):
    path = tmp_path / "1.qv"
    path.write_bytes((season / "1.qv").read_bytes())
    assert call("sessions", path, "--count", 2, "--reason", "longer").code == 0
    assert call("ranking", tmp_path).errors == ["error: 1.qv: the event is not finished, so it cannot count yet."]
    assert call("session", path, 2, "--to", "cancelled", "--reason", "storm").code == 0
    (first, *_others) = call("ranking", tmp_path, "--on", "2026-11-30", "--json", "--rules", "league").json
    assert [(each["place"], each["weight"]) for each in first["results"]] == [(1, "1.00")]


def test_a_player_who_is_no_member_keeps_the_place_between_members(tmp_path: Path, call: Call):
    head = "Place,Player's first name,Player's last name,EMA number,Country,Date,NbDays\n"
    rows = "1,Ada,Bamboo,09990001,SE,{day},1\n2,Guest,Dragon,-,SE,{day},1\n3,Ben,Circle,04990002,FR,{day},1\n"
    for number in (1, 2):
        (tmp_path / f"{number}.csv").write_text(head + rows.format(day=f"2026-05-0{number}"), encoding="utf-8")
    ranked = call("ranking", tmp_path, "--on", "2026-11-30", "--json").json
    assert [(row["rank"], row["name"], row["results"][0]["base_rank"]) for row in ranked] == [
        (1, "Ada Bamboo", "1000.00"), (2, "Ben Circle", "0.00"),
    ]  # fmt: skip


def test_movement_since_a_day(season: Path, call: Call):
    now = call("ranking", season, "--on", "2026-11-30", "--rules", "league", "--since", "2026-06-01", "--json").json
    before = call("ranking", season, "--on", "2026-06-01", "--rules", "league", "--json").json
    ranks = {row["ema_number"]: row["rank"] for row in before}
    assert {row["ema_number"]: row["moved"] for row in now} == {
        row["ema_number"]: ranks[row["ema_number"]] - row["rank"] for row in now
    }
    assert any(row["moved"] for row in now)
    nothing = call("ranking", season, "--on", "2026-11-30", "--since", "2020-01-01", "--json").json
    assert {row["moved"] for row in nothing} == {None}
    assert call("ranking", season, "--since", "June").code == 2


def test_what_an_event_that_is_not_over_can_be_worth(season: Path, tmp_path: Path, call: Call):
    earlier = tmp_path / "season"
    earlier.mkdir()
    (earlier / "1.qv").write_bytes((season / "1.qv").read_bytes())
    last = tmp_path / "2.qv"
    last.write_bytes((season / "2.qv").read_bytes())
    assert call("sessions", last, "--count", 2, "--reason", "one more").code == 0
    first = call("ranking", season, "--on", "2026-11-30", "--json").json[0]
    asked = ("ranking", earlier, "--on", "2026-11-30", "--next", last, "--why", first["name"])
    answer = call(*asked)
    assert (answer.code, answer.err) == (0, "")
    told = answer.out.splitlines()
    assert told[0] == f"{first['name']} is not ranked without Bridge Open."
    assert told[1].startswith("With place 1 they have ")
    assert told[2].startswith("With place 16 they have ")
    assert all(line.startswith("They need place ") for line in told[3:])
    assert call(*asked[:-1], "Nobody").errors == [
        "error: “Nobody” does not play in Bridge Open: give a number or the whole name."
    ]
    assert call(*asked[:-2]).errors == ["error: --next is for one player: add --why NAME."]
    assert call("ranking", season, "--next", season / "2.qv", "--why", first["name"]).errors == [
        "error: Bridge Open is in the ranking already: give an event that is not over."
    ]


def test_a_place_that_is_named_passes_its_value(season: Path, tmp_path: Path, call: Call):
    """The league's rules, whose values are sums: 25, 18, 15, 12 … points, and 1 for all places from 9 on."""
    rules = tmp_path / "hundreds.toml"
    league = Path("assets/rankings/league.toml").read_text(encoding="utf-8")
    rules.write_text(
        league.replace("points = [25, 18, 15, 12, 10, 8, 6, 4]", "points = [250, 180, 150, 120, 100, 80]"),
        encoding="utf-8",
    )
    name = call("ranking", season, "--json").json[0]["name"]
    answer = call("ranking", season / "1.qv", "--rules", rules, "--next", season / "2.qv", "--why", name)
    now = float(answer.out.split(" has ")[1].split(" ")[0])
    worth = dict(enumerate((250, 180, 150, 120, 100, 80, *[1] * 10), 1))
    for line in answer.out.splitlines()[3:]:
        place, threshold = int(line.split()[3]), int(line.split()[-1].rstrip("."))
        assert now + worth[place] > threshold >= now + worth[place + 1]
