"""The two lists as table models: the faults of the rules, and the penalties given."""

from PySide6.QtCore import Qt

from tournament.language import Text, integer_text, mark
from ui.desktop.pages.fouls.given import Given
from ui.desktop.sheet.faults import Offence
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.lines_model import Index, LinesModel

NUMBER, FAULT, SANCTION = range(3)
SESSION, TIME, TABLE, HAND, WHAT, POINTS, TO = range(7)


class FaultModel(LinesModel[Offence]):
    """The faults that match what is typed, with their sanction."""

    heads = (mark("No."), mark("Fault"), mark("Sanction"))
    brief = False
    """The sanction stands under the fault: there is no room beside it."""

    def row_of(self, slug: str) -> int:
        """Where a fault stands, -1 when it does not match."""
        return next((row for row, line in enumerate(self._lines) if line.slug == slug), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words and how they are drawn."""
        line = self.line(index.row())
        if line is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (line.number, translator.translate(line.name), translator.translate(line.sanction))[column]
        if role == Role.SECOND and self.brief and column == FAULT:
            return translator.translate(line.sanction)
        if role == Role.KIND:
            return Type.DENSE if column == FAULT else Type.CAPTION
        if role == Role.TONE:
            return Tone.TEXT if column == FAULT else Tone.TEXT3 if column == NUMBER else Tone.TEXT2
        if role == Qt.ItemDataRole.ToolTipRole or (role == Qt.ItemDataRole.AccessibleTextRole and column == FAULT):
            return f"{line.number} {translator.translate(line.name)}: {translator.translate(line.sanction)}"
        return None


class GivenModel(LinesModel[Given]):
    """The penalties given; one that was cancelled stays, struck through."""

    heads = (mark("S"), mark("Time"), mark("Table"), mark("Hand"), mark("Player and fault"), mark("Points"),
              mark("To whom"))  # fmt: skip
    brief = False
    """To whom the points go stands under them: there is no room beside."""

    def row_of(self, id: str) -> int:
        """Where the penalty of an entry stands, -1 when it is not listed."""
        return next((row for row, line in enumerate(self._lines) if line.id == id), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words and how they are drawn."""
        line = self.line(index.row())
        if line is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(line, column)
        if role == Role.SECOND and column == WHAT:
            return translator.translate(line.cancelled or line.what)
        if role == Role.SECOND and column == POINTS and self.brief:
            return translator.translate(line.to_whom)
        if role == Role.STRUCK:
            return line.cancelled is not None and column in (WHAT, POINTS)
        if role == Role.TONE:
            quiet = line.cancelled is not None or column in (SESSION, TIME, HAND, TO)
            return Tone.TEXT3 if line.cancelled is not None else Tone.TEXT2 if quiet else Tone.TEXT
        if role == Role.KIND:
            return self._kind(column)
        if role == Qt.ItemDataRole.ToolTipRole or (role == Qt.ItemDataRole.AccessibleTextRole and column == WHAT):
            return plain_tooltip(self._spoken(line))
        return None

    @staticmethod
    def _shown(line: Given, column: int) -> str:
        given = line.penalty.given
        return (
            str(line.session),
            f"{line.time:%H:%M}",
            str(line.table),
            str(given.hand) if given.hand is not None else "–",
            line.player.name,
            integer_text(line.points),
            translator.translate(line.to_whom),
        )[column]

    @staticmethod
    def _kind(column: int) -> Type:
        if column == WHAT:
            return Type.NAME
        return Type.TOTAL if column in (TABLE, POINTS) else Type.DENSE

    @staticmethod
    def _spoken(line: Given) -> str:
        parts: list[Text | str] = [
            line.player.name,
            line.what,
            mark("{points} points", points=line.points),
            line.to_whom,
        ]
        if line.cancelled is not None:
            parts.append(line.cancelled)
        return ", ".join(translator.translate(part) for part in parts)
