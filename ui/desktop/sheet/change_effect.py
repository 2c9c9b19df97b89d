"""What a change at a table does to the standings and which papers it puts out of date, shown before it is made."""

from PySide6.QtWidgets import QWidget

from tournament.use_cases import TableCommand, View
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.entry_effect import EntryEffect
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.entry.change_words import papers_text, standings_text


class ChangeEffect(Notice):
    """Visible while Enter would change something known already: the standings, or papers that were printed or saved."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, parent=parent)
        self._tried: tuple[View, TableCommand] | None = None
        self.setVisible(False)

    def show_command(self, view: View | None, command: TableCommand | None) -> None:
        """Try ``command`` unless it is shown already; None hides the effect."""
        if view is None or command is None:
            self._tried = None
            self.setVisible(False)
            return
        if self._tried is not None and self._tried[0] is view and self._tried[1] == command:
            return
        self._tried = (view, command)
        self.show_effect(view, effect_of_command(view, command))

    def show_effect(self, view: View, effect: EntryEffect | None) -> None:
        """Show the effect of what was tried; None if it would be refused."""
        self.setVisible(effect is not None)
        if effect is not None:
            self.show_notice(NoticeKind.INFO, standings_text(view, effect), papers_text(view, effect))
