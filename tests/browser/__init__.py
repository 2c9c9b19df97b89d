"""A browser for the tests: Chromium without a window, and the checks for accessibility that npm holds."""
