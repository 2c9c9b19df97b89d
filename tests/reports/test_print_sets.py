"""Print sets: what is in them for every kind of event, the right number of copies, and the user's own ones."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, offered_reports, report_called, write
from reports.document import Certificate
from reports.print_sets import (
    Copies,
    CopiesPer,
    PrintSet,
    SetOptions,
    SetPaper,
    keep_own_set,
    likely_session,
    offered_sets,
    own_sets,
    own_sets_file,
    prepare,
    read_copies,
    remove_own_set,
    set_called,
    write_set,
)
from reports.writers.atomic_file import ExportFailed
from tests.examples.events import PRINTED, begun, play, sample_event, sample_league
from tests.reports.events import (
    classical_event,
    disputed_event,
    empty_event,
    long_league,
    over_event,
    people_event,
    riichi_club,
    riichi_event,
)
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES, bilingual, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayersAdded, ResultsPublished, SessionClosed
from tournament.use_cases.view import View

OPTIONS = SetOptions(PRINTED)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without sets."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))


def seventeen() -> View:
    """Sixteen play, one sits out; a session is over."""
    ledger = begun(16, 2)
    ledger.write(EVENT_STREAM, PlayersAdded((Player(17, "Vera", "Sits-Out", "NL"),)))
    play(ledger, [1], hands=2)
    return ledger.view


def large() -> View:
    """168 players in three sessions, before play."""
    return begun(168, 3).view


EVENTS: dict[str, Callable[[], View]] = {
    "mcr": sample_event, "four": lambda: begun(4, 1).view, "seventeen": seventeen, "empty": empty_event,
    "people": people_event, "over": over_event, "classical": classical_event, "riichi": riichi_event,
    "riichi-club": riichi_club, "league": sample_league, "long-league": long_league, "disputed": disputed_event,
}  # fmt: skip
"""Games and formats."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", EVENTS)
def test_every_paper_of_every_set_is_made_or_named_with_the_reason(name: str):
    view = EVENTS[name]()
    money = view.settings.counts_money
    offered = {report.name for report in offered_reports(view.rules, view.settings.format, money=money)}
    for each in offered_sets(view):
        assert {paper.report for paper in each.papers} <= offered, "only reports that this kind of event has"
        prepared = prepare(each, view, replace(OPTIONS, session=likely_session(view)))
        made = [paper.paper for paper in prepared.papers]
        out = [left.paper for left in prepared.left_out]
        assert sorted(map(str, (*made, *out))) == sorted(map(str, each.papers))
        for language in LANGUAGES:
            assert all(language.render(left.reason).strip() for left in prepared.left_out)
        assert all(paper.copies >= 1 and not paper.document.is_empty for paper in prepared.papers)


@pytest.mark.thorough
def test_the_pages_of_a_set_are_those_of_its_papers_as_often_as_copies_are_needed(tmp_path: Path):
    view = people_event()
    for name in ("before-play", "session"):
        prepared = prepare(set_of(name, view), view, replace(OPTIONS, session=3, walls=2))
        write_set(prepared, tmp_path / "set.pdf", ENGLISH)
        expected: Counter[str] = Counter()
        for paper in prepared.papers:
            write(paper.document, tmp_path / "one.pdf", Format.PDF, ENGLISH)
            for page in PdfReader(tmp_path / "one.pdf").pages:
                expected[page.extract_text()] += paper.copies
        assert Counter(page.extract_text() for page in PdfReader(tmp_path / "set.pdf").pages) == expected


def test_the_outline_names_each_paper_once(tmp_path: Path):
    view = sample_event()
    prepared = prepare(offered_sets(view)[0], view, OPTIONS)
    write_set(prepared, tmp_path / "set.pdf", ENGLISH)
    outline = [item.title for item in PdfReader(tmp_path / "set.pdf").outline if not isinstance(item, list)]
    assert outline == [ENGLISH.render(paper.title) for paper in prepared.papers]


def test_a_large_event_has_a_sheet_for_each_table_and_session(tmp_path: Path):
    view = large()
    before = prepare(set_of("before-play", view), view, OPTIONS)
    copies = {paper.report.name: paper.copies for paper in before.papers}
    sheets = next(paper for paper in before.papers if paper.report.name == "score-sheets")
    assert len(sheets.document.score_sheets) == 42 * 3
    assert copies["score-sheets"] == 1
    assert (copies["rules"], copies["blank-sheets"], copies["check-in"]) == (42, 11, 1)
    walls = prepare(set_of("walls", view), view, replace(OPTIONS, walls=5))
    assert {paper.copies for paper in walls.papers} == {5}


