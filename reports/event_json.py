"""The complete event as one JSON text, and back: the exact journal entry by entry; docs/event.schema.json describes it.

The checksum is SHA-256 over everything else in canonical form (members sorted by name, no spaces, UTF-8), so that a
file with another layout still matches. ``event``, ``players``, ``seats`` and ``standings`` are for readers: only the
entries are imported.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.readers.file import file_content
from reports.readers.refusal import UnreadableTable
from tournament.event.problem import Problem, Refused
from tournament.files.encoding import is_utf_16
from tournament.language import Text, mark
from tournament.ledger.codec import decode
from tournament.ledger.entry import EVENT_STREAM, Record, UnreadableEntry
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.use_cases.chain import chain_problems, unreadable_entry
from tournament.use_cases.coherence import CONTRADICTIONS
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

FORMAT = "quatre-vents event"
VERSION = 1
MOST_BYTES = 500_000_000
"""Far more than the largest event."""
_TEXTS = ("id", "stream", "kind", "author", "desk", "time", "previous", "before", "hash")
_WHOLE_NUMBERS = ("position", "number", "version")
_LARGEST = 2**53
"""Above this, not every program reads whole numbers exactly."""


def event_lines(view: View, beat: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The text in pieces: each entry or row of a table on its own line. ``beat`` may raise to cancel."""
    return member_lines(event_members(view), beat)


