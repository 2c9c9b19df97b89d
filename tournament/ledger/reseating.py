"""Changes to a published draw in words."""

from collections.abc import Callable, Sequence
from typing import assert_never

from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.ledger import facts


def reseating_values(fact: facts.SeatingFact, name: Callable[[int], str]) -> tuple[Text, Text]:
    """What was and what is after ``fact``; ``name`` names a player by his number."""
    nothing = verbatim("")
    match fact:
        case facts.PlayersSwapped():
            return nothing, mark(
                "{one} and {other}, {sessions}", one=name(fact.one), other=name(fact.other), sessions=_in(fact.sessions)
            )
        case facts.PlayerReplaced():
            return verbatim(name(fact.number)), _with_leaving(_replaced(fact), fact, name)
        case facts.SessionsRedrawn():
            sessions = range(fact.first, fact.first + len(fact.sessions))
            return nothing, mark("{sessions}, seed {seed}", sessions=_in(sessions), seed=fact.seed)
        case facts.SessionSeated():
            return nothing, mark("{sessions}, {way}", sessions=_in((fact.session,)), way=_way_text(fact))
        case facts.TableAdded():
            return nothing, listed(map(name, fact.players))
        case facts.TableLeftOut():
            return nothing, nothing
        case _:
            assert_never(fact)


def people_values(fact: facts.PeopleFact, name: Callable[[int], str]) -> tuple[Text, Text]:
    """What was and what is after ``fact``; ``name`` names a player by his number."""
    match fact:
        case facts.PlayerStateChanged():
            text = mark(
                "{player}: {state}, from session {session} on",
                player=name(fact.number),
                state=fact.state.label,
                session=fact.first,
            )
            if fact.returned:
                text = mark("{change}; back in their own seat: {sessions}", change=text, sessions=_in(fact.returned))
            return verbatim(""), text
        case facts.PlayersMerged():
            gone = mark("{number} {player}", number=fact.other, player=name(fact.other))
            return gone, mark("{number} {player}", number=fact.player.number, player=fact.player.name)
        case _:
            assert_never(fact)


def _replaced(fact: facts.PlayerReplaced) -> Text:
    """Who comes, in which sessions, and as a substitute why."""
    values = {"player": fact.by.name, "sessions": _in(fact.sessions)}
    if fact.case is None:
        return mark("{player}, {sessions}", **values)
    return mark("substitute {player}, {sessions}: {case}", case=fact.case.shown.label, **values)


def _with_leaving(text: Text, fact: facts.PlayerReplaced, name: Callable[[int], str]) -> Text:
    """``text``, and what who left is from then on."""
    said = fact.leaving
    if said is None:
        return text
    return mark(
        "{change}; {player} is {state} from session {session} on",
        change=text,
        player=name(fact.number),
        state=said.state.label,
        session=said.first,
    )


def _way_text(fact: facts.SessionSeated) -> Text:
    """How a session was seated by the standings: “Swiss”, “final of 8, points carried over”."""
    if fact.final is None:
        return mark("straight tables") if fact.way == "straight" else mark("nearest in rank who have not met")
    size = len(fact.final.players)
    if fact.final.carried:
        return mark("final of {size}, points carried over", size=size)
    return mark("final of {size}, all start from zero", size=size)


def _in(sessions: Sequence[int]) -> Text:
    """“session 3”, “sessions 3–6”, “2 sessions”."""
    if not sessions:
        return mark_count("{count} session", "{count} sessions", 0)
    first, last = min(sessions), max(sessions)
    if first == last:
        return mark("session {session}", session=first)
    if len(sessions) == last - first + 1:
        return mark("sessions {first}–{last}", first=first, last=last)
    return mark_count("{count} session", "{count} sessions", len(sessions))
