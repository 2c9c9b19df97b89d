"""A simulated photograph of a page: turned, in perspective, curled, with a shadow, blurred, noisy, as a JPEG.

Everything comes from the seed. It is no real photograph: a hall has other lamps, tables, pens and hands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

Array = Any
Mapping = Callable[[Array], Array]
"""From points of the page, from its lower left corner, to pixels of the photograph: shape (n, 2) both."""
_TILE = 48


@dataclass(frozen=True)
class Camera:
    """How a page is photographed."""

    wide: int = 1800
    high: int = 2400
    turn: float = 0.0
    """Degrees, clockwise."""
    tilt: tuple[float, float] = (0.0, 0.0)
    """Degrees by which the camera looks from the side and from above or below."""
    fill: float = 0.85
    """The share of the picture's width or height that the page takes."""
    curl: float = 0.0
    """Points by which the middle of the page is lifted off the table."""
    shadow: float = 0.0
    """The share of light that is missing in the shadow."""
    blur: float = 0.6
    """Pixels."""
    noise: float = 3.0
    """Grey levels of 256."""
    quality: int = 80
    """Of the JPEG."""
    light: float = 235.0
    """Grey level of the paper."""


def any_camera(random: np.random.Generator, **fixed: object) -> Camera:
    """A camera within the limits of the proof: 35° of tilt, any turn, and paper that is not flat."""
    tilt = random.uniform(0, 35)
    direction = random.uniform(0, 2 * np.pi)
    drawn = {
        "turn": float(random.choice((0.0, 90.0, 180.0, 270.0)) + random.uniform(-20, 20)),
        "tilt": (float(tilt * np.cos(direction)), float(tilt * np.sin(direction))),
        "fill": float(random.uniform(0.75, 0.95)),
        "curl": float(random.uniform(0, 4)),
        "shadow": float(random.uniform(0, 0.5)),
        "blur": float(random.uniform(0.3, 1.2)),
        "noise": float(random.uniform(1, 7)),
        "quality": int(random.integers(40, 86)),
        "light": float(random.uniform(170, 250)),
    }
    return Camera(**{**drawn, **fixed})  # type: ignore[arg-type]


def photographed(page: Array, dots: float, camera: Camera, random: np.random.Generator) -> tuple[Array, Mapping]:
    """A photograph of ``page``, a grey picture of so many dots a point, and where its points are in it."""
    to_pixels, to_page = _mappings(page.shape[1] / dots, page.shape[0] / dots, camera)
    paper = Image.fromarray(page)
    seen = Image.new("L", (camera.wide, camera.high), 255)
    covered = Image.new("L", (camera.wide, camera.high), 0)
    whole = Image.new("L", paper.size, 255)
    mesh = []
    for top in range(0, camera.high, _TILE):
        for left in range(0, camera.wide, _TILE):
            right, bottom = min(left + _TILE, camera.wide), min(top + _TILE, camera.high)
            corners = np.array([(left, top), (left, bottom), (right, bottom), (right, top)], dtype=float)
            points = to_page(corners)
            source = np.column_stack([points[:, 0] * dots, page.shape[0] - points[:, 1] * dots])
            inside = (source > -0.2 * page.shape[0]).all() and (source < 1.2 * max(page.shape)).all()
            if inside:
                mesh.append(((left, top, right, bottom), tuple(source.reshape(-1))))
    size = (camera.wide, camera.high)
    seen = paper.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)
    covered = whole.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)
    share = np.asarray(covered, dtype=np.float32) / 255
    lit = np.asarray(seen, dtype=np.float32) * (camera.light / 255)
    picture = share * lit + (1 - share) * _table(camera, random)
    picture *= _shade(camera, random)
    blurred = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(camera.blur))
    noisy = np.asarray(blurred, dtype=np.float32) + camera.noise * random.standard_normal(
        (camera.high, camera.wide), dtype=np.float32
    )
    store = BytesIO()
    Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)).save(store, "JPEG", quality=camera.quality)
    return np.asarray(Image.open(store)), to_pixels


def _mappings(wide: float, high: float, camera: Camera) -> tuple[Mapping, Mapping]:
    """From points to pixels and, approximately for a curled page, back."""
    across, up = (radians(angle) for angle in camera.tilt)
    turn = radians(camera.turn)
    about_y = np.array([[cos(across), 0, sin(across)], [0, 1, 0], [-sin(across), 0, cos(across)]])
    about_x = np.array([[1, 0, 0], [0, cos(up), -sin(up)], [0, sin(up), cos(up)]])
    about_z = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
    rotation = about_x @ about_y @ about_z
    distance = 1.6 * high

    def flat(points: Array) -> Array:
        around = np.column_stack([points[:, 0] - wide / 2, high / 2 - points[:, 1], np.zeros(len(points))])
        seen = around @ rotation.T
        return seen[:, :2] / (seen[:, 2:] / distance + 1)

    corners = flat(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=float))
    low, top = corners.min(axis=0), corners.max(axis=0)
    scale = camera.fill * min(camera.wide / (top[0] - low[0]), camera.high / (top[1] - low[1]))
    middle = (low + top) / 2

    def placed(points: Array) -> Array:
        return (flat(points) - middle) * scale + np.array([camera.wide, camera.high]) / 2

    def curled(points: Array) -> Array:
        part = np.clip(points / np.array([wide, high]), -0.2, 1.2)
        lifted = camera.curl * np.sin(np.pi * part[:, 0]) * np.sin(0.7 * np.pi * part[:, 1])
        return points + np.column_stack([0.4 * lifted, lifted])

    grid = np.array([(x, y) for x in (0, wide / 2, wide) for y in (0, high / 2, high)], dtype=float)
    back = _homography(placed(grid), grid)

    def to_page(pixels: Array) -> Array:
        lifted = np.column_stack([pixels, np.ones(len(pixels))]) @ back.T
        flat_points = lifted[:, :2] / lifted[:, 2:]
        points = flat_points
        for _ in range(6):
            points = flat_points - (curled(points) - points)
        return points

    return lambda points: placed(curled(points)) - 0.5, to_page  # a pixel's number is that of its middle


def _homography(source: Array, target: Array) -> Array:
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
    return np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)


def _table(camera: Camera, random: np.random.Generator) -> Array:
    """A wooden table: grain, and larger spots."""
    grain = random.normal(0, 1, (camera.high // 4 + 1, 24))
    spots = random.normal(0, 1, (12, 9))
    size = (camera.wide, camera.high)
    lines = np.asarray(Image.fromarray(grain.astype(np.float32)).resize(size, Image.Resampling.BICUBIC))
    clouds = np.asarray(Image.fromarray(spots.astype(np.float32)).resize(size, Image.Resampling.BICUBIC))
    return np.clip(random.uniform(60, 150) + 14 * lines + 18 * clouds, 0, 255)


def _shade(camera: Camera, random: np.random.Generator) -> Array:
    """Light that falls off to one side, and the soft shadow of a hand or a head."""
    x = np.arange(camera.wide, dtype=np.float32) / camera.wide - 0.5
    y = np.arange(camera.high, dtype=np.float32)[:, None] / camera.high - 0.5
    angle = random.uniform(0, 2 * np.pi)
    along = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    edge = 1 / (1 + np.exp(np.clip(-(along - random.uniform(-0.3, 0.3)) * 25, -50, 50)))
    return (1 - camera.shadow * edge) * (1 - 0.15 * along)
