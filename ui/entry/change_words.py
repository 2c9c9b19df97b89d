"""Texts about a change: its effect on the standings, the papers that become out of date, and what was saved."""

from collections.abc import Sequence

from tournament.language import Text, integer_text, listed, mark, mark_count, verbatim
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import Entry, table_of, table_stream
from tournament.ledger.facts import (
    HandCorrected,
    HandInserted,
    HandRecorded,
    PenaltyGiven,
    Redone,
    SheetReopened,
    Undone,
)
from tournament.ledger.session import SessionState
from tournament.use_cases import View
from tournament.use_cases.entry_effect import EntryEffect, PlayerChange
from tournament.use_cases.papers import NotedPaper, noted_papers
from tournament.use_cases.public_view import withheld_problem
from ui.entry.sheet_lines import LineKind, SheetLine, Translate, lines_of, moved_words
from ui.entry.table_sheet import TableSheet, table_sheet

UNSAID = "unsaid"
"""The reason given while a change is only tried out to show its effect."""
_MOST = 3
"""Maximum number of players and of papers that are named."""


def standings_text(view: View, effect: EntryEffect, *, named: bool = True) -> Text:
    """How many players change rank; if ``named``, a few of those whose rank or table points change, with both ranks.

    While these standings are held for the ceremony, the text only says so, because a projector may show the same
    screen.
    """
    publication = view.state.publication
    if publication.held is not None and effect.after > publication.session:
        return withheld_problem(view, publication.held).text
    text = _moved_text(view, effect)
    if not effect.standings or not named:
        return text
    first = sorted(effect.standings, key=lambda change: not change.moved)[:_MOST]
    return mark("{text} {players}", text=text, players=listed(_change_text(change) for change in first))


def _moved_text(view: View, effect: EntryEffect) -> Text:
    """How many players change rank."""
    after, by_points = effect.after, view.settings.format.is_drawn
    if by_points and not effect.standings and any(change.moved for change in effect.sheet):
        return mark("Nobody changes rank or table points after session {session}; scores do.", session=after)
    if not (effect.standings if by_points else effect.moved):
        return mark("The standings after session {session} do not change.", session=after)
    if not effect.moved:
        return mark("Nobody changes rank after session {session}; table points do.", session=after)
    return mark_count(
        "{count} of {players} players changes rank after session {session}.",
        "{count} of {players} players change rank after session {session}.",
        effect.moved,
        players=effect.players,
        session=after,
    )


def papers_text(view: View, effect: EntryEffect, *, named: bool = True) -> Text | str:
    """Which papers will be out of date, or how many if not ``named``; empty if none was printed or saved."""
    papers = papers_of(view, effect)
    if named or not papers:
        return outdated_text(papers)
    return mark_count("{count} paper will be out of date", "{count} papers will be out of date", len(papers))


def outdated_text(papers: Sequence[NotedPaper]) -> Text | str:
    """The sentence that names ``papers`` as out of date; empty if there are none."""
    if not papers:
        return ""
    named = [verbatim(f"{each.fact.title} ({each.entry.time.astimezone():%H:%M})") for each in papers[:_MOST]]
    if len(papers) > _MOST:
        return mark("Will be out of date: {papers} and {count} more", papers=listed(named), count=len(papers) - _MOST)
    return mark("Will be out of date: {papers}", papers=listed(named))


def papers_of(view: View, effect: EntryEffect) -> tuple[NotedPaper, ...]:
    """The papers noted that show results of a session that ``effect`` changes."""
    if not noted_papers(view):
        return ()
    from reports.papers import papers_showing

    found = {paper.entry.id: paper for session in sorted(effect.sessions) for paper in papers_showing(view, session)}
    return tuple(sorted(found.values(), key=lambda paper: paper.entry.record.position))


def results_are_out(view: View, session: int, table: int) -> bool:
    """Whether anybody may know results that a change of this sheet would alter.

    This is so if the session is verified or closed, if the sheet is signed or was signed before, or if a paper shows
    results of the session.
    """
    if view.sheet(session, table).closed is not None or was_reopened(view, session, table):
        return True
    if view.session_state(session) in (SessionState.VERIFIED, SessionState.CLOSED):
        return True
    if not noted_papers(view):
        return False
    from reports.papers import papers_showing

    return bool(papers_showing(view, session))


def was_reopened(view: View, session: int, table: int) -> bool:
    """Whether the sheet was signed, and reopened."""
    entries = view.journal.standing(table_stream(session, table))
    return any(isinstance(entry.fact, SheetReopened) for entry in entries)


def is_on_paper(view: View, entry: Entry, effect: EntryEffect) -> bool:
    """Whether a printed or saved paper shows what ``entry`` wrote; ``effect`` is the effect of the entry."""
    return any(paper.fact.entries >= entry.record.position for paper in papers_of(view, effect))


def _change_text(change: PlayerChange) -> Text:
    """“Ada Sample 3 → 1”."""
    old, new = change.number
    return mark("{player} {old} → {new}", player=change.player.name, old=integer_text(old), new=integer_text(new))


def saved_words(view: View, entry: Entry, translate: Translate) -> str:
    """A text that ``entry`` of ``view`` was saved, with the totals that its sheet has now."""
    taken_back = isinstance(entry.fact, Undone | Redone)
    described = describe(view.journal, entry)
    what = mark("{what}: {where}", what=described.what, where=described.where)
    words = what if taken_back else mark("Saved: {what}", what=name_of(view.journal, entry))
    place = table_of(entry.stream)
    if place is None or view.seating is None:
        return translate(words)
    return f"{translate(words)}. {_totals(table_sheet(view, *place, to_read=True), entry, translate)}"


def author_at(entry: Entry) -> Text:
    """“Ben at north”."""
    return mark("{author} at {desk}", author=entry.author, desk=entry.record.desk or mark("another workstation"))


def presence_text(who: Sequence[Text]) -> Text:
    """“Ben at north is on this sheet”."""
    return mark_count("{who} is on this sheet", "{who} are on this sheet", len(who), who=listed(who))


def _totals(table: TableSheet, entry: Entry, translate: Translate) -> str:
    """The change of the entry's line with the totals there, or the totals of the sheet if the entry has no line."""
    line = _line_of(table, entry)
    if line is None:
        scores = zip(table.names, table.sheet.scores, strict=True)
        return "; ".join(f"{name} {integer_text(score)}" for name, score in scores)
    return "; ".join(map(translate, moved_words(line, table.names)))


def _line_of(table: TableSheet, entry: Entry) -> SheetLine | None:
    match entry.fact:
        case HandRecorded(hand=hand) | HandCorrected(hand=hand) | HandInserted(hand=hand):
            return next((each for each in lines_of(table) if each.kind is LineKind.HAND and each.hand == hand), None)
        case PenaltyGiven():
            given = (each for each in lines_of(table) if each.penalty is not None)
            return next((each for each in given if each.penalty and each.penalty.entry.id == entry.id), None)
    return None
