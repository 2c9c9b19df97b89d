"""Two windows and a server, which is a process of its own: sharing, joining, typing, a server that dies."""

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import httpx
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tests.examples.keys import key_of, tls_of
from tests.systems import IS_WINDOWS
from tests.ui.cli.conftest import call_program
from tests.ui.cli.test_serve import Server
from tests.ui.desktop.conftest import shown
from tests.ui.desktop.fake_player import FakePlayer
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Text, language_of
from tournament.ledger.facts import HostTakenOver
from tournament.rules.payment import Outcome
from tournament.sharing.invitation import decode, encode, read
from tournament.sharing.joining import joining_desk, typed_digits
from tournament.sharing.six_digits import TypedDigits
from tournament.use_cases import RecordHand, StoreUnavailable
from tournament.use_cases.table_entry import table_address
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_invitation
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.pages.phones.address_card import COPY_ADDRESS
from ui.desktop.pages.phones.page import PhonesPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.recent import recent_files
from ui.desktop.sharing.dialogs import ClosingDialog, ShareAnewDialog, ShareDialog, StopDialog, TakeOverDialog
from ui.desktop.sharing.found_events import keep_looks_around
from ui.desktop.sharing.host_process import HostProcess
from ui.desktop.sharing.join_dialog import JoinDialog
from ui.desktop.sharing.joined_event import HostedHere, joined_event_of
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("own_preferences", "new_window")]
Dialog = TypeVar("Dialog", bound=QDialog)


def desks_page(window: Window) -> DesksPage:
    window.controller.navigation.page_wanted.emit("desks")
    page = window.page("desks")
    assert isinstance(page, DesksPage)
    return page


def phones_page(window: Window) -> PhonesPage:
    window.controller.navigation.page_wanted.emit("phones")
    page = window.page("phones")
    assert isinstance(page, PhonesPage)
    return page


def hosting_of(window: Window) -> HostedHere:
    hosting = joined_event_of(window.controller).hosting
    assert hosting is not None
    return hosting


@pytest.fixture
def public_port(event_file: Path) -> None:
    """The event was served at a port of its own before: tests that run at once would share the fixed ones."""
    server = Server(event_file, "--public-port", secrets.randbelow(12_000) + 20_000)
    assert server.said, "the port is taken"
    server.kill()


@pytest.fixture
def host(window: Window, controller: EventController, qtbot: QtBot) -> Iterator[Window]:
    """A window that shares its event."""
    keep_looks_around(False)  # tests announce nothing
    desks_page(window).share.click()
    (dialog,) = window.findChildren(ShareDialog)
    dialog.start.click()
    qtbot.waitUntil(lambda: joined_event_of(controller).hosting is not None)
    yield window
    hosting = joined_event_of(controller).hosting
    controller.close()
    if hosting is not None:
        hosting.server.stop()


@pytest.fixture
def guest(host: Window, dressed: QApplication, qtbot: QtBot) -> Iterator[Window]:
    """A second window, which has joined the event of the first."""
    controller = bootstrap.make_controller("Guest Sample")
    window = Window(controller)
    with shown(window, dressed):
        dialog = JoinDialog(controller, choose_invitation, parent=window)
        dialog.open()
        typed = {"place": hosting_of(host).invitation, "desk": "south", "author": "Ruth Sample"}
        for name, text in typed.items():
            dialog.fields.line(name).setText(text)
        dialog.join.click()
        qtbot.waitUntil(lambda: controller.view is not None)
        yield window
        controller.close()


def played(window: Window) -> int:
    view = window.controller.view
    assert view is not None
    return view.sheet(1, 1).last_played


