"""Whatever is pressed at the end of a sheet: none is verified and wrong without a mark, and nothing typed goes."""

from collections.abc import Callable
from datetime import date
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.entry.test_table_keys import BY, NAMES, SEATING, Typist
from tournament.event.player import Player
from tournament.event.settings import CountedTotals, PaperTotals, Settings
from tournament.ledger.entry import Record
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import add
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.entry import cursor, end_keys
from ui.entry.tables_state import PagePart, TablesStep, TotalField

RIGHT = ("32", "-16", "-8", "-8")


@cache
def played(counted: CountedTotals, paper: PaperTotals) -> tuple[tuple[Record, ...], TablesStep]:
    """The entries of an event of which all hands of table 1 are in, one win and drawn hands; and the last step."""
    store = FakeStore()
    book = Book(store)
    rules = Settings("Open", sessions=2, starts=date(2026, 6, 12), counted_totals=counted, paper_totals=paper)
    carry_out(book, CreateEvent(rules), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, name, "Anybody") for name in NAMES)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    step = Typist(book).type("1 2 8 Enter " + "X Enter " * 15).step
    return tuple(store.records), step


def begun(counted: CountedTotals, paper: PaperTotals) -> Typist:
    """Somebody who has just typed them."""
    records, step = played(counted, paper)
    typist = Typist(Book(FakeStore(records)))
    typist.step = step
    return typist


def confirm(typist: Typist) -> None:
    """Enter, wherever the cursor is."""
    focus = typist.step.focus
    if isinstance(focus, TotalField) or focus in (PagePart.SIGNING_QUESTION, PagePart.SIGNING_REASON):
        typist.type("Enter")


def total(column: int, text: str) -> Callable[[Typist], None]:
    """Type ``text`` into a total, gone to by a click."""

    def act(typist: Typist) -> None:
        if typist.state.totals_open:
            typist.apply(end_keys.total_entered(typist.state, column))
            typist.apply(end_keys.total_typed(typist.state, column, text))
            typist.step = typist.step._replace(focus=TotalField(column))

    return act


def give_reason(typist: Typist) -> None:
    if typist.step.focus is PagePart.SIGNING_REASON:
        typist.type("torn")


ACTIONS = st.one_of(
    st.just(confirm),
    st.just(confirm),
    st.just(give_reason),
    st.just(lambda typist: typist.apply(end_keys.sign_asked(typist.state))),
    st.just(lambda typist: typist.apply(end_keys.totals_asked(typist.state))),
    st.just(lambda typist: typist.apply(cursor.totals_left(typist.state))),
    st.just(lambda typist: typist.apply(end_keys.given_up(typist.state))),
    st.just(lambda typist: typist.apply(cursor.row_moved(typist.state, -1))),
    st.builds(total, st.integers(0, 3), st.sampled_from((*RIGHT, "23", "-61", "", "-", "8"))),
    st.integers(0, 3).map(lambda column: total(column, RIGHT[column])),
)


@given(st.sampled_from(CountedTotals), st.sampled_from(PaperTotals), st.lists(ACTIONS, max_size=14))
@settings(max_examples=120, deadline=None)
def test_nothing_is_verified_and_wrong_without_a_mark(
    counted: CountedTotals, paper: PaperTotals, actions: list[Callable[[Typist], None]]
) -> None:
    typist = begun(counted, paper)
    for action in actions:
        action(typist)
        sheet = typist.book.view.sheet(1, 1)
        if sheet.closed is None:
            continue
        assert sheet.state is SheetState.VERIFIED
        assert sheet.compared is (None not in sheet.paper)
        assert not any(sheet.difference) or sheet.accepted == "torn"
        assert sheet.compared or paper is PaperTotals.OPTIONAL
        signed = add(sheet.computed, sheet.difference)
        assert sheet.scores == (signed if counted is CountedTotals.AS_SIGNED else sheet.computed)
        return


@given(st.lists(st.sampled_from((*RIGHT, "23", "-61")), min_size=4, max_size=4), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_half_typed_totals_wait_at_their_table(texts: list[str], typed: int) -> None:
    typist = begun(CountedTotals.COMPUTED, PaperTotals.OPTIONAL)
    for column in range(typed):
        total(column, texts[column])(typist)
    before = typist.state.totals.texts
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    assert typist.state.totals.texts == ("", "", "", "")
    assert typist.state.half_typed_tables(1) == {1}
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 1))
    assert typist.state.totals.texts == before
    assert typist.step.focus == TotalField(typed)
