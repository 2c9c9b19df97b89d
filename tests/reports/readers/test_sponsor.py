"""Sponsors' pictures: whatever somebody chooses is read whole and made fit for a screen, or refused with a reason."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from reports.readers.refusal import UnreadableTable
from reports.readers.sponsor import read_sponsor


def saved(path: Path, image: Image.Image, form: str, **how: object) -> Path:
    image.save(path, form, **how)
    return path


def read(path: Path) -> Image.Image:
    """The picture as it is kept."""
    found = read_sponsor(path)
    image = Image.open(BytesIO(found.image))
    assert {"PNG": ".png", "JPEG": ".jpg"}[str(image.format)] == found.suffix
    assert image.mode == "RGB"
    return image


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("size", "kept"), [((4000, 1000), (1920, 480)), ((500, 2160), (250, 1080)), ((64, 48), (64, 48))]
)
def test_it_is_as_large_as_a_screen_at_most(tmp_path: Path, size: tuple[int, int], kept: tuple[int, int]) -> None:
    assert read(saved(tmp_path / "a.png", Image.new("RGB", size, "red"), "PNG")).size == kept


def test_the_colours_of_print_and_grey_are_read(tmp_path: Path) -> None:
    print_ = read(saved(tmp_path / "a.jpg", Image.new("CMYK", (64, 64), (0, 255, 255, 0)), "JPEG"))
    red, green, blue = print_.getpixel((5, 5))  # type: ignore[misc]
    assert red > 200 > 80 > max(green, blue)
    assert read(saved(tmp_path / "b.tif", Image.new("I;16", (64, 64), 65535), "TIFF")).getpixel((5, 5)) == (255,) * 3


def test_only_the_first_frame_of_an_animation_is_used(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("red", "blue")]
    path = saved(tmp_path / "a.gif", frames[0], "GIF", save_all=True, append_images=frames[1:], duration=50)
    assert [remark.message for remark in read_sponsor(path).remarks] == [
        "The picture is animated: its first frame is used."
    ]
    assert read(path).getpixel((5, 5)) == (255, 0, 0) or read(path).getpixel((5, 5)) == (254, 0, 0)


@pytest.mark.parametrize(("ink", "ground"), [("black", (255, 255, 255)), ("white", (34, 34, 34))])
def test_one_without_a_ground_is_seen_on_every_screen(tmp_path: Path, ink: str, ground: tuple[int, int, int]) -> None:
    drawn = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    drawn.paste(Image.new("RGBA", (100, 100), ink), (50, 50))
    image = read(saved(tmp_path / "a.png", drawn, "PNG"))
    assert image.getpixel((0, 0)) == ground
    assert image.getpixel((112, 112)) == Image.new("RGB", (1, 1), ink).getpixel((0, 0))


def test_the_ground_is_as_wide_on_every_side(tmp_path: Path) -> None:
    image = read(saved(tmp_path / "a.png", Image.new("RGBA", (200, 100), (0, 0, 0, 200)), "PNG"))
    edge = (image.width - 200) // 2
    assert edge > 0
    assert image.size == (200 + 2 * edge, 100 + 2 * edge)
    dark = image.convert("L").point(lambda grey: 255 if grey < 128 else 0)
    assert dark.getbbox() == (edge, edge, edge + 200, edge + 100)


def refused(path: Path) -> str:
    with pytest.raises(UnreadableTable) as error:
        read_sponsor(path)
    return error.value.text.message


def test_what_is_no_picture_is_refused_with_its_reason(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    assert refused(tmp_path / "gone.png").startswith("There is no file")
    picture.write_bytes(b"")
    assert "is empty" in refused(picture)
    picture.write_bytes(b"no picture at all")
    assert "is not a picture" in refused(picture)
    picture.write_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert "is a drawing (SVG), but screens need a picture" in refused(picture)
    saved(picture, Image.effect_noise((300, 300), 90), "PNG")
    picture.write_bytes(picture.read_bytes()[:-4000])
    assert "is damaged" in refused(picture)
    saved(picture, Image.new("RGB", (4, 4)), "PNG")
    assert "too few to make anything out" in refused(picture)
    saved(picture, Image.new("1", (20_000, 3_000)), "PNG")
    assert "pixels, more than" in refused(picture)


def test_one_of_fifty_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert "MB, more than" in refused(path)


def test_a_photograph_is_kept_small(tmp_path: Path) -> None:
    noise = Image.merge("RGB", [Image.effect_noise((640, 360), 60)] * 3)
    found = read_sponsor(saved(tmp_path / "a.png", noise, "PNG"))
    assert found.suffix == ".jpg"
    assert len(found.image) < 640 * 360


def grey_on_nothing(grey: int, alpha: int = 255) -> Image.Image:
    drawn = Image.new("RGBA", (160, 80), (0, 0, 0, 0))
    drawn.paste((grey, grey, grey, alpha), (40, 20, 120, 60))
    return drawn


@pytest.mark.parametrize(
    ("grey", "alpha", "ground"),
    [
        (200, 255, (255, 255, 255)),
        (201, 255, (34, 34, 34)),
        (255, 128, (34, 34, 34)),
        (255, 127, (255, 255, 255)),
    ],
)
def test_light_colours_get_a_dark_ground(tmp_path: Path, grey: int, alpha: int, ground: tuple[int, int, int]) -> None:
    image = read(saved(tmp_path / "a.png", grey_on_nothing(grey, alpha), "PNG"))
    assert image.getpixel((0, 0)) == ground


@pytest.mark.parametrize(("size", "edge"), [((320, 100), 20), ((100, 320), 20), ((335, 100), 20), ((336, 100), 21)])
def test_the_ground_is_a_sixteenth_of_the_longer_side_wider(tmp_path: Path, size: tuple[int, int], edge: int) -> None:
    image = read(saved(tmp_path / "a.png", Image.new("RGBA", size, (0, 0, 0, 254)), "PNG"))
    assert image.size == (size[0] + 2 * edge, size[1] + 2 * edge)


def test_an_opaque_picture_gets_no_ground(tmp_path: Path) -> None:
    assert read(saved(tmp_path / "a.png", Image.new("RGBA", (320, 100), (0, 0, 0, 255)), "PNG")).size == (320, 100)


def test_a_drawing_keeps_clean_edges(tmp_path: Path) -> None:
    drawn = Image.new("RGB", (320, 200), "white")
    drawn.paste("black", (50, 50, 150, 150))
    image = read(saved(tmp_path / "a.png", drawn, "PNG"))
    assert image.format == "PNG"
    assert image.tobytes() == drawn.tobytes()
