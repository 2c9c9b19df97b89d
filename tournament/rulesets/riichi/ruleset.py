"""Riichi (EMA, Riichi Competition Rules, editions of 2025 and 2016): the records of the rules and their functions."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblem
from tournament.language import Text, integer_text, listed, mark, mark_count, mark_in, signed_text
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.item import HandCount, Item, Unit
from tournament.rules.payment import NO_NET, RIICHI, Net, Outcome, WrittenWin
from tournament.rules.player_counter import Counting, PlayerCounter, TableHand, under_options
from tournament.rules.question import (
    Answers,
    Chosen,
    Option,
    OutcomeProblem,
    answered,
    defaults_of,
    read_signed_places,
)
from tournament.rules.quiz import Figure, RandomWin
from tournament.rules.reference import ReferenceRow, ReferenceTable, Worth
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_points import TablePoints, TablePointsKind
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.riichi import items, settlement
from tournament.rulesets.riichi.options import OPTIONS_2016, OPTIONS_2025, RiichiOptions
from tournament.rulesets.riichi.settlement import (
    ABORTIVE,
    FU,
    MANGAN,
    MOST_FU_BY_HAN,
    MOST_FU_HAN,
    MOST_HAN,
    STICK,
    YAKUMAN_COUNT,
    YAKUMAN_HAN,
    RiichiWin,
    base_points,
    declared,
    in_hundreds,
    limit_of,
    questions,
    tenpai_of,
    who_is_liable,
    wins_of,
    yakuman_of,
)
from tournament.rulesets.riichi.situation import RiichiSituation, situation_questions
from tournament.tiles.wind import Wind

HAN = mark_in("hand", "Han")
_IMPROBABLE_HAN = 10
"""From this number of han on (sanbaiman and yakuman), the hand must be confirmed."""


def uma(options: RiichiOptions) -> tuple[int, ...]:
    """Return the uma of the four places, best first."""
    first, second = options.uma_first, options.uma_second
    if options.uma_places is not None:
        return read_signed_places(options.uma_places)
    return first, second, -second, -first


def _uma_by_above(options: RiichiOptions) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the uma of games in which one or three players end at the starting points or above, if it is another."""
    chosen = ((1, options.uma_one_above), (3, options.uma_three_above))
    return tuple((above, read_signed_places(places)) for above, places in chosen if places is not None)


