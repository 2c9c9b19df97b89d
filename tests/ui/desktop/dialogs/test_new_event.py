"""An event made in the real window by keyboard alone."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.catalogue import COUNT_PLAYERS, OFFERED, SUMMARIES, rule_set
from tournament.event.format import ALL_EVENINGS, EventFormat
from tournament.language import ENGLISH, language_of, mark
from tournament.rules.question import Option
from tournament.rules.ruleset import RuleSet
from ui.desktop import bootstrap
from ui.desktop.dialogs import new_event as page_module
from ui.desktop.dialogs.new_event import PLACE, RULES, STEPS, NewEventPage
from ui.desktop.dialogs.option_rows import OptionRow, typed_text
from ui.desktop.dialogs.special_hands import SpecialHandRow
from ui.desktop.pages.event.page import EventPage
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.window import Window


@pytest.fixture
def window(dressed: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """The window without an event; events lie in a folder of this test."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(page_module, "documents_folder", lambda: tmp_path)
    with shown(Window(bootstrap.make_controller("Organiser")), dressed) as made:
        yield made


@pytest.fixture
def new(window: Window) -> NewEventPage:
    """The three steps, in view."""
    press("Ctrl+N")
    page = window.page("new")
    assert isinstance(page, NewEventPage)
    return page


@pytest.mark.thorough
def test_the_rules_fit_in_a_small_window(window: Window, new: NewEventPage) -> None:
    translator.set_language(language_of("fr"))
    window.resize(1366, 660)  # what an open event leaves of a screen of 768 rows
    type_words("Open de Nulle Part")
    press("Return", *["Down"] * 4)
    QApplication.processEvents()
    button = new.on
    assert window.rect().contains(QRect(button.mapTo(window, QPoint(0, 0)), button.size()))
    assert not button.visibleRegion().isEmpty()
    assert button.visibleRegion().boundingRect() == button.rect()


def test_from_first_to_last_step(window: Window, new: NewEventPage, tmp_path: Path) -> None:
    type_words("Open de Nulle Part")
    press("Tab", "Tab", "Ctrl+A")
    type_words("6")
    press("Return")
    assert new.step == RULES
    press("Return")
    assert new.step == PLACE
    assert new.place.path == tmp_path / "Open de Nulle Part.qv"
    press("Return")
    view = window.controller.book.view
    settings = view.settings
    assert (settings.name, settings.rules, settings.sessions, settings.language) == (
        "Open de Nulle Part", "mcr", 6, "en",
    )  # fmt: skip
    assert window.current == "event"
    page = window.page("event")
    assert isinstance(page, EventPage)
    assert page.part is page.setup, "what else there is to say"
    assert page.next_step.label() == "Add the players"
    assert (tmp_path / "Open de Nulle Part.qv").exists()


def test_nothing_is_asked_that_can_wait(new: NewEventPage) -> None:
    assert len(STEPS) == 3
    assert set(new.fields.labelled) == {"name", "sessions"}


def test_every_field_has_a_place_in_the_window(window: Window, new: NewEventPage) -> None:
    assert {name for name, field in new.fields.labelled.items() if field.window() is not window} == set()


def test_a_name_is_asked_for_at_its_field(new: NewEventPage) -> None:
    press("Return")
    assert new.step == 0
    assert "no name" in new.fields.labelled["name"].problem()
    assert focused() is new.fields.line("name")
    type_words("Cup")
    press("Return")
    assert new.step == 1


def test_sessions_are_refused_at_their_field(new: NewEventPage) -> None:
    type_words("Cup")
    press("Tab", "Tab", "Ctrl+A")
    type_words("21")
    press("Return")
    assert "1 to 20" in new.fields.labelled["sessions"].problem()
    press("Ctrl+A")
    type_words("x")
    press("Return")
    assert "not a whole number" in new.fields.labelled["sessions"].problem()


def test_back_and_on_keeps_what_was_typed(window: Window, new: NewEventPage) -> None:
    type_words("Cup")
    press("Return", "Alt+Left")
    assert new.step == 0
    assert new.fields.line("name").text() == "Cup"
    press("Esc")
    assert window.current == "start"
    press("Ctrl+N")
    assert new.fields.line("name").text() == "Cup"


