"""The appearance of the window: palette, style sheet, and the ring around the focus. It can change at any time.

The style sheet covers what Qt draws itself (line edits, lists, scroll bars, menus) and plain surfaces. Widgets that the
program paints (buttons, signs) ask for the tokens. States are dynamic properties, so that the rules are easy to read.
"""

from collections.abc import Callable
from dataclasses import asdict
from enum import Enum
from functools import cache
from string import Template

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QStackedWidget, QWidget
from shiboken6 import isValid

from ui.desktop.listening import listen
from ui.desktop.theme.fonts import load, typeface
from ui.desktop.theme.tokens import DARK, LIGHT, Size, Tokens, Tone, Type

_EDGE = int(Size.RING)
_RING = "focusRing"
"""The property in which a control keeps its ring."""
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ZOrderChange}


class FocusRing(QWidget):
    """A ring behind one control with the focus, three pixels wider on each side, so that only a halo is visible.

    It is a child of the innermost container with enough room, so that no container clips it.
    """

    def __init__(self, target: QWidget, colour: Callable[[QWidget], str]) -> None:
        super().__init__(target.parentWidget())
        self._target = target
        self._colour = colour
        self._followed: list[QWidget] = []
        """The control and the containers between it and the parent of the ring, all of which can move."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        target.setProperty(_RING, self)
        target.destroyed.connect(self.deleteLater)

    def come(self, target: QWidget) -> None:
        """Show the ring around the control and follow it.

        ``target`` is always the same control. But for parts that Qt created itself, such as the lists of its file
        dialog, it can be another Python object than before, and the earlier one is no longer valid.
        """
        self._target = target
        self._place()

    def leave(self) -> None:
        """Hide the ring and stop following the control."""
        self._follow([])
        self.hide()

    def _place(self) -> None:
        within, home = _containers(self._target)
        self._follow(within)
        if self.parentWidget() is not home:
            self.setParent(home)
        self.setGeometry(_around(self._target, home))
        self.stackUnder(within[-1])
        self.setVisible(not self._target.isHidden())

    def _follow(self, within: list[QWidget]) -> None:
        if within != self._followed:
            for each in self._followed:
                if isValid(each):
                    each.removeEventFilter(self)
            for each in within:
                each.installEventFilter(self)
            self._followed = within

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the control."""
        # A control without a parent, as while it moves to another, has no container for the ring.
        if event.type() in _MOVES and isValid(self._target) and self._target.parentWidget() is not None:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill a rounded rectangle. The control in front of it covers all but the edge."""
        if not isValid(self._target):  # the ring is deleted with the control, a moment later
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour(self._target)))
        painter.drawRoundedRect(QRectF(self.rect()), Size.RADIUS + _EDGE, Size.RADIUS + _EDGE)


class FocusFollower(QObject):
    """Shows a ring around the control with the focus.

    A control that shows its focus itself, such as a list with its rows, sets the property ``ring`` to False.
    A control inside a larger frame, such as the line edit of an entry field, stores the frame in the property
    ``ringFrame``.
    """

    def __init__(self, colour: Callable[[QWidget], str]) -> None:
        super().__init__()
        self._colour = colour
        self._ring: FocusRing | None = None

    def follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Show the ring around ``new``, or hide it if ``new`` is None.

        Each control keeps its ring, because the focus often returns to it.
        """
        if self._ring is not None and isValid(self._ring):
            self._ring.leave()
        framed = _framed(new)
        self._ring = None
        if framed is not None:
            self._ring = self._around(framed)
            self._ring.come(framed)

    def _around(self, target: QWidget) -> FocusRing:
        made = target.property(_RING)
        return made if isinstance(made, FocusRing) and isValid(made) else FocusRing(target, self._colour)


def _containers(target: QWidget) -> tuple[list[QWidget], QWidget]:
    """The control and the containers too small for its ring, from the inside; and the first one with enough room."""
    within, home = [target], target.parentWidget()
    assert home is not None
    while not (_bounds(home, target) or home.rect().contains(_around(target, home))):
        within.append(home)
        home = home.parentWidget()
        assert home is not None
    return within, home


def _bounds(container: QWidget, target: QWidget) -> bool:
    """Whether the ring must stay in ``container``: a surface, or a viewport in which the control is partly hidden."""
    around = container.parentWidget()
    if around is None or container.isWindow():
        return True
    if isinstance(around, QScrollArea) and container is around.viewport():
        return not container.rect().contains(_around(target, container, edge=0))
    return isinstance(container, QFrame) and not isinstance(container, QScrollArea | QStackedWidget)


def _around(target: QWidget, container: QWidget, *, edge: int = _EDGE) -> QRect:
    return QRect(target.mapTo(container, QPoint()), target.size()).adjusted(-edge, -edge, edge, edge)


def _framed(control: QWidget | None) -> QWidget | None:
    if control is None or control.property("ring") is False:
        return None
    frame = control.property("ringFrame")
    target = frame if isinstance(frame, QWidget) else control
    return target if target.parentWidget() is not None and not target.isWindow() else None


