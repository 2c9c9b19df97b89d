"""Writes docs/event.schema.json, the JSON Schema of a whole event, from the types of the facts.

python -m tests.docs.event_schema docs/event.schema.json
"""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec.json import schema_components

from reports.event_json import FORMAT, VERSION
from tournament.event.format import EventFormat
from tournament.event.role import EventRole
from tournament.ledger.facts import Fact

_PARAGRAPHS = re.compile(r"\n\s*\n")
_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_TEXT = {"type": "string"}
_FROM_ONE = {"type": "integer", "minimum": 1}
_DATE = {"anyOf": [{"type": "null"}, {"type": "string", "format": "date"}]}
_ROWS = {"type": "array", "items": {"$ref": "#/$defs/row"}}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.parse_args(arguments).file.write_text(text(), encoding="utf-8", newline="\n")


def text() -> str:
    """Return the contents of the file."""
    return json.dumps(event_schema(), indent=1, ensure_ascii=False) + "\n"


def event_schema() -> dict[str, Any]:
    """Return the schema of what ``export --what event --to json`` writes."""
    facts = get_args(Fact)
    (references, definitions) = schema_components(facts, ref_template="#/$defs/{name}")
    contents = [
        {"if": {"properties": {"kind": {"const": fact.kind}}}, "then": {"properties": {"content": reference}}}
        for fact, reference in zip(facts, references, strict=True)
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A whole event of Quatre Vents",
        "description": (
            "Written by `quatre-vents export FILE --what event --to json`, read by `quatre-vents new FILE --from "
            "EVENT.json`. It has these members and no others, each once. A program that adds a member raises the "
            "version, and still reads this one. In version 1, which is also read, entries have no role."
        ),
        **_object(
            {
                "format": {"const": FORMAT},
                "version": {
                    "const": VERSION,
                    "description": "Version of this form. A program refuses a version that it does not know.",
                },
                "event": {
                    "description": "A summary for readers. It is not imported, and must follow from the entries.",
                    **_summary(),
                },
                "fingerprint": {
                    "description": (
                        "Where the journal ends: the number of entries and the hash of the last one. The program "
                        "prints both as 312-9f3a7c21b4."
                    ),
                    **_object({"entries": _FROM_ONE, "hash": _HASH}),
                },
                "entries": {
                    "description": "The journal in the order of writing. Only this is imported.",
                    "type": "array",
                    "minItems": 1,
                    "items": {"$ref": "#/$defs/entry"},
                },
                "players": {
                    "description": (
                        "For readers: the frame of that name, see docs/analysts.md. The same applies to seats and "
                        "standings. They must follow from the entries."
                    ),
                    **_ROWS,
                },
                "seats": _ROWS,
                "standings": _ROWS,
                "checksum": {
                    "type": "string",
                    "pattern": "^sha256:[0-9a-f]{64}$",
                    "description": (
                        "SHA-256 of this document without this member, in canonical form: members in the order of "
                        "their names (by code point), no spaces, no escapes but those that JSON demands, UTF-8."
                    ),
                },
            }
        ),
        "$defs": {
            "row": {
                "type": "object",
                "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
                "description": "Exact numbers that are not whole are text, 13/2.",
            },
            "entry": {**_entry([fact.kind for fact in facts]), "allOf": contents},
            **{name: _definition(each) for name, each in definitions.items()},
        },
    }


def _summary() -> dict[str, Any]:
    """Return the schema of the summary of the event."""
    return _object(
        {
            "name": _TEXT,
            "format": {"enum": [each.value for each in EventFormat]},
            "rules": {**_TEXT, "description": "Id of the rule set."},
            "sessions": {
                "type": "integer",
                "minimum": 0,
                "description": (
                    "How many sessions count, without cancelled ones; in a league, the evenings opened so far."
                ),
            },
            "place": _TEXT,
            "starts": _DATE,
            "ends": _DATE,
            "organiser": _TEXT,
        }
    )


def _entry(kinds: list[str]) -> dict[str, Any]:
    return _object(
        {
            "position": {**_FROM_ONE, "description": "In the whole journal, from 1 without a gap."},
            "id": {**_TEXT, "minLength": 1},
            "stream": {
                **_TEXT,
                "pattern": "^(event|session-[1-9][0-9]*/table-[1-9][0-9]*(/phones)?)$",
                "description": (
                    "The stream of the event, or that of a table in a session (in a club or a league, of a game of an "
                    "evening)."
                ),
            },
            "number": {**_FROM_ONE, "description": "In its stream, from 1 without a gap."},
            "kind": {"enum": kinds, "description": "What happened, by its name in `log --json`."},
            "version": {**_FROM_ONE, "description": "Version of that kind."},
            "author": _TEXT,
            "desk": {**_TEXT, "description": "The computer or program at which it was entered."},
            "time": {**_TEXT, "format": "date-time", "description": "UTC."},
            "content": {
                "type": "object",
                "description": "The fact. Its canonical form (see the checksum) is the text that is hashed.",
            },
            "content_text": {
                **_TEXT,
                "description": "The text that was hashed, where it is not the canonical form of the content.",
            },
            "previous": {**_HASH, "description": "Hash of the entry before it in its stream; 64 zeros for the first."},
            "before": {
                **_TEXT,
                "pattern": "^([0-9a-f]{64})?$",
                "description": "Hash of the entry before it in the journal; empty in entries of the first version.",
            },
            "role": {
                "enum": ["", *(role.value for role in EventRole)],
                "description": "The role of its author; empty in entries of the first two versions.",
            },
            "hash": {
                **_HASH,
                "description": (
                    "SHA-256 over id, stream, number, kind, version, author, desk, time, content and previous, then "
                    "position and before where that is not empty, then role where that is not empty: each as text, "
                    "after its length in characters and a colon."
                ),
            },
        },
        optional=("content_text",),
    )


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
        "properties": properties,
    }


def _definition(made: dict[str, Any]) -> dict[str, Any]:
    """Return a definition with the first paragraph of its docstring, and without members that facts do not have."""
    closed = {"additionalProperties": False} if made.get("type") == "object" and "properties" in made else {}
    # In one line: Python 3.13 removes the indentation of docstrings, earlier ones do not.
    described = (
        {"description": " ".join(_PARAGRAPHS.split(made["description"])[0].split())} if "description" in made else {}
    )
    return {**made, **described, **closed}


if __name__ == "__main__":
    main()