def test_a_file_that_exists_is_answered_at_the_field_and_left_alone(
    window: Window, new: NewEventPage, tmp_path: Path
) -> None:
    there = tmp_path / "Cup.qv"
    there.write_text("mine", encoding="utf-8")
    type_words("Cup")
    press("Return", "Return", "Return")
    assert "already exists" in new.place.field.problem()
    assert there.read_text(encoding="utf-8") == "mine"
    assert window.controller.view is None
    press("Ctrl+A")
    type_words(str(tmp_path / "Cup again"))
    press("Return")
    assert (tmp_path / "Cup again.qv").exists()
    assert window.controller.book.view.settings.name == "Cup"


def test_a_missing_folder_is_answered_at_the_field(new: NewEventPage, tmp_path: Path) -> None:
    type_words("Cup")
    press("Return", "Return", "Ctrl+A")
    type_words(str(tmp_path / "nowhere" / "cup"))
    press("Return")
    assert "There is no folder" in new.place.field.problem()


def test_a_name_that_no_disk_takes_becomes_a_file(new: NewEventPage, tmp_path: Path) -> None:
    type_words('Cup 1/4: "final"?')
    press("Return", "Return")
    assert new.place.path == tmp_path / "Cup 1 4 final.qv"


def test_with_an_event_open_it_stays_open_until_the_other_is_made(
    window: Window, new: NewEventPage, tmp_path: Path
) -> None:
    for name in ("Cup", "Bowl"):
        press("Ctrl+N")
        type_words(name)
        press("Return", "Return", "Return")
        assert window.controller.book.view.settings.name == name
        assert window.current == "event"


def _to_rules(new: NewEventPage, id: str, name: str = "Cup") -> None:
    """Name the event and choose the rules ``id``."""
    type_words(name)
    press("Return", *["Down"] * tuple(OFFERED).index(id))
    assert (new.step, new.rules.current) == (RULES, id)


def _in_turn(new: NewEventPage) -> Iterator[tuple[str, RuleSet]]:
    """Each rule set that is offered, chosen by the arrows from the first one on."""
    for id in OFFERED:
        if new.rules.current != id:
            press("Down")
        assert new.rules.current == id
        rules = rule_set(id)
        assert rules is not None
        yield id, rules


def _unfold(new: NewEventPage, rules: RuleSet, qtbot: QtBot) -> None:
    """Unfold the options and wait for the last of them."""
    press("Alt+O")
    names = [option.question.name for option in rules.options]
    qtbot.waitUntil(lambda: not names or list(new.options.rows) == names)


def _shown_default(option: Option) -> str:
    return typed_text(option.question.default)


@pytest.mark.thorough
def test_every_rule_set_says_what_it_is_and_makes_an_event(window: Window, new: NewEventPage) -> None:
    for id in OFFERED:
        press("Ctrl+N")
        _to_rules(new, id, name=id)
        names = {each.name for each in new.rules.accessible_items()}
        assert names == {ENGLISH.render(name) for name in OFFERED.values()}
        (chosen,) = (each for each in new.rules.accessible_items() if each.chosen)
        assert (chosen.name, chosen.description) == (ENGLISH.render(OFFERED[id]), SUMMARIES[id].message)
        press("Return", "Return")
        settings = window.controller.book.view.settings
        assert (settings.rules, settings.options) == (id, ())


@pytest.mark.thorough
def test_every_option_has_its_control_with_its_default_and_its_source(new: NewEventPage, qtbot: QtBot) -> None:
    _to_rules(new, next(iter(OFFERED)))
    for id, rules in _in_turn(new):
        assert not any(made.isVisible() for made in new.options.rows.values()), id
        _unfold(new, rules, qtbot)
        if not rules.options:
            assert not new.options.is_open, id
            assert focused() is new.rules, id
            continue
        assert focused() is new.options.rows[rules.options[0].question.name].editor, id
        for option in rules.options:
            made = new.options.rows[option.question.name]
            assert made.typed() == _shown_default(option), id
            assert made.editor.accessibleName() == translator.translate(option.question.text), id
            assert translator.translate(option.source) in made.editor.accessibleDescription(), id
            assert not isinstance(made, OptionRow) or made.reset.isHidden(), id
        press("Alt+O")


