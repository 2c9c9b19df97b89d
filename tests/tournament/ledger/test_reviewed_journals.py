"""What the ledger and its second count make of journals by chance, compared with reviewed files.

In these, each entry that was tried is followed by why it is impossible there, or by how the history describes it. Then
come the sheets, the state of the event, and the second count.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.described import described
from tests.reviewed import Reviewed
from tests.tournament.ledger.journals_by_chance import JournalByChance, Tried
from tournament.event.format import EventFormat
from tournament.language import ENGLISH
from tournament.ledger.audit import Audit, Unaudited, audit
from tournament.ledger.codec import encode
from tournament.ledger.description import describe, name_of
from tournament.ledger.sheet import Sheet
from tournament.use_cases.coherence import CONTRADICTIONS

REVIEWED = Path(__file__).parent / "journals"
EACH = 60
JOURNALS = {
    **dict.fromkeys(range(1, 15), EventFormat.TOURNAMENT),
    **dict.fromkeys((15, 16), EventFormat.CLUB),
    **dict.fromkeys((17,), EventFormat.LEAGUE),
}
"""The formats of the journals by their seeds."""


def tried(by_chance: JournalByChance, each: Tried) -> str:
    place = f"{each.stream} {each.fact.kind}"
    if each.entry is None:
        return f"  no {place} {encode(each.fact)}: {each.refused}"
    journal = by_chance.view.journal.fork()
    journal.append(each.entry)
    line = describe(journal, each.entry)
    words = (name_of(journal, each.entry), line.what, line.where, line.old, line.new)
    return f"{place} | {' | '.join((*map(ENGLISH.render, words), line.reason))}".rstrip(" |")


def of_sheet(sheet: Sheet) -> Iterator[str]:
    state = f"{sheet.state.value} {sheet.over} {sheet.missing} {sheet.totals_only} {sheet.accepted}"
    yield f"sheet {sheet.session}/{sheet.table} {sheet.players}: {sheet.computed} {sheet.paper} {sheet.scores} {state}"
    yield f"  {' '.join(map(str, sheet.table_points))}; {' '.join(mark.value for mark in sheet.marks)}"
    for line in sheet.hands:
        if line.outcome is not None or line.penalties:
            yield f"  {line.hand} {line.outcome} {line.net} {line.totals}".replace("Outcome", "")


def of_audit(again: Audit) -> Iterator[str]:
    for table in again.tables.values():
        points = " ".join(map(str, table.table_points))
        rest = f"{table.hands} {table.given_away} {table.accepted} {table.over} {table.without_penalties}"
        yield f"again {table.session}/{table.table}: {table.scores} {points} {rest}"
    for name, ranking in (("ranking", again.ranking), ("unranked", again.unranked)):
        rows = (f"{row.number} {row.rank} {row.table_points} {row.score}" for row in ranking.values())
        yield f"{name}: {'; '.join(rows)}"
    season = (f"{row.number} {row.rank} {row.worth} {row.games}" for row in again.season.values())
    yield f"season: {'; '.join(season)}"
    yield f"{again.players} {again.seating} {sorted(again.closed)} {again.public_session} {again.seated_away}"


def lines(seed: int) -> Iterator[str]:
    by_chance = JournalByChance(seed, JOURNALS[seed])
    yield f"{by_chance.rules.id} {by_chance.settings.options}"
    for each in by_chance.grow(EACH):
        yield tried(by_chance, each)
    view = by_chance.view
    for session in view.session_numbers:
        for sheet in view.sheets(session):
            if not sheet.blank:
                yield from of_sheet(sheet)
    apart = ("settings", "players", "seating", "clocks", "entries", "table_entry")
    yield from described(view.full_state, "state", apart=apart)
    try:
        yield from of_audit(audit([entry.record for entry in by_chance.entries]))
    except (Unaudited, *CONTRADICTIONS):
        yield "not audited"


@pytest.mark.parametrize("seed", JOURNALS)
def test_a_journal_is_read_as_reviewed(seed: int, reviewed: Reviewed) -> None:
    reviewed(REVIEWED / f"{seed}.txt", "".join(f"{line}\n" for line in lines(seed)))


def test_no_reviewed_file_of_a_journal_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(map(str, JOURNALS))
