"""The page of a sheet on a phone, by every rule set: a whole game proposed and accepted is that of paper."""

import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.examples.games import club_evening
from tests.tournament.use_cases.events import BY, codes, drawn, noon
from tournament.catalogue import IDS
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.language import LANGUAGES, language_of
from tournament.ledger.sanctions import Charge
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import NO_NET, Outcome
from tournament.use_cases import Book, By, CorrectHand, GivePenalty, RecordHand, carry_out, carry_out_all
from tournament.use_cases.commands import AllowTableEntry, ChangePlayer, ConfirmProposal, ProposeHand
from tournament.use_cases.table_entry import LinkState, acceptances, phone_of
from ui.entry.hand_draft import recorded_draft
from ui.public.table_hand import draft_fields
from ui.public.table_page import TablePage, gone_page
from ui.rehearsal import whole_game


def allowed(rules: str = "mcr") -> Book:
    book = drawn(rules=rules)
    carry_out(book, AllowTableEntry("http://192.0.2.1:8080", bytes(32)), by=BY)
    return book


def phone(book: Book, seat: int) -> By:
    return phone_of(book.view, 1, 1, seat)


def page(book: Book, code: str = "en", **given) -> TablePage:
    language = language_of(code).with_words(book.view.words).for_readers
    return TablePage(book.view, 1, 1, "/t/1-1-x", language, **given)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", [rules for rules in IDS if rules != "blank"])
def test_a_game_that_is_proposed_and_accepted_is_that_of_paper(rules: str) -> None:
    paper, book = allowed(rules), allowed(rules)
    game = [each for each in whole_game(paper.view, 1, 1, random.Random(3)) if isinstance(each, RecordHand)]
    for command in game:
        form = page(book, seat=0)
        assert form.hand == command.hand
        assert form.typed is not None
        state = form.typed.table.state(command.hand)
        line = HandLine(command.hand, state, command.outcome, NO_NET, (), NO_NET)
        typed = replace(form, fields=draft_fields(recorded_draft(line, book.view.rules)), asked=command.hand).typed
        assert typed is not None
        assert typed.outcome is not None
        said = ProposeHand(1, 1, command.hand, typed.outcome, command.hand % 4, typed.tiles)
        carry_out(book, said, by=phone(book, said.seat), confirmed=True)
        (proposal,) = (each for each in book.view.phones(1, 1).open if each.hand == command.hand)
        carry_out(book, ConfirmProposal(1, 1, proposal.id, (said.seat + 1) % 4), by=phone(book, (said.seat + 1) % 4))
        if command.hand % 5 == 0 or command is game[-1]:
            carry_out_all(book, acceptances(book.view, 1, 1), by=BY)
    carry_out_all(paper, game, by=BY)
    assert [book.view.sheet(1, 1).computed, len(game)] == [
        paper.view.sheet(1, 1).computed,
        book.view.sheet(1, 1).played,
    ]
    for language in LANGUAGES:
        assert "<form" in page(book, language.code, seat=0).html


def test_names_are_text_and_what_is_proposed_is_shown_beside_the_totals() -> None:
    book = allowed()
    carry_out(book, ChangePlayer(Player(1, "<script>alert(1)</script>", "A&B", "FR")), by=BY)
    said = page(book, seat=1, fields={"winner": ["0"], "source": ["2"], "points": ["24"], "tiles": ["<i>|"]}).typed
    assert said is not None
    assert [each.code for each in said.problems] == ["tiles-faulty"]
    carry_out(book, ProposeHand(1, 1, 1, said.typed.outcome_of(0, 2), 1), by=phone(book, 1))
    html = page(book, seat=2, fields={"tiles": ['"><img src=x>']}).html
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "+48 with proposed hands" in html
    reader = _Controls()
    reader.feed(html)
    assert {"propose", "confirm", "call"} <= reader.actions
    assert not reader.inline
    with pytest.raises(Refused) as refused:
        carry_out(book, ConfirmProposal(1, 1, book.view.phones(1, 1).open[0].id, 1), by=phone(book, 1))
    assert codes(refused) == ["own-proposal"]


