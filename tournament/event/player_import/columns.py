"""The headings of a list of players, in the words that people use for them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.event.player_import.notes import FileRow
from tournament.event.roster import LISTED_FIELDS
from tournament.language import folded

HEADING_ROWS = 30
"""Number of rows, not counting blank ones, in which headings are looked for; titles may be above them."""
FULL_NAME = "name"
"""The field of a column that contains first and last name together."""

_LAST_NAME_FIRST = "last name first"
"""The meaning of a heading for full names that begin with the last name."""
_ONE_NAME = "one name"
"""The meaning of “Name” alone: it may be the first, last or full name, depending on the other columns."""
_HEADINGS = {
    "first_name": "first name, player's first name, first, given name, given names, forename, forenames, "
    "christian name, prénom, prénoms, vorname, vornamen, rufname, voornaam, imię, keresztnév, utónév, "
    "fornavn, förnamn, etunimi, имя, 名",
    "last_name": "last name, player's last name, last, surname, family name, family, nom de famille, nom famille, "
    "nachname, familienname, zuname, achternaam, apellido, apellidos, cognome, sobrenome, apelido, "
    "nazwisko, vezetéknév, családnév, etternavn, efternavn, efternamn, sukunimi, příjmení, priezvisko, фамилия, 姓",
    "country": "country, country code, nation, nationality, nat, pays, nationalité, code pays, land, ländercode, "
    "nationalität, staat, staatsangehörigkeit, paese, país, nacionalidad, nazionalità, kraj, ország, maa, страна",
    "ema_number": "ema number, ema, ema n, n ema, ema no, no ema, ema nr, nr ema, ema num, num ema, ema numéro, "
    "numéro ema, numéro d'ema, ema nummer, ema id, id ema, ema code, code ema, ema licence, ema license, "
    "licence ema, n licence ema, n de licence ema, ema player number, ema player id, ema member number, "
    "ema membership number, ema registration number, número ema, numero ema, numer ema, ema szám",
    "club": "club, club name, nom du club, verein, vereinsname, klub, klubb, vereniging, клуб",
    "team": "team, team name, team number, équipe, nom d'équipe, nom de l'équipe, numéro d'équipe, n équipe, "
    "mannschaft, squadra, equipo, equipa, drużyna, csapat, ploeg, lag, hold, joukkue, команда",
    "nickname": "nickname, nick name, nick, alias, handle, pseudonym, screen name, public name, surnom, pseudo, "
    "pseudonyme, nom public, spitzname, künstlername, apodo, mote, sobrenombre, soprannome, nomignolo, pseudonimo, "
    "bijnaam, schuilnaam, pseudonim, ksywka, becenév, smeknamn, kaldenavn, kallenavn, lempinimi, přezdívka, "
    "prezývka, alcunha, прозвище, ник, никнейм, 昵称, 绰号, 外号",
    FULL_NAME: "full name, player, player name, name of player, nom complet, nom du joueur, joueur, joueuse, "
    "joueur euse, prénom nom, prénom et nom, first name last name, first and last name, name surname, "
    "name and surname, vorname nachname, vor und nachname, spieler, spielerin, spielername, vollständiger name, "
    "participant, participante, teilnehmer, teilnehmerin, nombre completo, nome completo, jugador, giocatore",
    _LAST_NAME_FIRST: "nom prénom, nom et prénom, nom prénoms, last name first name, surname name, surname first name, "
    "surname and name, nachname vorname, name vorname, name und vorname, name first name, cognome nome, 姓名",
    _ONE_NAME: "name, nom, nombre, nome, naam, navn, namn, név, nimi, jméno, meno",
}


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of the file."""

    index: int
    """Position in a row, from 0."""
    heading: str
    """The heading as written, on one line."""
    field: str = ""
    """A field of the player or :data:`FULL_NAME`; empty if the column is not read."""
    last_name_first: bool = False
    """Whether a full name begins with the last name if nothing else shows it, because the heading says so."""


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a file."""

    line: int
    """Line that contains them, from 1."""
    columns: tuple[FileColumn, ...]
    """All columns, in the order of the file."""

    @property
    def fields(self) -> frozenset[str]:
        """The fields that have a column."""
        return frozenset(column.field for column in self.columns) - {""}


def find_headings(rows: Sequence[FileRow]) -> Headings | None:
    """Return the row with the most recognised headings among the first :data:`HEADING_ROWS`; None without names."""
    found: list[Headings] = []
    for row in [row for row in rows if not row.is_blank][:HEADING_ROWS]:
        headings = Headings(row.line, _columns(row.cells))
        if FULL_NAME in headings.fields or {"first_name", "last_name"} <= headings.fields:
            found.append(headings)
    return max(found, key=lambda headings: len(headings.fields), default=None)


def recognised(cells: Sequence[str]) -> int:
    """Return how many of ``cells`` are headings of a list of players."""
    return sum(bool(_meaning(cell)) for cell in cells)


def _columns(cells: Sequence[str]) -> tuple[FileColumn, ...]:
    meanings = [_meaning(cell) for cell in cells]
    fields = _fields(meanings)
    taken: dict[str, int] = {}
    for index in sorted(range(len(cells)), key=lambda index: cells[index].strip() not in LISTED_FIELDS):
        taken.setdefault(fields[index], index)
    return tuple(
        FileColumn(
            index,
            " ".join(cell.split()),
            fields[index] if taken[fields[index]] == index else "",
            meanings[index] == _LAST_NAME_FIRST,
        )
        for index, cell in enumerate(cells)
    )


def _fields(meanings: Sequence[str]) -> list[str]:
    """Return the field of each column. “Name” alone depends on its neighbours, and no name is read twice."""
    present = set(meanings)
    apart = present & {"first_name", "last_name"}
    if len(apart) == 2:
        one_name = ""
    elif apart:
        one_name = "last_name" if "first_name" in apart else "first_name"
    else:
        one_name = "" if present & {FULL_NAME, _LAST_NAME_FIRST} else FULL_NAME
    both_apart = len(apart) == 2 or (len(apart) == 1 and _ONE_NAME in present)
    full_name = "" if both_apart else FULL_NAME
    fields = {_ONE_NAME: one_name, FULL_NAME: full_name, _LAST_NAME_FIRST: full_name}
    if present & {FULL_NAME, _LAST_NAME_FIRST} and not both_apart:
        fields |= {"first_name": "", "last_name": ""}
    return [fields.get(meaning, meaning) for meaning in meanings]


def _meaning(heading: str) -> str:
    """Return what ``heading`` means; empty if it is not known.

    A heading in two languages (``Nom / Last name``) has the meaning on which both agree.
    """
    without_hint = re.sub(r"\(.*?\)|\[.*?\]", "", heading)
    for whole in (heading, without_hint):
        if _key(whole) in _MEANINGS:
            return _MEANINGS[_key(whole)]
    parts = {_MEANINGS.get(_key(part), "") for part in re.split(r"[/|\n·]", without_hint)}
    if len(parts) > 1:
        parts.discard(_ONE_NAME)
    return parts.pop() if len(parts) == 1 else ""


def _key(heading: str) -> str:
    return folded(heading).replace(" ", "")


_MEANINGS = {_key(word): meaning for meaning, words in _HEADINGS.items() for word in words.split(",")}
"""By heading without capitals, accents, punctuation and spaces, so that ``first_name`` is ``First name``."""
