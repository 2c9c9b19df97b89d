"""The sample event: what it must show, and that its files are what their script writes."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import assets
from assets.sample import make_games, make_sample
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.ema import player_remarks
from tournament.hand.notation import parse
from tournament.language import LANGUAGES
from tournament.ledger.facts import HandCorrected
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rulesets.mcr.scoring import score
from tournament.standings.explanation import explanation
from tournament.standings.statistics import best_hands, statistics
from tournament.use_cases import Book, View
from tournament.use_cases.check import check_records
from ui.sample import GAME_SAMPLES, IN_PLAY, LAST_SESSION, leave_under_way, play_sample, play_sample_of


@pytest.fixture(scope="module")
def store() -> FakeStore:
    store = FakeStore()
    play_sample(store)
    return store


@pytest.fixture(scope="module")
def view(store: FakeStore) -> View:
    return Book(store).view


@pytest.fixture(scope="module")
def sheets(view: View) -> list[Sheet]:
    return [sheet for session in range(1, 5) for sheet in view.sheets(session)]


def test_the_files_are_what_their_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(make_sample, "HERE", tmp_path)
    make_sample.main()
    for name in ("players.csv", "record.jsonl"):
        assert (tmp_path / name).read_bytes() == assets.path("sample", name).read_bytes()


def test_sixteen_players_and_four_sessions(view: View, sheets: list[Sheet]):
    assert len(view.players) == 16
    assert view.settings.sessions == 4
    assert len(sheets) == 16


def test_the_players_pass_as_players(view: View):
    remarks = [remark.code for player in view.players.values() for remark in player_remarks(player)]
    assert remarks == ["no-ema-number"]


def test_every_sheet_is_verified_and_the_standings_are_final(view: View, sheets: list[Sheet]):
    assert {sheet.state for sheet in sheets} == {SheetState.VERIFIED}
    assert not view.standings().provisional
    assert view.state.ended == {1, 2, 3, 4}


def test_one_table_was_stopped_by_time(sheets: list[Sheet]):
    assert Counter(sheet.played for sheet in sheets) == {16: 15, 13: 1}


def test_hands_at_realistic_rates(sheets: list[Sheet]):
    outcomes = [line.outcome for sheet in sheets for line in sheet.hands if line.outcome is not None]
    won = [outcome for outcome in outcomes if outcome.winner is not None]
    drawn = 1 - len(won) / len(outcomes)
    self_drawn = sum(outcome.self_draw for outcome in won) / len(outcomes)
    assert 0.02 <= drawn <= 0.06
    assert 0.23 <= self_drawn <= 0.31
    assert 0.65 <= 1 - drawn - self_drawn <= 0.73
    points = [outcome.points for outcome in won]
    assert 8 == min(points) <= max(points) <= 97
    assert sum(value <= 40 for value in points) > 0.8 * len(points)


def test_most_hands_have_tiles_that_are_worth_their_points(sheets: list[Sheet]):
    hands = [(line.tiles, line.outcome) for sheet in sheets for line in sheet.hands if line.outcome is not None]
    won = [(tiles, outcome.points) for tiles, outcome in hands if outcome.winner is not None]
    laid = [(tiles, points) for tiles, points in won if tiles]
    assert 0.6 < len(laid) / len(won) < 0.8
    assert [tiles for tiles, points in laid if score(parse(tiles)).points != points] == []


def test_one_tie_in_table_points(sheets: list[Sheet]):
    tied = [sheet for sheet in sheets if len(set(sheet.scores)) < 4]
    assert len(tied) == 1
    assert sorted(tied[0].table_points) == [0, Fraction(3, 2), Fraction(3, 2), 4]


def test_penalties_of_both_kinds(sheets: list[Sheet]):
    given = [penalty.given for sheet in sheets for penalty in sheet.penalties]
    paying = [penalty for penalty in given if penalty.points]
    assert any(not penalty.to for penalty in paying)
    assert any(len(penalty.to) == 1 for penalty in paying)
    assert any(len(penalty.to) == 3 for penalty in paying)
    assert any(penalty.no_hu for penalty in given)
    assert any(penalty.closes_hand for penalty in given)
    assert any(penalty.hand is None for penalty in given)


def test_one_hand_was_corrected(view: View):
    assert sum(isinstance(entry.fact, HandCorrected) for entry in view.journal) == 1


def test_it_was_played_through_the_office(store: FakeStore):
    lines = assets.path("sample", "record.jsonl").read_bytes().splitlines()
    kinds = Counter(record.kind for record in store.records)
    assert sum(kinds.values()) - kinds["heads-chained"] == len(lines) + 3
    assert kinds["heads-chained"] == 8
    assert check_records(store.records).problems == ()


def test_time_goes_forward(store: FakeStore):
    times = [record.time for record in store.records]
    assert times == sorted(times)
    assert len({time[:13] for time in times}) > 8


def test_it_is_the_same_every_time(store: FakeStore):
    again = FakeStore()
    play_sample(again)
    assert [(r.stream, r.number, r.kind, r.time) for r in again.records] == [
        (r.stream, r.number, r.kind, r.time) for r in store.records
    ]
    contents = [(a.content, b.content) for a, b in zip(again.records, store.records, strict=True)]
    assert all(one == other for one, other in contents if '"heads"' not in one)


def test_left_under_way_a_newcomer_finds_one_sheet_of_each_kind():
    store = FakeStore()
    play_sample(store, leave_under_way)
    view = Book(store).view
    states = [sheet.state for sheet in view.sheets(LAST_SESSION)]
    assert states == [SheetState.IN_PLAY, SheetState.TOTALS_DIFFER, SheetState.VERIFIED, SheetState.TO_VERIFY]
    assert all(sheet.state is SheetState.VERIFIED for session in (1, 2, 3) for sheet in view.sheets(session))
    assert view.sheet(LAST_SESSION, IN_PLAY).played == 9
    assert check_records(store.records).problems == ()


def test_the_lines_of_every_game_are_what_their_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(make_games, "HERE", tmp_path)
    make_games.main()
    assert set(make_games.GAMES) == set(GAME_SAMPLES)
    for rules in GAME_SAMPLES:
        name = f"{rules}.jsonl"
        assert (tmp_path / name).read_bytes() == assets.path("sample", name).read_bytes()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rules", GAME_SAMPLES)
def test_an_evening_of_every_game_is_played_and_counted_twice(rules: str):
    store = FakeStore()
    play_sample_of(rules, store)
    view = Book(store).view
    states = {(sheet.session, sheet.table): sheet.state for session in (1, 2) for sheet in view.sheets(session)}
    assert {place for place, state in states.items() if state is not SheetState.VERIFIED} == {(2, 1)}
    assert states[2, 1] is SheetState.IN_PLAY
    assert all(sheet.compared for session in (1, 2) for sheet in view.sheets(session) if sheet.closed is not None)
    checked = check_records(tuple(store.read()))
    assert checked.problems == ()
    assert checked.hands > 50
    assert len(view.standings().rows) == 12


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rules", GAME_SAMPLES)
def test_figures_of_every_game_follow_from_the_value_of_the_winner(rules: str):
    store = FakeStore()
    play_sample_of(rules, store)
    view = Book(store).view
    sheets = [sheet for session in (1, 2) for sheet in view.sheets(session)]
    outcomes = [line.outcome for sheet in sheets for line in sheet.hands if line.outcome is not None]
    won = [outcome for outcome in outcomes if not outcome.drawn]
    worth = sorted((outcome.worth for outcome in won), reverse=True)
    found = statistics(sheets)
    assert (found.hands, len(found.won), found.drawn) == (len(outcomes), len(won), len(outcomes) - len(won))
    assert sum(found.in_bands(view.rules.value_bands)) == len(won)
    assert found.average == Fraction(sum(worth), len(worth))
    assert [hand.points for hand in best_hands(found, 5)] == worth[:5]
    assert worth[0] > 0
    standings = view.standings()
    for row in standings.rows:
        assert not any("{" in language.render(text) for text in explanation(standings, row.player.number)
                       for language in LANGUAGES)  # fmt: skip
        scores = [sheet.scores[sheet.players.index(row.player.number)] for sheet in sheets
                  if row.player.number in sheet.players]  # fmt: skip
        assert row.score == sum(scores)
