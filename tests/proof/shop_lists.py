"""Random lists of players as ticket shops, forms and spreadsheets write them, with what must be read from them."""

import csv
import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.reports.readers.ods_files import ods

_FIRST = (
    "Ada", "Aline", "Bruno", "Chloé", "Denis", "Gaston", "Inès", "Jürgen", "Łucja", "Šárka", "Begoña", "Håkan", "Noël",
    "Jean-Pierre", "Anne-Marie", "Zoë", "Siân", "Søren", "Maria", "Julia", "Thomas", "Peter", "Anna", "Claire", "Marc",
    "Hans", "Elena", "Paolo", "Giulia", "Pieter", "Katarzyna", "Zwxy", "明", "花子",
)  # fmt: skip
_LAST = (
    "Bambou", "Cercle", "Dragon", "Quatrevents", "Fleur", "Saison", "O'Brien", "van den Berg", "de la Cruz",
    "Müller-Lüdenscheidt", "Ng", "Łukaszewicz", "Total", "Somme", "Repas", "Attente", "Forfait", "Reserve", "Table",
    "McDonald", "d'Artagnan", "Null", "None", "Test", "Club", "Payeur", "Participant", "Sum", "Annulé", "Smith-Jones",
    "Bambú", "Öztürk", "Straße", "李", "Diner", "Refund", "Cancel", "Nom", "Name", "Player",
)  # fmt: skip
_CLEAR_LAST = (
    "Bambou", "Cercle", "Dragon", "Quatrevents", "Fleur", "Saison", "O'Brien", "van den Berg", "de la Cruz", "Öztürk",
    "Łukaszewicz", "McDonald", "Smith-Jones", "Tuile", "Vents", "Orchidée", "Chrysant", "Pflaume", "Kranich", "Ente",
)  # fmt: skip
_CLEAR_FIRST = (
    "Aline", "Bruno", "Chloé", "Denis", "Gaston", "Inès", "Jürgen", "Jean-Pierre", "Anne-Marie", "Zoë", "Maria",
    "Julia", "Thomas", "Peter", "Anna", "Claire", "Marc", "Hans", "Elena", "Paolo", "Giulia", "Katarzyna",
)  # fmt: skip
_COUNTRIES = ("FR", "FRA", "Belgique", "Deutschland", "Poland", "", "CH", "Niederlande", "España")


@dataclass
class ShopList:
    """A list, and what must be read from it."""

    shop: str
    name: str
    content: bytes
    players: list[tuple[str, str]] = field(default_factory=list)
    """First and last name of everybody who is to play."""
    left_out: list[tuple[tuple[str, str], str]] = field(default_factory=list)
    """First and last name of everybody else, with the code of the reason."""


class _People:
    """Different random names, and who of them plays."""

    def __init__(self, chance: random.Random, *, clear: bool = False) -> None:
        self._chance = chance
        self._firsts: tuple[str, ...] = _CLEAR_FIRST if clear else _FIRST
        self._lasts: tuple[str, ...] = _CLEAR_LAST if clear else _LAST
        self._used: set[tuple[str, str]] = set()
        self.players: list[tuple[str, str]] = []
        self.left_out: list[tuple[tuple[str, str], str]] = []

    def person(self, reason: str = "") -> tuple[str, str]:
        """Return a new person, who plays unless there is a ``reason``."""
        while True:
            name = self._chance.choice(self._firsts), self._chance.choice(self._lasts)
            if name not in self._used:
                break
        self._used.add(name)
        if reason:
            self.left_out.append((name, reason))
        else:
            self.players.append(name)
        return name


_HELLOASSO = (
    "Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;"
    "Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;"
    "Code Promo;Montant code promo;Pays;Numéro EMA;Ton club"
)
_FRENCH = {"Validé": "", "Annulé": "order-cancelled", "Remboursé": "order-refunded", "En attente": "order-waiting",
           "Contesté": "order-refunded"}  # fmt: skip
_FRENCH_TICKETS = {"Tournoi": "", "Tournoi adhérent": "", "Tournoi + repas du soir": "", "Adulte": "",
                   "Repas seul": "no-play", "Accompagnant": "no-play", "Repas du tournoi": "no-play"}  # fmt: skip


def _helloasso(chance: random.Random) -> ShopList:
    people, rows = _People(chance), []
    for place in range(chance.randint(4, 40)):
        status, ticket = _pick(chance, _FRENCH), _pick(chance, _FRENCH_TICKETS)
        first, last = people.person(_FRENCH[status] or _FRENCH_TICKETS[ticket])
        payer = chance.choice(_LAST), chance.choice(_FIRST)
        rows.append([
            str(90_000 + place), "12/03/2026 10:21", status, last, first, *payer, "b@example.org", "",
            "Carte bancaire", "Oui", str(55_000 + place), ticket, chance.choice(("30,00", "1.030,00 €", "0,00")), "",
            chance.choice(("", "-5,00")), chance.choice(_COUNTRIES), f"0499{place:04}", chance.choice(("", "Tuiles")),
        ])  # fmt: skip
    return _made(chance, "helloasso", _HELLOASSO.split(";"), rows, people, separator=";")


