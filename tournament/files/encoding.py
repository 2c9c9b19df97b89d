"""The encoding of text files."""

import codecs

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf_16(begin: bytes) -> bool:
    """Whether a text that begins with ``begin`` is in UTF-16, as PowerShell 5 writes with “>”.

    That is so if it begins with a byte order mark, or if each of its first two letters has a zero byte beside it.
    """
    even, odd = begin[:4:2], begin[1:4:2]
    return begin.startswith(_MARKS) or _are_letters(even, odd) or _are_letters(odd, even)


def _are_letters(letters: bytes, zeros: bytes) -> bool:
    return len(letters) == 2 and letters.isascii() and 0 not in letters and zeros == bytes(2)
