"""``settings FILE``: what the event is, where and when; shown and changed."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Harbour Open 2026", "--sessions", 2, "--place", "Town hall").code == 0
    return path


def test_what_is_given_changes_and_the_rest_stays(event: Path, call: Call):
    assert call("settings", event, "--city", " Utrecht ", "--host-country", "the Netherlands").code == 0
    assert call("settings", event, "--starts", "2026-05-09", "--ends", "2026-05-10").code == 0
    assert call("settings", event, "--short-name", "HO26", "--level", "championship").code == 0
    shown = call("settings", event, "--json").json
    assert shown == {
        "name": "Harbour Open 2026", "place": "Town hall", "starts": "2026-05-09", "ends": "2026-05-10",
        "organiser": "", "city": "Utrecht", "host_country": "NL", "short_name": "HO26", "level": "championship",
        "format": "tournament", "rules": "mcr", "sessions": 2, "minutes": 120, "language": "en",
    }  # fmt: skip
    assert call("settings", event, "--short-name", "").code == 0
    assert call("settings", event, "--json").json["short_name"] == ""
    assert "Utrecht" in call("settings", event).out


@pytest.mark.parametrize("written", ["NL", "NED", "NLD", "ned", "Netherlands", "Pays-Bas", "Holland"])
def test_a_country_is_understood_as_it_is_written(tmp_path: Path, call: Call, written: str):
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 1, "--host-country", written).code == 0
    assert call("settings", path, "--json").json["host_country"] == "NL"


def test_a_country_that_is_none_is_refused_and_nothing_changes(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("settings", event, "--host-country", "Atlantis", "--city", "Utrecht")
    assert answer.code == 1
    assert answer.errors == [
        "error: “Atlantis” is no country that is known here: write its name or its code, such as FR."
    ]
    assert event.read_bytes() == before
    assert call("new", event.with_name("b.qv"), "--name", "B", "--sessions", 1, "--host-country", "EU").code == 1
    assert not event.with_name("b.qv").exists()


def test_what_is_wrong_with_the_dates_is_refused(event: Path, call: Call):
    answer = call("settings", event, "--starts", "2026-05-10", "--ends", "2026-05-09")
    assert answer.code == 1
    assert call("settings", event, "--starts", "soon").code == 2