def _palette(tokens: Tokens) -> QPalette:
    """The palette in the colours of ``tokens``."""
    made = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.bg,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.surface,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.danger,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.PlaceholderText: tokens.text3,
        role.ToolTipBase: tokens.surface,
        role.ToolTipText: tokens.text,
        role.Light: tokens.surface,
        role.Midlight: tokens.surface2,
        role.Mid: tokens.line,
        role.Dark: tokens.line_strong,
        role.Shadow: tokens.line_strong,
        role.Accent: tokens.accent,
    }
    for which, colour in colours.items():
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(tokens.text3))
    return made


@cache
def _style_sheet(tokens: Tokens) -> str:
    """The style sheet in the colours of ``tokens``."""
    tones = "\n".join(f'QLabel[tone="{tone.value}"] {{ color: {tone.of(tokens)}; }}' for tone in Tone)
    return Template(_SHEET).substitute(asdict(tokens)) + tones


_SHEET = """
QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox, QDateEdit, QTimeEdit {
    background: $surface; color: $text; border: 1px solid $line_strong; border-radius: 7px;
    padding: 1px 10px; selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit, QAbstractSpinBox, QComboBox { min-height: 32px; }
QPlainTextEdit { padding: 5px 7px; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid $accent; padding: 0 9px; }
QPlainTextEdit:focus { border: 2px solid $accent; padding: 4px 6px; }
QLineEdit[refused="true"], QAbstractSpinBox[refused="true"], QComboBox[refused="true"] {
    border: 2px solid $danger; padding: 0 9px; }
QPlainTextEdit[refused="true"] { border: 2px solid $danger; padding: 4px 6px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {
    background: $surface2; color: $text3; border: 1px solid $line; }
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus {
    background: transparent; border: none; padding: 0; min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QComboBox::drop-down { width: 32px; border: none; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView {
    background: $surface; color: $text; border: 1px solid $line_strong; padding: 4px; outline: 0;
    selection-background-color: $accent_soft; selection-color: $text; }
QComboBox QAbstractItemView::item { min-height: 30px; padding: 0 6px; border: none; }
QComboBox QAbstractItemView::item:selected { background: $accent_soft; color: $text; }

QTableView, QTreeView, QListView {
    background: $surface; color: $text; border: 1px solid $line; border-radius: 9px; padding: 1px;
    gridline-color: $line; outline: 0; selection-background-color: $accent_soft; selection-color: $text; }
QTableView:focus, QTreeView:focus, QListView:focus { border: 2px solid $accent; padding: 0; }
QTableView[plain="true"], QListView[plain="true"] {
    background: transparent; border: none; border-radius: 0; padding: 0; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section {
    background: transparent; color: $text3; border: none; border-bottom: 1px solid $line_strong; padding: 0 8px; }
QTableCornerButton::section { background: transparent; border: none; }
QTableView QLineEdit { min-height: 0; border-radius: 0; padding: 0 6px; }

QScrollArea { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $line_strong; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QToolTip { background: $surface; color: $text; border: 1px solid $line_strong; padding: 5px 8px; }
QMenu { background: $surface; color: $text; border: 1px solid $line_strong; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $text3; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QProgressBar { background: $surface2; border: 1px solid $line; border-radius: 4px; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QSlider { min-height: 26px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line_strong; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -7px 0; border-radius: 9px; background: $surface; border: 2px solid $accent; }

Card { background: $surface; border: 1px solid $line; border-radius: 9px; padding: 1px; }
Card[quiet="true"] { background: $surface2; }
Card[selected="true"] { background: $accent_soft; border: 2px solid $accent; padding: 0; }
EdgedSurface { background: $surface; border: 0 solid $line; }
EdgedSurface[ground="rail"] { background: $rail; }
EdgedSurface[ground="warn_soft"] { background: $warn_soft; }
EdgedSurface[line="line_strong"] { border-color: $line_strong; }
EdgedSurface[line="warn"] { border-color: $warn; }
EdgedSurface[edge="left"] { border-left-width: 1px; }
EdgedSurface[edge="right"] { border-right-width: 1px; }
EdgedSurface[edge="top"] { border-top-width: 1px; }
EdgedSurface[edge="bottom"] { border-bottom-width: 1px; }
Rule { background: $line; }
Rule[strong="true"] { background: $line_strong; }
Notice[kind="ok"], MessageBar[kind="ok"] { background: $ok_soft; }
Notice[kind="info"], MessageBar[kind="info"] { background: $surface2; }
Notice[kind="warn"], MessageBar[kind="warn"] { background: $warn_soft; }
Notice[kind="danger"], MessageBar[kind="danger"] { background: $danger_soft; }
Notice { border: 1px solid transparent; border-radius: 7px; }
Notice[kind="info"] { border-color: $line; }
Notice[boxed="false"] { background: transparent; border: none; }
_FigureRow { border: 0 solid $line; border-bottom-width: 1px; }
_FigureRow[strong="true"] { border-color: $line_strong; }
_FigureRow[marked="true"] { background: $accent_soft; }
EffectTable { border: 0 solid $line; border-top-width: 1px; }
QFrame[ground="paper"] { background: $paper; border: 1px solid $paper_rule; border-radius: 6px; }
QFrame[ground="band"] { background: $band; }
QFrame[ground="paper_line"] { background: $paper_line; }
QFrame[ground="paper_rule"] { background: $paper_rule; }
QFrame[ground="accent"] { background: $accent; border-radius: 2px; }
QFrame[ground="felt"] { background: $felt; border: 1px solid $line; border-radius: 9px; }
_WaitCard { background: $surface; border: 1px solid $line; border-radius: 7px; padding: 1px; }
_WaitCard[won="true"] { border: 2px solid $accent; padding: 0; }
PlayerBadge { border: 1px solid $line_strong; border-radius: 4px; color: $text2; }
Chip { background: $surface; border: 1px solid $line; border-radius: 11px; }
Chip[tone="ok"] { background: $ok_soft; border-color: $ok_soft; }
Chip[tone="warn"] { background: $warn_soft; border-color: $warn_soft; }
Chip[tone="danger"] { background: $danger_soft; border-color: $danger_soft; }
Chip[tone="accent"] { background: $accent_soft; border-color: $accent_soft; }
PagePreview { background: $rail; border: 1px solid $line; border-radius: 9px; }
QRadioButton { background: $surface; border: 1px solid $line; border-radius: 7px; }
QRadioButton:focus { border-color: $accent; }
QRadioButton:checked { background: $accent_soft; border: 2px solid $accent; }
QRadioButton::indicator {
    subcontrol-origin: border; subcontrol-position: top left; left: 13px; top: 11px;
    width: 16px; height: 16px; border: 1px solid $line_strong; border-radius: 9px; background: $surface; }
QRadioButton::indicator:checked {
    width: 14px; height: 14px; border: 2px solid $accent;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $accent, stop: 0.5 $accent, stop: 0.6 $surface, stop: 1 $surface); }
QRadioButton QLabel:disabled { color: $text3; }
QDialog { background: $bg; }
"""


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property for which the style sheet has rules, and apply them. Does nothing if the value is the same."""
    if value != widget.property(name):
        widget.setProperty(name, value)
        # Qt matches the rules of a style sheet only when it polishes a widget, not when a property changes.
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Appearance(Enum):
    """The appearance that the user chose. The value is stored in the preferences."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Appearance.SYSTEM: Qt.ColorScheme.Unknown,
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """The appearance in use. Code that paints reads :attr:`tokens` each time it paints."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choice = Appearance.SYSTEM
        self.tokens = LIGHT
        """The colours of the current theme: an attribute, because painting reads it very often."""
        self._halo: FocusFollower | None = None

    @property
    def style_sheet(self) -> str:
        """The style sheet, which each window sets on itself.

        The application has none. So a widget that is built outside a window is styled once, when it is added to
        one, and not with every layout to which it is added before.
        """
        return _style_sheet(self.tokens)

    @property
    def choice(self) -> Appearance:
        """The user's choice, which may be “as the system”."""
        return self._choice

    @property
    def dark(self) -> bool:
        """Whether the dark colours are in use."""
        return self.tokens is DARK

    def install(self, app: QApplication, choice: Appearance = Appearance.SYSTEM) -> None:
        """Load the fonts and style ``app`` before the first widget is shown. A later call only sets ``choice``."""
        if self._halo is not None:
            self.set_choice(choice)
            return
        load()
        app.setStyle("Fusion")
        app.setFont(typeface(Type.BODY, figures=False))  # all other fonts inherit the features of this one
        self._halo = FocusFollower(self._halo_colour)
        listen(app.focusChanged, self, self._halo.follow)
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._choice = choice
        app.styleHints().setColorScheme(_SCHEMES[choice])
        self._apply(app)

    def set_choice(self, choice: Appearance) -> None:
        """Switch to light, dark or the system's appearance, at once and in all windows."""
        self._choice = choice
        QGuiApplication.styleHints().setColorScheme(_SCHEMES[choice])
        self._follow_system()

    def _halo_colour(self, control: QWidget) -> str:
        return self.tokens.danger_soft if control.property("refused") else self.tokens.accent_soft

    def _follow_system(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._wanted() is not self.tokens:
            self._apply(app)

    def _wanted(self) -> Tokens:
        if self._choice is Appearance.SYSTEM:
            return DARK if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice is Appearance.DARK else LIGHT

    def _apply(self, app: QApplication) -> None:
        self.tokens = self._wanted()
        app.setPalette(_palette(self.tokens))
        self.changed.emit()


theme = Theme()
"""The theme of the process."""
