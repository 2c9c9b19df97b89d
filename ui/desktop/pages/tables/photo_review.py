"""Photographed sheets that wait for a person: the queue, the picture, and the rows that were read of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from reports.photos.cells import PAGE_DOTS
from reports.photos.deciding import Certainty
from reports.writers.pdf.score_sheet_layout import SheetBox, SheetLayout
from tournament.event.seating import LETTERS
from tournament.language import Text, listed, mark, mark_count
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.tables.photo_rows import PhotoRows
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import READING, Notice, NoticeKind, Question
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.photo_sheet import DISCARDER, POINTS, WINNER, PhotoCell, PhotoSheet

READ_PICTURES, WATCH_FOLDER = "Ctrl+I", "Ctrl+Shift+I"
_ALL = 1000
"""Stretch factor of the rows: they get all the space while they are shown."""
_QUEUE, _AROUND = 248, 3.0
"""Width of the queue, and points around a box that are shown with it."""
_LENS = 112
"""Height of the magnified part of the picture."""
_LENS_POINTS = 250.0
"""How many points of the page it is wide."""


class Group(Enum):
    """What is known of a picture, in the order in which the queue has them."""

    SURE = (mark("sure"), StatusIcon.DONE)
    ONE_LOOK = (mark("one look"), StatusIcon.TO_VERIFY)
    IN_DOUBT = (mark("in doubt"), StatusIcon.ASKS)
    NOT_READABLE = (mark("not readable"), StatusIcon.DIFFERS)

    def __init__(self, text: Text, sign: StatusIcon) -> None:
        self.text = text
        self.sign = sign


_OF_CERTAINTY = {
    Certainty.SURE: Group.SURE,
    Certainty.ONE_LOOK: Group.ONE_LOOK,
    Certainty.IN_DOUBT: Group.IN_DOUBT,
}


@dataclass(frozen=True, slots=True)
class QueuedPicture:
    """A picture that waits: a sheet that was read, or why nothing was."""

    number: int
    """Counts all pictures since the event was opened."""
    name: str
    sheet: PhotoSheet | None = None
    why: Text | None = None
    layout: SheetLayout | None = None
    page: bytes = b""
    """The straightened page, a JPEG."""

    @property
    def group(self) -> Group:
        """The group of the queue in which the picture is listed."""
        return Group.NOT_READABLE if self.sheet is None else _OF_CERTAINTY[self.sheet.reading.certainty]


def _title(picture: QueuedPicture) -> Text | str:
    if picture.sheet is None:
        return picture.name
    session, table = picture.sheet.place
    return mark("Session {session}, table {table}", session=session, table=table)


_COLUMNS: tuple[TableColumn[QueuedPicture], ...] = (
    TableColumn(mark("Pictures"), _title, style=lambda each: CellStyle(second=each.group.text, sign=each.group.sign)),
)


def boxes_of(layout: SheetLayout) -> Mapping[PhotoCell, QRect]:
    """Return the place of each box that is read, in pixels of the straightened page."""
    found: dict[PhotoCell, QRect] = {}
    for number, hand in enumerate(layout.hands, start=1):
        found[PhotoCell(number, POINTS)] = _around(layout, *hand.points.digits)
        found[PhotoCell(number, WINNER)] = _around(layout, *hand.won)
        found[PhotoCell(number, DISCARDER)] = _around(layout, *hand.discarder)
    for letter, total in zip(LETTERS, layout.totals, strict=True):
        sign = () if total.sign is None else (total.sign,)
        found[PhotoCell(None, letter)] = _around(layout, *sign, *total.digits)
    return found


def _around(layout: SheetLayout, *boxes: SheetBox) -> QRect:
    left, right = min(box.left for box in boxes), max(box.left + box.wide for box in boxes)
    bottom, top = min(box.bottom for box in boxes), max(box.bottom + box.high for box in boxes)
    high = layout.paper.value[1]
    corners = left - _AROUND, high - top - _AROUND, right + _AROUND, high - bottom + _AROUND
    x1, y1, x2, y2 = (round(each * PAGE_DOTS) for each in corners)
    return QRect(x1, y1, x2 - x1, y2 - y1)


class _PagePicture(Accessible, QWidget):
    """The page as a whole, with the current box framed, and above it what is around that box, magnified."""

    accessible_role = Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self._page, self._box = QPixmap(), QRect()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_page(self, page: QPixmap) -> None:
        """Show another page."""
        self._page, self._box = page, QRect()
        self.update()

    def show_box(self, box: QRect) -> None:
        """Frame this part of the page, or nothing if it is empty."""
        self._box = box
        self.update()

    def sizeHint(self) -> QSize:
        """A size at which the page can be recognised."""
        return QSize(400, 560)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the magnified part and the page."""
        super().paintEvent(event)
        page, box = self._page, self._box
        if page.isNull():
            return
        painter, colour = painting.begin(self), Tone.ACCENT.of(theme.tokens)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        top = 0
        if not box.isEmpty():
            wide = min(float(page.width()), max(_LENS_POINTS * PAGE_DOTS, box.width() * 1.2))
            share = self.width() / wide
            source = QRectF(0, 0, wide, _LENS / share)
            source.moveCenter(QRectF(box).center())
            source.moveLeft(min(max(source.left(), 0.0), page.width() - wide))
            lens = QRectF(0, 0, self.width(), _LENS)
            painter.setClipRect(lens)
            painter.drawPixmap(lens, page, source)
            framed = QRectF((box.left() - source.left()) * share, (box.top() - source.top()) * share,
                            box.width() * share, box.height() * share)  # fmt: skip
            painting.box(painter, framed, radius=3, border=colour, width=2)
            painting.box(painter, lens, radius=3, border=theme.tokens.line)
            painter.setClipping(False)
            top = _LENS + 8
        share = min(self.width() / page.width(), (self.height() - top) / page.height())
        target = QRectF((self.width() - page.width() * share) / 2, top, page.width() * share, page.height() * share)
        painter.drawPixmap(target, page, QRectF(page.rect()))
        painting.box(painter, target, radius=0, border=theme.tokens.line)
        if not box.isEmpty():
            framed = QRectF(target.left() + box.left() * share, target.top() + box.top() * share, box.width() * share,
                            box.height() * share)  # fmt: skip
            painting.box(painter, framed.adjusted(-3, -3, 3, 3), radius=3, border=colour, width=2)


