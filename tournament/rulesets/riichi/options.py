"""The options of riichi: every point in which federations differ, with the default of EMA and its source."""

from dataclasses import dataclass, replace

from tournament.language import Text, mark, verbatim
from tournament.rules.question import Choice, Option, QuestionKind, RuleQuestion

MOST_POINTS = 200_000
"""The maximum of all options that are points: start, goal, uma and chombo."""


@dataclass(frozen=True, slots=True)
class RiichiOptions:
    """The options of an event; the defaults are those of EMA 2025."""

    start: int = 30_000
    """The points of each player at the start."""
    goal: int = 30_000
    """The score above which final points are positive. If it is higher than the start, the winner gets four times the
    difference (oka)."""
    uma_first: int = 15_000
    """The points that the first place adds to the score; the fourth place loses as many."""
    uma_second: int = 5_000
    """The points that the second place adds to the score; the third place loses as many."""
    uma_places: str | None = None
    """The uma of all four places, best first, such as ``20000,5000,-5000,-20000``; None if the two values above give
    it."""
    uma_one_above: str | None = None
    """The uma of the four places in a game at whose end one player has at least the points of the start; None if it is
    the usual one."""
    uma_three_above: str | None = None
    """The same if three players have at least the points of the start."""
    ties: str = "shared"
    """``shared``: equal scores share the points of their places; ``seat``: the player who was East first is ahead."""
    ron: str = "all"
    """Who wins on one discard: ``all``, up to ``two`` (three end the hand), or the ``first`` in turn."""
    counters_to: str = "each"
    """With several winners, who gets the counters: ``each`` or the ``first`` in turn."""
    own_stick_back: bool = True
    """With several winners, whether each takes back the own stick of the hand; otherwise the first in turn gets all."""
    counter: int = 300
    """The points of a counter. On a self-draw each player pays a third of them."""
    noten: int = 3_000
    """The points that are paid in a drawn hand by the players without tenpai to those with it."""
    kiriage: bool = True
    """Whether 4 han with 30 fu and 3 han with 60 fu are a mangan."""
    counted_yakuman: bool = False
    """Whether 13 han and more are worth a yakuman."""
    yakuman_add: bool = False
    """Whether several yakuman in one hand add up."""
    double_yakuman: bool = False
    """Whether some yakuman count twice."""
    pao: bool = True
    """Whether feeding the last set of Big Three Dragons or Big Four Winds makes a player liable."""
    pao_four_kans: bool = False
    """Whether feeding the last kan of Four Kans does too."""
    pao_counters: bool = False
    """Whether the liable player pays the counters if somebody else discards."""
    double_wind_fu: int = 2
    """The fu of a pair of the wind that is the own and the prevalent one."""
    rinshan_haitei: bool = False
    """Whether a replacement tile that is the last tile of the wall is worth haitei as well as rinshan kaihou."""
    renhou: str = "mangan"
    """A win on a discard in the first turn: ``mangan``, the same ``added`` as 5 han to other yaku and dora,
    ``yakuman`` or ``none``."""
    open_tanyao: bool = True
    red_fives: int = 0
    ippatsu_counts: bool = True
    ura_dora: bool = True
    kan_dora: bool = True
    riichi_needs_1000: bool = False
    leftover: str = "split"
    """Riichi sticks left at the end: ``split`` among all that are first, to the ``first``, or ``lost``."""
    chombo: int = 20_000
    chombo_paid: str = "after"
    """How a chombo is paid: ``after`` uma, or at the ``table`` as the others would have paid for a mangan."""
    yakitori: int = 0
    """The points that a player without a won hand loses after uma at the end of the game; 0 if none."""
    yakitori_to: str = "nobody"
    """Who receives them: ``nobody``, or ``each`` of those who won a hand, so that they are paid as many times."""
    abortive: bool = False
    nagashi: bool = False
    rounds: str = "south"
    """The last round of a game: ``south``, or ``east`` for a game of the East round alone."""
    dealer_stays: bool = True
    """Whether East stays after winning, if tenpai in a drawn hand, and after an abortive draw."""
    bankruptcy: bool = False
    agari_yame: bool = False
    """Whether the game ends when East, leading with at least the goal, wins in the last hand or is tenpai."""
    west_round: bool = False
    """Whether another round follows while nobody has reached the goal: West, or South after the East round alone."""
    time_end: str = "one-more"
    """When time is up: ``one-more`` hand after the present one, or ``finish`` the present one."""


