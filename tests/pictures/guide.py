"""The pictures of the guides: no event, one before play, one under way; both themes, the languages of the guides.

python -m tests.pictures.guide docs/pictures
"""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from tempfile import gettempdir
from time import time
from unittest.mock import patch
from uuid import UUID

from msgspec.structs import replace as replace_fields
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from reports.sheets.charts import EventChart
from tests.examples.keys import key_of
from tests.pictures.repeatable import repeatable
from tests.tournament.sharing.fakes import FakeWaitingOrders, Hall, member
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import OFFERED, rule_set
from tournament.event.role import EventRole
from tournament.language import Language, language_of, mark
from tournament.ledger.entry import Record
from tournament.rules.payment import Outcome
from tournament.sharing.approval import AskedApproval, WaitingDesk
from tournament.sharing.host import Host
from tournament.sharing.invitation import Invitation, encode
from tournament.sharing.joining import joining_desk
from tournament.sharing.messages import DeskSeen, News, Offer, Sync
from tournament.sharing.shared_book import SharedBook
from tournament.sharing.six_digits import VALID, JoinCode
from tournament.use_cases import Book, By, carry_out, carry_out_all
from tournament.use_cases.commands import (
    AllowTableEntry,
    CallReferee,
    ChangeSettings,
    ConfirmProposal,
    CreateEvent,
    PlanSessions,
    ProposeHand,
    RecordHand,
    SetPin,
    StartClock,
)
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.table_entry import phone_of
from ui.desktop.bootstrap import (
    EVENT_FILES,
    begin_rehearsal_beside,
    look_at_book,
    new_book,
    play_evening_into,
    play_sample_into,
)
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.dialogs.files import choose_invitation
from ui.desktop.dialogs.new_event import NewEventPage
from ui.desktop.dialogs.rehearsing import RehearsalDialog
from ui.desktop.display import gong_keeper
from ui.desktop.display.hall_controller import hall_of
from ui.desktop.pages.catalogue import NEW, PAGES, START
from ui.desktop.pages.desks import hall_test_card
from ui.desktop.pages.desks.conflict import ConflictDialog
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.pages.display.page import DisplayPage
from ui.desktop.pages.event.page import TODAY, EventPage
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.reports.catalogue_list import set_key
from ui.desktop.pages.standings.header import STATISTICS, ListKind
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.pictures import THEMES, Scene, application, photograph, save_small, settle, write_pictures
from ui.desktop.recent import remember
from ui.desktop.sharing.dialogs import TakeOverDialog
from ui.desktop.sharing.found_events import keep_looks_around
from ui.desktop.sharing.join_dialog import JoinDialog
from ui.desktop.sharing.joined_event import HostAccess, HostedHere, LinkListener, joined_event_of
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.hall.browsers import SeenBrowser, ServedScreens, keep_browsers
from ui.hall.ceremony import begin_ceremony, jump
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, Scheme, ScreenContent
from ui.hall.hall_store import save_hall
from ui.hall.network_causes import HostSeen
from ui.hall.phones_seen import VALID as VALID_TEST
from ui.hall.phones_seen import HallTest, PhoneSeen, keep_phones
from ui.joining import own_network
from ui.joining.discovery import FoundEvent
from ui.rehearsal import RehearsalSituation, set_up
from ui.sample import DIFFERING, IN_PLAY, LAST_SESSION, ORGANISER, REFEREE, SETTINGS, TO_VERIFY, leave_under_way
from ui.server.host_folder import HostFolder, new_ticket

