"""Fields to type in, with a label above, keys at the right end of the label's line, and problems below.

Lines for digits accept them without Shift on every keyboard, and from the number pad even without Num Lock.
"""

from enum import Enum
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tournament.language import Text, mark, mark_count
from ui.desktop.theme import Size, Tone, Type, font, icons, theme, typeface
from ui.desktop.translation import qt_words, translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.cards import Notice, NoticeKind, Question
from ui.desktop.widgets.flash import flash, flash_over
from ui.desktop.widgets.keys import KeyHint, KeyText, key_name, key_width, keys_of, typed_character
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import KeptInView, add, row, set_margins, stretched
from ui.desktop.widgets.signs import Icon, PlayerBadge
from ui.entry.keyboard_digits import digit_typed, total_typed

_AROUND_ENTRY = 40
"""Width around the text of an entry in an open drop-down list, in pixels."""
_AROUND_LIST = 20
"""Height around the entries of an open drop-down list, in pixels."""
_AROUND_LINES = 12
"""Height of the padding above and below the lines of a text, in pixels."""
_REST = 400
"""Milliseconds after the last key before the number of matches is announced."""
_BESIDE = 84
"""Width of a label at the left of its editor, and of the longest remark there, in pixels."""
_UNBOUNDED = (1 << 24) - 1
"""The maximum width of a widget that Qt does not limit."""
_GLASS, _AROUND = 40, 28
"""Width of the magnifying glass at the left of a search field, and of the margins of its key, in pixels."""


