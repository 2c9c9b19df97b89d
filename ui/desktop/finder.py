"""The field that finds anything from everywhere: players, tables, pages, reports and actions, each with its keys.

What can be found is read when the dialog is opened: the tables and players of the session that is shown, the pages,
the reports that this event has with the print sets and the results package, and the keys of every page as the help
lists them.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tournament.event.problem import Refused
from tournament.language import Text, mark, mark_count
from tournament.language.help_pages import EVERYWHERE, ListedKeys, listed_keys, opening_of
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.kit.page import Page
from ui.desktop.kit.table import CellStyle, TableColumn, TableModel
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.flash import flash
from ui.desktop.widgets.keys import Key, KeyText, draw_key, key_name, key_width
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.entry.finding import MOST_FOUND, Findable, FindableKind, Finder, findable_people

_WIDE, _HIGH, _TOP = 680, 520, 56
"""Greatest size of the dialog, and its distance from the top of the window, in pixels."""
_AROUND = 48
"""Least sum of the distances from the left and right edges of the window."""
_ROW, _PAD = 46, 14
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_NO_ACTION = re.compile(
    r"Return|Enter|Esc|Tab|Shift\+Tab|Space|Backspace|Home|End|Left|Right|Up|Down|PgUp|PgDown|Menu|[^A-Z]"
)
"""Keys that only mean something in their place, and are therefore not offered as actions."""
_PARTS = re.compile(r"[,，、] ?")
_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_MARKS = re.compile(r"[*`]")


class FinderDialog(Dialog):
    """A search field above what it finds. Enter goes to the current line, Esc closes; the focus stays in the field."""

    def __init__(
        self, controller: EventController, pages: Sequence[PageInfo], current: str, go: Callable[[Findable], None],
        *, parent: QWidget,
    ) -> None:  # fmt: skip
        """``pages`` can be gone to now, ``current`` is the id of the one shown, and ``go`` goes to what was chosen."""
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self._go = go
        self._finder = Finder(_everything(controller, pages, current))
        self.field = SearchField(mark("Player, table, page, report or action"))
        self.list = _FoundList()
        self._none = TextLabel(mark("Nothing found. Try fewer words."), kind=Type.DENSE, tone=Tone.TEXT2)
        self._none.hide()
        keys = KeyText(
            mark("{up} {down} choose   {enter} go there   {esc} close", up=Key("Up"), down=Key("Down"),
                 enter=Key("Return"), esc=Key("Esc")),
        )  # fmt: skip
        self._count = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        found = boxed(column(self._none, stretched(self.list), None))
        parts = (self.field, stretched(found), row(keys, None, self._count))
        column(*parts, spacing=10, margins=(14, 14), on=self)
        title = translator.translate(mark("Find"))
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda _index: self._choose())
        self._window = window = parent.window()
        wide, high = min(_WIDE, window.width() - _AROUND), min(_HIGH, window.height() - _TOP - _AROUND // 2)
        self.resize(wide, high)
        self.move(window.mapToGlobal(window.rect().topLeft()).x() + (window.width() - wide) // 2,
                  window.mapToGlobal(window.rect().topLeft()).y() + _TOP)  # fmt: skip
        self._search("")
        self.field.setFocus()

    @property
    def found(self) -> tuple[Findable, ...]:
        """What is listed, the best first."""
        return self.list.rows

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with the arrows, and go with Enter, while the focus is in the field."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _MOVES:
            self.list.keyPressEvent(event)
            self._say_current()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self._choose()
            return True
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the border, since the dialog has no frame."""
        tokens = theme.tokens
        painting.box(
            painting.begin(self), QRectF(self.rect()), radius=0, fill=tokens.surface, border=tokens.line_strong
        )

    def _search(self, typed: str) -> None:
        found = self._finder.found(typed)
        self.list.show_rows(found)
        self._none.setVisible(not found)
        self.list.setVisible(bool(found))
        more = len(found) == MOST_FOUND
        self._count.set_text(
            mark("First {count}", count=MOST_FOUND)
            if more
            else mark_count("{count} found", "{count} found", len(found))
        )
        self.field.show_found(len(found))

    def _say_current(self) -> None:
        item = self.list.current
        if item is not None:
            announce(self.field, _spoken(item))

    def _choose(self) -> None:
        item = self.list.current
        if item is None:
            flash(self.field)
        else:
            self.accept()
            self._window.activateWindow()  # before a field of it gets the focus
            self._go(item)


