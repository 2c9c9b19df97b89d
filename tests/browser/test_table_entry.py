"""Four phones at a table in Chromium: a session that players type ends as the same one entered from paper."""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, Tab, axe
from tests.browser.sites import LONG
from tests.browser.table_phone import Phone, phones, play
from tests.browser.tables import one_table
from tests.browser.test_live_page import wait
from tests.tournament.use_cases.events import BY
from tournament.event.player import Player
from tournament.language import LANGUAGES
from tournament.ledger.facts import HandProposed
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, carry_out, carry_out_all
from tournament.use_cases.commands import (
    AnswerCall,
    CloseSheet,
    DismissProposal,
    RevokeTableLink,
)
from ui.public import pages_mount, table_entry
from ui.rehearsal import whole_game

KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    for module in (pages_mount, table_entry):
        monkeypatch.setattr(module, "_LOOK", 0.02)
    monkeypatch.setattr(table_entry, "_BURST_OF_SENT", 1000)


_SLOW_NEWS = """(() => {
    const real = fetch;
    window.fetch = async (address, given) => {
        const answer = await real(address, given);
        if (!given.method) { window.fetch = real; await new Promise((done) => setTimeout(done, 300)); }
        return answer;
    };
    dispatchEvent(new Event("online"));
    return new Promise((done) => setTimeout(done, 20));
})()"""


def hands_of(book: Book) -> list[RecordHand]:
    """A whole game, without its tiles."""
    game = whole_game(book.view, 1, 1, random.Random(5))
    return [RecordHand(1, 1, each.hand, each.outcome) for each in game if isinstance(each, RecordHand)]


@pytest.mark.parametrize("rules", ["mcr", "riichi-ema-2025"])
def test_a_session_typed_by_four_phones_one_without_network_ends_as_on_paper(browser: Browser, rules: str) -> None:
    paper, book = one_table(rules), one_table(rules)
    hands = hands_of(paper)
    assert len(hands) >= 8
    carry_out_all(paper, hands, by=BY)
    last = hands[-1].hand
    with phones(browser, book, 0, 1, 2, 3) as (desk, four):
        play(four, hands, lambda hand: hand % 5 == 0 or hand == last, book, desk, range(3, 6))
        if rules == "mcr":
            four[0].sees("All hands are recorded")
        totals = four[0].tab.run("[...document.querySelectorAll('.seats b')].map(b => b.textContent)")
        complaints = [
            [said for said in each.tab.complaints() if "ERR_INTERNET_DISCONNECTED" not in said] for each in four
        ]
        assert complaints == [[], [], [], []]
        signed = [book.view.sheet(1, 1).computed, paper.view.sheet(1, 1).computed]
        start = 0 if rules == "mcr" else 30_000
        assert [int(total.replace("−", "-")) - start for total in totals] == list(signed[1])
        desk(CloseSheet(1, 1, signed[0]))
        carry_out(paper, CloseSheet(1, 1, signed[1]), by=BY)
        four[0].sees("signed", "body")
    rows = [[(row.rank, row.player.number, row.table_points, row.score) for row in each.view.standings(1).rows]
            for each in (book, paper)]  # fmt: skip
    assert rows[0] == rows[1]
    assert [line.outcome for line in book.view.sheet(1, 1).hands if line.outcome is not None] == [
        each.outcome for each in hands
    ]
    phones_of_table = [entry.fact.device for entry in book.view.journal if isinstance(entry.fact, HandProposed)]
    assert len({*phones_of_table}) == 4


