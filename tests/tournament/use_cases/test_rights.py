"""The table of rights: every role tries every act on a file, and is refused or has done it as the table says.

``--update-golden`` writes ``docs/rights.md`` from the table.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players, win
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Refused
from tournament.event.role import EventRole, PinHash, hash_pin
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import RolePinSet
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.storage import create, open_for_reading, open_for_writing
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    Changes,
    CloseSheet,
    CorrectHand,
    DeleteHand,
    GivePenalty,
    OpenEvening,
    RecordHand,
    ReopenSheet,
    SeatGame,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    PublishDraw,
    PublishResults,
    Redo,
    RedrawSessions,
    RemovePin,
    ReopenSession,
    ReplacePlayer,
    SetPin,
    SetSigningKey,
    StartClock,
    StartSession,
    StopClock,
    SwapPlayers,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.pins import planned_pin, sign_in_problem
from tournament.use_cases.rights import RIGHTS, Act, may

TABLE = Path(__file__).parents[3] / "docs" / "rights.md"
OTHER = By("Somebody Else", "other desk", EventRole.ORGANISER)
PINS = {EventRole.REFEREE: "1111", EventRole.HEAD_REFEREE: "2222", EventRole.ORGANISER: "3333"}


@pytest.fixture(scope="module")
def hashed() -> dict[EventRole, PinHash]:
    return {role: hash_pin(pin) for role, pin in PINS.items()}


def hold(book: Book, hashed: dict[EventRole, PinHash]) -> None:
    """Give every role its PIN, without hashing each anew."""
    draft = book.draft(OTHER)
    for role in (EventRole.ORGANISER, EventRole.HEAD_REFEREE, EventRole.REFEREE):
        pin = hashed[role]
        draft.add(EVENT_STREAM, RolePinSet(role, pin.salt, pin.hash, pin.cost))
    book.commit(draft)


def tournament(path: Path, hashed: dict[EventRole, PinHash]) -> Book:
    """Drawn, a hand and a penalty on table 1, which was reopened; table 2 with a hand that was not."""
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings("Cup", sessions=2)), by=OTHER)
    carry_out(book, AddPlayers(tuple(players(8))), by=OTHER)
    carry_out(book, PublishDraw(SEATING), by=OTHER)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 12)), by=OTHER)
    carry_out(book, CloseSheet(1, 1), by=OTHER)
    carry_out(book, ReopenSheet(1, 1, "a hand was missing"), by=OTHER)
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, 1, 12)), by=OTHER)
    carry_out(book, StartClock(1), by=OTHER)
    hold(book, hashed)
    return book


def league(path: Path, hashed: dict[EventRole, PinHash]) -> Book:
    """With an evening on which nobody plays yet."""
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings("Season", format=EventFormat.LEAGUE)), by=OTHER)
    carry_out(book, AddPlayers(tuple(players(8))), by=OTHER)
    carry_out(book, OpenEvening(), by=OTHER)
    hold(book, hashed)
    return book


def cancel(book: Book, by: By) -> Changes:
    return carry_out(book, CancelPenalty(_penalty(book), "wrong player"), by=by)


def _penalty(book: Book) -> str:
    return carry_out(book, GivePenalty(1, 2, Charge(1, points=10, to=(0,), reason="rude")), by=OTHER).entries[0].id


def punish_somebody(book: Book, by: By) -> Changes:
    return carry_out(book, GivePenalty(1, 2, Charge(1, points=10, to=(0,), reason="rude")), by=by)


def undo_what_another_did(book: Book, by: By) -> Changes:
    carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=OTHER)
    return carry_out(book, Undo(), by=by)


def redo_what_another_did(book: Book, by: By) -> Changes:
    carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=OTHER)
    carry_out(book, Undo(), by=OTHER)
    return carry_out(book, Redo(), by=by)


def draw_again(book: Book, by: By) -> Changes:
    assert book.view.seating is not None
    sessions = book.view.seating.sessions
    turned = tuple((b, a, c, d) for a, b, c, d in sessions[1])
    return carry_out(book, RedrawSessions(replace(book.view.seating, sessions=(sessions[0], turned)), 2), by=by)


def reopen_what_was_closed(book: Book, by: By) -> Changes:
    carry_out(book, CloseSession(1, "a power cut"), by=OTHER)
    return carry_out(book, ReopenSession(1, "the light is back"), by=by)


def withdraw_what_was_published(book: Book, by: By) -> Changes:
    carry_out(book, PublishResults(1), by=OTHER)
    return carry_out(book, WithdrawResults(1), by=by)


TRIED: list[tuple[Act, Callable[[Book, By], Changes]]] = [
    (Act.ATTENDANCE, lambda book, by: carry_out(book, NoteAttendance((1,)), by=by)),
    (Act.GAMES, lambda book, by: carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=by)),
    (Act.HANDS, lambda book, by: carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=by)),
    (Act.HANDS, lambda book, by: carry_out(book, CloseSheet(1, 2), by=by)),
    (Act.CORRECTIONS, lambda book, by: carry_out(book, CorrectHand(1, 2, 1, Outcome(None), "misread"), by=by)),
    (Act.CORRECTIONS, lambda book, by: carry_out(book, DeleteHand(1, 2, 1, "typed twice"), by=by)),
    (Act.PENALTIES, punish_somebody),
    (Act.TABLE_MINUTES, lambda book, by: carry_out(book, AddMinutes(1, 5, (1,), "wall rebuilt"), by=by)),
    (Act.PENALTIES_CANCELLED, cancel),
    (Act.VERIFIED_SHEETS, lambda book, by: carry_out(book, CorrectHand(1, 1, 1, Outcome(None), "misread"), by=by)),
    (Act.UNDO_OF_OTHERS, undo_what_another_did),
    (Act.UNDO_OF_OTHERS, redo_what_another_did),
    (Act.CLOCK, lambda book, by: carry_out(book, StopClock(1), by=by)),
    (Act.CLOCK, lambda book, by: carry_out(book, AddMinutes(1, 5), by=by)),
    (Act.SEATS, lambda book, by: carry_out(book, SwapPlayers(1, 5, (2,)), by=by)),
    (
        Act.SEATS,
        lambda book, by: carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2, reason="ill"), by=by),
    ),
    (Act.PEOPLE, lambda book, by: carry_out(book, ChangePlayerState(8, PlayerState.WITHDRAWN, 2, "left"), by=by)),
    (Act.SESSIONS, lambda book, by: carry_out(book, StartSession(2), by=by)),
    (Act.SESSIONS, lambda book, by: carry_out(book, CloseSession(1, "a power cut"), by=by)),
    (Act.CLOSED_SESSIONS, reopen_what_was_closed),
    (Act.EVENINGS, lambda book, by: carry_out(book, OpenEvening(), by=by)),
    (Act.RESULTS, lambda book, by: carry_out(book, PublishResults(1), by=by)),
    (Act.RESULTS, withdraw_what_was_published),
    (Act.PLAYERS, lambda book, by: carry_out(book, AddPlayers((Player(0, "Nova", "Newcomer"),)), by=by)),
    (Act.DRAW, draw_again),
    (Act.SETTINGS, lambda book, by: carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=by)),
    (
        Act.PINS,
        lambda book, by: carry_out(
            book, SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "4444")), by=by
        ),
    ),
    (Act.PINS, lambda book, by: carry_out(book, RemovePin(EventRole.REFEREE), by=by)),
    (Act.SIGNING_KEY, lambda book, by: carry_out(book, SetSigningKey(bytes(32), "Ada Sample"), by=by)),
]
IN_A_LEAGUE = {Act.GAMES, Act.EVENINGS, Act.PLAYERS}


def test_every_act_is_tried() -> None:
    assert {act for act, _ in TRIED} == set(Act) == set(RIGHTS)


@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index][0].value}-{index}")
def test_each_role_does_it_or_is_refused_as_the_table_says(
    tmp_path: Path, hashed: dict[EventRole, PinHash], index: int
) -> None:
    act, attempt = TRIED[index]
    for role in EventRole:
        path = tmp_path / f"{role.value}.qv"
        book = (league if act in IN_A_LEAGUE else tournament)(path, hashed)
        by = By("Who Tries", "desk", role)
        if may(role, act):
            attempt(book, by)
        else:
            with pytest.raises(Refused, match="role-may-not") as refused:
                attempt(book, by)
            words = ENGLISH.render(refused.value.problems[0].text)
            assert ENGLISH.render(EventRole.ORGANISER.label) in words
            assert ENGLISH.render(role.label) in words
        by_role = [entry for entry in book.view.journal if entry.author == "Who Tries"]
        assert bool(by_role) == may(role, act)
        book.close()
        store = open_for_reading(path)
        assert check_records(list(store.read())).problems == ()
        store.close()


@pytest.mark.parametrize("role", list(EventRole))
def test_who_was_not_refused_may_take_his_own_entry_back(
    tmp_path: Path, hashed: dict[EventRole, PinHash], role: EventRole
) -> None:
    book = tournament(tmp_path / "event.qv", hashed)
    by = By("Who Tries", "desk", role)
    if role is EventRole.VIEWER:
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=by)
    else:
        carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=by)
        carry_out(book, Undo(), by=by)
        carry_out(book, Redo(), by=by)
    book.close()


BEFORE = """# Rights

