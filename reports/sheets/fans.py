"""Which fan were made, in the event and by each player, counted from the hands whose tiles were entered."""

from collections.abc import Iterator

from reports import vocabulary
from reports.column import Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.charts import fans_chart
from reports.sheets.options import ReportOptions
from reports.vocabulary import ENTRY_NUMBER, HAND_POINTS
from tournament.language import Text, mark, mark_count, mark_in
from tournament.ledger.sheet import Sheet
from tournament.rules.pattern import Names
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanCount, FanStatistics, fan_statistics
from tournament.use_cases.view import View

NUMBER: Column[FanCount] = ENTRY_NUMBER.of(lambda made: made.pattern.number)
FAN: Column[FanCount] = Column(mark("Fan"), lambda made: made.pattern.name, emphasis=Emphasis.NAME, flexible=True)
OTHER_NAME: Column[FanCount] = Column(
    mark_in("name in another language", "Chinese"), lambda made: _other_name(made.pattern.name), emphasis=Emphasis.MUTED
)
"""The Chinese name; on a Chinese page, which already has that as its own name, the English one."""
POINTS: Column[FanCount] = HAND_POINTS.of(lambda made: made.pattern.points)
HANDS: Column[FanCount] = vocabulary.HANDS.of(lambda made: made.hands, emphasis=Emphasis.STRONG)
TIMES: Column[FanCount] = vocabulary.TIMES.of(lambda made: made.times, emphasis=Emphasis.PLAIN)
POINTS_BROUGHT: Column[FanCount] = vocabulary.POINTS_BROUGHT.of(lambda made: made.points)
_FIELDS = (NUMBER, FAN, OTHER_NAME, POINTS, HANDS, TIMES, POINTS_BROUGHT)


def fans(view: View, options: ReportOptions) -> Document:
    """Count fan in the selected session, or in all: first those of the event, then those of each player."""
    made = statistics_of(view, options.session)
    title = mark("Recorded fan")
    return Document(
        event=view.settings.name,
        title=title if options.session is None else mark("{report}, session {session}", report=title,
                                                       session=options.session),
        state=_state(made),
        printed=options.printed,
        aside=(view.rules.name,),
        note=None if made.counted else mark("No hand has recorded tiles. To enter them, press T on the Tables page."),
        sections=(Section(table_of(_FIELDS, made.made), mark("All players")), *_players(view, made)),
        section_name=mark("Player"),
        charts=(fans_chart(made),) if made.made else (),
    )  # fmt: skip


def statistics_of(view: View, session: int | None = None) -> FanStatistics:
    """The fan of one session, or of all."""
    sessions = view.drawn_sessions if session is None else (session,)
    sheets: Iterator[Sheet] = (sheet for number in sessions for sheet in view.sheets(number))
    return fan_statistics(sheets, counting_by(view.rules.id))


def _other_name(name: Names) -> Names:
    return Names(name.zh, name.zh, name.en)


def _state(made: FanStatistics) -> Text:
    known = mark_count("{count} hand with its tiles", "{count} hands with their tiles", made.counted)
    return mark("{known}, of {won} won", known=known, won=made.won)


def _players(view: View, made: FanStatistics) -> Iterator[Section]:
    for number in sorted(made.hands_by_winner, key=lambda number: view.players[number].name):
        name = view.players[number].name
        yield Section(table_of(_FIELDS, made.of(number)), mark("{player}", player=name), name)
