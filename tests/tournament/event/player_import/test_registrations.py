"""What lists and shops say beside the names becomes fields of registrations, and nothing of it is lost."""

from pathlib import Path

import pytest

from reports.readers import table_of_text
from tournament.event.player_import import choices_typed, read_roster
from tournament.event.player_import.registrations import not_read, registrations_of
from tournament.event.registration import Registration
from tournament.language import ENGLISH


def read(heading: str, *rows: str) -> list[Registration]:
    table = table_of_text("\n".join((heading, *rows)), path=Path("list.csv"))
    return list(registrations_of(table, read_roster(table, single_names=True)))


@pytest.mark.parametrize(
    "heading",
    [
        "Email Address", "Adresse e-mail", "E-Mail-Adresse", "Correo electrónico", "Indirizzo email", "E-mailadres",
        "Attendee email", "What is your e-mail address?", "Ton adresse mail #131474", "Courriel", "邮箱",
    ],
)  # fmt: skip
def test_an_address_is_known_by_the_headings_of_shops_and_forms(heading: str) -> None:
    (ada,) = read(f"First name;Last name;{heading}", "Ada;Bamboo;ada@example.org")
    assert (ada.email, ada.columns) == ("ada@example.org", ())


@pytest.mark.parametrize(
    "heading",
    ["Phone number", "Numéro de téléphone", "N° de téléphone", "Telefonnummer", "Móvil", "Cellulare",
     "Telefoonnummer", "What is your phone number?"],
)  # fmt: skip
def test_a_phone_is_known_by_the_headings_of_shops_and_forms(heading: str) -> None:
    (ada,) = read(f"First name;Last name;{heading}", "Ada;Bamboo;+33 1 23")
    assert (ada.phone, ada.columns) == ("+33 1 23", ())


def test_a_column_is_what_was_chosen_for_it_and_wins_over_what_a_heading_says() -> None:
    text = "Prénom;Nom;Tarif;Mon prix;Où;Divers\nAda;Bamboo;30;25;ada@example.org;dear\nBen;Circle;30;25;;\n"
    table = table_of_text(text, path=Path("list.csv"))
    choices = choices_typed(table.rows, ["Mon prix=due", "Où=email", "Divers=paid"])
    roster = read_roster(table, (), choices, single_names=True)
    ada, ben = registrations_of(table, roster)
    assert (ada.due, ada.email, ben.due, ben.email) == (2500, "ada@example.org", 2500, "")
    assert [(each.heading, each.value) for each in ada.columns] == [("Tarif", "30"), ("Divers", "dear")]
    assert [(line, ENGLISH.render(text)) for line, text in not_read(table, roster)] == [
        (2, "Paid: “dear” cannot be read, and is kept in the column “Divers”"),
    ]
    assert [player.name for player in roster.players] == ["Ada Bamboo", "Ben Circle"]


def test_a_total_below_a_column_chosen_as_a_fee_is_no_player() -> None:
    table = table_of_text("Prénom;Nom;Somme\nAda;Bamboo;30\nBen;Circle;25\n;;55\n", path=Path("list.csv"))
    roster = read_roster(table, (), choices_typed(table.rows, ["Somme=due"]), single_names=True)
    assert (roster.problems, [each.due for each in registrations_of(table, roster)]) == ((), [3000, 2500])


def test_a_column_for_one_meal_says_who_eats_it() -> None:
    ada, ben, cleo = read(
        "Prénom;Nom;Repas samedi;Dîner de gala;Repas;Repas de l’acheteur",
        "Ada;Bamboo;oui;x;Brunch;oui",
        "Ben;Circle;non;1;;",
        "Cleo;Dragon;végétarien;;;",
    )
    assert ada.meals == ("Brunch", "Repas samedi", "Dîner de gala")
    assert (ben.meals, [(each.heading, each.value) for each in ben.columns]) == (
        ("Dîner de gala",), [("Repas samedi", "non")],
    )  # fmt: skip
    assert (cleo.meals, [each.value for each in cleo.columns]) == ((), ["végétarien"])


