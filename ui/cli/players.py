"""``players FILE …``: imports a list, shows the players, changes one, merges two.

It also compares the players with a federation's list, and applies the differences.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.country import country_code
from tournament.event.ema import player_remarks
from tournament.event.player import Player, PlayerState, PlayerStatus, PublicName, public_players
from tournament.event.player_import import (
    ImportChoices,
    Note,
    NoteEffect,
    Roster,
    TableText,
    read_roster,
)
from tournament.event.problem import Problem, Refused
from tournament.event.roster import LATIN_FIELDS, LISTED_FIELDS, single_name_text
from tournament.event.seating import LETTERS
from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, REASON_NOT_STORED, changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.list_reading import LIST_OPTIONS, answers_to_take, list_choices, list_options, read_list, remarks_on
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.event.register import RegisterComparison
    from tournament.ledger.facts import PlayerStateChanged
    from tournament.use_cases import Book, View


_ACTIONS = ("import", "list", "set", "merge", "register", "not-members")
_WRITTEN = LISTED_FIELDS
_DETAILS = {*_WRITTEN, "table", "sit_out", "public"}


@command("players")
@changed_file_argument
@click.argument("action", type=click.Choice(_ACTIONS))
@click.argument("what", required=False, metavar="[LIST|NUMBER]")
@click.argument("other", required=False, metavar="[NUMBER]", type=int)
@list_options("--column")
@option(
    "--like",
    type=ANY_PATH,
    metavar="OLD",
    help_text=mark("With import: people who were in the event OLD have their wishes again."),
)
@option(
    "--state",
    type=click.Choice([each.value for each in PlayerState]),
    help_text=mark("With set: the player's new state."),
)
@option("--from", "first", type=int, metavar="SESSION", help_text=mark("With --state or import: from this session on."))
@option(
    "--reason", metavar="TEXT", help_text=mark("With merge: the reason, kept in the log. With --state: not stored.")
)
@option("--team", metavar="NAME", help_text=mark("With set: the team."))
@option("--club", metavar="NAME", help_text=mark("With set: the club."))
@option("--first-name", metavar="NAME", help_text=mark("With set: the first name."))
@option("--last-name", metavar="NAME", help_text=mark("With set: the last name."))
@option("--country", metavar="CODE", help_text=mark("With set: the country."))
@option(
    "--table", type=int, metavar="TABLE", help_text=mark("With set: the table that they keep in every session; 0: any.")
)
@option("--together", is_flag=True, default=None, help_text=mark("With --table: also if others keep that table."))
@option(
    "--sit-out",
    metavar="SESSIONS",
    help_text=mark("With set: where they wish to sit out if somebody must, such as 2,3; all or none."),
)
@option(
    "--public",
    type=click.Choice([each.value for each in PublicName]),
    help_text=mark("With set: how screens, web pages, phones and papers for walls name the player."),
)
@option("--latin-first-name", metavar="NAME", help_text=mark("With set: the first name in Latin letters."))
@option("--latin-last-name", metavar="NAME", help_text=mark("With set: the last name in Latin letters."))
@option("--nickname", metavar="TEXT", help_text=mark("With set: the nickname, for --public nickname."))
@option("--ema-number", metavar="NUMBER", help_text=mark("With set: the EMA number."))
@option(
    "--keep",
    is_flag=True,
    help_text=mark("With register: keeps the list on this computer, to complete names while typing."),
)
@option("--apply", "apply", is_flag=True, help_text=mark("With register: applies all differences, in one entry."))
@option("--dry-run", is_flag=True, help_text=mark("Shows what would be done, and writes nothing."))
@json_option
@click.pass_obj
def players(
    context: CliContext,
    /,
    *,
    file: Path,
    action: str,
    what: str | None,
    other: int | None,
    keep: bool,
    apply: bool,
    dry_run: bool,
    as_json: bool,
    **values: Any,
) -> None:
    """Import players, list those of the event, set one's state, merge two, or note who is not a member."""
    from tournament.event.role import Act
    from tournament.use_cases.typed_wishes import listed_player

    reading = {name: values.pop(name) for name in (*LIST_OPTIONS, "like")}
    asked = {name: value for name, value in values.items() if value is not None}
    if action not in ("import", "register") and any(value not in (None, ()) for value in reading.values()):
        text = mark(
            "Use --sheet, --encoding, --column, --heading-line, --names, --take, --keep-spellings and --like only with "
            "a list."
        )
        raise click.UsageError(context.translate(text))
    _refuse_words(context, action, what, other, asked)
    if (apply or keep) and (action != "register" or dry_run):
        raise click.UsageError(
            context.translate(mark("Use --apply and --keep only with “players FILE register LIST”."))
        )
    if action == "list":
        _show(context, file, as_json=as_json)
    elif action == "not-members":
        _note_not_members(context, file, what, dry_run=dry_run, as_json=as_json)
    elif action in ("import", "register"):
        table = read_list(context, Path(what or ""), reading)
        choices = list_choices(context, table, reading)
        if action == "register":
            _compare_with_list(context, file, table, choices, apply=apply, keep=keep, as_json=as_json)
            return
        earlier = _earlier_players(reading["like"])
        with event_for_reading(file) if dry_run else event_for_writing(file, Act.PLAYERS) as book:
            _import(book, table, choices, earlier, context, asked.get("first"), dry_run=dry_run, as_json=as_json)
    else:
        if not what:
            raise click.UsageError(context.translate(mark("Give the player's number.")))
        acts = [Act.PLAYERS] if asked.keys() & _DETAILS else []
        if action == "merge" or "state" in asked:
            acts.append(Act.PEOPLE)
        with event_for_reading(file) if dry_run else event_for_writing(file, *acts) as book:
            number = listed_player(book.view.players, what)
            if action == "set":
                _set(context, book, number, asked, dry_run=dry_run, as_json=as_json)
            elif other is None:
                raise click.UsageError(context.translate(mark("Give the numbers of both players.")))
            else:
                _merge(context, book, number, other, values["reason"] or "", dry_run=dry_run, as_json=as_json)


