"""What is typed into one cell is understood as a list is."""

import pytest

from tournament.event.player import Player
from tournament.event.player_import import with_typed

ADA = Player(1, "Ada", "Anything", "FR", "04000001", "Fleurs", "1")


@pytest.mark.parametrize(
    ("field", "typed", "understood"),
    [
        ("country", "Spain", "ES"),
        ("ema_number", "4000003", "04000003"),
        ("ema_number", "10-00 0005", "10000005"),
        ("first_name", "  Noël  ", "Noël"),
        ("club", "", ""),
    ],
)
def test_one_field_changes_and_no_other(field: str, typed: str, understood: str) -> None:
    changed = with_typed(ADA, field, typed)
    assert getattr(changed, field) == understood
    assert with_typed(changed, field, getattr(ADA, field)) == ADA
