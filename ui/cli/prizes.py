"""``prizes FILE``: the prizes, category by category, and who wins them by the current standings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.prizes import (
    OVERALL,
    Prize,
    PrizeCategory,
    Prizes,
    PrizeTies,
    amount_problem,
    prize_text,
    read_amount,
    read_category,
    typed_amount,
    unknown_category,
)
from tournament.event.problem import Refused
from tournament.language import Text, mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.standings.awards import Award
    from tournament.use_cases import Book, By, View


@command("prizes")
@changed_file_argument
@click.argument("action", required=False, type=click.Choice(["set", "remove", "ties", "lot"]))
@click.argument("order", nargs=-1)
@option(
    "--category",
    metavar="NAME",
    help_text=mark("players (default), teams, countries, country:FR, club:NAME, country, club, best-hand, hands-won."),
)
@option("--place", type=int, metavar="N", help_text=mark("The place, or the first of several."))
@option("--last", type=int, metavar="N", help_text=mark("The last place, if several places win the same prize each."))
@option("--what", metavar="TEXT", help_text=mark("What it is: a trophy, a book."))
@option("--amount", metavar="AMOUNT", help_text=mark("Amount of money: 150 or 150.50."))
@option(
    "--ties", "rule", type=click.Choice([each.value for each in PrizeTies]), help_text=mark("What happens in a tie.")
)
@option("--currency", metavar="TEXT", help_text=mark("Currency, written after amounts: EUR."))
@json_option
@click.pass_obj
def prizes(
    context: CliContext,
    *,
    file: Path,
    action: str | None,
    order: tuple[str, ...],
    category: str | None,
    place: int | None,
    last: int | None,
    what: str | None,
    amount: str | None,
    rule: str | None,
    currency: str | None,
    as_json: bool,
) -> None:
    """Show the prizes and their winners, or change one line, the rule of ties, the currency, or decide a tie by lot."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import DecideTie, RemovePrize

    given = {"--category": category, "--place": place, "--last": last, "--what": what, "--amount": amount,
             "--ties": rule, "--currency": currency}  # fmt: skip
    _refuse_foreign(context, action, order, {name for name, value in given.items() if value is not None})
    if action is None:
        with event_for_reading(file) as book:
            view = book.view
    else:
        chosen = _category(category)
        money = None if amount is None else _amount(amount)
        with event_for_writing(file, Act.SETTINGS) as book:
            by = author_of(context)
            if action == "set":
                assert place is not None
                _set(book, Prize(chosen, place, place if last is None else last, _words(what), money), by)
            elif action == "remove":
                assert place is not None
                carry_out(book, RemovePrize(chosen, place), by=by)
            elif action == "lot":
                carry_out(book, DecideTie(chosen, tuple(order)), by=by)
            else:
                _change_rule(book, rule, currency, by)
            view = book.view
    _show(context, view, as_json=as_json)


_TAKES = {
    None: set[str](),
    "set": {"--category", "--place", "--last", "--what", "--amount"},
    "remove": {"--category", "--place"},
    "ties": {"--ties", "--currency"},
    "lot": {"--category"},
}


def _refuse_foreign(context: CliContext, action: str | None, order: tuple[str, ...], given: set[str]) -> None:
    """Raise a UsageError for options that the action does not take, or lacks."""
    if foreign := given - _TAKES[action]:
        raise not_taken(context, foreign, f"prizes {action or ''}".strip())
    if bool(order) != (action == "lot"):
        raise click.UsageError(
            context.translate(mark("Use “prizes FILE lot” with the tied players, the first one first."))
        )
    if action in ("set", "remove") and "--place" not in given:
        raise click.UsageError(context.translate(mark("Give the place with --place.")))
    if action == "ties" and not given:
        raise click.UsageError(context.translate(mark("Say what changes with --ties or --currency.")))


def _category(typed: str | None) -> PrizeCategory:
    if typed is None:
        return OVERALL
    found = read_category(typed)
    if found is None:
        raise Refused(unknown_category(typed))
    return found


def _amount(typed: str) -> int:
    found = read_amount(typed)
    if found is None:
        raise Refused(amount_problem(typed))
    return found


def _words(what: str | None) -> str:
    return " ".join((what or "").split())


def _set(book: "Book", prize: Prize, by: "By") -> None:
    """Write the prize of this place; an existing line that begins at it is replaced."""
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import SetPrize

    before = (line for line in book.view.settings.prizes.of(prize.category) if line.place == prize.place)
    carry_out(book, SetPrize(prize, next(before, None)), by=by)