def test_what_one_types_the_other_sees(host: Window, guest: Window, qtbot: QtBot, event_file: Path):
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: played(guest) == 1)
    guest.controller.act(RecordHand(1, 1, 2, Outcome(2, 1, 24)))
    qtbot.waitUntil(lambda: played(host) == 2)
    qtbot.waitUntil(lambda: len(joined_event_of(host.controller).desks) == 2)
    qtbot.waitUntil(lambda: not joined_event_of(guest.controller).orders)
    assert guest.controller.book.view.fingerprint == host.controller.book.view.fingerprint
    assert host.controller.book.view.journal[-1].author == "Ruth Sample", "as typed to join"
    # the host stops: its window has the file again, the guest goes on by itself
    desks_page(host).stop.click()
    (dialog,) = host.findChildren(StopDialog)
    dialog.end.click()
    qtbot.waitUntil(lambda: host.controller.view is not None and host.controller.shared_book is None)
    assert host.controller.book.place == str(event_file)
    assert played(host) == 2
    qtbot.waitUntil(lambda: joined_event_of(guest.controller).away is not None)
    guest.controller.act(RecordHand(1, 1, 3, Outcome(3, None, 10)))
    assert played(guest) == 3
    assert joined_event_of(guest.controller).unsent == 1
    guest.controller.close()
    assert guest.controller.user.by.author == "Guest Sample"


def test_the_host_sees_who_is_connected_and_since_when_another_is_away(host: Window, guest: Window, qtbot: QtBot):
    page = desks_page(host)

    def connections() -> dict[str, str]:
        model = page.desks.model()
        return {str(model.index(row, 0).data()): str(model.index(row, 5).data()) for row in range(model.rowCount())}

    own = joined_event_of(host.controller).book
    assert own is not None
    here = f"{own.desk} (this desk, host)"
    there = "south (host)"  # on the same computer
    qtbot.waitUntil(lambda: connections() == {here: "connected", there: "connected"})
    qtbot.waitUntil(lambda: f"Host: {own.desk}" in desks_page(guest).state.text())
    assert host.status.desks.text() == "2 desks"
    guest.controller.close()
    qtbot.waitUntil(lambda: connections().get("south", "").startswith("away since "))
    assert connections()[here] == "connected"
    assert host.status.desks.text() == "1 desk"


def test_a_window_shows_which_sheet_another_one_shows(host: Window, guest: Window, qtbot: QtBot):
    def cards() -> list[str]:
        page = host.page("tables")
        assert isinstance(page, TablesPage)
        return [card.toolTip() for card in page.cards.cards]

    host.controller.navigation.page_wanted.emit("tables")
    guest.controller.navigation.table_wanted.emit(1, 2)
    who = guest.controller.user.by.author
    qtbot.waitUntil(lambda: cards()[1].endswith(f"{who} at south is on this sheet"))
    assert not cards()[0]
    guest.controller.navigation.table_wanted.emit(1, 1)
    qtbot.waitUntil(lambda: not cards()[1] and who in cards()[0])
    guest.controller.navigation.page_wanted.emit("standings")
    qtbot.waitUntil(lambda: not any(cards()))


