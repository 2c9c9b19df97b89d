"""Whether people would take two names of desks for the same.

An entry names the desk where it was made, so a desk must not pass for another one. Unicode's table of confusable
characters (UTS #39) has thousands of entries for all scripts. The Python packages that contain it (`confusables`,
`confusable_homoglyphs`) have no types and no recent release, and read a megabyte of JSON. This module has only what a
keyboard in a hall can type: characters of other widths and styles are NFKC's, and the letters of Cyrillic and Greek
that look like a Latin one are listed below.
"""

import re
import unicodedata
from collections.abc import Iterable

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Characters that nothing is drawn for: those that Unicode calls default ignorable, and the empty Braille pattern."""
_SHAPES = {
    ord(each): shape
    for characters, shapes in (
        ("АВЕЅІЈКМНОРСТУХҮҺԌԚԜӀаеѕіјорсухүһԁԛԝгӏ", "ABESlJKMHOPCTYXYhGQWlaesijopcyxyhdqwrl"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχγ", "ABEZHlKMNOPTYXaikvopuxy"),
        ("ıI1|0\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "illlO----"),
    )
    for each, shape in zip(characters, shapes, strict=True)
}
"""Characters that look like another one, and that one."""


def look_alike(one: str, other: str) -> bool:
    """Whether the names look alike as they are written, or in capitals."""
    return not _looks(one).isdisjoint(_looks(other))


def name_like(name: str, names: Iterable[str]) -> str | None:
    """The first of ``names`` that looks like ``name``; None if none does."""
    looks = _looks(name)
    return next((each for each in names if not looks.isdisjoint(_looks(each))), None)


def _looks(name: str) -> frozenset[str]:
    """How ``name`` looks as it is written, regardless of case, and in capitals: equal texts look alike.

    In capitals only the stroke that may be I, l or 1 is a small letter.
    """
    shown = _INVISIBLE.sub("", unicodedata.normalize("NFKD", name))
    capitals = unicodedata.normalize("NFKD", shown.upper())
    return frozenset({_shape(shown).casefold(), _shape(capitals)})


def _shape(shown: str) -> str:
    return " ".join(shown.translate(_SHAPES).split())
