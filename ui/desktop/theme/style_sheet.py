"""The palette and the style sheet, both made from the colour tokens.

The style sheet covers what Qt draws itself (line edits, lists, scroll bars, menus). Widgets that the program paints
(buttons, cards, signs) ask for the tokens. States are dynamic properties, so that the rules are easy to read.
"""

from dataclasses import asdict
from functools import cache
from string import Template

from PySide6.QtGui import QColor, QPalette

from ui.desktop.theme.tokens import Tokens, Tone


def palette(tokens: Tokens) -> QPalette:
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
def style_sheet(tokens: Tokens) -> str:
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
QTableView[plain="true"] { background: transparent; border: none; border-radius: 0; padding: 0; }
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
QMenu { background: $surface; color: $text; border: 1px solid $line_strong; padding: 4px; }
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
QDialog { background: $bg; }
"""