def set_of(name: str, view: View) -> PrintSet:
    found = set_called(name, offered_sets(view), ENGLISH)
    assert found is not None
    return found


def test_a_set_for_one_session_prints_that_one():
    view = sample_event()
    prepared = prepare(set_of("session", view), view, replace(OPTIONS, session=3))
    sheets = next(paper for paper in prepared.papers if paper.report.name == "score-sheets")
    assert {form.session for form in sheets.document.score_sheets} == {3}
    assert ENGLISH.render(prepared.title) == "For session 3"
    with pytest.raises(Refused, match="session-unknown"):
        prepare(set_of("session", view), view, replace(OPTIONS, session=9))


def test_certificates_wait_for_final_results():
    def left_out(view: View) -> set[str]:
        return {left.paper.report for left in prepare(set_of("end", view), view, OPTIONS).left_out}

    ledger = begun(8, 1)
    assert {"certificates", "prizes", "standings"} <= left_out(ledger.view)
    play(ledger, [1], hands=2, close=False)
    assert {"certificates", "prizes"} <= left_out(ledger.view)
    play_out = begun(8, 1)
    play(play_out, [1], hands=2)
    play_out.write(EVENT_STREAM, SessionClosed(1))
    assert not {"certificates", "prizes", "standings"} & left_out(play_out.view)


def test_the_end_has_certificates_for_winners_unless_everybody_gets_one():
    """168 players need no 168 pages."""
    ledger = begun(16, 1)
    play(ledger, [1], hands=2)
    ledger.write(EVENT_STREAM, SessionClosed(1))
    chosen = set_of("end", ledger.view)

    def certificates(options: SetOptions) -> tuple[Certificate, ...]:
        prepared = prepare(chosen, ledger.view, options)
        return next(each.document.certificates for each in prepared.papers if each.paper.report == "certificates")

    first = [row.player.name for row in ledger.view.standings().rows if row.rank <= 3]
    assert [each.name for each in certificates(OPTIONS)] == first
    assert len(certificates(replace(OPTIONS, everybody=True))) == 16


def test_a_set_of_ones_own_remembers_that_certificates_are_for_winners():
    papers = (SetPaper("certificates", winners=True), SetPaper("certificates"))
    keep_own_set(replace(OWN, papers=papers))
    assert own_sets()[0].papers == papers


def test_walls_show_public_results_only_and_covered_ones_are_left_out():
    ledger = begun(8, 2)
    play(ledger, [1, 2], hands=2)
    for session in (1, 2):
        ledger.write(EVENT_STREAM, SessionClosed(session))
    ledger.write(EVENT_STREAM, ResultsPublished(2, held=True))
    view = ledger.view
    shown = prepare(set_of("end", view), view, OPTIONS)
    standings = next(paper for paper in shown.papers if paper.report.name == "standings")
    assert standings.options.public
    assert "session 1" in ENGLISH.render(standings.document.title)
    prizes = next(paper for paper in shown.papers if paper.report.name == "prizes")
    assert prizes.remark is not None
    assert "do not post" in ENGLISH.render(prizes.remark)
    covered = prepare(set_of("end", view), view, replace(OPTIONS, covered=True))
    assert {"prizes", "certificates"} <= {left.paper.report for left in covered.left_out}
    assert all(paper.remark is None for paper in covered.papers)


