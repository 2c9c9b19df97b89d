"""The help panel: about the current page, or a list of all keys, in the current language."""

import re
from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
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
from shiboken6 import isValid

import assets
from reports.sheets.symptoms import TITLE, symptom_text
from tournament.language import Language, Search, mark
from tournament.language.guides import CHAPTERS, SAMPLES, Chapter, chapter
from tournament.language.help_pages import EVERYWHERE, ListedKeys, help_text, listed_keys, opening_of
from ui.desktop.theme import Size, Tone, Type, font, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import ABOUT, DOWN, ESCAPE, KEYS_SHOWN, answer_keys, key_name, without_breaks
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

_KEY = re.compile(r"`([^`]+)`")


def key_list(pages: "tuple[str, ...]", typed: str, language: Language) -> str:
    """The keys of ``pages`` that a search for ``typed`` finds, as Markdown with a table for each page.

    Empty if there are none.
    """
    search = Search(typed)
    return "\n".join(part for page in pages for part in _key_table(page, search, language))


def _key_table(page: str, search: Search, language: Language) -> Iterator[str]:
    text = help_text(page, language)
    title = text.partition("\n")[0].removeprefix("# ")
    rows = [row for row in listed_keys(page, language) if _found(row, search, title)]
    if rows:
        head = text[: text.index("|---|---|")].rstrip().rpartition("\n")[2]
        yield f"## {title}\n\n{head}\n|---|---|"
        yield from (f"| {row.shown} | {row.action} |" for row in rows)
        yield ""


def _found(row: ListedKeys, search: Search, page: str) -> bool:
    """Whether ``search`` finds the row in the list of keys of the page called ``page``."""
    return search.finds(page, row.action, *row.keys, *(key_name(key) for key in row.keys))


def with_key_names(text: str) -> str:
    """``text`` with its keys named as on the user's keyboard."""
    return _KEY.sub(lambda found: f"`{key_name(found[1])}`", text)


