"""Entries in words: what happened, old and new value, and why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache, reduce
from typing import assert_never, get_type_hints

from tournament.catalogue import rule_set
from tournament.event.format import SeasonRules, season_text
from tournament.event.logo import logo_picture
from tournament.event.money import ClubMoney, money_text
from tournament.event.officials import Official
from tournament.event.player import Player
from tournament.event.prizes import Prizes, prizes_text
from tournament.event.seating import LETTERS
from tournament.event.settings import FixedPoints, Settings, typed_tables
from tournament.event.timetable import Timetable, timetable_text
from tournament.language import Text, integer_text, listed, mark, mark_count, signed_text, verbatim
from tournament.language.harmless import harmless_line
from tournament.language.text import LabelledEnum
from tournament.ledger import facts
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of
from tournament.ledger.fact import NO_TEXT, sessions_text
from tournament.ledger.facts import evening_text, game_text
from tournament.ledger.journal import Journal
from tournament.ledger.sheet_content import Row, content_of
from tournament.ledger.signature import short_key
from tournament.ledger.state import state_of
from tournament.rules.payment import PLAYER_ANSWERS, Answer, Outcome, PartialNet, WrittenWin
from tournament.rules.question import RuleQuestion
from tournament.rules.ruleset import RuleSet

ColumnNames = Callable[[int], str]
"""Returns the name of the player in a column, 0–3."""

Values = tuple[Text, Text]
"""The value before and the value after; an empty text if there is none."""


def by_letter(column: int) -> str:
    """``A``–``D``."""
    return LETTERS[column]


@dataclass(frozen=True, slots=True)
class Description:
    """One entry in words."""

    what: Text
    """What was done: “Correction”."""
    where: Text
    """Where: “session 4, table 5, hand 1”; an empty text for the event as a whole."""
    old: Text
    """The value before; an empty text if there was none."""
    new: Text
    reason: str


def describe(journal: Journal, entry: Entry, names: ColumnNames = by_letter) -> Description:
    """Describe ``entry`` of ``journal``. An undo or redo is described by the entry that it is about."""
    fact = entry.fact
    if not isinstance(fact, facts.Undone | facts.Redone):
        old, new = _values(journal, entry, names)
        what = fact.what
        return Description(what, where_of(journal, entry), old, new, "; ".join(filter(None, fact.reasons)))
    target = journal.find(fact.entry)
    if target is None:
        return Description(fact.what, NO_TEXT, NO_TEXT, NO_TEXT, "")
    of = describe(journal, target, names)
    if isinstance(fact, facts.Undone):
        return Description(mark("Undo: {what}", what=of.what), of.where, of.new, of.old, "")
    return Description(mark("Redo: {what}", what=of.what), of.where, of.old, of.new, "")


def name_of(journal: Journal, entry: Entry) -> Text:
    """The entry in a few words, as undo and redo name it: “Hand: session 1, table 7, hand 15”."""
    fact = entry.fact
    where = _attending(journal, entry, fact) if isinstance(fact, facts.AttendanceNoted) else where_of(journal, entry)
    what = fact.what
    return mark("{what}: {where}", what=what, where=where) if where.message else what


def name_on_sheet(journal: Journal, entry: Entry) -> Text:
    """The entry in a few words beside its sheet: “hand 15”, “Correction: hand 15”, “Sheet verified”."""
    what, hand = entry.fact.what, _hand_of(journal, entry)
    if hand is None:
        return what
    if isinstance(entry.fact, facts.HandRecorded):
        return mark("hand {hand}", hand=hand)
    return mark("{what}: hand {hand}", what=what, hand=hand)


def where_of(journal: Journal, entry: Entry) -> Text:
    """Where the entry was made: session, table and hand; an empty text for the event as a whole."""
    place = table_of(entry.stream)
    if place is None:
        return NO_TEXT
    session, table = place
    hand = _hand_of(journal, entry)
    if hand is None:
        return _place_text(session, table)
    return mark("session {session}, table {table}, hand {hand}", session=session, table=table, hand=hand)


def _place_text(session: int, table: int) -> Text:
    return mark("session {session}, table {table}", session=session, table=table)


def outcome_text(outcome: Outcome, names: ColumnNames = by_letter, rules: RuleSet | None = None) -> Text:
    """“A from C, 12” · “A, self-draw, 12” · “drawn hand” · “A from C: A 40, B 12, C 8, D 0; dominant wind: South”.

    ``rules`` give the words of the questions that they ask; without rules a question has its name in files. If players
    write a win by more than a number, it is written so too: “A from C, 3 han 40 fu”.
    """
    wins = rules.written_wins(outcome) if rules is not None and rules.written_name is not None else ()
    text = _written_text(outcome, wins, names) if wins else _result_text(outcome, names)
    if outcome.values is not None:
        values = (f"{names(column)} {integer_text(value)}" for column, value in enumerate(outcome.values))
        text = mark("{result}: {values}", result=text, values=listed(values))
    if outcome.liable is not None and not wins:
        question = rules.liable if rules is not None else None
        asked = question.short if question is not None else mark("pays for others")
        text = mark("{result}; {question}: {answer}", result=text, question=asked, answer=names(outcome.liable))
    for name, answer in outcome.answers:
        question = next((each for each in rules.questions if each.name == name), None) if rules is not None else None
        if wins and question is not None and question.of_win:
            continue
        asked = question.short if question is not None else verbatim(name)
        answer_words = (
            names(answer)
            if name in PLAYER_ANSWERS and isinstance(answer, int)
            else _answer_text(answer, question, names)
        )
        text = mark("{result}; {question}: {answer}", result=text, question=asked, answer=answer_words)
    return text


def _result_text(outcome: Outcome, names: ColumnNames) -> Text:
    if outcome.winner is None:
        return mark("drawn hand")
    winner = names(outcome.winner)
    if outcome.values is not None:
        return _source_text(outcome, winner, names)
    return _worth_text(outcome, outcome.points, names)


def _worth_text(outcome: Outcome, points: Text | int, names: ColumnNames) -> Text:
    """Who won from whom, and the points."""
    assert outcome.winner is not None, "somebody won"
    winner = names(outcome.winner)
    if outcome.discarder is None:
        return mark("{winner}, self-draw, {points}", winner=winner, points=points)
    return mark("{winner} from {discarder}, {points}", winner=winner, discarder=names(outcome.discarder), points=points)


def _written_text(outcome: Outcome, wins: tuple[WrittenWin, ...], names: ColumnNames) -> Text:
    """“A from C, 3 han 40 fu” · “B, C from A: B 2 han 30 fu, C yakuman (liable: D)”."""
    values = [
        win.value if win.liable is None else mark("{told} (liable: {player})", told=win.value, player=names(win.liable))
        for win in wins
    ]
    if len(wins) == 1:
        return _worth_text(outcome, values[0], names)
    source = _source_text(outcome, listed(names(win.winner) for win in wins), names)
    each = (
        mark("{player} {value}", player=names(win.winner), value=value) for win, value in zip(wins, values, strict=True)
    )
    return mark("{result}: {values}", result=source, values=listed(each))


def _source_text(outcome: Outcome, winner: Text | str, names: ColumnNames) -> Text:
    if outcome.discarder is None:
        return mark("{winner}, self-draw", winner=winner)
    return mark("{winner} from {discarder}", winner=winner, discarder=names(outcome.discarder))


def _answer_text(answer: Answer, question: RuleQuestion | None, names: ColumnNames) -> Text:
    """An answer in words: the names of players, the text of a choice, yes or no, a number."""
    if isinstance(answer, tuple):
        return listed(names(column) for column in answer)
    choices = question.choices if question is not None else ()
    chosen = next((choice.text for choice in choices if choice.key == answer), None)
    if chosen is not None:
        return chosen
    if isinstance(answer, bool):
        return mark("yes") if answer else mark("no")
    return verbatim("–" if answer is None else str(answer))


def penalty_text(given: facts.PenaltyGiven, names: ColumnNames = by_letter, *, after_places: bool = False) -> Text:
    """“B −30: 10 to each of A, C, D” · “B −10, to nobody” · “B: warning” · “B: 20000 from the final points”."""
    offender = names(given.player)
    if not given.points:
        return mark("{player}: no points", player=offender)
    if after_places:
        return mark("{player}: {points} from the final points", player=offender, points=integer_text(given.points))
    if not given.to:
        return mark("{player} {points}, to nobody", player=offender, points=-given.points)
    values = {
        "player": offender,
        "points": given.net[given.player],
        "each": given.points,
        "receivers": tuple(names(column) for column in given.to),
    }
    if given.twice is not None:
        return mark("{player} {points}: {each} to each of {receivers}, double for East", **values)
    return mark("{player} {points}: {each} to each of {receivers}", **values)


def _penalty_given(journal: Journal, given: facts.PenaltyGiven, names: ColumnNames) -> Text:
    rules = _rules_of(journal)
    return penalty_text(given, names, after_places=rules is not None and rules.after_places(given.fault))


def to_each_text(given: facts.PenaltyGiven) -> Text:
    """“10 to each”, of a penalty that several receive."""
    if given.twice is None:
        return mark("{points} to each", points=given.points)
    return mark("{points} to each, double for East", points=given.points)


def hand_before(journal: Journal, entry: Entry, hand: int) -> Row | None:
    """Row ``hand`` of the entry's sheet as it was before ``entry``; None if it was not recorded."""
    return content_of(journal.standing(entry.stream, before=entry)).rows.get(hand)


