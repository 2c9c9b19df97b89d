"""The middle of the window: the rail that chooses a page, the pages, and the help beside them."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QSizePolicy, QStackedWidget, QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.theme import Size, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.keys import ENTER, key_name
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.layouts import column, row, stretched

if TYPE_CHECKING:  # imported with the first call for help, so that the window opens sooner
    from ui.desktop.help import HelpPanel

HELP_WIDTH = 400
"""Width of the help, in pixels."""
_TALL, _SHORT = 72, 40
_WITH_KEY = 52
"""The minimum height of an item, in pixels, at which its key fits under its name."""
_WITH_NAME = 36
"""The minimum height of an item, in pixels, at which its name fits under its icon."""


class _RailItem(Accessible, QAbstractButton):
    accessible_role = Role.ListItem

    def __init__(self, page: PageInfo) -> None:
        super().__init__()
        self._page = page
        self._trouble: Text | None = None
        self._open: Text | None = None
        self._count = 0
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setMaximumHeight(_TALL)
        translator.follow(self._retranslate)

    def show_trouble(self, trouble: Text | None) -> None:
        """Show a warning sign on the item, or remove it if there is no ``trouble``."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._retranslate()

    def show_open(self, count: int, what: Text) -> None:
        """Show the number of open points at the icon, 0 for none; ``what`` gives it in words for screen readers."""
        if (count, what) != (self._count, self._open):
            self._count, self._open = count, what if count else None
            self._retranslate()

    def sizeHint(self) -> QSize:
        return QSize(Size.RAIL, _TALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(Size.RAIL, _SHORT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tooltip()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, tokens = painting.begin(self), theme.tokens
        here = self.isChecked()
        body = QRectF(8, 0, self.width() - 17, self.height())
        if here:
            painting.box(painter, body, radius=Size.CARD_RADIUS, fill=tokens.surface)
            painting.box(painter, QRectF(-3, body.center().y() - 24, 6, 48), radius=3, fill=tokens.accent)
        if self.hasFocus():
            painting.box(painter, body, radius=Size.CARD_RADIUS, border=tokens.accent, width=2)
        ink = tokens.accent if here else tokens.text if self.underMouse() else tokens.text2
        keyed, named = self.height() >= _WITH_KEY, self.height() >= _WITH_NAME
        top, below = (body.center().y() - (27 if keyed else 20), 23) if self.height() >= _SHORT else (0.0, 20)
        top = top if named else body.center().y() - 10
        middle = body.center().x()
        icons.paint(painter, self._page.icon, QRectF(middle - 10, top, 20, 20), ink)
        if self._trouble is not None:
            icons.paint(painter, "triangle", QRectF(middle + 12, max(top - 2, 0.0), 14, 14), Tone.DANGER.of(tokens))
        elif self._count:
            beside = QRectF(middle + 13, max(top - 3, 0.0), body.right() - middle - 13, 14)
            painting.words(painter, beside, str(self._count), colour=tokens.text2, kind=Type.CAPTION_STRONG)
        if not named:
            return
        kind = Type.CAPTION_STRONG if here else Type.HEAD
        name = QRectF(body.left() - 4, top + below, body.width() + 8, 16)
        painting.words(painter, name, self.text(), colour=ink, kind=kind, align=painting.CENTRE)
        if not keyed:
            return
        key = QRectF(body.left(), top + 40, body.width(), 14)
        shown = key_name(self._page.shortcut)
        painting.words(painter, key, shown, colour=tokens.text3, kind=Type.RAIL_KEY, align=painting.CENTRE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)

    def accessible_key(self) -> str:
        return key_name(self._page.shortcut)

    def complete_accessible_state(self, state: QAccessible.State) -> None:
        state.checkable, state.checked = False, False
        state.selectable, state.selected = True, self.isChecked()

    def _retranslate(self) -> None:
        title = translator.translate(self._page.title)
        self.setText(title)
        shown = self._trouble or self._open
        said = "" if shown is None else translator.translate(shown)
        self.setAccessibleName(f"{title}, {said}" if said else title)
        self._show_tooltip()

    def _show_tooltip(self) -> None:
        """Name the page in the tooltip while the item is too low for its name."""
        shown = self._trouble or self._open
        said = "" if shown is None else translator.translate(shown)
        self.setToolTip(plain_tooltip(said if self.height() >= _WITH_NAME else self.accessibleName()))
        self.setProperty("ring", False)
        self.update()


class Rail(Accessible, EdgedSurface):
    """The items of the pages, as a single tab stop: arrow keys move from page to page.

    Screen readers see a list of pages with the current one selected.
    """

    accessible_role = Role.List

    chosen = Signal(str)
    """The user chose the page with this key."""

    def __init__(self, pages: Sequence[PageInfo], *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.RightEdge, ground="rail", parent=parent)
        self.setFixedWidth(Size.RAIL)
        self._group = QButtonGroup(self)
        self._items = {page.id: _RailItem(page) for page in pages}
        for item in self._items.values():
            self._group.addButton(item)
        column(*map(stretched, self._items.values()), spacing=2, margins=(0, 8, 0, 4), on=self).addStretch(0)
        self._group.buttonClicked.connect(self._click)
        translator.follow(self._retranslate)

    def show_pages(self, shown: Collection[str]) -> None:
        """Show the items of the pages with the keys ``shown``, and hide the others."""
        for key, item in self._items.items():
            item.setVisible(key in shown)

    def show_trouble(self, key: str, trouble: Text | None) -> None:
        """Show a warning sign on the item of the page ``key``, or remove it if ``trouble`` is None."""
        if key in self._items:
            self._items[key].show_trouble(trouble)

    def show_open(self, key: str, count: int, what: Text) -> None:
        """Show the number of open points on the item of the page ``key``, 0 for none; ``what`` gives it in words."""
        if key in self._items:
            self._items[key].show_open(count, what)

    def set_current(self, key: str) -> None:
        """Mark the current page; a key that is not on the rail clears the mark."""
        item = self._items.get(key)
        stop = item or next(iter(self._items.values()))
        for each in self._items.values():  # otherwise Qt makes the item that had the focus last the tab stop
            each.setFocusPolicy(Qt.FocusPolicy.StrongFocus if each is stop else Qt.FocusPolicy.ClickFocus)
        if item is not None:
            item.setChecked(True)
            return
        # In an exclusive group Qt never unchecks the checked button.
        self._group.setExclusive(False)
        for each in self._items.values():
            each.setChecked(False)
        self._group.setExclusive(True)

    @property
    def current(self) -> str:
        """Key of the marked page, or an empty string."""
        return next((key for key, item in self._items.items() if item.isChecked()), "")

    def _click(self, clicked: QAbstractButton) -> None:
        self.chosen.emit(next(key for key, item in self._items.items() if item is clicked))

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Pages")))


class PageArea(QWidget):
    """Creates each page when it is first shown, and shows the help over it."""

    page_wanted = Signal()
    """The help was closed, and the widget that had the focus before is gone: focus the current page."""

    def __init__(self, controller: EventController, pages: Mapping[str, PageInfo]) -> None:
        super().__init__()
        self._controller, self._pages = controller, pages
        self.made: dict[str, QWidget] = {}
        """The pages that were created, by id."""
        self.current = ""
        """Id of the current page, empty before the first."""
        self._help: HelpPanel | None = None
        self._stack = _PageStack()
        row(stretched(self._stack), spacing=0, centred=False, on=self)
        translator.follow(self._name_pages)

    def page(self, id: str) -> QWidget:
        """The page with ``id``, created if necessary. Raises KeyError for an unknown id."""
        self.make_page(id)
        page = self.made[id]
        if page.parent() is None:
            self._stack.addWidget(page)
            self._name_pages()
        return page

    def make_page(self, id: str) -> None:
        """Create the page with ``id`` without adding it to the window.

        :meth:`page` adds it, which styles all its parts.
        """
        if id not in self.made:
            self.made[id] = self._pages[id].make(self._controller)

    def show_page(self, id: str) -> QWidget:
        """Show the page with ``id``, and the help about it if that is open."""
        page = self.page(id)
        self._stack.setCurrentWidget(page)
        self.current = id
        if self._help is not None:
            self._help.follow(id)
        return page

    def half_typed(self) -> str:
        """What was typed on the pages and not recorded, for a crash report; empty for nothing."""
        from ui.desktop.kit.page import Page

        return "; ".join(filter(None, (page.half_typed() for page in self.made.values() if isinstance(page, Page))))

    def clear_typed(self) -> bool:
        """Clear what is typed on the current page and not recorded. Return whether there was anything."""
        from ui.desktop.kit.page import Page

        page = self.made.get(self.current)
        return isinstance(page, Page) and page.clear_typed()

    def toggle_help(self, *, lists_keys: bool = False, chapter: str = "") -> None:
        """Show the help for the current page, or the list of all keys; hide it if that is shown already.

        With ``chapter``, show that chapter of a guide instead.
        """
        help = self._made_help()
        if help.isVisible() and help.lists_keys == lists_keys and not chapter:
            help.close_help()
            return
        show = help.show_keys if lists_keys else help.show_help
        show(self.current)
        if chapter:
            help.show_chapter(chapter)
        self._place_help()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the help at its edge."""
        super().resizeEvent(event)
        self._place_help()

    def _made_help(self) -> "HelpPanel":
        if self._help is None:
            from ui.desktop.help import HelpPanel

            self._help = HelpPanel(tuple(self._pages), self._key_rows)
            self._help.setParent(self)
            self._help.page_wanted.connect(self.page_wanted)
            self._help.about_wanted.connect(self._controller.navigation.about_wanted)
            app = QApplication.instance()
            if isinstance(app, QApplication):
                app.focusChanged.connect(self._place_help)
        return self._help

    def _key_rows(self, page: str) -> str:
        """The keys for the questions of the event's rules, on the page where hands are entered."""
        view = self._controller.view
        if page != "tables" or view is None:
            return ""
        from ui.desktop.pages.tables.hand_words import key_rows

        return key_rows(view.rules, translator.language)

    def _place_help(self) -> None:
        """Put the help over the right edge of the page, or over the left one if it would cover where somebody types."""
        if self._help is None or self._help.isHidden():
            return
        wide = min(HELP_WIDTH, self.width())
        right = QRect(self.width() - wide, 0, wide, self.height())
        focused = QApplication.focusWidget()
        typing = self._help.before if focused is None or self._help.isAncestorOf(focused) else focused
        covers = typing is not None and self.isAncestorOf(typing) and right.intersects(_place_in(typing, self))
        self._help.set_edge(Qt.Edge.RightEdge if covers else Qt.Edge.LeftEdge)
        self._help.setGeometry(right.translated(-right.left(), 0) if covers else right)
        self._help.raise_()

    def _name_pages(self) -> None:
        for id, page in self.made.items():
            page.setAccessibleName(translator.translate(self._pages[id].title))


def _place_in(part: QWidget, around: QWidget) -> QRect:
    return QRect(part.mapTo(around, QPoint(0, 0)), part.size())


class _PageStack(QStackedWidget):
    """Takes the remaining space of the window.

    It ignores the size hints of its pages, because Qt would compute them again with every letter that is typed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        return False
