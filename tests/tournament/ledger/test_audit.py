"""The second count: text goes in, and the results are compared with numbers from the rule documents."""

import json
from fractions import Fraction

import pytest

from tests.tournament.ledger.lines_by_hand import Journal, Line
from tournament.ledger.audit import ImpossibleEntry, LifeFault, Unaudited, audit, impossible_entries


@pytest.mark.parametrize(
    ("winner", "discarder", "points", "scores"),
    [
        (1, None, 8, (-16, 48, -16, -16)),
        (1, 0, 8, (-16, 32, -8, -8)),
        (0, 1, 63, (87, -71, -8, -8)),
        (0, None, 63, (213, -71, -71, -71)),
        (None, None, 0, (0, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("rules", ["mcr", "guobiao"])
def test_settlement(rules, winner, discarder, points, scores):
    journal = Journal(rules)
    journal.hand(1, winner, discarder, points)
    assert journal.scores == scores


@pytest.mark.parametrize("rules", ["mcr", "guobiao", "blank"])
def test_places_pay_four_two_one_and_nothing(rules):
    """FFMJ, "Points de table"."""
    journal = Journal(rules)
    journal.write("session-1/table-1", "totals-recorded", totals=[30, 20, 10, -60], accept_difference="")
    assert audit(journal.lines).tables[1, 1].table_points == tuple(map(Fraction, (4, 2, 1, 0)))


def test_blank_rules_pay_the_points_alone():
    journal = Journal("blank")
    journal.hand(1, 0, 1, 5)
    journal.hand(2, 2, None, 7)
    assert journal.scores == (5 - 7, -5 - 7, 21, -7)


@pytest.mark.parametrize(
    ("to", "scores"), [((), (0, -10, 0, 0)), ((0, 2), (10, -20, 10, 0)), ((0, 2, 3), (10, -30, 10, 10))]
)
def test_penalties_and_their_balance(to, scores):
    journal = Journal()
    journal.hand(1, None)
    journal.penalty(1, 10, to)
    counted = audit(journal.lines).tables[1, 1]
    assert counted.scores == scores
    assert counted.given_away == -sum(scores)


def test_corrections_cancellations_undo_and_redo():
    journal = Journal()
    first = journal.hand(1, 0, 1, 8)
    journal.hand(1, 2, 1, 8, kind="hand-corrected")
    assert journal.scores == (-8, -16, 32, -8)
    given = journal.penalty(3, 20)
    cancelled = journal.write("session-1/table-1", "penalty-cancelled", entry=given)
    assert journal.scores == (-8, -16, 32, -8)
    journal.write("session-1/table-1", "undone", entry=cancelled)
    assert journal.scores == (-8, -16, 32, -28)
    journal.write("session-1/table-1", "redone", entry=cancelled)
    assert journal.scores == (-8, -16, 32, -8)
    journal.write("session-1/table-1", "undone", entry=cancelled)
    journal.write("session-1/table-1", "undone", entry=given)
    second = journal.hand(2, 0, None, 8)
    assert journal.scores == (40, -32, 16, -24)
    journal.write("session-1/table-1", "undone", entry=second)
    assert journal.scores == (-8, -16, 32, -8)
    assert first != second


def test_rows_put_in_taken_out_and_moved_take_their_penalties_along():
    """Three rows and a penalty in the third; the scores by the rule documents, row by row."""
    table = "session-1/table-1"
    journal = Journal()
    for hand, winner in ((1, 0), (2, 1), (4, 2)):
        journal.hand(hand, winner, None, 8)
    given = journal.write(table, "penalty-given", player=3, points=10, to=[0], hand=4)
    before = journal.scores
    inserted = {"winner": 3, "discarder": 0, "points": 8, "reason": "x", "restated": []}
    journal.write(table, "hand-inserted", hand=2, **inserted)
    assert journal.scores == tuple(old + new for old, new in zip(before, (-16, -8, -8, 32), strict=True))
    journal.write(table, "hand-moved", hand=5, to=1, reason="x", restated=[])
    journal.hand(2, None, kind="hand-corrected")
    journal.write(table, "hand-deleted", hand=3, reason="x", restated=[])
    assert audit(journal.lines).tables[1, 1].hands == 3
    exchange = {"one": 0, "other": 3, "reason": "x", "restated": []}
    journal.write(table, "columns-exchanged", hands=[1, 1], **exchange)
    journal.write(table, "penalty-cancelled", entry=given)
    assert journal.scores == (-32, 32, 32, -32)


def test_columns_exchanged_where_they_are_named():
    table = "session-1/table-1"
    journal = Journal()
    journal.hand(1, 0, 1, 8)
    journal.hand(2, 0, 1, 8)
    journal.write(table, "penalty-given", player=0, points=10, to=[1], hand=2)
    journal.write(table, "penalty-given", player=0, points=20, to=[], hand=None)
    journal.write(table, "columns-exchanged", one=0, other=2, hands=[2, 2], reason="x", restated=[])
    assert journal.scores == (32 - 8 - 20, -16 - 16 + 10, -8 + 32 - 10, -8 - 8)
    journal.write(table, "columns-exchanged", one=0, other=2, hands=None, reason="x", restated=[])
    assert journal.scores == (-8 + 32 - 10, -16 - 16 + 10, 32 - 8 - 20, -8 - 8)


def test_a_moved_sheet_counts_at_the_other_table():
    journal = Journal()
    journal.hand(1, 0, 1, 8)
    moved = journal.write("session-1/table-1", "sheet-moved", to_session=2, to_table=2, reason="x")
    journal.hand(2, 1, 0, 8, stream="session-2/table-2")
    counted = audit(journal.lines)
    assert set(counted.tables) == {(2, 2)}
    assert counted.tables[2, 2].scores == (16, 16, -16, -16)
    journal.write("session-2/table-2", "undone", entry=journal.lines[-1].id)
    journal.write("session-1/table-1", "undone", entry=moved)
    assert set(audit(journal.lines).tables) == {(1, 1)}


def test_totals_alone_and_reopened():
    journal = Journal()
    journal.write("session-1/table-1", "totals-recorded", totals=[50, 20, 20, -90], accept_difference="")
    counted = audit(journal.lines).tables[1, 1]
    assert counted.scores == (50, 20, 20, -90)
    assert counted.table_points == (Fraction(4), Fraction(3, 2), Fraction(3, 2), Fraction(0))
    journal.write("session-1/table-1", "sheet-reopened", reason="found")
    assert audit(journal.lines).tables == {}


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ([50, 20, 10, -80], ("4", "2", "1", "0")),
        ([20, 50, 20, -90], ("3/2", "4", "3/2", "0")),
        ([30, 30, 0, -60], ("3", "3", "1", "0")),
        ([30, 0, -15, -15], ("4", "2", "1/2", "1/2")),
        ([10, 10, 10, -30], ("7/3", "7/3", "7/3", "0")),
        ([30, -10, -10, -10], ("4", "1", "1", "1")),
        ([0, 0, 0, 0], ("7/4", "7/4", "7/4", "7/4")),
    ],
)
def test_table_points_share_tied_places(totals, points):
    """FFMJ, "Points de table"."""
    journal = Journal()
    journal.write("session-1/table-1", "totals-recorded", totals=totals, accept_difference="")
    assert tuple(str(share) for share in audit(journal.lines).tables[1, 1].table_points) == points


def test_the_ranking_adds_sessions_and_shares_places():
    journal = Journal()
    for stream, totals in (
        ("session-1/table-1", [30, 10, -10, -30]),
        ("session-1/table-2", [30, 10, -10, -30]),
        ("session-2/table-1", [8, 4, -4, -8]),  # 5 2 7 4
    ):
        journal.write(stream, "totals-recorded", totals=totals, accept_difference="")
    ranking = audit(journal.lines).ranking
    assert [
        (p.number, p.rank, str(p.table_points), p.score) for p in sorted(ranking.values(), key=lambda p: p.rank)
    ] == [
        (5, 1, "8", 38),
        (1, 2, "4", 30),
        (2, 3, "4", 14),
        (6, 4, "2", 10),
        (7, 5, "2", -14),
        (3, 6, "1", -10),
        (8, 7, "0", -30),
        (4, 8, "0", -38),
    ]


def test_a_player_who_left_is_not_ranked():
    journal = Journal()
    journal.write("event", "player-removed", number=8)
    journal.hand(1, None)
    assert sorted(audit(journal.lines).ranking) == [1, 2, 3, 4, 5, 6, 7]


def test_sessions_drawn_again_take_the_place_of_those_they_were():
    journal = Journal()
    journal.write("event", "sessions-redrawn", first=2, sessions=[[[8, 7, 6, 5], [4, 3, 2, 1]]])
    assert audit(journal.lines).seating == (
        ((1, 2, 3, 4), (5, 6, 7, 8)),
        ((8, 7, 6, 5), (4, 3, 2, 1)),
    )


def _cut_at_the_second_session() -> Journal:
    """A final of four from session 2, points carried over: 5 to 8 are in it."""
    journal = Journal()
    final = {"session": 2, "players": [5, 6, 7, 8], "carried": True}
    journal.write("event", "session-seated", session=2, tables=[[5, 6, 7, 8]], final=final)
    return journal


@pytest.mark.parametrize("session", [1, 2])
def test_a_session_seated_anew_without_a_cut_takes_the_cut_back(session):
    journal = _cut_at_the_second_session()
    journal.write("event", "session-seated", session=session, tables=[[1, 2, 3, 4], [5, 6, 7, 8]], final=None)
    if session == 1:
        assert audit(journal.lines).seating[1] == ()
        journal.write("event", "session-seated", session=2, tables=[[1, 2, 3, 4], [5, 6, 7, 8]], final=None)
    journal.write("session-2/table-1", "totals-recorded", totals=[30, 10, -10, -30], accept_difference="")
    assert audit(journal.lines).ranking[1].rank == 1


def test_a_session_before_which_the_cut_is_keeps_the_seats_after_it():
    journal = Journal()
    sessions = [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 4
    journal.write("event", "draw-published", seating={"sessions": sessions})
    final = {"session": 2, "players": [5, 6, 7, 8], "carried": True}
    journal.write("event", "session-seated", session=2, tables=[[5, 6, 7, 8]], final=final)
    journal.write("event", "sessions-redrawn", first=3, sessions=[[[5, 6, 7, 8]], [[5, 6, 7, 8]]])
    journal.write("event", "session-seated", session=3, tables=[[8, 7, 6, 5]], final=None)
    assert audit(journal.lines).seating[2:] == (((8, 7, 6, 5),), ((5, 6, 7, 8),))
    journal.write("session-2/table-1", "totals-recorded", totals=[-10, 30, 10, -30], accept_difference="")
    journal.write("session-1/table-1", "totals-recorded", totals=[90, 10, -40, -60], accept_difference="")
    assert audit(journal.lines).ranking[1].rank == 5


@pytest.mark.parametrize(
    ("stream", "kind", "content"),
    [
        ("session-9/table-1", "hand-recorded", {"hand": 1, "winner": None, "discarder": None, "points": 0}),
        ("session-1/table-3", "hand-recorded", {"hand": 1, "winner": None, "discarder": None, "points": 0}),
        ("session-1/table-0", "hand-recorded", {"hand": 1, "winner": None, "discarder": None, "points": 0}),
        ("session-1/table-1", "hand-recorded", {"hand": 1}),
        ("session-1/table-1", "hand-recorded", {"hand": 1, "winner": 7, "discarder": None, "points": 8}),
        ("session-1/table-1", "penalty-cancelled", {"entry": "nothing"}),
        ("session-1/table-1", "totals-recorded", {"totals": [1, 2, -3], "accept_difference": ""}),
        ("session-1/table-1", "totals-recorded", {"totals": [1, 2, -3, 0, 0], "accept_difference": ""}),
        ("event", "settings-changed", {"settings": {"rules": "poker"}}),
    ],
)
def test_an_entry_that_cannot_be_counted_raises_unaudited(stream, kind, content):
    journal = Journal()
    journal.write(stream, kind, **content)
    with pytest.raises(Unaudited):
        audit(journal.lines)


def test_invalid_json_raises_unaudited():
    journal = Journal()
    journal.lines.append(Line("x", "event", "event-created", "{"))
    with pytest.raises(Unaudited):
        audit(journal.lines)


SETTINGS = {
    "sessions": 1, "counted_totals": "computed", "second_reading": "none", "late_points": "nothing", "season": {},
    "late_fixed": {"table_points": "0", "score": 0}, "format": "tournament", "options": [],
}  # fmt: skip
"""What earlier versions did not write yet, with its defaults."""


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_that_is_left_out_has_its_default(name):
    """Sessions are added and cancelled, or a player comes late."""

    def counted(**said):
        journal = Journal()
        settings = {"rules": "mcr", **said}
        journal.lines[0] = journal.lines[0]._replace(content=json.dumps({"settings": settings}))
        journal.write("event", "sessions-added", restored=[], added=2, reason="")
        on_time = [{"number": number} for number in (1, 2, 3, 4, 5, 6, 7, 9)]
        sessions = [[[1, 2, 3, 4], [5, 6, 7, 9]], [[5, 2, 7, 4], [1, 6, 3, 8]]]
        for place, content in ((1, {"players": on_time}), (2, {"seating": {"sessions": sessions}})):
            journal.lines[place] = journal.lines[place]._replace(content=json.dumps(content))
        journal.write("event", "players-added", players=[{"number": 8}], first=2)
        for session in (3, 2) if name == "sessions" else ():
            journal.write("event", "sessions-cancelled", sessions=[session], reason="")
            journal.write("event", "settings-changed", settings={**settings, "place": "Hall"})
        journal.hand(1, 0, 1, 8)
        journal.write("session-1/table-1", "sheet-closed", totals=[10, 0, 0, -10], accept_difference="torn")
        journal.write("session-1/table-1", "sheet-confirmed", reader="", reading={})
        return audit(journal.lines), impossible_entries(journal.lines)

    said = SETTINGS | ({"late_points": "fixed"} if name == "late_fixed" else {})
    others = {other: default for other, default in said.items() if other != name}
    assert counted(**others) == counted(**said)


@pytest.mark.parametrize(("first", "seated", "granted"), [(1, False, 0), (2, False, 1), (2, True, 0), (3, False, 2)])
def test_who_comes_late_is_granted_the_sessions_before_unless_they_have_a_seat_there(first, seated, granted):
    """Three halves of a table point and −7 for each session before the one in which player 8 joined."""
    journal = Journal()
    settings = {
        "rules": "mcr", "sessions": 3, "late_points": "fixed", "late_fixed": {"table_points": "3/2", "score": -7},
    }  # fmt: skip
    early, late = [[1, 2, 3, 4], [5, 6, 7, 9]], [[1, 2, 3, 4], [5, 6, 7, 8]]
    on_time = [{"number": number} for number in (1, 2, 3, 4, 5, 6, 7, 9)]
    sessions = [late if seated else early, early, late]
    for place, content in (
        (0, {"settings": settings}),
        (1, {"players": on_time}),
        (2, {"seating": {"sessions": sessions}}),
    ):
        journal.lines[place] = journal.lines[place]._replace(content=json.dumps(content))
    journal.write("event", "players-added", players=[{"number": 8}], first=first)
    for session in (1, 2, 3):
        journal.hand(1, None, stream=f"session-{session}/table-2")
        journal.hand(1, None, stream=f"session-{session}/table-1")
    found = audit(journal.lines).ranking[8]
    assert found.score == -7 * granted
    assert found.table_points == Fraction(3, 2) * granted + Fraction(7, 4) * (2 if seated else 1)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (("sessions-redrawn", {"first": 1, "sessions": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}), (LifeFault.SESSION_BEGUN, 1)),
        (("sessions-redrawn", {"first": 2, "sessions": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}), None),
        (("sessions-cancelled", {"sessions": [2], "reason": ""}), None),
        (("players-swapped", {"one": 1, "other": 5, "sessions": [1]}), (LifeFault.TABLE_BEGUN, 2, 1)),
        (("players-swapped", {"one": 1, "other": 4, "sessions": [1]}), None),
        (("players-swapped", {"one": 1, "other": 5, "sessions": [2]}), None),
        (("player-state-changed", {"number": 6, "state": "withdrawn", "first": 1}), (LifeFault.TABLE_BEGUN, 2, 1)),
        (("player-state-changed", {"number": 6, "state": "withdrawn", "first": 2}), None),
        (("player-state-changed", {"number": 2, "state": "withdrawn", "first": 1}), None),
    ],
)
def test_an_impossible_entry_says_which_session_or_table_stands_against_it(written, expected):
    """A hand is recorded at table 2 of session 1."""
    journal = Journal()
    journal.hand(1, None, stream="session-1/table-2")
    kind, content = written
    journal.write("event", kind, **content)
    found = (ImpossibleEntry(5, *expected),) if expected is not None else ()
    assert impossible_entries(journal.lines) == found


def test_what_follows_in_a_cancelled_or_closed_session_is_impossible():
    journal = Journal()
    journal.write("event", "sessions-cancelled", sessions=[2], reason="")
    journal.write("event", "session-closed", session=2)
    journal.hand(1, 0, 1, 20, stream="session-2/table-1")
    journal.hand(1, 0, 1, 20)
    journal.write("event", "session-closed", session=1)
    journal.hand(2, 0, 1, 20)
    assert impossible_entries(journal.lines) == (
        ImpossibleEntry(5, LifeFault.SESSION_CANCELLED, 2),
        ImpossibleEntry(6, LifeFault.SESSION_CLOSED, 2),
        ImpossibleEntry(6, LifeFault.SESSION_CANCELLED, 2),
        ImpossibleEntry(8, LifeFault.NOT_VERIFIED, 1),
        ImpossibleEntry(9, LifeFault.SESSION_CLOSED, 1),
    )


def test_no_results_are_public_before_any_are_published():
    journal = Journal()
    journal.hand(1, 0, 1, 20)
    assert audit(journal.lines).public_session == 0


EVERYBODY = [[1, 2, 3, 4], [5, 6, 7, 8]]
ANEW = ("sessions-redrawn", {"first": 1, "sessions": [EVERYBODY, EVERYBODY]})
BY_RANKING = ("session-seated", {"session": 2, "tables": EVERYBODY, "final": None})
OTHERS = ("sessions-redrawn", {"first": 2, "sessions": [[[1, 2, 3, 4]]]})


def left(number, first, state="withdrawn"):
    return "player-state-changed", {"number": number, "state": state, "first": first, "returned": []}


@pytest.mark.parametrize(
    ("changes", "away"),
    [
        ([left(8, 2), ANEW], [(5, 2, 8)]),
        ([left(8, 1), ANEW], [(5, 1, 8), (5, 2, 8)]),
        ([left(8, 2, "disqualified"), left(6, 2), BY_RANKING], [(6, 2, 6), (6, 2, 8)]),
        ([left(8, 3), ANEW], []),
        ([left(8, 2, "playing"), ANEW], []),
        ([left(8, 2, "substitute"), ANEW], []),
        ([ANEW, left(8, 2)], []),
        ([left(8, 2)], []),
        ([left(8, 2), ANEW, BY_RANKING], [(6, 2, 8)]),
        ([left(8, 2), ANEW, OTHERS], []),
        ([left(8, 2), ANEW, left(8, 2, "playing")], []),
        ([left(8, 2), ANEW, ("draw-published", {"seating": {"sessions": [EVERYBODY, EVERYBODY]}})], []),
        ([left(8, 2), ANEW, ("sessions-cancelled", {"sessions": [2], "reason": ""})], []),
        ([left(8, 1), ANEW, ("sessions-cancelled", {"sessions": [2], "reason": ""})], [(5, 1, 8)]),
        ([left(8, 2), ANEW, ("player-replaced", {"number": 8, "by": {"number": 9}, "sessions": [2]})], []),
    ],
)
def test_who_got_a_seat_after_they_had_left(changes, away):
    """With the position of the entry that seated them; earlier versions gave such seats."""
    journal = Journal()
    settings = json.dumps({"settings": {"rules": "mcr", "sessions": 2}})
    journal.lines[0] = journal.lines[0]._replace(content=settings)
    for kind, content in changes:
        journal.write("event", kind, **content)
    assert [(each.position, each.session, each.player) for each in audit(journal.lines).seated_away] == away


EVENINGS = [
    [((1, 2, 3, 4), (30, 10, -10, -30)), ((1, 2, 5, 6), (8, -8, 4, -4))],
    [((1, 2, 3, 5), (-20, 40, -10, -10))],
    [((1, 3, 5, 6), (5, 5, -5, -5))],
]
"""The games of three evenings: who sat at each, and the totals."""


def league(season, *states, rules="mcr"):
    journal = Journal()
    del journal.lines[2]
    settings = {"rules": rules, "format": "league", "season": season}
    journal.lines[0] = journal.lines[0]._replace(content=json.dumps({"settings": settings}))
    for number, state in states:
        journal.write("event", "player-state-changed", number=number, state=state, first=1, returned=[])
    for evening, games in enumerate(EVENINGS, start=1):
        journal.write("event", "evening-opened", session=evening)
        for game, (players, totals) in enumerate(games, start=1):
            journal.write("event", "game-seated", session=evening, table=game, players=list(players))
            stream = f"session-{evening}/table-{game}"
            journal.write(stream, "totals-recorded", totals=list(totals), accept_difference="")
    return audit(journal.lines)


@pytest.mark.parametrize(
    ("season", "states", "expected"),
    [
        ({}, [], {1: (2, 23), 2: (1, 42), 3: (5, -15), 4: (6, -30), 5: (4, -11), 6: (3, -9)}),
        ({"best": 2}, [], {1: (1, 43), 2: (2, 42), 3: (4, -5), 4: (6, -30), 5: (3, -1), 6: (5, -9)}),
        ({"best": 1}, [], {1: (2, 38), 2: (1, 40), 3: (3, 5), 4: (6, -30), 5: (4, 4), 6: (5, -4)}),
        (
            {"best": 2, "count": "average"},
            [],
            {1: (1, "43/2"), 2: (2, 21), 3: (4, "-5/2"), 4: (6, -30), 5: (3, "-1/2"), 6: (5, "-9/2")},
        ),
        ({"least": 2}, [], {1: (2, 23), 2: (1, 42), 3: (5, -15), 4: (None, -30), 5: (4, -11), 6: (3, -9)}),
        ({"least": 3}, [], {1: (1, 23), 2: (None, 42), 3: (3, -15), 4: (None, -30), 5: (2, -11), 6: (None, -9)}),
        ({"least_games": 2}, [], {1: (2, 23), 2: (1, 42), 3: (5, -15), 4: (None, -30), 5: (4, -11), 6: (3, -9)}),
        ({"least_games": 4}, [], {1: (1, 23), **{each: (None, worth) for each, worth in
                                                 ((2, 42), (3, -15), (4, -30), (5, -11), (6, -9))}}),
        (
            {},
            [(2, "disqualified"), (3, "withdrawn"), (5, "playing"), (7, "withdrawn"), (8, "playing")],
            {1: (1, 23), 2: (None, 0), 3: (None, -15), 4: (4, -30), 5: (3, -11), 6: (2, -9), 7: (None, 0)},
        ),
    ],
)  # fmt: skip
def test_evenings_are_added_up_or_averaged(season, states, expected):
    """By number of the player: the place and the worth of the evenings."""
    found = league(season, *states).season
    assert {each.number: (each.rank, each.worth) for each in found.values()} == {
        number: (rank, Fraction(worth)) for number, (rank, worth) in expected.items()
    }
    games = {1: 4, 2: 3, 3: 3, 4: 1, 5: 3, 6: 2}
    assert {each.number: each.games for each in found.values()} == {each: games.get(each, 0) for each in expected}


def test_evenings_of_riichi_are_worth_their_final_scores():
    found = league({}, rules="riichi-ema-2025").season
    assert found[4].worth == -30 - 15_000
    assert found[2].worth == (10 + 5000) + (-8 - 15_000) + (40 + 15_000)
