"""What defines an event before anybody plays."""

from dataclasses import dataclass
from datetime import date

from tournament.catalogue import DEFAULT
from tournament.event.country import is_country_code
from tournament.event.format import ALL_EVENINGS, EventFormat, SeasonRules, season_problems
from tournament.event.money import NO_MONEY, ClubMoney, money_problems
from tournament.event.prizes import NO_PRIZES, Prizes, prizes_problems
from tournament.event.problem import Problem
from tournament.event.timetable import (
    NO_TIMETABLE,
    Timetable,
    planned_sessions,
    timetable_problems,
    timetable_remarks,
)
from tournament.event.web_address import web_address_problem
from tournament.language import Text, mark, mark_in
from tournament.language.harmless import steers_a_line
from tournament.language.labelled import LabelledEnum
from tournament.rules.question import Chosen

MOST_SESSIONS = 20
MOST_MINUTES = 600
TEXT_LENGTH = 200
LAST_TABLE = 1000
"""Of those that are streamed."""


class CountedTotals(LabelledEnum):
    """Which totals of a signed sheet count where paper and hands differ; the value is its name in files."""

    COMPUTED = "computed", mark("The computed totals count")
    AS_SIGNED = "as-signed", mark("The signed totals count")


class PaperTotals(LabelledEnum):
    """Whether a sheet may be signed without the totals of its paper; the value is its name in files."""

    OPTIONAL = "optional", mark("Paper totals are optional")
    DEMANDED = "demanded", mark("Paper totals are required")


class SecondReading(LabelledEnum):
    """Whether a sheet is read by a second pair of eyes, and whose; the value is its name in files."""

    NONE = "none", mark("No second reading")
    BY_ANOTHER = "by-another", mark("Second reading by another person")
    """Who typed or signed the sheet may not be the second reader."""
    BY_ANYONE = "by-anyone", mark("Second reading, the same person allowed")


class AfterGong(LabelledEnum):
    """What becomes of the hand in play at the gong; the value is its name in files."""

    VOID = "void", mark("The hand in play is void")
    FINISHED = "finished", mark("The hand in play is finished")
    ONE_MORE = "one-more", mark("The hand in play is finished, and one more is played")


_ON_PAPER = {
    AfterGong.VOID: mark("Gong: the hand in play is void."),
    AfterGong.FINISHED: mark("Gong: finish the hand in play and do not start another."),
    AfterGong.ONE_MORE: mark("Gong: finish the hand in play, then play one more."),
}


def gong_rule(after_gong: AfterGong) -> Text:
    """What players do at the gong, as it stands on their papers."""
    return _ON_PAPER[after_gong]


