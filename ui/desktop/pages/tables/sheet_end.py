"""The end of a sheet in the panel: what remains to be done, signing, and notices about the sheet and its session."""

from functools import cached_property
from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.event.settings import SecondReading
from tournament.language import Text, integer_text, mark, mark_count, verbatim
from tournament.language import listed as listed_names
from tournament.ledger.causes import Cause, cause_text
from tournament.ledger.entry import Entry
from tournament.ledger.second_reading import difference_text, differences
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Net
from tournament.rules.table_state import hand_texts
from ui.desktop.session_words import NEXT_STEP, closing_text
from ui.desktop.sheet.effects import ChangeEffect, EffectTable, SumLine
from ui.desktop.sheet.entry_fields import ReasonField, is_alone, page_key
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role, announce
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Question
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import ScrolledWords, boxed, column
from ui.entry.end_keys import LISTED, WITHOUT_WORDS, causes_shown, changes_known, differing, leftover, listed
from ui.entry.page_keys import PageKey
from ui.entry.paper_totals import Agreement, compare
from ui.entry.sheet_lines import game_over_text
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import SigningDraft, SigningQuestion, TablesState, TotalField


class SheetSummary(Accessible, QWidget):
    """The state of a sheet: title, possible actions with their keys, and totals.

    It has the focus while there is nothing to type, so that keys still work.
    """

    accessible_role = Role.Grouping

    confirmed = Signal()
    """The user pressed Enter or clicked the button."""
    typed = Signal(str)
    """A digit or letter that is not a key of the page."""
    pressed = Signal(object)
    """A :class:`PageKey`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._title = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._where = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._body = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        self.next_sheet = PrimaryButton("", hint="Return")
        self.next_sheet.clicked.connect(self.confirmed)
        head = column(self._title, self._where, spacing=0)
        column(head, self._body, self._effect, self._sum, self.next_sheet, None, spacing=10, on=self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit a signal for Enter, for a key of the page, or for typed text, which the page uses or refuses."""
        text, key = event.text(), page_key(event)
        if not is_alone(event):
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.confirmed.emit()
        elif key is not None and key is not PageKey.DRAWN:
            self.pressed.emit(key)
        elif text.strip() and text.isprintable():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def set_totals_shown(self, shown: bool) -> None:
        """Show or hide the totals, which are on the sheet as well."""
        self._effect.setVisible(shown)

    def show_table(self, table: TableSheet) -> None:
        """Show the state of the table, and what Enter does."""
        self._show_words(table)
        self.setAccessibleName(f"{self._title.text()}, {self._where.text()}")
        self.setAccessibleDescription(self._body.text())

    def _show_words(self, table: TableSheet) -> None:
        sheet, number = table.sheet, table.sheet.table
        waiting = table.next_waiting
        self.next_sheet.setVisible(sheet.closed is not None and waiting is not None and not table.signable)
        if sheet.closed is None:
            self._title.set_text(game_over_text(table) if sheet.growing else mark("All hands are recorded"))
            self._where.set_text(mark("Table {table}", table=number))
            keys = mark(
                "Press {totals} or a digit to enter the totals on paper. {enter} on the fourth "
                "signs the sheet if all agree. {up} corrects a hand, {p} gives a penalty.",
                totals=Key("F6"),
                enter=Key("Return"),
                up=Key("Up"),
                p=Key("P"),
            )
            unit = table.rules.table.sheet_unit
            either = mark(
                "{keys} Totals may be in points or in units of {unit}, with or without the starting points.",
                keys=keys,
                unit=unit,
            )
            self._body.set_text(keys if unit == 1 else either)
        else:
            self._show_signed(table, sheet.closed, waiting)
        self._effect.show_effect(table.names, sheet.scores, None)
        self._sum.show_sum(sheet.lost, left=-sum(sheet.computed) - sheet.lost)

    def _show_signed(self, table: TableSheet, closed: Entry, waiting: int | None) -> None:
        time = f"{closed.time.astimezone():%H:%M}"
        where = mark("{place} · {time} by {author}", place=table.title, time=time, author=closed.author)
        for each in table.sheet.marks:
            where = mark("{where} · {mark}", where=where, mark=each.label)
        self._where.set_text(where)
        if table.signable:
            self._title.set_text(mark("Totals differ after a correction"))
            self._body.set_text(
                mark(
                    "The sheet was corrected after it was signed. {sign} signs it again with a reason, {totals} goes "
                    "to its totals.",
                    sign=Key("Ctrl+Return"),
                    totals=Key("F6"),
                )
            )
            return
        if table.sheet.session in table.view.state.closed:  # how to reopen it is shown below
            self._title.set_text(mark("Sheet verified"))
            self._body.set_text("")
            return
        to_read = table.sheet.state is SheetState.TO_READ_AGAIN
        self._title.set_text(mark("Signed, second reading due") if to_read else mark("Sheet verified"))
        if waiting is None:
            self._body.set_text(
                mark("No other sheet of this session is pending. {up} corrects a hand (with a reason).", up=Key("Up"))
            )
            return
        self.next_sheet.set_text(mark("Next sheet: table {table}", table=waiting))
        self._body.set_text(
            mark("{up} corrects a hand (with a reason). {g} goes to another table.", up=Key("Up"), g=Key("G"))
        )


