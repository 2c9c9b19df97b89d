"""``players FILE register LIST``: shown first, then written whole, taken back whole."""

from pathlib import Path

import pytest

from reports.federations.kept_register import kept_register, register_path
from tests.ui.cli.conftest import Call
from tournament.event.player import Player

EVENT = "first_name,last_name,country,ema_number\nAnna,Lindqvist,,\nBen,Muster,DE,05000002\nCleo,Nowhere,FR,\n"
REGISTER = (
    "EMA number;Last name;First name;Country\n"
    "9000001;LINDQVIST;Anna;Sweden\n05000002;Mustermann;Ben;GER\n05000003;Other;One;GER\n"
)


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    path, players = tmp_path / "cup.qv", tmp_path / "players.csv"
    players.write_text(EVENT, encoding="utf-8")
    (tmp_path / "register.csv").write_text(REGISTER, encoding="utf-8")
    assert call("new", path, "--name", "Cup", "--sessions", 1).code == 0
    assert call("players", path, "import", players).code == 0
    return path


def written(event: Path, call: Call) -> list[tuple[str, str, str]]:
    return [
        (each["last_name"], each["country"], each["ema_number"])
        for each in call("players", event, "list", "--json").json
    ]


def test_differences_are_shown_and_nothing_is_written(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("players", event, "register", event.with_name("register.csv"), "--json")
    assert answer.code == 0
    assert answer.json == {
        "written": False,
        "same": 0,
        "differences": [
            {"player": 1, "fields": {
                "country": {"event": "", "register": "SE"},
                "ema_number": {"event": "", "register": "09000001"},
            }},
            {"player": 2, "fields": {"last_name": {"event": "Muster", "register": "Mustermann"}}},
        ],
        "unmatched": [{"player": 3, "reason": "unknown"}],
    }  # fmt: skip
    assert event.read_bytes() == before
    told = call("players", event, "register", event.with_name("register.csv")).out.splitlines()
    assert told == [
        "1 Anna Lindqvist: Country: – → SE, EMA number: – → 09000001",
        "2 Ben Muster: Last name: Muster → Mustermann",
        "3 Cleo Nowhere: not on the list",
        "2 players differ; nothing was written.",
    ]


def test_all_are_written_in_one_entry_and_one_undo_takes_them_back(event: Path, call: Call):
    before = written(event, call)
    register = event.with_name("register.csv")
    assert call("players", event, "register", register, "--apply").code == 0
    assert written(event, call) == [
        ("Lindqvist", "SE", "09000001"), ("Mustermann", "DE", "05000002"), ("Nowhere", "FR", "")
    ]  # fmt: skip
    assert "2 players as in the register" in call("log", event).out
    again = call("players", event, "register", register, "--apply", "--json").json
    assert (again["written"], again["same"]) == (False, 2)
    assert call("undo", event).code == 0
    assert written(event, call) == before
    assert call("check", event).code == 0


def test_what_would_clash_is_refused_whole(event: Path, call: Call):
    before = written(event, call)
    twice = event.with_name("twice.csv")
    twice.write_text("first_name,last_name,ema_number\nAnna,Lindqvist,09000001\nCleo,Nowhere,09000001\n", "utf-8")
    answer = call("players", event, "register", twice, "--apply")
    assert answer.code == 1
    assert "the same EMA number, 09000001" in answer.errors[0]
    assert written(event, call) == before


@pytest.mark.parametrize(
    ("words", "code"),
    [(("register",), 2), (("list", "--apply"), 2), (("register", "none.csv"), 1), (("register", "empty.csv"), 1)],
)
def test_calls_that_cannot_be(event: Path, call: Call, words: tuple[str, ...], code: int):
    event.with_name("empty.csv").write_text("first_name,last_name\n", encoding="utf-8")
    found = [event.with_name(word) if word.endswith(".csv") else word for word in words]
    assert call("players", event, *found).code == code


def test_the_list_is_kept_on_this_computer(event: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    assert kept_register().complete(Player(0, "Ben", "Mustermann")) == Player(0, "Ben", "Mustermann")
    assert call("players", event, "register", event.with_name("register.csv"), "--keep").code == 0
    assert kept_register().complete(Player(0, "Ben", "Mustermann")) == Player(0, "Ben", "Mustermann", "DE", "05000002")
    assert kept_register().complete(Player(0, "", "", "", "05000002")) == Player(
        0, "Ben", "Mustermann", "DE", "05000002"
    )
    assert kept_register().complete(Player(0, "Ben", "Mustermann", "FR", "-")).country == "FR"
    register_path().write_text("[[1, {}", encoding="utf-8")
    assert kept_register().complete(Player(0, "Ben", "Mustermann")).country == ""


def test_who_has_no_number_is_noted_as_no_member_in_one_entry(event: Path, call: Call):
    before = written(event, call)
    assert call("players", event, "not-members", "--dry-run").out.splitlines()[-1] == "Nothing was written."
    assert written(event, call) == before
    assert call("players", event, "not-members", "3", "--json").json == {"players": [3], "written": True}
    assert call("players", event, "not-members").out == "1 Anna Lindqvist: not a member\n"
    assert [number for *_, number in written(event, call)] == ["-", "05000002", "-"]
    assert call("players", event, "not-members").out == "Every player has an EMA number, or is not a member.\n"
    assert call("undo", event).code == 0
    assert call("undo", event).code == 0
    assert written(event, call) == before


def test_a_name_in_latin_letters_is_imported_set_and_listed(event: Path, call: Call):
    path = event.with_name("more.csv")
    path.write_text("first_name,last_name,latin_first_name,latin_last_name\n明,王,Ming,Wang\n", encoding="utf-8")
    assert call("players", event, "import", path).code == 0
    assert call("players", event, "set", 4, "--latin-first-name", "Mingming").code == 0
    shown = call("players", event, "list", "--json").json[3]
    assert (shown["latin_first_name"], shown["latin_last_name"]) == ("Mingming", "Wang")
