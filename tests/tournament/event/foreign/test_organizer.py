"""The workbook of mahjong-organizer: each sheet read, and all that an event here does not have named."""

from collections.abc import Sequence
from datetime import date, time

import pytest

from tournament.event.foreign import ForeignHand, ForeignPenalty, ForeignTable, is_organizer, organizer_event
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Refused
from tournament.event.settings import MOST_SESSIONS
from tournament.event.timetable import SessionTime
from tournament.language import ENGLISH, mark

Rows = Sequence[Sequence[object]]
OPTIONS: Rows = [("Competition name", "Spring Cup"), ("Short name", "SC"), ("Number of rounds", 2), ("City", "Lyon"),
                 ("Rules", "MCR")]  # fmt: skip
LISTED: Rows = [
    ("Last name", "First name", "Country", "Random position"),
    ("Sample", "Ada", "Sweden", 4),
    ("Sample", "Ben", "Sweden", 3),
    ("Sample", "Cid", "Sweden", 2),
    ("Sample", "Dora", "Sweden", 1),
]
GRID: Rows = [
    ("", "Table 1"),
    ("", "East", "South", "West", "North"),
    ("R1", 4, 3, 2, 1),
    ("R2", 1, 2, 3, 4),
]
SCORED = ("Round", "Table", "Wind", "Draw #", "Player", "MP", "Penalty", "TP", "Sheet")
PLAYED = ("Round", "Table", "Hand", "Result", "Value", "Winner wind", "Winner", "Dealt in wind", "Dealt in by")
MADE_HERE = "Who typed what and when: the entries are recorded as made by this import"


def sheet(title: str, rows: Rows) -> TableText:
    cells = [tuple("" if cell is None else str(cell) for cell in row) for row in rows]
    return TableText(title, mark("East"), tuple(FileRow(line, row) for line, row in enumerate(cells, start=1)))


def workbook(**changes: Rows | None) -> dict[str, TableText]:
    """An event of four players and two rounds, with other rows of some sheets; None for a sheet that is missing."""
    rows = {"Options": OPTIONS, "Players": LISTED, "4 players": GRID}
    rows |= {title.replace("_", " ").strip(): changed for title, changed in changes.items() if changed is not None}
    gone = {title.replace("_", " ").strip() for title, changed in changes.items() if changed is None}
    return {title: sheet(title, each) for title, each in rows.items() if title not in gone}


def scores(*scored: object, round: int = 1, state: str = "validated", penalties: Sequence[object] = ("",) * 4) -> Rows:
    names = ("Ada Sample", "Ben Sample", "Cid Sample", "Dora Sample")
    return [
        (round, 1, wind, "", name, score, penalty, "", state)
        for wind, name, score, penalty in zip("ESWN", names, scored, penalties, strict=True)
    ]


def said(sheets: dict[str, TableText]) -> list[str]:
    return [ENGLISH.render(text) for text in organizer_event(sheets).lost]


def refusal(sheets: dict[str, TableText]) -> list[str]:
    with pytest.raises(Refused) as refused:
        organizer_event(sheets)
    return [ENGLISH.render(problem.text) for problem in refused.value.problems]


def tables(**changes: Rows) -> tuple[ForeignTable, ...]:
    return organizer_event(workbook(**changes)).tables


def test_it_is_known_by_its_sheets() -> None:
    assert is_organizer(workbook())
    assert not is_organizer(workbook(_4_players=None))
    assert not is_organizer(workbook(Options=None))
    assert not is_organizer(workbook(Players=None))


def test_the_event_has_its_settings_players_and_seats() -> None:
    found = organizer_event(workbook())
    settings = found.settings
    assert (settings.name, settings.short_name, settings.city, settings.place) == ("Spring Cup", "SC", "Lyon", "Lyon")
    assert (settings.sessions, settings.starts, settings.ends) == (2, None, None)
    assert [(each.number, each.name) for each in found.players] == [
        (1, "Ada Sample"), (2, "Ben Sample"), (3, "Cid Sample"), (4, "Dora Sample")
    ]  # fmt: skip
    assert found.seating is not None
    assert found.seating.sessions == (((1, 2, 3, 4),), ((4, 3, 2, 1),))
    assert found.tables == ()
    assert said(workbook()) == [MADE_HERE]


@pytest.mark.parametrize(
    ("options", "name"),
    [([], "Players"), ([("Short name", "SC")], "SC"), ([("Short name", "SC"), ("COMPETITION NAME", " Cup ")], "Cup")],
)
def test_an_event_without_a_name_has_its_short_name_or_that_of_the_file(options: Rows, name: str) -> None:
    assert organizer_event(workbook(Options=options)).settings.name == name


