"""The verdict at the right: points, each fan, what does not count and why, the next best reading, the waits."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from tournament.hand.notation import format_tiles
from tournament.language import LANGUAGES, Text, mark
from ui.desktop.hand_editor import said
from ui.desktop.hand_editor.claim import standing_of
from ui.desktop.hand_editor.fan_list import FanList, FanRow
from ui.desktop.hand_editor.verdict import Verdict
from ui.desktop.hand_editor.waits_view import WaitsView
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.card import Rule, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import Icon, StatusIcon
from ui.desktop.widgets.switch import Segment, Switch

WIDTH, NARROW = 404, 348
_NARROW_BELOW = 1120
"""Width of the page, panel included."""


class VerdictPanel(SidePanel):
    """Shows a verdict and, beside it, points claimed. The fan looked at is told."""

    looked_at = Signal(object)
    """The row looked at, None for none."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDTH, parent=parent)
        self._verdict: Verdict | None = None
        self._claimed: int | None = None
        self._judged = True
        self.language = Switch(mark("Names of the fan"), [Segment(each.code, each.name) for each in LANGUAGES])
        self._points = TextLabel("–", kind=Type.BIG_FIGURE, figures=True)
        self._rules = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._claim = TextLabel(kind=Type.BIG_FIGURE_LESSER, tone=Tone.TEXT2, figures=True)
        self._claim_said = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self.notice = Notice(NoticeKind.INFO)
        self.counted = FanList(mark("Counted"))
        self.left_out = FanList(mark("Left out, and by which rule"))
        self._rule = Rule(strong=True)
        self._least = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._tick = Icon(StatusIcon.DONE.icon, size=16, tone=StatusIcon.DONE.tone)
        self._sum = TextLabel(kind=Type.TOTAL, figures=True)
        self._left_title = TextLabel(mark("Left out, and by which rule"), kind=Type.LABEL)
        self._next = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._waits_title = TextLabel(kind=Type.LABEL)
        self.waits = WaitsView()
        self.foot = QVBoxLayout()
        """Where buttons go, under all that scrolls."""
        self._lay_out()
        for each in (self.counted, self.left_out):
            each.looked_at.connect(self.looked_at)
        self.language.chosen.connect(lambda _code: self._show())
        translator.follow(self._follow_language)

    def _lay_out(self) -> None:
        self.body.setContentsMargins(20, 14, 12, 16)
        head = row(TextLabel(mark("Verdict"), kind=Type.PANEL_TITLE), None, self.language)
        head.setContentsMargins(0, 0, 8, 0)
        self.body.addLayout(head)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        figures = QGridLayout()
        figures.setVerticalSpacing(0)
        for at, (figure, words) in enumerate(((self._points, self._rules), (self._claim, self._claim_said))):
            figures.addWidget(figure, 0, at)
            figures.addWidget(words, 1, at)
            figures.setColumnStretch(at, 1)
        column.addLayout(figures)
        column.addWidget(self.notice)
        column.addSpacing(4)
        column.addWidget(self.counted)
        column.addWidget(self._rule)
        total = row(self._least, self._tick, None, self._sum)
        total.setContentsMargins(8, 0, 4, 0)
        column.addLayout(total)
        column.addSpacing(4)
        for part in (self._left_title, self.left_out, self._next):
            column.addWidget(part)
        column.addSpacing(4)
        column.addWidget(self._waits_title)
        column.addWidget(self.waits)
        column.addStretch(1)
        self.body.addWidget(Scrolled(inside), 1)
        self.foot.setContentsMargins(3, 4, 8, 4)
        self.foot.setSpacing(8)
        self.body.addLayout(self.foot)

    def make_room(self, page: int) -> None:
        """Give a page of this width some of the panel's."""
        self.setFixedWidth(NARROW if page < _NARROW_BELOW else WIDTH)

    def show_verdict(self, verdict: Verdict, claimed: int | None = None, *, quiz: bool = False) -> None:
        """Show ``verdict``, and how ``claimed`` points stand beside it; in a quiz they are only somebody's count."""
        self._verdict, self._claimed, self._judged = verdict, claimed, not quiz
        self._claim_said.set_text(mark("your count") if quiz else mark("claimed on the sheet"))
        self._show()

    def _show(self) -> None:
        verdict = self._verdict
        if verdict is None:
            return
        found = verdict.explanation
        self._rules.set_text(mark("counted, {rules}", rules=verdict.scorer.name))
        self._points.set_text("–" if found is None else str(found.score.points))
        for part in (self._claim, self._claim_said):
            part.setVisible(self._claimed is not None)
        self._claim.set_text("" if self._claimed is None else str(self._claimed))
        self._show_notice(verdict)
        code = self.language.current
        self.counted.show_rows(said.counted_rows(found) if found else [], code)
        self.left_out.show_rows(said.left_out_rows(found, code) if found else [], code)
        self._show_sum(verdict)
        self._show_waits(verdict)

    def _show_notice(self, verdict: Verdict) -> None:
        words = said.words_of(verdict)
        found = verdict.explanation
        if words is None and found is not None and self._claimed is not None and self._judged:
            words = standing_of(found, self._claimed, self.language.current)
        self.notice.setVisible(words is not None)
        if words is not None:
            self.notice.show_notice(*words)

    def _show_sum(self, verdict: Verdict) -> None:
        found = verdict.explanation
        for part in (self._rule, self._least, self._sum):
            part.setVisible(found is not None)
        self._tick.setVisible(found is not None and found.score.minimum_met)
        self._left_title.setVisible(found is not None and bool(found.left_out))
        best = found.next_best if found is not None else None
        self._next.setVisible(best is not None)
        if found is not None:
            self._least.set_text(said.minimum_words(found.score, verdict.scorer.minimum))
            self._sum.set_text(str(found.score.points))
        if best is not None:
            groups = " ".join(format_tiles(group) for group in best.groups)
            self._next.set_text(
                mark("Next best reading: {points}, as {groups}", points=best.score.points, groups=groups)
            )

    def _show_waits(self, verdict: Verdict) -> None:
        useful = verdict.distances[0].useful if verdict.distances else ()
        self.waits.show_waits(verdict.waits, verdict.laid.winning, useful, minimum=verdict.scorer.minimum)
        self.waits.setVisible(bool(verdict.waits or useful))
        self._waits_title.setVisible(bool(verdict.waits or useful))
        self._waits_title.set_text(_title(verdict))

    def _follow_language(self) -> None:
        if translator.language in LANGUAGES:
            self.language.set_current(translator.language.code)
        self._show()

    @property
    def rows(self) -> tuple[FanRow, ...]:
        """What counts, as shown."""
        return self.counted.rows


def _title(verdict: Verdict) -> Text:
    if not verdict.waits:
        return mark("What brings it nearer")
    return mark("Waits before the win") if verdict.laid.winning is not None else mark("Waits")