NEXT_CAUSE = "F5"
"""The shortcut that goes to the place of the next cause."""


class _DifferenceList(Accessible, QWidget):
    """Up to three possible causes of a difference, the current one in bold, or a message that there is none."""

    accessible_role = Role.List

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.causes: tuple[Cause, ...] = ()
        """All causes that explain the difference."""
        self._chosen: int | None = None
        self.setVisible(False)

    @cached_property
    def _parts(self) -> tuple[list[TextLabel], KeyText]:
        """The lines and the keys below them, created for the first difference."""
        lines = [TextLabel(kind=Type.CAPTION, wrap=True) for _ in range(LISTED)]
        keys = KeyText(kind=Type.CAPTION, wrap=True)
        column(*lines, keys, spacing=3, margins=(2, 0), on=self)
        return lines, keys

    def show_state(self, state: TablesState, computed: Net, *, brief: bool) -> None:
        """List the causes of a difference between the typed and the ``computed`` totals; if ``brief``, one at most."""
        self.causes = causes_shown(state, computed)
        table, shown = state.table, differing(state, computed) and (bool(self.causes) or not brief)
        self.setVisible(shown)
        if table is None or not shown:
            return
        lines = listed(self.causes, state.cause)
        if brief:
            lines = tuple(each for each in lines if each == state.cause) or lines[:1]
        chosen = self.causes.index(state.cause) if state.cause in self.causes else None
        for index, label in enumerate(self._parts[0]):
            label.setVisible(index < len(lines))
            if index < len(lines):
                label.set_text(cause_text(lines[index], table.names.__getitem__, table.rules))
                bold = lines[index] == state.cause
                label.set_kind(Type.LABEL if bold else Type.CAPTION)
                label.set_tone(Tone.TEXT if bold or state.cause is None else Tone.TEXT2)
        self._show_keys(chosen)
        if chosen is not None and chosen != self._chosen:
            announce(self, translator.translate(cause_text(self.causes[chosen], table.names.__getitem__, table.rules)))
        self._chosen = chosen

    def text(self) -> str:
        """Return the whole text, one cause per line; an empty string while it is hidden."""
        if self.isHidden():
            return ""
        lines, keys = self._parts
        return "\n".join([*(label.text() for label in lines if label.isVisibleTo(self)), keys.text()])

    def accessible_items(self) -> list[AccessibleItem]:
        """Return the visible causes."""
        lines = () if self.isHidden() else self._parts[0]
        return [AccessibleItem(label.text(), label.geometry().toRectF()) for label in lines if label.isVisibleTo(self)]

    def _show_keys(self, chosen: int | None) -> None:
        count, key = len(self.causes), Key(NEXT_CAUSE)
        if not count:
            text = mark("No single mistake explains the difference. Compare row by row: there may be two.")
        elif chosen is None:
            text = (
                mark("Press {key} to go there.", key=key)
                if count == 1
                else mark("Press {key} for the first of {count}.", key=key, count=count)
            )
        else:
            text = mark("{number} of {count}. Press {key} for the next.", number=chosen + 1, count=count, key=key)
        self._parts[1].set_text(text)
        self.setAccessibleName(self.text().replace("\n", " "))