class FederationLevel(LabelledEnum):
    """What an event is to its federation; the value is its name in files."""

    TOURNAMENT = "tournament", mark_in("federation", "Tournament")
    CHAMPIONSHIP = "championship", mark("European championship")
    """A European championship, for which players qualify: it weighs one more in the ranking."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an event."""

    name: str
    rules: str = DEFAULT.id
    """Id of the rule set in the catalogue."""
    sessions: int = 1
    """1–20; of a tournament: elsewhere evenings are opened one by one."""
    minutes: int = 120
    """Length of a session."""
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    organiser: str = ""
    language: str = "en"
    """Language of what is printed."""
    counted_totals: CountedTotals = CountedTotals.COMPUTED
    paper_totals: PaperTotals = PaperTotals.OPTIONAL
    second_reading: SecondReading = SecondReading.NONE
    options: Chosen = ()
    """What was chosen of the options of the rule set."""
    format: EventFormat = EventFormat.TOURNAMENT
    season: SeasonRules = ALL_EVENINGS
    """How the evenings of a league make one ranking."""
    money: ClubMoney = NO_MONEY
    """What a club or a league plays for."""
    after_gong: AfterGong = AfterGong.VOID
    timetable: Timetable = NO_TIMETABLE
    """When the sessions are played, by the clocks of the place."""
    city: str = ""
    """As a federation's report names it; the place is written as the organiser likes."""
    host_country: str = ""
    """ISO 3166 alpha-2 code of the country in which it is played, or nothing."""
    short_name: str = ""
    """A few letters by which a federation's list names the event; nothing: initials and year."""
    level: FederationLevel = FederationLevel.TOURNAMENT
    prizes: Prizes = NO_PRIZES
    """What there is to win."""
    rehearsal: bool = False
    """It is played to practise: marked on every screen and paper. What an event is it stays."""
    web_address: str = ""
    """Where its page is read on the web, or nothing; a code on papers and screens leads there."""
    streamed: tuple[int, ...] = ()
    """Tables whose play everybody may follow on a stream, in ascending order."""

    @property
    def counts_money(self) -> bool:
        """Whether there is money to be settled: never in a tournament."""
        return self.money.is_counted and not self.format.is_drawn

    @property
    def first_day(self) -> date | None:
        """The day on which the event begins, as entered or by the timetable; None if neither says it."""
        return self.starts or min(self.timetable.days, default=None)

    @property
    def last_day(self) -> date | None:
        """The day on which it ends, as entered or by the timetable; without either it is a one-day event."""
        return self.ends or max((*self.timetable.days, *((self.starts,) if self.starts else ())), default=None)

    def minutes_of(self, session: int) -> int:
        """The length of ``session``."""
        own = self.timetable.of(session).minutes
        return self.minutes if own is None else own


_FIELD_LABELS = {
    "name": mark("Name of the event"),
    "place": mark("Place"),
    "organiser": mark("Organiser"),
    "city": mark("City"),
    "short_name": mark("Short name"),
    "web_address": mark("Web address"),
}


def settings_problems(settings: Settings) -> tuple[Problem, ...]:
    """All that is wrong with ``settings``; the rule set is looked up by the use cases."""
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
    problems.extend(timetable_problems(settings.timetable, most_sessions=MOST_SESSIONS, most_minutes=MOST_MINUTES))
    problems.extend(prizes_problems(settings.prizes, table_points=settings.format.is_drawn))
    return (*problems, *season_problems(settings.season), *money_problems(settings.money))


def read_tables(typed: str) -> tuple[int, ...] | None:
    """The tables of ``1, 4 12`` in ascending order, each once; None if ``typed`` is something else."""
    parts = typed.replace(",", " ").replace(";", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    return tuple(sorted(set(map(int, parts))))


def typed_tables(tables: object) -> str:
    """How they are typed."""
    return ", ".join(map(str, tables)) if isinstance(tables, tuple) else ""


def streamed_problem(tables: tuple[int, ...]) -> Problem | None:
    """What is wrong with the tables that are streamed."""
    if list(tables) == sorted(set(tables)) and all(1 <= table <= LAST_TABLE for table in tables):
        return None
    return unreadable_tables(typed_tables(tables))


def unreadable_tables(typed: str) -> Problem:
    """What was ``typed`` names no tables."""
    text = mark("“{tables}” does not name tables: enter their numbers from 1 to {last}, such as 1, 4.", tables=typed,
                last=LAST_TABLE)  # fmt: skip
    return Problem("streamed-tables", text, "streamed")


def host_country_problem(written: str) -> Problem:
    """What was ``written`` for the host country is none."""
    text = mark("“{country}” is not a known country: enter its name or its code, such as FR.", country=written)
    return Problem("country-unknown", text, "host_country")


def settings_remarks(settings: Settings) -> tuple[Problem, ...]:
    """What an organiser should know of the timetable of ``settings``: EMA's minima are those of a tournament of MCR."""
    tournament = settings.format is EventFormat.TOURNAMENT
    last = max((each.session for each in settings.timetable.sessions), default=0)
    planned = planned_sessions(settings.timetable, settings.sessions if tournament else last, settings.minutes)
    return timetable_remarks(planned, ema=tournament and settings.rules == DEFAULT.id)
