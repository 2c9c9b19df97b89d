"""Commands that somebody may give next in an event, most of them right, some wrong, chosen by a ``Random``.

Each function takes the event and returns commands that are carried out together, or none where nothing fits.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, time
from random import Random

from msgspec import structs

from tests.examples.logos import plain
from tournament.event.player import Player, PlayerState, PublicName, SubstituteCase
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, PrizeTies
from tournament.event.seating import LETTERS, Seating, SeatingWishes, Seats, final_of, turns_of
from tournament.event.settings import AfterGong, FederationLevel, FinalRanks, FixedPoints, GrantedPoints
from tournament.event.timetable import SessionTime
from tournament.ledger.fact import HallDraw
from tournament.ledger.facts import PaperReading
from tournament.ledger.sanctions import Charge
from tournament.ledger.second_reading import first_points, first_totals
from tournament.ledger.session_step import MOVES
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net, Outcome
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import (
    CancelPenalty,
    ChangeEvening,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    TakeBackGame,
    TypeTotals,
    View,
    games_by_lot,
    plan_by_ranking,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    AddTable,
    CancelSessions,
    ChangeLogo,
    ChangePlayer,
    ChangePlayerState,
    ChangePrizes,
    ChangeSettings,
    DecideTie,
    DrawLot,
    GiveLots,
    GiveTeams,
    LeaveTableOut,
    LeaveToSubstitute,
    MergePlayers,
    NoteAttendance,
    PauseClock,
    PlanSessions,
    PublishDraw,
    PublishResults,
    RedrawSessions,
    RemovePlayer,
    RemovePrize,
    ReplacePlayer,
    RestoreSession,
    ResumeClock,
    SetPrize,
    SetSessionTime,
    StartClock,
    StopClock,
    SwapPlayers,
    WithdrawResults,
)
from tournament.use_cases.drawing import rosters_from
from tournament.use_cases.prizes import undecided_ties
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.sessions import session_move

Commands = Sequence[Command]
Action = Callable[[View, Random], Commands]

SEATS = len(LETTERS)
REASONS = ("misread", "two sheets exchanged", "the players agreed", " ")
CLUBS = ("", "Les Quatre Vents", "Club Sample", "小例")
TOTALS: tuple[Net, ...] = (
    (60, 20, -20, -60), (32, -16, -8, -8), (0, 0, 0, 0), (10, 10, -10, -10), (10, 0, 0, 0), (0, 0, -20, 0),
)  # fmt: skip


def by_the_rules(command: Command, rules: RuleSet) -> Command:
    """The same in the shape that ``rules`` ask of: four values, fan, what else is asked, faults of their own."""
    if isinstance(command, GivePenalty):
        slugs = ["", *(fault.slug for fault in rules.faults)]
        known = command.charge.fault in slugs
        fault = command.charge.fault if known else slugs[len(command.charge.fault) % len(slugs)]
        return GivePenalty(command.session, command.table, structs.replace(command.charge, fault=fault))
    if isinstance(command, RecordHand | CorrectHand | InsertHand) and rules.asks_more:
        return structs.replace(command, outcome=outcome_by(command.outcome, rules), tiles="")
    return command


def outcome_by(plain: Outcome, rules: RuleSet) -> Outcome:
    """An outcome of MCR as ``rules`` know one: 8 and 12 are usual, 88 is dear, 89 cannot be."""
    if plain.winner is None:
        return plain
    usual, more, dear, wrong = (20, 36, 500, 7) if rules.four_values else (rules.minimum + 3, 7, 10, rules.most + 1)
    worth = {8: usual, 12: more, 88: dear, 89: wrong}[plain.points]
    if rules.four_values:
        a, b, c, d = (worth if column == plain.winner else 4 * column for column in range(4))
        return replace(plain, points=0, values=(a, b, c, d))
    liable = plain.discarder if rules.liable is not None and worth == more else None
    return replace(plain, points=worth, liable=liable)


def random_outcome(chance: Random) -> Outcome:
    """A hand as MCR know it; :func:`by_the_rules` makes it one of other rules."""
    winner = chance.choice((None, 0, 1, 2, 3, 0, 1, 2, 3))
    if winner is None:
        return Outcome(None)
    step = chance.randint(0, 3)
    return Outcome(winner, None if step == 0 else (winner + step) % 4, chance.choice((8, 8, 12, 12, 88, 89)))


def tables_of(order: Sequence[int]) -> tuple[Seats, ...]:
    """Four and four of ``order``; who is over has no seat."""
    whole = len(order) // 4 * 4
    return tuple((order[n], order[n + 1], order[n + 2], order[n + 3]) for n in range(0, whole, 4))


def by_hand(sessions: tuple[tuple[Seats, ...], ...], view: View) -> Seating:
    """A draw of these tables; who has no seat is a reserve."""
    seated = {number for tables in sessions for seats in tables for number in seats}
    reserves = tuple(number for number in view.players if number not in seated)
    return Seating(sessions, "by hand", 0, SeatingWishes(reserves=reserves))


def random_people(view: View, chance: Random, count: int) -> tuple[Player, ...]:
    """New players, in clubs and teams."""
    first = view.state.last_number + 1
    return tuple(
        Player(
            0,
            f"First{number}",
            f"Sample{number}",
            chance.choice(("FR", "DE", "NL", "")),
            "",
            chance.choice(CLUBS),
            chance.choice(("", "", "Reds", "Greens", "Blues")),
        )
        for number in range(first, first + count)
    )


# what is prepared


def change_settings(view: View, chance: Random) -> Commands:
    """Where the event is, what it is called, for whom it is played, which tables are shown."""
    where = {
        "place": chance.choice(("Paris", "Lyon")),
        "city": chance.choice(("", "Lyon")),
        "host_country": chance.choice(("", "FR", "Atlantis")),
    }
    name = {
        "short_name": chance.choice(("", "RC26")),
        "web_address": chance.choice(
            ("", "https://example.org/rc26/", "example.org", "javascript:alert(1)", "https://a:b@example.org/")
        ),
        "organiser": chance.choice(("", "Club")),
    }
    how = {
        "minutes": chance.choice((90, 120)),
        "level": chance.choice(tuple(FederationLevel)),
        "after_gong": chance.choice(tuple(AfterGong)),
    }
    shown = {"streamed": chance.choice(((), (1,), (1, 2), (2, 1), (0,)))}
    sizes = {"country_size": chance.choice((0, 1, 3)), "team_size": chance.choice((0, 4))}
    return [ChangeSettings(replace(view.settings, **chance.choice((where, name, how, shown, sizes))))]


def plan_session(_view: View, chance: Random) -> Commands:
    """When a session is played."""
    day, start = date(2026, 6, chance.randint(12, 14)), chance.choice((None, time(9, 0), time(23, 30)))
    return [SetSessionTime(SessionTime(chance.randint(1, 12), day, start, chance.choice((None, 0, 90))))]


def change_logo(_view: View, chance: Random) -> Commands:
    """A picture, none, or what is no picture."""
    return [ChangeLogo(chance.choice((b"", b"no picture", plain(), plain(80, 20))))]


def add_players(view: View, chance: Random) -> Commands:
    """Some more, or nobody."""
    return [AddPlayers(random_people(view, chance, chance.randint(0, 4)))]


def join_late(view: View, chance: Random) -> Commands:
    """Four more from a session on, at a table of their own or without seats; some who come alone; now and then from a
    session that has begun. Or another rule for the sessions before, or for those that somebody sits out."""
    if chance.random() < 0.2:
        rule = chance.choice(tuple(GrantedPoints))
        fixed = FixedPoints(chance.choice(("0", "3/2", "-7/9", "4")), chance.choice((0, 31, -200)))
        if chance.random() < 0.5:
            return [ChangeSettings(replace(view.settings, sit_out_points=rule, sit_out_fixed=fixed))]
        return [ChangeSettings(replace(view.settings, late_points=rule, late_fixed=fixed))]
    coming = [session for session in view.session_numbers if not view.touched(session)]
    first = chance.choice(coming) if coming and chance.random() < 0.9 else chance.randint(1, max(1, view.sessions))
    count = chance.choice((1, 4, 4, 4))
    added = AddPlayers(random_people(view, chance, count), "", first)
    if count < SEATS or chance.random() < 0.2:
        return [added]
    next_number = view.state.last_number + 1
    east, south, west, north = chance.sample(range(next_number, next_number + SEATS), SEATS)
    later = [session for session in coming if session >= first]
    return [added, *(AddTable(session, (east, south, west, north)) for session in later[: chance.randint(1, 4)])]


def add_table(view: View, chance: Random) -> Commands:
    """Four who have no seat in a session, if there are four; now and then any four."""
    if view.seating is None:
        return ()
    session = _session(view, chance)
    free = [number for number in view.players if number not in view.seating.seated(session)]
    chosen = free if len(free) >= SEATS and chance.random() < 0.9 else list(view.players)
    if len(chosen) < SEATS:
        return ()
    east, south, west, north = chance.sample(chosen, SEATS)
    return [AddTable(session, (east, south, west, north))]


def leave_table_out(view: View, chance: Random) -> Commands:
    """A table of a session, played or not; now and then one that is not there."""
    session = _session(view, chance)
    tables = len(view.seating.tables(session)) if view.seating is not None else 0
    return [LeaveTableOut(session, chance.randint(1, tables + 1))]


def change_player(view: View, chance: Random) -> Commands:
    """Somebody has another name, club or country."""
    number = _number(view, chance)
    player = view.players.get(number, Player(number, f"New{number}", "Sample"))
    club, country = chance.choice(CLUBS), chance.choice(("", "FR", "NL"))
    return [ChangePlayer(replace(player, club=club, country=country, team=country and f"Team {country}"))]


def wish_for_seats(view: View, chance: Random) -> Commands:
    """Somebody keeps a table, wishes to sit out, or no longer does; the rule for it may be chosen as well."""
    number = _number(view, chance)
    if number not in view.players:
        return ()
    sessions = tuple(sorted(chance.sample(range(1, 5), chance.choice((0, 1, 4)))))
    player = replace(view.players[number], table=chance.choice((0, 0, 1, 2, 7)), sit_out=sessions)
    chosen = replace(view.settings, sit_out_points=chance.choice(tuple(GrantedPoints)))
    return [ChangePlayer(player), *([ChangeSettings(chosen)] if view.settings.sit_out_points is None else [])]


def choose_public_name(view: View, chance: Random) -> Commands:
    """Somebody is shown by a nickname, by initials, by their number, or by their name again; some nicknames are taken,
    empty or hostile."""
    number = _number(view, chance)
    if number not in view.players:
        return ()
    other = view.players[chance.choice(list(view.players))]
    nicknames = ("Tiger", "tiger", "", "  ", other.name, other.nickname, f"Nick {number}", "=1+1", "A. B.", "昵称")
    public, nickname = chance.choice(tuple(PublicName)), chance.choice(nicknames)
    return [ChangePlayer(replace(view.players[number], public=public, nickname=nickname))]


def remove_player(view: View, chance: Random) -> Commands:
    """Somebody who does not come."""
    return [RemovePlayer(_number(view, chance))]


def note_attendance(view: View, chance: Random) -> Commands:
    """Who is there."""
    numbers = {_number(view, chance) for _ in range(chance.randint(1, 4))}
    return [NoteAttendance(tuple(sorted(numbers)), chance.random() < 0.8)]


def draw_lot(view: View, chance: Random) -> Commands:
    """One number from the bag."""
    return [DrawLot(_number(view, chance), chance.randint(0, len(view.players) + 1))]


def draw_in_the_hall(view: View, chance: Random) -> Commands:
    """Everybody's number, or everybody's team."""
    numbers, draw = drawn_players(view), HallDraw(chance.randint(0, 2**31), chance.randint(1, 3))
    if chance.random() < 0.5:
        return [GiveTeams(tuple((number, chance.choice(("Red", "Green", "White"))) for number in numbers), draw)]
    lots = chance.sample(range(1, len(numbers) + 1), len(numbers))
    return [GiveLots(tuple(zip(numbers, lots, strict=True)), draw)]


def publish_draw(view: View, chance: Random) -> Commands:
    """Any seating, by hand; who has no seat is a reserve, or sits out."""
    numbers = list(view.players)
    if chance.random() < 0.4:
        orders = [chance.sample(numbers, len(numbers)) for _ in range(view.settings.sessions)]
        out = turns_of(order[len(order) // 4 * 4 :] for order in orders)
        return [PublishDraw(Seating(tuple(map(tables_of, orders)), "by hand", 0, SeatingWishes(sit_out=True), out))]
    reserves = chance.sample(numbers, len(numbers) % 4)
    playing = [number for number in numbers if number not in reserves]
    sessions = tuple(tables_of(chance.sample(playing, len(playing))) for _ in range(view.settings.sessions))
    return [PublishDraw(by_hand(sessions, view))]


PREPARING: tuple[Action, ...] = (
    change_settings, plan_session, change_logo, add_players, change_player, remove_player, note_attendance,
    draw_lot, draw_in_the_hall, wish_for_seats, choose_public_name,
)  # fmt: skip


# at the tables


def sheets_of(view: View, chance: Random) -> Sequence[Sheet]:
    """Sheets of some session that has tables, mostly of the one in play."""
    sessions = [sheets for session in view.drawn_sessions if (sheets := view.sheets(session))]
    if not sessions:
        return ()
    in_play = (sheets for sheets in sessions if any(sheet.closed is None for sheet in sheets))
    chosen = next(in_play, None) if chance.random() < 0.7 else None
    return tuple(chosen or chance.choice(sessions))


def some_sheet(view: View, chance: Random, *, begun: bool = False, signed: bool = False) -> Sheet | None:
    """Some sheet; mostly an open one, with entries where ``begun``. Where ``signed``, one that is, or none."""
    found = sheets_of(view, chance)
    if signed:
        found = [sheet for sheet in found if sheet.closed is not None]
    else:
        likely = [sheet for sheet in found if sheet.closed is None and (sheet.counts or not begun)]
        found = likely if likely and chance.random() < 0.85 else found
    return chance.choice(found) if found else None


def record_hand(view: View, chance: Random) -> Commands:
    """The next hand of a table, now and then another one."""
    sheet = some_sheet(view, chance)
    if sheet is None:
        return ()
    likely = sheet.next_hand if chance.random() < 0.95 else None
    return [RecordHand(sheet.session, sheet.table, likely or chance.randint(1, 17), random_outcome(chance))]


def record_together(view: View, chance: Random) -> Commands:
    """Hands of several tables of which one may be wrong: all or none."""
    return [command for _ in range(chance.randint(2, 3)) for command in record_hand(view, chance)]


def correct_hand(view: View, chance: Random) -> Commands:
    """A recorded hand was another one."""
    sheet = some_sheet(view, chance, begun=True)
    rows = _rows(sheet)
    if sheet is None or not rows:
        return ()
    return [CorrectHand(sheet.session, sheet.table, chance.choice(rows), random_outcome(chance), _reason(chance))]


def give_penalty(view: View, chance: Random) -> Commands:
    """Any fault of the rules, or words of one's own."""
    sheet = some_sheet(view, chance)
    if sheet is None:
        return ()
    player = chance.randrange(4)
    charge = Charge(
        player=player,
        fault=chance.choice(("", *(fault.slug for fault in view.rules.faults))),
        hand=chance.choice((None, 1, 2, 3, 4)),
        points=chance.choice((None, 0, 5, 20)),
        to=chance.choice((None, None, (), ((player + 1) % 4,), tuple(c for c in range(4) if c != player))),
        no_hu=chance.random() < 0.1,
        reason=_reason(chance),
        minutes=chance.choice((None, 1, 12, 16)),
    )
    return [GivePenalty(sheet.session, sheet.table, charge)]


