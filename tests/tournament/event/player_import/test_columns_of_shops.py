"""The headings of ticket shops and forms, and which person they mean."""

import pytest

from tournament.event.player_import.columns import find_headings, guess_headings, meaning_of
from tournament.event.player_import.notes import FileRow

HELLOASSO = (
    "Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;"
    "Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;"
    "Code Promo;Montant code promo;Pays;Numéro EMA"
)
BILLETWEB = (
    "N. de commande;Date de commande;Nom acheteur;Prénom acheteur;Email acheteur;Nom;Prénom;Tarif;Statut;"
    "Ta nationalité #131474;Ton club (commande) #135122"
)
PRETIX = (
    "Order code;Event slug;Status;Product;Variation;Price;Attendee name;Attendee name: Given name;"
    "Attendee name: Family name;Attendee email;Country;Invoice address name;Invoice address country"
)


def fields(headings, *rows):
    found = find_headings([FileRow(1, tuple(headings.split(";"))), *(FileRow(n, row) for n, row in enumerate(rows, 2))])
    assert found is not None
    return {column.heading: column.field for column in found.columns if column.field}


@pytest.mark.parametrize(
    ("headings", "read"),
    [
        (
            HELLOASSO,
            {"Statut de la commande": "status", "Nom participant": "last_name", "Prénom participant": "first_name",
             "Billet": "ticket", "Tarif": "ticket", "Pays": "country", "Numéro EMA": "ema_number"},
        ),
        (
            BILLETWEB,
            {"Nom": "last_name", "Prénom": "first_name", "Tarif": "ticket", "Statut": "status",
             "Ta nationalité #131474": "country", "Ton club (commande) #135122": "club"},
        ),
        (
            PRETIX,
            {"Status": "status", "Product": "ticket", "Attendee name: Given name": "first_name",
             "Attendee name: Family name": "last_name", "Country": "country"},
        ),
        (
            "Timestamp;Email Address;What is your first name?;What is your last name / surname?;Country you represent;"
            "EMA number (if any);Club / association;Any allergies?",
            {"What is your first name?": "first_name", "What is your last name / surname?": "last_name",
             "Country you represent": "country", "EMA number (if any)": "ema_number", "Club / association": "club"},
        ),
        (
            "Horodateur;Quel est ton nom ?;Ton prénom;Ta nationalité;Ton club;Ton numéro EMA",
            {"Quel est ton nom ?": "last_name", "Ton prénom": "first_name", "Ta nationalité": "country",
             "Ton club": "club", "Ton numéro EMA": "ema_number"},
        ),
        (
            "Zeitstempel;Dein Vorname;Wie lautet dein Nachname?;Aus welchem Land kommst du?;Dein Verein",
            {"Dein Vorname": "first_name", "Wie lautet dein Nachname?": "last_name", "Dein Verein": "club"},
        ),
        (
            "Marca temporal;¿Cuál es tu nombre?;¿Cuáles son tus apellidos?;Tu país;Tu equipo",
            {"¿Cuál es tu nombre?": "first_name", "Tu país": "country", "Tu equipo": "team"},
        ),
        (
            "Informazioni;Il tuo nome;Il tuo cognome;La tua nazionalità;Il tuo circolo",
            {"Il tuo nome": "first_name", "Il tuo cognome": "last_name", "La tua nazionalità": "country",
             "Il tuo circolo": "club"},
        ),
        (
            "Tijdstempel;Wat is je voornaam?;Wat is je achternaam?;Jouw nationaliteit;Vereniging",
            {"Wat is je voornaam?": "first_name", "Wat is je achternaam?": "last_name",
             "Jouw nationaliteit": "country", "Vereniging": "club"},
        ),
    ],
)  # fmt: skip
def test_headings_of_shops_and_forms(headings, read):
    found = fields(headings)
    assert read.items() <= found.items()
    assert not any("payeur" in heading or "acheteur" in heading or "Invoice" in heading for heading in found)


def test_without_players_the_names_are_those_of_the_buyers():
    found = find_headings([FileRow(1, ("Nom acheteur", "Prénom acheteur", "Pays acheteur"))])
    assert found is not None
    assert found.of_buyers
    assert [column.field for column in found.columns] == ["last_name", "first_name", ""]


def test_a_column_called_name_may_repeat_the_first_name():
    rows = [("Ada Bamboo", "Ada"), ("Ben Circle", "Ben")]
    assert fields("Name;First name", *rows) == {"Name": "name"}
    assert fields("Name;First name", ("Bamboo", "Ada"), ("Circle", "Ben")) == {
        "Name": "last_name",
        "First name": "first_name",
    }


def test_of_two_columns_for_the_last_name_the_filled_one_is_read_and_the_other_is_named():
    found = find_headings([
        FileRow(1, ("Nom", "Nom de famille", "Nom d'usage", "Prénom")),
        FileRow(2, ("Bambou", "", "Cercle", "Ada")),
    ])  # fmt: skip
    assert found is not None
    last = found.of_field("last_name")
    assert last is not None
    assert (last.heading, last.also) == ("Nom d'usage", (0,)), "“Nom” may be the last name as well"
    two = find_headings([FileRow(1, ("Surname", "Family name", "First name")), FileRow(2, ("Bamboo", "Circle", "Ada"))])
    assert two is not None
    last = two.of_field("last_name")
    assert last is not None
    assert (last.heading, last.also) == ("Surname", (1,))


@pytest.mark.parametrize("heading", ["", "Event name", "Nom de la campagne", "Company", "Allergies", "x" * 300])
def test_headings_of_other_things(heading):
    assert not meaning_of(heading).kind


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ([("Who", "Land"), ("Ada", "FR")], 1),
        ([("Who", "Mail"), ("Ada", "a@example.org")], 1),
        ([("Open 2026",), ("Who", "When"), ("Ada", "2026-03-01")], 2),
        ([("Ada", "Bamboo"), ("Ben", "Circle")], 0),
        ([("Ada", "4"), ("Ben", "5")], 0),
        ([("Who", "What")], 0),
    ],
)
def test_a_row_that_looks_like_headings(rows, line):
    found = guess_headings([FileRow(place, row) for place, row in enumerate(rows, 1)])
    assert (found.line if found is not None else 0) == line
