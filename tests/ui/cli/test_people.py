"""People from the command line: states, substitutes, one person on the list twice."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, after, lines
from tests.ui.cli.test_draw import totals


@pytest.fixture(scope="module")
def played(drawn_event: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of sixteen players, three sessions drawn, the first played."""
    return after(drawn_event, tmp_path_factory, "record", "--jsonl", stdin=totals(1))


@pytest.fixture
def event(tmp_path: Path, played: bytes) -> Path:
    """A copy of the played event."""
    path = tmp_path / "cup.qv"
    path.write_bytes(played)
    return path


def standing(call: Call, event: Path, number: int) -> dict[str, object]:
    row: dict[str, object]
    (row,) = (row for row in call("standings", event, "--json").json if row["player"] == number)
    return row


def substitute(**members: object) -> str:
    return lines({"type": "substitute", "session": 2, "player": 12, "by": "Nova Newcomer", **members})


def seat(call: Call, event: Path, number: int, session: int) -> tuple[int, int]:
    tables = call("draw", event, "--json").json["sessions"][session - 1]
    return next((table, seats.index(number)) for table, seats in enumerate(tables, 1) if number in seats)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("members", "sessions", "state"),
    [
        ({"case": "absent"}, [2], "playing"),
        ({"case": "absent", "until": 3}, [2, 3], "playing"),
        ({"case": "ill"}, [2], "playing"),
        ({"case": "disqualified"}, [2, 3], "disqualified"),
        ({"case": "disqualified", "until": 2, "by": "17"}, [], ""),
    ],
)
def test_a_line_lets_somebody_play_for_a_player(event: Path, call: Call, members, sessions, state) -> None:
    table, column = seat(call, event, 12, 2)
    done = call("record", event, "--jsonl", stdin=substitute(**members))
    if not sessions:
        assert (done.code, "There is no player 17." in done.err) == (1, True)
        return
    assert done.code == 0, done.err
    tables = call("draw", event, "--json").json["sessions"]
    assert [number for number, session in enumerate(tables, 1) if any(17 in seats for seats in session)] == sessions
    assert call("record", event, "--jsonl", stdin=totals(2)).code == 0
    sheet = call("sheet", event, "--session", 2, "--table", table, "--json").json
    points = ["4", "2", "1", "0"]
    if members["case"] != "absent":
        others = iter(("4", "2", "1"))
        points = ["0" if each == column else next(others) for each in range(4)]
    assert list(sheet["table_points"].values()) == points
    newcomer = standing(call, event, 17)
    assert (newcomer["rank"], newcomer["state"], newcomer["table_points"]) == (None, "substitute", points[column])
    own = standing(call, event, 12)
    assert own["state"] == state
    assert (own["rank"] is None) == (state == "disqualified")
    if state == "disqualified":
        assert (own["table_points"], own["score"]) == ("0", 0)
    assert call("check", event).code == 0


def test_a_state_is_set_with_team_and_club_and_told_with_the_seats_that_are_open(event: Path, call: Call) -> None:
    tried = call("players", event, "set", 3, "--state", "withdrawn", "--from", 2, "--dry-run", "--json")
    assert (tried.code, tried.json["written"], [each["session"] for each in tried.json["open_seats"]]) == (
        0, False, [2, 3],
    )  # fmt: skip
    assert standing(call, event, 3)["state"] == "playing"
    done = call("players", event, "set", 3, "--state", "withdrawn", "--from", 2, "--reason", "went home",
                "--team", "Reds", "--club", "Lotus")  # fmt: skip
    assert done.code == 0
    assert done.out.endswith(": withdrawn, from session 2 on\n")
    assert "2 seats of" in done.err
    assert "remark: The reason was not stored: why a player leaves or is replaced is private.\n" in done.err
    row = standing(call, event, 3)
    assert (row["rank"], row["state"]) == (None, "withdrawn")
    told = call("standings", event).out
    assert "withdrew from session 2 on and is not ranked.\n" in told
    (listed,) = (each for each in call("players", event, "list", "--json").json if each["player"] == 3)
    assert (listed["team"], listed["club"], listed["state"], listed["from"]) == (
        "Reds", "Lotus", "withdrawn", 2,
    )  # fmt: skip
    assert "withdrawn" in call("players", event, "list").out
    assert call("draw", event, "--session", 2, "--replace", 3, "--by", "Nova Newcomer").code == 0
    assert standing(call, event, 17)["state"] == "substitute"
    back = call("players", event, "set", 3, "--state", "playing", "--from", 3, "--json")
    assert back.json["returned"] == [3]
    assert standing(call, event, 3)["rank"] is not None
    assert call("check", event).code == 0


