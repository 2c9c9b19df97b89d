"""What a window at a desk shows of what it typed, of what others typed, and of its host."""

import dataclasses
import shutil
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from tests.examples.pins import cheap_pin
from tests.tournament.sharing.fakes import hosting, member
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.sharing.conftest import Desk
from tournament.event.role import EventRole
from tournament.language import ENGLISH, mark
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.invitation import Invitation, encode
from tournament.sharing.messages import PROTOCOL, DeskSeen, Rival, Sync
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import SetPin
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.pages.desks.rows import desk_columns
from ui.desktop.pages.phones.page import PhonesPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.sharing.dialogs import TakeOverDialog
from ui.desktop.sharing.joined_event import HostedHere
from ui.joining.failures import CertificateChanged
from ui.server.host_folder import HostDecision, HostFolder


def tables(desk: Desk) -> TablesPage:
    page = desk.window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def result(desk: Desk, row: int) -> str:
    model = tables(desk).score_sheet.view.model()
    return str(model.index(row, 1).data())


def test_a_hand_shows_at_once_and_as_sent_when_the_host_has_it(desk: Desk, keyboard: Keyboard):
    keyboard.type("1 2 8 Enter")
    assert "not sent" in result(desk, 1)
    assert desk.window.status.desks.text() == "1 entry not sent"
    assert len(desk.hall.host.book.view.journal) < len(desk.controller.book.view.journal)
    desk.link.speak()
    assert "not sent" not in result(desk, 1)
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 1
    assert desk.controller.book.view.fingerprint == desk.hall.host.end
    assert desk.window.status.desks.text() == "1 desk"


def test_a_copy_that_is_opened_beside_the_shared_event_is_not_shared(desk: Desk, event_file: Path):
    copy = event_file.with_name("copy.qv")
    shutil.copy(event_file, copy)
    assert desk.window.status.desks.text() == "1 desk"
    desk.controller.open(copy)
    assert desk.window.status.desks.isHidden()


def test_a_hand_of_another_desk_appears_and_what_is_half_typed_stays(desk: Desk, keyboard: Keyboard):
    keyboard.type("1 2")
    desk.others_record(1, table=2)
    desk.hear()
    assert desk.controller.book.view.sheet(1, 2).last_played == 1
    keyboard.type("8 Enter")
    desk.link.speak()
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 1


def test_the_host_is_away_and_nothing_is_lost(desk: Desk, keyboard: Keyboard):
    desk.listener.on_away(mark("The host cannot be reached."))
    keyboard.type("1 2 8 Enter 3 1 9 Enter")
    assert desk.window.status.desks.text() == "Host away: 2 entries not sent"
    page = desk.desks_page()
    assert ["hand 1" in ENGLISH.render(row.what) for row in page.orders.rows] == [True, False]
    desk.link.speak()
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 2
    assert not desk.joined.orders