@pytest.mark.parametrize("rules", ["MCR", "mcr", "Chinese Official", ""])
def test_events_of_the_competition_rules_come_in(rules: str) -> None:
    assert organizer_event(workbook(Options=[("Rules", rules)])).hands == 0


def test_events_of_other_rules_are_refused() -> None:
    assert refusal(workbook(Options=[("Rules", "Riichi")])) == [
        "The workbook is for a Riichi event. Only MCR events can be imported."
    ]


@pytest.mark.parametrize(("rounds", "sessions"), [("1", 1), ("2", 2), ("7", 2), ("", 2), ("two", 2)])
def test_rounds_are_those_of_the_options_that_have_seats(rounds: str, sessions: int) -> None:
    found = organizer_event(workbook(Options=[("Number of rounds", rounds)]))
    assert found.seating is not None
    assert (len(found.seating.sessions), found.settings.sessions) == (sessions, sessions)


@pytest.mark.parametrize(("rounds", "sessions"), [("5", 5), ("0", 1), ("", 1), ("99", MOST_SESSIONS), ("two", 1)])
def test_without_seats_the_options_alone_say_how_many_rounds_there_are(rounds: str, sessions: int) -> None:
    found = organizer_event(workbook(Options=[("Number of rounds", rounds)], _4_players=None))
    assert (found.seating, found.settings.sessions) == (None, sessions)


UNDRAWN: Rows = [*LISTED[:-1], ("Sample", "Dora", "Sweden", "")]
DRAWN_TWICE: Rows = [*LISTED[:-1], ("Sample", "Dora", "Sweden", 2)]
ALL_SCORES = "All scores: without a draw number for every player, nobody has a seat"


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        ({"Players": UNDRAWN}, "The draw: not every player has a draw number yet"),
        ({"Players": [row[:-1] for row in LISTED]}, "The draw: not every player has a draw number yet"),
        ({"Players": DRAWN_TWICE}, "The draw: not every player has a draw number yet"),
        ({"Players": [*LISTED, ("Sample", "Eva", "Sweden", 5)]}, "The draw: 5 players do not fill their tables"),
        ({"Players": [*LISTED, *(("Sample", name, "Sweden", n) for n, name in ((5, "E"), (6, "F")))]},
         "The draw: 6 players do not fill their tables"),
        ({"_4_players": None}, "The draw: there is no “4 players” sheet"),
    ],
)  # fmt: skip
def test_an_event_without_seats_has_neither_tables_nor_scores(changes: dict[str, Rows], lost: str) -> None:
    assert said(workbook(**changes)) == [lost, MADE_HERE]
    scored = workbook(**changes, Scores=[SCORED, *scores(8, -8, 0, 0)])
    assert said(scored) == [lost, ALL_SCORES, MADE_HERE]
    assert (organizer_event(scored).seating, organizer_event(scored).tables) == (None, ())


def test_empty_lines_between_players_have_no_draw_number() -> None:
    listed = [[], LISTED[0], *LISTED[1:3], ["", "", "", ""], *LISTED[3:], []]
    assert organizer_event(workbook(Players=listed)).seating == organizer_event(workbook()).seating


@pytest.mark.parametrize("head", ["Random position", "Draw number", "Draw #"])
def test_draw_numbers_are_found_by_their_heading(head: str) -> None:
    listed = [(head, *LISTED[0][:-1]), *((row[-1], *row[:-1]) for row in LISTED[1:])]
    assert organizer_event(workbook(Players=listed)).seating == organizer_event(workbook()).seating


def test_a_round_in_which_somebody_has_two_seats_is_refused() -> None:
    assert refusal(workbook(_4_players=[*GRID[:3], ("R2", 1, 2, 3, 3)])) == [
        "Sheet “4 players”: in round 2 not every player has exactly one seat."
    ]


def test_what_an_event_here_does_not_have_is_named() -> None:
    options = [*OPTIONS, ("Period", "13-14 June"), ("Published rounds", "1"), ("Withheld rounds", "2")]
    known: dict[str, Rows] = {
        title: [] for title in ("Schedule", "Scores", "Score_sheets", "Standings", "Table_results")
    }
    assert said(workbook(Options=options, **known, _8_players=[], Notes=[], Badges=[])) == [
        "Dates of the event in words: 13-14 June",
        "Which rounds were published: 1",
        "Which rounds were held back: 2",
        "Sheets of the workbook: “Notes”, “Badges”",
        MADE_HERE,
    ]


SCHEDULE = ("Date", "Time", "Name", "Is round")


