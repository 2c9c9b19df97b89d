"""The public address of an event's page: what is one, and what everybody would regret on paper."""

import pytest

from tournament.event.settings import Settings, settings_problems, web_address_problem


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://example.org",
        "http://example.org/open/2026/index.html",
        "https://example.org:8443/~club/open.html?year=2026#standings",
        "https://[2001:db8::1]/open",
        "https://xn--bcher-kva.example/%C3%A9t%C3%A9",
    ],
)
def test_what_a_browser_opens_is_one(address: str) -> None:
    assert web_address_problem(address) is None


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("example.org/open", "web-address-unknown"),
        ("ftp://example.org/open", "web-address-unknown"),
        ("javascript:alert(1)", "web-address-unknown"),
        ("file:///etc/passwd", "web-address-unknown"),
        ("https://", "web-address-unknown"),
        ("https:///open", "web-address-unknown"),
        ("https://example.org:99999/", "web-address-unknown"),
        ("https://[::1/", "web-address-unknown"),
        ("https://example.org/our open", "web-address-signs"),
        ("https://example.org/\n", "web-address-signs"),
        ("https://example.org/\u202egro", "web-address-signs"),
        ('https://example.org/"><b>', "web-address-signs"),
        ("https://exämple.org/", "web-address-signs"),
        ("https://desk:secret@example.org/", "web-address-secret"),
        ("https://desk@example.org/", "web-address-secret"),
    ],
)
def test_anything_else_is_refused_with_the_reason(address: str, code: str) -> None:
    problem = web_address_problem(address)
    assert problem is not None
    assert (problem.code, problem.field) == (code, "web_address")
    assert "secret" not in str(problem.text.values), "what is secret is not repeated"


def test_a_long_one_is_refused() -> None:
    problems = settings_problems(Settings("Cup", web_address="https://example.org/" + "a" * 181))
    assert [(each.code, each.field) for each in problems] == [("too-long", "web_address")]
    assert settings_problems(Settings("Cup", web_address="https://example.org/" + "a" * 180)) == ()
