"""Assembling an event from entries of which others are lost: what depends on these is rebuilt, or left out.

Entries before the first gap are taken as they are, so that their fingerprints stay valid. Those after it keep their
ids, authors, roles and times, and get new hashes.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs

from tournament.event.player import Player
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import Settings
from tournament.language import Text, mark, mark_count
from tournament.ledger import facts
from tournament.ledger.audit import LifeFault, impossible_entries
from tournament.ledger.codec import decode, encode
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, UnreadableEntry, hash_of, is_table_stream, table_of
from tournament.ledger.fact import ToPlayers
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.references import missing_references
from tournament.ledger.state import after_entry, state_of
from tournament.use_cases.changes import Acting
from tournament.use_cases.coherence import CONTRADICTIONS
from tournament.use_cases.draft import next_entry
from tournament.use_cases.rebuilding import (
    Place,
    RebuiltDraw,
    readable_fact,
    rebuilt_draw,
    remains_of,
)

RECOVERY = "recovery"
"""The desk that entries have which a recovery made for what is lost."""


@dataclass(frozen=True, slots=True)
class Built:
    """An event that was assembled."""

    journal: Journal
    texts: tuple[Text, ...]
    """What was rebuilt, and what could not be."""

    @property
    def records(self) -> tuple[Record, ...]:
        """Its entries."""
        return tuple(entry.record for entry in self.journal)


class Assembly:
    """The entries of a damaged event, and those of them that are left out of the recovered one."""

    def __init__(
        self,
        before: Sequence[Record],
        later: Sequence[Record],
        damaged: Sequence[Record],
        acting: Acting,
        now: datetime,
    ) -> None:
        self.before = tuple(before)
        self.streams = frozenset(record.stream for record in later)
        self.acting = replace(acting, desk=RECOVERY)
        self.now = now
        self.left_out: set[str] = set()
        self.later: list[Entry] = []
        for record in later:
            try:
                self.later.append(decode(record))
            except UnreadableEntry:
                self.left_out.add(record.id)
        self.original = {record.id: record for record in (*before, *later)}
        self.damaged = damaged
        self.tables = _highest_tables((*before, *later))
        state = state_of(decode(record) for record in before if record.stream == EVENT_STREAM)
        sessions = state.settings.sessions if before else 0
        self.remains = remains_of(damaged, (*before, *later), sessions or max(self.tables, default=0))
        self.left_out |= {entry.id for entry in self._unproven_signatures()}
        self.event_is_whole = _is_whole(EVENT_STREAM, (*before, *later))
        """Whether no entry of the event's own stream can be lost, so that none has to be rebuilt."""
        self.introduced = _introduced(decode(record).fact for record in before)
        self.introduced |= _introduced(entry.fact for entry in self.later)

    def leave_out(self, records: Iterable[Record]) -> None:
        """Leave ``records`` out of everything that is assembled from now on."""
        self.left_out |= {record.id for record in records}

    def own_entries(self) -> tuple[Record, ...]:
        """The entries of the event's own stream after the undamaged beginning that are not left out."""
        own = (entry.record for entry in self.later if entry.stream == EVENT_STREAM)
        return tuple(record for record in own if record.id not in self.left_out)

    def built(self, streams: Set[str], without: Sequence[Record] = ()) -> Built:
        """Return the undamaged beginning, and after it the entries of ``streams`` that are not left out.

        What turns out to depend on entries that are not there is left out too. ``without`` are left out this time only.
        """
        left_out = self.left_out | {record.id for record in without}
        while True:
            count = len(left_out)
            building = _Building(self, left_out)
            for entry in self.later:
                if entry.stream in streams and entry.id not in left_out:
                    building.take(entry)
            if count == len(left_out):  # Nothing more depends on what is left out.
                return building.result()

    def blamed(self, built: Built, *, all_of_a_stream: bool = False) -> tuple[Record, ...]:
        """Return the entries of ``built`` to leave out next, because they could not have been made.

        Of each stream it is only the first, since others may follow from it, unless ``all_of_a_stream``.
        """
        records = built.records
        blamed: dict[str, list[Record]] = {}
        fixed = {record.id for record in self.before}
        for record in self._at_fault(built.journal, records):
            if record.id not in fixed and record.id in self.original:
                blamed.setdefault(record.stream, []).append(record)
        first = (sorted(each, key=lambda record: record.position) for each in blamed.values())
        return tuple(record for each in first for record in (each if all_of_a_stream else each[:1]))

    def _at_fault(self, journal: Journal, records: Sequence[Record]) -> Iterator[Record]:
        try:
            for entry, _missing in missing_references(journal):
                yield entry.record
            for fault in impossible_entries(records, incomplete=True):
                yield self._cause(journal, records[fault.position - 1], fault.fault, fault.number)
        except CONTRADICTIONS:  # The caller then tries one stream after the other.
            return

    def _cause(self, journal: Journal, record: Record, fault: LifeFault, number: int) -> Record:
        """Return the entry to leave out so that ``record`` is possible: it, or one that a lost entry had taken back."""
        kinds = _TAKEN_BACK.get(fault, ())
        fixed = len(self.before)
        for earlier in reversed(
            journal.everything(EVENT_STREAM if fault is LifeFault.SESSION_CLOSED else record.stream)
        ):
            fact = earlier.fact
            if not fixed < earlier.record.position < record.position or not isinstance(fact, kinds):
                continue
            if isinstance(fact, facts.HandRecorded) and fact.hand != number:
                continue
            if isinstance(fact, facts.SessionClosed) and fact.session != number:
                continue
            return earlier.record
        return record

    def _unproven_signatures(self) -> Iterator[Entry]:
        """Yield signatures of sheets of which an entry is lost, unless they state the totals, which show that."""
        found: dict[str, int] = {}
        for record in self.before:
            found[record.stream] = found.get(record.stream, 0) + 1
        for entry in self.later:
            found[entry.stream] = found.get(entry.stream, 0) + 1
            fact, lost = entry.fact, entry.number - found[entry.stream]
            if lost and isinstance(fact, facts.SheetClosed) and (fact.totals is None or None in fact.totals):
                yield entry


