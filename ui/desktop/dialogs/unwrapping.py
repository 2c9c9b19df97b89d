"""Texts that were wrapped for a terminal, for a window that wraps lines itself: each paragraph becomes one line.

Headings, lists, tables and indented blocks keep their lines. Only line breaks and the spaces around them change.
"""

import re

_NARROW, _WIDE, _CENTRED = 50, 120, 13
"""Text is wrapped between two widths: shorter lines are headings or names, longer ones are not wrapped. What is
indented further than the last is centred."""
_FULL = 2 / 3
"""How much of the width of its paragraph a line fills that was wrapped."""
_MARK = re.compile(r"[-*•#>`|]|\(?(?:\d{1,2}|[a-z]|[ivx]+|[A-Z])[.)]\s")
"""How an entry of a list, a row or a quotation begins."""
_COLUMNS = re.compile(r"\S {3,}\S|^[-=*_]{3}")
"""Columns, or a rule."""
_COPYRIGHT = re.compile(r"(?:Portions )?(?:Copyright\s+(?:\(|©|\d|\[)|©|\([cC]\)\s)")


def unwrapped(text: str) -> str:
    """``text`` with one line for each of its paragraphs."""
    made: list[str] = []
    last, hanging, width = "", -1, 0
    lines = [line.rstrip() for line in text.split("\n")]
    for place, line in enumerate(lines):
        if not last:
            width = _width(lines, place)
        indent = len(line) - len(line.lstrip())
        if _goes_on(last, line, width) and hanging in (-1, indent):
            made[-1] += f" {line.strip()}"
            hanging = indent
        else:
            made.append(line)
            hanging = -1
        last = line
    return "\n".join(made)


def _width(lines: list[str], begin: int) -> int:
    """The width to which the paragraph was wrapped that begins there."""
    end = next((place for place in range(begin, len(lines)) if not lines[place]), len(lines))
    return max((len(line) for line in lines[begin:end] if len(line) <= _WIDE), default=0)


def _goes_on(last: str, line: str, width: int) -> bool:
    """Whether only the width parted ``line`` from ``last``."""
    before, text = last.strip(), line.strip()
    full = width >= _NARROW and _FULL * width <= len(last) <= _WIDE
    if not text or not full or len(last) - len(before) >= _CENTRED or _MARK.match(text) or _COPYRIGHT.match(text):
        return False
    names = _COPYRIGHT.match(before) and text[0].isupper()
    return not (names or _COLUMNS.search(before) or _COLUMNS.search(text))
