"""What screens show: the clock in all its states, lists in pages, and only what is public."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.slide_words import words_of
from tests.tournament.use_cases.events import BY, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import PlayerState
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import AfterGong, GrantedPoints, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH, LANGUAGES, Text
from tournament.use_cases import (
    Book,
    OpenEvening,
    RecordTotals,
    SeatGame,
    carry_out,
    plan_by_ranking,
    plan_rest,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    CancelSessions,
    ChangePlayerState,
    ChangeSettings,
    CreateEvent,
    PauseClock,
    PlanSessions,
    PublishDraw,
    PublishResults,
    RedrawSessions,
    ResumeClock,
    SeatSession,
    StartClock,
    StopClock,
)
from tournament.use_cases.public_view import PublicView
from ui.hall.countdown import time_text
from ui.hall.hall_state import HallScreen, HallState, ScreenContent
from ui.hall.lists import pages_of, seat_pages, seats_by_name
from ui.hall.live_draw import begin_seats
from ui.hall.slide_builder import HallSlides, public_mark, slides_of
from ui.hall.slides import (
    BlankSlide,
    CountdownSlide,
    CountdownState,
    DrawSlide,
    ListCell,
    ListColumn,
    ListSlide,
    MessageSlide,
    PictureSlide,
    TableMinutes,
    slide_text,
)

STATE = HallState("e")
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
START = datetime(2026, 6, 13, 12, tzinfo=UTC)
ALL = tuple(ScreenContent)


class Clock:
    """Stands where it is put."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(clock: Clock) -> Book:
    """Eight players, two sessions of 90 minutes, drawn."""
    made = Book(FakeStore(), clock=clock)
    carry_out(made, CreateEvent(Settings("Cup", sessions=2, minutes=90)), by=BY)
    carry_out(made, AddPlayers(tuple(players(8))), by=BY)
    carry_out(
        made, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8))), "by hand", 0)), by=BY
    )
    return made


def screen(*contents: ScreenContent) -> HallScreen:
    return HallScreen("Hall", contents)


def countdown(book: Book, now: datetime) -> CountdownSlide:
    """The clock on the screen."""
    slide = slides_of(book.view, screen(ScreenContent.CLOCK), STATE, now)[0]
    assert isinstance(slide, CountdownSlide)
    return slide


def said(slide: object, code: str = "en", words: tuple[str, ...] = ()) -> str:
    language = next(each for each in LANGUAGES if each.code == code).with_words(words)
    return " | ".join(filter(None, words_of(slide, language)))


def hour(moment: datetime) -> str:
    return f"{moment.astimezone():%H:%M}"


def play(book: Book, session: int, *tables: int) -> None:
    """Both tables of a session, or these, by their totals."""
    for table in tables or (1, 2):
        carry_out(book, RecordTotals(session, table, (60, 20, -20, -60)), by=BY, confirmed=True)


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(0), "00:00"),
        (timedelta(microseconds=1), "00:01"),
        (59 * SECOND, "00:59"),
        (60 * MINUTE - SECOND, "59:59"),
        (60 * MINUTE, "1:00:00"),
        (62 * MINUTE + 43 * SECOND, "1:02:43"),
    ],
)
def test_nothing_is_left_only_at_the_gong(left: timedelta, text: str) -> None:
    assert time_text(left) == text


