"""The panels beside the ranking: the evenings of one player, and the money of a club."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.column import Cell, Emphasis, Kind, not_counted
from reports.sheets.money import BALANCES, NO_PAYMENT, PAYMENTS, payer_name
from reports.sheets.season import result_heading, worth_cell, worth_kind
from reports.vocabulary import PLAYER, RANK, RESULT, SESSION
from tournament.event.format import ALL_EVENINGS, EventFormat, SeasonRules
from tournament.event.money import money_text
from tournament.language import Text, listed, mark, mark_count, mark_in, verbatim
from tournament.standings.course import CourseStep
from tournament.standings.explanation import ordinal
from tournament.standings.money import Balance, ClubPayment
from tournament.standings.season import SeasonStandings
from tournament.standings.season_explanation import season_explanation, worth_text
from tournament.use_cases import View
from tournament.use_cases.club import money_of, season_courses
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.season.rows import PlayedGame, games_of
from ui.desktop.pages.standings.journey_widgets import LargeNumber, ScoreParagraph
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Card, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, set_margins, stretched
from ui.desktop.widgets.list_table import HEAD

WIDE, NARROW = 404, 388
_MARGIN = 22
_EVENING, _GAME, _SCORE, _POINTS, _COURSE_EVENING, _ROW = 44, 44, 70, 96, 72, 32
_COURSE_ROWS, _LEAST_ROWS = 6, 2
"""Number of evenings that are visible at once, usually and in a low window."""


class CoursePanel(SidePanel):
    """The course of one player: rank, result, evenings and games up to the shown ranking, and what decided the rank."""

    closed = Signal()
    game_chosen = Signal(int, int)
    """Show the sheet of this evening and game."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self._name = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self.rank, self.result, self.games = LargeNumber(), LargeNumber(), LargeNumber()
        self.course: TableView[CourseStep] = TableView(
            mark_in("list", "Sessions"),
            _course_columns(ALL_EVENINGS, by_points=False),
            key=lambda each: each.session,
            plain=True,
        )
        self.played: TableView[PlayedGame] = TableView(
            mark_in("evening", "Games"), _game_columns(by_points=False),
            key=lambda each: (each.sheet.session, each.sheet.table), plain=True,
        )  # fmt: skip
        self.course.set_row_height(_ROW)
        self._why_title = TextLabel(kind=Type.DENSE_TOTAL)
        self.why = ScoreParagraph()
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        close.clicked.connect(self.closed)
        numbers = row(self.rank, self.result, self.games, None, spacing=32)
        card = Card(quiet=True, margins=(14, 12))
        card.body.setSpacing(4)
        card.body.addWidget(self._why_title)
        card.body.addWidget(self.why)
        head = row(stretched(self._name), close, spacing=12)
        parts = (head, 8, numbers, 8, stretched(self.course, 3), stretched(self.played), 12, card)
        add(self.body, stretched(column(*parts, spacing=0, margins=(_MARGIN, 0))))
        set_margins(self.body, (1, 16, 0, Size.PANEL_MARGIN))
        self.played.row_chosen.connect(lambda each: self.game_chosen.emit(each.sheet.session, each.sheet.table))

    def show_player(self, number: int, season: SeasonStandings, view: View) -> bool:
        """Show player ``number``. Return False if they have not played."""
        own = season.row(number)
        if own is None:
            return False
        league = view.settings.format is EventFormat.LEAGUE
        self._name.set_text(own.player.name)
        place = ordinal(own.rank) if own.rank is not None else verbatim("–")
        self.rank.show_number(place, mark("of {players}", players=len(season.rows)))
        self.result.show_number(worth_text(own.worth, season.rules), mark("result"))
        self.games.show_number(str(own.games), mark_count("game", "games", own.games))
        steps = season_courses(view, season.after)[number] if league else ()
        self.course.setVisible(league)
        self.course.set_columns(_course_columns(season.rules, by_points=season.by_points))
        self.course.show_rows(steps)
        self.course.setMinimumHeight(HEAD + _ROW * min(len(steps), _LEAST_ROWS) + 2)
        self.course.setMaximumHeight(HEAD + _ROW * min(len(steps), _COURSE_ROWS) + 2)
        self.played.set_columns(_game_columns(by_points=season.by_points))
        self.played.show_rows(games_of(view, number, season.after))
        self._why_title.set_text(mark("Why {place}?", place=place) if own.rank is not None else mark("Not ranked yet"))
        self.why.show_sentences(season_explanation(season, number))
        return True


def _opponents(each: PlayedGame) -> CellStyle:
    names = translator.translate(listed(each.opponents))
    return CellStyle(type=Type.DENSE, tone=Tone.TEXT2, tooltip=names, accessible_text=names)


