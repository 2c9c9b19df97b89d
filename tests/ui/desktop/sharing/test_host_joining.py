"""At the host: six digits that let a desk join, desks that wait for approval, and invitations."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import shiboken6
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tests.examples.keys import key_of
from tests.examples.pins import cheap_pin
from tests.tournament.sharing.joining_parts import Numbers
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pressing import focused, press, type_words
from tests.ui.desktop.sharing.conftest import Desk
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES, Language
from tournament.sharing.approval import ComparingDesk, RequestingDesk, read_request
from tournament.sharing.invitation import Invitation, decode, encode, read
from tournament.sharing.joining import Welcome, joining_desk
from tournament.sharing.six_digits import VALID, JoinCode, TypedDigits
from tournament.sharing.tickets import standing_ticket
from tournament.storage.lock import WriteLock
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import SetPin
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.pages.desks.waiting_bar import WaitingDesksBar
from ui.desktop.sharing.host_joining import HostJoining, host_joining_of
from ui.desktop.sharing.joined_event import HostedHere
from ui.desktop.translation import translator
from ui.joining.desk_folder import HOSTED, DeskFolder, Kept
from ui.joining.key_file import kept_key
from ui.server import joining as kept_joining
from ui.server.admitted import AdmittedDesk
from ui.server.host_folder import HostFolder, new_ticket
from ui.server.joining import Joining

CHANGED = "2changed()"
"""The signature of a signal as Qt's macro writes it."""
LONG = "Table numéro un à douze, près de la fenêtre du couloir"
"""A name that may be cut, as those of players: the tooltip has the whole."""
REFEREE, HEAD, ORGANISER = EventRole.REFEREE, EventRole.HEAD_REFEREE, EventRole.ORGANISER


class RunningServer:
    """A server of this computer, which a test does not start."""

    running = True

    def stop(self) -> None:
        raise AssertionError


@dataclass
class Hosting:
    """The window of the host, and what its server would do: both use one folder."""

    desk: Desk
    folder: HostFolder
    bot: QtBot
    event: UUID
    deputies: list[AdmittedDesk] = field(default_factory=list)

    @property
    def page(self) -> DesksPage:
        """The page Desks, which is shown from now on."""
        return self.desk.desks_page()

    @property
    def seen(self) -> HostJoining:
        return host_joining_of(self.desk.controller)

    @property
    def id(self) -> bytes:
        return kept_key(self.folder.path, datetime.now(UTC)).key.id

    @property
    def server(self) -> Joining:
        """What lets desks join at the host."""
        return Joining(
            self.event,
            self.id,
            self.folder.joining(),
            self.folder.admitted(),
            lambda: standing_ticket(bytes(16), None),
            self.deputies.append,
        )

    @property
    def code(self) -> JoinCode | None:
        return self.folder.joining().read().code

    def until(self, found: Callable[[], object]) -> None:
        """Wait until ``found`` is true; what the server kept meanwhile is read at once."""
        self.seen.look()
        self.bot.waitUntil(lambda: bool(found()))

    def wait(self, name: str = "north", ticket: bytes = b"", computer: str = "") -> ComparingDesk:
        """Let a desk wait for approval."""
        key = key_of(computer or name)
        desk = joining_desk(key.certificate, name, "Ada Sample", "10.0.0.2:8470")
        asking = RequestingDesk(self.event, self.id, desk, key.sign, Numbers(computer or name), ticket)
        answer = self.server.asked(read_request(asking.request, self.id), "10.0.0.2", datetime.now(UTC))
        assert isinstance(answer, bytes)
        comparing = asking.answered(answer)
        assert isinstance(comparing, ComparingDesk)
        self.server.told(comparing.request, datetime.now(UTC))
        return comparing

    def agree(self, desk: ComparingDesk) -> None:
        """Let somebody at the desk say that the digits are the same."""
        self.server.told(desk.agreed().request, datetime.now(UTC))

    def entered(self, desk: ComparingDesk) -> AdmittedDesk | None:
        return self.server.entered(desk.id, "10.0.0.2", datetime.now(UTC))

    def type_digits(self, digits: str, name: str = "north") -> None:
        """Let a desk ask with these ``digits``."""
        key, now = key_of(name), datetime.now(UTC)
        desk = joining_desk(key.certificate, name, "Ada Sample", "10.0.0.2:8470")
        typed = TypedDigits(self.event, self.id, digits, desk, key.sign, Numbers(digits))
        proving = typed.answered(self.server.asked_with_digits(typed.request, now))
        with suppress(Refused):
            self.server.proven(proving.request, "10.0.0.2", now, lambda found: Welcome(found.name, found.key, b"first"))


