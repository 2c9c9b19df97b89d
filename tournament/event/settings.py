"""The settings of an event: what the organiser decides before anybody plays."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from urllib.parse import urlsplit

from tournament.catalogue import DEFAULT
from tournament.event.country import is_country_code
from tournament.event.format import ALL_EVENINGS, EventFormat, SeasonRules, season_problems
from tournament.event.money import NO_MONEY, ClubMoney, money_problems
from tournament.event.officials import Official, certificate_problems, officials_problems
from tournament.event.prizes import NO_PRIZES, Prizes, prizes_problems
from tournament.event.problem import Problem
from tournament.event.timetable import (
    NO_TIMETABLE,
    Timetable,
    planned_sessions,
    timetable_problems,
    timetable_remarks,
)
from tournament.language import Text, mark, mark_in, signed_text
from tournament.language.harmless import steers_a_line
from tournament.language.text import LabelledEnum
from tournament.rules.question import Chosen

_SIGNS = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*")
"""The characters that a web address may contain (RFC 3986). All others must be percent-encoded."""


def web_address_problem(address: str) -> Problem | None:
    """Return what is wrong with ``address``; None if it is valid or empty."""
    if not address:
        return None
    if _SIGNS.fullmatch(address) is None:
        text = mark(
            "The web address contains a space or a character that web addresses cannot have: copy it from the browser."
        )
        return Problem("web-address-signs", text, "web_address")
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        named, parts = False, urlsplit("")
    if parts.scheme not in ("http", "https") or not named:
        text = mark("“{address}” is not a web address: it must begin with https:// or http:// and " "name a site.",
                    address=address)  # fmt: skip
        return Problem("web-address-unknown", text, "web_address")
    if parts.username is not None or parts.password is not None:
        text = mark("The web address contains a user name or a password, which everybody could read: remove it.")
        return Problem("web-address-secret", text, "web_address")
    return None


MOST_SESSIONS = 20
MOST_MINUTES = 600
TEXT_LENGTH = 200
LAST_TABLE = 1000
"""The highest number that a streamed table can have."""
MOST_MEMBERS = 100
"""The highest least number of members that an event can ask of a country or a team."""
MOST_GRANTED = 1_000_000
"""The most points that can be granted for a session, positive or negative."""
_TABLE_POINTS = re.compile(r"[-−]?[0-9]{1,7}(/[1-9][0-9]{0,2}|[.,][0-9]{1,2})?", re.ASCII)


class CountedTotals(LabelledEnum):
    """Which totals of a signed sheet count if paper and hands differ; the value is its name in files."""

    COMPUTED = "computed", mark("The computed totals count")
    AS_SIGNED = "as-signed", mark("The signed totals count")


class PaperTotals(LabelledEnum):
    """Whether a sheet can be signed without the totals on paper; the value is its name in files."""

    OPTIONAL = "optional", mark("Paper totals are optional")
    DEMANDED = "demanded", mark("Paper totals are required")


class SecondReading(LabelledEnum):
    """Whether a sheet is read a second time, and by whom; the value is its name in files."""

    NONE = "none", mark("No second reading")
    BY_ANOTHER = "by-another", mark("Second reading by another person")
    """The person who typed or signed the sheet cannot be the second reader."""
    BY_ANYONE = "by-anyone", mark("Second reading, the same person allowed")


class AfterGong(LabelledEnum):
    """What happens to the hand in play at the gong; the value is its name in files."""

    VOID = "void", mark("The hand in play is void")
    FINISHED = "finished", mark("The hand in play is finished")
    ONE_MORE = "one-more", mark("The hand in play is finished, and one more is played")


_ON_PAPER = {
    AfterGong.VOID: mark("Gong: the hand in play is void."),
    AfterGong.FINISHED: mark("Gong: finish the hand in play and do not start another."),
    AfterGong.ONE_MORE: mark("Gong: finish the hand in play, then play one more."),
}


def gong_rule(after_gong: AfterGong) -> Text:
    """Return what players do at the gong, as printed on their papers."""
    return _ON_PAPER[after_gong]


class GrantedPoints(LabelledEnum):
    """Which points players get for a session that they could not play; the value is its name in files."""

    NOTHING = "nothing", mark_in("granted", "Nothing")
    AVERAGE = "average", mark("The average of their other sessions")
    FIXED = "fixed", mark("Fixed points")


@dataclass(frozen=True, slots=True)
class FixedPoints:
    """The points for a session that a player could not play, under the rule of fixed points."""

    table_points: str = "0"
    """An exact number such as ``3/2``, in the form of :func:`read_table_points`."""
    score: int = 0

    @property
    def exact(self) -> Fraction:
        """The table points as a fraction."""
        return Fraction(self.table_points)

    @property
    def text(self) -> Text:
        """Both numbers in words."""
        return mark("{points} table points and a score of {score}", points=self.exact, score=signed_text(self.score))

    @property
    def in_range(self) -> bool:
        """Whether both numbers are valid and within their limits."""
        return read_table_points(self.table_points) == self.table_points and abs(self.score) <= MOST_GRANTED


def read_table_points(typed: str) -> str | None:
    """Return ``typed``, such as ``1.5``, ``3/2`` or ``-2``, as an exact number: ``3/2``.

    None if it is not a number.
    """
    text = "".join(typed.split())
    if not _TABLE_POINTS.fullmatch(text):
        return None
    number = Fraction(text.replace("−", "-").replace(",", "."))
    return str(number) if abs(number) <= MOST_GRANTED else None


def read_fixed_points(typed: str) -> FixedPoints | None:
    """Return the points of ``3/2, -20``: table points and a score, by default 0. None if ``typed`` is none."""
    points, _, score = typed.replace(";", ",").partition(",")
    exact, digits = read_table_points(points), "".join(score.split()).replace("−", "-") or "0"
    if exact is None or not (digits.isascii() and digits.removeprefix("-").removeprefix("+").isdecimal()):
        return None
    fixed = FixedPoints(exact, int(digits))
    return fixed if fixed.in_range else None


def typed_fixed_points(fixed: object) -> str:
    """Return the points as they are typed; empty for anything else."""
    return f"{fixed.table_points}, {fixed.score}" if isinstance(fixed, FixedPoints) else ""


def granted_problem(typed: str, field: str = "late_fixed") -> Problem:
    """Return the problem that ``typed`` in ``field`` of the settings cannot be granted as points."""
    text = mark(
        "“{points}” cannot be granted for a session: enter table points such as 3/2 and a whole score, up to {most}.",
        points=typed,
        most=MOST_GRANTED,
    )
    return Problem("granted-points", text, field)


class FinalRanks(LabelledEnum):
    """How players are ranked after a final beside which the others play on; the value is its name in files."""

    FINALISTS = "finalists", mark("Finalists first, the others behind them")
    POINTS = "points", mark("Everybody by points")


FINAL_RANKS = mark("Ranks after a final beside other tables")
"""The label of :attr:`Settings.final_ranks`."""
LATE_POINTS = mark("Sessions before joining")
"""The label of :attr:`Settings.late_points`."""
SIT_OUT_POINTS = mark("Sessions sat out")
"""The label of :attr:`Settings.sit_out_points`."""
NOT_CHOSEN = mark("not chosen yet")
"""Shown while :attr:`Settings.sit_out_points` is None."""
PROPOSED_SIT_OUT = GrantedPoints.AVERAGE
"""The proposed :attr:`Settings.sit_out_points`: nobody loses or gains a place because they had to sit out."""

COUNTRY_SIZE = mark("Players of a country required for ranking")
"""The label of :attr:`Settings.country_size`."""
TEAM_SIZE = mark("Players of a team required for ranking")
"""The label of :attr:`Settings.team_size`."""
PROPOSED_COUNTRY_SIZE = 3
"""The :attr:`Settings.country_size` of new events: as many players as the European ranking counts of a country."""


class FederationLevel(LabelledEnum):
    """The kind of event for its federation; the value is its name in files."""

    TOURNAMENT = "tournament", mark_in("federation", "Tournament")
    CHAMPIONSHIP = "championship", mark("European championship")
    """A European championship, for which players qualify: its weight in the ranking is higher by one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an event."""

    name: str
    rules: str = DEFAULT.id
    """Id of the rule set in the catalogue."""
    sessions: int = 1
    """1–20; only in a tournament, since elsewhere evenings are opened one by one."""
    minutes: int = 120
    """Length of a session, in minutes."""
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    organiser: str = ""
    language: str = "en"
    """Language of the papers."""
    counted_totals: CountedTotals = CountedTotals.COMPUTED
    paper_totals: PaperTotals = PaperTotals.OPTIONAL
    second_reading: SecondReading = SecondReading.NONE
    options: Chosen = ()
    """The options chosen for the rule set."""
    format: EventFormat = EventFormat.TOURNAMENT
    season: SeasonRules = ALL_EVENINGS
    """How the evenings of a league make one ranking."""
    money: ClubMoney = NO_MONEY
    """The money that a club or a league plays for."""
    after_gong: AfterGong = AfterGong.VOID
    timetable: Timetable = NO_TIMETABLE
    """When the sessions are played, in the local time of the event."""
    city: str = ""
    """The city as a federation's report names it. The place may be worded more freely."""
    host_country: str = ""
    """ISO 3166 alpha-2 code of the country of the event; empty if not given."""
    short_name: str = ""
    """A few letters by which a federation's list names the event. If it is empty, its initials and the year are
    used."""
    level: FederationLevel = FederationLevel.TOURNAMENT
    prizes: Prizes = NO_PRIZES
    """The prizes of the event."""
    rehearsal: bool = False
    """Whether the event is for practice, as every screen and paper then says. It cannot be changed later."""
    web_address: str = ""
    """The address of its page on the web, to which a code on papers and screens leads; empty if there is none."""
    streamed: tuple[int, ...] = ()
    """Tables whose play everybody may follow on a stream, in ascending order."""
    late_points: GrantedPoints = GrantedPoints.NOTHING
    """Which points late players get for each session before they joined."""
    late_fixed: FixedPoints = FixedPoints()
    """The points for :attr:`GrantedPoints.FIXED`."""
    sit_out_points: GrantedPoints | None = None
    """Which points players get for each session that they sat out; None until it is chosen, which counts as nothing."""
    sit_out_fixed: FixedPoints = FixedPoints()
    """The points for :attr:`GrantedPoints.FIXED`."""
    country_size: int = 1
    """The least number of players with which a country is ranked and wins prizes. Events of older files, which do not
    have it, rank every country; new events start with :data:`PROPOSED_COUNTRY_SIZE`."""
    team_size: int = 0
    """The same for teams; 0 if a team may have any number of players."""
    final_ranks: FinalRanks = FinalRanks.FINALISTS
    """How players are ranked after a final beside which the others play on."""
    officials: tuple[Official, ...] = ()
    """Who answers for the event, as its reports to federations name them. What is entered here is passed on."""
    certificate_words: str = ""
    """The organiser's own words on every certificate; line breaks are kept."""
    certificate_signatures: tuple[str, ...] = ()
    """Who signs the certificates, from left to right; empty for the organiser and the head referee."""

    @property
    def counts_money(self) -> bool:
        """Whether there is money to settle; never in a tournament."""
        return self.money.is_counted and not self.format.is_drawn

    @property
    def first_day(self) -> date | None:
        """The first day, as entered or by the timetable; None if neither gives it."""
        return self.starts or min(self.timetable.days, default=None)

    @property
    def last_day(self) -> date | None:
        """The last day, as entered or by the timetable, else the first day; None if none is known."""
        return self.ends or max((*self.timetable.days, *((self.starts,) if self.starts else ())), default=None)

    def minutes_of(self, session: int) -> int:
        """Return the length of ``session``, in minutes."""
        own = self.timetable.of(session).minutes
        return self.minutes if own is None else own