def test_a_folder_has_each_paper_once_and_says_how_many_copies(tmp_path: Path):
    view = sample_event()
    prepared = prepare(set_of("walls", view), view, replace(OPTIONS, walls=3))
    folder = tmp_path / "walls"
    written = write_set(prepared, folder, bilingual(LANGUAGES[1], ENGLISH))
    assert sorted(folder.iterdir()) == sorted(written)
    assert len(written) == len(prepared.papers)
    assert written[0].name == "01 Programme × 3.pdf"
    (folder / "mine.txt").write_text("mine")
    assert write_set(prepared, folder, LANGUAGES[1]) == written, "the same papers again, beside what is there"
    assert (folder / "mine.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["walls"]


def test_a_cancelled_set_leaves_nothing(tmp_path: Path):
    view = sample_event()
    prepared = prepare(set_of("before-play", view), view, OPTIONS)

    class Stopped(Exception):
        pass

    def stop(done: int, steps: int) -> None:
        if done > steps / 2:
            raise Stopped

    for name in ("set.pdf", "set"):
        with pytest.raises(Stopped):
            write_set(prepared, tmp_path / name, ENGLISH, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_set_without_papers_and_a_folder_that_cannot_be_are_refused(tmp_path: Path):
    view = empty_event()
    with pytest.raises(Refused) as refused:
        write_set(prepare(set_of("end", view), view, OPTIONS), tmp_path / "end.pdf", ENGLISH)
    assert next(problem.code for problem in refused.value.problems) == "set-empty"
    assert len(refused.value.problems) > 3, "every paper with its reason"
    made = prepare(set_of("before-play", view), view, OPTIONS)
    for name in ("end.xlsx", "end.ZIP"):
        with pytest.raises(ExportFailed, match="called like a file"):
            write_set(made, tmp_path / name, ENGLISH)
    (tmp_path / "taken").write_text("mine")
    for path in (tmp_path / "taken", tmp_path / "no" / "folder"):
        with pytest.raises(ExportFailed):
            write_set(made, path, ENGLISH)
    assert (tmp_path / "taken").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("per", CopiesPer)
@pytest.mark.parametrize("every", [1, 4])
def test_copies_are_read_as_they_are_written(per: CopiesPer, every: int):
    copies = Copies(3, per, every if per is CopiesPer.TABLE else 1)
    assert read_copies(copies.written) == copies
    assert copies.count(tables=9, walls=2) == {
        CopiesPer.EVENT: 3, CopiesPer.WALL: 6, CopiesPer.TABLE: 27 if every == 1 else 9
    }[per]  # fmt: skip


@pytest.mark.parametrize("written", ["", "0", "1 per", "1 per 0 tables", "100", "-1", "1 per 2 walls", "x"])
def test_what_is_no_number_of_copies_is_refused(written: str):
    assert read_copies(written) is None


OWN = PrintSet("For my referees", verbatim("For my referees"), (
    SetPaper("rules", Copies(1, CopiesPer.TABLE)), SetPaper("fouls-record", of_session=True), SetPaper("site"),
    SetPaper("no-such-report")), own=True)  # fmt: skip


def test_own_sets_are_stored_for_every_event_and_name_what_cannot_be_printed():
    assert own_sets() == ()
    keep_own_set(OWN)
    keep_own_set(replace(OWN, papers=OWN.papers[:1]))
    keep_own_set(OWN)
    assert own_sets() == (OWN,)
    for view in (sample_event(), riichi_club()):
        found = set_called("FOR MY REFEREES", offered_sets(view, own_sets()), LANGUAGES[2])
        assert found == OWN
        prepared = prepare(found, view, replace(OPTIONS, session=1))
        assert {"site", "no-such-report"} <= {left.paper.report for left in prepared.left_out}
    remove_own_set(OWN.name)
    assert own_sets() == ()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "end", "LIST", "two\nlines"])
def test_a_name_that_cannot_be_is_refused(name: str):
    with pytest.raises(Refused):
        keep_own_set(replace(OWN, name=name))
    assert not own_sets_file().exists()


@pytest.mark.parametrize("content", [
    b"", b"[1]", b"\xff", b'[{"name": "a"}]', b'[{"name": "end", "papers": []}]',
    b'[{"name": "a", "papers": []}, {"name": "A", "papers": []}]', b'[{"name": "a", "papers": [{"report": 1}]}]',
    b'[{"name": "a", "papers": [{"report": "rules", "copies": "many"}]}]', b" " * 300_000,
])  # fmt: skip
def test_a_faulty_file_is_refused_and_never_replaced(content: bytes):
    path = own_sets_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    for act in (own_sets, lambda: keep_own_set(OWN), lambda: remove_own_set("a")):
        with pytest.raises(Refused, match="print-sets-unusable"):
            act()
    assert path.read_bytes() == content


def test_the_sets_name_only_reports_of_the_catalogue():
    view = sample_event()
    for each in offered_sets(view):
        for paper in each.papers:
            report = report_called(paper.report)
            assert report is not None
            assert Format.PDF in report.formats
            assert not paper.of_session or report.by_session
