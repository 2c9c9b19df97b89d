"""``registration`` as a script meets it; after an erasure no file of this computer has a byte of what was erased."""

import base64
import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.tournament.storage.events import entries_of
from tests.ui.cli.conftest import Call, hand, lines
from tests.ui.cli.test_copies import copy_now
from tournament.storage.copies import copies_home, take_copies
from tournament.storage.sqlite import open_for_reading

SECRETS = {
    "email": "zelie.quatorze@example.org",
    "phone": "+33 6 98 76 54 32",
    "remark": "Allergique aux œufs — 鸡蛋过敏",
    "reason": "jambe cassée au ski",
    "how": "virement du cousin",
    "meals": "Menu spécial Zélie",
    "column": "Taille=Très grande",
}


@pytest.fixture
def cup(tmp_path: Path, drawn_event: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    path = tmp_path / "here" / "cup.qv"
    path.parent.mkdir()
    path.write_bytes(drawn_event)
    return path


def forms(text: str) -> Iterator[bytes]:
    """How a program may have written ``text``."""
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "latin-1"):
        yield text.encode(encoding, "ignore")
    yield json.dumps(text)[1:-1].encode()
    yield json.dumps(text).upper()[1:-1].encode()
    yield quote(text).encode()
    yield base64.b64encode(text.encode())[:-4]


def files_with(folder: Path, texts: list[str]) -> list[tuple[Path, str]]:
    found = []
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        found += [(path, text) for text in texts if any(form in content for form in forms(text) if len(form) > 6)]
    return found


def test_no_byte_of_what_was_erased_is_left_in_any_file(cup: Path, tmp_path: Path, call: Call) -> None:
    assert (
        call(
            "registration", cup, "set", 1, *(word for name, value in SECRETS.items() for word in (f"--{name}", value))
        ).code
        == 0
    )
    texts = [value.partition("=")[2] or value for value in SECRETS.values()]
    copy_now(cup)
    assert call("record", cup, "--jsonl", stdin=lines(hand(1, "A", "B", 20))).code == 0
    copy_now(cup)
    for what, to in (("event-json", "json"), ("standings", "html"), ("hands", "csv"), ("standings", "xlsx")):
        call("export", cup, "--what", what, "--to", to, "--out", tmp_path / "here" / f"{what}.{to}")
    assert call("restore", next(iter((tmp_path / "home" / "data" / "copies").rglob("*.qv"))), "--to", cup).code == 0
    call("registration", cup, "set", 1, "--email", "not an address")
    assert {path.suffix for path, _ in files_with(tmp_path, texts)} == {".qv"}, "no export has private data"
    assert len({path for path, _ in files_with(tmp_path, texts)}) >= 4
    before = entries_of(cup)

    answer = call("registration", cup, "erase", 1, "--json")

    assert answer.code == 0
    assert {copy["fate"] for copy in answer.json["copies"]} == {"rewritten"}
    assert set(answer.json["erased"]) == {"email", "phone", "remark", "reason", "paid_how", "meals", "columns"}
    assert files_with(tmp_path, texts) == []
    assert entries_of(cup) == before
    assert call("check", cup).code == 0
    assert all(copy["good"] for copy in call("copies", cup, "--json").json)


def test_new_from_an_event_and_its_json_carry_nothing(cup: Path, tmp_path: Path, call: Call) -> None:
    assert call("registration", cup, "set", 1, "--email", SECRETS["email"]).code == 0
    out, new = tmp_path / "cup.json", tmp_path / "new.qv"
    names = call("export", cup, "--what", "list").out
    what = next(line.split()[0] for line in names.splitlines() if line.split()[0] in ("event", "event-json"))
    assert call("export", cup, "--what", what, "--to", "json", "--out", out).code == 0
    assert call("new", new, "--from", out).code == 0
    assert [each["email"] for each in call("registration", new, "list", "--json").json["people"] if each["email"]] == []


def test_a_repeat_and_a_second_desk(cup: Path, call: Call) -> None:
    (first,) = call("registration", cup, "set", 3, "--email", "one@example.org", "--json").json
    assert (first["version"], first["state"], first["player"]) == (1, "confirmed", 3)
    assert call("registration", cup, "set", 3, "--seen", 1, "--email", "two@example.org").code == 0
    late = call("registration", cup, "set", 3, "--seen", 1, "--email", "three@example.org")
    assert late.code == 1
    assert "two@example.org" in late.err
    assert "three@example.org" in late.err
    (now,) = call("registration", cup, "show", 3, "--json").json
    assert (now["email"], now["version"]) == ("two@example.org", 2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set", 1, "--paid", "-5"), "“-5” is not an amount"),
        (("set", 1, "--due", "1.234"), "without a sign"),
        (("set", 1, "--email", "no at"), "has one @"),
        (("set", 1, "--club", "Ours"), "players FILE set 1"),
        (("set", 99, "--email", "a@b"), "Nobody called"),
        (("erase", 1), "Nothing is noted"),
        (("add", "--email", "a@b"), "needs a name"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_written(
    cup: Path, call: Call, words: tuple[str | int, ...], says: str
) -> None:
    kept = cup.read_bytes()
    answer = call("registration", cup, *words)
    assert (answer.code, answer.out, cup.read_bytes()) == (1, "", kept)
    assert says in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("set",), ("set", 1), ("list", 1), ("add", "Ada"), ("erase", 1, 2), ("set", 1, "--owes"), ("list", "--paid", 1),
        ("set", 1, "--column", "no equals sign"), ("add", "--first-name", "Ada", "--state", "confirmed"),
    ],
)  # fmt: skip
def test_wrong_words_are_named(cup: Path, call: Call, words: tuple[str | int, ...]) -> None:
    answer = call("registration", cup, *words)
    assert (answer.code, answer.out) == (2, "")