EMA_2025 = RiichiOptions()
EMA_2016 = replace(EMA_2025, kiriage=False, double_wind_fu=4, rinshan_haitei=True)

_BOOK = "EMA, Riichi Competition Rules"


def _source_2025(place: str) -> Text:
    return verbatim(f"{_BOOK} 2025, {place}")


_PLACES_2016 = {
    "3.3.4": "3.3.5", "3.3.7": "3.3.9", "3.3.10": "3.3.14", "3.4": "3.4.3", "3.4.4": "3.4.10", "3.7": "3.6",
    "3.7.1": "3.6.1", "4.1.2": "4.1", "4.1.3": "4.3", "4.1.4": "4.1", "7": "5.9",
}  # fmt: skip
"""The sections of the edition of 2016, by those of the edition of 2025, where they differ."""


def _source_2016(place: str) -> Text:
    return verbatim(f"{_BOOK} 2016, {_PLACES_2016.get(place, place)}")


def _unverified_source_2016(place: str) -> Text:
    return mark("{book}; read second-hand, check before use", book=_source_2016(place))


def _options(defaults: RiichiOptions) -> tuple[Option, ...]:
    """Return the options with ``defaults``, in the order in which an organiser answers them."""
    newest = defaults == EMA_2025
    said = _source_2025 if newest else _source_2016
    other = _source_2025 if newest else _unverified_source_2016

    def tick(name: str, text: Text, source: Text) -> Option:
        return Option(RuleQuestion(name, text, default=getattr(defaults, name)), source)

    def number(
        name: str, text: Text, source: Text, *, least: int = 0, most: int = MOST_POINTS, step: int = 1
    ) -> Option:
        default = getattr(defaults, name)
        return Option(RuleQuestion(name, text, QuestionKind.NUMBER, default, least=least, most=most, step=step), source)

    def choice(name: str, text: Text, source: Text, *choices: tuple[str, Text]) -> Option:
        kinds = tuple(Choice(key, label) for key, label in choices)
        return Option(RuleQuestion(name, text, QuestionKind.CHOICE, getattr(defaults, name), kinds), source)

    def places(name: str, text: Text, source: Text) -> Option:
        question = RuleQuestion(name, text, QuestionKind.PLACES, None, least=-MOST_POINTS, most=MOST_POINTS)
        return Option(question, source)

    return (
        number("start", mark("Starting points"), said("3.7")),
        number("goal", mark("Goal: final points are counted from it (oka where it is above the start)"), said("3.7")),
        number("uma_first", mark("Uma of the first place (the fourth loses as much)"), said("3.7.1")),
        number("uma_second", mark("Uma of the second place (the third loses as much)"), said("3.7.1")),
        places("uma_places", mark("Uma of all four places, if it is not symmetrical"), said("3.7.1")),
        places("uma_one_above", mark("Uma when only one player ends at the starting points or above"), said("3.7.1")),
        places("uma_three_above", mark("Uma when three players end at the starting points or above"), said("3.7.1")),
        choice("ties", mark("Equal scores at a table"), said("3.7.1"),
               ("shared", mark("Share the points of their places")),
               ("seat", mark("The first East is placed first, then by seat"))),
        choice("leftover", mark("Riichi sticks left at the end"), other("3.7"),
               ("split", mark("To the first; equal ones share them, in hundreds")),
               ("first", mark("To the first")),
               ("lost", mark("To nobody"))),
        choice("ron", mark("Several players win on one discard"), said("3.3.1"),
               ("all", mark("All of them win")),
               ("two", mark("Two win; with three the hand is drawn")),
               ("first", mark("Only the first in turn wins (head bump)"))),
        choice("counters_to", mark("Counters when several win"), said("3.4.4"),
               ("each", mark("Each winner receives them")),
               ("first", mark("The first in turn receives them"))),
        tick("own_stick_back", mark("Several winners take back their own riichi stick"), said("3.4.3")),
        number("counter", mark("Points of a counter"), said("3.4.4"), most=9_000, step=300),
        number("noten", mark("Points paid in a drawn hand by those without tenpai"), said("3.4.2"), most=60_000,
               step=3_000),
        tick("riichi_needs_1000", mark("Riichi needs at least 1,000 points"), said("4.1.4")),
        tick("kiriage", mark("4 han 30 fu and 3 han 60 fu are mangan"), said("4.1.3")),
        tick("counted_yakuman", mark("13 han and more are a yakuman"), said("4.1.2")),
        tick("yakuman_add", mark("Several yakuman in one hand add up"), said("4.2")),
        tick("double_yakuman", mark("Some yakuman count twice"), said("4.2")),
        tick("pao", mark("Liability for Big Three Dragons and Big Four Winds"), said("3.3.7")),
        tick("pao_four_kans", mark("Liability for Four Kans"), said("3.3.7")),
        tick("pao_counters", mark("The liable player pays the counters of a discard too"), said("3.3.7")),
        number("double_wind_fu", mark("Fu of a pair of double wind"), said("4.1.1"), least=2, most=4, step=2),
        tick("rinshan_haitei", mark("Rinshan and haitei count together"), other("4.2.1")),
        choice("renhou", mark("Win on a discard in the first turn (renhou)"), said("4.2.4"),
               ("mangan", mark("Mangan")), ("added", mark("5 han, added to other yaku and dora")),
               ("yakuman", mark("Yakuman")), ("none", mark("Worth nothing"))),
        tick("open_tanyao", mark("Tanyao with open sets"), said("4.2.1")),
        number("red_fives", mark("Red fives"), said("1.3"), most=4),
        tick("ippatsu_counts", mark("Ippatsu"), said("4.2.1")),
        tick("ura_dora", mark("Dora under the indicators (ura) after riichi"), said("3.3.10")),
        tick("kan_dora", mark("Further dora after a kan"), said("3.3.4")),
        tick("abortive", mark("Abortive draws"), said("3.4")),
        tick("nagashi", mark("Nagashi mangan"), said("3.4.2")),
        choice("rounds", mark("Length of a game"), said("3.5"),
               ("south", mark("East and South round")),
               ("east", mark("East round alone"))),
        tick("dealer_stays", mark("East stays after winning or tenpai"), said("3.4.5")),
        tick("bankruptcy", mark("The game ends when a player is below zero"), said("4.1.4")),
        tick("west_round", mark("Another round follows while nobody has reached the goal"), said("3.5")),
        tick("agari_yame", mark("A leading East ends the game in the last hand"), said("3.5")),
        choice("time_end", mark("When time is up"), said("7"),
               ("one-more", mark("One more hand after the present one")),
               ("finish", mark("The present hand is the last"))),
        number("chombo", mark("Chombo, after uma"), said("3.4.6")),
        choice("chombo_paid", mark("How a chombo is paid"), said("3.4.6"),
               ("after", mark("Taken from the final points, after uma")),
               ("table", mark("At the table, like a mangan to the others"))),
        number("yakitori", mark("Yakitori: points lost after uma by players without a won hand"), other("3.7")),
        choice("yakitori_to", mark("Who receives the points of yakitori"), other("3.7"),
               ("nobody", mark("Nobody")),
               ("each", mark("Each player who won a hand"))),
    )  # fmt: skip


OPTIONS_2025 = _options(EMA_2025)
OPTIONS_2016 = _options(EMA_2016)
