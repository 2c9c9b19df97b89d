"""The registration desk in the real window, by keys."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QStyle

from reports.sheets.code import badge_code
from reports.sheets.door import link_cards
from tests.ui.cli.test_registration import files_with
from tests.ui.desktop.conftest import BY, SEATING
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pages.registration.conftest import (
    STATE,
    choose,
    enter,
    entry_of,
    noted,
    read_orders,
    said_by,
    states,
    wait_for_work,
)
from tests.ui.desktop.pressing import compose_words, focused, press, type_words
from tournament.event.player import Player, PlayerState
from tournament.event.registration import OwnColumn, Registration
from tournament.event.role import EventRole
from tournament.files.user_folders import data_folder, log_folder, settings_folder, state_folder
from tournament.language import ENGLISH, language_of
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, PublishDraw, SetPhoneCheckIn, SetPin
from tournament.use_cases.erasure import erase
from tournament.use_cases.phone_check_in import PersonalLinkState, link_token, read_link
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.private_data import Person, save_person
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry
from ui.desktop.pages.registration.page import RegistrationPage
from ui.desktop.pages.registration.rows import _SearchedPeople
from ui.desktop.translation import translator
from ui.desktop.window import Window

LINK = PersonalLinkState


@pytest.mark.thorough
def test_fifty_two_orders_by_keys(desk: RegistrationPage, controller: EventController) -> None:
    """52 are entered; 44 confirmed, three wait, five cancel; 40 have paid; payments and states are in no entry."""
    press("Ins")
    for number in range(1, 53):
        enter(f"First{number}", f"Sample{number}", "30,50" if number == 1 else "")
    press("Esc")
    assert len(noted(desk)) == 52
    assert {each.registration.due for each in noted(desk).values()} == {3050}
    names = [f"First{number} Sample{number}" for number in range(1, 53)]
    for name in names[44:47]:
        choose(desk, name)
        press("W")
    for name in names[47:]:
        choose(desk, name)
        press("Del", "Return")
    for name in names[:44]:
        choose(desk, name)
        press("C")
    for name in names[:40]:
        choose(desk, name)
        press("P")
    assert states(desk) == {STATE.REGISTERED: 0, STATE.CONFIRMED: 44, STATE.WAITING: 3, STATE.CANCELLED: 5}
    assert [player.name for player in controller.book.view.players.values()] == names[:44]
    assert sum(each.registration.paid for each in noted(desk).values()) == 40 * 3050
    assert "paid 1220.00 of 1342.00" in desk.sums.text()
    choose(desk, names[0])
    press("N")
    assert noted(desk)[names[44]].number == 45, "the first who waits"
    assert all("Sample50" not in entry.record.content for entry in controller.book.view.journal)


def test_after_the_draw_confirming_asks_from_which_session(desk: RegistrationPage, controller: EventController) -> None:
    carry_out(controller.book, AddPlayers(tuple(Player(0, f"Ben{n}", "Circle") for n in range(4)), ""), by=BY)
    controller.act(PublishDraw(replace(SEATING, sessions=(((1, 2, 3, 4),),))))
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("C")
    assert "Confirm from session 1 on: Ada Bamboo?" in said_by(desk)
    press("Esc")
    assert states(desk)[STATE.CONFIRMED] == 4
    press("C", "Return")
    assert noted(desk)["Ada Bamboo"].number == 5
    assert "1 player has no seat yet: draw session 1" in said_by(desk)


def test_a_key_that_can_do_nothing_says_why(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    desk.table.setFocus()
    press("N")
    assert "Nobody is on the waiting list." in said_by(desk)
    press("C")
    assert states(desk)[STATE.CONFIRMED] == 1
    for key in ("C", "W"):
        desk.notice.hide()
        press(key)
        assert "Ada Bamboo has a place already." in said_by(desk)
    entry_of(desk, "Confirm everybody who is registered").act()
    assert "Nobody is registered without a place." in said_by(desk)
    assert states(desk)[STATE.CONFIRMED] == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_names_are_whole_in_the_list(width: int, height: int, desk: RegistrationPage, window: Window) -> None:
    window.resize(width, height)
    press("Ins")
    enter("Maximilienne-Apolline", "de la Longue-Demonstration", "30")
    enter("Ben", "Circle", "30")
    press("Esc")
    assert cut_texts(window, inside=desk.table) == []


def test_a_person_is_checked_in_by_space_and_by_the_number_of_a_badge(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    enter("Ben", "Circle")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("Space")
    assert "has no place yet" in said_by(desk)
    for name in ("Ada Bamboo", "Ben Circle"):
        choose(desk, name)
        press("C")
    choose(desk, "Ada Bamboo")
    press("Space")
    assert desk.controller.book.view.state.present == {1}
    press("Ctrl+F")
    type_words("2")
    press("Return")
    assert desk.controller.book.view.state.present == {1, 2}
    assert "Ben Circle is here" in said_by(desk)
    assert "Still owes 30.00" in said_by(desk)
    type_words("2")
    press("Return")
    assert desk.controller.book.view.state.present == {1, 2}, "a badge that is read twice sends nobody away"


def test_a_scanned_badge_finds_the_person_and_marks_them(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    enter("Ben", "Circle")
    press("Esc")
    for name in ("Ada Bamboo", "Ben Circle"):
        choose(desk, name)
        press("C")
    view = desk.controller.book.view
    press("Ctrl+F")
    type_words(badge_code(view, 2))
    press("Return")
    assert desk.controller.book.view.state.present == {2}
    assert "2 Ben Circle is here" in said_by(desk)
    assert desk.table.current_row is not None
    assert desk.table.current_row.person.number == 2
    assert focused() is desk.search, "the next badge can be scanned at once"
    assert desk.search.text() == ""
    type_words("QV:00000000:P1")
    press("Return")
    assert "another event" in said_by(desk)
    assert desk.controller.book.view.state.present == {2}


def test_what_is_wrong_is_said_at_its_field_and_stays_typed(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "-5")
    assert "is not an amount" in desk.form.form.labelled["due"].problem()
    assert focused() is desk.form.form.line("due")
    assert noted(desk) == {}
    press("Ctrl+A")
    type_words("1.234,50")
    press("Return")
    assert noted(desk)["Ada Bamboo"].registration.due == 123450


def test_the_second_of_two_desks_sees_both_and_chooses(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("Return")
    person = noted(desk)["Ada Bamboo"]
    save_person(desk.controller.book, person, replace(person.registration, email="north@example.org"), BY)
    desk.form.form.line("email").setFocus()
    type_words("south@example.org")
    press("Return")
    assert "north@example.org" in desk.form.notice.text()
    assert "south@example.org" in desk.form.notice.text()
    assert noted(desk)["Ada Bamboo"].registration.email == "north@example.org"
    press("Return")
    assert noted(desk)["Ada Bamboo"].registration.email == "south@example.org"


def test_erasing_asks_and_names_what_became_of_copies_and_gives_a_letter(
    desk: RegistrationPage, event_file: Path, qtbot
) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    person = noted(desk)["Ada Bamboo"]
    save_person(desk.controller.book, person, replace(person.registration, email="ada@example.org"), BY)
    desk.invalidate()
    copy = event_file.with_name("copy.qv")
    copy.write_bytes(event_file.read_bytes())
    choose(desk, "Ada Bamboo")
    press("Shift+Del")
    assert "Erase everything" in said_by(desk)
    press("Esc")
    assert noted(desk)
    press("Shift+Del", "Return")
    wait_for_work(qtbot)
    assert noted(desk) == {}
    assert "Ada Bamboo is erased" in said_by(desk)
    assert b"ada@example.org" not in event_file.read_bytes() + copy.read_bytes()
    desk.copy_letter.click()
    assert "Ada Bamboo" in QApplication.clipboard().text()
    assert desk.half_typed() == "", "nothing of people goes into a crash report"


def test_a_player_who_cancels_after_the_draw_is_withdrawn(desk: RegistrationPage) -> None:
    press("Ins")
    for number in range(8):
        enter(f"First{number}", f"Sample{number}")
    press("Esc")
    for number in range(8):
        choose(desk, f"First{number} Sample{number}")
        press("C")
    assert len(desk.controller.book.view.players) == 8
    desk.controller.act(PublishDraw(replace(SEATING, sessions=SEATING.sessions[:1])))
    choose(desk, "First3 Sample3")
    press("Del", "Return")
    number = noted(desk)["First3 Sample3"].number
    assert desk.controller.book.view.status(number).state is PlayerState.WITHDRAWN
    assert noted(desk)["First3 Sample3"].registration.state is STATE.CANCELLED


def test_only_the_organiser_sees_anything(desk: RegistrationPage, controller: EventController, said) -> None:
    save_person(controller.book, Person(Registration()), Registration(last_name="Bamboo", email="a@b"), BY)
    desk.invalidate()
    assert [row.person.registration.name for row in desk.table.rows] == ["Bamboo"]
    controller.act(SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")))
    controller.user.lock()
    QApplication.processEvents()
    assert desk.is_empty
    assert "Bamboo" not in said(desk)
    assert desk.people == ()


def test_the_choice_shows_some_and_every_column_has_its_words(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    enter("Ben", "Circle", "0")
    press("Esc")
    desk.shown.setCurrentIndex(desk.shown.findData("owing"))
    assert [row.person.registration.name for row in desk.table.rows] == ["Ada Bamboo"]
    desk.shown.setCurrentIndex(desk.shown.findData("waiting"))
    assert desk.table.rows == ()
    assert ENGLISH.render(desk.form.who.text() and STATE.WAITING.label) == "waiting list"


def test_own_columns_are_typed_changed_and_removed_and_others_have_the_same(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    enter("Ben", "Circle")
    press("Esc")
    ada = noted(desk)["Ada Bamboo"]
    twice = (OwnColumn("Size", "L"), OwnColumn("Notes", "first\nsecond"), OwnColumn("Size", "XL"))
    save_person(desk.controller.book, ada, replace(ada.registration, columns=twice), BY)
    desk.invalidate()
    QApplication.processEvents()
    choose(desk, "Ada Bamboo")
    press("Return")
    lines = desk.form.own.lines
    assert [line.text() for line in (lines[0], lines[2])] == ["L", "XL"]
    desk.form.form.line("reason").setFocus()
    press("Tab")
    assert focused() is lines[0], "Tab goes on to the own columns"
    press("Ctrl+A")
    type_words("M")
    press("Return")
    columns = noted(desk)["Ada Bamboo"].registration.columns
    assert columns == (OwnColumn("Size", "M"), *twice[1:]), "what was not typed stays, with its lines"
    choose(desk, "Ben Circle")
    press("Return")
    assert len(desk.form.own.lines) == 5, "the columns of everybody, and a new one"
    desk.form.own.form.line("new-value").setFocus()
    type_words("by bus")
    press("Return")
    assert "Name the new column" in desk.form.own.form.labelled["new-heading"].problem()
    desk.form.own.form.line("new-heading").setFocus()
    type_words("Travels")
    press("Return")
    assert noted(desk)["Ben Circle"].registration.columns == (OwnColumn("Travels", "by bus"),)
    choose(desk, "Ada Bamboo")
    press("Return")
    assert len(desk.form.own.lines) == 6
    desk.form.own.lines[0].setFocus()
    press("Ctrl+A", "Del", "Return")
    assert noted(desk)["Ada Bamboo"].registration.columns == twice[1:]


def test_the_data_of_a_person_are_exported_and_no_file_is_replaced(
    desk: RegistrationPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    press("Esc")
    choose(desk, "Ada Bamboo")
    path = tmp_path / "ada.json"
    monkeypatch.setattr("ui.desktop.pages.registration.acts.choose_new_json", lambda _parent, _suggested: path)
    entry_of(desk, "Export this person’s data…").act()
    wait_for_work(qtbot)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["registration"]["last_name"], written["registration"]["due"]) == ("Bamboo", "30.00")
    assert str(path) in said_by(desk)
    before = path.read_bytes()
    entry_of(desk, "Export this person’s data…").act()
    wait_for_work(qtbot)
    assert "already exists" in said_by(desk)
    assert path.read_bytes() == before
    path = tmp_path / "no" / "ada.json"
    (tmp_path / "no").write_text("a file, not a folder")
    entry_of(desk, "Export this person’s data…").act()
    wait_for_work(qtbot)
    assert "cannot be written" in said_by(desk)


def test_personal_links_are_copied_and_printed_once_they_are_allowed(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("C")

    def entry(name: str) -> MenuEntry:
        return entry_of(desk, name)

    assert not entry("Copy the personal link").enabled
    assert not entry("Cards with personal links…").enabled
    desk.controller.act(SetPhoneCheckIn(True, "http://192.0.2.20:8080", bytes(32)))
    QApplication.processEvents()
    choose(desk, "Ada Bamboo")
    entry("Copy the personal link").act()
    view = desk.controller.book.view
    assert QApplication.clipboard().text() == f"http://192.0.2.20:8080/c/{link_token(view, 1)}"
    cards = link_cards(view, desk.people, datetime(2026, 6, 1, tzinfo=UTC))
    assert [badge.link for badge in cards.badges] == [QApplication.clipboard().text()]


def test_the_form_says_that_somebody_cancelled_and_when_and_why(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    enter("Ben", "Circle")
    press("Esc")
    choose(desk, "Ben Circle")
    press("Del", "Return")
    state = desk.form.form.choice("state")
    choose(desk, "Ada Bamboo")
    assert (state.currentText(), state.count(), desk.form.left_since.isVisible()) == ("registered", 2, False)
    choose(desk, "Ben Circle")
    assert (state.currentText(), state.count()) == ("cancelled", 3)
    assert desk.form.who.text() == "Ben Circle: cancelled"
    choose(desk, "Ada Bamboo")
    press("C")
    press("Del", "Return")
    choose(desk, "Ben Circle")
    choose(desk, "Ada Bamboo")
    assert desk.form.left_since.text().startswith("Removed from the list of players on ")
    assert desk.form.left_since.text().endswith(" by Referee")
    press("Return")
    desk.form.form.line("reason").setFocus()
    type_words("a broken leg")
    press("Return")
    choose(desk, "Ben Circle")
    choose(desk, "Ada Bamboo")
    assert desk.form.left_since.text().endswith("Reason: a broken leg")
    assert states(desk)[STATE.CANCELLED] == 2, "the form has brought nobody back"
    press("Return")
    state.setCurrentIndex(state.findData("registered"))
    press("Return")
    assert noted(desk)["Ada Bamboo"].registration.state is STATE.REGISTERED
    choose(desk, "Ben Circle")
    choose(desk, "Ada Bamboo")
    assert (state.currentText(), state.count(), desk.form.left_since.isVisible()) == ("registered", 2, False)


def test_the_form_of_a_player_who_left_says_from_which_session(
    desk: RegistrationPage, controller: EventController
) -> None:
    people = tuple(Player(0, f"First{number}", f"Sample{number}") for number in range(1, 5))
    controller.act(AddPlayers(people, ""))
    controller.act(PublishDraw(replace(SEATING, sessions=(((1, 2, 3, 4),),))))
    QApplication.processEvents()
    choose(desk, "First3 Sample3")
    press("Del", "Return")
    choose(desk, "First1 Sample1")
    choose(desk, "First3 Sample3")
    assert desk.form.who.text() == "3 First3 Sample3: cancelled"
    assert desk.form.left_since.text().startswith("Left from session 1 on, entered on ")


def test_the_link_of_one_person_is_renewed_after_a_question(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    enter("Ben", "Circle")
    press("Esc")
    for name in ("Ada Bamboo", "Ben Circle"):
        choose(desk, name)
        press("C")
    assert not entry_of(desk, "New personal link…").enabled
    desk.controller.act(SetPhoneCheckIn(True, "http://192.0.2.20:8080", bytes(32)))
    QApplication.processEvents()
    choose(desk, "Ada Bamboo")
    tokens = {number: link_token(desk.controller.book.view, number) for number in (1, 2)}
    QApplication.clipboard().setText("before")
    entry_of(desk, "New personal link…").act()
    assert "The earlier one checks nobody in any more" in said_by(desk)
    press("Esc")
    assert (QApplication.clipboard().text(), said_by(desk)) == ("before", "")
    entry_of(desk, "New personal link…").act()
    press("Return")
    view = desk.controller.book.view
    assert QApplication.clipboard().text() == f"http://192.0.2.20:8080/c/{link_token(view, 1)}"
    found = {number: read_link(view, token) for number, token in tokens.items()}
    assert [each.state for each in found.values() if each is not None] == [LINK.REPLACED, LINK.OPEN]


def test_somebody_erased_while_their_form_is_open_is_not_noted_again(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    person = noted(desk)["Ada Bamboo"]
    choose(desk, "Ada Bamboo")
    press("Return")
    erase(desk.controller.book, person, BY)
    desk.form.form.line("email").setFocus()
    type_words("ada@example.org")
    press("Return")
    assert "erased Ada Bamboo" in said_by(desk)
    assert noted(desk) == {}
    assert desk.form.form.line("email").text() == "", "nothing of them stays in view"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("typed", "due"), [("12,50 €", 1250), ("€ 12.50", 1250), ("1 234,5", 123450), ("0", 0), ("", 0)]
)
def test_an_amount_is_read_as_people_write_it(desk: RegistrationPage, typed: str, due: int) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "1")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("Return")
    desk.form.form.line("due").setFocus()
    press("Ctrl+A", "Del")
    if typed:
        compose_words(typed)
    press("Return")
    assert noted(desk)["Ada Bamboo"].registration.due == due


@pytest.mark.sampled(1)
@pytest.mark.parametrize("typed", ["1.200", "1,200", "-5", "+5", "5-", "1e3", "twelve", "12,505", "9" * 12, "5;6"])
def test_an_amount_that_can_mean_two_things_is_refused_and_stays_typed(desk: RegistrationPage, typed: str) -> None:
    press("Ins")
    enter("Ada", "Bamboo", typed)
    assert noted(desk) == {}
    assert desk.form.form.refused("due")
    assert desk.form.form.line("due").text() == typed


def test_no_byte_of_an_imported_person_is_left_after_the_erasure(
    desk: RegistrationPage, event_file: Path, tmp_path: Path, qtbot
) -> None:
    """Not in the event, its copies, the settings, or what else the program keeps; the list itself is the user's."""
    secrets = ["zelie.quatorze@example.org", "Quatorze-Secrète", "Très grande"]
    path = tmp_path / "elsewhere" / "orders.csv"
    path.parent.mkdir()
    path.write_text(f"Nom,Prénom,E-mail,Taille,Pays\n{secrets[1]},Zélie,{secrets[0]},{secrets[2]},FR\n", "utf-8")
    read_orders(desk, path, qtbot)
    desk.list_import.preview.panel.column_chosen.emit(4, "")
    press("Ctrl+Return")
    wait_for_work(qtbot)
    event_file.with_name("copy.qv").write_bytes(event_file.read_bytes())
    assert files_with(event_file.parent, secrets), "the search finds them before"
    desk.table.setFocus()
    press("Shift+Del", "Return")
    wait_for_work(qtbot)
    assert noted(desk) == {}
    path.unlink()
    assert files_with(tmp_path, secrets) == []
    for folder in (data_folder(), settings_folder(), state_folder(), log_folder()):
        assert files_with(folder, secrets) == []


