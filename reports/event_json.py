"""The complete event as one JSON text, and back: the exact journal entry by entry; docs/event.schema.json describes it.

The checksum is SHA-256 over everything else in canonical form (members sorted by name, no spaces, UTF-8), so that a
file with another layout still matches. ``event``, ``players``, ``seats`` and ``standings`` are for readers: only the
entries are imported, and what is said there must follow from them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import StringIO, TextIOWrapper
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from reports.readers.file import opened
from reports.readers.json_stream import JsonFault, JsonStream, MemberTwice, NoList
from reports.readers.refusal import UnreadableTable
from tournament.event.player import SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.files.encoding import is_utf_16
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.codec import decode, once
from tournament.ledger.entry import EVENT_STREAM, Record, UnreadableEntry
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.use_cases.chain import chain_problems, unreadable_entry
from tournament.use_cases.coherence import CONTRADICTIONS, reason_of
from tournament.use_cases.view import View

if TYPE_CHECKING:
    pass

FORMAT = "quatre-vents event"
VERSION = 2
"""Entries of the first version have no role."""
MOST_BYTES = 200_000_000
"""Far more than the largest event: one of 400 players and 12 sessions has 12 MB."""
MOST_ROWS = 200_000
"""Lines of a table for readers; the seats of 400 players and 12 sessions are 4800."""
_TEXTS = ("id", "stream", "kind", "author", "desk", "time", "previous", "before", "role", "hash")
_WHOLE_NUMBERS = ("position", "number", "version")
_OF_AN_ENTRY = frozenset((*_TEXTS, *_WHOLE_NUMBERS, "content", "content_text"))
_ROWS = ("players", "seats", "standings")
DERIVED = ("event", *_ROWS)
"""The members that follow from the entries."""
_MEMBERS = ("format", "version", "event", "fingerprint", "entries", *_ROWS, "checksum")
_ADDED = ("granted",)
"""Columns that exports of earlier versions do not have, since no event had such data then."""
_CODES = {MemberTwice: "event-json-twice", NoList: "event-json-entries"}
MOST_NAMED = 20
"""The most differences that are named one by one."""
_SHOWN = 60
"""The number of characters of a value that a message shows."""
_LARGEST = 2**53
"""Above this, not every program reads whole numbers exactly."""


def event_lines(view: View, beat: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The text in pieces: each entry or row of a table on its own line. ``beat`` may raise to cancel."""
    return member_lines(event_members(view), beat)


