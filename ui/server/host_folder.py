"""The folder of the host of an event: the ticket of its invitation, its desks, and those it should end."""

import re
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

from msgspec import DecodeError, Struct, structs
from msgspec.json import encode

from tournament.files.typed_json import decode
from tournament.files.user_folders import data_folder
from tournament.files.writing import delete, replace, set_aside, write_whole
from tournament.sharing.invitation import TICKET_BYTES
from tournament.sharing.statements import Signed
from ui.joining.desk_folder import HOSTED, kept_desk
from ui.joining.hosts import kept_host
from ui.server.admitted import AdmittedDesks
from ui.server.joining import JoiningFile

_VALID = timedelta(days=30)
"""How long an invitation is valid after the event was shared last."""


class HostDecision(Enum):
    """What people decide at a host that another computer has replaced, or is to replace."""

    STAY = "stay"
    """It remains the host."""
    FOLLOW = "follow"
    """It becomes a desk of the other computer."""
    HAND_OVER = "hand-over"
    """It writes nothing more, and a deputy takes over."""


class KeptTicket(Struct, frozen=True):
    """The ticket of an invitation, and how the event was shared last."""

    ticket: str
    """Hexadecimal."""
    expires: datetime
    port: int = 0
    invitation: str = ""
    """The last invitation."""
    confirm_on_two: bool = False
    """Whether an entry was confirmed only when a second desk had it."""
    public_port: int = 0
    """The last public port; 0 if the event was never public."""
    public: tuple[str, ...] = ()
    """The last public addresses; empty if the event was not public."""
    public_secret: bytes = b""
    """What proves to a page that a computer has replaced its host."""


def new_ticket(now: datetime) -> KeptTicket:
    """A ticket that is valid from now on."""
    return KeptTicket(secrets.token_hex(TICKET_BYTES), now + _VALID)


