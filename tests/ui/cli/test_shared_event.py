"""An invitation in the place of a file: the same answers, the same refusals, and nothing lost when the host is away."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.ui.cli.conftest import Call, after, hand, lines
from tests.ui.cli.hosted_event import HostedEvent
from tournament.language import mark
from tournament.sharing.invitation import decode, encode, write_text
from ui.cli.context import PIN_VARIABLE
from ui.cli.shared_event import folder_of
from ui.joining.blocking_book import BlockingBook
from ui.joining.connection import Connection
from ui.joining.failures import ServerAway

pytestmark = pytest.mark.thorough


class Served(HostedEvent):
    """An event file that this process shares, and copies of it."""

    def copy(self) -> Path:
        return Path(shutil.copy(self.path, self.path.with_name("copy.qv")))


@pytest.fixture
def served(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    served = Served(event)
    yield served
    served.stop()


@pytest.fixture
def code(served: Served) -> str:
    return encode(served.invitation)


def test_every_answer_is_that_of_the_file(served: Served, code: str, call: Call, tmp_path: Path) -> None:
    some = lines(hand(1, "A", "C", 12), {**hand(2, None), "id": str(uuid4())}, hand(4, "B", None, 89))
    alone = Path(shutil.copy(served.path, tmp_path / "alone.qv"))
    in_file, shared = (call("record", each, "--jsonl", stdin=some) for each in (alone, code))
    assert (shared.code, shared.out, shared.err) == (0, in_file.out, in_file.err)
    wrong = lines(hand(1, "A", "C", 12), hand(3, "B", "B", 8))
    in_file, shared = (call("record", each, "--jsonl", stdin=wrong) for each in (alone, code))
    assert (shared.code, shared.out, shared.err) == (1, in_file.out, in_file.err)
    copy = served.copy()
    for words in (("standings", "--json"), ("log",), ("log", "--json"), ("check",), ("check", "--json"),
                  ("sheet", "--session", 1, "--table", 1), ("players", "list")):  # fmt: skip
        name, *options = words
        in_file, shared = (call(name, each, *options) for each in (copy, code))
        assert (shared.code, shared.out, shared.err) == (0, in_file.out, in_file.err), words
    written = [tmp_path / "of-file.csv", tmp_path / "of-invitation.csv"]
    for each, out in zip((copy, code), written, strict=True):
        assert call("export", each, "--what", "standings", "--out", out).code == 0
    assert written[0].read_bytes() == written[1].read_bytes()


def test_a_file_with_the_invitation_is_an_invitation(served: Served, call: Call, tmp_path: Path) -> None:
    from tournament.language import ENGLISH

    path = tmp_path / "cup.qv-invitation"
    write_text(path, served.invitation, ENGLISH)
    assert call("standings", path).code == 0


def test_undo_names_what_it_takes_back(code: str, served: Served, call: Call) -> None:
    call("record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert "hand 1" in call("undo", code).out
    assert "hand 1" in call("redo", code).out
    assert call("log", code).out == call("log", served.copy()).out


def test_what_is_no_good_invitation_is_refused_with_words(
    served: Served, code: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wrong, words in (
        (replace(served.invitation, ticket=b"\1" * 16), "not valid"),
        (replace(served.invitation, event=uuid4()), "another event"),
        (replace(served.invitation, first_host=bytes(32)), "certificate"),
    ):
        answer = call("standings", encode(wrong))
        assert (answer.code, answer.out) == (1, "")
        assert words in answer.err
    assert (
        call("standings", code[:-1]).code == call("standings", code[:-1] + ("x" if code[-1] != "x" else "y")).code == 1
    )
    old = call("standings", "qv1-" + code.removeprefix("qv2-"))
    assert (old.code, "an earlier version of the program" in old.err) == (1, True)
    for call_of_files in (("new", code, "--name", "Cup", "--sessions", 2), ("recover", code, "--to", "new.qv"),
                          ("copies", code), ("restore", served.path, "--to", code), ("serve", code)):  # fmt: skip
        answer = call(*call_of_files)
        assert answer.code == 1, call_of_files
        assert "not an invitation" in answer.err, call_of_files
    assert call("standings", code).code == 0


def test_the_host_refuses_an_invitation_that_has_expired(served: Served, code: str, call: Call) -> None:
    served.server._event.expires = datetime.now(UTC)
    answer = call("standings", code)
    assert (answer.code, answer.out) == (1, "")
    assert "This invitation has expired" in answer.err


@pytest.fixture
def served_with_pin(
    drawn_event: bytes, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Served]:
    """An event whose organiser has the PIN 333339."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "333339")
    path = tmp_path / "cup.qv"
    path.write_bytes(after(drawn_event, tmp_path_factory, "pin", "set", "organiser"))
    served = Served(path)
    yield served
    served.stop()