def test_a_list_and_its_sums(cup: Path, call: Call) -> None:
    for number, paid in ((1, "30"), (2, "12,50"), (3, "0")):
        words = ("--due", "30 €", "--paid", paid, "--meals", "Lunch" if number < 3 else "Dinner")
        assert call("registration", cup, "set", number, *words).code == 0
    assert (
        call("registration", cup, "add", "--first-name", "Nova", "--last-name", "Newcomer", "--state", "waiting").code
        == 0
    )
    whole = call("registration", cup, "list", "--json").json
    assert whole["sums"] == {
        "states": {"registered": 0, "confirmed": 16, "waiting": 1, "cancelled": 0},
        "due": "90.00", "paid": "42.50", "owed": "47.50", "refunds": "0.00", "meals": {"Dinner": 1, "Lunch": 2},
    }  # fmt: skip
    owing = call("registration", cup, "list", "--owes", "--json").json["people"]
    assert [(each["player"], each["owed"]) for each in owing] == [(2, "17.50"), (3, "30.00")]
    eating = call("registration", cup, "list", "--meal", "Lunch", "--json").json["people"]
    assert [each["player"] for each in eating] == [1, 2]
    assert "still owed 47.50" in call("registration", cup, "list").out


def test_payments_touch_no_standings(cup: Path, call: Call) -> None:
    assert call("record", cup, "--jsonl", stdin=lines(hand(1, "A", "B", 20))).code == 0
    before = call("standings", cup, "--json").out, call("check", cup, "--json").json["fingerprint"]
    assert call("registration", cup, "set", 1, "--due", "30", "--paid", "due").code == 0
    assert (call("standings", cup, "--json").out, call("check", cup, "--json").json["fingerprint"]) == before


def test_the_data_of_a_person_are_written_for_their_owner_alone(cup: Path, tmp_path: Path, call: Call) -> None:
    assert call("registration", cup, "set", 1, "--email", SECRETS["email"]).code == 0
    out = tmp_path / "here" / "person.json"
    assert call("registration", cup, "export", 1, "--out", out).code == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["registration"]["email"] == SECRETS["email"]
    assert document["journal"]["player"]["number"] == 1
    assert document == call("registration", cup, "export", 1).json


ORDERS = """Statut de la commande;Nom;Prénom;Courriel;Téléphone;Billet;Montant tarif;Repas;Taille;Remarque
Validé;Bambou;Aline;aline@example.org;06 11;Place;30,00;"Samedi midi, Dimanche";L;sans noix
Validé;Cercle;Bruno;pas une adresse;;Place;gratuit;;;
Annulé;Dragon;Chloé;chloe@example.org;;Place;35,00;;M;
En attente;Fleur;Gaston;gaston@example.org;;Place;35,00;Samedi midi;XL;
"""


