"""The whole entries that a recovered event cannot have: a list for people, and lines that ``record`` takes.

The list has every one of them. Lines exist for what ``record`` can enter again: hands, penalties, totals, corrections
and signatures, games and substitutes, without what was taken back. The line of an entry has its id, so that no line is
recorded twice.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from pathlib import Path
from typing import NamedTuple

from tournament.event.seating import LETTERS, Seats
from tournament.files.writing import write_new
from tournament.language import Language, Text, listed, mark, mark_count
from tournament.language.harmless import harmless_line
from tournament.ledger import facts
from tournament.ledger.codec import decode
from tournament.ledger.description import outcome_text, penalty_text
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, UnreadableEntry, table_of
from tournament.ledger.journal import Journal
from tournament.ledger.sheet_content import content_of
from tournament.rules.fault import Measure, Receiver
from tournament.rules.payment import Net, Outcome
from tournament.rules.question import QuestionKind
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.recovery import Recovery
from tournament.use_cases.view import View
from ui.json_lines.game import WINNER_NAMES

Line = dict[str, object]


class RescuedFiles(NamedTuple):
    """The files beside a recovered event."""

    list: Path | None = None
    """The list of all entries that the event lacks; None if it lacks none."""
    lines: Path | None = None
    """The lines for ``record``; None if there are none."""
    written: int = 0
    """How many lines there are."""


def write_rescued(recovery: Recovery, damaged: Path, new: Path, language: Language) -> RescuedFiles:
    """Write what the event ``new`` lacks, which was recovered from the file ``damaged``, to files beside it.

    Raise OSError if they cannot be written.
    """
    if not recovery.left_out and not recovery.damaged:
        return RescuedFiles()
    view = View(Journal(decode(record) for record in recovery.records))
    words = "\n".join(_list_lines(view, recovery, damaged.name, new.name, language.render))
    lines = [json.dumps(line, ensure_ascii=False) for line in rescued_lines(view, recovery.left_out)]
    name = _free_name(new)
    list_path = new.with_name(f"{name}.txt")
    write_new(list_path, (words + "\n").encode())
    if not lines:
        return RescuedFiles(list_path)
    lines_path = new.with_name(f"{name}.jsonl")
    write_new(lines_path, ("\n".join(lines) + "\n").encode())
    return RescuedFiles(list_path, lines_path, len(lines))


def _free_name(new: Path) -> str:
    """Return a name beside ``new`` that no file has, without its ending."""
    names = (f"{new.stem}.rescued{f' {number}' if number > 1 else ''}" for number in count(1))
    return next(
        name for name in names if not any(new.with_name(f"{name}{each}").exists() for each in (".txt", ".jsonl"))
    )


# The list.


Render = Callable[[Text | str], str]
"""Returns a text in the language of the list."""


def _list_lines(view: View, recovery: Recovery, damaged: str, new: str, render: Render) -> Iterator[str]:
    """Yield the lines of the list: numbers, what is missing, then every entry by the place that it is about."""
    yield render(mark("Recovered from {damaged} into {new}", damaged=damaged, new=new))
    yield render(rescued_text(recovery))
    yield ""
    yield from map(render, recovery.missing)
    for stream, records in groupby(sorted(recovery.left_out, key=_by_place), key=lambda record: record.stream):
        yield ""
        yield from map(render, _place_texts(view, stream, recovery.left_out))
        for record in records:
            time, author = record.time[:16].replace("T", " "), harmless_line(record.author)
            yield f"{record.position} · {time} · {author} · {_words_of(view, record, render)}"
    if recovery.damaged:
        yield ""
        yield render(mark("Damaged entries, as far as they can be read; nothing proves what they say:"))
        for record in recovery.damaged:
            yield f"{record.position} · {harmless_line(record.kind)} · {harmless_line(record.content)}"


def rescued_text(recovery: Recovery) -> Text:
    """How many entries are whole, how many of them are in the event, and how many in the list."""
    return mark(
        "Whole entries: {intact}. In the event: {kept}. In the list: {listed}.",
        intact=recovery.intact,
        kept=recovery.kept,
        listed=len(recovery.left_out),
    )


def _by_place(record: Record) -> tuple[bool, str, int]:
    return record.stream != EVENT_STREAM, record.stream, record.position


def _place_texts(view: View, stream: str, left_out: Sequence[Record]) -> Iterator[Text | str]:
    """Yield which table the next entries are about, and who sat there."""
    place = _place(stream)
    if place is None:
        yield mark("The event")
        return
    yield mark("Session {session}, table {table}", session=place[0], table=place[1])
    seats = view.full_state.seating.seats(*place) if view.full_state.seating is not None else None
    seats = seats or _seats_stated(place, left_out)
    if seats is None:
        yield mark("Seats: not known")
        return
    players = (f"{letter} {_name(view, number)}" for letter, number in zip(LETTERS, seats, strict=True))
    yield mark("Seats: {players}", players=listed(players))


def _seats_stated(place: tuple[int, int], left_out: Iterable[Record]) -> Seats | None:
    """The seats that phones stated at the table ``place``; None if none did."""
    for entry in _readable(left_out):
        if isinstance(entry.fact, facts.SeatTaken | facts.HandProposed) and table_of(entry.stream) == place:
            return entry.fact.players
    return None


def _name(view: View, number: int) -> str:
    player = view.players.get(number)
    return f"{number} {player.name}" if player is not None else str(number)


def _words_of(view: View, record: Record, render: Render) -> str:
    """What an entry says, in words where there are words for it, else as it is written."""
    try:
        fact = decode(record).fact
    except UnreadableEntry:
        return f"{harmless_line(record.kind)} · {harmless_line(record.content)}"
    hand, said = getattr(fact, "hand", None), _said(view, fact)
    what = fact.what if hand is None else mark("{what}: hand {hand}", what=fact.what, hand=hand)
    words = [render(what), harmless_line(record.content) if said is None else render(said)]
    return " · ".join(filter(None, (*words, *map(harmless_line, fact.reasons))))


def _said(view: View, fact: facts.Fact) -> Text | None:
    """The content of ``fact`` in words; None if there are none without the entries before it."""
    match fact:
        case facts.HandRecorded() | facts.HandCorrected() | facts.HandInserted() | facts.HandProposed():
            return outcome_text(fact.outcome, rules=view.rules)
        case facts.PenaltyGiven():
            return penalty_text(fact)
        case facts.TotalsTyped() | facts.TotalsRecorded():
            return listed(f"{letter} {total}" for letter, total in zip(LETTERS, fact.totals, strict=True))
        case _:
            text = getattr(fact, "log_text", None)
            return text(lambda number: _name(view, number)) if text is not None else None


# The lines.


def rescued_lines(view: View, left_out: Sequence[Record]) -> Iterator[Line]:
    """Yield the lines that enter what the entries ``left_out`` of the recovered event ``view`` say."""
    entries = [entry for entry in _readable(left_out) if entry.id not in _taken_back(left_out)]
    broken = _broken_streams(left_out)
    rows = {stream: set(_rows(view, stream)) for stream in {entry.stream for entry in entries}}
    signed: set[str] = set()
    for entry in entries:
        members = _members(view, entry, rows[entry.stream], broken=entry.stream in broken)
        if members is None or (isinstance(entry.fact, _AFTER_SIGNATURE) and entry.stream not in signed):
            continue
        if isinstance(entry.fact, facts.SheetClosed):
            signed.add(entry.stream)
        if isinstance(entry.fact, facts.HandRecorded | facts.HandCorrected):
            rows[entry.stream].add(entry.fact.hand)
        place = _place(entry.stream)
        where = {} if place is None else {"session": place[0], "table": place[1]}
        yield {"type": members.pop("type"), "id": entry.id, **where, **members}


_AFTER_SIGNATURE = (facts.SheetReopened, facts.SheetConfirmed, facts.SheetRejected)


def _readable(records: Iterable[Record]) -> Iterator[Entry]:
    for record in records:
        try:
            yield decode(record)
        except UnreadableEntry:
            continue


def _taken_back(left_out: Sequence[Record]) -> set[str]:
    """The ids of entries that do not count: they were undone, or are penalties that were cancelled."""
    gone: set[str] = set()
    for entry in _readable(left_out):
        if isinstance(entry.fact, facts.Undone | facts.PenaltyCancelled):
            gone.add(entry.fact.entry)
        elif isinstance(entry.fact, facts.Redone):
            gone.discard(entry.fact.entry)
    return gone


def _broken_streams(left_out: Sequence[Record]) -> set[str]:
    """The streams of which entries are missing, as the numbers of the others show."""
    numbers: dict[str, list[int]] = {}
    for record in left_out:
        numbers.setdefault(record.stream, []).append(record.number)
    return {stream for stream, found in numbers.items() if max(found) - min(found) + 1 != len(found) or min(found) > 1}


def _rows(view: View, stream: str) -> Iterable[int]:
    return content_of(view.journal.standing(stream)).rows


def _place(stream: str) -> tuple[int, int] | None:
    try:
        return table_of(stream)
    except ValueError:
        return None


def _members(view: View, entry: Entry, rows: set[int], *, broken: bool) -> Line | None:
    """The members of the line for ``entry``, without its place; None if no line is to enter it.

    ``rows`` are the hands of its sheet that are recorded by then. Of a ``broken`` sheet, of which entries are missing,
    only what does not depend on those is entered.
    """
    fact, rules = entry.fact, view.rules
    match fact:
        case facts.HandRecorded():
            return {"type": "hand", "hand": fact.hand, **outcome_members(fact.outcome, rules), **_tiles(fact)}
        case facts.HandCorrected() if fact.hand not in rows:
            return {"type": "hand", "hand": fact.hand, **outcome_members(fact.outcome, rules), **_tiles(fact)}
        case facts.HandCorrected() | facts.HandInserted():
            kind = "correct" if isinstance(fact, facts.HandCorrected) else "insert"
            outcome = outcome_members(fact.outcome, rules)
            return {"type": kind, "hand": fact.hand, **outcome, **_tiles(fact), "reason": fact.reason}
        case facts.PenaltyGiven():
            return {"type": "penalty", **_penalty(fact, rules)}
        case facts.PenaltyCancelled() if view.journal.find(fact.entry) is not None:
            return {"type": "cancel_penalty", "entry": fact.entry, "reason": fact.reason}
        case facts.TotalsRecorded():
            return {"type": "totals", "totals": _by_letter(fact.totals)} | _given(
                accept_difference=fact.accept_difference
            )
        case _:
            return _event_members(fact) if broken else _sheet_members(fact) or _event_members(fact)


def _sheet_members(fact: facts.Fact) -> Line | None:
    """The members of a line that depends on all earlier entries of its sheet; None if no line is to enter ``fact``."""
    match fact:
        case facts.SheetClosed():
            totals = fact.totals
            a, b, c, d = totals or (None, None, None, None)
            known = {} if a is None or b is None or c is None or d is None else {"totals": _by_letter((a, b, c, d))}
            return {"type": "close", **known} | _given(accept_difference=fact.accept_difference)
        case facts.SheetReopened():
            return {"type": "reopen", "reason": fact.reason}
        case facts.SheetConfirmed() | facts.SheetRejected():
            kind = "confirm" if isinstance(fact, facts.SheetConfirmed) else "reject"
            reason = fact.reason if isinstance(fact, facts.SheetRejected) else ""
            return {"type": kind, **_reading(fact.reading)} | _given(reader=fact.reader, reason=reason)
        case facts.HandDeleted():
            return {"type": "delete", "hand": fact.hand, "reason": fact.reason}
        case facts.HandMoved():
            return {"type": "move", "hand": fact.hand, "to": fact.to, "reason": fact.reason}
        case facts.ColumnsExchanged():
            players = [LETTERS[fact.one], LETTERS[fact.other]]
            hands = {} if fact.hands is None else {"hands": list(fact.hands)}
            return {"type": "exchange", "players": players, **hands, "reason": fact.reason}
        case facts.SheetMoved():
            to = {"to_session": fact.to_session, "to_table": fact.to_table}
            return {"type": "move_sheet", **to, "reason": fact.reason}
        case _:
            return None


def _event_members(fact: facts.Fact) -> Line | None:
    """The members of a line about the event as a whole; None if no line is to enter ``fact``."""
    match fact:
        case facts.EveningOpened() | facts.EveningChanged():
            day = fact.day.isoformat() if fact.day is not None else None
            if isinstance(fact, facts.EveningOpened):
                return {"type": "evening", "date": day, "place": fact.place}
            return {"type": "change_evening", "session": fact.session, "date": day, "place": fact.place}
        case facts.GameSeated() | facts.GameReseated():
            game = {"session": fact.session, "table": fact.table, "players": list(fact.players)}
            named = game | _given(table_name=fact.table_name)
            if isinstance(fact, facts.GameSeated):
                return {"type": "game", **named}
            return {"type": "change_game", **named} | _given(reason=fact.reason)
        case facts.GameTakenBack():
            return {"type": "take_back_game", "session": fact.session, "table": fact.table}
        case facts.PlayerReplaced() if fact.case is not None:
            first, last = min(fact.sessions), max(fact.sessions)
            until = {"until": last} if last > first else {}
            who = {"player": fact.number, "by": fact.by.name, "case": fact.case.value}
            return {"type": "substitute", "session": first, **who, **until}
        case _:
            return None


def _given(**texts: str) -> Line:
    """The members that are not empty."""
    return {name: text for name, text in texts.items() if text}


def _tiles(fact: facts.HandRecorded | facts.HandCorrected | facts.HandInserted) -> Line:
    return _given(hand_tiles=fact.tiles, overrule=fact.overrule)


def _by_letter(net: Net) -> dict[str, int]:
    return dict(zip(LETTERS, net, strict=True))


def _reading(reading: facts.PaperReading) -> Line:
    if reading.totals is not None:
        return {"totals": _by_letter(reading.totals)}
    return {"points": list(reading.points)}


def _penalty(given: facts.PenaltyGiven, rules: RuleSet) -> Line:
    """The members of a penalty: its fault with what the referee chose, or the penalty in the referee's own words."""
    fault = rules.fault(given.fault) if given.fault else None
    members: Line = {"player": LETTERS[given.player]}
    if given.hand is not None:
        members["hand"] = given.hand
    receivers = [LETTERS[column] for column in given.to]
    if fault is None:
        members |= {"points": given.points, "to": receivers, "reason": given.reason or given.fault}
        return members | ({"no_hu": True} if given.no_hu else {})
    members["fault"] = given.fault
    if fault.measure in (Measure.LADDER, Measure.CHOSEN, Measure.FREE):
        members["points"] = given.points
    if given.minutes is not None:
        members["minutes"] = given.minutes
    if fault.receiver is Receiver.VICTIM:
        members["to"] = receivers
    if given.no_hu and not fault.no_hu:
        members["no_hu"] = True
    return members | _given(reason=given.reason)