def _refuse_words(context: CliContext, action: str, what: str | None, other: int | None, asked: dict[str, Any]) -> None:
    """Raise a UsageError for words and options that belong to another action, or that are missing."""
    allowed = {"set": asked.keys(), "merge": {"reason"}, "import": {"first"}}.get(action, set())
    if asked.keys() - allowed:
        raise click.UsageError(context.translate(mark("Use these options only with “players FILE set NUMBER”.")))
    if action != "merge" and other is not None:
        raise click.UsageError(
            context.translate(mark("“players FILE {action}” takes only one argument.", action=action))
        )
    if action == "list" and what is not None:
        raise click.UsageError(context.translate(mark("“players FILE list” takes no other file.")))
    if action == "import" and what is None:
        raise click.UsageError(context.translate(mark("Name the CSV or Excel file with the players.")))
    if action == "register" and what is None:
        raise click.UsageError(context.translate(mark("Name the CSV or Excel file with the federation's list.")))


def _sessions(written: str) -> tuple[int, ...]:
    """The sessions of ``2,3``, ``all`` or ``none``. Raise Refused for anything else."""
    from tournament.use_cases.typed_wishes import read_sessions

    found = () if written.strip() == "none" else read_sessions(written)
    if found is None:
        text = mark("--sit-out takes sessions such as 2,3, “all” or “none”, not “{found}”.", found=written)
        raise Refused(Problem("turns-form", text, "sit_out"))
    return found


def _set(
    context: CliContext, book: "Book", number: int, asked: dict[str, Any], *, dry_run: bool, as_json: bool
) -> None:
    """Write the details of a player, then their state; each is an entry of its own."""
    from tournament.use_cases import carry_out, plan_state
    from tournament.use_cases.commands import ChangePlayer, ChangePlayerState
    from tournament.use_cases.draw_checks import check_known
    from tournament.use_cases.seating_wishes import no_session_remarks, sharing_problems, table_remarks

    if not asked.keys() & {"state", *_DETAILS} or ("first" in asked and "state" not in asked):
        raise click.UsageError(context.translate(mark("Say what changes: --state, or a name, club or team.")))
    check_known(book.view, number)
    player = _changed(book.view.players[number], asked)
    sharing = [] if "together" in asked else sharing_problems(book.view, [player])
    if sharing:
        raise Refused(*(replace(each, text=mark("{problem} With --together they keep it.", problem=each.text))
                        for each in sharing))  # fmt: skip
    planned = None
    if "state" in asked:
        planned = plan_state(book.view, number, PlayerState(asked["state"]), first=asked.get("first"))
    if not dry_run:
        if player != book.view.players[number]:
            carry_out(book, ChangePlayer(player), by=author_of(context), confirmed=True)
        if planned is not None:
            fact = planned.fact
            carry_out(book, ChangePlayerState(number, fact.state, fact.first), by=author_of(context))
    seats = planned.open_seats if planned is not None else ()
    returned = planned.fact.returned if planned is not None else ()
    status = book.view.status(number) if planned is None else _status_of(planned.fact)
    if as_json:
        print_json(
            {**_player_json(context, player, status, joined=_joined(book.view, player)), "written": not dry_run,
             "returned": list(returned),
             "open_seats": [{"session": seat.session, "table": seat.table, "seat": LETTERS[seat.column]}
                            for seat in seats]}
        )  # fmt: skip
    else:
        context.print_line(_line_of(player, status))
        if dry_run:
            context.print_line(mark("Nothing was written."))
    remarks = [] if planned is None else [remark.text for remark in planned.remarks]
    remarks += [remark.text for remark in player_remarks(player) if asked.get(remark.field, "").strip()]
    remarks += _public_remarks(book.view, player) if asked.keys() & {"public", "nickname"} else []
    remarks += table_remarks(book.view, number, player.table) if "table" in asked else []
    remarks += [remark.text for remark in no_session_remarks(book.view, (player,))] if "sit_out" in asked else []
    alone = single_name_text(player) if asked.keys() & {"first_name", "last_name"} else None
    remarks += [alone] if alone is not None and book.view.settings.format.is_drawn else []
    if asked.get("reason"):
        remarks.append(REASON_NOT_STORED)
    for text in remarks:
        context.print_remark(text)


