"""Why a player has their place: the tie-break in sentences, with the numbers of both players."""

from fractions import Fraction

from tournament.language import Text, mark, mark_count, mark_in, signed_text, verbatim
from tournament.standings.finals import last_final
from tournament.standings.ranking import Standing, Standings


def ordinal(rank: int) -> Text:
    """Return a place as an ordinal number: ``1st``, ``2nd``, ``11th``; in French ``1er``, ``2e``."""
    if rank == 1:
        return mark_in("first place", "{rank}st", rank=rank)
    ending = 0 if rank % 100 in (11, 12, 13) else rank % 10
    if ending == 1:
        return mark_in("place", "{rank}st", rank=rank)
    if ending == 2:
        return mark_in("place", "{rank}nd", rank=rank)
    if ending == 3:
        return mark_in("place", "{rank}rd", rank=rank)
    return mark_in("place", "{rank}th", rank=rank)


def explanation(standings: Standings, number: int) -> tuple[Text, ...]:
    """Explain in one to three sentences why player ``number`` has their place, the most important one first.

    The sentences name players who share the place; players with the same table points in front and behind, with both
    scores; or the distance to the next place (FFMJ, "Points de table"; docs/rules.md, G2). Raise KeyError for a player
    who is not ranked.
    """
    rows = standings.rows
    index = next((index for index, row in enumerate(rows) if row.player.number == number), None)
    if index is None:
        raise KeyError(number)
    own = rows[index]
    if not standings.after:
        return (mark("Nothing is recorded yet, so all players are level."),)
    level = _same_final(standings, own)
    before = [row for row in level if row.rank < own.rank]
    behind = [row for row in level if row.rank > own.rank]
    sentences: list[Text] = []
    shared = [row for row in rows if row.rank == own.rank and row is not own]
    if shared:
        sentences.append(_shared(own, shared))
    sentences += _in_front(own, before[-1]) if before else []
    sentences += _beaten(own, behind[0], first=not before) if behind else []
    sentences += _granted(own)
    sentences += _cut_off(standings, own)
    return tuple(sentences) or (mark("There are no other players."),)


def _same_final(standings: Standings, own: Standing) -> list[Standing]:
    """Return the players who reached the same last final, among whom table points and score decide."""
    finals = standings.ranking_finals
    reached = last_final(finals, own.player.number)
    return [row for row in standings.rows if last_final(finals, row.player.number) == reached]


def _cut_off(standings: Standings, own: Standing) -> list[Text]:
    reached = last_final(standings.ranking_finals, own.player.number)
    missed = [final for final in standings.ranking_finals if final.session > reached]
    if not missed:
        return []
    text = mark("The cut for the final of {size} was made before: its players rank above.", size=len(missed[0].players))
    return [text]


def _granted(own: Standing) -> list[Text]:
    """Return the sentences about points granted for sessions before the player joined, and for those they sat out."""
    granted = [result for result in own.results.values() if result.granted]
    late, sat_out = ([each for each in granted if each.sat_out is turn] for turn in (False, True))
    texts = []
    if late:
        texts.append(
            mark_count(
                "Joined late: {count} session before counts with {points} and a score of {score}.",
                "Joined late: {count} sessions before count with {points} and a score of {score} each.",
                len(late),
                points=_table_points(late[0].table_points),
                score=signed_text(late[0].score),
            )
        )
    if sat_out:
        texts.append(
            mark_count(
                "Sat out: {count} session counts with {points} and a score of {score}.",
                "Sat out: {count} sessions count with {points} and a score of {score} each.",
                len(sat_out),
                points=_table_points(sat_out[0].table_points),
                score=signed_text(sat_out[0].score),
            )
        )
    return texts


def _shared(own: Standing, others: list[Standing]) -> Text:
    named = verbatim(others[0].player.name)
    if len(others) > 1:
        named = mark_count("{name} and {count} other", "{name} and {count} others", len(others) - 1, name=named)
    return mark(
        "Shares the place with {names}: {points} and a score of {score} each.",
        names=named,
        points=_table_points(own.table_points),
        score=signed_text(own.score),
    )


def _in_front(own: Standing, next_one: Standing) -> list[Text]:
    """Return the sentence about the distance to the place above."""
    if next_one.table_points == own.table_points:
        return [
            mark(
                "Level with {name} on {points}. The score decides: {theirs} against {own}.",
                name=next_one.player.name,
                points=_table_points(own.table_points),
                theirs=signed_text(next_one.score),
                own=signed_text(own.score),
            )
        ]
    return [
        mark(
            "{points} behind {name}, {place}.",
            points=_table_points(next_one.table_points - own.table_points),
            name=next_one.player.name,
            place=ordinal(next_one.rank),
        )
    ]


def _beaten(own: Standing, next_one: Standing, *, first: bool) -> list[Text]:
    """Return the sentence about the lead over the next player: by score, and for the leader also by table points."""
    if next_one.table_points == own.table_points:
        return [
            mark(
                "Level with {name} on {points}, and ahead by score: {own} against {theirs}.",
                name=next_one.player.name,
                points=_table_points(own.table_points),
                own=signed_text(own.score),
                theirs=signed_text(next_one.score),
            )
        ]
    if not first:
        return []
    return [
        mark(
            "{points} ahead of {name}, {place}.",
            points=_table_points(own.table_points - next_one.table_points),
            name=next_one.player.name,
            place=ordinal(next_one.rank),
        )
    ]


def _table_points(points: Fraction) -> Text:
    """Return a text such as ``1 table point`` or ``2½ table points``.

    English uses the plural for zero and for values between one and two; French does not.
    """
    count = 1 if 0 < points <= 1 else 0 if points < 2 else 2
    return mark_count("{points} table point", "{points} table points", count, points=points)
