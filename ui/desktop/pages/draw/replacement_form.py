"""The fields of a replacement: by whom, in which sessions, and as what. The effect is shown before it is made."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.player import SubstituteCase
from tournament.language import Text, mark
from tournament.use_cases import View, unseated
from ui.desktop.pages.draw.replacement import (
    NEW_PLAYER_FIELDS,
    OWN,
    TypedReplacement,
    answer_replacement,
    nobody_replaceable,
    replaceable_sessions,
)
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField

_CASES = (
    ("", mark("default")),
    *((case.value, mark("substitute: {case}", case=case.label)) for case in SubstituteCase),
    (OWN, mark("themselves, ranked")),
)


class ReplacementForm(QWidget):
    """Shows the effect of the replacement after every key."""

    submitted = Signal(object)
    """Carry out this :class:`TypedReplacement`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._number = 0
        self.who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.by = PlayerField(mark("number, or first and last name"))
        self.first = ChoiceBox(mark("From session"))
        self.last = ChoiceBox(mark("Until session"))
        placeholders = (mark("Country"), mark("Club"), mark("EMA number"))
        self.new = {
            field: TextField(placeholder=text) for field, text in zip(NEW_PLAYER_FIELDS, placeholders, strict=True)
        }
        self.case = ChoiceBox(mark("Plays as"))
        self.case.set_choices(list(_CASES))
        self.answer = Question(NoticeKind.INFO)
        self.replace = OutlineButton(mark("Replace"))
        self._by = LabeledField(mark("Replaced by"), self.by)
        more = TextLabel(mark("New player (optional):"), kind=Type.DENSE, tone=Tone.TEXT2)
        self._new = boxed(column(more, row(*map(stretched, self.new.values()), spacing=6), spacing=6))
        sessions = row(stretched(self.first), stretched(self.last))
        self._fields = boxed(column(self._by, sessions, self.case, self._new))
        self.foot = boxed(column(self.answer, self.replace))
        """The effect and the button; always visible."""
        column(self.who, self._fields, on=self)
        for line in (self.by, *self.new.values()):
            line.textChanged.connect(lambda _typed: self._answer())
        for line in self.new.values():
            line.returnPressed.connect(self._submit)
        for box in (self.first, self.last, self.case):
            box.currentIndexChanged.connect(lambda _index: self._answer())
        self.by.entered.connect(self._submit)
        self.replace.clicked.connect(self._submit)

    def show_player(self, view: View, number: int, session: int) -> None:
        """Ask who replaces player ``number``, from ``session`` on by default; 0 if no player is chosen yet."""
        other = number != self._number
        if other:
            self.clear()
        self._view, self._number = view, number
        free = replaceable_sessions(view, number) if number else ()
        self._fields.setVisible(bool(free))
        if not free:
            self.answer.hide()
            self.replace.setEnabled(False)
        self.who.set_text(_who_text(view, number, free))
        self.first.set_choices([(str(each), mark("from session {session}", session=each)) for each in free])
        until = [(str(each), mark("until session {session}", session=each)) for each in free[:-1]]
        self.last.set_choices([("0", mark("to the end")), *until])
        if other and session in free:
            self.first.setCurrentIndex(free.index(session))
        self._answer()

    def clear(self) -> None:
        """Empty the fields."""
        self._number = 0
        self.case.setCurrentIndex(0)
        for line in (self.by, *self.new.values()):
            line.clear()

    def refuse(self, text: Text, *, new: bool = False) -> None:
        """Show why the replacement is not possible."""
        self._new.setVisible(new)
        self.answer.hide()
        self.replace.setEnabled(False)
        self._by.set_problem(text)

    def typed(self) -> TypedReplacement:
        """The contents of the fields."""
        return TypedReplacement(
            number=self._number,
            substitute=self.by.written(),
            first=int(self.first.currentData() or 0),
            last=int(self.last.currentData() or 0) or None,
            details=tuple((field, line.text()) for field, line in self.new.items()),
            case=str(self.case.currentData() or ""),
        )

    def _submit(self) -> None:
        typed = self.typed()
        if typed.number and typed.first and typed.substitute:
            self.submitted.emit(typed)

    def _answer(self) -> None:
        view, typed = self._view, self.typed()
        if view is None or not typed.number or not typed.first:
            return
        sessions = replaceable_sessions(view, typed.number)
        taken = [each for each in sessions if typed.first <= each <= (typed.last or each)]
        self.by.offer(unseated(view, taken or (typed.first,)))
        answer = answer_replacement(view, typed) if typed.complete else None
        if answer is not None and answer.refused:
            self.refuse(answer.title, new=answer.new)
            return
        self._by.clear_problem()
        self._new.setVisible(answer is not None and answer.new)
        self.answer.setVisible(answer is not None)
        self.replace.setEnabled(answer is not None)
        if answer is not None:
            self.answer.show_notice(NoticeKind.WARN if answer.asks else NoticeKind.INFO, answer.title, answer.body)


def _who_text(view: View, number: int, free: Sequence[int]) -> Text:
    player = view.players.get(number)
    if not free and nobody_replaceable(view):
        return mark("No player can be replaced: every sheet is signed.")
    if player is None:
        return mark("To replace a player, choose their seat in the grid.")
    if not free:
        return mark("{player} has no remaining seat that another player can take.", player=player.name)
    return mark("{player} leaves. Another player takes these seats.", player=player.name)
