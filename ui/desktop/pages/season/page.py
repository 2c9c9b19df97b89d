"""The page Standings of a club evening or a league: the ranking at the left, a player's course at the right.

Statistics, best hands and charts can be chosen in place of the ranking.
"""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.column import Column, Kind
from reports.sheets.season import AVERAGE, GAMES, MOVED, WON, evening_score, season_fields
from tournament.event.format import ALL_EVENINGS, EventFormat
from tournament.event.player import search_text
from tournament.language import Search, Text, mark
from tournament.standings.season import SeasonRow, SeasonStandings
from tournament.use_cases import View
from tournament.use_cases.club import evening_ranking
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.results_state import results_state, session_results_state
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.kit.menu import MenuEntry, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.results import HeldResultsBand, show_results_state
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.kit.table import TableColumn, TableView, cell_text
from ui.desktop.pages.report_dialogs import show_report, show_table
from ui.desktop.pages.season.figures import FiguresView, document_of, parts
from ui.desktop.pages.season.panels import MONEY, NARROW, WIDE, CoursePanel, MoneyPanel
from ui.desktop.pages.season.rows import state_text
from ui.desktop.theme import Room, Size, Tone, Type, room_of
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import PAD
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import key_name
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import Chip

_NAME_WIDTH, _COLUMN_WIDTH, _EVENING_WIDTH = 190, 72, 64
"""In pixels: minimum width of a name, width of a column, and minimum width of the column of an evening."""
_PART_WIDTH = 260
"""The maximum width in pixels of the list of what is shown."""


