"""The tiles of a whole table beside the hand that is typed: each counted at once, and all together."""

import pytest

from tests.tournament.use_cases.events import drawn
from tournament.language import ENGLISH
from tournament.tiles.tile import Tile
from ui.entry.hand_draft import HandDraft, HandOnSheet
from ui.entry.table_sheet import table_sheet
from ui.entry.table_tiles import TableTiles

FRENCH = {
    0: "147m258p369sWCFP",
    1: "258m369p147sWCFP||b|ready=ready",
    2: "369m147p258sWCFP",
    3: "[SSS,1]444sEE123m45p6p",
}
"""The gold table of French classical: 0, 8, 0 and 56."""
QUEBEC = {0: "[111m,1]333p568sCC9p2s", 1: "EEESSSWWWNN8m2p", 2: "234m579m147p258sF", 3: "123m456p789s99p23s4s"}
"""That of Québec classical: 20, 96, 0 and 44, South with the Four Winds."""


def tiles(rules: str, draft: HandDraft, lines: dict[int, str]) -> TableTiles:
    table = table_sheet(drawn(rules=rules).view, 1, 1)
    found = TableTiles.begin(HandOnSheet(table, draft), "")
    for column, line in lines.items():
        found = found.looking_at(column).with_line(line)
    return found


def north_won(**typed: object) -> HandDraft:
    return HandDraft(1, winner=3, discarder=0, **typed)  # type: ignore[arg-type]


def test_four_hands_are_counted_and_handed_back() -> None:
    found = tiles("french-classical-advanced", north_won(answers=(("dominant", "S"),)), FRENCH)
    assert [found.value(column) for column in found.columns] == [0, 8, 0, 56]
    assert found.counted.values == ("0", "8", "0", "56")
    assert found.first_uncountable() is None


def test_a_player_without_tiles_keeps_the_typed_value() -> None:
    draft = north_won(answers=(("dominant", "S"),), values=("4", "", "12", ""))
    found = tiles("french-classical-advanced", draft, {1: FRENCH[1], 3: FRENCH[3]})
    assert found.counted.values == ("4", "8", "12", "56")
    assert (found.claimed(0), found.claimed(1)) == (4, None)


def test_one_answer_about_the_table_is_that_of_all_and_goes_back_with_the_values() -> None:
    found = tiles("french-classical-simple", north_won(), {**FRENCH, 3: FRENCH[3] + "|||dominant=S"})
    assert [found.value(column) for column in found.columns] == [0, 8, 0, 56]
    asked = {column: [each.name for each in found.context(column).player.questions] for column in (0, 3)}  # type: ignore[union-attr]
    assert asked == {0: ["ready", "void"], 3: ["dominant", "ready", "first"]}
    assert found.counted.answers == (("dominant", "S"),)


def test_losers_who_are_paid_the_limit_are_named_by_column() -> None:
    draft = HandDraft(1, winner=3, self_draw=True)
    found = tiles("quebec-classical", draft, QUEBEC)
    assert found.counted.values == ("20", "96", "0", "44")
    assert found.counted.answers == (("limit_losers", (1,)),)


@pytest.mark.parametrize(
    ("column", "line", "words"),
    [
        (2, "369m147p258sWCFP||b", "Another hand at this table also holds Flower 2, orchid."),
        (0, "147m258p369sWEEE", "The hands at this table hold more than four E."),
    ],
)
def test_what_cannot_lie_on_one_table_is_refused_at_the_later_hand(column: int, line: str, words: str) -> None:
    found = tiles("french-classical-simple", north_won(answers=(("dominant", "S"),)), {**FRENCH, column: line})
    against = found.first_uncountable()
    assert against is not None
    _, problem = against
    assert problem is not None
    assert ENGLISH.render(problem.message) == words
    assert found.value(against[0]) is None


def test_tiles_half_typed_are_kept_and_stand_against_handing_back() -> None:
    found = tiles("quebec-classical", HandDraft(1, winner=3, self_draw=True), {**QUEBEC, 1: "EEESS"})
    assert found.first_uncountable() == (1, None)
    again = TableTiles.begin(found.hand, found.kept)
    assert again.lines == found.lines
    assert again.current == 3
    assert TableTiles.begin(found.hand, "123m").lines == ("", "", "", "")


def test_tiles_of_the_other_hands_are_no_longer_left() -> None:
    found = tiles("french-classical-advanced", north_won(answers=(("dominant", "S"),)), FRENCH)
    west = found.looking_at(2).verdict.arrangement
    assert west.left(Tile.SOUTH) == 1, "three are declared by North"
    assert west.left(Tile.M1) == 2, "East has one, and North"
    assert west.with_flower("b") == west
    assert west.with_flower("a").flowers == "a"


