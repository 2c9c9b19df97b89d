"""Merging a person who is on the list twice: who stays, what moves over, and why."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament import use_cases
from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, verbatim
from tournament.use_cases import View
from tournament.use_cases.commands import MergePlayers
from ui.desktop.kit.form import Form, choice_field, text_field
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, SidePanel
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

STAYS, REASON = "stays", "reason"


class MergePanel(SidePanel):
    """Shows the effect of what is typed. Enter carries it out, Esc leaves."""

    submitted = Signal(object)
    """Carry out this :class:`tournament.use_cases.commands.MergePlayers`."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._view: View | None = None
        self._number = 0
        self._offered: tuple[int, int] = (0, 0)
        """The two players between whom the user chooses who stays."""
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.other = PlayerField(mark("number, or first and last name"))
        self.form = Form(
            [
                choice_field(STAYS, mark("Player to keep"), (("0", "–"),)),
                text_field(REASON, mark("Reason"), longest=200),
            ]
        )
        self.effect = Notice(NoticeKind.INFO)
        self.submit = PrimaryButton(mark("Merge the two players"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        other = LabeledField(mark("Same person as"), self.other)
        inside = column(other, *self.form.labelled.values(), self.effect, None, spacing=10)
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        add(self.body, row(stretched(self.submit)))
        add(self.body, row(leave, None))
        self.submit.clicked.connect(self._submit)
        leave.clicked.connect(self.left)
        stays, reason = self.form.choice(STAYS), self.form.line(REASON)
        self.other.textChanged.connect(lambda _typed: self._find())
        self.other.entered.connect(self._submit)
        stays.currentIndexChanged.connect(lambda _index: self._answer())
        reason.textChanged.connect(lambda _typed: self._answer())
        reason.returnPressed.connect(self._submit)
        answer_keys(stays, {**dict.fromkeys(ENTER, self._submit), ESCAPE: self.left.emit})
        for line in (self.other, reason):
            answer_keys(line, {ESCAPE: self.left.emit})

    @property
    def number(self) -> int:
        """Number of the player whose duplicate is asked for, or 0."""
        return self._number

    def show_player(self, view: View, number: int) -> None:
        """Ask which player is the same person as player ``number``."""
        if number != self._number:
            self.other.clear()
            self.form.show({REASON: ""})
            self._offered = (0, 0)
        self._view, self._number = view, number
        self.who.set_text(mark("{number} {player}", number=number, player=view.players[number].name))
        self.other.offer([player for player in view.players.values() if player.number != number])
        self._find()

    def forget(self) -> None:
        """Drop the question: the next one begins anew, even about a player of the same number in another event."""
        self._number = 0

    def refuse(self, text: Text) -> None:
        """Show why the players cannot be merged."""
        self.effect.show_notice(NoticeKind.DANGER, text)
        self.submit.setEnabled(False)

    def _other_number(self, view: View) -> int:
        """The number of the player named in the field, or 0 if it is empty.

        Raises Refused if no one or several match.
        """
        written = self.other.written()
        if not written:
            return 0
        found = use_cases.named_player(view.players, written)
        if isinstance(found, Player):
            text = mark("There is no “{name}” on the list: type a number, or a first and last name.",
                        name=written)  # fmt: skip
            raise Refused(Problem("unknown", text, "other"))
        return found

    def _find(self) -> None:
        """Offer who may stay once the other player is known. The lower number is the default."""
        view = self._view
        if view is None or not self._number:
            return
        try:
            other = self._other_number(view)
        except Refused:
            other = 0
        both = (self._number, other) if other in view.players and other != self._number else (0, 0)
        stays = self.form.choice(STAYS)
        self.form.labelled[STAYS].setVisible(bool(other) and both != (0, 0))
        if both != self._offered:
            self._offered = both
            named = {each: f"{each} {view.players[each].name}" if each else "–" for each in sorted(both)}
            stays.set_choices([(str(each), verbatim(text)) for each, text in named.items()])
        self._answer()

    def _typed(self, other: int) -> MergePlayers:
        kept = int(self.form.choice(STAYS).currentData() or self._number) or self._number
        gone = self._number if kept == other else other
        return MergePlayers(kept, gone, self.form.line(REASON).text().strip())

    def _answer(self) -> None:
        view = self._view
        if view is None or not self._number:
            return
        try:
            other = self._other_number(view)
            if not other:
                self.submit.setEnabled(False)
                self.effect.show_notice(
                    NoticeKind.INFO, mark("Type the other entry of the same person. The two entries become one player.")
                )
                return
            typed = self._typed(other)
            fact = use_cases.plan_merge(view, typed.number, typed.other, reason=typed.reason)
        except Refused as refused:
            self.refuse(refused.problems[0].text)
            return
        gone, kept = view.players[typed.other], view.players[typed.number]
        title = mark("{other} {gone} becomes {number} {player}.",
                     other=gone.number, gone=gone.name, number=kept.number, player=kept.name)  # fmt: skip
        lines = use_cases.merge_effect(view, fact)
        self.effect.show_notice(NoticeKind.INFO, title, _joined(lines))
        self.submit.setEnabled(True)

    def _submit(self) -> None:
        view = self._view
        if view is not None and self._number and self.submit.isEnabled():
            self.submitted.emit(self._typed(self._other_number(view)))


def _joined(lines: tuple[Text, ...]) -> Text:
    """Join sentences."""
    names = [f"line{index}" for index in range(len(lines))]
    return Text(" ".join(f"{{{name}}}" for name in names), tuple(zip(names, lines, strict=True)))