_TAKEN_BACK: Mapping[LifeFault, tuple[type[facts.Fact], ...]] = {
    LifeFault.SHEET_SIGNED: (facts.SheetClosed,),
    LifeFault.HAND_RECORDED: (facts.HandRecorded,),
    LifeFault.SESSION_CLOSED: (facts.SessionClosed,),
}
"""What was taken back by a lost entry, if a later entry could not have been made otherwise."""


class _Building:
    """An event in the making."""

    def __init__(self, assembly: Assembly, left_out: set[str]) -> None:
        self._of = assembly
        self._left_out = left_out
        """The ids of the entries that are left out. It grows."""
        self._journal = Journal(decode(record) for record in assembly.before)
        self._state = state_of(self._journal.standing(EVENT_STREAM))
        self._renewed = {record.hash: record for record in assembly.before}
        self._positions = [record.position for record in assembly.before]
        """The positions that the kept entries had in the damaged file."""
        self._rebuilt = 0
        self._texts: list[Text] = []
        self._waiting = sorted(assembly.damaged, key=lambda record: record.position)
        self._unknown: set[Place] = set()
        """The tables whose seats are not known."""
        self._unknown_sessions: set[int] = set()
        self._rules_known = True

    def take(self, entry: Entry) -> None:
        """Append ``entry``, after what it needs; or leave it out."""
        self._rebuild_before(entry)
        if self._is_without_seats(entry) or self._is_out_of_turn(entry):
            self._left_out.add(entry.id)
            return
        sealed = self._sealed(entry)
        if _is_signature_of_another(sealed.fact, self._journal):
            self._left_out.add(entry.id)
            return
        self._append(sealed)
        self._positions.append(entry.record.position)
        self._renewed[entry.record.hash] = sealed.record

    def result(self) -> Built:
        """Return what was assembled."""
        self._rebuild_event()
        texts = [*self._texts]
        if self._state.seating is None and self._of.tables and self._state.settings.format.is_drawn:
            texts.append(mark("The draw is lost: publish it from your papers, then record the lines of the list."))
        return Built(self._journal, tuple(texts))

    def _append(self, entry: Entry) -> None:
        self._journal.append(entry)
        if entry.stream != EVENT_STREAM:
            return
        if isinstance(entry.fact, facts.Undone | facts.Redone):
            self._state = state_of(self._journal.standing(EVENT_STREAM))
        else:
            self._state = after_entry(self._state, entry)

    def _add(self, fact: facts.Fact) -> None:
        """Append an entry of the recovery itself."""
        self._append(next_entry(self._journal, EVENT_STREAM, fact, self._of.acting, self._of.now))
        self._rebuilt += 1

    # what lost entries must have said

    def _rebuild_before(self, entry: Entry) -> None:
        """Append what ``entry`` needs and was lost, as far as it is known."""
        if self._of.event_is_whole:
            return
        if not len(self._journal) and not isinstance(entry.fact, facts.EventCreated):
            self._rebuild_event()
        while self._waiting and self._waiting[0].position < entry.record.position:
            self._rebuild(self._waiting.pop(0))
        missing = [number for number in _players_of(entry.fact) if self._is_unknown(number)]
        if missing:
            self._rebuild_players(missing, entry.fact)
        if isinstance(entry.fact, facts.DrawPublished) and self._state.settings.format.is_drawn:
            self._remove_unseated(entry.fact.seating)
        if self._state.seating is None and _needs_seats(entry):
            self._rebuild_draw()

    def _rebuild_event(self) -> None:
        """Append the beginning of the event, unless it is there."""
        if len(self._journal):
            return
        settings, known = self._of.remains.settings, self._of.remains.rules_known
        if not known:
            later = (entry.fact.settings for entry in self._of.later if isinstance(entry.fact, facts.SettingsChanged))
            settings = next(later, settings)
            known = settings is not None and settings is not self._of.remains.settings
        sessions = max(self._of.tables, default=1)
        settings = settings or Settings("–", sessions=sessions)
        if settings.sessions < sessions:
            settings = replace(settings, sessions=sessions)
        self._rules_known = known
        self._add(facts.EventCreated(settings))
        if known:
            self._texts.append(
                mark("The settings are rebuilt from what can be read of them: check them, and the rules above all.")
            )
        else:
            self._texts.append(
                mark("The rules of the event are lost: choose them in the settings, then record the lines of the list.")
            )

    def _rebuild(self, damaged: Record) -> None:
        """Append what can be read of ``damaged`` and is certain enough."""
        if damaged.kind == facts.PlayersAdded.kind:
            self._rebuild_players(())
        elif damaged.kind == facts.DrawPublished.kind:
            self._rebuild_draw()
        elif (fact := readable_fact(damaged, self._state.settings)) is not None:
            self._add(fact)
            self._texts.append(
                mark(
                    "Entry {position} is damaged, but the settings in it can be read: check them.",
                    position=damaged.position,
                )
            )

    def _is_unknown(self, number: int) -> bool:
        """Whether no entry that is left introduced the player with this number."""
        return number > 0 and number not in self._state.players and number not in self._of.introduced

    def _rebuild_players(self, missing: Iterable[int], fact: facts.Fact | None = None) -> None:
        """Append the players who are ``missing`` for ``fact`` and, before the draw, all others of lost entries."""
        known = self._of.remains.players
        numbers = set(missing)
        if self._state.seating is None:
            numbers |= {*known, *self._named_until_the_draw()}
        numbers = {number for number in numbers if self._is_unknown(number)}
        if not numbers:
            return
        players = tuple(known.get(number) or Player(number, "?", str(number)) for number in sorted(numbers))
        first = min(fact.in_sessions, default=1) if fact is not None and self._state.seating is not None else 1
        self._add(facts.PlayersAdded(players, first=first))
        read = sum(number in known for number in numbers)
        if read:
            self._texts.append(
                mark_count(
                    "{count} player is rebuilt from a damaged entry: compare the name with your list.",
                    "{count} players are rebuilt from a damaged entry: compare their names with your list.",
                    read,
                )
            )
        if read < len(numbers):
            self._texts.append(
                mark_count(
                    "{count} player is known by their number alone: enter the name.",
                    "{count} players are known by their numbers alone: enter the names.",
                    len(numbers) - read,
                )
            )

    def _named_until_the_draw(self) -> Iterator[int]:
        """Yield the numbers that entries name, up to the first draw that is left."""
        for entry in self._of.later:
            yield from _players_of(entry.fact)
            if isinstance(entry.fact, facts.DrawPublished):
                return
        yield from (number for seats in self._of.remains.seats.values() for number in seats)

    def _rebuild_draw(self) -> None:
        """Append the draw as far as its seats are known."""
        if self._journal.undo_order.begun:
            return
        self._rebuild_players(())
        draw = rebuilt_draw(self._of.remains.seats, self._state.players, self._of.tables)
        if draw is None:
            return
        drawn = frozenset[int]().union(*map(draw.seating.drawn, draw.seating.session_numbers))
        reserves = tuple(sorted(self._state.players.keys() - drawn))
        self._add(facts.DrawPublished(replace(draw.seating, wishes=SeatingWishes(reserves=reserves))))
        self._texts.append(mark("The draw is rebuilt from what can be read of it: compare it with a paper."))
        self._leave_unknown_out(draw)

    def _remove_unseated(self, seating: Seating) -> None:
        """Remove the players who have no seat, no turn to sit out and are no reserves: a lost entry did."""
        drawn = frozenset[int]().union(*map(seating.drawn, seating.session_numbers))
        for number in sorted(self._state.players.keys() - drawn - set(seating.wishes.reserves)):
            name = self._state.players[number].name
            self._add(facts.PlayerRemoved(number))
            self._texts.append(
                mark(
                    "Player {number}, {name}, has no seat in the draw: a lost entry must have removed them.",
                    number=number,
                    name=name,
                )
            )

    def _leave_unknown_out(self, draw: RebuiltDraw) -> None:
        """Leave tables and sessions out of which the seats are not known, so that nobody gets a wrong result."""
        for session, table in draw.unknown:
            self._add(facts.TableLeftOut(session, table))
            self._texts.append(
                mark(
                    "Session {session}, table {table}: the seats are lost, so the table is left out.",
                    session=session,
                    table=table,
                )
            )
        lost = tuple(session for session in draw.lost if session <= len(draw.seating.sessions))
        if lost:
            self._add(facts.SessionsCancelled(lost, "recovered without seats"))
        for session in draw.lost:
            self._texts.append(mark("Session {session}: the seats are lost.", session=session))
        self._unknown |= set(draw.unknown)
        self._unknown_sessions |= set(draw.lost)

    # what cannot be kept

    def _is_without_seats(self, entry: Entry) -> bool:
        """Whether ``entry`` is about tables or sessions without seats, or cannot be counted without the rules."""
        if not self._state.settings.format.is_drawn:
            return not self._rules_known and entry.stream != EVENT_STREAM
        if not _needs_seats(entry):
            return False
        place = table_of(entry.stream)
        if not self._rules_known or self._state.seating is None or place in self._unknown:
            return True
        sessions = {place[0]} if place is not None else {*entry.fact.in_sessions}
        return bool(sessions) and sessions <= self._unknown_sessions

    def _is_out_of_turn(self, entry: Entry) -> bool:
        """Whether ``entry`` undoes or redoes what cannot be undone or redone as the event is now.

        What it undid is left out too, if it is there: the event must not count it.
        """
        fact, journal = entry.fact, self._journal
        if isinstance(fact, facts.Redone):
            return journal.undo_order.to_redo is None or journal.undo_order.to_redo.id != fact.entry
        if not isinstance(fact, facts.Undone):
            return False
        target = journal.find(fact.entry)
        if target is None:
            return True
        out_of_turn = not journal.can_be_undone(target) or journal.written_since(target) is not None
        if out_of_turn and target.record.position > len(self._of.before) and target.id in self._of.original:
            self._left_out.add(target.id)
        return out_of_turn

    def _sealed(self, entry: Entry) -> Entry:
        """Return ``entry`` as the next one: with new hashes, and with references to entries corrected."""
        fact = self._with_kept_entries(entry.fact)
        content = entry.record.content if fact is entry.fact else encode(fact)
        record = structs.replace(
            entry.record,
            position=len(self._journal) + 1,
            number=self._journal.number(entry.stream) + 1,
            content=content,
            previous=self._journal.last_hash(entry.stream),
            before=self._journal.fingerprint.hash,
            hash="",
        )
        return Entry(structs.replace(record, hash=hash_of(record)), fact)

    def _with_kept_entries(self, fact: facts.Fact) -> facts.Fact:
        """Return ``fact`` with hashes and counts of entries that refer to the kept entries."""
        match fact:
            case facts.HeadsChained():
                there = (self._renewed[head.hash] for head in fact.heads if head.hash in self._renewed)
                heads = tuple(facts.Head(record.stream, record.number, record.hash) for record in there)
                return structs.replace(fact, heads=heads)
            case facts.PaperNoted() | facts.HostTakenOver():
                return structs.replace(fact, entries=self._kept(fact.entries))
            case facts.EventRecovered():
                kept = self._kept(fact.kept)
                return structs.replace(fact, kept=kept, lost=fact.lost + max(fact.kept - kept, 0))
            case _:
                return fact

    def _kept(self, entries: int) -> int:
        """How many entries there are now of the first ``entries`` of the damaged file, with those that were rebuilt."""
        kept = bisect_right(self._positions, entries)
        return kept + self._rebuilt if kept > len(self._of.before) else kept


