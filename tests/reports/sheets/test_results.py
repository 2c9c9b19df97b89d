"""The papers of results: every number counted again, by the second account or by the test itself."""

import json
import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.column import Cell
from reports.document import Document, Section
from tests.examples.events import PRINTED, begun, sample_event, sample_league, seating
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text, language_of, mark
from tournament.ledger.audit import audit
from tournament.ledger.sanctions import Charge
from tournament.rules.pattern import Names
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    Command,
    GivePenalty,
    RecordHand,
    RecordTotals,
    carry_out,
    carry_out_all,
    plan_by_ranking,
)
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, CreateEvent, PublishDraw, ReplacePlayer
from tournament.use_cases.view import View

COUNTRIES = ("FR", "BE", "DE", "IT", "CN", "")

LONG = {2: ("Wilhelmina-" * 5, "Example Sample " * 4), 7: ("麻" * 30, "将" * 30)}
"""Names as long as they may be."""


def _book(players: int, sessions: int) -> Book:
    """Players of five teams and of five countries, some of neither."""
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Open", sessions=sessions)), by=BY)
    made = []
    for n in range(1, players + 1):
        first, last = LONG.get(n, (f"P{n}", "麻将" if n % 7 == 0 else f"Sample{n}"))
        made.append(Player(0, first, last, COUNTRIES[n * n % 6], team=f"Team {n % 5}" if n % 11 else ""))
    carry_out(book, AddPlayers(tuple(made)), by=BY)
    carry_out(book, PublishDraw(seating(players, sessions)), by=BY)
    return book


def _play(book: Book, session: int, *, seed: int) -> None:
    """Two hands and a penalty at each table, one table by its only the totals; all are signed."""
    chance = random.Random(seed)
    commands: list[Command] = [RecordTotals(session, 1, (48, 0, -16, -32))]
    for sheet in book.view.sheets(session)[1:]:
        winner, discarder = chance.sample(range(4), 2)
        commands += [
            RecordHand(session, sheet.table, 1, Outcome(winner, discarder, chance.choice((8, 12, 24)))),
            RecordHand(session, sheet.table, 2, Outcome(discarder, None, 9)),
            RecordHand(session, sheet.table, 3, Outcome(None)),
            GivePenalty(session, sheet.table, Charge(chance.randrange(4), "late", minutes=6)),
            CloseSheet(session, sheet.table),
        ]
    carry_out_all(book, commands, by=BY)


@pytest.fixture(scope="module")
def seventeen() -> View:
    """Sixteen and a substitute of the first session; one withdraws before the third, which nobody played yet."""
    book = _book(16, 3)
    nova = Player(0, "Nova", "Newcomer", "FR", team="Team 1")
    carry_out(book, ReplacePlayer(5, nova, 1, 1, case=SubstituteCase.ABSENT), by=BY)
    _play(book, 1, seed=1)
    _play(book, 2, seed=2)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 3), by=BY)
    return book.view


@pytest.fixture(scope="module")
def forty_eight() -> View:
    """Two sessions of all, and a final of sixteen who begin again at nothing."""
    book = _book(48, 3)
    _play(book, 1, seed=3)
    _play(book, 2, seed=4)
    carry_out(book, plan_by_ranking(book.view, 3, final=16, carried=False).command, by=BY)
    _play(book, 3, seed=5)
    return book.view


def made(view: View, name: str, session: int | None = None) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED, session=session))


def rows(section: Section, language: str = "en") -> list[dict[str, Any]]:
    """Cells by heading, texts in words."""
    said = language_of(language)

    def cell(value: Cell) -> Cell:
        if isinstance(value, Names):
            return value.of(language)
        return said.render(value) if isinstance(value, Text) else value

    headings = [said.render(column.heading) for column in section.table.columns]
    return [dict(zip(headings, map(cell, row), strict=True)) for row in section.table.rows]


