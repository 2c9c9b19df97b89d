"""What is said of the tiles of a hand after every few characters of its line, compared with reviewed files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reviewed import Reviewed
from tests.ui.entry.test_table_tiles import FRENCH, QUEBEC, north_won, tiles
from tests.ui.entry.test_verdict import rules_of
from tournament.hand.notation import format_tiles
from tournament.hand.situation import Situation
from tournament.language import ENGLISH, Text
from tournament.tiles.wind import Wind
from ui.entry.arrangement import PlayerContext, completion, line_of
from ui.entry.hand_draft import HandDraft
from ui.entry.verdict import HandContext, judge, most_promising, next_kinds, why_impossible, with_next, with_next_of

REVIEWED = Path(__file__).parent / "tiles"
LINES = (
    "[123m,1]67m789s345pEE8m|ES1100|2", "[1111m][2222p]345s67sWW8s|WN0010", "19m19s19pESWNCFP1m|NN1000|8",
    "147m258s369pESWNC1m", "1122m3344p5566sEE", "[PPP,3][FFF,2]CC234m55s6s", "11111m234p", "EEESSSWWWNNNCC|SE0001",
    "123456789m11223p", "2345678m33p444s", "12m", "[12m", "[123m,9]", "99x", "123m|QQ", "oo1m", "[EEEE,2]123p",
)  # fmt: skip
GAMES = {
    "mcr": (),
    "guobiao": (),
    "french-classical-advanced": (
        f"{FRENCH[1]}|", "[SSS,1]444sEE123m45p6p||abe|dominant=S", "147m258p369sWCFP|||ready=x",
    ),
    "hong-kong": ("[PPP,1][FFF,2]CC234m57s6s|ES1000|ab", "123m456s789p11z"),
    "quebec-classical": tuple(QUEBEC.values()),
    "zung-jung": ("112233m112233p9s9s", "[111m,1][222m,2][333m,3]4445m5m"),
    "riichi-ema-2025": (
        "[234s,1]234m567p22p34s5s|ES0000||dora=1m", "1122m3344s5577pEE|SW1100||dora=1m;riichi=riichi;ura=9p",
        "111m111s111pEEEPP|SE1000||red=1", "123m456s7p||riichi",
    ),
}  # fmt: skip
"""Further lines of each game."""
SITUATION = Situation(Wind.SOUTH, Wind.EAST, self_drawn=True)
TABLES = {
    "french-classical-advanced": (north_won(answers=(("dominant", "S"),)), FRENCH),
    "french-classical-simple": (north_won(), {**FRENCH, 3: FRENCH[3] + "|||dominant=S"}),
    "quebec-classical": (HandDraft(1, winner=3, self_draw=True), QUEBEC),
}
"""The tiles of whole tables."""


def said(text: Text | str | None) -> str:
    return "" if text is None else ENGLISH.render(text)


def of_line(typed: str, context: HandContext) -> Iterator[str]:
    verdict = judge(typed, context)
    found = verdict.arrangement
    yield f"{typed or '-'} → {completion(typed, found, context.situation, given_round=context.round_wind)}"
    yield f"  {line_of(found, context.situation)} {found.count}/{found.whole} {found.answers} {verdict.restated}"
    for fault in verdict.faults:
        yield f"  {fault.code} {fault.part.name} {fault.index} {fault.column}: {said(fault.message)}"
    if verdict.points is not None:
        yield f"  worth {verdict.points}"
    for wait in verdict.waits:
        scores = (wait.by_discard, wait.by_self_draw)
        yield f"  waits {wait.tile.text} {[each and each.points for each in scores]}"
    for counted in verdict.counted_waits:
        counts = (counted.by_discard, counted.by_self_draw)
        yield f"  waits {counted.tile.text} {[each and each.points for each in counts]}"
    if verdict.distances:
        yield f"  {' '.join(f'{each.shanten}' for each in verdict.distances)}"
    yield f"  {said(why_impossible(found, context.situation))} {format_tiles(next_kinds(found)[:9])}"


def whole_lines(id: str) -> Iterator[str]:
    rules = rules_of(id)
    contexts = [HandContext()]
    if rules.scorer is not None:
        contexts = [HandContext(scorer=rules.scorer), HandContext(SITUATION, fixed=True, scorer=rules.scorer)]
    if rules.counter is not None:
        players = (PlayerContext(rules), PlayerContext(rules, won=False))
        contexts = [HandContext(SITUATION, fixed=True, player=player) for player in players]
    lines = (*LINES, *GAMES[id])
    for number, line in enumerate(lines):
        context = contexts[number % len(contexts)]
        for end in sorted({*range(0, len(line), 6), len(line), len(line) - 1}):
            yield from of_line(line[:end], context)
        found = judge(line, context).arrangement
        if found.count in (12, 13) and not judge(line, context).faults:
            player, scorer = context.player, context.scorer
            after = tuple(
                with_next(found, tile, scorer) if player is None else with_next_of(found, tile, player)
                for tile in next_kinds(found)
            )
            yield f"  next: {' '.join(f'{each.tile.text}' for each in most_promising(after))}"


@pytest.mark.parametrize("id", GAMES)
def test_tiles_of_a_hand(id: str, reviewed: Reviewed) -> None:
    reviewed(REVIEWED / f"{id}.txt", "".join(f"{line}\n".replace(" \n", "\n") for line in whole_lines(id)))


def of_tables() -> Iterator[str]:
    for id, (draft, lines) in TABLES.items():
        for until in range(1, 5):
            found = tiles(id, draft, dict(list(lines.items())[:until]))
            yield f"{id}: {found.columns} {found.current} {found.kept}"
            for column in found.columns:
                player = found.context(column).player
                asked = [each.name for each in player.questions] if player is not None else []
                beside = found.beside(column).current
                yield f"  {column}: {found.value(column)} {found.claimed(column)} {asked} {beside}"
            yield f"  {found.counted} {found.first_uncountable()}"


def test_tiles_of_a_table(reviewed: Reviewed) -> None:
    reviewed(REVIEWED / "tables.txt", "".join(f"{line}\n" for line in of_tables()))


def test_no_reviewed_file_of_tiles_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == {*GAMES, "tables"}
