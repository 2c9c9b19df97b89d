"""Every report under every rule set: nothing crashes, and the papers of each game are as reviewed."""

from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, Report, ReportOptions, build, report_called, reports_under, write
from tests.examples.events import PRINTED, LedgerWriter, begun
from tests.examples.games import club_evening, game_event
from tests.reports.plain import plain
from tests.reviewed import Reviewed
from tournament.catalogue import IDS, rule_set
from tournament.event.format import EventFormat
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES, language_of
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import EventCreated, HandRecorded
from tournament.rules.payment import OutcomeDetails
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.view import View

GOLDEN = Path(__file__).parent / "golden" / "games"
GAMES = [id for id in IDS if id not in ("mcr", "guobiao", "blank")]


def game(rules: str) -> RuleSet:
    found = rule_set(rules)
    assert found is not None
    return found


OWN_PAPERS = (
    "score-sheets", "filled-sheets", "rules", "hands", "player-cards", "settlement-matrix", "settlement-matrices"
)  # fmt: skip
REVIEWED = [
    (rules, report.name) for rules in GAMES for report in reports_under(game(rules)) if report.name in OWN_PAPERS
]


@cache
def event(rules: str) -> View:
    return game_event(rules)


def share(report: Report, number: int) -> tuple[Format, ...]:
    """The formats in which a report is written for the game of this number.

    What only some games print is written in all its formats, everything else in every third: two of the games have
    each format of each report.
    """
    if report.name in OWN_PAPERS:
        return report.formats
    return report.formats[number % 3 :: 3] or report.formats[:1]


@pytest.mark.thorough
@pytest.mark.parametrize(("number", "rules"), list(enumerate(id for id in IDS if id not in ("mcr", "blank"))))
def test_every_report_of_every_game_is_written(number: int, rules: str, tmp_path: Path) -> None:
    """Those of MCR are written in test_catalogue.py, those of the blank rules in the tests of the command line."""
    view = event(rules)
    for place, report in enumerate(reports_under(view.rules)):
        document = build(report, view, ReportOptions(PRINTED))
        for more, format in enumerate(share(report, place + number)):
            path = tmp_path / f"{report.name}.{format.value}"
            write(document, path, format, LANGUAGES[(number + more) % len(LANGUAGES)])
            assert path.stat().st_size > 50


@pytest.mark.parametrize(("rules", "name"), REVIEWED)
def test_papers_are_as_reviewed(rules: str, name: str, reviewed: Reviewed) -> None:
    report = report_called(name)
    assert report is not None
    options = ReportOptions(PRINTED, session=1, table=1) if report.by_session else ReportOptions(PRINTED)
    made = plain(build(report, event(rules), options), ENGLISH)
    reviewed(GOLDEN / f"{rules}-{name}.txt", made)


@pytest.mark.parametrize(("rules", "name", "code"), [
    ("hong-kong", "table-rotation", "no-rotation"), ("zung-jung", "fans", "combinations-not-listed"),
    ("hong-kong", "settlement-matrix", "no-matrix"), ("french-classical-simple", "player-cards", "no-cards"),
])  # fmt: skip
def test_what_the_rules_do_not_have_is_refused_with_its_reason(rules: str, name: str, code: str) -> None:
    report = report_called(name)
    assert report is not None
    assert report not in reports_under(game(rules))
    with pytest.raises(Refused) as refused:
        build(report, event(rules), ReportOptions(PRINTED))
    assert refused.value.problems[0].code == code


def test_forty_hands_take_two_pages_with_the_sums_on_the_last(tmp_path: Path) -> None:
    report = report_called("filled-sheets")
    assert report is not None
    view = game_event("french-classical-simple", players_count=4, hands=40)
    write(build(report, view, ReportOptions(PRINTED)), tmp_path / "a.pdf", Format.PDF, ENGLISH)
    first, second = (page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)
    assert "The next page continues with hand 30." in first
    assert "Signature" not in first
    assert "Signature" in second
    assert str(view.sheet(1, 1).hands[39].totals[0]).replace("-", "−") in second