def test_a_pin_is_asked_for_as_for_a_file(served_with_pin: Served, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    code, alone = encode(served_with_pin.invitation), served_with_pin.copy()
    words = ("settings", "--place", "Lyon")
    for pin, expected in (("", 1), ("99999", 1), ("333339", 0), ("", 1)):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        in_file, shared = (call(words[0], each, *words[1:]) for each in (alone, code))
        assert (shared.code, shared.err) == (expected, in_file.err)
    assert [entry["role"] for entry in call("log", code, "--json").json][-1] == "organiser"


def test_who_only_reads_needs_no_pin_for_what_waits(
    served_with_pin: Served, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command was kept while the host was away: it stays kept until somebody with the right PIN sends it."""
    code = encode(served_with_pin.invitation)
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("settings", code, "--place", "Lyon").code == 0
    served_with_pin.stop()
    assert call("settings", code, "--place", "Paris", "--queue").code == 0
    served_with_pin.start()
    for pin in ("99999", ""):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        shown = call("standings", code)
        assert (shown.code, shown.errors) == (0, [])
        assert len(call("queue", code, "--json").json["queued"]) == 1
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("queue", code, "--send").code == 0
    assert call("queue", code, "--json").json["queued"] == []
    assert call("settings", code, "--json").json["place"] == "Paris"


def test_several_people_use_one_computer_in_turn_also_while_the_host_is_away(
    served_with_pin: Served, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each acts by the PIN of their call. What was kept is written in the name of who gave it."""
    code = encode(served_with_pin.invitation)
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    for author, place in (("Ada", "Lyon"), ("Ben", "Paris")):
        assert call("settings", code, "--place", place, "--as", author).code == 0
    monkeypatch.setenv(PIN_VARIABLE, "")
    assert call("settings", code, "--place", "Rome", "--as", "Ben").code == 1
    refused = call("settings", code, "--place", "Rome", "--as", "Ada")
    assert refused.code == 1, "Ada’s PIN was of an earlier call"
    assert "does not allow" in refused.err
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    served_with_pin.stop()
    for author, place in (("Ruth", "Nice"), ("Ada", "Lille")):
        assert call("settings", code, "--place", place, "--queue", "--as", author).code == 0
    served_with_pin.start()
    assert call("settings", code, "--place", "Brest", "--as", "Ben").code == 0
    written = [entry for entry in call("log", code, "--json").json if entry["kind"] == "settings-changed"]
    assert [entry["author"] for entry in written][-5:] == ["Ada", "Ben", "Ruth", "Ada", "Ben"]
    (desk,) = call("desks", code, "--json").json
    assert desk["author"] == "Ben"


def test_a_host_that_is_away_changes_nothing_unless_the_call_queues(served: Served, code: str, call: Call) -> None:
    some = lines(hand(1, "A", "C", 12))
    assert call("standings", code).code == 0
    served.stop()
    for words in (("standings", code), ("record", code, "--jsonl")):
        answer = call(*words, stdin=some)
        assert (answer.code, answer.out, len(answer.errors)) == (3, "", 1)
    assert call("queue", code, "--json").json == {"queued": []}
    answer = call("record", code, "--jsonl", "--queue", "--json", stdin=some)
    assert (answer.code, answer.err, answer.json) == (0, "", {"queued": 1})
    assert call("record", code, "--jsonl", "--queue", stdin=some).code == 1  # the hand is there already
    assert call("record", code, "--jsonl", "--queue", stdin=lines(hand(2, "A", "C", 12))).code == 0
    kept = call("queue", code, "--json").json["queued"]
    assert [each["commands"] for each in kept] == [["record-hand"]] * 2
    assert call("queue", code, "--drop", kept[1]["id"]).code == 0
    assert call("queue", code, "--drop", kept[1]["id"]).code == 1
    assert call("queue", code, "--send").code == 3
    served.start()
    assert call("sheet", code, "--session", 1, "--table", 1, "--json").json["hands"][0]["points"] == 12
    assert call("queue", code).out == "Nothing is kept: the host has everything.\n"
    assert call("log", code).out == call("log", served.copy()).out


def test_what_the_host_refuses_later_is_kept_until_it_is_dropped(served: Served, code: str, call: Call) -> None:
    assert call("standings", code).code == 0
    served.stop()
    assert call("record", code, "--jsonl", "--queue", stdin=lines(hand(1, "A", "C", 12))).code == 0
    assert call("record", served.path, "--jsonl", stdin=lines(hand(1, "B", "C", 24))).code == 0
    served.start()
    sent = call("queue", code, "--send")
    assert sent.code == 1
    assert "Hand 1 is already recorded" in sent.err
    (kept,) = call("queue", code, "--json").json["queued"]
    assert (kept["state"], len(kept["problems"])) == ("refused", 1)
    assert "“queue” shows why" in call("standings", code).err
    assert call("queue", code, "--drop", kept["id"]).code == 0
    assert call("standings", code).err == ""


def test_a_server_killed_before_it_answers_leaves_one_hand_and_says_so(
    served: Served, code: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("standings", code).code == 0
    ask = Connection.sync

    def killed(connection: Connection, question):
        found = ask(connection, question)
        if question.orders:
            way, connection._way = connection._way, None
            assert way is not None
            way.client.close()
            served.stop()
            monkeypatch.setattr(Connection, "sync", ask)
            raise ServerAway(mark("Interrupted: nothing more was written."), "hall:1") from httpx.ReadError("cut")
        return found

    monkeypatch.setattr(Connection, "sync", killed)
    monkeypatch.setattr(BlockingBook.__init__, "__kwdefaults__", {"patience": 0.5})
    answer = call("record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (answer.code, answer.out) == (4, "")
    assert "do not repeat it" in answer.err
    served.start()
    assert call("standings", code).err == ""
    assert call("log", code).out.count("Hand (") == 1
    assert call("queue", code, "--json").json == {"queued": []}


def test_a_desk_that_was_ended_joins_again(served: Served, code: str, call: Call) -> None:
    folder = folder_of(served.invitation)
    assert call("standings", code).code == 0
    first = folder.kept()
    assert first is not None
    assert call("desks", served.path, "--end", first.desk).code == 0
    served.stop()
    served.start()
    assert call("record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    assert [each["desk"] for each in call("desks", code, "--json").json] == [first.desk]


def test_the_code_is_that_of_the_server(served: Served, code: str) -> None:
    assert decode(code).event == served.invitation.event


def test_desks_are_listed_and_ended_through_an_invitation_by_who_may_share(
    served: Served, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, folder = encode(served.invitation), served.path.parent
    names, listed = list[str](), list[dict[str, str]]()
    for number in (1, 2):
        monkeypatch.setenv("QUATRE_VENTS_HOME", str(folder / f"computer {number}"))
        listed = call("desks", code, "--json", "--as", f"Ada {number}").json
        assert [each["desk"] for each in listed[:-1]] == names
        names.append(listed[-1]["desk"])
        assert (listed[-1]["author"], listed[-1]["joined"], listed[-1]["address"]) == (f"Ada {number}", None, None)
        assert listed[-1]["last_word"]
    with monkeypatch.context() as at_host:
        at_host.setenv("QUATRE_VENTS_HOME", str(folder / "home"))
        assert [set(each) for each in call("desks", served.path, "--json").json] == [set(each) for each in listed]
    unknown = call("desks", code, "--end", "nobody")
    assert (unknown.code, unknown.out) == (1, "")
    assert "nobody" in unknown.err
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "471147")
    assert call("pin", code, "set", "organiser").code == 0
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "123456")
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    assert call("pin", code, "set", "head-referee").code == 0
    monkeypatch.delenv(PIN_VARIABLE)
    refused = call("desks", code, "--end", names[0])
    assert refused.code == 1
    assert names[0] in call("desks", code).out
    monkeypatch.setenv(PIN_VARIABLE, "123456")
    assert [each["desk"] for each in call("desks", code, "--end", names[0].upper(), "--json").json] == names[1:]
    served.stop()
    assert call("desks", code).code == 3


def test_typing_at_the_table_is_allowed_by_an_invitation(served: Served, call: Call):
    invitation = encode(served.invitation)
    allowed = call("phones", invitation, "--allow", "http://192.0.2.20:8080", "--session", 1, "--json")
    assert (allowed.code, len(allowed.json["codes"])) == (0, 4)
    assert call("phones", invitation, "--session", 1, "--json").json == allowed.json
    served.stop()
    assert call("phones", served.path, "--session", 1, "--json").json == allowed.json