class _SeasonRanking(TableView[SeasonRow]):
    """The table of players by rank.

    If space is short, it hides games, games won, average and movement, then evenings, which the arrow keys bring back.
    """

    evenings_changed = Signal()
    """Other evenings are visible."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        self._shape: list[tuple[Text, Kind, int]] = []
        """Heading, kind and width of each column."""
        self._gives_way: tuple[int, ...] = ()
        self._evenings: tuple[int, ...] = ()
        """The column indexes of the evenings' scores."""
        self._later = 0
        """How many of the last evenings are hidden in favour of earlier ones."""
        super().__init__(mark("Ranking"), (), key=lambda each: each.player.number, parent=parent)

    @property
    def evenings(self) -> tuple[int, int, int]:
        """The first and the last visible evening, and the number of evenings; zeros if there are none."""
        shown = [number for number, place in enumerate(self._evenings, start=1) if not self.isColumnHidden(place)]
        return (shown[0], shown[-1], len(self._evenings)) if shown else (0, 0, len(self._evenings))

    def show_season(self, season: SeasonStandings, rows: tuple[SeasonRow, ...], *, evenings: bool) -> None:
        """Show ``rows`` of ``season``. With ``evenings``, each evening has a column."""
        fields = tuple(
            field
            for field in season_fields(season, moved=evenings and season.after > 1, most=season.after)
            if evenings or not _is_evening(field)
        )
        widths = [_width(field, season) for field in fields]
        shape = [(field.heading, field.kind, width) for field, width in zip(fields, widths, strict=True)]
        if shape != self._shape:
            self._shape, self._later = shape, 0
            self._gives_way = tuple(place for place, each in enumerate(fields) if each in (GAMES, WON, AVERAGE, MOVED))
            self._evenings = tuple(place for place, each in enumerate(fields) if _is_evening(each))
            self.set_columns(
                [TableColumn.showing(each, width=width) for each, width in zip(fields, widths, strict=True)]
            )
        self.show_rows(rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show earlier evenings on Left and later ones on Right; handle other keys like any table."""
        first, last, count = self.evenings
        match event.key():
            case Qt.Key.Key_Left if first > 1:
                self._later = count - last + 1
            case Qt.Key.Key_Right if 0 < last < count:
                self._later = count - last - 1
            case _:
                super().keyPressEvent(event)
                return
        self.share_width()

    def share_width(self) -> None:
        """Hide the columns that do not fit beside the names."""
        for place in range(self.model().columnCount()):  # another column may have had this place before
            self.setColumnHidden(place, False)
        for place in self._gives_way:
            if self._room_beside(self._asked_widths) >= _NAME_WIDTH:
                break
            self.setColumnHidden(place, True)
        if self._room_beside(self._asked_widths) >= _NAME_WIDTH:
            self._later = 0
        # Hide the evenings after those that the user went back to, then the earliest, until the names fit.
        later = self._evenings[len(self._evenings) - self._later :]
        for place in (*later, *self._evenings[: len(self._evenings) - self._later - 1]):
            if place not in later and self._room_beside(self._asked_widths) >= _NAME_WIDTH:
                break
            self.setColumnHidden(place, True)
        super().share_width()
        self.evenings_changed.emit()


def _is_evening(field: Column[SeasonRow]) -> bool:
    return field.heading.message == evening_score(1, ALL_EVENINGS).heading.message


def _width(field: Column[SeasonRow], season: SeasonStandings) -> int:
    """Return the width of a column: 0 for the one that gets the remaining width. Scores of an evening are never cut."""
    if field.flexible or not _is_evening(field):
        return 0 if field.flexible else _COLUMN_WIDTH
    texts = (cell_text(field.cell(row), field.kind) for row in (*season.rows, *season.waiting))
    longest = max((painting.width_of(text, Type.BODY, figures=True) for text in texts), default=0)
    return max(ceil(longest) + 2 * PAD, _EVENING_WIDTH)


_SEASON, _EVENING = "season", "evening"
_NO_HAND = mark("No hand is recorded yet. The ranking starts with the first hand.")


class SeasonPage(Page):
    """Shows the ranking after each evening, and what decided it."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._season: SeasonStandings | None = None
        self._player: int | None = None
        self._search = Search("")
        segments = (Segment(_SEASON, mark("Season")), Segment(_EVENING, mark("This session")))
        self.shown = Switch(mark("Shown"), segments)
        self.after = ChoiceBox(mark("Session"))
        self.search = SearchField(mark("Find a player"), key="Ctrl+F")
        self.search.setMaximumWidth(200)
        self.held = HeldResultsBand(controller)
        self.chip = Chip("")
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.evenings = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.ranking = _SeasonRanking()
        self.part = ChoiceBox(mark("List"))
        self.part.set_choices(parts())
        self.part.setMaximumWidth(_PART_WIDTH)
        self.figures = FiguresView()
        self.figures.hide()
        self.panel = CoursePanel()
        self.panel.hide()
        self.money = MoneyPanel()
        self.money.hide()
        self.money_link = LinkButton(mark("Money"), hint=MONEY)
        self.empty = EmptyState(_NO_HAND, mark("Go to the games"), shortcut="Return")
        title = TextLabel(mark("Standings"), kind=Type.PAGE_TITLE)
        head = row(title, self.shown, None, self.money_link, self.after, self.search, spacing=12)
        margins = (Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        lines = (head, self.held, row(self.chip, stretched(self.state), self.evenings, self.part, spacing=12),
                 stretched(self.ranking), stretched(self.figures))  # fmt: skip
        self._left = boxed(column(*lines, spacing=12, margins=margins))
        content = boxed(row(stretched(self._left), self.money, spacing=0, centred=False))
        self.lay_out(content, panel=self.panel, empty=self.empty)
        self._listen()

    def _listen(self) -> None:
        navigation = self.controller.navigation
        self.held.turned.connect(self.invalidate)
        self.shown.chosen.connect(self.invalidate)
        self.after.activated.connect(self.invalidate)
        self.part.activated.connect(self._show_part)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._focus_list)
        self.ranking.row_chosen.connect(self._choose)
        self.ranking.evenings_changed.connect(self._show_evenings)
        self.ranking.clicked.connect(lambda index: self._choose(self.ranking.row_at(index)))
        self.panel.closed.connect(self.close_panel)
        self.money.closed.connect(self.close_panel)
        self.money_link.clicked.connect(self.toggle_money)
        self.panel.game_chosen.connect(navigation.table_wanted)
        self.empty.activated.connect(lambda: navigation.page_wanted.emit("games"))
        for keys, act in (("Ctrl+F", self._go_to_search), (MONEY, self.toggle_money), ("Esc", self._leave)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    @property
    def view(self) -> View | None:
        """The open event. While results are held for the ceremony, it is what is public, until they are shown."""
        view = super().view
        return None if view is None else self.held.shown_of(view)

    def refresh(self) -> None:
        """Read the ledger again and show what changed."""
        self.held.follow(self.controller.view)
        view = self.view
        last = view.last_session if view is not None else 0
        if view is None or view.settings.format.is_drawn or not (last or isinstance(view, PublicView)):
            self.show_empty(_NO_HAND)
            return
        self.show_empty(None)
        league = view.settings.format is EventFormat.LEAGUE
        self.shown.setVisible(league)
        self.after.setVisible(league)
        chosen = min(int(self.after.currentData() or last), last)
        moments = range(last, 0, -1)
        self.after.set_choices([(str(each), mark("After session {session}", session=each)) for each in moments])
        self.after.setCurrentIndex(self.after.findData(str(chosen)))
        if league and self.shown.current == _EVENING:
            self._season, state = evening_ranking(view, chosen), session_results_state(view, chosen)
        else:
            self._season, state = view.season(chosen), results_state(view, chosen)
        self._show_ranking(view, self._season)
        show_results_state(self.chip, state)
        self.state.set_text(state_text(view, self._season) if last else mark("No results are public."))
        if not self.panel.isHidden():
            self._show_panel(view)
        if not self.money.isHidden():
            self._show_money(view)
        self._show_figures(view)
        self.fit(room_of(self))

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._season = self._player = None
        self.held.forget()
        self.panel.hide()
        self.money.hide()
        self.search.clear()
        self.after.set_choices([])
        self.ranking.show_rows(())
        self.part.setCurrentIndex(0)

    def focus_target(self) -> QWidget | None:
        """The ranking, or the figures in its place."""
        return self.empty if self.is_empty else self.figures.target if self._has_figures else self.ranking

    def fit(self, room: Room) -> None:
        """Make the panel narrower first, then the ranking."""
        view = self.view
        self.money_link.setVisible(view is not None and view.settings.counts_money and self.money.isHidden())
        alone = self.panel.isHidden() and self.money.isHidden()
        self._left.setVisible(alone or not room.compact)
        self.panel.set_width(WIDE if room.width >= WIDE_FROM else NARROW)
        for panel in (self.panel, self.money):
            panel.set_alone(room.compact)

    def print_view(self) -> None:
        """Print the money or the statistics if they are shown, else the ranking; after a search, as it is shown."""
        view, season = self.view, self._season
        if view is None or season is None or self.is_empty:
            self.controller.messages.noted.emit(_NO_HAND)
        elif not self.money.isHidden():
            name = "money-evening" if self._is_evening else "money"
            show_report(self.controller, view, name, self, session=season.after)
        elif self._has_figures:
            show_report(self.controller, view, "statistics", self, session=self._counted)
        elif self.search.text():
            title = mark("Ranking after evening {evening}", evening=season.after)
            show_table(self.controller, view, title, self.ranking, self)
        else:
            name = "evening" if self._is_evening else "standings"
            show_report(self.controller, view, name, self, session=season.after)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current player and for the ranking."""
        if self.is_empty:
            return ()
        current = self.ranking.current_row
        here = [MenuEntry(mark("Course"), lambda: self._choose(current), "Return", current is not None)]
        whole = [MenuEntry(mark("Find a player"), self._go_to_search, "Ctrl+F")]
        if self.view is not None and self.view.settings.counts_money:
            whole.append(MenuEntry(mark("Money"), self.toggle_money, MONEY))
        if not self.panel.isHidden():
            whole.append(MenuEntry(mark("Close the course"), self.close_panel, "Esc"))
        view = self.controller.view
        if view is not None and view.settings.format is EventFormat.LEAGUE:
            wanted, action = self.controller.navigation.event_wanted, OpenAction.SEASON
            whole.append(MenuEntry(mark("New season from this one"), lambda: wanted.emit(action), action.value))
        return [here, whole, table_entries(self.figures.table if self._has_figures else self.ranking)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the search field to the ranking."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._focus_list()
        else:
            super().keyPressEvent(event)

    def show_player(self, number: int) -> None:
        """Show the course of a player."""
        self._player = number
        if self.view is not None:
            self.money.hide()
            self.panel.show()
            self._show_panel(self.view)
            self.fit(room_of(self))

    def toggle_money(self) -> None:
        """Show who owes whom, or close it again."""
        if not self.money.isHidden():
            self.close_panel()
        elif self.view is not None and self.view.settings.counts_money and not self.is_empty:
            self.panel.hide()
            self.money.show()
            self._show_money(self.view)
            self.fit(room_of(self))
            self.money.payments.setFocus()

    @property
    def _is_evening(self) -> bool:
        """Whether the ranking of one evening of a league is shown."""
        return not self.shown.isHidden() and self.shown.current == _EVENING

    @property
    def _has_figures(self) -> bool:
        """Whether figures are shown in place of the ranking."""
        return bool(self.part.currentData())

    @property
    def _counted(self) -> int | None:
        """The evening whose figures are shown; None for all."""
        return self._season.after if self._season is not None and self._is_evening else None

    def close_panel(self) -> None:
        """Close the panel and go back to the ranking."""
        self.panel.hide()
        self.money.hide()
        self.fit(room_of(self))
        self._focus_list()

    def _focus_list(self) -> None:
        (self.figures.target if self._has_figures else self.ranking).setFocus()

    def _show_part(self) -> None:
        """Show what was chosen in place of the ranking, and go there."""
        if self.view is not None and not self.is_empty:
            self._show_figures(self.view)
            self._show_evenings()

    def _show_figures(self, view: View) -> None:
        self.ranking.setVisible(not self._has_figures)
        self.figures.setVisible(self._has_figures)
        if self._has_figures:
            document = document_of(view, self._counted)
            self.figures.show_part(document, str(self.part.currentData()), self._search)

    def _show_ranking(self, view: View, season: SeasonStandings) -> None:
        rows = (*season.rows, *season.waiting)
        found = tuple(row for row in rows if self._search.finds_folded(search_text(row.player)))
        evenings = view.settings.format is EventFormat.LEAGUE and self.shown.current == _SEASON
        self.ranking.show_season(season, found, evenings=evenings)

    def _show_evenings(self) -> None:
        """Show which evenings have a column, and how to see the others, unless all have one."""
        first, last, count = self.ranking.evenings
        self.evenings.setVisible(0 < last - first + 1 < count and not self._has_figures)
        self.evenings.set_text(
            mark("Evenings {first}–{last} of {count}: {left} earlier, {right} later",
                 first=first, last=last, count=count, left=key_name("Left"), right=key_name("Right"))
        )  # fmt: skip

    def _choose(self, chosen: SeasonRow | None) -> None:
        if chosen is not None:
            self.show_player(chosen.player.number)

    def _show_panel(self, view: View) -> None:
        if self._player is None or self._season is None or not self.panel.show_player(self._player, self._season, view):
            self.close_panel()

    def _show_money(self, view: View) -> None:
        if self._season is None or not view.settings.counts_money:
            self.close_panel()
            return
        last = self._season.after
        of = mark("Evening {evening} alone", evening=last) if self._is_evening else mark("Evenings 1–{last}", last=last)
        if view.settings.format is EventFormat.CLUB:
            of = mark("This session")
        self.money.show_money(view, of, range(last if self._is_evening else 1, last + 1))

    def _find(self, typed: str) -> None:
        self._search = Search(typed)
        if self.view is not None and self._season is not None:
            self._show_ranking(self.view, self._season)
            self._show_figures(self.view)
            self.search.show_found(len(self.figures.table.rows if self._has_figures else self.ranking.rows))

    def _go_to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _leave(self) -> None:
        if self.search.text():
            self.search.clear()
            self._focus_list()
        elif not (self.panel.isHidden() and self.money.isHidden()):
            self.close_panel()
        elif self._has_figures:
            self.part.setCurrentIndex(0)
            self._show_part()
            self.ranking.setFocus()
        else:
            self.ranking.setFocus()
