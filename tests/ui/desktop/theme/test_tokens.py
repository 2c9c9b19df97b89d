"""The contrast of the colours, by WCAG 2.1: 4.5:1 for text and 3:1 for the edges of controls; and the size classes."""

import pytest

from ui.desktop.theme import DARK, LIGHT, Density, Room, Tokens, Tone, WidthClass

GROUNDS = ("bg", "surface", "surface2", "accent_soft")


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", ["text", "text2", "text3", "accent"])
def test_words_can_be_read_on_every_ground(tokens: Tokens, ground: str, ink: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("state", ["ok", "warn", "danger"])
def test_states_can_be_read_on_their_soft_ground_and_on_cards(tokens: Tokens, state: str) -> None:
    for ground in (f"{state}_soft", "surface", "bg"):
        assert contrast(getattr(tokens, state), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_controls_can_be_seen(tokens: Tokens) -> None:
    assert contrast(tokens.line_strong, tokens.surface) >= 3
    assert contrast(tokens.accent, tokens.surface) >= 3
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_tone_is_a_colour(tokens: Tokens) -> None:
    for tone in Tone:
        assert tone.of(tokens) == getattr(tokens, tone.value)
        assert len(tone.of(tokens)) == 7


@pytest.mark.parametrize(
    ("width", "expected"),
    [(960, WidthClass.COMPACT), (1119, WidthClass.COMPACT), (1120, WidthClass.NORMAL), (1366, WidthClass.NORMAL),
     (1499, WidthClass.NORMAL), (1500, WidthClass.LARGE), (2560, WidthClass.LARGE)],
)  # fmt: skip
def test_three_classes_by_width(width: int, expected: WidthClass) -> None:
    assert Room(width, 800).width_class is expected


@pytest.mark.parametrize(
    ("height", "expected"),
    [(540, Density.DENSE), (719, Density.DENSE), (720, Density.NORMAL), (768, Density.NORMAL), (959, Density.NORMAL),
     (960, Density.SPACIOUS), (1440, Density.SPACIOUS)],
)  # fmt: skip
def test_three_densities_by_height(height: int, expected: Density) -> None:
    assert Room(1366, height).density is expected


def test_a_low_window_leaves_more_to_the_page() -> None:
    assert (Density.DENSE.top_bar, Density.DENSE.status_bar, Density.DENSE.page_margin) == (40, 26, 8)