def _given_before(journal: Journal, entry: Entry, fact: facts.PenaltyCancelled) -> facts.PenaltyGiven | None:
    """The penalty that ``entry`` cancelled, in the row and column to which repairs had moved it by then."""
    penalty = content_of(journal.standing(entry.stream, before=entry)).penalties.get(fact.entry)
    return penalty.given if penalty is not None else None


def _hand_of(journal: Journal, entry: Entry) -> int | None:
    """The row that ``entry`` is about; None if it is about the whole sheet, or about none."""
    fact = entry.fact
    if isinstance(fact, facts.Undone | facts.Redone):
        target = journal.find(fact.entry)
        return _hand_of(journal, target) if target is not None else None
    if isinstance(fact, facts.PhoneFact):
        proposal = _proposal_of(journal, fact)
        return proposal.hand if proposal is not None else None
    if isinstance(fact, facts.PenaltyCancelled):
        given = _given_before(journal, entry, fact)
        return given.hand if given is not None else None
    return fact.hand if isinstance(fact, facts.TableFact) else None


_FromJournal = (
    facts.SettingsChanged
    | facts.LogoChanged
    | facts.PlayerChanged
    | facts.PlayerRemoved
    | facts.PlayersMerged
    | facts.PlayerReplaced
    | facts.AttendanceNoted
    | facts.EveningChanged
    | facts.GameReseated
    | facts.GameTakenBack
    | facts.SessionClosed
    | facts.MinutesAdded
    | facts.SigningKeySet
    | facts.FingerprintSigned
)
"""The facts about the event whose text needs earlier entries. All others have a ``log_text``."""


