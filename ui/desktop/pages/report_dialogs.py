"""Reports that a page opens over itself. The dialog, PDF and printer are loaded with the first one."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.ledger.sheet import Sheet
from tournament.use_cases import View
from ui.desktop.controller import EventController

if TYPE_CHECKING:
    from ui.desktop.pages.reports.report_dialog import ReportDialog


def show_slip(controller: EventController, view: View, sheet: Sheet, hand: int, parent: QWidget) -> "ReportDialog":
    """Open the ruling slip of a hand of ``sheet``, whose tiles are known."""
    return _show(controller, view, "ruling-slips", parent, session=sheet.session, table=sheet.table, hand=hand)


def show_fans(controller: EventController, view: View, parent: QWidget) -> "ReportDialog":
    """Open the list of the fan made."""
    return _show(controller, view, "fans", parent)


def _show(controller: EventController, view: View, name: str, parent: QWidget, *, session: int | None = None,
          table: int | None = None, hand: int | None = None) -> "ReportDialog":  # fmt: skip
    from reports.catalogue import ReportOptions
    from ui.desktop.pages.reports.report_dialog import ReportDialog

    options = ReportOptions(printed=datetime.now().astimezone(), session=session, table=table, hand=hand)
    dialog = ReportDialog(controller, view, name, options, parent=parent)
    dialog.open()
    return dialog
