"""Reading the code of a badge, as a scanner types it: that of the desk, or that of the event's web page."""

from reports.sheets.code import event_key, read_badge
from reports.site import player_anchor
from tournament.language import Text, mark
from tournament.use_cases import View
from ui.entry.keyboard_digits import scanned_readings

_LONGEST = 400


def badge_number(typed: str, view: View) -> int | Text | None:
    """Return the number of the player whose badge was scanned, whatever the layout of the keyboard made of its code.

    A text says why the badge names nobody here. None: it is no code of a badge.
    """
    if len(typed) > _LONGEST:
        return None
    found: Text | None = None
    for text in scanned_readings(typed.strip()):
        number = _of_web_page(text, view)
        badge = read_badge(text)
        if badge is not None and badge.event != event_key(view):
            found = mark("This badge belongs to another event.")
            continue
        number = badge.number if badge is not None else number
        if number in view.players:
            return number
        if number is not None:
            found = mark("Nobody on the list of players has the number {number} of this badge.", number=number)
    return found


def _of_web_page(text: str, view: View) -> int | None:
    """Return the number in the address of a player's card, in any case of letters; None if it is another text."""
    address = view.settings.web_address
    beginning = f"{address}#{player_anchor(0).removesuffix('0')}".lower()
    rest = text.lower().removeprefix(beginning)
    if not address or rest == text.lower() or not (rest.isascii() and rest.isdigit() and len(rest) < 5):
        return None
    return int(rest)