class _FoundList(QListView):
    """What was found, one above the other, with the current line marked. It never has the focus."""

    def __init__(self) -> None:
        super().__init__()
        lines: TableColumn[Findable] = TableColumn(mark("Found"), lambda item: item.title, style=_style)
        self._rows: TableModel[Findable] = TableModel((lines,), self)
        self.setModel(self._rows)
        self.setItemDelegate(_FoundDelegate(self))
        self.setProperty("plain", True)
        self.setProperty("ring", False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(translator.translate(mark("Found")))

    @property
    def rows(self) -> tuple[Findable, ...]:
        """The lines, from top to bottom."""
        return self._rows.rows

    @property
    def current(self) -> Findable | None:
        """The current line."""
        place = self.currentIndex().row()
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def show_rows(self, rows: Sequence[Findable]) -> None:
        """Show ``rows``, and choose the first one."""
        self._rows.set_rows(rows)
        self.setCurrentIndex(self._rows.index(0, 0))
        self.scrollToTop()
        self.viewport().update()


class _FoundDelegate(QStyledItemDelegate):
    """Draws a line: the name above what it does, its kind and keys at the right."""

    def __init__(self, parent: _FoundList) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """All lines are equally high."""
        return QSize(200, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a line."""
        item, tokens, rect = index.data(Role.ROW), theme.tokens, QRectF(option.rect)
        if not isinstance(item, Findable):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._list.currentIndex().row() == index.row():
            painting.box(painter, rect, radius=6, fill=tokens.accent_soft)
            painter.fillRect(QRectF(rect.left(), rect.top() + 6, 3, rect.height() - 12), QColor(tokens.accent))
        inner = rect.adjusted(_PAD, 4, -_PAD, -4)
        right = inner.right()
        for key in reversed(item.keys[:3]):
            name = key_name(key)
            wide = key_width(name)
            draw_key(painter, QRectF(right - wide, inner.top(), wide, inner.height()), name)
            right -= wide + 4
        kind = translator.translate(item.kind.value)
        wide = painting.width_of(kind, Type.CAPTION) + 2
        place = QRectF(right - wide - 4, inner.top(), wide, inner.height())
        painting.words(painter, place, kind, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)
        room = place.left() - inner.left() - 12
        upper = QRectF(inner.left(), inner.top(), room, 20)
        painting.words(painter, upper, item.title, colour=tokens.text, kind=Type.NAME)
        lower = QRectF(inner.left(), inner.top() + 20, room, 18)
        painting.words(painter, lower, item.detail, colour=tokens.text2, kind=Type.CAPTION)
        painter.restore()


def _style(item: Findable) -> CellStyle:
    return CellStyle(accessible_text=_spoken(item), tooltip=f"{item.title}\n{item.detail}")


def _spoken(item: Findable) -> str:
    keys = ", ".join(map(key_name, item.keys))
    return ", ".join(filter(None, (item.title, item.detail, translator.translate(item.kind.value), keys)))


def _everything(controller: EventController, pages: Sequence[PageInfo], current: str) -> Iterator[Findable]:
    view, language = controller.view, translator.language
    if view is not None:
        yield from findable_people(view, controller.session, language)
    for page in pages:
        keys = (page.shortcut,) if page.shortcut else ()
        yield Findable(FindableKind.PAGE, translator.translate(page.title), _first_sentence(page.id), (page.id,), keys)
    shortcuts = {page.shortcut for page in pages}
    for page in sorted(pages, key=lambda page: page.id != current):
        title = translator.translate(page.title)
        yield from _actions(page.id, listed_keys(page.id, language), title, near=page.id == current)
    everywhere = translator.translate(mark("On every page"))
    found = _actions("", listed_keys(EVERYWHERE, language), everywhere, near=False)
    yield from (action for action in found if not shortcuts.issuperset(action.keys))
    if view is not None:
        yield from _papers(view)


def _papers(view: View) -> Iterator[Findable]:
    """Yield what the page Reports lists: the reports that this event has, the print sets and the results package."""
    from reports.catalogue import ReportGroup, offered_reports
    from reports.print_sets import offered_sets, own_sets
    from ui.desktop.pages.reports.catalogue_list import PACKAGE, RESULTS_PACKAGE, SETS, set_key

    def paper(title: Text, group: Text, name: str) -> Findable:
        return Findable(FindableKind.REPORT, translator.translate(title), translator.translate(group), (name,))

    for report in offered_reports(view.rules, view.settings.format, money=view.settings.counts_money):
        yield paper(report.title, report.heading, report.name)
    yield paper(PACKAGE, ReportGroup.RESULTS.value, RESULTS_PACKAGE)
    try:
        own = own_sets()
    except Refused:  # the page Reports says why the user's own sets cannot be used
        own = ()
    for each in offered_sets(view, own):
        yield paper(each.title, SETS, set_key(each.name))


def _first_sentence(page: str) -> str:
    """The first sentence of the help about ``page``."""
    text = " ".join(opening_of(page, translator.language).partition("\n")[2].split())
    return _MARKS.sub("", _SENTENCE.split(text, maxsplit=1)[0])


def _actions(page: str, rows: Sequence[ListedKeys], where: str, *, near: bool) -> Iterator[Findable]:
    """Yield the actions among the keys that the help about ``page`` lists. A row of several actions becomes several."""
    for listed in rows:
        parts = _PARTS.split(listed.action)
        pairs: Sequence[tuple[tuple[str, ...], str]] = [(listed.keys, listed.action)]
        if len(parts) == len(listed.keys) > 1:
            pairs = [((key,), part) for key, part in zip(listed.keys, parts, strict=True)]
        for keys, action in pairs:
            if not all(map(_NO_ACTION.fullmatch, keys)):
                title = _MARKS.sub("", action[:1].upper() + action[1:])
                yield Findable(FindableKind.ACTION, title, where, (page,), keys, near=near)


def carry_out(item: Findable, controller: EventController, window: QWidget, page_of: Callable[[str], QWidget]) -> None:
    """Go to ``item``, or do it. ``page_of`` shows the page with an id and returns it."""
    navigation = controller.navigation
    match item.kind, item.target:
        case FindableKind.TABLE, (int(session), int(table)):
            navigation.table_wanted.emit(session, table)
        case FindableKind.PLAYER, (int(), int(session), int(table)):
            navigation.table_wanted.emit(session, table)
        case FindableKind.PLAYER, (int(number),):
            navigation.page_wanted.emit("players")
            navigation.player_wanted.emit(number, "last_name")
        case FindableKind.PAGE, (str(page),):
            navigation.page_wanted.emit(page)
        case FindableKind.REPORT, (str(name),):
            navigation.page_wanted.emit("reports")
            navigation.report_wanted.emit(name)
        case FindableKind.ACTION, (str(id),):
            shown = page_of(id) if id else None
            if len(item.keys) != 1 or not _pressed(item.keys[0], shown, window):
                keys: Text | Key = Key(item.keys[0])
                controller.messages.noted.emit(mark("Press {key} here: {action}.", key=keys, action=item.title))
        case _:
            raise ValueError(item)


def _pressed(key: str, page: QWidget | None, window: QWidget) -> bool:
    """Do what ``key`` does on ``page``, or in the frame of ``window``. Return False if nothing answers it now."""
    within = window if page is None else page
    for button in within.findChildren(OutlineButton):
        if button.key == key and button.isVisible() and button.isEnabled():
            button.click()
            return True
    if isinstance(page, Page):
        for entry in (entry for group in page.menu_groups(None) for entry in group):
            if entry.key == key and entry.enabled:
                entry.act()
                return True
    wanted = QKeySequence(key)
    for shortcut in within.findChildren(QShortcut):
        parent = shortcut.parent()
        shown = isinstance(parent, QWidget) and parent.isVisible()
        if shown and shortcut.isEnabled() and wanted in QShortcut.keys(shortcut):
            shortcut.activated.emit()
            return True
    return False