def _values(journal: Journal, entry: Entry, names: ColumnNames) -> Values:
    fact = entry.fact
    if isinstance(fact, facts.TableFact):
        return _table_values(journal, entry, fact, names)
    if isinstance(fact, facts.PhoneFact):
        return NO_TEXT, _phone_text(journal, fact, names)
    if isinstance(fact, _FromJournal):
        return _values_from_journal(journal, entry, fact)
    if isinstance(fact, facts.Undone | facts.Redone):
        return NO_TEXT, NO_TEXT
    return NO_TEXT, fact.log_text(lambda number: _name_at(journal, entry, number))


def _values_from_journal(journal: Journal, entry: Entry, fact: _FromJournal) -> Values:
    def name(number: int) -> str:
        return _name_at(journal, entry, number)

    match fact:
        case facts.SettingsChanged():
            return _changed_settings(_settings_before(journal, entry), fact.settings)
        case facts.LogoChanged():
            return _logo_text(_logo_before(journal, entry)), _logo_text(fact.image)
        case facts.PlayerChanged() | facts.PlayerRemoved():
            return _player_values(journal, entry, fact)
        case facts.PlayersMerged():
            gone = mark("{number} {player}", number=fact.other, player=name(fact.other))
            return gone, mark("{number} {player}", number=fact.player.number, player=fact.player.name)
        case facts.PlayerReplaced():
            return verbatim(name(fact.number)), _with_leaving(_replaced_text(fact), fact, name(fact.number))
        case facts.AttendanceNoted():
            return NO_TEXT, _attending(journal, entry, fact)
        case facts.EveningChanged() | facts.GameReseated() | facts.GameTakenBack():
            return _game_values(journal, entry, fact)
        case facts.SessionClosed():
            return NO_TEXT, _left_open(fact)
        case facts.MinutesAdded():
            return NO_TEXT, _added_minutes_text(fact)
        case facts.SigningKeySet() | facts.FingerprintSigned():
            return NO_TEXT, mark("{holder}, key {key}", holder=harmless_line(fact.holder), key=short_key(fact.key))
        case _:
            assert_never(fact)