def test_what_belongs_to_the_buyer_or_an_emergency_is_kept_in_a_column() -> None:
    (ada,) = read(
        "First name;Last name;Email payeur;Emergency phone;Do you have a phone?;Phone",
        "Ada;Bamboo;ben@example.org;112;yes;none",
    )
    assert (ada.email, ada.phone) == ("", "")
    assert [each.value for each in ada.columns] == ["ben@example.org", "112", "yes", "none"]


def test_the_address_of_the_player_comes_before_that_of_the_order() -> None:
    (ada,) = read(
        "Email,Attendee name: Given name,Attendee name: Family name,Attendee email",
        "ben@example.org,Ada,Bamboo,ada@example.org",
    )
    assert ada.email == "ada@example.org"
    assert [(each.heading, each.value) for each in ada.columns] == [("Email", "ben@example.org")]


@pytest.mark.parametrize(
    ("heading", "row", "due", "paid"),
    [
        ("Status,Price", "paid,30.00", 3000, 3000),
        ("Statut,Prix", 'payé,"30,00 €"', 3000, 3000),
        ("Statut,Prix", "validé,30", 3000, 0),
        ("Statut,Prix,Moyen de paiement", "Validé,30,Carte bancaire", 3000, 3000),
        ("Statut,Prix,Moyen de paiement", "Validé,30,", 3000, 0),
        ("Fee,Paid", "30,12.50", 3000, 1250),
        ("Fee,Paid", "30,yes", 3000, 3000),
        ("Fee,Paid", "30,no", 3000, 0),
        ("Fee,Paid", "30,", 3000, 0),
        ("Status,Paid", "paid,", 0, 0),
        ("Startgeld,Bezahlt", '"1.030,50 €",ja', 103050, 103050),
        ("Montant tarif,Montant code promo", '"30,00","-5,00"', 2500, 0),
        ("Montant tarif,Montant code promo", '"30,00","35,00"', 0, 0),
    ],
)  # fmt: skip
def test_fee_and_payment_are_read_as_the_shop_says(heading: str, row: str, due: int, paid: int) -> None:
    (ada,) = read(f"First name,Last name,{heading}", f"Ada,Bamboo,{row}")
    assert (ada.due, ada.paid) == (due, paid)


def test_how_somebody_paid_is_noted_and_an_answer_that_is_no_amount_is_kept() -> None:
    ada, ben = read("First name,Last name,Fee,Paid,Payment method", "Ada,Bamboo,30,yes,cash", "Ben,Circle,30,no,")
    assert (ada.paid_how, ada.columns) == ("cash", ())
    assert [(each.heading, each.value) for each in ben.columns] == [("Paid", "no")]


def test_what_cannot_be_read_is_named_and_kept() -> None:
    table = table_of_text(
        "First name,Last name,Fee,Paid,E-mail,Status\n"
        "Ada,Bamboo,1.234,no,ada(at)example.org,\n"
        "Ben,Circle,30,12 or 13,ben@exa mple.org,\n"
        "Cleo,Dragon,x5,,,cancelled\n"
        "Dan,Eastwind,free,٣٠,,\n",
        path=Path("list.csv"),
    )
    roster = read_roster(table, single_names=True)
    assert [(line, ENGLISH.render(text)) for line, text in not_read(table, roster)] == [
        (2, "Fee due: “1.234” cannot be read, and is kept in the column “Fee”"),
        (3, "Paid: “12 or 13” cannot be read, and is kept in the column “Paid”"),
        (3, "E-mail: “ben@exa mple.org” cannot be read, and is kept in the column “E-mail”"),
        (5, "Paid: “٣٠” cannot be read, and is kept in the column “Paid”"),
    ]
    ada, ben, _dan = registrations_of(table, roster)
    assert "1.234" in [each.value for each in ada.columns]
    assert "12 or 13" in [each.value for each in ben.columns]
