"""Money in a club on the command line: its options, and who owes whom as text and JSON."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from tournament.event.money import ClubMoney, money_off_problem, money_text, read_stake, stake_problem, typed_stake
from tournament.event.prizes import amount_problem, read_amount, typed_amount
from tournament.event.problem import Refused
from tournament.language import exact_text, mark
from ui.cli.commands import option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.event.settings import Settings
    from tournament.standings.money import Accounts
    from tournament.standings.season import SeasonStandings
    from tournament.use_cases import View

Function = TypeVar("Function", bound=Callable[..., Any])
NAMES = ("stake", "fee", "round_to", "currency")
"""The names of the options, which are those of the fields of ClubMoney."""


def money_options(function: Function) -> Function:
    """Add the options about money."""
    for each in (
        option("--currency", metavar="TEXT", help_text=mark("Club: the currency, written after amounts: EUR.")),
        option("--round-to", metavar="AMOUNT", help_text=mark("Club: what balances are rounded to; by default 0.01.")),
        option("--fee", metavar="AMOUNT", help_text=mark("Club: what an evening costs each player; 0 for nothing.")),
        option(
            "--stake",
            metavar="AMOUNT[/POINTS]",
            help_text=mark("Club: what one point is worth, or so many points; 0 for nothing."),
        ),
    ):
        function = each(function)
    return function


def with_money(settings: "Settings", typed: Mapping[str, str | None]) -> "Settings":
    """``settings`` with the options that were given. Raise Refused if one cannot be read, or the event is drawn."""
    changes: dict[str, Any] = {name: _read(name, value) for name in NAMES if (value := typed[name]) is not None}
    if changes and settings.format.is_drawn:
        raise Refused(money_off_problem())
    return replace(settings, money=replace(settings.money, **changes))


def _read(name: str, typed: str) -> object:
    if name == "currency":
        return typed.strip()
    found = read_stake(typed) if name == "stake" else read_amount(typed)
    if found is None:
        raise Refused(stake_problem(typed) if name == "stake" else amount_problem(typed))
    return found


def money_settings_json(money: ClubMoney) -> dict[str, str]:
    """The stakes of the club as JSON; amounts as exact text."""
    return {
        "stake": typed_stake(money.stake) or "0",
        "fee": typed_amount(money.fee),
        "round_to": typed_amount(money.round_to),
        "currency": money.currency,
    }


def print_money(
    context: CliContext, view: "View", played: "SeasonStandings", found: "Accounts", *, as_json: bool
) -> None:
    """Print who owes whom for the games that count in ``played``."""
    from reports.sheets.money import balance_fields
    from tournament.standings.money import CLUB

    money = view.settings.money
    names = {each.player: view.players[each.player].name for each in found.balances if each.player != CLUB}
    if as_json:
        print_json({
            **money_settings_json(money),
            "after": played.after,
            "provisional": played.provisional,
            "balances": [
                {"player": each.player or None, "name": names.get(each.player), "evenings": each.evenings,
                 "score": exact_text(each.points) if view.counts_points else each.points,
                 "balance": str(money.amount(each.amount))}
                for each in found.balances
            ],
            "payments": [
                {"from": each.payer or None, "to": each.payee or None, "amount": str(money.amount(each.amount))}
                for each in found.payments
            ],
        })  # fmt: skip
        return
    named = {**names, CLUB: context.translate(mark("the club"))}
    context.print_line(money_text(money))
    context.print_table(balance_fields(view), found.balances)
    for each in found.payments:
        text = mark("{payer} pays {payee} {price}.", payer=named[each.payer], payee=named[each.payee],
                    price=money.price(each.amount))  # fmt: skip
        context.print_line(text)
    if not found.payments:
        context.print_line(mark("Nobody owes anything."))
