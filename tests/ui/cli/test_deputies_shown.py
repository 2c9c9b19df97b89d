"""What ``desks`` shows of the deputies that the host reaches, or not."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.examples.keys import key_of
from tests.ui.cli.conftest import Call
from tournament.event.role import EventRole
from ui.server.host_folder import HostFolder

NAMES = ("north", "south", "west")


@pytest.fixture
def folder(event: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostFolder:
    """The folder of the host, which has two deputies."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    folder = HostFolder(call("log", event, "--json").json[0]["id"], event)
    desks = folder.admitted()
    for name in NAMES:
        desks.admit(
            name,
            "Ada",
            None,
            "192.168.1.7",
            datetime.now(UTC),
            key=EventRole.ORGANISER,
            certificate=key_of(name).certificate,
            serves_at="192.168.1.7:8470",
        )
    folder.keep_deputies((key_of("south").id.hex(), key_of("north").id.hex()))
    return folder


def test_whether_the_host_reaches_a_deputy_is_listed(event: Path, call: Call, folder: HostFolder) -> None:
    reached = {key_of("south").id.hex(): False, key_of("north").id.hex(): True, key_of("west").id.hex(): False}
    folder.keep_reached(reached)
    listed = {each["desk"]: (each["deputy"], each["reached"]) for each in call("desks", event, "--json").json}
    assert listed == {"north": (2, True), "south": (1, False), "west": (None, None)}, "west is no deputy any more"
    shown = call("desks", event).out.splitlines()
    assert [each.rpartition("  ")[2] for each in shown[:3]] == [
        "Id",
        "deputy 2",
        "deputy 1, cannot be reached (firewall?)",
    ]


@pytest.mark.parametrize("content", [None, b"", b"[]", b'{"a": 1}'])
def test_before_the_host_has_tried_and_if_its_file_is_damaged_nothing_is_said(
    event: Path, call: Call, folder: HostFolder, content: bytes | None
) -> None:
    if content is not None:
        (folder.path / "reached.json").write_bytes(content)
    assert {each["reached"] for each in call("desks", event, "--json").json} == {None}
