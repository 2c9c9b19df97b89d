"""The part of the page Reports for the results package: its files, what is missing, and saving it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from reports.catalogue import PageSize
from reports.column import Emphasis
from reports.results_package import PackageOptions, ResultsPackage, prepare_package
from tournament.event.problem import Refused
from tournament.language import LANGUAGES, Text, language_of, mark
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.pages.reports.catalogue_list import PACKAGE
from ui.desktop.pages.reports.exporter import ChooseFolder, ReportExporter
from ui.desktop.pages.reports.options_panel import NARROW, WIDE
from ui.desktop.pages.reports.report_request import page_language, refusal_text
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import StatusIcon

_SETTLE = 150
"""Milliseconds after the last entry before the package is prepared again."""
_RING = 4
"""Margin around the controls for the focus ring."""


@dataclass(frozen=True, slots=True)
class PackageRow:
    """One file of the package."""

    name: str
    title: Text
    reason: Text | None = None
    """Why it cannot be made."""


def _style(shown: PackageRow) -> CellStyle:
    if shown.reason is None:
        return CellStyle(second=shown.name, sign=StatusIcon.DONE)
    return CellStyle(second=shown.reason, sign=StatusIcon.ASKS, tone=Tone.TEXT2)


_COLUMN: TableColumn[PackageRow] = TableColumn(
    mark("File"), lambda shown: shown.title, emphasis=Emphasis.NAME, style=_style
)


class _PackageView(QWidget):
    """The middle of the page: the files."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: TableView[PackageRow] = TableView(PACKAGE, [_COLUMN], key=lambda shown: shown.name, tall=True)
        self.refusal = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        title = ElidedLabel(kind=Type.PANEL_TITLE)
        title.set_text(PACKAGE)
        head = row(stretched(title), spacing=10)
        column(head, self.refusal, stretched(self.table), spacing=12, on=self)
        self.refusal.hide()


class PackagePanel(SidePanel):
    """The options of the package."""

    changed = Signal()
    """Language or paper changed."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self.language = Switch(mark("Language of the page"), [Segment(each.code, each.name) for each in LANGUAGES],
                               stretch=True)  # fmt: skip
        self.paper = Switch(mark("Paper"), [Segment("A4", "A4"), Segment("LETTER", "Letter")], stretch=True)
        self.zip = PrimaryButton(mark("Save as one zip file"), shortcut="Ctrl+S")
        self.folder = OutlineButton(mark("Save in a folder"), shortcut="Ctrl+E")
        self.bar = WorkBar()
        self.done = Notice(NoticeKind.OK, boxed=False)
        about = TextLabel(
            mark("Everything to send or publish after the event. The mail is written in every language."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        choices = column(
            *(about, TextLabel(mark("Language of the page"), kind=Type.LABEL), self.language),
            *(row(TextLabel(mark("Paper"), kind=Type.LABEL), stretched(self.paper), spacing=12), None),
            margins=_RING,
        )
        self.body.addWidget(Scrolled(boxed(choices)), 1)
        add(self.body, column(self.folder, self.zip, self.bar, self.done, margins=(_RING, 0, _RING, _RING)))
        self.done.hide()
        for switch in (self.language, self.paper):
            switch.chosen.connect(self._changed)

    def show_done(self, text: Text | None) -> None:
        """Show what was done last."""
        self.done.setVisible(text is not None)
        if text is not None:
            self.done.show_notice(NoticeKind.OK, text)

    def save_entries(self) -> list[MenuEntry]:
        """Return menu entries for the ways in which the package can be saved."""
        return entries_of(self.zip, self.folder)

    def set_narrow(self, narrow: bool) -> None:
        """Reduce the width of the panel in a narrow window."""
        self.setFixedWidth(NARROW if narrow else WIDE)
        set_margins(self.body, (Size.PANEL_MARGIN - _RING, 12))

    def _changed(self, _choice: str) -> None:
        self.changed.emit()


class PackagePart(QObject):
    """Prepares the package in another thread, and shows it in :attr:`view` and :attr:`panel`."""

    def __init__(self, controller: EventController, *, ask_zip: ChooseFolder, ask_folder: ChooseFolder) -> None:
        self.view, self.panel = _PackageView(), PackagePanel()
        super().__init__(self.view)
        self._controller = controller
        self.exporter = ReportExporter(self.view, self.panel.bar, ask_folder=ask_folder, ask_zip=ask_zip)
        self.package: ResultsPackage | None = None
        self._work = CurrentWork(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._settle.timeout.connect(self._prepare)
        self._work.done.connect(self._show)
        self._work.failed.connect(self._failed)
        self.panel.changed.connect(self._prepare)
        self.panel.zip.clicked.connect(self._save_zip)
        self.panel.folder.clicked.connect(self._save_folder)
        self.exporter.changed.connect(self._show_ready)
        self.exporter.done.connect(self.panel.show_done)
        self.exporter.refused.connect(controller.messages.shown)
        self._show_ready()

    @property
    def busy(self) -> bool:
        """Whether the package is being prepared."""
        return self._settle.isActive() or self._work.busy

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._work.forget()
        self._settle.stop()
        self.package = None
        self.view.table.show_rows(())
        self.panel.show_done(None)
        event = self._controller.view
        if event is not None:
            self.exporter.folder = Path(self._controller.book.place).parent
            self.panel.language.set_current(page_language(event))
        self._show_ready()

    def choose(self) -> None:
        """Show the package of the event as it is now."""
        if self._controller.view is not None:
            self._settle.start()
            self._show_ready()

    def _prepare(self) -> None:
        self._settle.stop()
        event = self._controller.view
        if event is None:
            return
        language = language_of(self.panel.language.current)
        options = PackageOptions(datetime.now().astimezone(), language, PageSize[self.panel.paper.current])
        copy = event.copy()

        def task(step: Step) -> ResultsPackage:
            return prepare_package(copy, options, step)

        work = Work(task)
        self.panel.bar.follow(work, mark("Preparing the results package"))
        self._work.start(work)
        self._show_ready()

    def _show(self, package: ResultsPackage) -> None:
        self.package = package
        self.view.refusal.hide()
        files = [PackageRow(file.name, file.title) for file in package.files]
        # What is missing is seen first, with one line for the files of a paper.
        missing = {file.title: PackageRow(file.name, file.title, file.reason) for file in package.left_out}
        self.view.table.show_rows((*missing.values(), *files))
        self._show_ready()

    def _failed(self, error: BaseException) -> None:
        self.package = None
        self.view.table.show_rows(())
        self.view.refusal.set_text(error.problems[0].text if isinstance(error, Refused) else refusal_text(error))
        self.view.refusal.show()
        self._show_ready()

    def _show_ready(self) -> None:
        if self.exporter.busy:
            self.panel.show_done(None)
        ready = self.package is not None and not self.busy and not self.exporter.busy
        for button in (self.panel.zip, self.panel.folder):
            button.setEnabled(ready)

    def _save_zip(self) -> None:
        self._save(zipped=True)

    def _save_folder(self) -> None:
        self._save(zipped=False)

    def _save(self, *, zipped: bool) -> None:
        event = self._controller.view
        if self.package is not None and event is not None:
            language = language_of(self.panel.language.current)
            self.exporter.save_package(self.package, event.settings.name, language.render(PACKAGE), zipped=zipped)
