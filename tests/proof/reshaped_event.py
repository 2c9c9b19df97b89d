"""An event in which sessions were cancelled, and the same event had it been planned without them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from reports.catalogue import Report, ReportOptions, build, offered_reports
from reports.event_json import DERIVED, event_members
from reports.frames import COLUMNS, event_frames
from tests.public_surfaces import NOW, OVERLAY, public_surfaces
from tests.reports.plain import plain
from tests.tournament.use_cases.rechaining import rechained
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.entry import Entry, Record, is_phones_stream, phones_stream, table_of, table_stream
from tournament.ledger.facts import Redone, SessionsAdded, Undone
from tournament.ledger.journal import Journal
from tournament.use_cases import View
from tournament.use_cases.prizes import prize_list, prizes_remarks
from tournament.use_cases.progress import checklist, is_finished, next_step, overview
from tournament.use_cases.results_state import event_is_over, results_state

Content = dict[str, Any]

_OF_THE_JOURNAL = {
    "sessions-cancelled",
    "sessions-added",
    "paper-noted",
    "fingerprint-signed",
    "host-taken-over",
}
"""Kinds of entries that do not concern play, or that name entries by position or hash."""
_JOURNALS = ("journal", "event")
"""Reports and frames that list the entries."""


class NotPlannable(Exception):
    """What was entered has no counterpart in an event without the cancelled sessions."""


def planned_so(view: View) -> View:
    """The event of ``view`` as it would be had its cancelled sessions never been planned.

    Its sessions are numbered from 1, without gaps. Raise NotPlannable if there is no such event: a sheet was moved
    between a cancelled session and another, a session that was never planned has a time, a session was added or
    restored and not drawn, a cut or a player came with a cancelled session, or somebody was disqualified in the last
    session, and that was cancelled.
    """
    planned = view.full_state.settings
    added = any(isinstance(entry.fact, SessionsAdded) for entry in view.journal)
    if added and not all(view.sheets(session) for session in view.drawn_sessions):
        raise NotPlannable("sessions-added")
    if any(time.session > planned.sessions for time in planned.timetable.sessions):
        raise NotPlannable("settings-changed")
    if any(first > view.sessions for first in view.state.joined.values()):
        raise NotPlannable("players-added")
    return View(Journal(decode(record) for record in rechained(list(_mapped_records(view)))))


def new_numbers(view: View) -> dict[int, int]:
    """The number of each session that is left in the event planned without the others."""
    return {session: number for number, session in enumerate(view.session_numbers, start=1)}


def _mapped_records(view: View) -> Iterator[Record]:
    numbers, moved, kept = new_numbers(view), dict[str, str](), set[str]()
    for entry in view.journal:
        record, place, fact = entry.record, table_of(entry.stream), entry.fact
        if record.kind in _OF_THE_JOURNAL or (isinstance(fact, Undone | Redone) and fact.entry not in kept):
            continue
        if place is not None and place[0] not in numbers:
            if record.kind == "sheet-moved" and json.loads(record.content)["to_session"] in numbers:
                raise NotPlannable(record.kind)
            continue
        stream = record.stream
        if place is not None:
            named = phones_stream if is_phones_stream(stream) else table_stream
            stream = moved[stream] = named(numbers[place[0]], place[1])
        content = _mapped_content(record.kind, json.loads(record.content), numbers)
        if content is not None:
            kept.add(entry.id)
            for head in content.get("heads", ()):
                head["stream"] = moved.get(head["stream"], head["stream"])
            yield _with(entry, stream, content)


def _with(entry: Entry, stream: str, content: Content) -> Record:
    return structs.replace(entry.record, stream=stream, content=json.dumps(content, separators=(",", ":")))


def _mapped_content(kind: str, content: Content, numbers: Mapping[int, int]) -> Content | None:
    """``content`` with the sessions numbered by ``numbers``; None if it concerns only sessions that are not there."""
    if kind in _MAPPED:
        return _MAPPED[kind](content, numbers)
    if "session" not in content:
        return content
    return content | {"session": numbers[content["session"]]} if content["session"] in numbers else None


def _settings(content: Content, numbers: Mapping[int, int]) -> Content:
    settings = content["settings"]
    times = settings.get("timetable", {}).get("sessions", [])
    kept = [time | {"session": numbers[time["session"]]} for time in times if time["session"] in numbers]
    return content | {"settings": settings | {"sessions": len(numbers), "timetable": {"sessions": kept}}}


def _draw(content: Content, numbers: Mapping[int, int]) -> Content:
    seating = content["seating"]
    sessions, out = (_kept(seating.get(each, []), 1, numbers) for each in ("sessions", "sit_out"))
    sessions += [[]] * (len(numbers) - len(sessions))  # added later, and seated by the standings
    return content | {"seating": seating | {"sessions": sessions} | ({"sit_out": out} if "sit_out" in seating else {})}


def _redraw(content: Content, numbers: Mapping[int, int]) -> Content | None:
    sessions = _kept(content["sessions"], content["first"], numbers)
    if not sessions:
        return None
    out = {"sit_out": _kept(content["sit_out"], content["first"], numbers)} if "sit_out" in content else {}
    return content | {"first": _next(content["first"], numbers), "sessions": sessions} | out


def _swap(content: Content, numbers: Mapping[int, int]) -> Content | None:
    kept = [numbers[session] for session in content["sessions"] if session in numbers]
    return content | {"sessions": kept} if kept else None


def _replacement(content: Content, numbers: Mapping[int, int]) -> Content:
    found = _swap(content, numbers)
    if found is None:
        raise NotPlannable("player-replaced")
    leaving = content.get("leaving")
    return found if leaving is None else found | {"leaving": leaving | {"first": _next(leaving["first"], numbers)}}


def _state_of_a_player(content: Content, numbers: Mapping[int, int]) -> Content | None:
    first = _next(content.get("first", 1), numbers)
    if first > len(numbers) and content["state"] in ("disqualified", "substitute"):
        raise NotPlannable("player-state-changed")
    if first > len(numbers) and content["state"] == "withdrawn":
        return None
    returned = [numbers[session] for session in content.get("returned", ()) if session in numbers]
    return content | {"first": first, "returned": returned}


def _new_players(content: Content, numbers: Mapping[int, int]) -> Content:
    first = _next(content.get("first", 1), numbers)
    if first > len(numbers):
        raise NotPlannable("players-added")
    return content | {"first": first}


def _publication(content: Content, numbers: Mapping[int, int]) -> Content | None:
    if content["session"] in numbers:
        return content | {"session": numbers[content["session"]]}
    before = [number for session, number in numbers.items() if session < content["session"]]
    return {"session": max(before)} if before else None


def _moved_sheet(content: Content, numbers: Mapping[int, int]) -> Content:
    if content["to_session"] not in numbers:
        raise NotPlannable("sheet-moved")
    return content | {"to_session": numbers[content["to_session"]]}


def _seats_by_ranking(content: Content, numbers: Mapping[int, int]) -> Content | None:
    final = content.get("final")
    if content["session"] not in numbers:
        if final is not None:
            raise NotPlannable("session-seated")
        return None
    mapped = content | {"session": numbers[content["session"]]}
    return mapped if final is None else mapped | {"final": final | {"session": numbers[final["session"]]}}


_MAPPED: Mapping[str, Callable[[Content, Mapping[int, int]], Content | None]] = {
    "event-created": _settings,
    "settings-changed": _settings,
    "draw-published": _draw,
    "sessions-redrawn": _redraw,
    "players-swapped": _swap,
    "player-replaced": _replacement,
    "player-state-changed": _state_of_a_player,
    "players-added": _new_players,
    "results-published": _publication,
    "sheet-moved": _moved_sheet,
    "session-seated": _seats_by_ranking,
}
"""By kind of entry, where more than the number of one session is in it."""


def _kept(sessions: Sequence[Any], first: int, numbers: Mapping[int, int]) -> list[Any]:
    return [tables for session, tables in enumerate(sessions, start=first) if session in numbers]


def _next(session: int, numbers: Mapping[int, int]) -> int:
    """The number of ``session``, or of the next one that is left; after the last, what would follow it."""
    return next((number for old, number in numbers.items() if old >= session), len(numbers) + 1)


def everything_shown(view: View, *, slow: bool = False) -> dict[str, str]:
    """Everything that ``view`` shows to anybody except the journal, as text by the name of the place."""
    found = public_surfaces(view, slow=slow)
    del found["what phones are told"]  # the hash of the last public entry
    for surface in (_desk_reports, _frames, _members, _state):
        found |= dict(surface(view))
    return found


def _desk_reports(view: View) -> Iterator[tuple[str, str]]:
    for report in offered_reports(view.rules, view.settings.format, money=view.settings.counts_money):
        if report.name in _JOURNALS:
            continue
        for session in (None, *view.drawn_sessions) if report.by_session else (None,):
            yield f"{report.name} at the desk {session or ''}", _report_text(report, view, session)


def _report_text(report: Report, view: View, session: int | None) -> str:
    try:
        document = build(report, view, ReportOptions(printed=NOW, session=session))
        if report.name == "workbook":  # its last sheet is the journal
            document = replace(document, sections=document.sections[:-1])
        text = plain(replace(document, fingerprint=""), ENGLISH)
    except Refused as refused:
        return "refused: " + "; ".join(ENGLISH.render(each.text) for each in refused.problems)
    beside = (document.certificates, document.badges, document.signs, document.charts)
    details = " · ".join(map(ENGLISH.render, document.details))
    return f"{text}{details} {document.final} {beside!r} {document.exact!r}"


def _frames(view: View) -> Iterator[tuple[str, str]]:
    frames = event_frames(view)
    for name in COLUMNS:
        if name not in _JOURNALS:
            yield f"frame {name}", getattr(frames, name).to_csv()


def _members(view: View) -> Iterator[tuple[str, str]]:
    members = event_members(view)
    for name in DERIVED:
        yield f"member {name} of the event as JSON", json.dumps(members[name], indent=0, default=str)


def _state(view: View) -> Iterator[tuple[str, str]]:
    """What the window and the command line say of the event as a whole."""
    numbers = view.session_numbers
    state = results_state(view)
    yield "how final results are", ENGLISH.render(state.text or "") + repr(event_is_over(view))
    yield (
        "what is open",
        "\n".join(f"{ENGLISH.render(each.title)}: {ENGLISH.render(each.line)}" for each in checklist(view)),
    )
    yield "the next step", repr((next_step(view), is_finished(view)))
    yield "who gets prizes", repr(prize_list(view, None))
    yield "what is said of prizes", "\n".join(ENGLISH.render(each.text) for each in prizes_remarks(view))
    yield "the sessions", repr([replace(each, decided=None) for each in overview(view) if each.session in numbers])
    yield "people", repr([view.status(number) for number in view.players])


def differences(reshaped: View, planned: View, *, slow: bool = False) -> Iterator[str]:
    """Where ``reshaped`` shows something else than the same event ``planned`` so."""
    numbers = {number: session for session, number in new_numbers(reshaped).items()}
    here = everything_shown(reshaped, slow=slow)
    there = {_renamed(name, numbers): text for name, text in everything_shown(planned, slow=slow).items()}
    for name in sorted(here.keys() ^ there.keys()):
        yield f"{name}: only in the event {'reshaped' if name in here else 'planned so'}"
    for name in sorted(here.keys() & there.keys()):
        found = _first_difference(here[name], there[name], numbers)
        if found:
            yield f"{name}: {found}"


_SESSION_IN_NAME = re.compile(r"(?<=/session/)\d+$|(?<=[a-z] )\d+$")
_OPAQUE = re.compile(r'data-(version|hand)="\d+"')
"""What a page compares with what it had, and nobody reads."""
_LIST_OF_SESSIONS = re.compile(r"(?<=session )\d+(?= on)|(?<=session[ =])\d+|(?<=sessions )\d[\d–, ]*", re.IGNORECASE)
"""Sessions in words: “3”, “1–3, 5”, or the one from which on something is so."""
_NUMBERS = re.compile(r"(\d+)")


def _renamed(name: str, sessions: Mapping[int, int]) -> str:
    """The name of a surface of the event planned so, with the number that its session has in the other event."""
    if name.startswith(OVERLAY):
        return name
    return _SESSION_IN_NAME.sub(lambda found: str(sessions.get(int(found[0]), found[0])), name)


def _first_difference(here: str, planned: str, sessions: Mapping[int, int]) -> str:
    """The first place where two texts differ otherwise than by the numbers of their sessions; empty if nowhere."""
    known = {session: session for session in sessions.values()}
    one, other = _pieces(here, known), _pieces(planned, sessions)
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left == right if place % 2 == 0 else _same_number(left, right, one[place - 1], one[place + 1], sessions):
            continue
        return f"{_around(one, place)!r} for {_around(other, place)!r}"
    return "" if len(one) == len(other) else f"{len(one)} pieces for {len(other)}"


def _pieces(text: str, sessions: Mapping[int, int]) -> list[str]:
    """Words and numbers in turn, with lists of sessions one by one by the numbers of ``sessions``."""
    return _NUMBERS.split(_LIST_OF_SESSIONS.sub(lambda found: _one_by_one(found, sessions), _OPAQUE.sub("", text)))


def _around(pieces: Sequence[str], place: int) -> str:
    return f"{''.join(pieces[max(0, place - 4) : place])[-80:]}»{''.join(pieces[place : place + 4])[:120]}"


def _one_by_one(found: re.Match[str], sessions: Mapping[int, int]) -> str:
    """The sessions that are named, one by one by the numbers of ``sessions``; others keep theirs."""
    if found.string[found.end() :].startswith(" on"):  # from a cancelled session on is from the next one on
        return str(next((name for number, name in sessions.items() if number >= int(found[0])), "after the last"))
    spans = [tuple(map(int, span.split("–"))) for span in re.findall(r"\d+–\d+|\d+", found[0])]
    numbers = [number for span in spans for number in range(span[0], span[-1] + 1)]
    return ", ".join(str(sessions.get(number, number)) for number in numbers) + (" " if found[0].endswith(" ") else "")


def _same_number(left: str, right: str, before: str, after: str, sessions: Mapping[int, int]) -> bool:
    """Whether ``left`` is ``right``, or the session that has the number ``right`` in the event planned so."""
    if left == right:
        return True
    named = before.lower().endswith(("session ", "session=")) or after.startswith(" session")
    return not named and left.isdecimal() and int(left) == sessions.get(int(right), 0)
