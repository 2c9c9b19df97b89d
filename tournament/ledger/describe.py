"""Entries in words: what happened, old and new value, and why."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from tournament.event.player import Player
from tournament.event.seating import LETTERS
from tournament.event.settings import Settings
from tournament.language import Text, integer_text, mark, mark_count, verbatim
from tournament.ledger import facts
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.journal import Journal
from tournament.ledger.reseating import reseating_values
from tournament.rules.payment import Outcome

Naming = Callable[[int], str]
"""Names the player of a column, 0–3."""


def by_letter(column: int) -> str:
    """``A``–``D``."""
    return LETTERS[column]


@dataclass(frozen=True, slots=True)
class Story:
    """One entry, told."""

    what: Text
    """What was done: “Correction”."""
    where: Text
    """On what: “session 4, table 5, hand 1”; an empty text for the event as a whole."""
    old: Text
    """The value before; an empty text when there was none."""
    new: Text
    reason: str


NOTHING = verbatim("")


def tell(journal: Journal, entry: Entry, naming: Naming = by_letter) -> Story:
    """Tell ``entry`` of ``journal``. For an undo or redo: of the entry that it concerns."""
    fact = entry.fact
    if isinstance(fact, facts.Undone | facts.Redone):
        target = journal.find(fact.entry)
        told = tell(journal, target, naming) if target is not None else Story(NOTHING, NOTHING, NOTHING, NOTHING, "")
        if isinstance(fact, facts.Undone):
            return Story(mark("Undo: {what}", what=told.what), told.where, told.new, told.old, "")
        return Story(mark("Redo: {what}", what=told.what), told.where, told.old, told.new, "")
    old, new = _values(journal, entry, naming)
    reasons = (getattr(fact, "reason", ""), _accepted(fact))
    return Story(_what(fact), where_of(journal, entry), old, new, "; ".join(filter(None, reasons)))


def name_of(journal: Journal, entry: Entry) -> Text:
    """The entry in a few words, as undo and redo name it: “Hand: session 1, table 7, hand 15”."""
    fact = entry.fact
    where = _attending(journal, entry, fact) if isinstance(fact, facts.AttendanceNoted) else where_of(journal, entry)
    what = _what(fact)
    return mark("{what}: {where}", what=what, where=where) if where.message else what


def where_of(journal: Journal, entry: Entry) -> Text:
    """On what the entry was made."""
    place = table_of(entry.stream)
    if place is None:
        return NOTHING
    session, table = place
    hand = _hand_of(journal, entry)
    if hand is None:
        return mark("session {session}, table {table}", session=session, table=table)
    return mark("session {session}, table {table}, hand {hand}", session=session, table=table, hand=hand)


def outcome_text(outcome: Outcome, naming: Naming = by_letter) -> Text:
    """“A from C, 12” · “A, self-draw, 12” · “drawn hand”."""
    if outcome.winner is None:
        return mark("drawn hand")
    winner = naming(outcome.winner)
    if outcome.discarder is None:
        return mark("{winner}, self-draw, {points}", winner=winner, points=outcome.points)
    return mark(
        "{winner} from {discarder}, {points}",
        winner=winner,
        discarder=naming(outcome.discarder),
        points=outcome.points,
    )


def penalty_text(given: facts.PenaltyGiven, naming: Naming = by_letter) -> Text:
    """“B −30: 10 to each of A, C, D” · “B −10, to nobody” · “B: warning”."""
    offender = naming(given.player)
    if not given.points:
        return mark("{player}: no points", player=offender)
    if not given.to:
        return mark("{player} {points}, to nobody", player=offender, points=-given.points)
    receivers = ", ".join(naming(column) for column in given.to)
    return mark(
        "{player} {points}: {each} to each of {receivers}",
        player=offender,
        points=-given.points * len(given.to),
        each=given.points,
        receivers=receivers,
    )


def _what(fact: facts.Fact) -> Text:
    if isinstance(fact, facts.HeadsChained):
        if fact.moment == "start":
            return mark("Session {session} started", session=fact.session)
        return mark("Session {session} verified", session=fact.session)
    if isinstance(fact, facts.AttendanceNoted):
        return mark("Check-in") if fact.present else mark("Check-in taken back")
    if isinstance(fact, facts.LotDrawn):
        return mark("Number drawn") if fact.lot else mark("Number given back")
    return _KINDS[type(fact)]


_KINDS: dict[type, Text] = {
    facts.EventCreated: mark("Event created"),
    facts.SettingsChanged: mark("Settings changed"),
    facts.PlayersAdded: mark("Players added"),
    facts.PlayerChanged: mark("Player changed"),
    facts.PlayerRemoved: mark("Player removed"),
    facts.DrawPublished: mark("Draw published"),
    facts.PlayersSwapped: mark("Players swapped"),
    facts.PlayerReplaced: mark("Player replaced"),
    facts.SessionsRedrawn: mark("Sessions drawn again"),
    facts.SessionSeated: mark("Session seated by the standings"),
    facts.HandRecorded: mark("Hand"),
    facts.HandCorrected: mark("Correction"),
    facts.PenaltyGiven: mark("Penalty"),
    facts.PenaltyCancelled: mark("Penalty cancelled"),
    facts.TotalsTyped: mark("Totals on paper"),
    facts.TotalsRecorded: mark("Table by its totals"),
    facts.SheetClosed: mark("Sheet verified"),
    facts.SheetReopened: mark("Sheet reopened"),
}


def _hand_of(journal: Journal, entry: Entry) -> int | None:
    fact = entry.fact
    if isinstance(fact, facts.Undone | facts.Redone | facts.PenaltyCancelled):
        target = journal.find(fact.entry)
        return _hand_of(journal, target) if target is not None else None
    hand: int | None = getattr(fact, "hand", None)
    return hand


def _accepted(fact: facts.Fact) -> str:
    if isinstance(fact, facts.SheetClosed | facts.TotalsRecorded):
        return fact.accept_difference
    if isinstance(fact, facts.HandRecorded | facts.HandCorrected):
        return fact.overrule
    return ""


def _values(journal: Journal, entry: Entry, naming: Naming) -> tuple[Text, Text]:
    fact = entry.fact
    if isinstance(fact, facts.HandRecorded):
        return NOTHING, _hand_text(fact, naming)
    if isinstance(fact, facts.HandCorrected):
        before = hand_before(journal, entry, fact.hand)
        return _hand_text(before, naming) if before else NOTHING, _hand_text(fact, naming)
    if isinstance(fact, facts.PenaltyGiven):
        return NOTHING, penalty_text(fact, naming)
    if isinstance(fact, facts.PenaltyCancelled):
        target = journal.find(fact.entry)
        if target is not None and isinstance(target.fact, facts.PenaltyGiven):
            return penalty_text(target.fact, naming), NOTHING
    if isinstance(fact, facts.TotalsTyped | facts.TotalsRecorded | facts.SheetClosed) and fact.totals is not None:
        return NOTHING, verbatim(", ".join(f"{naming(c)} {integer_text(fact.totals[c])}" for c in range(4)))
    return _event_values(journal, entry)


def _hand_text(fact: facts.HandRecorded | facts.HandCorrected, naming: Naming) -> Text:
    """What was written, with the tiles where they are known."""
    result = outcome_text(_outcome(fact), naming)
    return mark("{result}, with {tiles}", result=result, tiles=fact.tiles) if fact.tiles else result


def _event_values(journal: Journal, entry: Entry) -> tuple[Text, Text]:
    fact = entry.fact
    if isinstance(fact, facts.PlayersAdded):
        count = len(fact.players)
        if fact.source:
            return NOTHING, mark_count(
                "{count} player from {file}", "{count} players from {file}", count, file=fact.source
            )
        return NOTHING, mark_count("{count} player", "{count} players", count)
    if isinstance(fact, facts.PlayerChanged):
        before = _player_before(journal, entry, fact.player.number)
        return verbatim(before), verbatim(_written(fact.player))
    if isinstance(fact, facts.PlayerRemoved):
        return verbatim(_player_before(journal, entry, fact.number)), NOTHING
    if isinstance(fact, facts.AttendanceNoted):
        return NOTHING, _attending(journal, entry, fact)
    if isinstance(fact, facts.EventCreated):
        return NOTHING, verbatim(fact.settings.name)
    if isinstance(fact, facts.SettingsChanged):
        return _changed_settings(_settings_before(journal, entry), fact.settings)
    if isinstance(fact, facts.DrawPublished):
        sessions = len(fact.seating.sessions)
        return NOTHING, mark_count(
            "{count} session, {method}, seed {seed}",
            "{count} sessions, {method}, seed {seed}",
            sessions,
            method=fact.seating.method,
            seed=fact.seating.seed,
        )
    return reseating_values(fact, lambda number: _name_at(journal, entry, number))


def _name_at(journal: Journal, entry: Entry, number: int) -> str:
    player = _player_at(journal, entry, number)
    return player.name if player is not None else str(number)


def _outcome(fact: facts.HandRecorded | facts.HandCorrected) -> Outcome:
    return Outcome(fact.winner, fact.discarder, fact.points)


def hand_before(journal: Journal, entry: Entry, hand: int) -> facts.HandRecorded | facts.HandCorrected | None:
    """How ``hand`` of the entry's table was written before ``entry``; None when it was not recorded."""
    before: facts.HandRecorded | facts.HandCorrected | None = None
    for other in journal.everything(entry.stream)[: entry.number - 1]:
        fact = other.fact
        taken_back = not journal.counts(other)
        if isinstance(fact, facts.HandRecorded | facts.HandCorrected) and fact.hand == hand and not taken_back:
            before = fact
    return before


