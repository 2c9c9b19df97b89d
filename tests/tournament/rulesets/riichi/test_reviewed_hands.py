"""Hands of riichi with everything that is said of them, compared with reviewed files.

That the values are right is tested beside them, by a second count.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.reviewed import Reviewed
from tests.second_count.riichi_hand_lines import random_lines
from tests.tournament.rulesets.riichi.lines import GOLD, taken
from tournament.hand.notation import format_player_hand, format_tiles, parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblems
from tournament.language import ENGLISH
from tournament.rules.item import HandCount
from tournament.rules.question import Chosen, answered
from tournament.rules.quiz import Figure
from tournament.rules.score import NotComplete
from tournament.rulesets.riichi.dealing import random_win
from tournament.rulesets.riichi.options import EMA_2016, EMA_2025, RiichiOptions
from tournament.rulesets.riichi.ruleset import counter
from tournament.rulesets.riichi.scoring import count, shared_problems, waits
from tournament.rulesets.riichi.situation import RiichiSituation

REVIEWED = Path(__file__).parent / "reviewed"
DEALT = {
    "ema-2025": EMA_2025,
    "ema-2016": EMA_2016,
    "most-red": replace(EMA_2025, red_fives=4, kan_dora=False, double_wind_fu=4, open_tanyao=False),
    "adding": replace(EMA_2025, yakuman_add=True, double_yakuman=True, counted_yakuman=True, ura_dora=False),
    "without": replace(EMA_2016, ippatsu_counts=False, renhou="yakuman", red_fives=3, kiriage=True),
}
"""Options under which hands are dealt, by their names."""
EACH = 45

SITUATIONS = (
    RiichiSituation(),
    RiichiSituation(riichi="riichi"),
    RiichiSituation(riichi="riichi", ippatsu=True, dora="1m", ura="9p"),
    RiichiSituation(riichi="double", ippatsu=True, dora="4m", ura="5s"),
    RiichiSituation(riichi="double", dora="1m", ura="9p3s"),
    RiichiSituation(ippatsu=True),
    RiichiSituation(first=True),
    RiichiSituation(first=True, riichi="riichi"),
    RiichiSituation(dora="3m3m3m3m"),
    RiichiSituation(dora="4s", ura="4s"),
    RiichiSituation(red=1),
    RiichiSituation(red=3),
    RiichiSituation(red=4, dora="EW"),
)
HANDS = (
    "234456m678p23s55s4s|SW0000", "234456m678p23s55s4s|SW1000", "234456m678p23s55s4s|EE0100",
    "234456m678p23s55s4s|EE1100", "234456m678p23s55s4s|SE1010", "234456m678p23s55s4s|SE0001",
    "[234s,1]456m678p55s33p3p|WS0000", "[2222m][333p,2]456m55s78s9s|NE1001", "[2222m][333p,2]456m55s78s9s|NE1101",
    "[2222m]456m555p55s78s9s|EE1101", "112233m112233p9s9s|EE0000", "1122m3344s5577pEE|SW0000",
    "19m19s19pESWNCFPP|ES1000", "19m19s19pESWNCFP1m|SE0000", "1112345678999m5m|SE0000", "EEESSSWWWNNNCC|ES1000",
    "111m111s111pEEEPP|SE1000", "CCCFFFPPP12m99s3m|WE0000", "[CCC,1][FFF,2]PP234m57s6s|WE0000",
    "223344556677s8s8s|WE1000", "2233445566778p8p|WE0000", "222333444s666sFF|SE1000",
    "[1111m][2222s][EEEE,1][5555p]PP|EE1001", "[111m,1][222m,2][333m,3]4445m5m|SE0000", "111222333m789p9s9s|SE1000",
    "123456789m35s55p4s|SW0000", "EEE234m567s789p5p5p|EE0000", "EE234m567s789p345p|EE0000", "EE234m567s789p345p|SE0000",
    "SS234m567s789p34p5p|SS1000", "NN234m567s789p34p2p|SE0000", "PP234m567s789p34p2p|SE0000",
    "123m234m567s13p22s2p|SE0000",
)  # fmt: skip
"""Each kind of yaku, of wait, of fu and of problem."""


def text_of(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def figure_text(figure: Figure) -> str:
    signs = "?" * figure.optional
    return f"{ENGLISH.render(figure.name)} {figure.right}{signs}"


def items_text(found: HandCount) -> Iterator[str]:
    for each in found.counted:
        groups = "".join(f" {format_tiles(group)}" for group in each.groups)
        yield f"{each.item.slug} {each.item.value}×{each.repeated}={each.worth}{groups}"


def explained(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> Iterator[str]:
    """What is said of a hand, or why it is refused."""
    counting = counter(options)
    try:
        found = count(hand, situation, options)
    except HandProblems as refused:
        for problem in refused.problems:
            place = f"{problem.part.name} {problem.index}"
            yield f"  {problem.code} at {place}: {ENGLISH.render(problem.message)}"
        return
    except NotComplete:
        yield "  not complete"
        return
    groups = " ".join(map(format_tiles, found.groups))
    yield f"  {ENGLISH.render(counting.sum_text(found))} ({found.paid}, {found.points} {found.base}) {groups}"
    yield f"  {'; '.join(items_text(found))}"
    figures = ", ".join(map(figure_text, counting.figures(hand, found)))
    yield f"  {figures}; entered {dict(counting.answers([found], 0))}"


def said(situation: RiichiSituation) -> str:
    return " ".join(
        f"{name}={getattr(situation, name)}"
        for name in ("riichi", "ippatsu", "first", "dora", "ura", "red")
        if getattr(situation, name)
    )


def dealt(options: RiichiOptions) -> Iterator[str]:
    chance = Random(7)
    for _ in range(EACH):
        win = random_win(chance, options)
        situation = answered(RiichiSituation, dict(win.answers))
        yield f"{format_player_hand(win.hand)} {said(situation)}"
        yield from explained(win.hand, situation, options)


@pytest.mark.parametrize("name", DEALT)
def test_dealt_hands(name: str, reviewed: Reviewed) -> None:
    reviewed(REVIEWED / f"dealt-{name}.txt", text_of(dealt(DEALT[name])))


def counted_hands() -> Iterator[str]:
    for line in (*(case["in"] for case in GOLD), *random_lines(31, 60)):
        hand, situation, options = taken(line)
        chosen = " ".join(f"{name}={value}" for name, value in line.get("options", {}).items())
        yield f"{line['hand']} {said(situation)} {line.get('rules', '')} {chosen}".rstrip()
        yield from explained(hand, situation, options)


def test_hands_in_every_situation(reviewed: Reviewed) -> None:
    reviewed(REVIEWED / "situations.txt", text_of(counted_hands()))


def tried() -> Iterator[str]:
    for number, text in enumerate(HANDS):
        hand = parse_player_hand(text)
        for situation in (SITUATIONS[0], *SITUATIONS[1 + number % 3 :: 3]):
            name = ("ema-2025", "ema-2016", "most-red", "adding", "without")[number % len(DEALT)]
            yield f"{text} {said(situation)} under {name}"
            yield from explained(hand, situation, DEALT[name])


def test_what_is_refused_and_what_is_counted(reviewed: Reviewed) -> None:
    """Each hand in every third situation, many of which are impossible with it."""
    reviewed(REVIEWED / "tried.txt", text_of(tried()))


def waited() -> Iterator[str]:
    whole = map(parse_player_hand, HANDS)
    for hand in dict.fromkeys(
        replace(each, winning=None, self_drawn=False, kong=False, last_of_kind=False) for each in whole
    ):
        for situation in SITUATIONS[0 : 1 if hand.exposed else 3 : 2]:
            yield f"{format_player_hand(hand)} {said(situation)}"
            for wait in waits(hand, situation, EMA_2016):
                worth = [
                    "-" if each is None else f"{each.points} {each.base} {each.paid}"
                    for each in (wait.by_discard, wait.by_self_draw)
                ]
                yield f"  {wait.tile.text}: {' / '.join(worth)}"


def test_waits(reviewed: Reviewed) -> None:
    reviewed(REVIEWED / "waits.txt", text_of(waited()))


TABLE = ("234456m678p23s55s4s|SW0000", "345m678p123s56s22p4s|NW0000", "[777m,1]99m999s678p56s4s|WW0000")
"""Three winners on one discard."""


def shared() -> Iterator[str]:
    """The problems of the three with the answers by their numbers."""
    hands = [parse_player_hand(text) for text in TABLE]
    dora: tuple[Chosen, ...] = tuple((("dora", tiles),) for tiles in ("1m", "9p1m", "1m9p", "5s5s", "4s4s4s"))
    ura: tuple[Chosen, ...] = tuple((*dora[0], ("riichi", "riichi"), ("ura", tiles)) for tiles in ("9p", "8p"))
    answers: tuple[Chosen, ...] = ((), *dora, *ura)
    for number, one in enumerate(answers):
        for second, other in enumerate(answers):
            for third in (0, 1, 4):
                table = list(zip(hands, (one, other, answers[third]), strict=True))
                found = " ".join(f"{problem.code} {place}" for place, problem in shared_problems(table))
                yield f"{number} {second} {third}: {found}"


def test_indicators_of_several_winners(reviewed: Reviewed) -> None:
    reviewed(REVIEWED / "shared.txt", text_of(shared()))


def test_no_reviewed_file_of_hands_is_left_over() -> None:
    names = {"situations", "tried", "waits", "shared"}
    assert {path.stem for path in REVIEWED.glob("*.txt")} == {*names, *(f"dealt-{name}" for name in DEALT)}
