"""The hands that players proposed on their phones. One key records a proposal, another goes through them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from tournament.language import mark, mark_count
from tournament.ledger.table_phones import Proposal
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import READING, Card, Notice, NoticeKind, Question
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row
from ui.entry.form import reason_problem
from ui.entry.proposal_keys import ProposedHand, WaitingProposals

ACCEPT, ACCEPT_ALL, CHOOSE = "F2", "Ctrl+F2", "Shift+F2"
_CORRECT, _DISMISS = "C", "D"
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class _ProposalCard(Card):
    """One proposal: how the hand ended, and who says so."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(10, 7), parent=parent)
        self.words = TextLabel(kind=Type.LABEL, wrap=True)
        self.who = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.body.setSpacing(1)
        add(self.body, self.words)
        add(self.body, self.who)
        add(self.body, None)

    def show_proposal(self, proposed: ProposedHand, *, selected: bool) -> None:
        """Show ``proposed``; ``selected`` if keys apply to it."""
        self.words.set_text(proposed.words)
        self.who.set_text(proposed.supporters)
        self.set_selected(selected)


class ProposalsView(Accessible, QWidget):
    """Shows the proposals of one hand side by side. It takes the focus only while the user chooses one."""

    accessible_role = Role.List

    accept_wanted = Signal(object)
    """Record this :class:`Proposal`."""
    correct_wanted = Signal(object)
    """Fill the form with this :class:`Proposal`, so that the user can correct it."""
    dismiss_wanted = Signal(object, str)
    """Dismiss this :class:`Proposal` for this reason."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", False)
        self._waiting: WaitingProposals | None = None
        self._writes = False
        self._ids = frozenset[str]()
        self._since = 0.0
        """The time at which a proposal last appeared, by :meth:`Question.clock`."""
        self._at: Proposal | None = None
        """The proposal to which keys apply; None while the user does not choose."""
        self.notice = Notice(NoticeKind.INFO, boxed=False)
        self.cards: list[_ProposalCard] = []
        self._row = row(spacing=6, centred=False)
        self.accept = LinkButton(mark("Accept"), hint=ACCEPT)
        self.accept_all = LinkButton("", hint=ACCEPT_ALL)
        self.choose_one = LinkButton("", hint=CHOOSE)
        for each in (self.accept, self.accept_all, self.choose_one):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reason = ReasonField(mark("Reason for dismissing it"))
        self.reason.hide()
        self._keys = KeyText(
            mark(
                "{enter} accept   {c} correct   {d} dismiss   {no} go back",
                enter=Key("Return"),
                c=Key(_CORRECT),
                d=Key(_DISMISS),
                no=Key("Esc"),
            ),
            kind=Type.CAPTION,
            wrap=True,
        )
        first = row(self.accept, self.choose_one, None, spacing=10)
        self._buttons = boxed(column(first, row(self.accept_all, None), spacing=2))
        column(self.notice, self._row, self.reason, self._keys, self._buttons, spacing=6, on=self)
        self.reason.confirmed.connect(self._dismiss)
        answer_keys(self.reason.line, {ESCAPE: self._leave_reason})
        self.hide()

    @property
    def unread(self) -> bool:
        """Whether a proposal appeared too recently to have been read."""
        return Question.clock() - self._since < READING

    @property
    def choosing(self) -> bool:
        """Whether keys apply to one of the proposals."""
        return self._at is not None

    def show_proposals(self, waiting: WaitingProposals | None, *, writes: bool) -> None:
        """Show the proposals; without ``writes`` they can only be read. None hides the view."""
        ids = [each.proposal.id for each in waiting.hands] if waiting is not None else []
        if any(id not in self._ids for id in ids):
            self._since = Question.clock()
        self._ids = frozenset(ids)
        self._waiting, self._writes = waiting, writes
        if self._at is not None and (waiting is None or all(each.proposal.id != self._at.id for each in waiting.hands)):
            focused = QApplication.focusWidget()
            if focused is not None and (focused is self or self.isAncestorOf(focused)):
                focused.clearFocus()  # the page then takes the focus, as when any other form is hidden
            self._stop()
        if waiting is None:
            self.hide()
            return
        at = self._at
        hand = at.hand if at is not None else waiting.hands[0].proposal.hand
        self._show_cards(waiting.of(hand))
        self._show_words(waiting, hand)
        self.accept.setVisible(waiting.chosen is not None)
        self.accept_all.setVisible(waiting.confirmed > 1)
        self.accept_all.set_text(
            mark_count("Accept {count} confirmed hand", "Accept all {count} confirmed hands", waiting.confirmed)
        )
        self.choose_one.set_text(mark("More") if waiting.chosen is not None else mark("Choose"))
        self.choose_one.set_hint(CHOOSE if waiting.chosen is not None else ACCEPT)
        self._buttons.setVisible(writes and at is None)
        self._keys.setVisible(at is not None and self.reason.isHidden())
        self.show()

    def choose(self) -> None:
        """Take the focus, and let keys apply to the first proposal."""
        if self._waiting is not None:
            self._at = self._waiting.hands[0].proposal
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._show_again()
            self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another proposal, or do what the key says with this one."""
        at, key = self._at, Qt.Key(event.key())
        if at is None or not self.hasFocus():  # a line edit passes Enter on to its parent after handling it
            super().keyPressEvent(event)
        elif key in ENTER:
            self._stop()
            self.accept_wanted.emit(at)
        elif key == ESCAPE:
            self._stop()
            self.left.emit()
        elif event.text().upper() == _CORRECT:
            self._stop()
            self.correct_wanted.emit(at)
        elif event.text().upper() == _DISMISS or key == Qt.Key.Key_Delete:
            self.reason.show()
            self._keys.hide()
            self.reason.line.setFocus()
        elif key in _STEPS:
            self._go_to_proposal(_STEPS[key])
        else:
            super().keyPressEvent(event)

    def _go_to_proposal(self, step: int) -> None:
        waiting = self._waiting
        if waiting is not None and self._at is not None:
            ids = [each.proposal.id for each in waiting.hands]
            self._at = waiting.hands[(ids.index(self._at.id) + step) % len(ids)].proposal
            self._show_again()

    def _dismiss(self) -> None:
        at = self._at
        if at is None:
            return
        wrong = reason_problem(self.reason.text())
        if wrong is not None:
            self.reason.show_problem(wrong)
            return
        reason = self.reason.text()
        self._stop()
        self.dismiss_wanted.emit(at, reason)

    def _leave_reason(self) -> None:
        self._close_reason()
        self._show_again()
        self.setFocus()

    def _stop(self) -> None:
        """Let keys apply to no proposal."""
        self._at = None
        self._close_reason()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _close_reason(self) -> None:
        self.reason.set_text("")
        self.reason.clear_problem()
        self.reason.hide()

    def _show_again(self) -> None:
        self.show_proposals(self._waiting, writes=self._writes)

    def _show_cards(self, hands: tuple[ProposedHand, ...]) -> None:
        while len(self.cards) < len(hands):
            card = _ProposalCard()
            self.cards.append(card)
            self._row.addWidget(card, 1)
        for card, proposed in zip(self.cards, hands, strict=False):
            card.show_proposal(proposed, selected=self._at is not None and proposed.proposal.id == self._at.id)
        for number, card in enumerate(self.cards):
            card.setVisible(number < len(hands))

    def _show_words(self, waiting: WaitingProposals, hand: int) -> None:
        shown = waiting.of(hand)
        more = len(waiting.hands) - len(shown)
        rest = mark_count("{count} more proposal waits", "{count} more proposals wait", more) if more else ""
        if len(shown) > 1:
            text = mark("Hand {hand}: the players do not agree", hand=hand)
            self.notice.show_notice(NoticeKind.WARN, text, rest)
        elif shown[0].proposal.confirmed:
            self.notice.show_notice(NoticeKind.OK, mark("Hand {hand}: proposed and confirmed", hand=hand), rest)
        elif shown[0].proposal.same_phone:
            text = mark("Hand {hand}: proposed and confirmed on one phone", hand=hand)
            self.notice.show_notice(NoticeKind.WARN, text, rest)
        else:
            self.notice.show_notice(NoticeKind.INFO, mark("Hand {hand}: proposed", hand=hand), rest)
        said = "; ".join(f"{card.words.text()} ({card.who.text()})" for card in self.cards[: len(shown)])
        self.setAccessibleName(f"{self.notice.text()}. {said}")
