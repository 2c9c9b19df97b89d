"""Every fact that there is, through every place that must know it: a fact that one of them forgets fails here."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.examples.every_fact import BY, play_every_fact
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.conftest import shown
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Language, language_of
from tournament.ledger.check_in_facts import CheckedInByPhone, PhoneCheckInSet
from tournament.ledger.codec import decode, encode
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import Entry
from tournament.ledger.fact import Category
from tournament.ledger.facts import (
    AttendanceNoted,
    CallAnswered,
    ClockFact,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockStopped,
    ClosingFact,
    ColumnsExchanged,
    DrawPublished,
    EveningChanged,
    EveningOpened,
    EventCreated,
    EventRecovered,
    EventRestored,
    Fact,
    FingerprintSigned,
    GameFact,
    GameReseated,
    GameSeated,
    GameTakenBack,
    HandCorrected,
    HandDeleted,
    HandInserted,
    HandMoved,
    HandProposed,
    HandRecorded,
    HeadsChained,
    HostTakenOver,
    LastingFact,
    LogoChanged,
    LotDrawn,
    MinutesAdded,
    PaperNoted,
    PenaltyCancelled,
    PenaltyGiven,
    PhoneFact,
    PlayerChanged,
    PlayerRemoved,
    PlayerReplaced,
    PlayersAdded,
    PlayersMerged,
    PlayersSwapped,
    PlayerStateChanged,
    ProposalConfirmed,
    ProposalDismissed,
    PublicationFact,
    Redone,
    RefereeCalled,
    ResultsPublished,
    ResultsWithdrawn,
    RolePinRemoved,
    RolePinSet,
    SeatsFreed,
    SeatTaken,
    SessionClosed,
    SessionPublished,
    SessionReopened,
    SessionsAdded,
    SessionsCancelled,
    SessionSeated,
    SessionsRedrawn,
    SessionStarted,
    SettingsChanged,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    SigningKeyRemoved,
    SigningKeySet,
    TableAdded,
    TableEntryAllowed,
    TableEntryEnded,
    TableLeftOut,
    TableLinkRevoked,
    TotalsRecorded,
    TotalsTyped,
    Undone,
)
from tournament.ledger.sheet import Sheet
from tournament.ledger.state import EventState
from tournament.ledger.table_phones import TablePhones
from tournament.storage import create, open_for_reading
from tournament.use_cases import Book, View, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import Redo, Undo
from tournament.use_cases.table_entry import table_token
from ui.desktop import bootstrap
from ui.desktop.pages.history.entry_filter import EntryFilter, KindFilter
from ui.desktop.pages.history.entry_table import CATEGORY_ICONS
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.theme import icons
from ui.desktop.window import Window

FACTS: tuple[type[Fact], ...] = get_args(Fact)
LASTING = (*get_args(LastingFact), *get_args(PhoneFact))
"""What undo leaves alone."""
FRENCH = language_of("fr")
TILES = "[234p,1]234m23456s88p7s|ES0000"
KEY = "5647 5aa7 5463 474c"
"""The short form of the key that the event is signed with."""
TOLD: dict[type[Fact], tuple[str, str]] = {
    EventCreated: ("Event created |  |  | Coupe d’Exemple", "Événement créé |  |  | Coupe d’Exemple"),
    SettingsChanged: (
        "Settings changed |  | 120, – | 110, Exempleville",
        "Réglages modifiés |  | 120, – | 110, Exempleville",
    ),
    LogoChanged: (
        "Logo changed |  |  | PNG, 64 × 32 pixels, 3 kB",
        "Logo changé |  |  | PNG, 64 × 32 pixels, 3\u00a0ko",
    ),
    PlayersAdded: ("Players added |  |  | 9 players from list.csv", "Joueurs ajoutés |  |  | 9 joueurs de list.csv"),
    PlayerChanged: (
        "Player changed |  | Ben Sample, FR | Ben Sample, BE",
        "Joueur modifié |  | Ben Sample, FR | Ben Sample, BE",
    ),
    PlayerStateChanged: (
        "State of a player changed |  |  | Hana Sample: withdrawn, from session 3 on",
        "État d’un joueur changé |  |  | Hana Sample\u00a0: parti, à partir de la partie 3",
    ),
    PlayersMerged: (
        "Players merged |  | 10 Nova Newcomer | 8 Hana Sample | registered twice",
        "Joueurs réunis |  | 10 Nova Newcomer | 8 Hana Sample | registered twice",
    ),
    PlayerRemoved: ("Player removed |  | Ida Sample, FR | ", "Joueur retiré |  | Ida Sample, FR | "),
    AttendanceNoted: ("Check-in |  |  | 3 players", "Pointage |  |  | 3 joueurs"),
    LotDrawn: ("Number drawn |  |  | Ada Sample: 5", "Numéro tiré |  |  | Ada Sample\u00a0: 5"),
    DrawPublished: (
        "Draw published |  |  | 3 sessions, by hand, seed 1",
        "Tirage publié |  |  | 3 parties, by hand, graine 1",
    ),
    PlayersSwapped: (
        "Players swapped |  |  | Ada Sample and Emil Sample, session 2",
        "Joueurs échangés |  |  | Ada Sample et Emil Sample, partie 2",
    ),
    PlayerReplaced: (
        "Player replaced |  | Hana Sample | Nova Newcomer, sessions 2–3",
        "Joueur remplacé |  | Hana Sample | Nova Newcomer, parties 2 à 3",
    ),
    SessionsRedrawn: (
        "Sessions drawn again |  |  | sessions 2–3, seed 1",
        "Parties tirées à nouveau |  |  | parties 2 à 3, numéro 1",
    ),
    SessionSeated: (
        "Session seated by the standings |  |  | session 2, straight tables",
        "Partie placée selon le classement |  |  | partie 2, tables selon le rang",
    ),
    TableAdded: (
        "Table 3 added to session 3 |  |  | Kai Late, Lea Late, Mia Late, Nox Late",
        "Table 3 ajoutée à la partie 3 |  |  | Kai Late, Lea Late, Mia Late, Nox Late",
    ),
    TableLeftOut: (
        "Table 3 of session 3 left out |  |  | ",
        "Table 3 de la partie 3 retirée |  |  | ",
    ),
    SessionsCancelled: (
        "Session 4 cancelled |  |  |  | the hall closes",
        "Partie 4 annulée |  |  |  | the hall closes",
    ),
    SessionsAdded: (
        "1 session added |  |  |  | the hall stays open",
        "1 partie ajoutée |  |  |  | the hall stays open",
    ),
    EveningOpened: ("Evening 1 opened |  |  | 12 June 2026, Club", "Soirée 1 ouverte |  |  | 12 juin 2026, Club"),
    EveningChanged: (
        "Evening 1 changed |  | 12 June 2026, Club | 12 June 2026, Salle des fêtes",
        "Soirée 1 modifiée |  | 12 juin 2026, Club | 12 juin 2026, Salle des fêtes",
    ),
    GameSeated: (
        "Game opened |  |  | evening 1, game 1, at Table 7: Ada Sample, Ben Sample, Cleo Sample, Dora Sample",
        "Partie ouverte |  |  | soirée 1, partie 1, à Table 7\u00a0: Ada Sample, Ben Sample, Cleo Sample, Dora Sample",
    ),
    GameReseated: (
        "Players of a game changed |  "
        "| evening 1, game 1, at Table 7: Ada Sample, Ben Sample, Cleo Sample, Dora Sample "
        "| evening 1, game 1, at Table 7: Ada Sample, Ben Sample, Cleo Sample, Emil Sample | Dora is late",
        "Joueurs d’une partie modifiés |  "
        "| soirée 1, partie 1, à Table 7\u00a0: Ada Sample, Ben Sample, Cleo Sample, Dora Sample "
        "| soirée 1, partie 1, à Table 7\u00a0: Ada Sample, Ben Sample, Cleo Sample, Emil Sample | Dora is late",
    ),
    GameTakenBack: (
        "Game removed |  | evening 1, game 1, at Table 7: Ada Sample, Ben Sample, Cleo Sample, Emil Sample | ",
        "Partie retirée |  | soirée 1, partie 1, à Table 7\u00a0: Ada Sample, Ben Sample, Cleo Sample, Emil Sample | ",
    ),
    HeadsChained: ("Session 1 started |  |  | ", "Partie 1 commencée |  |  | "),
    RolePinSet: ("PIN set: organiser |  |  | ", "PIN fixé\u00a0: organisateur |  |  | "),
    SigningKeySet: (
        f"Signing key set |  |  | Ada Sample, key {KEY}",
        f"Clé de signature définie |  |  | Ada Sample, clé {KEY}",
    ),
    SigningKeyRemoved: ("Signing key removed |  |  | ", "Clé de signature retirée |  |  | "),
    FingerprintSigned: (
        f"Fingerprint signed |  |  | Ada Sample, key {KEY}",
        f"Empreinte signée |  |  | Ada Sample, clé {KEY}",
    ),
    RolePinRemoved: ("PIN removed: organiser |  |  | ", "PIN retiré\u00a0: organisateur |  |  | "),
    EventRecovered: (
        "Recovered from a damaged file |  |  | entries: 7, lost: 2",
        "Récupéré d’un fichier endommagé |  |  | écritures\u00a0: 7, perdues\u00a0: 2",
    ),
    EventRestored: (
        "Restored from a copy |  |  | “Cup.qv”, in place of 9-0123456789; entries not in the copy: 2",
        "Restauré depuis une copie |  |  "
        "| «\u00a0Cup.qv\u00a0», à la place de 9-0123456789\u202f; écritures absentes de la copie\u00a0: 2",
    ),
    HostTakenOver: (
        "New host |  |  | desk 1 (192.168.1.20:7411), entries: 35; desks not asked: desk 2, desk 3",
        "Nouvel hôte |  |  "
        "| desk 1 (192.168.1.20:7411), écritures\u00a0: 35\u202f; postes non interrogés\u00a0: desk 2, desk 3",
    ),
    ClockStarted: (
        "Clock of session 1 started |  |  | 110 minutes",
        "Horloge de la partie 1 lancée |  |  | 110 minutes",
    ),
    ClockPaused: (
        "Clock of session 1 paused |  |  |  | fire drill",
        "Horloge de la partie 1 en pause |  |  |  | fire drill",
    ),
    ClockResumed: ("Clock of session 1 resumed |  |  | ", "Horloge de la partie 1 reprise |  |  | "),
    MinutesAdded: (
        "Extra minutes in session 1 |  |  | +5 min, table 2 | wall rebuilt",
        "Minutes en plus, partie 1 |  |  | +5\u00a0min, table 2 | wall rebuilt",
    ),
    ClockStopped: ("Clock of session 1 stopped |  |  | ", "Horloge de la partie 1 arrêtée |  |  | "),
    SessionPublished: ("Session 2 published |  |  | ", "Partie 2 publiée |  |  | "),
    SessionStarted: (
        "Start of session 1 announced |  |  | absent: Fay Sample, Gil Sample, Hana Sample",
        "Début de la partie 1 annoncé |  |  | absents\u00a0: Fay Sample, Gil Sample, Hana Sample",
    ),
    ResultsPublished: ("Results of session 1 published |  |  | ", "Résultats de la partie 1 publiés |  |  | "),
    ResultsWithdrawn: ("Results of session 1 withdrawn |  |  | ", "Résultats de la partie 1 retirés |  |  | "),
    SessionClosed: ("Session 1 closed |  |  | ", "Partie 1 close |  |  | "),
    PaperNoted: (
        "Report saved |  |  | Standings after session 1, pdf",
        "Document enregistré |  |  | Standings after session 1, pdf",
    ),
    SessionReopened: (
        "Session 1 reopened |  |  |  | a paper was found",
        "Partie 1 rouverte |  |  |  | a paper was found",
    ),
    TableEntryAllowed: (
        "Typing at the table allowed |  |  | http://192.168.1.20:8080",
        "Saisie à la table autorisée |  |  | http://192.168.1.20:8080",
    ),
    PhoneCheckInSet: (
        "Check-in by phone allowed |  |  | http://192.168.1.20:8080",
        "Pointage par téléphone autorisé |  |  | http://192.168.1.20:8080",
    ),
    CheckedInByPhone: ("Check-in by phone |  |  | Ada Sample", "Pointage par téléphone |  |  | Ada Sample"),
    TableEntryEnded: ("Typing at the table ended |  |  | ", "Saisie à la table terminée |  |  | "),
    HandProposed: (
        f"Proposed hand | session 1, table 1, hand 1 |  | B: B from C, 13, with {TILES}",
        f"Tour proposé | partie 1, table 1, tour 1 |  | B\u00a0: B sur C, 13, avec {TILES}",
    ),
    ProposalConfirmed: (
        f"Proposal confirmed | session 1, table 1, hand 1 |  | C: B from C, 13, with {TILES}",
        f"Proposition confirmée | partie 1, table 1, tour 1 |  | C\u00a0: B sur C, 13, avec {TILES}",
    ),
    ProposalDismissed: (
        f"Proposal dismissed | session 1, table 1, hand 1 |  | B from C, 13, with {TILES} | 15 after all",
        f"Proposition écartée | partie 1, table 1, tour 1 |  | B sur C, 13, avec {TILES} | 15 after all",
    ),
    RefereeCalled: (
        "Referee called | session 1, table 1 |  | D",
        "Arbitre appelé | partie 1, table 1 |  | D",
    ),
    CallAnswered: ("Call answered | session 1, table 1 |  | ", "Réponse à l’appel | partie 1, table 1 |  | "),
    SeatTaken: (
        "Seat taken by a phone | session 1, table 1 |  | B (phone k3m9x2q7)",
        "Place prise par un téléphone | partie 1, table 1 |  | B (téléphone k3m9x2q7)",
    ),
    SeatsFreed: (
        "Seats freed for other phones | session 1, table 1 |  | ",
        "Places libérées pour d’autres téléphones | partie 1, table 1 |  | ",
    ),
    TableLinkRevoked: (
        "New code for the table | session 1, table 1 |  | ",
        "Nouveau code pour la table | partie 1, table 1 |  | ",
    ),
    HandRecorded: (
        f"Hand | session 1, table 1, hand 1 |  | B from C, 15, with {TILES} | two flowers were seen",
        f"Tour | partie 1, table 1, tour 1 |  | B sur C, 15, avec {TILES} | two flowers were seen",
    ),
    HandCorrected: (
        "Correction | session 1, table 1, hand 1 "
        f"| B from C, 15, with {TILES} | B from D, 13, with {TILES} | wrong column",
        "Correction | partie 1, table 1, tour 1 "
        f"| B sur C, 15, avec {TILES} | B sur D, 13, avec {TILES} | wrong column",
    ),
    HandInserted: (
        "Row inserted | session 1, table 1, hand 1 |  | A from B, 8 | row 1 was skipped",
        "Ligne insérée | partie 1, table 1, tour 1 |  | A sur B, 8 | row 1 was skipped",
    ),
    HandDeleted: (
        "Row deleted | session 1, table 1, hand 1 | A from B, 8 |  | row 1 was typed twice",
        "Ligne supprimée | partie 1, table 1, tour 1 | A sur B, 8 |  | row 1 was typed twice",
    ),
    HandMoved: (
        "Row moved | session 1, table 1, hand 1 | hand 1 | hand 2 | a row too high",
        "Ligne déplacée | partie 1, table 1, tour 1 | tour 1 | tour 2 | a row too high",
    ),
    ColumnsExchanged: (
        "Columns swapped | session 1, table 1 |  | A and D, hands 1–6 | each other’s seat",
        "Colonnes échangées | partie 1, table 1 |  | A et D, tours 1 à 6 | each other’s seat",
    ),
    SheetMoved: (
        "Sheet moved | session 1, table 1 | session 1, table 1 | session 1, table 2 | wrong table",
        "Feuille déplacée | partie 1, table 1 | partie 1, table 1 | partie 1, table 2 | wrong table",
    ),
    PenaltyGiven: (
        "Penalty | session 1, table 1 |  | C −30: 10 to each of A, B, D | late again",
        "Pénalité | partie 1, table 1 |  | C −30\u00a0: 10 à chacun de A, B, D | late again",
    ),
    PenaltyCancelled: (
        "Penalty cancelled | session 1, table 1 | C −30: 10 to each of A, B, D |  | wrong player",
        "Pénalité annulée | partie 1, table 1 | C −30\u00a0: 10 à chacun de A, B, D |  | wrong player",
    ),
    TotalsTyped: (
        "Totals on paper | session 1, table 1 |  | A 0, B 0, C 0, D 0",
        "Totaux du papier | partie 1, table 1 |  | A 0, B 0, C 0, D 0",
    ),
    TotalsRecorded: (
        "Table by its totals | session 1, table 2 |  | A 60, B 20, C −20, D −50 | 10 points nobody finds",
        "Table par ses totaux | partie 1, table 2 |  | A 60, B 20, C −20, D −50 | 10 points nobody finds",
    ),
    SheetClosed: (
        "Sheet verified | session 1, table 1 |  | A −8, B 37, C −8, D −21 | a paper lost",
        "Feuille vérifiée | partie 1, table 1 |  | A −8, B 37, C −8, D −21 | a paper lost",
    ),
    SheetReopened: (
        "Sheet reopened | session 1, table 1 |  |  | hand 2 was missing",
        "Feuille rouverte | partie 1, table 1 |  |  | hand 2 was missing",
    ),
    SheetConfirmed: (
        "Sheet confirmed | session 1, table 1 |  | Reader Sample: 13, –, –, –, –, –, –, –, –, –, –, –, –, –, –, –",
        "Feuille confirmée | partie 1, table 1 |  | "
        "Reader Sample\u00a0: 13, –, –, –, –, –, –, –, –, –, –, –, –, –, –, –",
    ),
    SheetRejected: (
        "Sheet rejected | session 1, table 1 |  | Reader Sample: A −8, B 37, C −8, D −12 | the paper says 12",
        "Feuille refusée | partie 1, table 1 |  | Reader Sample\u00a0: A −8, B 37, C −8, D −12 | the paper says 12",
    ),
    Undone: (
        "Undo: Table by its totals | session 1, table 2 | A 60, B 20, C −20, D −50 | ",
        "Annuler\u00a0: Table par ses totaux | partie 1, table 2 | A 60, B 20, C −20, D −50 | ",
    ),
    Redone: (
        "Redo: Table by its totals | session 1, table 2 |  | A 60, B 20, C −20, D −50",
        "Rétablir\u00a0: Table par ses totaux | partie 1, table 2 |  | A 60, B 20, C −20, D −50",
    ),
}
"""What, where, old and new value, and the reason where there is one, in English and French."""
every_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)


@pytest.fixture(scope="module")
def event_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The event in which everything happens, written by the use cases."""
    path = tmp_path_factory.mktemp("every-fact") / "event.qv"
    play_every_fact(create(path)).close()
    return path


