"""The database scripts of MahjongTournamentSuite: each table read by its columns, and all that does not fit named."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest

from tournament.event.foreign import (
    ForeignEvent,
    ForeignHand,
    ForeignPenalty,
    ForeignTable,
    SuiteTournament,
    is_suite,
    suite_event,
    suite_tournaments,
)
from tournament.event.problem import Refused
from tournament.event.settings import MOST_SESSIONS
from tournament.language import ENGLISH

Row = Mapping[str, str]
Tables = dict[str, Sequence[Row]]
WINDS = ("East", "South", "West", "North")
MADE_HERE = "Who typed what and when: the entries are recorded as made by this import"
CUP = {"TournamentId": "7", "CreationDate": "2026-06-13T09:30:00.000", "TournamentName": " Spring Cup ",
       "NumPlayers": "4", "NumRounds": "2"}  # fmt: skip


def player(id: int, name: str, **columns: str) -> Row:
    return {"PlayerTournamentId": "7", "PlayerId": str(id), "PlayerName": name, "PlayerCountryName": "Sweden"} | columns


def table(round: int, table: int = 1, *, drawn: Sequence[int] = (11, 12, 13, 14), seated: Sequence[int] | None = None,
          scores: Sequence[object] = ("",) * 4, **columns: str) -> Row:  # fmt: skip
    row = {"TableTournamentId": "7", "TableRoundId": str(round), "TableId": str(table)}
    row |= {f"Player{number}Id": str(id) for number, id in enumerate(drawn, start=1)}
    row |= {f"Player{wind}Id": str(id) for wind, id in zip(WINDS, drawn if seated is None else seated, strict=True)}
    row |= {f"Player{wind}Score": str(score) for wind, score in zip(WINDS, scores, strict=True)}
    return row | columns


def hand(round: int, number: int, winner: object = "", loser: object = "", points: object = "",
         penalties: Sequence[object] = ("",) * 4, **columns: str) -> Row:  # fmt: skip
    row = {"HandTournamentId": "7", "HandRoundId": str(round), "HandTableId": "1", "HandId": str(number)}
    row |= {"PlayerWinnerId": str(winner), "PlayerLooserId": str(loser), "HandScore": str(points)}
    row |= {f"Player{wind}Penalty": str(penalty) for wind, penalty in zip(WINDS, penalties, strict=True)}
    return row | columns


def database(**changes: Sequence[Row]) -> Tables:
    """A tournament of four players with the ids 14 to 11 and two rounds; rows of another one are among them."""
    names = {14: "Dora Sample", 13: "Cid Sample", 12: "Ben Sample", 11: "Ada Sample"}
    tables: Tables = {
        "DBTournaments": [CUP, CUP | {"TournamentId": "8", "TournamentName": "Other", "NumPlayers": "16"}],
        "DBPlayers": [
            {**player(3, "Eva Other"), "PlayerTournamentId": "8"},
            *(player(id, name) for id, name in names.items()),
        ],
        "DBTables": [table(1), table(2, seated=(14, 13, 12, 11))],
        "DBHands": [],
        "DBUsers": [{"UserId": "1"}],
    }
    return tables | changes


def event(**changes: Sequence[Row]) -> ForeignEvent:
    return suite_event(database(**changes), 7)


def tables(*hands: Row, first: Row | None = None) -> tuple[ForeignTable, ...]:
    return event(DBHands=list(hands), DBTables=[first or table(1), table(2)]).tables


def said(**changes: Sequence[Row]) -> list[str]:
    return [ENGLISH.render(text) for text in event(**changes).lost]


def refusal(**changes: Sequence[Row]) -> list[str]:
    with pytest.raises(Refused) as refused:
        event(**changes)
    return [ENGLISH.render(problem.text) for problem in refused.value.problems]


def test_it_is_known_by_its_tournaments() -> None:
    assert is_suite(database())
    assert not is_suite({"DBPlayers": []})
    assert suite_tournaments({}) == ()
    assert suite_tournaments(database()) == (
        SuiteTournament(7, "Spring Cup", 4, 2, "2026-06-13"),
        SuiteTournament(8, "Other", 16, 2, "2026-06-13"),
    )


def test_a_tournament_that_is_not_in_the_scripts_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refused) as refused:
        suite_event(database(), 9)
    (problem,) = refused.value.problems
    assert ENGLISH.render(problem.text) == "There is no tournament 9 in the scripts; there are: 7, 8."


def test_the_event_has_its_settings_players_and_seats() -> None:
    found = event()
    assert (found.settings.name, found.settings.sessions, found.settings.starts) == ("Spring Cup", 2, date(2026, 6, 13))
    assert [(each.number, each.name, each.country) for each in found.players] == [
        (1, "Ada Sample", "SE"), (2, "Ben Sample", "SE"), (3, "Cid Sample", "SE"), (4, "Dora Sample", "SE")
    ]  # fmt: skip
    assert found.seating is not None
    assert found.seating.sessions == (((1, 2, 3, 4),), ((4, 3, 2, 1),))
    assert (found.tables, said()) == ((), [MADE_HERE])


@pytest.mark.parametrize(
    ("columns", "name", "sessions", "starts"),
    [
        ({"TournamentName": ""}, "7", 2, date(2026, 6, 13)),
        ({"CreationDate": "yesterday"}, "Spring Cup", 2, None),
        ({"CreationDate": ""}, "Spring Cup", 2, None),
        ({"NumRounds": "0"}, "Spring Cup", 1, date(2026, 6, 13)),
        ({"NumRounds": "99"}, "Spring Cup", MOST_SESSIONS, date(2026, 6, 13)),
    ],
)
def test_a_tournament_of_which_less_is_known_comes_in(
    columns: Row, name: str, sessions: int, starts: date | None
) -> None:
    found = event(DBTournaments=[{**CUP, **columns}], DBTables=[])
    assert (found.settings.name, found.settings.sessions, found.settings.starts) == (name, sessions, starts)
    assert found.seating is None


@pytest.mark.parametrize(
    ("written", "number"),
    [("10990001", "10990001"), ("4010099", "04010099"), ("0", ""), ("", ""), ("none", "")],
)
def test_numbers_get_back_the_zeros_that_a_database_drops(written: str, number: str) -> None:
    rows = [player(id, f"Player{id} Sample", PlayerEmaNumber=written if id == 11 else "") for id in (11, 12, 13, 14)]
    assert [each.ema_number for each in event(DBPlayers=rows).players] == [number, "", "", ""]


def test_teams_have_their_names() -> None:
    teams = [{"TeamTournamentId": "7", "TeamId": "1", "TeamName": " North "},
             {"TeamTournamentId": "8", "TeamId": "2", "TeamName": "Others"}]  # fmt: skip
    rows = [player(id, f"Player{id} Sample", PlayerTeamId=str(id - 10)) for id in (11, 12, 13, 14)]
    assert [each.team for each in event(DBPlayers=rows, DBTeams=teams).players] == ["North", "", "", ""]


def test_tables_without_seats_follow_the_draw_and_are_counted() -> None:
    rows = [table(1, drawn=(12, 11, 14, 13), seated=("",) * 4), table(2)]  # type: ignore[arg-type]
    found = event(DBTables=rows)
    assert found.seating is not None
    assert found.seating.sessions == (((2, 1, 4, 3),), ((1, 2, 3, 4),))
    remark = "seats recorded yet: they follow the order of the draw"
    assert said(DBTables=rows) == [f"1 table had no {remark}", MADE_HERE]
    assert said(DBTables=[rows[0], table(2, seated=(0, 0, 0, 0))]) == [f"2 tables had no {remark}", MADE_HERE]


@pytest.mark.parametrize("rows", [[table(1)], [table(2)]], ids=["no second round", "no first round"])
def test_a_draw_that_is_not_whole_is_named_and_left_out(rows: list[Row]) -> None:
    hands = [hand(each, 1, points=0) for each in (1, 2)]
    found = event(DBTables=rows, DBHands=hands)
    assert (found.seating, found.tables) == (None, ())
    assert said(DBTables=rows)[0].startswith("The draw, in which some players have no table in some rounds")


def test_a_draw_in_which_somebody_sits_at_two_tables_is_left_out() -> None:
    players = [player(id, f"Player{id} Sample") for id in range(11, 19)]
    cup = [{**CUP, "NumPlayers": "8", "NumRounds": "1"}]
    whole, again = (15, 16, 17, 18), (14, 15, 16, 17)
    for second, drawn in ((whole, True), (again, False)):
        rows = [table(1), table(1, 2, drawn=second)]
        assert (event(DBTournaments=cup, DBPlayers=players, DBTables=rows).seating is not None) is drawn


@pytest.mark.parametrize("drawn", [(11, 12, 13, 15), (11, 12, 13, 13), (11, 12, 13, 0), (3, 12, 13, 14)])
def test_a_table_of_players_who_are_not_in_the_list_is_refused(drawn: Sequence[int]) -> None:
    assert refusal(DBTables=[table(1), table(2, drawn=drawn)]) == [
        "Round 2, table 1: its four players are not all in the list."
    ]


@pytest.mark.parametrize(("round", "number"), [(0, 1), (3, 1), (1, 0), (1, 2)])
def test_a_table_of_no_round_is_refused(round: int, number: int) -> None:
    assert refusal(DBTables=[table(1), table(2), table(round, number)]) == [
        f"Round {round}, table {number}: this tournament has no such round or table."
    ]


def test_hands_are_read_in_their_order_by_the_ids_of_the_players() -> None:
    found = tables(
        hand(1, 3, points=""),
        hand(1, 2, 13, 11, 8),
        hand(1, 1, 12, "", 25, IsChickenHand="0"),
        hand(1, 4, "", "", 0),
        hand(2, 1, 11, 14, 88),
        {**hand(1, 5, 3, "", 8), "HandTournamentId": "8"},
    )
    assert [(each.session, each.hands) for each in found] == [
        (1, (ForeignHand(1, 1, None, 25), ForeignHand(2, 2, 0, 8), ForeignHand(4, None, None, 0))),
        (2, (ForeignHand(1, 0, 3, 88),)),
    ]
    assert [(each.totals, each.finished, each.penalties) for each in found] == [(None, False, ())] * 2


def test_the_marks_of_chicken_hands_are_counted() -> None:
    hands = [hand(1, number, 11, "", 8, IsChickenHand="1") for number in (1, 2)]
    assert said(DBHands=hands[:1]) == ["The “chicken hand” mark of 1 hand", MADE_HERE]
    assert said(DBHands=hands) == ["The “chicken hand” mark of 2 hands", MADE_HERE]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (hand(1, 2, 11, "", "many"), "“many” is not a number of points."),
        (hand(1, 2, 11, "", -8), "“-8” is not a number of points."),
        (hand(1, 2, 15, "", 8), "player “15” is not at this table."),
        (hand(1, 2, 11, "Ada", 8), "player “Ada” is not at this table."),
        (hand(1, 2, "", "", 8), "8 points do not fit its winner."),
        (hand(1, 2, 11, "", 0), "0 points do not fit its winner."),
        (hand(1, 2, "", 12, 0), "0 points do not fit its winner."),
        *((hand(1, 2, "", "", 0, ["some" if each == column else "" for each in range(4)]), "a penalty is not a number.")
          for column in range(4)),
        (hand(1, 2, "", "", 0, (5, "", "", "")), "points are given to a player but taken from nobody."),
    ],
)  # fmt: skip
def test_a_hand_that_does_not_fit_is_refused(row: Row, expected: str) -> None:
    assert refusal(DBHands=[hand(1, 1, 11, "", 8), row]) == [f"Round 1, table 1: hand 2: {expected}"]
    assert len(refusal(DBHands=[row] * 30)) == 20, "no more than can be read"


def test_penalties_belong_to_their_hand_even_where_nobody_played_it() -> None:
    (found,) = tables(
        hand(1, 1, 11, "", 8, ("", -10, "", "")),
        hand(1, 2, "", "", "", (-30, 10, 10, 10)),
    )
    assert found.hands == (ForeignHand(1, 0, None, 8),)
    assert found.penalties == (ForeignPenalty(1, 10, 1), ForeignPenalty(0, 10, 2, (1, 2, 3)))
    (alone,) = tables(hand(1, 2, "", "", "", (-30, 10, 10, 10)))
    assert (alone.hands, alone.penalties) == ((), found.penalties[1:])


def test_who_paid_a_penalty_is_named_when_it_was_chosen() -> None:
    chosen = [hand(1, number, "", "", 0, (-30, 20, 10, "")) for number in (1, 2)]
    assert said(DBHands=chosen[:1])[0].startswith("For 1 hand, who paid the penalty points")
    assert said(DBHands=chosen)[0].startswith("For 2 hands, who paid the penalty points")
    assert said(DBHands=[hand(1, 1, "", "", 0, (-30, 10, 10, 10))]) == [MADE_HERE]


SCORES = (24, -8, -8, "-8")


def test_totals_are_those_of_a_table_that_is_done() -> None:
    played = [hand(1, 1, 11, "", 8)]
    open_table = tables(*played, first=table(1, scores=SCORES))
    assert [(each.totals, each.finished) for each in open_table] == [(None, False)]
    done = tables(*played, first=table(1, scores=SCORES, IsCompleted="1"))
    assert [(each.totals, each.finished, len(each.hands)) for each in done] == [((24, -8, -8, -8), True, 1)]


@pytest.mark.parametrize(("completed", "finished"), [("1", True), ("0", False)])
def test_a_table_of_totals_alone_has_no_hands(completed: str, finished: bool) -> None:
    row = table(1, scores=SCORES, IsCompleted=completed, UseTotalsOnly="1")
    found = tables(hand(1, 1, 11, "", 8), first=row)
    assert [(each.totals, each.finished, each.hands) for each in found] == [((24, -8, -8, -8), finished, ())]


@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("written", ["", "many", "1.5"])
def test_a_finished_table_without_four_scores_is_refused(column: int, written: str) -> None:
    scores = [written if each == column else score for each, score in enumerate(SCORES)]
    assert refusal(DBTables=[table(1, scores=scores, IsCompleted="1"), table(2)]) == [
        "Round 1, table 1: it is marked as finished, but its four scores are not whole numbers."
    ]
