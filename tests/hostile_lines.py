"""Lines of JSON that ended a run, or might: what Python refuses in its own words, or cannot write."""

_DEEP = 3000
VALUES: tuple[bytes, ...] = (
    *(b"1e999999", b"-1e400", b"1e308", b"[1e999]", b"NaN", b"-Infinity", b"-0", b"1.0", b"0.1e-999999"),
    *(b"9" * 5000, b"1" * 4300, b"-" + b"1" * 4299, b"123456789012345678901234567890"),
    *(b"[" * _DEEP + b"]" * _DEEP, b'{"a":' * _DEEP + b"1" + b"}" * _DEEP),
    *(b"[" * deep + b"]" * deep for deep in (99, 101, 940, 960)),
    *(b'{"a":' * deep + b"1" + b"}" * deep for deep in (99, 101)),
    *(b'"\\ud800"', b'"\\udc00\\ud800"', b'{"\\ud800":1}', b'[{"a":["\\ud800"]}]', b'"\xed\xa0\x80"'),
    *(b'"\\u0000"', b'"\x00"', b'"\\r\\n"', b'"\\u2028"', b'"\\u202e"', b'"\xff"', b'"\xc3"'),
    *(b'"' + b"x" * 30_000 + b'"', b'"' + "名".encode() * 3000 + b'"'),
    *(b'{"a":1,"a":2}', b"{}", b"[]", b"null", b"true", b'""', b'" "', b"{", b"]", b'"', b""),
)
"""What a member may say."""
NAMES = (
    *("type", "session", "table", "hand", "winner", "discarder", "points", "hands", "values", "rules", "round", "lost"),
    *("reason", "totals", "players", "player", "to", "x", "\\ud800", "\\u0000", "", "a" * 3000),
)
"""Of members, as they are written between quotation marks."""
LINES: tuple[bytes, ...] = (
    *(b"\x00" * 100, b"\xff\xfe\x00{", b"\xef\xbb\xbf{}", "{}".encode("utf-16-le"), "{}".encode("utf-32")),
    *(b"{", b"[" * _DEEP, b'"' * 99, b"null", b"[]", b"{}\x1a", b"1e999", b"x" * 1_000_100, b"{" * 1_200_000),
)
"""Whole lines."""


def line_with(line: bytes, name: str, value: bytes) -> bytes:
    """The object in ``line`` with one member more, in front of the others: it may be there already."""
    rest = line.strip().removeprefix(b"{")
    return b'{"' + name.encode() + b'":' + value + (b"" if rest == b"}" else b",") + rest
