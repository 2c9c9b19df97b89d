"""The chosen entry: what it was, its effect on the sheet and the standings, and the way to that moment."""

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import BACK, FLOWERS, HEIGHT, WIDTH
from tournament.event.player import SubstituteCase
from tournament.hand.hand import Hand
from tournament.hand.meld_tiles import MeldTile, meld_tiles
from tournament.hand.notation import HandProblems, parse
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.description import hand_before
from tournament.ledger.entry import Entry
from tournament.ledger.facts import HandCorrected, HandInserted, HandRecorded, PlayerReplaced
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet
from tournament.ledger.sheet_content import Row
from tournament.tiles.names import face_of
from tournament.use_cases import View
from tournament.use_cases.entry_effect import EntryEffect
from tournament.use_cases.entry_words import place_of
from ui.desktop.dates import day_text
from ui.desktop.pages.history.entry_table import EntryWords, words_of
from ui.desktop.sheet.effects import Comparison
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.desktop.widgets.tiles import draw_tile


class _Figures(Card):
    """Old and new value, in large type if they are numbers."""

    def __init__(self) -> None:
        super().__init__(quiet=True, margins=(16, 10))
        self.old = TextLabel(wrap=True, figures=True)
        self.new = TextLabel(wrap=True, figures=True)
        self._old_head = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._new_head = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._aside = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        old, new = (boxed(column(value, head, spacing=0)) for value, head in
                    ((self.old, self._old_head), (self.new, self._new_head)))  # fmt: skip
        arrow = TextLabel(verbatim("→"), kind=Type.PANEL_TITLE, tone=Tone.TEXT2)
        self._line = row(old, arrow, new, stretched(self._aside), spacing=16)
        add(self.body, self._line)

    def show_points(self, old: int, new: int, aside: Text) -> None:
        """Show two numbers of points, and what stayed the same."""
        self._show(str(old), str(new), Type.FIGURE_LESSER, Type.FIGURE, shares=(0, 0))
        self._old_head.set_text(mark("old points"))
        self._new_head.set_text(mark("new points"))
        self._aside.set_text(aside)
        self._aside.show()

    def show_words(self, words: EntryWords) -> None:
        """Show two values as text; a missing one is a dash, and leaves the width to the other."""
        shares = (int(bool(words.old)), int(bool(words.new)))
        self._show(words.old or "–", words.new or "–", Type.BODY, Type.TOTAL, shares=shares)
        self._old_head.set_text(mark("old"))
        self._new_head.set_text(mark("new"))
        self._aside.hide()

    def _show(self, old: str, new: str, old_kind: Type, new_kind: Type, *, shares: tuple[int, int]) -> None:
        for label, text, kind in ((self.old, old, old_kind), (self.new, new, new_kind)):
            label.set_kind(kind)
            label.set_text(verbatim(text))
        for place, share in zip((0, 2), shares, strict=True):
            self._line.setStretch(place, share)