SIZE = QSize(1280, 800)
ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(language_of(code) for code in ("en", "fr"))
"""Those of the guides."""
_LAST_OPEN = datetime(2026, 6, 14, 12, tzinfo=UTC)
_PLAYED_AT = _LAST_OPEN.replace(hour=13)
_PAGES = tuple(
    page
    for page in PAGES
    if page is not NEW and page.id not in ("reports", "desks", "phones") and page.fits(drawn=True)
)
_PHONES = "http://192.0.2.20:8080"
"""Where phones find the host."""
_PATIENCE = 30.0
"""Seconds for which other threads may work."""
_AT_TABLE = (LAST_SESSION, IN_PLAY)
_TILES = "[234p,1]234m23456s88p7s"
"""13 points by discard; 12 are claimed beside it."""
SCENES = (
    Scene("hand", "tables", _AT_TABLE, "2 4 2 8", "Esc"),
    Scene(
        "tiles",
        "tables",
        _AT_TABLE,
        f"2 4 1 2 T {' '.join(_TILES)}",
        " ".join(["Backspace"] * len(_TILES) + ["Esc", "Esc"]),
        QSize(1440, 900),
    ),
    Scene("penalty", "tables", _AT_TABLE, "P 3 P 9 Enter", "Esc"),
    Scene("correction", "tables", _AT_TABLE, "Up Up 1 3 Enter", "Esc Esc"),
    Scene("repair", "tables", _AT_TABLE, "Up Up R 1 4 1 2 0", "Esc Esc"),
    Scene("totals", "tables", (LAST_SESSION, DIFFERING)),
    Scene("verify", "tables", (LAST_SESSION, TO_VERIFY)),
    Scene("journey", "standings", None, "Down Down Down Enter", "Esc Up Up Up"),
)
PAPERS = (Scene("reports", "reports"), Scene("prizes", "reports", report="prizes"))
"""Taken of an event whose papers are in the language of the guide."""
DRAWN = (Scene("draw-new", "draw"), Scene("print-set", "reports", report=set_key("before-play")))
"""Taken of an event that is drawn and not begun."""
GAMES = ("french-classical-advanced", "zung-jung", "quebec-classical", "hong-kong", "riichi-ema-2025")
"""The rule sets of which the guide shows a sheet in play."""


def main(arguments: list[str] | None = None) -> None:
    """Write the pictures into the folder named; OSError when one cannot be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "out", type=Path, help="the folder of the pictures; what is there under their names is replaced"
    )
    out = parser.parse_args(arguments).out
    home = Path(gettempdir()) / "sample"  # it shows in the pictures, so it has one name for all of them
    if home.exists():
        parser.error(f"{home} is there: pictures are taken already, or a run was interrupted; then remove it")
    home.mkdir(mode=0o700)
    try:
        _use_home(home)
        with repeatable():
            for path in _pictures(home, out):
                sys.stdout.write(f"{path}\n")
    finally:
        shutil.rmtree(home)
        # A window that is visible when the interpreter ends is hidden without it, which its handlers do not survive.
        for window in QApplication.topLevelWidgets():
            window.hide()
            window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _use_home(home: Path) -> None:
    """Keep settings and reports in ``home``, signed by a sample person, so that nobody's own are in the pictures."""
    os.environ["QUATRE_VENTS_HOME"] = str(home)
    os.environ["LOGNAME"] = REFEREE.author


def _pictures(home: Path, out: Path) -> Iterator[Path]:
    application()
    under_way = home / "Sample Cup.qv"
    play_sample_into(under_way, leave_under_way)
    yield from _without_event(under_way, out)
    yield from _choosing_rules(out)
    yield from _games(home, out)
    yield from _before_play(home / "Spring Open.qv", out)
    drawn = home / "Drawn.qv"
    play_sample_into(drawn, lambda _commands: [])
    yield from _in_play(home / "Held.qv", out)
    yield from _rehearsing(home / "Held.qv", out)
    yield from _going_differently(home / "Shorter.qv", out)
    yield from _sharing(under_way, out)
    yield from _at_another_desk(under_way, out)
    _lay_out_screens(under_way)
    for language in LANGUAGES:
        yield from write_pictures(drawn, out, language, pages=(), scenes=DRAWN, size=SIZE)
        yield from write_pictures(under_way, out, language, pages=_PAGES, scenes=SCENES, size=SIZE)
        printed = _with_papers_in(language, under_way, home / f"{language.code}.qv")
        yield from write_pictures(printed, out, language, pages=(), scenes=PAPERS, size=SIZE)
    tables = [page for page in _PAGES if page.id == "tables"]  # at the head of README
    yield from write_pictures(under_way, out, language_of("zh"), pages=tables, scenes=(), size=SIZE)
    yield from _charts(under_way, out)
    yield from _ceremony(home / "Held.qv", out)


def _lay_out_screens(event: Path) -> None:
    """Two screens of the hall on show, one of them with the standings, and one that only browsers show."""
    book = look_at_book(event)
    first, second, third = (HallScreen(name, open=name != "Sirocco") for name in ("Mistral", "Tramontane", "Sirocco"))
    second = replace(second, contents=(ScreenContent.SEATING, ScreenContent.NEXT_SESSION), scheme=Scheme.LIGHT)
    state = HallState(book.view.journal[0].id, (first, second, third))
    save_hall(state.keeping_arrangement(book.view.settings.name))
    later = time() + 3600  # however long the pictures take
    shown = tuple(SeenBrowser(name, number, later) for number, name in enumerate(("Sirocco", "Sirocco", "Mistral"), 1))
    keep_browsers(ServedScreens(state.event, "http://192.0.2.20:8480", later, shown))
    book.close()


