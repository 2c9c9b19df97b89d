"""What is mutated, and which tests should notice."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Room:
    """One folder and the tests that answer for it; they are few, so that a mutant takes a second or two."""

    path: str
    tests: tuple[str, ...]
    sample: float = 1
    """The part of its mutants that is tried when nobody asks for another."""
    measures: bool = True
    """Whether constants that are nothing but numbers are changed. In servers and screens most of these are seconds
    between two looks, bytes, or connections: a test could only repeat them."""
    by_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The tests of a file that has tests of its own, by its name: then ``tests`` are those of all other files."""
    only: str = ""
    """The one file of it that was asked for."""

    @property
    def files(self) -> list[Path]:
        """The files to plant faults in, by name: without those of a room inside this one."""
        if self.only:
            return [Path(self.only)]
        own = [Path(self.path)] if self.path.endswith(".py") else sorted(Path(self.path).rglob("*.py"))
        inner = [room.path for room in ROOMS if room.path.startswith(f"{self.path}/")]
        return [path for path in own if not any(path.is_relative_to(other) for other in inner)]

    def tests_of(self, path: str) -> tuple[str, ...]:
        """The tests that answer for a file."""
        return self.by_file.get(Path(path).stem, self.tests)

    def holds(self, name: str) -> bool:
        """Whether ``name`` on the command line means this room or a file of it."""
        return name == self.path or (name.endswith(".py") and Path(name) in self.files)

    def narrowed(self, name: str) -> "Room":
        """This room, or the one file of it that was named."""
        return replace(self, only=name if name != self.path else "")


_FANS = tuple(f"tests/tournament/rulesets/{name}" for name in (
    "mcr/test_fans.py", "mcr/test_explaining.py", "mcr/test_waiting.py", "mcr/test_faults.py", "test_figures.py",
))  # fmt: skip
_RULESETS = "tests/tournament/rulesets"
_PROPERTIES = "tests/tournament/rulesets/mcr/test_properties.py"

_USE_CASES = tuple(
    path.as_posix()
    for path in sorted(Path("tests/tournament/use_cases").glob("test_*.py"))
    if not path.stem.endswith("machine")
)
"""Without those that play whole events by chance, which take longer than all others."""
_SLOW = ("repairs", "games_counted_twice", "forged_entries", "store", "rights", "signing")
_QUICK_USE_CASES = tuple(path for path in _USE_CASES if not path.endswith(tuple(f"test_{name}.py" for name in _SLOW)))
_MACHINES = tuple(f"tests/tournament/use_cases/test_{name}_machine.py" for name in ("event", "game"))
_SECOND_COUNTS = (
    "tests/proof/test_riichi.py",
    "tests/proof/test_difference.py",
    "tests/tournament/rulesets/riichi/test_differences.py",
)
_QUICK = ("-m", "not thorough")
"""Leaves out what `make thorough` adds, which takes minutes where much is printed."""
_SHEETS = (
    *_QUICK,
    *("tests/reports/test_structure.py", "tests/reports/test_golden.py", "tests/reports/test_every_game.py"),
    "tests/reports/sheets",
    *("tests/reports/test_workbook.py", "tests/reports/test_riichi.py", "tests/reports/test_league.py"),
    *("tests/reports/test_catalogue.py", "tests/reports/test_final.py", "tests/reports/test_private_reasons.py"),
)
_EVENT_MODULES = "country ema format money player prizes register role roster seating seating_file settings timetable"
_DESCRIPTIONS = "tests/tournament/rulesets/test_descriptions.py"
_OUTCOMES = "tests/tournament/rulesets/test_reviewed_outcomes.py"
_OTHER_GAMES = {
    "french_classical": ("french-classical-simple", "french-classical-advanced"),
    "hong_kong": ("hong-kong",),
    "quebec_classical": ("quebec-classical",),
    "riichi": ("riichi-ema-2016", "riichi-ema-2025"),
    "zung_jung": ("zung-jung",),
}
"""The rule sets of each folder."""
_GAMES = tuple(f"tests/tournament/rulesets/test_{name}.py" for name in ("figures", "going_on", "own_hands"))

_LISTS = tuple(f"{_RULESETS}/{game}/test_list.py" for game in ("french_classical", "quebec_classical", "riichi"))


def _of(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names)


