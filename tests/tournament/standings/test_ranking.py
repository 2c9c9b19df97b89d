"""The ranking. Source: FFMJ, "Points de table"; a further tie shares the place (docs/rules.md, G2)."""

from fractions import Fraction

from tests.tournament.ledger.writing import entry_of
from tournament.event.player import Player
from tournament.event.seating import Final
from tournament.ledger.entry import CHAIN_START, table_stream
from tournament.ledger.facts import HandRecorded, TotalsRecorded
from tournament.ledger.sheet import build_sheet
from tournament.rulesets.mcr.ruleset import MCR
from tournament.standings import Standings, rank, running_totals, tally
from tournament.standings.tally import PARTS, Result, Tally

PLAYERS = [Player(number, "Ada", f"Sample{number}") for number in range(1, 9)]


def sheet(session, table, players, *facts):
    stream = table_stream(session, table)
    entries = [
        entry_of(fact, id=f"{stream}-{n}", stream=stream, number=n, previous=CHAIN_START)
        for n, fact in enumerate(facts, start=1)
    ]
    return build_sheet(session=session, table=table, players=players, number=len(entries), entries=entries, rules=MCR)


def totals(session, table, players, scores):
    return sheet(session, table, players, TotalsRecorded(scores))


def ranked(sheets, after) -> Standings:
    tallies = [tally(session, [s for s in sheets if s.session == session]) for session in range(1, after + 1)]
    totals = running_totals(tallies)
    return rank(players=PLAYERS, tallies=tallies, now=totals[-1], before=totals[-2] if after else None)


FIRST = [
    totals(1, 1, (1, 2, 3, 4), (50, 20, 20, -90)),
    totals(1, 2, (5, 6, 7, 8), (100, -10, -20, -70)),
]


def rows(standings):
    return [(row.rank, row.player.number, row.table_points, row.score) for row in standings.rows]


def test_table_points_then_score():
    assert rows(ranked(FIRST, 1)) == [
        (1, 5, 4, 100),
        (2, 1, 4, 50),
        (3, 6, 2, -10),
        (4, 2, Fraction(3, 2), 20),
        (4, 3, Fraction(3, 2), 20),
        (6, 7, 1, -20),
        (7, 8, 0, -70),
        (8, 4, 0, -90),
    ]


def test_places_won_and_lost_since_the_session_before():
    second = [totals(2, 1, (1, 5, 2, 6), (-90, 20, 20, 50)), totals(2, 2, (3, 4, 7, 8), (10, 5, 0, -15))]
    standings = ranked([*FIRST, *second], 2)
    assert rows(standings) == [
        (1, 6, 6, 40),
        (2, 5, Fraction(11, 2), 120),
        (3, 3, Fraction(11, 2), 30),
        (4, 1, 4, -40),
        (5, 2, 3, 40),
        (6, 7, 2, -20),
        (7, 4, 2, -85),
        (8, 8, 0, -85),
    ]
    assert {row.player.number: row.moved for row in standings.rows} == {
        6: 2, 5: -1, 3: 1, 1: -2, 2: -1, 7: 0, 4: 1, 8: -1
    }  # fmt: skip
    assert all(row.moved is None for row in ranked(FIRST, 1).rows)


def test_later_sessions_are_left_out():
    second = totals(2, 1, (1, 5, 2, 6), (-90, 20, 20, 50))
    assert rows(ranked([*FIRST, second], 1)) == rows(ranked(FIRST, 1))


def test_every_recorded_sheet_counts_and_missing_ones_are_reported():
    playing = sheet(1, 2, (5, 6, 7, 8), HandRecorded(1, 0, 1, 12))
    standings = ranked([FIRST[0], playing], 1)
    assert (standings.provisional, standings.sheets, standings.expected, standings.hands) == (True, 2, 2, 1)
    assert rows(standings)[1][1:] == (5, 4, 36)
    assert ranked(FIRST, 1).provisional is False
    empty = sheet(1, 2, (5, 6, 7, 8))
    standings = ranked([FIRST[0], empty], 1)
    assert (standings.provisional, standings.sheets, standings.expected) == (True, 1, 2)


def test_they_are_provisional_while_any_session_is_not_just_the_last() -> None:
    second = totals(2, 1, (1, 5, 2, 6), (30, 10, -10, -30)), totals(2, 2, (3, 7, 4, 8), (30, 10, -10, -30))
    assert ranked([*FIRST, *second], 2).provisional is False
    playing = sheet(1, 2, (5, 6, 7, 8), HandRecorded(1, 0, 1, 12))
    assert ranked([FIRST[0], playing, *second], 2).provisional is True, "a sheet of the first session is open"
    assert ranked([FIRST[0], playing, *second], 1).provisional is True
    still = sheet(2, 2, (3, 7, 4, 8), HandRecorded(1, 0, 1, 12))
    assert ranked([*FIRST, second[0], still], 2).provisional is True, "a sheet of the last session is open"
    assert ranked([*FIRST, second[0], still], 1).provisional is False, "the first session is complete"


def test_places_before_count_the_finals_of_then() -> None:
    """Of four, 2 and 1 play a final from session 2 on; after session 3 nobody has moved but them."""
    points = [(4, 2, 1, 0), (0, 1, 2, 4), (0, 4, 2, 1)]
    tallies = [
        Tally(
            session,
            {n: Result(session, 1, n - 1, Fraction(own), own * PARTS, 0, True) for n, own in enumerate(row, start=1)},
            sheets=1, expected=1, hands=0, final=True,
        )
        for session, row in enumerate(points, start=1)
    ]  # fmt: skip
    steps = running_totals(tallies)
    finals = [Final(2, (2, 1))]
    standings = rank(players=PLAYERS[:4], tallies=tallies, now=steps[3], before=steps[2], finals=finals)
    # After session 2: 1 (4) and 2 (3) of the final, then 4 (4) and 3 (3). After session 3: 2 (7), 1 (4), 3 and 4 (5).
    assert [(row.rank, row.player.number, row.moved) for row in standings.rows] == [
        (1, 2, 1), (2, 1, -1), (3, 3, 1), (3, 4, 0),
    ]  # fmt: skip
    assert standings.finals == tuple(finals)


def test_players_on_one_place_stand_in_the_order_of_last_then_first_names():
    """Capitals do not count; two of one name stand in the order of their numbers, whatever came before."""
    names = [("Zoé", "abel"), ("Ada", "Berg"), ("bo", "ABEL"), ("Ada", "abel"), ("Bo", "Abel"), ("Cy", "Berg")]
    players = [Player(number, *name) for number, name in enumerate(names, start=1)]
    standings = rank(players=players, tallies=[], now={})
    assert [row.player.number for row in standings.rows] == [4, 3, 5, 1, 2, 6]


def test_before_anything_is_played_all_share_the_first_place():
    standings = ranked([], 0)
    assert {row.rank for row in standings.rows} == {1}
