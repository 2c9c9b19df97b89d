"""Badges, table signs, certificates, and posters for the wall."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from reports.design import PaperDesign
from reports.document import Badge, BadgeSeat, Certificate, Document, Section, TableSign, table_of
from reports.sheets.code import badge_code
from reports.sheets.details import session_when
from reports.sheets.options import ReportOptions, after_hands, players_of, seating_state
from reports.sheets.seating import seating_by_player, seating_by_table
from reports.sheets.standings import COUNTRY, PLAYER, RANK, SCORE, TABLE_POINTS
from tournament.event.ema import is_no_member
from tournament.event.player import PlayerState
from tournament.event.prizes import OVERALL, CategoryKind, PrizeCategory, country_names
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import Text, listed, mark, mark_count, signed_text, verbatim
from tournament.ledger.state import final_name, sitting_out
from tournament.standings.awards import Award, Entrant, awards
from tournament.standings.granted import granted_text
from tournament.tiles.wind import Wind
from tournament.use_cases.prizes import ranking
from tournament.use_cases.results_state import results_state, results_view
from tournament.use_cases.view import View


def badges(view: View, options: ReportOptions) -> Document:
    """A badge for each player: number, name, country, EMA number, and their seats, once drawn."""
    made = tuple(
        Badge(
            number=player.number,
            name_lines=player.name_lines,
            group=player.team or player.club,
            country=country_names(player.country) if player.country else None,
            code="" if is_no_member(player.ema_number) else player.ema_number,
            seats=tuple(_seats_of(view, player.number)),
            scanned=badge_code(view, player.number),
            role=mark("Substitute") if view.status(player.number).state is PlayerState.SUBSTITUTE else None,
        )
        for player in view.players.values()
        if view.status(player.number).state in (PlayerState.PLAYING, PlayerState.SUBSTITUTE)
    )
    return Document(
        event=view.settings.name,
        title=mark("Badges"),
        state=players_of(len(made)),
        printed=options.printed,
        note=None if made else mark("No players are entered yet."),
        badges=made,
        design=options.design,
    )


def _seats_of(view: View, number: int) -> Iterator[BadgeSeat]:
    """The seats of a player, session by session, and when they sit out; none without a draw."""
    seating = view.seating or Seating(())
    for session in view.drawn_sessions if view.settings.format.is_drawn else ():
        place = seating.place_of(number, session)
        if place is not None:
            name = final_name(view.state, session, place[0])
            yield BadgeSeat(session, place[0], Wind(place[1]), name, session_when(view, session))
        elif number in sitting_out(view.state, session):
            yield BadgeSeat(session, None, None, None, session_when(view, session))


def table_signs(view: View, options: ReportOptions) -> Document:
    """A sign for each table, as many as the largest session has.

    Tables of a final have its name, as it is in the last session that has seats.
    """
    seating = view.seating or Seating(())
    tables = max((len(seating.tables(session)) for session in view.drawn_sessions), default=0)
    last = max((session for session in view.drawn_sessions if seating.tables(session)), default=1)
    return Document(
        event=view.settings.name,
        title=mark("Table signs"),
        state=seating_state(view, view.drawn_sessions),
        printed=options.printed,
        signs=tuple(TableSign(table, final_name(view.state, last, table)) for table in range(1, tables + 1)),
    )


_FIRST = 3
"""Places that have a certificate even without a prize, if not everybody has one."""


def certificates(view: View, options: ReportOptions) -> Document:
    """A certificate for everyone ranked in the selected category, by default for all players, best first.

    With ``options.winners``, only the first three players and who wins a prize, category by category. Prizes are only
    on certificates of final results, unless the options ask for them.
    """
    category, shown = options.category or OVERALL, view.standings(options.session)
    others = [each for each in view.settings.prizes.categories if each != category and options.category is None]
    categories = [category, *others] if options.winners else [category]
    made = tuple(each for one in categories for each in _certificates_of(view, options, one))
    nobody = mark("Nobody is ranked in this category.") if shown.after else mark("No hand is recorded yet.")
    return Document(
        event=view.settings.name,
        title=mark("Certificates"),
        state=after_hands(shown.hands, provisional=shown.provisional),
        printed=options.printed,
        provisional=shown.provisional,
        note=None if made else nobody,
        certificates=made,
        design=_certificate_design(view.settings, options.design),
    )


def _certificates_of(view: View, options: ReportOptions, category: PrizeCategory) -> Iterator[Certificate]:
    """Yield the certificates of one category, best first."""
    shown, said = view.standings(options.session), view.settings.prizes
    ranked = ranking(view, category, options.session)
    counted = Counter(entrant.group for entrant in ranked)
    sharing = Counter((entrant.group, entrant.rank) for entrant in ranked)
    scores = {str(row.player.number): row.score for row in shown.rows} if view.settings.format.is_drawn else {}
    state = results_state(view, options.session)
    shows_prizes = state.final or options.prizes_so_far
    won = {each.entrant: each for each in awards(ranked, said.of(category), said)} if shows_prizes else {}
    first = _FIRST if category == OVERALL else 0
    for entrant in ranked:
        if options.first is not None and entrant.rank > options.first:
            continue
        if options.winners and entrant.rank > first and entrant not in won:
            continue
        yield Certificate(
            entrant.name if category.kind is not CategoryKind.COUNTRIES else country_names(entrant.name),
            _place_text(entrant.rank, counted[entrant.group], sharing[entrant.group, entrant.rank]),
            _result_text(category, entrant, scores),
            None if category == OVERALL else replace(category, of=category.of or entrant.group).label,
            _prize_text(won.get(entrant), final=state.final),
        )


def _certificate_design(settings: Settings, design: PaperDesign) -> PaperDesign:
    """Return ``design`` with the words and signatures of the event where it has none."""
    return replace(
        design,
        words=design.words or settings.certificate_words,
        signatures=design.signatures or settings.certificate_signatures,
    )


def _place_text(place: int, players: int, sharing: int) -> Text:
    """The place among ``players``, and by how many it is shared if there are several."""
    if sharing > 1:
        return mark("Place {place} (shared by {count}) of {players}", place=place, count=sharing, players=players)
    return mark("Place {place} of {players}", place=place, players=players)


def _result_text(category: PrizeCategory, entrant: Entrant, scores: Mapping[str, int]) -> Text:
    """The result that ranked them, for a player of a tournament with the score; empty if the place says everything."""
    match category.kind:
        case CategoryKind.BEST_HAND:
            return mark("Hand of {points}", points=entrant.worth)
        case CategoryKind.HANDS_WON:
            return mark_count("{count} hand won", "{count} hands won", int(entrant.worth))
        case CategoryKind.COUNTRIES:
            return mark("{result} table points per player", result=entrant.worth)
        case CategoryKind.TEAMS:
            return mark("{result} table points", result=entrant.worth)
        case CategoryKind.PLAYERS | CategoryKind.COUNTRY | CategoryKind.CLUB:
            if entrant.key not in scores:
                return verbatim("")
            result = mark("{result} table points", result=entrant.worth)
            score = mark("score {score}", score=verbatim(signed_text(scores[entrant.key])))
            granted = [mark("including points granted for sessions not played")] if entrant.granted else []
            return listed((result, score, *granted))
        case _:
            assert_never(category.kind)


def _prize_text(award: Award | None, *, final: bool) -> Text | None:
    """The prizes other than money, which is private."""
    if award is None or award.undecided:
        return None
    things = [prize.what for prize in award.prizes if prize.what]
    if not things:
        return None
    return (
        mark("Prize: {things}", things=listed(things))
        if final
        else mark("Prize so far: {things}", things=listed(things))
    )


def posters(view: View, options: ReportOptions) -> Document:
    """For the wall, in large type: seating of a session by player and by table, and the standings so far.

    With ``options.public`` only public standings; seats are always public once known.
    """
    later = (session for session in view.drawn_sessions if session > view.last_session)
    session = options.session or next(later, max(view.drawn_sessions, default=1))
    of_session = replace(options, session=session)
    ranked = results_view(view, None, public=options.public)
    # Whether a sheet that is not public has entries decides whether a seat without its player is still empty.
    seats = ranked if options.public else view
    by_player, by_table = seating_by_player(seats, of_session), seating_by_table(seats, of_session)
    shown = ranked.standings()
    sections = [
        replace(by_player.sections[0], heading=mark("Seating by player")),
        replace(by_table.sections[0], heading=mark("Seating by table")),
    ]
    if shown.after:
        table = table_of((RANK, PLAYER, COUNTRY, TABLE_POINTS, SCORE), shown.rows)
        state = results_state(ranked).text
        granted = granted_text(shown, view.settings)
        note = granted or state
        if state is not None and granted is not None:
            note = mark("{state} · {granted}", state=state, granted=granted)
        sections.append(Section(table, mark("Standings"), note=note))
    return Document(
        event=view.settings.name,
        title=mark("Session {session}", session=session),
        state=seating_state(view, (session,)),
        printed=options.printed,
        aside=by_player.aside,
        note=by_player.note,
        sections=tuple(sections),
        poster=True,
    )