def counted_again(view: View, last: int) -> dict[int, tuple[Fraction, int]]:
    """Table points and score of each player up to session ``last``, by the second account, without what others play."""
    found = audit([entry.record for entry in view.journal])
    totals: dict[int, tuple[Fraction, int]] = defaultdict(lambda: (Fraction(0), 0))
    for (session, table), each in found.tables.items():
        for column, number in enumerate(found.seating[session - 1][table - 1]):
            if session <= last and (session, number) not in view.state.substitutions:
                points, score = totals[number]
                totals[number] = points + each.table_points[column], score + each.scores[column]
    return totals


@pytest.mark.parametrize(("event", "last"), [("seventeen", 2), ("forty_eight", 2)])
@pytest.mark.parametrize(("name", "member"), [("standings-teams", "team"), ("standings-countries", "country")])
def test_teams_and_countries_are_the_sums_of_their_players(
    request: pytest.FixtureRequest, event: str, last: int, name: str, member: str
) -> None:
    view: View = request.getfixturevalue(event)
    document = made(view, name)
    totals, sums, sizes = counted_again(view, last), dict[str, tuple[Fraction, int]](), Counter[str]()
    plays = {row.player.number for row in view.standings().rows} | {3}
    for number in plays:
        group, (points, score) = getattr(view.players[number], member), totals[number]
        if group:
            before = sums.get(group, (Fraction(0), 0))
            sums[group] = before[0] + points, before[1] + score
            sizes[group] += 1
    ranking, members = rows(document.sections[0]), rows(document.sections[1])
    heading = {"team": "Team", "country": "Country"}[member]
    codes = {"France": "FR", "Belgium": "BE", "Germany": "DE", "Italy": "IT", "China": "CN"}
    assert {codes.get(str(row[heading]), row[heading]): (row["Table points"], row["Score"], row["Players"])
            for row in ranking} == {group: (*sums[group], sizes[group]) for group in sums}  # fmt: skip

    def worth(row: dict[str, Any]) -> tuple[Fraction, Fraction]:
        size = 1 if member == "team" else row["Players"]
        return Fraction(row["Table points"]) / size, Fraction(row["Score"], size)

    assert [row["Rank"] for row in ranking] == [
        1 + sum(worth(other) > worth(row) for other in ranking) for row in ranking
    ]
    if member == "country":
        assert all(row["Per player"] == Fraction(row["Table points"]) / row["Players"] for row in ranking)
    for row in ranking:
        own = [each for each in members if each[heading] == row[heading]]
        assert sum(each["Table points"] for each in own) == row["Table points"]
        assert sum(each["Score"] for each in own) == row["Score"]


def test_standings_of_countries_name_them_in_the_language_of_the_page_and_say_who_has_no_place(seventeen) -> None:
    document = made(seventeen, "standings-countries")
    assert {"Belgique", "Italie"} <= {row["Pays"] for row in rows(document.sections[0], "fr")}
    apart = {row["Player"]: row["State"] for row in rows(document.sections[2])}
    assert apart == {
        "P3 Sample3": "P3 Sample3 withdrew from session 3 on and is not ranked.",
        "Nova Newcomer": "Nova Newcomer is a substitute and is not ranked.",
    }
    assert ENGLISH.render(document.title) == "Standings of countries after session 2"
    assert ENGLISH.render(document.aside[1]) == "Sessions: 1–2 verified"
    assert document.provisional is False


def test_standings_after_an_earlier_session(forty_eight) -> None:
    document = made(forty_eight, "standings-teams", 1)
    totals = counted_again(forty_eight, 1)
    assert sum(row["Table points"] for row in rows(document.sections[0])) == sum(
        points for number, (points, _) in totals.items() if forty_eight.players[number].team
    )
    assert ENGLISH.render(document.title) == "Standings of teams after session 1"


