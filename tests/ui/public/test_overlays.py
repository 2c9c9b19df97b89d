"""What a stream shows of a table, of which session, and what an address may ask for."""

import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from queue import Queue

import httpx
import pytest

from tests.tournament.use_cases.events import BY, noon
from tests.tournament.use_cases.streams import HANDS, streamed, win_with_tiles
from tests.tournament.use_cases.test_drawing import played
from tests.tournament.use_cases.test_final_beside import seat
from tests.ui.public.test_public_server import served
from tests.waiting import PATIENCE
from tournament.event.settings import Settings, read_tables, settings_problems
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import Book, RecordHand, RecordTotals, carry_out
from tournament.use_cases.commands import ChangeSettings, PublishResults, StartClock, Undo, WithdrawResults
from tournament.use_cases.public_view import PublicView
from ui.hall.hall_state import HallState
from ui.hall.hall_store import save_hall
from ui.hall.public_prospects import public_prospects
from ui.public.overlays import OverlayOptions, OverlayPart, Overlays, TableOverlay, read_options, streamed_overlays
from ui.public.pages import PublicPages

NO_QUERY: Mapping[str, str] = {}


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


def shown(book: Book, table: int = 1) -> TableOverlay:
    return streamed_overlays(book.view)[table]


def said(overlay: TableOverlay) -> tuple[str, ...]:
    return tuple(map(ENGLISH.render, overlay.state))


def page(book: Book, table: int = 1, language: str = "en", query: Mapping[str, str] = NO_QUERY, **asked: str) -> str:
    overlays = Overlays(streamed_overlays(book.view), PublicPages(book.view, noon()), {})
    found = overlays.answer(str(table), {**query, **asked}, language)
    assert found is not None
    return found.content.decode()


def test_a_table_is_shown_with_its_winds_scores_exact_points_and_last_hand() -> None:
    book = streamed()
    before = shown(book)
    assert (before.session, said(before)) == (2, ("East round", "Hand 1 of 16"))
    assert [(seat.wind, seat.score, seat.points) for seat in before.seats] == [(wind, 0, None) for wind in Wind]
    win_with_tiles(book)
    after = shown(book)
    assert said(after) == ("East round", "Hand 2 of 16")
    assert [seat.wind for seat in after.seats] == [Wind.NORTH, Wind.EAST, Wind.SOUTH, Wind.WEST]
    assert [seat.score for seat in after.seats] == [144, -48, -48, -48]
    assert [seat.points for seat in after.seats] == [4, 1, 1, 1]
    last = after.last
    assert last is not None
    assert (last.number, last.worth, last.winner) == (
        1,
        40,
        "Wolfeschlegelsteinhausenbergerdorff Maximilienne-Bérengère",
    )
    assert sum(fan.points for fan in last.counted if isinstance(fan.points, int)) == 40
    carry_out(book, RecordHand(2, 1, 2, Outcome(1, 2, 8)), by=BY)
    seats = shown(book).seats
    assert [seat.points for seat in seats] == [4, 2, Fraction(0), 1]
    carry_out(book, RecordHand(2, 1, 3, Outcome(2, 1, 8)), by=BY)
    assert [seat.points for seat in shown(book).seats] == [4, Fraction(3, 2), Fraction(3, 2), 0]
    assert "1<i>½</i>" in page(book, show="scores")


def test_the_table_of_a_final_has_its_name() -> None:
    book = played(sessions=2, count=16)
    seat(book, 2)
    carry_out(book, ChangeSettings(replace(book.view.settings, streamed=(1, 2))), by=BY)
    carry_out(book, StartClock(2), by=BY)
    text = page(book)
    assert "Table 1 · Final</span>" in text
    assert "Table 1 · Final</title>" in text
    assert "Table 1 · Finale</span>" in page(book, language="fr")
    assert "Table 2</span>" in page(book, 2)


def test_play_has_ended_where_the_totals_are_all_there_is() -> None:
    book = streamed()
    carry_out(book, RecordTotals(2, 1, (20, 20, 0, -40)), by=BY)
    assert said(shown(book)) == ("Play has ended",)
    assert [seat.points for seat in shown(book).seats] == [3, 3, 1, 0]


@pytest.mark.parametrize("rules", HANDS)
def test_the_last_hand_of_every_game_has_its_tiles_and_what_counts(rules: str) -> None:
    book = streamed(rules)
    win_with_tiles(book)
    last = shown(book).last
    assert last is not None
    assert last.tiles is not None
    assert last.worth == HANDS[rules][0].worth
    assert last.counted
    assert (len(last.values) == 4) == (rules == "french-classical-advanced")
    for language in ("en", "fr", "zh"):
        text = page(book, language=language)
        assert text.count("<img") >= 14
        assert f'<html lang="{language}">' in text