_REPORTS = (
    *_QUICK,
    *_of("reports", "document", "against", "report", "papers", "event_json", "club_words"),
)
_OF_PDF = (*_QUICK, *_of("reports/writers", "pdf_pages", "pdf_geometry", "pdf", "pdf_form"))
"""Where everything is on a page comes first, as most faults move something."""
_OF_CHARTS = (
    *_QUICK,
    *_of("reports/writers", "chart_geometry", "reviewed_files"),
    "tests/reports/sheets/test_charts.py",
)
_BY_WRITER = {
    "excel": (*_OF_CHARTS, *_of("reports/writers", "excel"), *_of("reports", "workbook", "private_reasons")),
    "logo": (*_QUICK, *_of("reports/writers", "logo", "pdf_geometry")),
    "structure": (*_QUICK, *_of("reports/writers", "pdf_tags")),
    **dict.fromkeys(("canvas", "pages", "pen"), (*_OF_PDF, *_of("reports/writers", "pdf_tags"))),
    "ruling_slip": (*_OF_PDF, *_of("reports/writers", "pdf_tiles")),
    "address_code": (*_QUICK, *_of("reports/writers", "pdf_address")),
    "qr": (*_QUICK, *_of("reports/writers", "pdf_tiles", "pdf_form")),
    **dict.fromkeys(
        ("fonts", "bidi", "embedding"), (*_QUICK, *_of("reports/writers", "pdf_geometry", "pdf_fonts", "pdf"))
    ),
    "exact_table": (*_QUICK, "tests/reports/federations/test_files.py"),
    "event_json": (*_QUICK, "tests/reports/test_event_json.py"),
    "site_page": (*_QUICK, *_of("reports/writers", "reviewed_files"), "tests/reports/sheets/test_site.py"),
    "wording": (
        *_QUICK,
        "tests/reports/test_golden.py",
        *_of("reports/writers", "reviewed_files", "bilingual", "csv", "html"),
    ),
    "atomic_file": (*_QUICK, *_of("reports/writers", "atomic_file", "cancelling")),
    **{name: (*_QUICK, *_of("reports/writers", "reviewed_files", name)) for name in ("csv", "html")},
    "parquet": (*_QUICK, *_of("reports/writers", "parquet")),
    **dict.fromkeys(("chart_drawing", "chart_page", "chart_picture", "svg"), _OF_CHARTS),
    "png": (*_OF_CHARTS, *_of("reports/writers", "png")),
}

_BY_COMMAND = {
    name: _of("ui/cli", "transcripts", "wrong_usage", *tests.split())
    for names, tests in (
        ("check", "seen check_against contradictions signature"),
        ("clock timetable", "clock session roles"),
        ("convert", "convert"),
        ("copies restore recover", "seen copies recover changed_bits"),
        ("demo", "demo"),
        ("desks queue shared shared_event", "shared_event shared"),
        ("display", "display"),
        ("draw", "draw late_players"),
        ("export", "data private_reasons history"),
        ("federations", "federations"),
        ("games money season standings", "games formats people"),
        ("hand_json score settle waits", "settle score lines own_hands game_lines"),
        ("log undo redo", "history"),
        ("new", "bad_words rule_options presets settings formats"),
        ("phones", "phones"),
        ("pin", "roles"),
        ("players", "players_import register people late_players"),
        ("prizes", "prizes"),
        ("publish unpublish", "publish"),
        ("record", "record_faults record private_reasons repairs"),
        ("rule_options rules", "rule_options presets console formats"),
        ("seating", "seating"),
        ("serve", "serve take_over"),
        ("session sessions", "session"),
        ("settings", "settings formats"),
        ("sheet", "sheet repairs"),
        ("signature", "signature"),
        ("site", "site"),
    )
    for name in names.split()
}

_STORAGE = (*_QUICK, "tests/tournament/storage")
"""What is quick of all its tests, after those of a file."""
_BY_STORE = {
    name: (*_of("tournament/storage", *tests.split()), *_STORAGE)
    for name, tests in (
        ("crash_journal", "left_journals journal_pages cut_off_writing"),
        ("lock", "lock sqlite changed_file"),
        ("refusals", "refusals sqlite creation"),
        ("recovery", "recovery"),
        ("salvage", "salvage recovery correction"),
        ("correction", "correction"),
        *((name, name) for name in ("copies", "creation", "restore", "seen")),
    )
} | {
    "waiting_orders": _of("tournament/sharing", "waiting_orders"),
    **dict.fromkeys(
        ("postgres", "postgres_desks", "postgres_refusals", "postgres_tables"),
        _of("tournament/storage", "postgres_lines", "postgres_desks", "postgres")
        + _of("tournament/use_cases", "store"),
    ),
}

