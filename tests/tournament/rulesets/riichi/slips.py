"""Games of riichi by chance with one slip planted between the paper and what was typed."""

import copy
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tests.second_count import riichi, riichi_lines
from tournament.catalogue import rule_set
from tournament.event.seating import LETTERS
from tournament.ledger.causes import Cause, HandDifferent, HandMissing, HandTwice
from tournament.ledger.checks import value_problems
from tournament.ledger.entry import Entry, Record, table_stream
from tournament.ledger.facts import HandRecorded
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.rules.payment import Net, Outcome
from tournament.rules.question import defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.riichi.settlement import FIELDS, wins_of

Line = dict[str, Any]


class Played(NamedTuple):
    """What was typed, what the paper says, and in which hand they differ."""

    rules: RuleSet
    counted: dict[str, Any]
    """The rules as the second count knows them."""
    typed: list[Line]
    true: list[Line]
    hand: int

    @property
    def paper(self) -> Net:
        """By the second count."""
        return totals(self.true, self.counted)


def totals(lines: Sequence[Line], counted: dict[str, Any]) -> Net:
    """What ``lines`` come to, by the second count."""
    a, b, c, d = riichi.game(lines, counted).totals.values()
    return a, b, c, d


def outcome_of(line: Line, rules: RuleSet) -> Outcome:
    """What a line of ``record`` records."""
    said: dict[str, Any] = {name: line[name] for name in ("abortive_draw",) if name in line}
    for name in ("riichi", "tenpai", "nagashi_mangan"):
        if line.get(name):
            said[name] = tuple(sorted(map(LETTERS.index, line[name])))
    for fields, win in zip(FIELDS, line["winners"], strict=False):
        liable = {fields.liable: LETTERS.index(win["liable"])} if "liable" in win else {}
        yakuman = {fields.yakuman: win["yakuman"]} if "yakuman" in win else {}
        fu = {fields.fu: win["fu"]} if "fu" in win else {}
        said |= {fields.winner: LETTERS.index(win["player"]), fields.han: win.get("han", 13), **fu, **yakuman, **liable}
    winner, points, liable = (
        said.pop(name, default) for name, default in (("winner", None), ("points", 0), ("liable", None))
    )
    discarder = LETTERS.index(line["discarder"]) if "discarder" in line else None
    return rules.ordered(Outcome(winner, discarder, points, liable=liable, answers=tuple(sorted(said.items()))))


def line_of(outcome: Outcome) -> Line:
    """The line of ``record`` that records it."""
    line: Line = {"winners": []}
    for win in wins_of(outcome):
        worth = {"yakuman": win.yakuman} if win.yakuman else {"han": win.han, **({"fu": win.fu} if win.fu else {})}
        liable = {} if win.liable is None else {"liable": LETTERS[win.liable]}
        line["winners"].append({"player": LETTERS[win.winner], **worth, **liable})
    if outcome.discarder is not None:
        line["discarder"] = LETTERS[outcome.discarder]
    for name in ("riichi", "tenpai", "nagashi_mangan", "abortive_draw"):
        said = outcome.answer(name)
        if said is not None:
            line[name] = [LETTERS[column] for column in said] if isinstance(said, tuple) else said
    return line


def sheet_of(lines: Sequence[Line], rules: RuleSet) -> Sheet:
    """The sheet of a table with these hands."""
    entries = []
    for hand, line in enumerate(lines, 1):
        said = outcome_of(line, rules)
        fact = HandRecorded(hand, said.winner, said.discarder, said.points, details=said.details)
        record = Record(
            hand, str(hand), table_stream(1, 1), hand, fact.kind, 1, "Referee", "desk", "", "", "", "", "", ""
        )
        entries.append(Entry(record, fact))
    return build_sheet(session=1, table=1, players=(1, 2, 3, 4), number=len(lines), entries=entries, rules=rules)


def with_cause(cause: Cause, typed: list[Line]) -> list[Line] | None:
    """The hands as they are on the paper, if ``cause`` is one; None where it is not in a hand that was typed."""
    match cause:
        case HandDifferent():
            return [*typed[: cause.hand - 1], line_of(cause.instead), *typed[cause.hand :]]
        case HandTwice():
            return [*typed[: cause.hand - 1], *typed[cause.hand :]]
        case HandMissing():
            return [*typed[: cause.row - 1], line_of(cause.outcome), *typed[cause.row - 1 :]]
        case _:
            return None


def same_people(one: Line, other: Line) -> bool:
    """Whether the same players won, paid and declared: what is paid alike may be written otherwise."""
    won = [{win["player"] for win in line["winners"]} for line in (one, other)]
    return won[0] == won[1] and all(
        (one.get(name) or []) == (other.get(name) or []) for name in ("discarder", "riichi")
    )


def _fu(line: Line, chance: Random) -> None:
    win = next(win for win in line["winners"] if "fu" in win)
    fus = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
    win["fu"] = fus[fus.index(win["fu"]) + chance.choice((1, -1))]


def _han(line: Line, chance: Random) -> None:
    win = next(win for win in line["winners"] if "han" in win)
    win["han"] += chance.choice((1, -1))
    if win["han"] > 4:
        win.pop("fu", None)
    else:
        win.setdefault("fu", chance.choice((30, 40, 50)))


def _self_draw(line: Line, chance: Random) -> None:
    (win,) = line["winners"]
    if "discarder" in line:
        del line["discarder"]
    else:
        line["discarder"] = chance.choice([each for each in LETTERS if each != win["player"]])