_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class _HelpBrowser(QTextBrowser):
    """Shows the text of the help. Characters typed here go to the widget that had the focus before."""

    left = Signal()
    typed = Signal(str)
    """The user typed this character, which is meant for the page."""

    def event(self, event: QEvent) -> bool:
        """Accept Esc before Qt treats it as a shortcut of the page."""
        overriding = event.type() is QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, pass on characters, scroll with all other keys."""
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.text().isprintable() and event.text() and not held:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class HelpPanel(EdgedSurface):
    """The help about the current page, or the list of all keys. It lies over the page, which keeps its place.

    Esc closes it while it has the focus. The window opens and closes it with F1 and with the key of the list.
    """

    page_wanted = Signal()
    """The widget that had the focus before is gone: focus the current page."""
    about_wanted = Signal()
    """The user asked for the version of the program."""

    def __init__(self, pages: tuple[str, ...], key_rows: Callable[[str], str] = lambda _page: "") -> None:
        """Create the panel. It lists the keys of ``pages`` in this order.

        ``key_rows`` returns the keys that a page has only in the open event, as rows of its table in Markdown.
        """
        super().__init__(Qt.Edge.LeftEdge, line="line_strong")
        self._pages, self._page, self._lists_keys, self._shows_trouble = pages, "", False, False
        self._whole = False
        self._chapter = ""
        """The address of the chapter of a guide that is shown; empty: none is."""
        self._key_rows = key_rows
        self._before: QWidget | None = None
        self.browser = _HelpBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setProperty("ring", False)
        self.search = SearchField(mark("Find a key"))
        self._title = TextLabel(mark("Help"), kind=Type.LABEL, tone=Tone.TEXT2)
        self.other = LinkButton(mark("All keys"), hint=KEYS_SHOWN)
        self.more = LinkButton(mark("More about this page"))
        self.trouble = LinkButton(TITLE)
        self.guide = LinkButton("")
        about = LinkButton(mark("About Quatre Vents"), hint=ABOUT, tone=Tone.TEXT2)
        about.clicked.connect(self.about_wanted)
        close = LinkButton(mark("Close"), hint="Esc")
        margins = (int(Size.PANEL_MARGIN), 12, 8, 12)
        column(row(self._title, None, self.other, close), row(self.more, None, self.trouble),
               row(self.guide, None), row(self.search, 12, spacing=0), stretched(self.browser), row(about, None),
               spacing=6, margins=margins, on=self)  # fmt: skip
        close.clicked.connect(self.close_help)
        self.more.clicked.connect(self._show_more)
        self.trouble.clicked.connect(self.show_trouble)
        self.guide.clicked.connect(self._show_guide)
        self.browser.anchorClicked.connect(self._follow_link)
        self.other.clicked.connect(lambda: self.show_help(self._page) if self._lists_keys else self.show_keys())
        self.search.textEdited.connect(self._write)
        answer_keys(self.search, {ESCAPE: self.close_help, DOWN: self.browser.setFocus})
        self.browser.left.connect(self.close_help)
        self.browser.typed.connect(self._type_on_page)
        translator.changed.connect(self._write)
        theme.changed.connect(self._write)
        self.hide()

    @property
    def lists_keys(self) -> bool:
        """Whether the list of all keys is shown, instead of the help about a page."""
        return self._lists_keys

    def show_help(self, page: str) -> None:
        """Show the help about ``page``."""
        self._open(page, lists_keys=False)
        self.browser.setFocus()

    def show_keys(self, page: str = "") -> None:
        """Show the list of all keys with a search field. The keys of ``page`` come first."""
        self.search.clear()
        self._open(page or self._page, lists_keys=True)
        self.search.setFocus()

    def show_trouble(self) -> None:
        """Show what can go wrong during an event, where to look and what helps."""
        self._shows_trouble, self._whole, self._chapter = True, False, ""
        self._write()
        self.browser.setFocus()

    def show_chapter(self, address: str) -> None:
        """Show the chapter of a guide at ``address``; ignored if there is none."""
        if chapter(address, translator.language) is not None:
            self._chapter, self._shows_trouble, self._whole = address, False, False
            self._write()
            self.browser.setFocus()

    def _show_guide(self) -> None:
        """Show the chapter about the page; if a chapter is shown, the beginning of its guide."""
        shown = chapter(self._chapter, translator.language) if self._chapter else None
        self.show_chapter(CHAPTERS.get(self._page, "") if shown is None else shown.guide)

    def _follow_link(self, target: QUrl) -> None:
        if target.scheme():
            QDesktopServices.openUrl(target)
        elif target.path() == SAMPLES:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(assets.samples())))
        else:
            self.show_chapter(QUrl.fromPercentEncoding(target.toEncoded()))

    @property
    def before(self) -> QWidget | None:
        """The widget that had the focus when the panel was opened, as far as it still exists."""
        return self._before if self._before is not None and isValid(self._before) else None

    def follow(self, page: str) -> None:
        """Show the help about ``page``, which is the current page now, if the panel is open."""
        if self.isVisible() and page != self._page:
            self._page, self._shows_trouble, self._whole, self._chapter = page, False, False, ""
            self._write()

    def close_help(self) -> None:
        """Close the panel. If the focus was in it, return the focus to the earlier widget."""
        inside = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        if inside:
            self._give_focus_back()

    def _open(self, page: str, *, lists_keys: bool) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and not self.isAncestorOf(focused):
            self._before = focused
        self._page, self._lists_keys, self._shows_trouble, self._whole = page, lists_keys, False, False
        self._chapter = ""
        self._title.set_text(mark("Keys") if lists_keys else mark("Help"))
        self.other.set_text(mark("This page") if lists_keys else mark("All keys"))
        self.other.set_hint("F1" if lists_keys else KEYS_SHOWN)
        self.search.setVisible(lists_keys)
        self.trouble.setVisible(not lists_keys)
        self._write()
        self.show()

    def _show_more(self) -> None:
        """Show the whole help about the page, or its first lines again."""
        self._whole = not self._whole and not self._shows_trouble and not self._chapter
        self._shows_trouble, self._chapter = False, ""
        self._write()
        self.browser.setFocus()

    def _give_focus_back(self) -> None:
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        else:
            self.page_wanted.emit()

    def _type_on_page(self, text: str) -> None:
        """Return the focus and type the character ``text`` there."""
        self._give_focus_back()
        target = QApplication.focusWidget()
        if target is not None and not self.isAncestorOf(target):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                key = ord(text.upper()) if text.isascii() else 0
                QApplication.sendEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))

    def _write(self) -> None:
        if not self._page:
            return
        shown = chapter(self._chapter, translator.language) if self._chapter else None
        self._name_links(shown)
        document = self.browser.document()
        document.setDefaultFont(typeface(Type.BODY, figures=False))
        text = with_key_names(self._text()) if shown is None else shown.text
        document.setMarkdown(without_breaks(text), _FEATURES)
        _style(document)
        self.browser.setAccessibleName(translator.translate(mark("Keys") if self._lists_keys else mark("Help")))
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)

    def _name_links(self, shown: Chapter | None) -> None:
        """Name the links above the text after what they lead to, with the chapter ``shown`` or without one."""
        language = translator.language
        elsewhere = self._shows_trouble or shown is not None
        more = opening_of(self._page, language) != help_text(self._page, language)
        self.more.setVisible(not self._lists_keys and (more or elsewhere))
        self.more.set_text(mark("This page") if elsewhere else
                           mark("Less") if self._whole else mark("More about this page"))  # fmt: skip
        target = CHAPTERS.get(self._page, "") if shown is None else shown.guide
        leads = chapter(target, language) if target != self._chapter else None
        self.guide.setVisible(leads is not None and not self._lists_keys)
        if leads is not None:
            self.guide.set_text(mark("Guide: {chapter}", chapter=leads.link))

    def _text(self) -> str:
        """What is shown of the help: keys, what can go wrong, or the page."""
        language = translator.language
        if self._lists_keys:
            first = (self._page, EVERYWHERE)
            others = (page for page in self._pages if page not in first)
            found = key_list((*first, *others), self.search.text(), language)
            return found or translator.translate(mark("No matching key."))
        if self._shows_trouble:
            return symptom_text(language)
        text = help_text(self._page, language) if self._whole else opening_of(self._page, language)
        return text.rstrip() + "\n" + self._key_rows(self._page)


def _style(document: QTextDocument) -> None:
    """Apply the fonts and colours of the theme to headings, keys and the tables of keys."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # Qt lays the document out at the end, not after each change
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
    cursor.endEditBlock()


def _style_block(document: QTextDocument, block: QTextBlock) -> None:
    cursor = QTextCursor(block)
    shape = block.blockFormat()
    if shape.headingLevel():
        shape.setBottomMargin(8)
        cursor.setBlockFormat(shape)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_char_format(typeface(Type.PAGE_TITLE), theme.tokens.text))
    elif cursor.currentTable() is None:
        shape.setLineHeight(135.0, 1)  # percent of the line height
        shape.setBottomMargin(10)
        cursor.setBlockFormat(shape)
    for fragment in _fragments(block):
        form = fragment.charFormat()
        if not form.fontFixedPitch() and not form.isAnchor():
            continue
        span = QTextCursor(document)
        span.setPosition(fragment.position())
        span.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
        if form.isAnchor():
            form.setForeground(QColor(theme.tokens.accent))
            span.setCharFormat(form)
        else:
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
    widths = (34, 66) if table.columns() == 2 else (100 // table.columns(),) * table.columns()
    form.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, width) for width in widths])
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(form)