def test_a_window_takes_over_and_the_other_follows(host: Window, guest: Window, qtbot: QtBot, event_file: Path):
    here, there = joined_event_of(host.controller), joined_event_of(guest.controller)
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: played(guest) == 1 and len(here.desks) == len(there.desks) == 2)
    qtbot.waitUntil(lambda: not here.orders)
    desks = desks_page(host)
    assert desks.risk.text().startswith("If this computer fails, every desk must join again.")
    desks.desks.selectRow(next(row for row, each in enumerate(desks.desks.rows) if each.name == "south"))
    desks.deputy.click()
    qtbot.waitUntil(lambda: there.is_deputy and all(each.certificate for each in there.desks))
    qtbot.waitUntil(lambda: bool(here.deputies))
    hosting_of(host).server.stop()
    qtbot.waitUntil(lambda: here.away is not None and there.away is not None)
    assert not desks_page(host).take_over.isEnabled(), "only a deputy can"
    host.controller.act(RecordHand(1, 1, 2, Outcome(2, 1, 24)))
    page = desks_page(guest)
    page.take_over.click()
    (dialog,) = guest.findChildren(TakeOverDialog)
    assert here.book is not None
    assert here.book.desk in dialog.loss.text()
    told: list[Text] = []
    host.controller.messages.noted.connect(told.append)
    dialog.start.click()
    qtbot.waitUntil(lambda: there.hosting is not None, timeout=20_000)
    server = hosting_of(guest).server
    try:
        qtbot.waitUntil(lambda: here.away is None and there.away is None and played(guest) == 2, timeout=10_000)
        qtbot.waitUntil(lambda: not here.orders)
        assert [ENGLISH.render(text) for text in told] == ["“south” hosts the event now."]
        assert here.book.confirmed.fingerprint == guest.controller.book.view.fingerprint
        assert here.host == there.host
        assert not page.take_over.isVisible()
        taken = next(each for each in here.book.view.journal if each.record.kind == HostTakenOver.kind)
        assert (taken.author, taken.record.desk) == ("Ruth Sample", "south")
        # whoever opens the file of the host that was lost is warned
        offered: list[tuple[Text, Callable[[], object]]] = []
        host.controller.messages.action_offered.connect(lambda text, _label, act: offered.append((text, act)))
        host.controller.close()
        host.controller.navigation.event_wanted.emit(event_file)
        qtbot.waitUntil(lambda: bool(offered))
        text, act = offered[0]
        assert ENGLISH.render(text).startswith("This event is hosted by south (")
        act()
        (joining,) = host.findChildren(JoinDialog)
        assert there.host is not None
        assert joining.fields.line("place").text() in ENGLISH.render(text)
        assert joining.focusWidget() is joining.fields.line("digits")
        joining.reject()
    finally:
        guest.controller.close()
        server.stop()


def test_a_desk_shares_the_event_of_a_lost_host_anew_and_the_other_joins_again_with_what_it_typed(
    host: Window, guest: Window, qtbot: QtBot
):
    here, there = joined_event_of(host.controller), joined_event_of(guest.controller)
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: played(guest) == 1 and len(there.desks) == 2)
    qtbot.waitUntil(lambda: not here.orders)
    hosting_of(host).server.stop()
    qtbot.waitUntil(lambda: here.away is not None and there.away is not None)
    host.controller.act(RecordHand(1, 1, 2, Outcome(2, 1, 24)))
    page = desks_page(guest)
    assert "share the event anew" in page.state.text()
    assert not page.take_over.isEnabled()
    page.share_anew.click()
    (dialog,) = guest.findChildren(ShareAnewDialog)
    dialog.start.click()
    qtbot.waitUntil(lambda: there.hosting is not None and there.away is None, timeout=20_000)
    server, replica = hosting_of(guest).server, Path(host.controller.book.place)
    try:
        assert played(guest) == 1
        assert there.book is not None
        assert there.book.desk == "south"
        qtbot.waitUntil(lambda: there.book is not None and there.book.written.state.host is not None)
        taken = there.book.written.state.host
        assert taken is not None
        assert taken.missing, "nobody was asked"
        assert here.away is not None, "nobody follows it without its invitation"
        host.controller.close()
        again = JoinDialog(host.controller, choose_invitation, {"desk": replica.parent.name}, parent=host)
        again.open()
        again.fields.line("place").setText(hosting_of(guest).invitation)
        again.fields.line("author").setText("Ada Sample")
        again.join.click()
        qtbot.waitUntil(lambda: host.controller.view is not None and played(guest) == 2)
        qtbot.waitUntil(lambda: not joined_event_of(host.controller).orders)
    finally:
        guest.controller.close()
        host.controller.close()
        server.stop()


def test_why_a_server_does_not_start_is_told_in_the_language_of_the_window(tmp_path: Path):
    french = language_of("fr")
    translator.set_language(french)
    with pytest.raises(StoreUnavailable) as raised:
        HostProcess(tmp_path / "cup.qv")
    assert french.render(raised.value.text).startswith("L’événement ne peut pas être partagé. Il n’y a pas de fichier")


def test_a_wrong_invitation_is_told_in_the_dialog(window: Window):
    dialog = JoinDialog(window.controller, choose_invitation, parent=window)
    dialog.open()
    dialog.fields.line("place").setText("qv2-abc")
    dialog.join.click()
    assert "The invitation is incomplete" in dialog.fields.labelled["place"].problem()
    dialog.reject()


