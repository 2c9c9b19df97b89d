"""The signatures of an event, as ``check`` and ``signature`` say what they are worth."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournament.language import Text, mark, mark_count
from tournament.language.harmless import harmless_line
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from tournament.ledger.facts import SigningKeySet
    from tournament.ledger.signature import VerifiedSignature

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
    """The members ``signing_key``, ``signatures`` and ``not_covered`` of an answer."""
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
    from ui.signing.known_keys import known_keys

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
