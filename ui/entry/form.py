"""What all forms of the entry share: their fields, the result of a key, refusals at a field, usual reasons.

A hand, a penalty, a repair and a second reading are each an :class:`EntryForm`, which describes its fields. What
Enter does (:func:`confirmed`) follows from that.

The totals of a sheet are no form: they are typed beside the hand that waits, and are compared with every key. Neither
are questions with one line, such as the reason for cancelling a penalty.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, Self, TypeVar
from unicodedata import east_asian_width

from msgspec import structs

from tournament.event.problem import Gravity, Problem
from tournament.language import Language, Text, mark, mark_count, verbatim
from tournament.use_cases import TableCommand

State = TypeVar("State")
Place = TypeVar("Place")


class KeyStep(NamedTuple, Generic[State, Place]):
    """The result of a key: the next state, and what the page must do."""

    state: State
    focus: Place | None = None
    """The place where typing continues; None if it stays where it is."""
    command: TableCommand | None = None
    """The command to carry out."""
    confirmed: bool = False
    """Whether the user confirmed that an unlikely value in the command is correct."""
    message: Text | None = None
    """A message that belongs to no field."""
    quiet: bool = False
    """Whether the message only informs, and refuses nothing."""
    refuses: bool = False
    """Whether the message refuses the key."""


Field = TypeVar("Field")


@dataclass(frozen=True, slots=True)
class FieldRefusal(Generic[Field]):
    """A problem or a question, at the field where it is shown."""

    field: Field
    problem: Problem
    player: int | None = None
    """The column of the player concerned, if it is not the player who is typed."""
    ignored: int = 0
    """How many keys were ignored since, because they came at once after the refused one."""

    @property
    def text(self) -> Text:
        """The words of the problem, and how many keys were ignored."""
        return with_ignored(self.problem.text, self.ignored)

    @property
    def asks(self) -> bool:
        """Whether it is a question, which Enter confirms and Esc leaves."""
        return self.problem.gravity is Gravity.ASKS


def ignoring(refusal: "FieldRefusal[Field] | None", keys: int) -> "FieldRefusal[Field] | None":
    """``refusal``, if it is no question, with so many ignored ``keys``."""
    return refusal if refusal is None or refusal.asks else replace(refusal, ignored=keys)


def with_ignored(text: Text | str, ignored: int) -> Text:
    """``text`` with the number of ignored keys, if there are any."""
    text = text if isinstance(text, Text) else verbatim(text)
    if not ignored:
        return text
    return mark("{problem} ({keys})", problem=text, keys=keys_ignored(ignored))


def keys_ignored(number: int) -> Text:
    """How many keys were ignored after a refused one."""
    return mark_count("{count} key ignored", "{count} keys ignored", number)


def answer_first(key: str) -> Text:
    """The refusal of a ``key`` that does not answer the question which is shown."""
    return mark("“{key}” does not answer the question: press Enter or Esc first.", key=key)


def only_deletes(before: str, text: str) -> bool:
    """Whether the text of a line became ``text`` because characters of ``before`` were deleted, and none was typed."""
    return len(text) < len(before) and before.startswith(text)


LEFT_HALF_TYPED = "left-half-typed"
"""Code of the question whether to continue an entry that was left unfinished."""


@dataclass(frozen=True)
class EntryForm(Generic[Field]):
    """An unfinished entry, with the problem or the question that is shown at one of its fields.

    A subclass describes its fields, and what it checks before it gives its command. What Enter does follows from that.
    """

    refusal: FieldRefusal[Field] | None = field(default=None, kw_only=True)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields that are open now, in typing order."""
        raise NotImplementedError

    def answered(self, field: Field) -> bool:
        """Whether ``field`` has an answer."""
        raise NotImplementedError

    @cached_property
    def missing(self) -> Field | None:
        """The first field without an answer; None if the entry is complete."""
        return next((field for field in self.fields if not self.answered(field)), None)

    def before(self, field: Field) -> Field | None:
        """The field above; None above the first."""
        index = self.fields.index(field) if field in self.fields else 0
        return self.fields[index - 1] if index else None

    def behind(self, field: Field) -> Field | None:
        """The field below; None below the last."""
        index = self.fields.index(field) + 1 if field in self.fields else len(self.fields)
        return self.fields[index] if index < len(self.fields) else None

    def until(self, field: Field) -> tuple[Field, ...]:
        """The fields above ``field``, and ``field`` itself."""
        return self.fields[: self.fields.index(field) + 1] if field in self.fields else ()

    @property
    def first(self) -> Field:
        """The field where typing begins."""
        return self.fields[0]

    @property
    def place(self) -> Any:
        """Where typing continues: usually the first field without an answer, else where Enter completes the entry."""
        raise NotImplementedError

    @property
    def left_half_typed(self) -> bool:
        """Whether it asks whether to continue, because it was left unfinished."""
        return self.refusal is not None and self.refusal.problem.code == LEFT_HALF_TYPED

    @property
    def asking(self) -> bool:
        """Whether it shows a question, which Enter confirms."""
        return self.refusal is not None and self.refusal.asks

    def place_of(self, problem: Problem) -> Field:
        """The field at which ``problem`` is shown."""
        raise NotImplementedError

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the names of the players at the table."""
        raise NotImplementedError

    def own_answer(self, field: Field, language: Language) -> "KeyStep[Self, Any] | None":
        """What Enter in ``field`` does, if that is special to this form; None for what it does in every form."""
        del field, language
        return None

    def lacking(self, field: Field) -> Field | None:
        """The field without an answer that Enter in ``field`` points out; None if Enter goes on."""
        return field if field == self.missing else None

    def unanswered(self, field: Field) -> Problem:
        """The problem to show at ``field`` while it has no answer."""
        raise NotImplementedError

    def objection(self, field: Field) -> Problem | None:
        """The problem that makes the entry impossible when Enter is pressed in ``field``; None if there is none."""
        del field
        return None

    def following(self, field: Field) -> Any:
        """Where Enter in ``field`` goes; None if the entry is complete."""
        del field
        return self.missing

    def given(self, language: Language) -> "KeyStep[Self, Any]":
        """The command of the complete entry, or the question that comes before it."""
        raise NotImplementedError

    def refused_at(self, field: Field, problem: Problem) -> Self:
        """The form with ``problem`` shown at ``field``."""
        return replace(self, refusal=FieldRefusal(field, problem))

    def without_refusal(self) -> Self:
        """The form without a problem or a question."""
        return replace(self, refusal=None)


AnyForm = TypeVar("AnyForm", bound=EntryForm[Any])


def asked_again(form: AnyForm, text: Text) -> AnyForm:
    """Open a form that was left unfinished.

    It asks ``text`` first, because Enter would otherwise complete what was forgotten.
    """
    problem = Problem(LEFT_HALF_TYPED, text, gravity=Gravity.ASKS)
    return form.refused_at(form.first, problem)


def go_on(form: AnyForm) -> "KeyStep[AnyForm, Any]":
    """Go to where typing continues."""
    return KeyStep(form, form.place)


def refused(form: AnyForm, problem: Problem) -> "KeyStep[AnyForm, Any]":
    """Show ``problem``, with which the command was or would be refused, at its field."""
    place = form.place_of(problem)
    return KeyStep(form.refused_at(place, form.named(problem)), place)


def confirmed(form: AnyForm, field: object, language: Language) -> "KeyStep[AnyForm, Any]":
    """Enter in ``field``: point out what is missing or impossible, or go on. Give the command if nothing is missing."""
    if form.left_half_typed:
        return go_on(form.without_refusal())
    own = form.own_answer(field, language)
    if own is not None:
        return own
    lacking = form.lacking(field)
    if lacking is not None:
        return KeyStep(form.refused_at(lacking, form.unanswered(lacking)), lacking)
    objection = form.objection(field)
    if objection is not None:
        return refused(form, objection)
    following = form.following(field)
    return KeyStep(form, following) if following is not None else form.given(language)


USUAL_REASONS = {"1": mark("misread"), "2": mark("paper wrong"), "3": mark("players agreed")}
"""The reasons that a single digit stands for."""
_MEMBERS = ("reason", "accept_difference", "overrule")


def is_reason(typed: str) -> bool:
    """Whether ``typed`` is a reason: words, or the digit of a usual one.

    Words have three letters, or two characters of a script that writes words with one or two. A shortcut that is typed
    by habit, such as G and a table number, is none.
    """
    letters = [each for each in typed if each.isalpha()]
    wide = sum(east_asian_width(each) == "W" for each in letters)
    return len(letters) >= 3 or wide >= 2 or typed.strip() in USUAL_REASONS


def reason_problem(typed: str, *, usual: bool = True) -> Text | None:
    """What is wrong with the text of a reason that is required; None for a reason.

    ``usual``: a digit stands for a usual reason.
    """
    if not typed.strip():
        return mark("Enter a short reason.")
    if is_reason(typed) and (usual or typed.strip() not in USUAL_REASONS):
        return None
    return mark("A reason has at least three letters.")


def reason_in_words(typed: str, language: Language) -> str:
    """The reason that was typed, or that a digit stands for."""
    text = typed.strip()
    return language.render(USUAL_REASONS[text]) if text in USUAL_REASONS else text


def said(command: TableCommand, language: Language) -> TableCommand:
    """``command`` with the words for a reason that was typed as a digit."""
    typed = {name: getattr(command, name, "").strip() for name in _MEMBERS}
    words = {name: reason_in_words(text, language) for name, text in typed.items() if text in USUAL_REASONS}
    return structs.replace(command, **words) if words else command
