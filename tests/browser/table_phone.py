"""Phones at a table in Chromium, and what the players do with them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.browser.chromium import Browser, Tab
from tests.browser.tables import ServedTable
from tests.browser.test_live_page import wait
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand
from tournament.use_cases.table_entry import acceptances


class Phone:
    """A phone at table 1 of session 1 in the hands of the player ``seat``; None: of nobody yet."""

    def __init__(self, tab: Tab, page: str, seat: int | None) -> None:
        self.tab, self.page = tab, page
        tab.look(width=390)
        tab.speak("en")
        tab.open(page if seat is None else f"{page}?seat={seat}")

    def press(self, selector: str) -> None:
        self.tab.run(f"document.querySelector(`{selector}`).click()")

    def text(self, selector: str = "#main") -> str:
        return str(self.tab.run(f"(document.querySelector(`{selector}`) || {{textContent: ''}}).textContent"))

    def sees(self, words: str, selector: str = "#main", seconds: float = 15.0) -> float:
        return wait(lambda: words in self.text(selector), seconds)

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
                self.tab.run(f"document.querySelector('[name=ask-{name}]').value = '{answer}'")

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


def play(
    four: Sequence[Phone],
    hands: Sequence[RecordHand],
    accept: Callable[[int], bool],
    book: Book,
    desk: Callable[..., None],
) -> None:
    """Let ``four`` type ``hands``, each by one player and confirmed by the next; a desk accepts what waits after those
    for which ``accept`` says so."""
    for command in hands:
        number = command.hand
        says, agrees = four[number % 4], four[(number + 1) % 4]
        says.sees(f"Enter hand {number}", "#form h2")
        says.type(command.outcome)
        says.propose()
        confirm = f"#hand{number} button.main"
        wait(lambda: agrees.count(confirm) or says.count("[name=sure]"), 15.0)  # noqa: B023
        if not agrees.count(confirm):  # it asks once about what is improbable
            says.press("[name=sure]")
            says.propose()
            wait(lambda: agrees.count(confirm), 15.0)  # noqa: B023
        agrees.press(confirm)
        says.sees("Confirmed by", f"#hand{number}")
        if accept(number):
            desk(*acceptances(book.view, command.session, command.table))
            wait(lambda: not any(each.count(".proposal") for each in four), 15.0)
