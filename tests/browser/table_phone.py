"""Phones at a table in Chromium, and what the players do with them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.browser.chromium import Browser, Tab
from tests.browser.tables import ServedTable
from tests.browser.test_live_page import wait
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand
from tournament.use_cases.table_entry import acceptances

_HIDDEN = "(name => !document.querySelector(`[name=${name}]`).closest('.asked-if').getClientRects().length)"
"""Whether the question with this name is hidden."""


class Phone:
    """A phone at table 1 of session 1 in the hands of the player ``seat``; None: of nobody yet."""

    def __init__(self, tab: Tab, page: str, seat: int | None) -> None:
        self.tab, self.page = tab, page
        tab.look(width=390)
        tab.speak("en")
        tab.open(page)
        if seat is not None:
            self.take(seat)

    def take(self, seat: int) -> None:
        """Say who holds the phone."""
        self.press(f"#form [name=seat][value='{seat}']")
        wait(lambda: self.count("#hand") == 1)

    def press(self, selector: str) -> None:
        self.tab.run(f"document.querySelector(`{selector}`).click()")

    def text(self, selector: str = "#main") -> str:
        return str(self.tab.run(f"(document.querySelector(`{selector}`) || {{textContent: ''}}).textContent"))

    def sees(self, words: str, selector: str = "#main") -> float:
        return wait(lambda: words in self.text(selector))

    def count(self, selector: str) -> int:
        return int(self.tab.run(f"document.querySelectorAll(`{selector}`).length"))

    def type(self, outcome: Outcome) -> None:
        """Say how a hand ended, with the digits of the page."""
        self.press("#winner-drawn" if outcome.winner is None else f"#winner-{outcome.winner}")
        if outcome.winner is not None:
            self.press("#source-self" if outcome.discarder is None else f"#source-{outcome.discarder}")
        values = [("#points", outcome.points)] if outcome.values is None else [
            (f"#value{column}", value) for column, value in enumerate(outcome.values)
        ]  # fmt: skip
        for figure, value in values if outcome.winner is not None or outcome.values is not None else ():
            self.tab.run(f"document.querySelector('{figure}').focus()")
            for digit in str(value):
                self.press(f".pad [data-key='{digit}']")
        for name, answer in outcome.answers:
            if isinstance(answer, tuple):
                for column in answer:
                    self.press(f"[name=ask-{name}][value='{column}']")
            else:
                control = f"document.querySelector('[name=ask-{name}]')"
                self.tab.run(f"{control}.value = '{answer}'")
                assert self.tab.run(f"{control}.value") == str(answer)
                self.tab.run(f"{control}.dispatchEvent(new Event('change', {{bubbles: true}}))")
        named = [name for name, answer in outcome.answers if self.tab.run(f"{_HIDDEN}('ask-{name}')")]
        assert not named, f"the questions {named} of hand {outcome} are hidden"

    def type_and_propose(self, command: RecordHand) -> None:
        """Propose the hand, and agree if it is asked whether that is correct."""
        self.sees(f"Enter hand {command.hand}", "#form h2")
        self.type(command.outcome)
        self.propose()

    def propose(self) -> None:
        self.press("#hand .send .main")


@contextmanager
def phones(browser: Browser, book: Book, *seats: int | None) -> Iterator[tuple[Callable[..., None], list[Phone]]]:
    """What a desk does, and a phone in the hands of each of these."""
    with ServedTable(book).open() as table:
        tabs = [Tab(browser, alone=True) for _ in seats]
        try:
            yield table.desk, [Phone(tab, table.page, seat) for tab, seat in zip(tabs, seats, strict=True)]
        finally:
            for tab in tabs:
                tab.close()


def type_without_network(phone: Phone, hands: Sequence[RecordHand]) -> None:
    """Type ``hands`` on a phone that has no network; then it has one again, and its page is opened anew."""
    phone.sees(f"Enter hand {hands[0].hand}", "#form h2")
    phone.tab.go_offline()
    for command in hands:
        phone.type_and_propose(command)
        phone.sees(f"Hand {command.hand}", "#queue")
    assert phone.count("#queue li") == len(hands)
    assert "Not sent yet" in phone.text("#away")
    phone.tab.go_offline(offline=False)
    phone.tab.go(phone.page)
    wait(lambda: phone.count("#queue li") == 0 or phone.count("#queue .bad"))
    while phone.count("#queue .bad"):  # it asks once about what is improbable
        phone.press("#queue button")
        wait(lambda: phone.count("[name=sure]"))
        phone.press("[name=sure]")
        phone.propose()
        wait(lambda: phone.count("#queue li") == 0 or phone.count("#queue .bad"))


def play(
    four: Sequence[Phone],
    hands: Sequence[RecordHand],
    accept: Callable[[int], bool],
    book: Book,
    desk: Callable[..., None],
    without_network: range = range(0),
) -> None:
    """Let ``four`` type ``hands``, each by one player and confirmed by the next; a desk accepts what waits after those
    for which ``accept`` says so. One phone types the hands of ``without_network`` while it has none."""
    for command in hands:
        number = command.hand
        says, agrees = four[number % 4], four[(number + 1) % 4]
        if number in without_network:
            says = four[without_network[0] % 4]
            agrees = four[(without_network[0] + 1) % 4]
        if without_network and number == without_network[0]:
            type_without_network(says, [each for each in hands if each.hand in without_network])
        elif number not in without_network:
            says.sees(f"Enter hand {number}", "#form h2")
            says.type(command.outcome)
            says.propose()
        confirm = f"#hand{number} button.main"
        wait(lambda: agrees.count(confirm) or says.count("[name=sure]"))  # noqa: B023
        if not agrees.count(confirm):  # it asks once about what is improbable
            says.press("[name=sure]")
            says.propose()
            wait(lambda: agrees.count(confirm))  # noqa: B023
        agrees.press(confirm)
        says.sees("Confirmed by", f"#hand{number}")
        if accept(number):
            desk(*acceptances(book.view, command.session, command.table))
            wait(lambda: not any(each.count(".proposal") for each in four))