@pytest.fixture(scope="module")
def view(event_file: Path) -> Iterator[View]:
    """It, read back."""
    store = open_for_reading(event_file)
    yield Book(store).view
    store.close()


def first_of(view: View, fact: type[Fact]) -> Entry:
    """The first entry of this kind."""
    return next(entry for entry in view.journal if type(entry.fact) is fact)


def position_of(view: View, entry: Entry) -> int:
    return list(view.journal).index(entry) + 1


def counted(view: View) -> tuple[EventState, list[Sheet], list[TablePhones], list[str]]:
    """What the ledger amounts to."""
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    phones = [view.phones(sheet.session, sheet.table) for sheet in sheets]
    codes = [table_token(view, sheet.session, sheet.table) for sheet in sheets if view.state.table_entry is not None]
    return view.state, [replace(sheet, number=0) for sheet in sheets], phones, codes


def described(view: View, entry: Entry, language: Language) -> str:
    told = describe(view.journal, entry)
    values = [language.render(text) for text in (told.what, told.where, told.old, told.new)]
    return " | ".join([*values, told.reason] if told.reason else values)


@pytest.mark.sampled(25)
@every_fact
def test_it_is_read_back_as_it_was_written(view: View, fact: type[Fact]) -> None:
    entry = first_of(view, fact)
    assert decode(entry.record) == entry
    assert encode(entry.fact) == entry.record.content
    assert entry.record.kind == fact.kind
    assert set(json.loads(entry.record.content)) == set(fact.__struct_fields__)


