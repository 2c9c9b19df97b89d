"""The papers of a club evening and a league speak of evenings and games."""

from pathlib import Path

import pytest

from reports.catalogue import Format, ReportOptions, build, reports_under, write
from tests.club_words import FOREIGN
from tests.examples.events import PRINTED, sample_league
from tests.examples.games import club_evening
from tournament.language import LANGUAGES, Language, Text
from tournament.language.help_pages import help_text

pytestmark = pytest.mark.thorough

TABLES = {
    "EMA number": "players of the league have one",
    "Table {table}": "a sign in the room",
}
OTHERS = {Format.PNG: "says what the same picture says as SVG", Format.PARQUET: "has no words"}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_no_paper_of_a_club_has_a_word_of_tournaments(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, str] = {}
    render = Language.render

    def listen(self: Language, text: Text | str) -> str:
        shown = render(self, text)
        if isinstance(text, Text) and text.translated and self.code == language.code:
            said[text.message] = shown
        return shown

    help_text("tables", language)  # its title is rendered once, and papers only have the keys below it
    monkeypatch.setattr(Language, "render", listen)
    evening = club_evening("french-classical-advanced")
    for view in (sample_league(), evening):
        for report in reports_under(view.rules, view.settings.format):
            document = build(report, view, ReportOptions(PRINTED))
            formats = [each for each in report.formats if each not in OTHERS]
            if view is evening:  # its pages have every word of its other files
                formats = [each for each in formats if each not in (Format.PDF, Format.EXCEL)] or formats
            for format in formats:
                write(document, tmp_path / f"{report.name}.{format.value}", format, language)
    assert len(said) > 300
    assert {text: shown for text, shown in said.items() if FOREIGN[language.code].search(shown)}.keys() <= TABLES.keys()
