"""Data files (TOML) with the rules of a ranking or a rating: those of the program, and those of a league."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

import assets
from reports.data_file import DataFileUnreadable, FieldFault, Fields, parsed
from tournament.event.country import country_code
from tournament.language import mark
from tournament.rankings import (
    Age,
    BaseRank,
    Combination,
    PlacePoints,
    QuotaRules,
    RankingPart,
    RankingRules,
    Rounding,
    Step,
    WeightRules,
)
from tournament.rankings.rating import AveragePlace, Elo, PlackettLuce, RatingRules

_MOST_VALUE = 1_000_000
_MOST_COUNT = 10_000
_MOST_YEARS = 100
_MOST_DECIMALS = 6
_MOST_CHANCES = 100
"""The skill of a new player is at most as many times what chance decides: openskill takes powers of their quotient."""
Rules = TypeVar("Rules")


class _ValueKind(StrEnum):
    """What a place is worth; the value is the name in a data file."""

    BASE_RANK = "base-rank"
    PLACE_POINTS = "place-points"


def read_rules(content: bytes) -> RankingRules:
    """Return the rules that ``content`` describes. Raise DataFileUnreadable with everything that is wrong."""
    faults: list[FieldFault] = []
    fields = Fields(parsed(content), "", faults)
    id, name, source = fields.name("id"), fields.text("name", required=True), fields.text("source")
    value = _value(fields.table("value", required=True))
    weight = _weight(fields.table("weight", required=True))
    ages = tuple(map(_age, fields.tables("ages")))
    results = fields.table("results")
    least = results.whole("least", most=_MOST_COUNT, usual=1)
    combination = results.choice("combination", Combination, Combination.MEAN)
    numbered_only = results.flag("numbered_only", usual=False)
    results.refuse_unknown()
    parts = tuple(map(_part, fields.tables("parts", required=True)))
    countries = fields.table("countries")
    best = countries.whole("best", most=_MOST_COUNT, usual=3)
    countries.refuse_unknown()
    quotas = _quotas(fields.table("quotas")) if fields.has("quotas") else None
    decimals = fields.whole("decimals", most=_MOST_DECIMALS, usual=2)
    if not _ascending([age.years for age in ages]):
        fields.fault("ages", mark("must be in ascending order"))
    fields.refuse_unknown()
    if faults:
        raise DataFileUnreadable(tuple(faults))
    return RankingRules(
        id, name, source, value, weight, ages, parts, combination, least, numbered_only, best, decimals, quotas
    )


def _value(table: Fields) -> BaseRank | PlacePoints:
    kind = table.choice("kind", _ValueKind, _ValueKind.BASE_RANK, required=True)
    value: BaseRank | PlacePoints
    if kind is _ValueKind.BASE_RANK:
        rounding = table.choice("rounding", Rounding, Rounding.HALF_UP)
        value = BaseRank(table.whole("highest", most=_MOST_VALUE), rounding)
    else:
        value = PlacePoints(table.exacts("points"), table.exact("others", usual=0))
    table.refuse_unknown()
    return value


def _weight(table: Fields) -> WeightRules:
    weight = WeightRules(
        table.exact("base", usual=0),
        table.whole("most_days", most=_MOST_COUNT),
        _steps(table, "players"),
        _steps(table, "countries"),
        table.exact("championship", usual=0),
    )
    table.refuse_unknown()
    return weight


def _steps(table: Fields, field: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    for each in table.tables(field):
        steps.append(Step(each.whole("least", most=_MOST_COUNT), each.exact("adds")))
        each.refuse_unknown()
    if not _ascending([step.least for step in steps]):
        table.fault(field, mark("must be in ascending order"))
    return tuple(steps)


def _ascending(numbers: Sequence[int]) -> bool:
    return list(numbers) == sorted(set(numbers))


def _age(table: Fields) -> Age:
    age = Age(table.whole("years", most=_MOST_YEARS), table.exact("factor"))
    table.refuse_unknown()
    return age


def _quotas(table: Fields) -> QuotaRules:
    members = table.list_of_texts("members")
    countries = tuple(map(country_code, members))
    for number, (written, country) in enumerate(zip(members, countries, strict=True)):
        if not country or country in countries[:number]:
            table.fault(f"members[{number}]", mark("“{written}” is no country, or is there twice", written=written))
    quotas = QuotaRules(table.whole("best", most=_MOST_COUNT), table.exact("above"), countries)
    table.refuse_unknown()
    return quotas


def _part(table: Fields) -> RankingPart:
    part = RankingPart(
        table.exact("share"),
        table.whole("best", most=_MOST_COUNT),
        table.exact("beyond", usual=0),
        table.flag("filled", usual=False),
    )
    table.refuse_unknown()
    return part


def read_rating_rules(content: bytes) -> RatingRules:
    """Return the rules of a rating that ``content`` describes. Raise DataFileUnreadable with everything wrong."""
    faults: list[FieldFault] = []
    fields = Fields(parsed(content), "", faults)
    id, name, source = fields.name("id"), fields.text("name", required=True), fields.text("source")
    decimals = fields.whole("decimals", most=_MOST_DECIMALS, usual=2)
    least = fields.whole("least_games", most=_MOST_COUNT, usual=1)
    method: Elo | PlackettLuce | AveragePlace
    if fields.has("elo"):
        method = _elo(fields.table("elo"))
    elif fields.has("plackett_luce"):
        method = _plackett_luce(fields.table("plackett_luce"))
    elif fields.has("average_place"):
        fields.table("average_place").refuse_unknown()
        method = AveragePlace()
    else:
        fields.fault("", mark("a rating has a table [elo], [plackett_luce] or [average_place]"))
    fields.refuse_unknown()
    if faults:
        raise DataFileUnreadable(tuple(faults))
    return RatingRules(id, name, source, method, decimals, least)


def _elo(table: Fields) -> Elo:
    elo = Elo(table.whole("start", most=_MOST_VALUE, usual=1500), table.whole("scale", most=_MOST_VALUE, usual=400),
              table.exact("factor"))  # fmt: skip
    if not elo.scale:
        table.fault("scale", mark("must be greater than 0"))
    table.refuse_unknown()
    return elo


def _plackett_luce(table: Fields) -> PlackettLuce:
    method = PlackettLuce(
        table.exact("skill"), table.exact("uncertainty"), table.exact("chance"), table.exact("drift", usual=0),
        table.exact("caution", usual=3),
    )  # fmt: skip
    for field, value in (("uncertainty", method.uncertainty), ("chance", method.chance)):
        if not value:
            table.fault(field, mark("must be greater than 0"))
    for field, value in (("skill", method.skill), ("uncertainty", method.uncertainty), ("drift", method.drift)):
        if value > _MOST_CHANCES * method.chance > 0:
            table.fault(field, mark("must be at most {most} times “chance”", most=_MOST_CHANCES))
    table.refuse_unknown()
    return method


@dataclass(frozen=True, slots=True)
class ShippedRules(Generic[Rules]):
    """The rules of one kind that ship with the program, and how a file with others is read."""

    folder: str
    """Of ``assets``."""
    read: Callable[[bytes], Rules]

    def names(self) -> tuple[str, ...]:
        """Return the names of those that ship with the program, in alphabetical order."""
        return tuple(sorted(path.stem for path in assets.path(self.folder).glob("*.toml")))

    def called(self, name: str) -> Rules:
        """Return the shipped rules called ``name``; raise KeyError if there are none."""
        if name not in self.names():
            raise KeyError(name)
        return self.read(assets.path(self.folder, f"{name}.toml").read_bytes())


RANKINGS = ShippedRules("rankings", read_rules)
RATINGS = ShippedRules("ratings", read_rating_rules)


def rules_called(name: str) -> RankingRules:
    """Return the shipped rules of a ranking called ``name``; raise KeyError if there are none."""
    return RANKINGS.called(name)
