"""Hands of every system typed in the real window, and what each refuses at the field."""

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pressing import press
from tests.ui.entry.test_game_keys import TOY
from tournament import catalogue
from tournament.language import LANGUAGES, language_of, mark
from tournament.rules.payment import Answer, Outcome
from ui.desktop.help import HelpPanel
from ui.desktop.pages.tables.entry_panel import LegendKey
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.entry.hand_draft import questions_of
from ui.entry.penalty_draft import penalties_of_session, receivers_text
from ui.entry.typing_order import AnswerField, HandField, TypedField, ValueField

FRENCH, ADVANCED, ZUNG_JUNG = "french-classical-simple", "french-classical-advanced", "zung-jung"
QUEBEC, HONG_KONG = "quebec-classical", "hong-kong"


def outcomes(page: TablesPage) -> list[Outcome]:
    """The hands recorded, from the first."""
    hands = page.controller.book.view.sheet(1, 1).hands
    return [line.outcome for line in hands if line.outcome is not None]


def in_field(page: TablesPage) -> TypedField:
    """The field that has the caret."""
    focused = QApplication.focusWidget()
    assert focused is not None
    return page.panel.hand._lines[focused]


def values(winner: int | None, discarder: int | None, four: tuple[int, int, int, int], **answers: Answer) -> Outcome:
    """A hand whose four values are paid."""
    return Outcome(winner, discarder, 0, four, answers=tuple(sorted(answers.items())))


