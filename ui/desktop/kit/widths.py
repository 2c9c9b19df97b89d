"""Widths of the window at which pages change their layout, in pixels at 100 % scale; named once for all pages."""

COMPACT_BELOW = 1120
"""Below, a side panel becomes a page of its own, and what is at the side goes."""
ROOMY_FROM = 1280
FULL_PANEL_FROM = 1328
"""From here a side panel has its whole width."""
WIDE_FROM = 1440
LARGE_FROM = 1500
