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


@pytest.mark.sampled(1)
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


def test_only_the_first_frame_of_an_animation_is_used(read: Read):
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


def test_any_damage_is_reported_as_an_unreadable_file(read: Read):
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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("size", "kept"),
    [
        ((1200, 600), (1200, 600)),
        ((2400, 600), (1200, 300)),
        ((600, 2400), (150, 600)),
        ((1201, 100), (1200, 100)),
        ((30_000, 12), (1200, 1)),
        ((12, 30_000), (1, 600)),
    ],
)
def test_as_large_as_a_certificate_needs_it(read: Read, size: tuple[int, int], kept: tuple[int, int]) -> None:
    picture = read(Image.new("RGB", size, "red")).picture
    assert (picture.wide, picture.high) == kept


def test_noise_becomes_smaller_by_quarters_until_its_file_is_small_enough(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = Image.frombytes("RGBA", (160, 80), random.Random(4).randbytes(160 * 80 * 4))
    noise.putalpha(noise.getchannel("A").point(lambda value: value // 4 + 100))
    whole = read(noise).picture
    assert (whole.wide, whole.high) == (160, 80)
    monkeypatch.setattr("reports.readers.logo.MOST_KEPT_BYTES", whole.size)
    assert read(noise).picture == whole
    monkeypatch.setattr("reports.readers.logo.MOST_KEPT_BYTES", whole.size - 1)
    smaller = read(noise).picture
    assert (smaller.wide, smaller.high) == (120, 60)


def test_what_fits_without_loss_is_kept_without_loss(read: Read) -> None:
    small = Image.frombytes("RGB", (100, 60), random.Random(5).randbytes(100 * 60 * 3))
    found = read(small)
    assert found.picture.kind is LogoKind.PNG
    assert shown(found).tobytes() == small.tobytes()


def test_a_logo_keeps_two_hundred_thousand_bytes() -> None:
    assert MOST_KEPT_BYTES == 200_000


@pytest.mark.parametrize(("grey", "seen"), [(231, True), (232, False)])
def test_a_light_grey_is_not_seen_on_paper(read: Read, refusal: Callable[..., str], grey: int, seen: bool) -> None:
    image = Image.new("L", (100, 100), grey)
    assert read(image) if seen else "shows nothing on white paper" in refusal(image)


@pytest.mark.parametrize(("pixels", "seen"), [(20, True), (19, False)])
def test_one_pixel_in_five_hundred_must_be_seen(
    read: Read, refusal: Callable[..., str], pixels: int, seen: bool
) -> None:
    image = Image.new("RGB", (100, 100), "white")
    image.paste("black", (0, 0, pixels, 1))
    assert read(image) if seen else "shows nothing on white paper" in refusal(image)


def white(alpha: int, size: tuple[int, int] = (100, 100)) -> Image.Image:
    return Image.new("RGBA", size, (255, 255, 255, alpha))


@pytest.mark.parametrize(
    ("image", "ground"),
    [
        (white(24), True),
        (white(23), False),
        (white(127), True),
        (white(128), False),
    ],
    ids=["just seen on black", "not seen on black", "transparent", "opaque"],
)
def test_a_ground_is_for_what_is_white_and_lets_the_paper_through(
    read: Read, refusal: Callable[..., str], image: Image.Image, ground: bool
) -> None:
    if not ground:
        assert "shows nothing on white paper" in refusal(image)
        return
    found = shown(read(image))
    assert found.mode == "RGB"
    assert found.getpixel((0, 0)) == (34, 34, 34)


def test_a_white_part_of_one_pixel_in_five_hundred_gets_a_ground(read: Read, refusal: Callable[..., str]) -> None:
    image = white(9)
    image.paste((255, 255, 255, 255), (0, 0, 20, 1))
    assert len(read(image).remarks) == 1
    image.putpixel((0, 0), (255, 255, 255, 9))
    assert "shows nothing on white paper" in refusal(image)


@pytest.mark.parametrize(("side", "edge"), [(32, 4), (40, 5), (96, 12)])
def test_the_ground_is_an_eighth_wider_on_every_side(read: Read, side: int, edge: int) -> None:
    image = white(255, (side + 10, side))
    image.paste((255, 255, 255, 0), (side // 2, side // 2, side // 2 + 4, side // 2 + 4))
    found = shown(read(image)).convert("RGB")
    assert found.size == (side + 10 + 2 * edge, side + 2 * edge)
    box = found.convert("L").point(lambda value: value > 100).getbbox()
    assert box == (edge, edge, edge + side + 10, edge + side)
    middle = edge + side // 2 + 1
    assert found.getpixel((middle, middle)) == (34, 34, 34)


def test_edges_are_cropped_that_are_hardly_opaque(read: Read) -> None:
    image = Image.new("RGBA", (60, 50), (0, 0, 0, 8))
    image.paste((0, 0, 0, 9), (10, 5, 50, 45))
    image.paste((0, 0, 0, 255), (20, 15, 40, 35))
    picture = read(image).picture
    assert (picture.wide, picture.high) == (40, 40)


@pytest.mark.parametrize(("alpha", "mode"), [(254, "RGBA"), (255, "RGB")])
def test_what_is_opaque_is_kept_without_transparency(read: Read, alpha: int, mode: str) -> None:
    assert shown(read(Image.new("RGBA", (50, 50), (200, 0, 0, alpha)))).mode == mode


@pytest.mark.parametrize(
    ("values", "greys"),
    [
        ((0.0, 0.2, 1.0), (0, 51, 255)),
        ((0.0, 100.0, 200.0), (0, 100, 200)),
        ((0.0, 128.0, 255.0), (0, 128, 255)),
        ((0.0, 2_570.0, 25_700.0), (0, 10, 100)),
        ((0.0, 257.0, 65_535.0), (0, 1, 255)),
        ((0.0, 20_000.0, 100_000.0), (0, 51, 255)),
    ],
    ids=str,
)
def test_numbers_of_any_range_become_shades(read: Read, values: tuple[float, ...], greys: tuple[int, ...]) -> None:
    image = Image.new("F", (90, 40))
    for place, value in enumerate(values):
        image.paste(value, (30 * place, 0, 30 * place + 30, 40))
    found = shown(read(written(image, "TIFF"))).convert("L")
    for place, grey in enumerate(greys):
        assert abs(int(found.getpixel((30 * place + 15, 20))) - grey) <= 1  # type: ignore[arg-type]


def header(wide: int, high: int) -> bytes:
    """A picture that says it is so large, of which nothing follows."""
    data = bytearray(written(Image.new("1", (32, 32))))
    data[16:24] = wide.to_bytes(4, "big") + high.to_bytes(4, "big")
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


def test_fifty_million_pixels_may_be_unpacked(refusal: Callable[..., str]) -> None:
    assert "is damaged" in refusal(header(10_000, 5_000))
    assert "has 3 × 16666667 pixels, more than 50 million: save a smaller" in refusal(header(3, 16_666_667))
    assert refusal(header(30_000, 30_000)) == (
        "“logo.png” unpacks to far more than 50 million pixels: save a smaller picture, about 1200 pixels wide."
    )


def test_twenty_megabytes_may_be_read(refusal: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    for size, told in ((20_000_000, "is not a picture"), (20_000_001, "has 21 MB, more than 20 MB")):
        with path.open("wb") as file:
            file.truncate(size)
        with pytest.raises(UnreadableTable) as caught:
            read_logo(path)
        assert told in ENGLISH.render(caught.value.text)


@pytest.mark.parametrize(
    ("data", "drawing"),
    [
        (b"<!--" + b" " * 1_989 + b"--><SVG>", True),
        (b"<!--" + b" " * 1_990 + b"--><svg>", False),
        (b"\x1f\x8b\x08 a packed drawing", True),
        (b"<svg\0", False),
        (b"svg", False),
    ],
    ids=["just within", "just beyond", "packed", "with zeros", "no element"],
)
def test_a_drawing_is_known_by_its_beginning(refusal: Callable[..., str], data: bytes, drawing: bool) -> None:
    assert ("is a drawing (SVG)" in refusal(data)) == drawing


def test_a_photograph_with_a_preview_is_not_animated(read: Read) -> None:
    photograph = Image.new("RGB", (60, 60), "red")
    whole = written(photograph, "MPO", save_all=True, append_images=[photograph.resize((30, 30))])
    assert read(whole, "photograph.jpg").remarks == ()
