"""An event of ours written as other programs write theirs, by their formats; nothing is shared with what reads them."""

from fractions import Fraction
from pathlib import Path

from tournament.use_cases import View

_WINDS = ("East", "South", "West", "North")


def text(value: str) -> str:
    """A text as SQL writes it."""
    return "N'" + value.replace("'", "''") + "'"


def insert(table: str, columns: list[str], values: list[object]) -> str:
    """One statement as the scripts of that database have them."""
    written = ", ".join(
        value if isinstance(value, str) else "NULL" if value is None else str(value) for value in values
    )
    return f"INSERT [dbo].[{table}] ({', '.join(f'[{column}]' for column in columns)}) VALUES ({written})"  # noqa: S608 – a file for a test, which no database reads


def suite_script(view: View, *, id: int = 7, country: str = "Sweden") -> str:
    """The whole event as one script of MahjongTournamentSuite, second version."""
    players = list(view.players.values())
    seating = view.seating
    assert seating is not None
    created = "CAST(N'2026-06-13T09:30:00.000' AS DateTime)"
    lines = [
        "USE [MahjongTournamentSuite]", "GO", "SET IDENTITY_INSERT [dbo].[DBTournaments] ON",
        insert("DBTournaments",
               ["TournamentId", "CreationDate", "TournamentName", "NumPlayers", "NumRounds", "IsTeams"],
               [id, created, text(view.settings.name), len(players), view.settings.sessions, 0]), "GO",
    ]  # fmt: skip
    heads = ["PlayerTournamentId", "PlayerId", "PlayerName", "PlayerTeamId", "PlayerCountryName", "PlayerEmaNumber"]
    lines += [
        insert(
            "DBPlayers", heads, [id, each.number, text(each.name), 0, text(country), text(each.ema_number.lstrip("0"))]
        )
        for each in players
    ]
    for session in view.drawn_sessions:
        for sheet in view.sheets(session):
            lines += _suite_table(sheet, id)
    return "\r\n".join(lines)


def _suite_table(sheet, id: int) -> list[str]:
    columns = ["TableTournamentId", "TableRoundId", "TableId", *(f"Player{n}Id" for n in range(1, 5))]
    values: list[object] = [id, sheet.session, sheet.table, *sorted(sheet.players)]
    for wind, player, score, points in zip(_WINDS, sheet.players, sheet.scores, sheet.table_points, strict=True):
        columns += [f"Player{wind}Id", f"Player{wind}Score", f"Player{wind}Points"]
        values += [text(str(player)), text(str(score)), text(str(float(Fraction(points))).replace(".", ","))]
    lines = [
        insert("DBTables", [*columns, "IsCompleted", "UseTotalsOnly"], [*values, int(sheet.closed is not None), 0])
    ]
    for hand in sheet.hands:
        given = [0, 0, 0, 0]
        for penalty in sheet.penalties:
            if penalty.given.hand == hand.hand or (penalty.given.hand is None and hand.hand == 1):
                given = [sum(pair) for pair in zip(given, penalty.net, strict=True)]
        outcome = hand.outcome
        winner = loser = score = ""
        if outcome is not None:
            winner = "" if outcome.winner is None else str(sheet.players[outcome.winner])
            loser = "" if outcome.discarder is None else str(sheet.players[outcome.discarder])
            score = str(outcome.points)
        lines.append(
            insert(
                "DBHands",
                ["HandTournamentId", "HandRoundId", "HandTableId", "HandId", "PlayerWinnerId", "PlayerLooserId",
                 "HandScore", "IsChickenHand", *(f"Player{wind}Penalty" for wind in _WINDS)],
                [id, sheet.session, sheet.table, hand.hand, text(winner), text(loser), text(score), 0,
                 *(text(str(points) if points else "") for points in given)],
            )
        )  # fmt: skip
    return lines


def organizer_workbook(view: View, path: Path) -> None:
    """The whole event as a workbook of mahjong-organizer with scores: draw numbers run backwards."""
    from openpyxl import Workbook

    players = list(view.players.values())
    drawn = {player.number: len(players) + 1 - player.number for player in players}
    seating = view.seating
    assert seating is not None
    book = Workbook()
    options = book.active
    assert options is not None
    options.title = "Options"
    for row in (("Competition name", view.settings.name), ("Short name", "SC26"),
                ("Number of rounds", view.settings.sessions), ("City", "Sampleville"), ("Period", "13-14 June 2026"),
                ("Rules", "MCR"), ("Published rounds", "1,2"), ("Withheld rounds", "")):  # fmt: skip
        options.append(row)
    listed = book.create_sheet("Players")
    listed.append(("Last name", "First name", "EMA number", "Country", "Random position"))
    for player in players:
        listed.append((player.last_name, player.first_name, int(player.ema_number or 0) or None, "Sweden",
                       drawn[player.number]))  # fmt: skip
    schedule = book.create_sheet("Schedule")
    schedule.append(("Date", "Time", "Name", "Is round"))
    schedule.append(("2026-06-13", "09:00", "Welcome", "no"))
    for session in view.drawn_sessions:
        schedule.append(("2026-06-13", f"{9 + session}:30", f"Round {session}", "yes"))
    grid = book.create_sheet(f"{len(players)} players")
    for table in range(len(players) // 4):
        grid.cell(1, 2 + 5 * table, f"Table {table + 1}")
        for place, wind in enumerate(_WINDS):
            grid.cell(2, 2 + 5 * table + place, wind)
    for session in view.drawn_sessions:
        grid.cell(2 + session, 1, f"R{session}")
        for table, seats in enumerate(seating.tables(session)):
            for place, number in enumerate(seats):
                grid.cell(2 + session, 2 + 5 * table + place, drawn[number])
    scores, hands = book.create_sheet("Scores"), book.create_sheet("Score sheets")
    scores.append(("Round", "Table", "Wind", "Draw #", "Player", "MP", "Penalty", "TP", "Sheet"))
    hands.append(("Round", "Table", "Hand", "Result", "Value", "Winner wind", "Winner", "Dealt in wind", "Dealt in by"))
    for session in view.drawn_sessions:
        for sheet in view.sheets(session):
            _organizer_table(view, sheet, drawn, scores, hands)
    book.save(path)


def _organizer_table(view: View, sheet, drawn: dict[int, int], scores, hands) -> None:
    names = [view.players[number].name for number in sheet.players]
    for column, name in enumerate(names):
        penalty = sum(penalty.net[column] for penalty in sheet.penalties)
        scores.append((sheet.session, sheet.table, _WINDS[column][0], drawn[sheet.players[column]], name,
                       sheet.scores[column], penalty or None, float(sheet.table_points[column]),
                       "validated" if sheet.closed else "started"))  # fmt: skip
    for hand in sheet.hands:
        outcome = hand.outcome
        if outcome is None:
            continue
        if outcome.winner is None:
            hands.append((sheet.session, sheet.table, hand.hand, "Draw"))
            continue
        won = (_WINDS[outcome.winner], names[outcome.winner])
        dealt = ("", "") if outcome.discarder is None else (_WINDS[outcome.discarder], names[outcome.discarder])
        result = "Self-draw" if outcome.discarder is None else "Discard"
        hands.append((sheet.session, sheet.table, hand.hand, result, outcome.points, *won, *dealt))
