"""UTF-16 is known by its mark, and by the zeros between its letters."""

import pytest

from tournament.files.encoding import is_utf_16

LINE = '{"type": "hand"}\n'


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [LINE, LINE + "麻將\n"])
def test_utf_16_is_known(text: str, encoding: str) -> None:
    assert is_utf_16(text.encode(encoding))


@pytest.mark.parametrize("begin", [b"a\0b\0", b"\0a\0b", b"a\0b\0\xac\x20", b"\0a\0b\x20\xac"])
def test_two_letters_are_enough(begin: bytes) -> None:
    assert is_utf_16(begin)


@pytest.mark.parametrize(
    "begin",
    [b"a\0", b"a\0b", b"\0a\0", b"a\0bc", b"ab\0\0", b"\0ab\0", b"a\0\0b", b"a\0\0\0", b"\0a\0\0", b"\0\0\0b",
     b"\xe9\0b\0", b"\0b\0\xe9"],
)  # fmt: skip
def test_zeros_beside_less_are_not(begin: bytes) -> None:
    assert not is_utf_16(begin)


@pytest.mark.parametrize(
    "begin", [b"", b"{", b"\xef\xbb\xbf{}", LINE.encode(), "é".encode("latin-1"), bytes(8), b"\0\xff" * 4]
)
def test_anything_else_is_not(begin: bytes) -> None:
    assert not is_utf_16(begin)
