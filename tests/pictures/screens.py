"""What the screens of the hall show: every slide, dark and light, in the languages of the guides.

python -m tests.pictures.screens docs/pictures [--size 1280x720] [--names long]
"""

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import product
from pathlib import Path
from string import ascii_uppercase

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import Text, language_of, mark
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    RecordHand,
    RecordTotals,
    carry_out,
    plan_seating,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    CreateEvent,
    PauseClock,
    PublishDraw,
    PublishResults,
    StartClock,
)
from ui.desktop.display.colours import colours_of
from ui.desktop.display.screen_window import HallScreenView
from ui.desktop.pictures import save_small
from ui.hall.ceremony import begin_ceremony
from ui.hall.ceremony import jump as tell
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, KeptApart, Scheme, ScreenContent
from ui.hall.live_draw import begin_teams, jump, team_count
from ui.hall.slide_builder import HallSlides

LANGUAGES = ("en", "fr")
BY = By("Sample Referee", "desk 1")
SESSIONS, MINUTES = 6, 120
_FIRST = ("Søren", "Hélène", "Émile", "Gaëtan", "Renée", "Bjørn", "Jörg", "Käthe", "Seán", "Réka", "Zoë", "Łucja")
_LAST = ("Prøve", "Maquette", "Prototype", "Étalon", "Staal", "Mønster", "Vorlage", "Muster", "Sampla", "Minta")
_LONG = (
    "Maximiliane-Theodora Alexandrowna von Überlingen-Østergård",
    "Wolfeschlegelsteinhausen Bergerdorff-Krähenwinkelhausen",
    "王小明",
    "محمد بن عبد الله بن خالد",
    "דוד בן יוסף כהן",
    "สมชาย ใจดีมาก",
    "გიორგი ამირანაშვილი",
    "김민수",
    "Σωκράτης Παπαδόπουλος",
    "अमित कुमार शर्मा",
    "Nguyễn Thị Ánh Tuyết",
    "Ада Лавлейс",
)


_STARTS = (time(9), time(11, 30), time(14, 30), time(9), time(12, 5), time(14, 30))


_HANDS = ((0, 1, 24), (2, None, 48), (0, 3, 8), (0, None, 16), (1, 2, 12))


class Moment:
    """The clock of the event."""

    def __init__(self) -> None:
        self.now = at(1, time(8))

    def __call__(self) -> datetime:
        return self.now


def at(session: int, hour: time) -> datetime:
    """``hour`` on the day of ``session``, by the clock of this computer."""
    return datetime.combine(date(2026, 6, 13 + (session > 3)), hour).astimezone()


