"""What an organiser may set, the limits, and public addresses that would be wrong on paper."""

from dataclasses import replace
from datetime import date, time
from fractions import Fraction
from typing import Any

import pytest

from tournament.event.format import EventFormat, SeasonRules
from tournament.event.money import ClubMoney
from tournament.event.prizes import Prize, Prizes
from tournament.event.settings import (
    AfterGong,
    FixedPoints,
    GrantedPoints,
    Settings,
    gong_rule,
    late_text,
    read_fixed_points,
    read_table_points,
    read_tables,
    settings_problems,
    settings_remarks,
    typed_fixed_points,
    typed_tables,
    web_address_problem,
)
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://example.org",
        "http://example.org/open/2026/index.html",
        "https://example.org:8443/~club/open.html?year=2026#standings",
        "https://[2001:db8::1]/open",
        "http://example.org:1/",
        "http://example.org:65535/",
        "https://xn--bcher-kva.example/%C3%A9t%C3%A9",
    ],
)
def test_what_a_browser_opens_is_one(address: str) -> None:
    assert web_address_problem(address) is None


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("example.org/open", "web-address-unknown"),
        ("ftp://example.org/open", "web-address-unknown"),
        ("javascript:alert(1)", "web-address-unknown"),
        ("file:///etc/passwd", "web-address-unknown"),
        ("https://", "web-address-unknown"),
        ("https:///open", "web-address-unknown"),
        ("https://example.org:99999/", "web-address-unknown"),
        ("https://example.org:0/", "web-address-unknown"),
        ("https://[::1/", "web-address-unknown"),
        ("https://example.org/our open", "web-address-signs"),
        ("https://example.org/\n", "web-address-signs"),
        ("https://example.org/\u202egro", "web-address-signs"),
        ('https://example.org/"><b>', "web-address-signs"),
        ("https://exämple.org/", "web-address-signs"),
        ("https://desk:secret@example.org/", "web-address-secret"),
        ("https://desk@example.org/", "web-address-secret"),
    ],
)
def test_anything_else_is_refused_with_the_reason(address: str, code: str) -> None:
    problem = web_address_problem(address)
    assert problem is not None
    assert (problem.code, problem.field) == (code, "web_address")
    assert "secret" not in str(problem.text.values), "what is secret is not repeated"


def test_a_long_one_is_refused() -> None:
    problems = settings_problems(Settings("Cup", web_address="https://example.org/" + "a" * 181))
    assert [(each.code, each.field) for each in problems] == [("too-long", "web_address")]
    assert settings_problems(Settings("Cup", web_address="https://example.org/" + "a" * 180)) == ()


FRIDAY, SATURDAY, SUNDAY = (date(2026, 6, day) for day in (12, 13, 14))
CUP = Settings("Cup")


def refused(**changes: Any) -> list[tuple[str, str]]:
    return [(each.code, each.field) for each in settings_problems(replace(CUP, **changes))]


@pytest.mark.parametrize(
    "changes",
    [
        {"sessions": 1}, {"sessions": 20}, {"minutes": 1}, {"minutes": 600}, {"name": "x" * 200}, {"place": "x" * 200},
        {"starts": SATURDAY, "ends": SATURDAY}, {"ends": SATURDAY}, {"starts": SATURDAY}, {"host_country": "FR"},
        {"country_size": 100}, {"team_size": 100}, {"streamed": (1, 4, 1000)},
        {"late_fixed": FixedPoints("-3/2", 1_000_000)},
    ],
)  # fmt: skip
def test_what_is_within_its_limits_is_taken(changes: dict[str, object]) -> None:
    assert refused(**changes) == []


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": " "}, "name-empty", "name"),
        ({"name": "x" * 201}, "too-long", "name"),
        ({"organiser": "x" * 201}, "too-long", "organiser"),
        ({"city": "Lyon\x07"}, "control-character", "city"),
        ({"short_name": "a\nb"}, "control-character", "short_name"),
        ({"sessions": 0}, "sessions-range", "sessions"),
        ({"sessions": 21}, "sessions-range", "sessions"),
        ({"minutes": 0}, "minutes-range", "minutes"),
        ({"minutes": 601}, "minutes-range", "minutes"),
        ({"starts": SUNDAY, "ends": SATURDAY}, "dates-order", "ends"),
        ({"host_country": "France"}, "country-unknown", "host_country"),
        ({"streamed": (0,)}, "streamed-tables", "streamed"),
        ({"country_size": 0}, "members-range", "country_size"),
        ({"country_size": 101}, "members-range", "country_size"),
        ({"team_size": -1}, "members-range", "team_size"),
        ({"team_size": 101}, "members-range", "team_size"),
        ({"streamed": (1001,)}, "streamed-tables", "streamed"),
        ({"streamed": (4, 1)}, "streamed-tables", "streamed"),
        ({"streamed": (1, 1)}, "streamed-tables", "streamed"),
        ({"late_fixed": FixedPoints("1.5")}, "granted-points", "late_fixed"),
        ({"late_fixed": FixedPoints("1", 1_000_001)}, "granted-points", "late_fixed"),
        ({"timetable": Timetable((SessionTime(1, minutes=601),))}, "minutes-range", "timetable"),
        ({"prizes": Prizes((Prize(),))}, "prize-empty", "what"),
        ({"season": SeasonRules(least=0)}, "least-range", "season.least"),
        ({"money": ClubMoney(fee=-1)}, "money-fee", "money.fee"),
    ],
)
def test_what_is_beyond_its_limits_is_refused(changes: dict[str, object], code: str, field: str) -> None:
    assert refused(**changes) == [(code, field)]