def outcome_members(outcome: Outcome, rules: RuleSet) -> Line:
    """The members of a line that say how a hand ended, as ``record`` reads them by ``rules``."""
    members: dict[str, object] = {"winner": None if outcome.winner is None else LETTERS[outcome.winner]}
    if outcome.discarder is not None:
        members["discarder"] = LETTERS[outcome.discarder]
    if outcome.values is not None:
        members["values"] = _by_letter(outcome.values)
    elif outcome.winner is not None:
        members["points"] = outcome.points
    if outcome.liable is not None:
        members[rules.liable.name if rules.liable is not None else "liable"] = LETTERS[outcome.liable]
    kinds = {question.name: question.kind for question in rules.questions}
    for name, answer in outcome.answers:
        members[name] = _answer(kinds.get(name), answer)
    return _with_winners(members) if rules.on_table else members


def _answer(kind: QuestionKind | None, answer: object) -> object:
    if isinstance(answer, tuple):
        return [LETTERS[column] for column in answer]
    if kind is QuestionKind.PLAYER and isinstance(answer, int):
        return LETTERS[answer]
    return answer


def _with_winners(members: Mapping[str, object]) -> Line:
    """The same members with a list of winners, as lines of riichi have it."""
    taken = {member for names in WINNER_NAMES for member in names.values()}
    winners = [
        {name: members[member] for name, member in names.items() if member in members}
        for names in WINNER_NAMES
        if members.get(names["player"]) is not None
    ]
    return {"winners": winners, **{name: value for name, value in members.items() if name not in taken}}


def lines_text(files: RescuedFiles) -> Text:
    """Where the list is, and the lines."""
    if files.lines is None:
        return mark("They are listed in “{path}”.", path=str(files.list))
    return mark_count(
        "They are listed in “{path}”. “{lines}” has {count} line for “record”.",
        "They are listed in “{path}”. “{lines}” has {count} lines for “record”.",
        files.written,
        path=str(files.list),
        lines=str(files.lines),
    )