_BILLETWEB = (
    "N. de commande;Date de commande;Nom acheteur;Prénom acheteur;Email acheteur;Nom;Prénom;Tarif;Prix;Statut;"
    "Ta nationalité #131474;Ton club (commande) #135122;Régime alimentaire #131475"
)


def _billetweb(chance: random.Random) -> ShopList:
    people, rows = _People(chance), []
    for place in range(chance.randint(4, 40)):
        status, ticket = _pick(chance, _FRENCH), _pick(chance, _FRENCH_TICKETS)
        first, last = people.person(_FRENCH[status] or _FRENCH_TICKETS[ticket])
        rows.append([
            str(place), "2026-03-01", chance.choice(_LAST), chance.choice(_FIRST), "b@example.org", last, first, ticket,
            "30.00", status, chance.choice(_COUNTRIES), chance.choice(("", "Tuiles", "tuiles")), "sans gluten",
        ])  # fmt: skip
    return _made(chance, "billetweb", _BILLETWEB.split(";"), rows, people, separator=";")


_PRETIX = (
    "Order code;Event slug;Status;Position ID;Email;Phone number;Order date;Product;Variation;Price;Tax rate;"
    "Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company;City;Country;State;"
    "Voucher;Invoice address name;Invoice address country;Your club"
)
_PRETIX_STATES = {"paid": "", "canceled": "order-cancelled", "pending": "order-waiting", "expired": "order-cancelled"}
_PRETIX_TICKETS = {"Player ticket": "", "Tournament and dinner": "", "Early bird": "", "Dinner": "no-play",
                   "Companion": "no-play"}  # fmt: skip


def _pretix(chance: random.Random) -> ShopList:
    people, rows = _People(chance), []
    for place in range(chance.randint(4, 40)):
        status, ticket = _pick(chance, _PRETIX_STATES), _pick(chance, _PRETIX_TICKETS)
        first, last = people.person(_PRETIX_STATES[status] or _PRETIX_TICKETS[ticket])
        rows.append([
            f"ABC{place}", "cup", status, str(place), "a@example.org", "+49 123", "2026-03-01", ticket,
            chance.choice(("", "with dinner")), "30.00", "19.00", f"{first} {last}", first, last, "a@example.org", "",
            "Lyon", chance.choice(("FR", "DE", "BE", "")), "", "", f"{chance.choice(_FIRST)} {chance.choice(_LAST)}",
            "AT", chance.choice(("", "Tile House")),
        ])  # fmt: skip
    return _made(chance, "pretix", _PRETIX.split(";"), rows, people, separator=",")


_FORMS = (
    ("Timestamp", "Email Address", "What is your first name?", "What is your last name / surname?",
     "Country you represent", "EMA number (if any)", "Club / association", "Any allergies?"),
    ("Horodateur", "Adresse e-mail", "Ton prénom", "Ton nom", "Ta nationalité", "Ton numéro EMA", "Ton club",
     "Des allergies ?"),
    ("Zeitstempel", "E-Mail-Adresse", "Dein Vorname", "Dein Nachname", "Deine Nationalität", "EMA-Nummer",
     "Dein Verein", "Allergien?"),
    ("Marca temporal", "Correo", "¿Cuál es tu nombre?", "¿Cuáles son tus apellidos?", "Tu nacionalidad",
     "Tu número EMA", "Tu club", "¿Alergias?"),
    ("Informazioni cronologiche", "Indirizzo email", "Il tuo nome", "Il tuo cognome", "La tua nazionalità",
     "Il tuo numero EMA", "Il tuo circolo", "Allergie?"),
    ("Tijdstempel", "E-mailadres", "Wat is je voornaam?", "Wat is je achternaam?", "Jouw nationaliteit", "EMA-nummer",
     "Jouw vereniging", "Allergieën?"),
)  # fmt: skip


def _form(chance: random.Random) -> ShopList:
    people, rows = _People(chance), []
    for place in range(chance.randint(3, 40)):
        first, last = people.person()
        number = chance.choice((f"399{place:04}", "n/a", ""))
        rows.append(["2026/03/01 10:11:12 AM GMT+1", "a@example.org", first, last, chance.choice(_COUNTRIES), number,
                     chance.choice(("Tile House", "", "tile  house")), chance.choice(("no", "nuts", ""))])  # fmt: skip
    return _made(chance, "form", list(chance.choice(_FORMS)), rows, people, separator=",")


