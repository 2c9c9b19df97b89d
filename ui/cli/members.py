"""``members …``: the directory of people that belongs to this user and not to an event."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.player import PublicName
from tournament.event.problem import Problem, Refused
from tournament.language import listed, mark, mark_count
from ui.cli.bootstrap import event_for_reading, open_members
from ui.cli.commands import ANY_PATH, command, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.members.joining import DirectoryComparison, ListedPerson
    from tournament.members.member import Directory, DirectoryMember

_FIELDS = ("first_name", "last_name", "latin_first_name", "latin_last_name", "country", "club", "nickname", "notes",
           "public", "federation_numbers", "former_names")  # fmt: skip
_OPTIONS = {
    "list": frozenset(("search", "duplicates")),
    "import": frozenset(("same", "new", "dry_run")),
    "set": frozenset(_FIELDS),
    "merge": frozenset(("undo",)),
    "export": frozenset(("out", "search")),
    "erase": frozenset[str](),
}
"""The options of each action."""


@command("members")
@click.argument("action", type=click.Choice(list(_OPTIONS)))
@click.argument("words", metavar="[FILE|NUMBER]…", nargs=-1)
@option("--directory", metavar="FILE|URL", help_text=mark("Another directory: a file, or a PostgreSQL database."))
@option("--search", metavar="TEXT", help_text=mark("With list and export: only people with these words."))
@option("--duplicates", is_flag=True, default=None, help_text=mark("With list: pairs who may be one person, and why."))
@option("--dry-run", is_flag=True, default=None, help_text=mark("With import: shows what would happen."))
@option(
    "--same", metavar="LINE=NUMBER", multiple=True,
    help_text=mark("With import: the person in this line is the member with this number. May be repeated."),
)  # fmt: skip
@option(
    "--new", type=int, metavar="LINE", multiple=True,
    help_text=mark("With import: the person in this line is not in the directory yet. May be repeated."),
)  # fmt: skip
@option("--undo", is_flag=True, default=None, help_text=mark("With merge: undoes the last one."))
@option("--out", type=ANY_PATH, metavar="PATH", help_text=mark("With export: the file; .csv for a list of players."))
@option("--first-name", metavar="NAME", help_text=mark("The first name."))
@option("--last-name", metavar="NAME", help_text=mark("The last name."))
@option("--latin-first-name", metavar="NAME", help_text=mark("The first name in Latin letters."))
@option("--latin-last-name", metavar="NAME", help_text=mark("The last name in Latin letters."))
@option("--country", metavar="CODE", help_text=mark("The country."))
@option("--club", metavar="NAME", help_text=mark("The club."))
@option(
    "--federation-number", "federation_numbers", metavar="FEDERATION=NUMBER", multiple=True,
    help_text=mark("A number of a federation, such as EMA=04000005; an empty one removes it. May be repeated."),
)  # fmt: skip
@option(
    "--former-name", "former_names", metavar="NAME", multiple=True,
    help_text=mark("A former name; the whole list, so that an empty one removes all. May be repeated."),
)  # fmt: skip
@option("--nickname", metavar="NAME", help_text=mark("The nickname."))
@option(
    "--public", type=click.Choice([each.value for each in PublicName]),
    help_text=mark("How the person may be named in public."),
)  # fmt: skip
@option("--notes", metavar="TEXT", help_text=mark("Notes, which nobody else sees."))
@json_option
@click.pass_obj
def members(
    context: CliContext, /, *, action: str, words: tuple[str, ...], directory: str | None, as_json: bool, **given: Any
) -> None:
    """List, import, change, merge, export and erase people."""
    asked = {name: value for name, value in given.items() if value not in (None, ())}
    if foreign := asked.keys() - _OPTIONS[action]:
        raise not_taken(context, foreign, f"members {action}")
    needed = {"list": (0,), "import": (1,), "set": (1,), "merge": (0,) if asked.get("undo") else (2,), "export": (0, 1),
              "erase": (1,)}  # fmt: skip
    if len(words) not in needed[action]:
        raise click.UsageError(context.translate(_USAGE[action]))
    with open_members(directory) as opened:
        _ACTS[action](context, opened, words, asked, as_json)


_USAGE = {
    "list": mark("“members list” takes neither a file nor a number."),
    "import": mark("Name the list or the event file: “members import FILE”."),
    "set": mark("Name the person by their number, or “new”: “members set NUMBER”."),
    "merge": mark("Name the number that stays and the one that goes: “members merge NUMBER NUMBER”."),
    "export": mark("Name one person by their number, or nobody for all: “members export NUMBER”."),
    "erase": mark("Name the person by their number: “members erase NUMBER”."),
}


def _list(
    context: CliContext, opened: "Directory", _words: Sequence[str], asked: dict[str, Any], as_json: bool
) -> None:
    found = opened.members()
    if asked.get("duplicates"):
        _print_duplicates(context, found, as_json=as_json)
        return
    from reports.member_files import MEMBER_COLUMNS, found_members, member_record

    found = found_members(found, asked.get("search", ""))
    if as_json:
        print_json([member_record(each) for each in found])
    else:
        context.print_listed(MEMBER_COLUMNS, found, as_json=False)


def _print_duplicates(context: CliContext, members: "Sequence[DirectoryMember]", *, as_json: bool) -> None:
    from tournament.members.matching import MemberIndex

    pairs = MemberIndex(members).duplicates()
    if as_json:
        print_json([{"kept": each.member.number, "gone": later.number, "names": [each.member.name, later.name],
                     "reason": each.reason.value} for later, each in pairs])  # fmt: skip
        return
    for later, each in pairs:
        context.print_line(
            mark("{kept} {name} and {gone} {other}: {reason}", kept=each.member.number, name=each.member.name,
                 gone=later.number, other=later.name, reason=each.reason.text)
        )  # fmt: skip


def _import(
    context: CliContext, opened: "Directory", words: Sequence[str], asked: dict[str, Any], as_json: bool
) -> None:
    from tournament.members.joining import compare

    known = opened.members()
    joining = compare(_listed(Path(words[0])), known, _answers(context, asked))
    if not asked.get("dry_run"):
        opened.write(joining.written, known)
    if as_json:
        print_json(_joining_as_json(joining))
        return
    for each, match in joining.asked:
        candidates = listed(found.text for found in match.asked)
        context.print_remark(
            mark("Line {line}, {name}: not taken. Is it {candidates}? Answer with --same or --new.", line=each.line,
                 name=each.person.name, candidates=candidates)
        )  # fmt: skip
    changed = sum(each.is_changed for each in joining.joined)
    context.print_line(mark_count("{count} new person", "{count} new people", len(joining.new)))
    text = mark_count("{count} person is in the directory, {changed} with something new",
                      "{count} people are in the directory, {changed} with something new",
                      len(joining.joined), changed=changed)  # fmt: skip
    context.print_line(text)
    if asked.get("dry_run"):
        context.print_line(mark("Nothing was written."))


def _listed(path: Path) -> "Sequence[ListedPerson]":
    """The people of an event, or of a list of players. Raise Refused if it cannot be read."""
    from reports.member_files import people_on_list
    from tournament.members.joining import ListedPerson

    if path.suffix.casefold() != ".qv":
        return people_on_list(path)
    with event_for_reading(path) as book:
        return [ListedPerson.of(player.number, player) for player in book.view.players.values()]


def _answers(context: CliContext, asked: dict[str, Any]) -> dict[int, int]:
    """Who is who, by the line of the list, as ``--same`` and ``--new`` say."""
    from tournament.members.joining import NEW

    answers = dict.fromkeys(asked.get("new", ()), NEW)
    for written in asked.get("same", ()):
        line, _, number = written.partition("=")
        if not (line.isascii() and line.isdecimal() and number.isascii() and number.isdecimal()):
            text = mark("--same takes a line and a number, such as 12=5, not “{written}”.", written=written)
            raise click.UsageError(context.translate(text))
        answers[int(line)] = int(number)
    return answers


def _joining_as_json(joining: "DirectoryComparison") -> dict[str, object]:
    return {
        "new": [{"line": each.line, "name": each.person.name} for each in joining.new],
        "joined": [
            {"line": each.listed.line, "name": each.listed.person.name, "number": each.after.number,
             "reason": each.candidate.reason.value, "changed": each.is_changed}
            for each in joining.joined
        ],
        "asked": [
            {"line": each.line, "name": each.person.name,
             "candidates": [
                 {"number": found.member.number, "name": found.member.name, "reason": found.reason.value}
                 for found in match.asked
             ]}
            for each, match in joining.asked
        ],
    }  # fmt: skip


def _set(context: CliContext, opened: "Directory", words: Sequence[str], asked: dict[str, Any], as_json: bool) -> None:
    from tournament.event.country import country_code
    from tournament.members.member import DirectoryMember, member_problems

    before = DirectoryMember(0, "", "") if words[0] == "new" else opened.member(_number(words[0]))
    changed = {name: value for name, value in asked.items() if name not in ("federation_numbers", "former_names")}
    if "country" in changed:
        changed["country"] = country_code(changed["country"]) or changed["country"]
    if "public" in changed:
        changed["public"] = PublicName(changed["public"])
    if "former_names" in asked:
        changed["former_names"] = tuple(filter(None, asked["former_names"]))
    changed["numbers"] = _numbers(context, before, asked.get("federation_numbers", ()))
    after = replace(before, **changed)
    problems = member_problems(after)
    if problems:
        raise Refused(*problems)
    (written,) = opened.write([after], [before])
    if as_json:
        print_json(_record(written))
    else:
        context.print_line(mark("{number} {name} is written.", number=written.number, name=written.name))


def _numbers(context: CliContext, member: "DirectoryMember", typed: Iterable[str]) -> Any:
    """The federation numbers of a member with those that were typed."""
    from tournament.members.member import numbers_with

    found = member.numbers
    for written in typed:
        federation, equals, number = written.partition("=")
        changed = numbers_with(found, federation, number) if equals else None
        if changed is None:
            text = mark("--federation-number takes a federation and a number, such as EMA=04000005.")
            raise click.UsageError(context.translate(text))
        found = changed
    return found


def _merge(
    context: CliContext, opened: "Directory", words: Sequence[str], asked: dict[str, Any], as_json: bool
) -> None:
    if asked.get("undo"):
        kept, gone = opened.undo_merge()
        if as_json:
            print_json([_record(kept), _record(gone)])
        else:
            text = mark("{kept} {name} and {gone} {other} are two people again.", kept=kept.number, name=kept.name,
                        gone=gone.number, other=gone.name)  # fmt: skip
            context.print_line(text)
        return
    kept_number, gone_number = map(_number, words)
    other = opened.member(gone_number)
    merged = opened.merge(kept_number, gone_number)
    if as_json:
        print_json(_record(merged))
    else:
        text = mark("{gone} {other} is now {kept} {name}; “members merge --undo” undoes it.", gone=gone_number,
                    other=other.name, kept=merged.number, name=merged.name)  # fmt: skip
        context.print_line(text)


def _export(
    context: CliContext, opened: "Directory", words: Sequence[str], asked: dict[str, Any], as_json: bool
) -> None:
    """Everything that the directory knows, of one person or of all; or the list of players of a new event."""
    from reports.member_files import found_members, member_record, write_member, write_members

    del as_json  # It is JSON in any case.
    person = opened.member(_number(words[0])) if words else None
    people = found_members(opened.members(), asked.get("search", "")) if person is None else (person,)
    out = asked.get("out")
    if out is None:
        print_json(member_record(person) if person is not None else [member_record(each) for each in people])
        return
    if person is not None and out.suffix.casefold() != ".csv":
        write_member(person, out)
    else:
        write_members(people, out)
    context.print_line(mark("Written: {path}", path=str(out)))


def _erase(
    context: CliContext, opened: "Directory", words: Sequence[str], _asked: dict[str, Any], as_json: bool
) -> None:
    member = opened.erase(_number(words[0]))
    if as_json:
        print_json({"erased": member.number})
    else:
        context.print_line(mark("{number} {name} is erased from the directory, with what merges kept.",
                                number=member.number, name=member.name))  # fmt: skip
    context.print_remark(
        mark("Events keep their own copy of each player: docs/privacy.md says what can be erased there.")
    )


def _number(written: str) -> int:
    if written.isascii() and written.isdecimal() and len(written) < 19:
        return int(written)
    text = mark("“{written}” is not the number of a person: “members list” shows them.", written=written)
    raise Refused(Problem("members-number", text, "number"))


def _record(member: "DirectoryMember") -> dict[str, object]:
    from reports.member_files import member_record

    return member_record(member)


_ACTS: dict[str, Callable[[CliContext, "Directory", Sequence[str], dict[str, Any], bool], None]] = {
    "list": _list,
    "import": _import,
    "set": _set,
    "merge": _merge,
    "export": _export,
    "erase": _erase,
}
