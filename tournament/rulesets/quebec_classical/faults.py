"""Fines of Québec classical: the document names no fault, but says that East pays and receives penalties twice."""

from tournament.language import Text, mark
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rulesets.quebec_classical.options import Options


def faults(options: Options) -> tuple[Fault, ...]:
    """A fine of any amount, to each opponent or to one player."""
    twice = options.east_fines_doubled

    def fine(slug: str, number: str, name: Text, receiver: Receiver) -> Fault:
        sanction = mark("Points as agreed, double for East") if twice else mark("Points as agreed")
        return Fault(slug, number, name, sanction, Measure.FREE, receiver, east_twice=twice)

    return (
        fine("fine", "QC1", mark("Fine to each opponent"), Receiver.OPPONENTS),
        fine("fine-to-one", "QC2", mark("Fine to one player"), Receiver.VICTIM),
    )