def member_lines(members: Mapping[str, object], beat: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The text of ``members``, with their checksum as the last."""
    written = {name: _written(value, beat) for name, value in members.items()}
    checksum = _hashed(written)
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
    """The canonical form of ``value``; of a list the form of each item, which the text and the checksum share."""
    if not isinstance(value, list):
        return _canonical(value)
    found = []
    for each in value:
        beat()
        found.append(_canonical(each))
    return found


def _joined(written: str | Sequence[str]) -> str:
    return written if isinstance(written, str) else f"[{','.join(written)}]"


@dataclass(frozen=True, slots=True)
class EventExport:
    """The content of a file in the form of an event as JSON; only the form is verified."""

    records: tuple[Record, ...]
    """The journal."""
    end: Fingerprint
    """The end of the journal as the file states it."""
    derived: Mapping[str, object]
    """The members for readers, which follow from the entries, by name."""
    problems: tuple[Problem, ...]
    """Faults of the form that do not prevent reading the entries."""


def read_event_json(path: Path) -> tuple[Record, ...]:
    """The journal in the file at ``path``, verified; see :func:`read_entries`. Raise UnreadableTable if it cannot be
    read at all."""
    return verified_entries(read_export(path))


def read_entries(text: str) -> tuple[Record, ...]:
    """The journal in ``text``; see :func:`verified_entries`. Raises Refused, also if the text is not an event as
    JSON."""
    return verified_entries(_export(StringIO(text.removeprefix("\ufeff"))))


def read_export(path: Path) -> EventExport:
    """The content of the file at ``path``, read entry by entry so that its text is never in memory as a whole.

    Raises UnreadableTable if it is not such a file at all, Refused with what is wrong with its JSON or an entry.
    """
    with opened(path, MOST_BYTES, _too_large) as file:
        begin = file.read(4)
        file.seek(0)
        with TextIOWrapper(file, encoding="utf-8-sig") as text:
            try:
                return _export(text)
            except UnicodeDecodeError as error:
                reason = mark("“{name}” is not an event as JSON: it is not encoded in UTF-8.", name=path.name)
                if is_utf_16(begin):
                    reason = mark(
                        "“{name}” is encoded in UTF-16: save it in UTF-8, as it was exported.", name=path.name
                    )
                raise UnreadableTable(reason, path) from error


def _too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    values = {"name": path.name, "size": -(-size // 1_000_000), "most": most // 1_000_000}
    return UnreadableTable(mark("“{name}” has {size} MB, more than {most} MB: it is not an event.", **values), path)


def verified_entries(export: EventExport) -> tuple[Record, ...]:
    """The journal of ``export``, verified: its form, checksum and hash chain, that every entry can be understood, and
    that the members for readers follow from the entries.

    Raises Refused with everything that is wrong; then nothing is imported.
    """
    problems = export.problems
    broken = chain_problems(export.records, export.end)
    if not broken:
        problems = (*problems, *_contents(export))
    if broken or problems:
        raise Refused(*problems, *broken)
    return export.records


def _contents(export: EventExport) -> tuple[Problem, ...]:
    """Why the journal cannot be opened, as for an event file with the same entries; if it can, each member for readers
    that does not follow from it."""
    try:
        journal = Journal(decode(record) for record in export.records)
        if not journal.number(EVENT_STREAM):
            text = mark("This file contains no event: its creation was interrupted.")
            return (Problem("no-event", text, "event"),)
        return tuple(named(differences(export, View(journal)), "event-json-differs", "from"))
    except UnreadableEntry as error:
        return (unreadable_entry(error),)
    except CONTRADICTIONS as error:
        text = mark("The entries contradict each other: {what}.", what=reason_of(error))
        return (Problem("contradiction", text, "event"),)


@dataclass(frozen=True, slots=True)
class ExportDifference:
    """A value in the file that differs from the value in the event."""

    where: Text
    there: object
    """The value in the file, as JSON or in words; :data:`ABSENT` if the file does not have it."""
    here: object
    """The value that follows from the entries; :data:`ABSENT` if none does."""


ABSENT = object()


def named(found: Iterable[ExportDifference], code: str, field: str) -> Iterator[Problem]:
    """Each difference as a problem; of those beyond :data:`MOST_NAMED` only the number."""
    found = list(found)
    for each in found[:MOST_NAMED]:
        there, here = _shown(each.there, each.here)
        text = mark("{where}: {there} in the export, {here} by the entries.", where=each.where, there=there, here=here)
        yield Problem(code, text, field)
    more = len(found) - MOST_NAMED
    if more > 0:
        text = mark_count("There is {count} more difference.", "There are {count} more differences.", more)
        yield Problem(code, text, field)


def _shown(*values: object) -> Iterator[Text]:
    """Each of ``values`` in words; long values are shown from shortly before the first difference."""
    plain = [each for each in values if each is not ABSENT and not isinstance(each, Text)]
    written = [_canonical(each) for each in plain]
    begin = 0
    if len(written) > 1 and max(map(len, written)) > _SHOWN:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*written, strict=False)))
        begin = max(same - _SHOWN // 3, 0)
    for value in values:
        if value is ABSENT:
            yield mark("nothing")
        elif isinstance(value, Text):
            yield value
        else:
            text = _canonical(value)
            part = text[begin : begin + _SHOWN]
            more = "…" if len(text) > begin + _SHOWN else ""
            yield verbatim(f"{'…' if begin else ''}{part}{more}")


def differences(export: EventExport, view: View) -> Iterator[ExportDifference]:
    """Where the members for readers in ``export`` differ from those that ``view`` gives."""
    members = event_members(view)
    for name in DERIVED:
        there, here = export.derived.get(name, ABSENT), members[name]
        if there is ABSENT:
            continue  # that it is missing is said already
        if isinstance(here, dict):
            yield from in_object(there, here, partial(_member, name))
        elif not isinstance(there, tuple):
            yield ExportDifference(_member(name), there, ABSENT)
        else:
            yield from _in_rows(name, there, here)


def _in_rows(name: str, there: Sequence[object], here: Sequence[Mapping[str, object]]) -> Iterator[ExportDifference]:
    if len(there) != len(here):
        where = mark("Number of lines in “{member}”", member=name)
        yield ExportDifference(where, len(there), len(here))
    for line, (row, own) in enumerate(zip(there, here, strict=False), start=1):
        yield from in_object(_as_now(name, row, own), own, partial(_cell, name, line))


def _as_now(name: str, row: object, own: Mapping[str, object]) -> object:
    """``row`` as this version writes it. Earlier versions also wrote why a player left and who was ill, and had no
    granted points."""
    if not isinstance(row, dict):
        return row
    row = {column: own[column] for column in _ADDED if column in own and not own[column]} | row
    if name == "players":
        return {column: value for column, value in row.items() if column != "state_reason"}
    return row | {"case": SubstituteCase.ABSENT.value} if row.get("case") == SubstituteCase.ILL.value else row


def in_object(there: object, here: Mapping[str, object], where: Callable[[str], Text]) -> Iterator[ExportDifference]:
    """The members that differ between two objects. ``where`` describes the place of a member by its name, or of the
    whole object by an empty name."""
    if not isinstance(there, dict):
        yield ExportDifference(where(""), there, here)
        return
    for name in (*here, *(each for each in there if each not in here)):
        one, other = there.get(name, ABSENT), here.get(name, ABSENT)
        if ABSENT in (one, other) or _canonical(one) != _canonical(other):
            yield ExportDifference(where(name), one, other)


def _member(name: str, inner: str = "") -> Text:
    return mark("Member “{member}”", member=f"{name}.{inner}" if inner else name)


def _cell(name: str, line: int, member: str) -> Text:
    if not member:
        return mark("“{member}”, line {line}", member=name, line=line)
    return mark("“{member}”, line {line}, “{column}”", member=name, line=line, column=member)


def event_members(view: View) -> dict[str, Any]:
    """The members of the text, without the checksum: the journal, and for readers the resulting state."""
    from reports.frames.players import players_records
    from reports.frames.records import json_rows
    from reports.frames.seats import seats_records
    from reports.frames.standings import standings_records

    end, settings = view.fingerprint, view.settings
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": {
            "name": settings.name,
            "format": settings.format.value,
            "rules": settings.rules,
            "sessions": len(view.session_numbers),
            "place": settings.place,
            "starts": None if settings.starts is None else settings.starts.isoformat(),
            "ends": None if settings.ends is None else settings.ends.isoformat(),
            "organiser": settings.organiser,
        },
        "fingerprint": {"entries": end.entries, "hash": end.hash},
        "entries": [_entry(entry.record) for entry in view.journal],
        "players": json_rows(players_records(view)),
        "seats": json_rows(seats_records(view)),
        "standings": json_rows(standings_records(view)),
    }


def _entry(record: Record, version: object = VERSION) -> dict[str, Any]:
    """One entry of the journal; if its content as an object would not give the exact text again, also that text.

    ``version`` is the format version of the file.
    """
    content = json.loads(record.content)
    found = {name: getattr(record, name) for name in (*_WHOLE_NUMBERS, *_TEXTS)}
    if version == 1:
        del found["role"]
    found["content"] = content
    if _canonical(content) != record.content:
        found["content_text"] = record.content
    return found


_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _hashed(members: Mapping[str, str | Iterable[str]]) -> str:
    """The checksum of an object of ``members`` in canonical form, a list as its items."""
    found = sha256(b"{")
    for number, name in enumerate(sorted(members)):
        value = members[name]
        found.update(f"{',' if number else ''}{_canonical(name)}:".encode())
        if isinstance(value, str):
            found.update(value.encode())
            continue
        found.update(b"[")
        for place, item in enumerate(value):
            found.update(f",{item}".encode() if place else item.encode())
        found.update(b"]")
    found.update(b"}")
    return f"sha256:{found.hexdigest()}"


def _export(file: TextIO) -> EventExport:
    """Read ``file``. Raises Refused if it is not JSON, does not have this form, or contains an invalid entry."""
    found: dict[str, object] = {}
    records: tuple[Record, ...] = ()
    roles: list[bool] = []
    extra: list[str] = []
    stream = JsonStream(file)
    try:
        for name in stream.members():
            if name == "entries":
                records = tuple(_record(each, index, roles) for index, each in enumerate(stream.items(), start=1))
            elif name in _ROWS:
                found[name] = tuple(_row(each, name, line) for line, each in enumerate(stream.items(), start=1))
            else:
                found[name] = stream.value()
            if name == "format" and found[name] != FORMAT:
                raise _no_format()
            if name == "version":
                _check_version(found[name])
            if name not in _MEMBERS:
                extra.append(name)
                del found[name]
                if len(extra) == MOST_NAMED:
                    raise Refused(*map(_extra, extra))
    except JsonFault as fault:
        raise _refused(_CODES.get(type(fault), "event-json-unreadable"), fault.text) from fault
    if "format" not in found:
        raise _no_format()
    _check_version(found.get("version"))
    if not records:
        raise _refused("event-json-entries", mark("There are no entries in this file."))
    _check_roles(found["version"], roles)
    missing = [name for name in _MEMBERS if name not in found and name != "entries"]
    end, unknown = _end(found.get("fingerprint"))
    problems = [_refused_member("event-json-missing", mark("The member “{member}” is missing.", member=name))
                for name in missing]  # fmt: skip
    problems += [_extra(name) for name in (*extra, *(f"fingerprint.{name}" for name in unknown))]
    if not problems and found.pop("checksum") != _checked(found, records):
        text = mark("The checksum does not match: something in this file was changed or lost. Export the event again.")
        problems.append(Problem("event-json-checksum", text, "from"))
    derived = {name: found[name] for name in DERIVED if name in found}
    return EventExport(records, end, derived, tuple(problems))


def _no_format() -> Refused:
    text = mark("This is not an event as JSON: its member “format” has another value.")
    return _refused("event-json-format", text)


def _check_version(version: object) -> None:
    # The type as well: JSON's true equals 1 in Python.
    if version in (1, VERSION) and type(version) is int:
        return
    text = mark(
        "This event is stored in format version {version}, and this program reads version {known}: update the program.",
        version=json.dumps(version)[:20],
        known=VERSION,
    )
    raise _refused("event-json-version", text)


def _refused_member(code: str, text: Text) -> Problem:
    return Problem(code, text, "from")


def _extra(name: str) -> Problem:
    text = mark("The member “{member}” is not one of an event as JSON.", member=name[:_SHOWN])
    return Problem("event-json-extra", text, "from")


def _checked(found: Mapping[str, object], records: Sequence[Record]) -> str:
    """The checksum over what was read, to compare with the one in the file."""
    try:
        members: dict[str, str | Iterable[str]] = {
            name: map(_canonical, value) if isinstance(value, tuple) else _canonical(value)
            for name, value in found.items()
        }
        members["entries"] = (_canonical(_entry(record, found["version"])) for record in records)
        return _hashed(members)
    except UnicodeEncodeError as error:
        text = mark("This file contains half a character: it was damaged. Export the event again.")
        raise _refused("event-json-unreadable", text) from error


def _row(value: object, name: str, line: int) -> Mapping[str, object]:
    """One line of a table for readers, which has only plain values. Raises Refused for others, and for too many
    lines."""
    if line > MOST_ROWS:
        text = mark("“{member}” has more than {most} lines: it is not one of an event.", member=name, most=MOST_ROWS)
        raise _refused("event-json-rows", text)
    plain = isinstance(value, dict) and all(each is None or isinstance(each, str | int) for each in value.values())
    if not plain or not isinstance(value, dict):
        text = mark("“{member}”, line {line}: this is not a row of plain values.", member=name, line=line)
        raise _refused("event-json-rows", text)
    return value


def _check_roles(version: object, roles: Sequence[bool]) -> None:
    """Refuse entries without a role, or in version 1, which had no roles, entries with one; ``roles`` has a flag for
    each entry."""
    wrong = next((index for index, said in enumerate(roles, start=1) if said is (version == 1)), None)
    if wrong is not None:
        raise _extra_in_entry(wrong, "role") if version == 1 else _misshapen(wrong, "role")


def _extra_in_entry(index: int, name: str) -> Refused:
    text = mark("Entry {number}: the member “{member}” is not one of an entry.", number=index, member=name[:_SHOWN])
    return _refused("event-json-extra", text)


def _record(given: object, index: int, roles: list[bool]) -> Record:
    """The record of one entry of the file. Appends to ``roles`` whether the entry states its role."""
    if not isinstance(given, dict):
        raise _misshapen(index, "entry")
    roles.append("role" in given)
    value: dict[str, Any] = {"role": "", **given}
    others = [name for name in value if name not in _OF_AN_ENTRY]
    if others:
        raise _extra_in_entry(index, others[0])
    for name in _TEXTS:
        if not isinstance(value.get(name), str):
            raise _misshapen(index, name)
    for name in _WHOLE_NUMBERS:
        number = value.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < _LARGEST:
            raise _misshapen(index, name)
    return Record(content=_content(value, index), **{name: value[name] for name in (*_WHOLE_NUMBERS, *_TEXTS)})


def _content(value: Mapping[str, object], index: int) -> str:
    """The exact text of the content: ``content_text`` if it is given and equals the object, otherwise the object in
    canonical form."""
    content, text = value.get("content"), value.get("content_text")
    if not isinstance(content, dict):
        raise _misshapen(index, "content")
    if text is None:
        return _canonical(content)
    try:
        if isinstance(text, str) and json.loads(text, object_pairs_hook=once) == content:
            return text
    except (ValueError, RecursionError):
        pass
    raise _misshapen(index, "content_text")


def _end(value: object) -> tuple[Fingerprint, list[str]]:
    """The fingerprint that the file states, and the names of unknown members beside it."""
    match value:
        case {"entries": int(entries), "hash": str(hash), **others} if not isinstance(entries, bool):
            return Fingerprint(entries, hash), [str(name) for name in others]
        case _:
            raise _refused("event-json-entries", mark("The member “fingerprint” does not say where the journal ends."))


def _misshapen(index: int, member: str) -> Refused:
    text = mark("Entry {number}: the member “{member}” is missing or not valid.",
                number=index, member=member)  # fmt: skip
    return _refused("event-json-entry", text)


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text, "from"))