def test_a_session_from_before_its_clock_to_after_its_gong(book: Book, clock: Clock) -> None:
    waiting = countdown(book, START)
    assert (waiting.state, waiting.remaining, waiting.begins) == (CountdownState.NOT_STARTED, "1:30:00", "")
    assert not waiting.elapsed
    carry_out(book, StartClock(1), by=BY)
    running = countdown(book, START + 30 * MINUTE)
    assert (running.state, running.remaining, running.state_text) == (CountdownState.RUNNING, "1:00:00", None)
    assert (running.elapsed, running.warning_at) == (Fraction(1, 3), Fraction(75, 90))
    assert (running.begins, running.ends) == (hour(START), hour(START + 90 * MINUTE))
    assert ENGLISH.render(running.warns or "") == f"warning {hour(START + 75 * MINUTE)}"
    assert said(running.rule) == "At the gong, stop: the hand in play is void."
    warned = countdown(book, START + 75 * MINUTE)
    assert (warned.state, said(warned.state_text)) == (CountdownState.WARNING, "Last 15 minutes")
    over = countdown(book, START + 90 * MINUTE)
    assert (over.state, over.remaining) == (CountdownState.OVER, "00:00")
    assert over.elapsed == 1
    assert (said(over.state_text), said(over.rule)) == ("Stop", "The hand in play is void.")


def test_a_pause_holds_the_time_and_hides_when_it_ends(book: Book, clock: Clock) -> None:
    carry_out(book, StartClock(1), by=BY)
    clock.now += 20 * MINUTE
    carry_out(book, PauseClock(1), by=BY)
    paused = countdown(book, clock.now + 10 * MINUTE)
    assert (paused.state, paused.remaining, paused.ends, paused.warns) == (CountdownState.PAUSED, "1:10:00", "", None)
    clock.now += 10 * MINUTE
    carry_out(book, ResumeClock(1), by=BY)
    assert countdown(book, clock.now).ends == hour(START + 100 * MINUTE)


def test_minutes_of_all_stand_at_the_end_and_those_of_a_table_by_themselves(book: Book, clock: Clock) -> None:
    carry_out(book, StartClock(1), by=BY)
    carry_out(book, AddMinutes(1, 5), by=BY)
    carry_out(book, AddMinutes(1, 8, (2,), "late"), by=BY)
    slide = countdown(book, START + 80 * MINUTE)
    assert (slide.remaining, slide.ends) == ("15:00", f"{hour(START + 95 * MINUTE)} (+5)")
    assert slide.tables == (TableMinutes(2, "23:00"),)
    beyond = countdown(book, START + 101 * MINUTE)
    assert (beyond.state, beyond.tables) == (CountdownState.OVER, (TableMinutes(2, "02:00"),))


def test_if_the_hand_in_play_is_finished_the_slide_does_not_say_stop(book: Book, clock: Clock) -> None:
    carry_out(book, ChangeSettings(replace(book.view.settings, after_gong=AfterGong.FINISHED)), by=BY)
    carry_out(book, StartClock(1), by=BY)
    over = countdown(book, START + 91 * MINUTE)
    assert (said(over.state_text), said(over.rule)) == (
        "Last hand",
        "Finish the hand in play and do not start another.",
    )


def test_after_the_gong_the_next_session_comes_when_nobody_plays_on(book: Book, clock: Clock) -> None:
    carry_out(book, StartClock(1), by=BY)
    carry_out(book, AddMinutes(1, 10, (1,), "late"), by=BY)
    for minutes, session in ((90, 1), (96, 1), (100, 1), (104, 1), (105, 2), (600, 2)):
        shown = countdown(book, START + minutes * MINUTE)
        assert said(shown.title) == f"Session {session}", minutes
    clock.now = START + 110 * MINUTE
    carry_out(book, StartClock(2), by=BY)
    clock.now += 60 * MINUTE
    carry_out(book, StopClock(2), by=BY)
    assert said(countdown(book, clock.now + timedelta(days=1)).title) == "Session 2", "the last one stays"


def test_of_two_clocks_that_run_the_one_started_last_is_shown(book: Book, clock: Clock) -> None:
    carry_out(book, StartClock(1), by=BY)
    clock.now += 5 * MINUTE
    carry_out(book, StartClock(2), by=BY)
    assert said(countdown(book, clock.now).title) == "Session 2"
    carry_out(book, PauseClock(2), by=BY)
    assert said(countdown(book, clock.now).title) == "Session 1", "that one runs"


