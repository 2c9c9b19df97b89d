"""The data of people beside the journal: who registered, what they paid and what they eat.

They are in the private store of the event (:class:`~tournament.use_cases.ports.PrivateStore`), a row for each person.
No entry, no fingerprint, no export and no public page contains them; only who has the organiser's right
(:attr:`~tournament.event.role.Act.REGISTRATION`) reads or writes them. A person who was confirmed is also a player;
name, country, number, club and team are then those of the list of players.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import uuid4

from tournament.event.player import Player, PlayerState
from tournament.event.problem import Problem, Refused
from tournament.event.registration import (
    Registration,
    RegistrationState,
    changed_fields,
    registration_label,
    registration_problems,
)
from tournament.event.role import Act
from tournament.event.roster import names_key, same_name
from tournament.files.typed_json import decode
from tournament.language import Text, folded, listed, mark
from tournament.ledger.entry import EVENT_STREAM, Entry
from tournament.ledger.facts import PlayerChanged, PlayerRemoved, PlayersAdded, PlayerStateChanged
from tournament.ledger.state import player_status
from tournament.use_cases.book import Book, refuse_without_right
from tournament.use_cases.carrying_out import carry_out
from tournament.use_cases.changes import By
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, RemovePlayer
from tournament.use_cases.ports import PrivateConflict, PrivateRow, PrivateStore, StoreBroken, StoreUnavailable
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who registered or plays, with what is noted about them."""

    registration: Registration
    """What is noted about them. For a player, name, country, number, club, team and state are those of the list now."""
    id: str = ""
    """The id of their row; empty for a player about whom nothing is noted."""
    version: int = 0
    """The version of the row that was read."""

    @property
    def number(self) -> int:
        """Their number on the list of players; 0 if they are not on it."""
        return self.registration.player


@dataclass(frozen=True, slots=True)
class RegistrationChanged(Exception):
    """Somebody else changed this person since they were read. Nothing was written."""

    mine: Registration
    """What was to be written."""
    theirs: Person | None
    """What is stored; None if the person was erased."""

    @property
    def text(self) -> Text:
        """What both wrote, field by field."""
        if self.theirs is None:
            return mark("Another desk erased {name} meanwhile. Nothing was written.", name=self.mine.name)
        stored = self.theirs.registration
        parts = [
            mark("{field}: “{theirs}” is stored, “{mine}” was to be written", field=registration_label(field),
                 theirs=shown(stored, field), mine=shown(self.mine, field))
            for field in changed_fields(stored, self.mine)
        ]  # fmt: skip
        if not parts:
            return mark("Another desk wrote the same for {name} meanwhile.", name=self.mine.name)
        return mark("Another desk changed {name} meanwhile: {differences}. Nothing was written.", name=self.mine.name,
                    differences=listed(parts))  # fmt: skip


def shown(registration: Registration, field: str) -> object:
    """Return the value of ``field`` as it is shown to a reader."""
    value = getattr(registration, field)
    if field in ("due", "paid"):
        return price_text(value)
    if field == "meals":
        return ", ".join(value)
    if field == "columns":
        return "; ".join(f"{each.heading}: {each.value}" for each in value)
    if field == "state":
        return value.label
    return "" if value is None else value


def price_text(hundredths: int) -> str:
    """Return an amount with its hundredths: ``30.00``."""
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def read_people(book: Book, by: By) -> tuple[Person, ...]:
    """Return everybody who registered or plays, in the order of registration; then players without a registration.

    Raise Refused if ``by`` may not read them, StoreDamaged or StoreUnavailable if the store fails.
    """
    return PeopleReader()(book, by)


class _Known(NamedTuple):
    """One person as they were read last, and what they were made of."""

    row: PrivateRow
    noted: Registration
    """What the row says, before the list of players."""
    player: Player | None
    left: bool
    person: Person


