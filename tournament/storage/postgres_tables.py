"""The tables of a database with events: the records, the end of each journal, tickets, desks, and data of people.

Records can only be added; triggers refuse to change or delete them, even to the owner. The others may change. An
account that enters results only needs the rights of :func:`grants`. All SQL consists of constants of this module, so
nothing can be injected.
"""

from tournament.storage.schema import FIELDS

LAYOUT = 1
"""The version of the tables. The table ``layout`` contains it."""
CHANNEL = "quatre_vents"
"""The channel of notifications. An append sends the new number of entries, a space, and the id of the event."""

_COLUMNS = ", ".join(f'"{name}"' for name in FIELDS)
_VALUES = ", ".join(["%s"] * (1 + len(FIELDS)))

SET = "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS settings (name, value)"
HAS_SCHEMA = "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'quatre_vents'"
READ_LAYOUT = "SELECT version FROM quatre_vents.layout"
READ_ENDS = "SELECT event, entries, hash FROM quatre_vents.ends ORDER BY event"
READ_END = "SELECT entries, hash FROM quatre_vents.ends WHERE event = %s"
BEGIN_EVENT = "INSERT INTO quatre_vents.ends (event, entries, hash) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
LOCK_END = f"{READ_END} FOR UPDATE"
MOVE_END = "UPDATE quatre_vents.ends SET entries = %s, hash = %s WHERE event = %s"
READ_AFTER = f"SELECT {_COLUMNS} FROM quatre_vents.records WHERE event = %s AND position > %s ORDER BY position"  # noqa: S608
READ_BEFORE = 'SELECT "before" FROM quatre_vents.records WHERE event = %s AND position = %s'
READ_HASH = "SELECT hash FROM quatre_vents.records WHERE event = %s AND position = %s"
FIND_NUMBER = "SELECT 1 FROM quatre_vents.records WHERE event = %s AND stream = %s AND number = %s"
ADD_RECORD = f"INSERT INTO quatre_vents.records (event, {_COLUMNS}) VALUES ({_VALUES})"  # noqa: S608
NOTIFY = "SELECT pg_notify(%s, %s)"

HAS_PRIVATE = (
    "SELECT 1 FROM pg_catalog.pg_class AS found JOIN pg_catalog.pg_namespace AS of ON of.oid = found.relnamespace "
    "WHERE of.nspname = 'quatre_vents' AND found.relname = 'private_data'"
)
CREATE_PRIVATE = (
    "CREATE TABLE quatre_vents.private_data (event text NOT NULL REFERENCES quatre_vents.ends, "
    "id text NOT NULL, version bigint NOT NULL, content text NOT NULL, PRIMARY KEY (event, id))"
)
"""Creates the table of the data of people that are no result."""
CLEAR_PRIVATE = "VACUUM FULL quatre_vents.private_data"
READ_PRIVATE = "SELECT id, version, content FROM quatre_vents.private_data WHERE event = %s ORDER BY id"
LOCK_PRIVATE = "SELECT id, version, content FROM quatre_vents.private_data WHERE event = %s AND id = %s FOR UPDATE"
ADD_PRIVATE = (
    "INSERT INTO quatre_vents.private_data (event, id, version, content) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (event, id) DO NOTHING"
)
CHANGE_PRIVATE = (
    "UPDATE quatre_vents.private_data SET version = %s, content = %s WHERE event = %s AND id = %s AND version = %s"
)

DESK_COLUMNS = (
    "id", "name", "author", "role", "joined", "last_word", "address", "serves_at", "certificate", "pin", "key_role",
    "earlier",
)  # fmt: skip
_DESK = ", ".join(DESK_COLUMNS)
HAS_DESKS = (
    "SELECT 1 FROM pg_catalog.pg_class AS found JOIN pg_catalog.pg_namespace AS of ON of.oid = found.relnamespace "
    "WHERE of.nspname = 'quatre_vents' AND found.relname = 'joining'"
)
KEEP_TICKET = (
    "INSERT INTO quatre_vents.tickets AS kept (event, ticket, expires) VALUES (%s, %s, %s) ON CONFLICT (event) DO "
    "UPDATE SET ticket = CASE WHEN kept.expires > %s THEN kept.ticket ELSE EXCLUDED.ticket END, "
    "expires = EXCLUDED.expires"
)
READ_TICKETS = "SELECT event, ticket, expires FROM quatre_vents.tickets"
LOCK_TICKET = "SELECT 1 FROM quatre_vents.tickets WHERE event = %s FOR UPDATE"
READ_DESKS = f"SELECT {_DESK} FROM quatre_vents.admitted_desks WHERE event = %s ORDER BY joined, id"  # noqa: S608
FIND_DESK = "SELECT event FROM quatre_vents.admitted_desks WHERE id = %s"
KEEP_DESK = (
    f"INSERT INTO quatre_vents.admitted_desks (event, {_DESK}) VALUES ({', '.join(['%s'] * (1 + len(DESK_COLUMNS)))}) "  # noqa: S608
    "ON CONFLICT (id) DO UPDATE SET author = EXCLUDED.author, role = EXCLUDED.role, "
    "serves_at = EXCLUDED.serves_at, certificate = EXCLUDED.certificate, pin = EXCLUDED.pin, "
    "key_role = EXCLUDED.key_role, earlier = EXCLUDED.earlier"
)
DROP_DESKS = "DELETE FROM quatre_vents.admitted_desks WHERE event = %s AND id = ANY (%s)"
HEAR_DESK = "UPDATE quatre_vents.admitted_desks SET last_word = %s, address = %s WHERE id = %s AND last_word < %s"

