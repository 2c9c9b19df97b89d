"""The desks that joined: whatever happens, exactly the valid tokens are found, and no file or text has one."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.systems import needs_modes
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.language.harmless import harmless_line
from ui.server import tokens as module
from ui.server.desk_names import look_alike
from ui.server.tokens import DeskTokens, JoinedDesk

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
ADDRESS = "192.168.1.21"


class _Joining(RuleBasedStateMachine):
    """Against a plain dictionary of what each token stands for."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name, "desks.json")
        self.now = NOW
        self.tokens = DeskTokens(self.path, idle_days=3)
        self.valid: dict[str, JoinedDesk] = {}
        self.ended = ["", "no token"]
        self.given: dict[str, str] = {}
        """The token that each id was given."""

    def forget_the_idle(self) -> None:
        for token, desk in tuple(self.valid.items()):
            if self.now - desk.last_word > timedelta(days=3):
                self.ended.append(token)
                del self.valid[token]

    @rule(
        name=st.sampled_from(["Desk", "desk ", "Desk ", "Desk (2)", "Dеsk (2)", "É", "a\u202eb\n"]),
        role=st.sampled_from([None, *EventRole]),
        id=st.sampled_from(["", "one", "two"]),
    )
    def join(self, name: str, role: EventRole | None, id: str) -> None:
        names = {desk.name.casefold() for desk in self.valid.values()}
        before = self.valid.get(self.given.get(id, ""))
        wanted = harmless_line(name.strip())
        alike = [desk for desk in self.valid.values() if look_alike(desk.name, wanted)]
        if before is None and alike and wanted not in [desk.name for desk in alike]:
            with pytest.raises(Refused):
                self.tokens.issue(name, "Ada", role, ADDRESS, self.now, id=id)
            return
        token, desk = self.tokens.issue(name, "Ada", role, ADDRESS, self.now, id=id)
        if before is None:
            assert token not in self.valid
            assert desk.name.casefold() not in names
        else:
            assert (token, desk.name) == (self.given[id], before.name)
        joined = before.joined if before is not None else self.now
        assert (desk.role, desk.joined, desk.last_word) == (role, joined, self.now)
        self.valid[token] = desk
        if token in self.ended:
            self.ended.remove(token)
        if id:
            assert self.given.setdefault(id, token) == token

    @rule(data=st.data(), address=st.sampled_from([ADDRESS, "::1"]))
    def speak(self, data: st.DataObject, address: str) -> None:
        token = data.draw(st.sampled_from([*self.valid, *self.ended]))
        found = self.tokens.find(token, address, self.now)
        if token in self.valid:
            self.valid[token] = replace(self.valid[token], last_word=self.now, address=address)
        assert found == self.valid.get(token)

    @rule(data=st.data(), role=st.sampled_from([None, *EventRole]))
    def sign_in(self, data: st.DataObject, role: EventRole | None) -> None:
        token = data.draw(st.sampled_from([*self.valid, *self.ended]))
        if token in self.valid:
            self.valid[token] = replace(self.valid[token], author="Ben", role=role)
        assert self.tokens.sign_in(token, "Ben", role, self.now) == self.valid.get(token)

    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from([None, *self.valid]))
        if token is None:
            assert not self.tokens.end("nobody")
        else:
            assert self.tokens.end(self.valid.pop(token).name.upper())
            self.ended.append(token)

    @rule(hours=st.integers(0, 50))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        self.forget_the_idle()

    @rule()
    def restart(self) -> None:
        self.tokens.keep()
        self.tokens = DeskTokens(self.path, idle_days=3)
        assert self.tokens.remarks == ()

    @invariant()
    def the_list_is_that_of_the_valid(self) -> None:
        assert self.tokens.all(self.now) == tuple(self.valid.values())
        written = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        shown = repr(self.tokens.all(self.now))
        for token, desk in self.valid.items():
            assert token not in written
            assert token not in shown
            assert desk.token_hash not in shown
        assert not [id for id in self.given if f'"{id}"' in written]

    def teardown(self) -> None:
        self.folder.cleanup()


_Joining.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestJoining = _Joining.TestCase


def test_a_token_is_valid_after_the_server_was_killed(tmp_path: Path) -> None:
    token, desk = DeskTokens(tmp_path / "desks.json").issue("Desk", "Ada", EventRole.REFEREE, ADDRESS, NOW)
    assert len(token) == 43
    assert DeskTokens(tmp_path / "desks.json").find(token, ADDRESS, NOW) == desk


def test_the_randomness_is_given(tmp_path: Path) -> None:
    token, _ = DeskTokens(tmp_path / "desks.json", random_bytes=bytes).issue("Desk", "Ada", None, ADDRESS, NOW)
    assert token == "A" * 43


def test_a_desk_has_a_name(tmp_path: Path) -> None:
    tokens = DeskTokens(tmp_path / "desks.json")
    with pytest.raises(Refused):
        tokens.issue(" \n", "Ada", None, ADDRESS, NOW)
    assert tokens.all(NOW) == ()


@needs_modes
def test_the_list_is_for_its_owner(tmp_path: Path) -> None:
    DeskTokens(tmp_path / "desks.json").issue("Desk", "Ada", None, ADDRESS, NOW)
    assert (tmp_path / "desks.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "{", '{"desks": [{}]}', "[" * 9999, "joined", "last_word"])
def test_a_damaged_list_is_set_aside(content: str, tmp_path: Path) -> None:
    path = tmp_path / "desks.json"
    if content in ("joined", "last_word"):  # a time without a time zone
        DeskTokens(path).issue("Desk", "Ada", None, ADDRESS, NOW)
        kept = json.loads(path.read_text())
        kept["desks"][0][content] = "2026-11-27T09:00:00"
        content = json.dumps(kept)
    path.write_text(content)
    tokens = DeskTokens(path)
    assert tokens.all(NOW) == ()
    (remark,) = tokens.remarks
    assert all("desks.damaged" in language.render(remark.text) for language in LANGUAGES)
    assert (tmp_path / "desks.damaged").read_text() == content


def test_nothing_changes_that_is_not_on_the_disk(tmp_path: Path, monkeypatch) -> None:
    tokens = DeskTokens(tmp_path / "desks.json")
    token, desk = tokens.issue("Desk", "Ada", None, ADDRESS, NOW)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_whole", full)
    with pytest.raises(OSError, match="space"):
        tokens.issue("Desk", "Ben", None, ADDRESS, NOW)
    with pytest.raises(OSError, match="space"):
        tokens.sign_in(token, "Ben", EventRole.ORGANISER, NOW)
    with pytest.raises(OSError, match="space"):
        tokens.end("Desk")
    assert tokens.find(token, ADDRESS, NOW) == desk
    assert tokens.all(NOW) == (desk,)
