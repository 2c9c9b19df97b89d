"""The paper *At the door*: everybody who comes, and what is open with them. It is for the organiser alone."""

from collections.abc import Sequence
from datetime import datetime

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from tournament.event.money import Amount
from tournament.language import Text, listed, mark, mark_count, mark_in
from tournament.use_cases.private_data import Person, owed, sums_of, takes_part, waiting_list
from tournament.use_cases.view import View

_TO_TICK = "□"


def at_the_door(view: View, people: Sequence[Person], printed: datetime) -> Document:
    """Return the paper for ``people``: those who come, by last name, then the waiting list in its order."""
    coming = sorted(filter(takes_part, people), key=_by_name)
    waiting = tuple(waiting_list(people))
    owing = sum(owed(person) > 0 for person in coming)
    sections = [Section(table_of(_fields(view, coming), coming))] if coming else []
    if waiting:
        sections.append(Section(table_of(_fields(view, waiting), waiting), heading=mark("Waiting list")))
    sums = sums_of(people)
    note = mark("Nobody has registered yet.") if not coming and not waiting else None
    if sums.meals and note is None:
        note = listed(mark("{meal}: {count}", meal=meal, count=count) for meal, count in sums.meals.items())
    return Document(
        event=view.settings.name,
        title=mark("At the door"),
        state=mark_count("{count} person", "{count} people", len(coming)),
        printed=printed,
        aside=(mark_count("{count} person still owes something", "{count} people still owe something", owing),),
        note=note,
        sections=tuple(sections),
    )


def _by_name(person: Person) -> tuple[str, str]:
    noted = person.registration
    return noted.last_name.casefold(), noted.first_name.casefold()


def _fields(view: View, people: Sequence[Person]) -> list[Column[Person]]:
    present = view.state.present

    def here(person: Person) -> Text | str:
        return mark("present") if person.number in present else _TO_TICK

    def to_pay(person: Person) -> Amount | None:
        return Amount(owed(person), 100) if owed(person) else None

    fields: list[Column[Person]] = [
        Column(mark_in("check-in", "Here"), here),
        Column(mark("Number"), lambda person: person.number or None, Kind.INTEGER, Emphasis.MUTED),
        Column(mark("Last name"), lambda person: person.registration.last_name, emphasis=Emphasis.NAME, flexible=True),
        Column(mark("First name"), lambda person: person.registration.first_name or None, flexible=True),
        Column(mark("State"), lambda person: person.registration.state.label),
        Column(mark("Owed"), to_pay, Kind.AMOUNT, Emphasis.STRONG),
    ]
    if any(person.registration.meals for person in people):
        fields.append(Column(mark("Meals"), lambda person: ", ".join(person.registration.meals) or None, flexible=True))
    if any(person.registration.remark for person in people):
        fields.append(Column(mark("Remark"), lambda person: person.registration.remark or None, flexible=True))
    return fields
