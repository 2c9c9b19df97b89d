"""Excel workbooks: one worksheet a section, real numbers, text that is never run as a formula."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

from reports.document import Cell, Chart, Column, Document, Emphasis, Kind, Section
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.paper import PageSize
from reports.writers.wording import (
    DASH,
    DOWN,
    STARTS_FORMULA,
    UP,
    author,
    cell_text,
    event_line,
    foot,
    one_line,
    printable,
    standing_mark,
    text_of,
)
from tournament.language import Language, Text, mark
from tournament.rules.pattern import Names

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell as SheetCell
    from openpyxl.chart import BarChart
    from openpyxl.worksheet.worksheet import Worksheet

_NUMBER_FORMATS = {
    Kind.INTEGER: "0",
    Kind.SIGNED: '+0;"−"0;0',
    Kind.POINTS: "# ?/??",
    Kind.AVERAGE: "0.0",
    Kind.AMOUNT: "0.00",
    Kind.MOVEMENT: f'"{UP}" 0;"{DOWN}" 0;"{DASH}"',
}
_TEXT_FORMAT = "@"
_DAY_FORMAT, _MOMENT_FORMAT = "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"
_ONE_VALUE = re.compile(r"\{\w+\}")
"""A message that is nothing but what fills it."""
_CHART_WIDE, _CHART_HIGH = 24.0, 13.0
"""Centimetres."""
_CHART_ROWS = 28
"""Rows of the sheet that a chart covers, and the space below it."""
_PAPER_CODES = {PageSize.A4: 9, PageSize.LETTER: 1}
_WIDEST = 44
"""Characters of a column at most; longer text is wrapped."""
_FONT, _LINE_HIGH = "Calibri", 15.0
_PORTRAIT_WIDTH = 110
"""Characters that fit across an upright page before it is turned."""
_LEFT = (Kind.TEXT, Kind.CODE, Kind.MOVEMENT)
_MOST_FROZEN = 4
_PAGE, _PAGES = "{p}", "{n}"
"""Stand for the page numbers until a message is rendered."""
_GREY = "FF444444"
_CHARTS = mark("Charts")
"""The sheet of the charts."""


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    progress: Progress | None = None,
) -> None:
    """Write the tables of ``document`` to ``path`` as a workbook. Raises ExportFailed."""
    from openpyxl import Workbook

    with atomic_file(path, progress) as unfinished:
        book = Workbook()
        book.remove(book.worksheets[0])
        _describe(book, document, language)
        _named_styles(book)
        headings = [section.heading or document.title for section in document.sections]
        charts = any(section.chart for section in document.sections)
        names = _sheet_names([*headings, *([_CHARTS] if charts else [])], language)
        drawn: list[tuple[Worksheet, Chart]] = []
        for done, (section, name) in enumerate(zip(document.sections, names, strict=False)):
            if progress:
                progress(done, len(document.sections))
            sheet = book.create_sheet(name)
            _fill(sheet, section, language)
            _set_up_print(sheet, document, section.heading, language, page_size)
            if section.chart is not None:
                drawn.append((sheet, section.chart))
        if drawn:
            sheet = book.create_sheet(names[-1])
            _draw_charts(sheet, drawn, language)
            _set_up_print(sheet, document, _CHARTS, language, page_size)
        if not document.sections:  # a workbook has a sheet at least: it says why there is nothing
            (name,) = _sheet_names([document.title], language)
            _put_text(_cell(book.create_sheet(name), 1, 1), language.render(document.note or document.title))
        save_workbook(book, unfinished)


def save_workbook(book: "Workbook", path: Path) -> None:
    """Write ``book`` to ``path`` at one go: the library, when the disk is full, would leave the file open."""
    whole = BytesIO()
    book.save(whole)
    path.write_bytes(whole.getbuffer())


def _describe(book: "Workbook", document: Document, language: Language) -> None:
    moment = document.printed.replace(tzinfo=None)
    book.properties.title = printable(f"{document.event} – {language.render(document.title)}")
    book.properties.subject = printable(language.render(foot(document)))
    book.properties.creator = author(document)
    book.properties.language = language.code
    book.properties.created = book.properties.modified = moment


def _sheet_names(headings: Iterable[Text], language: Language) -> list[str]:
    """Names that Excel accepts: at most 31 characters, none of its forbidden signs, no two alike."""
    names: list[str] = []
    taken = {"history"}
    for heading in headings:
        wanted = re.sub(r"[\[\]:*?/\\]", " ", one_line(language.each[0].render(heading)))
        wanted = wanted.strip(" '")[:31].rstrip(" '") or "–"
        name, number = wanted, 2
        while name.casefold() in taken:
            ending = f" ({number})"
            name, number = wanted[: 31 - len(ending)] + ending, number + 1
        taken.add(name.casefold())
        names.append(name)
    return names


def _named_styles(book: "Workbook") -> None:
    """Add one style a kind and emphasis, so that a cell is dressed by name."""
    from openpyxl.styles import Alignment, Border, Font, NamedStyle, Side

    bottom = Border(bottom=Side("thin", color=_GREY))
    for kind in Kind:
        across, indent = ("left", 1) if kind in _LEFT else ("right", 0)
        book.add_named_style(
            NamedStyle(
                f"{kind.value} heading",
                font=Font(name=_FONT, size=11, bold=True),
                alignment=Alignment(horizontal=across, vertical="center", indent=indent, wrap_text=True),
                border=bottom,
                number_format=_TEXT_FORMAT,
            )
        )
        for emphasis in Emphasis:
            book.add_named_style(
                NamedStyle(
                    f"{kind.value} {emphasis.value}",
                    font=Font(
                        name=_FONT,
                        size=11,
                        bold=emphasis is Emphasis.STRONG,
                        color=_GREY if emphasis is Emphasis.MUTED else None,
                    ),
                    alignment=Alignment(horizontal=across, vertical="top", indent=indent, wrap_text=kind is Kind.TEXT),
                    number_format=_NUMBER_FORMATS.get(kind, _TEXT_FORMAT),
                )
            )


def _fill(sheet: "Worksheet", section: Section, language: Language) -> None:
    columns = section.table.columns
    headings = [language.lines(column.heading) for column in columns]
    widths = [min(_WIDEST, max(map(len, lines)) + 5) for lines in headings]
    for position, (column, lines) in enumerate(zip(columns, headings, strict=True), start=1):
        cell = _cell(sheet, 1, position)
        _put_text(cell, "\n".join(lines))
        cell.style = f"{column.kind.value} heading"
    if len(language.each) > 1:
        sheet.row_dimensions[1].height = _LINE_HIGH * max(map(len, headings)) + 3
    styles = [f"{column.kind.value} {column.emphasis.value}" for column in columns]
    for number, row in enumerate(section.table.rows, start=2):
        longest, sums = 0, _sums(section, row, number)
        for index, (value, column) in enumerate(zip(row, columns, strict=True)):
            cell = _cell(sheet, number, index + 1)
            cell.style = styles[index]
            _put(cell, value, language)
            if index in sums:
                cell.value = sums[index]
            long = len(cell_text(value, column, language))
            longest = max(longest, long)
            widths[index] = max(widths[index], min(_WIDEST, long + 3))
        if longest > _WIDEST - 3:
            sheet.row_dimensions[number].height = _LINE_HIGH * (1 + longest // (_WIDEST - 2))
    for position, width in enumerate(widths, start=1):
        sheet.column_dimensions[_letter(position)].width = width
    sheet.freeze_panes = _frozen(columns)
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if sum(widths) > _PORTRAIT_WIDTH else "portrait"


def _sums(section: Section, row: tuple[Cell, ...], number: int) -> dict[int, str]:
    """The formulas of a row by column: none where its parts do not add up to the total that counts."""
    formulas: dict[int, str] = {}
    for total, parts in section.sums:
        values = [value for value in (row[part] for part in parts) if isinstance(value, int | Fraction)]
        if values and sum(values) == row[total]:
            formulas[total] = f"=SUM({','.join(f'{_letter(part + 1)}{number}' for part in parts)})"
    return formulas


def _frozen(columns: tuple[Column, ...]) -> str:
    """The first cell that scrolls: below the heading, and right of the column that says who."""
    names = [index for index, column in enumerate(columns, start=1) if column.emphasis is Emphasis.NAME]
    return f"{_letter(names[0] + 1) if names and names[0] <= _MOST_FROZEN else 'A'}2"


def _put(cell: "SheetCell", value: Cell, language: Language) -> None:
    if value is None:
        return
    day = _day_of(value)
    if day is not None:
        cell.value, cell.number_format = day
    elif isinstance(value, str | Text | Names):
        _put_text(cell, text_of(value, language))
    elif isinstance(value, Fraction) and value.denominator != 1:
        cell.value = float(value)
        if (
            cell.number_format != _NUMBER_FORMATS[Kind.AVERAGE]
            and value.denominator > 4
            and 100 % value.denominator == 0
        ):
            cell.number_format = "0.00"
    else:
        cell.value = int(value)


def _day_of(value: Cell) -> tuple[date, str] | None:
    """A day or a moment that is all a cell says, and how it is shown: a spreadsheet sorts it and counts with it."""
    if not isinstance(value, Text) or len(value.values) != 1 or not _ONE_VALUE.fullmatch(value.message):
        return None
    found = value.values[0][1]
    if isinstance(found, tuple) and len(found) == 1:
        (found,) = found
    if isinstance(found, datetime):
        return found.replace(tzinfo=None), _MOMENT_FORMAT
    return (found, _DAY_FORMAT) if isinstance(found, date) else None


def _put_text(cell: "SheetCell", text: str) -> None:
    """Put text as text: what looks like a formula is marked as quoted and never run."""
    cell.value = printable(text)
    cell.data_type = "s"
    if text.startswith(STARTS_FORMULA):
        cell.quotePrefix = True


def _draw_charts(sheet: "Worksheet", drawn: Sequence[tuple["Worksheet", Chart]], language: Language) -> None:
    """Draw each chart from the cells of its own sheet, under its title."""
    from openpyxl.styles import Alignment

    for number, (source, chart) in enumerate(drawn):
        row = 1 + number * _CHART_ROWS
        title = _cell(sheet, row, 1)
        _put_text(title, one_line(language.render(chart.title)))
        title.style = f"{Kind.TEXT.value} {Emphasis.STRONG.value}"
        title.alignment = Alignment(wrap_text=False)
        sheet.add_chart(_bars(source, chart, language), f"A{row + 1}")
    sheet.page_setup.orientation = "landscape"


def _bars(source: "Worksheet", chart: Chart, language: Language) -> "BarChart":
    from openpyxl.chart import BarChart, Reference, Series
    from openpyxl.chart.data_source import StrRef
    from openpyxl.chart.series import SeriesLabel
    from openpyxl.utils import quote_sheetname

    first, last = chart.rows[0] + 2, chart.rows[-1] + 2
    bars = BarChart()
    bars.type = "bar" if chart.stacked else "col"
    bars.width = _CHART_WIDE  # type: ignore[assignment]  # openpyxl takes centimetres, and begins with a whole number
    bars.height = _CHART_HIGH
    for column in chart.values:
        series = Series(Reference(source, column + 1, first, column + 1, last))
        series.tx = SeriesLabel(StrRef(f"{quote_sheetname(source.title)}!${_letter(column + 1)}$1"))
        series.invertIfNegative = False
        bars.series.append(series)
    bars.set_categories(Reference(source, chart.name + 1, first, chart.name + 1, last))
    if chart.stacked:
        bars.grouping, bars.overlap = "stacked", 100
        bars.x_axis.scaling.orientation = "maxMin"
    bars.x_axis.title = one_line(language.render(chart.names_title))
    bars.y_axis.title = one_line(language.render(chart.values_title))
    bars.x_axis.delete = bars.y_axis.delete = False
    bars.x_axis.tickLblPos = "low"
    bars.legend.position = "b"
    if len(chart.values) == 1:
        bars.legend = None
    return bars


def _set_up_print(
    sheet: "Worksheet", document: Document, heading: Text | None, language: Language, page_size: PageSize
) -> None:
    from openpyxl.worksheet.header_footer import HeaderFooterItem
    from openpyxl.worksheet.properties import PageSetupProperties

    sheet.page_setup.paperSize = _PAPER_CODES[page_size]
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.page_margins.left = sheet.page_margins.right = 0.5
    title = language.render(document.title)
    standing = standing_mark(document)
    if standing is not None:
        title = f"{language.render(standing)} · {title}"
    if heading is not None:
        title = f"{title} · {language.render(heading)}"
    page = one_line(language.render(mark("Page {page} of {pages}", page=_PAGE, pages=_PAGES)))
    header, footer = HeaderFooterItem(), HeaderFooterItem()
    header.left.text = _in_margin(event_line(document, language))
    header.right.text = _in_margin(title)
    footer.left.text = _in_margin(language.each[0].render(foot(document)))
    footer.right.text = page.replace(_PAGE, "&P").replace(_PAGES, "&N")
    sheet.oddHeader, sheet.oddFooter = header, footer


def _in_margin(text: str) -> str:
    """Text for the margin of the page, where & starts a code; header and footer hold 255 characters in all."""
    return one_line(text)[:100].replace("&", "&&")


def _letter(position: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(position)


def _cell(sheet: "Worksheet", row: int, column: int) -> "SheetCell":
    """The cell at a place where none was merged."""
    return cast("SheetCell", sheet.cell(row, column))
