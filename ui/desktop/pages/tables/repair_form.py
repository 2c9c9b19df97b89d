"""The form of a repair: its kind, a few values and the reason. It shows the effect before the user presses Enter."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.player import short_names
from tournament.language import Text, mark
from tournament.use_cases import Repair, View
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.entry_effect import EntryEffect
from ui.desktop.sheet.effects import ChangeEffect, Comparison
from ui.desktop.sheet.entry_fields import ReasonField, show_player
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import EntryField, EntryState, LineField, take_digits
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column
from ui.entry import repair_draft as keys
from ui.entry.form import confirmed
from ui.entry.repair_draft import RepairField, RepairKind, RepairOnSheet
from ui.entry.table_sheet import TableSheet

_KINDS: dict[RepairKind, Text] = {
    RepairKind.INSERT: mark("Insert a skipped row"),
    RepairKind.DELETE: mark("Delete this row"),
    RepairKind.MOVE: mark("Move this row"),
    RepairKind.EXCHANGE_SEATS: mark("Swap in some hands"),
    RepairKind.EXCHANGE_COLUMNS: mark("Swap two columns"),
    RepairKind.MOVE_SHEET: mark("Move the whole sheet"),
}
_REPAIR = mark("Repair the sheet")
_WITHOUT_COMPARISON = 3
"""Level from which on the form does not compare the totals before and after."""
_PLAYERS = (RepairField.ONE, RepairField.OTHER)
_COLUMNS = mark("{a}–{b}", a=Key("1"), b=Key("4"))


class RepairForm(QWidget):
    """Shows a :class:`RepairOnSheet`, and emits the step that results from each key."""

    stepped = Signal(object)
    """A :class:`RepairStep`."""
    left = Signal()
    """The user pressed Esc."""
    shortest = 4
    """The highest level of :meth:`shorten`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft: RepairOnSheet | None = None
        self._tried: tuple[View, Repair] | None = None
        """The repair whose effect is shown."""
        self.level = 0
        """How much is left out."""
        self._changed: EntryEffect | None = None
        """The effect of the repair, if it is not refused."""
        self._where = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.kind = EntryField(mark("Repair to make"), hint=mark("{a}–{b}", a=Key("1"), b=Key("6")))
        self._offered = {kind: KeyText(kind=Type.BODY, tone=Tone.TEXT, wrap=True) for kind in RepairKind}
        self._list = boxed(column(*self._offered.values(), spacing=7, margins=(2, 0)))
        self.players = {field: EntryField("", hint=_COLUMNS) for field in _PLAYERS}
        self.number = LineField("")
        self.reason = ReasonField(mark("Reason"))
        self.question = Question()
        self.against = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.effect = Comparison(mark("Sheet before and after"), mark("Score"))
        self.change = ChangeEffect()
        self.do = PrimaryButton(_REPAIR, hint="Return")
        self.foot = boxed(column(self.do))
        """The button. It stays visible when the form is scrolled."""
        title = TextLabel(mark("Repair"), kind=Type.PAGE_TITLE)
        self._rows = column(
            column(title, self._where, spacing=0),
            self.kind,
            self._list,
            *self.players.values(),
            self.number,
            self.reason,
            self.question,
            self.against,
            self.effect,
            self.change,
            spacing=6,
            on=self,
        )
        for entry in (self.kind, *self.players.values()):
            entry.set_low(True)
        self._listen()

    def _listen(self) -> None:
        entries: dict[RepairField, EntryField] = {RepairField.KIND: self.kind, **self.players}
        for field, entry in entries.items():
            entry.typed.connect(lambda text, field=field: self._typed(field, text))
            entry.confirmed.connect(lambda field=field: self._confirmed(field))
        for field, entry in self.players.items():
            entry.erased.connect(lambda field=field: self._erased(field))
        lines = {RepairField.NUMBER: self.number, RepairField.REASON: self.reason}
        for field, line in lines.items():
            line.typed.connect(lambda text, field=field: self._typed(field, text))
            line.confirmed.connect(lambda field=field: self._confirmed(field))
        for typing in (*(entry.line for entry in entries.values()), *(line.line for line in lines.values())):
            answer_keys(typing, {ESCAPE: self.left.emit})
        for digits in (self.kind.line, *(entry.line for entry in self.players.values()), self.number.line):
            take_digits(digits)
        self.do.clicked.connect(lambda: self._confirmed(RepairField.DO))
        entered = dict.fromkeys(ENTER, lambda: self._confirmed(RepairField.DO))
        answer_keys(self.do, {ESCAPE: self.left.emit, **entered})

    def shorten(self, level: int) -> None:
        """Name no player in the effect from level 1 on; no usual reasons from 2, no comparison from 3, no row at 4.

        The sheet shows the totals and the row too.
        """
        self.level = level
        self.change.set_brief(level >= 1)
        self.reason.set_low(level >= 2)
        self.number.set_low(level >= 2)
        self.effect.set_low(level >= 2)
        self._show_comparison()
        self._where.setVisible(level < self.shortest)
        self._rows.setSpacing(6 if level < self.shortest else 2)

    def focus(self, field: RepairField) -> None:
        """Move the cursor to ``field``, and select a number in it so that typing replaces it."""
        lines = {
            RepairField.KIND: self.kind.line,
            RepairField.NUMBER: self.number.line,
            RepairField.REASON: self.reason.line,
            **{player: entry.line for player, entry in self.players.items()},
        }
        lines.get(field, self.do).setFocus()
        if field is RepairField.NUMBER:
            self.number.line.selectAll()

    def show_draft(self, draft: RepairOnSheet) -> None:
        """Show what was typed, the fields that it needs, and what the repair would do."""
        before, self._draft = self._draft, draft
        table, kind = draft.table, draft.typed.kind
        self._show_head(draft)
        self._list.setVisible(kind is None)
        for each, label in self._offered.items():
            label.set_text(mark("{key} {what}", key=Key(each.value), what=_KINDS[each]))
        self.kind.set_answer(_KINDS[kind] if kind is not None else "")
        self._show_fields(draft)
        self._show_refusal(draft)
        if kind is not None and (before is None or before.typed.kind is not kind):
            announce(self.kind, self.kind.answer_words())
        self._show_effect(table, draft)

    def _show_head(self, draft: RepairOnSheet) -> None:
        if draft.typed.hand is None:
            self._where.set_text(mark("Table {table}", table=draft.table.sheet.table))
        else:
            self._where.set_text(
                mark("Table {table}, row {hand}", table=draft.table.sheet.table, hand=draft.typed.hand)
            )

    def _show_fields(self, draft: RepairOnSheet) -> None:
        """Show the fields of the repair with their names and answers."""
        for field in (*_PLAYERS, RepairField.NUMBER):
            shown: QWidget = self.number if field is RepairField.NUMBER else self.players[field]
            shown.setVisible(field in draft.fields)
            label = draft.question(field)
            if label is not None:
                (self.number if field is RepairField.NUMBER else self.players[field]).set_label(label)
        self.reason.setVisible(RepairField.REASON in draft.fields)
        self.kind.set_text("")
        inserts = draft.typed.kind is RepairKind.INSERT
        for field, player, word in (
            (RepairField.ONE, draft.typed.one, mark("Drawn hand") if draft.typed.drawn else ""),
            (RepairField.OTHER, draft.typed.other, mark("Self-draw") if draft.typed.self_draw else ""),
        ):
            entry = self.players[field]
            entry.set_text("")
            entry.set_hint(_hint(field) if inserts else _COLUMNS)
            show_player(entry, draft.table, player, hand=draft.typed.hand if inserts else None)
            if player is None:
                entry.set_answer(word)
        self.number.set_text(draft.typed.number)
        self.reason.set_text(draft.typed.reason)

    def _show_refusal(self, draft: RepairOnSheet) -> None:
        refusal = draft.refusal
        asks = refusal is not None and refusal.asks
        self.question.setVisible(asks)
        if refusal is not None and asks:
            self.question.show_notice(NoticeKind.WARN, refusal.problem.text, _answers(draft))
        text = refusal.text if refusal is not None and not asks else None
        for field, entry in {RepairField.KIND: self.kind, **self.players}.items():
            if refusal is not None and text is not None and refusal.field is field:
                entry.set_state(EntryState.REFUSED, text)
            else:
                entry.set_state(EntryState.OPEN)
        for line, field in ((self.number, RepairField.NUMBER), (self.reason, RepairField.REASON)):
            if refusal is not None and text is not None and refusal.field is field:
                line.show_problem(text)
            else:
                line.clear_problem()

    def _show_effect(self, table: TableSheet, draft: RepairOnSheet) -> None:
        """Compute the effect of the repair if it changed. Show old and new values, or the problem."""
        command = draft.tried
        if command is None:
            self._tried = None
            self._show_tried(table.view, None, None)
        elif self._tried is None or self._tried[0] is not table.view or self._tried[1] != command:
            self._tried = (table.view, command)
            problem = draft.problem()
            effect = effect_of_command(table.view, command)
            self._show_tried(table.view, effect, problem.text if problem is not None else None)
        self.against.setVisible(draft.refusal is None and bool(self.against.text()))
        unexplained = draft.missing is RepairField.REASON and self._changed is not None
        self.do.set_text(mark("Enter the reason for the repair") if unexplained else _REPAIR)
        self.do.setEnabled(draft.missing is None or unexplained)

    def _show_tried(self, view: View, effect: EntryEffect | None, against: Text | None) -> None:
        self.against.set_text(against or "")
        self._changed = effect
        self._show_comparison()
        if against is not None:
            announce(self, against)
        if effect is not None:
            self.effect.show_rows(effect.sheet, names=_names(effect))
            announce(self, self.effect.accessibleName())
        self.change.show_effect(view, effect)

    def _show_comparison(self) -> None:
        self.effect.setVisible(self._changed is not None and self.level < _WITHOUT_COMPARISON)

    def _typed(self, field: RepairField, text: str) -> None:
        if self._draft is not None:
            self.stepped.emit(keys.typed(self._draft, field, text, translator.language))

    def _erased(self, field: RepairField) -> None:
        if self._draft is not None:
            self.stepped.emit(keys.erased(self._draft, field))

    def _confirmed(self, field: RepairField) -> None:
        if self._draft is not None:
            self.stepped.emit(confirmed(self._draft, field, translator.language))


def _answers(draft: RepairOnSheet) -> Text:
    """Return the keys that answer the current question."""
    yes, no = Key("Return"), Key("Esc")
    if draft.left_half_typed:
        return mark("{yes} continue   {no} discard. To start again, type a digit.", yes=yes, no=no)
    return mark("{yes} repair   {no} leave unchanged", yes=yes, no=no)


def _hint(field: RepairField) -> Text:
    """Return the keys of ``field`` while a hand is inserted."""
    if field is RepairField.ONE:
        return mark("{a}–{b}, {x} drawn", a=Key("1"), b=Key("4"), x=Key("X"))
    return mark("{a}–{b}, {d} self-draw", a=Key("1"), b=Key("4"), d=Key("D"))


def _names(effect: EntryEffect) -> list[str]:
    """Return short names of the players in ``effect``, distinct at each table of four."""
    players = [change.player for change in effect.sheet]
    return [name for start in range(0, len(players), 4) for name in short_names(players[start : start + 4])]
