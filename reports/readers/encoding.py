"""Bytes to text: which letters a file was written in."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "iso8859_2": "ISO 8859-2",
    "mac_roman": "Mac Roman",
    "cp850": "DOS 850",
    "latin_1": "ISO 8859-1",
}
_CANDIDATES = ("cp1252", "cp1250", "iso8859_2", "mac_roman", "cp850", "cp1251")
"""Encodings of one byte a letter, the likeliest first."""
_ALPHABETS = tuple(
    frozenset(letters)
    for letters in (
        "àâæçéèêëîïôùûüÿœ", "äöüß", "áéíñóúüªº", "ãáâàçéêíóôõúü", "æøåéóäö", "åäöéšž", "áðéíóúýþæö", "àèéìíòóùú",
        "ëïéèöüáíóúâêûĳ", "àçéèíïóòúü·", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű",
        "čćđšž", "ăâîşţ", "õäöüšž", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    )
)  # fmt: skip
"""The letters beside a–z of the languages of Europe; those of one word come from one language."""
_IMPROBABLE = re.compile(r"õ(?!e)|ñ(?![aeiouáéíóú])|[æœ]$|[^\x00-\x7f]{4}")
"""What no word in Latin letters has: õ is Portuguese and ñ Spanish here, and letters beyond a–z stand apart."""
_OUTSIDE = "“”«»–—…‘°º€§"
"""Signs that may stand in a list, though not between two letters."""
_WORD = re.compile(r"[^\s,;|\t\"()/+&.:_-]*[^\x00-\x7f][^\s,;|\t\"()/+&.:_-]*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and how it was read."""

    text: str
    encoding: str
    """Its name for a reader: ``UTF-16``."""
    guessed: bool
    """Whether the letters beyond a–z should be looked at."""


def decode(data: bytes) -> Decoded | None:
    """``data`` as text, or None when it is none. A mark at its start, then UTF-8, then the letters decide."""
    decoded = _decode(data)
    return decoded if decoded is not None and _is_text(decoded.text) else None


def _is_text(text: str) -> bool:
    """Whether hardly anything in ``text`` is a control character."""
    start = text[:10_000]
    return sum(unicodedata.category(character) == "Cc" and not character.isspace() for character in start) * 20 <= len(
        start
    )


def _decode(data: bytes) -> Decoded | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            text = _attempt(data[len(bom) :], encoding)
            return Decoded(text, _NAMES[encoding], guessed=False) if text is not None else None
    if b"\0" in data:
        return _without_mark(data)
    text = _attempt(data, "utf-8")
    if text is not None:
        return Decoded(text, "UTF-8", guessed=False)
    return _by_its_letters(data)


def _without_mark(data: bytes) -> Decoded | None:
    """UTF-16 without its mark: every other byte of a list in Latin letters is zero."""
    for encoding, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        text = _attempt(data, encoding) if zeros.count(0) * 2 > len(zeros) else None
        if text is not None and "\0" not in text:
            return Decoded(text, "UTF-16", guessed=True)
    return None


def _by_its_letters(data: bytes) -> Decoded:
    best, best_text, best_share = "latin_1", data.decode("latin_1"), -1.0
    for encoding in _CANDIDATES:
        text = _attempt(data, encoding)
        if text is not None:
            share = _share_of_words(text)
            if share > best_share:
                best, best_text, best_share = encoding, text, share
    if best_share < 0.5:
        other = _by_statistics(data)
        if other is not None:
            return other
    return Decoded(best_text, _NAMES[best], guessed=True)


def _by_statistics(data: bytes) -> Decoded | None:
    """What the statistics of languages say, for writings that no alphabet here explains."""
    from charset_normalizer import from_bytes

    match = from_bytes(data).best()
    return Decoded(str(match), match.encoding.replace("_", "-").upper(), guessed=True) if match is not None else None


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _share_of_words(text: str) -> float:
    """How many of the words with letters beyond a–z are words of one language, 0 to 1."""
    words = frozenset(_WORD.findall(text[:200_000]))
    return sum(_is_word(word) for word in words) / len(words) if words else 0.0


@lru_cache(maxsize=4096)
def _is_word(word: str) -> bool:
    word = word.strip(_OUTSIDE).replace("’", "'")
    if not word.isupper() and any(
        earlier.isalpha() and later.isupper() and not later.isascii() for earlier, later in pairwise(word)
    ):
        return False
    lower = unicodedata.normalize("NFC", word.lower())
    letters = {character for character in lower if not character.isascii()}
    if not letters:
        return True
    cyrillic = all(character >= "Ѐ" for character in letters)
    return any(letters <= alphabet for alphabet in _ALPHABETS) and (cyrillic or not _IMPROBABLE.search(lower))
