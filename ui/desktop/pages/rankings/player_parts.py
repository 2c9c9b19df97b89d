"""What the page of a player shows, and the paper with the same: made of a season, its ranking and its rating."""

from dataclasses import replace
from operator import itemgetter

from reports.column import Column
from reports.document import Document, Section, table_of
from reports.rankings.careers import Career, career_document, career_records
from reports.rankings.papers import RESULT_COLUMNS, value_chart
from reports.rankings.season import Season, value_history
from reports.vocabulary import EVENT
from tournament.language import Text, mark
from tournament.rankings import RankedPerson
from tournament.rankings.explanation import outlook_explanation
from ui.desktop.dates import now
from ui.desktop.pages.rankings.choices import game_name
from ui.desktop.pages.rankings.player_view import PlayerPart, PlayerShown, part_of_records
from ui.desktop.pages.rankings.season_work import MadeRanking, MadeRating
from ui.desktop.translation import translator

_RESULTS = "results"
_STEP = 100
"""Between the values whose places are named."""
_WORTH_COLUMNS: tuple[Column[tuple[str, Text]], ...] = (
    EVENT.of(itemgetter(0)),
    Column(mark("What it can still be worth"), itemgetter(1), flexible=True),
)


def player_shown(person: RankedPerson, season: Season, made: MadeRanking, rated: MadeRating) -> PlayerShown:
    """Return the page of ``person``: the curves of value and rating, results, and what is known of their games."""
    asked, career = made.asked, rated.career_of(person)
    history = value_history(made.events, person.id, asked.rules, asked.day)
    row = next((each for each in made.ranking.rows if each.person.id == person.id), None)
    charts = (value_chart(history, person.name),) if history else ()
    parts = [PlayerPart(_RESULTS, mark("Results"), RESULT_COLUMNS, row.results)] if row is not None else []
    worth = tuple(
        (found.event.name, sentence)
        for found in season.outlooks(asked.game, person.id, asked.rules, asked.day)
        for sentence in outlook_explanation(found, asked.rules.decimals, _STEP)
    )
    if worth:
        parts.append(PlayerPart("coming", mark("What comes"), _WORTH_COLUMNS, worth))
    if career is not None:
        charts = (*charts, *_career_paper(career, rated).charts)
        parts += _career_parts(career)
    game = game_name(asked.game)
    if row is not None and row.rank is not None:
        state = mark("{game}, rank {rank}", game=game, rank=row.rank)
    else:
        state = mark("{game}, not ranked", game=game)
    return PlayerShown(person, state, charts, tuple(parts))


def player_document(shown: PlayerShown, rated: MadeRating) -> Document:
    """Return the same as a document."""
    results = tuple(
        Section(table_of(part.columns, part.rows), part.title, part.title)
        for part in shown.parts
        if part.key == _RESULTS
    )
    career = rated.career_of(shown.person)
    if career is not None:
        document = _career_paper(career, rated)
        return replace(document, sections=(*results, *document.sections), charts=shown.charts)
    return Document(event=shown.person.name, title=mark("Career"), state=shown.state, printed=now(),
                    section_name=mark("Part"), sections=results, charts=shown.charts)  # fmt: skip


def _career_paper(career: Career, rated: MadeRating) -> Document:
    return career_document([career], rated.rating.rules.name, now(), translator.language)


def _career_parts(career: Career) -> list[PlayerPart]:
    records = career_records(career, translator.language)
    return [
        replace(part_of_records("career", mark("Places and rates"), records["career"]), upright=True),
        part_of_records("events", mark("Events"), records["events"]),
        part_of_records("opponents", mark("Opponents"), records["opponents"]),
        part_of_records("hands", mark("Best hands"), records["hands"]),
        part_of_records("fan", mark("Fan"), records["fan"]),
    ]
