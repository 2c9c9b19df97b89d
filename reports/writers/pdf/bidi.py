"""Order lines with right-to-left letters as on paper: Unicode's bidirectional algorithm, with isolates.

python-bidi applies the rules of the standard, UAX #9, to a stretch of text. The implementation in Python that gives the
level of each character knows no isolates, so they are taken apart here: the program puts users' words into them when
they are part of a sentence. All other marks of direction are removed from names beforehand.
"""

import unicodedata
from typing import Any

from tournament.language.languages import FIRST_STRONG_ISOLATE, POP_ISOLATE

_ISOLATES = FIRST_STRONG_ISOLATE + POP_ISOLATE
_Character = dict[str, Any]
"""A character as python-bidi works on it: ``ch``, ``type``, ``orig`` and ``level``; ``index`` is ours."""


def is_left_to_right(text: str) -> bool:
    """Whether ``text`` has no right-to-left letters: the quick answer for nearly every line."""
    return text.isascii() or not any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text)


def in_visual_order(text: str) -> list[tuple[int, int]]:
    """The index and the level of each character, from left to right on paper; odd levels run from right to left.

    The whole line does if no letter runs from left to right: a name beside a number. A sentence in one of this
    program's languages, which is the only text with isolates, never does.
    """
    from bidi import algorithm

    kinds = {_kind(sign) for sign in text}
    base = int(FIRST_STRONG_ISOLATE not in text and "L" not in kinds and not kinds.isdisjoint(("R", "AL")))
    line = [_character(index, sign) for index, sign in enumerate(text)]
    _resolve(line, base)
    storage = algorithm.get_empty_storage() | {"base_level": base, "chars": line}
    algorithm.reorder_resolved_levels(storage, debug=False)
    return [(each["index"], each["level"]) for each in storage["chars"]]


def _kind(sign: str) -> str:
    kind = unicodedata.bidirectional(sign) or "L"
    return "ON" if kind in ("BN", "FSI", "PDI") else kind


def _character(index: int, sign: str) -> _Character:
    original = "WS" if sign in _ISOLATES else unicodedata.bidirectional(sign)  # rule L1 takes an isolate as a space
    return {"index": index, "ch": sign, "type": _kind(sign), "orig": original}


def _resolve(stretch: list[_Character], base: int) -> None:
    """Set the levels of ``stretch``, which is at level ``base``; each isolate in it is one neutral character."""
    from bidi import algorithm

    outside, isolated = _taken_apart(stretch)
    for character in outside:
        character["level"] = base
    storage = algorithm.get_empty_storage() | {"base_level": base, "chars": outside}
    algorithm.calc_level_runs(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    for inside in isolated:
        own, _ = _taken_apart(inside)
        is_odd = algorithm.get_base_level("".join(character["ch"] for character in own))
        _resolve(inside, base + 1 if (base + 1) % 2 == is_odd else base + 2)  # rule X5c


def _taken_apart(stretch: list[_Character]) -> tuple[list[_Character], list[list[_Character]]]:
    """The characters outside isolates, with the marks of these, and those inside each isolate.

    An isolate ends at its closing mark, or at the end of the line.
    """
    outside: list[_Character] = []
    isolated: list[list[_Character]] = []
    depth = 0
    for character in stretch:
        closes = depth > 0 and character["ch"] == POP_ISOLATE
        depth -= closes
        (isolated[-1] if depth else outside).append(character)
        if character["ch"] == FIRST_STRONG_ISOLATE:
            if not depth:
                isolated.append([])
            depth += 1
    return outside, isolated
