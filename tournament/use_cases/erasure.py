"""Erasing a person: from the private store and its copies, and what to write to them about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from tournament.event.problem import Problem, Refused
from tournament.event.registration import PRIVATE_FIELDS, Registration, changed_fields, registration_label, texts_of
from tournament.event.role import Act
from tournament.language import Text, listed, mark, mark_count
from tournament.use_cases.book import Book, refuse_without_right
from tournament.use_cases.changes import By
from tournament.use_cases.ports import CopyErasure, CopyFate, PrivateRow
from tournament.use_cases.private_data import Person, private_store, write_rows
from tournament.use_cases.view import View

_LEAST_ID = 6
"""The least number of characters of an id that name somebody who was erased."""
_LEAST_SEARCHED = 4
"""The shortest text that is looked for in the journal; shorter ones are found everywhere."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What was erased of a person, and what stays in the journal."""

    person: Person
    fields: tuple[str, ...]
    """The names of the fields that had content."""
    tables: tuple[tuple[int, int], ...]
    """The session and table of each sheet on which they play."""
    found: tuple[tuple[str, tuple[int, ...]], ...]
    """Erased texts that were also entered elsewhere, such as a remark in a club's name, and the entries with them."""

    @property
    def found_texts(self) -> tuple[Text, ...]:
        """``found`` in words, a sentence for each text."""
        return tuple(
            mark_count(
                "“{text}” was also entered in the journal, in entry {entries}, which cannot be changed.",
                "“{text}” was also entered in the journal, in entries {entries}, which cannot be changed.",
                len(entries),
                text=text,
                entries=tuple(map(str, entries)),
            )
            for text, entries in self.found
        )


def erase(book: Book, person: Person, by: By) -> tuple[Erasure, tuple[CopyErasure, ...]]:
    """Erase everything that is noted about ``person`` from the store of the event and from its copies.

    Return what was erased, and what became of each copy. What is in the journal stays. Raise Refused if nothing is
    noted about them, RegistrationChanged if another desk changed them since, or StoreUnavailable.
    """
    refuse_without_right(book.view, by, Act.REGISTRATION)
    if not person.id:
        text = mark("Nothing is noted about {name} beside the journal.", name=person.registration.name)
        raise Refused(Problem("person-nothing", text, "person"))
    write_rows(book, (PrivateRow(person.id, person.version + 1, ""),), (person.registration,))
    return what_was_erased(book.view, person), book.erase_copies((person.id,))


def erase_again(book: Book, id: str, by: By) -> tuple[CopyErasure, ...] | None:
    """Erase the person whose row had ``id``, or begins with it, from the copies that could not be reached before.

    Return what became of each copy; None if nobody with that id was erased. Raise Refused or StoreUnavailable.
    """
    refuse_without_right(book.view, by, Act.REGISTRATION)
    rows = private_store(book).private_rows()
    erased = [row for row in rows if row.is_erased and len(id) >= _LEAST_ID and row.id.startswith(id)]
    return book.erase_copies([row.id for row in erased]) if erased else None


def what_was_erased(view: View, person: Person) -> Erasure:
    """Return what the erasure of ``person`` concerned, and what of them stays in the journal of ``view``."""
    found = []
    for text in dict.fromkeys(texts_of(person.registration)):
        if len(text) >= _LEAST_SEARCHED:
            places = tuple(entry.record.position for entry in view.journal if _contains(entry.record.content, text))
            if places:
                found.append((text, places))
    played = person.number if person.number in view.players else 0
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    tables = tuple((sheet.session, sheet.table) for sheet in sheets if played and played in sheet.players)
    fields = changed_fields(Registration(), person.registration)
    if person.number:  # Name and state are also those of a player.
        fields = tuple(field for field in fields if field in PRIVATE_FIELDS and field != "state")
    return Erasure(person, fields, tables, tuple(found))


def _contains(content: str, text: str) -> bool:
    import json

    return text in content or json.dumps(text)[1:-1] in content


def letter(erasure: Erasure, copies: Sequence[CopyErasure], event: str, day: date) -> tuple[Text, ...]:
    """Return the paragraphs of a letter to the person: what was erased, what stays in the journal, and why.

    ``event`` is its name, ``day`` that of the erasure.
    """
    return tuple(_paragraphs(erasure, copies, event, day))


def _paragraphs(erasure: Erasure, copies: Sequence[CopyErasure], event: str, day: date) -> Iterator[Text]:
    person = erasure.person
    yield mark("To: {name}. Event: {event}.", name=person.registration.name, event=event)
    if erasure.fields:
        yield mark(
            "On {day} we erased what we had noted about you beside the results: {fields}. It is no longer in the file "
            "of the event.",
            day=day,
            fields=listed(registration_label(field) for field in erasure.fields),
        )
    else:
        yield mark("On {day} we erased your registration. It is no longer in the file of the event.", day=day)
    written = sum(copy.fate is CopyFate.REWRITTEN for copy in copies)
    deleted = sum(copy.fate is CopyFate.DELETED for copy in copies)
    if written or deleted:
        yield mark("Copies written again without these data: {written}. Copies deleted: {deleted}.",
                   written=written, deleted=deleted)  # fmt: skip
    left = sum(copy.is_open for copy in copies)
    if left:
        yield mark_count(
            "{count} place with copies could not be reached; the data there will be erased as soon as it is.",
            "{count} places with copies could not be reached; the data there will be erased as soon as they are.",
            left,
        )
    if not person.number:
        yield mark("You are not on the list of players, so nothing about you was entered in the results.")
        return
    yield mark(
        "Your name, country, number, club and team, as they were entered, stay in the journal of the event, with your "
        "seats and results. The results of everybody you played with depend on them, and the journal proves that "
        "nobody changed it: none of its entries can be removed without losing that proof. You can ask us to show your "
        "initials, a nickname or only a number instead of your name wherever results are public."
    )
