"""The web page on the Event page: its place, written by keys and automatically, refused with a reason, cancelled."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from paramiko import Ed25519Key, Transport
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press, type_words
from tests.ui.web_host.keyrings import Keyring
from tests.ui.web_host.sshd import Proxy, Sshd, running_sshd
from tournament.language import verbatim
from tournament.use_cases import RecordTotals
from ui.desktop import site_publisher
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import SETUP, TODAY, EventPage
from ui.desktop.pages.event.site_card import SiteCard
from ui.desktop.window import Window
from ui.hall.hall_folder import hall_folder
from ui.web_host import sftp
from ui.web_host.failures import LoginRefused
from ui.web_host.place import Login, SftpPlace
from ui.web_host.site_setting import SiteSetting, load_setting, save_setting

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _own_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(site_publisher, "_SOON", 1)


@pytest.fixture
def page(window: Window, controller: EventController) -> EventPage:
    """The page, visible, with session 1 played and nothing public."""
    for table in (1, 2):
        controller.act(RecordTotals(1, table, (30, -10, -10, -10)))
    window.show_page("event")
    QApplication.processEvents()
    found = window.page("event")
    assert isinstance(found, EventPage)
    return found


@pytest.fixture
def card(page: EventPage) -> SiteCard:
    page.show_part(SETUP)
    return page.setup.site


@pytest.fixture
def www(tmp_path: Path) -> Path:
    folder = tmp_path / "www"
    folder.mkdir()
    return folder


Settle = Callable[[], None]


@pytest.fixture
def settle(card: SiteCard, qtbot: QtBot) -> Settle:
    """A function that waits until no work is running and no check is due."""

    def quiet() -> bool:
        publisher = card.publisher
        return publisher._work is None and publisher._look is None and not publisher._soon.isActive()

    def wait() -> None:
        qtbot.waitUntil(quiet, timeout=20_000)
        QApplication.processEvents()

    return wait


def go_to(card: SiteCard, place: object) -> None:
    """Type the place of the web page."""
    card.form.line("to").setFocus()
    card.form.line("to").selectAll()
    type_words(str(place))
    press("Return")


def publish(keyboard: Keyboard, page: EventPage, key: str = "Ctrl+U") -> None:
    page.show_part(TODAY)
    page.today.overview.table.setFocus()
    press(key)
    keyboard.type("Enter")


def test_it_is_written_at_a_key_and_says_when_it_is_older_than_what_is_public(
    page: EventPage, card: SiteCard, www: Path, keyboard: Keyboard, settle: Settle, window: Window
) -> None:
    assert "The web address above leads to it" in card.text()
    assert not card.write.isEnabled()
    go_to(card, www)
    settle()
    assert card.text() == "Nothing written there yet."
    assert list(www.iterdir()) == []
    press("Ctrl+Shift+W")
    settle()
    assert card.text().endswith(": it shows what is public now.")
    assert "No results are public yet." in (www / "index.html").read_text(encoding="utf-8")
    publish(keyboard, page)
    settle()
    assert card.text().endswith("; the public results have changed since.")
    assert "Update the web page." in window.messages.text()
    press("Ctrl+Shift+W")
    settle()
    assert card.text().endswith(": it shows what is public now.")
    assert "Results after session 1" in (www / "index.html").read_text(encoding="utf-8")


def test_by_itself_it_follows_what_is_public_and_nothing_else(
    page: EventPage,
    card: SiteCard,
    www: Path,
    keyboard: Keyboard,
    settle: Settle,
    controller: EventController,
) -> None:
    go_to(card, www)
    settle()
    card.automatic.setFocus()
    press("Space")
    settle()
    file = www / "index.html"
    assert "No results are public yet." in file.read_text(encoding="utf-8")
    publish(keyboard, page)
    settle()
    assert "Results after session 1" in file.read_text(encoding="utf-8")
    before = file.stat().st_ino
    controller.act(RecordTotals(2, 1, (30, -10, -10, -10)))
    settle()
    assert file.stat().st_ino == before, "a sheet that is not public changes nothing there"
    publish(keyboard, page, "Ctrl+T")
    settle()
    assert "No results are public yet." in file.read_text(encoding="utf-8")
    assert [each.name for each in www.iterdir()] == ["index.html"]


def test_what_fails_is_told_and_tried_again_at_a_key_and_at_the_next_change(
    page: EventPage, card: SiteCard, www: Path, keyboard: Keyboard, settle: Settle, window: Window
) -> None:
    go_to(card, www)
    settle()
    card.automatic.setFocus()
    press("Space")
    settle()
    (www / "index.html").unlink()
    www.rmdir()
    publish(keyboard, page)
    settle()
    assert "its folder does not exist" in card.problem.message()
    assert "The web page could not be updated" in window.messages.text()
    assert card.text().endswith("; the public results have changed since.")
    assert card.write.text() == "Try again" or card.write.accessibleName() == "Try again"
    www.mkdir()
    press("Ctrl+Shift+W")
    settle()
    assert (card.problem.message(), "Results after session 1" in (www / "index.html").read_text(encoding="utf-8")) == (
        "",
        True,
    )
    away = www.rename(www.with_name("away"))
    publish(keyboard, page, "Ctrl+T")
    settle()
    assert card.problem.message()
    away.rename(www)
    publish(keyboard, page, "Ctrl+Shift+U")
    settle()
    assert not card.problem.message()
    assert "results at the ceremony" in (www / "index.html").read_text(encoding="utf-8")
    www.rename(away)
    publish(keyboard, page, "Ctrl+T")
    settle()
    assert card.problem.message()
    away.rename(www)
    publish(keyboard, page, "Ctrl+Shift+U")
    settle()
    assert (card.problem.message(), card.text().endswith(": it shows what is public now.")) == ("", True), (
        "it lies there again"
    )


def test_where_it_goes_is_of_this_computer_and_known_again(
    card: SiteCard, www: Path, settle: Settle, controller: EventController, keyboard: Keyboard, page: EventPage
) -> None:
    go_to(card, www)
    settle()
    press("Ctrl+Shift+W")
    settle()
    event = controller.book.view.journal[0].id
    kept = load_setting(event).setting
    assert (kept.to, kept.automatic, bool(kept.written), bool(kept.moment)) == (str(www), False, True, True)
    assert str(www).encode() not in Path(controller.book.place).read_bytes()
    assert json.loads((hall_folder(event) / "web-page.json").read_bytes())["to"] == str(www)
    publish(keyboard, page)
    settle()
    card.publisher.state = site_publisher.SiteState()  # as after a restart
    card.publisher.follow_event()
    settle()
    assert card.text().endswith("; the public results have changed since.")


def test_what_is_no_place_is_refused_at_its_field_and_not_kept(card: SiteCard, controller: EventController) -> None:
    for typed, words in (
        ("sftp://desk:pass1234@web.example/www/", "Remove the password"),
        ("ftp://web.example/", "not by ftp"),
    ):
        go_to(card, typed)
        assert words in card.form.labelled["to"].problem()
        assert not card.write.isEnabled()
    assert load_setting(controller.book.view.journal[0].id).setting.to == ""


def test_a_setting_that_is_damaged_is_put_aside_and_told(tmp_path: Path) -> None:
    save_setting(SiteSetting("e", "/www"))
    file = hall_folder("e") / "web-page.json"
    file.write_text("{", encoding="utf-8")
    read = load_setting("e")
    assert read.setting == SiteSetting("e")
    assert read.problem is not None
    assert (hall_folder("e") / "web-page-damaged.json").read_text(encoding="utf-8") == "{"


@pytest.fixture(scope="module")
def server() -> Iterator[Sshd]:
    with running_sshd() as found:
        yield found


def let_in(server: Sshd) -> None:
    """Put the key of the server's user where OpenSSH looks for it."""
    folder = Path.home() / ".ssh"
    folder.mkdir(parents=True)
    (folder / "id_ed25519").write_bytes(server.key.read_bytes())


