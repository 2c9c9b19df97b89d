"""Events whose web pages are looked at in a browser; everybody in them is invented."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache, partial
from pathlib import Path

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.examples.events import PRINTED, LedgerWriter, begun, play, players, seating, write_table
from tournament.catalogue import DEFAULT, IDS
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import Language
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    DrawPublished,
    EveningOpened,
    EventCreated,
    GameSeated,
    PlayersAdded,
    ResultsPublished,
    TotalsRecorded,
)
from tournament.use_cases.view import View

LONG = "Wolfeschlegelsteinhausenbergerdorff-Maximilienne-Bérengère-X"
"""Sixty letters."""
SCRIPTS = (
    ("نور الهدى", "مثال التجربة", "EG", "فريق النخيل"),
    ("ישראלה", "דוגמה", "IL", "פרחים (א)"),
    ("麻将", "示例小姐", "CN", "四风队"),
    ("さくら", "れいのうえ", "JP", "東風の会"),
    ("Ευτυχία", "Παραδειγματοπούλου", "GR", "Άνεμοι"),
    ("Екатерина", "Образцова-Примерская", "UA", "Чотири вітри"),
    ("ตัวอย่าง", "ผู้เล่นคนที่สิบสอง", "TH", "ลมทั้งสี่"),
    ("예시", "김보기", "KR", "네 바람"),
    ("Nguyễn Thị", "Ví Dụ", "VN", "Bốn Gió"),
    (LONG[:30], LONG[30:], "AT", "X" * 60),
    ("", LONG, "DE", "Winde"),
    ("<b>Bold</b>", "& Ampère", "CH", '"Quotes" & <i>'),
    ("=HYPERLINK()", "@SUM", "FR", "=1+1"),
    ("उदाहरण", "खिलाड़ी", "IN", "चार हवाएँ"),
)
"""First name, last name, country and team."""


def page_of(view: View, path: Path, language: Language) -> Path:
    """Write the web page of ``view`` to ``path``."""
    report = report_called("site")
    assert report is not None
    write(build(report, view, ReportOptions(PRINTED)), path, Format.HTML, language)
    return path


@cache
def cup(rules: str = DEFAULT.id) -> View:
    """Sixteen players of every script in teams, four sessions: two public, the third played and kept."""
    ledger = _teams_begun(16, 4, rules)
    play(ledger, [1, 2, 3])
    ledger.write(EVENT_STREAM, ResultsPublished(3, held=True))
    return ledger.view


def _teams_begun(count: int, sessions: int, rules: str) -> LedgerWriter:
    ledger = LedgerWriter()
    settings = Settings("Grand Prix de l’Exemple", rules=rules, sessions=sessions, place="Salle des Fêtes",
                        city="Exempleville", starts=date(2026, 6, 13), ends=date(2026, 6, 14),
                        organiser="Les Quatre Exemples")  # fmt: skip
    people = [replace(each, team=f"Équipe {each.number % (count // 4) + 1}") for each in players(count)]
    for place, (first, last, country, team) in enumerate(SCRIPTS[: count - 2]):
        people[place] = Player(place + 1, first, last, country, team=team if place % 2 else people[place].team)
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(tuple(people)))
    ledger.write(EVENT_STREAM, DrawPublished(seating(count, sessions)))
    return ledger


def four() -> View:
    """Four players, one table, nothing public yet."""
    return begun(4, 2).view


@cache
def large(count: int = 400, sessions: int = 12) -> View:
    """The largest there is, all of it public, each table known by its totals."""
    ledger, chance = _teams_begun(count, sessions, DEFAULT.id), random.Random(3)
    for session in range(1, sessions + 1):
        for table in range(1, count // 4 + 1):
            one, two, three = (chance.randrange(-250, 250) for _ in range(3))
            ledger.write(table_stream(session, table), TotalsRecorded((one, two, three, -one - two - three)))
    ledger.write(EVENT_STREAM, ResultsPublished(sessions))
    return ledger.view


def season(format: EventFormat) -> View:
    """Three evenings of a league or a club; two are public, in the third there is a game with no result."""
    ledger, chance = LedgerWriter(), random.Random(4)
    settings = Settings(name="Les soirées de l’Exemple", place="Exempleville", format=format)
    if format is EventFormat.LEAGUE:
        settings = replace(settings, season=SeasonRules(best=2, least=2))
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(players(9)))
    for session in (1, 2, 3):
        ledger.write(EVENT_STREAM, EveningOpened(session, date(2026, 9, 4 + 7 * (session - 1)), ""))
        for table, seats in enumerate(((1, 2, 3, 4), (5, 6, 7, 8 + session % 2)), start=1):
            ledger.write(EVENT_STREAM, GameSeated(session, table, seats))
            if session < 3:
                big = chance.randrange(20, 90)
                write_table(ledger, session, table, [TotalsRecorded((big, 7, -7, -big))])
    ledger.write(EVENT_STREAM, ResultsPublished(2))
    return ledger.view


def nobody() -> View:
    """An event without players."""
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings("Cup")))
    return ledger.view


EVENTS: Mapping[str, Callable[[], View]] = {
    **{rules: partial(cup, rules) for rules in IDS},
    **{format.value: partial(season, format) for format in EventFormat if not format.is_drawn},
    "nothing public": four,
    "nobody": nobody,
}
"""One of each kind: before and after the draw, with and without results, every format and rule set."""
