"""Which lines of a list are not players of the event, and why: orders that do not count, other tickets, totals.

Everything is recognised by what the cells say, and by their headings where there are known ones. A line that may be a
player after all can be chosen in the preview; a total or a title cannot.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tournament.event.player_import.columns import FileColumn, Headings, is_amount
from tournament.event.player_import.heading_words import FULL_NAME, STATUS, TICKET, word_set
from tournament.event.player_import.notes import (
    BELOW_TOTAL,
    NO_PLAY,
    ORDER_CANCELLED,
    ORDER_REFUNDED,
    ORDER_WAITING,
    ROW_HIDDEN,
    ROW_STRUCK,
    SECTION,
    STATUS_UNKNOWN,
    TOTAL,
    FileRow,
    Note,
    NoteKind,
)
from tournament.event.roster import LISTED_FIELDS
from tournament.language import folded, mark

Reasons = Mapping[int, Note]
"""Why a line is not taken, by its number in the file."""

_STATES: dict[NoteKind, str] = {
    ORDER_CANCELLED: "annulé, annulée, annulés, annulées, annulation, commande annulée, cancelled, canceled, "
    "cancellation, cancelled order, order cancelled, deleted, supprimé, supprimée, void, voided, abandoned, abandonné, "
    "abandonnée, expired, expiré, expirée, refused, refusé, refusée, rejected, rejeté, rejetée, declined, failed, "
    "échoué, échouée, not attending, not going, withdrawn, désistement, désisté, désistée, désisté e, forfait, "
    "storniert, stornierung, abgesagt, absage, abgemeldet, gelöscht, verfallen, abgelaufen, abgelehnt, ungültig, "
    "cancelado, cancelada, cancelados, cancelación, anulado, anulada, anulados, caducado, rechazado, rechazada, baja, "
    "annullato, annullata, annullati, cancellato, cancellata, scaduto, rifiutato, rifiutata, rinuncia, "
    "geannuleerd, geannuleerden, vervallen, afgemeld, afgewezen, verlopen, no show, 已取消, 取消",
    ORDER_REFUNDED: "remboursé, remboursée, remboursés, remboursement, refunded, refund, fully refunded, chargeback, "
    "charged back, contesté, contestée, litige, en litige, disputed, erstattet, rückerstattet, zurückerstattet, "
    "rückerstattung, zurückgezahlt, reembolsado, reembolsada, reembolso, devuelto, rimborsato, rimborsata, rimborso, "
    "terugbetaald, terugbetaling, 已退款, 退款",
    ORDER_WAITING: "en attente, attente, en attente de paiement, paiement en attente, à payer, impayé, impayée, "
    "non payé, non payée, non réglé, liste d'attente, en liste d'attente, sur liste d'attente, pending, "
    "payment pending, pending payment, approval pending, pending approval, unpaid, not paid, awaiting payment, "
    "waiting, waiting list, waitlist, waitlisted, wait list, on waiting list, on hold, "
    "reserve, reserves, reserve list, réserve, remplaçant, remplaçante, draft, brouillon, unconfirmed, "
    "non confirmé, non confirmée, incomplete, "
    "ausstehend, zahlung ausstehend, offen, unbezahlt, nicht bezahlt, wartend, warteliste, auf warteliste, "
    "auf der warteliste, unbestätigt, nachrücker, pendiente, pendiente de pago, en espera, lista de espera, impagado, "
    "no pagado, in attesa, in attesa di pagamento, lista d'attesa, lista di attesa, non pagato, in sospeso, "
    "in afwachting, wachtend, wachtlijst, reservelijst, onbetaald, niet betaald, openstaand, 待付款, 候补",
}
_COUNTS = (
    "validé, validée, validés, valide, payé, payée, payés, réglé, réglée, confirmé, confirmée, confirmés, inscrit, "
    "inscrite, inscrits, accepté, acceptée, traité, traitée, terminé, effectué, gratuit, présent, présente, ok, oui, "
    "valid, paid, fully paid, confirmed, completed, complete, approved, accepted, attending, going, checked in, "
    "registered, active, free, success, successful, succeeded, processed, authorized, done, yes, partially paid, "
    "bezahlt, bestätigt, gültig, angemeldet, abgeschlossen, bestellt, kostenlos, aktiv, eingecheckt, ja, "
    "pagado, pagada, confirmado, confirmada, válido, válida, completado, completada, inscrito, inscrita, aceptado, sí, "
    "pagato, pagata, confermato, confermata, valido, valida, completato, iscritto, iscritta, accettato, approvato, "
    "betaald, bevestigd, geldig, voltooid, ingeschreven, aangemeld, geaccepteerd, 已付款, 已确认, 有效"
)
_STATE_LETTERS: dict[str, NoteKind | None] = {"p": None, "n": ORDER_WAITING, "e": ORDER_CANCELLED, "c": ORDER_CANCELLED}
"""The states of pretix as its programming interface writes them."""

_DOUBTS = word_set(
    "not non nicht pas no niet partially partial partiel partielle partiellement teilweise parcial parcialmente "
    "parziale parzialmente gedeeltelijk"
)
"""Words that change what the others say."""


def _words(text: str) -> Iterator[str]:
    return (folded(word) for word in text.split(","))


_STATE_WORDS: dict[str, NoteKind | None] = {
    **dict.fromkeys(_words(_COUNTS)),
    **{word: kind for kind, words in _STATES.items() for word in _words(words)},
}
"""What a state says, by its folded words: None for an order that counts."""

_PLAYS = word_set(
    "tournoi tournois tournament player players joueur joueuse joueurs competition championnat championship turnier "
    "spieler spielerin wettkampf meisterschaft torneo jugador jugadora jugadores giocatore giocatrice giocatori "
    "campionato campeonato toernooi speler spelers kampioenschap mahjong mcr riichi guobiao open cup coupe play plays "
    "playing jouer jeu partie entry inscription participation participant teilnahme startgeld startplatz teilnehmer "
    "deelname participacion partecipazione"
)
_NO_PLAY = word_set(
    "repas diner diners dejeuner dejeuners dinner dinners lunch lunches meal meals breakfast brunch buffet supper "
    "restaurant essen mahlzeit abendessen mittagessen fruhstuck cena cenas comida almuerzo desayuno pranzo pasto "
    "colazione maaltijd diner avondeten ontbijt banquet gala aperitif apero accompagnant accompagnante accompagnants "
    "accompagnateur accompagnatrice companion companions accompanying begleitung begleiter begleiterin begleitperson "
    "begleitpersonen acompanante acompanantes accompagnatore accompagnatrice accompagnatori begeleider conjoint "
    "conjointe spectateur spectatrice spectateurs spectator spectators visitor visitors visiteur visiteuse "
    "visiteurs zuschauer besucher besucherin espectador espectadora visitante spettatore visitatore toeschouwer "
    "bezoeker benevole benevoles volunteer volunteers helfer helferin voluntario volontario vrijwilliger don dons "
    "donation donations spende donacion donazione donatie shirt tshirt t-shirt goodies parking parkplatz camping "
    "hebergement hotel unterkunft logement chambre adhesion cotisation membership mitgliedsbeitrag"
)
_NEVER_PLAYS = re.compile(
    r"\b(?:non joueu\w+|non player\w*|not playing|no play|sans jouer|sans jeu|nicht spieler\w*|ohne spiel|"
    r"no jugador\w*|non giocat\w+|niet speler\w*|niet spelend)\b"
)
_JOINED = re.compile(
    r"\+|&|/|\b(?:et|and|und|y|e|en|avec|with|mit|con|met|incl\w*|inclus\w*|inkl\w*|compris\w*)\b", re.IGNORECASE
)
_ADDED = re.compile(r"\s*(?:\+|avec|sans|with|without|mit|ohne|con|sin|senza|met|zonder|incl|inkl)\b", re.IGNORECASE)

_TOTAL = re.compile(
    r"(?:sous |sub ?|grand |zwischen)?(?:total|totaux|totals|subtotal|totale|totali|totaal|summe|gesamt|gesamtsumme|"
    r"gesamtzahl|insgesamt|somme|sum|suma|somma|som|anzahl|nombre|count|number)(?: of| de| d| der| di| general| "
    r"players?| participants?| joueurs?| inscrits?| spieler| teilnehmer| jugadores| giocatori| spelers| deelnemers)*"
    r"(?: \d+)?"
)
_ALONE = re.compile(r"(?:sous |sub ?|grand |zwischen)?(?:total\w*|totaux|subtotal|summe|gesamt\w*)")
"""The words for a total that need no number beside them."""
_NUMBER = re.compile(
    r"[-−+]?[\d\s.,’'\u00a0\u202f]*\d[\d\s.,’'\u00a0\u202f]*(?:€|eur|\$|usd|£|gbp|chf|%)?", re.IGNORECASE
)
_NEGATIVE = re.compile(
    r"(?:[-−]\s*(?:€|\$|£)?\s*\d[\d\s.,’'\u00a0\u202f]*|\(\s*\d[\d\s.,]*\s*\))(?:€|eur|\$|usd|£|gbp|chf)?",
    re.IGNORECASE,
)

_SECTIONS: dict[NoteKind, re.Pattern[str]] = {
    ORDER_CANCELLED: re.compile(
        r"\b(?:annul\w*|cancel\w*|desist\w*|forfaits?|storn\w*|absagen?|abgesagt\w*|abgemeldet\w*|anulad\w*|baja\w*|"
        r"geannul\w*|afgemeld\w*|withdrawn|withdrawals|no shows?|rinunc\w*)\b"
    ),
    ORDER_REFUNDED: re.compile(r"\b(?:rembours\w*|refund\w*|erstatt\w*|reembols\w*|rimbors\w*|terugbetaal\w*)\b"),
    ORDER_WAITING: re.compile(
        r"\b(?:attente|waiting|wait ?list\w*|warte\w*|espera|attesa|wachtlijst|reserve\w*|pending|nachruck\w*|"
        r"remplacants?)\b"
    ),
    NO_PLAY: re.compile(
        r"\b(?:accompagn\w*|companions?|begleit\w*|acompan\w*|begeleid\w*|spectat\w*|zuschauer|benevol\w*|volunteers?|"
        r"helfer|repas|meals?|dinners?|visit\w*|non joueurs?|non players?)\b"
    ),
}
_BEFORE_SECTION = re.compile(
    r"(?:(?:listes?|lists?|lista|lijst|joueurs?|players?|spieler|personnes?|people|inscrits?|inscriptions?|commandes?|"
    r"orders?|bestellungen|sur|on|auf|en|in|op|the|la|les|l|de|d|des|die|der|das|di) )*"
)
_TITLE = re.compile(
    r"(?:(?:groupe?|group|gruppe|grupo|gruppo|groep|section|poule|pool|table|tisch|mesa|tavolo|tafel|categor\w*|"
    r"kategor\w*|equipe|team|mannschaft|club|verein)(?: \w{1,2})?|(?:liste des )?(?:inscrits?|joueurs?|players?|"
    r"spieler|teilnehmer|participants?|confirm\w*|registered|angemeldet\w*|jugadores|inscritos|iscritti|"
    r"giocatori|spelers|deelnemers)"
    r"(?: \w+){0,3}(?: \d+)?)"
)
_MOST_DISTINCT = 12
"""A column with more different texts does not say what was ordered."""


def lines_not_meant(rows: Sequence[FileRow], headings: Headings) -> Reasons:
    """Return why each of ``rows``, those below the headings, is not a player of the event."""
    filled = _filled(rows)
    found: dict[int, Note] = {}
    for reasons in (
        _totals(filled),
        _sections(filled, headings),
        _hidden(filled),
        _orders(filled, headings),
        _tickets(filled, headings),
        _refunds(filled, headings),
    ):
        for line, note in reasons:
            found.setdefault(line, note)
    return found


def columns_of_orders(rows: Sequence[FileRow], headings: Headings) -> frozenset[int]:
    """Return the columns that say whether an order counts, or what was ordered, by heading or content."""
    filled = _filled(rows)
    return frozenset((*_state_columns(filled, headings), *_ticket_columns(filled, headings)))


def remarks_on_orders(rows: Sequence[FileRow], headings: Headings) -> Reasons:
    """Return remarks on lines that are taken although the state of their order is missing or not known."""
    filled = _filled(rows)
    found: dict[int, Note] = {}
    by_heading = {column.index for column in headings.columns if column.field == STATUS}
    for index in by_heading.intersection(_state_columns(filled, headings)):
        for row in filled:
            cell = _cell(row, index)
            if not cell:
                found[row.line] = Note(STATUS_UNKNOWN, mark("No order status"), row.line)
            elif _state(cell) is STATUS_UNKNOWN:
                text = mark("Order status “{cell}” is not known: taken as valid", cell=cell)
                found[row.line] = Note(STATUS_UNKNOWN, text, row.line)
    for row, column, cell in _remarks_like_states(filled, headings):
        text = mark("“{cell}” in the column “{heading}”: taken as valid", cell=cell, heading=column.heading)
        found.setdefault(row.line, Note(STATUS_UNKNOWN, text, row.line))
    return found


def _remarks_like_states(rows: Sequence[FileRow], headings: Headings) -> Iterator[tuple[FileRow, FileColumn, str]]:
    """Yield the cells that say “cancelled” or “refunded” in a column that also says other things."""
    states = _state_columns(rows, headings)
    for column in headings.columns:
        if column.field or column.ignored or column.index in states:
            continue
        for row in rows:
            cell = _cell(row, column.index)
            if _STATE_WORDS.get(folded(cell)) in (ORDER_CANCELLED, ORDER_REFUNDED) and _says_why(cell):
                yield row, column, cell


def is_title_or_total(row: FileRow) -> bool:
    """Whether ``row`` is a title within a list of names, such as “Waiting list”, or a total."""
    return _is_title(row) or _is_total(row)


def _is_title(row: FileRow) -> bool:
    cells = [" ".join(cell.split()) for cell in row.cells if cell.strip()]
    return len(cells) == 1 and _section_of(cells[0]) is not None


@lru_cache(maxsize=8192)
def plays(ticket: str) -> bool:
    """Whether a ``ticket`` with these words is a place in the event; True if it does not say otherwise.

    “Tournament + dinner” is, “Dinner of the tournament” and “Companion” are not.
    """
    words = folded(ticket).split()
    if _NEVER_PLAYS.search(" ".join(words)):
        return False
    if _ADDED.match(ticket):
        return True  # “with dinner” says nothing about the place itself
    other = next((place for place, word in enumerate(words) if word in _NO_PLAY), None)
    if other is None:
        return True
    place = next((place for place, word in enumerate(words) if word in _PLAYS), None)
    return place is not None and (place < other or bool(_JOINED.search(ticket)))


def _totals(rows: Sequence[FileRow]) -> Iterator[tuple[int, Note]]:
    """Totals, and everything below the last one."""
    totals = [row for row in rows if _is_total(row)]
    for row in totals:
        cells = " ".join(" ".join(cell.split()) for cell in row.cells if cell.strip())
        yield row.line, Note(TOTAL, mark("A total, not a player: “{cells}”", cells=cells[:80]), row.line)
    if not totals:
        return
    last = totals[-1].line
    titled = {row.line for row in rows if row.line > last and _is_title(row)}
    if titled:
        return  # the titles say what is below them
    for row in rows:
        if row.line > last:
            text = mark("Below the total on line {line}", line=last)
            yield row.line, Note(BELOW_TOTAL, text, row.line)


def _is_total(row: FileRow) -> bool:
    """Whether ``row`` has the word total, and otherwise only numbers."""
    words: list[str] = []
    has_digit = False
    for cell in row.cells:
        text = cell.strip()
        if not text:
            continue
        is_number, is_total = _figures(text)
        if not is_number:
            if not is_total or len(words) == 2:
                return False
            words.append(folded(text))
        has_digit = has_digit or any(map(str.isdigit, text))
    return bool(words) and (has_digit or all(_ALONE.fullmatch(word) for word in words))


@lru_cache(maxsize=8192)
def _figures(cell: str) -> tuple[bool, bool]:
    """Whether a cell is a number, and whether it is a word for a total."""
    return bool(_NUMBER.fullmatch(cell)), bool(_TOTAL.fullmatch(folded(cell)))


def _sections(rows: Sequence[FileRow], headings: Headings) -> Iterator[tuple[int, Note]]:
    """Titles within the list, and the lines below one such as “Waiting list”."""
    kind: NoteKind | None = None
    title = ""
    many = any(sum(bool(cell.strip()) for cell in row.cells) > 1 for row in rows)
    read = {column.index for column in headings.columns if column.field in (FULL_NAME, *LISTED_FIELDS)}
    for row in rows:
        cells = [(index, " ".join(cell.split())) for index, cell in enumerate(row.cells) if cell.strip()]
        if len(cells) == 1 and not _is_total(row):
            ((index, cell),) = cells
            section = _section_of(cell, in_names=index in read)
            if section is not None:
                kind, title = (section if section is not SECTION else None), cell
            if section is not None or (many and index not in read and any(map(str.isalpha, cell))):
                yield (
                    row.line,
                    Note(SECTION, mark("A title in the list, not a player: “{cell}”", cell=cell[:80]), row.line),
                )
                continue
        if kind is not None:
            text = mark("Below “{title}” in the list", title=title[:60])
            yield row.line, Note(kind, text, row.line)


def _section_of(cell: str, *, in_names: bool = True) -> NoteKind | None:
    """Return the reason for leaving out the lines below a title, :data:`SECTION` if there is none; None if the cell is
    no title.

    In a column of names the title must begin with its word: somebody may be called “Jean Forfait”.
    """
    words, ends = folded(cell), cell.rstrip().endswith(":")
    if not words or len(words.split()) > 8:
        return None
    for kind, pattern in _SECTIONS.items():
        found = pattern.search(words)
        if found and (ends or not in_names or _BEFORE_SECTION.fullmatch(words[: found.start()])):
            return kind
    return SECTION if _TITLE.fullmatch(words) or ends else None


def _hidden(rows: Sequence[FileRow]) -> Iterator[tuple[int, Note]]:
    for row in rows:
        if row.struck:
            yield row.line, Note(ROW_STRUCK, mark("The line is struck through in the file"), row.line)
        elif row.hidden:
            yield row.line, Note(ROW_HIDDEN, mark("The line is hidden in the file"), row.line)


def _orders(rows: Sequence[FileRow], headings: Headings) -> Iterator[tuple[int, Note]]:
    for index in _state_columns(rows, headings):
        for row in rows:
            kind = _state(_cell(row, index))
            if kind is not None and kind is not STATUS_UNKNOWN:
                yield (
                    row.line,
                    Note(kind, mark("{reason}: “{cell}”", reason=kind.label, cell=_cell(row, index)), row.line),
                )


@lru_cache(maxsize=8192)
def _state(cell: str) -> NoteKind | None:
    """Return what a state says: a reason, None if the order counts, :data:`STATUS_UNKNOWN` if it is not known."""
    words = folded(cell)
    if words in _STATE_LETTERS:
        return _STATE_LETTERS[words]
    if not words or words in _STATE_WORDS:
        return _STATE_WORDS.get(words)
    if _DOUBTS & set(words.split()):
        return STATUS_UNKNOWN
    known = {_STATE_WORDS[word] for word in words.split() if word in _STATE_WORDS}
    reasons = [kind for kind in known if kind is not None]
    return reasons[0] if len(reasons) == 1 and len(known) == 1 else STATUS_UNKNOWN


def _state_columns(rows: Sequence[FileRow], headings: Headings) -> list[int]:
    """The columns that say whether an order counts: by their heading, or because they contain nothing else."""
    found = []
    for column in headings.columns:
        if column.ignored or column.field not in ("", STATUS) or set(folded(column.heading).split()) & _NO_PLAY:
            continue
        cells = {cell for row in rows if (cell := _cell(row, column.index)) and not _figures(cell)[0]}
        if not column.field and len(cells) > _MOST_DISTINCT:
            continue
        exact = {cell for cell in cells if folded(cell) in _STATE_WORDS}
        known = {cell for cell in cells if cell in exact or _state(cell) is not STATUS_UNKNOWN}
        by_content = known == cells and 2 * len(exact) >= len(cells) and any(map(_says_why, exact))
        if by_content or (column.field and known):
            found.append(column.index)
    return found


def _says_why(cell: str) -> bool:
    """Whether a cell says by itself that an order does not count; “open” or “no” do not."""
    kind = _STATE_WORDS.get(folded(cell))
    return kind is not None and folded(cell) not in ("offen", "void", "baja", "reserve", "reserves", "free", "waiting")


def _tickets(rows: Sequence[FileRow], headings: Headings) -> Iterator[tuple[int, Note]]:
    columns = _ticket_columns(rows, headings)
    for row in rows:
        cells = [cell for index in columns if (cell := _cell(row, index))]
        other = next((cell for cell in cells if not plays(cell)), None)
        if other is not None and not any(plays(cell) and set(folded(cell).split()) & _PLAYS for cell in cells):
            yield row.line, Note(NO_PLAY, mark("Not a place in the event: “{cell}”", cell=other), row.line)


def _ticket_columns(rows: Sequence[FileRow], headings: Headings) -> list[int]:
    """The columns that say what was ordered: by their heading, or because each cell is a place in the event or not."""
    found = [column.index for column in headings.columns if column.field == TICKET]
    if found:
        return found
    for column in headings.columns:
        if column.field or column.ignored:
            continue
        cells = {folded(cell) for row in rows if (cell := _cell(row, column.index))}
        if 1 < len(cells) <= _MOST_DISTINCT and all(_names_a_ticket(cell) for cell in cells):
            kinds = {plays(cell) for cell in cells}
            if len(kinds) == 2:
                found.append(column.index)
    return found


def _names_a_ticket(cell: str) -> bool:
    words = set(cell.split())
    return bool(words & (_PLAYS | _NO_PLAY)) or bool(_NEVER_PLAYS.search(cell))


def _refunds(rows: Sequence[FileRow], headings: Headings) -> Iterator[tuple[int, Note]]:
    """Lines with a negative amount, as some shops write refunds."""
    amounts = [column.index for column in headings.columns if not column.ignored and is_amount(column.heading)]
    for index in amounts:
        for row in rows:
            cell = _cell(row, index)
            if _NEGATIVE.fullmatch(cell) and re.search("[1-9]", cell):
                text = mark("{reason}: “{cell}”", reason=ORDER_REFUNDED.label, cell=cell)
                yield row.line, Note(ORDER_REFUNDED, text, row.line)


def _filled(rows: Sequence[FileRow]) -> list[FileRow]:
    """The rows that are not blank, with one space between words."""
    return [replace(row, cells=tuple(" ".join(cell.split()) for cell in row.cells)) for row in rows if not row.is_blank]


def _cell(row: FileRow, index: int) -> str:
    return row.cells[index] if index < len(row.cells) else ""
