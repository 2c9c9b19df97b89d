"""The score sheet of one table: a form to write on, or filled in. Figures in points."""

from dataclasses import dataclass
from itertools import chain

from reports.code_matrix import QUIET
from reports.document import Document, OpenSheetForm, ScoreSheetForm, SheetPlayer, TableForm
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, cut, fitting, width, wrap
from reports.writers.pdf.form_open import OpenGrid, OpenPages, draw_open
from reports.writers.pdf.form_rounds import draw_rounds, fill_rounds
from reports.writers.pdf.form_sums import SumsPlace, draw_ends, draw_sums, fill_sums, sums_high
from reports.writers.pdf.grid import Grid
from reports.writers.pdf.logo import head_pen, keep_clear, show_logo
from reports.writers.pdf.pen import BLACK, DARK, GREY, LIGHT, Align, Pen
from reports.writers.pdf.qr import draw_qr
from reports.writers.pdf.structure import Tag
from reports.writers.wording import details_line, foot, one_line
from tournament.language import Language, Text, mark, mark_in
from tournament.rules.rotation import Rotation

QR_SIDE = 58.0
"""Side of the code without its border: 20.5 mm."""
QR_TOP = 28.0
PHONES_SIDE = 68.0
"""Side of the code for phones without its border: 24 mm."""
PHONES_TOP = 19.0
_SLASHES = 4
"""Of an address without a path before that of the sheet: it is the same in capitals, which make a smaller code."""
_PHONES_GAP = 13.0
"""Between the two codes."""
_FIELD_GAP = 14.0


@dataclass(frozen=True, slots=True)
class _Field:
    """A small heading and its content; empty: a line to write on."""

    heading: str
    value: str
    after: str = ""


class Forms:
    """Draws score sheets; parts shared by all pages are put into the file once."""

    def __init__(self, pen: Pen, document: Document, language: Language, page_size: PageSize) -> None:
        wide, high = page_size.value
        self._pen = pen
        self._document = document
        self._language = language
        self._tight = language.each[0]
        """The language where there is no room for two."""
        self._grid = Grid(wide, high, tight=page_size is PageSize.LETTER)
        self._shared: dict[tuple[Rotation, Text | None], str] = {}
        self._session: int | None = None

    def pages(self, form: ScoreSheetForm | OpenSheetForm) -> int:
        """The number of pages of ``form``."""
        return 1 if isinstance(form, ScoreSheetForm) else len(OpenPages.of(self._open_grid(form), form).pages)

    def draw(self, form: ScoreSheetForm | OpenSheetForm, part: int, *, page: int, pages: int) -> None:
        """Draw page ``part`` of ``form``, 0 for its first, on the page that is number ``page`` of ``pages``."""
        pen = self._pen
        with pen.group(Tag.SECTION):
            if part == 0:
                self._bookmark(form)
            if isinstance(form, ScoreSheetForm):
                self._draw_head(form, self._grid)
                with pen.part(Tag.FIGURE, self._language.render(mark("The empty form: hands, seats and sums"))):
                    pen.canvas.show_drawing(self._shared_part(form))
                fill_rounds(pen, self._grid, form, self._tight)
                fill_sums(pen, self._sums_place(form), form, self._tight)
            else:
                grid = self._open_grid(form)
                self._draw_head(form, grid)
                draw_open(pen, OpenPages.of(grid, form), part, form, self._tight)
        with pen.decoration():
            _draw_foot(pen, self._grid, self._document, self._language, (page, pages))

    def _bookmark(self, form: TableForm) -> None:
        """The sheet under its session, in the list of contents."""
        pen, language, top = self._pen, self._language, self._grid.page_high
        if form.table is None:
            pen.bookmark(one_line(language.render(self._document.title)), top)
            return
        if form.session != self._session:
            self._session = form.session
            pen.bookmark(language.render(_session_text(form)), top)
        pen.bookmark(language.render(_table_text(form)), top, level=1)

    def _draw_head(self, form: TableForm, grid: Grid) -> None:
        head = head_pen(self._pen)
        _draw_title(head, grid, form, self._document, self._language)
        _draw_code(head, grid, form, self._language)
        if form.scanned:
            code = grid.right - QR_SIDE - 12, grid.page_high - QR_TOP - QR_SIDE - 12, grid.right, grid.page_high
            keep_clear(head, code)
        _draw_phones(head, grid, form, self._language)
        show_logo(head, (grid.left, grid.top + 2, grid.right, grid.page_high - 14), most=(150, 60))
        _draw_players(self._pen, grid, form, self._language)

    def _open_grid(self, form: OpenSheetForm) -> OpenGrid:
        return OpenGrid.of(self._grid, form)

    def _sums_place(self, form: ScoreSheetForm) -> SumsPlace:
        return SumsPlace(self._grid, self._grid.sums_top(len(form.rotation.rounds)), sums_high(form))

    def _shared_part(self, form: ScoreSheetForm) -> str:
        """Name of the empty form for the seats and table points of ``form``, drawn on first use."""
        key = (form.rotation, form.points_text)
        if key not in self._shared:
            pen, grid, language = self._pen, self._grid, self._language
            name = self._shared[key] = f"sheet{len(self._shared)}"
            pen.canvas.begin_drawing(name, grid.page_wide, grid.page_high)
            _draw_heads(pen, grid, language)
            draw_rounds(pen, grid, form, language)
            draw_sums(pen, self._sums_place(form), form, language)
            draw_ends(pen, self._sums_place(form), language, remarked=form.remark is not None)
            pen.canvas.end_drawing()
        return self._shared[key]