def late_text(settings: Settings) -> Text:
    """Return which points late players get, in a sentence."""
    if settings.late_points is not GrantedPoints.FIXED:
        return settings.late_points.label
    return settings.late_fixed.text


def sit_out_text(settings: Settings) -> Text:
    """Return which points players get for sessions that they sat out, in a sentence."""
    if settings.sit_out_points is None:
        return NOT_CHOSEN
    if settings.sit_out_points is not GrantedPoints.FIXED:
        return settings.sit_out_points.label
    return settings.sit_out_fixed.text


_FIELD_LABELS = {
    "name": mark("Name of the event"),
    "place": mark("Place"),
    "organiser": mark("Organiser"),
    "city": mark("City"),
    "short_name": mark("Short name"),
    "web_address": mark("Web address"),
}


def settings_problems(settings: Settings) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``settings``, except that the rule set may not exist."""
    problems: list[Problem] = []
    if not settings.name.strip():
        problems.append(Problem("name-empty", mark("The event has no name: give it one."), "name"))
    for field, label in _FIELD_LABELS.items():
        if len(getattr(settings, field)) > TEXT_LENGTH:
            text = mark("{field} is longer than {most} characters: shorten it.", field=label, most=TEXT_LENGTH)
            problems.append(Problem("too-long", text, field))
        if steers_a_line(getattr(settings, field)):
            text = mark("{field} contains control characters: type it again.", field=label)
            problems.append(Problem("control-character", text, field))
    if not 1 <= settings.sessions <= MOST_SESSIONS:
        text = mark("{sessions} sessions: an event has 1 to {most}.", sessions=settings.sessions, most=MOST_SESSIONS)
        problems.append(Problem("sessions-range", text, "sessions"))
    if not 1 <= settings.minutes <= MOST_MINUTES:
        text = mark("{minutes} minutes: a session lasts 1 to {most}.", minutes=settings.minutes, most=MOST_MINUTES)
        problems.append(Problem("minutes-range", text, "minutes"))
    if settings.starts and settings.ends and settings.ends < settings.starts:
        text = mark("The event ends before it starts: {starts} to {ends}.", starts=settings.starts, ends=settings.ends)
        problems.append(Problem("dates-order", text, "ends"))
    if settings.host_country and not is_country_code(settings.host_country):
        problems.append(host_country_problem(settings.host_country))
    problems.extend(filter(None, (web_address_problem(settings.web_address), streamed_problem(settings.streamed))))
    for field in ("late_fixed", "sit_out_fixed"):
        fixed: FixedPoints = getattr(settings, field)
        if not fixed.in_range:
            problems.append(granted_problem(f"{fixed.table_points}, {fixed.score}", field))
    problems.extend(_size_problems(settings))
    problems.extend(officials_problems(settings.officials))
    problems.extend(certificate_problems(settings.certificate_words, settings.certificate_signatures))
    problems.extend(timetable_problems(settings.timetable, most_sessions=MOST_SESSIONS, most_minutes=MOST_MINUTES))
    problems.extend(prizes_problems(settings.prizes, table_points=settings.format.is_drawn))
    return (*problems, *season_problems(settings.season), *money_problems(settings.money))


def read_tables(typed: str) -> tuple[int, ...] | None:
    """Return the tables in ``1, 4 12`` in ascending order, each once; None if ``typed`` is something else."""
    parts = typed.replace(",", " ").replace(";", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    return tuple(sorted(set(map(int, parts))))


def typed_tables(tables: object) -> str:
    """Return the tables as they are typed; empty for anything else."""
    return ", ".join(map(str, tables)) if isinstance(tables, tuple) else ""


def streamed_problem(tables: tuple[int, ...]) -> Problem | None:
    """Return what is wrong with the streamed tables; None if nothing is."""
    if list(tables) == sorted(set(tables)) and all(1 <= table <= LAST_TABLE for table in tables):
        return None
    return unreadable_tables(typed_tables(tables))


def unreadable_tables(typed: str) -> Problem:
    """Return the problem that ``typed`` does not name tables."""
    text = mark("“{tables}” does not name tables: enter their numbers from 1 to {last}, such as 1, 4.", tables=typed,
                last=LAST_TABLE)  # fmt: skip
    return Problem("streamed-tables", text, "streamed")


def _size_problems(settings: Settings) -> Iterator[Problem]:
    for field, least in (("country_size", 1), ("team_size", 0)):
        size = getattr(settings, field)
        if not least <= size <= MOST_MEMBERS:
            yield size_problem(str(size), field)


def size_problem(typed: str, field: str) -> Problem:
    """Return the problem that ``typed`` cannot be the value of ``field``, ``country_size`` or ``team_size``."""
    if field == "country_size":
        text = mark("A country cannot need “{size}” players to be ranked: enter a number from 1 to {most}.",
                    size=typed, most=MOST_MEMBERS)  # fmt: skip
    else:
        text = mark(
            "A team cannot need “{size}” players to be ranked: enter a number up to {most}, or 0 for any number.",
            size=typed,
            most=MOST_MEMBERS,
        )
    return Problem("members-range", text, field)


def host_country_problem(written: str) -> Problem:
    """Return the problem that ``written`` is not a country."""
    text = mark("“{country}” is not a known country: enter its name or its code, such as FR.", country=written)
    return Problem("country-unknown", text, "host_country")


def settings_remarks(settings: Settings, sessions: Iterable[int]) -> tuple[Problem, ...]:
    """Return remarks on the timetable of ``settings``. EMA's minima apply to tournaments of MCR only.

    ``sessions`` are the numbers of the sessions of a tournament, without cancelled ones.
    """
    tournament = settings.format is EventFormat.TOURNAMENT
    last = max((each.session for each in settings.timetable.sessions), default=0)
    planned = planned_sessions(settings.timetable, sessions if tournament else range(1, last + 1), settings.minutes)
    return timetable_remarks(planned, ema=tournament and settings.rules == DEFAULT.id)