def test_a_new_invitation_a_file_and_the_end_of_a_desk(host: Window, guest: Window, qtbot: QtBot, tmp_path: Path):
    page, before = desks_page(host), hosting_of(host).invitation
    qtbot.waitUntil(lambda: page.invitation.code.text() == before)
    assert page.invitation.picture.sizeHint().width() > 140
    assert "Valid until" in page.invitation._where.text()
    page.invitation.renew.click()
    host.messages.instead.click()
    qtbot.waitUntil(lambda: page.invitation.code.text() != before)
    page.invitation.save_to(tmp_path / "hall.qv-invitation")
    assert encode(read(tmp_path / "hall.qv-invitation")) == page.invitation.code.text()
    assert "It is valid until" in (tmp_path / "hall.qv-invitation").read_text(encoding="utf-8")
    # the earlier invitation opens nothing any more, but who has joined stays
    joined = joined_event_of(guest.controller)
    qtbot.waitUntil(lambda: joined.away is None and len(joined_event_of(host.controller).desks) == 2)
    page.desks.selectRow(next(row for row, each in enumerate(page.desks.rows) if each.name == "south"))
    page.end.click()
    host.messages.instead.click()
    qtbot.waitUntil(lambda: joined.ended)
    told = desks_page(guest)
    assert told.join_again.isVisible()
    told.join_again.click()
    (again,) = guest.findChildren(JoinDialog)
    assert again.fields.line("desk").text() == "south"
    again.fill_in(tmp_path / "hall.qv-invitation")
    again.join.click()
    qtbot.waitUntil(lambda: joined.book is not None and not joined.ended)


def test_a_desk_joins_by_the_digits_that_the_window_of_the_host_shows(host: Window, qtbot: QtBot):
    page, invitation = desks_page(host), decode(hosting_of(host).invitation)
    page.let_join.role.setCurrentIndex(1)
    page.let_join.show_new.click()
    qtbot.waitUntil(page.let_join.digits.isVisible)
    key = key_of("north")
    desk = joining_desk(key.certificate, "north", "Ben Sample", "192.0.2.9:8470")
    digits = typed_digits(page.let_join.digits.text())
    typed = TypedDigits(invitation.event, invitation.first_host, digits, desk, key.sign, secrets.token_bytes)
    with httpx.Client(base_url=f"https://{invitation.addresses[0]}", verify=tls_of(""), timeout=30) as client:
        proving = typed.answered(client.post("/join/code", content=typed.request).content)
        welcome = proving.welcomed(client.post("/join/confirm", content=proving.request).content)
    assert (welcome.desk, welcome.role) == ("north", EventRole.HEAD_REFEREE)
    joined = "“north” has joined as head referee, and may take over."
    qtbot.waitUntil(lambda: page.let_join.state.text().startswith(joined))
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))  # it has not connected, so nobody is told of it at once
    qtbot.waitUntil(lambda: [each.name for each in page.desks.rows[1:]] == ["north"])
    qtbot.waitUntil(lambda: not page.risk.isVisible())
    assert [each.name for each in joined_event_of(host.controller).deputies] == ["north"]


def _is_said(text: Callable[[], str], begin: str) -> bool:
    return text().startswith(begin)


def test_a_desk_whose_name_is_taken_has_the_same_number_in_the_list_and_where_the_digits_were(
    host: Window, qtbot: QtBot
):
    page, invitation = desks_page(host), decode(hosting_of(host).invitation)
    for computer, name in (("one", "laptop"), ("another", "laptop (2)")):
        page.let_join.show_new.click()
        qtbot.waitUntil(page.let_join.digits.isVisible)
        key = key_of(computer)
        desk = joining_desk(key.certificate, "laptop", "Ben Sample", "192.0.2.9:8470")
        digits = typed_digits(page.let_join.digits.text())
        typed = TypedDigits(invitation.event, invitation.first_host, digits, desk, key.sign, secrets.token_bytes)
        with httpx.Client(base_url=f"https://{invitation.addresses[0]}", verify=tls_of(""), timeout=30) as client:
            proving = typed.answered(client.post("/join/code", content=typed.request).content)
            confirmed = client.post("/join/confirm", content=proving.request).content
            assert proving.welcomed(confirmed).desk == name
            assert proving.welcomed(client.post("/join/confirm", content=proving.request).content).desk == name, "again"
        qtbot.waitUntil(partial(_is_said, page.let_join.state.text, f"“{name}” has joined"))
    qtbot.waitUntil(lambda: [each.name for each in page.desks.rows[1:]] == ["laptop", "laptop (2)"])


