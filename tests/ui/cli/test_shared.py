"""``shared`` as a script meets it, on a real server of PostgreSQL."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.postgres_server import PostgresServer
from tests.systems import needs_a_full_device
from tests.ui.cli.conftest import Call, hand, lines


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """An empty database."""
    return postgres.new_database()


def entries_of(call: Call, file: Path) -> object:
    return call("log", file, "--json").json


def test_an_event_goes_there_and_comes_back(call: Call, event: Path, tmp_path: Path, url: str):
    answer = call("shared", "put", event, url, "--json")
    assert (answer.code, answer.err) == (0, "")
    put = answer.json
    assert put["added"] == put["entries"] == call("check", event, "--json").json["entries"]
    assert call("shared", "put", event, url, "--json").json == {**put, "added": 0}
    listed = call("shared", "list", url, "--json").json
    assert listed == [{name: put[name] for name in ("event", "entries", "fingerprint")}]
    assert put["event"] in call("shared", "list", url).out
    assert put["fingerprint"] in call("shared", "list", url).out

    back = tmp_path / "back.qv"
    answer = call("shared", "get", f"{url}/{put['event']}", back, "--json")
    assert (answer.code, answer.json) == (0, {**listed[0], "to": str(back)})
    assert entries_of(call, back) == entries_of(call, event)
    assert call("record", back, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    assert call("shared", "put", back, url, "--json").json["added"] > 0
    assert call("shared", "put", event, url, "--json").json["fingerprint"] != put["fingerprint"], "of what is there"
    assert call("shared", "put", back, url).out.startswith(f"0 entries of {back} were added to the database")


def test_nothing_is_replaced_and_no_half_is_left(
    call: Call, event: Path, tmp_path: Path, url: str, postgres: PostgresServer
):
    id = call("shared", "put", event, url, "--json").json["event"]
    before = event.read_bytes()
    answer = call("shared", "get", f"{url}/{id}", event)
    assert (answer.code, "already exists" in answer.err, event.read_bytes()) == (1, True, before)
    back = tmp_path / "back.qv"
    for asked, said in (
        (f"{url}/masters", "no event “masters”"),
        (url, "no event “”"),
        (f"{url}x/{id}", "no database"),
    ):
        answer = call("shared", "get", asked, back)
        assert (answer.code in (1, 3), answer.out) == (True, "")
        assert said in answer.err
    postgres.run(
        "SET session_replication_role = replica",
        "UPDATE quatre_vents.records SET author = 'Somebody else' WHERE position = 2",
        url=url,
    )
    answer = call("shared", "get", f"{url}/{id}", back)
    assert (answer.code, "was altered after it was written" in answer.err) == (1, True)
    assert not back.exists()


def test_a_damaged_or_another_file_is_not_put(call: Call, event: Path, tmp_path: Path, url: str):
    call("shared", "put", event, url)
    listed = call("shared", "list", url).out
    other = tmp_path / "other.qv"
    other.write_bytes(event.read_bytes())
    for file, winner in ((event, "A"), (other, "B")):
        assert call("record", file, "--jsonl", stdin=lines(hand(1, winner, "C", 12))).code == 0
    call("shared", "put", event, url)
    assert call("shared", "list", url).out != listed
    listed = call("shared", "list", url).out
    answer = call("shared", "put", other, url)
    assert (answer.code, answer.out, "with other entries" in answer.err) == (1, "", True)
    damaged = tmp_path / "damaged.qv"
    damaged.write_bytes(other.read_bytes()[:-5000])
    assert call("shared", "put", damaged, url).code == 1
    assert call("shared", "list", url).out == listed


def test_the_tables_and_the_rights_of_the_account(call: Call, event: Path, url: str, postgres: PostgresServer):
    answer = call("shared", "list", url)
    assert (answer.code, "“shared prepare” creates them" in answer.err) == (1, True)
    assert call("shared", "prepare", url).code == 0
    assert "no event in this database" in call("shared", "list", url).out
    rights = call("shared", "prepare", url, "--account", "hall")
    assert call("shared", "prepare", url, "--account", "hall", "--json").json == {"rights": rights.out.splitlines()}
    limited = postgres.url(url.rpartition("/")[2], "hall")
    postgres.run("CREATE ROLE hall LOGIN", url=url)
    refused = call("shared", "put", event, limited)
    assert (refused.code, "no right" in refused.err) == (3, True)
    postgres.run(rights.out, url=url)
    assert call("shared", "put", event, limited).code == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        postgres.run("DELETE FROM quatre_vents.records", url=limited)
    postgres.run("DROP OWNED BY hall", "DROP ROLE hall", url=url)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "is missing"),
        (("list",), "shared list URL"),
        (("put", "x.qv"), "shared put FILE URL"),
        (("get", "a", "b", "c"), "shared get URL/EVENT FILE"),
        (("list", "a", "--account", "x"), "--account"),
        (("drop", "a"), "choose one of put, list, get, prepare."),
    ],
)
def test_wrong_usage_is_two(call: Call, words: tuple[str, ...], said: str):
    answer = call("shared", *words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@needs_a_full_device
def test_a_saved_change_whose_answer_is_lost_exits_with_four(event: Path, url: str):
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "ui.cli", "shared", "put", str(event), url]
        codes = [subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False) for _ in range(2)]
    assert [each.returncode for each in codes] == [4, 3], "the second time nothing is new"
    assert b"is saved in" in codes[0].stderr


def test_a_server_that_is_not_there_is_three_and_no_password_is_shown(call: Call, event: Path, tmp_path: Path):
    address = "postgresql://hall:secret@127.0.0.1:1/events"
    for words in (("put", event, address), ("list", address), ("get", f"{address}/cup", tmp_path / "back.qv")):
        answer = call("shared", *words)
        assert (answer.code, answer.out) == (3, "")
        assert "“postgresql://hall@127.0.0.1:1/events” cannot be reached" in answer.err
        assert "secret" not in answer.err
    answer = call("shared", "list", "events.db?secret")
    assert (answer.code, "postgresql://USER@HOST/DATABASE" in answer.err, "secret" in answer.err) == (1, True, False)


def test_data_of_people_go_there_and_come_back_and_who_was_erased_stays_erased(
    call: Call, event: Path, tmp_path: Path, url: str
) -> None:
    for number in (1, 2, 3):
        assert call("registration", event, "set", number, "--email", f"person{number}@example.org").code == 0
    put = call("shared", "put", event, url, "--json").json
    back = tmp_path / "back.qv"
    assert call("shared", "get", f"{url}/{put['event']}", back).code == 0
    emails = {each["player"]: each["email"] for each in call("registration", back, "list", "--json").json["people"]}
    assert [emails[number] for number in (1, 2, 3, 4)] == [*(f"person{number}@example.org" for number in (1, 2, 3)), ""]
    assert call("registration", back, "erase", 1).code == 0
    assert call("registration", back, "set", 2, "--phone", "1").code == 0
    assert call("shared", "put", back, url).code == 0
    assert call("shared", "put", event, url).code == 0, "an older file brings nobody back"
    again = tmp_path / "again.qv"
    assert call("shared", "get", f"{url}/{put['event']}", again).code == 0
    noted = {each["player"]: each for each in call("registration", again, "list", "--json").json["people"]}
    assert [noted[number]["email"] for number in (1, 2)] == ["", "person2@example.org"]
    assert noted[2]["phone"] == "1"
    assert b"person1@" not in again.read_bytes()
