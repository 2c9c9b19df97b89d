"""A federation's list of results read back: everything in it that contradicts itself or the rules, cell by cell."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from reports.federations.values import MOST_SUBSTITUTES, base_rank, european_weight
from reports.rankings.events import MOST_DAYS, ListedRows, day_read, read_listed
from tournament.event.country import country_code
from tournament.event.ema import GUEST, EmaReading, player_remarks, read_ema_number
from tournament.event.player import Player
from tournament.event.player_import import FileRow
from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, exact_text, folded, mark

_HEADINGS: Mapping[str, str] = {
    "tournament name": "name",
    "number of participants": "participants",
    "place": "place",
    "rank": "place",
    "player s first name": "first_name",
    "first name": "first_name",
    "player s last name": "last_name",
    "last name": "last_name",
    "ema number": "number",
    "table points": "table_points",
    "score": "score",
    "ema member": "member",
    "country": "country",
    "date": "date",
    "countrycourt": "host_country",
    "city": "city",
    "mers": "weight",
    "shortname": "short_name",
    "rules": "rules",
    "period": "period",
    "nbdays": "days",
    "days": "days",
    "extra": "extra",
    "base rank": "base_rank",
    "players": "players",
    "countries": "countries",
    "championship": "championship",
}
_NEEDED = {"place": "Place", "last_name": "Player's last name", "number": "EMA number", "score": "Score",
           "country": "Country"}  # fmt: skip
"""The columns of every list, with their headings."""
_EVENT_NEEDED = {"name": "Tournament name", "date": "Date", "rules": "rules", "days": "NbDays"}
"""The columns of a workbook in which each row has the data of the event; a short CSV file has none of them."""
_OF_EVENT = ("name", "participants", "date", "host_country", "city", "weight", "short_name", "rules", "period", "days",
             "players", "countries", "championship")  # fmt: skip
"""The columns that have the same value in each row."""
_YES, _NO = frozenset(("yes", "y", "oui", "true", "1")), frozenset(("no", "n", "non", "false", "0"))
_NUMBER = re.compile(r"[-+−]?[0-9]{1,12}(?:[.,][0-9]{1,20})?")
_PERIOD = re.compile(r"([0-9]{1,2})(?:[-–]([0-9]{1,2}))? ([A-Z][a-z]+) ([0-9]{4})")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip
_TABLE = 7
"""The table points of a table in a session: 4, 2, 1 and 0."""
_ROUNDED = Fraction(1, 100)
"""Programs that write decimals cut or round a third of a table point by less than this."""
_CHAMPIONSHIP = 1
"""What a championship adds to the weight."""


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A list of results, and what is wrong in it."""

    players: int
    game: str
    """``mcr`` or ``riichi``."""
    problems: tuple[Problem, ...]
    """In the order of the cells. The field is the cell, such as ``H14``, or a range; empty if it is the whole list."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; there may be remarks."""
        return all(problem.gravity is Gravity.REMARK for problem in self.problems)


def check_list(path: Path) -> CheckedList:
    """Check the list of results at ``path``. Raise Refused if it cannot be read."""
    return _ListCheck(read_listed(path, _HEADINGS)).checked()