def test_no_kind_is_used_twice() -> None:
    assert len({fact.kind for fact in FACTS}) == len(FACTS)
    assert {fact.category for fact in FACTS} == set(Category)


@pytest.mark.sampled(25)
@every_fact
def test_it_changes_what_the_ledger_amounts_to(view: View, fact: type[Fact]) -> None:
    position = position_of(view, first_of(view, fact))
    assert counted(view.at(position)) != counted(view.at(position - 1))


@pytest.mark.sampled(20)
@every_fact
def test_the_second_account_knows_it(view: View, fact: type[Fact]) -> None:
    records = [entry.record for entry in view.journal][: position_of(view, first_of(view, fact))]
    assert "not-audited" not in [problem.code for problem in check_records(records).problems]


def test_both_accounts_come_to_the_same(view: View) -> None:
    assert check_records([entry.record for entry in view.journal]).problems == ()


@every_fact
def test_it_is_described_in_both_languages(view: View, fact: type[Fact]) -> None:
    entry = first_of(view, fact)
    assert (described(view, entry, ENGLISH), described(view, entry, FRENCH)) == TOLD[fact]
    assert ENGLISH.render(name_of(view.journal, entry))
    assert FRENCH.render(name_of(view.journal, entry)) != ENGLISH.render(name_of(view.journal, entry))


