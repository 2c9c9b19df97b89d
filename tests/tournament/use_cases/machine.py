"""What every event promises, whatever is done to it in any order: a refusal leaves no trace, what is undone is gone."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.examples.every_fact import OneKey
from tests.slide_words import words_of
from tests.tournament.use_cases.any_commands import COMMANDS, REASONS, REPAIRS, SESSIONS
from tests.tournament.use_cases.as_sent import carry_out, carry_out_all
from tests.tournament.use_cases.events import BY, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.random_commands import (
    ABOUT_PEOPLE,
    AROUND,
    CORRECTING,
    RECORDING,
    Action,
    by_the_rules,
)
from tournament.draw import DrawProblem
from tournament.event.settings import Settings
from tournament.language import LANGUAGES
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import Entry
from tournament.ledger.facts import (
    ClockFact,
    ClockStarted,
    HeadsChained,
    PublicationFact,
    Redone,
    SessionClosed,
    SessionReopened,
    SigningFact,
    Undone,
)
from tournament.ledger.journal import Journal
from tournament.ledger.session_step import MOVES, SessionStep
from tournament.ledger.sheet import Sheet
from tournament.use_cases import Book, Changes, Command, LinesRefused, Refused, StoreUnavailable, View, session_life
from tournament.use_cases.book import content_mark
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, CreateEvent, Redo, Undo
from tournament.use_cases.sessions import moves_of, session_move
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.slide_builder import HallSlides
from ui.hall.slides import BlankSlide

EVERYTHING = HallScreen("Hall", tuple(ScreenContent))
HALL = HallState("event", message="Lunch", sponsors=("Tea House.png",))
LASTING = (Undone, Redone, PublicationFact, SigningFact, ClockFact, SessionClosed, SessionReopened, HeadsChained)
"""What no undo takes back."""
RANDOMS = st.randoms(use_true_random=False)


def some_of(*actions: Action) -> st.SearchStrategy[list[Action]]:
    """A few of ``actions``, one after the other."""
    return st.lists(st.sampled_from(actions), min_size=1, max_size=4)


def seen(view: View) -> object:
    """Everything that a user can see, except the entries about undoing itself."""
    state = view.state
    sheets = [sheet for session in view.session_numbers for sheet in view.sheets(session)]
    return (
        state.settings, state.logo, dict(state.players), state.present, state.seating, state.finals, dict(state.lots),
        dict(state.statuses), dict(state.substitutions),
        state.evenings, state.taken_back, dict(state.table_names), state.published, state.called, state.closed,
        state.publication, state.session_numbers, dict(state.cancelled), dict(state.joined),
        [view.session_state(session) for session in (*view.session_numbers, *state.cancelled)],
        [replace(sheet, number=0) for sheet in sheets],
        view.standings() if view.players else None,
    )  # fmt: skip


def in_words(journal: Journal, entry: Entry) -> list[str]:
    """What the history says of ``entry``, in every language."""
    story, name = describe(journal, entry), name_of(journal, entry)
    told = [
        language.render(text)
        for language in LANGUAGES
        for text in (story.what, name, story.where, story.old, story.new)
    ]
    assert all(told[::5])
    assert all(told[1::5])
    assert not any("{" in text for text in told)
    return [*told, story.reason]


def refused_in_closed(book: Book, action: Callable[[], Changes]) -> bool:
    """Whether ``action`` was refused since a session is closed; then nothing has changed."""
    view, told = book.view, set[str]()
    try:
        action()
    except Refused as refused:
        told = {problem.code for problem in refused.problems}
    if not told:
        return False
    assert told <= {"session-closed", "session-cancelled"}
    assert view.state.closed or "session-closed" not in told
    assert view.state.cancelled or "session-cancelled" not in told
    assert book.view is view
    return True


def closed_content(view: View) -> object:
    """The content of closed sessions."""
    return {session: ([replace(each, number=0) for each in view.sheets(session)], content_mark(view, session))
            for session in view.state.closed}  # fmt: skip


UNKNOWN = object()
"""What cannot be said of the moments before, once an entry between others was taken back, or a session closed."""


class Machine(RuleBasedStateMachine):
    """One event of nine players and more."""

    def create(self, settings: Settings) -> None:
        """An event with nine players."""
        self.store = FakeStore()
        self.book = Book(self.store, clock=noon)
        self.book.signer = OneKey()
        carry_out(self.book, CreateEvent(settings), by=BY)
        self.past: list[object] = []
        self.future: list[object] = []
        self.told: list[list[str]] = []
        self.shown = 0
        """The entries of which the hall's screens were shown."""
        self.do(AddPlayers(tuple(players(9))))

    @property
    def view(self) -> View:
        """The event as it is now."""
        return self.book.view

    def act(self, action: Callable[[], Changes]) -> None:
        """Do it; what is refused must leave everything as it was."""
        before, records = self.book.view, list(self.store.records)
        closed = closed_content(before)
        try:
            changes = action()
        except (Refused, LinesRefused, DrawProblem):
            assert self.store.records == records
            assert self.book.view is before
            return
        assert self.store.records[: len(records)] == records
        after = self.book.view
        same = after.state.closed == before.state.closed and after.state.cancelled == before.state.cancelled
        if same and after.settings == before.settings:
            assert closed_content(self.book.view) == closed
        for position, entry in enumerate(changes.entries, start=len(records)):
            if isinstance(entry.fact, SessionClosed | SessionReopened | PublicationFact | ClockStarted):
                self.past = [UNKNOWN] * len(self.past)  # no undo takes it back; whose clock runs is played
                self.future = [UNKNOWN] * len(self.future)
            elif not isinstance(entry.fact, HeadsChained | ClockFact | SigningFact):
                self.past.append(seen(self.book.view.at(position)))
                self.future.clear()

    def do(self, *commands: Command, confirmed: bool = False) -> None:
        """Carry them out, all or none, as the rules of the event have them."""
        ruled = [by_the_rules(command, self.view.rules) for command in commands]
        if len(ruled) == 1:
            self.act(lambda: carry_out(self.book, ruled[0], by=BY, confirmed=confirmed))
        elif ruled:
            self.act(lambda: carry_out_all(self.book, ruled, by=BY))

    def take(self, actions: list[Action], chance: Random) -> None:
        """Do what each of ``actions`` chooses."""
        for action in actions:
            try:
                commands = action(self.view, chance)
            except (Refused, DrawProblem):
                continue
            self.do(*commands, confirmed=True)

    def sheets(self) -> Iterator[Sheet]:
        """Every sheet of the event."""
        return (sheet for session in self.view.session_numbers for sheet in self.view.sheets(session))

    @rule(actions=some_of(*RECORDING), chance=RANDOMS)
    def record(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @rule(actions=some_of(*CORRECTING), chance=RANDOMS)
    def correct(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @rule(actions=some_of(*AROUND, *ABOUT_PEOPLE), chance=RANDOMS)
    def around_the_tables(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @rule(command=COMMANDS | REPAIRS, confirmed=st.booleans())
    def at_a_table(self, command: Command, confirmed: bool) -> None:
        self.do(command, confirmed=confirmed)

    @rule(session=SESSIONS, step=st.sampled_from(MOVES), reason=REASONS)
    def move_a_session(self, session: int, step: SessionStep, reason: str) -> None:
        view = self.view
        known = session in view.session_numbers or session in view.state.cancelled
        fits = known and step in moves_of(view, session)
        written = len(self.store.records)
        self.do(session_move(session, step, reason=reason))
        if not fits or (step is SessionStep.CANCELLED and session <= view.state.publication.session):
            assert len(self.store.records) == written
        elif step is SessionStep.RESTORED:
            begun = {each for each in view.full_state.begun - view.state.cancelled[session] if each > session}
            assert (session in self.view.session_numbers) == (not begun)
        elif reason.strip() or step in (SessionStep.PUBLISHED, SessionStep.PLAYING):
            assert session_life(self.view, session).steps[-1].step is step

    @rule()
    def take_back(self) -> None:
        if not self.past:
            return
        now = seen(self.book.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Undo(), by=BY)):
            return
        before = self.past.pop()
        assert before is UNKNOWN or seen(self.book.view) == before
        self.future.append(now)

    @rule()
    def bring_back(self) -> None:
        if not self.future:
            self.act(lambda: carry_out(self.book, Redo(), by=BY))
            return
        before = seen(self.view)
        if refused_in_closed(self.book, lambda: carry_out(self.book, Redo(), by=BY)):
            return
        self.past.append(before)
        after = self.future.pop()
        assert after is UNKNOWN or seen(self.view) == after

    @rule(command=COMMANDS)
    def a_full_disk(self, command: Command) -> None:
        before, records = self.view, list(self.store.records)
        self.store.failing = True
        try:
            carry_out(self.book, by_the_rules(command, self.view.rules), by=BY, confirmed=True)
        except (Refused, StoreUnavailable):
            assert self.store.records == records
            assert self.view is before
        else:
            raise AssertionError("written to a full disk")
        finally:
            self.store.failing = False

    @rule()
    def open_again(self) -> None:
        again = Book(FakeStore(self.store.records), clock=noon)
        assert again.damage == ()
        assert again.view.state == self.view.state
        assert seen(again.view) == seen(self.view)

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        """A restored moment is what a program that was opened then would have shown."""
        count = data.draw(st.integers(1, len(self.store.records)))
        then = Book(FakeStore(self.store.records[:count]), clock=noon)
        assert then.damage == ()
        assert seen(self.view.at(count)) == seen(then.view)
        assert check_records(self.store.records[:count]).problems == ()

    @invariant()
    def every_screen_of_the_hall_can_be_shown(self) -> None:
        entries = len(self.view.journal)
        if entries == self.shown:
            return
        self.shown = entries
        slides = HallSlides(self.view).slides(EVERYTHING, HALL, noon() + timedelta(minutes=entries))
        assert slides
        language = LANGUAGES[entries % len(LANGUAGES)]
        assert all(list(words_of(slide, language)) or slide == BlankSlide() for slide in slides)

    @invariant()
    def every_new_entry_can_be_told_and_both_accounts_agree(self) -> None:
        journal = self.view.journal
        if len(journal) == len(self.told):
            return
        self.told.extend(in_words(journal, journal[position]) for position in range(len(self.told), len(journal)))
        assert check_records(self.store.records).problems == ()
        lasting = isinstance(journal[len(journal) - 1].fact, LASTING)
        assert lasting or journal.undo_order.to_undo is not None or len(journal) == 1
