"""The penalty for a fault: what the rules take, who pays it and who receives it."""

from msgspec import Struct, structs

from tournament.event.problem import Problem, Refused
from tournament.event.seating import ColumnPlayer
from tournament.language import mark
from tournament.ledger.checks import closed_problem, hand_number_problems
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sheet import Sheet
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.payment import opponents
from tournament.rules.ruleset import RuleSet

MOST_POINTS = 500
"""The most points that a penalty in the referee's own words may take for each receiver."""


class Charge(Struct, frozen=True):
    """A fault as a referee enters it: who did what in which hand, and the parts of the penalty that they choose."""

    player: int
    """Column 0–3."""
    fault: str = ""
    """The slug of the fault; empty for a penalty in the referee's own words."""
    hand: int | None = None
    """The number of the hand; None if it belongs to the session."""
    points: int | None = None
    to: tuple[int, ...] | None = None
    """The columns that receive the points; None if the rules decide."""
    reason: str = ""
    minutes: int | None = None
    no_hu: bool = False
    """Whether the referee also takes the right to win this hand."""


def penalty_of(sheet: Sheet, rules: RuleSet, charge: Charge) -> PenaltyGiven:
    """Return the penalty for ``charge``. Raise Refused with everything that is wrong with it.

    A fault of the session is written without a hand, even if a hand is named.
    """
    fault = rules.fault(charge.fault) if charge.fault else None
    if fault is not None and fault.of_session:
        charge = structs.replace(charge, hand=None)
    problems = [*_place_problems(sheet, charge)]
    if charge.fault and fault is None:
        text = mark("There is no fault “{fault}”: “rules faults” lists them.", fault=charge.fault)
        problems.append(Problem("fault-unknown", text, "fault"))
    if problems:
        raise Refused(*problems)
    penalty = _by_rule(sheet, rules, charge, fault) if fault is not None else _in_words(charge)
    if fault is not None and fault.east_twice and charge.hand is None:
        text = mark("Enter the hand: East pays and receives double for “{fault}”.", fault=fault.name)
        raise Refused(Problem("hand-missing", text, "hand"))
    beside = _beside_result(sheet, penalty)
    if beside:
        raise Refused(*beside)
    return penalty


def steps_taken(sheet: Sheet, rules: RuleSet, column: int, fault: Fault) -> int:
    """How often ``column`` was already punished for this kind of fault in this session (docs/rules.md, M3)."""
    kind = {other.slug for other in rules.faults if other.number == fault.number}
    return sum(p.given.player == column and p.given.fault in kind for p in sheet.penalties)


def _place_problems(sheet: Sheet, charge: Charge) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    if sheet.closed is not None:
        problems.append(closed_problem(sheet))
    if charge.hand is not None:
        problems.extend(hand_number_problems(sheet, charge.hand))
    if charge.to is not None and charge.player in charge.to:
        text = mark("{player} cannot receive the points of their own penalty.", player=ColumnPlayer(charge.player))
        problems.append(Problem("to-offender", text, "to"))
    if charge.to is not None and len(set(charge.to)) != len(charge.to):
        problems.append(Problem("to-twice", mark("A player can receive the points only once."), "to"))
    if charge.no_hu and charge.hand is None:
        text = mark("Enter the hand in which the right to win is lost.")
        problems.append(Problem("hand-missing", text, "hand"))
    return tuple(problems)


def _in_words(charge: Charge) -> PenaltyGiven:
    problems: list[Problem] = []
    if charge.points is None:
        text = mark("A penalty needs a fault from the list, or points and a reason.")
        problems.append(Problem("points-missing", text, "points"))
    elif not 0 <= charge.points <= MOST_POINTS:
        text = mark("{points} penalty points: enter 0 to {most}.", points=charge.points, most=MOST_POINTS)
        problems.append(Problem("penalty-points-range", text, "points"))
    if not charge.reason.strip():
        problems.append(
            Problem("reason-missing", mark("A penalty that is not in the list of faults needs a reason."), "reason")
        )
    if problems:
        raise Refused(*problems)
    return PenaltyGiven(
        player=charge.player,
        hand=charge.hand,
        fault="",
        points=charge.points or 0,
        to=charge.to or (),
        no_hu=charge.no_hu,
        reason=charge.reason.strip(),
    )


