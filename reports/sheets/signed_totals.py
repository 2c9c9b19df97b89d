"""What a head referee checks: signed sheets whose totals differ or were not compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions
from reports.vocabulary import COUNTS, PLAYER, REASON, SESSION, TABLE
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.causes import cause_text
from tournament.ledger.difference import causes_of
from tournament.ledger.sheet import Sheet, SheetMark
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class SignedTotal:
    """A total that differs or is missing on a signed sheet; without a player: of all four."""

    sheet: Sheet
    player: Player | None
    signed: int | None
    computed: int | None
    counted: int | None
    cause: Text | None
    """The likeliest single mistake that explains the whole difference."""

    @property
    def difference(self) -> int | None:
        """Signed minus computed."""
        return None if self.signed is None or self.computed is None else self.signed - self.computed

    @property
    def remark(self) -> Text:
        """Why it was accepted, or what is wrong with it."""
        if self.sheet.totals_only:
            return SheetMark.TOTALS_ONLY.label
        if self.sheet.compared is False and self.signed is None:
            return SheetMark.NOT_COMPARED.label
        return verbatim(self.sheet.accepted) if self.sheet.accepted else mark("no reason given")


FIELDS: tuple[Column[SignedTotal], ...] = (
    SESSION.of(lambda row: row.sheet.session, emphasis=Emphasis.PLAIN),
    TABLE.of(lambda row: row.sheet.table),
    PLAYER.of(lambda row: row.player.name if row.player else None),
    Column(mark("Signed"), lambda row: row.signed, Kind.SIGNED),
    Column(mark("Computed"), lambda row: row.computed, Kind.SIGNED),
    Column(mark("Difference"), lambda row: row.difference, Kind.SIGNED, Emphasis.STRONG),
    COUNTS.of(lambda row: row.counted, kind=Kind.SIGNED),
    REASON.of(lambda row: row.remark),
    Column(mark("Likely cause"), lambda row: row.cause, emphasis=Emphasis.MUTED, flexible=True),
)


def signed_totals(view: View, options: ReportOptions) -> Document:
    """List the totals that differ, and the sheets not compared, of the selected session, or of all.

    Nothing is listed if no sheet at all was compared: there may be no totals of papers, or no hands.
    """
    sheets = [sheet for session in options.sessions_of(view) for sheet in view.sheets(session) if sheet.closed]
    with_hands = [sheet for sheet in sheets if not sheet.totals_only]
    comparable = any(sheet.compared or any(total is not None for total in sheet.paper) for sheet in with_hands)
    rows = [row for sheet in sheets for row in signed_totals_of(view, sheet)] if comparable else []
    note = view.settings.counted_totals.label if rows else mark("Every signed sheet agrees with its paper.")
    if sheets and not with_hands:
        note = mark("Tables entered with totals only have no hands to count.")
    elif not comparable:
        note = mark("No totals from paper were entered, so that nothing could be compared.")
    differing = sum(any(sheet.difference) for sheet in sheets)
    unread = sum(not sheet.compared for sheet in sheets)
    alone = sum(sheet.totals_only for sheet in sheets)
    return Document(
        event=view.settings.name,
        title=mark("Signed totals")
        if options.session is None
        else mark("Signed totals, session {session}", session=options.session),
        state=mark_count("{count} sheet is signed", "{count} sheets are signed", len(sheets)),
        printed=options.printed,
        aside=(
            mark_count("{count} sheet differs", "{count} sheets differ", differing),
            mark_count("{count} was not compared", "{count} were not compared", unread),
            mark_count("{count} by totals only", "{count} by totals only", alone),
        ),
        note=note,
        sections=(Section(table_of(FIELDS, rows)),),
    )


def signed_totals_of(view: View, sheet: Sheet) -> Iterator[SignedTotal]:
    """What to check on a signed sheet: nothing if its four totals agree."""
    if sheet.totals_only or (sheet.compared is False and not any(total is not None for total in sheet.paper)):
        yield SignedTotal(sheet, None, None, None, None, None)
        return
    causes = causes_of(sheet, view.rules, sheet.paper)
    cause = cause_text(causes[0], lambda column: view.player_at(sheet, column).name, view.rules) if causes else None
    for column, (paper, ours) in enumerate(zip(sheet.paper, sheet.computed, strict=True)):
        if paper != ours:
            player = view.player_at(sheet, column)
            yield SignedTotal(sheet, player, paper, ours, sheet.scores[column], cause)
            cause = None  # said once
