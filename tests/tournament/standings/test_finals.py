"""Who reached a final stands above who did not; what counts among the finalists. Sums written out by hand."""

from fractions import Fraction

from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.test_drawing import played
from tournament.event.seating import Final
from tournament.language import ENGLISH
from tournament.standings.explanation import explanation
from tournament.standings.finals import final_text, merits
from tournament.standings.tally import PARTS, Result, Tally, running_totals
from tournament.use_cases import RecordTotals, View, carry_out, plan_by_ranking


def after_final(*, carried: bool) -> View:
    """Eight players, a first session, then a final of four (5, 1, 2 and 6) that turns their order round."""
    book = played()
    ranked = plan_by_ranking(book.view, 2, final=4, carried=carried)
    carry_out(book, ranked.command, by=BY)
    win = {5: -60, 1: -20, 2: 20, 6: 60}
    east, south, west, north = (win[number] for number in ranked.tables[0])
    carry_out(book, RecordTotals(2, 1, (east, south, west, north)), by=BY)
    return book.view


def test_points_carried_over_are_added() -> None:
    """5: 4 + 0 and 68 − 60; 1: 4 + 1 and 64 − 20; 2: 2 + 2 and 20 + 20; 6: 2 + 4 and 20 + 60."""
    rows = after_final(carried=True).standings().rows
    assert [(row.player.number, str(row.table_points), row.score) for row in rows[:4]] == [
        (6, "6", 80), (1, "5", 44), (2, "4", 40), (5, "4", 8),
    ]  # fmt: skip
    assert [row.moved for row in rows[:4]] == [2, 0, 0, -3]


def test_from_nothing_the_final_alone_counts() -> None:
    rows = after_final(carried=False).standings().rows
    assert [(row.player.number, str(row.table_points), row.score) for row in rows[:4]] == [
        (6, "4", 60), (2, "2", 20), (1, "1", -20), (5, "0", -60),
    ]  # fmt: skip
    assert [row.results[1].table_points for row in rows[:4]] == [Fraction(2), 2, 4, 4]


def test_of_two_finals_from_nothing_the_later_alone_counts_for_who_reached_it() -> None:
    """Sessions of 4, 2 and 1 table points to 1 to 3: the first final leaves 1 and 2, the second leaves 1."""

    def won(session: int, points: dict[int, int]) -> Tally:
        results = {
            number: Result(session, 1, number - 1, Fraction(each), each * PARTS, 10 * each, True)
            for number, each in points.items()
        }
        return Tally(session, results, sheets=1, expected=1, hands=0, final=True)

    tallies = [won(1, {1: 4, 2: 2, 3: 1, 4: 0}), won(2, {1: 2, 2: 4, 3: 1, 4: 0}), won(3, {1: 1, 2: 2, 3: 4, 4: 0})]
    finals = [Final(2, (1, 2), carried=False), Final(3, (1,), carried=False)]
    found = merits((1, 2, 3), running_totals(tallies)[-1], tallies=tallies, finals=finals)
    assert found == {
        1: (3, 1 * PARTS, 10),  # what was won in session 3
        2: (2, 6 * PARTS, 60),  # since session 2
        3: (0, 6 * PARTS, 60),  # everything
    }
    carried = [Final(2, (1, 2), carried=False), Final(3, (1,), carried=True)]
    assert merits((1,), running_totals(tallies)[-1], tallies=tallies, finals=carried) == {1: (3, 3 * PARTS, 30)}


def test_the_others_keep_their_places_below_and_are_told_why() -> None:
    view = after_final(carried=False)
    standings = view.standings()
    assert [(row.rank, row.player.number) for row in standings.rows[4:]] == [(5, 3), (5, 7), (7, 4), (8, 8)]
    said = " ".join(ENGLISH.render(text) for text in explanation(standings, 3))
    assert said.endswith("The cut for the final of 4 was made before: its players rank above.")
    assert "behind" not in said


def test_before_the_final_nothing_has_changed() -> None:
    standings = after_final(carried=False).standings(1)
    assert standings.finals == ()
    assert [row.player.number for row in standings.rows[:2]] == [5, 1]


def test_how_a_final_counts_is_described() -> None:
    carried, fresh = (
        ENGLISH.render(final_text(after_final(carried=way).standings().finals[0])) for way in (True, False)
    )
    assert carried == "Final of 4 from session 2, points carried over. The others keep their places below."
    assert "only the results since then count" in fresh
