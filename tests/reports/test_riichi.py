"""The papers of riichi: the sheet as players know it, what is paid, and the lists in the words of the game."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document, OpenSheetForm, Section, SumRow
from reports.sheets.ruling_slip import hand_slips
from reports.writers.paper import PageSize
from reports.writers.wording import cell_text
from tests.examples import hanchan
from tests.examples.events import PRINTED, begun
from tests.examples.games import game_event, hanchan_outcomes
from tests.tournament.rulesets.riichi.hanchans import record
from tests.tournament.use_cases.events import drawn
from tournament.catalogue import rule_set
from tournament.language import ENGLISH, LANGUAGES, Language, language_of
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import HandRecorded, PenaltyGiven, SettingsChanged
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Outcome
from tournament.standings.games import ended_games, games_by_player
from tournament.standings.statistics import Played, statistics
from tournament.use_cases.view import View

RULES = "riichi-ema-2025"


def document(view: View, name: str) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED))


def form(view: View) -> OpenSheetForm:
    (found,) = document(view, "filled-sheets").score_sheets
    assert isinstance(found, OpenSheetForm)
    return found


def played(*outcomes: Outcome, penalty: PenaltyGiven | None = None) -> View:
    """A table of an event, with these hands."""
    ledger = begun(4, 1, rules=RULES)
    for hand, ended in enumerate(outcomes, start=1):
        fact = HandRecorded(hand, ended.winner, ended.discarder, ended.points, details=ended.details)
        ledger.write(table_stream(1, 1), fact)
    if penalty is not None:
        ledger.write(table_stream(1, 1), penalty)
    return ledger.view


def whole_hanchan(penalty: PenaltyGiven | None = None) -> View:
    rules = rule_set(RULES)
    assert rules is not None
    return played(*hanchan_outcomes(rules, 1), penalty=penalty)


def values(row: SumRow | None) -> list[int | Fraction]:
    assert row is not None
    assert row.values is not None
    return list(row.values)


def test_the_sheet_of_a_hanchan_is_as_it_was_counted_by_hand() -> None:
    sheet = form(whole_hanchan(PenaltyGiven(1, 3, "chombo", 20_000)))
    assert [hand.net for hand in sheet.hands] == list(hanchan.NETS)
    assert [hand.state and (hand.state.counters, hand.state.sticks) for hand in sheet.hands] == list(
        zip(hanchan.COUNTERS, hanchan.STICKS, strict=True)
    )
    assert sheet.totals == hanchan.SCORES
    assert values(sheet.left) == [0, 1000, 0, 0]
    uma, chombo = sheet.steps
    assert values(uma) == [5000, 15_000, -5000, -15_000]
    assert values(chombo) == [0, -20_000, 0, 0]
    assert sheet.table_points is not None
    a, b, c, d = hanchan.FINAL
    assert tuple(map(int, sheet.table_points)) == (a, b - 20_000, c, d)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_several_winners_have_one_row(language: Language, tmp_path: Path) -> None:
    write(document(whole_hanchan(), "filled-sheets"), tmp_path / "a.pdf", Format.PDF, language)
    (page,) = PdfReader(tmp_path / "a.pdf").pages
    text = page.extract_text()
    for printed in ("2/30", "4/30", "536", "−110", "+23600", "53600", "38600"):
        assert printed in text


@pytest.mark.parametrize("size", PageSize)
def test_a_blank_sheet_has_room_for_sixteen_hands(size: PageSize, tmp_path: Path) -> None:
    write(document(begun(4, 1, rules=RULES).view, "score-sheets"), tmp_path / "a.pdf", Format.PDF, ENGLISH,
          page_size=size)  # fmt: skip
    (page,) = PdfReader(tmp_path / "a.pdf").pages
    rows = [line for line in page.extract_text().splitlines() if line.strip().isdigit()]
    assert {str(hand) for hand in range(2, 17)} <= {line.strip() for line in rows}


def test_the_sign_of_who_is_liable_is_explained_where_somebody_can_be() -> None:
    won = Outcome(0, 1, 13, liable=2, answers=(("yakuman", 1),))
    sheet = form(played(won))
    meanings = {ENGLISH.render(sign): ENGLISH.render(meaning) for sign, meaning in sheet.signs}
    assert meanings == {"R": "Riichi", "T": "Tenpai", "L": "Liable"}
    assert [list(map(ENGLISH.render, signs)) for signs in sheet.hands[0].signs] == [[], [], ["L"], []]
    ledger = begun(4, 1, rules=RULES)
    without = replace(ledger.view.settings, options=(("pao", False),))
    ledger.write(EVENT_STREAM, SettingsChanged(without))
    (blank,) = document(ledger.view, "score-sheets").score_sheets
    assert isinstance(blank, OpenSheetForm)
    assert [ENGLISH.render(sign) for sign, _ in blank.signs] == ["R", "T"]


def test_points_that_are_no_hundreds_are_printed_in_full() -> None:
    view = played(Outcome(0, 1, 5), penalty=PenaltyGiven(1, 1, "", 10, (0, 2, 3), reason="spoke of the hand in play"))
    assert form(view).unit == 1
    assert form(played(Outcome(0, 1, 5))).unit == 100


def test_shared_uma_is_exact() -> None:
    sheet = form(played(Outcome(None)))
    assert [str(points) for points in sheet.table_points or ()] == ["0", "0", "0", "0"]
    three_last = form(played(Outcome(0, None, 5)))  # East wins a mangan by self-draw: three are equal
    assert [str(points) for points in three_last.table_points or ()] == ["27000", "-9000", "-9000", "-9000"]


PUBLISHED: Mapping[str, tuple[str, ...]] = {
    "1 han 30 fu": ("1000", "500", "300", "1500", "500"),
    "1 han 110 fu": (),
    "2 han 20 fu": ("–", "700", "400", "–", "700"),
    "2 han 25 fu": ("1600", "–", "–", "2400", "–"),
    "2 han 40 fu": ("2600", "1300", "700", "3900", "1300"),
    "3 han 30 fu": ("3900", "2000", "1000", "5800", "2000"),
    "3 han 60 fu": (),
    "4 han 25 fu": ("6400", "3200", "1600", "9600", "3200"),
    "4 han 30 fu": (),
    "haneman: 6–7 han": ("12000", "6000", "3000", "18000", "6000"),
    "yakuman": ("32000", "16000", "8000", "48000", "16000"),
}
"""From a usual table of scores: discard, self-draw from East and from the others, East's discard and self-draw."""
KIRIAGE = {"3 han 60 fu": ("7700", "3900", "2000", "11600", "3900"),
           "4 han 30 fu": ("7700", "3900", "2000", "11600", "3900")}  # fmt: skip
