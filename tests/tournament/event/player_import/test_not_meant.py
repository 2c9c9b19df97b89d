"""Lines of a list that are not players of the event, by what their cells say."""

import pytest

from tournament.event.player_import import AS_READ, FileRow, TableText, read_roster
from tournament.event.player_import.not_meant import plays
from tournament.language import ENGLISH, mark


def read(*lines, choices=AS_READ, single_names=False):
    rows = tuple(FileRow(place, tuple(line.split(";"))) for place, line in enumerate(lines, 1))
    return read_roster(TableText("list.csv", mark("Text"), rows), choices=choices, single_names=single_names)


def codes(roster):
    return {line.number: line.notes[0].kind.code for line in roster.lines if not line.taken}


def names(roster):
    return [player.name for player in roster.players]


@pytest.mark.parametrize(
    ("ticket", "place"),
    [
        ("Tournoi", True),
        ("Tournoi adhérent", True),
        ("Adulte", True),
        ("Tournoi + repas", True),
        ("Repas + tournoi", True),
        ("Dinner and tournament", True),
        ("Player ticket without meal", True),
        ("avec repas", True),
        ("Oui", True),
        ("Repas seul", False),
        ("Meal only", False),
        ("Repas du tournoi", False),
        ("Accompagnant", False),
        ("Begleitperson (Abendessen)", False),
        ("Spectator of the tournament", False),
        ("Non-joueur", False),
        ("Cena", False),
        ("Don", False),
    ],
)
def test_what_a_ticket_is_for(ticket, place):
    assert plays(ticket) is place


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("Validé", None),
        ("paid", None),
        ("p", None),
        ("Bezahlt", None),
        ("annulée", "order-cancelled"),
        ("CANCELED", "order-cancelled"),
        ("c", "order-cancelled"),
        ("Commande annulée", "order-cancelled"),
        ("storniert", "order-cancelled"),
        ("Cancelado", "order-cancelled"),
        ("geannuleerd", "order-cancelled"),
        ("Remboursé", "order-refunded"),
        ("Rimborsato", "order-refunded"),
        ("pending", "order-waiting"),
        ("Liste d’attente", "order-waiting"),
        ("Warteliste", "order-waiting"),
        ("In attesa", "order-waiting"),
    ],
)
def test_what_a_status_says(status, code):
    roster = read("Name;Status", "Ada Bamboo;paid", f"Ben Circle;{status}")
    assert codes(roster).get(3) == code


@pytest.mark.parametrize("status", ["partially refunded", "not cancelled", "xyz"])
def test_a_status_that_is_not_clear_is_a_remark(status):
    roster = read("Name;Status", "Ada Bamboo;paid", f"Ben Circle;{status}")
    assert names(roster) == ["Ada Bamboo", "Ben Circle"]
    assert [note.kind.code for note in roster.lines[1].notes][-1] == "status-unknown"


def test_half_the_orders_have_no_status():
    roster = read("Name;Status", "Ada Bamboo;paid", "Ben Circle;", "Cleo Dragon;cancelled", "Dan Wall;")
    assert names(roster) == ["Ada Bamboo", "Ben Circle", "Dan Wall"]
    remarks = [line.number for line in roster.lines if any(note.kind.code == "status-unknown" for note in line.notes)]
    assert remarks == [3, 5]


def test_a_status_is_known_by_its_content_and_a_state_of_an_address_is_none():
    assert codes(read("Name;Bemerkung", "Ada Bamboo;", "Ben Circle;storniert")) == {3: "order-cancelled"}
    assert codes(read("Name;State", "Ada Bamboo;Texas", "Ben Circle;Ohio")) == {}
    assert codes(read("Name;Meal", "Ada Bamboo;cancelled", "Ben Circle;")) == {}
    assert codes(read("Name;Food", "Ada Bamboo;ok", "Ben Circle;offen")) == {}


def test_a_ticket_is_known_by_its_content():
    rows = ("Ada Bamboo;Tournament", "Ben Circle;Dinner", "Cleo Dragon;Tournament and dinner")
    assert codes(read("Name;What", *rows)) == {3: "no-play"}
    assert codes(read("Name;Meals", "Ada Bamboo;Dinner", "Ben Circle;")) == {}


def test_a_neutral_ticket_with_an_added_meal_is_a_place():
    roster = read("Name;Tarif;Formule", "Ada Bamboo;Adulte;avec repas", "Ben Circle;Tournoi;Repas", "Cy Wall;Repas;")
    assert codes(roster) == {4: "no-play"}


@pytest.mark.parametrize("amount", ["-35,00", "−35.00 €", "-1.234,50", "(35.00)", "- 35 EUR"])
def test_a_negative_amount_is_a_refund(amount):
    assert codes(read("Name;Price", "Ada Bamboo;35,00", f"Ben Circle;{amount}")) == {3: "order-refunded"}
    assert codes(read("Name;Discount", "Ada Bamboo;35,00", f"Ben Circle;{amount}")) == {}


