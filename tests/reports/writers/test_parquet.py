"""Parquet, read back: the same columns with the same types, exact numbers as numerator and denominator."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pandas as pd
import pytest

from reports.catalogue import Format, write
from reports.column import Kind
from reports.frames import COLUMNS, event_frames, with_exact_parts
from reports.frames.records import Records
from reports.writers.atomic_file import ExportFailed
from tests.examples.events import sample_event, sample_league
from tests.reports.documents import document
from tournament.language import ENGLISH, LANGUAGES, Language


def read_back(frame: pd.DataFrame, path: Path) -> pd.DataFrame:
    made = cast(Records, SimpleNamespace(frame=lambda: frame))
    write(replace(document(), records=lambda _: made), path, Format.PARQUET, ENGLISH)
    return pd.read_parquet(path)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("view", [sample_event(), sample_league()], ids=["tournament", "league"])
def test_every_frame_comes_back_with_its_types(view, tmp_path: Path) -> None:
    frames = event_frames(view)
    for name, columns in COLUMNS.items():
        frame = getattr(frames, name)
        read = read_back(frame, tmp_path / "a.parquet")
        pd.testing.assert_frame_equal(read, with_exact_parts(frame), check_dtype=True)
        exact = [column.name for column in columns if column.kind.dtype == Kind.POINTS.dtype]
        assert {f"{column}_numerator" for column in exact} <= set(read.columns)
        assert not set(exact) & set(read.columns)


def test_the_file_states_event_and_fingerprint_as_metadata(tmp_path: Path) -> None:
    made = replace(document(provisional=True), fingerprint="130-845d87ab04")
    write(made, tmp_path / "a.parquet", Format.PARQUET, ENGLISH)
    assert pd.read_parquet(tmp_path / "a.parquet").attrs == {
        "event": "Open & Exemple", "fingerprint": "130-845d87ab04", "provisional": True,
    }  # fmt: skip


@pytest.mark.parametrize("format", [Format.PARQUET, Format.JSON])
def test_a_damaged_event_gives_no_data(format: Format, tmp_path: Path) -> None:
    with pytest.raises(ExportFailed) as failed:
        write(replace(document(), damaged=True), tmp_path / "a", format, ENGLISH)
    assert "from a damaged file" in ENGLISH.render(failed.value.message)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_where_a_library_is_missing_it_says_what_to_install(
    language: Language, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file is touched; a module that is None cannot be imported, as one that is not installed."""
    (tmp_path / "a.parquet").write_text("old", encoding="utf-8")
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ExportFailed) as failed:
        write(document(), tmp_path / "a.parquet", Format.PARQUET, language)
    said = language.render(failed.value.message)
    assert library in said
    assert "quatre-vents[parquet]" in said
    assert (tmp_path / "a.parquet").read_text(encoding="utf-8") == "old"
