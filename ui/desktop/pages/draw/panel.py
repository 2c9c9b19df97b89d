"""The panel at the right: method and wishes, quality, drawing and publishing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QBoxLayout, QGridLayout, QSizePolicy, QWidget

from tournament.event.seating import APART, Seating, SeatingWishes
from tournament.language import Text, mark, mark_count, verbatim
from tournament.use_cases import View
from tournament.use_cases.draft_fit import draft_title, unfit_text
from tournament.use_cases.papers import noted_papers
from tournament.use_cases.seating_quality import QualityMeasure
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.pages.draw.change_form import ALL, RANKING, REDRAW, REPLACE, ChangeDrawForm
from ui.desktop.pages.draw.draw_form import DrawForm, SitOutChoice, one_after_the_other
from ui.desktop.pages.draw.proposal import SeatingProposal
from ui.desktop.pages.draw.state import DrawState
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Question, Rule, SidePanel
from ui.desktop.widgets.keys import Key, key_name
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon, StatusSign


def papers_text(view: View, before: Seating, after: Seating) -> Text | None:
    """Return which papers become out of date if the seats change, or None.

    :mod:`reports.papers` is imported only if a paper was ever printed or saved.
    """
    if not noted_papers(view):
        return None
    from reports.papers import seats_outdated_text

    return seats_outdated_text(view, before, after)


_HEAD, _ROW, _LOW_ROW = 27, 46, 28
"""Heights of the head and of a row, and in a low window of a row that has only the name of the measure."""
_SIGN = 16


class _QualityTable(QWidget):
    """A grid of labels: each measure with its explanation, its value in this draw, its target, and a sign."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measures: tuple[QualityMeasure, ...] = ()
        self._low = False
        self._cells: list[QWidget] = []
        self._details: list[QWidget] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.setColumnMinimumWidth(3, _SIGN)
        grid.setRowMinimumHeight(0, _HEAD)
        for place, head in enumerate((mark("This draw"), mark("Target")), start=1):
            grid.addWidget(TextLabel(head, kind=Type.HEAD, tone=Tone.TEXT3), 0, place, painting.RIGHT)
        grid.addWidget(Rule(strong=True), 1, 0, 1, 4)
        translator.follow(self._retranslate)

    def show_measures(self, measures: Sequence[QualityMeasure]) -> None:
        """Show these measures."""
        if tuple(measures) == self._measures:
            return
        self._measures = tuple(measures)
        for cell in self._cells:
            cell.hide()
            cell.deleteLater()
        self._cells, self._details = [], []
        for number, measure in enumerate(measures, start=1):
            self._add_row(2 * number, measure)
        self._set_heights()
        self._retranslate()

    def set_low(self, low: bool) -> None:
        """Use lower rows without explanations, or the usual ones."""
        if low != self._low:
            self._low = low
            self._set_heights()

    def _add_row(self, line: int, measure: QualityMeasure) -> None:
        detail = TextLabel(measure.detail, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        name = boxed(column(TextLabel(measure.name, kind=Type.LABEL, wrap=True), detail, spacing=1))
        found = TextLabel(measure.found, kind=Type.PANEL_TITLE, figures=True)
        target = TextLabel(measure.target or verbatim(""), kind=Type.BODY, tone=Tone.TEXT2, figures=True)
        rule = Rule()
        self._grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(found, line, 1, painting.RIGHT)
        self._grid.addWidget(target, line, 2, painting.RIGHT)
        self._grid.addWidget(rule, line + 1, 0, 1, 4)
        self._cells += [name, found, target, rule]
        self._details.append(detail)
        if measure.reached is not None:
            status, meaning = (
                (StatusIcon.DONE, mark("reached")) if measure.reached else (StatusIcon.ASKS, mark("not reached"))
            )
            sign = StatusSign(status, meaning, size=_SIGN)
            self._grid.addWidget(sign, line, 3)
            self._cells.append(sign)

    def _set_heights(self) -> None:
        for detail in self._details:
            detail.setVisible(not self._low)
        for line in range(2, self._grid.rowCount(), 2):  # QGridLayout keeps the rows of earlier, longer lists
            used = line // 2 <= len(self._measures)
            self._grid.setRowMinimumHeight(line, 0 if not used else _LOW_ROW if self._low else _ROW)

    def _retranslate(self) -> None:
        lines = map(translator.translate, map(_spoken, self._measures))
        self.setAccessibleName("; ".join(lines) or translator.translate(mark("Quality")))


def _spoken(measure: QualityMeasure) -> Text:
    """A line of the table, for screen readers."""
    text = mark("{name}: {found}", name=measure.name, found=measure.found)
    if measure.target is not None:
        text = mark("{name}: {found}, target {target}", name=measure.name, found=measure.found, target=measure.target)
    if measure.reached is None:
        return text
    verdict = mark("reached") if measure.reached else mark("not reached")
    return mark("{before}, {text}", before=text, text=verdict)


WIDTH, NARROW_WIDTH = 364, 330
_LOW = 800
"""Below this height in pixels the quality table is denser, so that the fields of a change fit below it."""
_MOST_REMARKS = 4
"""Maximum number of remarks shown at once."""
_WORTH_SAYING = 0.05
"""Seconds from which the duration of a search is shown."""


class _VisibleParts(NamedTuple):
    """What determines which parts of the panel are visible."""

    closed: bool = True
    published: bool = False
    """Whether the published draw is shown, or measured to be shown."""
    replaces: bool = False
    """Whether a draw is published, the one that is shown or another."""
    whole: bool = True
    """Whether all sessions can be drawn: not if the proposal changes only some sessions of a published draw."""
    publishes: bool = True


class _FocusedInView(Scrolled):
    """A scroll area that keeps the field with the cursor visible when its height shrinks."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        content, focused = self.widget(), QApplication.focusWidget()
        if content is not None and focused is not None and content.isAncestorOf(focused):
            self.ensureWidgetVisible(focused)


class DrawPanel(SidePanel):
    """Shows what can be done and emits what the user asks for; the page draws."""

    draw_wanted = Signal()
    publish_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDTH, parent=parent)
        self.form = DrawForm()
        self.sit_out = SitOutChoice()
        """Whether players may sit out; for every way to draw."""
        self.changes = ChangeDrawForm(self.sit_out)
        self.lots = LinkButton(mark("Let the players draw lots"), shortcut="Ctrl+L")
        self.read = LinkButton(mark("Import a seating from a file"))
        self.save = LinkButton(mark("Print or save the seating"))
        self.leave = LinkButton("")
        self.quality = _QualityTable()
        self.notice = Notice(NoticeKind.INFO)
        self.substitute = OutlineButton(mark("Choose a substitute"))
        self.wait = LinkButton(mark("Wait"))
        self.checked = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._checked_sign = Icon(StatusIcon.DONE.icon, size=16, tone=Tone.OK)
        self.again = Question()
        self.bar = WorkBar()
        self.draw = PrimaryButton(mark("Draw"), hint="Ctrl+R")
        self.publish = PrimaryButton(mark("Publish"), shortcut="Ctrl+Return")
        self._shown = _VisibleParts()
        self._proposal: SeatingProposal | None = None
        self._notice: _PanelNotice | None = None
        self._lay_out()
        self.draw.clicked.connect(self.draw_wanted)
        QShortcut(QKeySequence("Ctrl+R"), self).activated.connect(self.draw_wanted)  # also while the button is hidden
        self.publish.clicked.connect(self.publish_wanted)
        self.form.submitted.connect(self.draw_wanted)
        self.changes.change_chosen.connect(lambda _change: self._show_parts())

    def _lay_out(self) -> None:
        self._quality_title = TextLabel(mark("Quality"), kind=Type.PANEL_TITLE)
        self._checked = boxed(row(self._checked_sign, stretched(self.checked)))
        self._choices = boxed(row(self.substitute, self.wait, None))
        measured = (self._quality_title, self.quality, self.notice, self._choices, self._checked)
        links = (row(link, None) for link in (self.lots, self.read, self.save))
        content = boxed(column(*measured, self.changes, self.sit_out, self.form, *links, None, margins=(0, 0, 8, 0)))
        self._scrolled = _FocusedInView(content)
        set_margins(self.body, (Size.PANEL_MARGIN, 16, 12, Size.PANEL_MARGIN))
        self._foot = row(stretched(self.draw), stretched(self.publish), spacing=10, margins=(0, 0, 8, 0))
        self.body.addWidget(self._scrolled, 1)
        self._asked = boxed(column(self.changes.foot, self.again, margins=(0, 0, 8, 0)))
        self.body.addWidget(self._asked)
        self.body.addWidget(self.bar)
        add(self.body, row(self.leave, None))
        add(self.body, self._foot)
        translator.follow(self._fit_foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the two buttons below one another if they do not fit side by side."""
        super().resizeEvent(event)
        self.quality.set_low(self.height() < _LOW)
        self._show_notice()
        self._show_checked()
        self._fit_foot()

    def _fit_foot(self) -> None:
        needed = 2 * max(self.draw.sizeHint().width(), self.publish.sizeHint().width()) + self._foot.spacing()
        margins = self.body.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._foot.contentsMargins().right()
        aside = needed <= room or self.draw.isHidden() or self.publish.isHidden()
        self._foot.setDirection(QBoxLayout.Direction.LeftToRight if aside else QBoxLayout.Direction.TopToBottom)

    def read_wishes(self) -> SeatingWishes:
        """Return the wishes that were entered. Raise NotRead."""
        return replace(self.form.read_wishes(), sit_out=self.sit_out.may_sit_out)

    def show_replacement(self) -> None:
        """Scroll to the fields of a replacement and move the cursor there."""
        form = self.changes.replacement
        self.changes.choose(REPLACE)
        form.by.setFocus()
        self._scrolled.ensureWidgetVisible(form, 0, 0)
        self._scrolled.ensureWidgetVisible(form.by)

    def show_work(self, work: Work) -> None:
        """Show the progress of a draw, and Cancel."""
        self.bar.follow(work, mark("Drawing"))

    def show_state(self, state: DrawState, view: View | None, *, closed: bool) -> None:
        """Show a proposal and the possible actions. ``closed`` is whether a new draw is impossible."""
        proposal, replaces = state.proposal, view is not None and view.seating is not None
        published = proposal is not None and proposal.published
        ready = proposal is not None and not published and not proposal.faults
        late = proposal is not None and proposal.whole and closed
        for part in (self._quality_title, self.quality):
            part.setVisible(proposal is not None)
        self.quality.show_measures(proposal.measures if proposal is not None else ())
        self._quality_title.set_text(_quality_title(proposal))
        self.draw.set_text(mark("Draw") if proposal is None else mark("Draw again"))
        self.draw.setEnabled(not closed and not state.working)
        self.publish.setEnabled(ready and not late and not state.working)
        self.draw.set_filled(proposal is None)
        whole = proposal is None or published or proposal.whole
        changes = published or _is_measured(state, view)  # their keys work meanwhile
        self._shown = _VisibleParts(closed, changes, replaces, whole, publishes=not closed or ready)
        self._show_parts()
        unfit = _unfit_notice(view) if proposal is None or published else None
        self.leave.setVisible(unfit is not None or (proposal is not None and not published))
        keeps = replaces and unfit is None
        self.leave.set_text(mark("Keep the published draw") if keeps else mark("Discard the draft"))
        if proposal is not self._proposal:
            self._proposal = proposal
            self._scrolled.verticalScrollBar().setValue(0)
        self._show_checked()
        self.again.setVisible(state.asked or state.question is not None)
        if state.question is not None:
            again = mark("If this is correct, press {key} again.", key=Key("Ctrl+R"))
            self.again.show_notice(NoticeKind.WARN, state.question, again)
        if state.asked and proposal is not None and view is not None and view.seating is not None:
            papers = papers_text(view, view.seating, proposal.seating)
            title = mark("Publish again? Press {key} once more to confirm.", key=key_name("Ctrl+Return"))
            self.again.show_notice(NoticeKind.WARN, title, papers or mark("The seating has not been printed or saved."))
        self.save.setVisible(published)
        self._show_check(proposal)
        notice = unfit if unfit is not None and state.refusal is None else None
        notice = notice or _notice_of(state, begun=view is not None and view.begun)
        self._notice = notice
        self._show_notice()
        self._choices.setVisible(state.refusal is not None and state.vacant is not None)
        if notice is not None:
            self.notice.show_notice(*notice)
        if view is not None:
            self._show_event(state, view)

    def _show_notice(self) -> None:
        """Show the notice; that play has begun only where there is space, since no session that began is offered."""
        normal = self._notice is not None and self._notice.title == _BEGUN
        spare = normal and self.height() < _LOW and self.changes.chosen in (REDRAW, RANKING)
        self.notice.setVisible(self._notice is not None and not spare)

    def _show_checked(self) -> None:
        """Show how the draw was checked; of a published draw without faults only where there is space."""
        proposal = self._proposal
        spare = proposal is not None and proposal.published and not proposal.faults and self.height() < _LOW
        self._checked.setVisible(proposal is not None and not spare)

    def _show_parts(self) -> None:
        """Show the fields that are possible now: those of a new draw, or of one change to a published one."""
        closed, published, replaces, whole, _ = self._shown
        self.read.setVisible(not closed)
        self.changes.setVisible(published)
        self._show_notice()
        one = published and self.changes.chosen != ALL
        self.changes.foot.setVisible(one)
        self.draw.setVisible(not closed and not one)
        self.publish.setVisible(self._shown.publishes and not one)
        self._fit_foot()
        draws = not closed and whole and (not published or self.changes.chosen == ALL)
        self.sit_out.setVisible(draws or (published and self.changes.chosen in (REDRAW, RANKING)))
        self.form.setVisible(not closed and whole and (not published or self.changes.chosen == ALL))
        self.lots.setVisible(not closed and not replaces)

    def _show_event(self, state: DrawState, view: View) -> None:
        self.form.show_event(view)
        self.sit_out.show_event(view.settings)
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
            self.checked.set_text(mark("The separate check found errors: this draw cannot be used."))
            return
        self._checked_sign.set_icon(StatusIcon.DONE.icon, Tone.OK)
        text = mark("Checked by a separate program")
        if proposal.seconds >= _WORTH_SAYING:
            spent = verbatim(f"{proposal.seconds:.1f}")
            text = mark("Checked by a separate program · {seconds} s", seconds=spent)
        self.checked.set_text(text)


def _quality_title(proposal: SeatingProposal | None) -> Text:
    """The title of the quality table, with the sessions that count if others still have an earlier draw."""
    if proposal is None or proposal.measured.counts_all:
        return mark("Quality")
    return mark("Quality of sessions {sessions}", sessions=proposal.measured.sessions)


_BEGUN = mark("Play has begun: sessions already played cannot change.")


class _PanelNotice(NamedTuple):
    """The contents of the notice below the quality table."""

    kind: NoticeKind
    title: Text
    body: Text | str = ""


def _is_measured(state: DrawState, view: View | None) -> bool:
    """Whether the published draw is being measured, and is shown as soon as it is."""
    if view is None or view.seating is None or view.unpublished_draw is not None:
        return False
    return state.proposal is None and state.working and not state.searching


def _unfit_notice(view: View | None) -> _PanelNotice | None:
    """Why the draft of the draw can no longer be published; None if it can, or there is none."""
    draft = view.unpublished_draw if view is not None else None
    reason = unfit_text(view, draft) if view is not None and draft is not None else None
    if view is None or draft is None or reason is None:
        return None
    return _PanelNotice(NoticeKind.WARN, draft_title(view, draft), reason)


def _notice_of(state: DrawState, *, begun: bool) -> _PanelNotice | None:
    """The most important remark, or None. ``begun`` is whether a sheet has entries already."""
    proposal = state.proposal
    if state.refusal is not None:
        return _PanelNotice(NoticeKind.DANGER, state.refusal)
    if begun and (proposal is None or (proposal.published and not proposal.measured.unmet)):
        return _PanelNotice(NoticeKind.INFO, _BEGUN)
    if proposal is None:
        return None
    if proposal.stopped:
        text = mark("This is the best draw found so far.")
        return _PanelNotice(NoticeKind.INFO, mark("The search was stopped early"), text)
    if proposal.remarks:
        texts = (remark.text for remark in proposal.remarks[:_MOST_REMARKS])
        return _PanelNotice(NoticeKind.WARN, mark("Note"), one_after_the_other(texts))
    if proposal.measured.unmet:
        title = mark_count("{count} wish is not met", "{count} wishes are not met", len(proposal.measured.unmet))
        text = mark("The players are marked in the grid. Draw again, or swap one of them.")
        return _PanelNotice(NoticeKind.WARN, title, text)
    if proposal.published:
        text = mark("This draw is published. It can be redrawn until the first hand is recorded.")
        return _PanelNotice(NoticeKind.OK, text)
    fewest, found = proposal.measured.quality.fewest_repeats, proposal.measured.quality.repeats
    if found <= fewest and all(measure.reached is not False for measure in proposal.measures):
        text = mark("Publish the draw to start playing.")
        if fewest and found == fewest and proposal.measured.bounded:
            text = mark("Fewer repeated meetings are proved impossible here. Publish the draw to start playing.")
        return _PanelNotice(NoticeKind.OK, mark("Every target is reached"), text)
    if found > fewest:
        text = mark(
            "Fewer than {fewest} repeated meetings are proved impossible; whether a draw has fewer than {found} is "
            "not known. Draw again, or swap two players in the grid.", fewest=fewest, found=found)  # fmt: skip
        if fewest == 0:
            text = mark("Whether a draw has fewer than {found} repeated meetings is not known. Draw again, or swap two "
                        "players in the grid.", found=found)  # fmt: skip
    else:
        text = mark("Draw again, or swap two players in the grid.")
    return _PanelNotice(NoticeKind.WARN, mark("Not every target is reached"), text)