def test_a_hand_of_riichi_is_written_in_players_terms() -> None:
    book = streamed("riichi-ema-2025")
    carry_out(book, RecordHand(2, 1, 1, Outcome(0, 3, 3, answers=(("fu", 40), ("second", 1), ("second_han", 5)))),
              by=BY)  # fmt: skip
    overlay = shown(book)
    assert overlay.last is not None
    assert overlay.last.value is not None
    assert ENGLISH.render(overlay.last.value) == "3 han 40 fu, 7700 · 5 han, 8000"
    assert overlay.last.winner.count(", ") == 1
    assert said(overlay) == ("East 1 · 1 counter", "Hand 2")
    assert "3 han 40 fu, 7700" in page(book)


def test_fan_are_not_named_where_they_do_not_make_what_was_paid() -> None:
    book = streamed()
    outcome, tiles = HANDS["mcr"]
    carry_out(book, RecordHand(2, 1, 1, replace(outcome, points=32), tiles), by=BY, confirmed=True)
    last = shown(book).last
    assert last is not None
    assert (last.worth, last.counted, last.tiles is not None) == (32, (), True)


def test_the_session_shown_is_the_one_being_played() -> None:
    book = streamed()
    carry_out(book, WithdrawResults(1), by=BY)
    assert (shown(book).session, shown(book).seats[0].score) == (1, 41)
    carry_out(book, StartClock(2), by=BY)
    assert (shown(book).session, shown(book).seats[0].score) == (2, 0)
    win_with_tiles(book)
    assert shown(book).seats[0].score == 144
    carry_out(book, PublishResults(2), by=BY, confirmed=True)
    assert (shown(book).session, shown(book).seats[0].score) == (2, 144)


def test_of_a_session_held_for_the_ceremony_only_names_and_seats_are_shown() -> None:
    book = streamed()
    win_with_tiles(book)
    win_with_tiles(book, 2)
    carry_out(book, PublishResults(2, hold_last=True), by=BY, confirmed=True)
    held = shown(book)
    assert (held.session, held.last) == (2, None)
    assert [(seat.score, seat.points) for seat in held.seats] == [(None, None)] * 4
    assert "144" not in page(book, show="scores,hand,standings")


def test_a_table_that_is_not_streamed_says_nothing() -> None:
    book = streamed()
    win_with_tiles(book)
    for table in (2, 9999):
        text = page(book, table, show="scores,hand,standings")
        assert f"<title>Table {table} is not streamed</title>" in text
        assert 'data-state="not-streamed">\n</main>' in text
    public = PublicView(book.view)
    assert public.streamed_sheet(2) is None
    assert not public.sheet(2, 1).counts
    carry_out(book, ChangeSettings(replace(book.view.settings, streamed=())), by=BY)
    assert streamed_overlays(book.view) == {}


def test_names_are_text() -> None:
    text = page(streamed(), show="scores,standings")
    assert "<b>Bold" not in text
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; Ampère" in text
    assert "style=" not in text
    assert "<script>" not in text


def test_an_address_asks_for_parts_a_theme_and_how_long_and_nonsense_is_left_out() -> None:
    assert read_options({}) == OverlayOptions()
    asked = {"show": "standings, hand", "theme": "plain", "seconds": "0", "places": "4", "from": "5", "lang": "fr"}
    wanted = OverlayOptions((OverlayPart.HAND, OverlayPart.STANDINGS), "plain", 0, 4, 5)
    assert read_options(asked) == wanted
    nonsense = {"show": "<b>", "seconds": "-1", "places": "99999", "from": "½"}
    assert read_options(nonsense) == OverlayOptions(parts=())
    lines = page(streamed(), query={"show": "standings", "places": "2", "from": "3"})
    assert lines.count("<li>") == 2
    assert "overlay-light.css" in page(streamed(), theme="light")
    assert "overlay-" not in page(streamed(), theme="../../x")


def test_which_tables_are_streamed_is_typed_and_checked() -> None:
    assert read_tables(" 4, 1;4 ") == (1, 4)
    assert read_tables("") == ()
    assert read_tables("one") is None
    for wrong in ((0,), (2, 1), (1, 1), (1001,)):
        assert [each.code for each in settings_problems(Settings("Cup", streamed=wrong))] == ["streamed-tables"]
    assert settings_problems(Settings("Cup", streamed=(1, 1000))) == ()


