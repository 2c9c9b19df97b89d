"""The names of the sub-commands with their help, so that the list of them is shown without importing one."""

from tournament.language import mark

NEW_PIN_VARIABLE = "QUATRE_VENTS_NEW_PIN"
"""The environment variable that holds a PIN to be set: as an argument every program could read it."""

COMMANDS = {
    "new": mark("Creates an event file; never overwrites an existing one."),
    "settings": mark("Shows the details of the event, such as name, place and dates; options change them."),
    "players": mark(
        "“players FILE import LIST” adds the players of a CSV or Excel file; “players FILE list” "
        "lists them; “players FILE set NUMBER” changes one; “players FILE merge NUMBER NUMBER” "
        "merges two; “players FILE register LIST” compares them with a federation's list."
    ),
    "draw": mark("Draws the seats and publishes them, or changes the draw; with --json alone, shows it."),
    "games": mark("Lists the evenings of a club or a league, and their games by number."),
    "timetable": mark(
        "Shows when the sessions are played; “timetable FILE set SESSION --date … --start … --minutes …” changes it."
    ),
    "prizes": mark("Shows the prizes and who wins them; set, remove, ties and lot change them."),
    "clock": mark("Shows the time left in a session; starts, pauses and stops the clock, and adds minutes."),
    "session": mark("Shows the state of each session; with --to, publishes, starts, closes or cancels one."),
    "sessions": mark("Sets how many sessions the event has: cancels the last ones, or adds some."),
    "pin": mark(
        "Shows the roles and which of them have a PIN; “pin FILE set ROLE” reads a new PIN from {variable}.",
        variable=NEW_PIN_VARIABLE,
    ),
    "signature": mark(
        "Shows the key that signs fingerprints, and the signatures; create, import, sign, export-public, "
        "export-secret and remove change them."
    ),
    "record": mark(
        "Records hands, penalties, corrections and closed sheets from a file of lines: all of them or none."
    ),
    "phones": mark(
        "Shows whether players type at the table, the codes of their tables, what they propose and who calls a "
        "referee; options allow it, end it and make new codes."
    ),
    "sheet": mark("Shows the sheet of one table: every hand, every penalty and the totals."),
    "standings": mark("Shows the ranking: by table points, then by score."),
    "season": mark("Shows how the evenings of a league are combined into one ranking; options change it."),
    "publish": mark("Makes the results up to a session public: screens, posters and pages show them."),
    "unpublish": mark("Withdraws the public results from a session on."),
    "display": mark("Shows a screen of the hall on a projector, such as clock, standings or seats; follows FILE."),
    "site": mark("Writes the web page with the public results into a folder or, by SFTP, to a web host."),
    "export": mark("Writes a report; “--what list” lists the reports and their formats."),
    "federations": mark("Lists the federations and their reports; “federations FILE.toml” checks a data file."),
    "check": mark("Reads everything again, recomputes it and verifies the journal; reports what is wrong."),
    "serve": mark("Shares the event with the desks of other computers until it is stopped; shows how they join."),
    "desks": mark("Lists the desks that have joined a shared event; --end ends one."),
    "copies": mark("Lists the copies of an event, even of a lost one, and what each contains."),
    "restore": mark("Replaces an event with a copy; the file that is replaced is kept beside it."),
    "recover": mark("Writes the valid entries of a damaged file to a new file; lists what is missing."),
    "convert": mark("Shows an event from another program, and imports it: its workbook, or its database scripts."),
    "shared": mark(
        "“shared put FILE URL” puts an event into a PostgreSQL database; “shared list URL” lists its events; "
        "“shared get URL/EVENT FILE” writes one to a file; “shared prepare URL” creates the tables."
    ),
    "log": mark("Shows the audit trail: who did what and when, and what was there before."),
    "undo": mark("Undoes the last entry and names it."),
    "redo": mark("Redoes the entry that was undone last and names it."),
    "queue": mark("Shared event: lists the commands that its host does not have yet; sends or drops them."),
    "score": mark("Shows what hands are worth, and why."),
    "waits": mark("Shows what thirteen tiles wait for, and what each tile is worth."),
    "settle": mark("Computes the payments of a hand: JSON lines in, JSON lines out."),
    "seating": mark("Draws a seating without an event."),
    "rules": mark(
        "“rules list” lists the rule sets, “rules faults” the faults with their sanctions, “rules "
        "options” the options that an event can set."
    ),
    "demo": mark(
        "Plays the sample event to its end, and writes its file, exports and pictures of the window to a folder."
    ),
    "desktop": mark("Opens the window, with FILE if it is given."),
}
"""In the order of use. Each is found in the module of ``ui.cli`` of its name, under its name."""
