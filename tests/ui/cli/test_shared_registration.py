"""Data of people on a shared event: at the host, by request, and kept by deputies only."""

from pathlib import Path

import pytest

from tests.ui.cli import test_take_over
from tests.ui.cli.conftest import Call
from tests.ui.cli.test_take_over import Hall, LiveDesk, until
from tournament.storage import open_for_reading
from ui.cli.context import PIN_VARIABLE
from ui.joining.desk_folder import HOSTED, kept_private

pytestmark = pytest.mark.thorough

hall = test_take_over.hall
"""The fixture."""
SECRET = "zelie.quatorze@example.org"


def has_secret(folder: Path) -> list[str]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path.name for path in paths if SECRET.encode() in path.read_bytes()]


def has_noted(desk: LiveDesk, *, erased: bool = False) -> bool:
    found = kept_private(desk.folder)
    return found is not None and any(row.is_erased is erased for row in found.rows)


def test_a_desk_reads_and_writes_at_the_host_and_keeps_nothing(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    code = host.said["invitation"]
    south = hall.desk(host, "south")
    (noted,) = call("registration", code, "set", 1, "--email", SECRET, "--json").json
    assert (noted["email"], noted["version"]) == (SECRET, 1)
    assert call("registration", code, "set", 1, "--seen", 1, "--phone", "1").code == 0
    late = call("registration", code, "set", 1, "--seen", 1, "--phone", "2")
    assert (late.code, "Another desk changed" in late.err) == (1, True)
    people = call("registration", code, "list", "--json").json["people"]
    assert [each["email"] for each in people if each["player"] == 1] == [SECRET]
    copy = hall.file.with_name("cup copy.qv")
    copy.write_bytes(hall.file.read_bytes())
    south.record(1)
    until(lambda: not south.book.unsent)
    assert has_secret(south.folder) == []
    assert has_secret(hall.file.parent / "home" / "data" / "joined") == []
    erased = call("registration", code, "erase", 1, "--json").json
    assert [(Path(each["path"]).name, each["fate"]) for each in erased["copies"]] == [("cup copy.qv", "rewritten")]
    assert has_secret(hall.file.parent) == []
    host.kill()
    assert call("registration", code, "list").code == 3
    away = call("registration", code, "set", 1, "--email", SECRET)
    assert (away.code, has_secret(hall.file.parent)) == (3, [])


def test_who_may_not_read_them_at_a_file_may_not_at_a_desk(
    hall: Hall,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert call("registration", hall.file, "set", 1, "--email", SECRET).code == 0
    monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", "471147")
    assert call("pin", hall.file, "set", "organiser").code == 0
    host = hall.serve(hall.file)
    code = host.said["invitation"]
    answer = call("registration", code, "list")
    assert (answer.code, answer.out) == (1, "")
    assert SECRET not in answer.err
    monkeypatch.setenv(PIN_VARIABLE, "471147")
    assert SECRET in call("registration", code, "list", "--json").out


def test_deputies_have_them_and_go_on_with_them(hall: Hall, call: Call) -> None:
    assert call("registration", hall.file, "set", 1, "--email", SECRET).code == 0
    host = hall.serve(hall.file)
    north, south, west = (hall.desk(host, name) for name in ("north", "south", "west"))
    hall.name_deputies(call, north, west)
    until(lambda: has_noted(north) and has_noted(west))
    assert has_secret(north.folder) == ["private.json"]
    assert has_secret(south.folder) == []
    assert call("desks", hall.file, "--no-deputy", "west").code == 0
    until(lambda: has_secret(west.folder) == [])
    host.kill()
    until(lambda: north.away and south.away)

    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0.2")
    code = new.said["invitation"]
    people = call("registration", code, "list", "--json").json["people"]
    assert [each["email"] for each in people if each["player"] == 1] == [SECRET]
    until(lambda: not south.away)
    assert call("desks", north.folder / HOSTED, "--deputy", "south").code == 0
    until(lambda: has_noted(south))
    assert call("registration", code, "erase", 1).code == 0
    until(lambda: has_noted(south, erased=True))
    hall.file.unlink()  # the file of the lost host is on another computer, which nobody reaches
    hall.file.with_name("cup.qv-journal").unlink(missing_ok=True)
    for copy in (hall.file.parent / "home" / "data" / "copies").rglob("*.qv"):
        copy.unlink()
    assert has_secret(south.folder) == []
    store = open_for_reading(north.folder / HOSTED)
    assert [row.is_erased for row in store.private_rows()] == [True]
    store.close()
