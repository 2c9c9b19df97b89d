"""Check a whole event: chain, draw, players, and every score, which is counted a second time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.event.settings import CountedTotals
from tournament.language import Text, exact_text, mark
from tournament.ledger.audit import Audit, AuditedTable, Unaudited, audit
from tournament.ledger.codec import decode
from tournament.ledger.entry import EVENT_STREAM, Record, UnreadableEntry
from tournament.ledger.facts import SigningKeySet
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet, SheetState
from tournament.ledger.signature import VerifiedSignature, short_key, verified_signatures
from tournament.use_cases.chain import chain_problems, continuation_problems, fingerprint_of, unreadable_entry
from tournament.use_cases.coherence import CONTRADICTIONS, content_problems, contradiction, reason_of, unbalanced
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and how much it read."""

    problems: tuple[Problem, ...]
    players: int = 0
    hands: int = 0
    entries: int = 0
    fingerprint: Fingerprint = NO_ENTRIES
    """The fingerprint of the entries that were read."""
    signing_key: SigningKeySet | None = None
    """The key that signs the fingerprints of the event now; None if they are not signed."""
    signatures: tuple[VerifiedSignature, ...] = ()
    """Oldest first. Those that do not hold are included, and are problems too."""
    unproven: tuple[Text, ...] = ()
    """What the check cannot detect in a file of this version."""
    remarks: tuple[Text, ...] = ()
    """Remarks that do not make the event wrong.

    They name sheets that must be signed again before other totals count, and seats that a new draw gave to players who
    had left.
    """
    words: tuple[str, ...] = ()
    """The vocabularies of the event (`Language.with_words`)."""


_NO_END = mark(
    "This check cannot find entries that are missing at the end of the journal, nor entries of different tables "
    "that were swapped: a file of the first version does not record where its journal ends. Compare the fingerprint "
    "with one on paper, or with a copy."
)


def check_records(
    records: Sequence[Record],
    end: Fingerprint | None = None,
    since: Fingerprint | None = None,
    *,
    incomplete: bool = False,
) -> Checked:
    """Check the journal ``records``, in the order of writing. Return all problems; nothing is changed.

    ``end`` is the end of the journal as the store records it. ``since`` is an earlier fingerprint that the records must
    continue. ``incomplete`` says that entries are known to be lost: then it is no fault if an entry refers to a missing
    entry of another stream.
    """
    chain = chain_problems(records, end)
    counted = _check(records, chain, incomplete=incomplete)
    continued = () if since is None else continuation_problems(records, since)
    return replace(
        counted,
        problems=(*chain, *continued, *counted.problems),
        entries=len(records),
        fingerprint=fingerprint_of(records),
        unproven=() if end is not None else (_NO_END,),
    )


def _check(records: Sequence[Record], chain: Sequence[Problem], *, incomplete: bool) -> Checked:
    """Check everything but the chain, whose breaks are ``chain``."""
    try:
        view = View(Journal(decode(record) for record in records))
    except UnreadableEntry as error:
        return Checked((unreadable_entry(error, chain),))
    signatures = tuple(verified_signatures(view.journal))
    counted = _counted(view, records, incomplete=incomplete)
    broken = (_signature_problem(each) for each in signatures)
    found = (*counted.problems, *(problem for problem in broken if problem is not None))
    return replace(counted, problems=found, signing_key=view.state.signing_key, signatures=signatures, words=view.words)


def _signature_problem(signature: VerifiedSignature) -> Problem | None:
    """Return why ``signature`` does not hold, or None if it does."""
    if signature.fault is None:
        return None
    text = mark(
        "Entry {number}: the signature of {holder} (key {key}) for {session} does not hold: {why}.",
        number=signature.position,
        holder=signature.holder,
        key=short_key(signature.fact.key),
        session=signature.session,
        why=signature.fault,
    )
    return Problem("signature-broken", text, "signature")


def _counted(view: View, records: Sequence[Record], *, incomplete: bool) -> Checked:
    """Check everything but the chain and the signatures."""
    problems: list[Problem] = []
    if not view.journal.number(EVENT_STREAM):
        text = mark("This file contains no event: its creation was interrupted.")
        return Checked((Problem("no-event", text, "event"),))
    try:
        problems.extend(content_problems(view, incomplete=incomplete))
        again = audit(records)
        problems.extend(_differences(view, again))
    except Unaudited as error:
        text = mark("The event cannot be counted a second time: {what}.", what=_unaudited_text(error))
        return Checked((*problems, Problem("not-audited", text, "event")), len(view.players))
    except Refused as refused:
        return Checked((*problems, *refused.problems), len(view.players))
    except CONTRADICTIONS as error:
        text = mark("The check could not be completed: {what}.", what=reason_of(error))
        return Checked((*problems, contradiction(view) or Problem("not-checked", text, "event")))
    hands = sum(table.hands for table in again.tables.values())
    return Checked(
        tuple(problems), len(view.players), hands, remarks=(*_to_sign_again(view), *_seated_away(view, again))
    )


