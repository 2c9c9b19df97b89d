"""The form of a phone, by every rule set: whatever a sheet can say of a hand can be typed, with and without tiles."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.examples.games import game_event, some_outcome
from tests.tournament.use_cases.events import BY, drawn
from tournament.catalogue import IDS
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import NO_NET
from tournament.rules.table_hands import written_hands
from tournament.use_cases import RecordHand, carry_out
from ui.entry.hand_draft import recorded_draft
from ui.entry.table_sheet import table_sheet
from ui.public.table_hand import FLAGS, Fields, TypedHand, draft_fields, tapped
from ui.rehearsal import whole_game

WITH_SAMPLES = [rules for rules in IDS if rules != "blank"]


def tile_fields(typed: TypedHand, tiles: str) -> Fields:
    """The controls of recorded ``tiles``, as a player fills them in."""
    fields: dict[str, list[str]] = {}
    columns = written_hands(tiles, typed.table.state(typed.hand)) if typed.table.rules.counter else {None: tiles}
    for column, line in columns.items():
        key = "" if column is None or not typed.table.rules.four_values else str(column)
        body, situation, flowers, answers = [*line.split("|"), "", "", ""][:4]
        if flowers.isdigit():
            flowers = "abcdefgh"[: int(flowers)]
        fields |= {f"tiles{key}": [body], f"flower{key}": list(flowers)}
        flags = (flag == "1" for flag in situation[3:])
        fields |= {f"{name}{key}": ["yes"] for name, on in zip(FLAGS, flags, strict=False) if on}
        told = (each.partition("=") for each in answers.split(",") if each)
        fields |= {f"tell{key}-{name}": [answer or "yes"] for name, _, answer in told}
    return fields


@pytest.mark.parametrize("rules", IDS)
def test_every_hand_that_a_sheet_can_say_can_be_typed(rules: str) -> None:
    view, chance = game_event(rules), random.Random(11)
    table = table_sheet(view, 1, 2)
    hand = table.sheet.next_hand or 1
    for _ in range(60):
        outcome = some_outcome(table.rules, table.state(hand), chance)
        line = HandLine(hand, table.state(hand), outcome, NO_NET, (), NO_NET)
        typed = TypedHand(table, hand, draft_fields(recorded_draft(line, table.rules)))
        assert typed.outcome == outcome
        assert not [each for each in typed.problems if each.code.endswith("-missing")]


@pytest.mark.parametrize("rules", WITH_SAMPLES)
def test_tiles_give_the_values_of_a_hand_and_are_kept(rules: str) -> None:
    book = drawn(rules=rules)
    for command in whole_game(book.view, 1, 1, random.Random(3)):
        assert isinstance(command, RecordHand)
        table, outcome = table_sheet(book.view, 1, 1), command.outcome
        line = HandLine(command.hand, table.state(command.hand), outcome, NO_NET, (), NO_NET)
        fields: dict[str, Sequence[str]] = {**draft_fields(recorded_draft(line, table.rules))}
        if command.tiles:
            known = {name: fields[name] for name in fields if not name.startswith(("value", "points", "ask-limit"))}
            fields = known | dict(tile_fields(TypedHand(table, command.hand, fields), command.tiles))
        typed = TypedHand(table, command.hand, fields)
        assert typed.problems == ()
        if table.rules.four_values and outcome.drawn:
            outcome = replace(outcome, values=NO_NET)  # as a desk writes it
        assert typed.outcome == outcome
        bodies = ([each.partition("|")[0] for each in tiles.split()] for tiles in (typed.tiles, command.tiles))
        assert next(bodies) == next(bodies)  # the winds are those of the sheet
        assert typed.moved is not None
        carry_out(book, command, by=BY, confirmed=True)


def test_missing_values_are_reported_and_no_input_breaks_the_page() -> None:
    table = table_sheet(drawn().view, 1, 1)
    codes = [[each.code for each in TypedHand(table, 1, fields).problems] for fields in (
        {}, {"winner": ["1"]}, {"winner": ["1"], "source": ["1"], "points": ["8"]}, {"winner": ["drawn"]},
        {"winner": ["1"], "source": ["self"], "points": ["7"]}, {"winner": ["1"], "source": ["0"], "points": ["1²"]},
        {"winner": ["9"], "source": ["x"], "points": ["8"], "tap": [":9x"], "tiles": ["<b>|NE"], "set": ["?"]},
    )]  # fmt: skip
    assert codes[:4] == [["winner-missing", "source-missing", "points-missing"], ["source-missing", "points-missing"],
                         ["source-missing"], []]  # fmt: skip
    assert codes[4:] == [
        ["points-below-minimum"],
        ["points-missing"],
        ["tiles-faulty", "winner-missing", "source-missing"],
    ]


def test_taps_add_tiles_and_sets_and_take_them_back() -> None:
    table, line = table_sheet(drawn().view, 1, 1), ""
    for kind, tile in (("chow", "1m"), ("pung", "E"), ("concealed", "C"), ("tile", "5s"), ("tile", "back")):
        line = TypedHand(table, 1, {"tiles": [line], "tap": [f":{tile}"], "set": [kind]}).bodies[""]
    assert line == "[123m,1][EEE,1][CCCC]"
    known = TypedHand(table, 1, {"tiles": [line]}).arrangement("").melds
    assert len(known) == 3
    assert tapped(known[0].tile, "tile") == "1m"
