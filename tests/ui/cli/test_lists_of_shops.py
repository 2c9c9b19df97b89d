"""``players FILE import`` reads the lists of ticket shops: who plays, who does not, and what the options change."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournament.storage.events import make_event
from tests.ui.cli.conftest import Call

ORDERS = """Référence commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Tarif;Montant tarif
1;Validé;Bambou;Aline;Cercle;Place adhérent;30,00
1;Validé;Cercle;Bruno;Cercle;Place adhérent;30,00
2;Annulé;Dragon;Chloé;Dragon;Place;35,00
3;Validé;Vent;Denis;Tuile;Repas seul;15,00
4;Remboursé;Fleur;Gaston;Fleur;Place;35,00
5;En attente;Saison;Inès;Saison;Place;35,00
"""


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return make_event(tmp_path / "cup.qv")


def a_list(folder: Path, text: str, name: str = "list.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def tried(call: Call, event: Path, text: str, *words: object) -> dict[str, Any]:
    answer = call("players", event, "import", a_list(event.parent, text), "--dry-run", "--json", *words)
    assert answer.code == 0, answer.err
    found: dict[str, Any] = answer.json
    return found


def names(answer: dict[str, Any]) -> list[str]:
    return [each["name"] for each in answer["players"]]


def test_orders_that_do_not_count_are_left_out_with_their_reason(event: Path, call: Call) -> None:
    answer = tried(call, event, ORDERS)
    assert names(answer) == ["Aline Bambou", "Bruno Cercle"]
    assert [(each["line"], each["name"], each["code"], each["why"]) for each in answer["left_out"]] == [
        (4, "Chloé Dragon", "order-cancelled", "Cancelled: “Annulé”"),
        (5, "Denis Vent", "no-play", "Not a place in the event: “Repas seul”"),
        (6, "Gaston Fleur", "order-refunded", "Refunded: “Remboursé”"),
        (7, "Inès Saison", "order-waiting", "Waiting, or not paid: “En attente”"),
    ]
    assert answer["problems"] == []
    said = call("players", event, "import", a_list(event.parent, ORDERS)).out
    assert "Line 4 · Chloé Dragon left out: Cancelled: “Annulé”" in said
    assert "3 columns ignored: “Référence commande”, “Nom payeur”, “Montant tarif”" in said
    assert "4 lines are left out; --take adds them." in said


def test_lines_are_taken_by_number_or_reason(event: Path, call: Call) -> None:
    assert names(tried(call, event, ORDERS, "--take", "order-waiting", "--take", "4,5-6"))[2:] == [
        "Chloé Dragon",
        "Denis Vent",
        "Gaston Fleur",
        "Inès Saison",
    ]


@pytest.mark.parametrize(("typed", "line"), [("9999", 9999), ("4-12", 8), ("4,8", 8)])
def test_a_line_beyond_the_list_is_refused(event: Path, call: Call, typed: str, line: int) -> None:
    answer = call("players", event, "import", a_list(event.parent, ORDERS), "--take", typed)
    assert (answer.code, answer.errors) == (
        1,
        [f"error: --take: the list has no line {line}; its last line is 7. Nothing was written."],
    )
    assert call("players", event, "list", "--json").json == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2", "line 2 is taken anyway"),
        ("9", "line 9 is blank, or above the list"),
        ("1", "line 1 is blank, or above the list"),
        ("8", "line 8 cannot be a player (A total, not a player: “Total 65,00”)"),
        ("row-hidden", "no line is left out because of row-hidden"),
    ],
)
def test_what_take_does_not_change_is_said(event: Path, call: Call, typed: str, said: str) -> None:
    text = ORDERS + "Total;;;;;;65,00\n\n7;Validé;Tuile;Eva;Tuile;Place;35,00\n"
    answer = call("players", event, "import", a_list(event.parent, text), "--dry-run", "--take", typed)
    assert (answer.code, f"remark: --take changes nothing: {said}.") in [(0, line) for line in answer.err.splitlines()]


@pytest.mark.parametrize("typed", ["everybody", "", "4,", "0x4", "6-4", "4-"])
def test_lines_that_cannot_be_meant_are_wrong_usage(event: Path, call: Call, typed: str) -> None:
    wrong = call("players", event, "import", a_list(event.parent, ORDERS), "--take", typed)
    assert (wrong.code, "--take takes lines such as 12 or 12-15, or a reason" in wrong.err) == (2, True)
    assert call("players", event, "list", "--json").json == []


def test_columns_are_given_by_their_heading_or_number(event: Path, call: Call) -> None:
    text = "Who;And;Mail\nBamboo;Ada;a@example.org\nCircle;Ben;b@example.org\n"
    refused = call("players", event, "import", a_list(event.parent, text), "--dry-run", "--json")
    assert refused.code == 1
    assert [each["code"] for each in refused.json["problems"]] == ["no-name-columns"]
    by_heading = tried(call, event, text, "--column", "who=last_name", "--column", "And=first_name")
    assert names(by_heading) == ["Ada Bamboo", "Ben Circle"]
    assert names(tried(call, event, text, "--column", "1=last_name", "--column", "2=first_name")) == names(by_heading)
    swapped = tried(call, event, ORDERS, "--column", "Statut de la commande=ignore")
    assert "Chloé Dragon" in names(swapped)
    for words, code, said in (
        (("--column", "Nobody=last_name"), 1, "The list has no column “Nobody”. It has: “Who”, “And”, “Mail”."),
        (("--column", "Who=surname"), 2, "--column takes a heading and a field, such as"),
        (("--column", "last_name"), 2, "not “last_name”"),
    ):
        wrong = call("players", event, "import", a_list(event.parent, text), *words)
        assert (wrong.code, said in " ".join(wrong.err.split())) == (code, True), wrong.err
    assert call("players", event, "list", "--column", "a=b").code == 2


def test_the_heading_line_can_be_given(event: Path, call: Call) -> None:
    text = "Ada;Bamboo\nBen;Circle\n"
    words = ("--column", "1=first_name", "--column", "2=last_name")
    assert names(tried(call, event, text, *words)) == ["Ada Bamboo", "Ben Circle"]
    assert names(tried(call, event, text, *words, "--heading-line", 1)) == ["Ben Circle"]


def test_the_order_of_full_names_can_be_given(event: Path, call: Call) -> None:
    text = "Name\nZwx Qrs\nTuv Xyz\n"
    found = tried(call, event, text)
    assert names(found) == ["Zwx Qrs", "Tuv Xyz"]
    assert [note["code"] for note in found["notes"] if "order" in note["code"]] == ["order-uncertain"]
    assert names(tried(call, event, text, "--names", "last-first")) == ["Qrs Zwx", "Xyz Tuv"]


def test_spellings_of_a_team_are_one_unless_they_are_kept(event: Path, call: Call) -> None:
    text = (
        "first_name,last_name,team,club\nA,One,dragons,Été\nB,Two,Dragons,ete\nC,Three,DRAGONS ,Été\nD,Four,Dragons,\n"
    )
    found = tried(call, event, text)
    assert [each["team"] for each in found["players"]] == ["Dragons"] * 4
    assert [each["club"] for each in found["players"]] == ["Été", "Été", "Été", ""]
    assert [note["line"] for note in found["adjusted"] if note["code"] == "spelling"] == [2, 3, 4]
    kept = tried(call, event, text, "--keep-spellings")
    assert [each["team"] for each in kept["players"]] == ["dragons", "Dragons", "DRAGONS", "Dragons"]


def test_a_team_of_the_event_is_spelled_as_there(event: Path, call: Call) -> None:
    head = "first_name,last_name,team\n"
    assert call("players", event, "import", a_list(event.parent, head + "A,One,Dragons\n")).code == 0
    found = tried(call, event, head + "B,Two,DRAGONS\nC,Three,DRAGONS\n")
    assert [each["team"] for each in found["players"]] == ["Dragons", "Dragons"]


def test_one_name_a_line_without_headings(event: Path, call: Call) -> None:
    text = "Evening of 3 May\n\n1. Ada Bamboo\n2. Ben Circle\nWaiting list:\n3. Cleo Dragon\nTotal 3\n"
    found = tried(call, event, text)
    assert names(found) == ["Ada Bamboo", "Ben Circle"]
    assert [(each["line"], each["code"]) for each in found["left_out"]] == [
        (5, "section"),
        (6, "order-waiting"),
        (7, "total"),
    ]


def test_a_single_name_is_a_remark_in_a_tournament_and_none_in_a_club(event: Path, tmp_path: Path, call: Call) -> None:
    text = "Nickname,Club\nFalke,Tile House\nOwl,Tile House\n"
    found = tried(call, event, text)
    assert names(found) == ["Falke", "Owl"]
    assert [note["code"] for note in found["notes"] if note["line"]].count("name-single") == 2
    club = tmp_path / "club.qv"
    assert call("new", club, "--name", "Club", "--format", "club").code == 0
    for written in (text, "Vorname\nAda\nBen\n", "Ada\nBen\nCleo\n"):
        found = tried(call, club, written)
        assert len(found["players"]) >= 2
        assert "name-single" not in [note["code"] for note in found["notes"]]


def test_names_that_are_formulas_without_results_are_named_as_that(event: Path, call: Call) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("List", 0)
    for row in (["Prénom", "Nom"], ['=PROPER("ada")', '=UPPER("bamboo")'], ["Ben", "Circle"]):
        sheet.append(row)
    path = event.parent / "list.xlsx"
    book.save(path)
    answer = call("players", event, "import", path)
    assert answer.code == 1
    assert answer.errors == [
        "error: The name on line 2 is a formula whose result is not in the file: open it in Excel or LibreOffice, save "
        "it, and import it again."
    ]