def test_a_correction_and_a_penalty_are_seen_with_their_reason() -> None:
    book = allowed()
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 2, 24)), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(0, 3, 24), "read again"), by=BY)
    carry_out(book, GivePenalty(1, 1, Charge(2, points=10, reason="spoke")), by=BY)
    html = page(book, seat=0).html
    assert "Hand 1 was corrected: read again" in html
    assert "corrected: read again</small>" in html
    assert "spoke · to nobody" in html


def test_of_two_proposals_each_player_is_told_what_became_of_their_own() -> None:
    book = allowed()
    for seat, points in ((0, 24), (1, 32)):
        carry_out(book, ProposeHand(1, 1, 1, Outcome(0, 2, points), seat), by=phone(book, seat))
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 2, 24)), by=BY)
    accepted, other = "Hand 1 was accepted.", "Hand 1 was recorded differently"
    told = {seat: page(book, seat=seat).html for seat in (None, 0, 1, 2)}
    assert {seat: (accepted in html, other in html) for seat, html in told.items()} == {
        None: (True, False), 0: (True, False), 1: (False, True), 2: (True, False)
    }  # fmt: skip


def test_what_a_proposed_hand_moves_is_shown_until_another_result_is_proposed_for_it() -> None:
    book = allowed()
    carry_out(book, ProposeHand(1, 1, 1, Outcome(0, 2, 24), 0), by=phone(book, 0))
    html = page(book).html
    (moved,) = re.findall(r'<p class="moved">(.*?)</p>', html)
    assert re.findall(r"<b>([^<]+)</b>", moved) == ["+48", "−8", "−32", "−8"]
    assert re.findall(r"([+−]\d+) with proposed hands", html) == ["+48", "−8", "−32", "−8"]
    carry_out(book, ProposeHand(1, 1, 1, Outcome(0, 2, 32), 1), by=phone(book, 1))
    html = page(book).html
    assert 'class="moved"' not in html
    assert "with proposed hands" not in html


def test_a_game_of_a_club_speaks_of_evenings() -> None:
    view = club_evening("hong-kong")
    html = TablePage(view, 1, 2, "/t/1-2-x", language_of("en").with_words(view.words).for_readers, 3).html
    assert "Evening 1, game 2" in html
    assert "Fan" in html


def test_two_winners_of_riichi_are_proposed_on_a_phone() -> None:
    book = allowed("riichi-ema-2025")
    fields = {"winner": ["0"], "source": ["3"], "points": ["2"], "ask-fu": ["3"], "ask-riichi": ["1"],
              "ask-second": ["1"], "ask-second_yakuman": ["1"]}  # fmt: skip
    form = page(book, seat=2, fields=fields)
    assert form.typed is not None
    outcome = form.typed.outcome
    assert outcome is not None
    assert dict(outcome.answers) == {
        "fu": 30, "riichi": (1,), "second": 1, "second_han": 13, "second_yakuman": 1
    }  # fmt: skip
    carry_out(book, ProposeHand(1, 1, 1, outcome, 2), by=phone(book, 2), confirmed=True)
    html = page(book, seat=0).html
    assert "2 han 30 fu" in html
    assert "First1 (2/30), First2 (yakuman) from First4 · Riichi: First2" in html
    assert "yakuman" in html
    assert "Hand 2 · East 1 · 1 counter · East" in html
    assert "in units of 100 points" in html
    without_fu = page(book, seat=2, fields=fields | {"ask-fu": [""]}).typed
    assert without_fu is not None
    assert [each.field for each in without_fu.problems] == ["fu"]


def test_whoever_of_two_winners_is_typed_first_both_phones_propose_the_same_hand() -> None:
    """With the tiles of both, which give the values that are not typed."""
    book = allowed("riichi-ema-2025")
    tanyao, chun = "234456m678p4455s4s", "[CCC,1]56s123m789pEE4s"
    forms = (
        {"winner": ["1"], "source": ["0"], "tiles": [tanyao], "ask-second": ["2"], "tiles2": [chun]},
        {"winner": ["2"], "source": ["0"], "tiles": [chun], "ask-second": ["1"], "tiles1": [tanyao]},
    )
    pages = [page(book, seat=seat, fields=fields) for seat, fields in enumerate(forms, start=1)]
    for seat, typed in enumerate([each.typed for each in pages], start=1):
        assert typed is not None
        assert not typed.problems
        assert typed.outcome is not None
        carry_out(book, ProposeHand(1, 1, 1, typed.outcome, seat, typed.tiles), by=phone(book, seat))
    (proposal,) = book.view.phones(1, 1).open
    assert proposal.confirmed == (2,)
    assert proposal.outcome == Outcome(1, 0, 1, answers=(
        ("fu", 40), ("second", 2), ("second_fu", 30), ("second_han", 1)))  # fmt: skip
    assert "Tiles of First3" in pages[0].html
    assert 'name="tiles2"' in pages[0].html


