"""How the bytes of a text file are written."""

import codecs

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf_16(begin: bytes) -> bool:
    """Whether a text that begins so is written in UTF-16, as PowerShell 5 writes with “>”: by its mark, or by zeros."""
    return begin.startswith(_MARKS) or 0 in begin[:2]
