"""Check-in on players' own phones: the personal link of each player, what it opens, and what it may write.

A link is the number of the player and a signature, made with the key of
:class:`~tournament.ledger.check_in_facts.PhoneCheckInSet` and the number of times that the link of this player was
renewed. Nothing of it is stored, so every desk can print it, and who has no link can make none. It checks in its player
and does nothing else, once.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from tournament.event.player import PlayerState
from tournament.event.problem import Problem, Refused
from tournament.event.settings import web_address_problem
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.check_in_facts import CheckedInByPhone, PhoneCheckInSet
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayersAdded
from tournament.use_cases.changes import By, Remarks
from tournament.use_cases.commands import CheckInByPhone, PhoneCheckInCommand, SetPhoneCheckIn
from tournament.use_cases.draft import Draft
from tournament.use_cases.table_entry import SIGNS, as_written, is_signature, missing_address, signature
from tournament.use_cases.view import View

_TOKEN = re.compile(rf"([1-9][0-9]{{0,3}})-([{SIGNS}]+)")


class PersonalLinkState(Enum):
    """What a personal link opens, or why it opens nothing."""

    OPEN = "open"
    """The player can check in."""
    HERE = "here"
    """The player is checked in."""
    USED = "used"
    """It checked the player in before, and a desk undid that: only a desk checks them in now."""
    LEFT = "left"
    """The player is no longer on the list, or plays no more."""
    REPLACED = "replaced"
    """There is a new link."""
    ENDED = "ended"
    """Players may not check in by phone, or not any more."""


@dataclass(frozen=True, slots=True)
class PersonalLink:
    """The player of a link, and what the link opens."""

    number: int
    state: PersonalLinkState


def phone_of_player(view: View, number: int) -> By:
    """Return who acts on the phone of a player who opened their personal link."""
    player = view.players.get(number)
    author = harmless_line(player.name) if player is not None else f"player {number}"
    return By(author, f"phone of player {number}", player=number)


def link_token(view: View, number: int) -> str:
    """Return the personal link of a player, without the address before it.

    Raise Refused if players may not check in by phone, or if there is no such player.
    """
    allowed = view.state.phone_check_in
    if allowed is None or not allowed.allowed:
        raise Refused(_not_allowed())
    if number not in view.players:
        raise Refused(_unknown(number))
    return _token(view, number, _added(view), _issues(_settings(view), number)[-1])


def link_address(view: View, number: int) -> str:
    """Return the address of the personal link of a player. Raise Refused as :func:`link_token` does."""
    token, allowed = link_token(view, number), view.state.phone_check_in
    assert allowed is not None, "else there is no token"
    return f"{allowed.address}/c/{token}"


def link_tokens(view: View) -> set[str]:
    """Return the personal links of all players, or none if they may not check in by phone."""
    allowed = view.state.phone_check_in
    if allowed is None or not allowed.allowed:
        return set()
    added, settings = _added(view), _settings(view)
    return {_token(view, number, added, _issues(settings, number)[-1]) for number in view.players}


def read_link(view: View, token: str) -> PersonalLink | None:
    """Return the player of the link ``token``, and what it opens; None if it was never a link of this event."""
    found = _TOKEN.fullmatch(as_written(token))
    if found is None:
        return None
    number, added = int(found[1]), _added(view)
    # Only a link that was valid once gets a reason. Any other text is unknown, so that guesses reveal nothing.
    issues = _issues(_settings(view), number)
    valid = [each for each in issues if is_signature(found[2], _signature(view, number, added, each))]
    return PersonalLink(number, _state(view, number, valid[-1])) if valid else None


def _state(view: View, number: int, issue: "_Issue") -> PersonalLinkState:
    now = view.state.phone_check_in
    if now is None or not now.allowed:
        return PersonalLinkState.ENDED
    if issue != _issues(_settings(view), number)[-1]:
        return PersonalLinkState.REPLACED
    if number not in view.players or not _may_come(view, number):
        return PersonalLinkState.LEFT
    if number in view.state.present:
        return PersonalLinkState.HERE
    return PersonalLinkState.USED if (number, issue) in _checked_in(view) else PersonalLinkState.OPEN


def _may_come(view: View, number: int) -> bool:
    return view.status(number).state in (PlayerState.PLAYING, PlayerState.SUBSTITUTE)


_Issue = tuple[bytes, int]
"""What a link is signed with: the key, and how often the link of this player had been renewed."""


def _issues(settings: Iterable[PhoneCheckInSet], number: int) -> tuple[_Issue, ...]:
    """Return what the links of a player were ever signed with, the current one last."""
    times, found = 0, dict[_Issue, None]()
    for fact in settings:
        times += number in fact.renewed
        found.pop((fact.key, times), None)
        found[fact.key, times] = None
    return tuple(found)


def _settings(view: View) -> tuple[PhoneCheckInSet, ...]:
    facts = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    return tuple(fact for fact in facts if isinstance(fact, PhoneCheckInSet))


def _checked_in(view: View) -> frozenset[tuple[int, _Issue]]:
    """Return the players whose links checked them in, with what these were signed with."""
    found, key, times = set[tuple[int, _Issue]](), b"", Counter[int]()
    for entry in view.journal.everything(EVENT_STREAM):
        if isinstance(entry.fact, PhoneCheckInSet):
            key = entry.fact.key
            times.update(entry.fact.renewed)
        elif isinstance(entry.fact, CheckedInByPhone):
            found.add((entry.fact.player, (key, times[entry.fact.player])))
    return frozenset(found)


def _added(view: View) -> dict[int, str]:
    """Return the id of the entry that added each player, also of those who were removed.

    A number that an undo made free can belong to somebody else later, whom no earlier link may check in.
    """
    entries = view.journal.standing(EVENT_STREAM)
    return {number: entry.id for entry in entries if isinstance(entry.fact, PlayersAdded)
            for number in entry.fact.concerned}  # fmt: skip


def _token(view: View, number: int, added: dict[int, str], issue: _Issue) -> str:
    return f"{number}-{_signature(view, number, added, issue)}"


def _signature(view: View, number: int, added: dict[int, str], issue: _Issue) -> str:
    key, times = issue
    renewal = f" {times}" if times else ""
    return signature(key, f"check-in {view.journal[0].id} {added.get(number, '')} {number}{renewal}")


def write_phone_check_in(draft: Draft, command: PhoneCheckInCommand) -> Remarks:
    """Write that a player checked in by phone, or whether players may."""
    match command:
        case SetPhoneCheckIn():
            problem = web_address_problem(command.address) or missing_address(command.address)
            if problem is not None:
                raise Refused(problem)
            if command.renewed and not command.allowed:
                raise Refused(_not_allowed())
            if unknown := [number for number in command.renewed if number not in draft.view.players]:
                raise Refused(*map(_unknown, unknown))
            fact = PhoneCheckInSet(command.allowed, command.address.rstrip("/"), command.key, command.renewed)
            if fact != draft.view.state.phone_check_in:
                draft.add(EVENT_STREAM, fact)
        case CheckInByPhone():
            _check_in(draft, command.number)
        case _:
            assert_never(command)
    return ()


def _check_in(draft: Draft, number: int) -> None:
    view, allowed = draft.view, draft.view.state.phone_check_in
    if allowed is None:
        raise Refused(_not_allowed())
    match _state(view, number, _issues(_settings(view), number)[-1]):
        case PersonalLinkState.OPEN:
            draft.add(EVENT_STREAM, CheckedInByPhone(number))
        case PersonalLinkState.HERE:
            pass  # a second time nothing is written
        case PersonalLinkState.USED:
            text = mark("A desk undid your check-in: please report there.")
            raise Refused(Problem("check-in-used", text, "player"))
        case PersonalLinkState.LEFT:
            text = mark("You are not on the list of those who play: please report at the desk.")
            raise Refused(Problem("check-in-left", text, "player"))
        case PersonalLinkState.ENDED | PersonalLinkState.REPLACED:
            raise Refused(_not_allowed())


def _unknown(number: int) -> Problem:
    return Problem("player-unknown", mark("There is no player {number}.", number=number), "player")


def _not_allowed() -> Problem:
    return Problem("check-in-off", mark("Players may not check in by phone in this event."))
