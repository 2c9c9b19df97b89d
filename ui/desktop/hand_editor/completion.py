"""What most likely comes next in the line: shown behind the cursor, taken over with one key."""

import re

from tournament.hand.situation import Situation
from ui.desktop.hand_editor.laid import Laid, in_letters, situation_text

_TILES = re.compile(r"(?:(?P<digits>[1-9]+)[msp]|(?P<honours>[ESWNCFP]+))\Z")
_CLOSING = {"[": "]", "(": ")"}


def completion(typed: str, laid: Laid, given: Situation) -> str:
    """The rest of the bracket or of the situation that is being typed; nothing when that is not known."""
    body, bar, rest = in_letters(typed).partition("|")
    if bar:
        return _situation(rest, given)
    start = max(body.rfind("["), body.rfind("("))
    if start >= 0 and _CLOSING[body[start]] not in body[start:]:
        return _bracket(body[start], body[start + 1 :])
    if laid.whole and body and body == body.rstrip():
        return "|" + situation_text(given)
    return ""


def _bracket(opening: str, inside: str) -> str:
    tiles, comma, number = inside.partition(",")
    found = _TILES.fullmatch(tiles.strip())
    if found is None:
        return ""
    count = len(found["digits"] or found["honours"])
    closing = _CLOSING[opening]
    if comma:
        return closing if number.strip() else "1" + closing
    if count == 4 or (count == 3 and opening == "("):
        return closing
    return ",1" + closing if count == 3 else ""


def _situation(rest: str, given: Situation) -> str:
    if "|" in rest:
        return ""
    whole = situation_text(given)
    if whole.startswith(rest):
        return whole[len(rest) :]
    return whole[len(rest) :] if 2 <= len(rest) < 6 else ""
