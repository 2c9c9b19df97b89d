"""Commands as JSON: what one desk sends to another, and what waits to be sent."""

import json
import re
from functools import cache
from typing import get_args

from msgspec import Struct, ValidationError
from msgspec.json import Encoder

from tournament.event.problem import Problem, Refused
from tournament.files.typed_json import decode
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.codec import json_fault, unknown_field
from tournament.use_cases.commands import Command, PersonalCommand

_KINDS: dict[str, type[Command]] = {str(each.__struct_config__.tag): each for each in get_args(Command)}
_PLACE = re.compile(r" - at `\$?\.?([^`]*)`$")


class _Kind(Struct):
    type: str


def encode_command(command: Command) -> str:
    """Return the canonical JSON of ``command``: keys sorted, no spaces, its kind as ``type``."""
    return _encoder().encode(command).decode()


def decode_command(content: str | bytes) -> Command:
    """Return the command in ``content``. Raise Refused with what is wrong, and where, if there is none."""
    try:
        kind = decode(content, _Kind).type
        if kind not in _KINDS:
            text = mark("There is no command “{type}”.", type=harmless_line(kind))
            raise Refused(Problem("command-unknown", text, "type"))
        command = decode(content, _KINDS[kind])
        given = json.loads(content)
        if isinstance(command, PersonalCommand):
            given.pop("reason", None)
        unknown = unknown_field(given, json.loads(encode_command(command)))
    except ValidationError as error:
        place = _PLACE.search(str(error))
        raise _unreadable(json_fault(error), place[1] if place is not None else "") from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(json_fault(error)) from error
    if unknown:
        raise _unreadable(mark("this member is not known"), unknown)
    return command


def _unreadable(what: Text, place: str = "") -> Refused:
    where = place or "$"
    text = mark("This command cannot be read ({where}): {what}.", where=harmless_line(where), what=what)
    return Refused(Problem("command-unreadable", text, place))


@cache
def _encoder() -> Encoder:
    return Encoder(order="sorted")
