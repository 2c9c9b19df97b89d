"""Files from users as tables of text: CSV in any usual form, Excel workbooks, OpenDocument spreadsheets and JSON.

``tournament.event.player_import`` interprets the rows.
"""

from reports.readers.csv import table_of_text
from reports.readers.encoding import OFFERED as ENCODINGS
from reports.readers.encoding import encoding_called
from reports.readers.file import read_table, read_tables
from reports.readers.refusal import UnreadableTable

__all__ = ["ENCODINGS", "UnreadableTable", "encoding_called", "read_table", "read_tables", "table_of_text"]
