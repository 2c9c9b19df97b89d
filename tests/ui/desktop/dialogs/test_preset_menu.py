"""The menu of presets: choosing one in a new event and in Setup, saving one, and reading the file of another club."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.pressing import press
from tournament.event.settings import Settings
from ui.desktop.controller import EventController
from ui.desktop.dialogs import preset_menu
from ui.desktop.dialogs.new_event import RULES, NewEventPage
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.event.setup_part import SetupPart
from ui.desktop.window import Window
from ui.rule_presets import own_folder, preset, shipped

M_LEAGUE = dict(preset("m-league").options)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def setup(window: Window, controller: EventController, tmp_path: Path) -> SetupPart:
    """Setup of a new event of riichi."""
    controller.create(tmp_path / "new.qv", Settings("Cup", sessions=2, rules="riichi-ema-2025"))
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page.setup


def choose(link: preset_menu.PresetLink, name: str) -> None:
    """Run the entry of the menu that begins with ``name``."""
    (entry,) = (each for each in link.entries() if str(getattr(each.text, "message", each.text)).startswith(name))
    assert entry.enabled
    entry.act()


def options(controller: EventController) -> dict[str, object]:
    assert controller.view is not None
    return dict(controller.view.settings.options)


def test_every_preset_of_the_program_is_offered(setup: SetupPart) -> None:
    offered = [str(getattr(each.text, "message", each.text)) for each in setup.options.presets.entries()]
    assert {"Riichi (EMA 2025)", "Riichi (EMA 2016)", *shipped().values()} <= set(offered)


def test_a_preset_is_saved_at_once_and_named(setup: SetupPart, controller: EventController) -> None:
    choose(setup.options.presets, "M-League")
    assert options(controller) == M_LEAGUE
    assert setup.options.state_text() == "as M-League"
    setup.options.set_open(True)
    assert setup.options.rows["start"].typed() == "25000"
    choose(setup.options.presets, "Riichi (EMA 2025)")
    assert options(controller) == {}
    assert setup.options.state_text() == "all at default"
    assert setup.options.rows["start"].typed() == "30000"


def test_a_preset_of_the_other_edition_changes_the_rules(setup: SetupPart, controller: EventController) -> None:
    choose(setup.options.presets, "Riichi (EMA 2016)")
    assert controller.view is not None
    assert controller.view.settings.rules == "riichi-ema-2016"
    choose(setup.options.presets, "Tenhou")
    assert controller.view.settings.rules == "riichi-ema-2025"
    assert setup.fields.choice("rules").currentData() == "riichi-ema-2025"


def test_own_options_are_saved_and_passed_on(
    setup: SetupPart, controller: EventController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(setup.options.presets, "Tenhou")
    setup.options.set_open(True)
    setup.options.rows["uma_first"].show_typed("18000")
    setup.options.rows["uma_first"].edited.emit()
    setup.options.finished.emit("uma_first")
    mine = options(controller)
    assert mine["uma_first"] == 18_000
    passed_on = tmp_path / "Club of Nowhere.toml"
    monkeypatch.setattr(preset_menu, "choose_new_preset", lambda _parent, _suggested: passed_on)
    choose(setup.options.presets, "Save these options")
    choose(setup.options.presets, "World Riichi Championship")
    monkeypatch.setattr(preset_menu, "choose_preset", lambda _parent, _folder: passed_on)
    choose(setup.options.presets, "Preset from a file")
    assert options(controller) == mine
    assert setup.options.state_text() == "as Club of Nowhere"
    assert (own_folder() / passed_on.name).read_text() == passed_on.read_text()
    choose(setup.options.presets, "Riichi (EMA 2025)")
    choose(setup.options.presets, "Club of Nowhere")
    assert options(controller) == mine


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('rules = "riichi-ema-2025"\n[options]\numa_first = -3\n', "bad.toml"),
        ('rules = "riichi-ema-2025"\n[options]\ntea = true\n', "tea"),
        ('rules = "tea"', "must name “rules”"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(
    setup: SetupPart, controller: EventController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    content: str, said: str,
) -> None:  # fmt: skip
    bad = tmp_path / "bad.toml"
    bad.write_text(content)
    monkeypatch.setattr(preset_menu, "choose_preset", lambda _parent, _folder: bad)
    choose(setup.options.presets, "Preset from a file")
    assert said in setup.options.state_text()
    assert options(controller) == {}
    assert not own_folder().exists()


def test_a_file_that_cannot_be_written_says_why(
    setup: SetupPart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose_folder(_parent: QWidget, _suggested: Path) -> Path:
        (tmp_path / "a.toml").mkdir()
        return tmp_path / "a.toml"

    monkeypatch.setattr(preset_menu, "choose_new_preset", choose_folder)
    choose(setup.options.presets, "Save these options")
    assert "a.toml cannot be written" in setup.options.state_text()


def test_a_new_event_begins_with_a_preset(window: Window) -> None:
    press("Ctrl+N")
    page = window.page("new")
    assert isinstance(page, NewEventPage)
    page.rules.set_current("riichi-ema-2016")
    page._show_rules("riichi-ema-2016")
    page._show(RULES)
    choose(page.options.presets, "M-League")
    assert page.rules.current == "riichi-ema-2025"
    assert dict(page.settings().options) == M_LEAGUE