def test_options_are_chosen_by_keys_and_taken_back(window: Window, new: NewEventPage) -> None:
    _to_rules(new, "hong-kong")
    press("Alt+O", "Ctrl+A")
    type_words("3")
    press("Tab", "Tab", "Space")  # over “Reset to default” to the first tick
    rows = new.options.rows
    assert (rows["minimum"].typed(), rows["bonus_in_minimum"].typed()) == ("3", "false")
    press("Tab", "Space")  # its default again
    assert rows["bonus_in_minimum"].typed() == "true"
    assert focused() is rows["bonus_in_minimum"].editor
    rows["dead_wall"].editor.setFocus()
    press("Down")
    rows["starting_points"].editor.setFocus()
    press("Ctrl+A", "Delete")
    rows["place_points"].editor.setFocus()
    press("Ctrl+A")
    type_words("6, 3, 1, 0")
    press("Return", "Return")
    settings = window.controller.book.view.settings
    assert settings.rules == "hong-kong"
    assert settings.options == (
        ("dead_wall", "intact"), ("minimum", 3), ("place_points", "6-3-1-0"), ("starting_points", None),
    )  # fmt: skip
    assert window.controller.book.view.rules.table_points.places == (6, 3, 1, 0)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("id", "name", "refused"),
    [
        ("hong-kong", "minimum", {"4": "from 0 to 3", "": "from 0 to 3"}),
        ("french-classical-simple", "limit", {"many": "from 1 to 1000000", "0": "from 1 to 1000000"}),
        ("zung-jung", "place_points", {"0-1-2-4": "in descending order", "4-2-1": "four whole numbers"}),
        ("quebec-classical", "rounds", {"5": "from 1 to 4"}),
    ],
)
def test_what_an_option_cannot_be_is_refused_at_its_field(
    new: NewEventPage, qtbot: QtBot, id: str, name: str, refused: dict[str, str]
) -> None:
    _to_rules(new, id)
    press("Alt+O")
    qtbot.waitUntil(lambda: name in new.options.rows)
    made = new.options.rows[name]
    for typed, words in refused.items():
        made.editor.setFocus()
        press("Ctrl+A", "Delete")
        type_words(typed)
        press("Return")
        assert new.step == RULES
        assert words in made.problem()
        assert focused() is made.editor
        assert words in made.editor.accessibleDescription()
        assert isinstance(made, OptionRow)
        made.reset.setFocus()
        press("Return")
        assert made.problem() == ""
    press("Return")
    assert new.step == RULES + 1


def test_a_wrong_option_is_unfolded_when_going_on(new: NewEventPage) -> None:
    _to_rules(new, "hong-kong")
    press("Alt+O", "Ctrl+A")
    type_words("9")
    press("Esc")
    assert (new.step, focused()) == (RULES, new.rules)
    press("Return")
    assert new.options.rows["minimum"].isVisible()
    assert focused() is new.options.rows["minimum"].editor
    assert "from 0 to 3" in new.options.rows["minimum"].problem()


@pytest.mark.thorough
def test_what_is_typed_for_one_rule_set_stays_while_another_is_looked_at(window: Window, new: NewEventPage) -> None:
    _to_rules(new, "quebec-classical")
    press("Alt+O", "Ctrl+A")
    type_words("750")
    press("Alt+O")
    assert focused() is new.rules
    press("Down", "Alt+O", "Ctrl+A")
    type_words("1")
    press("Esc", "Home", "Alt+O")  # the Mahjong Competition Rules have none
    assert not new.options.is_open
    press("End", *["Up"] * 4, "Alt+O")
    assert new.options.rows["minimum"].typed() == "1"
    press("Esc", "Up", "Alt+O")
    assert new.options.rows["limit"].typed() == "750"
    press("Return", "Return")
    settings = window.controller.book.view.settings
    assert (settings.rules, settings.options) == ("quebec-classical", (("limit", 750),))


def test_the_next_event_begins_with_the_defaults(window: Window, new: NewEventPage) -> None:
    _to_rules(new, "hong-kong")
    press("Alt+O", "Ctrl+A")
    type_words("3")
    press("Return", "Return")
    assert window.current == "event"
    press("Ctrl+N")
    type_words("Other")
    press("Return", "End", *["Up"] * 4, "Alt+O")
    assert new.options.rows["minimum"].typed() == "0"


