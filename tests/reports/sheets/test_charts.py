"""Charts of an event, read back from the files in which they are drawn, against the statistics and the standings."""

import re
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from PIL import Image
from pypdf import PdfReader

from assets.chart_colours import DARK_SERIES, LIGHT_SERIES
from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.column import Kind
from reports.document import Chart, ChartSeries, ChartShape, Document
from reports.sheets.charts import (
    MOST_BARS,
    MOST_LINES,
    ChartPlayers,
    course_charts,
    hand_charts,
    ranked_players,
    values_chart,
)
from reports.writers.chart_drawing import (
    Anchor,
    Area,
    ChartDrawing,
    Ink,
    Label,
    Stroke,
    chart_words,
    draw_chart,
    steps_between,
)
from reports.writers.chart_picture import picture_of
from reports.writers.pdf.chart_page import PaperType
from tests.examples.events import PRINTED, begun, play, sample_event, sample_league
from tests.reports.sheets.test_ruling_slip import ledger
from tournament.catalogue import IDS, rule_set
from tournament.language import ENGLISH, LANGUAGES, Language, Text, mark
from tournament.standings.statistics import Statistics, statistics
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.view import View

SVG = "{http://www.w3.org/2000/svg}"
NAMES = (
    "Maximilienne-Bérengère-Apollonie de la Très-Longue-Étiquette Von und zu Musterhausen-Beispielstadt",
    "محمد عبد الرحمن بن عبد العزيز النموذجي الطويل جدا من مدينة المثال البعيدة جدا",
    "欧阳示例" * 15,
    "דוגמה ארוכה מאוד של שם משפחה",
    "अनुराधा उदाहरणकर्ता",
    "=1+1 <b>&amp;</b>",
    "김예시",
    "ตัวอย่าง ชื่อยาว",
)  # fmt: skip


def made(view: View, name: str = "statistics", session: int | None = None) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, view, ReportOptions(PRINTED, session=session))


def charts_of(document: Document) -> dict[str, Chart]:
    return {chart.key: chart for chart in document.charts}


def played(view: View, *sessions: int) -> Statistics:
    return statistics(sheet for session in sessions for sheet in view.sheets(session))


def root_of(path: Path) -> Element:
    root = ElementTree.parse(path).getroot()
    assert root is not None
    return root


def groups(path: Path) -> list[Element]:
    """The charts of an SVG file."""
    return list(root_of(path).iter(f"{SVG}g"))


def told(group: Element) -> list[tuple[str, ...]]:
    """What the marks of one chart say: of which series, of whom, how much."""
    return [tuple((title.text or "").split(" · ")) for title in group.iter(f"{SVG}title")]


