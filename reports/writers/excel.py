"""Excel workbooks: one worksheet per section, real numbers, text that is never run as a formula.

openpyxl writes them in its write-only mode: each row goes to the file when it is appended, so what comes before the
rows in the file, such as the widths of columns, is set first.
"""

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, cast
from unicodedata import east_asian_width
from xml.etree import ElementTree as ET

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.colors import ColorChoice
from openpyxl.drawing.fill import PatternFillProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.styles import Alignment, Border, Font, NamedStyle, Side
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from reports.column import Cell, Column, Emphasis, Kind, NotCounted, NotCountedPoints
from reports.document import Document, Section, SheetChart
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
    only_average,
    printable,
    standing_mark,
    text_of,
)
from tournament.language import ENGLISH, MINUS, Language, Text, mark
from tournament.rules.pattern import Names

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
_MOST_IN_MARGIN = 100
"""Characters of one text of a header or footer, where Excel takes 255 in all."""
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
_ROWS_A_STEP, _ROWS_A_LOOK = 200, 2_000
"""Progress is reported after so many rows written, and after so many that were only looked at."""
_MOST_CHARACTERS, _CUT = 32_767, "…"
"""The limit of a cell, and the end of a text that is cut off there."""
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Text that a spreadsheet would read as a character code."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


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
    with atomic_file(path, progress) as unfinished:
        book = Workbook(write_only=True)
        try:
            results = _write_sheets(book, document, language, page_size, progress)
            save_workbook(book, unfinished, results)
        finally:
            _remove_unfinished(book)