@pytest.mark.parametrize("event", ["seventeen", "forty_eight"])
def test_tabulation_is_what_the_second_account_finds_at_each_table(request, event) -> None:
    view: View = request.getfixturevalue(event)
    found, document = audit([entry.record for entry in view.journal]), made(view, "tabulation")
    labels = [section.label for section in document.sections if section.label]
    assert labels == list(range(1, view.last_session + 1))
    for section, session in zip(document.sections, labels, strict=False):
        tabulated = rows(section)
        for table, seats in enumerate(found.seating[int(str(session)) - 1], start=1):
            again = found.tables[int(str(session)), table]
            own = [row for row in tabulated if row["Table"] == table]
            assert [row["No."] for row in own] == [*seats, None]
            assert [row["Score"] for row in own] == [*again.scores, -again.given_away]
            assert [row["Table points"] for row in own] == [*again.table_points, sum(again.table_points)]
            for row in own:
                if row["Hands"] is not None:
                    assert row["Hands"] + (row["Penalties"] or 0) == row["Score"]
            assert own[4]["Hands"] == (0 if table > 1 else None)
    ranks = {row["No."]: row["Rank"] for row in rows(document.sections[len(labels) - 1]) if row["No."]}
    assert ranks == {number: found.ranking[number].rank if number in found.ranking else None for number in ranks}


def test_the_tabulation_shows_signed_totals_only_if_they_count_and_differ() -> None:
    """By the sample event nothing differs, so there is no column for it."""
    headings = [
        ENGLISH.render(column.heading) for column in made(sample_event(), "tabulation").sections[0].table.columns
    ]
    assert "As signed" not in headings
    assert headings[-3:] == ["TP sum", "Score sum", "Rank"]


@pytest.mark.parametrize("event", ["seventeen", "forty_eight"])
def test_journeys_end_at_the_rank_and_the_points_that_the_second_account_finds(request, event) -> None:
    view: View = request.getfixturevalue(event)
    found, document = audit([entry.record for entry in view.journal]), made(view, "journeys")
    assert [section.label for section in document.sections] == sorted(view.players)
    for section in document.sections:
        number = int(str(section.label))
        steps = rows(section)
        for step in steps:
            seats = found.seating[step["Session"] - 1][step["Table"] - 1]
            if number not in seats:
                assert step["With"] == "Nova Newcomer plays in this seat"
                assert (step["Score"], step["Table points"]) == (None, None)
                continue
            again, column = found.tables.get((step["Session"], step["Table"])), seats.index(number)
            if again is None:
                assert (step["Score"], step["Table points"], step["Rank after"]) == (None, None, None)
            else:
                assert (step["Score"], step["Table points"]) == (again.scores[column], again.table_points[column])
            assert all(view.players[other].name in str(step["With"]) for other in seats if other != number)
        played = [step for step in steps if step["Session"] == view.last_session]
        if number in found.ranking and played:
            own = found.ranking[number]
            assert (played[0]["Rank after"], played[0]["Table points so far"]) == (own.rank, own.table_points)
            level = sum(each.rank == own.rank for each in found.ranking.values())
            shared = f" (shared by {level})" if level > 1 else ""
            assert ENGLISH.render(section.note or "") == f"Rank {own.rank}{shared} of {len(found.ranking)}"


def test_journeys_after_an_earlier_session_show_the_ranks_of_then(forty_eight) -> None:
    document = made(forty_eight, "journeys", 1)
    standings = {row.player.number: row.rank for row in forty_eight.standings(1).rows}
    assert {int(str(section.label)): rows(section)[0]["Rank after"] for section in document.sections} == standings
    assert {len(section.table.rows) for section in document.sections} == {1}


def test_no_name_is_cut_on_any_of_the_papers(seventeen, tmp_path) -> None:
    names = [seventeen.players[number].name.replace(" ", "") for number in LONG]
    for name in ("tabulation", "journeys", "cross-table"):
        write(made(seventeen, name), tmp_path / "a.pdf", Format.PDF, language_of("fr"))
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)
        assert "…" not in text
        assert all(each in "".join(text.split()) for each in names)


def _meetings(view: View, sessions: int) -> Counter[tuple[int, int]]:
    assert view.seating is not None
    tables = [seats for tables in view.seating.sessions[:sessions] for seats in tables]
    return Counter(pair for seats in tables for pair in combinations(sorted(seats), 2))


