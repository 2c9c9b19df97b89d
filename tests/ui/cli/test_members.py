"""``members``: the directory of people, over all events."""

import json
import sys
from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call
from tournament.files.user_folders import VARIABLE

LIST = """first_name,last_name,country,ema_number,club,nickname
Ada,Bamboo,SE,09990001,Harbour,Pearl
Ben,Circle,FR,04990002,Bridge,
Bo,Dragon,DK,,Harbour,
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def filled(tmp_path: Path, call: Call) -> Path:
    """A directory with three people; the folder for lists."""
    path = tmp_path / "list.csv"
    path.write_text(LIST, encoding="utf-8")
    answer = call("members", "import", path)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "3 new people\n0 people are in the directory, 0 with something new\n"
    return tmp_path


def test_a_list_is_imported_once(filled: Path, home: Path, call: Call):
    rows = call("members", "list", "--json").json
    assert [(row["number"], row["last_name"], row["numbers"]) for row in rows] == [
        (1, "Bamboo", {"EMA": "09990001"}), (2, "Circle", {"EMA": "04990002"}), (3, "Dragon", {}),
    ]  # fmt: skip
    assert (home / "settings" / "members.db").exists()
    assert call("members", "import", filled / "list.csv").out.startswith(
        "0 new people\n3 people are in the directory, 0"
    )
    assert call("members", "list", "--json").json == rows
    assert call("members", "list", "--search", "harb").out.splitlines()[1].split()[:3] == ["1", "Ada", "Bamboo"]


def test_who_is_asked_waits_for_an_answer(filled: Path, call: Call):
    path = filled / "other.csv"
    path.write_text("first_name,last_name,country\nBob,Dragon,DK\nZoë,Winter,DK\n", encoding="utf-8")
    answer = call("members", "import", path, "--dry-run")
    asked = "Is it 3 Bo Dragon (a slip in the name)? Answer with --same or --new."
    assert answer.err == f"remark: Line 2, Bob Dragon: not taken. {asked}\n"
    assert answer.out.splitlines()[-1] == "Nothing was written."
    assert len(call("members", "list", "--json").json) == 3
    found = call("members", "import", path, "--same", "2=3", "--json").json
    assert [each["line"] for each in found["new"]] == [3]
    assert found["asked"] == []
    assert call("members", "list", "--json").json[2]["former_names"] == ["Bob Dragon"]
    for words in (("--same", "9=3"), ("--same", "2=99")):
        assert call("members", "import", path, *words).code == 1
    assert call("members", "import", path, "--same", "first").code == 2


def test_the_players_of_an_event_are_imported(filled: Path, call: Call):
    event, players = filled / "cup.qv", filled / "players.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    assert call("new", event, "--name", "Cup", "--sessions", 1).code == 0
    assert call("players", event, "import", players).code == 0
    answer = call("members", "import", event, "--json").json
    assert (len(answer["new"]), answer["joined"], answer["asked"]) == (16, [], [])
    assert len(call("members", "list", "--json").json) == 19


def test_a_person_is_changed(filled: Path, call: Call):
    changed = call("members", "set", 1, "--country", "FRA", "--former-name", "Ada Winter", "--public", "initials",
                   "--federation-number", "FFMJ=12", "--notes", "prefers mornings", "--json").json  # fmt: skip
    assert (changed["country"], changed["former_names"], changed["public"]) == ("FR", ["Ada Winter"], "initials")
    assert changed["numbers"] == {"EMA": "09990001", "FFMJ": "12"}
    assert call("members", "export", 1).json == changed
    assert call("members", "set", 1, "--federation-number", "FFMJ=", "--json").json["numbers"] == {"EMA": "09990001"}
    assert call("members", "set", "new", "--last-name", "Winter", "--json").json["number"] == 4
    assert call("members", "set", "new").errors == ["error: A person needs a name."]
    assert call("members", "set", 99, "--club", "Bridge").errors == [
        "error: Nobody in the directory has the number 99."
    ]
    assert call("members", "set", "Ada", "--club", "Bridge").code == 1
    assert call("members", "set", 1, "--federation-number", "12").code == 2


def test_two_people_are_merged_and_parted_again(filled: Path, call: Call):
    assert call("members", "set", "new", "--first-name", "Bamboo", "--last-name", "Ada").code == 0
    assert call("members", "list", "--duplicates").out == "1 Ada Bamboo and 4 Bamboo Ada: the same name\n"
    before = call("members", "list", "--json").json
    assert call("members", "merge", 1, 4).out == "4 Bamboo Ada is now 1 Ada Bamboo; “members merge --undo” undoes it.\n"
    assert [row["number"] for row in call("members", "list", "--json").json] == [1, 2, 3]
    assert call("members", "merge", "--undo").out == "1 Ada Bamboo and 4 Bamboo Ada are two people again.\n"
    assert call("members", "list", "--json").json == before
    assert call("members", "merge", "--undo").errors == ["error: There is no merge to undo."]
    assert call("members", "merge", 1, 1).code == 1


def test_a_person_is_exported_and_erased(filled: Path, home: Path, call: Call):
    out = filled / "one.json"
    assert call("members", "export", 2, "--out", out).code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["last_name"] == "Circle"
    assert len(call("members", "export").json) == 3
    answer = call("members", "erase", 2)
    assert answer.out == "2 Ben Circle is erased from the directory, with what merges kept.\n"
    assert answer.err.startswith("remark: Events keep their own copy")
    assert b"Circle" not in (home / "settings" / "members.db").read_bytes()
    assert call("members", "erase", 2).code == 1


def test_another_directory_is_another_file(filled: Path, call: Call):
    assert call("members", "list", "--directory", filled / "club.db", "--json").json == []
    assert call("members", "set", "new", "--last-name", "Winter", "--directory", filled / "club.db").code == 0
    assert len(call("members", "list", "--directory", filled / "club.db", "--json").json) == 1


@pytest.mark.parametrize(
    "words", [("list", "x"), ("import",), ("set",), ("merge", "1"), ("merge", "--undo", "1"), ("export", "1", "2"),
              ("erase",), ("list", "--undo"), ("grow",)],
)  # fmt: skip
def test_wrong_words_are_refused(call: Call, words: tuple[str, ...]):
    assert call("members", *words).code == 2


@pytest.mark.parametrize("content", ["", "country\nSE\n", "\0\0"])
def test_a_list_that_cannot_be_read_changes_nothing(filled: Path, call: Call, content: str):
    path = filled / "bad.csv"
    path.write_text(content, encoding="utf-8")
    assert call("members", "import", path).code == 1
    assert len(call("members", "list", "--json").json) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="the server is one of Linux")
def test_a_database_has_a_directory_too(filled: Path, call: Call, postgres):
    url = postgres.url()
    assert call("members", "import", filled / "list.csv", "--directory", url).out.startswith("3 new people")
    assert call("members", "set", "new", "--first-name", "Bamboo", "--last-name", "Ada", "--directory", url).code == 0
    before = call("members", "list", "--directory", url, "--json").json
    assert call("members", "merge", 1, 4, "--directory", url).code == 0
    assert call("members", "merge", "--undo", "--directory", url).code == 0
    assert call("members", "list", "--directory", url, "--json").json == before
    assert call("members", "merge", 1, 99, "--directory", url).code == 1
    assert call("members", "list", "--directory", url, "--json").json == before
    assert call("members", "erase", 1, "--directory", url).code == 0
    assert [row["number"] for row in call("members", "list", "--directory", url, "--json").json] == [2, 3, 4]


def test_a_new_event_takes_its_players_from_the_directory(filled: Path, call: Call):
    event, out = filled / "cup.qv", filled / "players.csv"
    assert call("members", "set", 1, "--last-name", "竹", "--latin-last-name", "Bamboo", "--notes", "secret").code == 0
    assert call("members", "export", "--search", "harbour", "--out", out).code == 0
    assert "secret" not in out.read_text(encoding="utf-8")
    assert call("new", event, "--name", "Cup", "--sessions", 1).code == 0
    assert call("players", event, "import", out).code == 0
    players = call("players", event, "list", "--json").json
    assert [(each["last_name"], each["ema_number"], each["nickname"]) for each in players] == [
        ("竹", "09990001", "Pearl"), ("Dragon", "", ""),
    ]  # fmt: skip
    assert players[0]["latin_last_name"] == "Bamboo"


def test_text_of_the_directory_is_never_a_formula(filled: Path, call: Call):
    assert call("members", "set", 1, "--club", "=1+1").code == 0
    assert call("members", "export", "--out", filled / "players.csv").code == 0
    assert ",'=1+1," in (filled / "players.csv").read_text(encoding="utf-8")