def member_lines(members: Mapping[str, object], beat: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The text of ``members``, with their checksum as the last."""
    written = {name: _written(value, beat) for name, value in members.items()}
    checksum = _hashed(f"{_canonical(name)}:{_joined(written[name])}" for name in sorted(written))
    yield "{\n"
    for name, value in written.items():
        if isinstance(value, str) or not value:
            yield f" {_canonical(name)}: {_joined(value)},\n"
        else:
            yield f" {_canonical(name)}: [\n"
            yield ",\n".join([f"  {row}" for row in value])
            yield "\n ],\n"
    yield f' "checksum": {_canonical(checksum)}\n}}\n'


def _written(value: object, beat: Callable[[], None]) -> str | Sequence[str]:
    """The canonical form; for a list, of each item, since the text and the checksum share it."""
    if not isinstance(value, list):
        return _canonical(value)
    found = []
    for each in value:
        beat()
        found.append(_canonical(each))
    return found


def _joined(written: str | Sequence[str]) -> str:
    return written if isinstance(written, str) else f"[{','.join(written)}]"


def read_event_json(path: Path) -> tuple[Record, ...]:
    """The journal in the file at ``path``; see :func:`read_entries`. Raise UnreadableTable if it cannot be read at
    all."""
    data = file_content(path, MOST_BYTES, _too_large)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        told = mark("“{name}” is not an event as JSON: it is not encoded in UTF-8.", name=path.name)
        if is_utf_16(data):
            told = mark("“{name}” is encoded in UTF-16: save it in UTF-8, as it was exported.", name=path.name)
        raise UnreadableTable(told, path) from error
    return read_entries(text)


def _too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    values = {"name": path.name, "size": -(-size // 1_000_000), "most": most // 1_000_000}
    return UnreadableTable(mark("“{name}” has {size} MB, more than {most} MB: it is not an event.", **values), path)


def read_entries(text: str) -> tuple[Record, ...]:
    """Return the journal in ``text``, verified: checksum, form, hash chain, and that every entry can be understood.

    Raises Refused with what is wrong; nothing is taken in that case.
    """
    members = _parsed(text)
    if members.get("format") != FORMAT:
        raise _refused(
            "event-json-format", mark("This is not an event as JSON: its member “format” has another value.")
        )
    if members.get("version") != VERSION or isinstance(members["version"], bool):
        version = json.dumps(members.get("version"))[:20]
        raise _refused(
            "event-json-version",
            mark(
                "This event is stored in format version {version}, and this program reads version "
                "{known}: update the program.",
                version=version,
                known=VERSION,
            ),
        )
    if members.pop("checksum", None) != _checked(members):
        raise _refused(
            "event-json-checksum",
            mark("The checksum does not match: something in this file was changed or lost. Export the event again."),
        )
    records = tuple(_record(each, index) for index, each in enumerate(_list(members.get("entries")), start=1))
    problems = chain_problems(records, _end(members.get("fingerprint"))) or _unreadable(records)
    if problems:
        raise Refused(*problems)
    return records


def event_members(view: View) -> dict[str, Any]:
    """The members of the text, without the checksum: the journal, and for readers the resulting state."""
    from reports.frames import players_frame
    from reports.frames.seats import seats_frame
    from reports.frames.standings import standings_frame

    end, settings = view.fingerprint, view.settings
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": {
            "name": settings.name,
            "format": settings.format.value,
            "rules": settings.rules,
            "sessions": view.sessions,
            "place": settings.place,
            "starts": None if settings.starts is None else settings.starts.isoformat(),
            "ends": None if settings.ends is None else settings.ends.isoformat(),
            "organiser": settings.organiser,
        },
        "fingerprint": {"entries": end.entries, "hash": end.hash},
        "entries": [_entry(entry.record) for entry in view.journal],
        "players": _rows(players_frame(view)),
        "seats": _rows(seats_frame(view)),
        "standings": _rows(standings_frame(view)),
    }


def _entry(record: Record) -> dict[str, Any]:
    """The content as an object; if that does not reproduce the exact text, the text beside it."""
    content = json.loads(record.content)
    found = {name: getattr(record, name) for name in (*_WHOLE_NUMBERS, *_TEXTS)}
    found["content"] = content
    if _canonical(content) != record.content:
        found["content_text"] = record.content
    return found


def _rows(frame: "DataFrame") -> list[dict[str, Any]]:
    from reports.frames import with_exact_text

    told = with_exact_text(frame).astype(object)
    rows = told.where(told.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def _plain(value: Any) -> object:
    """A number or truth value of pandas as JSON has it."""
    return value.item()


_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain).encode


def _hashed(members: Iterable[str]) -> str:
    """The checksum of an object whose ``members`` are in canonical form and order."""
    text = "{" + ",".join(members) + "}"
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _checked(members: Mapping[str, object]) -> str:
    try:
        return _hashed([_canonical(members)[1:-1]])
    except (UnicodeEncodeError, RecursionError) as error:
        raise _no_json(error) from error


def _parsed(text: str) -> dict[str, Any]:
    def no_constant(name: str) -> object:
        raise ValueError(f"{name} is no JSON")

    try:
        found = json.loads(text, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise _no_json(error) from error
    if not isinstance(found, dict):
        raise _refused(
            "event-json-format", mark("This is not an event as JSON: its member “format” has another value.")
        )
    return found


def _record(value: object, index: int) -> Record:
    if not isinstance(value, dict):
        raise _misshapen(index, "entry")
    for name in _TEXTS:
        if not isinstance(value.get(name), str):
            raise _misshapen(index, name)
    for name in _WHOLE_NUMBERS:
        number = value.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < _LARGEST:
            raise _misshapen(index, name)
    return Record(content=_content(value, index), **{name: value[name] for name in (*_WHOLE_NUMBERS, *_TEXTS)})


def _content(value: Mapping[str, object], index: int) -> str:
    """The text of the content: the object in canonical form, or the text beside it, if both say the same."""
    content, text = value.get("content"), value.get("content_text")
    if not isinstance(content, dict):
        raise _misshapen(index, "content")
    if text is None:
        return _canonical(content)
    try:
        if isinstance(text, str) and json.loads(text) == content:
            return text
    except (ValueError, RecursionError):
        pass
    raise _misshapen(index, "content_text")


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list) or not value:
        raise _refused("event-json-entries", mark("There are no entries in this file."))
    return value


def _end(value: object) -> Fingerprint:
    match value:
        case {"entries": int(entries), "hash": str(hash)} if not isinstance(entries, bool):
            return Fingerprint(entries, hash)
        case _:
            raise _refused("event-json-entries", mark("The member “fingerprint” does not say where the journal ends."))


def _unreadable(records: Sequence[Record]) -> tuple[Problem, ...]:
    """Why the journal cannot be opened, as for an event file with the same entries."""
    try:
        journal = Journal(decode(record) for record in records)
        known = View(journal).settings if journal.number(EVENT_STREAM) else None
    except UnreadableEntry as error:
        return (unreadable_entry(error),)
    except CONTRADICTIONS as error:
        text = mark("The entries contradict each other: {what}.", what=str(error))
        return (Problem("contradiction", text, "event"),)
    if known is None:
        return (Problem("no-event", mark("This file contains no event: its creation was interrupted."), "event"),)
    return ()


def _misshapen(index: int, member: str) -> Refused:
    text = mark("Entry {number}: the member “{member}” is missing or not valid.",
                number=index, member=member)  # fmt: skip
    return _refused("event-json-entry", text)


def _no_json(error: Exception) -> Refused:
    return _refused("event-json-unreadable", mark("This file is not JSON: {what}.", what=str(error)))


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text, "from"))
