r"""Makes the fonts of this folder from their published packages; README.md here says where those come from.

    python assets/fonts/build.py --inter PACKAGE/web --chinese PACKAGE/files --debian FOLDER \
        --emoji noto-emoji-emoji-400-normal.woff2

FOLDER is where the Debian packages are unpacked. Without --inter or --chinese, those fonts stay as they are.
The same sources give the same bytes. Reading woff2 needs the Python package brotli.
"""

import argparse
from collections.abc import Iterable
from io import BytesIO
from itertools import product
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
SCRIPTS_FOLDER = HERE / "scripts"
"""Fonts of paper alone: a screen has its own."""
WEIGHTS = ("Regular", "Medium", "SemiBold", "Bold")
PAPER_FAMILY = "Inter Tabular"
CHINESE_FAMILY = "Noto Sans SC"
CHINESE_WEIGHTS = {"Regular": 400, "Bold": 700}
FALLBACK_FAMILY = "Droid Sans Fallback"
KOREAN_FAMILY = "Hangul Square"
"""The licence reserves the name of the original."""
SCRIPTS = (
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew"),
    *("Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Sinhala", "Tamil", "Telugu", "Thai"),
)
"""Those of Noto Sans, whole, with what shapes them."""
TRUETYPE = Path("usr", "share", "fonts", "truetype")
MARKS = ("mark", "mkmk")
"""Features that put an accent over a letter that is no sign with it."""
FIGURES = "0123456789+−"
"""What stands in columns of numbers."""

RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
LOWERED_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
PUNCTUATION = "\u3000、。〈〉《》「」『』【】〔〕・ー～！（），：；？％＋－／０１２３４５６７８９々〇"