def _spreadsheet(chance: random.Random) -> ShopList:
    """A workbook made by hand: a title, headings, sections, a total, hidden and struck rows."""
    people = _People(chance)
    rows: list[list[str]] = [["Open de Lyon 2026 – liste des inscrits"], [], ["N°", "Nom", "Prénom", "Pays"]]
    hidden, struck = set[int](), set[int]()
    for place in range(chance.randint(4, 20)):
        kind = chance.choice(("", "", "", "", "row-hidden", "row-struck"))
        first, last = people.person(kind)
        rows.append([str(place + 1), last, first, chance.choice(("France", "Belgique", "CH"))])
        {"row-hidden": hidden, "row-struck": struck}.get(kind, set()).add(len(rows))
    rows.append([])
    rows.append(["", "Total", str(len(rows)), ""])
    if chance.random() < 0.7:
        rows.append([chance.choice(("Liste d'attente", "Waiting list:", "Warteliste"))])
        for place in range(chance.randint(1, 4)):
            first, last = people.person("order-waiting")
            rows.append([str(place + 50), last, first, "France"])
    if chance.random() < 0.5:
        return ShopList("spreadsheet", "list.ods", ods(rows, hidden, struck), people.players, people.left_out)
    return ShopList("spreadsheet", "list.xlsx", _xlsx(rows, hidden, struck), people.players, people.left_out)


_WRITTEN: dict[str, Callable[[str, str], str]] = {
    "LAST First": lambda first, last: f"{last.upper()} {first}",
    "First LAST": lambda first, last: f"{first} {last.upper()}",
    "Last, First": lambda first, last: f"{last}, {first}",
    "First Last": lambda first, last: f"{first} {last}",
    "Last First": lambda first, last: f"{last} {first}",
}


def _full_names(chance: random.Random) -> ShopList:
    """Full names in one order, with or without a heading that says it."""
    people, style = _People(chance, clear=True), chance.choice(list(_WRITTEN))
    names = [people.person() for _ in range(chance.randint(6, 40))]
    written = [_WRITTEN[style](*name) for name in names]
    if "LAST" in style:
        people.players = [(first, last.upper()) for first, last in names]
    heading = chance.choice(("Name", "Joueur", "Teilnehmer", ""))
    if not heading:
        content = "\n".join(
            f"{place}. {name}" if chance.random() < 0.5 else name for place, name in enumerate(written, 1)
        )
        return ShopList("names", "names.txt", content.encode(), people.players)
    rows = [[name, chance.choice(("FR", "DE"))] for name in written]
    return _made(chance, "full names", [heading, "Land"], rows, people, separator=";")


SHOPS: dict[str, Callable[[random.Random], ShopList]] = {
    "helloasso": _helloasso,
    "billetweb": _billetweb,
    "pretix": _pretix,
    "form": _form,
    "spreadsheet": _spreadsheet,
    "full names": _full_names,
}


def shop_list(shop: str, seed: int) -> ShopList:
    """Return the random list of ``shop`` with this seed."""
    return SHOPS[shop](random.Random(f"{shop} {seed}"))


def _pick(chance: random.Random, choices: dict[str, str]) -> str:
    """Return what counts in three of four cases, else anything."""
    counts = [each for each, reason in choices.items() if not reason]
    return chance.choice(counts if chance.random() < 0.75 else list(choices))


def _made(
    chance: random.Random, shop: str, headings: Sequence[str], rows: Sequence[Sequence[str]], people: _People,
    *, separator: str,
) -> ShopList:  # fmt: skip
    if not people.players:  # a shop has sold one place at least
        first, last = people.person()
        empty = dict.fromkeys(headings, "")
        chosen = {"Nom participant": last, "Nom": last, "Attendee name: Family name": last, "Prénom participant": first,
                  "Prénom": first, "Attendee name: Given name": first}  # fmt: skip
        rows = [*rows, [chosen.get(heading, empty[heading]) for heading in headings]]
    form = chance.choice(("csv", "csv", "xlsx", "ods"))
    table = [list(headings), *map(list, rows)]
    if form == "xlsx":
        content = _xlsx(table, set(), set())
    elif form == "ods":
        content = ods(table, set(), set())
    else:
        text = io.StringIO()
        csv.writer(text, delimiter=separator, quoting=chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))).writerows(
            table
        )
        content = text.getvalue().encode(chance.choice(("utf-8", "utf-8-sig")))
    return ShopList(shop, f"list.{form}", content, people.players, people.left_out)


def _xlsx(rows: Sequence[Sequence[str]], hidden: set[int], struck: set[int]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.create_sheet("List", 0)
    for row in rows:
        sheet.append(list(row) or [""])
    for line in hidden:
        sheet.row_dimensions[line].hidden = True
    for line in struck:
        for cell in sheet[line]:
            cell.font = Font(strike=True)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
