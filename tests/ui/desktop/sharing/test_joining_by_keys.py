"""Joining a real host by keys alone: six digits, digits that people compare, and what goes wrong on the way."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.examples.keys import key_of
from tests.ui.desktop.conftest import BY, shown
from tests.ui.desktop.pressing import focused, press, type_words
from tests.ui.desktop.sharing.test_join_dialog import announcing
from tests.ui.joining.servers import serving, silent, tls
from tests.ui.joining.test_entering import stranger
from tests.ui.joining.test_looking import answer
from tests.ui.server.running import running
from tournament.event.role import EventRole, hash_pin
from tournament.rules.payment import Outcome
from tournament.sharing.approval import WaitingDesk
from tournament.sharing.invitation import split_address
from tournament.storage import open_for_writing
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import SetPin
from ui.desktop import bootstrap
from ui.desktop.pages.desks.left_orders import LeftOrdersDialog
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.sharing.found_events import keep_looks_around
from ui.desktop.sharing.join_dialog import JoinDialog
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sharing.search_dialog import SearchDialog
from ui.desktop.window import Window
from ui.joining import entering
from ui.joining.discovery import FoundEvent
from ui.server.host_folder import HostFolder
from ui.server.joining_decisions import approve, refuse, show_code, waiting_desks
from ui.server.serving import ServedFile, Sharing

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("own_preferences")]
ORGANISER, HEAD, REFEREE = EventRole.ORGANISER, EventRole.HEAD_REFEREE, EventRole.REFEREE


class Hall:
    """A host with PINs."""

    def __init__(self, server: ServedFile) -> None:
        self.event = server.invitation.event
        (self.address,) = server.invitation.addresses
        self.first_host = server.invitation.first_host
        self.folder = HostFolder(str(self.event))
        self.kept = self.folder.joining()

    def digits(self, role: EventRole = HEAD) -> str:
        """Those that the host shows from now on."""
        return show_code(self.kept, self.event, self.first_host, role, ORGANISER, datetime.now(UTC)).digits

    @property
    def names(self) -> list[str]:
        """The desks that have joined."""
        return [each.name for each in self.folder.admitted().all(datetime.now(UTC))]

    @property
    def waiting(self) -> tuple[WaitingDesk, ...]:
        return waiting_desks(self.kept, datetime.now(UTC))

    def approve(self) -> None:
        (found,) = self.waiting
        approve(self.kept, found.desk.name, found.desk.first_digits, ORGANISER, datetime.now(UTC), role=HEAD)

    def refuse(self) -> None:
        refuse(self.kept, self.waiting[0].desk.name, datetime.now(UTC))


def serving_event(book: Book, sharing: Sharing) -> AbstractContextManager[ServedFile]:
    """A server of ``book`` in a thread of its own."""
    return running(lambda fault, remark: ServedFile(book, sharing, fault=fault, remark=remark))


@pytest.fixture
def hall(event_file: Path) -> Iterator[Hall]:
    book = Book(open_for_writing(event_file))
    carry_out(book, SetPin(ORGANISER, hash_pin("246810")), by=BY)
    with serving_event(book, Sharing()) as server:
        yield Hall(server)
    book.close()


@pytest.fixture
def desk(hall: Hall, dressed: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on its first page, at another desk."""
    keep_looks_around(False)
    monkeypatch.setattr(entering, "_PAUSE", 0.01)
    controller = bootstrap.make_controller("Ruth Sample")
    window = Window(controller)
    with shown(window, dressed):
        yield window
        controller.close()


def opened(desk: Window) -> JoinDialog:
    """The dialog, which a key opens."""
    desk.activateWindow()
    press("Ctrl+Shift+J")
    (dialog,) = (each for each in desk.findChildren(JoinDialog) if each.isVisible())
    return dialog


def typed(name: str, text: str) -> None:
    """Replace the text of the field with the focus."""
    press("Ctrl+A")
    type_words(text)


def fill(dialog: JoinDialog, place: str, name: str = "south") -> None:
    """Type the place and the name of the desk; the focus is then at the person's name."""
    assert focused() is dialog.fields.line("place")
    type_words(place)
    dialog.fields.line("desk").setFocus()
    typed("desk", name)


