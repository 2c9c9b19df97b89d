"""Ruling slips of games that count the tiles of every player: points, doubles, fan or patterns of each known hand."""

from collections.abc import Iterator, Mapping

from reports.document import RulingSlip, SlipFan
from reports.sheets.score_sheets import answer_text
from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.item import CountedItem, HandCount, worth_text
from tournament.rules.payment import Answer, Outcome
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Chosen, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import answers_of, value_of_hands, worth_of
from tournament.use_cases.view import View


def counted_slips(
    view: View, sheet: Sheet, line: HandLine, outcome: Outcome, recorded: tuple[Text, ...]
) -> Iterator[RulingSlip]:
    """The slip of each player whose tiles are known; none if they are invalid under these rules."""
    rules, names = view.rules, [view.player_at(sheet, column).name for column in range(4)]
    worth = value_of_hands(rules, line.tiles, line.state, outcome)
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    otherwise = _counted_otherwise(rules, line, outcome, dict(worth.counts))
    for (column, count), (hand, answers) in zip(worth.counts, worth.hands, strict=True):
        written = worth_of(outcome, column)
        yield RulingSlip(
            session=sheet.session,
            table=sheet.table,
            hand=line.hand,
            player=names[column],
            source=_source(outcome, column, names),
            tiles=hand,
            how=tuple(_how(rules, hand, answers, outcome)),
            counted=tuple(_counted(each) for each in count.counted),
            left_out=tuple(SlipFan(each.item.number, each.item.name, 1, 0, by=each.by.name) for each in count.replaced),
            points=count.points,
            claimed=written,
            decision=_decision(line, count, written, _written(rules, outcome, column), same=column not in otherwise),
            recorded=recorded,
            players=(names[0], names[1], names[2], names[3]),
            sum=_sum(rules.counter, count),
        )


def _source(outcome: Outcome, column: int, names: list[str]) -> Text:
    if column not in outcome.winners:
        return mark("did not win")
    giver = outcome.discarder
    return mark("self-draw") if giver is None else mark("from {player}", player=names[giver])


def _how(rules: RuleSet, hand: PlayerHand, answers: Chosen, outcome: Outcome) -> Iterator[Text]:
    own = hand.own.label
    if hand.prevalent is None:
        yield mark("Own wind {own}", own=own)
    else:
        yield mark("Prevalent wind {prevalent}, own wind {own}", prevalent=hand.prevalent.label, own=own)
    if hand.last_of_wall:
        yield mark("Last tile of the wall")
    if hand.last_of_kind:
        yield mark("Last tile of its kind")
    if hand.kong:
        yield mark("Replacement tile") if hand.self_drawn else mark("Robbed kong")
    of_tiles = rules.counter.questions if rules.counter is not None else ()
    given: dict[RuleQuestion, Answer] = {}
    for questions, found in ((rules.questions, outcome.answers), (of_tiles, answers)):
        asked = {question.name: question for question in questions}
        given |= {asked[name]: answer for name, answer in found if name in asked and not asked[name].of_win}
    for question, answer in given.items():
        text = answer_text(question, answer)
        if text is not None:
            yield mark("{question}: {answer}", question=question.short, answer=text)


def _counted(each: CountedItem) -> SlipFan:
    return SlipFan(each.item.number, each.item.name, each.repeated, worth_text(each.item.unit, each.worth))


def _sum(counter: PlayerCounter, count: HandCount) -> Text | None:
    """How the value is computed, if it is more than a sum."""
    plain = count.times == 1 and count.limit is None and count.base == count.points
    return None if plain else counter.sum_text(count)


def _written(rules: RuleSet, outcome: Outcome, column: int) -> Text | int:
    """The recorded value of a player, as players write it."""
    if rules.written_name is None:
        return worth_of(outcome, column)
    return next(win.value for win in rules.written_wins(outcome) if win.winner == column)


def _counted_otherwise(
    rules: RuleSet, line: HandLine, outcome: Outcome, counts: Mapping[int, HandCount]
) -> frozenset[int | None]:
    """The winners of whose hands more is written than a number, and the tiles give something else: the fu."""
    if rules.written_name is None:
        return frozenset()
    defaults = {question.name: question.default for question in rules.questions}
    found = answers_of(rules, line.state, outcome.winners, counts)
    return frozenset(winner for winner, name, answer in found
                     if answer != (outcome.answer(name) or defaults.get(name)))  # fmt: skip


def _decision(line: HandLine, count: HandCount, worth: int, written: Text | int, *, same: bool) -> Text:
    if line.overrule:
        return mark("{written} stands by decision of the referee: {reason}", written=written, reason=line.overrule)
    if worth == count.points and not same:
        return mark("{written} is recorded, and the tiles are worth something else: a referee must decide.",
                    written=written)  # fmt: skip
    if worth == count.points:
        return mark("The recorded value of {written} is what the tiles are worth.", written=written)
    if worth > count.points:
        return mark("{written} is recorded, more than the tiles are worth: a referee must decide.", written=written)
    return mark("The recorded value of {written} stands: each player counts their own hand.", written=written)
