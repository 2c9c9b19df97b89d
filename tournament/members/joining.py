"""A list of people compared with the directory: who is in it already, who is new, and who must be asked about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.members.matching import Candidate, Match, MemberIndex
from tournament.members.member import DirectoryMember, completed, member_of

NEW = 0
"""The answer that somebody is not in the directory."""


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody on a list."""

    line: int
    """Line of the list, or number of the player in an event."""
    person: DirectoryMember

    @staticmethod
    def of(line: int, player: Player) -> "ListedPerson":
        """Return a player of a list or an event."""
        return ListedPerson(line, member_of(player))


@dataclass(frozen=True, slots=True)
class JoinedPerson:
    """Somebody on a list who is in the directory."""

    listed: ListedPerson
    candidate: Candidate
    after: DirectoryMember
    """The member with what only the list has."""

    @property
    def is_changed(self) -> bool:
        """Whether the list has anything that the directory lacks."""
        return self.after != self.candidate.member


@dataclass(frozen=True, slots=True)
class DirectoryComparison:
    """A list compared with the directory."""

    new: tuple[ListedPerson, ...]
    joined: tuple[JoinedPerson, ...]
    asked: tuple[tuple[ListedPerson, Match], ...]
    """Nothing is done with them until somebody answers."""

    @property
    def written(self) -> tuple[DirectoryMember, ...]:
        """The people to be written: new ones have the number 0."""
        return (*(each.person for each in self.new), *(each.after for each in self.joined if each.is_changed))


def compare(
    listed: Iterable[ListedPerson], members: Sequence[DirectoryMember], answers: Mapping[int, int]
) -> DirectoryComparison:
    """Compare a list with the directory.

    ``answers`` has the number of a member, or :data:`NEW`, by the line of a person. Raise Refused if one names a line
    or a member that is not there. Two lines that are one member for sure are asked about.
    """
    listed = tuple(listed)
    _check_answers(answers, listed, members)
    index, by_number = MemberIndex(members), {member.number: member for member in members}
    new: list[ListedPerson] = []
    joined: dict[int, JoinedPerson] = {}
    asked: list[tuple[ListedPerson, Match]] = []
    for each in listed:
        answer = answers.get(each.line)
        match = index.find(each.person)
        if answer == NEW or (answer is None and match == Match()):
            new.append(each)
            continue
        sure = match.sure if answer is None else _answered(match, by_number[answer])
        if sure is None or sure.member.number in joined:
            asked.append((each, match if sure is None else Match(asked=(sure,))))
            continue
        joined[sure.member.number] = JoinedPerson(each, sure, completed(sure.member, each.person))
    return DirectoryComparison(tuple(new), tuple(joined.values()), tuple(asked))


def _answered(match: Match, member: DirectoryMember) -> Candidate:
    from tournament.members.matching import MatchReason

    known = (each for each in (match.sure, *match.asked) if each is not None and each.member == member)
    return next(known, Candidate(member, MatchReason.SIMILAR))


def _check_answers(
    answers: Mapping[int, int], listed: Sequence[ListedPerson], members: Sequence[DirectoryMember]
) -> None:
    lines, numbers = {each.line for each in listed}, {NEW, *(member.number for member in members)}
    problems = [
        Problem("members-answer", mark("There is nobody in line {line} of the list.", line=line), "same")
        for line in answers
        if line not in lines
    ]
    problems += [
        Problem("members-answer", mark("Nobody in the directory has the number {number}.", number=number), "same")
        for number in answers.values()
        if number not in numbers
    ]
    if problems:
        raise Refused(*problems)
