"""``signature FILE``: the key that signs the fingerprints of an event, and whether its signatures are valid."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import Text, mark, mark_count
from tournament.language.harmless import harmless_line
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, changed_file_argument, command, json_option, key_file_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.ledger.facts import SigningKeySet
    from tournament.ledger.signature import VerifiedSignature
    from tournament.use_cases import Book, View
    from ui.signing import SecretKey


_TAKES = {
    "show": (),
    "create": ("--holder", "--key-file"),
    "import": ("--holder", "--key-file"),
    "sign": ("--key-file",),
    "export-public": ("--out",),
    "export-secret": ("--out",),
    "remove": ("--forget",),
}
"""The options of each action."""


@command("signature")
@changed_file_argument
@click.argument("action", required=False, default="show", type=click.Choice(list(_TAKES)))
@option("--holder", metavar="NAME", help_text=mark("create, import: the person who has the secret key."))
@option("--out", metavar="PATH", type=ANY_PATH, help_text=mark("export-public, export-secret: the file to write."))
@option("--forget", is_flag=True, help_text=mark("remove: deletes the secret key from the keyring as well."))
@key_file_option
@json_option
@click.pass_obj
def signature(
    context: CliContext,
    *,
    file: Path,
    action: str,
    holder: str | None,
    out: Path | None,
    forget: bool,
    key_file: Path | None,
    as_json: bool,
) -> None:
    """Carry out the action, then show the key and the signatures."""
    given = {"--holder": holder is not None, "--out": out is not None, "--forget": forget,
             "--key-file": key_file is not None}  # fmt: skip
    for name in (name for name, there in given.items() if there and name not in _TAKES[action]):
        text = mark("“{action}” does not take {option}.", action=action, option=name)
        raise click.UsageError(context.translate(text))
    for name in {"create": ("--holder",), "import": ("--key-file",)}.get(action, ()):
        _require(context, action, name, given=given[name])
    if action in ("show", "export-public", "export-secret"):
        with event_for_reading(file) as book:
            if action != "show":
                _require(context, action, "--out", given=out is not None)
                assert out is not None, "required"
                _export(context, book.view, out, secret=action == "export-secret")
    else:
        from tournament.event.role import Act

        with event_for_writing(file, Act.SESSIONS if action == "sign" else Act.SIGNING_KEY) as book:
            _change(context, book, action, holder or "", key_file, forget=forget)
    _show(context, book.view, as_json=as_json)


def _require(context: CliContext, action: str, name: str, *, given: bool) -> None:
    if not given:
        text = mark("“{action}” needs {option}.", action=action, option=name)
        raise click.UsageError(context.translate(text))


def _change(
    context: CliContext, book: "Book", action: str, holder: str, key_file: Path | None, *, forget: bool
) -> None:
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import RemoveSigningKey, SignFingerprint
    from ui.signing import KeySigner, secret_of

    by, named = author_of(context), book.view.state.signing_key
    if action == "sign":
        book.signer = KeySigner(partial(secret_of, key_file=key_file))
        carry_out(book, SignFingerprint(), by=by)
        return
    if action == "create":
        _create(context, book, holder, key_file)
    elif action == "import":
        assert key_file is not None, "required"
        _import(context, book, holder, key_file)
    else:
        carry_out(book, RemoveSigningKey(), by=by)
        if forget and named is not None:
            from ui.signing import forget_key

            forget_key(named.key)


def _create(context: CliContext, book: "Book", holder: str, key_file: Path | None) -> None:
    """Make a key, store its secret part, and add it to the event; if the event refuses it, the secret is deleted
    again."""
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import SetSigningKey
    from tournament.use_cases.signing import refuse_holder
    from ui.signing import SecretKey, forget_key, given_passphrase, know_key, write_secret

    refuse_holder(holder)
    secret = SecretKey.new()
    if key_file is None:
        _keep(secret)
    else:
        write_secret(key_file, secret, given_passphrase())
    try:
        know_key(secret.public)
        carry_out(book, SetSigningKey(secret.public, holder), by=author_of(context))
    except BaseException:
        if key_file is None:
            forget_key(secret.public)
        else:
            key_file.unlink()
        raise


def _import(context: CliContext, book: "Book", holder: str, key_file: Path) -> None:
    """Store the secret key of the file in the keyring, and make it the key of the event unless it already is."""
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import SetSigningKey
    from tournament.use_cases.signing import refuse_holder
    from ui.signing import given_passphrase, know_key, read_secret

    secret, named = read_secret(key_file, given_passphrase()), book.view.state.signing_key
    if named is None or named.key != secret.public:
        refuse_holder(holder)
    _keep(secret)
    know_key(secret.public)
    if named is None or named.key != secret.public:
        carry_out(book, SetSigningKey(secret.public, holder), by=author_of(context))


def _keep(secret: "SecretKey") -> None:
    from tournament.use_cases.ports import KeyUnavailable
    from ui.signing import keep_key, with_key_file

    try:
        keep_key(secret)
    except KeyUnavailable as error:
        raise KeyUnavailable(with_key_file(error)) from error


def _export(context: CliContext, view: "View", out: Path, *, secret: bool) -> None:
    from tournament.event.role import Act
    from tournament.use_cases.book import refuse_without_right
    from ui.cli.export import refuse_event_file
    from ui.signing import given_passphrase, kept_key, write_public, write_secret

    if secret:
        refuse_without_right(view, author_of(context), Act.SIGNING_KEY)
    named = _named(view)
    refuse_event_file(out)
    if secret:
        write_secret(out, kept_key(named.key), given_passphrase())
    else:
        write_public(out, named.key)


def _named(view: "View") -> "SigningKeySet":
    """The key of the event. Raises Refused if it has none."""
    from tournament.event.problem import Refused
    from tournament.use_cases.signing import no_key

    named = view.state.signing_key
    if named is None:
        raise Refused(no_key())
    return named


def _show(context: CliContext, view: "View", *, as_json: bool) -> None:
    from tournament.ledger.signature import verified_signatures

    named, signatures = view.state.signing_key, tuple(verified_signatures(view.journal))
    entries = len(view.journal)
    if as_json:
        print_json(signatures_json(context, named, signatures, entries))
        return
    if named is None:
        context.print_line(mark("no signing key"))
    print_signatures(context, named, signatures, entries)


_HOLDS, _FAILS, _NOT_KNOWN = "holds", "does-not-hold", "key-not-known"


def print_signatures(
    context: CliContext,
    key: "SigningKeySet | None",
    signatures: "Sequence[VerifiedSignature]",
    entries: int,
    expected: bytes | None = None,
) -> None:
    """Print the key of the event, a line for each signature, and how many of ``entries`` none covers.

    ``expected`` is a public key that is known to be the organiser's. Nothing is printed where there is neither a key
    nor a signature.
    """
    if key is None and not signatures:
        return
    from tournament.ledger.signature import short_key

    if key is not None:
        context.print_line(
            mark("signing key: {key}, {holder}", key=short_key(key.key), holder=harmless_line(key.holder))
        )
    for signature, state in _states(signatures, expected):
        line = mark(
            "signature: entries 1–{entries} ({session}), {holder}, key {key}: {state}",
            entries=signature.position - 1,
            session=signature.session,
            holder=signature.holder,
            key=short_key(signature.fact.key),
            state=_state_text(state, signature),
        )
        context.print_line(line)
    after = _not_covered(signatures, entries)
    if after:
        context.print_line(
            mark_count(
                "not covered by a signature: the last entry",
                "not covered by a signature: the last {count} entries",
                after,
            )
        )


def signatures_json(
    context: CliContext,
    key: "SigningKeySet | None",
    signatures: "Sequence[VerifiedSignature]",
    entries: int,
    expected: bytes | None = None,
) -> dict[str, object]:
    """The members ``signing_key``, ``signatures`` and ``not_covered`` of a JSON answer."""
    if key is None and not signatures:
        return {"signing_key": None, "signatures": [], "not_covered": entries}
    return {
        "signing_key": _key_json(key.key, key.holder) if key is not None else None,
        "signatures": [
            {
                "entry": signature.position,
                "session": signature.fact.session,
                "time": signature.time,
                **_key_json(signature.fact.key, signature.fact.holder),
                "state": state,
                "fault": context.translate(signature.fault) if signature.fault is not None else None,
            }
            for signature, state in _states(signatures, expected)
        ],
        "not_covered": _not_covered(signatures, entries),
    }


def _key_json(key: bytes, holder: str) -> dict[str, object]:
    from base64 import b64encode

    from tournament.ledger.signature import short_key

    return {"holder": holder, "key": short_key(key), "public_key": b64encode(key).decode()}


def _states(signatures: "Sequence[VerifiedSignature]", expected: bytes | None) -> "list[tuple[VerifiedSignature, str]]":
    from ui.signing import known_keys

    known = known_keys() | {expected}
    return [
        (each, _FAILS if each.fault is not None else _HOLDS if each.fact.key in known else _NOT_KNOWN)
        for each in signatures
    ]


def _state_text(state: str, signature: "VerifiedSignature") -> Text:
    if signature.fault is not None:
        return mark("does not hold")
    if state == _HOLDS:
        return mark("holds")
    return mark("the key is not known here; if it is the one on the printed papers, the signature holds")


def _not_covered(signatures: "Sequence[VerifiedSignature]", entries: int) -> int:
    """How many entries come after the last signature that holds."""
    return entries - max((each.position for each in signatures if each.fault is None), default=0)
