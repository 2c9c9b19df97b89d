"""The panel of a report: state, language and paper size, then one button for files and one for the printer."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from reports.catalogue import Format, PageSize, Report, ReportGroup
from tournament.event.country import CountryCodes
from tournament.event.prizes import OVERALL, read_category
from tournament.language import LANGUAGES, Language, Text, bilingual, language_of, mark, mark_count, mark_in
from tournament.use_cases import View
from tournament.use_cases.prizes import categories_of
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.kit.page import PRINT
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.reports.choices import (
    ALL,
    ReportChoice,
    can_be_public,
    final_texts,
    has_codes_for_phones,
    has_columns_to_choose,
    has_private_reasons,
    is_after,
    last_final,
    provisional_texts,
    session_text,
    sessions_of,
    view_of,
)
from ui.desktop.pages.reports.design_fields import DesignFields
from ui.desktop.pages.reports.save_choices import FORMAT_KEYS, SaveChoice, save_choices
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched


class _OptionCard(QRadioButton):
    """A choice as a card: its name, and a short reason below it.

    Arrows move between those with the same parent; a click chooses. The style sheet draws card and circle.
    """

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.NAME, wrap=True)
        self._reason = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._words = column(self._title, self._reason, spacing=0, margins=(42, 10, 12, 10), on=self)
        for label in (self._title, self._reason):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        translator.follow(self._retranslate)

    def show_option(self, title: Text, reason: Text) -> None:
        """Set the name and the reason."""
        self._title.set_text(title)
        self._reason.set_text(reason)
        self._retranslate()

    def hitButton(self, pos: QPoint) -> bool:
        """Accept clicks on the whole card; Qt accepts only those on the circle."""
        return self.rect().contains(pos)

    def hasHeightForWidth(self) -> bool:
        """The text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the text at this width."""
        return self._words.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        """The size of the text."""
        return self._words.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint: lines are never cut."""
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text again."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _retranslate(self) -> None:
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(self._reason.text())


WIDE, NARROW = 324, 304
_COUNTRY_CODES: tuple[tuple[str, Text | str], ...] = (
    (CountryCodes.ALPHA2.value, "FR, NL, CH"),
    (CountryCodes.ALPHA3.value, "FRA, NLD, CHE"),
    (CountryCodes.IOC.value, mark("FRA, NED, SUI (sports)")),
)
_FIRST_PLACES = (1, 2, 3, 4, 5, 6, 8, 10, 16, 20, 32, 50, 100)
"""The numbers of places that can be chosen."""
_RING = 4
"""Margin around the controls for the focus ring."""


