"""Reads score sheets from photographs and scans, on this computer alone.

A blank sheet is made to be read: boxes stand where :mod:`reports.writers.pdf.score_sheet_layout` says, and its code
names event, session, table, version of the seats, layout and paper. Reading goes through these modules in order:

* :mod:`~reports.photos.pictures`: a file becomes grey pictures, one for each page;
* :mod:`~reports.photos.finding`: the code is read, and the printed rules around it say where each point of the page is;
* :mod:`~reports.photos.cells`: each box is cut out, with the ink alone, scaled and centred;
* :mod:`~reports.photos.net`: a small net gives a probability for each digit;
* :mod:`~reports.photos.deciding`: from the probabilities of all boxes, the sheet is read as a whole by the rules of the
  game, and is sure, worth one look, or in doubt.

:mod:`~reports.photos.reading` puts them together. Nothing in here knows an event or writes anything.
``docs/photo.md`` has the rules, the thresholds and their figures.
"""
