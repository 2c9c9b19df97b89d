"""Names of copies, and which copies go."""

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from tournament.use_cases.copies import CopyName, copy_name, oldest_of_today, safe_name, superfluous

NOW = datetime(2026, 6, 14, 18, 0, tzinfo=timezone(timedelta(hours=2)))


def named(hours_ago: float, sessions: int, entries: int = 100) -> CopyName:
    return CopyName("Cup", NOW - timedelta(hours=hours_ago), sessions, entries)


def test_the_name_of_a_copy_states_event_time_and_entries():
    assert CopyName("Spring Cup", NOW, 3, 312).file_name == "Spring Cup 2026-06-14 18-00-00+0200 S3 312.qv"


@given(
    st.text(max_size=80),
    st.integers(0, 7 * 10**9),
    st.integers(-14, 14),
    st.integers(0, 20),
    st.integers(0, 10**6),
)
def test_every_name_is_read_back_and_fits_every_disk(event, seconds, offset, sessions, entries):
    time = datetime.fromtimestamp(seconds, timezone(timedelta(hours=offset)))
    name = CopyName(safe_name(event), time, sessions, entries)
    assert copy_name(name.file_name) == name
    assert not set(name.file_name) & set('<>:"/\\|?*\0\n')
    assert len(name.file_name.encode()) <= 240


def test_other_files_are_no_copies():
    for name in ("cup.qv", "Cup 2026-13-40 99-00-00+0200 S3 312.qv", "Cup 2026-06-14 18-00-00+0200 S3 312.qv.part"):
        assert copy_name(name) is None


def test_all_of_today_stay_and_of_earlier_days_the_last_of_each_session():
    today = [named(1, 3, 40), named(2, 3, 39), named(17.9, 3, 38)]
    yesterday = [
        named(20, 2, 30),
        named(21, 2, 29),
        named(26, 1, 20),
        named(30, 1, 10),
        named(31, 0, 2),
        named(32, 0, 1),
    ]
    gone = superfluous([*today, *yesterday], now=NOW, newest=today[0])
    assert gone == {yesterday[1], yesterday[3], yesterday[5]}


def test_where_the_clock_was_set_back_the_newest_stays():
    newest = named(50, 2, 99)
    assert newest not in superfluous([named(40, 2), newest, named(30, 2)], now=NOW, newest=newest)


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 4)), min_size=1, unique=True))
def test_thinning_keeps_a_copy_of_every_session_and_is_done_once(made):
    names = [named(hours, sessions, 1000 - hours) for hours, sessions in made]
    newest = max(names, key=lambda name: name.time)
    stay = set(names) - superfluous(names, now=NOW, newest=newest)
    assert {name.sessions for name in stay} == {name.sessions for name in names}
    assert {name for name in names if name.time >= NOW.replace(hour=0)} | {newest} <= stay
    assert not superfluous(stay, now=NOW, newest=newest)


def test_without_room_the_oldest_go_first_but_the_last_of_a_session_never():
    names = [named(5, 1, 1), named(4, 1, 2), named(3, 2, 3), named(2, 2, 4), named(1, 2, 5)]
    assert oldest_of_today(names, newest=names[-1]) == [names[0], names[2], names[3]]
