"""Events read for the second count of points for sessions that somebody could not play, and of ranks after finals.

Nothing here calls what the program counts with: it reads what was entered (who sat where, who was there, which sessions
were cancelled) and the results of the sheets, which other tests count again.
"""

from fractions import Fraction

from tests.second_count.finals import Cut, ranks
from tests.second_count.sitting_out import Game, Played, Rule, total
from tournament.event.player import PlayerState
from tournament.event.seating import Final
from tournament.event.settings import FinalRanks
from tournament.use_cases import View


def played(view: View) -> Played:
    """The event of ``view`` after all its sessions, read from what was entered."""
    state, settings = view.full_state, view.settings
    cancelled = frozenset(state.cancelled)
    numbers = () if state.seating is None else tuple(state.seating.session_numbers)
    last = view.standings().after
    games: dict[int, list[Game]] = {}
    out: dict[int, frozenset[int]] = {}
    own_seat: dict[int, int] = {}
    for session in numbers:
        if session in cancelled:
            continue
        assert state.seating is not None
        seats = [set(table) for table in state.seating.sessions[session - 1]]
        turns = set(state.seating.sit_out[session - 1]) if session <= len(state.seating.sit_out) else set()
        for player in set().union(turns, *seats):
            if (session, player) not in state.substitutions:
                own_seat.setdefault(player, session)
        left = {player for player, status in state.statuses.items() if status.first <= session
                and status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)}  # fmt: skip
        kept = [table for place, table in enumerate(seats, start=1) if (session, place) not in state.taken_back]
        if session <= last and session in state.begun and seats:  # O4
            resting = set().union(turns, *seats).difference(*kept)  # O5
            out[session] = frozenset(resting - left)
        for sheet in view.sheets(session) if session <= last else ():
            if not sheet.counts:
                continue
            fines = [penalty.net for penalty in sheet.penalties]
            for column, player in enumerate(sheet.players):
                if (session, player) in state.substitutions:
                    continue  # S7: what they win is nobody's
                fined = sum(net[column] for net in fines)
                game = Game(session, Fraction(sheet.table_points[column]), sheet.scores[column], fined)
                games.setdefault(player, []).append(game)
    zero = {player: final.session for final in _finals_played(view, last) if not final.carried
            for player in final.players}  # fmt: skip
    joined = {player: min(first, own_seat.get(player, first)) for player, first in state.joined.items()}
    return Played(
        games,
        Rule(settings.late_points.value, Fraction(settings.late_fixed.table_points), settings.late_fixed.score),
        Rule(settings.sit_out_points.value if settings.sit_out_points is not None else "nothing",
             Fraction(settings.sit_out_fixed.table_points), settings.sit_out_fixed.score),
        joined, out, cancelled, zero,
    )  # fmt: skip


def _finals_played(view: View, last: int) -> list[Final]:
    """The finals that have begun by session ``last``, of which not every session is cancelled."""
    state, found = view.full_state, list[Final]()
    planned = max(state.settings.sessions, len(state.seating.sessions) if state.seating is not None else 0)
    for place, final in enumerate(state.finals):
        following = state.finals[place + 1].session if place + 1 < len(state.finals) else planned + 1
        counted = [session for session in range(final.session, following) if session not in state.cancelled]
        if counted and final.session <= last:
            found.append(final)
    return found


def differences(view: View) -> list[str]:
    """What the standings of ``view`` say otherwise than this count."""
    event, found = played(view), list[str]()
    shown = view.standings()
    counted = {row.player.number: total(event, row.player.number) for row in shown.rows}
    cuts = [Cut(final.session, frozenset(final.players), final.beside) for final in _finals_played(view, shown.after)]
    places = ranks(counted, cuts, by_points=view.settings.final_ranks is FinalRanks.POINTS)
    for row in shown.rows:
        number = row.player.number
        if counted[number] != (row.table_points, row.score):
            was = f"{row.table_points}, {row.score}"
            found.append(f"player {number}: {was} in the standings, counted {counted[number]}")
        if places[number] != row.rank:
            found.append(f"player {number}: place {row.rank} in the standings, counted {places[number]}")
    return found