def _changed(player: Player, asked: dict[str, Any]) -> Player:
    """``player`` with the details that the options give. Raise Refused if they cannot be read."""
    changed: dict[str, Any] = {name: asked[name].strip() for name in _WRITTEN if name in asked}
    if "country" in changed:
        changed["country"] = country_code(changed["country"]) or changed["country"]
    if "table" in asked:
        changed["table"] = asked["table"]
    if "sit_out" in asked:
        changed["sit_out"] = _sessions(asked["sit_out"])
    if "public" in asked:
        changed["public"] = PublicName(asked["public"])
    return replace(player, **changed)


def _public_remarks(view: "View", player: Player) -> list[Text]:
    """What the public now reads, or that a nickname is not used."""
    if player.nickname and player.public is not PublicName.NICKNAME:
        unused = [mark("The nickname is not shown: --public nickname shows it.")]
    else:
        unused = []
    shown = public_players({**view.players, player.number: player})[player.number].name
    return [mark("In public: {name}", name=shown), *unused]


def _status_of(fact: "PlayerStateChanged") -> PlayerStatus:
    return PlayerStatus(fact.state, fact.first)


def _line_of(player: Player, status: PlayerStatus) -> Text:
    text = mark("{number} {player}: {state}", number=player.number, player=player.name, state=status.state.label)
    if status.state is PlayerState.PLAYING and status.first == 1:
        return text
    return mark("{player}, from session {session} on", player=text, session=status.first)


def _merge(
    context: CliContext, book: "Book", number: int, other: int, reason: str, *, dry_run: bool, as_json: bool
) -> None:
    from tournament.use_cases import carry_out, plan_merge
    from tournament.use_cases.commands import MergePlayers

    gone = book.view.players.get(other)
    fact = plan_merge(book.view, number, other, reason=reason)
    if not dry_run:
        carry_out(book, MergePlayers(number, other, reason), by=author_of(context))
    if as_json:
        shown = _player_json(context, fact.player, book.view.status(number), joined=_joined(book.view, fact.player))
        print_json({**shown, "merged": other, "written": not dry_run})
        return
    text = mark(
        "{other} {gone} is now {number} {player}, with all seats and results.",
        other=other, gone=gone.name if gone is not None else "", number=number, player=fact.player.name,
    )  # fmt: skip
    context.print_line(text)
    if dry_run:
        context.print_line(mark("Nothing was written."))


def _earlier_players(place: Path | None) -> tuple[Player, ...]:
    """The players of another event, whose wishes they have again."""
    if place is None:
        return ()
    with event_for_reading(place) as book:
        return tuple(book.view.players.values())


