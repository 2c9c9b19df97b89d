"""The shipped fonts are what is drawn, with their features."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QRawFont, QTextLayout

from ui.desktop.theme import Type, font, typeface
from ui.desktop.widgets import painting


def families(text: str) -> set[str]:
    layout = QTextLayout(text, font(14))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return {run.rawFont().familyName() for run in layout.glyphRuns()}


@pytest.mark.parametrize(("weight", "style"), [(400, "Regular"), (500, "Medium"), (600, "SemiBold"), (700, "Bold")])
def test_each_weight_is_its_own_drawing(weight: int, style: str) -> None:
    drawn = QRawFont.fromFont(font(14, weight))
    assert (drawn.familyName(), drawn.weight(), drawn.styleName()) == ("Inter", weight, style)


def test_figures_are_equally_wide_only_when_asked() -> None:
    wide = {QFontMetricsF(font(14)).horizontalAdvance(digit) for digit in "0123456789"}
    own = {QFontMetricsF(font(14, figures=False)).horizontalAdvance(digit) for digit in "0123456789"}
    assert len(wide) == 1
    assert len(own) > 1


def test_words_keep_their_hyphen() -> None:
    hyphen = QFontMetricsF(typeface(Type.NAME, figures=False)).horizontalAdvance("-")
    assert hyphen < QFontMetricsF(typeface(Type.NAME)).horizontalAdvance("0")


@pytest.mark.parametrize("fraction", ["1/2", "2/3", "1/6", "1/12"])
def test_a_fraction_is_one_sign_of_about_an_em(fraction: str) -> None:
    drawn = QFontMetricsF(font(14, 600, figures=False, fractions=True)).horizontalAdvance(fraction)
    plain = QFontMetricsF(font(14, 600, figures=False)).horizontalAdvance(fraction)
    assert drawn < 0.85 * plain
    assert drawn < 1.25 * 14


@pytest.mark.parametrize("text", ["Łukasz Żółć", "Đorđe", "Ștefan", "−12"])
def test_european_names_are_drawn_in_inter(text: str) -> None:
    assert families(text) == {"Inter"}


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("麻将混一色陳黃", "Noto Sans SC"),
        ("\u9f98", "Droid Sans Fallback"),
        ("สมชาย", "Noto Sans Thai"),
        ("अमित", "Noto Sans Devanagari"),
        ("ამირ", "Noto Sans Georgian"),
        ("김민수", "Hangul Square"),
        ("\U0001f004", "Noto Emoji"),
    ],
)
def test_names_of_any_script_are_drawn_in_the_shipped_fonts(text: str, family: str) -> None:
    assert families(text) == {family}


@pytest.mark.parametrize(("weight", "style"), [(400, "Regular"), (500, "Regular"), (600, "Bold"), (700, "Bold")])
def test_chinese_has_a_bold_of_its_own(weight: int, style: str) -> None:
    layout = QTextLayout("和牌", font(14, weight))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    assert [run.rawFont().styleName() for run in layout.glyphRuns()] == [style]


def test_chinese_needs_no_higher_line_than_latin_does() -> None:
    latin, chinese = (
        QFontMetricsF(font(14)).boundingRect(QRectF(0, 0, 300, 300), 0, text) for text in ("Ag", "和牌Ag")
    )
    assert chinese.height() <= latin.height() + 1


def test_sizes_are_pixels() -> None:
    assert typeface(Type.CARD_NUMBER).pixelSize() == 22
    assert typeface(Type.CARD_NUMBER).weight() is QFont.Weight.DemiBold


def test_what_is_measured_before_the_look_is_installed_is_measured_in_the_shipped_font() -> None:
    """A width is kept as long as the process runs, so the first one counts: in a process of its own."""
    measure = (
        "from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from ui.desktop.theme import Type; from ui.desktop.widgets import painting;"
        "print(painting.width_of('HTML', Type.NAME))"
    )
    alone = subprocess.run([sys.executable, "-c", measure], capture_output=True, text=True, check=True, timeout=60)
    assert float(alone.stdout) == painting.width_of("HTML", Type.NAME)
