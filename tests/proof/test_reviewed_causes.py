"""The causes named for a difference of totals, in order and with their likelihood, compared with reviewed files.

A file for each game lists sheets in which one thing was changed. ``--update-golden`` writes the files again.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from tests.examples.games import hanchan_outcomes, some_outcome
from tests.proof.slips import PLANTS
from tests.reviewed import Reviewed
from tests.second_count import riichi
from tests.tournament.ledger.writing import Writing
from tests.tournament.rulesets.riichi.slips import IN_ONE_HAND, OTHERS, Line, planted, totals
from tests.tournament.rulesets.riichi.slips import sheet_of as riichi_sheet
from tournament.catalogue import IDS, rule_set
from tournament.event.seating import LETTERS
from tournament.language import ENGLISH
from tournament.ledger.causes import cause_text, place_of
from tournament.ledger.difference import causes_of
from tournament.ledger.facts import ColumnsExchanged, HandRecorded, PenaltyGiven
from tournament.ledger.likelihood import likelihood
from tournament.ledger.sheet import Sheet
from tournament.ledger.sheet_content import outcome_after
from tournament.rules.payment import Outcome, PartialNet, opponents
from tournament.rules.question import defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.mcr.ruleset import MCR

pytestmark = pytest.mark.thorough

REVIEWED = Path(__file__).parent / "causes"
PLANTED, RIICHI_PLANTED, RIICHI_RARE = "planted", "riichi-planted", "riichi-rare"
HANDS = 7
EACH, RIICHI_EACH = 5, 2


def recorded(hand: int, ended: Outcome) -> HandRecorded:
    return HandRecorded(hand, ended.winner, ended.discarder, ended.points, details=ended.details)


def sheet_of(rules: RuleSet, outcomes: list[Outcome], penalties: list[PenaltyGiven]) -> Sheet:
    writing = Writing()
    for hand, ended in enumerate(outcomes, start=1):
        writing.write(recorded(hand, ended))
    for given in penalties:
        writing.write(given)
    return writing.sheet(rules)


def outcomes_of(rules: RuleSet) -> list[Outcome]:
    """The first hands of a table, without contradictions."""
    if rules.on_table:
        return list(hanchan_outcomes(rules, 1))[:HANDS]
    chance = random.Random(3)
    outcomes: list[Outcome] = []
    state = rules.table.start
    for _ in range(HANDS):
        outcomes.append(some_outcome(rules, state, chance))
        state = rules.table.advance(state, outcomes[-1], (0, 0, 0, 0))
        if state.over:
            break
    return outcomes


def penalties_of(rules: RuleSet) -> list[PenaltyGiven]:
    fault = next((fault.slug for fault in rules.faults if fault.points), "")
    return [
        PenaltyGiven(1, None, fault, 20, opponents(1), reason="a reason"),
        PenaltyGiven(2, None, "", 10, reason="a reason"),
    ]


def other_outcomes(rules: RuleSet, outcomes: list[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """What the players may have written instead, each in a few words."""
    chance = random.Random(9)
    for place, ended in enumerate(outcomes):
        hand = place + 1
        yield f"hand {hand} missing", [*outcomes[:place], *outcomes[place + 1 :]]
        yield f"hand {hand} twice", [*outcomes[: place + 1], *outcomes[place:]]
        others = [Outcome(None, answers=() if not ended.drawn else ended.answers)]
        others += [some_outcome(rules, rules.table.start, chance)]
        if not ended.drawn and not rules.four_values:
            others += [replace(ended, points=ended.points + 1)]
            others += [replace(ended, discarder=each) for each in (None, *opponents(ended.winner or 0))]
        if ended.values is not None:
            a, b, c, d = ended.values
            others += [replace(ended, values=(b, a, c, d)), replace(ended, values=(a + 8, b, c, d))]
        for number, other in enumerate(others):
            if other != ended:
                yield f"hand {hand} other {number}", [*outcomes[:place], other, *outcomes[place + 1 :]]


def with_columns_swapped(rules: RuleSet, outcomes: list[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """Two columns swapped on the whole sheet, from hand 3 on, and up to the hand before the last.

    Where sticks lie on the table, only the whole sheet is looked at.
    """
    last = len(outcomes)
    spans = ((1, last),) if rules.on_table else ((1, last), (3, last), (1, last - 1))
    for one, other in combinations(range(4), 2):
        swap = ColumnsExchanged(one, other, None, "")
        for first, end in spans:
            swapped = (
                outcome_after(swap, hand, ended) if first <= hand <= end else ended
                for hand, ended in enumerate(outcomes, start=1)
            )
            yield f"columns {one} and {other} swapped in hands {first} to {end}", list(swapped)


def papers(rules: RuleSet, outcomes: list[Outcome], penalties: list[PenaltyGiven]) -> Iterator[tuple[str, PartialNet]]:
    """Totals of a paper, each with what was changed on it."""
    totals = sheet_of(rules, outcomes, penalties).computed
    a, b, c, d = totals
    yield "first total 10 more", (a + 10, b, c, d)
    yield "digits of the second", (a, int(f"{b}0"), c, d)
    yield "sign of the third", (a, b, -c, d)
    yield "first two swapped", (b, a, c, d)
    yield "one unknown", (None, b + 8, c - 8, d)
    for number in range(len(penalties)):
        yield f"penalty {number} missing", sheet_of(rules, outcomes, penalties[:number]).computed
        yield f"penalty {number} twice", sheet_of(rules, outcomes, [*penalties, penalties[number]]).computed
    less = [replace_points(penalties[0], 10), *penalties[1:]]
    yield "smaller penalty", sheet_of(rules, outcomes, less).computed
    for name, others in (*other_outcomes(rules, outcomes), *with_columns_swapped(rules, outcomes)):
        if not any(rules.contradictions(each, 0) for each in others):
            yield name, sheet_of(rules, others, penalties).computed


def replace_points(given: PenaltyGiven, points: int) -> PenaltyGiven:
    return PenaltyGiven(given.player, given.hand, given.fault, points, given.to, reason=given.reason)


def lines(name: str, sheet: Sheet, rules: RuleSet, paper: PartialNet) -> Iterator[str]:
    yield f"== {name}: {paper} instead of {sheet.computed}"
    for cause in causes_of(sheet, rules, paper):
        said = ENGLISH.render(cause_text(cause, rules=rules))
        place = place_of(cause)
        where = f"hand {place.hand}, penalty {place.penalty}, total {place.total}"
        yield f"{likelihood(cause, sheet, rules):.4g} {said} [{where}]"


@pytest.mark.parametrize("id", IDS)
def test_the_causes_in_each_game(id: str, reviewed: Reviewed) -> None:
    rules = rule_set(id)
    assert rules is not None
    outcomes, penalties = outcomes_of(rules), penalties_of(rules)
    sheet = sheet_of(rules, outcomes, penalties)
    found = [line for name, paper in papers(rules, outcomes, penalties) for line in lines(name, sheet, rules, paper)]
    reviewed(REVIEWED / f"{id}.txt", "\n".join(found) + "\n")


def test_the_causes_of_each_kind_of_slip(reviewed: Reviewed) -> None:
    """A whole sheet under the Mahjong Competition Rules with one slip, several times for each kind."""
    found: list[str] = []
    for kind, plant in PLANTS.items():
        chance = random.Random(kind)
        for _ in range(EACH):
            planted = plant(chance)
            found += lines(kind, planted.typed.sheet(), MCR, planted.paper)
    reviewed(REVIEWED / f"{PLANTED}.txt", "\n".join(found) + "\n")


def test_the_causes_of_each_kind_of_slip_in_riichi(reviewed: Reviewed) -> None:
    """A game with one slip, several times for each kind; the paper's totals are those of the second count."""
    found: list[str] = []
    for kind in (*IN_ONE_HAND, *OTHERS):
        chance = random.Random(f"{kind} reviewed")
        for _ in range(RIICHI_EACH):
            game = planted(kind, chance)
            found += lines(kind, riichi_sheet(game.typed, game.rules), game.rules, game.paper)
    reviewed(REVIEWED / f"{RIICHI_PLANTED}.txt", "\n".join(found) + "\n")


