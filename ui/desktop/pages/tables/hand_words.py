"""Texts for the entry of a hand: what is wrong and what to press, and the keys and answers of the rules' questions."""

from collections.abc import Sequence
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.language import Language, Text, listed, mark, verbatim
from tournament.rules.payment import Answer, Outcome
from tournament.rules.question import SECOND_THROW, QuestionKind, RuleQuestion, thrown
from tournament.rules.ruleset import RuleSet
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import Key
from ui.entry.form import LEFT_HALF_TYPED, FieldRefusal, with_ignored
from ui.entry.hand_draft import (
    DRAWN_OVER,
    SOURCE_KNOWN,
    TYPED_IN_VAIN,
    HandOnSheet,
    named_columns,
    questions_of,
)
from ui.entry.hand_keys import TURN_QUESTIONS
from ui.entry.sheet_lines import result_of, without_marks
from ui.entry.typing_order import HandField, TypedField

_MOST_CHOICES = 3
"""Maximum number of keys that fit next to the key of their question. With more, only these keys are shown."""


class _KeyOf:
    """A key of the rules. It is translated when it is rendered, because a letter may depend on the language."""

    def __init__(self, typed: Text | str) -> None:
        self._typed = typed

    def __str__(self) -> str:
        return str(Key(translator.translate(self._typed)))


class _Choices:
    """The keys, or the numbers, that choose an answer."""

    def __init__(self, question: RuleQuestion) -> None:
        self._choices = question.choices

    def __str__(self) -> str:
        typed = (choice.typed or str(choice.numbers[0]) for choice in self._choices if choice.typed or choice.numbers)
        return " ".join(str(_KeyOf(each)) for each in typed)


def key_of(question: RuleQuestion) -> object:
    """Return the key of the question as a value of a message."""
    return _KeyOf(question.key)


def question_keys(question: RuleQuestion) -> Text:
    """Return the key that leads to the question, and the keys that answer it."""
    own = _KeyOf(question.key)
    match question.kind:
        case QuestionKind.TICK:
            return mark("{key} on or off", key=own)
        case QuestionKind.NUMBER if question.gives is not None:
            return mark("{key} for each", key=own)
        case QuestionKind.NUMBER if question.times > 1:
            short, full = question.least // question.times, question.least
            return mark("{short} for {full}, then {enter}", short=short, full=full, enter=Key("Return"))
        case QuestionKind.NUMBER if not question.key:
            return mark("{least}–{most}", least=question.least, most=question.most)
        case QuestionKind.NUMBER:
            return mark("{key}, then {least}–{most}", key=own, least=question.least, most=question.most)
        case QuestionKind.CHOICE:
            if len(question.choices) > _MOST_CHOICES:
                return Text("{keys}", (("keys", own),))
            return mark("{key}, then {keys}", key=own, keys=_Choices(question))
        case QuestionKind.PLAYER | QuestionKind.PLAYERS:
            return mark("{key}, then {a}–{b}", key=own, a=Key("1"), b=Key("4"))
        case QuestionKind.PLACES | QuestionKind.HANDS | QuestionKind.TILES:
            return verbatim("")
        case _:
            assert_never(question.kind)


def keys_ahead(rules: RuleSet) -> Text:
    """Return the keys of the questions about players that may follow: who else won, who is liable, whose riichi."""
    named = {question.key: question for question in reversed(questions_of(rules))
             if question.key and question.kind in (QuestionKind.PLAYER, QuestionKind.PLAYERS)}  # fmt: skip
    texts = [mark("{key} {question}", key=key_of(each), question=each.short) for each in reversed(named.values())]
    return listed(texts)


def key_rows(rules: RuleSet, language: Language) -> str:
    """Return the keys for the questions of these rules, as Markdown rows of the table of keys in the help."""
    keys = {language.render(question.key): question.text for question in reversed(questions_of(rules)) if question.key}
    rows = [(f"`{key}`", text) for key, text in reversed(keys.items())]
    if rules.four_values:
        rows.append(("`Return`", mark("in a value: next hand; blank counts as 0")))
    return "".join(f"| {keys} | {language.render(text)} |\n" for keys, text in rows)


