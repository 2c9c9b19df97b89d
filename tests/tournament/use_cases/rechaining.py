"""A journal chained anew after it was changed, as somebody would who knows how."""

import json
from collections.abc import Sequence

from msgspec import structs

from tournament.ledger.entry import CHAIN_START, Record, hash_of, journal_hash


def rechained(records: Sequence[Record]) -> list[Record]:
    """The records numbered and chained to fit, as somebody would who knows how; heads are those that are there."""
    last: dict[str, Record] = {}
    found: list[Record] = []
    journal = CHAIN_START
    for record in records:
        content = record.content
        if record.kind == "heads-chained":
            value = json.loads(content)
            streams = [head["stream"] for head in value["heads"] if head["stream"] in last]
            value["heads"] = [
                {"hash": last[stream].hash, "number": last[stream].number, "stream": stream} for stream in streams
            ]
            content = json.dumps(value, separators=(",", ":"))
        before = last.get(record.stream)
        fits = structs.replace(
            record,
            position=len(found) + 1,
            number=1 if before is None else before.number + 1,
            previous=CHAIN_START if before is None else before.hash,
            before=journal,
            content=content,
        )
        found.append(structs.replace(fits, hash=hash_of(fits)))
        last[record.stream] = found[-1]
        journal = journal_hash(journal, found[-1])
    return found