def test_a_long_queue_holds_up_neither_the_window_nor_what_others_type(
    desk: Desk, keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """Each look at the clock ends a step; the page Desks lists the oldest."""
    monkeypatch.setattr("ui.desktop.pages.desks.page._MOST_ROWS", 2)
    book = desk.joined.book
    assert book is not None
    book.step = 0.0
    keyboard.type("1 2 8 Enter 3 1 9 Enter 1 3 10 Enter")
    page = desk.desks_page()
    assert (len(page.orders.rows), page.more.text()) == (2, "and 1 more")
    desk.others_record(1, table=2)
    hall, question = desk.hall, replace(book.question(None, "en"), orders=())
    desk.listener.on_reply(hosting(hall.host.answer(hall.members["south"], question, hall.members)))
    assert book.is_behind
    assert [book.view.sheet(1, table).last_played for table in (1, 2)] == [3, 0]
    qtbot.waitUntil(lambda: not book.is_behind)
    assert [book.view.sheet(1, table).last_played for table in (1, 2)] == [3, 1]
    assert desk.window.status.desks.text() == "3 entries not sent"
    desk.hear()
    assert desk.controller.book.view.fingerprint == desk.hall.host.end
    assert not page.more.isVisible()


def test_somebody_else_was_first(desk: Desk, keyboard: Keyboard):
    desk.others_record(1, points=24)
    keyboard.type("1 2 8 Enter")
    desk.link.speak()
    assert desk.joined.to_decide == 1
    assert desk.window.status.desks.text() == "1 entry was refused"
    page = desk.desks_page()
    (row,) = page.orders.rows
    assert "Somebody else" in row.why.message
    assert desk.controller.book.view.fingerprint == desk.hall.host.end
    page.orders.setFocus()
    page.drop.click()
    keyboard.type("Esc")
    assert desk.joined.to_decide == 1
    page.drop.click()
    keyboard.type("Enter")
    assert not desk.joined.orders


def rail_items(desk: Desk) -> list[QAbstractButton]:
    """The items of the rail that are visible, from the top."""
    items = (each for each in desk.window.rail.findChildren(QAbstractButton) if each.isVisible())
    return sorted(items, key=lambda each: each.y())


def test_the_rail_has_desks_while_the_event_is_shared_and_all_fit_in_a_low_window(desk: Desk, event_file: Path):
    assert rail_items(desk)[-1].text() == "Desks"
    desk.window.resize(desk.window.minimumSize())
    QApplication.processEvents()
    assert desk.window.height() == desk.window.minimumHeight()
    items = [each.geometry() for each in rail_items(desk)]
    assert all(above.bottom() < below.top() for above, below in pairwise(items))
    assert items[-1].bottom() <= desk.window.rail.rect().bottom()
    QTest.mouseClick(rail_items(desk)[-1], Qt.MouseButton.LeftButton)
    assert (desk.window.current, desk.window.rail.current) == ("desks", "desks")
    desk.controller.open(Path(shutil.copy(event_file, event_file.with_name("copy.qv"))))
    assert [each.text() for each in rail_items(desk)][-1] == "Settings"
    QTest.keySequence(desk.window, "Ctrl+Shift+D")
    assert desk.window.current == "desks", "from there it is shared"
    assert not desk.desks_page().risk.isVisible()


def test_the_page_of_the_host_warns_while_no_desk_may_take_over(desk: Desk, event_file: Path):
    page = desk.desks_page()
    assert not page.risk.isVisible(), "another computer is the host"
    event = UUID(desk.controller.book.view.journal[0].id)
    code = encode(Invitation(("192.0.2.7:8470",), event, "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    assert page.risk.isVisible()
    assert page.risk.text().startswith("If this computer fails, every desk must join again.")
    assert page.state.text().startswith("This computer shares the event at")
    assert desk.joined.news is not None
    seen = DeskSeen("north", "north", "Ben", None, "", None, 9, "10.0.0.2:1", 1)
    desk.listener.on_reply(replace(desk.joined.news, desks=(*desk.joined.news.desks, seen)))
    assert not page.risk.isVisible()


def cells(page: DesksPage, column: int) -> list[str]:
    """What the list of desks shows in a column."""
    model = page.desks.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def test_the_list_of_desks_says_who_is_connected_and_since_when_others_are_away(desk: Desk):
    page, joined = desk.desks_page(), desk.joined
    assert joined.news is not None
    now = datetime.fromisoformat(joined.news.now)
    own = replace(joined.news.desks[0], name="south", sheet=None, here=False)
    host = replace(own, name="hall", author="Ben", at_host=True, here=True, sheet=(1, 2))
    away = replace(host, name="north", at_host=False, here=False, last_word=(now - timedelta(minutes=9)).isoformat())
    news = replace(joined.news, desks=(own, away, host))
    desk.listener.on_reply(news)
    assert cells(page, 0) == ["hall (host)", "south (this desk)", "north"]
    since = f"{datetime.fromisoformat(away.last_word).astimezone():%H:%M}"
    assert [each.removesuffix(since) for each in cells(page, 5)] == ["connected", "connected", "away since "]
    assert cells(page, 3) == ["session 1, table 2", "–", "–"], "who is away shows no sheet"
    assert "Host: hall (Ben)" in page.state.text()
    assert desk.window.status.desks.text() == "2 desks"
    assert list(joined.others.values()) == [(mark("{author} at {desk}", author="Ben", desk="hall"),)]
    desk.listener.on_away(mark("The host cannot be reached."))
    assert cells(page, 5) == ["–", "–", "–"], "nobody knows"
    desk.listener.on_reply(news)
    assert cells(page, 5)[0] == "connected"


def test_desks_that_were_away_for_a_day_leave_the_list_unless_they_are_deputies(desk: Desk):
    page, joined = desk.desks_page(), desk.joined
    assert joined.news is not None
    before = (datetime.fromisoformat(joined.news.now) - timedelta(days=1)).isoformat()
    own = replace(joined.news.desks[0], name="south")
    old = replace(own, name="north", here=False, last_word=before)
    deputy, never = replace(old, name="west", deputy=1), replace(old, name="east", last_word="")
    assert not page.absent.isVisible()
    desk.listener.on_reply(replace(joined.news, desks=(own, old, deputy, never)))
    assert [each.name for each in page.desks.rows] == ["west", "south", "east"]
    assert page.absent.isVisible()
    assert page.absent.text() == "Also 1 desk that was away for a day"
    page.absent.setFocus()
    QTest.keyClick(page.absent, Qt.Key.Key_Space)
    assert {each.name for each in page.desks.rows} == {"west", "south", "east", "north"}
    desk.listener.on_reply(replace(joined.news, desks=(own,)))
    assert [each.name for each in page.desks.rows] == ["south"]


def test_phones_are_a_page_of_their_own(desk: Desk):
    page = desk.desks_page()
    assert page.phones.label() == "Phones"
    page.phones.click()
    assert desk.window.current == "phones"
    desk.desks_page()
    QTest.keySequence(desk.window, "Ctrl+Shift+M")
    assert desk.window.current == "phones"
    phones = desk.window.page("phones")
    assert isinstance(phones, PhonesPage)
    assert not phones.results.begin.isVisible(), "the host shows them"
    assert not phones.results.address.isVisible()


def test_closing_the_event_ends_the_link(desk: Desk):
    link = desk.link
    desk.controller.close()
    assert link.closed
    assert desk.joined.book is None


def test_a_changed_certificate_is_told_and_over_once_a_host_answers(desk: Desk, keyboard: Keyboard):
    """The address of a host that is gone may be another program's until a desk has taken over."""
    desk.listener.on_refused(CertificateChanged("192.0.2.7:8537", b"a" * 32, b"b" * 32))
    assert (desk.joined.ended, desk.link.closed) == (True, False)
    keyboard.type("1 2 8 Enter")
    page = desk.desks_page()
    assert page.join_again.isVisible()
    desk.link.speak()
    assert (desk.joined.ended, desk.joined.away, page.join_again.isVisible()) == (False, None, False)
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 1


def test_who_takes_over_sees_which_desks_have_not_said_what_they_have(desk: Desk, qtbot: QtBot):
    north = desk.hall.members["north"] = dataclasses.replace(member("north"), last_word="2026-06-14T12:00:00+00:00")
    desk.hear()
    dialog, told = TakeOverDialog(desk.controller, parent=desk.window), Event()
    dialog.begin(told.wait, mark("Asking the other desks what they have"), lambda _told: None)
    desk.hear()
    assert dialog.loss.text().endswith("that no other desk has: north.")
    desk.hall.host.answer(north, Sync(PROTOCOL, desk.hall.host.end), desk.hall.members)
    desk.hear()
    assert dialog.loss.text().startswith("Every desk was asked.")
    told.set()
    qtbot.waitUntil(lambda: not dialog.bar.isVisible())
    dialog.reject()


def test_who_signed_in_with_a_pin_that_another_desk_changed_is_signed_out_and_told(desk: Desk, keyboard: Keyboard):
    def set_pin(role: EventRole, pin: str) -> None:
        by = By("Ben Sample", "north", EventRole.ORGANISER)
        carry_out(desk.hall.host.book, SetPin(role, cheap_pin(pin)), by=by)

    for role in (EventRole.ORGANISER, EventRole.REFEREE):
        set_pin(role, "1111")
    desk.hear()
    user = desk.controller.user
    user.sign_in(EventRole.REFEREE, "Ada Sample")
    set_pin(EventRole.ORGANISER, "2222")
    desk.hear()
    assert user.signed_in, "it is the PIN of another role"
    keyboard.type("1 2")
    set_pin(EventRole.REFEREE, "3333")
    desk.hear()
    assert user.by.role is None
    assert "PIN of this role was changed" in desk.window.messages.text()
    user.sign_in(EventRole.REFEREE, "Ada Sample")
    assert tables(desk).half_typed(), "what is half typed stays"


class RunningServer:
    """A server of this computer, which a test does not start."""

    running = True

    def stop(self) -> None:
        raise AssertionError


@pytest.mark.sampled(1)
@pytest.mark.parametrize("decision", [HostDecision.STAY, HostDecision.FOLLOW])
def test_people_at_a_host_that_was_replaced_stay_or_follow(
    desk: Desk, event_file: Path, decision: HostDecision, qtbot: QtBot
):
    event = UUID(desk.controller.book.view.journal[0].id)
    code = encode(Invitation(("192.0.2.7:8470",), event, "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    page = desk.desks_page()
    assert not page.stay.isVisible()
    assert not page.follow.isVisible()
    assert desk.joined.news is not None
    desk.listener.on_reply(replace(desk.joined.news, waits=True))
    assert page.state.text().startswith("Another computer has taken over from this one")
    folder = HostFolder(str(event), event_file)
    assert folder.decided() is None
    (page.stay if decision is HostDecision.STAY else page.follow).click()
    qtbot.waitUntil(lambda: folder.decided() == (decision, ""))
    assert folder.decided() is None
    desk.hear()
    assert not page.stay.isVisible()
    assert not page.follow.isVisible()


def test_a_desk_of_a_host_that_was_replaced_is_told_to_go_on_typing(desk: Desk):
    page = desk.desks_page()
    assert desk.joined.news is not None
    desk.listener.on_reply(replace(desk.joined.news, waits=True))
    assert "waits until somebody there has decided" in page.state.text()
    assert not page.stay.isVisible()


def test_the_page_says_why_a_button_for_a_desk_is_disabled(desk: Desk, event_file: Path):
    event = UUID(desk.controller.book.view.journal[0].id)
    code = encode(Invitation(("192.0.2.7:8470",), event, "Cup", bytes(32), bytes(16)))
    page = desk.desks_page()
    assert desk.joined.news is not None
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    own = replace(desk.joined.news.desks[0], name="south", deputy=0)
    fixed = replace(own, name="east", address="")
    other = replace(own, name="north", address="10.0.0.2:1")
    deputy = replace(other, name="west", deputy=1)
    news = replace(desk.joined.news, desks=(own, fixed, other, deputy))
    desk.listener.on_reply(news)
    said = dict[str, tuple[str, tuple[bool, ...]]]()
    for number, each in enumerate(page.desks.rows):
        page.desks.selectRow(number)
        enabled = tuple(button.isEnabled() for button in (page.end, page.deputy, page.hand_over))
        said[each.name] = (page.not_for_desk.text(), enabled)
    assert said == {
        "south": ("This is the host itself. Choose another desk.", (False, False, False)),
        "east": ("This desk cannot take over, since it cannot serve the event to others.", (True, False, False)),
        "north": ("Before you hand over to this desk, choose it as one that may take over.", (True, True, False)),
        "west": ("", (True, True, True)),
    }
    assert [each.name for each in page.desks.rows] == ["west", "south", "east", "north"], "deputies come first"
    assert page.desks.select("west")
    assert not page.not_for_desk.isVisible()
    assert not page.not_allowed.isVisible()
    desk.listener.on_reply(replace(news, waits=True))
    assert page.not_for_desk.text() == "The host is changing already."


def test_a_desk_that_has_joined_shows_who_hosts_or_can_take_over(desk: Desk, event_file: Path):
    label, joined = desk.window.status.host, desk.joined
    assert joined.news is not None
    assert label.full_text() == "This desk is joined to 192.0.2.7:8537."
    own = replace(joined.news.desks[0], name="south")
    host = replace(own, name="Desk B2", author="Bob", at_host=True)
    deputies = (replace(own, name="west", author="Ada", deputy=2), replace(own, name="B3", author="Cleo", deputy=1))
    news = replace(joined.news, desks=(own, host, *deputies))
    desk.listener.on_reply(news)
    assert label.isVisible()
    assert label.text() == label.accessibleName() == "Host: Desk B2 (Bob)"
    assert desk.window.status.desks.text() == "4 desks"
    desk.window.resize(900, 600)
    for done in (None, mark("hand 12 of table 104 in session 8")):
        desk.window.status.set_undo(mark("hand 12 of table 104 in session 8"))
        desk.window.status.set_redo(done)
        QApplication.processEvents()
        assert label.text() == "Host: Desk B2 (Bob)", "in a narrow window as well"
    desk.listener.on_away(mark("The host cannot be reached."))
    assert desk.window.status.desks.text() == "Host away"
    assert label.full_text() == "These can take over: Cleo at B3, Ada at west."
    desk.listener.on_reply(replace(news, desks=(own, replace(host, name="B" * 300))))
    assert label.text().endswith("…")
    assert label.toolTip() == label.accessibleName() == f"Host: {'B' * 300} (Bob)"
    desk.listener.on_away(mark("The host cannot be reached."))
    assert label.full_text().startswith("No desk may take over")
    code = encode(Invitation(("192.0.2.7:8470",), uuid4(), "Cup", bytes(32), bytes(16)))
    desk.listener.on_reply(news)
    joined.host_here(HostedHere(event_file, code, RunningServer()))
    assert not label.isVisible()
    assert desk.window.status.desks.isVisible()


def test_a_deputy_but_the_first_can_be_moved_up(desk: Desk, event_file: Path):
    code = encode(Invitation(("192.0.2.7:8470",), uuid4(), "Cup", bytes(32), bytes(16)))
    page = desk.desks_page()
    assert desk.joined.news is not None
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    own = replace(desk.joined.news.desks[0], name="south", deputy=0)
    other = replace(own, name="north", address="10.0.0.2:1")
    first, second = replace(other, name="west", deputy=1), replace(other, name="east", deputy=2)
    desk.listener.on_reply(replace(desk.joined.news, desks=(own, other, first)))
    assert not page.move_up.isVisible(), "one deputy has no order"
    news = replace(desk.joined.news, desks=(own, other, first, second))
    desk.listener.on_reply(news)
    assert page.move_up.isVisible()
    said = dict[str, tuple[str, bool]]()
    for each in page.desks.rows:
        assert page.desks.select(each.name)
        said[each.name] = (page.not_for_desk.text(), page.move_up.isEnabled())
    assert said == {
        "west": ("This deputy is the first already.", False),
        "east": ("", True),
        "south": ("This is the host itself. Choose another desk.", False),
        "north": ("Before you move this desk up or hand over to it, choose it as one that may take over.", False),
    }
    assert page.desks.select("east")
    desk.listener.on_reply(replace(news, waits=True))
    assert not page.move_up.isEnabled()


def test_the_chosen_desk_stays_chosen_when_the_host_tells_news(desk: Desk):
    page = desk.desks_page()
    desk.hall.members["north"] = member("north")
    desk.hear()
    assert page.desks.select("north")
    desk.others_record(1, table=2)
    desk.hear()
    chosen = page.desks.current_row
    assert chosen is not None
    assert chosen.name == "north"


def test_a_referee_is_told_who_may_take_over_and_a_head_referee_may(desk: Desk):
    for role, pin in ((EventRole.ORGANISER, "666666"), (EventRole.HEAD_REFEREE, "555555")):
        carry_out(desk.hall.host.book, SetPin(role, cheap_pin(pin)), by=By("Head", "host", EventRole.ORGANISER))
    desk.hear()
    page = desk.desks_page()
    assert desk.joined.news is not None
    seen = replace(desk.joined.news.desks[0], name="south", address="10.0.0.2:1", deputy=1)
    desk.listener.on_reply(replace(desk.joined.news, desks=(seen,)))
    desk.listener.on_away(mark("The host cannot be reached."))
    assert not page.take_over.isEnabled()
    assert page.not_allowed.text() == (
        "The role referee does not allow “Sharing the event, and taking over as its host”. It is allowed for: "
        "head referee, organiser. Sign in with the PIN of one of these roles."
    )
    desk.controller.user.sign_in(EventRole.HEAD_REFEREE, "Ada Sample")
    page.refresh()
    assert page.take_over.isEnabled()
    assert not page.not_allowed.isVisible()


def test_a_host_hands_over_to_a_deputy_which_then_can_take_over(desk: Desk, event_file: Path, qtbot: QtBot):
    event = UUID(desk.controller.book.view.journal[0].id)
    code = encode(Invitation(("192.0.2.7:8470",), event, "Cup", bytes(32), bytes(16)))
    page, folder = desk.desks_page(), HostFolder(str(event), event_file)
    assert desk.joined.news is not None
    places = enumerate(("south", "north"))
    seen = tuple(DeskSeen(name, name, name, None, "", None, 9, "10.0.0.2:1", place) for place, name in places)
    news = replace(desk.joined.news, desks=seen)
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    desk.listener.on_reply(news)
    assert page.desks.select("north")
    page.hand_over.click()
    assert folder.decided() is None, "it is asked first"
    desk.window.messages.instead.click()
    qtbot.waitUntil(lambda: folder.decided() == (HostDecision.HAND_OVER, "north"))
    desk.listener.on_reply(replace(news, waits=True, successor="north"))
    assert page.state.text().startswith("The host hands over: north at north takes over now.")
    assert (page.stay.isVisible(), page.follow.isVisible()) == (True, False)
    assert not page.hand_over.isEnabled()


def test_the_desk_to_which_a_host_hands_over_takes_over_once_it_has_everything(desk: Desk):
    page = desk.desks_page()
    assert desk.joined.news is not None
    seen = DeskSeen("south", "south", "Ada", None, "", None, 9, "10.0.0.2:1", 1)
    news = replace(desk.joined.news, desks=(seen,), waits=True, successor="south")
    desk.listener.on_reply(news)
    assert page.take_over.isVisible()
    assert page.take_over.isEnabled()
    end = Fingerprint(news.end.entries + 1, "ab" * 32)
    desk.listener.on_reply(replace(news, end=end))
    assert not page.take_over.isEnabled(), "one entry is still to come"


def test_people_at_a_host_that_was_replaced_see_what_both_have(desk: Desk, event_file: Path):
    code = encode(Invitation(("192.0.2.7:8470",), uuid4(), "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    page = desk.desks_page()
    assert desk.joined.news is not None
    news = replace(desk.joined.news, waits=True)
    desk.listener.on_reply(replace(news, rival=Rival("B2", "10.0.0.2:8470", 2, 12, 9, 211)))
    assert page.follow.text() == "Follow B2: 2 desks connected, 12 entries since"
    assert page.stay.text().startswith("Stay the host: 9 desks connected, 211 entries since")
    assert "“B2” at 10.0.0.2:8470 says: 2 desks connected" in page.state.text()
    desk.listener.on_reply(news)
    assert page.follow.text() == "Follow the other host", "it does not answer any more"
    assert "says:" not in page.state.text()


def test_a_deputy_that_the_host_cannot_reach_is_shown_with_the_likely_cause(desk: Desk, event_file: Path):
    code = encode(Invitation(("192.0.2.7:8470",), uuid4(), "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    page = desk.desks_page()
    assert desk.joined.news is not None
    own = replace(desk.joined.news.desks[0], name="south", have=9)
    deputy = replace(own, name="north", address="10.0.0.2:8470", deputy=1, reached=False)
    desk.listener.on_reply(replace(desk.joined.news, desks=(own, deputy)))
    assert page.risk.text().startswith("“north” may take over, but cannot be reached at 10.0.0.2:8470.")
    assert "firewall" in page.risk.text()
    row = page.desks.rows.index(deputy)
    shown = [page.desks.model().index(row, column).data() for column in range(len(desk_columns("south", 9)))]
    assert "cannot be reached (firewall?)" in shown
    desk.listener.on_reply(replace(desk.joined.news, desks=(own, replace(deputy, reached=True))))
    assert not page.risk.isVisible()


def test_a_copy_of_the_event_in_the_network_is_shown_at_host_and_desks(desk: Desk, event_file: Path):
    page = desk.desks_page()
    assert desk.joined.news is not None
    copied = replace(desk.joined.news, copy="10.0.0.9:8470")
    desk.listener.on_reply(copied)
    said = "Another computer shares a copy of this event at 10.0.0.9:8470."
    assert page.risk.isVisible()
    assert page.risk.text().startswith(said)
    code = encode(Invitation(("192.0.2.7:8470",), uuid4(), "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    assert page.risk.text().startswith(said)
    desk.listener.on_reply(replace(copied, copy=""))
    assert not page.risk.text().startswith(said)


def test_a_window_whose_host_has_another_address_shows_it(desk: Desk, event_file: Path):
    before, now = (
        encode(Invitation((f"{host}:8470",), uuid4(), "Cup", bytes(32), bytes(16))) for host in ("10.0.0.1", "10.4.0.9")
    )
    desk.joined.note_addresses(now, ("10.4.0.9:8480",))  # this computer hosts nothing
    desk.joined.host_here(HostedHere(event_file, before, RunningServer(), "http://10.0.0.1:8480"))
    changed = list[bool]()
    desk.joined.changed.connect(lambda: changed.append(True))
    desk.joined.note_addresses(now, ("10.4.0.9:8480", "10.7.0.9:8480"))
    hosting = desk.joined.hosting
    assert hosting is not None
    assert (hosting.invitation, hosting.public) == (now, "http://10.4.0.9:8480")
    assert desk.joined.host == "10.4.0.9:8470"
    desk.joined.note_addresses(now, ("10.4.0.9:8480",))
    desk.joined.note_addresses("", ())
    assert len(changed) == 1
