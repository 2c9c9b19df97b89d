"""The observer's and the referee's report, filled in from the event, with lines for the rest."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from reports.column import Cell, Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.details import event_days
from reports.sheets.fouls import fouls_record
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.signed_totals import signed_totals
from reports.vocabulary import PLAYER, REASON, SESSION, STATE
from tournament.event.country import country_code
from tournament.event.player import PlayerState
from tournament.language import Text, integer_text, listed, mark, mark_count, mark_in
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerReplaced, PlayerStateChanged
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.view import View

_REFEREES_PLAYERS = 32
"""EMA: one referee for this many players."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One item of a report."""

    about: Text
    finding: Cell
    """Empty: a line to write on."""


def _in_words(finding: Cell) -> Cell:
    """A finding that is a number as text: the others of its column are words."""
    return integer_text(finding) if isinstance(finding, int) else finding


_FIELDS: tuple[Column[ReportLine], ...] = (
    Column(mark_in("report", "About"), lambda line: line.about, emphasis=Emphasis.NAME),
    Column(mark("Finding"), lambda line: _in_words(line.finding), flexible=True),
)


@dataclass(frozen=True, slots=True)
class GivenReason:
    """Why a player left or was replaced, in the words of who entered it in an earlier version."""

    session: int
    """The first session that it concerns."""
    player: str
    state: Text
    reason: str


_REASON_FIELDS: tuple[Column[GivenReason], ...] = (
    SESSION.of(lambda row: row.session),
    PLAYER.of(lambda row: row.player, flexible=False),
    STATE.of(lambda row: row.state, flexible=False),
    REASON.of(lambda row: row.reason),
)


def _section(heading: Text, lines: Iterable[ReportLine]) -> Section:
    return Section(table_of(_FIELDS, lines, group=100), heading, label=heading)


def _to_write(*abouts: Text) -> list[ReportLine]:
    return [ReportLine(about, "") for about in abouts]


def observer_report(view: View, options: ReportOptions) -> Document:
    """The observer's report to the federation, as EMA asks for it."""
    to_write = _to_write(
        mark("Observer"),
        mark("Organisation"),
        mark("Information given: clock and results"),
        mark("Prizes"),
        mark("Irregularities"),
        mark("Complaints"),
        mark("Conclusion"),
        mark("Date, signature"),
    )
    note = mark("Filled in from the event; the blank lines are for the observer.")
    findings = _section(mark("Findings of the observer"), to_write)
    return _report(view, options, mark("Observer’s report"), note, findings)


def referee_report(view: View, options: ReportOptions) -> Document:
    """The head referee's report: sheets, corrections, penalties and signed differences, and lines for the rest.

    With ``options.reasons`` also why players left or were replaced, where an earlier version wrote it.
    """
    penalties, signed = fouls_record(view, options), signed_totals(view, options)
    found = tuple(
        Section(section.table, heading, label=heading)
        for heading, document in ((mark("Record of fouls"), penalties), (mark("Signed totals"), signed))
        for section in document.sections[:1]
        if section.table.rows
    )
    reasons = given_reasons(view, options) if options.reasons else []
    if reasons:
        heading = mark("Why players left or were replaced (private)")
        found = (*found, Section(table_of(_REASON_FIELDS, reasons), heading, label=heading))
    to_write = _to_write(
        mark("Head referee"),
        mark("Referees"),
        mark("Important decisions"),
        mark("Complaints"),
        mark("Remarks"),
        mark("Date, signature"),
    )
    title, findings = mark("Referee’s report"), _section(mark("Findings of the referee"), to_write)
    note = mark("Filled in from the event; the blank lines are for the head referee.")
    return _report(view, options, options.with_session(title), note, *found, findings)


