"""Digits as keyboards give them where nothing but digits is wanted, and what a scanner types on them.

French, Belgian, Czech and other keyboards have their digits above Shift: on a French one the keys from 1 to 0 alone
give ``& é " ' ( - è _ ç à``. So in a field of digits a key of the digit row is its digit, whatever it gives without
Shift. Systems tell where a key lies (:func:`digit_place`); where one does not, French and Belgian characters are read
as digits by themselves. A ``'`` or ``-`` typed elsewhere on an American, German or Swiss keyboard stays what it is.

The ``-`` of a French keyboard is its 6 and its only minus. Points, tables, hands and minutes have no minus: there it
is 6. A total may have one: a ``-`` at its beginning is the minus, always, and behind that the digit row's ``-`` is 6.
So a total that begins with 6 needs Shift, or the number pad; what it would otherwise say differs from the computed one
and is marked.

A scanner types as if every keyboard were American: see :func:`scanned_readings`.
"""

from collections.abc import Iterator

_UNSHIFTED = dict(zip("&é\"'(-è_çà", "1234567890", strict=True)) | {"§": "6", "!": "8"}
"""France, and what Belgium has otherwise; the systems that tell no place have no other layout like these."""
_ROWS = {"win32": range(2, 12), "darwin": (18, 19, 20, 21, 23, 22, 26, 28, 25, 29)}
_XKB_ROW = range(10, 20)
"""Codes of the keys from 1 to 0: Windows, macOS, and all that counts as X11 does."""

_AMERICAN = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_AMERICAN_SHIFTED = '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
_LAYOUTS = (
    # what the keys of an American keyboard give on others, alone and with Shift
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
"""In a code: ``1-03-2``."""


def digit_place(platform: str, scan_code: int, virtual_key: int) -> str | None:
    """The digit of the key of the digit row that was pressed; "" for another key, None where that is not told.

    ``platform`` as ``sys.platform``, the codes as the system gives them.
    """
    code = virtual_key if platform == "darwin" else scan_code
    if not code:
        return None
    row = _ROWS.get(platform, _XKB_ROW)
    return str((row.index(code) + 1) % 10) if code in row else ""


def digit_typed(character: str, place: str | None) -> str:
    """What a key without Shift that gives ``character`` types into a field of digits."""
    if character.isascii() and character.isalnum():
        return character
    return (_UNSHIFTED.get(character) if place is None else place) or character


def total_typed(character: str, place: str | None, before: str) -> str:
    """The same for a total, in which ``before`` stands before the cursor."""
    if character in "-−–" and (place is None or not before):
        return character
    return digit_typed(character, place)


def scanned_readings(text: str) -> Iterator[str]:
    """What a scanner may have meant by ``text``: as it stands, then as if typed on each keyboard that is known.

    A scanner presses the keys of an American keyboard; on a French one ``QV:1A2B3C4D:5-07`` arrives as
    ``AVM&QéB"C'DM()àè``. After these come a number or a code that somebody typed without Shift, and a code whose dash
    became another sign.
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
    """The digits that ``text`` is if it was typed without Shift altogether, else ``text``."""
    return "".join(_UNSHIFTED.get(each, "") for each in text) if set(text) <= _UNSHIFTED.keys() else text