class HostFolder:
    """The folder of the event with this id (that of its first entry); if a desk took over with its ``file``, the folder
    of that desk."""

    def __init__(self, event: str, file: Path | None = None) -> None:
        mine = file if file is not None and file.name == HOSTED and kept_desk(file.parent) is not None else None
        plain = re.sub(r"[^0-9A-Za-z-]", "_", event) or "_"
        self.path = mine.parent if mine is not None else data_folder() / "shared-host" / plain

    def admitted(self) -> AdmittedDesks:
        """The desks that have joined. Raises OSError."""
        return AdmittedDesks(self.path / "desks.json")

    def joining(self) -> JoiningFile:
        """Who may join besides, and who is about to."""
        return JoiningFile(self.path / "joining.json")

    def ticket(self, now: datetime, *, new: bool) -> KeptTicket:
        """The ticket of the event; with ``new`` a new one, after which earlier ones are invalid."""
        kept, fresh = self._kept_ticket(), new_ticket(now)
        if kept is None or new or kept.expires <= now:
            if kept is None:
                return fresh
            return structs.replace(fresh, port=kept.port, public_secret=kept.public_secret)
        return structs.replace(kept, expires=fresh.expires)

    def keep_ticket(self, ticket: KeptTicket) -> None:
        """Store ``ticket`` for the next time. Raises OSError."""
        write_whole(self._ticket_file, encode(ticket).decode())

    def statements(self) -> tuple[Signed, ...]:
        """The signed statements of hosts of the event that this computer knows; empty if there are none.

        A damaged file is renamed. A computer that took over has them as a desk as well; without them it would not know
        that it did.
        """
        try:
            return decode(self._statements_file.read_bytes(), tuple[Signed, ...])
        except FileNotFoundError:
            return ()
        except (DecodeError, UnicodeDecodeError, RecursionError):
            set_aside(self._statements_file)
            known = kept_host(self.path)
            return known.statements if known is not None else ()

    def keep_statements(self, statements: tuple[Signed, ...]) -> None:
        """Store ``statements``. Raises OSError."""
        write_whole(self._statements_file, encode(statements).decode())

    def deputies(self) -> tuple[str, ...] | None:
        """The ids of the deputies that somebody chose, in order; None if nobody has chosen any."""
        try:
            return decode((self.path / "deputies.json").read_bytes(), tuple[str, ...])
        except (FileNotFoundError, DecodeError, UnicodeDecodeError, RecursionError):
            return None

    def keep_deputies(self, ids: tuple[str, ...]) -> None:
        """Choose these deputies, from now on or when the event is shared. Raises OSError."""
        write_whole(self.path / "deputies.json", encode(ids).decode())

    def reached(self) -> dict[str, bool]:
        """Whether the server reaches each deputy, by its id, as far as it knows."""
        try:
            return decode((self.path / "reached.json").read_bytes(), dict[str, bool])
        except (FileNotFoundError, DecodeError, UnicodeDecodeError, RecursionError):
            return {}

    def keep_reached(self, reached: Mapping[str, bool]) -> None:
        """Store which deputies the server reaches. Raises OSError."""
        write_whole(self.path / "reached.json", encode(dict(reached)).decode())

    def ask_to_decide(self, decision: HostDecision, deputy: str = "") -> None:
        """Let the server do what somebody decided; ``deputy`` is the id of the desk to hand over to. Raises OSError."""
        write_whole(self.path / "decision", f"{decision.value} {deputy}")

    def decided(self) -> tuple[HostDecision, str] | None:
        """What was decided since the last call, and the deputy; None: nothing. Raises OSError."""
        word, _, deputy = (_take(self.path / "decision") or "").partition(" ")
        try:
            return HostDecision(word), deputy
        except ValueError:
            return None

    def ask_to_end(self, id: str) -> None:
        """Ask the server to end the desk with this ``id``, now or when it starts. Raises OSError."""
        write_whole(self._ended / id, "")

    def asked_to_end(self) -> frozenset[str]:
        """The ids of desks to be ended. Raises OSError."""
        return frozenset(self._ended_names())

    def forget_ended(self, id: str) -> None:
        """Note that the desk was ended. Raises OSError."""
        delete(self._ended / id)

    def ask_for_new_ticket(self) -> None:
        """Let the server make a new ticket, now or when it starts; earlier invitations end. Raises OSError."""
        write_whole(self.path / "new-ticket", "")

    def asked_for_new_ticket(self) -> bool:
        """Whether a new ticket was asked for and has not been made. Raises OSError."""
        return (self.path / "new-ticket").exists()

    def forget_new_ticket(self) -> None:
        """Note that the new ticket was made. Raises OSError."""
        delete(self.path / "new-ticket")

    @property
    def invitation(self) -> str:
        """The invitation to the event as it was last shared; empty if it was not shared here, or is not any more."""
        kept = self._kept_ticket()
        return kept.invitation if kept is not None else ""

    @property
    def expires(self) -> datetime | None:
        """When that invitation expires; None if there is none."""
        kept = self._kept_ticket()
        return kept.expires if kept is not None else None

    @property
    def confirms_on_two(self) -> bool:
        """Whether the event, when last shared, confirmed an entry only when a second desk had it."""
        kept = self._kept_ticket()
        return kept is not None and kept.confirm_on_two

    @property
    def public(self) -> tuple[str, ...]:
        """The public addresses of the event when it was last shared; empty if it was not public."""
        kept = self._kept_ticket()
        return kept.public if kept is not None else ()

    def ask_to_stop(self) -> None:
        """Ask the server to stop within a second. Raises OSError."""
        write_whole(self._stop, "")

    def asked_to_stop(self) -> bool:
        """Whether the server was asked to stop since the last call. Raises OSError."""
        return _take(self._stop) is not None

    def _ended_names(self) -> Iterator[str]:
        try:
            yield from (each.name for each in self._ended.iterdir() if re.fullmatch(r"[0-9a-f]{64}", each.name))
        except FileNotFoundError:
            return

    def _kept_ticket(self) -> KeptTicket | None:
        """The stored ticket; None if there is no usable one."""
        try:
            kept = decode(self._ticket_file.read_bytes(), KeptTicket)
            return kept if kept.expires.tzinfo and len(bytes.fromhex(kept.ticket)) == TICKET_BYTES else None
        except (FileNotFoundError, DecodeError, RecursionError, ValueError):
            return None

    @property
    def _statements_file(self) -> Path:
        return self.path / "statements.json"

    @property
    def _ended(self) -> Path:
        return self.path / "ended"

    @property
    def _stop(self) -> Path:
        return self.path / "stop"

    @property
    def _ticket_file(self) -> Path:
        return self.path / "ticket.json"


def _take(file: Path) -> str | None:
    """Remove ``file``, and return what it contained; None if there is none. Raises OSError."""
    # Whoever writes it meanwhile writes a new file: reading before removing would lose that one.
    taken = file.with_name(file.name + ".taken")
    try:
        replace(file, taken)
    except FileNotFoundError:
        return None
    content = taken.read_text(encoding="utf-8", errors="replace")
    taken.unlink()
    return content