def test_few_players_have_a_grid_with_the_sessions_in_which_they_met(seventeen) -> None:
    document, meetings = made(seventeen, "cross-table"), _meetings(seventeen, 3)
    grid, again = rows(document.sections[0]), rows(document.sections[1])
    numbers = [row["No."] for row in grid]
    assert numbers == sorted(seventeen.players)
    for row in grid:
        for other in numbers:
            pair = min(other, row["No."]), max(other, row["No."])
            shown = row[str(other)]
            if pair[0] == pair[1]:
                assert shown == "·"
            else:
                assert (str(shown).count("+") + 1 if shown else 0) == meetings[pair]
    names = {player.name: number for number, player in seventeen.players.items()}
    assert {(names[str(row["Player"])], names[str(row["With"])]): row["Times"] for row in again} == {
        pair: times for pair, times in meetings.items() if times > 1
    }
    assert ENGLISH.render(document.sections[-1].heading or "") == "Substitutes, players who left, joined or were late"


def test_many_players_have_a_list_of_the_numbers_they_met(forty_eight) -> None:
    meetings = _meetings(forty_eight, 3)
    for row in rows(made(forty_eight, "cross-table").sections[0]):
        own = row["No."]
        met = {a + b - own: times for (a, b), times in meetings.items() if own in (a, b)}
        assert (row["Met"], row["More than once"]) == (len(met), sum(times > 1 for times in met.values()) or None)
        assert row["Their numbers"] == ", ".join(
            f"{number} ({times}×)" if times > 1 else str(number) for number, times in sorted(met.items())
        )


def test_a_league_meets_game_by_game() -> None:
    league = sample_league()
    document = made(league, "cross-table")
    met = {row["No."]: row for row in rows(document.sections[0])}
    assert met[1]["2"] == "1+1+2+3"  # both games of the first evening
    assert ENGLISH.with_words(league.words).render(document.aside[1]).startswith("Evenings: 1–2 verified, 3 playing")


def test_statistics_are_the_hands_in_the_entries(forty_eight) -> None:
    """Counted from the text of the entries."""
    wins, draws, deals, points, best, dealt = (Counter[int]() for _ in range(6))
    assert forty_eight.seating is not None
    for entry in forty_eight.journal:
        if entry.record.kind != "hand-recorded":
            continue
        session, table = (int(part.partition("-")[2]) for part in entry.stream.split("/"))
        seats, hand = forty_eight.seating.tables(session)[table - 1], json.loads(entry.record.content)
        dealt.update(seats)
        if hand["winner"] is not None:
            winner = seats[hand["winner"]]
            wins[winner] += 1
            points[winner] += hand["points"]
            best[winner] = max(best[winner], hand["points"])
            draws[winner] += hand.get("discarder") is None
            if hand.get("discarder") is not None:
                deals[seats[hand["discarder"]]] += 1
    document = made(forty_eight, "statistics")
    together, *each = rows(document.sections[0])
    names = {player.name: number for number, player in forty_eight.players.items()}
    assert len(each) == len(dealt)
    for row in each:
        number = names[str(row["Player"])]
        expected = (dealt[number], wins[number], draws[number], deals[number], points[number], best[number] or None)
        assert (
            tuple(row[name] for name in ("Hands", "Wins", "Self-draws", "Deal-ins", "Points won", "Best")) == expected
        )
        assert row["Points per win"] == (Fraction(points[number], wins[number]) if wins[number] else None)
        assert row["Points per hand"] == Fraction(points[number], dealt[number])
    all_hands = sum(dealt.values()) // 4
    assert (together["Hands"], together["Wins"], together["Points won"]) == (
        all_hands, sum(wins.values()), sum(points.values())
    )  # fmt: skip
    assert together["Deal-ins"] == sum(deals.values())
    ends = rows(document.sections[1])
    assert sum(row["Hands"] for row in ends) == all_hands
    assert sum(row["Percent of hands"] for row in ends) == 100
    assert sum(row["Hands"] for row in rows(document.sections[2])) == sum(wins.values())
    assert "totals only" in ENGLISH.render(document.note or "")