def _session_text(form: TableForm) -> Text:
    if form.sessions is None:
        return mark("Evening {evening}", evening=form.session)
    return mark("Session {session}", session=form.session)


def _table_text(form: TableForm) -> Text:
    if form.sessions is None:
        return mark("Game {game}", game=form.table)
    return mark("Table {table}", table=form.table)


def _draw_title(pen: Pen, grid: Grid, form: TableForm, document: Document, language: Language) -> None:
    right = _phones_left(grid) if form.phones else grid.right - QR_SIDE
    room = right - grid.left - 30
    top = grid.page_high - 39
    details = details_line(document, language)
    event = one_line(document.event)
    size = fitting(event, Weight.SEMIBOLD, 11.5, room, least=8.4) if form.phones else 11.5
    shown = cut(event, Weight.SEMIBOLD, size, room + 0.01)
    pen.text(grid.left, top + (9 if details else 0), shown, size=size, weight=Weight.SEMIBOLD)
    if details:
        size = max(6.0, min(8.0, 8.0 * room / width(details, Weight.REGULAR, 8.0)))
        pen.text(grid.left, top - 2, cut(details, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)
    what = mark("Score sheet · {rules} · {totals}", rules=form.rules, totals=form.counted_totals)
    with pen.part(Tag.TITLE):
        if len(language.each) == 1:
            line = language.render(what)
            size = fitting(line, Weight.REGULAR, 8.6, room, least=6.6) if form.phones else 8.6
            pen.text(grid.left, top - 12.5, cut(line, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)
        else:
            with_gong = what if form.gong is None else mark("{before} · {text}", before=what, text=form.gong)
            for number, line in enumerate(language.lines(with_gong)):
                size = max(6.6, min(8.0, 8.0 * room / width(line, Weight.REGULAR, 8.0)))
                shown = cut(line, Weight.REGULAR, size, room + 0.01)
                pen.text(grid.left, top - 11 - number * 9.4, shown, size=size, grey=DARK)
    if form.gong is not None and len(language.each) == 1:
        with pen.part(Tag.PARAGRAPH):
            pen.text(grid.left, top - 23.5, language.render(form.gong), size=8.6, grey=DARK)
    fields = (
        *_place_fields(form, language),
        _Field(language.render(mark("From, to")), form.times),
        _Field(language.render(mark("Date")), language.date(form.day) if form.day else ""),
    )  # fmt: skip
    x, y = grid.left, top - 46 - (6 if form.gong is not None else 0)
    for number, field in enumerate(fields):
        if number:
            pen.rule(x, y - 5, x, y + 23, thick=0.5, grey=LIGHT)
            x += _FIELD_GAP
        with pen.part(Tag.PARAGRAPH):
            x = _draw_field(pen, field, x, y, right - 12 - x) + _FIELD_GAP * 1.6


def _place_fields(form: TableForm, language: Language) -> tuple[_Field, _Field]:
    """Session and table, or evening and game, with the table in the room."""
    session, table = ("", "") if form.table is None else (str(form.session), str(form.table))
    if form.sessions is None:
        name = cut(one_line(form.table_name), Weight.REGULAR, 9.5, 90)
        return (
            _Field(language.render(mark("Evening")), session),
            _Field(language.render(mark("Game")), table, name),
        )
    of = language.render(mark("of {sessions}", sessions=form.sessions))
    return _Field(language.render(mark("Session")), session, of), _Field(language.render(mark("Table")), table)


def _draw_field(pen: Pen, field: _Field, x: float, y: float, room: float) -> float:
    """Draw one field, at most ``room`` wide; return its right end."""
    head_end = pen.text(x, y + 15.5, field.heading, size=8.2, grey=DARK)
    if not field.value:
        pen.rule(x, y - 1, x + 88, y - 1, thick=0.5, grey=GREY)
        return x + 88
    size = fitting(field.value, Weight.BOLD, 14.5, room, least=7.0)
    end = pen.text(x, y, field.value, size=size, weight=Weight.BOLD)
    if field.after:
        end = pen.text(end + 4, y, field.after, size=9.5)
    return max(end, head_end)


def _draw_code(pen: Pen, grid: Grid, form: TableForm, language: Language) -> None:
    if not form.scanned:
        return
    x = grid.right - QR_SIDE
    y = grid.page_high - QR_TOP - QR_SIDE
    with pen.part(Tag.FIGURE, language.render(mark("Code to scan: {code}", code=form.code))):
        module = draw_qr(pen, form.scanned, x=x, y=y, side=QR_SIDE)
    below = y - QUIET * module - 6.4
    pen.text(x + QR_SIDE / 2, below, form.code, size=8.8, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    version = language.render(mark("version {version}", version=form.version))
    pen.text(x - 8, below, version, size=8.2, grey=DARK, align=Align.RIGHT)


def _phones_left(grid: Grid) -> float:
    """The left edge of the code for phones."""
    return grid.right - QR_SIDE - _PHONES_GAP - PHONES_SIDE


def _draw_phones(pen: Pen, grid: Grid, form: TableForm, language: Language) -> None:
    """Draw the code for phones left of the other one, and its address below the fields."""
    if not form.phones:
        return
    left, y = _phones_left(grid), grid.page_high - PHONES_TOP - PHONES_SIDE
    said = one_line(
        language.each[0].render(mark("To type at the table: the left code, or {address}", address=form.phones))
    )
    text = form.phones.upper() if form.phones.count("/") == _SLASHES else form.phones
    with pen.part(Tag.FIGURE, said):
        module = draw_qr(pen, text, x=left, y=y, side=PHONES_SIDE)
    keep_clear(pen, (left - QUIET * module, y - QUIET * module, left + PHONES_SIDE, grid.page_high))
    room = left - QUIET * module - grid.left
    size = fitting(said, Weight.REGULAR, 8.0, room, least=6.0)
    with pen.part(Tag.PARAGRAPH):
        pen.text(grid.left, grid.top + 4.5, cut(said, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)


def _draw_heads(pen: Pen, grid: Grid, language: Language) -> None:
    bottom = grid.top - grid.players_high
    pen.rule(grid.columns[0], grid.top, grid.right, grid.top, thick=1)
    messages = (mark("Players sit by start seat."), mark("The number stays all session."))
    said = [line for each in language.each for line in map(each.render, messages)]
    step = 10.0 if len(said) == len(messages) else 8.6
    for number, text in enumerate(said):
        size = min(8.2, 8.2 * (grid.columns[0] - grid.left - 6) / width(text, Weight.REGULAR, 8.2))
        pen.text(grid.left + 4, bottom + 20 + step * (len(said) - 1 - number), text, size=size, grey=DARK)
    _draw_column_head(pen, language, mark("Seats"), grid.left + 4, bottom, grid.number - grid.left)
    room, right = grid.points - grid.number, Align.RIGHT
    _draw_column_head(pen, language, mark_in("hand", "Points"), grid.points - 2, bottom, room, align=right)
    _draw_column_head(pen, language, mark("Won, from"), grid.won - 2, bottom, grid.won - grid.points - 4, align=right)
    for column in range(4):
        pen.text(grid.columns[column] + 7, grid.top - 23, str(column + 1), size=21, weight=Weight.BOLD)
        pen.text(grid.nets[column] - 5, bottom + 5, "+ / −", size=8, grey=DARK, align=Align.RIGHT)
        room = grid.columns[column + 1] - grid.nets[column]
        _draw_column_head(pen, language, mark("Total"), grid.columns[column + 1] - 5, bottom, room, align=Align.RIGHT)


def _draw_column_head(
    pen: Pen, language: Language, text: Text, x: float, bottom: float, room: float, *, align: Align = Align.LEFT
) -> None:
    """Draw the languages one above the other, as large as their space allows."""
    for number, line in enumerate(reversed(language.lines(text))):
        size = fitting(line, Weight.REGULAR, 8.0, room, least=7.0)
        pen.text(x, bottom + 4 + number * 8, line, size=size, grey=DARK, align=align)


def _draw_players(pen: Pen, grid: Grid, form: TableForm, language: Language) -> None:
    for column, player in enumerate(form.players):
        with pen.part(Tag.PARAGRAPH):
            _draw_player(pen, grid, player, column, language)


def _draw_player(pen: Pen, grid: Grid, player: SheetPlayer, column: int, language: Language) -> None:
    x = grid.columns[column] + 27
    room = grid.columns[column + 1] - x - 3
    words = chain(player.first_name.split(), player.last_name.split())
    size = min((fitting(word, Weight.SEMIBOLD, 9.4, room, least=7.0) for word in words), default=9.4)
    first = wrap(player.first_name, Weight.SEMIBOLD, size, room, lines=2)
    last = wrap(player.last_name, Weight.REGULAR, size, room, lines=3 - len(first))
    y = grid.top - 13
    for weight, line in [(Weight.SEMIBOLD, line) for line in first] + [(Weight.REGULAR, line) for line in last]:
        pen.text(x, y, line, size=size, weight=weight)
        y -= 11
    left = 4 - len(first) - len(last)  # lines left over by the name
    for line in wrap(one_line(language.render(player.detail)), Weight.REGULAR, 7.8, room, lines=left):
        pen.text(x, y, line, size=7.8, grey=DARK)
        y -= 9


def _draw_foot(pen: Pen, grid: Grid, document: Document, language: Language, page: tuple[int, int]) -> None:
    number = language.render(mark("Page {page} of {pages}", page=page[0], pages=page[1]))
    for line, said in enumerate(language.lines(foot(document))):
        printed = cut(one_line(said), Weight.REGULAR, 7.5, grid.wide * 0.75)
        pen.text(grid.left, grid.foot - line * 8.6, printed, size=7.5, grey=GREY)
    pen.text(grid.right, grid.foot, number, size=7.5, grey=BLACK, align=Align.RIGHT)
