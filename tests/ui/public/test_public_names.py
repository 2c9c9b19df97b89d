"""Nothing public has the full name of a player who does not show it: pages, screens, overlays, phones, papers."""

from dataclasses import replace

import pytest

from reports.catalogue import Audience, ReportOptions, all_reports, build, report_called
from reports.report import Report
from tests.examples.events import LedgerWriter
from tests.public_surfaces import NOW, public_surfaces
from tests.reports.plain import plain
from tests.tournament.use_cases.events import BY, SEATING, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PublicName
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerChanged
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, CloseSheet, GivePenalty, RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, PublishResults
from tournament.use_cases.public_view import PublicView, with_public_names
from ui.hall.ceremony import begin_ceremony, ceremony_slide, ceremony_steps, forward
from ui.hall.hall_state import CeremonyPlan

OPEN = Player(0, "Ada", "Bamboo", "FR", "-", "", "Reds")
SHY = (
    Player(0, "Quillona", "Wexlarch", "FR", "04000901", "", "Reds", public=PublicName.NICKNAME, nickname="Tiger"),
    Player(0, "Zephyrant", "Vumblecroft", "SE", "04000902", "", "Reds", public=PublicName.INITIALS),
    Player(0, "Zebulard", "Vexapple", "SE", "04000903", "", "Reds", public=PublicName.INITIALS),
    Player(0, "Ombrelyn", "Yardwhistle", "DE", "04000904", "", "Blues", public=PublicName.HIDDEN),
    Player(0, "Ithildore", "Kexwold", "DE", "04000905", "", "Blues", public=PublicName.HIDDEN),
    Player(0, "Jorvander", "Pluxmere", "DK", "04000906", "", "Blues", public=PublicName.NICKNAME, nickname="Pong"),
)
SECRETS = tuple(part for each in SHY for part in (each.first_name, each.last_name, each.ema_number))
SHOWN = ("Ada Bamboo", "Tiger", "Z. V. (3)", "Z. V. (4)", "#5", "#6", "Pong")


def played(*shy: Player) -> Book:
    """Two sessions of eight players, six of whom do not show their names; both are public."""
    book = Book(FakeStore(), clock=noon)
    settings = Settings("Cup", sessions=2, city="Sampleton", host_country="FR", starts=NOW.date(), streamed=(1, 2))
    carry_out(book, CreateEvent(settings), by=BY)
    others = (Player(0, "Ben", "Circle", "FR", "-", "", "Blues"),)
    carry_out(book, AddPlayers((OPEN, *shy, *others)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            for hand in range(1, 17):
                won = Outcome(hand % 4, (hand + 1) % 4, 8 + hand + table)
                carry_out(book, RecordHand(session, table, hand, won), by=BY, confirmed=True)
            carry_out(book, GivePenalty(session, table, Charge(1, points=10, reason="spoke")), by=BY)
            carry_out(book, CloseSheet(session, table), by=BY, confirmed=True)
    return book


def test_no_public_surface_has_a_name_that_is_not_shown() -> None:
    book = played(*SHY)
    found: dict[str, str] = {}
    for public in (0, 1, 2):
        if public:
            carry_out(book, PublishResults(public), by=BY, confirmed=True)
        found = public_surfaces(book.view, slow=True)
        leaks = {(name, secret) for name, text in found.items() for secret in SECRETS if secret in text}
        assert leaks == set()
    everything = "\n".join(found.values())
    assert [each for each in SHOWN if each not in everything] == []
    assert "Quillona Wexlarch" in plain(build(_called("players"), book.view, ReportOptions(NOW)), ENGLISH)


def test_the_surfaces_would_show_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.use_cases.public_view.public_players", lambda players: players)
    book = played(*SHY)
    carry_out(book, PublishResults(2), by=BY, confirmed=True)
    texts = public_surfaces(book.view, slow=True).values()
    assert all(any(each.last_name in text for text in texts) for each in SHY)


def _called(name: str) -> Report:
    found = report_called(name)
    assert found is not None
    return found


def test_papers_for_walls_and_for_players_have_public_names_even_with_all_results() -> None:
    book = played(*SHY)
    checked = set()
    for report in all_reports():
        if report.audience is Audience.WALL or report.audience is Audience.PUBLIC or report.for_players:
            try:
                document = build(report, book.view, ReportOptions(NOW, ema_numbers=True))
            except Refused:
                continue
            text = plain(document, ENGLISH) + repr(document.badges) + repr(document.signs)
            assert [each for each in SECRETS if each in text] == [], report.name
            checked.add(report.name)
    assert {"standings", "posters", "seating-by-table", "seating-by-player", "schedules", "badges"} <= checked


def test_lists_of_the_organiser_and_files_of_federations_have_full_names() -> None:
    book = played(*SHY)
    for name in ("players", "check-in", "ema-results", "score-sheets"):
        document = build(_called(name), book.view, ReportOptions(NOW))
        text = plain(document, ENGLISH) + repr(document)
        assert [each.last_name for each in SHY if each.last_name not in text] == [], name


def test_the_ranking_is_that_of_the_whole_event() -> None:
    book = played(*SHY)
    carry_out(book, PublishResults(2), by=BY, confirmed=True)
    book.view.standings()  # with full names, before the public view is made
    for view in (PublicView(book.view), with_public_names(book.view), PublicView(book.view).at(len(book.view.journal))):
        assert {(row.rank, row.player.number) for row in view.standings().rows} == {
            (row.rank, row.player.number) for row in book.view.standings().rows
        }
        assert {row.player.name for row in view.standings().rows} == {*SHOWN, "Ben Circle"}
    assert "Quillona Wexlarch" in {row.player.name for row in book.view.standings().rows}


def test_a_choice_made_later_reaches_a_public_view_of_before() -> None:
    book = played(*(replace(each, public=PublicName.NAME) for each in SHY))
    assert with_public_names(book.view) is book.view
    ledger = LedgerWriter(book.view.journal.fork())
    two, three = (replace(book.view.players[each], public=PublicName.HIDDEN) for each in (2, 3))
    ledger.write(EVENT_STREAM, PlayerChanged(two))
    kept = with_public_names(ledger.view)
    assert [kept.players[number].name for number in (2, 3)] == ["#2", "Zephyrant Vumblecroft"]
    ledger.write(EVENT_STREAM, PlayerChanged(three))
    assert [kept.players[number].name for number in (2, 3)] == ["#2", "#3"]


def test_a_ceremony_announces_public_names() -> None:
    book = played(*SHY)
    carry_out(book, PublishResults(2), by=BY, confirmed=True)
    plan = CeremonyPlan()
    ceremony = begin_ceremony(book.view, plan)
    slides = []
    for _ in ceremony_steps(book.view, plan):
        ceremony = forward(book.view, ceremony)
        slides.append(repr(ceremony_slide(book.view, ceremony)))
    text = "".join(slides)
    assert "Tiger" in text
    assert [each for each in SECRETS if each in text] == []
