"""The shipped fonts have the outlines, letters and figures that screen and paper need."""

import string
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import assets

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700}
SAMPLE = "Łukasz Żółć, Đorđe, Ștefan, ⅓ ½ ⅔ ⅙ − + ▲ ▽ ✓ → 1⁄12 àâçéèêëîïôùûüÿæœÀÉÇŒ «» … – — ’ × ↑ ↓ ²"
TILES = "萬万東东南西北中發发白春夏秋冬梅蘭兰菊竹麻將将"
FAN = "大四喜绿一色九莲宝灯连七对十三幺清老少副缺门边张坎单钓自摸花牌碰求人杠上开抢海底捞月妙手回推不倒组合龙箭刻圈风"
NAMES = "王李张刘陈楊趙黃周吳婷琪祺さくらサクラ"


def characters(name: str) -> set[int]:
    with TTFont(assets.path("fonts", name), lazy=True) as font:
        return set(font.getBestCmap())


def widths(name: str, text: str) -> set[int]:
    with TTFont(assets.path("fonts", name), lazy=True) as font:
        glyphs = font.getBestCmap()
        return {font["hmtx"][glyphs[ord(sign)]][0] for sign in text}


@pytest.mark.parametrize("file", sorted(assets.path("fonts").rglob("*.ttf")), ids=lambda file: file.stem)
def test_outlines_can_be_embedded(file: Path) -> None:
    with TTFont(file, lazy=True) as font:
        assert "glyf" in font
        restricted, no_subset, bitmaps_only = 0x0002, 0x0100, 0x0200
        assert font["OS/2"].fsType & (restricted | no_subset | bitmaps_only) == 0


@pytest.mark.parametrize("family", ["Inter", "InterTabular"])
@pytest.mark.parametrize("weight", WEIGHTS)
def test_inter_has_the_letters_of_europe(family: str, weight: str) -> None:
    have = characters(f"{family}-{weight}.ttf")
    assert {sign for sign in SAMPLE if ord(sign) not in have} == set()


@pytest.mark.parametrize(("weight", "number"), WEIGHTS.items())
def test_screen_weights_are_one_family_with_features(weight: str, number: int) -> None:
    with TTFont(assets.path("fonts", f"Inter-{weight}.ttf"), lazy=True) as font:
        assert font["OS/2"].usWeightClass == number
        assert font["name"].getBestFamilyName() == "Inter"
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
    assert {"tnum", "frac"} <= features


@pytest.mark.parametrize("weight", WEIGHTS)
def test_paper_figures_are_equally_wide(weight: str) -> None:
    assert len(widths(f"InterTabular-{weight}.ttf", string.digits + "+−")) == 1
    assert len(widths(f"Inter-{weight}.ttf", string.digits)) > 1


@pytest.mark.parametrize("weight", WEIGHTS)
def test_paper_fractions_can_be_composed(weight: str) -> None:
    have = characters(f"InterTabular-{weight}.ttf")
    assert {sign for sign in "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉⁄" if ord(sign) not in have} == set()


def test_chinese_has_tiles_fan_and_names() -> None:
    have = characters("DroidSansFallback-Subset.ttf")
    assert {sign for sign in TILES + FAN + NAMES if ord(sign) not in have} == set()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("encoding", ["gb2312", "gbk", "big5", "euc_jp"])
def test_chinese_has_every_ideograph_of_the_usual_encodings(encoding: str) -> None:
    have = characters("DroidSansFallback-Subset.ttf")
    basic = {code for code in range(0x4E00, 0x9FA6) if chr(code).encode(encoding, errors="ignore")}
    assert len(basic) >= 6000
    assert basic <= have


def test_korean_has_every_syllable() -> None:
    assert set(range(0xAC00, 0xD7A4)) <= characters("scripts/HangulSquare-Regular.ttf")


def test_every_font_has_its_licence_beside_it() -> None:
    assert "SIL OPEN FONT LICENSE" in assets.path("fonts", "OFL-Inter.txt").read_text(encoding="utf-8")
    for name in ("OFL-Noto.txt", "OFL-Nanum.txt"):
        assert "SIL OPEN FONT LICENSE" in assets.path("fonts", name).read_text(encoding="utf-8")
    assert "Apache License" in assets.path("fonts", "Apache-2.0-DroidSansFallback.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_chinese_in_two_weights_has_the_characters_of_gb_2312(weight: str) -> None:
    rows, cells = range(0xB0, 0xF8), range(0xA1, 0xFF)
    wanted = {ord(sign) for row in rows for cell in cells for sign in bytes((row, cell)).decode("gb2312", "ignore")}
    assert len(wanted) == 6763
    have = characters(f"NotoSansSC-{weight}.ttf")
    assert set(map(ord, TILES + FAN + NAMES)) <= have
    assert len(wanted - have) <= 33, "rare ones that the published font lacks"
    assert wanted - have <= characters("DroidSansFallback-Subset.ttf")
    assert "SIL OPEN FONT LICENSE" in assets.path("fonts", "OFL-NotoSansSC.txt").read_text(encoding="utf-8")