FRENCH_HANDS = [
    ("1 2 M S 40 Enter 12 Enter 24 Enter 8 Enter", values(0, 1, (40, 12, 24, 8), dominant="S")),
    ("3 D M E 6 Enter Enter 30 Enter Enter", values(2, None, (6, 0, 30, 0), dominant="E")),
    ("X Enter", values(None, None, (0, 0, 0, 0))),
    ("4 1 M N 2 Enter 4 Enter Enter 1000 Enter", values(3, 0, (2, 4, 0, 1000), dominant="N")),
]
PLAYED = {
    FRENCH: (FRENCH_HANDS, 15 + 11 + 2 + 14),
    ADVANCED: (FRENCH_HANDS, 15 + 11 + 2 + 14),
    ZUNG_JUNG: (
        [
            ("1 2 40 Enter", Outcome(0, 1, 40)),
            ("2 D 25 Enter", Outcome(1, None, 25)),
            ("X Enter", Outcome(None)),
            ("3 1 60 L 4 Enter", Outcome(2, 0, 60, liable=3)),
        ],
        5 + 5 + 2 + 7,
    ),
    QUEBEC: (
        [
            ("2 1 4 Enter 40 Enter Enter 16 Enter", values(1, 0, (4, 40, 0, 16))),
            ("1 D 20 Enter Enter Enter Enter", values(0, None, (20, 0, 0, 0))),
            ("X Enter", values(None, None, (0, 0, 0, 0))),
            ("3 4 2 Enter 8 Enter 26 Enter 4 L 2 1 Enter", values(2, 3, (2, 8, 26, 4), limit_losers=(0, 1))),
        ],
        11 + 8 + 2 + 14,
    ),
    HONG_KONG: (
        [
            ("1 2 3 Enter", Outcome(0, 1, 3)),
            ("2 D 1 Enter", Outcome(1, None, 1)),
            ("X Enter", Outcome(None)),
            ("3 1 6 L 1 9 Enter", Outcome(2, 0, 6, liable=0, answers=(("liability", "nine-pieces"),))),
            ("4 D 7 L 2 2 Enter", Outcome(3, None, 7, liable=1, answers=(("liability", "twelve-pieces"),))),
            ("1 4 2 L 4 Enter", Outcome(0, 3, 2, liable=3)),
        ],
        4 + 4 + 2 + 7 + 7 + 6,
    ),
}
"""Keys of some hands with what they record, and how many keys that are."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", PLAYED)
def test_hands_are_typed_and_their_keys_counted(rules: str, page: TablesPage, keyboard: Keyboard) -> None:
    hands, keys = PLAYED[rules]
    for typed, _outcome in hands:
        keyboard.type(typed)
    assert outcomes(page) == [outcome for _typed, outcome in hands]
    assert keyboard.pressed == keys
    assert in_field(page) is HandField.WINNER
    assert typed_hand(page).empty


@pytest.mark.parametrize("rules", [FRENCH])
def test_winds_answer_in_the_language_in_use(page: TablesPage, keyboard: Keyboard) -> None:
    translator.set_language(language_of("fr"))
    keyboard.type("O N M O 8 Enter 4 Enter 40 Enter 2 Enter")  # Ouest: column 3; the dominant wind is West
    assert outcomes(page) == [values(2, 3, (8, 4, 40, 2), dominant="W")]


@pytest.mark.parametrize("rules", [ADVANCED])
@pytest.mark.parametrize("options", [(("pay_draws", True),)])
def test_a_drawn_hand_that_is_paid_is_typed_with_its_values(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("X")
    assert in_field(page) == ValueField(0)
    assert "nobody pays" not in page.panel.hand.winner.description()
    keyboard.type("M W 4 Enter 8 Enter Enter 2 Enter")
    assert outcomes(page) == [values(None, None, (4, 8, 0, 2), dominant="W")]


REFUSED: list[tuple[str, str, TypedField, str]] = [
    (FRENCH, "1 2 M 1 3", AnswerField("dominant"), "“3” is not a valid answer here"),
    (FRENCH, "1 2 M 1 Enter", AnswerField("dominant"), "“1” is not a valid answer here"),
    (FRENCH, "1 2 M S Enter", ValueField(0), "The value of Ada’s hand is missing."),
    (FRENCH, "1 2 M S 18 Enter", ValueField(0), "The winner has at least 20 for Mah-Jong, not 18."),
    (FRENCH, "1 2 M S 41 Enter", ValueField(0), "All points are even: no hand is worth 41."),
    (FRENCH, "1 2 M S 40 Enter 1002 Enter", ValueField(1), "at most the limit of 1000"),
    (FRENCH, "1 2 M S 1.2 Enter", ValueField(0), "“1.2” is not a number"),
    (FRENCH, "1 1", HandField.SOURCE, "Ada is the winner"),
    (ZUNG_JUNG, "1 2 4 Enter", HandField.POINTS, "The minimum value to win is 5"),
    (ZUNG_JUNG, "1 2 500 Enter", HandField.POINTS, "above"),
    (ZUNG_JUNG, "1 2 20 L", HandField.POINTS, "Responsible: not relevant in this hand"),
    (ZUNG_JUNG, "1 2 L", HandField.POINTS, "Responsible: only after the points"),
    (ZUNG_JUNG, "1 2 60 L 9", AnswerField("responsible"), "“9” matches no player"),
    (QUEBEC, "2 1 7 Enter", ValueField(0), "All points are even: no hand is worth 7."),
    (QUEBEC, "2 1 Enter 502 Enter", ValueField(1), "above the limit of 500"),
    (QUEBEC, "2 1 Enter 40 Enter Enter 4 L 2 Enter", AnswerField("limit_losers"), "The winner is not a loser."),
    (HONG_KONG, "1 D 0 Enter", HandField.POINTS, "A self-draw is worth 1 fan by itself."),
    (HONG_KONG, "1 2 11 Enter", HandField.POINTS, "10"),
    (HONG_KONG, "1 2 6 L 3 Enter", AnswerField("liable"), "After a discard, only the discarder can pay for all."),
    (HONG_KONG, "1 2 6 L 2 2 Enter", AnswerField("liability"), "Twelve pieces applies after a self-draw"),
    (HONG_KONG, "1 2 K", HandField.POINTS, ""),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", sorted({rules for rules, *_ in REFUSED}))
def test_what_cannot_be_is_refused_at_its_field(page: TablesPage, keyboard: Keyboard, rules: str) -> None:
    for keys, field, words in ((keys, field, words) for of, keys, field, words in REFUSED if of == rules):
        keyboard.type(keys)
        assert outcomes(page) == [], keys
        assert in_field(page) == field, keys
        form = page.panel.hand
        shown = form.values if isinstance(field, ValueField) else form._fields[field]
        assert shown is not None
        assert words in shown.problem(), keys
        assert not form.record.isEnabled(), keys
        keyboard.type("Esc")
        assert typed_hand(page).empty, keys
        assert in_field(page) is HandField.WINNER, keys


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        (ZUNG_JUNG, {"1 2 20 L 3": Outcome(0, 1, 20), "1 2 60 L 7": Outcome(0, 1, 60)}),
        (HONG_KONG, {"1 2 6 L 2 7": Outcome(0, 1, 6, liable=1), "1 D 3 L 2": Outcome(0, None, 3)}),
    ],
)
def test_what_was_typed_in_vain_takes_one_more_enter(
    page: TablesPage, keyboard: Keyboard, typed: dict[str, Outcome]
) -> None:
    """Whoever types without looking up gets no further: neither is a figure joined to the points, nor the hand lost."""
    before: list[Outcome] = []
    for keys, recorded in typed.items():
        keyboard.type(f"{keys} Enter")
        assert outcomes(page) == before
        keyboard.type("Enter")
        assert outcomes(page) == [*before, recorded]
        before.append(recorded)


@pytest.mark.parametrize("rules", [QUEBEC])
@pytest.mark.parametrize("options", [(("limit", None),)])
def test_an_improbable_value_asks_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 4000 Enter Enter Enter Enter")
    form = page.panel.hand
    assert form.values is not None
    assert "4000" in form.values.question()
    assert outcomes(page) == []
    keyboard.type("Enter")
    assert outcomes(page) == [values(0, 1, (4000, 0, 0, 0))]


@pytest.mark.parametrize("rules", [FRENCH])
def test_backspace_goes_back_answer_by_answer(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 M S 40 Enter")
    assert in_field(page) == ValueField(1)
    keyboard.type("Backspace")
    assert in_field(page) == ValueField(0)
    keyboard.type("Backspace")  # what is marked goes first
    assert typed_hand(page).values == ("", "", "", "")
    keyboard.type("Backspace Backspace")  # a digit typed above the values would name somebody
    assert in_field(page) == ValueField(0)
    press("Shift+Tab")
    assert in_field(page) is HandField.SOURCE
    keyboard.type("M")
    assert in_field(page) == AnswerField("dominant")
    assert typed_hand(page).answer("dominant") == "S"
    keyboard.type("Backspace")
    assert typed_hand(page).answer("dominant") is None


@pytest.mark.parametrize("rules", [FRENCH])
def test_the_dominant_wind_is_asked_of_nobody_and_found_by_the_dice(page: TablesPage, keyboard: Keyboard) -> None:
    """Poilbarbe 2.3: 5 and 9 are East's, 2, 6, 10 South's, 3, 7, 11 West's, 4, 8, 12 North's."""
    keyboard.type("1 2 40 Enter Enter Enter Enter")
    keyboard.type("1 2 M 1 0 40 Enter Enter Enter Enter 3 D M 7 Enter Enter 30 Enter Enter")
    found = [outcome.answer("dominant") for outcome in outcomes(page)]
    assert found == [None, "S", "W"]


@pytest.mark.parametrize("rules", [FRENCH])
def test_a_second_throw_shows_the_break_and_is_not_recorded(page: TablesPage, keyboard: Keyboard) -> None:
    """Poilbarbe 2.3: 12 is North's wall, and 12 + 9 are three stacks beyond its 18."""
    keyboard.type("1 2 M 1 2")
    assert in_field(page) == ValueField(0), "one throw answers"
    entry = page.panel.hand._fields[AnswerField("dominant")]
    assert "+ second throw, for the break" in entry.description()
    keyboard.type("40 + 1")
    assert in_field(page) == AnswerField("dominant")
    assert "12+1" in entry.description()
    keyboard.type("Backspace M 1 2 + 9")
    assert "East: stack 3, from the left" in entry.description()
    assert in_field(page) == ValueField(1)
    keyboard.type("Enter Enter Enter")
    assert outcomes(page) == [values(0, 1, (40, 0, 0, 0), dominant="N")]
    keyboard.type("Up M 8")
    assert not page.panel.hand.record.isEnabled(), "the same wind by other dice is no correction"


