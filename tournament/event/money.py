"""Money in a club: what points are worth, what an evening costs, and how balances are rounded."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tournament.event.prizes import CURRENCY_LENGTH, MOST_AMOUNT, read_amount, typed_amount, unit_of
from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count
from tournament.language.harmless import steers_a_line

MOST_POINTS = 1_000_000
"""Maximum number of points of a stake."""
MOST_ROUNDING = 1_000_000
"""The maximum of :attr:`ClubMoney.round_to`, in hundredths of the currency: ten thousand."""
_TENTHS = re.compile(r"[0-9]{1,9}[.,][0-9]")
_FINER = re.compile(r"0[.,]([0-9]{3,6})")
"""The form of a stake with more than two decimals, such as 0.005.

Only numbers below 1 have it, since 1.005 could mean a thousand and five.
"""


class Amount(Fraction):
    """An amount of money, always shown with hundredths: 5.00, -0.50. Sums of amounts are plain fractions."""

    __slots__ = ()
    decimal = True

    def __str__(self) -> str:
        whole, hundredths = divmod(abs(self.numerator) * 100 // self.denominator, 100)
        return f"{'-' if self < 0 else ''}{whole}.{hundredths:02}"


@dataclass(frozen=True, slots=True)
class Stake:
    """What a number of points is worth."""

    amount: int = 0
    """In hundredths of the currency."""
    points: int = 1


@dataclass(frozen=True, slots=True)
class ClubMoney:
    """The stake, the fee and the rounding of a club. All amounts are in hundredths of the currency."""

    stake: Stake = Stake()
    fee: int = 0
    """The fee of an evening, which each player who played pays to the club."""
    currency: str = ""
    """The currency as written after an amount."""
    round_to: int = 1
    """All balances are multiples of this."""

    @property
    def is_counted(self) -> bool:
        """Whether the club counts money."""
        return bool(self.stake.amount or self.fee)

    @property
    def unit(self) -> int:
        """The amount of which balances are multiples. It is at least 100 in a currency without smaller coins."""
        return lcm(self.round_to, unit_of(self.currency))

    def amount(self, hundredths: int) -> Fraction:
        """Return ``hundredths`` as an amount of the currency, shown with hundredths unless all balances are whole."""
        return (Amount if self.unit % 100 else Fraction)(hundredths, 100)

    def price(self, hundredths: int) -> Text:
        """Return an amount with its currency: “5.50 EUR”."""
        return Text("{amount} {currency}" if self.currency else "{amount}",
                    (("amount", Amount(hundredths, 100)), ("currency", self.currency)))  # fmt: skip


NO_MONEY = ClubMoney()


def money_text(money: ClubMoney) -> Text:
    """Return the stake, the fee and the rounding in a few sentences."""
    if not money.is_counted:
        return mark("Money is not counted.")
    said = []
    if money.stake.amount:
        price = money.price(money.stake.amount)
        said.append(mark_count("One point is worth {price}.", "{count} points are worth {price}.",
                               money.stake.points, price=price))  # fmt: skip
    if money.fee:
        said.append(mark("An evening costs each player {price}, which the club gets.", price=money.price(money.fee)))
    if money.unit != 1:
        said.append(mark("Balances are rounded to {price}.", price=money.price(money.unit)))
    names = [f"part{place}" for place in range(len(said))]
    return Text(" ".join(f"{{{name}}}" for name in names), tuple(zip(names, said, strict=True)))


def read_stake(typed: str) -> Stake | None:
    """Return the stake of ``0.01``, ``0,005`` or ``1/100`` (1 for 100 points); None if it is not a stake."""
    amount, slash, points = (part.strip() for part in typed.partition("/"))
    if slash and not (points.isascii() and points.isdigit() and len(points) <= len(str(MOST_POINTS))):
        return None
    found = _FINER.fullmatch(amount)
    if found is not None:
        return Stake(int(found[1]), 10 ** (len(found[1]) - 2) * int(points or 1))
    hundredths = read_amount(f"{amount}0" if _TENTHS.fullmatch(amount) else amount)
    return None if hundredths is None else Stake(hundredths, int(points or 1))


def typed_stake(stake: Stake) -> str:
    """Return the stake as it is typed, ``0.01`` or ``1/100``; empty if there is none."""
    if not stake.amount:
        return ""
    return typed_amount(stake.amount) + (f"/{stake.points}" if stake.points != 1 else "")


def stake_problem(typed: str) -> Problem:
    """Return the problem that ``typed`` is not a stake."""
    text = mark("“{typed}” is not a stake: enter what a point is worth, such as 0.01, or 1/100 for 1 for 100 points.",
                typed=typed)  # fmt: skip
    return Problem("stake", text, "money.stake")


def money_off_problem() -> Problem:
    """Return the problem that the event counts no money: it is a tournament, or has no stake and no fee."""
    text = mark("No money is counted here: a club or a league that wants it sets a stake or a fee.")
    return Problem("money-off", text, "money")


def money_problems(money: ClubMoney) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``money``."""
    problems: list[Problem] = []
    most = MOST_AMOUNT // 100
    if len(money.currency) > CURRENCY_LENGTH or steers_a_line(money.currency):
        text = mark("The currency is a symbol or a few letters, such as EUR: {most} characters at most.",
                    most=CURRENCY_LENGTH)  # fmt: skip
        problems.append(Problem("money-currency", text, "money.currency"))
    if not 0 <= money.stake.amount <= MOST_AMOUNT or not 1 <= money.stake.points <= MOST_POINTS:
        text = mark("A stake is at most {most}, for 1 to {points} points.", most=most, points=MOST_POINTS)
        problems.append(Problem("money-stake", text, "money.stake"))
    if not 0 <= money.fee <= MOST_AMOUNT:
        problems.append(Problem("money-fee", mark("The fee of an evening is 0 to {most}.", most=most), "money.fee"))
    if not 1 <= money.round_to <= MOST_ROUNDING:
        text = mark("Balances are rounded to at least 0.01 and at most {most}.", most=MOST_ROUNDING // 100)
        problems.append(Problem("money-rounding", text, "money.round_to"))
    return tuple(problems)
