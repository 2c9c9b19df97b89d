"""Statements signed with real keys: what is read, what is refused, and how the next one is made."""

import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.sharing.test_hostile import VALUES, places, with_change
from tournament.event.problem import Refused
from tournament.sharing import statements
from tournament.sharing.keys import MOST_BYTES, ComputerKey, made_key
from tournament.sharing.statements import (
    MOST_CHANGES,
    MOST_DEPUTIES,
    MOST_NUMBER,
    MOST_STATEMENT_BYTES,
    NAMING_BYTES,
    Deputy,
    HostPath,
    Signed,
    Statement,
    Statements,
    made_statement,
    read_statement,
)

EVENT = "8d7e2f9c-61f0-4c51-9a3b-0b6ad1f3c0de"
KEYS = [made_key(datetime(2026, 11, 27, tzinfo=UTC)) for _ in range(2 + MOST_DEPUTIES)]
FIRST, SECOND, THIRD, FOURTH, *_ = KEYS
ROOT = HostPath(FIRST.id)
NOBODY = Statements(EVENT, FIRST.id)


def namings() -> Callable[[], bytes]:
    numbers = count(1)
    return lambda: next(numbers).to_bytes(NAMING_BYTES)


def said(
    known: Statements, path: HostPath, key: ComputerKey, *deputies: ComputerKey, afresh: bool = False
) -> Statement:
    """The next statement at ``path``, read again as it was sent."""
    certificates = [each.certificate for each in deputies]
    drawn = (known.digest + bytes([number]) for number in count())
    made = made_statement(known, path, key, certificates, lambda: next(drawn)[-NAMING_BYTES:], afresh=afresh)
    assert read_statement(made.signed) == made
    return made


def after(known: Statements, path: HostPath, key: ComputerKey, *deputies: ComputerKey) -> Statements:
    return known.merge([said(known, path, key, *deputies)])


def successor(known: Statements, path: HostPath, key: ComputerKey) -> HostPath:
    """The path of a deputy of the host of ``path``."""
    (deputy,) = (each for each in known.deputies(path) if each.id == key.id)
    return path.followed_by(deputy)


NAMED = after(NOBODY, ROOT, FIRST, SECOND, THIRD)
TAKEN = after(NAMED, successor(NAMED, ROOT, SECOND), SECOND, THIRD, FIRST)


def test_without_a_statement_the_first_host_is_the_host() -> None:
    assert NOBODY.host == ROOT
    assert NOBODY.host.host == FIRST.id
    assert NOBODY.deputies(ROOT) == ()


def test_a_deputy_that_made_a_statement_is_the_host() -> None:
    assert NAMED.host == ROOT
    assert TAKEN.host.hosts == (FIRST.id, SECOND.id)
    assert [each.id for each in TAKEN.deputies(TAKEN.host)] == [THIRD.id, FIRST.id]
    assert TAKEN.host.extends(ROOT)
    assert not ROOT.extends(ROOT)
    assert not ROOT.extends(TAKEN.host)
    assert not TAKEN.host.extends(HostPath(THIRD.id))


def test_the_first_deputy_with_a_statement_comes_before_the_others() -> None:
    third = said(NAMED, successor(NAMED, ROOT, THIRD), THIRD)
    assert NAMED.merge([third]).host.host == THIRD.id
    assert TAKEN.merge([third]).host == TAKEN.host
    reordered = TAKEN.merge([third]).merge([said(TAKEN, ROOT, FIRST, THIRD, SECOND)])
    assert reordered.host.host == THIRD.id


def test_a_deputy_that_is_no_longer_named_is_not_the_host_nor_is_what_followed() -> None:
    later = after(TAKEN, successor(TAKEN, TAKEN.host, THIRD), THIRD, FOURTH)
    assert later.host.hosts == (FIRST.id, SECOND.id, THIRD.id)
    unnamed = later.merge([said(later, ROOT, FIRST, FOURTH)])
    assert unnamed.host == ROOT
    assert list(unnamed.newest) == [ROOT]
    assert unnamed.merge(later.newest.values()) is unnamed


