"""What a list says about people beside their names: e-mail, phone, fee, meals, remark, and all other columns.

These are data of people that no result needs; they become registrations and no entries.
"""

from dataclasses import replace

from tournament.event.player_import.columns import FileColumn
from tournament.event.player_import.heading_words import STATUS, TICKET
from tournament.event.player_import.notes import ORDER_WAITING, FileRow, TableText
from tournament.event.player_import.reading import Roster
from tournament.event.registration import (
    LINE_LENGTH,
    MOST_COLUMNS,
    TEXT_LENGTH,
    OwnColumn,
    Registration,
    RegistrationState,
    read_meals,
    read_price,
    registration_problems,
)
from tournament.language import folded
from tournament.language.harmless import harmless_line

_WORDS = {
    "email": ("e mail", "email", "mail", "courriel", "correo", "adresse e mail", "adresse mail"),
    "phone": ("phone", "telephone", "tel", "mobile", "portable", "handy", "telefon", "telefono", "telefoon"),
    "due": ("fee", "fee due", "price", "amount", "tarif", "montant tarif", "montant", "prix", "preis", "betrag",
            "precio", "prezzo", "prijs"),
    "meals": ("meals", "meal", "repas", "mahlzeiten", "essen", "comidas", "pasti", "maaltijden"),
    "remark": ("remark", "remarks", "comment", "comments", "remarque", "remarques", "commentaire", "bemerkung",
               "observaciones", "note", "notes", "opmerking"),
}  # fmt: skip
"""The headings of the columns that have a field, folded and with spaces for other signs."""
_WAITING = ("wait", "attente", "warte", "espera", "attesa", "wacht", "候补")
"""Parts of the words for a waiting list in the status of an order; other orders that wait are not paid yet."""


def registrations_of(table: TableText, roster: Roster) -> tuple[Registration, ...]:
    """Return a registration for each line of ``roster`` that is a player, or an order that waits, in their order."""
    rows = {row.line: row for row in table.rows}
    found = []
    for line in roster.lines:
        waits = not line.taken and any(note.kind is ORDER_WAITING for note in line.notes)
        if line.taken or waits:
            row, player = rows[line.number], line.player
            named = Registration(
                first_name=player.first_name,
                last_name=player.last_name,
                country=player.country,
                ema_number=player.ema_number,
                club=player.club,
                team=player.team,
                state=_state(row, roster) if waits else RegistrationState.REGISTERED,
            )
            found.append(_with_columns(named, row, roster.columns))
    return tuple(found)


def _state(row: FileRow, roster: Roster) -> RegistrationState:
    status = " ".join(folded(_cell(row, column)) for column in roster.columns if column.field == STATUS)
    return RegistrationState.WAITING if any(each in status for each in _WAITING) else RegistrationState.REGISTERED


def _with_columns(named: Registration, row: FileRow, columns: tuple[FileColumn, ...]) -> Registration:
    own, fields = [], dict[str, object]()
    for column in columns:
        text = _cell(row, column)
        if column.field not in ("", TICKET) or column.ignored or not text:
            continue
        field = _field_of(column.heading)
        value = _value(field, text) if field and field not in fields else None
        if value is not None and not registration_problems(replace(named, **{field: value})):  # type: ignore[arg-type]
            fields[field] = value
        elif column.field != TICKET:
            own.append(OwnColumn((column.heading or str(column.index + 1))[:LINE_LENGTH], text))
    return replace(named, columns=tuple(own[:MOST_COLUMNS]), **fields)  # type: ignore[arg-type]


def _field_of(heading: str) -> str:
    words = " ".join(folded("".join(letter if letter.isalnum() else " " for letter in heading)).split())
    return next((field for field, known in _WORDS.items() if words in known), "")


def _value(field: str, text: str) -> object:
    """Return the value of ``field`` in ``text``; None if it is none, so that the text is kept in a column."""
    match field:
        case "due":
            return read_price(text)
        case "meals":
            return read_meals(text)
        case _:
            return text


def _cell(row: FileRow, column: FileColumn) -> str:
    text = row.cells[column.index] if column.index < len(row.cells) else ""
    return harmless_line(" ".join(text.split()))[:TEXT_LENGTH]