def dice_text(question: RuleQuestion, answer: Answer, dice: str) -> Text | str:
    """Return where the wall breaks according to the typed ``dice``, or what is missing to know it, in two lines.

    Return an empty string if ``answer`` does not come from these dice.
    """
    found, first = thrown(question, dice), thrown(question, dice.partition(SECOND_THROW)[0])
    if question.wall_break is None or first is None or first.key != answer:
        return ""
    if found is None:
        return dice
    if found.wall_break is None:
        return mark("{plus} second throw\nfor the break", plus=SECOND_THROW)
    wall, stack = found.wall_break
    return mark("{wind}: stack {stack}\nfrom the left", wind=wall.label, stack=stack)


def answer_text(question: RuleQuestion, answer: Answer, names: Sequence[str]) -> Text | str:
    """Return the answer in words; an empty string for None."""
    if answer is None:
        return ""
    match question.kind:
        case QuestionKind.TICK:
            return mark("Yes") if answer else mark("No")
        case QuestionKind.CHOICE:
            return next((each.short or each.text for each in question.choices if each.key == answer), str(answer))
        case QuestionKind.PLAYER | QuestionKind.PLAYERS:
            return ", ".join(names[column] for column in named_columns(answer))
        case QuestionKind.NUMBER | QuestionKind.PLACES | QuestionKind.HANDS | QuestionKind.TILES:
            return str(answer)
        case _:
            assert_never(question.kind)


Words = tuple[Text | str, Text | str]
"""The title, in bold, and what to do."""