def test_rounds_of_the_schedule_are_sessions_and_the_rest_is_named() -> None:
    rows = [
        SCHEDULE,
        ("2026-06-13", "09:00", "Welcome", "no"),
        ("2026-06-13", "9:30", "Round 1", "yes"),
        ("2026-06-13", "12:00", "Lunch", ""),
        ("14/06/2026", "10:15:00", "Round 2", "yes"),
        ("2026-06-15", "10:00", "Round 3", "yes"),
    ]
    found = organizer_event(workbook(Schedule=rows))
    assert found.settings.timetable.sessions == (
        SessionTime(1, date(2026, 6, 13), time(9, 30)),
        SessionTime(2, date(2026, 6, 14), time(10, 15)),
    )
    assert (found.settings.starts, found.settings.ends) == (date(2026, 6, 13), date(2026, 6, 14))
    assert said(workbook(Schedule=rows)) == ["2 lines of the schedule that are not rounds", MADE_HERE]
    assert said(workbook(Schedule=rows[:3])) == ["1 line of the schedule that is not a round", MADE_HERE]


@pytest.mark.parametrize("written", ["", "0", "no", "No", "FALSE", "non"])
def test_a_line_that_is_no_round_sets_no_time(written: str) -> None:
    rows = [SCHEDULE, ("2026-06-13", "09:00", "Welcome", written)]
    assert organizer_event(workbook(Schedule=rows)).settings.timetable.sessions == ()


def test_without_such_a_column_every_line_is_a_round() -> None:
    rows = [("Date", "Time"), ("2026-06-13", "09:00"), ("2026-06-13", "11:00")]
    assert [each.start for each in organizer_event(workbook(Schedule=rows)).settings.timetable.sessions] == [
        time(9), time(11)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-06-13", date(2026, 6, 13)),
        (" 2026-06-13 00:00:00", date(2026, 6, 13)),
        ("13/06/2026", date(2026, 6, 13)),
        ("Saturday", None),
        ("", None),
    ],
)
def test_days_are_read_as_a_cell_or_a_person_writes_them(written: str, day: date | None) -> None:
    rows = [SCHEDULE, (written, "09:00", "Round 1", "yes")]
    (session,) = organizer_event(workbook(Schedule=rows)).settings.timetable.sessions
    assert (session.day, session.start) == (day, time(9))


@pytest.mark.parametrize(
    ("written", "start"),
    [
        ("09:30", time(9, 30)),
        ("9:30", time(9, 30)),
        ("09:30:00", time(9, 30)),
        ("1899-12-31 14:45:00", time(14, 45)),
        ("early", None),
        ("", None),
    ],
)
def test_hours_are_read_as_a_cell_or_a_person_writes_them(written: str, start: time | None) -> None:
    rows = [SCHEDULE, ("2026-06-13", written, "Round 1", "yes")]
    (session,) = organizer_event(workbook(Schedule=rows)).settings.timetable.sessions
    assert (session.day, session.start) == (date(2026, 6, 13), start)


def test_scores_already_have_their_penalties_in_them() -> None:
    rows = [
        SCORED,
        *scores(38, -8, "−10", -40, penalties=("", "", "", -20)),
        *scores("+16", -16, 0, 0, round=2, state="started"),
    ]
    assert tables(Scores=rows) == (
        ForeignTable(1, 1, (), (ForeignPenalty(3, 20),), (38, -8, -10, -40), True),
        ForeignTable(2, 1, (), (), _by_column(16, -16, 0, 0), False),
    )


def _by_column(ada: int, ben: int, cid: int, dora: int) -> tuple[int, int, int, int]:
    """The scores of the second round, where the four sit the other way round."""
    return dora, cid, ben, ada


@pytest.mark.parametrize(
    ("states", "finished"),
    [
        (("validated",) * 4, True),
        (("yes", "True", "1", "Validated"), True),
        (("validated", "started", "validated", "validated"), False),
        (("started", "validated", "validated", "validated"), False),
        (("",) * 4, False),
    ],
)
def test_a_table_is_finished_when_all_its_scores_are(states: Sequence[str], finished: bool) -> None:
    rows = [(*row[:-1], state) for row, state in zip(scores(8, -8, 0, 0), states, strict=True)]
    assert [each.finished for each in tables(Scores=[SCORED, *rows])] == [finished]
    older = (*SCORED[:-1], "Validated")
    assert [each.finished for each in tables(Scores=[older, *rows])] == [finished]


def test_a_version_that_called_the_standings_scores_has_them_in_another_sheet() -> None:
    standings = [("Rank", "Player", "MP"), (1, "Ada Sample", 500)]
    rows = [SCORED, *scores(8, -8, 0, 0)]
    assert [each.totals for each in tables(Scores=standings, Table_results=rows)] == [(8, -8, 0, 0)]
    assert [each.totals for each in tables(Scores=rows, Table_results=standings)] == [(8, -8, 0, 0)]
    assert tables(Scores=standings) == ()


