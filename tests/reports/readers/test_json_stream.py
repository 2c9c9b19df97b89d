"""JSON that is read value by value: where it says that the text goes wrong."""

from io import StringIO

import pytest

from reports.readers.json_stream import JsonFault, JsonStream
from tournament.language import ENGLISH

LONG = 100_000
"""Characters, more than are read from the file at once."""


def read(text: str) -> dict[str, object]:
    stream = JsonStream(StringIO(text))
    return {name: stream.value() for name in stream.members()}


def fault(text: str) -> str:
    with pytest.raises(JsonFault) as caught:
        read(text)
    return ENGLISH.render(caught.value.text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("?", 1, 1),
        ("  [1]", 1, 3),
        ('{"a": ?}', 1, 7),
        ('{"a": 1,,}', 1, 9),
        ('{"a": 1}?', 1, 9),
        ('{"a": 1,\n "b": ?}', 2, 7),
        ('{\n\n"a" 1}', 3, 5),
        ('{"a": 1,' + " " * LONG + "?}", 1, LONG + 9),
        ('{"a": "' + "x" * LONG + '",\n "b": ?}', 2, 7),
        ('{"a": "' + "x" * LONG + '", "b": ?}', 1, LONG + 16),
        ('{"a": 1,' + "\n" * LONG + "  ?}", LONG + 1, 3),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_fault_is_told_by_its_line_and_column(text: str, line: int, column: int) -> None:
    assert fault(text) == f"This file is not JSON: see line {line}, column {column}."


def test_values_may_be_cut_anywhere_between_two_pieces() -> None:
    for length in range(65_500, 65_560):
        text = '{"a": "' + "x" * length + '", "b": [true, -12.5, "\\u00e9"]}'
        assert read(text) == {"a": "x" * length, "b": [True, -12.5, "é"]}