@every_fact
def test_its_reasons_are_said(view: View, fact: type[Fact]) -> None:
    entry = first_of(view, fact)
    written = json.loads(entry.record.content)
    given = [written[name] for name in ("reason", "overrule", "accept_difference") if written.get(name)]
    assert list(filter(None, entry.fact.reasons)) == given
    assert describe(view.journal, entry).reason == "; ".join(given)


@pytest.mark.sampled(25)
@every_fact
def test_a_filter_of_kinds_finds_it(view: View, fact: type[Fact]) -> None:
    keeping = [kinds for kinds in KindFilter if kinds.keeps(fact.category)]
    assert KindFilter.ALL in keeping
    assert set(keeping) - {KindFilter.ALL, KindFilter.NO_HANDS}


@every_fact
def test_filters_of_session_and_player_find_it(view: View, fact: type[Fact]) -> None:
    entry = first_of(view, fact)
    sessions = [session for session in (1, 2, 3) if EntryFilter(session=session).takes(view, entry)]
    players = [number for number in range(1, 15) if EntryFilter(player=number).takes(view, entry)]
    at_a_table = entry.stream != "event"
    lasting = ClockFact | PublicationFact | ClosingFact | PaperNoted | FingerprintSigned
    of_session_1 = (HeadsChained, SessionStarted, *get_args(lasting))
    of_session_2 = (PlayersSwapped, PlayerReplaced, SessionsRedrawn, SessionSeated, SessionPublished)
    assert (1 in sessions) == (at_a_table or fact in (*of_session_1, *get_args(GameFact)))
    assert (2 in sessions) == (fact in of_session_2)
    assert len(players) == (4 * len(view.journal.sheets_of(entry)) if at_a_table else len(entry.fact.concerned))
    assert set(entry.fact.concerned) <= set(players)


