"""How the window looks: colours, type, icons, light and dark mode."""

from ui.desktop.theme import icons
from ui.desktop.theme.appearance import Appearance, Theme, restyle, theme
from ui.desktop.theme.fonts import font, metrics, typeface
from ui.desktop.theme.tokens import DARK, LIGHT, Density, Room, Size, Tokens, Tone, Type, WidthClass, room_of

__all__ = [
    "DARK",
    "LIGHT",
    "Appearance",
    "Density",
    "Room",
    "Size",
    "Theme",
    "Tokens",
    "Tone",
    "Type",
    "WidthClass",
    "font",
    "icons",
    "metrics",
    "restyle",
    "room_of",
    "theme",
    "typeface",
]
