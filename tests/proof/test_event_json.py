"""The JSON of random events is the same journal again, or refused."""

import json
from collections.abc import Callable
from functools import cache

import pytest

from reports.event_json import event_lines, read_entries
from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.use_cases import Book

SEEDS = (70, 74, 75, 77, 81)
"""A club evening among them, and four systems of rules."""


@cache
def event_of(seed: int) -> RandomEvent:
    event = RandomEvent(seed, FakeStore(), players=8)
    event.play(20)
    return event


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_event_comes_back_with_its_fingerprint(seed: int) -> None:
    view = event_of(seed).book.view
    store = FakeStore()
    store.append(read_entries("".join(event_lines(view))))
    assert Book(store).view.fingerprint == view.fingerprint


def _another_checksum(text: str) -> str:
    members = json.loads(text)
    return json.dumps({**members, "checksum": "sha256:" + "0" * 64})


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _newer(text: str) -> str:
    members = json.loads(text)
    return json.dumps({**members, "version": members["version"] + 1})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_another_checksum, "event-json-checksum"),
        (_cut, "event-json-unreadable"),
        (_newer, "event-json-version"),
    ],
)
def test_a_changed_one_is_refused_with_why(change: Callable[[str], str], code: str) -> None:
    for seed in SEEDS:
        with pytest.raises(Refused) as refused:
            read_entries(change("".join(event_lines(event_of(seed).book.view))))
        assert [problem.code for problem in refused.value.problems] == [code]
