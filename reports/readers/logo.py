"""A picture file as the logo of an event: small, upright, without a camera's metadata.

One version of the library always gives the same bytes for the same file.
"""

import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from reports.readers.file import file_content
from reports.readers.refusal import UnreadableTable
from tournament.event.logo import LogoPicture, logo_picture
from tournament.language import Text, mark

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_FILE_BYTES = 20_000_000
"""A photograph has about half of this."""
MOST_FILE_PIXELS = 50_000_000
"""A picture that states more pixels is refused before it is unpacked."""
LEAST_SIDE, LEAST_LENGTH = 12, 32
"""The least pixels of the shorter and the longer side: below them nothing can be recognised on paper."""
WIDEST, HIGHEST = 1200, 600
"""Pixels: 300 per inch at the largest use, on a certificate."""
MOST_KEPT_BYTES = 200_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
_SMALLER = 0.75
"""Factor for the next attempt if a picture has too many bytes."""
_TRANSPARENT = 8
"""A pixel at the edge that is at most this opaque is not part of the picture."""
_SEEN = 232
"""A lighter pixel is invisible on white paper."""
_LEAST_SEEN = 0.002
"""The share of a picture that must be visible."""
_GROUND = (34, 34, 34)
"""The background of a picture drawn in white."""
_DAMAGE = (OSError, SyntaxError, ValueError, LookupError, EOFError, OverflowError, TypeError, struct.error, zlib.error)
"""What the library raises for files that are not pictures or are incomplete."""


@dataclass(frozen=True, slots=True)
class ReadLogo:
    """A picture as the event stores it."""

    image: bytes
    picture: LogoPicture
    remarks: tuple[Text, ...] = ()
    """Changes to the picture that the user should know about."""


def read_logo(path: Path) -> ReadLogo:
    """Read the picture at ``path``; raises UnreadableTable with what is wrong with it and what to do."""
    drawing = mark(
        "“{name}” is a drawing (SVG), but papers need a picture: open it in a browser or a "
        "drawing program and save it as PNG, about 1200 pixels wide.",
        name=path.name,
    )
    image, remarks = read_picture(path, drawing)
    return _kept(_seen_on_paper(image, path, remarks), remarks)


def read_picture(path: Path, drawing: Text) -> "tuple[Image, list[Text]]":
    """The first picture of the file, upright, as red, green, blue and alpha, and remarks about it.

    Raises UnreadableTable, with ``drawing`` for a vector drawing.
    """
    data = file_content(path, MOST_FILE_BYTES, _too_large)
    if not data:
        raise UnreadableTable(mark("“{name}” is empty: choose the file with the picture.", name=path.name), path)
    if _is_drawing(data):
        raise UnreadableTable(drawing, path)
    return _opened(data, path)


