"""A file with pictures as grey pictures: a photograph, a scan, or the pages of a scanned PDF."""

import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from reports.photos.arrays import Bytes
from reports.readers.refusal import UnreadableTable
from tournament.language import Text, mark

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 200_000_000
MOST_PIXELS = 100_000_000
"""A picture that states more is refused before it is unpacked."""
MOST_PAGES = 400
LONGEST_SIDE = 4200
"""Pixels of the longer side that are kept: twelve million are enough for every digit, and more cost time."""
_FORMATS = ("JPEG", "PNG", "TIFF", "WEBP", "BMP", "GIF")
_HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
_DAMAGE = (OSError, SyntaxError, ValueError, LookupError, EOFError, OverflowError, TypeError, struct.error, zlib.error)
"""What the library raises for files that are not pictures or are incomplete."""


@dataclass(frozen=True, slots=True)
class PictureOfPaper:
    """One picture of a file."""

    name: str
    """The name of the file, with the page if there are several."""
    grey: Bytes | None
    """None if the page cannot be read."""
    why: Text | None = None
    """What is wrong with it, if it cannot be read."""


def pages_of(path: Path) -> Iterator[PictureOfPaper]:
    """The pictures of the file at ``path``, one at a time; one that cannot be read says why."""
    try:
        data = _content(path)
        if data.startswith(b"%PDF"):
            yield from _pdf_pages(data, path)
        else:
            yield from _frames(data, path.name)
    except UnreadableTable as refused:
        yield PictureOfPaper(path.name, None, refused.text)


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            text = mark(
                "The file has {size} MB, more than {most} MB.", size=size // 1_000_000, most=MOST_BYTES // 1_000_000
            )
            raise UnreadableTable(text, path)
        return path.read_bytes()
    except OSError as error:
        text = mark("The file cannot be read: {why}.", why=error.strerror or str(error))
        raise UnreadableTable(text, path, environment=True) from error


def _frames(data: bytes, name: str) -> Iterator[PictureOfPaper]:
    """The frames of a picture file: a scanner may write several pages into one TIFF."""
    from PIL import Image, ImageSequence, UnidentifiedImageError

    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        yield PictureOfPaper(name, None, mark(
            "HEIC pictures are not read here: let the phone save photos as JPEG (“Most compatible”), or convert it."
        ))  # fmt: skip
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the size, which is checked here, and about camera metadata
            with Image.open(BytesIO(data), formats=_FORMATS) as file:
                several = getattr(file, "n_frames", 1) > 1 and file.format == "TIFF"
                frames = ImageSequence.Iterator(file) if several else iter([file])
                for number, frame in enumerate(frames, start=1):
                    called = f"{name} ({number})" if several else name
                    if number > MOST_PAGES:
                        break
                    yield _page(frame, called)
    except UnidentifiedImageError:
        yield PictureOfPaper(name, None, mark("This is not a picture that can be read here."))
    except Image.DecompressionBombError:
        yield PictureOfPaper(name, None, _too_many_pixels())
    except (*_DAMAGE, MemoryError):
        yield PictureOfPaper(name, None, _damaged())


def _damaged() -> Text:
    return mark("The picture is damaged: a part of it is missing or cannot be read.")


def _too_many_pixels() -> Text:
    most = MOST_PIXELS // 1_000_000
    return mark("The picture has more than {most} million pixels: take or scan a smaller one.", most=most)


def _page(image: "Image", name: str) -> PictureOfPaper:
    """A picture upright, in grey, and not larger than is useful."""
    import numpy as np
    from PIL import Image, ImageOps

    if image.width * image.height > MOST_PIXELS:
        return PictureOfPaper(name, None, _too_many_pixels())
    image.draft("L", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is unpacked at a fraction of its size
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):
        upright = upright.point(lambda value: value / 256).convert("L")
    if upright.mode in ("RGBA", "LA", "PA", "P"):
        whole = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole)
    grey = upright.convert("L")
    longest = max(grey.size)
    if longest > LONGEST_SIDE:
        share = LONGEST_SIDE / longest
        grey = grey.resize((max(1, round(grey.width * share)), max(1, round(grey.height * share))), reducing_gap=2.0)
    return PictureOfPaper(name, np.asarray(grey, dtype=np.uint8))


def _pdf_pages(data: bytes, path: Path) -> Iterator[PictureOfPaper]:
    """The largest picture of each page: a scanner puts one on it."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(BytesIO(data))
        count = len(reader.pages)
    except (PyPdfError, *_DAMAGE, RecursionError) as error:
        raise UnreadableTable(_damaged(), path) from error
    for number in range(min(count, MOST_PAGES)):
        name = f"{path.name} ({number + 1})" if count > 1 else path.name
        try:
            pictures = sorted(reader.pages[number].images, key=lambda each: len(each.data))
            if pictures:
                yield from _frames(pictures[-1].data, name)
            else:
                yield PictureOfPaper(name, None, mark("There is no picture on this page: a scan of paper is needed."))
        except (PyPdfError, *_DAMAGE, MemoryError, RecursionError, ImportError):
            yield PictureOfPaper(name, None, _damaged())
