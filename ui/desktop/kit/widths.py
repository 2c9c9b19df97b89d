"""Widths of the window at which some pages change a part, between the classes of :class:`ui.desktop.theme.Room`."""

ROOMY_FROM = 1280
FULL_PANEL_FROM = 1328
"""From here a side panel has its whole width."""
HELP_BESIDE_FROM = 1280
"""From here the help stands beside the page, which keeps the width of the smallest window; below, in its place."""
WIDE_FROM = 1440
