"""Checks before every change of a published draw: that there is one, and that its sessions and seats can change."""

from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating
from tournament.language import Text, mark
from tournament.use_cases.view import View, cancelled_problem, unknown_session


def sessions_from(view: View, session: int, player: int) -> tuple[int, ...]:
    """Return the sessions from ``session`` on in which ``player`` has a seat, or sits out by the draw."""
    seating = published_draw(view)
    return tuple(
        each
        for each in seating.session_numbers
        if each >= session and player in seating.seated(each) | seating.sitting_out(each)
    )


def published_draw(view: View) -> Seating:
    """Return the published draw. Raise Refused if there is none."""
    refuse_without_draw(view)
    if view.seating is None:
        raise Refused(Problem("no-draw", mark("No draw is published yet: make one first."), "draw"))
    return view.seating


def refuse_without_draw(view: View) -> None:
    """Raise Refused if the format of the event has no draw."""
    format = view.settings.format
    if not format.is_drawn:
        text = mark(
            "{format}: there is no draw to change. Open a game with four players, or change the players of one.",
            format=format.label,
        )
        raise Refused(Problem("format-not-drawn", text, "draw"))


def check_known(view: View, number: int) -> None:
    """Raise Refused unless there is a player of this ``number``."""
    if number not in view.players:
        raise Refused(Problem("player-unknown", mark("There is no player {number}.", number=number), "number"))


def check_session(view: View, session: int) -> None:
    """Raise Refused unless the draw has this ``session``, and it is not cancelled."""
    published_draw(view)
    if session in view.state.cancelled:
        raise Refused(cancelled_problem(session))
    if session not in view.drawn_sessions:
        raise Refused(unknown_session(view.state, session))


def check_free(view: View, number: int, session: int, *, playing: bool = False) -> None:
    """Raise Refused unless ``number`` sits in ``session`` at a table without entries, or sits out by the draw.

    With ``playing`` the table may have entries, but its sheet may not be signed: the signature was given for these
    players.
    """
    check_known(view, number)
    seating = published_draw(view)
    place = seating.place_of(number, session)
    if place is None and number in seating.sitting_out(session):
        return
    if place is None:
        text = mark("{player} has no seat in session {session}.", player=view.players[number].name, session=session)
        raise Refused(Problem("not-seated", text, "number"))
    if playing:
        if view.sheet(session, place[0]).closed is not None:
            text = mark(
                "The sheet of table {table}, session {session} is signed for {player}: reopen it first.",
                table=place[0],
                session=session,
                player=view.players[number].name,
            )
            raise Refused(Problem("sheet-closed", text, "session"))
        return
    if place[0] in view.touched(session):
        text = mark(
            "{player} is already playing: the sheet of table {table}, session {session} has entries. {advice}",
            player=view.players[number].name,
            table=place[0],
            session=session,
            advice=advice_text(view, session),
        )
        raise Refused(Problem("table-begun", text, "session"))


def check_untouched(view: View, first: int) -> None:
    """Raise Refused if a sheet of session ``first`` or a later one has entries."""
    for session in published_draw(view).session_numbers:
        if session >= first and view.touched(session):
            raise Refused(Problem("session-begun", begun_text(view, session), "session"))


def begun_text(view: View, session: int) -> Text:
    """Return why ``session`` cannot be changed, and which is the first session that can."""
    return mark(
        "Session {session} has begun: its seats cannot change. {advice}",
        session=session,
        advice=advice_text(view, session),
    )


def advice_text(view: View, session: int) -> Text:
    """Return which session to choose instead: the first one after all sessions with entries."""
    sessions = published_draw(view).session_numbers
    free = max((session, *(each for each in sessions if view.touched(each)))) + 1
    return mark("Choose session {session} or later.", session=free) if free in sessions else mark("No session is left.")