class PeopleReader:
    """Reads everybody like :func:`read_people`, again and again: who did not change is the same object as before.

    Reading thousands of people takes a third of the time then. It keeps what was read last, and nobody who was erased
    since; drop it with the event.
    """

    def __init__(self) -> None:
        self._known: Mapping[str, _Known] = {}

    def __call__(self, book: Book, by: By) -> tuple[Person, ...]:
        """Return the people of ``book``. Raise what :func:`read_people` raises."""
        refuse_without_right(book.view, by, Act.REGISTRATION)
        return self._people_of(book.view, private_store(book).private_rows())

    def _people_of(self, view: View, rows: Iterable[PrivateRow]) -> tuple[Person, ...]:
        before, known = self._known, dict[str, _Known]()
        state, players = view.state, view.players

        def read(id: str, row: PrivateRow, noted: Registration, player: Player | None, last: _Known | None) -> Person:
            left = player is not None and player_status(state, player.number).state is PlayerState.WITHDRAWN
            if last is None or (last.row.version, last.noted, last.player, last.left) != (
                row.version, noted, player, left
            ):  # fmt: skip
                last = _Known(
                    row, noted, player, left, Person(_as_listed(noted, player, left=left), row.id, row.version)
                )
            known[id] = last
            return last.person

        found = []
        for row in rows:
            last = before.get(row.id)
            unchanged = last is not None and last.row.content == row.content
            if last is not None and unchanged and last.row.version == row.version and not last.noted.player:
                known[row.id] = last  # the shortest way, for the most people
                found.append(last.person)
            elif row.content:  # else the person was erased
                noted = last.noted if last is not None and unchanged else decode_registration(row)
                found.append(read(row.id, row, noted, players.get(noted.player), last))
        found.sort(key=lambda person: (person.registration.order, person.id))
        with_row = {person.registration.player for person in found}
        for number, player in sorted(players.items()):
            if number not in with_row:
                id = f"player {number}"
                found.append(read(id, _NO_ROW, _NOTHING, player, before.get(id)))
        self._known = known
        return tuple(found)


Reading = Callable[[Book, By], tuple[Person, ...]]
""":func:`read_people`, or a :class:`PeopleReader`."""
_NOTHING, _NO_ROW = Registration(), PrivateRow("", 0, "")


def _as_listed(noted: Registration, player: Player | None, *, left: bool) -> Registration:
    """Return what is ``noted`` about a person with what the list of players has about them."""
    if player is not None:
        state = RegistrationState.CANCELLED if left else RegistrationState.CONFIRMED
        with_names = noted.with_names_of(player)
        return with_names if with_names.state is state else replace(with_names, state=state)
    waits = noted.state in (RegistrationState.WAITING, RegistrationState.CANCELLED)
    # A confirmed person who was removed from the list of players asks for a place again.
    state = noted.state if waits else RegistrationState.REGISTERED
    return replace(noted, player=0, state=state) if noted.player or noted.state is not state else noted


