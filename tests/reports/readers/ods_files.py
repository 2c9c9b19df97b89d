"""OpenDocument spreadsheets for tests, written element by element."""

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:automatic-styles>'
    '<style:style style:name="ce1" style:family="table-cell"><style:text-properties '
    'style:text-line-through-style="solid"/></style:style><style:style style:name="ta2" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    "<office:body><office:spreadsheet>"
)
_TAIL = "</office:spreadsheet></office:body></office:document-content>"


def text(value: str, more: str = "") -> str:
    """Return a cell with a text."""
    return f'<table:table-cell office:value-type="string"{more}><text:p>{value}</text:p></table:table-cell>'


def number(value: str) -> str:
    """Return a cell with a number."""
    return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>x</text:p></table:table-cell>'


def row(*cells: str, more: str = "") -> str:
    """Return a row."""
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def sheet(*rows: str, name: str = "List", more: str = "") -> str:
    """Return a sheet."""
    return f'<table:table table:name="{name}"{more}>{"".join(rows)}</table:table>'


def spreadsheet(*sheets: str, manifest: str = "") -> bytes:
    """Return a file with these sheets."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", TYPE, zipfile.ZIP_STORED)
        archive.writestr("content.xml", _HEAD + "".join(sheets) + _TAIL)
        if manifest:
            archive.writestr("META-INF/manifest.xml", manifest)
    return data.getvalue()


def ods(rows: Sequence[Sequence[str]], hidden: set[int], struck: set[int]) -> bytes:
    """Return a file with ``rows`` of text, some of which (from 1) are hidden or struck through."""
    made = []
    for line, cells in enumerate(rows, 1):
        style = ' table:style-name="ce1"' if line in struck else ""
        visible = ' table:visibility="collapse"' if line in hidden else ""
        made.append(row(*(text(escape(cell), style) if cell else EMPTY for cell in cells), more=visible))
    return spreadsheet(sheet(*made))


EMPTY = "<table:table-cell/>"
