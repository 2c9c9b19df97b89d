# mypy: disable-error-code="misc"
# (a lambda that keeps a value of its loop as a default has a type that mypy cannot infer)
"""Two hundred files that somebody could call a list of players, made to exhaust or to mislead who reads them.

``HOSTILE`` names each with its ending and what makes its bytes. Whoever reads one gives players or a refusal in words,
within 5 seconds and 300 MB (:mod:`tests.reports.readers.hostile_reading`).
"""

import io
import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_LIST = "first_name,last_name\n"


Made = tuple[str, Callable[[], bytes]]
"""A name, and what makes the bytes."""


class HostileFile(NamedTuple):
    """One of them."""

    name: str
    ending: str
    make: Callable[[], bytes]


def _cell(reference: str, text: str = "x") -> str:
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'


_HEADINGS = f'<row r="1">{_cell("A1", "First name")}{_cell("B1", "Last name")}</row>'


def sheet(rows: str = "", *, after: str = "", before: str = "") -> str:
    """A sheet with a line of headings and ``rows``."""
    return f'{_XML}<worksheet xmlns="{_MAIN}">{before}<sheetData>{_HEADINGS}{rows}</sheetData>{after}</worksheet>'


def parts(sheet_xml: str | bytes, **more: str | bytes) -> dict[str, str | bytes]:
    """The parts of a workbook with one sheet; ``more`` are shared (strings), styles and workbook."""
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_OFFICE}.{kind}+xml"/>'
        for name, kind in (
            ("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"), ("sharedStrings", "sharedStrings"),
            ("styles", "styles"),
        )
    )  # fmt: skip
    return {
        "[Content_Types].xml": f'{_XML}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        "_rels/.rels": f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": more.get(
            "workbook", _root("workbook", '<sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets>')
        ),
        "xl/_rels/workbook.xml.rels": f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{_RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="r3" Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/sharedStrings.xml": more.get("shared", f'{_XML}<sst xmlns="{_MAIN}"/>'),
        "xl/styles.xml": more.get("styles", f'{_XML}<styleSheet xmlns="{_MAIN}"/>'),
        "xl/worksheets/sheet1.xml": sheet_xml,
    }  # fmt: skip


def _root(name: str, content: str) -> str:
    return f'{_XML}<{name} xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">{content}</{name}>'


def _sheet_of_part(number: int) -> str:
    return f'<sheet name="S{number}" sheetId="{number}" r:id="r1"/>'