def test_hands_without_a_network_wait_in_order_and_a_refused_one_is_changed(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0, 1) as (desk, (ann, bo)):
        ann.tab.go_offline()
        for number, points in enumerate((24, 7, 30), start=1):
            ann.type_and_propose(RecordHand(1, 1, number, Outcome(0, 2, points)))
        ann.sees("Enter hand 4", "#form h2")
        ann.press("#winner-3")
        assert ann.text("#queue li:nth-child(2)") == "Hand 2 · First1 · First3 · Points: 7"
        assert book.view.phones(1, 1).open == ()
        ann.tab.go_offline(offline=False)
        ann.tab.run("dispatchEvent(new Event('online'))")
        ann.sees("7 is below 8", "#queue")
        ann.sees("Proposed by", "#hand1")
        assert [each.hand for each in book.view.phones(1, 1).open] == [1]
        assert ann.count("#queue li") == 2, "the third waits for it"
        assert faults(ann.tab, axe()) == []
        assert ann.tab.run("document.documentElement.scrollWidth") <= 390
        ann.press("#bar button")
        bo.sees("called a referee")  # a call waits for nothing
        ann.press("#queue button")
        ann.sees("Enter hand 2", "#form h2")
        assert ann.tab.run("document.querySelector('#points').value") == "7"
        for key in ("back", "9"):
            ann.press(f".pad [data-key='{key}']")
        ann.propose()
        bo.sees("Points: 30", "#hand3")
        assert [(each.hand, each.outcome.points) for each in book.view.phones(1, 1).open] == [(1, 24), (2, 9), (3, 30)]
        ann.sees("Enter hand 4", "#form h2")
        assert ann.tab.run("document.querySelector('#winner-3').checked"), "what was half typed is still there"
        ann.tab.go_offline()
        ann.press("#source-self")
        ann.type_and_propose(RecordHand(1, 1, 4, Outcome(3, None, 40)))
        desk(RevokeTableLink(1, 1))
        ann.tab.go_offline(offline=False)
        ann.sees("its code was replaced", "body")
        ann.sees("Hand 4 · First4", "#queue")
        ann.tab.reload()
        ann.sees("Hand 4 · First4", "#queue")
        ann.tab.run("window.confirm = () => true")
        ann.press("#queue button")
        wait(lambda: ann.count("#queue li") == 0)


