"""The colours of the series of a chart on screens, from the hues of Okabe and Ito in lightnesses of their own.

Each has a contrast of at least 3:1 to the ground of its theme, and any two can be told apart with full sight as with
protanopia, deuteranopia and tritanopia. On paper series differ by pattern instead.
"""

LIGHT_SERIES = ("#004A74", "#B87F00", "#009E73", "#8877DD", "#6A2F00", "#300C1E")
DARK_SERIES = ("#41BBFF", "#FDAF00", "#007E5C", "#705CD6", "#C05500", "#C7E6F8")
