"""Lines of ``score`` and ``settle`` by rules that count any player's tiles: one hand, a whole table, a payment."""

from collections.abc import Mapping
from dataclasses import replace

from tournament.catalogue import COUNT_PLAYERS, rule_set
from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.hand.table_problems import shared_problems
from tournament.language import Language, mark
from tournament.rules.item import HandCount
from tournament.rules.payment import Net, Outcome, net_of
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers, Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from ui.cli.score_json import hand_error
from ui.json_lines.game import WINDS, GameLine, outcome_refusals
from ui.json_lines.objects import clipped, read_object

Members = dict[str, object]


def score_game_line(text: bytes, rules: RuleSet, language: Language) -> Members:
    """The answer to a line of ``score``: a hand, or with ``hands`` a whole table, by the rules that it names."""
    try:
        members = read_object(text)
        return _table(members, _named(members, rules)) if "hands" in members else _hand(members, rules)
    except HandProblems as error:
        return {"error": hand_error(error, language)}
    except NotComplete as error:
        return {"error": {"code": "not-complete", "message": language.render(error.text), "at": 1}}
    except Refused as error:
        return {"error": _refusal(error, language)}


def settle_game(members: Members, rules: RuleSet, language: Language) -> Members:
    """The answer to a line of ``settle``: what a hand moves, by the letters that name its players."""
    try:
        if "hands" in members:
            return _table(members, rules)
        line = GameLine(members, rules)
        chosen = _chosen(line)
        outcome = line.outcome()
        line.refuse_problems()
        return {"net": _net(line, _settled(chosen, outcome))}
    except HandProblems as error:
        return {"error": hand_error(error, language)}
    except NotComplete as error:
        return {"error": {"code": "not-complete", "message": language.render(error.text), "at": 1}}
    except Refused as error:
        return {"error": _refusal(error, language)}


def _named(members: Members, rules: RuleSet) -> RuleSet:
    """The rules that a whole table names, or those of the call."""
    named = members.pop("rules", rules.id)
    found = rule_set(named) if isinstance(named, str) else None
    if found is not None and found.counter is not None:
        return found
    known = ", ".join(COUNT_PLAYERS)
    text = mark("There are no rules “{rules}”; there are: {known}.", rules=clipped(str(named)), known=known)
    raise Refused(Problem("rules-unknown", text, "rules"))


def _chosen(line: GameLine) -> RuleSet:
    """The rules with the options that the line names."""
    options = line.answers(option.question for option in line.rules.options)
    if line.problems:
        line.refuse_problems(nothing_left=False)
    return rule_set(line.rules.id, options) or line.rules


def _settled(rules: RuleSet, outcome: Outcome) -> Net:
    problems = outcome_refusals(rules, outcome, 0)
    if problems:
        raise Refused(*problems)
    return net_of(rules.settle(outcome, 0))


def _net(line: GameLine, net: Net) -> Members:
    return dict(zip(line.letters, net, strict=True))


def _counter(rules: RuleSet) -> PlayerCounter:
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    return rules.counter


def _hand(members: Members, rules: RuleSet) -> Members:
    line = GameLine(members, rules)
    rules = _chosen(line)
    counter = _counter(rules)
    text, lost = line.members.pop("hand", None), line.members.pop("lost", False)
    answers = line.answers(counter.questions)
    line.refuse_problems(nothing_left=False)
    hand = _read(counter, text, lost=_is_lost(lost, counter))
    count = counter.count(hand, _complete(counter, answers))
    told = counter.members(count, _complete(counter, answers)) | {"rules": rules.id}
    return told | ({"echo": line.members} if line.members else {})


def _is_lost(lost: object, counter: PlayerCounter) -> bool:
    if not isinstance(lost, bool):
        raise Refused(Problem("member-kind", mark("“{name}” must be true or false.", name="lost"), "lost"))
    if lost and not counter.losers:
        text = mark("By these rules only the winner's hand counts: leave “lost” out.")
        raise Refused(Problem("lost-not-counted", text, "lost"))
    return lost


def _read(counter: PlayerCounter, text: object, *, lost: bool) -> PlayerHand:
    if not isinstance(text, str):
        problem = mark("“hand” must be there, and be text in the notation of hands.")
        raise Refused(Problem("hand-missing", problem, "hand"))
    return parse_player_hand(text, won=not lost, any_size=lost and counter.any_size)


def _complete(counter: PlayerCounter, answers: Chosen) -> Answers:
    return {question.name: question.default for question in counter.questions} | dict(answers)