@pytest.fixture
def host(desk: Desk, event_file: Path, qtbot: QtBot) -> Hosting:
    """A window whose computer shares the event."""
    event = UUID(desk.controller.book.view.journal[0].id)
    folder, now = HostFolder(str(event), event_file), datetime.now(UTC)
    found = Hosting(desk, folder, qtbot, event)
    code = encode(Invitation(("192.0.2.7:8470",), event, "Cup", found.id, bytes(16)))
    folder.keep_ticket(replace(new_ticket(now), invitation=code))
    desk.joined.host_here(HostedHere(event_file, code, RunningServer()))
    found.until(lambda: found.seen.seen.invitation)
    return found


def test_a_desk_joins_by_the_six_digits_that_a_key_shows(host: Hosting):
    page = host.page
    assert not page.let_join.digits.isVisible()
    assert focused() is page.let_join.show_new, "nobody else has joined"
    press("Ctrl+L")
    host.until(page.let_join.digits.isVisible)
    code = host.code
    assert code is not None
    assert page.let_join.digits.text() == f"{code.digits[:3]} {code.digits[3:]}"
    assert (code.role, code.may_take_over) == (REFEREE, False), "a referee cannot take over"
    assert timedelta(minutes=4) < code.until - datetime.now(UTC) <= VALID
    assert page.let_join.state.text().startswith("One desk can join as referee.")
    assert page.let_join.left.text().startswith("Valid for 4:5")
    host.type_digits(code.digits)
    host.until(lambda: page.let_join.state.text().startswith("“north” has joined as referee."))
    assert not page.let_join.digits.isVisible()
    assert "Ada Sample works there." in page.let_join.state.text()
    assert [each.name for each in host.folder.admitted().all(datetime.now(UTC))] == ["north"]
    assert not host.deputies


def test_the_first_head_referee_may_take_over_unless_somebody_says_otherwise(host: Hosting):
    card = host.page.let_join
    assert not card.deputy.isEnabled()
    assert card.not_allowed.text() == "Only a head referee or the organiser can take over."
    card.role.setFocus()
    press("Down")
    assert card.role.role is HEAD
    assert card.deputy.isChecked()
    assert not card.not_allowed.isVisible()
    press("Ctrl+L")
    host.until(lambda: host.code is not None)
    code = host.code
    assert code is not None
    assert (code.role, code.may_take_over) == (HEAD, True)
    host.until(lambda: card.state.text().startswith("One desk can join as head referee, and may then take over."))
    host.type_digits(code.digits)
    host.until(lambda: card.state.text().startswith("“north” has joined as head referee, and may take over."))
    assert [each.name for each in host.deputies] == ["north"]
    card.deputy.setFocus()
    press("Space")
    card.role.setCurrentIndex(2)
    assert not card.deputy.isChecked(), "the user has chosen"
    press("Ctrl+L")
    host.until(lambda: host.code is not None and host.code.role is ORGANISER)
    assert host.code is not None
    assert not host.code.may_take_over
    host.until(lambda: card.state.text().startswith("One desk can join as organiser."))
    assert not card.deputy.isChecked(), "it shows what the digits say"
    card.end.setFocus()
    press("Space")
    host.until(lambda: not card.digits.isVisible())
    assert card.deputy.isChecked(), "it is chosen again for the next desk"


def test_wrong_digits_are_counted_and_end_them_at_the_third_try(host: Hosting):
    card = host.page.let_join
    press("Ctrl+L")
    host.until(card.digits.isVisible)
    code = host.code
    assert code is not None
    wrong = [f"{(int(code.digits) + each) % 10**6:06}" for each in (1, 2, 3)]
    assert "Three wrong tries end them." in card.state.text()
    host.type_digits(wrong[0])
    host.until(lambda: "2 tries are left: the last digits were wrong." in card.state.text())
    host.type_digits(wrong[1])
    host.until(lambda: "1 try is left" in card.state.text())
    card.end.setFocus()
    host.type_digits(wrong[2])
    host.until(lambda: card.state.text().startswith("Three tries with wrong digits have ended them."))
    assert not card.digits.isVisible()
    assert card.show_new.label() == "Show new digits"
    assert focused() is card.show_new, "the button with the focus is gone"
    press("Return")
    host.until(card.digits.isVisible)
    assert host.code is not None
    assert host.code.digits != code.digits
    assert host.code.tries_left == 3


