"""Lists read at the registration desk: previewed, and noted only when they are confirmed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pages.registration.conftest import (
    STATE,
    choose,
    enter,
    noted,
    read_orders,
    said_by,
    wait_for_work,
)
from tests.ui.desktop.pressing import focused, press
from tournament.event.player import Player
from tournament.event.registration import OwnColumn
from tournament.use_cases.commands import AddPlayers
from tournament.use_cases.erasure import erase
from ui.desktop.pages.registration.page import RegistrationPage

ORDERS = """Nom,Prénom,E-mail,Tarif,Statut,Taille
Bamboo,Ada,ada@example.org,30,payé,L
Circle,Ben,ben@example.org,30,annulé,M
Dragon,Cleo,,25,liste d’attente,S
Eastwind,Dan,dan@example.org,30,payé,
"""


def test_a_list_is_previewed_and_noted_with_what_it_says_beside_the_names(
    desk: RegistrationPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot, said
) -> None:
    press("Ins")
    enter("Dan", "Eastwind")
    press("Esc")
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    monkeypatch.setattr("ui.desktop.pages.registration.list_import.choose_table", lambda *_words: path)
    press("Ctrl+I")
    wait_for_work(qtbot)
    preview = desk.list_import.preview
    assert preview.isVisible()
    words = said(preview)
    for text in ("Registration desk", "Note 3 registrations", "kept", "E-mail", "5 of 6", "orders.csv"):
        assert text in words
    assert list(noted(desk)) == ["Dan Eastwind"], "nothing before it is confirmed"
    press("Ctrl+Return")
    wait_for_work(qtbot)
    assert not desk.list_import.is_shown
    assert "2 registrations added" in said_by(desk)
    assert "registered already: Dan Eastwind" in said_by(desk)
    ada, cleo = noted(desk)["Ada Bamboo"].registration, noted(desk)["Cleo Dragon"].registration
    assert (ada.email, ada.due, ada.columns) == ("ada@example.org", 3000, (OwnColumn("Taille", "L"),))
    assert (cleo.state, cleo.due) == (STATE.WAITING, 2500)
    assert "Ben Circle" not in noted(desk)
    assert desk.controller.book.view.players == {}, "a registration makes nobody a player"


def test_after_the_first_list_the_keys_go_to_the_people(desk: RegistrationPage, tmp_path: Path, qtbot) -> None:
    """The empty desk began with the form of a new person, to which Home and Del went after the import."""
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    assert focused() is desk.form.first_line()
    read_orders(desk, path, qtbot)
    press("Ctrl+Return")
    wait_for_work(qtbot)
    assert focused() is desk.table
    press("Home", "P")
    paid = next(iter(noted(desk).values())).registration
    assert (paid.name, paid.paid) == ("Ada Bamboo", paid.due)


def test_what_a_list_has_and_nobody_can_read_is_named_after_the_import(
    desk: RegistrationPage, tmp_path: Path, qtbot
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text("Nom,Prénom,Montant\n" + "".join(f"Bamboo{n},Ada,1.{n}00\n" for n in range(1, 7)), encoding="utf-8")
    read_orders(desk, path, qtbot)
    press("Ctrl+Return")
    wait_for_work(qtbot)
    assert "Line 2 · Fee due: “1.100” cannot be read, and is kept in the column “Montant”" in said_by(desk)
    assert "and 2 more" in said_by(desk)


def test_a_column_is_skipped_or_kept_with_the_person(desk: RegistrationPage, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    read_orders(desk, path, qtbot)
    panel = desk.list_import.preview.panel
    panel.column_chosen.emit(5, "")
    panel.column_chosen.emit(3, "")
    panel.column_as_found.emit(3)
    press("Ctrl+Return")
    wait_for_work(qtbot)
    ada = noted(desk)["Ada Bamboo"].registration
    assert (ada.due, ada.columns) == (3000, ())


def test_a_column_is_read_as_what_the_organiser_chooses_also_in_the_next_list(
    desk: RegistrationPage, tmp_path: Path, qtbot
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text("Nom,Prénom,Où,Combien\nBamboo,Ada,ada@example.org,30\n", encoding="utf-8")
    read_orders(desk, path, qtbot)
    for index, field in ((2, "email"), (3, "due")):
        box = desk.list_import.preview.panel._boxes[index]
        assert (box.currentData(), box.currentText()) == ("kept", "kept")
        box.setCurrentIndex(box.findData(field))
        box.activated.emit(box.currentIndex())
        QApplication.processEvents()
        assert desk.list_import.preview.panel._boxes[index].currentData() == field
    press("Ctrl+Return")
    wait_for_work(qtbot)
    ada = noted(desk)["Ada Bamboo"].registration
    assert (ada.email, ada.due, ada.columns) == ("ada@example.org", 3000, ())
    path.write_text("Nom,Prénom,Où,Combien\nCircle,Ben,ben@example.org,25\n", encoding="utf-8")
    read_orders(desk, path, qtbot)
    box = desk.list_import.preview.panel._boxes[3]
    assert box.currentText() == "Fee due"
    box.setCurrentIndex(box.findData("kept"))
    box.activated.emit(box.currentIndex())
    QApplication.processEvents()
    press("Ctrl+Return")
    wait_for_work(qtbot)
    ben = noted(desk)["Ben Circle"].registration
    assert (ben.email, ben.due, ben.columns) == ("ben@example.org", 0, (OwnColumn("Combien", "25"),))


def test_esc_leaves_the_preview_and_notes_nothing(desk: RegistrationPage, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    read_orders(desk, path, qtbot)
    press("Esc")
    assert not desk.list_import.is_shown
    assert noted(desk) == {}
    path.write_bytes(b"\x00\x01\x02")
    read_orders(desk, path, qtbot)
    assert not desk.list_import.is_shown
    assert said_by(desk)


def test_the_preview_stays_when_another_desk_changes_the_event(desk: RegistrationPage, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    read_orders(desk, path, qtbot)
    desk.controller.act(AddPlayers((Player(0, "Eve", "Flower"),), ""))
    QApplication.processEvents()
    assert desk.list_import.is_shown


def test_who_was_erased_at_another_desk_is_not_confirmed_from_a_list_that_still_shows_them(
    desk: RegistrationPage,
) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    person = noted(desk)["Ada Bamboo"]
    choose(desk, "Ada Bamboo")
    erase(desk.controller.book, person, BY)
    press("C")
    assert desk.controller.book.view.players == {}
    assert "erased Ada Bamboo" in said_by(desk)
    assert desk.people == ()