def test_the_hours_of_the_timetable_are_said_before_a_session_and_after_it(book: Book, clock: Clock) -> None:
    day = START.astimezone().date()
    begins = [datetime.combine(day, time(hour_), None).astimezone() for hour_ in (10, 14)]
    times = tuple(SessionTime(number + 1, day, each.time()) for number, each in enumerate(begins))
    carry_out(book, ChangeSettings(replace(book.view.settings, timetable=Timetable(times))), by=BY)
    early = countdown(book, begins[0] - 60 * MINUTE)
    assert (said(early.state_text), early.begins, early.ends) == ("Begins at 10:00", "10:00", "11:30")
    assert said(countdown(book, begins[0] - timedelta(days=1)).state_text).startswith("Begins on ")
    assert said(countdown(book, begins[0] + MINUTE).state_text) == "Begins soon"
    clock.now = begins[0]
    carry_out(book, StartClock(1), by=BY)
    playing = countdown(book, begins[0] + 30 * MINUTE)
    assert said(playing.next) == "Next: session 2 at 14:00. Seats are shown from 13:45."
    late = countdown(book, begins[1] + 10 * MINUTE)
    assert (said(late.title), said(late.state_text)) == ("Session 2", "Begins soon")


def test_beside_the_clock_stand_seats_until_results_are_public(book: Book, clock: Clock) -> None:
    beside = countdown(book, START).beside
    assert beside is not None
    assert [said(row[0]) for row in beside.rows][:2] == ["First1 Sample1", "First2 Sample2"]
    carry_out(book, StartClock(1), by=BY)
    play(book, 1)
    beside = countdown(book, START + MINUTE).beside
    assert beside is not None
    assert said(beside.title) == "Seats", "nothing is public yet"
    carry_out(book, PublishResults(1), by=BY)
    beside = countdown(book, START + MINUTE).beside
    assert beside is not None
    assert (said(beside.title), said(beside.subtitle)) == ("Standings", "After session 1 of 2")
    assert [said(row[-2].text) for row in beside.rows[:3]] == ["4", "4", "2"]


