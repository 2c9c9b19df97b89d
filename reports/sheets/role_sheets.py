"""One page for each role, to keep at the desk: the event, what to do in which order, help, and the keys."""

from collections.abc import Iterator
from itertools import groupby

from reports.document import Document, RoleLine, RoleSheet
from reports.sheets.details import event_days, hours_text, planned_session
from reports.sheets.options import ReportOptions, gong_on_paper, players_of
from reports.sheets.symptoms import Symptom, symptom_rows
from tournament.event.format import EventFormat
from tournament.event.settings import SecondReading
from tournament.language import LANGUAGES, Text, listed, mark, mark_count, mark_in, verbatim
from tournament.language.help_pages import EVERYWHERE, listed_keys
from tournament.language.key_names import key_text
from tournament.rules.fault import Measure
from tournament.rules.pattern import Names
from tournament.use_cases.view import View

_DAYS = 4
"""The most days whose times are listed separately."""


def role_sheets(view: View, options: ReportOptions) -> Document:
    """Pages for organiser, head referee, referee entering data, scanner and printing."""
    return Document(
        event=view.settings.name,
        title=mark("Role sheets"),
        state=view.rules.name,
        printed=options.printed,
        role_sheets=(_organiser(view), _head_referee(view), _typist(view), _scanner(view), _printer(view)),
    )


def _organiser(view: View) -> RoleSheet:
    format = view.settings.format
    steps: tuple[Text, ...]
    if format.is_drawn:
        steps = (
            mark(
                "Before the day: players, draw and timetable are ready, the draw is published, and "
                "its papers are printed."
            ),
            mark(
                "Players arrive: check them in ({key}). Find a substitute for anyone missing before play starts.",
                key=_key("players", "Space"),
            ),
            mark("When everyone is seated: call the session and start its clock ({key}).", key=_key(EVERYWHERE, "F12")),
            mark("At the gong, every table brings its sheet to the desk."),
            mark(
                "When all sheets are verified: close the session ({key}) and post the standings.",
                key=_key("event", "Ctrl+L"),
            ),
            mark(
                "Every evening: check that the last copy is recent and is also kept in a second place ({key}).",
                key=_key(EVERYWHERE, "Ctrl+B"),
            ),
            mark(
                "At the end: the standings say final. Then print the prize list, the certificates "
                "and the federation’s report ({key}).",
                key=_key(EVERYWHERE, "Alt+7"),
            ),
        )
    else:
        steps = (
            *(
                [mark("Open the evening with its date and place ({key}).", key=_key("games", "Ctrl+E"))]
                if format is EventFormat.LEAGUE
                else []
            ),
            mark("Players arrive at any time: add them and check them in ({key}).", key=_key("players", "Space")),
            mark(
                "When four sit down: open their game on the page Games ({key}) and give them their sheet.",
                key=_key("games", "Ctrl+Return"),
            ),
            mark(
                "When a game ends, its sheet comes to the desk at once: until then its players "
                "cannot join another game."
            ),
            mark("At the end of the evening no game is open and every sheet is verified: post the ranking."),
            mark(
                "Every evening: check that the last copy is recent and is also kept in a second place ({key}).",
                key=_key(EVERYWHERE, "Ctrl+B"),
            ),
        )
    keys = ((EVERYWHERE, "Alt+1"), (EVERYWHERE, "Alt+4"), ("players", "Space"), ("players", "Ctrl+E"),
            ("event", "Ctrl+L") if format.is_drawn else ("games", "Ctrl+Return"),
            (EVERYWHERE, "F12"), (EVERYWHERE, "Ctrl+B"), (EVERYWHERE, "Ctrl+Z"), (EVERYWHERE, "Ctrl+P"))  # fmt: skip
    troubles = (Symptom.ABSENT, Symptom.WRONG_NAME, Symptom.READ_ONLY, Symptom.NOT_OPENED, Symptom.FROZEN,
                Symptom.PROVISIONAL, Symptom.TIME_LOST)  # fmt: skip
    return _sheet(view, mark("Organiser"), mark("You decide when play starts and ends, and what is published."),
                  steps, troubles, keys)  # fmt: skip


def _head_referee(view: View) -> RoleSheet:
    steps = (
        mark("Before play: all referees know which totals count, what the gong means and what faults cost."),
        mark(
            "A ruling: decide at the table, say what it costs, and note table, hand and player. The "
            "desk enters it in that hand ({key}).",
            key=_key("tables", "P"),
        ),
        mark("Cancel a wrong penalty with a reason; never balance it with another one."),
        mark("If nobody can explain the totals, hear all four players. Then the sheet is signed with your reason."),
        mark("Only you can reopen a verified sheet, with a reason ({key}).", key=_key("tables", "Ctrl+R")),
        mark(
            "Before you close a session: no sheet is open or waiting to be read again, and the sums "
            "on the page Fouls agree."
        ),
        mark(
            "At the end: print the record of fouls, the signed totals and the referee’s report from the page Reports."
        ),
    )
    keys = (("tables", "P"), ("tables", "R"), ("tables", "Ctrl+R"), ("fouls", "G"), ("fouls", "Del"),
            ("history", "Return"), (EVERYWHERE, "Alt+9"), (EVERYWHERE, "F8"), (EVERYWHERE, "Ctrl+Z"),
            (EVERYWHERE, "Ctrl+Shift+K"))  # fmt: skip
    troubles = (Symptom.TOTALS_DIFFER, Symptom.PENALTY, Symptom.OTHER_PLAYERS, Symptom.WRONG_TABLE, Symptom.UNDONE,
                Symptom.REFUSED)  # fmt: skip
    return _sheet(view, mark("Head referee"), mark("You settle disputes, and reopen what is closed."),
                  steps, troubles, keys, tariff=True)  # fmt: skip