def _ceremony(event: Path, out: Path) -> Iterator[Path]:
    """The ceremony at the desk, with the players from the tenth place on, some of them announced."""
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(event)
    view, hall = controller.book.view, hall_of(controller)
    ceremony = jump(view, begin_ceremony(view, CeremonyPlan()), 4)
    hall.change(replace(hall.state, ceremony=ceremony))
    window = Window(controller)
    window.show()
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    page.show_part("ceremony")
    yield from photograph(controller, window, out, [Scene("ceremony", "display")], LANGUAGES, SIZE)


def _with_papers_in(language: Language, event: Path, copy: Path) -> Path:
    """A copy of the event whose papers are in ``language``."""
    shutil.copy(event, copy)
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(copy)
    controller.act(ChangeSettings(replace(controller.book.view.settings, language=language.code)))
    controller.close()
    return copy


def _without_event(opened_last: Path, out: Path) -> Iterator[Path]:
    book = look_at_book(opened_last)
    remember(book.view, opened_last, now=_LAST_OPEN)
    book.close()
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    scenes = [Scene(page.id, page.id) for page in (START, NEW)]
    yield from photograph(controller, Window(controller), out, scenes, LANGUAGES, SIZE)


def _choosing_rules(out: Path) -> Iterator[Path]:
    """The second step of a new event, folded and with the options of one rule set in view."""
    for language in LANGUAGES:
        translator.set_language(language)
        for name, rules in (("rules", "hong-kong"), ("options", "quebec-classical")):
            chosen = rule_set(rules)
            assert chosen is not None
            controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
            window = Window(controller)
            window.resize(SIZE)
            window.show_page(NEW.id)
            page = window.page(NEW.id)
            assert isinstance(page, NewEventPage)
            page.fields.line("name").setText(SETTINGS.name)
            page.go_on()
            page.rules.choose(tuple(OFFERED).index(rules))
            window.show()
            window.activateWindow()
            QApplication.processEvents()
            page.options.set_open(name == "options")
            while name == "options" and len(page.options.rows) < len(chosen.options):
                QApplication.processEvents()  # they are made one by one
            yield from photograph(controller, window, out, [Scene(name, NEW.id)], (language,), SIZE)


def _games(home: Path, out: Path) -> Iterator[Path]:
    """A table in play of the sample evening of each game."""
    for rules in GAMES:
        path = home / f"{rules}.qv"
        play_evening_into(path, rules)
        book = look_at_book(path)
        playing = next(sheet for sheet in book.view.sheets(2) if sheet.closed is None)
        book.close()
        scene = Scene(f"game-{rules}", "tables", (2, playing.table))
        for language in LANGUAGES:
            yield from write_pictures(path, out, language, pages=(), scenes=(scene,), size=SIZE)


def _in_play(path: Path, out: Path) -> Iterator[Path]:
    """The line of the clock, the list of copies, and the sign-in to an event with PINs."""
    play_sample_into(path, leave_under_way)
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    copies = copying_of(controller)
    controller.open(path)
    copies.copy_now()
    settle()
    controller.act(StartClock(LAST_SESSION))
    vars(gong_keeper)["next_signal"] = lambda _clocks, _now: None  # whatever loudspeaker the machine has
    window = Window(controller)
    window.show()
    window.show_page("tables")
    assert window.clock is not None
    window.clock.line.ask()
    settle()
    yield from _dialogs("copies", lambda: CopiesDialog(controller, parent=window), out)
    yield from photograph(controller, window, out, [Scene("clock", "tables", _AT_TABLE)], LANGUAGES, SIZE)
    controller.open(path)
    controller.act(SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "135791")))
    window = Window(controller)
    window.show()
    window.top.role_asked.emit()
    yield from photograph(controller, window, out, [Scene("sign-in", "tables", _AT_TABLE)], LANGUAGES, SIZE)