def test_the_clock_says_who_sits_out_unless_the_seats_beside_it_do(clock: Clock) -> None:
    book = Book(FakeStore(), clock=clock)
    settings = Settings("Cup", sessions=2, minutes=90, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(6))), by=BY)
    turns = ((5, 6), (3, 4))
    seating = Seating((((1, 2, 3, 4),), ((5, 6, 1, 2),)), "by hand", 0, SeatingWishes(sit_out=True), turns)
    carry_out(book, PublishDraw(seating), by=BY)
    carry_out(book, StartClock(1), by=BY)
    assert countdown(book, START).resting == (), "nothing is public yet, and the seats stand beside the clock"
    carry_out(book, RecordTotals(1, 1, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    clock.now += 120 * MINUTE
    carry_out(book, StartClock(2), by=BY)
    named, numbered = map(said, countdown(book, clock.now).resting)
    assert named == "Sit out: 3 First3 Sample3, 4 First4 Sample4."
    assert numbered == "Sit out: 3, 4."


def test_what_is_not_public_is_on_no_slide(book: Book) -> None:
    def shown() -> list[str]:
        slides = slides_of(book.view, screen(*ALL), replace(STATE, message="Lunch"), START)
        return [said(slide) for slide in slides]

    before = shown()
    play(book, 1)
    assert shown() == before
    carry_out(book, PublishResults(1, hold_last=True), by=BY)
    assert shown() == before, "kept for the ceremony"
    carry_out(book, PublishResults(1), by=BY)
    assert any("+60" in words for words in shown())


def public_event(count: int) -> Book:
    """An event of ``count`` players with one public session."""
    made = created()
    carry_out(made, AddPlayers(tuple(players(count))), by=BY)
    tables = tuple((first, first + 1, first + 2, first + 3) for first in range(1, count + 1, 4))
    carry_out(made, PublishDraw(Seating((tables, tables), "by hand", 0)), by=BY)
    for table in range(1, count // 4 + 1):
        carry_out(made, RecordTotals(1, table, (60, 20, -20, -60)), by=BY, confirmed=True)
    carry_out(made, PublishResults(1), by=BY)
    return made


def test_a_list_alone_on_the_screen_fills_it_and_says_which_page_it_is() -> None:
    made = public_event(60)
    pages = [page for page in slides_of(made.view, screen(ScreenContent.STANDINGS), STATE, START)
             if isinstance(page, ListSlide)]  # fmt: skip
    assert [said(page.range_text) for page in pages] == ["1 to 20 of 60", "21 to 40 of 60", "41 to 60 of 60"]
    assert [(len(page.rows), page.lines, page.blocks) for page in pages] == [(20, 10, 2)] * 3
    assert said(slide_text(pages[1])) == "Standings, page 2 of 3"


@pytest.mark.parametrize(
    ("players", "shape"), [(8, [(8, 10)]), (12, [(12, 14)]), (24, [(14, 14), (10, 14)]), (168, [(14, 14)] * 12)]
)
def test_a_list_beside_the_clock_has_fourteen_lines_a_page(players: int, shape: list[tuple[int, int]]) -> None:
    made = public_event(players)
    carry_out(made, StartClock(1), by=BY)
    pages = [each.beside for each in slides_of(made.view, screen(ScreenContent.CLOCK), STATE, START)
             if isinstance(each, CountdownSlide)]  # fmt: skip
    assert [(len(page.rows), page.lines) for page in pages if page is not None] == shape


@given(st.integers(1, 400))
def test_a_whole_list_has_every_line_once_on_few_pages_of_one_shape(count: int) -> None:
    rows = [(ListCell(f"{number}"),) for number in range(count)]
    pages = pages_of(Text("Standings"), None, (ListColumn(),), rows, alone=True)
    assert [row for page in pages for row in page.rows] == rows
    assert {page.pages for page in pages} == {len(pages)} == {-(-count // 28)}
    (lines, blocks), *others = {(page.lines, page.blocks) for page in pages}
    assert not others, "every page has the same type size"
    assert blocks == (1 if count <= 12 else 2)
    assert lines <= (12 if blocks == 1 else 14)
    assert all(len(page.rows) == lines * blocks for page in pages[:-1])


@pytest.mark.parametrize(("tables", "lines"), [(1, 4), (7, 7), (10, 10), (42, 10)])
def test_a_few_tables_have_higher_lines(tables: int, lines: int) -> None:
    columns = (ListColumn(), ListColumn(name=True), ListColumn(name=True))
    pages = pages_of(Text("Seats"), None, columns, [(ListCell("1"), ListCell("A"), ListCell("B"))] * tables)
    assert {page.lines for page in pages} == {lines}
    assert len(pages) == -(-tables // 10)


def test_168_players_take_six_pages() -> None:
    rows = [(ListCell(f"{number}"),) for number in range(168)]
    assert len(pages_of(Text("Standings"), None, (ListColumn(),), rows, alone=True)) == 6


@given(
    moment=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)).map(lambda each: each.replace(tzinfo=UTC)),  # noqa: DTZ001
    seconds=st.integers(-5, 300),
)
def test_which_page_is_on_depends_on_the_time_alone(moment: datetime, seconds: int) -> None:
    made = HallScreen("A", (ScreenContent.MESSAGE, ScreenContent.BLANK, ScreenContent.SEATING), seconds)
    state = replace(STATE, message="Lunch")
    one, other = HallSlides(_DRAWN.view), HallSlides(_DRAWN.view)
    one.shown(made, state, moment - timedelta(days=3))
    first = one.shown(made, state, moment)
    assert first == other.shown(replace(made, name="B"), state, moment)
    assert (first.position, first.count) == (int(moment.timestamp() // min(max(seconds, 4), 120)) % 3, 3)


def test_pages_are_turned_and_held_at_the_desk() -> None:
    made = HallScreen("A", (ScreenContent.MESSAGE, ScreenContent.BLANK, ScreenContent.SEATING))
    state, slides = replace(STATE, message="Lunch"), HallSlides(_DRAWN.view)
    before = slides.shown(made, state, START).position
    assert slides.shown(made.turned_on(1), state, START).position == (before + 1) % 3
    held = made.held_at(START)
    assert {slides.shown(held, state, START + SECOND * each).position for each in range(0, 60, 6)} == {before}
    assert slides.shown(held.turned_on(-1), state, START + MINUTE).position == (before - 1) % 3


_DRAWN = drawn()


def test_what_has_nothing_to_show_is_left_out_and_alone_says_so(book: Book) -> None:
    shown = slides_of(book.view, screen(ScreenContent.TEAMS, ScreenContent.SPONSORS, ScreenContent.BLANK), STATE, START)
    assert shown == (BlankSlide(),)
    alone = {
        ScreenContent.STANDINGS: "The results appear here as soon as they are published.",
        ScreenContent.SPONSORS: "Cup",
        ScreenContent.MESSAGE: "Cup",
    }
    for content, text in alone.items():
        (slide,) = slides_of(book.view, screen(content), STATE, START)
        assert isinstance(slide, MessageSlide)
        assert said(slide) == text
    nothing = created()
    (slide,) = slides_of(nothing.view, screen(ScreenContent.CLOCK), STATE, START)
    assert said(slide) == "Cup"
    (slide,) = slides_of(nothing.view, screen(ScreenContent.SEATING), STATE, START)
    assert said(slide) == "The seats appear here as soon as they are published."


def test_sponsors_stand_one_after_another(book: Book) -> None:
    state = replace(STATE, sponsors=("Tea House.png", "x.jpg"))
    shown = slides_of(book.view, screen(ScreenContent.SPONSORS), state, START)
    assert shown == (PictureSlide("Tea House.png", "Tea House"), PictureSlide("x.jpg", "x"))


def test_the_next_session_is_shown_with_its_seats(book: Book, clock: Clock) -> None:
    carry_out(book, StartClock(1), by=BY)
    (slide,) = slides_of(book.view, screen(ScreenContent.NEXT_SESSION), STATE, START)
    assert isinstance(slide, ListSlide)
    assert said(slide.title) == "Next: Session 2"
    assert len(slide.rows) == 8
    clock.now += 10 * MINUTE
    carry_out(book, StartClock(2), by=BY)
    (slide,) = slides_of(book.view, screen(ScreenContent.NEXT_SESSION), STATE, clock.now)
    assert said(slide) == "Cup", "none comes after the last"


def test_a_table_that_is_no_longer_used_is_named_on_each_page_of_seats(book: Book) -> None:
    """Four of the eight leave before session 2, which is published: by table, and by name before it begins."""
    for number in (5, 6, 7, 8):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=1), 2), by=BY)
    for session, note in ((1, None), (2, "Table 2 is not used in session 2.")):
        for pages in (seat_pages(PublicView(book.view), session), seats_by_name(PublicView(book.view), session)):
            assert pages
            assert all((page.note and said(page.note)) == note for page in pages)
    carry_out(book, StartClock(1), by=BY)
    (slide,) = slides_of(book.view, screen(ScreenContent.NEXT_SESSION), STATE, START)
    assert isinstance(slide, ListSlide)
    assert slide.note is not None


def test_figures_are_those_of_public_sessions() -> None:
    made = drawn()
    win(made, 1, 0, points=20)
    win(made, 2, 1, points=48)
    win(made, 3, 0, points=12)
    assert said(slides_of(made.view, screen(ScreenContent.FIGURES), STATE, START)).startswith("The results appear")
    carry_out(made, PublishResults(1), by=BY)
    (slide,) = slides_of(made.view, screen(ScreenContent.FIGURES), STATE, START)
    assert isinstance(slide, ListSlide)
    rows = [tuple(said(cell) for cell in row) for row in slide.rows]
    assert rows[:2] == [("Biggest hand", "48", "First2 Sample2"), ("Most wins", "2", "First1 Sample1")]


def test_teams_are_ranked_where_there_are_some() -> None:
    made = created()
    carry_out(
        made, AddPlayers(tuple(replace(each, team="AB"[number % 2]) for number, each in enumerate(players(4)))), by=BY
    )
    carry_out(made, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 0)), by=BY)
    carry_out(made, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY, confirmed=True)
    carry_out(made, PublishResults(1), by=BY)
    (slide,) = slides_of(made.view, screen(ScreenContent.TEAMS), STATE, START)
    assert isinstance(slide, ListSlide)
    assert [[said(cell) for cell in row] for row in slide.rows] == [["1", "A", "5", "+40"], ["2", "B", "2", "−40"]]


def test_an_evening_is_called_one_and_has_no_number_of_sessions() -> None:
    made = Book(FakeStore(), clock=lambda: START)
    carry_out(made, CreateEvent(Settings("Club", format=EventFormat.LEAGUE, rules="zung-jung")), by=BY)
    carry_out(made, AddPlayers(tuple(players(4))), by=BY)
    carry_out(made, OpenEvening(date(2026, 6, 13)), by=BY, confirmed=True)
    carry_out(made, SeatGame(1, (1, 2, 3, 4)), by=BY, confirmed=True)
    slide = countdown(made, START)
    assert (said(slide.title, words=made.view.words), slide.of) == ("Evening 1", None)
    assert slide.beside is not None
    headings = (heading for column in slide.beside.columns if (heading := column.heading))
    assert [said(heading, words=made.view.words) for heading in headings] == [
        "Player", "Game", "Seat",
    ]  # fmt: skip


def test_the_mark_changes_with_what_is_public_and_with_nothing_else(book: Book, clock: Clock) -> None:
    def mark_after(change: Callable[[], object]) -> object:
        change()
        return public_mark(book.view)

    first = mark_after(lambda: win(book, 1, 0, points=20))
    assert mark_after(lambda: win(book, 2, 0, points=20)) == first
    published = mark_after(lambda: carry_out(book, PublishResults(1), by=BY))
    assert published != first
    corrected = mark_after(lambda: win(book, 3, 0, points=20))
    assert corrected != published
    assert mark_after(lambda: play(book, 2, 1)) != corrected, "its first entry says that the session began"
    assert mark_after(lambda: carry_out(book, StartClock(2), by=BY)) != first


def test_a_rehearsal_says_so_around_every_slide(book: Book) -> None:
    assert not HallSlides(book.view).frame(START).rehearsal
    made = Book(FakeStore(), clock=lambda: START)
    carry_out(made, CreateEvent(Settings("Practice", rehearsal=True)), by=BY)
    frame = HallSlides(made.view).frame(START)
    assert (frame.event, frame.rehearsal, frame.time) == ("Practice", True, hour(START))


def test_hours_are_those_of_the_computer_and_the_time_left_is_that_of_the_event(book: Book, clock: Clock) -> None:
    """Its clock was set forward by an hour in the middle of a session."""
    carry_out(book, StartClock(1), by=BY)
    now, ahead = START + 30 * MINUTE, 60 * MINUTE
    slides = HallSlides(book.view, ahead)
    slide = slides.slides(screen(ScreenContent.CLOCK), STATE, now)[0]
    assert isinstance(slide, CountdownSlide)
    assert (slide.remaining, slide.begins, slide.ends) == ("1:00:00", hour(START + ahead), hour(START + 150 * MINUTE))
    assert slides.frame(now).time == hour(now + ahead)
    day = (START + ahead).astimezone()
    begins = (day + 60 * MINUTE).replace(second=0, microsecond=0)
    times = Timetable((SessionTime(2, begins.date(), begins.time()),))
    carry_out(book, ChangeSettings(replace(book.view.settings, timetable=times)), by=BY)
    slide = HallSlides(book.view, ahead).slides(screen(ScreenContent.CLOCK), STATE, now)[0]
    assert isinstance(slide, CountdownSlide)
    assert said(slide.next) == f"Next: session 2 at {begins:%H:%M}."


def test_a_seat_whose_player_left_is_empty_on_the_wall() -> None:
    book = drawn()
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 1), by=BY)
    (page,) = seat_pages(PublicView(book.view), 1)
    assert [ENGLISH.render(cell.text) for cell in page.rows[0] if isinstance(cell.text, Text)] == ["empty seat"]
    (names,) = seats_by_name(PublicView(book.view), 1)
    assert not any("Sample3" in str(cell.text) for row in names.rows for cell in row)
    assert len(names.rows) == 7


