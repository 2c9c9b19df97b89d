"""UTF-16 is known by its mark, and by the zeros between its letters."""

import pytest

from tournament.files.encoding import is_utf_16

LINE = '{"type": "hand"}\n'


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [LINE, LINE + "麻將\n"])
def test_utf_16_is_known(text: str, encoding: str) -> None:
    assert is_utf_16(text.encode(encoding))


@pytest.mark.parametrize(
    "begin", [b"", b"{", b"\xef\xbb\xbf{}", LINE.encode(), "é".encode("latin-1"), bytes(8), b"\0\xff" * 4]
)
def test_anything_else_is_not(begin: bytes) -> None:
    assert not is_utf_16(begin)
