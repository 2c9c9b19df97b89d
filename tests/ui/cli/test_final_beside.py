"""A final while the others play on, on the command line: an event of sixteen players and five sessions, to its end."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, lines

pytestmark = pytest.mark.usefixtures("short_searches")

SESSIONS = 5


def played(path: Path, call: Call, session: int) -> None:
    """Lower numbers win at every table, by more at the first tables."""
    tables = call("draw", path, "--json").json["sessions"][session - 1]
    totals = [
        {"type": "totals", "session": session, "table": table, "totals": dict(zip("ABCD", scores(seats), strict=True))}
        for table, seats in enumerate(tables, start=1)
    ]
    assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0


def scores(seats: list[int]) -> list[int]:
    order = sorted(seats)
    return [(90, 30, -30, -90)[order.index(number)] for number in seats]


@pytest.fixture
def cup(tmp_path: Path, call: Call) -> Path:
    path, listed = tmp_path / "cup.qv", tmp_path / "list.csv"
    rows = "".join(f"First{n},Sample{n}\n" for n in range(1, 17))
    listed.write_text("first_name,last_name\n" + rows, encoding="utf-8")
    assert call("new", path, "--name", "Cup", "--sessions", SESSIONS).code == 0
    assert call("players", path, "import", listed).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    for session in range(1, SESSIONS):
        played(path, call, session)
    return path


def ranked(path: Path, call: Call) -> list[int]:
    return [row["player"] for row in call("standings", path, "--json").json]


def test_a_day_of_sixteen_with_a_final_of_four(cup: Path, call: Call) -> None:
    before = ranked(cup, call)
    said = call("draw", cup, "--session", SESSIONS, "--by-ranking", "straight", "--final", 4, "--others", "swiss")
    assert said.code == 0
    assert "Session 5 is seated by the standings: final of 4, points carried over; the others: nearest" in said.out
    last = said.out.split("Session 5, version")[1].splitlines()
    assert [line.rstrip().endswith("Final") for line in last[2:6]] == [True, False, False, False]
    shown = call("draw", cup, "--json").json
    assert shown["final_tables"] == [[], [], [], [], [1]]
    assert shown["finals"] == [{"session": 5, "players": before[:4], "carried": True, "beside": True}]
    assert shown["changes"][-1] == {"sessions": [5], "method": "straight", "seed": None, "final": 4, "others": "swiss"}
    assert set(shown["sessions"][4][0]) == set(before[:4])
    assert call("sheet", cup, "--session", 5, "--table", 1).out.startswith("Session 5, table 1 (Final): ")
    assert [call("sheet", cup, "--session", 5, "--table", n, "--json").json["final"] for n in (1, 2)] == [True, False]
    played(cup, call, SESSIONS)
    assert "The others play on and rank behind the finalists" in call("standings", cup).out
    assert set(ranked(cup, call)[:4]) == set(before[:4])
    assert call("check", cup).code == 0
    changed = call("settings", cup, "--option", "final_ranks=points")
    assert "remark: The final of session 5 has begun" in changed.err
    assert "Ranks after a final beside other tables: Everybody by points, before Finalists first" in changed.out
    rows = call("standings", cup, "--json").json
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert call("check", cup).code == 0
    assert call("undo", cup).code == 0
    assert call("settings", cup, "--json").json["final_ranks"] == "finalists"


def test_the_tables_are_named_on_papers_and_the_web_page(cup: Path, call: Call, tmp_path: Path) -> None:
    assert (
        call("draw", cup, "--session", 5, "--by-ranking", "swiss", "--final", 8, "--others", "lot", "--seed", 2).code
        == 0
    )

    def saved(what: str, ending: str, *options: object) -> str:
        path = tmp_path / f"paper.{ending}"
        assert call("export", cup, "--what", what, "--out", path, *options).code == 0
        return path.read_text(encoding="utf-8-sig")

    by_table = saved("seating-by-table", "csv", "--session", 5).splitlines()
    assert [line.split(",")[1:3] for line in by_table[1:5]] == [
        ["1", "Final 1 of 2"], ["2", "Final 2 of 2"], ["3", ""], ["4", ""],
    ]  # fmt: skip
    assert by_table[0].startswith("Session,Table,Name,East")
    assert saved("seating-by-table", "csv", "--session", 4).startswith("Session,Table,East")
    assert "Final 2 of 2 · " in saved("schedules", "csv", "--session", 5)
    assert "Session 5: tables 1–2 are the final." in saved("seating-by-player", "html", "--session", 5)
    assert "Finale 2 sur 2" in saved("seating-by-table", "html", "--session", 5, "--lang", "fr")
    assert "决赛 2/2" in saved("seating-by-table", "html", "--session", 5, "--lang", "zh")
    assert "Table 1 · Final 1 of 2" in saved("site", "html")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("options", "reason"), [
    (("--final", 16, "--others", "lot"), "All 16 players who take part in session 5 would be in the final"),
    (("--final", 12, "--others", "lot"), "A final of 12 is not possible with 16 players; the nearest is a final of 8."),
    (("--others", "lot"), "There is no final in session 5 beside which others play on"),
])  # fmt: skip
def test_what_no_final_can_be(cup: Path, call: Call, options: tuple[object, ...], reason: str) -> None:
    said = call("draw", cup, "--session", 5, "--by-ranking", "straight", *options)
    assert said.code == 1
    assert reason in said.err


def test_a_rule_that_is_none_is_refused(cup: Path, call: Call) -> None:
    assert "“loud” is not a value" in call("settings", cup, "--option", "final_ranks=loud").err


def test_from_nothing_and_by_points_contradict_each_other(cup: Path, call: Call) -> None:
    by_ranking = ("draw", cup, "--session", 5, "--by-ranking", "straight", "--final", 4, "--others", "lot")
    assert call(*by_ranking, "--from-nothing").code == 0
    assert "start from zero" in call("settings", cup, "--option", "final_ranks=points").err
    assert call(*by_ranking).code == 0
    assert call("settings", cup, "--option", "final_ranks=points").code == 0
    assert "finalists cannot start from zero" in call(*by_ranking, "--from-nothing").err


def test_the_final_survives_the_exchange_file(cup: Path, call: Call, tmp_path: Path) -> None:
    assert call("draw", cup, "--session", 5, "--by-ranking", "straight", "--final", 4, "--others", "swiss").code == 0
    played(cup, call, SESSIONS)
    file, again = tmp_path / "cup.json", tmp_path / "again.qv"
    assert call("export", cup, "--what", "event", "--out", file).code == 0
    assert call("new", again, "--from", file).code == 0
    assert ranked(again, call) == ranked(cup, call)
    assert call("draw", again, "--json").json["finals"] == call("draw", cup, "--json").json["finals"]