def test_the_form_follows_the_cursor_whatever_the_state_of_a_person(desk: RegistrationPage) -> None:
    press("Ins")
    for first in ("Ada", "Ben", "Cleo"):
        enter(first, "Sample")
    press("Esc")
    choose(desk, "Ada Sample")
    press("C")
    choose(desk, "Ben Sample")
    press("Del", "Return")
    for first in ("Ada", "Ben", "Cleo"):
        choose(desk, f"{first} Sample")
        assert desk.form.person.registration.name == f"{first} Sample"
        assert not desk.form.unsaved


def test_a_remark_about_somebody_who_cancelled_brings_nobody_back(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("Del", "Return")
    choose(desk, "Ada Bamboo")
    press("Return")
    desk.form.form.line("remark").setFocus()
    type_words("ill")
    press("Return")
    ada = noted(desk)["Ada Bamboo"].registration
    assert (ada.state, ada.remark) == (STATE.CANCELLED, "ill")


def test_the_search_finds_what_no_column_shows_and_escape_ends_it(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    enter("Ben", "Circle")
    press("Esc")
    choose(desk, "Ben Circle")
    press("Return")
    desk.form.form.line("email").setFocus()
    type_words("ben@example.org")
    press("Return")
    press("Ctrl+F")
    type_words("ben@example.org")
    assert desk.table.model().rowCount() == 1
    press("Esc")
    assert (desk.search.text(), desk.table.model().rowCount(), desk.table.hasFocus()) == ("", 2, True)
    press("Ctrl+F")
    type_words("circle")
    press("Down")
    assert desk.table.hasFocus()
    assert desk.form.who.text() == "Ben Circle: registered"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_date_is_whole_in_the_narrow_panel(desk: RegistrationPage, window: Window, language: str) -> None:
    translator.set_language(language_of(language))
    window.resize(1366, 740)
    desk.form.show_person(Person(Registration(first_name="Ada", paid=1, paid_on=date(2026, 9, 30))))
    QApplication.processEvents()
    line = desk.form.form.line("paid_on")
    edges = 2 * line.style().pixelMetric(QStyle.PixelMetric.PM_DefaultFrameWidth)
    assert line.fontMetrics().horizontalAdvance(line.text()) + edges < line.contentsRect().width() - 24


def test_amounts_are_written_as_the_language_does(desk: RegistrationPage) -> None:
    translator.set_language(language_of("fr"))
    press("Ins")
    enter("Ada", "Bamboo", "30,5")
    press("Esc")
    choose(desk, "Ada Bamboo")
    assert "payé 0,00 sur 30,50" in desk.sums.text()
    assert desk.form.form.line("due").text() == "30,50"
    press("Return", "Return")
    assert noted(desk)["Ada Bamboo"].registration.due == 3050


def test_after_an_erasure_the_form_shows_the_person_at_the_cursor(desk: RegistrationPage, qtbot) -> None:
    press("Ins")
    for first, last in (("Ada", "Bamboo"), ("Ben", "Circle"), ("Cleo", "Dragon")):
        enter(first, last)
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("C")
    choose(desk, "Ada Bamboo")
    press("Shift+Del", "Return")
    wait_for_work(qtbot)
    assert "Ada Bamboo is erased" in said_by(desk)
    assert desk.table.current_row is not None
    assert desk.form.person == desk.table.current_row.person


def test_the_form_shows_the_person_at_the_cursor_from_the_beginning(desk: RegistrationPage, window: Window) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    window.show_page("players")
    window.show_page("registration")
    QApplication.processEvents()
    assert desk.table.hasFocus()
    assert desk.form.who.text() == "Ada Bamboo: registered"


def test_a_new_registration_begins_by_its_key_from_the_list(
    desk: RegistrationPage, controller: EventController
) -> None:
    """Two shortcuts with one key would cancel each other out."""
    press("Ins")
    enter("Ada", "Bamboo", "")
    press("Esc")
    assert desk.table.hasFocus()
    press("Ins")
    assert focused() is desk.form.form.line("first_name")
    assert desk.form.person.registration == Registration()


def test_check_in_does_not_read_everybody_again(
    desk: RegistrationPage, controller: EventController, monkeypatch: pytest.MonkeyPatch
) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("C")
    choose(desk, "Ada Bamboo")
    calls: list[object] = []

    def read_again(*asked: object) -> tuple[Person, ...]:
        calls.append(asked)
        return ()

    monkeypatch.setattr(desk, "read_people", read_again)
    press("Space")
    assert controller.book.view.state.present == {1}
    assert [row.present for row in desk.table.rows] == [True]
    press("Space")
    assert [row.present for row in desk.table.rows] == [False]
    assert not calls


def test_a_search_finds_what_was_noted_after_the_last_search_and_nobody_who_was_erased(
    desk: RegistrationPage, controller: EventController, qtbot
) -> None:
    press("Ins")
    enter("Ada", "Bamboo")
    enter("Ben", "Circle")
    press("Esc")

    def shown_for(typed: str) -> list[str]:
        desk.search.setText(typed)
        model = desk.table.model()
        rows = [desk.table.row_at(model.index(line, 0)) for line in range(model.rowCount())]
        return [row.person.registration.name for row in rows if row is not None]

    assert shown_for("nuts") == []
    person = noted(desk)["Ben Circle"]
    save_person(controller.book, person, replace(person.registration, remark="no nuts"), BY)
    desk.invalidate()
    assert shown_for("nuts") == ["Ben Circle"]
    found = desk.table.found
    assert isinstance(found, _SearchedPeople)
    qtbot.waitUntil(lambda: not found._timer.isActive(), timeout=15_000)
    erase(controller.book, noted(desk)["Ben Circle"], BY)
    desk.invalidate()
    assert shown_for("nuts") == []
    assert "nuts" not in repr(found._folded)


def test_home_goes_to_the_first_person_and_end_to_the_last(desk: RegistrationPage) -> None:
    press("Ins")
    for first in ("Ada", "Ben", "Cleo"):
        enter(first, "Sample", "30")
    press("Esc", "End")
    assert desk.form.person.registration.name == "Cleo Sample"
    press("Home")
    assert desk.form.person.registration.name == "Ada Sample"


def test_a_scanned_badge_shows_the_person_in_the_list_and_in_the_form(desk: RegistrationPage, window: Window) -> None:
    window.resize(1366, 700)
    press("Ins")
    for number in range(1, 31):
        enter(f"Ada{number}", "Sample", "30")
    press("Esc")
    entry_of(desk, "Confirm everybody who is registered").act()
    QApplication.processEvents()
    desk.notice.hide()
    press("Home", "Ctrl+F")
    type_words("25")
    press("Return")
    QApplication.processEvents()
    assert desk.form.who.text() == "25 Ada25 Sample: confirmed"
    place = desk.table.visualRect(desk.table.currentIndex())
    assert desk.table.viewport().rect().contains(place), "also above the notice"
    assert desk.table.current_row is not None
    assert desk.table.current_row.person.number == 25


def test_who_cancelled_does_not_pay_by_mistake(desk: RegistrationPage) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    press("Esc")
    choose(desk, "Ada Bamboo")
    press("Del", "Return", "P")
    assert "Ada Bamboo cancelled, and owes nothing." in said_by(desk)
    assert noted(desk)["Ada Bamboo"].registration.paid == 0


def test_what_another_desk_noted_meanwhile_is_erased_after_one_more_enter(desk: RegistrationPage, qtbot) -> None:
    press("Ins")
    enter("Ada", "Bamboo", "30")
    press("Esc")
    person = noted(desk)["Ada Bamboo"]
    choose(desk, "Ada Bamboo")
    press("Shift+Del")
    save_person(desk.controller.book, person, replace(person.registration, email="ada@example.org", remark="nuts"), BY)
    press("Return")
    wait_for_work(qtbot)
    assert "Another desk changed Ada Bamboo meanwhile: E-mail, Remark. Erase everything, with this?" in said_by(desk)
    assert noted(desk)["Ada Bamboo"].registration.remark == "nuts"
    press("Return")
    wait_for_work(qtbot)
    assert noted(desk) == {}
    assert "Ada Bamboo is erased" in said_by(desk)