def packed(content: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file.getvalue()


def book(sheet_xml: str | bytes, **more: str | bytes) -> bytes:
    """A workbook with this sheet."""
    return packed(parts(sheet_xml, **more))


def _entities(root: str, depth: int, width: int) -> str:
    """Entities that refer to one another, so that one line expands to gigabytes."""
    declared = '<!ENTITY a0 "lollollol">' + "".join(
        f'<!ENTITY a{level} "' + f"&a{level - 1};" * width + '">' for level in range(1, depth)
    )
    return f'<?xml version="1.0"?><!DOCTYPE {root} [{declared}]><{root} xmlns="{_MAIN}">&a{depth - 1};</{root}>'


def _external(root: str, target: str) -> str:
    return f'<?xml version="1.0"?><!DOCTYPE {root} [<!ENTITY x SYSTEM "{target}">]><{root} xmlns="{_MAIN}">&x;</{root}>'


def _understated(size: int) -> bytes:
    """A part of ``size`` bytes whose archive states a hundred."""
    data = bytearray(book(sheet("<!--" + " " * size + "-->")))
    name = b"xl/worksheets/sheet1.xml"
    local, central = data.index(name) - 30, data.rindex(b"PK\1\2", 0, data.rindex(name))
    struct.pack_into("<I", data, local + 22, 100)
    struct.pack_into("<I", data, central + 24, 100)
    return bytes(data)


def _wide_workbooks() -> Iterator[Made]:
    for columns in (201, 1_000, 16_384):
        yield (
            f"a-cell-in-column-{columns}-of-each-row",
            lambda n=columns: book(
                sheet("".join(f'<row r="{r}">{_cell(f"{_letters(n)}{r}")}</row>' for r in range(2, 5_000)))
            ),
        )
        yield (
            f"empty-cells-to-column-{columns}",
            lambda n=columns: book(
                sheet("".join(f'<row r="{r}"><c r="{_letters(n)}{r}" s="0"/></row>' for r in range(2, 5_000)))
            ),
        )
        yield (
            f"{columns}-cells-in-one-row",
            lambda n=columns: book(
                sheet('<row r="2">' + "".join(_cell(f"{_letters(c)}2") for c in range(1, n + 1)) + "</row>")
            ),
        )
    for row in (5_002, 1_048_576, 99_999_999):
        yield f"one-row-at-{row}", lambda n=row: book(sheet(f'<row r="{n}">{_cell(f"A{n}")}</row>'))
        yield f"a-cell-called-as-in-row-{row}", lambda n=row: book(sheet(f'<row r="2">{_cell(f"A{n}")}</row>'))


def _crowded_workbooks() -> Iterator[Made]:
    for count in (5_001, 100_000, 500_000):
        yield (
            f"{count}-rows",
            lambda n=count: book(sheet("".join(f'<row r="{r}">{_cell(f"A{r}")}</row>' for r in range(2, n)))),
        )
        yield f"{count}-blank-rows", lambda n=count: book(sheet("<row/>" * n))
        yield f"{count}-blank-cells", lambda n=count: book(sheet(("<row>" + "<c/>" * 100 + "</row>") * (n // 100)))
        yield f"{count}-cells-without-a-row", lambda n=count: book(sheet("<c><v>1</v></c>" * n))
        yield (
            f"{count}-merged-cells",
            lambda n=count: book(
                sheet(after="<mergeCells>" + '<mergeCell ref="A1:XFD1048576"/>' * n + "</mergeCells>")
            ),
        )
        yield f"{count}-shared-texts", lambda n=count: book(sheet(), shared=_root("sst", "<si><t>x</t></si>" * n))
        yield (
            f"{count}-styles",
            lambda n=count: book(
                sheet(), styles=_root("styleSheet", "<cellXfs>" + '<xf numFmtId="0"/>' * n + "</cellXfs>")
            ),
        )
        yield f"{count}-number-formats", lambda n=count: book(
            sheet(),
            styles=_root("styleSheet", "<numFmts>"
                         + "".join(f'<numFmt numFmtId="{k}" formatCode="0"/>' for k in range(n)) + "</numFmts>"),
        )  # fmt: skip
        yield (
            f"{count}-defined-names",
            lambda n=count: book(
                sheet(),
                workbook=_root(
                    "workbook",
                    '<sheets><sheet name="L" sheetId="1" r:id="r1"/></sheets><definedNames>'
                    + '<definedName name="x">L!$A$1</definedName>' * n
                    + "</definedNames>",
                ),
            ),
        )
        yield (
            f"{count}-columns-described",
            lambda n=count: book(sheet(before="<cols>" + '<col min="1" max="16384" width="9"/>' * n + "</cols>")),
        )
        yield (
            f"{count}-runs-of-rich-text",
            lambda n=count: book(
                sheet('<row r="2"><c r="A2" t="inlineStr"><is>' + "<r><t>x</t></r>" * n + "</is></c></row>")
            ),
        )
        yield (
            f"{count}-attributes",
            lambda n=count: book(sheet("<row " + " ".join(f"a{k}=''" for k in range(n)) + "/>")),
        )
        yield (
            f"{count}-parts",
            lambda n=count: packed(parts(sheet()) | {f"xl/media/{k}": b"" for k in range(min(n, 30_000))}),
        )
        yield f"nested-{count}-deep", lambda n=count: book(sheet("<row>" * n + "</row>" * n))


def _long_workbooks() -> Iterator[Made]:
    for sheets in (101, 5_000):
        yield (
            f"{sheets}-sheets-of-one-part",
            lambda n=sheets: book(
                sheet(),
                workbook=_root("workbook", "<sheets>" + "".join(map(_sheet_of_part, range(1, n))) + "</sheets>"),
            ),
        )
    for length in (32_767, 500_000, 15_000_000):
        yield f"one-text-of-{length}", lambda n=length: book(sheet(f'<row r="2">{_cell("A2", "x" * n)}</row>'))
        yield f"an-attribute-of-{length}", lambda n=length: book(sheet('<row r="2" a="' + "x" * n + '"/>'))
        yield f"a-comment-of-{length}", lambda n=length: book(sheet("<!--" + "x" * n + "-->"))
        yield f"a-name-of-{length}", lambda n=length: book(sheet("<" + "x" * n + "/>"))
        yield (
            f"one-shared-text-of-{length}-in-every-cell",
            lambda n=length: book(
                sheet(
                    "".join(
                        f'<row r="{r}"><c r="A{r}" t="s"><v>0</v></c><c r="B{r}" t="s"><v>0</v></c></row>'
                        for r in range(2, 4_000)
                    )
                ),
                shared=_root("sst", "<si><t>" + "x" * n + "</t></si>"),
            ),
        )
        yield (
            f"a-title-of-{length}",
            lambda n=length: book(
                sheet(),
                workbook=_root("workbook", '<sheets><sheet name="' + "x" * n + '" sheetId="1" r:id="r1"/></sheets>'),
            ),
        )
    for megabytes in (19, 59, 150):
        yield f"{megabytes}-MB-of-spaces", lambda n=megabytes: book(sheet(" " * (n * 1_000_000)))
        yield f"{megabytes}-MB-of-zeros-as-a-sheet", lambda n=megabytes: book(bytes(n * 1_000_000))
        yield f"{megabytes}-MB-understated", lambda n=megabytes: _understated(n * 1_000_000)
        yield (
            f"{megabytes}-MB-picture",
            lambda n=megabytes: packed(parts(sheet()) | {"xl/media/1.png": b"\x89PNG" + bytes(n * 1_000_000)}),
        )


def _broken_workbooks() -> Iterator[Made]:
    for root in ("worksheet", "sst", "styleSheet", "workbook"):
        where = {"worksheet": "sheet", "sst": "shared", "styleSheet": "styles", "workbook": "workbook"}[root]
        for name, text in (
            ("entities-of-entities", _entities(root, 10, 10)),
            ("one-entity-often", _entities(root, 2, 50_000)),
            ("an-external-file", _external(root, "file:///etc/passwd")),
            ("an-external-device", _external(root, "file:///dev/zero")),
            ("no-end", f'<{root} xmlns="{_MAIN}">'),
            ("no-xml", "<<<<"),
        ):
            if where == "sheet":
                yield f"{name}-in-{root}", lambda text=text: book(text)
            else:
                yield f"{name}-in-{root}", lambda text=text, where=where: book(sheet(), **{where: text})
    whole = book(sheet("".join(f'<row r="{r}">{_cell(f"A{r}")}{_cell(f"B{r}")}</row>' for r in range(2, 40))))
    for part in (4, 10, 25, 50, 75, 90, 99):
        yield f"cut-to-{part}-percent", lambda part=part: whole[: len(whole) * part // 100]
    for seed in range(10):
        yield f"bytes-changed-{seed}", lambda seed=seed: _changed(whole, seed)
    for method, name in ((zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "lzma"), (zipfile.ZIP_STORED, "stored")):
        yield f"packed-by-{name}", lambda method=method: packed(parts(sheet("<row/>" * 1000)), method)
    for value in ("1e999", "-1e400", "NaN", "1" * 5_000, "", "0x10", "1e15", "-99999999", "2958466", "true"):
        yield f"the-number-{value[:12]}", lambda value=value: book(
            sheet(
                f'<row r="2"><c r="A2" s="1"><v>{value}</v></c><c r="B2" t="d"><v>{value}</v></c>'
                f'<c r="C2" t="b"><v>{value}</v></c><c r="D2" t="s"><v>{value}</v></c></row>'
            ),
            styles=_root("styleSheet", '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'),
        )  # fmt: skip
    for codec in ("utf-16", "utf-32", "cp1252"):
        yield f"a-sheet-in-{codec}", lambda codec=codec: book(sheet(_cell("A2")).encode(codec))


def _texts() -> Iterator[Made]:
    for size in (100_000, 3_900_000, 9_000_000):
        for name, letter in (
            ("one-letter", b"x"), ("commas", b","), ("quotes", b'"'), ("line-ends", b"\n"), ("returns", b"\r"),
            ("spaces", b" "), ("high-bytes", b"\xe9"), ("zeros", b"\0"), ("tabs", b"\t"), ("pairs", b"a,"),
        ):  # fmt: skip
            yield f"{size}-{name}", lambda n=size, letter=letter: _LIST.encode() + letter * (n // len(letter))
        yield f"a-quoted-cell-of-{size}", lambda n=size: (_LIST + '"' + "x\n" * (n // 2) + '",B\n').encode()
        yield f"rows-of-quoted-line-ends-{size}", lambda n=size: (_LIST + '"a\n",' * (n // 5)).encode()
        yield f"lines-of-many-columns-{size}", lambda n=size: (_LIST + ("a," * 1_000 + "\n") * (n // 2_001)).encode()
        yield f"random-bytes-{size}", lambda n=size: random.Random(n).randbytes(n)
        yield (
            f"random-high-bytes-{size}",
            lambda n=size: bytes(byte | 0x80 if byte % 8 else 10 for byte in random.Random(n).randbytes(n)),
        )
        yield (
            f"long-names-{size}",
            lambda n=size: (_LIST + ("é" * 400 + "," + "ü" * 400 + "\n") * (n // 1_700)).encode(),
        )
        yield f"combining-marks-{size}", lambda n=size: (_LIST + "e" + "\u0301" * (n // 2) + ",B\n").encode()
    for name, data in (
        ("mixed-encodings", _LIST.encode() + b"".join(
            text.encode(codec)
            for text, codec in (("Noël,Zoé\n", "utf-8"), ("Noël,Zoé\n", "cp1252"), ("田中,太郎\n", "cp932"))
        )),
        ("half-a-letter-of-utf-8", (_LIST + "Zo\n").encode() + b"Zo\xc3,A\n"),
        ("utf-16-odd", (_LIST + "A,B\n").encode("utf-16")[:-1]),
        ("utf-16-lone-surrogates", b"\xff\xfe" + b"\x00\xd8" * 1000),
        ("utf-16-mark-alone", b"\xff\xfe"),
        ("utf-8-mark-alone", b"\xef\xbb\xbf"),
        ("utf-32-beyond-all-letters", b"\xff\xfe\0\0" + b"\xff\xff\xff\x7f" * 100),
        ("half-a-letter-of-shift-jis", (_LIST + "田中,太郎\n").encode("cp932")[:-2]),
        ("directions-turned", (_LIST + "\u202eabc,\u2066def\u2069\n").encode()),
        ("nothing-but-invisible", (_LIST + "\u200b\u200d,\ufeff\n" * 100).encode()),
        ("a-separator-named", ("sep=\\\n" + _LIST).encode()),
        ("escapes", (_LIST + "\x1b[2J\x07,\x1b]0;x\x07\n").encode()),
    ):  # fmt: skip
        yield name, lambda data=data: data


def _letters(column: int) -> str:
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def _changed(whole: bytes, seed: int) -> bytes:
    data, rnd = bytearray(whole), random.Random(seed)
    for _ in range(20):
        data[rnd.randrange(len(data))] = rnd.randrange(256)
    return bytes(data)


HOSTILE = (
    *(
        HostileFile(name, ".xlsx", make)
        for family in (_wide_workbooks, _crowded_workbooks, _long_workbooks, _broken_workbooks)
        for name, make in family()
    ),
    *(HostileFile(name, ".csv", make) for name, make in _texts()),
)
BY_NAME = {file.name: file for file in HOSTILE}
