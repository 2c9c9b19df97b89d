"""Lines whose meaning depends on the sheet: hands under rules that record more than winner, discarder and points, and
totals in the units in which players write them.

In a hand, players are named by the letters of the sheet or by their winds in that hand.
"""

from collections.abc import Mapping

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS, ColumnPlayer
from tournament.hand.problem import HandProblem, HandProblems
from tournament.language import mark
from tournament.ledger.checks import hand_number_problems
from tournament.rules.payment import Net, Outcome, add
from tournament.rules.question import Chosen, defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState
from tournament.rules.written_totals import LEFT_ON_TABLE, read_totals, received_of_sticks, sticks_lacking
from tournament.tiles.wind import Wind
from tournament.use_cases import CloseSheet, CorrectHand, InsertHand, RecordHand, RecordTotals, TableCommand, View
from ui.json_lines.game import GameLine, by_letters
from ui.json_lines.objects import as_json
from ui.json_lines.strict import MOST_CHARACTERS, Members, Whole, WrittenByLetter, read_members
from ui.json_lines.table_hands import WrongHand, WrongWin, count_table


def hand_command(
    kind: type[RecordHand | CorrectHand | InsertHand], members: Mapping[str, object], view: View
) -> RecordHand | CorrectHand | InsertHand:
    """The command of the line: to record or insert a hand, or else to correct one."""
    line = GameLine(members, view.rules)
    session, table, hand = (_number(line, name) for name in ("session", "table", "hand"))
    reason = "" if kind is RecordHand else line.words("reason", most=MOST_CHARACTERS, required=True)
    tiles, overrule = (line.words(name, most=MOST_CHARACTERS) for name in ("hand_tiles", "overrule"))
    line.refuse_problems(nothing_left=False)
    sheet = view.sheet(session, table)
    state = sheet.state_before(hand)
    if state is None:
        raise Refused(*hand_number_problems(sheet, hand))
    line.names = (by_letters(LETTERS), {wind.letter: state.column(wind) for wind in Wind})
    outcome, counted = _outcome(line, view, state)
    tiles = tiles or counted
    if issubclass(kind, RecordHand):
        return kind(session, table, hand, outcome, tiles, overrule)
    return kind(session, table, hand, outcome, reason, tiles, overrule)


def totals_command(
    kind: type[RecordTotals | CloseSheet], given: Mapping[str, object], members: Members, view: View
) -> TableCommand:
    """The command of a line with totals as players write them; the sheet says what they are in points won and lost.

    ``members`` are those of a line with totals in points.
    """
    required = kind is RecordTotals
    known = {**members, "totals": (WrittenByLetter if required else WrittenByLetter | None, required)}
    if required and view.rules.stick:
        known["sticks"] = (Whole, False)
    values = read_members(given, known)
    written, sticks = values.pop("totals", None), values.pop("sticks", 0)
    if written is None:
        return kind(**values)
    sheet, rules = view.sheet(values["session"], values["table"]), view.rules
    expected = sum(sheet.computed)
    read = read_totals(written.written, rules.totals_scale, expected, sheet.computed if sheet.played else None)
    if read.problem is not None:
        raise Refused(Problem("totals-unread", read.problem, "totals"))
    net = read.net
    if kind is RecordTotals and (sticks or not values.get("accept_difference")):
        net = _with_sticks(net, sticks, sticks_lacking(net, rules.totals_scale, expected), rules)
        if sum(net) != expected and sticks:
            values.setdefault("accept_difference", LEFT_ON_TABLE)
    return kind(**values, totals=net)


def _with_sticks(net: Net, sticks: int, lacking: int, rules: RuleSet) -> Net:
    """The totals with the riichi ``sticks`` where the rules put them. Raises Refused if another number is lacking."""
    if sticks == lacking:
        return add(net, received_of_sticks(net, rules, sticks)) if sticks else net
    if sticks:
        text = mark("The four totals add up to {sum}: {sticks} riichi sticks on the table do not explain that.",
                    sum=sum(net), sticks=sticks)  # fmt: skip
        raise Refused(Problem("sticks-differ", text, "sticks"))
    text = mark("The four totals lack {points} points. If riichi sticks were left on the table, add {member}.",
                points=lacking * rules.stick, member=f'"sticks": {lacking}')  # fmt: skip
    raise Refused(Problem("sticks-left", text, "sticks"))


def _number(line: GameLine, name: str) -> int:
    if name not in line.members:
        line.problem("member-missing", mark("“{name}” is missing.", name=name), name)
    return line.whole(name)


def _outcome(line: GameLine, view: View, state: TableState) -> tuple[Outcome, str]:
    """How the hand ended, and the tiles that were counted."""
    hands = line.members.pop("hands") if isinstance(line.members.get("hands"), Mapping) else None
    _same_event(line, view, state)
    outcome, tiles = _counted(line, hands, state) if isinstance(hands, Mapping) else (line.outcome(), "")
    line.refuse_problems()
    return outcome, tiles


def _same_event(line: GameLine, view: View, state: TableState) -> None:
    """Check members of ``settle`` that the sheet already determines: they may be repeated, but not differ."""
    rules = line.rules
    named = [option.question for option in rules.options if option.question.name in line.members]
    given = {question.name: question.default for question in named} | dict(line.answers(named))
    wrong = {problem.field for problem in line.problems}
    chosen = defaults_of(rules.options) | dict(view.settings.options)
    for name, answer in given.items():
        if answer != chosen[name] and name not in wrong:
            text = mark("This event plays with “{name}” {value}: omit it.", name=name, value=as_json(chosen[name]))
            line.problem("option-differs", text, name)
    if line.members.get("rules") == rules.id:
        del line.members["rules"]
    if rules.on_table:
        _same_stakes(line, state)
    prevalent = "-" if state.prevalent is None else state.prevalent.letter
    if "round" in line.members and line.members.pop("round") != prevalent:
        text = mark("The round of hand {hand} is “{round}”.", hand=state.hand, round=prevalent)
        line.problem("round-differs", text, "round")
    east = line.player("east")
    if east is not None and east != state.dealer:
        text = mark("{player} cannot be East in hand {hand}: after the earlier hands, East is {dealer}.",
                    player=ColumnPlayer(east), hand=state.hand, dealer=ColumnPlayer(state.dealer))  # fmt: skip
        line.problem("not-east", text, "east")