_KINDS = {
    Agreement.AGREE: NoticeKind.OK,
    Agreement.ACCEPTED: NoticeKind.INFO,
    Agreement.DIFFER: NoticeKind.DANGER,
    Agreement.NOT_COMPARED: NoticeKind.INFO,
    Agreement.TOTALS_ONLY: NoticeKind.INFO,
}
_SIGN, _SIGN_AGAIN = mark("Sign and verify"), mark("Sign again")
_REOPEN, _REOPEN_BOTH = mark("Reopen the sheet"), mark("Reopen the session and the sheet")
_LABELS = {
    SigningQuestion.DIFFERENCE: mark("Reason for the difference"),
    SigningQuestion.TOTALS_ALONE: mark("Reason, if they do not balance"),
    SigningQuestion.REOPEN: mark("Reason for reopening the sheet"),
}


class SigningForm(QWidget):
    """The last step of a sheet: signing it. Ctrl+Enter signs; anything doubtful is asked once."""

    typed = Signal(str)
    """The answer as typed so far."""
    confirmed = Signal()
    """Enter answered the question."""
    left = Signal()
    """Esc cancelled."""
    signed = Signal()
    reopened = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._question = SigningQuestion.NONE
        self.differs = False
        """Whether the totals on paper differ from the computed ones."""
        self.notice = Notice(NoticeKind.DANGER)
        self.difference = _DifferenceList()
        self.question = Question()
        self.reason = ReasonField("")
        self.change = ChangeEffect()
        self.why_not = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.why_not.setMinimumHeight(Type.CAPTION.line)
        self.sign = PrimaryButton(_SIGN, shortcut="Ctrl+Return")
        self.reopen = OutlineButton(_REOPEN, shortcut="Ctrl+R")
        self._comparison = ScrolledWords(boxed(column(self.notice, self.difference, None, spacing=10)))
        column(
            self._comparison,
            self.question,
            self.change,
            self.reason,
            self.why_not,
            self.sign,
            self.reopen,
            spacing=10,
            on=self,
        )
        self.reason.typed.connect(self.typed)
        self.reason.confirmed.connect(self.confirmed)
        answer_keys(self.reason.line, {ESCAPE: self.left.emit})
        self.sign.clicked.connect(self.signed.emit)
        self.reopen.clicked.connect(self.reopened.emit)

    def show_state(self, state: TablesState, computed: Net, *, brief: bool = False) -> None:
        """Compare the typed totals with the ``computed`` ones, and show the question or why it cannot be signed now.

        With ``brief`` a difference takes as few lines as possible, since the fields of a hand need the height. A
        penalty, a correction, and a refused or doubtful hand need all of it: then there is only the button. So does the
        row of a signed sheet whose totals agree, which is said below the totals.
        """
        table, signing = state.table, state.signing
        if table is None:
            return
        self.difference.show_state(state, computed, brief=brief)
        judgement = compare(table.sheet, computed, state.totals.near(computed), table.names.__getitem__)
        if signing.question is SigningQuestion.STICKS_LEFT:
            judgement = None  # the question says why the sum is not right
        self.differs = judgement is not None and judgement[0] is Agreement.DIFFER
        typing = isinstance(state.typing_place, TotalField)
        self.notice.title_is_announced = typing and self.differs
        of_penalty = state.penalty is not None or state.penalty_at_cursor is not None
        signed = table.sheet.closed is not None and state.hand is not None  # a row of it has the cursor
        agrees = judgement is not None and judgement[0] is Agreement.AGREE
        corrects = state.hand is not None and state.hand.recorded is not None and state.hand.changed
        alone = brief and (of_penalty or corrects or state.refusal is not None or (signed and agrees))
        self.notice.setVisible(judgement is not None)
        self._comparison.setVisible(judgement is not None and not alone)
        self._comparison.set_whole(typing and signing.question is SigningQuestion.NONE)
        if judgement is not None:
            agreement, title, body = judgement
            short = self.difference.causes or brief or (signed and agreement is Agreement.AGREE)
            self.notice.show_notice(_KINDS[agreement], title, "" if short else body)
        blocked, session_closed = state.signing_blocked, table.sheet.session in table.view.state.closed
        self.sign.setVisible(state.totals_open and not session_closed)
        self.sign.set_text(_SIGN if table.sheet.closed is None else _SIGN_AGAIN)
        self.reopen.setVisible(table.sheet.closed is not None or session_closed)
        self.reopen.set_text(_REOPEN_BOTH if session_closed else _REOPEN)
        self.sign.setEnabled(blocked is None)
        # keep the line's space: it appears and disappears with each hand; the form of a penalty needs it
        typing = state.hand is not None and state.penalty is None
        self.why_not.setVisible((typing or blocked is not None) and state.totals_open and not alone)
        self.why_not.set_text(blocked or "")
        self._show_question(state, signing)
        self.change.show_command(table.view, changes_known(state))

    def _show_question(self, state: TablesState, signing: SigningDraft) -> None:
        self._question = question = signing.question
        in_words = question in _LABELS
        self.reason.setVisible(in_words)
        if in_words:
            self.reason.set_label(_LABELS[question])
        self.reason.set_text(signing.reason)
        self.reason.show_problem(signing.problem if in_words else "")
        asked = _question_words(state, question)
        if asked is None and signing.problem and not in_words:
            self.question.show_notice(NoticeKind.DANGER, signing.problem)
        elif asked is not None:
            self.question.show_notice(NoticeKind.WARN, *asked)
        self.question.setVisible(asked is not None or bool(signing.problem and not in_words))
        self.setAccessibleName(self.question.text() if question in WITHOUT_WORDS else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer a question that needs no text."""
        asked = self._question in WITHOUT_WORDS
        if asked and event.key() in ENTER:
            self.confirmed.emit()
        elif asked and event.key() == ESCAPE:
            self.left.emit()
        else:
            super().keyPressEvent(event)


_ANSWER_KEYS = mark("{yes} confirm   {no} go back", yes=Key("Return"), no=Key("Esc"))


def _question_words(state: TablesState, question: SigningQuestion) -> tuple[Text, Text] | None:
    table = state.table
    if table is None:
        return None
    keys = _ANSWER_KEYS
    match question:
        case SigningQuestion.VOID:
            text = mark_count("{count} hand was not played", "{count} hands were not played", table.sheet.not_played)
            return text, mark("They are void for all four players. {keys}", keys=keys)
        case SigningQuestion.STOPPED:
            last = table.sheet.last_played
            if table.rules.table.players_stop:
                return mark("Do the players stop after hand {hand}?", hand=last), keys
            text = mark("The game is not over. Does it end with hand {hand}?", hand=last)
            if table.rules.on_table:  # papers name the round
                place = hand_texts(table.state(last))[0]
                text = mark("The game is not over. Does it end with hand {hand}, {place}?", hand=last, place=place)
            return text, mark("The totals stay unchanged. {keys}", keys=keys)
        case SigningQuestion.MISSING:
            missing = state.totals.numbers.count(None)
            text = mark_count("{count} total on paper is missing. Sign without it?",
                              "{count} totals on paper are missing. Sign without them?", missing)  # fmt: skip
            return text, mark("The sheet will be marked “not compared”. {keys}", keys=keys)
        case SigningQuestion.STICKS_LEFT:
            return _leftover_words(state)
        case SigningQuestion.TOTALS_ALONE:
            return mark("No hand is recorded. Enter only the four totals of this table?"), keys
        case SigningQuestion.DIFFERENCE:
            rule = table.view.settings.counted_totals.label
            return mark("The totals differ. Sign anyway?"), mark("{rule}. {keys}", rule=rule, keys=keys)
        case SigningQuestion.NONE | SigningQuestion.REOPEN:
            return None
        case _:
            assert_never(question)


def _leftover_words(state: TablesState) -> tuple[Text, Text] | None:
    left, table = leftover(state), state.table
    if left is None or table is None:
        return None
    title = mark_count("A riichi stick left on the table?", "{count} riichi sticks left on the table?", left.sticks)
    to = listed_names(name for name, points in zip(table.names, left.received, strict=True) if points)
    points = integer_text(left.points)
    if not any(left.received):
        body = mark("The totals lack {points} points, which nobody gets. {keys}", points=points, keys=_ANSWER_KEYS)
    else:
        body = mark("The totals lack {points} points, which go to {players}. {keys}", points=points, players=to,
                    keys=_ANSWER_KEYS)  # fmt: skip
    return title, body


READ_AGAIN = "V"
_LINES = 3
"""Maximum number of values that are named. Of the others only the number is shown."""
_WAITS = (
    mark("Signed, second reading due"),
    mark("A person who did not enter it reads it again: {key}.", key=Key(READ_AGAIN)),
)
_BY_ANYONE = mark("Press {key} to read it again.", key=Key(READ_AGAIN))


class SecondReadingNotice(Notice):
    """The state of the second reading of a sheet. It is hidden if the sheet has none."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, *_WAITS, parent=parent)
        self.setVisible(False)

    def show_table(self, table: TableSheet) -> None:
        """Show the state for the sheet of ``table``."""
        sheet, said = table.sheet, table.sheet.second_reading_text
        if sheet.state is SheetState.TO_READ_AGAIN:
            anyone = sheet.second_reading is SecondReading.BY_ANYONE
            title, by_another = _WAITS
            self.show_notice(NoticeKind.INFO, title, _BY_ANYONE if anyone else by_another)
        elif said is not None and sheet.confirmed is not None:
            self.show_notice(NoticeKind.OK, said)
        elif said is not None:
            self.show_notice(NoticeKind.DANGER, said, _mismatches(table))
        self.setVisible(sheet.state is SheetState.TO_READ_AGAIN or said is not None)


def _mismatches(table: TableSheet) -> Text:
    """Return the values that were read and differ from the sheet. There are fewer of them as the sheet is corrected."""
    second = table.sheet.second_reader
    found = differences(table.sheet, second.reading) if second is not None else ()
    reason = " ".join(second.entry.fact.reasons) if second is not None else ""
    if not found:
        return (
            verbatim(reason) if reason else mark("The sheet now has the values of the second reading: sign it again.")
        )
    words = [difference_text(each, table.names[each.column] if each.column is not None else "") for each in found]
    text = words[0]
    for more in words[1:_LINES]:
        text = mark("{before}; {text}", before=text, text=more)
    if len(words) > _LINES:
        text = mark("{before}; and {count} more", before=text, count=len(words) - _LINES)
    return mark("{text}. Reason: {reason}", text=text, reason=reason) if reason else text


class SessionNotice(QWidget):
    """The button that closes a session, or the notice that it is closed. It is hidden until every sheet is verified."""

    closing_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice = Notice(NoticeKind.INFO)
        self.close_session = PrimaryButton("", shortcut=NEXT_STEP)
        column(self._notice, self.close_session, spacing=8, on=self)
        self.close_session.clicked.connect(self.closing_wanted)
        self.setVisible(False)

    def show_table(self, table: TableSheet) -> None:
        """Show the state of the session of ``table``."""
        view, session = table.view, table.sheet.session
        state = view.session_state(session)
        closed = state is SessionState.CLOSED
        self._notice.setVisible(closed)
        self.close_session.setVisible(state is SessionState.VERIFIED)
        if closed:
            title = mark("Session {session} is closed.", session=session)
            text = mark(
                "{event} leads to the next step. {reopen} reopens it together with this sheet; a reason is required.",
                event=Key("Alt+1"), reopen=Key("Ctrl+R"),
            )  # fmt: skip
            self._notice.show_notice(NoticeKind.INFO, title, text)
        elif state is SessionState.VERIFIED:
            self.close_session.set_text(closing_text(view, session))
        self.setVisible(closed or state is SessionState.VERIFIED)
