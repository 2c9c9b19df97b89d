"""What can go wrong on a day of play: the symptom, where to look, what to do. One list for the help and for paper."""

from dataclasses import dataclass
from enum import Enum

from reports.column import Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions
from tournament.event.format import EventFormat
from tournament.language import Language, Text, mark, mark_in
from tournament.language.key_names import key_text
from tournament.use_cases.view import View


class Symptom(Enum):
    """A symptom; the value is its name."""

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
    PHONE_LOST = "phone-lost"
    HOST_AWAY = "host-away"
    HOST_MOVED = "host-moved"
    ENTRY_REFUSED = "entry-refused"
    PAGE_NOT_SENT = "page-not-sent"


class TroubleArea(Enum):
    """The area of a problem; the value is its name on the card."""

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
    """It cannot occur without a draw."""


TITLE = mark("If something goes wrong")
_NOTE = mark("Nothing that was saved is lost: every entry stays in the history.")
_ROWS = (
    SymptomRow(
        TroubleArea.FILE,
        Symptom.NOT_OPENED,
        mark("The file does not open."),
        mark("The message says whether it is damaged, was made by a newer version, or is not an event."),
        mark("Newer version: update the program. Damaged: open the newest copy, or recover the valid entries."),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.READ_ONLY,
        mark("It opens for reading only."),
        mark("The line at the top: another desk has it open, or the file is write-protected."),
        mark("Close it at the other desk, or move it to a folder of your own; then open it again."),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.FROZEN,
        mark("The computer froze or lost power."),
        mark("Open the file again: the status bar shows how many hands are saved, History the last entry."),
        mark(
            "Continue there. If the file is missing, the list of copies ({key}) restores the newest one beside it.",
            key=key_text("Ctrl+B"),
        ),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.REFUSED,
        mark("An action is refused because of the role."),
        mark("The message says who may do it."),
        mark("Someone with that role presses {key} and enters their PIN.", key=key_text("Ctrl+Shift+K")),
    ),
    SymptomRow(
        TroubleArea.FILE,
        Symptom.FILE_GONE,
        mark("The file is missing, or its USB stick was removed."),
        mark("The bar at the top says that the file was replaced or is missing; nothing more is written to it."),
        mark(
            "“{save}” in that bar saves everything this window has. Later: the list of copies ({key}).",
            save=mark("Save as a new file"),
            key=key_text("Ctrl+B"),
        ),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.SCANNER,
        mark("The scanner types letters or does nothing."),
        mark("Whether the page Tables is shown."),
        mark("{key}, then the number of the table, or the code under the square on the sheet.", key=key_text("G")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.WRONG_TABLE,
        mark("A sheet was entered at the wrong table."),
        mark("The number of the table on the paper."),
        mark("{key} on that sheet: the whole sheet moves to its own table, with a reason.", key=key_text("R")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.SKIPPED_ROW,
        mark("A row was skipped or entered twice."),
        mark("The first hand in which the screen differs from the paper."),
        mark("{key} in that row inserts or deletes it; the other rows move.", key=key_text("R")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.TOTALS_DIFFER,
        mark("The totals differ from the paper."),
        mark("{key} goes through the likely causes, one by one.", key=key_text("F5")),
        mark(
            "Correct the hand with a reason, or the sum on the paper with its players. If the "
            "difference must stay, sign with a reason ({key}).",
            key=key_text("Ctrl+Return"),
        ),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.PENALTY,
        mark("The points look wrong after a penalty."),
        mark("Page Fouls: who pays whom, and the sums below."),
        mark("Cancel it with a reason ({key}), and give the right one.", key=key_text("Del")),
    ),
    SymptomRow(
        TroubleArea.SHEETS,
        Symptom.UNDONE,
        mark("Undo went too far."),
        mark("The bar at the bottom names what undo and redo would do."),
        mark("{key} redoes the entries one by one, before anything else is entered.", key=key_text("Ctrl+Y")),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.OTHER_PLAYERS,
        mark("The players on the paper are not those on the screen."),
        mark("The code under its square gives session, table and version: an older version is refused."),
        mark(
            "Print the sheet of the new version and copy the results to it. If players sat in each "
            "other’s seats, swap them on the page Draw."
        ),
        drawn_only=True,
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.ABSENT,
        mark("A player did not come."),
        mark("Page Players: who is not checked in, and at which tables they sit."),
        mark("{key}: absent, from this session on, and a substitute for their seats.", key=key_text("Ctrl+E")),
        drawn_only=True,
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.WRONG_NAME,
        mark("A name is spelled wrongly."),
        mark("Page Players: the row of that player."),
        mark("{key}, correct it; then print again what is marked out of date.", key=key_text("F2")),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.PROVISIONAL,
        mark("The standings stay provisional."),
        mark(
            "Page Tables: which sheet is missing, open or waiting to be read again; {key} goes to one that differs.",
            key=key_text("F8"),
        ),
        mark("Enter it, sign it, and have it read again if the event requires that."),
    ),
    SymptomRow(
        TroubleArea.PEOPLE,
        Symptom.OUTDATED,
        mark("A printed paper may be out of date."),
        mark("Page Reports: it is marked out of date, with what was entered since."),
        mark("Print it again and remove the old one."),
    ),
    SymptomRow(
        TroubleArea.PRINTER,
        Symptom.CUT_PAGE,
        mark("The printer cuts the page."),
        mark("Page Reports: whether the page size matches the paper, A4, A3 or Letter."),
        mark(
            "Choose the size of the paper, and 100 % at the printer. Without a printer: save as PDF ({key}).",
            key=key_text("Ctrl+S"),
        ),
    ),
    SymptomRow(
        TroubleArea.PRINTER,
        Symptom.NOTHING_PRINTED,
        mark("The printer prints nothing."),
        mark("Its own display, its paper, its cable; the print queue of the computer."),
        mark("Save as PDF ({key}) and print that from another computer.", key=key_text("Ctrl+S")),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.TIME_LOST,
        mark("Play was interrupted, or a table started late."),
        mark("The clock of the session ({key}).", key=key_text("F12")),
        mark("Pause and resume it there; give extra minutes to all tables or to one."),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.GONG_SILENT,
        mark("The gong cannot be heard."),
        mark("The message that comes with it says why; the cable, switch and volume of the loudspeaker."),
        mark(
            "Page Display ({key}), {turn}: “{device}”, then “{trial}”. Until then announce the gong "
            "yourself: the clock is right.",
            key=key_text("Alt+8"),
            turn=key_text("F3"),
            device=mark("Sound device"),
            trial=mark("Try"),
        ),
    ),
    SymptomRow(
        TroubleArea.CLOCK,
        Symptom.CLOCK_WRONG,
        mark("The time left is wrong: the computer’s clock was wrong, or it slept."),
        mark("The message says by how much; otherwise compare the time at the top of the window with a good watch."),
        mark(
            "Correct the computer’s clock: the countdown continues as it was. Give time that was "
            "lost as extra minutes ({key}).",
            key=key_text("F12"),
        ),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREEN_DARK,
        mark("A screen of the hall is dark, or shows the desktop."),
        mark(
            "Page Display ({key}): its card says “{waits}”, or another reason. The cable, and the "
            "source chosen on the projector.",
            key=key_text("Alt+8"),
            waits=mark("Waiting for its monitor"),
        ),
        mark(
            "Plug it in again: it comes back by itself, as it was. Otherwise “{bring}” ({key}), or "
            "another monitor for it.",
            bring=mark("Show again"),
            key=key_text("Ctrl+R"),
        ),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREEN_OLD,
        mark("A screen shows old information."),
        mark("Its line “As of …” says since when, and why."),
        mark("Open the event at the desk again, in its current state: the screen follows by itself."),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.SCREENS_EXCHANGED,
        mark("A screen shows what another one should."),
        mark(
            "“{which}” ({key}) on the page Display: each screen shows its name.",
            which=mark("Identify screens"),
            key=key_text("Ctrl+I"),
        ),
        mark("Choose its monitor there, or apply the arrangement under “{part}”.", part=mark("Preparation")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.RESULTS_MISSING,
        mark("Screens, posters or the web page lack a session."),
        mark("Page Event, “{results}”: not public, or held for the ceremony.", results=mark("How far we are")),
        mark("“{publish}” on its row ({key}).", publish=mark("Publish results"), key=key_text("Ctrl+U")),
    ),
    SymptomRow(
        TroubleArea.SCREENS,
        Symptom.RESULTS_EARLY,
        mark("Results were published too early."),
        mark("Page Event, “{results}”: from which session on.", results=mark("How far we are")),
        mark(
            "“{withdraw}” on its row ({key}), and take papers off the walls.",
            withdraw=mark("Withdraw results"),
            key=key_text("Ctrl+T"),
        ),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.PHONE_LOST,
        mark("Phones do not show the page, or show it without updates."),
        mark("Page Desks ({key}): “{test}” names the cause.", key=key_text("Ctrl+Shift+D"), test=mark("Test the hall")),
        mark(
            "Same Wi-Fi as the host, no guest network or login page; mobile data and VPN off; the firewall of the host "
            "open, its network private. Otherwise your own router or a hotspot."
        ),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.HOST_AWAY,
        mark("Desks report that the host is away."),
        mark("The host: sleep, power, cable, Wi-Fi; whether its window says that sharing has ended."),
        mark("Go on typing; it is sent later. Wake the host. If it does not come back: page Desks, take over."),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.HOST_MOVED,
        mark("Codes on paper lead nowhere."),
        mark("Page Phones ({key}): the address of the host has changed.", key=key_text("Ctrl+Shift+M")),
        mark("Print the sheets in play again. Reserve a fixed address for the host in the router."),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.ENTRY_REFUSED,
        mark("An entry of this desk was refused."),
        mark("The bar above the page: “{compare}” shows both versions.", compare=mark("Compare")),
        mark("Keep what is written, or replace it by yours, which is a correction."),
    ),
    SymptomRow(
        TroubleArea.NETWORK,
        Symptom.PAGE_NOT_SENT,
        mark("The web page is not written, or not sent."),
        mark("The message says why: no network, a missing folder, a web host with a different key."),
        mark(
            "The old page stays complete. Remove the cause and publish again; meanwhile save "
            "“{page}” on the page Reports.",
            page=mark("Web page of the event"),
        ),
    ),
)


_FIELDS: tuple[Column[SymptomRow], ...] = (
    Column(mark("About"), lambda row: row.area.value, emphasis=Emphasis.MUTED, once=True),
    Column(mark("Symptom"), lambda row: row.shows, emphasis=Emphasis.STRONG, flexible=True),
    Column(mark("Where to look"), lambda row: row.look, flexible=True),
    Column(mark("What to do"), lambda row: row.cure, flexible=True),
)


def symptom_rows(format: EventFormat) -> tuple[SymptomRow, ...]:
    """The problems that an event of ``format`` can have."""
    return tuple(row for row in _ROWS if format.is_drawn or not row.drawn_only)


def symptom_text(language: Language) -> str:
    """All of them as Markdown, for the help and the guide."""
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
    """All of them on one sheet of paper."""
    return Document(
        event=view.settings.name,
        title=TITLE,
        state=view.rules.name,
        printed=options.printed,
        note=_NOTE,
        sections=(Section(table_of(_FIELDS, symptom_rows(view.settings.format), group=1000)),),
        paragraphs=True,
    )
