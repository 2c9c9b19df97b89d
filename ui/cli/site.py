"""``site FILE --to DIR_OR_SFTP_URL``: writes the public web page into a folder or to a web host."""

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import language_of, mark
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import ANY_PATH, command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from ui.web_host.failures import UnknownHost
    from ui.web_host.place import Login, SftpPlace
    from ui.web_host.publishing import WrittenSite


@command("site")
@file_argument
@option("--to", required=True, metavar="DIR_OR_SFTP_URL", help_text=mark("A folder, or sftp://user@host:port/folder/."))
@option(
    "--key",
    type=ANY_PATH,
    help_text=mark("SFTP: a file with a private key; by default the agent's keys, your own keys, then a password."),
)
@option(
    "--accept-host-key",
    metavar="FINGERPRINT",
    default="",
    help_text=mark("SFTP: the fingerprint SHA256:… that the web host gives for its key; remembered from then on."),
)
@json_option
@click.pass_obj
def site(context: CliContext, *, file: Path, to: str, key: Path | None, accept_host_key: str, as_json: bool) -> None:
    """Write the page, in the language of the event unless ``--lang`` selects another."""
    from ui.web_host.failures import ChangedHost, UnknownHost
    from ui.web_host.place import Login, SftpPlace, read_place
    from ui.web_host.publishing import make_folder, write_site

    place = read_place(to)
    login = Login(key=key, accepted=accept_host_key)
    if not isinstance(place, SftpPlace) and login != Login():
        raise click.UsageError(context.translate(mark("Use --key and --accept-host-key only with --to sftp://….")))
    with event_for_reading(file) as book:
        view = book.view
        language = context.language if context.chosen else language_of(view.settings.language)

        def write(login: Login) -> "WrittenSite":
            return write_site(view, place, language, printed=datetime.now().astimezone(), login=login)

        if isinstance(place, SftpPlace):
            try:
                written = _with_a_password(context, place, login, write)
            except ChangedHost:  # an option ready to be copied would be copied without comparing
                raise
            except UnknownHost as error:
                _print_how_to_accept(context, error)
                raise
        else:
            make_folder(place)
            written = write(login)
    if as_json:
        print_json({"written": str(written.place), "bytes": written.size, "fingerprint": written.fingerprint})
        return
    context.print_line(mark("Written: {file}", file=str(written.place)))
    context.print_line(mark("fingerprint: {fingerprint}", fingerprint=written.fingerprint))


def _with_a_password(
    context: CliContext, place: "SftpPlace", login: "Login", write: "Callable[[Login], WrittenSite]"
) -> "WrittenSite":
    """Write with the given or stored password, otherwise with keys; at a terminal, ask once for a password."""
    from ui.web_host.failures import LoginRefused
    from ui.web_host.passwords import VARIABLE, forget_password, given_password, keep_password, kept_password

    given = given_password()
    kept = "" if given else kept_password(place)
    try:
        return write(replace(login, password=given or kept))
    except LoginRefused:
        if kept:
            forget_password(place)
        if given or not _at_terminal():
            text = mark("A password is read from {variable}, or asked for at a terminal.", variable=VARIABLE)
            context.print_remark(text)
            raise
    what = mark("Password of {account}", account=place.account)
    if login.key is not None:
        what = mark("Password of the key {file}", file=str(login.key))
    asked = click.prompt(context.translate(what), hide_input=True, err=True)
    written = write(replace(login, password=asked, accepted=""))
    if not keep_password(place, asked):
        context.print_remark(mark("This computer has no keyring: the password is not stored."))
    return written


def _print_how_to_accept(context: CliContext, error: "UnknownHost") -> None:
    context.print_remark(
        mark(
            "If the web host gives the same fingerprint: --accept-host-key {fingerprint}", fingerprint=error.fingerprint
        )
    )


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
