"""``new FILE --like OLD`` and ``players FILE import LIST --like OLD``: an event as last year, without its results."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, lines
from tournament.storage import open_for_reading
from tournament.use_cases import Book
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.hall_store import load_hall, save_hall


@pytest.fixture
def old(tmp_path: Path, call: Call) -> Path:
    """An event of 2025 that was played, with a timetable, prizes, wishes and a PIN-free organiser."""
    path = tmp_path / "old.qv"
    made = call("new", path, "--name", "Open 2025", "--sessions", 3, "--minutes", 90, "--starts", "2025-05-10",
                "--ends", "2025-05-11", "--place", "Lyon", "--organiser", "Tile House", "--option",
                "late_points=average")  # fmt: skip
    assert made.code == 0, made.err
    people = tmp_path / "people.csv"
    names = ("Ada,Bamboo,04000001", "Ben,Circle,", "Cleo,Dragon,", "Dan,Wall,")
    people.write_text("first_name,last_name,ema_number\n" + "\n".join(names) + "\n", encoding="utf-8")
    assert call("players", path, "import", people).code == 0
    assert call("players", path, "set", 1, "--table", 1, "--public", "nickname", "--nickname", "Tiger").code == 0
    assert call("players", path, "set", 2, "--sit-out", "2,3").code == 0
    assert call("timetable", path, "set", 1, "--date", "2025-05-10", "--start", "09:30").code == 0
    assert call("timetable", path, "set", 2, "--date", "2025-05-11", "--start", "10:00").code == 0
    assert call("draw", path, "--seed", 1).code == 0
    totals = {"type": "totals", "session": 1, "table": 1, "totals": {"A": 10, "B": 0, "C": 0, "D": -10}}
    assert call("record", path, "--jsonl", stdin=lines(totals)).code == 0
    return path


def test_an_event_like_last_years_has_its_screens(
    old: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))

    def id_of(path: Path) -> str:
        store = open_for_reading(path)
        try:
            return Book(store).view.journal[0].id
        finally:
            store.close()

    save_hall(HallState(id_of(old), (HallScreen("Wall", (ScreenContent.STANDINGS,)),)))
    new = tmp_path / "new.qv"
    assert call("new", new, "--like", old).code == 0
    assert [each.name for each in load_hall(id_of(new)).state.screens] == ["Wall"]


def test_an_event_like_last_years(old: Path, tmp_path: Path, call: Call) -> None:
    before = old.read_bytes()
    new = tmp_path / "new.qv"
    made = call("new", new, "--like", old)
    assert made.code == 0, made.err
    assert "“Open 2026” was created" in made.out
    assert old.read_bytes() == before
    was, now = call("settings", old, "--json").json, call("settings", new, "--json").json
    differing = {key for key in was if was[key] != now[key]}
    assert differing == {"name", "starts", "ends", "short_name"} & differing
    assert (now["name"], now["starts"], now["ends"]) == ("Open 2026", None, None)
    assert call("players", new, "list", "--json").json == []
    assert call("check", new).code == 0
    assert b"Bamboo" not in new.read_bytes()


def test_a_name_without_a_year_must_be_given_and_the_answer_says_why(old: Path, tmp_path: Path, call: Call) -> None:
    assert call("settings", old, "--name", "Spring Cup").code == 0
    refused = call("new", tmp_path / "new.qv", "--like", old)
    assert (refused.code, refused.out) == (2, "")
    assert "“Spring Cup” has no year or number to count on: name the new event with --name." in refused.err


def test_the_timetable_begins_on_the_new_day(old: Path, tmp_path: Path, call: Call) -> None:
    for words, days in (
        ((), [None, None]),
        (("--starts", "2026-06-06"), ["2026-06-06", "2026-06-07"]),
    ):
        new = tmp_path / f"new{len(words)}.qv"
        assert call("new", new, "--like", old, "--name", "Cup", *words).code == 0
        times = call("timetable", new, "--json").json["sessions"][:2]
        assert [each["date"] for each in times] == days
        assert [each["start"] for each in times] == ["09:30", "10:00"]


def test_people_who_come_again_have_their_wishes(old: Path, tmp_path: Path, call: Call) -> None:
    new, people = tmp_path / "new.qv", tmp_path / "again.csv"
    assert call("new", new, "--like", old).code == 0
    people.write_text("first_name,last_name,ema_number\nEve,East,\nBEN,circle,\nA.,Bamboo,4000001\n", encoding="utf-8")
    added = call("players", new, "import", people, "--like", old)
    assert added.code == 0, added.err
    assert "2 players have the wishes of the other event." in added.err
    listed = call("players", new, "list", "--json").json
    assert [(each["table"], each["sit_out"], each["public"], each["nickname"]) for each in listed] == [
        (0, [], "name", ""),
        (0, [2, 3], "name", ""),
        (1, [], "nickname", "Tiger"),
    ]


def test_the_players_may_come_with_the_event(old: Path, tmp_path: Path, call: Call) -> None:
    new = tmp_path / "new.qv"
    assert call("players", old, "set", 4, "--state", "withdrawn").code == 0
    assert call("new", new, "--like", old, "--with-players").code == 0
    listed = call("players", new, "list", "--json").json
    assert [(each["player"], each["first_name"], each["table"]) for each in listed] == [
        (1, "Ada", 1), (2, "Ben", 0), (3, "Cleo", 0),
    ]  # fmt: skip
    assert call("draw", new, "--json").code == 1


def test_what_cannot_be_said_with_it(old: Path, tmp_path: Path, call: Call) -> None:
    new = tmp_path / "new.qv"
    assert call("new", new, "--like", old, "--sessions", 5).code == 2
    assert call("new", new, "--name", "Cup", "--sessions", 5, "--with-players").code == 2
    assert call("new", new, "--like", tmp_path / "nothing.qv").code == 1
    assert not new.exists()
    assert call("new", old, "--like", old).code != 0


def test_the_language_of_the_output_and_who_acts_are_given_as_with_every_command(
    old: Path, tmp_path: Path, call: Call
) -> None:
    new = tmp_path / "new.qv"
    made = call("new", new, "--like", old, "--name", "Cup", "--lang", "fr", "--as", "Ada Bamboo")
    assert (made.code, made.err) == (0, "")
    assert "Ada Bamboo" in call("log", new).out
    refused = call("new", tmp_path / "third.qv", "--like", old, "--name", "Cup", "--place", "Nowhere", "--lang", "en")
    assert (refused.code, "omit --place," in refused.err) == (2, True)
