"""Files that are pictures, and files that are not: each page is a grey picture, or says why not."""

import struct
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reports.photos.pictures import LONGEST_SIDE, PictureOfPaper, pages_of
from tournament.language import ENGLISH


def saved(path: Path, image: Image.Image, **how: object) -> list[PictureOfPaper]:
    image.save(path, **how)  # type: ignore[arg-type]
    return list(pages_of(path))


def why(page: PictureOfPaper) -> str:
    assert page.grey is None
    assert page.why is not None
    return ENGLISH.render(page.why)


@pytest.mark.parametrize("suffix", ["png", "jpg", "tiff", "webp", "bmp"])
def test_a_picture_is_grey(tmp_path: Path, suffix: str) -> None:
    (page,) = saved(tmp_path / f"a.{suffix}", Image.new("RGB", (40, 30), (200, 200, 200)))
    assert page.grey is not None
    assert page.grey.shape == (30, 40)
    assert abs(int(page.grey.mean()) - 200) < 3
    assert page.name == f"a.{suffix}"


def test_a_photograph_taken_sideways_is_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    (page,) = saved(tmp_path / "a.jpg", Image.new("L", (40, 30), 128), exif=exif)
    assert page.grey is not None
    assert page.grey.shape == (40, 30)


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    (page,) = saved(tmp_path / "a.png", Image.new("RGBA", (8, 8), (0, 0, 0, 0)))
    assert page.grey is not None
    assert page.grey.min() == 255


def test_a_scan_in_sixteen_bits_is_as_light_as_it_was(tmp_path: Path) -> None:
    (page,) = saved(tmp_path / "a.png", Image.fromarray(np.full((8, 8), 200 * 256, np.uint16)))
    assert page.grey is not None
    assert abs(int(page.grey.mean()) - 200) <= 1


def test_every_page_of_a_scan_is_read(tmp_path: Path) -> None:
    pages = [Image.new("L", (30, 40), grey) for grey in (10, 120, 240)]
    pages[0].save(tmp_path / "a.tiff", save_all=True, append_images=pages[1:])
    pages[0].save(tmp_path / "a.pdf", save_all=True, append_images=pages[1:])
    for path in (tmp_path / "a.tiff", tmp_path / "a.pdf"):
        found = list(pages_of(path))
        assert [page.name for page in found] == [f"{path.name} ({number})" for number in (1, 2, 3)]
        assert [abs(int(page.grey.mean()) - grey) < 5 for page, grey in zip(found, (10, 120, 240), strict=True)
                if page.grey is not None] == [True] * 3  # fmt: skip


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    (page,) = saved(tmp_path / "a.jpg", Image.new("L", (9000, 6000), 200))
    assert page.grey is not None
    assert max(page.grey.shape) <= LONGEST_SIDE


def bomb(wide: int, high: int) -> bytes:
    """A PNG that states a size and contains nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [10_001, 40_000])
def test_a_picture_that_unpacks_to_too_much_is_refused(tmp_path: Path, side: int) -> None:
    (tmp_path / "a.png").write_bytes(bomb(side, side))
    (page,) = pages_of(tmp_path / "a.png")
    assert why(page) == "The picture has more than 100 million pixels: take or scan a smaller one."


def test_half_a_file_is_damaged(tmp_path: Path) -> None:
    store = BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (200, 200), dtype=np.uint8)
    Image.fromarray(noise).save(store, "PNG")
    (tmp_path / "a.png").write_bytes(store.getvalue()[: len(store.getvalue()) // 2])
    (page,) = pages_of(tmp_path / "a.png")
    assert why(page) == "The picture is damaged: a part of it is missing or cannot be read."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a picture"),
        (b"hello", "not a picture"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, "HEIC pictures are not read"),
        (b"%PDF-1.4 nothing", "is damaged"),
    ],
    ids=["empty", "text", "heic", "pdf"],
)
def test_another_file_says_what_it_is(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.jpg").write_bytes(content)
    (page,) = pages_of(tmp_path / "a.jpg")
    assert said in why(page)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    (page,) = pages_of(tmp_path / "a.jpg")
    assert "cannot be read" in why(page)
