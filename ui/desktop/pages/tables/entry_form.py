"""How a hand being typed is shown: the three fields, what they do to the totals, the button that records."""

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from tournament.language import Text, mark
from tournament.rules.payment import Net, Outcome
from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.pages.tables.draft import Draft, Turn
from ui.desktop.pages.tables.refusals import Plain, not_a_number
from ui.desktop.sheet.effect import EffectTable, SumLine
from ui.desktop.sheet.lines import result_of
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.sheet.wind_key import WindKey
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.entry_field import EntryField, EntryState
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.key_text import KeyHint, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row

_MISSING = {
    Turn.WINNER: mark("A winner is missing."),
    Turn.SOURCE: mark("Say from whom the tile came."),
    Turn.POINTS: mark("The points are missing."),
}
"""What keeps a hand from being recorded."""
_LONGEST = 14
_TILES = "T"


class HandForm(QWidget):
    """Three fields read from top to bottom. It shows drafts; typing is the entry's."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._was = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        winds = [WindKey(wind) for wind in Wind]
        hint = mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=winds[0], s=winds[1], w=winds[2],
                    n=winds[3])  # fmt: skip
        self.winner = EntryField(mark("Winner"), hint=hint)
        self.source = EntryField(mark("From"), hint=mark("{a}–{b}, {d} self-draw", a=Key("1"), b=Key("4"), d=Key("D")))
        self.points = EntryField(mark("Points"), big=True)
        self.reason = LabeledField(mark("Reason of the correction"), TextField())
        self._empty = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        self._missing = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.record = PrimaryButton("", hint="Return")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+P")
        self._hints = _Hints()
        self._roomy = True
        self._flowers = False
        self._lay_out()
        self.setFocusProxy(self.winner.line)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        head = QVBoxLayout()
        head.setSpacing(0)
        for label in (self._title, self._where, self._was):
            head.addWidget(label)
        column.addLayout(head)
        for part in (self.winner, self.source, self.points, self.reason, self._empty):
            column.addWidget(part)
        column.addSpacing(6)
        for widget in (self._effect, self._sum, self._missing, self.record, self.slip):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addWidget(self._hints)
        column.addStretch(1)

    @property
    def reason_line(self) -> TextField:
        """The line of the reason."""
        assert isinstance(self.reason.editor, TextField)
        return self.reason.editor

    @property
    def fields(self) -> tuple[EntryField, EntryField, EntryField]:
        """The three fields, from the top."""
        return self.winner, self.source, self.points

    def set_roomy(self, roomy: bool) -> None:
        """Show the list of keys, or let it give way: every field shows its own."""
        self._roomy = roomy
        self._hints.setVisible(roomy and self.reason.isHidden())

    def field(self, turn: Turn) -> EntryField:
        """The field of a turn."""
        return {Turn.WINNER: self.winner, Turn.SOURCE: self.source}.get(turn, self.points)

    def ask_points(self) -> None:
        """Go to the points; digits that stand there are marked: those of a correction are typed over them."""
        self.points.line.setFocus()
        self.points.line.selectAll()

    def refuse_missing(self, draft: Draft) -> None:
        """Go to the first field of ``draft`` without an answer, and say so."""
        field = self.field(draft.turn)
        field.line.setFocus()
        if draft.turn is Turn.POINTS and draft.points:
            field.set_state(EntryState.REFUSED, *not_a_number(draft.points, flowers=self._flowers))
        else:
            field.set_state(EntryState.REFUSED, _MISSING[draft.turn])

    def show_draft(self, at: TableSheet, draft: Draft, *, old: Outcome | None, effect: Net | None, deed: Text) -> None:
        """Show ``draft``; ``old`` is recorded already, ``effect`` is what it adds to the totals, if it can stand."""
        self._show_head(at, draft)
        self._was.setVisible(old is not None)
        self.slip.setVisible(bool(at.sheet.hands[draft.hand - 1].tiles))
        self.reason.setVisible(old is not None)
        self._hints.setVisible(self._roomy and old is None)
        if old is not None:
            what = Plain(result_of(old, at.names))
            said = mark("Recorded: {what}, {points}", what=what, points=old.points)
            self._was.set_text(said if old.winner is not None else mark("Recorded: {what}", what=what))
        self._flowers = at.rules.flowers
        self._hints.show_tiles(at.rules.scorer is not None)
        self.points.set_hint(mark("{minimum} or more, then {enter}", minimum=at.rules.minimum, enter=Key("Return")))
        self._show_winner(at, draft)
        self._show_source(at, draft)
        if self.points.text().strip() != draft.points:
            self.points.set_text(draft.points)
        self.points.set_aside(_payers(at, draft))
        for field, done in ((self.winner, draft.winner is not None or draft.drawn), (self.source, draft.sourced)):
            if done and not field.problem():
                field.set_state(EntryState.OPEN)
        lit = draft.winner if effect is not None else None
        self._effect.show_effect(at.names, at.sheet.scores, effect, lit=lit)
        self._sum.show_sum(at.sheet.lost)
        self._show_missing(draft, fresh=draft.empty and not at.sheet.played)
        self.record.setEnabled(effect is not None)
        self.record.set_text(deed)

    def _show_head(self, at: TableSheet, draft: Draft) -> None:
        self._title.set_text(mark("Hand {hand}", hand=draft.hand))
        where = {"table": at.sheet.table, "round": at.rules.rotation.round_text(draft.hand)}
        if draft.hand == len(at.sheet.hands):
            self._where.set_text(mark("Table {table} · {round} · last hand of the sheet", **where))
        else:
            self._where.set_text(mark("Table {table} · {round}", **where))

    def _show_missing(self, draft: Draft, *, fresh: bool) -> None:
        self._empty.setVisible(fresh)
        if fresh:
            text = mark("No hands yet. Press {a}–{b} for the winner of hand {hand}, {x} if it was drawn.", a=Key("1"),
                        b=Key("4"), x=Key("X"), hand=draft.hand)  # fmt: skip
            self._empty.set_text(text)
        missing = _MISSING.get(draft.turn)
        self._missing.setVisible(missing is not None and self._roomy)
        self._missing.set_text(missing or "")

    def _show_winner(self, at: TableSheet, draft: Draft) -> None:
        if draft.drawn:
            self.winner.set_answer(mark("Drawn hand"))
            self.winner.set_aside(mark("nobody pays"))
        elif draft.winner is not None:
            self.winner.set_answer(at.players[draft.winner].name, number=draft.winner + 1)
            self.winner.set_aside(at.winds(draft.hand)[draft.winner].label)
        else:
            self.winner.set_answer("")
            self.winner.set_aside("")

    def _show_source(self, at: TableSheet, draft: Draft) -> None:
        if draft.self_draw:
            self.source.set_answer(mark("Self-draw"))
            self.source.set_aside(mark("all three pay"))
        elif draft.discarder is not None:
            self.source.set_answer(at.players[draft.discarder].name, number=draft.discarder + 1)
            self.source.set_aside(at.winds(draft.hand)[draft.discarder].label)
        else:
            self.source.set_answer("")
            self.source.set_aside("")


def _payers(at: TableSheet, draft: Draft) -> Text | str:
    outcome = draft.outcome
    if outcome is None or outcome.winner is None or outcome.points < at.rules.minimum:
        return ""
    name = "" if outcome.discarder is None else at.names[outcome.discarder]
    return at.rules.payment_text(outcome, name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")


class _Hints(QWidget):
    """The keys of the entry, two in a line."""

    def __init__(self) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setVerticalSpacing(6)
        hints: tuple[tuple[str, Text], ...] = (
            ("X", mark("Drawn hand")),
            ("P", mark("Penalty")),
            ("Up", mark("Correct a hand")),
            (_TILES, mark("Tiles")),
            ("F6", mark("Totals on paper")),
            ("Esc", mark("Start again")),
        )
        self._cells: dict[str, tuple[QWidget, QWidget]] = {}
        for index, (key, text) in enumerate(hints):
            parts = KeyHint(key), ElidedLabel(text, kind=Type.DENSE, tone=Tone.TEXT2)
            cell = row(parts[0])
            cell.addWidget(parts[1], 1)
            grid.addLayout(cell, index // 2, index % 2)
            grid.setColumnStretch(index % 2, 1)
            self._cells[key] = parts

    def show_tiles(self, shown: bool) -> None:
        """Show the key of the tiles, or none where they cannot be counted."""
        for part in self._cells[_TILES]:
            part.setVisible(shown)