@pytest.mark.parametrize(
    "total", ["Total;3", "TOTAL :;1.234,50 €", "Summe;-12,5", "Gesamt;", "Sous-total;2", "3;Total"]
)
def test_totals_are_no_players_and_what_is_below_is_left_out(total):
    roster = read("First name;Last name", "Ada;Bamboo", total, "Dan;Wall")
    assert names(roster) == ["Ada Bamboo"]
    assert codes(roster) == {3: "total", 4: "below-total"}
    assert names(
        read("First name;Last name", "Ada;Bamboo", total, "Dan;Wall", choices=AS_READ.with_line(4, taken=True))
    )
    chosen = read("First name;Last name", "Ada;Bamboo", total, "Dan;Wall", choices=AS_READ.with_line(4, taken=True))
    assert names(chosen) == ["Ada Bamboo", "Dan Wall"]
    never = read("First name;Last name", "Ada;Bamboo", total, choices=AS_READ.with_line(3, taken=True))
    assert names(never) == ["Ada Bamboo"], "a total is never a player"


def test_somebody_may_be_called_like_a_total_or_a_title():
    roster = read("First name;Last name;Club", "Jean;Somme;x", "Ada;Total;x", "Jean;Forfait;", "Reserve;Anna;x")
    assert len(roster.players) == 4


def test_subtotals_leave_nobody_out():
    roster = read("First name;Last name", "Ada;Bamboo", "Total;1", "Ben;Circle", "Total;1", "Total;2", "Cy;Wall")
    assert names(roster) == ["Ada Bamboo", "Ben Circle"]


def test_titles_in_the_list():
    roster = read(
        "No;Name;Country",
        "Confirmed players;;", "1;Ada Bamboo;FR",
        "Waiting list:;;", "2;Ben Circle;FR",
        "Annulations;;", "3;Cleo Dragon;FR",
        "Joueurs confirmés;;", "4;Dan Wall;FR",
    )  # fmt: skip
    assert names(roster) == ["Ada Bamboo", "Dan Wall"]
    assert codes(roster) == {
        2: "section", 4: "section", 5: "order-waiting", 6: "section", 7: "order-cancelled", 8: "section",
    }  # fmt: skip


def test_a_status_is_known_by_its_content_although_a_date_stands_beside_one():
    """One “annulée le 3/4” made players of everybody who had cancelled in a column without a known heading."""
    roster = read("Nom;Prénom;Inscription", "Bamboo;Ada;confirmée", "Circle;Ben;annulée le 3/4",
                  "Dragon;Cleo;en attente de paiement", "Wall;Dan;désistement")  # fmt: skip
    assert codes(roster) == {3: "order-cancelled", 4: "order-waiting", 5: "order-cancelled"}
    assert "column-left-out" not in {note.kind.code for note in roster.notes}, "the column was read"


def test_a_remark_that_says_cancelled_among_others_is_named():
    roster = read("Nom;Prénom;Remarque", "Bamboo;Ada;annulé", "Circle;Ben;végétarien", "Dragon;Cleo;arrive à 9 h")
    assert names(roster) == ["Ada Bamboo", "Ben Circle", "Cleo Dragon"]
    remarks = [ENGLISH.render(note.text) for line in roster.lines for note in line.notes]
    assert remarks == ["“annulé” in the column “Remarque”: taken as valid"]


def test_hidden_and_struck_lines_are_left_out_unless_chosen():
    rows = (
        FileRow(1, ("First name", "Last name")),
        FileRow(2, ("Ada", "Bamboo"), hidden=True),
        FileRow(3, ("Ben", "Circle"), struck=True),
        FileRow(4, ("Cleo", "Dragon")),
    )
    table = TableText("list.xlsx", mark("Workbook"), rows)
    assert codes(read_roster(table)) == {2: "row-hidden", 3: "row-struck"}
    chosen = read_roster(table, choices=AS_READ.with_line(2, taken=True))
    assert names(chosen) == ["Ada Bamboo", "Cleo Dragon"]
    assert ENGLISH.render(chosen.lines[0].notes[-1].text) == "Chosen, although: The line is hidden in the file"


def test_nobody_is_a_player_is_refused_with_the_number_of_lines():
    roster = read("Name;Status", "Ada Bamboo;cancelled", "Ben Circle;cancelled")
    (problem,) = roster.problems
    assert ENGLISH.render(problem.text).endswith("None of the 2 lines is a player to add: choose those that are.")


def test_an_ignored_column_gives_no_reason():
    assert codes(read("Name;Status", "Ada Bamboo;cancelled", choices=AS_READ.with_column(1, ""))) == {}
