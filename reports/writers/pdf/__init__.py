"""PDF pages: tables and score sheets, black on white, fonts embedded."""

from reports.writers.pdf.pages import write

__all__ = ["write"]