@pytest.mark.parametrize(
    ("typed", "exact"),
    [("3/2", "3/2"), ("1.5", "3/2"), ("1,50", "3/2"), (" - 2 ", "-2"), ("−2", "-2"), ("4/2", "2"), ("0", "0"),
     ("1000000", "1000000")],
)  # fmt: skip
def test_table_points_are_read_exactly(typed: str, exact: str) -> None:
    assert read_table_points(typed) == exact


@pytest.mark.parametrize("typed", ["", "a", "1/0", "1.555", "+1", "1/1000", "1e3", "١", "1000001", "-1000001"])
def test_what_is_no_number_of_table_points_is_not_read(typed: str) -> None:
    assert read_table_points(typed) is None


@pytest.mark.parametrize(
    ("typed", "fixed"),
    [("3/2, -20", FixedPoints("3/2", -20)), ("2", FixedPoints("2")), ("1; +8", FixedPoints("1", 8)),
     ("0, −1 000", FixedPoints("0", -1000)), ("0, 1000000", FixedPoints("0", 1_000_000))],
)  # fmt: skip
def test_fixed_points_are_read_as_they_are_written(typed: str, fixed: FixedPoints) -> None:
    assert read_fixed_points(typed) == fixed
    assert read_fixed_points(typed_fixed_points(fixed)) == fixed
    assert fixed.exact == Fraction(fixed.table_points)


@pytest.mark.parametrize("typed", ["", "a", "1, b", "1, 1.5", ", 3", "1, 2, 3", "1, 1000001", "1, --2"])
def test_what_are_no_fixed_points_is_not_read(typed: str) -> None:
    assert read_fixed_points(typed) is None
    assert typed_fixed_points(typed) == ""


@pytest.mark.parametrize(
    ("typed", "tables"),
    [
        ("1, 4 12", (1, 4, 12)),
        ("4;1,4", (1, 4)),
        ("", ()),
        ("9999", (9999,)),
        ("12345", None),
        ("a", None),
        ("-1", None),
    ],
)
def test_tables_are_read_in_ascending_order_and_each_once(typed: str, tables: tuple[int, ...] | None) -> None:
    assert read_tables(typed) == tables
    if tables is not None:
        assert read_tables(typed_tables(tables)) == tables


def test_the_points_before_a_player_joined_are_described_in_words() -> None:
    settings = replace(CUP, late_fixed=FixedPoints("3/2", 20))
    said = [ENGLISH.render(late_text(replace(settings, late_points=each))) for each in GrantedPoints]
    assert said == ["Nothing", "The average of their other sessions", "1½ table points and a score of +20"]


def test_papers_say_what_to_do_at_the_gong() -> None:
    said = [ENGLISH.render(gong_rule(each)) for each in AfterGong]
    assert len(set(said)) == len(AfterGong)
    assert said[0] == "Gong: the hand in play is void."


@pytest.mark.parametrize(
    ("starts", "ends", "days", "first", "last"),
    [
        (None, None, (), None, None),
        (SATURDAY, None, (), SATURDAY, SATURDAY),
        (None, SUNDAY, (), None, SUNDAY),
        (None, None, (SUNDAY, SATURDAY), SATURDAY, SUNDAY),
        (FRIDAY, None, (SATURDAY,), FRIDAY, SATURDAY),
        (SATURDAY, SUNDAY, (FRIDAY,), SATURDAY, SUNDAY),
    ],
)
def test_an_event_begins_and_ends_as_entered_or_by_its_timetable(
    starts: date | None, ends: date | None, days: tuple[date, ...], first: date | None, last: date | None
) -> None:
    timetable = Timetable(tuple(SessionTime(session, day) for session, day in enumerate(days, start=1)))
    settings = replace(CUP, starts=starts, ends=ends, timetable=timetable)
    assert (settings.first_day, settings.last_day) == (first, last)


def test_a_session_has_the_length_of_the_event_unless_it_has_its_own() -> None:
    settings = replace(CUP, minutes=100, timetable=Timetable((SessionTime(2, minutes=80), SessionTime(3, SATURDAY))))
    assert [settings.minutes_of(session) for session in (1, 2, 3)] == [100, 80, 100]


def test_remarks_on_a_club_concern_the_evenings_of_its_timetable() -> None:
    times = (SessionTime(1, SATURDAY, time(9)), SessionTime(3, FRIDAY), SessionTime(2, SATURDAY, time(9, 30)))
    club = replace(CUP, format=EventFormat.LEAGUE, minutes=60, timetable=Timetable(times))
    assert [each.code for each in settings_remarks(club, ())] == ["timetable-overlap", "timetable-order"]