def _charts(event: Path, out: Path) -> Iterator[Path]:
    """Two charts of the page Standings: bars of the players, and the course of their ranks."""
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(event)
    window = Window(controller)
    window.resize(SIZE)
    window.show()
    window.show_page("standings")
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    settle()
    for switch, key in ((page.header.lists, STATISTICS), (page.header.figures, ListKind.CHARTS.value)):
        switch.setFocus()
        while switch.current != key:
            QTest.keyClick(switch, Qt.Key.Key_Right)
    for appearance, language in product(THEMES, LANGUAGES):
        theme.set_choice(appearance)
        translator.set_language(language)
        for chart, name in ((EventChart.WINS, "charts"), (EventChart.RANKS, "charts-ranks")):
            kind = page.lists.charts.kind
            kind.setCurrentIndex(kind.findData(chart.value))
            settle()
            save_small(window.grab().toImage(), made := out / f"{name}-{appearance.value}-{language.code}.png")
            yield made
    window.close_quietly()


def _rehearsing(event: Path, out: Path) -> Iterator[Path]:
    """What can be done in a rehearsal, with two situations that wait."""
    played = look_at_book(event)
    rehearsal = begin_rehearsal_beside(played, [event.parent], ORGANISER)
    for situation in (RehearsalSituation.DIFFERS, RehearsalSituation.SWAPPED):
        found = set_up(rehearsal.view, situation, 1)
        carry_out_all(rehearsal, found.commands, by=replace(ORGANISER, author=found.author))
    path = Path(rehearsal.place)
    rehearsal.close()
    played.close()
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(path)
    window = Window(controller)
    window.show()
    out.mkdir(parents=True, exist_ok=True)
    for appearance, language in product(THEMES, LANGUAGES):
        theme.set_choice(appearance)
        translator.set_language(language)
        dialog = RehearsalDialog(controller, parent=window)
        dialog.resize(SIZE)
        dialog.show()
        dialog.table.select_line(1)
        settle()
        save_small(dialog.grab().toImage(), made := out / f"rehearsal-{appearance.value}-{language.code}.png")
        dialog.reject()
        yield made


def _sharing(event: Path, out: Path) -> Iterator[Path]:
    """The pages Desks and Phones at the host with three desks, what players propose, and joining; the addresses are
    those of documentation."""
    kept = look_at_book(event)
    quiet = [entry.record for entry in kept.view.journal]
    records = _with_phones(quiet)
    kept.close()
    invitation = Invitation(("192.0.2.20:8470",), UUID(records[0].id), "Sample Cup", bytes(32), bytes(16))
    controller = _hosting(event, records, invitation)
    scenes = [Scene("phones", "phones"), Scene("proposals", "tables", _AT_TABLE)]
    yield from photograph(controller, Window(controller), out, scenes, LANGUAGES, SIZE)
    yield from _testing_the_hall(_hosting(event, quiet, invitation), out)
    _let_join(HostFolder(records[0].id, event), invitation)
    controller = _hosting(event, records, invitation)
    yield from photograph(controller, Window(controller), out, [Scene("desks", "desks")], LANGUAGES, SIZE)
    keep_looks_around(False)
    window = Window(controller)
    window.show()
    found = FoundEvent(invitation.event, invitation.name, invitation.addresses, "00000000", "organiser")
    yield from _dialogs("join", lambda: _joining(controller, found, window), out)
    controller.close()


def _hosting(event: Path, records: list[Record], invitation: Invitation) -> EventController:
    """The controller of a window whose computer shares the event, to which two other desks are connected."""
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    later = _PLAYED_AT + timedelta(minutes=3)
    controller.replace_event(SharedBook(FakeStore(records), FakeWaitingOrders(), "organiser", clock=lambda: later))
    hosting = HostedHere(event, encode(invitation), NoServer(), _PHONES)
    joined = joined_event_of(controller)
    joined.follow(HostAccess(lambda _listener: NoServer(), "192.0.2.20:8470", hosting))
    joined.desks = _seen(len(records))
    return controller