def test_digits_are_ended_by_a_button_and_expire(host: Hosting, monkeypatch: pytest.MonkeyPatch):
    card = host.page.let_join
    press("Ctrl+L")
    host.until(card.digits.isVisible)
    card.end.setFocus()
    press("Space")
    host.until(lambda: not card.digits.isVisible())
    assert host.code is None
    assert not card.state.isVisible()
    press("Ctrl+L")
    host.until(card.digits.isVisible)
    notice = card.state.text()
    for after, said in ((VALID / 2, notice), (VALID, "The digits have expired."), (2 * VALID, "")):
        late = datetime.now(UTC) + after

        class Later(datetime):
            @classmethod
            def now(cls, tz: Any = None, late: datetime = late) -> Any:
                return late.astimezone(tz)

        monkeypatch.setattr("ui.desktop.pages.desks.digits_card.datetime", Later)
        card._show_code()
        assert card.digits.isVisible() is (said is notice), "the notice does not count, since it is read aloud"
        assert (card.state.text() if card.state.isVisible() else "").startswith(said)


def test_a_desk_that_waits_is_said_on_every_page_and_let_in_on_the_page_desks(host: Hosting):
    window = host.desk.window
    (bar,) = window.findChildren(WaitingDesksBar)
    host.desk.controller.navigation.page_wanted.emit("tables")
    assert not bar.isVisible()
    comparing = host.wait()
    host.until(bar.isVisible)
    assert bar.words.full_text() == "“north” (Ada Sample) waits to join."
    window.activateWindow()
    press("Ctrl+Shift+D")
    page = host.page
    assert [each.name.full_text() for each in page.waiting.rows] == ["north"]
    (row,) = page.waiting.rows
    assert row.digits.text() == f"{comparing.digits[:3]} {comparing.digits[3:]}"
    assert key_of("north").id.hex()[:8] in row.about.full_text()
    assert focused() is row.role, "Enter lets nobody in by mistake"
    press("Return")
    assert host.entered(comparing) is None
    press("Down", "Tab")
    assert row.role.role is HEAD
    assert focused() is row.deputy
    assert row.deputy.isChecked()
    press("Tab")
    assert focused() is row.let_in
    press("Return")
    host.until(lambda: not bar.isVisible() and not page.waiting.isVisible())
    assert window.messages.text() == "“north” joins as soon as somebody there has confirmed the digits too."
    assert host.entered(comparing) is None
    host.agree(comparing)
    found = host.entered(comparing)
    assert found is not None
    assert (found.name, found.key, [each.name for each in host.deputies]) == ("north", HEAD, ["north"])


def test_of_two_desks_with_one_name_one_is_refused_and_the_other_keeps_what_was_chosen(host: Hosting):
    first, second = host.wait(), host.wait(computer="a stranger")
    (bar,) = host.desk.window.findChildren(WaitingDesksBar)
    host.until(lambda: bar.words.full_text() == "2 desks wait to join.")
    page = host.page
    mine, other = page.waiting.rows
    assert (mine.digits.text(), other.digits.text()) == tuple(
        f"{each.digits[:3]} {each.digits[3:]}" for each in (first, second)
    )
    mine.role.setFocus()
    press("Down")
    other.refuse.setFocus()
    press("Return")
    host.until(lambda: len(page.waiting.rows) == 1)
    assert page.waiting.rows == [mine]
    assert mine.role.role is HEAD
    assert focused() is mine.role, "the row with the focus is gone"
    with pytest.raises(Refused):
        host.entered(second)
    host.agree(first)
    host.until(lambda: mine.desk.desk_word)
    mine.let_in.click()
    host.until(lambda: not page.waiting.isVisible())
    assert host.desk.window.messages.text() == "“north” joins now."
    assert host.entered(first) is not None


def test_a_desk_where_somebody_says_that_the_digits_differ_can_only_be_refused(host: Hosting):
    comparing = host.wait()
    page = host.page
    host.until(lambda: page.waiting.rows)
    assert not page.waiting.rows[0].differs.isVisible()
    host.server.told(comparing.withdrawal(), datetime.now(UTC))
    host.until(page.waiting.rows[0].differs.isVisible)
    assert not page.waiting.rows[0].let_in.isEnabled()
    assert page.waiting.rows[0].refuse.isEnabled()