def _result(each: CourseStep) -> Cell:
    return worth_cell(each.result.worth) if each.counted else not_counted(each.result.worth)


def _counted(each: CourseStep) -> CellStyle:
    return CellStyle(tone=None if each.counted else Tone.TEXT3)


def _course_columns(rules: SeasonRules, *, by_points: bool) -> tuple[TableColumn[CourseStep], ...]:
    evening, result = (0, _POINTS) if by_points else (_COURSE_EVENING, 0)
    return (
        TableColumn.showing(SESSION, lambda each: each.session, width=evening),
        TableColumn(result_heading(by_points=by_points), _result, Kind.SIGNED, Emphasis.STRONG, width=result,
                    style=_counted),
        TableColumn.showing(RESULT, lambda each: worth_cell(each.worth), kind=worth_kind(rules),
                            emphasis=Emphasis.PLAIN, width=result),
        TableColumn.showing(RANK, lambda each: each.rank, width=_SCORE),
    )  # fmt: skip


def _game_columns(*, by_points: bool) -> tuple[TableColumn[PlayedGame], ...]:
    return (
        TableColumn(mark_in("evening", "E"), lambda each: each.sheet.session, Kind.INTEGER, Emphasis.MUTED,
                    width=_EVENING),
        TableColumn(mark_in("evening", "G"), lambda each: each.sheet.table, Kind.INTEGER, Emphasis.STRONG, width=_GAME),
        TableColumn(mark("Met"), lambda each: listed(each.opponents), style=_opponents),
        TableColumn(result_heading(by_points=by_points), lambda each: each.result, Kind.SIGNED, Emphasis.STRONG,
                    width=_POINTS if by_points else _SCORE),
    )  # fmt: skip


MONEY = "Ctrl+M"
_WIDTH = 460
_MONEY_SCORE, _MONEY_POINTS, _AMOUNT = 72, 96, 84


def _name(_row: ClubPayment) -> CellStyle:
    return CellStyle(type=Type.DENSE)


class MoneyPanel(SidePanel):
    """The fewest payments that settle all balances after the shown season or evening, and the balances."""

    closed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=_WIDTH, parent=parent)
        self._of = TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        self.rules = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.payments: TableView[ClubPayment] = TableView(
            PAYMENTS, (), key=lambda each: (each.payer, each.payee), plain=True
        )
        self.nothing = TextLabel(NO_PAYMENT, tone=Tone.TEXT2)
        self.balances: TableView[Balance] = TableView(BALANCES, (), key=lambda each: each.player, plain=True)
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        close.clicked.connect(self.closed)
        title = TextLabel(mark("Money"), kind=Type.PAGE_TITLE)
        headings = (TextLabel(text, kind=Type.PANEL_TITLE) for text in (PAYMENTS, BALANCES))
        parts = (row(stretched(title), close, spacing=12), 4, self._of, 2, self.rules, 12,
                 next(headings), 4, self.nothing, stretched(self.payments), 12,
                 next(headings), 4, stretched(self.balances))  # fmt: skip
        add(self.body, stretched(column(*parts, spacing=0, margins=(_MARGIN, 0))))
        set_margins(self.body, (1, 16, 0, Size.PANEL_MARGIN))

    def show_money(self, view: View, of: Text, sessions: Sequence[int]) -> None:
        """Show the payments after ``sessions``, which are called ``of``."""
        money, found = view.settings.money, money_of(view, sessions)
        self._of.set_text(of)
        self.rules.set_text(money_text(money))
        self.payments.set_columns((
            TableColumn(mark("Pays"), lambda each: payer_name(view, each.payer), style=_name),
            TableColumn(mark("Is paid"), lambda each: payer_name(view, each.payee), style=_name),
            TableColumn(mark("Amount"), lambda each: money.amount(each.amount), Kind.AMOUNT, Emphasis.STRONG,
                        width=_AMOUNT),
        ))  # fmt: skip
        self.balances.set_columns((
            TableColumn.showing(PLAYER, lambda each: payer_name(view, each.player)),
            TableColumn(result_heading(by_points=view.counts_points), lambda each: worth_cell(each.points), Kind.SIGNED,
                        Emphasis.MUTED, width=_MONEY_POINTS if view.counts_points else _MONEY_SCORE),
            TableColumn(mark("Balance"), lambda each: money.amount(each.amount), Kind.AMOUNT, Emphasis.STRONG,
                        width=_AMOUNT),
        ))  # fmt: skip
        self.payments.show_rows(found.payments)
        self.payments.setVisible(bool(found.payments))
        self.nothing.setVisible(not found.payments)
        self.balances.show_rows(found.balances)
