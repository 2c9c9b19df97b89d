"""The encoding of text files."""

import codecs

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf_16(begin: bytes) -> bool:
    """Whether a text that begins with ``begin`` is in UTF-16, as PowerShell 5 writes with “>”.

    It is if it begins with a byte order mark, or if each of its first two letters has a zero byte beside it.
    """
    return (
        begin.startswith(_MARKS) or _are_letters(begin[0:4:2], begin[1:4:2]) or _are_letters(begin[1:4:2], begin[:4:2])
    )


def _are_letters(letters: bytes, zeros: bytes) -> bool:
    return zeros == bytes(2) and letters.isascii() and 0 not in letters
