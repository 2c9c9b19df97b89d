"""The order of a line in which some letters run from right to left: Unicode's rules without explicit marks.

Rules are called by their names in the standard, UAX #9. Marks that embed or isolate a stretch are left out of names
before, and what is printed has no other.
"""

import unicodedata

_RIGHT_TO_LEFT = ("R", "AL")
_STRONG = ("L", *_RIGHT_TO_LEFT)
_NEUTRAL = ("B", "S", "WS", "ON")


def is_left_to_right(text: str) -> bool:
    """Whether nothing in ``text`` runs from right to left: the quick answer for nearly every line."""
    return text.isascii() or not any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text)


def levels(text: str) -> list[int]:
    """Level of each character: odd ones run from right to left.

    The whole line does where no letter runs from left to right: a name beside a number. In a sentence of this
    program's languages it never does.
    """
    kinds = [unicodedata.bidirectional(sign) or "L" for sign in text]
    base = int("L" not in kinds and any(kind in _RIGHT_TO_LEFT for kind in kinds))
    edge = "R" if base else "L"
    _resolve_weak(kinds, edge)
    _resolve_neutral(kinds, edge)
    found = [_level(kind, base) for kind in kinds]
    end = len(text)
    while end and unicodedata.bidirectional(text[end - 1]) in ("WS", "S", "B"):  # L1
        end -= 1
        found[end] = base
    return found


def _level(kind: str, base: int) -> int:
    """I1 and I2."""
    if base:
        return 1 if kind == "R" else 2
    return {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)


def _resolve_weak(kinds: list[str], edge: str) -> None:
    """W1 to W7, in place."""
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
    """W5 and W6."""
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
    """N1 and N2, in place."""
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
    """Numbers count as running from right to left for what stands between them."""
    return "R" if kind in ("AN", "EN") else kind


def visual_order(run_levels: list[int]) -> list[int]:
    """Indices of runs of one level each from left to right on paper (L2)."""
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
