"""The registration desk in a window that joined a shared event: it asks the host, and keeps nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.cli.hosted_event import HostedEvent
from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import press, type_words
from tournament.sharing.invitation import encode
from tournament.use_cases.private_data import read_people
from ui.desktop import bootstrap
from ui.desktop.long_work import idle
from ui.desktop.pages.registration.page import RegistrationPage
from ui.desktop.sharing.joining import JoinDetails, join_event

pytestmark = pytest.mark.thorough


@pytest.fixture
def served(event_file: Path) -> Iterator[HostedEvent]:
    served = HostedEvent(event_file)
    yield served
    served.stop()


def test_a_window_that_joined_asks_the_host_and_says_when_it_is_away(
    served: HostedEvent, dressed: QApplication, qtbot, tmp_path: Path
) -> None:
    opened = join_event(JoinDetails(encode(served.invitation), "north", "Ada Sample"))
    controller = bootstrap.make_controller("Ada Sample")
    controller.replace_event(opened.book)
    page = RegistrationPage(controller)
    qtbot.addWidget(page)
    page.resize(1100, 700)
    page.show()
    page.activateWindow()
    page.setFocus()

    def settled() -> None:
        qtbot.waitUntil(lambda: idle() and page.isEnabled(), timeout=15_000)
        dressed.processEvents()

    settled()
    assert len(page.table.rows) == 8, "the players of the event"
    page.new.click()
    type_words("Nova")
    press("Tab")
    type_words("Newcomer")
    page.form.form.line("email").setText("nova.newcomer@example.org")
    page.form.submitted.emit()
    settled()
    host = served.server._book
    assert next(each.registration.email for each in read_people(host, BY)) == "nova.newcomer@example.org"
    assert page.table.rows[0].person.registration.name == "Nova Newcomer"
    replica = Path(opened.book.place).parent
    assert not [each for each in replica.rglob("*") if each.is_file() and b"nova.newcomer" in each.read_bytes()]
    served.stop()
    page.form.show_person(page.table.rows[0].person)
    page.form.form.line("phone").setFocus()
    type_words("1")
    page.form.submitted.emit()
    settled()
    assert not page.notice.isHidden()
    assert page.form.form.line("phone").text() == "1", "nothing typed is lost"
    page.hide()
    controller.close()