def test_a_deputy_that_is_named_anew_begins_anew() -> None:
    unnamed = after(TAKEN, ROOT, FIRST, THIRD)
    again = after(unnamed, ROOT, FIRST, SECOND, THIRD)
    assert again.merge(TAKEN.newest.values()).host == ROOT
    kept, drawn = again.deputies(ROOT)[1], again.deputies(ROOT)[0]
    assert kept == TAKEN.deputies(ROOT)[1]
    assert drawn.naming != TAKEN.deputies(ROOT)[0].naming
    stayed = TAKEN.merge([said(TAKEN, ROOT, FIRST, SECOND, THIRD, afresh=True)])
    assert stayed.host == ROOT
    assert [each.id for each in stayed.deputies(ROOT)] == [SECOND.id, THIRD.id]


def test_deputies_that_are_reordered_remain_named() -> None:
    reordered = after(TAKEN, ROOT, FIRST, THIRD, SECOND)
    assert reordered.host == TAKEN.host
    assert reordered.deputies(ROOT) == TAKEN.deputies(ROOT)[::-1]
    assert [each.number for each in reordered.newest.values()] == [2, 1]


def test_an_inflated_number_helps_nobody_who_is_no_longer_named() -> None:
    """A counter of take-overs that any desk could raise was followed for ever."""
    path = successor(NAMED, ROOT, SECOND)
    inflated = changed(said(NAMED, path, SECOND), SECOND, number=MOST_NUMBER)
    statement = read_statement(inflated)
    assert statement is not None
    fooled = NAMED.merge([statement])
    assert fooled.host == path
    with pytest.raises(Refused, match="hosts-too-many"):
        said(fooled, path, SECOND)
    cured = after(fooled, ROOT, FIRST, THIRD)
    assert cured.host == ROOT
    assert cured.receive([inflated]) is cured


def test_of_equal_numbers_the_larger_hash_counts() -> None:
    one, other = said(NAMED, ROOT, FIRST, THIRD), said(NAMED, ROOT, FIRST, SECOND)
    assert one.number == other.number == 2
    assert one.rank != other.rank
    both = NAMED.merge([one, other])
    assert both == NAMED.merge([other, one])
    assert both.newest[ROOT] == max(one, other, key=lambda each: each.rank)
    assert both.digest == NAMED.merge([other]).merge([one]).digest != NAMED.digest


def test_another_form_of_a_signature_is_no_news() -> None:
    statement = NAMED.newest[ROOT]
    again = Signed(statement.signed.content, FIRST.sign(statements._PURPOSE + statement.signed.content))
    assert again.signature != statement.signed.signature
    assert read_statement(again) == statement
    assert NAMED.receive([again]) is NAMED


def changed(statement: Statement, key: ComputerKey, **values: object) -> Signed:
    """``statement`` with other values, signed by ``key``."""
    content = json.dumps(json.loads(statement.signed.content) | values).encode()
    return Signed(content, key.sign(statements._PURPOSE + content))


def written(key: ComputerKey, naming: bytes = bytes(NAMING_BYTES)) -> dict[str, str]:
    return {"cert": b64encode(key.certificate).decode(), "naming": b64encode(naming).decode()}


LARGE = {"cert": b64encode(bytes(MOST_BYTES + 1)).decode(), "naming": b64encode(bytes(NAMING_BYTES)).decode()}


@pytest.mark.parametrize(
    "values",
    [
        {"v": 1}, {"v": 3}, {"number": 0}, {"number": -1}, {"number": MOST_NUMBER + 1}, {"number": 1.5},
        {"path": []}, {"path": [written(FIRST)]}, {"path": [b64encode(FIRST.certificate).decode()] * 2},
        {"path": [b64encode(FIRST.certificate).decode(), *[written(FIRST)] * (MOST_CHANGES + 1)]},
        {"deputies": [written(each) for each in KEYS[1:]]}, {"deputies": [written(FIRST)]},
        {"deputies": [written(SECOND), written(SECOND, b"another naming..")]}, {"deputies": [LARGE]},
        {"deputies": [{"cert": "", "naming": written(SECOND)["naming"]}]}, {"deputies": None},
        {"deputies": [{"cert": "no certificate==", "naming": written(SECOND)["naming"]}]},
        {"deputies": [written(SECOND, b"short")]}, {"deputies": [written(SECOND, bytes(17))]},
        {"deputies": [written(SECOND) | {"more": 1}]}, {"more": 1}, {"event": 5}, {"event": None},
    ],
)  # fmt: skip
def test_what_is_malformed_is_not_read_even_if_its_host_signed_it(values: dict[str, object]) -> None:
    statement = NAMED.newest[ROOT]
    assert read_statement(changed(statement, FIRST)) is not None
    forged = changed(statement, FIRST, **values)
    assert read_statement(forged) is None
    assert NAMED.receive([forged]) is NAMED