class OptionsPanel(SidePanel):
    """The options of the current report."""

    changed = Signal()
    """The options changed: write the report again."""
    save_wanted = Signal(object)
    """Save the report as this SaveChoice."""
    print_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self._report: Report | None = None
        self._session = ALL
        """The session whose final state can be chosen, for a report after a session."""
        self.final, self.now = _OptionCard(), _OptionCard()
        self._state_title = TextLabel(mark("Results to print"), kind=Type.LABEL)
        self.session = ChoiceBox()
        self._session_field = LabeledField(mark("Session"), self.session)
        self._session_state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        languages = [Segment(each.code, each.name) for each in LANGUAGES]
        names = {PageSize.A4: "A4", PageSize.A3: "A3", PageSize.LETTER: "Letter"}
        sizes = [Segment(size.name, name) for size, name in names.items()]
        self.language = Switch(mark("Language of the page"), languages, stretch=True)
        self.second_language = ChoiceBox(mark("Second language"))
        second = (TextLabel(mark("Second language"), kind=Type.LABEL), stretched(self.second_language))
        self._second_row = boxed(row(*second, spacing=12))
        self.paper = Switch(mark("Paper"), sizes, stretch=True)
        self.movement = CheckBox(mark("Rank changes"))
        self.ema_numbers = CheckBox(mark("EMA numbers"))
        self.phones = CheckBox(mark("Codes for phones"))
        self.phones.setChecked(True)
        self.reasons = CheckBox(mark("Why players left (private)"))
        self.prizes_so_far = CheckBox(mark("Prizes so far"))
        self.public = CheckBox(mark("Public results only"))
        self.country_codes = ChoiceBox(mark("Country codes"))
        usual: list[tuple[str, Text | str]] = [("", mark("as the federation asks"))]
        self.country_codes.set_choices([*usual, *_COUNTRY_CODES])
        self._codes_field = LabeledField(mark("Country codes"), self.country_codes)
        self.whole_points = CheckBox(mark("Whole table points"))
        self.design = DesignFields()
        self._withheld = Notice(NoticeKind.WARN, boxed=False)
        self._withheld.hide()
        self.save = OutlineButton(mark("Save as…"), icon="chevron-down")
        """Opens the menu of the kinds of file. Those in daily use have a key of their own."""
        self.category = ChoiceBox(mark("Category"))
        self.first = ChoiceBox(mark("Places"))
        self._places_row = boxed(
            row(
                stretched(LabeledField(mark("Category"), self.category)),
                LabeledField(mark("Places"), self.first),
                spacing=12,
                centred=False,
            )
        )
        self._only_pdf = TextLabel(
            kind=Type.CAPTION,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self.print = PrimaryButton(mark("Print"), hint=PRINT)
        self.bar = WorkBar()
        self.done = Notice(NoticeKind.OK, boxed=False)
        self.movement.setChecked(True)
        self.ema_numbers.setChecked(True)
        self._offer_second_languages()
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        states = (
            *(self._state_title, boxed(column(self.final, self.now)), self._session_field, self._session_state),
            *(self._places_row, self.prizes_so_far, self.public, self._withheld, self.design),
            *(self._codes_field, self.whole_points),
        )
        language = (TextLabel(mark("Language of the page"), kind=Type.LABEL), self.language, self._second_row)
        paper = (row(TextLabel(mark("Paper"), kind=Type.LABEL), stretched(self.paper), spacing=12),)
        columns = (self.movement, self.ema_numbers, self.phones, self.reasons)
        choices = column(*states, *language, *paper, *columns, None, margins=_RING)
        self.body.addWidget(Scrolled(boxed(choices)), 1)
        parts = (self._only_pdf, self.save, self.print, self.bar, self.done)
        add(self.body, column(*parts, margins=(_RING, 0, _RING, _RING)))
        self.done.hide()
        self._only_pdf.hide()

    def _listen(self) -> None:
        for each in (self.final, self.now):
            each.clicked.connect(self.changed)
        self.design.changed.connect(self.changed)
        self.session.currentIndexChanged.connect(self._session_chosen)
        self.language.chosen.connect(self._offer_second_languages)
        for switch in (self.language, self.paper):
            switch.chosen.connect(self.changed)
        self.second_language.currentIndexChanged.connect(self.changed)
        for box in (self.movement, self.ema_numbers, self.phones):
            box.toggled.connect(self.changed)
        self.country_codes.activated.connect(lambda _index: self.changed.emit())
        for tick in (self.public, self.prizes_so_far, self.reasons, self.whole_points):
            tick.clicked.connect(self.changed)
        for choice in (self.category, self.first):
            choice.activated.connect(lambda _index: self.changed.emit())
        self.save.clicked.connect(lambda _checked: drop_menu(self.save, self.save_entries()))
        for key in FORMAT_KEYS.values():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(partial(self._save_by, key))
        self.print.clicked.connect(self.print_wanted)

    def show_report(self, report: Report, view: View, choice: ReportChoice) -> None:
        """Show the options of ``report``, with ``choice`` chosen."""
        self._report = report
        self.design.show_for(report)
        self.public.setVisible(can_be_public(report))
        self.public.setChecked(choice.public)
        self.prizes_so_far.setChecked(choice.prizes_so_far)
        self.reasons.setChecked(choice.reasons)
        federation = report.group is ReportGroup.FEDERATIONS
        self._codes_field.setVisible(federation)
        self.whole_points.setVisible(federation)
        codes = choice.country_codes.value if choice.country_codes is not None else ""
        self.country_codes.setCurrentIndex(max(self.country_codes.findData(codes), 0))
        self.whole_points.setChecked(choice.whole_points)
        view = view_of(view, public=choice.public)
        after, offered = is_after(report), sessions_of(report, view)
        final = choice.session or (offered[-1] if offered else 0)
        self._session = final
        self._offer_sessions(offered, choice.session, after=after)
        self._state_title.setVisible(after)
        self.final.setVisible(after and final > 0)
        if final:
            self.final.show_option(*final_texts(view, final))
        whole = final and last_final(view) == view.last_session == final
        self.now.setVisible(after and not (whole and offered[-1] == final))
        self.now.show_option(*provisional_texts(view))
        (self.final if after and choice.session else self.now).setChecked(True)
        self._session_state.setVisible(not after and report.has_pages)
        if not after:
            self._session_state.set_text(session_text(view, report, choice.session))
        self.movement.setVisible(has_columns_to_choose(report))
        self.ema_numbers.setVisible(has_columns_to_choose(report) and view.settings.format.is_drawn)
        self.phones.setVisible(has_codes_for_phones(report, view))
        self.reasons.setVisible(has_private_reasons(report, view))
        self._places_row.setVisible(report.by_category)
        if report.by_category:
            self._offer_categories(report, view, choice)
        self._second_row.setVisible(not report.one_language)

    def choice(self) -> ReportChoice:
        """Return the current choice."""
        if self._report is not None and is_after(self._report):
            session = self._session if self.final.isChecked() else ALL
        else:
            session = int(self.session.currentData() or ALL)
        category, first = None, None
        if self._report is not None and self._report.by_category:
            category = read_category(str(self.category.currentData() or ""))
            first = int(self.first.currentData() or 0) or None
        return ReportChoice(
            session,
            self.movement.isChecked(),
            self.ema_numbers.isChecked(),
            category,
            first,
            self.prizes_so_far.isChecked() and not self.prizes_so_far.isHidden(),
            self.public.isChecked() and not self.public.isHidden(),
            self.phones.isChecked(),
            self.reasons.isChecked() and not self.reasons.isHidden(),
            CountryCodes(codes) if (codes := str(self.country_codes.currentData() or "")) else None,
            self.whole_points.isChecked(),
        )

    def show_withheld(self, text: Text | None) -> None:
        """Show that the report contains results that are not public; None removes the notice."""
        self._withheld.setVisible(text is not None)
        if text is not None:
            self._withheld.show_notice(NoticeKind.WARN, text)

    def show_prizes_wait(self, wait: bool) -> None:
        """Show the option for prizes before the results are final, or hide it."""
        self.prizes_so_far.setVisible(wait)

    def set_page_language(self, code: str) -> None:
        """Choose the language with this code, and no second one."""
        self.language.set_current(code)
        self.second_language.setCurrentIndex(0)
        self._offer_second_languages()

    def page_language(self) -> Language:
        """The language of the page, or two languages if the report can have a second one."""
        first, second = language_of(self.language.current), self.second_language.currentData()
        if not second or (self._report is not None and self._report.one_language):
            return first
        return bilingual(first, language_of(second))

    def page_size(self) -> PageSize:
        """The chosen paper size."""
        return PageSize[self.paper.current]

    def save_entries(self) -> list[MenuEntry]:
        """Return menu entries for the kinds of file that the report can be saved as now."""
        return [
            MenuEntry(kind.text, partial(self.save_wanted.emit, kind), kind.key, self.save.isEnabled())
            for kind in self._kinds
        ]

    @property
    def _kinds(self) -> tuple[SaveChoice, ...]:
        return save_choices(self._report) if self._report is not None else ()

    def _save_by(self, key: str) -> None:
        kind = next((each for each in self._kinds if each.key == key), None)
        if kind is not None and self.save.isEnabled():
            self.save_wanted.emit(kind)

    def set_ready(self, pages: int, *, busy: bool) -> None:
        """Enable what is possible now, given the number of ``pages`` in the preview and whether work is running."""
        formats = self._report.formats if self._report is not None else ()
        no_pages = self._report is not None and not self._report.has_pages
        self.save.setEnabled((pages > 0 or no_pages) and not busy)
        self.print.setEnabled(pages > 0 and not busy)
        self.print.set_text(mark_count("Print {count} page", "Print {count} pages", pages) if pages else mark("Print"))
        self._only_pdf.setVisible(formats == (Format.PDF,))
        if self._report is not None:
            self._only_pdf.set_text(
                mark("This document can be printed or saved as PDF.")
                if self._report.group is ReportGroup.RESULTS
                else mark("This form can be printed or saved as PDF.")
            )

    def show_done(self, text: Text | None) -> None:
        """Show what was done last."""
        self.done.setVisible(text is not None)
        if text is not None:
            self.done.show_notice(NoticeKind.OK, text)

    def set_narrow(self, narrow: bool) -> None:
        """Reduce the width of the panel in a narrow window."""
        self.setFixedWidth(NARROW if narrow else WIDE)
        set_margins(self.body, (Size.PANEL_MARGIN - _RING, 12))

    def _offer_categories(self, report: Report, view: View, choice: ReportChoice) -> None:
        """List every category of the event, and for the list of prizes also all of them together as one document."""
        together: list[tuple[str, Text | str]] = [("", mark("All categories"))] if report.name == "prizes" else []
        known = dict.fromkeys((*categories_of(view), *view.settings.prizes.categories))
        self.category.set_choices([*together, *((each.key, each.label) for each in known)])
        usual = "" if together else OVERALL.key
        key = usual if choice.category is None else choice.category.key
        self.category.setCurrentIndex(max(self.category.findData(key), 0))
        places: list[tuple[str, Text | str]] = [
            (str(number), mark_count("first {count}", "first {count}", number)) for number in _FIRST_PLACES
        ]
        self.first.set_choices([("0", mark_in("places", "all")), *places])
        self.first.setCurrentIndex(max(self.first.findData(str(choice.first or 0)), 0))

    def _offer_second_languages(self) -> None:
        """List no second language, and every language other than the first."""
        others = [(each.code, each.name) for each in LANGUAGES if each.code != self.language.current]
        self.second_language.set_choices([("", mark_in("second language", "none")), *others])

    def _offer_sessions(self, offered: Sequence[int], chosen: int, *, after: bool) -> None:
        choices: list[tuple[str, Text | str]] = [
            (str(number), mark("After session {session}", session=number) if after
             else mark("Session {session}", session=number))
            for number in reversed(offered)
        ]  # fmt: skip
        if not after:
            choices.append((str(ALL), mark("All sessions")))
        self.session.set_choices(choices)
        self.session.blockSignals(True)
        self.session.setCurrentIndex(max(self.session.findData(str(chosen)), 0))
        self.session.blockSignals(False)
        self._session_field.setVisible(len(choices) > 1 and not (after and not chosen))

    def _session_chosen(self) -> None:
        if self._report is not None and is_after(self._report):
            self._session = int(self.session.currentData() or ALL)
        self.changed.emit()
