"""An event file with one bit of its SQLite header changed: refused in words, recovered whole, or read as before."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, call_program

pytestmark = pytest.mark.thorough

KEPT = Path(__file__).parents[2] / "tournament" / "storage" / "files" / "sessions.qv"
HEADER = 100
"""Bytes; the SQLite file format, section 1.3."""
BYTES = (0, 16, 18, 19, 28, 40, 44, 47, 52, 56, 59, 60, 62, 63, 64, 68, 71, 96, 99)
"""One at least of each field that SQLite or the program reads, and the ends of some."""


def flipped(bit: int) -> bytes:
    content = bytearray(KEPT.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    return bytes(content)


@pytest.fixture(scope="module")
def entries() -> int:
    """How many there are in the file as it was kept."""
    counted: int = call_program("check", KEPT, "--json").json["entries"]
    return counted


def test_check_reads_the_file_or_says_what_is_wrong_with_it(call: Call, tmp_path: Path):
    """Each bit of the bytes above, and every seventh; the proof changes every bit of every kept file."""
    file = tmp_path / "cup.qv"
    whole = call("check", KEPT)
    assert whole.code == 0
    bits = sorted({*range(0, HEADER * 8, 7), *(byte * 8 + bit for byte in BYTES for bit in range(8))})
    refused = 0
    for bit in bits:
        file.write_bytes(flipped(bit))
        answer = call("check", file)
        assert (answer.code, answer.out) == (0, whole.out) or (answer.code == 1 and answer.errors), (bit, answer)
        refused += answer.code
    assert len(bits) * 3 < refused * 8 < len(bits) * 6


@pytest.mark.parametrize("byte", BYTES)
def test_recover_brings_back_every_entry(call: Call, tmp_path: Path, entries: int, byte: int):
    """Its highest bit or its lowest, and one between; the proof changes every bit."""
    damaged, recovered, restored = (tmp_path / f"{name}.qv" for name in ("damaged", "recovered", "restored"))
    for bit in (byte * 8 + byte % 2 * 7, byte * 8 + 1 + byte % 6):
        damaged.write_bytes(flipped(bit))
        assert call("recover", damaged, "--to", recovered).code in (0, 1), bit
        log = call("check", recovered, "--json").json
        assert log["problems"] == []
        assert log["entries"] >= entries
        answer = call("restore", damaged, "--to", restored)
        assert answer.code == 0 or (answer.code == 1 and answer.errors), bit
        for path in (recovered, restored):
            path.unlink(missing_ok=True)