def cancel_penalty(view: View, chance: Random) -> Commands:
    """One that stands, of any sheet of a session."""
    standing = [penalty.entry.id for sheet in sheets_of(view, chance) for penalty in sheet.penalties]
    return [CancelPenalty(chance.choice(standing), _reason(chance))] if standing else ()


def sign_sheet(view: View, chance: Random) -> Commands:
    """Totals of the paper, right or with a slip, and the signature."""
    sheet = some_sheet(view, chance, begun=True)
    if sheet is None:
        return ()
    table = sheet.session, sheet.table
    totals = chance.choice((sheet.computed, sheet.computed, slipped(sheet.computed, chance)))
    some = (totals[0], None, totals[2], None)
    closing = CloseSheet(*table, chance.choice((None, totals, some)), chance.choice(("", "agreed")))
    typing, alone = TypeTotals(*table, totals), RecordTotals(*table, totals, _reason(chance))
    return [chance.choice((closing, closing, closing, typing, alone))]


def reopen_sheet(view: View, chance: Random) -> Commands:
    """A signed sheet."""
    sheet = some_sheet(view, chance, signed=True)
    return () if sheet is None else [ReopenSheet(sheet.session, sheet.table, _reason(chance))]


def read_again(view: View, chance: Random) -> Commands:
    """A second reading, that finds the same or something else."""
    sheet = some_sheet(view, chance, signed=True)
    if sheet is None:
        return ()
    a, b, c, d = first_totals(sheet)
    right = PaperReading((a, b, c, d)) if chance.random() < 0.5 else PaperReading(points=first_points(sheet))
    wrong = PaperReading(slipped((a, b, c, d), chance))
    table, reader = (sheet.session, sheet.table), chance.choice(("", "Second Reader"))
    if chance.random() < 0.7:
        return [ConfirmSheet(*table, chance.choice((right, right, wrong)), reader)]
    return [RejectSheet(*table, chance.choice((right, wrong)), reader, _reason(chance))]


