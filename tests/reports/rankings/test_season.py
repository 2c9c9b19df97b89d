"""A season: its files read once, each with the reason if it does not count, and the papers made of it."""

import csv
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from reports.catalogue import write
from reports.document import Document
from reports.ranking_rules import RANKINGS, RATINGS
from reports.rankings.events import places_of_list
from reports.rankings.papers import ranking_document, value_chart
from reports.rankings.season import KnownPlaces, OpenView, Season, SeasonReader, ranks_in, value_history
from reports.report import Format
from tests.examples.full_event import full_event
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES, Language, mark
from tournament.rankings import EventPlaces, rank_events
from tournament.use_cases.ports import StoreDamaged
from tournament.use_cases.view import View

HEAD = "Tournament name,Place,Player's first name,Player's last name,EMA number,Country,Date,NbDays,Rules"
PEOPLE = ("Ada,Bamboo,09990001,SE", "Ben,Circle,04990002,FR", "Cleo,Dragon,12990003,IT", "Dora,Wind,04990004,FR")
DAY = date(2026, 11, 30)
MERS = RANKINGS.called("mers")


def write_list(folder: Path, name: str, day: str, order: tuple[int, ...] = (0, 1, 2, 3), rules: str = "MCR") -> Path:
    """A list of results in which the people have these places."""
    rows = [f"{name},{place},{PEOPLE[who]},{day},2,{rules}" for place, who in enumerate(order, 1)]
    path = folder / f"{name}.csv"
    path.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    return path


@contextmanager
def no_event(path: Path) -> Iterator[View]:
    if path.suffix == ".qv":
        raise StoreDamaged(mark("“{path}” is no event.", path=path.name))
    yield full_event()


class NothingKnown:
    """What is known before the first run, and nothing is kept."""

    def stamp(self, path: Path) -> str:
        return str(path.stat().st_mtime_ns)

    def places(self, path: Path, stamp: str) -> EventPlaces | None:  # noqa: ARG002
        return None

    def keep(self, path: Path, stamp: str, places: EventPlaces) -> None:
        pass


