"""The form of a new penalty, with its list of faults and its ladder, and the view that cancels a given one.

The pages Tables and Fouls use both.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from reports.sheets.fouls import RecordedPenalty
from reports.vocabulary import FAULT
from tournament.language import Text, integer_text, mark, verbatim
from tournament.ledger.description import penalty_text
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import steps_taken
from tournament.ledger.sheet_content import Penalty
from tournament.rules.fault import Measure
from tournament.rules.payment import Net
from tournament.use_cases import CancelPenalty
from ui.desktop.kit.table import CellStyle, TableColumn, TableModel
from ui.desktop.sheet.effects import ChangeEffect, EffectTable, SumLine
from ui.desktop.sheet.entry_fields import ReasonField, player_keys, show_player
from ui.desktop.theme import Tone, Type, icons, theme
from ui.desktop.theme.fonts import metrics
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem, announce
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question, Rule
from ui.desktop.widgets.choices import PaintedChoices, Segment, Switch
from ui.desktop.widgets.delegates import Index, Role
from ui.desktop.widgets.fields import EntryField, EntryState, LineField, take_digits
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import DOWN, ENTER, ESCAPE, UP, Key, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, aligned, boxed, bring_into_view, column, row, set_margins, stretched
from ui.entry import penalty_draft as keys
from ui.entry.change_words import UNSAID
from ui.entry.form import LEFT_HALF_TYPED, confirmed
from ui.entry.penalty_draft import MISSING, NO_HAND, CancelDraft, ListedFault, PenaltyField, PenaltyOnSheet
from ui.entry.sheet_lines import penalty_words
from ui.entry.table_sheet import TableSheet

_FAULT_HEIGHT, _LINE = 42, 17
_MOST = 5
"""Maximum number of faults visible at once."""
_BEFORE, _AROUND = 44, 50
"""Width of the number, and of everything besides the name."""


def fault_with_sanction(listed: ListedFault) -> str:
    """Return number, name and sanction on one line."""
    return f"{listed.number} {translator.translate(listed.name)}: {translator.translate(listed.sanction)}"


_COLUMN: TableColumn[ListedFault] = TableColumn.showing(
    FAULT,
    lambda each: mark("{number} {fault}", number=each.number, fault=each.name),
    style=lambda each: CellStyle(tooltip=fault_with_sanction(each), accessible_text=fault_with_sanction(each)),
)


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(Role.ROW)
        if not isinstance(line, ListedFault):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, rect = theme.tokens, QRectF(option.rect)
        view = option.widget
        chosen = isinstance(view, QListView) and view.currentIndex().row() == index.row()
        if chosen:
            painter.fillRect(rect, QColor(tokens.accent_soft))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        name, sanction = _texts(line)
        more = _LINE * (_lines(name, Type.LABEL, rect.width()) - 1)
        top = QRectF(rect.left() + _BEFORE, rect.top() + 3, rect.width() - _AROUND, 19 + more)
        below = QRectF(top.left(), rect.top() + 3 + _LINE + more, top.width(), rect.bottom() - top.top() - _LINE - more)
        number = QRectF(rect.left() + 10, rect.top() + 3, 34, 19)
        painting.words(painter, number, line.number, colour=tokens.text3, kind=Type.CAPTION)
        painting.paragraph(painter, top, name, colour=tokens.text, kind=Type.LABEL if chosen else Type.DENSE)
        painting.paragraph(painter, below, sanction, colour=tokens.text2, kind=Type.CAPTION)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line, view = index.data(Role.ROW), option.widget
        if not isinstance(line, ListedFault) or not isinstance(view, QListView):
            return QSize(200, _FAULT_HEIGHT)
        name, sanction = _texts(line)
        width = view.viewport().width()
        more = _lines(name, Type.LABEL, width) + _lines(sanction, Type.CAPTION, width) - 2
        return QSize(200, _FAULT_HEIGHT + _LINE * more)


def _texts(listed: ListedFault) -> tuple[str, str]:
    """Return name and sanction in the current language."""
    return translator.translate(listed.name), translator.translate(listed.sanction)


def _lines(text: str, kind: Type, width: float) -> int:
    """Return the number of lines that a text takes in a list of this width."""
    return round(painting.height_of(text, kind, width - _AROUND) / metrics(kind, figures=False).height())


class FaultList(QListView):
    """A list that shows a few faults at a time. The line edit above it moves the selection."""

    picked = Signal(int)
    """The row that was clicked."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = _MOST
        self._lines: TableModel[ListedFault] = TableModel((_COLUMN,), self)
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the form around it may have one
        self.clicked.connect(lambda index: self.picked.emit(index.row()))
        translator.follow(self._retranslate)

    def set_most(self, most: int) -> None:
        """Set how many faults are visible at once."""
        if most != self._most:
            self._most = most
            self._fit()
            self.scrollTo(self.currentIndex())

    def show_faults(self, faults: Sequence[ListedFault], chosen: int) -> None:
        """Show ``faults``, with row ``chosen`` selected."""
        if tuple(faults) != self._lines.rows:
            self._lines.set_rows(faults)
            self._fit()
        if self.currentIndex().row() != chosen:
            self.setCurrentIndex(self._lines.index(chosen, 0))
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a long name or sanction more lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the height for the first lines."""
        self.scheduleDelayedItemsLayout()
        high = sum(self.sizeHintForRow(row) for row in range(min(self._lines.rowCount(), self._most)))
        self.setFixedHeight(max(high, _FAULT_HEIGHT) + 4)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Faults")))
        self.viewport().update()


_GAP, _STEP_HEIGHT, _PAD, _TICK = 4, 32, 7, 16


class Ladder(PaintedChoices):
    """The steps of a progressive sanction as chips. The step that the rules give is selected at first."""

    chosen = Signal(int)
    """Index of the step that the referee chose."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[int, ...] = ()
        self._behind = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ring", False)
        translator.follow(self._retranslate)

    def show_steps(self, steps: Sequence[int], *, taken: int, now: int) -> None:
        """Show ``steps`` in points.

        The first ``taken`` steps were given before, and the one at index ``now`` is selected; -1 for none.
        """
        if (tuple(steps), taken, now) != (self._steps, self._behind, self._index):
            self._steps, self._behind, self._index = tuple(steps), taken, now
            self._retranslate()

    def sizeHint(self) -> QSize:
        """Return the size of one row of chips."""
        return QSize(300, _STEP_HEIGHT + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, (rect, points) in enumerate(zip(self.choice_rects(), self._steps, strict=True)):
            here, behind = index == self._index, index < self._behind and index != self._index
            fill = tokens.accent if here else tokens.surface2 if behind else tokens.surface
            border = "" if here else tokens.line if behind else tokens.line_strong
            painting.box(painter, rect, radius=5, fill=fill, border=border)
            if here and self.hasFocus():
                painting.box(painter, rect.adjusted(2, 2, -2, -2), radius=3, border=tokens.on_accent, width=1.5)
            ink = tokens.on_accent if here else tokens.text2 if behind else tokens.text
            place = rect
            if behind:
                icons.paint(painter, "tick", QRectF(rect.left() + 5, rect.center().y() - 6, 12, 12), ink)
                place = rect.adjusted(_TICK, 0, 0, 0)
            kind = Type.DENSE_TOTAL if here else Type.DENSE
            words = translator.translate(_words(points))
            painting.words(painter, place, words, colour=ink, kind=kind, align=painting.CENTRE, figures=True)

    def choice_made(self) -> None:
        """Emit ``chosen``."""
        self._retranslate()
        self.chosen.emit(self._index)

    def accessible_items(self) -> list[AccessibleItem]:
        """Return the steps in points; earlier ones are described as done."""
        done = translator.translate(mark("done"))
        return [
            AccessibleItem(translator.translate(_words(points)), rect, index == self._index,
                           description=done if index < self._behind else "")
            for index, (rect, points) in enumerate(zip(self.choice_rects(), self._steps, strict=True))
        ]  # fmt: skip

    def choice_rects(self) -> list[QRectF]:
        """Return the rectangles of the chips."""
        wanted = [
            painting.width_of(translator.translate(_words(points)), Type.DENSE_TOTAL, figures=True)
            + 2 * _PAD
            + (_TICK if index < self._behind and index != self._index else 0)
            for index, points in enumerate(self._steps)
        ]
        room = self.width() - _GAP * max(len(wanted) - 1, 0)
        spare = (room - sum(wanted)) / max(len(wanted), 1)
        left, rects = 0.0, []
        for wide in wanted:
            rects.append(QRectF(left, 1, wide + spare, _STEP_HEIGHT))
            left += wide + spare + _GAP
        return rects

    def _retranslate(self) -> None:
        steps = tuple(map(_words, self._steps))
        now = translator.translate(_words(self._steps[self._index])) if 0 <= self._index < len(self._steps) else "–"
        self.setAccessibleName(translator.translate(mark("Ladder: {now}; steps {steps}", now=now, steps=steps)))
        self.update()


def _words(points: int) -> Text | str:
    return integer_text(points) if points else mark("warn.")


_WITHOUT_TOTALS, _WITHOUT_TITLE = 2, 6
"""Levels from which on the form of a penalty has no totals and no title."""
_EARLIER = 3
"""Maximum number of earlier penalties shown."""
_HAND, _SESSION = "hand", "session"
_TOP = Qt.AlignmentFlag.AlignTop


class PenaltyForm(QWidget):
    """Shows a :class:`PenaltyOnSheet`, and emits the step that results from each key."""

    stepped = Signal(object)
    """A :class:`PenaltyStep`."""
    left = Signal()
    """The user pressed Esc."""
    shortest = 7
    """The highest level of :meth:`shorten`."""

    def __init__(self, *, scrolled: bool, parent: QWidget | None = None) -> None:
        """With ``scrolled`` the form scrolls its fields above the button that gives the penalty."""
        super().__init__(parent)
        self._draft = PenaltyOnSheet()
        self.level = 0
        """How much is left out."""
        self._counts = False
        self._given: PenaltyGiven | None = None
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._aside = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.question = Question()
        self.table = LineField(mark("Table"), hint=mark("{g}", g=Key("G")))
        self.hand = LineField(mark("Hand"), hint=mark("{tab}", tab=Key("Tab")))
        self.player = EntryField(mark("Player at fault"), hint=player_keys())
        fault_keys = mark("{up} {down} {enter}", up=Key("Up"), down=Key("Down"), enter=Key("Return"))
        self.fault = LineField(mark("Fault"), placeholder=mark("Number or words"), hint=fault_keys)
        self.list = FaultList()
        self._listed = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        """The number of the selected fault and of all faults, since the list shows only some of them."""
        self.amount = LineField(mark("Points"))
        self.to = LineField(mark("To whom"), hint=mark("{a}–{b}", a=Key("1"), b=Key("4")))
        self.reason = LineField(mark("Reason"))
        self.belongs = Switch(mark("Belongs to"), stretch=True)
        self.result = TextLabel(kind=Type.TOTAL, wrap=True)
        self.cost = _Cost()
        self.ladder = Ladder()
        self.earlier = _Earlier()
        self.effect = EffectTable(mark("Penalty"))
        self._sum = SumLine()
        self.change = ChangeEffect()
        self.missing_words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.give = PrimaryButton(mark("Give the penalty"), hint="Return")
        self._lines = {
            PenaltyField.TABLE: self.table,
            PenaltyField.HAND: self.hand,
            PenaltyField.FAULT: self.fault,
            PenaltyField.AMOUNT: self.amount,
            PenaltyField.TO: self.to,
            PenaltyField.REASON: self.reason,
        }
        self._lay_out(scrolled=scrolled)
        self._listen()
        self.show_draft(self._draft)

    def _lay_out(self, *, scrolled: bool) -> None:
        place = row(aligned(self.table, _TOP, 2), aligned(self.hand, _TOP, 3), spacing=12)
        parts = (column(self._title, self._aside, spacing=0), self.question, boxed(place), self.player, self.fault,
                 self.list, self._listed, self.amount, self.to, self.reason, self.belongs, self.result, self.cost,
                 self.ladder, self.earlier, self.effect, self._sum)  # fmt: skip
        foot = column(self.change, self.missing_words, self.give)
        self.foot = boxed(foot)
        """The effect, what is missing, and the button. If the form does not scroll, the owner must lay this out."""
        if scrolled:
            inside = boxed(column(*parts, None, spacing=9, margins=4))
            set_margins(foot, (4, 0))
            column(stretched(Scrolled(inside)), self.foot, on=self)
        else:
            self._rows = column(*parts, spacing=9, on=self)

    def shorten(self, level: int) -> None:
        """Lower the fields from level 1 on, show fewer faults the higher it is, and no totals from 2 on.

        The sheet shows the totals too. At level 6 the title is left out: the button says the same. At level 7 short
        fields have their labels beside them, and a question takes the place of the cost, which is shown on the sheet.
        """
        self.level = level
        low, titled = level >= _WITHOUT_TITLE - 1, level < _WITHOUT_TITLE
        self._title.setVisible(titled)
        self._rows.setSpacing(9 if level == 0 else 5 if not low else 3 if titled else 2)
        for short in (self.hand, self.player, self.amount, self.to):
            short.set_beside(level == self.shortest)
        level = min(level, _WITHOUT_TITLE - 1)
        for field in (self.hand, self.player, self.fault, self.amount, self.to, self.reason):
            field.set_low(level >= 1)
        self._aside.setVisible(not low)
        self.list.set_most(_MOST - max(level - 1, 0))
        self.change.set_brief(level >= 1)
        self._show_totals()
        self._make_way()

    def _show_totals(self) -> None:
        self.effect.setVisible(self._counts and self.level < _WITHOUT_TOTALS)

    def _make_way(self) -> None:
        """Show the cost and to what the penalty belongs, unless a question needs their height."""
        draft = self._draft
        gives_way = self.level == self.shortest and draft.refusal is not None and draft.refusal.asks
        self.result.setVisible(self._given is not None and draft.on_sheet and not gives_way)
        self.belongs.setVisible(draft.on_sheet and (not gives_way or self.belongs.hasFocus()))

    def _listen(self) -> None:
        for field, line in self._lines.items():
            line.typed.connect(lambda text, field=field: self._typed(field, text))
            line.confirmed.connect(lambda field=field: self._confirmed(field))
            answer_keys(line.line, {ESCAPE: self.left.emit})
        self.player.typed.connect(lambda text: self._typed(PenaltyField.PLAYER, text))
        self.player.confirmed.connect(lambda: self._confirmed(PenaltyField.PLAYER))
        self.player.erased.connect(lambda: self.stepped.emit(keys.player_erased(self._draft)))
        self.list.picked.connect(self._picked)
        self.ladder.chosen.connect(lambda index: self.stepped.emit(keys.step_chosen(self._draft, index)))
        self.belongs.chosen.connect(
            lambda key: self.stepped.emit(keys.belonging(self._draft, for_session=key == _SESSION))
        )
        self.give.clicked.connect(lambda: self._confirmed(PenaltyField.GIVE))
        answer_keys(self.player.line, {ESCAPE: self.left.emit})
        answer_keys(self.fault.line, {UP: lambda: self._move_choice(-1), DOWN: lambda: self._move_choice(1)})
        for digits in (self.table.line, self.hand.line, self.player.line, self.amount.line, self.to.line):
            take_digits(digits)
        entered = dict.fromkeys(ENTER, lambda: self._confirmed(PenaltyField.GIVE))
        for control in (self.belongs, self.ladder, self.give):
            answer_keys(control, {ESCAPE: self.left.emit, **entered})

    def focus(self, field: PenaltyField) -> None:
        """Move the cursor to ``field``.

        The number of a hand, and any text of a penalty that was left unfinished, is selected so that typing replaces
        it.
        """
        others: dict[PenaltyField, QWidget] = {
            PenaltyField.PLAYER: self.player.line,
            PenaltyField.STEP: self.ladder,
            PenaltyField.GIVE: self.give,
        }
        line = self._lines.get(field)
        (line.line if line is not None else others[field]).setFocus()
        if line is not None and (field is PenaltyField.HAND or self._draft.left_half_typed):
            line.line.selectAll()

    def _typed(self, field: PenaltyField, text: str) -> None:
        self.stepped.emit(keys.typed(self._draft, field, text, translator.language))

    def _confirmed(self, field: PenaltyField) -> None:
        self.stepped.emit(confirmed(self._draft, field, translator.language))

    def _move_choice(self, step: int) -> None:
        self.stepped.emit(keys.choice_moved(self._draft, step, translator.language))
        announce(self.list, str(self.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or ""))

    def _picked(self, row: int) -> None:
        self.stepped.emit(keys.fault_chosen(self._draft, self._draft.offered(translator.language)[row]))

    def show_draft(self, draft: PenaltyOnSheet) -> None:
        """Show what was typed, the fields that it needs, and what the penalty would be."""
        before, self._draft = self._draft, draft
        given, against = draft.preview(translator.language)
        self._show_question(draft)
        self._show_place(draft)
        self._show_player(draft)
        self._show_fault(draft)
        self._show_lines(draft)
        self._show_cost(draft, given)
        self.change.show_command(draft.view, draft.changes_known(translator.language))
        waits = against or (MISSING[draft.missing] if draft.missing is not None else "")
        self.missing_words.setVisible(given is None and not draft.on_sheet)
        self.missing_words.set_text(waits)
        self.give.setEnabled(given is not None)
        if given is not None and not draft.on_sheet and _after_places(draft, given):
            points = integer_text(given.points)
            self.give.set_text(mark("Give the penalty, {points} from the final points", points=points))
        elif given is not None and given.points and not draft.on_sheet:
            self.give.set_text(mark("Give the penalty, {points} points", points=-given.net[given.player]))
        else:
            self.give.set_text(mark("Give the penalty"))
        self._announce(before, given)
        self._make_way()
        if draft.refusal is not None and not draft.refusal.asks:
            QTimer.singleShot(0, self, self._bring_refusal_into_view)

    def _bring_refusal_into_view(self) -> None:
        """Scroll to the problem after it is laid out: in a low window it is below the field with the focus."""
        refusal = self._draft.refusal
        line = self._lines.get(refusal.field) if refusal is not None and not refusal.asks else None
        if line is not None and self.isVisible():
            bring_into_view(line)

    def _announce(self, before: PenaltyOnSheet, given: PenaltyGiven | None) -> None:
        """Announce to screen readers the player whom a key chose, and the cost, except while an amount is typed."""
        draft = self._draft
        if draft.typed.player != before.typed.player and self.player.answer():
            announce(self.player, self.player.answer_words())
        cost_before, self._given = self._given, given
        if (
            given is not None
            and draft.table is not None
            and given != cost_before
            and draft.typed.amount == before.typed.amount
        ):
            announce(self, _result_words(draft.table, given))

    def _show_question(self, draft: PenaltyOnSheet) -> None:
        refusal = draft.refusal
        self.question.setVisible(refusal is not None and refusal.asks)
        if refusal is not None and refusal.asks:
            yes, no = Key("Return"), Key("Esc")
            if refusal.problem.code == NO_HAND:
                answers = mark("{yes} the session   To name the hand, type its number.", yes=yes)
            elif refusal.problem.code != LEFT_HALF_TYPED:
                answers = mark("{yes} give it   {no} discard", yes=yes, no=no)
            elif draft.on_sheet:
                answers = mark("{yes} continue   {no} discard. To start again, type a player.", yes=yes, no=no)
            else:
                answers = mark("{yes} continue   {no} discard. To start again, type a table.", yes=yes, no=no)
            self.question.show_notice(NoticeKind.WARN, refusal.problem.text, answers)

    def _show_place(self, draft: PenaltyOnSheet) -> None:
        self._title.set_text(mark("Penalty") if draft.on_sheet else mark("New penalty"))
        self.table.setVisible(not draft.on_sheet)
        self.hand.setVisible(not draft.fault_of_session)
        if draft.on_sheet and draft.table is not None:
            self._aside.set_text(mark("Table {table}", table=draft.table.sheet.table))
            hand = draft.typed_hand
            of_hand = mark("Hand {hand}", hand=hand) if hand is not None else mark("A hand")
            of_session = Segment(_SESSION, mark("The session"))
            self.belongs.set_segments(
                (of_session,) if draft.fault_of_session else (Segment(_HAND, of_hand), of_session)
            )
            self.belongs.set_current(_SESSION if draft.typed.for_session or draft.fault_of_session else _HAND)
        elif draft.listed is None:
            self._aside.set_text(mark("Choose a fault on the left"))
        else:
            self._aside.set_text(mark("{number} · {fault}", number=draft.listed.number, fault=draft.listed.name))

    def _show_player(self, draft: PenaltyOnSheet) -> None:
        """Show the player with their wind in that hand, and the problem with the answer."""
        self.player.set_text("")
        if draft.table is not None:
            show_player(self.player, draft.table, draft.typed.player, hand=draft.typed_hand)
        else:
            self.player.set_answer("")
            self.player.set_aside("")
        refusal = draft.refusal
        if refusal is not None and refusal.field is PenaltyField.PLAYER and not refusal.asks:
            self.player.set_state(EntryState.REFUSED, refusal.text, _body(draft))
        else:
            self.player.set_state(EntryState.WAITING if draft.typed.player is None else EntryState.OPEN)

    def _show_fault(self, draft: PenaltyOnSheet) -> None:
        self.fault.setVisible(draft.on_sheet)
        self.list.setVisible(draft.on_sheet and draft.listed is None)
        if draft.on_sheet:
            offered = draft.offered(translator.language)
            self.list.show_faults(offered, draft.choice)
            self._listed.set_text(mark("Fault {number} of {count}", number=draft.choice + 1, count=len(offered)))
        self._listed.setVisible(draft.on_sheet and draft.listed is None and bool(self.list.model().rowCount()))

    def _show_lines(self, draft: PenaltyOnSheet) -> None:
        own, late = draft.own_words, draft.measure is Measure.MINUTES
        self.amount.setVisible(draft.takes_amount)
        self.amount.set_label(mark("Minutes late") if late else mark("Points"))
        self.to.setVisible(own or draft.needs_receiver)
        self.to.set_label(mark("To whom (blank for nobody)") if own else mark("To whom"))
        self.reason.setVisible(own)
        for field, line in self._lines.items():
            text = draft.text_of(field, translator.language)
            chosen = field is PenaltyField.FAULT and draft.listed is not None and line.text() != text
            line.set_text(text)
            if chosen:  # selected backwards, so that a long name is shown from its beginning and typing replaces it
                line.line.setSelection(len(text), -len(text))
            if draft.refusal is not None and draft.refusal.field is field and not draft.refusal.asks:
                line.show_problem(draft.refusal.text, _body(draft))
            else:
                line.clear_problem()

    def _show_cost(self, draft: PenaltyOnSheet, given: PenaltyGiven | None) -> None:
        """Show what the penalty takes, and who pays."""
        table = draft.table
        net = given.net if given is not None and not _after_places(draft, given) else None
        self.cost.setVisible(given is not None and not draft.on_sheet)
        ladder, earlier = draft.ladder(), draft.earlier()
        self.ladder.setVisible(ladder is not None)
        if ladder is not None:
            self.ladder.show_steps(ladder.points, taken=ladder.taken, now=ladder.now)
        self.earlier.setVisible(bool(earlier))
        if earlier and draft.listed is not None:
            self.earlier.show_times(draft.listed.number, earlier, draft.typed.session)
        self._counts = table is not None and (net is not None or not draft.on_sheet)
        self._show_totals()
        lost = (
            table.sheet.lost - (sum(net) if net is not None else 0) if table is not None and not draft.on_sheet else 0
        )
        self._sum.show_sum(lost)
        if table is None:
            return
        self.effect.show_effect(
            table.names, table.sheet.computed, net, marked=draft.typed.player if draft.on_sheet or given else None
        )
        if given is not None:
            self.result.set_text(_result_words(table, given))
            self.cost.show_cost(table, given)


class _Cost(QWidget):
    """What the offender loses, in large type, with the cost and what follows at its right."""

    def __init__(self) -> None:
        super().__init__()
        self._figure = TextLabel(kind=Type.BIG_FIGURE, figures=True)
        self._cost = TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        self._then = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        words = column(None, self._cost, self._then, None, spacing=0)
        row(self._figure, stretched(words), spacing=14, on=self)

    def show_cost(self, table: TableSheet, given: PenaltyGiven) -> None:
        """Show what ``given`` takes."""
        self._figure.set_text(verbatim(integer_text(given.net[given.player])))
        cost, then = _cost_words(table, given)
        self._cost.set_text(cost)
        self._then.set_text(then)


class _Earlier(QWidget):
    """The player's earlier penalties of this kind, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._head = TextLabel(kind=Type.LABEL)
        self._rows = [(Rule(), ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2),
                       TextLabel(kind=Type.DENSE_TOTAL, figures=True)) for _ in range(_EARLIER)]  # fmt: skip
        lines = [
            part for rule, where, points in self._rows for part in (rule, row(stretched(where), points, spacing=6))
        ]
        column(self._head, *lines, spacing=5, margins=(0, 4, 0, 0), on=self)

    def show_times(self, number: str, times: list[RecordedPenalty], session: int) -> None:
        """Show the ``times`` of fault ``number``. Those of other sessions no longer count."""
        self._head.set_text(mark("Earlier occurrences, {number}", number=number))
        for index, (rule, where, points) in enumerate(self._rows):
            for part in (rule, where, points):
                part.setVisible(index < len(times))
            if index < len(times):
                each = times[index]
                where.set_text(_where(each))
                points.set_text(verbatim(integer_text(each.points)) if each.points else mark("warning"))
                points.set_tone(Tone.TEXT if each.session == session else Tone.TEXT3)


def _result_words(table: TableSheet, given: PenaltyGiven) -> Text:
    """Return the cost of ``given`` on one line, as on the sheet."""
    fault = table.rules.fault(given.fault)
    if _is_warning(table, given):
        cost = mark("a warning.")
    elif not given.points:
        cost = mark("No points.")
    elif table.rules.after_places(given.fault):
        cost = mark("{points} from the final points.", points=integer_text(given.points))
    elif not given.to:
        cost = mark("{points} points, to nobody.", points=given.points)
    else:
        receivers = tuple(table.names[column] for column in given.to)
        cost = mark("{points} points to each of: {players}.", points=given.points, players=receivers)
        if given.twice is not None:
            cost = mark("{points} points to each of: {players}, twice for East.", points=given.points,
                        players=receivers)  # fmt: skip
    if fault is not None and fault.measure is Measure.LADDER:
        times = steps_taken(table.sheet, table.rules, given.player, fault) + 1
        cost = mark("Occurrence {times} in this session: {cost}", times=times, cost=cost)
    return mark("{cost} May not win this hand.", cost=cost) if given.no_hu else cost


def _after_places(draft: PenaltyOnSheet, given: PenaltyGiven) -> bool:
    """Return whether ``given`` is taken from the final points, so that no score changes."""
    return draft.table is not None and draft.table.rules.after_places(given.fault)


def _is_warning(table: TableSheet, given: PenaltyGiven) -> bool:
    """Return whether ``given`` is a warning: a step of the ladder without points."""
    fault = table.rules.fault(given.fault)
    return not given.points and fault is not None and fault.measure in (Measure.LADDER, Measure.CHOSEN)


def _cost_words(table: TableSheet, given: PenaltyGiven) -> tuple[Text, Text]:
    """Return two lines: the cost of ``given``; who gets the points, and what the next occurrence costs."""
    fault = table.rules.fault(given.fault)
    then = _to_whom(table, given)
    if fault is None or fault.measure is not Measure.LADDER:
        cost = mark("{points} points", points=given.points) if given.points else mark("No points")
        if _is_warning(table, given):
            cost = mark("A warning")
        if len(given.to) > 1:
            cost = mark("{points} points to each", points=given.points)
        if given.twice is not None:
            cost = mark("{points} points to each, twice for East", points=given.points)
    else:
        times = steps_taken(table.sheet, table.rules, given.player, fault) + 1
        cost = mark("Occurrence {times} in this session: {points} points", times=times, points=given.points)
        if not given.points:
            cost = mark("Occurrence {times} in this session: a warning", times=times)
        then = mark("{to} · {points} next time", to=then, points=table.rules.ladder_step(times))
    right = mark("may not win this hand")
    return cost, mark("{to} · {right}", to=then, right=right) if given.no_hu else then


def _to_whom(table: TableSheet, given: PenaltyGiven) -> Text:
    if table.rules.after_places(given.fault):
        return mark("from the final points")
    if not given.points or not given.to:
        return mark("to nobody")
    if len(given.to) == 3:
        return mark("to the three others")
    return mark("to {player}", player=tuple(table.names[column] for column in given.to))


def _where(each: RecordedPenalty) -> Text:
    hand = each.penalty.given.hand
    if hand is None:
        return mark("session {session}, table {table}", session=each.session, table=each.table)
    return mark("session {session}, table {table}, hand {hand}", session=each.session, table=each.table, hand=hand)


def _body(draft: PenaltyOnSheet) -> Text | str:
    """Return what to do about the refusal; an empty string if there is nothing to add."""
    code = draft.refusal.problem.code if draft.refusal is not None else ""
    if code == "nobody":
        by_number, by_wind = (
            mark("Press a number from 1 to 4."),
            mark("Press a number from 1 to 4, or the player’s own wind in this hand."),
        )
        return by_number if draft.typed_hand is None else by_wind
    return mark("Type fewer letters, or use the arrow keys.") if code == "fault-unknown" else ""


class PenaltyShown(QWidget):
    """A given penalty: its fault and player, who gave it and when. A reason and Enter cancel it."""

    typed = Signal(str)
    """The reason as typed so far."""
    confirmed = Signal()
    """The user pressed Enter."""
    left = Signal()
    """The user pressed Esc."""
    moved = Signal(int)
    """The user pressed an arrow: -1 up, 1 down."""
    shortest = 3
    """The highest level of :meth:`shorten`."""

    def __init__(self, *, whole: bool, parent: QWidget | None = None) -> None:
        """With ``whole`` its button is below the other parts."""
        super().__init__(parent)
        self._what = TextLabel(kind=Type.NAME, wrap=True)
        self._points = TextLabel(kind=Type.BODY, wrap=True)
        self._who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.reason = ReasonField(mark("Reason for cancelling"))
        self._effect = EffectTable(mark("Returned"))
        self.change = ChangeEffect()
        self.cancel = OutlineButton(mark("Cancel the penalty"), hint="Return")
        self.level = 0
        """How much is left out."""
        self._title = TextLabel(mark("Penalty"), kind=Type.PAGE_TITLE)
        parts = (self._title, self._what, self._points, self._who, self.reason, self._effect, self.change)
        self.foot = boxed(column(self.cancel))
        """The button. If the form is not ``whole``, the owner must lay this out, below what it scrolls."""
        self._rows = column(*parts, *((self.foot, None) if whole else ()), spacing=10, on=self)
        self._returns = False
        """Whether cancelling it changes the totals."""
        self.reason.typed.connect(self.typed)
        self.reason.confirmed.connect(self.confirmed)
        self.cancel.clicked.connect(self.confirmed)
        answers = {ESCAPE: self.left.emit, UP: lambda: self.moved.emit(-1), DOWN: lambda: self.moved.emit(1)}
        answer_keys(self.reason.line, answers)
        set_focus_target(self, self.reason.line)

    def shorten(self, level: int) -> None:
        """Show no totals from level 1 on, as the sheet does; no usual reasons from 2; no title at 3."""
        self.level = level
        self._show_totals()
        self.change.set_brief(level >= 1)
        self.reason.set_low(level >= 2)
        self._title.setVisible(level < self.shortest)
        self._rows.setSpacing(10 if level < 2 else 6 if level < self.shortest else 3)

    def _show_totals(self) -> None:
        self._effect.setVisible(self._returns and self.level == 0)

    def show_penalty(self, table: TableSheet, penalty: Penalty, draft: CancelDraft) -> None:
        """Show ``penalty``, and the reason for cancelling it."""
        entry = penalty.entry
        self._what.set_text(penalty_words(table.rules, penalty))
        self._points.set_text(penalty_text(penalty.given, table.names.__getitem__, after_places=penalty.after_places))
        when = f"{entry.time.astimezone():%H:%M}"
        self._who.set_text(mark("Given by {author} at {time}", author=entry.author, time=when))
        a, b, c, d = penalty.net
        back: Net = (-a, -b, -c, -d)
        self._returns = not penalty.after_places
        self._show_totals()
        self._effect.show_effect(table.names, table.sheet.computed, back, marked=penalty.given.player)
        self.change.show_command(table.view, CancelPenalty(entry.id, UNSAID))
        self.reason.set_text(draft.reason)
        self.reason.show_problem(draft.problem)