def faults_of_list(path: Path) -> tuple[Text, ...]:
    """Return what is wrong or remarkable in the list at ``path``, each with its cell.

    Nothing if it lacks columns that a check needs, such as scores, or if it cannot be read: that is said where it is.
    """
    try:
        problems = check_list(path).problems
    except Refused:
        return ()
    if any(problem.code == "column-missing" for problem in problems):
        return ()
    return tuple(
        mark("{cell}: {text}", cell=problem.field, text=problem.text) if problem.field else problem.text
        for problem in problems
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """What one player's row says of their result; None is what could not be read."""

    row: FileRow
    place: int | None
    table_points: Fraction | None
    score: Fraction | None


class _ListCheck:
    """Reads the rows of one list, and collects what is wrong with them."""

    def __init__(self, listed: ListedRows) -> None:
        self._columns, self._rows, self._sheet = listed
        self._found: list[tuple[tuple[int, int], Problem]] = []
        rules = self._usual("rules").casefold()
        scored = any(self._cell(row, "table_points") for row in self._rows)
        self._riichi = "riichi" in rules or (not rules and not scored)

    def checked(self) -> CheckedList:
        """Return what is wrong."""
        if self._columns_are_there():
            for row in self._rows:
                self._check_person(row)
            self._check_repeats()
            self._check_event()
            lines = [self._line(row) for row in self._rows]
            self._check_sums(lines)
            self._check_order(lines)
        self._found.sort(key=lambda each: each[0])
        game = "riichi" if self._riichi else "mcr"
        return CheckedList(len(self._rows), game, tuple(problem for _place, problem in self._found))

    def _columns_are_there(self) -> bool:
        event = {} if self._columns.keys().isdisjoint(_EVENT_NEEDED.keys() - {"days"}) else _EVENT_NEEDED
        of_game = {} if self._riichi else {"table_points": "Table points"}
        missing = [head for name, head in (_NEEDED | of_game | event).items() if name not in self._columns]
        for head in missing:
            self._report("column-missing", mark("The column “{heading}” is missing.", heading=head))
        if not missing and not self._rows:
            self._report("no-players", mark("There are no players."))
        return not missing and bool(self._rows)

    # Who

    def _check_person(self, row: FileRow) -> None:
        first, last = self._cell(row, "first_name"), self._cell(row, "last_name")
        if not last:
            self._report("name-missing", mark("The last name is missing."), row, "last_name")
        if not first and "first_name" in self._columns:
            self._report("name-missing", mark("The first name is missing."), row, "first_name")
        written = self._cell(row, "country")
        country = country_code(written)
        if not written:
            self._report("country-missing", mark("The country is missing."), row, "country")
        elif not country:
            self._report("country-unknown", mark("“{written}” is no country.", written=written), row, "country")
        number = read_ema_number(self._cell(row, "number"))
        if number.reading in (EmaReading.ODD, EmaReading.DIGITS_LOST):
            text = mark("“{number}” is not an EMA number: eight digits.", number=number.text)
            self._report("number-wrong", text, row, "number")
            return
        for remark in player_remarks(Player(1, first, last, country, number.text), federation=False):
            if remark.code in ("prefix-unknown", "number-country"):
                field = "number" if remark.code == "prefix-unknown" else "country"
                self._report(remark.code, mark("{text}.", text=remark.text), row, field, Gravity.REMARK)
        if "member" in self._columns:
            self._check_member(row, number.text if number.reading is not EmaReading.NO_MEMBER else "")

    def _check_member(self, row: FileRow, number: str) -> None:
        written = self._cell(row, "member").casefold()
        if written not in _YES | _NO:
            self._report("member-wrong", mark("“{written}” is neither YES nor NO.", written=written), row, "member")
        elif written in _YES and not number:
            self._report("number-missing", mark("A member has an EMA number, and here is none."), row, "number")
        elif written in _YES and number.startswith(GUEST):
            text = mark("{number} is the number of a guest, who is not a member.", number=number)
            self._report("member-guest", text, row, "member")
        elif written in _NO and number and not number.startswith(GUEST):
            text = mark("{number} is the number of a member, and here it says NO.", number=number)
            self._report("member-with-number", text, row, "member")

    def _check_repeats(self) -> None:
        numbers: dict[str, FileRow] = {}
        names: dict[str, FileRow] = {}
        for row in self._rows:
            number = read_ema_number(self._cell(row, "number"))
            name = folded(f"{self._cell(row, 'first_name')} {self._cell(row, 'last_name')}")
            if number.text and number.reading is not EmaReading.NO_MEMBER:
                other = numbers.setdefault(number.text, row)
                if other is not row:
                    text = mark("{number} is in line {line} too.", number=number.text, line=other.line)
                    self._report("number-twice", text, row, "number")
            if name:
                other = names.setdefault(name, row)
                if other is not row:
                    text = mark("Somebody with this name is in line {line} too.", line=other.line)
                    self._report("name-twice", text, row, "last_name", Gravity.REMARK)

    # The event

    def _check_event(self) -> None:
        for field in _OF_EVENT:
            usual = self._usual(field)
            for row in self._rows if field in self._columns else ():
                written = self._cell(row, field)
                if written != usual:
                    text = mark("It says “{written}” here, and “{usual}” in most rows.", written=written, usual=usual)
                    self._report("rows-differ", text, row, field)
        self._check_rules()
        listed = len(self._rows)
        said = self._event_whole("participants", most=100_000)
        if said is not None and said != listed:
            text = mark("It says {count} participants, and {listed} are listed.", count=said, listed=listed)
            self._report_usual("participants", text, "participants")
        host = self._usual("host_country")
        if "host_country" in self._columns and not country_code(host):
            self._report_usual("host-country", mark("“{written}” is no country.", written=host), "host_country")
        if "name" in self._columns and not self._usual("name"):
            self._report_usual("event-name-missing", mark("The name of the event is missing."), "name")
        days = self._event_whole("days", most=MOST_DAYS)
        self._check_dates(days)
        if days is not None:
            self._check_weight(days)

    def _check_rules(self) -> None:
        rules, sheet = self._usual("rules"), folded(self._sheet)
        if "rules" in self._columns and not any(word in folded(rules) for word in ("riichi", "mcr", "chinese")):
            text = mark("“{rules}” names neither MCR nor riichi.", rules=rules)
            self._report_usual("rules-unknown", text, "rules")
        elif ("riichi" in sheet and not self._riichi) or ("mcr" in sheet and self._riichi):
            text = mark("The sheet is called “{sheet}”, and the rules are “{rules}”.", sheet=self._sheet, rules=rules)
            self._report_usual("rules-sheet", text, "rules" if "rules" in self._columns else "score")

    def _check_dates(self, days: int | None) -> None:
        if "date" not in self._columns:
            return
        written = self._usual("date")
        begun = day_read(written)
        if begun is None:
            text = mark("“{written}” is not a day: write 2026-05-09 or 9/5/2026 (day, month, year)", written=written)
            self._report_usual("date-wrong", mark("{text}.", text=text), "date")
            return
        period = _PERIOD.fullmatch(self._usual("period"))
        if period is None or period[3] not in _MONTHS or days is None:
            return
        first, last = int(period[1]), int(period[2] or period[1])
        month = _MONTHS.index(period[3]) + 1
        if (first, month, int(period[4])) != (begun.day, begun.month, begun.year) or last - first + 1 < days:
            text = mark("“{period}” does not agree with the date {date} and the number of days {days}.",
                        period=period[0], date=written, days=days)  # fmt: skip
            self._report_usual("period", text, "period")

    def _check_weight(self, days: int) -> None:
        listed = len(self._rows)
        written = {self._cell(row, "country") for row in self._rows}
        found = len({code for each in written if (code := country_code(each))})
        most = found + sum(not country_code(each) for each in written)
        countries = self._event_whole("countries", most=300)
        if countries is not None and not found <= countries <= most:
            text = mark("It says {count} countries, and the players are from {found}.", count=countries, found=found)
            self._report_usual("countries", text, "countries")
        players = self._event_whole("players", most=100_000)
        if players is not None and not listed <= players <= listed + MOST_SUBSTITUTES:
            text = mark("It says {count} players; {listed} are listed, and at most {substitutes} substitutes count.",
                        count=players, listed=listed, substitutes=MOST_SUBSTITUTES)  # fmt: skip
            self._report_usual("players", text, "players")
            players = None
        if "weight" not in self._columns:
            return
        said = self._usual("weight")
        stated = _number(said)
        counts = (players,) if players is not None else (listed, listed + MOST_SUBSTITUTES)
        level = self._usual("championship").casefold()
        possible = {
            european_weight(days=days, players=count, countries=countries, championship=championship)
            for count in counts
            for countries in range(found, most + 1)
            for championship in (False, True)
            if not level or championship == (level in _YES)
        }
        plain = european_weight(days=days, players=counts[0], countries=found, championship=level in _YES)
        if stated is None or stated not in possible:
            text = mark(
                "The weight is “{written}”; it is {weight} by {days} days, {players} players and {countries} "
                "countries.",
                written=said, weight=exact_text(plain), days=days, players=counts[0], countries=found,
            )  # fmt: skip
            self._report_usual("weight", text, "weight")
        elif not level and stated >= plain + _CHAMPIONSHIP:
            text = mark("The weight {weight} is that of a championship.", weight=exact_text(stated))
            self._report_usual("weight-championship", text, "weight", Gravity.REMARK)

    # The results

    def _line(self, row: FileRow) -> _Line:
        place = _whole(self._cell(row, "place"), most=100_000)
        if place is None:
            text = mark("“{written}” is not a place.", written=self._cell(row, "place"))
            self._report("place-wrong", text, row, "place")
        score = _number(self._cell(row, "score"))
        if score is None or (not self._riichi and score.denominator != 1):
            text = mark("“{written}” is not a score.", written=self._cell(row, "score"))
            self._report("score-wrong", text, row, "score")
            score = None
        points: Fraction | None = None
        if not self._riichi:
            points = _twelfths(_number(self._cell(row, "table_points")))
            if points is None:
                text = mark("“{written}” cannot be table points.", written=self._cell(row, "table_points"))
                self._report("table-points-wrong", text, row, "table_points")
        return _Line(row, place, points, score)

    def _check_sums(self, lines: Sequence[_Line]) -> None:
        """Sums of scores and table points, which may lack what substitutes and disqualified players made."""
        scores = [line.score for line in lines]
        if None not in scores:
            total = sum(filter(None, scores), Fraction(0))
            if total:
                penalties = total < 0 and total.denominator == 1 and (self._riichi or total % 10 == 0)
                text = mark(
                    "The scores add up to {total}, not to 0: is a substitute left out?", total=exact_text(total)
                )
                if penalties:
                    text = mark("The scores add up to {total}, not to 0: are these penalties?", total=exact_text(total))
                self._report_column("score-sum", text, "score", Gravity.REMARK)
        points = [line.table_points for line in lines]
        if not self._riichi and None not in points:
            total = sum(filter(None, points), Fraction(0))
            step = _TABLE * len(lines) // 4 if len(lines) % 4 == 0 else _TABLE
            if total % step:
                text = mark("The table points add up to {total}, which is no multiple of {step}.",
                            total=exact_text(total), step=step)  # fmt: skip
                whole = len(lines) % 4 == 0 and (_whole(self._usual("players"), most=100_000) or 0) <= len(lines)
                self._report_column(
                    "table-points-sum", text, "table_points", Gravity.BLOCKS if whole else Gravity.REMARK
                )

    def _check_order(self, lines: Sequence[_Line]) -> None:
        """Places and base ranks, as the results make them: those with equal results share a place."""
        results = [(Fraction(0) if self._riichi else line.table_points, line.score) for line in lines]
        known = [(points, score) for points, score in results if points is not None and score is not None]
        due: dict[tuple[Fraction, Fraction], int] = {}
        for number, result in enumerate(sorted(known, reverse=True), 1):
            due.setdefault(result, number)
        sharing, complete = Counter(known), len(known) == len(lines)
        for line, (points, score) in zip(lines, results, strict=True):
            place = line.place
            if complete and points is not None and score is not None:
                expected = due[points, score]
                if place is not None and place != expected:
                    self._report_place(line, expected, sharing[points, score])
                place = expected
            self._check_base_rank(line.row, place, len(lines))

    def _report_place(self, line: _Line, expected: int, sharing: int) -> None:
        if sharing > 1:
            text = mark("{count} players with this result share place {place}.", count=sharing, place=expected)
            self._report("tie-broken", text, line.row, "place")
            return
        text = mark("By the results it is place {place}.", place=expected)
        self._report("place-wrong", text, line.row, "place")

    def _check_base_rank(self, row: FileRow, place: int | None, players: int) -> None:
        if "base_rank" not in self._columns or place is None or not 1 <= place <= players:
            return
        stated, due = _number(self._cell(row, "base_rank")), base_rank(place, players)
        if stated != due:
            text = mark(
                "The base rank of place {place} of {players} is {rank}.", place=place, players=players, rank=due
            )
            self._report("base-rank", text, row, "base_rank")

    # Cells

    def _cell(self, row: FileRow, field: str) -> str:
        column = self._columns.get(field)
        return row.cells[column].strip() if column is not None and column < len(row.cells) else ""

    def _usual(self, field: str) -> str:
        """The value of a column in most rows; of equally many the first."""
        counted = Counter(self._cell(row, field) for row in self._rows)
        return counted.most_common(1)[0][0] if counted else ""

    def _event_whole(self, field: str, *, most: int) -> int | None:
        """The whole number that most rows have in a column; None, and a fault, if it is none."""
        if field not in self._columns:
            return None
        written = self._usual(field)
        found = _whole(written, most=most)
        if found is None:
            text = mark("“{written}” is not a whole number from {least} to {most}", written=written, least=1, most=most)
            self._report_usual("number-of-" + field, mark("{text}.", text=text), field)
        return found

    def _report_usual(self, code: str, text: Text, field: str, gravity: Gravity = Gravity.BLOCKS) -> None:
        """A fault of a value that all rows have: it is at the first of them."""
        usual = self._usual(field)
        self._report(code, text, next(row for row in self._rows if self._cell(row, field) == usual), field, gravity)

    def _report_column(self, code: str, text: Text, field: str, gravity: Gravity = Gravity.BLOCKS) -> None:
        column, first, last = _letters(self._columns[field]), self._rows[0].line, self._rows[-1].line
        place = last + 1, self._columns[field]
        self._found.append((place, Problem(code, text, f"{column}{first}:{column}{last}", gravity)))

    def _report(
        self, code: str, text: Text, row: FileRow | None = None, field: str = "", gravity: Gravity = Gravity.BLOCKS
    ) -> None:
        if row is None:
            self._found.append(((0, 0), Problem(code, text, "", gravity)))
            return
        column = self._columns[field]
        self._found.append(((row.line, column), Problem(code, text, f"{_letters(column)}{row.line}", gravity)))


def _letters(column: int) -> str:
    """The name of a column (from 0) in a spreadsheet: ``A``, ``Z``, ``AA``."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _whole(written: str, *, most: int) -> int | None:
    if written.isascii() and written.isdecimal() and len(written) < 10 and 1 <= int(written) <= most:
        return int(written)
    return None


def _number(written: str) -> Fraction | None:
    if not _NUMBER.fullmatch(written):
        return None
    return Fraction(written.replace(",", ".").replace("−", "-"))


def _twelfths(points: Fraction | None) -> Fraction | None:
    """Table points exactly: shared places make halves, thirds and quarters of them, which files have as decimals."""
    if points is None or points < 0:
        return None
    exact = Fraction(round(points * 12), 12)
    return exact if abs(exact - points) < _ROUNDED else None
