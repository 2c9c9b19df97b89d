"""A picture file becomes the logo of an event, or is refused with what is wrong and what to do."""

import random
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from reports.readers.logo import HIGHEST, MOST_KEPT_BYTES, WIDEST, ReadLogo, read_logo
from reports.readers.refusal import UnreadableTable
from tests.examples.logos import drawn, written
from tournament.event.logo import LogoKind
from tournament.language import ENGLISH

Read = Callable[..., ReadLogo]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def from_file(data: bytes | Image.Image, name: str = "logo.png") -> ReadLogo:
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else written(data))
        return read_logo(path)

    return from_file


@pytest.fixture
def refusal(read: Read) -> Callable[..., str]:
    def of(data: bytes | Image.Image, name: str = "logo.png") -> str:
        with pytest.raises(UnreadableTable) as caught:
            read(data, name)
        return ENGLISH.render(caught.value.text)

    return of


def shown(found: ReadLogo) -> Image.Image:
    """The kept picture as a reader of the file sees it."""
    image = Image.open(BytesIO(found.image))
    image.load()
    return image


def near(pixel: object, *wanted: int) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(one - other) <= 12 for one, other in zip(pixel, wanted, strict=True))


@pytest.mark.parametrize("format", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
def test_usual_formats_are_read_whatever_the_file_is_called(read: Read, format: str):
    image = Image.new("RGB", (120, 40), (150, 30, 40))
    found = read(written(image, format), "logo.dat")
    assert (found.picture.kind, found.picture.wide, found.picture.high) == (LogoKind.PNG, 120, 40)
    assert found.picture.size == len(found.image)
    assert near(shown(found).getpixel((60, 20)), 150, 30, 40)
    assert found.remarks == ()


def test_the_same_file_gives_the_same_bytes(read: Read):
    assert read(drawn(400, 200)).image == read(drawn(400, 200)).image


def test_what_is_read_again_stays(read: Read):
    kept = read(drawn(400, 200))
    assert shown(read(kept.image)).tobytes() == shown(kept).tobytes()


@pytest.mark.parametrize(("wide", "high"), [(3000, 500), (500, 3000), (2000, 2000)])
def test_a_large_picture_becomes_as_large_as_papers_need_it_and_keeps_its_shape(read: Read, wide: int, high: int):
    found = read(drawn(wide, high)).picture
    assert found.wide <= WIDEST
    assert found.high <= HIGHEST
    assert found.size <= MOST_KEPT_BYTES
    assert found.wide * high == pytest.approx(found.high * wide, rel=0.02)


def test_a_photograph_is_kept_as_jpeg_and_noise_on_nothing_gets_smaller(read: Read):
    noise = Image.frombytes("RGB", (400, 200), random.Random(1).randbytes(400 * 200 * 3))
    found = read(noise).picture
    assert found.kind is LogoKind.JPEG
    assert (found.wide, found.high) == (400, 200)
    noise.putalpha(drawn(400, 200).getchannel("A").point(lambda value: 255 - value // 2))
    small = read(noise).picture
    assert small.kind is LogoKind.PNG
    assert small.wide < 400
    assert max(found.size, small.size) <= MOST_KEPT_BYTES


def test_transparency_stays_and_empty_edges_go(read: Read):
    image = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    image.paste(drawn(120, 60), (50, 40))
    found = read(image)
    assert (found.picture.wide, found.picture.high) == (120, 60)
    assert shown(found).mode == "RGBA"
    assert shown(found).getpixel((0, 0)) == (0, 0, 0, 0)


def test_a_palette_with_a_transparent_colour(read: Read):
    image = Image.new("P", (60, 40), 0)
    image.putpalette([255, 255, 255, 10, 20, 90])
    image.paste(1, (10, 10, 50, 30))
    found = shown(read(written(image, "GIF", transparency=0)))
    assert found.size == (40, 20)
    assert near(found.convert("RGB").getpixel((20, 10)), 10, 20, 90)


def test_ink_of_a_printer_becomes_light_of_a_screen(read: Read):
    image = Image.new("CMYK", (80, 80), (0, 255, 255, 0))
    assert near(shown(read(written(image, "JPEG"))).getpixel((40, 40)), 255, 0, 0)


def test_sixteen_bits_a_pixel_keep_their_shades(read: Read):
    row = (0x2000).to_bytes(2, "little") * 40 + (0x8000).to_bytes(2, "little") * 40
    image = Image.frombytes("I;16", (80, 40), row * 40)
    found = shown(read(image)).convert("L")
    assert abs(int(found.getpixel((10, 10))) - 0x20) <= 2  # type: ignore[arg-type]
    assert abs(int(found.getpixel((70, 10))) - 0x80) <= 2  # type: ignore[arg-type]


def test_black_and_white_of_one_bit(read: Read):
    image = Image.new("1", (80, 40), 1)
    image.paste(0, (0, 0, 40, 40))
    found = shown(read(written(image, "TIFF"))).convert("L")
    assert (found.getpixel((10, 10)), found.getpixel((70, 10))) == (0, 255)


def test_a_camera_that_was_turned(read: Read):
    image = Image.new("RGB", (200, 100), (20, 20, 120))
    notes = Image.Exif()
    notes[0x0112] = 6  # the right edge of what is stored is the lower one
    found = read(written(image, "JPEG", exif=notes))
    assert (found.picture.wide, found.picture.high) == (100, 200)
    assert not shown(found).getexif()


def test_what_a_camera_notes_is_not_kept(read: Read):
    notes = Image.Exif()
    notes[0x010F] = "Camera of somebody"
    found = read(written(Image.new("RGB", (200, 100), (20, 20, 120)), "JPEG", exif=notes, comment=b"at home"))
    assert b"somebody" not in found.image
    assert b"home" not in found.image


def test_a_moving_picture_stands_still_on_its_first_frame(read: Read):
    frames = [Image.new("RGB", (60, 60), ink) for ink in ((200, 0, 0), (0, 0, 200))]
    found = read(written(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert near(shown(found).convert("RGB").getpixel((30, 30)), 200, 0, 0)
    assert [ENGLISH.render(each) for each in found.remarks] == ["The picture is animated: its first frame is used."]


def test_white_on_nothing_gets_a_dark_ground(read: Read):
    found = read(drawn(300, 100, (255, 255, 255, 255)))
    assert [ENGLISH.render(each) for each in found.remarks] == [
        "The picture is white: on paper it is placed on a dark background."
    ]
    image = shown(found).convert("RGB")
    assert max(image.getpixel((0, 0))) < 60  # type: ignore[arg-type]
    assert any(image.convert("L").histogram()[241:])


@pytest.mark.parametrize(
    "image", [Image.new("RGB", (200, 100), "white"), Image.new("RGBA", (200, 100), (9, 9, 9, 0))], ids=["white", "none"]
)
def test_nothing_to_be_seen(refusal: Callable[..., str], image: Image.Image):
    assert refusal(image) == (
        "“logo.png” shows nothing on white paper: it is empty or completely white. Choose another picture."
    )


def test_one_pixel(refusal: Callable[..., str]):
    assert refusal(Image.new("RGB", (1, 1))) == (
        "“logo.png” has 1 × 1 pixels: too few to make anything out. Choose a picture of several hundred pixels."
    )


@pytest.mark.parametrize("data", [b"name,club\nAda,East\n", b"%PDF-1.7\n" + b"x" * 99, b"\0" * 500, b"PK\x03\x04" * 9])
def test_what_is_no_picture(refusal: Callable[..., str], data: bytes):
    assert refusal(data) == (
        "“logo.png” is not a picture that can be read here: open it in an image program and save it as PNG or JPEG."
    )


def test_an_empty_file_a_folder_and_none(refusal: Callable[..., str], tmp_path: Path):
    assert refusal(b"") == "“logo.png” is empty: choose the file with the picture."
    for path, told in (
        (tmp_path, f"“{tmp_path.name}” is a folder: choose a file."),
        (tmp_path / "none.png", f"There is no file “{tmp_path / 'none.png'}”. Check its name and place."),
    ):
        with pytest.raises(UnreadableTable) as caught:
            read_logo(path)
        assert ENGLISH.render(caught.value.text) == told


@pytest.mark.parametrize("format", ["PNG", "JPEG", "GIF", "BMP", "WEBP"])
def test_a_picture_that_was_cut(refusal: Callable[..., str], format: str):
    noise = Image.frombytes("RGB", (90, 90), random.Random(2).randbytes(90 * 90 * 3))
    data = written(noise, format)
    assert refusal(data[: len(data) // 2]) == (
        "“logo.png” is damaged: a part of the picture is missing or cannot be read. Download or save it again."
    )


def test_a_drawing_is_refused_with_the_way_out(refusal: Callable[..., str]):
    assert refusal(b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', "logo.svg") == (
        "“logo.svg” is a drawing (SVG), but papers need a picture: open it in a browser or a drawing program and save "
        "it as PNG, about 1200 pixels wide."
    )


def test_fifty_megabytes(refusal: Callable[..., str], tmp_path: Path):
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(UnreadableTable) as caught:
        read_logo(path)
    assert ENGLISH.render(caught.value.text) == (
        "“large.png” has 50 MB, more than 20 MB: save a smaller picture, about 1200 pixels wide."
    )


@pytest.mark.parametrize("side", [8_000, 30_000])
def test_a_small_file_that_unpacks_to_a_huge_picture_is_never_unpacked(refusal: Callable[..., str], side: int):
    bomb = bytearray(written(Image.new("1", (32, 32))))
    bomb[16:24] = side.to_bytes(4, "big") * 2
    bomb[29:33] = zlib.crc32(bomb[12:29]).to_bytes(4, "big")
    told = refusal(bytes(bomb))
    assert told.endswith("save a smaller picture, about 1200 pixels wide.")
    assert "50 million" in told


def test_any_damage_is_told_and_nothing_worse(read: Read):
    chance = random.Random(3)
    for format in ("PNG", "JPEG", "GIF", "WEBP", "TIFF"):
        whole = written(drawn(48, 24).convert("RGB"), format)
        for _ in range(40):
            data = bytearray(whole)
            for _ in range(chance.randint(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            told = ""
            try:
                read(bytes(data))
            except UnreadableTable as error:
                told = ENGLISH.render(error.text)
            assert not told or "“logo.png”" in told


def test_the_smallest_that_is_read(read: Read) -> None:
    picture = read(Image.new("RGB", (12, 32), "red")).picture
    assert (picture.wide, picture.high) == (12, 32)


@pytest.mark.parametrize("size", [(11, 32), (12, 31)])
def test_a_smaller_one_is_refused(refusal: Callable[..., str], size: tuple[int, int]) -> None:
    assert "{} × {} pixels: too few".format(*size) in refusal(Image.new("RGB", size, "red"))