class WithoutMarks:
    """A message that is inserted into another one without the marks around its names."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __str__(self) -> str:
        return without_marks(translator.translate(self._text))


def worth_of(outcome: Outcome, rules: RuleSet) -> str:
    """Return the value of a hand in figures: its points, or the values of all four; empty for a hand without value."""
    if rules.written_name is not None:
        return " · ".join(translator.translate(win.short) for win in rules.written_wins(outcome))
    if outcome.values is not None and (outcome.winner is not None or any(outcome.values)):
        return " · ".join(map(str, outcome.values))
    return "" if outcome.winner is None else str(outcome.points)


def refusal_words(refusal: FieldRefusal[TypedField], hand: HandOnSheet) -> Words:
    """Return the text for a refusal of ``hand``."""
    title, body = problem_words(refusal.problem, hand, refusal.player)
    return with_ignored(title, refusal.ignored), body


def problem_words(problem: Problem, hand: HandOnSheet, player: int | None = None) -> Words:
    """Return the text of ``problem`` with players' names.

    ``player`` is the column concerned, by default the winner's.
    """
    column = player if player is not None else hand.draft.winner
    name = hand.table.names[column] if column is not None else ""
    values = dict(problem.text.values)
    again, drawn = mark("Read the sheet again."), mark("Press {x} for a drawn hand.", x=Key("X"))
    match problem.code:
        case _ if problem.gravity is Gravity.ASKS:
            return problem.text, _answer_keys_text(problem.code, hand)
        case "nobody":
            return problem.text, mark("Press a number from 1 to 4, or the player’s own wind in this hand.")
        case "not-a-number":
            return problem.text, _type_points(hand.table.rules)
        case "points-below-minimum":
            return mark("{points} is below {minimum}, the least needed to win", **values), _below_minimum(hand)
        case "points-above-most":
            return mark("{points} is above the maximum of {most}", **values), again
        case "winner-is-discarder":
            body = mark("Press the number of the player who discarded the tile, or {d} for a self-draw.", d=Key("D"))
            return mark("{player} is the winner", player=name), body
        case _ if problem.code in TYPED_IN_VAIN:
            return problem.text, _once_more(problem.code)
        case "no-hu":
            return (
                mark("{player} lost the right to win hand {hand}", player=name, hand=hand.draft.hand),
                mark(
                    "A penalty took this right away. Check the winner, or use {up} to go to the penalty and cancel it.",
                    up=Key("Up"),
                ),
            )
        case "hand-closed":
            return _closed_by(hand), drawn
        case "hand-recorded" | "conflict":
            return _written_meanwhile(hand)
    return problem.text, ""


def _type_points(rules: RuleSet) -> Text:
    """Return what to do if the text in the field for points is not a number."""
    enter = Key("Return")
    if rules.flowers:
        return mark("Type the points on the sheet, flowers included, then press {enter}.", enter=enter)
    return mark("Type the points on the sheet, then press {enter}.", enter=enter)


def _once_more(code: str) -> Text:
    """Return what to do after a key that had no effect; ``code`` is the code of its problem."""
    if code == SOURCE_KNOWN:
        return mark("Press {back} to type it again, or {enter} twice to record the hand.",
                    back=Key("Backspace"), enter=Key("Return"))  # fmt: skip
    return mark("Press {enter} to continue without it.", enter=Key("Return"))


def _answer_keys_text(question: str, hand: HandOnSheet) -> Text:
    """Return what Enter and Esc do at the question with this code."""
    yes, no = Key("Return"), Key("Esc")
    if question == LEFT_HALF_TYPED and hand.first is HandField.POINTS:
        return mark("{yes} continue   {no} discard. To start again, type points.", yes=yes, no=no)
    if question == LEFT_HALF_TYPED:
        return mark("{yes} continue   {no} discard. To start again, type a winner.", yes=yes, no=no)
    if question == DRAWN_OVER:
        return mark("{yes} drawn hand   {no} go back", yes=yes, no=no)
    if question in TURN_QUESTIONS:
        return mark("{yes} record it there   {no} go back", yes=yes, no=no)
    return mark("{yes} record it   {no} type it again", yes=yes, no=no)


def _closed_by(hand: HandOnSheet) -> Text:
    """Return the text that the hand was ended by a penalty, with the fault in the words of the rules."""
    penalty = hand.table.sheet.broken(hand.draft.hand)
    fault = hand.table.rules.fault(penalty.given.fault) if penalty is not None else None
    if fault is None:
        return mark("Hand {hand} was ended by a penalty", hand=hand.draft.hand)
    return mark("Hand {hand} was ended by a penalty: {fault}", hand=hand.draft.hand, fault=fault.name)


def _below_minimum(hand: HandOnSheet) -> Text:
    again = mark("Read the sheet again. Without a winner it is a drawn hand: {x}.", x=Key("X"))
    scorer = hand.table.rules.scorer
    if scorer is None or scorer.below_minimum.fault not in hand.table.rules.faults:
        return again
    fault = scorer.below_minimum.fault
    return mark("{again} {number} {fault} is a penalty: press {p}.", again=again, number=fault.number, fault=fault.name,
                p=Key("P"))  # fmt: skip


def _written_meanwhile(hand: HandOnSheet) -> Words:
    """Return what the sheet contains now, for a user whose hand was refused because somebody changed the sheet."""
    number, there = hand.draft.hand, hand.recorded
    if there is None:
        return (
            mark("Another person changed this sheet"),
            mark(
                "The sheet now shows the change. {yes} records your hand, {no} starts again.",
                yes=Key("Return"),
                no=Key("Esc"),
            ),
        )
    what = WithoutMarks(result_of(there, hand.table.names))
    return (
        mark(
            "Hand {hand} is already recorded: {what}, {points}",
            hand=number,
            what=what,
            points=worth_of(there, hand.rules) or 0,
        ),
        mark("Correct it with a reason: {key}. Leave it unchanged: {no}.", key=Key("Up"), no=Key("Esc")),
    )
