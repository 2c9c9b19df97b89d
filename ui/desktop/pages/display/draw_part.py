"""The controls of the live draw: a draw is chosen, announced step by step, and recorded in the event."""

from dataclasses import replace
from secrets import randbelow
from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import Text, listed, mark
from tournament.use_cases import View
from tournament.use_cases.drawing import SEEDS
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.kit.actions import attempt
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Question
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.keys import ENTER, ESCAPE, KeyText, answer_keys, key_name
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.hall.hall_state import DrawKind, KeptApart, LiveDraw, ScreenContent
from ui.hall.hall_store import load_hall
from ui.hall.live_draw import (
    back,
    begin_lots,
    begin_names,
    begin_seats,
    begin_teams,
    command_of,
    drawn_lot,
    forward,
    giving_up,
    is_complete,
    is_given,
    jump,
    may_be_given,
    progress_text,
    results_text,
    team_count,
    title_of,
    together_text,
    with_new_draw,
)

_KINDS = {
    DrawKind.LOTS: mark("Numbers"),
    DrawKind.TEAMS: mark("Teams"),
    DrawKind.NAMES: mark("Names"),
    DrawKind.SEATS: mark("Seats"),
}
_APART = {
    KeptApart.NOBODY: mark("nobody"),
    KeptApart.COUNTRY: mark("players of one country"),
    KeptApart.CLUB: mark("players of one club"),
}
_WORDS = {
    DrawKind.LOTS: mark(
        "Each player draws a number of the plan, as if by hand. The page Draw then fills the plan with the numbers."
    ),
    DrawKind.TEAMS: mark("Each player draws a team of four."),
    DrawKind.NAMES: mark("Names are drawn one after another: guests, raffle prizes, teams. Nothing is recorded."),
    DrawKind.SEATS: mark("The seats of a session that is already drawn are announced table by table."),
}
_WIDEST = 760


