"""The controls of the ceremony: it is planned here and announced step by step. Only this page shows who comes next."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from reports.column import Emphasis
from tournament.event.prizes import read_category
from tournament.event.role import Act
from tournament.language import Text, listed, mark, mark_count, mark_in, verbatim
from tournament.use_cases import View
from tournament.use_cases.commands import PublishResults
from tournament.use_cases.publication import publication_problem
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField, take_digits
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.hall.ceremony import (
    CeremonyStep,
    announced,
    back,
    begin_ceremony,
    ceremony_categories,
    ceremony_steps,
    corrected_since,
    forward,
    jump,
    prize_texts,
    step_index,
    step_text,
)
from ui.hall.hall_state import Ceremony, CeremonyPlan, ScreenContent
from ui.hall.public_prospects import possible_winners, public_prospects

_ORDER = (mark("First announced"), mark("Then"), mark("Announced last"))
"""Labels of the categories, which are announced one after another; three at most."""
_USUAL_PLACES = 10
_NOBODY = ""
_FORWARD, _BACK, _COVER = ("PgDown", "Right", "Space"), ("PgUp", "Left"), ("B", ".")
"""The first key is shown; the others are those of presenters' remote controls."""


class CeremonyRow(NamedTuple):
    """A row of the list: a step of the ceremony, and its place in the order of announcement."""

    place: int
    step: CeremonyStep
    text: Text
    now: int


