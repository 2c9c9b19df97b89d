"""The panel of a report: which state, which language, which paper; then the files and the printer."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from reports.catalogue import Format, PageSize, Report
from tournament.language import LANGUAGES, Language, Text, language_of, mark, mark_count
from tournament.use_cases import View
from ui.desktop.keys import key_name
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.reports.listing import FORMAT_NAMES
from ui.desktop.pages.reports.option_card import OptionCard
from ui.desktop.pages.reports.wishes import (
    ALL,
    Scope,
    Wish,
    final_words,
    has_options,
    last_final,
    now_words,
    scope_of,
    session_words,
    sessions_of,
)
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.switch import Segment, Switch

WIDE, NARROW = 324, 304
_RING = 4
"""Room around the controls for the ring of the focus."""
_KEYS = {Format.PDF: "Ctrl+S", Format.EXCEL: "Ctrl+E", Format.HTML: "Ctrl+L", Format.CSV: "Ctrl+K"}
_SPOKEN = LANGUAGES[:2]
"""The languages that reports are complete in."""


class SaveButton(OutlineButton):
    """The name of a format at the left, its key at the right edge."""

    def __init__(self, format: Format) -> None:
        self._shown_key = _KEYS[format]
        super().__init__(FORMAT_NAMES[format], shortcut=_KEYS[format])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _label(self, painter: QPainter) -> None:
        ink, key_ink = self._inks()
        rect = QRectF(self.rect()).adjusted(14, 0, -12, 0)
        painting.words(painter, rect, self.text(), colour=ink, kind=self._kind)
        key = key_name(self._shown_key)
        painting.words(painter, rect, key, colour=key_ink, kind=Type.CAPTION, align=painting.RIGHT)


class Options(SidePanel):
    """What is chosen for the report in view."""

    changed = Signal()
    """Something else is wanted: make the report again."""
    save_asked = Signal(object)
    """Write it in this Format."""
    print_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self._report: Report | None = None
        self._session = ALL
        self.final, self.now = OptionCard(), OptionCard()
        self._state_title = TextLabel(mark("State to print"), kind=Type.LABEL)
        self.session = ChoiceBox()
        self._session_field = LabeledField(mark("Session"), self.session)
        self._state_words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.language = Switch(
            mark("Language of the page"), [Segment(each.code, each.name) for each in _SPOKEN], stretch=True
        )
        self.paper = Switch(
            mark("Paper"), [Segment(PageSize.A4.name, "A4"), Segment(PageSize.LETTER.name, "Letter")], stretch=True
        )
        self.movement = CheckBox(mark("Movement since the session before"))
        self.ema_numbers = CheckBox(mark("EMA numbers"))
        self.save = {format: SaveButton(format) for format in Format}
        self._why_not = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.print = PrimaryButton(mark("Print"), shortcut="Ctrl+P")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.OK, boxed=False)
        self.movement.setChecked(True)
        self.ema_numbers.setChecked(True)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        inside_all = QWidget()
        body = QVBoxLayout(inside_all)
        body.setContentsMargins(_RING, _RING, _RING, _RING)
        body.setSpacing(8)
        self.body.addWidget(Scrolled(inside_all), 1)
        self._lay_out_foot()
        states = QWidget()
        inside = QVBoxLayout(states)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self.final)
        inside.addWidget(self.now)
        body.addWidget(self._state_title)
        body.addWidget(states)
        body.addWidget(self._session_field)
        body.addWidget(self._state_words)
        body.addSpacing(8)
        for title, switch in ((mark("Language of the page"), self.language), (mark("Paper"), self.paper)):
            body.addWidget(TextLabel(title, kind=Type.LABEL))
            body.addWidget(switch)
            body.addSpacing(8)
        body.addWidget(self.movement)
        body.addWidget(self.ema_numbers)
        body.addStretch(1)

    def _lay_out_foot(self) -> None:
        body = QVBoxLayout()
        body.setContentsMargins(_RING, 0, _RING, _RING)
        body.setSpacing(8)
        self.body.addLayout(body)
        body.addWidget(TextLabel(mark("Save as"), kind=Type.LABEL))
        grid = QGridLayout()
        grid.setSpacing(8)
        for at, button in enumerate(self.save.values()):
            grid.addWidget(button, at // 2, at % 2)
        body.addLayout(grid)
        body.addWidget(self._why_not)
        body.addWidget(self.print)
        body.addWidget(self.bar)
        body.addWidget(self.outcome)
        self.outcome.hide()
        self._why_not.hide()

    def _listen(self) -> None:
        for each in (self.final, self.now):
            each.clicked.connect(self.changed)
        self.session.currentIndexChanged.connect(self._session_chosen)
        for switch in (self.language, self.paper):
            switch.chosen.connect(self.changed)
        for box in (self.movement, self.ema_numbers):
            box.toggled.connect(self.changed)
        for format, button in self.save.items():
            button.clicked.connect(lambda _checked=False, wanted=format: self.save_asked.emit(wanted))
        self.print.clicked.connect(self.print_asked)

    def show_report(self, report: Report, view: View, wish: Wish) -> None:
        """Offer what can be chosen for ``report``, with ``wish`` chosen."""
        self._report = report
        after = scope_of(report) is Scope.AFTER
        offered = sessions_of(report, view)
        self._offer_sessions(report, offered, wish)
        self._state_title.setVisible(after)
        final = wish.session or (offered[-1] if offered else 0)
        self.final.setVisible(after and final > 0)
        if final:
            self.final.show_option(*final_words(view, final))
        whole = final and last_final(view) == view.last_session == final
        self.now.setVisible(after and not (whole and offered[-1] == final))
        self.now.show_option(*now_words(view))
        (self.final if after and wish.session else self.now).setChecked(True)
        self._session = final
        self._state_words.setVisible(not after)
        if not after:
            self._state_words.set_text(session_words(view, report, wish.session))
        for box in (self.movement, self.ema_numbers):
            box.setVisible(has_options(report))

    def wish(self) -> Wish:
        """What is chosen now."""
        if self._report is not None and scope_of(self._report) is Scope.AFTER:
            session = self._session if self.final.isChecked() else ALL
        else:
            session = int(self.session.currentData() or ALL)
        return Wish(session, self.movement.isChecked(), self.ema_numbers.isChecked())

    def page_language(self) -> Language:
        """The language chosen for the page."""
        return language_of(self.language.current)

    def page_size(self) -> PageSize:
        """The paper chosen."""
        return PageSize[self.paper.current]

    def set_ready(self, pages: int, *, busy: bool) -> None:
        """Allow what can be done now: with pages in view, and nothing under way."""
        formats = self._report.formats if self._report is not None else ()
        for format, button in self.save.items():
            button.setEnabled(pages > 0 and not busy and format in formats)
        self.print.setEnabled(pages > 0 and not busy)
        self.print.set_text(mark_count("Print {count} page", "Print {count} pages", pages) if pages else mark("Print"))
        only_pdf = self._report is not None and self._report.formats == (Format.PDF,)
        self._why_not.setVisible(only_pdf)
        if only_pdf:
            self._why_not.set_text(mark("This is a form to write on: it is printed, or saved as PDF."))

    def say(self, words: Text | None) -> None:
        """Say what was done last."""
        self.outcome.setVisible(words is not None)
        if words is not None:
            self.outcome.show_notice(NoticeKind.OK, words)

    def set_narrow(self, narrow: bool) -> None:
        """Give a narrow window some of the width."""
        self.setFixedWidth(NARROW if narrow else WIDE)
        side = Size.PANEL_MARGIN - _RING
        self.body.setContentsMargins(side, 12, side, 12)

    def _offer_sessions(self, report: Report, offered: range, wish: Wish) -> None:
        after = scope_of(report) is Scope.AFTER
        choices: list[tuple[str, Text | str]] = [
            (str(number), mark("After session {session}", session=number) if after
             else mark("Session {session}", session=number))
            for number in reversed(offered)
        ]  # fmt: skip
        if not after:
            choices.append((str(ALL), mark("All sessions")))
        self.session.set_choices(choices)
        self.session.blockSignals(True)
        self.session.setCurrentIndex(max(self.session.findData(str(wish.session)), 0))
        self.session.blockSignals(False)
        self._session_field.setVisible(len(choices) > 1 and not (after and not wish.session))

    def _session_chosen(self) -> None:
        if self._report is not None and scope_of(self._report) is Scope.AFTER:
            self._session = int(self.session.currentData() or ALL)
        self.changed.emit()
