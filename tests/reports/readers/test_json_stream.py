"""JSON that is read value by value: where it says that the text goes wrong."""

from io import StringIO

import pytest

from reports.readers.json_stream import JsonFault, JsonStream, NoList
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
def test_a_fault_names_its_line_and_column(text: str, line: int, column: int) -> None:
    assert fault(text) == f"This file is not JSON: see line {line}, column {column}."


def test_values_may_be_cut_anywhere_between_two_pieces() -> None:
    for length in range(65_500, 65_560):
        text = '{"a": "' + "x" * length + '", "b": [true, -12.5, "\\u00e9"]}'
        assert read(text) == {"a": "x" * length, "b": [True, -12.5, "é"]}


@pytest.mark.parametrize("digits", ["9" * 20, "-" + "9" * 19])
def test_a_whole_number_has_twenty_digits_at_most(digits: str) -> None:
    assert read(f'{{"a": {digits}}}') == {"a": int(digits)}
    assert fault(f'{{"a":\n{digits}9}}') == "A number near line 2 has too many digits."


def test_a_value_has_eight_million_characters_at_most() -> None:
    start = '{"a": '
    value = '"' + "x" * (8_000_000 - 2) + '"'
    column = len(start + value) + 1
    assert fault(start + value) == f"This file is not JSON: see line 1, column {column}."
    assert fault(start + value[:-1] + 'x"') == "A value near line 1 is not JSON or larger than any in an event."
    assert read(f"{start}{value}}}") == {"a": "x" * (8_000_000 - 2)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1,\n"a": 2}', "The member “a” is there twice in an object that begins near line 2."),
        ('{"b":\n{"a": 1, "a": 2}}', "The member “a” is there twice in an object that begins near line 2."),
        (
            '{"' + "n" * 61 + '": 1, "' + "n" * 61 + '": 2}',
            "The member “" + "n" * 60 + "” is there twice in an object that begins near line 1.",
        ),
        ('{"a":\nNaN}', "“NaN” near line 2 is not JSON."),
        ('{"a":\n-Infinity}', "“-Infinity” near line 2 is not JSON."),
        ('{\n"a": ' + "[" * 100_000 + "}", "This file is nested too deeply near line 2."),
    ],
    ids=["member", "member of a value", "long name", "no number", "infinity", "nested"],
)
def test_other_faults_are_told_with_their_line(text: str, told: str) -> None:
    assert fault(text) == told


def test_a_list_is_read_item_by_item() -> None:
    def items(text: str) -> list[object]:
        stream = JsonStream(StringIO(text))
        (found,) = [list(stream.items()) for _ in stream.members()]
        return found

    assert items('{"a": [1, [2], {"b": 3}]}') == [1, [2], {"b": 3}]
    assert items('{"a": [ ] }') == []
    with pytest.raises(NoList) as caught:
        items('{"a":\n\n7}')
    assert ENGLISH.render(caught.value.text) == "In line 3 there is no list."
    for text, column in (('{"a": [1 2]}', 10), ('{"a": [1,]}', 10), ('{"a": [1}', 9)):
        with pytest.raises(JsonFault, match=r"not JSON") as fault:
            items(text)
        assert ENGLISH.render(fault.value.text).endswith(f"line 1, column {column}.")


def test_an_object_without_members() -> None:
    assert read(" { } ") == {}
    assert fault("{} {}") == "This file is not JSON: see line 1, column 4."
    assert fault("{,}") == "This file is not JSON: see line 1, column 2."
