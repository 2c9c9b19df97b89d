"""How the bytes of a text file are written."""

import codecs

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf_16(begin: bytes) -> bool:
    """Whether a text that begins so is written in UTF-16, as PowerShell 5 writes with “>”.

    That is known by its mark, or by a zero beside each of its first two letters.
    """
    return (
        begin.startswith(_MARKS) or _are_letters(begin[0:4:2], begin[1:4:2]) or _are_letters(begin[1:4:2], begin[:4:2])
    )


def _are_letters(letters: bytes, zeros: bytes) -> bool:
    return zeros == bytes(2) and letters.isascii() and 0 not in letters