class CeremonyPart(DisplayPart):
    """Shows at the left what the screens show and what comes next, and at the right all steps."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.categories = [ChoiceBox(label) for label in _ORDER]
        self.first_place = TextField(name=mark("From place"))
        self.first_place.setText(str(_USUAL_PLACES))
        self.first_place.setFixedWidth(80)
        take_digits(self.first_place)
        self.figures = CheckBox(mark("Show event statistics in between"))
        self.figures.setChecked(True)
        self.prospects = CheckBox(mark("Show what it takes in the last session: here, on streams and on Tables"))
        self.begin = PrimaryButton(mark("Begin the ceremony"), shortcut="Ctrl+Return")
        self._winners = CurrentWork(self)
        self.plan = Card()
        self.stage = Card()
        self.shown = TextLabel(kind=Type.LARGE_TOTAL, wrap=True)
        self.next = TextLabel(kind=Type.FIGURE, wrap=True)
        self.next_note = TextLabel(kind=Type.LARGE, tone=Tone.TEXT2, wrap=True)
        self.announce = PrimaryButton(mark("Show"), hint=_FORWARD[0])
        self.back = OutlineButton(mark_in("step", "Back"), hint=_BACK[0])
        self.cover = OutlineButton(mark("Cover"), hint=_COVER[0])
        self.go = OutlineButton(mark("Go to this step"), shortcut="Ctrl+J")
        self.screens = OutlineButton(mark("Show on all screens"), shortcut="Ctrl+L")
        self.publish = OutlineButton(mark("Publish the results"), shortcut="Ctrl+U")
        self.end = OutlineButton(mark("End the ceremony"), shortcut="Ctrl+E")
        self.notice = Notice(NoticeKind.WARN)
        self.on_screens = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.publication_note = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.steps: TableView[CeremonyRow] = TableView(
            mark("Steps of the ceremony"),
            [TableColumn(mark("Step"), lambda each: each.text, emphasis=Emphasis.NAME, style=_style)],
            key=lambda each: each.place,
        )
        self._categories: tuple[str, ...] = ()
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        boxes = [LabeledField(label, box) for label, box in zip(_ORDER, self.categories, strict=True)]
        add(self.plan.body, TextLabel(mark("What to announce"), kind=Type.LABEL))
        add(self.plan.body, row(*(stretched(box) for box in boxes), spacing=10))
        add(self.plan.body, row(LabeledField(mark("From place"), self.first_place), self.figures, None, spacing=16))
        add(self.plan.body, row(self.prospects, None))
        add(self.plan.body, row(self.begin, None))
        on, after = mark("On the screens"), mark("Next (only you see this)")
        for part in (
            TextLabel(on, kind=Type.LABEL), self.shown, 6,
            TextLabel(after, kind=Type.LABEL), self.next, self.next_note, 6,
            row(self.announce, self.back, self.cover, None, spacing=8), self.notice,
        ):  # fmt: skip
            add(self.stage.body, part)
        buttons = row(self.screens, self.publish, self.end, None, spacing=8)
        top = Qt.AlignmentFlag.AlignTop
        left = column(
            aligned(self.plan, top),
            aligned(self.stage, top),
            self.on_screens,
            buttons,
            self.publication_note,
            None,
            spacing=10,
        )
        right = column(stretched(self.steps), row(self.go, None), spacing=8)
        self._middle = row(stretched(left, 3), stretched(right, 2), spacing=14, centred=False)
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        inside = boxed(column(stretched(self._middle), margins=margins))
        column(Scrolled(inside), on=self)
        self.publication_note.hide()

    def _listen(self) -> None:
        self.begin.clicked.connect(lambda _checked: self._begin())
        self.prospects.clicked.connect(self._show_prospects)
        self._winners.done.connect(self._show_winners)
        self.announce.clicked.connect(lambda _checked: self._step(forward))
        self.back.clicked.connect(lambda _checked: self._step(back))
        self.cover.clicked.connect(lambda _checked: self._cover())
        self.go.clicked.connect(lambda _checked: self._jump())
        self.screens.clicked.connect(lambda _checked: self._show_on_all())
        self.publish.clicked.connect(lambda _checked: self._publish())
        self.end.clicked.connect(lambda _checked: self._end())
        for keys, act in (
            (_FORWARD, lambda: self._step(forward)),
            (_BACK, lambda: self._step(back)),
            (_COVER, self._cover),
        ):
            shortcut = QShortcut(self.stage)
            shortcut.setKeys([QKeySequence(key) for key in keys])
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.setAutoRepeat(False)  # a held key announces only one place
            shortcut.activated.connect(act)
        self.hall.changed.connect(self._hall_changed)

    @property
    def ceremony(self) -> Ceremony | None:
        """The running ceremony, or None."""
        return self.hall.state.ceremony

    def focus_target(self) -> QWidget:
        """The first choice box, or the button that announces."""
        return self.categories[0] if self.ceremony is None else self.announce

    def fit(self, room: Room) -> None:
        """Put the steps below in a narrow window."""
        beside = QBoxLayout.Direction.LeftToRight
        self._middle.setDirection(QBoxLayout.Direction.TopToBottom if room.compact else beside)

    def forget(self) -> None:
        """Drop what was chosen for the previous event."""
        self._categories = ()
        self.first_place.setText(str(_USUAL_PLACES))
        self.publication_note.hide()

    def show_hall(self) -> None:
        """Show the state of the ceremony."""
        view, ceremony = self._whole(), self.ceremony
        if view is None:
            return
        begun, may = ceremony is not None, self.hall.may_change
        self.prospects.setChecked(self.hall.state.prospects)
        self.prospects.setEnabled(may)
        self.prospects.setVisible(view.settings.format.is_drawn)
        self.plan.setVisible(not begun)
        for part in (self.stage, self.steps, self.go, self.end):
            part.setVisible(begun)
        self._offer_categories(view)
        self.begin.setEnabled(may and bool(ceremony_steps(view, self._chosen())))
        self._show_publication(view)
        screens = self.hall.state.screens
        showing = sum(ScreenContent.CEREMONY in each.contents and not each.message for each in screens)
        self.on_screens.set_text(
            mark_count("{count} of {all} screens shows the ceremony.", "{count} of {all} screens show the ceremony.",
                       showing, all=len(screens))
            if screens else mark("There is no screen yet: add one under Screens.")
        )  # fmt: skip
        self.screens.setEnabled(may and showing < len(screens))
        if ceremony is not None:
            self._show_stage(view, ceremony)

    def _show_stage(self, view: View, ceremony: Ceremony) -> None:
        steps = ceremony_steps(view, ceremony.plan)
        index = step_index(steps, ceremony)
        now = -1 if index is None else index
        may = self.hall.may_change
        shown = mark("Nothing announced yet") if index is None else step_text(view, steps[index])
        self.shown.set_text(mark("{step} (covered)", step=shown) if ceremony.covered else shown)
        coming = steps[now + 1] if now + 1 < len(steps) else None
        self.next.set_text(mark("That was the last step.") if coming is None else _announcement(view, coming))
        self.next_note.set_text("" if coming is None else _note(view, coming))
        self.announce.setEnabled(may and coming is not None)
        self.back.setEnabled(may and index is not None)
        self.cover.setEnabled(may)
        self.cover.set_text(mark("Uncover") if ceremony.covered else mark("Cover"))
        self.end.setEnabled(may)
        self.go.setEnabled(may)
        corrected = corrected_since(view, ceremony)
        self.notice.setVisible(corrected)
        if corrected:
            self.notice.show_notice(
                NoticeKind.WARN,
                mark("A result was corrected since the last step."),
                mark("The screens show “One moment, please.” Check who comes next, then go on or back."),
            )
        self.steps.show_rows([CeremonyRow(at, step, step_text(view, step), now) for at, step in enumerate(steps)])
        if index is not None:
            self.steps.select(index)

    def _show_publication(self, view: View) -> None:
        """Offer to publish the results that were held for the ceremony, at its end."""
        last = view.last_session
        problem = publication_problem(view, last, hold_last=False) if last in view.drawn_sessions else None
        waits = last in view.drawn_sessions and problem is None
        self.publish.setEnabled(waits and self.controller.may(Act.RESULTS))
        self.publish.setVisible(waits)

    def _offer_categories(self, view: View) -> None:
        found = ceremony_categories(view)
        keys = tuple(each.key for each in found)
        if keys == self._categories:
            return
        self._categories = keys
        choices: list[tuple[str, Text | str]] = [(each.key, each.label) for each in found]
        for place, box in enumerate(self.categories):
            last = place == len(_ORDER) - 1
            box.set_choices(choices if last else [(_NOBODY, mark("nothing")), *choices])
        self._choose(self.categories[1], "teams" if "teams" in keys else _NOBODY)
        self._choose(self.categories[2], "players")

    @staticmethod
    def _choose(box: ChoiceBox, key: str) -> None:
        box.setCurrentIndex(max(box.findData(key), 0))

    def _chosen(self) -> CeremonyPlan:
        keys = dict.fromkeys(str(box.currentData() or _NOBODY) for box in self.categories)
        categories = tuple(key for key in keys if key and read_category(key) is not None)
        places = self.first_place.text()
        first = int(places) if places.isdigit() and int(places) else _USUAL_PLACES
        return CeremonyPlan(categories, first, self.figures.isChecked())

    def _whole(self) -> View | None:
        """The event as it is now with all results. Only this part shows those that are not public."""
        return self.controller.book.view if self.controller.view is not None else None

    def _change(self, ceremony: Ceremony | None) -> None:
        self.hall.change(replace(self.hall.state, ceremony=ceremony))

    def _begin(self) -> None:
        view = self._whole()
        if view is not None and self.begin.isEnabled():
            self._change(begin_ceremony(view, self._chosen()))
            self.announce.setFocus()
            self._find_winners(view)

    def _show_prospects(self, wanted: bool) -> None:
        self.hall.change(replace(self.hall.state, prospects=wanted))

    def _find_winners(self, view: View) -> None:
        """Compute in another thread who could win before the last session, if the screens show it."""
        if not self.hall.state.prospects:
            return
        seen = view.copy()

        def task(step: Step) -> tuple[int, ...]:
            step(0, 0)
            found = public_prospects(seen)
            return () if found is None else possible_winners(found)

        self._winners.start(Work(task))

    def _show_winners(self, numbers: tuple[int, ...]) -> None:
        if self.ceremony is not None and not self.ceremony.category and self.hall.may_change:
            self._change(replace(self.ceremony, could_win=numbers))

    def _step(self, taken: Callable[[View, Ceremony], Ceremony]) -> None:
        view, ceremony = self._whole(), self.ceremony
        if view is not None and ceremony is not None and self.hall.may_change:
            self._change(taken(view, ceremony))

    def _cover(self) -> None:
        if self.ceremony is not None and self.hall.may_change:
            self._change(replace(self.ceremony, covered=not self.ceremony.covered))

    def _jump(self) -> None:
        chosen = self.steps.current_row
        if chosen is not None:
            self._step(lambda view, ceremony: jump(view, ceremony, chosen.place))

    def _show_on_all(self) -> None:
        """Make each screen show only the ceremony, without opening or closing any."""
        self.hall.change(self.hall.state.showing_only(ScreenContent.CEREMONY))

    def _publish(self) -> None:
        view = self._whole()
        if view is None:
            return
        problems = attempt(self.controller, PublishResults(view.last_session))
        self.publication_note.setVisible(True)
        self.publication_note.set_text(problems[0].text if problems else mark("The results are public now."))

    def _end(self) -> None:
        if self.ceremony is not None and self.hall.may_change:
            self._change(None)
            self.begin.setFocus()

    def _hall_changed(self) -> None:
        if self.isVisible():
            self.show_hall()


def _style(each: CeremonyRow) -> CellStyle:
    if each.place == each.now:
        return CellStyle(sign=StatusIcon.PLAYING, type=Type.TOTAL)
    return CellStyle(sign=StatusIcon.DONE if each.place < each.now else StatusIcon.EMPTY)


def _announcement(view: View, step: CeremonyStep) -> Text:
    """The announcement in large type: “3rd: Ada Muster”."""
    if not step.entrants:
        return step_text(view, step)
    return mark("{place}: {names}", place=step.told, names=listed(each.name for each in announced(view, step)))


def _note(view: View, step: CeremonyStep) -> Text | str:
    """Country and prize of the next player or team."""
    notes: list[object] = [each.note for each in announced(view, step) if each.note]
    notes += prize_texts(view, step)
    return listed(notes) if notes else verbatim("")