def _unaudited_text(error: Unaudited) -> Text:
    if isinstance(error.__cause__, CONTRADICTIONS):
        return reason_of(error.__cause__)
    if error.kind:
        return mark("an entry of the kind “{kind}” does not fit there", kind=error.kind)
    if error.table:
        return mark(
            "there is no place for table {table} of session {session}", table=error.table, session=error.session
        )
    return mark("there is no place for session {session}", session=error.session)


def _to_sign_again(view: View) -> Iterator[Text]:
    """Yield each sheet that must be signed again for a correction to count.

    Where signed totals count, such a sheet was corrected since its signature and its totals differ from it.
    """
    if view.settings.counted_totals is not CountedTotals.AS_SIGNED:
        return
    for sheet in (sheet for session in view.drawn_sessions for sheet in view.sheets(session)):
        if sheet.closed is not None and sheet.state is SheetState.TOTALS_DIFFER:
            yield mark(
                "Session {session}, table {table}: the sheet was corrected after it was signed, and its totals "
                "differ. Its scores stay as signed until it is signed again.",
                session=sheet.session,
                table=sheet.table,
            )


def _seated_away(view: View, again: Audit) -> Iterator[Text]:
    """Yield the seats that a new draw gave to players who had left.

    Earlier versions of the program allowed this. Such an event is not wrong, so these are remarks.
    """
    for each in again.seated_away:
        player = view.players.get(each.player)
        yield mark(
            "Entry {number} gave {player} a seat in session {session}, in which they no longer play.",
            number=each.position,
            player=player.name if player is not None else str(each.player),
            session=each.session,
        )


def _closing_problems(view: View, again: Audit) -> Iterator[Problem]:
    """Yield the differences between the two counts in closed sessions and in public results."""
    for session in sorted(again.closed ^ view.state.closed):
        text = mark("Session {session}: only one of the two counts finds it closed.", session=session)
        yield Problem("closing-differs", text, "session")
    if again.public_session != view.state.publication.session:
        text = mark("By the second count the results are public up to session {session}, not up to " "session {other}.",
                    session=again.public_session, other=view.state.publication.session)  # fmt: skip
        yield Problem("public-differs", text, "session")


def _differences(view: View, again: Audit) -> Iterator[Problem]:
    yield from _closing_problems(view, again)
    for session in view.session_numbers:
        for sheet in view.sheets(session):
            yield from _table_differences(sheet, again.tables.get((sheet.session, sheet.table)))
    if not view.settings.format.is_drawn:
        yield from _season_differences(view, again)
        return
    standings = view.standings()
    shown = {row.player.number: (row.rank, row.table_points, row.score) for row in standings.rows}
    shown |= {row.player.number: (0, row.table_points, row.score) for row in standings.unranked}
    known = {**again.ranking, **again.unranked}
    counted = {number: (row.rank, row.table_points, row.score) for number, row in known.items()}
    for number in sorted(shown.keys() | counted.keys()):
        if shown.get(number) != counted.get(number):
            player = view.players.get(number)
            name = player.name if player is not None else str(number)
            text = mark("The second count gives {player} another place in the standings.", player=name)
            yield Problem("standings-differ", text, "standings")


def _season_differences(view: View, again: Audit) -> Iterator[Problem]:
    season = view.season()
    rows = {row.player.number: row for row in (*season.rows, *season.waiting, *season.unranked)}
    for number in sorted(rows.keys() | again.season.keys()):
        row, counted = rows.get(number), again.season.get(number)
        if (
            row is None
            or counted is None
            or (counted.rank, counted.worth, counted.games)
            != (
                row.rank,
                row.worth,
                row.games,
            )
        ):
            text = mark(
                "The second count gives {player} another place in the standings.", player=view.players[number].name
            )
            yield Problem("standings-differ", text, "standings")


def _table_differences(sheet: Sheet, counted: AuditedTable | None) -> Iterator[Problem]:
    if counted is None:
        if sheet.counts:
            yield _differs(sheet, "–", _scores(sheet.scores))
        return
    if not sheet.counts or counted.scores != sheet.scores:
        yield _differs(sheet, _scores(counted.scores), _scores(sheet.scores))
    elif counted.over is not None and counted.over != sheet.over and not sheet.totals_only:
        text = mark("Session {session}, table {table}: by the second count the game ends at another hand.",
                    session=sheet.session, table=sheet.table)  # fmt: skip
        yield Problem("end-differs", text, "table")
    elif counted.table_points != sheet.table_points:
        again = " ".join(exact_text(points) for points in counted.table_points)
        yield _differs(sheet, again, " ".join(exact_text(points) for points in sheet.table_points))
    if sum(counted.scores) != -counted.given_away and not counted.accepted:
        yield unbalanced(sheet, counted.scores, -counted.given_away)


def _differs(sheet: Sheet, again: str, shown: str) -> Problem:
    text = mark(
        "Session {session}, table {table}: the second count gives {again}, the program shows {shown}.",
        session=sheet.session,
        table=sheet.table,
        again=again,
        shown=shown,
    )
    return Problem("sheet-differs", text, "table")


def _scores(scores: Sequence[int]) -> str:
    return " ".join(f"{letter} {score}" for letter, score in zip(LETTERS, scores, strict=True))