def _game_values(
    journal: Journal, entry: Entry, fact: facts.EveningChanged | facts.GameReseated | facts.GameTakenBack
) -> Values:
    """An evening, or one of its games, before ``entry`` and after it."""
    earlier = [other.fact for other in journal.standing(entry.stream, before=entry)]
    if isinstance(fact, facts.EveningChanged):
        evenings = [each for each in earlier if isinstance(each, facts.EveningOpened | facts.EveningChanged)]
        days = [evening_text(each.day, each.place) for each in evenings if each.session == fact.session]
        return days[-1] if days else NO_TEXT, evening_text(fact.day, fact.place)

    def name(number: int) -> str:
        return _name_at(journal, entry, number)

    games = [each for each in earlier if isinstance(each, facts.GameSeated | facts.GameReseated)]
    same = [game for game in games if (game.session, game.table) == (fact.session, fact.table)]
    now = game_text(fact, name) if isinstance(fact, facts.GameReseated) else NO_TEXT
    return game_text(same[-1], name) if same else NO_TEXT, now


def _replaced_text(fact: facts.PlayerReplaced) -> Text:
    """Who takes the seats, in which sessions and, for a substitute, why."""
    values = {"player": fact.by.name, "sessions": sessions_text(fact.sessions)}
    if fact.case is None:
        return mark("{player}, {sessions}", **values)
    return mark("substitute {player}, {sessions}: {case}", case=fact.case.shown.label, **values)


def _with_leaving(text: Text, fact: facts.PlayerReplaced, name: str) -> Text:
    """``text``, followed by the state that the replaced player, called ``name``, has from then on, if one was given."""
    said = fact.leaving
    if said is None:
        return text
    return mark(
        "{change}; {player} is {state} from session {session} on",
        change=text,
        player=name,
        state=said.state.label,
        session=said.first,
    )


def _proposal_of(journal: Journal, fact: facts.PhoneFact) -> facts.HandProposed | None:
    """The proposal that ``fact`` is, confirms or dismisses; None for a call, and if the proposal is missing."""
    if isinstance(fact, facts.ProposalConfirmed | facts.ProposalDismissed):
        found = journal.find(fact.proposal)
        return found.fact if found is not None and isinstance(found.fact, facts.HandProposed) else None
    return fact if isinstance(fact, facts.HandProposed) else None


