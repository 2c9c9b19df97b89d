"""``session FILE [S]``: the state of each session; with ``--to``, changes the state of one."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import Text, listed, mark
from tournament.ledger.session_step import MOVES, SessionStep
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing, restore_draft
from ui.cli.commands import changed_file_argument, command, json_option, key_file_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.ledger.entry import Entry
    from tournament.ledger.session import StepTaken
    from tournament.use_cases import View
    from tournament.use_cases.sessions import SessionLife

_STEPS_WITH_REASON = (SessionStep.CLOSED, SessionStep.REOPENED, SessionStep.CANCELLED, SessionStep.RESTORED)


@command("session")
@changed_file_argument
@click.argument("session", type=int, metavar="[SESSION]", required=False)
@option("--to", type=click.Choice([step.value for step in MOVES]), help_text=mark("The new state of SESSION."))
@option(
    "--reason",
    metavar="TEXT",
    default="",
    help_text=mark("The reason, kept in the log. Required for reopening and cancelling."),
)
@key_file_option
@json_option
@click.pass_obj
def session(
    context: CliContext,
    *,
    file: Path,
    session: int | None,
    to: str | None,
    reason: str,
    key_file: Path | None,
    as_json: bool,
) -> None:
    """Show the sessions, after changing the state of one if that is requested."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.sessions import refuse_unknown, session_move
    from ui.signing import KeySigner, secret_of

    if to is None and reason:
        raise click.UsageError(context.translate(mark("Use --reason only with --to.")))
    if to is None and key_file is not None:
        raise click.UsageError(context.translate(mark("Use --key-file only with --to.")))
    if to is None:
        with event_for_reading(file) as book:
            restore_draft(book)
            view = book.view
    else:
        if session is None:
            raise click.UsageError(context.translate(mark("Give the session: session FILE NUMBER --to {to}.", to=to)))
        step = SessionStep(to)
        acts = {
            SessionStep.REOPENED: Act.CLOSED_SESSIONS,
            SessionStep.CANCELLED: Act.PLAN,
            SessionStep.RESTORED: Act.PLAN,
        }
        act = acts.get(step, Act.SESSIONS)
        with event_for_writing(file, act) as book:
            restore_draft(book)
            book.signer = KeySigner(partial(secret_of, key_file=key_file))
            changes = carry_out(book, session_move(session, step, reason=reason), by=author_of(context))
            view = book.view
        for remark in changes.remarks:
            context.print_remark(remark.text)
        if step is SessionStep.PUBLISHED:
            _print_outdated(context, view, session)
    if session is not None:
        refuse_unknown(view, session)
    show_sessions(context, view, session, as_json=as_json)


def show_sessions(context: CliContext, view: "View", session: int | None, *, as_json: bool) -> None:
    """Print the state of ``session``, or of every session including cancelled ones."""
    from tournament.use_cases import session_life

    everything = sorted((*view.session_numbers, *view.state.cancelled))
    lives = [session_life(view, number) for number in (everything if session is None else [session])]
    if as_json:
        print_json({"sessions": [_as_json(view, life) for life in lives]})
        return
    for life in lives:
        _print(context, view, life)


def _print_outdated(context: CliContext, view: "View", session: int) -> None:
    """Print a remark for each paper that names other players than those who sit there now."""
    from tournament.use_cases.papers import noted_papers

    if not noted_papers(view):
        return
    from reports.papers import old_seats_texts

    for text in old_seats_texts(view, session):
        context.print_remark(text)


def _as_json(view: "View", life: "SessionLife") -> dict[str, object]:
    from tournament.ledger.session import SessionState

    return {
        "session": life.session,
        "state": life.state.value,
        "draft": life.state is SessionState.DRAWN,
        "tables": len(view.sheets(life.session)),
        "not_verified": list(life.not_verified),
        "absent": list(life.absent),
        "moves": [step.value for step in life.moves],
        "reopened": _entry_json(life.reopened) if life.reopened is not None else None,
        "corrected": list(life.corrected_tables),
        "steps": [{"step": taken.step.value, **_entry_json(taken.entry)} for taken in life.steps],
    }


def _entry_json(entry: "Entry") -> dict[str, object]:
    return {
        "time": entry.record.time,
        "author": entry.author,
        "desk": entry.record.desk,
        "reason": "; ".join(filter(None, entry.fact.reasons)),
    }


def _print(context: CliContext, view: "View", life: "SessionLife") -> None:
    context.print_line(_heading(view, life))
    for taken in life.steps:
        context.print_line("  " + "  ".join(_step_parts(context, taken)))
    if life.absent:
        names = listed(view.players[number].name for number in life.absent if number in view.players)
        context.print_line("  " + context.translate(mark("absent at the start: {players}", players=names)))


def _heading(view: "View", life: "SessionLife") -> Text:
    from tournament.ledger.session import STATE_TEXTS, SessionState

    if life.state is SessionState.CANCELLED:  # it has no sheet that counts
        return mark("Session {session}: {state}", session=life.session, state=STATE_TEXTS[life.state])
    values = {
        "state": STATE_TEXTS[life.state],
        "verified": len(view.sheets(life.session)) - len(life.not_verified),
        "tables": len(view.sheets(life.session)),
    }
    return mark("Session {session}: {state}; {verified} of {tables} verified", session=life.session, **values)


def _step_parts(context: CliContext, taken: "StepTaken") -> list[str]:
    from tournament.ledger.session import STEP_TEXTS

    entry = taken.entry
    parts = [f"{entry.time:%Y-%m-%d %H:%M:%S}Z", context.translate(STEP_TEXTS[taken.step]), entry.author]
    reason = "; ".join(filter(None, entry.fact.reasons))
    if reason and taken.step in _STEPS_WITH_REASON:
        parts.append(context.translate(mark("reason: {reason}", reason=reason)))
    return parts
