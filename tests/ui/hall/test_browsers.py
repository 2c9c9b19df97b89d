"""What the desk says of the browsers that show a screen, or did."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tournament.language import ENGLISH
from ui.hall.browsers import SeenBrowser, ServedScreens, browsers_text, forget_browsers, keep_browsers, kept_browsers

NOW = datetime(2026, 6, 13, 12, tzinfo=UTC).timestamp()


def said(*browsers: SeenBrowser) -> str | None:
    text = browsers_text(ServedScreens("e", "", NOW, browsers), "Hall", NOW)
    return None if text is None else ENGLISH.render(text)


def hour(seconds: float) -> str:
    return f"{datetime.fromtimestamp(NOW - seconds, UTC).astimezone():%H:%M:%S}"


def test_the_browsers_of_a_screen_are_counted_and_the_last_word_of_them_is_told() -> None:
    assert said() is None
    assert said(SeenBrowser("Other", 1, NOW)) is None
    assert said(SeenBrowser("Hall", 1, NOW - 2)) == "In 1 browser, seen 2 s ago"
    two = SeenBrowser("Hall", 1, NOW - 2), SeenBrowser("Hall", 2, NOW - 4, sound=True)
    assert said(*two) == "In 2 browsers, seen 4 s ago, with sound"


@pytest.mark.parametrize(
    ("seconds", "ago"), [(7, "7 s"), (119, "119 s"), (120, "2 min"), (179, "2 min"), (180, "3 min")]
)
def test_a_browser_that_is_silent_for_seven_seconds_is_lost(seconds: float, ago: str) -> None:
    assert said(SeenBrowser("Hall", 1, NOW - seconds)) == f"Browser lost at {hour(seconds)} ({ago} ago)"


def test_lost_browsers_are_named_by_number_beside_those_that_are_there() -> None:
    there, one, other = SeenBrowser("Hall", 3, NOW), SeenBrowser("Hall", 1, NOW - 50), SeenBrowser("Hall", 2, NOW - 20)
    assert said(there, one) == f"In 1 browser, seen 0 s ago, browser 1 lost at {hour(50)}"
    assert said(there, one, other) == f"In 1 browser, seen 0 s ago, browsers 1, 2 lost, the last at {hour(20)}"
    assert said(one, other) == f"browsers 1, 2 lost, the last at {hour(20)}"


def test_screens_are_served_as_long_as_their_server_says_so() -> None:
    served = ServedScreens("e", "", NOW)
    assert served.is_served(NOW + 24)
    assert not served.is_served(NOW + 25)


def test_what_a_server_kept_is_read_until_it_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    served = ServedScreens("e", "http://192.0.2.7:8080", NOW, (SeenBrowser("Hall", 1, NOW, sound=True),))
    assert kept_browsers("e") is None
    keep_browsers(served)
    assert kept_browsers("e") == served
    forget_browsers("e")
    assert kept_browsers("e") is None
