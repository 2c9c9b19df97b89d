"""What it takes the four players of a table to win in the last session, below their score sheet."""

from PySide6.QtWidgets import QWidget

from reports.sheets.prospects import LastSession, prospect_text
from tournament.language import Text, mark
from tournament.ledger.sheet import Sheet
from tournament.use_cases import View
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.labels import TextLabel
from ui.hall.public_prospects import public_prospects
from ui.hall.slide_builder import public_mark


class ProspectsLine(TextLabel):
    """Shows it as it was when the session began; computed in another thread."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True, parent=parent)
        self.shown: tuple[View, Sheet] | None = None
        """The sheet for which it is shown, unless it is not the last session."""
        self._known: tuple[object, LastSession | None] = (None, None)
        self._asked: object = None
        """What is being computed, or was."""
        self._work = CurrentWork(self)
        self._work.done.connect(self._take)
        self.hide()

    def show_sheet(self, view: View | None, sheet: Sheet | None) -> None:
        """Show it for the table of ``sheet``, or nothing if there is none."""
        self.shown = (view, sheet) if view is not None and sheet is not None else None
        self._show_found()

    def _show_found(self) -> None:
        shown = self.shown
        if shown is None or not _is_last(*shown):
            self.hide()
            return
        view, sheet = shown
        seen = public_mark(view)
        if self._known[0] == seen:
            found = self._known[1]
            self.setVisible(found is not None)
            if found is not None:
                self.set_text(_line(view, sheet, found))
            return
        self.hide()
        if self._asked != seen:
            self._asked, copied = seen, view.copy()

            def task(step: Step) -> tuple[object, LastSession | None]:
                step(0, 0)
                return seen, public_prospects(copied)

            self._work.start(Work(task))

    def _take(self, known: tuple[object, LastSession | None]) -> None:
        self._known = known
        self._show_found()


def _is_last(view: View, sheet: Sheet) -> bool:
    return view.settings.format.is_drawn and sheet.session == max(view.session_numbers, default=0)


def _line(view: View, sheet: Sheet, found: LastSession) -> Text:
    reached = (
        mark("{player}: {reached}", player=view.players[number].name, reached=prospect_text(found, number))
        for number in sheet.players
    )
    parts = {f"part{place}": each for place, each in enumerate((mark("What it takes"), *reached))}
    return Text(" · ".join(f"{{{name}}}" for name in parts), tuple(parts.items()))
