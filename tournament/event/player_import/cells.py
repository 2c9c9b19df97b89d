"""A cell made fit to be kept: no surplus space, nothing invisible, nothing that only means “nothing”."""

import unicodedata
from typing import NamedTuple

from tournament.event.player_import.notes import (
    DAMAGED,
    INVISIBLE_REMOVED,
    READ_AS_NOTHING,
    SPACES_ORDINARY,
    SPACES_REMOVED,
    WIDTH_ORDINARY,
    NoteKind,
)
from tournament.event.roster import field_label
from tournament.language import Text, mark, mark_count

_NOTHING = frozenset(("n/a", "#n/a", "none", "null", "nan", "aucun", "aucune", "néant", "keine", "keiner"))
_NO_NUMBER = frozenset(("na", "no", "non", "nein", "x", "0", "00000000"))
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_INVISIBLE = ("Cc", "Cf", "Cs")


class CellNote(NamedTuple):
    """What was done to a cell: a note that does not know its line yet."""

    kind: NoteKind
    text: Text


class CleanCell(NamedTuple):
    """A cell and what was done to it."""

    text: str
    notes: tuple[CellNote, ...] = ()


def clean_cell(written: str, field: str, *, label: Text | None = None) -> CleanCell:
    """``written`` as it can be kept in ``field``, composed (NFC), with all that visibly changed."""
    label = label or field_label(field)
    notes: list[CellNote] = []
    seen = "".join(
        character for character in written if character.isspace() or unicodedata.category(character) not in _INVISIBLE
    )
    if len(seen) < len(written):
        message = mark_count(
            "{field}: one invisible character removed",
            "{field}: {count} invisible characters removed",
            len(written) - len(seen),
            field=label,
        )
        notes.append(CellNote(INVISIBLE_REMOVED, message))
    ordinary = unicodedata.normalize("NFC", seen.translate(_WIDE))
    if ordinary != unicodedata.normalize("NFC", seen):
        notes.append(
            CellNote(WIDTH_ORDINARY, mark("{field}: full-width characters replaced by ordinary ones", field=label))
        )
    text = " ".join(ordinary.split())
    notes += _on_spaces(ordinary, text, label)
    if field not in ("first_name", "last_name") and _means_nothing(text, field):
        return CleanCell(
            "", (CellNote(READ_AS_NOTHING, mark("{field}: “{text}” read as empty", field=label, text=text)),)
        )
    return CleanCell(text, (*notes, *_on_damage(text, label)))


def _on_spaces(before: str, after: str, label: Text) -> list[CellNote]:
    count = len(before) - len(after)
    if not after or before == after:
        return []
    if count:
        text = mark_count("{field}: one space removed", "{field}: {count} spaces removed", count, field=label)
        return [CellNote(SPACES_REMOVED, text)]
    return [CellNote(SPACES_ORDINARY, mark("{field}: special spaces replaced by ordinary ones", field=label))]


def _means_nothing(text: str, field: str) -> bool:
    word = text.casefold()
    if word in _NOTHING or (field == "ema_number" and word in _NO_NUMBER):
        return True
    return bool(text) and not any(character.isalnum() for character in text)


def _on_damage(text: str, label: Text) -> list[CellNote]:
    if "\N{REPLACEMENT CHARACTER}" in text:
        return [
            CellNote(
                DAMAGED,
                mark("{field}: letters are missing from “{text}”: compare it with the list", field=label, text=text),
            )
        ]
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return []
    if meant == text or not meant.isprintable():
        return []
    message = mark("{field}: “{text}” may be a spelling of “{meant}”", field=label, text=text, meant=meant)
    return [CellNote(DAMAGED, message)]
