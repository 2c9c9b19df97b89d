"""Rankings in the real window, by keys: a folder of lists and an event."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from reports.rankings.papers import who_text
from reports.rankings.season import SeasonFile
from tests.examples.full_event import full_event
from tests.reports.rankings.test_season import write_list
from tests.ui.desktop.conftest import PatientBot, shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.language import ENGLISH
from tournament.members.member import DirectoryMember, FederationNumber
from tournament.use_cases import By, ReopenSheet, carry_out
from tournament.use_cases.view import View
from ui.desktop import bootstrap
from ui.desktop.bootstrap import open_book, play_sample_into
from ui.desktop.long_work import idle
from ui.desktop.pages.rankings import page as page_module
from ui.desktop.pages.rankings import season_work
from ui.desktop.pages.rankings.page import RankingsPage
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "season"
    found.mkdir()
    write_list(found, "Harbour", "2026-05-09")
    write_list(found, "Bridge", "2025-12-04", (1, 0, 3, 2))
    return found


def wait(qtbot: PatientBot) -> None:
    qtbot.waitUntil(idle)
    QApplication.processEvents()
    qtbot.waitUntil(idle)
    QApplication.processEvents()


@pytest.fixture
def page(empty_window: Window, folder: Path, qtbot: PatientBot, monkeypatch: pytest.MonkeyPatch) -> RankingsPage:
    """The page, with the folder chosen by its key."""
    monkeypatch.setattr(page_module, "choose_folder", lambda *_: folder)
    press("Ctrl+Shift+V")
    made = empty_window.page("rankings")
    assert isinstance(made, RankingsPage)
    assert made.is_empty
    press("Return")
    wait(qtbot)
    made.choices.day.setText("2026-11-30")
    made.choices.day.editingFinished.emit()
    wait(qtbot)
    return made


def names(page: RankingsPage) -> list[str]:
    return [row.person.name for row in page.table.rows]


def test_a_folder_is_ranked_and_each_value_explained(page: RankingsPage, qtbot: PatientBot) -> None:
    assert names(page) == ["Ada Bamboo", "Ben Circle", "Cleo Dragon", "Dora Wind"]
    assert page.table is focused()
    assert "Ada Bamboo, rank 1:" in page.panel.text()
    assert "Harbour (10 May 2026): place 1 of 4: 1000 × 2 × 1 = 2000" in page.panel.text()
    press("Down")
    assert "Ben Circle, rank 1:" in page.panel.text(), "two of one value share a rank"
    page.choices.since.setText("2026-01-01")
    page.choices.since.editingFinished.emit()
    wait(qtbot)
    assert [column.heading.message for column in page.table.rows_model.columns][:2] == ["Rank", "Moved"]


def test_a_wrong_day_is_refused_at_its_field(page: RankingsPage, qtbot: PatientBot) -> None:
    made = page.work.made
    page.choices.day.setText("never")
    page.choices.day.editingFinished.emit()
    wait(qtbot)
    assert "is not a date" in page.choices._days[0].problem()
    assert page.work.made is made


def test_countries_seats_events_and_rating(page: RankingsPage, qtbot: PatientBot, folder: Path) -> None:
    page.what.setFocus()
    press("Right")
    assert {row.country for row in page.table.rows} == {"SE", "FR", "IT"}
    press("Right")
    assert sum(row.seats for row in page.table.rows) <= 100
    page.table.select_line(0)
    assert "each member country has one" in page.panel.text()
    press("Right")
    wait(qtbot)
    assert page.table.rows == ()
    assert "There are no games" in page.state.text()
    press("Right", "Right")
    wait(qtbot)
    files: tuple[SeasonFile, ...] = page.table.rows
    assert [each.path.name for each in files] == ["Bridge.csv", "Harbour.csv"]
    (folder / "wrong.csv").write_text("nothing\n", encoding="utf-8")
    page.invalidate()
    wait(qtbot)
    assert "1 file does not count" in page.notice.text()
    page.table.select_line(2)
    assert "columns are missing" in page.panel.text()


def test_people_are_found_in_the_directory_and_named_as_it_does(page: RankingsPage, qtbot: PatientBot) -> None:
    known = DirectoryMember(0, "Ada", "Married", country="SE", numbers=(FederationNumber("EMA", "09990001"),),
                            former_names=("Ada Bamboo",))  # fmt: skip
    with bootstrap.open_members() as directory:
        directory.write([known, DirectoryMember(0, "Bem", "Circle", country="FR")])
    page.what.set_current("people")
    page._show()
    wait(qtbot)
    texts = {row.person.name: ENGLISH.render(who_text(row)) for row in page.table.rows}
    assert page.table.rows[0].person.name == "Ben Circle", "who is asked about comes first"
    assert texts["Ben Circle"] == "or 2 Bem Circle (a slip in the name)?"
    assert texts["Ada Bamboo"] == "1 Ada Married (the same number)"
    assert texts["Cleo Dragon"] == "not in the directory"
    page.what.set_current("players")
    page.choices.named.setChecked(True)
    wait(qtbot)
    assert names(page) == ["Ada Married", "Ben Circle", "Cleo Dragon", "Dora Wind"]
    page.table.setFocus()
    press("Return")
    wait(qtbot)
    assert page.player.isVisible()
    assert page.player._canvases[0].isVisible()


def test_without_a_directory_none_is_made(page: RankingsPage, qtbot: PatientBot) -> None:
    page.choices.named.setChecked(True)
    wait(qtbot)
    assert names(page) == ["Ada Bamboo", "Ben Circle", "Cleo Dragon", "Dora Wind"]
    assert bootstrap.members_stamp() is None


def test_a_search_finds_players(page: RankingsPage) -> None:
    press("Ctrl+F")
    type_words("drag")
    assert page.table.model().rowCount() == 1
    press("Esc")
    assert page.table.model().rowCount() == 4
    assert page.table is focused()


def test_the_rules_of_a_file_are_used_and_a_faulty_one_is_refused(
    page: RankingsPage, qtbot: PatientBot, tmp_path: Path
) -> None:
    own = tmp_path / "ours.toml"
    league = Path("assets/rankings/league.toml").read_text(encoding="utf-8")
    own.write_text(league.replace('name = "League"', 'name = "Ours"'), encoding="utf-8")
    page.choices.use_rules(own)
    page.choices.changed.emit()
    wait(qtbot)
    assert page.work.made is not None
    assert page.work.made.ranking.rules.name == "Ours"
    own.write_text(league.replace("base = 1", "base = -1"), encoding="utf-8")
    page.choices.use_rules(own)
    assert "ours.toml" in page.notice.text()
    assert page.choices.rules.currentText() == "Ours"


def test_the_page_of_a_player_and_its_paper(
    page: RankingsPage, qtbot: PatientBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = iter(("one.pdf", "one.html", "all.xlsx", "all.txt"))
    monkeypatch.setattr(season_work, "choose_new_paper", lambda *_: tmp_path / next(papers))
    page.table.setFocus()
    press("Return")
    wait(qtbot)
    view = page.player
    assert view.isVisible()
    assert view.switch is focused()
    assert view._canvases[0].isVisible()
    press("Right")
    assert [row.event.name for row in view.table.rows] == ["Harbour", "Bridge"]
    for _ in range(2):
        press("Ctrl+S")
        wait(qtbot)
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")
    assert "Ada Bamboo" in (tmp_path / "one.html").read_text(encoding="utf-8")
    press("Esc")
    assert page.table is focused()
    press("Ctrl+S")
    wait(qtbot)
    assert (tmp_path / "all.xlsx").stat().st_size > 1000
    press("Ctrl+S")
    assert "ends in .pdf" in page.notice.text()
    press("Esc")
    assert not page.isVisible()


def test_the_career_of_a_player_is_that_of_their_games(
    page: RankingsPage, qtbot: PatientBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = full_event()

    @contextmanager
    def opened(_path: Path) -> Iterator[View]:
        yield event

    monkeypatch.setattr(page.work._reader, "_open_view", opened)
    (folder / "cup.qv").write_bytes(b"")
    os.utime(folder / "cup.qv", (1, 1))
    page.invalidate()
    wait(qtbot)
    page.what.set_current("rating")
    page._show()
    wait(qtbot)
    assert page.work.rating is not None
    assert len(page.table.rows) == len(page.work.rating.careers) > 0
    page.choices.rating.setCurrentIndex(page.choices.rating.findData("average-place"))
    page.choices.rating_changed.emit()
    wait(qtbot)
    assert page.work.rating.rating.rules.id == "average-place"
    assert page.table.rows[0].value <= page.table.rows[-1].value
    page.table.setFocus()
    press("Return")
    wait(qtbot)
    keys = [segment.key for segment in page.player.switch._segments]
    assert {"curves", "career", "events", "opponents"} <= set(keys)
    page.player._show_part("career")
    assert "Games" in {line[0].message for line in page.player.table.rows}


def test_the_folder_is_remembered(page: RankingsPage, dressed: QApplication, qtbot: PatientBot) -> None:
    with shown(Window(bootstrap.make_controller("Organiser")), dressed) as again:
        again.show_page("rankings")
        made = again.page("rankings")
        assert isinstance(made, RankingsPage)
        wait(qtbot)
        assert len(made.table.rows) == 4


def test_the_panel_says_what_is_wrong_in_a_list_cell_by_cell(
    page: RankingsPage, qtbot: PatientBot, folder: Path
) -> None:
    path = folder / "Harbour.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    scored = [
        f"{line},{score}"
        for line, score in zip(lines, ("Table points,Score", "4,9", "2,9", "1,-9", "0,-9"), strict=True)
    ]
    scored[2] = scored[2].replace("04990002", "0499")
    path.write_text("\n".join(scored), encoding="utf-8")
    (folder / "Copy.csv").write_bytes((folder / "Bridge.csv").read_bytes())
    (folder / "orders.csv").write_text(lines[0] + "\n" + lines[1].replace("2026-05-09", "05-31-2026"), encoding="utf-8")
    page.refresh()
    wait(qtbot)
    page.what.set_current("files")
    page.what.chosen.emit("files")
    said = {}
    for line, file in enumerate(page.table.rows):
        page.table.select_line(line)
        wait(qtbot)
        said[file.path.name] = page.panel.text()
    assert "“0499” is not an EMA number" in said["Harbour.csv"]
    assert "E3: " in said["Harbour.csv"]
    assert said["Copy.csv"] == "Copy.csv and Bridge.csv have the same event: remove one of them."
    assert said["Bridge.csv"] == "", "a list without scores cannot be checked"
    assert "05-31-2026" in said["orders.csv"]
    assert page.work.made is not None
    assert {each.person.name for each in page.work.made.ranking.rows} >= {"Ada Bamboo"}


def test_event_files_that_do_not_count_say_why(page: RankingsPage, qtbot: PatientBot, folder: Path) -> None:
    """The same event twice, a later version in which a sheet was reopened, a damaged file, and one with wrong bytes."""
    for path in folder.iterdir():
        path.unlink()
    whole = folder / "cup.qv"
    play_sample_into(whole, list)
    (folder / "twin.qv").write_bytes(whole.read_bytes())
    (folder / "broken.qv").write_bytes(whole.read_bytes()[:60_000])
    (folder / "other.qv").write_bytes(b"no event")
    page.refresh()
    wait(qtbot)

    def said() -> dict[str, str]:
        assert page.work.season is not None
        return {each.path.name: " ".join(map(ENGLISH.render, each.problems)) for each in page.work.season.files}

    found = said()
    assert found["cup.qv"] == ""
    assert found["twin.qv"] == "twin.qv and cup.qv have the same event: remove one of them."
    assert "damaged" in found["broken.qv"]
    assert "other.qv" in found["other.qv"]
    assert page.notice.isVisible()
    book = open_book(folder / "twin.qv")
    carry_out(book, ReopenSheet(4, 1, "read again"), by=By("Referee", "desk"))
    book.close()
    page.refresh()
    wait(qtbot)
    found = said()
    assert "twin.qv: the event is not finished, so it cannot count yet." in found["twin.qv"]
    assert "have the same event" in found["twin.qv"]
    whole.unlink()
    page.refresh()
    wait(qtbot)
    assert said()["twin.qv"] == "twin.qv: the event is not finished, so it cannot count yet."
