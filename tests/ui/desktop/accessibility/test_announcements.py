"""What is announced while keys are pressed: once for each event, in words that need no eyes."""

from PySide6.QtGui import QAccessible

from tests.ui.desktop.accessibility.reading import announcements
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.language import language_of
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import announce
from ui.desktop.window import Window
from ui.entry.page_keys import PageKey


def heard(keyboard: Keyboard, keys: str) -> list[tuple[str, bool]]:
    """What is announced while ``keys`` are typed, and whether at once."""
    with announcements() as made:
        keyboard.type(keys)
    return [(each.text, each.assertive) for each in made]


def test_the_chosen_player_the_saved_hand_and_the_next_one(page: TablesPage, keyboard: Keyboard) -> None:
    assert heard(keyboard, "2") == [("Winner: Ben Beispiel, South", False)]
    assert heard(keyboard, "4") == [("From: Dora Dummy, North", False)]
    assert heard(keyboard, "24") == []
    assert heard(keyboard, "Enter") == [
        (
            "Saved: Hand: session 1, table 1, hand 1. Ada −8, total −8; Ben +48, total 48; "
            "Cleo −8, total −8; Dora −32, total −32",
            False,
        ),
        ("Hand 2", False),
    ]
    assert heard(keyboard, "X") == [("Winner: Drawn hand, nobody pays", False)]
    assert heard(keyboard, "Enter") == [
        ("Saved: Hand: session 1, table 1, hand 2. Ada 0, total −8; Ben 0, total 48; "
         "Cleo 0, total −8; Dora 0, total −32", False),
        ("Hand 3", False),
    ]  # fmt: skip


def test_a_refusal_and_a_question_are_announced_at_once_and_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 D 5")
    ((words, assertive),) = heard(keyboard, "Enter")
    assert words.startswith("5 is below 8, the least needed to win")
    assert assertive
    assert page.panel.hand.points.line.accessibleDescription().count("5 is below 8, the least needed to win") == 1
    keyboard.type("Backspace 9 9")
    ((words, assertive),) = heard(keyboard, "Enter")
    assert "99" in words
    assert assertive


def test_undo_and_redo_say_what_they_did_and_how_the_sheet_stands(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 24 Enter")
    with announcements() as made:
        press("Ctrl+Z")
    assert made[0].text == "Undo: Hand: session 1, table 1, hand 1. Ada 0; Ben 0; Cleo 0; Dora 0"
    with announcements() as made:
        press("Ctrl+Y")
    assert made[0].text == "Redo: Hand: session 1, table 1, hand 1. Ada −8; Ben 48; Cleo −8; Dora −32"


def test_a_recorded_hand_is_read_when_the_cursor_comes_to_it(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 24 Enter")
    assert [words for words, _ in heard(keyboard, "Up")] == ["Hand 1", "Recorded: Ben from Dora, 24"]


def test_another_table_is_named(page: TablesPage, keyboard: Keyboard) -> None:
    words = [words for words, _ in heard(keyboard, "G 2 Enter")]
    assert words == ["Table 2 · East round", "Hand 1"]


def test_a_page_is_named_when_it_comes_into_view(window: Window) -> None:
    with announcements() as made:
        press("Alt+2")
    assert made[0].text == "Players"
    assert window.page("players").accessibleName() == "Players"


def test_all_of_it_is_said_in_the_language_of_the_window(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    translator.set_language(language_of("fr"))
    assert heard(keyboard, "2")[0][0] == "Gagnant\xa0: Ben Beispiel, Sud"
    keyboard.type("4 2 4")
    assert [words for words, _ in heard(keyboard, "Enter")] == [
        "Enregistré\xa0: Tour\xa0: partie 1, table 1, tour 1. Ada −8, total −8; Ben +48, total 48; "
        "Cleo −8, total −8; Dora −32, total −32",
        "Tour 2",
    ]
    with announcements() as made:
        press("Alt+2")
    assert made[0].text == "Joueurs"


def test_a_penalty_names_the_player_what_it_costs_and_that_it_is_saved(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P")
    assert heard(keyboard, "3")[-1] == ("Player at fault: Cleo Chimera, West", False)
    moved = heard(keyboard, "Down")
    assert len(moved) == 1
    assert moved[0][0]


def test_a_wrong_total_is_announced_at_its_field_when_it_is_left(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 24 Enter F6")
    assert heard(keyboard, "-9") == []
    assert heard(keyboard, "Enter").count(("Total on paper: Ada: 1 too low", True)) == 1
    assert page.score_sheet.totals.fields[0].accessibleDescription() == "1 too low"
    assert [words for words, _ in heard(keyboard, "4 8 Enter") if "Total on paper" in words] == []


def test_what_is_wrong_with_typed_totals_is_announced_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 24 Enter F6")
    assert heard(keyboard, "-9 Enter") == [("Total on paper: Ada: 1 too low", True)]
    assert heard(keyboard, "48 Enter") == []
    assert heard(keyboard, "-9 Enter") == [("Total on paper: Cleo: 1 too low", True)]
    assert page.panel.signing.notice.text().startswith("2 totals differ by 1")


def test_a_repair_says_which_it_is_what_it_does_and_what_stands_against_it(
    page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type("2 4 24 Enter")
    page.press(PageKey.UP)
    keyboard.type("r")
    spoken = [text for text, _ in heard(keyboard, "2")]
    assert spoken == [
        "Repair to make: Delete this row",
        "Sheet before and after. Ada Anything: Score −8 → 0, table points 1½ → 0; "
        "Ben Beispiel: Score 48 → 0, table points 4 → 0; Cleo Chimera: Score −8 → 0, table points 1½ → 0; "
        "Dora Dummy: Score −32 → 0, table points 0 → 0",
        "7 of 8 players change rank after session 1. Ada Anything 2 → 1, Cleo Chimera 2 → 1, Dora Dummy 8 → 1",
    ]
    keyboard.type("Esc r 3")
    spoken = [text for text, _ in heard(keyboard, "1")]
    assert "Row 1 is already there: enter the row where it belongs." in spoken


def test_nothing_is_put_into_words_while_nobody_listens(page: TablesPage) -> None:
    made: list[str] = []

    def words() -> str:
        made.append("asked")
        return "What happened"

    QAccessible.setActive(False)
    announce(page, words)
    QAccessible.setActive(True)
    with announcements() as heard_now:
        pass
    assert not made
    assert not heard_now
    with announcements() as heard_now:
        announce(page, words)
        announce(page, "What happened")
    assert made == ["asked"]
    assert [each.text for each in heard_now] == ["What happened"]
