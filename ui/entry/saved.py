"""What was written, in a sentence that is read out: the entry, and what it did to the totals of its sheet; no Qt."""

from collections.abc import Sequence

from tournament.language import Text, integer_text, listed, mark, mark_count
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.facts import HandCorrected, HandInserted, HandRecorded, PenaltyGiven, Redone, Undone
from tournament.use_cases import View
from ui.entry.sheet_lines import LineKind, SheetLine, Translate, lines_of, moved_words
from ui.entry.table_sheet import TableSheet, table_sheet


def saved_words(view: View, entry: Entry, translate: Translate) -> str:
    """Say that ``entry`` of ``view`` was written, and how its sheet stands now."""
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
    """What the entry's line moved and the totals there; the totals of the sheet when it has no line."""
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
