"""What facts state for their readers, compared with the JSON in which they are written."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.tournament.ledger.test_history_golden import everything
from tournament.event.role import Act, EventRole
from tournament.ledger.codec import encode
from tournament.ledger.entry import Entry
from tournament.ledger.fact import (
    EventReference,
    SheetReference,
    ToEntries,
    ToEntry,
    ToPin,
    ToPlayers,
    ToRow,
    ToSessions,
    ToSigningKey,
    ToTableEntry,
    ToTables,
)

Content = dict[str, Any]
Numbers = Callable[[Content], Iterable[int]]
Expected = EventReference | SheetReference | tuple[str, int]


def own(content: Content) -> list[int]:
    return [content["session"]]


def redrawn(content: Content) -> range:
    return range(content["first"], content["first"] + len(content["sessions"]))


ONE_SESSION = (
    "heads-chained", "session-seated", "fingerprint-signed", "session-published", "session-started", "table-added",
    "table-left-out", "session-closed", "session-reopened", "results-published", "results-withdrawn",
    "evening-opened", "evening-changed", "game-seated", "game-reseated", "game-taken-back", "clock-started",
    "clock-paused", "clock-resumed", "minutes-added", "clock-stopped",
)  # fmt: skip
SESSIONS: dict[str, Numbers] = {
    **dict.fromkeys(ONE_SESSION, own),
    "paper-noted": lambda content: [content["session"]] if content["session"] is not None else [],
    "players-swapped": lambda content: content["sessions"],
    "player-replaced": lambda content: content["sessions"],
    "sessions-cancelled": lambda content: content["sessions"],
    "sessions-added": lambda content: content["restored"],
    "player-state-changed": lambda content: [content["first"]],
    "sessions-redrawn": redrawn,
}
"""By kind: the sessions under which the history finds it; of others none."""
STEPS: dict[str, tuple[str, Numbers]] = {
    "draw-published": ("published", lambda content: range(1, len(content["seating"]["sessions"]) + 1)),
    "sessions-redrawn": ("published", redrawn),
    "players-swapped": ("drawn", lambda content: content["sessions"]),
    "player-replaced": ("drawn", lambda content: content["sessions"]),
    "player-state-changed": ("drawn", lambda content: content["returned"]),
    "sessions-cancelled": ("cancelled", lambda content: content["sessions"]),
    "sessions-added": ("restored", lambda content: content["restored"]),
    "table-added": ("drawn", own),
    "table-left-out": ("drawn", own),
    "session-seated": ("published", own),
    "session-published": ("published", own),
    "evening-opened": ("published", own),
    "session-started": ("playing", own),
    "clock-started": ("playing", own),
    "session-closed": ("closed", own),
    "session-reopened": ("reopened", own),
}
"""By kind: the step that it is, and of which sessions; that of the heads depends on the moment."""
RIGHTS = {
    Act.ATTENDANCE: "attendance-noted checked-in-by-phone lot-drawn",
    Act.GAMES: "game-seated game-reseated game-taken-back",
    Act.HANDS: (
        "hand-recorded totals-typed totals-recorded sheet-closed sheet-confirmed sheet-rejected hand-proposed "
        "proposal-confirmed proposal-dismissed referee-called call-answered table-link-revoked "
        "seat-taken seats-freed"
    ),
    Act.CORRECTIONS: "hand-corrected hand-inserted hand-deleted hand-moved columns-exchanged sheet-moved",
    Act.PENALTIES: "penalty-given",
    Act.PAPERS: "paper-noted",
    Act.PENALTIES_CANCELLED: "penalty-cancelled",
    Act.VERIFIED_SHEETS: "sheet-reopened",
    Act.CLOCK: "clock-started clock-paused clock-resumed clock-stopped",
    Act.SEATS: "players-swapped player-replaced table-added table-left-out",
    Act.PEOPLE: "player-state-changed players-merged",
    Act.SESSIONS: "session-published session-started session-closed fingerprint-signed",
    Act.CLOSED_SESSIONS: "session-reopened",
    Act.EVENINGS: "evening-opened evening-changed",
    Act.TABLE_ENTRY: "table-entry-allowed table-entry-ended",
    Act.HOSTING: "host-taken-over",
    Act.RESULTS: "results-published results-withdrawn",
    Act.PLAYERS: "players-added player-changed player-removed",
    Act.DRAW: "draw-published sessions-redrawn session-seated",
    Act.SETTINGS: "event-created settings-changed logo-changed phone-check-in-set",
    Act.PLAN: "sessions-cancelled sessions-added",
    Act.PINS: "role-pin-set role-pin-removed",
    Act.SIGNING_KEY: "signing-key-set signing-key-removed",
    Act.COPIES: "event-restored",
    None: "undone redone heads-chained event-recovered",
}


@pytest.fixture(scope="module")
def written() -> list[tuple[Entry, Content]]:
    """Every entry with its JSON, decoded by another library."""
    import json

    return [(entry, json.loads(encode(entry.fact))) for entry in everything().view.journal]


def test_the_sessions_under_which_the_history_finds_a_fact(written: list[tuple[Entry, Content]]) -> None:
    for entry, content in written:
        expected = SESSIONS.get(entry.fact.kind, lambda _content: ())(content)
        assert list(entry.fact.in_sessions) == list(expected), entry.fact


def test_the_step_that_a_fact_is_in_the_life_of_sessions(written: list[tuple[Entry, Content]]) -> None:
    for entry, content in written:
        step, sessions = STEPS.get(entry.fact.kind, ("", lambda _content: ()))
        if entry.fact.kind == "heads-chained":
            step, sessions = ("playing" if content["moment"] == "start" else "verified"), own
        found = entry.fact.session_step
        assert (found.value if found is not None else "") == step, entry.fact
        assert list(entry.fact.step_sessions if step else ()) == list(sessions(content)), entry.fact


def test_the_right_that_a_fact_needs(written: list[tuple[Entry, Content]]) -> None:
    rights = {kind: act for act, kinds in RIGHTS.items() for kind in kinds.split()}
    for entry, content in written:
        if entry.fact.kind == "minutes-added":
            assert entry.fact.act is (Act.TABLE_MINUTES if content["tables"] else Act.CLOCK)
        else:
            assert entry.fact.act is rights[entry.fact.kind], entry.fact


def players(*numbers: int) -> ToPlayers:
    return ToPlayers(numbers)


def sessions(content: Content) -> ToSessions:
    return ToSessions((content["session"],))


def tables(content: Content, *numbers: int) -> ToTables:
    return ToTables(content["session"], numbers)


def seated(tables: Iterable[Iterable[int]]) -> ToPlayers:
    return ToPlayers(tuple(number for seats in tables for number in seats))


def of_the_draw(content: Content) -> list[Expected]:
    wishes = content["seating"]["wishes"]
    pairs = [number for one, other, _weight in wishes["pairs"] for number in (one, other)]
    drawn = [seats for tables in content["seating"]["sessions"] for seats in tables]
    return [players(*wishes["reserves"], *pairs), seated(drawn)]


def of_a_new_table(content: Content) -> list[Expected]:
    return [sessions(content), tables(content, *range(1, content["table"])), players(*content["players"])]


def of_a_paper(content: Content) -> list[Expected]:
    place = [tables(content, content["table"])] if content["table"] else []
    return [ToEntries(content["entries"]), *([sessions(content)] if content["session"] is not None else []), *place]


def of_a_row(content: Content) -> list[Expected]:
    return [("row", content["hand"])]


def of_a_proposal(content: Content) -> list[Expected]:
    return [ToEntry(content["proposal"], "hand-proposed", "hand-proposed", same_stream=True)]


REFERENCES: dict[str, Callable[[Content], list[Expected]]] = {
    **dict.fromkeys(ONE_SESSION, lambda content: [sessions(content)]),
    "player-changed": lambda content: [
        players(*(each["number"] for each in (content["player"], *content["others"]))),
    ],
    "player-removed": lambda content: [players(content["number"])],
    "players-merged": lambda content: [players(content["player"]["number"], content["other"])],
    "attendance-noted": lambda content: [players(*content["players"])],
    "checked-in-by-phone": lambda content: [players(content["player"])],
    "hand-proposed": lambda content: [players(*content["players"])],
    "seat-taken": lambda content: [players(*content["players"])],
    "lot-drawn": lambda content: [players(content["player"], *(number for number, _lot in content["others"]))],
    "player-state-changed": lambda content: [players(content["number"]), ToSessions(tuple(content["returned"]))],
    "players-swapped": lambda content: [
        players(content["one"], content["other"]),
        ToSessions(tuple(content["sessions"])),
    ],
    "player-replaced": lambda content: [players(content["number"]), ToSessions(tuple(content["sessions"]))],
    "draw-published": of_the_draw,
    "sessions-redrawn": lambda content: [
        ToSessions(tuple(redrawn(content))),
        seated(seats for tables in content["sessions"] for seats in tables),
    ],
    "session-seated": lambda content: [sessions(content), seated(content["tables"])],
    "table-added": of_a_new_table,
    "table-left-out": lambda content: [sessions(content), tables(content, content["table"])],
    "game-seated": of_a_new_table,
    "game-reseated": lambda content: [tables(content, content["table"]), players(*content["players"])],
    "game-taken-back": lambda content: [tables(content, content["table"])],
    "session-started": lambda content: [sessions(content), players(*content["absent"])],
    "sessions-cancelled": lambda content: [ToSessions(tuple(content["sessions"]))],
    "sessions-added": lambda content: [ToSessions(tuple(content["restored"]))],
    "session-closed": lambda content: [sessions(content), tables(content, *content["not_verified"])],
    "minutes-added": lambda content: [sessions(content), tables(content, *content["tables"])],
    "evening-opened": lambda content: [ToSessions((content["session"] - 1,))],
    "fingerprint-signed": lambda content: [sessions(content), ToEntries(content["entries"])],
    "event-recovered": lambda content: [ToEntries(content["kept"])],
    "host-taken-over": lambda content: [ToEntries(content["entries"])],
    "paper-noted": of_a_paper,
    "role-pin-removed": lambda content: [ToPin(EventRole(content["role"]))],
    "signing-key-removed": lambda _content: [ToSigningKey()],
    "table-entry-ended": lambda _content: [ToTableEntry()],
    "sheet-moved": lambda content: [ToTables(content["to_session"], (content["to_table"],))],
    "hand-corrected": of_a_row,
    "hand-deleted": of_a_row,
    "hand-moved": of_a_row,
    "penalty-cancelled": lambda content: [ToEntry(content["entry"], "penalty-given", "penalty")],
    "proposal-confirmed": of_a_proposal,
    "proposal-dismissed": of_a_proposal,
    "call-answered": lambda content: [ToEntry(content["call"], "referee-called", "referee-called", same_stream=True)],
}
"""By kind: what it refers to, of a row its number alone; others refer to nothing."""


def test_what_a_fact_refers_to(written: list[tuple[Entry, Content]]) -> None:
    for entry, content in written:
        found = [("row", each.hand) if isinstance(each, ToRow) else each for each in entry.fact.refers_to]
        assert found == REFERENCES.get(entry.fact.kind, lambda _content: [])(content), entry.fact
