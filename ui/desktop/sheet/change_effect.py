"""What a change at a table does to the standings, and which papers show it otherwise: shown before it is made."""

from PySide6.QtWidgets import QWidget

from tournament.use_cases import TableCommand, View
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.entry_effect import EntryEffect
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.entry.change_words import papers_text, standings_text


class ChangeEffect(Notice):
    """In view while Enter would change what is known already: the standings, and papers that left the program."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, parent=parent)
        self._tried: tuple[View, TableCommand] | None = None
        self.setVisible(False)

    def show_command(self, view: View | None, command: TableCommand | None) -> None:
        """Try ``command``, when it is another than the one shown; None: nothing would be changed."""
        if view is None or command is None:
            self._tried = None
            self.setVisible(False)
            return
        if self._tried is not None and self._tried[0] is view and self._tried[1] == command:
            return
        self._tried = (view, command)
        self.show_effect(view, effect_of_command(view, command))

    def show_effect(self, view: View, effect: EntryEffect | None) -> None:
        """Show what was tried; None: it would be refused."""
        self.setVisible(effect is not None)
        if effect is not None:
            self.show_notice(NoticeKind.INFO, standings_text(view, effect), papers_text(view, effect))
