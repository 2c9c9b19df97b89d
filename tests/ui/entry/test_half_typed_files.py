"""Where unfinished entries wait between two runs: a file for each event, which is never overwritten when damaged."""

from pathlib import Path

import pytest

from tests.tournament.use_cases.events import SEATING
from tournament.files.user_folders import VARIABLE
from tournament.use_cases.commands import PublishDraw
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from ui.entry.half_typed import HalfTyped, KeptTotals, written
from ui.entry.half_typed_files import HalfTypedSetAside, draft_of, file_of, keep, kept_of, set_aside

KEPT = HalfTyped("an-event", totals=(KeptTotals(1, 2, ("8", "", "", "")),), draw=UnpublishedDraw(PublishDraw(SEATING)))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_what_is_kept_is_found_again() -> None:
    keep(KEPT)
    assert kept_of("an-event") == KEPT
    assert draft_of("an-event") == KEPT.draw


def test_of_another_event_nothing_is_kept() -> None:
    keep(KEPT)
    assert kept_of("other") == HalfTyped("other")
    assert draft_of("other") is None


def test_the_file_goes_when_nothing_is_unfinished() -> None:
    keep(KEPT)
    keep(HalfTyped("an-event"))
    assert not file_of("an-event").exists()
    keep(HalfTyped("an-event"))
    assert kept_of("an-event") == HalfTyped("an-event")


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"event":"an-event","version":99}', written(HalfTyped("other"))])
def test_a_damaged_file_or_that_of_another_event_is_set_aside(text: str) -> None:
    path = file_of("an-event")
    keep(KEPT)
    path.write_text(text, encoding="utf-8")
    assert draft_of("an-event") is None
    with pytest.raises(HalfTypedSetAside) as raised:
        kept_of("an-event")
    aside = raised.value.args[0]
    assert aside.read_text(encoding="utf-8") == text
    assert str(raised.value) == str(aside)
    assert not path.exists()


def test_bytes_that_are_no_text_are_set_aside() -> None:
    keep(KEPT)
    file_of("an-event").write_bytes(b"\xff\xfe")
    assert draft_of("an-event") is None
    with pytest.raises(HalfTypedSetAside):
        kept_of("an-event")


def test_nothing_is_set_aside_over_an_earlier_file() -> None:
    keep(KEPT)
    first = set_aside("an-event")
    keep(KEPT)
    second = set_aside("an-event")
    assert first != second
    assert first.exists()
    assert second.exists()