def test_by_rules_that_pay_the_winner_alone_the_winners_tiles_are_counted() -> None:
    found = tiles("zung-jung", HandDraft(1, winner=1, discarder=0), {1: "[123m,1]456p78s234sEE9s"})
    assert found.columns == (1,)
    assert found.counted.points == "5"
    assert not found.context(1).round_wind


def test_the_next_player_is_the_one_whose_turn_comes_next() -> None:
    found = tiles("hong-kong", HandDraft(1, winner=2, self_draw=True), {})
    assert found.beside(1).current == 2
    found = tiles("quebec-classical", HandDraft(1, winner=3, self_draw=True), {})
    assert [found.beside(step).current for step in (1, 2, -1)] == [0, 1, 2]


def test_riichi_of_the_tiles_is_another_question_than_the_sticks_of_the_sheet() -> None:
    draft = HandDraft(1, winner=1, discarder=2, answers=(("riichi", (0, 1)),))
    found = tiles("riichi-ema-2025", draft, {1: "234456m678p23s55s4s|||riichi=riichi,dora=7p"})
    player = found.context(1).player
    assert player is not None
    assert [each.name for each in player.questions] == ["riichi", "ippatsu", "first", "dora", "ura"]
    assert found.value(1) == 4
    assert found.counted.points == "4"
    assert found.counted.answers == (("fu", "30"), ("riichi", (0, 1)))
    assert found.counted.tiles.endswith("||dora=7p,riichi=riichi")


TANYAO, CHUN = "234456m678p4455s4s", "[CCC,1]56s123m789pEE4s"
DOUBLE_RON = HandDraft(1, winner=1, discarder=0, answers=(("second", 2), ("second_han", "1")))


def test_all_winners_of_one_discard_have_tiles_with_one_winning_tile() -> None:
    found = tiles("riichi-ema-2025", DOUBLE_RON, {1: TANYAO, 2: CHUN})
    assert found.columns == (1, 2)
    assert [found.value(column) for column in found.columns] == [1, 1]
    assert (found.claimed(1), found.claimed(2)) == (None, 1)
    assert found.counted.points == "1"
    assert found.counted.answers == (("fu", "40"), ("second", 2), ("second_fu", "30"), ("second_han", "1"))
    assert [piece[-6:] for piece in found.counted.tiles.split()] == ["ES0000", "EW0000"]


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (TANYAO, "[CCC,1]44s123m789pEE4s", "fifth-copy-at-table"),
        (TANYAO, "[CCC,1]56s123m789pEE7s", "winning-tiles-differ"),
        (f"{TANYAO}|ES0010", CHUN, "winning-tiles-differ"),
        (f"{TANYAO}|||dora=7p", CHUN, "indicators-differ"),
        (f"{TANYAO}|||dora=7p 1m", f"{CHUN}|||dora=1m 8p", "indicators-differ"),
        (f"{TANYAO}|||dora=5s,riichi=riichi,ura=5s", f"{CHUN}|||dora=5s", "fifth-copy-indicator"),
    ],
)
def test_what_several_winners_cannot_have_beside_each_other(first: str, second: str, code: str) -> None:
    found = tiles("riichi-ema-2025", DOUBLE_RON, {1: first, 2: second})
    assert [problem.code for problem in found.shared_faults[2]] == [code]
    assert found.value(2) is None


def test_only_who_declared_riichi_has_ura() -> None:
    found = tiles(
        "riichi-ema-2025", DOUBLE_RON, {1: f"{TANYAO}|||dora=7p,riichi=riichi,ura=1m", 2: f"{CHUN}|||dora=7p"}
    )
    assert found.shared_faults == {}


@pytest.mark.parametrize(
    ("column", "names"),
    [(0, ("D", "C", "B")), (1, ("A", "D", "C")), (2, ("B", "A", "D")), (3, ("C", "B", "A"))],
)
def test_tiles_are_claimed_from_the_left_from_opposite_and_from_the_right(column: int, names: tuple[str, ...]) -> None:
    """Whoever plays before a player sits at the left; the columns begin with East."""
    found = tiles("french-classical-simple", north_won(), {})
    letters = dict(zip(found.hand.table.names, "ABCD", strict=True))
    assert tuple(letters[str(name)] for name in found.context(column).sources) == names
