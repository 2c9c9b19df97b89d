"""The settings of an event as form fields, used to create and to change an event."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Any

from tournament.catalogue import OFFERED
from tournament.event.country import country_code
from tournament.event.format import (
    MOST_EVENINGS,
    MOST_GAMES,
    EventFormat,
    SeasonCount,
    SeasonUnit,
    read_handicaps,
    typed_handicaps,
)
from tournament.event.money import Stake, read_stake, stake_problem, typed_stake
from tournament.event.officials import Official, read_officials, typed_officials, unreadable_officials
from tournament.event.prizes import CURRENCY_LENGTH, amount_problem, read_amount, typed_amount
from tournament.event.problem import Problem
from tournament.event.settings import (
    COUNTRY_SIZE,
    FINAL_RANKS,
    LATE_POINTS,
    MOST_MEMBERS,
    MOST_MINUTES,
    MOST_SESSIONS,
    NOT_CHOSEN,
    SIT_OUT_POINTS,
    TEAM_SIZE,
    TEXT_LENGTH,
    AfterGong,
    CountedTotals,
    FederationLevel,
    FinalRanks,
    FixedPoints,
    GrantedPoints,
    PaperTotals,
    SecondReading,
    Settings,
    granted_problem,
    host_country_problem,
    read_fixed_points,
    read_tables,
    typed_fixed_points,
    typed_tables,
    unreadable_tables,
)
from tournament.language import LANGUAGES, Text, mark, mark_in, verbatim
from ui.desktop.kit.form import (
    Form,
    FormField,
    NotRead,
    choice_field,
    date_field,
    read_whole_number,
    text_field,
    whole_number_field,
)


def event_form(names: Collection[str] | None = None) -> Form:
    """Return a form with a field for each setting in ``names``, by default all, named as in :class:`Settings`.

    The caller must lay out all fields: a widget without a parent is a window of its own, which would stay hidden.
    """
    return Form([field for field in _form_fields() if names is None or field.name in names])


SEASON = ("best", "least", "least_games", "count", "per", "handicaps")
"""Fields that only a league has, named as in :class:`tournament.event.format.SeasonRules`."""
MONEY = ("stake", "fee", "round_to", "currency")
"""Fields that only a club or a league has, named as in :class:`tournament.event.money.ClubMoney`."""
SESSIONS = (
    "sessions", "minutes", "late_points", "late_fixed", "sit_out_points", "sit_out_fixed", "country_size", "team_size",
    "final_ranks",
)  # fmt: skip
"""Fields that only an event with a draw has."""


def fields_of(format: EventFormat) -> tuple[str, ...]:
    """The fields of the three groups above that an event of ``format`` has."""
    return SESSIONS if format.is_drawn else (*SEASON, *MONEY) if format is EventFormat.LEAGUE else MONEY


def with_value(settings: Settings, name: str, value: Any) -> Settings:
    """``settings`` with ``value`` for the field ``name``, which may belong to the season or the money."""
    if name in SEASON:
        return replace(settings, season=replace(settings.season, **{name: value}))
    if name in MONEY:
        return replace(settings, money=replace(settings.money, **{name: value}))
    return replace(settings, **{name: value})


def field_of(problem: Problem) -> str:
    """The name of the field at which ``problem`` is shown."""
    return problem.field.removeprefix("season.")


def show_settings(form: Form, settings: Settings, *, kept: Collection[str] = ()) -> None:
    """Show ``settings`` in the form, except in the fields ``kept``."""
    owners = dict.fromkeys(SEASON, settings.season) | dict.fromkeys(MONEY, settings.money)
    values = {name: getattr(owners.get(name, settings), name) for name in form.fields}
    form.show(values, kept=kept)


def _form_fields() -> tuple[FormField, ...]:
    return (
        text_field("name", mark("Name"), longest=TEXT_LENGTH),
        text_field("place", mark_in("event", "Place"), longest=TEXT_LENGTH),
        text_field("organiser", mark("Organiser"), longest=TEXT_LENGTH),
        date_field("starts", mark("First day")),
        date_field("ends", mark("Last day"), placeholder=mark("if not the first day")),
        whole_number_field("sessions", mark_in("draw", "Sessions"), hint=mark("1–{most}", most=MOST_SESSIONS)),
        whole_number_field("minutes", mark("Minutes each"), hint=mark("1–{most}", most=MOST_MINUTES)),
        choice_field("rules", mark("Rules"), list(OFFERED.items())),
        choice_field(
            "format",
            mark("Format"),
            [(each.value, each.label) for each in EventFormat],
            read=EventFormat,
        ),
        FormField(
            "best",
            mark("Best ones counted"),
            lambda typed: read_whole_number(typed) if typed.strip() else None,
            lambda best: "" if best is None else str(best),
            placeholder=mark_in("evenings", "all"),
            digits=True,
        ),
        whole_number_field("least", mark("Evenings required for ranking"), hint=mark("1–{most}", most=MOST_EVENINGS)),
        whole_number_field("least_games", mark("Games required for ranking"), hint=mark("0–{most}", most=MOST_GAMES)),
        choice_field(
            "count", mark("Season result"), [(each.value, each.label) for each in SeasonCount], read=SeasonCount
        ),
        choice_field("per", mark("Counted are"), [(each.value, each.label) for each in SeasonUnit], read=SeasonUnit),
        FormField(
            "handicaps",
            mark("Handicaps: points added to each game, by player number"),
            _read_handicaps,
            _handicaps_text,
            placeholder=verbatim("3=2000, 5=−1000"),
        ),
        FormField("stake", mark("Stake per point"), _read_stake, _stake_text, placeholder=mark("0.01 or 1/100")),
        FormField("fee", mark("Fee of an evening"), _read_amount, _amount_text, placeholder="5.00"),
        FormField(
            "round_to", mark("Round balances to"), partial(_read_amount, blank=1), _amount_text, placeholder="0.01"
        ),
        FormField("currency", mark("Currency"), str.strip, placeholder="EUR", longest=CURRENCY_LENGTH),
        choice_field("language", mark("Print language"), [(each.code, each.name) for each in LANGUAGES]),
        _rule_field("counted_totals", mark("When totals differ"), CountedTotals),
        _rule_field("paper_totals", mark("Before signing"), PaperTotals),
        _rule_field("second_reading", mark("After signing"), SecondReading),
        _rule_field("after_gong", mark("At the gong"), AfterGong),
        _rule_field("late_points", LATE_POINTS, GrantedPoints),
        FormField(
            "late_fixed",
            mark("Fixed points: table points, score"),
            partial(_read_fixed, "late_fixed"),
            typed_fixed_points,
            placeholder="3/2, 0",
        ),
        choice_field(
            "sit_out_points",
            SIT_OUT_POINTS,
            [("", NOT_CHOSEN), *((each.value, each.label) for each in GrantedPoints)],
            read=lambda chosen: GrantedPoints(chosen) if chosen else None,
        ),
        FormField(
            "sit_out_fixed",
            mark("Fixed points: table points, score"),
            partial(_read_fixed, "sit_out_fixed"),
            typed_fixed_points,
            placeholder="3/2, 0",
        ),
        whole_number_field("country_size", COUNTRY_SIZE, hint=mark("1–{most}", most=MOST_MEMBERS)),
        FormField(
            "team_size",
            TEAM_SIZE,
            lambda typed: read_whole_number(typed) if typed.strip() else 0,
            lambda size: str(size) if size else "",
            placeholder=mark_in("players", "any number"),
            digits=True,
        ),
        _rule_field("final_ranks", FINAL_RANKS, FinalRanks),
        text_field("city", mark("City"), longest=TEXT_LENGTH),
        FormField("host_country", mark("Host country"), _read_country, placeholder=mark("FR or France")),
        text_field("short_name", mark("Short name"), longest=TEXT_LENGTH),
        FormField(
            "officials",
            mark("Officials, as federations ask for them"),
            _read_officials,
            typed_officials,
            placeholder=mark("Head referee; Ada Bamboo; ada@example.org"),
            hint=mark("role; name; contact"),
            lines=3,
        ),
        choice_field(
            "level",
            mark("For the federation"),
            [(each.value, each.label) for each in FederationLevel],
            read=FederationLevel,
        ),
        FormField("web_address", mark("Web address"), str.strip, placeholder="https://", longest=TEXT_LENGTH),
        FormField("streamed", mark("Streamed tables"), _read_streamed, typed_tables, placeholder=mark("none, or 1, 4")),
    )


def _read_handicaps(typed: str) -> tuple[tuple[int, int], ...]:
    try:
        return read_handicaps(typed)
    except ValueError as error:
        example = mark("Write the number of a player and points, such as {example}.", example="3=2000")
        raise NotRead(example) from error


def _handicaps_text(value: object) -> str:
    return typed_handicaps(value) if isinstance(value, tuple) else ""


def _read_stake(typed: str) -> Stake:
    found = read_stake(typed) if typed.strip() else Stake()
    if found is None:
        raise NotRead(stake_problem(typed.strip()).text)
    return found


def _stake_text(value: object) -> str:
    return typed_stake(value) if isinstance(value, Stake) else ""


def _read_amount(typed: str, blank: int = 0) -> int:
    amount = read_amount(typed) if typed.strip() else blank
    if amount is None:
        raise NotRead(amount_problem(typed.strip()).text)
    return amount


def _amount_text(value: object) -> str:
    return typed_amount(value) if isinstance(value, int) and value else ""


def _read_country(typed: str) -> str:
    """The code of the typed country; empty if nothing was typed. Raises :class:`NotRead`."""
    code = country_code(typed)
    if typed.strip() and not code:
        raise NotRead(host_country_problem(typed.strip()).text)
    return code


def _read_officials(typed: str) -> tuple[Official, ...]:
    officials = read_officials(typed)
    if officials is None:
        raise NotRead(unreadable_officials(typed).text)
    return officials


def _read_streamed(typed: str) -> tuple[int, ...]:
    tables = read_tables(typed)
    if tables is None:
        raise NotRead(unreadable_tables(typed.strip()).text)
    return tables


def _read_fixed(field: str, typed: str) -> FixedPoints:
    fixed = read_fixed_points(typed)
    if fixed is None:
        raise NotRead(granted_problem(typed.strip(), field).text)
    return fixed


def _rule_field(
    name: str,
    label: Text,
    rule: type[CountedTotals | PaperTotals | SecondReading | AfterGong | GrantedPoints | FinalRanks],
) -> FormField:
    return choice_field(name, label, [(each.value, each.label) for each in rule], read=rule)