def test_a_server_sends_overlays_tiles_and_the_themes_of_the_organiser(tmp_path: Path) -> None:
    style = tmp_path / "club.css"
    style.write_text(":root { --accent: #f0f }", encoding="utf-8")
    book = streamed()
    with served(book, {"club": style}) as client:
        assert "/overlay/theme/club.css" in client.get("/overlay/1?theme=club").text
        found = client.get("/overlay/theme/club.css")
        assert (found.text, found.headers["content-type"]) == (":root { --accent: #f0f }", "text/css; charset=utf-8")
        style.write_text(":root { --accent: #ff0 }", encoding="utf-8")
        assert "#ff0" in client.get("/overlay/theme/club.css").text
        assert "img-src 'self' data:;" in client.get("/overlay/1").headers["content-security-policy"]
        assert client.get("/tiles/flower-a.svg").headers["content-type"] == "image/svg+xml"
        assert '<html lang="fr">' in client.get("/overlay/1?lang=fr", headers={"Accept-Language": "zh"}).text
        assert client.get("/overlay/2").status_code == 200
        style.unlink()
        for path in ("/overlay/theme/club.css", "/overlay/theme/other.css", "/overlay/0", "/overlay/x", "/overlay/",
                     "/tiles/page.css", "/overlay/theme/..%2fclub.css"):  # fmt: skip
            assert client.get(path).status_code == 404, path


def test_overlays_are_notified_of_a_hand_at_once_and_phones_are_not() -> None:
    book = streamed()
    with served(book, {}) as client:
        told = {address: Queue[float]() for address in ("/events", "/overlay/events")}

        def listen(address: str) -> None:
            try:
                with client.stream("GET", address, timeout=PATIENCE) as stream:
                    for line in stream.iter_lines():
                        if line == "event: version":
                            told[address].put(time.monotonic())
            except httpx.HTTPError:
                pass  # the server has ended

        threads = [threading.Thread(target=listen, args=(address,)) for address in told]
        for thread in threads:
            thread.start()
        for queue in told.values():
            queue.get(timeout=PATIENCE)
        carry_out(book, RecordHand(2, 2, 1, Outcome(1, 2, 8)), by=BY)
        time.sleep(0.4)
        assert told["/overlay/events"].empty()
        began = time.monotonic()
        win_with_tiles(book)
        assert told["/overlay/events"].get(timeout=PATIENCE) - began < 5
        assert "+144" in client.get("/overlay/1").text
        time.sleep(0.3)
        assert told["/events"].empty()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_the_claimed_tile_of_a_set_lies_and_no_other_does() -> None:
    book = streamed()
    for tiles, lying in (("[123p,3][456s,1]789m11122s", 2), ("123p456s789m11122s", 0), ("[1111p]456s789m11122s", 0),
                         ("123p456s789m11122s|EE1000|ab", 0)):  # fmt: skip
        carry_out(book, RecordHand(2, 1, 1, Outcome(0, None, 40), tiles, "ruling"), by=BY, confirmed=True)
        assert page(book, show="hand").count('class="tile lies"') == lying, tiles
        carry_out(book, Undo(), by=BY)


def test_places_of_the_standings_begin_where_the_address_says() -> None:
    assert [read_options({"from": text}).first for text in ("1", "9999", "10000", "0")] == [1, 9999, 1, 1]


def test_what_it_takes_is_on_a_stream_only_while_the_organiser_shows_it() -> None:
    book = streamed()
    event = book.view.journal[0].id
    found = public_prospects(book.view)
    assert streamed_overlays(book.view)[1].prospects == ()
    names = [seat.name for seat in shown(book).seats]
    assert [name for name, _reached in streamed_overlays(book.view, found)[1].prospects] == names
    address = "/overlay/1?show=scores,prospects"
    with served(book, {}) as client:

        def waits_for(*, shown: bool) -> None:
            until = time.monotonic() + 60
            while ('<section class="prospects"' in client.get(address).text) != shown:
                assert time.monotonic() < until
                time.sleep(0.05)

        waits_for(shown=False)
        save_hall(HallState(event, prospects=True))
        waits_for(shown=True)
        assert "What it takes" not in client.get("/overlay/1?show=scores").text
        assert "Qui peut encore gagner" in client.get(f"{address}&lang=fr").text
        save_hall(HallState(event))
        waits_for(shown=False)
        save_hall(HallState(event, prospects=True))
        waits_for(shown=True)
        for table in (1, 2):
            carry_out(book, RecordTotals(2, table, (40, 10, -10, -40)), by=BY, confirmed=True)
        assert '<section class="prospects"' in client.get(address).text, "nothing of the session is public yet"
        carry_out(book, PublishResults(2), by=BY)
        waits_for(shown=False)
