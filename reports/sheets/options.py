"""The options of reports, and words that several reports share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from reports.design import USUAL_DESIGN, PaperDesign
from tournament.event.country import CountryCodes
from tournament.event.prizes import PrizeCategory
from tournament.event.settings import gong_rule
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases import View

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The options of a report; each report uses those that concern it."""

    printed: datetime
    """Now, in the time zone of the event."""
    session: int | None = None
    """Results after or of this session, its seating or its sheets; None: everything."""
    table: int | None = None
    """Only the sheet of this table."""
    hand: int | None = None
    """Ruling slips: only this hand."""
    movement: bool = True
    """Standings: places gained and lost since the session before."""
    ema_numbers: bool = True
    """Standings: the players' EMA numbers."""
    category: PrizeCategory | None = None
    """Certificates and prizes: only this category; None: all players, or every category with a prize."""
    first: int | None = None
    """Certificates and prizes: only so many places."""
    winners: bool = False
    """Certificates: only the first three players, and who wins a prize in any category."""
    formulas: bool = False
    """Workbook: totals of the standings as sums of their cells."""
    prizes_so_far: bool = False
    """Certificates and prizes: shows who would win what before the results are final."""
    phones: bool = True
    """Score sheets: the code with which players type the sheet on their phones, where the event allows that."""
    reasons: bool = False
    """Referee's report: the reasons of earlier versions why players left or were replaced, which are private."""
    public: bool = False
    """Uses only public results, and says so; refused if more was requested."""
    design: PaperDesign = USUAL_DESIGN
    """Badges and certificates: how they look."""
    country_codes: CountryCodes | None = None
    """Files for federations: the codes of countries; None: those that the federation asks for."""
    whole_points: bool = False
    """Files for federations: rounds table points to whole ones."""

    beat: Callable[[], None] = field(default=lambda: None, compare=False, repr=False)
    """Called often while a report is built; may raise to cancel."""

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """Each of ``items``; before each, the user can cancel."""
        for item in items:
            self.beat()
            yield item

    def sessions_of(self, view: View) -> Sequence[int]:
        """The selected session, otherwise all of the draw."""
        return view.drawn_sessions if self.session is None else range(self.session, self.session + 1)

    def sheets_of(self, view: View) -> list[Sheet]:
        """The sheets of the selected session and table, otherwise all of the draw."""
        sheets = (sheet for session in self.sessions_of(view) for sheet in view.sheets(session))
        return [sheet for sheet in sheets if self.table in (None, sheet.table)]

    def sessions_so_far(self, view: View) -> Sequence[int]:
        """The sessions up to the selected one, otherwise up to the last one with a sheet that counts."""
        last = view.last_session if self.session is None else self.session
        return tuple(session for session in view.drawn_sessions if session <= last)

    def sessions_played(self, view: View) -> Sequence[int]:
        """The selected session, otherwise those up to the last one with a sheet that counts."""
        return self.sessions_so_far(view) if self.session is None else range(self.session, self.session + 1)

    def with_session(self, title: Text) -> Text:
        """Return ``title`` with the selected session."""
        if self.session is None:
            return title
        return mark("{report}, session {session}", report=title, session=self.session)

    def after_session(self, title: Text) -> Text:
        """Return ``title`` with the session up to which it counts."""
        if self.session is None:
            return title
        return mark("{report} after session {session}", report=title, session=self.session)


def seating_state(view: View, sessions: Iterable[int]) -> Text:
    """The state shown by a page made before play: the version of the draw in ``sessions``."""
    if not view.settings.format.is_drawn:
        return mark("games as opened")
    if view.seating is None:
        return mark("no draw published yet")
    versions = _by_version(view, sessions)
    if len(versions) > 1:
        return mark("draw, versions {first} to {last}", first=min(versions), last=max(versions))
    return mark("draw, version {version}", version=next(iter(versions), 1))


def seating_aside(view: View, sessions: Iterable[int], players: int) -> tuple[Text, Text]:
    """Beside the title of a seating: number of players and rules, and the version of the draw, by session if they
    differ."""
    versions = _by_version(view, sessions)
    version_text = mark("version {version}", version=next(iter(versions), 1))
    if len(versions) > 1:
        version_text = listed(
            mark_count("version {version} in session {sessions}", "version {version} in sessions {sessions}",
                       len(each), version=version, sessions=runs(each))
            for version, each in sorted(versions.items())
        )  # fmt: skip
    return mark("{players} · {rules}", players=players_of(players), rules=view.rules.name), version_text


def _by_version(view: View, sessions: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for session in sessions:
        if view.seating is not None and view.seating.tables(session):
            found.setdefault(view.seat_versions.of(session, 1), []).append(session)
    return found


def runs(numbers: Sequence[int]) -> str:
    """``1–3, 5``."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    return ", ".join(str(one) if one == end else f"{one}–{end}" for one, end in zip(starts, ends, strict=True))


def after_hands(hands: int, *, provisional: bool) -> Text:
    """The state shown by a page of results."""
    state = mark_count("after {count} hand", "after {count} hands", hands)
    return mark("provisional, {state}", state=state) if provisional else state


def is_provisional(sheets: Iterable[Sheet]) -> bool:
    """Whether a paper based on these sheets can still change: not all of them are verified."""
    return any(sheet.state is not SheetState.VERIFIED for sheet in sheets)


def gong_on_paper(view: View, session: int | None = None) -> Text | None:
    """What players do at the gong; None if games are played to their end and no clock was started in ``session``."""
    if not view.settings.format.is_drawn and session not in view.state.clocks:
        return None
    return gong_rule(view.after_gong)


def players_of(players: int) -> Text:
    """``48 players``."""
    return mark_count("{count} player", "{count} players", players)
