"""Pictures of a screen: the time is a quarter of its height, nothing is too small, long names are complete."""

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reports.code_matrix import matrix_of
from tournament.language import LANGUAGES, Language, Text, mark, verbatim
from ui.desktop.display import canvas as canvas_module
from ui.desktop.display.canvas import Canvas
from ui.desktop.display.colours import DARK, LIGHT, HallColours
from ui.desktop.display.screen_window import HallScreenView
from ui.hall.slides import (
    BlankSlide,
    CountdownSlide,
    CountdownState,
    DrawnLot,
    DrawSlide,
    FigureSlide,
    Frame,
    ListCell,
    ListColumn,
    ListSlide,
    MessageSlide,
    PictureSlide,
    RevealedPlace,
    RevealSlide,
    Slide,
    TableMinutes,
)

SIZES = ((1920, 1080), (1366, 768), (1280, 800), (1024, 768), (3840, 2160), (2560, 1080))
LONG = "Maximiliane-Theodora Alexandrowna von Überlingen-Østergård"
SCRIPTS = ("王小明", "محمد بن عبد الله", "דוד כהן", "สมชาย ใจดี", "ამირან", "김민수", "Σωκράτης", "अमित कुमार", "👍 Ada")
FRAME = Frame("Open of Nowhere", "14:02")


def standings(
    names: tuple[str, ...] = ("Ada Sample",) * 10, pages: int = 5, *, lines: int = 10, blocks: int = 1
) -> ListSlide:
    """A page of standings."""
    columns = (ListColumn(right=True), ListColumn(), ListColumn(name=True), ListColumn(right=True),
               ListColumn(right=True))  # fmt: skip
    rows = tuple(
        (ListCell(f"{rank}", strong=True), ListCell(f"▲ {rank}", accent=True, small=True), ListCell(name),
         ListCell(Fraction(43 - rank, 3), strong=True), ListCell("+573", second=True))
        for rank, name in enumerate(names, 1)
    )  # fmt: skip
    range_text = mark("{first} to {last} of {count}", first=1, last=10, count=48)
    return ListSlide(mark("Standings"), mark("after session {session}", session=4), columns, rows, range_text, 1, pages,
                     lines=lines, blocks=blocks)  # fmt: skip


CLOCK = CountdownSlide(
    title=mark("Session {session}", session=5),
    of=mark("of {sessions}", sessions=6),
    state=CountdownState.WARNING,
    remaining="02:43",
    state_text=mark("Last {minutes} minutes", minutes=15),
    elapsed=Fraction(98, 100),
    warning_at=Fraction(7, 8),
    begins="12:05",
    warns=mark("warning {time}", time="13:50"),
    ends="14:05",
    rule=mark("At the gong, stop: the hand in play is void."),
    next=mark("Next: session {session} at {time}. Seats are shown from {seats_from}.", session=6, time="14:30",
              seats_from="14:15"),
    tables=tuple(TableMinutes(table, "08:12") for table in range(1, 30)),
    beside=standings((LONG, *SCRIPTS)),
)  # fmt: skip
EVERY_SLIDE: tuple[Slide, ...] = (
    CLOCK,
    replace(CLOCK, beside=None, state=CountdownState.PAUSED, remaining="1:02:43"),
    replace(CLOCK, state=CountdownState.OVER, remaining="00:00", state_text=mark("Stop"), tables=()),
    replace(CLOCK, state=CountdownState.NOT_STARTED, remaining="2:00:00", state_text=None, warning_at=None),
    standings((LONG, *SCRIPTS), pages=40),
    standings((LONG, *SCRIPTS, *[f"Ada {number}" for number in range(18)]), lines=14, blocks=2),
    replace(standings(pages=1), range_text=None, note=mark("The doors close at {time}.", time="18:00")),
    MessageSlide(None, "Lunch"),
    MessageSlide(mark("Standings"), "word " * 300),
    PictureSlide("gone.png", "gone"),
    BlankSlide(),
)


@pytest.fixture(scope="module")
def view(styled: object) -> HallScreenView:
    return HallScreenView()


def painted(
    view: HallScreenView,
    slide: Slide,
    size: tuple[int, int] = (1366, 768),
    *,
    frame: Frame = FRAME,
    language: Language = LANGUAGES[0],
    colours: HallColours = DARK,
) -> QImage:
    """Return the picture of a slide."""
    view.resize(QSize(*size))
    view.show_slide(slide, frame, language=language, colours=colours)
    return view.picture()


