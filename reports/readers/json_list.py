"""Lists of people in JSON, as other tournament programs write them: objects with the same members, or names."""

import json
from pathlib import Path
from typing import Any

from reports.readers.encoding import decode
from reports.readers.limits import MOST_COLUMNS, MOST_ROWS, MOST_TEXT_BYTES, Step, limited, no_step, too_large
from reports.readers.refusal import UnreadableTable
from tournament.event.player_import import FileRow, TableText, recognised
from tournament.language import mark

_MOST_DEPTH = 40
_LISTS = ("players", "playerlist", "playernames", "participants", "attendees", "members", "registrations", "entries")
"""Names of members that contain the people."""


def looks_like_json(data: bytes) -> bool:
    """Whether ``data`` (a whole file) is a JSON object or list, and not a text that begins like one."""
    head = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head[:1] == b"{" or (head[:1] == b"[" and head[1:].lstrip()[:1] in (b"{", b'"', b"[", b"]"))


def read_json_list(path: Path, data: bytes, *, step: Step = no_step) -> TableText:
    """Read the people in ``data``, the content of ``path``: rows with headings, or one name in each row.

    The list with most known headings is read, wherever it is in the file. Raises :class:`UnreadableTable`.
    """
    if len(data) > MOST_TEXT_BYTES:
        raise too_large(path, len(data), most=MOST_TEXT_BYTES)
    decoded = decode(data)
    try:
        if decoded is None or max(decoded.text.count("["), decoded.text.count("{")) > MOST_TEXT_BYTES // 8:
            raise ValueError("no text")
        whole = json.loads(decoded.text, parse_constant=str)
    except (ValueError, RecursionError) as error:
        text = mark("“{name}” is not valid JSON: export it again, or save the list as .csv.", name=path.name)
        raise UnreadableTable(text, path) from error
    found = max(_lists(whole, "", 0), key=lambda each: each[0], default=None)
    if found is None:
        text = mark("“{name}” contains no list of people: import a list of players as .csv or .xlsx.", name=path.name)
        raise UnreadableTable(text, path)
    _, name, rows = found
    how = mark("JSON, list “{list}”", list=name) if name else mark("JSON file")
    kept = tuple(limited((FileRow(line, row) for line, row in enumerate(rows, 1)), path, step))
    return TableText(path.name, how, kept)


_Found = tuple[tuple[int, bool, int], str, list[tuple[str, ...]]]
"""How much a list looks like one of people, its name, and its rows."""


def _lists(value: Any, name: str, depth: int) -> list[_Found]:
    """Every list of objects or names in ``value``."""
    if depth > _MOST_DEPTH:
        return []
    if isinstance(value, dict):
        inside = [found for key, each in value.items() for found in _lists(each, str(key), depth + 1)]
        by_key = len(value) > 1 and all(isinstance(each, dict) for each in value.values())
        return [*inside, *(_lists(list(value.values()), name, depth + 1) if by_key else ())]
    if not isinstance(value, list):
        return []
    known = name.casefold().replace("_", "").replace(" ", "") in _LISTS
    if value and all(isinstance(each, dict) for each in value):
        kept = value[: MOST_ROWS + 1]
        keys = list(dict.fromkeys(str(key) for each in kept for key, inner in each.items() if _is_cell(inner)))
        if len(keys) > MOST_COLUMNS:
            return []
        rows = [tuple(keys), *(tuple(_cell(each.get(key)) for key in keys) for each in kept)]
        headings = recognised(keys)
        if headings or known:
            return [((headings, known, len(value)), name, rows)]
        return [found for each in kept for key, inner in each.items() for found in _lists(inner, str(key), depth + 1)][
            :1
        ]
    if value and known and all(isinstance(each, str) for each in value):
        return [((1, known, len(value)), name, [(each,) for each in value])]
    if value and not name and all(isinstance(each, str) for each in value):
        return [((0, False, len(value)), name, [(each,) for each in value])]
    return []


def _is_cell(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _cell(value: Any) -> str:
    if value is None or not _is_cell(value):
        return ""
    return str(value).upper() if isinstance(value, bool) else str(value)