def test_a_host_is_known_after_its_key_is_accepted_and_a_changed_one_by_its_fingerprint(
    card: SiteCard, server: Sshd, settle: Settle
) -> None:
    let_in(server)
    go_to(card, f"sftp://{server.user}@127.0.0.1:{server.port}{server.folder}/")
    settle()
    press("Ctrl+Shift+W")
    settle()
    assert server.host_key.fingerprint in card.problem.message()
    assert not server.page.exists()
    assert card.accept.isVisible()
    assert card._new_key.isHidden()
    card.accept.setFocus()
    press("Space")
    settle()
    assert card.problem.message() == ""
    assert "No results are public yet." in server.page.read_text(encoding="utf-8")
    accepted = sftp.accepted_file()
    key = server.host_key.get_base64()
    accepted.write_text(accepted.read_text().replace(key, key[:-8] + "A" * 8))
    press("Ctrl+Shift+W")
    settle()
    assert "has changed" in card.problem.message()
    assert card.accept.isHidden(), "not at one key"
    card.fingerprint.setFocus()
    QTest.keyClicks(card.fingerprint, "SHA256:other")
    press("Return")
    settle()
    assert "a different key from the one that was accepted" in card.problem.message()
    card.fingerprint.setFocus()
    QTest.keyClicks(card.fingerprint, server.host_key.fingerprint)
    press("Return")
    settle()
    assert card.problem.message() == ""