def coloured_rows(image: QImage, colour: str, left: int, right: int) -> list[int]:
    """Return the rows that have ``colour`` between two columns, as far as they follow the first without a gap."""
    step = max((right - left) // 60, 1)
    wanted = int("ff" + colour.removeprefix("#"), 16)
    rows = [
        y for y in range(image.height())
        if any(image.pixel(x, y) & 0xFFFFFFFF == wanted for x in range(left, right, step))
    ]  # fmt: skip
    runs: list[list[int]] = []
    for y in rows:
        if not runs or runs[-1][-1] != y - 1:
            runs.append([])
        runs[-1].append(y)
    return max(runs, key=len, default=[])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("beside", [True, False])
def test_the_figures_of_the_time_are_a_quarter_of_the_screen_high(
    view: HallScreenView, size: tuple[int, int], beside: bool
) -> None:
    """Measured on a flat digit, because round ones reach a little beyond it."""
    slide = replace(CLOCK, remaining="11:11", tables=(), beside=CLOCK.beside if beside else None)
    image = painted(view, slide, size)
    margin = round(72 * size[1] / 1080)
    rows = coloured_rows(image, DARK.warning, margin, size[0] // 3)
    assert len(rows) >= size[1] / 4


def test_a_session_above_an_hour_stays_in_its_place(view: HallScreenView) -> None:
    """The digits are smaller, and end before the list beside them."""
    hour = replace(CLOCK, remaining="1:02:43", state=CountdownState.RUNNING, state_text=None, beside=None)
    usual = replace(hour, beside=standings(("",) * 10))
    image = painted(view, usual, (1920, 1080))
    inked = [x for x in range(1920) if any(image.pixel(x, y) == 0xFFF6F4EF for y in range(420, 520, 5))]
    assert min(inked) >= 72
    assert 1060 < max(x for x in inked if x < 1190) < 1140, "as wide as a time below the hour, and the list is free"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, float]]:
    """Every line written on a canvas: its text as painted, its size, and the space left for it."""
    found: list[tuple[str, int, float]] = []
    write = Canvas.write

    def recording(self: Canvas, left: float, middle: float, text: str, **how: object) -> float:
        end = write(self, left, middle, text, **how)  # type: ignore[arg-type]
        size = how["size"]
        assert isinstance(size, int)
        if text:
            found.append((text, size, self.width - end))
        return end

    monkeypatch.setattr(canvas_module.Canvas, "write", recording)
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [*SIZES[:4], (1080, 1920)], ids=str)
def test_nothing_is_too_small_and_nothing_stands_outside(
    view: HallScreenView, written: list[tuple[str, int, float]], size: tuple[int, int]
) -> None:
    frame = replace(FRAME, event=LONG * 3, rehearsal=True, old_news=mark("Paused"), hint=mark("Stop"),
                    address="https://example.org/" + "x" * 60)  # fmt: skip
    for slide in EVERY_SLIDE:
        for language in LANGUAGES:
            view.show_slide(BlankSlide(), FRAME)
            painted(view, slide, size, frame=frame, language=language, colours=LIGHT)
    assert len(written) > 300
    assert min(size for _, size, _ in written) >= 28
    assert [text for text, _, room in written if room < 20] == []


STATE = mark("Provisional, after session {session} of {sessions}", session=10, sessions=12)


@pytest.mark.parametrize("size", [*SIZES[:4], (1080, 1920)], ids=str)
def test_a_subtitle_without_room_beside_its_title_is_below_it(
    view: HallScreenView, written: list[tuple[str, int, float]], size: tuple[int, int]
) -> None:
    beside = replace(standings((LONG,)), title=mark("Standings"), subtitle=STATE)
    for slide in (replace(CLOCK, beside=beside), beside):
        for language in LANGUAGES:
            written.clear()
            view.show_slide(BlankSlide(), FRAME)
            painted(view, slide, size, language=language)
            assert language.render(STATE) in [text for text, _, _ in written]


@pytest.mark.parametrize("size", [*SIZES[:4], (1080, 1920)], ids=str)
@pytest.mark.parametrize("names", [("5 Ada Bamboo",), (f"5 {LONG}", f"6 {LONG}", f"14 {LONG}")], ids=len)
def test_who_sits_out_is_whole_beside_the_clock(
    view: HallScreenView, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], size: tuple[int, int]
) -> None:
    """By number where the names have no room."""
    shown: list[str] = []
    monkeypatch.setattr(Canvas, "write_fitted", lambda _canvas, _left, _middle, text, **_how: shown.append(text))
    named, numbered = (f"Out: {', '.join(each)}" for each in (names, [name.split()[0] for name in names]))
    view.show_slide(BlankSlide(), FRAME)
    painted(view, replace(CLOCK, resting=(verbatim(named), verbatim(numbered))), size)
    assert [text for text in shown if text.startswith("Out: ")] == [named if len(names) == 1 else numbered]


