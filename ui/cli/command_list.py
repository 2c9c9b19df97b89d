"""The names of the sub-commands with their help, so that the list of them is shown without importing one."""

from tournament.language import mark

NEW_PIN_VARIABLE = "QUATRE_VENTS_NEW_PIN"
"""The environment variable that holds a PIN to be set: as an argument every program could read it."""

COMMANDS = {
    "new": mark("Creates an event file; never overwrites one."),
    "settings": mark("Shows what the event is, where and when; with options, changes them."),
    "players": mark(
        "“players FILE import LIST” adds the players of a CSV or Excel file; “players FILE list” shows them; "
        "“players FILE set NUMBER” changes one; “players FILE merge NUMBER NUMBER” makes one of two; "
        "“players FILE register LIST” compares them with a federation's list."
    ),
    "draw": mark("Draws who sits where and publishes it, or changes it; with --json alone shows it."),
    "games": mark("The evenings of a club or a league, and their games by number."),
    "timetable": mark(
        "When the sessions are played; “timetable FILE set SESSION --date … --start … --minutes …” says so."
    ),
    "prizes": mark("What there is to win, and who wins it; set, remove, ties and lot change it."),
    "clock": mark("The time left of a session; starts it, lets it pause, adds minutes, ends it."),
    "session": mark("Where each session stands; with --to publishes, starts, closes or reopens one."),
    "pin": mark(
        "The roles and their PINs; “pin FILE set ROLE” takes the new one from {variable}.", variable=NEW_PIN_VARIABLE
    ),
    "record": mark("Appends hands, penalties, corrections and closed sheets from a file of lines, all or none."),
    "sheet": mark("The sheet of one table: every hand, every penalty, the totals."),
    "standings": mark("The ranking: table points, then score."),
    "season": mark("How the evenings of a league make one ranking; with options, changes it."),
    "publish": mark("Makes the results up to a session public: screens, posters and pages show them."),
    "unpublish": mark("Takes the results from a session on back from the public."),
    "display": mark("Shows a screen of the hall on a projector: clock, standings, seats; follows FILE."),
    "site": mark("Writes the web page of what is public into a folder or, by SFTP, to a web host."),
    "export": mark("Writes a report; “--what list” names them with their formats."),
    "federations": mark(
        "The federations and their reports; “federations FILE.toml” says what is wrong with a data file."
    ),
    "check": mark("Reads everything back, counts it again, verifies the journal; says what is wrong."),
    "copies": mark("Lists the copies of an event, also of one that is gone, with what each contains."),
    "restore": mark("Puts a copy in the place of an event; the file that is replaced is kept beside it."),
    "recover": mark("Writes everything that is valid in a damaged file to a new one; lists what is missing."),
    "convert": mark("Shows an event of another program, and brings it in: its workbook, or its database scripts."),
    "log": mark("The audit trail: who did what, when, and what was there before."),
    "undo": mark("Takes back the last entry, naming it."),
    "redo": mark("Brings back the entry that was undone last, naming it."),
    "score": mark("What hands are worth, and why."),
    "waits": mark("What thirteen tiles wait for, and what each tile is worth."),
    "settle": mark("What one hand moves: JSON lines in, JSON lines out."),
    "seating": mark("Draws a seating without an event."),
    "rules": mark(
        "“rules list” lists the rule sets, “rules faults” the faults with their sanctions, “rules options” what an "
        "event may choose."
    ),
    "demo": mark("Plays the sample event through: its file, exports and pictures of the window go to a folder."),
    "desktop": mark("Opens the window, on FILE if one is given."),
}
"""In the order of use. Each is found in the module of ``ui.cli`` of its name, under its name."""
