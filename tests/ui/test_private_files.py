"""What the program stores on a computer with several users, only its owner can read."""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from tests.ui.cli.conftest import PLAYERS, call_program, hand, lines
from tournament.files.user_folders import data_folder, log_folder
from tournament.files.writing import make_private_file
from tournament.language import ENGLISH
from ui.cli.crash import report_crash
from ui.desktop import crash, preferences
from ui.desktop.display.sponsors import store_sponsor
from ui.joining.desk_folder import DeskFolder
from ui.joining.key_file import kept_key
from ui.server.host_folder import HostFolder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that does not exist yet, on a system where new files can be read by everybody."""
    path = tmp_path / "users" / "ada" / "quatre-vents"
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(path))
    before = os.umask(0o022)
    yield path
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The mode of ``folder`` and of everything in it."""
    return {str(path): stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


def assert_private(folder: Path, *, least: int) -> None:
    found = modes(folder)
    assert len(found) >= least
    for path, mode in found.items():
        assert mode == (0o700 if Path(path).is_dir() else 0o600), path


def test_copies_and_what_was_seen(home: Path, tmp_path: Path) -> None:
    event, players = tmp_path / "cup.qv", tmp_path / "players.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    for words in (("new", event, "--name", "Cup", "--sessions", 2), ("players", event, "import", players)):
        assert call_program(*words).code == 0
    assert call_program("draw", event, "--seed", 1).code == 0
    assert call_program("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    assert stat.S_IMODE(event.stat().st_mode) == 0o600
    assert_private(home, least=7)
    assert_private(home.parent, least=8)


def test_queue_key_and_hosting(home: Path) -> None:
    event, now = uuid4(), datetime.now(UTC)
    folder = DeskFolder(event, "Desk 2")
    orders = folder.orders()
    kept_key(folder.path, now)
    HostFolder(str(event), home / "cup.qv").ticket(now, new=True)
    with folder.held(1.0):
        assert any(path.name.endswith(".sqlite-wal") for path in home.rglob("*"))
        assert_private(home, least=9)
    orders.close()


def test_a_queue_of_an_earlier_version_becomes_private(home: Path) -> None:
    folder = DeskFolder(uuid4(), "Desk 2")
    folder.orders().close()
    (queue,) = home.rglob("*.sqlite")
    queue.chmod(0o644)
    folder.orders().close()
    assert_private(home, least=5)


@pytest.mark.usefixtures("qapp")
def test_settings_and_pictures(home: Path) -> None:
    preferences.keep_language(ENGLISH)
    preferences.keep_value("author", "Ada Bamboo")
    assert preferences.value("author") == "Ada Bamboo"
    assert preferences.why_not_kept() is None
    store_sponsor(str(uuid4()), Path(__file__).parents[2] / "assets" / "site" / "icon-192.png")
    assert_private(home, least=6)


def test_crash_reports(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report_crash(ENGLISH, ValueError, ValueError("x\udc80"), None)
    assert "“" in capsys.readouterr().err
    assert crash.CrashReporter(log_folder()).write("trace") is not None
    assert_private(home, least=3)


def test_a_private_file_that_exists_is_kept(home: Path) -> None:
    path = data_folder() / "kept"
    make_private_file(path)
    path.write_text("content")
    make_private_file(path)
    assert path.read_text() == "content"
    assert_private(home, least=3)