def texts(group: Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def test_what_the_marks_of_the_file_say_is_what_is_counted(tmp_path: Path) -> None:
    view = sample_event()
    counted, standings = played(view, 1, 2), view.standings()
    write(made(view), tmp_path / "a.svg", Format.SVG, ENGLISH)
    endings, by_session, values, wins, points, ranks, results = map(told, groups(tmp_path / "a.svg"))
    assert endings == [
        ("Won on a discard", str(counted.by_discard)),
        ("Won by self-draw", str(counted.self_draws)),
        ("Drawn", str(counted.drawn)),
    ]
    first, second = played(view, 1), played(view, 2)
    assert ("Won on a discard", "S1", str(first.by_discard)) in by_session
    assert ("Drawn", "S2", str(second.drawn)) in by_session
    assert sum(int(each[2]) for each in by_session) == counted.hands
    assert sum(int(each[1]) for each in values) == len(counted.won)
    for number, row in enumerate(standings.rows[:MOST_BARS]):
        own, name = counted.players[row.player.number], row.player.name
        expected = (("Wins", own.wins), ("Self-draws", own.self_draws), ("Deal-ins", own.deal_ins))
        shown = [each for each in wins if each[1] == name]
        assert shown == [(part, name, str(count)) for part, count in expected if count]
        tenths = round(Fraction(10 * own.points, own.hands) + Fraction(1, 1000))
        assert points[number] == (name, f"{tenths // 10}.{tenths % 10}")
    after = [view.standings(session) for session in (1, 2)]
    for row in standings.rows[:MOST_LINES]:
        for session, then in enumerate(after, start=1):
            own_row = next(each for each in then.rows if each.player.number == row.player.number)
            assert (row.player.name, f"S{session}", str(own_row.rank)) in ranks
            whole, rest = divmod(own_row.table_points, 1)
            assert rest or (row.player.name, f"S{session}", str(whole)) in results
    assert len(ranks) == len(results) == 2 * MOST_LINES


def test_bars_are_as_long_as_their_values() -> None:
    values = (0, 1, 7, 12)
    chart = Chart("a", mark("Hands"), ChartShape.BARS, ("a", "b", "c", "d"), mark("Player"),
                  (ChartSeries(mark("Hands"), values),), mark("Hands"))  # fmt: skip
    drawing = draw_chart(chart, ENGLISH, PaperType(), wide=500, size=9)
    bars = [part for part in drawing.parts if isinstance(part, Area) and part.tooltip]
    lengths = [bar.points[1][0] - bar.points[0][0] for bar in bars]
    assert [length / lengths[0] for length in lengths] == pytest.approx([1, 7, 12])
    numbers = [part.text for part in drawing.parts if isinstance(part, Label) and part.strong][1:]
    assert numbers == ["0", "1", "7", "12"]  # nothing is drawn for 0, but it is said


def test_every_axis_says_what_it_is_and_in_which_unit(tmp_path: Path) -> None:
    write(made(sample_event()), tmp_path / "a.svg", Format.SVG, ENGLISH)
    axes = [
        ("How a hand ended", "Hands (number)"),
        ("Session", "Hands (number)"),
        ("Value of the hand (Points)", "Hands won (number)"),
        ("Player", "Hands (number)"),
        ("Player", "Won for each hand at the table (Points)"),
        ("Session", "Rank (1 is best)"),
        ("Session", "Table points so far (points)"),
    ]
    for group, expected in zip(groups(tmp_path / "a.svg"), axes, strict=True):
        assert set(expected) <= set(texts(group))


def test_series_differ_without_any_colour() -> None:
    """By pattern, or by the shape of their marks; the greys of the file are all there are."""
    charts = charts_of(made(sample_event()))
    wins = draw_chart(charts["wins"], ENGLISH, PaperType(), wide=600, size=10)
    legend = [part for part in wins.parts if isinstance(part, Area) and not part.tooltip]
    assert [each.fill.on_paper for each in legend] == [Ink.STRONG, Ink.GROUND, Ink.GROUND]
    hatched = [part for part in wins.parts if isinstance(part, Stroke) and part.thick == 0.9]
    assert hatched
    second, third = legend[1].points, legend[2].points
    inside = [line for line in hatched if second[0][0] <= line.points[0][0] <= second[1][0]
              and second[0][1] <= line.points[0][1] <= second[2][1]]  # fmt: skip
    assert inside
    assert not [line for line in hatched if third[0][0] < line.points[0][0] and line.points[0][1] <= third[2][1]]
    ranks = draw_chart(charts["ranks"], ENGLISH, PaperType(), wide=600, size=10)
    marks = [part for part in ranks.parts if isinstance(part, Area) and not part.tooltip]
    kinds = {(len(each.points), each.fill.on_paper, round(each.points[0][0] - each.points[1][0], 3)) for each in marks}
    assert len(kinds) == len(marks) == MOST_LINES


def test_a_chart_says_whom_it_leaves_out() -> None:
    view = sample_event()
    charts = charts_of(made(view))
    for key, most in (("wins", MOST_BARS), ("points-a-hand", MOST_BARS), ("ranks", MOST_LINES)):
        note = charts[key].note
        assert note is not None
        assert ENGLISH.render(note) == f"The first {most} of 16 players, in the order of the standings."
    some = ChartPlayers((5, 3), chosen=True)
    wins = {chart.key: chart for chart in hand_charts(view, (1, 2), some)}["wins"]
    assert wins.names == (view.players[5].name, view.players[3].name)
    assert wins.note is None
    many = ChartPlayers(tuple(range(1, 16)), chosen=True)
    ranks, _ = course_charts(view, (1, 2), many)
    assert ranks.note is not None
    assert ENGLISH.render(ranks.note) == "The first 8 of the 15 chosen players."


def test_before_the_first_hand_each_chart_says_so() -> None:
    view = begun(4, 2).view
    players = ranked_players(view, Statistics())
    charts = (*hand_charts(view, (1,), players), *course_charts(view, (), players))
    assert made(view).charts == ()
    for chart in charts:
        assert chart.is_empty
        drawing = draw_chart(chart, ENGLISH, PaperType(), wide=400, size=10)
        assert not [part for part in drawing.parts if not isinstance(part, Label)]
        assert drawing.words.endswith((": No hand is recorded yet.", ": A course begins with the second session."))


def test_an_empty_file_says_why(tmp_path: Path) -> None:
    write(made(begun(4, 1).view), tmp_path / "a.svg", Format.SVG, ENGLISH)
    write(made(begun(4, 1).view), tmp_path / "a.png", Format.PNG, ENGLISH)
    with Image.open(tmp_path / "a.png") as image:
        assert image.height < 400
        assert min(image.tobytes()) < 100  # something is written
    assert "No hand is recorded yet." in texts(root_of(tmp_path / "a.svg"))


@pytest.mark.parametrize("id", IDS)
def test_values_are_in_the_unit_of_the_rules(id: str) -> None:
    rules = rule_set(id)
    assert rules is not None
    counted = Statistics(values={rules.value_bands[0]: 1, rules.value_bands[-1] + 3: 2}, hands=3,
                         won=played(sample_event(), 1).won[:3])  # fmt: skip
    chart = values_chart(rules, counted)
    assert ENGLISH.render(chart.names_title) == f"Value of the hand ({ENGLISH.render(rules.value_name)})"
    assert not any(re.fullmatch(r"(\d+) to \1", ENGLISH.render(each)) for each in chart.names if isinstance(each, Text))
    assert chart.series[0].values[0] == 1
    assert chart.series[0].values[-1] == 2
    assert sum(value or 0 for value in chart.series[0].values) == 3


def test_a_league_is_charted_by_evenings(tmp_path: Path) -> None:
    view = sample_league()
    document = made(view)
    charts = charts_of(document)
    ranks, results = charts["ranks"], charts["results"]
    spoken = ENGLISH.with_words(view.words)
    assert [spoken.render(name) for name in ranks.names] == ["E1", "E2", "E3"]  # type: ignore[arg-type]
    season = view.season(3)
    for series, result in zip(ranks.series, results.series, strict=True):
        row = next(each for each in (*season.rows, *season.waiting) if each.player.name == series.name)
        assert series.values[2] == row.rank
        assert result.values[2] == row.worth
    assert results.kind is Kind.SIGNED
    write(document, tmp_path / "a.pdf", Format.PDF, ENGLISH)
    assert "Sum of what counts (score)" in "".join(page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)


def test_one_session_has_no_course() -> None:
    keys = set(charts_of(made(sample_event(), session=1)))
    assert keys == {"endings", "values", "wins", "points-a-hand"}


def test_what_is_withheld_is_in_no_chart() -> None:
    """A public view is charted like any other: the counts are those of the public sessions."""
    ledger = begun(8, 2)
    play(ledger, (1, 2))
    view = PublicView(ledger.view)
    assert view.public_session == 0
    assert made(view).charts == ()
    players = ranked_players(view, Statistics())
    assert all(chart.is_empty for chart in hand_charts(view, (1, 2), players))


def test_fan_seen_are_those_of_the_hands_with_tiles(tmp_path: Path) -> None:
    document = made(ledger().view, "fans")
    (chart,) = document.charts
    table = document.sections[0].table
    rows = {row[1]: row[4] for row in table.rows}
    assert dict(zip(chart.names, chart.series[0].values, strict=True)) == dict(list(rows.items())[: len(chart.names)])
    for language in LANGUAGES:
        write(document, tmp_path / "a.svg", Format.SVG, language)
        (group,) = groups(tmp_path / "a.svg")
        assert group.get("aria-label") == chart_words(chart, language.for_readers)


def long_names() -> tuple[Chart, Chart]:
    """Bars and lines of names that are long, and of every script."""
    bars = Chart(
        "wins", mark("Wins, self-draws and deal-ins"), ChartShape.BARS, NAMES, mark("Player"),
        tuple(ChartSeries(part, tuple(range(start, start + 8))) for start, part in
              enumerate((mark("Wins"), mark("Self-draws"), mark("Deal-ins")))),
        mark("Hands"), note=mark("The first {count} of the {all} chosen players.", count=8, all=400),
    )  # fmt: skip
    lines = replace(
        bars, key="ranks", shape=ChartShape.LINES,
        names=tuple(mark("S{session}", session=number) for number in range(12)),
        names_title=mark("Session"), least_on_top=True,
        series=tuple(
            ChartSeries(name, tuple(1 + (number * 37 + session * 11) % 400 for session in range(12)))
            for number, name in enumerate(NAMES)
        ),
    )  # fmt: skip
    return bars, lines


def spans(drawing: ChartDrawing) -> list[tuple[float, float, float, float, str]]:
    """The boxes of its lines of text: left, top, right, bottom."""
    type, found = PaperType(), []
    for part in drawing.parts:
        if isinstance(part, Label):
            wide = type.width(part.text, part.size, strong=part.strong)
            left = part.x - wide * {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[part.anchor]
            found.append((left, part.y - part.size * 0.72, left + wide, part.y + part.size * 0.2, part.text))
    return found


@pytest.mark.parametrize("wide", [360.0, 520.0, 1000.0])
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_no_text_leaves_the_chart_or_meets_another(language: Language, wide: float) -> None:
    charts = (*long_names(), *made(sample_event()).charts)
    for chart in charts:
        drawing = draw_chart(chart, language, PaperType(), wide=wide, size=9)
        found = spans(drawing)
        for left, top, right, bottom, text in found:
            assert left >= -0.5, text
            assert right <= wide + 0.5, (chart.key, text)
            assert top >= -0.5, text
            assert bottom <= drawing.high + 0.5, (chart.key, text)
        for number, one in enumerate(found):
            for other in found[number + 1 :]:
                apart = one[2] <= other[0] + 0.6 or other[2] <= one[0] + 0.6
                above = one[3] <= other[1] + 0.6 or other[3] <= one[1] + 0.6
                assert apart or above, (chart.key, one[4], other[4])


def test_on_paper_each_chart_is_a_picture_with_alternative_text(tmp_path: Path) -> None:
    document = made(sample_event())
    write(document, tmp_path / "a.pdf", Format.PDF, ENGLISH)
    reader = PdfReader(tmp_path / "a.pdf")
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert "Won for each hand at the table (Points)" in text
    assert f"Page {len(reader.pages)} of {len(reader.pages)}" in text
    titles = [str(each["/Title"]) for part in reader.outline if isinstance(part, list) for each in part]  # type: ignore[call-overload]
    assert [ENGLISH.render(chart.title) for chart in document.charts] == titles[-7:]


def test_pixels_are_where_the_drawing_has_them(tmp_path: Path) -> None:
    """The file has twice the pixels of the picture; full, hatched and empty bars differ in how dark they are."""
    document = replace(made(sample_event()), charts=long_names()[:1])
    write(document, tmp_path / "a.png", Format.PNG, ENGLISH)
    picture = picture_of(document, ENGLISH.for_readers)
    ((left, top, drawing),) = picture.charts
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode == "L"
        assert image.size == (ceil(picture.wide * 2), ceil(picture.high * 2))
        assert "Wins" in image.info["Description"]
        shown: dict[str, float] = {}
        for part in drawing.parts:
            if isinstance(part, Area) and part.tooltip.startswith(
                ("Wins · =1+1", "Self-draws · =1+1", "Deal-ins · =1+1")
            ):
                (x1, y1), _, (x2, y2), _ = part.points
                box = (left + x1 + 3) * 2, (top + y1 + 2) * 2, (left + x2 - 3) * 2, (top + y2 - 2) * 2
                inside = image.crop(tuple(map(round, box)))  # type: ignore[arg-type]
                shown[part.tooltip.split(" · ")[0]] = sum(inside.tobytes()) / (inside.width * inside.height)
    assert shown["Wins"] < 40
    assert 80 < shown["Self-draws"] < 230
    assert shown["Deal-ins"] > 250


def test_in_a_page_they_are_drawn_without_asking_for_anything(tmp_path: Path) -> None:
    write(made(sample_event()), tmp_path / "a.html", Format.HTML, ENGLISH)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == 7
    assert "http" not in page


def test_in_a_page_they_have_colours_on_screen_and_patterns_in_print(tmp_path: Path) -> None:
    write(made(sample_event()), tmp_path / "a.html", Format.HTML, ENGLISH)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    rules = re.findall(r"(@media [^{]*)\{ :root \{((?: --s\d: #[0-9a-f]{6};)+) \} \}", page)
    light, dark = (tuple(re.findall(r"#[0-9a-f]{6}", colours)) for _, colours in rules)
    assert [media.strip() for media, _ in rules] == ["@media screen", "@media screen and (prefers-color-scheme: dark)"]
    assert (light, dark) == (tuple(map(str.lower, LIGHT_SERIES)), tuple(map(str.lower, DARK_SERIES)))
    drawn = page[page.index("<figure>") :]
    assert set(re.findall(r'fill="(var\(--s1[^"]*)"', drawn)) == {"var(--s1, var(--ink))", "var(--s1, var(--page))"}
    assert 'stroke="var(--s1, var(--ink))" stroke-width="0.9"' in drawn
    assert not re.search(r"#[0-9a-f]{3}", drawn)
    defined = set(re.findall(r"(--\w+):", page))
    assert set(re.findall(r"var\((--\w+)", drawn)) <= defined


def test_steps_are_round_and_not_too_many() -> None:
    assert steps_between(0, 12) == [0, 5, 10]
    assert steps_between(0, 4) == [0, 1, 2, 3, 4]
    assert steps_between(-37, 41) == [-20, 0, 20, 40]
    assert steps_between(0, Fraction(88, 10), whole=False) == [0, 2, 4, 6, 8]
    assert steps_between(0, Fraction(3, 10), whole=False) == [0, Fraction(1, 10), Fraction(2, 10), Fraction(3, 10)]
    for high in (1, 9, 99, 101, 12345, 10**9):
        assert 2 <= len(steps_between(0, high)) <= 6
