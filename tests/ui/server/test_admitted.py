"""The desks that were admitted: whatever happens, exactly those are found by their certificates."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.examples.keys import key_of
from tests.systems import needs_modes
from tests.tournament.use_cases.events import drawn
from tests.waiting import PATIENCE
from tournament.event.problem import Refused
from tournament.event.role import EventRole, PinHash
from tournament.language import ENGLISH, LANGUAGES
from tournament.language.harmless import harmless_line
from tournament.sharing.messages import DeskSeen, SignedIn
from ui.server import admitted as module
from ui.server.admitted import (
    IDLE_DAYS,
    MOST_EARLIER,
    MOST_NAME,
    AdmittedDesk,
    AdmittedDesks,
    EarlierSignIn,
    desk_named,
)
from ui.server.desk_names import look_alike

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
ADDRESS = "192.168.1.21"
COMPUTERS = st.sampled_from(["one", "two", "three", "four"])
AUTHORS = st.sampled_from(["Ada", "Ben", "Ruth"])


class _Joining(RuleBasedStateMachine):
    """Against a plain dictionary of the computers that are admitted."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name, "desks.json")
        self.now = NOW
        self.desks = AdmittedDesks(self.path, idle_days=3)
        self.valid: dict[str, AdmittedDesk] = {}
        """By computer."""

    def forget_the_idle(self) -> None:
        for computer, desk in tuple(self.valid.items()):
            if self.now - desk.last_word > timedelta(days=3):
                del self.valid[computer]

    @rule(
        name=st.sampled_from(["Desk", "desk ", "Desk ", "Desk (2)", "Dеsk (2)", "É", "a\u202eb\n"]),
        role=st.sampled_from([None, *EventRole]),
        computer=COMPUTERS,
    )
    def join(self, name: str, role: EventRole | None, computer: str) -> None:
        names = {desk.name.casefold() for desk in self.valid.values()}
        before = self.valid.get(computer)
        wanted = harmless_line(name.strip())
        alike = [desk for desk in self.valid.values() if look_alike(desk.name, wanted)]
        certificate = key_of(computer).certificate
        if before is None and alike and wanted not in [desk.name for desk in alike]:
            with pytest.raises(Refused):
                self.desks.admit(name, "Ada", role, ADDRESS, self.now, key=EventRole.ORGANISER, certificate=certificate)
            return
        desk = self.desks.admit(name, "Ada", role, ADDRESS, self.now, key=EventRole.ORGANISER, certificate=certificate)
        if before is None:
            assert desk.name.casefold() not in names
        else:
            assert desk.name == before.name
        joined = before.joined if before is not None else self.now
        assert (desk.role, desk.joined, desk.last_word) == (role, joined, self.now)
        assert desk.id == key_of(computer).id.hex()
        self.valid[computer] = desk

    @rule(computer=COMPUTERS, address=st.sampled_from([ADDRESS, "::1"]))
    def speak(self, computer: str, address: str) -> None:
        found = self.desks.find(key_of(computer).id.hex(), address, self.now)
        if computer in self.valid:
            self.valid[computer] = replace(self.valid[computer], last_word=self.now, address=address)
        assert found == self.valid.get(computer)

    @rule(computer=COMPUTERS, author=AUTHORS, role=st.sampled_from([None, *EventRole]), pin=st.sampled_from(["", "ab"]))
    def sign_in(self, computer: str, author: str, role: EventRole | None, pin: str) -> None:
        before = self.valid.get(computer)
        found = self.desks.sign_in(key_of(computer).id.hex(), author, role, self.now, pin=pin)
        if before is None or found is None:
            assert found is before
            return
        assert replace(found, author="", role=None, pin="", earlier=()) == replace(
            before, author="", role=None, pin="", earlier=()
        )
        assert (found.author, found.role, found.pin) == (author, role, pin)
        signed_in = {each.author: each for each in before.earlier}
        held = before.role if before.pin else None
        signed_in |= {before.author: EarlierSignIn(before.author, held, before.pin)}
        signed_in.pop(author, None)
        assert {each.author: each for each in found.earlier} == signed_in
        self.valid[computer] = found

    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        computer = data.draw(st.sampled_from([None, *self.valid]))
        if computer is None:
            assert not self.desks.end("nobody")
        else:
            assert self.desks.end(self.valid.pop(computer).name.upper())

    @rule(hours=st.integers(0, 50))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        self.forget_the_idle()

    @rule()
    def restart(self) -> None:
        self.desks.keep()
        self.desks = AdmittedDesks(self.path, idle_days=3)
        assert self.desks.remarks == ()

    @invariant()
    def the_list_is_that_of_the_valid(self) -> None:
        assert self.desks.all(self.now) == tuple(self.valid.values())
        for id in ("", "0" * 64):
            assert self.desks.find(id, ADDRESS, self.now) is None

    def teardown(self) -> None:
        self.folder.cleanup()