def test_the_matrix_of_the_document(tmp_path: Path) -> None:
    """Poilbarbe, 4.3.2: East wins with 100, South has 250, West 40, North 10."""
    ledger = begun(4, 1, rules="french-classical-advanced")
    values = OutcomeDetails((100, 250, 40, 10), answers=(("dominant", "S"),))
    ledger.write(table_stream(1, 1), HandRecorded(1, 0, None, details=values))
    report = report_called("settlement-matrices")
    assert report is not None
    document = build(report, ledger.view, ReportOptions(PRINTED))
    (form,) = document.matrices
    assert form.matrix is not None
    assert form.matrix.rows == ((0, 600, 0, 0), (200, 0, 0, 0), (200, 210, 0, 0), (200, 240, 30, 0))
    assert (form.matrix.paid, form.matrix.received) == ((600, 200, 410, 470), (600, 1050, 30, 0))
    assert form.matrix.net == (0, 850, -380, -470)
    write(document, tmp_path / "a.pdf", Format.PDF, language_of("fr"))
    text = PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    for printed in ("Est paye…", "… à Est", "Total payé par Est", "Total reçu par", "Résultats de la manche",
                    "Total reçu − Total payé = 1050 − 200", "+850"):  # fmt: skip
        assert printed in text


@pytest.mark.thorough
@pytest.mark.parametrize(("number", "rules"), list(enumerate(["mcr", "hong-kong", "french-classical-simple"])))
def test_a_club_evening_has_every_paper_and_no_table_points(number: int, rules: str, tmp_path: Path) -> None:
    view = club_evening(rules)
    papers = ("score-sheets", "filled-sheets", "sessions")
    for place, report in enumerate(reports_under(view.rules, EventFormat.CLUB)):
        document = build(report, view, ReportOptions(PRINTED))
        for format in (Format.PDF,) if report.name in papers else share(report, place + number):
            write(document, tmp_path / f"{report.name}.{format.value}", format, ENGLISH)
    for name in papers:
        assert "Table points" not in PdfReader(tmp_path / f"{name}.pdf").pages[0].extract_text()


@pytest.mark.parametrize("rules", ["mcr", "hong-kong"])
def test_a_club_prints_forms_without_names_before_anybody_sits_down(rules: str, tmp_path: Path) -> None:
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Club", rules=rules, format=EventFormat.CLUB)))
    report = report_called("score-sheets")
    assert report is not None
    document = build(report, ledger.view, ReportOptions(PRINTED))
    (form,) = document.score_sheets
    assert (form.table, form.code, form.scanned) == (None, "", "")
    write(document, tmp_path / "a.pdf", Format.PDF, ENGLISH)
    (page,) = PdfReader(tmp_path / "a.pdf").pages
    assert "Signature" in page.extract_text()
    assert not page.images


def test_the_value_of_a_hand_is_no_fan_where_points_are_counted(tmp_path: Path) -> None:
    report = report_called("hands")
    assert report is not None
    headings = {}
    for rules in ("mcr", "hong-kong", "zung-jung", "quebec-classical"):
        document = build(report, event(rules), ReportOptions(PRINTED))
        write(document, tmp_path / f"{rules}.csv", Format.CSV, language_of("zh"))
        headings[rules] = (tmp_path / f"{rules}.csv").read_text(encoding="utf-8-sig").splitlines()[0]
    assert "番" in headings["mcr"]
    assert "番" in headings["hong-kong"]
    assert "番" not in headings["zung-jung"]
    assert "番" not in headings["quebec-classical"]


@pytest.mark.parametrize("rules", GAMES)
def test_papers_speak_in_the_words_of_the_game(rules: str, tmp_path: Path) -> None:
    """The words themselves are compared with each game's list in ``tests/tournament/language/test_words.py``."""
    report, view = report_called("hands"), event(rules)
    assert report is not None
    path = tmp_path / "hands.html"
    write(build(report, view, ReportOptions(PRINTED)), path, Format.HTML, language_of("fr"))
    hand = "Main" if rules == "zung-jung" else "Manche"
    page = path.read_text(encoding="utf-8")
    assert f">{hand}<" in page
    rounds = 1 if game(rules).on_table else 0  # of riichi the round of each hand is told: *tour*
    assert page.count(">Tour<") == rounds
