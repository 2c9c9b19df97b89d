"""Reports that a page opens, in a dialog or on the page Reports. Dialog, PDF and printing are imported with them."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark_count
from tournament.ledger.sheet import Sheet
from tournament.standings import Standings
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from ui.desktop.controller import EventController
from ui.desktop.kit.table import TableView

if TYPE_CHECKING:
    from reports.catalogue import Report, ReportOptions
    from reports.document import Chart, Document
    from ui.desktop.pages.reports.report_dialog import ReportDialog


def show_results_package(controller: EventController) -> None:
    """Show the results package on the page Reports."""
    from ui.desktop.pages.reports.catalogue_list import RESULTS_PACKAGE

    controller.navigation.page_wanted.emit("reports")
    controller.navigation.report_wanted.emit(RESULTS_PACKAGE)


def show_slip(controller: EventController, view: View, sheet: Sheet, hand: int, parent: QWidget) -> "ReportDialog":
    """Open the ruling slip of a hand of ``sheet`` whose tiles are known."""
    return show_report(controller, view, "ruling-slips", parent, session=sheet.session, table=sheet.table, hand=hand)


def show_report(controller: EventController, view: View, name: str, parent: QWidget, *, session: int | None = None,
                table: int | None = None, hand: int | None = None, public: bool = False) -> "ReportDialog":  # fmt: skip
    """Open the report ``name``, whole or for the given session, table or hand.

    With ``public`` it is made from the public results.
    """
    from reports.catalogue import report_called

    report = report_called(name)
    assert report is not None, name
    return _show(controller, view, report, parent, session=session, table=table, hand=hand, public=public)


def show_table(controller: EventController, view: View, title: Text, table: TableView[Any], parent: QWidget,
               *, keep: Callable[[Any], bool] = lambda _row: True) -> "ReportDialog":  # fmt: skip
    """Open ``table`` as it is shown: the visible columns, and of the rows found those that ``keep`` accepts."""
    shown = [column for place, column in enumerate(table.rows_model.columns) if not table.isColumnHidden(place)]
    found = (table.row_at(table.model().index(line, 0)) for line in range(table.model().rowCount()))
    rows = [row for row in found if keep(row)]

    def build(view: View, options: "ReportOptions") -> "Document":
        from reports.column import Column
        from reports.document import Document, Section, table_of

        fields = [Column(each.heading, each.cell, each.kind, each.emphasis, flexible=not each.width) for each in shown]
        return Document(
            event=view.settings.name,
            title=title,
            state=mark_count("{count} line", "{count} lines", len(rows)),
            printed=options.printed,
            sections=(Section(table_of(fields, rows)),),
        )

    return show_built(controller, view, title, build, parent)


def show_built(
    controller: EventController,
    view: View,
    title: Text,
    build: "Callable[[View, ReportOptions], Document]",
    parent: QWidget,
) -> "ReportDialog":
    """Open the document that ``build`` makes, which is in no list of reports."""
    from reports.catalogue import Audience, Report, ReportGroup

    report = Report("in-view", title, ReportGroup.RESULTS, build, needs_draw=False, audience=Audience.ASKED)
    return _show(controller, view, report, parent)


def show_chart(
    controller: EventController, view: View, chart: "Chart", standings: Standings, parent: QWidget
) -> "ReportDialog":
    """Open ``chart``, which was made from ``standings``."""
    from reports.catalogue import Audience, Format, Report, ReportGroup
    from reports.sheets.options import after_hands

    def build(view: View, options: "ReportOptions") -> "Document":
        from reports.document import Document

        return Document(
            event=view.settings.name,
            title=chart.title,
            state=after_hands(standings.hands, provisional=standings.provisional),
            printed=options.printed,
            provisional=standings.provisional,
            aside=(view.rules.name,),
            charts=(chart,),
        )

    formats = (Format.PDF, Format.HTML, Format.SVG, Format.PNG)
    report = Report(
        "chart-in-view",
        chart.title,
        ReportGroup.RESULTS,
        build,
        formats,
        needs_draw=False,
        counts_earlier=True,
        audience=Audience.ASKED,
    )
    return _show(controller, view, report, parent, session=standings.after)


def _show(controller: EventController, view: View, report: "Report", parent: QWidget, *, session: int | None = None,
          table: int | None = None, hand: int | None = None, public: bool = False) -> "ReportDialog":  # fmt: skip
    from reports.catalogue import ReportOptions
    from ui.desktop.pages.reports.report_dialog import ReportDialog

    public = public or isinstance(view, PublicView)
    options = ReportOptions(printed=datetime.now().astimezone(), session=session, table=table, hand=hand, public=public)
    dialog = ReportDialog(controller, view, report, options, parent=parent)
    dialog.open()
    return dialog