def reader_of(open_view: OpenView, known: KnownPlaces | None = None) -> SeasonReader:
    return SeasonReader(open_view, lambda: nullcontext(known or NothingKnown()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_list(tmp_path, "Harbour", "2026-05-09")
    write_list(tmp_path, "Bridge", "2025-07-04", (1, 0, 3, 2))
    return tmp_path


def test_what_counts_is_ranked_and_the_others_say_why(folder: Path) -> None:
    (folder / "wrong.csv").write_text("nothing,here\n", encoding="utf-8")
    (folder / "broken.qv").write_bytes(b"no event")
    (folder / "again.csv").write_bytes((folder / "Harbour.csv").read_bytes())
    (folder / "notes.txt").write_text("no event at all", encoding="utf-8")
    season = reader_of(no_event).read(folder)
    said = {each.path.name: [ENGLISH.render(text) for text in each.problems] for each in season.files}
    assert said["Bridge.csv"] == []
    assert said["Harbour.csv"] == []
    assert said["broken.qv"] == ["broken.qv: “broken.qv” is no event."]
    assert "columns are missing" in said["wrong.csv"][0]
    assert said["again.csv"] == ["again.csv and Harbour.csv have the same event: remove one of them."]
    assert "notes.txt" not in said
    expected = rank_events([places_of_list(folder / f"{name}.csv") for name in ("Bridge", "Harbour")], MERS, DAY)
    assert season.games == ("mcr",)
    assert season.ranking("mcr", MERS, DAY) == expected


def test_only_a_changed_file_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(path: Path) -> object:
        read.append(path.name)
        return places_of_list(path)

    monkeypatch.setattr("reports.rankings.season.places_of_list", noted)
    reader, steps = reader_of(no_event), list[tuple[int, int]]()
    before = reader.read(folder, lambda done, every: steps.append((done, every)))
    assert (read, steps) == (["Bridge.csv", "Harbour.csv"], [(0, 2), (1, 2)])
    assert reader.read(folder) == before
    assert len(read) == 2
    changed = write_list(folder, "Harbour", "2026-05-09", (3, 2, 1, 0))
    os.utime(changed, (1, 1))
    after = reader.read(folder)
    assert read == ["Bridge.csv", "Harbour.csv", "Harbour.csv"]
    assert after.ranking("mcr", MERS, DAY) != before.ranking("mcr", MERS, DAY)


def test_a_list_names_files_and_a_missing_one_is_said(folder: Path) -> None:
    (folder / "season.txt").write_text("# ours\nHarbour.csv\nmissing.csv\n", encoding="utf-8")
    season = reader_of(no_event).read(folder / "season.txt")
    assert [each.path.name for each in season.files] == ["Harbour.csv", "missing.csv"]
    assert "missing.csv" in ENGLISH.render(season.files[1].problems[0])
    with pytest.raises(Refused, match="ranking-no-events"):
        reader_of(no_event).read(_empty(folder))


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def test_games_are_ranked_apart(folder: Path) -> None:
    write_list(folder, "Pond", "2026-06-01", rules="riichi")
    season = reader_of(no_event).read(folder)
    assert season.games == ("mcr", "riichi")
    assert [each.name for each in season.of_game("riichi")] == ["Pond"]


def test_an_event_file_brings_careers_whether_or_not_it_is_finished(tmp_path: Path) -> None:
    @contextmanager
    def opened(_path: Path) -> Iterator[View]:
        yield full_event()

    (tmp_path / "cup.qv").write_bytes(b"")
    season = reader_of(opened).read(tmp_path)
    (file,) = season.files
    assert file.careers is not None
    rating, careers = season.careers(file.careers.game, RATINGS.called("elo"))
    assert careers
    assert {row.person.id for row in rating.rows} == {each.person.id for each in careers}


def test_what_is_known_is_not_read_until_its_games_are_wanted(tmp_path: Path) -> None:
    opened: list[str] = []

    @contextmanager
    def noted(path: Path) -> Iterator[View]:
        opened.append(path.name)
        yield full_event()

    class Known(NothingKnown):
        def __init__(self) -> None:
            self.kept: dict[Path, EventPlaces] = {}

        def places(self, path: Path, stamp: str) -> EventPlaces | None:  # noqa: ARG002
            return self.kept.get(path)

        def keep(self, path: Path, stamp: str, places: EventPlaces) -> None:
            assert stamp == self.stamp(path)
            self.kept[path] = places

    (tmp_path / "cup.qv").write_bytes(b"")
    known = Known()
    first = reader_of(noted, known).read(tmp_path)
    again = reader_of(noted, known)
    second = again.read(tmp_path)
    assert opened == ["cup.qv"]
    assert second.events == first.events
    assert [each.careers for each in second.files] == [None]
    whole = again.read(tmp_path, games=True)
    assert opened == ["cup.qv"] * 2
    assert whole.files == first.files
    assert again.read(tmp_path).files == first.files, "games that were read stay"


def test_an_event_that_is_not_over_is_worth_what_its_places_would_be(folder: Path) -> None:
    reader = reader_of(no_event)
    season = reader.read(folder)
    (coming,) = (each for each in season.events if each.name == "Harbour")
    rest = Season(
        tuple(replace(each, places=None, coming=coming) if each.places == coming else each for each in season.files)
    )
    (found,) = rest.outlooks("mcr", "04990002", MERS, DAY)
    assert found.now is None
    for place, value in enumerate(found.values, 1):
        order = [0, 2, 3]
        order.insert(place - 1, 1)
        write_list(folder, "Harbour", "2026-05-09", tuple(order))
        whole = reader_of(no_event).read(folder).ranking("mcr", MERS, DAY)
        assert value == next(row.value for row in whole.rows if row.person.id == "04990002")
    assert list(rest.outlooks("mcr", "nobody", MERS, DAY)) == []


def test_the_history_of_a_value_is_that_of_the_whole_ranking(folder: Path) -> None:
    write_list(folder, "Spring", "2026-03-01", (2, 0, 1, 3))
    season = reader_of(no_event).read(folder)
    history = value_history(season.events, "09990001", MERS, DAY)
    assert [event.name for event, _ranking in history] == ["Bridge", "Spring", "Harbour"]
    for event, alone in history:
        whole = season.ranking("mcr", MERS, event.ended)
        (own,) = (row for row in whole.rows if row.person.id == "09990001")
        (found,) = (row for row in alone.rows if row.person.id == "09990001")
        assert found.value == own.value
        assert (found.rank is None) == (own.rank is None)
    chart = value_chart(history, "Ada Bamboo")
    assert chart.series[0].values[0] is None, "one result is not enough"
    last = season.ranking("mcr", MERS, history[-1][0].ended)
    assert chart.series[0].values[-1] == next(row.value for row in last.rows if row.person.id == "09990001")


def _shown(season: Season) -> Document:
    ranking = season.ranking("mcr", MERS, DAY)
    return ranking_document(
        "Season", ranking, datetime(2026, 11, 30, 12, tzinfo=UTC),
        before=ranks_in(season.ranking("mcr", MERS, date(2026, 1, 1))),
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("format", [Format.PDF, Format.HTML, Format.EXCEL, Format.CSV])
def test_the_paper_is_written_in_each_format(folder: Path, format: Format, language: Language) -> None:
    path = folder / f"paper.{format.value}"
    write(_shown(reader_of(no_event).read(folder)), path, format, language)
    assert path.stat().st_size > 200
    if format is Format.HTML:
        assert "Ada Bamboo" in path.read_text(encoding="utf-8")


def test_a_value_is_a_number_with_its_decimals_wherever_numbers_are_read(folder: Path) -> None:
    document = _shown(reader_of(no_event).read(folder))
    french = LANGUAGES[1]
    write(document, folder / "paper.csv", Format.CSV, french)
    write(document, folder / "paper.xlsx", Format.EXCEL, french)
    with (folder / "paper.csv").open(encoding="utf-8-sig", newline="") as file:
        first, second, *_rest = csv.reader(file)
    assert second[first.index("Valeur")] == "488.95"
    sheet, countries, *_others = load_workbook(folder / "paper.xlsx")
    (cell,) = (each for each in sheet[2] if each.value == 488.95)
    assert cell.number_format == "0.00"
    assert {row[1].value for row in countries.iter_rows(min_row=2)} >= {"Suède (SE)", "France (FR)"}
