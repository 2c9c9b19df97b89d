"""What players look up: the payments of each value, and the rules of the table in short, under the options."""

from collections.abc import Iterator

from tournament.language import Text, listed, mark, signed_text
from tournament.rules.payment import Outcome
from tournament.rulesets.riichi.legality import MOST_FU_BY_HAN
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.settlement import FU, MANGAN, STICK, YAKUMAN_COUNT, YAKUMAN_HAN, base_points
from tournament.rulesets.riichi.written import written_wins

_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
_LEAST_HAN = {20: 2, 25: 2}
"""Pinfu by self-draw, and seven pairs."""


def example_wins(options: RiichiOptions) -> tuple[tuple[Text, Outcome], ...]:
    """Every value below mangan by han and fu, then the limits."""
    return (*_below_mangan(options), *_limits(options))


def _below_mangan(options: RiichiOptions) -> Iterator[tuple[Text, Outcome]]:
    for han in range(1, 5):
        for fu in _FU:
            possible = _LEAST_HAN.get(fu, 1) <= han and fu <= MOST_FU_BY_HAN.get(han, fu)
            if possible and base_points(han, fu, 0, options) < MANGAN:
                outcome = Outcome(0, None, han, answers=((FU, fu),))
                yield written_wins(outcome)[0].value, outcome


def _limits(options: RiichiOptions) -> Iterator[tuple[Text, Outcome]]:
    three, four = (60, 30) if options.kiriage else (70, 40)
    most = mark("sanbaiman: 11–12 han") if options.counted_yakuman else mark("sanbaiman: 11 han and more")
    names = (
        (mark("mangan: 5 han, 4 han {four} fu and more, 3 han {three} fu and more", four=four, three=three), 5),
        (mark("haneman: 6–7 han"), 6),
        (mark("baiman: 8–10 han"), 8),
        (most, 11),
    )
    yield from ((name, Outcome(0, None, han)) for name, han in names)
    name = mark("yakuman, or {han} han and more", han=YAKUMAN_HAN) if options.counted_yakuman else mark("yakuman")
    yield name, Outcome(0, None, YAKUMAN_HAN, answers=((YAKUMAN_COUNT, 1),))


def in_short(options: RiichiOptions) -> tuple[tuple[Text, Text], ...]:
    """What moves points besides a win, and how a game ends."""
    return tuple(_in_short(options))


def _in_short(options: RiichiOptions) -> Iterator[tuple[Text, Text]]:
    yield mark("Riichi"), mark("A stick of {points} points lies on the table until somebody wins.", points=STICK)
    yield (
        mark("Counters"),
        mark("Each adds {points} to a win: from the discarder, or a third from each. One is added whenever East stays "
             "and after every drawn hand.", points=options.counter),
    )  # fmt: skip
    yield (
        mark("Drawn hand"),
        mark("Those without tenpai pay {points} in all to those with tenpai. East stays if tenpai.",
             points=options.noten),
    )  # fmt: skip
    yield mark("East"), mark("East stays after winning; otherwise the deal passes.")
    yield mark("Several winners"), _several(options)
    if options.pao or options.pao_four_kans:
        yield (
            mark("Liable (pao)"),
            mark("Who feeds the set that makes the yakuman certain pays all of it on a self-draw, and half of it if "
                 "somebody else discards."),
        )  # fmt: skip
    places = (options.uma_first, options.uma_second, -options.uma_second, -options.uma_first)
    uma = listed(signed_text(points) for points in places)
    shared = mark("{uma}. Equal players share.", uma=uma)
    yield mark("Uma"), shared if options.ties == "shared" else mark("{uma}. The first East comes first.", uma=uma)
    if options.goal > options.start:
        yield mark("Oka"), mark("{points} to the first place.", points=4 * (options.goal - options.start))
    yield mark("Sticks left at the end"), _left(options)
    yield mark("Chombo"), mark("{points} points after uma; the hand is played again.", points=-options.chombo)
    yield mark("When time is up"), _time(options)


def _several(options: RiichiOptions) -> Text:
    match options.ron:
        case "first":
            return mark("Only the first in turn after the discarder wins.")
        case "two":
            who = mark("Two may win on one discard; with three the hand is drawn.")
        case _:
            who = mark("All who can win on a discard win.")
    if options.counters_to == "first":
        return mark("{who} The first in turn gets counters and sticks.", who=who)
    return mark("{who} Each gets the counters; the first in turn gets the sticks, except that a winner’s own one of "
                "this hand goes back.", who=who)  # fmt: skip


def _left(options: RiichiOptions) -> Text:
    match options.leftover:
        case "lost":
            return mark("Nobody gets them.")
        case "first":
            return mark("The first gets them.")
        case _:
            return mark("The first gets them; equal ones share, in hundreds.")


def _time(options: RiichiOptions) -> Text:
    if options.time_end == "finish":
        return mark("The hand in play is the last.")
    return mark("The hand in play is finished, and one more is played.")
