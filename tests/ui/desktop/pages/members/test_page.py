"""The directory of people in the real window, by keys."""

import json
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from PySide6.QtWidgets import QApplication

from tests.postgres_server import PostgresServer
from tests.ui.desktop.conftest import PatientBot
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.members.member import Directory, DirectoryMember, FederationNumber
from tournament.storage.members import member_database
from ui.desktop.bootstrap import members_stamp, open_members
from ui.desktop.long_work import idle
from ui.desktop.pages.members import page as page_module
from ui.desktop.pages.members.page import MembersPage
from ui.desktop.preferences import members_database
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")

ADA = DirectoryMember(0, "Ada", "Bamboo", country="SE", club="Harbour", numbers=(FederationNumber("EMA", "09990001"),))
BO, ZOE = DirectoryMember(0, "Bo", "Dragon", country="DK"), DirectoryMember(0, "Zoë", "Winterson", country="DK")
TWICE = DirectoryMember(0, "Zoe", "Wintersno", country="DK", club="Bridge")


def known() -> dict[int, DirectoryMember]:
    with open_members() as directory:
        return {each.number: each for each in directory.members()}


@pytest.fixture
def filled() -> None:
    with open_members() as directory:
        directory.write([ADA, BO, ZOE, TWICE])


def wait(qtbot: PatientBot) -> None:
    qtbot.waitUntil(idle)
    QApplication.processEvents()


@pytest.fixture
def page(filled: None, empty_window: Window, qtbot: PatientBot) -> MembersPage:
    """The page, in view, with four people."""
    press("Ctrl+Shift+F")
    found = empty_window.page("members")
    assert isinstance(found, MembersPage)
    wait(qtbot)
    assert found.isVisible()
    return found


def test_the_first_person_is_typed_at_once_and_the_next_one_follows(empty_window: Window, qtbot: PatientBot) -> None:
    press("Ctrl+Shift+F")
    wait(qtbot)
    page = empty_window.page("members")
    assert isinstance(page, MembersPage)
    type_words("Ada")
    press("Tab")
    type_words("Bamboo")
    press("Tab")
    type_words("Sweden")
    press("Tab", "Tab", "Tab")
    type_words("FFMJ 12; abc 7")
    press("Return")
    assert known() == {
        1: DirectoryMember(1, "Ada", "Bamboo", country="SE",
                           numbers=(FederationNumber("FFMJ", "12"), FederationNumber("abc", "7")))
    }  # fmt: skip
    type_words("Bo")
    press("Return")
    assert known()[2].name == "Bo"
    press("Return")
    assert len(known()) == 2
    assert page.form.form.refused("last_name")
    press("Esc", "Esc")
    assert empty_window.current == "start"


def test_a_person_is_found_changed_and_erased(page: MembersPage, qtbot: PatientBot) -> None:
    press("Ctrl+F")
    type_words("0999")
    assert page.table.model().rowCount() == 1
    press("Return")
    press("Return", "Tab")
    press("Ctrl+A")
    type_words("Seaside")
    press("Return")
    assert known()[1].last_name == "Seaside"
    assert known()[1].numbers == ADA.numbers
    press("Shift+Del", "Esc")
    wait(qtbot)
    assert 1 in known()
    press("Shift+Del", "Return")
    wait(qtbot)
    assert 1 not in known()
    assert "Ada Seaside is erased" in page.notice.text()


def test_who_was_changed_elsewhere_is_not_written_over(page: MembersPage) -> None:
    press("Return")
    type_words("X")
    with open_members() as directory:
        (before,) = (each for each in directory.members() if each.number == 1)
        directory.write([DirectoryMember(1, "Ada", "Elsewhere")], [before])
    press("Return")
    assert known()[1].last_name == "Elsewhere"
    assert "changed by somebody else" in page.form.notice.text()


def test_a_pair_is_merged_and_the_merge_is_undone(page: MembersPage, qtbot: PatientBot) -> None:
    press("Ctrl+D")
    wait(qtbot)
    view = page.duplicates
    assert [(pair.kept.number, pair.gone.number) for pair in view.table.rows] == [(3, 4)]
    assert view.table is focused()
    press("S", "S", "Return")
    wait(qtbot)
    assert sorted(known()) == [1, 2, 3]
    assert known()[3].former_names == ("Zoe Wintersno",)
    assert known()[3].club == "Bridge"
    assert view.table.rows == ()
    press("U")
    wait(qtbot)
    assert sorted(known()) == [1, 2, 3, 4]
    press("S", "Return")
    wait(qtbot)
    assert known()[4].former_names == ("Zoë Winterson",)
    press("Esc")
    assert page.table is focused()


