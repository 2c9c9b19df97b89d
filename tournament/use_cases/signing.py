"""The key that signs the fingerprints of an event, and the signatures themselves."""

from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.role import Act
from tournament.language import mark
from tournament.language.harmless import steers_a_line
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import FingerprintSigned, SigningKeyRemoved, SigningKeySet
from tournament.ledger.signature import is_signed, text_to_sign
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import RemoveSigningKey, SetSigningKey, SignFingerprint, SigningCommand
from tournament.use_cases.draft import Draft, steering_problem
from tournament.use_cases.ports import HostSigns, KeyUnavailable
from tournament.use_cases.rights import refuse_to

HOLDER_LENGTH = 60
"""Maximum length of the name of a key's holder, in characters."""
NOT_SIGNED = "not-signed"
"""The code of the remark that a session was closed without a signature."""


def write_signing(draft: Draft, command: SigningCommand) -> Remarks:
    """Set or remove the key, or sign everything so far.

    Raise Refused if there is nothing to sign, or if it cannot be signed here.
    """
    state = draft.view.state
    match command:
        case SetSigningKey():
            named = SigningKeySet(command.key, refuse_holder(command.holder))
            if named != state.signing_key:
                draft.add(EVENT_STREAM, named)
        case RemoveSigningKey():
            if state.signing_key is None:
                raise Refused(no_key())
            draft.add(EVENT_STREAM, SigningKeyRemoved())
        case SignFingerprint():
            _sign_now(draft)
        case _:
            assert_never(command)
    return ()


def refuse_holder(holder: str) -> str:
    """Return the name of the holder of a key, without spaces around it. Raise Refused if it is not valid."""
    name = holder.strip()
    if not name or len(name) > HOLDER_LENGTH:
        text = mark("Give the name of the holder of the key: 1 to {most} characters.", most=HOLDER_LENGTH)
        raise Refused(Problem("holder-missing", text, "holder"))
    if steers_a_line(name):
        raise Refused(steering_problem(name, "holder"))
    return name


def sign_closed(draft: Draft, session: int) -> Remarks:
    """Sign the fingerprint after the entry that closed ``session``, if the event has a key.

    If it cannot be signed, the session is closed nevertheless, and a remark explains how to sign it later.
    """
    named = draft.view.state.signing_key
    if named is None:
        return ()
    try:
        _sign(draft, named, session)
    except KeyUnavailable as error:
        text = mark(
            "The fingerprint was not signed: {reason}. Everything is saved. Sign it later with “signature FILE sign”, "
            "or with “Sign now” on the page Event.",
            reason=error.reason,
        )
        return (Problem(NOT_SIGNED, text, "signature", Gravity.REMARK),)
    return ()


def _sign_now(draft: Draft) -> None:
    refuse_to(draft.acting.role, Act.SESSIONS)  # Check this before the keyring is opened, which may ask for a password.
    view = draft.view
    named, closed, last = view.state.signing_key, view.state.closed, view.state.last_signature
    if named is None:
        raise Refused(no_key())
    if not closed:
        text = mark("No session is closed: close one first. Its fingerprint is then signed.")
        raise Refused(Problem("nothing-to-sign", text, "signature"))
    if last is not None and last.key == named.key and last.entries == len(view.journal) - 1:
        text = mark("Everything is already signed: nothing was entered since.")
        raise Refused(Problem("nothing-to-sign", text, "signature"))
    try:
        _sign(draft, named, max(closed))
    except KeyUnavailable as error:
        text = mark("The fingerprint was not signed: {reason}.", reason=error.reason)
        raise Refused(Problem(NOT_SIGNED, text, "signature")) from error


def _sign(draft: Draft, named: SigningKeySet, session: int) -> None:
    """Sign the event as it is. Raise KeyUnavailable if the key cannot be used.

    At a desk of a shared event this does nothing: the host signs.
    """
    if isinstance(draft.signer, HostSigns):
        return
    if draft.signer is None:
        raise KeyUnavailable(mark("this computer does not have the secret key"))
    journal = draft.view.journal
    signed = journal.fingerprint
    text = text_to_sign(journal[0].id, signed)
    signature = draft.signer.sign(named.key, text)
    if not is_signed(named.key, signature, text):
        raise KeyUnavailable(mark("the secret key does not belong to the key of the event"))
    draft.add(EVENT_STREAM, FingerprintSigned(session, signed.entries, signed.hash, named.key, named.holder, signature))


def no_key() -> Problem:
    """Return why nothing is signed in an event without a key."""
    return Problem("signing-key-missing", mark("This event has no signing key."), "signature")