def _settings_before(journal: Journal, entry: Entry) -> Settings:
    before = Settings("")
    for other in journal.everything(entry.stream)[: entry.number - 1]:
        if isinstance(other.fact, facts.EventCreated | facts.SettingsChanged) and journal.counts(other):
            before = other.fact.settings
    return before


def _changed_settings(old: Settings, new: Settings) -> tuple[Text, Text]:
    """Those values that are no longer the same, in the order of the settings."""
    names = [field.name for field in fields(Settings) if getattr(old, field.name) != getattr(new, field.name)]
    before, after = (", ".join(str(getattr(each, name) or "–") for name in names) for each in (old, new))
    return verbatim(before), verbatim(after)


def _attending(journal: Journal, entry: Entry, noted: facts.AttendanceNoted) -> Text:
    """Who reported: the name of one, the count of several."""
    if len(noted.players) != 1:
        return mark_count("{count} player", "{count} players", len(noted.players))
    player = _player_at(journal, entry, noted.players[0])
    return verbatim(player.name) if player is not None else mark("player {number}", number=noted.players[0])


def _player_before(journal: Journal, entry: Entry, number: int) -> str:
    player = _player_at(journal, entry, number)
    return _written(player) if player is not None else ""


def _player_at(journal: Journal, entry: Entry, number: int) -> Player | None:
    """The player of ``number`` as last written before ``entry``."""
    written: Player | None = None
    for other in journal.everything(entry.stream)[: entry.number - 1]:
        fact = other.fact
        if isinstance(fact, facts.PlayersAdded):
            written = next((player for player in fact.players if player.number == number), written)
        elif isinstance(fact, facts.PlayerChanged) and fact.player.number == number:
            written = fact.player
        elif isinstance(fact, facts.PlayerReplaced) and fact.by.number == number:
            written = fact.by
    return written


def _written(player: Player) -> str:
    parts = (player.name, player.country, player.ema_number, player.club, player.team)
    return ", ".join(part for part in parts if part)
