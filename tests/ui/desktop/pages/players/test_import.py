"""A list of players from a file and from the clipboard: previewed before anything is added, all or nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from reports.readers import table_of_text
from tests.reports.readers.hostile import book, sheet
from tests.ui.desktop.pressing import press, type_words
from tournament.event.player import Player, PublicName
from tournament.event.settings import Settings
from tournament.use_cases import carry_out
from tournament.use_cases.changes import By
from tournament.use_cases.commands import AddPlayers, CreateEvent
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.players import import_preview as columns
from ui.desktop.pages.players import page as page_module
from ui.desktop.pages.players.import_panel import REGISTRATIONS
from ui.desktop.pages.players.import_preview import ImportPreview
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.players.reading import LinesShown, ReadList
from ui.desktop.theme import Type
from ui.desktop.widgets import painting
from ui.desktop.widgets.fields import CheckBox, ChoiceBox
from ui.desktop.window import Window

LIST = """Prénom\tNom\tPays\tN° EMA\tClub\tÉquipe\tRepas du soir
Amélie\tExemple\tFR\t4000011\tLes Quatre Fleurs\t11\toui
Ödön\tPélda\tHU\t06000012\tSzél Klub\t5\tnon
Noël  \tSpécimen\tFrance\t\t\t3\toui
Amélie\tExemple\tFR\t04000011\tLes Quatre Fleurs\t11\toui
"""
Said = Callable[[QWidget], str]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "inscriptions-juin.csv"
    path.write_text(LIST, encoding="utf-16")
    return path


def read(players: PlayersPage, path: Path, qtbot: QtBot) -> None:
    players.read(path)
    qtbot.waitUntil(lambda: not players._reading.busy, timeout=10_000)


def notes(players: PlayersPage) -> list[str]:
    model = players.preview.table.rows_model
    return [str(model.index(row, columns.NOTES).data()) for row in range(model.rowCount())]


def test_everything_adjusted_is_listed_and_nothing_is_added_before(
    players: PlayersPage,
    controller: EventController,
    listed: Path,
    qtbot: QtBot,
    said: Said,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_module, "choose_list", lambda _parent, _folder: listed)
    press("Ctrl+I")
    qtbot.waitUntil(players.preview.isVisible, timeout=10_000)
    assert notes(players) == [
        "Zero restored: 4000011 → 04000011",
        "",
        "First name: 2 spaces removed · Country recognised: France → FR · No EMA number",
        "Same name and number as line 2: imported once",
    ]
    words = said(players.preview)
    for text in (
        "inscriptions-juin.csv", "6 of 7 recognised", "Read as UTF-16", "Duplicate, imported once",
        "Lines 2–5 · headings on line 1", "Add 3 players", "All 4 lines",
    ):  # fmt: skip
        assert text in words
    assert len(controller.book.view.players) == 4
    press("Ctrl+Return")
    assert [player.name for player in controller.book.view.players.values()][4:] == [
        "Amélie Exemple", "Ödön Példa", "Noël Spécimen",
    ]  # fmt: skip
    assert players.list.isVisible()
    press("Ctrl+Z")
    assert len(controller.book.view.players) == 4


def test_esc_adds_nothing(players: PlayersPage, controller: EventController, listed: Path, qtbot: QtBot) -> None:
    read(players, listed, qtbot)
    press("Esc")
    assert players.list.isVisible()
    assert len(controller.book.view.players) == 4


def test_lines_are_chosen_by_kind(players: PlayersPage, listed: Path, qtbot: QtBot) -> None:
    read(players, listed, qtbot)
    players.preview.shown.setFocus()
    press("Right")
    assert len(notes(players)) == 3
    press("Right")
    assert [note for note in notes(players) if "No EMA number" in note] == notes(players)


def test_what_is_in_the_way_stops_all(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "first_name,last_name,ema_number\nEmil,Ejemplo,\nSomebody,Else,04000001\n" + "N" * 61 + ",Nobody,\n", "utf-8"
    )
    read(players, path, qtbot)
    assert not players.preview.panel.add.isEnabled()
    assert "2 problems to correct" in players.preview.panel.text()
    assert any("EMA number of player 1, Ada Anything" in note for note in notes(players))
    press("Ctrl+Return")
    assert len(controller.book.view.players) == 4


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("picture.xlsx", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "cannot be imported"),
        ("empty.csv", b"", "is empty"),
        ("missing.csv", None, "There is no file"),
    ],
)
def test_no_list_is_said_in_words(
    players: PlayersPage,
    controller: EventController,
    tmp_path: Path,
    qtbot: QtBot,
    name: str,
    content: bytes | None,
    words: str,
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    read(players, path, qtbot)
    assert words in players.list.text()
    assert len(controller.book.view.players) == 4


def test_rows_of_a_spreadsheet_are_pasted_through_the_same_preview(
    players: PlayersPage, controller: EventController, said: Said
) -> None:
    QGuiApplication.clipboard().setText("Emil\tEjemplo\tES\t10000005\nFay\tFiktiv\tFR\t4000006\n")
    press("Ctrl+V")
    assert players.preview.isVisible()
    assert "Pasted without headings" in said(players.preview)
    assert "Lines 1–2 · no headings" in said(players.preview)
    press("Ctrl+Return")
    assert [player.ema_number for player in controller.book.view.players.values()][4:] == ["10000005", "04000006"]


def test_a_pasted_heading_is_understood(players: PlayersPage, controller: EventController) -> None:
    QGuiApplication.clipboard().setText("Nom\tPrénom\nEjemplo\tEmil\n")
    press("Ctrl+V", "Ctrl+Return")
    assert controller.book.view.players[5].name == "Emil Ejemplo"


def test_the_model_is_sound(players: PlayersPage, listed: Path, qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    read(players, listed, qtbot)
    qtmodeltester.check(players.preview.table.rows_model, force_py=True)


def test_an_encoding_that_was_guessed_wrong_is_chosen_in_the_preview(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Last name,First name\n巩,俐\n舒,淇\n鹿,晗\n".encode("gb18030"))
    read(players, path, qtbot)
    panel = players.preview.panel
    assert panel.encoding.isVisible()
    assert "Read as" in said(players.preview)
    wanted = [panel.encoding.itemText(index) for index in range(panel.encoding.count())]
    assert {"Shift JIS", "EUC-JP", "EUC-KR", "GB 18030", "Big5", "UTF-8", "Windows-1252"} <= set(wanted)
    panel.encoding.setFocus()
    for name, first in (("EUC-KR", "젊"), ("GB 18030", "俐")):
        steps = wanted.index(name) - panel.encoding.currentIndex()
        while panel.encoding.currentText() != name:
            press("Down" if steps > 0 else "Up")
            qtbot.waitUntil(lambda: not players._reading.busy)
        qtbot.waitUntil(lambda: players.preview.table.rows_model.index(0, columns.FIRST_NAME).data() == first)  # noqa: B023
    press("Ctrl+Return")
    assert [player.last_name for player in controller.book.view.players.values()][4:] == ["巩", "舒", "鹿"]


def test_a_workbook_has_no_encoding_to_choose(players: PlayersPage, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(book(sheet('<row r="2"><c r="A2" t="inlineStr"><is><t>Zo</t></is></c></row>')))
    read(players, path, qtbot)
    assert players.preview.isVisible()
    assert not players.preview.panel.encoding.isVisible()


MENDABLE = f"""Prénom,Nom,Patrie
Amélie,Exemple,FR
Ödön,{"P" * 61},HU
Noël,Spécimen,BE
"""


def focused_box(preview: ImportPreview, heading: str) -> ChoiceBox:
    """Return the choice box for the column under ``heading``, which is created again with each choice."""
    found = [box for box in preview.panel._boxes.values() if heading in box.accessibleName()]
    assert len(found) == 1
    return found[0]


def test_a_line_is_mended_one_left_out_and_a_column_named_in_the_preview(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "liste.csv"
    path.write_text(MENDABLE, encoding="utf-8")
    read(players, path, qtbot)
    preview = players.preview
    assert "has 61 characters" in preview.panel.text()
    press("F2")
    form = preview.line_form
    assert form.isVisible()
    assert form.form.line("last_name").hasFocus(), "the field that is in the way"
    type_words("Pelda")
    press("Enter")
    assert not form.isVisible()
    assert preview.panel.text() == ""
    press("Ctrl+End")
    press("Del")
    assert notes(players)[-1] == "Left out of the import; the file does not change"
    focused_box(preview, "Patrie").setFocus()
    for _ in range(20):
        if focused_box(preview, "Patrie").currentData() == "country":
            break
        press("Down")
    assert focused_box(preview, "Patrie").hasFocus(), "the arrows go on where they were"
    press("Ctrl+Enter")
    added = controller.book.view.players.values()
    assert [(player.name, player.country) for player in added][-2:] == [("Amélie Exemple", "FR"), ("Ödön Pelda", "HU")]


def test_esc_leaves_a_line_as_it_was(players: PlayersPage, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "liste.csv"
    path.write_text(MENDABLE, encoding="utf-8")
    read(players, path, qtbot)
    before = notes(players)
    press("F2")
    type_words("Nobody")
    press("Esc")
    assert notes(players) == before
    assert players.preview.isVisible(), "the first Esc leaves the form, not the list"


ORDERS = """Statut;Nom participant;Prénom participant;Équipe
Validé;Bambou;Aline;Dragons
Annulé;Cercle;Bruno;Dragons
Validé;Dragon;Chloé;dragons
"""


def test_who_is_left_out_is_taken_with_del_and_a_team_is_asked(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS, encoding="utf-8")
    read(players, path, qtbot)
    preview = players.preview
    assert "Add 2 players" in preview.panel.add.text()
    assert "Cancelled: “Annulé”" in notes(players)
    preview.table.select_line(1)
    press("Del")
    assert "Add 3 players" in preview.panel.add.text()
    assert "Chosen, although: Cancelled: “Annulé”" in " ".join(notes(players))
    preview.table.select_line(1)
    press("Del")
    assert "Add 2 players" in preview.panel.add.text()
    (box,) = preview.panel.findChildren(CheckBox)
    assert box.isChecked()
    assert preview.roster is not None
    assert [line.player.team for line in preview.roster.lines] == ["Dragons"] * 3
    box.setFocus()
    press("Space")
    assert [line.player.team for line in preview.roster.lines] == ["Dragons", "Dragons", "dragons"]


def test_columns_are_offered_again_for_the_same_headings(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Who;And;Mail\nBamboo;Ida;a@example.org\n", encoding="utf-8")
    read(players, path, qtbot)
    preview = players.preview
    assert preview.roster is not None
    assert [(each.heading, each.samples) for each in preview.roster.columns] == [
        ("Who", ("Bamboo",)),
        ("And", ("Ida",)),
        ("Mail", ("a@example.org",)),
    ]
    for heading, field in (("Who", "last_name"), ("And", "first_name")):
        box = focused_box(preview, heading)
        box.setCurrentIndex(box.findData(field))
        box.activated.emit(box.currentIndex())
        qtbot.waitUntil(
            lambda: preview.roster is not None and field in [each.field for each in preview.roster.columns]  # noqa: B023
        )
    preview.table.setFocus()
    press("Ctrl+Return")
    assert [player.name for player in controller.book.view.players.values()][-1] == "Ida Bamboo"
    path.write_text("Who;And;Mail\nCircle;Ole;b@example.org\n", encoding="utf-8")
    read(players, path, qtbot)
    assert preview.roster is not None
    assert [player.name for player in preview.roster.players] == ["Ole Circle"]
    assert "columns-remembered" in [note.kind.code for note in preview.roster.notes]
    preview.panel.columns_reset.emit()
    assert preview.roster.problems


def test_the_headings_and_the_order_of_names_are_chosen(players: PlayersPage, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "names.csv"
    path.write_text("Name;Club\nZwx Qrs;Tile House\nTuv Xyz;Tile House\n", encoding="utf-8")
    read(players, path, qtbot)
    preview = players.preview
    assert preview.roster is not None
    assert [player.name for player in preview.roster.players] == ["Zwx Qrs", "Tuv Xyz"]
    order = preview.panel.order
    assert order.isVisible()
    order.setFocus()
    press("Down")
    order.activated.emit(order.currentIndex())
    assert [player.name for player in preview.roster.players] == ["Qrs Zwx", "Xyz Tuv"]
    headings = preview.panel.headings
    headings.setCurrentIndex(0)
    headings.activated.emit(0)
    assert preview.roster.heading_line == 0


def test_another_sheet_is_chosen(players: PlayersPage, tmp_path: Path, qtbot: QtBot) -> None:
    from openpyxl import Workbook

    made = Workbook()
    for title, name in (("First", "Ida"), ("Second", "Ole")):
        sheet = made.create_sheet(title)
        sheet.append(["First name", "Last name"])
        sheet.append([name, "Bamboo"])
    path = tmp_path / "two.xlsx"
    made.save(path)
    read(players, path, qtbot)
    preview = players.preview
    assert preview.roster is not None
    assert preview.roster.players[0].name == "Ida Bamboo"
    box = preview.panel.sheet
    assert [box.itemText(index) for index in range(box.count())] == ["First", "Second"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    qtbot.waitUntil(lambda: preview.roster is not None and preview.roster.players[0].name == "Ole Bamboo")


def long_list(path: Path, lines: int = 600) -> Path:
    rows = [f"First{number}\tSample{number}\tClub {number % 20}" for number in range(lines)]
    path.write_text("\n".join(("Prénom\tNom\tClub", *rows)), encoding="utf-8")
    return path


def test_a_choice_in_a_long_list_is_read_in_the_background(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot
) -> None:
    """Nothing can be added meanwhile, since it is not what is shown; a second choice is made upon the first."""
    read(players, long_list(tmp_path / "long.csv"), qtbot)
    preview = players.preview
    assert preview.roster is not None
    before = preview.roster
    preview.panel.column_chosen.emit(2, "team")
    assert preview.roster is before, "it is still being read"
    assert not preview.panel.add.isEnabled()
    preview.panel.column_chosen.emit(0, "last_name")
    preview.panel.column_chosen.emit(1, "first_name")
    qtbot.waitUntil(preview.panel.add.isEnabled, timeout=20_000)
    first = preview.roster.lines[0].player
    assert (first.first_name, first.last_name, first.club, first.team) == ("Sample0", "First0", "", "Club 0")


def test_the_reading_of_a_long_list_is_cancelled_and_shows_what_was_before(
    players: PlayersPage, tmp_path: Path, qtbot: QtBot
) -> None:
    read(players, long_list(tmp_path / "long.csv"), qtbot)
    preview = players.preview
    before = preview.roster
    preview.panel.column_chosen.emit(2, "team")
    preview.bar.cancel_button.click()
    qtbot.waitUntil(preview.panel.add.isEnabled, timeout=20_000)
    assert preview.roster is before
    assert focused_box(preview, "Club").currentData() == "club"


def test_a_long_paste_is_read_in_the_background(players: PlayersPage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("\n".join(f"First{number}\tSample{number}" for number in range(400)))
    players.list.pasted.emit()
    assert players._reading.busy
    qtbot.waitUntil(lambda: not players._reading.busy, timeout=20_000)
    assert players.preview.roster is not None
    assert len(players.preview.roster.players) == 400


def test_players_have_the_wishes_of_an_earlier_event(
    players: PlayersPage, controller: EventController, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.qv"
    book_of_old = bootstrap.new_book(old)
    by = By("Ada", "desk")
    carry_out(book_of_old, CreateEvent(Settings("Old Cup", sessions=2)), by=by)
    wishes = Player(0, "Ida", "Bamboo", table=3, sit_out=(2,), public=PublicName.INITIALS)
    carry_out(book_of_old, AddPlayers((wishes,), ""), by=by)
    book_of_old.close()
    before = old.read_bytes()
    path = tmp_path / "list.csv"
    path.write_text("Prénom,Nom\nIda,Bamboo\nOle,Circle\n", encoding="utf-8")
    read(players, path, qtbot)
    monkeypatch.setattr(page_module, "choose_event", lambda _parent, _folder: old)
    players.preview.panel.wishes.click()
    qtbot.waitUntil(lambda: not players._reading.busy, timeout=20_000)
    assert "1 player has the wishes of the other event" in players.preview.panel._wishing.text()
    press("Ctrl+Return")
    added = {player.name: player for player in controller.book.view.players.values()}
    assert (added["Ida Bamboo"].table, added["Ida Bamboo"].sit_out) == (3, (2,))
    assert added["Ida Bamboo"].public is PublicName.INITIALS
    assert added["Ole Circle"].table == 0
    assert old.read_bytes() == before


def test_an_earlier_event_that_is_none_is_said(
    players: PlayersPage, listed: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(players, listed, qtbot)
    other = tmp_path / "no-event.qv"
    other.write_text("this is no event")
    monkeypatch.setattr(page_module, "choose_event", lambda _parent, _folder: other)
    players.preview.panel.wishes.click()
    qtbot.waitUntil(lambda: not players._reading.busy, timeout=20_000)
    assert players.preview.panel.text()
    assert players.preview.isVisible()


def test_several_columns_can_be_skipped(players: PlayersPage, listed: Path, qtbot: QtBot) -> None:
    read(players, listed, qtbot)
    preview = players.preview
    for index in (2, 4, 5):
        preview.panel.column_chosen.emit(index, "")
    assert preview.roster is not None
    assert [each.field for each in preview.roster.columns if each.index in (2, 4, 5)] == ["", "", ""]


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """How many functions Python calls in this thread meanwhile, in a list of one number."""
    count = [0]

    def note(_frame: object, event: str, _argument: object) -> None:
        count[0] += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield count
    finally:
        sys.setprofile(before)


def read_lines(count: int) -> ReadList:
    """A list with so many lines, all of whose texts differ, read as another thread does it."""
    lines = (
        f"{number:05},Sample{number % 7 * 'a'},Nowhere,Club {number},{number}@example.org,{number % 3 or ''}"
        for number in range(count)
    )
    text = "\n".join(["First name,Last name,Country,Club,E-mail,Shirt", *lines])
    table = table_of_text(text, path=Path("long.csv"))
    return ReadList(table, (), single_names=True, registers=True).interpreted(lambda _done, _all: None)


@pytest.mark.thorough
def test_the_window_does_as_much_for_a_long_list_as_for_a_short_one(players: PlayersPage) -> None:
    """What grows with the number of lines is done in another thread; 5,000 lines are no more steps than 1,500."""
    steps: dict[str, list[int]] = {"first showing": [], "other lines": []}
    for found in (read_lines(1_500), read_lines(4_999)):
        preview = ImportPreview(REGISTRATIONS)
        with counted_calls() as count:
            preview.show_list(found, asks=True)
        steps["first showing"].append(count[0])
        with counted_calls() as count:
            preview.shown.chosen.emit(LinesShown.REMARKS.value)
        steps["other lines"].append(count[0])
        assert len(preview.table.rows) == len(found.roster.lines)
        preview.deleteLater()
    for few, many in steps.values():
        assert many < few + 250


@pytest.mark.thorough
def test_a_long_list_has_room_for_its_longest_texts(players: PlayersPage) -> None:
    found = read_lines(300)
    longest = max(found.roster.lines, key=lambda line: painting.width_of(line.player.last_name, Type.NAME))
    assert longest.player.last_name in {line.player.last_name for line in found.lines.measured}
    assert len(found.lines.measured) < 100


def test_the_list_of_the_samples_fits_into_the_table(players: PlayersPage, window: Window, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    read(players, Path(__file__).parents[5] / "docs" / "samples" / "players.csv", qtbot)
    QApplication.processEvents()
    preview = players.preview
    assert preview.table.horizontalScrollBar().maximum() == 0
    names = [preview.table.columnWidth(place) for place in (1, 2)]
    assert min(names) >= 96
