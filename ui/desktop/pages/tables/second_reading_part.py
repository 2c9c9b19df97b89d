"""The second reading on the page Tables: the notice that a signed sheet waits for it, and the view where it is read."""

from PySide6.QtWidgets import QBoxLayout, QStackedLayout

from ui.desktop.kit.page import StatePage
from ui.desktop.pages.tables.second_reading_view import SecondReadingView
from ui.desktop.pages.tables.sheet_to_read import SheetToRead
from ui.desktop.translation import translator
from ui.entry import end_keys, page_keys, second_reading_keys
from ui.entry.tables_state import Focus, TablesState

_MOST = 1000
"""Stretch of the notice, as long as it can grow."""


class SecondReadingPart:
    """What replaces the sheet of a page until it was read again; each widget is created when first needed."""

    def __init__(self, page: StatePage[TablesState, Focus], row: QBoxLayout, stack: QStackedLayout) -> None:
        self._page, self._row, self._stack = page, row, stack
        self.waiting: SheetToRead | None = None
        """The notice, in ``row``."""
        self.view: SecondReadingView | None = None
        """Where the sheet is read, in ``stack``."""

    def hides(self, state: TablesState) -> bool:
        """Whether nothing of the sheet may be shown."""
        controller = self._page.controller
        return controller.writes and state.hides_sheet(controller.user.by.author)

    def show_waiting(self, state: TablesState) -> None:
        """Show the notice if the sheet is hidden, or hide it."""
        hidden, table = self.hides(state), state.table
        if hidden and self.waiting is None:
            self.waiting = self._make_waiting()
        if self.waiting is not None:
            if hidden and table is not None:
                self.waiting.show_table(table, state.signing)
            self.waiting.setVisible(hidden)

    def show_reading(self, state: TablesState) -> None:
        """Show the reading in place of the page."""
        view = self.reading
        view.show_state(state, self._page.controller.user.by.author)
        self._stack.setCurrentWidget(view)

    @property
    def reading(self) -> SecondReadingView:
        """The view where the sheet is read."""
        if self.view is None:
            page = self._page
            self.view = view = SecondReadingView()
            page.on(view.reader_typed, second_reading_keys.reader_typed)
            view.reader_confirmed.connect(
                lambda: page.apply(second_reading_keys.reader_confirmed(page.state, page.controller.user.by.author))
            )
            page.on(view.typed, second_reading_keys.typed)
            view.confirmed.connect(
                lambda index: page.apply(second_reading_keys.confirmed(page.state, index, translator.language))
            )
            page.on(view.reason_typed, second_reading_keys.reason_typed)
            page.on(view.switched, second_reading_keys.switched)
            page.on(view.rejected, second_reading_keys.rejected)
            page.on(view.left, second_reading_keys.left)
            self._stack.addWidget(view)
        return self.view

    def _make_waiting(self) -> SheetToRead:
        made, page = SheetToRead(), self._page
        page.on(made.pressed, page_keys.pressed)
        page.on(made.typed, second_reading_keys.typed_in_vain)
        page.on(made.reopened, end_keys.reopen_asked)
        page.on(made.reason_typed, end_keys.reason_typed)
        page.on(made.reason_confirmed, end_keys.answered)
        page.on(made.reason_left, end_keys.given_up)
        self._row.insertWidget(1, made, _MOST)
        return made
