"""Commands carried out as a server carries them out: written as JSON, read from it."""

from collections.abc import Sequence

from tournament import use_cases
from tournament.use_cases import Book, By, Changes, Command
from tournament.use_cases.command_json import decode_command, encode_command


def sent(command: Command) -> Command:
    """What arrives of ``command``, which is the same."""
    arrived = decode_command(encode_command(command))
    assert arrived == command
    return arrived


def carry_out(book: Book, command: Command, *, by: By, confirmed: bool = False, seen: int | None = None) -> Changes:
    """Carry ``command`` out as it arrives."""
    return use_cases.carry_out(book, sent(command), by=by, confirmed=confirmed, seen=seen)


def carry_out_all(book: Book, commands: Sequence[Command], *, by: By, dry_run: bool = False) -> Changes:
    """Carry ``commands`` out together as they arrive."""
    return use_cases.carry_out_all(book, tuple(map(sent, commands)), by=by, dry_run=dry_run)