_EVERY_CHANGE = (
    "book together session_clock clock_texts seating_quality game_words draft_fit history publication closing "
    "sessions prizes progress second_reading penalties hands event_setup table_entry carrying_out draw_checks "
    "streamed_table seen_sheets copies new_event attendance private_reasons work_of_a_hand refusals requests "
    "view_copy readings"
)
"""The quick ones that write and read an event in all ways; a fault in one use case is often noticed in another."""
_BY_USE_CASE = {
    name: tuple(dict.fromkeys(_of("tournament/use_cases", *tests.split(), *_EVERY_CHANGE.split())))
    for names, tests in (
        ("book", "book content_marks check closing sessions together"),
        ("carrying_out commands", "commands carrying_out"),
        ("chain check coherence", "book check recovering coherence signing forged_entries"),
        ("club", "club game_words money sessions game_machine"),
        ("conversion", "conversion"),
        ("draft draft_fit", "draft_fit progress commands hands"),
        (
            "drawing draw_checks seating_wishes",
            "draw_checks draw_texts drawing event_setup table_left_out participants session_plan",
        ),
        ("seating_quality", "seating_quality drawing participants"),
        ("entry_effect", "entry_effect repairs"),
        ("event_setup", "event_setup draw_texts second_reading new_event event_logo attendance"),
        ("history", "history signing closing content_marks"),
        ("new_event", "new_event"),
        ("papers", "papers"),
        ("people", "people replacing content_marks participants event_setup closing"),
        ("prizes", "prizes prize_rankings commands"),
        ("progress", "progress points_in_words event_setup"),
        ("public_view publication results_state", "streamed_table publication sessions session_plan late_points"),
        ("rights pins", "rights rights_machine"),
        ("session_clock", "session_clock clock_texts table_entry"),
        ("session_plan sessions", "session_plan sessions participants"),
        ("sheet_actions", "seen_sheets hands penalties second_reading repairs signing closing"),
        ("signing", "signed_fingerprints signing"),
        ("table_entry", "table_entry"),
    )
    for name in names.split()
} | {
    "recovery": (
        *_of("tournament/use_cases", "recovering", "signed_fingerprints", "coherence"),
        *_of("tournament/storage", "recovery"),
    )
}

_JOURNALS = "tests/tournament/ledger/test_reviewed_journals.py"
_SECOND_COUNT = (
    _JOURNALS,
    *_of("tournament/ledger", "impossible_entries", "reviewed_states", "audit", "riichi_tariff", "tariffs"),
    *_of("tournament/use_cases", "check", "coherence", "games_counted_twice", "late_points", "table_left_out"),
    *_of("tournament/use_cases", "session_plan", "participants", "penalties", "repairs"),
    *_SECOND_COUNTS,
    *_MACHINES,
)
_BY_LEDGER = {
    **dict.fromkeys(
        ("causes", "difference", "likelihood"),
        _of("proof", "reviewed_causes")
        + _of("tournament/ledger", "difference")
        + _of("tournament/use_cases", "difference_values")
        + _of("tournament/rulesets/riichi", "differences"),
    ),
    **dict.fromkeys(("accounts", "entries", "event", "life", "ranking", "tables", "tariffs"), _SECOND_COUNT),
    "checks": (
        *_of("tournament/ledger", "reviewed_rows", "reviewed_checks", "checks", "problems_of_hands"),
        *_of("tournament/rules", "table_hands"),
        *_QUICK_USE_CASES,
    ),
    "description": _of("tournament/ledger", "description", "history_golden", "reviewed_journals")
    + _of("tournament/use_cases", "history"),
    "codec": _of("tournament/ledger", "codec", "fact_values", "facts", "outcome_details")
    + _of("reports", "event_json"),
    "session_clock": _of("tournament/ledger", "session_clock", "clock_signals")
    + _of("tournament/use_cases", "session_clock"),
    "table_phones": (_JOURNALS, *_of("tournament/use_cases", "table_entry", "session_clock")),
    **dict.fromkeys(
        ("fingerprint", "journal", "signature"),
        _of("tournament/ledger", "fingerprint", "journal", "journal_model", "reviewed_journals")
        + _of("tournament/use_cases", "signed_fingerprints", "signing", "book", "history", "store"),
    ),
    "seating_versions": _of("tournament/use_cases", "seating_versions", "drawing", "session_plan"),
}

