"""The fonts of one file: the glyphs it uses, and the subset of each font that is embedded."""

from collections.abc import Callable
from struct import unpack
from zlib import compress, crc32

from reports.writers.pdf.fonts import FontFile, Glyph

AddObject = Callable[[bytes], str]
"""Add an object to the file; return the reference to it: ``12 0 R``."""
_SYMBOLIC = 4
_DROPPED = ("GSUB", "GPOS", "GDEF", "OS/2", "cmap", "name", "post", "vhea", "vmtx", "kern", "gasp", "STAT")
"""Tables that a page does not need: its glyphs are already chosen and placed."""
_MAPPED_AT_ONCE = 100
"""Entries in one block of a map to text."""


class EmbeddedFont:
    """A font in one file: a glyph is written as its number in the font."""

    def __init__(self, name: str, file: FontFile) -> None:
        self.name = name
        """Its name in the file: ``T0``."""
        self._file = file
        self._texts: dict[int, str] = {}
        self._written = _Written(self)

    def use(self, glyph: Glyph) -> str:
        """The glyph as written in a page; it becomes part of the file."""
        self._texts.setdefault(glyph.number, glyph.text)
        return f"{glyph.number:04X}"

    def use_simple(self, text: str) -> str:
        """The glyphs of ``text`` as written in a page, for text that the font sets with one glyph per character."""
        return "".join(map(self._written.__getitem__, text))

    def use_sign(self, sign: str) -> str:
        """The glyph of a single character."""
        glyph = self._file.glyph(sign)
        assert glyph is not None
        return self.use(glyph)

    def embed(self, add: AddObject) -> str:
        """Embed the used part of the font into the file; return the reference to the font."""
        file = self._file
        face, em = file.face, file.em
        numbers = sorted(self._texts)
        subset = _subset(file, numbers)
        name = f"{_tag(subset)}+{file.name}"
        box = [number * 1000 // em for number in unpack(">4h", _table(file, "head")[36:44])]
        ascent, descent = (number * 1000 // em for number in unpack(">2h", _table(file, "hhea")[4:8]))
        program = add(stream(subset, f"/Length1 {len(subset)}"))
        descriptor = add(
            f"<</Type /FontDescriptor /FontName /{name} /Flags {_SYMBOLIC} /FontBBox [{' '.join(map(str, box))}] "
            f"/ItalicAngle 0 /Ascent {ascent} /Descent {descent} /CapHeight {ascent} /StemV 80 "
            f"/FontFile2 {program}>>".encode("ascii")
        )
        widths = " ".join(f"{number} [{round(file.wide(number) * 1000, 3):g}]" for number in numbers)
        descendant = add(
            f"<</Type /Font /Subtype /CIDFontType2 /BaseFont /{name} "
            f"/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> "
            f"/FontDescriptor {descriptor} /CIDToGIDMap /Identity /DW 0 /W [{widths}]>>".encode("ascii")
        )
        texts = add(stream(_map_to_text(dict(sorted(self._texts.items())))))
        assert face.glyph_count > numbers[-1]
        return add(
            f"<</Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant}] /ToUnicode {texts}>>".encode("ascii")
        )


class _Written(dict[str, str]):
    """The glyph of each character as written in a page, looked up once."""

    def __init__(self, font: EmbeddedFont) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, sign: str) -> str:
        made = self[sign] = self._font.use_sign(sign)
        return made


def stream(content: bytes, entries: str = "", *, packed: bool = True) -> bytes:
    """``content`` as a stream object with further ``entries`` in its dictionary."""
    if packed:
        content = compress(content)
        entries += " /Filter /FlateDecode"
    return b"<<%b /Length %d>>\nstream\n%b\nendstream" % (entries.encode("ascii"), len(content), content)


def hexadecimal(text: str) -> str:
    """``text`` as a hexadecimal text string of a PDF file."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _subset(file: FontFile, numbers: list[int]) -> bytes:
    """The part of the font with these glyphs, which keep their numbers."""
    from uharfbuzz import SubsetFlags, SubsetInput, subset

    wanted = SubsetInput()
    wanted.glyph_set.update(numbers)
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode("ascii"), "big") for tag in _DROPPED)
    wanted.flags = SubsetFlags.RETAIN_GIDS | SubsetFlags.NO_HINTING | SubsetFlags.NO_LAYOUT_CLOSURE
    data = subset(file.face, wanted).blob.data
    assert data is not None
    return bytes(data)


def _table(file: FontFile, tag: str) -> bytes:
    data = file.face.reference_table(tag).data
    assert data is not None
    return bytes(data)


def _tag(subset: bytes) -> str:
    """Six letters before the name of a font subset, as the format requires."""
    number = crc32(subset)
    return "".join(chr(ord("A") + number // 26**place % 26) for place in range(6))


def _map_to_text(texts: dict[int, str]) -> bytes:
    """The map from glyphs to text, so that text can be searched and copied."""
    lines = [f"<{number:04X}> <{text.encode('utf-16-be').hex().upper()}>" for number, text in texts.items()]
    blocks = [lines[start : start + _MAPPED_AT_ONCE] for start in range(0, len(lines), _MAPPED_AT_ONCE)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")