def _phone_text(journal: Journal, fact: facts.PhoneFact, names: ColumnNames) -> Text:
    """Who proposed or confirmed which hand; for a call, who called."""
    match fact:
        case facts.HandProposed() | facts.ProposalConfirmed():
            proposal = _proposal_of(journal, fact)
            if proposal is None:
                return NO_TEXT
            proposed = _hand_text(journal, proposal.outcome, proposal.tiles, names)
            return mark("{player}: {read}", player=_on_phone(names(fact.seat), fact.device), read=proposed)
        case facts.ProposalDismissed():
            proposal = _proposal_of(journal, fact)
            return NO_TEXT if proposal is None else _hand_text(journal, proposal.outcome, proposal.tiles, names)
        case facts.RefereeCalled() if fact.seat is None:
            if not fact.device:
                return mark("Somebody at the table")
            return mark("Somebody at the table (phone {device})", device=harmless_line(fact.device))
        case facts.RefereeCalled() | facts.SeatTaken():
            assert fact.seat is not None, "a seat that is taken is one, and a call without one was handled"
            return _on_phone(names(fact.seat), fact.device)
        case facts.CallAnswered() | facts.TableLinkRevoked() | facts.SeatsFreed():
            return NO_TEXT
        case _:
            assert_never(fact)


def _on_phone(player: str, device: str) -> Text:
    """A player, and the name of the phone in whose entry they are named."""
    return (
        mark("{player} (phone {device})", player=player, device=harmless_line(device)) if device else verbatim(player)
    )


def _table_values(journal: Journal, entry: Entry, fact: facts.TableFact, names: ColumnNames) -> Values:
    if isinstance(fact, facts.RowRepair | facts.SheetMoved):
        return _repair_values(journal, entry, fact, names)
    match fact:
        case facts.HandRecorded():
            return NO_TEXT, _hand_text(journal, fact.outcome, fact.tiles, names)
        case facts.HandCorrected():
            after = _hand_text(journal, fact.outcome, fact.tiles, names)
            return _text_before(journal, entry, fact.hand, names), after
        case facts.PenaltyGiven():
            return NO_TEXT, _penalty_given(journal, fact, names)
        case facts.PenaltyCancelled():
            given = _given_before(journal, entry, fact)
            return _penalty_given(journal, given, names) if given is not None else NO_TEXT, NO_TEXT
        case facts.TotalsTyped() | facts.TotalsRecorded():
            return NO_TEXT, _totals_text(fact.totals, names)
        case facts.SheetClosed():
            return NO_TEXT, _signed_text(fact.totals, names)
        case facts.SheetReopened():
            return NO_TEXT, NO_TEXT
        case facts.SheetConfirmed() | facts.SheetRejected():
            read = _reading_text(fact.reading, names)
            return NO_TEXT, mark("{player}: {read}", player=fact.reader, read=read)
        case _:
            assert_never(fact)


def _repair_values(
    journal: Journal, entry: Entry, fact: facts.RowRepair | facts.SheetMoved, names: ColumnNames
) -> Values:
    match fact:
        case facts.HandInserted():
            return NO_TEXT, _hand_text(journal, fact.outcome, fact.tiles, names)
        case facts.HandDeleted():
            return _text_before(journal, entry, fact.hand, names), NO_TEXT
        case facts.HandMoved():
            return mark("hand {hand}", hand=fact.hand), mark("hand {hand}", hand=fact.to)
        case facts.ColumnsExchanged():
            return NO_TEXT, _exchange_text(fact, names)
        case facts.SheetMoved():
            return where_of(journal, entry), _place_text(fact.to_session, fact.to_table)
        case _:
            assert_never(fact)


def _added_minutes_text(fact: facts.MinutesAdded) -> Text:
    """Return a text like “+5, table 3” or “+3, every table”."""
    minutes = signed_text(fact.minutes)
    if not fact.tables:
        return mark("{minutes} min, every table", minutes=minutes)
    tables = listed(fact.tables)
    return mark_count("{minutes} min, table {tables}", "{minutes} min, tables {tables}", len(fact.tables),
                      minutes=minutes, tables=tables)  # fmt: skip