def test_a_role_above_that_of_the_user_is_not_offered_and_a_referee_decides_nothing(host: Hosting):
    pins = ((ORGANISER, "666666"), (HEAD, "555555"), (REFEREE, "4444"))
    for role, pin in pins:
        carry_out(host.desk.hall.host.book, SetPin(role, cheap_pin(pin)), by=By("Head", "host", ORGANISER))
    host.desk.hear()
    user, page = host.desk.controller.user, host.page
    comparing = host.wait()
    user.sign_in(REFEREE, "Ruth")
    host.until(lambda: page.waiting.rows)
    (row,) = page.waiting.rows
    buttons = (page.let_join.show_new, row.let_in, row.refuse, page.invitation.form.invite, page.invitation.renew)
    assert not any(each.isEnabled() for each in buttons)
    assert page.waiting.not_allowed.text() == page.let_join.not_allowed.text()
    assert page.waiting.not_allowed.text().startswith("The role referee does not allow “Sharing the event")
    user.sign_in(HEAD, "Ada")
    assert all(each.isEnabled() for each in buttons)
    for choice in (page.let_join.role, row.role, page.invitation.form.role):
        assert [choice.itemData(index) for index in range(choice.count())] == [REFEREE, HEAD]
    assert host.entered(comparing) is None


def test_an_invitation_for_certain_desks_is_shown_once_listed_and_ended(host: Hosting, tmp_path: Path):
    card = host.page.invitation
    usual = card.code.text()
    assert decode(usual).ticket == bytes(16)
    assert not card.list.isVisible()
    card.form.uses.setFocus()
    type_words("2")
    card.form.approval.setChecked(False)
    press("Ctrl+I")
    host.until(lambda: card.code.text() != usual)
    made = decode(card.code.text())
    assert made.first_host == host.id
    assert card.picture.sizeHint().width() > 140
    assert focused() is card.copy
    press("Return")
    assert QApplication.clipboard().text() == card.code.text()
    card.save_to(tmp_path / "hall.qv-invitation")
    assert read(tmp_path / "hall.qv-invitation") == made
    host.until(lambda: card.list.model().rowCount() == 1)
    rows = [[card.list.model().index(0, column).data() for column in (0, 1, 3)]]
    assert rows == [["referee", "2 more", "join at once"]]
    (ticket,) = host.folder.joining().read().tickets
    assert ticket.until is not None
    assert timedelta(minutes=59) < ticket.until - datetime.now(UTC) <= timedelta(hours=1)
    card.back.click()
    assert card.code.text() == usual
    assert not card.end.isEnabled(), "none is chosen"
    card.list.selectRow(0)
    card.end.click()
    assert host.folder.joining().read().tickets, "it is asked first"
    host.desk.window.messages.instead.click()
    host.until(lambda: not card.list.isVisible())
    assert not host.folder.joining().read().tickets


def test_a_desk_is_named_and_unnamed_as_a_deputy_and_ended(host: Hosting):
    page = host.page
    press("Ctrl+L")
    host.until(lambda: host.code is not None)
    assert host.code is not None
    host.type_digits(host.code.digits)
    joined, id = host.desk.joined, key_of("north").id.hex()
    assert joined.news is not None
    north = replace(joined.news.desks[0], name="north", id=id, address="10.0.0.2:8470", deputy=0)
    for named in (True, False):
        news = replace(joined.news, desks=(*joined.news.desks[:1], replace(north, deputy=int(not named))))
        host.desk.listener.on_reply(news)
        assert page.desks.select("north")
        page.deputy.click()
        wanted = (id,) if named else ()
        host.bot.waitUntil(lambda wanted=wanted: host.folder.deputies() == wanted)  # type: ignore[misc]
    page.end.click()
    assert not host.folder.asked_to_end(), "it is asked first"
    host.desk.window.messages.instead.click()
    host.bot.waitUntil(lambda: host.folder.asked_to_end() == {id})


def test_the_second_deputy_is_moved_up(host: Hosting):
    page, joined = host.page, host.desk.joined
    for name in ("north", "east"):
        press("Ctrl+L")
        host.until(lambda: host.code is not None and host.code.desk is None)
        assert host.code is not None
        host.type_digits(host.code.digits, name)
    north, east = (key_of(name).id.hex() for name in ("north", "east"))
    host.folder.keep_deputies((north, east))
    assert joined.news is not None
    named = enumerate({"north": north, "east": east}.items(), start=1)
    seen = [
        replace(joined.news.desks[0], name=name, id=id, address="10.0.0.2:8470", deputy=place)
        for place, (name, id) in named
    ]
    host.desk.listener.on_reply(replace(joined.news, desks=(*joined.news.desks[:1], *seen)))
    assert page.desks.select("east")
    page.move_up.setFocus()
    press("Return")
    host.bot.waitUntil(lambda: host.folder.deputies() == (east, north))