"""Under the edition of 2016, which does not round them up to mangan."""


@pytest.mark.parametrize(("rules", "expected"), [
    (RULES, PUBLISHED), ("riichi-ema-2016", {**PUBLISHED, **KIRIAGE}),
])  # fmt: skip
def test_the_rules_in_short_have_the_usual_table(rules: str, expected: Mapping[str, tuple[str, ...]]) -> None:
    section, *_ = document(begun(4, 1, rules=rules).view, "rules").sections
    rows = {name: tuple(cells) for name, *cells in cells_of(section)}
    assert {name: rows.get(name, ()) for name in expected} == dict(expected)


def test_options_that_differ_come_first_in_the_rules_in_short() -> None:
    different = "Different from the default"
    assert different not in headings(begun(4, 1, rules=RULES).view)
    view = game_event(RULES, players_count=4, hands=1, options=(("goal", 35_000),))
    assert headings(view)[-2:] == [different, "Options"]
    section = document(view, "rules").sections[-2]
    assert [row[:3] for row in cells_of(section)] == [[
        "Goal: final points are counted from it (oka where it is above the start)", "35000", "30000",
    ]]  # fmt: skip


def cells_of(section: Section) -> list[list[str]]:
    columns = section.table.columns
    return [[cell_text(cell, column.kind, ENGLISH) for cell, column in zip(row, columns, strict=True)]
            for row in section.table.rows]  # fmt: skip


def headings(view: View) -> list[str]:
    return [ENGLISH.render(section.heading) for section in document(view, "rules").sections if section.heading]


def _average_places(sheets: list[Sheet]) -> dict[int, Fraction]:
    return {number: own.average_place for number, own in games_by_player(ended_games(sheets)).items()}


