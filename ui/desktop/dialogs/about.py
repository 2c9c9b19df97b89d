"""About the program: its version, whether there is a newer one, and the licence of every component in it."""

import platform
import re
from importlib.util import find_spec

from PySide6.QtCore import Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from assets.licences import Work as Licensed
from assets.licences import works
from reports.column import Emphasis
from tournament.language import Search, Text, folded, mark, mark_count
from ui import RELEASES, WEBSITE, __version__, build
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.long_work import CurrentWork, Work, WorkBar, in_own_thread
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import DOWN, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.updates import Release, UpdatesUnknown, last_release

_NARROW, _WIDE_LINE, _CENTRED = 50, 120, 13
"""Lines between two lengths may belong to a wrapped paragraph: shorter ones are headings or names, longer ones are not
wrapped. A line with a larger indent than the third is centred."""
_FULL = 2 / 3
"""The share of the width of its paragraph that a wrapped line fills at least."""
_MARK = re.compile(r"[-*•#>`|]|\(?(?:\d{1,2}|[a-z]|[ivx]+|[A-Z])[.)]\s")
"""The beginning of a list entry, a row of a table or a quotation."""
_COLUMNS = re.compile(r"\S {3,}\S|^[-=*_]{3}")
"""A line with columns, or a rule."""
_COPYRIGHT = re.compile(r"(?:Portions )?(?:Copyright\s+(?:\(|©|\d|\[)|©|\([cC]\)\s)")


def unwrapped(text: str) -> str:
    """``text`` with each wrapped paragraph joined into one line, because the dialog wraps it again."""
    made: list[str] = []
    last, hanging, width = "", -1, 0
    lines = [line.rstrip() for line in text.split("\n")]
    for place, line in enumerate(lines):
        if not last:
            width = _width(lines, place)
        indent = len(line) - len(line.lstrip())
        if _goes_on(last, line, width) and hanging in (-1, indent):
            made[-1] += f" {line.strip()}"
            hanging = indent
        else:
            made.append(line)
            hanging = -1
        last = line
    return "\n".join(made)


def _width(lines: list[str], begin: int) -> int:
    """The length of the longest line of the paragraph that begins at line ``begin``; 0 if there is none to wrap."""
    end = next((place for place in range(begin, len(lines)) if not lines[place]), len(lines))
    return max((len(line) for line in lines[begin:end] if len(line) <= _WIDE_LINE), default=0)


def _goes_on(last: str, line: str, width: int) -> bool:
    """Whether ``line`` continues the paragraph of ``last``, from which it was wrapped at ``width``."""
    before, text = last.strip(), line.strip()
    full = width >= _NARROW and _FULL * width <= len(last) <= _WIDE_LINE
    if not text or not full or len(last) - len(before) >= _CENTRED or _MARK.match(text) or _COPYRIGHT.match(text):
        return False
    names = _COPYRIGHT.match(before) and text[0].isupper()
    return not (names or _COLUMNS.search(before) or _COLUMNS.search(text))


_WIDE, _HIGH, _ROUND = 1080, 700, 60
"""Preferred size of the dialog, and the margin in which the window below stays visible, in pixels."""


