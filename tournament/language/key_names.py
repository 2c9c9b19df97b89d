"""The names of keys: ``Ctrl+Return`` is ``Ctrl Enter`` or ``Ctrl Entrée``."""

from tournament.language.text import Text, mark_in, verbatim

_NAMES = {
    "Return": mark_in("key", "Enter"),
    "Enter": mark_in("key", "Enter"),
    "Esc": mark_in("key", "Esc"),
    "Del": mark_in("key", "Del"),
    "Backspace": mark_in("key", "Backspace"),
    "Space": mark_in("key", "Space"),
    "Tab": mark_in("key", "Tab"),
    "PgUp": mark_in("key", "PgUp"),
    "PgDown": mark_in("key", "PgDn"),
    "Home": mark_in("key", "Home"),
    "End": mark_in("key", "End"),
    "Ctrl": mark_in("key", "Ctrl"),
    "Alt": mark_in("key", "Alt"),
    "Shift": mark_in("key", "Shift"),
}
_ARROWS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}


def key_text(sequence: str) -> Text:
    """Return the name of a key, or of several pressed together, given in Qt's portable form (``Ctrl+Return``)."""
    first, *others = sequence.split("+") if sequence != "+" else (sequence,)
    said = _part(first)
    for part in others:
        said = Text("{held} {key}", (("held", said), ("key", _part(part))))
    return said


def _part(part: str) -> Text:
    named = _NAMES.get(part)
    return verbatim(_ARROWS.get(part, part)) if named is None else named
