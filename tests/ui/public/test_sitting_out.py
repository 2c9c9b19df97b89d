"""Players who sit out are told so wherever the others read their seat."""

from itertools import product

import pytest

from tests.public_surfaces import public_surfaces
from tests.reports.sheets.test_seating import six_at_one_table
from tests.tournament.use_cases.events import BY, created, players
from tournament.event.seating import SeatingWishes
from tournament.event.settings import GrantedPoints, Settings
from tournament.language import ENGLISH, Text
from tournament.use_cases import RecordTotals, carry_out, plan_seating
from tournament.use_cases.commands import AddPlayers, ChangeSettings, PublishDraw, PublishResults
from tournament.use_cases.public_view import PublicView
from ui.hall.lists import standings_pages


@pytest.fixture(scope="module")
def surfaces() -> dict[str, str]:
    """Six players; 5 and 6 sit out session 1, which comes next, and 3 and 4 session 2."""
    return public_surfaces(six_at_one_table())


@pytest.mark.parametrize(
    ("surface", "text"),
    [
        ("the address /", '<a href="/player/5"><bdi>First5 Sample5</bdi></a><td>sits out'),
        ("the address /session/1", "Sit out: 5 First5 Sample5, 6 First6 Sample6."),
        ("the address /session/2", "Sit out: 3 First3 Sample3, 4 First4 Sample4."),
        ("the address /player/5", "<p>Session 1 · sits out</p>"),
        ("the address /player/3", '<td>2<td colspan="2">sits out'),
        ("the address /screen/seating", "Sit out"),
        ("the address /screen/seating", "First5 Sample5"),
        ("the address /screen/seating", "First6 Sample6"),
        ("the address /screen/next-session", "sits out"),
        ("site whole", "journey of 3: 1W None, out"),
        ("the address /sessions.json", '"sit_out":[5,6]'),
        ("posters 1", "5 | Sample5 | First5 | – | out"),
    ],
)
def test_who_sits_out_reads_it_there(surfaces: dict[str, str], surface: str, text: str) -> None:
    assert text in surfaces[surface]


def test_who_plays_is_not_said_to_sit_out(surfaces: dict[str, str]) -> None:
    for player in (1, 2):
        assert "sits out" not in surfaces[f"the address /player/{player}"]


def test_the_mark_of_granted_points_is_explained_below_the_standings_of_a_screen() -> None:
    book = created()
    carry_out(book, ChangeSettings(Settings("Cup", sessions=2, sit_out_points=GrantedPoints.AVERAGE)), by=BY)
    carry_out(book, AddPlayers(tuple(players(14))), by=BY)
    wishes = SeatingWishes(sit_out=True)
    seating = plan_seating(book.view, seed=3, method="auto", wishes=wishes, progress=lambda _done: True)
    carry_out(book, PublishDraw(seating), by=BY)
    for session, table in product((1, 2), (1, 2, 3)):
        carry_out(book, RecordTotals(session, table, (60, 20, -20, -60)), by=BY)
    carry_out(book, PublishResults(2), by=BY)
    beside, alone = standings_pages(PublicView(book.view)), standings_pages(PublicView(book.view), alone=True)
    assert [len(page.rows) for page in beside] == [7, 7], "a note takes the room of a line"
    assert [len(page.rows) for page in alone] == [14]
    for page in (*beside, *alone):
        assert isinstance(page.note, Text)
        assert ENGLISH.render(page.note) == "* Sat out: such a session counts as the average of their own."
        assert "Sat out" not in ENGLISH.render(page.subtitle or page.title)
