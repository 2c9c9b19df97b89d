"""Which fan were made, in the event and by each player, from the hands whose tiles were entered."""

from collections.abc import Iterator

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked
from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import Sheet
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanCount, FanStatistics, fan_statistics
from tournament.use_cases.view import View

_COLUMNS = (
    Column(mark("No."), Kind.INTEGER, Emphasis.MUTED),
    Column(mark("Fan"), Kind.TEXT, Emphasis.NAME, flexible=True),
    Column(mark("Chinese"), Kind.TEXT, Emphasis.MUTED),
    Column(mark("Points"), Kind.INTEGER),
    Column(mark("Hands"), Kind.INTEGER, Emphasis.STRONG),
    Column(mark("Times"), Kind.INTEGER),
    Column(mark("Points brought"), Kind.INTEGER),
)


def fans(view: View, asked: Asked) -> Document:
    """Count fan in the session asked for, or in all: first those of the event, then those of each player."""
    made = statistics_of(view, asked.session)
    title = mark("Fan made")
    return Document(
        event=view.settings.name,
        title=title if asked.session is None else mark("{report}, session {session}", report=title,
                                                       session=asked.session),
        state=_state(made),
        printed=asked.printed,
        aside=(view.rules.name,),
        note=None if made.counted else mark("No hand has its tiles: they are entered at the tables, with T."),
        sections=(Section(_table(made.made), mark("All players")), *_players(view, made)),
        section_name=mark("Player"),
    )  # fmt: skip


def statistics_of(view: View, session: int | None = None) -> FanStatistics:
    """The fan of one session, or of all."""
    sessions = range(1, (len(view.seating.sessions) if view.seating else 0) + 1)
    sheets: Iterator[Sheet] = (
        sheet for number in (sessions if session is None else (session,)) for sheet in view.sheets(number)
    )
    return fan_statistics(sheets, counting_by(view.rules.id))


def _state(made: FanStatistics) -> Text:
    known = mark_count("{count} hand with its tiles", "{count} hands with their tiles", made.counted)
    return mark("{known}, of {won} won", known=known, won=made.won)


def _players(view: View, made: FanStatistics) -> Iterator[Section]:
    for number in sorted(made.hands_by_winner, key=lambda number: view.players[number].name):
        name = view.players[number].name
        yield Section(_table(made.of(number)), mark("{player}", player=name), name)


def _table(made: tuple[FanCount, ...]) -> Table:
    return Table(_COLUMNS, tuple(_row(each) for each in made))


def _row(made: FanCount) -> tuple[Cell, ...]:
    pattern = made.pattern
    return pattern.number, pattern.name, pattern.name.zh, pattern.points, made.hands, made.times, made.points
