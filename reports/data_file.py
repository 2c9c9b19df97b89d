"""Data files in TOML that people write: read field by field, with everything that is wrong with them."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from tournament.catalogue import IDS
from tournament.language import Text, mark
from tournament.language.harmless import steers_a_line

MOST_BYTES = 200_000
"""A data file is a page or two."""
_LONGEST = 200
_PLACE = re.compile(r"line (\d+), column (\d+)")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/[1-9][0-9]{0,8})?")
Choice = TypeVar("Choice", bound=Enum)


@dataclass(frozen=True, slots=True)
class FieldFault:
    """One error in a data file."""

    field: str
    """Where: ``files[1].columns[3].value``; empty for the whole file."""
    text: Text

    @property
    def located(self) -> Text:
        """With its field in front."""
        return mark("{field}: {text}", field=self.field, text=self.text) if self.field else self.text


class DataFileUnreadable(Exception):
    """A data file that cannot be used, with all its faults."""

    def __init__(self, faults: tuple[FieldFault, ...]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.text.message}" for fault in faults))
        self.faults = faults


def parsed(content: bytes) -> dict[str, Any]:
    """Return the table that ``content`` describes; raise DataFileUnreadable if it is not TOML."""
    if len(content) > MOST_BYTES:
        text = mark("the file has {count} bytes, more than {most}", count=len(content), most=MOST_BYTES)
        raise DataFileUnreadable((FieldFault("", text),))
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataFileUnreadable((FieldFault("", mark("the file is not UTF-8: save it as UTF-8")),)) from error
    except (ValueError, RecursionError) as error:  # also of a number with thousands of digits
        place = _PLACE.search(str(error))
        text = mark("the file is not TOML at its end")
        if not isinstance(error, tomllib.TOMLDecodeError):
            text = mark("a number has too many digits")
        if isinstance(error, RecursionError):
            text = mark("the file is nested too deeply")
        elif place is not None:
            text = mark("the file is not TOML: see line {line}, column {column}", line=place[1], column=place[2])
        raise DataFileUnreadable((FieldFault("", text),)) from error


class Fields:
    """One table of the file: fields are read by name and type; wrong and unknown fields are faults."""

    def __init__(self, table: Mapping[str, Any], where: str, faults: list[FieldFault]) -> None:
        self._table, self._where, self._faults = table, where, faults
        self._taken: set[str] = set()

    def fault(self, field: str, text: Text) -> None:
        """Record what is wrong with ``field``."""
        self._faults.append(FieldFault(f"{self._where}{field}", text))

    def refuse_unknown(self) -> None:
        """Report each field that was not read: it is unknown, perhaps misspelt."""
        for field in self._table:
            if field not in self._taken:
                known = ", ".join(sorted(self._taken))
                self.fault(field, mark("is not known here; these are: {known}", known=known))

    def has(self, field: str) -> bool:
        """Whether the table has ``field``."""
        return field in self._table

    def text(self, field: str, *, required: bool = False) -> str:
        """One line of words, or empty."""
        value = self._take(field, str, required=required)
        if value is None:
            return ""
        if required and not value.strip():
            self.fault(field, mark("is empty"))
        elif len(value) > _LONGEST:
            self.fault(field, mark("has {count} characters, more than {most}", count=len(value), most=_LONGEST))
        elif steers_a_line(value) and value != "\t":
            self.fault(field, mark("contains control characters"))
        return str(value)

    def name(self, field: str) -> str:
        """A name for the command line."""
        value = self.text(field, required=True)
        if value.strip() and not _NAME.fullmatch(value):
            self.fault(
                field, mark("“{written}” is not a name of lower-case letters, digits and single hyphens", written=value)
            )
        return value

    def whole(self, field: str, *, most: int, usual: int = 0) -> int:
        """A whole number from 0 to ``most``."""
        value = self._take(field, int)
        if value is None:
            return usual
        if isinstance(value, bool) or not 0 <= value <= most:
            self.fault(field, mark("must be a whole number from 0 to {most}", most=most))
            return 0
        return int(value)

    def flag(self, field: str, *, usual: bool) -> bool:
        """True or false."""
        value = self._take(field, bool)
        return usual if value is None else bool(value)

    def choice(self, field: str, kind: type[Choice], usual: Choice, *, required: bool = False) -> Choice:
        """A value of a closed set."""
        value = self._take(field, str, required=required)
        if value is None:
            return usual
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(str(each.value) for each in kind)
            self.fault(field, mark("“{written}” is not one of {known}", written=value[:_LONGEST], known=known))
            return usual

    def texts(self, field: str) -> dict[str, str]:
        """A table of words by name."""
        value = self._take(field, dict)
        inner = Fields(value or {}, f"{self._where}{field}.", self._faults)
        return {name: inner.text(name, required=True) for name in value or {}}

    def list_of_texts(self, field: str) -> tuple[str, ...]:
        """A list of single lines of words."""
        found = self._take(field, list, wanted=mark("must be a list of texts in quotes")) or []
        inner = Fields({str(number): each for number, each in enumerate(found)}, f"{self._where}{field}.", self._faults)
        return tuple(inner.text(str(number), required=True) for number in range(len(found)))

    def exact(self, field: str, *, usual: Fraction | int | None = None) -> Fraction:
        """A number that is not negative: whole, or a text such as "0.5" or "1/3". Required unless there is a usual one.

        A decimal without quotes is refused: TOML reads it as a number that is not exact.
        """
        value = self._take(field, (int, str), required=usual is None, wanted=_EXACT)
        if value is None:
            return Fraction(usual or 0)
        if isinstance(value, bool) or not _NUMBER.fullmatch(str(value)):
            self.fault(field, _EXACT)
            return Fraction(usual or 0)
        return Fraction(value)

    def exacts(self, field: str) -> tuple[Fraction, ...]:
        """A list of such numbers."""
        found = self._take(field, list, wanted=mark("must be a list of numbers")) or []
        inner = Fields({str(number): each for number, each in enumerate(found)}, f"{self._where}{field}.", self._faults)
        return tuple(inner.exact(str(number)) for number in range(len(found)))

    def ids(self, field: str) -> tuple[str, ...]:
        """A list of ids of rule sets."""
        found = tuple(self._take(field, list, wanted=mark("must be a list of ids")) or ())
        for number, each in enumerate(found):
            self.check_rules(each, f"{field}[{number}]")
        return found

    def check_rules(self, id: object, field: str) -> None:
        """Record a fault at ``field`` unless a rule set has ``id``."""
        if id not in IDS:
            self.fault(field, mark("no rule set has this id; the ids are: {known}", known=", ".join(IDS)))

    def table(self, field: str, *, required: bool = False) -> "Fields":
        """A table; an empty one if the field is missing."""
        value = self._take(field, dict, required=required)
        return Fields(value or {}, f"{self._where}{field}.", self._faults)

    def tables(self, field: str, *, required: bool = False) -> list["Fields"]:
        """A list of tables."""
        value = self._take(field, list, required=required)
        found = []
        if value is not None and not value and required:
            self.fault(field, mark("is empty"))
        for number, each in enumerate(value or ()):
            if isinstance(each, dict):
                found.append(Fields(each, f"{self._where}{field}[{number}].", self._faults))
            else:
                self.fault(f"{field}[{number}]", mark("must be a table"))
        return found

    def _take(
        self, field: str, kind: type | tuple[type, ...], *, required: bool = False, wanted: Text | None = None
    ) -> Any:
        self._taken.add(field)
        value = self._table.get(field)
        if value is None:
            if required:
                self.fault(field, mark("is missing"))
            return None
        if not isinstance(value, kind):
            self.fault(field, wanted if wanted is not None else _WANTED[kind])
            return None
        return value


_WANTED: Mapping[object, Text] = {
    str: mark("must be a text in quotes"),
    int: mark("must be a whole number"),
    bool: mark("must be true or false"),
    list: mark("must be a list of tables"),
    dict: mark("must be a table"),
}
_EXACT = mark('must be a whole number, or in quotes: "0.5" or "1/3"')
