"""Excel workbooks: one worksheet per section, real numbers, text that is never run as a formula."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reports.document import Cell, Column, Document, Emphasis, Kind, NotCounted, NotCountedPoints, Section, SheetChart
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.paper import PageSize
from reports.writers.sheet_rows import (
    WorksheetRows,
    day_cell,
    empty_cell,
    formula_cell,
    number_cell,
    save_with_rows,
    text_cell,
    wide,
)
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
    from openpyxl.chart import BarChart, Reference
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.styles import NamedStyle
    from openpyxl.worksheet.worksheet import Worksheet

_NUMBER_FORMATS = {
    Kind.INTEGER: "0",
    Kind.SIGNED: '+0;"−"0;0',
    Kind.POINTS: "# ?/??",
    Kind.AVERAGE: "0.0",
    Kind.AMOUNT: "0.00",
    Kind.MOVEMENT: f'"{UP}" 0;"{DOWN}" 0;"{DASH}"',
}
_NOT_COUNTED_FORMAT = '(+0);("−"0);(0)'
_SIGNED_FRACTION_FORMAT, _FRACTION_NOT_COUNTED_FORMAT = '+# ?/??;"−"# ?/??', '(+# ?/??);("−"# ?/??)'
_TEXT_FORMAT = "@"
_DAY_FORMAT, _MOMENT_FORMAT = "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"
_ONE_VALUE = re.compile(r"\{\w+\}")
"""A message that consists only of its placeholder."""
_CHART_WIDE, _CHART_HIGH = 24.0, 13.0
"""Centimetres."""
_CHART_ROWS = 28
"""Rows of the sheet that a chart covers, with the space below it."""
_LABEL_WIDE = 36
"""Characters of a name beside its bar."""
_INK, _WHITE = "222222", "FFFFFF"
_PATTERNS = (
    _INK, "wdUpDiag", _WHITE, "pct50", "horz", "dkDnDiag", "pct20", "vert", "trellis", "smCheck", "wdDnDiag", "pct75",
)  # fmt: skip
"""Fill patterns of the bars of each series."""
_PAPER_CODES = {PageSize.A4: 9, PageSize.A3: 8, PageSize.LETTER: 1}
_WIDEST = 44
"""The most characters of a column; longer text is wrapped."""
_FONT, _LINE_HIGH = "Calibri", 15.0
_PORTRAIT_WIDTH = 110
"""Characters that fit across a portrait page; wider sheets are landscape."""
_LEFT = (Kind.TEXT, Kind.CODE, Kind.MOVEMENT)
_STYLES = {f"{kind.value} heading": (kind, None) for kind in Kind} | {
    f"{kind.value} {emphasis.value}": (kind, emphasis) for kind in Kind for emphasis in Emphasis
}
"""The named styles of cells, each added to a workbook when the first cell has it."""
_MOST_FROZEN = 4
_PAGE, _PAGES = "{p}", "{n}"
"""Placeholders for the page numbers until a message is rendered."""
_GREY = "FF444444"
_CHARTS = mark("Charts")
"""The sheet of the charts."""
_ROWS_A_STEP = 200


class _Look(NamedTuple):
    """The appearance of a cell."""

    named: str = ""
    """Its named style."""
    number_format: str = ""
    """Used instead of that of the style."""
    quoted: bool = False
    unwrapped: bool = False


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
        headings = [section.heading or document.title for section in document.sections]
        charts = any(section.charts for section in document.sections)
        names = _sheet_names([*headings, *([_CHARTS] if charts else [])], language)
        drawn: list[tuple[Worksheet, Section, SheetChart]] = []
        rows: dict[Worksheet, WorksheetRows] = {}
        styles = _Styles(book)
        steps = _Steps(progress, sum(len(section.table.rows) for section in document.sections))
        for section, name in zip(document.sections, names, strict=False):
            sheet = book.create_sheet(name)
            rows[sheet] = _fill(sheet, section, language, styles, steps)
            _set_up_print(sheet, document, section.heading, language, page_size)
            drawn.extend((sheet, section, chart) for chart in section.charts)
        if drawn:
            sheet = book.create_sheet(names[-1])
            rows[sheet] = _draw_charts(sheet, drawn, language, styles)
            _set_up_print(sheet, document, _CHARTS, language, page_size)
        if not document.sections:  # a workbook needs at least one sheet: it says why there is nothing
            (name,) = _sheet_names([document.title], language)
            rows[book.create_sheet(name)] = said = WorksheetRows(1)
            said.add([_text_cell(language.render(document.note or document.title), styles)])
        save_with_rows(book, rows, unfinished)


class _Steps:
    """Report the rows done, often enough to be cancelled soon and rarely enough to cost nothing."""

    def __init__(self, progress: Progress | None, rows: int) -> None:
        self._progress, self._rows, self._done = progress, rows, 0

    def next(self) -> None:
        if self._progress is not None and self._done % _ROWS_A_STEP == 0:
            self._progress(self._done, self._rows)
        self._done += 1


class _Styles(dict[_Look, int]):
    """The number in the file of each cell style; created on first use."""

    def __init__(self, book: "Workbook") -> None:
        super().__init__()
        self._book = book

    def __missing__(self, look: _Look) -> int:
        from openpyxl.cell import Cell as SheetCell
        from openpyxl.styles import Alignment

        cell = SheetCell(self._book.worksheets[0], row=1, column=1)
        if look.named:
            if look.named not in self._book.named_styles:
                self._book.add_named_style(_named_style(look.named))
            cell.style = look.named
        if look.number_format:
            cell.number_format = look.number_format
        if look.unwrapped:
            cell.alignment = Alignment(horizontal="left", wrap_text=False)
        cell.quotePrefix = look.quoted
        self[look] = number = cell.style_id
        return number


def _describe(book: "Workbook", document: Document, language: Language) -> None:
    moment = document.printed.replace(tzinfo=None)
    book.properties.title = printable(f"{document.event} – {language.render(document.title)}")
    book.properties.subject = printable(language.render(foot(document)))
    book.properties.creator = author(document)
    book.properties.language = language.code
    book.properties.created = book.properties.modified = moment


def _sheet_names(headings: Iterable[Text], language: Language) -> list[str]:
    """Names that Excel accepts: at most 31 characters, none of its forbidden characters, all different."""
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


def _named_style(name: str) -> "NamedStyle":
    """The style of this name: of one kind, as a heading or with an emphasis."""
    from openpyxl.styles import Alignment, Border, Font, NamedStyle, Side

    kind, emphasis = _STYLES[name]
    across, indent = ("left", 1) if kind in _LEFT else ("right", 0)
    if emphasis is None:
        return NamedStyle(
            name,
            font=Font(name=_FONT, size=11, bold=True),
            alignment=Alignment(horizontal=across, vertical="center", indent=indent, wrap_text=True),
            border=Border(bottom=Side("thin", color=_GREY)),
            number_format=_TEXT_FORMAT,
        )
    return NamedStyle(
        name,
        font=Font(
            name=_FONT,
            size=11,
            bold=emphasis is Emphasis.STRONG,
            color=_GREY if emphasis is Emphasis.MUTED else None,
        ),
        alignment=Alignment(horizontal=across, vertical="top", indent=indent, wrap_text=kind is Kind.TEXT),
        number_format=_NUMBER_FORMATS.get(kind, _TEXT_FORMAT),
    )


def _fill(sheet: "Worksheet", section: Section, language: Language, styles: _Styles, steps: _Steps) -> WorksheetRows:
    columns = section.table.columns
    headings = [language.lines(column.heading) for column in columns]
    widths = [min(_WIDEST, max(map(wide, lines)) + 5) for lines in headings]
    rows = WorksheetRows(len(columns))
    rows.add(
        [
            _text_cell("\n".join(lines), styles, f"{column.kind.value} heading")
            for column, lines in zip(columns, headings, strict=True)
        ],
        high=_LINE_HIGH * max(map(len, headings)) + 3 if len(language.each) > 1 else None,
    )
    written = [_Written(column, language, styles) for column in columns]
    for row in section.table.rows:
        steps.next()
        found = [cells[value] for cells, value in zip(written, row, strict=True)]
        cells = [cell for cell, _ in found]
        for total, parts in _sums(section, row).items():
            cells[total] = written[total].sum(row[total], rows.sum_of_next(parts))
        longest = max(long for _, long in found)
        high = _LINE_HIGH * (1 + longest // (_WIDEST - 2)) if longest > _WIDEST - 3 else None
        rows.add(cells, high=high)
    for index, (width, cells_written) in enumerate(zip(widths, written, strict=True)):
        long = max((long for _, long in cells_written.values()), default=0)
        sheet.column_dimensions[rows.letter(index)].width = widths[index] = max(width, min(_WIDEST, long + 3))
    sheet.freeze_panes = _frozen(columns)
    sheet.auto_filter.ref = rows.area
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if sum(widths) > _PORTRAIT_WIDTH else "portrait"
    return rows


class _Written(dict[Cell, tuple[str, int]]):
    """The XML of each cell of a column, and its width in characters."""

    def __init__(self, column: Column, language: Language, styles: _Styles) -> None:
        super().__init__()
        self._column, self._language, self._styles = column, language, styles
        self._named = f"{column.kind.value} {column.emphasis.value}"

    def __missing__(self, value: Cell) -> tuple[str, int]:
        self[value] = made = (self._cell(value), wide(cell_text(value, self._column, self._language)))
        return made

    def sum(self, value: Cell, formula: str) -> str:
        """The cell of a total that the spreadsheet adds up itself."""
        if not isinstance(value, int | Fraction):
            raise TypeError(f"{value!r} is no total")
        return formula_cell(formula, _number(value), self._styles[self._look(value)])

    def _cell(self, value: Cell) -> str:
        if value is None:
            return empty_cell(self._styles[_Look(self._named)])
        day = _day_of(value)
        if day is not None:
            return day_cell(day[0], self._styles[_Look(self._named, day[1])])
        if isinstance(value, str | Text | Names):
            return _text_cell(text_of(value, self._language), self._styles, self._named)
        return number_cell(_number(value), self._styles[self._look(value)])

    def _look(self, value: int | Fraction) -> _Look:
        """Quarters and similar numbers as fractions; numbers that only decimals show briefly, as decimals."""
        if isinstance(value, NotCounted):
            return _Look(self._named, _NOT_COUNTED_FORMAT)
        if isinstance(value, NotCountedPoints):
            return _Look(self._named, _FRACTION_NOT_COUNTED_FORMAT)
        if self._column.kind is Kind.SIGNED and value.denominator != 1:
            return _Look(self._named, _SIGNED_FRACTION_FORMAT)
        denominator = value.denominator
        decimal = self._column.kind is not Kind.AVERAGE and denominator > 4 and 100 % denominator == 0
        return _Look(self._named, "0.00" if decimal else "")


def _number(value: int | Fraction) -> float:
    return int(value) if value.denominator == 1 else float(value)


def _sums(section: Section, row: tuple[Cell, ...]) -> dict[int, tuple[int, ...]]:
    """The parts of each total of a row by its column; missing if its parts do not add up to the value that counts."""
    found: dict[int, tuple[int, ...]] = {}
    for total, parts in section.sums:
        values = [value for value in (row[part] for part in parts) if isinstance(value, int | Fraction)]
        if values and sum(values) == row[total]:
            found[total] = parts
    return found


def _frozen(columns: tuple[Column, ...]) -> str:
    """The first cell that scrolls: below the heading, and right of the column with the names."""
    names = [index for index, column in enumerate(columns, start=1) if column.emphasis is Emphasis.NAME]
    return f"{_letter(names[0] + 1) if names and names[0] <= _MOST_FROZEN else 'A'}2"


def _day_of(value: Cell) -> tuple[date, str] | None:
    """A date or time that is the only content of a cell, and its format: a spreadsheet sorts and computes with it."""
    if not isinstance(value, Text) or len(value.values) != 1 or not _ONE_VALUE.fullmatch(value.message):
        return None
    found = value.values[0][1]
    if isinstance(found, tuple) and len(found) == 1:
        (found,) = found
    if isinstance(found, datetime):
        return found.replace(tzinfo=None), _MOMENT_FORMAT
    return (found, _DAY_FORMAT) if isinstance(found, date) else None


def _text_cell(text: str, styles: _Styles, named: str = "") -> str:
    """Text as text: if it looks like a formula, it is marked as quoted and never run."""
    return text_cell(text, styles[_Look(named, quoted=text.startswith(STARTS_FORMULA))])


def _draw_charts(
    sheet: "Worksheet", drawn: Sequence[tuple["Worksheet", Section, SheetChart]], language: Language, styles: _Styles
) -> WorksheetRows:
    """Draw each chart from the cells of its own sheet, under its title, and print it on its own page.

    Names that are too long are shortened in cells that the chart covers: a spreadsheet would write them over the bars.
    """
    from openpyxl.chart import Reference
    from openpyxl.worksheet.pagebreak import Break

    rows = WorksheetRows(1)
    title = styles[_Look(f"{Kind.TEXT.value} {Emphasis.STRONG.value}", unwrapped=True)]
    for number, (source, section, chart) in enumerate(drawn):
        row = 1 + number * _CHART_ROWS
        rows.skip_to(row)
        if number:
            sheet.row_breaks.append(Break(row - 1))
        rows.add([text_cell(one_line(language.render(chart.title)), title)])
        names, first = source, chart.rows[0] + 2
        labels = _short_labels(section, chart, language)
        if labels:
            names, first = sheet, row + 1
            for label in labels:
                rows.add([text_cell(label, styles[_Look(quoted=label.startswith(STARTS_FORMULA), unwrapped=True)])])
        column = 1 if labels else chart.name + 1
        categories = Reference(names, column, first, column, first + len(chart.rows) - 1)
        sheet.add_chart(_bars(source, chart, categories, language), f"A{row + 1}")
    sheet.page_setup.orientation = "landscape"
    return rows


def _short_labels(section: Section, chart: SheetChart, language: Language) -> list[str]:
    """The names of the bars, cut off if they are too long; empty if none is."""
    column, rows = section.table.columns[chart.name], section.table.rows
    names = [cell_text(rows[row][chart.name], column, language) for row in chart.rows]
    if all(wide(name) <= _LABEL_WIDE for name in names):
        return []
    return [name if wide(name) <= _LABEL_WIDE else f"{_beginning(name)}…" for name in names]


def _beginning(name: str) -> str:
    end = len(name)
    while wide(name[:end]) >= _LABEL_WIDE or unicodedata.combining(name[end]):
        end -= 1
    return name[:end].rstrip()


def _bars(source: "Worksheet", chart: SheetChart, categories: "Reference", language: Language) -> "BarChart":
    from openpyxl.chart import BarChart, Reference, Series
    from openpyxl.chart.data_source import StrRef
    from openpyxl.chart.label import DataLabelList
    from openpyxl.chart.layout import Layout, ManualLayout
    from openpyxl.chart.series import SeriesLabel
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.utils import quote_sheetname

    first, last = chart.rows[0] + 2, chart.rows[-1] + 2
    bars = BarChart()
    bars.type = "bar"  # names have their own lines, however long they are
    bars.width = _CHART_WIDE  # type: ignore[assignment]  # openpyxl takes centimetres, and begins with a whole number
    bars.height = _CHART_HIGH
    for number, column in enumerate(chart.values):
        series = Series(Reference(source, column + 1, first, column + 1, last))
        series.tx = SeriesLabel(StrRef(f"{quote_sheetname(source.title)}!${_letter(column + 1)}$1"))
        series.invertIfNegative = False
        series.graphicalProperties = _pattern(number)
        bars.series.append(series)
    bars.set_categories(categories)
    if chart.stacked:
        bars.grouping, bars.overlap = "stacked", 100
    else:
        bars.dataLabels = DataLabelList(
            showVal=True, showSerName=False, showCatName=False, showLegendKey=False, showPercent=False
        )
    bars.gapWidth = 60
    bars.graphical_properties = GraphicalProperties(solidFill=_WHITE)
    bars.x_axis.scaling.orientation = "maxMin"
    bars.layout = Layout(ManualLayout(layoutTarget="inner", xMode="edge", yMode="edge", x=0.32, y=0.08, w=0.64, h=0.74))
    bars.x_axis.title = one_line(language.render(chart.names_title))
    bars.y_axis.title = one_line(language.render(chart.values_title))
    bars.y_axis.crosses = "max"  # at the bottom, since the names begin at the top
    bars.x_axis.delete = bars.y_axis.delete = False
    bars.x_axis.tickLblPos = "low"
    bars.legend.position = "b"
    if len(chart.values) == 1:
        bars.legend = None
    return bars


def _pattern(number: int) -> "GraphicalProperties":
    """The fill of the bars of a series: distinct without any colour."""
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.drawing.colors import ColorChoice
    from openpyxl.drawing.fill import PatternFillProperties
    from openpyxl.drawing.line import LineProperties

    pattern, line = _PATTERNS[number % len(_PATTERNS)], LineProperties(solidFill=_INK, w=9525)
    if pattern in (_INK, _WHITE):
        return GraphicalProperties(solidFill=pattern, ln=line)
    ink, ground = (ColorChoice(srgbClr=each) for each in (_INK, _WHITE))  # type: ignore[arg-type]
    fill = PatternFillProperties(prst=pattern, fgClr=ink, bgClr=ground)  # type: ignore[arg-type]
    return GraphicalProperties(pattFill=fill, ln=line)


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
    """Text for the page margin, where & starts a code; header and footer have room for 255 characters in all."""
    return one_line(text)[:100].replace("&", "&&")


def _letter(position: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(position)
