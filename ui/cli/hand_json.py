"""Lines of ``score --jsonl``, and of ``settle --jsonl`` under rules by which the tiles of any player can count.

Each line is answered by one JSON object.
"""

from tournament.catalogue import COUNT_PLAYERS, SCORERS, rule_set
from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, parse
from tournament.language import Language, joined, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.payment import Net, Outcome, Stakes, net_of
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete, Score
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind
from ui.json_lines.game import WINDS, GameLine, by_letters, outcome_refusals
from ui.json_lines.objects import as_json, clipped, column_of, read_object
from ui.json_lines.table_hands import complete, count_table, read_hand, round_of

_Members = dict[str, object]


def score_line(line: bytes, rules: RuleSet, language: Language) -> _Members:
    """The answer to one line of ``score --jsonl``: the value of its hand or, with ``hands``, of a whole table.

    It counts by the rules that the line names, otherwise by ``rules``. Members that they do not know are returned under
    ``echo``. A line that is wrong is answered with ``{"error": …}``.
    """
    try:
        members = read_object(line)
        rules = _named(members, rules)
    except Refused as error:
        return {"error": _refusal(error, language)}
    if rules.scorer is None:
        return _game_answer(members, rules, language)
    hand = members.pop("hand", None)
    return _answer(hand, rules.scorer, language) | ({"echo": members} if members else {})


def _answer(hand: object, scorer: HandScorer, language: Language) -> dict[str, object]:
    if not isinstance(hand, str):
        text = mark("“hand” is required and must be text in the notation of hands.")
        return {"error": {"code": "hand-missing", "message": language.render(text), "at": None}}
    try:
        return _value_of(scorer.score(parse(hand)))
    except HandProblems as error:
        return {"error": _hand_error(error, language)}
    except NotComplete as error:
        return {"error": _not_complete(error, language)}


def _value_of(found: Score) -> dict[str, object]:
    """The points with flowers, and what they consist of."""
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


def _hand_error(error: HandProblems, language: Language) -> dict[str, object]:
    """The first fault, and all of them under ``problems``."""
    problems = [
        {"code": problem.code, "message": language.render(problem.message), "at": problem.column}
        for problem in error.problems
    ]
    return {**problems[0], "problems": problems}


def _not_complete(error: NotComplete, language: Language) -> dict[str, object]:
    """That the tiles, from the first one on, make no complete hand."""
    return {"code": "not-complete", "message": language.render(error.text), "at": 1}


def _line_error(problem: Problem, language: Language) -> dict[str, object]:
    return {"code": problem.code, "message": language.render(problem.text), "at": column_of(problem)}


def _game_answer(members: _Members, rules: RuleSet, language: Language) -> _Members:
    try:
        return _table(members, rules) if "hands" in members else _hand(members, rules)
    except HandProblems as error:
        return {"error": _hand_error(error, language)}
    except NotComplete as error:
        return {"error": _not_complete(error, language)}
    except Refused as error:
        return {"error": _refusal(error, language)}


def settle_game(members: _Members, rules: RuleSet, language: Language) -> _Members:
    """The answer to a line of ``settle``: the points that a hand moves, by the letters of its players."""
    try:
        if "hands" in members:
            return _table(members, rules)
        line = GameLine(members, rules)
        line.rules = _chosen(line)
        state = _table_of(line) if line.rules.on_table else TableState()
        outcome = line.outcome()
        line.refuse_problems()
        net = _settled(line.rules, outcome, state.stakes)
        after = _next(line, state, outcome, net) if line.rules.on_table else {}
        return {"net": _net(line, net), **after, **line.beside}
    except HandProblems as error:
        return {"error": _hand_error(error, language)}
    except NotComplete as error:
        return {"error": _not_complete(error, language)}
    except Refused as error:
        return {"error": _refusal(error, language)}


def _named(members: _Members, rules: RuleSet) -> RuleSet:
    """The rules that the line names, otherwise those of the call."""
    named = members.pop("rules", rules.id)
    if named == rules.id:
        return rules
    found = rule_set(named) if isinstance(named, str) and named in (*SCORERS, *COUNT_PLAYERS) else None
    if found is not None:
        return found
    known = ", ".join((*SCORERS, *COUNT_PLAYERS))
    text = mark("There are no rules called “{rules}”. The rules are: {known}.", rules=clipped(str(named)), known=known)
    raise Refused(Problem("rules-unknown", text, "rules"))


