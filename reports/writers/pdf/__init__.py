"""PDF pages: tables and score sheets, black on white, fonts embedded."""

from reports.writers.pdf.writing import write, write_together

__all__ = ["write", "write_together"]