def main() -> None:
    """Write every font of the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inter", type=Path, help="folder with Inter-Regular.woff2 and its sisters")
    parser.add_argument("--chinese", type=Path, help="folder with the parts of Noto Sans SC, as npm has them")
    parser.add_argument("--debian", type=Path, required=True, help="folder of the unpacked Debian packages")
    parser.add_argument("--emoji", type=Path, required=True, help="noto-emoji-emoji-400-normal.woff2")
    sources = parser.parse_args()
    for weight in WEIGHTS if sources.inter else ():
        source = sources.inter / f"Inter-{weight}.woff2"
        save(screen_font(source), HERE / f"Inter-{weight}.ttf")
        save(paper_font(source, weight), HERE / f"InterTabular-{weight}.ttf")
    for weight in CHINESE_WEIGHTS if sources.chinese else ():
        save(chinese_font(sources.chinese, weight), HERE / f"NotoSansSC-{weight}.ttf")
    folder = sources.debian / TRUETYPE
    save(fallback_font(folder / "droid" / "DroidSansFallbackFull.ttf"), HERE / "DroidSansFallback-Subset.ttf")
    save(korean_font(folder / "nanum" / "NanumSquareR.ttf"), SCRIPTS_FOLDER / "HangulSquare-Regular.ttf")
    for script in SCRIPTS:
        source = folder / "noto" / f"NotoSans{script}-Regular.ttf"
        save(shaped_font(source), SCRIPTS_FOLDER / source.name)
    save(shaped_font(sources.emoji), SCRIPTS_FOLDER / "NotoEmoji-Regular.ttf")


def screen_font(source: Path) -> TTFont:
    """Give Inter as it is, all glyphs and features, as a plain TrueType file."""
    return opened(source)


def paper_font(source: Path, weight: str) -> TTFont:
    """Give Inter for paper: with no feature but the places of accents.

    Its digits, plus and minus are the tabular ones; the feature would widen space, hyphen and brackets too, and
    tear names apart. Its raised and lowered digits are those of fractions, so that
    ¹⁄₁₂ written with U+2044 looks like ½.
    """
    font = opened(source)
    codes = font.getBestCmap()
    tabular, above, below = (single_substitutions(font, feature) for feature in ("tnum", "numr", "dnom"))
    paper = {code: tabular[glyph] if chr(code) in FIGURES else glyph for code, glyph in codes.items()}
    for digit, (raised, lowered) in enumerate(zip(RAISED_DIGITS, LOWERED_DIGITS, strict=True)):
        paper[ord(raised)] = above[codes[ord("0") + digit]]
        paper[ord(lowered)] = below[codes[ord("0") + digit]]
    keep_only(font, codes, features=MARKS, also=paper.values())
    for table in font["cmap"].tables:
        table.cmap = {code: paper[code] for code in table.cmap}
    keep_only(font, font.getBestCmap(), features=MARKS)
    rename(font, PAPER_FAMILY, weight)
    return font


def encoded(codec: str, rows: range, cells: range) -> set[int]:
    """The ideographs and signs that two bytes of an older encoding stand for."""
    found = set()
    for pair in product(rows, cells):
        sign = bytes(pair).decode(codec, "ignore")
        found |= {ord(sign)} if len(sign) == 1 and sign >= "\u3000" else set()
    return found


def kana() -> set[int]:
    """The letters of Japanese names."""
    return {*range(0x3041, 0x3097), *range(0x30A1, 0x30FB)}


def chinese_font(folder: Path, weight: str) -> TTFont:
    """Give one weight of Noto Sans SC with the characters of GB 2312, the common ones of Big5, and kana.

    Its lines are as high as those of Inter, or Chinese would need more room than Latin.
    """
    common = encoded("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF)) | encoded(
        "big5", range(0xA4, 0xC7), range(0x40, 0xFF)
    )
    wanted = common | kana() | set(map(ord, PUNCTUATION))
    parts: list[BytesIO] = []
    for source in sorted(folder.glob(f"noto-sans-sc-*-{CHINESE_WEIGHTS[weight]}-normal.woff2"), reverse=True):
        font = opened(source)
        codes = wanted & font.getBestCmap().keys()
        wanted -= codes  # parts overlap
        if codes:
            keep_only(font, codes, features=())
            parts.append(BytesIO())
            font.save(parts[-1])
            parts[-1].seek(0)
    font = Merger().merge(parts)
    font.recalcTimestamp = False
    keep_only(font, font.getBestCmap(), features=())
    rename(font, CHINESE_FAMILY, weight)
    set_line(font, HERE / "Inter-Regular.ttf")
    return font


def set_line(font: TTFont, like: Path) -> None:
    """Give a font the height of line of another one."""
    with TTFont(like) as other:
        scale = font["head"].unitsPerEm / other["head"].unitsPerEm
        above, below, gap = (round(getattr(other["hhea"], each) * scale) for each in ("ascent", "descent", "lineGap"))
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = above, below, gap
    table = font["OS/2"]
    table.sTypoAscender, table.sTypoDescender, table.sTypoLineGap = above, below, gap
    table.usWinAscent, table.usWinDescent = above, -below


def fallback_font(source: Path) -> TTFont:
    """Give Droid Sans Fallback with all 20902 ideographs of the basic block, kana, and the punctuation of both."""
    font = opened(source)
    wanted = {*range(0x4E00, 0x9FA6), *kana(), *map(ord, PUNCTUATION)}
    keep_only(font, wanted & font.getBestCmap().keys(), features=())
    rename(font, FALLBACK_FAMILY, "Regular")
    return font


def korean_font(source: Path) -> TTFont:
    """Give Nanum Square with all 11172 syllables and the letters that stand alone, under a name of its own."""
    font = opened(source)
    keep_only(font, {*range(0xAC00, 0xD7A4), *range(0x3131, 0x318F)} & font.getBestCmap().keys(), features=())
    rename(font, KOREAN_FAMILY, "Regular")
    return font


def shaped_font(source: Path) -> TTFont:
    """Give a font as it is, with all that shapes its script, without hints."""
    font = opened(source)
    keep_only(font, font.getBestCmap(), features=("*",))
    return font


def opened(source: Path) -> TTFont:
    """Open a font so that saving it changes neither its date nor the order of its tables from run to run."""
    font = TTFont(source, recalcTimestamp=False)
    font.flavor = None
    return font


def single_substitutions(font: TTFont, feature: str) -> dict[str, str]:
    """Give what a feature replaces one glyph by one glyph with."""
    table = font["GSUB"].table
    lookups = {i for r in table.FeatureList.FeatureRecord if r.FeatureTag == feature for i in r.Feature.LookupListIndex}
    pairs: dict[str, str] = {}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            single = getattr(subtable, "ExtSubTable", subtable)
            pairs.update(single.mapping)
    return pairs


def keep_only(font: TTFont, codes: Iterable[int], *, features: Iterable[str], also: Iterable[str] = ()) -> None:
    """Drop every glyph but those of the codes and of the names given besides, with hints and unused features."""
    options = Options()
    options.layout_features = list(features)
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes, glyphs=also)
    subsetter.subset(font)


def rename(font: TTFont, family: str, weight: str) -> None:
    """Give a changed font a name of its own, so that no program takes it for the original."""
    full = family if weight == "Regular" else f"{family} {weight}"
    linked = weight in ("Regular", "Bold")
    names = {
        1: family if linked else full,
        2: weight if linked else "Regular",
        3: f"{full}; Quatre Vents subset",
        4: full,
        6: f"{family.replace(' ', '')}-{weight}",
        16: family,
        17: weight,
    }
    table = font["name"]
    for number in (*names, 21, 22):
        table.removeNames(nameID=number)
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)


def save(font: TTFont, target: Path) -> None:
    """Write the font and say how large it is."""
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
