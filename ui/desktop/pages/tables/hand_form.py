"""The form of one hand, with the fields that its rules ask for. It shows a hand and emits a signal for every key."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QLineEdit, QWidget

from tournament.language import Text, integer_text, mark, verbatim
from tournament.rules.question import QuestionKind
from tournament.rules.ruleset import POINTS, RuleSet
from tournament.rules.table_state import hand_texts, round_text
from tournament.rules.written_hand import paid_to
from ui.desktop.listening import listen
from ui.desktop.pages.tables.hand_words import (
    WithoutMarks,
    answer_text,
    dice_text,
    key_of,
    keys_ahead,
    question_keys,
    refusal_words,
    worth_of,
)
from ui.desktop.sheet.effects import ChangeEffect, EffectTable, SumLine
from ui.desktop.sheet.entry_fields import ReasonField, page_key, player_keys, show_player
from ui.desktop.theme import Density, Tone, Type, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import EntryField, EntryState, LabeledField, TextField, take_digits
from ui.desktop.widgets.keys import ESCAPE, Key, KeyText, answer_keys, keys_of
from ui.desktop.widgets.labels import ElidedLabel, FittingLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, bring_into_view, column, row, stretched
from ui.desktop.widgets.signs import PlayerBadge
from ui.entry.hand_draft import VALUES, HandDraft, HandOnSheet, action, changes_known, enter_acts, missing_text
from ui.entry.page_keys import PageKey
from ui.entry.sheet_lines import HandInProgress, effect_of, result_of, times_as_east, times_dealt
from ui.entry.table_sheet import TableSheet
from ui.entry.typing_order import AnswerField, HandField, TypedField, TypingOrder, ValueField

_WITHOUT_ROUND, _WITHOUT_TITLE = 3, 4
"""The level of :meth:`HandForm.shorten` from which the round is left out."""
_GAP = 8


class _ValueFields(LabeledField):
    """Four line edits under the names of the players. The page decides what the typed keys mean."""

    typed = Signal(int, str)
    """The user changed the text of a place."""
    confirmed = Signal(int)
    """The user pressed Enter in a place."""
    erased = Signal(int)
    """The user pressed Backspace in an empty place."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        box, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(3)
        self.lines = tuple(TextField() for _ in range(4))
        self._names = tuple(ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2) for _ in range(4))
        self._players: tuple[str, ...] = ("", "", "", "")
        for place, (name, line) in enumerate(zip(self._names, self.lines, strict=True)):
            line.setFont(typeface(Type.NAME))
            line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            line.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            line.setMinimumWidth(1)
            name.setMinimumWidth(1)
            line.setStyleSheet("QLineEdit { padding-left: 4px; padding-right: 6px; }")
            grid.addWidget(boxed(row(PlayerBadge(place + 1), stretched(name), spacing=4)), 0, place)
            grid.addWidget(line, 1, place)
            grid.setColumnStretch(place, 1)
        box.setLayout(grid)
        self._question = Question()
        self._question.hide()
        hint = mark("{enter} each time; blank counts as 0", enter=Key("Return"))
        super().__init__(mark("Values"), box, hint=hint, parent=parent)
        self._rows.addWidget(self._question)
        for place, line in enumerate(self.lines):
            keys_of(line).erased = partial(self.erased.emit, place)
            line.textEdited.connect(lambda text, place=place: self.typed.emit(place, text))
            line.returnPressed.connect(lambda place=place: self.confirmed.emit(place))

    def set_low(self, low: bool) -> None:
        """Reduce the height, in a low window."""
        self._space(3 if low else 6)

    def show_values(self, names: Sequence[str], texts: Sequence[str], winner: int | None) -> None:
        """Show the typed values under the names, with the winner's highlighted."""
        self._players = tuple(names)
        for place, (label, name) in enumerate(zip(self._names, names, strict=True)):
            label.set_text(name)
            label.set_tone(Tone.TEXT if place == winner else Tone.TEXT3)
        for line, text in zip(self.lines, texts, strict=True):
            if line.text().strip() != text:
                line.setText(text)
        self.describe_editor()

    def clear(self) -> None:
        """Remove problems and questions."""
        self._question.hide()
        self.clear_problem()
        self.describe_editor()
        for line in self.lines:
            line.set_refused(False)

    def refuse_value(self, place: int, title: Text | str, body: Text | str) -> None:
        """Show what is wrong with the value of ``place``."""
        self.clear()
        self.lines[place].set_refused(True)
        self.set_problem(title, body)

    def ask_value(self, place: int, title: Text | str, body: Text | str) -> None:
        """Ask about the value of ``place``; Enter answers."""
        self.clear()
        self._question.show_notice(NoticeKind.WARN, title, body)
        self._question.show()
        self.describe_editor()

    def question(self) -> str:
        """Return the question under the lines, or an empty string."""
        return "" if self._question.isHidden() else self._question.text()

    def description(self) -> str:
        """Return the question or problem, and the keys."""
        return "; ".join(filter(None, (self.question(), super().description())))

    def describe_editor(self) -> None:
        """Set name and description of each line edit, because screen readers read the widget that has the focus."""
        for line, name in zip(self.lines, self._players, strict=True):
            line.setAccessibleName(translator.translate(mark("Value of the hand: {player}", player=name)))
            line.setAccessibleDescription(self.description())