def _is_signature_of_another(fact: facts.Fact, journal: Journal) -> bool:
    """Whether ``fact`` signs other entries than ``journal`` has, as after a gap: the signature would not hold."""
    return isinstance(fact, facts.FingerprintSigned) and Fingerprint(fact.entries, fact.hash) != journal.fingerprint


def _players_of(fact: facts.Fact) -> Iterator[int]:
    """Yield the numbers of the players to whom ``fact`` refers."""
    for reference in fact.refers_to:
        if isinstance(reference, ToPlayers):
            yield from reference.numbers


def _introduced(written: Iterable[facts.Fact]) -> set[int]:
    """The numbers of all players whom the facts ``written`` add to the list."""
    numbers: set[int] = set()
    for fact in written:
        if isinstance(fact, facts.PlayersAdded):
            numbers |= {player.number for player in fact.players}
        elif isinstance(fact, facts.PlayerReplaced):
            numbers.add(fact.by.number)
    return numbers


def _needs_seats(entry: Entry) -> bool:
    """Whether ``entry`` is about a table, or a session that was drawn."""
    if entry.stream != EVENT_STREAM:
        return True
    fact = entry.fact
    if isinstance(fact, facts.PaperNoted | facts.PlanFact | facts.PlayersAdded | facts.DrawPublished):
        return False
    return bool(fact.in_sessions or fact.step_sessions)


def _is_whole(stream: str, records: Sequence[Record]) -> bool:
    """Whether no entry of ``stream`` can be lost: its numbers have no gap, and lost entries belong to other streams."""
    found: dict[str, set[int]] = {}
    for record in records:
        found.setdefault(record.stream, set()).add(record.number)
    lost = {each: max(numbers) - len(numbers) for each, numbers in found.items()}
    last = max((record.position for record in records), default=0)
    return not lost.get(stream, 0) and last - len(records) <= sum(lost.values())


def _highest_tables(records: Iterable[Record]) -> dict[int, int]:
    """The highest number of a table that entries have, by session."""
    highest: dict[int, int] = {}
    for record in records:
        if is_table_stream(record.stream) and (place := table_of(record.stream)) is not None:
            highest[place[0]] = max(highest.get(place[0], 0), place[1])
    return highest