def test_what_cannot_matter_in_a_hand_is_hidden_on_a_phone() -> None:
    html = page(allowed("riichi-ema-2025"), seat=2).html
    shown_when = {
        name: html.rpartition(f'name="ask-{name}"')[0].rpartition('<div class="asked-if ')[2].partition(">")[0]
        for name in ("fu", "yakuman", "liable", "second", "second_fu", "second_liable", "tenpai", "riichi")
    }
    assert shown_when == {
        "fu": 'won" data-value="points" data-least="1" data-most="4"',
        "yakuman": 'won" data-value="points" data-least="13" data-most="40"',
        "liable": 'won" data-needs="ask-yakuman"',
        "second": 'won" data-discard="yes"',
        "second_fu": 'won" data-value="ask-second_han" data-least="1" data-most="4" data-needs="ask-second"',
        "second_liable": 'won" data-needs="ask-second_yakuman"',
        "tenpai": 'drawn"',
        "riichi": '"',
    }


def test_fu_are_chosen_from_those_that_a_hand_can_have() -> None:
    html = page(allowed("riichi-ema-2025"), seat=2).html
    options = re.findall(
        r"<option[^>]*>(.*?)</option>", html.partition('<select id="ask-fu"')[2].partition("</select>")[0]
    )
    assert options[:5] == ["–", "20", "25", "30", "40"]
    assert "35" not in options
    yakuman = html.partition('<select id="ask-yakuman"')[2].partition("</select>")[0]
    assert re.findall(r"<option[^>]*>(.*?)</option>", yakuman) == ["–", "1"]
    assert '<input id="ask-second_han"' in html, "too many to choose from"


def test_points_of_riichi_start_at_30000_as_at_a_desk() -> None:
    book = allowed("riichi-ema-2025")
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 3, 1, answers=(("fu", 30),))), by=BY)
    carry_out(book, ProposeHand(1, 1, 2, Outcome(0, 3, 2, answers=(("fu", 30),)), 2), by=phone(book, 2))
    html = page(book, seat=2).html
    assert re.findall(r"<b>(.*?)</b>", html.partition("</ul>")[0]) == ["31500", "30000", "30000", "28500"]
    assert "34700 with proposed hands" in html
    assert re.findall(r"<b>(.*?)</b>", page(allowed(), seat=2).html.partition("</ul>")[0]) == ["0"] * 4


def test_dora_of_riichi_are_typed_as_tiles_and_the_value_is_told_in_han_and_fu() -> None:
    book = allowed("riichi-ema-2025")
    typed = {"winner": ["2"], "source": ["1"], "tiles": ["234456m678p23s55s4s"], "tell-riichi": ["riichi"]}
    html = page(book, seat=2, fields=typed | {"tell-dora": ["8p 7p"]}).html
    assert '<input id="tell-dora" name="tell-dora" value="8p 7p"' in html
    assert "4 han, 30 fu: mangan, 8000" in html
    assert "must be 1 to 5 tiles" in page(book, seat=2, fields=typed | {"tell-dora": ["7x"]}).html


@pytest.mark.parametrize("state", LinkState)
def test_a_code_that_opens_nothing_says_why_in_every_language(state: LinkState) -> None:
    view = allowed().view
    texts = {gone_page(view, "/t/1-1-x", language, state) for language in LANGUAGES}
    assert len(texts) == 3
    assert all("<form" not in text for text in texts)
    assert view.now == noon()


class _Controls(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.actions: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.actions.add(str(given["action"]).rpartition("/")[2])
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
