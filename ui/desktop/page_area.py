"""The middle of the window: the pages, and the help beside them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from ui.desktop.controller import EventController
from ui.desktop.kit.widths import HELP_BESIDE_FROM, WIDE_FROM
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import row, stretched

if TYPE_CHECKING:  # imported with the first call for help, so that the window opens sooner
    from ui.desktop.help import HelpPanel


class PageArea(QWidget):
    """Creates a page when it is first shown, and puts the help beside it, or in its place in a narrow window."""

    page_wanted = Signal()
    """The help was closed, and the widget that had the focus before is gone: focus the current page."""

    def __init__(self, controller: EventController, pages: Mapping[str, PageInfo]) -> None:
        super().__init__()
        self._controller, self._pages = controller, pages
        self.made: dict[str, QWidget] = {}
        """Pages by id, those that were shown or prepared."""
        self.current = ""
        """Id of the current page, empty before the first."""
        self._help: HelpPanel | None = None
        self._stack = _PageStack()
        self._row = row(stretched(self._stack), spacing=0, centred=False, on=self)
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
        """Show the page with ``id``, and the help about it if the help is open beside it."""
        page = self.page(id)
        self._stack.setCurrentWidget(page)
        self.current = id
        if self._help is not None:
            if self._stack.isHidden():
                self._help.close_help()
            self._help.follow(id)
        return page

    def half_typed(self) -> str:
        """What the user typed and did not record yet, for a crash report."""
        from ui.desktop.kit.page import Page

        return "; ".join(filter(None, (page.half_typed() for page in self.made.values() if isinstance(page, Page))))

    def toggle_help(self, *, lists_keys: bool = False) -> None:
        """Show the help for the current page, or the list of all keys; hide it if that is shown already."""
        help = self._made_help()
        if help.isVisible() and help.lists_keys == lists_keys:
            help.close_help()
            return
        show = help.show_keys if lists_keys else help.show_help
        show(self.current)
        self._fit_help()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the help."""
        super().resizeEvent(event)
        self._fit_help()

    def _made_help(self) -> "HelpPanel":
        if self._help is None:
            from ui.desktop.help import HelpPanel

            self._help = HelpPanel(tuple(self._pages), self._key_rows)
            self._row.addWidget(self._help)
            self._help.closed.connect(self._fit_help)
            self._help.page_wanted.connect(self.page_wanted)
            self._help.about_wanted.connect(self._controller.navigation.about_wanted)
        return self._help

    def _key_rows(self, page: str) -> str:
        """The keys for the questions of the event's rules, on the page where hands are entered."""
        view = self._controller.view
        if page != "tables" or view is None:
            return ""
        from ui.desktop.pages.tables.question_text import key_rows

        return key_rows(view.rules, translator.language)

    def _fit_help(self) -> None:
        """Put the help beside the page if there is space for both, otherwise in its place."""
        if self._help is None:
            return
        width = self.window().width()
        open, beside = not self._help.isHidden(), width >= HELP_BESIDE_FROM
        self._help.set_beside(beside, wide=width >= WIDE_FROM)
        self._stack.setVisible(beside or not open)

    def _name_pages(self) -> None:
        for id, page in self.made.items():
            page.setAccessibleName(translator.translate(self._pages[id].title))


class _PageStack(QStackedWidget):
    """Takes the remaining space.

    It ignores the size hints of its pages, which Qt would measure again with every letter.
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
