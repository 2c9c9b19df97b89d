"""Digits typed without Shift on any keyboard layout, and what a scanner types on them.

On French, Belgian, Czech and some other keyboards digits need Shift: on a French one the keys 1 to 0 alone give
``& é " ' ( - è _ ç à``. In a field for digits, a key of the digit row therefore counts as its digit, whatever it gives
without Shift. Most systems report the position of a key (:func:`digit_place`); on one that does not, French and Belgian
characters are read as digits by their letter alone. A ``'`` or ``-`` from another key, as on an American, German or
Swiss keyboard, is left unchanged.

On a French keyboard the key 6 gives ``-``, its only minus. Points, tables, hands and minutes are never negative, so
there ``-`` is 6. In a total, a ``-`` at the beginning is always a minus, and after that the ``-`` of the digit row is
6. So a total that begins with 6 needs Shift or the number pad. If somebody forgets that, the total differs from the
computed one and is marked.

A scanner types as if every keyboard were American: see :func:`scanned_readings`.
"""

from collections.abc import Iterator

_UNSHIFTED = dict(zip("&é\"'(-è_çà", "1234567890", strict=True)) | {"§": "6", "!": "8"}
"""The digit row without Shift in France, and the keys that differ in Belgium.

Used on systems that do not report the position of a key, where no other layout of this kind occurs.
"""
_ROWS = {"win32": range(2, 12), "darwin": (18, 19, 20, 21, 23, 22, 26, 28, 25, 29)}
_XKB_ROW = range(10, 20)
"""Codes of the keys from 1 to 0: on Windows, on macOS, and on systems that number keys as X11 does."""

_AMERICAN = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_AMERICAN_SHIFTED = '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
_LAYOUTS = (
    # what each key of an American keyboard gives in another layout, alone and with Shift, in the order of _AMERICAN
    ("²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!", "~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§"),
    ("²&é\"'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=", "³1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+"),
    ("^1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-", '°!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_'),
    ("§1234567890'^qwertzuiopè¨asdfghjkléàyxcvbnm,.-", '°+"*ç%&/()=?`QWERTZUIOPü!ASDFGHJKLöäYXCVBNM;:_'),
    ("§1234567890'^qwertzuiopü¨asdfghjklöäyxcvbnm,.-", '°+"*ç%&/()=?`QWERTZUIOPè!ASDFGHJKLéàYXCVBNM;:_'),
    ("/1234567890-=qwertyuiop^çasdfghjkl;èzxcvbnm,.é", "\\!@#$%?&*()_+QWERTYUIOP¨ÇASDFGHJKL:ÈZXCVBNM'\"É"),
    ("\\1234567890'ìqwertyuiopè+asdfghjklòàzxcvbnm,.-", '|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°ZXCVBNM;:_'),
    ("º1234567890'¡qwertyuiop`+asdfghjklñ´zxcvbnm,.-", 'ª!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨ZXCVBNM;:_'),
)
"""France, Belgium, Germany, Switzerland in French and in German, Canada, Italy, Spain."""
_TABLES = tuple(
    str.maketrans(shifted + alone, _AMERICAN_SHIFTED + _AMERICAN) for alone, shifted in _LAYOUTS
)  # fmt: skip
_MOST_DASHES = 2
"""The number of dashes in a code with a version, such as ``1-03-2``."""


def digit_place(platform: str, scan_code: int, virtual_key: int) -> str | None:
    """Return the digit of the pressed key of the digit row; "" for another key, None if its position is not known.

    ``platform`` is ``sys.platform``; the codes are those of the system's key event.
    """
    code = virtual_key if platform == "darwin" else scan_code
    if not code:
        return None
    row = _ROWS.get(platform, _XKB_ROW)
    return str((row.index(code) + 1) % 10) if code in row else ""


def digit_typed(character: str, place: str | None) -> str:
    """Return what a key that gives ``character`` without Shift types into a field for digits.

    ``place`` is the result of :func:`digit_place`.
    """
    if character.isascii() and character.isalnum():
        return character
    return (_UNSHIFTED.get(character) if place is None else place) or character


def total_typed(character: str, place: str | None, before: str) -> str:
    """Return the same for a total, which may begin with a minus; ``before`` is the text before the cursor."""
    if character in "-−–" and (place is None or not before):
        return character
    return digit_typed(character, place)


def scanned_readings(text: str) -> Iterator[str]:
    """Yield what a scanner may have meant by ``text``: the text unchanged, then as typed with each known layout.

    A scanner presses the keys of an American keyboard; with a French layout ``QV:1A2B3C4D:5-07`` arrives as
    ``AVM&QéB"C'DM()àè``. Then follow a code or number that somebody typed without Shift, and a code whose dash became
    another sign.
    """
    yield text
    for table in _TABLES:
        yield text.translate(table)
    head, _dash, tail = text.partition("-")
    yield f"{unshifted(head)}-{unshifted(tail)}"
    middle, _dash, end = tail.rpartition("-")
    yield f"{unshifted(head)}-{unshifted(middle)}-{unshifted(end)}"
    yield unshifted(text)
    for dash in ")'ß/+":
        if 1 <= text.count(dash) <= _MOST_DASHES:
            yield text.replace(dash, "-")


def unshifted(text: str) -> str:
    """Return the digits that ``text`` stands for if all of it was typed without Shift; otherwise ``text`` unchanged."""
    return "".join(_UNSHIFTED.get(each, "") for each in text) if set(text) <= _UNSHIFTED.keys() else text
