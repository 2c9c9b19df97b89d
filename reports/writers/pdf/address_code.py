"""QR codes in a corner of a paper, with their white border and a line of explanation: of the event's web page, or for
the desk. Figures in points."""

from reports.code_matrix import QUIET, matrix_of
from reports.site import player_anchor
from reports.writers.pdf.fonts import Weight, wrap
from reports.writers.pdf.pen import DARK, Align, Pen
from reports.writers.pdf.qr import draw_qr
from reports.writers.pdf.structure import Tag
from reports.writers.wording import one_line
from tournament.language import Language, Text, mark

_LEAST_SIDE, _LEAST_MODULE = 57.0, 1.2
"""20 mm, and 0.42 mm per module, which a phone reads at arm's length."""
_TYPE, _LINES = 6.5, 2

_SLASHES = 4
"""The slashes of an address with a link right behind the host; a path before it could mind capitals."""

HIGHEST_NUMBER = 999
"""No event has a player with a longer number."""


def player_address(address: str, number: int) -> str:
    """The address of a player's card on the page of the event; an address that already points into a page stays the
    same."""
    return f"{address}#{player_anchor(number)}" if address and "#" not in address else address


def code_room(text: str, *, captioned: bool = True) -> tuple[float, float]:
    """Width and height that the code of ``text`` needs in a corner, with its border and, if ``captioned``, its line; 0
    without a text."""
    if not text:
        return 0.0, 0.0
    side, quiet = _size(text)
    return side + quiet, side + quiet + (quiet + _TYPE * 1.15 * _LINES if captioned else 0.0)


def draw_address(
    pen: Pen,
    address: str,
    language: Language,
    *,
    right: float,
    top: float | None = None,
    bottom: float = 0.0,
    captioned: bool = True,
) -> None:
    """Draw the code of ``address`` with its right edge at ``right`` and its upper edge at ``top``.

    Without ``top``, the content under it begins at ``bottom``. The caller leaves the white at its right and above it.
    """
    about = mark("Code of the web page: {address}", address=address)
    words = about, mark("Results on the web") if captioned else None
    _draw_code(pen, address, words, language, right=right, top=top, bottom=bottom)


def draw_desk_code(
    pen: Pen, text: str, language: Language, *, right: float, bottom: float, captioned: bool = True
) -> None:
    """Draw the code ``text`` for the scanner of a desk, as :func:`draw_address` does."""
    about = mark("Code for the desk: {code}", code=text)
    words = about, mark("For the desk") if captioned else None
    _draw_code(pen, text, words, language, right=right, top=None, bottom=bottom)


def draw_link(
    pen: Pen, address: str, language: Language, *, right: float, bottom: float, captioned: bool = True
) -> None:
    """Draw the code of a personal link, as :func:`draw_address` does."""
    about = mark("Code of the personal link: {address}", address=address)
    words = about, mark("Check in by phone") if captioned else None
    _draw_code(pen, code_of(address), words, language, right=right, top=None, bottom=bottom)


def code_of(link: str) -> str:
    """What the code of a link for phones says: the link in capitals, which make a smaller code, if its path is nothing
    but the link."""
    return link.upper() if link.count("/") == _SLASHES else link


def _draw_code(
    pen: Pen,
    text: str,
    words: tuple[Text, Text | None],
    language: Language,
    *,
    right: float,
    top: float | None,
    bottom: float,
) -> None:
    """Draw a code; ``words`` describe it for a reader who does not see it, and on the paper, or there not at all."""
    side, quiet = _size(text)
    if top is None:
        top = bottom + side + (0.0 if words[1] is None else quiet + _TYPE * 1.15 * _LINES)
    with pen.part(Tag.FIGURE, one_line(language.render(words[0]))):
        draw_qr(pen, text, x=right - side, y=top - side, side=side)
    if words[1] is None:
        return
    said = one_line(language.each[0].render(words[1]))
    for number, line in enumerate(wrap(said, Weight.REGULAR, _TYPE, side + quiet, lines=_LINES), start=1):
        y = top - side - quiet - (number - 0.25) * _TYPE * 1.15
        pen.text(right - side / 2, y, line, size=_TYPE, grey=DARK, align=Align.CENTRE)


def _size(text: str) -> tuple[float, float]:
    """The side of the code, and the white border it needs all round."""
    modules = len(matrix_of(text))
    side = max(_LEAST_SIDE, modules * _LEAST_MODULE)
    return side, side / modules * QUIET
