"""A page reads when it is visible, an action answers with what stands against it, a form with what cannot be read."""

from datetime import date

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.rules.payment import Outcome
from tournament.use_cases import By, Conflict, RecordHand, StoreUnavailable
from tournament.use_cases.commands import ChangePlayer, NoteAttendance
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.form import Form, NotRead, choice_field, date_field, text_field, whole_number_field
from ui.desktop.kit.page import Page
from ui.desktop.theme import Room, Size
from ui.desktop.theme.tokens import COMPACT_BELOW
from ui.desktop.widgets.cards import EmptyState, SidePanel

BY = By("Referee", "hall")


class CountingPage(Page):
    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.reads = self.forgotten = self.width_class = 0
        self.words = QLabel()
        self.empty = EmptyState(mark("No hands yet"), mark("Go to the tables"), shortcut="Return")
        self.side = SidePanel()
        self.lay_out(self.words, panel=self.side, empty=self.empty)

    def refresh(self) -> None:
        self.reads += 1
        played = self.view is not None and any(self.view.touched(1))
        self.words.setText(str(self.reads))
        self.show_empty(None if played else mark("No hands yet"))

    def forget(self) -> None:
        self.forgotten += 1

    def fit(self, room: Room) -> None:
        self.side.setVisible(not room.compact)


@pytest.fixture
def page(controller: EventController, qtbot: QtBot) -> CountingPage:
    made = CountingPage(controller)
    qtbot.addWidget(made)
    made.resize(1300, 600)
    return made


def test_it_reads_once_when_it_comes_into_view(page: CountingPage, controller: EventController) -> None:
    for hand in (1, 2):
        controller.act(RecordHand(1, 1, hand, Outcome(0, 1, 8 + hand)))
    controller.choose_session(2)
    assert page.reads == 0
    page.show()
    assert page.reads == 1
    controller.act(RecordHand(1, 1, 3, Outcome(0, 1, 8)))
    assert page.reads == 2
    page.hide()
    controller.undo()
    assert page.reads == 2
    page.show()
    assert page.reads == 3


def test_the_empty_state_stands_in_place_of_content_and_panel(page: CountingPage, controller: EventController) -> None:
    page.show()
    assert page.empty.isVisible()
    assert not page.side.isVisible()
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert page.words.isVisible()
    assert page.side.isVisible()
    assert not page.empty.isVisible()


def test_the_panel_gives_way_at_the_named_width(page: CountingPage, controller: EventController) -> None:
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    page.resize(COMPACT_BELOW - Size.RAIL - 1, 600)
    page.show()
    assert not page.side.isVisible()
    page.resize(COMPACT_BELOW - Size.RAIL, 600)
    QApplication.processEvents()
    assert page.side.isVisible()


def test_another_event_makes_it_forget(page: CountingPage, controller: EventController) -> None:
    page.show()
    controller.close()
    assert page.forgotten == 1


NOTHING = NoteAttendance(())


def _raise(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "code", "shown"),
    [
        (Refused(Problem("no", mark("No."), "field")), "no", False),
        (Conflict("event", 1), "conflict", True),
        (StoreUnavailable(mark("The disk is full.")), "store", True),
    ],
    ids=["refused", "conflict", "store"],
)
def test_what_stands_against_an_action_is_its_answer(
    controller: EventController, error: Exception, code: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[object] = []
    controller.messages.shown.connect(messages.append)
    monkeypatch.setattr(controller, "act", lambda *_given, **_more: _raise(error))
    problems = attempt(controller, NOTHING)
    assert [problem.code for problem in problems] == [code]
    assert messages == ([problems[0].text] if shown else [])


def test_nothing_stands_against_what_is_done(controller: EventController) -> None:
    assert not attempt(controller, RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert attempt(controller, RecordHand(1, 1, 1, Outcome(0, 1, 8)))[0].field == "hand"
    player = Player(1, "Ada", "Changed")
    assert not attempt(controller, ChangePlayer(player))


def test_a_bug_is_not_an_answer(controller: EventController, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller, "act", lambda *_given, **_more: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        attempt(controller, NOTHING)


def test_of_several_together_everything_that_stands_against_them_is_the_answer(controller: EventController) -> None:
    entries = len(controller.book.view.journal)
    wrong = RecordHand(1, 1, 1, Outcome(0, 1, 3)), RecordHand(1, 1, 40, Outcome(0, 1, 8))
    problems = attempt_all(controller, (RecordHand(1, 1, 1, Outcome(0, 1, 8)), *wrong))
    assert len(problems) >= 2
    assert len(controller.book.view.journal) == entries


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    made = Form(
        [
            text_field("name", mark("Name"), longest=20),
            whole_number_field("sessions", mark("Sessions"), hint=mark("1–{most}", most=9)),
            date_field("starts", mark("First day")),
            choice_field("language", mark("Language"), [("en", "English"), ("fr", "Français")]),
        ]
    )
    holder = QLabel()
    column = QVBoxLayout(holder)
    for field in made.labelled.values():
        column.addWidget(field)
    qtbot.addWidget(holder)
    holder.show()
    made.holder = holder  # type: ignore[attr-defined]
    made.show({"name": "Cup", "sessions": 4, "starts": date(2026, 6, 13), "language": "fr"})
    return made


def test_what_is_shown_is_read_back(form: Form) -> None:
    names = ("name", "sessions", "starts", "language")
    assert form.values(names) == {"name": "Cup", "sessions": 4, "starts": date(2026, 6, 13), "language": "fr"}
    assert form.unsaved == ()


def test_what_cannot_be_read_is_refused_at_its_field_and_kept(form: Form, qtbot: QtBot) -> None:
    line = form.line("sessions")
    line.selectAll()
    qtbot.keyClicks(line, "four")
    assert form.unsaved == ("sessions",)
    with pytest.raises(NotRead):
        form.value("sessions")
    assert "sessions" not in form.values(("name", "sessions"))
    assert form.refused("sessions")
    form.show({"name": "Open", "sessions": 5})
    assert (form.line("name").text(), line.text()) == ("Open", "four")
    form.clear_refusals()
    form.show({"sessions": 5})
    assert line.text() == "5"


def test_a_choice_is_unsaved_until_it_is_shown_or_accepted(form: Form) -> None:
    form.choice("language").setCurrentIndex(0)
    assert list(form.unsaved) == ["language"]
    form.accept_all()
    assert not form.unsaved
    assert form.value("language") == "en"


def test_nothing_is_unsaved_in_a_form_that_showed_nothing_yet(qtbot: QtBot) -> None:
    form = Form([text_field("name", mark("Name")), choice_field("language", mark("Language"), [("en", "English")])])
    for field in form.labelled.values():
        qtbot.addWidget(field)
    assert not form.unsaved
