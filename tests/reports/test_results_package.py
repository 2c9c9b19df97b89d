"""The results package: what is in it for every kind of event, what is not and why, and that it is written whole."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from reports.catalogue import ReportOptions
from reports.results_package import PackageOptions, players_mail, prepare_package, write_package
from reports.writers.atomic_file import ExportFailed
from tests.examples.events import PRINTED, LedgerWriter, begun, play, sample_event, sample_league
from tests.reports.events import (
    classical_event,
    disputed_event,
    empty_event,
    level_event,
    long_league,
    money_league,
    over_event,
    people_event,
    riichi_club,
    riichi_event,
)
from tournament.event.player import Player, PublicName
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES, language_of
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    PlayerChanged,
    PlayersAdded,
    ResultsPublished,
    SessionClosed,
    SettingsChanged,
    TotalsRecorded,
)
from tournament.use_cases.view import View

OPTIONS = PackageOptions(PRINTED, ENGLISH)
MAILS = {f"mail-{language.code}.txt" for language in LANGUAGES}


def finished(players: int = 8, *, held: bool = False, published: bool = True) -> LedgerWriter:
    """An event that is over, with everything that federations ask for."""
    ledger = begun(players, 2)
    settings = replace(ledger.view.settings, web_address="https://example.org/cup", organiser="Club <b>Exemple</b>",
                       city="Exempleville", host_country="FR", ends=date(2026, 6, 14))  # fmt: skip
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    play(ledger, [1, 2], hands=2)
    for session in (1, 2):
        ledger.write(EVENT_STREAM, SessionClosed(session))
    if published:
        ledger.write(EVENT_STREAM, ResultsPublished(2, held=held))
    return ledger


EVENTS: dict[str, Callable[[], View]] = {
    "mcr": sample_event, "finished": lambda: finished().view, "four": lambda: finished(4).view,
    "people": people_event, "over": over_event, "level": level_event, "classical": classical_event,
    "riichi": riichi_event, "riichi-club": riichi_club, "league": sample_league, "long-league": long_league,
    "money-league": money_league, "disputed": disputed_event,
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", EVENTS)
def test_every_file_is_in_it_or_named_with_the_reason(name: str, tmp_path: Path):
    view = EVENTS[name]()
    package = prepare_package(view, OPTIONS)
    names = [file.name for file in package.files] + [file.name for file in package.left_out]
    assert len(names) == len(set(names))
    assert {"standings.pdf", "sessions.pdf", "statistics.pdf", "statistics.xlsx", "index.html", *MAILS} <= set(names)
    drawn = view.settings.format.is_drawn
    assert any(each.startswith("ema-") for each in names) == (drawn and "classical" not in name)
    for left_out in package.left_out:
        assert left_out.problems
        assert all(language.render(left_out.reason).strip() for language in LANGUAGES)
    folder = tmp_path / "results"
    assert sorted(write_package(package, folder)) == sorted(path.name for path in folder.iterdir())
    for path in folder.iterdir():
        match path.suffix:
            case ".pdf":
                assert PdfReader(path).pages
            case ".xlsx":
                assert load_workbook(path, read_only=True).sheetnames
            case ".txt":
                assert path.read_text(encoding="utf-8").count("\n") > 8
            case _:
                assert path.stat().st_size


def test_a_zip_has_the_same_files(tmp_path: Path):
    package = prepare_package(finished().view, OPTIONS)
    write_package(package, tmp_path / "results")
    write_package(package, tmp_path / "results.zip")
    with zipfile.ZipFile(tmp_path / "results.zip") as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted(path.name for path in (tmp_path / "results").iterdir())
        mail = archive.read("mail-fr.txt")
    assert mail == (tmp_path / "results" / "mail-fr.txt").read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["results", "results.zip"])
def test_a_cancelled_package_leaves_what_was_there(name: str, tmp_path: Path):
    package = prepare_package(finished().view, OPTIONS)
    write_package(package, tmp_path / name)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    class Stopped(Exception):
        pass

    def stop(done: int, steps: int) -> None:
        if done > steps / 2:
            raise Stopped

    with pytest.raises(Stopped):
        write_package(package, tmp_path / name, stop)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_place_that_cannot_be_is_refused(tmp_path: Path):
    package = prepare_package(finished().view, OPTIONS)
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(ExportFailed, match="called like a file"):
        write_package(package, tmp_path / "results.pdf")
    for path in (tmp_path / "taken", tmp_path / "no" / "folder", tmp_path / "no" / "x.zip"):
        with pytest.raises(ExportFailed):
            write_package(package, path)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_held_results_are_not_given_away():
    """Nothing in the package depends on the session that is held."""
    one, other = finished(published=False), finished(published=False)
    for ledger in (one, other):
        ledger.write(EVENT_STREAM, ResultsPublished(2, held=True))
    package = prepare_package(one.view, OPTIONS)
    names = {file.name for file in package.files}
    papers = {"standings", "standings-teams", "standings-countries", "sessions", "statistics"}
    assert {name.partition(".")[0] for name in names - MAILS} <= {*papers, "index"}
    reasons = {file.name: ENGLISH.render(file.reason) for file in package.left_out}
    assert any("held for the ceremony" in reason for name, reason in reasons.items() if name.startswith("ema-"))
    first_only = begun(8, 2)
    first_only.write(EVENT_STREAM, SettingsChanged(one.view.settings))
    play(first_only, [1], hands=2)
    first_only.write(EVENT_STREAM, SessionClosed(1))
    first_only.write(EVENT_STREAM, ResultsPublished(1))
    options = ReportOptions(PRINTED)
    for language in LANGUAGES:
        assert players_mail(one.view, options, language) == players_mail(first_only.view, options, language)
    assert not package.final


def test_public_names_are_in_what_is_public_and_full_names_in_the_files_of_federations(tmp_path: Path):
    ledger = finished()
    view = ledger.view
    hidden = replace(view.players[1], ema_number="04000001", country="FR", public=PublicName.NICKNAME, nickname="Nicky")
    others = [replace(player, ema_number="-", country="FR") for number, player in view.players.items() if number > 1]

    for player in (hidden, *others):
        ledger.write(EVENT_STREAM, PlayerChanged(player))
    package = prepare_package(ledger.view, OPTIONS)
    write_package(package, tmp_path / "results")
    full = hidden.last_name
    for name in ("mail-en.txt", "mail-zh.txt", "index.html"):
        text = (tmp_path / "results" / name).read_text(encoding="utf-8")
        assert "Nicky" in text
        assert full not in text
    pdf = "".join(page.extract_text() for page in PdfReader(tmp_path / "results" / "standings.pdf").pages)
    assert "Nicky" in pdf
    book = load_workbook(tmp_path / "results" / "standings.xlsx", read_only=True)
    cells = {str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row}
    assert any("Nicky" in cell for cell in cells)
    assert not any(full in cell for cell in cells)
    for path in (tmp_path / "results").glob("ema-results.xlsx"):
        rows = {str(cell) for row in load_workbook(path, read_only=True).worksheets[0].iter_rows(values_only=True)
                for cell in row}  # fmt: skip
        assert any(full in cell for cell in rows)


def test_a_federation_file_with_gaps_names_all_of_them():
    ledger = finished()
    package = prepare_package(ledger.view, OPTIONS)
    left_out = [file for file in package.left_out if file.name.startswith("ema-results")]
    assert left_out
    assert all(len(file.problems) > 1 for file in left_out), "numbers are missing"
    assert "more items are missing" in ENGLISH.render(left_out[0].reason)


def test_a_paper_without_contents_is_left_out_for_its_own_reason():
    ledger = begun(4, 1)
    ledger.write(table_stream(1, 1), TotalsRecorded((30, -10, -10, -10)))
    ledger.write(EVENT_STREAM, SessionClosed(1))
    ledger.write(EVENT_STREAM, ResultsPublished(1))
    left_out = {file.name: file for file in prepare_package(ledger.view, OPTIONS).left_out}
    said = ENGLISH.render(left_out["statistics.pdf"].reason)
    assert said == "Tables entered with totals only have no hands to count."


def test_nothing_played_is_refused():
    for view in (empty_event(), begun(8, 2).view):
        with pytest.raises(Refused):
            prepare_package(view, OPTIONS)


def test_the_mail_has_places_links_and_the_state():
    text = players_mail(finished().view, ReportOptions(PRINTED), ENGLISH)
    lines = text.splitlines()
    assert lines[0] == "Subject: Results of Open de l’Exemple 2026"
    assert "Final" in lines
    view = finished().view
    for row in view.standings().rows:
        found = next(line for line in lines if line.startswith(f"{row.rank}. {row.player.name}"))
        assert f"no. {row.player.number}:" in found
    assert "All results: https://example.org/cup" in lines
    assert "https://example.org/cup#p" in lines[-3]
    assert lines[-1] == "Club <b>Exemple</b>", "as it was typed, in plain text"
    open_text = players_mail(sample_event(), ReportOptions(PRINTED), ENGLISH)
    assert "These results can still change." in open_text
    assert "https://" not in open_text


@pytest.mark.parametrize(("code", "said"), [("en", "final points"), ("fr", "points finaux"), ("zh", "最终点数")])
def test_the_mail_of_riichi_has_its_words(code: str, said: str):
    text = players_mail(riichi_event(), ReportOptions(PRINTED), language_of(code))
    assert said in next(line for line in text.splitlines() if line.startswith("1. "))


def test_a_list_of_countries_without_a_rank_has_no_heading():
    ledger = finished()
    countries = ("FR", "DE", "NL", "IT", "DK", "PL", "PT", "BE")
    for player, country in zip(ledger.view.players.values(), countries, strict=True):
        ledger.write(EVENT_STREAM, PlayerChanged(replace(player, country=country)))
    settings = replace(ledger.view.settings, country_size=2)
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    assert "Countries" not in players_mail(ledger.view, ReportOptions(PRINTED), ENGLISH).splitlines()


def test_an_odd_name_stays_on_its_line():
    ledger = finished()
    ledger.write(EVENT_STREAM, PlayersAdded((Player(9, "Eve\r\nBcc: x@example.org", "Sample", ""),)))
    settings = replace(ledger.view.settings, name="Cup\nSubject: other", organiser="A\rB")
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    for language in LANGUAGES:
        lines = players_mail(ledger.view, ReportOptions(PRINTED), language).splitlines()
        assert not any(line.startswith(("Bcc", "Subject: other")) for line in lines)
        assert lines[-1] == "A B"


def test_a_club_is_told_its_evening_and_its_results():
    text = players_mail(riichi_club(), ReportOptions(PRINTED), ENGLISH)
    assert "session" not in text.lower()
    assert "1. " in text
