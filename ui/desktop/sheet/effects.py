"""The effect of an entry before it is recorded: on the four totals, the standings, and papers that were printed."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from tournament.language import Text, fraction_text, integer_text, mark, signed_text
from tournament.rules.payment import Net, add
from tournament.use_cases import TableCommand, View
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.entry_effect import EntryEffect, PlayerChange
from ui.desktop.theme import Tone, Type, restyle
from ui.desktop.translation import translator
from ui.desktop.widgets import layouts, painting
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import Icon, PlayerBadge
from ui.entry.change_words import papers_text, standings_text

_MARGIN, _GAP = 6, 10
"""Space at the left of a row, and between headings."""


class _Figure(NamedTuple):
    """The text of a cell, its type and its tone."""

    text: Text | str
    kind: Type = Type.BODY
    tone: Tone = Tone.TEXT2


class _FigureLabel(TextLabel):
    """A number at the right of its column."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(figures=True, parent=parent)
        self._shown = _Figure("", Type.BODY, Tone.TEXT)
        self.setAlignment(painting.RIGHT)

    def show_figure(self, figure: _Figure) -> None:
        """Show ``figure``. Type and tone are set only if they changed, because that takes longer than the text."""
        before, self._shown = self._shown, figure
        if figure.kind is not before.kind:
            self.set_kind(figure.kind)
        if figure.tone is not before.tone:
            self.set_tone(figure.tone)
        self.set_text(figure.text)


