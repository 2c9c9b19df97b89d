"""The list of a federation's players that is stored on this computer."""

from pathlib import Path

import pytest

from reports.federations.kept_register import keep_register, kept_register, register_path
from tournament.event.player import Player
from tournament.event.register import Unmatched


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


def test_players_come_back_and_can_be_read_in_the_file() -> None:
    keep_register([Player(7, "Łukasz", "Żółć", "PL", "04000022"), Player(0, "麻将", "示例", "CN", "04000034")])
    found = kept_register()
    assert found.complete(Player(1, "Łukasz", "Żółć")) == Player(1, "Łukasz", "Żółć", "PL", "04000022")
    assert found.find(Player(2, "", "", ema_number="04000034")) == Player(0, "麻将", "示例", "CN", "04000034")
    assert "Żółć" in register_path().read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["", "{", "7", "[7]", '[["Ada", "East"'])
def test_a_file_that_is_not_a_list_is_empty(content: str) -> None:
    register_path().parent.mkdir(parents=True, exist_ok=True)
    register_path().write_text(content, encoding="utf-8")
    assert isinstance(kept_register().find(Player(1, "Ada", "East")), Unmatched)


def test_no_file_is_empty() -> None:
    assert isinstance(kept_register().find(Player(1, "Ada", "East")), Unmatched)


def test_a_list_of_four_megabytes_is_read() -> None:
    keep_register([Player(0, "Ada", "East", "FR", "04000022")])
    content = register_path().read_text(encoding="utf-8")
    for size, known in ((4_000_000, True), (4_000_001, False)):
        register_path().write_text(content.ljust(size), encoding="utf-8")
        found = kept_register().find(Player(1, "Ada", "East"))
        assert isinstance(found, Unmatched) is not known