def test_a_password_is_asked_for_where_no_key_lets_in_and_kept_nowhere_else(
    card: SiteCard, server: Sshd, settle: Settle, tmp_path: Path, controller: EventController
) -> None:
    sftp.accept(server.place, server.host_key)
    go_to(card, f"sftp://{server.user}@127.0.0.1:{server.port}{server.folder}/")
    settle()
    press("Ctrl+Shift+W")
    settle()
    assert "refused the login" in card.problem.message()
    assert card.password.isVisible()
    card.password.setFocus()
    QTest.keyClicks(card.password, "pass1234")
    press("Return")
    assert card.password.text() == ""
    settle()
    assert "with this password" in card.problem.message()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path != server.key]
    assert not [path for path in files if b"pass1234" in path.read_bytes()]


def test_after_an_answer_the_focus_is_where_the_next_one_is_typed(card: SiteCard, server: Sshd, settle: Settle) -> None:
    go_to(card, f"sftp://{server.user}@127.0.0.1:{server.port}{server.folder}/")
    settle()
    press("Ctrl+Shift+W")
    settle()
    card.accept.setFocus()
    press("Space")
    settle()
    assert QApplication.focusWidget() is card.password, "no key lets in"
    QTest.keyClicks(card.password, "pass1234")
    press("Return")
    settle()
    assert QApplication.focusWidget() is card.password, "to type it again"


def test_a_password_that_lets_in_is_kept_by_the_system_or_until_the_event_is_left(
    card: SiteCard, server: Sshd, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server without rights cannot look at passwords: ours lets in by its key whoever knows the one that is right."""

    def log_in(transport: Transport, place: SftpPlace, login: Login) -> None:
        if login.password != "geheim":
            raise LoginRefused(verbatim("not let in"))
        transport.auth_publickey(place.user, Ed25519Key.from_private_key_file(str(server.key)))

    monkeypatch.setattr(sftp, "_log_in", log_in)
    sftp.accept(server.place, server.host_key)
    go_to(card, f"sftp://{server.user}@127.0.0.1:{server.port}{server.folder}/")
    settle()

    def write(*, lets_in: bool) -> None:
        press("Ctrl+Shift+W")
        settle()
        assert (card.problem.message() == "", card.password.isVisible()) == (lets_in, not lets_in)

    def log_in_with(password: str) -> None:
        card.password.setFocus()
        QTest.keyClicks(card.password, password)
        press("Return")
        settle()

    write(lets_in=False)
    log_in_with("geheim")
    assert card.text().endswith("This computer has no keyring, so the password is needed each time.")
    write(lets_in=True)
    card.publisher._leave()  # as with the event
    write(lets_in=False)
    usual, fake = keyring.get_keyring(), Keyring()
    keyring.set_keyring(fake)
    try:
        log_in_with("geheim")
        assert list(fake.kept.values()) == ["geheim"]
        card.publisher._leave()
        write(lets_in=True)
        fake.kept = dict.fromkeys(fake.kept, "pass1234")
        card.publisher._leave()
        write(lets_in=False)
        assert fake.kept == {}, "a wrong one is forgotten"
    finally:
        keyring.set_keyring(usual)


def test_writing_can_be_cancelled_and_the_window_lives_on_meanwhile(
    card: SiteCard, server: Sshd, settle: Settle, qtbot: QtBot
) -> None:
    let_in(server)
    proxy = Proxy(server.port, passes=1_000, cuts=False)
    sftp.accept(server.place_in(server.folder, port=proxy.port), server.host_key)
    go_to(card, f"sftp://{server.user}@127.0.0.1:{proxy.port}{server.folder}/")
    settle()
    press("Ctrl+Shift+W")
    qtbot.waitUntil(card.bar.isVisible, timeout=5_000)
    assert card.text() == "Writing the page …"
    assert not card.write.isEnabled()
    press("Escape")
    settle()
    proxy.close()
    assert card.problem.message() == ""
    assert card.text() == "Nothing written there yet."
    assert card.write.isEnabled()