def test_a_replacement_is_a_substitute_unless_stated_otherwise(event: Path, call: Call) -> None:
    assert call("draw", event, "--session", 2, "--replace", 5, "--by", "Nova Newcomer").code == 0
    assert standing(call, event, 17)["state"] == "substitute"
    assert call("draw", event, "--session", 2, "--replace", 6, "--by", "Rita Reserve", "--case", "none").code == 0
    assert standing(call, event, 18)["state"] == "playing"
    assert call("players", event, "set", 17, "--state", "playing").code == 0
    assert standing(call, event, 17)["state"] == "playing"
    assert call("check", event).code == 0


def test_players_who_sat_in_each_others_seat_are_swapped_with_a_reason(event: Path, call: Call) -> None:
    one = {"type": "hand", "session": 2, "table": 1, "hand": 1, "winner": "A", "discarder": "B", "points": 8}
    assert call("record", event, "--jsonl", stdin=lines(one)).code == 0
    tables = call("draw", event, "--json").json["sessions"][1]
    pair = f"{tables[0][0]}-{tables[1][0]}"
    refused = call("draw", event, "--session", 2, "--swap", pair)
    assert (refused.code, "has entries" in refused.err) == (1, True)
    assert call("draw", event, "--session", 2, "--swap", pair, "--reason", "sat at the wrong table").code == 0
    assert call("sheet", event, "--session", 2, "--table", 1, "--json").json["players"]["A"] == tables[1][0]
    assert call("check", event).code == 0


def test_one_person_on_the_list_twice(event: Path, call: Call) -> None:
    refused = call("players", event, "merge", 1, 2)
    assert (refused.code, "they are two people" in refused.err) == (1, True)
    assert call("draw", event, "--session", 2, "--replace", 1, "--by", "Firstone Sample", "--case", "none").code == 0
    assert call("players", event, "merge", 1, 17, "--dry-run").code == 0
    done = call("players", event, "merge", 1, 17, "--reason", "registered twice", "--json")
    assert (done.code, done.json["merged"], done.json["written"]) == (0, 17, True)
    assert len(call("players", event, "list", "--json").json) == 16
    assert call("check", event).code == 0
    assert call("undo", event).code == 0
    assert len(call("players", event, "list", "--json").json) == 17


def test_somebody_is_renamed(event: Path, call: Call) -> None:
    assert call("players", event, "set", 1, "--first-name", "Anna", "--last-name", "Other").code == 0
    assert standing(call, event, 1)["name"] == "Anna Other"
    alone = call("players", event, "set", 1, "--last-name", "")
    assert (alone.code, alone.err) == (0, "remark: A single name, “Anna”: Last name is empty\n")
    assert call("players", event, "set", 1, "--first-name", "").code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("set",),
        ("set", "1"),
        ("set", "1", "--from", "2"),
        ("set", "1", "2", "--state", "playing"),
        ("set", "1", "--state", "tired"),
        ("merge", "1"),
        ("merge", "1", "2", "--team", "Reds"),
        ("list", "--state", "playing"),
        ("import", "a.csv", "--club", "Lotus"),
    ],
)
def test_words_that_are_wrong(event: Path, call: Call, words: tuple[str, ...]) -> None:
    before = event.read_bytes()
    assert call("players", event, *words).code == 2
    assert event.read_bytes() == before


def test_no_session_and_no_player_of_that_number(event: Path, call: Call) -> None:
    for words in (("99", "--state", "playing"), ("one", "--state", "playing"), ("²", "--club", "Red"),
                  ("1", "--state", "withdrawn", "--from", "9"),
                  ("1", "--state", "withdrawn", "--from", "1")):  # fmt: skip
        assert call("players", event, "set", *words).code == 1
