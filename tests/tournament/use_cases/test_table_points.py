"""Table points of an event as it chose them: on the sheet, in the standings, and counted a second time."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import IDS, rule_set
from tournament.language import fraction_text
from tournament.rules.question import Chosen
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.check import check_records

OPEN = [id for id in IDS if (found := rule_set(id)) and any(o.question.name == "table_points" for o in found.options)]
three_scores = st.tuples(st.integers(-900, 900), st.integers(-900, 900), st.integers(-900, 900))
lists = st.lists(st.integers(0, 20), min_size=4, max_size=4).map(lambda worth: sorted(worth, reverse=True))


def scored(rules: str, options: Chosen, scores: tuple[int, int, int, int]) -> tuple[Fraction, ...]:
    """What the sheet of one table says, when the standings and the second count say the same."""
    store = FakeStore()
    book = drawn(store, rules=rules, options=options)
    carry_out(book, RecordTotals(1, 1, scores), by=BY)
    points = book.view.sheet(1, 1).table_points
    seats = zip(book.view.sheet(1, 1).players, points, strict=True)
    ranked = {row.player.number: row.table_points for row in book.view.standings().rows}
    assert all(ranked[number] == point for number, point in seats)
    assert check_records(tuple(store.read())).problems == ()
    return points


def test_the_systems_whose_text_names_none_let_the_event_choose():
    classical = ["french-classical-simple", "french-classical-advanced"]
    assert [*classical, "zung-jung", "quebec-classical", "hong-kong"] == OPEN


@pytest.mark.parametrize("id", OPEN)
def test_by_default_places_count_but_under_zung_jung_match_points_do(id):
    points = scored(id, (), (900, -50, -50, -800))
    if id == "zung-jung":
        assert [str(each) for each in points] == ["30", "-707/100", "-707/100", "-707/25"]
    else:
        assert [str(each) for each in points] == ["4", "3/2", "3/2", "0"]


def test_the_standings_write_match_points_as_the_sheet_does() -> None:
    """With decimals, in sums too: √150 is 12.25 and not 12¼, and twice it 24.50 and not 24½."""
    book = drawn(FakeStore(), rules="zung-jung")
    winner = book.view.sheet(1, 1).players[0]
    for session in (1, 2):
        sheet = next(each for each in book.view.sheets(session) if winner in each.players)
        a, b, c, d = (150 if player == winner else -50 for player in sheet.players)
        carry_out(book, RecordTotals(session, sheet.table, (a, b, c, d)), by=BY)
    row = next(row for row in book.view.standings().rows if row.player.number == winner)
    assert fraction_text(row.results[1].table_points) == "12.25"
    assert fraction_text(row.table_points) == "24.50"


@pytest.mark.parametrize("id", OPEN)
@settings(max_examples=15, deadline=None)
@given(three_scores, lists, st.sampled_from(["places", "match", "score"]))
def test_whatever_is_chosen_is_counted_twice_and_agrees(id, three, worth, kind):
    scores = (*three, -sum(three))
    options = (("place_points", "-".join(map(str, worth))), ("table_points", kind))
    found = rule_set(id)
    assert found is not None
    defaults = {option.question.name: option.question.default for option in found.options}
    points = scored(id, tuple(each for each in options if each[1] != defaults[each[0]]), scores)
    match kind:
        case "places":
            better = [sum(other > score for other in scores) for score in scores]
            equal = [scores.count(score) for score in scores]
            assert points == tuple(
                Fraction(sum(worth[first : first + tied]), tied) for first, tied in zip(better, equal, strict=True)
            )
            assert sum(points) == sum(worth)
        case "match":
            roots = (Decimal(abs(score)).sqrt().quantize(Decimal("0.01"), ROUND_HALF_UP) for score in scores)
            signed = zip(scores, roots, strict=True)
            assert points == tuple(Fraction(root) * (1 if score > 0 else -1) for score, root in signed)
        case _:
            assert points == scores
