"""The table of rights: every role tries every act on a file, and is refused or has done it as the table says.

``--update-golden`` writes ``docs/rights.md`` from the table.
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.examples.pins import PINS, cheap_pin
from tests.reviewed import Reviewed
from tests.tournament.use_cases.events import BY, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.rights_tried import OTHER, TRIED, hold
from tournament.event.problem import Refused
from tournament.event.role import RIGHTS, Act, EventRole, may
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PaperNoted, ResultsPublished
from tournament.rules.payment import Outcome
from tournament.storage import create, open_for_writing
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    CloseSheet,
    CorrectHand,
    LinesRefused,
    RecordHand,
    ReopenSheet,
    View,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeSettings,
    CreateEvent,
    NotePaper,
    PublishResults,
    Redo,
    RemovePin,
    SetPin,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.pins import planned_pin, sign_in_problem

FIRST = Path(__file__).parents[1] / "storage" / "files" / "first.qv"
"""Of the first version."""
TABLE = Path(__file__).parents[3] / "docs" / "rights.md"


def test_every_act_is_tried() -> None:
    assert {each.act for each in TRIED} | {Act.COPIES, Act.REGISTRATION} == set(Act) == set(RIGHTS)


@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index].act.value}-{index}")
def test_each_role_does_it_or_is_refused_as_the_table_says(index: int) -> None:
    """Not signed in, with a wrong PIN, with the PIN of each role, and signed in as each."""
    tried, first = TRIED[index], FakeStore()
    tried.event(first)
    made = first.records
    ways: list[tuple[EventRole | None, By]] = [(role, By("Who Tries", "desk", role)) for role in EventRole]
    ways += [(role, By("Who Tries", "desk", pin=pin)) for role, pin in PINS.items()]
    ways += [(EventRole.VIEWER, By("Who Tries", "desk")), (None, By("Who Tries", "desk", pin="9999"))]
    for role, by in ways:
        store = FakeStore(made)
        book = Book(store)
        command = tried.command(book.view)
        if role is not None and may(role, tried.act):
            carry_out(book, command, by=by)
            new = book.view.journal[-1]
            assert (new.author, new.record.desk, new.role) == ("Who Tries", "desk", role)
            assert check_records(store.records, store.end).problems == ()
            continue
        with pytest.raises(Refused) as refused:
            carry_out(book, command, by=by)
        assert store.records == made
        for problem in refused.value.problems:
            words = ENGLISH.render(problem.text)
            if role is None:
                assert (problem.code, words) == ("pin-wrong", "This PIN belongs to no role of the event.")
            else:
                assert problem.code == "role-may-not"
                assert ENGLISH.render(EventRole.ORGANISER.label) in words
                assert ENGLISH.render(role.label) in words


@pytest.mark.parametrize("role", list(EventRole))
def test_a_role_that_may_write_may_undo_its_own_entry(role: EventRole) -> None:
    book = TRIED[0].event(FakeStore())
    by = By("Who Tries", "desk", role)
    if role is EventRole.VIEWER:
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=by)
    else:
        carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=by)
        carry_out(book, Undo(), by=by)
        carry_out(book, Redo(), by=by)


REFEREE = By("Ada", "desk 1", pin="1111")


@pytest.mark.parametrize(
    ("made", "undone", "own"),
    [
        (REFEREE, REFEREE, True),
        (REFEREE, By("Ada", "desk 1", EventRole.REFEREE), True),
        (REFEREE, replace(REFEREE, author="Ben"), False),
        (replace(REFEREE, author="Ben"), REFEREE, False),
        (REFEREE, replace(REFEREE, desk="desk 2"), False),
        (replace(REFEREE, pin="2222"), REFEREE, False),
        (replace(REFEREE, pin="2222"), replace(REFEREE, pin="2222", author="Ben"), True),
        (REFEREE, replace(REFEREE, author="Ben", pin="3333"), True),
    ],
)
def test_an_entry_is_undone_by_who_made_it_or_by_a_role_that_may(made: By, undone: By, own: bool) -> None:
    """A name that anybody types is nobody: only name, desk and role of a sign-in together are somebody."""
    book = TRIED[0].event(FakeStore())
    carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=made)
    if own:
        carry_out(book, Undo(), by=undone)
        carry_out(book, Redo(), by=undone)
    else:
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, Undo(), by=undone)
        carry_out(book, Undo(), by=OTHER)
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, Redo(), by=undone)


@pytest.mark.sampled(30)
@pytest.mark.parametrize("key", list(EventRole))
@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index].act.value}-{index}")
def test_at_a_desk_the_lower_of_the_role_of_its_key_and_that_of_the_pin_counts(index: int, key: EventRole) -> None:
    tried, first = TRIED[index], FakeStore()
    tried.event(first)
    made = first.records
    for role, by in (
        (EventRole.VIEWER, By("Who Tries", "desk", key=key)),
        *((role, By("Who Tries", "desk", pin=pin, key=key)) for role, pin in PINS.items()),
        *((role, By("Who Tries", "desk", role, key=key)) for role in EventRole),
    ):
        acting = min(role, key, key=lambda each: each.rank)
        store = FakeStore(made)
        book = Book(store)
        command = tried.command(book.view)
        if may(acting, tried.act):
            carry_out(book, command, by=by)
            assert book.view.journal[-1].role is acting
        else:
            with pytest.raises(Refused, match="role-may-not"):
                carry_out(book, command, by=by)
            assert store.records == made


@pytest.mark.parametrize("key", list(EventRole))
def test_without_pins_everybody_at_a_desk_has_the_role_of_its_key(key: EventRole) -> None:
    book, by = drawn(), By("Ada", "desk 1", key=key, pin="9999")
    command = RecordHand(1, 1, 1, Outcome(None))
    if key is EventRole.VIEWER:
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, command, by=by)
        return
    carry_out(book, command, by=by)
    assert book.view.journal[-1].role is key
    carry_out(book, Undo(), by=by)
    carry_out(book, Redo(), by=by)
    for other in (replace(by, author="Ben"), replace(by, desk="desk 2")):
        if key is EventRole.REFEREE:
            with pytest.raises(Refused, match="role-may-not"):
                carry_out(book, Undo(), by=other)
    carry_out(book, Undo(), by=By("Anybody", "the file"))
    if not may(key, Act.SETTINGS):
        with pytest.raises(Refused, match="role-may-not"):
            carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=by)


def test_what_anybody_entered_is_not_of_who_has_the_key_of_a_desk_later() -> None:
    book = drawn()
    carry_out(book, RecordHand(1, 1, 1, Outcome(None)), by=By("Ada", "desk 1"))
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, Undo(), by=By("Ada", "desk 1", key=EventRole.REFEREE))


def test_who_is_not_signed_in_made_nothing() -> None:
    """Without a PIN for referees everybody is one, by any name; nor does a PIN that comes later make it theirs."""
    book, by = drawn(), By("Ada", "desk 1")
    for role in (EventRole.ORGANISER, EventRole.HEAD_REFEREE):
        carry_out(book, SetPin(role, cheap_pin(PINS[role])), by=OTHER)
    carry_out(book, RecordHand(1, 1, 1, Outcome(None)), by=by)
    assert book.view.journal[-1].role is EventRole.REFEREE
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, Undo(), by=by)
    carry_out(book, SetPin(EventRole.REFEREE, cheap_pin("1111")), by=OTHER)
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, Undo(), by=REFEREE)
    carry_out(book, RecordHand(1, 1, 2, Outcome(None)), by=REFEREE)
    carry_out(book, Undo(), by=REFEREE)


def test_where_everybody_is_a_referee_again_a_name_is_still_nobody() -> None:
    book = TRIED[0].event(FakeStore())
    carry_out(book, RecordHand(1, 2, 2, Outcome(None)), by=REFEREE)
    carry_out(book, RemovePin(EventRole.REFEREE), by=OTHER)
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, Undo(), by=replace(REFEREE, pin=""))


def test_whatever_a_command_comes_to_is_looked_at_once_more() -> None:
    book = TRIED[0].event(FakeStore())
    draft = book.draft(REFEREE)
    with pytest.raises(Refused, match="role-may-not"):
        draft.add(EVENT_STREAM, ResultsPublished(1))
    assert draft.entries == []


def test_entries_of_earlier_versions_are_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    book = Book(open_for_writing(path))
    last = book.view.journal.undo_order.to_undo
    assert last is not None
    assert last.role is None
    hold(book)
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, Undo(), by=By(last.author, last.record.desk, pin="1111"))
    carry_out(book, Undo(), by=By("Head", pin="2222"))
    book.close()


def test_rights_are_checked_before_anything_about_the_event_is_shown() -> None:
    """A user without the right learns neither who signed, nor what is missing, nor what comes later."""
    book = TRIED[0].event(FakeStore())
    carry_out(book, CloseSheet(1, 1), by=OTHER)
    for command in (
        RecordHand(1, 1, 2, Outcome(0, 1, 12)),
        CorrectHand(1, 1, 9, Outcome(None), ""),
        ReopenSheet(1, 2, ""),
        CancelPenalty("none", ""),
        PublishResults(99),
        SwapPlayers(77, 78, (9,)),
        AddPlayers(tuple(players(1))),
        RemovePin(EventRole.VIEWER),
        Undo(),
        NotePaper(PaperNoted("standings", "Standings", "pdf", 9999)),
    ):
        for by, code in ((By("Anybody"), "role-may-not"), (By("Anybody", pin="9999"), "pin-wrong")):
            with pytest.raises(Refused) as refused:
                carry_out(book, command, by=by)
            assert {problem.code for problem in refused.value.problems} == {code}, command


BEFORE = """# Rights

