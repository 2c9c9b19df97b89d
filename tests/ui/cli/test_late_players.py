"""Players who join late: imported from a session on, seated at a table of their own, ranked by the event's rule."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, lines

pytestmark = pytest.mark.usefixtures("short_searches")

HEADS = "first_name,last_name,country,ema_number\n"


def people(path: Path, *names: str) -> Path:
    path.write_text(HEADS + "".join(f"{name},{name.upper()}son,FR,-\n" for name in names), encoding="utf-8")
    return path


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    """Eight players, four sessions; sessions 1 and 2 are played."""
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 4, "--option", "late_points=average").code == 0
    eight = people(tmp_path / "eight.csv", "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
    assert call("players", path, "import", eight).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    play(path, call, 1, 2)
    play(path, call, 2, 2)
    return path


def play(path: Path, call: Call, session: int, tables: int | list[int], last: dict[str, int] | None = None) -> None:
    usual = {"A": 60, "B": 20, "C": -20, "D": -60}
    found = [
        {"type": "totals", "session": session, "table": table, "totals": last if last and table == tables else usual}
        for table in (range(1, tables + 1) if isinstance(tables, int) else tables)
    ]
    assert call("record", path, "--jsonl", stdin=lines(*found)).code == 0


@pytest.fixture
def late(tmp_path: Path) -> Path:
    return people(tmp_path / "late.csv", "Ivo", "Jan", "Kim", "Lena")


def test_four_who_come_late_have_a_table_of_their_own_and_their_average(event: Path, late: Path, call: Call) -> None:
    seats = call("draw", event, "--json").json["sessions"]
    added = call("players", event, "import", late, "--from", 3)
    assert added.code == 0
    assert "4 players have no seats yet: draw session 3 and those after it again, or add a table." in added.err
    listed = call("players", event, "list", "--json").json
    assert [each["joined"] for each in listed] == [1] * 8 + [3] * 4
    assert "joins from session 3" in call("players", event, "list").out.splitlines()[-1]
    table = call("draw", event, "--session", 3, "--add-table", "9, 10,11,12")
    assert table.code == 0
    assert "They have no seats after session 3 yet" in table.err
    assert call("draw", event, "--session", 4, "--add-table", "9,10,11,12").code == 0
    now = call("draw", event, "--json").json["sessions"]
    assert now == [seats[0], seats[1], [*seats[2], [9, 10, 11, 12]], [*seats[3], [9, 10, 11, 12]]]
    play(event, call, 3, 3, {"A": 31, "B": 0, "C": -11, "D": -20})
    play(event, call, 4, 3, {"A": 10, "B": 40, "C": -20, "D": -30})
    # 9: 4 and 2 table points, 31 and 10: 3 and 41/2, which is 21, for sessions 1 and 2.
    rows = {row["player"]: row for row in call("standings", event, "--json").json}
    assert (rows[9]["table_points"], rows[9]["score"], rows[9]["granted"]) == ("12", 83, True)
    assert [number for number, row in rows.items() if row["granted"]] == [
        row["player"] for row in rows.values() if row["player"] > 8
    ]
    assert rows[9]["provisional"] is False
    printed = call("standings", event).out.splitlines()
    assert sum("son *" in line for line in printed) == 4
    assert printed[-1] == "* Joined late: earlier sessions count as the average of their own."
    assert (
        "Joined late: 2 sessions before count with 3 table points and a score of +21 each."
        in call("standings", event, "--why", 9).out
    )
    assert [row["player"] for row in call("standings", event, "--after", 1, "--json").json if row["player"] > 8] == []
    assert call("check", event).code == 0


def test_the_rule_may_change_and_says_what_it_was(event: Path, late: Path, call: Call) -> None:
    assert call("players", event, "import", late, "--from", 3).code == 0
    assert call("draw", event, "--session", 3, "--add-table", "9,10,11,12").code == 0
    answer = call("settings", event, "--option", "late_points=fixed", "--option", "late_fixed=3/2,-20")
    assert answer.out.splitlines()[0] == (
        "Sessions before joining: 1½ table points and a score of −20, before The average of their other sessions"
    )
    shown = call("settings", event, "--json").json
    assert (shown["late_points"], shown["late_fixed"]) == ("fixed", {"table_points": "3/2", "score": -20})
    rows = {row["player"]: row for row in call("standings", event, "--json").json}
    assert (rows[9]["table_points"], rows[9]["score"]) == ("3", -40)
    before = event.read_bytes()
    for wrong in ("late_points=none", "late_fixed=x", "late_fixed=1/0", "late_fixed=1,x", "late_fixed=1,2.5"):
        assert call("settings", event, "--option", wrong).code == 1
    assert event.read_bytes() == before


def test_a_dry_run_says_the_same_and_writes_nothing(event: Path, late: Path, call: Call) -> None:
    before = event.read_bytes()
    tried = call("players", event, "import", late, "--from", 3, "--dry-run", "--json")
    assert (tried.code, tried.json["count"], tried.json["written"]) == (0, 4, False)
    assert "4 players have no seats yet" in tried.err
    assert call("players", event, "import", late, "--from", 2, "--dry-run").code == 1
    assert event.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((), "The draw is published: say from which session they take part, or undo the draw."),
        (("--from", 2), "Session 2 has begun: players can join from a later session on."),
        (("--from", 9), "There is no session 9: the event has sessions 1 to 4."),
        (("--from", 0), "There is no session 0: the event has sessions 1 to 4."),
    ],
)
def test_who_cannot_join_then_is_refused(
    event: Path, late: Path, call: Call, words: tuple[object, ...], error: str
) -> None:
    before = event.read_bytes()
    answer = call("players", event, "import", late, *words)
    assert (answer.code, answer.errors) == (1, [f"error: {error}"])
    assert event.read_bytes() == before


def test_nobody_joins_in_a_cancelled_session(event: Path, late: Path, call: Call) -> None:
    assert call("session", event, 3, "--to", "cancelled", "--reason", "the hall closes").code == 0
    answer = call("players", event, "import", late, "--from", 3)
    assert (answer.code, answer.errors) == (1, ["error: Session 3 is cancelled: restore it first."])
    assert call("players", event, "import", late, "--from", 4).code == 0


def test_who_is_there_already_is_named(event: Path, tmp_path: Path, call: Call) -> None:
    """The same name is refused; one that differs in a letter is a remark, also with first and last name exchanged."""
    again = tmp_path / "again.csv"
    again.write_text(HEADS + "ada,ADASON,FR,-\n", encoding="utf-8")
    assert call("players", event, "import", again, "--from", 3).code == 1
    again.write_text(HEADS + "Adda,Adason,FR,-\nBenson,Ben,FR,-\nZoltan,Quirky,FR,-\n", encoding="utf-8")
    answer = call("players", event, "import", again, "--from", 3, "--dry-run")
    assert answer.code == 0
    assert "Adda Adason is new. Or are they 1 Ada ADAson, who is on the list? Then remove the new player." in answer.err
    assert "Benson Ben is new. Or are they 2 Ben BENson" in answer.err
    assert "Zoltan" not in answer.err


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("9,10,11", "--add-table takes four numbers"),
        ("9,10,11,x", "--add-table takes four numbers"),
        ("9,10,11,11", "Choose four different players."),
        ("1,9,10,11", "already has a seat in session 3"),
        ("9,10,11,13", "joins after session 3."),
        ("9,10,11,99", "There is no player 99"),
    ],
)
def test_a_table_that_cannot_be_added(
    event: Path, late: Path, tmp_path: Path, call: Call, numbers: str, said: str
) -> None:
    assert call("players", event, "import", late, "--from", 3).code == 0
    assert call("players", event, "import", people(tmp_path / "one.csv", "Mona"), "--from", 4).code == 0
    before = event.read_bytes()
    answer = call("draw", event, "--session", 3, "--add-table", numbers)
    assert answer.code == 1
    assert said in answer.err
    assert event.read_bytes() == before
    assert call("draw", event, "--add-table", "9,10,11,12").code == 1


def test_a_substitute_becomes_a_player(event: Path, call: Call) -> None:
    substitute = (
        '{"type": "substitute", "session": 3, "player": 8, "by": "Nova Newcomer", "case": "absent", "until": 4}'
    )
    assert call("record", event, "--jsonl", stdin=substitute).code == 0
    changed = call("players", event, "set", 9, "--state", "playing", "--from", 3, "--json")
    assert (changed.code, changed.json["state"], changed.json["from"]) == (0, "playing", 3)
    assert [each["joined"] for each in call("players", event, "list", "--json").json][-1] == 3
    play(event, call, 3, 2)
    rows = {row["player"]: row for row in call("standings", event, "--json").json}
    assert rows[9]["granted"] is True
    assert call("check", event).code == 0


def test_the_file_for_a_federation_names_them(event: Path, late: Path, tmp_path: Path, call: Call) -> None:
    assert call("players", event, "import", late, "--from", 3).code == 0
    for session in (3, 4):
        assert call("draw", event, "--session", session, "--add-table", "9,10,11,12").code == 0
        play(event, call, session, 3)
    assert call("settings", event, "--starts", "2026-05-09", "--ends", "2026-05-10", "--city", "Lyon",
                "--host-country", "FR", "--organiser", "Club").code == 0  # fmt: skip
    out = tmp_path / "ema.xlsx"
    written = call("export", event, "--what", "ema-results", "--to", "xlsx", "--out", out)
    assert written.code == 0, written.err
    assert out.exists()
    assert "Ranked with points granted for sessions that they did not play: Ivo IVOson, Jan JANson" in written.err


def test_a_table_is_left_out(event: Path, call: Call) -> None:
    before = call("draw", event, "--json").json
    assert before["left_out"] == []
    assert call("draw", event, "--session", 4, "--leave-out", 2).code == 0
    assert call("undo", event).code == 0
    assert call("draw", event, "--json").json == before
    standings = call("standings", event, "--json").json
    done = call("draw", event, "--session", 3, "--leave-out", 1)
    assert done.code == 0
    assert "No seat in session 3: " in done.err
    assert "Left out: table 1." in done.out
    now = call("draw", event, "--json").json
    assert (now["left_out"], now["sessions"]) == ([[3, 1]], before["sessions"])
    assert call("standings", event, "--json").json == standings
    refused = call("sheet", event, "--session", 3, "--table", 1)
    assert (refused.code, "Table 1 of session 3 is left out: nobody plays there." in refused.err) == (1, True)
    play(event, call, 3, [2])
    assert call("session", event, 3, "--to", "closed").code == 0
    after = {each["player"]: each["score"] for each in call("standings", event, "--json").json}
    played = dict(zip(before["sessions"][2][1], (60, 20, -20, -60), strict=True))
    assert after == {each["player"]: each["score"] + played.get(each["player"], 0) for each in standings}
    for name in ("seating-by-table", "seating-by-player"):
        page = event.with_suffix(".csv")
        assert call("export", event, "--what", name, "--to", "csv", "--out", page).code == 0
        text = page.read_text(encoding="utf-8-sig")
        assert text.count("no seat: the table is left out") == 4
    assert call("check", event).code == 0


def test_the_only_table_and_a_table_in_play_are_not_left_out(event: Path, call: Call) -> None:
    assert "has entries: the table is played" in call("draw", event, "--session", 2, "--leave-out", 1).err
    assert call("draw", event, "--session", 3, "--leave-out", 2).code == 0
    assert "the only one of session 3" in call("draw", event, "--session", 3, "--leave-out", 1).err
    assert "--leave-out needs --session" in call("draw", event, "--leave-out", 1).err
