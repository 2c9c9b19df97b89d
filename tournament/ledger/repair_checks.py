"""What is wrong with a repair of a sheet before it is written."""

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import ColumnPlayer
from tournament.language import mark
from tournament.ledger.checks import hand_number_problems, reason_problems, totals_only_problem, value_problems
from tournament.ledger.facts import ColumnsExchanged
from tournament.ledger.sheet import HandLine, Sheet, outcome_after
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet


def insert_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome, *, reason: str) -> tuple[Problem, ...]:
    """All that is wrong with inserting ``outcome`` as row ``hand``."""
    wrong = _row_problems(sheet, hand)
    if wrong:
        return wrong
    problems: list[Problem] = []
    last = sheet.hands[-1]
    if _filled(last) and len(sheet.hands) == sheet.length:
        text = mark(
            "Row {hand} is filled, so no row can move down: first delete a row that does not belong on the sheet.",
            hand=last.hand,
        )
        problems.append(Problem("sheet-full", text, "hand"))
    problems.extend(value_problems(rules, outcome, sheet.hands[hand - 1].state.dealer))
    beside = sheet.hands[max(hand - 2, 0) : hand]
    same = next((line for line in beside if outcome.winner is not None and line.outcome == outcome), None)
    if same is not None:
        text = mark("Exactly the same line as hand {hand}: is this correct?", hand=same.hand)
        problems.append(Problem("same-as-before", text, "points", Gravity.ASKS))
    return (*problems, *reason_problems(reason))


def delete_problems(sheet: Sheet, hand: int, *, reason: str) -> tuple[Problem, ...]:
    """All that is wrong with deleting row ``hand``; nothing that counts is lost with it but the hand itself."""
    wrong = _row_problems(sheet, hand)
    if wrong:
        return wrong
    problems: list[Problem] = []
    line = sheet.hands[hand - 1]
    if line.penalties:
        text = mark(
            "Hand {hand} has a penalty of {player}: cancel it first, or delete the other of the two rows typed twice.",
            hand=hand,
            player=ColumnPlayer(line.penalties[0].given.player),
        )
        problems.append(Problem("hand-has-penalty", text, "hand"))
    elif line.outcome is None and not any(_filled(below) for below in sheet.hands[hand:]):
        text = mark("Row {hand} and all rows below it are empty: there is nothing to delete.", hand=hand)
        problems.append(Problem("nothing-changes", text, "hand"))
    return (*problems, *reason_problems(reason))


def move_problems(sheet: Sheet, hand: int, to: int, *, reason: str) -> tuple[Problem, ...]:
    """All that is wrong with moving row ``hand`` to row ``to``."""
    wrong = _row_problems(sheet, hand) or hand_number_problems(sheet, to, "to")
    if wrong:
        return wrong
    problems: list[Problem] = []
    if hand == to:
        text = mark("Row {hand} is already there: enter the row where it belongs.", hand=hand)
        problems.append(Problem("nothing-changes", text, "to"))
    elif not _filled(sheet.hands[hand - 1]):
        text = mark("Row {hand} is empty: there is nothing to move.", hand=hand)
        problems.append(Problem("hand-not-recorded", text, "hand"))
    return (*problems, *reason_problems(reason))


def exchange_problems(
    sheet: Sheet, columns: tuple[int, int], hands: tuple[int, int] | None, *, reason: str
) -> tuple[Problem, ...]:
    """All that is wrong with exchanging two columns in ``hands``, or on the whole sheet."""
    if columns[0] == columns[1]:
        return (Problem("players-same", mark("Name two different players."), "players"),)
    if hands is not None:
        wrong = _row_problems(sheet, hands[0], "hands") or hand_number_problems(sheet, hands[1], "hands")
        if wrong:
            return wrong
        if hands[0] > hands[1]:
            text = mark("Enter the first hand before the last: {last}, {first}.", first=hands[0], last=hands[1])
            return (Problem("hands-range", text, "hands"),)
    problems: list[Problem] = []
    if not _concerns(sheet, columns, hands):
        text = mark(
            "{one} and {other} neither won, discarded nor have a penalty there: nothing would change.",
            one=ColumnPlayer(columns[0]),
            other=ColumnPlayer(columns[1]),
        )
        problems.append(Problem("nothing-changes", text, "players"))
    return (*problems, *reason_problems(reason))


def sheet_move_problems(sheet: Sheet, to: Sheet, *, reason: str) -> tuple[Problem, ...]:
    """All that is wrong with taking what stands on ``sheet`` ``to`` another one."""
    problems: list[Problem] = []
    if (sheet.session, sheet.table) == (to.session, to.table):
        problems.append(Problem("nothing-changes", mark("Choose another table: this is the sheet itself."), "to_table"))
    elif sheet.closed is not None:
        text = mark(
            "The sheet of table {table}, session {session} is verified and was signed for that table: reopen it first.",
            table=sheet.table,
            session=sheet.session,
        )
        problems.append(Problem("sheet-closed", text, "table"))
    elif sheet.blank:
        text = mark(
            "The sheet of table {table}, session {session} is empty: there is nothing to move.",
            table=sheet.table,
            session=sheet.session,
        )
        problems.append(Problem("sheet-empty", text, "table"))
    elif not to.blank:
        text = mark(
            "The sheet of table {table}, session {session} is not empty: first move or undo what is on it.",
            table=to.table,
            session=to.session,
        )
        problems.append(Problem("sheet-not-empty", text, "to_table"))
    return (*problems, *reason_problems(reason))


def _row_problems(sheet: Sheet, hand: int, field: str = "hand") -> tuple[Problem, ...]:
    if sheet.totals_only:
        return (totals_only_problem(sheet),)
    return hand_number_problems(sheet, hand, field)


def _filled(line: HandLine) -> bool:
    return line.outcome is not None or bool(line.penalties)


def _concerns(sheet: Sheet, columns: tuple[int, int], hands: tuple[int, int] | None) -> bool:
    """Whether anything stands under the two columns that would stand elsewhere."""
    first, last = hands if hands is not None else (1, len(sheet.hands))
    either = set(columns)
    exchange = ColumnsExchanged(*columns, None, "")
    outcomes = [line.outcome for line in sheet.hands[first - 1 : last] if line.outcome is not None]
    if any(outcome_after(exchange, first, outcome) != outcome for outcome in outcomes):
        return True
    if hands is None and sheet.paper[columns[0]] != sheet.paper[columns[1]]:
        return True
    here = (p for p in sheet.penalties if hands is None or (p.given.hand is not None and first <= p.given.hand <= last))
    return any(penalty.net[columns[0]] != penalty.net[columns[1]] or penalty.given.player in either for penalty in here)
