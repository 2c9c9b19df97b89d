"""The panel of a print set: session, walls, language and paper, then saving, printing, and sets of one's own."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.catalogue import PageSize, Report
from reports.print_sets import LONGEST_NAME, PrintSet
from tournament.event.problem import Problem
from tournament.language import LANGUAGES, Language, Text, bilingual, language_of, mark, mark_count, mark_in
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.kit.page import PRINT
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.reports.options_panel import NARROW, WIDE
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched

_RING = 4
"""Margin around the controls for the focus ring."""
_MOST_WALLS = 12
_ONE_FILE, _FOLDER = "Ctrl+S", "Ctrl+E"


class SetPanel(SidePanel):
    """The options of a print set."""

    changed = Signal()
    """Session or walls changed: prepare the papers again."""
    pages_changed = Signal()
    """Language or paper size changed: the pages are other ones."""
    save_wanted = Signal(bool)
    """Save the papers: True in a folder, False in one file."""
    print_wanted = Signal()
    paper_added = Signal(str)
    """Add the report with this name to the set."""
    keep_wanted = Signal(str)
    """Keep the papers as they are now as the user's own set of this name."""
    remove_wanted = Signal()
    """Remove the user's own set."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self.session, self.walls = ChoiceBox(), ChoiceBox()
        self._session_field = LabeledField(mark("Session"), self.session)
        self._walls_field = LabeledField(mark("Walls with posters"), self.walls)
        self.walls.set_choices([(str(count), str(count)) for count in range(1, _MOST_WALLS + 1)])
        self.language = Switch(mark("Language of the page"), [Segment(each.code, each.name) for each in LANGUAGES],
                               stretch=True)  # fmt: skip
        self.second_language = ChoiceBox(mark("Second language"))
        second = (TextLabel(mark("Second language"), kind=Type.LABEL), stretched(self.second_language))
        sizes = [Segment("A4", "A4"), Segment("A3", "A3"), Segment("LETTER", "Letter")]
        self.paper = Switch(mark("Paper"), sizes, stretch=True)
        self.double_sided = CheckBox(mark("Printed on both sides"))
        self.everybody = CheckBox(mark("Certificates for everybody"))
        self.more = ChoiceBox()
        self.name = TextField(placeholder=mark("Name"))
        self.name.setMaxLength(LONGEST_NAME)
        self.name_field = LabeledField(mark("Keep as your own set"), self.name)
        self.keep = OutlineButton(mark("Keep"))
        self.remove = LinkButton(mark("Remove this set"))
        self.save = OutlineButton(mark("Save as…"), icon="chevron-down")
        self.print = PrimaryButton(mark("Print"), hint=PRINT)
        self.bar = WorkBar()
        self.done = Notice(NoticeKind.OK, boxed=False)
        self.fault = Notice(NoticeKind.WARN, boxed=False)
        choices = column(
            *(self._session_field, self._walls_field, self.everybody),
            *(TextLabel(mark("Language of the page"), kind=Type.LABEL), self.language, boxed(row(*second, spacing=12))),
            row(TextLabel(mark("Paper"), kind=Type.LABEL), stretched(self.paper), spacing=12),
            self.double_sided,
            TextLabel(mark("Each paper then begins on a new sheet."), kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True),
            LabeledField(mark("Add a paper"), self.more),
            *(self.name_field, row(self.keep, None, self.remove, spacing=12), self.fault, None),
            margins=_RING,
        )
        self.body.addWidget(Scrolled(boxed(choices)), 1)
        add(self.body, column(self.save, self.print, self.bar, self.done, margins=(_RING, 0, _RING, _RING)))
        self.done.hide()
        self.fault.hide()
        self._offer_second_languages()
        self._listen()

    def _listen(self) -> None:
        for box in (self.session, self.walls):
            box.activated.connect(self._options_changed)
        self.language.chosen.connect(self._language_chosen)
        self.paper.chosen.connect(self._pages_changed)
        self.second_language.activated.connect(self._pages_changed)
        self.double_sided.clicked.connect(self._pages_changed)
        self.everybody.clicked.connect(self._options_changed)
        self.more.activated.connect(self._add_paper)
        self.name.returnPressed.connect(self.keep.click)
        self.name.textChanged.connect(self.name_field.clear_problem)
        self.keep.clicked.connect(self._keep)
        self.remove.clicked.connect(self.remove_wanted)
        self.save.clicked.connect(self._drop_menu)
        for key, folder in ((_ONE_FILE, False), (_FOLDER, True)):
            QShortcut(QKeySequence(key), self).activated.connect(partial(self._save, folder))
        self.print.clicked.connect(self.print_wanted)

    def show_set(self, print_set: PrintSet, sessions: Sequence[int], session: int | None) -> None:
        """Show the options of ``print_set`` with ``session`` chosen among the ``sessions``."""
        self._session_field.setVisible(print_set.by_session and bool(sessions))
        self.session.set_choices([(str(each), mark("Session {session}", session=each)) for each in sessions])
        self.session.setCurrentIndex(max(self.session.findData(str(session)), 0))
        self._walls_field.setVisible(print_set.by_wall)
        self.everybody.setVisible(print_set.has_winners)
        self.remove.setVisible(print_set.own)

    def show_name(self, name: str) -> None:
        """Offer ``name`` for the user's own set."""
        self.name.setText(name)

    def offer_papers(self, reports: Sequence[Report]) -> None:
        """Offer ``reports`` to be added."""
        offered = [(report.name, report.title) for report in reports]
        self.more.set_choices([("", "—"), *offered])
        self.more.setCurrentIndex(0)

    def chosen_session(self) -> int | None:
        """The chosen session; None if the set is not for one."""
        return int(self.session.currentData()) if self.session.currentData() else None

    def chosen_walls(self) -> int:
        """The chosen number of walls."""
        return int(self.walls.currentData() or 1)

    def set_page_language(self, code: str) -> None:
        """Choose the language with this code, and no second one."""
        self.language.set_current(code)
        self._offer_second_languages()
        self.second_language.setCurrentIndex(0)

    def page_language(self) -> Language:
        """The language of the pages, or two languages."""
        first, second = language_of(self.language.current), self.second_language.currentData()
        return bilingual(first, language_of(second)) if second else first

    def page_size(self) -> PageSize:
        """The chosen paper size."""
        return PageSize[self.paper.current]

    def save_entries(self) -> list[MenuEntry]:
        """Return menu entries for the ways in which the papers can be saved now."""
        ready = self.save.isEnabled()
        return [
            MenuEntry(mark("One PDF file"), partial(self._save, False), _ONE_FILE, ready),
            MenuEntry(mark("A folder of PDF files"), partial(self._save, True), _FOLDER, ready),
        ]

    def set_ready(self, papers: int, *, busy: bool) -> None:
        """Enable what is possible now, with so many ``papers``, and unless work is running."""
        for button in (self.save, self.print, self.keep):
            button.setEnabled(papers > 0 and not busy)
        self.print.set_text(mark_count("Print {count} paper", "Print {count} papers", papers) if papers
                            else mark("Print"))  # fmt: skip

    def show_done(self, text: Text | None) -> None:
        """Show what was done last."""
        self.done.setVisible(text is not None)
        if text is not None:
            self.done.show_notice(NoticeKind.OK, text)

    def show_fault(self, text: Text | None) -> None:
        """Show why the user's own sets cannot be used."""
        self.fault.setVisible(text is not None)
        if text is not None:
            self.fault.show_notice(NoticeKind.WARN, text)

    def show_problem(self, problem: Problem) -> None:
        """Show why the set cannot be kept."""
        self.name_field.set_problem(problem.text)

    def set_narrow(self, narrow: bool) -> None:
        """Reduce the width of the panel in a narrow window."""
        self.setFixedWidth(NARROW if narrow else WIDE)
        set_margins(self.body, (Size.PANEL_MARGIN - _RING, 12))

    def _offer_second_languages(self) -> None:
        others = [(each.code, each.name) for each in LANGUAGES if each.code != self.language.current]
        self.second_language.set_choices([("", mark_in("second language", "none")), *others])

    def _options_changed(self, _choice: object) -> None:
        self.changed.emit()

    def _language_chosen(self, _code: str) -> None:
        self._offer_second_languages()
        self.pages_changed.emit()

    def _pages_changed(self, _choice: object) -> None:
        self.pages_changed.emit()

    def _add_paper(self, _index: int) -> None:
        name = str(self.more.currentData() or "")
        self.more.setCurrentIndex(0)
        if name:
            self.paper_added.emit(name)

    def _keep(self) -> None:
        self.keep_wanted.emit(self.name.text().strip())

    def _drop_menu(self) -> None:
        drop_menu(self.save, self.save_entries())

    def _save(self, folder: bool) -> None:
        if self.save.isEnabled():
            self.save_wanted.emit(folder)
