"""What typed totals say beside computed ones, in words: where to look."""

from tournament.language import Text, integer_text, mark, mark_count
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net
from ui.desktop.widgets.notice import NoticeKind

Judgement = tuple[NoticeKind, Text, Text]


def judgement_of(sheet: Sheet, computed: Net, typed: Net | None) -> Judgement | None:
    """Compare ``typed`` with ``computed``, which may hold a hand being typed; None when nothing is typed."""
    if typed is None:
        return None
    differing = [abs(paper - ours) for paper, ours in zip(typed, computed, strict=True) if paper != ours]
    if not differing:
        return NoticeKind.OK, mark("The four totals agree"), mark("With the players’ signatures the result is final.")
    if sheet.accepted and sheet.closed is not None:
        return NoticeKind.INFO, mark("The difference was accepted"), mark("Reason: {reason}", reason=sheet.accepted)
    if len(set(differing)) == 1:
        title = mark_count(
            "{count} total differs by {points}", "{count} totals differ by {points}", len(differing),
            points=differing[0],
        )  # fmt: skip
    else:
        title = mark_count("{count} total differs", "{count} totals differ", len(differing))
    return NoticeKind.DANGER, title, _where(computed, typed)


def _where(computed: Net, typed: Net) -> Text:
    if sum(typed) == sum(computed):
        return mark(
            "Both sums are {sum}: look for one hand written in the wrong column of the paper.",
            sum=integer_text(sum(typed)),
        )
    return mark(
        "The paper sums to {paper}, the hands to {computed}: look for a slip in adding, or a hand or penalty missing.",
        paper=integer_text(sum(typed)),
        computed=integer_text(sum(computed)),
    )