def test_the_table_of_a_final_is_named_on_the_wall() -> None:
    book = drawn()
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (40 + table, 10, -10, -40 - table)), by=BY)
    carry_out(book, plan_by_ranking(book.view, 2, final=4, beside="straight").command, by=BY)
    (page,) = seat_pages(PublicView(book.view), 2)
    assert [said(row[0].text) if isinstance(row[0].text, Text) else row[0].text for row in page.rows] == [
        "Final · 1", "2",
    ]  # fmt: skip
    (names,) = seats_by_name(PublicView(book.view), 2)
    named = [row for row in names.rows if isinstance(row[1].text, Text)]
    assert len(named) == 4


def test_a_screen_goes_on_to_the_next_session_when_the_one_it_shows_is_cancelled(book: Book) -> None:
    carry_out(book, PlanSessions(4), by=BY)
    tables = book.view.seating.sessions[0] if book.view.seating is not None else ()
    carry_out(book, SeatSession(3, tables, "straight", None), by=BY)
    carry_out(book, StartClock(2), by=BY)
    shown = countdown(book, START)
    assert (said(shown.title), said(shown.of)) == ("Session 2", "of 4")
    assert said(shown.next).startswith("Next: session 3")
    carry_out(book, CancelSessions((2,), "a power cut"), by=BY)
    assert countdown(book, START).state is CountdownState.NOT_STARTED
    assert said(countdown(book, START).title) == "Session 1"
    carry_out(book, StartClock(1), by=BY)
    assert said(countdown(book, START).next).startswith("Next: session 3"), "not the cancelled one"
    assert said(slides_of(book.view, screen(ScreenContent.NEXT_SESSION), STATE, START)[0]).startswith("Next: Session 3")
    carry_out(book, PlanSessions(2, "the hall closes"), by=BY)
    assert said(countdown(book, START).of) == "of 3"


