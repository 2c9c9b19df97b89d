"""What can be chosen for each report, and the states of an event that can be printed."""

from dataclasses import dataclass
from enum import Enum

from reports.catalogue import Asked, Group, Report
from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View

ALL = 0
"""Stands for all sessions where one can be chosen."""


class Scope(Enum):
    """What a session means to a report."""

    AFTER = "after"
    """The state after a session, or now."""
    ONE = "one"
    """One session, or all."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was chosen for one report."""

    session: int
    """1…; ALL: all sessions, and for a report after a session the state as of now."""
    movement: bool = True
    ema_numbers: bool = True


_AFTER = frozenset(("standings", "teams", "countries"))
_WITH_OPTIONS = frozenset(("standings",))


def scope_of(report: Report) -> Scope:
    """What a session means to ``report``."""
    return Scope.AFTER if report.name in _AFTER else Scope.ONE


def is_after(report: Report) -> bool:
    """Whether ``report`` shows a state after a session."""
    return scope_of(report) is Scope.AFTER


def has_options(report: Report) -> bool:
    """Whether movement and EMA numbers can be left out."""
    return report.name in _WITH_OPTIONS


def sessions_of(report: Report, view: View) -> range:
    """The sessions that can be chosen for ``report``."""
    if scope_of(report) is Scope.AFTER:
        return range(1, last_final(view) + 1)
    drawn = len(view.seating.sessions) if view.seating else 0
    return range(1, (drawn if report.group is Group.BEFORE else view.last_session) + 1)


def first_wish(report: Report, view: View, session: int) -> Wish:
    """What is most likely wanted: the last final state; before play the session looked at; else the last one played."""
    offered = sessions_of(report, view)
    if not offered:
        return Wish(ALL)
    if scope_of(report) is Scope.AFTER:
        return Wish(offered[-1])
    return Wish(session if session in offered else offered[-1])


class Wishes:
    """What was chosen for each report of the open event."""

    def __init__(self) -> None:
        self._kept: dict[str, Wish] = {}

    def of(self, report: Report, view: View, session: int) -> Wish:
        """What is chosen for ``report``; a session that is no more, or the first choice, follows the event."""
        wish = self._kept.get(report.name)
        if wish is None or (wish.session != ALL and wish.session not in sessions_of(report, view)):
            return first_wish(report, view, session)
        return wish

    def keep(self, report: Report, wish: Wish) -> None:
        """Choose ``wish`` for ``report``."""
        self._kept[report.name] = wish

    def clear(self) -> None:
        """Forget all: another event is open."""
        self._kept.clear()


def asked_of(wish: Wish, asked: Asked) -> Asked:
    """The choices as the report takes them; ``asked`` has the time."""
    return Asked(
        printed=asked.printed,
        session=wish.session or None,
        movement=wish.movement,
        ema_numbers=wish.ema_numbers,
    )


def last_final(view: View) -> int:
    """The last session up to which every sheet is verified; 0 when none is."""
    sessions = len(view.seating.sessions) if view.seating else 0
    return next((number - 1 for number in range(1, sessions + 1) if not view.tally(number).final), sessions)


def final_words(view: View, session: int) -> tuple[Text, Text]:
    """What a final state is called, and why it is one."""
    tallies = [view.tally(number) for number in range(1, session + 1)]
    hands = sum(tally.hands for tally in tallies)
    return (
        mark("After session {session}, final", session=session),
        mark(
            "{sheets}, {hands}",
            sheets=mark_count(
                "The one sheet is verified", "All {count} sheets verified", sum(tally.sheets for tally in tallies)
            ),
            hands=mark_count("{count} hand", "{count} hands", hands),
        ),
    )


def now_words(view: View) -> tuple[Text, Text]:
    """What the state as of now is called, and why it can still change."""
    last = view.last_session
    if not last:
        return mark("As of now"), mark("No hand is recorded yet.")
    return mark("As of now, provisional"), mark(
        "{verified} of {sheets} sheets of session {session} verified; every page says “provisional”",
        verified=verified_of(view, last),
        sheets=view.tally(last).expected,
        session=last,
    )


def verified_of(view: View, session: int) -> int:
    """Verified sheets of ``session``."""
    return sum(sheet.state is SheetState.VERIFIED for sheet in view.sheets(session))


def session_words(view: View, report: Report, session: int) -> Text:
    """How final the sheets of one session, or of all, are."""
    if report.group is Group.BEFORE:
        return mark("As the draw is published")
    numbers = [session] if session else list(range(1, view.last_session + 1))
    verified = sum(verified_of(view, number) for number in numbers)
    expected = sum(view.tally(number).expected for number in numbers)
    if not expected:
        return mark("No hand is recorded yet.")
    if verified == expected:
        return mark_count("The one sheet is verified", "All {count} sheets verified", expected)
    return mark(
        "{verified} of {sheets} sheets verified; every page says “provisional”", verified=verified, sheets=expected
    )
