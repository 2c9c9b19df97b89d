"""The papers of the registration desk, for the organiser alone.

They are *At the door*, with everybody who comes and what is open with them, and the personal links by which players
check in on their phones.
"""

from collections.abc import Sequence
from datetime import datetime

from reports.column import Column, Emphasis, Kind
from reports.document import Badge, Document, Section, table_of
from reports.vocabulary import FIRST_NAME, LAST_NAME, NUMBER, STATE
from tournament.event.money import Amount
from tournament.language import Text, listed, mark, mark_count, mark_in
from tournament.use_cases.phone_check_in import link_address
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
        NUMBER.of(lambda person: person.number or None),
        LAST_NAME.of(lambda person: person.registration.last_name),
        FIRST_NAME.of(lambda person: person.registration.first_name),
        STATE.of(lambda person: person.registration.state.label, flexible=False),
        Column(mark("Owed"), to_pay, Kind.AMOUNT, Emphasis.STRONG),
    ]
    if any(person.registration.meals for person in people):
        fields.append(Column(mark("Meals"), lambda person: ", ".join(person.registration.meals) or None, flexible=True))
    if any(person.registration.remark for person in people):
        fields.append(Column(mark("Remark"), lambda person: person.registration.remark or None, flexible=True))
    return fields


def link_cards(view: View, people: Sequence[Person], printed: datetime) -> Document:
    """Return a card for each player with their personal link as a QR code, to be cut apart.

    Raise Refused if players may not check in by phone.
    """
    players = _with_links(people)
    return Document(
        event=view.settings.name,
        title=mark("Cards with personal links"),
        state=mark_count("{count} person", "{count} people", len(players)),
        printed=printed,
        note=None if players else mark("Nobody is confirmed yet."),
        badges=tuple(
            Badge(
                number=person.number,
                name_lines=tuple(filter(None, (person.registration.first_name, person.registration.last_name))),
                group="",
                country=None,
                code="",
                seats=(),
                link=link_address(view, person.number),
            )
            for person in players
        ),
    )


def links_to_send(view: View, people: Sequence[Person], printed: datetime) -> Document:
    """Return the list of personal links with the e-mail address of each player, for a mail to everybody.

    Raise Refused if players may not check in by phone.
    """
    players = _with_links(people)
    fields: list[Column[Person]] = [
        Column(mark("Number"), lambda person: person.number, Kind.INTEGER, Emphasis.MUTED),
        Column(mark("Last name"), lambda person: person.registration.last_name, emphasis=Emphasis.NAME, flexible=True),
        Column(mark("First name"), lambda person: person.registration.first_name or None, flexible=True),
        Column(mark("E-mail"), lambda person: person.registration.email or None, flexible=True),
        Column(mark("Personal link"), lambda person: link_address(view, person.number), flexible=True),
    ]
    return Document(
        event=view.settings.name,
        title=mark("Personal links"),
        state=mark_count("{count} person", "{count} people", len(players)),
        printed=printed,
        note=mark("Each link checks in one player: send everybody only their own.")
        if players else mark("Nobody is confirmed yet."),
        sections=(Section(table_of(fields, players)),) if players else (),
    )  # fmt: skip


def _with_links(people: Sequence[Person]) -> list[Person]:
    """Return the players among ``people`` who come, by number."""
    players = (person for person in people if person.number and takes_part(person))
    return sorted(players, key=lambda person: person.number)