class TextField(QLineEdit):
    """A line edit that does not take keys which are shortcuts of its page.

    Among them are undo and redo while the line has nothing to undo or redo.
    """

    focused = Signal(bool)
    """It got the focus, or lost it."""

    def __init__(self, *, placeholder: Text | str = "", name: Text | str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._placeholder, self._name = placeholder, name
        keys_of(self)
        self.setFont(typeface(Type.BODY, figures=False))
        self.inputRejected.connect(self._show_rejected)
        translator.follow(self._retranslate)

    def set_refused(self, refused: bool) -> None:
        """Show or remove the border that marks a refused input."""
        refuse(self, refused)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own menu in the language of the window."""
        with qt_words():
            menu = self.createStandardContextMenu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Report the focus."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that the focus is elsewhere."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def _show_rejected(self) -> None:
        """Show that a key did nothing, as in a line that is full."""
        flash(self)

    def _retranslate(self) -> None:
        text = translator.translate(self._placeholder)
        self.setPlaceholderText(text)
        self.setAccessibleName(translator.translate(self._name) or text)


class TextArea(QPlainTextEdit):
    """A field for several lines. Tab leaves it, Enter begins a new line.

    It is read, written and watched like a :class:`TextField`.
    """

    textEdited = Signal()  # noqa: N815 - the names of QLineEdit
    editingFinished = Signal()  # noqa: N815
    """It lost the focus."""

    def __init__(
        self, *, lines: int, placeholder: Text | str = "", name: Text | str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._placeholder, self._name, self._lines = placeholder, name, lines
        self.setFont(typeface(Type.BODY, figures=False))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._edited)
        translator.follow(self._retranslate)

    def text(self) -> str:
        """What is typed."""
        return self.toPlainText()

    def setText(self, text: str) -> None:
        """Show ``text`` from its beginning, as if nothing had been typed."""
        self.setPlainText(text)
        self.setModified(False)

    def isModified(self) -> bool:
        """Whether the user changed the text since it was shown."""
        return self.document().isModified()

    def setModified(self, modified: bool) -> None:
        """Take the text as changed by the user, or as shown."""
        self.document().setModified(modified)

    def isUndoAvailable(self) -> bool:
        """Whether there is something to undo."""
        return self.document().isUndoAvailable()

    def sizeHint(self) -> QSize:
        """The height of its lines."""
        around = 2 * (self.frameWidth() + int(self.document().documentMargin())) + _AROUND_LINES
        return QSize(super().sizeHint().width(), self._lines * self.fontMetrics().lineSpacing() + around)

    def minimumSizeHint(self) -> QSize:
        """The same height: lines are never cut."""
        return QSize(80, self.sizeHint().height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own menu in the language of the window."""
        with qt_words():
            menu = self.createStandardContextMenu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.popup(event.globalPos())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that the user is done, unless only a menu is open."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.editingFinished.emit()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window while there is nothing to undo or redo."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            undo, redo = event.matches(QKeySequence.StandardKey.Undo), event.matches(QKeySequence.StandardKey.Redo)
            if (undo and not self.isUndoAvailable()) or (redo and not self.document().isRedoAvailable()):
                event.ignore()
                return True
        return super().event(event)

    def _edited(self) -> None:
        if self.isModified():
            self.textEdited.emit()

    def _retranslate(self) -> None:
        text = translator.translate(self._placeholder)
        self.setPlaceholderText(text)
        self.setAccessibleName(translator.translate(self._name) or text)


class SearchField(TextField):
    """A line edit with a magnifying glass and, while it is empty, its key.

    In a narrow field the placeholder is hidden.
    """

    def __init__(self, placeholder: Text | str, *, key: str = "", parent: QWidget | None = None) -> None:
        self._key = key
        super().__init__(placeholder=placeholder, parent=parent)
        self.setTextMargins(26, 0, int(key_width(key_name(key))) if key else 0, 0)
        self.setAccessibleDescription(key_name(key))
        self._glass = Icon("search", size=16, parent=self)
        self._hint = KeyHint(key, parent=self) if key else None
        for part in (self._glass, self._hint):
            if part is not None:
                part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.textChanged.connect(self._show_hint)
        self._found: Text | str = ""
        self._rest = QTimer(self, interval=_REST, singleShot=True)
        self._rest.timeout.connect(self._say_found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the glass and the key, and show the placeholder while all of it fits."""
        super().resizeEvent(event)
        middle = self.height() // 2
        self._glass.setGeometry(11, middle - 8, 16, 16)
        if self._hint is not None:
            size = self._hint.sizeHint()
            self._hint.setGeometry(QRect(QPoint(self.width() - size.width() - 9, middle - size.height() // 2), size))
        self._retranslate()

    def _show_hint(self, text: str) -> None:
        if self._hint is not None:
            self._hint.setVisible(not text)

    def show_found(self, found: Text | int) -> None:
        """Announce the number of matches when the user stops typing. ``found`` is that number, or a text with it."""
        self._found = mark_count("{count} found", "{count} found", found) if isinstance(found, int) else found
        if self.hasFocus() and self.text():
            self._rest.start()

    def _say_found(self) -> None:
        if self.text():
            announce(self, self._found)

    def _retranslate(self) -> None:
        super()._retranslate()
        key = key_width(key_name(self._key)) if self._key else 0
        if self.width() < _GLASS + painting.width_of(self.placeholderText(), Type.BODY) + _AROUND + key:
            self.setPlaceholderText("")


_ROOMY_BOX, _BESIDE_WORDS = 120, 29
"""From this width of a drop-down list its words have their usual margin; width of the arrow at their right."""


class ChoiceBox(Accessible, QComboBox):
    """A drop-down list. Keys are stored as item data, and texts are shown in the current language.

    In a narrow panel it shrinks unless it is kept ``whole``. Screen readers get its name and the chosen text as its
    value; of a box of Qt's they get the text as the name, on Linux.
    """

    accessible_role = Role.ComboBox

    def __init__(self, name: Text | str = "", *, whole: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._choices: list[tuple[str, Text | str]] = []
        self._whole = whole
        self.setFont(typeface(Type.BODY, figures=False))
        translator.follow(self._retranslate)

    def set_choices(self, choices: list[tuple[str, Text | str]]) -> None:
        """Set the choices, as pairs of key and text. A current key among them stays; otherwise choose the first."""
        if choices == self._choices:
            return
        chosen = self.currentData()
        # Filling the list would signal choices that the user did not make.
        self.blockSignals(True)
        self.clear()
        self._choices = list(choices)
        for key, text in choices:
            self.addItem(translator.translate(text), key)
        self.setCurrentIndex(max(self.findData(chosen), 0))
        self.blockSignals(False)
        self.updateGeometry()

    def accessible_value(self) -> str:
        """The chosen text."""
        return self.currentText()

    def press_accessible(self) -> None:
        """Open the list."""
        self.showPopup()

    def showPopup(self) -> None:
        """Open a list as wide as its longest entry, but not wider than the window, and as long as the screen allows."""
        metrics, row = self.view().fontMetrics(), max(self.view().sizeHintForRow(0), 1)
        self.setMaxVisibleItems(max((self.screen().availableGeometry().height() - _AROUND_LIST) // row, 1))
        entries = (metrics.horizontalAdvance(self.itemText(index)) for index in range(self.count()))
        bar = self.view().verticalScrollBar().sizeHint().width() if self.count() > self.maxVisibleItems() else 0
        whole = max(entries, default=0) + _AROUND_ENTRY + bar
        self.view().setMinimumWidth(min(max(whole, self.width()), self.window().width()))
        super().showPopup()

    def sizeHint(self) -> QSize:
        """Width of the longest text."""
        widths = [painting.width_of(self.itemText(index), Type.BODY) for index in range(self.count())]
        return QSize(ceil(max(widths, default=60)) + 48, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A small width, so that the box shrinks before its panel does, or that of the current text."""
        words = painting.width_of(self.currentText(), Type.BODY) + 12 + _BESIDE_WORDS + 1 if self._whole else 0
        return QSize(max(90, ceil(words)), super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show that a letter with which no other choice begins did nothing."""
        before = self.currentIndex()
        super().keyPressEvent(event)
        if typed_character(event) and self.currentIndex() == before:
            flash_over(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page: over a closed list it would change the choice unnoticed."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, its text, elided if necessary, and the arrow."""
        from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter  # slow; not for the first paint

        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        tokens = theme.tokens
        ink = tokens.text if self.isEnabled() else tokens.text3
        left = 12 if self.width() >= _ROOMY_BOX else 7
        words = QRectF(left, 0, self.width() - left - _BESIDE_WORDS, self.height())
        painting.write(painter, words, self.currentText(), colour=ink, font=self.font())
        arrow = QRectF(self.width() - 28, self.height() / 2 - 8, 16, 16)
        icons.paint(painter, "chevron-down", arrow, tokens.text2 if self.isEnabled() else tokens.text3)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
        for index, (_, text) in enumerate(self._choices):
            self.setItemText(index, translator.translate(text))
        self.updateGeometry()


class CheckBox(QCheckBox):
    """A check box and its text."""

    def __init__(self, text: Text | str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setFont(typeface(Type.DENSE))
        translator.follow(self._retranslate)

    def set_text(self, text: Text | str) -> None:
        """Change the text."""
        if text != self._text:
            self._text = text
            self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of box and text."""
        return QSize(int(painting.width_of(translator.translate(self._text), Type.DENSE)) + 34, 26)

    def hitButton(self, pos: object) -> bool:
        """React to a click anywhere on it."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, the tick and the text."""
        painter, tokens = painting.begin(self), theme.tokens
        square = QRectF(3, self.height() / 2 - 9, 18, 18)
        if self.hasFocus():
            painting.box(painter, square.adjusted(-3, -3, 3, 3), radius=7, fill=tokens.accent_soft)
        on = self.isChecked()
        border = tokens.accent if self.hasFocus() or on else tokens.line_strong
        fill = tokens.accent if on else tokens.surface
        painting.box(painter, square, radius=4, fill=fill, border=border, width=2 if self.hasFocus() else 1)
        if on:
            icons.paint(painter, "tick", square.adjusted(2, 2, -2, -2), tokens.on_accent)
        ink = tokens.text if self.isEnabled() else tokens.text3
        rect = QRectF(30, 0, self.width() - 30, self.height())
        painting.words(painter, rect, translator.translate(self._text), colour=ink, kind=Type.DENSE)

    def _retranslate(self) -> None:
        text = translator.translate(self._text)
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setProperty("ring", False)
        self.updateGeometry()


class LabeledField(KeptInView):
    """An editor under its label. Screen readers use the label as the editor's name."""

    def __init__(
        self, label: Text | str, editor: QWidget, *, hint: Text | str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._label, self.editor = label, editor
        self._caption = TextLabel(label, kind=Type.LABEL)
        self._hint_text: Text | str = ""
        self._hint: KeyText | None = None
        """Created when first needed; most fields have no keys."""
        self._problem: Notice | None = None
        """Created when first needed; most fields never have a problem."""
        self._warning: Notice | None = None
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._head = row(self._caption, None)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        add(self._line, self._head)
        add(self._line, stretched(editor))
        add(self._rows, self._line)
        self._space(6)
        self._set_hint(hint)
        self.setFocusProxy(editor)
        self._caption.setBuddy(editor)
        translator.follow(self._name_editor)

    def set_low(self, low: bool) -> None:
        """Reduce the height where there is little space, or restore it."""
        self._space(3 if low else 6)

    def _space(self, spacing: int) -> None:
        for each in (self._line, self._rows):
            each.setSpacing(spacing)

    def set_beside(self, beside: bool) -> None:
        """Put the label at the left of the editor, in small letters and without the keys; or above it again."""
        ways = QBoxLayout.Direction
        self._line.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._caption.set_kind(Type.CAPTION if beside else Type.LABEL)
        self._caption.setWordWrap(beside)
        self._caption.setMinimumWidth(_BESIDE if beside else 0)
        self._caption.setMaximumWidth(_BESIDE if beside else _UNBOUNDED)
        self._fit_hint()

    @property
    def unread(self) -> bool:
        """Whether the field asks something and was not visible long enough to be read."""
        return False

    def set_label(self, label: Text | str) -> None:
        """Change the label."""
        if label == self._label:
            return
        self._label = label
        self._caption.set_text(label)
        self._name_editor()

    def set_hint(self, hint: Text | str) -> None:
        """Change the keys at the right end of the label's line."""
        if hint != self._hint_text:
            self._set_hint(hint)
            self._fit_hint()

    def _set_hint(self, hint: Text | str) -> None:
        self._hint_text = hint
        if self._hint is not None:
            self._hint.set_text(hint)
        elif hint:
            self._hint = KeyText(hint, tone=Tone.TEXT3)
            self._hint.setMinimumWidth(1)  # hidden if there is no space for it
            self._head.addWidget(self._hint)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the keys only if they fit beside the label."""
        super().resizeEvent(event)
        self._fit_hint()

    def _fit_hint(self) -> None:
        if self._hint is not None:
            needed = self._caption.sizeHint().width() + 8 + self._hint.sizeHint().width()
            beside = self._line.direction() is QBoxLayout.Direction.LeftToRight
            self._hint.setHidden(beside or self.width() < needed)
            # as high without the keys, so that the height does not depend on the width
            self._caption.setMinimumHeight(0 if beside else self._hint.sizeHint().height())
        self.describe_editor()

    def set_problem(self, title: Text | str, body: Text | str = "") -> None:
        """Mark the input as refused, and show below it what is wrong (``title``) and what to do (``body``)."""
        if self._problem is None:
            self._problem = Notice(NoticeKind.DANGER, boxed=False)
            self._problem.hide()
            self._rows.insertWidget(1, self._problem)
        self._problem.show_notice(NoticeKind.DANGER, title, body)
        self._problem.show()
        refuse(self.editor, True)
        self.describe_editor()

    def clear_problem(self) -> None:
        """Remove the problem, if there is one."""
        if self._problem is not None and not self._problem.isHidden():
            self._problem.hide()
            refuse(self.editor, False)
            self.describe_editor()

    def set_warning(self, text: Text | None) -> None:
        """Show below the input what will be wrong with it, while it is typed and not yet refused; None removes it."""
        if self._warning is None:
            if text is None:
                return
            self._warning = Notice(NoticeKind.WARN, boxed=False)
            self._warning.hide()
            self._rows.addWidget(self._warning)
        if text is not None:
            self._warning.show_notice(NoticeKind.WARN, text)
        self._warning.setVisible(text is not None)
        self.describe_editor()

    def problem(self) -> str:
        """The problem shown under the field, or an empty string."""
        return "" if self._problem is None or self._problem.isHidden() else self._problem.text()

    def _name_editor(self) -> None:
        self.editor.setAccessibleName(translator.translate(self._label))
        self._fit_hint()
        self.describe_editor()

    def description(self) -> str:
        """What screen readers say after the editor's name: its problem, its warning and its keys."""
        warning = "" if self._warning is None or self._warning.isHidden() else self._warning.text()
        return " ".join(filter(None, (self.problem(), warning, self._hint.text() if self._hint is not None else "")))

    def describe_editor(self) -> None:
        """Set the accessible description of the editor to :meth:`description`."""
        self.editor.setAccessibleDescription(self.description())


class LineField(LabeledField):
    """A line edit under its label."""

    typed = Signal(str)
    """The user changed the text in the line."""
    confirmed = Signal()
    """The user pressed Enter."""

    def __init__(
        self, label: Text | str, *, placeholder: Text | str = "", hint: Text | str = "", parent: QWidget | None = None
    ) -> None:
        self.line = TextField(placeholder=placeholder)
        super().__init__(label, self.line, hint=hint, parent=parent)
        self.line.textEdited.connect(self.typed)
        self.line.returnPressed.connect(self.confirmed)

    def text(self) -> str:
        """The typed text."""
        return self.line.text()

    def set_text(self, text: str) -> None:
        """Set the text. The cursor moves only if the text changes."""
        if text != self.line.text():
            self.line.setText(text)

    def show_problem(self, title: Text | str, body: Text | str = "") -> None:
        """Show a problem and keep the typed text; an empty ``title`` removes the problem."""
        if title:
            self.set_problem(title, body)
        else:
            self.clear_problem()


def refuse(editor: QWidget, refused: bool) -> None:
    """Set or clear the property by which the style sheet marks a refused input."""
    if bool(editor.property("refused")) != refused:
        editor.setProperty("refused", refused)
        editor.style().unpolish(editor)
        editor.style().polish(editor)
        around = editor.parentWidget()
        (editor if around is None else around).update()


def take_digits(line: QLineEdit, *, signed: bool = False) -> None:
    """Make ``line`` read keys as digits, and as a minus if ``signed``. Undo and redo are left to the window."""
    keys_of(line).digits = _total if signed else _digit


def _digit(character: str, place: str | None, _line: QLineEdit) -> str:
    return digit_typed(character, place)


def _total(character: str, place: str | None, line: QLineEdit) -> str:
    start = line.selectionStart() if line.hasSelectedText() else line.cursorPosition()
    return total_typed(character, place, line.text()[:start].strip())


_ANSWERED = 1000
"""Stretch factor of the answer. It is so large that the line edit gets only the width that the answer does not need."""


class EntryState(Enum):
    """The state of a field, apart from the focus."""

    WAITING = "waiting"
    """Nothing is typed, and an earlier field must be answered first."""
    OPEN = "open"
    """The user must answer the field now, or has answered it."""
    REFUSED = "refused"
    """The typed value is impossible."""
    ASKS = "asks"
    """The typed value is unlikely; Enter confirms it."""


_WITH_MESSAGE = frozenset({EntryState.REFUSED, EntryState.ASKS})
"""The states in which a message is below the field."""


class _Box(QWidget):
    """The frame of an entry field, with the answer, the line edit and a remark at the right."""

    def __init__(self, *, big: bool) -> None:
        super().__init__()
        self.state = EntryState.WAITING
        self.badge = PlayerBadge(1)
        self.answer = ElidedLabel(kind=Type.NAME)
        self.answer.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.line = TextField()
        self.line.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the page shows its own
        self.line.setFont(font(24, 600) if big else typeface(Type.NAME))
        self.line.setProperty("bare", True)
        self.line.setProperty("ringFrame", self)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.setMinimumWidth(24)
        self.aside = TextLabel(kind=Type.CAPTION if big else Type.DENSE, tone=Tone.TEXT3)
        self.aside.setAlignment(painting.RIGHT)
        self._parts = row(
            *(self.badge, stretched(self.answer, _ANSWERED), stretched(self.line), self.aside),
            centred=False,
            on=self,
        )
        self._big, self._narrow = big, False
        self.set_low(False)
        self.setFocusProxy(self.line)
        self.badge.hide()
        self.answer.hide()

    def set_low(self, low: bool) -> None:
        """Reduce the height for a low window, or restore it."""
        set_margins(self._parts, (11, 1 if low else 4))
        self.setMinimumHeight(34 if low else 52 if self._big else 40)
        if self._big:
            self.line.setFont(font(20 if low else 24, 600))

    def set_narrow(self, narrow: bool) -> None:
        """Leave out the remark beside an answer, and a long one, or show it again."""
        self._narrow = narrow
        self.fit_remark()

    def fit_remark(self) -> None:
        """Show the remark unless what is typed or answered needs its space."""
        short = self.answer.isHidden() and self.aside.sizeHint().width() <= _BESIDE
        self.aside.setVisible(short or not self._narrow)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus on a click anywhere in the frame."""
        self.line.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame of the current state."""
        tokens, focused = theme.tokens, self.line.hasFocus()
        fill, border, width = tokens.surface, tokens.line_strong, 1.0
        if self.state is EntryState.REFUSED:
            border, width = tokens.danger, 2.0
        elif focused:
            border, width = tokens.accent, 2.0
        elif self.state is EntryState.WAITING or not self.isEnabled():
            fill, border = tokens.surface2, tokens.line
        rect = QRectF(self.rect())
        painting.box(painting.begin(self), rect, radius=Size.RADIUS, fill=fill, border=border, width=width)


class EntryField(LabeledField):
    """A field of a hand, such as Winner or Points. The page interprets its text, and sets answer, remark and state."""

    typed = Signal(str)
    """The user changed the text in the line edit."""
    confirmed = Signal()
    """The user pressed Enter."""
    erased = Signal()
    """The user pressed Backspace in an empty line, which removes the answer."""
    entered = Signal()
    """The field got the focus."""

    def __init__(
        self, label: Text | str, *, hint: Text | str = "", big: bool = False, parent: QWidget | None = None
    ) -> None:
        self._box = _Box(big=big)
        self._question = Question()
        self._question.hide()
        super().__init__(label, self._box, hint=hint, parent=parent)
        self._shown: tuple[EntryState, Text | str, Text | str] = (EntryState.WAITING, "", "")
        self._answered: tuple[Text | str, int | None] = ("", None)
        self._remark: Text | str = ""
        self._rows.addWidget(self._question)
        self.line.textEdited.connect(self.typed)
        self.line.returnPressed.connect(self.confirmed)
        self.line.focused.connect(self._follow_focus)
        keys_of(self.line).erased = self.erased.emit

    def set_low(self, low: bool) -> None:
        """Reduce the height of the box too."""
        super().set_low(low)
        self._box.set_low(low)

    def set_beside(self, beside: bool) -> None:
        """Leave out the remark beside an answer, too."""
        super().set_beside(beside)
        self._box.set_narrow(beside)

    @property
    def line(self) -> TextField:
        """The line edit, for tab order and tests."""
        return self._box.line

    def text(self) -> str:
        """The typed text that is not yet an answer."""
        return self.line.text()

    def set_text(self, text: str) -> None:
        """Set the text of the line edit. The cursor moves only if the text changes."""
        if text != self.line.text():
            self.line.setText(text)

    def set_answer(self, answer: Text | str, *, number: int | None = None) -> None:
        """Show ``answer`` before the line edit, after the ``number`` of the player if it is one.

        An empty ``answer`` removes it.
        """
        if (answer, number) == self._answered:
            return
        self._answered = (answer, number)
        self._box.answer.set_text(answer)
        self._box.answer.setVisible(bool(answer))
        self._box.badge.setVisible(bool(answer) and number is not None)
        self._box.fit_remark()
        if number is not None:
            self._box.badge.set_number(number)
        self.describe_editor()

    def answer(self) -> str:
        """The answer in the current language, or an empty string."""
        return "" if self._box.answer.isHidden() else self._box.answer.full_text()

    def set_aside(self, aside: Text | str) -> None:
        """Show a remark at the right, such as the player's wind or who pays what. ``\\n`` separates two lines."""
        if aside == self._remark:
            return
        self._remark = aside
        self._box.aside.set_text(aside)
        self._box.fit_remark()
        self.describe_editor()

    def set_state(self, state: EntryState, title: Text | str = "", body: Text | str = "") -> None:
        """Show ``state`` by the frame, and a message below.

        ``title`` and ``body`` say what is wrong and what to do (REFUSED), or ask and say what Enter and Esc do (ASKS).
        """
        if (state, title, body) == self._shown:
            return
        before, self._box.state, self._shown = self._box.state, state, (state, title, body)
        self._box.update()
        if _WITH_MESSAGE.isdisjoint((before, state)):
            return
        self.clear_problem()
        self._question.setVisible(state is EntryState.ASKS)
        if state is EntryState.REFUSED:
            self.set_problem(title, body)
        elif state is EntryState.ASKS:
            self._question.show_notice(NoticeKind.WARN, title, body)
        self.describe_editor()

    def question(self) -> str:
        """The question under the field, or an empty string."""
        return "" if self._question.isHidden() else self._question.text()

    def _follow_focus(self, focused: bool) -> None:
        self._box.update()
        if focused:
            self.entered.emit()

    def description(self) -> str:
        """The answer and its remark, then the question or problem, then the keys."""
        answer = ", ".join(filter(None, (self.answer(), self._aside())))
        return "; ".join(filter(None, (answer, self.question(), super().description())))

    def answer_words(self) -> str:
        """The answer with its remark after the label, like “Winner: Ada, East”, for an announcement."""
        answer = ", ".join(filter(None, (self.answer(), self._aside())))
        return translator.translate(mark("{field}: {answer}", field=self._label, answer=answer))

    def _aside(self) -> str:
        return self._box.aside.text().replace("\n", ", ")

    def describe_editor(self) -> None:
        """Set the description of the line edit, which has the focus, instead of the frame's."""
        self.line.setAccessibleDescription(self.description())

    def _name_editor(self) -> None:
        super()._name_editor()
        self.line.setAccessibleName(self._box.accessibleName())
