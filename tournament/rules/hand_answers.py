"""The answers about a hand as text after its tiles, such as ``dominant=S,ready=served,void``."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournament.language import Text, mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion, answer_problem, read_answer

_BETWEEN, _IS, _SPACE = ",", "=", "_"
"""The characters between answers, after a name, and instead of a space in a key: spaces already separate hands."""


class AnswerFault(NamedTuple):
    """What is wrong with one of the answers."""

    text: Text
    offset: int
    """The offset in the text at which the answer begins, from 0."""
    unfinished: bool
    """Whether it may become valid with more letters."""


class WrittenAnswers(NamedTuple):
    """The answers in a text, and its faults."""

    answers: Chosen
    """The answers that differ from the default, in order of names."""
    faults: tuple[AnswerFault, ...]


def answers_text(answers: Chosen) -> str:
    """Return ``answers`` as text; a tick is its name alone. :func:`read_answers` reads it back."""
    return _BETWEEN.join(_written(name, answer) for name, answer in answers)


def read_answers(text: str, questions: Sequence[RuleQuestion]) -> WrittenAnswers:
    """Read ``text`` as answers to ``questions``. The case of letters does not matter in names and keys."""
    found: dict[str, Answer] = {}
    faults: list[AnswerFault] = []
    offset = 0
    for part in text.split(_BETWEEN):
        if part.strip():
            question, answer, fault = _read(part.strip(), questions)
            if fault is None and question is not None:
                found[question.name] = answer
            elif fault is not None:
                last = offset + len(part) == len(text)
                faults.append(AnswerFault(fault, offset, last and _begins_an_answer(part.strip(), questions)))
        offset += len(part) + 1
    return WrittenAnswers(kept_answers(found, questions), tuple(faults))


def kept_answers(answers: dict[str, Answer], questions: Iterable[RuleQuestion]) -> Chosen:
    """Return ``answers`` in order of names, without those that equal the default."""
    defaults = {question.name: question.default for question in questions}
    return tuple(sorted((name, answer) for name, answer in answers.items() if answer != defaults.get(name)))


def _written(name: str, answer: Answer) -> str:
    return name if answer is True else f"{name}{_IS}{'none' if answer is None else str(answer).replace(' ', _SPACE)}"


def _read(part: str, questions: Sequence[RuleQuestion]) -> tuple[RuleQuestion | None, Answer, Text | None]:
    name, is_there, value = (each.strip() for each in part.partition(_IS))
    question = next((each for each in questions if each.name == name.lower()), None)
    if question is None:
        known = ", ".join(each.name for each in questions) or "–"
        return None, None, mark("This hand does not ask for “{name}”; it asks for: {known}.", name=name, known=known)
    keys = {_written_key(choice.key): choice.key for choice in question.choices}
    try:
        answer = read_answer(question, keys.get(_written_key(value), value) if is_there else "true")
    except ValueError:
        answer = value
    return question, answer, answer_problem(question, answer)


def _written_key(key: str) -> str:
    return key.lower().replace(" ", _SPACE)


def _begins_an_answer(part: str, questions: Sequence[RuleQuestion]) -> bool:
    whole = [f"{each.name}{_IS}{_written_key(choice.key)}" for each in questions for choice in each.choices]
    whole += [f"{each.name}{_IS}" for each in questions]
    tiles = any(each.kind is QuestionKind.TILES and part.lower().startswith(f"{each.name}{_IS}") for each in questions)
    if tiles and part[-1:].isdigit():
        return True  # the letter of the suit may follow, so it is not wrong yet
    return any(each.lower().startswith(part.lower()) for each in whole)
