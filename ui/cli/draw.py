"""``draw FILE``: who sits where, drawn and published, or shown."""

from pathlib import Path

import click

from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating
from tournament.language import mark
from tournament.office import View, plan_seating, publish_draw
from ui.cli.bootstrap import acting, looked_at, written
from ui.cli.face import Face
from ui.cli.output import print_columns, print_json
from ui.cli.parts import command, file_argument, json_option, option
from ui.cli.seated import quality_of_seating, seating_json


@command("draw", mark("Draws who sits where and publishes it; with --json alone shows a published draw."))
@file_argument
@option("--method", metavar="NAME", said=mark("How to draw; auto chooses."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", said=mark("The same number gives the same draw."))
@json_option
@click.pass_obj
def draw(face: Face, *, file: Path, method: str | None, seed: int | None, as_json: bool) -> None:
    """Draw and publish; or show what is published."""
    view = _published(file) if as_json and method is None and seed is None else None
    if view is None:
        view = _drawn(file, face, method=method or "auto", seed=seed)
    seating = view.seating
    if seating is None:
        raise Refused(Problem("no-draw", mark("No draw is published yet: make the draw first."), "draw"))
    if as_json:
        quality = quality_of_seating(seating, tuple(view.players))
        print_json(
            seating_json(
                players=len(view.players),
                sessions=seating.sessions,
                quality=quality,
                seed=seating.seed,
                method=seating.method,
            )
        )
    else:
        _print(face, view, seating)


def _published(file: Path) -> View | None:
    with looked_at(file) as book:
        return book.view if book.view.seating is not None else None


def _drawn(file: Path, face: Face, *, method: str, seed: int | None) -> View:
    with written(file) as book:
        publish_draw(book, plan_seating(book.view, seed=seed, method=method), by=acting(face))
        return book.view


def _print(face: Face, view: View, seating: Seating) -> None:
    quality = quality_of_seating(seating, tuple(view.players))
    text = mark(
        "Published: {players} players, {sessions} sessions; method {method}, seed {seed}.",
        players=len(view.players),
        sessions=len(seating.sessions),
        method=seating.method,
        seed=str(seating.seed),
    )
    face.say(text)
    repeats, revisits = quality.repeats, quality.table_revisits
    face.say(mark("Repeated meetings: {found} (at least {fewest}).", found=repeats, fewest=quality.fewest_repeats))
    face.say(mark("Returns to a table: {found} (at least {fewest}).", found=revisits,
                  fewest=quality.fewest_table_revisits))  # fmt: skip
    for session, tables in enumerate(seating.sessions, start=1):
        face.say("")
        face.say(mark("Session {session}", session=session))
        print_columns(
            [[str(table), *(f"{n} {view.players[n].name}" for n in seats)] for table, seats in enumerate(tables, 1)],
            right=frozenset((0,)),
        )
