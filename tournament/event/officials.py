"""The officials of an event: who answers for it, and who signs its certificates."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.language.harmless import steers_a_line

MOST_OFFICIALS, LONGEST_ENTRY = 40, 100
"""Officials of an event, and characters of the role, the name or the contact of one."""
MOST_WORDS, MOST_SIGNATURES, LONGEST_SIGNATURE = 600, 3, 60
"""Characters of the words on a certificate, its signatures, and characters of one of them."""
_BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Official:
    """Somebody who is responsible for a part of the event, as federations ask for them."""

    role: str
    """In the organiser's words: “Head referee”."""
    name: str
    contact: str = ""
    """An e-mail address or a telephone number that may be passed on; empty if there is none."""

    @property
    def typed(self) -> str:
        """The official in one line: ``Head referee; Ada Bamboo; ada@example.org``."""
        return _BETWEEN.join(filter(None, (self.role, self.name, self.contact)))


def typed_officials(officials: object) -> str:
    """Return the officials as they are typed, one in a line; empty for anything else."""
    return "\n".join(each.typed for each in officials) if isinstance(officials, tuple) else ""


def read_officials(typed: str) -> tuple[Official, ...] | None:
    """Return the officials in ``typed``, one in a line in the form of :attr:`Official.typed`.

    None if a line has no role, no name, or more than role, name and contact.
    """
    lines = [[" ".join(part.split()) for part in re.split(r"[;；\t]", line)] for line in typed.splitlines()]
    lines = [parts for parts in lines if any(parts)]
    if not all(2 <= len(parts) <= 3 and parts[0] and parts[1] for parts in lines):
        return None
    return tuple(Official(*parts) for parts in lines)


def unreadable_officials(typed: str) -> Problem:
    """Return the problem that ``typed`` does not name officials."""
    wrong = next((line for line in typed.splitlines() if line.strip() and read_officials(line) is None), typed)
    text = mark(
        "“{line}” does not name an official: write role; name; contact, such as Head referee; Ada Bamboo; "
        "ada@example.org.",
        line=" ".join(wrong.split())[:LONGEST_ENTRY],
    )
    return Problem("officials-form", text, "officials")


def read_signatures(typed: str) -> tuple[str, ...]:
    """The signatures in ``typed``, which are separated by semicolons or line breaks."""
    found = (" ".join(part.split()) for part in re.split(r"[;；\n]", typed))
    return tuple(filter(None, found))


def typed_signatures(signatures: object) -> str:
    """Return the signatures as they are typed, one in a line; empty for anything else."""
    return "\n".join(signatures) if isinstance(signatures, tuple) else ""


def officials_problems(officials: tuple[Official, ...]) -> Iterator[Problem]:
    """Yield everything that is wrong with the officials of an event."""
    if len(officials) > MOST_OFFICIALS:
        text = mark("{count} officials: an event has up to {most}.", count=len(officials), most=MOST_OFFICIALS)
        yield Problem("officials-range", text, "officials")
    for each in officials:
        parts = (each.role, each.name, each.contact)
        if not each.role.strip() or not each.name.strip():
            yield unreadable_officials(each.typed)
        elif any(len(part) > LONGEST_ENTRY for part in parts):
            text = mark(
                "The role, name and contact of an official have up to {most} characters each: shorten “{line}”.",
                most=LONGEST_ENTRY,
                line=each.typed[:LONGEST_ENTRY],
            )
            yield Problem("too-long", text, "officials")
        elif any(steers_a_line(part) for part in parts):
            yield Problem("control-character", mark("An official’s line contains control characters: type it again."),
                          "officials")  # fmt: skip


def certificate_problems(words: str, signatures: tuple[str, ...]) -> Iterator[Problem]:
    """Yield everything that is wrong with the ``words`` and ``signatures`` of the certificates."""
    if len(words) > MOST_WORDS:
        text = mark("The words of a certificate can have up to {most} characters.", most=MOST_WORDS)
        yield Problem("words-range", text, "certificate_words")
    if len(signatures) > MOST_SIGNATURES or any(len(each) > LONGEST_SIGNATURE for each in signatures):
        text = mark("A certificate has up to {most} signatures of up to {length} characters.", most=MOST_SIGNATURES,
                    length=LONGEST_SIGNATURE)  # fmt: skip
        yield Problem("signatures-range", text, "certificate_signatures")
    for field, lines in (("certificate_words", words.splitlines()), ("certificate_signatures", signatures)):
        if any(steers_a_line(line) for line in lines):
            text = mark("The text of the certificates contains control characters: type it again.")
            yield Problem("control-character", text, field)
