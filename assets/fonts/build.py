"""Makes the fonts of this folder from their published packages; README.md here says where those come from.

    python assets/fonts/build.py --inter PACKAGE/web --droid DroidSansFallbackFull.ttf

The same sources give the same bytes. Reading woff2 needs the Python package brotli.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
WEIGHTS = ("Regular", "Medium", "SemiBold", "Bold")
PAPER_FAMILY = "Inter Tabular"
CHINESE_FAMILY = "Droid Sans Fallback"
FIGURES = "0123456789+−"
"""What stands in columns of numbers."""

RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
LOWERED_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
FAN_AND_TILE_NAMES = "萬東南西北中發白春夏秋冬梅蘭菊竹麻將麻将万东条筒饼番风花"
PUNCTUATION = "\u3000、。〈〉《》「」『』【】〔〕・ー～！（），：；？％＋－／０１２３４５６７８９々〇"


def main() -> None:
    """Write every font of the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inter", type=Path, required=True, help="folder with Inter-Regular.woff2 and its sisters")
    parser.add_argument("--droid", type=Path, required=True, help="DroidSansFallbackFull.ttf")
    sources = parser.parse_args()
    for weight in WEIGHTS:
        source = sources.inter / f"Inter-{weight}.woff2"
        save(screen_font(source), HERE / f"Inter-{weight}.ttf")
        save(paper_font(source, weight), HERE / f"InterTabular-{weight}.ttf")
    save(chinese_font(sources.droid), HERE / "DroidSansFallback-Subset.ttf")


def screen_font(source: Path) -> TTFont:
    """Give Inter as it is, all glyphs and features, as a plain TrueType file."""
    return opened(source)


def paper_font(source: Path, weight: str) -> TTFont:
    """Give Inter for a PDF writer that knows no OpenType features.

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
    keep_only(font, codes, features=(), also=paper.values())
    for table in font["cmap"].tables:
        table.cmap = {code: paper[code] for code in table.cmap}
    keep_only(font, font.getBestCmap(), features=())
    rename(font, PAPER_FAMILY, weight)
    return font


def chinese_font(source: Path) -> TTFont:
    """Give Droid Sans Fallback with the characters of names in China, Taiwan and Japan."""
    font = opened(source)
    wanted = {ord(sign) for sign in chinese_characters()}
    keep_only(font, wanted & font.getBestCmap().keys(), features=())
    rename(font, CHINESE_FAMILY, "Regular")
    return font


def chinese_characters() -> str:
    """Give all of GB 2312 (6763 hanzi), the frequent half of Big5 (5401), kana, and the names of fan and tiles."""
    gb2312 = double_bytes("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF))
    big5 = double_bytes("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    kana = "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FB))))
    return gb2312 + big5 + kana + FAN_AND_TILE_NAMES + PUNCTUATION


def double_bytes(encoding: str, first: Iterable[int], second: Iterable[int]) -> str:
    """Give every character that the encoding has in a block of two-byte codes."""
    trail = tuple(second)
    return "".join(bytes((high, low)).decode(encoding, errors="ignore") for high in first for low in trail)


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
