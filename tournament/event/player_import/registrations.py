"""What a list says about people beside their names: e-mail, phone, fee, meals, remark, and all other columns.

These are data of people that no result needs; they become registrations and no entries.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournament.event.player_import.columns import COLUMN_FIELDS, FileColumn
from tournament.event.player_import.heading_words import FILLERS, OF_OTHERS, OF_PLAYERS, STATUS, TICKET, word_set
from tournament.event.player_import.lines import PlayerLine
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
    registration_label,
    registration_problems,
)
from tournament.language import Text, folded, mark
from tournament.language.harmless import harmless_line

_WORDS = {
    "email": "e mail, email, mail, e mail address, email address, mail address, courriel, adresse e mail, "
    "adresse mail, adresse email, adresse courriel, mailadresse, emailadresse, "
    "correo, correo electronico, direccion correo, "
    "direccion correo electronico, indirizzo email, indirizzo e mail, posta elettronica, mailadres, emailadres, "
    "e mailadres, 邮箱, 电子邮件",
    "phone": "phone, phone number, telephone, telephone number, tel, mobile, mobile number, mobile phone, cell phone, "
    "numero telephone, n telephone, telephone portable, portable, numero portable, handy, handynummer, mobil, "
    "mobilnummer, telefon, telefonnummer, rufnummer, telefono, numero telefono, movil, telefono movil, cellulare, "
    "numero cellulare, telefoon, telefoonnummer, mobiel, mobiel nummer, gsm, 电话, 手机",
    "due": "fee, fee due, entry fee, registration fee, price, ticket price, amount, amount due, tarif, montant tarif, "
    "montant, montant du, prix, prix billet, frais, frais inscription, preis, ticketpreis, betrag, gebuhr, startgeld, "
    "teilnahmegebuhr, nenngeld, precio, importe, cuota, prezzo, importo, quota, quota iscrizione, prijs, bedrag, "
    "inschrijfgeld, deelnamekosten, 费用",
    "paid": "paid, amount paid, paid amount, total paid, already paid, paye, payee, montant paye, regle, deja paye, "
    "bezahlt, bezahlter betrag, pagado, total pagado, pagato, importo pagato, betaald, 已付",
    "paid_how": "payment method, method payment, payment, payment type, paid how, paid by, moyen paiement, "
    "mode paiement, paiement, zahlungsart, zahlungsmethode, zahlungsweise, zahlung, forma pago, metodo pago, medio "
    "pago, metodo pagamento, pagamento, betaalmethode, betaalwijze, betaling",
    "meals": "meals, meal, repas, mahlzeiten, mahlzeit, essen, comidas, comida, pasti, pasto, maaltijden, maaltijd, "
    "用餐",
    "remark": "remark, remarks, comment, comments, remarque, remarques, commentaire, commentaires, bemerkung, "
    "bemerkungen, anmerkung, anmerkungen, kommentar, observaciones, comentarios, osservazioni, commenti, note, notes, "
    "notiz, notas, opmerking, opmerkingen, 备注",
}
"""The headings of the columns that have a field, without fillers and words for the person who plays."""
REGISTRATION_COLUMN_FIELDS = (*COLUMN_FIELDS, *_WORDS)
"""Everything that a column can be read as for the registration desk."""
_FIELDS = {frozenset(folded(words).split()): field for field, known in _WORDS.items() for words in known.split(", ")}
_FULLY_PAID = word_set("paid paye payee regle reglee bezahlt pagado pagada pagato pagata betaald yes oui ja si x true")
"""Words in a column of payments, or in the status of an order, by which the whole fee is paid."""
_MEALS = word_set(
    "meal meals lunch dinner supper breakfast repas dejeuner diner souper essen mahlzeit mittagessen abendessen "
    "fruhstuck comida cena almuerzo desayuno pasto pranzo colazione maaltijd avondmaal ontbijt 早餐 午餐 晚餐"
)
"""Words in the heading of a column for one meal, such as *Repas samedi*."""
_YES = word_set("yes oui ja si x true 1 是")
_VALID = word_set("valide validee valid completed complete")
"""States of an order that are as good as paid if the order says how it was paid."""
_WAITING = ("wait", "attente", "warte", "espera", "attesa", "wacht", "候补")
"""Parts of the words for a waiting list in the status of an order; other orders that wait are not paid yet."""


def registrations_of(table: TableText, roster: Roster) -> tuple[Registration, ...]:
    """Return a registration for each line of ``roster`` that is a player, or an order that waits, in their order."""
    rows = {row.line: row for row in table.rows}
    found = []
    for line in filter(is_noted, roster.lines):
        row, player = rows[line.number], line.player
        named = Registration(
            first_name=player.first_name,
            last_name=player.last_name,
            country=player.country,
            ema_number=player.ema_number,
            club=player.club,
            team=player.team,
            state=RegistrationState.REGISTERED if line.taken else _state(row, roster),
        )
        found.append(_with_columns(named, row, roster.columns))
    return tuple(found)


def is_noted(line: PlayerLine) -> bool:
    """Whether a line becomes a registration: that of a player, or an order that waits."""
    return line.taken or any(note.kind is ORDER_WAITING for note in line.notes)


def not_read(table: TableText, roster: Roster) -> Iterator[tuple[int, Text]]:
    """Yield the line and a remark for each fee, payment and address that cannot be read, and is kept in a column."""
    rows = {row.line: row for row in table.rows}
    for line in filter(is_noted, roster.lines):
        row = rows[line.number]
        fields, used = _fields_of(Registration(last_name="?"), row, roster.columns)
        for column in roster.columns:
            field, text = field_of_column(column), _cell(row, column)
            if column.noted_as:
                meant = bool(text)
            elif field in ("due", "paid"):
                meant = any(map(str.isdecimal, text))
            else:
                meant = field == "email" and "@" in text
            if field not in fields and column.index not in used and meant:
                yield line.number, mark("{field}: “{text}” cannot be read, and is kept in the column “{heading}”",
                                        field=registration_label(field), text=text, heading=column.heading)  # fmt: skip


def _state(row: FileRow, roster: Roster) -> RegistrationState:
    status = " ".join(folded(_cell(row, column)) for column in roster.columns if column.field == STATUS)
    return RegistrationState.WAITING if any(each in status for each in _WAITING) else RegistrationState.REGISTERED


def _with_columns(named: Registration, row: FileRow, columns: tuple[FileColumn, ...]) -> Registration:
    fields, used = _fields_of(named, row, columns)
    own = [
        OwnColumn((column.heading or str(column.index + 1))[:LINE_LENGTH], text)
        for column in columns
        if column.index not in used
        and column.field in ("", TICKET)
        and not column.ignored
        and (text := _cell(row, column))
    ]
    return replace(named, columns=tuple(own[:MOST_COLUMNS]), **fields)


def _fields_of(
    named: Registration, row: FileRow, columns: tuple[FileColumn, ...]
) -> tuple[Mapping[str, Any], Collection[int]]:
    """Return the fields that the columns of ``row`` fill, and the indexes of the columns with their values."""
    fields, used = dict[str, Any](), set[int]()
    # A column that the user chose comes first. “Attendee email” comes before “Email”, which is the buyer's.
    for column in sorted(
        columns, key=lambda each: (not each.noted_as, not OF_PLAYERS.intersection(_words(each.heading)))
    ):
        text, field = _cell(row, column), field_of_column(column)
        value = _value(field, text) if field and text and field not in fields else None
        read: dict[str, Any] = {field: value}
        if value is not None and not registration_problems(replace(named, **read)):
            fields |= read
            used.add(column.index)
    eaten = {
        column.index: column.heading for column in columns if _is_meal(column) and folded(_cell(row, column)) in _YES
    }
    with_meals: dict[str, Any] = {"meals": (*fields.get("meals", ()), *eaten.values())}
    if eaten and not registration_problems(replace(named, **with_meals)):
        fields |= with_meals
        used.update(eaten)
    if "due" in fields:
        fields["due"] -= _reduction(fields["due"], row, columns)
    fields |= _payment(fields, row, columns, used)
    return fields, used


def field_of_column(column: FileColumn) -> str:
    """Return the field of a registration for what ``column`` contains; empty if it has none, or is no such column."""
    if column.noted_as:
        return column.noted_as
    if column.field not in ("", TICKET) or column.ignored:
        return ""
    words = _words(column.heading)
    if OF_OTHERS.intersection(words):
        return ""
    plain = frozenset(word for word in words if word not in OF_PLAYERS and not word.isdigit())
    return _FIELDS.get(plain) or _FIELDS.get(plain - FILLERS, "")


def _is_meal(column: FileColumn) -> bool:
    """Whether ``column`` says who eats one meal."""
    words = set(_words(column.heading))
    unread = not column.field and not column.ignored and not field_of_column(column)
    return unread and bool(words & _MEALS) and not words & OF_OTHERS


def _words(heading: str) -> list[str]:
    return folded("".join(letter if letter.isalnum() else " " for letter in heading)).split()


def _reduction(due: int, row: FileRow, columns: tuple[FileColumn, ...]) -> int:
    """Return by how much a promotional code of HelloAsso reduces the fee, which its column of prices leaves out."""
    texts = (_cell(row, column) for column in columns if folded(column.heading) == "montant code promo")
    amount = next((read_price(text.lstrip("-− ")) for text in texts if text), None)
    return min(amount or 0, due)


def _payment(
    fields: Mapping[str, Any], row: FileRow, columns: tuple[FileColumn, ...], used: set[int]
) -> Mapping[str, Any]:
    """Return that the whole fee is paid if a column of payments or the status of the order says so."""
    due = fields.get("due", 0)
    if not due or "paid" in fields:
        return {}
    for column in columns:
        if field_of_column(column) == "paid" and folded(_cell(row, column)) in _FULLY_PAID:
            used.add(column.index)
            return {"paid": due}
    states = {folded(_cell(row, column)) for column in columns if column.field == STATUS}
    paid = states & _FULLY_PAID or ("paid_how" in fields and states & _VALID)
    return {"paid": due} if paid else {}


def _value(field: str, text: str) -> object:
    """Return the value of ``field`` in ``text``; None if it is none, so that the text is kept in a column."""
    match field:
        case "due" | "paid":
            return read_price(text)
        case "meals":
            return read_meals(text)
        case "phone":
            return text if any(letter.isdigit() for letter in text) else None
        case _:
            return text


def _cell(row: FileRow, column: FileColumn) -> str:
    text = row.cells[column.index] if column.index < len(row.cells) else ""
    return harmless_line(" ".join(text.split()))[:TEXT_LENGTH]
