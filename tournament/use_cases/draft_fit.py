"""Whether a draft of the draw can still be published, and why not."""

from collections.abc import Iterator

from tournament.event.player import PlayerState
from tournament.event.seating import Seats
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.use_cases.commands import PublishDraw, SeatSession
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.unpublished_draw import DraftCommand, UnpublishedDraw
from tournament.use_cases.view import View

_GONE = (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)


def draft_of(view: View, publish: DraftCommand) -> UnpublishedDraw:
    """Return the draft that ``publish`` publishes, drawn from the event as it is in ``view``."""
    return UnpublishedDraw(publish, _published(view), _ranking(view, publish))


def is_published(view: View, draft: UnpublishedDraw) -> bool:
    """Whether the seats of ``draft`` are the published ones."""
    seating = view.seating
    return seating is not None and all(seating.tables(each) == tables for each, tables in draft.tables.items())


def unfit_text(view: View, draft: UnpublishedDraw) -> Text | None:
    """Return why ``draft`` can no longer be published, as a sentence; None if it can."""
    return next(_reasons(view, draft), None)


def draft_title(view: View, draft: UnpublishedDraw) -> Text:
    """Return “A draft of the draw of sessions 2–4 is not published”, or “… no longer fits”."""
    fits = unfit_text(view, draft) is None
    first, last = min(draft.tables), max(draft.tables)
    if first == last and fits:
        return mark("A draft of the draw of session {session} is not published", session=first)
    if first == last:
        return mark("A draft of the draw of session {session} no longer fits", session=first)
    span = verbatim(f"{first}–{last}")
    if fits:
        return mark("A draft of the draw of sessions {span} is not published", span=span)
    return mark("A draft of the draw of sessions {span} no longer fits", span=span)


def _reasons(view: View, draft: UnpublishedDraw) -> Iterator[Text]:
    publish, first = draft.publish, min(draft.tables)
    if isinstance(publish, PublishDraw) and view.begun:
        yield mark("Play has begun.")
    yield from (mark("Session {session} has begun.", session=each) for each in draft.tables if view.touched(each))
    yield from _other_players(view, draft)
    if isinstance(publish, PublishDraw) and len(publish.seating.sessions) != view.settings.sessions:
        yield mark("The event has another number of sessions now.")
    if _published(view)[first - 1 :] != draft.replaced[first - 1 :]:
        yield mark("The published draw has changed since then.")
    if _ranking(view, publish) != draft.ranking:
        yield mark("The standings have changed since then.")


def _other_players(view: View, draft: UnpublishedDraw) -> Iterator[Text]:
    """Yield why the players of ``draft`` are no longer the right ones.

    Somebody with a seat in it no longer plays or, in a draw of all sessions, somebody who plays has no seat in it.
    """
    seated = {(each, number) for each, tables in draft.tables.items() for seats in tables for number in seats}
    gone = {number for each, number in seated if not _plays(view, number, each)}
    if gone:
        names = [view.players[number].name for number in sorted(gone) if number in view.players]
        if len(names) < len(gone):
            yield mark("Players of the draft were removed from the list.")
        yield mark_count("{players} has left the event.", "{players} have left the event.", len(names),
                         players=listed(names))  # fmt: skip
    if isinstance(draft.publish, PublishDraw):
        numbers = {number for _, number in seated}.union(*draft.publish.seating.sit_out)
        others = [number for number in drawn_players(view, draft.publish.seating.wishes.reserves)
                  if number not in numbers]  # fmt: skip
        if others:
            names = [view.players[number].name for number in others]
            yield mark_count("{players} has no seat in it.", "{players} have no seat in it.", len(names),
                             players=listed(names))  # fmt: skip


def _plays(view: View, number: int, session: int) -> bool:
    if number not in view.players:
        return False
    status = view.status(number)
    return status.state not in _GONE or session < status.first


def _published(view: View) -> tuple[tuple[Seats, ...], ...]:
    return view.seating.sessions if view.seating is not None else ()


def _ranking(view: View, publish: DraftCommand) -> tuple[int, ...]:
    """Return the numbers by rank before the session that the draft seats by the standings; empty for other drafts."""
    if not isinstance(publish, SeatSession):
        return ()
    return tuple(row.player.number for row in view.standings(publish.session - 1).rows)
