"""Create an event, change its settings, and edit its list of players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import assert_never

from tournament.catalogue import IDS, option_problems, rule_set
from tournament.event.logo import logo_picture
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import player_problems
from tournament.event.settings import SecondReading, Settings, settings_problems
from tournament.language import folded, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import (
    AttendanceNoted,
    DrawPublished,
    EventCreated,
    LogoChanged,
    PlayerChanged,
    PlayerRemoved,
    PlayersAdded,
    PlayerStateChanged,
    RolePinSet,
    SettingsChanged,
)
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import SheetState
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    AddPlayers,
    ApplyRegister,
    ChangeLogo,
    ChangePlayer,
    ChangeSettings,
    CopyEvent,
    CreateEvent,
    NoteAttendance,
    RemovePlayer,
    SetupCommand,
)
from tournament.use_cases.draft import Draft, refuse_stopping
from tournament.use_cases.final_beside import rule_problem, rule_remarks
from tournament.use_cases.view import View, cancelled_problem, unknown_session

_BEFORE_PLAY = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)
_ALIKE = 0.85
"""How similar two names must be, from 0 (different) to 1 (equal), for a remark that they may be the same person's."""


def settings_refusals(settings: Settings) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``settings``, including the options of its rule set."""
    problems = settings_problems(settings)
    rules = rule_set(settings.rules)
    if rules is not None:
        wrong = option_problems(rules, settings.options)
        return (*problems, *(Problem("option-wrong", text, f"options.{name}") for name, text in wrong))
    known = ", ".join(IDS)
    text = mark("There are no rules called “{rules}”. The rules are: {known}.", rules=settings.rules, known=known)
    return (*problems, Problem("rules-unknown", text, "rules"))


def write_setup(draft: Draft, command: SetupCommand, *, confirmed: bool) -> Remarks:
    """Write the settings or the list of players; ``confirmed`` accepts that players share a fixed table."""
    match command:
        case CreateEvent():
            _create_event(draft, command.settings)
        case CopyEvent():
            _copy_event(draft, command)
        case ChangeSettings():
            return change_settings(draft, command.settings)
        case ChangeLogo():
            _change_logo(draft, command.image)
        case AddPlayers():
            players = numbered_players(draft.view, command.players, command.first)
            remarks = late_remarks(draft.view, players, command.first)
            draft.add(EVENT_STREAM, PlayersAdded(players, command.source, command.first or 1))
            return remarks
        case ChangePlayer():
            return _change_player(draft, command.player, confirmed=confirmed)
        case RemovePlayer():
            _remove_player(draft, command.number)
        case NoteAttendance():
            _note_attendance(draft, command)
        case _:
            assert_never(command)
    return ()


def _create_event(draft: Draft, settings: Settings) -> None:
    problems = settings_refusals(settings)
    if len(draft.view.journal):
        problems = (Problem("event-exists", mark("This file already contains an event."), "name"),)
    if problems:
        raise Refused(*problems)
    draft.add(EVENT_STREAM, EventCreated(settings))


def _copy_event(draft: Draft, command: CopyEvent) -> None:
    _create_event(draft, command.settings)
    if command.logo:
        draft.add(EVENT_STREAM, LogoChanged(command.logo))
    if command.players or command.source:
        draft.add(EVENT_STREAM, PlayersAdded(command.players, command.source))
    for number in command.substitutes:
        draft.add(EVENT_STREAM, PlayerStateChanged(number, PlayerState.SUBSTITUTE))
    if command.seating is not None:
        draft.add(EVENT_STREAM, DrawPublished(command.seating))
    for role, pin in command.pins:
        draft.add(EVENT_STREAM, RolePinSet(role, pin.salt, pin.hash, pin.cost, pin.parallel))


def change_settings(draft: Draft, settings: Settings) -> Remarks:
    """Replace the settings. Raise Refused for each change that comes too late.

    The rules and their options are fixed once play has begun, the format once players are seated, and the number of
    sessions once a draw is published. Which totals count cannot change while signed and computed totals differ
    somewhere. A remark says how many places change if the ranks of a final change that has begun.
    """
    problems = list(settings_refusals(settings))
    view, before = draft.view, draft.view.settings
    if settings.rules != before.rules and view.begun:
        text = mark("The rules can no longer change: play has begun.")
        problems.append(Problem("play-begun", text, "rules"))
    elif settings.options != before.options and view.begun:
        text = mark("The options of the rules can no longer change: play has begun.")
        problems.append(Problem("play-begun", text, "options"))
    if settings.format is not before.format and anybody_seated(view):
        text = mark("The format can no longer change: players are seated. Remove the draw or the games first.")
        problems.append(Problem("seated", text, "format"))
    if settings.sessions != before.sessions and before.format.is_drawn and view.seating is not None:
        text = mark("The published draw fixes the number of sessions: draw again to change it.")
        problems.append(Problem("drawn", text, "sessions"))
    if settings.counted_totals is not before.counted_totals:
        problems.extend(_scores_that_would_change(view))
    if settings.rehearsal is not before.rehearsal:
        text = mark("A rehearsal cannot become an event, nor an event a rehearsal: a rehearsal has its own file.")
        problems.append(Problem("rehearsal-stays", text, "rehearsal"))
    problems.extend(filter(None, (rule_problem(view, settings.final_ranks),)))
    if problems:
        raise Refused(*problems)
    remarks = rule_remarks(view, settings.final_ranks)
    draft.add(EVENT_STREAM, SettingsChanged(settings))
    # Without a second reading a signed sheet is verified, so this change may verify the last sheet of a session.
    if settings.second_reading is not before.second_reading:
        for session in sorted(view.state.started - view.state.ended):
            draft.end(session)
    return remarks


def _change_logo(draft: Draft, image: bytes) -> None:
    if image and logo_picture(image) is None:
        text = mark("This is not a picture that can be printed on papers: choose a PNG or JPEG file.")
        raise Refused(Problem("logo-unreadable", text, "logo"))
    if image != draft.view.state.logo:
        draft.add(EVENT_STREAM, LogoChanged(image))


def sheets_to_read_again(view: View, settings: Settings) -> int:
    """Return how many verified sheets would need a second reading under ``settings``."""
    if settings.second_reading is SecondReading.NONE or view.settings.second_reading is not SecondReading.NONE:
        return 0
    sheets = (sheet for session in view.drawn_sessions for sheet in view.sheets(session))
    return sum(sheet.state is SheetState.VERIFIED and sheet.confirmed is None for sheet in sheets)


def _scores_that_would_change(view: View) -> Iterator[Problem]:
    """Yield a problem for the first sheet whose score would change if other totals counted."""
    for sheet in (sheet for session in view.drawn_sessions for sheet in view.sheets(session)):
        if sheet.closed is not None and any(sheet.difference):
            text = mark(
                "The signed totals of session {session}, table {table} differ from the computed totals, so its "
                "scores would change: reopen that sheet first.",
                session=sheet.session,
                table=sheet.table,
            )
            yield Problem("scores-would-change", text, "counted_totals")
            return


def numbered_players(view: View, players: Sequence[Player], first: int | None = None) -> tuple[Player, ...]:
    """The ``players`` as they would be added from session ``first`` on, with their numbers. Nothing is written.

    Once the draw is published, players join only from a session that has not begun. Raise Refused if they cannot be
    added.
    """
    if not players:
        raise Refused(Problem("players-missing", mark("There are no players to add."), "players"))
    _check_joining(view, first)
    next_number = view.state.last_number + 1
    numbered = tuple(replace(player, number=number) for number, player in enumerate(players, start=next_number))
    there = tuple(view.players.values())
    problems = player_problems((*there, *numbered), checked=len(there))
    if problems:
        raise Refused(*problems)
    return numbered


def late_remarks(view: View, coming: Sequence[Player], first: int | None) -> Remarks:
    """Return remarks on the players ``coming`` late, who take part from session ``first`` on.

    They name players who may already be on the list under another spelling, and say that the new ones have no seats.
    """
    if first is None:
        return ()
    names = {name: player for player in view.players.values() for name in _names(player)}
    remarks = []
    for player in coming:
        near = get_close_matches(folded(player.name), names, n=1, cutoff=_ALIKE)
        if near:
            text = mark("{player} is new. Or are they {number} {near}, who is on the list? Then remove the new player.",
                        player=player.name, number=names[near[0]].number, near=names[near[0]].name)  # fmt: skip
            remarks.append(Problem("name-alike", text, "players", Gravity.REMARK))
    drawn = [session for session in view.drawn_sessions if session >= first and view.sheets(session)]
    if drawn:
        text = mark_count(
            "{count} player has no seat yet: draw session {session} and those after it again, or add a table.",
            "{count} players have no seats yet: draw session {session} and those after it again, or add a table.",
            len(coming),
            session=drawn[0],
        )
        remarks.append(Problem("seats-missing", text, "players", Gravity.REMARK))
    return tuple(remarks)


def _names(player: Player) -> tuple[str, ...]:
    return tuple(map(folded, player.names))


NOBODY_CAN_JOIN = mark("The draw is published and all sessions have begun: nobody can join any more.")


def sessions_to_join(view: View) -> tuple[int, ...]:
    """Return the sessions from which players can join once the draw is published: those that have not begun."""
    return tuple(session for session in view.session_numbers if view.session_state(session) in _BEFORE_PLAY)


def _check_joining(view: View, first: int | None) -> None:
    """Raise Refused unless players can be added from session ``first`` on."""
    if not view.list_closed:
        if first is not None:
            text = mark("There is no draw yet: players added now take part from the first session on.")
            raise Refused(Problem("no-draw", text, "from"))
        return
    if first is None:
        text = mark("The draw is published: say from which session they take part, or undo the draw.")
        raise Refused(Problem("drawn", text, "from"))
    if first in view.state.cancelled:
        raise Refused(cancelled_problem(first))
    if first not in view.session_numbers:
        raise Refused(unknown_session(view.state, first))
    if first not in sessions_to_join(view):
        text = mark("Session {session} has begun: players can join from a later session on.", session=first)
        raise Refused(Problem("session-begun", text, "from"))


def _change_player(draft: Draft, player: Player, *, confirmed: bool) -> Remarks:
    _known_player(draft.view, player.number)
    others = [other for other in draft.view.players.values() if other.number != player.number]
    sharing: Remarks = ()
    if player.table:
        from tournament.use_cases.seating_wishes import sharing_problems

        sharing = tuple(sharing_problems(draft.view, (player,)))
    refuse_stopping((*player_problems((*others, player)), *sharing), confirmed=confirmed)
    draft.add(EVENT_STREAM, PlayerChanged(player))
    return sharing


def _remove_player(draft: Draft, number: int) -> None:
    _known_player(draft.view, number)
    if number not in draft.view.state.joined:
        _refuse_after_draw(draft.view)
    _refuse_seated(draft.view, number)
    draft.add(EVENT_STREAM, PlayerRemoved(number))


def _note_attendance(draft: Draft, command: NoteAttendance) -> None:
    """Record who came or left. Players whose attendance would not change are left out of the entry."""
    for number in command.numbers:
        _known_player(draft.view, number)
    already = draft.view.state.present
    changing = tuple(number for number in command.numbers if (number in already) != command.present)
    if changing:
        draft.add(EVENT_STREAM, AttendanceNoted(changing, command.present))


def _refuse_after_draw(view: View) -> None:
    if view.list_closed:
        text = mark("The draw is published, so the list of players is closed: undo the draw to change it.")
        raise Refused(Problem("drawn", text, "players"))


def _refuse_seated(view: View, number: int) -> None:
    """Raise Refused if the player has a seat in a session, even a cancelled one, or in a game of an evening."""
    if view.settings.format.is_drawn:
        _refuse_drawn(view, number)
        return
    for sheet in (sheet for session in view.drawn_sessions for sheet in view.sheets(session)):
        if number in sheet.players:
            text = mark(
                "{player} plays in game {game} of evening {evening} and must stay on the list.",
                player=view.players[number].name,
                game=sheet.table,
                evening=sheet.session,
            )
            raise Refused(Problem("player-seated", text, "number"))


def _refuse_drawn(view: View, number: int) -> None:
    state = view.full_state
    drawn = enumerate(state.seating.sessions if state.seating is not None else (), start=1)
    seated = [session for session, tables in drawn if any(number in seats for seats in tables)]
    played_for = [session for (session, _), each in state.substitutions.items() if each.player == number]
    for session in sorted((*seated, *played_for))[:1]:
        text = mark(
            "{player} has a seat in session {session} and must stay on the list: set them to withdrawn instead.",
            player=view.players[number].name,
            session=session,
        )
        raise Refused(Problem("player-seated", text, "number"))


def anybody_seated(view: View) -> bool:
    """Whether a draw is published, or a game is open."""
    if view.settings.format.is_drawn:
        return view.seating is not None
    return any(view.sheets(session) for session in view.drawn_sessions)


def _known_player(view: View, number: int) -> None:
    if number not in view.players:
        raise Refused(Problem("player-unknown", mark("There is no player {number}.", number=number), "number"))


def apply_register(draft: Draft, command: ApplyRegister) -> Remarks:
    """Write all differences in one entry, so that one undo reverts all of them.

    Raise Refused if there are none, or if a player has changed since the comparison.
    """
    players = draft.view.players
    if any(players.get(before.number) != before or after.number != before.number for before, after in command.changes):
        text = mark("The players have changed in the meantime: compare again.")
        raise Refused(Problem("comparison-stale", text, "players"))
    if not command.changes:
        raise Refused(Problem("nothing-differs", mark("There are no differences from the list."), "players"))
    changed = {after.number: after for _before, after in command.changes}
    problems = player_problems(changed.get(number, player) for number, player in players.items())
    if problems:
        raise Refused(*problems)
    first, *others = changed.values()
    draft.add(EVENT_STREAM, PlayerChanged(first, tuple(others)))
    return ()