def given_reasons(view: View, options: ReportOptions) -> list[GivenReason]:
    """The private reasons in the journal that were not undone, of the selected session or of all."""
    found = []
    for entry in view.journal.standing(EVENT_STREAM):
        fact = entry.fact
        match fact:
            case PlayerStateChanged():
                session, state = fact.first, fact.state.label
            case PlayerReplaced():
                session = min(fact.sessions)
                state = mark("replaced by another player") if fact.case is None else fact.case.shown.label
            case _:
                continue
        if fact.private_reason and options.session in (None, session):
            player = view.players.get(fact.number)
            name = player.name if player is not None else str(fact.number)
            found.append(GivenReason(session, name, state, fact.private_reason))
    return found


def _report(view: View, options: ReportOptions, title: Text, note: Text, *sections: Section) -> Document:
    """The document with facts of the event, then ``sections``."""
    return Document(
        event=view.settings.name,
        title=title,
        state=_state(view),
        printed=options.printed,
        note=note,
        section_name=mark_in("of a page", "Part"),
        sections=(
            _section(mark("Event"), _event_lines(view)),
            _section(mark("Course"), _course_lines(view)),
            *sections,
        ),
    )


def _event_lines(view: View) -> list[ReportLine]:
    settings = view.settings
    players = [player for number, player in view.players.items() if view.status(number).state is PlayerState.PLAYING]
    countries = Counter(country_code(player.country) or player.country for player in players if player.country)
    by_country = listed(
        f"{code} {count}" for code, count in sorted(countries.items(), key=lambda each: (-each[1], each[0]))
    )
    lines = [
        ReportLine(mark("Name of the event"), settings.name),
        ReportLine(mark_in("event", "Place"), ", ".join(filter(None, (settings.place, settings.city)))),
        ReportLine(mark("Days"), event_days(settings) or ""),
        ReportLine(mark("Organiser"), settings.organiser),
        ReportLine(mark("Rules"), view.rules.name),
        ReportLine(mark("Players"), len(players)),
    ]
    if countries:
        lines.append(
            ReportLine(mark("Countries"), mark("{count}: {countries}", count=len(countries), countries=by_country))
        )
    if settings.officials:
        named = listed(mark("{role}: {name}", role=each.role, name=each.name) for each in settings.officials)
        lines.append(ReportLine(mark("Officials"), named))
    if settings.format.is_drawn:
        asked = -(-len(players) // _REFEREES_PLAYERS)
        lines.append(
            ReportLine(
                mark("Referees"),
                mark_count(
                    "{count} or more for this number of players:", "{count} or more for this number of players:", asked
                ),
            )
        )
    return lines


def _course_lines(view: View) -> list[ReportLine]:
    settings = view.settings
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    lines = []
    if settings.format.is_drawn:
        length = mark_count("{count} minute", "{count} minutes", settings.minutes)
        text = mark("{sessions} of {length} each", sessions=len(view.session_numbers), length=length)
        lines.append(ReportLine(mark("Sessions"), text))
    else:
        lines.append(ReportLine(mark("Sessions"), len(view.drawn_sessions)))
    lines += [
        ReportLine(mark("Hands"), sum(sheet.played for sheet in sheets)),
        ReportLine(
            mark("Sheets verified"),
            mark("{verified} of {sheets}", verified=_count(sheets, SheetState.VERIFIED), sheets=len(sheets)),
        ),
        ReportLine(mark("Penalties"), sum(len(sheet.penalties) for sheet in sheets)),
    ]
    if view.state.substitutions:
        names = listed(dict.fromkeys(view.players[number].name for _session, number in view.state.substitutions))
        lines.append(ReportLine(mark("Substitutes who played"), names))
    if view.state.reopened:
        lines.append(ReportLine(mark("Sessions reopened"), listed(map(str, sorted(view.state.reopened)))))
    return lines


def _count(sheets: Iterable[Sheet], state: SheetState) -> int:
    return sum(sheet.state is state for sheet in sheets)


def _state(view: View) -> Text:
    played = sum(sheet.played for session in view.drawn_sessions for sheet in view.sheets(session))
    return after_hands(played, provisional=False)