def test_the_window_of_the_host_joins_again_after_the_end_of_all(host: Window, qtbot: QtBot):
    joined, before = joined_event_of(host.controller), hosting_of(host)
    page = desks_page(host)
    assert call_program("desks", str(before.file), "--end-all").code == 0
    qtbot.waitUntil(lambda: joined.ended)
    qtbot.waitUntil(lambda: page.invitation.code.text() != before.invitation)
    shown = page.invitation.code.text()
    page.join_again.click()
    (dialog,) = host.findChildren(JoinDialog)
    assert dialog.fields.line("place").text() == shown
    dialog.join.click()
    qtbot.waitUntil(lambda: joined.book is not None and not joined.ended)
    assert hosting_of(host).invitation == shown
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    qtbot.waitUntil(lambda: not joined.orders)


def test_a_server_that_dies_is_started_again(host: Window, qtbot: QtBot):
    hosting = hosting_of(host)
    assert isinstance(hosting.server, HostProcess)
    hosting.server._process.kill()
    page = desks_page(host)
    qtbot.waitUntil(page.share_again.isVisible)
    host.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    page.share_again.click()
    (dialog,) = host.findChildren(ShareDialog)
    dialog.start.click()
    qtbot.waitUntil(lambda: joined_event_of(host.controller).hosting not in (None, hosting))
    qtbot.waitUntil(lambda: not joined_event_of(host.controller).orders)
    assert decode(hosting_of(host).invitation).ticket == decode(hosting.invitation).ticket
    assert played(host) == 1


def _visible(window: Window, kind: type[Dialog]) -> Dialog:
    (found,) = (each for each in window.findChildren(kind) if each.isVisible())
    return found


@pytest.mark.usefixtures("public_port")
def test_results_are_shown_on_phones_at_an_address_that_stays(
    host: Window, dressed: QApplication, qtbot: QtBot, event_file: Path
):
    page = phones_page(host)
    assert not page.results.address.isVisible()
    page.results.begin.click()
    dialog = _visible(host, ShareDialog)
    assert dialog.phones.isChecked()
    dialog.start.click()
    qtbot.waitUntil(page.results.copy.isVisible)
    address = hosting_of(host).public
    assert httpx.get(address).status_code == 200
    assert page.results.picture.isVisible()
    assert not page.results.begin.isVisible()
    host.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(host, COPY_ADDRESS)
    assert QApplication.clipboard().text() == address == page.results.address.text()
    desks_page(host).stop.click()
    _visible(host, StopDialog).end.click()
    qtbot.waitUntil(lambda: host.controller.view is not None and host.controller.shared_book is None)
    assert not phones_page(host).results.address.isVisible()
    assert page.results.begin.isVisible()
    page.results.begin.click()
    again = _visible(host, ShareDialog)
    assert again.phones.isChecked(), "as it was the last time"
    again.start.click()
    qtbot.waitUntil(lambda: joined_event_of(host.controller).hosting is not None)
    qtbot.waitUntil(page.results.copy.isVisible)
    hosting = hosting_of(host)
    assert hosting.public == address
    host.controller.close()  # the server goes on, as after “Close, and go on sharing”
    second = Window(bootstrap.make_controller("Host Sample"))
    with shown(second, dressed):
        second.controller.navigation.event_wanted.emit(event_file)
        qtbot.waitUntil(lambda: "shared by this computer" in second.messages.text())
        second.messages.instead.click()
        _visible(second, JoinDialog).join.click()
        qtbot.waitUntil(lambda: second.controller.shared_book is not None)
        assert phones_page(second).results.address.text() == address
        digits = desks_page(second).let_join
        digits.show_new.click()
        qtbot.waitUntil(digits.digits.isVisible)
        assert len(typed_digits(digits.digits.text())) == 6, "at a server that another window started"
        second.controller.close()
        hosting.server.stop()