class _FigureRow(QFrame):
    """The badge and the name of a player, and numbers whose right edges are shares of the width.

    It places its labels itself: a layout would pass each new text on to all layouts around it, up to the window.
    """

    def __init__(self, name_end: float, ends: Sequence[float], height: int) -> None:
        super().__init__()
        self._name_end, self._ends = name_end, ends
        self._badge = PlayerBadge(1, parent=self)
        self._name = ElidedLabel(parent=self)
        self._kind = Type.BODY
        self._figures = [_FigureLabel(self) for _ in ends]
        self.setFixedHeight(height)
        translator.follow(self._place)  # after the labels: a heading may be longer than its column in another language

    def show_player(self, number: int | None, name: str, kind: Type, figures: Sequence[_Figure]) -> None:
        """Show a player; without a ``number`` there is no badge."""
        if self._badge.isHidden() is not (number is None):
            self._badge.setVisible(number is not None)
            self._place()
        if number is not None and self._badge.text() != str(number):
            self._badge.set_number(number)
        if kind is not self._kind:
            self._kind = kind
            self._name.set_kind(kind)
        self._name.set_text(name)
        for label, figure in zip(self._figures, figures, strict=True):
            label.show_figure(figure)

    def set_head(self, name: Text | str, *heads: Text | str) -> None:
        """Show headings, in place of a player."""
        self._badge.hide()
        self._name.set_kind(Type.CAPTION)
        self._name.set_tone(Tone.TEXT3)
        self._name.set_text(name)
        for label, head in zip(self._figures, heads, strict=True):
            label.show_figure(_Figure(head, Type.CAPTION, Tone.TEXT3))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the labels in the new width."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        width, high = self.width(), self.height() - 1
        self._badge.move(_MARGIN, (high - self._badge.height()) // 2)
        left = _MARGIN if self._badge.isHidden() else _MARGIN + self._badge.width() + 7
        self._name.setGeometry(left, 0, max(round(width * self._name_end) - left, 0), high)
        right = width
        for label, end in reversed(list(zip(self._figures, self._ends, strict=True))):
            right = min(right, round(width * end))
            wide = max(label.sizeHint().width(), 1)
            label.setGeometry(max(right - max(wide, 80), 0), 0, min(max(wide, 80), right), high)
            right -= wide + _GAP if self._badge.isHidden() else 0


class EffectTable(QFrame):
    """A row for each player: the total now, the change by the entry, and the total afterwards."""

    _NAME_END, _ENDS = 0.42, (0.59, 0.79, 0.985)
    """Right edges of the names and of the numbers, as shares of the width."""

    def __init__(self, moved: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[str, ...], Net, Net | None, int | None] = (("", "", "", ""), (0, 0, 0, 0), None, None)
        self._head = _FigureRow(self._NAME_END, self._ENDS, 26)
        self._head.set_head(mark("Totals"), mark("Now"), moved, mark("After"))
        self._rows = [_FigureRow(self._NAME_END, self._ENDS, 28) for _ in range(4)]
        layouts.column(self._head, *self._rows, spacing=0, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_effect(self, names: Sequence[str], now: Net, effect: Net | None, *, marked: int | None = None) -> None:
        """Show the totals ``now`` and the ``effect`` of the entry, or None if unknown; ``marked`` is a column."""
        shown = (tuple(names), now, effect, marked)
        if shown != self._shown:
            self._shown = shown
            self._retranslate()

    def _figures(self, column: int) -> tuple[_Figure, _Figure, _Figure]:
        _names, totals, effect, marked = self._shown
        now = _Figure(integer_text(totals[column]))
        if effect is None:
            return now, _Figure("–"), _Figure("–")
        after = add(totals, effect)[column]
        moved = signed_text(effect[column]) if effect[column] else "–"
        strong = column == marked
        change = _Figure(moved, Type.TOTAL, Tone.TEXT) if strong else _Figure(moved)
        return now, change, _Figure(integer_text(after), Type.TOTAL, Tone.TEXT)

    def _retranslate(self) -> None:
        names, _now, _effect, marked = self._shown
        words = []
        for column, (line, name) in enumerate(zip(self._rows, names, strict=True)):
            figures = self._figures(column)
            line.show_player(column + 1, name, Type.BODY, figures)
            restyle(line, "marked", column == marked)
            now, moved, after = (figure.text for figure in figures)
            words.append(f"{name} {now}, {moved}, {after}")
        totals = translator.translate(mark("Totals"))
        self.setAccessibleName(f"{totals}: {'; '.join(words)}")


class SumLine(QWidget):
    """The sum of the four totals, and why it is not zero. Hidden if it is zero."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, figures=True, wrap=True)
        row(Icon("tick", size=14, tone=Tone.OK), stretched(self._words), margins=(6, 0, 0, 0), on=self)

    def show_sum(self, lost: int, *, left: int = 0) -> None:
        """Show the sum if ``lost`` points went to nobody, or ``left`` points to nobody when the game ended."""
        self.setVisible(bool(left or lost))
        if left:
            self._words.set_text(mark("Sum {sum}: {left} points left on the table", sum=-lost - left, left=left))
        else:
            self._words.set_text(mark("Sum {sum}: {lost} penalty points went to nobody", sum=-lost, lost=lost))


class Comparison(QFrame):
    """A row for each player: old and new number, old and new table points. Changed values are bold."""

    _NAME_END, _ENDS = 0.40, (0.54, 0.73, 0.875, 1.0)
    """Right edges of the names and of the numbers, as shares of the width."""

    def __init__(self, name: Text, number: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._number = name, number
        self._low = False
        self._changes: tuple[PlayerChange, ...] = ()
        self._names: tuple[str, ...] = ()
        self._head = _FigureRow(self._NAME_END, (self._ENDS[1], self._ENDS[3]), 30)
        self._head.setProperty("strong", True)
        self._lines: list[_FigureRow] = []
        """The rows, created when they are first needed."""
        self._column = layouts.column(self._head, spacing=0, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    @property
    def changes(self) -> tuple[PlayerChange, ...]:
        """The changes that are shown."""
        return self._changes

    def set_low(self, low: bool) -> None:
        """Reduce the height of the rows where there is little space, or restore it."""
        self._low = low
        for line in self._lines:
            line.setFixedHeight(self._line_height)

    @property
    def _line_height(self) -> int:
        return 26 if self._low else 32

    def show_rows(
        self, rows: Sequence[PlayerChange], aside: Text | str = "", *, names: Sequence[str] | None = None
    ) -> None:
        """Show these players, by their full names unless ``names`` are given; ``aside`` is the heading of the names."""
        self._changes = tuple(rows)
        self._names = tuple(names) if names is not None else tuple(change.player.name for change in rows)
        self._head.set_head(aside, self._number, mark("Table points"))
        while len(self._lines) < len(self._changes):
            self._lines.append(_FigureRow(self._NAME_END, self._ENDS, self._line_height))
            self._column.addWidget(self._lines[-1])
        for place, line in enumerate(self._lines):
            line.setVisible(place < len(self._changes))
        self._retranslate()

    def _retranslate(self) -> None:
        text = []
        language = translator.language.code
        for line, change, name in zip(self._lines, self._changes, self._names, strict=False):
            column, old_points, new_points = change.column, *change.points
            moved = old_points != new_points
            line.show_player(
                column + 1 if column is not None else None,
                name,
                Type.NAME if change.moved or moved else Type.BODY,
                (
                    _Figure(integer_text(change.number[0])),
                    _new(integer_text(change.number[1]), changed=change.moved),
                    _Figure(fraction_text(old_points, language)),
                    _new(fraction_text(new_points, language), changed=moved),
                ),
            )
            text.append(
                translator.translate(
                    mark(
                        "{player}: {number} {old} → {new}, table points {before} → {after}",
                        player=change.player.name,
                        number=self._number,
                        old=change.number[0],
                        new=change.number[1],
                        before=fraction_text(old_points),
                        after=fraction_text(new_points),
                    )
                )
            )
        self.setAccessibleName(f"{translator.translate(self._name)}. {'; '.join(text)}")


def _new(text: str, *, changed: bool) -> _Figure:
    return _Figure(text, Type.TOTAL, Tone.TEXT) if changed else _Figure(text)


class ChangeEffect(Notice):
    """Shows what Enter would change: the standings, or papers that were printed or saved. Hidden if nothing."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, parent=parent)
        self._tried: tuple[View, TableCommand] | None = None
        self._shown_effect: tuple[View, EntryEffect] | None = None
        self._brief = self._aside = False
        self.setVisible(False)

    def set_aside(self, aside: bool) -> None:
        """Hide the effect where something else needs its place, or show it again."""
        self._aside = aside
        self.setVisible(self._shown_effect is not None and self._tried is not None and not aside)

    def set_brief(self, brief: bool) -> None:
        """Say only how many players change rank and how many papers will be out of date, or name them again."""
        if brief is not self._brief:
            self._brief = brief
            if self._shown_effect is not None:
                self._show(*self._shown_effect)

    def show_command(self, view: View | None, command: TableCommand | None) -> None:
        """Compute and show the effect of ``command``, unless it is shown already; None hides the notice."""
        if view is None or command is None:
            self._tried = None
            self.setVisible(False)
            return
        if self._tried is not None and self._tried[0] is view and self._tried[1] == command:
            return
        self._tried = (view, command)
        self.show_effect(view, effect_of_command(view, command))

    def show_effect(self, view: View, effect: EntryEffect | None) -> None:
        """Show ``effect``; None, for a command that would be refused, hides the notice."""
        self._shown_effect = (view, effect) if effect is not None else None
        self.setVisible(effect is not None and not self._aside)
        if effect is not None:
            self._show(view, effect)

    def _show(self, view: View, effect: EntryEffect) -> None:
        brief = self._brief
        standings = standings_text(view, effect, named=not brief)
        self.show_notice(NoticeKind.INFO, standings, papers_text(view, effect, named=not brief))
