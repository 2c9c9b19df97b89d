"""What is wrong with a hand before it is written, and with totals before they stand."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS, ColumnPlayer
from tournament.language import mark
from tournament.ledger.sheet import HandLine, Sheet, lines_with
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
from tournament.rules.question import OutcomeProblem, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState


def hand_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome) -> tuple[Problem, ...]:
    """All that is wrong with recording ``outcome`` as ``hand``; improbable values ask."""
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
    """All that is wrong with correcting ``hand`` to ``outcome``, won with ``tiles`` (nothing: not known)."""
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
    """Hands behind the end of the game, were the rows of a sheet these."""
    over = [hand for hand, state, outcome in rows if state.over and outcome is not None]
    if not over:
        return ()
    text = mark("This would end the game before hand {hand}, which is recorded: is this correct?", hand=over[0])
    return (Problem("behind-the-end", text, "hand", Gravity.ASKS),)


def outcome_problems(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome) -> tuple[Problem, ...]:
    """All that is wrong with ``outcome`` in itself and beside the penalties of ``hand``."""
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
    """Who is named tenpai in a drawn hand with a dead hand."""
    for player in outcome.tenpai:
        if sheet.no_hu(player, hand) is not None:
            text = mark(
                "{player} has a dead hand in hand {hand}, so is not tenpai: check who is, or cancel the penalty.",
                player=ColumnPlayer(player),
                hand=hand,
            )
            yield Problem("dead-hand-tenpai", text, TENPAI)


def value_problems(rules: RuleSet, outcome: Outcome, dealer: int) -> tuple[Problem, ...]:
    """All that is wrong with ``outcome`` in itself when ``dealer`` is East.

    Where the rules say themselves what is wrong with a field, nothing more general is said of it.
    """
    said = (*rules.contradictions(outcome, dealer), *rules.sheet_problems(outcome, dealer))
    own = tuple(dict.fromkeys(map(_of_rules, said)))
    fields = {problem.field.partition(".")[0] for problem in own}
    general = _drawn_problems(outcome) if outcome.winner is None else _won_problems(rules, outcome)
    asked = (*_values_problems(rules, outcome), *_answer_problems(rules, outcome))
    return (*(problem for problem in (*general, *asked) if problem.field.partition(".")[0] not in fields), *own)


def _of_rules(problem: OutcomeProblem) -> Problem:
    """The same with the player whose hand it concerns, so that whoever shows it can say the name."""
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
    """What is improbable in the hands of further winners."""
    for field, (column, points) in zip((SECOND_HAN, THIRD_HAN), outcome.wins[1:], strict=False):
        if points > rules.improbable:
            text = mark("{player}: {points} is more than {most}: is this correct?", player=ColumnPlayer(column),
                        points=points, most=rules.improbable)  # fmt: skip
            yield Problem("points-improbable", text, field, Gravity.ASKS)


def _values_problems(rules: RuleSet, outcome: Outcome) -> tuple[Problem, ...]:
    """What is wrong with the values of the four hands, and where they are not asked."""
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
    """Answers that cannot be, or that nobody asked for."""
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
    """A change of something written needs its reason in words."""
    if reason.strip():
        return wordless_problems(reason)
    return (Problem("reason-missing", mark("A correction needs a reason: give it in a few words."), "reason"),)


def in_words(reason: str) -> bool:
    """Whether ``reason`` has a letter, in whichever script."""
    return any(character.isalpha() for character in reason)


def wordless_problems(reason: str) -> tuple[Problem, ...]:
    """A reason that is given has words."""
    if not reason.strip() or in_words(reason):
        return ()
    text = mark("“{reason}” is not a reason: give it in a few words.", reason=reason.strip())
    return (Problem("reason-without-words", text, "reason"),)


def totals_only_problem(sheet: Sheet) -> Problem:
    """The totals of the paper are all that is known: what stands on it is in them already."""
    text = mark("Table {table} was entered by its totals alone: reopen it first.", table=sheet.table)
    return Problem("totals-only", text, "table")


def closed_problem(sheet: Sheet) -> Problem:
    """The sheet is signed, so nothing is added to it."""
    text = mark(
        "The sheet of table {table}, session {session} is verified: correct a hand with a reason, or reopen the sheet.",
        table=sheet.table,
        session=sheet.session,
    )
    return Problem("sheet-closed", text, "table")


def totals_problems(sheet: Sheet, totals: PartialNet) -> tuple[Problem, ...]:
    """Where the paper's totals, as many as are given, differ from the computed ones, a problem a player."""
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
    """The totals that an event demands of the paper before a sheet is signed."""
    missing = [column for column, total in enumerate(totals) if total is None]
    if not missing:
        return ()
    text = mark(
        "This event requires the paper totals before a sheet is signed. Missing: {players}.",
        players=tuple(map(ColumnPlayer, missing)),
    )
    return (Problem("totals-missing", text, f"totals.{LETTERS[missing[0]]}"),)


def balance_problems(sheet: Sheet, totals: Net) -> tuple[Problem, ...]:
    """Four totals must sum to minus the points that nobody has."""
    if sum(totals) == -sheet.missing:
        return ()
    text = mark(
        "The four totals add up to {sum} instead of {expected}: read them again, or give a reason to accept them.",
        sum=sum(totals),
        expected=-sheet.missing,
    )
    return (Problem("totals-unbalanced", text, "totals"),)


def hand_number_problems(sheet: Sheet, hand: int, field: str = "hand") -> tuple[Problem, ...]:
    """A row that the sheet does not have."""
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