This page is generated from the program's own table; the tests try every cell on an event file. If
an event has no PIN, everyone may do everything. Reading needs no role: anyone who has the file can
read it, and can find a short PIN in it by trying all. Roles keep honest people from changing each
other's work by mistake, and do no more.
"""
AFTER = """
To undo or redo an entry of your own, you need the right to make it. Without a PIN, everyone has the
role below the lowest one that has a PIN: with only the organiser's PIN, head referee. A PIN opens
its role and the roles before it.

## A forgotten PIN

The organiser can set a new one for any role, in the window or with `pin FILE set ROLE`. That is why
the organiser's PIN is set first and removed last. If it is forgotten, nothing opens the role again:
entries are never changed, and `recover` keeps the PIN too. What remains is a copy from before the
PIN was set (`copies`, `restore`), or continuing in a new event.
"""


def table_of_rights() -> Iterator[str]:
    yield "| what | " + " | ".join(ENGLISH.render(role.label) for role in EventRole) + " |"
    yield "|---|" + "---|" * len(EventRole)
    for act in Act:
        cells = ("yes" if may(role, act) else "–" for role in EventRole)
        yield f"| {ENGLISH.render(act.label)} | " + " | ".join(cells) + " |"


def test_the_table_in_the_docs_is_the_one_of_the_program(request: pytest.FixtureRequest) -> None:
    made = "\n".join((BEFORE, *table_of_rights(), AFTER))
    if request.config.getoption("--update-golden"):
        TABLE.write_text(made, encoding="utf-8")
    assert made == TABLE.read_text(encoding="utf-8")


def test_without_a_pin_everybody_may_do_everything() -> None:
    book = drawn()
    carry_out(
        book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=By("Anybody", "desk", EventRole.VIEWER)
    )
    assert book.view.settings.place == "Lyon"


def test_what_everybody_is_without_a_pin_stands_below_the_least_role_that_has_one() -> None:
    book = drawn()
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin(book.view.state.pins, EventRole.ORGANISER, "3333")), by=BY)
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=BY)
    organiser = replace(BY, pin="3333")
    carry_out(
        book, SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "1111")), by=organiser
    )
    with pytest.raises(Refused, match="role-may-not"):
        win(book, 1, None)
    carry_out(book, RecordHand(1, 1, 1, Outcome(None)), by=replace(BY, pin="1111"))
    with pytest.raises(Refused, match="pin-wrong"):
        carry_out(book, RecordHand(1, 1, 2, Outcome(None)), by=replace(BY, pin="9999"))


def test_pins_that_would_lock_somebody_out_or_open_two_roles_are_refused() -> None:
    book = created()
    for role, pin, code in (
        (EventRole.REFEREE, "1111", "pin-of-organiser-first"),
        (EventRole.VIEWER, "1111", "pin-of-viewer"),
        (EventRole.ORGANISER, "123", "pin-form"),
        (EventRole.ORGANISER, " 1234", "pin-form"),
        (EventRole.ORGANISER, "1" * 41, "pin-form"),
    ):
        with pytest.raises(Refused, match=code):
            carry_out(book, SetPin(role, planned_pin(book.view.state.pins, role, pin)), by=BY)
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin(book.view.state.pins, EventRole.ORGANISER, "3333")), by=BY)
    organiser = replace(BY, pin="3333")
    with pytest.raises(Refused, match="pin-taken"):
        carry_out(
            book, SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "3333")), by=organiser
        )
    carry_out(
        book, SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "１１１１")), by=organiser
    )  # full-width digits are the same PIN
    with pytest.raises(Refused, match="pin-of-organiser-last"):
        carry_out(book, RemovePin(EventRole.ORGANISER), by=organiser)
    carry_out(book, RemovePin(EventRole.REFEREE), by=organiser)
    carry_out(book, RemovePin(EventRole.ORGANISER), by=organiser)
    assert book.view.state.pins == {}


def test_a_pin_is_nowhere_in_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings("Cup")), by=BY)
    carry_out(
        book, SetPin(EventRole.ORGANISER, planned_pin(book.view.state.pins, EventRole.ORGANISER, "7391846")), by=BY
    )
    assert "7391846" not in repr(By("Name", pin="7391846"))
    book.close()
    assert b"7391846" not in path.read_bytes()


def test_a_role_is_opened_by_its_pin_and_by_that_of_a_role_that_may_more() -> None:
    book = created()
    assert sign_in_problem(book.view.state.pins, EventRole.ORGANISER, "") is None
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin(book.view.state.pins, EventRole.ORGANISER, "3333")), by=BY)
    carry_out(
        book,
        SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "1111")),
        by=replace(BY, pin="3333"),
    )
    pins = book.view.state.pins
    assert [sign_in_problem(pins, role, "1111") is None for role in EventRole] == [True, True, False, False]
    assert [sign_in_problem(pins, role, "3333") is None for role in EventRole] == [True, True, True, True]
    assert [sign_in_problem(pins, role, "") is None for role in EventRole] == [True, False, False, False]


def test_writing_again_after_reading_asks_the_same_pins(tmp_path: Path, hashed: dict[EventRole, PinHash]) -> None:
    path = tmp_path / "event.qv"
    tournament(path, hashed).close()
    book = Book(open_for_writing(path))
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=By("Nobody"))
    carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=By("Referee", pin="1111"))
    book.close()