def test_statistics_count_every_winner_once_and_each_hand_once() -> None:
    view = whole_hanchan()
    counted = statistics([view.sheet(1, 1)])
    assert (counted.hands, len(counted.won), counted.by_discard, counted.self_draws, counted.drawn) == (11, 8, 4, 3, 4)
    first, second, third, fourth = (counted.players[number] for number in view.sheet(1, 1).players)
    assert first == Played(hands=11, wins=3, self_draws=0, deal_ins=0, points=4, best=2)
    assert second == Played(hands=11, wins=3, self_draws=1, deal_ins=1, points=12, best=5, riichi=3)
    assert third == Played(hands=11, wins=1, self_draws=1, deal_ins=1, points=2, best=2, riichi=1)
    assert fourth == Played(hands=11, wins=1, self_draws=1, deal_ins=2, points=3, best=3, riichi=3)
    assert _average_places([view.sheet(1, 1)]) == dict(zip(view.sheet(1, 1).players, (2, 1, 3, 4), strict=True))


def test_equal_players_share_the_average_place_and_open_games_have_none() -> None:
    assert _average_places([played(Outcome(0, 1, 5)).sheet(1, 1)]) == {}
    over = played(*(Outcome(None) for _ in range(8))).sheet(1, 1)
    assert over.over
    assert set(_average_places([over]).values()) == {Fraction(5, 2)}


def test_a_chombo_is_in_every_list_of_fouls_and_in_no_score(tmp_path: Path) -> None:
    view = whole_hanchan(PenaltyGiven(1, 3, "chombo", 20_000))
    for name in ("fouls-record", "sessions", "tabulation"):
        write(document(view, name), tmp_path / f"{name}.csv", Format.CSV, ENGLISH)
        text = (tmp_path / f"{name}.csv").read_text(encoding="utf-8-sig").replace("−", "-")
        assert "-20000" in text, name
        assert "nobody" not in text
        assert ("from the final points" in text) is name.startswith("fouls")
    assert sum(view.sheet(1, 1).scores) == 0


@pytest.mark.parametrize("code", ["en", "fr", "zh"])
@pytest.mark.parametrize("name", ["standings", "standings-teams", "sessions", "tabulation", "journeys", "posters"])
def test_no_list_speaks_of_table_points(name: str, code: str, tmp_path: Path) -> None:
    view = game_event(RULES, players_count=4)
    write(document(view, name), tmp_path / "a.html", Format.HTML, language_of(code))
    text = (tmp_path / "a.html").read_text(encoding="utf-8").casefold()
    assert {"en": "final points", "fr": "points finaux", "zh": "最终点数"}[code] in text
    assert {"en": "table points", "fr": "points de table", "zh": "标准分"}[code] not in text


@pytest.mark.parametrize(("time_end", "said"), [
    ("one-more", "Gong: finish the hand in play, then play one more."),
    ("finish", "Gong: finish the hand in play and do not start another."),
])  # fmt: skip
def test_papers_say_what_the_rules_say_of_the_gong(time_end: str, said: str) -> None:
    options = () if time_end == "one-more" else (("time_end", time_end),)
    sheet = form(game_event(RULES, players_count=4, hands=1, options=options))
    assert sheet.gong is not None
    assert ENGLISH.render(sheet.gong) == said


def test_each_winner_has_a_ruling_slip_with_what_was_written() -> None:
    book = drawn(rules=RULES)
    tiles = "234456m678p4455s4s|ES0000 [CCC,1]56s123m789pEE4s|EW0000"
    winners = [{"player": "B", "han": 1, "fu": 40}, {"player": "C", "han": 1, "fu": 40}]
    record(book, [{"type": "hand", "session": 1, "table": 1, "hand": 1, "winners": winners, "discarder": "A",
                   "hand_tiles": tiles}])  # fmt: skip
    sheet = book.view.sheet(1, 1)
    line = sheet.hands[0]
    assert line.outcome is not None
    slips = list(hand_slips(book.view, sheet, line, line.outcome))
    assert [(slip.player, ENGLISH.render(slip.source)) for slip in slips] == [
        ("First2 Sample2", "from First1 Sample1"), ("First3 Sample3", "from First1 Sample1")]  # fmt: skip
    assert [ENGLISH.render(slip.decision) for slip in slips] == [
        "The recorded value of 1 han 40 fu is what the tiles are worth.",
        "1 han 40 fu is recorded, and the tiles are worth something else: a referee must decide.",
    ]
    assert all("Fu" not in ENGLISH.render(how) for slip in slips for how in slip.how)
