"""Words that run from right to left inside a sentence that does not: kept apart from what stands beside them.

Two such values beside each other, with only a comma or a number between, would be read as one, and in the wrong order.
What shows text to a reader puts each into an isolate (Unicode's rules, UAX #9); data and files for programs never do.
"""

import re

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ISOLATES = str.maketrans("", "", FIRST_STRONG_ISOLATE + POP_ISOLATE)


def isolated(text: str) -> str:
    """``text`` in an isolate where a letter of it runs from right to left, which few do; else as it is."""
    if text.isascii() or _RIGHT_TO_LEFT.search(text) is None:
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


def without_isolates(text: str) -> str:
    """``text`` as it would be without, for what is no page: a title of a file."""
    return text if text.isascii() else text.translate(_ISOLATES)