def test_a_hand_of_a_phone_is_accepted_at_one_desk_and_its_call_is_answered_at_the_other(
    host: Window, guest: Window, qtbot: QtBot, fake_player: FakePlayer
):
    page = phones_page(host)
    page.results.begin.click()
    _visible(host, ShareDialog).start.click()
    qtbot.waitUntil(page.table_entry.allow.isEnabled)
    page.table_entry.allow.click()
    qtbot.waitUntil(lambda: guest.controller.book.view.state.table_entry is not None)
    assert guest.controller.book.view.state.table_entry == host.controller.book.view.state.table_entry
    qtbot.waitUntil(lambda: not joined_event_of(host.controller).orders)
    address = table_address(guest.controller.book.view, 1, 1)
    assert httpx.get(address).status_code == 200
    won = {"id": str(uuid4()), "seat": "0", "hand": "1", "winner": "0", "source": "1", "points": "24"}
    first, second = ({"Cookie": f"quatre-vents-phone={seat:_>22}"} for seat in (0, 2))  # one phone is one seat
    assert httpx.post(f"{address}/propose", data=won, headers=first).status_code == 303
    guest.show_page("tables")
    tables = guest.page("tables")
    assert isinstance(tables, TablesPage)
    qtbot.waitUntil(lambda: tables.proposals.view is not None and tables.proposals.view.isVisible())
    guest.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(QApplication.focusWidget() or guest, "F2")
    qtbot.waitUntil(lambda: played(host) == 1)
    assert host.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 24)
    call = {"id": str(uuid4()), "seat": "2"}
    assert httpx.post(f"{address}/call", data=call, headers=second).status_code == 303
    qtbot.waitUntil(lambda: not host.top.calls.isHidden() and not guest.top.calls.isHidden())
    assert host.calls is not None
    assert guest.calls is not None
    bars = (host.calls.bar, guest.calls.bar)
    assert [bar.text() for bar in bars] == ["Table 1 calls a referee · 0 min"] * 2, "at every desk"
    assert all(bar.go.isVisible() for bar in bars)
    qtbot.waitUntil(lambda: fake_player.played == ["three-pings"] * 2)
    bars[0].go.click()
    qtbot.waitUntil(lambda: not any(bar.isVisible() for bar in bars))
    qtbot.waitUntil(lambda: guest.top.calls.label().endswith("went"))
    qtbot.waitUntil(lambda: not joined_event_of(host.controller).orders)
    who = host.controller.user.by.author
    assert who in guest.top.calls.label()
    assert who in httpx.get(address, headers=second).text, "the table sees who is coming"


def test_an_event_that_was_joined_opens_again_without_typing_and_without_its_host(
    host: Window, guest: Window, qtbot: QtBot
):
    place = Path(guest.controller.book.place)
    assert Path(recent_files()[0].path) == place
    assert IS_WINDOWS or place.parent.joinpath("desk.json").stat().st_mode & 0o077 == 0
    guest.controller.close()
    guest.controller.navigation.event_wanted.emit(place)
    qtbot.waitUntil(lambda: guest.controller.shared_book is not None)
    guest.controller.close()
    hosting_of(host).server.stop()
    guest.controller.navigation.event_wanted.emit(place)
    qtbot.waitUntil(lambda: guest.controller.shared_book is not None)
    guest.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert joined_event_of(guest.controller).unsent == 1
    guest.close()
    (dialog,) = guest.findChildren(ClosingDialog)
    assert guest.isVisible()
    dialog.close_window.click()
    assert not guest.isVisible()