def test_a_league_counts_the_hands_of_who_is_not_ranked_yet_and_sums_no_scores() -> None:
    _, *each = rows(made(sample_league(), "statistics").sections[0])
    at_games = {number for session in (1, 2, 3) for sheet in sample_league().sheets(session) if sheet.played
                for number in sheet.players}  # fmt: skip
    assert len(each) == len(at_games)
    headings = list(rows(made(sample_league(), "tabulation").sections[0])[0])
    assert headings[-3:] == ["Score", "Place", "Rank"]


def best_hands_of(view: View, session: int | None = None) -> list[dict[str, Any]]:
    """The best hands in the statistics."""
    sections = made(view, "statistics", session).sections
    return rows(next(section for section in sections if section.heading == mark("Best hands")))


def test_best_hands_are_the_dearest_first_and_equal_ones_share_their_place(seventeen) -> None:
    best = best_hands_of(seventeen)
    values = [row["Points"] for row in best]
    assert values == sorted(values, reverse=True)
    assert [row["Rank"] for row in best] == [1 + values.index(value) for value in values]
    assert len(best) == 2 * 3 * 2  # two hands won at three tables of two sessions
    for row in best:
        line = seventeen.sheet(row["Session"], row["Table"]).hands[row["Hand"] - 1]
        assert line.outcome is not None
        assert line.outcome.points == row["Points"]
    one = best_hands_of(seventeen, 2)
    assert [row for row in best if row["Session"] == 2] == [
        {**row, "Rank": each["Rank"]}
        for row, each in zip(one, [row for row in best if row["Session"] == 2], strict=True)
    ]


def test_the_record_of_fouls_has_the_columns_of_the_form() -> None:
    record = rows(made(sample_event(), "fouls-record").sections[0])
    assert record[0] == {
        "No.": 12, "Player": "Zoë Voorbeeld", "Team": "Team 2", "Session": 2, "Table": 2, "Round": "East round",
        "Hand": 3, "Position": "E", "Nature of the foul": "False Hu, not a winning hand",
        "Penalty": "−60, to Hélène Maquette, Jiří Řez-Ukázka, Björn Mönster", "Remarks": "may not win this hand",
    }  # fmt: skip
    assert [row["Penalty"] for row in record] == [
        record[0]["Penalty"], "cancelled", "−15, to Jiří Řez-Ukázka", "−10", "−5"
    ]  # fmt: skip


def test_the_journal_has_every_entry_and_of_a_session_those_on_its_sheets(seventeen) -> None:
    document = made(seventeen, "journal")
    numbered = [row["No."] for section in document.sections for row in rows(section)]
    assert numbered == list(range(1, len(seventeen.journal) + 1))
    assert document.provisional is None
    assert document.fingerprint == str(seventeen.fingerprint)
    of_second = [row for section in made(seventeen, "journal", 2).sections for row in rows(section)]
    streams = [entry.stream for entry in seventeen.journal]
    assert [row["No."] for row in of_second] == [
        position for position, stream in enumerate(streams, start=1) if stream.startswith("session-2/")
    ]
    assert str(of_second[-1]["Where"]) == "session 2, table 4"


def test_what_was_taken_back_says_so_in_the_journal() -> None:
    shown = [row for section in made(sample_event(), "journal").sections for row in rows(section)]
    assert {row["Reason"] for row in shown if row["What"] == "Penalty cancelled"} == {"the tile was not touched"}
    assert all(row["Who"] == "Referee Example" for row in shown)


def test_before_play_nothing_is_counted() -> None:
    view = begun(8, 2).view
    for name in ("standings-teams", "standings-countries", "statistics", "journeys"):
        document = made(view, name)
        assert "No hand is recorded yet." in ENGLISH.render(document.note or "")


def test_without_teams_and_countries_the_paper_says_where_they_are_entered() -> None:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Open", sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"P{n}", "Sample") for n in range(4))), by=BY)
    carry_out(book, PublishDraw(seating(4, 1)), by=BY)
    carry_out(book, RecordTotals(1, 1, (8, 0, 0, -8)), by=BY)
    for name in ("standings-teams", "standings-countries"):
        document = made(book.view, name)
        assert "are entered with the players" in ENGLISH.render(document.note or "")
        assert document.sections == (), "no heads of columns under the sentence"