def test_the_rules_can_be_chosen_by_a_click(new: NewEventPage, qtbot: QtBot) -> None:
    type_words("Cup")
    press("Return")
    (rect,) = (each.rect for each in new.rules.accessible_items() if each.name == OFFERED["zung-jung"].message)
    qtbot.mouseClick(new.rules, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert new.rules.current == "zung-jung"
    assert new.options.rows.keys() == set()


def test_every_format_says_what_it_is_and_only_a_tournament_has_sessions(new: NewEventPage) -> None:
    items = {each.name: each.description for each in new.format.accessible_items()}
    assert items == {each.label.message: each.text.message for each in EventFormat}
    press("Tab")
    assert focused() is new.format
    asked = []
    for _ in EventFormat:
        asked.append((new.format.current, new.fields.labelled["sessions"].isVisible()))
        press("Down")
    assert asked == [("tournament", True), ("club", False), ("league", False)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("key", "format"), [("Down", EventFormat.CLUB), ("End", EventFormat.LEAGUE)])
def test_an_evening_needs_nothing_but_its_name(
    window: Window, new: NewEventPage, key: str, format: EventFormat
) -> None:
    told: list[object] = []
    window.controller.messages.shown.connect(told.append)
    type_words("Friday")
    press("Tab", "Tab", "Ctrl+A")
    type_words("21")  # no number of sessions, and nobody is asked for one now
    press("Shift+Tab", key, "Return", "Return", "Return")
    settings = window.controller.book.view.settings
    assert (settings.format, settings.sessions, settings.season) == (format, 1, ALL_EVENINGS)
    assert told == [], "nothing is wrong with an evening that begins"


def _cut(new: NewEventPage) -> list[str]:
    """The options of which a line of words has not the height that it needs, or that stand on one another."""
    QApplication.processEvents()
    rows = [(name, made) for name, made in new.options.rows.items() if made.isVisible()]
    overlapping = [name for (name, made), (_, next_one) in pairwise(rows) if made.y() + made.height() > next_one.y()]
    return overlapping + [
        name
        for name, made in new.options.rows.items()
        for label in made.findChildren(TextLabel)
        if label.isVisible() and label.wordWrap() and label.height() < label.heightForWidth(label.width())
    ]


@pytest.mark.thorough
def test_no_words_of_an_option_are_cut(window: Window, new: NewEventPage, qtbot: QtBot) -> None:
    _to_rules(new, next(iter(OFFERED)))
    for id, rules in _in_turn(new):
        if id not in COUNT_PLAYERS:
            continue
        window.resize(1440, 900)
        translator.set_language(ENGLISH)
        _unfold(new, rules, qtbot)
        special = next((name for name, made in new.options.rows.items() if isinstance(made, SpecialHandRow)), None)
        if special is not None:
            assert not new.options.rows[special].isVisible()
            new.options.show_option(special)
        qtbot.waitUntil(lambda: _cut(new) == [])
        for width in (960, 1366, 1000):
            window.resize(width, 700)
            qtbot.waitUntil(lambda: _cut(new) == [])
        window.show_page("start")
        translator.set_language(language_of("fr"))
        window.show_page("new")
        qtbot.waitUntil(lambda: _cut(new) == [])
        translator.set_language(language_of("zh"))
        qtbot.waitUntil(lambda: _cut(new) == [])
        press("Alt+O")


def test_who_comes_back_to_the_options_stands_in_one(window: Window, new: NewEventPage) -> None:
    _to_rules(new, "hong-kong")
    press("Alt+O", "Ctrl+A")
    type_words("2")
    window.show_page("start")
    window.show_page("new")
    assert focused() is new.options.rows["minimum"].editor
    assert new.options.rows["minimum"].typed() == "2"


def test_the_rules_are_shown_in_their_own_words(window: Window, new: NewEventPage) -> None:
    translator.set_language(language_of("fr"))
    type_words("Open")
    press("Return", *["Down"] * list(OFFERED).index("zung-jung"))
    assert new.rules.current == "zung-jung"
    assert translator.translate(mark("Drawn hand")) == "Main nulle"
    press("Up")
    assert translator.translate(mark("Drawn hand")) != "Main nulle"
    press("Down", "Esc")
    assert translator.language.words == ()
