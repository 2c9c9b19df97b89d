"""Bytes to text: find the encoding of a file."""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from reports.readers.east_asian import EAST_ASIAN, fit

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
    **{each.codec: each.name for each in EAST_ASIAN},
}
OFFERED = {
    name: codec
    for codec, name in _NAMES.items()
    if codec not in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "latin_1")
} | {"UTF-16": "utf-16"}
"""The encodings that a user can choose: the codec by its displayed name."""
_SAME = {
    "shift_jis": "cp932", "shift_jis_2004": "cp932", "euc_jis_2004": "euc_jp", "euc_kr": "cp949", "gbk": "gb18030",
    "gb2312": "gb18030", "big5": "cp950", "big5hkscs": "cp950", "iso8859-1": "cp1252", "mac-roman": "mac_roman",
    "iso8859-2": "iso8859_2", "utf-8-sig": "utf-8", "utf-16-le": "utf-16", "utf-16-be": "utf-16", "ascii": "cp1252",
}  # fmt: skip
"""Codecs that another one includes, or names differently."""
_CANDIDATES = ("cp1252", "cp1250", "iso8859_2", "mac_roman", "cp850", "cp1251")
"""Single-byte encodings, the likeliest first."""
_ALPHABETS = tuple(
    frozenset(letters)
    for letters in (
        "àâæçéèêëîïôùûüÿœ", "äöüß", "áéíñóúüªº", "ãáâàçéêíóôõúü", "æøåéóäö", "åäöéšž", "áðéíóúýþæö", "àèéìíòóùú",
        "ëïéèöüáíóúâêûĳ", "àçéèíïóòúü·", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű",
        "čćđšž", "ăâîşţ", "õäöüšž", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    )
)  # fmt: skip
"""The letters besides a–z of European languages; those in one word belong to one language."""
_IMPROBABLE = re.compile(r"õ(?!e)|ñ(?![aeiouáéíóú])|[æœ]$|[^\x00-\x7f]{4}")
"""Patterns in no word in Latin letters: õ is Portuguese and ñ Spanish here, and letters beyond a–z do not come in
rows."""
_OF_A_LIST = frozenset(',;\t|\r\n "')
_SAMPLED = 200_000
"""The number of bytes that is enough to find an encoding."""
_LEAST = 0.5
"""If the letters of a list fit less than this, language statistics decide."""
_MARGIN = 0.25
"""An encoding that fits less than this below the best is also possible."""
_CYRILLIC_VOWELS = frozenset("аеёиоуыэюяіїє")
_OUTSIDE = "“”«»–—…‘°º€§"
"""Characters that may occur in a list, but not between two letters."""
_WORD = re.compile(r"[^\s,;|\t\"()/+&.:_-]*[^\x00-\x7f][^\s,;|\t\"()/+&.:_-]*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and how it was decoded."""

    text: str
    encoding: str
    """Its displayed name: ``UTF-16``."""
    guessed: bool
    """Whether the user should check letters beyond a–z."""
    others: tuple[str, ...] = ()
    """Other encodings that fit equally well, or nearly: then it is uncertain which one is right."""


def decode(data: bytes) -> Decoded | None:
    """``data`` as text, or None if it is not text. A byte order mark decides first, then UTF-8, then the characters."""
    decoded = _decode(data)
    return decoded if decoded is not None and _is_text(decoded.text) else None


def encoding_called(name: str) -> str | None:
    """The displayed name of the encoding that a user calls ``name``: ``sjis``, ``GBK``; None if unknown."""
    for offered in OFFERED:
        if name.strip().casefold() == offered.casefold():
            return offered
    try:
        codec = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        return None
    codec = _SAME.get(codec, codec)
    return next((each for each, its in OFFERED.items() if its == codec), None)


def decode_as(data: bytes, encoding: str) -> Decoded | None:
    """``data`` decoded with the named ``encoding`` (of :data:`OFFERED`), or None if it is not valid in it."""
    for bom, codec in _BOMS:
        if data.startswith(bom) and _NAMES[codec] == encoding:
            data, chosen = data[len(bom) :], codec
            break
    else:
        chosen = OFFERED[encoding]
    if chosen == "utf-16":  # without its byte order mark
        return _without_mark(data)
    text = _attempt(data, chosen)
    return Decoded(text, encoding, guessed=False) if text is not None and _is_text(text) else None


def _is_text(text: str) -> bool:
    """Whether ``text`` has hardly any control characters."""
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
    """UTF-16 without a byte order mark: with the right byte order, it has commas and line ends."""
    texts = [text for codec in ("utf-16-le", "utf-16-be") if (text := _attempt(data, codec)) is not None]
    text = max(texts, key=lambda text: sum(letter in _OF_A_LIST for letter in text[:20_000]), default="")
    if "\0" in text or not any(letter in _OF_A_LIST for letter in text):
        return None
    return Decoded(text, "UTF-16", guessed=True)


def _by_its_letters(data: bytes) -> Decoded:
    """Decode by the letters of names: the likeliest encoding, with the others that also fit."""
    sample = _sample(data)
    scores: list[tuple[float, str, str]] = []
    for encoding in _CANDIDATES:
        text = _attempt(data, encoding)
        if text is not None:
            scores.append((_share_of_words(text), encoding, text))
    western = max(scores, key=itemgetter(0), default=(-1.0, "latin_1", data.decode("latin_1")))
    for each in EAST_ASIAN:
        text = _attempt(sample, each.codec)
        whole = _attempt(data, each.codec) if text is not None else None
        if text is not None and whole is not None:
            scores.append((fit(text, each), each.codec, whole))
    score, best, best_text = max(scores, key=itemgetter(0), default=western)
    if score < _LEAST and best in _CANDIDATES:
        return _by_statistics(data, sample) or Decoded(western[2], _NAMES[western[1]], guessed=True)
    rivals = [
        name
        for other, name, text in sorted(scores, key=itemgetter(0), reverse=True)
        if text != best_text
        and other > score - _margin(score, {best, name})
        and (name not in _CANDIDATES or _share_of_one_language(text) >= _share_of_one_language(best_text))
    ]
    return Decoded(best_text, _NAMES[best], guessed=True, others=tuple(_NAMES[name] for name in rivals))


def _margin(score: float, codecs_compared: set[str]) -> float:
    """How much less another encoding may fit and still be possible: among European ones only the likeliest counts."""
    if codecs_compared <= set(_CANDIDATES):
        return 0.01
    return _MARGIN if score >= _LEAST else 1.0


def _sample(data: bytes) -> bytes:
    """Enough of ``data`` to find its encoding, up to the end of a line."""
    if len(data) <= _SAMPLED:
        return data
    return data[: data.rfind(b"\n", 0, _SAMPLED) + 1] or data[:_SAMPLED]


def _by_statistics(data: bytes, sample: bytes) -> Decoded | None:
    """The guess of language statistics, for scripts that no alphabet here covers: never certain."""
    from charset_normalizer import from_bytes

    match = from_bytes(sample).best()
    text = _attempt(data, match.encoding) if match is not None else None
    if match is None or text is None:
        return None
    name = _NAMES.get(match.encoding, match.encoding.replace("_", "-").upper())
    others = tuple(each for each in OFFERED if each != name and _attempt(data, OFFERED[each]) is not None)
    return Decoded(text, name, guessed=True, others=others)


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _share_of_words(text: str) -> float:
    """The share of words with letters beyond a–z that are words of one language, 0 to 1."""
    words = frozenset(_WORD.findall(text[:200_000]))
    return sum(_is_word(word) for word in words) / len(words) if words else 0.0


def _share_of_one_language(text: str) -> float:
    """The share of them that are words of the most frequent language, 0 to 1."""
    words = frozenset(_WORD.findall(text[:_SAMPLED]))
    letters = [{letter for letter in word.lower() if letter.isalpha() and not letter.isascii()} for word in words]
    return max(sum(each <= alphabet for each in letters) for alphabet in _ALPHABETS) / len(words) if words else 0.0


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
    if cyrillic and (any("a" <= character <= "z" for character in lower) or not _CYRILLIC_VOWELS & set(lower)):
        return False
    return any(letters <= alphabet for alphabet in _ALPHABETS) and (cyrillic or not _IMPROBABLE.search(lower))
