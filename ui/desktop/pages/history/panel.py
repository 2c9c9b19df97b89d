"""The chosen entry: what it was, what it did to its sheet and to the standings, and the way to that moment."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.description import hand_before
from tournament.ledger.entry import Entry
from tournament.ledger.facts import HandCorrected, HandRecorded
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet
from tournament.use_cases import View
from ui.desktop.dates import day_text
from ui.desktop.pages.history.comparison import Comparison
from ui.desktop.pages.history.effect import Effect
from ui.desktop.pages.history.entry_filter import place_of
from ui.desktop.pages.history.strip import HandStrip
from ui.desktop.pages.history.told import Told, moment_text, told
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Card, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled

WIDTH = 400


class _Figures(Card):
    """Old and new value, large when they are numbers."""

    def __init__(self) -> None:
        super().__init__(quiet=True, margins=(16, 10))
        self.old = TextLabel(wrap=True, figures=True)
        self.new = TextLabel(wrap=True, figures=True)
        self._old_head = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._new_head = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._arrow = TextLabel(verbatim("→"), kind=Type.PANEL_TITLE, tone=Tone.TEXT2)
        self._aside = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        line = row(_pair(self.old, self._old_head), self._arrow, _pair(self.new, self._new_head), spacing=16)
        line.addWidget(self._aside, 1)
        self.body.addLayout(line)
        self._line = line

    def show_points(self, old: int, new: int, aside: Text) -> None:
        """Two numbers of points, and what stayed the same."""
        self._show(str(old), str(new), Type.FIGURE_LESSER, Type.FIGURE)
        self._old_head.set_text(mark("old points"))
        self._new_head.set_text(mark("new points"))
        self._aside.set_text(aside)
        self._aside.show()
        self._give_room(0)

    def show_words(self, shown: Told) -> None:
        """Two values in words; one that there is not is a dash."""
        self._show(shown.old or "–", shown.new or "–", Type.BODY, Type.TOTAL)
        self._old_head.set_text(mark("old"))
        self._new_head.set_text(mark("new"))
        self._aside.hide()
        self._give_room(1)

    def _show(self, old: str, new: str, old_kind: Type, new_kind: Type) -> None:
        self.old.set_kind(old_kind)
        self.new.set_kind(new_kind)
        self.old.set_text(verbatim(old))
        self.new.set_text(verbatim(new))

    def _give_room(self, share: int) -> None:
        self._line.setStretch(0, share)
        self._line.setStretch(2, share)


class Panel(SidePanel):
    """Follows the list; Enter there, or its button, goes to the moment."""

    asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDTH, parent=parent)
        self._entry: Entry | None = None
        self.title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self.where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.figures = _Figures()
        self.old_tiles, self.tiles = HandStrip(), HandStrip()
        self._old_tiles_head = TextLabel(mark("Tiles before"), kind=Type.CAPTION, tone=Tone.TEXT2)
        self._tiles_head = TextLabel(mark("Tiles"), kind=Type.CAPTION, tone=Tone.TEXT2)
        self.reason = TextLabel(kind=Type.DENSE, wrap=True)
        self.taken_back = TextLabel(mark("Taken back later: it does not count."), kind=Type.DENSE, tone=Tone.WARN)
        self._sheet_head = TextLabel(mark("The sheet, old and new"), kind=Type.NAME, wrap=True)
        self.sheet = Comparison(mark("The sheet, old and new"), mark("Score"))
        self._standings_head = TextLabel(kind=Type.NAME, wrap=True)
        self.standings = Comparison(mark("Standings, old and new"), mark("Rank"))
        self.waiting = TextLabel(mark("Counting …"), kind=Type.DENSE, tone=Tone.TEXT3)
        self.button = PrimaryButton("", hint="Return")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+P")
        self.button.clicked.connect(self.asked)
        self._lay_out()
        self.show_entry(None, None, None)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        for part in (self.title, self.where, self.figures, self._old_tiles_head, self.old_tiles, self._tiles_head,
                     self.tiles, self.reason, self.taken_back, self.waiting):  # fmt: skip
            column.addWidget(part)
        for head, compared in ((self._sheet_head, self.sheet), (self._standings_head, self.standings)):
            column.addSpacing(10)
            column.addWidget(head)
            column.addWidget(compared)
        column.addStretch(1)
        self.body.addWidget(Scrolled(inside), 1)
        self.body.addWidget(self.slip)
        self.body.addWidget(self.button)

    def show_entry(self, view: View | None, entry: Entry | None, effect: Effect | None, *, waits: bool = False) -> None:
        """Show an entry of ``view``, with its effect as far as it is known; None clears the panel."""
        self._entry = entry
        parts = (self.title, self.where, self.figures, self.reason, self.taken_back, self.button)
        for part in parts:
            part.setVisible(entry is not None)
        self._show_effect(effect, waits=waits)
        self._show_tiles(*tiles_of(view, entry))
        self.slip.setVisible(view is not None and entry is not None and slip_of(view, entry) is not None)
        if view is None or entry is None:
            return
        shown = told(view, entry)
        self.title.set_text(verbatim(shown.what))
        self.where.set_text(_where(shown, entry))
        self.figures.setVisible(bool(shown.old or shown.new))
        points = _points(view.journal, entry)
        if points is not None:
            old, new, aside = points
            self.figures.show_points(old, new, aside)
        else:
            self.figures.show_words(shown)
        self.reason.setVisible(bool(shown.reason))
        self.reason.set_text(mark("Reason: “{reason}”", reason=shown.reason))
        self.taken_back.setVisible(not shown.counts)
        self.button.set_text(moment_text(entry))

    def _show_tiles(self, before: str, now: str) -> None:
        for head, strip, written in (
            (self._old_tiles_head, self.old_tiles, before), (self._tiles_head, self.tiles, now)
        ):  # fmt: skip
            strip.show_hand(written)
            head.setVisible(bool(written))

    def _show_effect(self, effect: Effect | None, *, waits: bool) -> None:
        self.waiting.setVisible(waits)
        for part in (self._sheet_head, self.sheet, self._standings_head, self.standings):
            part.setVisible(effect is not None)
        if effect is None:
            return
        self.sheet.show_rows(effect.sheet)
        if not effect.standings:
            self.standings.hide()
            self._standings_head.set_text(
                mark("The standings after session {session} did not move", session=effect.session)
            )
            return
        self._standings_head.set_text(mark("Standings after session {session}, old and new", session=effect.session))
        self.standings.show_rows(
            effect.standings,
            mark_count("{count} of {players} players moved", "{count} of {players} players moved", effect.moved,
                       players=effect.players),
        )  # fmt: skip


def tiles_of(view: View | None, entry: Entry | None) -> tuple[str, str]:
    """The tiles of a hand before ``entry``, if it changed them, and after it; nothing where they are not known."""
    if view is None or entry is None or not isinstance(entry.fact, HandRecorded | HandCorrected):
        return "", ""
    before = hand_before(view.journal, entry, entry.fact.hand) if isinstance(entry.fact, HandCorrected) else None
    changed = before is not None and before.tiles != entry.fact.tiles
    return before.tiles if before is not None and changed else "", entry.fact.tiles


def slip_of(view: View, entry: Entry) -> tuple[Sheet, int] | None:
    """Sheet and hand that ``entry`` wrote, if the hand has its tiles now; None: there is no slip of it."""
    place, fact = place_of(entry.stream), entry.fact
    if place is None or view.seating is None or not isinstance(fact, HandRecorded | HandCorrected):
        return None
    sheet = view.sheet(*place)
    return (sheet, fact.hand) if sheet.hands[fact.hand - 1].tiles else None


def _pair(label: TextLabel, head: TextLabel) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(label)
    column.addWidget(head)
    return box


def _where(shown: Told, entry: Entry) -> Text:
    when = mark("{author}, {day}, {time}", author=shown.author, day=day_text(entry.time.astimezone().date()),
                time=shown.time)  # fmt: skip
    return mark("{where} · {when}", where=shown.where, when=when) if place_of(entry.stream) else when


def _points(journal: Journal, entry: Entry) -> tuple[int, int, Text] | None:
    """Old and new points of a correction that changed nothing else, and the winner in words."""
    if not isinstance(entry.fact, HandCorrected):
        return None
    fact, old = entry.fact, hand_before(journal, entry, entry.fact.hand)
    if old is None or (old.winner, old.discarder) != (fact.winner, fact.discarder) or fact.winner is None:
        return None
    return old.points, fact.points, mark("winner and discarder unchanged")
