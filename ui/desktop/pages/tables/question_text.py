"""The questions of the rules about a hand in words: which keys answer, and what was answered."""

from collections.abc import Sequence
from typing import assert_never

from tournament.language import Language, Text, mark, verbatim
from tournament.rules.payment import Answer
from tournament.rules.question import SECOND_THROW, QuestionKind, RuleQuestion, thrown
from tournament.rules.ruleset import RuleSet
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import Key
from ui.entry.hand_draft import named_columns, questions_of

_MOST_CHOICES = 3
"""More keys than this do not fit beside the key that leads to them; the help names them."""


class _KeyOf:
    """A key of the rules, in the current language when rendered."""

    def __init__(self, typed: Text | str) -> None:
        self._typed = typed

    def __str__(self) -> str:
        return str(Key(translator.translate(self._typed)))


class _Choices:
    """All keys that choose an answer, or the numbers that do."""

    def __init__(self, question: RuleQuestion) -> None:
        self._choices = question.choices

    def __str__(self) -> str:
        typed = (choice.typed or str(choice.numbers[0]) for choice in self._choices if choice.typed or choice.numbers)
        return " ".join(str(_KeyOf(each)) for each in typed)


def key_of(question: RuleQuestion) -> object:
    """The key of the question, in the current language when rendered."""
    return _KeyOf(question.key)


def question_keys(question: RuleQuestion) -> Text:
    """The key that leads to the question, and the keys that answer it."""
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


def key_rows(rules: RuleSet, language: Language) -> str:
    """The keys for the questions of these rules, as rows of the table of keys in the help."""
    keys = {language.render(question.key): question.text for question in reversed(questions_of(rules)) if question.key}
    rows = [(f"`{key}`", text) for key, text in reversed(keys.items())]
    if rules.four_values:
        rows.append(("`Return`", mark("in a value: next hand; blank counts as 0")))
    return "".join(f"| {keys} | {language.render(text)} |\n" for keys, text in rows)


def dice_text(question: RuleQuestion, answer: Answer, dice: str) -> Text | str:
    """What the typed ``dice`` say beyond the ``answer``, in two lines: where the wall breaks, or how to see that.

    Nothing if they did not give this answer: digits typed for another question are no dice.
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
    """The answer in words, or nothing if it is the default."""
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