_LONGEST_NAME = 14
"""Maximum letters of a name beside the points. A longer name is replaced by the number of the player's place."""
_TILES = "T"


class HandForm(QWidget):
    """The fields of a hand from top to bottom. Those that only some rules have are created when first needed.

    Everything in the form can be done without a mouse.
    """

    typed = Signal(object, str)
    """The user changed the text of a :class:`TypedField`."""
    confirmed = Signal(object)
    """The user pressed Enter in a :class:`TypedField`."""
    erased = Signal(object)
    """The user pressed Backspace in an empty :class:`TypedField`."""
    submitted = Signal()
    """The user clicked the button."""
    pressed = Signal(object)
    """A :class:`PageKey` that is not an answer in a field of the hand."""
    left = Signal()
    """The user pressed Esc."""
    shortest = 5
    """The highest level of :meth:`shorten`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._was = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.winner = EntryField(mark("Winner"), hint=player_keys())
        self.source = EntryField(mark("From"), hint=mark("{a}–{b}, {d} self-draw", a=Key("1"), b=Key("4"), d=Key("D")))
        self.points = EntryField(POINTS, big=True)
        self.reason = ReasonField(mark("Reason for the correction"))
        self.correction = ChangeEffect()
        self._empty = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        self._missing = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.record = PrimaryButton("", hint="Return")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+Shift+P")
        self._roomy = True
        self._announced: HandOnSheet | None = None
        self._shown: HandOnSheet | None = None
        head = column(self._title, self._where, self._was, spacing=0)
        self._fields: dict[TypedField, EntryField] = {
            HandField.WINNER: self.winner,
            HandField.SOURCE: self.source,
            HandField.POINTS: self.points,
        }
        """All fields with a box of their own, in any rules."""
        self.values: _ValueFields | None = None
        """The four values; created when first needed."""
        self._lines: dict[QWidget, TypedField] = {}
        self._arranged: tuple[TypedField, ...] = TypingOrder.WINNER_FIRST.fields
        self._dense = self._low = False
        self.level = 0
        """How much is left out."""
        self._fresh = False
        """Whether nothing is typed on the sheet yet."""
        below = (self.reason, self.correction, self._empty, self._effect, self._sum, self._missing)
        self._rows = column(head, *self.fields, *below, spacing=10, on=self)
        self.foot = boxed(column(self.record, self.slip, spacing=10))
        """The button and what is below it. It stays visible when the form is scrolled."""
        for name in self._arranged:
            self._listen_to(name, self._fields[name])
        self._watch(HandField.REASON, self.reason.line)
        self.reason.typed.connect(lambda text: self.typed.emit(HandField.REASON, text))
        self.reason.confirmed.connect(lambda: self.confirmed.emit(HandField.REASON))
        self.record.clicked.connect(self.submitted)
        keys_of(self.record).page = self._press_at_button

    def _listen_to(self, name: TypedField, entry: EntryField) -> None:
        self._watch(name, entry.line)
        listen(entry.typed, self, lambda text: self.typed.emit(name, text))
        listen(entry.confirmed, self, lambda: self.confirmed.emit(name))
        listen(entry.erased, self, lambda: self.erased.emit(name))

    def _watch(self, name: TypedField, line: TextField) -> None:
        self._lines[line] = name
        line.focused.connect(self._show_button)
        keys_of(line).page = partial(self._press, name)
        answer_keys(line, {ESCAPE: self.left.emit})
        if name is not HandField.REASON:
            take_digits(line)

    @property
    def _last(self) -> TypedField:
        """The field after which Tab would leave the form."""
        return HandField.REASON if not self.reason.isHidden() else self._arranged[-1]

    @property
    def _keeps_tab(self) -> bool:
        """Whether a hand is typed or corrected. Without one, Tab leaves the form."""
        hand = self._shown
        return hand is not None and (hand.recorded is not None or not hand.draft.empty)

    @property
    def fields(self) -> tuple[EntryField, ...]:
        """The visible fields with a box of their own, from top to bottom."""
        return tuple(self._fields[name] for name in self._arranged if name in self._fields)

    def _entry(self, name: TypedField) -> EntryField:
        """Return the box of a field. The box of a question is created when it is first asked."""
        if name not in self._fields:
            entry = self._fields[name] = EntryField("")
            entry.set_low(True)
            entry.set_beside(self.level == self.shortest)
            self._listen_to(name, entry)
        return self._fields[name]

    def _four_values(self) -> _ValueFields:
        if self.values is None:
            self.values = values = _ValueFields()
            values.set_low(self._low)
            for field in VALUES:
                self._watch(field, values.lines[field.column])
            values.typed.connect(lambda column, text: self.typed.emit(VALUES[column], text))
            values.confirmed.connect(lambda column: self.confirmed.emit(VALUES[column]))
            values.erased.connect(lambda column: self.erased.emit(VALUES[column]))
        return self.values

    def _widget(self, name: TypedField) -> QWidget:
        """Return the widget of ``name`` in the form."""
        if isinstance(name, ValueField):
            return self._four_values()
        return self.reason if name is HandField.REASON else self._entry(name)

    def _line(self, name: TypedField) -> QLineEdit:
        """Return the line edit of ``name``."""
        if isinstance(name, ValueField):
            return self._four_values().lines[name.column]
        return self.reason.line if name is HandField.REASON else self._entry(name).line

    def _arrange(self, fields: tuple[TypedField, ...]) -> None:
        """Show ``fields`` in this order, which is also the tab order, and hide the others."""
        if fields == self._arranged:
            return
        self._arranged = fields
        wanted: list[QWidget] = []
        for name in fields:
            widget = self._widget(name)
            if widget not in wanted:
                wanted.append(widget)
        made: list[QWidget] = [*self._fields.values(), *([self.values] if self.values is not None else [])]
        for widget in made:
            self._rows.removeWidget(widget)
            if widget not in wanted:
                widget.hide()
        for index, widget in enumerate(wanted, start=1):
            self._rows.insertWidget(index, widget)
            widget.show()
        # a field that is made later comes last in the window: the button is put behind it again
        for before, after in pairwise([*map(self._line, fields), self.reason.line, self.record]):
            QWidget.setTabOrder(before, after)

    def set_roomy(self, roomy: bool) -> None:
        """Set whether to say in words what is missing."""
        self._roomy = roomy

    def fit(self, density: Density, *, totals: bool) -> None:
        """Reduce the height in a low window. ``totals``: also show the four totals, which the sheet shows too."""
        self._dense = density is Density.DENSE
        self._effect.setVisible(totals)
        self._set_low(self._dense or self.level >= 2)

    def shorten(self, level: int) -> None:
        """Name no player in the effect from level 1 on; no hints and low fields from 2, no round from 3.

        From 4 on there is no title: the button names the hand too. At 5 the labels are beside the fields, and a refused
        reason hides the effect of the correction.
        """
        self.level = level
        self.correction.set_brief(level >= 1)
        self.reason.set_low(level >= 2)
        self._set_low(self._dense or level >= 2)
        self._where.setVisible(level < _WITHOUT_ROUND)
        self._title.setVisible(level < _WITHOUT_TITLE)
        for field in self._fields.values():
            field.set_beside(level == self.shortest)
        self._set_effect_aside()
        self._show_first_words()

    def _set_effect_aside(self) -> None:
        """In the shortest form, what is wrong with a reason needs the place of the effect of the correction."""
        refusal = self._shown.refusal if self._shown is not None else None
        refused = refusal is not None and refusal.field is HandField.REASON
        self.correction.set_aside(refused and self.level == self.shortest)

    def _set_low(self, dense: bool) -> None:
        self._low = dense
        self._rows.setSpacing(
            2 if self.level >= _WITHOUT_TITLE else 4 if self.level >= _WITHOUT_ROUND else 6 if dense else 10
        )
        for name, field in self._fields.items():
            field.set_low(dense or isinstance(name, AnswerField))
        if self.values is not None:
            self.values.set_low(dense)

    def focus(self, field: TypedField, *, marked: bool = False) -> None:
        """Move the cursor to ``field``.

        The text is selected, so that typing replaces it, with ``marked``, in one of the four values, and in a question
        that did not have the focus before.
        """
        line = self._line(field)
        arrives = isinstance(field, AnswerField) and not line.hasFocus()
        line.setFocus()
        if marked or arrives or isinstance(field, ValueField):
            line.selectAll()

    def _press(self, name: TypedField, event: QKeyEvent) -> bool:
        """Handle a key in the line of ``name`` that is no answer, and return whether it was one."""
        if _moves_back(event) and name == self._arranged[0] and self._keeps_tab:
            self._go_to_end()
            return True
        if _moves_on(event) and name == self._last and self._keeps_tab:
            hand = self._shown
            if self.record.isEnabled():
                # Not left to Qt: a form that is made later comes between the field and the button in the tab order.
                self.record.setFocus(Qt.FocusReason.TabFocusReason)
            elif hand is not None and hand.recorded is not None and not hand.changed:
                self.focus(self._arranged[0])
            else:  # Tab does not leave an unfinished hand: it says what is missing, as Enter does
                self.confirmed.emit(name)
            return True
        key = page_key(event)
        if name is HandField.REASON or key is None or key is PageKey.READ_AGAIN:
            return False
        self.pressed.emit(key)
        return True

    def _press_at_button(self, event: QKeyEvent) -> bool:
        """Tab at the button goes to the first field of a hand that is typed or corrected, and Shift+Tab to the last."""
        if not self._keeps_tab or not (_moves_on(event) or _moves_back(event)):
            return False
        self.focus(self._arranged[0] if _moves_on(event) else self._last)
        return True

    def _go_to_end(self) -> None:
        """Shift+Tab in the first field of a hand that is typed or corrected goes to the button, or the last field."""
        if self.record.isEnabled():
            self.record.setFocus(Qt.FocusReason.BacktabFocusReason)
        else:
            self.focus(self._last)

    def show_hand(
        self,
        hand: HandOnSheet,
        in_progress: HandInProgress | None,
    ) -> None:
        """Show ``hand``, what it adds to the totals, and the problem with it."""
        table, draft, recorded = hand.table, hand.draft, hand.recorded
        self._shown = hand
        self._arrange(hand.fields)
        self._show_head(hand)
        self.points.set_label(table.rules.value_name)
        self.points.set_hint(_points_hint(table.rules))
        self.slip.setVisible(bool(table.sheet.hands[draft.hand - 1].tiles))
        self.reason.setVisible(recorded is not None)
        self.reason.set_text(draft.reason)
        self.correction.show_command(table.view, changes_known(hand))
        self._show_winner(table, draft)
        self._show_source(table, draft)
        self._show_points(hand)
        self._show_answers(hand)
        if self.values is not None and hand.rules.four_values:
            self.values.show_values(table.names, draft.values, draft.winner)
        self._show_refusal(hand)
        self._set_effect_aside()
        self._announce(hand)
        counts = in_progress is not None and in_progress.outcome is not None
        effect = effect_of(table, in_progress) if counts else None
        self._effect.show_effect(table.names, table.sheet.computed, effect, marked=draft.winner if counts else None)
        self._sum.show_sum(table.sheet.lost, left=-sum(table.sheet.computed) - table.sheet.lost)
        self._show_missing(hand, fresh=draft.empty and (not table.sheet.played or table.rules.on_table))
        self._show_button()

    def forget(self) -> None:
        """Forget the hand of the previous event, and with it that event."""
        self._announced = self._shown = None

    def _show_button(self, _focused: bool = True) -> None:
        """Show on the button what Enter does in the field that has the focus."""
        hand = self._shown
        if hand is None:
            return
        focused = QApplication.focusWidget()
        field = self._lines.get(focused) if focused is not None else None
        self.record.setEnabled(enter_acts(hand, field))
        self.record.set_text(action(hand))

    def _announce(self, hand: HandOnSheet) -> None:
        """Announce to screen readers the hand with the cursor, or the answer that a key chose."""
        before, self._announced = self._announced, hand
        moved = before is None or before.table.place != hand.table.place
        if before is None or moved or before.draft.hand != hand.draft.hand:
            for part in (self._where if moved else None, self._title, None if self._was.isHidden() else self._was):
                if part is not None:
                    announce(self, part.text())
            return
        old, new = before.draft, hand.draft
        if (old.winner, old.drawn) != (new.winner, new.drawn) and self.winner.answer():
            announce(self.winner, self.winner.answer_words())
        if (old.discarder, old.self_draw) != (new.discarder, new.self_draw) and self.source.answer():
            announce(self.source, self.source.answer_words())
        for name, answer in new.answers:
            entry = self._fields.get(AnswerField(name))
            if old.answer(name) != answer and entry is not None and entry.answer():
                announce(entry, entry.answer_words())

    def _show_head(self, hand: HandOnSheet) -> None:
        table, number, recorded = hand.table, hand.draft.hand, hand.recorded
        self._title.set_text(mark("Hand {hand}", hand=number))
        state, on_table = table.state(number), table.rules.on_table
        where = {"place": table.title, "round": hand_texts(state)[0] if on_table else round_text(state)}
        short = mark("{place} · {round}", **where)
        times = times_dealt(table, number)
        if on_table:
            self._where.set_texts(short, where["round"])
        elif times > 1:
            again = times_as_east(times)
            self._where.set_texts(mark("{where} · {times}", where=short, times=again), again)
        elif table.rules.table.rotation is not None and number == len(table.sheet.hands):
            self._where.set_texts(mark("{place} · {round} · last hand of the sheet", **where),
                                  mark("{round} · last hand of the sheet", **where), short)  # fmt: skip
        else:
            self._where.set_texts(short)
        self._was.setVisible(recorded is not None)
        if recorded is not None:
            what, worth = WithoutMarks(result_of(recorded, table.names)), worth_of(recorded, table.rules)
            with_worth = mark("Recorded: {what}, {points}", what=what, points=worth)
            self._was.set_text(with_worth if worth else mark("Recorded: {what}", what=what))

    def _show_refusal(self, hand: HandOnSheet) -> None:
        refusal = hand.refusal
        for name in self._arranged:
            if isinstance(name, ValueField):
                continue
            if refusal is not None and refusal.field == name:
                state = EntryState.ASKS if refusal.asks else EntryState.REFUSED
                self._fields[name].set_state(state, *refusal_words(refusal, hand))
            else:
                self._fields[name].set_state(EntryState.OPEN if _looks_answered(hand, name) else EntryState.WAITING)
        if self.values is not None:
            if refusal is None or not isinstance(refusal.field, ValueField):
                self.values.clear()
            elif refusal.asks:
                self.values.ask_value(refusal.field.column, *refusal_words(refusal, hand))
            else:
                self.values.refuse_value(refusal.field.column, *refusal_words(refusal, hand))
        if refusal is not None and refusal.field is HandField.REASON:
            self.reason.show_problem(*refusal_words(refusal, hand))
        else:
            self.reason.clear_problem()
        if refusal is not None and not refusal.asks:
            QTimer.singleShot(0, self, self._bring_refusal_into_view)

    def _bring_refusal_into_view(self) -> None:
        """Scroll to the problem after it is laid out: in a low window it is below the field with the focus."""
        refusal = self._shown.refusal if self._shown is not None else None
        if refusal is not None and not refusal.asks and self.isVisible():
            bring_into_view(self._widget(refusal.field))

    def _show_missing(self, hand: HandOnSheet, *, fresh: bool) -> None:
        self._fresh = fresh
        self._show_first_words()
        if fresh:
            self._empty.set_text(_first_words(hand) if not hand.table.sheet.played else keys_ahead(hand.table.rules))
        missing = hand.missing
        self._missing.setVisible(self._roomy and not fresh)
        self._missing.set_text(missing_text(hand, missing) if missing is not None else "")

    def _show_first_words(self) -> None:
        self._empty.setVisible(self._fresh and self.level < 2)

    def _show_points(self, hand: HandOnSheet) -> None:
        """Show the points as typed text.

        The points of an unfinished hand that asks whether to continue are shown as an answer instead, so that typing
        starts again.
        """
        draft = hand.draft
        left = hand.left_half_typed and hand.first is HandField.POINTS
        typed, answer = ("", draft.points) if left else (draft.points, "")
        if self.points.text().strip() != typed:
            self.points.set_text(typed)
        self.points.set_answer(verbatim(answer) if answer else "")
        self.points.set_aside(_payers(hand))

    def _show_winner(self, table: TableSheet, draft: HandDraft) -> None:
        self.winner.set_text("")
        if draft.drawn:
            self.winner.set_answer(mark("Drawn hand"))
            self.winner.set_aside("" if table.rules.draws_paid or table.rules.on_table else mark("nobody pays"))
        else:
            show_player(self.winner, table, draft.winner, hand=draft.hand)

    def _show_answers(self, hand: HandOnSheet) -> None:
        """Show the answers to the questions of the rules: the names, the keys, and the answers in words."""
        for name in self._arranged:
            if not isinstance(name, AnswerField):
                continue
            entry, question = self._fields[name], hand.question(name)
            answer = hand.draft.answer(question.name)
            entry.set_label(question.short)
            entry.set_hint(question_keys(question))
            if question.kind is QuestionKind.NUMBER:
                typed = "" if answer is None else str(answer)
                if entry.text().strip() != typed:
                    entry.set_text(typed)
                meant = hand.read(question)
                entry.set_aside("" if meant is None or str(meant) == typed else str(meant))
                continue
            entry.set_text("")
            if question.kind is QuestionKind.PLAYER:
                show_player(entry, hand.table, answer if isinstance(answer, int) else None, hand=hand.draft.hand)
            else:
                entry.set_answer(answer_text(question, answer, hand.table.names))
                entry.set_aside(dice_text(question, answer, hand.draft.dice))

    def _show_source(self, table: TableSheet, draft: HandDraft) -> None:
        self.source.set_text("")
        if draft.self_draw:
            self.source.set_answer(mark("Self-draw"))
            self.source.set_aside("" if table.rules.four_values else mark("all three pay"))
        else:
            show_player(self.source, table, draft.discarder, hand=draft.hand)


def _points_hint(rules: RuleSet) -> Text:
    """Return what the winner’s hand must be worth, and the key that fills in a value if the rules have one."""
    filling = next((each for each in rules.questions if each.gives is not None), None)
    if filling is None:
        return mark("{minimum} or more, then {enter}", minimum=rules.minimum, enter=Key("Return"))
    return mark("{minimum} or more, {key} {what}", minimum=rules.minimum, key=key_of(filling), what=filling.short)


def _moves_on(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Tab and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier


def _moves_back(event: QKeyEvent) -> bool:
    """Whether it is Shift+Tab, which most platforms send as a key of its own."""
    return event.key() == Qt.Key.Key_Backtab or (event.key() == Qt.Key.Key_Tab and not _moves_on(event))


def _looks_answered(hand: HandOnSheet, field: TypedField) -> bool:
    """Return whether to show ``field`` as answered.

    In a drawn hand, of the usual fields only the winner is shown so.
    """
    if isinstance(field, AnswerField):
        return hand.draft.answer(field.name) is not None
    return hand.answered(field) and (field is HandField.WINNER or not hand.draft.drawn)


def _first_words(hand: HandOnSheet) -> Text:
    """Return which key to press first on an empty sheet."""
    number, drawn = hand.draft.hand, Key("X")
    if hand.first is HandField.POINTS:
        return mark("No hands yet. Type the points of hand {hand}, or {x} for a drawn hand.", x=drawn, hand=number)
    first = mark("No hands yet. Press {a}–{b} for the winner of hand {hand}, or {x} for a drawn hand.", a=Key("1"),
                 b=Key("4"), x=drawn, hand=number)  # fmt: skip
    return (
        mark("{first} {keys}", first=first, keys=keys_ahead(hand.table.rules)) if hand.table.rules.on_table else first
    )


def _payers(hand: HandOnSheet) -> Text | str:
    table, outcome = hand.table, hand.outcome
    refused = hand.in_progress is not None and hand.in_progress.outcome is None
    if outcome is None or outcome.winner is None or refused:
        return ""
    if table.rules.on_table:
        received = map(integer_text, paid_to(table.rules, outcome, hand.dealer))
        return mark("{points} points", points=" + ".join(received))
    payer = outcome.discarder if outcome.liable is None else outcome.liable
    name = "" if payer is None else table.names[payer]
    if payer is not None and len(name) > _LONGEST_NAME:
        name = str(payer + 1)
    return table.rules.payment_text(outcome, name)
