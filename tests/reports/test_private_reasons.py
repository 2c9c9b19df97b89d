"""Why somebody left, is ill or was replaced is private: of what earlier versions wrote, nothing shows it unasked."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from zipfile import ZipFile

import pytest
from pandas import DataFrame, read_parquet

from reports.catalogue import Format, Report, ReportOptions, all_reports, build, report_called, write
from reports.event_json import event_members, member_lines, read_event_json
from reports.frames.event import event_frames
from tests.reports.plain import plain
from tests.slide_words import words_of
from tests.tournament.use_cases.earlier_reasons import PRINTED, REASON, earlier_event
from tests.tournament.use_cases.events import noon
from tournament.event.player import SubstituteCase
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES
from tournament.ledger.description import describe
from tournament.use_cases import View
from tournament.use_cases.check import check_records
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.slide_builder import HallSlides
from ui.public.pages import PublicPages

EXACT = "event"
"""The event as JSON: the journal itself, from which the event is read back."""
DRAWN = (Format.PDF, Format.PNG)
"""Their texts are those of the document, drawn."""
ILL = tuple(language.render(SubstituteCase.ILL.label) for language in LANGUAGES)


@pytest.fixture(scope="module")
def view() -> View:
    return earlier_event().view


def assert_private(text: str, where: str) -> None:
    assert REASON not in text, where
    for words in ILL:
        assert words not in text, where
    assert re.search(r"\bill\b", text) is None, where


def texts_of(report: Report, view: View, options: ReportOptions) -> Iterator[str]:
    try:
        document = build(report, view, options)
    except Refused as refused:
        for language in LANGUAGES:
            yield from (language.render(problem.text) for problem in refused.problems)
        return
    for language in LANGUAGES:
        yield plain(document, language)


def text_of_file(path: Path, format: Format) -> str:
    if format is Format.EXCEL:
        with ZipFile(path) as book:
            return "\n".join(book.read(name).decode("utf-8", "replace") for name in book.namelist())
    if format is Format.PARQUET:
        return str(read_parquet(path).to_csv())
    return path.read_bytes().decode("utf-8", "replace")


def test_the_event_has_what_is_private_and_is_in_order(view: View) -> None:
    reasons = [entry.fact.private_reason for entry in view.journal if entry.fact.private_reason]
    assert reasons == [REASON] * 7
    assert check_records([entry.record for entry in view.journal]).problems == ()
    assert [each.case for each in view.state.substitutions.values()].count(SubstituteCase.ILL) == 1


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("report", all_reports(), ids=lambda report: report.name)
def test_no_report_shows_it(report: Report, view: View, public: bool) -> None:
    for session in (None, 1, 2):
        for text in texts_of(report, view, ReportOptions(PRINTED, session=session, public=public)):
            assert_private(text, report.name)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("report", all_reports(), ids=lambda report: report.name)
def test_no_file_of_a_report_contains_it(report: Report, view: View, tmp_path: Path) -> None:
    try:
        document = build(report, view, ReportOptions(PRINTED))
    except Refused:
        return
    for format in report.formats:
        if format in DRAWN or report.name == EXACT:
            continue
        path = tmp_path / f"{report.name}.{format.value}"
        write(document, path, format, ENGLISH)
        assert_private(text_of_file(path, format), path.name)


def test_only_the_referees_report_shows_it_if_that_is_chosen(view: View) -> None:
    chosen = ReportOptions(PRINTED, reasons=True)
    shown = {report.name for report in all_reports() if any(REASON in text for text in texts_of(report, view, chosen))}
    assert shown == {"referee-report"}
    report = report_called("referee-report")
    assert report is not None
    (text, *_) = texts_of(report, view, chosen)
    assert "Why players left or were replaced (private)" in text
    assert [line for line in text.splitlines() if REASON in line] == [
        f"1 | First1 Sample1 | absent | {REASON}",
        f"1 | First6 Sample6 | replaced by another player | {REASON}",
        f"2 | First2 Sample2 | absent | {REASON}",
        f"2 | First3 Sample3 | disqualified | {REASON}",
        f"2 | First8 Sample8 | withdrawn | {REASON}",
    ]
    (text, *_) = texts_of(report, view, ReportOptions(PRINTED, session=1, reasons=True))
    assert text.count(REASON) == 2


def test_the_event_as_json_has_it_only_in_its_entries(view: View) -> None:
    members = event_members(view)
    assert REASON in json.dumps(members.pop("entries"))
    assert_private(json.dumps(members), "what is derived")


def test_an_event_as_json_of_an_earlier_version_is_read(view: View, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    members = event_members(view)
    for row in members["players"]:
        row["state_reason"] = REASON if row["state"] != "playing" else None
    for row in members["seats"]:
        if row["name"] == "Nova Newcomer":
            assert row["case"] == "absent"
            row["case"] = "ill"
    path.write_text("".join(member_lines(members)), encoding="utf-8")
    assert read_event_json(path) == tuple(entry.record for entry in view.journal)
    members["seats"][0]["case"] = "disqualified"
    path.write_text("".join(member_lines(members)), encoding="utf-8")
    with pytest.raises(Refused):
        read_event_json(path)


def test_no_frame_contains_it(view: View) -> None:
    frames = event_frames(view)
    tables = {field.name: getattr(frames, field.name) for field in fields(frames)}
    tables = {name: frame for name, frame in tables.items() if isinstance(frame, DataFrame)}
    assert {"players", "seats", "journal"} <= tables.keys()
    for name, frame in tables.items():
        assert_private(frame.to_csv(), name)
    assert list(frames.seats["case"].dropna()) == ["absent", "absent"]


def test_the_history_does_not_show_a_private_reason(view: View) -> None:
    for entry in view.journal:
        story = describe(view.journal, entry)
        assert story.reason == ""
        for language in LANGUAGES:
            for text in (story.what, story.where, story.old, story.new):
                assert_private(language.render(text), entry.record.kind)


def test_no_screen_and_no_public_page_shows_it(view: View) -> None:
    slides, state = HallSlides(view), HallState("e")
    for content in ScreenContent:
        for language in LANGUAGES:
            shown = slides.slides(HallScreen("Hall", (content,)), state, noon())
            assert_private(" ".join(words_of(shown, language)), content.name)
    pages = PublicPages(view, noon())
    assert any("journey" in path or "player" in path for path in pages.addresses)
    for path in pages.addresses:
        for language in LANGUAGES:
            answer = pages.answer(path, language.code)
            assert answer is not None
            assert_private(answer.content.decode("utf-8", "replace"), path)
