"""An event as pandas data frames: what whoever analyses, and whatever writes tables as data, starts from.

    from reports.frames import read_event
    event = read_event("cup.qv")

:class:`EventFrames` has one frame a subject; its docstring says what a row of each is, and :data:`COLUMNS` (also
``event.columns``) the dtype, meaning and unit of every column. A frame has the same columns with the same dtypes
whatever the format and the rules of the event; what its rules do not know is missing (``<NA>``) throughout. Names of
columns and values of categories are the same in every language, those of files and the command line.

Nothing here is rounded: table points and averages are ``Fraction``; :func:`with_exact_parts` gives them as numerator
and denominator, for files that know whole numbers alone. pandas is loaded when the first frame is made.
"""

from reports.frames.column import ColumnType, FrameColumn, with_exact_parts, with_exact_text
from reports.frames.event import COLUMNS, EventFrames, event_frames, read_event
from reports.frames.hands import hands_frame
from reports.frames.penalties import penalties_frame
from reports.frames.players import players_frame

__all__ = [
    "COLUMNS",
    "ColumnType",
    "EventFrames",
    "FrameColumn",
    "event_frames",
    "hands_frame",
    "penalties_frame",
    "players_frame",
    "read_event",
    "with_exact_parts",
    "with_exact_text",
]
