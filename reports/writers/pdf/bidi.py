"""Order lines with right-to-left letters: Unicode's rules, with isolates as the only marks.

Rules have their names in the standard, UAX #9. Marks in names are removed beforehand; the program itself puts users'
words into isolates when they are part of a sentence.
"""

import unicodedata

from tournament.language.direction import FIRST_STRONG_ISOLATE, POP_ISOLATE

_ISOLATES = FIRST_STRONG_ISOLATE + POP_ISOLATE
_RIGHT_TO_LEFT = ("R", "AL")
_STRONG = ("L", *_RIGHT_TO_LEFT)
_NEUTRAL = ("B", "S", "WS", "ON")


def is_left_to_right(text: str) -> bool:
    """Whether ``text`` has no right-to-left letters: the quick answer for nearly every line."""
    return text.isascii() or not any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text)


def levels(text: str) -> list[int]:
    """The level of each character: odd levels run from right to left.

    The whole line does if no letter runs from left to right: a name beside a number. A sentence in one of this
    program's languages, which is the only text with isolates, never does.
    """
    if FIRST_STRONG_ISOLATE in text:
        base = 0
    else:
        kinds = {unicodedata.bidirectional(sign) or "L" for sign in text}
        base = int("L" not in kinds and not kinds.isdisjoint(_RIGHT_TO_LEFT))
    found = _levels_from(text, base)
    end = len(text)
    while end and unicodedata.bidirectional(text[end - 1]) in ("WS", "S", "B", "FSI", "PDI"):  # L1
        end -= 1
        found[end] = base
    return found


def _levels_from(text: str, base: int) -> list[int]:
    """The levels of text at level ``base``; each isolate in it is one neutral character to the others."""
    outside: list[int] = []
    inside: list[tuple[int, int]] = []
    index = 0
    while index < len(text):
        outside.append(index)
        end = _end_of_isolate(text, index)
        if end > index:
            inside.append((index + 1, end))
        index = max(end, index + 1)
    kinds = ["ON" if text[place] in _ISOLATES else unicodedata.bidirectional(text[place]) or "L" for place in outside]
    edge = "R" if base % 2 else "L"
    _resolve_weak(kinds, edge)
    _resolve_neutral(kinds, edge)
    found = [base] * len(text)
    for place, kind in zip(outside, kinds, strict=True):
        found[place] = _level(kind, base)
    for start, end in inside:
        runs_right_to_left = _first_strong(text[start:end]) in _RIGHT_TO_LEFT
        higher = base + 1 if (base + 1) % 2 == runs_right_to_left else base + 2  # X5c
        found[start:end] = _levels_from(text[start:end], higher)
    return found


def _end_of_isolate(text: str, start: int) -> int:
    """Where the isolate that begins at ``start`` ends: at its mark or at the end of the line; ``start`` if there is
    none."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == FIRST_STRONG_ISOLATE) - (text[index] == POP_ISOLATE)
        if depth <= 0:
            return index
    return len(text)


def _first_strong(text: str) -> str:
    """The kind of the first letter with a direction, ignoring isolates (P2)."""
    index = 0
    while index < len(text):
        kind = unicodedata.bidirectional(text[index])
        if kind in _STRONG:
            return kind
        index = max(_end_of_isolate(text, index), index + 1)
    return "L"


def _level(kind: str, base: int) -> int:
    """Rules I1 and I2."""
    if base % 2:
        return base if kind == "R" else base + 1
    return base + {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)


def _resolve_weak(kinds: list[str], edge: str) -> None:
    """Rules W1 to W7, in place."""
    before = edge
    for index, kind in enumerate(kinds):  # W1
        if kind == "NSM":
            kinds[index] = before
        before = kinds[index]
    strong = edge
    for index, kind in enumerate(kinds):  # W2
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]  # W3
    for index in range(1, len(kinds) - 1):  # W4
        one, other = kinds[index - 1], kinds[index + 1]
        if one == other and ((kinds[index] in ("ES", "CS") and one == "EN") or (kinds[index] == "CS" and one == "AN")):
            kinds[index] = one
    _resolve_terminators(kinds)
    strong = edge
    for index, kind in enumerate(kinds):  # W7
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _resolve_terminators(kinds: list[str]) -> None:
    """Rules W5 and W6."""
    index = 0
    while index < len(kinds):
        if kinds[index] == "ET":
            end = index
            while end < len(kinds) and kinds[end] == "ET":
                end += 1
            number = (index and kinds[index - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN")
            kinds[index:end] = ["EN" if number else "ON"] * (end - index)
            index = end
        else:
            if kinds[index] in ("ES", "CS", "BN"):
                kinds[index] = "ON"
            index += 1


def _resolve_neutral(kinds: list[str], edge: str) -> None:
    """Rules N1 and N2, in place."""
    index = 0
    while index < len(kinds):
        if kinds[index] not in _NEUTRAL:
            index += 1
            continue
        end = index
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        before = _side(kinds[index - 1]) if index else edge
        after = _side(kinds[end]) if end < len(kinds) else edge
        kinds[index:end] = [before if before == after else edge] * (end - index)
        index = end


def _side(kind: str) -> str:
    """The direction for neighbouring neutrals: numbers count as right to left."""
    return "R" if kind in ("AN", "EN") else kind


def visual_order(run_levels: list[int]) -> list[int]:
    """Indices of runs with one level each, from left to right on paper (L2)."""
    order = list(range(len(run_levels)))
    for level in range(max(run_levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            if run_levels[order[start]] < level:
                start += 1
                continue
            end = start
            while end < len(order) and run_levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end
    return order
