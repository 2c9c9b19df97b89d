"""``phones FILE``: typing at the tables, with the codes of the tables, proposals and open calls; check-in by phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.sheet import details_json, outcome_columns
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.ledger.table_phones import Proposal, RefereeCall
    from tournament.use_cases import Command, View

_KEY = 32
"""The length of the secret key, in random bytes."""


@command("phones")
@changed_file_argument
@option(
    "--allow",
    metavar="ADDRESS",
    help_text=mark("Lets players type at the table; phones find the event at this address, as “serve” says it."),
)
@option("--new-codes", is_flag=True, help_text=mark("Makes new codes for all tables; earlier ones open nothing."))
@option("--end", is_flag=True, help_text=mark("Lets nobody type at the table any more."))
@option("--free", type=int, metavar="TABLE", help_text=mark("Lets other phones take the seats of this table."))
@option("--revoke", type=int, metavar="TABLE", help_text=mark("Makes a new code for this table of --session."))
@option("--answer", metavar="CALL", help_text=mark("Says that one goes to the table that called; ID of the call."))
@option(
    "--check-in",
    metavar="ADDRESS",
    help_text=mark("Lets players check in on their phones, each by a personal link to this address."),
)
@option("--new-links", is_flag=True, help_text=mark("Makes new personal links; earlier ones check nobody in."))
@option(
    "--new-link",
    type=int,
    metavar="NUMBER",
    help_text=mark("Makes a new personal link for this player, and prints it; the earlier one checks nobody in."),
)
@option("--end-check-in", is_flag=True, help_text=mark("Lets nobody check in by phone any more."))
@option("--session", type=int, metavar="S", help_text=mark("The session; by default all that are not closed."))
@json_option
@click.pass_obj
def phones(
    context: CliContext,
    *,
    file: Path,
    allow: str | None,
    new_codes: bool,
    end: bool,
    free: int | None,
    revoke: int | None,
    answer: str | None,
    check_in: str | None,
    new_links: bool,
    new_link: int | None,
    end_check_in: bool,
    session: int | None,
    as_json: bool,
) -> None:
    """Carry out the options, then show what is allowed, the codes, the proposals and the calls."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out

    at_door = check_in is not None or new_links or new_link is not None or end_check_in
    asked = (allow is not None or new_codes, end, free is not None, revoke is not None, answer is not None, at_door)
    beside = new_links or check_in is not None
    if sum(asked) > 1 or (beside and (end_check_in or new_link is not None)) or (end_check_in and new_link is not None):
        text = mark("Use --allow and --new-codes, --check-in and --new-links, or one of --end, --end-check-in, "
                    "--new-link, --free, --revoke and --answer.")  # fmt: skip
        raise click.UsageError(context.translate(text))
    if (free is not None or revoke is not None) and session is None:
        raise click.UsageError(context.translate(mark("Name the session of the table: add --session.")))
    if not any(asked):
        with event_for_reading(file) as book:
            view = book.view
    else:
        at_table = free is not None or revoke is not None or answer is not None
        act = Act.HANDS if at_table else Act.SETTINGS if at_door else Act.TABLE_ENTRY
        with event_for_writing(file, act, answers=True) as book:
            given = free, revoke, answer
            if at_door:
                commands = iter((_check_in(book.view, check_in, new=new_links, renewed=new_link, end=end_check_in),))
            else:
                commands = _commands(book.view, allow, session or 0, given, new=new_codes, end=end)
            for each in commands:
                carry_out(book, each, by=author_of(context))
            view = book.view
    _show(context, view, session, new_link, as_json=as_json)


def _commands(
    view: "View",
    allow: str | None,
    session: int,
    given: tuple[int | None, int | None, str | None],
    *,
    new: bool,
    end: bool,
) -> "Iterator[Command]":
    from tournament.use_cases.commands import AllowTableEntry, AnswerCall, EndTableEntry, FreeSeats, RevokeTableLink
    from tournament.use_cases.table_entry import open_calls

    entry, (free, revoke, answer) = view.state.table_entry, given
    if end:
        yield EndTableEntry()
    elif free is not None:
        yield FreeSeats(session, free)
    elif revoke is not None:
        yield RevokeTableLink(session, revoke)
    elif answer is not None:
        call = next((each for each in open_calls(view) if each.id == answer), None)
        if call is None:
            text = mark("No table that waits made the call “{id}”.", id=answer)
            raise Refused(Problem("call-unknown", text, "answer"))
        yield AnswerCall(call.session, call.table, call.id)
    elif entry is None and allow is None:
        text = mark("Players may not type at the table yet: add --allow ADDRESS.")
        raise Refused(Problem("table-entry-off", text, "allow"))
    else:
        key = entry.key if entry is not None and not new else token_bytes(_KEY)
        yield AllowTableEntry(allow if allow is not None else entry.address if entry is not None else "", key)


def _check_in(view: "View", address: str | None, *, new: bool, renewed: int | None, end: bool) -> "Command":
    """Return what allows check-in by phone, at another address or with new links, renews one of them, or ends it."""
    from tournament.use_cases.commands import SetPhoneCheckIn

    now = view.state.phone_check_in
    if now is None and address is None:
        text = mark("Players may not check in by phone yet: add --check-in ADDRESS.")
        raise Refused(Problem("check-in-off", text, "check_in"))
    key = now.key if now is not None and not new else token_bytes(_KEY)
    allowed = not end if renewed is None else now is not None and now.allowed
    at = address if address is not None else now.address if now is not None else ""
    return SetPhoneCheckIn(allowed, at, key, () if renewed is None else (renewed,))


