"""Who owes whom in a club: the balance of each player, and the fewest payments that settle them."""

from collections.abc import Sequence

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, players_of
from reports.sheets.season import result_heading, worth_cell
from reports.vocabulary import PLAYER, SESSIONS
from tournament.event.format import EventFormat
from tournament.event.money import ClubMoney, money_text
from tournament.language import Text, mark
from tournament.standings.money import CLUB, Accounts, Balance, ClubPayment
from tournament.standings.season import SeasonStandings
from tournament.use_cases.club import evening_ranking, money_of
from tournament.use_cases.view import View

BALANCES, PAYMENTS = mark("Balances"), mark("Payments")
NO_PAYMENT = mark("Nobody owes anything.")


def payer_name(view: View, number: int) -> str | Text:
    """The name of a player, or that of the club."""
    return mark("the club") if number == CLUB else view.players[number].name


def in_currency(heading: Text, money: ClubMoney) -> Text:
    """``heading`` of a column of amounts, with the currency if it has a name."""
    return mark("{what}, in {currency}", what=heading, currency=money.currency) if money.currency else heading


def balance_fields(view: View) -> tuple[Column[Balance], ...]:
    """The columns of the balances, on paper and on the screen."""
    money = view.settings.money
    return (
        PLAYER.of(lambda row: payer_name(view, row.player)),
        SESSIONS.of(lambda row: row.evenings, emphasis=Emphasis.MUTED),
        Column(result_heading(by_points=view.counts_points), lambda row: worth_cell(row.points), Kind.SIGNED),
        Column(in_currency(mark("Balance"), money), lambda row: money.amount(row.amount), Kind.AMOUNT, Emphasis.STRONG),
    )


def payment_fields(view: View) -> tuple[Column[ClubPayment], ...]:
    """The columns of the payments."""
    money = view.settings.money
    return (
        Column(mark("Pays"), lambda row: payer_name(view, row.payer), emphasis=Emphasis.NAME, flexible=True),
        Column(mark("Is paid"), lambda row: payer_name(view, row.payee), emphasis=Emphasis.NAME, flexible=True),
        Column(in_currency(mark("Amount"), money), lambda row: money.amount(row.amount), Kind.AMOUNT, Emphasis.STRONG),
    )


def season_money(view: View, options: ReportOptions) -> Document:
    """Who owes whom up to the selected evening, by default the last one played; a club has one evening."""
    if view.settings.format is EventFormat.CLUB:
        return evening_money(view, options)
    season = view.season(options.session)
    title = mark("Money up to evening {evening}", evening=season.after) if season.after else mark("Money")
    return _document(view, options, title, season, range(1, season.after + 1))


def evening_money(view: View, options: ReportOptions) -> Document:
    """Who owes whom after the selected evening alone, by default the last one."""
    session = options.session or len(view.drawn_sessions)
    title = mark("Money of evening {evening}", evening=session)
    if view.settings.format is EventFormat.CLUB:
        title = mark("Money of the evening")
    sessions = range(session, session + 1) if session else range(0)
    return _document(view, options, title, evening_ranking(view, session), sessions)


def _document(
    view: View, options: ReportOptions, title: Text, played: SeasonStandings, sessions: Sequence[int]
) -> Document:
    settled: Accounts = money_of(view, sessions)
    everybody = table_of(balance_fields(view), settled.balances)
    transfers = table_of(payment_fields(view), settled.payments)
    return Document(
        event=view.settings.name,
        title=title,
        state=after_hands(played.hands, provisional=played.provisional),
        printed=options.printed,
        provisional=played.provisional,
        aside=(players_of(sum(each.player != CLUB for each in settled.balances)), view.rules.name),
        note=mark("{rules} A negative balance is owed.", rules=money_text(view.settings.money)),
        section_name=mark("Money"),
        sections=(
            Section(transfers, PAYMENTS, label=mark("payments"), note=None if settled.payments else NO_PAYMENT),
            Section(everybody, BALANCES, label=mark("balances")),
        ),
    )
