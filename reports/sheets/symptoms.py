"""What goes wrong on a day of play: how it shows, where to look, what cures it. One list for the help and for paper."""

from dataclasses import dataclass
from enum import Enum

from reports.document import Document, Emphasis, Field, Section, table_of
from reports.sheets.options import ReportOptions
from tournament.event.format import EventFormat
from tournament.language import Language, Text, mark, mark_in
from tournament.language.key_names import key_text
from tournament.use_cases.view import View


class Symptom(Enum):
    """How a trouble shows; the value is its name."""

    NOT_OPENED = "not-opened"
    READ_ONLY = "read-only"
    FROZEN = "frozen"
    REFUSED = "refused"
    OTHER_PLAYERS = "other-players"
    SCANNER = "scanner"
    WRONG_TABLE = "wrong-table"
    SKIPPED_ROW = "skipped-row"
    TOTALS_DIFFER = "totals-differ"
    PENALTY = "penalty"
    UNDONE = "undone"
    ABSENT = "absent"
    WRONG_NAME = "wrong-name"
    PROVISIONAL = "provisional"
    OUTDATED = "outdated"
    CUT_PAGE = "cut-page"
    TIME_LOST = "time-lost"
    SCREEN_DARK = "screen-dark"
    SCREEN_OLD = "screen-old"
    SCREENS_EXCHANGED = "screens-exchanged"
    RESULTS_MISSING = "results-missing"
    RESULTS_EARLY = "results-early"
    GONG_SILENT = "gong-silent"
    CLOCK_WRONG = "clock-wrong"
    NOTHING_PRINTED = "nothing-printed"
    FILE_GONE = "file-gone"
    PAGE_NOT_SENT = "page-not-sent"


class TroubleArea(Enum):
    """What somebody stands before when it happens; the value is its name on the card."""

    FILE = mark_in("trouble", "File")
    SHEETS = mark_in("trouble", "Sheets")
    PEOPLE = mark_in("trouble", "People and papers")
    PRINTER = mark_in("trouble", "Printer")
    CLOCK = mark_in("trouble", "Clock")
    SCREENS = mark_in("trouble", "Screens")
    NETWORK = mark_in("trouble", "Network")


@dataclass(frozen=True, slots=True)
class SymptomRow:
    """A row of the card."""

    area: TroubleArea
    symptom: Symptom
    shows: Text
    look: Text
    cure: Text
    drawn_only: bool = False
    """There is no such trouble where nothing is drawn."""


