"""The panel at the right: method and wishes, quality, drawing and publishing."""

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from tournament.event.seating import APART
from tournament.language import Text, mark, mark_count, verbatim
from tournament.use_cases import View
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.pages.draw.change_form import ChangeDrawForm
from ui.desktop.pages.draw.draw_form import DrawForm
from ui.desktop.pages.draw.proposal import SeatingProposal
from ui.desktop.pages.draw.quality_table import QualityTable
from ui.desktop.pages.draw.state import DrawState
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Rule, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, set_margins, stretched
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import Icon, StatusIcon

WIDTH, NARROW_WIDTH = 364, 330
_MOST_REMARKS = 4
"""Told at once."""
_WORTH_SAYING = 0.05
"""Seconds."""


class DrawPanel(SidePanel):
    """Says what it was asked for; the page draws."""

    draw_wanted = Signal()
    publish_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDTH, parent=parent)
        self.form = DrawForm()
        self.changes = ChangeDrawForm()
        self.lots = LinkButton(mark("Let the players draw lots"), shortcut="Ctrl+L")
        self.read = LinkButton(mark("Read a seating from a file"))
        self.save = LinkButton(mark("Print or save the seating"))
        self.leave = LinkButton(mark("Leave the draw as published"))
        self.quality = QualityTable()
        self.notice = Notice(NoticeKind.INFO)
        self.checked = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._checked_sign = Icon(StatusIcon.DONE.icon, size=16, tone=Tone.OK)
        self.bar = WorkBar()
        self.draw = OutlineButton(mark("Draw"), shortcut="Ctrl+R")
        self.publish = PrimaryButton(mark("Publish"), shortcut="Ctrl+Return")
        self._lay_out()
        self.draw.clicked.connect(self.draw_wanted)
        self.publish.clicked.connect(self.publish_wanted)
        self.form.submitted.connect(self.draw_wanted)

    def _lay_out(self) -> None:
        self._changes = boxed(column(Rule(), self.changes, spacing=6, margins=(0, 4)))
        self._quality_title = TextLabel(mark("Quality"), kind=Type.PANEL_TITLE)
        self._checked = boxed(row(self._checked_sign, stretched(self.checked)))
        measured = (self._quality_title, self.quality, self.notice, self._checked)
        links = (row(link, None) for link in (self.lots, self.read, self.save))
        content = boxed(column(self.form, *measured, self._changes, *links, None, margins=(0, 0, 8, 0)))
        self._scrolled = Scrolled(content)
        set_margins(self.body, (Size.PANEL_MARGIN, 16, 12, Size.PANEL_MARGIN))
        self._foot = row(stretched(self.draw), stretched(self.publish), spacing=10, margins=(0, 0, 8, 0))
        self.body.addWidget(self._scrolled, 1)
        self.body.addWidget(self.bar)
        self.body.addLayout(row(self.leave, None))
        self.body.addLayout(self._foot)
        translator.follow(self._fit_foot)

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

    def show_work(self, work: Work) -> None:
        """Show that it is being drawn, how far it is, and Cancel."""
        self.bar.follow(work, mark("Drawing"))

    def show_state(self, state: DrawState, view: View | None, *, closed: bool) -> None:
        """Show a proposal and what can be done; ``closed``: nothing is drawn from the start any more."""
        proposal, replaces = state.proposal, view is not None and view.seating is not None
        published = proposal is not None and proposal.published
        ready = proposal is not None and not published and not proposal.faults
        late = proposal is not None and proposal.whole and closed
        for part in (self._quality_title, self.quality, self._checked):
            part.setVisible(proposal is not None)
        self.quality.show_measures(proposal.measures if proposal is not None else ())
        self.draw.set_text(mark("Draw") if proposal is None else mark("Draw again"))
        self.draw.setEnabled(not closed and not state.working)
        self.publish.setEnabled(ready and not late and not state.working)
        self.publish.setVisible(not closed or ready)
        for part in (self.form, self.draw, self.read):
            part.setVisible(not closed)
        self._fit_foot()
        self.leave.setVisible(proposal is not None and not published and replaces)
        self.lots.setVisible(not closed and not replaces)
        self._changes.setVisible(published)
        self.save.setVisible(published)
        self._show_check(proposal)
        notice = notice_of(state, begun=view is not None and view.begun)
        self.notice.setVisible(notice is not None)
        if notice is not None:
            self.notice.show_notice(*notice)
        if view is not None:
            self._show_event(state, view)

    def _show_event(self, state: DrawState, view: View) -> None:
        self.form.offer(frozenset(f for f in APART if any(getattr(each, f) for each in view.players.values())))
        if view.seating is not None:
            self.changes.show_event(view)
            session = state.chosen[-1].session if state.chosen else 0
            self.changes.replacement.show_player(view, state.player, session)

    def _show_check(self, proposal: SeatingProposal | None) -> None:
        if proposal is None:
            return
        if proposal.faults:
            self._checked_sign.set_icon(StatusIcon.DIFFERS.icon, Tone.DANGER)
            self.checked.set_text(mark("The check apart from the drawing found faults: it cannot be played."))
            return
        self._checked_sign.set_icon(StatusIcon.DONE.icon, Tone.OK)
        text = mark("Checked apart from the program that drew it")
        if proposal.seconds >= _WORTH_SAYING:
            spent = verbatim(f"{proposal.seconds:.1f}")
            text = mark("Checked apart from the program that drew it · {seconds} s", seconds=spent)
        self.checked.set_text(text)


class PanelNotice(NamedTuple):
    """The text above the quality."""

    kind: NoticeKind
    title: Text
    body: Text | str = ""


def notice_of(state: DrawState, *, begun: bool) -> PanelNotice | None:
    """What is worth saying first; ``begun``: something stands on a sheet."""
    proposal = state.proposal
    if state.refusal is not None:
        return PanelNotice(NoticeKind.DANGER, state.refusal)
    if begun and (proposal is None or (proposal.published and not proposal.measured.unmet)):
        return PanelNotice(
            NoticeKind.INFO, mark("Play has begun"), mark("What is played stands; the rest can be changed below.")
        )
    if proposal is None:
        return None
    if proposal.stopped:
        text = mark("This is the best that it had found.")
        return PanelNotice(NoticeKind.INFO, mark("The search was ended early"), text)
    if proposal.remarks:
        text = proposal.remarks[0].text
        for remark in proposal.remarks[1:_MOST_REMARKS]:
            text = mark("{one} {other}", one=text, other=remark.text)
        return PanelNotice(NoticeKind.WARN, mark("Worth knowing"), text)
    if proposal.measured.unmet:
        title = mark_count("{count} wish is not met", "{count} wishes are not met", len(proposal.measured.unmet))
        text = mark("The players are marked in the grid. Draw again, or swap one of them.")
        return PanelNotice(NoticeKind.WARN, title, text)
    if proposal.published:
        text = mark("It can be drawn again until the first hand is in.")
        return PanelNotice(NoticeKind.OK, mark("This draw is published"), text)
    if all(measure.reached is not False for measure in proposal.measures):
        return PanelNotice(NoticeKind.OK, mark("Every target is reached"), mark("Publish it to play it."))
    text = mark("Draw again, or swap two players in the grid.")
    return PanelNotice(NoticeKind.WARN, mark("Not every target is reached"), text)
