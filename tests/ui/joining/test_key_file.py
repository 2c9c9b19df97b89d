"""The file with the key of this computer: made once, whole, and never replaced without a word."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

from tests.systems import needs_modes
from tournament.event.problem import Gravity
from tournament.language import LANGUAGES
from ui.joining.key_file import NAME, kept_key

NOW = datetime(2026, 11, 27, tzinfo=UTC)


def test_it_is_made_once_and_read_again(tmp_path: Path) -> None:
    made = kept_key(tmp_path / "new", NOW)
    assert kept_key(tmp_path / "new", NOW + timedelta(days=400)) == made
    assert made.remarks == ()
    assert [path.name for path in (tmp_path / "new").iterdir()] == [NAME]
    assert "BEGIN" not in repr(made)


@needs_modes
def test_it_is_for_its_user(tmp_path: Path) -> None:
    assert kept_key(tmp_path, NOW).file.stat().st_mode & 0o777 == 0o600


def test_programs_that_start_together_have_one_key(tmp_path: Path) -> None:
    together = Barrier(4)

    def ask(_: int) -> bytes:
        together.wait()
        return kept_key(tmp_path / "event", NOW).key.id

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(ask, range(4)))) == 1
    assert [path.name for path in (tmp_path / "event").iterdir()] == [NAME]


@pytest.mark.parametrize("harm", ["empty", "bytes", "key", "certificate", "other key", "encrypted"])
def test_a_damaged_key_is_set_aside_with_a_remark(harm: str, tmp_path: Path) -> None:
    made = kept_key(tmp_path, NOW)
    pem = made.file.read_text()
    key, rest = pem[: pem.index("-----BEGIN CERT")], pem[pem.index("-----BEGIN CERT") :]
    if harm == "other key":
        other = kept_key(tmp_path / "other", NOW).file.read_text()
        rest = other[other.index("-----BEGIN CERT") :]
    damaged = {
        "empty": "",
        "bytes": pem[:300] + "\0" + pem[301:],
        "key": rest,
        "certificate": key,
        "other key": key + rest,
        "encrypted": key.replace("PRIVATE", "ENCRYPTED PRIVATE") + rest,
    }[harm]
    made.file.write_text(damaged)
    again = kept_key(tmp_path, NOW)
    assert again.key.id != made.key.id
    (remark,) = again.remarks
    assert remark.gravity is Gravity.REMARK
    assert all("key.damaged" in language.render(remark.text) for language in LANGUAGES)
    assert (tmp_path / "key.damaged").read_text() == damaged
    assert kept_key(tmp_path, NOW).remarks == ()