def _import(
    book: "Book", table: TableText, choices: ImportChoices, earlier: tuple[Player, ...], context: CliContext,
    first: int | None, *, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    from tournament.event.register import with_earlier_wishes
    from tournament.use_cases import carry_out, numbered_players
    from tournament.use_cases.commands import AddPlayers
    from tournament.use_cases.event_setup import late_remarks

    single_names = not book.view.settings.format.is_drawn
    roster = read_roster(table, book.view.players.values(), choices, single_names=single_names)
    if roster.problems:
        if as_json and dry_run:
            print_json(_as_json(context, roster, dry_run=dry_run))
        raise Refused(*roster.problems)
    players, wishing = with_earlier_wishes(roster.players, earlier)
    if dry_run:
        remarks = late_remarks(book.view, numbered_players(book.view, players, first), first)
    else:
        command = AddPlayers(players, roster.source, first)
        remarks = carry_out(book, command, by=author_of(context)).remarks
    for text in answers_to_take(roster, choices):
        context.print_remark(text)
    for remark in remarks:
        context.print_remark(remark.text)
    if wishing:
        text = mark_count("{count} player has the wishes of the other event.",
                          "{count} players have the wishes of the other event.", wishing)  # fmt: skip
        context.print_remark(text)
    if as_json:
        print_json(_as_json(context, roster, dry_run=dry_run))
    else:
        _print_roster(context, roster, dry_run=dry_run)


def _print_roster(context: CliContext, roster: Roster, *, dry_run: bool) -> None:
    context.print_line(roster.how)
    for note in roster.notes:
        context.print_line(note.text_with_line)
    for text in remarks_on(roster.lines):
        context.print_line(text)
    count = len(roster.players)
    if dry_run:
        context.print_line(
            mark_count(
                "{count} player would be added. Nothing was written.",
                "{count} players would be added. Nothing was written.",
                count,
            )
        )
    else:
        context.print_line(mark_count("{count} player added.", "{count} players added.", count))
    left_out = sum(not line.taken and line.is_choosable for line in roster.lines)
    if left_out:
        text = mark_count("{count} line is left out; --take adds it.", "{count} lines are left out; --take adds them.",
                          left_out)  # fmt: skip
        context.print_line(text)


def _note_not_members(context: CliContext, file: Path, what: str | None, *, dry_run: bool, as_json: bool) -> None:
    """Note that the players without an EMA number, or those of the numbers in ``what``, are not members; one entry."""
    from tournament.event.ema import as_no_members
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ApplyRegister
    from tournament.use_cases.typed_wishes import listed_player

    with event_for_reading(file) if dry_run else event_for_writing(file, Act.PLAYERS) as book:
        players = book.view.players
        named = [listed_player(players, each) for each in what.split(",")] if what else list(players)
        changes = as_no_members(players[number] for number in named)
        if changes and not dry_run:
            carry_out(book, ApplyRegister(changes), by=author_of(context))
    if as_json:
        print_json({"players": [after.number for _before, after in changes], "written": bool(changes) and not dry_run})
        return
    for _before, after in changes:
        context.print_line(mark("{number} {player}: not a member", number=after.number, player=after.name))
    if not changes:
        context.print_line(mark("Every player has an EMA number, or is not a member."))
    elif dry_run:
        context.print_line(mark("Nothing was written."))


def _as_json(context: CliContext, roster: Roster, *, dry_run: bool) -> dict[str, object]:
    """The roster as JSON: who is added, who is left out and why, what was changed, and everything else noticed."""
    notes = [note for note in roster.every_note if note.kind.effect is not NoteEffect.BLOCKS]
    adjusted = [note for note in notes if note.kind.effect is NoteEffect.ADJUSTED]
    left_out = [
        {"line": line.number, "name": line.player.name, "why": context.translate(note.text), "code": note.kind.code}
        for line in roster.lines
        if not line.taken
        for note in line.notes
        if note.kind.effect is NoteEffect.LEFT_OUT
    ]
    return {
        "players": [
            {"line": line.number, "name": line.player.name,
             **{field: getattr(line.player, field) for field in LISTED_FIELDS}}
            for line in roster.lines
            if line.taken
        ],
        "left_out": left_out,
        "adjusted": [_note_json(context, note) for note in adjusted],
        "problems": [
            {"code": problem.code, "field": problem.field, "text": context.translate(problem.text)}
            for problem in roster.problems
        ],
        "count": len(roster.players),
        "written": not dry_run,
        "encoding": roster.encoding or None,
        "notes": [{**_note_json(context, note), "sign": note.kind.effect.value} for note in notes],
    }  # fmt: skip


def _note_json(context: CliContext, note: Note) -> dict[str, object]:
    return {"line": note.line, "code": note.kind.code, "field": note.field, "text": context.translate(note.text)}


@dataclass(frozen=True, slots=True)
class _ListedPlayer:
    """A player as the command lists them."""

    player: Player
    status: PlayerStatus
    joined: int
    """The session from which they take part."""

    @property
    def words(self) -> Text | None:
        """The state in words; None for players who play from the first session on."""
        from tournament.standings.state_words import joins_text

        if self.status.state is not PlayerState.PLAYING:
            return self.status.state.label
        return None if self.joined == 1 else joins_text(self.joined)


def _of_player(field: str) -> "Callable[[_ListedPlayer], Any]":
    return lambda row: getattr(row.player, field)


def _columns() -> "tuple[Column[_ListedPlayer], ...]":
    """What the command says of a player."""
    from reports.column import Column, Kind
    from reports.vocabulary import CLUB, COUNTRY, EMA_NUMBER, NO_HEADING, NUMBER, PLAYER, STATE, TEAM

    return (
        NUMBER.of(_of_player("number")),
        PLAYER.of(_of_player("name"), name=""),
        *(Column(NO_HEADING, _of_player(field), name=field) for field in ("first_name", "last_name")),
        COUNTRY.of(_of_player("country")),
        EMA_NUMBER.of(_of_player("ema_number")),
        CLUB.of(_of_player("club")),
        TEAM.of(_of_player("team")),
        STATE.of(lambda row: row.words or "", name=""),
        STATE.of(lambda row: row.status.state.value, heading=NO_HEADING),
        Column(NO_HEADING, lambda row: row.status.first, Kind.INTEGER, name="from"),
        Column(NO_HEADING, lambda row: row.joined, Kind.INTEGER, name="joined"),
        Column(NO_HEADING, _of_player("table"), Kind.INTEGER, name="table"),
        Column(NO_HEADING, _of_player("sit_out"), name="sit_out"),
        Column(NO_HEADING, lambda row: row.player.public.value, name="public"),
        *(Column(NO_HEADING, _of_player(field), name=field) for field in ("nickname", *LATIN_FIELDS)),
    )


def _player_json(context: CliContext, player: Player, status: PlayerStatus, *, joined: int) -> dict[str, object]:
    return context.record(_columns(), _ListedPlayer(player, status, joined))


def _show(context: CliContext, file: Path, *, as_json: bool) -> None:
    with event_for_reading(file) as book:
        view = book.view
    rows = [_ListedPlayer(one, view.status(one.number), _joined(view, one)) for one in view.players.values()]
    context.print_listed(_columns(), rows, as_json=as_json)


def _joined(view: "View", player: Player) -> int:
    """The session from which ``player`` takes part."""
    from tournament.ledger.state import first_session

    return first_session(view.state, player.number)


def _compare_with_list(
    context: CliContext, file: Path, table: TableText, choices: ImportChoices, *, apply: bool, keep: bool, as_json: bool
) -> None:
    """Show the differences; with ``apply`` write all of them, or none; with ``keep`` keep the list on this computer."""
    from tournament.event.register import compare_with_register, listed_players
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ApplyRegister

    register = listed_players(read_roster(table, (), choices))
    with event_for_writing(file, Act.PLAYERS) if apply else event_for_reading(file) as book:
        comparison = compare_with_register(book.view.players.values(), register)
        written = apply and bool(comparison.differences)
        if written:
            carry_out(book, ApplyRegister(comparison.changes), by=author_of(context))
    if keep:
        from reports.federations.kept_register import keep_register

        keep_register(register)
    if as_json:
        print_json(_comparison_json(comparison, written=written))
    else:
        _print_comparison(context, comparison, written=written)


def _comparison_json(comparison: "RegisterComparison", *, written: bool) -> dict[str, object]:
    return {
        "written": written,
        "same": comparison.same,
        "differences": [
            {"player": each.player.number,
             "fields": {field: {"event": getattr(each.player, field), "register": getattr(each.completed, field)}
                        for field in each.fields}}
            for each in comparison.differences
        ],
        "unmatched": [{"player": player.number, "reason": reason.value} for player, reason in comparison.unmatched],
    }  # fmt: skip


def _print_comparison(context: CliContext, comparison: "RegisterComparison", *, written: bool) -> None:
    differences = [(each.player, each.text) for each in comparison.differences]
    differences += [(player, reason.label) for player, reason in comparison.unmatched]
    for player, what in differences:
        context.print_line(mark("{number} {player}: {what}", number=player.number, player=player.name, what=what))
    count = len(comparison.differences)
    if written:
        context.print_line(mark_count("{count} player updated.", "{count} players updated.", count))
    elif count:
        context.print_line(
            mark_count(
                "{count} player differs; nothing was written.", "{count} players differ; nothing was written.", count
            )
        )
    else:
        context.print_line(mark("There are no differences from the list."))
