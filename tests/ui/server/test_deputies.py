"""Who may take over, as somebody at the host chooses and changes it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from tests.examples.keys import key_of
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.sharing.statements import MOST_DEPUTIES
from ui.joining.key_file import kept_key
from ui.server.admitted import AdmittedDesk
from ui.server.deputies import deputies_of, with_deputy, without_deputy
from ui.server.host_folder import HostFolder
from ui.server.takeover import first_host, new_naming

EVENT = str(uuid4())
NOW = datetime.now(UTC)


def desk(name: str, serves_at: str = "192.168.1.7:8470") -> AdmittedDesk:
    return AdmittedDesk(name, "Ada", None, NOW, NOW, "", key_of(name).certificate, EventRole.ORGANISER, serves_at)


NORTH, SOUTH, WEST = desk("north"), desk("south"), desk("west")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostFolder:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    return HostFolder(EVENT)


@contextmanager
def refused_as(code: str, field: str) -> Iterator[None]:
    with pytest.raises(Refused) as refused:
        yield
    assert [(each.code, each.field) for each in refused.value.problems] == [(code, field)]


def chosen(folder: HostFolder) -> list[str]:
    """The names of the deputies, in order."""
    names = {each.id: each.name for each in (NORTH, SOUTH, WEST)}
    return [names[id] for id in deputies_of(folder, EVENT)]


def test_a_deputy_comes_last_or_before_another_and_only_once(folder: HostFolder) -> None:
    assert chosen(folder) == []
    for each in (NORTH, SOUTH):
        with_deputy(folder, EVENT, each)
    assert chosen(folder) == ["north", "south"]
    with_deputy(folder, EVENT, WEST, before=SOUTH)
    assert chosen(folder) == ["north", "west", "south"]
    with_deputy(folder, EVENT, NORTH)
    assert chosen(folder) == ["west", "south", "north"]
    with_deputy(folder, EVENT, SOUTH, before=WEST)
    assert chosen(folder) == ["south", "west", "north"]


def test_a_deputy_comes_before_none_but_another_deputy(folder: HostFolder) -> None:
    with_deputy(folder, EVENT, NORTH)
    for before in (SOUTH, WEST):
        with refused_as("deputy-unknown", "before"):
            with_deputy(folder, EVENT, WEST, before=before)
    assert chosen(folder) == ["north"]


def test_who_takes_over_no_more_leaves_the_others_in_their_order(folder: HostFolder) -> None:
    for each in (NORTH, SOUTH, WEST):
        with_deputy(folder, EVENT, each)
    without_deputy(folder, EVENT, SOUTH)
    assert chosen(folder) == ["north", "west"]
    with refused_as("deputy-unknown", "no-deputy"):
        without_deputy(folder, EVENT, SOUTH)
    for each in (WEST, NORTH):
        without_deputy(folder, EVENT, each)
    assert folder.deputies() == (), "nobody may take over, which somebody chose"


def test_the_host_itself_and_who_serves_nowhere_are_no_deputies(folder: HostFolder) -> None:
    own = kept_key(folder.path, NOW).key
    for unfit in (desk("north", serves_at=""), replace(SOUTH, certificate=own.certificate)):
        with refused_as("deputy-unfit", "deputy"):
            with_deputy(folder, EVENT, unfit)
    assert folder.deputies() is None


def test_a_host_has_no_more_deputies_than_the_protocol_allows(folder: HostFolder) -> None:
    desks = [desk(f"desk {number}") for number in range(MOST_DEPUTIES + 1)]
    for each in desks[:-1]:
        with_deputy(folder, EVENT, each)
    with pytest.raises(Refused) as refused:
        with_deputy(folder, EVENT, desks[-1])
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("deputies-too-many", "deputy")
    assert ENGLISH.render(problem.text) == "A host has at most 8 deputies; these are 9."
    with_deputy(folder, EVENT, desks[0])
    assert deputies_of(folder, EVENT) == tuple(each.id for each in (*desks[1:-1], desks[0])), (
        "one more place is needless"
    )


def test_without_a_choice_the_deputies_are_those_that_the_host_named_last(folder: HostFolder) -> None:
    own = kept_key(folder.path, NOW).key
    signing = first_host(own, EVENT)
    signing.name_deputies([SOUTH.certificate, NORTH.certificate], new_naming)
    folder.keep_statements(signing.known.signed)
    assert chosen(folder) == ["south", "north"]
    without_deputy(folder, EVENT, SOUTH)
    assert chosen(folder) == ["north"]
    folder.keep_deputies(())
    assert chosen(folder) == []