class AboutDialog(Dialog):
    """Shows the version and the licences. It looks for a newer version only when the user presses the button."""

    guides_wanted = Signal()
    """The user wants to read the guides."""

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translator.translate(mark("About Quatre Vents")))
        self._page = ""
        self._works: tuple[tuple[Licensed, str], ...] = ()
        """The components, each with its text for the search."""
        self._asking = CurrentWork(self)
        self._reading = CurrentWork(self)
        self.check = OutlineButton(mark("Check for updates"), shortcut="Ctrl+U")
        self.check.setVisible(bool(RELEASES))
        self.show_page = OutlineButton(mark("Open the page in the browser"), shortcut="Ctrl+Return")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.INFO, boxed=False)
        self.news = _text(mark("What is new"))
        self.news.setMaximumHeight(160)
        self.search = SearchField(mark("Find a component or a licence"), key="Ctrl+F")
        self.table: TableView[Licensed] = TableView(
            mark("Licences"),
            [
                TableColumn(mark("Component"), lambda work: work.name, emphasis=Emphasis.NAME),
                TableColumn(mark("Version"), lambda work: work.version, width=136),
                TableColumn(mark("Licence"), lambda work: work.licence),
            ],
            key=lambda work: work.name,
        )
        self.freedom = Notice(NoticeKind.INFO)
        self.licence = _text(mark("Text of the licence"))
        self.guides = OutlineButton(mark("Guides"), shortcut="Ctrl+G")
        self.website = OutlineButton(mark("Website"), shortcut="Ctrl+B")
        self.website.setVisible(bool(WEBSITE))
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        for later in (self.show_page, self.outcome, self.news, self.freedom):
            later.hide()
        self._lay_out()
        self._listen()
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self._reading.start(Work(lambda _step: tuple((each, _words(each)) for each in works())))
        self.search.setFocus()

    def _lay_out(self) -> None:
        version = mark("Version {version}. Python {python}, Qt {qt}.",
                       version=__version__ if build() is None else f"{__version__} ({build()})",
                       python=platform.python_version(), qt=qVersion())  # fmt: skip
        free = mark(
            "Quatre Vents is free software under the MIT licence. It contains the components below, each under its "
            "own licence."
        )
        left = boxed(column(self.search, stretched(self.table)))
        right = boxed(column(self.freedom, stretched(self.licence)))
        column(
            TextLabel(mark("About Quatre Vents"), kind=Type.PANEL_TITLE),
            row(TextLabel(version, kind=Type.DENSE), None, self.show_page, self.check),
            self.bar,
            self.outcome,
            self.news,
            TextLabel(free, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            stretched(row(stretched(left), stretched(right), spacing=16, centred=False)),
            row(self.leave, None, self.website, self.guides),
            spacing=12,
            margins=(16, 14),
            on=self,
        )

    def _listen(self) -> None:
        self.leave.clicked.connect(self.reject)
        self.guides.clicked.connect(self.accept)
        self.guides.clicked.connect(self.guides_wanted)
        self.website.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(WEBSITE)))
        self.check.clicked.connect(self._check)
        self.show_page.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(self._page)))
        self.search.textEdited.connect(self._search)
        answer_keys(self.search, {DOWN: self.table.setFocus})
        self.table.row_changed.connect(self._show_licence)
        self._reading.done.connect(self._show_works)
        self._asking.done.connect(self._show_release)
        self._asking.failed.connect(self._show_failure)
        self.finished.connect(self._end)

    def _check(self) -> None:
        for part in (self.outcome, self.show_page, self.news):
            part.hide()
        work = Work(lambda step: in_own_thread(lambda: last_release(RELEASES), step))
        self.bar.follow(work, mark("Asking for the latest version"))
        self._asking.start(work)

    def _show_release(self, release: Release) -> None:
        if not release.newer:
            self._show_outcome(NoticeKind.OK, mark("This is the latest version."))
            return
        self._page = release.page
        self._show_outcome(NoticeKind.INFO, mark("Version {version} is available.", version=release.version))
        self.news.setPlainText(release.news)
        self.news.setVisible(bool(release.news))
        self.show_page.show()
        self.show_page.setFocus()

    def _show_failure(self, error: Exception) -> None:
        if not isinstance(error, UpdatesUnknown):
            raise error
        self._show_outcome(NoticeKind.WARN, mark("It is not known whether there is a newer version."), error.text)

    def _show_outcome(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()

    def _show_works(self, found: tuple[tuple[Licensed, str], ...]) -> None:
        self._works = found
        self._search()

    def _search(self) -> None:
        search = Search(self.search.text())
        found = tuple(work for work, words in self._works if search.finds_folded(words))
        self.table.show_rows(found)
        self.table.select_line(0)
        self._show_licence(self.table.current_row)  # row_changed is not emitted for another component in the same line
        self.search.show_found(mark_count("{count} component", "{count} components", len(found)))

    def _show_licence(self, work: Licensed | None) -> None:
        self.licence.setPlainText(unwrapped(work.text) if work is not None else "")
        typed = self.search.text().strip()
        if typed:
            self.licence.find(typed)
        source = work.source if work is not None else ""
        self.freedom.setVisible(bool(source))
        if work is not None and source:
            self.freedom.show_notice(
                NoticeKind.INFO,
                mark("You may change this library and replace it with your own version."),
                mark("It is under the GNU Lesser General Public License. The program loads it from “{folder}”. Its "
                     "source code is at {source}.", folder=_folder(work.module), source=source),
            )  # fmt: skip

    def _end(self) -> None:
        self._asking.forget()
        self._reading.forget()


def _text(name: Text) -> QPlainTextEdit:
    made = QPlainTextEdit(readOnly=True)
    made.setTabChangesFocus(True)
    made.setAccessibleName(translator.translate(name))
    return made


def _words(work: Licensed) -> str:
    return folded(f"{work.name} {work.licence} {work.text}")


def _folder(module: str) -> str:
    """The folder in which Python finds the package ``module``, or an empty string."""
    found = find_spec(module)
    return next(iter(found.submodule_search_locations or ()), "") if found is not None else ""