class HistoryPanel(SidePanel):
    """Follows the list. Enter there, or the button here, goes to the moment."""

    def __init__(self, *, width: int) -> None:
        super().__init__(width=width)
        self.title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self.where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.figures = _Figures()
        self.old_tiles, self.tiles = _TileLine(), _TileLine()
        self._old_tiles_head = TextLabel(mark("Tiles before"), kind=Type.CAPTION, tone=Tone.TEXT2)
        self._tiles_head = TextLabel(mark("Tiles"), kind=Type.CAPTION, tone=Tone.TEXT2)
        self.reason = TextLabel(kind=Type.DENSE, wrap=True)
        self.case = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why a substitute plays, such as an illness. It is shown to organisers only."""
        self.taken_back = TextLabel(mark("Undone later: does not count."), kind=Type.DENSE, tone=Tone.WARN)
        self.waiting = TextLabel(mark("Counting …"), kind=Type.DENSE, tone=Tone.TEXT3)
        self._sheet_head = TextLabel(mark("Sheet before and after"), kind=Type.NAME, wrap=True)
        self.sheet = Comparison(mark("Sheet before and after"), mark("Score"))
        self._standings_head = TextLabel(kind=Type.NAME, wrap=True)
        self.standings = Comparison(mark("Standings before and after"), mark("Rank"))
        self.button = PrimaryButton("", hint="Return")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+Shift+P")
        inside = column(
            self.title, self.where, self.figures, self._old_tiles_head, self.old_tiles, self._tiles_head, self.tiles,
            self.reason, self.case, self.taken_back, self.waiting, 10, self._sheet_head, self.sheet, 10,
            self._standings_head, self.standings, None, margins=(0, 0, 4, 0),
        )  # fmt: skip
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        self.body.addWidget(self.slip)
        self.body.addWidget(self.button)
        self.show_entry(None, None, None)

    def show_entry(
        self,
        view: View | None,
        entry: Entry | None,
        effect: EntryEffect | None,
        *,
        waits: bool = False,
        held: bool = False,
        organiser: bool = False,
    ) -> None:
        """Show an entry of ``view`` with its effect as far as it is known; None clears the panel.

        Standings that are ``held`` for the ceremony are not shown. An ``organiser`` also sees who was ill.
        """
        self._show_effect(effect, waits=waits, held=held)
        self._show_tiles(view, entry)
        parts: tuple[QWidget, ...] = (self.title, self.where, self.figures, self.reason, self.taken_back, self.slip,
                                      self.button)  # fmt: skip
        for part in parts:
            part.setVisible(entry is not None)
        case = _private_case(entry) if entry is not None and organiser else None
        self.case.setVisible(case is not None)
        if case is not None:
            self.case.set_text(mark("Shown only to the organiser: {case}", case=case.label))
        if view is None or entry is None:
            return
        words = words_of(view, entry)
        self.title.set_text(verbatim(words.what))
        self.where.set_text(_where_text(view, words, entry))
        self.figures.setVisible(bool(words.old or words.new))
        points = _points(view.journal, entry)
        if points is not None:
            self.figures.show_points(*points, mark("winner and discarder unchanged"))
        else:
            self.figures.show_words(words)
        self.reason.setVisible(bool(words.reason))
        self.reason.set_text(mark("Reason: “{reason}”", reason=words.reason))
        self.taken_back.setVisible(not words.counts)
        self.slip.setVisible(slip_of(view, entry) is not None)
        self.button.set_text(mark("View the event at {time}", time=f"{entry.time.astimezone():%H:%M}"))

    def _show_tiles(self, view: View | None, entry: Entry | None) -> None:
        """Show the tiles of a hand, and the earlier ones if they differ."""
        fact = entry.fact if entry is not None else None
        now = fact.tiles if isinstance(fact, HandRecorded | HandCorrected | HandInserted) else ""
        old = _corrected(view.journal, entry) if view is not None and entry is not None else None
        before = old.tiles if old is not None and old.tiles != now else ""
        for head, line, tiles in (
            (self._old_tiles_head, self.old_tiles, before), (self._tiles_head, self.tiles, now)
        ):  # fmt: skip
            line.show_hand(tiles)
            head.setVisible(bool(tiles))

    def _show_effect(self, effect: EntryEffect | None, *, waits: bool, held: bool) -> None:
        self.waiting.setVisible(waits)
        for part in (self._sheet_head, self.sheet, self._standings_head):
            part.setVisible(effect is not None)
        self.standings.setVisible(effect is not None and bool(effect.standings) and not held)
        if effect is None:
            return
        self.sheet.show_rows(effect.sheet)
        if held:
            text = mark("The standings after session {session} are held for the ceremony", session=effect.after)
            self._standings_head.set_text(text)
            return
        if not effect.standings:
            text = mark("The standings after session {session} did not change", session=effect.after)
            self._standings_head.set_text(text)
            return
        self._standings_head.set_text(mark("Standings after session {session}, before and after", session=effect.after))
        moved = mark_count("{count} of {players} players moved", "{count} of {players} players moved", effect.moved,
                           players=effect.players)  # fmt: skip
        self.standings.show_rows(effect.standings, moved)


def _private_case(entry: Entry) -> SubstituteCase | None:
    """The reason why a substitute plays, if people other than organisers are shown another one."""
    fact = entry.fact
    if not isinstance(fact, PlayerReplaced) or fact.case is None or fact.case is fact.case.shown:
        return None
    return fact.case


def slip_of(view: View, entry: Entry) -> tuple[Sheet, int] | None:
    """The sheet and hand that ``entry`` recorded, wherever it is now.

    None if its tiles are not known, or if its session is cancelled, so that there is nothing to rule on.
    """
    place = place_of(view.journal.stream_showing(entry))
    if place is None or view.seating is None or not view.journal.counts(entry) or place[0] in view.state.cancelled:
        return None
    sheet = view.sheet(*place)
    written = (line for line in sheet.hands if any(each.id == entry.id for each in line.entries))
    return next(((sheet, line.hand) for line in written if line.tiles), None)


def _corrected(journal: Journal, entry: Entry) -> Row | None:
    """The hand before ``entry`` corrected it, or None."""
    return hand_before(journal, entry, entry.fact.hand) if isinstance(entry.fact, HandCorrected) else None


def _where_text(view: View, words: EntryWords, entry: Entry) -> Text:
    """Place, author and time of the entry.

    The role is added if the event has PINs, and the workstation if there were several.
    """
    who: list[Text | str] = [words.author]
    if view.state.pins and entry.role is not None:
        who.append(entry.role.label)
    desk = entry.record.desk
    if desk and any(each.record.desk != desk for each in view.journal):
        who.append(mark("at {desk}", desk=harmless_line(desk)))
    when = mark("{author}, {day}, {time}", author=listed(who), day=day_text(entry.time.astimezone().date()),
                time=words.time)  # fmt: skip
    return mark("{where} · {when}", where=words.where, when=when) if place_of(entry.stream) else when


def _points(journal: Journal, entry: Entry) -> tuple[int, int] | None:
    """Old and new points of a correction that changed nothing else, or None."""
    fact, old = entry.fact, _corrected(journal, entry)
    if old is None or not isinstance(fact, HandCorrected) or fact.winner is None:
        return None
    before = old.outcome
    return (before.points, fact.points) if replace(before, points=fact.points) == fact.outcome else None


_LARGEST, _GAP = 20.0, 8.0
"""Maximum width of a tile; gap between the parts."""
_HIGH = 36
_RATIO = HEIGHT / WIDTH


class _TileLine(Accessible, QWidget):
    """The tiles of a hand on one line: concealed tiles, the winning tile in a frame, melds, flowers.

    :meth:`show_hand` sets the hand. Tiles that cannot be read are shown as text.
    """

    accessible_role = Role.Graphic

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._written = ""
        self._hand: Hand | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.changed.connect(self.update)

    def show_hand(self, written: str) -> None:
        """Show a hand in the public notation."""
        self._written = written
        try:
            self._hand = parse(written) if written else None
        except HandProblems:
            self._hand = None
        self.setVisible(bool(written))
        self.setAccessibleName(written)
        self.setToolTip(written)
        self.update()

    def sizeHint(self) -> QSize:
        """Size of one line."""
        return QSize(300, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles, smaller if necessary."""
        painter, hand = painting.begin(self), self._hand
        if hand is None:
            rect = QRectF(0, 0, self.width(), _HIGH)
            painting.words(painter, rect, self._written, colour=theme.tokens.text2, kind=Type.CAPTION)
            return
        sets = [meld_tiles(meld) for meld in hand.melds]
        tiles = len(hand.concealed) + 1 + sum(map(_wide, sets)) + hand.flowers * 0.8
        gaps = _GAP * (1 + len(sets) + (hand.flowers > 0)) + 4
        unit = min(_LARGEST, (self.width() - gaps) / tiles)
        left = self._stand(painter, 2.0, unit, [face_of(tile, translator.language) for tile in hand.concealed]) + _GAP
        frame = QRectF(left - 2, (_HIGH - unit * _RATIO) / 2 - 2, unit + 4, unit * _RATIO + 4)
        painting.box(painter, frame, radius=4, border=theme.tokens.accent, width=1.5)
        left = self._stand(painter, left, unit, [face_of(hand.winning, translator.language)])
        for each in sets:
            left = self._declared(painter, left + _GAP, unit, each)
        self._stand(painter, left + _GAP, unit * 0.8, list(FLOWERS[: hand.flowers]))

    def _stand(self, painter: QPainter, left: float, unit: float, faces: list[str]) -> float:
        for face in faces:
            draw_tile(painter, QRectF(left, (_HIGH - unit * _RATIO) / 2, unit, unit * _RATIO), face)
            left += unit
        return left

    def _declared(self, painter: QPainter, left: float, unit: float, tiles: tuple[MeldTile, ...]) -> float:
        bottom = (_HIGH + unit * _RATIO) / 2
        for each in tiles:
            face = BACK if each.hidden else face_of(each.tile, translator.language)
            if each.doubled:
                half = unit * _RATIO / 2
                for above in (half, 2 * half):
                    draw_tile(painter, QRectF(left, bottom - above, unit, half), face, turned=True)
                left += unit
            elif each.lies:
                draw_tile(painter, QRectF(left, bottom - unit, unit * _RATIO, unit), face, turned=True)
                left += unit * _RATIO
            else:
                left = self._stand(painter, left, unit, [face])
        return left


def _wide(tiles: tuple[MeldTile, ...]) -> float:
    """Width of a meld, in tiles."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in tiles)