def test_a_list_is_imported_as_the_user_says_who_is_who(page: MembersPage, qtbot: PatientBot, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "first_name,last_name,country,nickname\nBoo,Dragon,DK,\nZ.,Winterson,DK,\nCleo,Season,IT,\nAda,Bamboo,SE,Pearl\n",
        encoding="utf-8",
    )
    page.read(path)
    wait(qtbot)
    view = page.joining
    assert [(row.listed.person.name, row.answer) for row in view.rows] == [
        ("Boo Dragon", None), ("Z. Winterson", None), ("Ada Bamboo", 1), ("Cleo Season", 0),
    ]  # fmt: skip
    press("1")
    assert view.table.current_row is not None
    assert view.table.current_row.listed.person.name == "Z. Winterson"
    assert [row.answer for row in view.rows] == [2, None, 1, 0]
    press("Ctrl+Return")
    wait(qtbot)
    assert known()[2].former_names == ("Boo Dragon",)
    assert known()[1].nickname == "Pearl"
    assert known()[5].name == "Cleo Season"
    assert len(known()) == 5
    assert "1 person was left out" in page.notice.text()
    assert page.table is focused()


def test_an_unreadable_list_is_refused_in_words(page: MembersPage, qtbot: PatientBot, tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(b"no workbook")
    page.read(path)
    wait(qtbot)
    assert page.notice.isVisible()
    assert page.notice.text()
    assert len(known()) == 4


def test_those_found_are_exported(
    page: MembersPage, qtbot: PatientBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = iter((tmp_path / "some.csv", tmp_path / "some.json"))
    monkeypatch.setattr(page_module, "choose_new_list", lambda *_: next(lists))
    monkeypatch.setattr(page_module, "choose_new_json", lambda *_: tmp_path / "one.json")
    page.search.setText("ada")
    press("Ctrl+S")
    wait(qtbot)
    press("Ctrl+S")
    wait(qtbot)
    assert (tmp_path / "some.csv").read_text(encoding="utf-8-sig").splitlines()[1].startswith("Ada,Bamboo,SE")
    assert [each["last_name"] for each in json.loads((tmp_path / "some.json").read_text(encoding="utf-8"))] == [
        "Bamboo"
    ]
    page._export_person()
    wait(qtbot)
    assert json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))["numbers"] == {"EMA": "09990001"}


def test_a_thousand_people_are_read_in_another_thread(
    empty_window: Window, qtbot: PatientBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def opened() -> AbstractContextManager[Directory]:
        threads.append(current_thread())
        return open_members()

    monkeypatch.setattr(page_module, "open_members", opened)
    with open_members() as directory:
        directory.write([DirectoryMember(0, "Ada", f"Bamboo {each}") for each in range(1000)])
    press("Ctrl+Shift+F")
    wait(qtbot)
    page = empty_window.page("members")
    assert isinstance(page, MembersPage)
    assert len(page.table.rows) == 1000
    assert threads
    assert main_thread() not in threads


def test_the_directory_can_be_in_a_database_and_a_password_is_not_kept(
    page: MembersPage, postgres: PostgresServer, qtbot: PatientBot
) -> None:
    database = postgres.new_database()
    with member_database(database) as shared:
        shared.write([replace(ADA, first_name="Adele")])

    def chosen(address: str) -> str:
        page.place.ask()
        page.place.address.setText(address)
        press("Return")
        wait(qtbot)
        return page.place.field.problem()

    assert "password" in chosen(database.replace("owner@", "owner:secret@"))
    assert members_database() == ""
    assert "no_such_database" in chosen(postgres.url("no_such_database"))
    assert "postgresql://" in chosen("members.db")
    assert page.place.isVisible()
    assert [each.first_name for each in page.table.rows] != ["Adele"]
    chosen(database)
    assert page.place.isHidden()
    assert page.table is focused()
    assert [each.first_name for each in page.table.rows] == ["Adele"]
    assert database in page.count.text()
    assert members_stamp() is not None
    page.place.ask()
    press("Esc")
    assert page.place.isHidden()
    chosen("")
    assert len(page.table.rows) == 4
    assert "on this computer" in page.count.text()
