"""Players who sit out are told so wherever the others read their seat."""

import pytest

from tests.public_surfaces import public_surfaces
from tests.reports.sheets.test_seating import six_at_one_table


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