def _change_rule(book: "Book", rule: str | None, currency: str | None, by: "By") -> None:
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ChangePrizes

    said = book.view.settings.prizes
    ties = said.ties if rule is None else PrizeTies(rule)
    money = said.currency if currency is None else currency.strip()
    carry_out(book, ChangePrizes(Prizes(said.lines, ties, money, said.lots)), by=by)


def _show(context: CliContext, view: "View", *, as_json: bool) -> None:
    from tournament.use_cases.prizes import prize_list, prizes_remarks
    from tournament.use_cases.results_state import results_state

    said, won, remarks = view.settings.prizes, prize_list(view, None), prizes_remarks(view)
    if as_json:
        print_json(
            {
                "ties": said.ties.value,
                "currency": said.currency,
                "provisional": view.standings().provisional,
                "prizes": [context.record(_line_columns(said), line) for line in said.lines],
                "winners": [context.record(_award_columns(said), award) for each in won for award in each.awards],
                "remarks": [{"code": each.code, "text": context.translate(each.text)} for each in remarks],
            }
        )
        return
    if said.lines:
        context.print_listed(_line_columns(said), said.lines, as_json=False)
        context.print_line(said.ties.label)
    else:
        context.print_line(mark("No prize is entered."))
    state = results_state(view).text if any(each.awards for each in won) else None
    if state is not None:
        context.print_line(mark("{state}.", state=state))
    for each in (each for each in won if each.awards):
        context.print_line(mark("{category}:", category=each.category.label))
        context.print_listed(_award_columns(said), each.awards, as_json=False)
    for remark in remarks:
        context.print_remark(remark.text)


def _places(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _line_columns(said: Prizes) -> "tuple[Column[Prize], ...]":
    """What the command says of a prize."""
    from reports.column import Column, Kind
    from reports.vocabulary import CATEGORY, NO_HEADING, RANK

    return (
        Column(CATEGORY.heading, lambda line: line.category.key, name="category"),
        RANK.of(lambda line: _places(line.place, line.last), kind=Kind.CODE, name=""),
        Column(NO_HEADING, lambda line: line.place, Kind.INTEGER, name="place"),
        Column(NO_HEADING, lambda line: line.last, Kind.INTEGER, name="last"),
        Column(NO_HEADING, lambda line: line.what, name="what"),
        Column(NO_HEADING, lambda line: _typed(line.amount), name="amount"),
        Column(mark("Prize"), lambda line: prize_text(line, said.currency)),
    )


def _award_columns(said: Prizes) -> "tuple[Column[Award], ...]":
    """What the command says of who wins a prize."""
    from reports.column import Column, Kind
    from reports.vocabulary import AMOUNT, NAME, NO_HEADING, RANK

    def things(award: "Award") -> Any:
        return [prize.what for prize in award.prizes if prize.what]

    def paid(award: "Award") -> str:
        return "" if award.amount is None else f"{typed_amount(award.amount)} {said.currency}".strip()

    def lots(award: "Award") -> Text | str:
        if award.undecided:
            return mark("draw lots")
        return mark("by lot") if award.by_lot else ""

    return (
        Column(NO_HEADING, lambda award: award.prizes[0].category.key, name="category"),
        Column(NO_HEADING, lambda award: award.entrant.group or None, name="group"),
        RANK.of(lambda award: _places(award.place, award.last), kind=Kind.CODE, name=""),
        Column(NO_HEADING, lambda award: award.place, Kind.INTEGER, name="place"),
        Column(NO_HEADING, lambda award: award.last, Kind.INTEGER, name="last"),
        Column(NO_HEADING, lambda award: award.entrant.key, name="winner"),
        NAME.of(lambda award: award.entrant.name, name="name"),
        Column(NO_HEADING, things, name="what"),
        Column(mark("Prize"), lambda award: "; ".join(things(award))),
        Column(NO_HEADING, lambda award: _typed(award.amount), name="amount"),
        Column(AMOUNT.heading, paid, Kind.AMOUNT),
        Column(NO_HEADING, lambda award: typed_amount(award.rest), name="left_over"),
        Column(NO_HEADING, lambda award: award.undecided, Kind.YES_NO, name="undecided"),
        Column(NO_HEADING, lambda award: award.by_lot, Kind.YES_NO, name="by_lot"),
        Column(mark("Remark"), lots),
    )


def _typed(amount: int | None) -> str | None:
    return None if amount is None else typed_amount(amount)