class DrawPad(Card):
    """Shows what was drawn last in large type. While it has the focus, the keys of the draw work, once per press."""

    pressed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = TextLabel(kind=Type.PANEL_TITLE)
        self.progress = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.lot = TextLabel(kind=Type.BIG_FIGURE, tone=Tone.ACCENT, wrap=True)
        self.names = TextLabel(kind=Type.FIGURE, wrap=True)
        add(self.body, row(self.title, self.progress, None, spacing=10))
        add(self.body, self.names)
        add(self.body, self.lot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take one step per press; a held key does nothing more."""
        if event.key() not in _KEYS or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.pressed.emit(event.key())

    def focusInEvent(self, event: object) -> None:
        """Show that the keys work."""
        super().focusInEvent(event)  # type: ignore[arg-type] # as Qt calls it
        self.set_selected(True)

    def focusOutEvent(self, event: object) -> None:
        """Show that the keys do not work."""
        super().focusOutEvent(event)  # type: ignore[arg-type] # as Qt calls it
        self.set_selected(False)


_FORWARD = (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_PageDown, *ENTER)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace)
_BLANK = (Qt.Key.Key_B, Qt.Key.Key_Period)
_START, _ALL = Qt.Key.Key_Home, Qt.Key.Key_End
_KEYS = (*_FORWARD, *_BACK, *_BLANK, _START, _ALL)


class DrawPart(DisplayPart):
    """Starts a draw, announces it, records its result and ends it."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.kind = Switch(mark("What to draw"), [Segment(kind.value, text) for kind, text in _KINDS.items()])
        self.apart = ChoiceBox(mark("Not in one team"))
        self.apart.set_choices([(each.value, text) for each, text in _APART.items()])
        self.names = TextField(name=mark("Names, separated by commas"))
        self.session = ChoiceBox(mark("Session"))
        self.begin = PrimaryButton(mark("Begin the draw"), shortcut="Ctrl+Return")
        self.problem = Notice(NoticeKind.WARN)
        self.pad = DrawPad()
        self.write = PrimaryButton(mark("Save in the event"), shortcut="Ctrl+Return")
        self.show_it = OutlineButton(mark("Show on all screens"), shortcut="Ctrl+D")
        self.end = OutlineButton(mark("End the draw"), shortcut="Ctrl+E")
        self.question = Question()
        self.confirm = PrimaryButton(mark("End"), hint="Return")
        self._continue = LinkButton(mark("Continue"), hint="Esc")
        self.results = TextLabel(kind=Type.BODY, wrap=True)
        self._words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.kind.set_current(DrawKind.LOTS.value)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self._apart_field = LabeledField(mark("Not in one team"), self.apart)
        self._names_field = LabeledField(mark("Names, separated by commas"), self.names)
        self._session_field = LabeledField(mark("Session"), self.session)
        begin = Card()
        for part in (row(self.kind, None), self._words, self._session_field, self._apart_field, self._names_field):
            add(begin.body, part)
        add(begin.body, row(self.begin, None))
        keys = mark(
            "{forward} next · {back} back · {blank} blank screens · {start} and {all} first and last shown",
            forward=listed(key_name(key) for key in ("Space", "Right")),
            back=key_name("Left"), blank="B", start=key_name("Home"), all=key_name("End"),
        )  # fmt: skip
        self._asked = boxed(column(self.question, row(self.confirm, self._continue, None), spacing=8))
        self._asked.hide()
        self._begin = begin
        self._draw = boxed(column(
            self.pad, KeyText(keys, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            row(self.write, None), row(self.show_it, self.end, None, spacing=8),
            self._asked, self._state, self.results, spacing=10,
        ))  # fmt: skip
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        inside = boxed(column(self.problem, self._begin, self._draw, None, spacing=12))
        inside.setMaximumWidth(_WIDEST)
        self.problem.hide()
        column(Scrolled(boxed(row(stretched(inside, 50), None, margins=margins))), on=self)

    def _listen(self) -> None:
        self.kind.chosen.connect(lambda _key: self._show_kind())
        self.begin.clicked.connect(lambda _checked: self._begin_draw())
        self.pad.pressed.connect(self._step)
        self.write.clicked.connect(lambda _checked: self._write())
        self.show_it.clicked.connect(lambda _checked: self._show_on_all())
        self.end.clicked.connect(lambda _checked: self._ask_end())
        self.confirm.clicked.connect(lambda _checked: self._end())
        self._continue.clicked.connect(lambda _checked: self._stop_asking())
        self.hall.changed.connect(self._hall_changed)
        answer_keys(self.confirm, {ESCAPE: self._stop_asking, **dict.fromkeys(ENTER, self._end)})

    def show_hall(self) -> None:
        """Show the current draw, or the choices for a new one."""
        view, draw = self.controller.view, self.hall.state.draw
        if view is None:
            return
        self._begin.setVisible(draw is None)
        self._draw.setVisible(draw is not None)
        if draw is None:
            self._show_kind()
        else:
            self._show_draw(view, draw)

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.names.clear()
        self.problem.hide()
        self._asked.hide()

    def focus_target(self) -> QWidget:
        """The pad with the keys of the draw, or the choice of a draw."""
        if self.hall.state.draw is not None:
            return self.pad
        return self.names if self.kind.isHidden() else self.kind

    def _hall_changed(self) -> None:
        if self.isVisible():
            self.show_hall()

    def _show_kind(self) -> None:
        view, may = self.controller.view, self.hall.may_change
        drawn = view is None or view.settings.format.is_drawn
        self.kind.setVisible(drawn)
        if not drawn:  # a club has neither a plan nor teams
            self.kind.set_current(DrawKind.NAMES.value)
        kind = DrawKind(self.kind.current)
        self._words.set_text(_WORDS[kind])
        self._apart_field.setVisible(kind is DrawKind.TEAMS)
        self._names_field.setVisible(kind in (DrawKind.TEAMS, DrawKind.NAMES))
        self._names_field.set_label(
            mark("Names of the teams, separated by commas; leave empty for numbers")
            if kind is DrawKind.TEAMS
            else mark("Names, separated by commas")
        )
        self._session_field.setVisible(kind is DrawKind.SEATS)
        if view is not None:
            sessions = view.drawn_sessions if drawn else range(0)
            self.session.set_choices([(f"{each}", f"{each}") for each in sessions])
        for part in (self.kind, self.apart, self.names, self.session, self.begin):
            part.setEnabled(may)

    def _show_draw(self, view: View, draw: LiveDraw) -> None:
        told = draw.order[: draw.shown]
        newest = drawn_lot(view, draw, told[-1]) if told else None
        self.pad.title.set_text(title_of(draw))
        self.pad.progress.set_text(progress_text(draw))
        self.pad.lot.set_text(newest.lot if newest is not None else mark("Nothing drawn yet"))
        self.pad.names.set_text(listed(newest.names) if newest is not None else "")
        self.pad.names.setVisible(newest is not None)
        given, may = is_given(view, draw), self.hall.may_change
        self.pad.setAccessibleName(translator.translate(_spoken(self.pad)))
        self.write.setVisible(may_be_given(draw))
        self.write.setEnabled(may and is_complete(draw) and not given)
        self.end.setEnabled(may)
        self.show_it.setEnabled(may and bool(self.hall.state.screens))
        self.begin.setEnabled(False)
        self._state.set_text(self._state_text(view, draw, given=given))
        self.results.set_text(
            "\n".join(translator.translate(line) for line in results_text(view, draw)) if told else ""
        )

    def _state_text(self, view: View, draw: LiveDraw, *, given: bool) -> Text:
        if given:
            return mark("It is saved in the event, with its seed. History shows it, and Undo reverts it.")
        if draw.covered:
            return mark("The screens are blank: {key} shows the draw again.", key="B")
        if not any(ScreenContent.DRAW in each.contents and each.open for each in self.hall.state.screens):
            return mark("No screen shows the draw yet.")
        apart = together_text(view, draw) if is_complete(draw) else None
        if apart is not None:
            return apart
        if may_be_given(draw) and is_complete(draw):
            return mark("One entry records all of this, with the seed.")
        return mark("The draw is saved: after a restart the program continues with the same draw.")

    def _begin_draw(self) -> None:
        view = self.controller.view
        if view is None or not self.hall.may_change or self.hall.state.draw is not None:
            return
        try:
            draw = self._new_draw(view)
        except Refused as refused:
            self._refuse(refused.problems[0].text)
            return
        before = self.hall.state
        state = with_new_draw(before, draw)
        self.hall.change(state)
        if load_hall(state.event).state.draw != state.draw:
            self.hall.change(before)
            self._refuse(mark("The draw cannot be saved on this computer, so it was not started."))
            return
        self.problem.hide()
        self.show_hall()
        self.pad.setFocus()

    def _new_draw(self, view: View) -> LiveDraw:
        kind, seed = DrawKind(self.kind.current), randbelow(SEEDS)
        names = [name.strip() for name in self.names.text().split(",") if name.strip()]
        match kind:
            case DrawKind.LOTS:
                return begin_lots(view, seed)
            case DrawKind.TEAMS:
                numbers = range(len(names) + 1, team_count(view) + 1)
                names += [translator.translate(mark("Team {number}", number=number)) for number in numbers]
                return begin_teams(view, seed, KeptApart(self.apart.currentData()), names)
            case DrawKind.NAMES:
                return begin_names(names, seed)
            case DrawKind.SEATS:
                return begin_seats(view, int(self.session.currentData() or 0))
            case _:
                assert_never(kind)

    def _refuse(self, text: Text) -> None:
        self.problem.show_notice(NoticeKind.WARN, text)
        self.problem.show()

    def _step(self, key: int) -> None:
        draw = self.hall.state.draw
        if draw is None or not self.hall.may_change:
            return
        self._stop_asking()
        if key in _BLANK:
            draw = replace(draw, covered=not draw.covered)
        elif draw.covered:
            draw = replace(draw, covered=False)
        elif key in _FORWARD:
            draw = forward(draw)
        elif key in _BACK:
            draw = back(draw)
        else:
            draw = jump(draw, 0 if key == _START else draw.furthest)
        self.hall.change(replace(self.hall.state, draw=draw))

    def _write(self) -> None:
        draw = self.hall.state.draw
        if draw is None or not self.hall.may_change:
            return
        try:
            problems = attempt(self.controller, command_of(draw))
        except Refused as refused:
            problems = refused.problems
        if problems:
            self._refuse(problems[0].text)
            return
        self.problem.hide()
        self.hall.change(replace(self.hall.state, draw=replace(draw, applied=True)))
        self.show_hall()
        self.pad.setFocus()

    def _show_on_all(self) -> None:
        if self.hall.may_change:
            self.hall.change(self.hall.state.showing_only(ScreenContent.DRAW))
            self.pad.setFocus()

    def _ask_end(self) -> None:
        state = self.hall.state
        if state.draw is None:
            return
        if giving_up(state).given_up == state.given_up:
            self._end_now()
            return
        body = mark(
            "What was drawn is not in the event. The next draw of this kind states, on the "
            "screens and in the event, that this one was abandoned."
        )
        self.question.show_notice(NoticeKind.WARN, mark("End the draw without saving it?"), body)
        self._asked.show()
        self.confirm.setFocus()

    def _end(self) -> None:
        if not self._asked.isHidden():
            self._asked.hide()
            self._end_now()

    def _end_now(self) -> None:
        if self.hall.may_change:
            self.hall.change(giving_up(self.hall.state))
            self.show_hall()
            self.focus_target().setFocus()

    def _stop_asking(self) -> None:
        if not self._asked.isHidden():
            self._asked.hide()
            self.pad.setFocus()


def _spoken(pad: DrawPad) -> Text:
    return listed(filter(None, (pad.title.text(), pad.progress.text(), pad.names.text(), pad.lot.text())))