def _show(context: CliContext, view: "View", session: int | None, new_link: int | None, *, as_json: bool) -> None:
    from tournament.use_cases.phone_check_in import link_address
    from tournament.use_cases.table_entry import open_calls, table_address, waiting_tables

    entry, check_in = view.state.table_entry, view.state.phone_check_in
    if session is not None and session not in view.drawn_sessions:
        view.sheet(session, 1)  # says why there is none
    sessions = [each for each in view.drawn_sessions if each not in view.state.closed]
    shown = sessions if session is None else [session]
    places = [(each, sheet.table) for each in shown for sheet in view.sheets(each)] if entry is not None else []
    codes = [_TableCode(*place, table_address(view, *place)) for place in places]
    calls = [each for each in open_calls(view) if each.session in shown]
    tables = (each for each in waiting_tables(view) if each[0] in shown)
    waiting = [_Waiting(number, table, each) for number, table, proposals in tables for each in proposals]
    link = link_address(view, new_link) if new_link is not None else ""
    if as_json:
        print_json(
            {
                "allowed": entry is not None,
                "address": entry.address if entry is not None else None,
                "check_in": check_in.address if check_in is not None and check_in.allowed else None,
                "new_link": {"player": new_link, "address": link} if new_link is not None else None,
                "codes": [context.record(_code_columns(), code) for code in codes],
                "proposals": [
                    context.record(_proposal_columns(), each) | details_json(each.proposal.outcome) for each in waiting
                ],
                "calls": [context.record(_call_columns(), each) for each in calls],
            }
        )
        return
    if entry is None:
        context.print_line(mark("Only referees type in this event."))
    else:
        context.print_line(mark("Players may type at the table, at {address}.", address=entry.address))
    if check_in is not None and check_in.allowed:
        context.print_line(mark("Players may check in by phone, at {address}.", address=check_in.address))
    if new_link is not None:
        context.print_line(mark("The new personal link of {number} {name}: {address}", number=new_link,
                                name=view.players[new_link].name, address=link))  # fmt: skip
    if codes:
        context.print_listed(_code_columns(), codes, as_json=False)
    for each in waiting:
        _print_proposal(context, view, *each)
    for call in calls:
        values = {"session": call.session, "table": call.table, "id": call.id}
        line = mark("Session {session}, table {table} calls a referee since {time}: {id}", **values,
                    time=f"{call.entry.time:%H:%M:%S}Z")  # fmt: skip
        context.print_line(line)


class _TableCode(NamedTuple):
    """The code of a table in a session."""

    session: int
    table: int
    address: str
    """What the code says; its last part opens the table."""


def _code_columns() -> "tuple[Column[_TableCode], ...]":
    from reports.column import Column
    from reports.vocabulary import ADDRESS, NO_HEADING, SESSION, TABLE

    return (
        SESSION.of(lambda code: code.session),
        TABLE.of(lambda code: code.table),
        ADDRESS.of(lambda code: code.address, name="address"),
        Column(NO_HEADING, lambda code: code.address.rpartition("/")[2], name="code"),
    )


def _print_proposal(context: CliContext, view: "View", session: int, table: int, proposal: "Proposal") -> None:
    from tournament.ledger.description import outcome_text

    values = {"session": session, "table": table, "hand": proposal.hand}
    line = mark("Session {session}, table {table}, hand {hand}: {result}, says {players}", **values,
                result=outcome_text(proposal.outcome, rules=view.rules),
                players=", ".join(_letters(proposal)))  # fmt: skip
    context.print_line(line)


def _letters(proposal: "Proposal") -> "Iterator[str]":
    """Who supports it; those in brackets on the same phone as another player."""
    for column in proposal.supporters:
        yield f"({LETTERS[column]})" if column in proposal.same_phone else LETTERS[column]


class _Waiting(NamedTuple):
    """A proposal that nobody has entered yet, with its table."""

    session: int
    table: int
    proposal: "Proposal"


def _proposal_columns() -> "tuple[Column[_Waiting], ...]":
    from reports.column import Column
    from reports.vocabulary import HAND, NO_HEADING, SESSION, TABLE, TIME

    def said(name: str, value: "Callable[[Proposal], Any]") -> "Column[_Waiting]":
        return Column(NO_HEADING, lambda each: value(each.proposal), name=name)

    return (
        said("id", lambda proposal: proposal.id),
        SESSION.of(lambda each: each.session),
        TABLE.of(lambda each: each.table),
        HAND.of(lambda each: each.proposal.hand),
        *outcome_columns(lambda each: each.proposal.outcome),
        said("hand_tiles", lambda proposal: proposal.fact.tiles or None),
        said("proposed_by", lambda proposal: LETTERS[proposal.seat]),
        said("confirmed_by", lambda proposal: [LETTERS[column] for column in proposal.confirmed]),
        said("same_phone", lambda proposal: [LETTERS[column] for column in proposal.same_phone]),
        TIME.of(lambda each: each.proposal.entry.record.time),
    )


def _call_columns() -> "tuple[Column[RefereeCall], ...]":
    from reports.column import Column
    from reports.vocabulary import NO_HEADING, SESSION, TABLE, TIME

    return (
        Column(NO_HEADING, lambda call: call.id, name="id"),
        SESSION.of(lambda call: call.session),
        TABLE.of(lambda call: call.table),
        Column(NO_HEADING, lambda call: None if call.seat is None else LETTERS[call.seat], name="player"),
        TIME.of(lambda call: call.entry.record.time),
    )
