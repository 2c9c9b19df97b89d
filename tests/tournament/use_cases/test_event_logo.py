"""What a logo is by its first bytes, and which the ledger takes."""

import json

import pytest
from msgspec import structs
from PIL import Image

from tests.examples.logos import drawn, plain, written
from tests.tournament.ledger.writing import entry_of
from tests.tournament.use_cases.events import BY, created
from tournament.event.logo import MOST_BYTES, LogoKind, LogoPicture, logo_picture
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.description import describe
from tournament.ledger.entry import CHAIN_START, UnreadableEntry
from tournament.ledger.facts import LogoChanged
from tournament.use_cases import Refused, carry_out
from tournament.use_cases.commands import ChangeLogo, Undo

JPEG = written(Image.new("RGB", (90, 40), (9, 9, 90)), "JPEG")
NONE = (
    b"",
    b"\x89PNG\r\n\x1a\n",
    plain()[:32],
    b"GIF89a" + bytes(60),
    JPEG[:20],
    b"\xff\xd8" + b"\xff\xe0\x00\x00" * 9,
    b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    plain(4001, 1),
    plain() + bytes(MOST_BYTES),
)


@pytest.mark.parametrize(
    ("image", "picture"),
    [
        (plain(64, 32), LogoPicture(LogoKind.PNG, 64, 32, len(plain(64, 32)))),
        (written(drawn(300, 100)), LogoPicture(LogoKind.PNG, 300, 100, len(written(drawn(300, 100))))),
        (JPEG, LogoPicture(LogoKind.JPEG, 90, 40, len(JPEG))),
        (
            written(Image.new("L", (33, 200), 9), "JPEG", progressive=True, comment=b"x" * 999),
            LogoPicture(
                LogoKind.JPEG,
                33,
                200,
                len(written(Image.new("L", (33, 200), 9), "JPEG", progressive=True, comment=b"x" * 999)),
            ),
        ),
    ],
    ids=["plain", "png", "jpeg", "progressive"],
)
def test_its_kind_and_size_are_read_without_unpacking(image: bytes, picture: LogoPicture):
    assert logo_picture(image) == picture


@pytest.mark.parametrize("image", NONE, ids=range(len(NONE)))
def test_what_no_event_can_have_is_refused_and_not_read_back(image: bytes):
    assert logo_picture(image) is None
    if not image:
        return
    book = created()
    before = book.view
    with pytest.raises(Refused, match="logo-unreadable"):
        carry_out(book, ChangeLogo(image), by=BY)
    assert book.view is before
    forged = entry_of(LogoChanged(image), id="id", stream="event", number=1, previous=CHAIN_START).record
    with pytest.raises(UnreadableEntry, match="no picture that an event can have"):
        decode(forged)


def test_text_that_is_no_picture_at_all_is_not_read_back():
    record = entry_of(LogoChanged(), id="id", stream="event", number=1, previous=CHAIN_START).record
    assert decode(record).fact == LogoChanged()
    for content in ('{"image":"***"}', '{"image":7}', '{"image":null}', '{"image":"abc"}'):
        with pytest.raises(UnreadableEntry):
            decode(structs.replace(record, content=content))


def test_a_logo_is_one_entry_whose_description_omits_the_bytes():
    book = created()
    first = carry_out(book, ChangeLogo(plain()), by=BY).entries
    assert carry_out(book, ChangeLogo(plain()), by=BY).entries == (), "the same again is no change"
    second = carry_out(book, ChangeLogo(plain(80, 20)), by=BY).entries
    taken_away = carry_out(book, ChangeLogo(b""), by=BY).entries
    told = []
    for entry in (*first, *second, *taken_away):
        line = describe(book.view.journal, entry)
        told.append(tuple(ENGLISH.render(text) for text in (line.what, line.old, line.new)))
    assert told == [
        ("Logo changed", "", "PNG, 64 × 32 pixels, 3 kB"),
        ("Logo changed", "PNG, 64 × 32 pixels, 3 kB", "PNG, 80 × 20 pixels, 2 kB"),
        ("Logo removed", "PNG, 80 × 20 pixels, 2 kB", ""),
    ]
    assert set(json.loads(first[0].record.content)) == {"image"}
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.state.logo == plain()