def played_event(names: tuple[str, ...] = (), count: int = 48) -> Book:
    """Six sessions of two days; four are played and public, the fifth is in its last minutes."""
    moment = Moment()
    book = Book(FakeStore(), clock=moment)
    times = tuple(SessionTime(n, at(n, start).date(), start) for n, start in enumerate(_STARTS, 1))
    settings = Settings("Open de l’Exemple 2026", sessions=SESSIONS, minutes=MINUTES, timetable=Timetable(times),
                        web_address="https://example.org/open-2026")  # fmt: skip
    carry_out(book, CreateEvent(settings), by=BY)
    people = [Player(0, _FIRST[n % 12], _LAST[n * 7 % 10], team=f"Team {n // 4 + 1}") for n in range(len(names), count)]
    people += [Player(0, *_two_names(name)) for name in names]
    carry_out(book, AddPlayers(tuple(people)), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=7)), by=BY)
    for session in range(1, 5):
        for table in range(1 + (session == 4), count // 4 + 1):
            top, low = 20 + table * 37 % 160, 10 + session * table * 13 % 60
            carry_out(book, RecordTotals(session, table, (top, low, -low, -top)), by=BY, confirmed=True)
    for hand, (winner, discarder, points) in enumerate(_HANDS, 1):
        carry_out(book, RecordHand(4, 1, hand, Outcome(winner, discarder, points)), by=BY, confirmed=True)
    carry_out(book, PublishResults(4), by=BY)
    moment.now = at(5, time(12, 5))
    carry_out(book, StartClock(5), by=BY)
    carry_out(book, AddMinutes(5, 8, tuple(each for each in (3, 11) if each <= count // 4), "late"), by=BY)
    return book


def _two_names(name: str) -> tuple[str, str]:
    first, _, last = name.partition(" ")
    return (first, last) if last else (name[:1], name[1:])


@dataclass(frozen=True)
class Scene:
    """A picture, and what it shows when."""

    name: str
    content: ScreenContent
    moment: datetime
    old_news: Text | None = None
    paused: bool = False
    told: int = 0
    """The number of steps of the ceremony that are announced."""


MESSAGE = "Lunch is served in the hall until 13:30.\nPlease leave the tables as they are."
SCENES = (
    Scene("clock", ScreenContent.CLOCK, at(5, time(14, 2)) + timedelta(seconds=17)),
    Scene("hours", ScreenContent.CLOCK, at(5, time(12, 30))),
    Scene("paused", ScreenContent.CLOCK, at(5, time(13)), paused=True),
    Scene("stop", ScreenContent.CLOCK, at(5, time(14, 5, 10))),
    Scene("before", ScreenContent.CLOCK, at(6, time(14, 20))),
    Scene("standings", ScreenContent.STANDINGS, at(5, time(13)), mark("the event file cannot be read")),
    Scene("teams", ScreenContent.TEAMS, at(5, time(13))),
    Scene("seating", ScreenContent.SEATING, at(5, time(13))),
    Scene("next", ScreenContent.NEXT_SESSION, at(5, time(13))),
    Scene("message", ScreenContent.MESSAGE, at(5, time(13))),
    Scene("figures", ScreenContent.FIGURES, at(5, time(13))),
    Scene("draw", ScreenContent.DRAW, at(5, time(13))),
    Scene("ceremony", ScreenContent.CEREMONY, at(6, time(17, 42)), told=5),
    Scene("ceremony-figure", ScreenContent.CEREMONY, at(6, time(17, 45)), told=8),
    Scene("ceremony-first", ScreenContent.CEREMONY, at(6, time(17, 52)), told=99),
)


def picture(view: HallScreenView, book: Book, scene: Scene, *, size: QSize, scheme: Scheme, language: str) -> QImage:
    """One picture."""
    names = [f"Dragon {letter}" for letter in ascii_uppercase[: team_count(book.view)]]
    teams = begin_teams(book.view, 7, KeptApart.COUNTRY, names)
    ceremony = tell(book.view, begin_ceremony(book.view, CeremonyPlan()), scene.told)
    state = HallState("e", message=MESSAGE, draw=jump(teams, 7), ceremony=ceremony)
    slides = HallSlides(book.view)
    shown = slides.slides(HallScreen("Hall", (scene.content,)), state, scene.moment)[0]
    frame = slides.frame(scene.moment)
    if scene.old_news is not None:
        frame = replace(frame, old_news=mark("As of {time}: {why}", time="12:58", why=scene.old_news))
    view.resize(size)
    view.show_slide(shown, frame, language=language_of(language), colours=colours_of(scheme))
    return view.picture()


def pictures(names: tuple[str, ...], size: QSize) -> Iterator[tuple[str, QImage]]:
    """Every picture with its name."""
    view, book = HallScreenView(), played_event(names)
    paused = played_event(names)
    paused.follow_clock(lambda: at(5, time(12, 45)))
    carry_out(paused, PauseClock(5, "a fire alarm"), by=BY)
    for scene, scheme, language in product(SCENES, Scheme, LANGUAGES):
        source = paused if scene.paused else book
        name = f"screen-{scene.name}-{scheme.value}-{language}"
        yield name, picture(view, source, scene, size=size, scheme=scheme, language=language)


def main() -> None:
    """Write the pictures into the folder named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--names", choices=("usual", "long"), default="usual")
    asked = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication([])
    width, height = map(int, asked.size.split("x"))
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, image in pictures(_LONG if asked.names == "long" else (), QSize(width, height)):
        save_small(image, asked.folder / f"{name}.png")
        sys.stdout.write(f"{name}\n")
    del application


if __name__ == "__main__":
    main()
