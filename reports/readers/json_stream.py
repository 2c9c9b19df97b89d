"""A JSON object read value by value: what is too large or nested without end is refused before it fills the memory."""

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from tournament.language import Text, mark

_PIECE = 65_536
"""Characters read at once."""
MOST_VALUE = 8_000_000
"""Characters of one value that is read whole; the largest of an event, a picture, has far fewer."""
_MOST_DIGITS = 20
_LONGEST_TOKEN = 16
"""Characters of a word, or of an escape in a string: it may be cut at the end of a piece."""
_SPACE = re.compile(r"[ \t\n\r]*")


class JsonFault(Exception):
    """The text is not the JSON that was expected: ``text`` says why and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class MemberTwice(JsonFault):
    """An object has two members of the same name, so readers disagree about what it says."""


class NoList(JsonFault):
    """There is no list where one was expected."""


class JsonStream:
    """The one object in a file. Each name of :meth:`members` is followed by :meth:`value` or :meth:`items`.

    Every method raises JsonFault where the text goes on otherwise.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._text = ""
        self._at = 0
        """Index of the next character in ``_text``."""
        self._ended = False
        self._line, self._column = 1, 1
        """Line and column at which ``_text`` begins."""
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_int=self._integer, parse_constant=self._constant
        )

    def members(self) -> Iterator[str]:
        """The names of the members, in their order; at the end nothing may follow."""
        self._expect("{")
        names: set[str] = set()
        if self._next() != "}":
            while True:
                if self._next() != '"':
                    raise self._no_json(self._at)
                name = self.value()
                assert isinstance(name, str)
                if name in names:
                    raise self._twice(name)
                names.add(name)
                self._expect(":")
                yield name
                if self._next() != ",":
                    break
                self._at += 1
        self._expect("}")
        if self._next():
            raise self._no_json(self._at)

    def items(self) -> Iterator[object]:
        """The items of the list that follows. Raises NoList if something else follows."""
        if self._next() != "[":
            raise NoList(mark("In line {line} there is no list.", line=self._place(self._at)[0]))
        self._at += 1
        if self._next() != "]":
            while True:
                yield self.value()
                if self._next() != ",":
                    break
                self._at += 1
        self._expect("]")

    def value(self) -> object:
        """The value that follows; all of it is in memory."""
        self._next()
        while True:
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                # Perhaps only the end of the piece cut the value: the decoder reports an open string at its first
                # quotation mark, and everything else where it stopped.
                cut = error.pos >= len(self._text) - _LONGEST_TOKEN or error.msg.startswith("Unterminated string")
                if self._ended or not cut:
                    raise self._no_json(error.pos) from error
            except RecursionError as error:
                text = mark("This file is nested too deeply near line {line}.", line=self._place(self._at)[0])
                raise JsonFault(text) from error
            else:
                if end < len(self._text) or self._ended:  # a number may go on in the next piece
                    self._at = end
                    return found
            held = len(self._text) - self._at
            if held > MOST_VALUE:
                text = mark("A value near line {line} is not JSON or larger than any in an event.",
                            line=self._place(self._at)[0])  # fmt: skip
                raise JsonFault(text)
            # Twice as much each time: decoding restarts with each piece, so many small ones would be slow.
            self._read(max(held, _PIECE))

    def _next(self) -> str:
        """Skip spaces and return the next character without consuming it; empty at the end of the file."""
        while True:
            self._at = _space_end(self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._read(_PIECE)

    def _expect(self, character: str) -> None:
        if self._next() != character:
            raise self._no_json(self._at)
        self._at += 1

    def _read(self, count: int) -> None:
        """Read up to ``count`` more characters, and drop the text that was consumed."""
        self._line, self._column = self._place(self._at)
        more = self._file.read(count)
        self._text = self._text[self._at :] + more
        self._at = 0
        self._ended = not more

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column of a character of ``_text``."""
        lines = self._text.count("\n", 0, at)
        if not lines:
            return self._line, self._column + at
        return self._line + lines, at - self._text.rfind("\n", 0, at)

    def _no_json(self, at: int) -> JsonFault:
        line, column = self._place(at)
        return JsonFault(mark("This file is not JSON: see line {line}, column {column}.", line=line, column=column))

    def _twice(self, name: str) -> MemberTwice:
        line = self._place(self._at)[0]
        return MemberTwice(mark("The member “{member}” is there twice in an object that begins near line {line}.",
                                member=name[:60], line=line))  # fmt: skip

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    raise self._twice(name)
                seen.add(name)
        return found

    def _integer(self, digits: str) -> int:
        if len(digits) > _MOST_DIGITS:
            line = self._place(self._at)[0]
            raise JsonFault(mark("A number near line {line} has too many digits.", line=line))
        return int(digits)

    def _constant(self, name: str) -> object:
        line = self._place(self._at)[0]
        raise JsonFault(mark("“{name}” near line {line} is not JSON.", name=name, line=line))


def _space_end(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()
