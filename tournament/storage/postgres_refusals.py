"""Errors of a PostgreSQL database as texts for the user, which say what to do. None contains a password."""

from typing import TYPE_CHECKING

from tournament.files.packed import is_packed
from tournament.language import Text, mark
from tournament.use_cases.ports import StoreDamaged, StoreMissing, StoreUnavailable

if TYPE_CHECKING:
    import psycopg

_NO_TABLES = ("42P01", "3F000")
_OTHER_TABLES = ("42703", "42804", "42883")
_LOST = ("08", "57P")
"""The beginnings of the codes with which a server ends a connection. A connection that broke has no code."""


def refusal_of(error: "psycopg.Error", place: str) -> StoreDamaged | StoreUnavailable:
    """Return the refusal for ``error``, which occurred on the open database at ``place``."""
    code = error.sqlstate or ""
    if code in _NO_TABLES:
        return StoreMissing(no_tables(place))
    if code in _OTHER_TABLES:
        return StoreDamaged(other_tables(place))
    return StoreUnavailable(_surroundings(error, code, place))


def unreachable(error: "psycopg.Error", place: str) -> Text:
    """Return the text for a failed connection.

    libpq gives its reason in words, but without a code.
    """
    said = _message_of(error)
    if "password" in said or "authentication" in said:
        return mark("“{place}” refused the account or its password (“{error}”): check both, and PGPASSWORD or the "
                    "password file.", place=place, error=said)  # fmt: skip
    if "database" in said and "does not exist" in said:
        return mark("There is no database “{place}”: check the name, or create it with “createdb”.", place=place)
    return mark(
        "The database “{place}” cannot be reached (“{error}”): check the address and the network, and whether the "
        "server is running.",
        place=place,
        error=said,
    )


def no_driver() -> Text:
    """Return the text for a missing library for PostgreSQL."""
    if is_packed():
        return mark(
            "This package of the program opens no events in PostgreSQL: install “quatre-vents[postgresql]” with uv or "
            "pipx."
        )
    return mark(
        "PostgreSQL needs the package psycopg, which is not installed here: install “quatre-vents[postgresql]”."
    )


def bad_address() -> Text:
    """Return the text for an invalid address. It does not repeat the address, which may contain a password."""
    return mark(
        "This is not the address of a database: write postgresql://USER@HOST/DATABASE, and give a password with signs "
        "such as @ or / in PGPASSWORD or the password file."
    )


def no_tables(place: str) -> Text:
    """Return the text for a database without the tables of this program."""
    return mark("“{place}” has no tables of Quatre Vents: “shared prepare” creates them.", place=place)


def other_tables(place: str) -> Text:
    """Return the text for tables that differ from those that this program creates."""
    return mark(
        "An earlier version made the tables of Quatre Vents in “{place}”, or another program changed the tables: run "
        "“shared prepare” again, or restore a backup.",
        place=place,
    )


def other_layout(place: str, found: int, known: int) -> Text:
    """Return the text for tables that another version of the program created."""
    return mark(
        "The tables in “{place}” have version {found}, and this program knows version {known}: use the same version "
        "of Quatre Vents everywhere.",
        place=place,
        found=found,
        known=known,
    )


def other_encoding(place: str, found: str) -> Text:
    """Return the text for a database whose encoding cannot store every letter."""
    return mark(
        "“{place}” keeps texts in {found}, which does not have every letter: create a database with “createdb "
        "--encoding=UTF8 --template=template0”.",
        place=place,
        found=found,
    )


def no_event(place: str, event: str) -> Text:
    """Return the text for a database that has no event of this id."""
    return mark("There is no event “{event}” in “{place}”: “shared list” lists its events.", event=event, place=place)


def other_journal(place: str, event: str, found: str) -> Text:
    """Return the text for an event whose entries in the database differ from those to be written."""
    return mark(
        "“{place}” already has the event “{event}” with other entries ({found}): nothing was written. “shared get” "
        "fetches them; compare the two before you enter anything more.",
        place=place,
        event=event,
        found=found,
    )


def went_back(place: str) -> Text:
    """Return the text for a database that has lost entries which it had confirmed."""
    return mark(
        "“{place}” no longer has the entries that it confirmed: a backup or a standby took its place. Nothing was "
        "written.",
        place=place,
    )


def not_kept(place: str) -> Text:
    """Return the text for entries that cannot be read back, so that nothing was committed."""
    return mark("“{place}” did not store what was written, so nothing was saved: check its tables.", place=place)


def unknown(place: str) -> Text:
    """Return the text for a connection that broke during a commit, so that its result is unknown."""
    return mark(
        "The connection to “{place}” was lost while it was saving, and it is not known whether it did: look before "
        "you repeat anything.",
        place=place,
    )


def _surroundings(error: "psycopg.Error", code: str, place: str) -> Text:
    match code:
        case "42501":
            return mark("The account has no right to do this in “{place}”: its administrator can give it (“shared "
                        "prepare --account”).", place=place)  # fmt: skip
        case "53100":
            return mark("The disk of “{path}” is full: nothing was written. Free some space and try again.",
                        path=place)  # fmt: skip
        case "25006":
            return mark("“{place}” is a read-only standby, so nothing was written: use the address of the primary.",
                        place=place)  # fmt: skip
        case "55P03" | "57014":
            return mark("“{place}” took too long to answer: nothing was written. Try again.", place=place)
        case _ if code.startswith(_LOST) or (not code and _is_lost(error)):
            return mark("The connection to “{place}” was lost before it confirmed anything: try again.", place=place)
        case _:
            return mark("Nothing was written to “{place}”: the database reported “{error}”.", place=place,
                        error=_message_of(error))  # fmt: skip


def _is_lost(error: "psycopg.Error") -> bool:
    import psycopg

    return isinstance(error, psycopg.OperationalError)


def _message_of(error: "psycopg.Error") -> str:
    """Return the message of ``error`` on one line."""
    return " ".join((error.diag.message_primary or str(error)).split())


def no_private_table(place: str) -> Text:
    """Return the text for a database whose tables an earlier version created, without the one for data of people."""
    return mark(
        "The database {place} has no table for the data of people yet: run “shared prepare” with an account that may "
        "create it.",
        place=place,
    )
