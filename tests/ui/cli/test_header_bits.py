"""An event file with one bit of its SQLite header changed: refused in words, recovered whole, or read as before."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call

KEPT = Path(__file__).parents[2] / "tournament" / "storage" / "files" / "sessions.qv"
HEADER = 100
"""Bytes; the SQLite file format, section 1.3."""


def flipped(bit: int) -> bytes:
    content = bytearray(KEPT.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    return bytes(content)


def test_check_reads_the_file_or_says_what_is_wrong_with_it(call: Call, tmp_path: Path):
    file = tmp_path / "cup.qv"
    file.write_bytes(KEPT.read_bytes())
    whole = call("check", file)
    assert whole.code == 0
    refused = 0
    for bit in range(HEADER * 8):
        file.write_bytes(flipped(bit))
        answer = call("check", file)
        assert (answer.code, answer.out) == (0, whole.out) or (answer.code == 1 and answer.errors), (bit, answer)
        refused += answer.code
    assert 300 < refused < 600


@pytest.mark.parametrize("byte", [0, 16, 18, 19, 28, 40, 44, 47, 52, 56, 59, 60, 62, 63, 64, 68, 71, 96, 99])
def test_recover_brings_back_every_entry(call: Call, tmp_path: Path, byte: int):
    entries = call("check", KEPT, "--json").json["entries"]
    damaged, recovered, restored = (tmp_path / f"{name}.qv" for name in ("damaged", "recovered", "restored"))
    for bit in range(byte * 8, byte * 8 + 8):
        damaged.write_bytes(flipped(bit))
        assert call("recover", damaged, "--to", recovered).code in (0, 1), bit
        log = call("check", recovered, "--json").json
        assert log["problems"] == []
        assert log["entries"] >= entries
        answer = call("restore", damaged, "--to", restored)
        assert answer.code == 0 or (answer.code == 1 and answer.errors), bit
        for path in (recovered, restored):
            path.unlink(missing_ok=True)