def _table(members: Members, rules: RuleSet) -> Members:
    """All four hands, or the winner's where the others do not count; each may answer for itself what is asked."""
    members = dict(members)
    hands = members.pop("hands")  # an option may have the name
    line = GameLine(members, rules)
    rules = _chosen(line)
    counter = _counter(rules)
    line.letters = WINDS
    winner = line.player("winner", required=True)
    round_wind = line.members.pop("round", "-")
    if not (isinstance(round_wind, str) and len(round_wind) == 1 and round_wind in f"-{WINDS}"):
        text = mark("“{name}” must be one of the letters {letters}, not {found}.", name="round",
                    letters=", ".join((*WINDS, "-")), found=str(round_wind))  # fmt: skip
        line.problems.append(Problem("letter-unknown", text, "round"))
        round_wind = "-"
    shared = line.answers(counter.questions)
    discarder = line.player("discarder")
    liable = line.player(rules.liable.name) if rules.liable is not None else None
    asked = line.answers(question for question in rules.questions if question not in counter.questions)
    line.refuse_problems()
    counts = _counts(hands, rules, winner, str(round_wind), shared)
    values = _values(counts)
    known = {question.name for question in rules.questions}
    answers = dict((*asked, *(each for each in shared if each[0] in known), *counter.answers(_four(counts), winner)))
    outcome = Outcome(winner, discarder, 0, values, liable, tuple(sorted(answers.items())))
    if not rules.four_values:
        outcome = replace(outcome, points=0 if winner is None else values[winner], values=None)
    net = dict(zip(WINDS, _settled(rules, outcome), strict=True))
    told = {wind: counter.members(count, _complete(counter, shared)) for wind, count in counts.items()}
    return {"values": dict(zip(WINDS, values, strict=True)), "net": net, "hands": told, "rules": rules.id}


def _counts(hands: object, rules: RuleSet, winner: int | None, round_wind: str, shared: Chosen) -> dict[str, HandCount]:
    """The hands by wind, each with the winds of its place; HandProblems where they cannot lie on one table."""
    counter = _counter(rules)
    wanted = WINDS if counter.losers else "" if winner is None else WINDS[winner]
    if not isinstance(hands, Mapping) or set(hands) - set(WINDS) or set(wanted) - set(hands):
        text = mark("“hands” must hold the hand of each of {winds}.", winds=", ".join(wanted) or "–")
        raise Refused(Problem("hands-incomplete", text, "hands"))
    held = {
        wind: _held(hands[wind], rules, wind, round_wind, shared, lost=winner is None or WINDS[winner] != wind)
        for wind in WINDS
        if wind in wanted
    }
    problems = tuple(problem for _, problem in shared_problems([hand for hand, _ in held.values()]))
    if problems:
        raise HandProblems(problems)
    return {wind: counter.count(hand, _complete(counter, answers)) for wind, (hand, answers) in held.items()}


def _held(
    member: object, rules: RuleSet, wind: str, round_wind: str, shared: Chosen, *, lost: bool
) -> tuple[PlayerHand, Chosen]:
    if not isinstance(member, Mapping):
        problem = mark("“{name}” must be an object with the hand: {brackets}.", name=f"hands.{wind}", brackets="{…}")
        raise Refused(Problem("hand-missing", problem, f"hands.{wind}"))
    counter, line = _counter(rules), GameLine(member, rules)
    text = line.members.pop("hand", None)
    answers = dict(shared) | dict(line.answers(counter.questions))
    line.refuse_problems()
    if isinstance(text, str):
        text = _at_place(text, wind, round_wind)
    return _read(counter, text, lost=lost), tuple(sorted(answers.items()))


def _at_place(text: str, wind: str, round_wind: str) -> str:
    """The hand with the winds of its place, where it says none; Refused where it says others."""
    body, bar, rest = text.partition("|")
    winds = round_wind + wind
    if not bar or rest.startswith("|"):
        return f"{body}|{winds}0000{rest}"
    if rest[:2] != winds:
        problem = mark("The hand of {wind} says “{found}”, and the table “{winds}”.", wind=wind, found=rest[:2],
                       winds=winds)  # fmt: skip
        raise Refused(Problem("winds-differ", problem, f"hands.{wind}"))
    return text


def _four(counts: Mapping[str, HandCount]) -> tuple[HandCount, ...]:
    return tuple(counts.get(wind, _UNCOUNTED) for wind in WINDS)


def _values(counts: Mapping[str, HandCount]) -> Net:
    east, south, west, north = (each.points for each in _four(counts))
    return east, south, west, north


_UNCOUNTED = HandCount(0, 0, 1, ())
"""The hand of a player whose tiles do not count."""


def _refusal(error: Refused, language: Language) -> Members:
    message = " ".join(language.render(problem.text) for problem in error.problems)
    column = next((int(problem.field) for problem in error.problems if problem.field.isdecimal()), None)
    return {"code": error.problems[0].code, "message": message, "at": column}
