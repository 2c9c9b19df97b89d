"""What computers decide from the statements that they know: whom a desk follows, who may take over, who steps back.

People take over, hand over and stay host; computers only follow. Nothing here changes anything: statements that are
made here count once they are merged and sent.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum

from tournament.sharing.statements import (
    MOST_CHANGES,
    HostKey,
    HostPath,
    Statement,
    Statements,
    made_statement,
    signer_of,
)


def followed(known: Statements, path: HostPath | None, answering: Collection[HostPath]) -> HostPath:
    """Return the host that a desk follows from now on; ``path`` is the one that it follows, None before the first.

    ``answering`` are the hosts that answer, by the path that each of them claims. If a host still answers and a
    successor replaced it all the same, the desk stays until people have decided, and that host steps back or names its
    deputies anew. The same computer may be the host of two paths, one after the other.
    """
    host = known.host
    return path if path is not None and path in answering and host.extends(path) else host


def places_to_ask(known: Statements) -> tuple[bytes, ...]:
    """Return the ids of all computers that may know who hosts the event, the likeliest first.

    Desks ask them while their host does not answer. A host asks them before it first writes, and while desks are
    missing, since one of its deputies may have replaced it.
    """
    host = known.host
    deputies = [each.id for path in (host, *known.newest) for each in known.deputies(path)]
    return tuple(dict.fromkeys((host.host, *deputies, *reversed(host.hosts))))


@dataclass(frozen=True, slots=True)
class Side:
    """What one of two hosts has, for the people who choose between them."""

    desks: int
    """Number of desks that are connected to it."""
    entries: int
    """Number of entries since the two parted."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """No better path is known: the host goes on."""


@dataclass(frozen=True, slots=True)
class StepBack:
    """The host stops writing and becomes a desk of another host."""

    host: HostPath


@dataclass(frozen=True, slots=True)
class AskPeople:
    """The host stops writing, its desks wait, and people choose: *Follow* is `StepBack`, *Stay* is `staying`."""

    host: HostPath
    """The host that replaced this one."""
    theirs: Side | None
    """None if it is not known."""
    ours: Side


HostMove = GoOn | StepBack | AskPeople


def host_move(known: Statements, path: HostPath, ours: Side, theirs: Side | None = None) -> HostMove:
    """Return what the host of ``path`` does with what it knows; ``theirs`` is the side of the host that replaced it."""
    host = known.host
    if host == path:
        return GoOn()
    if host.extends(path) and ours.desks > 0:
        return AskPeople(host, theirs, ours)
    return StepBack(host)


class MayTakeOver(Enum):
    """Whether a computer may take over, or why not."""

    YES = "yes"
    HOST_ANSWERS = "host-answers"
    """The host could hand over instead."""
    IS_HOST = "is-host"
    NOT_NAMED = "not-named"
    """The host has not named this computer as a deputy, as far as is known here."""
    TOO_OFTEN = "too-often"
    """The host has changed so often that the event must be shared anew."""


def may_take_over(known: Statements, computer: bytes, *, host_answers: bool) -> MayTakeOver:
    """Return whether the ``computer`` with this id may take over from the host, which answers or does not."""
    host = known.host
    if host.host == computer:
        return MayTakeOver.IS_HOST
    if computer not in {each.id for each in known.deputies(host)}:
        return MayTakeOver.NOT_NAMED
    if len(host.successors) == MOST_CHANGES:
        return MayTakeOver.TOO_OFTEN
    return MayTakeOver.HOST_ANSWERS if host_answers else MayTakeOver.YES


def is_probably_cut_off(desks: int, answering: int) -> bool:
    """Return whether a deputy that gathers is probably cut off: at most half of the ``desks`` answer.

    Both numbers include the deputy itself, so that of two halves of a network at most one is not warned.
    """
    return 2 * answering <= desks


def taking_over(known: Statements, key: HostKey, naming: Callable[[], bytes]) -> Statement:
    """Return the first statement of the deputy with ``key``, which makes it the host.

    It names the other deputies in their order, then the host that it replaces. Raise Refused if the host has changed
    too often.
    """
    host = known.host
    deputies = known.deputies(host)
    (own,) = (each for each in deputies if each.id == key.id)
    others = [each.certificate for each in deputies if each is not own]
    replaced = signer_of(known.newest[host].certificate, host)
    return made_statement(known, host.followed_by(own), key, [*others, replaced], naming)


def handing_over(
    known: Statements, path: HostPath, key: HostKey, deputy: bytes, naming: Callable[[], bytes]
) -> Statement:
    """Return the statement with which the host of ``path`` hands over to the deputy with the id ``deputy``.

    It names that deputy first, so that no other comes before it. Then the host stops writing, and the deputy takes
    over.
    """
    (chosen,) = (each for each in known.deputies(path) if each.id == deputy)
    others = [each for each in known.deputies(path) if each is not chosen]
    return made_statement(known, path, key, [each.certificate for each in (chosen, *others)], naming)


def staying(known: Statements, path: HostPath, key: HostKey, naming: Callable[[], bytes]) -> Statement:
    """Return the statement with which the host of ``path`` stays although another replaced it.

    It names the same deputies anew, which ends all that followed from the earlier namings.
    """
    deputies = [each.certificate for each in known.deputies(path)]
    return made_statement(known, path, key, deputies, naming, afresh=True)