def _by_rule(sheet: Sheet, rules: RuleSet, charge: Charge, fault: Fault) -> PenaltyGiven:
    return PenaltyGiven(
        player=charge.player,
        hand=charge.hand,
        fault=fault.slug,
        points=_points(sheet, rules, charge, fault),
        to=_receivers(charge, fault),
        no_hu=charge.no_hu or (fault.no_hu and charge.hand is not None),
        closes_hand=fault.closes_hand and charge.hand is not None,
        reason=charge.reason.strip(),
        minutes=charge.minutes if fault.measure is Measure.MINUTES else None,
        twice=sheet.hands[charge.hand - 1].state.dealer if fault.east_twice and charge.hand is not None else None,
    )


def _points(sheet: Sheet, rules: RuleSet, charge: Charge, fault: Fault) -> int:
    given = charge.points
    if fault.measure is Measure.MINUTES:
        expected = _late_points(fault, charge.minutes)
    elif fault.measure is Measure.LADDER and given is None:
        return rules.ladder_step(steps_taken(sheet, rules, charge.player, fault))
    elif fault.measure in (Measure.LADDER, Measure.CHOSEN):
        if given is not None and (given in rules.ladder or (not rules.ladder and 0 <= given <= MOST_POINTS)):
            return given
        if not rules.ladder:
            raise Refused(_out_of_range(fault, 0, MOST_POINTS))
        text = mark("The points for “{fault}” are one of {steps}.", fault=fault.name, steps=_steps(rules.ladder))
        raise Refused(Problem("penalty-points-step", text, "points"))
    elif fault.measure is Measure.FREE:
        least, most = (rules.ladder[1], rules.ladder[-1]) if len(rules.ladder) > 1 else (0, MOST_POINTS)
        if given is not None and least <= given <= most:
            return given
        raise Refused(_out_of_range(fault, least, most))
    else:
        expected = fault.points
    if given is not None and given != expected:
        text = mark(
            "“{fault}” costs {points} points: leave out the points, or enter a penalty in your own words.",
            fault=fault.name,
            points=expected,
        )
        raise Refused(Problem("penalty-points-fixed", text, "points"))
    return expected


def _out_of_range(fault: Fault, least: int, most: int) -> Problem:
    text = mark("“{fault}” costs {least} to {most} points: enter how many.", fault=fault.name, least=least, most=most)
    return Problem("penalty-points-range", text, "points")


def _late_points(fault: Fault, minutes: int | None) -> int:
    if minutes is None:
        raise Refused(Problem("minutes-missing", mark("Enter how many minutes late."), "minutes"))
    if minutes < 1:
        raise Refused(Problem("minutes-range", mark("{minutes} minutes is not late.", minutes=minutes), "minutes"))
    step = next((step for step in fault.late if minutes <= step.most), None)
    if step is None:
        text = mark(
            "More than {most} minutes late: the player loses the session, and a substitute plays it. "
            "Enter the substitute instead of a penalty: page Draw, replace a player; in a script, a "
            "“substitute” line.",
            most=fault.late[-1].most,
        )
        raise Refused(Problem("late-substitute", text, "minutes"))
    return step.points


def _receivers(charge: Charge, fault: Fault) -> tuple[int, ...]:
    if fault.receiver is Receiver.VICTIM:
        if charge.to is None or len(charge.to) != 1:
            text = mark("“{fault}”: name the one player who receives the points.", fault=fault.name)
            raise Refused(Problem("to-missing", text, "to"))
        return charge.to
    expected = opponents(charge.player) if fault.receiver is Receiver.OPPONENTS else ()
    if charge.to is not None and set(charge.to) != set(expected):
        text = mark("“{fault}”: the rules determine who receives the points; leave it out.", fault=fault.name)
        raise Refused(Problem("to-fixed", text, "to"))
    return expected


def _beside_result(sheet: Sheet, penalty: PenaltyGiven) -> tuple[Problem, ...]:
    outcome = sheet.hands[penalty.hand - 1].outcome if penalty.hand is not None else None
    if outcome is None:
        return ()
    if penalty.no_hu and penalty.player in outcome.tenpai:
        text = mark(
            "{player} is recorded as tenpai in hand {hand}: correct that hand first.",
            player=ColumnPlayer(penalty.player),
            hand=penalty.hand,
        )
        return (Problem("offender-tenpai", text, "hand"),)
    if outcome.winner is None:
        return ()
    if penalty.closes_hand:
        text = mark("Hand {hand} is recorded with a winner: first correct it to a drawn hand.", hand=penalty.hand)
        return (Problem("hand-has-winner", text, "hand"),)
    if penalty.no_hu and penalty.player in outcome.winners:
        text = mark(
            "{player} is recorded as the winner of hand {hand}: correct that hand first.",
            player=ColumnPlayer(penalty.player),
            hand=penalty.hand,
        )
        return (Problem("offender-won", text, "hand"),)
    return ()


def _steps(ladder: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, ladder))
