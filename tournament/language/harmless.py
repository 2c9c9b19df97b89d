"""Characters that control a screen or a printer instead of being shown, and what replaces them.

These are control characters, line and paragraph separators, changes of direction, and halves of surrogate pairs.
Referees do not type them, but a manipulated file may contain them: a name could then erase the text beside it.
"""

import json
import re
from collections.abc import Iterator

_ALWAYS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_STEERING = re.compile(f"[{_ALWAYS}]")
_STEERING_A_LINE = re.compile(f"[{_ALWAYS}\t\n]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def steers(text: str) -> bool:
    """Whether ``text`` contains such a character. Tabs and line ends are allowed, as in a reason of several lines."""
    return not text.isprintable() and _STEERING.search(text) is not None


def steers_a_line(text: str) -> bool:
    """Whether a text of one line, such as a name, contains such a character, a tab or a line end."""
    return not text.isprintable() and _STEERING_A_LINE.search(text) is not None


def harmless(text: str) -> str:
    """Return ``text`` with such characters replaced by the replacement character."""
    return text if text.isprintable() else _STEERING.sub(_REPLACEMENT, text)


def harmless_line(text: str) -> str:
    """Return a text of one line with such characters, tabs and line ends replaced by the replacement character."""
    return text if text.isprintable() else _STEERING_A_LINE.sub(_REPLACEMENT, text)


def escaped(document: str) -> str:
    """Return equivalent JSON in which such characters are escaped."""
    if document.isprintable():
        return document
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def steering_texts(document: str) -> Iterator[str]:
    """Yield the texts of a JSON ``document`` that contain such characters."""
    if _may_steer(document):
        yield from filter(steers, _texts(json.loads(document)))


def harmless_json(document: str) -> str:
    """Return the JSON ``document`` with such characters replaced; a document that is not JSON is returned unchanged."""
    if not _may_steer(document):
        return document
    try:
        read = json.loads(document)
    except (ValueError, RecursionError):
        return document
    return json.dumps(_replaced(read), ensure_ascii=False) if any(map(steers, _texts(read))) else document


def _may_steer(document: str) -> bool:
    return "\\" in document or not document.isprintable()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from _texts(name)
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def _replaced(value: object) -> object:
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, dict):
        return {name: _replaced(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_replaced(member) for member in value]
    return value