def test_an_order_list_becomes_registrations_with_all_its_columns(
    tmp_path: Path, listed_event: bytes, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    path, orders = tmp_path / "cup.qv", tmp_path / "orders.csv"
    path.write_bytes(listed_event)
    orders.write_text(ORDERS, encoding="utf-8")
    before = call("check", path, "--json").json["fingerprint"]
    answer = call("registration", path, "import", orders, "--json")
    assert (answer.code, answer.errors) == (0, [])
    aline, bruno, gaston = answer.json["people"]
    assert [each["line"] for each in answer.json["left_out"]] == [4], "line 5 waits, and is registered"
    assert answer.json["not_read"] == []
    assert (aline["first_name"], aline["email"], aline["phone"], aline["due"]) == (
        "Aline", "aline@example.org", "06 11", "30.00",
    )  # fmt: skip
    assert (aline["meals"], aline["columns"], aline["remark"]) == (
        ["Samedi midi", "Dimanche"], {"Billet": "Place", "Taille": "L"}, "sans noix",
    )  # fmt: skip
    assert bruno["columns"] == {"Billet": "Place", "Courriel": "pas une adresse", "Montant tarif": "gratuit"}, (
        "nothing is lost"
    )
    assert (gaston["last_name"], gaston["state"]) == ("Fleur", "waiting")
    assert [aline["order"], bruno["order"], gaston["order"]] == [1, 2, 3]
    assert call("check", path, "--json").json["fingerprint"] == before, "nobody is a player yet"
    again = call("registration", path, "import", orders, "--json").json
    assert (again["people"], again["already"]) == ([], ["Aline Bambou", "Bruno Cercle", "Gaston Fleur"])
    assert call("registration", path, "confirm", "--next", 1).code == 0
    assert "Gaston Fleur" in call("players", path, "list").out


def test_who_is_asked_for_and_is_not_there_is_named(cup: Path, call: Call) -> None:
    """Silence after “confirm --next 5” looked as if five people had been confirmed."""
    assert "Nobody is on the waiting list." in call("registration", cup, "confirm", "--next", 5).err
    assert call("registration", cup, "add", "--last-name", "Newcomer", "--state", "waiting").code == 0
    assert call("registration", cup, "confirm", "--next", 5).code == 1, "the draw is published"
    confirmed = call("registration", cup, "confirm", "--next", 5, "--from", 2)
    assert "Newcomer: confirmed" in confirmed.out
    assert "1 player has no seat yet: draw session 2" in confirmed.err
    assert "Only 1 person is on the waiting list." in confirmed.err
    assert "Nobody is shown." in call("registration", cup, "list", "--meal", "Supper").out


def test_the_paper_at_the_door_says_what_is_open(cup: Path, tmp_path: Path, call: Call) -> None:
    assert call("registration", cup, "set", 1, "--due", 30, "--meals", "Lunch", "--remark", "=1+1").code == 0
    assert call("registration", cup, "set", 2, "--due", 30, "--paid", "due").code == 0
    assert call("registration", cup, "add", "--last-name", "Newcomer", "--state", "waiting").code == 0
    out = tmp_path / "door.csv"
    assert call("registration", cup, "door", "--out", out).code == 0
    text = out.read_text(encoding="utf-8-sig")
    assert "30.00" in text or ",30," in text
    assert "Newcomer" in text
    assert "Lunch" in text
    for ending in ("pdf", "xlsx", "html"):
        assert call("registration", cup, "door", "--out", tmp_path / f"door.{ending}").code == 0
    assert "&lt;" not in (tmp_path / "door.html").read_text(encoding="utf-8")
    assert call("registration", cup, "door", "--out", tmp_path / "door.exe").code == 2
    assert call("registration", cup, "door").code == 2
    assert call("registration", cup, "door", "--out", cup.with_suffix(".pdf")).code == 0


def test_data_of_people_are_copied_though_they_are_no_entries(cup: Path, call: Call) -> None:
    entries = entries_of(cup)
    with closing(open_for_reading(cup)) as store:
        first = next(iter(store.read())).id
    earlier = datetime.now().astimezone() - timedelta(hours=1)
    take_copies(cup, event=first, name="Cup", entries=len(entries), last=entries[-1], home=copies_home(), now=earlier)
    assert call("registration", cup, "set", 1, "--email", SECRETS["email"]).code == 0
    copies = sorted(copies_home().rglob("*.qv"))
    assert [SECRETS["email"].encode() in copy.read_bytes() for copy in copies] == [False, True]
    assert call("registration", cup, "set", 1, "--email", "again@example.org").code == 0
    assert sorted(copies_home().rglob("*.qv")) == copies, "the next one in ten minutes"


def test_a_list_is_read_as_the_options_say_and_first_tried(cup: Path, tmp_path: Path, call: Call) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Prénom;Nom;Où;Statut;Combien\nZoé;Bambou;zoe@example.org;Annulé;12\nYan;Cercle;;Validé;13\n")
    words = ("registration", cup, "import", path, "--read", "Où=email", "--read", "Combien=due", "--take", "2")
    before = call("registration", cup, "list", "--json").json
    tried = call(*words, "--dry-run", "--json")
    assert (tried.code, tried.json["written"], call("registration", cup, "list", "--json").json) == (0, False, before)
    assert "2 registrations would be added. Nothing was written." in call(*words, "--dry-run").out
    noted = call(*words, "--json").json
    assert [(each["last_name"], each["email"], each["due"]) for each in noted["people"]] == [
        ("Bambou", "zoe@example.org", "12.00"),
        ("Cercle", "", "13.00"),
    ]
    wrong = call("registration", cup, "import", path, "--read", "Où=address")
    assert (wrong.code, "paid_how, meals, remark, ignore" in " ".join(wrong.err.split())) == (2, True)
    beyond = call("registration", cup, "import", path, "--take", "40")
    assert (beyond.code, "no line 40; its last line is 3" in beyond.err) == (1, True)
    assert call("registration", cup, "list", "--take", "2").code == 2


def test_who_writes_what_another_desk_erased_is_told_so(cup: Path, call: Call) -> None:
    assert call("registration", cup, "set", 1, "--remark", "nuts").code == 0
    assert call("registration", cup, "erase", 1).code == 0
    late = call("registration", cup, "set", 1, "--seen", 1, "--remark", "eggs")
    assert (late.code, "Another desk erased" in late.err) == (1, True)
