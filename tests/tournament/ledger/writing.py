"""A journal written by hand, for tests of what is computed from it."""

from dataclasses import replace
from itertools import count

from tournament.ledger.codec import VERSION, encode
from tournament.ledger.entry import Entry, Record, hash_of, table_stream
from tournament.ledger.facts import Fact
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.mcr.ruleset import MCR

TABLE = table_stream(1, 1)


class Writing:
    """A journal that facts are simply appended to."""

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


def entry_of(fact: Fact, *, id: str, stream: str, number: int, previous: str) -> Entry:
    unsealed = Record(
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
        hash="",
    )
    return Entry(replace(unsealed, hash=hash_of(unsealed)), fact)
