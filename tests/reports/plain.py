"""A document as plain text, one fact a line: what golden files hold."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from reports.document import (
    Chart,
    Document,
    MatrixForm,
    OpenHand,
    OpenSheetForm,
    RoleLine,
    RoleSheet,
    RulingSlip,
    ScoreSheetForm,
    Section,
)
from reports.site import Site
from reports.writers.chart_drawing import chart_words
from reports.writers.wording import cell_text, foot
from tournament.hand.hand import Hand
from tournament.hand.notation import format_hand, format_player_hand
from tournament.language import Language, Text, exact_text
from tournament.rules.pattern import Names


def plain(document: Document, language: Language) -> str:
    """The same document gives the same text."""
    return "\n".join(_lines(document, language)) + "\n"


def _lines(document: Document, language: Language) -> Iterator[str]:
    def said(text: Text | None) -> str:
        return language.render(text) if text is not None else "(nothing)"

    yield f"event: {document.event}"
    yield f"title: {said(document.title)}"
    entries = document.fingerprint.partition("-")[0]
    yield f"foot: {said(foot(replace(document, fingerprint=f'{entries}-…')))}"
    yield f"provisional: {document.provisional}"
    yield from (f"aside: {said(line)}" for line in document.aside)
    yield f"note: {said(document.note)}"
    yield f"sections are: {said(document.section_name)}"
    for section in document.sections:
        yield ""
        yield from _section(section, language)
    for chart in document.charts:
        yield ""
        yield from _chart(chart, language)
    if document.site is not None:
        yield from _site(document.site, said)
    for sheet in document.score_sheets:
        yield ""
        yield from _sheet(sheet, language)
    for card in document.cards:
        yield ""
        yield f"card of {card.column + 1}"
        yield from _sheet(card.form, language)
    for role in document.role_sheets:
        yield ""
        yield from _role(role, language)
    for matrix in document.matrices:
        yield ""
        yield from _matrix(matrix, said)
    for slip in document.slips:
        yield ""
        yield from _slip(slip, language)


def _chart(chart: Chart, language: Language) -> Iterator[str]:
    """Its words, then what its axes are."""
    yield f"chart {chart.key}: {chart_words(chart, language)}"
    axes = (chart.names_title, chart.values_title, *(() if chart.note is None else (chart.note,)))
    yield f"drawn as {chart.shape.value}: {' | '.join(language.render(text) for text in axes)}"


def _role(sheet: RoleSheet, language: Language) -> Iterator[str]:
    def said(part: Text | Names) -> str:
        return part.of(language.code) if isinstance(part, Names) else language.render(part)

    def lines(of: Iterable[RoleLine]) -> Iterator[str]:
        yield from (f"{line.number} {said(line.about)}: {' '.join(map(said, line.texts))}".strip() for line in of)

    yield f"role: {said(sheet.role)}: {said(sheet.purpose)}"
    yield from lines(sheet.facts)
    yield from (f"{number}. {said(step)}" for number, step in enumerate(sheet.steps, start=1))
    yield from lines((*sheet.troubles, *sheet.tariff, *sheet.keys))


def _site(site: Site, said: Callable[[Text | None], str]) -> Iterator[str]:
    yield f"page after {site.after}: {len(site.rows)} ranked, {len(site.teams)} teams, {len(site.countries)} countries"
    yield from (f"{number} {player.name}, {player.country}, {player.team}" for number, player in site.players.items())
    for session in site.sessions:
        yield f"session {session.session}, {said(session.when)}, results {session.has_results}, kept {session.held}"
        yield from (f"table {table.table}: {[seat.number for seat in table.seats]}" for table in session.tables)
    for number, steps in site.journeys.items():
        yield f"journey of {number}: " + ", ".join(
            f"{step.table}{step.wind.letter} {step.score}" if step.wind is not None else "out" for step in steps
        )


def _matrix(form: MatrixForm, said: Callable[[Text | None], str]) -> Iterator[str]:
    yield f"matrix: {said(form.heading)}, {', '.join(form.players) or 'blank'}"
    yield f"{said(form.value)}: {form.values}, won by {form.winner}"
    if form.matrix is not None:
        yield from (f"pays {row}, in all {paid}" for row, paid in zip(form.matrix.rows, form.matrix.paid, strict=True))
        yield f"received {form.matrix.received}, results {form.matrix.net}"


def _slip(slip: RulingSlip, language: Language) -> Iterator[str]:
    yield f"slip {slip.session}-{slip.table}, hand {slip.hand}: {slip.player} {language.render(slip.source)}"
    tiles = format_hand(slip.tiles) if isinstance(slip.tiles, Hand) else format_player_hand(slip.tiles)
    yield f"tiles: {tiles}"
    yield from (f"how: {language.render(text)}" for text in slip.how)
    for fan in slip.counted:
        points = language.render(fan.points) if isinstance(fan.points, Text) else fan.points
        yield f"counted: {fan.times} x {fan.name.of(language.code)} {points}"
    for fan in slip.left_out:
        why = fan.by.of(language.code) if fan.by else language.render(fan.reason) if fan.reason else ""
        yield f"left out: {fan.times} x {fan.name.of(language.code)}: {why}"
    yield f"decision: {slip.points} {slip.claimed} {language.render(slip.decision)}"
    yield from (f"entry: {language.render(text)}" for text in slip.recorded)


def _section(section: Section, language: Language) -> Iterator[str]:
    table = section.table
    yield f"section: {language.render(section.heading) if section.heading else '(no heading)'} [{section.label}]"
    yield f"groups of {table.group}, {'together' if table.together else 'apart'}"
    yield " | ".join(
        f"{language.render(column.heading)} ({column.kind.value}, {column.emphasis.value})" for column in table.columns
    )
    for row in table.rows:
        yield " | ".join(
            cell_text(cell, column.kind, language) for cell, column in zip(row, table.columns, strict=True)
        )


def _sheet(sheet: ScoreSheetForm | OpenSheetForm, language: Language) -> Iterator[str]:
    place = f"session {sheet.session} of {sheet.sessions}, table {sheet.table}"
    if sheet.sessions is None:
        place = f"evening {sheet.session}, game {sheet.table} {sheet.table_name}".rstrip()
    yield f"sheet {sheet.code}, {place}, {sheet.day}"
    yield f"scanned: {sheet.scanned}"
    if sheet.phones:
        yield f"on phones: {sheet.phones}"
    for player in sheet.players:
        yield f"player: {player.first_name} / {player.last_name} / {player.detail}"
    yield from _rounds(sheet, language) if isinstance(sheet, ScoreSheetForm) else _open_rows(sheet, language)
    for column, lines in enumerate(sheet.penalties):
        yield from (f"penalty of {column + 1}: {language.render(line)}" for line in lines)
    yield f"totals: {sheet.totals}"
    sums = () if sheet.left is None else (sheet.left, *sheet.steps)
    yield from (f"{language.render(row.label)}: {row.values and list(map(str, row.values))}" for row in sums)
    points = sheet.table_points
    yield f"table points: {[exact_text(one) for one in points] if points else None}"
    yield f"which totals: {language.render(sheet.counted_totals)}"
    if sheet.gong is not None:
        yield f"at the gong: {language.render(sheet.gong)}"
    yield from (f"signed: {language.render(text)}" for text in (*sheet.signed, sheet.remark) if text is not None)


def _rounds(sheet: ScoreSheetForm, language: Language) -> Iterator[str]:
    for number, winds in enumerate(sheet.rotation.rounds, start=1):
        yield f"round {number}: {' '.join(wind.letter for wind in winds)}"
    for number, hand in enumerate(sheet.hands, start=1):
        if hand is None:
            yield f"hand {number}: void"
            continue
        yield f"hand {number}: {hand.points} [{language.render(hand.won)}] {hand.net} -> {hand.totals}" + (
            f" penalised {sorted(hand.penalised)}" if hand.penalised else ""
        )


def _on_table(hand: OpenHand, said: Callable[[Text | str | None], str]) -> Iterator[str]:
    state = hand.state
    lying = "unknown" if state is None else f"{state.counters} counters and {state.sticks} sticks lie on the table"
    signs = " ".join("".join(map(said, at)) or "-" for at in hand.signs)
    yield f"before hand {hand.number} {lying}; signs {signs}"
    yield from (f"won too: {said(win.won)}, {said(win.value)}" for win in hand.further)


def _open_rows(sheet: OpenSheetForm, language: Language) -> Iterator[str]:
    def said(text: Text | str | None) -> str:
        return language.render(text) if text is not None else "-"

    yield f"columns: {said(sheet.value)}{' of each' if sheet.four_values else ''}, {list(map(said, sheet.asked))}"
    yield f"round wind: {sheet.round_wind}, chips: {sheet.starting_points}, more hands: {sheet.more}"
    if sheet.on_table:
        yield f"signs: {[(said(sign), said(meaning)) for sign, meaning in sheet.signs]}, rows in units of {sheet.unit}"
    for hand in sheet.hands:
        if sheet.on_table and hand.won is not None:
            yield from _on_table(hand, said)
        winds = "".join(wind.letter for wind in hand.state.winds) if hand.state is not None else "----"
        yield f"hand {hand.number} {winds}" + (
            f": {hand.points} {hand.values} [{said(hand.won)}] {list(map(said, hand.answers))} {hand.net}"
            f" -> {hand.totals}"
            if hand.won is not None
            else ""
        )