def _player_values(journal: Journal, entry: Entry, fact: facts.PlayerChanged | facts.PlayerRemoved) -> Values:
    """The data of the player before and after; of several players at once their number, or their teams."""
    if isinstance(fact, facts.PlayerChanged) and fact.draw is not None:
        teams = (mark("{player}: {team}", player=player.name, team=player.team) for player in fact.players)
        return NO_TEXT, fact.draw.text(listed(teams))
    if isinstance(fact, facts.PlayerChanged) and fact.others:
        count = len(fact.players)
        return NO_TEXT, mark_count("{count} player as in the register", "{count} players as in the register", count)
    (number,) = fact.concerned
    now = _written(fact.player) if isinstance(fact, facts.PlayerChanged) else ""
    return verbatim(_player_before(journal, entry, number)), verbatim(now)


def _hand_text(journal: Journal, outcome: Outcome, tiles: str, names: ColumnNames) -> Text:
    """How a hand ended, with the tiles if they are known."""
    result = outcome_text(outcome, names, None if outcome.drawn and not outcome.answers else _rules_of(journal))
    return mark("{result}, with {tiles}", result=result, tiles=tiles) if tiles else result


def _text_before(journal: Journal, entry: Entry, hand: int, names: ColumnNames) -> Text:
    before = hand_before(journal, entry, hand)
    return _hand_text(journal, before.outcome, before.tiles, names) if before is not None else NO_TEXT


def _exchange_text(fact: facts.ColumnsExchanged, names: ColumnNames) -> Text:
    one, other = names(fact.one), names(fact.other)
    if fact.hands is None:
        return mark("{one} and {other}, on the whole sheet", one=one, other=other)
    first, last = fact.hands
    if first == last:
        return mark("{one} and {other}, hand {hand}", one=one, other=other, hand=first)
    return mark("{one} and {other}, hands {first}–{last}", one=one, other=other, first=first, last=last)


def _totals_text(totals: PartialNet, names: ColumnNames) -> Text:
    known = (f"{names(column)} {integer_text(total)}" for column, total in enumerate(totals) if total is not None)
    return listed(known)


def _left_open(closed: facts.SessionClosed) -> Text:
    """“tables not verified: 3 and 7”; no text if all were."""
    if not closed.not_verified:
        return NO_TEXT
    tables = listed(closed.not_verified)
    return mark("tables not verified: {tables}", tables=tables)


def _reading_text(reading: facts.PaperReading, names: ColumnNames) -> Text:
    """The totals, or the points of each hand."""
    if reading.totals is not None:
        return _totals_text(reading.totals, names)
    return listed("–" if points is None else points for points in reading.points)


def _signed_text(totals: PartialNet | None, names: ColumnNames) -> Text:
    """The totals with which a sheet was signed, and “not compared” if one is missing."""
    if totals is None or not any(total is not None for total in totals):
        return mark("not compared")
    given = _totals_text(totals, names)
    return mark("{totals}; not compared", totals=given) if None in totals else given


def _settings_before(journal: Journal, entry: Entry) -> Settings:
    """The settings before ``entry`` changed them, without cancelled sessions."""
    return state_of(journal.standing(entry.stream, before=entry)).counted().settings


def _logo_before(journal: Journal, entry: Entry) -> bytes:
    standing = (other.fact for other in journal.standing(entry.stream, before=entry))
    return next((fact.image for fact in reversed(tuple(standing)) if isinstance(fact, facts.LogoChanged)), b"")


