"""``registration FILE …``: who registered, what they paid and eat, and the erasure of a person."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.problem import Problem, Refused
from tournament.event.registration import (
    OwnColumn,
    Registration,
    RegistrationState,
    price_problem,
    read_meals,
    read_price,
    registration_label,
)
from tournament.event.role import Act
from tournament.event.roster import FIELDS
from tournament.files.writing import write_whole
from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing, invitation_in
from ui.cli.commands import ANY_PATH, changed_file_argument, command, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.export import refuse_event_file
from ui.cli.list_reading import LIST_OPTIONS, answers_to_take, list_choices, list_options, read_list, remarks_on
from ui.cli.streams import print_json, write_answer

if TYPE_CHECKING:
    from reports.column import Column
    from reports.document import Document
    from tournament.use_cases import Book
    from tournament.use_cases.erasure import Erasure
    from tournament.use_cases.ports import CopyErasure
    from tournament.use_cases.private_data import Person, RegistrationSums

_READING = ("list", "show", "export", "door", "links")
_ACTIONS = (*_READING, "add", "import", "set", "confirm", "cancel", "erase")
_WORDS = ("first_name", "last_name", "country", "ema_number", "club", "team", "email", "phone", "paid_how", "remark")
_FIELDS = frozenset((*_WORDS, "reason", "due", "paid", "paid_on", "meals", "column", "state"))
_OPTIONS = {
    "list": frozenset(("state", "owes", "meal")),
    "add": _FIELDS,
    "set": _FIELDS | {"seen"},
    "confirm": frozenset(("next_waiting", "first")),
    "erase": frozenset(("out",)),
    "door": frozenset(("out",)),
    "links": frozenset(("out",)),
    "import": frozenset((*LIST_OPTIONS, "dry_run")),
    "export": frozenset(("out",)),
}
"""The options of each action; the others have none."""


@command("registration")
@changed_file_argument
@click.argument("action", type=click.Choice(_ACTIONS))
@click.argument("who", nargs=-1, metavar="[PERSON]…")
@option("--first-name", metavar="NAME", help_text=mark("The first name."))
@option("--last-name", metavar="NAME", help_text=mark("The last name."))
@option("--country", metavar="CODE", help_text=mark("The country."))
@option("--ema-number", metavar="NUMBER", help_text=mark("The EMA number."))
@option("--club", metavar="NAME", help_text=mark("The club."))
@option("--team", metavar="NAME", help_text=mark("The team."))
@option("--email", metavar="ADDRESS", help_text=mark("The e-mail address."))
@option("--phone", metavar="NUMBER", help_text=mark("The phone number."))
@option("--due", metavar="AMOUNT", help_text=mark("The fee to be paid, such as 30 or 30.50."))
@option("--paid", metavar="AMOUNT|due", help_text=mark("What was paid altogether; “due” for the whole fee."))
@option("--how", "paid_how", metavar="TEXT", help_text=mark("How it was paid, such as cash."))
@option("--on", "paid_on", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help_text=mark("When it was paid."))
@option(
    "--meals", metavar="LIST", help_text=mark("What they eat, separated by commas: “Saturday lunch, Sunday lunch”.")
)
@option("--remark", metavar="TEXT", help_text=mark("A remark."))
@option("--reason", metavar="TEXT", help_text=mark("Why they left or cannot come; shown to the organiser only."))
@option(
    "--column", metavar="HEADING=VALUE", multiple=True,
    help_text=mark("A column of your own; an empty value removes it. May be repeated."),
)  # fmt: skip
@option(
    "--state", type=click.Choice([each.value for each in RegistrationState]),
    help_text=mark("With add or set: registered or waiting. With list: only people in this state."),
)  # fmt: skip
@option("--seen", type=int, metavar="VERSION", help_text=mark("With set: refuses if another desk changed the person."))
@option("--next", "next_waiting", type=int, metavar="COUNT",
        help_text=mark("With confirm: the first ones of the waiting list, in order."))  # fmt: skip
@option("--from", "first", type=int, metavar="SESSION",
        help_text=mark("With confirm, once the draw is published: from this session on."))  # fmt: skip
@list_options("--read")
@option(
    "--dry-run",
    is_flag=True,
    default=None,
    help_text=mark("With import: shows what would be noted, and writes nothing."),
)
@option("--owes", is_flag=True, default=None, help_text=mark("With list: only people who still owe something."))
@option("--meal", metavar="NAME", help_text=mark("With list: only people who eat this meal."))
@option(
    "--out",
    type=ANY_PATH,
    metavar="PATH",
    help_text=mark("With erase: where the letter to the person is written; with export: their data."),
)
@json_option
@click.pass_obj
def registration(
    context: CliContext, /, *, file: Path, action: str, who: tuple[str, ...], as_json: bool, **given: Any
) -> None:
    """List, change, confirm, erase and export people who registered."""
    asked = {name: value for name, value in given.items() if value not in (None, ())}
    if foreign := asked.keys() - _OPTIONS.get(action, frozenset()):
        raise not_taken(context, foreign, f"registration {action}")
    if action in ("list", "add", "door", "links") and who:
        text = mark("“registration FILE {action}” takes no person.", action=action)
        raise click.UsageError(context.translate(text))
    if action == "import" and len(who) != 1:
        raise click.UsageError(context.translate(mark("Name the CSV or Excel file with the registrations.")))
    if action not in ("list", "add", "door", "links", "import") and not who and "next_waiting" not in asked:
        raise click.UsageError(context.translate(mark("Name the person: by number, name or id.")))
    with _opened(file, action) as book:
        from tournament.use_cases.private_data import RegistrationChanged

        try:
            _ACTS[action](context, book, who, asked, as_json)
        except RegistrationChanged as changed:
            raise Refused(Problem("person-changed", changed.text, "person")) from changed


def _opened(file: Path, action: str) -> "AbstractContextManager[Book]":
    if action in _READING and invitation_in(file) is None:
        return event_for_reading(file)
    return event_for_writing(file, Act.REGISTRATION)


def _people(context: CliContext, book: "Book") -> "tuple[Person, ...]":
    from tournament.use_cases.private_data import read_people

    return read_people(book, author_of(context))


def _named(context: CliContext, book: "Book", who: Iterable[str]) -> "list[Person]":
    from tournament.use_cases.private_data import named_person

    people = _people(context, book)
    return list({id(person): person for person in (named_person(people, each) for each in who)}.values())


def _one(context: CliContext, book: "Book", who: Sequence[str]) -> "Person":
    if len(who) != 1:
        raise click.UsageError(context.translate(mark("Name one person.")))
    return _named(context, book, who)[0]


def _list(context: CliContext, book: "Book", _who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.use_cases.private_data import owed, sums_of, takes_part

    people = _people(context, book)
    chosen = [
        person for person in people
        if ("state" not in asked or person.registration.state is RegistrationState(asked["state"]))
        and ("owes" not in asked or owed(person))
        and ("meal" not in asked or (takes_part(person) and asked["meal"] in person.registration.meals))
    ]  # fmt: skip
    sums = sums_of(people)
    if as_json:
        print_json({"people": [_as_json(person) for person in chosen], "sums": _sums_json(sums)})
        return
    if chosen:
        context.print_table(_columns(), chosen)
    elif people:
        context.print_line(mark("Nobody is shown."))
    for line in _sums_lines(sums):
        context.print_line(line)


def _show(context: CliContext, book: "Book", who: Sequence[str], _asked: dict[str, Any], as_json: bool) -> None:
    _print_people(context, [_one(context, book, who)], as_json=as_json)


def _add(context: CliContext, book: "Book", _who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.use_cases.private_data import Person, save_person

    made = save_person(book, Person(Registration()), _changed(context, Registration(), asked), author_of(context))
    _print_people(context, [made], as_json=as_json)


def _import(context: CliContext, book: "Book", who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.event.player_import import read_roster
    from tournament.event.player_import.registrations import (
        REGISTRATION_COLUMN_FIELDS,
        is_noted,
        not_read,
        registrations_of,
    )
    from tournament.use_cases.private_data import add_people

    table = read_list(context, Path(who[0]), asked)
    choices = list_choices(context, table, asked, column_flag="--read", fields=REGISTRATION_COLUMN_FIELDS)
    roster = read_roster(table, (), choices, single_names=True)
    if roster.problems:
        raise Refused(*roster.problems)
    coming, written = registrations_of(table, roster), not asked.get("dry_run", False)
    people, known = add_people(book, coming, author_of(context), dry_run=not written)
    left = [line for line in roster.lines if not is_noted(line)]
    unread = list(not_read(table, roster))
    for text in answers_to_take(roster, choices):
        context.print_remark(text)
    if as_json:
        print_json({"people": [_as_json(person) for person in people], "already": list(known),
                    "left_out": [{"line": line.number, "why": [context.translate(note.text) for note in line.notes]}
                                 for line in left],
                    "not_read": [{"line": line, "why": context.translate(text)} for line, text in unread],
                    "written": written})  # fmt: skip
        return
    context.print_line(roster.how)
    for text in remarks_on(left):
        context.print_line(text)
    for number, text in unread:
        context.print_remark(mark("Line {line} · {what}", line=number, what=text))
    if known:
        context.print_remark(mark_count("{count} person was registered already: {names}",
                                        "{count} people were registered already: {names}", len(known),
                                        names=known[:20]))  # fmt: skip
    if written:
        context.print_line(mark_count("{count} registration added.", "{count} registrations added.", len(people)))
        return
    _print_people(context, people, as_json=False)
    context.print_line(
        mark_count(
            "{count} registration would be added. Nothing was written.",
            "{count} registrations would be added. Nothing was written.",
            len(people),
        )
    )


def _door(context: CliContext, book: "Book", _who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from reports.sheets.door import at_the_door

    document = at_the_door(book.view, _people(context, book), datetime.now().astimezone())
    _write(context, document, asked.get("out"), as_json)


def _links(context: CliContext, book: "Book", _who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    """Write cards with the personal links, or the list of the links."""
    from reports.sheets.door import link_cards, links_to_send

    out, people, now = asked.get("out"), _people(context, book), datetime.now().astimezone()
    make = link_cards if out is not None and out.suffix.lower() == ".pdf" else links_to_send
    _write(context, make(book.view, people, now), out, as_json)


def _write(context: CliContext, document: "Document", out: Path | None, as_json: bool) -> None:
    """Write a paper of the desk to ``out``."""
    from reports.catalogue import Format, write

    if out is None:
        raise click.UsageError(context.translate(mark("Say where to write: add --out PATH.")))
    ending = out.suffix.removeprefix(".").lower()
    if ending not in ("pdf", "xlsx", "html", "csv"):
        text = mark("The paper is written as .pdf, .xlsx, .html or .csv, not “{ending}”.", ending=out.suffix)
        raise click.UsageError(context.translate(text))
    refuse_event_file(out)
    write(document, out, Format(ending), context.language)
    if as_json:
        print_json({"written": str(out)})
    else:
        context.print_line(mark("Written: {path}", path=str(out)))


def _set(context: CliContext, book: "Book", who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.use_cases.private_data import RegistrationChanged, save_person

    person = _one(context, book, who)
    if not asked.keys() - {"seen"}:
        raise click.UsageError(context.translate(mark("Say what changes.")))
    if person.number and asked.keys() & {*FIELDS, "state"}:
        text = mark("{name} is on the list of players: “players FILE set {number}” changes the name, country, number, "
                    "club, team and state.", name=person.registration.name, number=person.number)  # fmt: skip
        raise Refused(Problem("person-is-player", text, "person"))
    after = _changed(context, person.registration, asked)
    if asked.get("seen", person.version) != person.version:
        raise RegistrationChanged(after, person if person.version else None)
    _print_people(context, [save_person(book, person, after, author_of(context))], as_json=as_json)


def _confirm(context: CliContext, book: "Book", who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from itertools import islice

    from tournament.use_cases.event_setup import late_remarks
    from tournament.use_cases.private_data import NOBODY_WAITS, confirm, waiting_list

    people = _named(context, book, who)
    if "next_waiting" in asked:
        most = asked["next_waiting"]
        waiting = list(islice(waiting_list(_people(context, book)), most))
        people += [each for each in waiting if each not in people]
        if len(waiting) < most:
            context.print_remark(mark_count("Only {count} person is on the waiting list.",
                                            "Only {count} people are on the waiting list.", len(waiting))
                                 if waiting else NOBODY_WAITS)  # fmt: skip
    first, view = asked.get("first"), book.view
    coming = [person.registration.as_player() for person in people if not person.number]
    confirmed = confirm(book, people, author_of(context), first)
    for remark in late_remarks(view, coming, first):
        context.print_remark(remark.text)
    _print_people(context, confirmed, as_json=as_json)


def _cancel(context: CliContext, book: "Book", who: Sequence[str], _asked: dict[str, Any], as_json: bool) -> None:
    from tournament.use_cases.private_data import cancel

    done = [cancel(book, person, author_of(context)) for person in _named(context, book, who)]
    _print_people(context, done, as_json=as_json)


def _erase(context: CliContext, book: "Book", who: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.use_cases.erasure import erase, erase_again, letter

    again = erase_again(book, who[0], author_of(context)) if len(who) == 1 else None
    if again is not None:
        _print_copies(context, again, who[0], as_json=as_json)
        return
    person = _one(context, book, who)
    erasure, copies = erase(book, person, author_of(context))
    paragraphs = [context.translate(text) for text in letter(erasure, copies, book.view.settings.name, _today())]
    if "out" in asked:
        write_whole(asked["out"], "\n\n".join(paragraphs) + "\n")
    if as_json:
        print_json(_erasure_json(context, erasure, copies, paragraphs))
        return
    _print_copies(context, copies, person.id[:8], as_json=False)
    for text in erasure.found_texts:
        context.print_remark(text)
    write_answer("\n" + "\n\n".join(paragraphs))


def _print_copies(context: CliContext, copies: "Sequence[CopyErasure]", id: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"copies": _copies_json(context, copies)})
        return
    for copy in copies:
        context.print_line(mark("{path}: {fate}", path=str(copy.path), fate=copy.fate.label))
        if copy.problem is not None:
            context.print_remark(copy.problem)
    if any(copy.is_open for copy in copies):
        context.print_remark(mark("When these can be reached: registration FILE erase {id}", id=id))


def _copies_json(context: CliContext, copies: "Sequence[CopyErasure]") -> list[dict[str, object]]:
    return [
        {"path": str(copy.path), "fate": copy.fate.value,
         "problem": context.translate(copy.problem) if copy.problem is not None else None}
        for copy in copies
    ]  # fmt: skip


def _export(context: CliContext, book: "Book", who: Sequence[str], asked: dict[str, Any], _as_json: bool) -> None:
    from tournament.use_cases.person_export import person_document, person_json

    person = _one(context, book, who)
    if "out" in asked:
        write_whole(asked["out"], person_json(book.view, person, context.translate))
        context.print_line(mark("Written to {path}", path=str(asked["out"])))
    else:
        print_json(person_document(book.view, person, context.translate))


_ACTS: dict[str, Callable[[CliContext, "Book", Sequence[str], dict[str, Any], bool], None]] = {
    "list": _list,
    "show": _show,
    "add": _add,
    "import": _import,
    "door": _door,
    "links": _links,
    "set": _set,
    "confirm": _confirm,
    "cancel": _cancel,
    "erase": _erase,
    "export": _export,
}


def _today() -> date:
    return datetime.now().astimezone().date()


def _changed(context: CliContext, before: Registration, asked: dict[str, Any]) -> Registration:
    """``before`` with what the options give. Raise Refused if it cannot be read."""
    from tournament.event.country import country_code

    changes: dict[str, Any] = {name: asked[name].strip() for name in (*_WORDS, "reason") if name in asked}
    if "country" in changes:
        changes["country"] = country_code(changes["country"]) or changes["country"]
    if "due" in asked:
        changes["due"] = _price(asked["due"], "due")
    if "paid" in asked:
        full = asked["paid"].strip() == "due"
        changes["paid"] = changes.get("due", before.due) if full else _price(asked["paid"], "paid")
        if changes["paid"] != before.paid and before.paid_on is None:
            changes["paid_on"] = _today()
    if "paid_on" in asked:
        changes["paid_on"] = asked["paid_on"].date()
    if "meals" in asked:
        changes["meals"] = read_meals(asked["meals"])
    if "column" in asked:
        changes["columns"] = _columns_changed(context, before.columns, asked["column"])
    if "state" in asked:
        state = RegistrationState(asked["state"])
        if state not in (RegistrationState.REGISTERED, RegistrationState.WAITING):
            text = mark("Use “registration FILE confirm” and “registration FILE cancel” for the other states.")
            raise click.UsageError(context.translate(text))
        changes["state"] = state
    return replace(before, **changes)


def _price(typed: str, field: str) -> int:
    amount = read_price(typed)
    if amount is None:
        raise Refused(price_problem(typed, field))
    return amount


def _columns_changed(context: CliContext, before: tuple[OwnColumn, ...], typed: Iterable[str]) -> tuple[OwnColumn, ...]:
    values = {each.heading: each.value for each in before}
    for each in typed:
        heading, equals, value = each.partition("=")
        if not (equals and heading.strip()):
            text = mark("--column needs a heading and a value, such as “T-shirt=L”, not “{typed}”.", typed=each)
            raise click.UsageError(context.translate(text))
        values[heading.strip()] = value.strip()
    return tuple(OwnColumn(heading, value) for heading, value in values.items() if value)


def _print_people(context: CliContext, people: "Sequence[Person]", *, as_json: bool) -> None:
    if as_json:
        print_json([_as_json(person) for person in people])
        return
    from tournament.event.registration import PRIVATE_FIELDS
    from tournament.use_cases.private_data import shown

    for person in people:
        number = str(person.number or "–")
        context.print_line(mark("{number} {name}: {state} (id {id}, version {version})", number=number,
                                name=person.registration.name, state=person.registration.state.label,
                                id=person.id[:8] or "–", version=person.version))  # fmt: skip
        for field in PRIVATE_FIELDS:
            value = shown(person.registration, field)
            if field != "state" and value not in ("", "0.00"):
                context.print_line(mark("  {field}: {value}", field=registration_label(field), value=value))


def _columns() -> "tuple[Column[Person], ...]":
    """What the list shows of a person."""
    from reports.column import Column, Kind
    from reports.vocabulary import ID, NUMBER, PLAYER, STATE
    from tournament.use_cases.private_data import price_text

    return (
        NUMBER.of(lambda person: person.number or None),
        PLAYER.of(lambda person: person.registration.name),
        STATE.of(lambda person: person.registration.state.label),
        Column(registration_label("due"), lambda person: price_text(person.registration.due), Kind.AMOUNT),
        Column(registration_label("paid"), lambda person: price_text(person.registration.paid), Kind.AMOUNT),
        Column(registration_label("meals"), lambda person: ", ".join(person.registration.meals)),
        Column(ID.heading, lambda person: person.id[:8] or None),
    )


def _sums_lines(sums: "RegistrationSums") -> Iterable[Text]:
    from tournament.use_cases.private_data import price_text

    for state, count in sums.states.items():
        if count:
            yield mark("{state}: {count}", state=state.label, count=count)
    yield mark("Due {due}, paid {paid}, still owed {owed}, to be paid back {back}", due=price_text(sums.due),
               paid=price_text(sums.paid), owed=price_text(sums.owed), back=price_text(sums.refunds))  # fmt: skip
    for meal, count in sums.meals.items():
        yield mark_count("{meal}: {count} person", "{meal}: {count} people", count, meal=meal)


def _as_json(person: "Person") -> dict[str, object]:
    from tournament.use_cases.person_export import registration_document
    from tournament.use_cases.private_data import owed, price_text

    return {
        "id": person.id or None,
        "version": person.version,
        **registration_document(person.registration),
        "owed": price_text(owed(person)),
    }


def _sums_json(sums: "RegistrationSums") -> dict[str, object]:
    from tournament.use_cases.private_data import price_text

    return {
        "states": {state.value: count for state, count in sums.states.items()},
        "due": price_text(sums.due), "paid": price_text(sums.paid), "owed": price_text(sums.owed),
        "refunds": price_text(sums.refunds), "meals": dict(sums.meals),
    }  # fmt: skip


def _erasure_json(
    context: CliContext, erasure: "Erasure", copies: "Sequence[CopyErasure]", paragraphs: Sequence[str]
) -> dict[str, object]:
    return {
        "id": erasure.person.id,
        "name": erasure.person.registration.name,
        "erased": list(erasure.fields),
        "copies": _copies_json(context, copies),
        "stays": {
            "player": erasure.person.number or None,
            "tables": [{"session": session, "table": table} for session, table in erasure.tables],
            "texts": [{"text": text, "entries": list(entries)} for text, entries in erasure.found],
        },
        "letter": list(paragraphs),
    }  # fmt: skip
