"""Special hands that an event adds (Poilbarbe, 3.2.2; “plusieurs autres sont possibles”) count as named ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.catalogue import IDS, option_problems, rule_set
from tournament.hand.notation import parse_player_hand
from tournament.rules.own_hands import OWN_HANDS, own_members
from tournament.rules.payment import OWN_HAND, Outcome, Stakes, net_of
from tournament.rules.question import Answers, Chosen, defaults_of
from tournament.rules.ruleset import RuleSet

FRENCH, QUEBEC = ("french-classical-simple", "french-classical-advanced"), "quebec-classical"
CHAT = "Grand Chat"
NO_HAND = "1234m456p789sESWN|-S0000"
"""Fourteen tiles that are neither sets and a pair nor a special hand of the document."""
NAMED = (("own_hand", CHAT),)


def played(id: str, *options: tuple[str, object]) -> RuleSet:
    chosen: Chosen = tuple(sorted(options))  # type: ignore[arg-type]
    found = rule_set(id, chosen)
    assert found is not None
    return found


def answers(rules: RuleSet, **given: object) -> Answers:
    assert rules.counter is not None
    return {question.name: question.default for question in rules.counter.questions} | given  # type: ignore[return-value]


def worth(rules: RuleSet, text: str = NO_HAND) -> int:
    assert rules.counter is not None
    return rules.counter.count(parse_player_hand(text), answers(rules, own_hand=CHAT)).points


@given(
    st.sampled_from(FRENCH), st.integers(1, 100_000), st.sampled_from((None, 333, 500, 1000, 2000)), st.integers(0, 4),
    st.booleans(), st.integers(0, 3), st.integers(0, 3),
)  # fmt: skip
def test_a_grand_jeu_of_an_event_counts_and_is_paid_as_one_of_the_document(
    id: str, value: int, limit: int | None, factor: int, before: bool, winner: int, dealer: int
) -> None:
    simple = (("limit_before_east", before),) if id.endswith("simple") else ()
    others = (("limit", limit), ("grand_jeu_factor", factor), *simple)
    listed = played(id, ("value_main_de_paires", value), *others)
    own = played(id, ("own_hands", f"{CHAT}={value}"), ("value_main_de_paires", 0), *others)
    assert listed.counter is not None
    paid = value * factor if limit is None else value * limit // 1000
    if not paid:
        assert all(question.name != OWN_HAND for question in own.questions)
        return
    assert worth(own) == paid
    pairs = parse_player_hand("1133m2299p5588sEE|-S0000")
    assert listed.counter.count(pairs, answers(listed, dominant="N")).points == paid
    assert own.counter is not None
    named = own.counter.named(answers(own, own_hand=CHAT))
    assert named is not None
    assert named.points == paid
    four = tuple(paid if column == winner else 0 for column in range(4))
    outcome = Outcome(winner, values=four, answers=NAMED)  # type: ignore[arg-type]
    assert own.contradictions(outcome, dealer) == () == own.sheet_problems(outcome, dealer)
    by_document = listed.settle(Outcome(winner, values=four), Stakes(dealer))  # type: ignore[arg-type]
    assert net_of(own.settle(outcome, Stakes(dealer))) == net_of(by_document)


@given(st.sampled_from((None, 500, 750)), st.sampled_from((None, 300)), st.integers(0, 3), st.booleans())
def test_a_special_hand_of_an_event_is_worth_the_limit_in_quebec(
    limit: int | None, special: int | None, dealer: int, doubled: bool
) -> None:
    rules = played(
        QUEBEC, ("limit", limit), ("special_value", special), ("own_hands", CHAT), ("east_doubles_limit", doubled)
    )
    paid = limit or special
    if paid is None:
        assert all(question.name != OWN_HAND for question in rules.questions)
        return
    assert worth(rules) == paid
    outcome = Outcome(0, values=(paid, 0, 0, 0), answers=NAMED)
    assert rules.contradictions(outcome, dealer) == ()
    east = 2 if doubled else 1
    assert net_of(rules.settle(outcome, Stakes(dealer)))[0] == paid * (3 * east if dealer == 0 else 2 + east)


@pytest.mark.parametrize("id", [*FRENCH, QUEBEC])
def test_a_hand_that_is_named_has_its_value_and_a_winner(id: str) -> None:
    name = CHAT if id == QUEBEC else f"{CHAT}=500"
    rules = played(id, ("own_hands", name))

    def codes(outcome: Outcome) -> list[str]:
        return [problem.code for problem in rules.contradictions(outcome, 0)]

    assert codes(Outcome(1, values=(0, 500, 0, 0), answers=NAMED)) == []
    assert codes(Outcome(1, values=(0, 40, 0, 0), answers=NAMED)) == ["own-hand-differs"]
    assert "own-hand-drawn" in codes(Outcome(None, values=(0, 0, 0, 0), answers=NAMED))
    assert codes(Outcome(1, values=(0, 500, 0, 0), answers=((OWN_HAND, "Souris"),))) == ["own-hand-unknown"]
    (table,) = (table for table in rules.reference() if any(row.name.en == CHAT for row in table.rows))
    assert (table.rows[-1].name.fr, table.rows[-1].worth) == (CHAT, (500,))


def test_a_name_of_the_document_is_taken_in_every_language() -> None:
    for id, name in ((FRENCH[0], "Les Ennemis=500"), (FRENCH[0], "enemies=500"), (QUEBEC, "Les 3 Érudits")):
        rules = rule_set(id)
        assert rules is not None
        assert [wrong for wrong, _ in option_problems(rules, ((OWN_HANDS, name),))] == [OWN_HANDS]


def test_no_other_rules_have_them() -> None:
    having = []
    for id in IDS:
        rules = rule_set(id)
        assert rules is not None
        having += [id] if OWN_HANDS in defaults_of(rules.options) else []
    assert having == [*FRENCH, QUEBEC]


@pytest.mark.parametrize("id", [*FRENCH, QUEBEC])
def test_only_a_hand_that_counts_as_a_special_one_names_it(id: str) -> None:
    text = f"{CHAT}=500" if id in FRENCH else CHAT
    rules = played(id, (OWN_HANDS, text))
    assert rules.counter is not None
    count = rules.counter.count(parse_player_hand(NO_HAND), answers(rules, own_hand=CHAT))
    assert own_members(count, CHAT) == {OWN_HAND: CHAT}
    assert own_members(count, None) == own_members(count, "Another") == {}