def test_a_table_of_which_nothing_is_written_is_none() -> None:
    assert tables(Scores=[SCORED, *scores("", "", "", "")]) == ()
    assert [each.totals for each in tables(Scores=[SCORED, *scores(8, "", "", "", penalties=(-5, "", "", ""))])] == [
        None
    ]
    (found,) = tables(Scores=[SCORED, *scores("", "", "", "", penalties=(-5, "", "", ""))])
    assert (found.penalties, found.totals) == ((ForeignPenalty(0, 5),), None)


def test_who_paid_a_penalty_is_named_when_it_was_chosen() -> None:
    sure = [SCORED, *scores(0, 0, 0, 0, penalties=(-30, 10, 10, 10))]
    chosen = [*scores(0, 0, 0, 0, penalties=(-30, 20, 10, 0)), *scores(0, 0, 0, 0, round=2, penalties=(-30, 20, 10, 0))]
    assert said(workbook(Scores=sure)) == [MADE_HERE]
    assert said(workbook(Scores=[SCORED, *chosen[:4]]))[0].startswith("For 1 table, who paid the penalty points")
    assert said(workbook(Scores=[SCORED, *chosen]))[0].startswith("For 2 tables, who paid the penalty points")


def test_each_kind_of_hand_is_read() -> None:
    rows = [
        PLAYED,
        (1, 1, 1, "Draw"),
        (1, 1, 2, "Self-draw", 12, "East", "Ada Sample"),
        (1, 1, 3, "Discard", 8, "South", "Ben Sample", "West", "Cid Sample"),
        (1, 1, 4, "Discard", 25, "N", "", "e", ""),
        (1, 1, "", "Discard", 8),
        (1, 1, 5, ""),
        (1, 1, 6, "Self-draw", 88, "", "Sample Cid"),
        (2, 1, 1, "Self-draw", 9, "East", ""),
    ]
    first, second = tables(Score_sheets=rows)
    assert first.hands == (
        ForeignHand(1, None, None, 0),
        ForeignHand(2, 0, None, 12),
        ForeignHand(3, 1, 2, 8),
        ForeignHand(4, 3, 0, 25),
        ForeignHand(6, 2, None, 88),
    )
    assert (second.session, second.hands) == (2, (ForeignHand(1, 0, None, 9),))


UNREADABLE = "Round 1, table 1: hand 1: the winner, the discarder or the value cannot be read."


@pytest.mark.parametrize(
    "hand",
    [
        ("Self-draw", "many", "East", "Ada Sample"),
        ("Self-draw", "", "East", "Ada Sample"),
        ("Self-draw", 8, "", ""),
        ("Self-draw", 8, "East", "Nobody Here"),
        ("Discard", 8, "East", "Ada Sample"),
        ("Discard", 8, "East", "Ada Sample", "Middle", ""),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused(hand: Sequence[object]) -> None:
    good = (1, 1, 2, "Discard", 8, "South", "Ben Sample", "West", "Cid Sample")
    assert refusal(workbook(Score_sheets=[PLAYED, (1, 1, 1, *hand), good])) == [UNREADABLE]
    assert len(refusal(workbook(Score_sheets=[PLAYED, *[(1, 1, 1, *hand)] * 3]))) == 3
    assert len(refusal(workbook(Score_sheets=[PLAYED, *[(1, 1, 1, *hand)] * 30]))) == 20, "no more than can be read"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([*scores(8, -8, 0, 0), (1, 1, "N", "", "Eva", 0, "", "", "")], "“Eva” is not seated there in the draw."),
        (scores("eight", -8, 0, 0), "the score or penalty of Ada Sample is not a whole number."),
        (scores(8, -8, "0.5", 0), "the score or penalty of Cid Sample is not a whole number."),
        (scores(8, -8, 0, 0, penalties=("", "", "", "a few")),
         "the score or penalty of Dora Sample is not a whole number."),
        (scores(8, -8, 0, 0, penalties=(5, "", "", "")), "its penalties give more points than they take."),
    ],
)  # fmt: skip
def test_a_score_that_cannot_be_read_is_refused(rows: Rows, expected: str) -> None:
    assert refusal(workbook(Scores=[SCORED, *rows])) == [f"Round 1, table 1: {expected}"]


@pytest.mark.parametrize(("round", "table"), [(3, 1), (1, 2)])
def test_a_table_that_is_not_in_the_draw_is_refused(round: int, table: int) -> None:
    rows = [SCORED, *((round, table, *row[2:]) for row in scores(8, -8, 0, 0)), *scores(8, -8, 0, 0, round=2)]
    assert refusal(workbook(Scores=rows)) == [f"Round {round}, table {table}: the draw has no such table."]
