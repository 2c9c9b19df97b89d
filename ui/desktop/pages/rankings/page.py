"""The page Rankings: a folder of events, ranked by the rules of a federation or a league. It needs no event."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from reports.column import Column
from reports.document import Document
from reports.rankings.papers import (
    PEOPLE_COLUMNS,
    QUOTA_COLUMNS,
    country_columns,
    ranking_columns,
    ranking_document,
    value_text,
)
from reports.rankings.season import SeasonFile
from reports.vocabulary import COUNTRY, FILE, GAMES, PLAYER, RANK, RATING, STATE
from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, listed, mark, mark_count, mark_in, verbatim
from tournament.members.season import SeasonPerson
from tournament.rankings import RankedPerson
from tournament.rankings.explanation import quota_explanation, ranking_explanation, rating_explanation
from tournament.rankings.quotas import CountryQuota
from tournament.rankings.ranking import CountryRow, RankingRow
from tournament.rankings.rating import RatingRow
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.dates import now
from ui.desktop.dialogs.files import choose_folder, choose_ranking_list
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.listening import listen
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.rankings.choices import RankingChoices
from ui.desktop.pages.rankings.player_view import PlayerShown, PlayerView, player_document, player_shown, table_column
from ui.desktop.pages.rankings.season_work import MadeRanking, MadeRating, PaperSaver, SeasonWork
from ui.desktop.pages.rankings.why_panel import WhyPanel
from ui.desktop.preferences import keep_value, value
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import EmptyState, Notice, NoticeKind
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import DOWN, ESCAPE, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon

_NO_EVENTS = mark("Choose a folder with events: event files, or lists of results as workbooks and CSV.")
_PLAYERS, _COUNTRIES, _SEATS, _RATING, _PEOPLE, _FILES = "players", "countries", "seats", "rating", "people", "files"
_FOLDER, _LIST, _SAVE = "Ctrl+D", "Ctrl+L", "Ctrl+S"
_PLACE = "rankings-place"
_LOW = 480
"""In pixels."""


def _file_columns() -> tuple[TableColumn[SeasonFile], ...]:
    def state(each: SeasonFile) -> Text:
        if each.places is None:
            return each.problems[0] if each.problems else mark("does not count")
        counted = mark_count("counts, {count} player", "counts, {count} players", len(each.places.places))
        return counted if not each.problems else mark("{state}. {problem}", state=counted, problem=each.problems[0])

    def style(each: SeasonFile) -> CellStyle:
        sign = StatusIcon.DIFFERS if each.places is None else StatusIcon.ASKS if each.problems else StatusIcon.DONE
        return CellStyle(sign=sign)

    return (
        TableColumn.showing(FILE, lambda each: verbatim(each.path.name), wish=260),
        TableColumn(mark("Last day"), lambda each: each.places.ended.isoformat() if each.places else "", width=116),
        TableColumn.showing(STATE, state, style=style),
    )


def _rating_columns(decimals: int) -> tuple[Column[RatingRow], ...]:
    return (
        RANK.of(lambda row: row.rank),
        PLAYER.of(lambda row: row.person.name),
        COUNTRY.of(lambda row: row.person.country),
        RATING.of(value_text(decimals)),
        GAMES.of(lambda row: len(row.steps)),
    )


class RankingsPage(Page):
    """Reads events, ranks their players and countries, divides seats, rates, and shows the page of a player."""

    reads_ahead = False

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._place = Path(value(_PLACE)) if value(_PLACE) else None
        self._opening: RankedPerson | None = None
        """Whose page is shown as soon as the rating is ready."""
        self._open_player: PlayerShown | None = None
        self._low = False
        """Whether the window is too low for more than the list."""
        self.bar = WorkBar()
        self.work = SeasonWork(self, self.bar)
        self._saver = PaperSaver(self, self.bar)
        self.source = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.folder = OutlineButton(mark("Choose a folder"), shortcut=_FOLDER)
        self.listed = OutlineButton(mark("Choose a file"), shortcut=_LIST)
        self.save = OutlineButton(mark("Save as…"), shortcut=_SAVE)
        self.back = LinkButton(mark_in("step", "Back"), hint="Esc", tone=Tone.TEXT2)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.search.setFixedWidth(200)
        titles = {
            _PLAYERS: mark("Players"), _COUNTRIES: mark("Countries"), _SEATS: mark_in("championship", "Seats"),
            _RATING: mark("Rating"), _PEOPLE: mark("People"), _FILES: mark("Events"),
        }  # fmt: skip
        self.what = Switch(mark("Shown"), [Segment(key, title) for key, title in titles.items()])
        self.choices = RankingChoices(self._beginning)
        self.table: TableView[Any] = TableView(mark("Ranking"), (), key=_key, searched=True)
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.notice = Notice(NoticeKind.DANGER)
        self.notice.hide()
        self.panel = WhyPanel()
        title = TextLabel(mark("Rankings"), kind=Type.PAGE_TITLE)
        head = row(title, 4, stretched(self.source), self.folder, self.listed, self.save, self.back, spacing=10)
        below = row(self.what, None, self.search, spacing=12)
        parts = head, self.bar, self.choices, below, self.state, stretched(self.table), self.notice
        content = boxed(column(*parts, spacing=10, margins=Size.PAGE_MARGIN))
        empty = EmptyState(_NO_EVENTS, mark("Choose a folder"), shortcut="Return")
        empty.activated.connect(self.choose_folder)
        self.lay_out(content, panel=self.panel, sides=(mark("Ranking"), mark("Why")), empty=empty)
        self._listen()

    def _listen(self) -> None:
        work = self.work
        work.read.connect(self._show_season)
        work.ranked.connect(self._show)
        work.rated.connect(self._show_rating)
        work.matched.connect(self._show)
        listen(work.checked, self, lambda: self._explain(self.table.current_row))
        work.rating_cancelled.connect(self._leave_rating)
        work.failed.connect(self._failed)
        self._saver.saved.connect(self.controller.messages.noted)
        self._saver.refused.connect(self._refuse)
        self.folder.clicked.connect(self.choose_folder)
        self.listed.clicked.connect(self.choose_list)
        self.save.clicked.connect(self._save)
        self.back.clicked.connect(self._leave)
        self.what.chosen.connect(lambda _key: self._show())
        self.choices.changed.connect(self._rank)
        self.choices.rating_changed.connect(self._rate_again)
        self.choices.refused.connect(self._refuse)
        self.choices.left.connect(self.table.setFocus)
        self.search.textChanged.connect(self._find)
        answer_keys(self.search, {ESCAPE: self._leave_search, DOWN: self.table.setFocus})
        self.search.returnPressed.connect(self.table.setFocus)
        for widget in (self.table, self.what):
            answer_keys(widget, {ESCAPE: self._leave})
        self.table.row_changed.connect(self._explain)
        self.table.row_chosen.connect(self._open)
        self.panel.opened.connect(lambda: self._open(self.table.current_row))
        QShortcut(QKeySequence("Ctrl+F"), self.search).activated.connect(self.search.setFocus)  # not while it is hidden

    @cached_property
    def player(self) -> PlayerView:
        """The page of a player; created with the first one."""
        made = PlayerView()
        made.left.connect(self._leave_player)
        made.save_wanted.connect(self._save)
        return made

    # What the window asks of every page

    def refresh(self) -> None:
        """Read the files that changed."""
        if self._place is None or not self._place.exists():
            self.show_empty(_NO_EVENTS)
        else:
            self.show_empty(None)
            self.source.set_text(str(self._place))
            self.work.read_season(self._place)

    def forget(self) -> None:
        """Keep everything: a season belongs to no event."""

    def focus_target(self) -> QWidget | None:
        """The table, or the player who is shown."""
        if self.is_empty:
            return super().focus_target()
        return self._instead or self.table

    def fit(self, room: Room) -> None:
        """Hide what has a key in a narrow window."""
        self.listed.setVisible(not room.compact)
        self.source.setVisible(not room.compact)
        self._low = room.height < _LOW
        self.state.setVisible(not self._low)

    def print_view(self) -> None:
        """Save what is shown, which can then be printed."""
        self._save()

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current player and for the season."""
        if self.is_empty:
            return ()
        here = _person(self.table.current_row) is not None
        of_player = [MenuEntry(mark("Page of the player"), lambda: self._open(self.table.current_row), "Return", here)]
        whole = entries_of(self.folder, self.listed, self.save)
        return [of_player, whole, table_entries(self.table)] if self._instead is None else [entries_of(self.save)]

    # The season

    def choose_folder(self) -> None:
        """Ask for a folder with events, and rank them."""
        path = choose_folder(self, mark("Choose a folder with events"), self._beginning())
        if path is not None:
            self.open_season(path)

    def choose_list(self) -> None:
        """Ask for a text file that names events, or for a single one."""
        path = choose_ranking_list(self, self._beginning())
        if path is not None:
            self.open_season(path)

    def open_season(self, place: Path) -> None:
        """Read the events in a folder or of a list, in another thread, and rank them."""
        self._place, self._open_player, self._opening = place, None, None
        self.work.forget()
        keep_value(_PLACE, str(place))
        self.show_instead(None)
        self.invalidate()
        self.setFocus()

    def _beginning(self) -> Path:
        place = self._place or documents_folder()
        return place if place.is_dir() else place.parent

    def _show_season(self) -> None:
        season = self.work.season
        assert season is not None, "it was read"
        left = sum(each.places is None for each in season.files)
        self.notice.setVisible(bool(left) and not self._low)
        if left:
            text = mark_count("{count} file does not count: Events says why.",
                              "{count} files do not count: Events says why.", left)  # fmt: skip
            self.notice.show_notice(NoticeKind.WARN, text)
        self.choices.show_games(season.games)
        if season.games:
            self._rank()
        else:
            self.what.set_current(_FILES)
            self._show()

    def _rank(self) -> None:
        asked = self.choices.asked()
        if asked is not None:
            self.work.rank(asked)

    # What is shown

    def _show(self) -> None:
        """Fill the table with what the switch says."""
        what = self.what.current
        self.choices.show_for(seats=what == _SEATS, rating=what == _RATING)
        self.save.setEnabled(self.work.made is not None)
        columns, rows, state = self._rows_of(what)
        self.state.set_text(state)
        self.table.show_rows(())
        self.table.set_columns([_on_screen(each) for each in columns])
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.table.show_rows(rows)
        self.table.set_search(self.search.text())
        if rows:
            self.table.select_line(0)
        self._explain(self.table.current_row)

    def _rows_of(self, what: str) -> tuple[Sequence[Column[Any]], Sequence[Any], Text | str]:
        """The columns and rows to show, and a line above them."""
        season, made = self.work.season, self.work.made
        if season is None:
            return (), (), ""
        if what == _FILES:
            return _file_columns(), season.files, ""
        if what == _RATING:
            return self._rating_rows()
        if what == _PEOPLE:
            if self.work.people is None:
                self.work.match()
            state = mark("Who is who: people of the results, compared with the directory and with one another.")
            return PEOPLE_COLUMNS, self.work.people or (), state
        if made is None:
            return (), (), ""
        decimals = made.ranking.rules.decimals
        if what == _COUNTRIES:
            return country_columns(decimals), made.ranking.countries, ""
        if what == _SEATS:
            return _seat_rows(made)
        counts = (
            mark_count("{count} event", "{count} events", len(season.of_game(made.asked.game))),
            mark_count("{count} player ranked", "{count} players ranked",
                       sum(each.rank is not None for each in made.ranking.rows)),
        )  # fmt: skip
        return ranking_columns(decimals, made.before), made.ranking.rows, listed(counts)

    def _rating_rows(self) -> tuple[Sequence[Column[Any]], Sequence[Any], Text]:
        made = self.work.rating
        if made is None:
            self._rate()
            return (), (), mark("The rating counts every game whose sheet is known.")
        if not made.rating.rows:
            return (), (), mark("There are no games: lists of results have none, event files have.")
        rules = made.rating.rules
        state = mark("{rules}: a rating counts games, and ranks in no event.", rules=verbatim(rules.name))
        return _rating_columns(rules.decimals), made.rating.rows, state

    def _rate(self) -> None:
        asked = self.choices.asked()
        if asked is not None:
            self.work.rate(asked.game, self.choices.rating_rules)

    def _rate_again(self) -> None:
        self.work.rating = None
        self._show()

    def _show_rating(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            self._show_player(opening)
        elif self.what.current == _RATING:
            self._show()

    def _leave_rating(self) -> None:
        self._opening = None
        if self.what.current == _RATING:
            self.what.set_current(_PLAYERS)
            self._show()

    def _find(self, typed: str) -> None:
        self.table.set_search(typed)
        self.search.show_found(self.table.model().rowCount())
        if self.table.model().rowCount():
            self.table.select_line(0)

    def _leave_search(self) -> None:
        self.search.clear()
        self.table.setFocus()

    def _leave(self) -> None:
        self.controller.navigation.page_wanted.emit("players")

    def _explain(self, current: Any) -> None:
        """Say why the current row has its value."""
        title, lines = _explanation(current, self.work.made, self.work.rating)
        if isinstance(current, SeasonFile):
            self.work.check(current)
            lines = (*lines, *self.work.faults.get(current, ()))
        self.panel.show_lines(title, lines, mark("Page of the player") if _person(current) is not None else None)

    # The page of a player

    def _open(self, chosen: Any) -> None:
        person = _person(chosen)
        if person is None:
            return
        if self.work.rating is None:
            self._opening = person
            self._rate()
        else:
            self._show_player(person)

    def _show_player(self, person: RankedPerson) -> None:
        made, season, rating = self.work.made, self.work.season, self.work.rating
        if made is not None and season is not None and rating is not None:
            self._open_player = player_shown(person, season, made, rating)
            self.player.show_player(self._open_player)
            self.show_instead(self.player)
            self.player.setFocus()

    def _leave_player(self) -> None:
        self._open_player = None
        self.show_instead(None)

    # Papers, workbooks, web pages

    def _document(self) -> Document | None:
        """What is shown, as a document."""
        made, rating = self.work.made, self.work.rating
        if made is None:
            return None
        if self._open_player is not None and rating is not None:
            return player_document(self._open_player, rating)
        seats = made.seats if self.what.current == _SEATS else None
        return ranking_document(self._title, made.ranking, now(), before=made.before, seats=seats)

    @property
    def _title(self) -> str:
        return self._place.stem if self._place is not None else ""

    def _save(self) -> None:
        document = self._document()
        if document is None:
            self.controller.messages.noted.emit(_NO_EVENTS)
        else:
            self._saver.save(document, self._title if self._open_player is None else self._open_player.person.name)

    def _failed(self, error: Exception) -> None:
        match error:
            case Refused():
                self._refuse(error.problems[0].text)
            case StoreUnavailable() | StoreDamaged():
                self._refuse(error.text)
            case OSError():
                self._refuse(mark("The folder cannot be read: {reason}.", reason=error.strerror or str(error)))
            case _:
                raise error

    def _refuse(self, text: Text) -> None:
        self.notice.show_notice(NoticeKind.DANGER, text)
        self.notice.show()


def _seat_rows(made: MadeRanking) -> tuple[Sequence[Column[Any]], Sequence[Any], Text | str]:
    if made.seats is None:
        return (), (), mark("The rules “{name}” have no quotas.", name=made.ranking.rules.name)
    left = mark_count("{count} seat is left: every country has reached its limit.",
                      "{count} seats are left: every country has reached its limit.", made.seats.left)  # fmt: skip
    return QUOTA_COLUMNS, made.seats.rows, left if made.seats.left else ""


def _explanation(current: Any, made: MadeRanking | None, rated: MadeRating | None) -> tuple[Text | str, Sequence[Text]]:
    """Whose value it is, and why they have it, line by line."""
    match current:
        case RankingRow() if made is not None:
            return current.person.name, ranking_explanation(made.ranking, current.person.id)
        case RatingRow() if rated is not None:
            return current.person.name, rating_explanation(rated.rating, current.person.id)
        case CountryRow() if made is not None:
            best = mark_count("The mean of the value of {count} player, with 0 for each who is missing:",
                              "The mean of the values of {count} players, with 0 for each who is missing:",
                              made.ranking.rules.country_best)  # fmt: skip
            return current.country, (best, *(verbatim(each.name) for each in current.people))
        case CountryQuota() if (
            made is not None and made.seats is not None and (rules := made.asked.rules.quotas) is not None
        ):
            decimals = made.asked.rules.decimals
            return current.country, quota_explanation(made.seats, rules, current.country, decimals)
        case SeasonFile():
            return current.path.name, current.problems
        case _:
            return "", ()


def _key(each: Any) -> str:
    """What identifies a row of any of the tables."""
    match each:
        case RankingRow() | RatingRow() | SeasonPerson():
            return each.person.id
        case CountryRow() | CountryQuota():
            return each.country
        case SeasonFile():
            return str(each.path)
        case _:
            return ""


def _person(each: Any) -> RankedPerson | None:
    return each.person if isinstance(each, RankingRow | RatingRow) else None


def _on_screen(each: Column[Any]) -> TableColumn[Any]:
    return each if isinstance(each, TableColumn) else table_column(each)
