"""Window widths at which some pages change a part, between the classes of :class:`ui.desktop.theme.Room`."""

ROOMY_FROM = 1280
FULL_PANEL_FROM = 1328
"""From this width a side panel has its full width."""
HELP_BESIDE_FROM = 1280
"""From this width the help opens beside the page, which keeps the smallest window's width; below, it replaces the
page."""
WIDE_FROM = 1440
