"""The web page: what is public of the event and no more, read back from the file by a parser of its own."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.examples.logos import logo
from tests.tournament.use_cases.events import BY, A, B, C, D, drawn, noon, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import IDS
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.player import Player, PlayerState
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Language, fraction_text, language_of, signed_text
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    OpenEvening,
    RecordHand,
    RecordTotals,
    SeatGame,
    carry_out,
    plan_rest,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeLogo,
    ChangePlayerState,
    CreateEvent,
    PublishDraw,
    PublishResults,
    RedrawSessions,
    StartClock,
    StopClock,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.new_event import rehearsal_of

NAMES = ("Ada <b>Sample</b>", "Ben & Co", "نور مثال", "ישראלה דוגמה", "Łukasz Próbka", "=HYPERLINK()", "X" * 60, "小例")
SEATING = Seating(
    (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)), ((8, 7, 6, 5), (4, 3, 2, 1))), "by hand", 0
)
VOID = frozenset(("meta", "input", "link", "br", "img", "hr"))


class Page(HTMLParser):
    """The tables by the id of what they stand in, the addresses, and the text that is seen."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.around: list[str] = []
        self.rows: dict[str, list[list[str]]] = {}
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.seen = ""
        self._in: list[tuple[str, str]] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]
        if tag not in VOID:
            self._in.append((tag, given.get("id") or ""))
        if tag == "tr":
            self.rows.setdefault(self._place(), []).append([])
        if tag in ("td", "th") and "thead" not in self._tags():
            self.rows[self._place()][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._in and self._in.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if {"style", "script"} & set(self._tags()):
            return
        self.seen += data
        if "tbody" in self._tags() and self.rows.get(self._place()) and self.rows[self._place()][-1]:
            self.rows[self._place()][-1][-1] += data.strip("\n")

    def _tags(self) -> list[str]:
        return [tag for tag, _ in self._in]

    def _place(self) -> str:
        return next((id for _, id in reversed(self._in) if id), "")


def won(session: int, table: int) -> int:
    """A score that no sum of others is."""
    return (1000, 3000, 7000)[session - 1] + 10 * table


def played(sessions: int = 3) -> Book:
    """Eight players of strange names, so many sessions played; with every session another score."""
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Cup <i>", sessions=3)), by=BY)
    people = [
        Player(0, name, f"N{n}", "FR", f"0900{n:04}", "Secret Club", f"Team {n % 2}") for n, name in enumerate(NAMES)
    ]
    carry_out(book, AddPlayers(tuple(people)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    for session in range(1, sessions + 1):
        for table in (1, 2):
            big = won(session, table)
            carry_out(book, RecordTotals(session, table, (big, 7, -7, -big)), by=BY)
    return book


def page(book: Book, path: Path, language: Language = ENGLISH) -> Page:
    report = report_called("site")
    assert report is not None
    write(build(report, book.view, ReportOptions(printed=noon())), path / "site.html", Format.HTML, language)
    return Page(path / "site.html")


def test_the_card_of_a_player_says_by_how_many_their_place_is_shared(tmp_path: Path) -> None:
    book = played(sessions=0)
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (30, 10, -10, -30)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    shown = page(book, tmp_path)
    assert [shown.seen.count(f"Rank {place} (shared by 2)") for place in (1, 3, 5, 7)] == [2, 2, 2, 2]


def test_it_shows_the_standings_of_what_is_public(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(2), by=BY)
    shown = page(book, tmp_path)
    ours = [
        [str(row.rank), row.player.name, fraction_text(row.table_points), signed_text(row.score)]
        for row in book.view.standings(2).rows
    ]
    rows = [row for row in shown.rows["standings"] if row]
    told = [[row[0].split("▲")[0].split("▽")[0], row[1], *row[2:]] for row in rows]
    assert [(rank, points.replace(" ", ""), score) for rank, _, points, score in told] == [
        (rank, points.replace(" ", ""), score) for rank, _, points, score in ours
    ]
    assert all(row[1].startswith(own[1]) for row, own in zip(told, ours, strict=True))


def test_tables_and_journeys_agree_with_the_sheets(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(2), by=BY)
    shown = page(book, tmp_path)
    for session in (1, 2, 3):
        for sheet in book.view.sheets(session):
            rows = [row for row in shown.rows[f"s{session}t{sheet.table}"] if row]
            scores = [signed_text(score) for score in sheet.scores] if session < 3 else []
            assert [row[-1] for row in rows if len(row) > 2] == scores
            assert [row[1] for row in rows] == [book.view.players[number].name for number in sheet.players]
            for column, number in enumerate(sheet.players):
                step = [row for row in shown.rows[f"p{number}"] if row][session - 1]
                assert step[:3] == [str(session), str(sheet.table), "ESWN"[column]]
                assert step[4] == (scores[column] if scores else "–")


@pytest.mark.parametrize(("last", "hold"), [(0, False), (1, False), (2, True), (3, True), (3, False)])
def test_a_withheld_result_is_nowhere(tmp_path: Path, last: int, hold: bool) -> None:
    book = played()
    if last:
        carry_out(book, PublishResults(last, hold_last=hold), by=BY)
    text = page(book, tmp_path).seen
    for session in (1, 2, 3):
        public = session <= last - hold
        assert (f"+{won(session, 1)}" in text) is public
        assert (f"−{won(session, 2)}" in text) is public
    assert ("results at the ceremony" in text) is hold
    assert ("No results are public yet." in text) is (last == 0)


def test_what_is_withdrawn_is_gone_from_the_next_page(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(3), by=BY)
    assert "+7010" in page(book, tmp_path).seen
    carry_out(book, WithdrawResults(2), by=BY)
    text = page(book, tmp_path).seen
    assert "+1010" in text
    assert "+3010" not in text
    assert "+7010" not in text


def test_the_page_shows_only_the_allowed_details_of_a_player(tmp_path: Path) -> None:
    book = played(1)
    carry_out(book, ChangePlayerState(3, PlayerState.DISQUALIFIED, 2), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    shown = page(book, tmp_path)
    source = (tmp_path / "site.html").read_text(encoding="utf-8")
    assert "disqualified" in shown.seen
    for secret in ("Secret Club", "09000002", "Referee Sample"):
        assert secret not in source


def test_names_are_text_and_nothing_is_loaded(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(3), by=BY)
    shown = page(book, tmp_path, language_of("fr"))
    for name in NAMES:
        assert name in shown.seen
    assert "Cup <i>" in shown.seen
    assert shown.loads.count("data:,") == 1  # no picture of the page: else a browser asks its server for one
    links = [address for address in shown.loads if address != "data:,"]
    assert all(address.startswith("#") and address[1:] in shown.ids for address in links)
    assert len(shown.ids) == len(set(shown.ids))
    assert "Classement" in shown.seen
    assert "Standings" not in shown.seen


def test_a_page_before_the_draw_says_so(tmp_path: Path) -> None:
    book = played(0)
    carry_out(book, Undo(), by=BY)
    text = page(book, tmp_path).seen
    assert "No results are public yet." in text
    assert "Session 1" not in text


def test_hands_of_a_session_that_is_not_public_leave_the_page_as_it_is(tmp_path: Path) -> None:
    book = played(0)
    page(book, tmp_path)
    before = (tmp_path / "site.html").read_text(encoding="utf-8")
    win(book, 1, 0, None, 88)
    page(book, tmp_path)
    after = (tmp_path / "site.html").read_text(encoding="utf-8")
    assert after.replace(str(book.view.fingerprint), "") == before.replace(
        str(book.view.at(len(book.view.journal) - 2).fingerprint), ""
    )


def test_it_is_final_only_when_all_that_was_played_is_public(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(3, hold_last=True), by=BY)
    held = page(book, tmp_path).seen
    assert "Final" not in held
    carry_out(book, PublishResults(3), by=BY)
    assert "Final" in page(book, tmp_path).seen


def test_a_rehearsal_is_called_one_before_anything_else(tmp_path: Path) -> None:
    book = played()
    carry_out(book, PublishResults(3), by=BY)
    assert "REHEARSAL" not in page(book, tmp_path).seen
    practised = Book(FakeStore(), clock=noon)
    carry_out(practised, rehearsal_of(book.view), by=BY)
    text = page(practised, tmp_path).seen
    assert text.index("REHEARSAL") < text.index("Cup <i>", text.index("Cup <i>") + 1)


@pytest.mark.parametrize("rules", IDS)
def test_every_rule_system_has_its_page(tmp_path: Path, rules: str) -> None:
    book = drawn(rules=rules)
    unit = book.view.rules.table.sheet_unit
    for session in (1, 2):
        for table in (1, 2):
            totals = (40 * unit, 10 * unit, -10 * unit, -40 * unit)
            carry_out(book, RecordTotals(session, table, totals), by=BY, confirmed=True)
    carry_out(book, PublishResults(1), by=BY)
    rows = [row for row in page(book, tmp_path).rows["standings"] if row]
    assert [(row[0], row[2].replace(" ", ""), row[3]) for row in rows] == [
        (str(row.rank), fraction_text(row.table_points).replace(" ", ""), signed_text(row.score))
        for row in book.view.standings(1).rows
    ]


def test_records_are_of_what_is_public_and_name_whoever_holds_them(tmp_path: Path) -> None:
    book = drawn()
    win(book, 1, A, None, 24)
    win(book, 2, B, C, 88)
    win(book, 3, B, D, 12)
    carry_out(book, PublishResults(1), by=BY)
    assert _records(page(book, tmp_path)) == [
        "Best hand88 First2 Sample2Session 1, table 1",
        "Most hands won2 First2 Sample2",
        "Most self-draws1 First1 Sample1",
        f"Best score at a table{signed_text(max(book.view.sheet(1, 1).scores))} First2 Sample2Session 1, table 1",
        "Hands played3",
    ]
    carry_out(book, RecordHand(2, 1, 1, Outcome(A, None, 99)), by=BY, confirmed=True)
    assert "99" not in "".join(_records(page(book, tmp_path)))


def _records(shown: Page) -> list[str]:
    told = shown.seen.rpartition("Records\n")[2].partition("\n\n")[0]
    return [line for line in told.splitlines() if line]


def test_it_leads_to_the_session_that_is_to_be_played(tmp_path: Path) -> None:
    book = drawn()
    assert "Next: Session 1" in page(book, tmp_path).seen
    carry_out(book, StartClock(1), by=BY)
    assert "In play: Session 1" in page(book, tmp_path).seen
    carry_out(book, StopClock(1), by=BY)
    assert "Next: Session 2" in page(book, tmp_path).seen
    win(book, 1, A, None, 24)
    carry_out(book, PublishResults(1), by=BY)
    assert "Next: Session 2" in page(book, tmp_path).seen
    carry_out(book, RecordHand(2, 1, 1, Outcome(A, None, 20)), by=BY)
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    assert "Next:" not in page(book, tmp_path).seen


def test_a_table_that_is_no_longer_used_is_named_under_its_session(tmp_path: Path) -> None:
    book = drawn()
    words = "Table 2 is not used in session 2."
    assert words not in page(book, tmp_path).seen
    for number in (5, 6, 7, 8):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=1), 2), by=BY)
    assert page(book, tmp_path).seen.count(words) == 1


def test_a_league_says_who_is_not_ranked_and_in_a_word_why(tmp_path: Path) -> None:
    book = Book(FakeStore(), clock=noon)
    season = SeasonRules(best=2, least=2)
    carry_out(book, CreateEvent(Settings("League", format=EventFormat.LEAGUE, season=season)), by=BY)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    for session, seats in ((1, (1, 2, 3, 4)), (2, (1, 2, 3, 5))):
        carry_out(book, OpenEvening(), by=BY)
        carry_out(book, SeatGame(session, seats), by=BY)
        carry_out(book, RecordTotals(session, 1, (40, 10, -10, -40)), by=BY, confirmed=True)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, PublishResults(2), by=BY)
    rows = [row for row in page(book, tmp_path).rows["standings"] if row]
    assert [(row[0], row[1]) for row in rows] == [
        ("1", "First1 Sample1"),
        ("2", "First2 Sample2"),
        ("–", "First4 Sample4not ranked yet"),
        ("–", "First5 Sample5not ranked yet"),
        ("–", "First3 Sample3withdrawn"),
    ]


def test_the_logo_of_the_event_is_in_the_file(tmp_path: Path) -> None:
    book = played()
    carry_out(book, ChangeLogo(logo("square")), by=BY)
    loads = [address for address in page(book, tmp_path).loads if not address.startswith("#")]
    assert [address[:22] for address in loads] == ["data:,", "data:image/png;base64,"]
