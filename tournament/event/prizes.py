"""The prizes of an event: what the places of each category win, and what happens in a tie."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from tournament.event.country import country_code, country_name, is_country_code
from tournament.event.problem import Problem
from tournament.language import LANGUAGES, Text, amount_text, listed, mark, verbatim
from tournament.language.harmless import steers_a_line
from tournament.language.text import LabelledEnum
from tournament.rules.pattern import Names

MOST_PRIZES = 200
MOST_PLACE = 10_000
PRIZE_LENGTH = 200
CURRENCY_LENGTH = 12
MOST_AMOUNT = 100_000_000_000
"""The largest amount, in hundredths of the currency: a thousand million of the currency."""
_AMOUNT = re.compile(r"([0-9]+|[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+)(?:[.,]([0-9]{2}))?")
_LONGEST_AMOUNT = 40
_WITHOUT_HUNDREDTHS = frozenset(("CLP", "HUF", "ISK", "JPY", "KRW", "TWD", "VND", "XAF", "XOF", "XPF"))
"""Currencies without smaller coins."""


class CategoryKind(StrEnum):
    """By what a category ranks; the value is its name in files and on the command line."""

    PLAYERS = "players"
    TEAMS = "teams"
    COUNTRIES = "countries"
    COUNTRY = "country"
    """The players of one country, or of each country, among themselves."""
    CLUB = "club"
    """The same for clubs."""
    BEST_HAND = "best-hand"
    HANDS_WON = "hands-won"


GROUPED = frozenset((CategoryKind.COUNTRY, CategoryKind.CLUB))
"""The kinds whose categories may name one group. Without a name, a category is for each group."""
_LABELS = {
    CategoryKind.PLAYERS: mark("Players"),
    CategoryKind.TEAMS: mark("Teams"),
    CategoryKind.COUNTRIES: mark("Countries"),
    CategoryKind.COUNTRY: mark("Best player of each country"),
    CategoryKind.CLUB: mark("Best player of each club"),
    CategoryKind.BEST_HAND: mark("Best hand"),
    CategoryKind.HANDS_WON: mark("Most hands won"),
}


@dataclass(frozen=True, slots=True)
class PrizeCategory:
    """Who competes for a prize, and by what they are ranked."""

    kind: CategoryKind = CategoryKind.PLAYERS
    of: str = ""
    """The country (alpha-2 code) or the club whose players compete; empty for each country or club."""

    @property
    def label(self) -> Text:
        """The category as a heading."""
        if not self.of:
            return _LABELS[self.kind]
        if self.kind is CategoryKind.COUNTRY:
            return mark("Players: {group}", group=country_names(self.of))
        return mark("Players: {group}", group=self.of)

    @property
    def key(self) -> str:
        """The category as written on the command line: ``teams``, ``country:FR``, ``club:Les Quatre Vents``."""
        return f"{self.kind.value}:{self.of}" if self.of else self.kind.value


OVERALL = PrizeCategory()


class PrizeTies(LabelledEnum):
    """What happens to the prizes of tied places; the value is its name in files."""

    SHARED = "shared", mark("Shared: the prizes of the tied places are divided equally")
    """The amounts of the tied places are added and divided equally."""
    SPLIT = "split", mark("Split: the referee draws lots, and each place gets its own prize")
    """Lots decide the order, and each place gets its own prize."""


@dataclass(frozen=True, slots=True)
class Prize:
    """What one place of a category wins, or what each of several consecutive places wins."""

    category: PrizeCategory = OVERALL
    place: int = 1
    last: int = 1
    """The last of the places that win it; often the same as the first."""
    what: str = ""
    """A trophy or a book, in the organiser's words; empty for money alone."""
    amount: int | None = None
    """Money, in hundredths of the currency; None if there is none."""

    @property
    def places(self) -> range:
        """The places that win it."""
        return range(self.place, self.last + 1)