def test_what_a_browser_does_not_store_is_sent_all_the_same(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0) as (_, (ann,)):
        ann.tab.run("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
        ann.type_and_propose(RecordHand(1, 1, 1, Outcome(0, 2, 24)))
        ann.sees("Proposed by", "#hand1")


def test_a_second_phone_cannot_take_a_seat_and_one_phone_confirms_nothing(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0, None) as (_, (ann, bo)):
        ann.type_and_propose(RecordHand(1, 1, 1, Outcome(0, 2, 24)))
        ann.sees("Proposed by", "#hand1")
        bo.sees("has another phone", "#form")
        assert faults(bo.tab, axe()) == []
        assert bo.tab.run("document.querySelector('#form [name=seat][value=\"0\"]').disabled")
        ann.press("#hand1 details button")
        ann.sees("on the same phone", "#hand1")
        bo.take(2)
        bo.press("#hand1 button.main")
        ann.sees("Confirmed by First3, and by First2 on the same phone", "#hand1")


def test_what_cannot_matter_in_a_hand_of_riichi_is_hidden_and_so_is_a_pad_without_field(browser: Browser) -> None:
    book = one_table("riichi-ema-2025")

    def shown(phone: Phone, *names: str) -> list[str]:
        visible = "document.querySelector('[name=\"{}\"], .{}').getClientRects().length > 0"
        return [name for name in names if phone.tab.run(visible.format(name, name))]

    everything = ("points", "ask-fu", "ask-yakuman", "ask-liable", "ask-tenpai", "ask-riichi", "pad")
    with phones(browser, book, 0) as (_, (ann,)):
        for press, expected in (
            ("#winner-0", {"points", "ask-fu", "ask-yakuman", "ask-riichi", "pad"}),
            ("#source-2", {"points", "ask-fu", "ask-yakuman", "ask-riichi", "pad"}),
            (".pad [data-key='2']", {"points", "ask-fu", "ask-riichi", "pad"}),
            (".pad [data-key='0']", {"points", "ask-yakuman", "ask-riichi", "pad"}),
        ):
            ann.press(press)
            found = {name for name in everything if name in shown(ann, *everything)}
            assert found == expected, press
        ann.tab.run("document.querySelector('#ask-yakuman').value = '1'")
        ann.tab.run("document.querySelector('#ask-yakuman').dispatchEvent(new Event('change', {bubbles: true}))")
        assert "ask-liable" in shown(ann, "ask-liable")
        ann.tab.run("document.querySelector('#ask-liable').value = '3'")
        for key in ("back", "back", "2"):
            ann.press(f".pad [data-key='{key}']")
        ann.tab.run("document.querySelector('#ask-fu').value = '30'")
        ann.propose()
        ann.sees("2 han 30 fu", "#hand1")
        (proposal,) = book.view.phones(1, 1).open
        assert proposal.outcome == Outcome(0, 2, 2, answers=(("fu", 30),)), "what was hidden again is not sent"
        ann.sees("Enter hand 2", "#form h2")
        wait(lambda: ann.count("#form.ahead") == 0)  # the answer to what was sent replaces the form
        ann.press("#winner-drawn")
        assert {*shown(ann, *everything)} == {"ask-tenpai", "ask-riichi"}


def test_the_form_of_riichi_fits_in_every_language(browser: Browser) -> None:
    book, source = one_table("riichi-ema-2025"), axe()
    with phones(browser, book, 0) as (_, (ann,)):
        for language in LANGUAGES:
            ann.tab.speak(language.code)
            ann.tab.go(ann.page)
            for press in ("#winner-0", "#source-2", ".further summary"):
                ann.press(press)
            assert ann.tab.run("document.documentElement.scrollWidth") <= 390, language.code
            assert faults(ann.tab, source) == [], language.code


def test_two_different_proposals_are_shown_until_one_is_confirmed(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0, 1, 2) as (desk, (ann, bo, cy)):
        ann.type(Outcome(0, 2, 24))
        ann.propose()
        bo.sees("First1 from First3", "#hand1")
        bo.tab.go(bo.page + "?hand=1")
        bo.tab.run(_SLOW_NEWS)  # asked for before they say it, there afterwards
        bo.press("#source-3")
        bo.propose()
        for each in (ann, bo, cy):
            each.sees("Two different results")
            assert each.text(".differs") == "First1 from First3"
            assert each.count(".version") == 2
        assert cy.text("#form h2") == "Enter hand 1"
        stale = bo.tab.run("document.querySelector('#hand1 form').outerHTML")
        cy.press("#hand1 .version:nth-of-type(2) button.main")
        ann.sees("Confirmed by First3")
        bo.sees("Enter hand 2", "#form h2")
        proposals = book.view.phones(1, 1).open
        assert [each.confirmed for each in proposals] == [(), (2,)]
        desk(DismissProposal(1, 1, proposals[0].id, "seen by a referee"))
        ann.sees("dismissed: seen by a referee")
        desk(RecordHand(1, 1, 1, Outcome(0, 3, 25)))
        for each in (bo, cy):
            each.sees("Hand 1 was recorded differently")
        bo.tab.run(f"document.querySelector('#main').insertAdjacentHTML('beforeend', `{stale}`)")
        bo.press("#main > form button")
        bo.sees("no longer open", "#problems")


def test_a_slow_network_brings_back_nothing_that_was_sent_and_a_digit_replaces_what_was_proposed(
    browser: Browser,
) -> None:
    book = one_table()
    with phones(browser, book, 0, 1) as (_, (ann, bo)):
        ann.type(Outcome(0, 2, 24))
        ann.propose()
        bo.sees("First1 from First3", "#hand1")
        bo.tab.go(bo.page + "?hand=1")
        slow = "quick(address, how).then((answer) => new Promise((done) => setTimeout(done, 800, answer)))"
        bo.tab.run(
            f"window.quick = fetch; window.fetch = (address, how) => how && how.method ? quick(address, how) : {slow}"
        )
        for digit in "30":
            bo.press(f".pad [data-key='{digit}']")
        ann.press("#bar button")  # an old page is under way when the answer comes
        time.sleep(0.4)
        bo.propose()
        bo.sees("Points: 30", "#hand1")
        time.sleep(1)
        assert bo.tab.run("[...document.querySelectorAll('#form input:checked:not([value=tile]), #form .figure')]"
                          ".map((each) => each.value)") == [""]  # fmt: skip
        ann.sees("Two different results")


def test_a_referee_is_called_and_comes_and_a_change_moves_nothing_that_is_typed(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0, 1) as (desk, (ann, bo)):
        bo.press("#winner-1")
        bo.tab.run("document.querySelector('#points').focus(); document.querySelector('#points').value = '3'")
        bo.tab.run("window.same = true; scrollTo(0, 200)")
        top = bo.tab.run("document.querySelector('#points').getBoundingClientRect().top")
        ann.tab.click("#bar button")
        assert bo.sees("First1 called a referee.") < 5
        ann.type(Outcome(None))
        ann.propose()
        assert bo.sees("Drawn hand", "#hand1") < 5
        assert bo.tab.run("document.querySelector('#points').value") == "3"
        assert bo.tab.run("window.same && document.activeElement.id") == "points"
        assert abs(bo.tab.run("document.querySelector('#points').getBoundingClientRect().top") - top) <= 1
        assert "in the meantime" in bo.text("#answer")
        desk(AnswerCall(1, 1, book.view.phones(1, 1).calls[0].id))
        ann.sees("Referee Sample is coming.")


def test_what_is_typed_without_a_network_is_sent_later_and_once(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0) as (_, (ann,)):
        ann.type(Outcome(0, 2, 24))
        ann.tab.run("window.real = window.fetch; window.fetch = async () => { throw new TypeError('no network'); }")
        ann.propose()
        ann.sees("Not sent yet", "#away")
        ann.tab.reload()
        ann.sees("Another player of the table has to confirm it.")
        ann.tab.reload()
        ann.sees("Enter hand 2")
        assert len(book.view.phones(1, 1).proposals) == 1
        ann.press("#winner-2")
        ann.tab.run("document.querySelector('#winner-2').dispatchEvent(new Event('input', {bubbles: true}))")
        ann.tab.go(ann.page)  # the code is read again: the phone knows who holds it, and what was half typed
        mine = "[...document.querySelectorAll('.mine')].some(each => each.textContent.includes('First1'))"
        wait(lambda: ann.tab.run(mine))
        assert ann.tab.run("document.querySelector('#winner-2').checked")
        follow(ann, "#bar a:nth-of-type(2)")  # the calculator has its own
        assert not ann.tab.run("document.querySelector('#winner-2').checked")
        ann.press("#winner-3")
        ann.tab.reload()
        assert ann.tab.run("document.querySelector('#winner-3').checked")


def test_tiles_are_tapped_and_the_engine_names_what_counts(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, 0) as (_, (ann,)):
        ann.press("#winner-1")
        ann.press("#source-self")
        ann.press("#block summary")
        for tile in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1s", "1s", "1s", "2p", "1p", "back", "2p"):
            ann.press(f"[name=tap][value=':{tile}']")
        ann.sees("Pure Straight", "#counted")
        ann.sees("23", "#counted .total")
        ann.propose()
        ann.sees("First2 · self-draw")
        (proposal,) = book.view.phones(1, 1).open
        assert (proposal.outcome.points, proposal.fact.tiles[:9]) == (23, "123456789")


@pytest.mark.parametrize("code", [language.code for language in LANGUAGES])
def test_every_control_does_something_in_every_language(browser: Browser, code: str) -> None:
    book = one_table()
    with phones(browser, book, None) as (_, (ann,)):
        ann.tab.speak(code)
        ann.tab.go(ann.page)
        ann.take(1)
        assert "First2" in ann.text(".mine")
        ann.type(Outcome(3, None, 40))
        ann.press("#calculate")
        wait(lambda: "+144" in ann.text("#answer"))
        ann.press(".pad [data-key=back]")
        ann.press(".pad [data-key='8']")
        ann.propose()
        wait(lambda: ann.count("#hand1 details button") == 3)
        follow(ann, "#hand1 .button")
        assert ann.tab.run("document.querySelector('#points').value") == "48"
        ann.tab.go(ann.page)
        ann.press("#hand1 details button:nth-of-type(3)")
        wait(lambda: ann.count("#hand1 details button") == 2)
        assert ann.count("#hand1 .status.good") == 0, "it is the same phone"
        assert "First2" in ann.text(".mine")
        ann.press("#bar button")
        wait(lambda: ann.count(".call"))
        ann.press("#hands summary")
        assert "168" in ann.text("#hands")
        for number in (2, 3, 1):
            follow(ann, f"#bar a:nth-of-type({number})")
            assert ann.tab.run("document.documentElement.lang") == code
        ann.sees("First2")
        assert ann.tab.complaints() == []
    proposals = book.view.phones(1, 1).open
    assert [(each.outcome, each.supporters) for each in proposals] == [(Outcome(3, None, 48), (1, 3))]


@pytest.mark.parametrize("rules", ["french-classical-advanced", "hong-kong"])
def test_rules_that_ask_more_of_a_hand(browser: Browser, rules: str) -> None:
    book = one_table(rules)
    hands = [each for each in hands_of(book) if each.outcome.winner is not None][:1]
    with phones(browser, book, 0) as (_, (ann,)):
        for command in hands:
            ann.type(replace(command.outcome, liable=None))
            ann.propose()
            ann.sees("Proposed by")
            (said,) = book.view.phones(1, 1).open
            assert said.outcome == replace(command.outcome, liable=None)


def test_everything_works_without_scripts(browser: Browser) -> None:
    book = one_table()
    with phones(browser, book, None) as (_, (ann,)):
        tab: Tab = ann.tab
        tab.allow_scripts(False)
        try:
            tab.go(ann.page)
            follow(ann, "#form button:nth-of-type(1)")
            ann.press("#winner-0")
            ann.press("#source-2")
            follow(ann, ".send .main")
            assert "Enter what the hand is worth." in ann.text("#problems")
            assert tab.run("document.querySelector('#winner-0').checked")
            tab.run("document.querySelector('#points').focus()")
            tab.type("24")
            follow(ann, ".send .main")
            assert "First1 from First3" in ann.text("#hand1")
            follow(ann, "#hand1 details button")
            assert "Confirmed by First2" in ann.text("#hand1")
            follow(ann, "#bar button")
            assert "First1 called a referee." in ann.text()
            follow(ann, "[name=tap][value=':5s']")
            assert tab.run("document.querySelector('#tiles').value") == "5s"
        finally:
            tab.allow_scripts(True)


def follow(phone: Phone, selector: str) -> None:
    """Press it, and wait for the page to which that leads."""
    phone.tab.follow(lambda: phone.press(selector))


def test_every_page_in_every_language_fits_and_has_no_fault_of_accessibility(browser: Browser) -> None:
    names = (Player(0, "Maximilienne-Bérengère-Apollonie", "Von-und-zu-Musterhausen"), Player(0, LONG[:30], LONG[30:]),
             Player(0, "<b>Bold</b>", "& Ampère"), Player(0, "麻将", "示例小姐"))  # fmt: skip
    book, source = one_table("french-classical-advanced", names), axe()
    values = "&".join(f"value{column}={8 * column + 20}" for column in range(4))
    with phones(browser, book, 0) as (desk, (ann,)):
        tab = ann.tab
        for seat, discarder in ((0, 2), (1, 3)):  # it moves to the second seat
            form = f"seat={seat}&hand=1&winner=0&source={discarder}&{values}"
            tab.run(f"fetch('{ann.page}/propose', {{method: 'POST', body: new URLSearchParams('{form}')}})")
        ann.press("#bar button")
        ann.sees("called a referee")
        themes = ((390, False), (1280, True), (390, True))
        looks = [(language.code, *theme) for language, theme in zip(LANGUAGES, themes, strict=True)]
        for number, path in enumerate(("?seat=none", "", "?hand=1", "/calculate")):
            for place, (code, width, dark) in enumerate(looks):
                tab.look(width=width, dark=dark)
                tab.speak(code)
                tab.go(ann.page + path)
                tab.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
                assert tab.run("document.documentElement.lang") == code
                assert tab.run("document.documentElement.scrollWidth") <= width, (path, code)
                assert tab.complaints() == []
                if place == number % 3:
                    assert faults(tab, source) == [], (path, code)
        desk(RevokeTableLink(1, 1))
        tab.open(ann.page)
        assert len(ann.text(".notice")) > 10
        assert tab.run("document.querySelectorAll('form').length") == 0
        assert faults(tab, source) == []


def faults(tab: Tab, source: str) -> list[object]:
    tab.run(source)
    found = tab.run("axe.run(document, {resultTypes: ['violations']}).then(all => all.violations)")
    return [(each["id"], each["nodes"][0]["html"]) for each in found]
