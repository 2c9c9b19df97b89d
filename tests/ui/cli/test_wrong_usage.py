"""Words of a call that do not belong together: exit code 2, and which ones, without a change; next to calls that do."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.ui.cli.conftest import Call

ONE_AT_A_TIME = "Start, pause, resume, stop or add minutes: one at a time."
ONLY_WITH_SET = "Use these options only with “players FILE set NUMBER”."
WRONG: list[tuple[str, str]] = [
    ("clock FILE --start --add 5 --session 1", ONE_AT_A_TIME),
    ("clock FILE --pause --add 5 --session 1", ONE_AT_A_TIME),
    ("clock FILE --start --session 1 --table 2", "Use --table only with --add."),
    ("export FILE --what standings", "Say where to write: add --out PATH."),
    ("export FILE --what standings --out x.pdf --no-phone-codes", "Use --no-phone-codes only with"),
    ("export FILE --what standings --out x.pdf --reasons", "Use --reasons only with --what referee-report."),
    ("export FILE --what standings --to pdf --out x.pdf --csv-for excel", "Use --csv-for only with --to csv."),
    ("export FILE --what standings --out x.xlsx --to xlsx --formulas", "Use --formulas only with --what workbook."),
    ("new x.qv --name Cup --sessions 2 --with-withdrawn", "Use --with-withdrawn only with --season-from."),
    ("new x.qv --name Cup", "A tournament needs --sessions"),
    ("new x.qv --name Cup --sessions 2 --best 3", "only with --format league."),
    ("new x.qv --name Cup --sessions 2 --least 3", "only with --format league."),
    ("new x.qv --name Cup --sessions 2 --least-games 3", "only with --format league."),
    ("new x.qv --name Cup --format club --count average", "only with --format league."),
    ("phones FILE --revoke 1", "Name the session of the table: add --session."),
    (
        "phones FILE --end --revoke 1 --session 1",
        "Use --allow and --new-codes, --check-in and --new-links, or one of --end,",
    ),
    (
        "phones FILE --allow http://hall.local --end",
        "Use --allow and --new-codes, --check-in and --new-links, or one of",
    ),
    ("phones FILE --new-codes --answer x", "Use --allow and --new-codes, --check-in and --new-links, or one of"),
    ("players FILE register x.csv --apply --dry-run", "Use --apply and --keep only with"),
    ("timetable FILE --minutes 90", "“timetable FILE set SESSION” changes a session."),
    ("timetable FILE --clear", "“timetable FILE set SESSION” changes a session."),
    ("players FILE list x.csv", "“players FILE list” takes no other file."),
    ("players FILE list --apply", "Use --apply and --keep only with"),
    ("players FILE import x.csv --keep", "Use --apply and --keep only with"),
    ("players FILE import", "Name the CSV or Excel file with the players."),
    ("players FILE register", "Name the CSV or Excel file with the federation's list."),
    ("players FILE import x.csv 3", "“players FILE import” takes only one argument."),
    ("players FILE set 1 2 --club Red", "“players FILE set” takes only one argument."),
    ("players FILE list --club Red", ONLY_WITH_SET),
    ("players FILE import x.csv --club Red", ONLY_WITH_SET),
    ("players FILE merge 1 2 --club Red", ONLY_WITH_SET),
    ("players FILE merge 1", "Give the numbers of both players."),
    ("players FILE set", "Give the player's number."),
    ("players FILE set 1", "Say what changes: --state, or a name, club or team."),
    ("players FILE set 1 --from 2", "Say what changes: --state, or a name, club or team."),
    ("players FILE set 1 --club Red --from 2", "Say what changes: --state, or a name, club or team."),
    ("prizes FILE --place 1", "Omit --place: “prizes” does not take them."),
    ("prizes FILE ties --place 1 --what Cup", "Omit --place, --what: “prizes ties” does not take them."),
    ("prizes FILE set --place 1 --ties split", "Omit --ties: “prizes set” does not take them."),
    ("registration FILE list --dry-run", "Omit --dry-run: “registration list” does not take them."),
    (
        "registration FILE import LIST --column Fee=due --meals no",
        "Omit --column, --meals: “registration import” does not take them.",
    ),
    ("members list --nickname Ada", "Omit --nickname: “members list” does not take them."),
    ("prizes FILE remove", "Give the place with --place."),
    ("prizes FILE set --what Cup", "Give the place with --place."),
    ("prizes FILE ties", "Say what changes with --ties or --currency."),
    ("prizes FILE lot", "Use “prizes FILE lot” with the tied players, the first one first."),
    ("prizes FILE remove 1 --place 1", "Use “prizes FILE lot” with the tied players, the first one first."),
    ("queue QV-x --send --list", "Use one of --list, --send and --drop."),
    ("queue QV-x --send --drop 1", "Use one of --list, --send and --drop."),
    ("score", "Give hands, or --jsonl and at most one file of lines."),
    ("score --jsonl a b", "Give hands, or --jsonl and at most one file of lines."),
    ("serve", "Give a file or --database: one of them."),
    ("serve FILE --overlay-css x.css", "--overlay-css needs --public-port"),
    ("session FILE 1 --reason x", "Use --reason only with --to."),
    ("session FILE 1 --key-file x", "Use --key-file only with --to."),
    ("session FILE --to closed", "Give the session: session FILE NUMBER --to closed."),
    ("sessions FILE --reason x", "Use --reason only with --count."),
    ("settings FILE --logo x.png --no-logo", "Use either --logo or --no-logo, not both."),
    ("site FILE --to folder --key x", "Use --key and --accept-host-key only with --to sftp://"),
    ("standings FILE --money evening --public", "With --money omit --public and --why."),
    ("standings FILE --money evening --why 1", "With --money omit --public and --why."),
    ("timetable FILE set", "“timetable FILE set SESSION” changes a session."),
    ("timetable FILE --start 09:00", "“timetable FILE set SESSION” changes a session."),
    ("timetable FILE set 1 --start noon", "--start: write the time as HH:MM."),
    ("timetable FILE set 1 --start 24:00", "--start: write the time as HH:MM."),
]


@pytest.mark.parametrize(("words", "told"), WRONG)
def test_words_that_do_not_belong_together_are_a_wrong_usage(
    event: Path, call: Call, monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    monkeypatch.chdir(event.parent)
    before = event.read_bytes()
    answer = call(*(str(event) if word == "FILE" else word for word in words.split()))
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert event.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        "clock FILE --start --session 1",
        "clock FILE --session 1",
        "players FILE set 1 --club Red",
        "players FILE set 16 --state withdrawn --from 2",
        "players FILE list",
        "prizes FILE",
        "prizes FILE set --place 1 --what Cup",
        "prizes FILE ties --ties split",
        "phones FILE",
        "phones FILE --allow http://hall.local:8470 --new-codes",
        "clock FILE --start --session 1 --reason late",
        "timetable FILE set 2 --minutes 90",
        "session FILE 1",
        "session FILE 1 --to closed --reason rain",
        "session FILE",
        "sessions FILE",
        "sessions FILE --count 4 --reason longer",
        "standings FILE",
        "timetable FILE",
        "timetable FILE set 1 --start 23:59",
        "new x.qv --name Cup --format league --best 3",
        "new y.qv --name Cup --format club",
        "export FILE --what standings --to csv --out x.csv --csv-for excel",
    ],
)
def test_words_that_belong_together_are_carried_out(
    event: Path, call: Call, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(event.parent)
    answer = call(*(str(event) if word == "FILE" else word for word in words.split()))
    assert (answer.code, answer.errors) == (0, []), answer


def test_capital_and_small_letters_of_a_choice_are_the_same(event: Path, call: Call, tmp_path: Path) -> None:
    words = ("export", event, "--what", "rules", "--to", "pdf", "--paper", "Letter", "--out", tmp_path / "rules.pdf")
    assert call(*words).code == 0
    box = PdfReader(tmp_path / "rules.pdf").pages[0].mediabox
    assert (box.width, box.height) == (612, 792)