def test_who_closes_the_host_goes_on_sharing_and_comes_back(
    host: Window, dressed: QApplication, qtbot: QtBot, event_file: Path
):
    hosting = hosting_of(host)
    host.close()
    (dialog,) = host.findChildren(ClosingDialog)
    dialog.go_on.click()
    assert not host.isVisible()
    assert hosting.server.running
    second = Window(bootstrap.make_controller("Host Sample"))
    with shown(second, dressed):
        second.controller.navigation.event_wanted.emit(event_file)
        qtbot.waitUntil(lambda: "shared by this computer" in second.messages.text())
        second.messages.instead.click()
        (join,) = second.findChildren(JoinDialog)
        assert join.about.isVisible()
        join.join.click()
        qtbot.waitUntil(lambda: second.controller.shared_book is not None)
        qtbot.waitUntil(desks_page(second).invitation.isVisible)
        desks_page(second).stop.click()
        (stop,) = second.findChildren(StopDialog)
        stop.end.click()
        qtbot.waitUntil(lambda: second.controller.view is not None and second.controller.shared_book is None)
        qtbot.waitUntil(lambda: not hosting.server.running)
        hosting.server.stop()
        second.controller.close()


def test_esc_while_sharing_begins_leaves_the_event_as_it_was(
    window: Window, controller: EventController, qtbot: QtBot, event_file: Path
):
    keep_looks_around(False)
    desks_page(window).share.click()
    (dialog,) = window.findChildren(ShareDialog)
    dialog.start.click()
    assert controller.view is None
    for _ in range(3):  # a held key
        dialog.reject()
    qtbot.waitUntil(lambda: controller.view is not None)
    assert controller.shared_book is None
    assert controller.book.place == str(event_file)
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert not [each for each in window.findChildren(ShareDialog) if each.isVisible()]


def test_esc_while_sharing_ends_waits_for_the_file(host: Window, qtbot: QtBot, event_file: Path):
    desks_page(host).stop.click()
    (dialog,) = host.findChildren(StopDialog)
    dialog.end.click()
    dialog.reject()
    qtbot.waitUntil(lambda: host.controller.view is not None)
    assert host.controller.book.place == str(event_file)
    assert host.controller.writes


def test_sharing_again_confirms_on_two_desks_as_it_did_before(
    window: Window, controller: EventController, qtbot: QtBot, event_file: Path
):
    keep_looks_around(False)
    for before in (False, True):
        desks_page(window).share.click()
        (dialog,) = [each for each in window.findChildren(ShareDialog) if each.isVisible()]
        assert dialog.on_two.isChecked() == before
        dialog.on_two.setChecked(not before)
        dialog.start.click()
        qtbot.waitUntil(lambda: controller.shared_book is not None)
        qtbot.waitUntil(lambda: joined_event_of(controller).news is not None)
        news = joined_event_of(controller).news
        assert news is not None
        assert news.confirm_on_two != before
        desks_page(window).stop.click()
        (stop,) = [each for each in window.findChildren(StopDialog) if each.isVisible()]
        stop.end.click()
        qtbot.waitUntil(lambda: controller.view is not None and controller.shared_book is None)
    controller.close()
    controller.open(event_file)
    desks_page(window).share.click()
    (dialog,) = [each for each in window.findChildren(ShareDialog) if each.isVisible()]
    assert not dialog.on_two.isChecked()
    dialog.reject()


def test_esc_while_joining_lets_go_of_the_desk(host: Window, dressed: QApplication, qtbot: QtBot):
    controller = bootstrap.make_controller("Guest Sample")
    window = Window(controller)
    with shown(window, dressed):
        for keeps in (False, True):
            dialog = JoinDialog(controller, choose_invitation, parent=window)
            dialog.open()
            dialog.fields.line("place").setText(hosting_of(host).invitation)
            dialog.fields.line("desk").setText("south")
            dialog.join.click()
            if keeps:
                qtbot.waitUntil(lambda: controller.view is not None)
            else:
                with qtbot.waitSignal(dialog.finished):
                    dialog.reject()
                assert controller.view is None
        controller.close()
