"""A picture file as a sponsor's picture for a screen: at most 1920 × 1080, with a background if it had none."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from reports.readers.logo import read_picture
from tournament.language import Text, mark

if TYPE_CHECKING:
    from PIL.Image import Image

WIDEST, HIGHEST = 1920, 1080
_LIGHT = 200
"""A transparent picture with a mean above this is drawn in light colours."""
_DARK_GROUND, _LIGHT_GROUND = (34, 34, 34), (255, 255, 255)
_EDGE = 16
"""Share of its longer side left free around a picture that gets a background."""


@dataclass(frozen=True, slots=True)
class ReadSponsor:
    """A picture as a hall stores it."""

    image: bytes
    suffix: str
    """``.png``, or ``.jpg`` if that is much smaller."""
    remarks: tuple[Text, ...] = ()
    """Changes to the picture that the user should know about."""


def read_sponsor(path: Path) -> ReadSponsor:
    """Read the picture at ``path``; raises UnreadableTable with what is wrong with it and what to do."""
    drawing = mark(
        "“{name}” is a drawing (SVG), but screens need a picture: open it in a browser or a "
        "drawing program and save it as PNG, about 1900 pixels wide.",
        name=path.name,
    )
    image, remarks = read_picture(path, drawing)
    image.thumbnail((WIDEST, HIGHEST))
    whole = _on_ground(image)
    whole.info.clear()
    png, jpeg = BytesIO(), BytesIO()
    whole.save(png, "PNG")
    whole.save(jpeg, "JPEG", quality=92)
    smaller = jpeg.tell() * 3 < png.tell()  # a photograph; a drawing keeps clean edges as PNG
    return ReadSponsor((jpeg if smaller else png).getvalue(), ".jpg" if smaller else ".png", tuple(remarks))


def _on_ground(image: "Image") -> "Image":
    """Without transparency: on white, or on dark if it is drawn in light colours."""
    from PIL import Image, ImageStat

    alpha = image.getchannel("A")
    if alpha.getextrema() == (255, 255):
        return image.convert("RGB")
    seen = alpha.point(lambda value: value > 127)
    light = ImageStat.Stat(image.convert("L"), seen).mean[0] > _LIGHT if seen.getbbox() else False
    edge = max(image.size) // _EDGE
    colour = _DARK_GROUND if light else _LIGHT_GROUND
    ground = Image.new("RGBA", (image.width + 2 * edge, image.height + 2 * edge), (*colour, 255))
    ground.alpha_composite(image, (edge, edge))
    return ground.convert("RGB")
