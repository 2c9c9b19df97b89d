"""Which results each paper of the catalogue shows, however it is asked for: ``--session``, ``--public``, held results.

The tables below are written by hand from docs/papers.md: whoever adds a report adds it here.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, Report, ReportOptions, build, offered_reports, report_called, write
from reports.document import Document
from reports.report import prizes_wait, withheld_sessions, withheld_text
from tests.examples.events import PRINTED, begun, play, sample_league
from tournament.event.prizes import Prize, Prizes
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import ResultsPublished, SettingsChanged
from tournament.use_cases.results_state import results_state
from tournament.use_cases.view import View

RANKINGS = {
    "standings", "standings-teams", "standings-countries", "prizes", "certificates", "tabulation", "journeys",
}  # fmt: skip
"""They show the results up to a session."""
OF_SESSIONS = {"sessions", "statistics", "hands"}
"""They show one session, or all."""
PLAIN = {"cross-table", "fans"}
"""Of results, which nobody wins: they say nothing about how final they are."""
PUBLIC = {"timetable", "seating-by-table", "seating-by-player", "schedules"}
"""Of no results: they may be asked for in any way."""
DESK = {
    "score-sheets", "blank-sheets", "check-in", "badges", "table-signs", "table-rotation", "rules", "role-sheets",
    "symptom-card", "seating-file", "prospects", "fouls-record", "journal", "signed-totals", "ruling-slips",
    "filled-sheets", "observer-report", "referee-report", "players", "penalties", "event", "workbook",
}  # fmt: skip
"""Never for the public. One that says how final its results are is in ``RANKINGS`` or ``OF_SESSIONS`` too, except the
workbook, which always shows the whole ranking."""
FEDERATIONS = {"ema-results", "ema-ranking", "ffmj-results"}
"""Never for the public, and refused while the event is not final."""


@cache
def event(*, played: int = 3, close: bool = True, held: bool = False) -> View:
    """Three sessions, of which so many were played; the results of the last of them held for the ceremony."""
    ledger = begun(8, 3)
    prizes = Prizes().with_prize(Prize(what="Cup")).with_prize(Prize(place=2, last=2, amount=5000))
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, prizes=prizes, sessions=3)))
    play(ledger, range(1, played), hands=2)
    play(ledger, (played,), hands=2, close=close)
    if held:
        ledger.write(EVENT_STREAM, ResultsPublished(played, held=True))
    return ledger.view


def reports(view: View) -> tuple[Report, ...]:
    return offered_reports(view.rules, view.settings.format)


NAMES = tuple(report.name for report in reports(event()))
EVERY = pytest.mark.parametrize("name", NAMES)


def made(view: View, name: str, **options: object) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED, **options))  # type: ignore[arg-type]


def said(document: Document) -> str | None:
    """What the paper says at the head of its pages."""
    standing = document.standing
    return (
        None if standing is None or standing.text is None else ENGLISH.with_words(document.words).render(standing.text)
    )


def test_every_report_is_in_one_of_the_tables() -> None:
    desk = DESK - RANKINGS - OF_SESSIONS
    tables = (RANKINGS, OF_SESSIONS, PLAIN, PUBLIC, desk, FEDERATIONS, {"posters", "site"})
    assert sorted(NAMES) == sorted(name for table in tables for name in table)


def expected(name: str, ranking: str, session: str | None = None) -> str | None:
    """What the paper ``name`` says where a ranking says ``ranking``, and a paper of one session ``session``."""
    if name in RANKINGS or name == "workbook":
        return ranking
    return session if name in OF_SESSIONS else None


@EVERY
def test_asked_for_without_options_it_shows_all_there_is(name: str) -> None:
    if name in FEDERATIONS or name == "site":
        return
    for view, ranking in (
        (event(), "Final"),
        (event(played=2), "After session 2 of 3"),
        (event(played=2, close=False), "Provisional, after session 2 of 3"),
        (event(close=False), "Provisional, after session 3 of 3"),
        (event(held=True), "Final"),
    ):
        assert said(made(view, name)) == expected(name, ranking, ranking), (name, ranking)


@EVERY
def test_after_a_session_it_says_which_of_how_many(name: str) -> None:
    if name in FEDERATIONS or name == "site":
        return
    for session, ranking in ((1, "After session 1 of 3"), (2, "After session 2 of 3"), (3, "Final")):
        shown = made(event(), name, session=session)
        whole = "Final" if name == "workbook" else ranking  # the command line refuses a session for the workbook
        assert said(shown) == expected(name, whole), (name, session)
    unfinished = made(event(played=2, close=False), name, session=2)
    whole = "Provisional, after session 2 of 3"
    assert said(unfinished) == expected(name, whole, "Provisional"), name


@EVERY
def test_for_the_public_it_shows_what_is_public_or_is_refused(name: str) -> None:
    for view, ranking in (
        (event(held=True), "After session 2 of 3"),
        (event(played=2, held=True), "After session 1 of 3"),
    ):
        if name in DESK | FEDERATIONS:
            with pytest.raises(Refused) as refused:
                made(view, name, public=True)
            assert refused.value.problems[0].code == "report-not-public"
            continue
        assert said(made(view, name, public=True)) == (ranking if name == "site" else expected(name, ranking, ranking))


@EVERY
def test_held_results_are_refused_for_the_public_and_named_for_the_desk(name: str) -> None:
    view, report = event(held=True), report_called(name)
    assert report is not None
    text = withheld_text(report, view, ReportOptions(PRINTED))
    shows = name in (RANKINGS | OF_SESSIONS | PLAIN | {"posters"}) - DESK
    assert (text is not None) == shows
    before = DESK - {"workbook"} if report.group.name == "BEFORE" else set[str]()
    assert bool(withheld_sessions(report, view, ReportOptions(PRINTED))) == (
        shows or name in FEDERATIONS or name in DESK - before
    )
    if name in (RANKINGS | OF_SESSIONS | PLAIN) - DESK:
        with pytest.raises(Refused) as refused:
            made(view, name, public=True, session=3)
        assert refused.value.problems[0].code == "results-withheld"
        assert withheld_text(report, view, ReportOptions(PRINTED, session=2)) is None
        assert withheld_text(report, view, ReportOptions(PRINTED, public=True)) is None


@pytest.mark.parametrize("public", [False, True])
def test_the_ranking_on_a_poster_says_it_too(public: bool) -> None:
    ranking = made(event(held=True), "posters", public=public).sections[-1]
    assert ranking.note is not None
    assert ENGLISH.render(ranking.note) == ("After session 2 of 3" if public else "Final")


WAYS: tuple[dict[str, object], ...] = ({}, {"session": 2}, {"public": True}, {"session": 3})
PRIZES_SHOWN = (True, False, False, True)
"""Which of these ways ask for final results, of an event whose last session is held."""


@pytest.mark.parametrize("name", ["certificates", "prizes"])
@pytest.mark.parametrize(("options", "shown"), tuple(zip(WAYS, PRIZES_SHOWN, strict=True)))
def test_prizes_are_shown_at_the_end_or_when_asked_for(name: str, options: dict[str, object], shown: bool) -> None:
    report = report_called(name)
    assert report is not None
    for view, is_shown in ((event(held=True), shown), (event(played=2, held=True), False)):
        if view.last_session < int(str(options.get("session", 0))):
            continue
        assert ("Cup" in repr(made(view, name, **options))) == is_shown
        assert ("Fraction(50, 1)" in repr(made(view, name, **options).sections)) == (is_shown and name == "prizes")
        asked = ReportOptions(PRINTED, **options)  # type: ignore[arg-type]
        assert prizes_wait(report, view, asked) != is_shown
        assert "Cup" in repr(made(view, name, prizes_so_far=True, **options))
        assert not prizes_wait(report, view, replace(asked, prizes_so_far=True))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", sorted(RANKINGS | OF_SESSIONS))
def test_every_page_says_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    write(made(event(), name, session=2), path, Format.PDF, ENGLISH)
    pages = [page.extract_text() for page in PdfReader(path).pages]
    assert pages
    words = "After session 2 of 3"
    assert all((words in page) == (name in RANKINGS) and "Final" not in page for page in pages)


def test_a_league_never_ends_and_says_after_which_evening() -> None:
    league = sample_league()
    assert said(made(league, "standings")) == "Provisional, after evening 3"
    assert said(made(league, "standings", session=1)) == "After evening 1"
    assert said(made(league, "evening", session=1)) in (None, "Final")
    assert not results_state(league, 1).final


def test_an_unplayed_session_is_not_complete() -> None:
    assert results_state(event(played=2), 3).provisional
    assert results_state(begun(8, 2).view).text is None
