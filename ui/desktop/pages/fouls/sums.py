"""The sums of the penalties of a session, and whether the tables agree."""

from PySide6.QtWidgets import QWidget

from tournament.language import Text, integer_text, mark, mark_count, verbatim
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched
from ui.entry.penalty_draft import PenaltySums


class _Figure(QWidget):
    def __init__(self, words: Text, kind: Type, tone: Tone = Tone.TEXT) -> None:
        super().__init__()
        self.number = TextLabel(kind=kind, tone=tone, figures=True)
        column(self.number, TextLabel(words, kind=Type.DENSE, tone=Tone.TEXT2), spacing=0, on=self)


class SumsCard(Card):
    """Three figures and a line of text."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = TextLabel(kind=Type.NAME)
        self.taken = _Figure(mark("points taken"), Type.FIGURE)
        self.to_players = _Figure(mark("given to players"), Type.FIGURE_LESSER, Tone.TEXT2)
        self.to_nobody = _Figure(mark("to nobody"), Type.FIGURE)
        self.balance = Notice(NoticeKind.OK, boxed=False)
        figures = row(*(stretched(each) for each in (self.taken, self.to_players, self.to_nobody)), spacing=6)
        for part in (self._title, figures, Rule(), self.balance):
            add(self.body, part)

    def show_sums(self, session: int, sums: PenaltySums) -> None:
        """Show the sums of ``session``."""
        self._title.set_text(mark("Sums of session {session}", session=session))
        for figure, number in ((self.taken, sums.taken), (self.to_players, sums.to_players),
                               (self.to_nobody, sums.to_nobody)):  # fmt: skip
            figure.number.set_text(verbatim(integer_text(number)))
        if sums.wrong:
            tables = tuple(map(str, sums.wrong))
            text = mark_count(
                "The totals of table {tables} do not match its penalties. Check its sheet.",
                "The totals of tables {tables} do not match their penalties. Check their sheets.",
                len(sums.wrong),
                tables=tables,
            )
            self.balance.show_notice(NoticeKind.DANGER, text)
        elif not sums.tables:
            self.balance.show_notice(NoticeKind.INFO, mark("No hand has been played in this session yet."))
        else:
            text = mark_count(
                "Scores balance: {count} table, sum {sum}.",
                "Scores balance: {count} tables, sum {sum}.",
                sums.tables,
                sum=sums.scores,
            )
            self.balance.show_notice(NoticeKind.OK, text)
