"""The views of the tiles of a hand, which replace the page: of the winner, or of any player if the rules count them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from tournament.event.problem import Gravity, Problem
from tournament.hand.notation import format_hand
from tournament.hand.situation import Situation
from tournament.language import Text, mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import GivePenalty, TableCommand
from ui.desktop import preferences
from ui.desktop.bootstrap import system_user
from ui.desktop.controller import EventController
from ui.desktop.hand_editor.editor import HandPage
from ui.desktop.hand_editor.situation_form import NEXT_QUESTION
from ui.desktop.hand_editor.verdict_text import false_win_of
from ui.desktop.long_work import Work
from ui.desktop.pages.report_dialogs import show_slip
from ui.desktop.pages.tables.hand_words import WithoutMarks, problem_words
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.theme import Tone, Type, room_of
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Question
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import LineField, take_digits
from ui.desktop.widgets.flash import flash
from ui.desktop.widgets.keys import Key, KeyText, key_alone
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, row, stretched
from ui.entry.form import reason_problem
from ui.entry.hand_draft import HandDraft, HandOnSheet, action
from ui.entry.sheet_lines import result_of
from ui.entry.table_sheet import TableSheet
from ui.entry.table_tiles import TableTiles
from ui.entry.verdict import HandContext, Verdict, warm_up_player

Carry = Callable[[TableCommand, bool], tuple[Problem, ...]]


class HandTiles(HandPage):
    """The tiles of the winner. Winner, winds and self-draw are known from the sheet.

    Enter records points and tiles together; Esc goes back to the sheet with both.
    """

    left = Signal(object, str)
    """Back to the sheet with this :class:`HandDraft` and the typed tiles."""

    def __init__(self, controller: EventController, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._carry = controller, carry
        self._hand: HandOnSheet | None = None
        self._asking = False
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        self.points = LineField(mark("Points claimed"), hint=key_alone("F6"))
        self.reason = ReasonField(mark("Reason for accepting the points"))
        self.notice = Question(NoticeKind.DANGER)
        self.penalty = OutlineButton("", icon="flag", shortcut="F4")
        self.slip = OutlineButton(mark("Ruling slip"), shortcut="Ctrl+Shift+P")
        self.record = PrimaryButton("", hint="Return")
        self._lay_out()
        self.editor.judged.connect(self._judged)
        self.editor.confirmed.connect(self.submit)
        self.points.typed.connect(lambda _text: self._judged(self.editor.state.verdict))
        for field in (self.points, self.reason):
            field.confirmed.connect(self.submit)
        self.reason.typed.connect(lambda _text: self._judged(self.editor.state.verdict))
        take_digits(self.points.line)
        self.record.clicked.connect(self.submit)
        self.penalty.clicked.connect(self._punish)
        self.slip.clicked.connect(self._print)
        self.back.clicked.connect(self.leave)
        figures = QShortcut(QKeySequence("F6"), self)
        figures.activated.connect(self.ask_points)

    def _lay_out(self) -> None:
        self.fill(row(self._title, 4, stretched(self._where), self.slip, self.back))
        self.notice.hide()
        for part in (self.notice, self.points, self.reason, self.penalty, self.record):
            self.panel.foot.addWidget(part)

    def begin(self, hand: HandOnSheet, typed: str) -> None:
        """Show ``hand``, whose winner and source are known; ``typed`` are the tiles typed before."""
        table, draft = hand.table, hand.draft
        scorer = table.rules.scorer
        assert draft.winner is not None
        assert scorer is not None
        self._hand, self._asking = hand, False
        own = table.winds(draft.hand)[draft.winner]
        beside = [table.names[table.state(draft.hand).column(Wind((own + step) % 4))] for step in (3, 2, 1)]
        situation = Situation(table.state(draft.hand).prevalent or Wind.EAST, own, draft.self_draw)
        context = HandContext(situation, True, scorer, (beside[0], beside[1], beside[2]))
        self._title.set_text(mark("Tiles of hand {hand}", hand=draft.hand))
        outcome = Outcome(draft.winner, draft.discarder)
        results = (WithoutMarks(result_of(outcome, names)) for names in (table.names, ("1", "2", "3", "4")))
        where = [mark("{place} · {result}", place=table.title, result=result) for result in results]
        self._where.set_texts(*where, table.title)
        self.points.set_text(draft.points)
        self.reason.set_text(draft.overrule)
        self.slip.setVisible(bool(table.sheet.hands[draft.hand - 1].tiles))
        self._name_signature()
        self.editor.begin(context, typed)
        self.editor.setFocus()

    def _name_signature(self) -> None:
        """Show in the label who signs the reason, unless the user's name is only that of the system account."""
        author = self._controller.user.by.author
        named = author != system_user() or author == preferences.author()
        self.reason.set_label(mark("Reason, signed {author}", author=author) if named else mark("Reason for accepting"))
        self.reason.set_hint("" if named else mark("your name: Settings {key}", key=Key("Alt+9")))

    def look_again(self, table: TableSheet) -> None:
        """Follow a change of the sheet; the typed tiles stay."""
        if self._hand is not None:
            self._hand = replace(self._hand, table=table)

    @property
    def typed(self) -> str:
        """The typed tiles, to be kept."""
        return self.editor.state.typed

    @property
    def claimed(self) -> int | None:
        """The points claimed. None if nothing is typed; then the counted points are recorded."""
        typed = self.points.text().strip()
        return int(typed) if typed.isascii() and typed.isdigit() else None

    def ask_points(self) -> None:
        """Move the cursor to the points claimed and select them, so that typing replaces them."""
        self.points.line.setFocus()
        self.points.line.selectAll()

    def leave(self) -> None:
        """Go back to the sheet with what was typed."""
        draft = self._typed()
        if draft is not None:
            self.left.emit(draft, self.editor.state.typed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter, which clicks the focused button or records, and Esc, which leaves a question or the tiles."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif not isinstance(focused, QLineEdit):  # the line edit emits its own signal
                self.submit()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._asking:
            self._asking = False
            self.notice.hide()
        else:
            self.leave()

    def submit(self) -> None:
        """Record the hand. If it is recorded already, go back to the sheet, where a correction needs a reason."""
        hand, draft = self._hand, self._typed()
        if hand is None or draft is None:
            return
        if not draft.tiles or not self.record.isEnabled():
            if not self.editor.problem():
                self.editor.refuse(mark("The hand cannot be recorded like this: correct its tiles, or press Esc."))
            flash(self.editor.line)
            return
        typed = HandOnSheet(hand.table, draft)
        if typed.outcome is None:
            return
        if self._too_many and reason_problem(draft.overrule) is not None:
            self._ask_decision()
        elif hand.recorded is not None:
            self.leave()
        else:
            self._carry_out(typed.command(typed.outcome, ""))

    def _ask_decision(self) -> None:
        """Ask what to do about points above the count: first to lower them, then for the reason to accept them."""
        if self.reason.line.hasFocus():
            self.reason.set_problem(reason_problem(self.reason.text()) or "")
        elif self.points.line.hasFocus():
            self.reason.setFocus()
        else:
            self.ask_points()

    def _print(self) -> None:
        """Show the ruling slip of the recorded hand."""
        if self._hand is not None:
            table = self._hand.table
            show_slip(self._controller, table.view, table.sheet, self._hand.draft.hand, self)

    def _punish(self) -> None:
        """Give the penalty for a false Hu to the winner of the draft."""
        false_win = false_win_of(self.editor.state.verdict)
        if self._hand is not None and self._hand.draft.winner is not None and false_win is not None:
            charge = Charge(self._hand.draft.winner, false_win.fault.slug, self._hand.draft.hand)
            self._carry_out(GivePenalty(*self._hand.table.place, charge))

    def _carry_out(self, command: TableCommand) -> None:
        """Run ``command`` and show its problems here."""
        problems, hand = self._carry(command, self._asking), self._hand
        if problems and hand is not None:
            self._asking = problems[0].gravity is Gravity.ASKS
            words = problem_words(problems[0], hand)
            self.notice.show_notice(NoticeKind.WARN if self._asking else NoticeKind.DANGER, *words)
            self.notice.show()

    def _typed(self) -> HandDraft | None:
        """Return the draft with the tiles, points and reason typed here; None before :meth:`begin`."""
        if self._hand is None:
            return None
        verdict = self.editor.state.verdict
        tiles = format_hand(verdict.hand) if verdict.hand is not None and verdict.explanation is not None else ""
        points = self.points.text().strip() or ("" if verdict.points is None else str(verdict.points))
        return replace(self._hand.draft, tiles=tiles, points=points, overrule=self._overrule)

    @property
    def _overrule(self) -> str:
        return self.reason.text().strip() if self._too_many else ""

    @property
    def _too_many(self) -> bool:
        counted, claimed = self.editor.state.verdict.points, self.claimed
        return counted is not None and claimed is not None and claimed > counted

    def _judged(self, verdict: Verdict) -> None:
        """Show how the claim compares with ``verdict``, and what Enter does now."""
        self._asking = False
        self.notice.hide()
        self.panel.show_verdict(verdict, self.claimed)
        self.reason.setVisible(self._too_many)
        self.reason.clear_problem()
        false_win = false_win_of(verdict)
        self.penalty.setVisible(false_win is not None)
        if false_win is not None:
            self.penalty.set_text(false_win.penalty)
        points = self.claimed if self.claimed is not None else verdict.points
        found = verdict.explanation
        typed = self._typed()
        ready = self._hand is not None and typed is not None and bool(typed.tiles)
        if self._hand is not None and typed is not None:
            ready = ready and HandOnSheet(self._hand.table, typed).outcome is not None
        self.record.setEnabled(ready and found is not None and (found.score.minimum_met or self._too_many))
        self.record.set_text(self._action(points))

    def _action(self, points: int | None) -> Text | str:
        """Return what Enter does. A recorded hand is corrected on the sheet, with a reason."""
        hand = self._hand
        if hand is None:
            return ""
        if points is None:
            return action(hand)
        if self._too_many and not self._overrule:
            return mark("Lower the points or give a reason")
        if hand.recorded is not None:
            return mark("Return {points} points to the sheet", points=points)
        return mark("Record hand {hand} with {points} points", hand=hand.draft.hand, points=points)


_NEXT, _BEFORE = "PgDown", "PgUp"
_BESIDE_PLAYERS = 140
"""Width beside the players: the margins and the key of the next one."""


class PlayerTiles(HandPage):
    """The tiles of any player, one player at a time; a switch shows all players with their values so far.

    Enter and Esc go back to the sheet; only Enter takes the counted values along.
    """

    left = Signal(object, str)
    """Back to the sheet with this :class:`ui.entry.hand_draft.HandDraft` and the typed tiles."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.tiles: TableTiles | None = None
        """The tiles that are shown."""
        self._warming: Work | None = None
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.back = OutlineButton(mark("Back to the sheet"), hint="Esc")
        self.players = Switch(mark("Players"))
        self._key = KeyText(mark("{key} next player", key=Key(_NEXT)), kind=Type.CAPTION, tone=Tone.TEXT2)
        self._players = boxed(row(self.players, self._key, None))
        self.notice = Notice(NoticeKind.DANGER)
        self.hand_back = PrimaryButton("", hint="Return")
        self.fill(row(self._title, 4, stretched(self._where), self.back), self._players)
        for part in (self.notice, self.hand_back):
            self.panel.foot.addWidget(part)
        self.notice.hide()
        self.editor.judged.connect(self._judged)
        self.editor.confirmed.connect(self.submit)
        self.players.chosen.connect(lambda column: self._look_at(int(column)))
        self.hand_back.clicked.connect(self.submit)
        self.back.clicked.connect(self.leave)
        QShortcut(QKeySequence(_NEXT), self).activated.connect(lambda: self._look_beside(1))
        QShortcut(QKeySequence(_BEFORE), self).activated.connect(lambda: self._look_beside(-1))
        QShortcut(QKeySequence(NEXT_QUESTION), self).activated.connect(self.editor.ask_next)
        for column in range(4):
            QShortcut(QKeySequence(f"Ctrl+{column + 1}"), self).activated.connect(partial(self._look_at, column))

    def begin(self, hand: HandOnSheet, kept: str) -> None:
        """Show ``hand``, whose winner is known; ``kept`` are the tiles typed before."""
        self.tiles = TableTiles.begin(hand, kept)
        number, place = hand.draft.hand, hand.table.title
        self._title.set_text(mark("Tiles of hand {hand}", hand=number))
        where = mark("{place} · {result}", place=place, result=WithoutMarks(hand.result))
        self._where.set_texts(where, place)
        player = self.tiles.context(self.tiles.current).player
        if player is not None:
            self._warming = Work(lambda _step: warm_up_player(player))
            self._warming.start()
        self._show_player()
        self.editor.setFocus()

    def look_again(self, table: TableSheet) -> None:
        """Follow a change of the sheet; the typed tiles stay."""
        if self.tiles is not None:
            self.tiles = TableTiles(HandOnSheet(table, self.tiles.hand.draft), self.tiles.current, self.tiles.lines)

    @property
    def typed(self) -> str:
        """The typed tiles, to be kept."""
        return self.tiles.kept if self.tiles is not None else ""

    def leave(self) -> None:
        """Go back to the sheet without changing its values."""
        if self.tiles is not None:
            self.left.emit(self.tiles.hand.draft, self.tiles.kept)

    def submit(self) -> None:
        """Go back to the sheet with the counted values, unless there are tiles that cannot be counted."""
        if self.tiles is None:
            return
        against = self.tiles.first_uncountable()
        if against is None:
            self.left.emit(self.tiles.counted, self.tiles.kept)
            return
        column, problem = against
        if column != self.tiles.current:
            self._look_at(column)
        name = self.tiles.hand.table.names[column]
        text = problem.message if problem is not None else mark("These tiles are incomplete, or do not form a hand.")
        self.notice.show_notice(NoticeKind.DANGER, mark("{player}: {problem}", player=name, problem=text))
        self.notice.show()
        flash(self.editor.line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the key of the next player in a narrow window, and name players by their places if names do not fit.

        The list of all keys has the key too.
        """
        super().resizeEvent(event)
        self._key.setHidden(room_of(self).compact)
        self._name_players()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter, which clicks the focused button or submits, and Esc, which goes back to the sheet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif not isinstance(focused, QLineEdit):  # the line edit emits its own signal
                self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _look_beside(self, step: int) -> None:
        if self.tiles is not None:
            self._look_at(self.tiles.beside(step).current)

    def _look_at(self, column: int) -> None:
        if self.tiles is not None and column in self.tiles.columns and column != self.tiles.current:
            self.tiles = self.tiles.looking_at(column)
            self._show_player()
            self.editor.setFocus()

    def _show_player(self) -> None:
        tiles = self.tiles
        if tiles is not None:
            self.editor.begin(tiles.context(tiles.current), tiles.lines[tiles.current])

    def _judged(self, _verdict: Verdict) -> None:
        """Show the value of the tiles and the one on the sheet, and problems with the other hands."""
        if self.tiles is None:
            return
        self.tiles = tiles = self.tiles.with_line(self.editor.state.typed)
        self.panel.show_verdict(tiles.verdict, tiles.claimed(tiles.current))
        self._players.setVisible(len(tiles.columns) > 1)
        self._name_players()
        self.players.set_current(str(tiles.current))
        shared = tiles.shared_faults
        self.notice.setVisible(bool(shared))
        for column, problems in shared.items():
            name = tiles.hand.table.names[column]
            self.notice.show_notice(
                NoticeKind.DANGER, mark("{player}: {problem}", player=name, problem=problems[0].message)
            )
        self.hand_back.set_text(self._action(tiles))

    def _name_players(self) -> None:
        """Show all players with their values; by their names if there is space for these."""
        tiles = self.tiles
        if tiles is None:
            return
        names: Sequence[str] = tiles.hand.table.names
        for shown in (names, ("1", "2", "3", "4")):
            self.players.set_segments([Segment(str(each), self._segment(tiles, each, shown)) for each in tiles.columns])
            if self.players.sizeHint().width() + _BESIDE_PLAYERS <= self.width() - self.panel.width():
                return

    def _segment(self, tiles: TableTiles, column: int, names: Sequence[str]) -> Text:
        """Return the wind, name and value of a player."""
        state = tiles.hand.table.state(tiles.hand.draft.hand)
        value = tiles.value(column)
        shown = str(value) if value is not None else "…" if tiles.lines[column].strip() else "–"
        values = (("wind", state.winds[column].short), ("player", names[column]), ("value", shown))
        return Text("{wind} {player} · {value}", values)

    def _action(self, tiles: TableTiles) -> Text:
        """Return what Enter does."""
        values = [value for column in tiles.columns if (value := tiles.value(column)) is not None]
        if not values:
            return mark("Back to the sheet")
        if len(tiles.columns) == 1:
            return mark("Return {points} points to the sheet", points=values[0])
        return mark("Return {count} of {all} values to the sheet", count=len(values), all=len(tiles.columns))
