"""Everything that the event has about one person, for that person."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict

from tournament.event.registration import Registration
from tournament.language import Text
from tournament.language.harmless import escaped
from tournament.ledger.description import describe
from tournament.use_cases.private_data import Person, price_text
from tournament.use_cases.view import View


def registration_document(registration: Registration) -> dict[str, object]:
    """Return ``registration`` as values of JSON. Amounts are text with hundredths; a day is ISO text."""
    document: dict[str, object] = asdict(registration)
    document["player"] = registration.player or None
    document["due"], document["paid"] = price_text(registration.due), price_text(registration.paid)
    document["paid_on"] = registration.paid_on.isoformat() if registration.paid_on is not None else None
    document["columns"] = {each.heading: each.value for each in registration.columns}
    return document


def person_document(view: View, person: Person, translate: Callable[[Text | str], str]) -> Mapping[str, object]:
    """Return what is noted about ``person``, and what the journal has: their data as a player, sheets and rank.

    ``translate`` renders the descriptions of entries.
    """
    return {
        "event": view.settings.name,
        "registration": registration_document(person.registration),
        "journal": _of_player(view, person.number, translate) if person.number in view.players else None,
    }


def person_json(view: View, person: Person, translate: Callable[[Text | str], str]) -> str:
    """Return :func:`person_document` as JSON in one line."""
    return escaped(json.dumps(person_document(view, person, translate), ensure_ascii=False)) + "\n"


def _of_player(view: View, number: int, translate: Callable[[Text | str], str]) -> Mapping[str, object]:
    player = asdict(view.players[number])
    player["sit_out"] = list(player["sit_out"])
    rank = next((row for row in view.standings().rows if row.player.number == number), None)
    entries = []
    for entry in view.journal:
        if number in entry.fact.concerned:
            described = describe(view.journal, entry)
            entries.append({"position": entry.record.position, "time": entry.record.time, "author": entry.author,
                            "what": translate(described.what)})  # fmt: skip
    return {
        "player": player,
        "present": number in view.state.present,
        "rank": rank.rank if rank is not None and rank.results else None,
        "results": [
            {"session": each.session, "table": each.table, "score": each.score, "table_points": str(each.table_points)}
            for each in (rank.results.values() if rank is not None else ())
        ],
        "entries": entries,
    }