@dataclass(frozen=True, slots=True)
class PrizeLot:
    """The order in which lots put tied players, teams or countries of a category."""

    category: PrizeCategory
    order: tuple[str, ...]
    """Numbers of players, names of teams or codes of countries; the first gets the better place."""


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes of an event."""

    lines: tuple[Prize, ...] = ()
    """By category, then by place."""
    ties: PrizeTies = PrizeTies.SHARED
    currency: str = ""
    """The currency as written after an amount."""
    lots: tuple[PrizeLot, ...] = ()

    @property
    def unit(self) -> int:
        """The smallest amount that is paid, in hundredths of the currency."""
        return unit_of(self.currency)

    @property
    def categories(self) -> tuple[PrizeCategory, ...]:
        """The categories with a prize, in their order."""
        return tuple(dict.fromkeys(line.category for line in self.lines))

    def of(self, category: PrizeCategory) -> tuple[Prize, ...]:
        """Return the prizes of ``category``, by place."""
        return tuple(line for line in self.lines if line.category == category)

    def with_prize(self, prize: Prize, instead_of: Prize | None = None) -> "Prizes":
        """Return the prizes with ``prize`` added, or replacing another one."""
        kept = [line for line in self.lines if line != instead_of]
        return self._with_lines((*kept, prize))

    def without(self, prize: Prize) -> "Prizes":
        """Return the prizes without ``prize``."""
        return self._with_lines(line for line in self.lines if line != prize)

    def with_lot(self, lot: PrizeLot) -> "Prizes":
        """Return the prizes with ``lot``, which replaces earlier lots among any of the same players or teams."""
        members = frozenset(lot.order)
        kept = (each for each in self.lots if each.category != lot.category or not members & set(each.order))
        return Prizes(self.lines, self.ties, self.currency, (*kept, lot))

    def _with_lines(self, lines: Iterable[Prize]) -> "Prizes":
        return Prizes(tuple(sorted(lines, key=_order)), self.ties, self.currency, self.lots)


NO_PRIZES = Prizes()


def unit_of(currency: str) -> int:
    """Return the smallest amount that is paid in ``currency``, in hundredths of it."""
    return 100 if currency.upper() in _WITHOUT_HUNDREDTHS else 1


def _order(prize: Prize) -> tuple[int, str, int]:
    return list(CategoryKind).index(prize.category.kind), prize.category.of.casefold(), prize.place


def country_names(code: str) -> Names:
    """Return the name of a country in every language; ``code`` itself if it is not known."""
    en, fr, zh = (country_name(code, language.code) for language in LANGUAGES)
    return Names(en, fr, zh)


def read_category(typed: str) -> PrizeCategory | None:
    """Return the category of ``teams`` or ``country:France``, with the country as a code; None for anything else."""
    name, colon, group = (part.strip() for part in typed.partition(":"))
    kind = next((kind for kind in CategoryKind if kind.value == name.casefold()), None)
    if kind is None or (colon and (kind not in GROUPED or not group)):
        return None
    if kind is CategoryKind.COUNTRY:
        group = country_code(group) or group
    return PrizeCategory(kind, " ".join(group.split()))


def unknown_category(typed: str) -> Problem:
    """Return the problem that ``typed`` is not a category."""
    text = mark("“{typed}” is not a category. The categories are: {known}, {country}.", typed=typed,
                known=", ".join(kind.value for kind in CategoryKind), country="country:FR, club:NAME")  # fmt: skip
    return Problem("prize-category", text, "category")


def read_amount(typed: str) -> int | None:
    """Return the hundredths of ``150``, ``150.50`` or ``1 500,00``; None if it is not an amount, or is ambiguous."""
    found = _AMOUNT.fullmatch(typed.strip()) if len(typed) < _LONGEST_AMOUNT else None
    if found is None:
        return None
    whole, hundredths = found.groups()
    return int(re.sub(r"[^0-9]", "", whole)) * 100 + int(hundredths or 0)


def amount_problem(typed: str) -> Problem:
    """Return the problem that ``typed`` is not an amount."""
    text = mark("“{typed}” is not an amount: write 150 or 150.50.", typed=typed)
    return Problem("prize-amount", text, "amount")


def typed_amount(amount: int) -> str:
    """Return the amount as it is typed: ``150`` or ``150.50``."""
    return amount_text(Fraction(amount, 100), "en")


def prizes_problems(prizes: Prizes, *, table_points: bool) -> tuple[Problem, ...]:
    """Return what is wrong with ``prizes``, such as a place with two prizes or a prize of nothing.

    Teams and countries are only ranked if the event has ``table_points``.
    """
    problems: list[Problem] = []
    if len(prizes.lines) > MOST_PRIZES:
        text = mark("{count} prizes: an event has at most {most}. One line can cover several places.",
                    count=len(prizes.lines), most=MOST_PRIZES)  # fmt: skip
        return (Problem("prizes-many", text, "prizes"),)
    if len(prizes.currency) > CURRENCY_LENGTH or steers_a_line(prizes.currency):
        text = mark("The currency is a symbol or a few letters, such as EUR: {most} characters at most.",
                    most=CURRENCY_LENGTH)  # fmt: skip
        problems.append(Problem("prize-currency", text, "currency"))
    for prize in prizes.lines:
        problems.extend(_line_problems(prize))
        problems.extend(_category_problems(prize.category, table_points=table_points))
    for one, other in combinations(prizes.lines, 2):
        if one.category == other.category and max(one.place, other.place) <= min(one.last, other.last):
            text = mark(
                "{category}: place {place} already has a prize. Change that line: one line can name several things.",
                category=one.category.label,
                place=max(one.place, other.place),
            )
            problems.append(Problem("prize-twice", text, "place"))
            break
    for lot in prizes.lots:
        if len(lot.order) < 2 or len(set(lot.order)) < len(lot.order):
            text = mark("A drawing of lots puts two or more in order, each exactly once.")
            problems.append(Problem("prize-lot", text, "lots"))
    return tuple(problems)


def _line_problems(prize: Prize) -> list[Problem]:
    problems: list[Problem] = []
    if not 1 <= prize.place <= prize.last <= MOST_PLACE:
        text = mark("Places {first} to {last}: a prize covers one place or a range of places from 1 " "to {most}.",
                    first=prize.place, last=prize.last, most=MOST_PLACE)  # fmt: skip
        problems.append(Problem("prize-place", text, "place"))
    if not prize.what.strip() and prize.amount is None:
        text = mark("The prize has neither a description nor an amount: give one of them.")
        problems.append(Problem("prize-empty", text, "what"))
    if len(prize.what) > PRIZE_LENGTH:
        text = mark("{field} is longer than {most} characters: shorten it.", field=mark("Prize"), most=PRIZE_LENGTH)
        problems.append(Problem("too-long", text, "what"))
    if steers_a_line(prize.what) or steers_a_line(prize.category.of):
        text = mark("{field} contains control characters: type it again.", field=mark("Prize"))
        problems.append(Problem("control-character", text, "what"))
    if prize.amount is not None and not 1 <= prize.amount <= MOST_AMOUNT:
        text = mark("An amount must be more than zero and at most {most}.", most=MOST_AMOUNT // 100)
        problems.append(Problem("prize-amount", text, "amount"))
    return problems


def _category_problems(category: PrizeCategory, *, table_points: bool) -> list[Problem]:
    wrong_group = category.of and category.kind not in GROUPED
    if wrong_group or (category.kind is CategoryKind.COUNTRY and category.of and not is_country_code(category.of)):
        return [unknown_category(category.key)]
    if not table_points and category.kind in (CategoryKind.TEAMS, CategoryKind.COUNTRIES):
        text = mark("Teams and countries are ranked by table points. Club evenings and leagues have none.")
        return [Problem("format-no-table-points", text, "category")]
    return []


def places_text(places: range) -> Text:
    """Return “place 1” or “places 4 to 8”."""
    if len(places) == 1:
        return mark("place {place}", place=places[0])
    return mark("places {first} to {last}", first=places[0], last=places[-1])


def prize_text(prize: Prize, currency: str) -> Text:
    """Return “Trophy, 150 EUR”."""
    parts = [prize.what] if prize.what else []
    if prize.amount is not None:
        parts.append(f"{typed_amount(prize.amount)} {currency}".strip())
    return listed(parts)


def prizes_text(prizes: Prizes, beside: Prizes = NO_PRIZES) -> Text:
    """Return the prizes that ``beside`` does not contain; a dash if there are none."""
    said: list[object] = [
        mark("{category}, {places}: {prize}", category=line.category.label, places=places_text(line.places),
             prize=prize_text(line, prizes.currency))
        for line in prizes.lines
        if line not in beside.lines
    ]  # fmt: skip
    if prizes.ties is not beside.ties:
        said.append(prizes.ties.label)
    if prizes.currency and prizes.currency != beside.currency:
        said.append(prizes.currency)
    said.extend(
        mark("{category}, by lot: {order}", category=lot.category.label, order=lot.order)
        for lot in prizes.lots
        if lot not in beside.lots
    )
    return listed(said) if said else verbatim("–")