def repair_sheet(view: View, chance: Random) -> Commands:
    """Rows inserted, deleted, moved; columns exchanged; whole sheets moved."""
    sheet = some_sheet(view, chance, begun=True)
    if sheet is None:
        return ()
    table, there = (sheet.session, sheet.table), some_sheet(view, chance) or sheet
    rows = _rows(sheet) or [1]
    row, other = chance.choice(rows), chance.choice((*rows, 16, 17))
    first, second = chance.sample(range(4), 2)
    span = chance.choice((None, (1, row), (row, other)))
    match chance.randrange(5):
        case 0:
            return [InsertHand(*table, row, random_outcome(chance), _reason(chance))]
        case 1:
            return [DeleteHand(*table, row, _reason(chance))]
        case 2:
            return [MoveHand(*table, row, other, _reason(chance))]
        case 3:
            return [ExchangeColumns(*table, (first, second), span, _reason(chance))]
        case _:
            return [MoveSheet(*table, there.session, there.table, _reason(chance))]


def play_session(view: View, chance: Random) -> Commands:
    """Play every table of a session: hands, totals alone, signatures."""
    sheets, commands = sheets_of(view, chance), list[Command]()
    for sheet in sheets:
        if sheet.closed is not None:
            continue
        table = sheet.session, sheet.table
        if len(sheets) > 12 or chance.random() < 0.5:
            commands.append(RecordTotals(*table, chance.choice(TOTALS[:5]), chance.choice(("", "agreed"))))
            continue
        first = sheet.next_hand or 1
        last = min(sheet.length or 16, first + chance.randint(0, 15))
        commands.extend(RecordHand(*table, hand, random_outcome(chance)) for hand in range(first, last + 1))
        if chance.random() < 0.6:
            commands.append(CloseSheet(*table))
    return commands