_BY_SHARING = {
    "host": _of("tournament/sharing", "host", "limits", "books", "hostile", "shared_book", "simulation"),
    "invitation": _of("tournament/sharing", "invitation"),
    "messages": _of("tournament/sharing", "host", "limits", "hostile", "waiting_orders"),
    "shared_book": _of("tournament/sharing", "shared_book", "limits", "books", "simulation"),
}

_BAD_CONNECTIONS = tuple(f"tests/ui/public/test_bad_requests.py::test_{name}" for name in (
    "headers_that_do_not_end_are_not_waited_for", "a_body_is_not_waited_for", "a_short_body_harms_nothing",
    "who_reads_too_slowly_is_dropped", "half_a_connection_is_no_connection",
))  # fmt: skip

_BY_SERVER = {
    name: (*_QUICK, *_of("ui/server", *tests.split()))
    for names, tests in (
        ("admitted", "admitted rare_requests served_event"),
        ("database", "database_looks database_requests"),
        ("deputies", "deputies hosts_that_change"),
        ("deputies_reached", "deputies_reached hosts_that_change"),
        ("deputy_port deputy_server", "deputy_port"),
        ("desk_names", "desk_names"),
        ("host_folder", "host_folder listening"),
        ("hosting", "hosting desk_transcripts served_event"),
        ("joining joining_decisions", "joining served_event"),
        ("listener", "listening shares serving"),
        ("ports", "listening takeover serving"),
        ("requests", "requests desk_transcripts listening served_event"),
        ("desks_mount served_event", "desk_transcripts rare_requests served_event hosts_that_change"),
        ("serving", "listening host_decisions hosts_that_change serving"),
        ("shares", "shares listening"),
        ("streams", "streams"),
        ("takeover", "takeover listening hosts_that_change"),
        ("throttle", "throttle"),
    )
    for name in names.split()
} | {
    **dict.fromkeys(
        ("protocol", "two_ports"), (*_QUICK, *_of("ui/server", "deadlines", "listening", "serving"), *_BAD_CONNECTIONS)
    ),
}