def named_person(people: Sequence[Person], written: str) -> Person:
    """Return the person whom ``written`` means: a number on the list of players, a name, or the beginning of an id.

    Raise Refused if it is nobody, or more than one.
    """
    typed = written.strip()
    if typed.isascii() and typed.isdigit() and len(typed) < 8:
        found = [person for person in people if person.number == int(typed)]
    else:
        key = folded(typed)
        found = [person for person in people if key and key in _names(person)]
        if not found and len(typed) >= 6:
            found = [person for person in people if person.id.startswith(typed.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        text = mark("“{name}” is {count} people: name one of {ids} instead.", name=typed, count=len(found),
                    ids=tuple(str(person.number or person.id[:8]) for person in found))  # fmt: skip
        raise Refused(Problem("person-ambiguous", text, "person"))
    text = mark("Nobody called “{name}” is registered: give a name, a number, or an id of the list.", name=typed)
    raise Refused(Problem("person-unknown", text, "person"))


def _names(person: Person) -> tuple[str, ...]:
    noted = person.registration
    return tuple(map(folded, noted.as_player().names))


@dataclass(frozen=True, slots=True)
class RegistrationSums:
    """Totals over people. All amounts are in hundredths of the currency."""

    states: Mapping[RegistrationState, int]
    """The number of people in each state."""
    due: int
    """Of everybody who did not cancel and does not wait."""
    paid: int
    owed: int
    """What those who owe something still have to pay."""
    refunds: int
    """What was paid by those who cancelled, and what others paid too much."""
    meals: Mapping[str, int]
    """How many people of those with a place eat each meal, by its name."""


def takes_part(person: Person) -> bool:
    """Whether they have a place or asked for one: they do not wait, and did not cancel."""
    return person.registration.state in (RegistrationState.REGISTERED, RegistrationState.CONFIRMED)


def sums_of(people: Sequence[Person]) -> RegistrationSums:
    """Return the totals over ``people``."""
    states = [person.registration.state for person in people]
    counts = {state: states.count(state) for state in RegistrationState}
    meals = dict[str, int]()
    due = paid = still = back = 0
    coming = RegistrationState.REGISTERED, RegistrationState.CONFIRMED
    for person in people:  # one pass: the desk counts again after every key
        noted = person.registration
        paid += noted.paid
        if noted.state in coming:
            due += noted.due
            still += max(noted.due - noted.paid, 0)
            for meal in noted.meals:
                meals[meal] = meals.get(meal, 0) + 1
        if noted.paid:
            back += refund(person)
    return RegistrationSums(counts, due=due, paid=paid, owed=still, refunds=back, meals=dict(sorted(meals.items())))


def owed(person: Person) -> int:
    """Return what the person still has to pay; nothing if they wait or cancelled."""
    return max(person.registration.due - person.registration.paid, 0) if takes_part(person) else 0


def refund(person: Person) -> int:
    """Return what the person gets back: what they paid too much, or all if they cancelled."""
    noted = person.registration
    cancelled = noted.state is RegistrationState.CANCELLED
    return noted.paid if cancelled else max(noted.paid - noted.due, 0)


def save_person(book: Book, before: Person, after: Registration, by: By, read: Reading = read_people) -> Person:
    """Note ``after`` instead of what was read of ``before``, who may be a player without a row, or new.

    The state is only changed between *registered* and *waiting list* here: :func:`confirm` and :func:`cancel` also
    change the list of players. Raise Refused, RegistrationChanged if another desk changed the person since, or
    StoreUnavailable.
    """
    refuse_without_right(book.view, by, Act.REGISTRATION)
    problems = registration_problems(after)
    if problems:
        raise Refused(*problems)
    noted = after
    if not after.order or not before.id:
        everybody = read(book, by)
        # Another desk may have noted something about a player without a row meanwhile.
        there = next((each for each in everybody if each.id and each.number == before.number), None)
        if not before.id and before.number and there is not None:
            raise RegistrationChanged(after, there)
        noted = replace(after, order=after.order or _last_order(everybody) + 1)
    row = PrivateRow(before.id or str(uuid4()), before.version + 1, encode_registration(noted))
    write_rows(book, (row,), (noted,))
    return Person(noted, row.id, row.version)


def _last_order(people: Sequence[Person]) -> int:
    return max([person.registration.order for person in people], default=0)


def add_people(
    book: Book, coming: Sequence[Registration], by: By, *, dry_run: bool = False
) -> tuple[tuple[Person, ...], tuple[str, ...]]:
    """Note several people, all or none, in their order; with ``dry_run`` only say who would be noted.

    Return them, and the names of those who are registered or play already and were left out. Raise Refused,
    RegistrationChanged or StoreUnavailable.
    """
    everybody = read_people(book, by)
    known = {folded(person.registration.name) for person in everybody}
    new = [each for each in coming if folded(each.name) not in known]
    problems = [problem for each in new for problem in registration_problems(each)]
    if problems:
        raise Refused(*problems)
    last = _last_order(everybody)
    noted = [replace(each, order=last + place) for place, each in enumerate(new, 1)]
    rows = [PrivateRow(str(uuid4()), 1, encode_registration(each)) for each in noted]
    if rows and not dry_run:
        write_rows(book, rows, noted)
    people = tuple(Person(each, "" if dry_run else row.id, row.version) for each, row in zip(noted, rows, strict=True))
    return people, tuple(each.name for each in coming if folded(each.name) in known)


def confirm(book: Book, people: Sequence[Person], by: By, first: int | None = None) -> tuple[Person, ...]:
    """Give ``people`` a place: add them to the list of players, then note their numbers.

    ``first`` is the session from which they take part, if the draw is published. If the second step failed, a repeat
    finds the players and links them. Raise what :func:`save_person` and ``carry_out`` raise.
    """
    refuse_without_right(book.view, by, Act.REGISTRATION, Act.PLAYERS)
    everybody = read_people(book, by)
    coming = to_confirm(everybody, people)
    new = players_to_add(book.view, everybody, coming)
    if new:
        carry_out(book, AddPlayers(new, "", first), by=by)
    return link_players(book, coming, by)


def to_confirm(everybody: Sequence[Person], people: Sequence[Person]) -> tuple[Person, ...]:
    """Return those of ``people`` who can be confirmed, as they are stored among ``everybody``.

    Who was confirmed meanwhile is left out. Raise RegistrationChanged if another desk erased one of them or changed
    their state: nobody's name may come into the journal who was erased or does not come.
    """
    stored = {person.id: person for person in everybody if person.id}
    found = []
    for person in people:
        now = stored.get(person.id, person if not person.id else None)
        if now is None:
            raise RegistrationChanged(person.registration, None)
        if not now.number and now.registration.state is not person.registration.state:
            raise RegistrationChanged(person.registration, now)
        if not now.number:
            found.append(now)
    return tuple(found)


def players_to_add(view: View, everybody: Sequence[Person], people: Sequence[Person]) -> tuple[Player, ...]:
    """Return those of ``people`` who are not on the list of players, as new players.

    A player of the same name about whom nothing is noted is the same person.
    """
    noted = {each.registration.player for each in everybody if each.id}
    free = _FreePlayers(player for number, player in view.players.items() if number not in noted)
    coming = [person.registration.as_player() for person in people if not person.number]
    return tuple(each for each in coming if free.take(each) is None)


class _FreePlayers:
    """Players about whom nothing is noted, by name."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_name = defaultdict[tuple[str, str], deque[Player]](deque)
        for player in players:
            self._by_name[names_key(player)].append(player)

    def take(self, named: Player) -> Player | None:
        """Return the first who is called like ``named``, and only once; None if nobody is."""
        found = self._by_name.get(names_key(named))
        return found.popleft() if found else None


def link_players(book: Book, people: Sequence[Person], by: By) -> tuple[Person, ...]:
    """Note the numbers of those of ``people`` who were added to the list of players, all or none, and return them.

    Only what is written counts: a command that still waits to be sent may be refused. Who was erased meanwhile stays
    erased. Raise what :func:`save_person` raises.
    """
    return read_linked(book, people, by)[1] if people else ()


def read_linked(
    book: Book, people: Sequence[Person], by: By, read: Reading = read_people
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Return everybody after :func:`link_players`, and those whom it linked."""
    everybody = read(book, by)
    linked = tuple(_linked(book, everybody, people)) if people else ()
    if not linked:
        return everybody, ()
    rows = [PrivateRow(each.id, each.version, encode_registration(each.registration)) for each in linked]
    write_rows(book, rows, [each.registration for each in linked])
    by_id, numbers = {each.id: each for each in linked}, {each.number for each in linked}
    others = (each for each in everybody if each.id or each.number not in numbers)
    return tuple([by_id.get(each.id, each) for each in others]), linked


def _linked(book: Book, everybody: Sequence[Person], people: Sequence[Person]) -> Iterator[Person]:
    """Yield those of ``people`` who are a player about whom nothing is noted, as that player."""
    stored = {person.id: person for person in everybody if person.id}
    noted = {person.registration.player for person in stored.values()}
    free = _FreePlayers(player for number, player in book.written.players.items() if number not in noted)
    for person in people:
        now = stored.get(person.id)
        player = free.take(now.registration.as_player()) if now is not None and not now.number else None
        if now is not None and player is not None:
            after = replace(now.registration.with_names_of(player), state=RegistrationState.CONFIRMED)
            yield Person(after, now.id, now.version + 1)


NOBODY_WAITS = mark("Nobody is on the waiting list.")


def waiting_list(people: Iterable[Person]) -> Iterator[Person]:
    """Yield the people on the waiting list, in the order in which they registered."""
    return (person for person in people if person.registration.state is RegistrationState.WAITING)


def cancel(book: Book, person: Person, by: By) -> Person:
    """Cancel the registration of ``person``. A player is removed from the list, or withdrawn once the draw has them.

    Raise what :func:`save_person` and ``carry_out`` raise.
    """
    refuse_without_right(book.view, by, Act.REGISTRATION)
    command = cancelling_command(book.view, person)
    if command is not None:
        carry_out(book, command, by=by)
    return note_cancelled(book, person, by)


def cancelling_command(view: View, person: Person) -> RemovePlayer | ChangePlayerState | None:
    """Return what changes in the list of players when ``person`` cancels; None if nothing does."""
    if not person.number or person.registration.state is RegistrationState.CANCELLED:
        return None
    if view.list_closed:
        return ChangePlayerState(person.number, PlayerState.WITHDRAWN, None)
    return RemovePlayer(person.number)


def note_cancelled(book: Book, person: Person, by: By) -> Person:
    """Note that ``person`` cancelled, after the list of players was changed. Raise what :func:`save_person` raises."""
    number = person.number if person.number in book.view.players else 0
    return save_person(book, person, replace(person.registration, state=RegistrationState.CANCELLED, player=number), by)


def leaving_entry(view: View, person: Person) -> Entry | None:
    """Return the entry by which ``person``, who does not come, left the list of players or the event.

    None if there is none: they come, or were never on the list. Who was removed from the list is found by name.
    """
    if person.registration.state is not RegistrationState.CANCELLED:
        return None
    names: dict[int, Player] = {}
    found = None
    for entry in view.journal.standing(EVENT_STREAM):
        match entry.fact:
            case PlayersAdded(players=players) | PlayerChanged(players=players):
                names |= {player.number: player for player in players}
            case PlayerStateChanged(number=person.number, state=PlayerState.WITHDRAWN):
                found = entry
            case PlayerRemoved(number=number) if not person.number:
                removed = names.get(number)
                if removed is not None and same_name(person.registration.as_player(), removed):
                    found = entry
    return found


def private_store(book: Book) -> PrivateStore:
    """Return where the data of people are. Raise StoreUnavailable if they cannot be read here."""
    if book.private is None:
        text = mark("The data of people are not available here: open the event where it is hosted.")
        raise StoreUnavailable(text)
    return book.private


def write_rows(book: Book, rows: Sequence[PrivateRow], noted: Sequence[Registration]) -> None:
    """Write ``rows``, which contain ``noted`` or erase them.

    Raise RegistrationChanged if another desk changed one of them since it was read, or StoreUnavailable.
    """
    try:
        private_store(book).write_private(rows)
    except PrivateConflict as conflict:
        there = conflict.rows[0]
        mine = next(each for row, each in zip(rows, noted, strict=True) if row.id == there.id)
        theirs = None if there.is_erased or not there.version else _stored_person(book.view, there)
        raise RegistrationChanged(mine, theirs) from conflict


def _stored_person(view: View, row: PrivateRow) -> Person:
    noted = decode_registration(row)
    player = view.players.get(noted.player)
    left = player is not None and view.status(player.number).state is PlayerState.WITHDRAWN
    return Person(_as_listed(noted, player, left=left), row.id, row.version)


def encode_registration(registration: Registration) -> str:
    """Return ``registration`` as JSON."""
    import msgspec

    return msgspec.json.encode(registration, order="sorted").decode()


def decode_registration(row: PrivateRow) -> Registration:
    """Return the registration in ``row``. Raise StoreBroken if it cannot be read."""
    import msgspec

    try:
        return decode(row.content, Registration)
    except msgspec.MsgspecError as error:
        text = mark("What is noted about a person (id {id}) cannot be read.", id=row.id[:8])
        raise StoreBroken(text) from error