class PhotoReview(QWidget):
    """The queue at the left, the picture in the middle, and the rows at the right."""

    chosen = Signal(int)
    """The number of the picture to look at."""
    more_wanted = Signal()
    folder_wanted = Signal()
    removed = Signal()
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._shown: tuple[int, int] = (0, 0)
        """The number of the picture, and the size of its page."""
        self._boxes: Mapping[PhotoCell, QRect] = {}
        self._since = 0.0
        """Since when the picture is shown, by :meth:`Question.clock`."""
        self.queue: TableView[QueuedPicture] = TableView(
            mark("Pictures that wait"), _COLUMNS, key=lambda each: each.number, tall=True
        )
        self.bar = WorkBar()
        self.more = LinkButton(mark("Read pictures…"), shortcut=READ_PICTURES)
        self.watch = LinkButton("", shortcut=WATCH_FOLDER)
        self.remove = LinkButton(mark("Remove"), hint="Del", tone=Tone.TEXT2)
        self.picture = _PagePicture()
        self.rows = PhotoRows()
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._name = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self.notice = Notice(NoticeKind.INFO)
        self._keys = KeyText(wrap=True)
        self.record = PrimaryButton(mark("Record the hands"), hint="Return")
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        side = boxed(column(stretched(self.queue), self.more, self.watch, self.remove, spacing=6))
        side.setFixedWidth(_QUEUE)
        self._what = boxed(column(
            row(self._title, stretched(self._name), spacing=12), self.bar, self.notice, stretched(self.rows, _ALL),
            None, self._keys, row(self.back, self.record, None), spacing=8,
        ))  # fmt: skip
        row(side, stretched(self.picture, 5), stretched(self._what, 7), spacing=16, margins=Size.PAGE_MARGIN,
            centred=False, on=self)  # fmt: skip
        self.more.clicked.connect(self.more_wanted)
        self.watch.clicked.connect(self.folder_wanted)
        self.remove.clicked.connect(self.removed)
        self.back.clicked.connect(self.left)
        self.record.clicked.connect(self.rows.confirmed)
        self.rows.left.connect(self.left)
        self.queue.row_changed.connect(lambda each: self.chosen.emit(each.number) if each is not None else None)
        self.queue.row_chosen.connect(lambda _each: self.rows.setFocus())
        answer_keys(self.queue, {ESCAPE: self.left.emit, Qt.Key.Key_Delete: self.removed.emit})
        answer_keys(self.rows, {Qt.Key.Key_Delete: self.removed.emit})
        set_focus_target(self, self.rows)

    @property
    def unread(self) -> bool:
        """Whether the picture is shown too shortly for anybody to have looked at it."""
        return Question.clock() - self._since < READING

    def show_queue(self, pictures: Sequence[QueuedPicture], current: QueuedPicture | None) -> None:
        """Show the pictures that wait, with the cursor on ``current``."""
        self.queue.blockSignals(True)
        try:
            self.queue.show_rows(pictures)
            if current is not None:
                self.queue.select(current.number)
        finally:
            self.queue.blockSignals(False)
        self.remove.setEnabled(current is not None)

    def show_watched(self, folder: str) -> None:
        """Say which folder is watched; empty for none."""
        self.watch.set_text(mark("Stop watching “{folder}”", folder=folder) if folder else mark("Watch a folder…"))

    def show_picture(
        self, picture: QueuedPicture | None, names: tuple[str, str, str, str], wrong: tuple[int, ...]
    ) -> None:
        """Show a picture with what was read of it; None if none waits."""
        sheet = picture.sheet if picture is not None else None
        self._show_page(picture)
        self.rows.setVisible(sheet is not None)
        self.record.setVisible(sheet is not None)
        self._keys.setVisible(sheet is not None)
        self._name.set_text("" if picture is None else picture.name)
        if picture is None:
            self._title.set_text(mark("No picture waits"))
            self._say(NoticeKind.INFO, mark("Drop photographs or scans of score sheets here."), self._private())
            return
        if sheet is None:
            self._title.set_text(mark("Not readable"))
            self._say(NoticeKind.WARN, picture.why or "", mark("Photograph it again, or type the sheet."))
            return
        self._title.set_text(_title(picture))
        self.rows.show_sheet(sheet, names, wrong)
        self.picture.show_box(self._boxes.get(sheet.at, QRect()) if sheet.at is not None else QRect())
        self._show_state(sheet, names, wrong)

    @staticmethod
    def _private() -> Text:
        return mark("They are read on this computer, and nothing is sent or kept.")

    def _show_page(self, picture: QueuedPicture | None) -> None:
        shown = (0, 0) if picture is None else (picture.number, len(picture.page))
        if shown == self._shown:
            return
        self._shown, self._since = shown, Question.clock()
        page = QPixmap()
        if picture is not None and picture.page:
            page.loadFromData(picture.page)
        self._boxes = {} if picture is None or picture.layout is None else boxes_of(picture.layout)
        self.picture.show_page(page)
        self.rows.show_page(page, self._boxes)

    def _show_state(self, sheet: PhotoSheet, names: Sequence[str], wrong: tuple[int, ...]) -> None:
        waiting = len(sheet.open)
        self.record.set_text(mark("Record the hands") if sheet.hands else mark("Take the totals"))
        self.record.setEnabled(not waiting)
        keys = {"enter": Key("Return"), "digits": Key("1–9"), "esc": Key("Esc")}
        if sheet.problem is not None:
            self._say(NoticeKind.DANGER, sheet.problem, "")
        elif waiting:
            text = mark_count("{count} box is doubtful", "{count} boxes are doubtful", waiting)
            self._say(NoticeKind.WARN, text, _more(sheet, names, wrong))
        else:
            self._say(NoticeKind.INFO if wrong else NoticeKind.OK, mark("Compare the rows with the picture."),
                      _more(sheet, names, wrong))  # fmt: skip
        if waiting or sheet.at is not None:
            self._keys.set_text(mark("{enter} keep and go on   {digits} replace   {x} drawn hand   {d} self-draw   "
                                     "{esc} go back", x=Key("X"), d=Key("D"), **keys))  # fmt: skip
        else:
            self._keys.set_text(mark("{enter} record   {up} {down} change a box   {esc} go back", up=Key("Up"),
                                     down=Key("Down"), **keys))  # fmt: skip

    def _say(self, kind: NoticeKind, title: Text | str, body: Text | str) -> None:
        self.notice.show_notice(kind, title, body)


def _more(sheet: PhotoSheet, names: Sequence[str], wrong: tuple[int, ...]) -> Text | str:
    """What else a person should know of the sheet."""
    said: list[Text] = []
    if wrong:
        players = listed(names[column] for column in wrong)
        said.append(mark("The total is not the sum of the hands: {players}.", players=players))
    if sheet.penalties:
        players = listed(names[column] for column in sheet.penalties)
        said.append(mark("Penalties are written: {players}. Give them on the sheet, with {key}.", players=players,
                         key=Key("P")))  # fmt: skip
    if len(said) > 1:
        return Text("{first} {second}", (("first", said[0]), ("second", said[1])))
    return said[0] if said else ""
