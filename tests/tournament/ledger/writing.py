"""A journal written by hand, for tests of what is computed from it."""

from collections.abc import Iterable
from itertools import count

from msgspec import structs

from tournament.ledger.codec import VERSION, encode
from tournament.ledger.entry import Entry, Record, hash_of, table_stream
from tournament.ledger.facts import Fact
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.mcr.ruleset import MCR

TABLE = table_stream(1, 1)


class Writing:
    """A journal to which facts are simply appended."""

    def __init__(self) -> None:
        self.journal = Journal()
        self._ids = count(1)

    def write(self, fact: Fact, stream: str = TABLE) -> Entry:
        entry = entry_of(
            fact,
            id=f"id-{next(self._ids)}",
            stream=stream,
            number=self.journal.number(stream) + 1,
            previous=self.journal.last_hash(stream),
            after=self.journal.fingerprint,
        )
        self.journal.append(entry)
        return entry

    def sheet(self, rules: RuleSet = MCR) -> Sheet:
        return build_sheet(
            session=1,
            table=1,
            players=(11, 12, 13, 14),
            number=self.journal.number(TABLE),
            entries=self.journal.standing(TABLE),
            rules=rules,
        )


def entry_of(fact: Fact, *, id: str, stream: str, number: int, previous: str, after: Fingerprint = NO_ENTRIES) -> Entry:
    """Return an entry written by hand; ``after`` is the hash over the journal before it."""
    unsealed = Record(
        position=after.entries + 1,
        id=id,
        stream=stream,
        number=number,
        kind=fact.kind,
        version=VERSION,
        author="Referee Sample",
        desk="desk",
        time="2026-06-13T12:00:00.000+00:00",
        content=encode(fact),
        previous=previous,
        before=after.hash,
        role="referee",
        hash="",
    )
    return Entry(structs.replace(unsealed, hash=hash_of(unsealed)), fact)


def follow(records: Iterable[Record], after: Iterable[Record] = ()) -> list[Record]:
    """Return ``records`` as they are when they are written one after the other after ``after``."""
    end = NO_ENTRIES
    for record in after:
        end = end.with_entry(record)
    found: list[Record] = []
    for record in records:
        placed = structs.replace(record, position=end.entries + 1, before=end.hash)
        found.append(structs.replace(placed, hash=hash_of(placed)))
        end = end.with_entry(found[-1])
    return found
