"""Paints the lines of the sheet as on paper."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.sheet_model import Index, SheetModel
from ui.desktop.pages.tables.sheet_size import NORMAL
from ui.desktop.theme import Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.signs import SIDE, StatusIcon, draw_wind
from ui.entry.sheet_lines import LineCell, LineKind, Piece, SheetLine, pieces, times_as_east, times_as_east_short

_NARROW_NUMBER = 30
"""Below this width the number of a hand is closer to its result."""
_SHORTEST = {2: " · D", 3: " ← "}
"""On a narrow sheet: the key of a self-draw, and an arrow for “from”, by the number of parts of the text."""
_WIDEST_PLACE = "W4·8"
"""Sample of the round and the counters of a hand."""
_CLOSE_BELOW, _CLOSE_INSET = 116, 5
"""Below this width of a player's column figures are closer to its edges; the padding used then."""
_CHANGE_AT, _LONGEST_TOTAL, _LONGEST_IN_NARROW, _NARROW = 0.62, "−8888", "−888", 130
"""Position of the change as a share of the player's column, and a sample total that must fit after it: in a column
narrower than the last a shorter one, since the change has to fit there too."""


class SheetDelegate(QStyledItemDelegate):
    """Paints one cell of one line at a time in the colours of the theme."""

    def __init__(self, lines: SheetModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.size = NORMAL
        """The type sizes of the sheet."""
        self.widths = columns.widths(0)
        """Widths of the columns."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a single cell."""
        line, rect, column = self._lines.line(index.row()), QRectF(option.rect), index.column()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.kind is LineKind.BAND and column in (columns.NUMBER, columns.RESULT):
            painter.setClipRect(rect)  # the text spans both cells
        self._ground(painter, rect, line, column, column)
        self._contents(painter, rect, line, column)
        painter.restore()

    def paint_line(self, painter: QPainter, row: int, rect: QRectF) -> None:
        """Paint a whole line.

        The preparations take as long as the text, so they are done once and not for seven cells.
        """
        line, left, top, high = self._lines.line(row), rect.left(), rect.top(), rect.height()
        self._ground(painter, rect, line, columns.NUMBER, columns.COUNT - 1)
        for column, width in enumerate(self.widths):
            if column != columns.NUMBER or line.kind is not LineKind.BAND:  # its text spans the next cell too
                self._contents(painter, QRectF(left, top, width, high), line, column)
            left += width

    def _contents(self, painter: QPainter, rect: QRectF, line: SheetLine, column: int) -> None:
        if line.kind is LineKind.BAND and column in (columns.NUMBER, columns.RESULT):
            before = 0 if column == columns.NUMBER else self.widths[columns.NUMBER]
            self._band(painter, rect.adjusted(-before, 0, 0, 0), line)
        elif column == columns.NUMBER:
            self._number(painter, rect, line)
        elif column == columns.RESULT:
            self._result(painter, rect, line)
        elif column == columns.POINTS:
            self._points(painter, rect, line)
        elif line.kind is LineKind.BAND:
            self._seat(painter, rect, line.cells[column - columns.FIRST_PLAYER])
        else:
            self._cell(painter, rect, line, line.cells[column - columns.FIRST_PLAYER])

    def _ground(self, painter: QPainter, rect: QRectF, line: SheetLine, first: int, last: int) -> None:
        """Paint the background of the columns ``first`` to ``last``, which fill ``rect``."""
        tokens = theme.tokens
        spread = line.waiting or line.kind is LineKind.PENALTY
        if (line.current or line.kind is LineKind.BAND) and not (spread and first == columns.POINTS):
            more = self.widths[columns.POINTS] if spread and last == columns.RESULT else 0
            colour = tokens.accent_soft if line.current and line.kind is not LineKind.BAND else tokens.band
            painter.fillRect(rect.adjusted(0, 0, more, 0), QColor(colour))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.paper_line))
        left, rule = rect.left(), QColor(tokens.paper_rule)
        for column in range(first, last + 1):
            if column >= columns.FIRST_PLAYER:
                painter.fillRect(QRectF(left, rect.top(), 1, rect.height()), rule)
            left += self.widths[column]
        if line.current and first == columns.NUMBER:
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height() - 1), QColor(tokens.accent))

    def _number(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        if line.kind is LineKind.HAND:
            kind = self.size.strong if line.current else self.size.text
            colour = theme.tokens.accent if line.current else theme.tokens.text3
            number = rect.adjusted(0, 0, -6 if rect.width() < _NARROW_NUMBER else -12, 0)
            painting.words(
                painter, number, str(line.hand), colour=colour, kind=kind, align=painting.RIGHT, figures=True
            )
        elif line.hand is None:
            painting.words(painter, rect, "–", colour=theme.tokens.text3, kind=self.size.text, align=painting.CENTRE)

    def _result(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        left, right = rect.left() + 4, rect.right() - 2
        if line.kind is LineKind.PENALTY:
            StatusIcon.FLAG.draw(painter, QRectF(left, rect.center().y() - 7, 14, 14))
            place = QRectF(left + 19, rect.top(), right + self.widths[columns.POINTS] - 6 - left - 19, rect.height())
            text = translator.translate(line.result)
            kind = self.size.quiet
            what, _, whom = text.rpartition(" · ")  # the columns show whom too
            number = text.partition(" ")[0]  # of the fault, or the first of the user's own words
            wordings = (text, what or text, f"{number} · {whom}", number)
            shown = next((each for each in wordings if painting.width_of(each, kind) <= place.width()), number)
            painting.words(painter, place, shown, colour=theme.tokens.danger, kind=kind)
            return
        left += self._place(painter, QRectF(left, rect.top(), right - left, rect.height()), line)
        if line.corrected:
            right -= 20
            colour = theme.tokens.accent if line.current else theme.tokens.text2
            StatusIcon.TO_VERIFY.draw(painter, QRectF(right + 3, rect.center().y() - 7, 14, 14), colour)
        if line.tiles:
            right -= 17
            colour = theme.tokens.accent if line.current else theme.tokens.text2
            icons.paint(painter, "tile", QRectF(right + 2, rect.center().y() - 7, 14, 14), colour)
        if line.waiting:
            right += self.widths[columns.POINTS] - 4
        elif line.points == "–":
            right += self.widths[columns.POINTS] - columns.INSET - 12
        self._pieces(painter, QRectF(left, rect.top(), right - left, rect.height()), line)

    def _place(self, painter: QPainter, rect: QRectF, line: SheetLine) -> float:
        """Paint the round and the counters of a hand in short. Return the width."""
        if line.place is None or line.waiting:
            return 0
        colour = theme.tokens.accent if line.current else theme.tokens.text3
        text = translator.translate(line.place[1])
        painting.words(painter, rect, text, colour=colour, kind=self.size.quiet, figures=True)
        widths = (painting.width_of(each, self.size.quiet, figures=True) for each in (text, _WIDEST_PLACE))
        return max(widths) + 4

    def _band(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        tokens, text = theme.tokens, translator.translate(line.result)
        place = rect.adjusted(13, 0, 0, 0)
        painting.words(painter, place, text, colour=tokens.ink, kind=self.size.quiet_strong, elide=False)
        after = place.left() + painting.width_of(text, self.size.quiet_strong) + 8
        wind = next((wind for wind in Wind if wind.letter == line.points), None)
        if wind is None:
            return
        quiet = translator.translate(mark("prevalent wind {wind}", wind=wind.short))
        rest = QRectF(after, rect.top(), rect.right() - after, rect.height())
        if painting.width_of(quiet, self.size.quiet) <= rest.width():
            painting.words(painter, rest, quiet, colour=tokens.text2, kind=self.size.quiet)

    def _points(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        tokens, place = theme.tokens, rect.adjusted(0, 0, -columns.INSET, 0)
        if line.kind is LineKind.BAND:
            if all(cell.wind is None for cell in line.cells):
                return
            text = translator.translate(mark("seat"))
            place.setLeft(place.left() - columns.INSET)
            painting.words(painter, place, text, colour=tokens.text2, kind=self.size.quiet, align=painting.RIGHT)
        elif line.kind is LineKind.HAND and not line.waiting:
            colour = tokens.accent if line.current else tokens.text3 if line.proposed else tokens.ink
            text, kind = translator.translate(line.points), self.size.strong
            if painting.width_of(text, kind, figures=True) > place.width():
                place, kind = rect.adjusted(0, 0, -2, 0), self.size.quiet_strong
            painting.words(painter, place, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)

    def _seat(self, painter: QPainter, rect: QRectF, cell: LineCell) -> None:
        if cell.wind is None:
            return
        place = rect.adjusted(columns.INSET, 0, -4, 0)
        if cell.left is not None and cell.left is not cell.wind:
            before = f"{translator.translate(cell.left.short)} → "
            painting.words(painter, place, before, colour=theme.tokens.text2, kind=self.size.quiet)
            place.setLeft(place.left() + painting.width_of(before, self.size.quiet))
        text = translator.translate(cell.wind.label)
        painting.words(painter, place, text, colour=theme.tokens.ink, kind=self.size.quiet_strong)

    def _cell(self, painter: QPainter, rect: QRectF, line: SheetLine, cell: LineCell) -> None:
        tokens = theme.tokens
        close = self.size.second and rect.width() < _CLOSE_BELOW
        left = rect.left() + (3 if close else 6)
        if cell.wind is not None:
            draw_wind(painter, QRectF(left, rect.center().y() - SIDE / 2 - 0.5, SIDE, SIDE), cell.wind)
            left += SIDE + 3
        left += self._signs(painter, QRectF(left, rect.top(), rect.right() - left, rect.height()), cell)
        change, total = tokens.text2, tokens.ink
        if cell.winner:
            change = tokens.ink
        if cell.offender:
            change = tokens.danger
        if line.current:
            change = total = tokens.accent
        strong, plain = self.size.strong, self.size.text
        if self._lines.four_values or self.size.second:
            inset = _CLOSE_INSET if close else columns.INSET
            self._figures(painter, rect.adjusted(left - rect.left(), 0, -inset, -1), line, cell)
            return
        longest = _LONGEST_IN_NARROW if rect.width() < _NARROW else _LONGEST_TOTAL
        behind = painting.width_of(longest, strong, figures=True) + columns.INSET + 4
        room = min(rect.width() * _CHANGE_AT, rect.width() - behind)
        if cell.times:
            before = rect.left() + room - painting.width_of(cell.change, strong, figures=True)
            self._times(painter, QRectF(left, rect.top(), before - left, rect.height()), cell.times)
        middle = QRectF(rect.left(), rect.top(), room, rect.height())
        end = rect.adjusted(0, 0, -columns.INSET, 0)
        kind = strong if cell.winner or cell.offender else plain
        painting.words(
            painter, middle, cell.change, colour=change, kind=kind, align=painting.RIGHT, elide=False, figures=True
        )
        kind = strong if line.kind is LineKind.HAND else plain
        painting.words(
            painter, end, cell.total, colour=total, kind=kind, align=painting.RIGHT, elide=False, figures=True
        )

    def _signs(self, painter: QPainter, rect: QRectF, cell: LineCell) -> float:
        """Write the signs of riichi and tenpai behind the wind. Return their width."""
        if not cell.signs:
            return 0
        text = "".join(map(translator.translate, cell.signs))
        painting.words(painter, rect, text, colour=theme.tokens.accent, kind=self.size.quiet_strong, elide=False)
        return painting.width_of(text, self.size.quiet_strong) + 3

    def _times(self, painter: QPainter, rect: QRectF, times: int) -> float:
        """Write how many hands in a row East has dealt, in words if there is space for them. Return the width."""
        for text in (times_as_east(times), times_as_east_short(times)) if times else ():
            words = translator.translate(text)
            wide = painting.width_of(words, self.size.quiet) + 3
            if wide <= rect.width():
                break
        else:
            return 0
        painting.words(painter, rect, words, colour=theme.tokens.text2, kind=self.size.quiet, elide=False)
        return wide

    def _figures(self, painter: QPainter, rect: QRectF, line: SheetLine, cell: LineCell) -> None:
        """Write the value of the hand, the change and the total: side by side, or the total below in a narrow column.

        If not even two of them fit, the total and the typed value are shown.
        """
        tokens, strong, plain, quiet = theme.tokens, self.size.strong, self.size.text, self.size.quiet
        moved = tokens.danger if cell.offender else tokens.ink if cell.winner else tokens.text2
        value, change, total = (tokens.accent,) * 3 if line.current else (tokens.text2, moved, tokens.ink)
        stacked = bool(self.size.second) and line.kind is LineKind.HAND
        above, below = rect, rect
        if stacked:
            above = QRectF(rect.left(), rect.top() + 1, rect.width(), rect.height() / 2)
            below = above.translated(0, above.height() - 2)
        else:
            behind = max(painting.width_of(_LONGEST_IN_NARROW, strong, figures=True), rect.width() * 0.36)
            above = rect.adjusted(0, 0, -behind - 6, 0)
        bold = cell.winner or cell.offender
        worth = self.size.quiet_strong if cell.winner else quiet
        left = above.width() - painting.width_of(cell.value, worth, figures=True) - 4
        kind = strong if bold else plain
        if painting.width_of(cell.change, kind, figures=True) > left:
            kind = self.size.quiet_strong if bold else quiet
        moves = painting.width_of(cell.change, kind, figures=True)
        if moves <= left:
            painting.words(
                painter, above, cell.change, colour=change, kind=kind, align=painting.RIGHT, elide=False, figures=True
            )
        after = self._times(painter, rect.adjusted(0, 0, left - moves - rect.width(), 0), cell.times)
        painting.words(
            painter, rect.adjusted(after, 0, 0, 0), cell.value, colour=value, kind=worth, elide=False, figures=True
        )
        kind = strong if line.kind is LineKind.HAND else plain
        painting.words(
            painter, below, cell.total, colour=total, kind=kind, align=painting.RIGHT, elide=False, figures=True
        )

    def _pieces(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        """Write who won from whom: names, or the numbers of their columns if there is no space for names."""
        parts = pieces(translator.translate(line.result))
        if line.waiting and painting.width_of(parts[0].text, self.size.name) > rect.width():
            parts = pieces(translator.translate(mark("Press 1–4")))
        if sum(self._width(part, line) for part in parts) > rect.width():
            parts = [replace(part, text=part.number or part.text) for part in parts]
        low = sum(self._width(part, line) for part in parts) > rect.width()
        if low and not line.waiting and sum(self._low_width(part) for part in parts) > rect.width():
            parts = [
                part if part.number else replace(part, text=_SHORTEST.get(len(parts), part.text)) for part in parts
            ]
        apart = [note for note in line.notes if not note.signed]
        of_players = [note for note in apart if note.least is not None]
        if of_players:
            names = sum(self._low_width(part) if low else self._width(part, line) for part in parts)
            if names + self._notes_width(note.short for note in of_players) > rect.width():
                parts = [replace(part, text=part.number or part.text) for part in parts]
        left = self._names(painter, rect, line, parts, low=low)
        rest = rect.adjusted(left - rect.left(), 0, 0, 0)
        colour = theme.tokens.accent if line.current else theme.tokens.text2
        for notes in (
            [note.text for note in apart],
            [note.short for note in apart],
            [note.short for note in of_players],
            [note.least for note in of_players if note.least is not None],
        ):
            if notes and self._notes_width(notes) <= rest.width():
                painting.words(painter, rest, _noted(notes), colour=colour, kind=self.size.quiet)
                return

    def _notes_width(self, notes: Iterable[Text]) -> float:
        return painting.width_of(_noted(notes), self.size.quiet)

    def _names(self, painter: QPainter, rect: QRectF, line: SheetLine, parts: list[Piece], *, low: bool) -> float:
        """Paint the parts of a result. Return where they end."""
        tokens, left = theme.tokens, rect.left()
        for part in parts:
            kind = self.size.quiet if low else self._kind(part, line)
            wide = painting.width_of(part.text, kind)
            told = tokens.text3 if line.proposed else tokens.ink if part.strong else tokens.text2
            colour = tokens.accent if line.current else told
            place = QRectF(left, rect.top(), min(wide + 0.5, rect.right() - left), rect.height())
            painting.words(painter, place, part.text, colour=colour, kind=kind)
            left += wide
        return left

    def _low_width(self, part: Piece) -> float:
        return painting.width_of(part.text, self.size.quiet)

    def _width(self, part: Piece, line: SheetLine) -> float:
        return painting.width_of(part.text, self._kind(part, line))

    def _kind(self, part: Piece, line: SheetLine) -> Type:
        return self.size.name if part.strong or line.waiting else self.size.text


def _noted(notes: Iterable[Text]) -> str:
    return "".join(f" · {translator.translate(note)}" for note in notes)