def _chosen(line: GameLine) -> RuleSet:
    """The rules with the options that the line names."""
    options = line.answers(option.question for option in line.rules.options)
    if line.problems:
        line.refuse_problems(nothing_left=False)
    return rule_set(line.rules.id, options) or line.rules


def _table_of(line: GameLine) -> TableState:
    """The table that the line describes: who is East, and what is on the table."""
    dealer = line.player("dealer") or 0
    counters, sticks = (line.whole(name) for name in ("counters", "sticks"))
    for name, found in (("counters", counters), ("sticks", sticks)):
        if found < 0:
            line.problem("out-of-range", mark("“{name}” must not be negative.", name=name), name)
    east, south, west, north = (Wind((column - dealer) % 4) for column in range(4))
    return TableState(winds=(east, south, west, north), passed=dealer, counters=counters, sticks=sticks)


def _next(line: GameLine, state: TableState, outcome: Outcome, net: Net) -> _Members:
    """The table after the hand."""
    after = line.rules.table.advance(state, outcome, net)
    return {"sticks": after.sticks, "counters": after.counters, "dealer": line.letters[after.dealer]}


def _settled(rules: RuleSet, outcome: Outcome, stakes: Stakes) -> Net:
    problems = outcome_refusals(rules, outcome, stakes.dealer)
    if problems:
        raise Refused(*problems)
    return net_of(rules.settle(outcome, stakes))


def _net(line: GameLine, net: Net) -> _Members:
    return dict(zip(line.letters, net, strict=True))


def _counter(rules: RuleSet) -> PlayerCounter:
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    return rules.counter


def _hand(members: _Members, rules: RuleSet) -> _Members:
    line = GameLine(members, rules)
    rules = _chosen(line)
    counter = _counter(rules)
    text, lost = line.members.pop("hand", None), line.members.pop("lost", False)
    answers = line.answers(counter.questions)
    line.refuse_problems(nothing_left=False)
    hand = read_hand(counter, text, lost=_is_lost(lost, counter))
    count = counter.count(hand, complete(counter, answers))
    answer = counter.members(count, complete(counter, answers)) | line.beside | {"rules": rules.id}
    return answer | ({"echo": line.members} if line.members else {})


def _is_lost(lost: object, counter: PlayerCounter) -> bool:
    if not isinstance(lost, bool):
        raise Refused(Problem("member-kind", mark("“{name}” must be true or false.", name="lost"), "lost"))
    if lost and not counter.losers:
        text = mark("Under these rules only the winner's hand counts: omit “lost”.")
        raise Refused(Problem("lost-not-counted", text, "lost"))
    return lost


def _table(members: _Members, rules: RuleSet) -> _Members:
    """The values of all four hands, or of the winner's if only that counts; each hand may have its own answers."""
    members = dict(members)
    hands = members.pop("hands")  # an option may have the name
    line = GameLine(members, rules)
    rules = _chosen(line)
    counter = _counter(rules)
    line.names = (by_letters(WINDS),)
    winner = line.player("winner", required=True)
    round_wind = line.members.pop("round", None) or round_of(hands)
    if not (isinstance(round_wind, str) and len(round_wind) == 1 and round_wind in f"-{WINDS}"):
        text = mark("“{name}” must be one of the letters {letters}, not {found}.", name="round",
                    letters=", ".join((*WINDS, "-")), found=as_json(round_wind))  # fmt: skip
        line.problems.append(Problem("letter-unknown", text, "round"))
        round_wind = "-"
    shared = line.answers(rules.questions_of_tiles)
    discarder = line.player("discarder")
    liable = line.player(rules.liable.name) if rules.liable is not None else None
    asked = line.answers(question for question in rules.questions if question not in counter.questions)
    line.refuse_problems()
    table = count_table(hands, rules, winner, str(round_wind), shared)
    outcome = table.outcome(rules, winner, discarder, liable, asked)
    net = dict(zip(WINDS, _settled(rules, outcome, Stakes(0)), strict=True))
    counted = {wind: counter.members(count, answers) for wind, (count, answers) in table.counted.items()}
    values = dict(zip(WINDS, table.values, strict=True))
    return {"values": values, "net": net, "hands": counted, **line.beside, "rules": rules.id}


def _refusal(error: Refused, language: Language) -> _Members:
    message = joined(language.render(problem.text) for problem in error.problems)
    column = next(filter(None, map(column_of, error.problems)), None)
    return {"code": error.problems[0].code, "message": message, "at": column}
