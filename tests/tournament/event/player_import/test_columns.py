"""Headings in the words that people use."""

import pytest

from tournament.event.player_import.columns import find_headings
from tournament.event.player_import.notes import FileRow

CONTRACT = "first_name,last_name,country,ema_number,club,team"
ALL = CONTRACT.split(",")


def headings_of(rows):
    found = find_headings(rows)
    assert found is not None
    return found


def fields(*headings):
    found = find_headings([FileRow(1, headings)])
    return None if found is None else [column.field for column in found.columns]


@pytest.mark.parametrize(
    "headings",
    [
        CONTRACT,
        CONTRACT.upper(),
        "First name,Last name,Country,EMA number,Club,Team",
        "Prénom,Nom,Pays,N° EMA,Club,Équipe",
        "prenom,nom de famille,nationalité,EMA n°,club,equipe",
        "Vorname,Nachname,Land,EMA-Nummer,Verein,Mannschaft",
        "Vorname,Name,Nation,EMA-ID,Verein,Team",
        "Given name *,Surname *,Nationality (ISO),ema_id,Club name,Team name",
        "firstName,lastName,countryCode,emaNumber,club,team",
        "Prénom / First name,Nom / Last name,Pays / Country,N° EMA / EMA No.,Club,Équipe / Team",
        "Name,Surname,Nation,EMA,Club,Team",
        "Nombre,Apellidos,País,Número EMA,Club,Equipo",
        "Nome,Cognome,Paese,EMA ID,Club,Squadra",
        "Imię,Nazwisko,Kraj,Numer EMA,Klub,Drużyna",
        "名,姓,国家/地区,EMA 编号,俱乐部,队伍",
        "名字,姓氏,国籍,EMA,协会,团队",
    ],
)
def test_usual_headings(headings):
    assert fields(*headings.split(",")) == ALL


@pytest.mark.parametrize(
    "heading",
    ["nickname", "Nick-name", "Surnom", "Pseudo", "Spitzname", "Apodo", "Alias", "Soprannome", "Bijnaam", "昵称",
     "Surnom / Nickname"],
)  # fmt: skip
def test_a_column_of_nicknames(heading):
    assert fields("Name", heading, "Club") == ["name", "nickname", "club"]


@pytest.mark.parametrize(
    "heading", ["Name", "Nom", "Nom complet", "Player", "Full name", "Joueur", "Spieler", "Name (voll)"]
)
def test_one_column_for_both_names(heading):
    assert fields(heading, "Pays") == ["name", "country"]


@pytest.mark.parametrize(
    ("heading", "last_first"), [("Nom Prénom", True), ("NOM et prénom", True), ("Prénom Nom", False)]
)
def test_the_order_of_a_full_name_is_read_from_its_heading(heading, last_first):
    found = headings_of([FileRow(1, (heading, "Club"))])
    assert found.columns[0].field == "name"
    assert found.columns[0].last_name_first is last_first


@pytest.mark.parametrize(
    "headings",
    [
        ("Prénom", "Pays"),
        ("Club", "Nom de famille"),
        ("a", "b"),
        ("04000001", "Amélie", "Exemple"),
        (),
    ],
)
def test_without_both_names_there_are_no_headings(headings):
    assert fields(*headings) is None


def test_a_full_name_beside_first_and_last_is_not_read_twice():
    assert fields("Nom complet", "Prénom", "Nom de famille") == ["", "first_name", "last_name"]
    assert fields("Full name", "First name") == ["name", ""]


def test_the_exact_heading_goes_before_a_look_alike():
    assert fields("Prénom", "Nom", "Nationality", "country") == ["first_name", "last_name", "", "country"]
    assert fields("Prénom", "Nom", "Nationality", "Nation") == ["first_name", "last_name", "country", ""]


def test_titles_may_stand_above():
    rows = [
        FileRow(1, ("Players",)),
        FileRow(2, ()),
        FileRow(3, ("Nom", "Prénom", "Club")),
        FileRow(4, ("Exemple", "Amélie", "x")),
    ]
    assert headings_of(rows).line == 3


def test_headings_below_the_thirtieth_filled_row_are_not_looked_for():
    rows = [FileRow(line, (f"title {line}",)) for line in range(1, 31)]
    assert headings_of([*rows[:29], FileRow(30, tuple(ALL))]).line == 30
    assert find_headings([*rows, FileRow(31, tuple(ALL))]) is None
