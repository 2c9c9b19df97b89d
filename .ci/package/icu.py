"""Cuts the data of ICU, which Qt uses to sort names and for nothing else of this program, to its languages.

The data are a library of their own, ten times as large as what is left. Their form is that of ICU's ``.dat`` files: a
header, a table of names and places, and the items.
"""

import re
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("en", "fr", "zh")
_DROPPED = ("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone")
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:_\w+)?\.res$")
_ALIGNED = 16
_SOURCE = """\
    .section .rodata
    .balign 4096
    .globl {symbol}
    .type {symbol}, @object
{symbol}:
    .incbin "{data}"
    .size {symbol}, . - {symbol}
    .section .note.GNU-stack, "", @progbits
"""


def is_used(name: str) -> bool:
    """Whether the item called ``icudt73l/coll/fr.res`` is used: what is not about a language, and our languages."""
    _, *folder, item = name.split("/")
    if (folder and folder[0] in _DROPPED) or item.endswith(".cnv"):
        return False
    language = _LANGUAGE.match(item)
    return language is None or language[1] in LANGUAGES


def items(data: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The header of the data, and the items in their order."""
    header = int.from_bytes(data[:2], "little")
    count = int.from_bytes(data[header : header + 4], "little")
    places = list(struct.iter_unpack("<II", data[header + 4 : header + 4 + 8 * count]))
    ends = [place for _, place in places[1:]] + [len(data) - header]
    found = {}
    for (name, start), end in zip(places, ends, strict=True):
        text = data[header + name : data.index(b"\0", header + name)].decode("ascii")
        found[text] = data[header + start : header + end]
    return data[:header], found


def joined(header: bytes, kept: Mapping[str, bytes]) -> bytes:
    """The data of these items; :func:`items` takes them apart."""
    names = b"".join(name.encode("ascii") + b"\0" for name in kept)
    table, name_at = [], 4 + 8 * len(kept)
    place = -(-(name_at + len(names)) // _ALIGNED) * _ALIGNED
    body = b""
    padding = bytes(place - name_at - len(names))
    for name, item in kept.items():
        table.append(struct.pack("<II", name_at, place + len(body)))
        name_at += len(name) + 1
        body += item + bytes(-len(item) % _ALIGNED)
    return header + struct.pack("<I", len(kept)) + b"".join(table) + names + padding + body


def cut(library: Path, work: Path) -> None:
    """Replace ``library``, a libicudata.so, by one with the items that are used. It needs binutils and a C compiler."""
    whole, data, source = work / "icu-whole.dat", work / "icu.dat", work / "icu.S"
    subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", library, whole], check=True)
    header, found = items(whole.read_bytes())
    data.write_bytes(joined(header, {name: item for name, item in found.items() if is_used(name)}))
    symbol = f"icudt{library.name.rpartition('.')[2]}_dat"
    source.write_text(_SOURCE.format(symbol=symbol, data=data.name), encoding="utf-8")
    library.unlink()
    subprocess.run(["gcc", "-shared", "-nostdlib", "-s", f"-Wl,-soname,{library.name},--build-id=none", "-o", library,
                    source.name], cwd=work, check=True)  # fmt: skip