This page is generated from the program's own table; the tests try every cell, in the window's
controller and on the command line: without a PIN, with a wrong one, and with the PIN of each role.
If an event has no PIN, everyone may do everything. Reading needs no role: anyone who has the file
can read it, and can find a short PIN in it by trying all. Roles keep honest people from changing
each other's work by mistake, and do no more. At a desk of a shared event they do more: nobody there
may do what the [key of that desk](#desks-of-a-shared-event) does not allow.
"""
AFTER = """
Without a PIN, everyone has the role below the lowest one that has a PIN: with only the organiser's
PIN, head referee. A PIN opens its role and the roles before it. Rights come first: someone who may
not do something is told so, and nothing else about the event.

## Whose entry it is

Every entry carries its author, the computer, and the role in which it was made; where an event has
no PIN, that is organiser, or the role of the key of a desk. Someone who enters a PIN signs in: with
that PIN, their name and the computer they sit at.

To undo or redo an entry of your own, you need the right to make it. It is your own if you were
signed in when you made it and are signed in now, with the same name, at the same computer, and with
a PIN that opens the role in which you made it. A name alone proves nothing, because anyone can type
it: without a PIN no entry is your own, except at a desk whose key has a lower role than everyone
has. You can still correct it, with a reason. Two people who share a PIN, a computer and a name
cannot be told apart. Entries of earlier versions carry no role, and belong to nobody.

## Reports and copies

Saving and printing a report is reading. To record it in the event (`export --note`; the window does
it for everyone who may) needs a role.

`restore` asks for the organiser's PIN of the event that it replaces. Of a damaged event, the PINs
that can still be read in it count. The last entry of the restored event says who replaced what, and
how many entries are not in the copy. A copy that replaces nothing is restored without a PIN, as it
could be copied, and `recover` writes a new file likewise.

## Desks of a shared event

The key of each desk has a role: referee, head referee or organiser. It is chosen when the desk
joins: by the invitation, or by whoever approves the desk at the host. What someone may do at a desk
is the lower of that role and of what their PIN opens; if the event has no PINs, it is the role of
the key. So a PIN that somebody finds in a copied file opens nothing from afar.

A desk that was approved at the host is signed in with the role of its key until the program closes.
One that joined with an invitation alone has the role that everyone has, until someone enters a PIN
there. A script always acts by the PIN of its call (`QUATRE_VENTS_PIN`) where the event has PINs.

Who makes an invitation, or approves a desk, needs the right to share the event, and cannot give a
role above their own. The invitation that `serve` prints is the exception: it gives the role of
organiser, which still needs the organiser's PIN if there is one.

A new PIN signs out the desks that had signed in with the old one, except the one where it was set.

The author of what is entered at a desk is who signed in there, with or without a PIN: the host
keeps who did, and refuses an entry in any other name. What somebody entered while the host was away
is written in their name when it is sent, in the role in which they signed in, whoever works at that
desk by then. Who sends again what was refused becomes its author.

## What a journal cannot forget

Why somebody left, is ill or was replaced can be health data. The program asks for no text about it
and stores none: only *withdrawn*, *absent* or *disqualified*, and *ill during the session* where
the rules count it differently. Papers, screens, public pages, exports and the log say *absent* for
a player who became ill. Only the organiser reads *ill* in the history of the window.

Earlier versions asked for a reason. An old journal cannot forget it: entries are never changed, and
each is covered by the hashes of those after it. These reasons are no longer shown on any paper,
page or screen, nor in any export for readers. The referee's report contains them if that is chosen.
But whoever has the event file, a copy of it, or the event as JSON has the whole journal, with these
reasons and with *ill*. Give such a file only to people who may read them. To pass on an event
without its journal, export reports or tables.

## New PINs

A new PIN of the organiser or of the head referee has at least six digits or letters, that of
referees at least four. PINs that were set before stay as they are, also in the next season of a
league. A desk checks the length, since the host only receives the hash of a PIN.

The event stores a hash of each PIN by scrypt, with a salt and with its cost, so that a PIN of an
earlier version still opens its role. The cost of a new one is N = 2¹⁵, r = 8, p = 3, as OWASP
recommends. A guess takes about a third of a second and 32 MB, so whoever has the file still finds
six digits in days: choose more, or letters, if that matters. A server checks one PIN at a time,
beside its other work, and makes who guesses wrong wait longer each time.

## A forgotten PIN

The organiser can set a new one for any role, in the window or with `pin FILE set ROLE`. That is why
the organiser's PIN is set first and removed last. If it is forgotten, nothing opens the role again:
entries are never changed, and `recover` keeps the PIN too. What remains is a copy from before the
PIN was set, restored under another name (`copies`, `restore`), or continuing in a new event.
"""


def table_of_rights() -> Iterator[str]:
    yield "| what | " + " | ".join(ENGLISH.render(role.label) for role in EventRole) + " |"
    yield "|---|" + "---|" * len(EventRole)
    for act in Act:
        cells = ("yes" if may(role, act) else "–" for role in EventRole)
        yield f"| {ENGLISH.render(act.label)} | " + " | ".join(cells) + " |"


def test_the_table_in_the_docs_is_the_one_of_the_program(reviewed: Reviewed) -> None:
    reviewed(TABLE, "\n".join((BEFORE, *table_of_rights(), AFTER)))


def test_without_a_pin_everybody_may_do_everything() -> None:
    book = drawn()
    carry_out(
        book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=By("Anybody", "desk", EventRole.VIEWER)
    )
    assert book.view.settings.place == "Lyon"


def test_what_everybody_is_without_a_pin_stands_below_the_least_role_that_has_one() -> None:
    book = drawn()
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")), by=BY)
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place="Lyon")), by=BY)
    organiser = replace(BY, pin="333333")
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
        (EventRole.ORGANISER, "12345", "pin-form"),
        (EventRole.ORGANISER, " 123456", "pin-form"),
        (EventRole.ORGANISER, "1" * 41, "pin-form"),
    ):
        with pytest.raises(Refused, match=code):
            carry_out(book, SetPin(role, planned_pin(book.view.state.pins, role, pin)), by=BY)
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")), by=BY)
    organiser = replace(BY, pin="333333")
    with pytest.raises(Refused, match="pin-form"):
        planned_pin(book.view.state.pins, EventRole.HEAD_REFEREE, "22222")
    with pytest.raises(Refused, match="pin-taken"):
        carry_out(
            book,
            SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "333333")),
            by=organiser,
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
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")), by=BY)
    carry_out(
        book,
        SetPin(EventRole.REFEREE, planned_pin(book.view.state.pins, EventRole.REFEREE, "1111")),
        by=replace(BY, pin="333333"),
    )
    pins = book.view.state.pins
    assert [sign_in_problem(pins, role, "1111") is None for role in EventRole] == [True, True, False, False]
    assert [sign_in_problem(pins, role, "333333") is None for role in EventRole] == [True, True, True, True]
    assert [sign_in_problem(pins, role, "") is None for role in EventRole] == [True, False, False, False]


def test_writing_again_after_reading_asks_the_same_pins(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    TRIED[0].event(create(path)).close()
    book = Book(open_for_writing(path))
    with pytest.raises(Refused, match="role-may-not"):
        carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=By("Nobody"))
    carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=By("Referee", pin="1111"))
    book.close()


def test_a_command_that_is_made_from_the_event_is_not_made_for_who_may_not_type_hands() -> None:
    """It may say what is on a sheet, and in an event with PINs only referees see that."""
    book = drawn()
    hold(book)
    made: list[View] = []

    def command(view: View) -> RecordHand:
        made.append(view)
        return RecordHand(1, 1, 1, Outcome(None))

    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, [command], by=By("Who Tries", "desk", EventRole.VIEWER))
    assert [[each.code for each in problems] for _, problems in refused.value.refusals] == [["role-may-not"]]
    assert not made
    carry_out_all(book, [command], by=By("Who Tries", "desk", EventRole.REFEREE))
    assert len(made) == 1
