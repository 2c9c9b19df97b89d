"""Photographed sheets in the window: the queue, what each key does, and what is recorded when."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reports.photos import reading
from reports.photos.deciding import Certainty, Doubt, ReadHand, SheetReading
from reports.photos.reading import PictureNotRead, SheetInPicture
from reports.sheets.code import Scanned, event_key
from tests.ui.desktop.conftest import Keyboard
from tournament.language import Text, mark
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from tournament.use_cases.commands import SwapPlayers
from ui.desktop.pages.tables import photo_queue
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.photo_queue import PhotoQueue
from ui.desktop.pages.tables.photo_review import Group, PhotoReview
from ui.entry.photo_sheet import Origin, PhotoCell

HANDS = (ReadHand(0, 2, 12), ReadHand(None, None, 0), ReadHand(3, None, 27), *(None,) * 13)
TOTALS = (1, -43, -55, 97)
SURE = SheetReading(Certainty.SURE, HANDS, TOTALS, (), True)
ONE_LOOK = SheetReading(
    Certainty.ONE_LOOK, HANDS, TOTALS, (Doubt(1, "points", "12", 0.8), Doubt(None, "A", "1", 0.9)), True
)
IN_DOUBT = SheetReading(
    Certainty.IN_DOUBT, (ReadHand(0, 2, 72), *HANDS[1:]), TOTALS,
    (Doubt(1, "points", "72", 0.5), Doubt(None, "penalties", "B", 0.0)), False,
)  # fmt: skip
NOTHING = mark("The picture is damaged: a part of it is missing or cannot be read.")
Read = dict[str, tuple[int, SheetReading] | Text]


@pytest.fixture
def read(page: TablesPage, monkeypatch: pytest.MonkeyPatch) -> Read:
    """What each picture says, by its name: the table and the sheet, or why it cannot be read."""
    said: Read = {}

    def sheets_in(path: Path, accept: reading.Accept, *, pages: bool) -> Iterator[SheetInPicture | PictureNotRead]:
        assert pages
        found = said[path.name]
        if isinstance(found, Text):
            yield PictureNotRead(path.name, found)
            return
        code = Scanned(event_key(page.controller.book.view), 1, found[0], 1, 1, "A4")
        accepted = accept(code)
        if isinstance(accepted, Text):
            yield PictureNotRead(path.name, accepted)
        else:
            yield SheetInPicture(path.name, code, found[1], accepted.layout, white())

    monkeypatch.setattr(reading, "sheets_in", sheets_in)
    return said


def white() -> bytes:
    store = BytesIO()
    Image.new("L", (1488, 2105), 240).save(store, "JPEG")
    return store.getvalue()


@pytest.fixture
def drop(page: TablesPage, read: Read, qtbot: QtBot) -> Callable[..., PhotoReview]:
    """Drops pictures on the page, and waits until all are read."""

    def dropped(*names: str) -> PhotoReview:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(f"/pictures/{name}") for name in names])
        copy, left, alone = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(9, 9), copy, data, left, alone)
        QApplication.sendEvent(page, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(page, QDropEvent(QPointF(9, 9), copy, data, left, alone))
        qtbot.waitUntil(lambda: len(page.photos.view.queue.rows) == len(names))
        return page.photos.view

    return dropped


def sheet_of(page: TablesPage, table: int = 1) -> Sheet:
    return page.controller.book.view.sheet(1, table)


def test_a_sure_sheet_is_recorded_by_one_enter_and_signed_by_another(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, SURE)
    view = drop("a.jpg")
    assert page.photos.is_shown
    assert sheet_of(page).played == 0
    assert view.rows.text_of(PhotoCell(1, "winner")) == "1 Ada"
    assert view.rows.text_of(PhotoCell(2, "winner")) == "Drawn hand"
    assert view.rows.text_of(PhotoCell(3, "discarder")) == "Self-draw"
    assert view.rows.text_of(PhotoCell(None, "B")) == "−43"
    keyboard.type("Enter")
    assert view.isHidden()
    assert [line.outcome for line in sheet_of(page).hands[:4]] == [
        Outcome(0, 2, 12), Outcome(None, None, 0), Outcome(3, None, 27), None,
    ]  # fmt: skip
    assert sheet_of(page).closed is None
    assert page.state.totals.numbers == TOTALS
    keyboard.type("Enter Enter")  # the hands that were not played stay void
    assert sheet_of(page).state is SheetState.VERIFIED
    assert sheet_of(page).paper == TOTALS


def test_every_doubtful_box_is_looked_at_before_anything_is_recorded(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, ONE_LOOK)
    view = drop("a.jpg")
    assert view.notice.text().startswith("2 boxes are doubtful")
    assert not view.record.isEnabled()
    keyboard.type("Enter")
    assert sheet_of(page).played == 0
    keyboard.type("Enter")
    assert sheet_of(page).played == 0
    assert view.record.isEnabled()
    keyboard.type("Enter")
    assert sheet_of(page).played == 3


def test_what_is_typed_replaces_what_was_read(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, IN_DOUBT)
    view = drop("a.jpg")
    assert "Penalties are written: Ben." in view.notice.text()
    assert "The total is not the sum of the hands: Ada, Cleo." in view.notice.text()
    keyboard.type("12 Enter")
    picture = view.queue.current_row
    assert picture is not None
    assert picture.sheet is not None
    assert picture.sheet.origins == {PhotoCell(1, "points"): Origin.TYPED}
    assert "The total is not" not in view.notice.text()
    keyboard.type("Enter")
    first = sheet_of(page).hands[0].outcome
    assert first == Outcome(0, 2, 12)


def test_arrows_go_to_any_box_and_its_keys_change_it(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, IN_DOUBT)
    drop("a.jpg")
    keyboard.type("8 Down X Down Enter Enter")
    hands = sheet_of(page).hands
    assert [line.outcome for line in hands[:3]] == [Outcome(0, 2, 8), Outcome(None, None, 0), Outcome(3, None, 27)]


def test_pictures_wait_in_the_order_of_what_is_known_of_them(read: Read, drop: Callable[..., PhotoReview]) -> None:
    read |= {"a.jpg": NOTHING, "b.jpg": (1, IN_DOUBT), "c.jpg": (2, ONE_LOOK), "d.jpg": (2, SURE)}
    view = drop("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    assert [each.group for each in view.queue.rows] == [
        Group.SURE, Group.ONE_LOOK, Group.IN_DOUBT, Group.NOT_READABLE,
    ]  # fmt: skip
    view.queue.select_line(3)
    assert "The picture is damaged" in view.notice.text()
    assert not view.record.isVisible()


def test_after_a_signature_the_next_picture_is_shown(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard, qtbot: QtBot
) -> None:
    read |= {"a.jpg": (1, SURE), "b.jpg": (2, ONE_LOOK)}
    view = drop("a.jpg", "b.jpg")
    view.queue.select_line(0)
    view.rows.setFocus()
    keyboard.type("Enter Enter Enter")
    assert sheet_of(page).closed is not None
    qtbot.waitUntil(lambda: page.photos.is_shown)
    assert [each.name for each in view.queue.rows] == ["b.jpg"]


def test_a_sheet_shown_too_shortly_is_not_recorded(
    page: TablesPage,
    read: Read,
    drop: Callable[..., PhotoReview],
    clock: Callable[[], float],
    enter: Callable[[float], None],
) -> None:
    read["a.jpg"] = (1, SURE)
    drop("a.jpg")
    enter(0.1)
    assert sheet_of(page).played == 0
    enter(1.0)
    assert sheet_of(page).played == 3


def test_a_hand_that_is_recorded_otherwise_is_not_overwritten(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    page.controller.act(RecordHand(1, 1, 3, Outcome(3, None, 28)), confirmed=True)
    read["a.jpg"] = (1, SURE)
    view = drop("a.jpg")
    keyboard.type("Enter")
    assert view.notice.text().startswith("Hand 3 is recorded otherwise")
    assert sheet_of(page).played == 1
    keyboard.type("28 Enter Enter")
    assert sheet_of(page).played == 3


def test_a_hand_against_the_rules_is_refused_at_its_box(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, IN_DOUBT)
    view = drop("a.jpg")
    keyboard.type("7 Enter Enter")
    assert view.notice.text().startswith("Hand 1: ")
    assert sheet_of(page).played == 0


def test_a_sheet_whose_seats_changed_since_is_refused(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], keyboard: Keyboard
) -> None:
    read["a.jpg"] = (1, SURE)
    view = drop("a.jpg")
    page.controller.act(SwapPlayers(1, 5, (1,), "wrong place cards"), confirmed=True)
    keyboard.type("Enter")
    assert view.notice.text().startswith("This sheet is out of date")
    assert sheet_of(page).played == 0


def test_a_removed_picture_is_gone_and_another_event_has_none(
    page: TablesPage, read: Read, drop: Callable[..., PhotoReview], event_file: Path
) -> None:
    read |= {"a.jpg": (1, SURE), "b.jpg": (2, SURE)}
    view = drop("a.jpg", "b.jpg")
    view.remove.click()
    assert len(view.queue.rows) == 1
    page.controller.close()
    page.controller.open(event_file)
    assert not page.photos.is_shown
    page.photos._show()
    assert len(view.queue.rows) == 0


def test_a_watched_folder_is_read_once_a_file_is_complete(
    page: TablesPage, read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    folder = tmp_path / "phone"
    folder.mkdir()
    (folder / "old.jpg").write_bytes(b"old")
    monkeypatch.setattr(photo_queue, "choose_folder", lambda *_: folder)
    photos: PhotoQueue = page.photos
    photos._timer.setInterval(5)
    photos._show()
    read |= {"new.jpg": (1, SURE)}
    photos.view.watch.click()
    qtbot.waitUntil(photos._timer.isActive)
    (folder / "new.jpg").write_bytes(b"new")
    (folder / "notes.txt").write_bytes(b"no picture")
    qtbot.waitUntil(lambda: [each.name for each in photos.view.queue.rows] == ["new.jpg"])
    assert photos.view.watch.label() == "Stop watching “phone”"
    photos.view.watch.click()
    assert not photos._timer.isActive()
