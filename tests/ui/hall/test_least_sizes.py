"""Countries and teams with too few players: screens, ceremony and prizes leave them out, the page lists them last."""

import re
from pathlib import Path

import pytest

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.slide_words import words_of
from tests.tournament.use_cases.events import BY, SEATING, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, DecideTie, PublishDraw, PublishResults, SetPrize
from tournament.use_cases.prizes import prize_list, prizes_remarks, ranking
from tournament.use_cases.public_view import PublicView
from ui.hall.ceremony import begin_ceremony, ceremony_slide, ceremony_steps, jump
from ui.hall.hall_state import CeremonyPlan
from ui.hall.lists import team_pages

COUNTRIES, TEAMS = PrizeCategory(CategoryKind.COUNTRIES), PrizeCategory(CategoryKind.TEAMS)
COUNTRY_OF = ("DK", "FR", "FR", "FR", "DK", "DE", "DE", "DE")
TEAM_OF = ("Red", "Blue", "Blue", "Blue", "Red", "Blue", "Red", "")


@pytest.fixture
def book() -> Book:
    """Two players from Denmark, in a team of three, win the only session at their tables."""
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Cup", sessions=2, country_size=3, team_size=4)), by=BY)
    people = zip(COUNTRY_OF, TEAM_OF, strict=True)
    added = tuple(
        Player(0, f"First{n}", f"Sample{n}", country, "", "", team) for n, (country, team) in enumerate(people)
    )
    carry_out(book, AddPlayers(added), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, (50, 10, -20, -40)), by=BY)
    carry_out(book, PublishResults(2), by=BY)
    return book


def test_a_group_that_is_too_small_wins_no_prize(book: Book) -> None:
    for category, names in ((COUNTRIES, {"FR", "DE"}), (TEAMS, {"Blue"})):
        assert {each.key for each in ranking(book.view, category, None)} == names
        carry_out(book, SetPrize(Prize(category, 1, 1, what="Cup")), by=BY)
        carry_out(book, SetPrize(Prize(category, 3, 3, what="Pen")), by=BY)
    assert {each.entrant.key for found in prize_list(book.view, None) for each in found.awards} <= {"FR", "DE", "Blue"}
    said = [ENGLISH.render(each.text) for each in prizes_remarks(book.view) if each.code == "prize-unclaimed"]
    assert sorted(said) == [
        "Countries: no one is eligible for the prize for place 3.",
        "Teams: no one is eligible for the prize for place 3.",
    ]
    with pytest.raises(Refused):
        carry_out(book, DecideTie(COUNTRIES, ("DK", "FR")), by=BY)


def test_screens_and_the_ceremony_leave_it_out(book: Book) -> None:
    [page] = team_pages(PublicView(book.view))
    shown = set(words_of(page, ENGLISH))
    assert "Blue" in shown
    assert "Red" not in shown
    plan = CeremonyPlan(("countries", "teams"), first_place=8, figures=False)
    steps = ceremony_steps(book.view, plan)
    announced = [(step.category, entrant.key) for step in steps for entrant in step.entrants]
    assert sorted(key for category, key in announced if category == COUNTRIES) == ["DE", "FR"]
    assert [key for category, key in announced if category == TEAMS] == ["Blue"]
    for index in range(len(steps)):
        slide = ceremony_slide(book.view, jump(book.view, begin_ceremony(book.view, plan), index))
        assert not {"Red", "Denmark (DK)"} & set(words_of(slide, ENGLISH))


def test_the_public_page_lists_it_last_with_the_reason(book: Book, tmp_path: Path) -> None:
    report = report_called("site")
    assert report is not None
    write(build(report, book.view, ReportOptions(printed=noon())), tmp_path / "site.html", Format.HTML, ENGLISH)
    page = (tmp_path / "site.html").read_text(encoding="utf-8")
    for part, last, reason in (
        ("countries", "Denmark", "fewer than 3 players"),
        ("teams", "Red", "fewer than 4 players"),
    ):
        section = page[page.index(f'<section id="{part}"') :]
        rows = re.findall(
            r"<td>([^<]*)<th scope=\"row\">(.*?)<small>(.*?)</small>", section[: section.index("</table>")]
        )
        assert [rank.isdecimal() for rank, _, _ in rows] == [True] * (len(rows) - 1) + [False]
        assert rows[-1][0] == "–"
        assert last in rows[-1][1]
        assert [reason in beside for _, _, beside in rows] == [False] * (len(rows) - 1) + [True]
