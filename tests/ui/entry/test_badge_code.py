"""The code of a badge, as a scanner types it on keyboards of several countries."""

from dataclasses import replace

import pytest

from reports.sheets.code import badge_code, event_key, read_badge
from tests.examples.events import begun
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SettingsChanged
from tournament.use_cases.view import View
from ui.entry.badge_code import badge_number

ADDRESS = "https://www.example.org/open/2026/"
SCANNED = {
    "United Kingdom": "QV:1A2B3C4D:P12",
    "France": "AVM&QéB\"C'DMP&é",
    "Germany": "QVÖ1A2B3C4DÖP12",
    "French Switzerland": "QVö1A2B3C4DöP12",
    "Italy": "QVç1A2B3C4DçP12",
    "Spain": "QVÑ1A2B3C4DÑP12",
}
"""The keys of ``QV:1A2B3C4D:P12`` on an American keyboard, with other layouts."""


@pytest.fixture(scope="module")
def view() -> View:
    ledger = begun(16, 1)
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, web_address=ADDRESS)))
    return ledger.view


@pytest.mark.parametrize("country", SCANNED)
def test_a_badge_is_read_on_the_keyboard_of_any_country(country: str, view: View, monkeypatch) -> None:
    monkeypatch.setattr("ui.entry.badge_code.event_key", lambda _view: "1A2B3C4D")
    assert badge_number(SCANNED[country], view) == 12


def test_every_badge_of_the_event_names_its_player(view: View) -> None:
    for number in view.players:
        for text in (badge_code(view, number), badge_code(view, number).lower(), f"{ADDRESS}#p{number}",
                     f"{ADDRESS}#P{number}".upper()):  # fmt: skip
            assert badge_number(f" {text} ", view) == number


@pytest.mark.parametrize("typed", ["", "12", "P12", "Ada Bamboo", "#p12", "QV:1-03-1", f"{ADDRESS}#p", f"{ADDRESS}#p+1",
                                   f"{ADDRESS}#s1t2", "https://example.com/#p12", "x" * 10_000])  # fmt: skip
def test_other_texts_are_no_badge(typed: str, view: View) -> None:
    assert badge_number(typed, view) is None


def test_a_badge_of_somebody_else_says_so(view: View) -> None:
    assert "another event" in str(badge_number("QV:00000000:P1", view))
    assert "the number {number}" in str(badge_number(f"QV:{event_key(view)}:P99", view))
    assert "the number {number}" in str(badge_number(f"{ADDRESS}#p99", view))


def test_numbers_of_badges_have_no_second_writing() -> None:
    assert read_badge("QV:1A2B3C4D:P0") is None
    assert read_badge("QV:1A2B3C4D:P012") is None
    assert read_badge("QV:1A2B3C4D:P12345") is None