def _write_sheets(
    book: Workbook, document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> "_Results":
    """Write the worksheets of all sections and of the charts; return the results of their formulas."""
    _describe(book, document, language)
    headings = [section.heading or document.title for section in document.sections]
    charts = any(section.charts for section in document.sections)
    names = _sheet_names([*headings, *([_CHARTS] if charts else [])], language)
    drawn: list[tuple[Worksheet, Section, SheetChart]] = []
    results: _Results = {}
    styles = _Styles(book)
    steps = _Steps(progress, sum(len(section.table.rows) for section in document.sections))
    for section, name in zip(document.sections, names, strict=False):
        sheet = _new_sheet(book, name)
        _set_up_print(sheet, document, section.heading, language, page_size)
        found = _fill(sheet, section, language, styles, steps)
        if found:
            results[sheet] = found
        drawn.extend((sheet, section, chart) for chart in section.charts)
    if drawn:
        sheet = _new_sheet(book, names[-1])
        _set_up_print(sheet, document, _CHARTS, language, page_size)
        _draw_charts(sheet, drawn, language, styles)
    if not document.sections:  # a workbook needs at least one sheet: it says why there is nothing
        (name,) = _sheet_names([document.title], language)
        sheet = _new_sheet(book, name)
        sheet.append([styles.text(language.render(document.note or document.title))])
    return results


_Results = dict[Worksheet, dict[str, float]]
"""The results of formulas by sheet and address."""


def save_workbook(book: Workbook, path: Path, results: dict[Worksheet, dict[str, float]] | None = None) -> None:
    """Write ``book`` to ``path`` in one step: on a full disk the library would leave the file open."""
    whole = io.BytesIO()
    book.save(whole)
    if results:
        whole = _with_results(whole, {sheet.path.removeprefix("/"): found for sheet, found in results.items()})
    path.write_bytes(whole.getvalue())  # no view of it: that would stay in the traceback of an error


def _with_results(whole: io.BytesIO, results: dict[str, dict[str, float]]) -> io.BytesIO:
    """The workbook with the results of its formulas, which openpyxl leaves out, for readers that do not compute."""
    made = io.BytesIO()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name in results:
                # ElementTree would otherwise write a prefix before every name.
                ET.register_namespace("", _MAIN)
                sheet = ET.fromstring(content)  # openpyxl has just written it
                for cell in sheet.iter(f"{{{_MAIN}}}c"):
                    result = results[name].get(cell.get("r", ""))
                    value = cell.find(f"{{{_MAIN}}}v")
                    if result is not None and value is not None:
                        value.text = repr(result)
                content = ET.tostring(sheet, encoding="utf-8", xml_declaration=True)
            target.writestr(name, content)
    return made


def _new_sheet(book: Workbook, name: str) -> Worksheet:
    """A worksheet to which rows of cells are appended."""
    sheet = cast(Any, book.create_sheet(name))
    # openpyxl would try each cell as a value first, which takes a fifth of the time.
    sheet._values_to_row = _placed  # noqa: SLF001
    return cast(Worksheet, sheet)


def _placed(cells: Iterable[SheetCell], row: int) -> Iterator[SheetCell]:
    for column, cell in enumerate(cells, start=1):
        cell.column, cell.row = column, row
        yield cell


def _remove_unfinished(book: Workbook) -> None:
    """Remove the temporary files of worksheets that were not saved: openpyxl does so when the program ends."""
    for sheet in cast(list[Any], book.worksheets):
        writer = sheet._writer  # noqa: SLF001  # there is no other way to the file
        if writer is not None and not sheet.closed:
            with suppress(OSError):  # the disk may be full
                sheet.close()
            writer.cleanup()


class _Steps:
    """Report the rows done, often enough to be cancelled soon and rarely enough to cost nothing."""

    def __init__(self, progress: Progress | None, rows: int) -> None:
        self._progress, self._rows, self._done, self._looked = progress, rows, 0, 0

    def look(self) -> None:
        """Count a row before it is written: finding out how wide the columns are is long enough to be cancelled,
        too."""
        self._looked += 1
        if self._progress is not None and self._looked % _ROWS_A_LOOK == 0:
            self._progress(self._done, self._rows)

    def next(self) -> None:
        """Count a row that is about to be written."""
        if self._progress is not None and self._done % _ROWS_A_STEP == 0:
            self._progress(self._done, self._rows)
        self._done += 1


class _StyledCell(SheetCell):
    """A cell that knows the number of its style; openpyxl would search for it each time the cell is written."""

    __slots__ = ("style_id",)

    has_style = True

    def __init__(self, sheet: Worksheet, style_id: int) -> None:
        super().__init__(sheet, 1, 1)  # it gets its place when it is appended
        self.style_id = style_id  # type: ignore[misc]  # a property of the class above


class _Styles(dict[_Look, int]):
    """The number of the style of each look; created on first use."""

    def __init__(self, book: Workbook) -> None:
        super().__init__()
        self._book = book

    @cached_property
    def _sheet(self) -> Worksheet:
        """Any sheet of the workbook: openpyxl finds the styles of a cell through its sheet."""
        return cast(Worksheet, self._book.worksheets[0])

    def __missing__(self, look: _Look) -> int:
        cell = WriteOnlyCell(self._sheet)
        if look.named:
            if look.named not in self._book.named_styles:
                self._book.add_named_style(_named_style(look.named))
            cell.style = look.named
        if look.number_format:
            cell.number_format = look.number_format
        if look.unwrapped:
            cell.alignment = Alignment(horizontal="left", wrap_text=False)
        if look.quoted:
            # Without the mark, editing the cell in Excel would turn its text into a formula.
            cell.quotePrefix = True
        self[look] = number = cell.style_id
        return number

    def cell(self, look: _Look, value: float | str | date | None) -> SheetCell:
        """A new cell of this look."""
        made = _StyledCell(self._sheet, self[look])
        made.value = value
        return made

    def text(self, text: str, named: str = "", *, unwrapped: bool = False) -> SheetCell:
        """A cell whose text stays text, never a number, a date or a formula; text beyond the limit of a cell is cut
        off."""
        shown = printable(text).replace("\r\n", "\n").replace("\r", "\n")
        if len(shown) > _MOST_CHARACTERS:
            shown = shown[: _MOST_CHARACTERS - len(_CUT)] + _CUT
        look = _Look(named, quoted=text.startswith(STARTS_FORMULA), unwrapped=unwrapped)
        made = self.cell(look, _ESCAPED.sub("_x005F_", shown))
        made.data_type = "s"
        return made


def _describe(book: Workbook, document: Document, language: Language) -> None:
    moment = document.printed.replace(tzinfo=None)
    book.properties.title = printable(f"{document.event} – {language.render(document.title)}")
    book.properties.subject = printable(language.render(foot(document)))
    book.properties.creator = author(document)
    book.properties.language = language.code
    book.properties.created = book.properties.modified = moment


def _sheet_names(headings: Iterable[Text], language: Language) -> list[str]:
    """Names that Excel accepts: at most 31 characters, none of its forbidden characters, all different."""
    names: list[str] = []
    # Excel reserves this name for itself.
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


def _named_style(name: str) -> NamedStyle:
    """The style of this name: of one kind, as a heading or with an emphasis."""
    kind, emphasis = _STYLES[name]
    across, indent = ("right", 0) if kind.is_number else ("left", 1)
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
        alignment=Alignment(horizontal=across, vertical="top", indent=indent, wrap_text=kind.is_words),
        number_format=_NUMBER_FORMATS.get(kind, _TEXT_FORMAT),
    )