def _testing_the_hall(controller: EventController, out: Path) -> Iterator[Path]:
    """The page Desks while a hall is tested: two phones came, one without updates."""
    host = HostSeen("192.0.2.20:8080", ("192.0.2.20/24",), True)
    event, began = controller.book.view.journal[0].id, _PLAYED_AT.timestamp()
    with (
        patch.object(own_network, "look_at_host", lambda _address: host),
        patch.object(hall_test_card, "new_hall_test", lambda _now: HallTest("481516", time() + VALID_TEST)),
    ):
        window = Window(controller)
        window.show()
        window.show_page("desks")
        page = window.page("desks")
        assert isinstance(page, DesksPage)
        page.test.click()
        phones = (
            PhoneSeen(1, "192.0.2.61", began, "Android", began, began, began + 4, typed=began),
            PhoneSeen(2, "192.0.2.64", began + 41, "iPhone", began + 41, typed=began + 41),
        )
        keep_phones(event, HallTest("481516", 0.0), phones)
        card = page.hall_test
        _wait_until(lambda: len(card.phones.rows) == len(phones))
        yield from photograph(controller, window, out, [Scene("hall-test", "desks")], LANGUAGES, SIZE)
        card.end_test()


def _wait_until(found: Callable[[], bool]) -> None:
    """Handle events until ``found`` is true."""
    until = time() + _PATIENCE
    while not found():
        assert time() < until
        QTest.qWait(20)


def _let_join(folder: HostFolder, invitation: Invitation) -> None:
    """Show six digits at the host, and let a desk wait that asks for approval."""
    now = datetime.now(UTC)
    folder.keep_ticket(replace_fields(new_ticket(now), invitation=encode(invitation)))
    desk = joining_desk(key_of("referee").certificate, "tables 5-6", "Referee four")
    asked = AskedApproval(desk, b"", invitation.event, b"", b"")
    waiting = WaitingDesk("1", asked, "192.0.2.24", now + VALID, None, b"", digits="602718")
    code = JoinCode(invitation.event, b"", "419227", EventRole.HEAD_REFEREE, False, now + VALID)
    with folder.joining().changing() as change:
        change.state = replace_fields(change.state, waiting=(waiting,), code=code)


def _joining(controller: EventController, found: FoundEvent, window: Window) -> JoinDialog:
    """The dialog of a desk that joins by six digits."""
    dialog = JoinDialog(controller, choose_invitation, parent=window)
    dialog.fields.show({"desk": "tables 1-2", "author": "Referee one", "digits": "048 213"})
    dialog.found.show_found((found,))
    return dialog


def _with_phones(records: list[Record]) -> list[Record]:
    """``records``, and what players of two tables did on their phones."""
    book = Book(FakeStore(records), clock=lambda: _PLAYED_AT)
    carry_out(book, AllowTableEntry(_PHONES, bytes(32)), by=ORGANISER)
    session, table = _AT_TABLE
    hand = book.view.sheet(session, table).last_played + 1
    for number, outcome, seat in ((hand, Outcome(1, 3, 28), 1), (hand + 1, Outcome(0, None, 12), 2)):
        told = carry_out(
            book, ProposeHand(session, table, number, outcome, seat), by=phone_of(book.view, *_AT_TABLE, seat)
        )
        if number == hand:
            confirmed = ConfirmProposal(session, table, told.entries[-1].id, 3)
            carry_out(book, confirmed, by=phone_of(book.view, *_AT_TABLE, 3))
    carry_out(book, CallReferee(session, DIFFERING, 0), by=phone_of(book.view, session, DIFFERING, 0))
    return [entry.record for entry in book.view.journal]


def _at_another_desk(event: Path, out: Path) -> Iterator[Path]:
    """A hand that another person recorded first, and a takeover while other desks have not reported what they have."""
    kept = look_at_book(event)
    records = [entry.record for entry in kept.view.journal]
    hand = kept.view.sheet(*_AT_TABLE).last_played + 1
    kept.close()
    hall = Hall(Host(Book(FakeStore(records), clock=lambda: _PLAYED_AT)))
    desk = SharedBook(FakeStore(records), FakeWaitingOrders(), "tables 3-4", clock=lambda: _PLAYED_AT)
    hall.members[desk.desk] = member(desk.desk)
    controller = EventController(EVENT_FILES, "Referee two", desk.desk)
    controller.replace_event(desk)
    joined, listeners = joined_event_of(controller), list[LinkListener]()

    def link(listener: LinkListener) -> NoServer:
        listeners.append(listener)
        return NoServer()

    joined.follow(HostAccess(link, "192.0.2.20:8470"))
    first = By("Referee one", "tables 1-2")
    carry_out(hall.host.book, RecordHand(*_AT_TABLE, hand, Outcome(1, 3, 28)), by=first)
    seen = desk.view.sheet(*_AT_TABLE).number
    controller.act(RecordHand(*_AT_TABLE, hand, Outcome(1, 3, 38)), seen=seen)
    hall.meet(desk)
    window = Window(controller)
    window.resize(SIZE)
    window.show()
    controller.navigation.table_wanted.emit(*_AT_TABLE)
    conflict = desk.orders[0].id
    yield from _dialogs("conflict", lambda: ConflictDialog(controller, conflict, parent=window), out, over=window)
    joined.drop(conflict)
    news = hall.ask(desk)
    assert isinstance(news, News)
    listeners[0].on_reply(replace_fields(news, desks=_seen(len(records) + 1)))
    window.show_page("desks")
    text = mark("There is no server at {address}. Is the event still shared there?", address="192.0.2.20:8470")
    listeners[0].on_away(text)
    yield from _dialogs("take-over", lambda: TakeOverDialog(controller, parent=window), out, over=window)
    window.close_quietly()


