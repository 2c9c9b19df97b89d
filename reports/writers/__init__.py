"""Documents into files: one module per format, all with the same ``write``.

``write(document, path, language, *, page_size=PageSize.A4, progress=None)`` writes the file beside its target and
renames it at the end, so that a failed or cancelled export leaves no partial file (:mod:`reports.writers.atomic_file`).
The libraries of a format are imported when it is written.
"""
