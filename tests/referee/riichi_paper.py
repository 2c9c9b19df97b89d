"""Hands of riichi by chance in the shares in which they are played, and the keys with which each is typed."""

import random

from tournament.rules.payment import RIICHI, TENPAI, Answer, Outcome
from tournament.rules.question import Answers, Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.riichi.settlement import FIELDS, MOST_FU_HAN, YAKUMAN_HAN, declared, wins_of

STOPPED = 0.3
"""How often time is up before the game is over."""
_DRAWN, _SELF_DRAWN, _SECOND, _THIRD, _YAKUMAN = 0.16, 0.36, 0.04, 0.1, 0.006
"""Shares: of drawn hands, of self-draws among wins, of a second winner on a discard, then of a third, of yakuman."""
_BOLD, _WINNER_BOLD = 0.16, 0.45
"""How often a player declares riichi in a hand, and how often the winner of one does."""
_HAN = ((1, 24), (2, 24), (3, 20), (4, 13), (5, 8), (6, 5), (7, 3), (8, 2), (9, 1))
"""Han with how usual they are."""
_FU = ((30, 62), (40, 28), (50, 5), (60, 2), (70, 1))


def riichi_outcome(chance: random.Random, rules: RuleSet) -> Outcome:
    """How a hand may have ended. The rules may refuse it, such as a riichi of somebody with too few points."""
    bets = {column for column in range(4) if chance.random() < _BOLD}
    if chance.random() < _DRAWN:
        ready = tuple(column for column in range(4) if column not in bets and chance.random() < 0.4)
        return Outcome(None, answers=_chosen({RIICHI: _columns(bets), TENPAI: ready or None}))
    discarder = None if chance.random() < _SELF_DRAWN else chance.randrange(4)
    others = [column for column in range(4) if column != discarder]
    chance.shuffle(others)
    count = 1
    if discarder is not None and chance.random() < _SECOND:
        count += 1 + (chance.random() < _THIRD)
    bets |= {column for column in others[:count] if chance.random() < _WINNER_BOLD}
    answers: dict[str, Answer] = {RIICHI: _columns(bets)}
    for fields, winner in zip(FIELDS, others[:count], strict=False):
        han, fu, yakuman = _worth(chance, riichi=winner in bets, self_drawn=discarder is None)
        answers |= {fields.winner: winner, fields.han: han, fields.fu: fu, fields.yakuman: yakuman}
    del answers[FIELDS[0].winner]
    points = answers.pop(FIELDS[0].han)
    assert isinstance(points, int)
    return rules.ordered(Outcome(others[0], discarder, points, answers=_chosen(answers)))


def _worth(chance: random.Random, *, riichi: bool, self_drawn: bool) -> tuple[int, int | None, int | None]:
    """The han of a hand, with its fu where they count, and how many yakuman it is, if it is any."""
    if chance.random() < _YAKUMAN:
        return YAKUMAN_HAN, None, 1
    han = max(chance.choices(*zip(*_HAN, strict=True))[0], 1 + (riichi and self_drawn))
    fu = chance.choices(*zip(*_FU, strict=True))[0]
    if han >= 2 + riichi + self_drawn and chance.random() < 0.06:
        fu = 25
    elif han >= 2 + riichi and self_drawn and chance.random() < 0.2:
        fu = 20
    return han, fu if han <= MOST_FU_HAN else None, None


def _columns(bets: set[int]) -> tuple[int, ...] | None:
    return tuple(sorted(bets)) or None


def _chosen(answers: Answers) -> Chosen:
    return tuple(sorted((name, answer) for name, answer in answers.items() if answer is not None))


def keys_of_riichi(outcome: Outcome) -> list[str]:
    """The keys of a row: the winners with han and fu, or who was tenpai, then the riichi sticks."""
    if outcome.winner is None:
        keys = ["X", *(str(column + 1) for column in outcome.tenpai)]
    else:
        keys = []
        for place, win in enumerate(wins_of(outcome)):
            keys += ["M"] if place else []
            keys += [str(win.winner + 1)]
            keys += [] if place else ["D" if outcome.discarder is None else str(outcome.discarder + 1)]
            if win.yakuman:
                keys += ["Y"]
                continue
            keys += [str(win.han), *(["Enter"] if win.han == 1 else [])]
            if win.fu is not None:
                keys += [str(win.fu // 10 if win.fu % 10 == 0 else win.fu)]
    bets = declared(outcome)
    return [*keys, *(["I", *(str(column + 1) for column in bets)] if bets else []), "Enter"]