def table_points(options: RiichiOptions) -> TablePoints:
    """Return how scores become final points: with the uma, and for the first place with the oka."""
    each = options.goal - options.start

    def with_oka(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(worth - each + (0 if place else 4 * each) for place, worth in enumerate(places))

    by_above = tuple((above, with_oka(places)) for above, places in _uma_by_above(options))
    return TablePoints(TablePointsKind.UMA, with_oka(uma(options)), by_seat=options.ties == "seat", by_above=by_above)


def yakitori(winners: Collection[int], options: RiichiOptions) -> Net:
    """Return what players without a won hand lose and the ``winners`` of hands receive after uma."""
    times = len(winners) if options.yakitori_to == "each" else 1
    received = options.yakitori * (4 - len(winners)) if options.yakitori_to == "each" else 0
    a, b, c, d = (received if column in winners else -options.yakitori * times for column in range(4))
    return a, b, c, d


def _rules(id: str, name: Text, with_options: Callable[[Answers], RuleSet], listed: tuple[Option, ...],
           answers: Answers) -> RuleSet:  # fmt: skip
    """Return the rules under these options, which must be complete."""
    options = answered(RiichiOptions, answers)

    return RuleSet(
        id=id,
        name=name,
        words=("riichi", "classical"),
        minimum=1,
        improbable=_IMPROBABLE_HAN,
        most=MOST_HAN,
        value_bands=(1, 2, 3, 4, 5, 6, 8, 11, 13),
        table=TableRule(
            start(options),
            lambda state, outcome, totals: advance(state, outcome, totals, options),
            starting_points=options.start,
            sheet_unit=HUNDRED,
        ),
        settle=lambda outcome, stakes: settlement.settle(outcome, stakes, options),
        payment_text=lambda outcome, payer: _payment_text(outcome, payer, options),
        at_end=lambda totals, state: at_end(totals, state, options),
        on_table=True,
        winners_beyond=_WINNERS_BEYOND.get(options.ron),
        stick=STICK,
        for_wins=(lambda winners: yakitori(winners, options)) if options.yakitori else None,
        totals_suffice=not options.yakitori,
        table_points=table_points(options),
        faults=faults(options),
        value_name=HAN,
        ordered=settlement.ordered,
        written_wins=_written_wins,
        written_name=_WRITTEN_NAME,
        liable=who_is_liable(options),
        counter=counter(options),
        questions=questions(options),
        contradictions=lambda outcome, dealer: settlement.outcome_problems(outcome, dealer, options),
        contradictions_before=lambda outcome, state, totals: settlement.poor_problems(outcome, state, totals, options),
        example_wins=lambda: _example_wins(options),
        in_short=in_short(options),
        after_gong="finished" if options.time_end == "finish" else "one-more",
        payment_rule=mark(
            "The discarder pays the whole value; on a self-draw each of the three pays a part, and East twice as much. "
            "East receives one and a half times the value. Counters and riichi sticks are added."
        ),
        reference=lambda: tables(options),
        options=listed,
        with_options=with_options,
    )


def riichi_2025(answers: Answers) -> RuleSet:
    """Return the rules of the edition of 2025 under these options."""
    return _rules("riichi-ema-2025", mark("Riichi (EMA 2025)"), riichi_2025, OPTIONS_2025, answers)


def _riichi_2016(answers: Answers) -> RuleSet:
    """Return the rules of the edition of 2016 under these options."""
    return _rules("riichi-ema-2016", mark("Riichi (EMA 2016)"), _riichi_2016, OPTIONS_2016, answers)


_LIMITS = {
    settlement.MANGAN: mark("Mangan"),
    settlement.HANEMAN: mark("Haneman"),
    settlement.BAIMAN: mark("Baiman"),
    settlement.SANBAIMAN: mark("Sanbaiman"),
    settlement.YAKUMAN: mark("Yakuman"),
}


def _payment_text(outcome: Outcome, payer: str, options: RiichiOptions) -> Text:
    """Return the value of the first winner's hand and who pays for it.

    It has no amounts, since they depend on who is East.
    """
    first = settlement.wins_of(outcome)[0]
    base = settlement.base_points(first.han, first.fu, first.yakuman, options)
    if first.yakuman > 1:
        worth = mark("{count} × yakuman", count=first.yakuman)
    elif base in _LIMITS:
        worth = _LIMITS[base]
    else:
        worth = mark("{han} han, {fu} fu", han=first.han, fu=first.fu or settlement.USUAL_FU)
    if payer:
        return mark("{worth}\nfrom {player}", worth=worth, player=payer)
    return mark("{worth}\nfrom all three", worth=worth)


_WINNERS_BEYOND = {
    "first": (1, mark("Head bump: only the first in turn after the discarder wins. Leave the others out.")),
    "two": (2, mark("Two may win on one discard. With three the hand is drawn: three win on one discard.")),
}
"""By the option who wins on one discard: how many may, and what to say of more."""
_ROUND = 4
"""How often the deal passes in a round."""
HUNDRED = 100


def start(_options: RiichiOptions) -> TableState:
    """Return the state before the first hand: the East round, nothing on the table."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, totals: Net, options: RiichiOptions) -> TableState:
    """Return the state before the next hand (3.4.5).

    East stays after a win, if tenpai in a drawn hand, and after an abortive draw, or never by option. A counter is
    added if East stays or nobody won; otherwise all are removed. A hand that is not known counts as drawn with nobody
    tenpai. Sticks stay until somebody wins.
    """
    ended = Outcome(None) if outcome is None else outcome
    if ended.drawn:
        stays = ended.answer(ABORTIVE) is not None or state.dealer in tenpai_of(ended)
    else:
        stays = state.dealer in ended.winners
    stays = stays and options.dealer_stays
    passed = state.passed if stays else state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=state.winds if stays else passed_on(state.winds),
        prevalent=Wind(min(passed // 4, Wind.NORTH)),
        opens=not stays and passed % 4 == 0,
        passed=passed,
        over=state.over or _is_over(state, passed, totals, options, stays=stays and ended.answer(ABORTIVE) is None),
        counters=state.counters + 1 if ended.drawn or stays else 0,
        sticks=state.sticks + len(declared(ended)) if ended.drawn else 0,
    )


def _is_over(state: TableState, passed: int, totals: Net, options: RiichiOptions, *, stays: bool) -> bool:
    """Return whether the game ends with the hand of ``state``.

    ``stays`` says whether East won it or is tenpai.
    """
    if options.bankruptcy and options.start + min(totals) < 0:
        return True
    reached = options.start + max(totals) >= options.goal
    deals = _ROUND if options.rounds == "east" else 2 * _ROUND
    last = deals + _ROUND if options.west_round else deals
    if passed >= last or (passed >= deals and reached):
        return True
    # Agari yame ends the game in the last hand of the last round, or of the usual last round if it could be the last.
    if not (options.agari_yame and stays and reached and state.passed in (deals - 1, last - 1)):
        return False
    return all(totals[state.dealer] > totals[column] for column in range(4) if column != state.dealer)


def at_end(totals: Net, state: TableState, options: RiichiOptions) -> Net:
    """Return the payments at the end of a game: the riichi sticks left on the table (3.7).

    The first player gets them. Of players with equal totals, the first by seat gets all, or they share them, by option.
    """
    if not state.sticks or options.leftover == "lost":
        return NO_NET
    points = STICK * state.sticks
    first = [column for column in range(4) if totals[column] == max(totals)]
    receivers = first[:1] if options.leftover == "first" else first
    each = points // len(receivers) // HUNDRED * HUNDRED
    a, b, c, d = (each if column in receivers else 0 for column in range(4))
    return a, b, c, d


_WRITTEN_NAME = mark("Han / fu")


def _written_wins(outcome: Outcome) -> tuple[WrittenWin, ...]:
    """Return each winner of ``outcome`` with the value, in the order of the sheet."""
    return tuple(
        WrittenWin(win.winner, _written_value(win), _written_short(win), win.liable) for win in wins_of(outcome)
    )


def _written_value(win: RiichiWin) -> Text:
    if win.yakuman:
        return mark("yakuman") if win.yakuman == 1 else mark("{count} yakuman", count=win.yakuman)
    if _needs_fu(win):
        return mark("{han} han {fu} fu", han=win.han, fu=win.fu)
    return mark("{han} han", han=win.han)


def _written_short(win: RiichiWin) -> Text | str:
    if win.yakuman:
        return _written_value(win)
    return f"{win.han}/{win.fu}" if _needs_fu(win) else str(win.han)


def _needs_fu(win: RiichiWin) -> bool:
    return win.fu is not None and win.han <= MOST_FU_HAN


_DEAD = mark("Dead hand: no win, no claim, not tenpai")
_NOTED = mark("Noted, no points")
_REFEREE = mark("Referee’s discretion")


def faults(options: RiichiOptions) -> tuple[Fault, ...]:
    """Return the faults.

    A chombo is taken from the final score, after uma, or paid at the table by option, and the hand is played again in
    the same row.
    """
    return (*_chombos(options), *_DEAD_HANDS, *_OTHERS)


def _chombos(options: RiichiOptions) -> Iterator[Fault]:
    if options.chombo_paid == "table":
        sanction = mark("{points} to each, double with East, hand replayed", points=integer_text(MANGAN))
        usual = Fault("", "", sanction, sanction, Measure.FIXED, Receiver.OPPONENTS, MANGAN, east_twice=True)
    else:
        sanction = mark("{points} after uma, hand replayed", points=integer_text(options.chombo))
        usual = Fault("", "", sanction, sanction, Measure.FIXED, points=options.chombo, after_places=True)
    for slug, number, name in _CHOMBOS:
        yield replace(usual, slug=slug, number=number, name=name, also=mark("Chombo"))


def _dead(slug: str, number: str, name: Text) -> Fault:
    return Fault(slug, number, name, _DEAD, Measure.NONE, no_hu=True)


_CHOMBOS = (
    ("false-win", "RI1", mark("False win, tiles shown")),
    ("noten-riichi", "RI2", mark("Riichi without tenpai, seen in a drawn hand")),
    ("false-kan", "RI3", mark("False concealed kan after riichi")),
    ("many-tiles-exposed", "RI4", mark("More than five tiles exposed")),
    ("claim-with-dead-hand", "RI5", mark("Claim with a dead hand")),
    ("invalid-word", "RI6", mark("Tiles shown after a word that calls no win")),
    ("chombo", "RI7", mark("Chombo for another reason")),
)
_DEAD_HANDS = (
    _dead("tile-count", "RI8", mark("Too few or too many tiles")),
    _dead("invalid-set", "RI9", mark("Invalid chii, pon or kan")),
    _dead("claimed-tile-not-taken", "RI10", mark("Claimed tile not taken in time")),
    _dead("win-not-shown", "RI11", mark("False win, tiles not shown")),
    _dead("open-riichi", "RI12", mark("Riichi with an open hand")),
    _dead("riichi-form", "RI13", mark("Riichi not called, or the discard not turned")),
    _dead("swap-call", "RI14", mark("Swap-calling (kuikae)")),
    _dead("tiles-exposed", "RI15", mark("Tiles of another hand or of the dead wall exposed")),
)
_OTHERS = (
    Fault("claim-order", "RI16", mark("Claim in the wrong order"), _NOTED, Measure.NONE),
    Fault("empty-call", "RI17", mark("Chii, pon or kan called and taken back"), _NOTED, Measure.NONE),
    Fault("call-changed", "RI18", mark("Call changed"), _NOTED, Measure.NONE),
    Fault("win-misnamed", "RI19", mark("“Ron” and “tsumo” confused"), mark("Win valid; repeated: referee’s discretion"),
          Measure.NONE),
    Fault("wall-exposed", "RI20", mark("Up to five tiles of the wall exposed"), mark("Tiles put back"), Measure.NONE),
    Fault("wrong-wall-tile", "RI21", mark("Tile drawn from a wrong part of the wall"), _REFEREE, Measure.NONE),
    Fault("information", "RI22", mark("Help or information given"), _REFEREE, Measure.NONE),
    Fault("obstruction", "RI23", mark("Cheating or obstruction"), _REFEREE, Measure.NONE),
    Fault("telephone", "RI24", mark("Telephone"), _REFEREE, Measure.NONE),
    Fault("late", "RI25", mark("Late"), _REFEREE, Measure.NONE, of_session=True),
    Fault("minor", "RI26", mark("Minor irregularity"), _NOTED, Measure.NONE),
)  # fmt: skip


def counter(options: RiichiOptions) -> PlayerCounter:
    """Return the counter of an event with these options."""
    return PlayerCounter(
        situation_questions(options),
        *under_options(_modules, RiichiSituation, options),
        answers=lambda counts, winner: _answers(counts, winner, options),
        sum_text=lambda count: _sum_text(count, options),
        random_win=lambda chance: _random_win(chance, options),
        figures=lambda hand, count: figures(hand, count, options),
        disagreements=_disagreements,
        written_otherwise=_riichi_otherwise,
    )


def _modules() -> Counting[RiichiSituation, RiichiOptions]:
    from tournament.rulesets.riichi import scoring

    return scoring.count, scoring.score_members, scoring.waits


def _random_win(chance: Random, options: RiichiOptions) -> RandomWin:
    from tournament.rulesets.riichi import dealing

    return dealing.random_win(chance, options)


def _answers(counts: Sequence[HandCount], winner: int | None, options: RiichiOptions) -> Chosen:
    """Return the number of yakuman, and the fu if they matter, as answers to the questions about the hand."""
    if winner is None or not counts[winner].points:
        return ()
    count = counts[winner]
    yakuman = yakuman_of(count, options)
    if not yakuman and count.points >= YAKUMAN_HAN and options.counted_yakuman:
        return ()  # players may write such a hand as 13 han or as a yakuman
    fu = ((FU, count.base),) if count.points <= MOST_FU_HAN else ()
    return (*fu, (YAKUMAN_COUNT, yakuman))


def _disagreements(hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
    from tournament.rulesets.riichi import scoring

    return scoring.shared_problems(hands)


def _riichi_otherwise(outcome: Outcome, column: int, answers: Chosen) -> tuple[OutcomeProblem, ...]:
    """Return the contradiction between the sheet and the answers about riichi.

    A winner whose tiles are counted with riichi must have put a stick on the table, and the reverse.
    """
    said, laid = RIICHI in dict(answers), column in declared(outcome)
    if said == laid:
        return ()
    missing = mark("The tiles were counted with riichi, and no riichi stick is recorded.")
    alone = mark("A riichi stick is recorded, and the tiles were counted without riichi.")
    return (OutcomeProblem("riichi-otherwise", missing if said else alone, RIICHI),)


def _sum_text(count: HandCount, options: RiichiOptions) -> Text:
    """Return han, fu and what the winner receives for them: “3 han, 40 fu: 5,200”."""
    if not count.minimum_met:
        return mark("No yaku: this hand may not win")
    points = integer_text(count.paid or 0)
    yakuman = yakuman_of(count, options)
    if yakuman:
        return mark_count("{count} yakuman: {points}", "{count} yakuman: {points}", yakuman, points=points)
    worth = mark_count("{count} han", "{count} han", count.points)
    if count.base:
        fu = mark_count("{count} fu", "{count} fu", count.base)
        worth = mark("{han}, {fu}", han=worth, fu=fu)
    limit = limit_of(count, options)
    if limit is None:
        return mark("{worth}: {points}", worth=worth, points=points)
    return mark("{worth}: {limit}, {points}", worth=worth, limit=limit[1], points=points)


_HAN_FIGURE, _FU_FIGURE = mark("Han"), mark("Fu")


def figures(hand: PlayerHand, count: HandCount, options: RiichiOptions) -> tuple[Figure, ...]:
    """Return the numbers that the quiz asks for.

    Which fields there are reveals nothing about the value of ``hand``: those of the payment only depend on who won how.
    """
    yakuman = yakuman_of(count, options)
    fu = count.base if count.points <= MOST_FU_HAN else None
    return (
        Figure(_HAN_FIGURE, YAKUMAN_HAN * yakuman or count.points, mark("Han (13: yakuman)")),
        Figure(_FU_FIGURE, fu, passed_from=MOST_FU_HAN + 1, least=20, times=10),
        *(
            Figure(name, in_hundreds(times * base_points(count.points, count.base, yakuman, options)), optional=True)
            for name, times in _payments(hand)
        ),
    )


def _payments(hand: PlayerHand) -> Iterator[tuple[Text, int]]:
    """Yield who pays how many times the base points, in the order in which players announce it."""
    east = hand.own is Wind.EAST
    if not hand.self_drawn:
        yield mark("The discarder pays"), 6 if east else 4
    elif east:
        yield mark("Each pays"), 2
    else:
        yield mark("Others each pay"), 1
        yield mark("East pays"), 2


_EXAMPLE_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
_LEAST_HAN = {20: 2, 25: 2}
"""The least han of hands with few fu: pinfu by self-draw has 20, seven pairs have 25."""


def _example_wins(options: RiichiOptions) -> tuple[tuple[Text, Outcome], ...]:
    """Return an example of every value below mangan, by han and fu, and then of each limit."""
    return (*_examples_below_mangan(options), *_example_limits(options))


def _examples_below_mangan(options: RiichiOptions) -> Iterator[tuple[Text, Outcome]]:
    for han in range(1, 5):
        for fu in _EXAMPLE_FU:
            possible = _LEAST_HAN.get(fu, 1) <= han and fu <= MOST_FU_BY_HAN.get(han, fu)
            if possible and base_points(han, fu, 0, options) < MANGAN:
                outcome = Outcome(0, None, han, answers=((FU, fu),))
                yield _written_wins(outcome)[0].value, outcome


def _example_limits(options: RiichiOptions) -> Iterator[tuple[Text, Outcome]]:
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
    """Return further rules for players: payments besides those of a win, and how a game ends."""
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
             points=options.noten)
        if options.dealer_stays
        else mark("Those without tenpai pay {points} in all to those with tenpai.", points=options.noten),
    )  # fmt: skip
    if options.rounds == "east":
        yield mark("Length of a game"), mark("The East round alone.")
    if options.dealer_stays:
        yield mark("East"), mark("East stays after winning; otherwise the deal passes.")
    else:
        yield mark("East"), mark("The deal passes after every hand.")
    yield mark("Several winners"), _several_winners(options)
    if options.pao or options.pao_four_kans:
        yield (
            mark("Liable (pao)"),
            mark("Who feeds the set that makes the yakuman certain pays all of it on a self-draw, and half of it if "
                 "somebody else discards."),
        )  # fmt: skip
    worth = _uma_text(options)
    shared = mark("{uma}. Equal players share.", uma=worth)
    yield mark("Uma"), shared if options.ties == "shared" else mark("{uma}. The first East comes first.", uma=worth)
    if options.goal > options.start:
        yield mark("Oka"), mark("{points} to the first place.", points=4 * (options.goal - options.start))
    yield mark("Sticks left at the end"), _sticks_left(options)
    yield mark("Chombo"), _chombo_text(options)
    if options.yakitori:
        yield mark("Yakitori"), _yakitori_text(options)
    yield mark("When time is up"), _time_up(options)


def _uma_text(options: RiichiOptions) -> Text:
    """Return the uma in words: “+15,000, +5,000, −5,000, −15,000”, and those by how many end above the start."""
    usual, *others = (listed(map(signed_text, places))
                      for places in (uma(options), *(places for _, places in _uma_by_above(options))))  # fmt: skip
    named = dict(zip((above for above, _ in _uma_by_above(options)), others, strict=True))
    match named:
        case {1: one, 3: three}:
            return mark("{usual}; if one ends at the start or above, {one}; if three do, {three}", usual=usual, one=one,
                        three=three)  # fmt: skip
        case {1: one}:
            return mark("{usual}; if one ends at the start or above, {one}", usual=usual, one=one)
        case {3: three}:
            return mark("{usual}; if three end at the start or above, {three}", usual=usual, three=three)
        case _:
            return usual


def _chombo_text(options: RiichiOptions) -> Text:
    if options.chombo_paid == "table":
        return mark("{points} to each of the others, double from and to East; the hand is played again.", points=MANGAN)
    return mark("{points} points after uma; the hand is played again.", points=-options.chombo)


def _yakitori_text(options: RiichiOptions) -> Text:
    if options.yakitori_to == "each":
        return mark("Who wins no hand pays {points} points, after uma, to each who won one.", points=options.yakitori)
    return mark("Who wins no hand loses {points} points after uma.", points=options.yakitori)


def _several_winners(options: RiichiOptions) -> Text:
    match options.ron:
        case "first":
            return mark("Head bump: only the first in turn after the discarder wins.")
        case "two":
            who = mark("Two may win on one discard; with three the hand is drawn.")
        case _:
            who = mark("All who can win on a discard win.")
    if options.counters_to == "first" and not options.own_stick_back:
        return mark("{who} The first in turn gets counters and all sticks.", who=who)
    if options.counters_to == "first":
        return mark("{who} The first in turn gets counters and sticks.", who=who)
    if not options.own_stick_back:
        return mark("{who} Each gets the counters; the first in turn gets all sticks.", who=who)
    return mark("{who} Each gets the counters; the first in turn gets the sticks, except that a winner’s own one of "
                "this hand goes back.", who=who)  # fmt: skip


def _sticks_left(options: RiichiOptions) -> Text:
    match options.leftover:
        case "lost":
            return mark("Nobody gets them.")
        case "first":
            return mark("The first gets them.")
        case _:
            return mark("The first gets them; equal ones share, in hundreds.")


def _time_up(options: RiichiOptions) -> Text:
    if options.time_end == "finish":
        return mark("The hand in play is the last.")
    return mark("The hand in play is finished, and one more is played.")


_HAN_COLUMNS = (mark_in("han", "Concealed"), mark_in("han", "Open"))


def tables(options: RiichiOptions) -> tuple[ReferenceTable, ...]:
    """Return the tables of yaku, yakuman, dora and fu as an event with these options plays them."""
    rows = [row for row in items.YAKU if _played(row.item.slug, options)]
    han = [row for row in rows if row.item.unit is Unit.HAN]
    levels = sorted({row.item.value for row in han})
    return (
        *(
            ReferenceTable(
                mark_count("Yaku of {count} han", "Yaku of {count} han", level),
                tuple(_yaku_row(row, options) for row in han if row.item.value == level),
                _HAN_COLUMNS,
            )
            for level in levels
        ),
        ReferenceTable(
            mark("Yakuman"), tuple(_yakuman_row(row, options) for row in rows if row not in han), (mark("Yakuman"),)
        ),
        ReferenceTable(mark("Dora: no yaku"), tuple(map(_item_row, _dora_played(options))), (mark_in("hand", "Han"),)),
        ReferenceTable(
            mark("Fu: added, then rounded up to tens"),
            tuple(map(_item_row, _fu_played(options))),
            (mark_in("hand", "Fu"),),
        ),
    )


def _played(slug: str, options: RiichiOptions) -> bool:
    if slug in items.SAME_UNLESS_TWICE:
        return options.double_yakuman
    played = {"ippatsu": options.ippatsu_counts, "renhou": options.renhou in ("mangan", "added"),
              "renhou-yakuman": options.renhou == "yakuman"}  # fmt: skip
    return played.get(slug, True)


def _yaku_row(row: items.YakuRow, options: RiichiOptions) -> ReferenceRow:
    opened = 0 if row.item.slug == "tanyao" and not options.open_tanyao else row.open_han
    worth: tuple[Worth, ...] = (row.item.value, opened or None)
    added = row.item.slug == "renhou" and options.renhou == "added"
    return ReferenceRow(row.item.name, worth, items.RENHOU_ADDED if added else row.item.description)


def _yakuman_row(row: items.YakuRow, options: RiichiOptions) -> ReferenceRow:
    return ReferenceRow(row.item.name, (2 if row.twice and options.double_yakuman else 1,), row.item.description)


def _item_row(item: Item) -> ReferenceRow:
    return ReferenceRow(item.name, (item.value,), item.description)


def _dora_played(options: RiichiOptions) -> Iterator[Item]:
    played = {"ura_dora": options.ura_dora, "red": options.red_fives > 0}
    return (item for name, item in items.DORA_ITEMS.items() if played.get(name, True))


def _fu_played(options: RiichiOptions) -> Iterator[Item]:
    return (item for item in items.FU if item.slug != "fu-double-pair" or options.double_wind_fu > 2)


RIICHI_2025 = riichi_2025(defaults_of(OPTIONS_2025))
RIICHI_2016 = _riichi_2016(defaults_of(OPTIONS_2016))
