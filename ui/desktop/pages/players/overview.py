"""Beside the list of players: how many there are, who is missing, what is odd, and the keys."""

from collections import Counter

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.event.ema import player_remarks
from tournament.event.player_import.notes import REMARKS
from tournament.language import Text, mark, mark_count
from tournament.use_cases import View, drawn_players, missing_players
from tournament.use_cases.event_setup import sessions_to_join
from tournament.use_cases.progress import asks_for_federation
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, column, row
from ui.desktop.widgets.signs import Icon, StatusIcon

SEATS = 4
_NAMED = 4
"""Maximum number of missing players that are named."""


class Overview(SidePanel):
    """Counts, and the button for importing a list."""

    import_asked = Signal()
    all_here = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._count = TextLabel(kind=Type.FIGURE, figures=True)
        self._players = TextLabel(kind=Type.PANEL_TITLE, tone=Tone.TEXT2)
        self._tables = Notice(NoticeKind.OK, boxed=False)
        self._here = TextLabel(kind=Type.PANEL_TITLE, figures=True)
        self._missing = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.everybody = OutlineButton(mark("Check in all players"), shortcut="Ctrl+Shift+Space")
        self.everybody.clicked.connect(self.all_here)
        self._remarks = QWidget()
        self._remark_lines = column(spacing=7, on=self._remarks)
        self.importing = PrimaryButton(mark("Import a list…"), hint="Ctrl+I")
        self.importing.clicked.connect(self.import_asked)
        self._closed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        inside = column(
            row(self._count, self._players, None),
            self._tables,
            10,
            self._here,
            Rule(strong=True),
            self._missing,
            row(self.everybody, None),
            10,
            self._remarks,
            None,
            Rule(),
            *(KeyText(text) for text in _KEYS),
            margins=(0, 0, 6, 0),
        )
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        self.body.addWidget(self._closed)
        self.body.addWidget(self.importing)

    def show_view(self, view: View) -> None:
        """Update the counts."""
        count, present = len(view.players), len(view.state.present)
        self._count.set_text(str(count))
        self._players.set_text(mark_count("player", "players", count))
        self._show_tables(view)
        self._here.set_text(mark("{present} of {count} checked in", present=present, count=count))
        missing = [player.name for player in missing_players(view)]
        self._missing.set_text(_missing_text(missing))
        self._missing.setVisible(bool(count))
        self.everybody.setVisible(bool(missing))
        self._show_remarks(view)
        closed = view.list_closed and not sessions_to_join(view)
        self.importing.setEnabled(not closed)
        self._closed.setVisible(closed)
        self._closed.set_text(mark("All sessions have begun: players can no longer be added."))

    def _show_tables(self, view: View) -> None:
        tables, rest = divmod(len(drawn_players(view)), SEATS)
        self._tables.setVisible(not view.list_closed)  # then the draw shows who sits where
        if not view.players:
            self._tables.show_notice(NoticeKind.INFO, mark("Type a name, paste a list, or import a file."))
        elif not view.settings.format.is_drawn:  # games take whoever is here
            self._tables.hide()
        elif rest:
            title = mark_count("{count} more fills the tables", "{count} more fill the tables", SEATS - rest)
            self._tables.show_notice(
                NoticeKind.WARN, title, mark("A table needs four players: add players or substitutes.")
            )
        else:
            self._tables.show_notice(NoticeKind.OK, mark_count("{count} full table", "{count} full tables", tables))

    def _show_remarks(self, view: View) -> None:
        for line in self._remarks.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            self._remark_lines.removeWidget(line)
            line.deleteLater()
        asks = asks_for_federation(view)
        remarks = (player_remarks(player, federation=asks) for player in view.players.values())
        counts = Counter(remark.code for each in remarks for remark in each)
        self._remarks.setVisible(bool(counts))
        if counts:
            aside = TextLabel(mark("they do not prevent play"), kind=Type.DENSE, tone=Tone.TEXT2)
            title = row(TextLabel(mark("Remarks"), kind=Type.PANEL_TITLE), aside, None)
            self._remark_lines.addWidget(boxed(title))
            self._remark_lines.addWidget(Rule(strong=True))
        for code, count in counts.items():
            icon = Icon(StatusIcon.INFO.icon, size=16, tone=StatusIcon.INFO.tone)
            number = TextLabel(str(count), kind=Type.DENSE_TOTAL, figures=True)
            words = ElidedLabel(REMARKS[code].label, kind=Type.DENSE)
            self._remark_lines.addWidget(boxed(row(icon, words, None, number)))


def _missing_text(names: list[str]) -> Text:
    if not names:
        return mark("All players are here.")
    named = tuple(names[:_NAMED])
    if len(names) <= _NAMED:
        return mark("Missing: {names}", names=named)
    return mark_count("Missing: {names} and {count} more", "Missing: {names} and {count} more", len(names) - _NAMED,
                      names=named)  # fmt: skip


_KEYS = (
    mark("{key} check in or undo check-in", key=Key("Space")),
    mark("{key} edit a cell, {other} confirm", key=Key("F2"), other=Key("Return")),
    mark("{key} remove, before the draw", key=Key("Del")),
    mark("{key} set the state: playing, absent, …", key=Key("Ctrl+E")),
    mark("{key} merge a double registration", key=Key("Ctrl+M")),
    mark("{key} paste from a spreadsheet", key=Key("Ctrl+V")),
)