def _dialogs(name: str, dialog_of: Callable[[], QDialog], out: Path, over: Window | None = None) -> Iterator[Path]:
    """A picture of what ``dialog_of`` makes, in each theme and language: as large as a window, or ``over`` its own."""
    out.mkdir(parents=True, exist_ok=True)
    for appearance, language in product(THEMES, LANGUAGES):
        theme.set_choice(appearance)
        translator.set_language(language)
        dialog = dialog_of()
        if over is None:
            dialog.resize(SIZE)
        dialog.show()
        settle()
        picture = dialog.grab() if over is None else over.grab()
        if over is not None:
            rect = dialog.rect()
            rect.moveCenter(picture.rect().center())
            painter = QPainter(picture)
            painter.setPen(Qt.GlobalColor.gray)
            painter.drawRect(rect.adjusted(-1, -1, 0, 0))
            painter.drawPixmap(rect, dialog.grab())
            painter.end()
        save_small(picture.toImage(), made := out / f"{name}-{appearance.value}-{language.code}.png")
        dialog.reject()
        yield made


def _seen(entries: int) -> tuple[DeskSeen, ...]:
    """Three desks that have joined, and have so many entries."""
    seen = (("organiser", "Hall office", 0), ("tables 1-2", "Referee one", 1), ("tables 3-4", "Referee two", 3))
    return tuple(
        DeskSeen(
            name,
            "",
            author,
            None,
            "",
            (LAST_SESSION, table) if table else None,
            entries,
            "",
            deputy,
            at_host=not deputy,
        )
        for deputy, (name, author, table) in enumerate(seen)
    )


class NoServer:
    """Says nothing."""

    running = True

    def say(self, question: Sync) -> None:
        """Leave it."""

    def offer(self, offer: Offer) -> None:
        """Leave it."""

    def sign_in(self, author: str, pin: str) -> None:
        """Leave it."""

    def stop(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing runs."""


def _going_differently(path: Path, out: Path) -> Iterator[Path]:
    """The question before a tournament ends early, and the list of players to which late ones are added."""
    play_sample_into(path, leave_under_way)
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(path)
    controller.act(PlanSessions(6, "the hall stays open"))
    window = Window(controller)
    window.resize(SIZE)
    window.show()
    window.activateWindow()
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(TODAY)
    plan = page.today.overview.plan
    for appearance, language in product(THEMES, LANGUAGES):
        theme.set_choice(appearance)
        translator.set_language(language)
        settle()
        plan.end.click()
        settle()
        save_small(window.grab().toImage(), made := out / f"end-here-{appearance.value}-{language.code}.png")
        plan.form.forget()
        yield made
    yield from photograph(controller, window, out, [Scene("late", "players")], LANGUAGES, SIZE)


def _before_play(path: Path, out: Path) -> Iterator[Path]:
    book = new_book(path)
    carry_out(book, CreateEvent(replace(SETTINGS, name=path.stem)), by=ORGANISER)
    book.close()
    controller = EventController(EVENT_FILES, ORGANISER.author, ORGANISER.desk)
    controller.open(path)
    window = Window(controller)
    window.show_page("players")
    players = window.page("players")
    assert isinstance(players, PlayersPage)
    players.read(ROOT / "docs" / "samples" / "players.csv")
    scenes = [Scene("import", "players"), Scene("event-new", "event")]
    yield from photograph(controller, window, out, scenes, LANGUAGES, SIZE)


if __name__ == "__main__":
    main()