def _discarder(line: Line, chance: Random) -> None:
    won = [win["player"] for win in line["winners"]]
    line["discarder"] = chance.choice([each for each in LETTERS if each not in (*won, line["discarder"])])


def _winner(line: Line, chance: Random) -> None:
    (win,) = line["winners"]
    win["player"] = chance.choice([each for each in LETTERS if each not in (win["player"], line.get("discarder"))])


def _swapped(line: Line, _chance: Random) -> None:
    (win,) = line["winners"]
    win["player"], line["discarder"] = line["discarder"], win["player"]


def _drawn(line: Line, chance: Random) -> None:
    assert line["winners"]
    tenpai = [each for each in LETTERS if chance.random() < 0.4]
    riichi = {"riichi": line["riichi"]} if line.get("riichi") else {}
    line.clear()
    line |= {"winners": [], **riichi, "tenpai": [each for each in tenpai if each not in riichi.get("riichi", [])]}
    if not line["tenpai"]:
        del line["tenpai"]


def _one_more_or_less(name: str) -> Callable[[Line, Random], None]:
    def plant(line: Line, chance: Random) -> None:
        assert name == "riichi" or not line["winners"]
        named = sorted({*line.get(name, [])} ^ {chance.choice(LETTERS)})
        line[name] = named
        if not named:
            del line[name]

    return plant


def _second(line: Line, chance: Random) -> None:
    win = line["winners"][1]
    reduced = {"winners": [win]}
    chance.choice((_fu, _han))(reduced, chance)


def _won(line: Line, chance: Random) -> None:
    assert not line["winners"]
    assert not line.keys() & {"abortive_draw", "nagashi_mangan"}
    line.pop("tenpai", None)
    winner, discarder = chance.sample(LETTERS, 2)
    line |= {"winners": [{"player": winner, "han": 3, "fu": 40}]} | (
        {"discarder": discarder} if chance.random() < 0.6 else {}
    )


IN_ONE_HAND: dict[str, Callable[[Line, Random], None]] = {
    "fu": _fu,
    "han": _han,
    "self-draw": _self_draw,
    "discarder": _discarder,
    "winner": _winner,
    "swapped": _swapped,
    "drawn": _drawn,
    "won": _won,
    "riichi": _one_more_or_less("riichi"),
    "tenpai": _one_more_or_less("tenpai"),
    "second winner": _second,
}
"""What makes the hand that was typed from that of the paper."""
_GAMES = 12
OTHERS = ("yakuman", "last missing", "left out", "typed twice")


def planted(kind: str, chance: Random) -> Played:
    """A game with one slip of ``kind``."""
    while True:
        played = _planted(kind, chance)
        if played is not None and totals(played.typed, played.counted) != played.paper:
            return played


def _planted(kind: str, chance: Random) -> Played | None:
    rules, counted, lines = _game(chance.randrange(_GAMES))
    hand = len(lines) if kind == "last missing" else chance.randint(1, len(lines))
    if kind in ("drawn", "last missing", "left out") and not _is_plain(lines[hand - 1]):
        return None
    typed = copy.deepcopy(lines)
    if kind == "last missing":
        return Played(rules, counted, typed[:-1], lines, hand)
    if kind == "left out":
        return Played(rules, counted, [*typed[: hand - 1], *typed[hand:]], lines, hand)
    if kind == "typed twice":
        return Played(rules, counted, [*typed[:hand], *typed[hand - 1 :]], lines, hand + 1)
    if kind == "yakuman":
        (win, *_) = lines[hand - 1]["winners"] or [None]
        if win is None:
            return None
        said = [
            {**lines[hand - 1], "winners": [{"player": win["player"], **worth}]}
            for worth in ({"yakuman": 1}, {"han": 13})
        ]
        true, typed = ([*lines[: hand - 1], line, *lines[hand:]] for line in said)
        return Played(rules, counted, typed, true, hand)
    try:
        IN_ONE_HAND[kind](typed[hand - 1], chance)
    except (AssertionError, IndexError, KeyError, StopIteration, ValueError):  # not a hand for this slip
        return None
    return (
        None
        if value_problems(rules, outcome_of(typed[hand - 1], rules), 0)
        else Played(rules, counted, typed, lines, hand)
    )


def _is_plain(line: Line) -> bool:
    """Whether nothing happened in a hand that is looked for only where it was typed wrong, not where it stands
    nowhere: two winners, liability, and two riichi in a hand without winner."""
    if line["winners"]:
        return len(line["winners"]) == 1 and "liable" not in line["winners"][0]
    return not line.keys() & {"abortive_draw", "nagashi_mangan"} and len(line.get("riichi", [])) < 2


@cache
def _game(number: int) -> tuple[RuleSet, dict[str, Any], list[Line]]:
    """A game, in one of three under options by chance."""
    chance = Random(f"slips/{number}")
    id = chance.choice(list(riichi.EDITIONS))
    rules = rule_set(id)
    assert rules is not None
    chosen: Line = {}
    if number % 3 == 2:
        chosen = riichi_lines.options(chance)
        assert rules.with_options is not None
        rules = rules.with_options({**defaults_of(rules.options), **chosen})
    return rules, riichi.rules_of({"rules": id, **chosen}), riichi_lines.hanchan(chance, id, chosen, most=16)
