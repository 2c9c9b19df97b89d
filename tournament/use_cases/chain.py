"""The chain that holds the ledger in place: numbers without gaps, hashes that fit, heads that are there."""

import json
from collections.abc import Sequence

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.ledger.entry import CHAIN_START, Record, hash_of


def chain_problems(records: Sequence[Record]) -> tuple[Problem, ...]:
    """All breaks in the journal ``records``, which come in the order of writing."""
    problems: list[Problem] = []
    hashes: dict[str, list[str]] = {}
    for record in records:
        chain = hashes.setdefault(record.stream, [])
        previous = chain[-1] if chain else CHAIN_START
        if record.number != len(chain) + 1:
            text = mark("{stream}: entry {expected} is missing, {found} comes in its place.", stream=record.stream,
                        expected=len(chain) + 1, found=record.number)  # fmt: skip
            problems.append(Problem("entry-missing", text, record.stream))
        if record.previous != previous or record.hash != hash_of(record):
            text = mark("{stream}: entry {number} was altered after it was written.", stream=record.stream,
                        number=record.number)  # fmt: skip
            problems.append(Problem("entry-altered", text, record.stream))
        chain.append(record.hash)
        if record.kind == "heads-chained":
            problems.extend(_head_problems(record, hashes))
    return tuple(problems)


def _head_problems(record: Record, hashes: dict[str, list[str]]) -> tuple[Problem, ...]:
    try:
        heads = [(head["stream"], head["number"], head["hash"]) for head in json.loads(record.content)["heads"]]
    except (ValueError, KeyError, TypeError) as error:
        text = mark("{stream}: entry {number} cannot be read: {what}.", stream=record.stream, number=record.number,
                    what=str(error))  # fmt: skip
        return (Problem("entry-unreadable", text, record.stream),)
    problems: list[Problem] = []
    for stream, number, last in heads:
        chain = hashes.get(stream, [])
        if len(chain) < number or chain[number - 1] != last:
            text = mark(
                "{stream}: it stood at entry {number}, and is cut or altered since.", stream=stream, number=number
            )
            problems.append(Problem("stream-cut", text, stream))
    return tuple(problems)