_REFUSES = (
    "CREATE FUNCTION quatre_vents.{name}() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the journal {what}'; END $$"
)
CREATE = (
    "CREATE SCHEMA quatre_vents",
    "CREATE TABLE quatre_vents.layout (version integer NOT NULL)",
    "CREATE UNIQUE INDEX one_version ON quatre_vents.layout ((true))",
    "CREATE TABLE quatre_vents.ends ("
    "event text PRIMARY KEY CHECK (length(event) BETWEEN 1 AND 200), entries bigint NOT NULL, hash text NOT NULL)",
    "CREATE TABLE quatre_vents.records (event text NOT NULL REFERENCES quatre_vents.ends, "
    "position bigint NOT NULL, id text NOT NULL, stream text NOT NULL, number bigint NOT NULL, kind text NOT NULL, "
    "version bigint NOT NULL, author text NOT NULL, desk text NOT NULL, time text NOT NULL, content text NOT NULL, "
    'previous text NOT NULL, "before" text NOT NULL, role text NOT NULL, hash text NOT NULL, '
    "PRIMARY KEY (event, position), CONSTRAINT one_entry_a_number UNIQUE (event, stream, number), "
    "CONSTRAINT numbers_from_one CHECK (number >= 1), UNIQUE (event, id))",
    _REFUSES.format(name="refuse", what="is append-only"),
    _REFUSES.format(name="refuse_shrinking", what="only grows"),
    "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON quatre_vents.records "
    "FOR EACH STATEMENT EXECUTE FUNCTION quatre_vents.refuse()",
    "CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON quatre_vents.ends "
    "FOR EACH STATEMENT EXECUTE FUNCTION quatre_vents.refuse()",
    "CREATE TRIGGER only_grows BEFORE UPDATE ON quatre_vents.ends FOR EACH ROW "
    "WHEN (NEW.entries <= OLD.entries OR NEW.event <> OLD.event) EXECUTE FUNCTION quatre_vents.refuse_shrinking()",
    f"INSERT INTO quatre_vents.layout (version) VALUES ({LAYOUT})",  # noqa: S608
)
"""Creates the tables of the journals, in one transaction."""
CREATE_DESKS = (
    "CREATE TABLE IF NOT EXISTS quatre_vents.tickets ("
    "event text PRIMARY KEY REFERENCES quatre_vents.ends, ticket text NOT NULL, expires timestamptz NOT NULL)",
    "CREATE TABLE IF NOT EXISTS quatre_vents.admitted_desks ("
    "event text NOT NULL REFERENCES quatre_vents.ends, id text PRIMARY KEY, "
    "name text NOT NULL, author text NOT NULL, role text, joined timestamptz NOT NULL, last_word timestamptz NOT NULL, "
    "address text NOT NULL, serves_at text NOT NULL, certificate bytea NOT NULL, pin text NOT NULL, "
    "key_role text NOT NULL, earlier text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS quatre_vents.host_key (pem text NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS one_key ON quatre_vents.host_key ((true))",
    "CREATE TABLE quatre_vents.joining (event text PRIMARY KEY REFERENCES quatre_vents.ends, state text NOT NULL)",
    "CREATE TABLE quatre_vents.workers (address text PRIMARY KEY, seen timestamptz NOT NULL)",
    "DROP TABLE IF EXISTS quatre_vents.desks",  # of version 1.0.0, whose desks cannot be recognised any more
)
"""Creates the tables of tickets and desks, of who is about to join, of the key of the host that all workers are, and of
their addresses."""
KEEP_KEY = "INSERT INTO quatre_vents.host_key (pem) VALUES (%s) ON CONFLICT DO NOTHING"
READ_KEY = "SELECT pem FROM quatre_vents.host_key"
BEGIN_JOINING = "INSERT INTO quatre_vents.joining (event, state) VALUES (%s, '') ON CONFLICT DO NOTHING"
READ_JOINING = "SELECT state FROM quatre_vents.joining WHERE event = %s"
LOCK_JOINING = f"{READ_JOINING} FOR UPDATE"
KEEP_JOINING = "UPDATE quatre_vents.joining SET state = %s WHERE event = %s"
SEE_WORKER = (
    "INSERT INTO quatre_vents.workers (address, seen) VALUES (%s, %s) ON CONFLICT (address) DO UPDATE "
    "SET seen = EXCLUDED.seen"
)
READ_WORKERS = "SELECT address FROM quatre_vents.workers WHERE seen > %s ORDER BY address"
DROP_WORKERS = "DELETE FROM quatre_vents.workers WHERE address = ANY (%s)"


def grants(role: str) -> tuple[str, ...]:
    """Return the SQL that lets the account ``role`` enter results: it may add records, but not change them."""
    account = '"' + role.replace('"', '""') + '"'
    return (
        f"GRANT USAGE ON SCHEMA quatre_vents TO {account};",
        f"GRANT SELECT ON quatre_vents.layout TO {account};",
        f"GRANT SELECT, INSERT ON quatre_vents.records TO {account};",
        f"GRANT SELECT, INSERT, UPDATE (entries, hash) ON quatre_vents.ends TO {account};",
        f"GRANT SELECT, INSERT, UPDATE ON quatre_vents.tickets TO {account};",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON quatre_vents.admitted_desks TO {account};",
        f"GRANT SELECT, INSERT ON quatre_vents.host_key TO {account};",
        f"GRANT SELECT, INSERT, UPDATE ON quatre_vents.joining TO {account};",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON quatre_vents.workers TO {account};",
        f"GRANT SELECT, INSERT, UPDATE ON quatre_vents.private_data TO {account};",
    )