A, B, C, D = tuple(LETTERS)
CHOSEN: Line = {"abortive": True, "nagashi": True}
RIICHI_LINES: list[Line] = [
    {"winners": [{"player": B, "han": 3, "fu": 40}], "discarder": D, "riichi": [A]},
    {"winners": [{"player": D, "yakuman": 1, "liable": A}]},
    {"winners": [{"player": A, "han": 1, "fu": 40}, {"player": C, "han": 5}], "discarder": B},
    {"winners": [], "nagashi_mangan": [B], "tenpai": [C]},
    {"winners": [], "abortive_draw": "nine-terminals", "riichi": [C]},
    {"winners": [{"player": A, "han": 2, "fu": 30}, {"player": B, "han": 6}, {"player": D, "han": 3, "fu": 30}],
     "discarder": C},
    {"winners": [{"player": C, "han": 13}], "discarder": A},
]  # fmt: skip
OTHER_LINES: list[tuple[int, Line]] = [
    (1, {"winners": [{"player": B, "han": 3, "fu": 40}, {"player": C, "han": 2, "fu": 30}], "discarder": D,
         "riichi": [A]}),
    (1, {"winners": [{"player": B, "han": 3, "fu": 40}, {"player": A, "han": 5}], "discarder": D, "riichi": [A]}),
    (1, {"winners": [{"player": B, "han": 3, "fu": 40}], "discarder": D, "riichi": [A, B]}),
    (1, {"winners": [{"player": B, "han": 3, "fu": 40}], "discarder": D}),
    (2, {"winners": [{"player": D, "yakuman": 1, "liable": C}]}),
    (2, {"winners": [{"player": D, "yakuman": 1}]}),
    (2, {"winners": [{"player": D, "yakuman": 2, "liable": A}]}),
    (2, {"winners": [{"player": D, "yakuman": 1, "liable": A}], "discarder": B}),
    (3, {"winners": [{"player": C, "han": 5}], "discarder": B}),
    (3, {"winners": [{"player": A, "han": 1, "fu": 40}, {"player": C, "han": 5}], "discarder": D}),
    (3, {"winners": [{"player": A, "han": 1, "fu": 40}, {"player": D, "han": 5}], "discarder": B}),
    (3, {"winners": [{"player": A, "han": 2, "fu": 40}, {"player": C, "han": 5}], "discarder": B}),
    (3, {"winners": [{"player": A, "han": 1, "fu": 40}, {"player": C, "han": 4, "fu": 30}], "discarder": B}),
    (3, {"winners": [*RIICHI_LINES[2]["winners"], {"player": D, "han": 8}], "discarder": B}),
    (4, {"winners": [], "tenpai": [C]}),
    (4, {"winners": [], "nagashi_mangan": [A], "tenpai": [C]}),
    (4, {"winners": [], "nagashi_mangan": [B, D], "tenpai": [C]}),
    (4, {"winners": [], "nagashi_mangan": [B], "tenpai": [A, C]}),
    (4, {"winners": [{"player": D, "han": 3, "fu": 30}]}),
    (5, {"winners": [], "abortive_draw": "nine-terminals"}),
    (5, {"winners": [], "abortive_draw": "nine-terminals", "riichi": [A, C]}),
    (5, {"winners": [], "riichi": [C]}),
    (6, {"winners": [{"player": D, "han": 3, "fu": 30}, {"player": A, "han": 2, "fu": 30}], "discarder": C}),
    (6, {"winners": [*RIICHI_LINES[5]["winners"][:2], {"player": D, "han": 4, "fu": 30}], "discarder": C}),
    (6, {"winners": [*RIICHI_LINES[5]["winners"][:2], {"player": D, "han": 3, "fu": 30}], "discarder": C,
         "riichi": [D]}),
    (7, {"winners": [{"player": C, "yakuman": 1}], "discarder": A}),
    (7, {"winners": [{"player": C, "han": 13}]}),
    (7, {"winners": [{"player": A, "han": 13}], "discarder": C}),
    (7, {"winners": [], "riichi": [C], "tenpai": [A]}),
]  # fmt: skip
"""Each with the hand of the typed sheet that it stands for on the paper."""


def test_the_causes_of_what_is_rare_in_riichi(reviewed: Reviewed) -> None:
    """Several winners, liability, yakuman, and hands that were broken off or ended with nagashi mangan."""
    plain = rule_set("riichi-ema-2025")
    assert plain is not None
    assert plain.with_options is not None
    rules = plain.with_options({**defaults_of(plain.options), **CHOSEN})
    sheet, counted = riichi_sheet(RIICHI_LINES, rules), riichi.rules_of({"rules": plain.id, **CHOSEN})
    found: list[str] = []
    for hand, line in OTHER_LINES:
        paper = totals([*RIICHI_LINES[: hand - 1], line, *RIICHI_LINES[hand:]], counted)
        found += lines(f"hand {hand} {line}", sheet, rules, paper)
    reviewed(REVIEWED / f"{RIICHI_RARE}.txt", "\n".join(found) + "\n")


def test_no_reviewed_file_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == {*IDS, PLANTED, RIICHI_PLANTED, RIICHI_RARE}