def _fill(sheet: Worksheet, section: Section, language: Language, styles: _Styles, steps: _Steps) -> dict[str, float]:
    """Write the rows of ``section``, with a heading; return the results of formulas by address."""
    columns = section.table.columns
    headings = [language.lines(column.heading) for column in columns]
    written = [_Written(column, language, styles) for column in columns]
    for row in section.table.rows:
        steps.look()
        for cells, value in zip(written, row, strict=True):
            cells[value]
    widths = []
    for position, (lines, cells_written) in enumerate(zip(headings, written, strict=True), start=1):
        long = max((long for _, long in cells_written.values()), default=0)
        widths.append(max(min(_WIDEST, max(map(wide, lines)) + 5), min(_WIDEST, long + 3)))
        sheet.column_dimensions[_letter(position)].width = widths[-1]
    sheet.freeze_panes = _frozen(columns)
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if sum(widths) > _PORTRAIT_WIDTH else "portrait"
    if len(language.each) > 1:
        sheet.row_dimensions[1].height = _LINE_HIGH * max(map(len, headings)) + 3
    sheet.append(
        [
            styles.text("\n".join(lines), f"{column.kind.value} heading")
            for column, lines in zip(columns, headings, strict=True)
        ]
    )
    results: dict[str, float] = {}
    for number, row in enumerate(section.table.rows, start=2):
        steps.next()
        found = [cells[value] for cells, value in zip(written, row, strict=True)]
        appended = [cell for cell, _ in found]
        for total, parts in _sums(section, row).items():
            formula = f"=SUM({','.join(f'{_letter(part + 1)}{number}' for part in parts)})"
            appended[total], results[f"{_letter(total + 1)}{number}"] = written[total].sum(row[total], formula)
        longest = max(long for _, long in found)
        if longest > _WIDEST - 3:
            sheet.row_dimensions[number].height = _LINE_HIGH * (1 + longest // (_WIDEST - 2))
        sheet.append(appended)
    sheet.auto_filter.ref = f"A1:{_letter(len(columns))}{len(section.table.rows) + 1}"
    return results


class _Written(dict[Cell, tuple[SheetCell, int]]):
    """The cell of each value of a column, and its width in characters.

    A cell is appended to every row with its value, so that a name or number that repeats is converted once.
    """

    def __init__(self, column: Column[Any], language: Language, styles: _Styles) -> None:
        super().__init__()
        self._column, self._language, self._styles = column, language, styles
        self._named = f"{column.kind.value} {column.emphasis.value}"

    def __missing__(self, value: Cell) -> tuple[SheetCell, int]:
        self[value] = made = (self._cell(value), wide(cell_text(value, self._column.kind, self._language)))
        return made

    def sum(self, value: Cell, formula: str) -> tuple[SheetCell, float]:
        """The cell of a total that the spreadsheet adds up itself, and the result."""
        if not isinstance(value, int | Fraction):
            raise TypeError(f"{value!r} is no total")
        return self._styles.cell(self._look(value), formula), _number(value)

    def _cell(self, value: Cell) -> SheetCell:
        if value is None:
            return self._styles.cell(_Look(self._named), None)
        only = _only_value(value)
        if only is not None:
            return self._styles.cell(_Look(self._named, only[1]), only[0])
        if isinstance(value, str | Text | Names):
            return self._styles.text(text_of(value, self._language), self._named)
        return self._styles.cell(self._look(value), _number(value))

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


def _frozen(columns: tuple[Column[Any], ...]) -> str:
    """The first cell that scrolls: below the heading, and right of the column with the names."""
    names = [index for index, column in enumerate(columns, start=1) if column.emphasis is Emphasis.NAME]
    return f"{_letter(names[0] + 1) if names and names[0] <= _MOST_FROZEN else 'A'}2"


def _only_value(value: Cell) -> tuple[date | float, str] | None:
    """The date, time or average that is all of a cell, and its format, so that a spreadsheet can sort it; None for
    other cells."""
    average = only_average(value)
    if average is not None:
        return float(average.of(ENGLISH.code).replace(MINUS, "-")), f"{0:.{average.decimals}f}"
    if not isinstance(value, Text) or len(value.values) != 1 or not _ONE_VALUE.fullmatch(value.message):
        return None
    found = value.values[0][1]
    if isinstance(found, tuple) and len(found) == 1:
        (found,) = found
    if isinstance(found, datetime):
        # Excel has no time zones, and openpyxl refuses a time with one.
        return found.replace(tzinfo=None), _MOMENT_FORMAT
    return (found, _DAY_FORMAT) if isinstance(found, date) else None


def _draw_charts(
    sheet: Worksheet,
    drawn: Sequence[tuple[Worksheet, Section, SheetChart]],
    language: Language,
    styles: _Styles,
) -> None:
    """Draw each chart from the cells of its own sheet, under its title, and print it on its own page.

    Names that are too long are shortened in cells that the chart covers: a spreadsheet would write them over the bars.
    """
    sheet.page_setup.orientation = "landscape"
    for number, (source, section, chart) in enumerate(drawn):
        row = 1 + number * _CHART_ROWS
        if number:
            sheet.row_breaks.append(Break(row - 1))
        title = one_line(language.render(chart.title))
        sheet.append([styles.text(title, f"{Kind.TEXT.value} {Emphasis.STRONG.value}", unwrapped=True)])
        names, first = source, chart.rows[0] + 2
        labels = _short_labels(section, chart, language)
        if labels:
            names, first = sheet, row + 1
        column = 1 if labels else chart.name + 1
        categories = Reference(names, column, first, column, first + len(chart.rows) - 1)
        sheet.add_chart(_bars(source, chart, categories, language), f"A{row + 1}")
        for label in (*labels, *("",) * (_CHART_ROWS - 1 - len(labels))):
            sheet.append([styles.text(label, unwrapped=True)] if label else [])


def _short_labels(section: Section, chart: SheetChart, language: Language) -> list[str]:
    """The names of the bars, cut off if they are too long; empty if none is."""
    column, rows = section.table.columns[chart.name], section.table.rows
    names = [cell_text(rows[row][chart.name], column.kind, language) for row in chart.rows]
    if all(wide(name) <= _LABEL_WIDE for name in names):
        return []
    return [name if wide(name) <= _LABEL_WIDE else f"{_beginning(name)}…" for name in names]


def _beginning(name: str) -> str:
    end = len(name)
    while wide(name[:end]) >= _LABEL_WIDE or unicodedata.combining(name[end]):
        end -= 1
    return name[:end].rstrip()


def _bars(source: Worksheet, chart: SheetChart, categories: Reference, language: Language) -> BarChart:
    first, last = chart.rows[0] + 2, chart.rows[-1] + 2
    bars = BarChart()
    bars.type = "bar"  # names have their own lines, however long they are
    bars.width = _CHART_WIDE  # type: ignore[assignment]  # openpyxl takes centimetres, and begins with a whole number
    bars.height = _CHART_HIGH
    for number, column in enumerate(chart.values):
        series = Series(Reference(source, column + 1, first, column + 1, last))
        series.tx = SeriesLabel(StrRef(f"{quote_sheetname(source.title)}!${_letter(column + 1)}$1"))
        # Excel would draw bars below 0 in white.
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
    # openpyxl leaves this out, and Excel then hides the axes.
    bars.x_axis.delete = bars.y_axis.delete = False
    # At the edge, and not at 0, where bars of negative values would cover the names.
    bars.x_axis.tickLblPos = "low"
    bars.legend.position = "b"
    if len(chart.values) == 1:
        bars.legend = None
    return bars


def _pattern(number: int) -> GraphicalProperties:
    """The fill of the bars of a series: distinct without any colour."""
    pattern, line = _PATTERNS[number % len(_PATTERNS)], LineProperties(solidFill=_INK, w=9525)
    if pattern in (_INK, _WHITE):
        return GraphicalProperties(solidFill=pattern, ln=line)
    ink, ground = (ColorChoice(srgbClr=each) for each in (_INK, _WHITE))  # type: ignore[arg-type]
    fill = PatternFillProperties(prst=pattern, fgClr=ink, bgClr=ground)  # type: ignore[arg-type]
    return GraphicalProperties(pattFill=fill, ln=line)


def _set_up_print(
    sheet: Worksheet, document: Document, heading: Text | None, language: Language, page_size: PageSize
) -> None:
    sheet.page_setup.paperSize = _PAPER_CODES[page_size]
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.fitToWidth = 1
    # Any number of pages; Excel's default would squeeze all rows onto one.
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
    written = one_line(text).replace("&", "&&")[:_MOST_IN_MARGIN]
    return written[:-1] if written.count("&") % 2 else written  # never half of an &


def _letter(position: int) -> str:
    return get_column_letter(position)


def wide(text: str) -> int:
    """The width of ``text`` in characters on the screen: a Chinese character counts two."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(sign) in "WF") for sign in text)
