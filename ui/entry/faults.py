"""The faults of the rules as a referee finds them, by number or words; no Qt in here."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.language import Language, Search, Text, folded, mark
from tournament.rules.fault import Fault
from ui.entry.keyboard_digits import unshifted


@dataclass(frozen=True, slots=True)
class ListedFault:
    """A line of the list."""

    slug: str
    """Nothing: a penalty in the referee's own words."""
    number: str
    name: Text
    sanction: Text
    fault: Fault | None = None


OWN_WORDS = ListedFault("", "–", mark("In my own words"), mark("Points and a reason: the referee decides"))


def listed_faults(faults: Sequence[Fault]) -> tuple[ListedFault, ...]:
    """All faults of the rules, and last the one without a name."""
    return (*(ListedFault(f.slug, f.number, f.name, f.sanction, f) for f in faults), OWN_WORDS)


def matching(faults: Sequence[ListedFault], typed: str, language: Language) -> tuple[ListedFault, ...]:
    """Those whose number is ``typed`` (``P6`` or ``6``), else those that a search finds; nothing typed: all."""
    number = unshifted(folded(typed).removeprefix("p"))
    by_number = tuple(each for each in faults if number.isdigit() and each.number[1:] == number)
    search = Search(typed)
    found = (each for each in faults if search.finds(each.number, *map(language.render, (each.name, each.sanction))))
    return by_number or tuple(found)
