"""The help on the page in view: a panel over the window's right side, in the current language."""

import re
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QApplication, QFrame, QTextBrowser, QWidget

import assets
from tournament.language import ENGLISH, Language, mark
from ui.desktop.keys import key_name
from ui.desktop.theme import Room, Size, Tone, Type, font, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.card import EdgedSurface
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

_KEY = re.compile(r"`([^`]+)`")
_WIDTH = 440
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


def help_text(page: str, language: Language) -> str:
    """The help on ``page`` in Markdown, English where there is no translation; FileNotFoundError without any.

    Keys stand between backticks, in Qt's portable form.
    """
    own = Path(assets.path("help", language.code, f"{page}.md"))
    return (own if own.exists() else Path(assets.path("help", ENGLISH.code, f"{page}.md"))).read_text(encoding="utf-8")


class _HelpBrowser(QTextBrowser):
    """Esc is for the help alone while it has the focus, whatever the page below uses it for."""

    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the shortcuts of the page."""
        overriding = event.type() is QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Esc, scroll by all others."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class HelpPanel(EdgedSurface):
    """F1 opens and closes it, Esc closes it; it follows the page while it is open."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(Qt.Edge.LeftEdge, line="line_strong", parent=window)
        self._page = ""
        self._before: QWidget | None = None
        self.browser = _HelpBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setProperty("ring", False)
        close = LinkButton(mark("Close"), hint="Esc")
        close.clicked.connect(self.close_help)
        title = TextLabel(mark("Help"), kind=Type.LABEL, tone=Tone.TEXT2)
        margins = (int(Size.PANEL_MARGIN), 12, 8, 12)
        column(row(title, None, close), stretched(self.browser), spacing=6, margins=margins, on=self)
        self.browser.left.connect(self.close_help)
        window.installEventFilter(self)
        translator.changed.connect(self._write)
        theme.changed.connect(self._write)
        self.hide()

    def toggle(self, page: str) -> None:
        """Open the help on ``page``, or close it when that is what is open."""
        if self.isVisible() and page == self._page:
            self.close_help()
            return
        self._before = QApplication.focusWidget()
        self._page = page
        self._write()
        self._place()
        self.show()
        self.raise_()
        self.browser.setFocus()

    def follow(self, page: str) -> None:
        """Another page came up: while help is open, it is on that one."""
        if self.isVisible() and page != self._page:
            self._page = page
            self._write()

    def close_help(self) -> None:
        """Close it, and give the focus back."""
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the window's right side."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        window = self.parentWidget()
        if window is not None:
            bars = Room(window.width(), window.height()).density
            high = window.height() - bars.top_bar - bars.status_bar
            wide = min(_WIDTH, window.width())
            self.setGeometry(window.width() - wide, bars.top_bar, wide, high)

    def _write(self) -> None:
        if not self._page:
            return
        text = _KEY.sub(lambda found: f"`{key_name(found[1])}`", help_text(self._page, translator.language))
        document = self.browser.document()
        document.setDefaultFont(typeface(Type.BODY, figures=False))
        document.setMarkdown(text, _FEATURES)
        _style(document)
        self.browser.setAccessibleName(translator.translate(mark("Help")))
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)


def _style(document: QTextDocument) -> None:
    """Give headings, keys and the table of keys the type and the colours of the theme."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    ink = QTextCharFormat()
    ink.setForeground(QColor(theme.tokens.text))
    cursor.mergeCharFormat(ink)
    block = document.begin()
    while block.isValid():
        _style_block(document, block)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _style_table(frame)


def _style_block(document: QTextDocument, block: QTextBlock) -> None:
    cursor = QTextCursor(block)
    form = block.blockFormat()
    if form.headingLevel():
        form.setBottomMargin(8)
        cursor.setBlockFormat(form)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_char_format(typeface(Type.PAGE_TITLE), theme.tokens.text))
    elif cursor.currentTable() is None:
        form.setLineHeight(135.0, 1)  # per cent of the line
        form.setBottomMargin(10)
        cursor.setBlockFormat(form)
    for fragment in _fragments(block):
        if fragment.charFormat().fontFixedPitch():
            span = QTextCursor(document)
            span.setPosition(fragment.position())
            span.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
            key = _char_format(font(13, 600), theme.tokens.text)
            key.setBackground(QColor(theme.tokens.line))
            span.setCharFormat(key)


def _fragments(block: QTextBlock) -> list[QTextFragment]:
    found, position = [], block.begin()
    while not position.atEnd():
        found.append(position.fragment())
        position += 1
    return found


def _char_format(face: QFont, colour: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setFont(face)
    form.setForeground(QColor(colour))
    return form


def _style_table(table: QTextTable) -> None:
    form = table.format()
    form.setBorder(0)
    form.setCellSpacing(0)
    form.setCellPadding(5)
    form.setTopMargin(6)
    form.setColumnWidthConstraints(
        [QTextLength(QTextLength.Type.PercentageLength, 34), QTextLength(QTextLength.Type.PercentageLength, 66)]
    )
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(form)
