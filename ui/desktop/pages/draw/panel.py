"""The panel at the right: method and seed, quality, drawing and publishing."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from tournament.draw import METHODS
from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.pages.draw.actions import ActionsPanel
from ui.desktop.pages.draw.drawn import Drawn
from ui.desktop.pages.draw.figures import Figure
from ui.desktop.pages.draw.report import QualityReport
from ui.desktop.pages.draw.wishes import WishesForm
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Rule, SidePanel
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import Icon, StatusIcon

WIDTH = 364
MOST_REMARKS = 4
"""Told at once."""
_MOST_DIGITS = 9
_WORTH_SAYING = 0.05
"""Seconds."""


class DrawPanel(SidePanel):
    """Says what it was asked for; the page draws."""

    draw_wanted = Signal()
    publish_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDTH, parent=parent)
        self.method = ChoiceBox(mark("Method"))
        self.seed = LabeledField(mark("Draw number"), TextField(placeholder=mark("chosen by chance")))
        self.wishes = WishesForm()
        self.changes = ActionsPanel()
        self.lots = LinkButton(mark("Let the players draw lots"), shortcut="Ctrl+L")
        self.read = LinkButton(mark("Read a seating from a file"))
        self.save = LinkButton(mark("Print or save the seating"))
        self.leave = LinkButton(mark("Leave the draw as published"))
        self._quality = TextLabel(mark("Quality"), kind=Type.PANEL_TITLE)
        self.report = QualityReport()
        self.notice = Notice(NoticeKind.INFO)
        self._checked_sign = Icon(StatusIcon.DONE.icon, size=16, tone=Tone.OK)
        self.checked = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.bar = WorkBar()
        self.draw = OutlineButton(mark("Draw"), shortcut="Ctrl+R")
        self.publish = PrimaryButton(mark("Publish"), shortcut="Ctrl+Return")
        self._lay_out()
        choices: list[tuple[str, Text | str]] = [("auto", mark("The best for this many players"))]
        self.method.set_choices(choices + [(method.id, method.label) for method in METHODS])
        self.draw.clicked.connect(self.draw_wanted)
        self.publish.clicked.connect(self.publish_wanted)
        self.seed_line.textEdited.connect(lambda _typed: self.seed.clear_problem())

    def _lay_out(self) -> None:
        content = QWidget()
        body = QVBoxLayout(content)
        body.setContentsMargins(0, 0, 8, 0)
        body.setSpacing(8)
        body.addWidget(self._form())
        body.addWidget(self._quality)
        body.addWidget(self.report)
        body.addWidget(self.notice)
        self._checked = QWidget()
        line = row(self._checked_sign)
        line.addWidget(self.checked, 1)
        self._checked.setLayout(line)
        body.addWidget(self._checked)
        body.addWidget(self._changes)
        for link in (self.lots, self.read, self.save):
            body.addLayout(row(link, None))
        body.addStretch(1)
        self.body.setContentsMargins(Size.PANEL_MARGIN, 16, 12, Size.PANEL_MARGIN)
        self._scrolled = Scrolled(content)
        self.body.addWidget(self._scrolled, 1)
        self.body.addWidget(self.bar)
        self.body.addLayout(row(self.leave, None))
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setContentsMargins(0, 0, 8, 0)
        self._foot.setSpacing(10)
        self._foot.addWidget(self.draw, 1)
        self._foot.addWidget(self.publish, 1)
        self.body.addLayout(self._foot)
        translator.follow(self._fit_foot)

    def _form(self) -> QWidget:
        self._asked = QWidget()
        column = QVBoxLayout(self._asked)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(8)
        column.addWidget(TextLabel(mark("Method"), kind=Type.PANEL_TITLE))
        column.addWidget(self.method)
        column.addWidget(self.wishes)
        column.addWidget(self.seed)
        column.addWidget(Rule())
        self._changes = QWidget()
        other = QVBoxLayout(self._changes)
        other.setContentsMargins(0, 4, 0, 4)
        other.addWidget(Rule())
        other.addWidget(self.changes)
        return self._asked

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the two buttons below one another where they do not fit side by side."""
        super().resizeEvent(event)
        self._fit_foot()

    def _fit_foot(self) -> None:
        needed = 2 * max(self.draw.sizeHint().width(), self.publish.sizeHint().width()) + self._foot.spacing()
        margins = self.body.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._foot.contentsMargins().right()
        aside = needed <= room or self.draw.isHidden() or self.publish.isHidden()
        self._foot.setDirection(QBoxLayout.Direction.LeftToRight if aside else QBoxLayout.Direction.TopToBottom)

    def show_replacement(self) -> None:
        """Bring the fields of a replacement into view and go there."""
        form = self.changes.replacement
        form.by.setFocus()
        self._scrolled.ensureWidgetVisible(form, 0, 0)
        self._scrolled.ensureWidgetVisible(form.by)

    @property
    def seed_line(self) -> TextField:
        """The typing line of the draw number."""
        assert isinstance(self.seed.editor, TextField)
        return self.seed.editor

    @property
    def chosen_method(self) -> str:
        """Id of the method, or ``auto``."""
        return str(self.method.currentData())

    def chosen_seed(self) -> int | None:
        """The number that was typed, None for chance; ValueError, said at the field, when it is no number."""
        typed = self.seed_line.text().strip()
        if not typed:
            return None
        if typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS:
            return int(typed)
        text = mark("“{typed}” is no draw number: up to {most} digits, or nothing.", typed=typed, most=_MOST_DIGITS)
        self.seed.set_problem(text)
        self.seed_line.setFocus()
        raise ValueError(typed)

    def show_work(self, work: Work) -> None:
        """Show that it is being drawn, how far it is, and Cancel."""
        self.bar.follow(work, mark("Drawing"))

    def show_draw(self, drawn: Drawn | None, *, closed: bool, working: bool, replaces: bool) -> None:
        """Show a draw; ``closed``: play has begun, ``working``: another comes, ``replaces``: one is published."""
        figures = drawn.figures if drawn is not None else ()
        self._quality.setVisible(drawn is not None)
        self.report.setVisible(drawn is not None)
        self.report.show_figures(figures)
        self.draw.set_text(mark("Draw") if drawn is None else mark("Draw again"))
        self.draw.setEnabled(not closed and not working)
        ready = drawn is not None and not drawn.published and not drawn.faults
        late = drawn is not None and drawn.whole and closed
        self.publish.setEnabled(ready and not late and not working)
        self.publish.setVisible(not closed or ready)
        self._asked.setVisible(not closed)
        self._changes.setVisible(drawn is not None and drawn.published)
        self.draw.setVisible(not closed)
        self._fit_foot()
        self.leave.setVisible(drawn is not None and not drawn.published and replaces)
        self.lots.setVisible(not closed and not replaces)
        self.read.setVisible(not closed)
        self.save.setVisible(drawn is not None and drawn.published)
        self._checked.setVisible(drawn is not None)
        if drawn is not None:
            self._show_check(drawn)
        self._show_notice(drawn, figures, closed=closed)

    def refuse(self, text: Text) -> None:
        """Say why it cannot be drawn."""
        self.notice.show_notice(NoticeKind.DANGER, text)
        self.notice.show()

    def _show_check(self, drawn: Drawn) -> None:
        if drawn.faults:
            self._checked_sign.set_icon(StatusIcon.DIFFERS.icon, Tone.DANGER)
            self.checked.set_text(mark("The check apart from the drawing found faults: it cannot be played."))
            return
        self._checked_sign.set_icon(StatusIcon.DONE.icon, Tone.OK)
        if drawn.seconds >= _WORTH_SAYING:
            spent = verbatim(f"{drawn.seconds:.1f}")
            self.checked.set_text(mark("Checked apart from the program that drew it · {seconds} s", seconds=spent))
        else:
            self.checked.set_text(mark("Checked apart from the program that drew it"))

    def _show_notice(self, drawn: Drawn | None, figures: tuple[Figure, ...], *, closed: bool) -> None:
        self.notice.setVisible(True)
        if drawn is not None and drawn.stopped:
            self.notice.show_notice(
                NoticeKind.INFO, mark("The search was ended early"), mark("This is the best that it had found.")
            )
        elif drawn is not None and drawn.remarks:
            self.notice.show_notice(NoticeKind.WARN, mark("Worth knowing"), _all(drawn.remarks))
        elif drawn is not None and drawn.measured.unmet:
            count = len(drawn.measured.unmet)
            self.notice.show_notice(
                NoticeKind.WARN,
                mark_count("{count} wish is not met", "{count} wishes are not met", count),
                mark("The players are marked in the grid. Draw again, or swap one of them."),
            )
        elif closed and (drawn is None or drawn.published):
            self.notice.show_notice(
                NoticeKind.INFO, mark("Play has begun"), mark("What is played stands; the rest can be changed below.")
            )
        elif drawn is None:
            self.notice.hide()
        elif drawn.published:
            self.notice.show_notice(
                NoticeKind.OK, mark("This draw is published"), mark("It can be drawn again until the first hand is in.")
            )
        elif all(figure.reached for figure in figures):
            self.notice.show_notice(NoticeKind.OK, mark("No draw can be better"), mark("Publish it to play it."))
        else:
            self.notice.show_notice(
                NoticeKind.WARN,
                mark("Not every figure is at its best"),
                mark("Draw again, or swap two players in the grid."),
            )


def _all(remarks: Sequence[Problem]) -> Text:
    said = remarks[0].text
    for remark in remarks[1:MOST_REMARKS]:
        said = mark("{one} {other}", one=said, other=remark.text)
    return said