def test_the_seats_of_a_cancelled_session_are_no_longer_drawn_on_a_screen(book: Book) -> None:
    state = replace(STATE, draw=replace(begin_seats(book.view, 2), shown=1, covered=False))
    (slide,) = slides_of(book.view, screen(ScreenContent.DRAW), state, START)
    assert isinstance(slide, DrawSlide)
    carry_out(book, CancelSessions((2,), "the hall closes"), by=BY)
    (slide,) = slides_of(book.view, screen(ScreenContent.DRAW), state, START)
    assert not isinstance(slide, DrawSlide)


def test_the_best_results_are_those_of_all_sessions_that_are_public() -> None:
    made = drawn()
    win(made, 1, 0, points=20)
    carry_out(made, RecordTotals(1, 2, (99, 1, -40, -60)), by=BY)
    for table in (1, 2):
        carry_out(made, RecordTotals(2, table, (40, 10, -10, -40)), by=BY)

    def best() -> tuple[str, ...]:
        (slide,) = slides_of(made.view, screen(ScreenContent.FIGURES), STATE, START)
        assert isinstance(slide, ListSlide)
        rows = [tuple(said(cell) for cell in row) for row in slide.rows]
        return next(row for row in rows if row[0] == "Best score of a session")

    carry_out(made, PublishResults(1), by=BY)
    assert best()[1:] == ("99", "First5 Sample5")
    carry_out(made, PublishResults(2), by=BY)
    assert best()[1:] == ("99", "First5 Sample5")