@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 30_000, b'{"a":' * 6_000, b"null", b"{}", b'{"v":2}'])
def test_garbage_is_not_read(content: bytes) -> None:
    assert read_statement(Signed(content, FIRST.sign(statements._PURPOSE + content))) is None


def test_a_statement_that_is_too_long_is_not_read() -> None:
    statement = NAMED.newest[ROOT].signed
    content = statement.content + b" " * (MOST_STATEMENT_BYTES - len(statement.content))
    assert read_statement(Signed(content, FIRST.sign(statements._PURPOSE + content))) is not None
    content += b" "
    assert read_statement(Signed(content, FIRST.sign(statements._PURPOSE + content))) is None


def test_a_statement_with_the_largest_certificates_can_be_written() -> None:
    deputies = tuple(Deputy(bytes([number]) * MOST_BYTES, bytes(NAMING_BYTES)) for number in range(MOST_DEPUTIES))
    path = HostPath(FIRST.id, (*deputies, *deputies[:-1], Deputy(SECOND.certificate, bytes(NAMING_BYTES))))
    path = HostPath(FIRST.id, (*path.successors[: MOST_CHANGES - 1], path.successors[-1]))
    known = Statements(EVENT, FIRST.id, {ROOT: NAMED.newest[ROOT]})
    made = made_statement(known, path, SECOND, [each.certificate for each in deputies], namings())
    assert len(made.signed.content) <= MOST_STATEMENT_BYTES


def test_only_the_last_of_a_path_signs_for_it() -> None:
    statement = TAKEN.newest[TAKEN.host]
    assert read_statement(changed(statement, SECOND)) is not None
    for key in (FIRST, THIRD, FOURTH):
        assert read_statement(changed(statement, key)) is None
    content, signature = statement.signed.content, statement.signed.signature
    for forged in (
        Signed(content, SECOND.sign(content)),
        Signed(content, SECOND.sign(b"quatre-vents/end/2\0" + content)),
        Signed(content, b""),
        Signed(content, signature + bytes(200)),
        Signed(content + b" ", signature),
    ):
        assert read_statement(forged) is None


def test_a_statement_of_another_event_or_first_host_is_ignored() -> None:
    other_event = Statements("another", FIRST.id)
    other_host = Statements(EVENT, SECOND.id)
    for other, key in ((other_event, FIRST), (other_host, SECOND)):
        statement = said(other, HostPath(key.id), key, FOURTH)
        assert NAMED.merge([statement]) is NAMED
        assert NAMED.receive([statement.signed]) is NAMED
        assert other.merge(TAKEN.newest.values()) is other
        assert other.receive(TAKEN.signed) is other


def test_what_is_sent_is_received_in_any_order() -> None:
    assert NOBODY.receive(TAKEN.signed) == NOBODY.receive(TAKEN.signed[::-1]) == TAKEN
    assert NOBODY.receive(TAKEN.signed[1:]) is NOBODY
    assert NOBODY.receive(TAKEN.signed).signed == TAKEN.signed


@given(st.sampled_from(places(json.loads(TAKEN.newest[TAKEN.host].signed.content))), VALUES)
def test_any_value_anywhere_is_read_or_ignored(place: tuple[object, ...], value: object) -> None:
    statement = TAKEN.newest[TAKEN.host]
    content = json.dumps(with_change(json.loads(statement.signed.content), place, value)).encode()
    forged = Signed(content, SECOND.sign(statements._PURPOSE + content))
    found = read_statement(forged)
    known = NAMED.receive([forged])
    assert (known is NAMED) == (found is None or found.path != statement.path or found.event != EVENT)


def test_nobody_is_named_beyond_the_limits() -> None:
    with pytest.raises(Refused, match="deputies-too-many"):
        made_statement(NOBODY, ROOT, FIRST, [each.certificate for each in KEYS[1:]], namings())
    known, path = after(NOBODY, ROOT, FIRST, SECOND), ROOT
    for turn in range(MOST_CHANGES):
        key, next_one = (SECOND, FIRST) if turn % 2 == 0 else (FIRST, SECOND)
        path = successor(known, path, key)
        known = after(known, path, key, next_one)
        assert known.host == path
    assert len(known.newest) == 1 + MOST_CHANGES
    with pytest.raises(Refused, match="hosts-too-many"):
        said(known, successor(known, path, SECOND), SECOND)
    assert NOBODY.receive(known.signed) == known