@pytest.mark.parametrize("rules", [FRENCH])
def test_tab_passes_all_fields_in_their_order(page: TablesPage, keyboard: Keyboard) -> None:
    places = [in_field(page)]
    for _ in range(5):
        keyboard.type("Tab")
        places.append(in_field(page))
    assert places == [HandField.WINNER, HandField.SOURCE, *map(ValueField, range(4))]


@pytest.mark.parametrize("rules", [FRENCH])
def test_what_is_left_half_typed_waits_on_other_pages_and_tables(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 M S 40 Enter 12")
    press("Alt+5", "Alt+4")
    assert in_field(page) == ValueField(1)
    keyboard.type("G 2 Enter G 1 Enter")
    assert "left unfinished" in page.panel.hand.winner.question()
    keyboard.type("Enter")
    assert in_field(page) == ValueField(2)
    keyboard.type("Enter 8 Enter")
    assert outcomes(page) == [values(0, 1, (40, 12, 0, 8), dominant="S")]


@pytest.mark.parametrize("rules", [FRENCH])
def test_a_value_is_corrected_with_a_reason_and_taken_back(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 M S 40 Enter 12 Enter Enter 8 Enter Up")
    form = page.panel.hand
    assert form.values is not None
    assert [line.text() for line in form.values.lines] == ["40", "12", "0", "8"]
    assert form.winner.answer() == "Ada Anything"
    assert "40 · 12 · 0 · 8" in form._was.text()
    keyboard.type("Enter Enter Enter 16 Enter")
    assert in_field(page) == ValueField(2), "a digit typed for the next value would be taken as a usual reason"
    assert not form.record.isEnabled()
    keyboard.type("Enter Enter")
    assert in_field(page) is HandField.REASON
    assert "+24" not in form._effect.accessibleName()
    keyboard.words("misread")
    keyboard.type("Enter")
    assert outcomes(page) == [values(0, 1, (40, 16, 0, 8), dominant="S")]
    keyboard.type("Ctrl+Z")
    assert outcomes(page) == [values(0, 1, (40, 12, 0, 8), dominant="S")]


@pytest.mark.parametrize("rules", [HONG_KONG])
def test_who_is_liable_is_corrected_alone(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 6 Enter Up L 2 5 Enter")
    keyboard.words("said by the referee")
    keyboard.type("Enter")
    assert outcomes(page) == [Outcome(0, 1, 6, liable=1, answers=(("liability", "last-five"),))]
    keyboard.type("Up L")
    assert page.panel.hand._fields[AnswerField("liable")].answer() == "Ben Beispiel"
    keyboard.type("Backspace Enter")
    assert "Enter who pays for all." in page.panel.hand._fields[AnswerField("liable")].problem()


@pytest.mark.parametrize("rules", [FRENCH])
def test_the_button_says_what_enter_does_in_each_value(page: TablesPage, keyboard: Keyboard) -> None:
    record = page.panel.hand.record
    keyboard.type("1 2 M S 40 Enter Enter Enter")
    assert in_field(page) == ValueField(3)
    assert record.isEnabled()  # nothing typed is 0
    press("Shift+Tab")
    assert not record.isEnabled()
    keyboard.type("Enter")
    assert outcomes(page) == []
    keyboard.type("Enter")
    assert outcomes(page) == [values(0, 1, (40, 0, 0, 0), dominant="S")]


WHO_PAYS = {
    ZUNG_JUNG: {
        "1 2 20": "20 from\neach of the three",
        "1 2 60": "130 from Ben\n25 from each other",
        "1 2 60 L 3": "130 from Cleo\n25 from each other",
        "1 2 60 L 1": "60 from\neach of the three",
    },
    HONG_KONG: {
        "1 D 7": "64 from\neach of the three",
        "1 2 6 L 2": "64 from Ben\nfor all three",
        "1 D 7 L 4": "192 from Dora\nfor all three",
    },
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", WHO_PAYS)
def test_who_pays_stands_beside_the_points(page: TablesPage, keyboard: Keyboard, rules: str) -> None:
    for keys, words in WHO_PAYS[rules].items():
        keyboard.type(f"Esc Esc {keys}")
        assert page.panel.hand.points._box.aside.text() == words


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [FRENCH])
def test_the_reason_of_a_refusal_is_seen_in_a_low_window(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    window.resize(900, 500)
    keyboard.type("1 2 M S 40 Enter 15 Enter")
    QApplication.processEvents()
    shown = page.panel.hand.values
    assert shown is not None
    assert shown._problem is not None
    assert shown._problem.visibleRegion().boundingRect() == shown._problem.rect()


@pytest.mark.parametrize("rules", [QUEBEC])
def test_values_left_empty_are_passed_as_quickly_as_one_types(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None]
) -> None:
    """However quickly they follow one another; and no hand follows by itself."""
    keyboard.type("1 2 4 0")
    enter(1)
    assert in_field(page) == ValueField(1)
    enter(0.03)
    enter(0.12)
    assert in_field(page) == ValueField(3)
    enter(0.12)
    assert outcomes(page) == [values(0, 1, (40, 0, 0, 0))]
    enter(0.12)
    assert outcomes(page) == [values(0, 1, (40, 0, 0, 0))]
    assert page.panel.hand.winner.problem()


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [each for each in PLAYED if each != FRENCH])  # it asks as ADVANCED does
def test_every_field_is_seen_where_it_is_typed(
    rules: str, page: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    """And the button below them, on a small screen too; one window takes on every language and size."""
    for language, size in product(LANGUAGES, [(1366, 768), (1024, 600), (853, 401), (780, 360)]):
        translator.set_language(language)
        window.resize(*size)
        keyboard.type("Esc Esc 1 2")
        QApplication.processEvents()
        form, hand, where = page.panel.hand, page.state.hand, (language.code, size)
        assert hand is not None
        assert len(hand.fields) >= 3
        for field in hand.fields:
            form.focus(field)
            QApplication.processEvents()
            line = form._line(field)
            assert not line.visibleRegion().isEmpty(), (field, where)
            assert line.visibleRegion().boundingRect() == line.rect(), (field, where)
            if isinstance(field, AnswerField) and size == (1366, 768):
                hint = form._fields[field]._hint
                assert hint is not None
                assert hint.isVisible(), ("the key that leads to it, or the keys that answer", where)
        assert not form.record.visibleRegion().isEmpty(), where


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        (FRENCH, ["M", "Dominant wind: its letter, or the sum of East’s dice", "next hand; blank counts as 0"]),
        (ZUNG_JUNG, ["Responsible for the win"]),
        (QUEBEC, ["Losers with the Four Winds or the Three Scholars"]),
        (HONG_KONG, ["Pays for all", "Why one player pays for all"]),
        ("mcr", []),
    ],
)
def test_help_and_legend_name_the_keys_of_the_rules(
    page: TablesPage, window: Window, keyboard: Keyboard, rows: list[str]
) -> None:
    keyboard.type("1 2 60")
    press("F1")
    (panel,) = window.findChildren(HelpPanel)
    text = panel.browser.toPlainText()
    assert all(row in text for row in rows)
    assert ("Responsible for the win" in text) == ("Responsible for the win" in rows)
    press("Esc")
    questions = questions_of(page.controller.book.view.rules)
    asked = [each for each in questions if AnswerField(each.name) in page.panel.hand._arranged]
    assert [key for key in page.panel.legend._keys if key.text in [each.short for each in asked]] == [
        LegendKey(str(each.key), each.short) for each in asked
    ]
    assert bool(asked) == bool([question for question in questions if question.name != "liability"])


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of another shape, known to the catalogue alone."""
    monkeypatch.setattr(catalogue, "NAMES", {**catalogue.NAMES, TOY.id: TOY.name})
    monkeypatch.setitem(catalogue._AT_HAND, TOY.id, TOY)


@pytest.mark.parametrize("rules", [TOY.id])
def test_a_game_that_no_screen_has_heard_of_is_typed_with_every_kind_of_question(
    toy: None, page: TablesPage, keyboard: Keyboard
) -> None:
    form = page.panel.hand
    keyboard.type("2 4 C U")
    entries = {name: form._fields[AnswerField(name)] for name in ("colour", "sticks", "robbed", "ready", "fed")}
    assert entries["colour"].answer() == "red"
    assert all(entry.isVisible() for entry in entries.values())
    keyboard.type("K 12")
    assert in_field(page) == AnswerField("sticks")
    assert "“12” has too many digits: at most 9" in entries["sticks"].problem()
    keyboard.type("Backspace 1 H Y 1 3 L 3")
    assert [entries[name].answer() for name in ("robbed", "ready", "fed")] == ["Yes", "Ada, Cleo", "Cleo Chimera"]
    assert entries["sticks"].text() == "1"
    assert not form.record.isEnabled()
    keyboard.type("Tab Space")  # the sticks are asked behind who fed the hand
    assert in_field(page) == AnswerField("robbed")
    assert entries["robbed"].answer() == "No"
    keyboard.type("Enter Enter Enter")
    assert in_field(page) == ValueField(0)
    keyboard.type("10 Enter 40 Enter Enter 8 Enter")
    assert outcomes(page) == [
        Outcome(1, 3, 0, (10, 40, 0, 8), 2, (("colour", "red"), ("ready", (0, 2)), ("sticks", 1)))
    ]
    keyboard.type("X C B 4 Enter Enter Enter Enter")
    assert outcomes(page)[1] == values(None, None, (4, 0, 0, 0), colour="blue")


@pytest.mark.parametrize("rules", [FRENCH])
def test_a_fault_without_points_has_the_sanction_of_its_rules(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 1")
    keyboard.words("FC4")
    keyboard.type("Enter Enter")
    (given,) = penalties_of_session(page.controller.book.view, 1)
    assert receivers_text(given) == mark("Void: only flowers and seasons count")


@pytest.mark.parametrize("rules", [ADVANCED])
def test_a_penalty_in_french_shows_all_four_totals(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    translator.set_language(language_of("fr"))
    window.resize(1366, 749)  # what a title bar leaves of a screen of 768 rows
    keyboard.type("P 3")
    keyboard.words("FC1")
    keyboard.type("Enter")
    QApplication.processEvents()
    assert page.panel.penalty.isVisible()
    assert page.panel._scroll.verticalScrollBar().maximum() == 0
