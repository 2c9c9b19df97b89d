"""The rules of an event in short: what its tables say, and what options take out of them."""

from reports.column import Cell
from reports.document import Document
from reports.sheets.options import ReportOptions
from reports.sheets.rule_sheet import rule_sheet
from tests.examples.events import PRINTED
from tests.examples.games import game_event
from tournament.language import ENGLISH
from tournament.rules.question import Chosen


def sheet(rules: str, options: Chosen = ()) -> Document:
    return rule_sheet(game_event(rules, hands=0, options=options), ReportOptions(PRINTED))


def rows(document: Document, heading: str) -> list[tuple[Cell, ...]]:
    (section,) = (s for s in document.sections if s.heading is not None and ENGLISH.render(s.heading) == heading)
    return list(section.table.rows)


def headings(document: Document) -> list[str]:
    return [ENGLISH.render(section.heading) for section in document.sections if section.heading is not None]


def test_fan_and_laak_as_the_memo_prints_them() -> None:
    assert rows(sheet("hong-kong"), "Who pays what") == [
        ("0", 2, 1, 4, None, None),
        ("1", 4, 2, 8, 4, 12),
        ("2", 8, 4, 16, 8, 24),
        ("3", 16, 8, 32, 16, 48),
        ("4–6", 32, 16, 64, 32, 96),
        ("7–9", 64, 32, 128, 64, 192),
        ("10", 128, 64, 256, 128, 384),
    ]
    (three, *_) = rows(sheet("hong-kong", (("minimum", 3),)), "Who pays what")
    assert three == ("3", 16, 8, 32, 16, 48)


def test_without_flowers_nothing_counts_for_them() -> None:
    names = [row[0].en for row in rows(sheet("hong-kong", (("bonus_tiles", False),)), "Bonuses")]  # type: ignore[union-attr]
    assert names == ["Self-Draw"]


def test_both_examples_of_four_values_as_the_document_settles_them() -> None:
    document = sheet("french-classical-advanced")
    assert [row[-1] for row in rows(document, "Example: East wins")] == [0, 850, -380, -470]
    assert [row[3:7] for row in rows(document, "Example: East wins")] == [
        (None, 600, 0, 0), (200, None, 0, 0), (200, 210, None, 0), (200, 240, 30, None)
    ]  # fmt: skip
    assert [row[-1] for row in rows(document, "Example: South wins")] == [-200, 400, -20, -180]
    quebec = sheet("quebec-classical")
    assert [row[-1] for row in rows(quebec, "Example: East wins")] == [600, 250, -380, -470]


def test_without_a_limit_there_are_no_grands_jeux_and_no_special_hands() -> None:
    assert len(rows(sheet("french-classical-simple"), "Grands Jeux")) == 34
    assert "Grands Jeux" not in headings(sheet("french-classical-simple", (("limit", None),)))
    assert len(rows(sheet("quebec-classical"), "Special hands")) == 10
    assert "Special hands" not in headings(sheet("quebec-classical", (("limit", None),)))


def test_an_option_is_shown_with_its_default_and_its_source() -> None:
    (first, *_) = rows(sheet("zung-jung", (("minimum", 1),)), "Options")
    assert first[1:3] == ("1", "5")
    assert len(rows(sheet("zung-jung"), "Patterns: only the dearest of each series counts")) == 44


def test_the_settlement_of_the_competition_rules() -> None:
    assert rows(sheet("mcr"), "Who pays what")[0] == ("8", 16, 8, 32, 16, 48)
