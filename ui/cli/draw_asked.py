"""What ``draw`` is asked for, read from its options, and doing it."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from reports.readers import read_table
from tournament import use_cases
from tournament.event.problem import Problem, Refused
from tournament.event.seating import SeatingWishes
from tournament.event.seating_file import read_seating
from tournament.language import Text, mark
from tournament.use_cases import Book, By, Changes
from ui.cli.wished import fields_of, pairs_of, reserves_of

WAYS = ("straight", "swiss")


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """The options of the command."""

    method: str | None = None
    seed: int | None = None
    avoid: str | None = None
    apart: str | None = None
    no_repeats: bool = False
    reserves: str | None = None
    seats: Path | None = None
    """A file with a seating."""
    session: int | None = None
    by_ranking: str | None = None
    final: int | None = None
    from_nothing: bool = False
    redraw: bool = False
    swap: str | None = None
    onwards: bool = False
    replace: int | None = None
    newcomer: str | None = None
    until: int | None = None
    reason: str | None = None

    @property
    def is_nothing(self) -> bool:
        """Nothing is asked for: the draw is shown as it is."""
        return self == DrawAsked()

    @property
    def changes(self) -> tuple[str, ...]:
        """Which changes of a published draw are asked for, by option."""
        asked = {
            "--by-ranking": self.by_ranking,
            "--redraw": self.redraw,
            "--swap": self.swap,
            "--replace": self.replace,
            "--import": self.seats,
        }
        return tuple(name for name, value in asked.items() if value)


def change_draw(book: Book, asked: DrawAsked, *, by: By) -> Changes:
    """Do what is asked for; Refused, DrawProblem or UnreadableTable when that cannot be."""
    if len(asked.changes) > 1:
        raise _refused("too-much", mark("Ask for one thing at a time: {options}.", options=", ".join(asked.changes)))
    if asked.seats is not None:
        seating = read_seating(
            read_table(asked.seats),
            players=book.view.players,
            sessions=book.view.settings.sessions,
            wishes=_wishes(asked),
        )
        return use_cases.publish_draw(book, seating, by=by)
    if not asked.changes:
        return _draw(book, asked, by)
    if asked.session is None:
        raise _refused("session-missing", mark("{option} needs --session.", option=asked.changes[0]))
    return _change(book, asked, asked.session, by)


def _draw(book: Book, asked: DrawAsked, by: By) -> Changes:
    wishes = _wishes(asked)
    seating = use_cases.plan_seating(book.view, seed=asked.seed, method=asked.method or "auto", wishes=wishes)
    remarks = use_cases.wish_problems(book.view, wishes)
    return replace(use_cases.publish_draw(book, seating, by=by), remarks=remarks)


def _change(book: Book, asked: DrawAsked, session: int, by: By) -> Changes:
    view = book.view
    if asked.by_ranking:
        ranked = use_cases.plan_by_ranking(
            view, session, way=asked.by_ranking, final=asked.final, carried=not asked.from_nothing
        )
        return use_cases.seat_by_ranking(book, ranked, by=by)
    if asked.redraw:
        drawn = use_cases.plan_rest(view, session, seed=asked.seed)
        return use_cases.redraw_sessions(book, drawn, session, by=by)
    if asked.swap:
        found = re.fullmatch(r"(\d{1,4})-(\d{1,4})", asked.swap.strip())
        if found is None:
            raise _refused("swap-form", mark("--swap takes two numbers such as 3-17, not “{found}”.", found=asked.swap))
        one, other = int(found[1]), int(found[2])
        sessions: tuple[int, ...] = (session,)
        if asked.onwards:
            both = (frozenset(use_cases.sessions_from(view, session, number)) for number in (one, other))
            sessions = tuple(sorted(frozenset.intersection(*both)))
        return use_cases.swap_players(book, one, other, sessions=sessions, by=by)
    if not asked.newcomer or not asked.newcomer.strip():
        raise _refused("newcomer-missing", mark("--replace needs --by with a name or a number."))
    return use_cases.replace_player(
        book,
        asked.replace or 0,
        use_cases.named_player(view.players, asked.newcomer),
        first=session,
        last=asked.until,
        reason=asked.reason or "",
        by=by,
    )


def _wishes(asked: DrawAsked) -> SeatingWishes:
    return SeatingWishes(
        apart=fields_of(asked.avoid),
        pairs=pairs_of(asked.apart),
        no_repeats=asked.no_repeats,
        reserves=reserves_of(asked.reserves),
    )


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text, "draw"))
