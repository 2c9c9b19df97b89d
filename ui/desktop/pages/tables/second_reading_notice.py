"""The state of the second reading of a sheet: waiting, rejected with both values, or confirmed."""

from PySide6.QtWidgets import QWidget

from tournament.event.settings import SecondReading
from tournament.language import Text, mark, verbatim
from tournament.ledger.second_reading import difference_text, differences, second_reading_text
from tournament.ledger.sheet import SheetState
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.keys import Key
from ui.entry.table_sheet import TableSheet

READ_AGAIN = "V"
_LINES = 3
"""Maximum number of values named; the rest are counted."""
_WAITS = (
    mark("Signed, second reading due"),
    mark("A person who did not enter it reads it again: {key}.", key=Key(READ_AGAIN)),
)
_BY_ANYONE = mark("Press {key} to read it again.", key=Key(READ_AGAIN))


class SecondReadingNotice(Notice):
    """Visible only if the event or the sheet has a second reading."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, *_WAITS, parent=parent)
        self.setVisible(False)

    def show_table(self, table: TableSheet) -> None:
        """Show the state for the sheet of ``table``."""
        sheet, said = table.sheet, second_reading_text(table.sheet)
        if sheet.state is SheetState.TO_READ_AGAIN:
            anyone = sheet.second_reading is SecondReading.BY_ANYONE
            title, by_another = _WAITS
            self.show_notice(NoticeKind.INFO, title, _BY_ANYONE if anyone else by_another)
        elif said is not None and sheet.confirmed is not None:
            self.show_notice(NoticeKind.OK, said)
        elif said is not None:
            self.show_notice(NoticeKind.DANGER, said, _mismatches(table))
        self.setVisible(sheet.state is SheetState.TO_READ_AGAIN or said is not None)


def _mismatches(table: TableSheet) -> Text:
    """The values that were read beside those on the sheet now. The list gets shorter as the sheet is corrected."""
    second = table.sheet.second_reader
    found = differences(table.sheet, second.reading) if second is not None else ()
    reason = " ".join(second.entry.fact.reasons) if second is not None else ""
    if not found:
        return (
            verbatim(reason) if reason else mark("The sheet now has the values of the second reading: sign it again.")
        )
    words = [difference_text(each, table.names[each.column] if each.column is not None else "") for each in found]
    text = words[0]
    for more in words[1:_LINES]:
        text = mark("{before}; {text}", before=text, text=more)
    if len(words) > _LINES:
        text = mark("{before}; and {count} more", before=text, count=len(words) - _LINES)
    return mark("{text}. Reason: {reason}", text=text, reason=reason) if reason else text