WIDE = "W" * 60
"""As many of the widest letters as a name can have, without a place for a break."""
NAMES = (LONG, f"{LONG} {WIDE}", WIDE, f"{LONG}-{LONG}", *SCRIPTS)


def places(names: tuple[str, ...]) -> tuple[RevealedPlace, ...]:
    return tuple(RevealedPlace(f"{rank}", name, Fraction(7), "+57", name) for rank, name in enumerate(names, 1))


NAMED_SLIDES: tuple[tuple[Slide, tuple[str, ...]], ...] = (
    (standings(NAMES * 2 + ("Ada",) * 2, lines=14, blocks=2), NAMES),
    (standings(NAMES[:12], lines=12), NAMES[:12]),
    (standings(NAMES[:4], lines=4), NAMES[:4]),
    (replace(CLOCK, beside=standings(NAMES[:10])), NAMES[:10]),
    (RevealSlide(mark("Players"), places((f"{LONG} {WIDE}",)), places(NAMES[:10])), NAMES[:10]),
    (RevealSlide(mark("Players"), places(NAMES[:4]), places(NAMES[:10])), NAMES[:10]),
    (FigureSlide(mark("Biggest hand"), "88", LONG), (LONG,)),
    (DrawSlide(mark("Draw"), mark("Stop"), DrawnLot("12", (LONG,)),
               tuple(DrawnLot("12", (name,)) for name in NAMES[:10])), NAMES[:10]),
    (DrawSlide(mark("Draw"), mark("Stop"), DrawnLot("12", NAMES[:4])), NAMES[:4]),
)  # fmt: skip


def gapless(text: str) -> str:
    return "".join(text.split())


@pytest.mark.sampled(12)
@pytest.mark.parametrize("size", [*SIZES[:4], (1080, 1920)], ids=str)
@pytest.mark.parametrize("slide", NAMED_SLIDES, ids=lambda each: type(each[0]).__name__)
def test_a_name_is_never_cut(
    view: HallScreenView, monkeypatch: pytest.MonkeyPatch, slide: tuple[Slide, tuple[str, ...]], size: tuple[int, int]
) -> None:
    """It is made smaller, or gets a second line, or narrower letters; and it stays in its column and on the screen."""
    written: list[str] = []
    write = Canvas.write_fitted

    def recording(self: Canvas, left: float, middle: float, text: str, **how: object) -> None:
        fit = self.fitted(text, how["room"], how["size"], how.get("weight", 400), high=how["high"])  # type: ignore[arg-type]
        widest = max(self.wide(line, fit.size, how.get("weight", 400)) for line in fit.lines)  # type: ignore[arg-type]
        assert widest * fit.stretch <= how["room"] + 1  # type: ignore[operator]
        assert fit.size >= 28
        assert len(fit.lines) == 1 or fit.size * 1.9 <= how["high"] + 0.5  # type: ignore[operator]
        assert middle + fit.more_height / 2 + fit.size / 2 < self.height
        written.append("".join(fit.lines))
        write(self, left, middle, text, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "write_fitted", recording)
    view.show_slide(BlankSlide(), FRAME)
    painted(view, slide[0], size)
    assert {gapless(name) for name in slide[1]} <= set(map(gapless, written))


def test_names_that_fit_have_the_type_of_the_list(view: HallScreenView, written: list[tuple[str, int, float]]) -> None:
    painted(view, standings((LONG, *["Ada"] * 27), lines=14, blocks=2), (1920, 1080))
    (size,) = {size for text, size, _ in written if text == "Ada"}
    assert size >= 35
    (folded,) = [own for text, own, _ in written if text.startswith("Maximiliane")]
    assert 28 <= folded < size, "on two lines"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [*SIZES, (1080, 1920)], ids=str)
def test_the_strip_over_old_news_is_large_and_at_the_top(
    view: HallScreenView, written: list[tuple[str, int, float]], size: tuple[int, int]
) -> None:
    """At least a tenth of a wide screen, in type as large as that of a page's title."""
    for slide in (CLOCK, standings(), PictureSlide("gone.png", "gone")):
        view.show_slide(BlankSlide(), FRAME)
        image = painted(view, slide, size, frame=replace(FRAME, old_news=mark("the event file cannot be read")))
        strip = coloured_rows(image, DARK.warning, 2, 20)
        unit = min(size[1] / 1080, size[0] / 1440)
        assert strip[0] == 0
        assert 110 * unit < len(strip) < 150 * unit
        assert [own for text, own, _ in written if text.startswith("the event")] == [64]
        written.clear()


