"""From the text of a hand to its value as scripts get it."""

from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, parse
from tournament.language import Language, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete, Score
from ui.json_lines.objects import read_object


def score_line(line: bytes, scorer: HandScorer, language: Language) -> dict[str, object]:
    """The answer to one line of ``score --jsonl``: the value of its hand, or ``{"error": …}``.

    Members other than ``hand`` come back under ``echo``, whatever they hold.
    """
    try:
        members = read_object(line)
    except Refused as error:
        return {"error": _line_error(error.problems[0], language)}
    hand = members.pop("hand", None)
    return _answer(hand, scorer, language) | ({"echo": members} if members else {})


def _answer(hand: object, scorer: HandScorer, language: Language) -> dict[str, object]:
    if not isinstance(hand, str):
        text = mark("“hand” is required and must be text in the notation of hands.")
        return {"error": {"code": "hand-missing", "message": language.render(text), "at": None}}
    try:
        return value_of(scorer.score(parse(hand)))
    except HandProblems as error:
        return {"error": hand_error(error, language)}
    except NotComplete as error:
        return {"error": {"code": "not-complete", "message": language.render(error.text), "at": 1}}


def value_of(found: Score) -> dict[str, object]:
    """Points with flowers, and the list."""
    return {
        "points": found.points,
        "minimum_met": found.minimum_met,
        "rules": found.rules,
        "fans": [
            {
                "slug": fan.pattern.slug,
                "number": fan.pattern.number,
                "count": fan.times,
                "points": fan.pattern.points,
            }
            for fan in found.fans
        ],
    }


def hand_error(error: HandProblems, language: Language) -> dict[str, object]:
    """The first fault, and all of them under ``problems``."""
    problems = [
        {"code": problem.code, "message": language.render(problem.message), "at": problem.column}
        for problem in error.problems
    ]
    return {**problems[0], "problems": problems}


def _line_error(problem: Problem, language: Language) -> dict[str, object]:
    column = int(problem.field) if problem.field.isdecimal() else None
    return {"code": problem.code, "message": language.render(problem.text), "at": column}
