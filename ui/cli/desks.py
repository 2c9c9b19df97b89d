"""``desks FILE_OR_INVITATION``: lists the desks of a shared event, lets some join, and ends others."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from ui.cli.bootstrap import author_of, database_event, event_for_reading, invitation_in
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.use_cases import View
    from ui.server.admitted import AdmittedDesk
    from ui.server.database import DatabaseDecisions
    from ui.server.host_folder import HostFolder
    from ui.server.joining import KeptJoining

_VALID = timedelta(days=30)
"""How long an invitation is valid if no end is given."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """A row of the list of desks."""

    name: str
    author: str
    role: EventRole | None
    """The role in which somebody signed in there; None if nobody has."""
    key: EventRole | None
    """The role of its key; None for a waiting desk without an invitation."""
    joined: datetime | None
    """None: the host does not reveal it to desks."""
    last_word: datetime | None
    """When it was last seen; None: not since the host was started."""
    address: str
    """The address from which it was last seen; empty: the host does not reveal it to desks."""
    serves_at: str
    """Where it would serve the event after a takeover; empty: it cannot."""
    deputy: int = 0
    """Its place among those that may take over, from 1; 0: it may not."""
    reached: bool | None = None
    """Whether the host reaches a deputy where it would serve the event; None: it has not tried."""
    waiting: str = ""
    """The six digits that it shows while it waits for approval; empty: it has joined."""
    id: str = ""
    """The first digits of its id; empty for one that has joined."""


_ROLES = tuple(role.value for role in EventRole if role is not EventRole.VIEWER)
"""The roles that a key can have: a viewer gets pages, not a replica."""


@dataclass(frozen=True, slots=True)
class _Decisions:
    """What the options decide about desks."""

    ended: str | None
    everything: bool
    invited: str | None
    uses: int | None
    until: str | None
    approval: bool
    approved: tuple[str, str] | None
    role: str | None
    refused: str | None

    @property
    def at_the_host(self) -> bool:
        """Whether some of them are decided at the host alone."""
        return bool(self.everything or self.invited or self.approved or self.refused)

    @property
    def any(self) -> bool:
        """Whether anything is decided."""
        return self.at_the_host or self.ended is not None


@command("desks")
@file_argument
@option("--end", "ended", metavar="NAME", help_text=mark("Ends the desk of this name: it must join again."))
@option(
    "--end-all",
    "everything",
    is_flag=True,
    help_text=mark("Ends all desks, also those of this computer, and all invitations."),
)
@option(
    "--invite",
    "invited",
    type=click.Choice(_ROLES),
    metavar="ROLE",
    help_text=mark(
        "Prints a new invitation; the role, {roles}, is the highest that its desks can have.", roles=", ".join(_ROLES)
    ),
)
@option(
    "--uses",
    type=click.IntRange(1, 1000),
    metavar="N",
    help_text=mark("With --invite: how many desks can join with it; by default any number."),
)
@option(
    "--until",
    metavar="TIME",
    help_text=mark("With --invite: when it ends, such as 18:00 or 2026-06-14T18:00; by default in 30 days."),
)
@option(
    "--no-approval",
    is_flag=True,
    help_text=mark("With --invite: desks join at once, and nobody at the host has to approve them."),
)
@option(
    "--approve",
    "approved",
    nargs=2,
    metavar="NAME ID",
    help_text=mark("Lets the desk of this name join that waits; ID is the id that it shows."),
)
@option(
    "--role",
    type=click.Choice(_ROLES),
    metavar="ROLE",
    help_text=mark("With --approve: beyond this role nobody can act there; by default that of its invitation."),
)
@option("--refuse", "refused", metavar="NAME", help_text=mark("Does not let the waiting desk of this name join."))
@option(
    "--deputy",
    metavar="NAME",
    help_text=mark("The desk of this name may take over if the host fails, after the other deputies."),
)
@option("--before", metavar="NAME", help_text=mark("With --deputy: before this deputy."))
@option("--no-deputy", "unnamed", metavar="NAME", help_text=mark("The desk of this name may not take over any more."))
@json_option
@click.pass_obj
def desks(
    context: CliContext,
    *,
    file: Path,
    ended: str | None,
    everything: bool,
    invited: str | None,
    uses: int | None,
    until: str | None,
    no_approval: bool,
    approved: tuple[str, str] | None,
    role: str | None,
    refused: str | None,
    deputy: str | None,
    before: str | None,
    unnamed: str | None,
    as_json: bool,
) -> None:
    """List the desks that have joined or wait, after changing what is requested."""
    if before is not None and deputy is None:
        raise click.UsageError(context.translate(mark("--before needs --deputy.")))
    if invited is None and (uses is not None or until is not None or no_approval):
        raise click.UsageError(context.translate(mark("--uses, --until and --no-approval need --invite.")))
    if role is not None and approved is None:
        raise click.UsageError(context.translate(mark("--role needs --approve.")))
    about_one = sum(each is not None for each in (ended, approved, refused, deputy, unnamed))
    if about_one > 1 or (about_one and (everything or invited is not None)):
        # Each of them can be refused, when the others would already be done.
        text = mark("Give --end, --approve, --refuse, --deputy and --no-deputy alone.")
        raise click.UsageError(context.translate(text))
    decisions = _Decisions(ended, everything, invited, uses, until, not no_approval, approved, role, refused)
    end = _end_of(context, until)
    if deputy is not None or unnamed is not None:
        _change_deputies(context, file, deputy, before, unnamed)
    found = _at_host(context, file, decisions)
    if found is None:
        found = _here(context, file, decisions, end)
    desks, code = found
    if code:
        _print_invitation(context, code, as_json=as_json)
    elif as_json or desks:
        context.print_listed(_columns(), desks, as_json=as_json)
    else:
        context.print_line(mark("No desk has joined this event."))


def _print_invitation(context: CliContext, code: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"invitation": code})
    else:
        context.print_line(code)


def _end_of(context: CliContext, until: str | None) -> datetime:
    """When an invitation ends that ends at ``until``: a time of today, or a day with a time."""
    now = datetime.now().astimezone()
    if until is None:
        return now + _VALID
    try:
        found = datetime.fromisoformat(f"{now.date()}T{until}" if len(until) <= len("18:00:00") else until)
    except ValueError:
        text = mark("“{time}” is not a time: write 18:00 or 2026-06-14T18:00.", time=until)
        raise click.UsageError(context.translate(text)) from None
    end = found.astimezone()
    if end <= now:
        raise Refused(Problem("until-past", mark("This time has passed: {time}.", time=end), "until"))
    return end


def _change_deputies(
    context: CliContext, file: Path, deputy: str | None, before: str | None, unnamed: str | None
) -> None:
    """Choose which desks may take over. The host, which must be this computer, names them within a second.

    Needs the right to share the event.
    """
    from tournament.event.role import Act
    from tournament.use_cases.book import refuse_without_right
    from ui.server.admitted import desk_named
    from ui.server.deputies import with_deputy, without_deputy
    from ui.server.host_folder import HostFolder

    if database_event(file) is not None:
        text = mark("Nobody takes over an event in a database: “serve --database” on another computer shares it too.")
        raise Refused(Problem("deputies-database", text, "file"))
    if invitation_in(file) is not None:
        text = mark("Deputies are named at the host: give the event file there.")
        raise Refused(Problem("deputies-elsewhere", text, "file"))
    with event_for_reading(file, answers=False) as book:
        refuse_without_right(book.view, author_of(context), Act.HOSTING)
        event = book.view.journal[0].id if len(book.view.journal) else ""
        folder = HostFolder(event, file)
    desks = _joined(context, folder)
    if unnamed is not None:
        without_deputy(folder, event, desk_named(desks, unnamed))
    if deputy is not None:
        next_one = desk_named(desks, before) if before is not None else None
        with_deputy(folder, event, desk_named(desks, deputy), next_one)


def _at_host(context: CliContext, file: Path, decisions: _Decisions) -> "tuple[list[_Desk], str] | None":
    """The desks that the host of an invitation reports; None if ``file`` is not an invitation."""
    invitation = invitation_in(file)
    if invitation is None:
        return None
    if decisions.at_the_host:
        text = mark("Who may join is decided at the host: give the event file there.")
        raise Refused(Problem("joining-elsewhere", text, "file"))
    from ui.cli.shared_event import shared_event

    with shared_event(invitation, context, writes=False) as book:
        if decisions.ended is not None:
            book.end_desk(decisions.ended)
        return [
            _Desk(each.name, each.author, each.role, each.key, None, _time(each.last_word), "", each.address,
                  each.deputy, each.reached)
            for each in book.desks()
        ], ""  # fmt: skip


def _here(context: CliContext, file: Path, decisions: _Decisions, end: datetime) -> "tuple[list[_Desk], str]":
    """The desks as the host keeps them, which this computer is, after ``decisions``; and a new invitation."""
    from ui.server.joining_decisions import waiting_desks

    with _place(context, file) as place:
        code = _decide(context, place, decisions, end) if decisions.any else ""
        waiting = [
            _Desk(each.desk.name, each.desk.author, None, each.role, None, None, each.address, each.desk.serves_at,
                  waiting=each.digits, id=each.desk.first_digits)
            for each in waiting_desks(place.kept, datetime.now(UTC))
        ]  # fmt: skip
        return [*place.desks(), *waiting], code


def _decide(context: CliContext, place: "_Place", decisions: _Decisions, end: datetime) -> str:
    """Do what the options decide; return the code of a new invitation. Needs the right to share the event."""
    from tournament.event.role import Act
    from tournament.use_cases.book import acting_as, refuse_without_right
    from ui.server.joining_decisions import approve, end_all, invite, refuse

    by, now = author_of(context), datetime.now(UTC)
    refuse_without_right(place.view, by, Act.HOSTING)
    maker = acting_as(place.view, by).role
    if decisions.ended is not None:
        place.end(decisions.ended)
    if decisions.everything:
        end_all(place.kept, place.admitted())
        place.end_all()
    if decisions.refused is not None:
        refuse(place.kept, decisions.refused, now)
    if decisions.approved is not None:
        role = EventRole(decisions.role) if decisions.role is not None else None
        approve(place.kept, *decisions.approved, maker, now, role=role)
    if decisions.invited is None:
        return ""
    place.refuse_unreachable()
    role = EventRole(decisions.invited)
    ticket = invite(place.kept, role, maker, uses=decisions.uses, until=end, approval=decisions.approval)
    return place.code(ticket)


class _Place(Protocol):
    """Where the event is shared: from a file of this computer, or from a database."""

    view: "View"
    kept: "KeptJoining"

    def desks(self) -> "list[_Desk]":
        """The desks that have joined."""

    def admitted(self) -> "tuple[AdmittedDesk, ...]":
        """The same, as the host knows them."""

    def end(self, name: str) -> None:
        """End the desk of this name."""

    def end_all(self) -> None:
        """End all desks, and the invitation that the host shows."""

    def refuse_unreachable(self) -> None:
        """Raise Refused if no invitation can be made, since nobody knows an address."""

    def code(self, ticket: bytes) -> str:
        """The code of an invitation with this ``ticket``."""


@contextmanager
def _place(context: CliContext, file: Path) -> "Iterator[_Place]":
    event = database_event(file)
    if event is None:
        with event_for_reading(file, answers=False) as book:
            place = _FilePlace(context, file, book.view)
        yield place
        return
    from tournament.use_cases import Book
    from ui.server.database import DatabaseDecisions

    with closing(event[0]), closing(event[0].store(event[1])) as store:
        yield _DatabasePlace(DatabaseDecisions(*event), Book(store).view)


class _FilePlace:
    """An event file of this computer."""

    def __init__(self, context: CliContext, file: Path, view: "View") -> None:
        from ui.server.host_folder import HostFolder

        self._context, self.view = context, view
        self._event = view.journal[0].id if len(view.journal) else ""
        self._folder = HostFolder(self._event, file)
        self.kept: KeptJoining = self._folder.joining()

    def desks(self) -> "list[_Desk]":
        """The desks that have joined."""
        from ui.server.deputies import deputies_of

        named = deputies_of(self._folder, self._event)
        places = {id: place for place, id in enumerate(named, start=1)}
        reached = self._folder.reached()
        return [
            _shown(desk, places.get(desk.id, 0), reached.get(desk.id)) for desk in _joined(self._context, self._folder)
        ]

    def admitted(self) -> "tuple[AdmittedDesk, ...]":
        """The same, as the host knows them."""
        return tuple(_joined(self._context, self._folder))

    def end(self, name: str) -> None:
        """Let the server end the desk of this name within a second."""
        from ui.server.admitted import desk_named

        self._folder.ask_to_end(desk_named(_joined(self._context, self._folder), name).id)

    def end_all(self) -> None:
        """Let the server end all desks, and make a new invitation."""
        self._folder.ask_for_new_ticket()
        for desk in _joined(self._context, self._folder):
            self._folder.ask_to_end(desk.id)

    def refuse_unreachable(self) -> None:
        """Raise Refused if the event was never shared."""
        if not self._folder.invitation:
            text = mark("This event was not shared from this computer yet: “serve FILE” shares it.")
            raise Refused(Problem("invitation-nowhere", text, "invite"))

    def code(self, ticket: bytes) -> str:
        """The code of an invitation to the addresses at which the event is shared, or was last."""
        from tournament.sharing.invitation import decode, encode

        return encode(replace(decode(self._folder.invitation), ticket=ticket))


class _DatabasePlace:
    """An event of a database."""

    def __init__(self, host: "DatabaseDecisions", view: "View") -> None:
        self._host, self.view = host, view
        self.kept: KeptJoining = host.kept

    def desks(self) -> "list[_Desk]":
        """The desks that have joined, as the workers know them."""
        return [_shown(desk) for desk in self.admitted()]

    def admitted(self) -> "tuple[AdmittedDesk, ...]":
        """The same, as the host knows them."""
        return self._host.desks.latest(datetime.now(UTC))

    def end(self, name: str) -> None:
        """End the desk of this name."""
        self._host.end(name)

    def end_all(self) -> None:
        """End all desks, and make a new invitation."""
        self._host.end_all()

    def refuse_unreachable(self) -> None:
        """Raise Refused if no worker serves the database."""
        self._host.invitation(self.view.settings.name, b"")

    def code(self, ticket: bytes) -> str:
        """The code of an invitation to the workers."""
        from tournament.sharing.invitation import encode

        return encode(self._host.invitation(self.view.settings.name, ticket))


def _joined(context: CliContext, folder: "HostFolder") -> "list[AdmittedDesk]":
    """The desks that have joined, without those that the server will end within a second."""
    admitted, ended = folder.admitted(), folder.asked_to_end()
    for remark in admitted.remarks:
        context.print_remark(remark.text)
    return [desk for desk in admitted.all(datetime.now(UTC)) if desk.id not in ended]


def _shown(desk: "AdmittedDesk", deputy: int = 0, reached: bool | None = None) -> _Desk:
    return _Desk(
        desk.name,
        desk.author,
        desk.role,
        desk.key,
        desk.joined,
        desk.last_word,
        desk.address,
        desk.serves_at,
        deputy,
        reached if deputy else None,
    )


def _time(written: str) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _columns() -> "tuple[Column[_Desk], ...]":
    """What the command says of a desk."""
    from reports.column import Column, Kind
    from reports.vocabulary import ADDRESS, DESK, ID, NO_HEADING, ROLE, STATE, WHO

    return (
        Column(DESK.heading, lambda desk: desk.name, name="desk"),
        WHO.of(lambda desk: desk.author),
        Column(NO_HEADING, lambda desk: desk.role, name="role"),
        Column(NO_HEADING, lambda desk: desk.key, name="key"),
        ROLE.of(_role_text, name=""),
        Column(NO_HEADING, lambda desk: _written(desk.joined), name="joined"),
        Column(NO_HEADING, lambda desk: _written(desk.last_word), name="last_word"),
        Column(NO_HEADING, lambda desk: desk.address or None, name="address"),
        Column(NO_HEADING, lambda desk: desk.serves_at or None, name="serves_at"),
        Column(ADDRESS.heading, lambda desk: desk.address or (desk.serves_at if not desk.waiting else "") or None),
        STATE.of(_state_of, name=""),
        Column(NO_HEADING, lambda desk: desk.deputy or None, Kind.INTEGER, name="deputy"),
        Column(NO_HEADING, lambda desk: desk.reached, Kind.YES_NO, name="reached"),
        Column(mark("Deputy"), lambda desk: _deputy_of(desk) if desk.deputy else ""),
        Column(NO_HEADING, lambda desk: desk.waiting or None, name="waiting"),
        Column(NO_HEADING, lambda desk: desk.id or None, name="id"),
        Column(ID.heading, lambda desk: desk.id),
    )


def _written(time: datetime | None) -> str | None:
    return time.isoformat(timespec="seconds") if time is not None else None


def _role_text(desk: _Desk) -> Text | None:
    role = desk.key if desk.waiting else _role_of(desk)
    return role.label if role is not None else None


def _state_of(desk: _Desk) -> Text | None:
    """That it waits, with its digits, or when it was last seen."""
    if desk.waiting:
        return mark("waits: {digits}", digits=f"{desk.waiting[:3]} {desk.waiting[3:]}")
    if desk.last_word is None:
        return None
    return mark("last word: {time}", time=desk.last_word.astimezone())


def _deputy_of(desk: _Desk) -> Text:
    if desk.reached is False:
        return mark("deputy {number}, cannot be reached (firewall?)", number=desk.deputy)
    return mark("deputy {number}", number=desk.deputy)


def _role_of(desk: _Desk) -> EventRole | None:
    """The role in which somebody acts there, as far as it is not that of everybody."""
    if desk.role is None or desk.key is None:
        return desk.key if desk.key is not EventRole.ORGANISER else None
    return min(desk.role, desk.key, key=lambda each: each.rank)