def test_every_slide_is_another_picture_in_dark_and_light(view: HallScreenView) -> None:
    for slide in EVERY_SLIDE:
        dark, light = (painted(view, slide, (683, 384), colours=colours) for colours in (DARK, LIGHT))
        assert dark.pixelColor(2, 2).name().upper() == DARK.ground
        assert light.pixelColor(2, 2).name().upper() == LIGHT.ground


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_words_are_read_from_afar(colours: HallColours) -> None:
    for ink in (colours.text, colours.second, colours.accent, colours.warning):
        assert contrast(ink, colours.ground) >= 4.5


def test_what_stands_is_painted_once_and_the_time_each_second(
    view: HallScreenView, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted(view, CLOCK)
    calls: list[str] = []
    monkeypatch.setattr("ui.desktop.display.screen_window.paint_slide", lambda *_: calls.append("all"))
    assert view.show_slide(replace(CLOCK, remaining="02:42", elapsed=Fraction(981, 1000)), FRAME)
    view.picture()
    assert not view.show_slide(replace(CLOCK, remaining="02:42", elapsed=Fraction(981, 1000)), FRAME)
    assert calls == []
    view.show_slide(replace(CLOCK, title=mark("Session {session}", session=6)), FRAME)
    view.picture()
    assert calls == ["all"]


def test_the_address_is_a_code_that_can_be_scanned(view: HallScreenView) -> None:
    """Its modules are on white, with four free modules around them."""
    address = "https://example.org/open"
    image = painted(view, standings(), (1920, 1080), frame=replace(FRAME, address=address))
    white = [(x, y) for x in range(1300, 1920) for y in range(500, 1080, 4) if image.pixel(x, y) == 0xFFFFFFFF]
    left, right = min(x for x, _ in white), max(x for x, _ in white) + 1
    top = min(y for y in range(500, 1080) if image.pixel(left + 4, y) == 0xFFFFFFFF)
    matrix = matrix_of(address)
    module = (right - left) / (len(matrix) + 8)
    seen = [
        [image.pixelColor(int(left + (x + 4.5) * module), int(top + (y + 4.5) * module)).lightness() < 128
         for x in range(len(matrix))]
        for y in range(len(matrix))
    ]  # fmt: skip
    assert seen == [[bool(dark) for dark in row] for row in matrix]


def test_a_message_of_any_length_is_whole(view: HallScreenView) -> None:
    text: Text | str = "Lunch is served.\nTables stay as they are."
    image = painted(view, MessageSlide(None, text))
    assert coloured_rows(image, DARK.text, 0, 1366)


def test_each_second_only_the_time_is_painted_and_the_picture_is_whole(view: HallScreenView, qtbot: QtBot) -> None:
    """After ten seconds the monitor shows the same as a slide painted from nothing."""
    view.resize(1366, 768)
    view.show()
    slide = replace(CLOCK, remaining="11:00", state=CountdownState.RUNNING, state_text=None)
    view.show_slide(slide, FRAME)
    qtbot.waitExposed(view)
    QApplication.processEvents()
    painted: list[int] = []
    catcher = PaintCatcher(painted)
    view.installEventFilter(catcher)
    for second in range(9, -1, -1):
        slide = replace(slide, remaining=f"10:5{second}", elapsed=Fraction(90 - second, 100))
        view.show_slide(slide, FRAME)
        QApplication.processEvents()
    view.removeEventFilter(catcher)
    assert len(painted) == 10
    assert max(painted) < 1366 * 768 / 2, "points painted each second"
    on_monitor = view.screen().grabWindow(view.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    view.hide()
    assert on_monitor == _whole(HallScreenView(), slide).convertToFormat(QImage.Format.Format_RGB32)


def test_a_small_picture_shows_the_same(view: HallScreenView) -> None:
    view.resize(1366, 768)
    for remaining in ("02:43", "02:42"):
        view.show_slide(replace(CLOCK, remaining=remaining), FRAME)
        small, whole = view.picture(400), view.picture()
        assert (small.width(), small.height()) == (400, 225)
        shrunk = whole.scaled(400, 225, mode=Qt.TransformationMode.SmoothTransformation)
        pairs = [(shrunk.pixelColor(x, y), small.pixelColor(x, y)) for x in range(0, 400, 7) for y in range(0, 225, 5)]
        assert sum(abs(one.lightness() - other.lightness()) for one, other in pairs) / len(pairs) < 4


class PaintCatcher(QObject):
    """Notes how many pixels each painting covers."""

    def __init__(self, found: list[int]) -> None:
        super().__init__()
        self._found = found

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self._found.append(event.rect().width() * event.rect().height())
        return False


def _whole(view: HallScreenView, slide: Slide) -> QImage:
    view.resize(1366, 768)
    view.show_slide(slide, FRAME)
    return view.grab().toImage()