def _logo_text(image: bytes) -> Text:
    """The kind and size of a picture, “PNG, 1200 × 300 pixels, 84 kB”; no text if there is none."""
    picture = logo_picture(image)
    if picture is None:
        return NO_TEXT
    return mark("{kind}, {wide} × {high} pixels, {size} kB", kind=picture.kind.upper(), wide=picture.wide,
                high=picture.high, size=-(-picture.size // 1000))  # fmt: skip


def _rules_of(journal: Journal) -> RuleSet | None:
    """The rules of the event, which are fixed once a hand is played."""
    settings = [
        entry.fact.settings
        for entry in journal.standing(EVENT_STREAM)
        if isinstance(entry.fact, facts.EventCreated | facts.SettingsChanged)
    ]
    return rule_set(settings[-1].rules, settings[-1].options) if settings else None


def _changed_settings(old: Settings, new: Settings) -> Values:
    """The settings that differ, before and after, in the order of the fields of the settings."""
    names = [field.name for field in fields(Settings) if getattr(old, field.name) != getattr(new, field.name)]
    before = [_setting_text(getattr(old, name), getattr(new, name)) for name in names]
    after = [_setting_text(getattr(new, name), getattr(old, name)) for name in names]
    return _listed(before), _listed(after)


def _setting_text(value: object, other: object) -> Text:
    """One value in words. Of prizes only the lines that are not in the ``other`` prizes."""
    if isinstance(value, LabelledEnum):
        return value.label
    if isinstance(value, FixedPoints):
        return value.text
    if isinstance(value, SeasonRules):
        return season_text(value)
    if isinstance(value, ClubMoney):
        return money_text(value)
    if isinstance(value, Timetable):
        return timetable_text(value)
    if isinstance(value, Prizes) and isinstance(other, Prizes):
        return prizes_text(value, other)
    if isinstance(value, bool):
        return mark("yes") if value else mark("no")
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return verbatim(typed_tables(value) or "–")
    if isinstance(value, tuple) and all(isinstance(each, str | Official) for each in value):
        return verbatim(" · ".join(each if isinstance(each, str) else each.typed for each in value))
    if isinstance(value, tuple):
        return verbatim(", ".join(f"{name} {answer}" for name, answer in value) or "–")
    return verbatim(" ".join(str(value or "").split()) or "–")


def _listed(texts: list[Text]) -> Text:
    return reduce(lambda before, text: mark("{before}, {text}", before=before, text=text), texts) if texts else NO_TEXT


def _attending(journal: Journal, entry: Entry, noted: facts.AttendanceNoted) -> Text:
    """Who was checked in or out: the name of one player, or the number of several."""
    if len(noted.players) != 1:
        return mark_count("{count} player", "{count} players", len(noted.players))
    player = _player_at(journal, entry, noted.players[0])
    return verbatim(player.name) if player is not None else mark("player {number}", number=noted.players[0])


def _name_at(journal: Journal, entry: Entry, number: int) -> str:
    player = _player_at(journal, entry, number)
    return player.name if player is not None else str(number)


def _player_before(journal: Journal, entry: Entry, number: int) -> str:
    player = _player_at(journal, entry, number)
    return _written(player) if player is not None else ""


def _player_at(journal: Journal, entry: Entry, number: int) -> Player | None:
    """The player of ``number`` as last written before ``entry``."""
    written: Player | None = None
    for other in journal.standing(entry.stream, before=entry):
        written = next((player for player in _players_in(other.fact) if player.number == number), written)
    return written


def _players_in(fact: facts.Fact) -> Iterator[Player]:
    """The players whose data ``fact`` writes."""
    for name in _player_fields(type(fact)):
        value = getattr(fact, name)
        yield from (value,) if isinstance(value, Player) else value


@cache
def _player_fields(kind: type[facts.Fact]) -> tuple[str, ...]:
    """The fields of a kind of fact that contain a player, or players."""
    return tuple(name for name, hint in get_type_hints(kind).items() if hint in (Player, tuple[Player, ...]))


def _written(player: Player) -> str:
    latin = f"{player.latin_first_name} {player.latin_last_name}".strip()
    parts = (player.name, latin, player.country, player.ema_number, player.club, player.team)
    return ", ".join(part for part in parts if part)
