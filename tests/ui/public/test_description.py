"""The description of the public addresses: what is served is as it says, and no field is outside the list."""

import re
from typing import Any

import jsonschema
import pytest
from msgspec import ValidationError
from msgspec.json import decode

from reports.frames import COLUMNS
from tests.browser.sites import EVENTS, cup
from tests.examples.events import PRINTED
from tournament.use_cases.public_view import PublicView
from ui.json_lines.rankings import SeasonLine, SessionLine, StandingLine
from ui.public.pages import PublicPages, description


def schema_at(path: str) -> dict[str, Any]:
    """The schema of the answer at ``path``, with all that it refers to."""
    found = description()["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return {**found, "components": description()["components"]}


def answer(pages: PublicPages, path: str) -> bytes:
    made = pages.answer(path, "en")
    assert made is not None
    return made.content


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", EVENTS)
def test_what_is_served_is_as_described(name: str) -> None:
    view = EVENTS[name]()
    pages = PublicPages(view, PRINTED)
    for path in ("/standings.json", "/sessions.json", "/openapi.json"):
        jsonschema.validate(decode(answer(pages, path)), schema_at(path), cls=jsonschema.Draft202012Validator)
    content = answer(pages, "/standings.json")
    drawn = view.settings.format.is_drawn
    rows = decode(content, type=list[StandingLine]) if drawn else decode(content, type=list[SeasonLine])
    assert {row.player for row in rows} <= set(range(1, len(view.players) + 1))
    assert {row.after for row in rows} <= {PublicView(view).public_session}
    decode(answer(pages, "/sessions.json"), type=list[SessionLine])


def test_a_field_means_what_the_column_of_the_frame_means() -> None:
    schemas = description()["components"]["schemas"]
    lines = {"StandingLine": "standings", "SeasonLine": "standings", "SeatLine": "seats"}
    for line, frame in lines.items():
        meanings = {column.name: column.meaning for column in COLUMNS[frame]}
        fields = schemas[line]["properties"]
        described = {name: field.get("description") for name, field in fields.items() if name in meanings}
        assert described == {name: meanings[name] for name in described}
        assert len(described) >= len(fields) - 2, line


def test_a_field_outside_the_list_is_seen() -> None:
    row = decode(answer(PublicPages(cup(), PRINTED), "/standings.json"))[0]
    jsonschema.validate([row], schema_at("/standings.json"))
    for wrong in (row | {"ema": "12345678"}, row | {"rank": 0}, {key: row[key] for key in row if key != "state"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([wrong], schema_at("/standings.json"))
    with pytest.raises(ValidationError):
        decode(answer(PublicPages(cup(), PRINTED), "/sessions.json"), type=list[StandingLine])


def test_every_address_is_described_and_every_described_one_is_there() -> None:
    described = set(description()["paths"]) - {"/events"}
    pages = PublicPages(cup(), PRINTED)
    assert {re.sub(r"\d+", "{number}", path) for path in pages.addresses} == described


def test_players_are_listed_under_their_letters() -> None:
    pages = PublicPages(cup(), PRINTED)
    text = answer(pages, "/players").decode()
    assert text.count("<tr") == 17
    letters = re.search(r'<p class="letters">(.*?)</p>', text)
    assert letters is not None
    names = re.findall(r">([^<]+)</a>", letters[1])
    assert names[-1] == "\N{HORIZONTAL ELLIPSIS}"
    assert {"N", "W", "Е", "Ε"} <= set(names)
    for number in range(1, len(names) + 1):
        assert f'<tbody id="l{number}">' in text


@pytest.mark.parametrize(
    ("path", "tab"), [("/", "/"), ("/session/1", "/sessions"), ("/player/5", "/"), ("/teams", "/teams")]
)
def test_one_tab_is_that_of_the_page(path: str, tab: str) -> None:
    text = answer(PublicPages(cup(), PRINTED), path).decode()
    assert re.findall(r'href="([^"]+)" aria-current=(?:page|true)', text) == [tab]


def test_numbers_of_a_ranking_have_their_least_values() -> None:
    schemas = description()["components"]["schemas"]
    standing, session = schemas["StandingLine"]["properties"], schemas["SeasonLine"]["properties"]
    assert standing["player"]["minimum"] == 1
    assert {name: each["minimum"] for name, each in session.items() if "minimum" in each}["games"] == 0


def test_pages_that_there_may_not_be_are_described_with_the_answer_then() -> None:
    answers = {path: set(each["get"]["responses"]) for path, each in description()["paths"].items()}
    assert answers["/"] == answers["/player/{number}"] == {"200", "303", "304", "404"}
    assert answers["/standings.json"] == answers["/openapi.json"] == {"200", "304"}
    parameters = {path: [p["name"] for p in each["get"].get("parameters", ())]
                  for path, each in description()["paths"].items()}  # fmt: skip
    assert parameters["/session/{number}"] == ["number", "If-None-Match", "Accept-Language", "lang"]
    assert parameters["/sessions.json"] == ["If-None-Match", "Accept-Language"]
