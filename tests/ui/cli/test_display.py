"""``display``: which screen it shows, and what it refuses; the window itself has its own tests."""

import sys
from pathlib import Path
from time import time

import pytest

from tests.ui.cli.conftest import Call
from tournament.language import Language
from ui.cli.bootstrap import event_for_reading
from ui.hall.browsers import SeenBrowser, ServedScreens, keep_browsers
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.hall_store import load_hall, save_hall

SHOWN: list[tuple[Path, HallScreen, str]] = []


def _show(path: Path, screen: HallScreen, _state: HallState, *, language: Language | None) -> int:
    SHOWN.append((path, screen, language.code if language else ""))
    return 0


@pytest.fixture
def event(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event without a hall, and a window that only says what it would show."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("ui.desktop.display.alone.show_alone", _show)
    SHOWN.clear()
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 2).code == 0
    return path


def id_of(path: Path) -> str:
    with event_for_reading(path) as book:
        return book.view.journal[0].id


def test_without_an_arrangement_it_is_a_clock(event: Path, call: Call) -> None:
    assert call("display", event).code == 0
    assert call("--lang", "fr", "display", event, "--screen", "1").code == 0
    assert [(event, HallScreen("1"), ""), (event, HallScreen("1"), "fr")] == SHOWN


def test_a_screen_has_its_name_or_its_number(event: Path, call: Call) -> None:
    screens = HallScreen("North"), HallScreen("1", (ScreenContent.STANDINGS,)), HallScreen("East")
    save_hall(HallState(id_of(event), screens))
    for words in ((), ("--screen", "1"), ("--screen", "3"), ("--screen", "North")):
        assert call("display", event, *words).code == 0
    assert [screen for _, screen, _ in SHOWN] == [screens[0], screens[1], screens[2], screens[0]]
    answer = call("display", event, "--screen", "4")
    assert (answer.code, answer.errors) == (
        1, ["error: There is no screen “4”: this event has North, 1, East."],
    )  # fmt: skip


def test_what_is_not_there_is_refused(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = call("display", event, "--screen", "North")
    assert (answer.code, answer.errors) == (
        1, ["error: There is no screen “North”: no screens are set up for this event on this computer."],
    )  # fmt: skip
    assert call("display", event.with_name("no.qv")).code == 1
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    answer = call("display", event)
    assert answer.code == 3
    assert answer.errors[0].startswith("error: There is no display here")
    assert SHOWN == []


def test_a_damaged_arrangement_is_remarked_and_a_clock_is_shown(event: Path, call: Call) -> None:
    save_hall(HallState(id_of(event), (HallScreen("North"),)))
    kept = next(event.parent.glob("home/data/**/hall.json"))
    kept.write_text("{")
    answer = call("display", event)
    assert answer.code == 0
    assert "set them up again" in answer.err
    assert [screen.name for _, screen, _ in SHOWN] == ["1"]


def test_browsers_that_show_screens_are_listed(event: Path, call: Call) -> None:
    state = HallState(id_of(event), (HallScreen("North"), HallScreen("East / 2")))
    save_hall(state)
    answer = call("display", event, "--browsers")
    assert (answer.code, "serve FILE --public-port" in answer.errors[0]) == (1, True)
    assert call("display", event, "--json").code == 2
    now = time()
    seen = SeenBrowser("North", 1, now - 2, sound=True), SeenBrowser("North", 2, now - 90)
    keep_browsers(ServedScreens(state.event, "http://192.168.1.7:8080", now, seen))
    lines = call("display", event, "--browsers").out.splitlines()
    assert "In 1 browser, seen 2 s ago" in lines[0] or "seen 3 s ago" in lines[0]
    assert lines[1] == "East / 2: http://192.168.1.7:8080/screen/East%20%2F%202, in no browser"
    north, east = call("display", event, "--browsers", "--json").json
    assert [each["number"] for each in north["browsers"]] == [1]
    assert [each["number"] for each in north["lost"]] == [2]
    assert (east["screen"], east["browsers"]) == ("East / 2", [])
    (only,) = call("display", event, "--screen", "2", "--browsers", "--json").json
    assert only == east
    assert SHOWN == []


def test_what_it_takes_is_shown_and_hidden_without_a_window(event: Path, call: Call) -> None:
    for option, shows, words in (("show", True, "is shown"), ("hide", False, "is not shown")):
        answer = call("display", event, "--prospects", option)
        assert (answer.code, words in answer.out) == (0, True)
        assert load_hall(id_of(event)).state.prospects is shows
    assert call("display", event, "--prospects", "maybe").code == 2
