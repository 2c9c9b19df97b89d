"""The verdict at the right: points, each fan, what does not count and why, the next best reading, the waits."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.hand.notation import format_tiles
from tournament.language import LANGUAGES, Text, mark
from ui.desktop.hand_editor.fan_list import FanList
from ui.desktop.hand_editor.next_tiles import NextTilesView
from ui.desktop.hand_editor.verdict_text import (
    claim_notice,
    notice_of,
    reaches_minimum,
    rows_left_out,
    rows_of,
    rules_name,
    sum_line,
)
from ui.desktop.hand_editor.waits_view import WaitsView
from ui.desktop.theme import Density, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign
from ui.entry.verdict import Verdict

_LEFT_OUT = mark("Not counted, with the rule")
_REPLACED = mark("Replaced by another combination")


class VerdictPanel(SidePanel):
    """Shows a verdict and how claimed points compare with it."""

    looked_at = Signal(object)
    """The current :class:`ui.desktop.hand_editor.verdict_text.ListedFan`, or None."""

    def __init__(self, *, width: int, parent: QWidget | None = None) -> None:
        super().__init__(width=width, parent=parent)
        self._verdict: Verdict | None = None
        self._claimed: int | None = None
        self._quiz = False
        self.language = Switch(mark("Names of the fan"), [Segment(each.code, each.name) for each in LANGUAGES])
        self._points = TextLabel("–", kind=Type.BIG_FIGURE, figures=True)
        self._rules = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._claim = TextLabel(kind=Type.BIG_FIGURE_LESSER, tone=Tone.TEXT2, figures=True)
        self._claimed_by = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.notice = Notice(NoticeKind.INFO)
        self.counted, self.left_out = FanList(mark("Counted")), FanList(_LEFT_OUT)
        self._rule = Rule(strong=True)
        self._least = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._met = StatusSign(StatusIcon.DONE)
        self._sum = TextLabel(kind=Type.TOTAL, figures=True)
        self._left_title = TextLabel(_LEFT_OUT, kind=Type.LABEL, wrap=True)
        self._next = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._waits_title = TextLabel(kind=Type.LABEL, wrap=True)
        self.waits = WaitsView()
        self._next_title = TextLabel(mark("With the next tile"), kind=Type.LABEL, wrap=True)
        self._next_title.hide()
        self.next_tiles = NextTilesView()
        self.next_tiles.changed.connect(lambda: self._next_title.setVisible(self.next_tiles.rows > 0))
        self.foot = column(margins=(3, 4, 8, 4))
        """The layout for buttons, below the part that scrolls."""
        self._lay_out()
        for fan_list in (self.counted, self.left_out):
            fan_list.looked_at.connect(self.looked_at)
        self.language.chosen.connect(self._render)
        translator.follow(self._retranslate)

    def _lay_out(self) -> None:
        set_margins(self.body, (20, 14, 12, 16))
        title = FittingLabel(mark("Verdict"), kind=Type.PANEL_TITLE)
        figures = QGridLayout()
        figures.setVerticalSpacing(0)
        for index, (figure, words) in enumerate(((self._points, self._rules), (self._claim, self._claimed_by))):
            figures.addWidget(figure, 0, index)
            figures.addWidget(words, 1, index)
            figures.setColumnStretch(index, 1)
        total = row(stretched(self._least), self._met, self._sum, margins=(8, 0, 4, 0))
        inside = column(
            *(figures, self.notice, 4, self.counted, self._rule, total, 4),
            *(
                self._left_title,
                self.left_out,
                self._next,
                4,
                self._waits_title,
                self.waits,
                self._next_title,
                self.next_tiles,
                None,
            ),
            margins=(0, 0, 8, 0),
        )
        add(self.body, row(stretched(title), self.language, margins=(0, 0, 8, 0)))
        self.body.addWidget(_ScrolledVerdict(boxed(inside)), 1)
        add(self.body, self.foot)

    def fit(self, density: Density) -> None:
        """Reduce the height in a low window."""
        dense = density is Density.DENSE
        self._points.set_kind(Type.FIGURE if dense else Type.BIG_FIGURE)
        self._claim.set_kind(Type.FIGURE_LESSER if dense else Type.BIG_FIGURE_LESSER)
        set_margins(self.body, (20, 8, 12, 8) if dense else (20, 14, 12, 16))

    def show_verdict(self, verdict: Verdict, claimed: int | None = None, *, quiz: bool = False) -> None:
        """Show ``verdict``, and how the ``claimed`` points compare. In a quiz they are only the user's own count."""
        self._verdict, self._claimed, self._quiz = verdict, claimed, quiz
        self._render()

    def _render(self) -> None:
        verdict, claimed, code = self._verdict, self._claimed, self.language.current
        if verdict is None:
            return
        found, points = verdict.explanation, verdict.points
        self._rules.set_text(mark("counted, {rules}", rules=rules_name(verdict)))
        self._points.set_text("–" if points is None else str(points))
        self._claim.set_text("" if claimed is None else str(claimed))
        self._claimed_by.set_text(mark("your count") if self._quiz else mark("claimed on the sheet"))
        notice = notice_of(verdict)
        if notice is None and claimed is not None and not self._quiz:
            notice = claim_notice(verdict, claimed, code)
        if notice is not None:
            self.notice.show_notice(*notice)
        left_out = rows_left_out(verdict, code)
        self.counted.show_rows(rows_of(verdict), code)
        self.left_out.show_rows(left_out, code)
        self._left_title.set_text(_LEFT_OUT if verdict.player is None else _REPLACED)
        if points is not None:
            self._least.set_text(sum_line(verdict))
            self._sum.set_text(str(points))
        best = found.next_best if found is not None else None
        if best is not None:
            groups = " ".join(format_tiles(group) for group in best.groups)
            text = mark("Next best reading: {points}, as {groups}", points=best.score.points, groups=groups)
            self._next.set_text(text)
        self._waits_title.set_text(_waits_title(verdict))
        self.waits.show_verdict(verdict)
        self.next_tiles.show_verdict(verdict, code)
        for parts, shown in (
            ((self._claim, self._claimed_by), claimed is not None),
            ((self.notice,), notice is not None),
            ((self._rule, self._least, self._sum), points is not None),
            ((self._met,), reaches_minimum(verdict)),
            ((self._left_title,), bool(left_out)),
            ((self._next,), best is not None),
            ((self._waits_title,), bool(verdict.waits or verdict.counted_waits or verdict.distances)),
        ):
            for part in parts:
                part.setVisible(shown)

    def _retranslate(self) -> None:
        self.language.set_current(translator.language.code)
        self._render()


class _ScrolledVerdict(Scrolled):
    """Hides its scroll bar if everything fits without it. The bar takes width, so that the waits need more rows."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Decide again when the contents change."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._drop_bar()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Decide again when the size changes."""
        self._drop_bar()
        super().resizeEvent(event)

    def _drop_bar(self) -> None:
        inside, room = self.widget(), self.maximumViewportSize()
        fits = inside is not None and inside.heightForWidth(room.width()) <= room.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)


def _waits_title(verdict: Verdict) -> Text:
    if not (verdict.waits or verdict.counted_waits):
        return mark("Tiles that improve it")
    return mark("Waits before the win") if verdict.arrangement.winning is not None else mark("Waits")
