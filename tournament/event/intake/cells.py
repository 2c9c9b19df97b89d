"""A cell made fit to be kept: no surplus space, nothing invisible, nothing that only means “nothing”."""

import unicodedata
from typing import NamedTuple

from tournament.event.intake.notes import (
    DAMAGED,
    INVISIBLE_REMOVED,
    READ_AS_NOTHING,
    SPACES_ORDINARY,
    SPACES_REMOVED,
    WIDTH_ORDINARY,
    Kind,
)
from tournament.event.roster import field_label
from tournament.language import Text, mark, mark_count

_NOTHING = frozenset(("n/a", "#n/a", "none", "null", "nan", "aucun", "aucune", "néant", "keine", "keiner"))
_NO_NUMBER = frozenset(("na", "no", "non", "nein", "x", "0", "00000000"))
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_INVISIBLE = ("Cc", "Cf", "Cs")


class Told(NamedTuple):
    """What was done to a cell: a note that does not know its line yet."""

    kind: Kind
    text: Text


class Cell(NamedTuple):
    """A cell and what was done to it."""

    text: str
    told: tuple[Told, ...] = ()


def clean_cell(written: str, field: str, *, label: Text | None = None) -> Cell:
    """``written`` as it can be kept in ``field``, composed (NFC), with all that visibly changed."""
    label = label or field_label(field)
    told: list[Told] = []
    seen = "".join(
        character for character in written if character.isspace() or unicodedata.category(character) not in _INVISIBLE
    )
    if len(seen) < len(written):
        said = mark_count(
            "{field}: one invisible character removed",
            "{field}: {count} invisible characters removed",
            len(written) - len(seen),
            field=label,
        )
        told.append(Told(INVISIBLE_REMOVED, said))
    ordinary = unicodedata.normalize("NFC", seen.translate(_WIDE))
    if ordinary != unicodedata.normalize("NFC", seen):
        told.append(Told(WIDTH_ORDINARY, mark("{field}: full-width characters made ordinary", field=label)))
    text = " ".join(ordinary.split())
    told += _on_spaces(ordinary, text, label)
    if field not in ("first_name", "last_name") and _means_nothing(text, field):
        return Cell("", (Told(READ_AS_NOTHING, mark("{field}: “{text}” read as nothing", field=label, text=text)),))
    return Cell(text, (*told, *_on_damage(text, label)))


def _on_spaces(before: str, after: str, label: Text) -> list[Told]:
    count = len(before) - len(after)
    if not after or before == after:
        return []
    if count:
        text = mark_count("{field}: one space removed", "{field}: {count} spaces removed", count, field=label)
        return [Told(SPACES_REMOVED, text)]
    return [Told(SPACES_ORDINARY, mark("{field}: special spaces made ordinary", field=label))]


def _means_nothing(text: str, field: str) -> bool:
    said = text.casefold()
    if said in _NOTHING or (field == "ema_number" and said in _NO_NUMBER):
        return True
    return bool(text) and not any(character.isalnum() for character in text)


def _on_damage(text: str, label: Text) -> list[Told]:
    if "\N{REPLACEMENT CHARACTER}" in text:
        return [
            Told(DAMAGED, mark("{field}: “{text}” has lost letters: compare with the list", field=label, text=text))
        ]
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return []
    if meant == text or not meant.isprintable():
        return []
    said = mark("{field}: “{text}” may be meant for “{meant}”", field=label, text=text, meant=meant)
    return [Told(DAMAGED, said)]