ROOMS = (
    Room("reports", (*_REPORTS, *_SHEETS), sample=0.04),
    Room("reports/federations", (*_QUICK, "tests/reports/federations"), sample=0.06),
    Room("reports/frames", (*_QUICK, "tests/reports/frames"), sample=0.1),
    Room(
        "reports/readers",
        (
            *_QUICK,
            *("tests/reports/readers", "tests/tournament/event/player_import", "tests/reports/test_event_json.py"),
            *("tests/reports/test_against.py", "tests/ui/cli/test_convert.py"),
            "tests/tournament/event/foreign/test_seatings.py",
        ),
        sample=0.02,
    ),
    Room("reports/sheets", _SHEETS, sample=0.015),
    Room("reports/writers", _OF_PDF, sample=0.004, by_file=_BY_WRITER),
    Room(
        "tournament/catalogue.py",
        ("tests/tournament/test_catalogue.py", "tests/tournament/use_cases/test_event_setup.py"),
    ),
    Room("tournament/draw", ("tests/tournament/draw", "tests/tournament/use_cases/test_drawing.py"), sample=0.02),
    Room(
        "tournament/event",
        ("tests/tournament/event/player_import",),
        sample=0.03,
        by_file={
            "logo": _of("tournament/use_cases", "event_logo"),
            **{name: _of("tournament/event", name) for name in _EVENT_MODULES.split()},
        },
    ),
    Room(
        "tournament/event/foreign",
        _of("tournament/event/foreign", "event"),
        sample=0.05,
        by_file={name: _of("tournament/event/foreign", name) for name in ("organizer", "seatings", "suite")},
    ),
    Room(
        "tournament/files",
        _of("tournament/files", "encoding", "user_folders"),
        sample=0.5,
        by_file={"writing": _of("tournament/files", "writing")},
    ),
    Room("tournament/hand", ("tests/tournament/hand", "tests/tournament/rules", *_FANS), sample=0.03),
    Room(
        "tournament/language",
        _of("tournament/language", "languages", "text"),
        sample=0.1,
        by_file={
            "harmless": _of("tournament/language", "harmless"),
            "help_pages": _of("tournament/language", "help_pages"),
            "key_names": _of("tournament/language", "help_pages"),
            "search": _of("tournament/language", "search"),
        },
    ),
    Room(
        "tournament/ledger",
        ("tests/tournament/ledger", *_QUICK_USE_CASES),
        sample=0.03,
        by_file=_BY_LEDGER,
    ),
    Room(
        "tournament/rules",
        (
            *("tests/tournament/rules", *_GAMES, *_LISTS, f"{_RULESETS}/riichi/test_table.py"),
            *(f"{_RULESETS}/mcr/test_explaining.py", f"{_RULESETS}/riichi/test_quiz.py"),
            *("tests/tournament/ledger/test_sheet.py", "tests/tournament/use_cases/test_table_points.py"),
            _OUTCOMES,
            _DESCRIPTIONS,
        ),
        sample=0.1,
    ),
    Room(
        "tournament/rulesets",
        (
            *_FANS,
            "tests/tournament/rules",
            f"{_DESCRIPTIONS}::test_a_rule_set_says_what_was_reviewed[mcr]",
            "tests/tournament/test_catalogue.py",
            "tests/tournament/ledger/test_sheet.py",
            "tests/tournament/use_cases/test_penalties.py",
            "tests/tournament/rulesets/mcr/test_dealing.py",
            _PROPERTIES,
        ),
        sample=0.06,
    ),
    *(
        Room(
            f"tournament/rulesets/{game}",
            (
                *(f"{_OUTCOMES}::test_hands_end_as_reviewed[{id}]" for id in ids),
                *(f"{_DESCRIPTIONS}::test_a_rule_set_says_what_was_reviewed[{id}]" for id in ids),
                *(f"tests/tournament/rulesets/{game}", *_GAMES),
            ),
            sample=0.03,
        )
        for game, ids in _OTHER_GAMES.items()
    ),
    Room("tournament/rulesets/mcr/dealing.py", ("tests/tournament/rulesets/mcr/test_dealing.py",), sample=0.1),
    Room("tournament/rulesets/mcr/predicates", (*_FANS, _PROPERTIES), sample=0.06),
    Room("tournament/standings", ("tests/tournament/standings", *_QUICK_USE_CASES), sample=0.1),
    Room("tournament/sharing", ("tests/tournament/sharing",), sample=0.1, by_file=_BY_SHARING),
    Room(
        "tournament/storage",
        (
            *_of("tournament/storage", "sqlite", "sqlite_answers", "changed_file", "creation"),
            *_of("tournament/use_cases", "store"),
            *_STORAGE,
        ),
        sample=0.03,
        by_file=_BY_STORE,
    ),
    Room("tournament/tiles", ("tests/tournament/tiles", "tests/tournament/hand/test_notation.py", *_FANS), sample=0.1),
    Room("tournament/use_cases", _USE_CASES, sample=0.02, by_file=_BY_USE_CASE),
    Room(
        "ui/cli",
        _of(
            "ui/cli",
            "transcripts",
            "wrong_usage",
            "columns",
            "input_lines",
            "failures",
            "completion",
            "console",
            "steering",
            "seen",
            "data",
            "lines",
            "clock",
        ),
        sample=0.015,
        measures=False,
        by_file=_BY_COMMAND,
    ),
    Room("ui/entry", ("tests/ui/entry",), sample=0.008, measures=False),
    Room("ui/hall", ("tests/ui/hall",), sample=0.02),
    Room(
        "ui/json_lines",
        (
            *("tests/ui/json_lines", "tests/ui/public/test_description.py"),
            *("tests/tournament/rulesets/riichi/test_settlement.py", "tests/ui/cli/test_own_hands.py"),
            *_of("ui/cli", "settle", "game_lines", "lines"),
        ),
        sample=0.06,
    ),
    Room(
        "ui/public",
        _of("ui/public", "transcripts", "description", "pages", "public_server"),
        sample=0.02,
        measures=False,
        by_file={
            name: _of("ui/public", "transcripts", *tests.split())
            for name, tests in (
                ("event", "full_streams public_server screens"),
                ("events", "events"),
                ("mounts", "full_streams public_server"),
                ("overlays", "full_streams overlays"),
                ("pages", "pages description public_server"),
                ("pages_mount", "full_streams public_server"),
                ("resources", "public_server screens"),
                ("screens", "full_streams screens"),
                ("table_entry", "full_streams table_entry"),
                ("table_hand", "table_hand table_page"),
                ("table_page", "table_page table_entry"),
            )
        },
    ),
    Room(
        "ui/server",
        (*_QUICK, *_of("ui/server", "listening", "serving")),
        sample=0.04,
        by_file=_BY_SERVER,
        measures=False,
    ),
)
