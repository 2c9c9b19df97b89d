"""A ruling slip says what the tiles are worth, what was decided and by whom, whole on its page."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, PageSize, ReportOptions, build, report_called, write
from reports.document import RulingSlip
from reports.writers.wording import one_line
from tests.examples.events import PRINTED, LedgerWriter, begun
from tests.examples.full_event import KONGS, PICTURE
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES, Text, language_of, mark
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import HandCorrected, HandRecorded
from tournament.rules.payment import OutcomeDetails


def ledger() -> LedgerWriter:
    made = begun(4, 1)
    stream = table_stream(1, 1)
    made.write(stream, HandRecorded(1, 1, 3, 13, PICTURE))
    made.write(stream, HandRecorded(2, 0, None, 20))
    made.write(stream, HandRecorded(3, 3, 0, 15, PICTURE.replace("ES", "EW"), "the referee saw two flowers"))
    made.write(stream, HandCorrected(3, 3, 0, 14, "misread", PICTURE.replace("ES", "EW")))
    made.write(stream, HandRecorded(4, 1, None, 500, KONGS))
    return made


def slips(options: ReportOptions) -> list[str]:
    report = report_called("ruling-slips")
    assert report is not None
    made = build(report, ledger().view, options)
    return [ENGLISH.render(slip.decision) for slip in made.slips]


def test_hands_without_tiles_have_no_slip() -> None:
    assert len(slips(ReportOptions(PRINTED))) == 3
    assert len(slips(ReportOptions(PRINTED, session=1, table=1, hand=3))) == 1


@pytest.mark.parametrize("hand", [2, 99])
def test_a_hand_without_tiles_is_refused_by_its_number(hand: int) -> None:
    with pytest.raises(Refused, match="no-tiles"):
        slips(ReportOptions(PRINTED, session=1, table=1, hand=hand))


def test_one_slip_alone_is_called_by_its_hand() -> None:
    report = report_called("ruling-slips")
    assert report is not None
    titles = [
        ENGLISH.render(build(report, ledger().view, ReportOptions(PRINTED, session=1, table=1, hand=hand)).title)
        for hand in (3, None)
    ]
    assert titles == ["Ruling slip: session 1, table 1, hand 3", "Ruling slips"]


def test_the_decision() -> None:
    accepted, corrected, undecided = slips(ReportOptions(PRINTED))
    assert accepted == "The 13 points claimed stand: the winner counts their own hand."
    assert corrected == "The claim of 14 points is right."
    assert undecided == "500 points are recorded, more than counted: a referee must decide."


def test_an_overruling_names_referee_and_reason() -> None:
    made = begun(4, 1)
    made.write(table_stream(1, 1), HandRecorded(1, 1, 3, 15, PICTURE, "two flowers were seen"))
    report = report_called("ruling-slips")
    assert report is not None
    (slip,) = build(report, made.view, ReportOptions(PRINTED)).slips
    entry = made.view.sheet(1, 1).hands[0].entries[-1]
    said = ENGLISH.render(slip.decision)
    assert said == f"15 points stand by decision of {entry.author}: two flowers were seen"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "size"), [*((each.code, PageSize.A4) for each in LANGUAGES), ("fr", PageSize.LETTER)]
)
def test_slips_share_a_page_whole_with_all_they_must_say(tmp_path: Path, language: str, size: PageSize) -> None:
    """In every language, and on the shorter page in the one of the longest words."""
    report = report_called("ruling-slips")
    assert report is not None
    spoken = language_of(language)
    made = build(report, ledger().view, ReportOptions(PRINTED))
    write(made, tmp_path / "slips.pdf", Format.PDF, spoken, page_size=size)
    texts = [page.extract_text() for page in PdfReader(tmp_path / "slips.pdf").pages]
    referee = spoken.render(mark("Referee"))
    signed = [sum(line.endswith(referee) for line in text.splitlines()) for text in texts]
    assert sum(signed) == 3
    headings = {hand: one_line(spoken.render(_heading(hand))) for hand in (1, 3, 4)}
    begun_on_pages = [[hand for hand in headings if headings[hand] in text] for text in texts]
    assert [hand for hands in begun_on_pages for hand in hands] == [1, 3, 4]
    assert list(map(len, begun_on_pages)) == signed
    assert len(texts) == (2 if size is PageSize.A4 else 3)
    first = texts[0]
    wanted = made.slips[0].counted[0].name.of(spoken.code)
    assert wanted in first
    assert made.slips[0].player.split()[0] in first
    if spoken is ENGLISH:
        assert "14 counted, 13 claimed" in first
        assert "contained in Mixed Triple Chow" in first


def _heading(hand: int) -> Text:
    return mark("Ruling slip: session {session}, table {table}, hand {hand}", session=1, table=1, hand=hand)


def test_a_slip_alone_has_its_page_and_larger_type(tmp_path: Path) -> None:
    report = report_called("ruling-slips")
    assert report is not None
    sizes = []
    for hand in (1, None):
        made = build(report, ledger().view, ReportOptions(PRINTED, session=1, table=1, hand=hand))
        write(made, tmp_path / "slips.pdf", Format.PDF, ENGLISH)
        (scale,) = {
            float(found)
            for found in re.findall(rb"([\d.]+) 0 0 [\d.]+ 0 0 cm", _operators(tmp_path / "slips.pdf"))
            if float(found) > 0.8
        } or {1.0}
        sizes.append(scale)
    assert sizes == [1.0, 0.88]


def _operators(path: Path) -> bytes:
    contents = PdfReader(path).pages[0].get_contents()
    assert contents is not None
    return contents.get_data()


def game_slips(rules: str, fact: HandRecorded) -> tuple[RulingSlip, ...]:
    made = begun(4, 1, rules=rules)
    made.write(table_stream(1, 1), fact)
    report = report_called("ruling-slips")
    assert report is not None
    return build(report, made.view, ReportOptions(PRINTED)).slips


def test_fan_of_another_game_are_counted_on_its_slip() -> None:
    (slip,) = game_slips("hong-kong", HandRecorded(1, 1, 3, 2, "[123m,1]456p78s234sEE9s|ES0000|b"))
    assert [(fan.name.en, fan.points) for fan in slip.counted] == [("Own Flower", 1)]
    assert (slip.points, slip.claimed) == (1, 2)
    assert ENGLISH.render(slip.decision) == "2 is recorded, more than the tiles are worth: a referee must decide."


def test_points_and_doubles_of_each_player_whose_tiles_are_known() -> None:
    """Poilbarbe's first example (4.2.2), beside East's 18 points."""
    tiles = "[SSS,1]444sEE123m45p6p|-N0000 444m777s999pEEPF|-E0000"
    details = OutcomeDetails((18, 0, 0, 56), answers=(("dominant", "S"),))
    winner, loser = sorted(
        game_slips("french-classical-simple", HandRecorded(1, 3, 2, 0, tiles, details=details)),
        key=lambda slip: -slip.points,
    )
    assert winner.points == 56
    assert "× 2" in [ENGLISH.render(fan.points) for fan in winner.counted if isinstance(fan.points, Text)]
    assert winner.sum is not None
    assert ENGLISH.render(winner.sum) == "28 points × 2 = 56"
    assert "Dominant wind: South" in [ENGLISH.render(text) for text in winner.how]
    assert ENGLISH.render(winner.decision) == "The recorded value of 56 is what the tiles are worth."
    assert (loser.points, ENGLISH.render(loser.source)) == (18, "did not win")
