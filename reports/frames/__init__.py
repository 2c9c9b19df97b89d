"""An event as pandas data frames, for analysis and for everything that writes tables as data.

    from reports.frames import read_event
    event = read_event("cup.qv")

:class:`EventFrames` has one frame for each subject; its docstring says what a row of each is, and :data:`COLUMNS` (also
``event.columns``) the dtype, meaning and unit of every column. A frame has the same columns with the same dtypes
for every format and rule set; values that the rules do not have are missing (``<NA>``) throughout. Column names and
category values are the same in every language: those of files and of the command line.

Nothing is rounded: table points and averages are ``Fraction``; :func:`with_exact_parts` converts them to numerator and
denominator, for files that only have whole numbers. pandas is loaded when the first frame is made.
"""

from reports.frames.event import COLUMNS, EventFrames, event_frames, read_event
from reports.frames.hands import hands_frame
from reports.frames.penalties import penalties_frame
from reports.frames.players import players_frame
from reports.frames.records import with_exact_parts

__all__ = [
    "COLUMNS",
    "EventFrames",
    "event_frames",
    "hands_frame",
    "penalties_frame",
    "players_frame",
    "read_event",
    "with_exact_parts",
]