def _typist(view: View) -> RoleSheet:
    rules, reading = view.rules, view.settings.second_reading
    steps = [
        mark(
            "Scan the code on the sheet, or press {key} and type its table. Compare the four names with the paper.",
            key=_key("tables", "G"),
        ),
        mark(
            "Enter the hands in the order of the paper: {key} records one and goes to the next. A "
            "drawn hand is {drawn}.",
            key=_key("tables", "Return"),
            drawn=_key("tables", "X"),
        ),
        mark("Enter penalties in the hand in which they were given ({key}).", key=_key("tables", "P")),
        mark(
            "Type the four totals from the paper, never from the screen: they are the check ({key}).",
            key=_key("tables", "F6"),
        ),
        mark(
            "If all four agree, sign ({key}). If they differ: {causes}.",
            key=_key("tables", "Ctrl+Return"),
            causes=_key("tables", "F5"),
        ),
        mark("Put entered sheets on one pile; take a sheet with a question to the head referee."),
    ]
    if reading is not SecondReading.NONE:
        read_again = (
            mark(
                "Signed sheets are read again from the paper by someone other than the person who "
                "entered them ({key}).",
                key=_key("tables", "V"),
            )
            if reading is SecondReading.BY_ANOTHER
            else mark(
                "Signed sheets are read again from the paper, without looking at what was entered ({key}).",
                key=_key("tables", "V"),
            )
        )
        steps.insert(5, read_again)
    keys = [("tables", key) for key in ("1", "D", "X", "P", "R", "T", "Return", "Up", "F5", "F6", "Ctrl+M", "G",
                                         "Ctrl+Return", "V")]  # fmt: skip
    without = set()
    if rules.scorer is None and rules.counter is None:
        without.add("T")
    if not rules.four_values:
        without.add("Ctrl+M")
    if reading is SecondReading.NONE:
        without.add("V")
    chosen = (*(each for each in keys if each[1] not in without), (EVERYWHERE, "F8"), (EVERYWHERE, "Ctrl+Z"))
    troubles = (Symptom.TOTALS_DIFFER, Symptom.SKIPPED_ROW, Symptom.WRONG_TABLE, Symptom.OTHER_PLAYERS,
                Symptom.UNDONE, Symptom.FROZEN)  # fmt: skip
    purpose = mark("The screen shows what the paper says: no more, no less.")
    return _sheet(view, mark("Referee entering data"), purpose,
                  tuple(steps), troubles, chosen, tariff=True)  # fmt: skip


def _scanner(view: View) -> RoleSheet:
    steps = (
        mark(
            "Collect each sheet at its table: every hand filled in, four totals, four signatures. "
            "If anything is missing, it goes back at once."
        ),
        mark(
            "Open the page Tables ({key}) and scan the square on the sheet: its table appears. "
            "Scanning enters nothing.",
            key=_key(EVERYWHERE, "Alt+4"),
        ),
        mark("Take a sheet that is refused to the head referee, with the message on the screen."),
        mark("Pass the sheets on for data entry in the order in which they arrived."),
        mark("The cards on the left show which sheets are missing: collect them at their tables."),
        mark("Keep the papers in the order of sessions and tables until the end of the event."),
    )
    keys = ((EVERYWHERE, "Alt+4"), ("tables", "G"), ("tables", "Up"), (EVERYWHERE, "F8"), (EVERYWHERE, "Ctrl+."),
            (EVERYWHERE, "Esc"), (EVERYWHERE, "F1"))  # fmt: skip
    troubles = (Symptom.SCANNER, Symptom.OTHER_PLAYERS, Symptom.WRONG_TABLE, Symptom.OUTDATED, Symptom.READ_ONLY)
    return _sheet(view, mark("At the scanner"), mark("Every sheet passes through your hands once."),
                  steps, troubles, keys)  # fmt: skip