TITLE = mark("If something goes wrong")
_NOTE = mark("Nothing that was saved is lost: every entry stays in the history.")
_ROWS = (
    SymptomRow(
        TroubleArea.FILE,
        Symptom.NOT_OPENED,
        mark("The file does not open."),
        mark("The message says whether it is damaged, of a newer version, or no event."),
        mark("Of a newer version: update the program. Damaged: open the newest copy, or recover what is valid."),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.READ_ONLY,
        mark("It opens to look at only."),
        mark("The line at the top: another desk has it open, or it may not be written."),
        mark("Close it at the other desk, or move it to a folder of your own; then open it again."),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.FROZEN,
        mark("The computer froze or lost its power."),
        mark("Open the file again: the status bar says how many hands are saved, History the last entry."),
        mark("Go on there. If the file is gone: the list of copies ({key}) restores the newest one beside it.",
             key=key_text("Ctrl+B")),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.REFUSED,
        mark("Something is refused because of the role."),
        mark("The message says who may do it."),
        mark("Who may: {key}, then the PIN.", key=key_text("Ctrl+Shift+K")),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.FILE_GONE,
        mark("The file is gone, or its stick was pulled out."),
        mark("The bar at the top says that the file is another one; nothing more is written into it."),
        mark("“{save}” in that bar keeps all that this window has. Later: the list of copies ({key}).",
             save=mark("Save as a new file"), key=key_text("Ctrl+B")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.SCANNER,
        mark("The scanner types letters or does nothing."),
        mark("Whether the page Tables is in view."),
        mark("{key}, then the number of the table, or the code under the square of the sheet.", key=key_text("G")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.WRONG_TABLE,
        mark("A sheet was typed at the wrong table."),
        mark("The number of the table on the paper."),
        mark("{key} on that sheet: the whole sheet goes to its own table, with a reason.", key=key_text("R")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.SKIPPED_ROW,
        mark("A row was skipped or typed twice."),
        mark("From which hand on the screen differs from the paper."),
        mark("{key} in that row inserts or deletes it; the others move.", key=key_text("R")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.TOTALS_DIFFER,
        mark("The totals differ from the paper."),
        mark("{key} goes to the likely causes, one after the other.", key=key_text("F5")),
        mark("Correct the hand with a reason, or the sum on the paper with its players. If it must stay, sign it with "
             "a reason ({key}).",
             key=key_text("Ctrl+Return")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.PENALTY,
        mark("The points look wrong after a penalty."),
        mark("Page Fouls: who pays whom, and the sums beneath."),
        mark("Cancel it with a reason ({key}), and give the right one.", key=key_text("Del")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.UNDONE,
        mark("Undo went too far."),
        mark("The bar at the bottom names what undo and redo would do."),
        mark("{key} brings back, one entry after the other, before anything else is typed.", key=key_text("Ctrl+Y")),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.OTHER_PLAYERS,
        mark("The paper has four other players than the screen."),
        mark("Session, table and version in the code under its square: an older version is refused."),
        mark("Print the sheet of the new version and copy the results onto it. Who played in another’s seat is swapped "
             "on the page Draw."),
        drawn_only=True,
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.ABSENT,
        mark("A player did not come."),
        mark("Page Players: who is not checked in, and at which tables he sits."),
        mark("{key}: absent, from this session on, and a substitute for his seats.", key=key_text("Ctrl+E")),
        drawn_only=True,
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.WRONG_NAME,
        mark("A name is spelled wrongly."),
        mark("Page Players: the line of that player."),
        mark("{key}, type it right; then print again what is marked out of date.", key=key_text("F2")),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.PROVISIONAL,
        mark("The standings stay provisional."),
        mark("Page Tables: which sheet is missing, open or to be read again; {key} goes to one that differs.",
             key=key_text("F8")),
        mark("Type it, sign it, have it read again where the event wants that."),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.OUTDATED,
        mark("A printed paper may be out of date."),
        mark("Page Reports: it is marked out of date, with what was written since."),
        mark("Print it again and take the old one away."),
    ),
    SymptomRow(
        TroubleArea.PRINTER,
        Symptom.CUT_PAGE,
        mark("The printer cuts the page."),
        mark("Page Reports: whether the size is that of the paper, A4 or Letter."),
        mark("Choose the size of the paper, and 100 % at the printer. Without a printer: save as PDF ({key}).",
             key=key_text("Ctrl+S")),
    ),
    SymptomRow(
        TroubleArea.PRINTER,
        Symptom.NOTHING_PRINTED,
        mark("The printer prints nothing."),
        mark("Its own display, its paper, its cable; what waits in the computer’s list of the printer."),
        mark("Save as PDF ({key}) and print that from another computer.", key=key_text("Ctrl+S")),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.TIME_LOST,
        mark("Play stood still, or a table began late."),
        mark("The clock of the session ({key}).", key=key_text("F12")),
        mark("Pause and resume it there; extra minutes go to all tables or to one."),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.GONG_SILENT,
        mark("The gong is not heard."),
        mark("The message that comes with it says why; the cable, the switch and the volume of the loudspeaker."),
        mark("Page Display ({key}), {turn}: “{device}”, then “{trial}”. Until then call it aloud: the clock is right.",
             key=key_text("Alt+8"), turn=key_text("F3"), device=mark("Sound device"), trial=mark("Try")),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.CLOCK_WRONG,
        mark("The time left is wrong: the computer’s clock was, or it slept."),
        mark("The message says by how much; else the time of day at the top of the window beside a good watch."),
        mark("Set the computer’s clock right: the countdown goes on as it was. What is lost all the same, give as "
             "minutes ({key}).",
             key=key_text("F12")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREEN_DARK,
        mark("A screen of the hall is dark, or shows the desktop."),
        mark("Page Display ({key}): its card says “{waits}”, or what else. The cable, and the source that the "
             "projector takes.",
             key=key_text("Alt+8"), waits=mark("Waiting for its monitor")),
        mark("Plug it in again: it comes back by itself, as it was. Else “{bring}” ({key}), or another monitor for it.",
             bring=mark("Show again"), key=key_text("Ctrl+R")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREEN_OLD,
        mark("A screen shows old news."),
        mark("Its line “As of …” says since when, and why."),
        mark("Open the event at the desk again, and as it stands now: the screen follows by itself."),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREENS_EXCHANGED,
        mark("A screen shows what another one should."),
        mark("“{which}” ({key}) on the page Display: each says its name.",
             which=mark("Identify screens"), key=key_text("Ctrl+I")),
        mark("Choose its monitor there, or apply the arrangement ({key}).", key=key_text("Ctrl+Shift+A")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.RESULTS_MISSING,
        mark("Screens, posters or the web page lack a session."),
        mark("Page Event, “{results}”: not public, or kept for the ceremony.", results=mark("How far we are")),
        mark("“{publish}” on its row ({key}).", publish=mark("Publish results"), key=key_text("Ctrl+U")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.RESULTS_EARLY,
        mark("Results were published too early."),
        mark("Page Event, “{results}”: from which session on.", results=mark("How far we are")),
        mark("“{withdraw}” on its row ({key}), and papers off the walls.", withdraw=mark("Withdraw results"),
             key=key_text("Ctrl+T")),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.PAGE_NOT_SENT,
        mark("The web page is not written, or not sent."),
        mark("The message says why: no network, a folder that is gone, a web host with another key."),
        mark("What was there stays whole. Put that right, publish again; meanwhile save “{page}” on the page Reports.",
             page=mark("Web page of the event")),
    ),
)  # fmt: skip


_FIELDS: tuple[Field[SymptomRow], ...] = (
    Field(mark("About"), lambda row: row.area.value, emphasis=Emphasis.MUTED, once=True),
    Field(mark("Symptom"), lambda row: row.shows, emphasis=Emphasis.STRONG, flexible=True),
    Field(mark("Where to look"), lambda row: row.look, flexible=True),
    Field(mark("Cure"), lambda row: row.cure, flexible=True),
)


def symptom_rows(format: EventFormat) -> tuple[SymptomRow, ...]:
    """The troubles that an event of ``format`` can have."""
    return tuple(row for row in _ROWS if format.is_drawn or not row.drawn_only)


def symptom_text(language: Language) -> str:
    """All of them in Markdown, for the help and the guide."""
    parts = [f"# {language.render(TITLE)}", language.render(_NOTE)]
    for area in TroubleArea:
        parts.append(f"## {language.render(area.value)}")
        parts += [
            f"**{language.render(row.shows)}** {language.render(row.look)}\n→ {language.render(row.cure)}"
            for row in _ROWS
            if row.area is area
        ]
    return "\n\n".join(parts) + "\n"


def symptom_card(view: View, options: ReportOptions) -> Document:
    """All of them on one page."""
    return Document(
        event=view.settings.name,
        title=TITLE,
        state=view.rules.name,
        printed=options.printed,
        note=_NOTE,
        sections=(Section(table_of(_FIELDS, symptom_rows(view.settings.format), group=1000)),),
        one_page=True,
    )
