"""Who may join a shared event: invitations with a role, an end and a number of uses, approval, and the end of all."""

import json
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.forked import Started, start
from tests.ui.cli.conftest import Answer, Call, hand, lines
from tests.ui.cli.hosted_event import HostedEvent
from tests.waiting import PATIENCE, wait_until
from tournament.sharing.invitation import decode, encode
from ui.cli.context import PIN_VARIABLE

pytestmark = pytest.mark.thorough


@pytest.fixture
def served(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostedEvent]:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    served = HostedEvent(event)
    yield served
    served.stop()


class Computers:
    """The computer of the host, and others."""

    def __init__(self, served: HostedEvent, call: Call, patch: pytest.MonkeyPatch) -> None:
        self.served, self._call, self._patch = served, call, patch

    def host(self, *options: str | int) -> Answer:
        """Call ``desks FILE`` at the host."""
        return self._call("desks", self.served.path, *options)

    def invite(self, *options: str | int) -> str:
        answer = self.host("--invite", *options, "--json")
        assert (answer.code, answer.err) == (0, "")
        assert set(answer.json) == {"invitation"}
        return str(answer.json["invitation"])

    def at(self, computer: str, command: str, code: str, *options: str | int, stdin: str = "") -> Answer:
        """Call a command with an invitation at another computer."""
        with self._patch.context() as there:
            there.setenv("QUATRE_VENTS_HOME", str(self.served.path.parent / computer))
            return self._call(command, code, *options, stdin=stdin)

    def waiting(self, computer: str, code: str) -> Started:
        """A command that waits for approval at another computer."""
        with self._patch.context() as there:
            there.setenv("QUATRE_VENTS_HOME", str(self.served.path.parent / computer))
            return start(["standings", code, "--lang", "en"])

    def listed(self, count: int) -> list[dict[str, str]]:
        """The desks that wait, once there are so many."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = [each for each in self.host("--json").json if each["waiting"]]
            if len(found) == count:
                return found
            assert time.monotonic() < deadline, found
            time.sleep(0.1)


@pytest.fixture
def computers(served: HostedEvent, call: Call, monkeypatch: pytest.MonkeyPatch) -> Computers:
    return Computers(served, call, monkeypatch)


def ended(process: Started) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.wait(), out.decode(), err.decode()


def test_an_invitation_lets_nobody_do_more_than_its_role(computers: Computers) -> None:
    code = computers.invite("referee", "--no-approval")
    assert decode(code).ticket != computers.served.invitation.ticket
    recorded = computers.at("laptop", "record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (recorded.code, recorded.err) == (0, "")
    assert computers.at("laptop", "undo", code).code == 0, "it is their own entry"
    refused = computers.at("laptop", "settings", code, "--place", "Lyon")
    assert (refused.code, refused.out) == (1, "")
    assert "The role referee does not allow" in refused.err
    assert "does not allow" in computers.at("laptop", "desks", code, "--end", "nobody").err
    (desk,) = computers.host("--json").json
    assert (desk["key"], desk["role"], desk["waiting"], desk["id"]) == ("referee", None, None, None)
    assert "referee" in computers.host().out
    organiser = encode(computers.served.invitation)
    assert computers.at("office", "settings", organiser, "--place", "Lyon").code == 0


def test_in_an_event_with_pins_the_lower_of_key_and_pin_counts(
    computers: Computers, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = encode(computers.served.invitation)
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "471147")
    assert computers.at("office", "pin", organiser, "set", "organiser").code == 0
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "1111")
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    assert computers.at("office", "pin", organiser, "set", "referee").code == 0
    head = computers.invite("head-referee", "--no-approval")
    monkeypatch.delenv(PIN_VARIABLE)
    assert "The role viewer does not allow" in computers.host("--invite", "referee").err
    some = lines(hand(1, "A", "C", 12))
    assert "The role viewer" in computers.at("laptop", "record", head, "--jsonl", stdin=some).err
    monkeypatch.setenv(PIN_VARIABLE, "1111")
    assert computers.at("laptop", "record", head, "--jsonl", stdin=some).code == 0
    assert "The role referee" in computers.at("laptop", "publish", head, "--session", 1).err
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    assert "The role head referee" in computers.at("laptop", "settings", head, "--place", "Lyon").err
    assert computers.at("office", "settings", organiser, "--place", "Lyon").code == 0
    monkeypatch.setenv(PIN_VARIABLE, "9999")
    assert "This PIN belongs to no role" in computers.at("laptop", "undo", head).err


def test_an_invitation_is_for_as_many_desks_as_it_says_and_until_it_says(computers: Computers) -> None:
    code = computers.invite("referee", "--uses", 1, "--no-approval")
    assert computers.at("laptop", "standings", code).code == 0
    refused = computers.at("another", "standings", code)
    assert (refused.code, refused.out) == (1, "")
    assert "All desks that this invitation is for have joined" in refused.err
    assert computers.at("laptop", "standings", code).code == 0
    soon = datetime.now().astimezone() + timedelta(seconds=3)
    code = computers.invite("referee", "--until", soon.isoformat(), "--no-approval")
    time.sleep(4)
    assert "This invitation has expired" in computers.at("another", "standings", code).err


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--uses", 2), 2, "need --invite"),
        (("--no-approval",), 2, "need --invite"),
        (("--until", "18:00"), 2, "need --invite"),
        (("--role", "referee"), 2, "--role needs --approve"),
        (("--end-all", "--refuse", "north"), 2, "Give --end, --approve, --refuse, --deputy and --no-deputy alone"),
        (("--end", "north", "--invite", "referee"), 2, "alone"),
        (("--deputy", "north", "--no-deputy", "south"), 2, "alone"),
        (("--invite", "viewer"), 2, "choose one of referee, head-referee, organiser"),
        (("--invite", "referee", "--uses", 0), 2, "uses"),
        (("--invite", "referee", "--until", "soon"), 2, "is not a time"),
        (("--invite", "referee", "--until", "2026-06-13T09:00"), 1, "has passed"),
        (("--approve", "north", "00000000"), 1, "No desk “north” waits"),
        (("--refuse", "north"), 1, "No desk “north” waits"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    computers: Computers, options: tuple[str | int, ...], code: int, words: str
) -> None:
    answer = computers.host(*options)
    assert (answer.code, answer.out) == (code, "")
    assert words in answer.err


def test_who_may_join_is_decided_at_the_host_and_once_it_was_shared(
    computers: Computers, event: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = encode(computers.served.invitation)
    for options in (("--invite", "referee"), ("--approve", "a", "b"), ("--refuse", "a"), ("--end-all",)):
        answer = computers.at("laptop", "desks", code, *options)
        assert (answer.code, answer.out) == (1, "")
        assert "at the host" in answer.err
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(event.parent / "elsewhere"))
    answer = call("desks", event, "--invite", "referee")
    assert (answer.code, answer.out) == (1, "")
    assert "was not shared" in answer.err


def test_an_invitation_made_while_nobody_serves_is_valid_afterwards(computers: Computers) -> None:
    computers.served.stop()
    code = computers.invite("head-referee", "--no-approval")
    computers.served.start()
    assert computers.at("laptop", "standings", code).code == 0


def test_a_desk_joins_once_it_is_approved_with_the_digits_that_both_show(computers: Computers) -> None:
    code = computers.invite("head-referee", "--uses", 1)
    process = computers.waiting("laptop", code)
    (desk,) = computers.listed(1)
    assert [desk[each] for each in ("key", "role", "joined")] == ["head-referee", None, None]
    digits = f"{desk['waiting'][:3]} {desk['waiting'][3:]}"
    shown = computers.host().out
    assert digits in shown
    assert desk["id"] in shown
    wrong = computers.host("--approve", desk["desk"], "0" * 8)
    assert (wrong.code, "Another desk may have chosen" in wrong.err) == (1, True)
    approved = computers.host("--approve", desk["desk"].upper(), desk["id"], "--role", "referee")
    assert approved.code == 0
    status, out, err = ended(process)
    assert (status, "No hand is recorded" in out) == (0, True)
    assert f"digits {digits}, id {desk['id']}" in err
    (joined,) = computers.host("--json").json
    assert [joined[each] for each in ("desk", "key", "waiting")] == [desk["desk"], "referee", None]
    assert computers.at("laptop", "record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    assert "The role referee" in computers.at("laptop", "publish", code, "--session", 1).err


def test_a_script_that_was_approved_acts_by_its_pin(computers: Computers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "471147")
    assert computers.at("office", "pin", encode(computers.served.invitation), "set", "organiser").code == 0
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    code = computers.invite("organiser")
    process = computers.waiting("laptop", code)
    (desk,) = computers.listed(1)
    assert computers.host("--approve", desk["desk"], desk["id"]).code == 0
    assert ended(process)[0] == 0
    monkeypatch.delenv(PIN_VARIABLE)
    assert "does not allow" in computers.at("laptop", "settings", code, "--place", "Lyon").err
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    assert computers.at("laptop", "settings", code, "--place", "Lyon").code == 0


def test_a_desk_that_is_refused_is_told_so_and_another_is_not(computers: Computers) -> None:
    code = computers.invite("referee")
    process = computers.waiting("laptop", code)
    (desk,) = computers.listed(1)
    answer = computers.host("--refuse", desk["desk"], "--json")
    assert (answer.code, answer.json) == (0, [])
    status, out, err = ended(process)
    assert (status, out) == (1, "")
    assert "The host did not let this desk join" in err


def test_after_the_end_of_all_every_desk_needs_a_new_invitation(computers: Computers) -> None:
    standing, code = encode(computers.served.invitation), computers.invite("referee", "--no-approval")
    assert computers.at("office", "standings", standing).code == 0
    assert computers.at("laptop", "standings", code).code == 0
    answer = computers.host("--end-all", "--json")
    assert (answer.code, answer.json) == (0, [])
    server = computers.served.server
    wait_until(lambda: encode(server.invitation) != standing and not server._admitted.all(datetime.now(UTC)))
    for computer, old in (("office", standing), ("laptop", code)):
        refused = computers.at(computer, "standings", old)
        assert (refused.code, refused.out) == (1, "")
        assert "not valid" in refused.err
    assert computers.at("office", "standings", encode(computers.served.invitation)).code == 0


def test_the_end_of_all_is_done_when_the_event_is_shared_again(computers: Computers) -> None:
    standing = encode(computers.served.invitation)
    assert computers.at("office", "standings", standing).code == 0
    computers.served.stop()
    assert computers.host("--end-all", "--json").json == []
    computers.served.start()
    assert "not valid" in computers.at("office", "standings", standing).err


def test_serve_says_what_its_invitation_is_good_for(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    process = start(["serve", event, "--json", "--lang", "en"])
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["invitation"]
    process.send_signal(signal.SIGTERM)
    _, _, err = ended(process)
    assert err.startswith("remark: Whoever has this invitation joins at once, as organiser")