def _same_stakes(line: GameLine, state: TableState) -> None:
    """Check the dealer and what is on the table, which the hands before determine."""
    dealer = line.player("dealer")
    if dealer is not None and dealer != state.dealer:
        text = mark("{player} cannot be East in hand {hand}: after the earlier hands, East is {dealer}.",
                    player=ColumnPlayer(dealer), hand=state.hand, dealer=ColumnPlayer(state.dealer))  # fmt: skip
        line.problem("not-east", text, "dealer")
    for name, known in (("counters", state.counters), ("sticks", state.sticks)):
        if name in line.members and line.whole(name) != known:
            text = mark("After the earlier hands, “{name}” is {known} in hand {hand}.", name=name, known=known,
                        hand=state.hand)  # fmt: skip
            line.problem("stakes-differ", text, name)


def _counted(line: GameLine, hands: Mapping[object, object], state: TableState) -> tuple[Outcome, str]:
    """Count the tiles of the players; return the outcome, and the tiles in the notation of a sheet."""
    rules, counter = line.rules, line.rules.counter
    if counter is None:
        text = mark("The rules of this event cannot count tiles: omit them.")
        raise Refused(Problem("tiles-not-counted", text, "hands"))
    winner, discarder = line.player("winner", required=True), line.player("discarder")
    liable = line.player(rules.liable.name) if rules.liable is not None else None
    shared = line.answers(rules.questions_of_tiles)
    asked = line.answers(question for question in rules.questions if question not in counter.questions)
    line.refuse_problems()
    by_wind = {_wind_of(name, line, state): hand for name, hand in hands.items()}
    if winner is not None:
        wind = state.winds[winner].letter
        by_wind = _with_way_of_winning(by_wind, rules, state, wind, discarder)
    prevalent = "-" if state.prevalent is None else state.prevalent.letter
    seat = None if winner is None else state.winds[winner]
    try:
        table = count_table(by_wind, rules, seat, prevalent, shared)
    except (WrongHand, WrongWin) as error:
        faults = error.problems if isinstance(error, WrongHand) else (error,)
        raise Refused(*(_hand_problem(error.wind, fault, rules) for fault in faults)) from error
    except HandProblems as error:
        raise Refused(*(Problem(each.code, each.message, "hands") for each in error.problems)) from error
    seats = table.outcome(rules, None if seat is None else int(seat), None, None, ())
    return _by_columns(seats, state, winner, discarder, liable, asked), table.tiles


def _wind_of(name: object, line: GameLine, state: TableState) -> object:
    """The letter of a player's wind in this hand, from a letter of either alphabet."""
    column = line.columns.get(name) if isinstance(name, str) else None
    return name if column is None else state.winds[column].letter


def _with_way_of_winning(
    hands: Mapping[object, object], rules: RuleSet, state: TableState, wind: str, discarder: int | None
) -> dict[object, object]:
    """The hands, with the way of winning of the line added to the winner's. Raises Refused if that hand states
    another."""
    member = hands.get(wind)
    text = member.get("hand") if isinstance(member, Mapping) else None
    if not isinstance(member, Mapping) or not isinstance(text, str):
        return dict(hands)
    body, _, rest = text.partition("|")
    situation, bar, flowers = rest.partition("|")
    if not situation:
        prevalent = "-" if state.prevalent is None else state.prevalent.letter
        way = f"{prevalent}{wind}{int(discarder is None)}000"
        return {**hands, wind: {**member, "hand": f"{body}|{way}{bar}{flowers}"}}
    self_drawn = situation[2:3] == "1"
    if self_drawn is (discarder is None) or (rules.four_values and not self_drawn):
        return dict(hands)
    if self_drawn:
        problem = mark("The hand of {wind} was won by self-draw, but a discarder is named.", wind=wind)
    else:
        problem = mark("The hand of {wind} was won by discard, but no discarder is named.", wind=wind)
    raise Refused(Problem("ways-differ", problem, "discarder"))


def _hand_problem(wind: str, fault: HandProblem | WrongWin, rules: RuleSet) -> Problem:
    """A problem of the hand; if an answer about the whole table is missing, a problem of that member."""
    code, text = (fault.code, fault.message) if isinstance(fault, HandProblem) else ("not-complete", fault.text)
    missing = (question.name for question in rules.questions if code == f"{question.name}-missing")
    member = next(missing, f"hands.{wind}")
    return Problem(code, mark("Hand of {wind}: {fault}", wind=wind, fault=text), member)


def _by_columns(
    seats: Outcome, state: TableState, winner: int | None, discarder: int | None, liable: int | None, asked: Chosen
) -> Outcome:
    """Convert an outcome with players as seats to one with players as columns."""
    values: Net | None = None
    if seats.values is not None:
        a, b, c, d = (seats.values[wind] for wind in state.winds)
        values = (a, b, c, d)
    answers = {
        name: tuple(sorted(state.column(Wind(seat)) for seat in answer)) if isinstance(answer, tuple) else answer
        for name, answer in seats.answers
    }
    return Outcome(winner, discarder, seats.points, values, liable, tuple(sorted({**answers, **dict(asked)}.items())))
