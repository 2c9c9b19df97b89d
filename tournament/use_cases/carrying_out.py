"""Carry out commands, one or several, all or none. There is no other way to write into an event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, assert_never

from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, Entry
from tournament.ledger.facts import HeadsChained, HostTakenOver, SessionReopened, Undone
from tournament.ledger.sheet import Sheet
from tournament.use_cases.book import Book
from tournament.use_cases.changes import Acting, By, Changes, Order, Remarks, new_id, refuse_bad_id, written_by
from tournament.use_cases.commands import (
    ApplyRegister,
    ArrangementCommand,
    ClockCommand,
    CloseSheet,
    Command,
    DrawCommand,
    FactCommand,
    GameCommand,
    HistoryCommand,
    PeopleCommand,
    PhoneCheckInCommand,
    PinCommand,
    PlanCommand,
    PrizeCommand,
    PublicationCommand,
    ReplacementCommand,
    SessionCommand,
    SetupCommand,
    SigningCommand,
    SubstitutePlayer,
    TableCommand,
    TableEntryCommand,
    TakeOver,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.entry_effect import EntryEffect, effect_between
from tournament.use_cases.ports import Conflict
from tournament.use_cases.rights import acts_of_command, refuse_to
from tournament.use_cases.sheet_actions import plan_at_table, write_at_table
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from tournament.ledger.causes import Cause


_NOBODY = Acting("", "", EventRole.ORGANISER, signed_in=False)
"""The author of entries that are tried on a copy and never written."""


class LinesRefused(Exception):
    """Some of several actions were refused, so none was carried out."""

    def __init__(
        self,
        refusals: tuple[tuple[int, tuple[Problem, ...]], ...],
        causes: "Mapping[int, tuple[Cause, ...]] | None" = None,
    ) -> None:
        super().__init__(f"{len(refusals)} of the actions")
        self.refusals = refusals
        """The index (from 0) of each refused action, with everything that is wrong with it."""
        self.causes = causes or {}
        """If a signature was refused because totals differ: the likely causes, by the index of the action."""


def carry_out(
    book: Book, command: Command, *, by: By, confirmed: bool = False, seen: int | None = None, id: str = ""
) -> Changes:
    """Carry out one ``command``.

    ``confirmed`` accepts improbable values. ``seen`` is the number of the last entry that the user had seen of the
    stream on which the command writes (a sheet, or the event). With an ``id``, a UUID, the command can be repeated: the
    repeat changes nothing, and returns what was written the first time. Raise Refused, Conflict or StoreUnavailable if
    it is not carried out; then nothing has changed.
    """
    draft = book.draft(by)
    if id:
        refuse_bad_id(id)
        written = written_by(book.view.journal, id)
        if written:
            return Changes(written)
    order = Order((id or new_id(),), (command,), together=False, confirmed=confirmed, seen=seen, author=by.author)
    # A request without an id gets a new one, so that its entries are named in the same way.
    draft.begin_request(order.id)
    remarks = write(draft, command, confirmed=confirmed, seen=seen)
    return replace(book.commit(draft, order), remarks=remarks)


CommandMaker = Callable[[View], TableCommand]
"""Makes a command from the event as it is after the commands before it. It may raise Refused."""


def carry_out_all(
    book: Book,
    commands: Sequence[Command | CommandMaker],
    *,
    by: By,
    dry_run: bool = False,
    ids: Sequence[str] = (),
) -> Changes:
    """Carry out ``commands`` in order and in one transaction. Improbable values become remarks.

    With ``dry_run`` everything is checked and nothing is written. ``ids`` contains the id of each command, or nothing;
    a command whose id was already written is skipped. Raise LinesRefused with every refused command, Conflict or
    StoreUnavailable; then nothing has changed.
    """
    draft = book.draft(by)
    refusals: list[tuple[int, tuple[Problem, ...]]] = []
    remarks: list[tuple[int, Problem]] = []
    causes: dict[int, tuple[Cause, ...]] = {}
    done: dict[str, Command] = {}
    places: dict[str, int] = {}
    for index, given in enumerate(commands):
        command, id = None, ids[index] if index < len(ids) and ids[index] else new_id()
        try:
            refuse_bad_id(id)
            if draft.view.journal.find(id) is not None:
                continue
            draft.begin_request(id)
            if callable(given):  # The command that it makes may reveal what is on the sheet.
                refuse_to(draft.acting.role, Act.HANDS)
            command = command_from(given, draft.view)
            remarks.extend((index, remark) for remark in write(draft, command, confirmed=True))
            done[id], places[id] = command, index
        except Refused as refused:
            refusals.append((index, refused.problems))
            if isinstance(command, CloseSheet) and any(each.code == "totals-differ" for each in refused.problems):
                from tournament.ledger.difference import causes_of

                sheet = draft.view.sheet(command.session, command.table)
                causes[index] = causes_of(sheet, draft.view.rules, command.totals or sheet.paper)
    if refusals:
        raise LinesRefused(tuple(refusals), causes)
    order = Order(tuple(done), tuple(done.values()), together=True, confirmed=True, seen=None, author=by.author)
    try:
        changes = Changes(tuple(draft.entries)) if dry_run else book.commit(draft, order)
    except LinesRefused as refused:  # by a remote host, which only gets commands not yet written
        sent = tuple(places.values())
        raise LinesRefused(tuple((sent[place], problems) for place, problems in refused.refusals)) from refused
    said = tuple(remark for _, remark in remarks)
    return replace(changes, remarks=said, remarked=tuple(index for index, _ in remarks))


Given = TypeVar("Given", bound=Command)


def command_from(given: Given | Callable[[View], Given], view: View) -> Given:
    """Return ``given`` if it is a command, else the command that it makes from the event in ``view``."""
    return given(view) if callable(given) else given


def problems_of(view: View, command: TableCommand | GameCommand | SubstitutePlayer) -> tuple[Problem, ...]:
    """Return everything that is wrong or improbable with ``command``, without carrying it out."""
    try:
        if isinstance(command, SubstitutePlayer):
            from tournament.use_cases.people import plan_substitute

            return plan_substitute(view, command).remarks
        if isinstance(command, GameCommand):
            from tournament.use_cases.club import plan_game

            return plan_game(view, command).problems
        return plan_at_table(view, command).problems
    except Refused as refused:
        return refused.problems


def effect_of_command(view: View, command: Command) -> EntryEffect | None:
    """Return what ``command`` would change, without writing it; None if it is refused."""
    draft = _tried(view, (command,))
    if draft is None:
        return None
    written = next(
        (entry for entry in reversed(draft.entries) if not isinstance(entry.fact, HeadsChained | SessionReopened)), None
    )
    return effect_between(view, draft.view, written) if written is not None else None


def commands_made(view: View, given: Sequence[Command | CommandMaker]) -> tuple[Command, ...] | None:
    """Return the commands that ``given`` stand for; None if one of them is refused.

    Each is made from the event after the commands before it.
    """
    draft, commands = _trial(view), list[Command]()
    try:
        for each in given:
            commands.append(command_from(each, draft.view))
            write(draft, commands[-1], confirmed=True)
    except Refused:
        return None
    return tuple(commands)


def sheet_after(view: View, commands: Sequence[Command], session: int, table: int) -> Sheet | None:
    """Return the sheet as ``commands`` would leave it, without writing them; None if one of them is refused."""
    draft = _tried(view, commands)
    return draft.view.sheet(session, table) if draft is not None else None


def tried(view: View, commands: Sequence[Command]) -> tuple[View, tuple[Entry, ...]] | None:
    """Return the event as ``commands`` would leave it, and the entries that they would write.

    None if one of them is refused.
    """
    draft = _tried(view, commands)
    return (draft.view, tuple(draft.entries)) if draft is not None else None


def effect_of_undo(view: View, entry: Entry) -> EntryEffect | None:
    """Return what undoing ``entry`` would change; None if it cannot be undone, or belongs to no table."""
    journal = view.journal
    if not journal.can_be_undone(entry) or journal.written_since(entry) is not None:
        return None
    draft = _trial(view)
    return effect_between(view, draft.view, draft.add(entry.stream, Undone(entry.id)))


def _tried(view: View, commands: Sequence[Command]) -> Draft | None:
    """Return a draft with ``commands`` carried out; None if one of them is refused."""
    draft = _trial(view)
    try:
        for command in commands:
            write(draft, command, confirmed=True)
    except Refused:
        return None
    return draft


def _trial(view: View) -> Draft:
    """Return a draft that is never written."""
    return Draft(view.journal.fork(), view.memory.copy(), _NOBODY, lambda: view.now)


def write(draft: Draft, command: Command, *, confirmed: bool, seen: int | None = None) -> Remarks:
    """Add the entries of ``command`` to ``draft``.

    Rights are checked first, so that a refusal reveals nothing else to people without them. The modules of rare
    commands are imported when one arrives.
    """
    refuse_to(draft.acting.role, *acts_of_command(draft.view.journal, command, draft.acting))
    if isinstance(command, TableCommand):
        return write_at_table(draft, command, confirmed=confirmed, seen=seen)
    if isinstance(command, TableEntryCommand):
        from tournament.use_cases.table_entry import write_table_entry

        return write_table_entry(draft, command, confirmed=confirmed)
    if seen is not None and seen != draft.view.journal.number(EVENT_STREAM):
        raise Conflict(EVENT_STREAM, seen + 1)
    if isinstance(command, GameCommand):
        from tournament.use_cases.club import write_game

        return write_game(draft, command, confirmed=confirmed)
    if isinstance(command, SessionCommand):
        from tournament.use_cases.sessions import write_session

        return write_session(draft, command)
    if isinstance(command, PlanCommand):
        from tournament.use_cases.session_plan import write_plan

        return write_plan(draft, command)
    if isinstance(command, ClockCommand):
        from tournament.use_cases.session_clock import write_clock

        return write_clock(draft, command)
    if isinstance(command, PublicationCommand):
        from tournament.use_cases.publication import write_publication

        return write_publication(draft, command)
    if isinstance(command, HistoryCommand):
        from tournament.use_cases.history import write_history

        return write_history(draft, command)
    if isinstance(command, FactCommand):
        draft.add(EVENT_STREAM, command.fact)
        return ()
    if isinstance(command, TakeOver):
        return _take_over(draft, command)
    return _write_arrangement(draft, command, confirmed=confirmed)


def _take_over(draft: Draft, command: TakeOver) -> Remarks:
    """Record which desk hosts the event from now on. Raise Refused if the desk has no name."""
    desk = command.desk.strip()
    if not desk:
        raise Refused(Problem("desk-missing", mark("Give the name of the desk."), "desk"))
    entries = len(draft.view.journal)
    draft.add(EVENT_STREAM, HostTakenOver(desk, command.address.strip(), entries, command.missing))
    return ()


def _write_arrangement(draft: Draft, command: ArrangementCommand, *, confirmed: bool) -> Remarks:
    if isinstance(command, ReplacementCommand):
        from tournament.use_cases.people import write_replacement

        return write_replacement(draft, command)
    if isinstance(command, PeopleCommand):
        from tournament.use_cases.people import write_people

        return write_people(draft, command)
    if isinstance(command, SetupCommand):
        from tournament.use_cases.event_setup import write_setup

        return write_setup(draft, command, confirmed=confirmed)
    if isinstance(command, DrawCommand):
        from tournament.use_cases.drawing import write_draw

        return write_draw(draft, command)
    if isinstance(command, PrizeCommand):
        from tournament.use_cases.prizes import write_prizes

        return write_prizes(draft, command)
    if isinstance(command, PinCommand):
        from tournament.use_cases.pins import write_pin

        return write_pin(draft, command)
    if isinstance(command, SigningCommand):
        from tournament.use_cases.signing import write_signing

        return write_signing(draft, command)
    if isinstance(command, PhoneCheckInCommand):
        from tournament.use_cases.phone_check_in import write_phone_check_in

        return write_phone_check_in(draft, command)
    if isinstance(command, ApplyRegister):
        from tournament.use_cases.event_setup import apply_register

        return apply_register(draft, command)
    assert_never(command)