def joined(desk: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: desk.controller.shared_book is not None)
    assert not [each for each in desk.findChildren(JoinDialog) if each.isVisible()]


def test_an_address_and_six_digits_join_and_nobody_signs_in_again(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    type_words(hall.address)
    press("Return")
    qtbot.waitUntil(dialog.about.isVisible)
    assert hall.address in dialog.about.text()
    qtbot.waitUntil(lambda: focused() is dialog.fields.line("digits"))
    typed("digits", hall.digits())
    press("Return")
    joined(desk, qtbot)
    user = desk.controller.user
    assert (user.role, user.signed_in, user.by.author) == (HEAD, True, "Ruth Sample")
    assert hall.names == [desk.controller.book.desk]
    desk.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    there = joined_event_of(desk.controller)
    qtbot.waitUntil(lambda: not there.orders and there.away is None)
    assert desk.controller.book.view.journal[-1].author == "Ruth Sample"


@pytest.mark.parametrize("spaced", [False, True])
def test_digits_that_are_typed_where_the_focus_is_join_the_only_event_that_is_found(
    hall: Hall, desk: Window, qtbot: QtBot, spaced: bool
) -> None:
    dialog, digits = opened(desk), hall.digits()
    shown = f"{digits[:3]} {digits[3:]}" if spaced else digits
    type_words(shown)
    press("Return")  # before anything was found
    assert "Choose an event in the list" in dialog.fields.labelled["place"].problem()
    assert (dialog.fields.line("place").text(), dialog.fields.line("digits").text()) == ("", shown)
    announcing(dialog, FoundEvent(hall.event, "Cup", (hall.address,), hall.first_host.hex()[:8]))
    qtbot.waitUntil(dialog.about.isVisible)
    dialog.fields.line("place").setFocus()
    typed("place", shown)
    press("Return")
    joined(desk, qtbot)


def test_wrong_digits_are_said_at_their_field_and_can_be_typed_again(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    digits, dialog = hall.digits(), opened(desk)
    fill(dialog, hall.address)
    dialog.fields.line("digits").setFocus()
    type_words(f"{(int(digits) + 1) % 10**6:06}")
    press("Return")
    qtbot.waitUntil(lambda: dialog.fields.refused("digits"))
    assert "Tries left: 2" in dialog.fields.labelled["digits"].problem()
    qtbot.waitUntil(lambda: dialog._work is None)
    assert focused() is dialog.fields.line("digits")
    type_words(digits)  # what was typed is selected
    press("Return")
    joined(desk, qtbot)


def test_people_compare_digits_and_a_slow_person_lets_the_desk_in(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    press("Ctrl+Shift+Return")
    qtbot.waitUntil(dialog.question.isVisible)
    (waiting,) = hall.waiting
    assert dialog.question.digits.text().replace(" ", "") == waiting.digits
    for _ in range(3):  # Enter alone answers nothing
        press("Return")
    assert dialog.question.same.isVisible()
    assert not dialog.join.isEnabled()
    assert not dialog.approval.isEnabled()
    press("Tab")
    assert focused() is dialog.question.same
    press("Return")
    qtbot.waitUntil(lambda: hall.waiting[0].desk_word is True)
    qtbot.waitUntil(lambda: "Waiting until" in dialog.question.words.text())
    assert not hall.names
    hall.approve()
    joined(desk, qtbot)
    assert hall.names == ["south"]
    assert desk.controller.user.role is HEAD


def test_a_refusal_at_the_host_is_shown_and_the_dialog_stays(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    press("Ctrl+Shift+Return")
    qtbot.waitUntil(dialog.question.isVisible)
    dialog.question.same.click()
    qtbot.waitUntil(lambda: hall.waiting[0].desk_word is True)
    hall.refuse()
    qtbot.waitUntil(dialog.outcome.isVisible)
    assert dialog.outcome.text() == "The host did not let this desk join."
    qtbot.waitUntil(dialog.approval.isEnabled)
    qtbot.waitUntil(dialog.question.isHidden)
    assert not hall.names


@pytest.mark.parametrize("when", ["comparing", "waiting"])
def test_esc_while_people_decide_withdraws_the_desk(hall: Hall, desk: Window, qtbot: QtBot, when: str) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    press("Ctrl+Shift+Return")
    qtbot.waitUntil(dialog.question.isVisible)
    if when == "waiting":
        dialog.question.same.click()
        qtbot.waitUntil(lambda: hall.waiting[0].desk_word is True)
    with qtbot.waitSignal(dialog.finished):
        press("Escape")
    assert hall.waiting[0].desk_word is False
    hall.approve()
    assert not hall.names


def test_the_button_that_cancels_ends_the_wait_as_esc_does(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    press("Ctrl+Shift+Return")
    qtbot.waitUntil(dialog.bar.cancel_button.isVisible)
    with qtbot.waitSignal(dialog.finished):
        dialog.bar.cancel_button.click()


def test_digits_that_differ_take_nothing_from_that_computer(hall: Hall, desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    press("Ctrl+Shift+Return")
    qtbot.waitUntil(dialog.question.isVisible)
    press("Tab", "Tab", "Return")
    qtbot.waitUntil(dialog.outcome.isVisible)
    assert dialog.outcome.text().startswith("The digits differ")
    assert desk.controller.shared_book is None


def test_a_computer_in_between_is_not_believed(hall: Hall, desk: Window, qtbot: QtBot, tmp_path: Path) -> None:
    dialog, digits = opened(desk), hall.digits()
    with stranger(hall.address, hall.event, tmp_path) as fake:
        fill(dialog, fake.address)
        dialog.fields.line("digits").setFocus()
        type_words(digits)
        press("Return")
        qtbot.waitUntil(lambda: dialog.outcome.isVisible() or dialog.fields.refused("digits"))
        qtbot.waitUntil(lambda: dialog._work is None)
    assert desk.controller.shared_book is None
    assert not hall.names


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (lambda file: tls(file, answer(protocol=1)), "newer than that of the host"),
        (
            lambda file: tls(file, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
            "not a server of Quatre Vents",
        ),
        (lambda file: tls(file, answer(hosting=False)), "does not host “Cup” now"),
    ],
    ids=["version 1", "another program", "no host"],
)
def test_what_else_is_at_the_address_is_said(
    desk: Window, qtbot: QtBot, tmp_path: Path, server: Callable[[Path], Callable[..., None]], words: str
) -> None:
    file = tmp_path / "stranger.pem"
    file.write_text(key_of("stranger").pem)
    dialog = opened(desk)
    with serving(server(file)) as address:
        type_words(address)
        press("Return")
        qtbot.waitUntil(lambda: dialog.outcome.isVisible() or dialog.fields.refused("place"))
    told = dialog.outcome.text() + dialog.fields.labelled["place"].problem()
    assert words in told


def test_esc_leaves_a_computer_that_never_answers(desk: Window, qtbot: QtBot) -> None:
    dialog = opened(desk)
    with serving(silent) as address:
        type_words(address)
        press("Return")
        assert dialog._work is not None
        with qtbot.waitSignal(dialog.finished):
            press("Escape")
        assert desk.controller.shared_book is None


def test_a_desk_that_joined_by_digits_opens_again_and_joins_again_under_its_name(
    hall: Hall, desk: Window, qtbot: QtBot
) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address)
    dialog.fields.line("digits").setFocus()
    type_words(hall.digits(REFEREE))
    press("Return")
    joined(desk, qtbot)
    replica = Path(desk.controller.book.place)
    desk.controller.close()
    desk.controller.navigation.event_wanted.emit(replica)
    qtbot.waitUntil(lambda: desk.controller.shared_book is not None)
    assert hall.names == ["south"]
    there = joined_event_of(desk.controller)
    for each in hall.folder.admitted().all(datetime.now(UTC)):
        hall.folder.ask_to_end(each.id)
    qtbot.waitUntil(lambda: there.ended)
    desk.controller.navigation.page_wanted.emit("desks")
    page = desk.page("desks")
    assert isinstance(page, DesksPage)
    page.join_again.click()
    (again,) = (each for each in desk.findChildren(JoinDialog) if each.isVisible())
    assert again.fields.line("place").text() == hall.address
    assert again.fields.line("desk").text() == "south"
    assert focused() is again.fields.line("digits")
    type_words(hall.digits(HEAD))
    press("Return")
    qtbot.waitUntil(lambda: desk.controller.shared_book is not None and not there.ended)
    assert hall.names == ["south"]
    assert desk.controller.user.role is HEAD


def test_a_host_that_is_away_is_found_at_the_address_that_somebody_types(
    event_file: Path, dressed: QApplication, qtbot: QtBot
) -> None:
    keep_looks_around(False)
    book, controller = Book(open_for_writing(event_file)), bootstrap.make_controller("Ruth Sample")
    desk, there = Window(controller), joined_event_of(controller)
    with shown(desk, dressed), closing(book):
        with serving_event(book, Sharing()) as server:
            first = Hall(server)
            dialog = opened(desk)
            type_words(first.address)
            dialog.fields.line("digits").setText(first.digits())
            press("Return")
            joined(desk, qtbot)
            desk.controller.navigation.page_wanted.emit("desks")
            page = desk.page("desks")
            assert isinstance(page, DesksPage)
            qtbot.waitUntil(lambda: there.news is not None)
            assert page.search.isHidden()
        qtbot.waitUntil(lambda: there.away is not None)
        qtbot.waitUntil(page.search.isVisible)
        with socket.create_server(split_address(first.address)), serving_event(book, Sharing(port=0)) as server:
            (address,) = server.invitation.addresses
            assert address != first.address
            page.search.setFocus()
            press("Return")
            (search,) = desk.findChildren(SearchDialog)
            type_words("hall 7")
            press("Return")
            assert "is not an address" in search.fields.labelled["address"].problem()
            assert search.outcome.isHidden()
            type_words(address)  # what was typed is selected
            press("Return")
            assert address in search.outcome.text()
            with qtbot.waitSignal(search.finished):
                pass
            assert there.away is None
            controller.close()


def test_hands_that_wait_under_another_name_of_the_desk_are_offered_and_sent(
    event_file: Path, dressed: QApplication, qtbot: QtBot
) -> None:
    keep_looks_around(False)
    book, controller = Book(open_for_writing(event_file)), bootstrap.make_controller("Ruth Sample")
    desk, there = Window(controller), joined_event_of(controller)
    with shown(desk, dressed), closing(book):
        with serving_event(book, Sharing()) as server:
            join_by_digits(desk, Hall(server), "south", qtbot)
        qtbot.waitUntil(lambda: there.away is not None)
        for number in (1, 2):
            controller.act(RecordHand(1, 1, number, Outcome(0, 1, 8 + number)))
        assert there.unsent == 2
        controller.close()
        with serving_event(book, Sharing()) as server:
            for answer in ("Escape", "Ctrl+Return"):
                join_by_digits(desk, Hall(server), "north", qtbot)
                qtbot.waitUntil(lambda: bool(left_in(desk)))
                (left,) = left_in(desk)
                assert [left.orders.model().index(line, 0).data() for line in range(2)] == ["south", "south"]
                with qtbot.waitSignal(left.finished):
                    press(answer)
                qtbot.waitUntil(lambda: not there.orders)
                assert book.view.sheet(1, 1).last_played == (2 if answer == "Ctrl+Return" else 0)
                controller.close()
            assert {each.record.desk for each in book.view.journal if each.author == "Ruth Sample"} == {"north"}
            join_by_digits(desk, Hall(server), "east", qtbot)
            qtbot.waitUntil(lambda: there.news is not None)
            assert not left_in(desk)
            controller.close()


def left_in(desk: Window) -> list[LeftOrdersDialog]:
    return [each for each in desk.findChildren(LeftOrdersDialog) if each.isVisible()]


def join_by_digits(desk: Window, hall: Hall, name: str, qtbot: QtBot) -> None:
    dialog = opened(desk)
    fill(dialog, hall.address, name)
    dialog.fields.line("digits").setFocus()
    type_words(hall.digits())
    press("Return")
    qtbot.waitUntil(lambda: desk.controller.shared_book is not None)