RECORDING: tuple[Action, ...] = (record_hand, record_hand, record_together, sign_sheet, play_session)
CORRECTING: tuple[Action, ...] = (
    correct_hand, give_penalty, give_penalty, cancel_penalty, reopen_sheet, read_again, repair_sheet, repair_sheet,
)  # fmt: skip


# the draw and people


def swap_players(view: View, chance: Random) -> Commands:
    """Two in each other's seats, for one session or from one on."""
    if view.seating is None:
        return ()
    sessions = len(view.seating.sessions)
    session = chance.randint(1, sessions)
    seated = sorted(view.seating.seated(session)) or list(view.players)
    if not seated:
        return ()
    onwards = range(session, sessions + 1) if chance.random() < 0.5 else (session,)
    reason = chance.choice(("", "sat in each other's seat"))
    return [SwapPlayers(chance.choice(seated), chance.choice(seated), tuple(onwards), reason)]


def redraw_sessions(view: View, chance: Random) -> Commands:
    """The sessions from one on, by hand: of those who take part in them, or, as it was before some left, of all."""
    if view.seating is None:
        return ()
    first = chance.randint(1, len(view.seating.sessions))
    seated = {session: view.seating.seated(session) for session in range(first, len(view.seating.sessions) + 1)}
    rosters = rosters_from(view, first) if chance.random() < 0.8 else seated
    orders = {session: chance.sample(sorted(each), len(each)) for session, each in rosters.items()}
    drawn = {session: tables_of(order) for session, order in orders.items()}
    out = {session: order[len(order) // 4 * 4 :] for session, order in orders.items()} if chance.random() < 0.7 else {}
    return [RedrawSessions(replace(view.seating.with_tables(drawn, out), method="redrawn", seed=1), first)]


def seat_by_ranking(view: View, chance: Random) -> Commands:
    """A session by the standings, with or without a final, beside which others may play on; or the rule for that."""
    if view.seating is None:
        return ()
    if chance.random() < 0.15:
        return [ChangeSettings(replace(view.settings, final_ranks=chance.choice(tuple(FinalRanks))))]
    session, way = chance.randint(1, len(view.seating.sessions) + 1), chance.choice(("straight", "swiss"))
    final, carried = chance.choice((None, None, 4, 8, 16)), chance.random() < 0.5
    sit_out, seed = chance.choice((None, True)), chance.randrange(9)
    beside = chance.choice((None, "straight", "swiss", "lot")) if final is not None or chance.random() < 0.2 else None
    ranked = plan_by_ranking(
        view, session, way=way, final=final, carried=carried, beside=beside, sit_out=sit_out, seed=seed
    )
    return [ranked.command]


def final_beside(view: View, chance: Random) -> Commands:
    """The next session of a draw with a final, beside which the others play on."""
    session = next((each for each in view.drawn_sessions if not view.touched(each)), 0)
    if not session or not view.settings.format.is_drawn:
        return ()
    ranked = plan_by_ranking(
        view,
        session,
        way=chance.choice(("straight", "swiss")),
        final=chance.choice((4, 4, 8, 16)),
        carried=chance.random() < 0.6,
        beside=chance.choice(("straight", "swiss", "lot")),
        sit_out=True,
        seed=chance.randrange(9),
    )
    return [ranked.command]


def play_final(view: View, chance: Random) -> Commands:
    """Totals at the tables of a session with a final beside other tables that have none."""
    tables = [
        sheet
        for session in view.drawn_sessions
        if (final := final_of(view.state.finals, session)) is not None and final.beside
        for sheet in view.sheets(session)
    ]
    return [RecordTotals(sheet.session, sheet.table, chance.choice(TOTALS[:5])) for sheet in tables if sheet.blank]


def replace_player(view: View, chance: Random) -> Commands:
    """Somebody plays for somebody else, for one session or from one on."""
    if view.seating is None:
        return ()
    first, case = chance.randint(1, len(view.seating.sessions)), chance.choice((None, *SubstituteCase))
    last = chance.choice((None, first, first + 1))
    return [ReplacePlayer(_number(view, chance), _coming(view, chance), first, last, case)]


def change_player_state(view: View, chance: Random) -> Commands:
    """Somebody leaves, is disqualified, comes back, or only plays for others; somebody else may take the seats."""
    number, state = _number(view, chance), chance.choice(tuple(PlayerState))
    first = chance.choice((None, None, chance.randint(1, max(1, view.sessions))))
    if chance.random() < 0.3:
        return [LeaveToSubstitute(number, state, _coming(view, chance), first)]
    return [ChangePlayerState(number, state, first)]


def leave_together(view: View, chance: Random) -> Commands:
    """Four leave, so that the others fill a table less."""
    if view.seating is None or len(view.players) < 8:
        return ()
    first = chance.randint(1, max(1, view.sessions))
    seated = sorted(view.seating.seated(first)) or list(view.players)
    leaving = chance.sample(seated, min(4, len(seated)))
    return [ChangePlayerState(number, PlayerState.WITHDRAWN, first) for number in leaving]


def merge_players(view: View, chance: Random) -> Commands:
    """Two who are one."""
    return [MergePlayers(_number(view, chance), _number(view, chance), _reason(chance))]


ABOUT_SEATS: tuple[Action, ...] = (
    wish_for_seats,
    swap_players, swap_players, redraw_sessions, seat_by_ranking, seat_by_ranking, replace_player, join_late, add_table,
    leave_table_out,
)  # fmt: skip
ABOUT_PEOPLE: tuple[Action, ...] = (
    change_player_state, change_player_state, leave_together, merge_players, change_player, note_attendance,
    choose_public_name, choose_public_name,
)  # fmt: skip


# around the tables


def move_session(view: View, chance: Random) -> Commands:
    """A session published, begun, closed or reopened."""
    reason = chance.choice(("the hall closes", "a sheet was found", ""))
    return [session_move(_session(view, chance), chance.choice(MOVES), reason=reason)]


def change_plan(view: View, chance: Random) -> Commands:
    """Fewer or more sessions than were planned, or one of them cancelled or restored."""
    planned = view.full_state.settings.sessions
    session, reason = chance.randint(1, planned + 1), chance.choice(("the hall closes", "time is left", ""))
    count = PlanSessions(chance.randint(0, min(planned + 2, 7)), reason)
    return [chance.choice((count, count, CancelSessions((session,), reason), RestoreSession(session, reason)))]


def publish_results(view: View, chance: Random) -> Commands:
    """Results made public, the last of them kept for the ceremony or not, or withdrawn."""
    session = _session(view, chance)
    public = PublishResults(session)
    return [chance.choice((public, public, PublishResults(session, hold_last=True), WithdrawResults(session)))]


def keep_time(view: View, chance: Random) -> Commands:
    """The clock of a session: started, paused, resumed, stopped, minutes more for all or for one table."""
    started = [*view.state.clocks, _session(view, chance)]
    session, tables = chance.choice(started), chance.choice(((), (1,), (1, 2)))
    minutes = AddMinutes(session, chance.choice((5, 10, -5, 0)), tables, _reason(chance))
    start, pause, resume = StartClock(session), PauseClock(session, _reason(chance)), ResumeClock(session)
    clock = view.state.clocks.get(session)
    fits = start if clock is None else pause if clock.running_since is not None else resume
    return [chance.choice((fits, fits, start, pause, resume, StopClock(session), minutes))]


def change_prizes(view: View, chance: Random) -> Commands:
    """A prize said or taken back, what a tie does, and lots where one waits for them."""
    ties = undecided_ties(view)
    if ties and chance.random() < 0.5:
        wanted, tied = chance.choice(ties)
        order = [award.entrant.key for award in tied]
        return [DecideTie(wanted, tuple(chance.sample(order, len(order))))]
    kind = chance.choice((CategoryKind.PLAYERS, *CategoryKind))
    of = {CategoryKind.COUNTRY: chance.choice(("", "FR")), CategoryKind.CLUB: chance.choice(("", *CLUBS))}
    category, place = PrizeCategory(kind, of.get(kind, "")), chance.randint(0, 6)
    last, amount = place + chance.choice((0, 0, 1, 3, 20)), chance.choice((None, 100, 10001))
    prize = SetPrize(Prize(category, place, last, chance.choice(("", "Cup")), amount))
    currency = chance.choice(("EUR", "JPY", "a bottle of wine"))
    rule = replace(view.settings.prizes, ties=chance.choice(tuple(PrizeTies)), currency=currency)
    return [chance.choice((prize, prize, RemovePrize(category, place), ChangePrizes(rule)))]


AROUND: tuple[Action, ...] = (move_session, change_plan, keep_time, publish_results, change_prizes)


# clubs and leagues


def sit_down(view: View, chance: Random) -> Commands:
    """An evening is opened, games are opened by lot, or one of any four."""
    if chance.random() < 0.3:
        return [OpenEvening(place="Library")]
    if chance.random() < 0.5:
        return games_by_lot(view, seed=chance.randrange(1000))
    if len(view.players) < 4:
        return ()
    a, b, c, d = chance.sample(list(view.players), 4)
    return [SeatGame(None, (a, b, c, d))]


def change_game(view: View, chance: Random) -> Commands:
    """Other players, or a game taken back; another day of an evening."""
    sheet = some_sheet(view, chance)
    if sheet is None:
        return ()
    a, b, c, d = chance.sample(sheet.players, 4)
    evening = ChangeEvening(sheet.session, None, chance.choice(("Library", "")))
    reseated = ReseatGame(sheet.session, sheet.table, (a, b, c, d), "Window", _reason(chance))
    return [chance.choice((evening, reseated, TakeBackGame(sheet.session, sheet.table)))]


def slipped(totals: Net, chance: Random) -> Net:
    """One total misread, or two exchanged."""
    a, b, c, d = totals
    return chance.choice(((a + 10, b, c, d), (b, a, c, d), (a, b, -c, d), (a, b, c, d + 1)))


def _number(view: View, chance: Random) -> int:
    """Somebody's, now and then nobody's."""
    return chance.randint(1, max(1, view.state.last_number + (chance.random() < 0.1)))


def _session(view: View, chance: Random) -> int:
    return chance.randint(1, max(1, len(view.drawn_sessions)))


def _coming(view: View, chance: Random) -> int | Player:
    """Who plays for somebody: another player, or somebody new."""
    return chance.choice((_number(view, chance), random_people(view, chance, 1)[0]))


def _rows(sheet: Sheet | None) -> list[int]:
    return [] if sheet is None else [line.hand for line in sheet.hands if line.outcome is not None]


def _reason(chance: Random) -> str:
    """Some reason; one is none."""
    return chance.choice(REASONS)