_Joining.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestJoining = _Joining.TestCase


def admitted(path: Path, computer: str = "north") -> tuple[AdmittedDesks, AdmittedDesk]:
    """A file in which this computer is admitted as “Desk”."""
    desks = AdmittedDesks(path / "desks.json")
    return desks, desks.admit(
        "Desk", "Ada", None, ADDRESS, NOW, key=EventRole.ORGANISER, certificate=key_of(computer).certificate
    )


def test_a_desk_is_admitted_after_the_server_was_killed(tmp_path: Path) -> None:
    _, desk = admitted(tmp_path)
    assert AdmittedDesks(tmp_path / "desks.json").find(desk.id, ADDRESS, NOW) == desk


def test_a_desk_has_a_name(tmp_path: Path) -> None:
    desks = AdmittedDesks(tmp_path / "desks.json")
    with pytest.raises(Refused):
        desks.admit(" \n", "Ada", None, ADDRESS, NOW, key=EventRole.ORGANISER, certificate=key_of("north").certificate)
    assert desks.all(NOW) == ()


@needs_modes
def test_the_list_is_for_its_owner(tmp_path: Path) -> None:
    admitted(tmp_path)
    assert (tmp_path / "desks.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "{", '{"desks": [{}]}', "[" * 9999, "joined", "last_word", "certificate"])
def test_a_damaged_list_is_set_aside(content: str, tmp_path: Path) -> None:
    path = tmp_path / "desks.json"
    if content in ("joined", "last_word", "certificate"):
        admitted(tmp_path)
        kept = json.loads(path.read_text())
        kept["desks"][0][content] = "AAAA" if content == "certificate" else "2026-11-27T09:00:00"  # without a zone
        content = json.dumps(kept)
    path.write_text(content)
    desks = AdmittedDesks(path)
    assert desks.all(NOW) == ()
    (remark,) = desks.remarks
    assert all("desks.damaged" in language.render(remark.text) for language in LANGUAGES)
    assert (tmp_path / "desks.damaged").read_text() == content


def test_the_list_of_an_earlier_version_is_set_aside_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "desks.json"
    path.write_text('{"desks": [{"name": "Desk", "author": "Ada", "token_hash": "ab"}]}')
    desks = AdmittedDesks(path)
    assert desks.all(NOW) == ()
    (remark,) = desks.remarks
    assert remark.code == "desks-earlier"
    assert "every desk must join again" in ENGLISH.render(remark.text)
    assert not path.exists()


def test_nothing_changes_that_is_not_on_the_disk(tmp_path: Path, monkeypatch) -> None:
    desks, desk = admitted(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_whole", full)
    with pytest.raises(OSError, match="space"):
        desks.admit("Desk", "Ben", None, ADDRESS, NOW, key=EventRole.ORGANISER, certificate=key_of("south").certificate)
    with pytest.raises(OSError, match="space"):
        desks.sign_in(desk.id, "Ben", EventRole.ORGANISER, NOW)
    with pytest.raises(OSError, match="space"):
        desks.end("Desk")
    assert desks.find(desk.id, ADDRESS, NOW) == desk
    assert desks.all(NOW) == (desk,)


def test_the_desks_that_are_connected_were_heard_now(tmp_path: Path) -> None:
    desks, later = AdmittedDesks(tmp_path / "desks.json"), NOW + timedelta(minutes=5)
    for name in ("north", "south"):
        desks.admit(name, "Ada", None, ADDRESS, NOW, key=EventRole.REFEREE, certificate=key_of(name).certificate)
    desks.hear({"south"}, later)
    desks.hear({"south"}, NOW)  # a clock that was set back
    assert [each.last_word for each in desks.all(later)] == [NOW, later]
    with desks._lock:
        desks.hear({"north"}, later)
    assert desks.all(later)[0].last_word == NOW, "a change is being written, and it is said again in a second"


def test_no_request_waits_while_a_change_is_written(tmp_path: Path) -> None:
    """Then only the time at which the desk was last heard is not noted."""
    (desks, desk), found = admitted(tmp_path), list[AdmittedDesk | None]()
    later = NOW + timedelta(minutes=1)
    asking = Thread(target=lambda: found.append(desks.find(desk.id, "10.0.0.1", later)), daemon=True)
    with desks._lock:
        asking.start()
        asking.join(PATIENCE)
        assert found == [replace(desk, last_word=later, address="10.0.0.1")]
        assert desks.all(later) == (desk,)
    desks.find(desk.id, "10.0.0.1", later)
    assert desks.all(later) == tuple(found)
    assert not desks._lock.locked()


def test_of_those_who_signed_in_at_a_desk_the_last_are_known_and_each_once(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    for number in range(MOST_EARLIER + 5):
        desks.sign_in(desk.id, f"Person {number}", None, NOW)
    desks.sign_in(desk.id, f"Person {MOST_EARLIER}", EventRole.REFEREE, NOW, pin="ab")
    (found,) = AdmittedDesks(tmp_path / "desks.json").all(NOW)
    names = [found.author, *(each.author for each in found.earlier)]
    assert len(names) == len(set(names)) == MOST_EARLIER + 1
    assert names[:3] == [f"Person {number}" for number in (MOST_EARLIER, MOST_EARLIER + 4, MOST_EARLIER + 3)]
    by = found.member.acting_as(names[0])
    assert by is not None
    assert by.role is EventRole.REFEREE
    assert found.member.acting_as(names[1]) == replace(by, author=names[1], role=None)
    assert found.member.acting_as("Person 0") is None


def test_a_list_that_names_nobody_who_signed_in_before_is_read(tmp_path: Path) -> None:
    desks, _ = admitted(tmp_path)
    path = tmp_path / "desks.json"
    kept = json.loads(path.read_text())
    del kept["desks"][0]["earlier"]
    path.write_text(json.dumps(kept))
    assert AdmittedDesks(path).all(NOW) == desks.all(NOW)


def test_who_was_approved_has_no_role_any_more_once_somebody_else_signs_in(tmp_path: Path) -> None:
    """Approval signs in until the program closes; a PIN opens its role until it is changed."""
    desks = AdmittedDesks(tmp_path / "desks.json")
    certificate, key = key_of("north").certificate, EventRole.ORGANISER
    desk = desks.admit("north", "Ada", EventRole.ORGANISER, ADDRESS, NOW, key=key, certificate=certificate)
    desks.sign_in(desk.id, "Ben", EventRole.REFEREE, NOW, pin="ab")
    desks.sign_in(desk.id, "Ruth", None, NOW)
    (found,) = desks.all(NOW)
    roles = {each.author: each.role for each in found.earlier}
    assert roles == {"Ada": None, "Ben": EventRole.REFEREE}


def test_what_is_secret_of_a_desk_is_in_no_report(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    for author in ("Ben", "Ruth"):
        desks.sign_in(desk.id, author, EventRole.REFEREE, NOW, pin=f"pin of {author}")
    (found,) = desks.all(NOW)
    shown = repr(found)
    assert "Ruth" in shown
    assert "pin of" not in shown
    assert repr(desk.certificate)[2:50] not in shown


def test_a_desk_is_idle_after_so_many_days_and_then_makes_room(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    later = NOW + timedelta(days=IDLE_DAYS)
    assert desks.all(later) == (desk,)
    later += timedelta(seconds=1)
    assert desks.all(later) == ()
    assert desks.find(desk.id, ADDRESS, later) is None
    assert desks.sign_in(desk.id, "Ben", None, later) is None
    other = desks.admit(
        "Desk", "Ada", None, ADDRESS, later, key=EventRole.REFEREE, certificate=key_of("south").certificate
    )
    assert other.name == "Desk", "the name is free"


def test_only_the_computer_that_has_moved_serves_elsewhere(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    south = desks.admit(
        "South", "Ada", None, ADDRESS, NOW, key=EventRole.REFEREE, certificate=key_of("south").certificate
    )
    assert desks.serve_at(desk.id, "10.0.0.7:8470")
    assert not desks.serve_at(desk.id, "10.0.0.7:8470"), "that is known"
    assert not desks.serve_at(desk.id, "nonsense")
    assert not desks.serve_at("0" * 64, "10.0.0.7:8470"), "there is no such desk"
    assert [each.serves_at for each in AdmittedDesks(tmp_path / "desks.json").all(NOW)] == ["10.0.0.7:8470", ""]
    assert desks.all(NOW)[1] == south


def test_a_desk_of_a_lost_host_keeps_its_role_only_with_the_pin_that_opened_it(tmp_path: Path) -> None:
    """Whatever PINs there were: without one, a role was given by approval or the PIN was removed since."""
    north = key_of("north")
    pins = {EventRole.REFEREE: PinHash("salt", "hash", 1)}
    earlier = (SignedIn("Ben", EventRole.ORGANISER), SignedIn("Ruth", EventRole.REFEREE), SignedIn("Zoe", None))
    for role, pin in ((EventRole.REFEREE, "hash"), (EventRole.ORGANISER, ""), (None, "")):
        desks = AdmittedDesks(tmp_path / f"{role}.json")
        seen = DeskSeen("north", north.id.hex(), "Ada", role, "", None, 0, "h:1", 1, north.certificate, earlier=earlier)
        desks.adopt([seen], pins, NOW)
        (found,) = desks.all(NOW)
        assert (found.role, found.pin, found.serves_at, found.joined) == (role, pin, "h:1", NOW)
        assert [(each.author, each.pin) for each in found.earlier] == [("Ben", ""), ("Ruth", "hash"), ("Zoe", "")]


def test_a_pin_that_is_not_read_yet_signs_nobody_out(tmp_path: Path) -> None:
    """Another worker has written it."""
    desks, desk = admitted(tmp_path)
    desks.sign_in(desk.id, "Ben", EventRole.REFEREE, NOW, pin="from elsewhere")
    desks.sign_in(desk.id, "Ruth", EventRole.REFEREE, NOW, pin="from elsewhere")
    before = desks.all(NOW)
    desks.follow_pins(drawn().view)
    assert desks.all(NOW) == before


def test_a_name_is_cut_to_what_fits_without_a_space_at_its_end(tmp_path: Path) -> None:
    desks, _ = admitted(tmp_path)
    for computer, name, found in (
        ("a", "n" * MOST_NAME, "n" * MOST_NAME),
        ("b", "m" * (MOST_NAME + 1), "m" * MOST_NAME),
        ("c", "o" * (MOST_NAME - 1) + " o", "o" * (MOST_NAME - 1)),
    ):
        desk = desks.admit(name, "Ada", None, "", NOW, key=EventRole.REFEREE, certificate=key_of(computer).certificate)
        assert desk.name == found


def test_whether_a_computer_can_join_is_known_before(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    desks.refuse_unfit("other", "0" * 64, NOW)
    desks.refuse_unfit("", desk.id, NOW)  # one that was admitted keeps its name
    for name in ("", "desk"):
        with pytest.raises(Refused):
            desks.refuse_unfit(name, "0" * 64, NOW)


def test_a_desk_is_named_as_people_write_it(tmp_path: Path) -> None:
    desks, desk = admitted(tmp_path)
    assert desk_named(desks.all(NOW), "  dESK ") == desk
    with pytest.raises(Refused) as refused:
        desk_named(desks.all(NOW), "Des")
    assert [(each.code, each.field) for each in refused.value.problems] == [("desk-unknown", "end")]
