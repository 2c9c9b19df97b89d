"""The page Players: the list, or the preview while a list is imported."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.federations.kept_register import keep_register
from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.event.role import Act
from tournament.event.roster import FIELDS, LATIN_FIELDS
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.use_cases import Changes, StoreDamaged, StoreUnavailable, View
from tournament.use_cases.commands import ApplyRegister
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import LIST_ENDINGS, choose_event, choose_list, choose_table, folder_of
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.long_work import CurrentWork, Work, WorkBar
from ui.desktop.pages.players.import_preview import ImportPreview
from ui.desktop.pages.players.player_list import PlayerList
from ui.desktop.pages.players.reading import (
    ReadList,
    is_long,
    read_earlier_players,
    read_file,
    read_pasted,
    read_register,
)
from ui.desktop.pages.players.register_view import RegisterView
from ui.desktop.pages.report_dialogs import show_table
from ui.desktop.theme import Room
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import boxed, column, stretched


class ReadRegister(NamedTuple):
    """A federation's list that was read, and the name of its file."""

    name: str
    """Of its file."""
    players: Sequence[Player]


class EarlierPlayers(NamedTuple):
    """The players of an earlier event, whose wishes are taken over."""

    players: Sequence[Player]


class PlayersPage(Page):
    """The list of players, and the ways to add a list: a file, drag and drop, or the clipboard.

    Nothing is added before it was previewed.
    """

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._reading = CurrentWork(self)
        self._list = Path()
        """The file in the preview."""
        self.list = PlayerList(controller)
        self.bar = WorkBar()
        self.bar.setContentsMargins(16, 8, 16, 0)
        self._parts = QStackedWidget()
        self._parts.addWidget(self.list)
        self.lay_out(boxed(column(self.bar, stretched(self._parts), spacing=0)))
        self.setAcceptDrops(True)
        self._reading.done.connect(self._show_read)
        self._reading.failed.connect(self._refuse_file)
        controller.leaving.connect(self._leave)
        controller.navigation.player_wanted.connect(self._show_player)
        self.list.pasted.connect(self._paste)
        self.list.import_asked.connect(self._choose_file)
        acts = {
            "Ctrl+I": self._choose_file,
            "Ctrl+G": self._choose_register,
            "Ctrl+F": self._find,
            "Ctrl+E": partial(self._ask, self.list.panels.ask_state),
            "Ctrl+M": partial(self._ask, self.list.panels.ask_merger),
        }
        for keys, act in acts.items():
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    @cached_property
    def preview(self) -> ImportPreview:
        """The preview of an import; created with the first list."""
        made = ImportPreview()
        made.panel.another.connect(self._choose_file)
        made.panel.confirmed.connect(self._add)
        made.panel.encoding_chosen.connect(lambda encoding: self.read(self._list, encoding))
        made.panel.sheet_chosen.connect(lambda sheet: self.read(self._list, sheet=sheet))
        made.panel.wishes_asked.connect(self._choose_earlier)
        made.panel.cancelled.connect(self._show_list)
        self._parts.addWidget(made)
        return made

    @cached_property
    def register(self) -> RegisterView:
        """The comparison with a federation's list; created with the first list."""
        made = RegisterView()
        made.confirmed.connect(self._write_register)
        made.left.connect(self._show_list)
        self._parts.addWidget(made)
        return made

    def refresh(self) -> None:
        """Show the players."""
        if self.view is not None:
            self.list.show_view(self.view)
            if "register" in self.__dict__ and self._parts.currentWidget() is self.register:
                self.register.compare(self.view)

    def forget(self) -> None:
        """Drop the list of the previous event."""
        self.list.forget()
        self._show_list()

    def concerns(self, changes: Changes) -> bool:
        """Return whether the page shows what changed. Changes of hands alone do not concern it."""
        return EVENT_STREAM in changes.streams

    def print_view(self) -> None:
        """Print the list as searched and sorted."""
        if self.view is None or not self.view.players:
            self.controller.messages.noted.emit(mark("There are no players on the list yet."))
        else:
            show_table(self.controller, self.view, mark("Players"), self.list.table, self,
                       keep=lambda row: not row.is_new)  # fmt: skip

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current player and for the list."""
        players, table = self.list, self.list.table
        if self._parts.currentWidget() is not players:
            preview = self.preview
            at_line = preview.table.current_row is not None
            return [
                [
                    MenuEntry(mark("Correct the line"), preview.edit_line, "F2", at_line),
                    MenuEntry(mark("Skip or include the line"), preview.toggle_line, "Del", at_line),
                ],
                entries_of(preview.panel.add),
            ]
        here, writes = bool(table.number), self.controller.may(Act.PLAYERS)
        adds = writes and (self.view is None or players.can_add(self.view))
        removable = self.view is None or not self.view.list_closed or table.number in self.view.state.joined
        player = [
            MenuEntry(mark("Edit the cell"), lambda: table.edit(table.currentIndex()), "F2", here and writes),
            MenuEntry(mark("Check in or undo check-in"), lambda: table.toggled.emit(table.number), "Space",
                      bool(table.number) and self.controller.may(Act.ATTENDANCE)),
            MenuEntry(mark("State…"), partial(self._ask, players.panels.ask_state), "Ctrl+E",
                      bool(table.number) and self.controller.may(Act.PEOPLE)),
            MenuEntry(mark("Registered twice…"), partial(self._ask, players.panels.ask_merger), "Ctrl+M",
                      here and self.controller.may(Act.PEOPLE)),
            MenuEntry(mark("Remove"), lambda: table.removal_asked.emit(table.number), "Del",
                      here and writes and removable),
        ]  # fmt: skip
        whole = [
            MenuEntry(mark("Import a file"), self._choose_file, "Ctrl+I", adds),
            MenuEntry(mark("Paste lines"), players.pasted.emit, "Ctrl+V", adds),
            MenuEntry(mark("Compare with a federation’s list…"), self._choose_register, "Ctrl+G", writes)
            if players.asks
            else MenuEntry(mark("Show EMA numbers"), players.show_ema_numbers),
            *entries_of(players.panels.overview.everybody, players.registration),
            MenuEntry(mark("Find a player"), self._find, "Ctrl+F"),
        ]
        return [player, whole, table_entries(table)]

    def fit(self, room: Room) -> None:
        """Hide the panel beside the list first if the window is narrow."""
        self.list.fit(room)

    def focus_target(self) -> QWidget | None:
        """The visible table."""
        return self._parts.currentWidget()

    def read(self, path: Path, encoding: str | None = None, *, sheet: str | None = None) -> None:
        """Read the list at ``path`` and show what it would add.

        The encoding of a text, and the sheet of a workbook, are found unless given.
        """
        if self.view is None or self._reading.busy or self._refuse_after_draw(self.view):
            return
        existing = tuple(self.view.players.values())
        self._list = path
        single_names = not self.view.settings.format.is_drawn
        self._start(
            Work(
                lambda step: read_file(path, existing, step, encoding=encoding, sheet=sheet, single_names=single_names)
            ),
            path,
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a dragged list; the window accepts event files."""
        if _dropped_list(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read the list that was dropped."""
        path = _dropped_list(event)
        if path is not None:
            event.acceptProposedAction()
            self.read(path)

    def _leave(self) -> None:
        self._reading.forget()
        self.list.leave()
        self._show_list()

    def _refuse_after_draw(self, view: View) -> bool:
        if self.list.can_add(view):
            return False
        self.list.show_refusal(mark("All sessions have begun: players can no longer be added."))
        return True

    def _choose_file(self) -> None:
        if not self._refuse_after_draw(self.controller.book.view):
            path = choose_list(self, folder_of(self.controller.book.place))
            if path is not None:
                self.read(path)

    def _paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        view = self.controller.book.view
        if not text.strip():
            return
        # A single cell is text for the current field, not a list.
        if "\t" not in text.strip("\n") and "\n" not in text.strip("\n"):
            self.list.table.type_here(text.strip())
        elif not self._refuse_after_draw(view):
            existing, single_names = tuple(view.players.values()), not view.settings.format.is_drawn
            if is_long(text):
                read = partial(read_pasted, text, existing, single_names=single_names)
                self._start(Work(read), Path(translator.translate(mark("Pasted"))))
            else:
                self._show_read(read_pasted(text, existing, single_names=single_names))

    def _start(self, work: Work, path: Path) -> None:
        self.bar.follow(work, mark("Reading {name}", name=path.name))
        self._reading.start(work)

    def _show_read(self, found: ReadList | ReadRegister | EarlierPlayers | Text) -> None:
        if isinstance(found, EarlierPlayers):
            self.preview.take_wishes(found.players)
        elif isinstance(found, ReadList):
            self.preview.show_list(found, asks=self.list.asks)
            self._show_part(self.preview)
        elif isinstance(found, Text):  # why what was pasted cannot be read
            self.list.show_refusal(found)
        elif self.view is not None:
            self.register.show_register(found.name, found.players, self.view)
            self._show_part(self.register)

    def _refuse_file(self, error: Exception) -> None:
        from reports.readers import UnreadableTable

        if isinstance(error, Refused):  # the federation's list has no player, or the earlier event is damaged
            text = error.problems[0].text
        elif isinstance(error, UnreadableTable | StoreUnavailable | StoreDamaged):
            text = error.text
        else:
            raise error
        if self._parts.currentWidget() is self.list:
            self.list.show_refusal(text)
        else:
            self.preview.panel.refuse(text)

    def _add(self) -> None:
        roster = self.preview.roster
        if roster is None:
            return
        before, first = self.controller.book.view, self.list.joining.first
        problems = self.list.joining.add_players(self.preview.players, roster.source)
        if problems:
            self.preview.panel.refuse(problems[0].text)
        else:
            self.preview.remember()
            self.list.select_player(min(self.controller.book.view.players.keys() - before.players.keys()))
            self._show_list()
            self.list.report_added(before, roster.players, first)

    def _choose_earlier(self) -> None:
        """Ask for an earlier event, whose wishes the players of the list have again."""
        if not self._reading.busy:
            path = choose_event(self, folder_of(self.controller.book.place) or documents_folder())
            if path is not None:
                self._start(Work(lambda _step: EarlierPlayers(read_earlier_players(path))), path)

    def _choose_register(self) -> None:
        if self.view is None or self._reading.busy:
            return
        folder, title = folder_of(self.controller.book.place), mark("Compare with a federation’s list")
        path = choose_table(self, folder, title, mark("Lists of players"))
        if path is not None:
            self.read_register(path)

    def read_register(self, path: Path) -> None:
        """Read the federation's list at ``path`` and show the differences."""
        self._start(Work(lambda step: ReadRegister(path.name, read_register(path, step))), path)

    def _write_register(self) -> None:
        shown, problems = self.register, tuple[Problem, ...]()
        if shown.comparison.differences:
            problems = attempt(self.controller, ApplyRegister(shown.comparison.changes))
        if problems:
            shown.refuse(problems[0].text)
            return
        if shown.save_list.isChecked():
            keep_register(shown.register)
        self._show_list()

    def _show_list(self) -> None:
        self._show_part(self.list)

    def _show_part(self, part: QWidget) -> None:
        self._parts.setCurrentWidget(part)
        if self.isVisible():
            part.setFocus()

    def _ask(self, ask: Callable[[int], None]) -> None:
        """Call ``ask`` with the number of the current player, if there is one."""
        if self._parts.currentWidget() is self.list and self.list.table.number:
            self.list.table.finish_editing()
            ask(self.list.table.number)

    def _show_player(self, number: int, field: str) -> None:
        self._show_list()
        self.list.select_field(number, field if field in FIELDS else FIELDS[0])
        if field in LATIN_FIELDS:
            self.list.panels.ask_state(number, field)

    def _find(self) -> None:
        if self._parts.currentWidget() is self.list:
            self.list.search.setFocus()
            self.list.search.selectAll()


def _dropped_list(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.suffix.lower() in LIST_ENDINGS else None