def test_a_desk_that_took_over_decides_in_its_own_folder(desk: Desk, qtbot: QtBot):
    event = desk.controller.book.view.journal[0].id
    own = DeskFolder(UUID(event), "south")
    own.keep(Kept("south"))
    own.key()
    file = own.path / HOSTED
    code = encode(Invitation(("192.0.2.7:8470",), UUID(event), "Cup", bytes(32), bytes(16)))
    desk.joined.host_here(HostedHere(file, code, RunningServer()))
    host_joining_of(desk.controller).end_desk("ab" * 32)
    folder = HostFolder(event, file)
    assert folder.path == own.path
    qtbot.waitUntil(lambda: folder.asked_to_end() == {"ab" * 32})
    assert not HostFolder(event).asked_to_end()


def test_a_number_of_desks_that_is_none_is_refused_at_its_field(host: Hosting):
    form = host.page.invitation.form
    for typed in ("0", "1001", "two"):
        form.uses.setText(typed)
        form.invite.click()
        assert form._uses.problem()
        form.uses.setText("")
        form.uses.textEdited.emit("")
        assert not form._uses.problem()
    assert not host.folder.joining().read().tickets


def test_a_new_invitation_for_everybody_is_asked_of_the_server(host: Hosting):
    card = host.page.invitation
    card.renew.click()
    assert not host.folder.asked_for_new_ticket(), "it is asked first"
    host.desk.window.messages.instead.click()
    host.until(host.folder.asked_for_new_ticket)


def test_the_window_does_not_wait_for_a_file_that_another_program_holds(host: Hosting, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_joining, "_PATIENCE", 0.2)
    page, file = host.page, host.folder.path / "joining.lock"
    file.touch()
    lock = WriteLock(file)
    page.let_join.show_new.click()
    assert not host.desk.window.messages.text(), "it is tried in another thread"
    host.until(host.desk.window.messages.text)
    assert host.desk.window.messages.text().endswith(
        "is open for writing in another window or program: close it there first."
    )
    assert host.code is None
    lock.release()
    page.let_join.show_new.click()
    host.until(page.let_join.digits.isVisible)


def test_a_file_that_cannot_be_read_is_said_once(host: Hosting, monkeypatch: pytest.MonkeyPatch):
    def fail(_file: object) -> None:
        raise OSError(5, "Input/output error")

    told: list[object] = []
    host.desk.controller.messages.shown.connect(told.append)
    monkeypatch.setattr(kept_joining.JoiningFile, "read", fail)
    host.until(lambda: told)
    host.seen.look()
    host.bot.waitUntil(lambda: not host.seen._reading)
    assert len(told) == 1


def test_nothing_is_read_after_the_event_is_closed(host: Hosting):
    host.wait()
    (bar,) = host.desk.window.findChildren(WaitingDesksBar)
    host.until(bar.isVisible)
    host.desk.controller.close()
    assert not host.seen.shares
    assert not host.seen._timer.isActive()
    assert not bar.isVisible()
    assert host.seen.seen.waiting == ()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(900, 500), (960, 600), (1366, 700), (1920, 1080)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.code)
def test_nothing_is_cut_on_the_pages_of_a_host(host: Hosting, size: tuple[int, int], language: Language):
    window, page = host.desk.window, host.page
    for name in ("tables 5-6", LONG):
        host.wait(name)
    for role, uses in ((REFEREE, 3), (HEAD, None)):
        host.seen.invite(
            role, uses=uses, until=datetime.now(UTC) + VALID, approval=uses is None, made=lambda _code: None
        )
    host.seen.show_digits(HEAD, may_take_over=True)
    host.until(lambda: len(page.waiting.rows) == len(page.invitation.list.rows) == 2 and host.seen.seen.code)
    translator.set_language(language)
    window.resize(*size)
    for id in ("desks", "phones", "tables"):
        window.show_page(id)
        QApplication.processEvents()
        # The session beside the title of a sheet leaves it the room; the bar above has it too.
        assert cut_texts(window, allowed=(LONG, "LinkButton: ", "TableView: ", "FittingLabel: Session 1")) == [], id
    assert (window.width(), window.height()) == size
    for area in page.findChildren(QScrollArea):
        assert not area.horizontalScrollBar().maximum(), "it scrolls downwards alone"


def test_a_page_that_is_destroyed_listens_no_more(host: Hosting):
    before = host.seen.receivers(CHANGED)
    page = DesksPage(host.desk.controller)
    bar = WaitingDesksBar(host.desk.controller)
    assert host.seen.receivers(CHANGED) > before
    for each in (page, bar):
        shiboken6.delete(each)
    assert host.seen.receivers(CHANGED) == before
    host.wait()
    host.until(lambda: host.seen.seen.waiting)