def _printer(view: View) -> RoleSheet:
    before = (
        mark("Before the first day: score sheets and some blank ones, seating by table and by player, table signs, "
             "badges, check-in list, these pages.")
        if view.settings.format.is_drawn
        else mark("Before the evening: blank score sheets, check-in list, rules in short, these pages.")
    )  # fmt: skip
    during = (
        mark("Before each session: its score sheets, one on each table. After it: standings and session results.")
        if view.settings.format.is_drawn
        else mark("When a game is opened: its score sheet. At the end of the evening: the ranking.")
    )
    steps = (
        before,
        during,
        mark("On the page Reports ({key}), check the page before you print it: size, language, session.",
             key=_key(EVERYWHERE, "Alt+7")),
        mark("Print ({key}). Without a printer, save as PDF ({save}) and print it elsewhere at 100 %.",
             key=_key("reports", "Ctrl+P"), save=_key("reports", "Ctrl+S")),
        mark("Take down provisional papers when the next ones are printed."),
        mark("If a paper is marked out of date, print it again and remove every old copy."),
    )  # fmt: skip
    keys = tuple(("reports", key) for key in ("Up", "Ctrl+F", "PgUp", "Ctrl+0", "Ctrl+P", "Ctrl+S"))
    troubles = (Symptom.CUT_PAGE, Symptom.OUTDATED, Symptom.WRONG_NAME, Symptom.PROVISIONAL, Symptom.OTHER_PLAYERS)
    return _sheet(view, mark_in("role", "Printing"), mark("Every table and every wall has the current papers."),
                  steps, troubles, ((EVERYWHERE, "Alt+7"), *keys))  # fmt: skip


def _sheet(
    view: View,
    role: Text,
    purpose: Text,
    steps: tuple[Text, ...],
    troubles: tuple[Symptom, ...],
    keys: tuple[tuple[str, str], ...],
    *,
    tariff: bool = False,
) -> RoleSheet:
    rows = {row.symptom: row for row in symptom_rows(view.settings.format)}
    found = tuple(RoleLine(rows[each].shows, (rows[each].look, rows[each].cure)) for each in troubles if each in rows)
    return RoleSheet(
        role,
        purpose,
        tuple(_facts(view)),
        steps,
        found,
        tuple(_listed(page, key) for page, key in (*keys, (EVERYWHERE, "Ctrl+?"))),
        tuple(_tariff(view)) if tariff else (),
    )


def _facts(view: View) -> Iterator[RoleLine]:
    settings = view.settings
    yield RoleLine(mark("Rules"), (view.rules.name,))
    days = event_days(settings)
    if days is not None:
        yield RoleLine(mark("Days"), (days,))
    yield from _hours(view)
    tables = max((len(view.sheets(session)) for session in view.drawn_sessions), default=0)
    players = players_of(len(view.players))
    if settings.format.is_drawn and tables:
        counted = mark_count("{count} table", "{count} tables", tables)
        yield RoleLine(mark("Tables"), (listed([counted, players]),))
    else:
        yield RoleLine(mark("Players"), (players,))
    gong = gong_on_paper(view)
    if gong is not None:
        yield RoleLine(mark("At the end of the time"), (gong,))
    yield RoleLine(mark("When totals differ"), (settings.counted_totals.label,))
    yield RoleLine(mark("Before signing"), (settings.paper_totals.label,))
    yield RoleLine(mark("After signing"), (settings.second_reading.label,))


def _hours(view: View) -> Iterator[RoleLine]:
    """The times of the sessions, one line per day; with many days only the number of sessions."""
    settings = view.settings
    if not settings.format.is_drawn:
        yield RoleLine(mark("Sessions"), (verbatim(str(len(view.drawn_sessions))),))
        return
    length = mark_count("{count} minute", "{count} minutes", settings.minutes)
    yield RoleLine(
        mark("Sessions"), (mark("{sessions} of {length} each", sessions=len(view.session_numbers), length=length),)
    )
    planned = [planned_session(view, session) for session in view.session_numbers]
    timed = [each for each in planned if hours_text(each)]
    by_day = [(day, list(sessions)) for day, sessions in groupby(timed, key=lambda each: each.day)]
    for day, sessions in by_day[:_DAYS]:
        hours = listed(f"{each.session}: {hours_text(each)}" for each in sessions)
        yield RoleLine(mark("Hours") if day is None else listed([day]), (hours,))
    if len(by_day) > _DAYS:
        yield RoleLine(mark("Hours"), (mark("other days: see the timetable"),))


def _tariff(view: View) -> Iterator[RoleLine]:
    """The faults that cost points or climb the ladder."""
    for fault in view.rules.faults:
        if fault.measure is not Measure.NONE:
            yield RoleLine(fault.name, (fault.sanction,), fault.number)


def _key(page: str, key: str) -> Text:
    """The name of ``key`` in the help of ``page``."""
    _row(page, key)
    return key_text(key)


def _row(page: str, key: str) -> int:
    rows = listed_keys(page, LANGUAGES[0])
    return next(number for number, row in enumerate(rows) if key in row.keys)


def _listed(page: str, key: str) -> RoleLine:
    """A row of the help’s table of keys: the keys, and what they do."""
    number = _row(page, key)
    english, french, chinese = (listed_keys(page, language)[number] for language in LANGUAGES)
    named = (row.named(language) for row, language in zip((english, french, chinese), LANGUAGES, strict=True))
    return RoleLine(Names(*named), (Names(english.action, french.action, chinese.action),))