@pytest.mark.sampled(20)
@every_fact
def test_it_is_undone_and_brought_back(view: View, fact: type[Fact]) -> None:
    position = position_of(view, first_of(view, fact))
    before, after = counted(view.at(position - 1)), counted(view.at(position))
    book = Book(FakeStore([entry.record for entry in view.journal][:position]))
    if fact is EventCreated:
        with pytest.raises(Refused, match="nothing-to-undo"):
            carry_out(book, Undo(), by=BY)
    elif fact in LASTING:
        target = book.view.journal.undo_order.to_undo
        assert target is not None
        assert target.fact != view.journal[position - 1].fact
        carry_out(book, Undo(), by=replace(BY, role=EventRole.ORGANISER))
        assert book.view.state.started == view.at(position).state.started
        assert book.view.state.clocks == view.at(position).state.clocks
        assert book.view.state.closed == view.at(position).state.closed
        assert book.view.state.pins == view.at(position).state.pins
    elif fact is Undone:
        carry_out(book, Redo(), by=BY)
        assert counted(book.view) == before
    else:
        carry_out(book, Undo(), by=BY)
        assert counted(book.view) == before
        carry_out(book, Redo(), by=BY)
        assert counted(book.view) == after


def test_the_history_shows_every_fact(event_file: Path, view: View, dressed: QApplication, qtbot: QtBot) -> None:
    controller = bootstrap.make_controller("Referee")
    controller.open(event_file)
    with shown(Window(controller), dressed) as window:
        page = window.page("history")
        assert isinstance(page, HistoryPage)
        window.show_page("history")
        qtbot.waitUntil(lambda: not page._stale and not page.filter.running)
        page.filters.kinds.setCurrentIndex(page.filters.kinds.findData(KindFilter.ALL.value))
        page.filters._choose()
        qtbot.waitUntil(lambda: not page.filter.running)
        assert page.filter.found == len(view.journal)
        for fact in FACTS:
            entry = first_of(view, fact)
            line = page.table.line_of(position_of(view, entry))
            assert line is not None
            page.table.select_line(line)
            told = describe(view.journal, entry)
            what, change = (page.table.model().index(line, column).data() for column in (2, 3))
            assert what == page.panel.title.text() == ENGLISH.render(told.what)
            assert (change == "–") == (not told.old.message and not told.new.message)
            assert not icons.pixmap(CATEGORY_ICONS[fact.category], "#000000", 16).isNull()
            assert told.reason in page.panel.reason.text()
    controller.close()