def _too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    """The refusal of a picture file of ``size`` bytes."""
    text = mark(
        "“{name}” has {size} MB, more than {most} MB: save a smaller picture, about 1200 pixels wide.",
        name=path.name,
        size=-(-size // 1_000_000),
        most=most // 1_000_000,
    )
    return UnreadableTable(text, path)


def _is_drawing(data: bytes) -> bool:
    """Whether a file is a vector drawing, not a picture."""
    start = data[:2000].lower()
    return data.startswith(b"\x1f\x8b") or (b"<svg" in start and b"\0" not in start)


def _opened(data: bytes, path: Path) -> "tuple[Image, list[Text]]":
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.init()
    remarks: list[Text] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the size, which is checked here, and about camera metadata
            with Image.open(BytesIO(data), formats=_FORMATS) as file:
                _refuse_size(file.width, file.height, path)
                # An MPO is a photograph that also contains its previews; it is not animated.
                if getattr(file, "n_frames", 1) > 1 and file.format != "MPO":
                    remarks.append(mark("The picture is animated: its first frame is used."))
                file.seek(0)
                file.load()
                upright = ImageOps.exif_transpose(file)
                return _eight_bits(upright).convert("RGBA"), remarks
    except UnidentifiedImageError as error:
        text = mark(
            "“{name}” is not a picture that can be read here: open it in an image program and save it as PNG or JPEG.",
            name=path.name,
        )
        raise UnreadableTable(text, path) from error
    except Image.DecompressionBombError as error:
        text = mark(
            "“{name}” unpacks to far more than {most} million pixels: save a smaller picture, about 1200 pixels wide.",
            name=path.name,
            most=MOST_FILE_PIXELS // 1_000_000,
        )
        raise UnreadableTable(text, path) from error
    except (*_DAMAGE, MemoryError) as error:
        text = mark(
            "“{name}” is damaged: a part of the picture is missing or cannot be read. Download or save it again.",
            name=path.name,
        )
        raise UnreadableTable(text, path) from error


def _refuse_size(wide: int, high: int, path: Path) -> None:
    if wide * high > MOST_FILE_PIXELS:
        text = mark(
            "“{name}” has {wide} × {high} pixels, more than {most} million: save a smaller picture, "
            "about 1200 pixels wide.",
            name=path.name,
            wide=wide,
            high=high,
            most=MOST_FILE_PIXELS // 1_000_000,
        )
        raise UnreadableTable(text, path)
    if min(wide, high) < LEAST_SIDE or max(wide, high) < LEAST_LENGTH:
        text = mark(
            "“{name}” has {wide} × {high} pixels: too few to make anything out. Choose a picture of "
            "several hundred pixels.",
            name=path.name,
            wide=wide,
            high=high,
        )
        raise UnreadableTable(text, path)


def _eight_bits(image: "Image") -> "Image":
    """A picture with other depths converted to values from 0 to 255."""
    if not image.mode.startswith(("I", "F")):
        return image
    wide = image.convert("F")
    highest = cast("tuple[float, float]", wide.getextrema())[1]
    scale = 255.0 / next((top for top in (1.0, 255.0, 65535.0) if highest <= top), highest)
    return wide.point(lambda value: value * scale).convert("L")


def _seen_on_paper(image: "Image", path: Path, remarks: list[Text]) -> "Image":
    """Crop empty edges, and put a picture drawn in white on a dark background; refused if nothing is visible."""
    from PIL import Image

    alpha = image.getchannel("A")
    box = alpha.point(lambda value: value > _TRANSPARENT).getbbox()
    if box is not None:
        image = image.crop(box)
        if _part_seen(image, "white") >= _LEAST_SEEN:
            return image
        if _part_seen(image, "black") >= _LEAST_SEEN and any(image.getchannel("A").histogram()[:128]):
            remarks.append(mark("The picture is white: on paper it is placed on a dark background."))
            edge = max(4, min(image.size) // 8)
            ground = Image.new("RGBA", (image.width + 2 * edge, image.height + 2 * edge), (*_GROUND, 255))
            ground.alpha_composite(image, (edge, edge))
            return ground
    text = mark(
        "“{name}” shows nothing on white paper: it is empty or completely white. Choose another picture.",
        name=path.name,
    )
    raise UnreadableTable(text, path)


def _part_seen(image: "Image", ground: Literal["white", "black"]) -> float:
    """The share of the picture that differs from the ``ground`` behind it."""
    from PIL import Image

    paper = Image.new("RGBA", image.size, ground)
    paper.alpha_composite(image)
    counts = paper.convert("L").histogram()
    seen = sum(counts[256 - _SEEN :]) if ground == "black" else sum(counts[:_SEEN])
    return seen / (image.width * image.height)


def _kept(image: "Image", remarks: list[Text]) -> ReadLogo:
    """Reduced to the size that papers need, in a small enough file."""
    from PIL import Image

    if not any(image.getchannel("A").histogram()[:255]):
        image = image.convert("RGB")
    scale = min(1.0, WIDEST / image.width, HIGHEST / image.height)
    while True:
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        fitted = image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)
        for written in _written(fitted):
            picture = logo_picture(written)
            if picture is not None and len(written) <= MOST_KEPT_BYTES:
                return ReadLogo(written, picture, tuple(remarks))
        scale *= _SMALLER


def _written(image: "Image") -> Iterator[bytes]:
    """Encoded for storage, lossless first."""
    # Pillow would copy comments and camera data of the original file into the new one.
    image.info.clear()
    png = BytesIO()
    image.save(png, "PNG")
    yield png.getvalue()
    if image.mode == "RGB":
        jpeg = BytesIO()
        image.save(jpeg, "JPEG", quality=90, optimize=True)
        yield jpeg.getvalue()
