"""Lines of a file: one that is too long is cut, and its rest is no line."""

from pathlib import Path

import pytest

from ui.cli.streams import input_lines
from ui.json_lines.objects import MOST_BYTES


@pytest.mark.parametrize(("size", "kept"), [
    (MOST_BYTES - 1, MOST_BYTES), (MOST_BYTES, MOST_BYTES + 1), (MOST_BYTES + 1, MOST_BYTES + 1),
    (2 * MOST_BYTES + 2, MOST_BYTES + 1), (3 * MOST_BYTES + 7, MOST_BYTES + 1),
])  # fmt: skip
def test_a_line_that_is_too_long_is_one_line(tmp_path: Path, size: int, kept: int) -> None:
    """The end of a line counts where it is kept."""
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"x" * size + b"\n{}\n")
    first, last = input_lines(path)
    assert (len(first), last) == (kept, b"{}\n")
