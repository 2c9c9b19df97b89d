"""What is wrong with hands, tiles, repairs and totals of a sheet, checked before they are written.

Each check returns everything that it found, as problems that name the field that they concern. A problem that blocks
refuses the entry, one that asks must be confirmed, and a remark does neither.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS, ColumnPlayer
from tournament.language import Text, mark
from tournament.ledger.facts import ColumnsExchanged
from tournament.ledger.sheet import HandLine, Sheet, lines_with
from tournament.ledger.sheet_content import outcome_after
from tournament.rules.hand_value import HandValue, WinContext, value_of_hand
from tournament.rules.payment import (
    NO_NET,
    SECOND,
    SECOND_HAN,
    TENPAI,
    THIRD,
    THIRD_HAN,
    Net,
    Outcome,
    PartialNet,
)
from tournament.rules.question import OutcomeProblem, QuestionKind, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import HandsValue, answers_of, value_of_hands, worth_of
from tournament.rules.table_state import TableState


def hand_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome) -> tuple[Problem, ...]:
    """Everything that is wrong with recording ``outcome`` as ``hand``. Improbable values must be confirmed."""
    wrong_hand = hand_number_problems(sheet, hand)
    if wrong_hand:
        return wrong_hand
    if sheet.totals_only:
        return (totals_only_problem(sheet),)
    line = sheet.hands[hand - 1]
    if line.outcome is not None:
        text = mark("Hand {hand} is already recorded: correct it with a reason.", hand=hand)
        return (Problem("hand-recorded", text, "hand"),)
    if sheet.closed is not None:
        return (closed_problem(sheet),)
    before = sheet.hands[hand - 2] if hand > 1 else None
    return (*outcome_problems(sheet, rules, hand, outcome), *_repeated(before, rules.ordered(outcome)))


def correction_problems(
    sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome, *, tiles: str, reason: str
) -> tuple[Problem, ...]:
    """Everything that is wrong with correcting ``hand`` to ``outcome``; ``tiles`` are empty if they are not known."""
    wrong_hand = hand_number_problems(sheet, hand)
    if wrong_hand:
        return wrong_hand
    line = sheet.hands[hand - 1]
    if line.outcome is None:
        text = mark("Hand {hand} is not recorded yet: record it instead of correcting it.", hand=hand)
        return (Problem("hand-not-recorded", text, "hand"),)
    problems = list(outcome_problems(sheet, rules, hand, outcome))
    if rules.table.rotation is None:
        problems.extend(
            end_problems((row.hand, row.state, row.outcome) for row in lines_with(sheet, rules, hand, outcome))
        )
    if line.outcome == rules.ordered(outcome) and line.tiles == tiles:
        problems.append(
            Problem("nothing-changes", mark("This is already recorded: there is nothing to correct."), "hand")
        )
    problems.extend(reason_problems(reason))
    return tuple(problems)


def end_problems(rows: Iterable[tuple[int, TableState, Outcome | None]]) -> tuple[Problem, ...]:
    """The problem that a sheet has a hand after the end of the game.

    ``rows`` are its hands, each with the state of the table before it.
    """
    over = [hand for hand, state, outcome in rows if state.over and outcome is not None]
    if not over:
        return ()
    text = mark("This would end the game before hand {hand}, which is recorded: is this correct?", hand=over[0])
    return (Problem("behind-the-end", text, "hand", Gravity.ASKS),)


def outcome_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome) -> tuple[Problem, ...]:
    """Everything that is wrong with ``outcome`` as such, or that contradicts the penalties of ``hand``."""
    state, before = sheet.hands[hand - 1].state, sheet.hands[hand - 2].totals if hand > 1 else NO_NET
    problems = list(value_problems(rules, outcome, state.dealer))
    problems += map(_of_rules, rules.contradictions_before(outcome, state, before))
    if outcome.winner is None:
        return (*problems, *_dead_but_tenpai(sheet, hand, outcome))
    for winner, field in zip(outcome.winners, ("winner", SECOND, THIRD), strict=False):
        if sheet.no_hu(winner, hand) is not None:
            text = mark(
                "{player} lost the right to win hand {hand} by a penalty: check the winner, or cancel the penalty.",
                player=ColumnPlayer(winner),
                hand=hand,
            )
            problems.append(Problem("no-hu", text, field))
    broken = sheet.broken(hand)
    if broken is not None:
        fault = rules.fault(broken.given.fault)
        text = mark("Hand {hand} was ended by a penalty: enter it as a drawn hand.", hand=hand)
        if fault is not None:
            text = mark("Hand {hand} was ended by a penalty, {fault}: enter it as a drawn hand.", hand=hand,
                        fault=fault.name)  # fmt: skip
        problems.append(Problem("hand-closed", text, "winner"))
    return tuple(problems)


def _dead_but_tenpai(sheet: Sheet, hand: int, outcome: Outcome) -> Iterator[Problem]:
    """The players who are entered as tenpai in a drawn hand although a penalty made their hand dead."""
    for player in outcome.tenpai:
        if sheet.no_hu(player, hand) is not None:
            text = mark(
                "{player} has a dead hand in hand {hand}, so is not tenpai: check who is, or cancel the penalty.",
                player=ColumnPlayer(player),
                hand=hand,
            )
            yield Problem("dead-hand-tenpai", text, TENPAI)


def value_problems(rules: RuleSet, outcome: Outcome, dealer: int) -> tuple[Problem, ...]:
    """Everything that is wrong with ``outcome`` as such if the player of column ``dealer`` is East.

    If the rule set itself finds a problem with a field, the general problems with that field are left out.
    """
    said = (*rules.contradictions(outcome, dealer), *rules.sheet_problems(outcome, dealer))
    own = tuple(dict.fromkeys(map(_of_rules, said)))
    fields = {problem.field.partition(".")[0] for problem in own}
    general = _drawn_problems(outcome) if outcome.winner is None else _won_problems(rules, outcome)
    asked = (*_values_problems(rules, outcome), *_answer_problems(rules, outcome))
    return (*(problem for problem in (*general, *asked) if problem.field.partition(".")[0] not in fields), *own)


def _of_rules(problem: OutcomeProblem) -> Problem:
    """A problem found by the rule set, with the column of its player as a value that can be shown as a name."""
    if problem.column is None:
        return Problem(problem.code, problem.text, problem.field)
    player = ColumnPlayer(problem.column)
    values = tuple((name, player if name == "player" else value) for name, value in problem.text.values)
    return Problem(problem.code, replace(problem.text, values=values), f"{problem.field}.{LETTERS[problem.column]}")


def _won_problems(rules: RuleSet, outcome: Outcome) -> tuple[Problem, ...]:
    assert outcome.winner is not None
    points = () if rules.four_values else (*_points_problems(rules, outcome.points), *_further_problems(rules, outcome))
    if outcome.discarder != outcome.winner:
        return points
    text = mark(
        "{player} is entered both as winner and as discarder: name the discarder, or nobody for a self-draw.",
        player=ColumnPlayer(outcome.winner),
    )
    return (Problem("winner-is-discarder", text, "discarder"), *points)


def _further_problems(rules: RuleSet, outcome: Outcome) -> Iterator[Problem]:
    """Improbable points in the hands of the second and third winner."""
    for field, (column, points) in zip((SECOND_HAN, THIRD_HAN), outcome.wins[1:], strict=False):
        if points > rules.improbable:
            text = mark("{player}: {points} is more than {most}: is this correct?", player=ColumnPlayer(column),
                        points=points, most=rules.improbable)  # fmt: skip
            yield Problem("points-improbable", text, field, Gravity.ASKS)


def _values_problems(rules: RuleSet, outcome: Outcome) -> tuple[Problem, ...]:
    """What is wrong with the values of the four hands, also if the rules do not ask for them."""
    if not rules.four_values:
        text = mark("By these rules only the winner’s hand has a value: leave out the four values.")
        return (Problem("values-not-asked", text, "values"),) if outcome.values is not None else ()
    if outcome.values is None:
        missing = outcome.winner is not None or rules.draws_paid
        text = mark("The values of the four hands are missing.")
        return (Problem("values-missing", text, "values"),) if missing else ()
    return tuple(
        Problem(
            "value-improbable",
            mark("{player}: {points} is more than {most}: is this correct?", player=ColumnPlayer(column), points=value,
                 most=rules.improbable),
            f"values.{LETTERS[column]}",
            Gravity.ASKS,
        )
        for column, value in enumerate(outcome.values)
        if value > rules.improbable and not (column == outcome.winner and value in rules.own_values)
    )  # fmt: skip


def _answer_problems(rules: RuleSet, outcome: Outcome) -> tuple[Problem, ...]:
    """Answers that are impossible, or to questions that the rules do not ask."""
    problems: list[Problem] = []
    if outcome.liable is not None and rules.liable is None:
        text = mark("By these rules nobody pays for the others: leave it out.")
        problems.append(Problem("liable-not-asked", text, "liable"))
    questions = {question.name: question for question in rules.questions}
    for name, answer in outcome.answers:
        wrong = (
            answer_problem(questions[name], answer)
            if name in questions
            else mark("These rules do not ask for {name}.", name=name)
        )
        if wrong is not None:
            problems.append(Problem("answer-wrong", wrong, name))
    return tuple(problems)


def reason_problems(reason: str) -> tuple[Problem, ...]:
    """What is wrong with the reason of a correction, which is required."""
    if reason.strip():
        return wordless_problems(reason)
    return (Problem("reason-missing", mark("A correction needs a reason: give it in a few words."), "reason"),)


def in_words(reason: str) -> bool:
    """Whether ``reason`` has a letter, in whichever script."""
    return any(character.isalpha() for character in reason)


def wordless_problems(reason: str) -> tuple[Problem, ...]:
    """What is wrong with an optional reason: text without a letter in it."""
    if not reason.strip() or in_words(reason):
        return ()
    text = mark("“{reason}” is not a reason: give it in a few words.", reason=reason.strip())
    return (Problem("reason-without-words", text, "reason"),)


def totals_only_problem(sheet: Sheet) -> Problem:
    """The problem that the sheet was entered by its totals, which already include everything on the paper."""
    text = mark("Table {table} was entered by its totals alone: reopen it first.", table=sheet.table)
    return Problem("totals-only", text, "table")


def closed_problem(sheet: Sheet) -> Problem:
    """The problem that the sheet is signed, so nothing can be added to it."""
    text = mark(
        "The sheet of table {table}, session {session} is verified: correct a hand with a reason, or reopen the sheet.",
        table=sheet.table,
        session=sheet.session,
    )
    return Problem("sheet-closed", text, "table")


def totals_problems(sheet: Sheet, totals: PartialNet) -> tuple[Problem, ...]:
    """A problem for each player whose total on the paper is given and differs from the computed one."""
    return tuple(
        Problem(
            "totals-differ",
            mark(
                "{player}: {typed} on paper, {computed} computed. Look for a hand in the wrong "
                "column, or give a reason to accept the difference.",
                player=ColumnPlayer(column),
                typed=typed,
                computed=computed,
            ),
            f"totals.{LETTERS[column]}",
        )
        for column, (typed, computed) in enumerate(zip(totals, sheet.computed, strict=True))
        if typed is not None and typed != computed
    )


def missing_totals_problems(totals: PartialNet) -> tuple[Problem, ...]:
    """The problem that totals of the paper are missing, in an event that requires them before a sheet is signed."""
    missing = [column for column, total in enumerate(totals) if total is None]
    if not missing:
        return ()
    text = mark(
        "This event requires the paper totals before a sheet is signed. Missing: {players}.",
        players=tuple(map(ColumnPlayer, missing)),
    )
    return (Problem("totals-missing", text, f"totals.{LETTERS[missing[0]]}"),)


def balance_problems(sheet: Sheet, totals: Net) -> tuple[Problem, ...]:
    """The problem that the four totals do not add up to minus the points that nobody has."""
    if sum(totals) == -sheet.missing:
        return ()
    text = mark(
        "The four totals add up to {sum} instead of {expected}: read them again, or give a reason to accept them.",
        sum=sum(totals),
        expected=-sheet.missing,
    )
    return (Problem("totals-unbalanced", text, "totals"),)


def totals_alone_problems(sheet: Sheet, rules: RuleSet, totals: Net) -> tuple[Problem, ...]:
    """The problems of four totals without hands: their sum, and points that the game never leaves a player with."""
    unit = rules.table.sheet_unit
    uneven = next((total for total in totals if total % unit), None)
    if uneven is None:
        return balance_problems(sheet, totals)
    text = mark(
        "{total} is not a multiple of {unit}: type points won and lost in points, such as 4200, or give a reason to "
        "accept them.",
        total=uneven,
        unit=unit,
    )
    return (Problem("totals-uneven", text, "totals"), *balance_problems(sheet, totals))


def hand_number_problems(sheet: Sheet, hand: int, field: str = "hand") -> tuple[Problem, ...]:
    """The problem that the sheet does not have row ``hand``."""
    if 1 <= hand <= len(sheet.hands):
        return ()
    last = len(sheet.hands)
    if last == sheet.length or hand < 1:
        text = mark("There is no hand {hand}: the sheet has hands 1 to {last}.", hand=hand, last=last)
    elif sheet.over:
        text = mark("There is no hand {hand}: the game ended with hand {last}.", hand=hand, last=last)
    else:
        text = mark("There is no hand {hand} yet: the next one is hand {last}.", hand=hand, last=last)
    return (Problem("hand-unknown", text, field),)


def _drawn_problems(outcome: Outcome) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    if outcome.discarder is not None:
        text = mark("A drawn hand has no discarder: name the winner, or leave out the discarder.")
        problems.append(Problem("drawn-with-discarder", text, "discarder"))
    if outcome.points:
        text = mark("A drawn hand has no points: name the winner, or leave out the points.")
        problems.append(Problem("drawn-with-points", text, "points"))
    return tuple(problems)


def _points_problems(rules: RuleSet, points: int) -> tuple[Problem, ...]:
    if points < rules.minimum:
        text = mark(
            "{points} is below {minimum}, the minimum to win: read the sheet again.",
            points=points,
            minimum=rules.minimum,
        )
        return (Problem("points-below-minimum", text, "points"),)
    if points > rules.most:
        text = mark(
            "{points} is above {most}, the maximum accepted: read the sheet again.", points=points, most=rules.most
        )
        return (Problem("points-above-most", text, "points"),)
    if points > rules.improbable:
        text = mark("{points} is more than {most}: is this correct?", points=points, most=rules.improbable)
        return (Problem("points-improbable", text, "points", Gravity.ASKS),)
    if points % rules.unit and points != 1:
        text = mark("{points} is not a multiple of {unit}, as all patterns are: is this correct?",
                    points=points, unit=rules.unit)  # fmt: skip
        return (Problem("points-improbable", text, "points", Gravity.ASKS),)
    return ()


def _repeated(before: HandLine | None, outcome: Outcome) -> tuple[Problem, ...]:
    if before is None or outcome.winner is None or before.outcome != outcome:
        return ()
    text = mark("Exactly the same line as hand {hand}: is this correct?", hand=before.hand)
    return (Problem("same-as-before", text, "points", Gravity.ASKS),)


@dataclass(frozen=True, slots=True)
class Claim:
    """The tiles of a hand as they will be written, and the problems with them."""

    tiles: str = ""
    problems: tuple[Problem, ...] = ()


def claim_of(rules: RuleSet, state: TableState | None, outcome: Outcome, *, tiles: str, overrule: str) -> Claim:
    """Compare the points of ``outcome`` with ``tiles``, in public notation; empty if they are not known.

    More points than the tiles are worth are refused, unless a referee overrules with a reason. Fewer are accepted with
    a remark, since winners count their own hands (docs/rules.md, G3). Under rules that count the tiles of any player,
    more points only need a confirmation.

    ``state`` is that of the table before the hand. None means that the sheet has no such hand, which another check
    reports.
    """
    tiles, overrule = tiles.strip(), overrule.strip()
    if not tiles:
        return Claim(problems=_overruled_without_tiles(overrule))
    if rules.counter is not None:
        return Claim(tiles) if state is None else _hands_claim(rules, state, outcome, tiles)
    if outcome.winner is None:
        text = mark("A drawn hand has no winning tiles: name the winner, or leave out the tiles.")
        return Claim(tiles, (Problem("drawn-with-tiles", text, "hand_tiles"),))
    if rules.scorer is None:
        text = mark("The rules of this event cannot count tiles: omit them.")
        return Claim(tiles, (Problem("tiles-not-counted", text, "hand_tiles"),))
    if state is None:
        return Claim(tiles)
    worth = value_of_hand(rules.scorer, tiles, win_context(state, outcome))
    if worth.faults:
        return Claim(tiles, tuple(Problem("tiles-faulty", fault, "hand_tiles") for fault in worth.faults))
    return Claim(worth.tiles, _beside(worth, outcome.points, overrule))


def _hands_claim(rules: RuleSet, state: TableState, outcome: Outcome, tiles: str) -> Claim:
    """The same under rules that count the tiles of any player: compare each hand that is given."""
    worth = value_of_hands(rules, tiles, state, outcome)
    if worth.faults:
        return Claim(tiles, tuple(Problem("tiles-faulty", fault, "hand_tiles") for fault in worth.faults))
    problems: list[Problem] = []
    if worth.restated:
        text = mark("The tiles were counted with the winds and the way of winning on the sheet.")
        problems.append(Problem("tiles-restated", text, "hand_tiles", Gravity.REMARK))
    for column, count in worth.counts:
        written = worth_of(outcome, column)
        if written != count.points:
            player = ColumnPlayer(column)
            text = mark("The tiles of {player} are worth {worth}, but {points} were recorded.", player=player,
                        worth=count.points, points=written)  # fmt: skip
            more = written > count.points
            code, gravity = ("tiles-worth-less", Gravity.ASKS) if more else ("tiles-worth-more", Gravity.REMARK)
            problems.append(Problem(code, text, _field(rules, outcome, column), gravity))
    problems += answers_otherwise(rules, state, outcome, worth)
    return Claim(worth.tiles, tuple(problems))


def _field(rules: RuleSet, outcome: Outcome, column: int) -> str:
    """The field in which the value of the player of ``column`` is entered."""
    if rules.four_values:
        return f"values.{LETTERS[column]}"
    return ("points", SECOND_HAN, THIRD_HAN)[outcome.winners.index(column)]


def answers_otherwise(rules: RuleSet, state: TableState, outcome: Outcome, worth: HandsValue) -> Iterator[Problem]:
    """Answers on the sheet that the tiles contradict: fu and yakuman if the hand has the recorded value, and riichi.

    Several winners may each have such a problem, which then names the player.
    """
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    as_written = {column: count for column, count in worth.counts if count.points == worth_of(outcome, column)}
    found: list[tuple[int | None, str, str, Text]] = []
    questions = {question.name: question for question in rules.questions if question.kind is QuestionKind.NUMBER}
    for winner, name, answer in answers_of(rules, state, outcome.winners, as_written):
        question = questions.get(name)
        written = None if question is None else outcome.answer(name) or question.default
        if question is not None and answer != written:
            text = mark("{question}: the tiles give {worth}, but {written} was recorded.", question=question.short,
                        worth=answer, written="–" if written is None else written)  # fmt: skip
            found.append((winner, "tiles-answer-otherwise", name, text))
    for (column, _), (_, answers) in zip(worth.counts, worth.hands, strict=True):
        otherwise = rules.counter.written_otherwise(outcome, column, answers)
        found += ((column, each.code, each.field, each.text) for each in otherwise)
    for player, code, field, text in found:
        if player is not None and len(outcome.winners) > 1:
            text = mark("{player}: {problem}", player=ColumnPlayer(player), problem=text)
        yield Problem(code, text, field, Gravity.ASKS)


def win_context(state: TableState, outcome: Outcome) -> WinContext:
    """The winds and the way of winning of a hand that was won at a table in ``state``."""
    assert outcome.winner is not None, "a drawn hand has no winner"
    assert state.prevalent is not None, "tiles are only counted by rules that know a wind of the round"
    return WinContext(state.prevalent, state.winds[outcome.winner], outcome.self_draw)


def _overruled_without_tiles(overrule: str) -> tuple[Problem, ...]:
    if not overrule:
        return ()
    text = mark("There are no tiles to overrule: enter the tiles, or leave out the reason.")
    return (Problem("overrule-without-tiles", text, "overrule"),)


def _beside(worth: HandValue, points: int, overrule: str) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    if worth.restated:
        text = mark("The tiles were counted with the winds and the way of winning on the sheet.")
        problems.append(Problem("tiles-restated", text, "hand_tiles", Gravity.REMARK))
    if points > worth.points:
        text = mark(
            "The tiles are worth {worth}, but {points} were claimed: correct the points or the "
            "tiles, or overrule with a reason.",
            worth=worth.points,
            points=points,
        )
        gravity = Gravity.REMARK if overrule else Gravity.BLOCKS
        problems.append(Problem("tiles-worth-less", text, "points", gravity))
    elif points < worth.points:
        text = mark(
            "The tiles are worth {worth}. The {points} claimed stand, since winners count their own hand.",
            worth=worth.points,
            points=points,
        )
        problems.append(Problem("tiles-worth-more", text, "points", Gravity.REMARK))
    return tuple(problems)


def insert_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome, *, reason: str) -> tuple[Problem, ...]:
    """Everything that is wrong with inserting ``outcome`` as row ``hand``."""
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
    """Everything that is wrong with deleting row ``hand``. A row with a penalty cannot be deleted."""
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
    """Everything that is wrong with moving row ``hand`` to row ``to``."""
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
    """Everything that is wrong with swapping two columns in ``hands`` (first and last), or on the whole sheet."""
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
    """Everything that is wrong with moving the entries of ``sheet`` to the sheet ``to``."""
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
    """Whether swapping the two columns would change anything."""
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
