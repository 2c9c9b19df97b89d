"""What the quiz asks of a hand: han, fu, and what those who pay pay for it."""

from collections.abc import Iterator

from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.rules.item import HandCount
from tournament.rules.quiz import Figure
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.points import yakuman_of
from tournament.rulesets.riichi.questions import MOST_FU_HAN
from tournament.rulesets.riichi.settlement import YAKUMAN_HAN, base_points, in_hundreds
from tournament.tiles.wind import Wind

_HAN, _FU = mark("Han"), mark("Fu")


def figures(hand: PlayerHand, count: HandCount, options: RiichiOptions) -> tuple[Figure, ...]:
    """The fields are the same whatever ``hand`` is worth; those of the payment only follow who won how."""
    yakuman = yakuman_of(count, options)
    fu = count.base if count.points <= MOST_FU_HAN else None
    return (
        Figure(_HAN, YAKUMAN_HAN * yakuman or count.points, mark("Han (13: yakuman)")),
        Figure(_FU, fu, passed_from=MOST_FU_HAN + 1, least=20, times=10),
        *(
            Figure(name, in_hundreds(times * base_points(count.points, count.base, yakuman, options)), optional=True)
            for name, times in _payments(hand)
        ),
    )


def _payments(hand: PlayerHand) -> Iterator[tuple[Text, int]]:
    """Who pays how many times the base points, in the order in which players say it."""
    east = hand.own is Wind.EAST
    if not hand.self_drawn:
        yield mark("The discarder pays"), 6 if east else 4
    elif east:
        yield mark("Each pays"), 2
    else:
        yield mark("Others each pay"), 1
        yield mark("East pays"), 2
